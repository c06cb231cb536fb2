"""Sums along axes and by index, in any order that a kernel may choose.

Any order of additions is a binary tree. With ``h`` roundings on its longest path, and ``gamma = (1 + u)**h - 1``,

    |sum of a right kernel - sum x_i|  <=  sum b_i + gamma sum (|x_i| + b_i)

(Higham, section 4.2). ``h`` is `KernelArithmetic.depth`, and less where terms are exactly 0, because adding 0 rounds
nothing. If the partial sums may overflow, the result is in doubt.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...precision.rounding import reference_depth
from ..array import Bounded, BoundedCondition, as_bounded, plain_key
from ..facts import MAY_OVERFLOW, SURE, UNDECIDED, Array, Facts
from ..kernel_arithmetic import KernelArithmetic, exponential
from ..registry import FUNCTIONS, entering
from ..rounding_step import (
    U64,
    Rule,
    Ruling,
    possible_infinities,
    settled,
    sure_infinities,
    surely_nan,
    with_sign,
)
from .elementary import add, multiply, subtract
from .selection import greatest, least
from .selection import where as selected

enter = entering("Sums and products")
HIGHAM = "Higham, sections 3.1 and 4.2"

Fold = Callable[[Any, Array], Array]
"""``(ufunc, array) -> array``: a ufunc folded over the terms of each sum."""


def gamma(depth: Any, unit: float) -> Any:
    """Return ``(1 + unit)**depth - 1``, the relative error of `depth` roundings."""
    return np.expm1(np.asarray(depth, np.float64) * math.log1p(unit))


def summed(x: Bounded, axis: Any = None, keepdims: bool = False) -> Bounded:
    """Return the sum of an array along axes, all by default."""
    axes = axes_of(x, axis)
    n_terms = math.prod(x.shape[index] for index in axes)

    def fold(function: Any, part: Array) -> Array:
        return np.asarray(function.reduce(part, axis=axes, keepdims=keepdims))

    depth: Any = x.arithmetic.depth(n_terms)
    # Additions of 0 round nothing; counting the other terms costs as much as a sum.
    if depth and not x.value.all():
        depth = np.minimum(depth, np.maximum(fold(np.add, is_term(x)) - 1, 0))
    return of_terms(x, fold, depth, n_terms, own_depth(x, axes))


def own_depth(x: Bounded, axes: tuple[int, ...]) -> int:
    """Return the additions on the longest path of NumPy's sum along axes: pairwise along the last one in memory."""
    n_terms = math.prod(x.shape[index] for index in axes)
    last = max(x.shape[-1], 1) if axes and axes[-1] == x.ndim - 1 and x.value.flags.c_contiguous else 1
    return max(min(n_terms - 1, reference_depth(last) + n_terms // last), 0)


def of_terms(
    x: Bounded, fold: Fold, depth: Any, n_terms: Any, own: Any, unit: float | None = None
) -> Bounded:
    """Return sums of an array's elements."""
    how = x.arithmetic
    value = fold(np.add, x.value)
    if x.facts.exact:
        change = np.zeros(value.shape)
        # The magnitudes of terms that are not negative add up to the sum itself.
        size = value if x.facts.nonnegative else fold(np.add, np.abs(x.value))
    else:
        change = fold(np.add, x.bound)
        size = (value if x.facts.nonnegative else fold(np.add, np.abs(x.value))) + change
    if how.exactly and x.size:
        exact, kept, lost = _exact_sums(x, fold, size)
        rounding = rounding_of_sum(how, value, size, np.minimum(depth, kept), n_terms, own, unit)
        rounding = np.where(exact, lost, rounding + np.where(np.isfinite(kept), lost, 0.0))
    else:
        rounding = rounding_of_sum(how, value, size, depth, n_terms, own, unit)
    bound = change + rounding
    overflows = not float(np.max(size + bound, initial=0.0)) < how.accumulated.largest
    return settled(
        value,
        bound,
        x,
        rule=sum_rule(x, fold),
        facts=Facts(exact=not bound.any(), floor=x.facts.sign),
        change=change,
        in_doubt=overflows,
    )


def _exact_sums(x: Bounded, fold: Fold, size: Array) -> tuple[Array, Array, Array]:
    """Return which sums are exact in every order, apart from terms too small to change them."""
    # The other terms are exact multiples of a unit, and every partial sum has few enough units for the format. The
    # small terms are together less than a quarter of half a unit in the last place.
    how = x.arithmetic
    precision = min(how.accumulated.precision, how.computed.precision)
    magnitude = np.abs(x.value) + x.bound
    is_tiny = magnitude < np.max(magnitude) * 2.0**-60
    tiny = 2.0 * fold(np.add, np.where(is_tiny, magnitude, 0.0))
    unit = 2.0 ** (np.ceil(np.log2(max(float(np.max(size)), 2.0**-960))) - precision)
    counts = x.value / unit
    whole = is_tiny | ((np.rint(counts) == counts) & (x.bound == 0.0) & (x.doubt == SURE))
    large = fold(np.add, np.where(is_tiny, 0.0, x.value))
    exact = fold(np.logical_and, whole) & (tiny <= np.abs(large) * 2.0 ** -(precision + 4))
    if not x.facts.nonnegative:
        return exact, np.full(np.shape(tiny), np.inf), tiny
    least = fold(np.minimum, np.where(is_tiny, np.inf, x.value - x.bound))
    n_kept = fold(np.add, (~is_tiny).astype(float))
    vanishes = tiny <= least * 2.0 ** -(precision + 4)
    return exact, np.where(vanishes, np.maximum(n_kept - 1.0, 0.0), np.inf), tiny


def rounding_of_sum(
    how: KernelArithmetic,
    value: Array,
    size: Array,
    depth: Any,
    n_terms: Any,
    own: Any,
    unit: float | None = None,
) -> Array:
    """Return the roundings of a kernel and of the reference in sums of terms whose magnitudes add up to `size`."""
    form = how.accumulated
    unit = form.unit_roundoff if unit is None else unit
    narrows = form.precision < how.computed.precision
    # A term is rounded to a narrower format first.
    error = gamma(depth + 1 if narrows else depth, unit) * size
    # Both NumPy's pairwise sums and the bound's own ones.
    error = error + 2.0 * np.asarray(own, np.float64) * U64 * size
    if form.precision > how.computed.precision:
        error = error + 0.5 * how.computed.ulp(np.abs(value) + error)
    if narrows:
        error = error + np.where(size > 0.0, n_terms * form.smallest_subnormal, 0.0)
    if how.flushes:
        error = error + np.where(
            (size > 0.0) & (np.asarray(depth) > 0), n_terms * how.computed.smallest_normal, 0.0
        )
    return np.asarray(error)


def sum_rule(x: Bounded, fold: Fold) -> Rule:
    """Return the rule of sums: terms of both signs that may overflow on the way may give NaN."""

    def judge(value: Array, change: Array) -> Ruling:
        def anywhere(part: Array) -> Array:
            return fold(np.logical_or, part)

        plus, minus = (anywhere(part) for part in possible_infinities(x))
        infinite = sure_infinities(x)
        sure_plus, sure_minus = anywhere(infinite & (x.value > 0.0)), anywhere(infinite & (x.value < 0.0))
        doubt = fold(np.maximum, x.doubt)
        finite = np.isfinite(x.value)
        total = fold(np.add, np.where(finite, np.abs(x.value) + x.bound, 0.0))
        over = ~(total * (1.0 + 2.0**-7) < x.arithmetic.accumulated.largest)
        plus |= over & anywhere(finite & (x.high > 0.0))
        minus |= over & anywhere(finite & (x.low < 0.0))
        doubt = np.where(over, np.maximum(doubt, MAY_OVERFLOW), doubt)
        doubt = np.where((sure_plus | sure_minus) & (doubt < UNDECIDED), SURE, doubt)
        doubt = np.where(plus & minus & ~(sure_plus & sure_minus), UNDECIDED, doubt)
        doubt = with_sign(doubt, plus, minus, value, change)
        return np.where(anywhere(surely_nan(x)) | (sure_plus & sure_minus), SURE, doubt), change

    return judge


def total(
    x: Any,
    axis: Any = None,
    dtype: Any = None,
    *,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    if isinstance(x, BoundedCondition):
        return x.sum(axis, keepdims)
    if dtype not in (None, np.float64, float):
        hint = "name the format of sums by a word of `arithmetic`"
        raise TypeError(f"np.sum of a bounded array takes no dtype; {hint}")
    result = summed(x if where is True else selected(where, x, 0.0), axis, keepdims)
    return result if initial is None else add(result, initial)


def product(x: Bounded, axis: Any = None, *, keepdims: bool = False) -> Bounded:
    axes, how = axes_of(x, axis), x.arithmetic
    n_terms = math.prod(x.shape[index] for index in axes)

    def folded(function: Any, part: Array) -> Array:
        return np.asarray(function.reduce(part, axis=axes, keepdims=keepdims))

    def fold(part: Array) -> Array:
        return folded(np.multiply, part)

    value, most = fold(x.value), np.abs(x.value) + x.bound
    size = fold(most)
    relative = gamma(max(n_terms - 1, 0), how.u) + 4.0 * n_terms * U64
    change = np.maximum(size - np.abs(value), 0.0)
    # A partial product beyond the range has no bound.
    beyond = ~(fold(np.maximum(most, 1.0)) < how.computed.largest)
    beyond |= (fold(np.where(most > 0.0, np.minimum(most, 1.0), 1.0)) < how.computed.smallest_normal) & (
        size > 0.0
    )
    bound = np.where(beyond, np.inf, change + relative * size)

    def judge(value: Array, change: Array) -> Ruling:
        unsure = beyond | (folded(np.maximum, x.doubt) != SURE)
        finite = folded(np.logical_and, np.isfinite(x.value))
        return np.where(unsure & (finite | ~np.isnan(value)), UNDECIDED, SURE), change

    facts = Facts(exact=not bound.any(), floor=x.facts.sign)
    return settled(value, bound, x, rule=judge, facts=facts, change=change)


def prefix_sums(x: Bounded, axis: Any = None) -> Bounded:
    """Return the sums of all first elements along an axis, as ``np.cumsum``; by any scan."""
    if axis is None:
        x, axis = x.reshape(-1), 0
    n_terms = x.shape[axis]
    shape = [1] * x.ndim
    shape[axis] = n_terms
    before = np.arange(n_terms).reshape(shape)

    def fold(function: Any, part: Array) -> Array:
        return np.asarray(function.accumulate(part, axis=axis))

    depth = np.minimum(before, x.arithmetic.scan_depth(n_terms))
    return of_terms(x, fold, depth, before + 1, before)


def difference(x: Bounded, n: int = 1, axis: int = -1) -> Bounded:
    for _ in range(n):
        after, before = [slice(None)] * x.ndim, [slice(None)] * x.ndim
        after[axis], before[axis] = slice(1, None), slice(None, -1)
        x = subtract(x[tuple(after)], x[tuple(before)])
    return x


def peak_to_peak(x: Bounded, axis: Any = None, *, keepdims: bool = False) -> Bounded:
    return subtract(greatest(x, axis, keepdims=keepdims), least(x, axis, keepdims=keepdims))


def is_term(x: Bounded) -> Array:
    """Return 1 where an element is not exactly 0, else 0."""
    return np.asarray((x.value != 0.0) | (x.bound != 0.0)).astype(np.intp)


def axes_of(x: Bounded, axis: Any) -> tuple[int, ...]:
    """Return the axes that an argument of NumPy names, in order; None names all."""
    if axis is None:
        return tuple(range(x.ndim))
    axes = axis if isinstance(axis, tuple) else (axis,)
    return tuple(sorted(int(index) % x.ndim for index in axes))


def add_at(target: Bounded, indices: Any, new: Any) -> None:
    """Add numbers to the elements of `target` at some indices, in any order, as ``np.add.at``."""
    extra, key = as_bounded(new, target.arithmetic), plain_key(indices)
    shape = target.value[key].shape
    terms = extra.map(lambda part: np.broadcast_to(part, shape))

    def added(function: Any, first: Array, part: Array) -> Array:
        result = np.array(first)
        function.at(result, key, part)
        return result

    def fold(function: Any, part: Array) -> Array:
        first, rest = part[: target.size], part[target.size :]
        return added(function, first.reshape(target.shape), rest.reshape(shape))

    n_terms = added(np.add, is_term(target), is_term(terms))
    depth = np.maximum(n_terms - 1, 0)
    # The target's own element is a term of each sum.
    every: Bounded = FUNCTIONS[np.concatenate]([target.flatten(), terms.flatten()])
    result = of_terms(every, fold, depth, n_terms, depth)
    touched = added(np.logical_or, np.zeros(target.shape, bool), np.ones(shape, bool))
    for name in ("value", "bound", "doubt"):
        own = getattr(target, name)
        own[...] = np.where(touched, getattr(result, name), own)
    target.facts.weaken(result.facts)


def bincount(indices: Any, weights: Any = None, minlength: int = 0) -> Bounded:
    key = np.asarray(plain_key(indices))
    length = max(int(key.max(initial=-1)) + 1, minlength)
    target = Bounded.of(np.zeros(length), weights.arithmetic)
    add_at(target, key, weights)
    return target


enter(
    {np.sum: total, (np.add, "reduce"): lambda x, axis=0, **rest: total(x, axis, **rest)},
    rule="`sum b + ((1 + u)^h - 1) sum (|x| + b)`, with `h` additions on the longest path of any order, or of "
    "`row_threads` threads; additions of an exact 0 do not count. In doubt if partial sums may overflow",
    source=HIGHAM,
)
enter(
    {np.cumsum: prefix_sums, (np.add, "accumulate"): lambda x, axis=0: prefix_sums(x, axis)},
    rule="as a sum, for each prefix by itself; two additions more with several threads",
    source=HIGHAM,
)
enter(
    {np.prod: product, (np.multiply, "reduce"): lambda x, axis=0, **rest: product(x, axis, **rest)},
    rule="`prod (|x| + b) - prod |x| + ((1 + u)^(n - 1) - 1) prod (|x| + b)`. Undecided if partial products may "
    "overflow or underflow",
    source=HIGHAM,
)
enter({np.diff: difference, np.ptp: peak_to_peak}, rule="as written out: `x[1:] - x[:-1]`, `max - min`")
enter(
    {(np.add, "at"): add_at, np.bincount: bincount},
    rule="as a sum in any order, of what is added to each place",
    source=HIGHAM,
)


def online_sum(terms: Bounded, x: Bounded, axis: int = -1, keepdims: bool = False) -> Bounded:
    """Return the sum of ``exp(x - max(x))`` as an online algorithm computes it.

    A reference calls it in place of ``terms.sum(axis)`` if its arithmetic has the word ``online``.

    Parameters
    ----------
    terms : Bounded
        ``np.exp(x - x.max(axis, keepdims=True))``. Some may have been set to 0, for elements that are not added.
    x : Bounded, same shape
        Exponents: what the kernel takes the maximum of, scaled and masked as there.
    axis : int
        Axis of the sum and of the maximum; one.
    keepdims : bool
        As of ``np.sum``.

    Returns
    -------
    Bounded
        Sum, with one exponential and one product more for each rescaling of a term, and for a last one that brings the
        sum to the largest maximum. A rescaling comes with an addition, and with a larger value: a term is rescaled at
        most ``h`` times, and at most once for each distinct larger value (``docs/tolerance.md``, "The constants").
    """
    axis = _the_axis(terms, x, axis)
    total = summed(terms, axis, keepdims)
    more = _rescalings(terms, x, axis).sum(axis=axis, keepdims=keepdims)
    total.bound += np.where(np.isfinite(total.value), more, 0.0)
    total.facts.exact = False
    return total


def online_terms(terms: Bounded, x: Bounded, axis: int = -1) -> Bounded:
    """Return ``exp(x - max(x))`` with the error of the rescalings, for several sums that are rescaled together.

    A reference calls it before a matrix product with the terms, as in attention, if its arithmetic has ``online``. The
    arguments are as in `online_sum`; `axis` is the axis of the later sums.
    """
    axis = _the_axis(terms, x, axis)
    facts = Facts(sure=terms.facts.sure, floor=terms.facts.floor)
    return Bounded(
        terms.value, terms.bound + _rescalings(terms, x, axis), terms.doubt, facts, terms.arithmetic
    )


def _the_axis(terms: Bounded, x: Bounded, axis: Any) -> int:
    """Return the axis of the sum; the number of rescalings depends on the exponents along it."""
    if terms.shape != x.shape:
        raise ValueError(
            "online_sum and online_terms take np.exp(x - max) and x, of one shape "
            f"(got {terms.shape} and {x.shape}); x is what the maximum is taken of, before it is subtracted"
        )
    axes = axes_of(x, axis)
    if len(axes) != 1:
        raise ValueError(f"online_sum and online_terms take one axis, that of the maximum (got {axis!r})")
    return axes[0]


def _rescalings(terms: Bounded, x: Bounded, axis: int) -> Array:
    """Return how far each term is moved by being rescaled; 0 for terms that are not finite."""
    how = x.arithmetic
    depth = how.depth(x.shape[axis])
    is_exact = x.facts.exact or (how.exactly and x.facts.sure and not x.bound.any())
    times = np.minimum(_larger(x.value, axis), depth) if is_exact else depth
    rounds, _ = exponential(how)
    with np.errstate(invalid="ignore"):
        more = gamma((times + 1.0) * (rounds + 1.0), how.u) * (np.abs(terms.value) + terms.bound)
    if how.exactly and "exp2" not in how:
        # The maximum itself is only rescaled by exp(0), which changes nothing.
        most = np.max(x.value, axis=axis, keepdims=True)
        more = np.where((x.value == most) & ~x.bound.any(axis=axis, keepdims=True), 0.0, more)
    return np.asarray(np.where(np.isfinite(terms.value), more, 0.0))


def rescaled(x: Bounded) -> Bounded:
    """Return results in proportion to ``exp(x - max(x))`` as an online algorithm has them that keeps its exponentials.

    A kernel that keeps each exponential relative to the maximum known at the time multiplies it by one exponential more
    in the end. The product may be rounded below the normal range.
    """
    rounds, _ = exponential(x.arithmetic)
    error = np.asarray(gamma(rounds, x.arithmetic.u))
    one = Bounded(np.ones(()), error, np.zeros((), np.uint8), Facts(floor=0.0), x.arithmetic)
    return multiply(x, one)


def _larger(values: Array, axis: int) -> Array:
    """Return how many distinct larger values each element has along an axis."""
    along = np.moveaxis(values, axis, -1)
    n = along.shape[-1]
    rows = along.reshape(math.prod(along.shape[:-1]), n)
    # Places in all rows together: NumPy's functions of places along an axis take longer than the sort.
    order = np.argsort(rows, axis=-1) + (np.arange(len(rows)) * n)[:, np.newaxis]
    ordered = rows.reshape(-1)[order]
    larger = np.zeros(rows.shape)
    larger[:, :-1] = np.cumsum((ordered[:, 1:] > ordered[:, :-1])[:, ::-1], axis=-1)[:, ::-1]
    result = np.empty(rows.size)
    result[order] = larger
    return np.moveaxis(result.reshape(along.shape), -1, axis)


enter(
    {"online_sum": online_sum},
    rule="`kernel_harness.operation.bounded.online_sum(np.exp(x - m), x, axis=-1, keepdims=False)`, with "
    "`m = np.max(x, axis, keepdims=True)` and `x` as the kernel takes its maximum of it: scaled, and masked by `-inf`. "
    "Terms may be set to 0 before. The sum's, and an exponential and a product for each rescaling, of which a term has "
    "at most `h`",
    source="`docs/tolerance.md`",
)
enter(
    {"rescaled": rescaled},
    rule="`kernel_harness.operation.bounded.rescaled(y)`: that of the product with one exponential more, for kernels "
    "that keep exponentials and rescale them in the end",
    source="`docs/tolerance.md`",
)
enter(
    {"online_terms": online_terms},
    rule="`kernel_harness.operation.bounded.online_terms(np.exp(x - m), x, axis=-1)`, with the arguments of "
    "`online_sum`; `axis` is that of the later sums. The exponentials, each with that error, for products of matrices "
    "with them",
    source="`docs/tolerance.md`",
)
