"""A Python process that ends with its parent, however that ends, together with all processes it started."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_Process = subprocess.Popen[bytes]
_BOOTSTRAP = Path(__file__).with_name("bootstrap.py")
# A killed process ends at once unless the driver is tearing its context down.
END_DEADLINE_S = 30.0
_END_CHECK_S = 0.002

GONE = (EOFError, OSError, pickle.UnpicklingError)
"""Errors of sending to or receiving from a process that has ended, perhaps in the middle of a message."""


class ChildProcess:
    """A process that runs the function ``main`` of a module; raises OSError if none can be started.

    The process leads a session and a process group of its own: Ctrl-C at a terminal reaches the parent only, and
    `kill` ends the whole group. If the parent ends without killing it, the kernel and a guard do
    (`harness.worker.bootstrap`).

    Parameters
    ----------
    module : str
        Full name of the module; its ``main`` is called with its end of the connection and with `descriptors`.
    descriptors : sequence of int
        Open file descriptors that the process inherits, under the same numbers.
    output : file, optional
        Receives standard output and standard error; by default the process shares the parent's.

    Attributes
    ----------
    connection : socket.socket
        The parent's end of the connection; the caller closes it.
    """

    def __init__(self, module: str, descriptors: Sequence[int] = (), output: IO[bytes] | None = None) -> None:
        self._died: os.waitid_result | None = None
        self._is_reaped = False
        self._reaping = threading.Lock()
        self.connection, theirs = socket.socketpair()
        with theirs, contextlib.ExitStack() as on_failure:
            on_failure.callback(self.connection.close)
            lifeline, self._lifeline = os.pipe()
            on_failure.callback(os.close, self._lifeline)
            inherited = [theirs.fileno(), *descriptors]
            command = [
                *(sys.executable, "-S", str(_BOOTSTRAP), str(lifeline), str(os.getpid()), module),
                *(str(len(inherited)), *map(str, inherited), *sys.path),
            ]

            def start() -> _Process:
                return subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    pass_fds=[lifeline, *inherited],
                    start_new_session=True,
                )

            try:
                self._process = _STARTER.run(start)
            finally:
                os.close(lifeline)
            on_failure.pop_all()

    @property
    def pid(self) -> int:
        """Process id, also the id of its process group."""
        return self._process.pid

    def has_died(self) -> bool:
        """Whether the process has ended; `kill` still has to reap it."""
        if self._is_reaped or self._died is not None:
            return True
        try:
            self._died = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # the program that uses this package reaped it
            self._is_reaped = True
        return self._is_reaped or self._died is not None

    def wait(self, timeout_s: float = END_DEADLINE_S) -> bool:
        """Wait until the process has ended, and return whether it has."""
        end = time.monotonic() + timeout_s
        while not self.has_died():
            if time.monotonic() >= end:
                return False
            time.sleep(_END_CHECK_S)
        return True

    @property
    def signal(self) -> int:
        """The signal that ended the process; 0 if none did or it is unknown."""
        by_signal = self._died is not None and self._died.si_code != os.CLD_EXITED
        return self._died.si_status if self._died is not None and by_signal else 0

    def how_it_died(self) -> str:
        """Wait a while for the process to end, and say how it ended."""
        if not self.wait():
            return "closed its connection but is still running"
        if self._died is None:
            return "ended"
        if self.signal:
            return f"was ended by signal {_signal_name(self.signal)}"
        return f"ended with status {self._died.si_status}"

    def signal_end(self) -> None:
        """Kill the process and all it started without waiting; the thread that waits for it must call `kill`."""
        with self._reaping:
            self._send_kill()

    def kill(self) -> None:
        """End the process and all it started at once; a second call does nothing."""
        with self._reaping:
            self._send_kill()
            if not self._is_reaped:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(END_DEADLINE_S)
                    self._is_reaped = True
            if self._lifeline >= 0:
                os.close(self._lifeline)
                self._lifeline = -1

    def _send_kill(self) -> None:
        # The system does not reuse the process's or the group's id before the process is reaped.
        if not self._is_reaped:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)


@dataclass(frozen=True)
class _Job:
    start: Callable[[], _Process]
    process: Future[_Process]


class _Starter:
    """Starts processes on one thread that lives as long as this process.

    For the kernel a parent ends when the thread that started the child ends. A thread that runs a part of a suite
    ends long before the workers that it started.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._is_running = False

    def run(self, start: Callable[[], _Process]) -> _Process:
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
