"""The JSON of `kernel-harness adopt`."""

from __future__ import annotations

from collections.abc import Sequence

from ...adopt.checkout.outcome import KernelOutcome
from ...lazy import dataclass
from ...store.records import record_text
from . import Document


@dataclass(frozen=True, kw_only=True)
class AdoptDocument(Document):
    """An adoption.

    Kernels stand in the order of their files and lines. It holds no times. An interrupted command writes the kernels
    that it got to.
    """

    schema: str = "kernel-harness/adopt"
    repository: str
    """Folder of the checkout, as it was given."""
    declarations: str
    """File of the declarations."""
    exit_code: int
    """Exit status: 0 all kernels declared; 2 some were not."""
    kernels: tuple[KernelOutcome, ...]
    """The kernels."""


def text(outcomes: Sequence[KernelOutcome], repository: str, declarations: str, exit_code: int) -> str:
    return record_text(
        AdoptDocument(
            repository=repository, declarations=declarations, exit_code=exit_code, kernels=tuple(outcomes)
        )
    )
