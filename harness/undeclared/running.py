"""Runs the kernels of undeclared files in several worker processes: a crash or a hang costs one kernel only."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from typing import Any

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
from .job import RunKernel, UndeclaredKernel
from .trial import SECONDS, run_kernel


def run_undeclared(
    kernels: Sequence[UndeclaredKernel], settings: Settings, on_end: Callable[[RunKernel], None]
) -> tuple[RunKernel, ...]:
    """Run kernels on the cpu device, with the sanitizers of the settings; return their results in order."""
    settings = worker_settings(replace(settings, device="cpu", step_budget=MOST_STEPS), SECONDS)
    # The kernels of a file share compiled code.
    groups: dict[object, list[int]] = {}
    for number, job in enumerate(kernels):
        groups.setdefault(job.path, []).append(number)
    with contextlib.ExitStack() as stack:
        runners: list[Any] = [
            stack.enter_context(open_runner("cpu", settings, task=Task(PtxCpu, run_case)))
            for _ in range(min(usable_cores(), len(groups)))
        ]
        if runners[0].unavailable:
            raise DeviceError(runners[0].unavailable)
        listed = [Group(tuple(numbers), path) for path, numbers in groups.items()]
        answers = run_groups(runners, _results, kernels, listed, on_answer=on_end)
        return tuple(stack.enter_context(contextlib.closing(answers)))


def _results(runner: Runner, kernels: Iterable[UndeclaredKernel]) -> Generator[RunKernel, None, None]:
    for job in kernels:
        try:
            yield runner.call(run_kernel, job)
        except HarnessError as error:
            why = " ".join(str(error).split())
            place = display_path(job.path)
            yield RunKernel(path=place, line=job.kernel.line, kernel=job.kernel.qualified, why_not=(why,))
