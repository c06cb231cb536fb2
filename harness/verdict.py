"""Verdicts, reason codes and the result of one case, for every package.

The strings are stable: tests, JSON and users' scripts compare them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from .lazy import dataclass, field

if TYPE_CHECKING:
    Number = float
else:
    # To a reader of JSON a float cannot be NaN or infinite, and an int is not a float: see harness.store.records.
    from numbers import Real as Number


class Verdict(str, Enum):
    """How one case ended."""

    PASS = "PASS"
    FAIL = "FAIL"
    """The kernel ran and broke at least one rule."""
    CRASH = "CRASH"
    """The kernel crashed its process or its CUDA context."""
    HANG = "HANG"
    """The kernel did not end within its deadline (gpu) or step budget (cpu)."""
    ERROR = "ERROR"
    """The case could not be judged: it did not compile, or could not be launched."""
    UNPROVEN = "UNPROVEN"
    """No check failed, but the error bound also accepts a known wrong output, so that right values prove nothing."""
    SKIP = "SKIP"
    """The variant's declaration excludes the case."""
    NOT_RUN = "NOT-RUN"
    """A requested case did not run: the device is missing, which counts as a failure, or the run was stopped first."""

    # Reports print PASS, not Verdict.PASS.
    __str__ = str.__str__

    @property
    def is_failure(self) -> bool:
        """Whether a run with this verdict must not succeed; UNPROVEN fails only a strict run."""
        return self not in (Verdict.PASS, Verdict.UNPROVEN, Verdict.SKIP)


@dataclass(frozen=True)
class CaseSums:
    """Numbers of cases by outcome, for every report that counts cases."""

    passed: int
    unproven: int
    failed: int
    not_run: int
    skipped: int
    """`passed`, `unproven`, `failed`, `not_run`, `skipped`: cases with the verdict PASS, UNPROVEN, any other that
    is a failure, NOT-RUN, SKIP. Every case is in one of them."""

    @classmethod
    def of(cls, counts: Mapping[Verdict, int] | Mapping[str, int]) -> CaseSums:
        """Return the sums of a number of cases by verdict; an unknown verdict is a failure."""
        known = {str(getattr(verdict, "value", verdict)): n for verdict, n in counts.items()}
        apart = [
            known.pop(verdict.value, 0)
            for verdict in (Verdict.PASS, Verdict.UNPROVEN, Verdict.NOT_RUN, Verdict.SKIP)
        ]
        return cls(apart[0], apart[1], sum(known.values()), apart[2], apart[3])

    @property
    def done(self) -> int:
        """Number of cases that ran, whatever their verdict."""
        return self.passed + self.unproven + self.failed

    @property
    def rest(self) -> str:
        """The cases that neither passed nor failed, as the end of a text: ``, 1 unproven, 29 skipped``."""
        others = {"unproven": self.unproven, "not run": self.not_run, "skipped": self.skipped}
        return "".join(f", {n} {name}" for name, n in others.items() if n)


class Reason(str, Enum):
    """Why a case did not pass."""

    WRONG_VALUE = "wrong-value"
    UNWRITTEN_OUTPUT = "unwritten-output"
    INPUT_MODIFIED = "input-modified"
    ROW_SUM = "row-sum"
    """A row does not sum to 1, though each of its elements is within its own bound."""
    ROW_PROPERTY = "row-property"
    """A row's results violate a relation of the operation, though each is within its own bound."""
    SHIFT_VARIANCE = "shift-variance"
    """Adding one number to all elements of a row, exactly, changed its result."""
    PERMUTATION_VARIANCE = "permutation-variance"
    """Reordering the columns of a row changed its values."""
    ROW_DEPENDENCE = "row-dependence"
    """A row's result changed with the content of other rows."""
    NONDETERMINISTIC = "nondeterministic"
    """The same launch twice gave different bits."""
    OOB_WRITE = "oob-write"
    OOB_READ = "oob-read"
    MISALIGNED_ACCESS = "misaligned-access"
    UNINITIALISED_READ = "uninitialised-read"
    """A value read from uninitialised memory was stored, branched on or used as an address."""
    BARRIER_DIVERGENCE = "barrier-divergence"
    BARRIER_COUNT = "barrier-count"
    """A barrier was given a number of threads that is not a multiple of 32."""
    INVALID_BARRIER = "invalid-barrier"
    """An mbarrier or cluster barrier is used in an undefined way."""
    INVALID_TENSOR_MAP = "invalid-tensor-map"
    """A tensor map breaks a rule of the hardware, or has what the executor does not know."""
    INVALID_SHUFFLE = "invalid-shuffle"
    REGISTER_IN_FLIGHT = "register-in-flight"
    """A register of a wgmma is named before its wait, or written after its fence."""
    RACECHECK_RAW = "racecheck-raw"
    """Read after write by another thread, without a happens-before order."""
    RACECHECK_WAR = "racecheck-war"
    """Write after read by another thread, without a happens-before order."""
    RACECHECK_WAW = "racecheck-waw"
    """Write after write by another thread, without a happens-before order."""
    NONCOHERENT_READ = "noncoherent-read"
    """Read by the non-coherent path, a texture or a surface of memory that the same launch had written."""
    MISSING_PROXY_FENCE = "missing-proxy-fence"
    """An asynchronous copy reads shared memory that threads wrote, without a fence between the two proxies."""
    HANG = "hang"
    TRAP = "trap"
    DEVICE_ASSERT = "device-assert"
    """An assert in the kernel failed."""
    INVALID_FREE = "invalid-free"
    """A kernel freed memory twice, or memory that is not from its malloc."""
    STACK_OVERFLOW = "stack-overflow"
    """Recursive functions need more than a thread's stack."""
    CRASH = "crash"
    COMPILE_ERROR = "compile-error"
    LAUNCH_ERROR = "launch-error"
    UNSUPPORTED_INSTRUCTION = "unsupported-instruction"
    DECLARATION_ERROR = "declaration-error"
    OUT_OF_MEMORY = "out-of-memory"
    """The case needs more memory than the machine has or a worker process may use."""
    MISSING_HEADER = "missing-header"
    """A header that is in no folder counted as empty. Only notes have this reason."""
    UNSTABLE_ROUNDING = "unstable-rounding"
    """Rounding alone moves a result by more than half of its digits. Only notes have this reason."""
    VACUOUS_CHECK = "vacuous-check"
    """The error bound of the case also accepts a known wrong output."""
    DEVICE_UNAVAILABLE = "device-unavailable"
    INTERNAL_ERROR = "internal-error"

    __str__ = str.__str__  # see Verdict


@dataclass(frozen=True)
class Finding:
    """One fault that a check found in one case."""

    reason: Reason
    """Stable code, such as `wrong-value` or `oob-read`."""
    message: str
    """One or more lowercase lines: what happened, where, and what it means."""
    kernel: str = ""
    """Entry name; empty if the finding is not about one launch."""
    block: tuple[int, int, int] | None = None
    """``blockIdx`` of the first occurrence; None if unknown."""
    thread: tuple[int, int, int] | None = None
    """``threadIdx`` of the first occurrence; None if unknown."""
    address: int | None = None
    """Device address of a bad access."""
    size_bytes: int | None = None
    """Width of a bad access, in bytes."""
    ptx_line: int | None = None
    """1-based line in the PTX text; None if unknown."""
    source: str = ""
    """``file:line`` of the CUDA source; empty if unknown."""
    count: int = 1
    """Number of occurrences. The other fields describe the first in block, thread and program order."""
    instructions: int = 1
    """Number of PTX instructions of `source` with the fault, such as the copies of an unrolled loop."""
    callers: tuple[str, ...] = ()
    """If `source` is in an inlined function: ``in FUNCTION`` and ``called at file:line``, the innermost first."""


IN_PARTS = "were run, beyond 2^32 elements"
"""Says in the first finding that only some rows of a case were run, which cannot be traced."""


@dataclass(frozen=True, kw_only=True)
class Measures:
    """What the checks measured of a case. The judgement, the result and the JSON of a case have these fields."""

    max_error_ulp: Number | None = None
    """Largest error in ulps of the output type; null if no value was judged."""
    max_error_ratio: Number | None = None
    """Largest error over allowed error, at most 1 for `PASS`; null likewise."""
    max_error_at: str = ""
    """Output and element with that error, as `trace --array --row --col` takes them; empty likewise."""
    unseen_impostors: tuple[str, ...] = ()
    """Known wrong outputs that the case cannot see: right for its input, or within its bound."""
    wrong_elements: int | None = None
    """Number of elements of all outputs that are off by more than allowed; null if no value was judged."""


@dataclass(frozen=True)
class CaseResult(Measures):
    """The result of one case on one device."""

    case_id: str
    """Stable id, also a file name and a ``pytest -k`` expression."""
    variant: str
    """Variant id."""
    device: str
    """``cpu`` or ``gpu``."""
    verdict: Verdict
    """How the case ended."""
    findings: tuple[Finding, ...] = field(default=())
    """All faults found, most informative first; empty for PASS."""
    detail: str = ""
    """Reason for SKIP, NOT-RUN, UNPROVEN and ERROR, in one line."""
    rerun: str = ""
    """Shell command that reruns only this case."""
    kernel_us: Number | None = None
    """Device time of the launch in microseconds: by CUDA events on ``gpu``, the executor's own time on ``cpu``."""
    notes: tuple[Finding, ...] = field(default=())
    """Observations that are not faults, such as two threads that write the same value to one address. No verdict
    depends on them."""
    printed: str = ""
    """Output of ``printf`` in the case's first launches; ``cpu`` only."""
    rejected_impostors: tuple[str, ...] = field(default=())
    """Known wrong outputs that the error bound of the case rejects."""
    elapsed_s: Number = field(default=0.0, compare=False)
    """Time of the whole case on the host, in seconds. Ignored by ``==``."""
    lines: tuple[int, ...] = field(default=(), compare=False)
    lines_run: tuple[int, ...] = field(default=(), compare=False)
    """`lines`, `lines_run`: lines of the variant's file that the compiled kernels have code of, and the lines that a
    launch ran; ``cpu`` only. A process reports each line once, as early as it can. Ignored by ``==``."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Reason codes of the findings, without repeats, in order."""
        return tuple(dict.fromkeys(finding.reason for finding in self.findings))

    @property
    def trace(self) -> str:
        """Shell command that shows how a wrong element came about; empty if the case has none on the cpu device."""
        is_element = {Reason.WRONG_VALUE, Reason.UNWRITTEN_OUTPUT} & {*self.reasons}
        in_parts = any(IN_PARTS in finding.message for finding in self.findings[:1])
        is_traceable = is_element and not in_parts and self.device == "cpu"
        return self.rerun.replace(" check ", " trace ", 1) if is_traceable else ""
