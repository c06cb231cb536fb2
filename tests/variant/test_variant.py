# ruff: noqa: E501 - the tables of wrong values read best with one row a line
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.errors import SpecError
from harness.variant.declaration.discovery import load_variant
from harness.variant.domain import Domain
from harness.variant.shape import Shape, rule_values
from harness.variant.variant import PlannedLaunch, Variant
from tests.variant.conftest import line_of_key

SHAPE = Shape(n_rows=10, n_cols=33, inp_stride=38, out_stride=36)
BLOCK = (32, 4, 1)


def values(shape=SHAPE, block=BLOCK, dtype="float32", inp_offset=0, out_offset=0):
    return rule_values(shape, block, dtype, inp_offset, out_offset)


VALUES = values()
ALL_ARGS = ("inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride")


def test_a_plan_follows_shape_block_and_type(declare):
    grid = '["n_rows", "inp_stride - n_cols + 1", "out_stride - n_cols + 1"]'
    variant = declare(grid=grid, smem_bytes='"warp * itemsize"', requires='["inp_stride <= n_cols + 64"]')
    (launch,) = variant.plan(values(SHAPE, (256, 1, 1), "float16"))
    assert launch.grid == (10, 6, 4)
    assert launch.block == (256, 1, 1)
    assert launch.smem_bytes == 64


def test_a_launch_with_its_own_block_sees_that_block(declare):
    variant = declare(
        '[[launch]]\nentry = "a"\nargs = ["inp", "out"]\ngrid = "block_x"\n'
        '[[launch]]\nentry = "b"\nargs = ["inp", "out"]\ngrid = ["block_x", "block_y"]\n'
        'block = ["block_x * 2", 3]\nsmem_bytes = "block_x"',
        args=None,
        grid=None,
    )
    assert variant.plan(VALUES) == (
        PlannedLaunch("a", ("inp", "out"), grid=(32, 1, 1), block=BLOCK, smem_bytes=0),
        PlannedLaunch("b", ("inp", "out"), grid=(64, 3, 1), block=(64, 3, 1), smem_bytes=64),
    )


def test_the_first_rule_that_does_not_hold_is_told(declare):
    variant = declare(requires='["n_cols <= 1024", "n_cols % 4 == 0", "n_rows < 5"]')
    assert variant.unmet(VALUES) == "n_cols % 4 == 0"
    assert variant.unmet(values(Shape(4, 2048, 2048, 2048))) == "n_cols <= 1024"
    assert variant.unmet(values(Shape(4, 1024, 1024, 1024))) is None


def test_requires_may_depend_on_the_alignment_of_the_first_row(declare):
    variant = declare(requires='["inp_offset * itemsize % 16 == 0 and out_offset == 0"]')
    assert variant.unmet(VALUES) is None
    assert variant.unmet(values(dtype="float32", inp_offset=4)) is None
    assert variant.unmet(values(dtype="float16", inp_offset=4)) is not None
    assert variant.unmet(values(dtype="float32", out_offset=1)) is not None


@pytest.mark.parametrize(("dtype", "scalar", "macro"), [
    ("float32", "float", "KH_DTYPE_FLOAT32"),
    ("float16", "__half", "KH_DTYPE_FLOAT16"),
    ("bfloat16", "__nv_bfloat16", "KH_DTYPE_BFLOAT16"),
    ("float64", "double", "KH_DTYPE_FLOAT64"),
])  # fmt: skip
def test_macros_name_the_type_and_then_the_defines(declare, dtype, scalar, macro):
    variant = declare(
        dtypes=f'["{dtype}"]',
        defines='{ UNROLL = 4, TILE = "block_x * block_y + itemsize", VECTOR = "float4" }',
    )
    itemsize = {"float32": 4, "float64": 8}.get(dtype, 2)
    defines = (("UNROLL", "4"), ("TILE", str(128 + itemsize)), ("VECTOR", "float4"))
    assert variant.macros(BLOCK, dtype) == (("KH_SCALAR", scalar), (macro, "1"), *defines)


def test_lanes_are_the_value_of_parallel_and_additions_that_of_serial(declare):
    assert (declare().row_threads(VALUES), declare().serial_additions(VALUES)) == (1, None)
    assert declare(parallel='"min(block_x, n_cols)"').row_threads(VALUES) == 32
    assert declare(serial='"block_x - 1"').serial_additions(VALUES) == 31
    with pytest.raises(SpecError, match=r"serial must be at least 0 \(got -"):
        declare(serial='"0 - n_cols"').serial_additions(VALUES)


def test_what_is_not_claimed_is_listed(declare):
    assert declare().limits == ()
    variant = declare(deterministic="false", max_magnitude="1e4")
    assert variant.limits == ("not deterministic", "inputs up to 10000")


def test_scratch_sizes_follow_the_shape(declare):
    variant = declare(
        '[[scratch]]\nname = "one"\nbytes = "n_rows * 8"\n[[scratch]]\nname = "two"\nbytes = 0',
        args='["inp", "out", "two", "one"]',
    )
    assert variant.scratch_bytes(VALUES) == {"one": 80, "two": 0}


# Each rule holds over the matrix, so that the declaration is read, and breaks for the shape asked for here.
@pytest.mark.parametrize(("keys", "shape", "message"), [
    ({"grid": '"99999 - n_rows"'}, Shape(100_000, 1, 1, 1), "grid x must be at least 1 (got -1 from '99999 - n_rows' for n_rows=100000, n_cols=1, inp_stride=1, out_stride=1, block=32x4)"),
    ({"grid": '"99999 - n_rows"'}, Shape(99_999, 1, 1, 1), "grid x must be at least 1 (got 0 "),
    ({"grid": '"n_rows * n_cols"'}, Shape(2**16, 2**15, 1, 1), "grid x must be at most 2147483647 (got 2147483648 "),
    ({"grid": '[1, "n_cols"]'}, Shape(1, 65536, 1, 1), "grid y must be at most 65535 (got 65536 "),
    ({"grid": '[1, 1, "n_cols"]'}, Shape(1, 65536, 1, 1), "grid z must be at most 65535 (got 65536 "),
    ({"grid": '"0 // (99000+999-n_rows)+1"'}, Shape(99_999, 1, 1, 1), "division by zero in a rule (got '0 // (99000+999-n_rows)+1' for n_rows=99999)"),
    ({"smem_bytes": '"99999 - n_rows"'}, Shape(100_000, 1, 1, 1), "smem_bytes must be at least 0 (got -1 "),
    ({"parallel": '"99999 - n_rows"'}, Shape(99_999, 1, 1, 1), "parallel must be at least 1 (got 0 "),
    ({"requires": '["1 // (99999 - n_rows) < 2"]'}, Shape(99_999, 1, 1, 1), "division by zero"),
])  # fmt: skip
def test_a_rule_that_breaks_for_a_shape_is_an_error_at_its_key(declare, keys, shape, message):
    variant = declare(**keys)
    (key,) = keys
    line = line_of_key(variant.path, key)
    asks: dict[str, Callable[..., object]] = {"requires": variant.unmet, "parallel": variant.row_threads}
    ask = asks.get(key, variant.plan)
    with pytest.raises(SpecError) as caught:
        ask(values(shape))
    assert message in str(caught.value)
    assert (caught.value.path, caught.value.line) == (variant.path, line)


def test_a_scratch_buffer_of_negative_size_is_an_error_at_its_rule(declare):
    variant = declare('[[scratch]]\nname = "work"\nbytes = "99999 - n_rows"', args='["inp", "out", "work"]')
    with pytest.raises(SpecError, match=r"a scratch buffer must be at least 0 \(got -1 from") as caught:
        variant.scratch_bytes(values(Shape(100_000, 1, 1, 1)))
    assert variant.path.read_text().split("\n")[caught.value.line - 1].startswith("// bytes")


@pytest.mark.parametrize(("block", "message"), [
    ('["n_rows", 1]', "block x must be at most 1024 (got 1025 "),
    ('[1, 1, "n_rows"]', "block z must be at most 64 (got 1025 "),
    ('["n_rows - 2", 2]', "a block must have at most 1024 threads (got 2046 "),
])  # fmt: skip
def test_a_launch_block_beyond_the_limits_is_an_error(declare, block, message):
    table = f'[[launch]]\nentry = "a"\nargs = ["inp", "out"]\ngrid = 1\nblock = {block}'
    # Within the limits over the claimed rows, so that the declaration is read, and beyond them for the shape below.
    variant = declare(table, args=None, grid=None, requires='["n_rows > 2 and n_rows <= 64"]')
    with pytest.raises(SpecError) as caught:
        variant.plan(values(Shape(1025, 1, 1, 1)))
    assert message in str(caught.value)
    assert variant.path.read_text().split("\n")[caught.value.line - 1].startswith("// block = [" + block[1:4])


def test_a_variant_is_hashable_and_survives_pickling(declare):
    variant = declare(defines='{ TILE = "block_x * 2" }', requires='["n_cols <= 64"]')
    copy = pickle.loads(pickle.dumps(variant))
    assert copy == variant
    assert hash(copy) == hash(variant)
    assert copy.plan(VALUES) == variant.plan(VALUES)
    assert copy.macros(BLOCK, "float32") == variant.macros(BLOCK, "float32")


TAKING_TURNS = """\
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


def _taking_turns(folder: Path, last: str = "500", first: str = "n_cols <= 100") -> Variant:
    path = folder / "turns.cu"
    text = TAKING_TURNS.replace("{last}", last).replace("n_cols <= 100", first)
    path.write_text(text, encoding="ascii")
    return load_variant(path)


def test_a_launch_is_made_where_its_condition_holds(tmp_path):
    variant = _taking_turns(tmp_path)
    (planned,) = variant.plan(values(Shape(3, 100, 100, 100), (64, 1, 1)))
    assert planned.entry == "short_rows"
    (planned,) = variant.plan(values(Shape(3, 101, 101, 101), (64, 1, 1)))
    assert (planned.entry, planned.grid) == ("long_rows", (6, 1, 1))


def test_where_one_launch_takes_over_from_another_there_are_cases(tmp_path):
    variant = _taking_turns(tmp_path)
    assert {100, 101, 500} <= set(Domain(variant, (64, 1, 1), "float32", [1, 33, 256]).edge_widths)


def test_a_claimed_shape_without_a_launch_is_an_error(tmp_path):
    with pytest.raises(SpecError, match=r"a claimed shape must have a launch \(got none whose 'when' holds"):
        _taking_turns(tmp_path, last="400")


@pytest.mark.parametrize(
    ("condition", "message"),
    [("n_cols", "'launch.0..when' must be a comparison"), ("block_w == 1", "unknown name in a rule")],
)
def test_a_condition_is_a_comparison_of_known_names(tmp_path, condition, message):
    with pytest.raises(SpecError, match=message):
        _taking_turns(tmp_path, first=condition)
