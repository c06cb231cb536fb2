"""Inputs that expose approximate exponentials, divisions and roots, whatever the length of a row.

Ordinary inputs hide an approximation: the bound has room for the other roundings. So the inputs here are such that a
kernel rounds little else.

For most operations, `general_probe` makes inputs whose sums, roots and scores are exact. The bound is derived from the
operation's reference, which then also tracks exact results: sums and products of whole numbers in any order, roots of
their squares, quotients, ``exp(0)``, and terms too small to change a larger number. Nothing is specific to one
operation, so an approximation shows where the operation's arithmetic lets it show.

Softmax has its own probe. The error of an approximation is largest far below the maximum, where few elements are,
and the bound of a long row has room for the roundings of its sum. Here `K` elements equal the maximum `m`. The others
are 64 to 68 below, too small to change the sum, which is exactly `K` in any order: `exp(0)` is 1 (C standard,
annex F, and the tables of ``ex2.approx``), and whole numbers below ``2**24`` add without rounding. So the bound is

    |out_i - y_i| <= y_i * (alpha * d_i + 2 eps + c) * u        c alone where d_i = 0

The `d_i` are chosen so that rounding `x_i - m`, and rounding its product with log2(e), err in one direction and by half
an ulp each: ``__expf`` and ``exp2f`` of the product are off by 64 u + 44 u, and by 14 u for the rounded constant.
`expf` has the first of these errors alone, and `alpha * d_i` covers it. `m * log2(e)` is halfway between two numbers.

`K` is 3 times a power of two where a row has 4 elements or more: two ulps of 1 / K are 3 u, which ``__fdividef`` may be
off by. Next to a power of two PTX allows fewer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .derived import derived
from .precision.rounding import absolute_floor, division_of, exponential_of, sum_depth, with_higher_orders
from .problem import ApproximationProbe, Expected, Problem, replaced

if TYPE_CHECKING:
    from .model import Operation

_MAXIMA = (96.0, 100.0)
_BELOW = (64.0, 68.0)
# The exponential of a number that far below is 0 in float32.
_FAR = 256.0
_DEEPEST = (80.0, 86.0)  # beyond, the exponential is below the normal range
_MOST_SCALED = 10
_TRIED = 4096
_KEPT = 64
_LOG2_E = np.float32(1.4426950408889634)


def softmax(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``scipy.special.softmax(rows, axis=1)``, bit for bit: importing `scipy.special` would take 0.2 s."""
    powers = np.exp(rows - rows.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def exponential_probe(problem: Problem, seed: int) -> ApproximationProbe | None:
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

    how, exponential, division = problem.how, exponential_of(problem.how), division_of(problem.how)
    reference = softmax(inp.astype(np.float64))
    distance = np.float64(maximum) - inp.astype(np.float64)
    numerator = 2.0 * exponential.eps_u + (exponential.eps_u + 1.0 if "online" in how else 0.0)
    units = exponential.alpha * distance + np.where(distance > 0.0, numerator, 0.0) + division.c_u
    if "exp2" in how:
        # exp2f of fma(m, L, -m * L) is not 1, so that the sum rounds; the quotient has the same errors twice.
        units += 2.0 * exponential.eps_u + sum_depth(n_cols, problem.row_threads, problem.stored.itemsize)
    if "division_free" in how:
        units += distance + 2.0 * exponential.eps_u + (exponential.alpha + 3.0) * np.log(n_top)
    floor = absolute_floor(problem.stored, ftz=how.ftz, subnormals=division.floor_subnormals)
    allowed = with_higher_orders(units * reference * problem.u, reference) + floor
    return ApproximationProbe(arrays={problem.main: inp}, expected=(Expected(reference, allowed),))


def general_probe(operation: Operation, problem: Problem, seed: int) -> ApproximationProbe | None:
    if problem.dtype != "float32" or not problem.inp.size:
        return None
    inputs = [array for array in operation.inputs if array.dtype in (None, "float32")]
    shapes = {array.name: problem.arrays[array.name].shape for array in inputs}
    main = next((array for array in inputs if array.name == problem.main and array.is_free), None)
    # Inputs that a kernel may multiply the main input with.
    matrices = [
        array.name
        for array in inputs
        if main and array.is_free and len(array.shape) > 1 and array.shape != main.shape
    ]
    n_kinds = 3 + bool(matrices) if main else 1
    kind, turn = seed // 2 % n_kinds, seed // 2 // n_kinds
    arrays: dict[str, NDArray[Any]] = {}
    for array in inputs:
        if array.absent is not None and array.name in problem.given:
            # A factor of 1 and a term of 0 round nothing.
            arrays[array.name] = np.full(shapes[array.name], array.absent, np.float32)
        elif array.is_of_case:
            arrays[array.name] = _whole_roots(shapes[array.name], turn)
    if kind in (1, 3):  # a sum of products with one term rounds none but that
        arrays |= {name: _second_row(shapes[name]) for name in matrices[1:]}
    if kind == 1:
        arrays[problem.main] = np.zeros(shapes[problem.main], np.float32)
    elif kind == 2:
        arrays[problem.main] = _deep(shapes[problem.main], seed, turn)
    elif kind == 3:
        arrays[problem.main] = _single(shapes[problem.main], problem.scalars.values())
        arrays[matrices[0]] = _deep_columns(shapes[matrices[0]])
    try:
        expected = derived(operation, replaced(problem, arrays), exactly=True)
    except TypeError:  # a decision of the reference depends on rounding
        return None
    return ApproximationProbe(arrays=arrays, expected=tuple(expected.values()))


def _whole_roots(shape: tuple[int, ...], turn: int) -> NDArray[np.float32]:
    """Return rows whose sums are 0 and whose mean squares have whole roots, so large that an epsilon changes none."""
    # Every other row has one power of two, with signs in turn. PTX allows an approximate division smaller errors where
    # its result is a power of two, so the others have 35 and 85 times as much. Their root mean square is 65 times as
    # much: it, its square and 35 / 65 are just above a power of two, where an ulp is largest. Rows whose length is not
    # a multiple of 4 have 3 times as much.
    n_cols, row = shape[-1], np.arange(math.prod(shape[:-1]))
    column = np.arange(n_cols)
    signs = np.where(column % 2 == 0, 1.0, -1.0)
    others = np.where(column % 4 < 2, 35.0, 85.0) if n_cols % 4 == 0 else 3.0
    factors = np.where((row + turn)[:, np.newaxis] % 2 == 0, 1.0, others)
    sizes = 2.0 ** (10 + row % 3)
    return (sizes[:, np.newaxis] * factors * signs).reshape(shape).astype(np.float32)


def _single(shape: tuple[int, ...], scalars: Iterable[float]) -> NDArray[np.float32]:
    """Return rows of one element that is not 0, and about 1 with the scalars: then any products of rows are exact."""
    factor = math.prod(map(abs, scalars))
    exponent = -round(math.log2(factor)) if 0.0 < factor < math.inf else 0
    rows, at = np.zeros(shape, np.float32), np.arange(shape[-2])
    rows[..., at, at % shape[-1]] = 2.0 ** max(-_MOST_SCALED, min(exponent, _MOST_SCALED))
    return rows


def _deep_columns(shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Return columns of one 0, in another row each, and elsewhere of one number 80 to 86 below."""
    column = np.arange(shape[-1])
    rows = np.zeros(shape, np.float32)
    rows[...] = -_depths()[column % _KEPT]
    rows[..., column % shape[-2], column] = 0.0
    return rows


def _second_row(shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Return zeros except in the second row: a result that weighs the first row alone is 0."""
    rows = np.zeros(shape, np.float32)
    rows[..., 1 % shape[-2], :] = np.where(np.arange(shape[-1]) % 2 == 0, 1024.0, -1024.0)
    return rows


def _deep(shape: tuple[int, ...], seed: int, turn: int) -> NDArray[np.float32]:
    """Return rows of one maximum, or of a power of two of them, and elements 64 to 68 below; or of 0 and `_rounded_up`.

    The sum of the exponentials of the last ones is just above 1, and rounded once: other terms are too small for it.
    """
    maximum, below = _elements()
    n_cols, rng = shape[-1], np.random.Generator(np.random.PCG64(seed))
    rows = below[rng.integers(below.size, size=(math.prod(shape[:-1]), n_cols))]
    order = rng.permutation(n_cols)
    which = (np.arange(len(rows)) + turn) % 3
    rows[np.ix_(which == 0, order[:1])] = maximum
    rows[np.ix_(which == 1, order[: 1 << max(0, n_cols.bit_length() - 2)])] = maximum
    rows[which == 2] = -_FAR
    rows[np.ix_(which == 2, order[:2])] = np.array([0.0, -_rounded_up()], np.float32)[:n_cols]
    return rows.reshape(shape)


@lru_cache(maxsize=1)
def _depths() -> NDArray[np.float32]:
    """Return numbers whose product with log2(e) is most too small: both roundings err in one direction, by 63 units."""
    tried = np.random.Generator(np.random.PCG64(0)).uniform(*_DEEPEST, _TRIED).astype(np.float32)
    errors: NDArray[Any] = (tried * _LOG2_E).astype(np.float64) * np.log(2.0) - tried
    return tried[np.argsort(errors)[:_KEPT]]


@lru_cache(maxsize=1)
def _rounded_up() -> np.float32:
    """Return a distance whose exponential, added to 1, rounds differently with ``__expf``."""
    # The exact sum is nearly half way between two numbers. So one sum is off by more than half an ulp, by most of the
    # error of ``__expf``: 13 units of the exponential. The bound has room for the errors of `expf`, of the logarithm
    # and of the result: 9.
    halves = -np.log((np.arange(128) + 0.5) * 2.0**-23).astype(np.float32)
    tried = (halves.view(np.int32) + np.arange(-3, 4, dtype=np.int32)[:, np.newaxis]).view(np.float32).ravel()
    powers = np.exp2((-tried * _LOG2_E).astype(np.float64))
    exact = np.exp(-tried.astype(np.float64))
    off = np.abs((1.0 + powers).astype(np.float32).astype(np.float64) - 1.0 - exact)
    worst: np.float32 = tried[np.argmax((off - 2.0**-24) / exact)]
    return worst


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
