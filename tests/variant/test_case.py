# ruff: noqa: E501 - the tables of wrong values read best with one row a line
import re
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import UsageError
from harness.operation.kinds import INPUT_KIND_MEANINGS, INPUT_KINDS, SPECIAL_KINDS, TIES
from harness.operation.precision.rounding import float_format
from harness.variant.case import (
    Case,
    is_case_id,
    is_seedless,
    kind_of_values,
    make_case,
    parse_case_id,
    values_of_kind,
)
from harness.variant.launch_rule import LaunchRule
from harness.variant.shape import HUGE_LAYOUT, HUGE_ROWS, LAYOUTS, find_layout, placed_layout
from harness.variant.variant import SCALAR_TYPES, KernelLaunch, Variant
from tests.variant.conftest import repeatable

BLOCKS = ((256, 1, 1), (32, 4, 1), (8, 8, 4), (32, 1, 1))


def _variant(variant_id: str = "softmax_x", **fields: object) -> Variant:
    rows, none = LaunchRule.parse("n_rows"), LaunchRule.parse("0")
    launch = KernelLaunch("softmax", ("inp", "out"), grid=(rows,), smem_bytes=none)
    known: dict[str, object] = {"blocks": BLOCKS, "dtypes": tuple(SCALAR_TYPES), "launches": (launch,)}
    return Variant(id=variant_id, path=Path("x.cu"), line=1, summary="s", source="s", **{**known, **fields})  # type: ignore[arg-type]


def _case(**parts: object) -> Case:
    known = {"variant": _variant(), "dtype": "float32", "n_rows": 3, "n_cols": 4, "block": BLOCKS[0]}
    return make_case(**{**known, **parts})  # type: ignore[arg-type]


IDS = ("softmax_x", "my-kernel", "v1.2", "x-float32-3x4-spread-block32", "0")


@repeatable
@given(
    st.sampled_from(IDS),
    st.fixed_dictionaries(
        {
            "dtype": st.sampled_from(list(SCALAR_TYPES)),
            "n_rows": st.integers(1, 2**31 - 1),
            "n_cols": st.integers(1, 2**31 - 1),
            # A softmax has no ties.
            "kind": st.sampled_from([kind for kind in INPUT_KINDS if kind != TIES]),
            "layout": st.sampled_from(list(LAYOUTS)),
            "block": st.sampled_from(BLOCKS),
            "seed_number": st.integers(0, 2**31 - 1),
        }
    ),
)
def test_an_id_gives_its_case_back(variant_id, parts):
    variants = {each: _variant(each) for each in IDS}
    case = _case(variant=variants[variant_id], **parts)
    assert is_case_id(case.id)
    assert parse_case_id(case.id, list(variants.values())) == case
    assert re.fullmatch(r"[A-Za-z0-9_.-]+", case.id)


@pytest.mark.parametrize(("case_id", "message"), [
    ("softmax_x", "a case id has the form VARIANT-DTYPE-ROWSxCOLS[-SIZEn...]-KIND[-LAYOUT][-seedN]-blockX[xY[xZ]] (got 'softmax_x')"),
    ("softmax_x-float32-3x4-spread-block256 ", "a case id has the form"),
    ("softmax_x-float32-3-spread-block256", "a case id has the form"),
    ("softmax_x-int8-3x4-spread-block256", "a case id has the form"),
    ("softmax_y-float32-3x4-spread-block256", "no such variant (got 'softmax_y' in 'softmax_y-float32-3x4-spread-block256'); closest is 'softmax_x'; allowed: softmax_x"),
    ("softmax_x-float16-3x4-spread-block256", "no such dtype of softmax_x (got 'float16' in 'softmax_x-float16-3x4-spread-block256'); closest is 'float32'; allowed: float32"),
    ("softmax_x-float32-3x4-spraed-block256", "no such input kind (got 'spraed'"),
    ("softmax_x-float32-3x4-spread-stride-block256", "no such layout (got 'stride'"),
    ("softmax_x-float32-3x4-spread-block255", "no such block of softmax_x (got '255' in 'softmax_x-float32-3x4-spread-block255'); closest is '256'; allowed: 256, 32, 32x4, 8x8x4"),
    ("softmax_x-float32-3x4-spread-block32x1", "no such block of softmax_x (got '32x1'"),
    ("softmax_x-float32-0x4-spread-block256", "n_rows of a case must be 1 to 2147483647 (got 0 in"),
    ("softmax_x-float32-3x2147483648-spread-block256", "n_cols of a case must be 1 to 2147483647 (got 2147483648 in"),
    (f"softmax_x-float32-3x{'9' * 5000}-spread-block256", "n_cols of a case must be 1 to 2147483647 (got 99999999999999999999 in"),
    ("softmax_x-float32-03x4-spread-block256", "a case id must have its only spelling (got 'softmax_x-float32-03x4-spread-block256'); write 'softmax_x-float32-3x4-spread-block256'"),
    ("softmax_x-float32-3x4-spread-seed0-block256", "write 'softmax_x-float32-3x4-spread-block256'"),
    ("softmax_x-float32-3x4-spread-seed2147483648-block256", "seed of a case must be 0 to 2147483647 (got 2147483648 in"),
    ("softmax_x-float32-3x4-spread-seed-block256", "no such layout (got 'seed'"),
    ("softmax_x-float32-3x4-spread-seed7-strided-block256", "a case id has the form"),
    ("softmax_x-float32-3x4-spread-strided_5_3-block256", "write 'softmax_x-float32-3x4-spread-strided-block256'"),
    ("softmax_x-float32-3x4-spread-strided_7-block256", "strided_INP_OUT, offset_INP_OUT"),
    ("softmax_x-float32-3x4-values_3f80-block256", "no such input kind (got 'values_3f80'"),
    ("softmax_x-float32-3x4-values_3f80000g-block256", "no such input kind (got 'values_3f80000g'"),
    (f"softmax_x-float32-3x40-values_{'3f800000' * 17}-block256", "no such input kind"),
    ("softmax_x-float32-1x1-values_3f80000000000000-block256", "an input of 1x1 must have room for all of its values"),
])  # fmt: skip
def test_a_wrong_id_is_refused_with_what_is_allowed(case_id, message):
    with pytest.raises(UsageError) as caught:
        parse_case_id(case_id, [_variant(dtypes=("float32",))])
    assert message in str(caught.value)


@repeatable
@given(
    st.sampled_from(list(SCALAR_TYPES)),
    st.integers(1, 9),
    st.integers(1, 9),
    st.binary(min_size=8, max_size=64),
    st.tuples(*[st.integers(0, 40)] * 4),
)
def test_an_id_carries_values_strides_and_offsets_of_any_kind(dtype, n_rows, n_cols, bits, numbers):
    word = f"u{SCALAR_TYPES[dtype].itemsize}"
    count = min(len(bits) // np.dtype(word).itemsize, n_rows * n_cols)
    values = np.frombuffer(bits, word, count).view(float_format(dtype).dtype)
    kind, layout = kind_of_values(values), placed_layout(*numbers).name
    case = _case(dtype=dtype, n_rows=n_rows, n_cols=n_cols, kind=kind, layout=layout)
    assert parse_case_id(case.id, [_variant()]) == case
    assert np.array_equal(values_of_kind(case.kind, dtype).view(word), values.view(word))
    assert (case.shape.inp_stride, case.shape.out_stride) == (n_cols + numbers[0], n_cols + numbers[1])
    assert (case.placement.inp_offset, case.placement.out_offset) == numbers[2:]
    # An id is a file name too.
    assert len(case.id) < 255
    assert is_seedless(case.kind)


def test_a_found_case_is_known_by_that_word():
    case_id = "softmax_x-float32-3x4-spread-block256"
    assert "found" in parse_case_id(case_id, [_variant(found=(case_id,))]).keywords
    assert "found" not in parse_case_id(case_id, [_variant()]).keywords


@pytest.mark.parametrize("scalar", SCALAR_TYPES.values(), ids=str)
def test_layouts_do_what_their_names_say_for_every_type(scalar):
    itemsize = scalar.itemsize  # type: ignore[attr-defined]
    for layout in LAYOUTS.values():
        paddings = (layout.inp_padding, layout.out_padding)
        offsets = (layout.inp_offset, layout.out_offset)
        assert ("strided" in layout.name) == (min(paddings) > 0)
        assert ("offset" in layout.name) == all(offset * itemsize % 16 for offset in offsets)
        # One stride or offset taken for the other's must show.
        assert max(paddings) == 0 or paddings[0] != paddings[1]
        assert max(offsets) == 0 or offsets[0] != offsets[1]
    assert all(padding % 2 for padding in (LAYOUTS["strided"].inp_padding, LAYOUTS["strided"].out_padding))
    assert all(
        padding * itemsize % 16 == 0
        for padding in (LAYOUTS["strided8"].inp_padding, LAYOUTS["strided8"].out_padding)
    )


def test_seeds_come_from_rows_columns_and_kind_alone():
    first = _case().seed
    assert first == zlib.crc32(b"3x4-spread")
    assert _case(variant=_variant("other"), dtype="float16", block=BLOCKS[1], layout="strided").seed == first
    others = [_case(n_rows=4), _case(n_cols=5), _case(kind="nan"), _case(n_rows=31, n_cols=31)]
    assert len({first, *(case.seed for case in others)}) == 5


def test_another_seed_is_another_input_and_another_id():
    usual = _case(layout="strided")
    other = usual.with_seed(7)
    assert other.id == "softmax_x-float32-3x4-spread-strided-seed7-block256"
    assert parse_case_id(other.id, [_variant()]) == other
    assert other.seed == zlib.crc32(b"3x4-spread-seed7")
    assert other.with_seed(0) == usual
    assert len({usual.with_seed(number).seed for number in range(100)}) == 100


def test_rows_of_the_huge_layout_pass_both_ends_of_32_bits():
    case = _case(n_rows=HUGE_ROWS, n_cols=1, layout=HUGE_LAYOUT)
    for stride in (case.shape.inp_stride, case.shape.out_stride):
        assert stride < 2**31, "a stride parameter of type int takes part"
        offsets = [row * stride for row in range(HUGE_ROWS)]
        assert offsets[1] < 2**31 < offsets[2] < 2**32 < offsets[4]


def test_keywords_hold_the_short_name_of_the_type_and_the_layout():
    for dtype, word in (("float32", "fp32"), ("float16", "fp16"), ("bfloat16", "bf16"), ("float64", "fp64")):
        assert _case(dtype=dtype).keywords == (word, "contiguous")


def test_a_case_tells_why_it_is_outside_of_the_claim(declare):
    variant = declare(requires='["n_cols <= 64", "inp_offset == 0"]')
    own = {"variant": variant, "block": (32, 4, 1)}
    assert _case(**own, n_cols=65).unmet() == "n_cols <= 64"
    assert _case(**own, layout="offset").unmet() == "inp_offset == 0"
    inside = _case(**own, n_cols=64)
    assert inside.unmet() is None
    assert inside.plan() == variant.plan(inside.rule_values)


def test_every_kind_has_a_meaning():
    assert tuple(INPUT_KIND_MEANINGS) == INPUT_KINDS
    assert set(SPECIAL_KINDS) < set(INPUT_KINDS)
    assert all(meaning and "\n" not in meaning for meaning in INPUT_KIND_MEANINGS.values())
    assert all(re.fullmatch(r"[a-z0-9_]+", name) for name in (*INPUT_KINDS, *LAYOUTS))


numbers = st.one_of(st.just(0), st.integers(0, 2**31))


@repeatable
@given(
    st.tuples(numbers, numbers, numbers, numbers)
    | st.sampled_from([each.numbers for each in LAYOUTS.values()])
)
def test_every_layout_has_a_name_that_finds_it_again(wanted):
    layout = placed_layout(*wanted)
    assert layout.numbers == wanted
    assert find_layout(layout.name) == layout == LAYOUTS.get(layout.name, layout)


@pytest.mark.parametrize(("name", "found"), [
    ("strided_7_2", (7, 2, 0, 0)), ("offset_0_9", (0, 0, 0, 9)), ("strided_0_1_offset_2_3", (0, 1, 2, 3)),
])  # fmt: skip
def test_a_name_of_numbers(name, found):
    layout = find_layout(name)
    assert (layout.name, layout.numbers) == (name, found)


@pytest.mark.parametrize("name", [
    "", "strided_", "strided_1", "strided_1_2_3", "offset_1", "offset_1_2_strided_3_4",
    "strided_1_2offset_1_2", "_offset_1_2", "strided_1_-2", "strided_99999999999_0", "padded",
])  # fmt: skip
def test_no_layout(name):
    assert find_layout(name) is None
