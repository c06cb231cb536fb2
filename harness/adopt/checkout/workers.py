"""Adopts the kernels of a checkout in several worker processes, each kernel within a time."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from signal import ITIMER_PROF, ITIMER_REAL, SIGALRM, SIGPROF, setitimer
from typing import Any

from ...device.base import Device
from ...errors import DeviceError, HarnessError
from ...run.case_run import run_case
from ...run.session import Runner, open_runner
from ...settings.settings import ISOLATION_NONE, Settings
from ...worker.channel import Task
from ...worker.pool import Group, run_groups
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
    listed = [Group(tuple(next(places) for _ in group), group[0].file.path) for group in groups]
    limits = Limits(until, refusal_s, settings.isolation != ISOLATION_NONE)
    with contextlib.ExitStack() as stack:
        task = Task(SharedCodeCpu, run_case)
        runners: list[Any] = [
            stack.enter_context(open_runner("cpu", settings, task=task))
            for _ in range(max(1, min(n_workers, len(groups))))
        ]
        if runners[0].unavailable:
            raise DeviceError(runners[0].unavailable)
        answers = run_groups(runners, limits.outcomes, jobs, listed, on_answer=on_outcome)
        with contextlib.closing(answers):
            for _ in answers:
                pass


@dataclass(frozen=True)
class Limits:
    """When an adoption of a checkout, and a kernel in it, ends."""

    until: float
    """Time of ``time.monotonic`` after which no kernel is begun."""
    refusal_s: float
    """Seconds of processor time after which a CUDA kernel without a launch is refused."""
    has_process: bool = True
    """Whether kernels are adopted in processes of their own, which can be ended."""

    def outcomes(self, runner: Runner, jobs: Iterable[KernelJob]) -> Generator[KernelOutcome, None, None]:
        """Adopt kernels of one source one after the other."""
        is_alone = False
        for job in jobs:
            outcome, is_ended = self._outcome(runner, replace(job, is_alone=is_alone))
            if is_ended and len(job.beside) > 1 and not is_alone:
                # All kernels of a source together may take too long to compile.
                is_alone = True
                outcome, _ = self._outcome(runner, replace(job, is_alone=True))
            yield outcome

    def _outcome(self, runner: Runner, job: KernelJob) -> tuple[KernelOutcome, bool]:
        """Adopt one kernel, and return what became of it and whether its process was ended for its time."""
        if time.monotonic() > self.until:
            return job.outcome(State.NOT_TRIED, OUT_OF_TIME), False
        limit_s = self.refusal_s * job.patience
        try:
            if self.has_process:
                return runner.call(adopt_in_time, job, limit_s, self.until + _GRACE_S), False
            return runner.call(adopt_kernel, job), False
        except HarnessError as error:
            why = " ".join(str(error).split())
        if SIGALRM.name in why and time.monotonic() > self.until:
            return job.outcome(State.NOT_TRIED, OUT_OF_TIME), False
        limits = {SIGPROF: f"{limit_s:g} s of processor time", SIGALRM: f"{_BUSY_FACTOR * limit_s:g} s"}
        limit = next((text for signal, text in limits.items() if signal.name in why), "")
        if limit:
            why = f"no launch was found within {limit}; --seconds gives more time"
        return job.outcome(State.CANNOT, why), bool(limit)


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
