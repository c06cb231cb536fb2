"""Loads PTX and launches its kernels on all cores of this host.

`Executor` holds the runtime and the device memory; `Program` is one loaded module; `Executor.launch` runs a grid and
returns its faults. A kernel cannot crash the process: every access is checked first, and a step budget ends endless
loops.
"""

from __future__ import annotations

import bisect
import ctypes
import os
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...errors import DeviceTooSmallError, LaunchError, PtxError
from ...store.disk_cache import DiskCache
from .. import layout as kh
from ..codegen.native import Runtime
from ..codegen.program import Program
from ..fault import HANG, OUT_OF_BOUNDS, KernelFault
from ..ir.kernel_code import KernelCode
from ..memory import Allocation, Backup, Memory, native_table
from ..textures import Textures
from .launch_report import FaultReader, LaunchReport, ended_by
from .preparation import (
    ALL_GANGS,
    MAX_OWNERS,
    Arena,
    Configurations,
    FaultTable,
    LaunchLibrary,
    RaceShadow,
    arena_sizes,
    take_turns,
)
from .watch import UNWATCHED, Watch, meets_in_memory, seed_word

if TYPE_CHECKING:
    from .recorder import Recorder

__all__ = ["Executor", "LaunchReport", "Program"]

MIN_CLUSTER_SM = 90
DEFAULT_STEP_BUDGET = 1 << 26
"""Instructions one warp may execute; about a second of one core."""
ARENA_LIMIT_BYTES = 1 << 30
"""Most memory of all workers together; a launch with large blocks runs on fewer workers."""
EXACT_STEP_BUDGET = 2048
"""Step budget of the exact pass over a launch that does not end. Exact observers take milliseconds for an access of
threads that wait for each other, and the first rounds show all findings."""
WHOLE_BYTES = 1 << 24
"""Up to this much device memory is copied and shadowed whole: finding out what a kernel needs costs more."""
NORMAL_STACK_BYTES = 4 << 20
"""Native stack of every thread; kernels that may need more run on threads of their own."""
STACK_LIMIT_BYTES = 1 << 30


class Executor:
    """A virtual GPU on this host's cores. Not thread-safe.

    `memory` is its device memory, and `textures` has its texture and surface objects. A warp may execute
    `step_budget` instructions before its launch counts as hung, which is checked at loop heads. `clock` gives
    monotonic seconds.
    """

    def __init__(
        self,
        cache: DiskCache | None = None,
        n_workers: int | None = None,
        step_budget: int = DEFAULT_STEP_BUDGET,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.runtime = Runtime(cache)
        self.memory = Memory()
        self.textures = Textures()
        self.n_workers = n_workers or len(os.sched_getaffinity(0))
        self.step_budget = step_budget
        self.clock = clock
        self._configurations = Configurations()
        self._faults = FaultTable()
        self._races = RaceShadow()
        self._backup = Backup()
        # the launch that runs and the thread that waits for it: another thread may ask to `stop` it
        self._running: tuple[kh.Launch, int] | None = None
        # kernels of each program that have reached memory that no argument points to
        self._far: weakref.WeakKeyDictionary[Program, set[str]] = weakref.WeakKeyDictionary()
        self._arenas = [Arena() for _ in range(self.n_workers)]
        # the calling thread is one of the workers
        self._pool = ThreadPoolExecutor(max(self.n_workers - 1, 1), thread_name_prefix="kernel-harness-cpu")

    def close(self) -> None:
        self._pool.shutdown()
        self.memory.clear()
        self.textures.clear()

    def load(self, ptx: str) -> Program:
        """Parse PTX and place its variables; PtxError if the text cannot be parsed."""
        return Program(ptx, self.runtime)

    def stop(self, thread: int) -> None:
        """End the launch of a thread, named by its `threading.get_ident`, as if its step budget were used up."""
        # Any thread may call this.
        running = self._running
        if running is not None and running[1] == thread:
            # read by kh_refill when a warp at a loop head has used up its slice of steps
            running[0].step_budget = 0

    def launch(
        self,
        program: Program,
        entry: str,
        grid: Sequence[int],
        block: Sequence[int],
        args: Sequence[np.generic | bytes],
        shared_bytes: int = 0,
        watch: Watch = UNWATCHED,
        cluster: Sequence[int] | None = None,
        cooperative: bool = False,
        recorder: Recorder | None = None,
        blocks: tuple[int, int] | None = None,
    ) -> LaunchReport:
        """Run a grid and wait for it; LaunchError if the configuration, the arguments or the host's memory do not fit.

        Each argument has exactly its parameter's size. If the screening pass of `watch` leaves a suspicion, memory is
        restored and the launch runs again in the exact pass, whose report is returned. The blocks of a `cooperative`
        launch run at the same time. A recorded launch runs on one core, with the schedule of `watch` and none of its
        checks. `blocks` are the only ones to run, [start, stop) by number: without clusters, and with checks that need
        no second launch.
        """
        if recorder is not None:
            watch = Watch(schedule=watch.schedule, perturbation=watch.perturbation)
        code, address = program.kernel(
            entry,
            counting=watch.counts or watch.branches,
            tracing=recorder is not None,
            drawing=watch.drawing is not None,
        )
        if watch.drawing is not None and not any(map(meets_in_memory, code.sites)):
            # The order of threads shows in the roundings of atomic sums alone, and a launch in another takes longer.
            watch = replace(watch, schedule=None)
        launch = self._configurations.launch(code, grid, block, shared_bytes, cluster, cooperative)
        if launch.is_cluster and (program.sm or MIN_CLUSTER_SM) < MIN_CLUSTER_SM:
            raise LaunchError(f"clusters need code for sm_{MIN_CLUSTER_SM} or later (got {program.target})")
        if blocks is not None:
            assert not watch.may_run_again
            if launch.gang_blocks > 1:
                raise DeviceTooSmallError("blocks that run together are not launched in parts")
            # each gang is one block here, and workers claim positions from the first to n_gangs
            launch.next_gang, launch.n_gangs = blocks
        launch.workspace = program.workspace() if cooperative else 0
        if watch.schedule is not None and code.may_wait:
            take_turns(launch, watch.schedule)
        launch.kernel = address
        # an address keeps nothing alive: `params` is a local that outlives the launch
        params = self._configurations.parameters(code, args)
        launch.params = ctypes.addressof(params)
        launch.textures, launch.n_textures = self.textures.native_table()
        launch.step_budget = self.step_budget
        launch.schedule = seed_word(watch.schedule)
        launch.perturbation = seed_word(watch.perturbation)
        launch.drawing = seed_word(watch.drawing)
        launch.draws_evenly = watch.draws_evenly
        if watch.drawn_line is not None:
            # a local that outlives the launch, as above
            drawn = ctypes.create_string_buffer(
                bytes(watch.drawn_line in site.places for site in code.sites), len(code.sites)
            )
            launch.drawn_sites = ctypes.addressof(drawn)
        # these kernels have no cheap pass, and the first launch has had the exact one
        if watch.is_again and _is_beyond_screening(launch, code):
            watch = replace(watch, races=False)
        near = self._near(program, entry, args) if watch.may_run_again else None
        if near is not None:
            report = self._launch(program, code, launch, watch, near, native_table(near), is_near=True)
            if report is not None:
                return report
            self._far.setdefault(program, set()).add(entry)
        # read once: another thread, or a finalizer, may free memory between two calls
        allocations = program.allocations(self.memory)
        table = program.native_table(allocations)
        report = self._launch(program, code, launch, watch, allocations, table, recorder=recorder)
        assert report is not None
        return report

    def _near(
        self, program: Program, entry: str, args: Sequence[np.generic | bytes]
    ) -> tuple[Allocation, ...] | None:
        """Return the allocations that arguments point to, and the module's variables."""
        # To copy and to shadow these alone is enough for most kernels. Returns None if that would save little, or if
        # the kernel has reached others before.
        others = self.memory.allocations
        if sum(len(other.data) for other in others) <= WHOLE_BYTES or entry in self._far.get(program, ()):
            return None
        starts = [allocation.address for allocation in others]
        pointed_to = set()
        for arg in args:
            data = arg if isinstance(arg, bytes) else np.asarray(arg).tobytes()
            # a structure that is passed by value may hold pointers, at any word of it
            for at in range(0, len(data) - 7, 4):
                pointer = int.from_bytes(data[at : at + 8], "little")
                pointer = self.textures.address(pointer)
                index = bisect.bisect(starts, pointer) - 1
                # one past the end is still a pointer to the buffer, as in C
                if index >= 0 and pointer <= starts[index] + len(others[index].data):
                    pointed_to.add(index)
        kept = {id(others[index]) for index in pointed_to} | {id(variable) for variable in program.variables}
        everything = program.allocations(self.memory)
        near = tuple(allocation for allocation in everything if id(allocation) in kept)
        return near if len(near) < len(everything) else None

    def _launch(
        self,
        program: Program,
        code: KernelCode,
        launch: kh.Launch,
        watch: Watch,
        allocations: tuple[Allocation, ...],
        table: ctypes.Array[kh.Alloc],
        *,
        is_near: bool = False,
        recorder: Recorder | None = None,
    ) -> LaunchReport | None:
        """Run a configured grid on some allocations."""
        # Returns None, with memory restored, if some allocations were left out (`is_near`) and the kernel has reached
        # an address outside of the given ones.
        library = LaunchLibrary(code)
        if watch.may_run_again:
            self._back_up(allocations, watch.undefined)
        shadows = _shadows(allocations, watch.undefined)  # a local that outlives the launch
        launch.defined = ctypes.addressof(shadows)
        n_allocs = len(allocations)
        library.prepare(launch, table, n_allocs)
        if recorder is not None:
            recorder.attach(launch, code, allocations)
            return self._run_watched(program, code, launch, library, kh.WATCH_TRACE, allocations)

        def start_again() -> None:
            self._backup.put_back(allocations)
            launch.next_gang, launch.stop_gang, launch.suspects = 0, ALL_GANGS, 0
            library.prepare(launch, table, n_allocs)

        # The screening pass cannot follow these kernels. If the exact pass takes long, because blocks wait for each
        # other, the usual order of passes finds out how the launch ends.
        is_exact_first = watch.races and not watch.counts and _is_beyond_screening(launch, code)
        if is_exact_first:
            launch.step_budget = min(self.step_budget, EXACT_STEP_BUDGET)
            report = self._run_watched(
                program, code, launch, library, watch.first | kh.WATCH_RACES, allocations
            )
            launch.step_budget = self.step_budget
            is_exact_first = report.ended_by != HANG
            if is_exact_first:
                report = replace(report, exact=kh.WATCH_RACES)
            else:
                start_again()
        if not is_exact_first:
            report = self._run_watched(program, code, launch, library, watch.first, allocations)
        # an address outside of these allocations may lie in one that was left out
        if is_near and any(fault.reason in OUT_OF_BOUNDS for fault in report.faults):
            start_again()
            return None
        exact = watch.exact(
            launch.suspects | kh.WATCH_DEFINED_FAST * (watch.undefined and code.reads_undefined)
        )
        if exact:
            exact |= report.exact
            start_again()
            if exact & kh.WATCH_DEFINED:
                code, launch.kernel = program.kernel(code.name, shadows=True)
                # registers are filled with ones, which in the slot of a shadow means undefined
                launch.register_bytes, launch.fill_registers = code.register_bytes, 1
            is_endless = report.ended_by == HANG
            # else a kernel without an end would use up its whole budget again, in the slow pass
            if is_endless:
                launch.step_budget = min(self.step_budget, EXACT_STEP_BUDGET)
            seen = self._run_watched(program, code, launch, library, exact, allocations)
            if is_endless:
                report = replace(report, faults=_with_exact(report.faults, seen.faults), exact=exact)
            else:
                # the exact pass is slow, and does not count
                report = replace(seen, seconds=report.seconds, counts=report.counts, exact=exact)
        if watch.may_run_again:
            self._backup.finish()
        return report

    def _back_up(self, allocations: Sequence[Allocation], shadows: bool) -> None:
        try:
            self._backup.take(allocations, shadows)
        except MemoryError:
            needed = sum(len(a.data) for a in allocations if not a.is_const)
            raise LaunchError(
                f"out of host memory for a copy of the {needed} bytes that a launch may have to start from again; "
                "without sanitizers none is made"
            ) from None

    def _run_watched(
        self,
        program: Program,
        code: KernelCode,
        launch: kh.Launch,
        library: LaunchLibrary,
        watch: int,
        allocations: Sequence[Allocation],
    ) -> LaunchReport:
        """Run a configured launch once with the checks in the bits of `watch`, on the allocations of its table."""
        launch.watch = watch
        if watch & (kh.WATCH_RACES_FAST | kh.WATCH_RACES):
            self._races.prepare(launch, code, allocations)
        launch.faults = self._faults.prepare(len(code.sites))
        workers = self._prepare_workers(launch, code)
        tables = None
        if code.counted:
            from .counts import CountTables

            tables = CountTables(code, workers)
        pointers = (ctypes.c_void_p * len(workers))(*map(ctypes.addressof, workers))
        launch.workers = ctypes.addressof(pointers)
        launch.n_workers = len(workers)
        start = self.clock()
        self._running = launch, threading.get_ident()
        try:
            if code.stack_bytes <= NORMAL_STACK_BYTES:
                self._run(workers, launch)
            else:
                _run_with_stack(self.runtime.run_blocks, workers, launch, code.stack_bytes)
            seconds = self.clock() - start
            self.runtime.spent(seconds)
            for worker in workers:
                program.note_blocks(code, ctypes.string_at(worker.ran, len(code.block_places)))
            faults: tuple[KernelFault, ...] = ()
            if launch.faults.n_seen:
                reachable = (*allocations, *library.allocations())
                where = (program.files, code, launch, reachable, self.memory.freed)
                faults = FaultReader(*where, library.note, program.address_symbols).faults()
            completed = launch.stop_gang == ALL_GANGS
            reason = "" if completed else ended_by(launch)
        finally:
            self._running = None
            if launch.faults.n_seen:
                self._faults.clear()
        if watch & (kh.WATCH_RACES_FAST | kh.WATCH_RACES):
            self._races.finish(code)
        # in a stopped launch, the steps of the other workers depend on their speed
        steps = sum(w.steps for w in workers) if completed else 0
        counts = branches = None
        if tables is not None and completed:
            if watch & kh.WATCH_COUNTS:
                counts = tables.read(program.files, code)
            else:
                branches = tables.branches(program.files, code)
        printed = library.printed(launch)
        return LaunchReport(seconds, faults, completed, steps, printed, counts, reason, branches=branches)

    def _prepare_workers(self, launch: kh.Launch, code: KernelCode) -> list[kh.Worker]:
        sizes = dict(arena_sizes(launch, code))
        needed = sum(sizes.values())
        if launch.gang_blocks > 1 and needed > ARENA_LIMIT_BYTES:
            raise LaunchError(
                f"{launch.gang_blocks} blocks of {code.name} must run at the same time and need {needed} bytes "
                f"(the cpu device has {ARENA_LIMIT_BYTES} for them); launch fewer or smaller blocks"
            )
        affordable = ARENA_LIMIT_BYTES // max(needed, 1)
        # one worker where the order of blocks shows in the results
        in_order = (
            code.is_ordered
            or launch.turns
            or launch.watch & (kh.WATCH_RACES | kh.WATCH_DEFINED | kh.WATCH_TRACE)
        )
        most = min(self.n_workers, MAX_OWNERS) if launch.watch & kh.WATCH_RACES_FAST else self.n_workers
        n = 1 if in_order else max(1, min(most, launch.n_gangs, affordable))
        try:
            return [arena.prepare(launch, code, sizes) for arena in self._arenas[:n]]
        except MemoryError:
            raise LaunchError(
                f"out of host memory for {launch.gang_blocks} blocks of {code.name} at a time: "
                f"they need {needed} bytes"
            ) from None

    def _run(self, workers: list[kh.Worker], launch: kh.Launch) -> None:
        futures: list[Future[None]] = []
        try:
            for worker in workers[1:]:
                try:
                    futures.append(self._pool.submit(self.runtime.run_blocks, ctypes.addressof(worker)))
                except RuntimeError:  # no further thread is available: the other workers do its share
                    # kh_settle_faults of the others would wait for this worker's floor for good
                    worker.floor = ALL_GANGS
            self.runtime.run_blocks(ctypes.addressof(workers[0]))
        except BaseException:
            # the others must not wait for this worker's blocks, and need not continue with their own
            launch.stop_gang = 0
            workers[0].floor = ALL_GANGS
            raise
        finally:
            if futures:
                _join(lambda: wait(futures), launch)


def _is_beyond_screening(launch: kh.Launch, code: KernelCode) -> bool:
    return launch.gang_blocks > 1 or launch.is_cluster or code.uses_mbarriers or code.has_asyncs


def _shadows(allocations: Sequence[Allocation], is_watched: bool) -> ctypes.Array[ctypes.c_void_p]:
    """Return the address of each allocation's shadow, as ``kh_launch.defined``."""
    # An unwatched launch may write anywhere, so all memory counts as initialised after it.
    addresses = (ctypes.c_void_p * max(len(allocations), 1))()
    for index, allocation in enumerate(allocations):
        if not is_watched:
            allocation.define()
        elif allocation.shadow() is not None:
            addresses[index] = allocation.shadow_address
    return addresses


def _with_exact(faults: Sequence[KernelFault], exact: Sequence[KernelFault]) -> tuple[KernelFault, ...]:
    """Return the faults of a launch that did not end, and the further faults of a shorter exact pass."""
    seen = {(fault.reason, fault.source_line or fault.ptx_line) for fault in faults}
    new = (
        fault
        for fault in exact
        if (fault.reason, fault.source_line or fault.ptx_line) not in seen and fault.reason != HANG
    )
    return (*faults, *new)


def _join(wait_for_workers: Callable[[], object], launch: kh.Launch) -> None:
    """Wait until the workers have ended, even if interrupted: they use memory that the caller will free."""
    interruption: BaseException | None = None
    while True:
        try:
            wait_for_workers()
        except BaseException as error:
            launch.stop_gang = 0
            interruption = error
        else:
            break
    if interruption is not None:
        raise interruption


def _run_with_stack(
    run: Callable[[int], None], workers: list[kh.Worker], launch: kh.Launch, stack_bytes: int
) -> None:
    """Run all workers on new threads with a stack for a large kernel's values; only used pages take memory."""
    if stack_bytes > STACK_LIMIT_BYTES:
        raise PtxError(f"the kernel is too large: it may need {stack_bytes} bytes of stack")
    # whole mebibytes, with at least one for the thread itself
    size = ((stack_bytes >> 20) + 2) << 20
    # a setting of the whole process, so it is put back even if a thread cannot start
    previous = threading.stack_size(size)
    threads = []
    try:
        for worker in workers:
            thread = threading.Thread(target=run, args=(ctypes.addressof(worker),))
            try:
                thread.start()
            except RuntimeError:
                worker.floor = ALL_GANGS
            else:
                threads.append(thread)
    finally:
        threading.stack_size(previous)
        for thread in threads:
            _join(thread.join, launch)
    if not threads:
        raise LaunchError(f"no thread with a stack of {size} bytes can be started for a kernel of this size")
