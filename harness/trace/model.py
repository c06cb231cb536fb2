"""A finished trace, as the reports show it: plain values only, so that a worker process can send it."""

from __future__ import annotations

from dataclasses import dataclass

from ..verdict import Finding

PTX_PLACE = "PTX"
"""File of a place without a source line."""


@dataclass(frozen=True)
class Values:
    """The values that executions of a statement gave, folded.

    Parameters
    ----------
    count : int
        Number of values, at least 1.
    first, last : float or int
        In the order of execution.
    largest, smallest : float or int or None
        Of those that are no NaN; None if all are NaN.
    largest_in : str
        The thread that gave the largest; empty without one.
    n_nan, n_infinite : int
        Numbers of NaN and infinities.
    first_nan_in, first_infinite_in : str
        The threads that gave the first of them; empty without any.
    """

    count: int
    first: float | int
    last: float | int
    largest: float | int | None
    smallest: float | int | None
    largest_in: str = ""
    n_nan: int = 0
    n_infinite: int = 0
    first_nan_in: str = ""
    first_infinite_in: str = ""


@dataclass(frozen=True)
class SourcePlace:
    """A line of source.

    Parameters
    ----------
    file : str
        Short name; `PTX_PLACE` for an instruction without a source line.
    line : int
        1-based.
    text : str
        The line; empty if the file is not the user's.
    callers : tuple of str
        Calls that were inlined there, the innermost first.
    """

    file: str
    line: int
    text: str
    callers: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """``softmax.cu:40``."""
        return f"{self.file}:{self.line}" if self.file != PTX_PLACE else f"PTX line {self.line}"


@dataclass(frozen=True)
class Statement:
    """A line of source that the element's value flowed through.

    Parameters
    ----------
    number : int
        From 1; the statement that stored the element is the first.
    depth : int
        Statements between this one and the element, at least 0.
    place : SourcePlace
        The line.
    kernel : str
        Entry of the launch; empty in a case with one launch.
    n_executions : int
        Executions of the line's instruction that ran most often, each thread counted.
    threads : str
        The threads that executed the line.
    results : tuple of Values
        Values that other statements use.
    terms : tuple of Values
        Values that a loop accumulated here.
    reads : tuple of str
        Elements of arrays that were read: ``inp[3, 0..31]``.
    over : tuple of str
        If it accumulates: the input elements that its result was computed from, by array.
    left_out : tuple of str
        The other elements of their rows.
    notes : tuple of str
        Memory that was read and never written, and the like.
    uses : tuple of int
        Numbers of the statements whose values it used.
    findings : tuple of str
        Reason codes of the findings of the sanitizers at this line.
    """

    number: int
    depth: int
    place: SourcePlace
    kernel: str
    n_executions: int
    threads: str
    results: tuple[Values, ...] = ()
    terms: tuple[Values, ...] = ()
    reads: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    uses: tuple[int, ...] = ()
    findings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Decision:
    """A condition that decided whether statements of the path ran.

    Parameters
    ----------
    place : SourcePlace
        The line.
    comparison : str
        The comparison of its last execution, with the operands' values: ``32 < 32``; empty if it was no comparison.
    outcome : str
        ``true`` or ``false``; empty if unknown.
    thread : str
        The thread of the last execution.
    n_executions, n_true : int
        How often it was evaluated by threads of the path, and how often the comparison was true.
    """

    place: SourcePlace
    comparison: str
    outcome: str
    thread: str
    n_executions: int
    n_true: int


@dataclass(frozen=True)
class Store:
    """A write to the element: the thread, the line and how often this line wrote the element."""

    place: SourcePlace
    thread: str
    kernel: str
    count: int = 1


@dataclass(frozen=True)
class CaseTrace:
    """How one element of a case came about.

    Parameters
    ----------
    case_id : str
        The case.
    variant : str
        Its variant.
    array, element : str
        The output, and the name of the element: ``out[3, 17]``.
    got, expected : float or int
        Its value and the right one.
    allowed : float
        Largest allowed error; NaN where the element is not judged.
    is_wrong : bool
        Whether it is off by more than `allowed`, or was never written.
    is_worst : bool
        Whether it was chosen because it is farthest off.
    schedule : int or None
        Seed of the order of blocks, warps and lanes; None for the usual one.
    n_wrong, n_elements : int
        Wrong elements of the array, and all.
    stores : tuple of Store
        Who wrote the element, the last one last; empty if nobody did.
    nearest : str
        If nobody wrote the element: the nearest element that was written, whose trace this is; else empty.
    depends_on : tuple of str
        Input elements that the value was computed from, by array.
    selected_by : tuple of str
        Further input elements, which decided what was read, where it was stored, or whether.
    missing : tuple of str
        Input elements that the right result depends on and the value does not.
    unexpected : tuple of str
        Input elements that the value depends on and the right result does not.
    unknown : str
        What `missing` and `unexpected` do not say, and the reason; empty if they say everything.
    statements : tuple of Statement
        The path of the value, from the store back.
    decisions : tuple of Decision
        The conditions on the path.
    indices : tuple of SourcePlace
        Lines that computed where to read and write.
    findings : tuple of Finding
        Findings of the sanitizers in the same case.
    rerun : str
        The command that makes this trace.
    sources : tuple of (str, str, str)
        Short name, path and SHA-256 of each source of the user on the path.
    """

    case_id: str
    variant: str
    array: str
    element: str
    got: float | int
    expected: float | int
    allowed: float
    is_wrong: bool
    is_worst: bool
    schedule: int | None
    n_wrong: int
    n_elements: int
    stores: tuple[Store, ...] = ()
    nearest: str = ""
    depends_on: tuple[str, ...] = ()
    selected_by: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unexpected: tuple[str, ...] = ()
    unknown: str = ""
    statements: tuple[Statement, ...] = ()
    decisions: tuple[Decision, ...] = ()
    indices: tuple[SourcePlace, ...] = ()
    findings: tuple[Finding, ...] = ()
    rerun: str = ""
    sources: tuple[tuple[str, str, str], ...] = ()
