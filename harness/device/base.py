"""What every device offers: load compiled code, hold memory, launch, and say what it saw.

Two devices implement `Device`: ``cuda_gpu.CudaGpu`` (PyCUDA) and ``ptx_cpu.PtxCpu`` (the PTX executor).
Memory is named by integer device addresses on both, so argument packing and guard bands are one code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..compiler.artifact import Artifact, CompileRequest
from ..verdict import Finding


@dataclass(frozen=True)
class DeviceInfo:
    """What runs the kernels, for report headers and baselines.

    Parameters
    ----------
    kind : {"cpu", "gpu"}
        Which device of the harness this is.
    name : str
        Processor or GPU name.
    arch : str
        Architecture that code is compiled for, such as ``sm_90``.
    compiler : str
        Compiler and version, such as ``nvrtc 13.0.88``.
    cuda : str
        CUDA version of the compiler, such as ``13.0``.
    driver : str
        NVIDIA driver version, empty on ``cpu``.
    observes : tuple of str
        Reason codes that this device can see at all; a check not named here was not made.
    memory_bytes : int or None
        All the memory that there is for buffers, used or free; None where it is not limited by the device.
    is_schedulable : bool
        Whether `Device.launch` can be asked for another order of blocks, warps and lanes.
    """

    kind: str
    name: str
    arch: str
    compiler: str
    cuda: str
    driver: str = ""
    observes: tuple[str, ...] = ()
    memory_bytes: int | None = None
    is_schedulable: bool = False


@dataclass(frozen=True)
class LaunchConfig:
    """How one launch is made.

    Parameters
    ----------
    grid, block : tuple of int
        Blocks of the grid and threads of a block along each axis.
    smem_bytes : int
        Dynamic shared memory of a block.
    cluster : tuple of int or None
        Blocks of a cluster along each axis, where the launch says so; a kernel with ``__cluster_dims__`` needs none.
    cooperative : bool
        Whether all blocks are there at the same time, so that the grid can synchronise.
    """

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    smem_bytes: int = 0
    cluster: tuple[int, int, int] | None = None
    cooperative: bool = False


@dataclass(frozen=True)
class FunctionAttributes:
    """Resources of a compiled kernel; None where the device cannot know."""

    registers: int | None = None
    local_bytes: int | None = None
    shared_bytes: int | None = None
    const_bytes: int | None = None


@dataclass(frozen=True)
class Buffer:
    """A piece of device memory.

    Parameters
    ----------
    address : int
        Device address, at least 256-byte aligned.
    size_bytes : int
        Its length.
    label : str
        Name used in findings, such as ``inp`` or ``out``.
    """

    address: int
    size_bytes: int
    label: str


@dataclass(frozen=True)
class LaunchResult:
    """What one launch did.

    Parameters
    ----------
    kernel_us : float
        Device time in microseconds.
    findings : tuple of Finding
        What the device saw; always empty on ``gpu``, which is "not observed", never "clean".
    hung : bool
        Whether it could not end: it used up its step budget, or all threads waited at barriers that could not open
        (``cpu`` only; a ``gpu`` hang ends the worker process).
    trapped : bool
        Whether the kernel ended it by a trap (``cpu`` only; on ``gpu`` that ends the worker process).
    notes : tuple of Finding
        What the device saw that is worth knowing and not wrong.
    printed : str
        What the kernel printed; always empty on ``gpu``, where the driver writes it to the process's output.
    """

    kernel_us: float
    findings: tuple[Finding, ...] = ()
    hung: bool = False
    trapped: bool = False
    notes: tuple[Finding, ...] = ()
    printed: str = ""

    @property
    def completed(self) -> bool:
        """Whether all threads came to their end; what they wrote is not judged otherwise."""
        return not (self.hung or self.trapped)


class Kernel(Protocol):
    """One entry point of a loaded module, ready to launch."""

    @property
    def name(self) -> str:
        """Entry symbol."""

    @property
    def attributes(self) -> FunctionAttributes:
        """Compiled resources."""


class Device(Protocol):
    """A place where kernels run. Not thread-safe; one per process."""

    @property
    def info(self) -> DeviceInfo:
        """What this device is."""

    def compile(self, request: CompileRequest) -> Artifact:
        """Compile for this device with its compiler; raises CompileError."""

    def load(self, artifact: Artifact, entry: str) -> Kernel:
        """Load code and look an entry up; raises LaunchError when the symbol is missing, PtxError on `cpu`."""

    def allocate(
        self, size_bytes: int, label: str, ranges: Sequence[tuple[int, int]] | None = None
    ) -> Buffer:
        """Allocate memory with undefined content; raises DeviceError when there is none.

        Parameters
        ----------
        size_bytes : int
            At least 0.
        label : str
            Name of the buffer in findings.
        ranges : sequence of (int, int), optional
            The bytes [start, stop) that will be used, ascending and apart from each other; all of them if not
            given. A device may have addresses alone for what lies between.
        """

    def free_all(self) -> None:
        """Free every buffer that `allocate` gave out."""

    def copy_in(
        self,
        buffer: Buffer,
        data: NDArray[np.uint8],
        offset_bytes: int = 0,
        defined: NDArray[np.bool_] | None = None,
    ) -> None:
        """Copy bytes from the host to a buffer, from an offset on; within one of the ranges in use.

        `defined` says which of the bytes are content, all if it is None: a device that watches for reads of memory
        that was never written takes the others for such memory.
        """

    def copy_out(
        self, buffer: Buffer, offset_bytes: int = 0, size_bytes: int | None = None
    ) -> NDArray[np.uint8]:
        """Copy bytes of a buffer to the host: so many from an offset on, or all; within one range in use."""

    def launch(
        self,
        kernel: Kernel,
        config: LaunchConfig,
        args: Sequence[np.generic],
        *,
        schedule: int | None = None,
        is_again: bool = False,
    ) -> LaunchResult:
        """Launch and wait.

        Parameters
        ----------
        kernel : Kernel
            From this device's `load`.
        config : LaunchConfig
            Grid, block, dynamic shared memory.
        args : sequence of numpy scalars
            One per kernel parameter, each already of the parameter's own width; pointers as ``np.uint64``.
        schedule : int or None
            Seed of another order of blocks, warps and lanes. A device that is not `DeviceInfo.is_schedulable` has its
            own, and does not look at it.
        is_again : bool
            Whether the same launch on other values came before: what it takes long to look for in each may be left out.

        Raises
        ------
        LaunchError
            The configuration is refused before any thread runs.
        DeviceError
            The device died (``gpu``: a sticky error; the process must be replaced).
        """

    def close(self) -> None:
        """Release everything."""
