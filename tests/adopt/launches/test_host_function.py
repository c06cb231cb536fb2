"""Launches read in host code; each source is written here, in a shape that public host code has."""

import pytest

from harness.adopt.launches.formula import Formulas
from harness.adopt.launches.host_function import read_launches
from harness.adopt.launches.launch import argument_text, describe
from harness.undeclared.host_numbers import number


def described(text, *others):
    """Return descriptions of the launches in a source, and in further files."""
    sources = [("host.cu", text), *((f"more{at}.h", other) for at, other in enumerate(others))]
    return [describe(each) for each in read_launches(sources)]


def only(text, *others):
    (found,) = described(text, *others)
    return found


def body(statements, parameters="const float* x, float* y, int N, int C, int block_size", head=""):
    return f"{head}\nvoid run({parameters}) {{\n{statements}\n}}\n"


PACKED = (
    "template <class T> struct Packed { static constexpr int size = sizeof(int4) / sizeof(T); };\n"
    "typedef Packed<half> x128;\n"
)


def args_of(found):
    return tuple(argument_text(each, Formulas()) for each in found.launch.args)


def rules(found):
    return "; ".join((", ".join(found.grid), ", ".join(found.block), found.shared))


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("k<<<N, 256>>>(x, y, N, C);", "N; 256; 0"),
        ("k<<<N, block_size, 0, stream>>>(x, y);", "N; block_size; 0"),
        ("k<<<dim3(C, N), dim3(32, 8, 1)>>>(x, y);", "C, N; 32, 8; 0"),
        ("dim3 grid(C, N, 2), block{64}; k<<<grid, block>>>(x, y);", "C, N, 2; 64; 0"),
        ("dim3 grid; grid.x = N; grid.y = 3; k<<<grid, 32>>>(x, y);", "N, 3; 32; 0"),
        ("auto grid = dim3(N); k<<<grid, {128, 2}>>>(x, y);", "N; 128, 2; 0"),
        ("const int threads = 256; int blocks = (N * 32 + threads - 1) / threads; k<<<blocks, threads>>>(x);",
         "ceil_div(N, 8); 256; 0"),
        ("k<<<(N + block_size - 1) / block_size, block_size>>>(x);",
         "ceil_div(N, block_size); block_size; 0"),
        ("k<<<(N - 1) / 256 + 1, 256>>>(x);", "ceil_div(N, 256); 256; 0"),
        ("k<<<N / 256 + (N % 256 != 0), 256>>>(x);", "ceil_div(N, 256); 256; 0"),
        ("k<<<(N % 256 == 0) ? N / 256 : N / 256 + 1, 256>>>(x);", "ceil_div(N, 256); 256; 0"),
        ("k<<<(int)ceil((float)N / 256), 256>>>(x);", "ceil_div(N, 256); 256; 0"),
        ("k<<<std::ceil(N * 1.0 / block_size), block_size>>>(x);", "ceil_div(N, block_size); block_size; 0"),
        ("k<<<ceil_div(N, 4), 128>>>(x);", "ceil_div(N, 4); 128; 0"),
        ("k<<<N, std::min(C, 1024)>>>(x);", "N; min(C, 1024); 0"),
        ("k<<<N, (C + 31) & ~31>>>(x);", "N; ceil_div(C, 32) * 32; 0"),
        ("k<<<N, ((C + 31) / 32) * 32>>>(x);", "N; ceil_div(C, 32) * 32; 0"),
        ("k<<<N >> 2, 1 << 7>>>(x);", "N // 4; 128; 0"),
        ("k<<<N, C < 1024 ? C : 1024>>>(x);", "N; min(C, 1024); 0"),
        ("k<<<N, C > 1024 ? 1024 : 256>>>(x);", "N; 768 * (C > 1024) + 256; 0"),
        ("size_t shared = 2 * block_size / 32 * sizeof(float); k<<<N, block_size, shared>>>(x);",
         "N; block_size; 4 * (block_size // 16)"),
        ("k<<<N, 256, (C + 2) * sizeof(float)>>>(x);", "N; 256; C * 4 + 8"),
        ("int t = 128; if (C > 512) { t = 512; } k<<<N, t>>>(x);", "N; 384 * (C > 512) + 128; 0"),
        ("int t = 128; t *= 2; k<<<N, t>>>(x);", "N; 256; 0"),
    ],
)  # fmt: skip
def test_expressions_are_followed_into_rules(statements, expected):
    found = only(body(statements))
    assert rules(found) == expected
    assert found.missing == ()


@pytest.mark.parametrize(
    ("statements", "missing"),
    [
        ("int t = 1; while (t < C) t *= 2; k<<<N, t>>>(x);", "block.x: t is changed in a loop"),
        ("k<<<fit(k), C>>>(x);", "grid.x: fit(k) is a call of fit, which is not followed"),
        ("int t; if (N > 4) { query(&m, &t); } else { t = 64; } k<<<N, t>>>(x);",
         "block.x: t is set by query"),
        ("cudaLaunchConfig_t c; c.gridDim = N; c.attrs = a; c.numAttrs = 1; cudaLaunchKernelEx(&c, k, x);",
         "attributes: cudaLaunchKernelEx's attributes, such as clusters, are not read"),
    ],
)  # fmt: skip
def test_what_is_missing_has_its_reason(statements, missing):
    found = only(body(statements))
    assert found.missing == (missing,)
    assert found.is_read


@pytest.mark.parametrize(
    ("condition", "conditions"),
    [
        ("N > 4 && C % 4 == 0", ("N > 4 and C % 4 == 0",)),
        ("!(N > 4 && C % 4 == 0)", ("N <= 4 or C % 4 != 0",)),
        ("!(C < 8 or C > 9)", ("C >= 8 and C <= 9",)),
        ("((N % 2 == 1 || C == 3) ? 1 : 0) == 0", ("not (N % 2 == 1 or C == 3)",)),
        # Options, and an overload, which the types of arguments choose.
        ("type == HALF", ()),
        ("by_four<T>(C)", ()),
    ],
)
def test_conditions_on_sizes_are_comparisons(condition, conditions):
    head = (
        "template <class T> bool by_four(int n) { return n % 4 == 0; }\n"
        "template <> bool by_four<half>(int n) { return n % 8 == 0; }\n"
    )
    assert only(head + body(f"if ({condition}) k<<<N, 1>>>(x);")).conditions == conditions


@pytest.mark.parametrize(
    ("source", "grid"),
    [
        ("void run(torch::Tensor x) { const int B = x.size(0); k<<<B, 32>>>(x.data_ptr()); }", "x.size(0)"),
        ("void run(torch::Tensor x) {\n"
         "    int n = 1; for (int i = 0; i < x.dim(); ++i) { n *= x.size(i); }\n"
         "    k<<<(n + 255) / 256, 256>>>(x.data_ptr(), n);\n}\n", "ceil_div(x.numel(), 256)"),
        ("int main(int argc, char** argv) { int rows = atoi(argv[1]); k<<<(rows + 3) / 4, 128>>>(x); }",
         "ceil_div(rows, 4)"),
        ("void broken( {{{ ;\n}\nvoid run(int N) { k<<<N, 8>>>(x); }", "N"),
    ],
)  # fmt: skip
def test_what_the_program_is_given_keeps_its_name(source, grid):
    assert only(source).grid == (grid,)


@pytest.mark.parametrize(
    "head",
    [
        "#define UP(a, b) (((a) + (b)-1) / (b))",
        "#define STEP(b) ((b) - 1)\n#define UP(a, b) (((a) + STEP(b)) / (b))",
        "template <class T> __host__ __device__ T UP(T n, T by) { return (n + by - 1) / by; }",
        "inline int UP(int n, int by) { int whole = n / by; if (n % by == 0) return whole; return whole + 1; }",
        "static constexpr int UP(int n, int by) { return (n % by != 0) ? (n / by + 1) : (n / by); }",
    ],
)
def test_a_macro_or_function_that_rounds_up_is_understood(head):
    assert only(body("k<<<UP(N * C, 128), 128>>>(x);", head=head)).grid == ("ceil_div(C * N, 128)",)
    (from_a_header,) = described(body("k<<<UP(N, 128), 128>>>(x);"), head)
    assert from_a_header.grid == ("ceil_div(N, 128)",)


@pytest.mark.parametrize(
    ("head", "statements", "expected"),
    [
        # Constants of the file, macros, enumerations and template arguments.
        ("#define THREADS 64\nconstexpr int kRows = 4;\nenum { SLOTS = 2, MORE };\n",
         "k<THREADS, MORE><<<N / kRows, dim3(THREADS, kRows), SLOTS * 4>>>(x);", ["k<64, 3>: N // 4; 64, 4; 8"]),
        ("template <typename T, int VEC>",
         "using F = float; rows::k<T, VEC, VEC * 4, F, true><<<N, 32>>>(x, y);",
         ["rows::k<T, VEC, VEC * 4, float, 1>: N; 32; 0"]),
        ("", "constexpr bool fast = false; if (fast) k<<<1, 1>>>(x); else k2<<<N, 2>>>(x);", ["k2: N; 2; 0"]),
        # Dispatch by size.
        ("", "if (C <= 1024) { k<4><<<N, 128>>>(x); return; }\n"
         "switch (C) { case 2048: k<8><<<N, 256>>>(x); break; default: k2<<<N, 512>>>(x); }",
         ["k<4>: N; 128; 0 if C <= 1024", "k<8>: N; 256; 0 if C > 1024 if C == 2048",
          "k2: N; 512; 0 if C > 1024 if C != 2048"]),
        # A launch in a macro.
        ("#define LAUNCH(T, VEC)            \\\n    k_##VEC<T><<<N, C / VEC>>>(x, \\\n        y)\n#undef OTHER\n"
         "#define CASE(WIDTH) case WIDTH: k<WIDTH><<<N, WIDTH>>>(x); break;\n",
         "LAUNCH(float, 4);\nswitch (C) {\n  CASE(32)\n  CASE(64)\n}",
         ["k_4<float>: N; C // 4; 0", "k<32>: N; 32; 0 if C == 32", "k<64>: N; 64; 0 if C == 64"]),
        ("", 'AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "k", ([&] { k<scalar_t><<<N, 64>>>(x); }));',
         ["k<scalar_t>: N; 64; 0"]),
        ("#define SWITCH(COND, NAME, ...) [&] { if (COND) { constexpr bool NAME = true; return __VA_ARGS__(); }"
         " else { constexpr bool NAME = false; return __VA_ARGS__(); } }()\n",
         "SWITCH(C % 4 == 0, EVEN, [&] { k<EVEN><<<N, 64>>>(x); });",
         ["k<1>: N; 64; 0 if C % 4 == 0", "k<0>: N; 64; 0 if C % 4 != 0"]),
        # A dim3 that a function sets by reference, and one of a function that was not read.
        ("void config(int n, dim3 &grid, dim3& block) { block = dim3(128); grid = dim3((n + 127) / 128); }\n",
         "dim3 grid, block; config(N, grid, block); k<<<grid, block>>>(x);", ["k: ceil_div(N, 128); 128; 0"]),
        ("", "dim3 grid, block; config(N, grid, block); k<<<grid, block>>>(x);", ["k: ?; ?; 0"]),
        # Constants of classes depend on their types.
        (PACKED, "k<<<N / x128::size, Packed<float>::size * 32>>>(x);", ["k: N // 8; 128; 0"]),
    ],
)  # fmt: skip
def test_launches_are_described_as_they_are_made(head, statements, expected):
    found = described(body(statements, head=head))
    assert [" if ".join((f"{each.entry}: {rules(each)}", *each.conditions)) for each in found] == expected
    assert all(each.is_read is ("?" not in rules(each)) for each in found)


@pytest.mark.parametrize(
    "statements",
    [
        "void* args[] = {&x, &y, &N}; cudaLaunchKernel((void*)k<float>, dim3(N), dim3(64), args, 128, 0);",
        "void* args[] = {(void*)&x, (void*)&y, (void*)&N};\n"
        "cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&k<float>), N, 64, args, 128);",
        "cudaLaunchConfig_t c = {0}; c.gridDim = N; c.blockDim = dim3(64, 1, 1); c.dynamicSmemBytes = 128;\n"
        "cudaLaunchKernelEx(&c, k<float>, x, y, N);",
        "cudaLaunchConfig_t c{.gridDim = dim3(N), .blockDim = 64, .dynamicSmemBytes = 128};\n"
        "cudaLaunchKernelEx(&c, &k<float>, x, y, N);",
        "auto kernel = k<float>; kernel<<<N, 64, 128>>>(x, y, N);",
        "auto launch = [&] { k<float><<<N, 64, 128>>>(x, y, N); }; launch();",
    ],
)
def test_every_way_to_launch(statements):
    found = only(body(statements))
    assert (found.entry, rules(found)) == ("k<float>", "N; 64; 128")
    assert args_of(found) == ("x", "y", "N")
    assert found.launch.is_cooperative == ("Cooperative" in statements)


PICKED = """
typedef void (*fp_k)(const float*, float*, int);
fp_k pick(int per_row)
{
    if (per_row == 1) return k<1>;
    PICK(2)
    return NULL;
}
"""


@pytest.mark.parametrize(
    "head", ["", "#define PICK(n) if (per_row == n) return k<n>;\n"], ids=["plain", "macro"]
)
def test_a_function_that_picks_the_kernel_gives_each_its_condition(head):
    text = PICKED if head else PICKED.replace("PICK(2)", "if (per_row == 2) return k<2>;")
    launch = "fp_k kernel = pick((N + 63) / 64); kernel<<<1, 64>>>(x, y, N);"
    one, two = described(body(launch, head=head + text))
    assert (one.entry, one.conditions) == ("k<1>", ("ceil_div(N, 64) == 1",))
    assert (two.entry, two.conditions) == ("k<2>", ("ceil_div(N, 64) != 1", "ceil_div(N, 64) == 2"))
    chosen = "auto kernel = C > 1 ? k<true> : k<false>; kernel<<<1, 64>>>(x, y, N);"
    assert [each.conditions for each in described(body(chosen))] == [("C > 1",), ("C <= 1",)]


def test_nested_choices_of_a_kernel_give_each_one_launch():
    ways = "".join(
        f"{'else ' * bool(at)}if (C == {at}) {{ if (N % 64 == 0) return k<{at}, true>; else return k<{at}, false>; }}\n"
        for at in range(6)
    )
    head = f"fp_k pick(int N, int C)\n{{\n{ways}return NULL;\n}}\n"
    found = described(body("fp_k kernel = pick(N, C); kernel<<<1, 64>>>(x, y, N);", head=head))
    assert len(found) == 12
    assert len({each.entry for each in found}) == 12


def test_of_arms_that_define_a_function_a_constant_is_taken():
    head = "#if HIP\nint warp() { int n = 0; ask(&n); return n; }\n#else\nint warp() { return 32; }\n#endif\n"
    assert rules(only(body("k<<<N, warp()>>>(x, y);", head=head))) == "N; 32; 0"


def test_the_returns_of_a_function_count_in_order():
    text = "int rows(int n) { if (n > 64) return 4; if (n > 32) return 2; return 1; }\n"
    (launch,) = read_launches([("host.cu", body("k<<<rows(N), 64>>>(x, y);", head=text))])
    assert [number(launch.grid, {"N": n}) for n in (100, 40, 8)] == [4, 2, 1]


def test_a_macro_may_define_the_host_function():
    head = (
        "#define HOST(f, vec) void f(float* a, int N) { k_##f<<<(N + vec - 1) / vec, 256 / vec>>>(a, N); }\n"
    )
    found = described(f"{head}HOST(relu,\n4)\nHOST(gelu, 8)\n")
    assert [(each.launch.function, each.launch.line) for each in found] == [("relu", 2), ("gelu", 4)]
    assert (found[0].entry, rules(found[0])) == ("k_relu", "ceil_div(N, 4); 64; 0")


def test_a_parameter_is_followed_through_callers_only_if_it_is_missing():
    inner = "template <class K> void go(K kernel, dim3 g, int n) { kernel<<<g, 128>>>(n); }\n"
    outer = "void run(int rows) { go(k<4>, dim3(rows, 2), rows); }\n"
    found = [each for each in described(inner + outer) if not each.missing]
    assert [(each.entry, each.grid, each.launch.callers) for each in found] == [
        ("k<4>", ("rows", "2"), ("run",))
    ]
    assert len(described("void go(int n) { k<<<n, 1>>>(); }\nint main() { go(7); }")) == 1


def test_the_sizes_of_a_program_keep_their_names_as_arguments():
    found = only("int main() { int rows = 8 * 1024; k<<<rows / 4, 128>>>(x, rows); }")
    assert found.grid == ("2048",)
    (argument,) = found.launch.args[1:]
    assert argument.name == "rows"


def test_device_code_comments_and_definitions_are_no_launches():
    source = "__global__ void k() { child<<<1, 1>>>(); }\n// f<<<1, 1>>>();\n#define L f<<<1, 1>>>()\n"
    assert described(source) == []


def test_a_value_set_by_address_is_forgotten():
    found = only(
        body("int n = 4; float* p = nullptr; query(&n); CHECK(cudaMalloc((void**)&p, 8)); k<<<n, 32>>>(p);")
    )
    assert found.missing == ("grid.x: n is set by query",)
    assert args_of(found) == ("p",)
