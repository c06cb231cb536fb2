"""Outputs that rounding alone moves by more than half their digits, and the lines that do it."""

import numpy as np
import pytest

from harness.check.instability import unstable_outputs

LINES = (((1, 10), "k.cu:10", "sum += x[col];"), ((1, 11), "k.cu:11", ""), ((1, 12), "k.cu:12", "y = a - b;"))
BY_LINE = {None: 9000.0, (1, 10): 8000.0, (1, 11): 3.0, (1, 12): 4000.0}
"""How far each line moves the element 3, in ulp of 1 in f32."""


@pytest.fixture
def plain():
    return {"y": np.linspace(1.0, 1.9, 40, dtype=np.float32), "n": np.arange(3)}


def moved(plain, number, ulp, at=3):
    values = plain["y"].copy()
    values[at] += np.float32(ulp * 2.0**-23 * (1 if number % 2 else -1))
    return {**plain, "y": values}


def test_lines_are_ranked_by_what_their_roundings_move_alone(plain):
    (found,) = unstable_outputs(
        plain, lambda number, place: moved(plain, number, BY_LINE[place]), lambda: LINES
    )
    assert (found.name, found.at, found.precision) == ("y", 3, 24)
    assert found.moved_ulp == pytest.approx(9000, rel=0.01)
    assert found.bits == pytest.approx(24 - np.log2(9000), abs=0.01)
    assert [line.name for line in found.lines] == ["k.cu:10", "k.cu:12"]
    note = found.finding("inputs of the kind normal")
    assert (note.reason.value, note.source) == ("unstable-rounding", "k.cu:10")
    assert note.message.splitlines()[0] == (
        f"rounding alone moves y[3] = {plain['y'][3]:.6g} by {found.moved_ulp:,.0f} ulp, so that 11 of its 24 bits are "
        "left, on inputs of the kind normal; the lines whose roundings do most of it:"
    )
    assert "ulp k.cu:12: y = a - b;" in note.message


def test_half_of_the_digits_is_no_finding_and_no_line_is_drawn(plain):
    def draw(number, place):
        assert place is None
        return moved(plain, number, 4000.0)

    assert unstable_outputs(plain, draw, lambda: LINES) == ()


def test_an_element_near_zero_has_the_ulp_of_its_neighbours(plain):
    plain["y"][3] = 1e-12
    assert unstable_outputs(plain, lambda number, place: moved(plain, number, 4000.0), lambda: LINES) == ()


def test_a_nan_by_rounding_is_a_finding_and_an_infinity_is_none(plain):
    def draw(number, place, value=np.nan):
        drawn = moved(plain, number, 0)
        if place in (None, (1, 12)):
            drawn["y"][5] = value
        return drawn

    (found,) = unstable_outputs(plain, draw, lambda: LINES)
    assert found.finding("x").message.startswith(f"rounding alone makes y[5] = {plain['y'][5]:.6g} NaN, on x")
    assert [line.name for line in found.lines] == ["k.cu:12"]
    assert unstable_outputs(plain, lambda *how: draw(*how, value=np.inf), lambda: LINES) == ()


def test_a_plain_result_far_from_the_drawn_ones_counts_too(plain):
    """Rounding to nearest may lose every term of a sum: no draw is far from the others, and all are far from it."""
    (found,) = unstable_outputs(plain, lambda number, place: moved(plain, 1, 9000.0), lambda: ())
    assert found.moved_ulp == pytest.approx(9000, rel=0.01)


def test_integers_have_no_rounding():
    assert unstable_outputs({"n": np.arange(3)}, lambda *_: pytest.fail("drawn"), lambda: LINES) == ()
