"""Sums of exponentials whose maximum is not known at first: one pass that rescales the sum when the maximum grows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..array import Bounded
from ..facts import Array, Facts
from ..kernel_arithmetic import exponential
from .elementary import multiply
from .sums import axes_of, enter, gamma, summed


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
