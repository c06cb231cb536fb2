"""``kernel-harness search``: searches variants for failing cases, prints them, and pins them in a file."""

from __future__ import annotations

import contextlib
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ... import __version__
from ...errors import Interrupted, UsageError
from ...exit_status import EXIT_FAILED, EXIT_PASS, EXIT_USAGE
from ...search import DEFAULT_EXAMPLES, DEFAULT_SEED, MOST_EXAMPLES, MOST_SEED
from ...settings.settings import FOUND_CASES_FOLDER, Settings
from ..options import device_option, names_argument, on_cluster, start_workers, watched

if TYPE_CHECKING:
    from ...search import ReducedCase, SearchOutcome
    from ...verdict import CaseResult


@click.command("search")
@names_argument
@device_option
@click.option(
    "--examples",
    type=click.IntRange(1, MOST_EXAMPLES),
    default=DEFAULT_EXAMPLES,
    show_default=True,
    help="Cases to draw for each variant.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=DEFAULT_SEED,
    show_default=True,
    help="Seed of the draws; the same seed draws the same cases.",
)
@click.option(
    "--pin",
    is_flag=False,
    flag_value="",
    default=None,
    metavar="[FILE.toml]",
    help="Add the failing cases to FILE, or to one file per variant in the folder of pinned cases.",
)
@watched
@on_cluster
@click.pass_context
def search_command(
    ctx: click.Context,
    names: tuple[str, ...],
    device: str | None,
    examples: int,
    seed: int,
    pin: str | None,
    watch: dict[str, Any],
    cluster: dict[str, Any],
) -> None:
    """Search for failing cases beyond the matrix that `check` runs.

    Draws shapes, strides, offsets, blocks, types and values from the domain of each variant, minimises each failing
    case, and prints the command that reruns it. Needs pip install hypothesis. Exit
    status: 0 nothing found, 1 something found or nothing ran, 2 usage or declaration error.
    """
    settings = Settings.load(Path.cwd(), device=device, **watch)
    start_workers(ctx, settings, cluster["on"])

    from ...cluster.opening import Where, open_runner_on, summary_of
    from ...report.text import plain_text
    from ...report.text.console import ProgressReport, count, make_console, print_line
    from ...report.text.search_text import SearchReport
    from ...run.suite import find_variants
    from ...run.target import target_of
    from ...search import load_engine
    from ...variant.declaration.discovery import with_checked_rules
    from ...variant.declaration.inline_block import TOML_SUFFIX

    where = Where.parse(**cluster)
    where.refuse_several("search")
    console = make_console()
    # An empty path stands for one file for each variant, in the folder of pinned cases.
    pin_path = None if pin is None else Path(pin)
    engine = load_engine()
    import hypothesis.configuration

    # It keeps constants of sources in the current folder by default.
    own_folder = ctx.with_resource(tempfile.TemporaryDirectory(prefix="kernel-harness-"))
    hypothesis.configuration.set_hypothesis_home_dir(own_folder)
    discovery = with_checked_rules(find_variants(names, settings.sources, operations=settings.operations))
    if not discovery.variants and not discovery.errors:
        raise UsageError("no variants to search under the sources: name a .cu file")
    if pin_path is not None and pin_path != Path() and pin_path.suffix != TOML_SUFFIX:
        raise UsageError(f"--pin must name a {TOML_SUFFIX} file (got {pin_path})")
    printed = SearchReport(console)
    outcomes: list[SearchOutcome] = []
    stopped, n_before = "", 0
    progress = ProgressReport(console)

    def note_case(result: CaseResult) -> None:
        progress.add(result.variant, is_bad=result.verdict.is_failure)

    opened = open_runner_on(where, settings.device, settings)
    with opened as runner, contextlib.closing(progress):
        printed.header(
            version=__version__,
            target=target_of(settings.device, runner, settings),
            variants=discovery.variants,
            n_examples=examples,
            seed=seed,
        )
        progress.start(len(discovery.variants) * examples)
        try:
            for variant in discovery.variants:
                # The message of Ctrl-C has the count of the variant that is being searched.
                n_before, started = progress.n_done, time.monotonic()
                outcomes.append(
                    engine.search(
                        variant, runner, settings, n_examples=examples, seed=seed, on_case=note_case
                    )
                )
                printed.variant(outcomes[-1], time.monotonic() - started)
                progress.say()
        except KeyboardInterrupt:
            stopped = (
                f"{len(outcomes)} of {count(len(discovery.variants), 'variant')} searched, and {variant.id} by"
                f" {count(progress.n_done - n_before, 'case')}"
            )
    printed.finish(tuple(outcomes), discovery.errors)
    for line in summary_of(runner):
        click.echo(plain_text.line(line), err=True)
    if pin_path is not None:
        for line in _pin(pin_path, outcomes, settings):
            print_line(console, line)
    if stopped:
        raise Interrupted(stopped)
    if any(outcome.found or outcome.not_run for outcome in outcomes):
        ctx.exit(EXIT_FAILED)
    ctx.exit(EXIT_USAGE if discovery.errors else EXIT_PASS)


def _pin(pin: Path, outcomes: list[SearchOutcome], settings: Settings) -> Iterator[str]:
    """Add the failing cases to files, and yield a line on each file."""
    from ...compiler.source.file_names import display_path
    from ...report.text.console import count
    from ...variant.declaration.discovery import add_found_cases

    places = settings.found_cases or (settings.root / FOUND_CASES_FOLDER,)
    folder = next(
        (path for path in settings.found_cases if path.is_dir()), settings.root / FOUND_CASES_FOLDER
    )
    entries: dict[Path, list[tuple[str, str]]] = {}
    for outcome in outcomes:
        path = folder / f"{outcome.variant.id}.toml" if pin == Path() else pin
        for failure in outcome.found:
            entries.setdefault(path, []).append((failure.case.id, _why(failure)))
    for path, found_entries in entries.items():
        n_new = add_found_cases(path, found_entries)
        yield f"pinned: {count(n_new, 'new case')} in {display_path(path)}"
        # The next check reads a file that is configured or in the default folder.
        if not any(path.resolve() in (place.resolve() / path.name, place.resolve()) for place in places):
            yield (
                f"not checked yet: add {display_path(path)} to `found_cases` in [tool.kernel-harness] of "
                "pyproject.toml"
            )


def _why(failure: ReducedCase) -> str:
    text = failure.result.detail
    for finding in failure.result.findings[:1]:
        text = f"{finding.reason.value}: {finding.message.partition(chr(10))[0]}"
    return text.encode("ascii", "replace").decode("ascii")
