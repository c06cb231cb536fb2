"""The width sweep: one small case for every number of columns.

The matrix has the widths at which kernels are known to fail. The sweep finds failures at other widths. Its cases have
their own input kind, so their ids show where they belong and ``-k sweep`` selects them all.
"""

from __future__ import annotations

from functools import lru_cache

from .case import SWEEP_KIND, Case
from .domain import Domain
from .layout import CONTIGUOUS
from .variant import Variant

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
    """Return the cases of the width sweep that a variant claims."""
    found = []
    block = variant.usual_block
    for dtype in variant.dtypes:
        domain = Domain(variant, block, dtype, SWEEP_WIDTHS)
        place = domain.nearest(SWEEP_ROWS, DENSE_WIDTHS // 2, CONTIGUOUS)
        if place is None:
            continue
        wanted = [
            domain.case(place[0], width, kind=SWEEP_KIND, turn=turn)
            for turn, width in enumerate(SWEEP_WIDTHS)
        ]
        # A condition on columns is evaluated once for all types; further sizes change with the turn.
        is_shared = not variant.operation.size_names and wanted[0].beyond_magnitude() is None
        surely = domain.surely_claims(place[0]) if is_shared else None
        found += [
            case
            for case in wanted
            if (surely is not None and surely(case.shape.n_cols)) or case.unmet() is None
        ]
    return tuple(found)
