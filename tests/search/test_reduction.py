"""Spaces of numbers to draw from, and how a failing case is made smaller."""

from itertools import pairwise
from pathlib import Path

import hypothesis
import pytest

from harness.errors import SpecError
from harness.launch.inputs import values_of_kind
from harness.search.engine import MOST_CELLS, Space, cases, complexity, reduce
from harness.variant.case import altered, make_case, parse_case_id
from harness.variant.declaration.discovery import load_variant
from tests.variant.conftest import repeatable

ROOT = Path(__file__).parents[2]

KERNEL = """\
// A kernel for 4096 columns at most, or so.
//
// /// variant
// summary    = "Does nothing."
// source     = "this test"
// args       = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[96], [32, 4]]
// grid       = "ceil_div(n_rows, block_y)"
// dtypes     = ["float32", "float16"]
// arithmetic = "ieee"
// requires   = ["n_cols % 4 == 0", "inp_stride % 8 == 0", "inp_offset % 4 == 0", "n_cols <= 2000"]
// ///

#include "shared.cuh"
extern "C" __global__ void softmax() { int a = 600 + x70 + 0x300 + 1e5 + 2.5 + 80.f + 999u; } // 555
"""


@pytest.fixture
def claimed(tmp_path):
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "shared.cuh").write_text("const int tile = 320;\n")
    (tmp_path / "kernel.cu").write_text(KERNEL)
    return load_variant(tmp_path / "kernel.cu")


@pytest.fixture
def space(claimed):
    return Space(claimed, "cpu")


def test_constants_are_the_integers_of_the_code_and_their_neighbours(space):
    assert {599, 600, 601, 319, 320, 321} <= set(space.constants)
    # A number in a comment, a name, a float, or a literal of another form is none.
    assert not {70, 300, 80, 2, 555, 4096} & set(space.constants)
    assert space.constants == tuple(sorted(space.constants))


def test_widths_and_rows_hold_the_edges_of_block_and_claim(space):
    widths = space.widths((96, 1, 1), "float32")
    assert {1, 31, 32, 33, 95, 96, 97, 383, 384, 385, 600, 2000} <= set(widths)
    rows = space.rows((32, 4, 1), "float32")
    assert {3, 4, 5} <= set(rows)
    assert min(widths) == min(rows) == 1


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        # Inside as it is.
        ({"n_cols": 8, "layout": "contiguous"}, "3x8-spread-block96"),
        # Only the padding and the offset have to give way: the shape is the point.
        ({"n_cols": 12, "layout": "contiguous"}, "3x12-spread-strided_4_4-block96"),
        ({"n_cols": 8, "layout": "offset_1_0"}, "3x8-spread-offset_4_0-block96"),
        # The columns are rounded up, and keep what they can.
        ({"n_cols": 7, "layout": "contiguous"}, "3x8-spread-block96"),
        # Beyond the claim: the nearest shape.
        ({"n_cols": 3000, "layout": "strided"}, "3x2000-spread-block96"),
    ],
)
def test_a_case_outside_the_claim_gives_way_to_one_inside(claimed, space, wanted, expected):
    case = make_case(claimed, dtype="float32", n_rows=3, block=(96, 1, 1), **wanted)
    inside = space.inside(case)
    assert inside is not None
    assert inside.unmet() is None
    assert inside.id == f"kernel-float32-{expected}"


def test_where_nothing_is_near_there_is_no_case(tmp_path):
    text = KERNEL.replace('"n_cols <= 2000"', '"n_rows * n_cols >= 100000000"').replace(
        '#include "shared.cuh"\n', ""
    )
    (tmp_path / "far.cu").write_text(text)
    # The matrix finds nothing either, so the declaration is refused before a search could be asked for.
    with pytest.raises(SpecError, match="must have a case to check"):
        load_variant(tmp_path / "far.cu")


def test_values_that_do_not_fit_are_left_out(claimed):
    case = make_case(
        claimed, dtype="float32", n_rows=1, n_cols=2, kind="values_3f80000040000000", block=(96, 1, 1)
    )
    assert altered(case, n_cols=1).kind == "values_3f800000"
    assert altered(case, n_rows=2).kind == case.kind


def test_drawn_cases_stay_small():
    variant = load_variant(ROOT / "cuda_src" / "softmax_naive.cu")
    assert Space(variant, "cpu").max_cols <= MOST_CELLS["cpu"] < MOST_CELLS["gpu"]


def test_drawn_inputs_are_within_the_largest_magnitude(tmp_path):
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "shared.cuh").write_text("const int tile = 320;\n")
    path = tmp_path / "kernel.cu"
    path.write_text(KERNEL.replace("// arithmetic", "// max_magnitude = 2.5\n// arithmetic"))
    space, drawn = Space(load_variant(path), "cpu"), []

    @repeatable
    @hypothesis.given(cases(space))
    def draw(case):
        drawn.append(case)
        assert case.unmet() is None

    draw()
    assert any(case.kind.startswith("values_") for case in drawn)
    assert {case.kind for case in drawn} & {"normal", "nan"}


ROOT = Path(__file__).parents[2]
BLOCK = (128, 1, 1)


@pytest.fixture(scope="module")
def variant():
    return load_variant(ROOT / "cuda_src" / "softmax_naive.cu")


def start(variant, **parts):
    given = {"dtype": "float32", "n_rows": 5, "n_cols": 300, "block": variant.blocks[-1], **parts}
    return make_case(variant, **given)


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (lambda _case: True, "1x1-spread"),
        (lambda case: case.shape.n_rows > 2, "3x1-spread"),
        # Every width from one on: halving comes to it.
        (lambda case: case.shape.n_cols >= 129, "1x129-spread"),
        (lambda case: case.shape.n_cols == 300, "1x300-spread"),
        # One remainder of many: the first that leaves it.
        (lambda case: case.shape.n_cols % 100 == 0, "1x100-spread"),
        (lambda case: case.shape.n_cols % 7 == 6, "1x6-spread"),
        (lambda case: case.shape.n_rows * case.shape.n_cols > 40, "1x41-spread"),
        (lambda case: case.shape.inp_stride == case.shape.n_cols + 9, "1x1-spread-strided_9_0"),
        # A stride: the padding grows as the columns get fewer.
        (lambda case: case.shape.inp_stride == 309, "1x1-spread-strided_308_0"),
        (lambda case: case.placement.out_offset % 4 == 3, "1x1-spread-offset_0_3"),
        (lambda case: case.kind not in ("spread", "normal", "uniform80"), "1x1-huge1e4"),
        (lambda case: case.seed_number > 3, "1x1-nan-seed8"),
        (lambda case: case.seed_number > 3 or case.kind == "spread", "1x1-spread"),
    ],
)  # fmt: skip
def test_nothing_is_left_but_what_the_fault_needs(variant, fault, expected):
    case = start(variant, kind="nan", seed_number=8, layout="strided_9_4_offset_2_11")
    assert fault(case)
    small = reduce(case, fault)
    assert small.id == f"softmax_naive-float32-{expected}-block{small.block[0]}"
    assert small.block == variant.blocks[0]
    assert fault(small)


def test_values_get_fewer_and_plainer(variant):
    def has_a_large_one_behind_a_negative_one(case):
        if not case.kind.startswith("values_"):
            return False
        values = [float(value) for value in values_of_kind(case.kind, case.dtype)]
        return any(b > 50.5 and a < 0 for a, b in pairwise(values))

    # -3.25, 7.5, -0.1, 77.3, nan
    kind = "values_c050000040f00000bdcccccd429a999a7fc00000"
    small = reduce(start(variant, kind=kind), has_a_large_one_behind_a_negative_one)
    assert small.kind == "values_bf800000429a0000"  # -1, 77
    assert small.shape.n_rows * small.shape.n_cols == 2


def test_a_step_out_of_the_claim_is_none(tmp_path):
    text = (ROOT / "cuda_src" / "softmax_naive.cu").read_text()
    narrow = text.replace(
        "// dtypes     =", '// requires   = ["n_cols >= 17", "n_cols % 2 == 1"]\n// dtypes     =', 1
    )
    (tmp_path / "odd.cu").write_text(narrow)
    variant = load_variant(tmp_path / "odd.cu")
    small = reduce(start(variant, n_cols=301), lambda _case: True)
    assert small.shape.n_cols == 17


def test_the_search_for_a_smaller_case_ends(variant):
    # Fails for this one case alone: every step is tried once and refused.
    case = start(variant, kind="values_c050000040f00000", layout="strided_9_4_offset_2_11")
    tried = []

    def is_it(smaller):
        tried.append(smaller.id)
        return smaller.id == case.id

    assert reduce(case, is_it) == case
    assert len(tried) < 300


def test_complexity_orders_all_cases(variant):
    ids = [
        "softmax_naive-float32-1x1-spread-block128",
        "softmax_naive-float32-1x1-normal-block128",
        "softmax_naive-float32-1x1-values_00000000-block128",
        "softmax_naive-float32-1x1-values_3f800000-block128",
        "softmax_naive-float32-1x1-values_80000000-block128",
        "softmax_naive-float32-1x1-values_40490fdb-block128",
        "softmax_naive-float32-1x1-values_ff800000-block128",
        "softmax_naive-float32-1x1-values_7fc00000-block128",
        "softmax_naive-float32-1x1-spread-strided_1_0-block128",
        "softmax_naive-float32-1x1-spread-offset-block128",
        "softmax_naive-float32-2x1-spread-block128",
        "softmax_naive-float32-1x2-spread-block128",
        "softmax_naive-float32-1x777-spread-block128",
    ]
    keys = [complexity(parse_case_id(case_id, [variant])) for case_id in ids]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)
