"""A prepared problem without a GPU: what the driver would be given."""

import struct

import pytest

from harness.device.base import LaunchConfig
from harness.dispatch import prepared
from harness.dispatch.prepared import Gpu, Prepared
from harness.dispatch.problem import DispatchProblem
from harness.dispatch.regimes import Regime
from harness.errors import LaunchError
from harness.variant.declaration.discovery import load_variant
from harness.variant.shape import Shape

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


class Launcher:
    """Takes the place of the driver's launches and writes down what it is asked for."""

    def __init__(self):
        self.prepared, self.launched = [], []

    def prepare(self, code, entry, config):
        assert entry.encode() in code
        self.prepared.append((entry, config))
        return lambda stream, arguments: self.launched.append((stream, arguments))


def test_a_variant_is_launched_as_it_is_declared(tmp_path, monkeypatch):
    path = tmp_path / "copies.cu"
    path.write_text(KERNEL)
    launcher = Launcher()
    monkeypatch.setattr(prepared, "_launcher", lambda _ordinal: launcher)
    problem = DispatchProblem(Shape(3, 5, 6, 7), "float32", 0, 0, 90, 132)
    regime = Regime(load_variant(path), (64, 1, 1), ("float32",), None, "a guess")
    ready = Prepared(regime, problem, Gpu(0, 90, 132, None))
    assert launcher.prepared == [("_ZN4rows4copyIfEEviPKT_fiPS1_x", LaunchConfig((3, 1, 1), (64, 1, 1), 256))]
    for stream, inp, out in ((0, 0x7F00_0000_0100, 2**63), (9, 512, 256)):
        ready.launch(stream, {"inp": inp, "out": out})
        # The layout of a C struct: the pointer after an int lies at 8.
        assert launcher.launched[-1] == (stream, struct.pack("<i4xQfiQq", 3, inp, 0.5, 6, out, 7))


def test_an_entry_that_is_not_in_the_code_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "copies.cu"
    path.write_text(KERNEL.replace('"rows::copy<KH_SCALAR>"', '"copy_rows"'))
    monkeypatch.setattr(prepared, "_launcher", lambda _ordinal: Launcher())
    problem = DispatchProblem(Shape(3, 5, 6, 7), "float32", 0, 0, 90, 132)
    regime = Regime(load_variant(path), (64, 1, 1), ("float32",), None, "a guess")
    with pytest.raises(LaunchError, match="entry point 'copy_rows' is not in the compiled code"):
        Prepared(regime, problem, Gpu(0, 90, 132, None))
