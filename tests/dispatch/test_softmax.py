"""A whole call without a GPU: what is launched on which stream, for arrays of each library."""

import sys
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from harness.dispatch import softmax as module
from harness.dispatch.prepared import Gpu
from harness.dispatch.problem import DispatchProblem
from harness.dispatch.softmax import softmax
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


def test_a_given_output_and_stream_are_used(launched):
    out = OfCupy(0x9004)
    assert softmax(OfTorch(0x1010), out, stream=SimpleNamespace(handle=5)) is out
    problem = DispatchProblem(Shape(4, 10, 10, 10), "float32", 4, 1, 90, 132)
    assert launched == [(problem, H200, 5, {"inp": 0x1010, "out": 0x9004})]


def test_an_array_may_name_its_stream(launched):
    softmax(OfNamedStream(0x1000), OfNamedStream(0x2000))
    assert [stream for _, _, stream, _ in launched] == [13]


def test_an_output_must_be_given_for_other_libraries(launched):
    with pytest.raises(
        UsageError, match=r"out must be given for arrays of this library \(got tests\); pass out="
    ):
        softmax(Array(0x1000))
    assert launched == []
