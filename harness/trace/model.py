"""A finished trace, as reports show it and JSON has it: plain values only, so that a worker process can send it."""

from __future__ import annotations

from ..lazy import dataclass
from ..run.source_files import NamedSource
from ..verdict import Finding, Number

PTX_PLACE = "PTX"
"""File of a place without a source line."""


@dataclass(frozen=True, kw_only=True)
class Values:
    """The values that executions of a statement gave, folded."""

    count: int
    """Number of values, at least 1."""
    first: Number
    """The first, in the order of execution."""
    last: Number
    """The last."""
    least: Number | None
    """The least that is not NaN; null if all are NaN."""
    largest: Number | None
    """The largest that is not NaN; null if all are NaN."""
    largest_in: str = ""
    """The thread that gave the largest; empty without one."""
    n_nan: int = 0
    """Number of NaN."""
    first_nan_in: str = ""
    """The thread that gave the first of them; empty without any."""
    n_infinite: int = 0
    """Number of infinities."""
    first_infinite_in: str = ""
    """The thread that gave the first of them; empty without any."""
    of: str = ""
    """PTX instruction that gave them."""


@dataclass(frozen=True)
class SourcePlace:
    """A line of source."""

    file: str
    """Short name of the file; `PTX` for an instruction without a source line."""
    line: int
    """Line, from 1."""
    text: str
    """Its text; empty if the file is not the user's."""
    callers: tuple[str, ...] = ()
    """Calls that were inlined there, the innermost first."""

    @property
    def shown(self) -> str:
        """``softmax.cu:40``."""
        return f"{self.file}:{self.line}" if self.file != PTX_PLACE else f"PTX line {self.line}"


@dataclass(frozen=True)
class Statement:
    """A line of source that the element's value flowed through."""

    number: int
    """Number of the statement, from 1; the one that stored the element is the first."""
    depth: int
    """Statements between it and the element, at least 0."""
    place: SourcePlace
    """The line."""
    kernel: str
    """Entry of the launch; empty in a case with one launch."""
    executions: int
    """Executions of the line's instruction that ran most often, each thread counted."""
    threads: str
    """The threads that executed the line, in words."""
    results: tuple[Values, ...] = ()
    """Values that other statements use, a series for each instruction."""
    terms: tuple[Values, ...] = ()
    """Values that a loop accumulated here."""
    reads: tuple[str, ...] = ()
    """Elements of arrays that were read: ``inp[3, 0..31]``."""
    over: tuple[str, ...] = ()
    """If it accumulates: the input elements that its result was computed from, by array."""
    left_out: tuple[str, ...] = ()
    """The other elements of their rows."""
    notes: tuple[str, ...] = ()
    """What it read that was never written, or outside of an array."""
    findings: tuple[str, ...] = ()
    """Reason codes of the findings of the sanitizers at this line."""
    uses: tuple[int, ...] = ()
    """Numbers of the statements whose values it used."""


@dataclass(frozen=True)
class Decision:
    """A condition that decided whether statements of the path ran."""

    place: SourcePlace
    """The line."""
    comparison: str
    """The comparison of its last execution, with the operands' values: ``32 < 32``; empty if it is not one."""
    outcome: str
    """``true`` or ``false``; empty if unknown."""
    thread: str
    """The thread of the last execution."""
    executions: int
    """How often threads of the path evaluated it."""
    n_true: int
    """How often it was true."""


@dataclass(frozen=True)
class Store:
    """A write to the element."""

    place: SourcePlace
    """Line of the store."""
    thread: str
    """The thread, in words."""
    kernel: str
    """The kernel; empty in a case with one launch."""
    count: int = 1
    """How often this thread stored to the element there."""


@dataclass(frozen=True)
class CaseTrace:
    """How one element of a case came about."""

    case: str
    """Id of the case."""
    variant: str
    """Id of its variant."""
    array: str
    """The output."""
    element: str
    """Name of the element: `out[3, 17]`."""
    got: Number
    """Its value; its fill if nobody stored to it."""
    expected: Number
    """The right value."""
    allowed: Number
    """Largest allowed error; NaN where the element is not judged."""
    is_wrong: bool
    """Whether its error is larger, or it was never stored."""
    is_worst: bool
    """Whether it was chosen as the one farthest off."""
    schedule: int | None
    """Seed of the order of blocks, warps and lanes; null for the usual order."""
    n_wrong: int
    """Wrong elements of the array."""
    n_elements: int
    """All elements of the array."""
    stores: tuple[Store, ...] = ()
    """Threads that stored to the element, the last one last."""
    nearest: str = ""
    """If no thread stored to the element: the nearest one with a store, whose statements these are."""
    depends_on: tuple[str, ...] = ()
    """Input elements that the value was computed from, by array."""
    selected_by: tuple[str, ...] = ()
    """Further input elements that addresses and conditions depend on."""
    missing: tuple[str, ...] = ()
    """Input elements that the right value depends on and the value does not."""
    unexpected: tuple[str, ...] = ()
    """Input elements that the value depends on and the right value does not."""
    unknown: str = ""
    """What `missing` and `unexpected` leave out, and why; empty if they are complete."""
    born: str = ""
    """Instruction and thread that gave the first NaN or infinity of a value that is one."""
    born_at: SourcePlace | None = None
    """Its line."""
    statements: tuple[Statement, ...] = ()
    """Lines that the value flowed through, from the store back."""
    decisions: tuple[Decision, ...] = ()
    """Conditions that decided whether the path ran."""
    indices: tuple[SourcePlace, ...] = ()
    """Lines that computed where to read and write."""
    findings: tuple[Finding, ...] = ()
    """Findings of the sanitizers in the same case."""
    rerun: str = ""
    """The command that makes this trace."""
    sources: tuple[NamedSource, ...] = ()
    """Files of yours on the path."""
