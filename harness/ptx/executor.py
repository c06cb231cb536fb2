"""Loads PTX and launches its kernels on all cores of this host.

`Executor` holds the runtime and the device memory; `Program` is one loaded module; `Executor.launch` runs a grid and
returns what went wrong. A kernel cannot bring the process down: every access is checked first, and a step budget
ends loops that do not end.
"""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from harness.errors import LaunchError
from harness.ptx.codegen import KernelCode, generate
from harness.ptx.emitter import place_variables
from harness.ptx.fault import FAULT_KINDS, N_FAULT_KINDS, Fault
from harness.ptx.layout import LANES, MODULE_BASE, PARAM_WINDOW, Launch, Warp, Worker
from harness.ptx.layout import Fault as NativeFault
from harness.ptx.memory import Allocation, Memory
from harness.ptx.native import CodeCache, Runtime
from harness.ptx.parser import parse
from harness.ptx.syntax import Module

MAX_BLOCK_THREADS = 1024
MAX_BLOCK = (1024, 1024, 64)
MAX_GRID = (2**31 - 1, 65535, 65535)
MAX_SHARED_BYTES = 227 * 1024
"""Static and dynamic shared memory a block may have on sm_90 (CUDA programming guide, compute capabilities)."""
DEFAULT_STEP_BUDGET = 1 << 26
"""Instructions one warp may execute; about a second of one core."""


@dataclass(frozen=True)
class LaunchReport:
    """What a launch did.

    Parameters
    ----------
    seconds : float
        Time in native code.
    faults : tuple of Fault
        What went wrong, by PTX line and kind.
    completed : bool
        False when a fault ended the launch early; memory is then not to be judged.
    steps : int
        Warp-level instructions executed by the blocks that completed.
    """

    seconds: float
    faults: tuple[Fault, ...]
    completed: bool
    steps: int


@dataclass(eq=False)
class Program:
    """A parsed module whose kernels are compiled when first asked for."""

    module: Module
    runtime: Runtime
    variables: Allocation | None
    _kernels: dict[str, tuple[KernelCode, int]] = field(default_factory=dict)

    def kernel(self, entry: str) -> tuple[KernelCode, int]:
        """Return a kernel's code and the address of its machine code; PtxError where it cannot be executed."""
        if entry not in self._kernels:
            code = generate(self.module, entry)
            self._kernels[entry] = (code, self.runtime.add_kernel(code.llvm_ir, code.symbol))
        return self._kernels[entry]


class Executor:
    """A virtual GPU on this host's cores.

    Parameters
    ----------
    cache : CodeCache or None
        Where machine code is kept between processes.
    n_workers : int or None
        Threads that run blocks; all usable cores by default.
    step_budget : int
        Warp-level instructions that one warp may execute before its launch counts as hung.
    clock : callable
        Seconds, monotonic; injectable for tests.
    """

    def __init__(
        self,
        cache: CodeCache | None = None,
        n_workers: int | None = None,
        step_budget: int = DEFAULT_STEP_BUDGET,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.runtime = Runtime(cache)
        self.memory = Memory()
        self.n_workers = n_workers or len(os.sched_getaffinity(0))
        self.step_budget = step_budget
        self.clock = clock
        self._pool = ThreadPoolExecutor(self.n_workers, thread_name_prefix="kernel-harness-cpu")
        self._arenas = [_Arena() for _ in range(self.n_workers)]

    def close(self) -> None:
        """End the worker threads and free all memory."""
        self._pool.shutdown()
        self.memory.clear()

    def load(self, ptx: str) -> Program:
        """Parse PTX and place its variables; PtxError where the text is not understood."""
        module = parse(ptx)
        return Program(module, self.runtime, _place_variables(module))

    def launch(
        self,
        program: Program,
        entry: str,
        grid: Sequence[int],
        block: Sequence[int],
        args: Sequence[np.generic],
        shared_bytes: int = 0,
    ) -> LaunchReport:
        """Run a grid and wait for it.

        Parameters
        ----------
        program : Program
            From `load`.
        entry : str
            Kernel name.
        grid, block : sequence of 3 int
            As in CUDA.
        args : sequence of numpy scalars or bytes
            One a parameter, each exactly as wide as the parameter.
        shared_bytes : int
            Dynamic shared memory.

        Raises
        ------
        LaunchError
            The configuration or the arguments do not fit; nothing ran.
        PtxError
            The kernel uses something that the executor does not know.
        """
        code, address = program.kernel(entry)
        launch = Launch()
        _configure(launch, code, grid, block, shared_bytes)
        params = _pack(code, args)
        table = self.memory.table(program.variables)
        launch.kernel = address
        launch.params = ctypes.addressof(params)
        launch.allocs = ctypes.addressof(table)
        launch.n_allocs = len(self.memory.allocations) + (program.variables is not None)
        launch.step_budget = self.step_budget
        n_workers = 1 if code.is_ordered else min(self.n_workers, launch.n_blocks)
        arenas = self._arenas[:n_workers]
        workers = [arena.prepare(launch) for arena in arenas]
        start = self.clock()
        if n_workers == 1:
            self.runtime.run_blocks(ctypes.addressof(workers[0]))
        else:
            list(self._pool.map(self.runtime.run_blocks, [ctypes.addressof(worker) for worker in workers]))
        seconds = self.clock() - start
        completed = launch.stop_block == 2**64 - 1
        faults = _collect(program.module, code, launch, arenas, self.memory)
        return LaunchReport(seconds, faults, completed, sum(worker.steps for worker in workers))


class _Arena:
    """One worker's memory, reused from launch to launch."""

    def __init__(self) -> None:
        self.buffers: dict[str, np.ndarray] = {}
        self.worker = Worker()
        self.faults = np.zeros(0, np.uint8)

    def _buffer(self, name: str, size: int) -> int:
        data = self.buffers.get(name)
        if data is None or len(data) < size + 64:
            data = self.buffers[name] = np.zeros(size + 64, np.uint8)
        return int(data.ctypes.data + (-data.ctypes.data % 64))

    def prepare(self, launch: Launch) -> Worker:
        n_fault_bytes = launch.n_sites * N_FAULT_KINDS * ctypes.sizeof(NativeFault)
        worker = self.worker = Worker()
        worker.launch = ctypes.addressof(launch)
        worker.warps = self._buffer("warps", launch.n_warps * ctypes.sizeof(Warp))
        worker.shared = self._buffer("shared", launch.shared_bytes)
        worker.local = self._buffer("local", launch.local_bytes * launch.n_warps * LANES)
        worker.registers = self._buffer("registers", launch.register_bytes * launch.n_warps)
        worker.faults = self._buffer("faults", n_fault_bytes)
        ctypes.memset(worker.faults, 0, n_fault_bytes)
        return worker


def _configure(
    launch: Launch, code: KernelCode, grid: Sequence[int], block: Sequence[int], shared_bytes: int
) -> None:
    for name, values, limits in (("grid", grid, MAX_GRID), ("block", block, MAX_BLOCK)):
        if len(values) != 3 or not all(1 <= v <= limit for v, limit in zip(values, limits, strict=True)):
            raise LaunchError(f"{name} must have three extents of 1 to {limits} (got {tuple(values)})")
    n_threads = block[0] * block[1] * block[2]
    if n_threads > MAX_BLOCK_THREADS:
        raise LaunchError(f"a block may have at most {MAX_BLOCK_THREADS} threads (got {tuple(block)})")
    total = code.frame.dynamic_offset + shared_bytes if shared_bytes else code.frame.static_shared_bytes
    if shared_bytes < 0 or total > MAX_SHARED_BYTES:
        raise LaunchError(
            f"a block may have at most {MAX_SHARED_BYTES} bytes of shared memory "
            f"(got {code.frame.static_shared_bytes} static and {shared_bytes} dynamic)"
        )
    launch.grid[:] = grid
    launch.block[:] = block
    launch.n_threads = n_threads
    launch.n_warps = -(-n_threads // LANES)
    launch.param_bytes = code.frame.param_bytes
    launch.shared_bytes = total
    launch.dynamic_shared_bytes = shared_bytes
    launch.local_bytes = code.frame.local_bytes
    launch.register_bytes = code.register_bytes
    launch.n_sites = len(code.sites)
    launch.n_blocks = grid[0] * grid[1] * grid[2]
    if launch.n_blocks > 2**31 - 1:
        raise LaunchError(f"the cpu device runs at most 2^31 - 1 blocks a launch (got {launch.n_blocks})")
    launch.stop_block = 2**64 - 1


def _pack(code: KernelCode, args: Sequence[np.generic]) -> ctypes.Array[ctypes.c_char]:
    if len(args) != len(code.params):
        raise LaunchError(f"{code.name} takes {len(code.params)} arguments (got {len(args)})")
    buffer = bytearray(max(code.frame.param_bytes, 1))
    for position, (param, arg) in enumerate(zip(code.params, args, strict=True)):
        data = np.asarray(arg).tobytes()
        if len(data) != param.size_bytes:
            raise LaunchError(
                f"argument {position} of {code.name} must be {param.size_bytes} bytes wide (got {len(data)})"
            )
        offset = code.frame.params[param.name]
        buffer[offset : offset + len(data)] = data
    return ctypes.create_string_buffer(bytes(buffer), len(buffer))


def _place_variables(module: Module) -> Allocation | None:
    """Give a module's ``.global`` and ``.const`` variables their memory, initialisers applied."""
    variables = [v for v in module.variables.values() if v.space in ("global", "const")]
    offsets, end = place_variables(variables, MODULE_BASE)
    if not variables:
        return None
    data = np.zeros(end - MODULE_BASE, np.uint8)
    for variable in variables:
        start = offsets[variable.name] - MODULE_BASE
        if variable.initial is not None:
            data[start : start + variable.size_bytes] = np.frombuffer(variable.initial, np.uint8)
        for at, symbol, addend in variable.references:
            if symbol in offsets:
                address = np.array([offsets[symbol] + addend], np.uint64).view(np.uint8)
                data[start + at : start + at + 8] = address
    return Allocation(MODULE_BASE, data, "module variables", MODULE_BASE, end)


def _collect(
    module: Module, code: KernelCode, launch: Launch, arenas: list[_Arena], memory: Memory
) -> tuple[Fault, ...]:
    """Merge the workers' faults: first occurrence by block, counts added, blocks past an early end left out."""
    n = launch.n_sites * N_FAULT_KINDS
    merged: dict[int, list[int]] = {}
    for arena in arenas:
        if not arena.worker.faults or not n:
            continue
        native = (NativeFault * n).from_address(arena.worker.faults)
        counts = np.frombuffer(native, dtype=_FAULT_DTYPE)
        for index in np.flatnonzero(counts["count"]):
            count, address, block, thread = (int(v) for v in counts[index])
            if block > launch.stop_block:
                continue
            seen = merged.get(int(index))
            if seen is None:
                merged[int(index)] = [count, address, block, thread]
            else:
                total = seen[0] + count
                if block < seen[2]:
                    seen[1:] = [address, block, thread]
                seen[0] = total
    faults = [
        _describe(module, code, launch, divmod(index, N_FAULT_KINDS), found, memory)
        for index, found in merged.items()
    ]
    return tuple(sorted(faults, key=lambda fault: (fault.ptx_line, fault.reason, fault.block, fault.thread)))


_FAULT_DTYPE = np.dtype(
    [("count", np.uint64), ("address", np.uint64), ("block", np.uint32), ("thread", np.uint32)]
)


def _describe(
    module: Module, code: KernelCode, launch: Launch, place: tuple[int, int], found: list[int], memory: Memory
) -> Fault:
    site, kind = code.sites[place[0]], FAULT_KINDS[place[1]]
    count, address, block, thread = found
    is_access = "{address}" in kind.text
    message = kind.text.format(
        space=site.space,
        size=site.size_bytes,
        address=_address_text(site.space, address, memory),
        lane=address,
        mask=f"{address:#010x}",
        budget=launch.step_budget,
    )
    grid, shape = launch.grid, launch.block
    return Fault(
        reason=kind.reason,
        message=message,
        block=(block % grid[0], block // grid[0] % grid[1], block // (grid[0] * grid[1])),
        thread=(thread % shape[0], thread // shape[0] % shape[1], thread // (shape[0] * shape[1])),
        address=address if is_access else None,
        size_bytes=site.size_bytes if is_access else 0,
        ptx_line=site.ptx_line,
        source_file=module.files.get(site.file, ""),
        source_line=site.source_line,
        count=count,
    )


def _address_text(space: str, address: int, memory: Memory) -> str:
    """Return an address with what lies there, for a message."""
    if space not in ("global", "generic") or address < PARAM_WINDOW:
        return f"{address:#x}"
    near = memory.find(address)
    if near is None:
        return f"{address:#x}"
    if address < near.low:
        where = f"{near.low - address} bytes before"
    elif address >= near.high:
        where = f"{address - near.high} bytes past the end of"
    else:
        where = f"{address - near.low} bytes into"
    return f"{address:#x} ({where} {near.label}, {near.high - near.low} bytes)"
