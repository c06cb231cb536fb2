import re
from dataclasses import replace

import pytest

from harness.compiler import CompileRequest
from harness.compiler import compile as compile_source
from harness.compiler.source.cuda_text import declarations
from harness.errors import CompileError
from harness.store.disk_cache import DiskCache

COMMON = """\
#pragma once
#include <vector>
#include <cublas_v2.h>
#define DEVFN __device__ __forceinline__
static cublasHandle_t handle;
DEVFN float top(float a, float b) { return fmaxf(a, b); }
inline void check(cudaError_t error, const char* file, int line) {
    if (error != cudaSuccess) { printf("%s: {{ %s", file, cudaGetErrorString(error)); exit(1); }
}
template <class T> std::vector<T> made(int n) { std::vector<T> v(n); for (auto& x : v) x = rand(); return v; }
"""
KERNEL = """\
#include "common.h"
#include <iostream>
namespace mine {
__global__ void scale(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = top(x[i], -INFINITY);
}
void run(const float* x, float* y, int n, cudaStream_t stream) {
    auto f = [] __device__ (float a) { return a; };
    scale<<<(n + 127) / 128, 128, 0, stream>>>(x, y, n);
#if 1
    check(cudaGetLastError(), __FILE__, __LINE__);
#endif
}
} // namespace mine
int main() {
    auto v = made<float>(3);
    std::cout << v[0] << '{' << "}\\"" << std::endl;
    return 0;
}
"""


def build(folder, source, **headers):
    path = folder / "k.cu"
    path.write_text(source, encoding="utf-8")
    for stem, text in headers.items():
        (folder / f"{stem}.h").write_text(text, encoding="utf-8")
    return compile_source(CompileRequest(path, "sm_90"))


def test_a_file_with_launchers_and_a_main_compiles_for_the_device(tmp_path):
    artifact = build(tmp_path, KERNEL, common=COMMON)
    assert list(artifact.entries) == ["_ZN4mine5scaleEPKfPfi"]
    assert "host code was removed" in artifact.log
    left_out = re.search(r"device code only: ([^;]*);", artifact.log)[1]
    told = "<vector> <cublas_v2.h> <iostream> handle check made run main"
    assert set(left_out.split(", ")) == set(told.split())


def test_lines_keep_their_numbers_and_files_their_names(tmp_path):
    ptx = build(tmp_path, KERNEL, common=COMMON).code.decode()
    assert re.findall(r'\.file\s+\d+ "(.*)"', ptx) == ["k.cu", "common.h"]
    lines = {int(line) for line in re.findall(r"\.loc\s+1 (\d+)", ptx)}
    assert lines <= set(range(4, 8))
    assert 6 in lines


def test_headers_that_nvrtc_cannot_read_are_empty(tmp_path):
    artifact = build(
        tmp_path,
        "#include <cuda.h>\n#include <torch/extension.h>\n"
        'extern "C" __global__ void k(float* x) { *x = 1; }\ntorch::Tensor f(torch::Tensor x) { return x; }\n',
    )
    left_out = re.search(r"code only: ([^;]*);", artifact.log)[1]
    assert set(left_out.split(", ")) == {"<torch/extension.h>", "<cuda.h>", "f"}


def test_the_small_floats_of_pytorch_are_types_of_their_own(tmp_path):
    (tmp_path / "k.cu").write_text(
        "#include <torch/extension.h>\n#include <ATen/cuda/CUDAContext.h>\n#include <type_traits>\n"
        "__device__ inline at::Half atomicAdd(at::Half* x, at::Half by) { return *x; }\n"
        "template <class T> __global__ void k(T* x) {\n"
        "  if (std::is_same<T, at::Half>::value) x[0] = (T)(2.0f * (float)x[1]) + x[2]; else atomicAdd(x, x[1]);\n}\n"
        "void run(torch::Tensor x) { k<<<1, 1>>>(x.data_ptr<at::Half>()); }\n",
        encoding="utf-8",
    )
    request = CompileRequest(
        tmp_path / "k.cu", "sm_90", instances=("k<at::Half>", "k<float>", "k<c10::BFloat16>")
    )
    assert len(compile_source(request).entries) == 3


@pytest.mark.parametrize(
    ("source", "said"),
    [
        # a kernel's own mistake, beside host code
        ("__global__ void k(float* x) { *x = y; }\nint main() { return 0; }\n", r"k.cu\(1\): error: .*\"y\""),
        # what a kernel needs, and does not say that it is for the device
        (
            "float f() { return 1; }\n__global__ void k(float* x) { *x = f(); }\n",
            r"removed.* f; a function that",
        ),
        ("__device__ float f( { return 1; }\n", r"k.cu\(1\): error"),
    ],
)
def test_a_fault_that_is_not_of_host_code_is_refused(tmp_path, source, said):
    with pytest.raises(CompileError, match=said):
        build(tmp_path, source)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def test_declarations_are_told_apart():
    text = """\
#include <x.h>
namespace a { namespace { int n; } }
extern "C" { void f(int); }
extern "C" __global__ void __launch_bounds__(128) g(float* x)
{ if (x) { *x = '}'; } }
#define HERE __device__ inline
template <typename T = int> HERE T h(T t) { return t; }
struct S { int n; void m() { } } s;
struct D { __device__ void m() { } };
int table[] = { 1, 2 };
inline namespace b { static int q() { auto l = [] { return R"(})"; }; return 1'000; } }
DEVICE_FN int macro_of_a_header() { return 0; }
decltype(auto) last() { return 0; };
"""
    found = [
        f"{each.name}:{line_of(text, each.start)}-{line_of(text, each.stop - 1)}{':d' * each.is_for_device}"
        for each in declarations(text)
    ]
    scopes = {each.name: each.scope for each in declarations(text) if each.scope}
    assert scopes == {"n": ("a", ""), "q": ("b",)}
    told = (
        "n:2-2 f:3-3 g:4-5:d h:7-7:d S:8-8 D:9-9:d table:10-10 q:11-11 macro_of_a_header:12-12:d last:13-13"
    )
    assert found == told.split()


UNMARKED = """\
#pragma once
#include <array>
#include <stdexcept>
namespace sizes {
constexpr int twice(int x) { return 2 * x; }
inline int checked(int x) { if (x < 0) throw std::invalid_argument("x"); return x; }
}  // namespace sizes
"""


def test_constexpr_functions_of_headers_that_are_marked_for_neither_side_are_taken(tmp_path):
    source = (
        '#include "sizes.h"\n'
        "__global__ void k(int* x) { x[0] = sizes::twice(x[1]); }\n"
        "void run(int* x) { k<<<1, 1>>>(x); }\n"
    )
    artifact = build(tmp_path, source, sizes=UNMARKED)
    assert "functions of headers without __host__ or __device__ were compiled for the device" in artifact.log
    assert "_Z1kPi" in artifact.entries


def test_a_kernel_that_calls_a_function_of_its_own_file_for_the_host_is_refused(tmp_path):
    source = (
        '#include "sizes.h"\n'
        "int plain(int x) { return x + 1; }\n"
        "__global__ void k(int* x) { x[0] = sizes::twice(plain(x[1])); }\n"
    )
    with pytest.raises(CompileError, match=r"k\.cu does not compile"):
        build(tmp_path, source, sizes=UNMARKED)


@pytest.mark.slow
def test_names_that_nvcc_knows_are_known(tmp_path):
    source = """\
#include <cub/cub.cuh>
#include <strings.h>
#include <sys/mman.h>
__global__ void of_cub(float* x) {
    __shared__ cub::BlockReduce<float, 64>::TempStorage storage;
    float sum = cub::BlockReduce<float, 64>(storage).Sum(x[threadIdx.x]);
    if (threadIdx.x == 0) x[0] = sum;
}
__global__ void of_types(uint* x, ushort y, ulong z) { x[0] = y + z; }
__global__ void of_posix(double* y) { *y = M_PI_2 + M_PI_4 + M_1_PI + M_2_PI + M_SQRT1_2 + M_LOG10E; }
"""
    assert set(build(tmp_path, source).entries) == {"_Z6of_cubPf", "_Z8of_typesPjtm", "_Z8of_posixPd"}


def test_calls_of_macros_need_no_semicolon():
    text = (
        "namespace a {\nINSTANTIATE(float)\nINSTANTIATE(half)  // last\n}\n"
        "BOUNDS(32) __global__ void k(int x) { }\n"
        "template <class T>\nBOUNDS(32)\n__global__ void m(T x) { }\n"
        "INSTANTIATE(m)\n#if 1\nvoid host() { }\n#endif\nINSTANTIATE(k)"
    )
    found = [
        f"{each.name}:{line_of(text, each.start)}{' device' * each.is_for_device}"
        for each in declarations(text)
    ]
    before, after = ["INSTANTIATE:2", "INSTANTIATE:3"], ["INSTANTIATE:9", "host:11", "INSTANTIATE:13"]
    assert found == [*before, "k:5 device", "m:6 device", *after]


AS_PUBLISHED = """\
#include <vector>
#include <cublas_v2.h>
#include <nvjpeg_kernel.h>
#if defined(ENABLE_HALF)
typedef half floatX;
#else
typedef __nv_bfloat16 floatX;
#endif
#define API __device__ __forceinline__
enum class Act { None, Twice };
struct Params { floatX* x; int n; Params(std::vector<int> v) : n(v.size()) { } };
template <class T, typename std::enable_if<sizeof(T) == 2, int>::type = 0> API T twice(T x) { return x + x; }
template <Act ACT> __global__ void __launch_bounds__(128) scale(const floatX* __restrict x, Params p) {
    auto f = [=] __device__ (floatX a) { return ACT == Act::Twice ? twice(a) : a; };
    __shared__ typename std::aligned_storage<sizeof(floatX) * 128, 16>::type tile;
    if (threadIdx.x < p.n) p.x[threadIdx.x] = f(x[threadIdx.x]);
}
#ifdef STREAMS
void run(Params p, cudaStream_t stream) { if (stream) {
#else
void run(Params p) { {
#endif
    scale<Act::Twice><<<1, 128>>>(p.x, p);
} }
__global__ void noise(nvjpegState* state, float* x) { *x = nvjpeg_uniform(state) * M_SQRT1_2; }
__global__ void last(float* x) { *x = M_SQRT2 * M_2_SQRTPI; }
"""


def test_a_file_as_people_publish_them_compiles(tmp_path):
    (tmp_path / "k.cu").write_text(AS_PUBLISHED, encoding="utf-8")
    request = CompileRequest(tmp_path / "k.cu", "sm_90", instances=("scale<Act::Twice>",), kernels=("last",))
    cache = DiskCache(tmp_path / "cache", 1 << 20)
    artifact = compile_source(request, cache=cache)
    assert set(artifact.names) == {"scale<Act::Twice>", "last", *artifact.entries}
    assert "nvjpeg_kernel.h (pip install 'cuda-toolkit[nvjpeg]==" in artifact.log
    # One kernel needs the missing header; the others of its file are there.
    with pytest.raises(CompileError, match=r"noise of .*k\.cu does not compile[\s\S]*nvjpegState"):
        compile_source(replace(request, kernels=("noise",)), cache=cache)


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ('__device__ int lane() { int r; __asm__ __volatile__("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }',
         "x[lane()] = 1;"),
        ("struct Key { int n; std::string name; };\nstruct Pair { int a; __device__ int both() { return a; } };\n"
         "namespace std {\ntemplate <> struct hash<Key> { size_t operator()(const Key& k) const { return k.n; } };\n"
         "template <> struct hash<Pair> { size_t operator()(const Pair& p) const { return hash<string>()(p.s); } };\n"
         "template <> class numeric_limits<Key> : public numeric_limits<float> { };\n"
         "string to_string(const Key&);\n}", "Pair p{1}; *x = p.both() + std::numeric_limits<float>::max();"),
        ("int32_t first(const std::vector<int>& v) { return v[0]; }", "int32_t i = 1; std::uint8_t j = 2; *x = i + j;"),
        ("#include <thrust/iterator/counting_iterator.h>\n"
         "template <class F> using Seen = thrust::transform_iterator<F, thrust::counting_iterator<int>>;\n"
         "template <class F> auto seen(F f) { return thrust::make_transform_iterator(Seen<F>(), f); }", "*x = 1;"),
        # CUB includes the header that the kernel does not use.
        pytest.param(
            "#include <cub/block/block_reduce.cuh>\n#include <thrust/iterator/counting_iterator.h>\n"
            "#include <thrust/execution_policy.h>\nauto counted() { return thrust::counting_iterator<int>(0); }",
            "__shared__ cub::BlockReduce<float, 64>::TempStorage s; *x = cub::BlockReduce<float, 64>(s).Sum(1.0f);",
            marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_what_published_files_have_compiles(tmp_path, before, body):
    text = f"#include <string>\n#include <vector>\n{before}\n__global__ void k(float* x) {{ {body} }}\n"
    assert list(build(tmp_path, text).entries) == ["_Z1kPf"]


def test_instantiations_by_a_macro_are_made_only_if_nobody_names_others(tmp_path):
    (tmp_path / "k.cu").write_text(
        "template <class T> __global__ void k(T* x) { *x = 1; }\n"
        "#define MAKE_K(type) template __global__ void k<type>(type*);\nMAKE_K(float)\nMAKE_K(double);\n",
        encoding="utf-8",
    )
    request = CompileRequest(tmp_path / "k.cu", "sm_90", instances=("k<int>",))
    assert list(compile_source(request).entries) == ["_Z1kIiEvPT_"]
    entries = compile_source(replace(request, instances=())).entries
    assert set(entries) == {"_Z1kIfEvPT_", "_Z1kIdEvPT_"}


@pytest.mark.parametrize("before", ["", "int main() { }\n"])
def test_instantiations_that_nobody_asked_for_do_not_keep_others_from_compiling(tmp_path, before):
    (tmp_path / "k.cu").write_text(
        f"{before}template <class T> __global__ void k(T* x) {{ *x = 1; }}\n"
        "template __global__ void k<float>(float*);\ntemplate __global__ void k<my::complex>(my::complex*);\n",
        encoding="utf-8",
    )
    request = CompileRequest(tmp_path / "k.cu", "sm_90", instances=("k<int>",))
    assert list(compile_source(request).entries) == ["_Z1kIiEvPT_"]
    with pytest.raises(CompileError, match="my"):
        compile_source(replace(request, instances=("k<my::complex>",)))
    assert list(compile_source(replace(request, instances=())).entries) == ["_Z1kIfEvPT_"]
