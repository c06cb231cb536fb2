"""A Python process that ends with its parent, however that ends, together with all processes it started.

`harness.worker.fork_server` makes it; this module has the fork servers of this process, too.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import resource
import select
import socket
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ..settings.settings import passed_environment
from .fork_server import FORK, IMPORT, NEWS, Order
from .spawned_process import End, SpawnedProcess, end_group

# A killed process ends at once unless the driver is tearing its context down.
END_DEADLINE_S = 30.0

GONE = (EOFError, OSError, pickle.UnpicklingError)
"""Errors of sending to or receiving from a process that has ended, perhaps in the middle of a message."""

# Set for each test of pytest; no module reads it while it is imported.
_OFTEN_CHANGED = frozenset({"PYTEST_CURRENT_TEST"})
# Tests change the environment, and go back to the one before.
_MOST_SERVERS = 2
# A process that is to be killed may not have been forked yet.
_FORK_S = 1.0
_END_S = 5.0
# A server without processes ends by itself. Its processor time, and that of its processes, then counts for this one.
_ORDERLY_S = 0.1
_LIMITS = (
    *(resource.RLIMIT_AS, resource.RLIMIT_CORE, resource.RLIMIT_CPU, resource.RLIMIT_DATA),
    *(resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC, resource.RLIMIT_STACK),
)


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
        self._pid = 0
        self._end: End | None = None
        self._is_reaped = False
        self._reaping, self._receiving = threading.Lock(), threading.Lock()
        self._output = output
        order = Order(
            module=module,
            preloaded=(module, *preloaded),
            preloaded_later=tuple(preloaded_later),
            environ=passed_environment(),
            folder=str(Path.cwd()),
        )
        streams = (1, 2) if output is None else (output.fileno(), output.fileno())
        self.connection, theirs = socket.socketpair()
        self._told, told = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, told, contextlib.ExitStack() as on_failure:
            on_failure.callback(self.connection.close)
            on_failure.callback(self._told.close)
            lifeline, self._lifeline = os.pipe()
            on_failure.callback(os.close, self._lifeline)
            inherited = [told.fileno(), lifeline, theirs.fileno(), *descriptors, *streams]
            try:
                self._server = _SERVERS.send(FORK, order, inherited)
            finally:
                os.close(lifeline)
            on_failure.pop_all()
        self._server.asked.add(self)

    @property
    def pid(self) -> int:
        """Process id, also the id of its process group; 0 if the server does not make the process."""
        latest = time.monotonic() + _FORK_S
        while not self._pid and self._end is None and time.monotonic() < latest:
            self._receive(latest - time.monotonic())
        return self._pid

    def runs(self) -> bool:
        """Whether the server has made the process, and it is not known to have ended."""
        if self._end is not None or self._told.fileno() < 0:
            return False
        return self._pid > 0 or bool(select.select([self._told], [], [], 0.0)[0])

    def has_died(self) -> bool:
        """Whether the process has ended; `kill` still has to reap it."""
        return self.wait(0.0)

    def wait(self, timeout_s: float = END_DEADLINE_S) -> bool:
        """Wait until the process has ended, and return whether it has."""
        latest = time.monotonic() + timeout_s
        while self._end is None and not self._is_reaped:
            left_s = max(0.0, latest - time.monotonic())
            if not self._receive(left_s) and left_s == 0.0:
                return False
        return True

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
                self.wait()
                self._told.close()  # now the server reaps it
                self._is_reaped = True

    def _send_kill(self) -> None:
        if not self._is_reaped:
            if self.pid:
                end_group(self.pid)
            elif self._end is None:
                # A process that the server makes nevertheless ends when its lifeline is closed.
                _SERVERS.give_up(self._server)
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1

    def _receive(self, timeout_s: float) -> bool:
        """Wait for the server's next answer, and return whether there was one."""
        with self._receiving:
            if self._end is not None:
                return True
            if not select.select([self._told], [], [], timeout_s)[0]:
                return False
            message = b""
            with contextlib.suppress(ConnectionError):
                message = self._told.recv(NEWS.size)
            if not message:
                # The kernel ends what a server has made with the server.
                self._end = self._server.how_it_ended(self._output if not self._pid else None)
                return True
            self._pid, *how = NEWS.unpack(message)
            if any(how):
                self._end = End(*how)
        return True


@dataclass(frozen=True)
class _Inherited:
    """What a process has from the one that started it, and an import may depend on."""

    environ: frozenset[tuple[str, str]]
    path: tuple[str, ...]
    executable: str
    limits: tuple[tuple[int, int], ...]
    cores: frozenset[int]

    @classmethod
    def now(cls) -> _Inherited:
        return cls(
            frozenset(item for item in passed_environment().items() if item[0] not in _OFTEN_CHANGED),
            tuple(sys.path),
            sys.executable,
            tuple(resource.getrlimit(each) for each in _LIMITS),
            frozenset(os.sched_getaffinity(0)),
        )


class _Server:
    """One fork server."""

    def __init__(self) -> None:
        self.asked: weakref.WeakSet[ChildProcess] = weakref.WeakSet()
        self._output = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - open as long as the server
        with contextlib.ExitStack() as on_failure:
            on_failure.callback(self._output.close)
            self._requests, theirs = socket.socketpair()
            on_failure.callback(self._requests.close)
            lifeline, self._lifeline = os.pipe()
            on_failure.callback(os.close, self._lifeline)
            try:
                with theirs:
                    module = f"{__package__}.fork_server"
                    self._process = SpawnedProcess(module, lifeline, [theirs.fileno()], self._output)
            finally:
                os.close(lifeline)
            on_failure.pop_all()

    def send(self, request: bytes, wanted: Order | tuple[str, ...], descriptors: Sequence[int]) -> None:
        """Send a request; raises OSError when the server has ended, or is about to."""
        with os.fdopen(os.memfd_create("order"), "w+b") as ordered:
            pickle.dump(wanted, ordered)
            ordered.flush()
            ordered.seek(0)
            socket.send_fds(self._requests, [request], [ordered.fileno(), *descriptors])

    def how_it_ended(self, output: IO[bytes] | None) -> End:
        """Return how the server ended, and append what it printed to a file."""
        if output is not None and not self._output.closed:
            self._output.seek(0)
            output.write(self._output.read())
            output.flush()
        return self._process.wait(_END_S) or End()

    def retire(self) -> None:
        """Let the server end with the last of its processes."""
        self._requests.close()

    def kill(self) -> None:
        """End the server and all its processes."""
        self._process.signal_end()

    def close(self) -> None:
        """End the server, with the processes that it still has."""
        self._requests.close()
        self._process.wait(_ORDERLY_S)
        self._process.signal_end()
        self._process.reap(_END_S)
        with contextlib.suppress(OSError):
            os.close(self._lifeline)
        self._output.close()

    def has_ended(self) -> bool:
        return self._process.wait(0.0) is not None


class _Servers:
    """The fork servers of this process: one for each of the last environments."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._current: dict[_Inherited, _Server] = {}
        self._retired: list[_Server] = []

    def send(
        self, request: bytes, wanted: Order | tuple[str, ...], descriptors: Sequence[int] = ()
    ) -> _Server:
        """Send a request to a server with this process's environment, and return the server."""
        with self._lock:
            inherited = _Inherited.now()
            server = self._current.get(inherited)
            if server is not None:
                with contextlib.suppress(OSError):
                    server.send(request, wanted, descriptors)
                    self._current[inherited] = self._current.pop(inherited)  # the last one used is the last
                    return server
                self._retire(server)
            server = self._current[inherited] = _Server()
            server.send(request, wanted, descriptors)
            if len(self._current) > _MOST_SERVERS:
                self._retire(next(iter(self._current.values())))
            return server

    def give_up(self, server: _Server) -> None:
        """Start no more processes by a server that is slow or stuck; kill it unless a process of it runs."""
        with self._lock:
            if not any(process.runs() for process in server.asked):
                server.kill()
            if server in self._current.values():
                self._retire(server)

    def _retire(self, server: _Server) -> None:
        self._current = {inherited: each for inherited, each in self._current.items() if each is not server}
        server.retire()
        self._retired.append(server)
        for each in [each for each in self._retired if each.has_ended()]:
            each.close()
            self._retired.remove(each)

    def close(self) -> None:
        """End all servers."""
        with self._lock:
            for server in (*self._current.values(), *self._retired):
                server.close()
            self._current.clear()
            self._retired.clear()


def preload(modules: Sequence[str]) -> None:
    """Have this process's fork server, which starts now if there is none, import modules for its next processes.

    Returns at once. One that cannot be imported is left to the processes.
    """
    _SERVERS.send(IMPORT, tuple(modules))


_SERVERS = _Servers()
atexit.register(lambda: _SERVERS.close())


def _after_fork() -> None:
    # They are the parent's; a fork that ends must not end them.
    global _SERVERS
    _SERVERS = _Servers()


os.register_at_fork(after_in_child=_after_fork)
