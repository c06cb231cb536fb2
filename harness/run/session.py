"""Opens the runner of a run: one worker process, several, or this process.

With ``isolation = "none"`` cases run in this process, for a debugger: a crash ends the run.
"""

from __future__ import annotations

import contextlib
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, Protocol

from ..device.base import Device, DeviceInfo
from ..device.selection import open_device, resolve_kind
from ..device.share import suite_shares
from ..errors import DeviceError, OutOfMemoryError
from ..settings.settings import ISOLATION_NONE, Settings
from ..variant.case import Case
from ..verdict import CaseResult, Finding, Reason, Verdict
from ..worker.channel import Task
from .unjudged import HangLimit, timed, unjudged

# The driver makes one CUDA context after another. When more than these are asked for at once, all take as long as the
# last one, and the first cases wait for it.
_GPUS_OPENED_AT_ONCE = 4


class Runner(Protocol):
    """Runs cases on one device; made by `open_runner`."""

    @property
    def kind(self) -> str:
        """``cpu`` or ``gpu``."""

    @property
    def info(self) -> DeviceInfo | None:
        """The device; None if it is unavailable."""

    @property
    def unavailable(self) -> str:
        """Reason the device is unavailable; empty if it is available."""

    def run(self, case: Case) -> CaseResult:
        """Run one case; no fault of a kernel or a device raises. The result is NOT-RUN when there is no device."""

    def run_all(
        self, cases: Iterable[Case], on_end: Callable[[CaseResult], None] = lambda _: None
    ) -> Generator[CaseResult, None, None]:
        """Run cases and yield a result for each, in order; the same results as `run` gives.

        Cases behind several that hung are not run (`harness.run.unjudged.HangLimit`). Workers may be some cases
        ahead of the iterator. Closing the iterator early ends the workers.
        """

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Return ``function(device, settings, *args)``, called in the process that holds the device."""


class LocalRunner:
    """Runs cases in this process, for a debugger: without deadlines or a memory limit, and a crash ends the run."""

    def __init__(self, kind: str, settings: Settings, task: Task) -> None:
        self.kind = kind
        self._settings = settings
        self._task = task
        self._device: Device | None = None
        self.unavailable = ""
        try:
            self._device = task.open_device(settings)
        except DeviceError as error:
            self.unavailable = str(error)

    @property
    def info(self) -> DeviceInfo | None:
        return self._device.info if self._device else None

    def run(self, case: Case) -> CaseResult:
        if self._device is None:
            return self._ended(case, Verdict.NOT_RUN, Finding(Reason.DEVICE_UNAVAILABLE, self.unavailable))
        try:
            return self._task.run_case(case, self._device, self._settings)
        # an OutOfMemoryError is a DeviceError, too, with a more precise reason
        except (OutOfMemoryError, MemoryError) as error:
            finding = Finding(Reason.OUT_OF_MEMORY, str(error))
        except DeviceError as error:
            finding = Finding(Reason.DEVICE_UNAVAILABLE, str(error))
        except Exception:
            finding = Finding(Reason.INTERNAL_ERROR, traceback.format_exc())
        return self._ended(case, Verdict.ERROR, finding)

    def _ended(self, case: Case, verdict: Verdict, finding: Finding) -> CaseResult:
        return unjudged(case, self.kind, self._settings, verdict, finding)

    def run_all(
        self, cases: Iterable[Case], on_end: Callable[[CaseResult], None] = lambda _: None
    ) -> Generator[CaseResult, None, None]:
        hangs = HangLimit(self._settings)
        for number, case in enumerate(cases):
            began = time.monotonic()
            behind = hangs.finding(number, case)
            result = self._ended(case, Verdict.NOT_RUN, behind) if behind else self.run(case)
            hangs.note(number, case, result)
            result = timed(result, time.monotonic() - began)
            on_end(result)
            yield result

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        if self._device is None:
            raise DeviceError(self.unavailable)
        return function(self._device, self._settings, *args)

    def break_off(self) -> None:
        """Do nothing: this process cannot end its own case."""

    def close(self) -> None:
        if self._device is not None:
            self._device.close()


def open_cpu(settings: Settings) -> Device:
    return open_device("cpu", settings)


def open_gpu(settings: Settings) -> Device:
    return open_device("gpu", settings)


def run_case(case: Case, device: Device, settings: Settings) -> CaseResult:
    # The program itself runs none: its workers start while it imports the rest.
    from . import case_run

    return case_run.run_case(case, device, settings)


@contextlib.contextmanager
def open_runner(
    kind: str, settings: Settings, *, task: Task | None = None, n_groups: int = 1
) -> Iterator[Runner]:
    # Workers import this module for their tasks, and run no others.
    from .pool_runner import PoolRunner
    from .worker_runner import WorkerRunner

    kind = resolve_kind(kind, settings)
    task = task or Task(open_gpu if kind == "gpu" else open_cpu, run_case)
    runner: LocalRunner | WorkerRunner | PoolRunner
    if settings.isolation == ISOLATION_NONE:
        runner = LocalRunner(kind, settings, task)
    else:
        turns = threading.Semaphore(_GPUS_OPENED_AT_ONCE) if kind == "gpu" else None
        first, *others = (
            WorkerRunner(kind, share, task, turns) for share in suite_shares(kind, settings, n_groups)
        )
        runner = PoolRunner(kind, first, others) if others else first
    try:
        # workers start while the caller still makes its cases
        if isinstance(runner, PoolRunner):
            runner.open_early(n_groups)
        elif isinstance(runner, WorkerRunner):
            runner.ready_worker()
        yield runner
    finally:
        runner.close()
