"""Puts CUDA releases side by side, from files that ``check --json`` and ``count --json`` wrote with each of them.

Two files are compared only if the same code ran under the same settings: a difference is then the compiler's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from rich.console import Console
from rich.text import Text

from ..lazy import dataclass, pattern, replace
from ..run.outcome import WORST_FIRST
from ..verdict import Verdict
from .inputs import InputFile
from .json.check import CheckDocument, CheckedCase, CheckedVariant
from .json.count import CaseCost, CountDocument
from .text import plain_text as markdown_text
from .text.console import print_line, print_lines
from .text.plain_text import broken

REGISTERS, SPILLED, INSTRUCTIONS, SECTORS = "registers", "spilled", "instructions", "sectors"
MEANINGS = {
    REGISTERS: "of a thread, the most of the counted cases",
    SPILLED: "bytes of the instructions that spill registers and load them back, the most of the counted cases",
    INSTRUCTIONS: "executed by warps, in all counted cases",
    SECTORS: "of global memory, read and written, in all counted cases",
}

# By figure of a count: the counters that it adds up, of all cases.
_COUNTERS = {INSTRUCTIONS: ("instructions",), SECTORS: ("global_load_sectors", "global_store_sectors")}

_COUNTED = "counted"
_RELEASE = pattern(r"\d{1,4}\.\d{1,4}")
# A result that needs no failed case, the best first.
_RANKS = (Verdict.PASS, Verdict.SKIP, Verdict.UNPROVEN)


class Trend(str, Enum):
    """A figure relative to the previous release that has one."""

    FIRST = "first"
    SAME = "same"
    BETTER = "better"
    WORSE = "worse"


@dataclass(frozen=True)
class FigureCell:
    """One figure of a variant with one release; the text is empty if the release has no such figure."""

    text: str = ""
    order: tuple[int, ...] = ()
    """The smaller the better."""
    failed: tuple[tuple[str, str], ...] = ()
    """Ids and verdicts of failed cases: the same number of other failures counts as worse."""
    trend: Trend = Trend.SAME


@dataclass(frozen=True)
class FigureRow:
    figure: str
    cells: tuple[FigureCell, ...]

    @property
    def is_constant(self) -> bool:
        """Whether every release has the figure, and the same one."""
        return all(cell.text and cell.trend in (Trend.FIRST, Trend.SAME) for cell in self.cells)

    @property
    def is_result(self) -> bool:
        """Whether the figure is a verdict, on one device or on each."""
        return self.figure.startswith("result")


@dataclass(frozen=True)
class VariantRows:
    id: str
    counted: str
    rows: tuple[FigureRow, ...]

    @property
    def is_constant(self) -> bool:
        return all(row.is_constant for row in self.rows)

    @property
    def shown(self) -> list[FigureRow]:
        """The rows that differ, and the results: a kernel that fails does not gain from being faster."""
        return [row for row in self.rows if not row.is_constant or row.is_result]


@dataclass(frozen=True)
class ReleaseTable:
    releases: tuple[str, ...]
    """Oldest first."""
    compilers: tuple[str, ...]
    variants: tuple[VariantRows, ...]
    failed: tuple[str, ...]
    """Cases that failed and wrong declarations, by release; alike ones are one line."""
    not_counted: tuple[str, ...]
    not_compared: tuple[str, ...]
    """Variants that are left out of the table, with the reason."""
    refused: tuple[str, ...]
    """Files that are left out of the table, with the reason."""
    is_comparison: bool
    """Whether two releases have files that can be compared."""


@dataclass(frozen=True)
class _ReleaseFile:
    name: str
    kind: str
    cuda: str
    compiler: str
    settings: Mapping[str, str]
    codes: Mapping[str, str]
    cases: Mapping[str, Mapping[str, Any]]
    """Each a `CheckedCase` or a `CaseCost`, by variant, then by id."""
    lost: frozenset[str] = frozenset()
    """Ids of cases that could not be counted."""
    failed: tuple[str, ...] = ()
    not_counted: tuple[str, ...] = ()


def compare_releases(
    checks: Iterable[InputFile[CheckDocument]], counts: Iterable[InputFile[CountDocument]]
) -> ReleaseTable:
    """Compare what checks and counts found with each release."""
    # The first file of a kind is the reference: another file of its kind is left out if it is of the same release, has
    # another setting, or has no variant in common with it.
    refused: list[str] = []
    groups: dict[str, list[_ReleaseFile]] = {}
    files = [(check.name, _read_check(check.name, check.content)) for check in checks]
    files += [(count.name, _read_count(count.name, count.content)) for count in counts]
    for name, file in files:
        why = file if isinstance(file, str) else _difference(groups.setdefault(file.kind, []), file)
        if why:
            refused.append(f"{name}: {why}")
        elif isinstance(file, _ReleaseFile):
            groups[file.kind].append(file)
    # As numbers: 12.10 is newer than 12.4.
    every = sorted(
        (file for group in groups.values() for file in group),
        key=lambda file: [*map(int, file.cuda.split("."))],
    )
    releases = tuple(dict.fromkeys(file.cuda for file in every))
    names = sorted({name for file in every for name in file.codes})
    not_compared = {name: why for name in names if (why := _why_not(name, groups.values()))}
    return ReleaseTable(
        releases=releases,
        compilers=tuple(
            ", ".join(dict.fromkeys(file.compiler for file in every if file.cuda == cuda))
            for cuda in releases
        ),
        variants=tuple(_rows(name, groups, releases) for name in names if name not in not_compared),
        failed=tuple(f"{file.cuda}: {line}" for file in every for line in file.failed),
        not_counted=tuple(f"{file.cuda}: {line}" for file in every for line in file.not_counted),
        not_compared=tuple(f"{name}: {why}" for name, why in not_compared.items()),
        refused=tuple(refused),
        is_comparison=any(len(group) > 1 for group in groups.values()),
    )


def _read_check(name: str, content: CheckDocument) -> _ReleaseFile | str:
    device, info = content.device, content.device.info
    if info is None:
        return f"no CUDA release, for the device was not there ({device.unavailable})"
    if not _RELEASE.fullmatch(info.cuda):
        return f"a CUDA release must be like 12.4 (got {info.cuda!r})"
    variants = content.variants
    wrong = (f"{error.path}:{error.line}: {error.message}" for error in content.declaration_errors)
    return _ReleaseFile(
        name=name,
        kind=f"on {device.kind}",
        cuda=info.cuda,
        compiler=info.compiler,
        settings={
            "kernel-harness": content.harness,
            "architecture": info.arch,
            "options": " ".join(content.options) or "the usual ones",
            **({"device": info.name} if device.kind == "gpu" else {}),
        },
        codes={variant.id: variant.code for variant in variants},
        cases={variant.id: {case.id: case for case in variant.cases} for variant in variants},
        failed=(
            *wrong,
            *(line for variant in variants for line in _failures(variant, device.kind, info.cuda)),
        ),
    )


def _read_count(name: str, content: CountDocument) -> _ReleaseFile | str:
    if not _RELEASE.fullmatch(content.cuda):
        return f"a CUDA release must be like 12.4 (got {content.cuda!r}, for nothing was counted)"
    cases: dict[str, dict[str, CaseCost]] = {}
    for case in content.cases:
        cases.setdefault(case.variant, {})[case.id] = case
    reasons: dict[str, list[str]] = {}
    for lost in content.failed:
        # the reason begins with the case, which would keep alike cases apart
        why = lost.why.removeprefix(f"{lost.id} was not counted: ")
        reasons.setdefault(_first_lines(why), []).append(lost.id)
    return _ReleaseFile(
        name=name,
        kind=_COUNTED,
        cuda=content.cuda,
        compiler=content.compiler,
        settings={
            "kernel-harness": content.harness,
            "architecture": content.arch,
            "--arch": " ".join(content.archs),
        },
        codes={variant.id: variant.code for variant in content.variants},
        cases=cases,
        lost=frozenset(lost.id for lost in content.failed),
        not_counted=tuple(f"{_some(ids)}: {why}" for why, ids in reasons.items()),
    )


def _difference(group: Sequence[_ReleaseFile], file: _ReleaseFile) -> str:
    for other in group:
        if other.cuda == file.cuda:
            return f"is of CUDA {file.cuda}, as {other.name} is; compare one file of each release"
    # All are compared with one file, so that they are comparable with each other, too.
    first = group[0] if group else file
    for setting, value in first.settings.items():
        if file.settings[setting] != value:
            return f"has another {setting} than {first.name} (got {file.settings[setting]}, not {value})"
    if group and not file.codes.keys() & first.codes.keys():
        return f"has no variant of {first.name} (got {_some(sorted(file.codes)) or 'none'})"
    return ""


def _why_not(name: str, groups: Iterable[Sequence[_ReleaseFile]]) -> str:
    known = [[file for file in group if name in file.codes] for group in groups]
    # A variant of the same id may have another text in each file: then a difference is not the compiler's.
    texts: dict[str, list[str]] = {}
    for file in (file for group in known for file in group):
        texts.setdefault(file.codes[name], []).append(file.name)
    if len(texts) > 1:
        return f"its text differs ({'; '.join(', '.join(names) for names in texts.values())})"
    for group in known:
        union = {case: file.name for file in group for case in file.cases.get(name, ())}
        for file in group:
            missing = sorted(union.keys() - file.cases.get(name, {}).keys() - file.lost)
            if missing:
                return f"{file.name} does not have {_some(missing)}, as {union[missing[0]]} does"
    return ""


def _rows(name: str, groups: Mapping[str, Sequence[_ReleaseFile]], releases: Sequence[str]) -> VariantRows:
    # By figure, then by release.
    cells_by_figure: dict[str, dict[str, FigureCell]] = {}
    n_devices = sum(kind != _COUNTED for kind in groups)
    counted: list[str] = []
    for kind, group in groups.items():
        files = {file.cuda: file for file in group if file.cases.get(name)}
        if kind != _COUNTED:
            # A result on one device says nothing about another, so each has its own row.
            figure = "result" if n_devices == 1 else f"result {kind}"
            cells_by_figure[figure] = {cuda: _result(file, name) for cuda, file in files.items()}
            continue
        # Sums over different cases do not compare: only cases that every release counted are added.
        known = [file.cases[name] for file in files.values()]
        counted = [case for case in known[0] if all(case in costs for costs in known)] if known else []
        archs = group[0].settings["--arch"].split()
        for cuda, file in files.items():
            for figure, value in _figures([file.cases[name][case] for case in counted], archs):
                cells = cells_by_figure.setdefault(figure, {})
                if value is not None:
                    cells[cuda] = FigureCell(str(value), (value,))
    rows = (
        FigureRow(figure, _cells(cells.get(cuda, FigureCell()) for cuda in releases))
        for figure, cells in cells_by_figure.items()
        if cells
    )
    return VariantRows(name, ", ".join(counted), tuple(rows))


def _figures(cases: Sequence[CaseCost], archs: Sequence[str]) -> Iterator[tuple[str, int | None]]:
    """Yield the figures of counted cases: the largest of any launch on each architecture, and sums over all."""
    for arch in archs:
        of = f" {arch}" if len(archs) > 1 else ""
        resources = [used for case in cases for used in case.resources if used.arch == arch]
        yield f"{REGISTERS}{of}", max((used.registers for used in resources), default=None)
        yield f"{SPILLED}{of}", max((used.spill_bytes for used in resources), default=None)
    for figure, names in _COUNTERS.items():
        yield figure, sum(case.counters.get(name, 0) for case in cases for name in names) if cases else None


def _result(file: _ReleaseFile, name: str) -> FigureCell:
    verdicts: dict[str, Verdict] = {case: each.verdict for case, each in file.cases[name].items()}
    failed = tuple((case, verdict) for case, verdict in verdicts.items() if verdict.is_failure)
    worst = min(verdicts.values(), key=WORST_FIRST.index)
    rank = _RANKS.index(worst) if worst in _RANKS else len(_RANKS)
    return FigureCell(f"{worst} {len(failed)}" if failed else worst.value, (len(failed), rank), failed)


def _cells(figures: Iterable[FigureCell]) -> tuple[FigureCell, ...]:
    cells = []
    last: FigureCell | None = None
    for figure in figures:
        # `last` stays: a release without a figure must not hide a change between its neighbours.
        if not figure.text:
            trend = Trend.SAME
        elif last is None:
            trend = Trend.FIRST
        elif figure == last:
            trend = Trend.SAME
        else:
            trend = Trend.BETTER if figure.order < last.order else Trend.WORSE
        cells.append(replace(figure, trend=trend))
        last = figure if figure.text else last
    return tuple(cells)


def _failures(variant: CheckedVariant, device: str, cuda: str) -> Iterator[str]:
    """Yield a line for the cases of a variant that failed alike, with the command that reruns the first."""
    # One compiler error fails all cases of a variant: it is one line, not hundreds.
    alike: dict[tuple[Verdict, str], list[CheckedCase]] = {}
    for case in variant.cases:
        if case.verdict.is_failure:
            why = ", ".join(case.reasons) or case.detail
            alike.setdefault((case.verdict, why), []).append(case)
    for (verdict, why), cases in alike.items():
        first = cases[0]
        message = next((_first_lines(finding.message) for finding in first.findings), "")
        # The command of the file does not choose a release, and this machine may use another.
        rerun = f"KERNEL_HARNESS_CUDA={cuda} {first.rerun}" if first.rerun else ""
        line = ": ".join(filter(None, (f"{_some([case.id for case in cases])} on {device}", why, message)))
        yield f"{verdict} {line}" + (f"; rerun: {rerun}" if rerun else "")


def _first_lines(text: str) -> str:
    # The second line of a compiler's message has the error.
    return ": ".join(line.strip() for line in text.splitlines()[:2] if line.strip())


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"{names[0]}{more}" if names else ""


_SAME = "."
_STYLES = {Trend.WORSE: "bold red", Trend.BETTER: "green"}
_MIN_WIDTH = 6


def print_table(table: ReleaseTable, console: Console) -> None:
    """Print a table: one line for a variant that all releases agree on, else a line for each figure that differs."""
    width = max((len(variant.id) for variant in table.variants), default=0) + 2
    figures = [row.figure for variant in table.variants for row in variant.rows]
    figure_width = max(map(len, figures), default=0) + 2
    columns = [
        1
        + max(
            _MIN_WIDTH,
            len(cuda),
            *(len(row.cells[index].text) for variant in table.variants for row in variant.rows),
        )
        for index, cuda in enumerate(table.releases)
    ]
    heads = "".join(f"{cuda:>{column}}" for cuda, column in zip(table.releases, columns, strict=True))
    print_line(console, f"{'CUDA release':<{width + figure_width}}{heads}", style="bold")
    for variant in table.variants:
        if variant.is_constant:
            print_line(console, f"{variant.id:<{width}}{_same(variant, len(table.releases))}")
            continue
        name = variant.id
        for row in variant.shown:
            printed = Text(f"{name:<{width}}{row.figure:<{figure_width}}")
            for index, (cell, column) in enumerate(zip(row.cells, columns, strict=True)):
                shown = _SAME if index and cell.text and cell.trend is Trend.SAME else cell.text or "-"
                printed.append(f"{shown:>{column}}", style=_STYLES.get(cell.trend, ""))
            console.print(printed, soft_wrap=True)
            name = ""
    print_line(console, "")
    for text in (
        f"'{_SAME}': as with the previous release; '-': no figure; variants on one line are the same with all releases",
        *legend(table),
    ):
        print_line(console, f"  {text}")
    for head, texts, style in notes(table):
        print_line(console, "")
        print_line(console, head, style=style)
        for text in texts:
            print_lines(console, f"  {text}")


def _same(variant: VariantRows, n_releases: int) -> str:
    # The results first.
    rows = sorted(variant.rows, key=lambda row: not row.is_result)
    figures = ", ".join(f"{row.cells[0].text} {row.figure}".replace(" result", "") for row in rows)
    return f"the same with all {n_releases}: {figures}" if n_releases > 1 else figures


def legend(table: ReleaseTable) -> Iterator[str]:
    used = {row.figure.partition(" ")[0] for variant in table.variants for row in variant.rows}
    for figure, meaning in MEANINGS.items():
        if figure in used:
            yield f"{figure}: {meaning}"
    yield f"compilers: {'; '.join(table.compilers)}"


def notes(table: ReleaseTable) -> Iterator[tuple[str, Sequence[str], str]]:
    for head, texts, style in (
        ("failed", table.failed, "bold red"),
        ("not counted", table.not_counted, "yellow"),
        ("variants that are not compared", table.not_compared, "bold red"),
        ("files that are not compared", table.refused, "bold red"),
    ):
        if texts:
            yield head, texts, style


def markdown(table: ReleaseTable) -> str:
    """Return a table as Markdown: a row for each figure that differs, and all rows of an unchanged variant."""
    lines = [
        f"| variant | figure | {' | '.join(map(broken, table.releases))} |",
        f"| --- | --- |{' ---: |' * len(table.releases)}",
    ]
    for variant in table.variants:
        name = markdown_text.cell(variant.id)
        for row in variant.rows if variant.is_constant else variant.shown:
            marks = ["**" if cell.trend in _STYLES else "" for cell in row.cells]
            cells = [
                f"{mark}{broken(cell.text) or '-'}{mark}" for cell, mark in zip(row.cells, marks, strict=True)
            ]
            lines.append(f"| {name} | {broken(row.figure)} | {' | '.join(cells)} |")
            name = ""
    lines += ["", *(f"- {broken(text)}" for text in legend(table))]
    for head, texts, _ in notes(table):
        lines += ["", f"**{head}**", "", *(f"- {broken(text)}" for text in texts)]
    return "\n".join(lines) + "\n"
