"""Mean, variance and standard deviation, by the algorithms that kernels use for them.

Two passes
    ``sum (x - m)**2 / N`` with the computed mean ``m``, which is off by ``e``. The deviations ``t`` from the exact mean
    add up to 0, so ``sum (t - e)**2 = sum t**2 + N e**2``: the error of the mean enters squared. For the same reason
    an error of at most ``b`` of each element changes the variance by ``(2 sum |t| b + sum b**2) / N`` at most.
``one_pass_variance``
    ``mean(x * x) - mean(x)**2``, as written out: its error is relative to ``mean(x * x)``.
``welford``
    Updates and merges, below. A mean that is infinite may be NaN as well.

Welford
-------
Both join two parts ``a`` and ``b`` of a row, ``b`` one element in an update (``n = n_a + n_b``, ``d = M_b - M_a``)::

    M = M_a + d n_b / n          S = S_a + S_b + d^2 n_a n_b / n

so a row is a tree of joins. Let a row have ``N`` elements ``x_j`` with the variance ``v``, differences ``t_j`` to
their mean, and ``h`` additions in its sum. Let ``e`` be the error of a part's mean, ``A`` and ``Q`` the mean and the
root mean square of ``|x_j|``, ``A1`` the mean of ``|t_j|``, ``R`` the row's largest element less its least, ``C`` the
joins of threads.

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

The variance is off by ``2 g sqrt(v)``, in proportion to ``N Q / sqrt(v)`` for a single thread, as Chan, Golub and
LeVeque find for updates.

References
----------
T. F. Chan, G. H. Golub, R. J. LeVeque, "Algorithms for computing the sample variance", The American Statistician 37
(1983) 242-247. N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., section 1.9.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..array import Bounded
from ..facts import MAY_OVERFLOW, SURE, UNDECIDED, Array, Facts
from ..kernel_arithmetic import scalar_division
from ..rounding_step import U64, Ruling, settled, sure_infinities, surely_nan
from .elementary import divide, sqrt, square, subtract
from .sums import axes_of, enter, gamma, own_depth, rounding_of_sum, summed

CHAN = "Chan, Golub and LeVeque (1983); Higham, section 1.9"
ROUNDINGS = 3
"""Roundings of a term of the variance: two of the difference, which is squared, one of the square."""
WELFORD_ROUNDINGS = 6
"""The same with updates and merges (step 4)."""


def mean(x: Bounded, axis: Any = None, *, keepdims: bool = False) -> Bounded:
    result = divide(summed(x, axis, keepdims), float(_n_terms(x, axis)))
    if "welford" in x.arithmetic and result.size:
        further, _ = _welford(x, axis, keepdims)
        result.bound += np.where(np.isfinite(further), further, 0.0)
        result.facts.exact = False
        infinite = sure_infinities(result)
        if infinite.any():
            # An update or merge behind an infinity takes one infinity from another.
            result.doubt = np.where(infinite, np.uint8(UNDECIDED), result.doubt)
            result.bound = np.where(infinite, np.inf, result.bound)
            result.facts.sure = False
            result.nan_too = infinite
    return result


def variance(x: Bounded, axis: Any = None, *, ddof: float = 0, keepdims: bool = False) -> Bounded:
    how, n_terms = x.arithmetic, _n_terms(x, axis)
    value = np.asarray(np.var(x.value, axis=axis, ddof=ddof, keepdims=keepdims))
    if n_terms == 0 or n_terms <= ddof:
        return Bounded(value, np.zeros(value.shape), np.zeros(value.shape, np.uint8), Facts(), how)
    scale = n_terms / (n_terms - ddof)
    if "one_pass_variance" in how:
        return _one_pass(x, axis, keepdims, value, scale)
    if how.exactly and "welford" not in how:
        squares = square(subtract(x, mean(x, axis, keepdims=True)))
        return divide(summed(squares, axis, keepdims), float(n_terms - ddof))

    def average(part: Array) -> Array:
        return np.asarray(np.mean(part, axis=axis, keepdims=keepdims))

    middle = divide(summed(x, axis, True), float(n_terms))
    deviation = np.abs(x.value - middle.value)
    of_mean = (
        np.maximum(middle.bound - np.mean(x.bound, axis=axis, keepdims=True), 0.0) + 2.0**-50 * middle.bound
    )
    of_mean = of_mean.reshape(value.shape)
    of_input = average(x.bound * (2.0 * deviation + x.bound))
    roundings, size = ROUNDINGS, average(deviation**2)
    if "welford" in how:
        _, of_root = _welford(x, axis, keepdims)
        of_kernel = of_root * (2.0 * np.sqrt(size + of_input) + of_root)
        roundings = WELFORD_ROUNDINGS + how.merges(n_terms)
    else:
        of_kernel = of_mean * of_mean
    change = scale * (of_input + of_kernel)
    reach = scale * size + change
    own = own_depth(x, axes_of(x, axis))
    bound = change + gamma(roundings + scalar_division(how), how.u) * reach
    bound = bound + rounding_of_sum(how, value, reach, how.depth(n_terms), n_terms, own + 8)
    # Squares that underflow, or are flushed.
    bound = np.where(reach > 0.0, bound + 2.0 * how.tiny, bound)

    def judge(value: Array, change: Array) -> Ruling:
        doubtful = middle.doubt.reshape(value.shape) != SURE
        nan = np.any(surely_nan(x) | (np.isinf(x.value) & (x.doubt == SURE)), axis=axis, keepdims=keepdims)
        doubt = np.where(doubtful, UNDECIDED, np.where(overflows, MAY_OVERFLOW, SURE))
        return np.where(nan & (np.max(x.doubt, axis=axis, keepdims=keepdims) == SURE), SURE, doubt), change

    factor = n_terms * (n_terms if "welford" in how else 1.0)
    overflows = ~(factor * (reach + bound) < how.accumulated.largest)
    in_doubt = bool(overflows.any()) or not middle.facts.sure
    facts = Facts(exact=not bound.any(), floor=0.0)
    return settled(value, bound, x, rule=judge, facts=facts, change=change, in_doubt=in_doubt)


def _one_pass(x: Bounded, axis: Any, keepdims: bool, value: Array, scale: float) -> Bounded:
    written = subtract(mean(square(x), axis, keepdims=keepdims), square(mean(x, axis, keepdims=keepdims)))
    apart = np.where(np.isfinite(value), np.abs(written.value - value / scale), 0.0)
    bound = scale * (written.bound + apart) * (1.0 + 4.0 * x.arithmetic.u) + 4.0 * U64 * np.abs(value)
    # A difference of rounded numbers may be negative.
    return Bounded(value, bound, written.doubt, Facts(sure=written.facts.sure), x.arithmetic)


def _welford(x: Bounded, axis: Any, keepdims: bool) -> tuple[Array, Array]:
    """Return what Welford's algorithm adds to the error of a mean, and the error ``g`` of the root of a variance."""
    how, n_terms = x.arithmetic, _n_terms(x, axis)
    over = {"axis": axis, "keepdims": keepdims}
    size = np.abs(x.value) + x.bound
    around = np.abs(x.value - np.mean(x.value, axis=axis, keepdims=True)) + x.bound
    around = around + np.mean(x.bound, axis=axis, keepdims=True)
    merges, levels, depth = how.merges(n_terms), math.log2(n_terms), how.depth(n_terms)
    magnitude, rms = np.mean(size, **over), np.sqrt(np.mean(size**2, **over))
    deviation = np.sqrt(np.mean(around**2, **over))
    of_merges = 3.0 * merges * (np.max(x.high, **over) - np.min(x.value - x.bound, **over))
    relative = (depth + 3.0 * (merges + levels)) * how.u
    factor = how.u * max(1.01, 1.0 / (1.0 - relative) if relative < 1.0 else math.inf)
    further = (3.0 * (merges * magnitude + levels * np.mean(around, **over)) + of_merges) * factor
    if how.adds_in_order(n_terms):
        of_parts = depth * magnitude + 6.0 * levels * deviation
    else:
        of_parts = (depth + 3.0 * merges) * rms + 3.0 * levels * deviation + of_merges
        of_parts = math.sqrt(2.0 * levels) * of_parts
    return np.asarray(further), np.asarray((of_parts + math.sqrt(2.0) * rms) * factor)


def deviation(x: Bounded, axis: Any = None, *, ddof: float = 0, keepdims: bool = False) -> Bounded:
    return sqrt(variance(x, axis, ddof=ddof, keepdims=keepdims))


def _n_terms(x: Bounded, axis: Any) -> int:
    return math.prod(x.shape[index] for index in axes_of(x, axis))


enter(
    {np.mean: mean},
    rule="the sum's, divided by `n`, and `2 u` of the mean: a division or a product with `1 / n`; nothing for a power "
    "of two. More with `welford`, whose mean may be NaN instead of an infinity",
    source=CHAN,
)
enter(
    {np.var: variance, np.std: deviation},
    rule="two passes: the square of the mean's error, `(2 sum |t| b + sum b^2) / n` for deviations `t`, `h + 3` "
    "roundings and the division. `one_pass_variance` is `mean(x * x) - mean(x)**2` as written out; `welford` has a "
    "bound of its own",
    source=CHAN,
)
