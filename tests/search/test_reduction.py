from itertools import pairwise
from pathlib import Path

import pytest

from harness.launch.inputs import values_of_kind
from harness.search.reduction import complexity, reduce
from harness.variant.case import make_case, parse_case_id
from harness.variant.declaration.discovery import load_variant

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
        (lambda case: case.out_offset % 4 == 3, "1x1-spread-offset_0_3"),
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
