# ruff: noqa: E501 - the tables read best with one row a line
"""A stride that a declaration does not mention: rows are contiguous, which is noted once."""

import pytest

from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases, skipped
from tests.kernels.expectations import ROOT


@pytest.mark.parametrize(("keys", "implied"), [
    ({"args": '["inp", "out", "n_cols"]'}, ("inp_stride == n_cols", "out_stride == n_cols")),
    ({"args": '["inp", "out", "n_cols", "inp_stride"]'}, ("out_stride == n_cols",)),
    ({"args": '["inp", "out", "n_cols", "inp_stride // 4", "out_stride"]'}, ()),
    ({"args": '["inp", "out", "inp_stride"]', "requires": '["inp_stride == out_stride"]'}, ()),
    ({"args": '["inp", "out", 1.0e-5, "out_stride"]'}, ("inp_stride == n_cols",)),
    ({"args": '["inp", "out"]', "grid": '"min(inp_stride, out_stride)"'}, ()),
    ({"args": '["inp", "out", "inp_stride", "out_stride"]'}, ()),
    ({"args": '["a", "b", "c", "m", "n", "k"]', "operation": '"matmul"', "grid": '"m"'}, ("lda == k", "ldb == n", "ldc == n")),
    ({"args": '["inp", "out", "n_rows", "n_cols", "ld_inp"]', "operation": '"transpose"'}, ("ld_out == n_rows",)),
])  # fmt: skip
def test_a_stride_that_is_not_mentioned_has_no_padding(declare, keys, implied):
    variant = declare(**keys)
    assert variant.implied == implied
    assert tuple(rule.text for rule in variant.requires[len(variant.requires) - len(implied) :]) == implied
    assert all(case.unmet() is None for case in cases(variant))
    assert bool(variant.notes) == bool(implied)


def test_rows_of_an_array_that_no_kernel_receives_imply_nothing(declare):
    variant = declare(operation='"row_max_index"', args='["inp", "value", "index", "n_cols", "inp_stride"]')
    assert variant.implied == ()


def test_padded_layouts_are_skipped_and_the_note_says_why(declare):
    variant = declare(args='["inp", "out", "n_cols"]')
    assert {case.layout for case in cases(variant)} <= {
        "contiguous",
        "offset",
        *(f"offset_{each}" for each in ("1_0", "2_0", "3_0", "0_1", "0_2", "0_3", "1_1", "2_2", "3_3")),
    }
    assert {rule for _, rule in skipped(variant)} == {"inp_stride == n_cols", "out_stride == n_cols"}
    assert variant.notes == (
        "neither `args` nor a rule has `inp_stride` and `out_stride`: tried on inp_stride == n_cols and "
        "out_stride == n_cols only, as if `requires` said so",
    )


def test_a_stride_of_one_of_several_launches_counts(declare):
    launch = '[[launch]]\nentry = "{}"\nargs = ["inp", "out", {}]\ngrid = "n_rows"'
    variant = declare(
        launch.format("a", '"inp_stride"'), launch.format("b", '"out_stride"'), args=None, grid=None
    )
    assert variant.implied == ()


def test_columns_whose_stride_is_not_mentioned_follow_each_other(tmp_path):
    folder = ROOT / "fixtures" / "declared_kernels"
    text = (folder / "right" / "column_strides.cu").read_text(encoding="ascii")
    path = tmp_path / "rows.cu"
    path.write_text(text.replace(', "inp_col"', "").replace(', "out_col"', ""), encoding="ascii")
    variant = load_variant(path, [folder / "operations"])
    assert variant.implied == ("inp_col == 1", "out_col == 1")
    assert {case.layout.partition("_")[0] for case in cases(variant)} == {"contiguous", "offset"}
