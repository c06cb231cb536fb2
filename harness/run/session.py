"""Runs cases one after the other on a device, and keeps one case's end from being the others' end.

On ``cpu`` a case runs in this process: the executor checks every access and counts every step, so a kernel
cannot take the process down. On ``gpu`` it runs in a worker process with a deadline: a bad access ends a CUDA
context for good, and a kernel that does not return can only be stopped by killing the process that launched
it. Each costs its own case, CRASH or HANG; the worker is replaced and the next case runs as if nothing had
been.
"""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Iterator
from typing import Any, Protocol

from harness.check.verdict import CaseResult, Finding, Reason, Verdict
from harness.device.base import Device, DeviceInfo
from harness.device.selection import open_device, resolve_kind
from harness.errors import DeviceError, HarnessError
from harness.run.case_run import rerun_command, run_case
from harness.run.case_timing import time_case
from harness.run.worker import Done, Failed, Ready, Refused, RunCase, Start, Task, TimeCase
from harness.run.worker_process import Ending, WorkerProcess
from harness.settings import Settings
from harness.spec.case import Case

# The first failure may be the driver still busy with the end of the worker before.
_START_ATTEMPTS = 2


class Runner(Protocol):
    """Where cases are run; made by `open_runner`."""

    @property
    def kind(self) -> str:
        """``cpu`` or ``gpu``."""

    @property
    def info(self) -> DeviceInfo | None:
        """The device; None when it is not there."""

    @property
    def unavailable(self) -> str:
        """Why there is no device, empty when there is one."""

    def run(self, case: Case, **options: Any) -> CaseResult:
        """Run one case; never raises for what a kernel or a device does.

        `options` go to ``run_case`` as they are. NOT-RUN when there is no device.
        """

    def time(self, case: Case, rounds: int) -> list[float]:
        """Return the seconds of `rounds` launches.

        Raises
        ------
        DeviceError
            There is no device, or the kernel crashed or did not end; the next call finds a fresh worker.
        HarnessError
            The kernel cannot be run; the message says why.
        """


def open_cpu(settings: Settings) -> Device:
    """Open the ``cpu`` device."""
    return open_device("cpu", settings)


def open_gpu(settings: Settings) -> Device:
    """Open the ``gpu`` device."""
    return open_device("gpu", settings)


@contextlib.contextmanager
def open_runner(kind: str, settings: Settings, *, task: Task | None = None) -> Iterator[Runner]:
    """Open a device for a run of cases.

    Parameters
    ----------
    kind : {"auto", "cpu", "gpu"}
        ``auto`` is the gpu when there is a usable one, else the cpu.
    settings : Settings
        Deadlines, and what the device takes.
    task : Task, optional
        What to do instead of opening the device and running the case.

    Yields
    ------
    Runner
        A device that is not there does not raise: every case is NOT-RUN, with `Runner.unavailable` saying
        why.

    Raises
    ------
    DeviceError
        `kind` is not a kind of device.
    """
    kind = resolve_kind(kind, settings)
    if kind == "gpu":
        remote = WorkerRunner(settings, task or Task(open_gpu, run_case, time_case))
        try:
            yield remote
        finally:
            remote.close()
    else:
        local = LocalRunner(settings, task or Task(open_cpu, run_case, time_case))
        try:
            yield local
        finally:
            local.close()


class LocalRunner:
    """Runs cases in this process; for the ``cpu`` device."""

    kind = "cpu"

    def __init__(self, settings: Settings, task: Task) -> None:
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
        """The device; None when it is not there."""
        return self._device.info if self._device else None

    def run(self, case: Case, **options: Any) -> CaseResult:
        """Run one case; see `Runner.run`."""
        if self._device is None:
            return _not_run(case, self.kind, self._settings, self.unavailable)
        try:
            return self._task.run_case(case, self._device, self._settings, **options)
        except DeviceError as error:
            reason, why = Reason.DEVICE_UNAVAILABLE, str(error)
        except Exception:
            reason, why = Reason.INTERNAL_ERROR, traceback.format_exc()
        return _unjudged(case, self.kind, self._settings, Verdict.ERROR, Finding(reason, why))

    def time(self, case: Case, rounds: int) -> list[float]:
        """Time one case; see `Runner.time`."""
        if self._device is None:
            raise DeviceError(self.unavailable)
        return self._task.time_case(case, self._device, self._settings, rounds)

    def close(self) -> None:
        """Close the device."""
        if self._device is not None:
            self._device.close()


class WorkerRunner:
    """Runs cases in a worker process that is replaced when it dies or is killed; for the ``gpu`` device.

    Parameters
    ----------
    settings : Settings
        ``launch_deadline_s`` bounds every launch, ``case_deadline_s`` a case with everything in it.
    task : Task
        What the worker does.
    """

    kind = "gpu"

    def __init__(self, settings: Settings, task: Task) -> None:
        self._settings = settings
        self._task = task
        self._worker: WorkerProcess | None = None
        self.info: DeviceInfo | None = None
        self.unavailable = ""
        self._ensure_worker()

    def run(self, case: Case, **options: Any) -> CaseResult:
        """Run one case; see `Runner.run`."""
        worker = self._ensure_worker()
        if worker is None:
            return _not_run(case, self.kind, self._settings, self.unavailable)
        answer = self._ask(worker, RunCase(case, options))
        if isinstance(answer, Refused):
            answer = Ending(Verdict.ERROR, Finding(Reason.INTERNAL_ERROR, answer.why))
        if isinstance(answer, Ending):
            return _unjudged(case, self.kind, self._settings, answer.verdict, answer.finding)
        result: CaseResult = answer
        return result

    def time(self, case: Case, rounds: int) -> list[float]:
        """Time one case; see `Runner.time`."""
        worker = self._ensure_worker()
        if worker is None:
            raise DeviceError(self.unavailable)
        answer = self._ask(worker, TimeCase(case, rounds))
        if isinstance(answer, Ending):
            raise DeviceError(f"{case.id} was not timed: {answer.finding.message}")
        if isinstance(answer, Refused):
            raise HarnessError(f"{case.id} was not timed: {answer.why}")
        seconds: list[float] = answer
        return seconds

    def close(self) -> None:
        """End the worker."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def _ensure_worker(self) -> WorkerProcess | None:
        """Return a worker that is ready, a new one if need be; None when none can be had, for good."""
        if self._worker is not None and not self._worker.is_alive:
            # Ended between two cases, by the system say: no case is to blame.
            self._drop(self._worker)
        if self._worker is not None or self.unavailable:
            return self._worker
        why = ""
        for _ in range(_START_ATTEMPTS):
            try:
                worker = WorkerProcess()
            except OSError as error:
                why = f"no worker process can be started (got: {error})"
                continue
            opened = worker.open(Start(self._settings, self._task))
            if isinstance(opened, Ready):
                self._worker, self.info = worker, opened.info
                return worker
            worker.kill()
            why = opened.why
        self.unavailable = why
        self.info = None
        return None

    def _ask(self, worker: WorkerProcess, request: RunCase | TimeCase) -> Any:
        """Return the worker's answer or an `Ending`; in most endings the worker is gone."""
        answer = worker.ask(request, self._settings)
        if isinstance(answer, Done):
            value = answer.value
            # A device that died while its case was being judged must not meet the next one.
            if isinstance(value, CaseResult) and value.verdict in (Verdict.CRASH, Verdict.HANG):
                self._drop(worker)
            return value
        if isinstance(answer, Refused):
            return answer
        if isinstance(answer, Failed):
            return Ending(Verdict.ERROR, Finding(Reason.INTERNAL_ERROR, answer.why))
        self._drop(worker)
        return answer

    def _drop(self, worker: WorkerProcess) -> None:
        worker.kill()
        self._worker = None


def _not_run(case: Case, kind: str, settings: Settings, why: str) -> CaseResult:
    finding = Finding(Reason.DEVICE_UNAVAILABLE, why)
    return _unjudged(case, kind, settings, Verdict.NOT_RUN, finding)


def _unjudged(case: Case, kind: str, settings: Settings, verdict: Verdict, finding: Finding) -> CaseResult:
    return CaseResult(
        case_id=case.id,
        variant=case.variant.id,
        device=kind,
        verdict=verdict,
        findings=(finding,),
        detail=finding.message.partition("\n")[0],
        rerun=rerun_command(case, device_kind=kind, settings=settings),
    )
