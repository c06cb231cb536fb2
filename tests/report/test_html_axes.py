from itertools import pairwise

import pytest

from harness.report.html.plots import LinearScale, LogScale, percent_ticks, spread_out


def test_a_log_scale_puts_equal_ratios_at_equal_distances():
    x = LogScale(1, 100, 0, 200)
    assert [x(value) for value in (1, 10, 100)] == pytest.approx([0, 100, 200])


def test_ticks_lie_within_the_scale_and_are_few():
    x = LogScale.over([100, 60000], 0, 1)
    assert x.powers_of_two() == [2.0**e for e in range(7, 17)]
    wide = LogScale(1, 2**40, 0, 1)
    assert len(wide.powers_of_two()) <= 12
    assert all(1 <= tick <= 2**40 for tick in wide.decimals())
    assert LogScale(90, 4500, 0, 1).decimals() == pytest.approx([100, 200, 500, 1000, 2000])
    assert LinearScale(0, 28, 0, 1).ticks(8) == pytest.approx([0, 5, 10, 15, 20, 25])
    assert LinearScale(-0.02, 0.02, 0, 1).ticks(9)[0] == pytest.approx(-0.02)


def test_zero_of_a_percent_axis_is_named_once():
    ticks = percent_ticks(LinearScale(-0.02, 0.02, 0, 100))
    assert [tick.text for tick in ticks if tick.kind == "zero"] == ["0"]
    assert [tick.text for tick in ticks].count("0") == 1
    assert "+1.0\u00a0%" in [tick.text for tick in ticks]


def test_labels_are_moved_apart_and_stay_within():
    placed = spread_out([10.0, 11.0, 50.0, 99.0, 99.5], 10.0, 0.0, 100.0)
    assert placed[:3] == [10.0, 20.0, 50.0]
    ordered = sorted(placed)
    assert all(b - a >= 10 for a, b in pairwise(ordered))
    assert max(placed) <= 100
