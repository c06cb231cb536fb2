"""Adopts the kernels of a checkout in several worker processes, each kernel within a time."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from signal import ITIMER_PROF, ITIMER_REAL, SIGALRM, SIGPROF, setitimer

from ...device.base import Device
from ...errors import DeviceError, HarnessError
from ...run.case_run import run_case
from ...run.case_timing import time_case
from ...run.session import Runner, open_runner
from ...settings.settings import ISOLATION_NONE, Settings
from ...worker.channel import Task
from ...worker.pool import run_groups
from ...worker.scheduler import Group
from .kernel_job import KernelJob, adopt_kernel
from .outcome import KernelOutcome, State
from .shared_code import SharedCodeCpu

_HARD_FACTOR = 3.0
_HARD_EXTRA_S = 60.0
"""A worker that has not answered after so many times the kernel's time, and so many seconds more, is ended."""
REFUSAL_EXTRA_S = 4.0
"""Time after which a kernel without a launch is refused, beyond the time for finding one: for compiling."""
_BUSY_FACTOR = 3.0
"""A process that gets so small a part of a busy machine's time, or waits, is ended by the clock."""
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
    on_outcome: Callable[[KernelOutcome], None],
    until: float = math.inf,
    refusal_s: float = math.inf,
) -> None:
    """Adopt kernels, and pass on each outcome as soon as it is there, in any order."""
    jobs = [job for group in groups for job in group]
    places = iter(range(len(jobs)))
    # While a worker compiles a source for the first time, others take other sources: the disk cache has it afterwards.
    listed = [Group(tuple(next(places) for _ in group), group[0].path) for group in groups]
    with contextlib.ExitStack() as stack:
        task = Task(SharedCodeCpu, run_case, time_case)
        runners = [
            stack.enter_context(open_runner("cpu", settings, task=task))
            for _ in range(max(1, min(n_workers, len(groups))))
        ]
        if runners[0].unavailable:
            raise DeviceError(runners[0].unavailable)
        has_process = settings.isolation != ISOLATION_NONE
        members = [Worker(runner, until, refusal_s, has_process=has_process) for runner in runners]
        with contextlib.closing(run_groups(members, jobs, listed, on_answer=on_outcome)) as answers:
            for _ in answers:
                pass


class Worker:
    """A member of the pool: a runner of one worker process, which adopts kernels until the time is up."""

    def __init__(self, runner: Runner, until: float, refusal_s: float, *, has_process: bool) -> None:
        self._runner = runner
        self._until = until
        self._refusal_s = refusal_s
        self._has_process = has_process

    @property
    def unavailable(self) -> str:
        return self._runner.unavailable

    def break_off(self) -> None:
        end = getattr(self._runner, "break_off", None)
        if end is not None:
            end()

    def run_all(self, jobs: Iterable[KernelJob]) -> Generator[KernelOutcome, None, None]:
        is_alone = False
        for job in jobs:
            outcome, is_ended = self._outcome(replace(job, beside=()) if is_alone else job)
            if is_ended and len(job.beside) > 1 and not is_alone:
                # All kernels of a source together may take too long to compile.
                is_alone = True
                outcome, _ = self._outcome(replace(job, beside=()))
            yield outcome

    def _outcome(self, job: KernelJob) -> tuple[KernelOutcome, bool]:
        """Adopt one kernel, and return what became of it and whether its process was ended for its time."""
        began = time.monotonic()
        if began > self._until:
            return job.outcome(State.NOT_TRIED, OUT_OF_TIME), False
        limit_s = self._refusal_s * job.patience
        call = self._runner.call
        try:
            if self._has_process:
                return call(adopt_in_time, job, limit_s, self._until + _GRACE_S), False
            return call(adopt_kernel, job), False
        except HarnessError as error:
            why = " ".join(str(error).split())
        if SIGALRM.name in why and time.monotonic() > self._until:
            return job.outcome(State.NOT_TRIED, OUT_OF_TIME), False
        limits = {SIGPROF: f"{limit_s:g} s of processor time", SIGALRM: f"{_BUSY_FACTOR * limit_s:g} s"}
        limit = next((text for signal, text in limits.items() if signal.name in why), "")
        if limit:
            why = f"no launch was found within {limit}; --seconds gives more time"
        return replace(job.outcome(State.CANNOT, why), elapsed_s=time.monotonic() - began), bool(limit)


def adopt_in_time(
    device: Device, settings: Settings, job: KernelJob, limit_s: float, until: float
) -> KernelOutcome:
    """Adopt one kernel in a process that ends if it has not found a launch in time.

    `limit_s` is processor time, which a busy machine does not shorten; `until` is of ``time.monotonic``.
    """

    def end_in(processor_s: float, clock_s: float) -> None:
        # The signals end the process: nothing else interrupts a compiler.
        for timer, seconds in ((ITIMER_PROF, processor_s), (ITIMER_REAL, clock_s)):
            setitimer(timer, 0.0 if seconds == math.inf else max(seconds, 0.001))

    end_in(limit_s, min(_BUSY_FACTOR * limit_s, until - time.monotonic()))
    try:
        return adopt_kernel(device, settings, job, lambda: end_in(math.inf, until - time.monotonic()))
    finally:
        end_in(math.inf, math.inf)
