"""Row softmax of GPU arrays, by the variant that the table of regimes chooses.

It takes arrays of any library with ``__cuda_array_interface__``, as matrices. The interface is Numba's, version 3
("CUDA Array Interface", Numba documentation); PyTorch, CuPy, JAX, PyCUDA and RMM have it.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..compiler import Artifact, Compiler, compile, open_cache, open_compiler  # noqa: A004
from ..compiler.request import code_request
from ..device.gpu.cuda_launch import SpecialLaunch, SpecialLauncher, argument_buffer, checked, offsets
from ..device.gpu.driver_library import is_virtual
from ..errors import DeviceError, UsageError
from ..launch.plan import arguments_of, config_of
from ..lazy import dataclass, replace
from ..settings.settings import Settings
from ..store.disk_cache import DiskCache
from ..variant.declaration.discovery import load_variant
from ..variant.shape import Shape
from ..variant.variant import SCALAR_TYPES, Block
from .regimes import DispatchProblem, Regime, choose, own_regimes


def softmax(x: Any, out: Any = None) -> Any:
    """Softmax of each row of a matrix on a GPU.

    The variant and its block are chosen from ``softmax_auto.toml`` by the sizes, strides, alignment, type and GPU;
    the kernel is compiled at the first call for a variant, block and type, and kept on disk. The call returns when
    the work is queued: on the library's current stream (PyTorch, CuPy), else on the stream that `x` names, else on the
    default stream.

    Parameters
    ----------
    x : array
        Array of shape (n_rows, n_cols) in float32, float16 or bfloat16, with ``__cuda_array_interface__`` (PyTorch,
        CuPy, PyCUDA, JAX, Numba). Columns must be contiguous; rows may have any stride.
    out : array, optional
        Array for the result, with the shape and type of `x`; must not overlap `x`. Its row stride may exceed the length
        of a row. If not given, the library of `x` makes the array (PyTorch, CuPy, PyCUDA).

    Returns
    -------
    array
        `out`.

    Raises
    ------
    UsageError
        `x` or `out` is not an array as described; the message says what to do.
    CompileError, LaunchError, DeviceError
        The compiler or the driver rejects the kernel or the launch.

    Notes
    -----
    As SciPy's ``scipy.special.softmax(x, axis=1)``: an element of -inf gives 0; a row of -inf only, or with +inf or
    NaN anywhere, is NaN throughout. Arithmetic is in float32; ``docs/tolerance.md`` bounds the error by the declared
    arithmetic of the variant. A matrix without elements gives `out` as it is. No gradient is computed: a tensor that
    needs one is refused.

    Examples
    --------
    >>> import kernel_harness, torch
    >>> y = kernel_harness.softmax(torch.randn(4096, 1000, device="cuda"))
    """
    rows = matrix_of(x, "x", writable=False)
    if out is None:
        out = like(x)
    results = matrix_of(out, "out", writable=True)
    _check_pair(rows, results)
    if rows.n_rows == 0 or rows.n_cols == 0:
        return out
    gpu = gpu_at(rows.address)
    shape = Shape(rows.n_rows, rows.n_cols, rows.stride, results.stride)
    problem = DispatchProblem(shape, rows.dtype, rows.offset, results.offset, gpu.arch, gpu.sms)
    with current_context(gpu):
        _prepared(problem, gpu).launch(stream_of(x, rows), {"inp": rows.address, "out": results.address})
    return out


@lru_cache(maxsize=4096)
def _prepared(problem: DispatchProblem, gpu: Gpu) -> PreparedRegime:
    return PreparedRegime(choose(problem, own_regimes()), problem, gpu)


def _check_pair(rows: DeviceMatrix, results: DeviceMatrix) -> None:
    if (rows.n_rows, rows.n_cols) != (results.n_rows, results.n_cols):
        raise UsageError(
            f"out must have the shape of x, {rows.n_rows} x {rows.n_cols} "
            f"(got {results.n_rows} x {results.n_cols})"
        )
    if rows.dtype != results.dtype:
        raise UsageError(f"out must have the type of x, {rows.dtype} (got {results.dtype})")
    if rows.n_rows and rows.n_cols and rows.address < results.end and results.address < rows.end:
        raise UsageError("out must not overlap x (got arrays that share memory): pass another out, or none")


_TYPES: Mapping[str, str] = {"<f4": "float32", "<f2": "float16"}
_BOUNDARY_BYTES = 256
_MOST = 2**31 - 1


@dataclass(frozen=True)
class DeviceMatrix:
    """A matrix with contiguous rows in a GPU's memory."""

    address: int
    """Address of the first element; 0 if there is none."""
    n_rows: int
    n_cols: int
    stride: int
    """Elements from the start of a row to the start of the next."""
    dtype: str
    """Element type, a name of `SCALAR_TYPES`."""
    stream: int | None
    """Handle of the stream on which the array's content is ordered, if the array names one."""

    @property
    def offset(self) -> int:
        """Offset of the first row from a 256-byte boundary, in elements."""
        return self.address % _BOUNDARY_BYTES // SCALAR_TYPES[self.dtype].itemsize

    @property
    def end(self) -> int:
        """Address just past the last element."""
        last = (self.n_rows - 1) * self.stride + self.n_cols
        return self.address + last * SCALAR_TYPES[self.dtype].itemsize


def matrix_of(array: Any, name: str, *, writable: bool) -> DeviceMatrix:
    """Return an array as a matrix; UsageError, with its `name` and a remedy, if it is not one."""
    interface = _interface(array, name)
    shape = interface["shape"]
    if len(shape) != 2:
        raise UsageError(f"{name} must have 2 axes, rows and columns (got shape {tuple(shape)}); reshape it")
    dtype = _dtype(array, interface, name)
    itemsize = SCALAR_TYPES[dtype].itemsize
    n_rows, n_cols = (int(extent) for extent in shape)
    if max(n_rows, n_cols) > _MOST:
        raise UsageError(f"{name} must have at most {_MOST} rows and columns (got {n_rows} x {n_cols})")
    address, is_read_only = interface["data"]
    if writable and is_read_only:
        raise UsageError(f"{name} must be writable (got an array that says it is read-only)")
    if interface.get("mask") is not None:
        raise UsageError(f"{name} must not be masked (got an array with a mask)")
    packed = (n_cols * itemsize, itemsize)
    # PyCUDA gives an array without elements strides of 0.
    strides = (interface.get("strides") or packed) if n_rows and n_cols else packed
    row_bytes, col_bytes = (int(stride) for stride in strides)
    if n_cols > 1 and col_bytes != itemsize:
        raise UsageError(
            f"{name} must have contiguous columns (got a stride of {col_bytes} bytes for elements of "
            f"{itemsize}); make it contiguous first"
        )
    if n_rows <= 1:
        row_bytes = n_cols * itemsize
    lowest = n_cols * itemsize if writable else 0
    if row_bytes < lowest or row_bytes % itemsize:
        raise UsageError(
            f"the row stride of {name} must be a multiple of {itemsize} bytes, at least {lowest} "
            f"(got {row_bytes}); make it contiguous first"
        )
    if int(address or 0) % itemsize:
        raise UsageError(f"{name} must start at a multiple of its element's {itemsize} bytes (got {address})")
    named = interface.get("stream")
    stream = None if named is None else int(named)
    return DeviceMatrix(int(address or 0), n_rows, n_cols, row_bytes // itemsize, dtype, stream)


def _interface(array: Any, name: str) -> Mapping[str, Any]:
    try:
        interface = array.__cuda_array_interface__
    except Exception as error:
        # The library says why the array has none: it is not on a GPU, needs a gradient, or has no memory of its own.
        raise UsageError(
            f"{name} must be an array on a GPU with __cuda_array_interface__, such as PyTorch's or CuPy's "
            f"(got {type(array).__module__}.{type(array).__name__}: {error})"
        ) from None
    if not isinstance(interface, Mapping):
        raise UsageError(
            f"__cuda_array_interface__ of {name} must be a dictionary (got {type(interface).__name__})"
        )
    return interface


def _dtype(array: Any, interface: Mapping[str, Any], name: str) -> str:
    # The interface has no code for bfloat16, and the libraries differ in theirs.
    if str(getattr(array, "dtype", "")).rpartition(".")[2] == "bfloat16":
        return "bfloat16"
    dtype = _TYPES.get(str(interface["typestr"]))
    if dtype is None:
        raise UsageError(f"{name} must be float32, float16 or bfloat16 (got {interface['typestr']})")
    return dtype


def like(array: Any) -> Any:
    """Make an uninitialised contiguous array of the same library, size and type; UsageError for other libraries."""
    module = type(array).__module__.partition(".")[0]
    if module == "torch":
        return sys.modules["torch"].empty(array.shape, dtype=array.dtype, device=array.device)
    if module == "cupy":
        return sys.modules["cupy"].empty(array.shape, array.dtype)
    if module == "pycuda":
        return sys.modules["pycuda.gpuarray"].empty(array.shape, array.dtype)
    raise UsageError(f"out must be given for arrays of this library (got {module}); pass out=")


def stream_of(array: Any, matrix: DeviceMatrix) -> int:
    """Return the stream of a call: the library's current stream, else the array's, else 0."""
    module = type(array).__module__.partition(".")[0]
    if module == "torch":
        return int(sys.modules["torch"].cuda.current_stream(array.device).cuda_stream)
    if module == "cupy":
        return int(sys.modules["cupy"].cuda.get_current_stream().ptr)
    return matrix.stream or 0


@dataclass(frozen=True)
class Gpu:
    """The properties of a GPU that a choice depends on."""

    ordinal: int
    arch: int
    sms: int
    context: Any
    """Its primary context, retained: the one that the CUDA runtime, PyTorch and CuPy use."""


@lru_cache(maxsize=64)
def gpu_of(ordinal: int) -> Gpu:
    """Look up a GPU and retain its primary context; DeviceError if there is no such GPU."""
    from cuda.bindings import driver

    which = driver.CUdevice_attribute
    try:
        _device_call(driver.cuInit(0))
    except RuntimeError as error:  # raised by the bindings without a driver library
        raise DeviceError(f"a GPU and its driver are needed (got: {error})") from None
    device = _device_call(driver.cuDeviceGet(ordinal))

    def read(attribute: Any) -> int:
        return int(_device_call(driver.cuDeviceGetAttribute(attribute, device)))

    major = read(which.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
    minor = read(which.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
    sms = read(which.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
    return Gpu(ordinal, 10 * major + minor, sms, _device_call(driver.cuDevicePrimaryCtxRetain(device)))


def gpu_at(address: int) -> Gpu:
    """Look up the GPU whose memory holds an address; UsageError if none does."""
    from cuda.bindings import driver

    which = driver.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    status, ordinal = driver.cuPointerGetAttribute(which, address)
    if status.name != "CUDA_SUCCESS":
        raise UsageError(f"x must be in GPU memory (got address {address:#x}: {status.name})")
    return gpu_of(int(ordinal))


@contextmanager
def current_context(gpu: Gpu) -> Iterator[None]:
    from cuda.bindings import driver

    # Pushing a context that is current already costs less than a microsecond, so this is not checked.
    driver.cuCtxPushCurrent(gpu.context)
    try:
        yield
    finally:
        driver.cuCtxPopCurrent()


class PreparedRegime:
    """A regime's launches for one problem on one GPU, whose context must be current; any thread may launch.

    SpecError, CompileError or LaunchError if the variant cannot be launched for the problem.
    """

    def __init__(self, regime: Regime, problem: DispatchProblem, gpu: Gpu) -> None:
        variant, rule_values = regime.variant, problem.rule_values(regime.block)
        # The driver refuses an allocation of 0 bytes.
        self._scratch_bytes = {name: max(n, 1) for name, n in variant.scratch_bytes(rule_values).items()}
        artifact = compile_regime(variant.code_path, regime.block, problem.dtype, gpu.arch)
        # Placeholders of the addresses, which each launch fills in at their offsets in the packed arguments.
        pointers = dict.fromkeys((*(each.name for each in variant.operation.arrays), *self._scratch_bytes), 0)
        self._steps: list[tuple[SpecialLaunch, bytes, list[tuple[int, str]]]] = []
        for planned in variant.plan(rule_values):
            values = arguments_of(artifact, planned, problem.shape.integers, pointers=pointers)
            symbol = artifact.symbol(planned.entry)
            params = artifact.entries[symbol]
            places = zip(offsets(params), planned.args, strict=True)
            launch = _launcher(gpu.ordinal).prepare(artifact.code, symbol, config_of(planned))
            filled = [(offset, name) for offset, name in places if name in pointers]
            self._steps.append((launch, argument_buffer(symbol, params, values), filled))

    def launch(self, stream: int, addresses: Mapping[str, int]) -> None:
        """Queue all launches; LaunchError if the driver refuses one, or scratch memory."""
        from cuda.bindings import driver

        # Allocated and freed in stream order, so that calls on different streams never share it.
        scratch: dict[str, int] = {}
        try:
            for name, size_bytes in self._scratch_bytes.items():
                scratch[name] = int(checked("scratch memory", driver.cuMemAllocAsync(size_bytes, stream)))
            known = {**addresses, **scratch}
            for launch, packed, places in self._steps:
                arguments = bytearray(packed)
                for offset, name in places:
                    struct.pack_into("<Q", arguments, offset, known[name])
                launch(stream, bytes(arguments))
        finally:
            for address in scratch.values():
                driver.cuMemFreeAsync(address, stream)


@lru_cache(maxsize=512)
def compile_regime(path: Path, block: Block, dtype: str, arch: int) -> Artifact:
    """Compile a variant for a block, a type and an architecture, or read it from the cache on disk."""
    variant = load_variant(path)
    settings, compiler, cache = _compilation()
    # The virtual GPU runs PTX; for a real one the driver has nothing left to compile.
    target = "ptx" if is_virtual() else "cubin"
    request = code_request(variant, block, dtype, arch=f"sm_{arch}", target=target, settings=settings)
    return compile(request, compiler=compiler, cache=cache)


@lru_cache(maxsize=1)
def _compilation() -> tuple[Settings, Compiler, DiskCache]:
    # The settings of the user's project apply to its own kernels, not to the package's.
    settings = replace(Settings.load(Path(__file__).parent, compiler="nvrtc"), include_dirs=())
    return settings, open_compiler(settings, device="gpu"), open_cache(settings)


@lru_cache(maxsize=64)
def _launcher(ordinal: int) -> SpecialLauncher:
    del ordinal  # code is loaded into a context, one per GPU
    return SpecialLauncher()


def _device_call(result: tuple[Any, ...]) -> Any:
    status, *rest = result
    if status.name != "CUDA_SUCCESS":
        raise DeviceError(f"the GPU cannot be used (got: {status.name})")
    return rest[0] if rest else None
