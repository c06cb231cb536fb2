"""Inputs that expose approximate exponentials, divisions and roots, whatever the length of a row.

Ordinary inputs hide an approximation: the bound has room for the other roundings. So the inputs here are such that a
kernel rounds little else.

For most operations, `general_probe` makes inputs of powers of two, of zeros, or of a maximum with other elements 64 to
68 below. The bound is derived from the operation's reference, which then also follows what is exact: sums and products
of powers of two in any order, roots of their squares, quotients, ``exp(0)``, and what vanishes beside a larger number.
Nothing is written for one operation, so it shows what its arithmetic lets show: an approximate root of a norm in rows
whose length is a power of two, a division by a sum of ones. The error of ``__expf`` in a logarithm of a sum stays
hidden: there it is within the bound of what the operation returns.

Softmax has a bound of its own. The error of an approximation is largest far below the maximum, where few elements are,
and the bound of a long row has room for the roundings of its sum. Here `K` elements equal the maximum `m`. The others
are 64 to 68 below, so that they vanish beside the sum, which is exactly `K` in any order: `exp(0)` is 1 (C standard,
annex F, and the tables of ``ex2.approx``), and whole numbers below ``2**24`` add without rounding. So the bound is

    |out_i - y_i| <= y_i * (alpha * d_i + 2 eps + c) * u        c alone where d_i = 0

The `d_i` are chosen so that rounding `x_i - m`, and rounding its product with log2(e), err in one direction and by half
an ulp each: ``__expf`` and ``exp2f`` of the product are off by 64 u + 44 u, and by 14 u for the rounded constant.
`expf` has the first of these errors alone, and `alpha * d_i` covers it. `m * log2(e)` is halfway between two numbers.

`K` is 3 times a power of two where a row has 4 elements or more: two ulps of 1 / K are 3 u, which ``__fdividef`` may be
off by. Beside a power of two PTX allows fewer.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy  # imports `scipy.special` on first use, which takes 0.1 s
from numpy.typing import NDArray

from .expected import Expected
from .precision.arithmetic import parse_arithmetic
from .precision.rounding import absolute_floor, sum_depth, with_higher_orders
from .problem import Problem, replaced
from .quantities import ApproximationProbe

if TYPE_CHECKING:
    from .model import Operation

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
    return ApproximationProbe(arrays={problem.main: inp}, expected=(Expected(reference, allowed),))


def general_probe(operation: Operation, problem: Problem, seed: int) -> ApproximationProbe | None:
    """Make inputs for a case of an operation with a reference on bounded arrays, with their right results and bounds.

    Parameters
    ----------
    operation : Operation
        Operation that the kernel computes.
    problem : Problem
        Input of the case; gives shapes, arithmetic, and the arrays that stay as they are: integers, and those with
        values of their own.
    seed : int
        Chooses among the three kinds of inputs.

    Returns
    -------
    ApproximationProbe or None
        None for types other than float32, for an operation whose bound is not derived, and if rounding decides.
    """
    is_derived = operation.bound is None or operation.bounded_reference is not None
    if problem.dtype != "float32" or not is_derived or not problem.inp.size:
        return None
    kind = seed // 2 % 3
    arrays: dict[str, NDArray[Any]] = {}
    for array in operation.inputs:
        if not array.is_of_case:
            continue
        shape = problem.arrays[array.name].shape
        rows = _powers_of_two(shape, seed // 6)
        if array.name == problem.main and kind:
            rows = np.zeros(shape, np.float32) if kind == 1 else _deep(shape, seed)
        arrays[array.name] = rows
    try:
        expected = operation.derived(replaced(problem, arrays), exactly=True)
    except TypeError:  # a decision of the reference depends on rounding
        return None
    return ApproximationProbe(arrays=arrays, expected=tuple(expected.values()))


def _powers_of_two(shape: tuple[int, ...], turn: int) -> NDArray[np.float32]:
    """Return powers of two so large that an epsilon vanishes beside their squares, with signs in turn.

    Every other row has three times as much: PTX allows an approximate division by a power of two smaller errors.
    """
    n_cols, row = shape[-1], np.arange(math.prod(shape[:-1]))
    signs = np.where(np.arange(n_cols) % 2 == 0, 1.0, -1.0)
    sizes = 2.0 ** (10 + row % 3) * np.where((row + turn) % 2 == 0, 1.0, 3.0)
    return (sizes[:, np.newaxis] * signs).reshape(shape).astype(np.float32)


def _deep(shape: tuple[int, ...], seed: int) -> NDArray[np.float32]:
    """Return rows of one maximum, or of a power of two of them, and elements 64 to 68 below."""
    maximum, below = _elements()
    n_cols, rng = shape[-1], np.random.Generator(np.random.PCG64(seed))
    rows = below[rng.integers(below.size, size=(math.prod(shape[:-1]), n_cols))]
    order = rng.permutation(n_cols)
    rows[0::2, order[:1]] = maximum
    rows[1::2, order[: 1 << max(0, n_cols.bit_length() - 2)]] = maximum
    return rows.reshape(shape)


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
