"""A finished trace, as the reports show it: plain values only, so that a worker process can send it."""

from __future__ import annotations

from dataclasses import dataclass

from ..verdict import Finding

PTX_PLACE = "PTX"
"""File of a place without a source line."""


@dataclass(frozen=True)
class Values:
    """The values that executions of a statement gave, folded."""

    count: int
    """Number of values, at least 1."""
    first: float | int
    last: float | int
    """`first`, `last`: in the order of execution."""
    largest: float | int | None
    smallest: float | int | None
    """`largest`, `smallest`: of those that are no NaN; None if all are NaN."""
    largest_in: str = ""
    """The thread that gave the largest; empty without one."""
    n_nan: int = 0
    n_infinite: int = 0
    """`n_nan`, `n_infinite`: numbers of NaN and infinities."""
    first_nan_in: str = ""
    first_infinite_in: str = ""
    """`first_nan_in`, `first_infinite_in`: the threads that gave the first of them; empty without any."""


@dataclass(frozen=True)
class SourcePlace:
    """A line of source."""

    file: str
    """Short name; `PTX_PLACE` for an instruction without a source line."""
    line: int
    """1-based."""
    text: str
    """The line; empty if the file is not the user's."""
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
    """From 1; the statement that stored the element is the first."""
    depth: int
    """Statements between this one and the element, at least 0."""
    place: SourcePlace
    """The line."""
    kernel: str
    """Entry of the launch; empty in a case with one launch."""
    n_executions: int
    """Executions of the line's instruction that ran most often, each thread counted."""
    threads: str
    """The threads that executed the line."""
    results: tuple[Values, ...] = ()
    """Values that other statements use."""
    terms: tuple[Values, ...] = ()
    """Values that a loop accumulated here."""
    reads: tuple[str, ...] = ()
    """Elements of arrays that were read: ``inp[3, 0..31]``."""
    over: tuple[str, ...] = ()
    """If it accumulates: the input elements that its result was computed from, by array."""
    left_out: tuple[str, ...] = ()
    """The other elements of their rows."""
    notes: tuple[str, ...] = ()
    """Memory that was read and never written, and the like."""
    uses: tuple[int, ...] = ()
    """Numbers of the statements whose values it used."""
    findings: tuple[str, ...] = ()
    """Reason codes of the findings of the sanitizers at this line."""


@dataclass(frozen=True)
class Decision:
    """A condition that decided whether statements of the path ran."""

    place: SourcePlace
    """The line."""
    comparison: str
    """The comparison of its last execution, with the operands' values: ``32 < 32``; empty if it was no comparison."""
    outcome: str
    """``true`` or ``false``; empty if unknown."""
    thread: str
    """The thread of the last execution."""
    n_executions: int
    n_true: int
    """`n_executions`, `n_true`: how often it was evaluated by threads of the path, and how often the comparison was
    true."""


@dataclass(frozen=True)
class Store:
    """A write to the element: the thread, the line and how often this line wrote the element."""

    place: SourcePlace
    thread: str
    kernel: str
    count: int = 1


@dataclass(frozen=True)
class CaseTrace:
    """How one element of a case came about."""

    case_id: str
    """The case."""
    variant: str
    """Its variant."""
    array: str
    element: str
    """`array`, `element`: the output, and the name of the element: ``out[3, 17]``."""
    got: float | int
    expected: float | int
    """`got`, `expected`: its value and the right one."""
    allowed: float
    """Largest allowed error; NaN where the element is not judged."""
    is_wrong: bool
    """Whether it is off by more than `allowed`, or was never written."""
    is_worst: bool
    """Whether it was chosen because it is farthest off."""
    schedule: int | None
    """Seed of the order of blocks, warps and lanes; None for the usual one."""
    n_wrong: int
    n_elements: int
    """`n_wrong`, `n_elements`: wrong elements of the array, and all."""
    stores: tuple[Store, ...] = ()
    """Who wrote the element, the last one last; empty if nobody did."""
    nearest: str = ""
    """If nobody wrote the element: the nearest element that was written, whose trace this is; else empty."""
    depends_on: tuple[str, ...] = ()
    """Input elements that the value was computed from, by array."""
    selected_by: tuple[str, ...] = ()
    """Further input elements, which decided what was read, where it was stored, or whether."""
    missing: tuple[str, ...] = ()
    """Input elements that the right result depends on and the value does not."""
    unexpected: tuple[str, ...] = ()
    """Input elements that the value depends on and the right result does not."""
    unknown: str = ""
    """What `missing` and `unexpected` do not say, and the reason; empty if they say everything."""
    statements: tuple[Statement, ...] = ()
    """The path of the value, from the store back."""
    decisions: tuple[Decision, ...] = ()
    """The conditions on the path."""
    indices: tuple[SourcePlace, ...] = ()
    """Lines that computed where to read and write."""
    findings: tuple[Finding, ...] = ()
    """Findings of the sanitizers in the same case."""
    rerun: str = ""
    """The command that makes this trace."""
    sources: tuple[tuple[str, str, str], ...] = ()
    """Short name, path and SHA-256 of each source of the user on the path."""
