"""Matrix kernels in CUDA C++, through NVRTC, against NumPy."""

import functools
import importlib.util
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from tests.ptx.code_cache import ptx_of

SOURCE = Path(__file__).parent / "sources" / "matrices.cu"
BFLOAT = np.dtype(ml_dtypes.bfloat16)

# entry, type of a and b, type of the result, and the extents m, n, k
OLD = [
    ("half_product", np.float16, np.float32, (32, 16, 48)),
    ("tall_product", np.float16, np.float32, (32, 16, 16)),
    ("half_sums", np.float16, np.float16, (16, 32, 16)),
    ("byte_product", np.int8, np.int32, (16, 32, 32)),
]
NEW = [
    ("bfloat_product", BFLOAT, np.float32, (16, 32, 16)),
    ("double_product", np.float64, np.float64, (16, 8, 12)),
    ("tf32_product", np.float32, np.float32, (16, 16, 24)),
    ("inline_product", np.float16, np.float32, (16, 8, 16)),
]
CASES = [
    (arch, *case)
    for arch in ("sm_75", "sm_80", "sm_89", "sm_90")
    for case in (OLD + NEW if arch != "sm_75" else OLD)
]


def header_folders() -> tuple[Path, ...]:
    """Return where <mma.h> finds its <crt/mma.h>, which is a wheel of its own."""
    spec = importlib.util.find_spec("nvidia")
    for place in (spec.submodule_search_locations if spec else None) or ():
        folder = Path(place) / "cu13/include"
        if (folder / "crt/mma.h").is_file():
            return (folder,)
    pytest.skip("<mma.h> needs <crt/mma.h>: pip install nvidia-cuda-crt")


@functools.cache
def ptx(arch: str) -> str:
    request = CompileRequest(path=SOURCE, arch=arch, include_dirs=header_folders())
    return ptx_of(request)


@pytest.mark.parametrize(("arch", "entry", "kind", "result", "extents"), CASES, ids=lambda value: str(value))
def test_product(
    executor: Executor, arch: str, entry: str, kind: np.dtype, result: np.dtype, extents: tuple[int, int, int]
) -> None:
    m, n, k = extents
    generator = np.random.default_rng(8)
    a, b = (generator.integers(-4, 5, shape).astype(kind) for shape in ((m, k), (n, k)))
    start = (
        generator.integers(-4, 5, (m, n)).astype(result)
        if entry == "tf32_product"
        else np.zeros((m, n), result)
    )
    buffers = []
    for data in (start, a, b):
        buffer = executor.memory.allocate(data.nbytes, "matrix")
        buffer.data[:] = data.reshape(-1).view(np.uint8)
        buffers.append(buffer)
    args = [*(np.uint64(buffer.address) for buffer in buffers), *(np.int32(extent) for extent in extents)]
    report = executor.launch(executor.load(ptx(arch)), entry, (1, 1, 1), (32, 1, 1), args)
    assert report.faults == ()
    product = a.astype(np.float64) @ b.astype(np.float64).T
    expected = start + product if entry == "tf32_product" else 2 * product
    found = buffers[0].data.view(result).reshape(m, n)
    np.testing.assert_array_equal(found, expected.astype(result))


def test_products_under_every_observer(executor: Executor) -> None:
    program = executor.load(ptx("sm_90"))
    buffers = [executor.memory.allocate(size, "matrix") for size in (16 * 8 * 4, 16 * 16 * 2, 8 * 16 * 2)]
    for buffer in buffers[1:]:
        buffer.data[:] = 0
        buffer.define()
    args = [*(np.uint64(buffer.address) for buffer in buffers), np.int32(16), np.int32(8), np.int32(16)]
    watch = Watch(races=True, undefined=True, counts=True)
    report = executor.launch(program, "inline_product", (1, 1, 1), (32, 1, 1), args, 0, watch)
    assert report.faults == ()
    assert (buffers[0].data.view(np.float32) == 0).all()
