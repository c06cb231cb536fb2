"""Prints a check on a terminal or into a log, line by line as results come in.

Takes the parts of a `CheckReport`. Output to a file or pipe has no colour, progress bar or wrapping: its bytes depend
only on the results and the times.
"""

from __future__ import annotations

import dataclasses
import math
import shlex
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, repeat
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ...errors import UndeclaredError
from ...launch.inputs import scalars_of
from ...run.fault_groups import SHOWN_FAULTS, FaultGroup, fault_groups
from ...run.outcome import LAUNCHED, BranchCoverage, VariantOutcome
from ...run.source_files import Excerpt, SourceLines
from ...run.suite import INTERRUPTED, Suite
from ...run.target import Target, head_lines, not_run_line
from ...undeclared.job import NOT_JUDGED, RunKernel
from ...variant.case import Case
from ...variant.variant import block_text
from ...verdict import CaseResult, CaseSums, Finding, Reason, Verdict
from ..model import CheckReport
from .console import ProgressReport, aligned, count, print_line, print_part

# Maximum number of variants named next to a note on their declarations.
SHOWN_PER_NOTE = 3

# Maximum number of findings of a case with a fault of its own that are shown.
SHOWN_ALONE = 3

# Maximum number of characters of a kernel's own output that are shown.
SHOWN_PRINTED = 4000

_STYLES = {
    Verdict.PASS: "green",
    Verdict.UNPROVEN: "yellow",
    Verdict.SKIP: "yellow",
    Verdict.NOT_RUN: "bold yellow",
}
_FAILURE_STYLE = "bold red"
_NOTE_STYLE = "bold cyan"
# Width of the column of verdicts. UNPROVEN is a letter longer, and takes it from the next column.
_VERDICT_WIDTH = len(Verdict.NOT_RUN.value)


def style_of(verdict: Verdict) -> str:
    return _STYLES.get(verdict, _FAILURE_STYLE)


class TerminalReport:
    """Prints one check: `device`, `selected`, then `variant` for each variant, then `finish`.

    It must be closed on any exit.
    """

    def __init__(
        self,
        console: Console,
        verbose: bool = False,
        clock: Callable[[], float] = time.monotonic,
        *,
        coverage: bool = False,
        is_watch: bool = False,
    ) -> None:
        self._console = console
        self._line = partial(print_line, console)
        self._part = partial(print_part, console)
        self._verbose = verbose
        self._coverage = coverage
        self._is_watch, self._has_head = is_watch, False
        self._progress = ProgressReport(console, clock=clock)
        self._id_width = 0

    def device(self, version: str, target: Target) -> None:
        self._has_head = True
        for line in head_lines(version, target):
            self._line(line, style="bold")

    def selected(self, suite: Suite, expression: str) -> None:
        ids = [part.variant.id for part in suite.parts]
        self._id_width = max([len("variant"), *map(len, ids)])
        selected = f", selected by -k {expression!r}" if expression else ""
        excluded = f"; {suite.n_excluded} outside the declared domains" if suite.n_excluded else ""
        checking = f"{count(len(ids), 'variant')}, {count(suite.n_cases, 'case')}{selected}{excluded}"
        self._line(f"{'checking':<9} {checking}")
        wrong = {error.path for error in suite.errors if expression or not isinstance(error, UndeclaredError)}
        if wrong:
            files = count(len(wrong), "file")
            self._line(f"{'not run':<9} {files} with a wrong declaration, shown below", style="bold red")
        if ids:
            self._line("")
            self._line(
                f"{'':<{_VERDICT_WIDTH}} {'variant':<{self._id_width}} {'cases':>7} {'passed':>7} {'failed':>7}"
                f" {'skipped':>7} {'widest':>9} {'tallest':>9} {'largest error':>16} {'work time':>9}",
                style="bold",
            )
        self._progress.start(suite.n_cases)

    def case(self, result: CaseResult) -> None:
        self._progress.add(result.variant, is_bad=result.verdict.is_failure)
        if self._is_watch and result.verdict.is_failure and self._progress.n_bad == 1 < self._progress.total:
            self._line(f"first failure: {failure_title(result)}", style=_FAILURE_STYLE)

    def variant(self, report: VariantOutcome) -> None:
        # An empty row would look like a result.
        if report.not_begun and not report.sums.done:
            return
        self._progress.say()
        counts, ratio = report.counts, report.worst_ratio
        verdict = f"{report.verdict.value:<{_VERDICT_WIDTH}}"
        id_width = self._id_width + _VERDICT_WIDTH - len(verdict)
        row = Text(verdict, style=style_of(report.verdict))
        row.append(
            f" {report.variant.id:<{id_width}} {len(report.results):>7} {counts[Verdict.PASS]:>7}"
            f" {len(report.failures):>7} {counts[Verdict.SKIP]:>7}"
            f" {_extent(report.widest):>9} {_extent(report.tallest):>9}"
            f" {'-' if ratio is None else error_text(ratio):>16}"
            f" {report.elapsed_s:>7.2f} s"
        )
        if report.unproven:
            row.append(f"  {len(report.unproven)} unproven", style=style_of(Verdict.UNPROVEN))
        self._console.print(row, soft_wrap=True)

    def undeclared(self, n_kernels: int, n_without: int) -> None:
        """Begin the table of kernels that nobody declared; `n_without` further files have neither."""
        if n_without:
            self._line(f"{'not run':<9} {count(n_without, 'file')} without a kernel")
        heads = f"{'without a declaration':<40} {'launches':>8} {'findings':>8}"
        self._line("")
        self._line(f"{'':<{_VERDICT_WIDTH}} {heads}", style="bold")
        self._progress.start(n_kernels)

    def run_kernel(self, run: RunKernel) -> None:
        self._progress.add(run.kernel, is_bad=run.verdict is not Verdict.UNPROVEN)
        row = Text(f"{run.verdict.value:<{_VERDICT_WIDTH}}", style=style_of(run.verdict))
        name = f"{Path(run.path).name}:{run.line} {run.entry or run.kernel}"
        why = NOT_JUDGED if run.sizes else "; ".join(run.why_not[:1])
        row.append(f" {name:<40} {len(run.sizes):>8} {len(run.findings):>8}  {why}")
        self._progress.say()
        self._console.print(row, soft_wrap=True)

    def finish(self, report: CheckReport) -> None:
        self.close()
        lines = SourceLines(report.include_dirs)
        for outcome in report.outcomes:
            self._failures(outcome, lines)
        for run in report.undeclared:
            for text in undeclared_texts(run, lines):
                self._part(text, _FAILURE_STYLE)
        for run in report.undeclared:
            noted = list(zip(run.notes, run.noted_at, strict=True))
            for note, sizes in noted:
                if note.reason is Reason.UNSTABLE_ROUNDING:
                    self._part(f"NOTE {run.entry} with {sizes}\n{_finding_text(note)}", _NOTE_STYLE)
            places = [
                f"{note.reason} at {note.source or note.kernel}, with {sizes}"
                for note, sizes in noted
                if note.reason is not Reason.UNSTABLE_ROUNDING
            ]
            if places:
                title = f"NOTE {run.entry}: only at sizes or with integers that its host code may exclude"
                self._part("\n".join((title, *places)), _NOTE_STYLE)
        named = (run.path for run in report.undeclared if run.sizes and not Path(run.path).is_dir())
        if files := dict.fromkeys(named):
            path = shlex.quote(next(iter(files)))
            self._part(
                f"NOTE {NOT_JUDGED}\n`kernel-harness init {path}` declares what a kernel computes",
                _NOTE_STYLE,
            )
        self._not_run(report.outcomes)
        for outcome in report.outcomes:
            self._notes(outcome)
        self._declaration_notes(report.outcomes)
        # Only a whole matrix can show that no case rejects an output or runs a line.
        if not report.expression and not report.stopped:
            for outcome in report.outcomes:
                for text in _unproven_texts(outcome):
                    self._part(f"NOTE {outcome.variant.id}\n{text}", _NOTE_STYLE)
        if self._coverage:
            for outcome in report.outcomes:
                if outcome.branches is not None:
                    self._part(coverage_text(outcome.variant.id, outcome.branches), _NOTE_STYLE)
        for error in report.declaration_errors:
            self._part(f"ERROR {Reason.DECLARATION_ERROR.value}\n{error}", _FAILURE_STYLE)
        self._line("")
        # Once, behind the faults: later rounds of `--watch` have no head.
        not_covered = report.target.not_covered if self._has_head and report.outcomes else ()
        if not_covered and not self._verbose:
            not_covered = (f"{not_run_line(not_covered)}; -v says more",)
        for text in not_covered:
            self._line(f"{'not run':<9} {text}")
        if any(outcome.branches for outcome in report.outcomes):
            self._line(branches_text(report.outcomes))
        if report.stopped:
            self._line(_stopped_text(report), style="bold")
        self._line(summary(report), style="bold green" if report.exit_code == 0 else "bold red")

    def close(self) -> None:
        self._progress.close()

    def _not_run(self, outcomes: tuple[VariantOutcome, ...]) -> None:
        by_cause: dict[str, list[CaseResult]] = {}
        for outcome in outcomes:
            for result in outcome.failures:
                if result.verdict is Verdict.NOT_RUN:
                    by_cause.setdefault(result.detail, []).append(result)
        for cause, results in by_cause.items():
            n_variants = len({result.variant for result in results})
            title = f"NOT-RUN {count(len(results), 'case')} of {count(n_variants, 'variant')}"
            self._part(f"{title}\n{cause}", style_of(Verdict.NOT_RUN))

    def _failures(self, outcome: VariantOutcome, lines: SourceLines) -> None:
        if not self._verbose:
            for text in fault_texts(outcome, fault_groups(outcome, lines)):
                self._part(text, style_of(outcome.verdict))
            return
        for case, result in outcome.results:
            text = printed_text(result.printed) if result.printed else ""
            if result.verdict not in (Verdict.PASS, Verdict.SKIP, Verdict.NOT_RUN):
                text = failure_text(
                    result, [lines.excerpts(finding, case.variant.code_path) for finding in result.findings]
                )
            if text:
                self._part(f"{failure_title(result)}\n{text}", style_of(result.verdict))

    def _notes(self, outcome: VariantOutcome) -> None:
        noted: dict[tuple[Reason, str, str], dict[str, Finding]] = {}
        found = _found(outcome)
        for _, result in outcome.results:
            for note in () if result.verdict.is_failure else _new_notes(result, found):
                place = (note.reason, note.kernel, note.source or f"PTX line {note.ptx_line}")
                noted.setdefault(place, {}).setdefault(result.case_id, note)
        for occurrences in noted.values():
            first, note = next(iter(occurrences.items()))
            more = f" and {count(len(occurrences) - 1, 'more case')}" if len(occurrences) > 1 else ""
            self._part(f"NOTE {first}{more}\n{_finding_text(note)}", _NOTE_STYLE)

    def _declaration_notes(self, outcomes: Sequence[VariantOutcome]) -> None:
        variants: dict[str, list[str]] = {}
        for outcome in outcomes:
            for note in outcome.variant.notes if outcome.sums.done else ():
                variants.setdefault(note, []).append(outcome.variant.id)
        for note, ids in variants.items():
            n_more = len(ids) - SHOWN_PER_NOTE
            more = f" and {count(n_more, 'more variant')}" if n_more > 0 else ""
            self._part(f"NOTE {', '.join(ids[:SHOWN_PER_NOTE])}{more}\n{note}", _NOTE_STYLE)


def fault_texts(outcome: VariantOutcome, groups: Sequence[FaultGroup]) -> Iterator[str]:
    """Yield a text for each fault of a variant: of its smallest case, and on the other cases that have it."""
    results, found = {result.case_id: (case, result) for case, result in outcome.results}, _found(outcome)
    for group in groups[:SHOWN_FAULTS]:
        case, result = results[group.case]
        facts = [f"origin: {group.origin}"] if group.origin else []
        scalars = [
            f"{name} = {value:.6g}"
            for name, value in scalars_of(case).items()
            if name in outcome.variant.given
        ]
        facts += [f"with {', '.join(scalars)}"] if scalars else []
        facts += [group.fails] if len(results) > 1 else []
        result = dataclasses.replace(result, notes=_new_notes(result, found))
        if group.n_cases > 1 or (len(result.findings) > SHOWN_ALONE and len(results) > 1):
            # A case alone prints all its findings.
            result = dataclasses.replace(result, findings=result.findings[:1])
            facts += [f"also: {', '.join(group.also)}"] if group.also else []
        text = failure_text(result, [group.excerpts], facts)
        yield f"{failure_title(result, group.n_cases - 1)}\n{text}"
    if (n_more := len(groups) - SHOWN_FAULTS) > 0:
        yield f"{count(n_more, 'more fault')} of {outcome.variant.id}; --verbose prints all"


def _found(outcome: VariantOutcome) -> set[tuple[Reason, str]]:
    return {(each.reason, each.source) for _, result in outcome.results for each in result.findings}


def _new_notes(result: CaseResult, found: set[tuple[Reason, str]]) -> tuple[Finding, ...]:
    # A note on a fault that findings of other cases have says nothing new.
    return tuple(note for note in result.notes if (note.reason, note.source) not in found)


def failure_title(result: CaseResult, n_more: int = 0) -> str:
    more = f" and {count(n_more, 'more case')}" if n_more else ""
    return f"{result.verdict.value} {result.case_id}{more}  {', '.join(result.reasons)}".rstrip()


def failure_text(
    result: CaseResult, excerpts: Iterable[Sequence[Excerpt]] = (), facts: Sequence[str] = ()
) -> str:
    """Return the faults of a case, those of `excerpts` with their source, further facts, and what to run next."""
    # The terminal and a pytest failure show the same text.
    with_source = zip(result.findings, chain(excerpts, repeat(())), strict=False)
    parts = ["\n".join((_finding_text(finding), *map(str, own))) for finding, own in with_source]
    parts += [*facts, *(f"note: {_finding_text(note)}" for note in result.notes)]
    if result.detail and not any(result.detail in part for part in parts):
        parts.insert(0, result.detail)
    if result.printed:
        parts.append(printed_text(result.printed))
    if result.rerun:
        parts.append(f"rerun: {result.rerun}")
    if result.trace:
        parts.append(f"trace: {result.trace}")
    return "\n".join(parts)


def undeclared_texts(run: RunKernel, lines: SourceLines) -> Iterator[str]:
    """Yield a text for each kind of fault of a kernel that nobody declared."""
    kinds: dict[str, list[tuple[str, Finding]]] = {}
    for sizes, finding in zip(run.found_at, run.findings, strict=True):
        kinds.setdefault(finding.reason.partition("-")[0], []).append((sizes, finding))
    for (sizes, first), *others in kinds.values():
        facts = [f"with {sizes}{f', as {run.host} launches it' if run.host else ''}"]
        if others:
            facts.append(f"also: {', '.join(f'{one.reason} at {one.source or sizes}' for _, one in others)}")
        facts.append(f"rerun: kernel-harness check {shlex.quote(run.path)}")
        parts = [_finding_text(first), *map(str, lines.excerpts(first, Path(run.path))), *facts]
        yield "\n".join((f"{run.verdict.value} {run.entry}  {first.reason}", *parts))


def _unproven_texts(outcome: VariantOutcome) -> Iterator[str]:
    """Yield texts on the known wrong outputs that no case of a variant rejects, and on lines that no launch ran."""
    unrejected = [
        f"no case rejects the impostor '{impostor.name}' ({count(impostor.tried, 'case')} tried it): "
        "a kernel with this mistake may pass"
        for impostor in outcome.impostors
        if not impostor.rejected
    ]
    if unrejected:
        yield "\n".join(unrejected)
    if outcome.unrun_lines:
        lines = ", ".join(f"{outcome.variant.path.name}:{line}" for line in outcome.unrun_lines)
        yield f"no launch of any case ran {count(len(outcome.unrun_lines), 'line')}: {lines}"


def coverage_text(variant: str, coverage: BranchCoverage) -> str:
    title = f"BRANCHES {variant}, {coverage.dtype}, block {block_text(coverage.block)}"
    if coverage.unknown:
        return f"{title}: not measured: {coverage.unknown}"
    lines = [
        f"{title}: {coverage.both_ways:,} of {coverage.branches:,} branches went both ways, "
        f"{coverage.both_ways_in_matrix:,} in the matrix; {count(len(coverage.further_cases), 'further case')} (at "
        f"most {coverage.most_cases}, of {coverage.most_elements:,} elements) from {coverage.launches:,} launches",
        *(
            f"{branch.source or f'PTX line {branch.ptx_line}'}: {branch.opcode} {branch.went}: {branch.why}"
            for branch in coverage.one_sided
        ),
    ]
    if coverage.lines_not_run:
        lines.append(f"lines that no launch ran: {', '.join(coverage.lines_not_run)}")
    return "\n".join(lines)


def branches_text(outcomes: Sequence[VariantOutcome]) -> str:
    measured = [outcome.branches for outcome in outcomes if outcome.branches is not None]
    unknown = sum(1 for one in measured if one.unknown)
    text = (
        f"branches: {sum(one.both_ways for one in measured):,} of {sum(one.branches for one in measured):,} went both "
        f"ways, {sum(one.both_ways_in_matrix for one in measured):,} of them in the matrix; "
        f"{count(sum(len(one.further_cases) for one in measured), 'further case')}"
    )
    return f"{text}; not measured: {count(unknown, 'variant')}" if unknown else text


def printed_text(printed: str) -> str:
    rest = len(printed) - SHOWN_PRINTED
    more = f"\n... and {count(rest, 'character')} more; the JSON has all" if rest > 0 else ""
    return f"printed:\n{printed[:SHOWN_PRINTED].rstrip()}{more}"


def error_text(ratio: float) -> str:
    """Write an error over its bound: ``97.5% of bound``, or ``1.16e+09 x bound`` from ten times the bound on."""
    if not math.isfinite(ratio):
        return "NaN" if math.isnan(ratio) else "inf x bound"
    if ratio >= 10:
        return f"{ratio:.3g} x bound"
    # Never rounded across the bound: 100% or less always means a right result.
    tenths = math.floor(ratio * 1000) if ratio <= 1 else math.ceil(ratio * 1000)
    return f"{tenths / 10:.1f}% of bound"


def _extent(case: Case | None) -> str:
    return "-" if case is None else f"{case.shape.n_rows}x{case.shape.n_cols}"


def _stopped_text(report: CheckReport) -> str:
    what = "interrupted" if report.stopped == INTERRUPTED else "stopped at the first failure"
    n_cases = sum(report.counts.values()) - report.counts[Verdict.SKIP]
    n_variants = sum(1 for outcome in report.outcomes if outcome.not_begun and not outcome.sums.done)
    rest = f"; {count(n_variants, 'variant')} not begun" if n_variants else ""
    return f"{what}: {report.n_done:,} of {count(n_cases, 'case', ',')} done{rest}"


def summary(report: CheckReport) -> str:
    """Return the last line of a check."""
    # The rate is the number of cases that ran (PASS, UNPROVEN, FAIL, CRASH and HANG) over the wall time of the whole
    # check, compiling included. It is left out if no time has passed.
    counts = report.counts
    sums = CaseSums.of(counts)
    parts = [f"{sums.passed} passed", f"{report.n_failed} failed"]
    if report.n_failed:
        failed = Counter(result.verdict for outcome in report.outcomes for result in outcome.failures)
        kinds = [f"{failed[verdict]} {verdict.value}" for verdict in Verdict if failed[verdict]]
        parts[-1] += f" ({', '.join(kinds)})"
    if report.n_not_begun:
        parts.append(f"{report.n_not_begun} not run")
    if sums.unproven:
        parts.append(f"{sums.unproven} unproven")
    parts.append(f"{sums.skipped} skipped")
    if report.declaration_errors:
        parts.append(count(len(report.declaration_errors), "declaration error"))
    if report.undeclared:
        parts.append(f"{count(len(report.undeclared), 'kernel')} without a declaration")
    n_cases = sum(counts.values())
    n_run = sum(counts[verdict] for verdict in LAUNCHED)
    rate = f", {n_run / report.elapsed_s:.0f} cases/s" if n_run and report.elapsed_s > 0 else ""
    return (
        f"{count(len(report.outcomes), 'variant')}, {count(n_cases, 'case')}: {', '.join(parts)}"
        f" in {report.elapsed_s:.2f} s{rate}"
    )


def _finding_text(finding: Finding) -> str:
    where = [
        f"{what} {value}"
        for what, value in (("kernel", finding.kernel), ("block", finding.block), ("thread", finding.thread))
        if value
    ]
    if finding.source:
        where += [finding.source, *finding.callers]
    if finding.ptx_line is not None:
        where.append(f"PTX line {finding.ptx_line}")
    # The messages of the harness's own findings already contain the count.
    n_times = ""
    if finding.kernel and finding.count > 1:
        copies = f" at {finding.instructions} instructions" if finding.instructions > 1 else ""
        n_times = f"; the first of {finding.count} times{copies}"
    at = f"\n  at {', '.join(where)}{n_times}" if where else ""
    return f"{finding.reason.value}: {finding.message}{at}"


def print_fleet(reports: Mapping[str, CheckReport | None], console: Console) -> None:
    by_kind = {
        kind: {outcome.variant.id: outcome for outcome in report.outcomes} if report else {}
        for kind, report in reports.items()
    }
    names = list(dict.fromkeys(name for outcomes in by_kind.values() for name in outcomes))
    rows = [["variant", *reports]]
    for name in names:
        cells = (
            _cell(by_kind[kind].get(name)) if report else "not there" for kind, report in reports.items()
        )
        rows.append([name, *cells])
    for position, line in enumerate(aligned(rows, n_left=len(rows[0]))):
        print_line(console, line, style="" if position else "bold")


def _cell(outcome: VariantOutcome | None) -> str:
    if outcome is None:
        return "-"
    sums = outcome.sums
    n_bad = sums.failed + sums.not_run
    return f"{outcome.verdict.value} {f'{n_bad} of ' if n_bad else ''}{sums.done + sums.not_run}"
