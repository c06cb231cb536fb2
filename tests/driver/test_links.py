"""Links of several PTX texts by a program: which definitions run, and what the log says of a refused text."""

from tests.driver.program_text import run_text

_PROGRAM = """
import ctypes
import numpy as np
from cuda.bindings import driver, nvrtc
from programs_cuda import check, start

start()


def ptx(name, source):
    program = check(nvrtc.nvrtcCreateProgram(source.encode(), name, 0, [], []))
    check(nvrtc.nvrtcCompileProgram(program, 3, [b"-arch=compute_90", b"-rdc=true", b"-lineinfo"]))
    code = b" " * check(nvrtc.nvrtcGetPTXSize(program))
    check(nvrtc.nvrtcGetPTX(program, code))
    return code


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
one = ptx(b"one.cu", half % (1, 1) + kernel)
two = ptx(b"two.cu", half % (2, 2) + '''
__device__ int other(int x) {
    if (x > 100)
        return *(volatile int *)8;
    printf("two\\\\n"); return own(x) + 10 * weak(x); }''')
log = bytearray(1024)
link = begin(log)
check(add(link, b"one.ptx", one))
check(add(link, b"two.ptx", two))
image, size = check(driver.cuLinkComplete(link))
module = check(driver.cuModuleLoadData(image))
check(driver.cuLinkDestroy(link))
function = check(driver.cuModuleGetFunction(module, b"k"))
memory = check(driver.cuMemAlloc(12))


def run(x):
    given = (int(memory), x), (ctypes.c_uint64, ctypes.c_int)
    check(driver.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, given, 0))


run(5)
out = np.zeros(3, np.int32)
check(driver.cuMemcpyDtoH(out, memory, 12))
print(out.tolist())

link = begin(log)
check(add(link, b"two.ptx", two))
print(add(link, b"again.ptx", two)[0].name)
print(bytes(log).partition(b"\\0")[0].decode())
run(101)
"""


def test_a_program_links_texts_that_define_the_same_functions(tmp_path):
    found = run_text(tmp_path, _PROGRAM)
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
import ctypes
import numpy as np
from cuda.bindings import driver, nvrtc
from programs_cuda import check, start

start()
source = b'''
extern "C" __global__ void k(int *data, int syncs) {
    int at = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (int step = 1; step <= 3; step++) {
        data[step * n + at] = data[(step - 1) * n + n - 1 - at] + 1;
        if (syncs) cudaCGSynchronize(cudaCGGetIntrinsicHandle(cudaCGScopeGrid), 0);
    }
}'''
program = check(nvrtc.nvrtcCreateProgram(source, b"grid.cu", 0, [], []))
check(nvrtc.nvrtcCompileProgram(program, 3, [b"-arch=compute_90", b"-rdc=true", b"-lineinfo"]))
code = b" " * check(nvrtc.nvrtcGetPTXSize(program))
check(nvrtc.nvrtcGetPTX(program, code))
Type = driver.CUjitInputType
link = check(driver.cuLinkCreate(0, [], []))
check(driver.cuLinkAddData(link, Type.CU_JIT_INPUT_PTX, code, len(code), b"grid.ptx", 0, [], []))
other, runtime = (b"!<arch>\\n" + member.ljust(64) for member in (b"mine.o/", b"cuda_device_runtime.o/"))
print(driver.cuLinkAddData(link, Type.CU_JIT_INPUT_LIBRARY, other, len(other), b"libmine.a", 0, [], [])[0].name)
check(driver.cuLinkAddData(link, Type.CU_JIT_INPUT_LIBRARY, runtime, len(runtime), b"libcudadevrt.a", 0, [], []))
image, size = check(driver.cuLinkComplete(link))
function = check(driver.cuModuleGetFunction(check(driver.cuModuleLoadData(image)), b"k"))
n = 4 * 40
memory = check(driver.cuMemAlloc(16 * n))
check(driver.cuMemsetD8(memory, 0, 16 * n))


def run(launch, syncs):
    given = (int(memory), syncs), (ctypes.c_uint64, ctypes.c_int)
    check(launch(function, 4, 1, 1, 40, 1, 1, 0, 0, given))


def together(*given):
    return driver.cuLaunchCooperativeKernel(*given)


def one_by_one(*given):
    return driver.cuLaunchKernel(*given, 0)


run(together, 1)
out = np.zeros((4, n), np.int32)
check(driver.cuMemcpyDtoH(out, memory, out.nbytes))
print((out == np.arange(4)[:, None]).all())
check(driver.cuMemsetD8(memory, 0, 16 * n))  # a store of what is there already is no more than a note
run(together, 0)
run(one_by_one, 1)
"""


def test_a_program_links_the_barrier_of_a_grid(tmp_path):
    found = run_text(tmp_path, _GRID)
    assert found.stdout.splitlines() == ["CUDA_ERROR_NO_BINARY_FOR_GPU", "True"], found.stderr
    assert found.returncode == 1
    assert "FOUND not-ptx: not run: the program loads a static library" in found.stderr
    reasons = [
        line.split()[0] for line in found.stderr.splitlines() if line.startswith(("racecheck", "trap in"))
    ]
    # without the barrier, and in a launch that is not cooperative
    assert sorted(reasons) == ["racecheck-raw", "racecheck-war", "trap"], found.stderr
