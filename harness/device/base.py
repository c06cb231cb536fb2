"""The interface of every device: load compiled code, allocate memory, launch, report findings; limits of launches.

Two devices implement `Device`: ``cuda_gpu.CudaGpu`` (PyCUDA) and ``ptx_cpu.PtxCpu`` (the PTX executor). Both use
integer device addresses, so they share argument packing and guard bands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from ..errors import LaunchError
from ..lazy import dataclass
from ..ptx.limits import MAX_BLOCK, MAX_BLOCK_THREADS, MAX_CLUSTER_BLOCKS, MAX_GRID, PORTABLE_CLUSTER
from ..ptx.text.symbols import kernel_name
from ..verdict import Finding

if TYPE_CHECKING:
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
    drawing: int | None = None
    """Number of a launch with random rounding and without checks, of `harness.ptx.launch.watch.drawn`."""
    drawn_line: tuple[int, int] | None = None
    """With `drawing`: number of the file and line whose roundings alone are drawn."""


FIRST = Variation()


class FunctionAttributes(NamedTuple):
    """Resources of a compiled kernel; None for values unknown to the device."""

    registers: int | None = None
    local_bytes: int | None = None
    shared_bytes: int | None = None
    const_bytes: int | None = None


@dataclass(frozen=True)
class DeviceBuffer:
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
    symbol = artifact.symbol(entry)
    if symbol not in artifact.entries:
        is_ptx = artifact.request.path.suffix == ".ptx"  # which has no other names
        names = [name if is_ptx else kernel_name(name) for name in sorted(artifact.entries)]
        hint = f'write entry = "{names[0]}"' if len(names) == 1 else "declare the kernel __global__"
        raise LaunchError(
            f"{artifact.request.path.name} must have the entry {symbol} (got: {', '.join(names) or 'none'}); {hint}, "
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


WARP = 32
SUB_PARTITIONS = 4
"""Schedulers of a multiprocessor, each with its own part of the registers."""
REGISTER_UNIT = 256
"""A warp's registers are allocated in multiples of this."""
REGISTERS_PER_SM = 65536
"""Registers of a multiprocessor; also the limit of a block."""
MAX_REGISTERS = 255
"""Largest number of registers of a thread."""
STATIC_SHARED_BYTES = 48 * 1024
"""Most static shared memory of a block, and most dynamic shared memory without an attribute of the function."""

# "Technical Specifications per Compute Capability" in the CUDA Programming Guide 13.0: maximum amount of
# shared memory per thread block, in KiB, by compute capability.
_SHARED_KIB = {
    "75": 64, "80": 163, "86": 99, "87": 163, "88": 163, "89": 99, "90": 227, "100": 227, "103": 227,
    "110": 227, "120": 99, "121": 99,
}  # fmt: skip

_FIRST_WITH_CLUSTERS = 90
"""Compute capability 9.0 (same source)."""
_WITH_LARGE_CLUSTERS = (90, 100, 103)
"""Compute capabilities that allow so many blocks (tuning guides of Hopper and Blackwell, "Thread Block Clusters")."""


class Excess(NamedTuple):
    of: str
    """``size``, ``registers``, ``cluster``, ``whole clusters``, ``static`` or ``shared``."""
    rule: str
    """The limit, and what the launch has."""
    advice: str = ""
    """Advice to the author of a declared kernel."""


@dataclass(frozen=True)
class DeviceLimits:
    threads_per_block: int = MAX_BLOCK_THREADS
    """Product of the block's sizes."""
    block: tuple[int, int, int] = MAX_BLOCK
    grid: tuple[int, int, int] = MAX_GRID
    """`block`, `grid`: largest x, y and z, in threads and in blocks."""
    shared_bytes: int = STATIC_SHARED_BYTES
    """Static plus dynamic shared memory of a block, opt-in included."""
    cluster_blocks: int = PORTABLE_CLUSTER
    """Largest number of blocks in a cluster; 0 without cluster support."""

    @classmethod
    def of_arch(cls, arch: str) -> DeviceLimits:
        """Return the limits of an architecture such as ``sm_90``; 48 KiB of shared memory if it is unknown."""
        number = arch.removeprefix("sm_").rstrip("af")
        return cls(
            shared_bytes=_SHARED_KIB.get(number, 48) * 1024,  # what every architecture has
            cluster_blocks=_most_cluster_blocks(int(number)) if number.isdigit() else PORTABLE_CLUSTER,
        )

    def check(
        self, kernel: str, config: LaunchConfig, *, static_shared_bytes: int = 0, registers: int | None = None
    ) -> None:
        for excess in self.excesses(config, static_shared_bytes, registers):
            raise LaunchError(f"kernel {kernel}: {'; '.join(filter(None, (excess.rule, excess.advice)))}")

    def excesses(
        self, config: LaunchConfig, static_shared_bytes: int, registers: int | None
    ) -> Iterator[Excess]:
        for what, sizes, limits in (("block", config.block, self.block), ("grid", config.grid, self.grid)):
            for axis, size, limit in zip("xyz", sizes, limits, strict=True):
                if not 1 <= size <= limit:
                    rule = f"{what}.{axis} must be from 1 to {limit} (got {what} {_by(sizes)})"
                    yield Excess("size", rule)
        n_threads, static = math.prod(config.block), static_shared_bytes
        needed = allocated(registers or 0, n_threads)
        # before the number of threads, which a kernel's registers narrow on a GPU: this reason says more
        if n_threads <= MAX_BLOCK_THREADS and needed > REGISTERS_PER_SM:
            yield Excess(
                "registers",
                f"the registers of a block must fit on a multiprocessor, which has {REGISTERS_PER_SM} "
                f"(got {registers} of each of {n_threads} threads, {needed} in all)",
                f"write __launch_bounds__({n_threads}), or use smaller blocks",
            )
        if n_threads > self.threads_per_block:
            rule = f"a block has at most {self.threads_per_block} threads (got {_by(config.block)} = {n_threads})"
            yield Excess("size", rule)
        if config.cluster is not None:
            yield from self._cluster_excesses(config.cluster, config.grid)
        if static > STATIC_SHARED_BYTES:
            yield Excess(
                "static",
                f"static shared memory is at most {STATIC_SHARED_BYTES} bytes, and ptxas refuses more (got {static})",
                "use dynamic shared memory, `smem_bytes`",
            )
        if config.smem_bytes < 0 or static + config.smem_bytes > self.shared_bytes:
            yield Excess(
                "shared",
                f"a block has at most {self.shared_bytes} bytes of shared memory "
                f"(got {static} static + {config.smem_bytes} dynamic)",
                "use less, or exclude such sizes with `requires`",
            )

    def _cluster_excesses(
        self, cluster: tuple[int, int, int], grid: tuple[int, int, int]
    ) -> Iterator[Excess]:
        if not self.cluster_blocks:
            rule = f"clusters need sm_{_FIRST_WITH_CLUSTERS} or later (got cluster {_by(cluster)})"
            yield Excess("cluster", rule)
        elif min(cluster) < 1 or math.prod(cluster) > self.cluster_blocks:
            rule = f"a cluster has from 1 to {self.cluster_blocks} blocks (got {_by(cluster)})"
            yield Excess("cluster", rule)
        elif any(blocks % size for blocks, size in zip(grid, cluster, strict=True)):
            rule = f"the grid must consist of whole clusters of {_by(cluster)} (got {_by(grid)})"
            yield Excess("whole clusters", rule)


def allocated(registers: int, n_threads: int) -> int:
    """Return the registers that a block takes: whole units for each warp, as many warps in each sub-partition."""
    # Source: the launch check of NVIDIA's ``cuda_occupancy.h``.
    n_warps = -(-n_threads // WARP)
    return (
        -(-registers * WARP // REGISTER_UNIT) * REGISTER_UNIT * -(-n_warps // SUB_PARTITIONS) * SUB_PARTITIONS
    )


def _by(sizes: tuple[int, int, int]) -> str:
    return "x".join(str(size) for size in sizes)


def _most_cluster_blocks(compute_capability: int) -> int:
    if compute_capability < _FIRST_WITH_CLUSTERS:
        return 0
    return MAX_CLUSTER_BLOCKS if compute_capability in _WITH_LARGE_CLUSTERS else PORTABLE_CLUSTER
