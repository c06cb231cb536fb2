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


def rules(host, args=("inp", "out", "n_rows", "n_cols")):
    return style_of(read(host), args)


def test_arguments_name_the_sizes():
    found = rules(
        "void f(int p, int q) { k<float, 4><<<(p + 7) / 8, dim3(32, 8), q * sizeof(float)>>>(x, y, p, q); }"
    )
    assert found.grid == ("ceil_div(n_rows, 8)",)
    assert found.blocks == ((32, 8, 1),)
    assert found.smem_bytes == "n_cols * 4"


def test_a_size_that_is_no_argument_is_known_by_its_name():
    found = rules(
        "void f(int batch, int heads, int width, int n) { k<T, 4><<<batch * heads, 128>>>(x, y, width, n); }",
        ("inp", "out", "n_cols", "0"),
    )
    assert found.grid == ("n_rows",)


def test_a_block_that_the_caller_chooses_is_block_x():
    found = rules(
        "void f(int N, int C, int threads) { k<T, 4><<<(N * C - 1) / threads + 1, threads>>>(x, y, N, C); }"
    )
    assert (found.blocks, found.launch_block) == (ONE_DIMENSION, ())
    assert found.grid == ("ceil_div(n_rows * n_cols, block_x)",)


def test_a_block_that_depends_on_the_sizes_has_a_rule_and_limits():
    found = rules("void f(int N, int C) { k<T, 4><<<N, C / 4>>>(x, y, N, C); }")
    assert found.launch_block == ("n_cols // 4",)
    assert found.requires == ("n_cols // 4 <= 1024", "n_cols % 4 == 0")
    bounded = rules("void f(int N, int C) { k<T, 4><<<N, std::min(C, 1024)>>>(x, y, N, C); }")
    assert bounded.requires == ()


def test_conditions_on_sizes_are_required():
    found = rules(
        "void f(int N, int C, int kind) { if (C <= 1024 && N > 2) if (kind == 3) k<T, 1><<<N, 32>>>(x, y, N, C); }"
    )
    assert found.requires == ("n_cols <= 1024", "n_rows > 2")


def test_a_size_without_a_rule_is_an_error_that_names_it():
    with pytest.raises(NotReadError, match="blocks is a parameter of f"):
        rules("void f(int N, int C, int blocks) { k<T, 4><<<blocks, 32>>>(x, y, N, C); }")


def test_what_a_launch_tells_of_parameters():
    (kernel,) = find_kernels(KERNEL)
    launch = read("void f(int rows, int cols) { k<float, 8><<<rows, 32>>>(x, y, rows * cols / 4, 7); }")
    assert told_arguments(launch, kernel) == {"a": "(n_rows * n_cols) // 4", "b": "7", "V": "8"}
