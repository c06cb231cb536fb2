"""The nvcc and the NVRTC of the virtual GPU, and links of what they make."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from harness.driver.nvcc import for_ptx, main, put_on_path, read_command_line
from harness.errors import UsageError
from tests.driver.program_text import PRELUDE, run_text


@pytest.mark.parametrize(("words", "action", "arch", "options"), [
    ("--version", "version", "sm_90", []),
    ("--cubin -arch sm_80 -I/x k.cu", "cubin", "sm_80", ["-I/x"]),
    ("--ptx --gpu-architecture=compute_80 -O3 k.cu", "ptx", "sm_80", []),
    ("--fatbin -arch=sm_100 -Xptxas -v -DN=3 k.cu", "fatbin", "sm_100", ["-DN=3"]),
    ("--ptx -rdc=true -lcudadevrt -D N k.cu", "ptx", "sm_90", ["-rdc=true", "-D", "N"]),
    ("--cubin -G -e k -gencode arch=compute_86,code=sm_86 -isystem /x --keep-dir /y k.cu", "cubin", "sm_86",
        ["-G", "-I", "/x"]),
    ("--preprocess -I /x k.cu --compiler-options -P", "preprocess", "sm_90", ["-I", "/x"]),
])  # fmt: skip
def test_a_command_line_is_read(words, action, arch, options):
    line = read_command_line(words.split())
    assert (line.action, line.arch, line.options) == (action, arch, options)
    assert line.source == (None if action == "version" else Path("k.cu"))


@pytest.mark.parametrize("words", ["--ptx a.cu b.cu", "--ptx a.cu -o", "--ptx -gencode code=sm_80 a.cu"])
def test_a_wrong_command_line_is_refused(words):
    with pytest.raises(UsageError, match=r"must have a value|one source|names an architecture"):
        read_command_line(words.split())


def test_a_cubin_is_ptx_and_an_error_has_the_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("kernel.cu").write_text('extern "C" __global__ void k(int *p) { *p = N; }\n')
    assert main(["--cubin", "-arch", "sm_80", "-DN=3", "kernel.cu"]) == 0
    assert ".entry k(" in Path("kernel.cubin").read_text()
    assert ".target sm_80, debug" not in Path("kernel.cubin").read_text()
    assert main(["--cubin", "-arch", "sm_80", "-DN=3", "-G", "kernel.cu"]) == 0
    assert ".target sm_80, debug" in Path("kernel.cubin").read_text()
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


_PROGRAM = """
source = 'extern "C" __global__ void k(int *out) { \\n out[threadIdx.x] = 7; }'
function = function_of(compiled(source, b"-std=c++17"))
other = check(nvrtc.nvrtcCreateProgram(source.encode(), b"mine.cu", 0, [], []))
check(nvrtc.nvrtcCompileProgram(other, 1, [b"-arch=compute_90"]))
assert check(nvrtc.nvrtcGetCUBINSize(other)) == 0  # a virtual architecture has none, as everywhere
launch(function, 32, check(driver.cuMemAlloc(16)))
"""


@pytest.mark.parametrize(("given", "made"), [
    ([b"-arch=sm_90"], [b"-arch=compute_90", b"-lineinfo"]),
    ([b"--gpu-architecture=sm_90a", b"-G"], [b"--gpu-architecture=compute_90a", b"-G", b"-lineinfo"]),
    ([b"-lineinfo", b"-arch", b"sm_80"], [b"-lineinfo", b"-arch", b"compute_80"]),
    ([b"-arch=compute_90"], None),
    ([b"-arch=sm_90", b"-dlto"], None),
    ([b"-DARCH=sm_90", b"sm_90"], None),
    ([], None),
])  # fmt: skip
def test_a_real_architecture_becomes_the_virtual_one(given, made):
    assert for_ptx(given) == made


def test_a_program_runs_the_cubin_that_it_asked_for(tmp_path):
    found = run_text(tmp_path, PRELUDE + _PROGRAM)
    assert found.returncode == 1, found.stderr
    assert "FOUND oob-write: " in found.stderr
    assert "at mine.cu:2\n" in found.stderr


_PROGRAM_LINKING = """
def ptx(name, source):
    return compiled(source, b"-rdc=true", b"-lineinfo", arch="compute_90", wanted="PTX", name=name)


Option, PTX = driver.CUjit_option, driver.CUjitInputType.CU_JIT_INPUT_PTX


def begin(log):
    options = [Option.CU_JIT_ERROR_LOG_BUFFER, Option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES]
    return check(driver.cuLinkCreate(2, options, [log, len(log)]))


def add(link, name, code):
    return driver.cuLinkAddData(link, PTX, code, len(code), name, 0, [], [])


half = '''static __device__ int own(int x) { return x + %d; }
template<class T> __noinline__ __device__ T weak(T x) { return %d * x; }'''
kernel = '''
extern __device__ int other(int);
extern "C" __global__ void k(int *out, int x) {
    out[0] = own(x); out[1] = weak(x); out[2] = other(x);
    if (x < 0) printf("one\\\\n");
}'''
one = ptx("one.cu", half % (1, 1) + kernel)
two = ptx("two.cu", half % (2, 2) + '''
__device__ int other(int x) {
    if (x > 100)
        return *(volatile int *)8;
    printf("two\\\\n"); return own(x) + 10 * weak(x); }''')
log = bytearray(1024)
link = begin(log)
check(add(link, b"one.ptx", one))
check(add(link, b"two.ptx", two))
image, size = check(driver.cuLinkComplete(link))
function = function_of(image)
check(driver.cuLinkDestroy(link))
memory = check(driver.cuMemAlloc(12))
launch(function, 1, memory, 5)
out = np.zeros(3, np.int32)
check(driver.cuMemcpyDtoH(out, memory, 12))
print(out.tolist())

link = begin(log)
check(add(link, b"two.ptx", two))
print(add(link, b"again.ptx", two)[0].name)
print(bytes(log).partition(b"\\0")[0].decode())
launch(function, 1, memory, 101)
"""


def test_a_program_links_texts_that_define_the_same_functions(tmp_path):
    found = run_text(tmp_path, PRELUDE + _PROGRAM_LINKING)
    assert found.stdout.splitlines() == [
        "two",
        "[6, 5, 57]",
        "CUDA_ERROR_INVALID_SOURCE",
        "error   : Multiple definition of '_Z5otheri' in 'again.ptx', first defined in 'two.ptx'",
    ], found.stderr
    assert found.returncode == 1
    assert "FOUND invalid-ptx: the PTX cannot be linked: Multiple definition of '_Z5otheri'" in found.stderr
    assert "at two.cu:5\n" in found.stderr  # the line of the second text's source


_GRID = """
source = '''
extern "C" __global__ void k(int *data, int syncs) {
    int at = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (int step = 1; step <= 3; step++) {
        data[step * n + at] = data[(step - 1) * n + n - 1 - at] + 1;
        if (syncs) cudaCGSynchronize(cudaCGGetIntrinsicHandle(cudaCGScopeGrid), 0);
    }
}'''
code = compiled(source, b"-rdc=true", b"-lineinfo", arch="compute_90", wanted="PTX", name="grid.cu")
Type = driver.CUjitInputType
link = check(driver.cuLinkCreate(0, [], []))
check(driver.cuLinkAddData(link, Type.CU_JIT_INPUT_PTX, code, len(code), b"grid.ptx", 0, [], []))
other, runtime = (b"!<arch>\\n" + member.ljust(64) for member in (b"mine.o/", b"cuda_device_runtime.o/"))
print(driver.cuLinkAddData(link, Type.CU_JIT_INPUT_LIBRARY, other, len(other), b"libmine.a", 0, [], [])[0].name)
check(driver.cuLinkAddData(link, Type.CU_JIT_INPUT_LIBRARY, runtime, len(runtime), b"libcudadevrt.a", 0, [], []))
image, size = check(driver.cuLinkComplete(link))
function = function_of(image)
n = 4 * 40
memory = check(driver.cuMemAlloc(16 * n))
check(driver.cuMemsetD8(memory, 0, 16 * n))
together = driver.cuLaunchCooperativeKernel
launch(function, 40, memory, 1, blocks=4, ask=together)
out = np.zeros((4, n), np.int32)
check(driver.cuMemcpyDtoH(out, memory, out.nbytes))
print((out == np.arange(4)[:, None]).all())
check(driver.cuMemsetD8(memory, 0, 16 * n))  # a store of what is there already is no more than a note
launch(function, 40, memory, 0, blocks=4, ask=together)
launch(function, 40, memory, 1, blocks=4)
"""


def test_a_program_links_the_barrier_of_a_grid(tmp_path):
    found = run_text(tmp_path, PRELUDE + _GRID)
    assert found.stdout.splitlines() == ["CUDA_ERROR_NO_BINARY_FOR_GPU", "True"], found.stderr
    assert found.returncode == 1
    assert "FOUND not-ptx: not run: the program loads a static library" in found.stderr
    reasons = [
        line.split()[0] for line in found.stderr.splitlines() if line.startswith(("racecheck", "trap in"))
    ]
    # without the barrier, and in a launch that is not cooperative
    assert sorted(reasons) == ["racecheck-raw", "racecheck-war", "trap"], found.stderr
