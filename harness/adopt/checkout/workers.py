"""Adopts the kernels of a checkout in several worker processes, each kernel within a time.

A compilation cannot be interrupted. So a worker process that has found no launch of its kernel in time is ended and
replaced; it makes a file when it finds one (`KernelJob.found`).
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
from .kernel_job import KernelJob, adopt_kernel
from .outcome import KernelOutcome, State
from .shared_code import open_shared_cpu

_HARD_FACTOR = 3.0
_HARD_EXTRA_S = 60.0
"""A worker that has not answered after so many times the kernel's time, and so many seconds more, is ended."""
REFUSAL_EXTRA_S = 4.0
"""Time on the clock for finding a launch, beyond the processor time for it: for compiling and for a busy machine."""
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

    def close(self) -> None:
        """End the process; the next call starts another."""


class Waiting:
    """The groups of kernels that no worker has taken, in the order in which to try them.

    A source's kernels may be in several groups. While one worker compiles them for the first time, no other takes a
    group of that source: afterwards it finds their code in the disk cache.

    Parameters
    ----------
    groups : sequence of sequence of KernelJob
        Kernels of one source each.
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
    """A worker process with its time.

    Parameters
    ----------
    runner : EndableRunner
        The process.
    found : Path
        File that the process makes when it has found a launch.
    refusal_s : float
        Seconds after which the process is ended if it has found none.
    """

    runner: EndableRunner
    found: Path
    refusal_s: float

    def outcome(self, job: KernelJob) -> tuple[KernelOutcome, bool]:
        """Adopt one kernel, and return what became of it and whether its process was ended for its time."""
        self.found.unlink(missing_ok=True)
        lock, is_over, is_ended = threading.Lock(), False, False
        end = getattr(self.runner, "break_off", None)  # without a process of its own nothing can be ended

        def refuse() -> None:
            nonlocal is_ended
            with lock:
                if not is_over and end is not None and not self.found.exists():
                    is_ended = True
                    end()

        timer = threading.Timer(self.refusal_s, refuse) if self.refusal_s < math.inf else None
        began = time.monotonic()
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            told: KernelOutcome = self.runner.call(adopt_kernel, replace(job, found=self.found))
        except HarnessError as error:
            told = job.outcome(State.CANNOT, " ".join(str(error).split()))
        with lock:
            is_over = True
        if timer is not None:
            timer.cancel()
        if is_ended:
            # The process may have answered just before; it must not get the next kernel.
            self.runner.close()
            if told.state is State.CANNOT:
                why = f"no launch was found within {self.refusal_s:g} s; --seconds gives more time"
                told = replace(job.outcome(State.CANNOT, why), elapsed_s=time.monotonic() - began)
        return told, is_ended


def adopt_all(
    groups: Sequence[Sequence[KernelJob]],
    settings: Settings,
    n_workers: int,
    until: float = math.inf,
    clock: Callable[[], float] = time.monotonic,
    refusal_s: float = math.inf,
) -> Generator[KernelOutcome, None, None]:
    """Adopt kernels, and yield each outcome as soon as it is there, in any order.

    Parameters
    ----------
    groups : sequence of sequence of KernelJob
        Kernels of one source, which are compiled together, so one worker gets them all; in the order in which to try
        them.
    settings : Settings
        Settings from `worker_settings`.
    n_workers : int
        Largest number of worker processes, at least 1.
    until : float
        Time of `clock` after which no further kernel is tried.
    clock : callable
        Returns seconds.
    refusal_s : float
        Seconds on the clock after which a kernel is refused if no launch was found: its process is ended. A source
        whose kernels do not compile together in that time is compiled kernel by kernel, and the first tried again.

    Yields
    ------
    KernelOutcome
        One for each kernel; `State.NOT_TRIED` for those that there was no time for. Closing the iterator early ends
        all processes.

    Raises
    ------
    DeviceError
        There is no cpu device.
    """
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
