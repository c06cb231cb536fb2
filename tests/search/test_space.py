from pathlib import Path

import hypothesis
import pytest

from harness.errors import SpecError
from harness.search.engine import cases
from harness.search.space import MOST_CELLS, Space, relaid
from harness.variant.case import make_case
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
def variant(tmp_path):
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "shared.cuh").write_text("const int tile = 320;\n")
    (tmp_path / "kernel.cu").write_text(KERNEL)
    return load_variant(tmp_path / "kernel.cu")


@pytest.fixture
def space(variant):
    return Space(variant, "cpu")


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
def test_a_case_outside_the_claim_gives_way_to_one_inside(variant, space, wanted, expected):
    case = make_case(variant, dtype="float32", n_rows=3, block=(96, 1, 1), **wanted)
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


def test_values_that_do_not_fit_are_left_out(variant):
    case = make_case(
        variant, dtype="float32", n_rows=1, n_cols=2, kind="values_3f80000040000000", block=(96, 1, 1)
    )
    assert relaid(case, n_cols=1).kind == "values_3f800000"
    assert relaid(case, n_rows=2).kind == case.kind


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
