"""`kernel-harness init` on kernels whose launch is written in host code; on the real cpu device."""

import re

import pytest
from click.testing import CliRunner

from harness.cli.program import main

# The rows of a block are constants of the kernel, and only the host code says how many blocks it needs.
ROWS_OF_FOUR = """\
__global__ void rows_of_four(const float* in, float* out, int n, int m) {
    int row = blockIdx.x * 4 + threadIdx.x / 16;
    if (row >= n) return;
    float top = -INFINITY, sum = 0.0f;
    for (int i = 0; i < m; i++) top = fmaxf(top, in[row * m + i]);
    for (int i = 0; i < m; i++) sum += expf(in[row * m + i] - top);
    for (int i = threadIdx.x % 16; i < m; i += 16) out[row * m + i] = expf(in[row * m + i] - top) / sum;
}
"""
ITS_HOST = """\
void launch(const float* in, float* out, int batch, int width) {
    const int rows = 4;
    dim3 grid((batch + rows - 1) / rows), block(rows * 16);
    rows_of_four<<<grid, block>>>(in, out, batch, width);
}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_text("", encoding="ascii")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    return tmp_path


def init(folder, source, *options, **files):
    for name, text in files.items():
        (folder / f"{name}.h").write_text(text, encoding="ascii")
    path = folder / "kernel.cu"
    path.write_text(source, encoding="ascii")
    result = CliRunner().invoke(main, ["init", str(path), "--no-input", *options])
    lines = re.findall(r"^// (\w+) += (.*)$", path.read_text(encoding="ascii"), re.MULTILINE)
    return result, dict(lines)


def test_the_launch_of_the_host_code_is_declared(folder):
    result, found = init(folder, ROWS_OF_FOUR + ITS_HOST)
    assert result.exit_code == 0, result.output
    assert found["grid"] == '"ceil_div(n_rows, 4)"'
    assert found["block"] == "[64]"
    assert "launch: read in launch (kernel.cu:12)" in result.output


def test_the_host_code_may_be_in_another_file(folder):
    result, found = init(folder, ROWS_OF_FOUR, "--host", "host.h", host=ITS_HOST)
    assert result.exit_code == 0, result.output
    assert found["grid"] == '"ceil_div(n_rows, 4)"'
    assert "launch: read in launch (host.h:4)" in result.output


def test_a_file_of_host_code_must_exist(folder):
    result, _ = init(folder, ROWS_OF_FOUR, "--host", "none.h")
    assert result.exit_code == 2
    assert "a file of --host must exist (got none.h, which does not)" in result.output
