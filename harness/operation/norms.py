"""Steps that norms have in common, and the words of ``arithmetic`` for ways that lose more than the formula needs.

``one_pass_variance``
    Both means round relative to ``mean(x^2)``, so that a row far from 0 has a variance of few right digits, or none;
    then nothing is judged.
``rounded_before_weight``
    Half an ulp more for each rounding; the weight scales the first one. No effect for float32 and float64.
``half_accumulation``, ``bfloat16_accumulation``
    ``h + 1`` roundings of ``2**-11`` or ``2**-8``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .expected import RowQuantity
from .given import Matrix, Stream
from .precision.float_format import FORMATS, FloatFormat

if TYPE_CHECKING:
    from .bounded import Bounded

ROUNDED_BEFORE_WEIGHT = "rounded_before_weight"
ONE_PASS_VARIANCE = "one_pass_variance"
ACCUMULATIONS: Mapping[str, str] = {"half_accumulation": "float16", "bfloat16_accumulation": "bfloat16"}

ROUTES: Mapping[str, str] = {
    ROUNDED_BEFORE_WEIGHT: "normalised elements, and results after weight and bias, rounded to the element type",
    "half_accumulation": "squares rounded to float16, and sums added in float16",
    "bfloat16_accumulation": "squares rounded to bfloat16, and sums added in bfloat16",
}
"""Meaning of the words that every norm with a weight has."""

ONE_PASS: Mapping[str, str] = {ONE_PASS_VARIANCE: "the variance is the mean square less the squared mean"}
"""The word of a norm that subtracts the mean."""


def square(x: Bounded) -> Bounded:
    """Return the squares that a kernel adds."""
    squares: Bounded = x * x
    for word, name in ACCUMULATIONS.items():
        if word in x.arithmetic:
            squares = squares.astype(FORMATS[name].dtype)
    return squares


def variance(x: Bounded) -> Bounded:
    """Return the variance of each row, shape (n_rows, 1)."""
    if not any(word in x.arithmetic for word in ACCUMULATIONS):
        two_passes: Bounded = np.var(x, axis=1, keepdims=True)
        return two_passes
    mean: Bounded = np.mean(x, axis=1, keepdims=True)
    is_one_pass = ONE_PASS_VARIANCE in x.arithmetic
    result: Bounded = np.mean(square(x if is_one_pass else x - mean), axis=1, keepdims=True)
    return result - mean * mean if is_one_pass else result


def weighted(normal: Bounded, weight: Bounded, bias: Bounded | None = None) -> Bounded:
    def stored(x: Any) -> Any:
        return x.astype(x.arithmetic.stored.dtype) if ROUNDED_BEFORE_WEIGHT in x.arithmetic else x

    result: Bounded = stored(normal) * weight
    return result if bias is None else stored(result) + bias


def small_rows(stream: Stream, n_rows: int, n_cols: int, _form: FloatFormat) -> Matrix:
    """Draw rows whose squares are so small that an epsilon of 1e-3 to 1e-6 matters."""
    sizes = np.resize(np.array([1e-3, 3e-2, 1e-4, 3e-3]), (n_rows, 1))
    return stream.normal(n_rows, n_cols) * sizes


def mean_square_quantity(
    normal: Matrix, each: Matrix, variance: Any, eps: float, judged: Any, *, before: str, of: str
) -> RowQuantity:
    """Return the mean square of normalised rows, off by at most `each`, which must be ``v / (v + eps)``."""
    return RowQuantity(
        claim=f"have a mean square of v / (v + eps) before {before}",
        name="mean square",
        got=(normal * normal).mean(axis=1),
        expected=(variance / (variance + eps)).astype(np.float64)[:, 0],
        # 1 is the largest share; its own rounding is far below.
        allowed=np.where(judged, ((2.0 * np.abs(normal) + each) * each).mean(axis=1) + 2.0**-45, 0.0),
        judged=judged,
        hint=f"check that the {of} is the sum over the whole row, divided by the row's length",
    )
