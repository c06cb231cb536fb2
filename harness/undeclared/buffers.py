"""Buffers for the pointers of a kernel that nobody declared: how large they must be, and what they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..adopt.reading.compiled_kernel import Compiled, PointerUse
from ..adopt.reading.signature import KernelSignature, Parameter
from ..device.base import DeviceBuffer
from ..device.cpu.ptx_cpu import CpuKernel, PtxCpu
from ..errors import LaunchError
from ..launch.input_kinds import RawStream
from ..ptx.fault import HANG
from ..ptx.launch.launch_report import LaunchReport
from ..ptx.launch.watch import UNWATCHED, Watch
from ..verdict import Finding
from .host_numbers import Numeric
from .launches import MadeLaunch

FIRST_BYTES = 64
MOST_BYTES = 1 << 26
"""Largest buffer: a kernel that wants more takes a number for a size that is none."""
_MOST_TRIES = 64
MOST_STEPS, ENDLESS_STEPS = 1 << 17, 1 << 21
"""Instructions of a warp: in a launch of many blocks, and in one of a single block before it counts as endless."""
_TYPES: Mapping[str, type[Any]] = {
    **dict.fromkeys(("float", "float2", "float3", "float4"), np.float32),
    **dict.fromkeys(("double", "double2"), np.float64),
    **dict.fromkeys(("half", "__half", "half2", "__half2", "at::Half", "c10::Half"), np.float16),
    **dict.fromkeys(("bool", "char", "signed char", "int8_t"), np.int8),
    **dict.fromkeys(("unsigned char", "uint8_t"), np.uint8),
    **dict.fromkeys(("short", "int16_t"), np.int16),
    **dict.fromkeys(("int", "int32_t", "int2", "int4"), np.int32),
    **dict.fromkeys(("unsigned", "unsigned int", "uint32_t", "uint", "uint2", "uint4"), np.uint32),
    **dict.fromkeys(("long", "long long", "int64_t", "size_t", "uint64_t"), np.int64),
}
_BFLOAT16 = ("__nv_bfloat16", "nv_bfloat16", "__nv_bfloat162", "bfloat16")


class Bench:
    """One kernel with its buffers on the cpu device: launches it as often as needed, each time from the same state."""

    def __init__(
        self, device: PtxCpu, kernel: KernelSignature, compiled: Compiled, loaded: CpuKernel
    ) -> None:
        self._device, self._kernel, self._compiled, self._loaded = device, kernel, compiled, loaded
        self.pointers = tuple(at for at, own in enumerate(kernel.parameters) if own.is_pointer)
        self._buffers: dict[int, DeviceBuffer] = {}
        # Where threads share places by atomic operations, their order shows in the results.
        self.is_ordered = not any(use.is_atomic for use in compiled.facts.uses)

    def extents(self, launch: MadeLaunch, is_late: Callable[[], bool]) -> dict[int, int]:
        """Return the bytes of each pointer's buffer: what the host code allocates, else enough for every access."""
        sizes = {**dict.fromkeys(self.pointers, FIRST_BYTES), **launch.allocated}
        for _ in range(_MOST_TRIES):
            report = self.launch(launch, sizes, UNWATCHED)[1]
            missing = self._missing(report)
            if report.ended_by == HANG:
                self._check_end(launch)
            wanted = {at: n_bytes for at, n_bytes in missing.items() if at not in launch.allocated}
            if not wanted:
                return sizes
            for at, n_bytes in wanted.items():
                if n_bytes > MOST_BYTES:
                    name = self._kernel.parameters[at].name
                    raise LaunchError(f"no buffer is large enough for {name} (got byte {n_bytes})")
                sizes[at] = max(n_bytes, 2 * sizes[at])
            if is_late():
                raise LaunchError("the time for the buffers' sizes was up")
        raise LaunchError(f"no sizes of the buffers were found in {_MOST_TRIES} launches")

    def _check_end(self, launch: MadeLaunch) -> None:
        """Raise LaunchError if a launch that used up its steps is long, and not endless: a block alone would end."""
        self._device.limit_steps(ENDLESS_STEPS)
        try:
            _, report = self._device.launch_watched(
                self._loaded, launch.config, self._args(launch), UNWATCHED, blocks=(0, 1)
            )
        finally:
            self._device.limit_steps(MOST_STEPS)
        if report.ended_by != HANG:
            raise LaunchError(f"a warp executes more than {MOST_STEPS} instructions with {launch.described}")

    def launch(
        self, launch: MadeLaunch, sizes: Mapping[int, int], watch: Watch, seed: int = 0
    ) -> tuple[tuple[Finding, ...], LaunchReport]:
        """Launch on fresh buffers; return the findings and the executor's report."""
        self._device.free_all()
        stream = RawStream(seed)
        integers = [size for size in launch.scalars.values() if isinstance(size, int) and size > 0]
        self._buffers = {}
        for at in self.pointers:
            parameter, use = self._kernel.parameters[at], self._use(at)
            buffer = self._device.allocate(sizes[at], parameter.name)
            if use.is_read or not use.is_written:
                content = content_of(parameter, use, sizes[at], stream, min(integers, default=2))
                self._device.copy_in(buffer, content)
            self._buffers[at] = buffer
        result, report = self._device.launch_watched(self._loaded, launch.config, self._args(launch), watch)
        return result.findings, report

    def outputs(self) -> dict[str, NDArray[np.uint8]]:
        """Return the bytes of every buffer after the last launch, by the parameter's name."""
        return {
            self._kernel.parameters[at].name: self._device.copy_out(self._buffers[at]) for at in self.pointers
        }

    def _use(self, at: int) -> PointerUse:
        return self._compiled.facts.use(at) or PointerUse()

    def _args(self, launch: MadeLaunch) -> list[np.generic | bytes]:
        args: list[np.generic | bytes] = []
        for at, param in enumerate(self._compiled.params):
            if at in self._buffers:
                args.append(np.uint64(self._buffers[at].address))
                continue
            value: Numeric = launch.scalars[at]
            if param.kind == "float":
                args.append(np.dtype(f"f{param.size_bytes}").type(value))
            else:
                args.append(int(value).to_bytes(8, "little", signed=True)[: param.size_bytes])
        return args

    def _missing(self, report: LaunchReport) -> dict[int, int]:
        """Return the bytes that pointers need at least, judging by accesses behind their buffers."""
        starts = sorted((buffer.address, at) for at, buffer in self._buffers.items())
        missing: dict[int, int] = {}
        for fault in report.faults:
            if not fault.reason.startswith("oob-") or fault.address is None:
                continue
            below = [(start, at) for start, at in starts if start <= fault.address]
            if not below:
                raise LaunchError(f"an access lies before every buffer: {fault.message.splitlines()[0]}")
            start, at = below[-1]
            needed = fault.address - start + max(fault.size_bytes or 0, 1)
            missing[at] = max(missing.get(at, 0), needed)
        return missing


def content_of(
    parameter: Parameter, use: PointerUse, n_bytes: int, stream: RawStream, below: int
) -> NDArray[np.uint8]:
    """Return bytes for a buffer that a kernel reads: normal numbers, or integers that are indices below a number."""
    is_bfloat = parameter.type in _BFLOAT16
    kind = np.dtype(np.float32 if is_bfloat else _TYPES.get(parameter.type) or _by_code(use))
    n = -(-n_bytes // (2 if is_bfloat else kind.itemsize))
    if kind.kind == "f":
        numbers = stream.normal(n).astype(kind)
        if is_bfloat:
            numbers = (numbers.view(np.uint32) >> np.uint32(16)).astype(np.uint16)
    else:
        numbers = np.floor(stream.uniform(n) * min(below, np.iinfo(kind.str).max)).astype(kind)
    return numbers.view(np.uint8)[:n_bytes]


def _by_code(use: PointerUse) -> type[Any]:
    """Return a type for a buffer of a type that is not known by name, such as a template's."""
    known = (_OF_PTX[kind] for kind in sorted(use.types) if kind in _OF_PTX)
    return next(known, {1: np.uint8, 2: np.float16, 8: np.float64}.get(use.n_bytes, np.float32))


_OF_PTX: Mapping[str, type[Any]] = {
    "f32": np.float32, "f64": np.float64, "s32": np.int32, "u32": np.int32, "s64": np.int64, "u64": np.int64,
}  # fmt: skip
