"""Runs the kernels of undeclared files in several worker processes: a crash or a hang costs one kernel only."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..adopt.checkout.workers import worker_settings
from ..compiler.source.file_names import display_path
from ..device.cpu.ptx_cpu import PtxCpu
from ..errors import DeviceError, HarnessError
from ..run.case_run import run_case
from ..run.session import Runner, open_runner
from ..settings.settings import Settings, usable_cores
from ..worker.channel import Task
from ..worker.pool import Group, run_groups
from .buffers import MOST_STEPS
from .job import RecordedKernel, RunKernel, UndeclaredKernel
from .replay import SECONDS as REPLAY_SECONDS
from .replay import replay_pair
from .replayed import Pair, Replayed
from .trial import SECONDS as TRIAL_SECONDS
from .trial import run_kernel, run_recorded

_Job = TypeVar("_Job", UndeclaredKernel, RecordedKernel, Pair)


def run_undeclared(
    kernels: Sequence[UndeclaredKernel], settings: Settings, on_end: Callable[[RunKernel], None]
) -> tuple[RunKernel, ...]:
    """Run kernels on the cpu device, with the sanitizers of the settings; return their results in order."""

    def not_run(job: UndeclaredKernel, why: str) -> RunKernel:
        place = display_path(job.place)
        return RunKernel(path=place, line=job.kernel.line, kernel=job.kernel.qualified, why_not=(why,))

    return _run(kernels, run_kernel, not_run, settings, TRIAL_SECONDS, on_end)


def run_recordings(
    kernels: Sequence[RecordedKernel], settings: Settings, on_end: Callable[[RunKernel], None]
) -> tuple[RunKernel, ...]:
    """Run recorded kernels as `run_undeclared` runs others."""

    def not_run(job: RecordedKernel, why: str) -> RunKernel:
        return replace(job.row, why_not=(why,))

    return _run(kernels, run_recorded, not_run, settings, TRIAL_SECONDS, on_end)


def replay_all(
    pairs: Sequence[Pair], settings: Settings, on_end: Callable[[Replayed], None]
) -> tuple[Replayed, ...]:
    """Run both revisions of kernels by the same launches; return what they did, in order."""

    def not_run(pair: Pair, why: str) -> Replayed:
        return Replayed(id=pair.id, is_changed=True, why_not=(why,))

    return _run(pairs, replay_pair, not_run, settings, 2 * REPLAY_SECONDS, on_end)


def _run(
    jobs: Sequence[_Job],
    task: Callable[..., Any],
    not_run: Callable[[_Job, str], Any],
    settings: Settings,
    seconds: float,
    on_end: Callable[[Any], None],
) -> tuple[Any, ...]:
    settings = worker_settings(replace(settings, device="cpu", step_budget=MOST_STEPS), seconds)
    # The kernels of a file share compiled code.
    groups: dict[object, list[int]] = {}
    for number, job in enumerate(jobs):
        groups.setdefault(job.path, []).append(number)

    def results(runner: Runner, some: Iterable[_Job]) -> Generator[Any, None, None]:
        for job in some:
            try:
                yield runner.call(task, job)
            except HarnessError as error:
                yield not_run(job, " ".join(str(error).split()))

    with contextlib.ExitStack() as stack:
        runners: list[Any] = [
            stack.enter_context(open_runner("cpu", settings, task=Task(PtxCpu, run_case)))
            for _ in range(min(usable_cores(), len(groups)))
        ]
        if runners[0].unavailable:
            raise DeviceError(runners[0].unavailable)
        listed = [Group(tuple(numbers), path) for path, numbers in groups.items()]
        answers = run_groups(runners, results, jobs, listed, on_answer=on_end)
        return tuple(stack.enter_context(contextlib.closing(answers)))
