"""``when``: which of a variant's launches are made for a shape."""

from pathlib import Path

import pytest

from harness.errors import SpecError
from harness.variant.declaration.discovery import load_variant
from harness.variant.domain import Domain
from harness.variant.shape import Shape

TEXT = """\
// /// variant
// summary = "Two kernels, one for short rows."
// source  = "this project"
// block   = [64]
// requires = ["n_cols <= 500"]
//
// [[launch]]
// entry = "short_rows"
// when  = "n_cols <= 100"
// args  = ["inp", "out", "n_cols"]
// grid  = "n_rows"
//
// [[launch]]
// entry = "long_rows"
// when  = "100 < n_cols <= {last}"
// args  = ["inp", "out", "n_cols"]
// grid  = "n_rows * 2"
// ///
"""


def declared(folder: Path, text: str) -> Path:
    path = folder / "turns.cu"
    path.write_text(text, encoding="ascii")
    return path


def shape(n_cols: int) -> Shape:
    return Shape(3, n_cols, n_cols, n_cols)


def test_a_launch_is_made_where_its_condition_holds(tmp_path: Path) -> None:
    variant = load_variant(declared(tmp_path, TEXT.replace("{last}", "500")))
    assert [each.entry for each in variant.plan(shape(100), (64, 1, 1), "float32")] == ["short_rows"]
    (planned,) = variant.plan(shape(101), (64, 1, 1), "float32")
    assert (planned.entry, planned.grid) == ("long_rows", (6, 1, 1))


def test_where_one_launch_takes_over_from_another_there_are_cases(tmp_path: Path) -> None:
    variant = load_variant(declared(tmp_path, TEXT.replace("{last}", "500")))
    assert {100, 101, 500} <= set(Domain(variant, (64, 1, 1), "float32", [1, 33, 256]).edge_widths)


def test_a_claimed_shape_without_a_launch_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"a claimed shape must have a launch \(got none whose 'when' holds"):
        load_variant(declared(tmp_path, TEXT.replace("{last}", "400")))


@pytest.mark.parametrize(
    ("condition", "message"),
    [("n_cols", "'launch.0..when' must be a comparison"), ("block_w == 1", "unknown name in a rule")],
)
def test_a_condition_is_a_comparison_of_known_names(tmp_path: Path, condition: str, message: str) -> None:
    text = TEXT.replace("{last}", "500").replace("n_cols <= 100", condition)
    with pytest.raises(SpecError, match=message):
        load_variant(declared(tmp_path, text))
