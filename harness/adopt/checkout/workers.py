"""Adopts the kernels of a checkout in several worker processes, each kernel within a time.

A compilation cannot be interrupted. So a worker process that has found no launch of its kernel in time is ended and
replaced; it makes a file when it finds one (`KernelJob.found`). The time is that of the processor, which a busy machine
does not shorten.
"""

from __future__ import annotations

import contextlib
import math
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol, cast

from ...errors import DeviceError, HarnessError
from ...run.case_run import run_case
from ...run.case_timing import time_case
from ...run.session import open_runner
from ...settings.settings import Settings
from ...worker.channel import Task
from .kernel_job import KernelJob
from .outcome import KernelOutcome, State
from .shared_code import open_shared_cpu

_HARD_FACTOR = 3.0
_HARD_EXTRA_S = 60.0
"""A worker that has not answered after so many times the kernel's time, and so many seconds more, is ended."""
REFUSAL_EXTRA_S = 4.0
"""Time after which a kernel without a launch is refused, beyond the time for finding one: for compiling."""
_BUSY_FACTOR = 3.0
"""A process that gets so small a part of a busy machine's time, or waits, is ended by the clock."""
_LOOK_S = 0.1
_DYING_S = 0.01
_GRACE_S = 5.0
"""A kernel that is being tried when the time for the checkout is up gets so many seconds to end."""
OUT_OF_TIME = "the time for the whole checkout was up (--minutes)"


def worker_settings(settings: Settings, seconds: float) -> Settings:
    """Return the settings of a worker, which adopts a whole kernel in one request."""
    hard = _HARD_FACTOR * seconds + _HARD_EXTRA_S
    return replace(
        settings,
        cpu_workers=1,
        case_deadline_s=hard,
        compile_deadline_s=min(settings.compile_deadline_s, hard),
    )


class EndableRunner(Protocol):
    """A runner of one worker process, which another thread can end."""

    @property
    def unavailable(self) -> str:
        """Reason the device is unavailable; empty if it is available."""

    def call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Call a function in the process that holds the device; see `harness.run.session.Runner`."""


class Waiting:
    """The groups of kernels that no worker has taken, in the order in which to try them.

    A source's kernels may be in several groups. While one worker compiles them for the first time, no other takes a
    group of that source: afterwards it finds their code in the disk cache.
    """

    def __init__(self, groups: Sequence[Sequence[KernelJob]]) -> None:
        self._groups = list(groups)
        self._compiling: set[Path] = set()
        self._changed = threading.Condition()

    def take(self) -> Sequence[KernelJob]:
        """Return the next group whose source no other worker compiles, waiting for one; empty if there is none."""
        with self._changed:
            while self._groups:
                for place, group in enumerate(self._groups):
                    if group[0].path not in self._compiling:
                        self._compiling.add(group[0].path)
                        return self._groups.pop(place)
                self._changed.wait()
            return ()

    def compiled(self, path: Path) -> None:
        """Let others take groups of a source."""
        with self._changed:
            self._compiling.discard(path)
            self._changed.notify_all()

    def clear(self) -> None:
        """Drop all groups, so that no worker waits."""
        with self._changed:
            self._groups.clear()
            self._changed.notify_all()


@dataclass(frozen=True)
class _Worker:
    """A worker process with its time."""

    runner: EndableRunner
    """The process."""
    found: Path
    """File that the process makes when it has found a launch."""
    refusal_s: float
    """Seconds of processor time after which the process is ended if it has found none."""

    def outcome(self, job: KernelJob) -> tuple[KernelOutcome, bool]:
        """Adopt one kernel, and return what became of it and whether its process was ended for its time."""
        self.found.unlink(missing_ok=True)
        watch = _Watch(self, self.refusal_s * job.patience)
        watch.start()
        began = time.monotonic()
        try:
            told: KernelOutcome = self.runner.call(job.function, replace(job, found=self.found))
        except HarnessError as error:
            told = job.outcome(State.CANNOT, " ".join(str(error).split()))
        finally:
            watch.stop()
        if watch.ended:
            # The process may have answered just before; it must not get the next kernel. A closed runner would start
            # no other process.
            _await_end(watch.process)
            if told.state is State.CANNOT:
                why = f"no launch was found within {watch.ended}; --seconds gives more time"
                told = replace(job.outcome(State.CANNOT, why), elapsed_s=time.monotonic() - began)
        return told, bool(watch.ended)


class _Watch(threading.Thread):
    """Ends the process of a worker that has used up its time without a launch."""

    def __init__(self, worker: _Worker, limit_s: float) -> None:
        super().__init__(daemon=True)
        self._worker = worker
        self._limit_s = limit_s
        self._is_over = threading.Event()
        self._ending = threading.Lock()
        self.ended = ""
        self.process: int | None = None

    def run(self) -> None:
        """Look at the time until there is an answer."""
        end = getattr(self._worker.runner, "break_off", None)
        if end is None or self._limit_s == math.inf:
            return  # without a process of its own nothing can be ended
        clock_end = time.monotonic() + _BUSY_FACTOR * self._limit_s
        process, used_before = None, 0.0
        while not self._is_over.wait(_LOOK_S):
            told = getattr(self._worker.runner, "process_id", None)
            if told != process:
                process, used_before = told, _processor_s(told)
            passed = ""
            if _processor_s(process) - used_before >= self._limit_s:
                passed = f"{self._limit_s:g} s of processor time"
            elif time.monotonic() >= clock_end:
                passed = f"{_BUSY_FACTOR * self._limit_s:g} s"
            if not passed:
                continue
            with self._ending:
                if not self._is_over.is_set() and not self._worker.found.exists():
                    self.ended, self.process = passed, process
                    end()
            return

    def stop(self) -> None:
        """Say that there is an answer."""
        with self._ending:
            self._is_over.set()


def _await_end(process: int | None) -> None:
    """Wait until a process that was killed has died."""
    while process is not None:
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except OSError:
            return
        if state in "ZX":
            return
        time.sleep(_DYING_S)


def _processor_s(process: int | None) -> float:
    """Return the processor time of a process; 0 if it has ended."""
    if process is None:
        return 0.0
    try:
        return time.clock_gettime(~process << 3 | 2)  # Linux's id of the clock of a process
    except OSError:
        return 0.0


def adopt_all(
    groups: Sequence[Sequence[KernelJob]],
    settings: Settings,
    n_workers: int,
    until: float = math.inf,
    clock: Callable[[], float] = time.monotonic,
    refusal_s: float = math.inf,
) -> Generator[KernelOutcome, None, None]:
    """Adopt kernels, and yield each outcome as soon as it is there, in any order."""
    waiting = Waiting(groups)
    left = {id(job): job for group in groups for job in group}
    answers: _Answers = SimpleQueue()
    is_stopped = threading.Event()
    with contextlib.ExitStack() as stack:
        task = Task(open_shared_cpu, run_case, time_case)
        runners = [
            stack.enter_context(open_runner("cpu", settings, task=task))
            for _ in range(max(1, min(n_workers, len(groups))))
        ]
        if runners[0].unavailable:
            raise DeviceError(runners[0].unavailable)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kernel-harness-adopt-")))
        workers = [
            _Worker(cast(EndableRunner, runner), folder / f"found-{number}", refusal_s)
            for number, runner in enumerate(runners)
        ]
        threads = [
            threading.Thread(
                target=_work,
                args=(worker, waiting, answers, lambda: is_stopped.is_set() or clock() > until),
                daemon=True,
            )
            for worker in workers
        ]
        try:
            for thread in threads:
                thread.start()
            n_working = len(threads)
            while left and n_working:
                try:
                    answer = answers.get(timeout=_wait(until + _GRACE_S - clock()))
                except Empty:
                    break  # what is still being tried ends with its process
                if isinstance(answer, BaseException):
                    raise answer
                if answer is None:
                    n_working -= 1
                    continue
                job, outcome = answer
                del left[id(job)]
                yield outcome
        finally:
            is_stopped.set()
            waiting.clear()
    for job in left.values():
        yield job.outcome(State.NOT_TRIED, OUT_OF_TIME)


_Answers = SimpleQueue[tuple[KernelJob, KernelOutcome] | BaseException | None]


def _wait(seconds: float) -> float | None:
    return None if seconds == math.inf else max(seconds, 0.01)


def _work(worker: _Worker, waiting: Waiting, answers: _Answers, is_over: Callable[[], bool]) -> None:
    """Try kernels until there are none or the time is over, and then answer None."""
    try:
        while not is_over() and (group := waiting.take()):
            path = group[0].path
            try:
                is_alone = False
                for job in group:
                    if is_over():
                        break
                    told, is_ended = worker.outcome(replace(job, beside=()) if is_alone else job)
                    if is_ended and not is_alone and len(job.beside) > 1 and not is_over():
                        is_alone = True
                        if told.state is State.CANNOT:
                            told, _ = worker.outcome(replace(job, beside=()))
                    waiting.compiled(path)
                    answers.put((job, told))
            finally:
                waiting.compiled(path)
        answers.put(None)
    except BaseException as error:
        answers.put(error)
