"""The part of one check: its device, the matrix of verdicts, the cases that did not pass."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from ...run.outcome import WORST_FIRST
from ...run.source_files import NamedSource
from ...store.input_file import NotPlainError, read_file
from ...store.reach import Reach
from ...verdict import CaseSums, Verdict
from ..json.check import CheckDocument, CheckedCase, CheckedVariant
from ..json.gate import GatedFailure
from .inputs import Document
from .matrix import DIMENSIONS, Tally, dimensions, matrix
from .numbers import bound_share, number, plural
from .table import Cell, Column, numeric, table, words
from .templates import Markup, breakable, part, render


def check_section(document: Document[CheckDocument], number_of_check: int, texts: SourceTexts) -> Markup:
    content = document.content
    # What needs attention comes first.
    variants = sorted(content.variants, key=lambda each: (WORST_FIRST.index(each.verdict), each.id))
    cases = [case for variant in variants for case in variant.cases]
    explored = [variant for variant in variants if variant.branches]
    unrejected = [
        (variant.id, impostors)
        for variant in variants
        if (impostors := [each for each in variant.impostors if not each.rejected])
    ]
    name = f"check{number_of_check}"
    return render(
        "check.html",
        document=document,
        device=place_text(content),
        matrix=matrix(name, variants, dimensions(cases)) if cases else None,
        failures=failures(name, variants, document.name, texts),
        unrejected=render("unrejected.html", variants=unrejected) if unrejected else None,
        branches=render("branches.html", variants=explored) if explored else None,
    )


def place_text(content: CheckDocument) -> str:
    """Return the device of a check: a GPU by its name, the executor as cpu."""
    device = content.device
    info = device.info
    if not info:
        return f"{device.kind}, unavailable"
    return f"{device.kind if device.kind == 'cpu' else info.name}, {info.arch}"


def summary_text(content: CheckDocument) -> str:
    sums = CaseSums.of(sum((Counter(variant.counts) for variant in content.variants), Counter[str]()))
    n_bad, variants = sums.failed + sums.not_run, plural(len(content.variants), "variant")
    if n_bad:
        cases = plural(sums.done + sums.not_run + sums.skipped, "case")
        n_failing = sum(variant.verdict.is_failure for variant in content.variants)
        said = [f"{number(n_bad)} of {cases} did not pass, in {n_failing} of {variants}"]
    else:
        said = [f"{plural(sums.passed, 'case')} of {variants} passed"]
    if sums.unproven:
        said.append(f"{plural(sums.unproven, 'case')} proved nothing (UNPROVEN)")
    if sums.skipped and not n_bad:
        said.append(f"{number(sums.skipped)} outside the declarations were skipped")
    if content.declaration_errors:
        said.append(plural(len(content.declaration_errors), "wrong declaration"))
    if content.stopped:
        said.append(f"stopped before the last case ({content.stopped})")
    return "; ".join(said) + "."


_COLUMNS = (
    Column("operation"),
    Column("type"),
    Column("largest error", "% of its bound", "of the cases that passed", is_number=True),
    Column("cases", meaning="cases that passed", is_number=True),
    Column("command", meaning="checks the case with this error"),
)


def errors_section(document: Document[CheckDocument], number_of_check: int) -> Markup:
    tallies: dict[tuple[str, str], Tally] = {}
    for variant in document.content.variants:
        for case in variant.cases:
            if case.verdict is Verdict.PASS:
                tallies.setdefault((variant.operation, case.dtype), Tally()).add(case)
    return table(
        f"errors{number_of_check}",
        f"Largest errors on {place_text(document.content)}, {document.name}",
        _COLUMNS,
        [
            [
                words(operation),
                words(dtype),
                Cell(bound_share(tally.worst_ratio), tally.worst_ratio, tally.worst_ratio),
                numeric(tally.n_cases),
                words(tally.worst.id, part("coded", breakable(tally.worst.rerun)))
                if tally.worst
                else words(""),
            ]
            for (operation, dtype), tally in sorted(tallies.items())
        ],
    )


# Most failing cases of a variant that are shown; further cases would repeat their findings.
MOST_SHOWN = 60

# Most cases shown outside the fold: the first of each set of reasons.
MOST_LEADING = 3

_Failed = TypeVar("_Failed", bound="CheckedCase | GatedFailure")


def shown_failures(cases: Sequence[CheckedCase], most: int = MOST_SHOWN) -> list[CheckedCase]:
    """Choose representative failing cases: the first of every class, verdict and set of reasons, then the rest."""
    if len(cases) <= most:
        return list(cases)
    chosen: set[int] = set()
    seen: set[tuple[str, ...]] = set()
    for index, case in enumerate(cases):
        marks: set[tuple[str, ...]] = {(dimension.name, dimension.of(case)) for dimension in DIMENSIONS}
        marks.add(("outcome", case.verdict, *case.reasons))
        # A case that shows a class or a reason for the first time must not be cut off by the limit.
        if marks - seen:
            chosen.add(index)
            seen |= marks
    # What room is left goes to the first of the others.
    for index in range(len(cases)):
        if len(chosen) >= most:
            break
        chosen.add(index)
    return [cases[index] for index in sorted(chosen)]


def failures(
    name: str, variants: Sequence[CheckedVariant], file_name: str, texts: SourceTexts
) -> Markup | None:
    """Build the list of cases that did not pass; None if all passed."""
    quiet = (Verdict.PASS, Verdict.SKIP)
    groups = [
        _group(variant, cases, texts)
        for variant in variants
        if (cases := [case for case in variant.cases if case.verdict not in quiet])
    ]
    if not groups:
        return None
    return render(
        "failures.html",
        name=name,
        file_name=file_name,
        groups=groups,
        classes_of=lambda case: "|".join(f"{each.name}={each.of(case)}" for each in DIMENSIONS),
        error_of=_error,
    )


def _group(variant: CheckedVariant, cases: Sequence[CheckedCase], texts: SourceTexts) -> dict[str, Any]:
    shown = shown_failures(cases)
    first = leading(shown)
    return {
        "variant": variant.id,
        "n_cases": len(cases),
        "n_shown": len(shown),
        "reasons": reasons_text(cases),
        "lines": failing_lines(variant.sources, cases, texts),
        "first": first,
        "folded": [case for case in shown if all(case is not each for each in first)],
    }


def reasons_text(cases: Sequence[CheckedCase] | Sequence[GatedFailure]) -> str:
    """Return the reasons of failing cases with their counts, the most frequent first."""
    reasons = Counter(reason for case in cases for reason in case.reasons or [case.verdict.lower()])
    return ", ".join(f"{reason} {n}\u00d7" for reason, n in most_first(reasons))


# A fault often breaks hundreds of cases in the same way: the first of each way tells all.
def leading(cases: Sequence[_Failed]) -> list[_Failed]:
    """Return the first case of each verdict and set of reasons, at most `MOST_LEADING`."""
    first: dict[tuple[str, ...], _Failed] = {}
    for case in cases:
        first.setdefault((case.verdict, *case.reasons), case)
    return list(first.values())[:MOST_LEADING]


def _error(case: CheckedCase) -> float | None:
    # Within the bound or without a measure there is nothing to say.
    ratio = case.max_error_ratio
    return ratio if ratio is not None and 1 < ratio < inf else None


# Lines shown before and after the one that a finding names.
AROUND = 3
# Most places of a variant that are shown: those that most cases name.
MOST_PLACES = 4
_LINE = re.compile("[0-9]{1,9}")
# Size in bytes of the largest source that is read.
MOST_BYTES = 4 << 20


@dataclass(frozen=True)
class Excerpt:
    first: int = 0
    lines: tuple[str, ...] = ()
    why_not: str = ""
    """Reason why the lines are not shown; empty if they are."""


class SourceTexts:
    """Reads lines of sources, each file once."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._read: dict[tuple[str, str], list[str] | str] = {}

    def excerpt(self, place: str, sources: Sequence[NamedSource]) -> Excerpt | None:
        file, _, digits = place.rpartition(":")
        source = next((each for each in sources if each.file == file), None)
        if source is None or self._folder is None or not _LINE.fullmatch(digits):
            return None
        key = source.path, source.sha256
        if key not in self._read:
            self._read[key] = _lines(self._folder, source.path, source.sha256)
        found = self._read[key]
        if isinstance(found, str):
            return Excerpt(why_not=f"{source.path} {found}")
        line = int(digits)
        if not 1 <= line <= len(found):
            return Excerpt(why_not=f"{source.path} has {plural(len(found), 'line')}")
        first = max(line - AROUND, 1)
        return Excerpt(first, tuple(found[first - 1 : line + AROUND]))


def _lines(folder: Path, name: str, sha256: str) -> list[str] | str:
    try:
        # The file of a result may come from somebody else, and name any file of this machine.
        if folder / name not in Reach(folder / "report"):
            return "is not in the project"
        content = read_file(folder / name, MOST_BYTES)
    except NotPlainError as error:
        return error.strerror or "cannot be read"
    except FileNotFoundError:
        return "does not exist"
    except (OSError, ValueError) as error:
        return f"cannot be read ({getattr(error, 'strerror', None) or error})"
    # Lines may have moved since: another line would be blamed.
    if hashlib.sha256(content).hexdigest() != sha256:
        return "has changed since the check"
    # As compilers count: only a newline ends a line.
    return [line.removesuffix("\r") for line in content.decode("utf-8", "replace").split("\n")]


def failing_lines(
    sources: Sequence[NamedSource], cases: Sequence[CheckedCase] | Sequence[GatedFailure], texts: SourceTexts
) -> Markup | None:
    """Build the source lines that findings of failing cases name, most cases first; None without such lines."""
    named: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {}
    for case in cases:
        # As a set: a case with a finding in each of its launches counts once.
        found = {(finding.source, finding.reason) for finding in case.findings if finding.source}
        named.update({place for place, _ in found})
        for place, reason in found:
            reasons.setdefault(place, Counter())[reason] += 1
    if not named:
        return None
    shown = [
        {
            "place": place,
            "line": int(place.rpartition(":")[2]),
            "n_cases": n,
            "reasons": ", ".join(
                f"{reason} in {plural(count, 'case')}" for reason, count in most_first(reasons[place])
            ),
            "excerpt": excerpt,
        }
        for place, n in most_first(named)
        if (excerpt := texts.excerpt(place, sources)) is not None
    ]
    return part("lines", shown[:MOST_PLACES], len(shown) - MOST_PLACES) if shown else None


def most_first(counts: Counter[str]) -> list[tuple[str, int]]:
    """Return names with their counts, the largest count first, then by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
