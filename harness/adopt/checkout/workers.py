"""Adopts the kernels of a checkout in several worker processes, each kernel within a time."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue

from ...errors import DeviceError, HarnessError
from ...run.case_run import run_case
from ...run.case_timing import time_case
from ...run.session import Runner, open_runner
from ...settings.settings import Settings
from ...worker.channel import Task
from .kernel_job import KernelJob, adopt_kernel
from .outcome import KernelOutcome, State
from .shared_code import open_shared_cpu

_HARD_FACTOR = 3.0
_HARD_EXTRA_S = 60.0
"""A worker that has not answered after so many times the kernel's time, and so many seconds more, is ended."""
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


def adopt_all(
    groups: Sequence[Sequence[KernelJob]],
    settings: Settings,
    n_workers: int,
    until: float = math.inf,
    clock: Callable[[], float] = time.monotonic,
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
    waiting: SimpleQueue[Sequence[KernelJob]] = SimpleQueue()
    for group in groups:
        waiting.put(group)
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
        threads = [
            threading.Thread(
                target=_work,
                args=(runner, waiting, answers, lambda: is_stopped.is_set() or clock() > until),
                daemon=True,
            )
            for runner in runners
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
    for job in left.values():
        yield job.outcome(State.NOT_TRIED, OUT_OF_TIME)


_Answers = SimpleQueue[tuple[KernelJob, KernelOutcome] | BaseException | None]


def _wait(seconds: float) -> float | None:
    return None if seconds == math.inf else max(seconds, 0.01)


def _work(
    runner: Runner,
    waiting: SimpleQueue[Sequence[KernelJob]],
    answers: _Answers,
    is_over: Callable[[], bool],
) -> None:
    """Try kernels until there are none or the time is over, and then answer None."""
    try:
        while not is_over():
            try:
                group = waiting.get_nowait()
            except Empty:
                break
            for job in group:
                if is_over():
                    break
                answers.put((job, _outcome(runner, job)))
        answers.put(None)
    except BaseException as error:
        answers.put(error)


def _outcome(runner: Runner, job: KernelJob) -> KernelOutcome:
    try:
        told: KernelOutcome = runner.call(adopt_kernel, job)
    except HarnessError as error:
        return job.outcome(State.CANNOT, " ".join(str(error).split()))
    return told
