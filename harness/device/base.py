"""The interface of every device: load compiled code, allocate memory, launch, report findings.

Two devices implement `Device`: ``cuda_gpu.CudaGpu`` (PyCUDA) and ``ptx_cpu.PtxCpu`` (the PTX executor). Both use
integer device addresses, so they share argument packing and guard bands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from ..errors import LaunchError
from ..verdict import Finding

if TYPE_CHECKING:
    # `doctor` needs no arrays
    import numpy as np
    from numpy.typing import NDArray

    from ..compiler.artifact import Artifact, CompileRequest
    from ..ptx.memory import Allocation

Bytes: TypeAlias = "NDArray[np.uint8]"
Mask: TypeAlias = "NDArray[np.bool_]"
"""Marks the valid bytes of some data."""
Ranges: TypeAlias = Sequence[tuple[int, int]]
"""Ranges [start, stop), ascending and disjoint."""


@dataclass(frozen=True)
class CheckedDevice:
    """The device of a check."""

    kind: str
    """`cpu` or `gpu`."""
    name: str
    """Processor or GPU."""
    arch: str
    """Architecture compiled for, such as `sm_90`."""
    compiler: str
    """Compiler and version."""
    cuda: str
    """CUDA version of the compiler."""
    driver: str
    """NVIDIA driver; empty on `cpu`."""
    observes: tuple[str, ...]
    """Reason codes that this device can report."""


@dataclass(frozen=True)
class DeviceInfo(CheckedDevice):
    """A device, with the facts that code which launches on it needs."""

    # Fields that a report's file must have, and a device may leave out.
    driver: str = ""
    observes: tuple[str, ...] = ()
    memory_bytes: int | None = None
    """Total memory for buffers, used or free; None if the device does not limit it."""
    is_schedulable: bool = False
    """Whether `Device.launch` can choose a schedule of blocks, warps and lanes."""
    counts_branches: bool = False
    """Whether the device has ``launch_watched``; see `harness.device.cpu.ptx_cpu.PtxCpu`."""


@dataclass(frozen=True)
class LaunchConfig:
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    """`grid`, `block`: blocks of the grid and threads of a block along each axis."""
    smem_bytes: int = 0
    """Dynamic shared memory of a block."""
    cluster: tuple[int, int, int] | None = None
    """Blocks of a cluster along each axis, if the launch sets them; a kernel with ``__cluster_dims__`` needs none."""
    cooperative: bool = False
    """Whether all blocks run at the same time, so that the grid can synchronise."""


@dataclass(frozen=True)
class Variation:
    """How a further launch differs from the first; a device that is not `DeviceInfo.is_schedulable` ignores it."""

    schedule: int | None = None
    """Seed of a schedule of blocks, warps and lanes."""
    is_again: bool = False
    """Whether the same launch has run on other values before; expensive checks may then be skipped."""
    perturbation: int | None = None
    """Seed of errors of approximate instructions, instead of the settings'."""
    moved: bool = False
    """Whether all buffers have other addresses in this launch; pointers among the arguments are changed likewise."""


FIRST = Variation()


@dataclass(frozen=True)
class FunctionAttributes:
    """Resources of a compiled kernel; None for values unknown to the device."""

    registers: int | None = None
    local_bytes: int | None = None
    shared_bytes: int | None = None
    const_bytes: int | None = None


@dataclass(frozen=True)
class DeviceBuffer:
    """A piece of device memory."""

    address: int
    """Device address, at least 256-byte aligned."""
    size_bytes: int
    label: str
    """Name used in findings, such as ``inp`` or ``out``."""


@dataclass(frozen=True)
class LaunchResult:
    kernel_us: float
    findings: tuple[Finding, ...] = ()
    """Faults that the device saw. Always empty on ``gpu``, which means "not observed", never "clean"."""
    hung: bool = False
    """Whether the launch could not end: the step budget ran out, or all threads waited at barriers that could not
    open (``cpu`` only; a ``gpu`` hang ends the worker process)."""
    trapped: bool = False
    """Whether a trap ended the kernel (``cpu`` only; on ``gpu`` a trap ends the worker process)."""
    notes: tuple[Finding, ...] = ()
    """Observations that are not faults."""
    printed: str = ""
    """Text printed by the kernel; always empty on ``gpu``, where the driver writes it to the process's output."""

    @property
    def completed(self) -> bool:
        """Whether all threads ended; outputs of other launches are not judged."""
        return not (self.hung or self.trapped)


@dataclass(frozen=True)
class Kernel:
    """One entry point of a loaded module, ready to launch; each device has its own kind."""

    name: str
    """Entry symbol."""
    attributes: FunctionAttributes


def entry_symbol(artifact: Artifact, entry: str) -> str:
    """Return the symbol of an entry; LaunchError if the code does not have it."""
    symbol = artifact.symbol(entry)
    if symbol not in artifact.entries:
        names = ", ".join(sorted(artifact.entries)) or "none"
        raise LaunchError(
            f"{artifact.request.path.name} must have the entry {symbol} (got: {names}); declare the kernel __global__, "
            "and name a template or a kernel in a namespace by its C++ name"
        )
    return symbol


class Device(Protocol):
    """Runs kernels. Not thread-safe; one per process."""

    @property
    def info(self) -> DeviceInfo:
        """Description of this device."""

    def compile(self, request: CompileRequest) -> Artifact:
        """Compile with this device's compiler; raises CompileError."""

    def load(self, artifact: Artifact, entry: str) -> Kernel:
        """Load code and look up an entry; raises LaunchError if the symbol is missing, and PtxError on `cpu`."""

    def check_launch(self, kernel: Kernel, config: LaunchConfig) -> None:
        """Raise LaunchError if the device cannot make a launch; nothing runs."""

    def allocate(
        self, size_bytes: int, label: str, ranges: Ranges | None = None, is_input: bool = False
    ) -> DeviceBuffer:
        """Allocate memory with undefined content; raises DeviceError if there is too little.

        `ranges` are the ranges of bytes that will be used; None means all. A device may reserve addresses without
        memory for the gaps. Kernels must not write to an input: a device that sees stores notes the first, with
        ``input-modified``.
        """

    def free_all(self) -> None:
        """Free every allocated buffer."""

    def copy_in(
        self, buffer: DeviceBuffer, data: Bytes, offset_bytes: int = 0, defined: Mask | None = None
    ) -> None:
        """Copy bytes from the host to a buffer at an offset, within one of its ranges.

        `defined` is a mask of the initialised bytes; None means all. For initcheck the other bytes stay
        uninitialised.
        """

    def copy_out(self, buffer: DeviceBuffer, offset_bytes: int = 0, size_bytes: int | None = None) -> Bytes:
        """Copy `size_bytes` bytes at an offset, or all the rest, to the host, within one of the buffer's ranges."""

    def launch(
        self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic], variation: Variation = FIRST
    ) -> LaunchResult:
        """Launch a kernel of this device's `load` and wait for its end.

        `args` has a scalar for each kernel parameter, of the parameter's width; pointers are ``np.uint64``. Raises
        LaunchError if the device rejects the configuration before any thread runs, DeviceError if it died (``gpu``: a
        sticky error; the process must be replaced).
        """

    def kept_variables(self, kernels: Sequence[Kernel]) -> Sequence[Allocation]:
        """Return the variables of the kernels' modules in which launches have left other values than at first.

        Empty on a device that does not see them (``gpu``).
        """

    def new_lines(self, kernels: Sequence[Kernel], file: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the lines of a source that kernels have code for, and which of them a launch has run.

        Each line is returned once for each loaded module, and once more when it was run. Both are empty on a device
        that does not see lines (``gpu``).
        """

    def close(self) -> None:
        """Release everything."""
