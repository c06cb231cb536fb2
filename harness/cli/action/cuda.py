"""``kernel-harness cuda``: checks variants with one CUDA release, and shows the kept results of all releases."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from ... import __version__
from ...cluster.opening import Where, kind_on, open_cluster
from ...errors import Interrupted, UsageError
from ...releases import release_file
from ...releases.cluster_survey import releases_on, survey_on
from ...releases.model import ReleaseRecord
from ...releases.survey import SurveyRequest, of_cuda, survey
from ...releases.table import make_table
from ...report.model import CheckReport
from ...report.text.console import make_console, progress_bar
from ...report.text.cuda_text import markdown, print_record, print_table
from ...report.text.terminal import TerminalReport
from ...run.outcome import VariantOutcome
from ...run.suite import Suite, assemble, find_variants
from ...run.target import Target
from ...settings.settings import Settings
from ...store.whole_file import check_writable, write_text
from ...variant.declaration.discovery import Discovery, with_checked_rules
from ...variant.run_cases import MATRIX
from ...verdict import CaseResult

_KEEP_OUT_OF_GIT = "# Made by kernel-harness.\n*\n"


def show_releases(
    files: Sequence[Path], arch: str, markdown_path: Path | None, settings: Settings, console: Console
) -> int:
    """Print the table of releases, write it if requested, and return the exit status.

    Parameters
    ----------
    files : sequence of Path
        Files of ``cuda check``; empty for all kept results.
    arch : str
        Architecture of the registers and spills; empty for the table's own choice.
    markdown_path : Path or None
        Markdown file to write.
    settings : Settings
        Give the folder of the kept results.
    console : Console
        Receives the printed text.

    Raises
    ------
    UsageError
        There is nothing to show, a file cannot be read, or the Markdown cannot be written.
    """
    if markdown_path is not None:
        check_writable(markdown_path, "--markdown")
    table = make_table(kept_records(files, settings), arch)
    print_table(table, console)
    if markdown_path is not None:
        write_text(markdown(table), markdown_path, "--markdown")
    return table.exit_code


def kept_records(files: Sequence[Path], settings: Settings) -> tuple[ReleaseRecord, ...]:
    """Read the files, or all kept results.

    Raises
    ------
    UsageError
        There is no file, or one cannot be read.
    """
    if files:
        return release_file.in_order([release_file.read_file(path) for path in files])
    records = release_file.read_folder(settings.cuda_results)
    if not records:
        raise UsageError(
            f"no results of a CUDA release in {settings.cuda_results}: "
            "run `kernel-harness cuda check`, or `tox` for all releases"
        )
    return records


def run_release(
    names: Sequence[str], device: str, json_path: Path | None, settings: Settings, console: Console
) -> ReleaseRecord:
    """Check variants with a CUDA release, print the results and write the file.

    Raises
    ------
    UsageError
        A name is unknown, there is nothing to check, or the file cannot be written.
    DeviceError
        The release is not installed.
    """
    discovery, suite = _chosen(names, json_path, settings)
    watched = _Printed(console)
    with watched, watched.said_when_interrupted():
        record = survey(SurveyRequest(discovery, suite, device), settings, watched)
    _keep(record, json_path, settings, console)
    return record


def run_releases_on(
    where: Where,
    releases: Sequence[str],
    names: Sequence[str],
    device: str,
    json_path: Path | None,
    settings: Settings,
    console: Console,
) -> int:
    """Check variants with CUDA releases on a cluster, print and write each result, and return the exit status.

    Parameters
    ----------
    where : Where
        The cluster.
    releases : sequence of str
        The releases; empty for all that its hosts have.
    names, device, json_path, settings, console
        As for `run_release`; `json_path` is for one release.

    Raises
    ------
    UsageError
        As `run_release`; also if `json_path` is for several releases, or no host has a release.
    DeviceError
        No host has one of the releases.
    """
    discovery, suite = _chosen(names, json_path, settings)
    if json_path is not None and len(releases) != 1:
        raise UsageError("--json is the file of one release (got --on and not one --cuda): name the release")
    kind = kind_on(where, device, settings)
    exit_code = 0
    with open_cluster(where, settings) as engine:
        assert engine is not None
        found = survey_on(
            engine,
            where.need(kind),
            releases_on(engine, releases),
            SurveyRequest(discovery, suite, kind),
            settings,
            lambda line: console.print(Text(line), soft_wrap=True),
        )
    for each in found:
        if each.record is None:
            console.print(Text(f"CUDA {each.cuda} was not checked: {each.error}"), soft_wrap=True)
            exit_code = 1
        else:
            _keep(each.record, json_path, settings, console)
            exit_code = max(exit_code, each.record.exit_code)
    return exit_code


def _chosen(names: Sequence[str], json_path: Path | None, settings: Settings) -> tuple[Discovery, Suite]:
    """Return the variants and their cases, once it is sure that the results can be kept."""
    if json_path is not None:
        check_writable(json_path)
    else:
        if names:
            raise UsageError(
                "stored results must cover all variants (got names): pass --json FILE, or no names"
            )
        make_folder(settings.cuda_results)
    found = find_variants(names, settings.sources, settings.found_cases, settings.operations)
    discovery = with_checked_rules(of_cuda(found))
    suite = assemble(discovery, "", MATRIX)
    if not discovery.variants and not discovery.errors:
        raise UsageError("no variants to check: set `sources` in pyproject.toml")
    return discovery, suite


def _keep(record: ReleaseRecord, json_path: Path | None, settings: Settings, console: Console) -> None:
    print_record(record, console)
    path = json_path or release_file.file_of(settings.cuda_results, record.cuda)
    write_text(release_file.text(record), path)
    console.print(Text(f"kept in {path}; `kernel-harness cuda table` shows all releases"), soft_wrap=True)


def make_folder(folder: Path) -> None:
    """Make the folder of kept results, ignored by git."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        mark = folder / ".gitignore"
        if not mark.exists():
            write_text(_KEEP_OUT_OF_GIT, mark, "cuda_results")
    except OSError as error:
        raise UsageError(f"the folder of stored results must be writable (got: {error})") from None


class _Printed:
    """Prints the progress of a survey: bars on a terminal, lines for finished steps."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._started_s = 0.0
        self._bar: Progress | None = None
        self._report: TerminalReport | None = None
        self._target: Target | None = None
        self._suite: Suite | None = None
        self._said = ""
        self._far = ""

    def __enter__(self) -> _Printed:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_bar()
        if self._report is not None:
            self._report.close()

    @contextlib.contextmanager
    def said_when_interrupted(self) -> Iterator[None]:
        """On Ctrl-C, raise Interrupted with the progress of the survey."""
        try:
            yield
        except KeyboardInterrupt:
            raise Interrupted(f"{self._far or 'nothing done'}; no result is kept") from None

    def building(self, done: int, total: int) -> None:
        self._step("compiling", done, total)

    def counting(self, done: int, total: int) -> None:
        self._step("counting", done, total)

    def running(self, target: Target, suite: Suite) -> None:
        self._end_bar()
        self._target, self._suite = target, suite
        self._report = TerminalReport(self._console)
        self._report.begin(__version__)
        self._report.device(target)
        self._report.selected(suite, "")
        self._report.start(suite.n_cases)
        self._far = f"checking on {target.kind}"
        self._started_s = self._clock()

    def case(self, result: CaseResult) -> None:
        if self._report is not None:
            self._report.case(result)

    def variant(self, outcome: VariantOutcome) -> None:
        if self._report is not None:
            self._report.variant(outcome)

    def ran(self, outcomes: Sequence[VariantOutcome], stopped: str) -> None:
        if self._report is None or self._target is None or self._suite is None:
            return
        self._report.finish(
            CheckReport(
                harness_version=__version__,
                command=(),
                expression="",
                target=self._target,
                outcomes=tuple(outcomes),
                stopped=stopped,
                elapsed_s=self._clock() - self._started_s,
            )
        )
        self._report = None

    def _step(self, what: str, done: int, total: int) -> None:
        self._far = f"{what}, {done:,} of {total:,} done"
        if not sys.stderr.isatty():
            if what != self._said:
                self._said = what
                self._console.print(Text(f"{what:<9} {total}"), soft_wrap=True)
            return
        if self._bar is None:
            self._bar = progress_bar(make_console(sys.stderr))
            self._bar.start()
            self._bar.add_task(what, total=total)
        self._bar.update(self._bar.task_ids[0], completed=done)
        if done == total:
            self._end_bar()

    def _end_bar(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
