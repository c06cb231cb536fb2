"""``kernel-harness check``: runs the selected cases, prints the results, writes the JSON."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path

import click
from rich.console import Console

from ... import __version__
from ...cluster.cluster_runner import summary_of
from ...cluster.engine import Engine
from ...cluster.opening import HERE, Where, kind_on, open_runner_on
from ...errors import UsageError
from ...report.model import CheckReport
from ...report.text import plain_text
from ...report.text.terminal import TerminalReport
from ...run.assembly import Assembly
from ...run.boundary_cases import with_further_cases
from ...run.suite import find_variants, narrowed, run_suite, suites_of
from ...run.target import compilers_of, target_of
from ...run.watching import watch_options
from ...settings.settings import Settings
from ...store.whole_file import check_writable, write_text
from ...variant.run_cases import RunCases

_GARBAGE_THRESHOLDS = (100_000, 50, 100)


@dataclass(frozen=True)
class CheckRequest:
    """Arguments of ``kernel-harness check``."""

    names: tuple[str, ...] = ()
    """Variant ids, files and folders; empty for everything under the sources."""
    expression: str = ""
    """``-k``; empty selects all cases."""
    n_seeds: int = 1
    """Random inputs for each case of the matrix, at least 1."""
    sweep: bool | None = None
    """Whether to run the width sweep; None for the device's default."""
    json_path: Path | None = None
    """JSON file to write."""
    exit_first: bool = False
    """Whether to stop at the first failure."""
    verbose: bool = False
    """Whether to print every failure in full."""
    coverage: bool = False
    """Whether to print the branches that did not go both ways."""
    command: tuple[str, ...] = ()
    """The arguments, for the report."""
    where: Where = HERE
    """This machine, or the cluster that runs the cases."""
    resume: Path | None = None
    """File of results to go on from and to add to."""
    strict: bool = False
    """Whether an unproven case makes the check fail."""


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """Search for garbage seldom: a run makes a million objects for its cases and results, and all stay in use."""
    before = gc.get_threshold()
    gc.set_threshold(*_GARBAGE_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@_seldom_collected()
def run_check(
    request: CheckRequest,
    settings: Settings,
    console: Console,
    *,
    now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    clock: Callable[[], float] = time.monotonic,
    engine: Engine | None = None,
) -> CheckReport:
    """Check variants, print the results and write the JSON."""
    started, started_s = now(), clock()
    if request.json_path is not None:
        check_writable(request.json_path)
    kind = kind_on(request.where, settings.device, settings)
    run_cases = RunCases.on(kind, n_seeds=request.n_seeds, sweep=request.sweep)
    discovery = find_variants(request.names, settings.sources, settings.found_cases, settings.operations)
    discovery = narrowed(discovery, request.expression)
    _refuse_nothing(request.expression, discovery.variants or discovery.errors)
    printed = TerminalReport(console, request.verbose, coverage=request.coverage)
    printed.begin(__version__)
    # Making the cases of many variants takes seconds. Meanwhile the workers or the cluster start, and the workers of
    # this machine run the first cases.
    assembly = Assembly(suites_of(discovery, request.expression, run_cases), discovery.errors)
    n_groups = 1 if request.expression else sum(len(v.blocks) * len(v.dtypes) for v in discovery.variants)
    opened = open_runner_on(
        request.where, settings.device, settings, clock=clock, engine=engine, n_groups=n_groups
    )
    with opened as runner, printed:
        target = target_of(settings.device, runner, settings)
        left_out = run_cases.not_covered("--sweep")
        compilers = compilers_of(target.info.compiler if target.info else "", discovery.variants)
        target = replace(target, not_covered=(*target.not_covered, *left_out), compilers=compilers)
        printed.device(target)
        with contextlib.ExitStack() as running:
            resuming = runner
            if request.resume is not None:
                from ...cluster.journal import resumed  # loads msgspec

                resuming = running.enter_context(resumed(runner, request.resume, settings))
            begun = None
            if not request.coverage:
                begun = resuming.run_all(assembly.cases(), printed.case)
                running.enter_context(contextlib.closing(begun))
            suite = assembly.suite()
            target = replace(target, not_covered=(*target.not_covered, *suite.not_run))
            _refuse_nothing(request.expression, suite.parts or suite.errors)
            if request.coverage:
                suite = with_further_cases(suite, runner)
                begun = resuming.run_all((case for part in suite.parts for case in part.cases), printed.case)
            printed.selected(suite, request.expression)
            printed.start(suite.n_cases)
            result = run_suite(
                suite,
                resuming,
                settings,
                exit_first=request.exit_first,
                on_variant=printed.variant,
                begun=begun,
            )
        report = CheckReport(
            harness_version=__version__,
            command=request.command,
            expression=request.expression,
            target=target,
            outcomes=result.outcomes,
            declaration_errors=suite.errors,
            stopped=result.stopped,
            started=started.isoformat(timespec="seconds"),
            elapsed_s=clock() - started_s,
            include_dirs=settings.include_dirs,
            strict=request.strict,
            options=watch_options(settings),
        )
        printed.finish(report)
    for line in summary_of(runner):
        click.echo(plain_text.line(line), err=True)
    if request.json_path is not None:
        from ...report.json import check as check_json  # loads msgspec

        write_text(check_json.text(report), request.json_path)
    return report


def _refuse_nothing(expression: str, selected: Sequence[object]) -> None:
    if not selected:
        raise UsageError(
            f"-k must select a case (got {expression!r}, which selects none);"
            " `kernel-harness list --cases` shows all ids"
        )
