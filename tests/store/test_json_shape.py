import math

import pytest

from harness.errors import UsageError
from harness.store.json_shape import finite, require

SHAPE = {
    "name": str,
    "n": int,
    "share": float,
    "flags": [{"on": bool, "why?": (str, None)}],
    "info": ({"a": int}, None),
}
GOOD = {
    "name": "x",
    "n": 3,
    "share": 0.5,
    "flags": [{"on": True}, {"on": False, "why": None}],
    "info": {"a": 1},
}


def test_what_fits_and_fields_that_are_not_known_pass():
    require(GOOD, SHAPE, "f.json")
    require({**GOOD, "info": None, "share": 1, "new": object()}, SHAPE, "f.json")
    require({**GOOD, "share": "Infinity"}, SHAPE, "f.json")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": 3}, r"f.json: name must be a string \(got 3\)"),
        ({"n": True}, r"f.json: n must be a whole number \(got True\)"),
        ({"n": 1.5}, r"f.json: n must be a whole number"),
        ({"share": "much"}, r"f.json: share must be a number \(got 'much'\)"),
        ({"share": True}, r"f.json: share must be a number"),
        ({"flags": {}}, r"f.json: flags must be a list"),
        ({"flags": [{"on": True}, {}]}, r"f.json: flags\[1\] must have 'on'"),
        ({"flags": [{"on": True, "why": 3}]}, r"flags\[0\].why must be a string or null \(got 3\)"),
        ({"info": {"a": "b"}}, r"f.json: info must be an object or null"),
        ({"info": "x" * 100}, r"\(got 'x{56}\.\.\.\)"),
    ],
)
def test_what_does_not_fit_is_named(change, said):
    with pytest.raises(UsageError, match=said):
        require({**GOOD, **change}, SHAPE, "f.json")


def test_a_missing_field_and_another_type_are_named():
    with pytest.raises(UsageError, match=r"f\.json must have 'n'"):
        require({"name": "x"}, SHAPE, "f.json")
    with pytest.raises(UsageError, match=r"f.json must be an object \(got \[\]\)"):
        require([], SHAPE, "f.json")


def test_numbers_that_json_does_not_have():
    assert finite("-Infinity") == -math.inf
    assert math.isnan(finite("NaN"))
    assert finite(None) is None
    assert finite(3) == 3.0
