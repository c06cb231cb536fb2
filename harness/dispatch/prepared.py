"""A regime compiled for one problem; a launch only adds the addresses and the stream.

NVRTC compiles the kernels and the driver interface launches them, so it needs only ``cuda-bindings`` and a driver.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..compiler import Artifact, Compiler, compile, open_cache, open_compiler  # noqa: A004
from ..compiler.request import code_request
from ..device.gpu.argument_buffer import argument_buffer, offsets
from ..device.gpu.cuda_launch import SpecialLaunch, SpecialLauncher, checked
from ..device.gpu.virtual import is_virtual
from ..errors import DeviceError, UsageError
from ..launch.arguments import arguments_of
from ..launch.plan import config_of
from ..settings.settings import Settings
from ..store.disk_cache import DiskCache
from ..variant.declaration.discovery import load_variant
from ..variant.variant import Block
from .problem import DispatchProblem
from .regimes import Regime
from .scratch_pool import scratch_pool


@dataclass(frozen=True)
class Gpu:
    """The properties of a GPU that a choice depends on.

    Parameters
    ----------
    ordinal : int
        Number of the GPU.
    arch : int
        Compute capability, 90 for 9.0.
    sms : int
        Number of multiprocessors.
    context : object
        Its primary context, retained.
    """

    ordinal: int
    arch: int
    sms: int
    context: Any


@lru_cache(maxsize=64)
def gpu_of(ordinal: int) -> Gpu:
    """Look up a GPU and retain its primary context, which the CUDA runtime, PyTorch and CuPy use too.

    Raises
    ------
    DeviceError
        The GPU does not exist.
    """
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
    """Look up the GPU that an address belongs to.

    Raises
    ------
    UsageError
        The address is not in a GPU's memory.
    DeviceError
        There is no driver.
    """
    from cuda.bindings import driver

    which = driver.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    status, ordinal = driver.cuPointerGetAttribute(which, address)
    if status.name != "CUDA_SUCCESS":
        raise UsageError(f"x must be in GPU memory (got address {address:#x}: {status.name})")
    return gpu_of(int(ordinal))


@contextmanager
def current_context(gpu: Gpu) -> Iterator[None]:
    """Make a GPU's primary context current."""
    from cuda.bindings import driver

    # Pushing a context that is current already costs less than a microsecond, so this is not checked.
    driver.cuCtxPushCurrent(gpu.context)
    try:
        yield
    finally:
        driver.cuCtxPopCurrent()


@dataclass(frozen=True)
class Step:
    """One launch, with the positions of addresses in its arguments.

    Parameters
    ----------
    launch : SpecialLaunch
        The kernel and its configuration.
    arguments : bytes
        The packed arguments, with zeros for the addresses.
    addresses : tuple of (int, str)
        Offset of each address in `arguments`, and the array's name.
    """

    launch: SpecialLaunch
    arguments: bytes
    addresses: tuple[tuple[int, str], ...]


class Prepared:
    """A regime's launches for one problem on one GPU.

    Parameters
    ----------
    regime : Regime
        The regime to run.
    problem : DispatchProblem
        The problem to run it on.
    gpu : Gpu
        The GPU to run on; its context must be current.

    Raises
    ------
    SpecError, CompileError, LaunchError
        The variant cannot be launched for the problem.
    """

    def __init__(self, regime: Regime, problem: DispatchProblem, gpu: Gpu) -> None:
        variant = regime.variant
        self.regime = regime
        # The driver refuses an allocation of nothing.
        self.scratch_bytes: Mapping[str, int] = {
            name: max(size_bytes, 1)
            for name, size_bytes in variant.scratch_bytes(problem.shape, regime.block, problem.dtype).items()
        }
        self.pool = scratch_pool(gpu.ordinal) if self.scratch_bytes else 0
        artifact = compile_regime(variant.code_path, regime.block, problem.dtype, gpu.arch)
        # Placeholders of the addresses, which each call fills in at their positions in the packed arguments.
        pointers = dict.fromkeys(
            (*(array.name for array in variant.operation.arrays), *self.scratch_bytes), 0
        )
        self.steps: list[Step] = []
        for planned in variant.plan(problem.shape, regime.block, problem.dtype):
            values = arguments_of(artifact, planned, problem.shape, pointers=pointers)
            symbol = artifact.symbol(planned.entry)
            params = artifact.entries[symbol]
            places = zip(offsets(params), planned.args, strict=True)
            self.steps.append(
                Step(
                    _launcher(gpu.ordinal).prepare(artifact.code, symbol, config_of(planned)),
                    argument_buffer(symbol, params, values),
                    tuple((offset, name) for offset, name in places if name in pointers),
                )
            )

    def launch(self, stream: int, addresses: dict[str, int]) -> None:
        """Queue all launches; scratch memory is allocated and freed in stream order.

        Raises
        ------
        LaunchError
            The driver rejects a launch.
        """
        from cuda.bindings import driver

        taken = []
        for name, size_bytes in self.scratch_bytes.items():
            address = checked("scratch memory", driver.cuMemAllocFromPoolAsync(size_bytes, self.pool, stream))
            taken.append(address)
            addresses = {**addresses, name: int(address)}
        for step in self.steps:
            arguments = bytearray(step.arguments)
            for offset, name in step.addresses:
                struct.pack_into("<Q", arguments, offset, addresses[name])
            step.launch(stream, bytes(arguments))
        for address in taken:
            checked("scratch memory", driver.cuMemFreeAsync(address, stream))


@lru_cache(maxsize=512)
def compile_regime(path: Path, block: Block, dtype: str, arch: int) -> Artifact:
    """Compile a variant for a block, a type and an architecture, or read it from the cache on disk.

    Raises
    ------
    SpecError, CompileError
        The variant cannot be compiled.
    """
    variant = load_variant(path)
    settings, compiler, cache = _compilation()
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
