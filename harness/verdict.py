"""Verdicts, reason codes and the result of one case: the words every report uses.

The strings are stable: tests, JSON and users' scripts compare them. Nothing here decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Verdict(str, Enum):
    """How one case ended."""

    PASS = "PASS"
    FAIL = "FAIL"
    """The kernel ran and broke at least one rule."""
    CRASH = "CRASH"
    """The kernel took its process or its CUDA context down."""
    HANG = "HANG"
    """The kernel did not end within its deadline (gpu) or step budget (cpu)."""
    ERROR = "ERROR"
    """The case could not be judged: it did not compile, could not be launched, or the check is vacuous."""
    SKIP = "SKIP"
    """The variant's declaration excludes the case."""
    NOT_RUN = "NOT-RUN"
    """The case was asked for and nothing ran it: there is no device, which counts as a failure, or the run was
    stopped before the case had its turn."""

    @property
    def is_failure(self) -> bool:
        """Whether a run with this verdict may not end in success."""
        return self not in (Verdict.PASS, Verdict.SKIP)


class Reason(str, Enum):
    """Why a case did not pass."""

    WRONG_VALUE = "wrong-value"
    UNWRITTEN_OUTPUT = "unwritten-output"
    INPUT_MODIFIED = "input-modified"
    ROW_SUM = "row-sum"
    """A row does not sum to 1, though each of its elements is within its own bound."""
    ROW_PROPERTY = "row-property"
    """A row's results do not relate to each other as the operation's must, though each is within its own bound."""
    SHIFT_VARIANCE = "shift-variance"
    """Adding one number to all elements of a row, exactly, changed its result."""
    PERMUTATION_VARIANCE = "permutation-variance"
    """With its columns in another order a row gave other values."""
    ROW_DEPENDENCE = "row-dependence"
    """A row's result changed with the content of other rows."""
    NONDETERMINISTIC = "nondeterministic"
    """The same launch twice gave different bits."""
    OOB_WRITE = "oob-write"
    OOB_READ = "oob-read"
    MISALIGNED_ACCESS = "misaligned-access"
    UNINITIALISED_READ = "uninitialised-read"
    """Memory that was never written was read, and its value mattered: stored, branched on or used as an address."""
    BARRIER_DIVERGENCE = "barrier-divergence"
    INVALID_BARRIER = "invalid-barrier"
    """An mbarrier or cluster barrier is used in a way that has no meaning."""
    INVALID_SHUFFLE = "invalid-shuffle"
    RACECHECK_RAW = "racecheck-raw"
    """A read and the write before it, of two threads, that nothing orders."""
    RACECHECK_WAR = "racecheck-war"
    """A write and the read before it."""
    RACECHECK_WAW = "racecheck-waw"
    """Two writes."""
    HANG = "hang"
    TRAP = "trap"
    DEVICE_ASSERT = "device-assert"
    """An assert in the kernel did not hold."""
    INVALID_FREE = "invalid-free"
    """A kernel freed what its malloc had not given, or freed it twice."""
    STACK_OVERFLOW = "stack-overflow"
    """Functions that call each other, or themselves, need more than a thread's stack."""
    CRASH = "crash"
    COMPILE_ERROR = "compile-error"
    LAUNCH_ERROR = "launch-error"
    UNSUPPORTED_INSTRUCTION = "unsupported-instruction"
    DECLARATION_ERROR = "declaration-error"
    OUT_OF_MEMORY = "out-of-memory"
    """The case needs more memory than there is, or than a worker process may have."""
    VACUOUS_CHECK = "vacuous-check"
    DEVICE_UNAVAILABLE = "device-unavailable"
    INTERNAL_ERROR = "internal-error"


@dataclass(frozen=True)
class Finding:
    """One thing that was seen to be wrong in one case.

    Parameters
    ----------
    reason : Reason
        The stable code.
    message : str
        One or more lowercase lines: what happened, where, and what it means.
    kernel : str
        Entry name, empty when the finding is not about one launch.
    block, thread : tuple of int or None
        ``blockIdx`` and ``threadIdx`` of the first offender, where known.
    address : int or None
        Device address of a bad access.
    size_bytes : int or None
        Width of a bad access.
    ptx_line : int or None
        1-based line in the PTX text.
    source : str
        ``file:line`` of the CUDA source, empty where not known.
    count : int
        How many times it happened; the other fields describe the first in block, thread and program order.
    """

    reason: Reason
    message: str
    kernel: str = ""
    block: tuple[int, int, int] | None = None
    thread: tuple[int, int, int] | None = None
    address: int | None = None
    size_bytes: int | None = None
    ptx_line: int | None = None
    source: str = ""
    count: int = 1


@dataclass(frozen=True)
class CaseResult:
    """What became of one case on one device.

    Parameters
    ----------
    case_id : str
        Stable id, also a file name and a ``pytest -k`` expression.
    variant : str
        Variant id.
    device : str
        ``cpu`` or ``gpu``.
    verdict : Verdict
        How it ended.
    findings : tuple of Finding
        Everything that was wrong, most telling first; empty for PASS.
    notes : tuple of Finding
        What the device saw that is worth knowing and not wrong, such as two threads that write the same value to
        one place. No verdict depends on it.
    detail : str
        For SKIP, NOT-RUN and ERROR: why, in one line.
    rerun : str
        The exact shell command that reruns just this case.
    max_error_ulp : float or None
        Worst distance from the reference in units in the last place of the output type; None when not judged.
    max_error_ratio : float or None
        Worst observed error over allowed error; at most 1 for PASS.
    kernel_us : float or None
        Device time of the launch in microseconds: CUDA events on ``gpu``, the executor's own time on ``cpu``.
    printed : str
        What the case's first launches printed; ``cpu`` only.
    elapsed_s : float
        Seconds of the host that the case took, with everything in it; not part of what two results are compared by.
    """

    case_id: str
    variant: str
    device: str
    verdict: Verdict
    findings: tuple[Finding, ...] = field(default=())
    detail: str = ""
    rerun: str = ""
    max_error_ulp: float | None = None
    max_error_ratio: float | None = None
    kernel_us: float | None = None
    notes: tuple[Finding, ...] = field(default=())
    printed: str = ""
    elapsed_s: float = field(default=0.0, compare=False)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Reason codes of the findings, without repeats, in order."""
        return tuple(dict.fromkeys(finding.reason for finding in self.findings))
