# ruff: noqa: E501 - the tables of wrong values read best with one row a line
import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.errors import SpecError
from harness.operation.kinds import INPUT_KINDS, SPECIAL_KINDS, SWEEP_KIND, TIES
from harness.variant.case import Case, parse_case_id
from harness.variant.declaration.discovery import load_variant
from harness.variant.domain import Domain
from harness.variant.matrix import cases, skipped, too_large
from harness.variant.shape import HUGE_LAYOUT, HUGE_ROWS, LAYOUTS
from harness.variant.variant import Variant
from tests.variant.conftest import line_of_key

MATRIX_KINDS = set(INPUT_KINDS) - {SWEEP_KIND, TIES}  # a softmax rounds to no integer
BLOCKS = ["[1]", "[7]", "[32]", "[96]", "[100]", "[256]", "[1024]", "[32, 4]", "[8, 8, 4]"]
ONE_SIDED = {
    *(f"offset_{each}" for each in ("1_0", "2_0", "3_0", "0_1", "0_2", "0_3", "1_1", "2_2", "3_3")),
    "strided_0_1",
    "strided_1_0",
}
GRIDS = {
    "thread per row": "ceil_div(n_rows, block_x)",
    "block per row": "n_rows",
    "warp per row": "ceil_div(n_rows, block_y)",
}


def _widths(found: tuple[Case, ...]) -> set[int]:
    return {case.shape.n_cols for case in found if (case.kind, case.layout) == ("spread", "contiguous")}


def _rows(found: tuple[Case, ...]) -> set[int]:
    return {case.shape.n_rows for case in found}


@pytest.mark.parametrize("grid", GRIDS.values(), ids=list(GRIDS))
@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("dtype", ["float32", "float16", "float64"])
def test_a_matrix_is_small_and_complete(declare, block, grid, dtype):
    variant = declare(block=f"[{block}]", grid=f'"{grid}"', dtypes=f'["{dtype}"]')
    found = cases(variant)
    assert skipped(variant) == ()
    assert len(found) <= 79 + 35
    assert len({case.id for case in found}) == len(found)
    sizes = [case.shape.n_rows * case.shape.n_cols for case in found]
    assert max(sizes) <= 2**18 + 2**12
    assert sum(sizes) / len(sizes) <= 10_000

    threads = variant.blocks[0][0] * variant.blocks[0][1] * variant.blocks[0][2]
    at_least_one = {width for width in (threads - 1, threads, threads + 1) if width}
    assert _widths(found) >= {1, 2, 3, 31, 32, 33, 127, 129, 1001, 1023, 1025, 4099, 8193} | at_least_one
    assert _rows(found) >= {1, 2, 3, 7}
    assert {case.kind for case in found} == MATRIX_KINDS
    assert {case.layout for case in found} == set(LAYOUTS) | ONE_SIDED
    assert {case.kind for case in found if case.shape.n_cols > 1024} == MATRIX_KINDS
    odd = [case for case in found if case.shape.n_cols % 2 and case.shape.n_cols < 64]
    assert {case.kind for case in odd} >= set(SPECIAL_KINDS)
    strided = {case.kind for case in found if "strided" in case.layout}
    assert strided >= {"spread", "neg_inf_some", "pos_inf", "nan"}
    for layout in set(LAYOUTS) - {HUGE_LAYOUT}:
        widths = {case.shape.n_cols % 4 for case in found if case.layout == layout}
        assert 0 in widths
        assert len(widths) > 1


@pytest.mark.parametrize(("block", "grid", "rows"), [
    ("[256]", '"ceil_div(n_rows, block_x)"', {255, 256, 257, 513}),
    ("[1024]", '"ceil_div(n_rows, block_x)"', {1023, 1024, 1025, 2049}),
    ("[100]", '"ceil_div(n_rows, 2 * block_x)"', {199, 200, 201, 401}),
    ("[32, 8]", '"ceil_div(n_rows, block_y)"', {7, 8, 9, 17}),
    ("[32, 4]", '[1, "ceil_div(n_rows, block_y)"]', {3, 4, 5, 9}),
    ("[256]", '"n_rows"', {1, 2, 3, 65}),
    ("[256]", '"min(n_rows, 132)"', {1, 2, 3, 133}),
    ("[32, 8]", '"min(ceil_div(n_rows, block_y), 20)"', {7, 8, 9, 17, 161}),
    ("[256]", "108", {109}),
])  # fmt: skip
def test_rows_that_do_not_fill_the_last_block_follow_from_the_grid(declare, block, grid, rows):
    assert _rows(cases(declare(block=f"[{block}]", grid=grid))) >= rows


def test_a_row_count_that_does_not_fill_the_last_block_is_also_strided(declare):
    found = cases(declare(block="[128]", grid='"ceil_div(n_rows, block_x)"'))
    assert 129 in {case.shape.n_rows for case in found if case.layout == "strided"}


def test_rows_of_every_launch_count(declare):
    variant = declare(
        '[[launch]]\nentry = "a"\nargs = ["inp", "out"]\ngrid = "ceil_div(n_rows, block_x)"\nblock = 64\n'
        '[[launch]]\nentry = "b"\nargs = ["inp", "out"]\ngrid = "ceil_div(n_rows, block_x)"',
        block="[[20]]",
        args=None,
        grid=None,
    )
    assert Domain(variant, (20, 1, 1), "float32", (33,)).block_rows == (20, 64)
    assert _rows(cases(variant)) >= {19, 20, 21, 41, 63, 64, 65, 129}


@pytest.mark.parametrize(("requires", "edges"), [
    *(("n_rows <= 50", {50}), ("200 < n_rows <= 264", {201, 264}), ("n_rows >= 1000", {1000})),
    ("n_cols <= 1000", {1000}), ("n_cols < 1000", {999}), ("300 <= n_cols <= 700", {300, 700}),
    ("n_cols * itemsize <= 49152", {12288}), ("n_cols <= block_x * 5", {160}),
    ("n_cols >= 40 and n_cols <= 50", {40, 50}), ("n_cols == 777", {777}), ("n_cols >= 20000", {20000}),
    ("inp_stride <= 1500", {1500}), ("not (n_cols > 555)", {555}),
])  # fmt: skip
def test_the_edges_of_the_claim_are_checked(declare, requires, edges):
    variant = declare(requires=f'["{requires}"]')
    found = cases(variant)
    assert (_rows(found) if "n_rows" in requires else _widths(found)) >= edges
    assert {case.kind for case in found} == MATRIX_KINDS
    assert all(case.unmet() is None for case in found)


@pytest.mark.parametrize("requires", ["n_cols % 4 == 0", "n_cols % 3 == 1", "n_cols != 33", "n_cols > 0"])
def test_a_condition_that_comes_and_goes_has_no_edge(declare, requires):
    variant = declare(requires=f'["{requires}"]')
    assert Domain(variant, (32, 4, 1), "float32", (31, 32, 33, 34)).edge_widths == ()


@pytest.mark.parametrize(("requires", "widths"), [
    ("n_cols % 4 == 0", {28, 36, 60, 68, 2048, 2052, 4096, 4100, 8192, 8196, 16408, 16412}),
    ("65536 % n_cols == 0", {16, 64, 512, 2048, 4096, 8192, 16384, 32768}),
    ("n_cols % 5120 == 0", {5120, 10240, 15360, 20480}),
    ("n_cols % 4 == 0 and n_cols <= 3000", {2048, 2052, 3000}),
    ("n_cols % 4 == 0 and n_rows % 2 == 0", {2052, 4100, 8196}),
    ("n_cols * itemsize % 64 == 0", {2048, 2064, 4096, 4112, 8192, 8208}),
])  # fmt: skip
def test_widths_move_to_the_nearest_claimed_ones_on_both_sides(declare, requires, widths):
    variant = declare(requires=f'["{requires}"]')
    found = cases(variant)
    assert _widths(found) >= widths
    assert all(case.unmet() is None for case in found)
    # The wanted width is still told as left out.
    assert 2049 in {case.shape.n_cols for case, _ in skipped(variant)}
    assert len(found) <= 79 + 35 + 40


def test_widths_that_are_claimed_do_not_move(declare):
    limited = declare(requires='["n_cols != 1001"]')
    free = {case.id for case in cases(declare())}
    moved = {case.id.removeprefix("probe-float32-") for case in cases(limited) if case.id not in free}
    # 1000 is in the matrix already. The last is a bend.
    assert moved == {"7x1002-spread-block32x4", "3x1000-spread-strided-block32x4", "1x1002-spread-block32x4"}


@pytest.mark.parametrize(("keys", "widths"), [
    ({"smem_bytes": '"n_cols * 4"'}, {58112, 58113}),
    ({"smem_bytes": '"n_cols * itemsize"', "dtypes": '["float64"]'}, {29056, 29057}),
    ({"smem_bytes": '"n_cols * 4 + 128"', "requires": '["n_cols % 4 == 0"]'}, {58080, 58084}),
    ({"smem_bytes": '"n_cols * 4"', "requires": '["n_cols * 4 <= 49152"]'}, {12288}),
])  # fmt: skip
def test_a_claim_is_tried_where_shared_memory_outgrows_every_gpu(declare, keys, widths):
    found = _widths(cases(declare(**keys)))
    assert found >= widths
    assert max(found) == max(
        *widths, 16411 if "requires" not in keys else 0, 16412 if "%" in str(keys) else 0
    )


@pytest.mark.parametrize(("keys", "shapes"), [
    ({"grid": '"min(n_rows, 132)"'}, {(132, 1), (132, 129), (133, 1031), (265, 1), (265, 129)}),
    ({"grid": '"min(n_rows, 65535)"', "block": "[[32]]"}, {(65535, 1), (65536, 1), (131071, 1)}),
    ({"grid": '"4 * max(1, min(n_rows, 16))"'}, {(16, 129), (17, 1031), (33, 129)}),
    ({"grid": '["min(n_rows, 9)", "min(8, ceil_div(n_cols, 2048))"]'}, {(1, 16384), (1, 16385), (1, 65537)}),
    ({"args": '["inp", "out", "n_cols // 700"]'}, {(1, 700), (1, 699), (1, 1400), (1, 22400)}),
    ({"requires": '["n_cols <= 70000"]'}, {(1, 70000)}),
    ({"requires": '["n_rows <= 9000"]'}, {(9000, 1)}),
    ({"requires": '["n_cols * itemsize // 16 <= 25000", "n_cols % 4 == 0"]'}, {(1, 100000)}),
    ({"smem_bytes": "49152"}, {(1, 12288), (1, 12289)}),
    ({"parallel": '"min(n_cols, 700)"'}, {(1, 700), (1, 701)}),
    ({"serial": '"min(n_cols, 700)"'}, {(1, 700), (1, 701)}),
])  # fmt: skip
def test_there_are_cases_on_both_sides_of_each_bend(declare, keys, shapes):
    variant = declare(**keys)
    assert {(case.shape.n_rows, case.shape.n_cols) for case in cases(variant)} >= shapes
    assert too_large(variant) == ()


def test_a_bend_of_one_launch_has_rows_of_that_launch(declare):
    launch = '[[launch]]\nentry = "{}"\nwhen = "n_cols {} 1024"\nargs = ["inp", "out"]\ngrid = "{}"'
    texts = [launch.format("short", "<=", "n_rows"), launch.format("long", ">", "min(n_rows, 4)")]
    found = cases(declare(*texts, args=None, grid=None))
    sizes = {(case.shape.n_rows, case.shape.n_cols) for case in found}
    assert sizes >= {(4, 1025), (5, 1025), (5, 1031), (9, 1025)}


def test_each_bend_is_tried_at_one_block_and_type(declare):
    variant = declare(grid='"min(n_rows, 200)"', block="[[256], [32]]", dtypes='["float32", "float16"]')
    assert len([case for case in cases(variant) if case.shape.n_rows == 401]) == 2  # few columns, and many


def test_a_bend_that_takes_too_long_is_told_with_its_size(declare):
    variant = declare(requires='["n_cols <= 5000000"]')
    ((case, why),) = too_large(variant)
    assert case.id == "probe-float32-1x5000000-spread-block32x4"
    assert why == "5,000,000 elements or threads where 'n_cols <= 5000000' bends (at most 4,194,304)"
    assert case not in cases(variant)


def test_a_periodic_rule_and_one_without_extents_have_no_bend(declare):
    plain = cases(declare())
    variant = declare(smem_bytes='"(n_cols % 3 == 0) * 4 + min(block_x, 7)"', stem="other")
    assert len(cases(variant)) == len(plain)


def test_a_variant_has_one_case_with_huge_strides(declare):
    variant = declare(block="[[32, 4], [96]]", dtypes='["float16", "float32"]')
    (huge,) = (case for case in cases(variant) if case.layout == HUGE_LAYOUT)
    assert huge.id == f"probe-float16-{HUGE_ROWS}x33-spread-strided_huge-block32x4"


def test_too_few_claimed_rows_for_huge_strides_are_skipped_with_the_rule(declare):
    variant = declare(requires='["n_rows <= 4"]')
    assert HUGE_LAYOUT not in {case.layout for case in cases(variant)}
    assert (HUGE_LAYOUT, "n_rows <= 4") in {(case.layout, rule) for case, rule in skipped(variant)}


def test_what_is_outside_of_the_claim_is_skipped_with_the_rule(declare):
    variant = declare(requires='["n_rows > 0", "n_cols <= 1024"]')
    left_out = skipped(variant)
    assert {(case.shape.n_cols, rule) for case, rule in left_out} == {
        (width, "n_cols <= 1024") for width in (1025, 1536, 2049, 3072, 4096, 4099, 8193, 16411)
    }
    runnable = {case.id for case in cases(variant)}
    assert not runnable & {case.id for case, _ in left_out}


@pytest.mark.parametrize("requires", [
    '["n_cols <= 16"]',
    '["n_cols % 4 == 0"]',
    '["n_cols % 3 == 0", "n_rows % 4 == 0"]',
    '["n_rows == 6"]',
    '["n_cols >= 4096"]',
    '["inp_stride % 4 == 0 and out_stride % 4 == 0"]',
    '["n_rows <= 2 and n_cols <= 64"]',
])  # fmt: skip
def test_inputs_and_layouts_move_into_the_claim(declare, requires):
    found = cases(declare(requires=requires))
    assert {case.kind for case in found} == MATRIX_KINDS
    # Odd padding leaves no stride a multiple of 4 in both; every other layout has a shape inside.
    missing = {"strided", "strided_offset"} if "stride %" in requires else set()
    # Fewer rows than five would be within reach of 32 bits, so there it is not a case at all.
    missing |= {HUGE_LAYOUT} if "n_rows <= 2" in requires else set()
    assert {case.layout for case in found} & set(LAYOUTS) == set(LAYOUTS) - missing
    assert len({case.layout for case in found} - set(LAYOUTS)) >= 6
    assert all(case.unmet() is None for case in found)


def test_a_kernel_with_one_stride_gets_layouts_with_one(declare):
    found = cases(declare(requires='["inp_stride == out_stride"]'))
    offset = {"offset", *(layout for layout in ONE_SIDED if layout.startswith("offset"))}
    strided = {f"strided_{each}" for each in ("5_5", "8_8", "5_5_offset_3_1", "1073741824_1073741824")}
    assert {case.layout for case in found} == {"contiguous"} | offset | strided
    assert all(case.shape.inp_stride == case.shape.out_stride for case in found)
    assert {case.kind for case in found if case.layout == "strided_5_5"} >= {"spread", "nan", "pos_inf"}


def test_layouts_without_any_shape_inside_are_skipped(declare):
    variant = declare(requires='["inp_stride == n_cols", "inp_offset % 4 == 0"]')
    # What is free is tried alone: the rows of out, its first row at any element, that of inp at multiples of 4.
    free = {"offset_0_1", "offset_0_2", "offset_0_3", "offset_8_0", "offset_8_8", "strided_0_1"}
    assert {case.layout for case in cases(variant)} == {"contiguous"} | free
    strided = ("strided", "strided8", "strided_offset", "strided_1_0", HUGE_LAYOUT)
    reasons = {(case.layout, rule) for case, rule in skipped(variant)}
    assert reasons == {
        ("offset", "inp_offset % 4 == 0"),
        *((each, "inp_stride == n_cols") for each in strided),
    }


def test_blocks_and_types_come_in_declared_order(declare):
    variant = declare(block="[[32, 8], [32, 2]]", dtypes='["float16", "float32"]')
    pairs = list(dict.fromkeys((case.block, case.dtype) for case in cases(variant)))
    assert pairs == [(block, dtype) for block in ((32, 8, 1), (32, 2, 1)) for dtype in ("float16", "float32")]


@pytest.mark.parametrize(("keys", "message"), [
    ({"requires": '["n_cols < 1"]'}, "a declared block and dtype must have a case to check (got none inside 'requires' for block 32x4 and float32)"),
    ({"requires": '["block_x > 32"]', "block": "[[64, 4], [32, 4]]"}, "(got none inside 'requires' for block 32x4 and float32)"),
    ({"requires": '["itemsize == 4"]', "dtypes": '["float32", "float16"]'}, "for block 32x4 and float16)"),
    ({"requires": '["1 // (n_cols - 3) < 9"]'}, "division by zero in a rule (got '1 // (n_cols - 3) < 9' for n_cols=3)"),
    ({"grid": '"n_rows // 2"'}, "grid x must be at least 1 (got 0 from 'n_rows // 2' for n_rows=1,"),
    ({"grid": '"n_rows - 70"'}, "grid x must be at least 1 (got -"),
    ({"grid": '["n_rows", "n_cols * 8"]'}, "grid y must be at most 65535 (got 65544 "),
    ({"smem_bytes": '"1024 - n_cols"'}, "smem_bytes must be at least 0 (got -7 from '1024 - n_cols'"),
    ({"parallel": '"n_cols // 2"'}, "parallel must be at least 1 (got 0 from 'n_cols // 2'"),
    ({"defines": '{ TILE = "1 // (block_z - 1)" }'}, "division by zero in a rule (got '1 // (block_z - 1)' for block_z=1)"),
])  # fmt: skip
def test_a_declaration_that_breaks_in_the_matrix_is_an_error_when_it_is_read(write, keys, message):
    path = write(**keys)
    key = next(iter(keys))
    line = line_of_key(path, key)
    with pytest.raises(SpecError) as caught:
        load_variant(path)
    assert message in str(caught.value)
    assert (caught.value.path, caught.value.line) == (path, line)


def _digest(variant: Variant) -> str:
    lines = [f"{case.id} {case.seed}" for case in cases(variant)]
    return "\n".join([*lines, *(f"{case.id} {rule}" for case, rule in skipped(variant))])


def test_order_ids_and_seeds_are_the_same_in_every_process(write):
    path = write(requires='["n_cols <= 1000", "n_cols * n_rows % 2 == 0"]', block="[[32, 4], [96]]")
    code = (
        "import sys; from pathlib import Path; from harness.variant.declaration.discovery import load_variant; "
        "from tests.variant.test_matrix import _digest; print(_digest(load_variant(Path(sys.argv[1]))))"
    )
    root = Path(__file__).parents[2]
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)}
        command = [sys.executable, "-c", code, str(path)]
        printed = subprocess.check_output(command, env=environment, text=True, cwd=root)
        assert printed.rstrip("\n") == _digest(load_variant(path))


def test_a_largest_magnitude_excludes_what_is_made_for_more_and_adds_itself(declare):
    free = declare(dtypes='["float32", "float16"]')
    limited = declare(dtypes='["float32", "float16"]', max_magnitude="60000")
    unclaimed = {(case.dtype, case.kind): reason for case, reason in skipped(limited)}
    infinite = {"neg_inf_some", "neg_inf_leading", "neg_inf_all", "pos_inf"}
    # 3e38 stands for float16's 57643, which is claimed.
    expected = {(dtype, kind) for dtype in ("float32", "float16") for kind in infinite} | {
        ("float32", "huge3e38")
    }
    assert unclaimed.keys() == expected
    assert set(unclaimed.values()) == {"max_magnitude = 60000"}
    before, after = ({case.id for case in cases(each)} for each in (free, limited))
    assert before - after == {case.id for case, _ in skipped(limited)}
    assert {case_id.split("-")[3][:15] for case_id in after - before} == {
        "values_476a6000",
        "values_7b53fb53",
    }
    assert all(case.unmet() is None for case in cases(limited))
    for bits, is_claimed in (("c76a6000", True), ("476a6001", False), ("ff800000", False)):
        case = parse_case_id(f"probe-float32-1x3-values_{bits}7fc00000-block32x4", (limited,))
        assert (case.unmet() is None) is is_claimed


@pytest.mark.parametrize(
    ("inputs", "n_limits", "text"), [('"finite"', 0, 'inputs = "finite"'), ("60000", 1, "inputs = 60000")]
)
def test_finite_inputs_exclude_nan_and_infinities(declare, inputs, n_limits, text):
    variant = declare(inputs=inputs)
    special = {"neg_inf_some", "neg_inf_leading", "neg_inf_all", "pos_inf", "nan"}
    excluded = {case.kind: reason for case, reason in skipped(variant)}
    assert excluded.keys() == special | ({"huge3e38"} if n_limits else set())
    assert set(excluded.values()) == {text}
    assert not {case.kind for case in cases(variant)} & excluded.keys()
    assert sum(case.kind.startswith("values_") for case in cases(variant)) == n_limits
    for bits, is_claimed in (("40200000", True), ("7fc00000", False), ("ff800000", False)):
        case = parse_case_id(f"probe-float32-1x3-values_{bits}-block32x4", (variant,))
        assert case.unmet() == (None if is_claimed else text)


def test_inputs_and_a_largest_magnitude_do_not_go_together(write):
    with pytest.raises(SpecError, match="must have 'inputs' or 'max_magnitude', not both"):
        load_variant(write(inputs='"finite"', max_magnitude="3"))
