"""Processes that a program starts: each Python process among them gets a virtual GPU of its own.

The program's process puts a ``sitecustomize`` on the path of the Python processes that it starts. There it calls
`harness.driver.child`. Findings come back through a folder: a file of lines for each process, written as they are
found, and a file of its counts. A process that is killed loses nothing that it has found.
"""

from __future__ import annotations

import functools
import json
import mmap
import os
import shutil
import struct
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..settings.settings import Settings
from ..store.disk_cache import content_key
from .findings import FindingLog, ProgramFinding, PythonLine
from .kernel_totals import KernelTotal, KernelTotalsFile, read_totals
from .nvcc import replace_file

VARIABLE = "_KERNEL_HARNESS_VIRTUAL_GPU"
"""Environment variable with which a process tells those that it starts about the virtual GPU."""
_SITE = "site"
_COUNTS = struct.Struct("<QQ")
_FINDINGS, _COUNT, _KERNELS = ".findings", ".counts", ".kernels"

_SITECUSTOMIZE = """\
# Python runs this when a program on a virtual GPU starts another Python process.
import importlib.machinery
import importlib.util
import os
import sys

_own = os.path.dirname(os.path.abspath(__file__))
_spec = importlib.machinery.PathFinder.find_spec(
    "sitecustomize", [path for path in sys.path if os.path.abspath(path) != _own]
)
if _spec is not None and _spec.loader is not None:  # the machine's own
    _module = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(_module)
if {variable!r} in os.environ and {nvcc!r} not in sys.orig_argv:
    sys.path[1:1] = [folder for folder in {path!r} if folder not in sys.path]
    from {package} import child

    child.begin(os.environ[{variable!r}])
"""


class Children:
    """What the processes that this one starts have found."""

    def __init__(
        self,
        settings: Settings,
        arch: str,
        checks_leaks: bool,
        library: Path,
        *,
        has_counters: bool = False,
    ) -> None:
        self.folder = _make_folder(library.parent / "running")
        self._pid = os.getpid()
        self._read: dict[Path, int] = {}
        os.environ[VARIABLE] = json.dumps(
            {
                "folder": str(self.folder),
                "arch": arch,
                "checks_leaks": checks_leaks,
                "has_counters": has_counters,
                "settings": {
                    "device": "cpu",
                    "sanitizers": ",".join(settings.sanitizers) or None,
                    "cpu_threads": settings.cpu_threads,
                    "step_budget": settings.step_budget,
                    "cache_dir": str(settings.cache_dir),
                },
            }
        )
        _write_site(library)
        put_first(library)

    def read_into(self, log: FindingLog) -> None:
        """Add to a log what was found since the last call."""
        for path in sorted(self.folder.glob(f"*{_FINDINGS}")):
            with path.open("rb") as lines:
                lines.seek(self._read.get(path, 0))
                data = lines.read()
            whole = data[: data.rfind(b"\n") + 1]  # a process may be in the middle of a line
            self._read[path] = self._read.get(path, 0) + len(whole)
            for line in whole.splitlines():
                _add(log, json.loads(line))

    def counts(self) -> tuple[int, int]:
        """Return the number of launches, and of event times asked for, in all processes."""
        both = [
            _COUNTS.unpack(data)
            for path in self.folder.glob(f"*{_COUNT}")
            if len(data := path.read_bytes()) == _COUNTS.size
        ]
        return sum(pair[0] for pair in both), sum(pair[1] for pair in both)

    def kernels(self) -> Iterator[KernelTotal]:
        """Yield the kernels that each process has launched."""
        for path in sorted(self.folder.glob(f"*{_KERNELS}")):
            yield from read_totals(path.read_bytes())

    def close(self) -> None:
        """Remove the folder; processes that start from now on have no virtual GPU."""
        if self._pid != os.getpid():  # a fork
            return
        os.environ.pop(VARIABLE, None)
        shutil.rmtree(self.folder, ignore_errors=True)


class ChildLog(FindingLog):
    """The log of a process that a program started: it writes what it is told to a file."""

    def __init__(self, folder: Path) -> None:
        super().__init__(self._found)
        self.folder = folder
        name = f"{os.getpid()}-{os.urandom(4).hex()}"
        self._file = (folder / f"{name}{_FINDINGS}").open("a", encoding="utf-8")
        with (folder / f"{name}{_COUNT}").open("w+b") as file:
            # mapped: a process that is killed has counted all that it did
            file.write(bytes(_COUNTS.size))
            file.flush()
            self.counts = mmap.mmap(file.fileno(), _COUNTS.size)
        self.kernels = KernelTotalsFile(folder / f"{name}{_KERNELS}")

    def _found(self, finding: ProgramFinding, is_note: bool) -> None:
        self._write({"kind": "note" if is_note else "finding", **asdict(finding)})

    def not_served(self, symbol: str, line: PythonLine | None = None) -> None:
        """Record a call of a function that this driver lacks."""
        super().not_served(symbol, line)
        key = next(reversed(self.unserved)) if line is None else (symbol, line)
        self._write({"kind": "unserved", "symbol": symbol, "python": asdict(key[1])})

    def add_failure(self, text: str) -> None:
        """Record the text of an error of this driver."""
        super().add_failure(text)
        self._write({"kind": "failure", "text": text})

    def _write(self, record: dict[str, Any]) -> None:
        try:
            self._file.write(json.dumps(record) + "\n")
            self._file.flush()
        except OSError:
            sys.stderr.write(
                f"the virtual GPU cannot report to the process that started this one: {record}\n"
            )


def _add(log: FindingLog, record: dict[str, Any]) -> None:
    kind = record.pop("kind")
    if kind == "failure":
        log.add_failure(record["text"])
        return
    line = PythonLine(**record.pop("python"))
    if kind == "unserved":
        log.not_served(record["symbol"], line)
        return
    for name in ("block", "thread", "callers"):
        record[name] = None if record[name] is None else tuple(record[name])
    log.add(ProgramFinding(python=line, **record), is_note=kind == "note")


@functools.cache
def _site(library: Path) -> tuple[Path, str]:
    """Return the folder and the text of the ``sitecustomize`` of this environment."""
    assert __package__ is not None
    own = str(Path(__file__).resolve().parents[2])
    # an installed package is on the path anyway; a checkout need not be
    path = [] if own in _usual_path() else [own]
    text = _SITECUSTOMIZE.format(
        variable=VARIABLE, nvcc=f"{__package__}.nvcc", package=__package__, path=path
    )
    # processes of several environments use the library's folder at the same time
    return library / f"{_SITE}-{content_key(text)[:16]}", text


def _write_site(library: Path) -> None:
    """Write the ``sitecustomize``, unless it is there."""
    site, text = _site(library)
    site.mkdir(exist_ok=True, mode=0o700)
    file = site / "sitecustomize.py"
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        replace_file(file, text, 0o600)


def _usual_path() -> list[str]:
    return [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]


def put_first(library: Path) -> None:
    """Put the ``sitecustomize`` first on the path of the Python processes that this one starts."""
    site, _ = _site(library)
    others = [folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder != str(site)]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(site), *(folder for folder in others if folder)])
    # worker processes of this package get this process's path, behind the program's own folder
    if str(site) not in sys.path:
        sys.path.insert(1, str(site))


def _make_folder(place: Path) -> Path:
    """Make a folder named by this process; remove those of processes that were killed."""
    place.mkdir(exist_ok=True, mode=0o700)
    remove_left(place)
    return Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=place))


def remove_left(place: Path) -> None:
    """Remove the folders of processes that have ended without removing them."""
    for path in place.iterdir():
        if not Path("/proc", path.name.partition("-")[0]).exists():
            shutil.rmtree(path, ignore_errors=True)
