import ml_dtypes
import numpy as np
import pytest

from harness.operation.precision.rounding import FORMATS, accumulator_of, float_format


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_constants_are_those_of_the_format(form):
    info = ml_dtypes.finfo(form.dtype)
    assert form.largest == float(info.max)
    assert form.smallest_normal == float(info.smallest_normal)
    assert form.smallest_subnormal == float(info.smallest_subnormal)
    assert form.itemsize == form.dtype.itemsize
    assert 2 * form.unit_roundoff == float(info.eps)


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_ulp_is_the_distance_to_the_next_number_up(form):
    word = np.dtype(f"u{form.itemsize}")
    bits = np.concatenate(
        [
            np.arange(0, 300, dtype=word),
            np.array(form.largest, dtype=form.dtype).view(word) - np.arange(1, 300, dtype=word),
            np.array(1.0, dtype=form.dtype).view(word) + np.arange(-200, 200).astype(word),
        ]
    )
    values = bits.view(form.dtype).astype(np.float64)
    above = (bits + word.type(1)).view(form.dtype).astype(np.float64)
    np.testing.assert_array_equal(form.ulp(values), above - values)
    np.testing.assert_array_equal(form.ulp(-values), above - values)


def test_ulp_of_what_has_no_magnitude_is_the_smallest_subnormal():
    form = FORMATS["float32"]
    np.testing.assert_array_equal(form.ulp(np.array([0.0, np.nan, np.inf, -np.inf])), 2.0**-149)


def test_an_unknown_format_is_refused_with_the_allowed_ones():
    with pytest.raises(ValueError, match=r"float16, bfloat16, float32, float64 \(got 'float8'\)"):
        float_format("float8")


def test_sixteen_bit_formats_are_summed_in_float32():
    found = {form.name: accumulator_of(form).name for form in FORMATS.values()}
    assert found == {**dict.fromkeys(("float16", "bfloat16", "float32"), "float32"), "float64": "float64"}
