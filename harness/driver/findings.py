"""What a program's run has to say: findings with the Python lines that caused them, and its kernels' launches."""

from __future__ import annotations

import os
import struct
import sys
import sysconfig
import traceback
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from ..lazy import dataclass, replace
from ..ptx.fault import KernelFault
from ..ptx.launch.counts import Counters, total
from ..ptx.text.symbols import kernel_name
from ..store.records import COUNT

OWN_FOLDER = str(Path(__file__).resolve().parents[1])


@dataclass(frozen=True)
class PythonLine:
    """A line of the program."""

    file: str = ""
    """Path of the source file, as Python has it; empty if no Python code called the driver."""
    line: int = 0
    """1-based line."""
    function: str = ""
    """Function that has the line; ``<module>`` outside of functions."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.file else "unknown"


@dataclass(frozen=True)
class FoundInProgram:
    """A fault of the program, or an observation."""

    reason: str
    """Reason code: one of a kernel's (`oob-write`), or of the calls around it (`copy-not-awaited`)."""
    message: str
    """What happened."""
    kernel: str
    """Kernel; empty if the finding is not about a kernel."""
    launch: COUNT | None
    """Number of the launch in the program, from 1."""
    block: tuple[int, int, int] | None
    """`blockIdx` of the first occurrence."""
    thread: tuple[int, int, int] | None
    """`threadIdx` of the first occurrence."""
    source: str
    """`file:line` of the CUDA source."""
    callers: tuple[str, ...]
    """Inlined functions around the line, the innermost first."""
    python: PythonLine
    """Line of the program that launched the kernel or called the driver."""
    count: COUNT
    """Occurrences in that launch."""
    launches: COUNT
    """Launches or calls of the line with this finding."""


@dataclass(frozen=True)
class ProgramFinding(FoundInProgram):
    """A finding while the program runs."""

    # A file must have them.
    kernel: str = ""
    launch: COUNT | None = None
    block: tuple[int, int, int] | None = None
    thread: tuple[int, int, int] | None = None
    source: str = ""
    callers: tuple[str, ...] = ()
    python: PythonLine = PythonLine()
    count: COUNT = 1
    launches: COUNT = 1
    ptx_line: int | None = None
    """1-based line in the PTX text."""
    outer: PythonLine = PythonLine()
    """The outermost line of the program then, in a test that of the test; empty if it is `python`."""

    @property
    def key(self) -> tuple[object, ...]:
        """What findings of one cause have in common."""
        said = self.message * (not self.kernel)
        return self.reason, self.kernel, self.source or self.ptx_line, self.python, said


def kernel_finding(fault: KernelFault, kernel: str, launch: int, python: PythonLine) -> ProgramFinding:
    source = f"{Path(fault.source_file).name}:{fault.source_line}" if fault.source_line else ""
    what = fault.reason, fault.message, kernel_name(kernel), launch
    where = fault.block, fault.thread, source, fault.callers
    return ProgramFinding(
        *what, *where, python, fault.count, ptx_line=fault.ptx_line, outer=_outermost(python)
    )


class FindingLog:
    """Everything that a program's run has to say."""

    def __init__(self, show: Callable[[ProgramFinding, bool], None] = lambda *_: None) -> None:
        self._show = show
        self._findings: dict[tuple[object, ...], ProgramFinding] = {}
        self._notes: dict[tuple[object, ...], ProgramFinding] = {}
        self.unserved: dict[tuple[str, PythonLine], int] = {}
        self.failures: list[str] = []
        self.times_read = 0
        """How often the program asked for the time between two events: times are the executor's own."""
        self.triton_kernels: set[PythonLine] = set()
        """Triton kernels that the program has made, and functions that they call."""
        self._called_by_triton: set[str] = set()
        self._jit_functions: list[weakref.ref[Any]] = []
        self.triton_used: set[str] = set()
        """Triton kernels that the program has launched or compiled, by file and name."""
        self._recent: dict[tuple[object, ...], ProgramFinding] = {}
        self.kernels = KernelTotals()
        """Launches of this process."""

    @property
    def findings(self) -> tuple[ProgramFinding, ...]:
        return tuple(self._findings.values())

    @property
    def notes(self) -> tuple[ProgramFinding, ...]:
        return tuple(self._notes.values())

    def add(self, finding: ProgramFinding, is_note: bool = False) -> None:
        known = self._notes if is_note else self._findings
        before = known.get(finding.key)
        known[finding.key] = finding if before is None else replace(before, launches=before.launches + 1)
        # with repeated ones: a test must fail for a fault that an earlier test has shown
        if not is_note:
            self._recent.setdefault(finding.key, finding)
        if before is None:
            self._show(finding, is_note)

    def tell_less(self) -> None:
        """Show no more findings as they are found, but notes."""
        show = self._show
        self._show = lambda finding, is_note: show(finding, is_note) if is_note else None

    def take_recent(self) -> tuple[ProgramFinding, ...]:
        """Return the faults since the last call, also those that were found before that."""
        found, self._recent = tuple(self._recent.values()), {}
        return found

    def not_served(self, symbol: str, line: PythonLine | None = None) -> None:
        """Record a call of a function that this driver lacks, by default from the calling line."""
        key = symbol, line or python_line()
        self.unserved[key] = self.unserved.get(key, 0) + 1

    def note_time_read(self) -> None:
        self.times_read += 1

    def note_triton_kernel(self, kernel: PythonLine, called: tuple[str, ...]) -> None:
        self.triton_kernels.add(kernel)
        self._called_by_triton.update(called)

    def note_jit_function(self, function: Any) -> None:
        self._jit_functions.append(weakref.ref(function))

    def jit_functions(self) -> list[Any]:
        """Return Triton's objects of the kernels that the program has made."""
        return [function for made in self._jit_functions if (function := made()) is not None]

    def take_used(self) -> set[str]:
        """Return the Triton kernels used since the last call."""
        used, self.triton_used = self.triton_used, set()
        return used

    def unlaunched(self, launched: Iterable[str], folder: Path) -> tuple[PythonLine, ...]:
        """Return the Triton kernels of a folder that are not among the launched ones."""
        others = {*launched, *self._called_by_triton}
        kernels = (kernel for kernel in self.triton_kernels if kernel.function not in others)
        in_folder = (kernel for kernel in kernels if Path(kernel.file).is_relative_to(folder))
        return tuple(sorted(in_folder, key=lambda kernel: (kernel.file, kernel.line)))

    def failure(self, symbol: str, error: BaseException) -> None:
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        self.add_failure(f"{symbol} failed at {python_line()}: {text}")

    def add_failure(self, text: str) -> None:
        self.failures.append(text)


def python_line() -> PythonLine:
    # It is the nearest line outside of this package, of Python's library and of installed packages; if there is none,
    # the nearest outside of this package.
    frame: FrameType | None = sys._getframe(1)
    fallback = PythonLine()
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith(OWN_FOLDER):
            line = PythonLine(file, frame.f_lineno, frame.f_code.co_name)
            if not is_installed(file):
                return line
            if not fallback.file:
                fallback = line
        frame = frame.f_back
    return fallback


def _outermost(inner: PythonLine) -> PythonLine:
    # The script that starts pytest or this package is no program.
    scripts = sysconfig.get_path("scripts") + os.sep
    frame: FrameType | None = sys._getframe(1)
    found = PythonLine()
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith((OWN_FOLDER, scripts)) and not is_installed(file):
            found = PythonLine(file, frame.f_lineno, frame.f_code.co_name)
        frame = frame.f_back
    return found if found != inner else PythonLine()


def is_installed(file: str) -> bool:
    """Whether code is of Python's library or of an installed package, or has no file."""
    return file.startswith(_INSTALLED)


_INSTALLED = (
    "<",  # code without a file, such as <string>
    *{sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")},
    *(path for path in sys.path if path.endswith(("site-packages", "dist-packages"))),
)


_NONE = Counters()


@dataclass(frozen=True)
class KernelTotal:
    """All launches of one kernel; kernels of several modules with one name are added."""

    kernel: str
    """Entry name."""
    launches: int = 0
    """Launches, also those that a fault ended."""
    counted: int = 0
    """Launches that ran to their end with counters."""
    counters: Counters = _NONE
    """Sum over the counted launches."""
    block_barriers: int = 0
    """Number of times that a block's barrier opened, over the counted launches."""

    def __add__(self, other: KernelTotal) -> KernelTotal:
        return KernelTotal(
            self.kernel,
            self.launches + other.launches,
            self.counted + other.counted,
            # most launches are not counted, and the sum takes longer than all else here
            total((self.counters, other.counters)) if other.counted else self.counters,
            self.block_barriers + other.block_barriers,
        )


class KernelTotals:
    """The kernels that one process has launched."""

    def __init__(self) -> None:
        self._by_name: dict[str, KernelTotal] = {}

    @property
    def launches(self) -> int:
        return sum(known.launches for known in self)

    def add(self, more: KernelTotal) -> None:
        """Add launches, or counters of launches that were added when they began."""
        self._by_name[more.kernel] = self._by_name.get(more.kernel, KernelTotal(more.kernel)) + more

    def __iter__(self) -> Iterator[KernelTotal]:
        return iter(self._by_name.values())


_VALUES = struct.Struct(f"<{3 + len(Counters._fields)}Q")
_LENGTH = struct.Struct("<Q")


class KernelTotalsFile(KernelTotals):
    """The kernels of a process, kept in a file that another process reads with `read_totals`.

    Sums are written after each launch: a process that is killed loses none.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        self._offsets: dict[str, int] = {}
        self._end = 0

    def add(self, more: KernelTotal) -> None:
        super().add(more)
        known = self._by_name[more.kernel]
        values = _VALUES.pack(known.launches, known.counted, known.block_barriers, *known.counters)
        if known.kernel in self._offsets:
            os.pwrite(self._file, values, self._offsets[known.kernel])
            return
        name = known.kernel.encode()
        head = _LENGTH.pack(len(name)) + name
        self._offsets[known.kernel] = self._end + len(head)
        os.pwrite(self._file, head + values, self._end)
        self._end += len(head) + _VALUES.size


def read_totals(data: bytes) -> Iterator[KernelTotal]:
    """Yield the kernels in the content of a `KernelTotalsFile`, without a last one that is not whole."""
    at = 0
    while len(data) >= at + _LENGTH.size:
        (n_name,) = _LENGTH.unpack_from(data, at)
        start = at + _LENGTH.size + n_name
        if len(data) < start + _VALUES.size:
            return
        launches, counted, block_barriers, *counters = _VALUES.unpack_from(data, start)
        name = data[start - n_name : start].decode()
        yield KernelTotal(name, launches, counted, Counters(*counters), block_barriers)
        at = start + _VALUES.size


def merged(all_totals: Iterable[KernelTotal]) -> tuple[KernelTotal, ...]:
    """Add the kernels of several processes up by name; sorted by name, because processes have no order."""
    sums = KernelTotals()
    for kernel in all_totals:
        sums.add(kernel)
    return tuple(sorted(sums, key=lambda known: known.kernel))
