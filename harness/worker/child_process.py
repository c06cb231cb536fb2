"""A Python process that ends with its parent, however that ends, together with all processes it started.

`harness.worker.fork_server` makes it; this module starts the fork servers of this process, too.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import resource
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Hashable, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import IO, NamedTuple

from ..settings.settings import passed_environment
from .fork_server import FORK, IMPORT, NEVER_STARTED, NEWS, ForkOrder

_BOOTSTRAP = Path(__file__).with_name("bootstrap.py")
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


class End(NamedTuple):
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


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal has no name
        return str(number)


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
    ) -> None:
        self._pid = 0
        self._end: End | None = None
        self._is_reaped = False
        # `_reaping`: no signal is sent to an id that was reaped, for another process may have it by then.
        # `_receiving`: several threads may wait for the end, and one of them reads the socket.
        self._reaping, self._receiving = threading.Lock(), threading.Lock()
        self._output = output
        order = ForkOrder(
            module=module,
            preloaded=(module, *preloaded),
            environ=passed_environment(),
            folder=str(Path.cwd()),
        )
        streams = (1, 2) if output is None else (output.fileno(), output.fileno())
        self.connection, theirs = socket.socketpair()
        # SOCK_SEQPACKET keeps messages apart: one `recv` gives one whole `NEWS`.
        self._news, news = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # The server gets copies. Open ones here would hide the end of the process and of the server.
        with theirs, news, contextlib.ExitStack() as on_failure:
            on_failure.callback(self.connection.close)
            on_failure.callback(self._news.close)
            lifeline, self._lifeline = os.pipe()
            on_failure.callback(os.close, self._lifeline)
            inherited = [news.fileno(), lifeline, theirs.fileno(), *descriptors, *streams]
            try:
                self._server = _SERVERS.send(FORK, order, inherited)
            finally:
                os.close(lifeline)
            on_failure.pop_all()

    @property
    def pid(self) -> int:
        """Process id, also the id of its process group; 0 if the server does not make the process."""
        latest = time.monotonic() + _FORK_S
        while not self._pid and self._end is None and time.monotonic() < latest:
            self._receive(latest - time.monotonic())
        return self._pid

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended; `kill` still has to reap one that has."""
        return not self.wait(0.0)

    def wait(self, timeout_s: float = END_DEADLINE_S) -> bool:
        latest = time.monotonic() + timeout_s
        while self._end is None and not self._is_reaped:
            left_s = max(0.0, latest - time.monotonic())
            if not self._receive(left_s) and left_s == 0.0:
                return False
        return True

    @property
    def signal(self) -> int:
        return self._end.signal if self._end is not None else 0

    def how_it_died(self) -> str:
        """Wait a while for the process to end, and describe how it ended."""
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
                if self._pid:
                    self.wait()
                self._news.close()  # now the server reaps it
                self._is_reaped = True

    def _send_kill(self) -> None:
        if not self._is_reaped:
            if self.pid:
                _end_group(self.pid)
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
            if not select.select([self._news], [], [], timeout_s)[0]:
                return False
            message = b""
            with contextlib.suppress(ConnectionError):
                message = self._news.recv(NEWS.size)
            if not message:
                # The kernel ends a server's processes together with the server.
                self._end = self._server.how_it_ended(self._output if not self._pid else None)
                return True
            self._pid, *how = NEWS.unpack(message)
            if any(how):
                self._end = End(*how)
        return True


def _end_group(pid: int) -> None:
    """Kill the group of a process, or a process without its own group; one that has ended is not an error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(pid, signal.SIGKILL)


class _ForkServer:
    """One fork server, which `harness.worker.bootstrap` makes of a new interpreter."""

    def __init__(self) -> None:
        self._output = os.fdopen(os.memfd_create("output"), "w+b")
        self.end: End | None = None
        self._started: SimpleQueue[subprocess.Popen[bytes] | BaseException] = SimpleQueue()
        with contextlib.ExitStack() as on_failure:
            self._requests, theirs = socket.socketpair()
            on_failure.callback(self._requests.close)
            lifeline, self._lifeline = os.pipe()
            on_failure.callback(os.close, self._lifeline)
            self._holder = threading.Thread(target=self._hold, args=(theirs, lifeline), daemon=True)
            self._holder.start()
            process = self._started.get()
            if isinstance(process, BaseException):
                raise process
            self._process = process
            on_failure.pop_all()

    def _hold(self, theirs: socket.socket, lifeline: int) -> None:
        # For the kernel a parent ends when the thread that started the child ends, and a thread that runs a part of a
        # suite ends long before the workers.
        passed = [lifeline, theirs.fileno()]
        try:
            process = subprocess.Popen(
                [
                    *(sys.executable, "-S", str(_BOOTSTRAP), f"{__package__}.fork_server"),
                    *(str(os.getpid()), *map(str, passed), *sys.path),
                ],
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._output,
                pass_fds=passed,
                # Ctrl-C at a terminal is for this process only, and `close` kills the group.
                start_new_session=True,
                env=passed_environment(),
            )
        except BaseException as error:
            self._output.close()
            self._started.put(error)
            return
        finally:
            theirs.close()
            os.close(lifeline)
        self._started.put(process)
        try:
            # Its id stays its own until `close`: it may still be sent signals.
            ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
            self.end = End(ended.si_code, ended.si_status) if ended else End()
        except ChildProcessError:  # the program that uses this package reaped it
            self.end = End()

    def send(self, request: bytes, wanted: ForkOrder | tuple[str, ...], descriptors: Sequence[int]) -> None:
        """Send a request; raises OSError when the server has ended, or is about to."""
        with os.fdopen(os.memfd_create("order"), "w+b") as ordered:
            pickle.dump(wanted, ordered)
            ordered.flush()
            ordered.seek(0)
            socket.send_fds(self._requests, [request], [ordered.fileno(), *descriptors])

    def how_it_ended(self, output: IO[bytes] | None) -> End:
        """Return how the server ended, and append its output to a file."""
        self._holder.join(_END_S)
        if output is not None and not self._output.closed:
            self._output.seek(0)
            output.write(self._output.read())
            output.flush()
        return self.end or End()

    def retire(self) -> None:
        """Let the server end with the last of its processes."""
        self._requests.close()

    def close(self) -> None:
        self._requests.close()
        self._holder.join(_ORDERLY_S)
        # With an unknown end somebody else has reaped the server, and its id may be another process's.
        if self.end != End():
            _end_group(self._process.pid)
        self._holder.join(_END_S)
        # Reaps the zombie that `waitid` has left.
        self._process.poll()
        with contextlib.suppress(OSError):
            os.close(self._lifeline)
        self._output.close()


def _inherited() -> Hashable:
    """Return what a process inherits from its parent, and what an import may depend on."""
    return (
        frozenset(item for item in passed_environment().items() if item[0] not in _OFTEN_CHANGED),
        tuple(sys.path),
        sys.executable,
        tuple(resource.getrlimit(limit) for limit in _LIMITS),
        frozenset(os.sched_getaffinity(0)),
    )


class _Servers:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        # The last one used is the last.
        self._current: dict[Hashable, _ForkServer] = {}
        self._retired: list[_ForkServer] = []

    def send(
        self, request: bytes, wanted: ForkOrder | tuple[str, ...], descriptors: Sequence[int] = ()
    ) -> _ForkServer:
        with self._lock:
            inherited = _inherited()
            server = self._current.pop(inherited, None)
            if server is not None:
                self._current[inherited] = server
                # It may have ended since: a server without processes does after `IDLE_S`.
                with contextlib.suppress(OSError):
                    server.send(request, wanted, descriptors)
                    return server
                self._retire(inherited)
            server = self._current[inherited] = _ForkServer()
            server.send(request, wanted, descriptors)
            if len(self._current) > _MOST_SERVERS:
                self._retire(next(iter(self._current)))
            return server

    def give_up(self, server: _ForkServer) -> None:
        """Do not start any more processes with a server that is slow or stuck."""
        with self._lock:
            for inherited in [key for key, current in self._current.items() if current is server]:
                self._retire(inherited)

    def _retire(self, inherited: Hashable) -> None:
        server = self._current.pop(inherited)
        server.retire()
        self._retired.append(server)
        for ended in [retired for retired in self._retired if retired.end is not None]:
            ended.close()
            self._retired.remove(ended)

    def close(self) -> None:
        with self._lock:
            for server in (*self._current.values(), *self._retired):
                server.close()
            self._current.clear()
            self._retired.clear()


def preload(modules: Sequence[str]) -> None:
    """Have this process's fork server, which starts now if there is none, import modules for its next processes."""
    # Returns at once. A module that cannot be imported is left to the processes.
    _SERVERS.send(IMPORT, tuple(modules))


_SERVERS = _Servers()
atexit.register(lambda: _SERVERS.close())


def _after_fork() -> None:
    # They are the parent's; a fork that ends must not end them.
    global _SERVERS
    _SERVERS = _Servers()


os.register_at_fork(after_in_child=_after_fork)
