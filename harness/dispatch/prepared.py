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
from ..device.gpu.cuda_launch import SpecialLaunch, SpecialLauncher, argument_buffer, checked, offsets
from ..device.gpu.driver_library import is_virtual
from ..errors import DeviceError, UsageError
from ..launch.plan import arguments_of, config_of
from ..settings.settings import Settings
from ..store.disk_cache import DiskCache
from ..variant.declaration.discovery import load_variant
from ..variant.variant import Block
from .regimes import DispatchProblem, Regime


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
