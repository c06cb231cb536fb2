"""A process that has imported what workers need and forks them: each then starts in milliseconds.

Importing NumPy, SciPy, LLVM and the harness takes half a second of processor time. A run starts a worker for each core,
and a new one after every crash. The fork server imports once. It has one thread and never touches a device: a CUDA
driver does not survive a fork, nor do other threads.

The fork server of `multiprocessing` is not enough. A program has one, with the environment of its first start, and its
processes outlive a program that is killed.

`harness.worker.child_process` is the other end. A request is one byte with open files. `FORK`: the order (a pickled
`ForkOrder`), a socket for the process's id and its end, the read end of its lifeline, the files that the process
keeps, and its standard output and standard error. `IMPORT`: the pickled names of modules, which the server imports when
it has nothing else to do.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import os
import pickle
import select
import signal
import socket
import struct
import sys
import traceback
from typing import NamedTuple, NoReturn

from ..lazy import dataclass
from . import bootstrap

NEWS = struct.Struct("=iii")
"""Status message about a process: its id, 0 and 0 when it has been forked; its id, and ``si_code`` and ``si_status`` of
``waitid`` when it has ended; 0, `NEVER_STARTED` and the error number when it could not be forked."""
NEVER_STARTED = -1
FORK = b"f"
IMPORT = b"i"
MOST_DESCRIPTORS = 16
IDLE_S = 30.0
"""A server without processes ends after this time without a request."""


class ForkOrder(NamedTuple):
    module: str
    """Full name of the module whose ``main`` the process calls with the numbers of its descriptors."""
    preloaded: tuple[str, ...]
    """Modules that the server imports first; one that cannot be imported is left to the process."""
    environ: dict[str, str]
    """The process's environment, of which `harness.settings.settings.PASSED_ON` lists the variables."""
    folder: str


def main(requests: int) -> NoReturn:
    """Fork processes on request until the other end closes and no process is left, or `IDLE_S` have passed."""
    _Server(socket.socket(fileno=requests)).serve()
    os._exit(0)  # the program waits for this process when it ends itself


@dataclass
class _Process:
    pid: int
    news: socket.socket
    has_ended: bool = False


class _Server:
    def __init__(self, requests: socket.socket) -> None:
        self._requests = requests
        self._is_open = True
        # By the number of the socket that tells of its end.
        self._processes: dict[int, _Process] = {}
        # Their parent has closed that socket before they ended.
        self._abandoned: list[int] = []
        self._later: list[str] = []
        # The pipe that this process's guard watches (`harness.worker.bootstrap`).
        self._held: int = sys.modules["__main__"].HELD
        self._poll = select.poll()
        self._poll.register(requests, select.POLLIN)
        self._wake, self._woken = os.pipe()
        # `set_wakeup_fd` refuses a blocking descriptor, and a full pipe must not stop a handler.
        for end in (self._wake, self._woken):
            os.set_blocking(end, False)
        self._poll.register(self._wake, select.POLLIN)
        signal.set_wakeup_fd(self._woken, warn_on_full_buffer=False)
        # Python writes to that descriptor only for signals with a handler, and SIGCHLD has none by default.
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)

    def serve(self) -> None:
        while self._is_open or self._processes or self._abandoned:
            idle_ms = None if self._processes or self._abandoned else IDLE_S * 1000
            events = self._poll.poll(0 if self._later else idle_ms)
            if not events and self._later:
                _preload(self._later.pop(0))
            elif not events:
                # A request that has already arrived is still read; the next one gets an error.
                self._requests.shutdown(socket.SHUT_RD)
            for descriptor, _event in events:
                if descriptor == self._requests.fileno():
                    self._serve_request()
                elif descriptor == self._wake:
                    # One byte may stand for several ends: SIGCHLD is not queued (signal(7)).
                    with contextlib.suppress(BlockingIOError):
                        os.read(self._wake, 4096)
                    self._note_ends()
                else:
                    self._release(descriptor)

    def _serve_request(self) -> None:
        byte, descriptors, _flags, _address = socket.recv_fds(self._requests, 1, MOST_DESCRIPTORS)
        if not byte:
            self._is_open = False
            self._poll.unregister(self._requests)
            return
        ordered, *others = descriptors
        with os.fdopen(ordered, "rb") as file:
            wanted = pickle.load(file)
        if byte == IMPORT:
            self._later.extend(wanted)
        else:
            self._fork(wanted, *others)

    def _fork(self, order: ForkOrder, news: int, lifeline: int, *kept: int) -> None:
        for name in order.preloaded:
            _preload(name)
        gc.freeze()  # the collector writes into objects, and each write copies a page
        server = os.getpid()
        with contextlib.ExitStack() as closed:
            # Copies of the server would keep these open after the process's end.
            for descriptor in (lifeline, *kept):
                closed.callback(os.close, descriptor)
            process = _Process(0, socket.socket(fileno=news))
            try:
                process.pid = os.fork()
            except OSError as error:
                process.news.send(NEWS.pack(0, NEVER_STARTED, error.errno or 0))
                process.news.close()
                return
            if process.pid == 0:
                # Closed with the others: a copy would hide the server's end from the parent.
                self._processes[news] = process
                self._close_in_child()
                _become(order, server, lifeline, list(kept))
        with contextlib.suppress(OSError):
            process.news.send(NEWS.pack(process.pid, 0, 0))
        self._processes[news] = process
        # No event is requested: poll reports that the other end is closed anyway.
        self._poll.register(news, 0)

    def _note_ends(self) -> None:
        for process in self._processes.values():
            if process.has_ended:
                continue
            # It stays a zombie until the other end is closed: the parent may still send signals to its id.
            ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended is not None:
                process.has_ended = True
                with contextlib.suppress(OSError):
                    process.news.send(NEWS.pack(process.pid, ended.si_code, ended.si_status))
        self._abandoned = [pid for pid in self._abandoned if os.waitpid(pid, os.WNOHANG) == (0, 0)]

    def _release(self, descriptor: int) -> None:
        """Reap a process, at once or when it ends: its parent no longer needs its id."""
        process = self._processes.pop(descriptor)
        self._poll.unregister(descriptor)
        process.news.close()
        self._abandoned.append(process.pid)
        self._note_ends()

    def _close_in_child(self) -> None:
        # The pipe is shared with the server, and signals of this process would wake it.
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._requests.close()
        for descriptor in (self._wake, self._woken, self._held):
            os.close(descriptor)
        for process in self._processes.values():
            process.news.close()


def _preload(name: str) -> None:
    if name not in sys.modules:
        with contextlib.suppress(Exception):  # the process itself raises it again, and says so
            importlib.import_module(name)


def _become(order: ForkOrder, server: int, lifeline: int, kept: list[int]) -> NoReturn:
    """Be the process that was ordered, from the fork to the end."""
    status = 1
    try:
        os.setsid()
        bootstrap.tie(server)
        bootstrap.start_guard(lifeline, kept)
        *numbers, output, errors = kept
        for descriptor, standard in ((output, 1), (errors, 2)):
            os.dup2(descriptor, standard)
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(order.environ)
        bootstrap.limit_threads()
        os.chdir(order.folder)
        sys.argv[:] = [order.module]
        bootstrap.name_process(order.module.rpartition(".")[2])
        importlib.import_module(order.module).main(*numbers)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        # Finalising the interpreter takes longer than the fork did, and nothing needs it.
        os._exit(status)
