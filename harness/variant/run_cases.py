"""The cases of a run: the matrix, its repetitions with other seeds, and the width sweep.

The matrix has the widths at which kernels are known to fail. The sweep has one small case for every number of columns
and finds failures at other widths. Its cases have their own input kind, so their ids show where they belong and
``-k sweep`` selects them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..errors import UsageError
from ..operation.kinds import SWEEP_KIND
from . import matrix
from .case import MAX_EXTENT, Case, is_seedless
from .domain import Domain
from .shape import CONTIGUOUS
from .variant import Variant


@dataclass(frozen=True)
class RunCases:
    n_seeds: int = 1
    """Number of random inputs for each case of the matrix, at least 1."""
    sweep: bool = False
    """Whether to run the width sweep after the matrix."""

    def __post_init__(self) -> None:
        if not 1 <= self.n_seeds <= MAX_EXTENT:
            raise UsageError(f"the number of seeds must be 1 to {MAX_EXTENT} (got {self.n_seeds})")

    @classmethod
    def on(cls, device_kind: str, *, n_seeds: int = 1, sweep: bool | None = None) -> RunCases:
        return cls(n_seeds, device_kind == "gpu" if sweep is None else sweep)

    def not_covered(self, how_to_sweep: str) -> tuple[str, ...]:
        """Return a line for each part that is left out, with the option that runs it."""
        if self.sweep:
            return ()
        widths = f"every width up to {DENSE_WIDTHS} and around each power of two up to {2**WIDEST_POWER}"
        return (f"width sweep: {widths}; {how_to_sweep} runs it",)

    def cases(self, variant: Variant) -> tuple[Case, ...]:
        """Return the cases of a variant in stable order: the matrix with seed 0, 1, ..., the sweep, `matrix.beyond`."""
        # Cases whose input does not depend on the seed are not repeated.
        cases = list(matrix.cases(variant))
        random = [case for case in cases if not is_seedless(case.kind)]
        for seed_number in range(1, self.n_seeds):
            cases += [case.with_seed(seed_number) for case in random]
        if self.sweep:
            cases += sweep_cases(variant)
        cases += matrix.beyond(variant)
        return tuple(cases)


MATRIX = RunCases()


DENSE_WIDTHS = 1100
"""The sweep has every width up to this: more than two warps beyond 1024, the maximum number of threads of a block."""

WIDEST_POWER = 16
"""Beyond that, the sweep has each power of two up to ``2**WIDEST_POWER``, one less and one more."""

SWEEP_ROWS = 3
"""Rows of a case: one with a large last element, one with a large first element, one with neither."""

SWEEP_WIDTHS: tuple[int, ...] = tuple(
    sorted(
        {
            *range(1, DENSE_WIDTHS + 1),
            *(2**power + step for power in range(1, WIDEST_POWER + 1) for step in (-1, 0, 1)),
        }
    )
)


@lru_cache(maxsize=256)
def sweep_cases(variant: Variant) -> tuple[Case, ...]:
    cases = []
    block = variant.usual_block
    for dtype in variant.dtypes:
        domain = Domain(variant, block, dtype, SWEEP_WIDTHS)
        place = domain.nearest(SWEEP_ROWS, DENSE_WIDTHS // 2, CONTIGUOUS)
        if place is None:
            continue
        # All cases have these rows, so that they differ in their widths only.
        wanted = (
            domain.case(place[0], width, kind=SWEEP_KIND, turn=turn)
            for turn, width in enumerate(SWEEP_WIDTHS)
        )
        cases += [case for case in wanted if case.unmet() is None]
    return tuple(cases)
