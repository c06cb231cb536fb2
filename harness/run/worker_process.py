"""One worker process, seen from the session: started, asked, waited for with deadlines, and killed."""

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
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from harness.check.verdict import Finding, Reason, Verdict
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
    TimeCase,
    Unavailable,
)
from harness.settings import Settings

# Making a CUDA context takes seconds on a machine with many GPUs, and imports can be slow on a shared disk.
_START_DEADLINE_S = 120.0
# A killed process is gone at once unless the driver is busy tearing its context down.
_END_DEADLINE_S = 30.0
# Of what a dead worker wrote last, this much goes into its finding.
_LAST_WORDS_BYTES = 2000

_BOOTSTRAP = "import sys; sys.path[:] = {path!r}; from harness.run.worker import main; main({fd}, {parent})"


@dataclass(frozen=True)
class Ending:
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


class WorkerProcess:
    """One worker process and the connection to it; raises OSError when none can be started."""

    def __init__(self) -> None:
        with contextlib.ExitStack() as on_failure:
            ours, theirs = socket.socketpair()
            self._connection: Connection[Any, Any] = Connection(ours.detach())
            on_failure.callback(self._connection.close)
            with theirs:
                # Appending, so that the file can be emptied behind the worker's back after every case.
                self._output = on_failure.enter_context(tempfile.TemporaryFile("a+b"))
                command = _BOOTSTRAP.format(path=sys.path, fd=theirs.fileno(), parent=os.getpid())
                self._process = subprocess.Popen(
                    [sys.executable, "-c", command],
                    stdin=subprocess.DEVNULL,
                    stdout=self._output,
                    stderr=self._output,
                    pass_fds=[theirs.fileno()],
                    # A session of its own: Ctrl-C reaches the parent alone, and a kill takes a running nvcc along.
                    start_new_session=True,
                )
            on_failure.pop_all()

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

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

    def ask(self, request: RunCase | TimeCase, settings: Settings) -> Done | Refused | Failed | Ending:
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
            return Ending(Verdict.CRASH, Finding(Reason.CRASH, why, kernel=kernel))
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
        died = f"ended with status {code}" if code >= 0 else f"was ended by signal {_signal_name(-code)}"
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


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal has no name
        return str(number)


def _deadline_passed(kernel: str, in_launch: bool, settings: Settings) -> Ending:
    if in_launch:
        message = (
            f"kernel {kernel} did not end within {settings.launch_deadline_s:g} seconds and its process was "
            "killed; KERNEL_HARNESS_LAUNCH_DEADLINE_S sets the deadline"
        )
        return Ending(Verdict.HANG, Finding(Reason.HANG, message, kernel=kernel))
    message = (
        f"the case did not end within {settings.case_deadline_s:g} seconds and its process was killed, "
        f"{f'after a launch of {kernel}' if kernel else 'before any launch'}; "
        "KERNEL_HARNESS_CASE_DEADLINE_S sets the deadline"
    )
    if kernel:
        return Ending(Verdict.HANG, Finding(Reason.HANG, message, kernel=kernel))
    return Ending(Verdict.ERROR, Finding(Reason.INTERNAL_ERROR, message))


def _device_lost(kernel: str, why: str) -> Ending:
    """Blame a kernel for the end of a device only when it has been launched: memory can run out before."""
    if kernel:
        return Ending(Verdict.CRASH, Finding(Reason.CRASH, why, kernel=kernel))
    return Ending(Verdict.ERROR, Finding(Reason.DEVICE_UNAVAILABLE, why))
