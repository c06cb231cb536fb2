import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.variant.shape import LAYOUTS, find_layout, placed_layout
from tests.variant.properties import repeatable

numbers = st.one_of(st.just(0), st.integers(0, 2**31))


@repeatable
@given(st.tuples(numbers, numbers, numbers, numbers))
def test_every_layout_has_a_name_that_finds_it_again(wanted):
    layout = placed_layout(*wanted)
    assert (layout.inp_padding, layout.out_padding, layout.inp_offset, layout.out_offset) == wanted
    assert find_layout(layout.name) == layout


def test_the_matrixs_layouts_keep_their_names():
    for name, layout in LAYOUTS.items():
        assert find_layout(name) is layout
        assert (
            placed_layout(layout.inp_padding, layout.out_padding, layout.inp_offset, layout.out_offset)
            is layout
        )


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("strided_7_2", (7, 2, 0, 0)),
        ("offset_0_9", (0, 0, 0, 9)),
        ("strided_0_1_offset_2_3", (0, 1, 2, 3)),
    ],
)
def test_a_name_of_numbers(name, found):
    layout = find_layout(name)
    assert (layout.inp_padding, layout.out_padding, layout.inp_offset, layout.out_offset) == found
    assert layout.name == name


def test_padded_rows_have_the_word_in_their_name():
    assert "strided" in placed_layout(0, 1).name
    assert "strided" not in placed_layout(0, 0, 4, 4).name


@pytest.mark.parametrize(
    "name",
    ["", "strided_", "strided_1", "strided_1_2_3", "offset_1", "offset_1_2_strided_3_4", "strided_1_2offset_1_2",
     "_offset_1_2", "strided_1_-2", "strided_99999999999_0", "padded"],
)  # fmt: skip
def test_no_layout(name):
    assert find_layout(name) is None
