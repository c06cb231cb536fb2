"""What device code is compiled with, as text: no test here compiles."""

import re
from pathlib import Path

import pytest

from harness.compiler import CompileRequest
from harness.compiler.source import host_code
from harness.compiler.source.cuda_text import declarations
from harness.compiler.source.host_code import Preparation, translate_for_device
from harness.compiler.source.preprocessing import Preprocessor
from harness.compiler.source.translation import CompileJob, RefusedError, Translation


def job(folder, text, include_dirs=(), **options):
    (folder / "k.cu").write_text(text, encoding="utf-8")
    request = CompileRequest(folder / "k.cu", "sm_90", **options)
    return CompileJob(request, text.encode(), (), (folder, *include_dirs))


def prepared(folder, text, include_dirs=(), **options):
    return Preparation(job(folder, text, include_dirs, **options)).without(set())


def words(text):
    """Return a source without comments, directives and arms that are not taken."""
    read = Preprocessor().read(Path(), text if isinstance(text, str) else text.decode())
    return " ".join(read.active.split())


def test_host_code_goes_and_directives_and_device_code_stay(tmp_path):
    text = (
        "int a() {\n#if 1\n return 0;\n#endif\n}\nconst int b = 0;\n__device__ int c() { return b; }\n"
        "int d;\n"
    )
    made = prepared(tmp_path, text)
    changed = made.source.decode().removeprefix('#line 1 "k.cu"\n')
    assert made.left_out == ("a", "d")
    kept = text.split("\n")[5:7]
    assert changed.split("\n") == ["         ", "#if 1", "          ", "#endif", " ", *kept, "      ", ""]


TWO_ARMS = """\
#include <vector>
#ifdef TWO_STREAMS
void run(float* x, cudaStream_t other) {
    if (other) {
#else
void run(float* x) {
    {
#endif
        std::vector<float> v;
    }
}
#if defined(TWO_STREAMS) && \\
    0
int main() { {
#elif 1
int main() {
#endif
    run(nullptr);
}
__global__ void after(float* x) { *x = 1; }
"""


def test_a_brace_in_both_arms_of_a_condition_is_one_brace(tmp_path):
    found = [
        (each.name, each.is_kernel, TWO_ARMS.count("\n", 0, each.start)) for each in declarations(TWO_ARMS)
    ]
    assert found == [("run", False, 5), ("main", False, 15), ("after", True, 19)]
    made = prepared(tmp_path, TWO_ARMS)
    assert made.left_out == ("<vector>", "run", "main")
    assert "__global__ void after(float* x) { *x = 1; }" in words(made.source)


NEEDED = """\
#include <vector>
#include <cublas_v2.h>
#if defined(ENABLE_BF16)
typedef __nv_bfloat16 floatX;
#else
typedef half floatX;
#endif
typedef std::vector<floatX> Floats;
using Pair = std::pair<int, int>;
enum class Kind : int { Plain, Scaled };
static const int kWidth = 4;
const std::vector<int> sizes = {1, 2};
struct Packed { floatX value[kWidth]; Packed() : value() {} void print() const { printf("%f", 0.0); } };
struct Unneeded { std::vector<int> v; };
constexpr int twice(int n) { return 2 * n; }
#define VALUES(p) ((p).value)
namespace cg = cooperative_groups;
namespace fs = std::filesystem;
__global__ void k(Packed* p, Kind kind) { VALUES(*p)[0] = floatX(twice(1)); cg::this_grid(); }
static_assert(sizeof(Unneeded) > 0, "a vector");
"""


def test_what_device_code_names_stays_with_all_that_it_names(tmp_path):
    made = prepared(tmp_path, NEEDED)
    kept = words(made.source)
    for needed in ("floatX;", "Kind", "kWidth", "struct Packed { floatX value", "twice", "namespace cg ="):
        assert needed in kept
    for gone in ("Floats", "Pair", "sizes", "Unneeded", "filesystem", "Packed()", "print", "static_assert"):
        assert gone not in kept
    assert "cuda_bf16.h" in made.headers["cublas_v2.h"]


def test_a_type_that_only_an_instance_names_stays(tmp_path):
    text = "struct Mine { int n; };\ntemplate <class T> __global__ void k(T* x) { }\nint main() { }\n"
    assert "Mine" in words(prepared(tmp_path, text, instances=("k<Mine>",)).source)
    assert "Mine" not in words(prepared(tmp_path, text).source)


@pytest.mark.parametrize(
    ("used", "header"),
    [
        ("std::enable_if<true, int>::type", "type_traits"),
        ("std::aligned_storage<4, 4>::type", "type_traits"),
        ("typename std::conditional_t<true, int, float>", "type_traits"),
        ("std::pair<int, int>", "utility"),
        ("decltype(std::numeric_limits<float>::max())", "limits"),
        ("std::uint8_t", "cstdint"),
    ],
)
def test_names_of_the_c_library_that_device_code_uses_are_brought(tmp_path, used, header):
    text = f"#include <vector>\n__global__ void k() {{ using T = {used}; }}\nstd::vector<int> v;\n"
    assert f"#include <{header}>" in prepared(tmp_path, text).source.decode()


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("__global__ void k(double* x) { *x = M_SQRT2 + M_SQRT1_2 + M_2_SQRTPI; }", "#include <math.h>"),
        ("__global__ void k(float* x) { *x = FLT_MAX; }", "#include <float.h>"),
        ("__global__ void k(uint* x) { }", "#include <sys/types.h>"),
        ("__global__ void k(float* x) { *x = std::max(1.f, 2.f); }", "constexpr const T& max("),
        ("__global__ void k() { register int i = 0; }", "#define register"),
        ("__global__ void k() { __extension__ int i = 0; }", "#define __extension__"),
        ("__global__ void k() { cudaGridDependencySynchronize(); }", "griddepcontrol.wait"),
        ("using namespace a::b;\n__global__ void k() { }", "namespace a { namespace b { }}"),
    ],
)
def test_names_without_an_include_are_brought(tmp_path, text, there):
    assert there in prepared(tmp_path, text + "\nint main() { }\n").source.decode()
    own = "#define M_SQRT2 1\n__global__ void k(double* x) { *x = M_SQRT2; }\n"
    assert "math.h" not in prepared(tmp_path, own + "int main() { }\n").source.decode()


def test_a_lambda_of_a_kernel_loses_its_mark(tmp_path):
    text = (
        "__global__ void k(float* x) {\n"
        "    auto f = [=] __device__ (float a) { return a; };\n"
        "    auto g = [] __host__ __device__ { return 1.f; };\n    x[0] = f(g());\n}\nint main() { }\n"
    )
    kept = words(prepared(tmp_path, text).source)
    assert "[=] (float a)" in kept
    assert "[] { return 1.f; }" in kept
    assert kept.count("__device__") == 0


def test_a_line_goes_on_after_a_backslash_and_blanks(tmp_path):
    text = "#define RUN(x) \\ \n  x<<<1, 1>>>();\n__global__ void k() { }\nvoid run() { RUN(k) }\n"
    source = prepared(tmp_path, text).source.decode()
    assert "#define RUN(x) \\\n  x<<<1, 1>>>();\n" in source


UTIL = """\
#pragma once
#include "deep/more.h"
inline std::string said() { return "no } brace"; }
__device__ inline int one() { return more(); }
"""


def test_a_header_has_one_name_however_it_is_reached(tmp_path):
    for folder in ("k", "src/deep"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "src" / "util.h").write_text(UTIL)
    (tmp_path / "src" / "deep" / "more.h").write_text(
        "#pragma once\n__device__ int more() { return 1; }\nint host();\n"
    )
    text = (
        '#include "../src/util.h"\n#include <deep/../util.h>\n#include "../k/../src/deep/more.h"\n'
        "__global__ void k(int* x) { *x = one(); }\n"
    )
    made = prepared(tmp_path / "k", text, (tmp_path / "src",))
    util, more = f"{tmp_path}/src/util.h", f"{tmp_path}/src/deep/more.h"
    assert re.findall(r"#include (\S+)", made.source.decode()) == [f'"{util}"', f'"{util}"', f'"{more}"']
    assert set(made.headers) == {util, more}
    assert f'#include "{more}"' in made.headers[util]
    assert "said" not in made.headers[util]
    assert "one()" in made.headers[util]


def test_headers_that_are_nowhere_are_named_at_once_with_what_provides_them(tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "utils.h").write_text("")
    (tmp_path / ".git").mkdir()
    text = (
        "#include <curand_kernel.h>\n#include <gone.h>\n"
        '#include "utils.h"\n#ifdef _WIN32\n#include <windows.h>\n#endif\n__global__ void k() { }\n'
    )
    assert prepared(tmp_path, text).missing == ("curand_kernel.h", "gone.h", "utils.h")
    note = translate_for_device(refusing()[0], job(tmp_path, text), release=(12, 4)).log
    assert (
        "curand_kernel.h (pip install 'cuda-toolkit[curand]==12.4.*'), gone.h, utils.h (include_dirs = ["
        in note
    )
    assert 'other"])' in note


SECTIONS = """\
#ifndef SECTIONS_ONCE
#define SECTIONS_ONCE
#ifdef __cplusplus
extern "C" {
#endif
struct context;  // it's one of the host's
void free_context(struct context * c);
#ifdef __cplusplus
}  // extern "C"
#endif
#endif  // SECTIONS_ONCE
#if defined(WITH_TABLES)
#define TABLE_BEGIN(type, name, n) static const __device__ type name[n] = {
#define TABLE_END() };
TABLE_BEGIN(int, first, 2)
    1, 2
TABLE_END()

TABLE_BEGIN(int, second, 2)
    3, 4
TABLE_END()
#endif
"""


def test_a_header_of_several_parts_is_read_as_often_as_it_is_included(tmp_path):
    (tmp_path / "sections.h").write_text(SECTIONS)
    text = (
        '#include "sections.h"\n#define WITH_TABLES\n#include "sections.h"\n'
        "__global__ void k(int* x) { *x = first[1] + second[0]; }\n"
    )
    made = prepared(tmp_path, text)
    header = made.headers[f"{tmp_path}/sections.h"]
    assert made.left_out == ("context", "free_context")
    assert "free_context" not in words(header)
    assert header.count("TABLE_END()") == SECTIONS.count("TABLE_END()")
    assert header.count("#if") == header.count("#endif") == 4


def refusing(*logs):
    """Return a compiler that refuses once with each log and then compiles, and the sources that it got."""
    seen = []

    def compile_once(source, headers, options, instances):
        seen.append(source.decode())
        if len(seen) <= len(logs):
            raise RefusedError(logs[len(seen) - 1], is_lasting=True)
        return Translation("", b"", "")

    return compile_once, seen


KERNELS = """\
__device__ float f(float x) { return x; }
__device__ float f(half x) { return missing(x); }
__global__ void right(float* x) { *x = 1; }
__global__ void wrong(float* x) { *x = f(*x); }
"""


def test_a_kernel_that_does_not_compile_is_left_out_with_all_that_uses_its_parts(tmp_path):
    error = 'k.cu(2): error: identifier "missing" is undefined\n'
    compile_once, seen = refusing(error)
    made = translate_for_device(compile_once, job(tmp_path, KERNELS))
    # Without the overload that does not compile, the other would be called.
    assert words(seen[-1]) == "__global__ void right(float* x) { *x = 1; }"
    assert host_code.left_out_kernels(made.log) == {"wrong": error.strip()}


def test_an_instance_that_does_not_compile_is_refused(tmp_path):
    compile_once, _ = refusing('k.cu(2): error: identifier "missing" is undefined\n')
    with pytest.raises(RefusedError, match="missing"):
        translate_for_device(compile_once, job(tmp_path, KERNELS, instances=("wrong",)))


def test_attempts_end_in_time(tmp_path, monkeypatch):
    now = iter(range(0, 1000, 4))
    monkeypatch.setattr(host_code, "_spent_s", lambda: next(now))
    kernels = "".join(f"__global__ void k{n}(float* x) {{ *x = y{n}; }}\n" for n in range(9))
    compile_once, seen = refusing(
        *(f'k.cu({n + 1}): error: identifier "y{n}" is undefined\n' for n in range(8))
    )
    with pytest.raises(RefusedError, match="y0"):
        translate_for_device(compile_once, job(tmp_path, kernels))
    assert len(seen) < 4


@pytest.mark.parametrize(
    "member", ["static constexpr int twice(int n) { return 2 * n; }", "virtual void f() { }"]
)
@pytest.mark.parametrize("mark", ["", "__device__ "])
def test_members_that_stay_without_a_mark_are_compiled_for_the_device_at_once(tmp_path, member, mark):
    text = (
        f"class Number {{ int n; {mark}{member} }};\n__global__ void k(Number* x) {{ }}\nint main() {{ }}\n"
    )
    preparation = Preparation(job(tmp_path, text))
    assert preparation.has_unmarked == (not mark)
    assert member in preparation.without(set()).source.decode()


def test_an_arm_that_the_compiler_takes_is_read(tmp_path):
    text = "#ifdef OF_CUDA\nint host() { }\n#else\nint other() { }\n#endif\n__global__ void k() { }\n"
    compile_once, seen = refusing(*2 * ["k.cu(2): error: host functions are not allowed\n"])
    translate_for_device(compile_once, job(tmp_path, text))
    # tried as it is, then read
    assert seen[0].endswith(text)
    assert "host()" in seen[1]
    assert "host()" not in seen[2]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('#define API __attribute__((visibility("default")))\nAPI void f() { }\n', ["f"]),
        ("#define KERNEL(name) __global__ void name(float* x)\nKERNEL(k) { }\nint g;\n", ["KERNEL", "g"]),
        (
            "#define OPEN namespace a {\n#define SHUT }\nOPEN\nint g;\nSHUT\n__global__ void k() { }\n",
            ["g", "k"],
        ),
        (
            "#define INST(T) template void f<T>(T);\nINST(float);\nINST(int)\nvoid h();\n",
            ["INST", "INST", "h"],
        ),
        ("#define LB(n) __launch_bounds__(n)\nLB(32)\n__global__ void k() { }\n", ["k"]),
        (
            "#define N 8\n#define ID(x) (x)\n__constant__ int c[N];\nint f() {\n    ID(1)\n    return N;\n}\n",
            ["c", "f"],
        ),
        ('extern "C" __global__ void __maxnreg__(64) k() { }\n', ["k"]),
        ("struct __align__(16) S { int n; };\n[[nodiscard]] int f();\n", ["S", "f"]),
        ("template <int N, bool = (N > 1)>\nstruct A { };\ntemplate <> struct A<1> { };\n", ["A", "A"]),
        (
            "float2 operator+(float2 a, float2 b) { return a; }\nint (*pointer)(int);\n",
            ["operator", "pointer"],
        ),
    ],
)
def test_declarations_are_read_around_macros_and_attributes(text, names):
    assert [each.name for each in declarations(text)] == names


def test_any_text_is_split_in_a_time_that_grows_with_it():
    for text in ("A(" * 3_000, "{" * 20_000, "#define A B\n" * 2_000 + "A " * 2_000, "template <" * 3_000):
        list(declarations(text))


def test_no_file_is_read_but_those_that_are_included(tmp_path):
    (tmp_path / "never.h").write_text("int never;\n")
    read = Preparation(job(tmp_path, '#if 0\n#include "never.h"\n#endif\n__global__ void k() { }\n'))
    assert list(read.units) == [tmp_path / "k.cu"]
