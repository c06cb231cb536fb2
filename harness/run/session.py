"""Runs cases one after the other on a device, and keeps one case's end from being the others' end.

On ``cpu`` a case runs in this process: the executor checks every access and counts every step, so a kernel
cannot take the process down. On ``gpu`` it runs in a worker process with a deadline: a bad access ends a CUDA
context for good, and a kernel that does not return can only be stopped by killing the process that launched
it. Each costs its own case, CRASH or HANG; the worker is replaced and the next case runs as if nothing had
been.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Protocol

from harness.check.verdict import CaseResult, Finding, Reason, Verdict
from harness.device.base import Device, DeviceInfo
from harness.device.selection import open_device, resolve_kind
from harness.errors import DeviceError, HarnessError
from harness.run.case_run import rerun_command, run_case
from harness.run.case_timing import time_case
from harness.run.worker import (
    Done,
    Failed,
    Launched,
    Launching,
    Lost,
    Ready,
    Refused,
    RunCase,
    Start,
    Task,
    TimeCase,
    Unavailable,
)
from harness.settings import Settings
from harness.spec.case import Case

# Making a CUDA context takes seconds on a machine with many GPUs, and imports can be slow on a shared disk.
_START_DEADLINE_S = 120.0
_START_ATTEMPTS = 2
# A killed process is gone at once unless the driver is busy tearing its context down.
_END_DEADLINE_S = 30.0
# Of what a dead worker wrote last, this much goes into its finding.
_LAST_WORDS_BYTES = 2000

_BOOTSTRAP = "import sys; sys.path[:] = {path!r}; from harness.run.worker import main; main({fd}, {parent})"


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


@dataclass(frozen=True)
class _Ending:
    """How a request to a worker ended without an answer.

    Parameters
    ----------
    verdict : Verdict
        CRASH, HANG or ERROR.
    finding : Finding
        What is known.
    """

    verdict: Verdict
    finding: Finding


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
        self._worker: _Worker | None = None
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
            answer = _Ending(Verdict.ERROR, Finding(Reason.INTERNAL_ERROR, answer.why))
        if isinstance(answer, _Ending):
            return _unjudged(case, self.kind, self._settings, answer.verdict, answer.finding)
        result: CaseResult = answer
        return result

    def time(self, case: Case, rounds: int) -> list[float]:
        """Time one case; see `Runner.time`."""
        worker = self._ensure_worker()
        if worker is None:
            raise DeviceError(self.unavailable)
        answer = self._ask(worker, TimeCase(case, rounds))
        if isinstance(answer, _Ending):
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

    def _ensure_worker(self) -> _Worker | None:
        """Return a worker that is ready, a new one if need be; None when none can be had, for good."""
        if self._worker is not None or self.unavailable:
            return self._worker
        why = ""
        for _ in range(_START_ATTEMPTS):
            worker = _Worker()
            opened = worker.open(Start(self._settings, self._task))
            if isinstance(opened, Ready):
                self._worker, self.info = worker, opened.info
                return worker
            worker.kill()
            why = opened.why
        self.unavailable = why
        self.info = None
        return None

    def _ask(self, worker: _Worker, request: RunCase | TimeCase) -> Any:
        """Return the worker's answer or an `_Ending`; in most endings the worker is gone."""
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
            return _Ending(Verdict.ERROR, Finding(Reason.INTERNAL_ERROR, answer.why))
        self._drop(worker)
        return answer

    def _drop(self, worker: _Worker) -> None:
        worker.kill()
        self._worker = None


class _Worker:
    """One worker process and the connection to it."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        # Appending, so that the file can be emptied behind the worker's back after every case.
        self._output = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - lives as long as the worker
        with theirs:
            command = _BOOTSTRAP.format(path=sys.path, fd=theirs.fileno(), parent=os.getpid())
            self._process = subprocess.Popen(
                [sys.executable, "-c", command],
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._output,
                pass_fds=[theirs.fileno()],
                # A session of its own: Ctrl-C reaches the session alone, and a kill takes a running nvcc
                # along.
                start_new_session=True,
            )
        self._connection: Connection[Any, Any] = Connection(ours.detach())

    def open(self, start: Start) -> Ready | Unavailable:
        """Have the worker open its device."""
        try:
            self._connection.send(start)
            if not self._connection.poll(_START_DEADLINE_S):
                return Unavailable(f"the worker process did not start within {_START_DEADLINE_S:g} seconds")
            answer: Ready | Unavailable = self._connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            return Unavailable(f"the worker process {self._how_it_died()}")
        return answer

    def ask(self, request: RunCase | TimeCase, settings: Settings) -> Done | Refused | Failed | _Ending:
        """Send a request and wait for its answer as long as the deadlines allow."""
        now = time.monotonic
        case_end = now() + settings.case_deadline_s
        launch_end: float | None = None
        kernel = ""
        try:
            self._connection.send(request)
            while True:
                end = case_end if launch_end is None else min(case_end, launch_end)
                if not self._connection.poll(max(0.0, end - now())):
                    return _deadline_passed(kernel, launch_end is not None and end == launch_end, settings)
                message = self._connection.recv()
                if isinstance(message, Launching):
                    kernel, launch_end = message.kernel, now() + settings.launch_deadline_s
                elif isinstance(message, Launched):
                    launch_end = None
                elif isinstance(message, Lost):
                    return _device_lost(kernel, message.why)
                else:
                    answer: Done | Refused | Failed = message
                    return answer
        except (EOFError, OSError, pickle.UnpicklingError):
            where = f"kernel {kernel}" if kernel else "the case, before any launch,"
            why = f"{where} ended its process: the worker {self._how_it_died()}"
            return _Ending(Verdict.CRASH, Finding(Reason.CRASH, why, kernel=kernel))
        finally:
            self._pass_output_on()

    def end(self) -> None:
        """Let the worker close its device and end; kill it when it does not."""
        self._connection.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_DEADLINE_S)
        self.kill()

    def kill(self) -> None:
        """End the worker at once, with whatever it has started."""
        # The group outlives its leader while a child of it does; it is gone when all are.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_DEADLINE_S)
        self._connection.close()
        self._output.close()

    def _how_it_died(self) -> str:
        try:
            code = self._process.wait(_END_DEADLINE_S)
        except subprocess.TimeoutExpired:
            return "closed its connection and lives on"
        if code < 0:
            died = f"was ended by signal {signal.Signals(-code).name}"
        else:
            died = f"ended with status {code}"
        self._output.seek(0, os.SEEK_END)
        self._output.seek(max(0, self._output.tell() - _LAST_WORDS_BYTES))
        words = self._output.read().decode("utf-8", "replace").strip()
        return f"{died}; its last words:\n{words}" if words else died

    def _pass_output_on(self) -> None:
        """Show what kernels printed (``printf``, ``assert``) where this process's own messages go."""
        self._output.seek(0)
        said = self._output.read()
        if said:
            self._output.truncate(0)
            sys.stderr.write(said.decode("utf-8", "replace"))
            sys.stderr.flush()


def _deadline_passed(kernel: str, in_launch: bool, settings: Settings) -> _Ending:
    if in_launch:
        message = (
            f"kernel {kernel} did not end within {settings.launch_deadline_s:g} seconds and its process was "
            "killed; KERNEL_HARNESS_LAUNCH_DEADLINE_S sets the deadline"
        )
        return _Ending(Verdict.HANG, Finding(Reason.HANG, message, kernel=kernel))
    message = (
        f"the case did not end within {settings.case_deadline_s:g} seconds and its process was killed, "
        f"{f'after a launch of {kernel}' if kernel else 'before any launch'}; "
        "KERNEL_HARNESS_CASE_DEADLINE_S sets the deadline"
    )
    if kernel:
        return _Ending(Verdict.HANG, Finding(Reason.HANG, message, kernel=kernel))
    return _Ending(Verdict.ERROR, Finding(Reason.INTERNAL_ERROR, message))


def _device_lost(kernel: str, why: str) -> _Ending:
    """Blame a kernel for the end of a device only when it has been launched: memory can run out before."""
    if kernel:
        return _Ending(Verdict.CRASH, Finding(Reason.CRASH, why, kernel=kernel))
    return _Ending(Verdict.ERROR, Finding(Reason.DEVICE_UNAVAILABLE, why))


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
