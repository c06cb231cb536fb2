"""What ``kernel-harness cuda`` does: check everything with one CUDA release, and put kept releases side by side."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from . import __version__
from .check.verdict import CaseResult
from .cuda import release_file
from .cuda.model import ReleaseRecord
from .cuda.survey import SurveyRequest, survey
from .cuda.table import make_table
from .device.selection import DEVICE_KINDS
from .errors import UsageError
from .report.cuda_text import markdown, print_record, print_table
from .report.model import CheckReport
from .report.terminal import TerminalReport, make_console
from .report.whole_file import check_writable, text_stream, write_text
from .run.outcome import VariantOutcome
from .run.suite import Suite, assemble, find_variants
from .run.target import Target
from .settings import Settings
from .spec.coverage import MATRIX

_KEEP_OUT_OF_GIT = "# Made by kernel-harness.\n*\n"


@click.group()
def cuda() -> None:
    """Check every variant with a CUDA release, and compare releases."""


@cuda.command("check")
@click.argument("names", nargs=-1, metavar="[NAME | FILE.cu | FOLDER]...")
@click.option(
    "--cuda",
    "release",
    metavar="RELEASE",
    default=None,
    help="Which one, such as 12.4. Default: the setting cuda, else the newest that is installed.",
)
@click.option(
    "--device",
    type=click.Choice(DEVICE_KINDS),
    default="auto",
    show_default=True,
    help="cpu executes the release's PTX; gpu loads its machine code as well; auto does where there is a GPU.",
)
@click.option(
    "--json",
    "json_path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Where the results go. Default: a file of the release's own in the folder of the setting cuda_results.",
)
@click.pass_context
def check_release(
    ctx: click.Context, names: tuple[str, ...], release: str | None, device: str, json_path: Path | None
) -> None:
    """Compile every variant for every architecture of a CUDA release, run what it made, and keep the results.

    PTX is executed on the cpu device over the matrix, machine code on a GPU where there is one. What the release
    cannot do is skipped, with the reason. Exit status: 0 all passed, 1 something failed or did not run, 2 usage or
    declaration error.
    """
    settings = Settings.load(Path.cwd(), cuda=release)
    console = make_console(text_stream({"--json": json_path}))
    ctx.exit(run_release(names, device, json_path, settings, console).exit_code)


@cuda.command("table")
@click.argument("files", nargs=-1, metavar="[FILE.json]...", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--arch", default="", metavar="sm_XX", help="Architecture that registers and spills are shown of."
)
@click.option(
    "--markdown",
    "markdown_path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write Markdown.",
)
@click.pass_context
def show_table(ctx: click.Context, files: tuple[Path, ...], arch: str, markdown_path: Path | None) -> None:
    """Put the CUDA releases that were checked side by side: what passes, registers, spills, counters.

    FILE.json is what `cuda check` wrote; without any, all that are kept. Exit status: 0 all passed, 1 something failed
    with one of them, 2 there is nothing to show.
    """
    console = make_console(text_stream({"--markdown": markdown_path}))
    settings = Settings.load(Path.cwd())
    if markdown_path is not None:
        check_writable(markdown_path, "--markdown")
    records = kept_records(files, settings)
    table = make_table(records, arch)
    print_table(table, console)
    if markdown_path is not None:
        write_text(markdown(table), markdown_path, "--markdown")
    ctx.exit(table.exit_code)


def kept_records(files: Sequence[Path], settings: Settings) -> tuple[ReleaseRecord, ...]:
    """Read files, or everything that is kept.

    Raises
    ------
    UsageError
        There is none, or one cannot be read.
    """
    if files:
        return release_file.in_order([release_file.read_file(path) for path in files])
    records = release_file.read_folder(settings.cuda_results)
    if not records:
        raise UsageError(
            f"there must be a CUDA release that was checked (got none in {settings.cuda_results}); "
            "run `kernel-harness cuda check`, or `tox` for all of them"
        )
    return records


def run_release(
    names: Sequence[str], device: str, json_path: Path | None, settings: Settings, console: Console
) -> ReleaseRecord:
    """Check variants with a CUDA release, print what comes out and write the file.

    Raises
    ------
    UsageError
        A name is not known, there is nothing to check, or the file cannot be written.
    DeviceError
        The release is not installed.
    """
    if json_path is not None:
        check_writable(json_path)
    else:
        if names:
            raise UsageError(
                "results that are kept must be of all variants (got names); give --json FILE, or no names"
            )
        make_folder(settings.cuda_results)
    discovery = find_variants(names, settings.sources, settings.found_cases)
    suite = assemble(discovery, "", MATRIX)
    if not discovery.variants and not discovery.errors:
        raise UsageError("there must be a variant to check (got none); see `sources` in pyproject.toml")
    watched = _Printed(console)
    with watched:
        record = survey(SurveyRequest(discovery, suite, device), settings, watched)
    print_record(record, console)
    path = json_path or release_file.file_of(settings.cuda_results, record.cuda)
    write_text(release_file.text(record), path)
    console.print(Text(f"kept in {path}; `kernel-harness cuda table` shows all releases"), soft_wrap=True)
    return record


def make_folder(folder: Path) -> None:
    """Make the folder of kept results, which git leaves alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        mark = folder / ".gitignore"
        if not mark.exists():
            write_text(_KEEP_OUT_OF_GIT, mark, "cuda_results")
    except OSError as error:
        raise UsageError(f"the folder of kept results must be writable (got: {error})") from None


class _Printed:
    """Prints a survey as it goes on: bars on a terminal, lines for what has ended."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._started_s = 0.0
        self._bar: Progress | None = None
        self._report: TerminalReport | None = None
        self._target: Target | None = None
        self._suite: Suite | None = None
        self._said = ""

    def __enter__(self) -> _Printed:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_bar()
        if self._report is not None:
            self._report.close()

    def building(self, done: int, total: int) -> None:
        self._step("compiling", done, total)

    def counting(self, done: int, total: int) -> None:
        self._step("counting", done, total)

    def running(self, target: Target, suite: Suite) -> None:
        self._end_bar()
        self._target, self._suite = target, suite
        self._report = TerminalReport(self._console)
        self._report.header(version=__version__, target=target, suite=suite, expression="")
        self._report.start(suite.n_cases)
        self._started_s = self._clock()

    def case(self, result: CaseResult) -> None:
        if self._report is not None:
            self._report.case(result)

    def variant(self, outcome: VariantOutcome) -> None:
        if self._report is not None:
            self._report.variant(outcome)

    def ran(self, outcomes: Sequence[VariantOutcome]) -> None:
        if self._report is None or self._target is None or self._suite is None:
            return
        self._report.finish(
            CheckReport(
                harness_version=__version__,
                command=(),
                expression="",
                target=self._target,
                outcomes=tuple(outcomes),
                elapsed_s=self._clock() - self._started_s,
            )
        )
        self._report = None

    def _step(self, what: str, done: int, total: int) -> None:
        if not sys.stderr.isatty():
            if what != self._said:
                self._said = what
                self._console.print(Text(f"{what:<9} {total}"), soft_wrap=True)
            return
        if self._bar is None:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                console=make_console(sys.stderr),
                transient=True,
            )
            self._bar.start()
            self._bar.add_task(what, total=total)
        self._bar.update(self._bar.task_ids[0], completed=done)
        if done == total:
            self._end_bar()

    def _end_bar(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
