"""Draws cases of a variant with hypothesis: shape, strides, offsets, block, type, and an input kind or values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import numpy as np
from hypothesis import reject
from hypothesis import strategies as st

from ..launch.inputs import kind_of_values
from ..operation.precision.float_format import float_format
from ..variant.case import MAX_VALUES_BYTES, Case, make_case
from ..variant.further_sizes import values_of
from ..variant.layout import placed_layout
from ..variant.variant import Variant
from .space import MAX_ROWS, Space, kinds_of, relaid

# Most faults show with this few columns, rows and padding elements.
_FEW_COLS = 64
_FEW_ROWS = 8
_FEW_PADDING = 8
_MOST_PADDING = 40
_MOST_OFFSET = 20
_MOST_SEED = 1000
# For one case in three, hypothesis draws the values too.
_HAS_VALUES = (False, False, True)
_ORDINARY = 100.0
_TELLING_VALUES = (0.0, 1.0, -1.0, -0.0, 88.75, 89.0, -104.0, float("-inf"), float("inf"), float("nan"))
"""0 and 1 with both signs, the ends of the range in which float32's exp is finite and not 0, infinities and NaN."""


@st.composite
def cases(draw: st.DrawFn, space: Space) -> Case:
    """Draw a case of the claimed domain.

    Simpler choices come first, because hypothesis reduces failures towards them.
    """
    variant = space.variant
    dtype = draw(st.sampled_from(variant.dtypes))
    block = draw(st.sampled_from(variant.blocks))
    few, usual = min(_FEW_COLS, space.max_cols), space.widths(block, dtype)
    told = tuple(number for number in space.constants if number <= space.max_cols) or usual
    n_cols = draw(
        st.integers(1, few) | st.sampled_from(told) | st.sampled_from(usual) | st.integers(1, space.max_cols)
    )
    most_rows = min(MAX_ROWS, max(1, space.most_cells // n_cols))
    few, usual = min(_FEW_ROWS, most_rows), tuple(n for n in space.rows(block, dtype) if n <= most_rows)
    n_rows = draw(st.integers(1, few) | st.sampled_from(usual) | st.integers(1, most_rows))
    padding = _paddings(tuple(number - n_cols for number in space.constants if number > n_cols))
    layout = placed_layout(draw(padding), draw(padding), draw(_OFFSETS), draw(_OFFSETS))
    sizes = {
        size.name: draw(_further(values_of(variant, size.name, dtype, block)))
        for size in variant.operation.further_sizes
    }
    case = space.inside(
        make_case(
            variant,
            dtype=dtype,
            n_rows=n_rows,
            n_cols=n_cols,
            layout=layout.name,
            block=block,
            sizes=sizes,
        )
    )
    if case is None:
        reject()
    if draw(st.sampled_from(_HAS_VALUES)):
        cells = math.prod(variant.operation.main.sizes(case.shape.sizes))
        return relaid(case, kind=draw(_values(dtype, cells, variant)))
    claimed = [kind for kind in kinds_of(variant) if relaid(case, kind=kind).beyond_magnitude() is None]
    kind = draw(st.sampled_from(claimed))
    return relaid(case, kind=kind, seed_number=draw(st.just(0) | st.integers(0, _MOST_SEED)))


_WIDTHS: Mapping[str, Literal[16, 32, 64]] = {"float16": 16, "bfloat16": 32, "float32": 32, "float64": 64}
_OFFSETS = st.just(0) | st.integers(0, _MOST_OFFSET)


def _paddings(to_constants: tuple[int, ...]) -> st.SearchStrategy[int]:
    """Draw the padding after a row, sometimes so that the stride equals a number in the source."""
    drawn = st.just(0) | st.integers(0, _FEW_PADDING) | st.integers(0, _MOST_PADDING)
    return drawn | st.sampled_from(to_constants) if to_constants else drawn


def _further(usual: tuple[int, ...]) -> st.SearchStrategy[int]:
    """Draw a further size: a value of the matrix, or any up to the largest of these."""
    return st.sampled_from(usual) | st.integers(1, usual[-1])


@st.composite
def _values(draw: st.DrawFn, dtype: str, cells: int, variant: Variant) -> str:
    """Draw an input kind of a few given values, those that are not claimed replaced by the largest that is."""
    form = float_format(dtype)
    width = _WIDTHS[dtype]
    value = (
        st.sampled_from(_TELLING_VALUES)
        | st.floats(-_ORDINARY, _ORDINARY, width=width)
        | st.floats(width=width)
    )
    most = min(MAX_VALUES_BYTES // form.itemsize, cells)
    values = np.array(draw(st.lists(value, min_size=1, max_size=most)), np.float64)
    limit = variant.max_magnitude
    if variant.finite or limit is not None:
        top = form.largest if limit is None else form.largest_within(limit)
        values = np.clip(values, -top, top)
        values = np.where(np.isnan(values), top, values) if variant.finite else values
    with np.errstate(over="ignore"):  # beyond bfloat16's range, though within float32's
        return kind_of_values(values.astype(form.dtype))
