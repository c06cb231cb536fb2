"""Runs the cases of many variants through one runner; every selected case gets a result.

Takes sources, names and a selecting expression; returns a `VariantOutcome` for every variant. A wrong declaration, a
compile error or a crash affects its own cases only. Ctrl-C makes the remaining cases NOT-RUN.
"""

from __future__ import annotations

import contextlib
import difflib
import itertools
import os
import threading
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from pathlib import Path

from ..errors import SpecError, UsageError
from ..lazy import dataclass, replace
from ..settings.settings import Settings
from ..variant import matrix
from ..variant.case import Case, parse_case_id
from ..variant.declaration.discovery import (
    SUFFIXES,
    Discovery,
    read_found_cases,
    read_sources,
    sorted_errors,
    with_checked_rules,
    with_found_cases,
)
from ..variant.declaration.inline_block import TOML_SUFFIX
from ..variant.selection import MATRIX, RunCases, Selection, select
from ..variant.variant import Variant
from ..verdict import CaseResult, Verdict
from ..worker.pool import PoolInterrupted
from .outcome import BranchCoverage, VariantOutcome
from .session import Runner
from .unjudged import HangLimit, outside, unjudged

INTERRUPTED = "interrupted"
EXIT_FIRST = "exitfirst"

_WHY_STOPPED = {
    INTERRUPTED: "interrupted before this case",
    EXIT_FIRST: "stopped by --exitfirst before this case",
}


@dataclass(frozen=True)
class VariantCases:
    variant: Variant
    cases: tuple[Case, ...]
    """Cases to run, in matrix order."""
    excluded: tuple[tuple[Case, str], ...] = ()
    """Cases that the declaration excludes, each with the excluding rule."""
    too_large: tuple[tuple[Case, str], ...] = ()
    """Cases at bends of a rule that would take too long, each with the reason."""
    branches: BranchCoverage | None = None
    """Branch coverage of the matrix and the further cases; None if it was not measured."""


@dataclass(frozen=True)
class Suite:
    parts: tuple[VariantCases, ...]
    """Variants with at least one selected case, by id."""
    errors: tuple[SpecError, ...] = ()
    """Wrong declarations, by path and line."""

    @property
    def n_cases(self) -> int:
        return sum(len(part.cases) for part in self.parts)

    @property
    def n_excluded(self) -> int:
        return sum(len(part.excluded) for part in self.parts)

    @property
    def not_run(self) -> tuple[str, ...]:
        """A line for each case that is left out because it would take too long."""
        return tuple(f"{case.id}: {why}" for part in self.parts for case, why in part.too_large)


@dataclass(frozen=True)
class SuiteResult:
    outcomes: tuple[VariantOutcome, ...]
    """One for each part, in order, with a result for every case."""
    stopped: str = ""
    """`INTERRUPTED` or `EXIT_FIRST` when the run ended before its last case, else empty."""


def find_variants(
    names: Sequence[str],
    sources: Sequence[Path],
    found_cases: Sequence[Path] = (),
    operations: Sequence[Path] = (),
) -> Discovery:
    discovery = _find_variants(names, sources, operations)
    return with_found_cases(discovery, read_found_cases(found_cases), is_everything=not names)


def _find_variants(names: Sequence[str], sources: Sequence[Path], operations: Sequence[Path]) -> Discovery:
    if not names:
        if not sources:
            raise UsageError(
                "name the variants, files or folders to check, or set `sources` in [tool.kernel-harness] of "
                "pyproject.toml (got neither)"
            )
        return read_sources(sources, operations)
    paths = [Path(name) for name in names if _is_path(name)]
    missing = [path for path in paths if not path.exists()]
    if missing:
        there = (
            file for place in (missing[0].parent, *sources) for file in place.glob(f"*{missing[0].suffix}")
        )
        near = "".join(difflib.get_close_matches(str(missing[0]), map(os.path.relpath, there), n=1))
        raise UsageError(
            f"a file must exist (got {missing[0]}, which does not){near and f'; closest: {near}'}"
        )
    if texts := [path for path in paths if path.is_file() and path.suffix not in (*SUFFIXES, TOML_SUFFIX)]:
        raise UsageError(f"a FILE must be a {', '.join(SUFFIXES)} or {TOML_SUFFIX} file (got {texts[0]})")
    in_files = read_sources(paths, operations) if paths else Discovery((), ())
    wanted = [name for name in names if not _is_path(name)]
    if not wanted:
        return in_files
    known = read_sources(sources, operations, wanted)
    by_id = {variant.id: variant for variant in known.variants}
    errors = list(in_files.errors)
    variants = {variant.id: variant for variant in in_files.variants}
    for name in wanted:
        # an error of a whole file of declarations hides the variants in it
        hiding = [error for error in known.errors if error.path.suffix == TOML_SUFFIX and not error.variant]
        own_errors = [error for error in known.errors if name == error.variant_id or error in hiding]
        errors += [error for error in own_errors if error not in errors]
        if name in by_id:
            variants[name] = _only_one(by_id[name], variants.get(name))
        elif not own_errors and Path(name).is_dir():
            in_folder = read_sources([Path(name)], operations)
            for variant in in_folder.variants:
                variants[variant.id] = _only_one(variant, variants.get(variant.id))
            errors += in_folder.errors
        elif not own_errors:
            # only for the message: reading all sources takes long
            everything = read_sources(sources, operations).variants
            raise UsageError(_unknown_name(name, [variant.id for variant in everything], sources))
    return Discovery(tuple(variants[variant_id] for variant_id in sorted(variants)), tuple(errors))


def narrowed(discovery: Discovery, expression: str) -> Discovery:
    """Drop the variants that an expression cannot select, without making their cases."""
    selection = Selection.parse(expression)
    if selection.case_id is None or not discovery.variants:
        wanted = tuple(variant for variant in discovery.variants if not selection.rules_out(variant))
    else:
        # an id that no variant has is an error rather than an empty selection
        wanted = (parse_case_id(selection.case_id, discovery.variants).variant,)
    return Discovery(wanted, discovery.errors)


def assemble(discovery: Discovery, expression: str, run_cases: RunCases = MATRIX) -> Suite:
    return joined(suites_of(discovery, expression, run_cases), discovery.errors)


def suites_of(
    discovery: Discovery, expression: str, run_cases: RunCases, first: Collection[str] = ()
) -> Iterator[Suite]:
    """Yield the suite of each variant that an expression may select, when its cases are made; see `assemble`."""
    selection = Selection.parse(expression)
    for variant in narrowed(discovery, expression).variants:
        checked = with_checked_rules(Discovery((variant,), ()))
        if checked.errors:
            yield Suite((), checked.errors)
            continue
        selected = select((variant,), selection, run_cases)
        # A sort keeps the order of the others.
        selected = tuple(sorted(selected, key=lambda case: case.id not in first)) if first else selected
        excluded, too_large = (
            ()
            if selection.case_id is not None
            else tuple((case, why) for case, why in pairs if selection.matches(case))
            for pairs in (matrix.skipped(variant), matrix.too_large(variant))
        )
        if selected or excluded or too_large:
            yield Suite((VariantCases(variant, selected, excluded, too_large),))


def joined(suites: Iterable[Suite], errors: Sequence[SpecError]) -> Suite:
    made = list(suites)
    parts = tuple(part for suite in made for part in suite.parts)
    return Suite(parts, sorted_errors([*errors, *(error for suite in made for error in suite.errors)]))


class Assembly:
    """A suite whose cases are made in the background, variant by variant: workers run the first meanwhile.

    A hundred thousand cases take seconds to make.
    """

    def __init__(self, suites: Iterable[Suite], errors: Sequence[SpecError]) -> None:
        self._errors = errors
        self._made: list[Suite | BaseException | None] = []  # None, or what making raised, is the last
        self._has_changed = threading.Condition()
        # a daemon: a run that is stopped does not wait for cases that nobody will run
        threading.Thread(target=self._make, args=(suites,), name="cases of a run", daemon=True).start()

    def _make(self, suites: Iterable[Suite]) -> None:
        try:
            for suite in suites:
                self._add(suite)
            self._add(None)
        # raised again in the thread that asks for the cases: an exception of this thread goes unseen
        except BaseException as error:
            self._add(error)

    def _add(self, item: Suite | BaseException | None) -> None:
        with self._has_changed:
            self._made.append(item)
            self._has_changed.notify_all()

    def _suites(self) -> Iterator[Suite]:
        """Yield each variant's suite when it is made; raises the error that ended the making."""
        for place in itertools.count():
            with self._has_changed:
                while len(self._made) <= place:
                    self._has_changed.wait()
            item = self._made[place]
            if isinstance(item, BaseException):
                raise item
            if item is None:
                return
            yield item

    def cases(self) -> Iterator[Case]:
        for suite in self._suites():
            for part in suite.parts:
                yield from part.cases

    def suite(self) -> Suite:
        """Wait until all cases are made, and return what `assemble` returns."""
        return joined(self._suites(), self._errors)


def run_suite(
    suite: Suite,
    runner: Runner,
    settings: Settings,
    *,
    exit_first: bool = False,
    on_variant: Callable[[VariantOutcome], None] = lambda _: None,
    begun: Generator[CaseResult, None, None] | None = None,
) -> SuiteResult:
    """Run every case of a suite; `on_variant` is called in order even when cases run in parallel."""
    outcomes: list[VariantOutcome] = []
    results: dict[str, CaseResult] = {}
    stopped = ""
    finished: dict[str, CaseResult] = {}
    hangs, places = HangLimit(settings), itertools.count()

    def settle(case: Case, ended: CaseResult) -> CaseResult:
        results[case.id] = hangs.settled(next(places), case, ended, settings)
        return results[case.id]

    def conclude(part: VariantCases) -> None:
        outcomes.append(_outcome(part, results, stopped, runner.kind, settings))
        on_variant(outcomes[-1])

    try:
        if begun is None:
            begun = runner.run_all(case for part in suite.parts for case in part.cases)
        # leaving early, by --exitfirst or an exception, ends the workers
        with contextlib.closing(begun) as ran:
            for part in suite.parts:
                # Cases first: after the last case of a part, zip must not take a result of the next part.
                for case, ended in zip(part.cases, ran, strict=False):
                    if settle(case, ended).verdict.is_failure and exit_first:
                        stopped = EXIT_FIRST
                        break
                if stopped:
                    break
                conclude(part)
    except KeyboardInterrupt as interrupt:
        stopped = INTERRUPTED
        # results that came before the awaited one
        if isinstance(interrupt, PoolInterrupted):
            finished = {result.case_id: result for result in interrupt.finished}
    for part in suite.parts[len(outcomes) :]:
        for case in part.cases:
            if case.id in finished:
                settle(case, finished[case.id])
        conclude(part)
    return SuiteResult(tuple(outcomes), stopped)


def _outcome(
    part: VariantCases, results: dict[str, CaseResult], stopped: str, device_kind: str, settings: Settings
) -> VariantOutcome:
    def without(case: Case, verdict: Verdict, why: str) -> CaseResult:
        return unjudged(case, device_kind, settings, verdict, why)

    ran = [
        (case, results.get(case.id) or without(case, Verdict.NOT_RUN, _WHY_STOPPED[stopped]))
        for case in part.cases
    ]
    left_out = (*((case, outside(rule)) for case, rule in part.excluded), *part.too_large)
    excluded = [(case, without(case, Verdict.SKIP, why)) for case, why in left_out]
    elapsed_s = sum(result.elapsed_s for _, result in ran)
    return VariantOutcome(part.variant, (*ran, *excluded), elapsed_s, part.branches)


def _is_path(name: str) -> bool:
    """Whether a name can only be a file or folder; a variant's id has neither a suffix nor a separator."""
    return name.endswith((*SUFFIXES, TOML_SUFFIX)) or "/" in name or name in (".", "..")


def _only_one(variant: Variant, other: Variant | None) -> Variant:
    if other is not None and other.path.resolve() != variant.path.resolve():
        raise UsageError(
            f"two variants of one id cannot be checked together (got {variant.path} and {other.path});"
            " check them one after the other"
        )
    return variant if other is None else replace(other)


def _unknown_name(name: str, known: Sequence[str], sources: Sequence[Path]) -> str:
    closest = difflib.get_close_matches(name, known, n=3)
    hint = f"closest: {', '.join(closest)}; " if closest else ""
    where = ", ".join(str(source) for source in sources) or "no folder is configured"
    return (
        f"a NAME must be a variant under the sources, a folder, or a {', '.join(SUFFIXES)} or {TOML_SUFFIX} file "
        f"(got '{name}'; sources: {where}); {hint}`kernel-harness list` shows all"
    )
