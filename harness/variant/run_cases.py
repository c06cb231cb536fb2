"""The cases of a run: the matrix, its repetitions with other seeds, and the width sweep."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import UsageError
from . import matrix
from .case import MAX_EXTENT, Case, is_seedless
from .sweep import DENSE_WIDTHS, WIDEST_POWER, sweep_cases
from .variant import Variant


@dataclass(frozen=True)
class RunCases:
    """The cases that a run has for each variant."""

    n_seeds: int = 1
    """Number of random inputs for each case of the matrix, at least 1."""
    sweep: bool = False
    """Whether to run the width sweep after the matrix."""

    def __post_init__(self) -> None:
        if not 1 <= self.n_seeds <= MAX_EXTENT:
            raise UsageError(f"the number of seeds must be 1 to {MAX_EXTENT} (got {self.n_seeds})")

    @classmethod
    def on(cls, device_kind: str, *, n_seeds: int = 1, sweep: bool | None = None) -> RunCases:
        """Return the cases of a run on a kind of device."""
        return cls(n_seeds, device_kind == "gpu" if sweep is None else sweep)

    def not_covered(self, how_to_sweep: str) -> tuple[str, ...]:
        """Return a line for each part that is left out, with the option that runs it."""
        if self.sweep:
            return ()
        widths = f"every width up to {DENSE_WIDTHS} and around each power of two up to {2**WIDEST_POWER}"
        return (f"width sweep: {widths}; {how_to_sweep} runs it",)

    def cases(self, variant: Variant) -> tuple[Case, ...]:
        """Return the cases of a variant in stable order: the matrix with seed 0, 1, ..., the sweep, what is beyond.

        Cases whose input does not depend on the seed are not repeated.
        """
        found = list(matrix.cases(variant))
        random = [case for case in found if not is_seedless(case.kind)]
        for seed_number in range(1, self.n_seeds):
            found += [case.with_seed(seed_number) for case in random]
        if self.sweep:
            found += sweep_cases(variant)
        found += matrix.beyond(variant)
        return tuple(found)


MATRIX = RunCases()
"""Every case of the matrix once."""
