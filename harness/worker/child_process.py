"""A Python process that ends with its parent, however that ends, together with all processes it started."""

from __future__ import annotations

import contextlib
import os
import pickle
import socket
import threading
from collections.abc import Sequence
from typing import IO

from .forked_process import ForkedProcess
from .spawned_process import End, StartedProcess

# A killed process ends at once unless the driver is tearing its context down.
END_DEADLINE_S = 30.0

GONE = (EOFError, OSError, pickle.UnpicklingError)
"""Errors of sending to or receiving from a process that has ended, perhaps in the middle of a message."""


class ChildProcess:
    """A process that runs the function ``main`` of a module; raises OSError if none can be started.

    The process leads a session and a process group of its own: Ctrl-C at a terminal reaches the parent only, and
    `kill` ends the whole group. If the parent ends without killing it, the kernel and a guard do
    (`harness.worker.bootstrap`).
    """

    def __init__(
        self,
        module: str,
        descriptors: Sequence[int] = (),
        output: IO[bytes] | None = None,
        *,
        preloaded: Sequence[str] = (),
        preloaded_later: Sequence[str] = (),
    ) -> None:
        self._end: End | None = None
        self._is_reaped = False
        self._reaping = threading.Lock()
        self.connection, theirs = socket.socketpair()
        with theirs, contextlib.ExitStack() as on_failure:
            on_failure.callback(self.connection.close)
            lifeline, self._lifeline = os.pipe()
            on_failure.callback(os.close, self._lifeline)
            inherited = [theirs.fileno(), *descriptors]
            try:
                self._process: StartedProcess = ForkedProcess(
                    module, lifeline, inherited, output, preloaded, preloaded_later
                )
            finally:
                os.close(lifeline)
            on_failure.pop_all()

    @property
    def pid(self) -> int:
        """Process id, also the id of its process group."""
        return self._process.pid

    def has_died(self) -> bool:
        """Whether the process has ended; `kill` still has to reap it."""
        return self.wait(0.0)

    def wait(self, timeout_s: float = END_DEADLINE_S) -> bool:
        """Wait until the process has ended, and return whether it has."""
        if not self._is_reaped and self._end is None:
            self._end = self._process.wait(timeout_s)
        return self._is_reaped or self._end is not None

    @property
    def signal(self) -> int:
        """The signal that ended the process; 0 if none did or it is unknown."""
        return self._end.signal if self._end is not None else 0

    def how_it_died(self) -> str:
        """Wait a while for the process to end, and say how it ended."""
        if not self.wait():
            return "closed its connection but is still running"
        return str(self._end or End())

    def signal_end(self) -> None:
        """Kill the process and all it started without waiting; the thread that waits for it must call `kill`."""
        with self._reaping:
            self._send_kill()

    def kill(self) -> None:
        """End the process and all it started at once; a second call does nothing."""
        with self._reaping:
            self._send_kill()
            if not self._is_reaped:
                self._process.reap(END_DEADLINE_S)
                self._is_reaped = True

    def _send_kill(self) -> None:
        if not self._is_reaped:
            self._process.signal_end()
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1
