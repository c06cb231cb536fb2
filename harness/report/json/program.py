"""The JSON of a program's run: its records, and how a `ProgramReport` becomes one."""

from __future__ import annotations

from ...driver.findings import FoundInProgram, PythonLine
from ...driver.program import ProgramReport
from ...lazy import dataclass
from ...store.records import COUNT, pick, record_text
from . import Document


@dataclass(frozen=True)
class LaunchedKernel:
    """The launched kernels of one name."""

    kernel: str
    """Entry name."""
    launches: COUNT
    """Launches of all processes."""
    counted: COUNT
    """Launches that ran to their end with counters; 0 without `--counters`."""
    counters: dict[str, COUNT] | None
    """Every [counter](counters.md) by name, summed over the counted launches; null without `--counters`."""
    block_barriers: COUNT | None
    """How often a barrier of a block opened in these launches; null without `--counters`."""


@dataclass(frozen=True)
class UnservedCall:
    """Calls of a driver function that the virtual GPU lacks."""

    function: str
    """Function."""
    python: PythonLine
    """Line that called it."""
    calls: COUNT
    """Number of calls."""


@dataclass(frozen=True, kw_only=True)
class ProgramDocument(Document):
    """A program.

    Findings stand in the order in which they were found.
    """

    schema: str = "kernel-harness/program"
    command: tuple[str, ...]
    """The program and its arguments."""
    gpu: str
    """Name of the GPU that the program saw."""
    arch: str
    """Its architecture."""
    sanitizers: tuple[str, ...]
    """Checks of each launch."""
    exit_code: int
    """Exit status of the command: 1 with findings, else that of the program."""
    program_status: int
    """Exit status of the program itself."""
    launches: COUNT
    """Number of launches."""
    times_read: COUNT
    """How often the program asked for a time between events."""
    kernels: tuple[LaunchedKernel, ...]
    """Launched kernels by name; kernels of one name are added."""
    findings: tuple[FoundInProgram, ...]
    """Faults of the program."""
    notes: tuple[FoundInProgram, ...]
    """Observations that are not faults."""
    unserved: tuple[UnservedCall, ...]
    """Calls of driver functions that the virtual GPU lacks."""
    failures: tuple[str, ...]
    """Errors of the virtual GPU itself."""
    unlaunched: tuple[PythonLine, ...] = ()
    """Triton kernels under the current folder that no test of a pytest run launched: where each begins."""
    imported: tuple[str, ...] = ()
    """Python files that the program imported, but those of installed packages."""


def text(report: ProgramReport) -> str:
    # Without counting, zeros would say that the kernels executed nothing.
    none: dict[str, None] = {} if report.has_counters else {"counters": None, "block_barriers": None}
    document = pick(
        ProgramDocument,
        report,
        gpu=report.gpu.name,
        arch=report.gpu.arch,
        kernels=tuple(
            pick(LaunchedKernel, kernel, **{"counters": kernel.counters._asdict(), **none})
            for kernel in report.kernels
        ),
        findings=tuple(pick(FoundInProgram, finding) for finding in report.findings),
        notes=tuple(pick(FoundInProgram, note) for note in report.notes),
        unserved=tuple(UnservedCall(symbol, line, n) for symbol, line, n in report.unserved),
    )
    return record_text(document)
