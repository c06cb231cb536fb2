"""How many cases a run has: the matrix, its repetition with other random numbers, and the width sweep."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import UsageError
from . import matrix
from .case import MAX_EXTENT, Case, is_seedless
from .sweep import DENSE_WIDTHS, WIDEST_POWER, sweep_cases
from .variant import Variant


@dataclass(frozen=True)
class Coverage:
    """What a run goes through for each variant.

    Parameters
    ----------
    n_seeds : int
        Different random inputs for every case of the matrix, at least 1.
    sweep : bool
        Whether the width sweep comes after the matrix.

    Raises
    ------
    UsageError
        `n_seeds` is not 1 to 2**31 - 1.
    """

    n_seeds: int = 1
    sweep: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.n_seeds <= MAX_EXTENT:
            raise UsageError(f"the number of seeds must be 1 to {MAX_EXTENT} (got {self.n_seeds})")

    @classmethod
    def on(cls, device_kind: str, *, n_seeds: int = 1, sweep: bool | None = None) -> Coverage:
        """Make the coverage of a run on a kind of device.

        Parameters
        ----------
        device_kind : {"cpu", "gpu"}
            Where the cases run.
        n_seeds : int
            As for `Coverage`.
        sweep : bool, optional
            Whether the sweep was asked for; if it is not said, it is run on ``gpu`` alone, where thousands of
            launches cost little.
        """
        return cls(n_seeds, device_kind == "gpu" if sweep is None else sweep)

    def not_covered(self, how_to_sweep: str) -> tuple[str, ...]:
        """Say in one line each what is left out, and how to have it."""
        if self.sweep:
            return ()
        widths = f"every width up to {DENSE_WIDTHS} and around each power of two up to {2**WIDEST_POWER}"
        return (f"width sweep: {widths}; {how_to_sweep} runs it",)

    def cases(self, variant: Variant) -> tuple[Case, ...]:
        """List the cases of a variant in stable order: the matrix with seed 0, 1, ..., then the sweep.

        Kinds whose input does not depend on the seed are not repeated.

        Raises
        ------
        SpecError
            As `harness.spec.matrix.cases`.
        """
        found = list(matrix.cases(variant))
        random = [case for case in found if not is_seedless(case.kind)]
        for seed_number in range(1, self.n_seeds):
            found += [case.with_seed(seed_number) for case in random]
        if self.sweep:
            found += sweep_cases(variant)
        return tuple(found)


MATRIX = Coverage()
"""Every case of the matrix once."""
