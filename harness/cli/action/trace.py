"""``kernel-harness trace``: finds the case, traces one element, prints it and writes the JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from ...device.selection import resolve_kind
from ...errors import UsageError
from ...exit_status import EXIT_FAILED, EXIT_PASS
from ...report.text.console import print_line
from ...report.text.trace_text import DEFAULT_DEPTH, case_list, trace_lines
from ...run.session import Runner, open_runner
from ...run.suite import assemble, find_variants, narrowed
from ...settings.settings import Settings
from ...store.whole_file import check_writable, write_text
from ...trace.case_trace import TraceRequest, trace_or_why
from ...trace.model import CaseTrace
from ...variant.case import Case
from ...verdict import Reason, Verdict

_OF_ELEMENTS = {Reason.WRONG_VALUE, Reason.UNWRITTEN_OUTPUT, Reason.NONDETERMINISTIC}
"""Reason codes of cases with an element that is off."""


@dataclass(frozen=True)
class TraceCommand:
    """Arguments of ``kernel-harness trace``."""

    names: tuple[str, ...] = ()
    """Variant ids and files."""
    expression: str = ""
    """``-k``."""
    first: bool = False
    """Whether to trace the first failing case of those selected."""
    row: int | None = None
    col: int | None = None
    """`row`, `col`: the element of a matrix."""
    index: str = ""
    """Indices of the element, separated by commas; empty for none."""
    array: str = ""
    """The output; empty for the only one."""
    depth: int = DEFAULT_DEPTH
    """Most statements between a printed one and the element."""
    json_path: Path | None = None
    """JSON file to write."""
    command: tuple[str, ...] = ()
    """The arguments, for the report."""


def run_trace(request: TraceCommand, settings: Settings, console: Console) -> int:
    """Trace an element, print the trace and write the JSON; return the exit status."""
    if request.json_path is not None:
        check_writable(request.json_path)
    index = _index(request)
    # a GPU that `auto` would choose cannot trace
    if settings.device == "gpu":
        resolve_kind(settings.device, settings)
        raise UsageError(
            "a trace must be made on the cpu device (got --device gpu): a GPU does not tell what its threads did"
        )
    if not request.names:
        raise UsageError("name the variant or the file of the kernel (got none)")
    settings = replace(settings, device="cpu")
    discovery = find_variants(request.names, settings.sources, settings.found_cases, settings.operations)
    suite = assemble(narrowed(discovery, request.expression), request.expression)
    if suite.errors:
        raise suite.errors[0]
    cases = [case for part in suite.parts for case in part.cases]
    with open_runner("cpu", settings) as runner:
        case = _case(request, cases, runner)
        trace = runner.call(trace_or_why, case, TraceRequest(request.array, index))
    if not isinstance(trace, CaseTrace):
        raise UsageError(str(trace))
    for line, style in trace_lines(trace, request.depth):
        print_line(console, line, style=style)
    if request.json_path is not None:
        from ...report.json import trace as trace_json  # loads msgspec

        write_text(trace_json.text(trace, request.command), request.json_path)
    return EXIT_FAILED if trace.is_wrong else EXIT_PASS


def _index(request: TraceCommand) -> tuple[int, ...]:
    if (request.row is None) != (request.col is None):
        given = "--row" if request.col is None else "--col"
        raise UsageError(f"--row and --col must be given together (got {given} alone)")
    if request.row is not None and request.index:
        raise UsageError(
            f"an element must be given by --row and --col or by --index (got both, {request.index!r})"
        )
    if request.row is not None and request.col is not None:
        return request.row, request.col
    if not request.index:
        return ()
    parts = request.index.split(",")
    if not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise UsageError(
            f"--index must be whole numbers from 0 on, separated by commas (got {request.index!r})"
        )
    return tuple(int(part) for part in parts)


def _case(request: TraceCommand, cases: list[Case], runner: Runner) -> Case:
    """Return the one case that is selected, or the first that fails: with a wrong element, if there is one."""
    if not cases:
        raise UsageError(
            f"-k must select a case (got {request.expression!r}, which selects none); "
            "`kernel-harness list --cases` shows all ids"
        )
    if len(cases) == 1:
        return cases[0]
    if not request.first:
        raise UsageError(
            f"-k must select one case (got {len(cases)}); pass one id with -k, or --first for the first that fails:"
            f"{case_list([case.id for case in cases])}"
        )
    failed = None
    for case in cases:
        result = runner.run(case)
        if result.verdict in (Verdict.FAIL, Verdict.HANG, Verdict.CRASH):
            failed = failed or case
            if _OF_ELEMENTS & set(result.reasons):
                return case
    if failed is not None:
        return failed
    raise UsageError(f"--first must find a case that fails (got {len(cases)} cases, none of which does)")
