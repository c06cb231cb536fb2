"""Launches of host code in the words of a declaration."""

import pytest

from harness.adopt.host_calls import style_of, told_arguments
from harness.adopt.launch_styles import ONE_DIMENSION
from harness.adopt.launches.formula import NotReadError
from harness.adopt.launches.reader import read_launches
from harness.adopt.reading.signature import find_kernels

KERNEL = (
    "template <typename T, int V>\n__global__ void k(const T* in, T* out, int a, int b) { out[0] = in[0]; }\n"
)


def read(host):
    (launch,) = read_launches([("host.cu", KERNEL + host)])
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
    (kernel,) = find_kernels(KERNEL)
    launch = read("void f(int rows, int cols) { k<float, 8><<<rows, 32>>>(x, y, rows * cols / 4, 7); }")
    assert told_arguments(launch, kernel) == {"a": "(n_rows * n_cols) // 4", "b": "7", "V": "8"}
