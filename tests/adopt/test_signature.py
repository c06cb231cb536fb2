"""What a kernel's text says of its parameters, and of the operations that it may compute."""

import pytest

from harness.adopt.fitting.fit import fitting_operations
from harness.adopt.fitting.names import typed_as_compiled
from harness.adopt.reading.signature import Parameter, TemplateParameter, find_kernels
from harness.compiler.artifact import Param
from harness.operation.catalogue import catalogue_of


def only(text):
    (kernel,) = find_kernels(text)
    return kernel


def test_parameters_are_read_in_order_with_types_and_pointers():
    kernel = only(
        "__global__ void k(const float* __restrict__ inp, __half *out, unsigned int n, const size_t m,\n"
        "                  long long ld /* in elements */, T* const rows[], bool flag = true) { }\n"
    )
    assert kernel.parameters == (
        Parameter("inp", "float", True, True),
        Parameter("out", "__half", True, False),
        Parameter("n", "unsigned int", False, False),
        Parameter("m", "size_t", False, True),
        Parameter("ld", "long long", False, False),
        Parameter("rows", "T", True, False),
        Parameter("flag", "bool", False, False, "true"),
    )


@pytest.mark.parametrize(
    "head",
    [
        'extern "C" __global__ void __launch_bounds__(256, 2) k',
        "static __global__ __launch_bounds__(BLOCK) void k",
        "__global__\nvoid\nk",
        "LAUNCH_BOUNDS(1024)\n__global__ void k",
        "[[maybe_unused]] __attribute__((noinline)) __global__ void k",
    ],
)
def test_whatever_stands_before_the_name(head):
    kernel = only(f"{head}(float* x, int n)\n{{\n}}\n")
    assert (kernel.name, [each.name for each in kernel.parameters]) == ("k", ["x", "n"])


def test_templates_and_namespaces():
    kernel = only(
        "namespace a::b { namespace {\n"
        "template <typename T, class ACC = float, int BLOCK, bool VEC = false, typename... Rest>\n"
        "__global__ void k(std::array<T, 3> x, T y) { }\n}}\n"
    )
    assert kernel.qualified == "a::b::k"
    assert kernel.template == (
        TemplateParameter("T", ""),
        TemplateParameter("ACC", "", "float"),
        TemplateParameter("BLOCK", "int"),
        TemplateParameter("VEC", "bool", "false"),
        TemplateParameter("Rest", "typename..."),
    )
    assert [each.type for each in kernel.parameters] == ["std::array<T, 3>", "T"]


def test_attributes_and_macros_that_the_parser_does_not_know_change_no_parameter():
    kernel = only(
        "template <typename T, int N>\n__global__ void __launch_bounds__(N * kWarps, 1) __cluster_dims__(1, 1, 8)\n"
        "    k(const T* x, GRID_CONSTANT Params const params, int n) { }\n"
    )
    assert [each.name for each in kernel.template] == ["T", "N"]
    assert [each.name for each in kernel.parameters] == ["x", "params", "n"]


def test_a_namespace_that_a_macro_opens_stands_for_its_kernels():
    kernel = only("LIBRARY_PREFIX\nnamespace library { __global__ void hidden(int n) { } }\n")
    assert (kernel.name, kernel.parameters) == ("namespace", ())


def test_only_definitions_of_kernels_are_found():
    text = (
        "__global__ void declared(int n);\n"
        "__device__ float helper(float x) { return __expf(x); }\n"
        "void host() { k<<<1, 1>>>(); }\n"
        "// __global__ void commented(int n) { }\n"
        "__global__ void none(void) { helper(1.0f); }\n"
        "__global__ void none2() { }\n"
    )
    kernels = find_kernels(text)
    assert [(each.name, each.parameters, each.line) for each in kernels] == [
        ("none", (), 5),
        ("none2", (), 6),
    ]
    assert "__expf" in kernels[0].code, "what it calls belongs to it"
    assert "__expf" not in kernels[1].code


def test_a_specialisation_is_called_by_its_arguments():
    found = find_kernels(
        "template <typename T, int N> __global__ void scale(T* a, int n);\n"
        "template <typename T, int N> __global__ void scale(T* a, int n) { a[0] = n; }\n"
        "template <> __global__ void scale<float, 4>(float* a, int n) { a[0] = n + 1; }\n"
        "namespace rows { template <> __global__ void norm<double>(double* a) { a[0] = 1; } }\n"
    )
    assert [each.qualified for each in found] == ["scale", "scale<float, 4>", "rows::norm<double>"]
    assert [each.stem for each in found] == ["scale", "scale_float_4", "norm_double"]
    assert [len(each.template) for each in found] == [2, 0, 0]
    assert [[each.name for each in kernel.parameters] for kernel in found] == [["a", "n"], ["a", "n"], ["a"]]


def test_what_has_no_name_is_called_by_its_place():
    (kernel,) = find_kernels(
        "template <typename, int, bool = true> __global__ void f(float* a, int) { a[0] = 1; }"
    )
    assert [(each.name, each.type, each.default) for each in kernel.template] == [
        ("template:1", "", ""),
        ("template:2", "int", ""),
        ("template:3", "bool", "true"),
    ]
    assert [each.name for each in kernel.parameters] == ["a", "parameter:2"]


OPERATIONS = tuple(catalogue_of(()).operations.values())


@pytest.mark.parametrize(
    ("text", "fits", "does_not"),
    [
        ("f(float* y, const float* x, int n) { y[n] = x[n]; }", "softmax", "matmul"),
        ("f(float* c, const float* a, const float* b, int n) { c[n] = a[n] * b[n]; }", "matmul", "softmax"),
        ("f(char* y, const char* x, int n) { y[n] = x[n]; }", "", "softmax"),
        ("f(float* y, const float* x, Thing n) { y[0] = x[n.n]; }", "", "softmax"),
        ("f(float* y, const float* x, dim_t n) { y[0] = x[n]; }", "softmax", ""),
        # A pointer that may be null is no array.
        ("f(float* y, const float* x, const char* z, int n) { if (z) y[n] = x[n] * z[n]; }", "softmax", ""),
        ("f(float* y, const float* x, const char* z, int n) { y[n] = z == nullptr ? x[n] : z[n]; }",
         "softmax", ""),
        ("f(float* y, const float* x, const char* z, int n) { if (z[n]) y[n] = x[n]; }", "", "softmax"),
    ],
)  # fmt: skip
def test_operations_are_excluded_by_the_types_and_number_of_arrays(text, fits, does_not):
    (kernel,) = find_kernels(f"__global__ void {text}")
    fitting, misfits = fitting_operations(kernel, OPERATIONS)
    names = {each.name for each in fitting}
    assert not fits or fits in names
    assert does_not not in names
    assert bool(names) is bool(fits)
    assert len(fitting) + len(misfits) in (len(OPERATIONS), len(fitting))


BY_MACROS = """\
#define TEMPLATED template <typename T>
#define HEAD(N) extern "C" __global__ void __launch_bounds__(N)
#define GLOBAL __global__
#define OP(NAME, TYPE, EXPR) \\
    HEAD(256) NAME(const TYPE* a, TYPE* b, int n) { \\
        b[n] = EXPR; \\
    }
#define BOTH(NAME, EXPR) OP(NAME##_f32, float, EXPR) OP(NAME##_f64, double, EXPR)
namespace mine { // HEAD(1) in a comment
TEMPLATED GLOBAL void of_t(const T* a) { }
}
OP(one, float, a[n])
BOTH(two, a[n] + a[0])
"""


def test_kernels_and_templates_that_macros_declare_are_read_where_they_are_used():
    kernels = find_kernels(BY_MACROS)
    assert [(kernel.qualified, kernel.line) for kernel in kernels] == [
        ("mine::of_t", 10), ("one", 12), ("two_f32", 13), ("two_f64", 13)
    ]  # fmt: skip
    assert kernels[0].template == (TemplateParameter("T", ""),)
    assert [kernel.parameters[1].type for kernel in kernels[1:]] == ["float", "float", "double"]
    assert "a[n] + a[0]" in kernels[2].code


def test_a_number_of_an_unknown_type_has_the_width_of_the_compiled_code():
    kernel = only(
        "template <class T> __global__ void k(float* x, dim_t n, T t, real_t a, Thing b, int c) { }"
    )
    params = (
        Param(8, "int"),
        Param(8, "int"),
        Param(4, "int"),
        Param(8, "float"),
        Param(12, "bytes"),
        Param(4, "int"),
    )
    typed = typed_as_compiled(kernel, params)
    assert [parameter.type for parameter in typed.parameters] == [
        "float", "int64_t", "T", "double", "Thing", "int"
    ]  # fmt: skip
