"""Root mean square normalisation of each row: ``y_i = x_i / sqrt(mean(x^2) + eps) * weight_i``.

With ``v = sum x_j^2 / N``, ``q = v + eps`` and ``u`` the unit roundoff, a kernel is off by::

    |out_i - y_i| <= |y_i| B u + a      B = ((v / q) (h + 2) + 2) / 2 + c + 2

Squares are positive, so nothing cancels and every error is relative: one rounding for a square, ``h`` for the
additions, two for the division by ``N``, one for adding ``eps``, of which the root halves all; ``c`` for the
root and its reciprocal; two products.

Words of ``arithmetic``: ``ieee`` is ``1 / sqrtf(q)`` or a division by ``sqrtf(q)`` (``c = 2``), ``rsqrt`` is
``rsqrtf(q)`` (2 ulp, ``c = 5``; in double 1 ulp, ``c = 3``). The bounds of ``rounded_before_weight`` and of the
accumulations are derived (`harness.operation.precision.norm_routes`).

Limitations
-----------
A row whose sum of squares overflows what is computed in is not judged.

References
----------
B. Zhang, R. Sennrich, "Root Mean Square Layer Normalization", NeurIPS 2019. CUDA C++ Programming Guide, "Mathematical
Functions": ``sqrtf`` and ``/`` 0 ulp, ``rsqrtf`` 2, ``rsqrt`` 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..given import Matrix
from ..precision.rounding import stored_bound, with_higher_orders
from ..problem import Problem
from ..quantities import RowQuantity
from .layer_norm import root_u


def reference(problem: Problem) -> Matrix:
    """Compute it in float64, in extended precision for a float64 kernel.

    Notes
    -----
    A row with a NaN is NaN throughout. In a row with an infinity the root is infinite, so its infinities give NaN
    (``inf * 0``) and everything else gives 0.
    """
    if problem.inp.size == 0:
        return np.empty(problem.inp.shape)
    x, square = _squares(problem)
    with np.errstate(invalid="ignore", over="ignore"):
        result = x / np.sqrt(square + problem.scalars["eps"]) * problem.vector("weight")
    exact: Matrix = result.astype(np.float64)
    return exact


def _squares(problem: Problem) -> tuple[Any, Any]:
    x = problem.wide
    with np.errstate(invalid="ignore", over="ignore"):
        return x, (x * x).mean(axis=1, keepdims=True)


def bound(problem: Problem, reference: Matrix) -> Matrix:
    """Return the largest error of each element; see the module. NaN for finite rows whose squares overflow."""
    if problem.inp.size == 0:
        return np.zeros(problem.inp.shape)
    depth = problem.sum_depth
    _, raw = _squares(problem)
    is_finite = np.isfinite(problem.exact).all(axis=1, keepdims=True)
    with np.errstate(over="ignore"):
        square = np.where(is_finite, raw, 0.0).astype(np.float64)
    q = np.minimum(square + problem.scalars["eps"], np.finfo(np.float64).max)
    relative = 0.5 * (square / q * (depth + 2.0) + 2.0) + root_u(problem) + 2.0
    size = np.where(np.isfinite(reference), np.abs(reference), 0.0)
    allowed = size * with_higher_orders(relative * problem.u, np.ones_like(relative))
    # Each product that underflows, or is flushed, is off by no more than this.
    weight = np.abs(problem.vector("weight"))
    allowed = allowed + problem.underflow * ((1.0 / np.sqrt(q) + 1.0) * weight + 2.0)
    with np.errstate(over="ignore"):
        overflows = problem.n_cols * square >= 0.99 * problem.computed.largest
    return stored_bound(np.where(overflows, np.nan, allowed), reference, problem.stored)


def row_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield the mean square of every row of ``out / weight``, which must be ``v / (v + eps)``.

    Its bound follows from the elements' bounds. It needs no reference.
    """
    judged = np.logical_and(np.isfinite(reference).all(axis=1), np.isfinite(allowed).all(axis=1))
    weight = problem.vector("weight")
    if not judged.any() or not (weight != 0.0).all():
        return
    with np.errstate(invalid="ignore", over="ignore"):
        normal = out / weight
        each = allowed / np.abs(weight) + 2.0**-50 * np.abs(normal)
        _, square = _squares(problem)
        share = (square / (square + problem.scalars["eps"])).astype(np.float64)[:, 0]
        # 1 is the largest share; its own rounding is far below.
        off = ((2.0 * np.abs(normal) + each) * each).mean(axis=1) + 2.0**-45
        got = (normal * normal).mean(axis=1)
    yield RowQuantity(
        claim="have a mean square of v / (v + eps) before the weight",
        name="mean square",
        got=got,
        expected=share,
        allowed=np.where(judged, off, 0.0),
        judged=judged,
        hint="check that the mean square is the sum over the whole row, divided by the row's length",
    )
