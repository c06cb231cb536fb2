"""Starts Python programs as forks of one process that has imported what they need.

Importing the harness, NumPy, SciPy and LLVM takes a new interpreter half a second of processor time, and the server of
a command's workers as much again. `Popen` and `run` take what those of `subprocess` take. The fork is a child of the
caller, has the caller's folder, environment, signals and files, and ran nothing but imports. It differs from a new
interpreter in four things: modules are loaded already, all forks hash strings alike, and ``/proc`` shows the
environment and the arguments of the process that imported. A test of one of them uses `subprocess`.
"""

import array
import atexit
import contextlib
import ctypes
import fcntl
import gc
import importlib
import io
import os
import pickle
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
import types
from pathlib import Path

IMPORTED = (
    *("harness.cli.commands." + name for name in ("check", "count", "gate", "list", "search", "trace")),
    *("harness.cli.commands.run", "harness.driver.program", "harness.driver.served"),
    *("harness.run.session", "harness.device.cpu.ptx_cpu", "harness.operation.bounded", "scipy.special"),
    *("harness.cluster.opening", "harness.run.suite", "harness.gate.gate", "harness.search.engine"),
    *("harness.cli.bodies.init", "harness.report.html.document", "rich.live", "rich.progress"),
    *("cuda.bindings.driver", "cuda.bindings.nvrtc"),
)
_PR_SET_CHILD_SUBREAPER = 36
_MOST_FILES = 250
# Files of a program have lower numbers; they are kept above while those below are closed.
_HIGH = 512


def _read_at_start(environ):
    """Return the variables that an interpreter or a library reads once, when it starts."""
    names = ("PYTHON", "LC_", "LANG", "LD_", "OMP_", "OPENBLAS_")
    return {name: value for name, value in environ.items() if name.startswith(names) and name != "PYTHONPATH"}


def _send(requests, order, files):
    with os.fdopen(os.memfd_create("order"), "w+b") as ordered:
        pickle.dump(order, ordered)
        ordered.seek(0)
        socket.send_fds(requests, [b"f"], [ordered.fileno(), *files])


class _Importer:
    """The process that imports and forks, as its client sees it."""

    def __init__(self):
        self.environ = _read_at_start(os.environ)
        self._lock = threading.Lock()
        self._requests, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
                pass_fds=[theirs.fileno()],
            )

    def fork(self, order, files):
        prctl = ctypes.CDLL(None).prctl
        with self._lock:
            # A process whose parent has ended becomes a child of the next one above that asked for it.
            prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            try:
                _send(self._requests, order, files)
                (pid,) = array.array("i", self._requests.recv(4))
            finally:
                prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        return pid

    def end(self):
        with self._requests, self._process:
            self._process.kill()


_importers = {}


def _importer():
    """Return this process's importer. A fork of this process starts one of its own."""
    if os.getpid() not in _importers:
        _importers.clear()
        started = _importers[os.getpid()] = _Importer()
        atexit.register(lambda: _importers.get(os.getpid()) is started and started.end())
    return _importers[os.getpid()]


class Popen(subprocess.Popen):
    """A fork; or a new process, for a command that is no program of Python or asks for what a fork cannot have."""

    def _execute_child(self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *rest):
        command = [os.fspath(each) for each in args]
        environ = {os.fspath(k): os.fspath(v) for k, v in (os.environ if env is None else env).items()}
        # The 4th to the 9th: ends of pipes, of which each second one is this process's.
        pipes, is_leader = rest[3:9], rest[14]
        given = zip((pipes[0], pipes[3], pipes[5]), range(3), strict=True)
        files = [standard if number == -1 else number for number, standard in given]
        order = {
            "command": command[1:],
            "environ": environ,
            "folder": str(Path(cwd or ".").absolute()),
            "ignored": [n for n in signal.valid_signals() if signal.getsignal(n) == signal.SIG_IGN],
            "blocked": signal.pthread_sigmask(signal.SIG_BLOCK, ()),
            "is_leader": is_leader,
            "numbers": [0, 1, 2, *pass_fds],
        }
        if command[0] == sys.executable and preexec_fn is None:
            self.pid = self._fork(order, [*files, *pass_fds])
        if self.pid is None:
            super()._execute_child(args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *rest)
            return
        self._child_created = True
        self._close_pipe_fds(*pipes)

    def _fork(self, order, files):
        is_option = order["command"][0].startswith("-") and order["command"][0] not in ("-m", "-c")
        if is_option or _read_at_start(order["environ"]) != _importer().environ:
            return None
        return _importer().fork(order, files)


def run(command, *, input=None, capture_output=False, timeout=None, check=False, **options):  # noqa: A002
    """Do what `subprocess.run` does."""
    if capture_output:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    if input is not None:
        options["stdin"] = subprocess.PIPE
    with Popen(command, **options) as process:
        try:
            out, err = process.communicate(input, timeout)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(command, process.returncode, out, err)
    if check:
        done.check_returncode()
    return done


def _serve(requests):
    """Import, then fork at each request; return the request's files in each fork."""
    # Linear algebra must have no threads: a fork has none of them.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    for name in IMPORTED:
        with contextlib.suppress(ImportError):  # the program itself says what is not installed
            importlib.import_module(name)
    gc.collect()
    gc.freeze()
    while True:
        files = _received(requests)
        between = os.fork()
        if between == 0:
            between = os.getpid()
            if os.fork():
                os._exit(0)
            while os.getppid() == between:
                time.sleep(0.0002)
            requests.send(array.array("i", [os.getpid()]))
            return files
        for file in files:
            os.close(file)
        os.waitpid(between, 0)


def _received(requests):
    """Return the files of the next request; end this process when none can come."""
    byte, files, _flags, _address = socket.recv_fds(requests, 1, _MOST_FILES)
    if not byte:
        os._exit(0)
    return files


def _become(ordered, *files):
    """Make this process what a new interpreter would be, and return the command."""
    with os.fdopen(ordered, "rb") as file:
        order = pickle.load(file)
    if order["is_leader"]:
        os.setsid()
    high = [fcntl.fcntl(each, fcntl.F_DUPFD, _HIGH) for each in files]
    os.closerange(0, _HIGH)
    for file, number in zip(high, order["numbers"], strict=True):
        os.dup2(file, number)
        os.close(file)
    for number, (name, mode) in enumerate((("stdin", "rb"), ("stdout", "wb"), ("stderr", "wb"))):
        old = getattr(sys, name)
        # PYTHONUNBUFFERED
        is_direct = old.write_through
        new = io.TextIOWrapper(
            open(number, mode, buffering=0 if is_direct else -1, closefd=False),  # noqa: SIM115 - open to the end
            encoding=old.encoding,
            errors=old.errors,
            newline="\n" if number else None,
            line_buffering=not is_direct and (number == 2 or os.isatty(number)),
            write_through=is_direct,
        )
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGPIPE}:
        usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        with contextlib.suppress(OSError):  # one that the C library keeps to itself
            signal.signal(number, signal.SIG_IGN if number in order["ignored"] else usual)
    signal.pthread_sigmask(signal.SIG_SETMASK, order["blocked"])
    os.environ.clear()
    os.environ.update(order["environ"])
    os.chdir(order["folder"])
    path = os.environ.get("PYTHONPATH")
    sys.path[:0] = [str(Path(each).absolute()) for each in path.split(os.pathsep)] if path else []
    importlib.invalidate_caches()
    return order["command"]


_waiting = []


def _await_workers():
    """Fork the process that becomes the server of the command's workers when the command asks for one."""
    ends = socket.socketpair()
    requests, theirs = (fcntl.fcntl(end.fileno(), fcntl.F_DUPFD_CLOEXEC, _HIGH) for end in ends)
    for end in ends:
        end.close()
    pid = os.fork()
    if pid == 0:
        os.close(requests)
        os.closerange(0, _HIGH)
        with socket.socket(fileno=theirs) as end:
            received = _received(end)
        return _become(*received)
    os.close(theirs)
    _waiting.append((pid, socket.socket(fileno=requests)))
    os.register_at_fork(after_in_child=_waiting.clear)
    starting = importlib.import_module("harness.worker.child_process")
    starting.subprocess = types.SimpleNamespace(**vars(subprocess) | {"Popen": _Workers})
    return None


class _Workers(Popen):
    def _fork(self, order, files):
        if not _waiting:
            return None
        pid, requests = _waiting.pop()
        with requests:
            _send(requests, order | {"command": order["command"][1:]}, files)  # without -S
        return pid


def _execute(command):
    """Execute a command as ``python`` does."""
    kind, *sys.argv[:] = command
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    if kind == "-m":
        sys.path.insert(0, str(Path.cwd()))
        runpy._run_module_as_main(sys.argv[0])
    elif kind == "-c":
        sys.path.insert(0, "")
        text, sys.argv[0] = sys.argv[0], "-c"
        exec(compile(text, "<string>", "exec"), vars(main))
    else:
        sys.argv.insert(0, kind)
        sys.path.insert(0, str(Path(kind).absolute().parent))
        main.__file__ = kind
        exec(compile(Path(kind).read_bytes(), kind, "exec"), vars(main))


if __name__ == "__main__":
    # The folder of this file is not on the path of those programs.
    del sys.path[0]
    _command = _become(*_serve(socket.socket(fileno=int(sys.argv[1]))))
    _execute(_await_workers() or _command)
