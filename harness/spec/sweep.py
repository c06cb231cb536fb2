"""The width sweep: every number of columns in turn, one small case for each.

The matrix holds the widths at which kernels are known to go wrong; the sweep holds those at which nobody has
thought of it. Its cases have an input kind of their own, so an id says that a case belongs to it and ``-k
sweep`` selects them all.
"""

from __future__ import annotations

from functools import lru_cache

from .case import SWEEP_KIND, Case
from .domain import Domain
from .layout import CONTIGUOUS
from .variant import Variant

DENSE_WIDTHS = 1100
"""Every width up to here: beyond 1024, the most threads of a block, by more than two warps."""

WIDEST_POWER = 16
"""Then one less than, exactly and one more than each power of two up to ``2**WIDEST_POWER``."""

SWEEP_ROWS = 3
"""Rows of a case: a heavy last element, a heavy first one, and none."""

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
    """List the cases of the width sweep that a variant claims.

    Parameters
    ----------
    variant : Variant
        As declared.

    Returns
    -------
    tuple of Case
        By declared type, then width, at `Variant.usual_block`. Widths that ``requires`` excludes are not in it:
        the matrix reports what a declaration leaves out. Empty when no number of rows is claimed near three.
    """
    found = []
    block = variant.usual_block
    for dtype in variant.dtypes:
        domain = Domain(variant, block, dtype, SWEEP_WIDTHS)
        place = domain.nearest(SWEEP_ROWS, DENSE_WIDTHS // 2, CONTIGUOUS)
        if place is None:
            continue
        wanted = (domain.case(place[0], width, kind=SWEEP_KIND) for width in SWEEP_WIDTHS)
        found += [case for case in wanted if case.unmet() is None]
    return tuple(found)
