"""Arrays of other libraries, seen as matrices."""

from types import SimpleNamespace
from typing import Any

import pytest

import harness
from harness.dispatch.softmax import matrix_of, softmax, stream_handle
from harness.errors import UsageError


def array(**changes: Any) -> SimpleNamespace:
    dtype = changes.pop("dtype", "float32")
    interface = {"shape": (4, 10), "typestr": "<f4", "data": (4096, False), "strides": None, "version": 3}
    return SimpleNamespace(__cuda_array_interface__=interface | changes, dtype=dtype)


def test_a_contiguous_array_is_a_matrix() -> None:
    seen = matrix_of(array(stream=7), "x", writable=False)
    assert (seen.n_rows, seen.n_cols, seen.stride, seen.dtype, seen.stream) == (4, 10, 10, "float32", 7)
    assert (seen.offset, seen.end) == (0, 4096 + 160)


def test_rows_may_lie_apart_and_anywhere() -> None:
    seen = matrix_of(array(strides=(52, 4), data=(4100, False)), "x", writable=True)
    assert (seen.stride, seen.offset, seen.end) == (13, 1, 4100 + 4 * (3 * 13 + 10))
    assert matrix_of(array(strides=(0, 4)), "x", writable=False).stride == 0


@pytest.mark.parametrize("typestr", ["<V2", "<f2", "bfloat16"])
def test_bfloat16_goes_by_the_name_of_the_type(typestr: str) -> None:
    assert matrix_of(array(typestr=typestr, dtype="torch.bfloat16"), "x", writable=False).dtype == "bfloat16"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"shape": (4,)}, "x must have 2 axes"),
        ({"typestr": "<f8"}, r"x must be float32, float16 or bfloat16 \(got <f8\)"),
        ({"typestr": "<i4"}, "x must be float32, float16 or bfloat16"),
        ({"strides": (4, 16)}, "contiguous columns"),
        ({"strides": (-40, 4)}, "the row stride of x must be"),
        ({"strides": (42, 4)}, "a multiple of 4 bytes"),
        ({"data": (4098, False)}, "must start at a multiple"),
        ({"mask": object()}, "must not be masked"),
        ({"shape": (2**31, 1)}, "at most 2147483647 rows and columns"),
    ],
)
def test_other_arrays_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        matrix_of(array(**changes), "x", writable=False)


def test_what_is_written_to_must_be_writable_and_not_fold() -> None:
    with pytest.raises(UsageError, match="out must be writable"):
        matrix_of(array(data=(4096, True)), "out", writable=True)
    with pytest.raises(UsageError, match="the row stride of out must be"):
        matrix_of(array(strides=(0, 4)), "out", writable=True)


def test_what_is_no_array_is_refused() -> None:
    with pytest.raises(UsageError, match=r"must be an array on a GPU .* \(got builtins.list: "):
        softmax([[1.0]])


def test_a_tensor_that_needs_a_gradient_is_refused_with_its_library_s_advice() -> None:
    class Tensor:
        @property
        def __cuda_array_interface__(self) -> None:
            raise RuntimeError("Can't get it on Variable that requires grad; use var.detach()")

    with pytest.raises(
        UsageError, match=r"x must be an array on a GPU .*: Can't get .* use var.detach\(\)\)"
    ):
        softmax(Tensor())


def test_an_interface_that_is_not_a_dictionary_is_refused() -> None:
    with pytest.raises(UsageError, match=r"must be a dictionary \(got int\)"):
        softmax(SimpleNamespace(__cuda_array_interface__=7))


@pytest.mark.parametrize(
    ("x", "out", "message"),
    [
        ({}, {"shape": (4, 9)}, r"out must have the shape of x, 4 x 10 \(got 4 x 9\)"),
        ({}, {"typestr": "<f2", "dtype": "float16"}, "out must have the type of x"),
        ({}, {"data": (4096 + 156, False)}, "out must not overlap x"),
    ],
)
def test_out_must_fit(x: dict[str, Any], out: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        softmax(array(**x), array(**out))


@pytest.mark.parametrize("strides", [None, (40, 4), (0, 0)], ids=str)
@pytest.mark.parametrize("shape", [(0, 10), (10, 0)], ids=str)
def test_nothing_to_do_needs_no_gpu(shape: tuple[int, int], strides: tuple[int, int] | None) -> None:
    x, out = (array(shape=shape, strides=strides, data=(0, False)) for _ in range(2))
    assert softmax(x, out) is out


@pytest.mark.parametrize(
    "stream", [5, SimpleNamespace(cuda_stream=5), SimpleNamespace(ptr=5), SimpleNamespace(handle=5)]
)
def test_streams_of_all_libraries(stream: Any) -> None:
    assert stream_handle(stream) == 5


def test_what_is_no_stream_is_refused() -> None:
    with pytest.raises(UsageError, match="stream must be a CUDA stream"):
        stream_handle("0")


def test_the_package_has_the_function() -> None:
    assert harness.softmax is softmax
    with pytest.raises(AttributeError, match="no attribute 'softmin'"):
        _ = harness.softmin  # type: ignore[attr-defined]
