"""``kernel-harness check``: runs the selected cases, prints the results, writes the JSON."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ... import __version__
from ...errors import HarnessError, SpecError, UndeclaredError, UsageError
from ...exit_status import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_USAGE
from ...settings.settings import Settings
from .. import options as shared

if TYPE_CHECKING:
    from rich.console import Console

    from ...cluster.engine import Engine
    from ...cluster.opening import Where
    from ...report.model import CheckReport
    from ...report.text.terminal import TerminalReport
    from ...run.outcome import VariantOutcome
    from ...run.session import Runner
    from ...undeclared.job import RunKernel
    from ...variant.declaration.discovery import Discovery
    from ...verdict import CaseResult

_POLL_S = 0.05
# An editor that saves by renaming leaves a moment without the file.
_RENAMED_WITHIN_S = 0.5
_SETTLED_S = 0.02


@click.command("check")
@shared.names_argument
@shared.device_option
@shared.expression_option
@shared.seeds_option
@shared.sweep_option
@shared.json_option
@shared.annotate_option
@click.option("-x", "--exitfirst", is_flag=True, help="Stop at the first failure; the rest is NOT-RUN.")
@click.option(
    "--strict", is_flag=True, help="Fail if a case is UNPROVEN: its bound also accepts a known wrong output."
)
@click.option(
    "--keep-going",
    is_flag=True,
    default=None,
    help="Run all cases of a kernel that hangs. Default: after two hangs of one block and type, the rest is NOT-RUN.",
)
@click.option("-v", "--verbose", is_flag=True, help="Print every failure in full.")
@click.option(
    "--coverage",
    is_flag=True,
    help="Add sizes at which branches go another way; list the branches that did not go both ways, by source line.",
)
@shared.file_option(
    "--resume", "Add each result to FILE as it ends; do not run cases again that have a result in FILE."
)
@click.option(
    "--watch",
    "is_watching",
    is_flag=True,
    help="After each save, check what it changed: a declaration, a kernel, a header it includes or an operation. Cases "
    "that failed before run first; settings are read once. Ctrl-C ends it with the exit status of the last verdict.",
)
@shared.watched
@shared.on_cluster
@click.pass_context
def check_command(
    ctx: click.Context,
    /,
    device: str | None,
    keep_going: bool | None,
    coverage: bool,
    is_watching: bool,
    watch: dict[str, Any],
    cluster: dict[str, Any],
    **options: Any,
) -> None:
    """Run kernels over their matrix of cases and print verdicts.

    NAME is a variant under the sources, FILE.cu any file, FOLDER also a recording of `run --record`. Without names, all
    variants are checked. Kernels of a file without a declaration run as its host code launches them, and their values
    are not judged. Exit status: 0 nothing failed, 1 something failed or did not run, 2 usage or declaration error.
    """
    settings = Settings.load(Path.cwd(), device=device, keep_going=keep_going, **watch)
    shared.start_workers(ctx, settings, cluster["on"])

    from ...cluster.opening import Where
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream

    where = Where.parse(**cluster)
    if coverage and where.address is not None:
        raise UsageError("--coverage runs on this machine only (got --on, too); leave out one of the two")
    if is_watching and (where.address is not None or options["resume"]):
        other = "--resume" if options["resume"] else "--on"
        raise UsageError(
            f"--watch runs all it checks again, on this machine (got {other}, too); leave out one of the two"
        )
    options |= {"coverage": coverage, "command": ctx.find_root().obj}
    (report_path,) = options["annotate"] or (None,)
    console = make_console(text_stream({"--json": options["json_path"], "--annotate": report_path}))
    if is_watching:
        ctx.exit(_Watch(settings, console, options).run())
    # Several kinds of GPU are a check each, with a table of all at the end.
    if len(where.accelerators) > 1:
        ctx.exit(run_fleet(settings, console, where, **options))
    ctx.exit(run_check(settings, console, where=where, **options).exit_code)


def run_check(
    settings: Settings,
    console: Console,
    *,
    names: tuple[str, ...] = (),
    expression: str = "",
    n_seeds: int = 1,
    sweep: bool | None = None,
    json_path: Path | None = None,
    annotate: tuple[Path | None] | None = None,
    exitfirst: bool = False,
    strict: bool = False,
    verbose: bool = False,
    coverage: bool = False,
    resume: Path | None = None,
    command: tuple[str, ...] = (),
    where: Where | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    engine: Engine | None = None,
    again: _Watch | None = None,
) -> CheckReport:
    """Check variants, print the results and write the JSON; the arguments are options of the command."""
    from ...cluster.opening import HERE, kind_on, open_runner_on, summary_of
    from ...report.text import plain_text
    from ...run.suite import Assembly, run_suite, suites_of
    from ...run.unjudged import watch_options
    from ...store.whole_file import check_writable, write_text
    from ...variant.selection import RunCases

    where = where or HERE
    started, started_s = now(), time.monotonic()
    if json_path is not None:
        check_writable(json_path)
    kind = kind_on(where, settings.device, settings)
    run_cases = RunCases.on(kind, n_seeds=n_seeds, sweep=sweep)
    recordings = _recordings(names)
    names = tuple(name for name in names if name not in recordings)
    discovery = again.discovery if again else _found(settings, names, expression, has_others=bool(recordings))
    is_first = again is None or again.report is None
    # Making the cases of many variants takes seconds. Meanwhile the workers of this machine start, and run
    # the first cases.
    suites = suites_of(discovery, expression, run_cases, again.failed if again else ())
    assembly = Assembly(suites, discovery.errors)
    # No more workers are opened early than there are groups of cases, one for each block and type.
    n_groups = 1 if expression else sum(len(v.blocks) * len(v.dtypes) for v in discovery.variants)
    opened: contextlib.AbstractContextManager[Runner] = (
        contextlib.nullcontext(again.runner)
        if again
        else open_runner_on(where, settings.device, settings, engine=engine, n_groups=n_groups)
    )
    with opened as runner, contextlib.ExitStack() as ended:
        # Meanwhile the workers start.
        from ...report.model import CheckReport
        from ...report.text.terminal import TerminalReport
        from ...run.target import compilers_of, target_of

        printed = TerminalReport(console, verbose, coverage=coverage, is_watch=bool(again) and not exitfirst)
        ended.callback(printed.close)
        target = target_of(settings.device, runner, settings)
        left_out = run_cases.not_covered("--sweep")
        compilers = compilers_of(target.info.compiler if target.info else "", discovery.variants)
        target = replace(target, not_covered=(*target.not_covered, *left_out), compilers=compilers)
        if is_first:
            printed.device(__version__, target)

        def note(result: CaseResult) -> None:
            printed.case(result)
            if again:
                again.note(result)

        with contextlib.ExitStack() as running:
            run_all: Callable[..., Generator[CaseResult, None, None]] = runner.run_all
            if resume is not None:
                from ...cluster.journal import resumed  # loads msgspec

                run_all = running.enter_context(resumed(runner, resume, settings))
            begun = None
            if not coverage:
                begun = run_all(assembly.cases(), note)
                running.enter_context(contextlib.closing(begun))
            suite = assembly.suite()
            target = replace(target, not_covered=(*target.not_covered, *suite.not_run))
            shared.refuse_nothing(expression, suite.parts or suite.errors or recordings)
            if coverage:
                from ...run.boundary_cases import with_further_cases

                suite = with_further_cases(suite, runner)
                begun = run_all((case for part in suite.parts for case in part.cases), note)
            printed.selected(suite, expression)
            result = run_suite(
                suite, runner, settings, exit_first=exitfirst, on_variant=printed.variant, begun=begun
            )
            failed = any(outcome.failures for outcome in result.outcomes)
            if failed and not verbose and not result.stopped:
                from ...trace.origin import with_origins

                result = replace(result, outcomes=with_origins(result.outcomes, runner))
            undeclared: tuple[RunKernel, ...] = ()
            others = suite.errors
            if not (expression or result.stopped):
                undeclared, others = _undeclared(suite.errors, names, settings, printed)
                undeclared += _recorded(recordings, settings, printed)
        report = CheckReport(
            command=command,
            expression=expression,
            target=target,
            outcomes=result.outcomes,
            declaration_errors=others,
            undeclared=undeclared,
            stopped=result.stopped,
            started=started.isoformat(timespec="seconds"),
            elapsed_s=time.monotonic() - started_s,
            include_dirs=settings.include_dirs,
            strict=strict,
            options=watch_options(settings),
        )
        printed.finish(report)
    for line in summary_of(runner):
        click.echo(plain_text.line(line), err=True)
    if json_path is not None:
        from ...report.json import check as check_json  # loads msgspec

        write_text(check_json.text(report), json_path)
    if annotate is not None:
        from ...report.text import annotations

        annotations.write_annotations(annotations.of_check(report), *annotate, console)
    return report


def _undeclared(
    errors: tuple[SpecError, ...], names: Sequence[str], settings: Settings, printed: TerminalReport
) -> tuple[tuple[RunKernel, ...], tuple[SpecError, ...]]:
    """Run the kernels of files without a declaration; return their results and the other errors."""
    paths = [error.path for error in errors if isinstance(error, UndeclaredError)]
    if not paths:
        return (), errors
    from ...undeclared.job import undeclared_kernels
    from ...undeclared.running import run_undeclared

    folders = [place for place in map(Path, names or settings.sources) if place.is_dir()]
    kernels = undeclared_kernels(paths, folders, settings)
    found = {job.path for job in kernels}
    # Other files of a folder are host code.
    named = {Path(name).absolute() for name in names}
    left = [
        one for one in errors if not isinstance(one, UndeclaredError) or one.path.absolute() in named - found
    ]
    if not kernels:
        return (), tuple(left) or errors
    printed.undeclared(len(kernels), len(errors) - len(found) - len(left))
    return run_undeclared(kernels, settings, printed.run_kernel), tuple(left)


def _recordings(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that are folders with recordings."""
    folders = [name for name in names if Path(name).is_dir()]
    if not folders:
        return ()
    from ...undeclared.recording import is_recording  # loads msgspec

    return tuple(filter(is_recording, folders))


def _recorded(names: Sequence[str], settings: Settings, printed: TerminalReport) -> tuple[RunKernel, ...]:
    """Run the kernels of recordings."""
    if not names:
        return ()
    from ...undeclared.job import recorded_kernels
    from ...undeclared.running import run_recordings

    kernels = [kernel for name in names for kernel in recorded_kernels(Path(name).absolute())]
    printed.undeclared(len(kernels), 0)
    return run_recordings(kernels, settings, printed.run_kernel)


def _found(
    settings: Settings, names: tuple[str, ...], expression: str, *, has_others: bool = False
) -> Discovery:
    from ...run.suite import find_variants, narrowed
    from ...variant.declaration.discovery import Discovery

    if has_others and not names:
        return Discovery((), ())
    found = find_variants(names, settings.sources, settings.found_cases, settings.operations)
    discovery = narrowed(found, expression)
    shared.refuse_nothing(expression, discovery.variants or discovery.errors)
    return discovery


class _Saved(Exception):  # noqa: N818 - it ends a round, and is no error
    """A file was saved while its cases ran."""


class _Watch:
    """The rounds of ``check --watch``."""

    runner: Runner

    def __init__(self, settings: Settings, console: Console, options: dict[str, Any]) -> None:
        self._settings, self._console, self._options = settings, console, options
        self._seen = _stamps((*map(Path, options["names"] or settings.sources), *_modules(settings)))
        self._known: dict[str, object] = {}
        """By variant: the declaration and the files that its outcome is about."""
        self._now: dict[str, object] = {}
        self._outcomes: dict[str, VariantOutcome] = {}
        self._error = ""
        self.failed: set[str] = set()
        self.report: CheckReport | None = None
        self.discovery = _found(settings, options["names"], options["expression"])
        """What a round checks: changed variants, and all wrong declarations."""

    def run(self) -> int:
        """Check variants, and after each save what it changed, until Ctrl-C; return the last verdict's status."""
        from ...cluster.opening import HERE, open_runner_on

        try:
            while True:
                # The workers start before the save, and none has code of an earlier round.
                with open_runner_on(HERE, self._settings.device, self._settings) as self.runner:
                    while not self._is_changed():
                        self._wait()
                    with contextlib.suppress(_Saved):
                        self._check()
        except KeyboardInterrupt:
            if self._error or self.report is None:
                return EXIT_USAGE if self._error else EXIT_INTERRUPTED
            # Variants that the last save did not change count, too.
            return replace(self.report, outcomes=tuple(self._outcomes.values())).exit_code

    def _is_changed(self) -> bool:
        """Whether there are changed variants, or other wrong declarations than in the last round."""
        from ...run.source_files import files_of

        # Before the files are read: a later save is another one.
        self._seen, self._now = _stamps(self._seen), {}
        try:
            found = _found(self._settings, self._options["names"], self._options["expression"])
            modules = _modules(self._settings)
            paths = {*modules, *(error.path for error in found.errors)}
            for variant in found.variants:
                files = files_of(variant, self._settings.include_dirs)
                files += tuple(modules if variant.operation.source is not None else ())
                paths.update(files)
                # Of a file with many declarations, only the variant's own counts.
                own = (file for file in files if file != variant.path or file == variant.code_path)
                self._now[variant.id] = replace(variant, line=0), _stamps(own)
        except (HarnessError, OSError) as error:
            self._refuse(error)
            return False
        # A file that is new in a folder may be a header that was missing.
        self._seen = _stamps((*paths, *(path.parent for path in paths))) | self._seen
        self._error = ""
        changed = tuple(one for one in found.variants if self._now[one.id] != self._known.get(one.id))
        before, self.discovery = self.discovery, replace(found, variants=changed)
        for gone in self._known.keys() - self._now.keys():
            del self._known[gone]
            self._outcomes.pop(gone, None)
        return bool(
            changed or (found.errors and str(before.errors) != str(found.errors)) or self.report is None
        )

    def _wait(self) -> None:
        while (now := _stamps(self._seen)) == self._seen:
            time.sleep(_POLL_S)
        end_s, is_settled = time.monotonic() + _RENAMED_WITHIN_S, False
        while not is_settled:
            time.sleep(_SETTLED_S)
            before, now = now, _stamps(self._seen)
            is_gone = any(self._seen[path] and not stamp for path, stamp in now.items())
            is_settled = now == before and (not is_gone or time.monotonic() > end_s)

    def _check(self) -> None:
        from ...report.text.console import print_line

        line = partial(print_line, self._console, style="bold")
        if self.report is not None:
            if self._console.file.isatty() and not self._console.is_dumb_terminal:
                self._console.clear()
            changed = ", ".join(variant.id for variant in self.discovery.variants)
            line(f"{datetime.now():%H:%M:%S} changed: {changed or 'a declaration'}")
        try:
            report = run_check(self._settings, self._console, again=self, **self._options)
        except HarnessError as error:
            self._known = self._now
            self._refuse(error)
            return
        if report.exit_code == EXIT_INTERRUPTED:
            raise KeyboardInterrupt
        self.report, self._known = report, self._now
        self._outcomes |= {outcome.variant.id: outcome for outcome in report.outcomes}
        results = [result for outcome in self._outcomes.values() for result in outcome.failures]
        self.failed = {result.case_id for result in results}
        failing = ", ".join(sorted({result.variant for result in results}))
        line(f"watching; {f'failing: {failing}; ' if failing else ''}Ctrl-C ends")

    def _refuse(self, error: Exception) -> None:
        """Say why there is nothing to check after a save."""
        from ...report.text.console import print_lines

        if self._error != str(error):
            self._error = str(error)
            print_lines(self._console, f"error: {error}", style="bold red")

    def note(self, result: CaseResult) -> None:
        """Note a failure for the next round; end this round if a file was saved."""
        if result.verdict.is_failure:
            self.failed.add(result.case_id)
        files = {path: stamp for path, stamp in self._seen.items() if path.is_file()}
        if _stamps(files) != files:
            raise _Saved


def _modules(settings: Settings) -> list[Path]:
    """Return the operations' files, and those next to them, which they may import."""
    folders = dict.fromkeys(path if path.is_dir() else path.parent for path in settings.operations)
    return [*settings.operations, *(file for folder in folders for file in sorted(folder.glob("*.py")))]


def _stamps(paths: Iterable[Path]) -> dict[Path, object]:
    stamps: dict[Path, object] = dict.fromkeys(paths)
    for path in stamps:
        with contextlib.suppress(OSError):
            status = path.stat()
            stamps[path] = status.st_mtime_ns, status.st_size, status.st_ino
    return stamps


def run_fleet(
    settings: Settings,
    console: Console,
    where: Where,
    *,
    json_path: Path | None = None,
    annotate: tuple[Path | None] | None = None,
    resume: Path | None = None,
    **options: Any,
) -> int:
    """Check variants on each kind of GPU of a cluster, print a table with a column for each; return the exit status."""
    from ...cluster.engine import absence_of
    from ...cluster.opening import kind_on, open_cluster
    from ...report.text.console import print_line
    from ...report.text.terminal import print_fleet

    kinds = where.accelerators
    device = kind_on(where, settings.device, settings)
    reports: dict[str, CheckReport | None] = {}
    with open_cluster(where, settings) as engine:
        assert engine is not None
        for kind in kinds:
            own = where.only(kind)
            print_line(console, f"on {kind}", style="bold")
            if not engine.room(own.need(device)):
                print_line(console, f"not run: {absence_of(own.need(device), engine)}")
                reports[kind] = None
                continue
            report = run_check(
                settings,
                console,
                where=own,
                json_path=_of_kind(json_path, kind),
                annotate=annotate and (_of_kind(annotate[0], kind),),
                resume=_of_kind(resume, kind),
                engine=engine,
                **options,
            )
            reports[kind] = report
            # Ctrl-C ends the whole command, not the check of one kind.
            if report.exit_code == EXIT_INTERRUPTED:
                break
    print_fleet(reports, console)
    codes = {EXIT_FAILED if report is None else report.exit_code for report in reports.values()}
    return next((code for code in (EXIT_INTERRUPTED, EXIT_FAILED) if code in codes), max(codes))


def _of_kind(path: Path | None, kind: str) -> Path | None:
    return path and path.with_name(f"{path.stem}-{kind}{path.suffix}")
