"""Adopts the kernels of a checkout in several worker processes, each kernel within a time."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Generator, Sequence
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
    groups: Sequence[Sequence[KernelJob]], settings: Settings, n_workers: int
) -> Generator[KernelOutcome, None, None]:
    """Adopt kernels, and yield each outcome as soon as it is there, in any order.

    Parameters
    ----------
    groups : sequence of sequence of KernelJob
        The kernels of each source, which are compiled together, so one worker gets them all.
    settings : Settings
        Settings from `worker_settings`.
    n_workers : int
        Largest number of worker processes, at least 1.

    Yields
    ------
    KernelOutcome
        Closing the iterator early ends all processes.

    Raises
    ------
    DeviceError
        There is no cpu device.
    """
    waiting: SimpleQueue[Sequence[KernelJob]] = SimpleQueue()
    # Long ones first, so that no worker is left alone with one at the end.
    for group in sorted(groups, key=len, reverse=True):
        waiting.put(group)
    answers: SimpleQueue[KernelOutcome | BaseException] = SimpleQueue()
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
            threading.Thread(target=_work, args=(runner, waiting, answers, is_stopped), daemon=True)
            for runner in runners
        ]
        try:
            for thread in threads:
                thread.start()
            for _ in range(sum(len(group) for group in groups)):
                answer = answers.get()
                if isinstance(answer, BaseException):
                    raise answer
                yield answer
        finally:
            is_stopped.set()


def _work(
    runner: Runner,
    waiting: SimpleQueue[Sequence[KernelJob]],
    answers: SimpleQueue[KernelOutcome | BaseException],
    is_stopped: threading.Event,
) -> None:
    try:
        while not is_stopped.is_set():
            try:
                group = waiting.get_nowait()
            except Empty:
                return
            for job in group:
                if is_stopped.is_set():
                    return
                answers.put(_outcome(runner, job))
    except BaseException as error:
        answers.put(error)


def _outcome(runner: Runner, job: KernelJob) -> KernelOutcome:
    try:
        told: KernelOutcome = runner.call(adopt_kernel, job)
    except HarnessError as error:
        return job.outcome(State.CANNOT, " ".join(str(error).split()))
    return told
