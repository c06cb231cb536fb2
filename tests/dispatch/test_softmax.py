"""`kernel_harness.softmax`: arrays of every library, and the launches that a call makes."""

import sys
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

import harness
from harness.dispatch import softmax as module
from harness.dispatch.regimes import DispatchProblem
from harness.dispatch.softmax import Gpu, matrix_of, softmax
from harness.errors import UsageError
from harness.variant.shape import Shape

H200 = Gpu(0, 90, 132, None)


class Array:
    def __init__(self, address, shape=(4, 10), dtype="float32", device="cuda:0"):
        self.address, self.shape, self.dtype, self.device = address, shape, dtype, device

    @property
    def __cuda_array_interface__(self):
        typestr = {"float32": "<f4", "float16": "<f2"}[self.dtype]
        return {"shape": self.shape, "typestr": typestr, "data": (self.address, False), "version": 3}


class OfTorch(Array):
    __module__ = "torch"


class OfCupy(Array):
    __module__ = "cupy"


class OfPycuda(Array):
    __module__ = "pycuda.gpuarray"


class OfNamedStream(Array):
    @property
    def __cuda_array_interface__(self):
        return {**super().__cuda_array_interface__, "stream": 13}


@pytest.fixture
def launched(monkeypatch):
    """Put libraries and the driver's launches in their places; return what is launched."""
    found = []

    def made(array_type):
        return lambda shape, dtype, device="cuda:0": array_type(0x8000, shape, dtype, device)

    torch_cuda = SimpleNamespace(
        current_stream=lambda device: SimpleNamespace(cuda_stream=int(device[-1]) + 7)
    )
    cupy_cuda = SimpleNamespace(get_current_stream=lambda: SimpleNamespace(ptr=11))
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(empty=made(OfTorch), cuda=torch_cuda))
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(empty=made(OfCupy), cuda=cupy_cuda))
    monkeypatch.setitem(sys.modules, "pycuda.gpuarray", SimpleNamespace(empty=made(OfPycuda)))

    def prepared(problem, gpu):
        return SimpleNamespace(
            launch=lambda stream, addresses: found.append((problem, gpu, stream, addresses))
        )

    monkeypatch.setattr(module, "_prepared", prepared)
    monkeypatch.setattr(module, "gpu_at", lambda address: H200)
    monkeypatch.setattr(module, "current_context", lambda gpu: nullcontext())
    return found


@pytest.mark.parametrize(("array_type", "stream"), [(OfTorch, 8), (OfCupy, 11), (OfPycuda, 0)])
def test_the_library_makes_the_output_and_names_the_stream(launched, array_type, stream):
    y = softmax(array_type(0x1000, (4, 10), "float16", "cuda:1"))
    assert type(y) is array_type
    assert (y.shape, y.dtype) == ((4, 10), "float16")
    problem = DispatchProblem(Shape(4, 10, 10, 10), "float16", 0, 0, 90, 132)
    assert launched == [(problem, H200, stream, {"inp": 0x1000, "out": 0x8000})]


def test_a_given_output_and_a_named_stream_are_used(launched):
    out = OfCupy(0x9004)
    assert softmax(OfTorch(0x1010), out) is out
    problem = DispatchProblem(Shape(4, 10, 10, 10), "float32", 4, 1, 90, 132)
    assert launched == [(problem, H200, 7, {"inp": 0x1010, "out": 0x9004})]
    softmax(OfNamedStream(0x1000), OfNamedStream(0x2000))
    assert launched[-1][2] == 13, "an array may name its stream"


def test_an_output_must_be_given_for_other_libraries(launched):
    with pytest.raises(
        UsageError, match=r"out must be given for arrays of this library \(got tests\); pass out="
    ):
        softmax(Array(0x1000))
    assert launched == []


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
        # one that is written to must not fold
        ({"data": (4096, True)}, "out must be writable"),
        ({"strides": (0, 4)}, "the row stride of out must be"),
    ],
)
def test_other_arrays_are_refused(changes: dict[str, Any], message: str) -> None:
    name = "out" if "out " in message else "x"
    with pytest.raises(UsageError, match=message):
        matrix_of(array(**changes), name, writable=name == "out")


class NeedsGradient:
    @property
    def __cuda_array_interface__(self) -> None:
        raise RuntimeError("Can't get it on Variable that requires grad; use var.detach()")


@pytest.mark.parametrize(
    ("x", "message"),
    [
        ([[1.0]], r"must be an array on a GPU .* \(got builtins.list: "),
        # with its library's advice
        (NeedsGradient(), r"x must be an array on a GPU .*: Can't get .* use var.detach\(\)\)"),
        (SimpleNamespace(__cuda_array_interface__=7), r"must be a dictionary \(got int\)"),
    ],
)
def test_what_is_no_array_is_refused(x: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        softmax(x)


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


def test_the_package_has_the_function() -> None:
    assert harness.softmax is softmax
    with pytest.raises(AttributeError, match="no attribute 'softmin'"):
        _ = harness.softmin  # type: ignore[attr-defined]
