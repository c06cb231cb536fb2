"""Layer normalisation of each row: ``y_i = (x_i - mean) / sqrt(variance + eps) * weight_i + bias_i``.

With ``t_i = x_i - mean``, ``v = sum t_i^2 / N``, ``q = v + eps``, ``r = 1 / sqrt(q)``, ``z_i = t_i r`` and ``A`` the
mean of ``|x_j|``, a kernel that finds the mean first and then sums the squares of the differences to it is off by::

    |out_i - y_i| <= |w_i| (r E + (|z_i| + r E) (min(1, E^2 / 2q) + B u)) + u |y_i| + a
    E = (h A + 2 |mean|) u                      the mean; h A u where N is a power of two
    B = ((v / q) (h + 4) + 2) / 2 + c + 3       the root, two products and the difference, relative

A sum of terms of both signs is off by ``h u`` of the sum of their magnitudes (Higham, section 4.2); its division by
``N`` adds ``2 u`` of the mean. ``q`` is off by ``(v / q) (h + 5) u`` (2 for the differences, 1 for the squares, ``h``
for the sum, 2 for the division) and by ``u`` each for ``eps`` and its addition: at most ``((v / q) (h + 4) + 2) u``.
The root halves that, the function adds ``c``, the difference and two products round once each.

The mean's error is one number for the row, ``|e| <= E``. ``sum (t_i - e)^2 = sum t_i^2 + N e^2`` exactly, because the
``t_i`` sum to 0: what is wrong with the mean enters the variance squared only, which is what the second pass is for.
``sum x^2 / N - mean^2`` has no such luck: it is off by ``h u`` of ``mean^2``, whatever is left of it, and is rejected
for rows far from 0.

Words of ``arithmetic``: ``ieee`` is ``1 / sqrtf(q)`` or a division by ``sqrtf(q)`` (``c = 2``), ``rsqrt`` is
``rsqrtf(q)`` (2 ulp, ``c = 5``; in double 1 ulp, ``c = 3``), ``welford`` is one pass with Welford's update, and Chan's
merge of the threads' counts, means and sums of squares. The bounds of ``one_pass_variance``, ``rounded_before_weight``
and the accumulations are derived (`harness.operation.precision.norm_routes`).

Welford
-------
Both join two parts ``a`` and ``b`` of a row, ``b`` one element in an update (``n = n_a + n_b``, ``d = M_b - M_a``)::

    M = M_a + d n_b / n          S = S_a + S_b + d^2 n_a n_b / n

so a row is a tree of joins. Let ``e`` be the error of a part's mean, ``A`` and ``Q`` the mean and the root mean square
of ``|x_j|``, ``A1`` the mean of ``|t_j|``, ``R`` the row's largest element less its least, ``C`` the joins of threads.

1. A join rounds ``M`` and, three times, ``d n_b / n``: ``e = (n_a e_a + n_b e_b) / n`` plus
   ``u |M| + 3 u |d| n_b / n``. Up to the root this counts ``n / N``, and the ``u n |M| / N`` of joins above each other
   add up to ``h A u``.
2. *Lemma.* Where the smaller part has a share ``s <= 1/2`` of a join, count 1 for each of its elements and
   ``s / (1-s)`` for the others. No element has more than ``log2 N`` in all: the part that it is in at least doubles
   for a 1, grows by the factor ``1 + p`` for a ``p = s / (1-s)``, and ``log2(1 + p) >= p`` for ``p <= 1``. So if ``b``
   is never larger, ``sum n_b |d| <= N A1 log2 N``. A merge of threads may have ``b`` larger; there ``|d| <= R``, and a
   merge that weighs both means (``M_a n_a / n + M_b n_b / n``) rounds ``A`` thrice more::

       |e| <= E = (h A + 3 C A + 3 A1 log2 N + 3 C R) u + 2 u |mean|

3. In exact arithmetic on the rounded means, ``S`` is ``sum (d + e_b - e_a)^2 n_a n_b / n`` over all joins. Without the
   ``e`` that is ``N v``. By Cauchy and Schwarz ``sqrt(S / N)`` is off by at most ``g = sqrt(sum (e_b - e_a)^2 n_a n_b /
   (n N))``. As ``n_a n_b / n`` is at most the smaller part, the lemma gives ``g <= sqrt(2 log2 N) E2``, with ``E2``
   the bound of step 2 for root mean squares, ``Q`` for ``A`` and ``sqrt(v)`` for ``A1``. For a single thread ``b`` is
   exact, ``n_a`` times the mean of its magnitudes is at most ``N A``, and by Hardy's inequality the running means of
   ``|t|`` have a mean square of at most ``4 v``: ``g <= (h A + 6 sqrt(v) log2 N) u``. The update's ``x - M`` rounds
   once more: ``sqrt(2) Q u``.
4. Every term is positive: ``h + C`` additions, 6 roundings of a term, 2 of the mean of squares.

In place of ``min(1, E^2 / 2q)`` the root's change is ``sqrt(q / (max(sqrt(v) - g, 0)^2 + eps)) - 1``, and ``h + 4`` in
``B`` becomes ``h + C + 7``. The variance is off by ``2 g sqrt(v)``, in proportion to ``N Q / sqrt(v)`` for a single
thread, as Chan, Golub and LeVeque find for updates.

Limitations
-----------
``x * (r w) + (bias - mean r w)`` cancels for rows far from 0 and may be rejected there. A row whose sum or sum of
squares overflows what is computed in is not judged, with ``welford`` nor one whose sum of squares overflows when
multiplied by ``N``. In rows so far from 0 that ``g`` reaches ``sqrt(v)``, ``welford`` admits any scale up to
``1 / sqrt(eps)``.

References
----------
J. L. Ba, J. R. Kiros, G. E. Hinton, "Layer Normalization", arXiv:1607.06450 (2016). T. F. Chan, G. H. Golub,
R. J. LeVeque, "Algorithms for computing the sample variance", The American Statistician 37 (1983)
242-247: the two-pass algorithm, updating and merging. N. J. Higham, "Accuracy and Stability of Numerical Algorithms",
2nd ed., section 1.9: the two-pass algorithm and Welford's.
CUDA C++ Programming Guide, "Mathematical Functions": ``sqrtf`` and ``/`` 0 ulp, ``rsqrtf`` 2, ``rsqrt`` 1.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..given import Matrix, Stream
from ..precision.float_format import FloatFormat
from ..precision.rounding import SECOND_ORDER, combine_depth, stored_bound, with_higher_orders
from ..problem import Problem
from ..quantities import RowQuantity

ROOT_U = 2.0
"""``1 / sqrtf``: two correctly rounded operations."""


RSQRT_U = 5.0
"""``rsqrtf``: 2 ulp and half a one."""


RSQRT_DOUBLE_U = 3.0
"""``rsqrt``: 1 ulp and half a one."""


def reference(problem: Problem) -> Matrix:
    """Compute it in float64, in extended precision for a float64 kernel.

    Notes
    -----
    A row with a NaN or an infinity is NaN throughout: its mean is not finite, and differences to that are not.
    """
    if problem.inp.size == 0:
        return np.empty(problem.inp.shape)
    _, _, centred, variance = _moments(problem)
    with np.errstate(invalid="ignore", over="ignore"):
        normal = centred / np.sqrt(variance + problem.scalars["eps"])
        result = normal * problem.vector("weight") + problem.vector("bias")
    exact: Matrix = result.astype(np.float64)
    return exact


def _moments(problem: Problem) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """Give the mean, the mean magnitude, the differences to the mean, and their mean square, of each row."""
    with np.errstate(invalid="ignore", over="ignore"):
        x = problem.wide
        mean = x.mean(axis=1, keepdims=True)
        magnitude = np.abs(x).mean(axis=1, keepdims=True)
        centred = x - mean
        variance = (centred * centred).mean(axis=1, keepdims=True)
    return mean, magnitude, centred, variance


def bound(problem: Problem, reference: Matrix) -> Matrix:
    """Return the largest error of each element; see the module. NaN for rows that overflow."""
    if problem.inp.size == 0:
        return np.zeros(problem.inp.shape)
    u, n_cols = problem.u, problem.n_cols
    depth = problem.sum_depth
    # A row of NaN has moments that mean nothing, and a bound of 0 in the end.
    mean, magnitude, centred, variance = (
        np.where(np.isfinite(part), part, 0.0).astype(np.float64) for part in _moments(problem)
    )
    q = np.minimum(variance + problem.scalars["eps"], np.finfo(np.float64).max)
    root = 1.0 / np.sqrt(q)
    normal = np.abs(centred) * root
    weight = np.abs(problem.vector("weight"))

    # Neither dividing by a power of two nor multiplying by its reciprocal rounds.
    of_division = 0.0 if n_cols & (n_cols - 1) == 0 else 2.0
    of_mean = (depth * magnitude + of_division * np.abs(mean)) * u * _more((depth + of_division) * u)
    if "welford" in problem.how:
        further, of_mean, of_root = _welford(problem, of_mean, magnitude, centred, variance)
    else:
        further, of_root = 4.0, np.minimum(1.0, of_mean * of_mean / (2.0 * q))
    relative = 0.5 * (variance / q * (depth + further) + 2.0) + root_u(problem) + 3.0
    relative_u = with_higher_orders(relative * u, np.ones_like(relative))
    moved = root * of_mean
    allowed = weight * (moved + (normal + moved) * (of_root + relative_u))
    size = np.where(np.isfinite(reference), np.abs(reference), 0.0)
    allowed = allowed + SECOND_ORDER * u * (size + allowed)
    # Each product and difference that underflows, or is flushed, is off by no more than this.
    allowed = allowed + problem.underflow * ((3.0 * root + 1.0) * weight + 2.0)
    # (|t| + E)^2 is what is summed at most.
    with np.errstate(over="ignore"):
        squares = n_cols * (variance + 2.0 * of_mean * np.sqrt(variance) + of_mean**2)
        if "welford" in problem.how:
            squares = n_cols * squares
        overflows = np.maximum(squares, n_cols * magnitude) >= 0.99 * problem.computed.largest
    allowed = np.where(overflows, np.nan, allowed)
    return stored_bound(allowed, reference, problem.stored)


def _welford(
    problem: Problem, of_mean: Matrix, magnitude: Matrix, centred: Matrix, variance: Matrix
) -> tuple[float, Matrix, Matrix]:
    """Return what is added to ``h`` in ``B``, ``E``, and the change of the root; see the module."""
    u, eps = problem.u, problem.scalars["eps"]
    x = np.where(np.isfinite(problem.wide), problem.wide, 0.0)
    # Merging an empty part is exact, so a row has fewer merges than elements.
    merges = min(combine_depth(problem.row_threads), problem.n_cols - 1)
    levels = float(np.log2(problem.n_cols))
    deviation = np.sqrt(variance)
    rms = np.sqrt((x * x).mean(axis=1, keepdims=True)).astype(np.float64)
    of_merges = (
        3.0 * merges * (x.max(axis=1, keepdims=True) - x.min(axis=1, keepdims=True)).astype(np.float64)
    )
    factor = u * _more((problem.sum_depth + 3.0 * (merges + levels)) * u)
    around = np.abs(centred).mean(axis=1, keepdims=True)
    of_mean = of_mean + (3.0 * (merges * magnitude + levels * around) + of_merges) * factor
    if problem.row_threads == 1 and problem.serial is None:
        of_parts = problem.sum_depth * magnitude + 6.0 * levels * deviation
    else:
        of_parts = (problem.sum_depth + 3.0 * merges) * rms + 3.0 * levels * deviation + of_merges
        of_parts = np.sqrt(2.0 * levels) * of_parts
    of_parts = (of_parts + np.sqrt(2.0) * rms) * factor
    least = np.maximum(deviation - of_parts, 0.0) ** 2 + eps
    with np.errstate(divide="ignore"):
        change: Matrix = np.sqrt((variance + eps) / least) - 1.0
    return merges + 7.0, of_mean, change


def _more(relative: float) -> float:
    """Give the factor that covers higher orders."""
    return max(SECOND_ORDER, 1.0 / (1.0 - relative)) if relative < 1.0 else float("inf")


def root_u(problem: Problem) -> float:
    """Return ``c``, the error of a reciprocal root that the words ``ieee`` and ``rsqrt`` mean, in ``u``."""
    if "rsqrt" not in problem.how:
        return ROOT_U
    return RSQRT_DOUBLE_U if problem.dtype == "float64" else RSQRT_U


def row_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield mean and mean square of every row of ``(out - bias) / weight``, which must be 0 and ``v / (v + eps)``.

    Their bounds follow from the elements' bounds. They need no reference.
    """
    judged = np.logical_and(np.isfinite(reference).all(axis=1), np.isfinite(allowed).all(axis=1))
    if not judged.any():
        return
    weight, bias = problem.vector("weight"), problem.vector("bias")
    usable = weight != 0.0
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        normal = np.where(usable, (out - bias) / weight, 0.0)
        each = np.where(usable, allowed / np.abs(weight), 0.0) + 2.0**-50 * (
            1.0 + np.abs(out) + np.abs(bias)
        ) / np.maximum(np.abs(weight), 2.0**-50)
    if not usable.all():
        return
    _, _, _, variance = _moments(problem)
    share = (variance / (variance + problem.scalars["eps"])).astype(np.float64)[:, 0]
    rows = np.zeros(out.shape[0])
    yield RowQuantity(
        claim="have mean 0 before weight and bias",
        name="mean",
        got=normal.mean(axis=1),
        expected=rows,
        allowed=np.where(judged, each.mean(axis=1), 0.0),
        judged=judged,
        hint="check that the mean is that of the whole row",
    )
    yield RowQuantity(
        claim="have a mean square of v / (v + eps) before weight and bias",
        name="mean square",
        got=(normal * normal).mean(axis=1),
        expected=share,
        # 1 is the largest share; its own rounding is far below.
        allowed=np.where(judged, ((2.0 * np.abs(normal) + each) * each).mean(axis=1) + 2.0**-45, 0.0),
        judged=judged,
        hint="check that the variance is the sum over the whole row, divided by the row's length",
    )


def small_rows(stream: Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Draw rows beside whose squares an epsilon of 1e-3 to 1e-6 matters."""
    del form
    sizes = np.resize(np.array([1e-3, 3e-2, 1e-4, 3e-3]), (n_rows, 1))
    return stream.normal(n_rows, n_cols) * sizes
