"""The JSON of `kernel-harness adopt`: its records, and how outcomes become one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ... import __version__
from ...adopt.checkout.outcome import KernelOutcome
from ...store.records import pick, record_text

SCHEMA = "kernel-harness/adopt"
VERSION = 1


@dataclass(frozen=True)
class AdoptedKernel:
    """A kernel of the checkout."""

    file: str
    """Source, relative to the checkout."""
    line: int
    """1-based line on which the kernel begins; 0 for a file that cannot be read."""
    kernel: str
    """Name with namespaces."""
    id: str
    """Id of its declaration."""
    state: str
    """`adopted`, `needs one line`, `cannot` or `not tried`."""
    why: str
    """Options that it needs, or why it cannot be declared."""
    operation: str
    """Operation of the declaration."""
    launch: str
    """Host function whose launch is declared; empty if trials found it."""
    verified: str
    """How many launches were run."""
    findings: tuple[str, ...]
    """What was wrong in the first cases."""
    notes: tuple[str, ...]
    """What was guessed."""
    declaration: tuple[str, ...]
    """Lines of its table."""


@dataclass(frozen=True)
class AdoptDocument:
    """An adoption.

    Kernels stand in the order of their files and lines. It holds no times. An interrupted command writes the kernels
    that it got to.
    """

    schema: str
    version: int
    harness: str
    repository: str
    """Folder of the checkout, as it was given."""
    declarations: str
    """File of the declarations."""
    exit_code: int
    """Exit status: 0 all kernels declared; 2 some were not."""
    kernels: tuple[AdoptedKernel, ...]
    """The kernels."""


def text(outcomes: Sequence[KernelOutcome], repository: str, declarations: str, exit_code: int) -> str:
    """Return the document as text: two spaces of indent, ASCII only, one final newline."""
    kernels = tuple(pick(AdoptedKernel, outcome) for outcome in outcomes)
    return record_text(
        AdoptDocument(SCHEMA, VERSION, __version__, repository, declarations, exit_code, kernels)
    )
