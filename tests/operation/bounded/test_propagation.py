"""The propagated error of a function covers every argument in its interval, and is no wider than it needs to be."""

import numpy as np
import pytest

from harness.operation.bounded import Bounded, BoundedCondition, KernelArithmetic
from harness.operation.bounded.facts import Facts
from harness.operation.bounded.rules.functions import SMOOTH

DOUBLE = KernelArithmetic.of("float64")
ARGUMENTS = np.concatenate([np.linspace(-30.0, 30.0, 241), [1e-6, 0.5, 1.0, 1e-3, 80.0, 300.0]])
WIDTHS = np.array([1e-7, 1e-3, 0.3, 2.0])
PLACES = np.linspace(-0.999999, 0.999999, 33)
"""Not quite to the ends of an interval, which the test's own arithmetic rounds."""


def uncertain(value, bound):
    """Give numbers of float64 with a given bound, so that roundings are small beside it."""
    value, bound = np.broadcast_arrays(np.asarray(value, float), np.asarray(bound, float))
    return Bounded(value.copy(), bound.copy(), np.zeros(value.shape, np.uint8), Facts(), DOUBLE)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("each", SMOOTH, ids=lambda each: each.name)
def test_an_interval_is_covered(each, width):
    x, b = ARGUMENTS, np.full(ARGUMENTS.shape, width)
    with np.errstate(all="ignore"):
        result = each.function(uncertain(x, b))
        reached = each.function(
            x.astype(np.longdouble if hasattr(np, each.name) else float) + np.outer(PLACES, b)
        )
        inside = np.isfinite(reached).all(axis=0) & np.isfinite(result.value)
        change = np.abs(reached - result.value).max(axis=0)
    judged = inside & (result.doubt == 0)
    assert (change[judged] <= result.bound[judged]).all()
    # Whatever leaves the domain is undecided, or NaN for every right kernel.
    outside = ~inside & ~np.isnan(result.value)
    assert (result.doubt[outside] > 0).all()
    usual = judged & (b <= 1e-3) & (change > 1e-12)
    assert (change[usual] >= 0.45 * result.bound[usual]).all()


UNARY = (
    np.square, np.sqrt, np.abs, np.rint, np.floor, np.sign, np.cumsum, np.max, np.var, np.prod,
    lambda x: x**3, lambda x: np.sort(x), lambda x: np.linalg.norm(x), lambda x: x.astype(np.float16) + 0.0,
    lambda x: x.astype(np.int64) + 0.0,
)  # fmt: skip
BINARY = (
    np.add, np.subtract, np.multiply, np.divide, np.maximum, np.minimum, np.logaddexp, np.outer,
    lambda x, y: np.abs(x) ** y, lambda x, y: np.where(x > y, 2.0 * x, y),
    lambda x, y: np.einsum("i,i->", x, y), lambda x, y: np.dot(np.abs(x), np.abs(y)),
)  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), [*((f, 1) for f in UNARY), *((f, 2) for f in BINARY)])
def test_operands_off_by_their_bounds_are_covered(function, arguments):
    rng = np.random.default_rng(5)
    for width in (1e-7, 1e-2, 0.7):
        values = [rng.standard_normal(12) * 3.0 for _ in range(arguments)]
        bounds = [np.abs(rng.standard_normal(12)) * width for _ in range(arguments)]
        result = function(*(uncertain(*pair) for pair in zip(values, bounds, strict=True)))
        for turn in range(40):
            # Outward, inward, and any way.
            places = [[1.0], [-1.0], [-1.0, 0.3, 1.0]][min(turn, 2)]
            moved = [
                v + b * PLACES[-1] * rng.choice(places, 12) * (np.sign(v) if turn < 2 else 1.0)
                for v, b in zip(values, bounds, strict=True)
            ]
            with np.errstate(all="ignore"):
                error = np.abs(function(*moved) - result.value)
            sure = (result.doubt == 0) & ~np.isnan(result.value)
            assert (error[sure] <= result.bound[sure]).all()
            assert not np.isnan(error[sure]).any()


def test_comparisons_are_undecided_exactly_where_the_intervals_meet():
    x, y = (
        uncertain([1.0, 1.0, 1.0, 1.0], [0.25, 0.25, 0.0, 0.0]),
        uncertain([1.5, 1.51, 1.0, 2.0], [0.25, 0.25, 0, 0]),
    )
    for compare in (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal):
        found = compare(x, y)
        assert isinstance(found, BoundedCondition)
        np.testing.assert_array_equal(found.value, compare(x.value, y.value))
        np.testing.assert_array_equal(found.undecided, [True, False, False, False])


def test_a_floor_keeps_a_divisor_from_0():
    x = uncertain([1.0], [0.5])
    tiny = uncertain([1e-9], [1e-6])
    quotient = x / np.sqrt(tiny * tiny + 1e-12)
    assert not quotient.doubt.any()
    assert quotient.bound[0] < 1.6e6
    assert (x / (tiny + 1e-12)).undecided.all()
