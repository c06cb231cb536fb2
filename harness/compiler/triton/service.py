"""Starts the process that runs Triton, one for each file of kernels, and talks to it.

A ``.py`` file is code. Its process gets only the environment variables that it needs, a folder of its own that is
deleted afterwards, limits and a deadline; only text comes back. It is not a sandbox: the file has its user's rights.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import hashlib
import importlib.util
import json
import os
import resource
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...errors import CompileError
from ...settings.settings import passed_environment
from ...store.input_file import read_file
from ..ptx_file import triton_folder

TRANSLATOR = Path(__file__).with_name("translator.py")
INSTALL = "pip install 'triton>=3.4'"
IMPORT_DEADLINE_S = 60.0
COMPILE_DEADLINE_S = 100.0
"""Time for one kernel. The worker's ``compile_deadline_s`` ends it earlier if it is shorter."""
MOST_ANSWER_BYTES = 64 << 20
_OUTPUT_SHOWN = 4000
_FOLDER = "kernel-harness-triton-"
_LOCK = "lock"
# A folder of this age has its lock, if its process still runs.
_YOUNG_S = 60.0


def triton_version() -> str:
    try:
        if importlib.util.find_spec("triton") is None:
            raise ImportError
        from importlib.metadata import version

        return version("triton")
    except (ImportError, ValueError):
        raise CompileError(
            "a .py kernel must be compiled by Triton (got no installed Triton)", log=f"install it: {INSTALL}"
        ) from None


def remove_abandoned() -> None:
    """Delete the folders of killed processes, whose locks nobody holds."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        with contextlib.suppress(OSError):
            status = folder.lstat()
            if status.st_uid != os.geteuid() or time.time() - status.st_mtime < _YOUNG_S:
                continue
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)


class ServiceError(Exception):
    """The process gave no answer; the argument says why, with the end of what it printed."""


class TritonService:
    """The process of one file of kernels; ends with `close`, at the exit of this process, or at a deadline."""

    def __init__(self, path: Path) -> None:
        self.path = path
        remove_abandoned()
        self._folder = Path(tempfile.mkdtemp(prefix=_FOLDER))
        # The lock ends with this process, however it ends; Popen below does not pass it on.
        self._lock = os.open(self._folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        their_requests, self._requests = os.pipe()
        self._answers, their_answers = os.pipe()
        limit = resource.getrlimit(resource.RLIMIT_DATA)[0]
        data_bytes = 0 if limit == resource.RLIM_INFINITY else limit
        # Triton may be on PYTHONPATH only, which the process ignores.
        library = triton_folder()
        parent = "" if library is None else library.parent
        arguments = (their_requests, their_answers, os.getpid(), data_bytes, parent)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-B", "-W", "ignore", str(TRANSLATOR), *map(str, arguments)],
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.STDOUT,
                cwd=self._folder,
                env={
                    **passed_environment(),
                    "TMPDIR": str(self._folder),
                    "TRITON_HOME": str(self._folder),
                    "TRITON_CACHE_DIR": str(self._folder),
                    "TRITON_ALWAYS_COMPILE": "1",
                },
                pass_fds=(their_requests, their_answers),
            )
        finally:
            os.close(their_requests)
            os.close(their_answers)

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: Mapping[str, object], deadline_s: float) -> dict[str, Any]:
        """Send a request and return the answer; ServiceError, with the process ended, if there is none."""
        end = time.monotonic() + deadline_s
        try:
            os.write(self._requests, json.dumps(request).encode("ascii") + b"\n")
        except OSError:
            raise self._failed("ended before it was asked") from None
        data = b""
        while not data.endswith(b"\n"):
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._answers], [], [], left)[0]:
                raise self._failed(f"did not answer within {deadline_s:g} s, and was killed")
            piece = os.read(self._answers, 1 << 20)
            if not piece:
                raise self._failed("ended without an answer")
            data += piece
            if len(data) > MOST_ANSWER_BYTES:
                raise self._failed(f"answered with more than {MOST_ANSWER_BYTES >> 20} MiB, and was killed")
        try:
            answer = json.loads(data)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise self._failed("gave an answer that is not one of ours")
        return answer

    def _failed(self, why: str) -> ServiceError:
        self._process.kill()
        status = self._process.wait()
        how = f" (signal {-status})" if status < 0 and "killed" not in why else ""
        size = self._output.seek(0, os.SEEK_END)
        self._output.seek(max(0, size - _OUTPUT_SHOWN))
        printed = self._output.read().decode("utf-8", "replace").strip()
        self.close()
        return ServiceError(
            f"the process that ran Triton {why}{how}" + (f"; it printed:\n{printed}" if printed else "")
        )

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for descriptor in (self._requests, self._answers, self._lock):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self._requests = self._answers = self._lock = -1
        self._output.close()
        shutil.rmtree(self._folder, ignore_errors=True)


class Services:
    """The process of the file that was last asked for, and the files that could not be imported."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self._lock = threading.RLock()
        self._service: TritonService | None = None
        self._files: tuple[tuple[str, str], ...] = ()
        self._refused: dict[tuple[Path, str], dict[str, Any]] = {}

    def ask(self, path: Path, digest: str, request: Mapping[str, object]) -> dict[str, Any]:
        """Ask the process of a file, which is started anew for another file or content than the last."""
        with self._lock:
            # Importing a file again for every case would take as long again.
            known = self._refused.get((path, digest))
            if known is not None and are_unchanged(known.get("files", ())):
                return known
            if not self._is_current(path, digest):
                self.end()
                refusal = self._start(path, request)
                if refusal is not None:
                    self._refused[path, digest] = refusal
                    return refusal
            assert self._service is not None
            try:
                answer = self._service.ask({**request, "path": str(path)}, COMPILE_DEADLINE_S)
            except ServiceError:
                self._service = None
                raise
            self._note(answer)
            return answer

    def _is_current(self, path: Path, digest: str) -> bool:
        service = self._service
        is_same = service is not None and service.path == path and service.is_alive
        return is_same and dict(self._files).get(str(path)) == digest and are_unchanged(self._files)

    def _start(self, path: Path, request: Mapping[str, object]) -> dict[str, Any] | None:
        """Start the process of a file and have it import the file; return the refusal if it cannot."""
        service = TritonService(path)
        try:
            answer = service.ask({"path": str(path), "reach": request["reach"]}, IMPORT_DEADLINE_S)
        except ServiceError as error:
            return {"error": f"{path}(1): error: the file cannot be imported: {error}"}
        self._note(answer)
        if "error" in answer:
            service.close()
            return answer
        self._service = service
        return None

    def _note(self, answer: Mapping[str, Any]) -> None:
        """Note the files that an answer depends on: kernels may have opened more since the import."""
        with contextlib.suppress(TypeError, ValueError):  # an answer that is not ours is refused later
            self._files = tuple((str(name), str(digest)) for name, digest in answer.get("files", self._files))

    def end(self) -> None:
        with self._lock:
            if self._service is not None:
                self._service.close()
                self._service = None


def are_unchanged(files: Iterable[Sequence[str]]) -> bool:
    return all(file_digest(Path(name)) == known for name, known in files)


def file_digest(path: Path) -> str:
    try:
        return hashlib.sha256(read_file(path)).hexdigest()
    except OSError:
        return ""


SERVICES = Services()
atexit.register(SERVICES.end)
# A fork has the pipes but not the process.
os.register_at_fork(after_in_child=SERVICES.forget)
