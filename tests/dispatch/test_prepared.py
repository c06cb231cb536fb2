"""A prepared problem without a GPU: what the driver would be given."""

import struct

import pytest
from cuda.bindings import driver

from harness.device.base import LaunchConfig
from harness.dispatch import softmax as prepared
from harness.dispatch.regimes import DispatchProblem, Regime
from harness.dispatch.softmax import Gpu, PreparedRegime
from harness.errors import LaunchError
from harness.variant.declaration.discovery import load_variant
from harness.variant.shape import Shape

SCRATCH = 0x7F00_0000_0000
KERNEL = """\
// /// variant
// summary = "s"
// source = "textbook"
// entry = "rows::copy<KH_SCALAR>"
// args = ["n_rows", "inp", 0.5, "n_cols + 1", "out", "out_stride"]
// block = [[64]]
// grid = "n_rows"
// smem_bytes = "4 * block_x"
// ///
namespace rows {
template <class T>
__global__ void copy(int n_rows, const T* inp, float scale, int width, T* out, long long out_stride) {
  if (blockIdx.x < n_rows && threadIdx.x < width) out[blockIdx.x * out_stride] = scale * inp[blockIdx.x];
}
}
"""


SUMS = """\
// /// variant
// summary = "s"
// source = "textbook"
// block = [[64]]
//
// [[launch]]
// entry = "reduce"
// args  = ["inp", "sums"]
// grid  = "n_rows"
//
// [[launch]]
// entry = "write"
// args  = ["sums", "out"]
// grid  = "n_rows"
//
// [[scratch]]
// name  = "sums"
// bytes = "8 * n_rows"
// ///
extern "C" __global__ void reduce(const float* inp, float* sums) { sums[0] = inp[0]; }
extern "C" __global__ void write(const float* sums, float* out) { out[0] = sums[0]; }
"""


class Launcher:
    def __init__(self, refused=()):
        self.prepared, self.launched, self.refused = [], [], refused

    def prepare(self, code, entry, config):
        assert entry.encode() in code
        self.prepared.append((entry, config))

        def launch(stream, arguments):
            if entry in self.refused:
                raise LaunchError(f"kernel {entry}: refused")
            self.launched.append((stream, arguments))

        return launch


@pytest.fixture
def memory(monkeypatch):
    """Take the place of the driver's memory and write down what is allocated and freed on which stream."""
    asked = []

    def allocate(size_bytes, stream):
        asked.append(("allocate", size_bytes, stream))
        return driver.CUresult.CUDA_SUCCESS, driver.CUdeviceptr(SCRATCH)

    def free(address, stream):
        asked.append(("free", address, stream))
        return (driver.CUresult.CUDA_SUCCESS,)

    monkeypatch.setattr(driver, "cuMemAllocAsync", allocate)
    monkeypatch.setattr(driver, "cuMemFreeAsync", free)
    return asked


@pytest.fixture
def prepare(tmp_path, monkeypatch):
    """Return a function that prepares the kernels of a text, with `launcher` in place of the driver."""

    def prepare(text, launcher):
        path = tmp_path / "rows.cu"
        path.write_text(text)
        monkeypatch.setattr(prepared, "_launcher", lambda _ordinal: launcher)
        problem = DispatchProblem(Shape(3, 5, 6, 7), "float32", 0, 0, 90, 132)
        regime = Regime(load_variant(path), (64, 1, 1), ("float32",), None, "a guess")
        return PreparedRegime(regime, problem, Gpu(0, 90, 132, None))

    return prepare


def test_a_variant_is_launched_as_it_is_declared(prepare):
    launcher = Launcher()
    ready = prepare(KERNEL, launcher)
    assert launcher.prepared == [("_ZN4rows4copyIfEEviPKT_fiPS1_x", LaunchConfig((3, 1, 1), (64, 1, 1), 256))]
    for stream, inp, out in ((0, 0x7F00_0000_0100, 2**63), (9, 512, 256)):
        ready.launch(stream, {"inp": inp, "out": out})
        # The layout of a C struct: the pointer after an int lies at 8.
        assert launcher.launched[-1] == (stream, struct.pack("<i4xQfiQq", 3, inp, 0.5, 6, out, 7))


def test_an_entry_that_is_not_in_the_code_is_refused(prepare):
    with pytest.raises(LaunchError, match="entry point 'copy_rows' is not in the compiled code"):
        prepare(KERNEL.replace('"rows::copy<KH_SCALAR>"', '"copy_rows"'), Launcher())


def test_scratch_memory_is_taken_and_freed_in_the_order_of_the_stream(prepare, memory):
    launcher = Launcher()
    prepare(SUMS, launcher).launch(9, {"inp": 256, "out": 512})
    assert launcher.launched == [(9, struct.pack("<QQ", 256, SCRATCH)), (9, struct.pack("<QQ", SCRATCH, 512))]
    assert memory == [("allocate", 24, 9), ("free", SCRATCH, 9)]


def test_scratch_memory_is_freed_after_a_refused_launch(prepare, memory):
    ready = prepare(SUMS, Launcher(refused=("write",)))
    with pytest.raises(LaunchError, match="kernel write: refused"):
        ready.launch(9, {"inp": 256, "out": 512})
    assert memory == [("allocate", 24, 9), ("free", SCRATCH, 9)]


def test_nothing_is_launched_without_scratch_memory(prepare, memory, monkeypatch):
    launcher = Launcher()
    ready = prepare(SUMS, launcher)
    full = driver.CUresult.CUDA_ERROR_OUT_OF_MEMORY
    monkeypatch.setattr(driver, "cuMemAllocAsync", lambda *_: (full, None))
    with pytest.raises(LaunchError, match=r"scratch memory: refused .* CUDA_ERROR_OUT_OF_MEMORY"):
        ready.launch(9, {"inp": 256, "out": 512})
    assert (launcher.launched, memory) == ([], [])
