"""A table of variants by CUDA releases for all renderers: a row per figure, with changes marked."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from ..errors import UsageError
from .model import ReleaseRecord, Skip, Status, VariantRecord


class Trend(str, Enum):
    """A figure relative to the previous release that has one."""

    FIRST = "first"
    SAME = "same"
    BETTER = "better"
    WORSE = "worse"


@dataclass(frozen=True)
class FigureCell:
    """One figure of a variant with one release.

    Parameters
    ----------
    text : str
        The figure as text; empty if there is none.
    trend : Trend
        Change since the previous release.
    """

    text: str
    trend: Trend


@dataclass(frozen=True)
class FigureRow:
    """One figure of a variant for all releases.

    Parameters
    ----------
    figure : str
        Name in `FIGURES`.
    cells : tuple of FigureCell
        One cell per release, in order.
    """

    figure: str
    cells: tuple[FigureCell, ...]

    @property
    def is_constant(self) -> bool:
        """Whether every release has the figure with the same value."""
        return all(cell.text for cell in self.cells) and not any(
            cell.trend in (Trend.BETTER, Trend.WORSE) for cell in self.cells
        )


@dataclass(frozen=True)
class VariantRows:
    """All figures of a variant.

    Parameters
    ----------
    id : str
        The variant.
    of : str
        Type, block and problem of the resources and counters.
    rows : tuple of FigureRow
        In the order of `FIGURES`.
    """

    id: str
    of: str
    rows: tuple[FigureRow, ...]

    @property
    def is_constant(self) -> bool:
        """Whether all figures are the same with every release."""
        return all(row.is_constant for row in self.rows)


@dataclass(frozen=True)
class Limit:
    """Limits of the releases.

    Parameters
    ----------
    variant : str
        Id of the variant.
    skip : Skip
        The limit.
    releases : tuple of str
        The releases with the limit.
    archs : str
        The architectures, in words.
    """

    variant: str
    skip: Skip
    releases: tuple[str, ...]
    archs: str


@dataclass(frozen=True)
class CudaTable:
    """The whole table.

    Parameters
    ----------
    records : tuple of ReleaseRecord
        The releases, oldest first.
    arch : str
        Architecture of the registers and spills.
    variants : tuple of VariantRows
        By id.
    limits : tuple of Limit
        Limits of the releases.
    arch_notes : tuple of str
        Architectures that a release lost or gained.
    stale : tuple of str
        Variants whose records have different texts, one line each.
    impossible : tuple of str
        Variants that no release can compile.
    """

    records: tuple[ReleaseRecord, ...]
    arch: str
    variants: tuple[VariantRows, ...]
    limits: tuple[Limit, ...]
    arch_notes: tuple[str, ...]
    stale: tuple[str, ...]
    impossible: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """1 if a release failed or none can compile a variant; 2 if nothing ran; else 0."""
        codes = {record.exit_code for record in self.records}
        if 1 in codes or self.impossible or self.stale:
            return 1
        return 2 if 2 in codes else 0


FIGURES: Mapping[str, str] = {
    "result": "",
    "registers": "of a thread",
    "spilled": "bytes of the instructions that spill registers and load them back",
    "instructions": "executed by warps",
    "sectors": "of global memory, read and written",
}
"""The figures of each variant, with their meanings."""


def make_table(records: Sequence[ReleaseRecord], arch: str = "") -> CudaTable:
    """Make the table of some records.

    Parameters
    ----------
    records : sequence of ReleaseRecord
        At least one, oldest release first.
    arch : str
        Architecture of the shown registers and spills; empty for the executed one.

    Raises
    ------
    UsageError
        No release compiles for the architecture.
    """
    arch = arch or records[-1].arch
    known = {each for record in records for each in record.archs}
    if arch not in known:
        raise UsageError(
            f"--arch must be one that a release compiles for (got {arch!r}; known: "
            f"{', '.join(sorted(known, key=lambda each: (len(each), each)))})"
        )
    ids = sorted({variant.id for record in records for variant in record.variants})
    by_release = [{variant.id: variant for variant in record.variants} for record in records]
    return CudaTable(
        records=tuple(records),
        arch=arch,
        variants=tuple(_rows(name, [each.get(name) for each in by_release], records, arch) for name in ids),
        limits=_limits(ids, by_release, records),
        arch_notes=_arch_notes(records),
        stale=tuple(_stale(ids, by_release, records)),
        impossible=tuple(
            name for name in ids if _is_impossible([each.get(name) for each in by_release], records)
        ),
    )


def _rows(
    name: str, variants: Sequence[VariantRecord | None], records: Sequence[ReleaseRecord], arch: str
) -> VariantRows:
    found = [_figures(each, record, arch) for each, record in zip(variants, records, strict=True)]
    shown = next(each for each in reversed(variants) if each is not None)
    problem = next(
        (cost.id for each in variants if each for cost in each.costs if cost.dtype == each.dtype), ""
    )
    return VariantRows(
        id=name,
        of=f"{shown.dtype}, block {shown.block}" + (f", {_problem(problem)}" if problem else ""),
        rows=tuple(FigureRow(figure, _cells([each[figure] for each in found])) for figure in FIGURES),
    )


def _problem(case_id: str) -> str:
    return next((part for part in case_id.split("-") if part.replace("x", "").isdigit()), "")


def _figures(
    variant: VariantRecord | None, record: ReleaseRecord, arch: str
) -> dict[str, float | str | None]:
    """Return every figure of `FIGURES`; None for a missing one."""
    if variant is None:
        return dict.fromkeys(FIGURES)
    found: dict[str, float | str | None] = dict.fromkeys(FIGURES)
    found["result"] = variant.status(record.arch).value
    build = variant.build(arch)
    if build is not None and build.is_built:
        found["registers"] = build.costs.get("registers")
        spilled = [build.costs.get(f"spill_{kind}_bytes") for kind in ("store", "load")]
        found["spilled"] = None if None in spilled else sum(filter(None, spilled))
    cost = next((each for each in variant.costs if each.dtype == variant.dtype), None)
    if cost is not None:
        found["instructions"] = cost.counters.get("instructions")
        found["sectors"] = sum(cost.counters.get(f"global_{kind}_sectors", 0) for kind in ("load", "store"))
    return found


def _cells(values: Sequence[float | str | None]) -> tuple[FigureCell, ...]:
    cells = []
    last: float | str | None = None
    for value in values:
        if value is None:
            cells.append(FigureCell("", Trend.SAME))
            continue
        shown = value if isinstance(value, str) else f"{value:.0f}"
        if last is None:
            trend = Trend.FIRST
        elif value == last:
            trend = Trend.SAME
        elif isinstance(value, str) or isinstance(last, str):
            trend = Trend.BETTER if value == Status.PASS.value else Trend.WORSE
        else:
            trend = Trend.WORSE if value > last else Trend.BETTER
        cells.append(FigureCell(shown, trend))
        last = value
    return tuple(cells)


def _limits(
    ids: Sequence[str],
    by_release: Sequence[Mapping[str, VariantRecord]],
    records: Sequence[ReleaseRecord],
) -> tuple[Limit, ...]:
    found: dict[tuple[str, Skip, str], list[str]] = {}
    for name in ids:
        for variants, record in zip(by_release, records, strict=True):
            if name not in variants:
                continue
            for skip, archs in variants[name].skips.items():
                found.setdefault((name, skip, arch_span(archs, record.archs)), []).append(record.cuda)
    return tuple(Limit(name, skip, tuple(cudas), archs) for (name, skip, archs), cudas in found.items())


def arch_span(archs: Sequence[str], known: Sequence[str]) -> str:
    """Describe some of the architectures that a release knows, in words; both lists are oldest first."""
    archs, known = list(archs), list(known)
    if archs == known:
        return "every architecture"
    if len(archs) > 1 and archs == known[: len(archs)]:
        return f"up to {archs[-1]}"
    if len(archs) > 1 and archs == known[-len(archs) :]:
        return f"from {archs[0]} on"
    return ", ".join(archs)


def _arch_notes(records: Sequence[ReleaseRecord]) -> tuple[str, ...]:
    notes = []
    for before, after in itertools.pairwise(records):
        gone = [each for each in before.archs if each not in after.archs]
        new = [each for each in after.archs if each not in before.archs]
        if gone:
            notes.append(f"{after.cuda} does not compile for {', '.join(gone)} any more")
        if new:
            notes.append(f"{after.cuda} is the first here to compile for {', '.join(new)}")
    return tuple(notes)


def _stale(
    ids: Sequence[str],
    by_release: Sequence[Mapping[str, VariantRecord]],
    records: Sequence[ReleaseRecord],
) -> list[str]:
    lines = []
    for name in ids:
        texts: dict[str, list[str]] = {}
        for variants, record in zip(by_release, records, strict=True):
            if name in variants:
                texts.setdefault(variants[name].source, []).append(record.cuda)
        if len(texts) > 1:
            groups = "; ".join(", ".join(cudas) for cudas in texts.values())
            lines.append(f"{name}: its text was not the same with all releases ({groups}); check them again")
    return lines


def _is_impossible(variants: Sequence[VariantRecord | None], records: Sequence[ReleaseRecord]) -> bool:
    statuses = {
        each.status(record.arch) for each, record in zip(variants, records, strict=True) if each is not None
    }
    return statuses == {Status.SKIP}
