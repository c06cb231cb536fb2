"""The ``cpu`` device: CUDA source compiled to PTX by NVRTC, executed by `harness.ptx` on this host's cores.

It checks every access before it happens, so it reports faults that a GPU hides. Its times are the executor's own and
say nothing about a GPU's.
"""

from __future__ import annotations

import math
import platform
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...compiler import Artifact, CompileRequest, compile, open_cache, open_compiler  # noqa: A004 - its name
from ...compiler.compilation import Resources, asked_for, read_resources
from ...errors import CompileError, DeviceError, LaunchError
from ...lazy import dataclass, replace
from ...ptx.fault import TRAP, KernelFault
from ...ptx.launch.executor import Executor, LaunchReport, Program
from ...ptx.launch.watch import Watch, drawn, rounds
from ...ptx.memory import Allocation, aligned
from ...ptx.text.symbols import kernel_name
from ...settings.settings import Settings
from ...verdict import Finding, Reason
from ..base import (
    FIRST,
    MAX_REGISTERS,
    REGISTERS_PER_SM,
    Bytes,
    DeviceBuffer,
    DeviceInfo,
    DeviceLimits,
    FunctionAttributes,
    Kernel,
    LaunchConfig,
    LaunchResult,
    Mask,
    Ranges,
    Variation,
    allocated,
    entry_symbol,
)
from ..observation import is_reported, observed_reasons, watch_of, without_copies
from ..share import processor_name

if TYPE_CHECKING:
    from ...ptx.launch.recorder import Recorder

_MOST_WATCHES = 256
_NEAR_BYTES = 1 << 20


@dataclass(frozen=True)
class CpuKernel(Kernel):
    """An entry point of a parsed module, compiled for the host, without ptxas, which allocates registers."""

    program: Program
    artifact: Artifact
    is_bounded: bool = False
    """Whether the code declares the threads of its largest block, so that ptxas leaves enough registers for it."""


class PtxCpu:
    """The PTX executor; implements ``harness.device.base.Device``."""

    def __init__(self, settings: Settings, watch: Watch | None = None) -> None:
        self._compiler = open_compiler(settings, device="cpu")
        self._cache = open_cache(settings)
        self._executor = Executor(
            self._cache, n_workers=settings.cpu_threads, step_budget=settings.step_budget
        )
        self._limits = DeviceLimits.of_arch(settings.arch)
        self._allocations: dict[int, tuple[Allocation, ...]] = {}
        self._programs: dict[bytes, Program] = {}
        self._resources: dict[CompileRequest, dict[str, Resources] | CompileError] = {}
        self._settings = settings
        self.watch = watch_of(settings) if watch is None else watch
        self._told: weakref.WeakKeyDictionary[Program, tuple[int, set[tuple[int, bool]]]] = (
            weakref.WeakKeyDictionary()
        )
        self._watches: dict[Variation, Watch] = {}
        self._checked: tuple[CpuKernel, LaunchConfig] | None = None
        self.info = DeviceInfo(
            kind="cpu",
            name=f"PTX executor on {processor_name() or platform.machine()}",
            arch=settings.arch,
            compiler=self._compiler.identity,
            cuda=self._compiler.cuda,
            observes=observed_reasons(settings),
            is_schedulable=True,
            counts_branches=True,
        )

    def limit_steps(self, step_budget: int) -> None:
        """Let each warp of the next launches execute so many instructions at most."""
        self._executor.step_budget = step_budget

    def compile(self, request: CompileRequest) -> Artifact:
        return compile(request, compiler=self._compiler, cache=self._cache)

    def load(self, artifact: Artifact, entry: str) -> CpuKernel:
        entry = entry_symbol(artifact, entry)
        # Not in a launch, whose deadline leaves no time for it.
        self._executor.runtime.improve()
        program = self._programs.get(artifact.code)
        if program is None:
            program = self._programs[artifact.code] = self._executor.load(artifact.code.decode("ascii"))
        code, _ = program.kernel(entry)
        attributes = FunctionAttributes(
            local_bytes=code.frame.local_bytes, shared_bytes=code.frame.static_shared_bytes
        )
        is_bounded = bool(code.limits.max_threads or code.limits.required_block)
        return CpuKernel(entry, attributes, program, artifact, is_bounded)

    def check_launch(self, kernel: Kernel, config: LaunchConfig) -> None:
        if not isinstance(kernel, CpuKernel):
            raise LaunchError(f"{kernel.name} was loaded by another device")
        registers = self._registers_of(kernel, config)
        self._limits.check(
            kernel.name,
            config,
            static_shared_bytes=kernel.attributes.shared_bytes or 0,
            registers=registers if isinstance(registers, int) else None,
        )
        self._checked = kernel, config

    def _registers_of(self, kernel: CpuKernel, config: LaunchConfig) -> int | CompileError | None:
        """Return a thread's registers, or why ptxas does not report them; None if a block cannot have too many."""
        # ptxas takes longer than a small case
        if kernel.is_bounded or allocated(MAX_REGISTERS, math.prod(config.block)) <= REGISTERS_PER_SM:
            return None
        request = asked_for(kernel.artifact.request)
        if request not in self._resources:
            try:
                log = compile(request, compiler=self._compiler, cache=self._cache).log
                self._resources[request] = read_resources(log, request.arch)
            except CompileError as error:
                # Cached as well: otherwise each further case would run ptxas and fail again.
                self._resources[request] = error
        resources = self._resources[request]
        if isinstance(resources, CompileError):
            return resources
        if kernel.name not in resources:
            return CompileError("ptxas reported no registers", log="")
        return resources[kernel.name].registers

    def allocate(
        self, size_bytes: int, label: str, ranges: Ranges | None = None, is_input: bool = False
    ) -> DeviceBuffer:
        """Allocate memory whose content is all ones, a NaN in every float type; raises DeviceError."""
        # Addresses outside `ranges` have no memory: an access there is out of bounds.
        memory = self._executor.memory
        if ranges is None or list(ranges) == [(0, size_bytes)]:
            pieces: tuple[Allocation, ...] = (memory.allocate(size_bytes, label),)
            address = pieces[0].address
        else:
            pieces = memory.allocate_sparse(size_bytes, label, ranges)
            address = pieces[0].address - ranges[0][0]
        for piece in pieces:
            piece.is_input = is_input
        self._allocations[address] = pieces
        return DeviceBuffer(address, size_bytes, label)

    def allocate_lazily(self, size_bytes: int, label: str, is_input: bool = False) -> DeviceBuffer:
        """Allocate zeros that use host memory only where they are touched; raises DeviceError."""
        piece = self._executor.memory.allocate_lazily(size_bytes, label)
        piece.is_input = is_input
        self._allocations[piece.address] = (piece,)
        return DeviceBuffer(piece.address, size_bytes, label)

    def place(
        self, address: int, data: Bytes, label: str, undefined: NDArray[np.uint8] | None = None
    ) -> DeviceBuffer:
        """Allocate memory at an address, with a content; `undefined` are its bits that nothing has written."""
        own = aligned(len(data), 0)
        own[:] = data
        piece = self._executor.memory.map(address, own, label)
        if undefined is not None:
            piece.define(mask=undefined == 0)
        self._allocations[address] = (piece,)
        return DeviceBuffer(address, len(data), label)

    def set_variable(self, kernel: CpuKernel, address: int, data: Bytes) -> None:
        """Give a variable of a kernel's module a value; LaunchError if there is none at the address."""
        for variable in kernel.program.variables:
            if variable.address == address and len(variable.data) == len(data):
                variable.data[:] = data
                return
        raise LaunchError(f"the module has no variable of {len(data)} bytes at {address:#x}")

    def free_all(self) -> None:
        # the next buffers get the same addresses
        self._executor.memory.clear()
        self._allocations.clear()

    def copy_in(
        self, buffer: DeviceBuffer, data: Bytes, offset_bytes: int = 0, defined: Mask | None = None
    ) -> None:
        piece, place = self._bytes(buffer, offset_bytes, data.nbytes)
        is_flat = data.ndim == 1 and data.dtype == np.uint8
        piece.data[place] = data if is_flat else np.ascontiguousarray(data).reshape(-1).view(np.uint8)
        piece.define(place.start, place.stop, defined)

    def copy_out(self, buffer: DeviceBuffer, offset_bytes: int = 0, size_bytes: int | None = None) -> Bytes:
        size = buffer.size_bytes - offset_bytes if size_bytes is None else size_bytes
        piece, place = self._bytes(buffer, offset_bytes, size)
        # The next launch writes to the same memory.
        data: Bytes = piece.data[place].copy()
        return data

    def _bytes(self, buffer: DeviceBuffer, offset_bytes: int, size_bytes: int) -> tuple[Allocation, slice]:
        pieces = self._allocations.get(buffer.address)
        if pieces is None:
            raise DeviceError(f"{buffer.label} has been freed or belongs to another device")
        for piece in pieces:
            start = buffer.address + offset_bytes - piece.address
            if start >= 0 and start + size_bytes <= len(piece.data):
                return piece, slice(start, start + size_bytes)
        raise DeviceError(
            f"{buffer.label} must have memory for every byte that is copied "
            f"(got {size_bytes} bytes from {offset_bytes} on; its size is {buffer.size_bytes})"
        )

    def launch(
        self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic], variation: Variation = FIRST
    ) -> LaunchResult:
        # a launch like the one before it is configured once
        watch = self._watches.get(variation)
        if watch is None:
            own = self.watch
            schedule = own.schedule if variation.schedule is None else variation.schedule
            # The setting gives every launch its errors, by the user's own seed.
            is_given = variation.perturbation is None or self._settings.stress_approximations is not None
            perturbation = own.perturbation if is_given else variation.perturbation
            if variation.drawing is None:
                watch = replace(
                    own, is_again=variation.is_again, schedule=schedule, perturbation=perturbation
                )
            else:
                watch = drawn(variation.drawing, variation.drawn_line)
            # each case has its own schedules: the table would grow with the cases
            if len(self._watches) == _MOST_WATCHES:
                self._watches.clear()
            self._watches[variation] = watch
        if not variation.moved:
            return self.launch_watched(kernel, config, args, watch)[0]
        with self._executor.memory.moved(args) as there:
            return self.launch_watched(kernel, config, there, watch)[0]

    def kept_variables(self, kernels: Sequence[Kernel]) -> list[Allocation]:
        programs = dict.fromkeys(kernel.program for kernel in kernels if isinstance(kernel, CpuKernel))
        return [variable for program in programs for variable in program.changed_variables()]

    def new_lines(self, kernels: Sequence[Kernel], file: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        new: set[tuple[int, bool]] = set()
        for program in {kernel.program for kernel in kernels if isinstance(kernel, CpuKernel)}:
            version, known = self._told.get(program, (0, set()))
            if version == program.lines_version:  # the same lines as at the last call
                continue
            lines = {
                (line, ran) for (name, line), ran in program.lines.items() if name.rpartition("/")[2] == file
            }
            new |= lines - known
            self._told[program] = program.lines_version, lines
        return tuple(sorted({line for line, _ in new})), tuple(sorted(line for line, ran in new if ran))

    def rounding_lines(self, kernels: Sequence[Kernel]) -> dict[tuple[int, int], str]:
        """Return the source lines whose results a drawn launch moves, as ``file:line`` by number of file and line.

        Code of CUDA's own headers counts as the line that calls it.
        """
        lines: dict[tuple[int, int], str] = {}
        for kernel in kernels:
            assert isinstance(kernel, CpuKernel)  # this device loads no others
            files = kernel.program.files
            for site in kernel.program.kernel(kernel.name, drawing=True)[0].sites:
                own = (place for place in site.places if not files.get(place[0], "cuda/").startswith("cuda/"))
                place = next(own, None)
                if place is not None and rounds(site):
                    lines[place] = f"{files[place[0]]}:{place[1]}"
        return lines

    def launch_watched(
        self,
        kernel: Kernel,
        config: LaunchConfig,
        args: Sequence[np.generic | bytes],
        watch: Watch,
        *,
        recorder: Recorder | None = None,
        blocks: tuple[int, int] | None = None,
    ) -> tuple[LaunchResult, LaunchReport]:
        """Run a grid under checks of the caller's choice; return the executor's report, too."""
        # With `recorder` it runs on one core; of `blocks` only [start, stop) run, in the order of their numbers.
        # The further launches of a case are like its first.
        if self._checked is None or self._checked[0] is not kernel or self._checked[1] != config:
            self.check_launch(kernel, config)
        assert isinstance(kernel, CpuKernel)
        report = self._executor.launch(
            kernel.program,
            kernel.name,
            config.grid,
            config.block,
            args,
            config.smem_bytes,
            watch,
            cluster=config.cluster,
            cooperative=config.cooperative,
            recorder=recorder,
            blocks=blocks,
        )
        findings: tuple[Finding, ...] = ()
        notes: tuple[Finding, ...] = ()
        if report.faults:
            seen = [fault for fault in report.faults if is_reported(fault.reason, self._settings)]
            if kernel.artifact.convention is not None:  # of Triton
                seen = [without_copies(fault) for fault in seen]
            memory = self._executor.memory.allocations
            seen = [_with_wrap(fault, memory) for fault in seen]
            findings = tuple(_finding(kernel.name, fault) for fault in seen if not fault.is_info)
            notes = tuple(_finding(kernel.name, fault) for fault in seen if fault.is_info)
        unknown = self._registers_of(kernel, config)
        if isinstance(unknown, CompileError):
            notes += (_registers_not_observed(kernel.name, config, unknown),)
        trapped = report.ended_by == TRAP
        result = LaunchResult(
            report.seconds * 1e6,
            findings,
            hung=not report.completed and not trapped,
            trapped=trapped,
            notes=notes,
            printed=report.printed,
        )
        return result, report

    def close(self) -> None:
        self.free_all()
        self._executor.close()


def _registers_not_observed(kernel: str, config: LaunchConfig, error: CompileError) -> Finding:
    return Finding(
        Reason.LAUNCH_ERROR,
        f"not observed: whether the registers of {math.prod(config.block)} threads fit on a multiprocessor; "
        f"{(error.log or error.message).splitlines()[0]}",
        kernel=kernel_name(kernel),
    )


def _with_wrap(fault: KernelFault, allocations: Sequence[Allocation]) -> KernelFault:
    """Say of a bad address that it is in its array if 2**32 elements are added: its index had 32 bits."""
    address, names = fault.address or 0, {one.label.partition("[")[0] for one in allocations}
    for name in sorted(names) if fault.reason.startswith("oob-") else ():
        if any(f" {name}{end}" in fault.message for end in (", ", "[", ":")):
            own = [(one.low, one.high) for one in allocations if one.label.partition("[")[0] == name]
            # an index that is a little too small may have wrapped around as well, but rarely has
            is_near = any(low - _NEAR_BYTES < address < high + _NEAR_BYTES for low, high in own)
            further = (address + (size << 32) for size in (1, 2, 4, 8, 16))
            if not is_near and any(low <= at < high for at in further for low, high in own):
                why = f"the index wrapped around in 32 bits: 2^32 elements further on is {name}; compute it in 64 bits"
                return replace(fault, message=f"{fault.message}\n{why}")
    return fault


def _finding(kernel: str, fault: KernelFault) -> Finding:
    source = f"{Path(fault.source_file).name}:{fault.source_line}" if fault.source_line else ""
    return Finding(
        reason=Reason(fault.reason),
        message=fault.message,
        kernel=kernel_name(kernel),
        block=fault.block,
        thread=fault.thread,
        address=fault.address,
        size_bytes=fault.size_bytes or None,
        ptx_line=fault.ptx_line,
        source=source,
        count=fault.count,
        instructions=fault.n_instructions,
        callers=fault.callers,
    )
