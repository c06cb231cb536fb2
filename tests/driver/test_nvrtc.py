"""The NVRTC of the virtual GPU: machine code that a program asks for is PTX, with the lines of its source."""

import pytest

from harness.driver.library import for_ptx
from tests.driver.program_text import run_text

_PROGRAM = """
import ctypes
from cuda.bindings import driver, nvrtc
from programs_cuda import check, start

start()
source = b'extern "C" __global__ void k(int *out) { \\n out[threadIdx.x] = 7; }'
program = check(nvrtc.nvrtcCreateProgram(source, b"mine.cu", 0, [], []))
check(nvrtc.nvrtcCompileProgram(program, 2, [b"-arch=sm_90", b"-std=c++17"]))
code = b" " * check(nvrtc.nvrtcGetCUBINSize(program))
check(nvrtc.nvrtcGetCUBIN(program, code))
function = check(driver.cuModuleGetFunction(check(driver.cuModuleLoadData(code)), b"k"))
other = check(nvrtc.nvrtcCreateProgram(source, b"mine.cu", 0, [], []))
check(nvrtc.nvrtcCompileProgram(other, 1, [b"-arch=compute_90"]))
assert check(nvrtc.nvrtcGetCUBINSize(other)) == 0  # a virtual architecture has none, as everywhere
a = check(driver.cuMemAlloc(16))
driver.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, ((a,), (None,)), 0)
"""


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ([b"-arch=sm_90"], [b"-arch=compute_90", b"-lineinfo"]),
        ([b"--gpu-architecture=sm_90a", b"-G"], [b"--gpu-architecture=compute_90a", b"-G", b"-lineinfo"]),
        ([b"-lineinfo", b"-arch", b"sm_80"], [b"-lineinfo", b"-arch", b"compute_80"]),
        ([b"-arch=compute_90"], None),
        ([b"-arch=sm_90", b"-dlto"], None),
        ([b"-DARCH=sm_90", b"sm_90"], None),
        ([], None),
    ],
)
def test_a_real_architecture_becomes_the_virtual_one(given, made):
    assert for_ptx(given) == made


def test_a_program_runs_the_cubin_that_it_asked_for(tmp_path):
    found = run_text(tmp_path, _PROGRAM)
    assert found.returncode == 1, found.stderr
    assert "FOUND oob-write: " in found.stderr
    assert "at mine.cu:2\n" in found.stderr
