import math

import pytest

from harness.report.html.numbers import fixed, number, percent, plural


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"), (3, "3"), (1234, "1234"), (12345, "12\u202f345"), (12.345, "12.3"), (0.01234, "0.0123"),
        (-1.5, "\u22121.50"), (1e-9, "1.00e-09"), (float("nan"), "\u2013"), (None, "\u2013"), (math.inf, "\u221e"),
    ],
)  # fmt: skip
def test_numbers_for_people(value, shown):
    assert number(value) == shown


def test_percentages_and_fixed_decimals():
    assert percent(0.0123, 1, signed=True) == "+1.2\u00a0%"
    assert percent(-0.5) == "\u221250\u00a0%"
    assert percent(None) == "\u2013"
    assert fixed(15737.5, 1) == "15\u202f737.5"
    assert (plural(1, "case"), plural(2, "case")) == ("1 case", "2 cases")
