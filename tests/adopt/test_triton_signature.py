"""`init` for Triton: pointers, numbers and constants are read from the text; a trial needs Triton itself."""

from dataclasses import replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.version import Version

from harness.adopt.draft import Draft
from harness.adopt.limits import launch_limits
from harness.adopt.triton.adoption import candidates, ranked
from harness.adopt.triton.signature import triton_signatures
from harness.cli.bodies.init import InitRequest, run_init
from harness.errors import UsageError
from harness.operation.catalogue import catalogue_of
from harness.report.text.console import make_console
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant

SOURCE = """\
import triton
import triton.language as tl


@triton.jit
def _scaled(p, n, B: tl.constexpr):
    return tl.load(p + n * tl.arange(0, B))


@triton.autotune(configs=[triton.Config({"SPLIT": 2})], key=["n_cols"])
@triton.jit
def rms_norm_kernel(
    Y, X_ptr, W, Rstd, COUNT, y_row_stride, x_row_stride, n_cols, eps, SPLIT: tl.constexpr, BLOCK: tl.constexpr
):
    row = tl.program_id(0) + tl.program_id(axis=1)
    X_ptr += row * x_row_stride
    base = X_ptr + tl.arange(0, BLOCK)
    x = tl.load(base, mask=tl.arange(0, BLOCK) < n_cols)
    w = _scaled(W, n_cols, BLOCK)
    tl.atomic_add(COUNT + row, 1)
    tl.store(Rstd + row, 1.0)
    block = tl.make_block_ptr(base=Y, shape=(1,), strides=(1,), offsets=(0,), block_shape=(BLOCK,), order=(0,))
    tl.store(block, x * w + eps)
"""


OPERATIONS = list(catalogue_of().operations.values())


def guessed(source, **given):
    """Return the candidates for the likeliest operation of the only kernel of a source."""
    (kernel,) = triton_signatures(source)
    return list(candidates(kernel, ranked(kernel, OPERATIONS)[0], given))


def test_uses_of_parameters_are_read_from_the_text():
    (kernel,) = triton_signatures(SOURCE)
    assert kernel.name == "rms_norm_kernel"
    assert kernel.read == {"X_ptr", "W"}
    assert kernel.written == {"Y", "Rstd"}
    assert kernel.added == {"COUNT"}
    assert kernel.numbers == ("y_row_stride", "x_row_stride", "n_cols", "eps")
    assert kernel.constants == ("BLOCK",)
    assert kernel.axes == {0, 1}
    assert kernel.is_tuned


def test_the_likeliest_declaration_comes_first():
    source = SOURCE.replace("Rstd, COUNT,", "Rstd,").replace("    tl.atomic_add(COUNT + row, 1)\n", "")
    first = guessed(source)[0]
    assert first.operation == "rms_norm"
    assert first.args == ("out", "inp", "weight", "rstd_of_row", "out_stride", "inp_stride", "n_cols", "eps")
    assert first.constexprs == {"BLOCK": "next_power_of_2(n_cols)"}
    assert first.scratch == (("rstd_of_row", "4 * n_rows"),)
    given = guessed(source, eps="1e-5", BLOCK="64")[0]
    assert given.args[-1] == "1e-5"
    assert given.constexprs == {"BLOCK": 64}


BACKWARD = """\
import triton
import triton.language as tl


@triton.heuristics({"BLOCK_SIZE_BATCH": lambda args: 1})
@triton.jit
def softmax_backward_kernel(
    output_grad_pointer, output_pointer, input_grad_pointer, lse_pointer, batch_dim, feat_dim,
    output_grad_batch_stride, output_grad_feat_stride, output_batch_stride, output_feat_stride,
    input_grad_batch_stride, input_grad_feat_stride, lse_batch_stride, lse_feat_stride,
    neg: tl.constexpr, BLOCK_SIZE_BATCH: tl.constexpr, BLOCK_SIZE_FEAT: tl.constexpr,
):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK_SIZE_FEAT)
    y = tl.load(output_pointer + row * output_batch_stride + cols * output_feat_stride)
    dy = tl.load(output_grad_pointer + row * output_grad_batch_stride + cols * output_grad_feat_stride)
    dx = y * (dy - tl.sum(y * dy))
    if neg:
        dx = -dx
    tl.store(input_grad_pointer + row * input_grad_batch_stride + cols * input_grad_feat_stride, dx)
    tl.store(lse_pointer + row * lse_batch_stride, tl.sum(dx))
"""


@pytest.mark.parametrize(
    ("old", "new", "of", "expected"),
    [
        # A condition is true or false, a constant that is compared a small number.
        ("", "", lambda each: each.constexprs["neg"], {False, True}),
        ("if neg:", "if neg == NEGATED:", lambda each: each.constexprs["neg"], {0, 1, 2}),
        ("neg: tl", "OUT_DTYPE: tl.constexpr, neg: tl", lambda each: each.constexprs["OUT_DTYPE"], {"tl.float32"}),
        # A grid has no constant that is computed in another process.
        ("", "", lambda each: each.grid, {("n_rows",), ("ceil_div(n_rows * n_cols, BLOCK_SIZE_FEAT)",)}),
        # An output that the operation has not is a number a row, or None, or an array.
        ("", "", lambda each: each.scratch if each.args[2] == "out" else (),
         {(("lse_of_row", "4 * n_rows"),), (), (("lse_whole", "4 * n_rows * n_cols"),)}),
        ("", "", lambda each: not each.scratch and each.constexprs.get("lse_pointer"), {False, None, "None"}),
    ],
)  # fmt: skip
def test_what_the_text_does_not_tell_is_tried(old, new, of, expected):
    assert {of(each) for each in guessed(BACKWARD.replace(old, new))} == expected


def test_a_stride_is_of_the_array_whose_whole_name_it_has():
    first = guessed(BACKWARD)[0]
    assert first.args == (
        *("grad", "y", "out", "lse_of_row", "n_rows", "n_cols"),
        *("inp_stride", "1", "inp_stride", "1", "out_stride", "1", "1", "1"),
    )
    assert first.constexprs == {"neg": False, "BLOCK_SIZE_FEAT": "next_power_of_2(n_cols)"}


def test_a_stride_that_is_added_to_a_pointer_is_no_pointer():
    source = BACKWARD.replace("    if neg:", "    input_grad_pointer += input_grad_batch_stride\n    if neg:")
    (kernel,) = triton_signatures(source)
    assert kernel.written == {"input_grad_pointer", "lse_pointer"}
    assert kernel.computed == {"BLOCK_SIZE_BATCH"}


def test_the_file_tells_the_operation_of_a_kernel_whose_name_tells_none():
    (kernel,) = triton_signatures(BACKWARD.replace("softmax_backward_kernel", "_bwd_kernel"))
    assert ranked(kernel, OPERATIONS) == []
    assert [each.name for each in ranked(kernel, OPERATIONS, "swiglu")] == ["swiglu"]


def test_text_that_is_no_python_is_an_error():
    with pytest.raises(UsageError, match=r"must be Python .*line 1"):
        triton_signatures("def f(:\n")


@pytest.mark.parametrize(
    "text",
    [
        "@triton.jit\ndef f(a: tl.constexpr = 0, b: DEEP = 0): tl.store(b, a)\n",
        "@triton.jit\ndef f(a):\n    tl.store(a, DEEP)\n",
    ],
)
@pytest.mark.parametrize("depth", [500, 3000])
def test_text_that_is_nested_too_deeply_is_an_error(text, depth):
    with pytest.raises(UsageError, match=r"nested too deeply\)"):
        triton_signatures(text.replace("DEEP", "+".join(["a"] * depth)))


IN_TWO = """\
import triton
import triton.language as tl


@triton.jit
def silu(out, inp, n_cols, s, t, BLOCK: tl.constexpr):
    at = tl.program_id(AXIS) * BLOCK + tl.arange(0, BLOCK)
    row = tl.program_id(1 - AXIS)
    x = tl.load(inp + row * s + at, mask=at < n_cols)
    tl.store(out + row * t + at, x / (1.0 + tl.exp(-x)), mask=at < n_cols)
"""


@pytest.mark.parametrize(
    ("grid", "block", "requires"),
    [
        (("n_rows",), 64, ()),
        (("ceil_div(n_cols, BLOCK)", "n_rows"), 64, ("n_rows <= 65535",)),
        (("n_rows", "ceil_div(n_cols, BLOCK)"), 64, ("ceil_div(n_cols, 64) <= 65535",)),
        (("n_rows", "ceil_div(n_cols, BLOCK)"), "next_power_of_2(n_cols)", ()),
    ],
)
def test_a_grid_in_y_that_grows_has_a_limit(tmp_path, grid, block, requires):
    path = tmp_path / "silu.py"
    path.write_text(IN_TWO)
    settings = Settings.load(tmp_path)
    (kernel,) = triton_signatures(IN_TWO)
    args = ("out", "inp", "n_cols", "inp_stride", "out_stride")
    constants = {"BLOCK": block}
    draft = Draft("Silu.", "a test", args, (), grid, kernel.name, operation="silu", constexprs=constants)
    assert launch_limits(draft.variant(path, settings.operations)) == requires
    variant = replace(draft, requires=requires).variant(path, settings.operations)
    assert launch_limits(variant) == ()
    assert tuple(each.text for each in variant.requires) == requires


SUM_OF_PRODUCTS = """\
import triton
import triton.language as tl


@triton.jit
def softmax_backward(dx, dy, y, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols
    p = tl.load(y + row * n_cols + cols, mask=mask, other=0.0)
    g = tl.load(dy + row * n_cols + cols, mask=mask, other=0.0)
    tl.store(dx + row * n_cols + cols, p * (g - tl.sum(p * g)), mask=mask)
"""


def init(path):
    settings = Settings.load(path.parent, isolation="none")
    assert run_init(InitRequest(files=(path,)), settings, make_console(), make_console()) == 0
    return load_variant(path)


@pytest.mark.skipif(find_spec("triton") is None, reason="needs Triton: pip install 'triton>=3.4'")
def test_kernels_are_declared_by_trials(tmp_path, capsys):
    fixture = Path(__file__).parents[2] / "fixtures" / "triton" / "right" / "rms_norm.py"
    path = tmp_path / "rms_norm.py"
    path.write_text(fixture.read_text().partition("# ///\n")[2])
    variant = init(path)
    assert "right on 12 further sizes" in capsys.readouterr().out
    assert variant.operation.name == "rms_norm"
    assert "weight" in variant.launches[0].args
    other = tmp_path / "softmax_backward.py"
    other.write_text(SUM_OF_PRODUCTS)
    # From 3.8, Triton's compiler fuses the products into the sum, so that each lane rounds a sum of its own.
    assert init(other).deterministic is (Version(version("triton")) < Version("3.8"))
