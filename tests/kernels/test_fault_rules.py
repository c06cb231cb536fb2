"""The line ``fails: ...; passes: ...`` is right for kernels that are wrong under a known condition."""

import re

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from tests.kernels.expectations import ROOT

KERNEL = """\
// /// variant
// summary    = "A block for each row; wrong under a condition."
// source     = "this project"
// operation  = "silu"
// args       = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[48], [64]]
// grid       = "n_rows"
// dtypes     = ["float32", "float16"]
// arithmetic = "ieee"
// ///
#include "scalar.cuh"

extern "C" __global__ void silu(const scalar_t* inp, scalar_t* out, int n_rows, int n_cols, long long inp_stride,
                                long long out_stride)
{
    const bool is_float = sizeof(scalar_t) == 4;
    const int block_x = blockDim.x, inp_offset = (size_t)inp % 256 / sizeof(scalar_t);
    for (int col = threadIdx.x; col < n_cols; col += block_x) {
        const float x = to_float(inp[blockIdx.x * inp_stride + col]);
        float y = x / (1.0f + expf(-x));
        if (CONDITION)
            y = isnan(y) || isinf(y) ? 0.0f : y + 1.0f;
        out[blockIdx.x * out_stride + col] = from_float(y);
    }
}
"""
PLAIN = """\
n_cols % 2 != 0, n_cols % 4 != 0, n_cols % 32 != 0, n_cols > 1024, n_cols < 32, n_cols == 1, n_rows > 1, n_rows > 4,
n_rows == 1, n_cols > block_x, n_cols % block_x != 0, n_cols % (4 * block_x) != 0, block_x % 32 != 0,
inp_stride != n_cols, inp_stride % 4 != 0, out_stride % 4 != 0, inp_offset % 4 != 0"""
CONDITIONS = {rule: rule for rule in PLAIN.replace("\n", " ").split(", ")} | {
    "n_cols is not a power of 2": "n_cols & (n_cols - 1)",
    "dtype is float16": "!is_float",
    "input is nan": "isnan(x)",
    "n_cols % 4 != 0 and dtype is float32": "n_cols % 4 != 0 && is_float",
    "n_cols % 4 != 0 or inp_offset % 4 != 0": "n_cols % 4 != 0 || inp_offset % 4 != 0",
}


@pytest.mark.slow
@pytest.mark.parametrize("rule", CONDITIONS)
def test_the_condition_of_a_wrong_kernel_is_found(tmp_path, monkeypatch, rule):
    monkeypatch.setenv("KERNEL_HARNESS_INCLUDE_DIRS", str(ROOT / "cuda_src/include"))
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    path = tmp_path / "silu_wrong.cu"
    path.write_text(KERNEL.replace("CONDITION", CONDITIONS[rule]))
    printed = CliRunner().invoke(main, ["check", str(path), "--device", "cpu"]).output
    assert re.findall(r"fails: .*", printed) == [f"fails: {rule}; passes: all others"], printed
