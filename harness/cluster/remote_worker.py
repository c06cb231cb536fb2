"""A worker on a host of a cluster: holds the harness's own worker process and runs the cases of each task in it.

A kernel that crashes or hangs ends that process only, within the same deadlines as on one machine. Answers are JSON:
the driver evaluates nothing that comes from a host.

Before the first case of a program the host's disk cache gets the entries that other hosts have made for it. Then the
cluster gets the entries that this host has made. The key of an entry is a digest of everything that it depends on.

A host does not have the user's sources. The driver collects what cases read (sources, their headers, files of
operations) and pickles its messages with every path as text. A worker writes the files under a temporary folder, at
their old absolute paths below it, and maps each path of a message there. Text that a result carries names the old paths
again (`Unpacked.without_root`).
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import pickle
import queue
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from .. import __version__
from ..compiler import open_cache
from ..device.base import DeviceInfo
from ..errors import HarnessError, UsageError
from ..lazy import dataclass
from ..run.source_files import files_of
from ..run.worker_runner import WorkerRunner
from ..settings.settings import Settings
from ..store.disk_cache import content_key, sources_digest
from ..store.input_file import TOP_MARK, read_file
from ..variant.case import Case
from ..variant.variant import Variant
from ..verdict import CaseResult
from ..worker.channel import Task

MOST_BYTES = 256 << 20
"""Largest size of all files of a run together; far above any matrix of kernels."""
_PROTOCOL = 5


def collect(variants: Iterable[Variant], settings: Settings) -> dict[str, bytes]:
    """Return the content of the files that the cases of some variants need, by absolute path."""
    # A file that cannot be read or is not within reach is left out: its cases then end with ERROR, as on one machine.
    files: dict[str, bytes] = {}
    for variant in variants:
        for path in files_of(variant, settings.include_dirs):
            name = os.path.normpath(path.absolute())
            if name not in files:
                # the compiler reports it, as on one machine
                with contextlib.suppress(OSError):
                    files[name] = read_file(path)
        if sum(map(len, files.values())) > MOST_BYTES:
            raise UsageError(
                f"the sources of a run on a cluster must take at most {MOST_BYTES} bytes (got more with {variant.id}); "
                "check fewer variants at once"
            )
    return files


def folders_of(settings: Settings) -> tuple[str, ...]:
    """Return the current folder and the settings' folders of sources and headers, as `Unpacked` takes them."""
    return tuple(str(folder.absolute()) for folder in (Path.cwd(), *settings.sources, *settings.include_dirs))


def pack(message: object, variants: Sequence[Variant] = ()) -> bytes:
    """Return a message of the driver with every path as text, and with numbers for the variants given."""
    body = io.BytesIO()
    _Pickler(body, variants).dump(message)
    return body.getvalue()


class Unpacked:
    """The files of bundles below a temporary folder, which `close` removes."""

    def __init__(self, folders: Sequence[str]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="kernel-harness-", ignore_cleanup_errors=True)
        # Resolved, because the folder for temporary files may be a link and `Reach` compares real paths.
        self.root = Path(self._folder.name).resolve()
        (self.root / TOP_MARK).touch()
        self._known = {os.path.normpath(folder) for folder in folders}
        self.cwd = self._below(folders[0])
        self.cwd.mkdir(parents=True, exist_ok=True)

    def add(self, files: Mapping[str, bytes]) -> None:
        """Write files; `files` has their contents by absolute path."""
        for name, content in files.items():
            place = self._below(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
            self._known.update({name, *map(str, PurePosixPath(name).parents)})

    def load(self, message: bytes, variants: Sequence[Variant] = ()) -> Any:
        """Return a message that `pack` made with the same variants; paths in the bundle are below `root`."""
        return _Unpickler(io.BytesIO(message), self, variants).load()

    def path(self, text: str) -> Path:
        """Return the path that the driver calls `text`: below `root` for files of the bundle and their folders."""
        name = os.path.normpath(text)
        is_ours = name.startswith("/") and name != "/" and name in self._known
        return self._below(name) if is_ours else Path(text)

    def without_root(self, text: str) -> str:
        """Return a text, plain or JSON, with the driver's paths in place of those below `root`."""
        return text.replace(str(self.root), "").replace(json.dumps(str(self.root))[1:-1], "")

    def close(self) -> None:
        self._folder.cleanup()

    def _below(self, name: str) -> Path:
        parts = PurePosixPath(name).parts
        # Otherwise the files of a bundle could be written outside of the folder.
        if not name.startswith("/") or ".." in parts:
            raise ValueError(f"a path of a bundle must be absolute and without '..' (got {name!r})")
        return self.root.joinpath(*parts[1:])


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, variants: Sequence[Variant]) -> None:
        super().__init__(file, _PROTOCOL)
        self._numbers = {id(variant): number for number, variant in enumerate(variants)}

    def persistent_id(self, obj: Any) -> str | int | None:
        # a path of this host means nothing on another one; `Unpacked.path` translates the text
        if isinstance(obj, Path):
            return str(obj)
        return self._numbers.get(id(obj)) if isinstance(obj, Variant) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, unpacked: Unpacked, variants: Sequence[Variant]) -> None:
        super().__init__(file)
        self._unpacked = unpacked
        self._variants = variants

    def persistent_load(self, pid: Any) -> Path | Variant:
        return self._variants[pid] if isinstance(pid, int) else self._unpacked.path(pid)


MOST_OUTPUT_CHARACTERS = 1 << 20
"""Most output of its kernels that a task passes on."""
_LINES_S = 5.0
# A file's time may be as much older than the clock: the kernel takes it from its last tick.
_TICK_S = 0.02
_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Opening:
    """A worker's answer to `RemoteWorker.open`."""

    info: DeviceInfo | None
    """The device; None if there is none, or the worker runs jobs."""
    failed: str
    """Why the worker cannot serve; empty if it can."""


@dataclass(frozen=True)
class CasesAnswer:
    """A worker's answer to cases."""

    results: tuple[CaseResult, ...]
    """A result for each case, in order."""
    failed: str
    """Why the device is gone; empty if it is usable."""
    said: str
    """Output of the kernels' processes to the standard error stream."""


@dataclass(frozen=True)
class JobAnswer:
    """Outcome of a job."""

    value: dict[str, Any] | None
    """The document that its function returned, not yet checked; None after an error."""
    error: str
    """Message of the error that the function raised, or why it did not run; empty if there is a document."""
    host: str = ""
    """Host that ran it; empty if none did."""


@dataclass(frozen=True)
class RemoteStart:
    """First message to a worker, which then opens its device."""

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
    """One worker of a run, in a process of its own. One thread calls its methods, others `new_lines` and `close`."""

    shares_code = False

    def __init__(self) -> None:
        self._begun: set[str] = set()
        self._variants: tuple[Variant, ...] = ()
        self._runner: WorkerRunner | None = None
        # `open` makes both.
        self._unpacked: Unpacked
        self._settings: Settings
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def open(self, folders: tuple[str, ...], start: bytes, wanted: str) -> bytes:
        """Open the device, and answer with its description."""
        ours = software()
        # messages are pickled objects: another version would read them wrongly
        if ours != wanted:
            why = (
                f"every host must have the same kernel-harness (got {ours} on the host, and {wanted} here);"
                " install the same there"
            )
            return _json(Opening(None, why))
        self._unpacked = Unpacked(folders)
        received: RemoteStart = self._unpacked.load(start)
        # files that findings name are shown relative to the current folder
        os.chdir(self._unpacked.cwd)
        self._settings = _on_this_host(received.settings)
        if received.task is None:
            return _json(Opening(None, ""))
        self._runner = WorkerRunner(received.kind, self._settings, received.task)
        self._runner.ready_worker()
        return self._answer(Opening(self._runner.info, self._runner.unavailable))

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
        with contextlib.redirect_stderr(output), self._sharing_code_of(cases[0], runner.info):
            results = tuple(runner.run_all(cases))
        printed = output.getvalue()[:MOST_OUTPUT_CHARACTERS]
        return self._answer(CasesAnswer(results, runner.unavailable, printed))

    @contextlib.contextmanager
    def _sharing_code_of(self, case: Case, info: DeviceInfo | None) -> Iterator[None]:
        """Exchange compiled code with the cluster around the first cases of a program."""
        arch = "" if info is None else info.arch
        program = f"{case.variant.id} {case.block} {case.dtype} {arch}"
        if not self.shares_code or program in self._begun:
            yield
            return
        self._begun.add(program)
        cache = open_cache(self._settings)
        theirs = self.code_of(program)
        for key, data in theirs.items():
            if not cache.has(key):
                cache.put(key, data)
        began_s = time.time() - _TICK_S
        yield
        for key in cache.keys_since(began_s):
            ours = None if key in theirs else cache.get(key)
            if ours is not None:
                self.share_code(program, key, ours)

    def code_of(self, program: str) -> dict[str, bytes]:
        """Return the entries of the disk cache that other hosts have made for a program, by key."""
        raise NotImplementedError

    def share_code(self, program: str, key: str, data: bytes) -> None:
        """Give other hosts an entry of the disk cache for a program."""
        raise NotImplementedError

    def job(self, request: bytes) -> bytes:
        function, args = self._unpacked.load(request, self._variants)
        try:
            answer = JobAnswer(function(self._settings, self._say, *args), "")
        except HarnessError as error:
            answer = JobAnswer(None, str(error))
        finally:
            self._lines.put(None)
        return self._answer(answer)

    def _answer(self, answer: object) -> bytes:
        return self._unpacked.without_root(_json(answer).decode("ascii")).encode("ascii")

    def new_lines(self) -> bytes:
        """Return the lines of the job since the last call as a JSON list; waits a few seconds for the first."""
        # The list ends with null if the job has ended.
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
        if hasattr(self, "_unpacked"):
            self._unpacked.close()


def lines_of(text: bytes) -> tuple[tuple[str, ...], bool]:
    """Return the lines of a `RemoteWorker.new_lines`, and whether the job has ended; malformed lines end it."""
    try:
        lines = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return (), True
    if not isinstance(lines, list):
        return (), True
    is_end = bool(lines) and lines[-1] is None
    return tuple(line for line in lines if isinstance(line, str)), is_end


def _on_this_host(settings: Settings) -> Settings:
    """Return the driver's settings with this host's own cache, GPU and share of cores."""
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
    """Return a worker's answer; UsageError if it is malformed."""
    from ..store.records import read_text

    return read_text(text, kind, where)
