"""The JSON of a trace: the fields of every document, then the fields of `CaseTrace`."""

from __future__ import annotations

from collections.abc import Sequence

from ...lazy import dataclass
from ...store.records import pick, record_text
from ...trace.model import CaseTrace
from ...verdict import Reason
from . import Document


@dataclass(frozen=True, kw_only=True)
class _TraceHead(Document):
    schema: str = "kernel-harness/trace"
    command: tuple[str, ...]
    """The arguments."""


@dataclass(frozen=True)
class TracedFinding:
    """A finding of the sanitizers in the same case."""

    reason: Reason
    """Reason code."""
    message: str
    """What happened."""
    source: str
    """`file:line`."""


@dataclass(frozen=True)
class TraceDocument(CaseTrace, _TraceHead):
    """A trace.

    Lists of places stand in the order in which `trace` prints them. Names of elements have the indices of the declared
    shape: `inp[3, 0..31]`.
    """

    findings: tuple[TracedFinding, ...] = ()  # type: ignore[assignment]
    """Findings of the sanitizers in the same case."""


def text(trace: CaseTrace, command: Sequence[str] = ()) -> str:
    return record_text(
        pick(
            TraceDocument,
            trace,
            command=tuple(command),
            findings=tuple(pick(TracedFinding, finding) for finding in trace.findings),
        )
    )
