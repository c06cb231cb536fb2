"""``kernel-harness trace``: finds the case, traces one element, prints it and writes the JSON."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...errors import UsageError
from ...exit_status import EXIT_FAILED, EXIT_PASS
from ...settings.settings import Settings
from ..options import device_option, expression_option, json_option, refuse_nothing, start_workers, watched

if TYPE_CHECKING:
    from ...run.session import Runner
    from ...variant.case import Case


# Ids that a message names; a whole matrix would scroll the rule away.
_SHOWN_CASES = 10


@click.command("trace")
@click.argument("names", nargs=-1, metavar="NAME | FILE.cu")
@device_option
@expression_option
@click.option("--first", is_flag=True, help="Of several selected cases, trace the first that fails.")
@click.option("--row", type=click.IntRange(min=0), help="Row of the element, from 0; needs --col.")
@click.option("--col", type=click.IntRange(min=0), help="Column of the element, from 0; needs --row.")
@click.option(
    "--index",
    metavar="I,J,...",
    default="",
    help="Indices of the element, for outputs that are not a matrix.",
)
@click.option("--array", default="", metavar="NAME", help="The output, if there are several.")
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    default=8,
    show_default=True,
    help="Most statements between a printed one and the element.",
)
@json_option
@watched
@click.pass_context
def trace_command(
    ctx: click.Context,
    names: tuple[str, ...],
    device: str | None,
    expression: str,
    first: bool,
    row: int | None,
    col: int | None,
    index: str,
    array: str,
    depth: int,
    json_path: Path | None,
    watch: dict[str, Any],
) -> None:
    """Show how one element of an output came about.

    Runs one case on the cpu device and prints the statements that the element's value flowed through, with their
    values, the conditions that decided, and the input elements that the value does and does not depend on. Without
    --row and --col, or --index, it traces the element that is farthest off. --schedule-seed sets the order of blocks,
    warps and lanes. Exit status: 0 the element is right, 1 it is wrong, 2 usage or declaration error, or the case
    cannot be traced.
    """
    settings = Settings.load(Path.cwd(), device=device, **watch)
    # A trace runs on the cpu device, whatever the settings say.
    start_workers(ctx, replace(settings, device="cpu"))

    from ...device.selection import resolve_kind
    from ...report.text.console import make_console, print_line
    from ...report.text.trace_text import trace_lines
    from ...run.session import open_runner
    from ...run.suite import assemble, find_variants, narrowed
    from ...store.whole_file import text_stream, write_text
    from ...trace.case_trace import TraceRequest, trace_or_why
    from ...trace.model import CaseTrace

    console = make_console(text_stream({"--json": json_path}))
    element = _index(row, col, index)
    # a GPU that `auto` would choose cannot trace
    if settings.device == "gpu":
        resolve_kind(settings.device, settings)
        raise UsageError(
            "a trace must be made on the cpu device (got --device gpu): a GPU does not tell what its threads did"
        )
    if not names:
        raise UsageError("name the variant or the file of the kernel (got none)")
    settings = replace(settings, device="cpu")
    discovery = find_variants(names, settings.sources, settings.found_cases, settings.operations)
    suite = assemble(narrowed(discovery, expression), expression)
    # A trace is of one kernel, so its declaration has to be right.
    if suite.errors:
        raise suite.errors[0]
    cases = [case for part in suite.parts for case in part.cases]
    with open_runner("cpu", settings) as runner:
        case = _case(cases, runner, expression, first=first)
        trace = runner.call(trace_or_why, case, TraceRequest(array, element))
    if not isinstance(trace, CaseTrace):
        raise UsageError(str(trace))
    for line, style in trace_lines(trace, depth):
        print_line(console, line, style=style)
    if json_path is not None:
        from ...report.json import trace as trace_json  # loads msgspec

        write_text(trace_json.text(trace, ctx.find_root().obj), json_path)
    ctx.exit(EXIT_FAILED if trace.is_wrong else EXIT_PASS)


def _index(row: int | None, col: int | None, index: str) -> tuple[int, ...]:
    if (row is None) != (col is None):
        alone = "--row" if col is None else "--col"
        raise UsageError(f"--row and --col must be given together (got {alone} alone)")
    if row is not None and index:
        raise UsageError(f"an element must be given by --row and --col or by --index (got both, {index!r})")
    if row is not None and col is not None:
        return row, col
    if not index:
        return ()
    parts = index.split(",")
    if not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise UsageError(f"--index must be whole numbers from 0 on, separated by commas (got {index!r})")
    return tuple(int(part) for part in parts)


def _case(cases: list[Case], runner: Runner, expression: str, *, first: bool) -> Case:
    """Return the one case that is selected, or the first that fails: with a wrong element, if there is one."""
    from ...verdict import Reason, Verdict

    # A trace follows the value of an element: a wrong element shows more than a crash or a hang.
    of_elements = {Reason.WRONG_VALUE, Reason.UNWRITTEN_OUTPUT, Reason.NONDETERMINISTIC}
    refuse_nothing(expression, cases)
    if len(cases) == 1:
        return cases[0]
    if not first:
        lines = [
            f"-k must select one case (got {len(cases)}); pass one id with -k, or --first for the first that fails:",
            *(case.id for case in cases[:_SHOWN_CASES]),
        ]
        if len(cases) > _SHOWN_CASES:
            lines.append(f"... and {len(cases) - _SHOWN_CASES} more")
        raise UsageError("\n  ".join(lines))
    failed = None
    for case in cases:
        result = runner.run(case)
        if result.verdict in (Verdict.FAIL, Verdict.HANG, Verdict.CRASH):
            failed = failed or case
            if of_elements & set(result.reasons):
                return case
    if failed is not None:
        return failed
    raise UsageError(f"--first must find a case that fails (got {len(cases)} cases, none of which does)")
