"""A process that a new Python interpreter runs, and how a process ended."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ..settings.settings import passed_environment
from .fork_server import NEVER_STARTED

_Popen = subprocess.Popen[bytes]
_BOOTSTRAP = Path(__file__).with_name("bootstrap.py")
_END_CHECK_S = 0.002


@dataclass(frozen=True)
class End:
    """How a process ended."""

    code: int = 0
    """``si_code`` of ``waitid``; 0 if it is not known, `NEVER_STARTED` if there was no process."""
    value: int = 0
    """``si_status``: the exit status, or the signal; the error number of `NEVER_STARTED`."""

    @property
    def signal(self) -> int:
        """The signal that ended the process; 0 if none did or it is unknown."""
        return self.value if self.code in (os.CLD_KILLED, os.CLD_DUMPED) else 0

    def __str__(self) -> str:
        if self.code == 0:
            return "ended"
        if self.code == NEVER_STARTED:
            return f"could not be started: {os.strerror(self.value)}"
        if self.signal:
            return f"was ended by signal {_signal_name(self.signal)}"
        return f"ended with status {self.value}"


class SpawnedProcess:
    """A process that `harness.worker.bootstrap` makes of a new interpreter; raises OSError if none can be started."""

    def __init__(
        self, module: str, lifeline: int, descriptors: Sequence[int], output: IO[bytes] | None
    ) -> None:
        self._end: End | None = None
        command = [
            *(sys.executable, "-S", str(_BOOTSTRAP), str(lifeline), str(os.getpid()), module),
            *(str(len(descriptors)), *map(str, descriptors), *sys.path),
        ]

        def start() -> _Popen:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=[lifeline, *descriptors],
                start_new_session=True,
                env=passed_environment(),
            )

        self._process = _STARTER.run(start)

    @property
    def pid(self) -> int:
        """Process id, also the id of its process group."""
        return self._process.pid

    def wait(self, timeout_s: float) -> End | None:
        """Wait at most so long for the process to end, and return how it did; None if it has not."""
        latest = time.monotonic() + timeout_s
        while self._end is None:
            try:
                ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:  # the program that uses this package reaped it
                self._end = End()
                break
            if ended is not None:
                self._end = End(ended.si_code, ended.si_status)
            elif time.monotonic() >= latest:
                break
            else:
                time.sleep(_END_CHECK_S)
        return self._end

    def signal_end(self) -> None:
        """Kill the process's group."""
        if self._end != End():
            end_group(self.pid)

    def reap(self, timeout_s: float) -> None:
        """Wait for a killed process, and let the system forget it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout_s)


def end_group(pid: int) -> None:
    """Kill the group of a process, or a process that has none of its own yet; one that has ended is no error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(pid, signal.SIGKILL)


@dataclass(frozen=True)
class _Job:
    start: Callable[[], _Popen]
    process: Future[_Popen]


class _Starter:
    """Starts processes on one thread that lives as long as this process.

    For the kernel a parent ends when the thread that started the child ends. A thread that runs a part of a suite
    ends long before the workers that it started.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._is_running = False

    def run(self, start: Callable[[], _Popen]) -> _Popen:
        """Return what `start` returns, or raise what it raises."""
        job = _Job(start, Future())
        with self._lock:
            if not self._is_running:
                threading.Thread(target=self._serve, daemon=True, name="process starter").start()
                self._is_running = True
        self._jobs.put(job)
        try:
            return job.process.result()
        except BaseException:
            # After an interrupt too, the descriptors must stay open until the process has inherited them.
            while not job.process.done():
                with contextlib.suppress(BaseException):
                    job.process.exception()
            if job.process.exception() is None:
                job.process.result().kill()
                job.process.result().wait()
            raise

    def _serve(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                job.process.set_result(job.start())
            except BaseException as error:
                job.process.set_exception(error)
            del job  # else this name keeps the process alive until the next job


_STARTER = _Starter()


def _after_fork() -> None:
    # A fork does not copy threads.
    global _STARTER
    _STARTER = _Starter()


os.register_at_fork(after_in_child=_after_fork)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal has no name
        return str(number)
