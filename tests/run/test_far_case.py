"""Parts of a problem of more than 2**32 elements: what is not tried is said, and no right kernel is called wrong."""

import dataclasses

import pytest

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant import matrix
from harness.variant.declaration.discovery import load_variant
from harness.verdict import Reason, Verdict

KERNEL = """\
// /// variant
// summary   = "A test."
// source    = "this project"
// operation = "silu"
// args      = ["inp", "out", "n_rows", "n_cols"]
// block     = [256]
// grid      = {grid}
{more}// ///
extern "C" __global__ void silu(const float* inp, float* out, int n_rows, int n_cols)
{{
{body}
}}
"""
SLICES = """\
    const int col = blockIdx.y * blockDim.x + threadIdx.x;
    const long long i = (long long)blockIdx.x * n_cols + col;
    if (col < n_cols) out[i] = inp[i] / (1.0f + expf(-inp[i]));"""
LOOP = """\
    const long long n = (long long)n_rows * n_cols, step = (long long)gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        out[i] = inp[i] / (1.0f + expf(-inp[i]));"""
SPLIT = '["n_rows", "ceil_div(n_cols, block_x)"]'


def judged(tmp_path, case):
    device = PtxCpu(Settings.load(tmp_path, environ={"HOME": str(tmp_path)}))
    try:
        return run_case(case, device, Settings.load(tmp_path))
    finally:
        device.close()


def variant_of(tmp_path, grid, body, more=""):
    path = tmp_path / "rows.cu"
    path.write_text(KERNEL.format(grid=grid, body=body, more=more), encoding="ascii")
    return load_variant(path)


@pytest.mark.parametrize(
    ("grid", "body", "told"),
    [
        (SPLIT, SLICES, "not tried beyond 2^31 elements: the blocks of these rows write others"),
        ('"min(n_rows, 132)"', LOOP,
         "not tried beyond 2^31 elements: a block has 32,537,657 elements of this problem"),
    ],
)  # fmt: skip
def test_blocks_with_other_rows_are_not_tried(tmp_path, grid, body, told):
    (case,) = (each for each in matrix.beyond(variant_of(tmp_path, grid, body)) if matrix.is_far(each))
    result = judged(tmp_path, case)
    assert (result.verdict, result.detail) == (Verdict.SKIP, told)


def test_a_claim_on_fewer_elements_has_no_such_case(tmp_path):
    bounded = variant_of(tmp_path, SPLIT, SLICES, '// requires  = ["n_rows * n_cols < 2147483648"]\n')
    assert not any(matrix.is_far(each) for each in matrix.beyond(bounded))
    assert not any("2^31" in why for _, why in matrix.too_large(bounded))


def test_no_case_has_more_rows_than_an_int_counts(tmp_path):
    narrow = variant_of(tmp_path, '"n_rows"', LOOP, '// requires  = ["n_cols == 1"]\n')
    assert matrix.beyond(narrow) == ()
    assert not any("2^31" in why for _, why in matrix.too_large(narrow))


def test_what_cannot_be_run_in_parts_is_named(tmp_path):
    cooperative = variant_of(tmp_path, "2", LOOP, "// cooperative = true\n")
    assert not any(matrix.is_far(each) for each in matrix.beyond(cooperative))
    (why,) = (why for _, why in matrix.too_large(cooperative) if "2^31" in why)
    assert why.startswith(
        "offsets beyond 2^31 elements of contiguous rows: only a problem of independent rows"
    )


PADDED = """\
    for (int row = blockIdx.x, c = threadIdx.x; c < n_cols; c += blockDim.x)
        out[row * out_stride + c] = inp[row * inp_stride + c{off}] / (1.0f + expf(-inp[row * inp_stride + c]));"""


def padded(tmp_path, kind, off=""):
    path = tmp_path / "rows.cu"
    text = KERNEL.format(grid='"n_rows"', body=PADDED.format(off=off), more="")
    text = text.replace('"n_cols"]', '"n_cols", "inp_stride", "out_stride"]')
    text = text.replace("int n_cols)", "int n_cols, int inp_stride, int out_stride)")
    path.write_text(text.replace("int ", f"{kind} "), encoding="ascii")
    return next(each for each in matrix.cases(load_variant(path)) if each.layout == "strided_huge")


def test_an_index_of_32_bits_is_named(tmp_path):
    result = judged(tmp_path, padded(tmp_path, "int"))
    read, write = (one.message for one in result.findings[:2])
    assert read.endswith(
        "\nthe index wrapped around in 32 bits: 2^32 elements further on is inp; compute it in 64 bits"
    )
    assert "further on is out;" in write
    assert result.trace


@pytest.mark.parametrize("more", ["- 1", "+ 100000", "- 100000"])
def test_an_index_that_is_wrong_in_64_bits_is_not_called_wrapped(tmp_path, more):
    result = judged(tmp_path, padded(tmp_path, "long long", more))
    assert result.verdict is Verdict.FAIL
    assert not any("wrapped" in one.message for one in result.findings)


def test_rows_that_were_run_in_parts_are_not_to_be_traced(tmp_path):
    body = PADDED.format(off="").replace("inp_stride", "n_cols").replace("out_stride", "n_cols")
    (case,) = (each for each in matrix.beyond(variant_of(tmp_path, '"n_rows"', body)) if matrix.is_far(each))
    result = judged(tmp_path, case)
    assert "wrapped around in 32 bits" in result.findings[0].message
    lead = dataclasses.replace(result.findings[0], reason=Reason.WRONG_VALUE)
    assert not dataclasses.replace(result, findings=(lead,)).trace


def test_a_number_that_an_int_cannot_hold_says_which_sizes_to_exclude(tmp_path):
    path = tmp_path / "flat.cu"
    more = '// requires  = ["inp_stride == n_cols", "out_stride == n_cols"]\n'
    text = KERNEL.format(grid='"ceil_div(n_rows * n_cols, 256)"', body=SLICES, more=more)
    path.write_text(text.replace('"n_rows", "n_cols"]', '"n_rows", "n_rows * n_cols"]'), encoding="ascii")
    (case,) = (each for each in matrix.beyond(load_variant(path)) if matrix.is_far(each))
    (finding,) = judged(tmp_path, case).findings
    assert finding.message.endswith('with `requires = ["n_rows * n_cols <= 2147483647"]`')
