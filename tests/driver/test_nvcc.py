import os
import shutil
import sys
from pathlib import Path

import pytest

from harness.driver.nvcc import main, put_on_path, read_command_line
from harness.errors import UsageError


@pytest.mark.parametrize(
    ("words", "action", "arch", "options"),
    [
        ("--version", "version", "sm_90", []),
        ("--cubin -arch sm_80 -I/x k.cu", "cubin", "sm_80", ["-I/x"]),
        ("--ptx --gpu-architecture=compute_80 -O3 k.cu", "ptx", "sm_80", []),
        ("--fatbin -arch=sm_100 -Xptxas -v -DN=3 k.cu", "fatbin", "sm_100", ["-DN=3"]),
        ("--ptx -rdc=true -lcudadevrt -D N k.cu", "ptx", "sm_90", ["-rdc=true", "-D", "N"]),
        ("--preprocess -I /x k.cu --compiler-options -P", "preprocess", "sm_90", ["-I", "/x"]),
    ],
)
def test_a_command_line_is_read(words, action, arch, options):
    line = read_command_line(words.split())
    assert (line.action, line.arch, line.options) == (action, arch, options)
    assert line.source == (None if action == "version" else Path("k.cu"))


@pytest.mark.parametrize("words", ["--ptx a.cu b.cu", "--ptx a.cu -o"])
def test_a_wrong_command_line_is_refused(words):
    with pytest.raises(UsageError, match=r"must have a value|one source"):
        read_command_line(words.split())


def test_a_cubin_is_ptx_and_an_error_has_the_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("kernel.cu").write_text('extern "C" __global__ void k(int *p) { *p = N; }\n')
    assert main(["--cubin", "-arch", "sm_80", "-DN=3", "kernel.cu"]) == 0
    assert ".entry k(" in Path("kernel.cubin").read_text()
    assert main(["--cubin", "-arch", "sm_80", "kernel.cu"]) == 1
    assert "kernel.cu(1)" in capsys.readouterr().err


def test_environments_that_share_a_cache_have_an_nvcc_each(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", os.environ["PATH"])
    monkeypatch.setattr(sys, "executable", "/one/python")
    put_on_path(tmp_path)
    first = shutil.which("nvcc")
    monkeypatch.setattr(sys, "executable", "/other/python")
    put_on_path(tmp_path)
    assert "exec /one/python -m" in Path(first).read_text()
    assert "exec /other/python -m" in Path(shutil.which("nvcc")).read_text()
