"""A worker on a host of a cluster: holds the harness's own worker process and runs the cases of each task in it.

A kernel that crashes or hangs ends that process only, within the same deadlines as on one machine. Answers are JSON:
the driver evaluates nothing that comes from a host.

Code that another host has compiled comes from the cluster, by the key of the disk cache, a digest of everything that an
entry depends on. The worker process reaches the cluster through a socket to this one. Messages are bytes of a fixed
form: a worker process that a kernel has damaged must not be able to have anything evaluated here.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import io
import json
import logging
import os
import queue
import re
import socket
import threading
from collections.abc import Callable
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any, TypeVar

from .. import __version__
from ..device.base import Device, DeviceInfo
from ..errors import DeviceError, HarnessError
from ..run.worker_runner import WorkerRunner
from ..settings.settings import Settings
from ..store.disk_cache import CodeSource, content_key, sources_digest, use_source
from ..variant.case import Case
from ..variant.variant import Variant
from ..verdict import CaseResult
from ..worker.channel import Task
from .bundle import Unpacked

MOST_OUTPUT_CHARACTERS = 1 << 20
"""A task passes on so much of its kernels' output."""
_LINES_S = 5.0
_SOCKET = "code.sock"
_log = logging.getLogger("harness.cache")
_Answer = TypeVar("_Answer")


@dataclasses.dataclass(frozen=True)
class Opening:
    """A worker's answer to `RemoteWorker.open`."""

    info: DeviceInfo | None
    """The device; None if there is none, or the worker runs jobs."""
    failed: str
    """Why the worker cannot serve; empty if it can."""


@dataclasses.dataclass(frozen=True)
class CasesAnswer:
    """A worker's answer to cases."""

    results: tuple[CaseResult, ...]
    """A result for each case, in order."""
    failed: str
    """Why the device is gone; empty if it is there."""
    said: str
    """What the kernels' processes wrote to the standard error stream."""


@dataclasses.dataclass(frozen=True)
class JobAnswer:
    """Outcome of a job."""

    value: dict[str, Any] | None
    """The document that its function returned, whose form is the caller's to check; None if there is none."""
    error: str
    """Message of the error that the function raised, or why it did not run; empty if there is a document."""
    is_lost: bool
    """Whether the job has no answer because its workers or its device were lost."""
    host: str = ""
    """Host that ran it; empty if none did."""


@dataclasses.dataclass(frozen=True)
class RemoteStart:
    """What a worker needs to open its device."""

    kind: str
    """Device that it opens; empty for a worker that runs jobs."""
    settings: Settings
    task: Task | None
    """Functions that open the device and run a case; None for a worker that runs jobs."""


def software() -> str:
    """Return the version of this package and a digest of its sources, in one line: all hosts must have the same."""
    package = (__package__ or "").rpartition(".")[0]
    return f"{__version__} ({content_key(sources_digest(package))[:12]})"


class RemoteWorker:
    """One worker of a run; a process of its own holds each. One thread calls its methods, others `said` and `close`."""

    def __init__(self, source: CodeSource | None = None) -> None:
        self._source = source
        self._server: CodeServer | None = None
        self._variants: tuple[Variant, ...] = ()
        self._runner: WorkerRunner | None = None
        # `open` makes both.
        self._unpacked: Unpacked
        self._settings: Settings
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def open(self, folders: tuple[str, ...], start: bytes, wanted: str) -> bytes:
        """Open the device, and answer with its description."""
        found = software()
        # messages are pickled objects: another version would read them wrongly
        if found != wanted:
            why = (
                f"every host must have the same kernel-harness (got {found} on the host, and {wanted} here);"
                " install the same there"
            )
            return _json(Opening(None, why))
        self._unpacked = Unpacked(folders)
        given: RemoteStart = self._unpacked.load(start)
        # files that findings name are shown relative to the current folder
        os.chdir(self._unpacked.cwd)
        self._settings = _on_this_host(given.settings)
        if given.task is None:
            return _json(Opening(None, ""))
        self._runner = WorkerRunner(given.kind, self._settings, self._sharing(given.task))
        self._runner.ready_worker()
        return self._answer(Opening(self._runner.info, self._runner.unavailable))

    def _sharing(self, task: Task) -> Task:
        """Return a task whose device takes compiled code from the cluster, if its process can reach this one."""
        if self._source is None:
            return task
        path = self._unpacked.root / _SOCKET
        try:
            self._server = CodeServer(self._source, path)
        except OSError as error:  # such as a path that is too long for a socket
            _log.info("compiled code comes from this host alone: %s", error)
            return task
        return dataclasses.replace(
            task, open_device=functools.partial(open_sharing, task.open_device, str(path))
        )

    def prepare(self, files: dict[str, bytes], variants: bytes) -> None:
        """Write the user's files, and read the variants that the following cases refer to by number."""
        self._unpacked.add(files)
        self._variants = self._unpacked.load(variants)

    def run(self, request: bytes) -> bytes:
        runner = self._runner
        assert runner is not None
        cases: tuple[Case, ...] = self._unpacked.load(request, self._variants)
        output = io.StringIO()
        # The worker process passes the output of kernels on through `sys.stderr`.
        with contextlib.redirect_stderr(output):
            results = tuple(runner.run_all(cases))
        said = output.getvalue()[:MOST_OUTPUT_CHARACTERS]
        return self._answer(CasesAnswer(results, runner.unavailable, said))

    def job(self, request: bytes) -> bytes:
        function, args = self._unpacked.load(request, self._variants)
        value, error, is_device_error = None, "", False
        try:
            value = function(self._settings, self._say, *args)
        except HarnessError as raised:
            error, is_device_error = str(raised), isinstance(raised, DeviceError)
        finally:
            self._lines.put(None)
        return self._answer(JobAnswer(value, error, is_device_error))

    def _answer(self, answer: object) -> bytes:
        return self._unpacked.without_root(_json(answer).decode("ascii")).encode("ascii")

    def said(self) -> bytes:
        """Return the lines of the job since the last call as a JSON list; waits a few seconds for the first.

        The list ends with null if the job has ended.
        """
        lines: list[str | None] = []
        with contextlib.suppress(queue.Empty):
            lines.append(self._lines.get(timeout=_LINES_S))
            while lines[-1] is not None:
                lines.append(self._lines.get_nowait())
        return json.dumps(lines).encode("ascii")

    def _say(self, line: str) -> None:
        self._lines.put(self._unpacked.without_root(line))

    def close(self) -> None:
        """End the worker process at once and remove the files; another thread may be in `run`."""
        runner, self._runner = self._runner, None
        if runner is not None:
            runner.break_off()
        if self._server is not None:
            self._server.close()
        if hasattr(self, "_unpacked"):
            self._unpacked.close()


def lines_of(said: bytes) -> tuple[tuple[str, ...], bool]:
    """Return the lines of an answer of `RemoteWorker.said`, and whether the job has ended; junk is an end."""
    try:
        lines = json.loads(said)
    except (ValueError, TypeError, RecursionError):
        return (), True
    if not isinstance(lines, list):
        return (), True
    is_end = bool(lines) and lines[-1] is None
    return tuple(each for each in lines if isinstance(each, str)), is_end


def _on_this_host(settings: Settings) -> Settings:
    """Return the driver's settings with what belongs to a host: its cache, its GPU and its share of cores."""
    own: dict[str, Any] = {"cpu_threads": 1, "cpu_workers": 1, "gpu_index": 0, "gpu_count": 1}
    if "cache_dir" not in settings.given:
        with contextlib.suppress(HarnessError):
            # From the root, where no project's file is read.
            own["cache_dir"] = Settings.load(Path("/")).cache_dir
    return dataclasses.replace(settings, **own)


def _json(answer: object) -> bytes:
    # Loads msgspec, and a command that runs no case on a cluster imports this module, too.
    from ..store.records import plain, to_json

    return to_json(plain(answer)).encode("ascii")


def answer_of(text: bytes, kind: type[_Answer], where: str) -> _Answer:
    """Return a worker's answer; UsageError names what is wrong with it."""
    from ..store.records import read_text

    return read_text(text, kind, where)


# A message: what is asked or answered, in one byte; then the key; then the entry.
_GET, _PUT = b"G", b"P"
_HIT, _MISS = b"H", b"M"
_KEY = re.compile(rb"[0-9a-f]{64}")
_ENTRY_AT = 65
MOST_BYTES = 256 << 20
"""Largest message."""
_SECONDS = 60.0


class CodeServer:
    """Serves a source of compiled code to the worker processes of this one."""

    def __init__(self, source: CodeSource, path: Path) -> None:
        self._source = source
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.bind(str(path))
            self._socket.listen()
        except OSError:
            self._socket.close()
            raise
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """End serving; processes that still ask go on without the cluster's code."""
        with contextlib.suppress(OSError):
            # On Linux close(2) alone does not end the accept(2) that the thread waits in.
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                accepted, _ = self._socket.accept()
                # A socket object would close the descriptor when it is freed.
                threading.Thread(target=self._serve, args=(accepted.detach(),), daemon=True).start()

    def _serve(self, descriptor: int) -> None:
        connection: Connection[Any, Any] = Connection(descriptor)
        with connection, contextlib.suppress(OSError, EOFError):
            while _KEY.fullmatch((message := connection.recv_bytes(MOST_BYTES))[1:_ENTRY_AT]):
                key = message[1:_ENTRY_AT].decode("ascii")
                if message.startswith(_PUT):
                    self._source.put(key, message[_ENTRY_AT:])
                else:
                    found = self._source.get(key)
                    connection.send_bytes(_MISS if found is None else _HIT + found)


class CodeClient:
    """The source of compiled code of a worker process; after the first fault of the connection it has nothing."""

    def __init__(self, path: str) -> None:
        self._lock = threading.Lock()
        self._connection: Connection[Any, Any] | None = None
        try:
            self._connection = Client(path, "AF_UNIX")
        except OSError as error:
            self._lose(error)

    def get(self, key: str) -> bytes | None:
        answer = self._ask(_GET + key.encode("ascii"), is_answered=True)
        return answer[1:] if answer.startswith(_HIT) else None

    def put(self, key: str, data: bytes) -> None:
        if _ENTRY_AT + len(data) <= MOST_BYTES:
            self._ask(_PUT + key.encode("ascii") + data, is_answered=False)

    def close(self) -> None:
        """Close the connection; the source then has nothing."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _ask(self, message: bytes, is_answered: bool) -> bytes:
        """Send a message and return the answer; empty if there is none."""
        try:
            with self._lock:
                if self._connection is None:
                    return b""
                self._connection.send_bytes(message)
                if not is_answered:
                    return b""
                if not self._connection.poll(_SECONDS):
                    raise EOFError(f"no answer within {_SECONDS:g} seconds")
                return self._connection.recv_bytes(MOST_BYTES)
        except (OSError, EOFError) as error:
            # Outside of the lock, which `close` takes itself.
            self._lose(error)
            return b""

    def _lose(self, error: Exception) -> None:
        _log.info("compiled code comes from this host alone: %s", error)
        self.close()


def open_sharing(open_device: Callable[[Settings], Device], path: str, settings: Settings) -> Device:
    """Open a device whose compiled code comes from the cluster, too; called in a worker process."""
    use_source(CodeClient(path))
    return open_device(settings)
