"""Rows of a softmax that expose an approximate exponential or division, whatever the length of a row.

Ordinary rows hide an approximation. Its error is largest far below the maximum, where few elements are, and the bound
of a long row has room for the roundings of its sum. Here `K` elements equal the maximum `m`. The others are 64 to 68
below, so that they vanish beside the sum, which is exactly `K` in any order: `exp(0)` is 1 (C standard, annex F, and
the tables of ``ex2.approx``), and whole numbers below ``2**24`` add without rounding. So the bound is

    |out_i - y_i| <= y_i * (alpha * d_i + 2 eps + c) * u        c alone where d_i = 0

The `d_i` are chosen so that rounding `x_i - m`, and rounding its product with log2(e), err in one direction and by half
an ulp each: ``__expf`` and ``exp2f`` of the product are off by 64 u + 44 u, and by 14 u for the rounded constant.
`expf` has the first of these errors alone, and `alpha * d_i` covers it. `m * log2(e)` is halfway between two numbers.

`K` is 3 times a power of two where a row has 4 elements or more: two ulps of 1 / K are 3 u, which ``__fdividef`` may be
off by. Beside a power of two PTX allows fewer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import scipy  # imports `scipy.special` on first use, which takes 0.1 s
from numpy.typing import NDArray

from .precision.arithmetic import parse_arithmetic
from .precision.rounding import absolute_floor, sum_depth, with_higher_orders
from .problem import Problem
from .quantities import ApproximationProbe

_MAXIMA = (96.0, 100.0)
_BELOW = (64.0, 68.0)
_TRIED = 4096
_KEPT = 64
_LOG2_E = np.float32(1.4426950408889634)


def exponential_probe(problem: Problem, seed: int) -> ApproximationProbe | None:
    """Make the rows for a case of softmax, with their right results and bounds.

    Parameters
    ----------
    problem : Problem
        Input of the case; gives shape, type and arithmetic.
    seed : int
        Chooses the columns of the maxima, which differ between even and odd rows.

    Returns
    -------
    ApproximationProbe or None
        None for types other than float32: 16-bit results hide the errors, and float64 has no such approximations.
    """
    if problem.dtype != "float32":
        return None
    n_rows, n_cols = problem.inp.shape
    maximum, below = _elements()
    rng = np.random.Generator(np.random.PCG64(seed))
    order = rng.permutation(n_cols)
    n_top = 3 << max(0, (n_cols // 6).bit_length() - 1) if n_cols > 3 else 1
    inp = below[rng.integers(below.size, size=(n_rows, n_cols))]
    inp[0::2, order[:n_top]] = maximum
    inp[1::2, order[n_cols - n_top :]] = maximum

    how = parse_arithmetic(problem.how.name)
    reference: NDArray[np.float64] = scipy.special.softmax(inp.astype(np.float64), axis=1)
    distance = np.float64(maximum) - inp.astype(np.float64)
    numerator = 2.0 * how.eps_u + (how.eps_u + 1.0 if how.online else 0.0)
    units = how.alpha * distance + np.where(distance > 0.0, numerator, 0.0) + how.c_u
    if "exp2" in how:
        # exp2f of fma(m, L, -m * L) is not 1, so that the sum rounds; the quotient has the same errors twice.
        units += 2.0 * how.eps_u + sum_depth(n_cols, problem.row_threads, problem.stored.itemsize)
    if how.division_free:
        units += distance + 2.0 * how.eps_u + (how.alpha + 3.0) * np.log(n_top)
    floor = absolute_floor(problem.stored, ftz=how.ftz, subnormals=how.floor_subnormals)
    allowed = with_higher_orders(units * reference * problem.u, reference) + floor
    return ApproximationProbe(
        inp=inp,
        reference=reference,
        allowed=allowed,
        hint="check for __expf, exp2f of a product, __fdividef and rcp.approx that `arithmetic` does not name",
    )


@lru_cache(maxsize=1)
def _elements() -> tuple[np.float32, NDArray[np.float32]]:
    """Return the maximum, and the elements below it with the largest errors of either sign."""
    rng = np.random.Generator(np.random.PCG64(0))
    maxima = rng.uniform(*_MAXIMA, _TRIED).astype(np.float32)
    products = maxima.astype(np.float64) * np.float64(_LOG2_E)
    maximum = maxima[np.argmax(np.abs((maxima * _LOG2_E).astype(np.float64) - products))]
    tried = (maximum - rng.uniform(*_BELOW, _TRIED)).astype(np.float32)
    exponents: NDArray[Any] = ((tried - maximum) * _LOG2_E).astype(np.float64) * np.log(2.0)
    errors = exponents - (tried.astype(np.float64) - np.float64(maximum))
    order = np.argsort(errors)
    return maximum, tried[np.concatenate([order[:_KEPT], order[-_KEPT:]])]
