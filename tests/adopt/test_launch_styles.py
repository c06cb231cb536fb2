"""The usual ways to launch a kernel, those of tiles and of host code, and which of them are tried for it."""

from dataclasses import replace
from pathlib import Path

import pytest

from harness.adopt.fitting.fit import fit
from harness.adopt.host_calls import host_arguments, host_calls, host_styles, style_of
from harness.adopt.launch_styles import (
    ELEMENT_STYLES,
    ONE_DIMENSION,
    ROW_STYLES,
    LaunchStyle,
    in_whole_tiles,
    likely_styles,
    needs_whole_tiles,
    row_styles,
    within,
)
from harness.adopt.launches.formula import NotReadError
from harness.adopt.launches.host_function import read_launches
from harness.adopt.reading.compiled_kernel import CodeFacts
from harness.adopt.reading.signature import find_kernels
from harness.operation.catalogue import catalogue_of
from tests.adopt.commands import init, invoke
from tests.sampled import one_in

ALONE = CodeFacts(indices=frozenset(("tid.x", "ctaid.x")), is_known=True)
TOGETHER = replace(ALONE, is_shared=True)


def names(facts):
    return [style.name for style in row_styles(facts)]


def test_threads_that_do_not_work_together_may_have_an_element_each():
    of_elements = [style.name for style in ELEMENT_STYLES]
    assert [name for name in names(ALONE) if name in of_elements] == of_elements
    assert names(ALONE).index("one block per row") > names(ALONE).index(of_elements[-1])
    assert set(names(TOGETHER)).isdisjoint(of_elements)


def test_an_index_in_y_is_needed_for_a_block_or_grid_in_y():
    assert all(len(style.grid) == 1 and style.blocks[0][1] == 1 for style in row_styles(TOGETHER))
    both = replace(TOGETHER, indices=TOGETHER.indices | {"tid.y", "ctaid.y"})
    assert row_styles(both) == ROW_STYLES
    assert row_styles(CodeFacts(is_shared=True)) == ROW_STYLES, "code that cannot be read may use any"


def test_the_styles_of_rows_are_the_cheapest_of_a_kernel_on_rows():
    operations = catalogue_of().operations
    softmax, matmul = (likely_styles(operations[name], TOGETHER) for name in ("softmax", "matmul"))
    n_rows = len(row_styles(TOGETHER))
    assert [style.name for _, style in softmax[:n_rows]] == names(TOGETHER)
    assert max(cost for cost, _ in softmax[:n_rows]) < min(cost for cost, _ in softmax[n_rows:])
    assert "m" in matmul[0][1].grid[0]


def test_a_kernel_that_asks_for_no_block_index_has_one_block():
    alone = replace(TOGETHER, indices=frozenset(("tid.x",)))
    styles = likely_styles(catalogue_of().operations["softmax"], alone)
    assert [style.grid for _, style in styles] == [("1",)]


OPERATIONS = catalogue_of(()).operations
BLOCK = (16, 8, 1)


@pytest.mark.parametrize(
    ("grid", "claimed"),
    [
        (("ceil_div(n, 32)", "ceil_div(m, 4 * block_y)"), ("n % 32 == 0", "m % 32 == 0", "k % 32 == 0")),
        (("n // block_x", "m // 8"), ("n % 16 == 0", "m % 8 == 0", "k % 8 == 0")),
        (("ceil_div(n, block_x)", "m"), None),
        (("ceil_div(m * n, block_x)",), ("n % 16 == 0",)),
        (("ceil_div(m * n, 64 * (16 // itemsize))",), ("n % 512 == 0",)),
        (("(m * n) // 1024",), ("n % 1024 == 0",)),
        (("ceil_div(m, block_x)",), None),
    ],
)
def test_whole_tiles_are_multiples_of_what_a_block_has(grid, claimed):
    whole = in_whole_tiles(LaunchStyle("a test", grid, (BLOCK,)), BLOCK, OPERATIONS["matmul"])
    assert (whole.requires if whole else None) == claimed


def test_sizes_are_raised_to_multiples_and_least_values():
    requires = ("n % 32 == 0", "m >= 128 and n >= 128", "k % 16 == 0", "lda == k")
    sizes = {"m": 5, "n": 97, "k": 7}
    assert within(requires, sizes, {"k": (7, 1, 64, 16)}) == {"m": 128, "n": 128, "k": 16}


SOURCE = """\
__global__ void product(int M, int N, int K, const float* A, const float* B, float* C) {
    C[blockIdx.x] = A[threadIdx.x] * B[K];
}
void run(int M, int N, int K, float* A, float* B, float* C) {
    if (M >= 128) {
        dim3 grid(N / 32, (M + 63) / 64);
        product<<<grid, dim3(32, 4)>>>(M, N, K, A, B, C);
    }
}
"""


def test_a_launch_of_host_code_has_the_operations_names_of_sizes():
    (kernel,) = find_kernels(SOURCE)
    best = fit(kernel, CodeFacts(), {}, OPERATIONS["matmul"])[0]
    (launch,) = read_launches([(Path("k.cu"), SOURCE)])
    (style,) = host_styles(kernel, launch, best)
    assert (style.grid, style.blocks) == (("n // 32", "ceil_div(m, 64)"), ((32, 4, 1),))
    assert "m >= 128" in style.requires
    assert needs_whole_tiles(style)


DISPATCHED = """\
template <int WIDTH> __global__ void rows(const float* x, float* y, float g, int N, int K) { y[K] = g * x[WIDTH]; }
void run(float* x, float* y, int N, int K) {
    if (K == 64) rows<64><<<N, 64>>>(x, y, 1.0f, N, 64);
    if (K == 128) rows<128><<<N, 128>>>(x, y, 1.0f, N, 64);
}
"""


def test_a_number_of_a_launch_that_its_condition_compares_is_a_size():
    (kernel,) = find_kernels(DISPATCHED)
    first, second = host_calls(kernel, read_launches([(Path("k.cu"), DISPATCHED)]), {}, "")
    assert [each.entry for each in (*first.instances, *second.instances)] == ["rows<64>", "rows<128>"]
    assert first.given == {"g": "1.0", "N": "n_rows"}
    assert second.given["K"] == "64", "which is no size of this launch"


TEMPLATE = (
    "template <typename T, int V>\n__global__ void k(const T* in, T* out, int a, int b) { out[0] = in[0]; }\n"
)


def read(host):
    (launch,) = read_launches([("host.cu", TEMPLATE + host)])
    return launch


SIZES = ("inp", "out", "n_rows", "n_cols")


@pytest.mark.parametrize(
    ("host", "args", "expected"),
    [
        # Arguments name the sizes.
        ("void f(int p, int q) { k<float, 4><<<(p + 7) / 8, dim3(32, 8), q * sizeof(float)>>>(x, y, p, q); }", SIZES,
         {"grid": ("ceil_div(n_rows, 8)",), "blocks": ((32, 8, 1),), "smem_bytes": "n_cols * 4"}),
        # A size that is no argument is known by its name.
        ("void f(int batch, int heads, int width, int n) { k<T, 4><<<batch * heads, 128>>>(x, y, width, n); }",
         ("inp", "out", "n_cols", "0"), {"grid": ("n_rows",)}),
        # A block that the caller chooses is block_x.
        ("void f(int N, int C, int threads) { k<T, 4><<<(N * C - 1) / threads + 1, threads>>>(x, y, N, C); }", SIZES,
         {"grid": ("ceil_div(n_rows * n_cols, block_x)",), "blocks": ONE_DIMENSION, "launch_block": ()}),
        # A block that depends on the sizes has a rule, and limits.
        ("void f(int N, int C) { k<T, 4><<<N, C / 4>>>(x, y, N, C); }", SIZES,
         {"launch_block": ("n_cols // 4",), "requires": ("n_cols // 4 <= 1024", "n_cols % 4 == 0")}),
        ("void f(int N, int C) { k<T, 4><<<N, std::min(C, 1024)>>>(x, y, N, C); }", SIZES, {"requires": ()}),
        # Conditions on sizes are required.
        ("void f(int N, int C, int kind) { if (C <= 1024 && N > 2) if (kind == 3) k<T, 1><<<N, 32>>>(x, y, N, C); }",
         SIZES, {"requires": ("n_cols <= 1024", "n_rows > 2")}),
    ],
)  # fmt: skip
def test_a_launch_is_told_by_the_sizes_among_the_arguments(host, args, expected):
    found = style_of(read(host), args)
    assert {key: getattr(found, key) for key in expected} == expected


def test_a_size_without_a_rule_is_an_error_that_names_it():
    with pytest.raises(NotReadError, match="blocks is a parameter of f"):
        style_of(read("void f(int N, int C, int blocks) { k<T, 4><<<blocks, 32>>>(x, y, N, C); }"), SIZES)


def test_what_a_launch_tells_of_parameters():
    (kernel,) = find_kernels(TEMPLATE)
    launch = read("void f(int rows, int cols) { k<float, 8><<<rows, 32>>>(x, y, rows * cols / 4, 7); }")
    assert host_arguments(launch, kernel) == {"a": "(n_rows * n_cols) // 4", "b": "7", "V": "8"}


TILES = """\
#define TILE 16
__global__ void transposed(float* odata, const float* idata, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += 8) tile[threadIdx.y + i][threadIdx.x] = idata[(y + i) * width + x];
    __syncthreads();  // every thread reads what others stored
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += 8) odata[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}
void run(float* odata, float* idata, int width, int height) {
    transposed<<<dim3(width / TILE, height / TILE), dim3(TILE, 8)>>>(odata, idata, width, height);
}
"""


def test_a_kernel_of_whole_tiles_is_declared_for_them(project):
    (project / "tiles.cu").write_text(TILES, encoding="ascii")
    _, found = init(project / "tiles.cu")
    assert '"n_cols % 16 == 0", "n_rows % 16 == 0"' in found["requires"]
    assert found["grid"] == '["n_cols // 16", "n_rows // 16"]'


@pytest.mark.slow
def test_tiles_whose_edges_are_checked_are_declared_for_all_sizes(project):
    checked = TILES.partition("void run(")[0].replace("TILE 16", "TILE 32")
    checked = checked.replace("i += 8) tile", "i += 8) if (x < width && y + i < height) tile")
    checked = checked.replace("i += 8) odata", "i += 8) if (x < height && y + i < width) odata")
    (project / "tiles.cu").write_text(checked, encoding="ascii")
    _, found = init(project / "tiles.cu")
    assert "%" not in found.get("requires", "")


VECTORS = """\
#include <cuda_fp16.h>
__global__ void silu_vectors(half* out, const half* inp) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    int4 eight = *(const int4*)(inp + first);
    half* values = (half*)&eight;
    for (int i = 0; i < 8; i++) {
        float x = __half2float(values[i]);
        values[i] = __float2half(x / (1.0f + expf(-x)));
    }
    *(int4*)(out + first) = eight;
}
void silu(half* out, const half* inp, int N) {
    int block_size = 128;
    silu_vectors<<<N / (block_size * 8), block_size>>>(out, inp);
}
"""


@pytest.mark.parametrize(
    ("source", "claimed"),
    one_in(2, [
        (VECTORS, 'block     = [128]\n// grid      = "(n_rows * n_cols) // 1024"'),
        (VECTORS.partition("void silu(")[0], '"n_cols % 2048 == 0"'),
    ], pytest.mark.slow),
)  # fmt: skip
def test_vectors_without_a_length_are_for_whole_blocks_and_a_dry_run_writes_nothing(project, source, claimed):
    (project / "vectors.cu").write_text(source, encoding="ascii")
    result = invoke("init", "vectors.cu", "--dry-run")
    assert result.exit_code == 0, result.output
    assert claimed in result.output
    assert (project / "vectors.cu").read_text(encoding="ascii") == source


def test_a_block_of_one_dimension_for_each_row_has_the_shorter_name():
    source = """\
__global__ void rows(const float* x, float* y, int n_rows, int n_cols) { y[n_cols] = x[n_cols]; }
void run(float* x, float* y, int n, int m) { rows<<<n, 256>>>(x, y, n, m); }
"""
    (kernel,) = find_kernels(source)
    (launch,) = read_launches([(Path("k.cu"), source)])
    (style,) = host_styles(kernel, launch, fit(kernel, CodeFacts(), {}, OPERATIONS["softmax"])[0])
    assert (style.name, style.parallel) == ("one block per row", "block_x")
