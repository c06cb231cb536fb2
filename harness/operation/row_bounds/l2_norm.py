"""Division of each row by its Euclidean norm: ``y_i = x_i / max(sqrt(sum x_j^2), eps)``.

``torch.nn.functional.normalize`` computes it along a row. With ``s = sum x_j^2``, ``d = max(sqrt(s), eps)`` and ``u``
the unit roundoff, a kernel is off by::

    |out_i - y_i| <= |y_i| B u + a      B = max(r, e) + c + 1      r = (h + 1) / 2

Squares are positive, so nothing cancels and every error is relative. One rounding for a square and ``h`` for the
additions, both halved by the root: ``r``. ``c`` for the root and its reciprocal, one for the product; a division by
the root has one less. ``|max(a', e') - max(a, e)| <= max(|a' - a|, |e' - e|)``, so a row near ``eps`` is off by the
larger error of the two, and a row that is surely shorter by the error of ``eps`` alone: ``B = e + c + 1``.

``e`` is the error of ``eps``. With ``ieee``, ``c`` counts a root that ``eps`` does not go through, which is enough for
an ``eps`` built into the kernel and rounded there: ``e = 0``. With ``rsqrt`` a kernel compares ``s`` with ``eps^2``,
the root halves the error of the factors and of the square: ``e = 3 / 2``.

A square that underflows is off by ``t``, the smallest subnormal number, or the smallest normal one with ``ftz``. This
adds ``N t / 2 s`` to the relative error of the root, next to nothing unless the norm is below 1e-15. ``a`` is ``t`` for
the result and, with ``ftz``, ``t / d`` for a flushed input.

Words of ``arithmetic``: ``ieee`` is a division by ``fmaxf(sqrtf(s), eps)``, or its reciprocal (``c = 2``); ``rsqrt`` is
``rsqrtf(fmaxf(s, eps * eps))`` (2 ulp, ``c = 5``; in double 1 ulp, ``c = 3``).

Limitations
-----------
A row whose sum of squares overflows what is computed in is not judged, although a kernel that scales the row first
could be right. Nor is a row whose norm or ``eps`` is so small that underflowing squares decide the result.

References
----------
PyTorch, ``torch.nn.functional.normalize``: the formula, and ``eps = 1e-12``. N. J. Higham, "Accuracy and Stability of
Numerical Algorithms", 2nd ed., sections 3.1 and 4.2: sums of positive terms. CUDA C++ Programming Guide, "Mathematical
Functions": ``sqrtf`` and ``/`` 0 ulp, ``rsqrtf`` 2, ``rsqrt`` 1.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..given import Matrix, Stream
from ..precision.float_format import FloatFormat
from ..precision.rounding import stored_bound, with_higher_orders
from ..problem import Problem
from ..quantities import RowQuantity
from .layer_norm import root_u

EPS_SQUARED_U = 1.5
"""Half the error of ``eps * eps``: two factors rounded to the computed format, and a product."""


UNDERFLOW = 2.0**-7
"""Relative error of a sum through underflow from which on a row is not judged."""


def reference(problem: Problem) -> Matrix:
    """Compute it in float64, in extended precision for a float64 kernel.

    Notes
    -----
    A row with a NaN is NaN throughout; ``fmaxf(NaN, eps)`` is ``eps``, so a kernel has to take care. In a row with an
    infinity the norm is infinite, so its infinities give NaN (``inf / inf``) and everything else gives 0. A row of
    zeros gives zeros.
    """
    if problem.inp.size == 0:
        return np.empty(problem.inp.shape)
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        # np.maximum keeps a NaN.
        result = problem.wide / np.maximum(np.sqrt(_squares(problem)), problem.scalars["eps"])
    exact: Matrix = result.astype(np.float64)
    return exact


def _squares(problem: Problem) -> Matrix:
    """Return the sum of squares of each row, in the format of `Problem.wide`."""
    with np.errstate(invalid="ignore", over="ignore"):
        squares: Matrix = (problem.wide**2).sum(axis=1, keepdims=True)
    return squares


def bound(problem: Problem, reference: Matrix) -> Matrix:
    """Return the largest error of each element; see the module. NaN for rows that overflow or underflow."""
    if problem.inp.size == 0:
        return np.zeros(problem.inp.shape)
    u, tiny, eps = problem.u, problem.underflow, problem.scalars["eps"]
    depth = problem.sum_depth
    is_finite = np.isfinite(problem.exact).all(axis=1, keepdims=True)
    with np.errstate(over="ignore", under="ignore", divide="ignore", invalid="ignore"):
        squares = np.where(is_finite, _squares(problem), 0.0)
        norm = np.sqrt(squares).astype(np.float64)
        overflows = squares >= 0.99 * problem.computed.largest
        lost = (problem.n_cols * tiny / squares).astype(np.float64)

        of_eps = EPS_SQUARED_U if "rsqrt" in problem.how else 0.0
        further = root_u(problem) + 1.0
        # The longest norm that a right kernel can find for this row, beside the least eps.
        longest = np.sqrt(squares + problem.n_cols * tiny).astype(np.float64) * (1.0 + (depth + 2.0) * u)
        is_short = longest * (1.0 + 4.0 * u) < eps
        of_norm = 0.5 * (depth + 1.0 + lost / u)
        relative = np.where(is_short, of_eps, np.maximum(of_norm, of_eps)) + further
        underflows = np.where(is_short, 0.0, lost) > UNDERFLOW
        if "rsqrt" in problem.how:
            underflows |= is_short & (eps * eps * UNDERFLOW < tiny)

    size = np.where(np.isfinite(reference), np.abs(reference), 0.0)
    relative = np.where(underflows | overflows, 0.0, relative)
    allowed = size * with_higher_orders(relative * u, np.ones_like(relative))
    allowed = allowed + tiny
    if problem.how.ftz:
        allowed = allowed + tiny / np.maximum(np.maximum(norm, eps), tiny)
    return stored_bound(np.where(underflows | overflows, np.nan, allowed), reference, problem.stored)


def floor(problem: Problem) -> float:
    """Return the largest of the absolute errors ``a``, that of a row no longer than ``eps``."""
    flushed = problem.underflow / max(problem.scalars["eps"], problem.underflow) if problem.how.ftz else 0.0
    return problem.underflow + flushed


def row_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield the sum of squares of every row of results, which must be 1, or ``s / eps^2`` if that is less.

    Its bound follows from the elements' bounds. It needs no reference.
    """
    judged = np.logical_and(np.isfinite(reference).all(axis=1), np.isfinite(allowed).all(axis=1))
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        squares = _squares(problem)
        expected = np.minimum(squares / problem.scalars["eps"] ** 2, np.sign(squares)).astype(np.float64)
        each = allowed + 2.0**-50 * np.abs(out)
        off = ((2.0 * np.abs(out) + each) * each).sum(axis=1) + 2.0**-50 * expected[:, 0]
    yield RowQuantity(
        claim="have a sum of squares of 1, or of sum x^2 / eps^2 if that is less",
        name="sum of squares",
        got=(out * out).sum(axis=1),
        expected=expected[:, 0],
        allowed=np.where(judged, off, 0.0),
        judged=judged,
        hint="check that the norm is that of the whole row, and that eps limits the norm and not its square",
    )


def short_rows(stream: Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Draw rows with norms on both sides of the values of eps, and a row of zeros."""
    del form
    sizes = np.resize(np.array([3e-4, 0.0, 1e-14, 0.1]), (n_rows, 1))
    return stream.normal(n_rows, n_cols) * sizes
