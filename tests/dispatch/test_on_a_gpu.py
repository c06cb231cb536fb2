"""``kernel_harness.softmax`` on arrays of PyTorch, CuPy and PyCUDA, on a real GPU or a virtual one."""

from contextlib import nullcontext

import ml_dtypes
import numpy as np
import pytest
import scipy.special
from cuda.bindings import driver

from harness import softmax
from harness.dispatch.regimes import read_regimes
from harness.errors import UsageError
from harness.measure.tuning import tune
from harness.settings.settings import Settings
from tests.kernels.expectations import shipped_variants

pytestmark = pytest.mark.kernel_gpu

PADDING = 7.0
TYPES = {"float32": np.float32, "float16": np.float16, "bfloat16": ml_dtypes.bfloat16}
ROUNDING = {"float32": (1e-5, 2.0**-149), "float16": (2.0**-10, 2.0**-24), "bfloat16": (2.0**-8, 2.0**-133)}
"""Relative and absolute error, wide enough for every variant; the suite of the kernels holds each to its bound."""
SHAPES = ((1, 1), (3, 100), (5, 64), (2, 4099), (130, 33), (1, 40_000))


class OfPyTorch:
    dtypes = ("float32", "float16", "bfloat16")

    def __init__(self):
        self.torch = pytest.importorskip("torch")
        self.array_type = self.torch.Tensor

    def put(self, values):
        dtype = getattr(self.torch, values.dtype.name)
        return self.torch.from_numpy(values.astype(np.float32)).to("cuda", dtype)

    def get(self, array):
        return array.float().cpu().numpy()

    def new_stream(self):
        return self.torch.cuda.Stream()

    def current(self, stream):
        return self.torch.cuda.stream(stream)


class OfCuPy:
    dtypes = ("float32", "float16")

    def __init__(self):
        self.cupy = pytest.importorskip("cupy")
        self.array_type = self.cupy.ndarray

    def put(self, values):
        return self.cupy.asarray(values)

    def get(self, array):
        return array.get().astype(np.float32)

    def new_stream(self):
        return self.cupy.cuda.Stream(non_blocking=True)

    def current(self, stream):
        return stream


class OfPyCUDA:
    dtypes = ("float32", "float16", "bfloat16")

    def __init__(self):
        self.cuda = pytest.importorskip("pycuda.driver")
        import pycuda.autoprimaryctx
        from pycuda import gpuarray

        assert pycuda.autoprimaryctx.context
        self.gpuarray = gpuarray
        self.array_type = gpuarray.GPUArray

    def put(self, values):
        return self.gpuarray.to_gpu(values)

    def get(self, array):
        return array.get().astype(np.float32)

    def new_stream(self):
        return self.cuda.Stream()

    def current(self, stream):
        return nullcontext()  # PyCUDA has none


LIBRARIES = (OfPyTorch, OfCuPy, OfPyCUDA)


@pytest.fixture(params=LIBRARIES, ids=lambda library: library.__name__)
def library(request):
    return request.param()


def values(shape, dtype="float32"):
    return np.random.default_rng(0).standard_normal(shape).astype(TYPES[dtype])


def assert_softmax(result, given):
    relative, absolute = ROUNDING[given.dtype.name]
    with np.errstate(invalid="ignore"):
        expected = scipy.special.softmax(given.astype(np.float64), axis=1)
    np.testing.assert_allclose(result, expected, rtol=relative, atol=absolute)


@pytest.mark.parametrize(
    ("library", "dtype"),
    [(library, dtype) for library in LIBRARIES for dtype in library.dtypes],
    indirect=["library"],
)
def test_a_matrix_gives_an_array_of_its_library(library, dtype):
    for shape in SHAPES:
        given = values(shape, dtype)
        x = library.put(given)
        y = softmax(x)
        assert isinstance(y, library.array_type)
        assert (y.dtype, tuple(y.shape)) == (x.dtype, shape)
        assert_softmax(library.get(y), given)
        np.testing.assert_array_equal(library.get(x), given.astype(np.float32), "the input is as it was")


@pytest.mark.parametrize("gaps", [(8, 16), (5, 3), (0, 3)], ids=str)
def test_rows_that_lie_apart_and_an_output_that_is_given(library, gaps):
    inp_gap, out_gap = gaps
    for n_rows, n_cols in ((5, 100), (3, 4099), (1, 40_000)):
        given = values((n_rows, n_cols + inp_gap))
        around = library.put(np.full((n_rows, n_cols + out_gap), PADDING, np.float32))
        out = around[:, :n_cols]
        assert softmax(library.put(given)[:, :n_cols], out) is out
        result = library.get(around)
        assert_softmax(result[:, :n_cols], given[:, :n_cols])
        assert (result[:, n_cols:] == PADDING).all(), "nothing is written between the rows"


def test_rows_that_start_at_any_element(library):
    given, around = values(4 * 130 + 1), library.put(np.full(4 * 130 + 3, PADDING, np.float32))
    softmax(library.put(given)[1:].reshape(4, 130), out=around[3:].reshape(4, 130))
    result = library.get(around)
    assert_softmax(result[3:].reshape(4, 130), given[1:].reshape(4, 130))
    assert (result[:3] == PADDING).all()


def test_infinity_and_nan(library):
    given = values((5, 40))
    given[0, 3] = given[1] = -np.inf
    given[2, 5], given[3, 7] = np.inf, np.nan
    result = library.get(softmax(library.put(given)))
    assert_softmax(result, given)
    assert result[0, 3] == 0
    assert np.isnan(result[1:4]).all()


def test_a_matrix_without_elements(library):
    for shape in ((0, 10), (10, 0)):
        x, out = (library.put(np.zeros(shape, np.float32)) for _ in range(2))
        assert softmax(x, out) is out
        assert tuple(softmax(x).shape) == shape


def wait_for_copies():
    driver.cuCtxSynchronize()


def test_the_current_stream(library):
    given = values((3, 40_000))
    x, stream = library.put(given), library.new_stream()
    wait_for_copies()
    with library.current(stream):
        y = softmax(x)
    stream.synchronize()
    assert_softmax(library.get(y), given)


def test_many_calls_share_no_scratch_memory(library):
    matrices = [values((1, 40_000)) + number for number in range(4)]
    matrices = [matrix * (1 + number) for number, matrix in enumerate(matrices)]
    given = [library.put(matrix) for matrix in matrices]
    streams = [library.new_stream() for _ in given]
    wait_for_copies()
    results = []
    for x, stream in zip(given, streams, strict=True):
        with library.current(stream):
            results.append(softmax(x))
    for stream, result, matrix in zip(streams, results, matrices, strict=True):
        stream.synchronize()
        assert_softmax(library.get(result), matrix)


def test_wrong_arrays_are_refused_before_anything_is_launched(library):
    x = library.put(values((4, 10)))
    for wrong, message in (
        (library.put(values(40)), "x must have 2 axes"),
        (library.put(values((4, 10)).astype(np.float64)), "x must be float32, float16 or bfloat16"),
        (library.put(values((4, 10)).astype(np.int32)), "x must be float32, float16 or bfloat16"),
        (library.put(values((10, 4))).T, "contiguous columns"),
        (values((4, 10)), "x must be an array on a GPU"),
    ):
        with pytest.raises(UsageError, match=message):
            softmax(wrong)
    for out, message in (
        (x, "out must not overlap x"),
        (library.put(values((4, 9))), "out must have the shape of x"),
        (library.put(values((4, 10), "float16")), "out must have the type of x"),
        (values((4, 10)), "out must be an array on a GPU"),
    ):
        with pytest.raises(UsageError, match=message):
            softmax(x, out)
    assert_softmax(library.get(softmax(x)), values((4, 10)))


def test_pytorch_says_what_to_do_about_its_tensors():
    library = OfPyTorch()
    x = library.put(values((4, 10)))
    with pytest.raises(UsageError, match=r"use var\.detach\(\)"):
        softmax(x.clone().requires_grad_())
    with pytest.raises(UsageError, match=r"use tensor\.cuda\(\)"):
        softmax(x.cpu())
    with pytest.raises(UsageError, match="x must be an array on a GPU"):
        library.torch.vmap(softmax)(x.reshape(2, 2, 10))


def test_a_call_is_captured_into_a_graph():
    library = OfPyTorch()
    torch = library.torch
    for shape in ((3, 100), (1, 40_000), (1, 2_000_000)):
        x, out = library.put(values(shape)), library.put(np.zeros(shape, np.float32))
        softmax(x, out)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            softmax(x, out)
        again = values(shape)[:, ::-1].copy()
        x.copy_(library.put(again))
        out.zero_()
        graph.replay()
        torch.cuda.synchronize()
        assert_softmax(library.get(out), again)


TUNED = """
[[regime]]
dtypes   = ["float32"]
when     = "n_cols <= 100"
tuned_on = { n_rows = 16, n_cols = 100, inp_padding = 4, out_padding = 0 }
variant  = "softmax_warps_shifted"
block    = [128]
basis    = "a guess"

[[regime]]
dtypes   = ["float32"]
variant  = "softmax_split_packs"
block    = [256]
basis    = "the rest"
"""


def test_a_row_gets_the_fastest_of_its_candidates(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(TUNED)
    variants = [each for each in shipped_variants() if each.id == "softmax_warps_shifted"]
    row, rest = tune(read_regimes(path), variants, Settings.load(tmp_path))
    assert rest.basis == "the rest"
    assert {each.block[0] for each, _ in row.times_us} == {64, 128, 256}
    times = [us for _, us in row.times_us]
    assert times == sorted(times)
    best = row.times_us[0][0]
    assert (row.regime.variant, row.regime.block) == (best.variant, best.block)
    assert row.regime.basis.startswith(f"{times[0]:.1f} us, a copy {row.copy_us:.1f} us, on an NVIDIA ")
    assert not row.failures
