"""``kernel-harness search``: searches variants for failing cases, prints them, and pins them in a file."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console

from ... import __version__
from ...cluster.late_runner import summary_of
from ...cluster.opening import HERE, Where, open_runner_on
from ...compiler.source.file_names import display_path
from ...errors import Interrupted, UsageError
from ...exit_status import EXIT_FAILED, EXIT_PASS, EXIT_USAGE
from ...report.text import plain_text
from ...report.text.search_text import SearchReport
from ...report.text.terminal import count
from ...run.suite import find_variants
from ...run.target import target_of
from ...search import DEFAULT_EXAMPLES, DEFAULT_SEED, load_engine
from ...search.outcome import Found, SearchOutcome
from ...settings.settings import FOUND_CASES_FOLDER, Settings
from ...variant.declaration.discovery import with_checked_rules
from ...variant.declaration.found_cases import SUFFIX, add_found_cases
from ...verdict import CaseResult


@dataclass(frozen=True)
class SearchRequest:
    """Arguments of ``kernel-harness search``."""

    names: tuple[str, ...] = ()
    """Variant ids, files and folders; empty for everything under the sources."""
    n_examples: int = DEFAULT_EXAMPLES
    """Cases to draw for each variant."""
    seed: int = DEFAULT_SEED
    """Seed of the draws."""
    pin: Path | None = None
    """File for the pinned cases. An empty path stands for one file per variant in the folder of pinned cases."""
    where: Where = HERE
    """This machine, or the cluster that runs the cases."""


def run_search(
    request: SearchRequest,
    settings: Settings,
    console: Console,
    *,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Search variants, print the failing cases, and pin them in a file if requested."""
    engine = load_engine()
    discovery = with_checked_rules(
        find_variants(request.names, settings.sources, operations=settings.operations)
    )
    if not discovery.variants and not discovery.errors:
        raise UsageError("no variants to search under the sources: name a .cu file")
    if request.pin is not None and request.pin != Path() and request.pin.suffix != SUFFIX:
        raise UsageError(f"--pin must name a {SUFFIX} file (got {request.pin})")
    printed = SearchReport(console)
    outcomes: list[SearchOutcome] = []
    stopped, n_cases = "", 0

    def note_case(_: CaseResult) -> None:
        nonlocal n_cases
        n_cases += 1

    with open_runner_on(request.where, settings.device, settings) as runner:
        printed.header(
            version=__version__,
            target=target_of(settings.device, runner, settings),
            variants=discovery.variants,
            n_examples=request.n_examples,
            seed=request.seed,
        )
        try:
            for variant in discovery.variants:
                n_cases, started = 0, clock()
                outcomes.append(
                    engine.search(
                        variant,
                        runner,
                        settings,
                        n_examples=request.n_examples,
                        seed=request.seed,
                        on_case=note_case,
                    )
                )
                printed.variant(outcomes[-1], clock() - started)
        except KeyboardInterrupt:
            stopped = (
                f"{len(outcomes)} of {count(len(discovery.variants), 'variant')} searched, and {variant.id} by"
                f" {count(n_cases, 'case')}"
            )
    printed.finish(tuple(outcomes), discovery.errors)
    for line in summary_of(runner):
        click.echo(plain_text.line(line), err=True)
    if request.pin is not None:
        for line in _pin(request.pin, outcomes, settings):
            printed.note(line)
    if stopped:
        raise Interrupted(stopped)
    if any(outcome.found or outcome.not_run for outcome in outcomes):
        return EXIT_FAILED
    return EXIT_USAGE if discovery.errors else EXIT_PASS


def _pin(pin: Path, outcomes: list[SearchOutcome], settings: Settings) -> list[str]:
    """Pin the failing cases in files; return the lines to print."""
    lines = []
    entries: dict[Path, list[tuple[str, str]]] = {}
    for outcome in outcomes:
        path = _file_for(outcome.variant.id, settings) if pin == Path() else pin
        for found in outcome.found:
            entries.setdefault(path, []).append((found.case.id, _why(found)))
    for path, found_entries in entries.items():
        n_new = add_found_cases(path, found_entries)
        lines.append(f"pinned: {count(n_new, 'new case')} in {display_path(path)}")
        if not _is_read(path, settings):
            lines.append(
                f"not checked yet: add {display_path(path)} to `found_cases` in [tool.kernel-harness] of "
                "pyproject.toml"
            )
    return lines


def _is_read(path: Path, settings: Settings) -> bool:
    """Whether the next check reads a file: it is configured or in the default folder."""
    places = settings.found_cases or (settings.root / FOUND_CASES_FOLDER,)
    return any(path.resolve() in (place.resolve() / path.name, place.resolve()) for place in places)


def _file_for(variant_id: str, settings: Settings) -> Path:
    folder = next(
        (path for path in settings.found_cases if path.is_dir()), settings.root / FOUND_CASES_FOLDER
    )
    return folder / f"{variant_id}{SUFFIX}"


def _why(found: Found) -> str:
    finding = found.result.findings[0] if found.result.findings else None
    what = (
        f"{finding.reason.value}: {finding.message.partition(chr(10))[0]}" if finding else found.result.detail
    )
    return what.encode("ascii", "replace").decode("ascii")
