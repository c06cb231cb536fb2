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
