"""Records the launches of a case as far as one element depends on them, and slices each of them.

A launch is run several times, always from the same memory: once to find the blocks that wrote some bytes, then with
these blocks recorded. Bytes that a launch read and did not write are followed in the launch before.

Limitation: ``__device__`` variables keep their content from launch to launch, so a kernel that counts its launches is
not traced faithfully.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from ..device.base import LaunchResult
from ..device.cpu.ptx_cpu import CpuKernel, PtxCpu
from ..errors import UsageError
from ..launch.memory import CaseMemory
from ..launch.plan import LoadedLaunch
from ..lazy import dataclass
from ..ptx.launch.recorder import MAX_RECORDS, Recorder, WatchedWrite
from ..ptx.launch.watch import Watch
from ..run.case_run import merged
from .log import ByteWriter, Log
from .slicing import Slice, slice_back

MAX_BLOCKS = 256

Bytes = tuple[int, int]
"""Device addresses [start, stop)."""


@dataclass(frozen=True)
class SlicedLaunch:
    number: int
    """Its place among the case's launches, from 0."""
    entry: str
    log: Log
    slice: Slice
    files: dict[int, str]


@dataclass(frozen=True)
class CaseRecording:
    """The launches of a case, which can be run and recorded again and again."""

    launches: Sequence[LoadedLaunch]
    memory: CaseMemory
    device: PtxCpu
    schedule: int | None

    def run(self) -> list[LaunchResult]:
        """Run all launches from the start, as they are recorded, without recording them."""
        return self._run_until(len(self.launches))

    def _run_until(self, stop: int) -> list[LaunchResult]:
        self.memory.refill({}, self.device)
        results = []
        for launch in self.launches[:stop]:
            results.append(self._launched(launch, Recorder()))
            if not results[-1].completed:
                break
        return results

    def _launched(self, launch: LoadedLaunch, recorder: Recorder) -> LaunchResult:
        # without sanitizers
        watch = Watch(schedule=self.schedule, perturbation=self.device.watch.perturbation)
        args = launch.kernel, launch.config, launch.args, watch
        return self.device.launch_watched(*args, recorder=recorder)[0]

    def record(self, number: int, blocks: Collection[int] = (), watched: Sequence[Bytes] = ()) -> Recorder:
        # from the start: launches before this one have changed what it reads
        self._run_until(number)
        launch = self.launches[number]
        recorder = Recorder(blocks, watched)
        self._launched(launch, recorder)
        if recorder.is_full:
            raise UsageError(
                f"at most {MAX_RECORDS} instructions of warps can be recorded for one element "
                f"(got more, in {len(blocks)} blocks of {launch.entry}); trace a smaller case, which -k can name"
            )
        return recorder

    def writes(self, number: int, wanted: Sequence[Bytes]) -> tuple[WatchedWrite, ...]:
        return self.record(number, watched=wanted).writes

    def slices(
        self, wanted: Sequence[Bytes], is_read_only: Callable[[int], bool]
    ) -> tuple[list[SlicedLaunch], list[Bytes]]:
        """Return the slice of some bytes in each launch, the last launch first."""
        launches = []
        open_bytes = list(wanted)
        for number in reversed(range(len(self.launches))):
            if not open_bytes:
                break
            writes = self.writes(number, open_bytes)
            if not writes:
                continue
            sliced = self._slice(number, open_bytes, {write.block for write in writes}, is_read_only)
            launches.append(sliced)
            written = [(write.address, write.address + write.size_bytes) for write in writes]
            left = [part for part in open_bytes if not any(a < part[1] and part[0] < b for a, b in written)]
            open_bytes = merged([*left, *_read(sliced.slice, is_read_only)])
        return launches, open_bytes

    def _slice(
        self, number: int, wanted: Sequence[Bytes], blocks: set[int], is_read_only: Callable[[int], bool]
    ) -> SlicedLaunch:
        launch = self.launches[number]
        while True:
            if len(blocks) > MAX_BLOCKS:
                raise UsageError(
                    f"an element may depend on at most {MAX_BLOCKS} blocks (got {len(blocks)} of {launch.entry}); "
                    "trace a smaller case, which -k can name"
                )
            log = Log(self.record(number, blocks))
            sliced = slice_back(log, _last_writers(log, wanted))
            read = merged(_read(sliced, is_read_only))
            more = {write.block for write in self.writes(number, read)} - blocks if read else set()
            # writes of other blocks in the same launch can be followed once these blocks are recorded, too
            if not more:
                return SlicedLaunch(number, launch.entry, log, sliced, files_of(launch))
            blocks |= more


def files_of(launch: LoadedLaunch) -> dict[int, str]:
    """Return the table of source files of a launch's code."""
    return launch.kernel.program.files if isinstance(launch.kernel, CpuKernel) else {}


def _last_writers(log: Log, wanted: Sequence[Bytes]) -> list[ByteWriter]:
    writers: dict[ByteWriter, None] = {}
    for low, high in wanted:
        if host := log.recorder.host(low):
            written = log.writers(host, high - low, len(log.kind))
            writers |= dict.fromkeys(writer for _, _, writer in written if writer is not None)
    return list(writers)


def _read(sliced: Slice, is_read_only: Callable[[int], bool]) -> list[Bytes]:
    """Return the bytes that a launch read and that another block or launch may have written."""
    return [
        (leaf.address, leaf.address + leaf.size_bytes)
        for leaf in sliced.leaves
        if leaf.address is not None and not is_read_only(leaf.address)
    ]
