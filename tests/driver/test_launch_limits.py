"""Launches that the GPU would refuse for its registers and shared memory. A stand-in for ptxas tells the registers."""

import os
import sys
from importlib.util import find_spec

import pytest

from harness.driver.nvcc import limit_registers
from tests.driver.program_text import PRELUDE, run_text

_PTXAS = f"""#!{sys.executable}
import pathlib, re, sys
text = pathlib.Path(sys.argv[-1]).read_text()
for name, directives in re.findall(r"\\.entry\\s+(\\w+)\\([^)]*\\)([^{{]*){{", text):
    limit = re.search(r"\\.maxn(?:reg|tid)\\s+(\\d+)", directives)
    registers = 8 if name == "small" else 64 if limit else 127
    print(f"ptxas info : Compiling entry function '{{name}}' for 'sm_90'\\nptxas info : Used {{registers}} registers")
pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_text("made")
"""
_START = """
Attribute = driver.CUfunction_attribute
REGISTERS, THREADS = Attribute.CU_FUNC_ATTRIBUTE_NUM_REGS, Attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
def launched(kernel, threads, shared=0):
    return int(driver.cuLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, shared, 0, ((0,), (ctypes.c_void_p,)), 0)[0])
"""
_REGISTERS = """
ROW = '''extern "C" __global__ void BOUNDS row(float *x) {
  float v[96], s = 0; if (!x) return;
#pragma unroll
  for (int i = 0; i < 96; i++) v[i] = x[threadIdx.x * 96 + i];
#pragma unroll
  for (int i = 0; i < 96; i++) s += v[i];
#pragma unroll
  for (int i = 0; i < 96; i++) x[threadIdx.x * 96 + i] = v[i] / s;
}
extern "C" __global__ void small(float *x) { if (x) *x = 1; }
'''
plain = compiled(ROW.replace("BOUNDS", ""))
row = function_of(plain, "row")
registers, most = (check(driver.cuFuncGetAttribute(each, row)) for each in (REGISTERS, THREADS))
print("plain", 64 < registers < 160 and most % 32 == 0 and 384 <= most < 1024, launched(row, most), launched(row, 1024))
print("potential", check(driver.cuOccupancyMaxPotentialBlockSize(row, 0, 0, 0))[1] <= most)
print("small", launched(function_of(plain, "small"), 1024))
print("bounds", launched(function_of(compiled(ROW.replace("BOUNDS", "__launch_bounds__(1024)")), "row"), 1024))
print("limit", launched(function_of(compiled(ROW.replace("BOUNDS", ""), b"--maxrregcount=64"), "row"), 1024))
options = [driver.CUjit_option.CU_JIT_MAX_REGISTERS]
module = check(driver.cuModuleLoadDataEx(plain, 1, options, [64]))
print("jit", launched(check(driver.cuModuleGetFunction(module, b"row")), 1024))
"""
_UNKNOWN = """
kernel = function_of(compiled('extern "C" __global__ void k(float *x) { if (x) *x = 1; }'))
print([check(driver.cuFuncGetAttribute(each, kernel)) for each in (REGISTERS, THREADS)], launched(kernel, 1024))
"""
_SHARED = """
SOURCE = 'extern "C" __global__ void k(int *x) { extern __shared__ int d[]; STATIC if (x) *x = d[threadIdx.x]; }'
plain = function_of(compiled(SOURCE.replace("STATIC", "")))
used = "__shared__ int s[256]; s[threadIdx.x] = 1; __syncthreads(); if (x) x[1] = s[x[2]];"
both = function_of(compiled(SOURCE.replace("STATIC", used)))
unused = function_of(compiled(SOURCE.replace("STATIC", "__shared__ int s; s = 1; if (x) x[1] = s;")))
print([launched(plain, 32, size) for size in (49152, 49156)])
print([launched(both, 32, size) for size in (48128, 48132, 49152)])
print([launched(unused, 32, size) for size in (49152, 49156)])  # the compiler keeps no static memory
most = Attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
check(driver.cuFuncSetAttribute(both, most, 60000))
print([launched(both, 32, size) for size in (49152, 60000, 60004)])
large = SOURCE.replace("STATIC", used.replace("s[256]", "s[12289]"))
print(launched(function_of(compiled(large, wanted="PTX")), 32))
print([int(driver.cuLaunchKernel(plain, *grid, 32, 1, 1, 0, 0, ((0,), (ctypes.c_void_p,)), 0)[0])
       for grid in ((1, 65536, 1), (1, 1, 65536), (1 << 31, 1, 1), (0, 1, 1))])
"""


@pytest.fixture
def ptxas(tmp_path, monkeypatch):
    """Put the stand-in first on PATH; an installed Triton's ptxas comes before it, and is asked."""
    path = tmp_path / "bin" / "ptxas"
    path.parent.mkdir()
    path.write_text(_PTXAS)
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.usefixtures("ptxas")
def test_registers_are_those_of_ptxas_and_decide_what_is_refused(tmp_path):
    found = run_text(tmp_path, PRELUDE + _START + _REGISTERS)
    said = ["plain True 0 701", "potential True", "small 0", "bounds 0", "limit 0", "jit 0"]
    assert found.stdout.splitlines() == said, found.stderr
    assert found.returncode == 1
    why = "launch-error: the registers of a block must fit on a multiprocessor, which has 65536 (got "
    assert why in found.stderr


@pytest.mark.skipif(find_spec("triton") is not None, reason="Triton brings a ptxas")
def test_without_ptxas_no_launch_is_refused_for_its_registers(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = run_text(tmp_path, PRELUDE + _START + _UNKNOWN)
    assert found.stdout == "[32, 1024] 0\n", found.stderr
    assert found.returncode == 0


def test_shared_memory_and_grids_beyond_the_limits_are_refused(tmp_path):
    found = run_text(tmp_path, PRELUDE + _START + _SHARED, "--sanitizers", "memcheck")
    assert found.stdout.splitlines() == ["[0, 1]", "[0, 1, 1]", "[0, 1]", "[0, 0, 1]", "1", "[1, 1, 1, 1]"], (
        found.stderr
    )
    assert "48 KiB in all needs the function's attribute MAX_DYNAMIC_SHARED_SIZE_BYTES" in found.stderr


def test_a_limit_of_registers_stands_in_the_ptx_of_kernels_without_bounds():
    ptx = b".visible .entry a(\n .param .u64 x\n)\n{ ret; }\n.entry b()\n.maxntid 32, 1, 1\n{ ret; }"
    limited = limit_registers(ptx, ["-std", "c++17", "-maxrregcount", "40"])
    assert limited == ptx.replace(b" .u64 x\n)", b" .u64 x\n) .maxnreg 40")
    assert limit_registers(ptx, ["--maxrregcount=40"]) == limited
    assert limit_registers(ptx, ["-maxrregcount=0"]) == limit_registers(ptx, []) == ptx
