"""The part of one check: its device, the matrix of verdicts, the cases that did not pass."""

from __future__ import annotations

from collections.abc import Sequence

from ....run.outcome import WORST_FIRST
from ....verdict import Verdict
from ...case_classes import dimensions
from ...json.check import CheckDocument, CheckedVariant
from ..inputs import Document
from ..numbers import number, plural
from ..templates import Markup, render
from .failures import failures
from .matrix import Tally, matrix, worst
from .source import SourceTexts


def check_section(document: Document[CheckDocument], number_of_check: int, texts: SourceTexts) -> Markup:
    """Build the part of one check."""
    content = document.content
    variants = sorted(content.variants, key=lambda each: (WORST_FIRST.index(worst(each)), each.id))
    cases = [case for variant in variants for case in variant.cases]
    explored = [variant for variant in variants if variant.branches]
    name = f"check{number_of_check}"
    return render(
        "check.html",
        document=document,
        device=device_text(content),
        matrix=matrix(name, variants, dimensions(cases)) if cases else None,
        failures=failures(name, variants, document.name, texts),
        unrejected=_unrejected(variants),
        branches=render("branches.html", variants=explored) if explored else None,
    )


def _unrejected(variants: Sequence[CheckedVariant]) -> Markup | None:
    """Render the known wrong outputs that no case of a variant rejects, if there are any."""
    found = [(variant.id, [each for each in variant.impostors if not each.rejected]) for variant in variants]
    found = [(name, impostors) for name, impostors in found if impostors]
    return render("unrejected.html", variants=found) if found else None


def is_failing(variant: CheckedVariant) -> bool:
    """Whether a case of a variant did not pass, and was not skipped."""
    return worst(variant).is_failure


def is_passing(variant: CheckedVariant) -> bool:
    """Whether cases of a variant passed or are unproven, and none failed."""
    return worst(variant) in (Verdict.PASS, Verdict.UNPROVEN)


def device_text(content: CheckDocument) -> str:
    """Return the device of a check with its name."""
    device = content.device
    info = device.info
    return f"{device.kind}: {info.name}, {info.arch}" if info else f"{device.kind}: unavailable"


def place_text(content: CheckDocument) -> str:
    """Return the device of a check for the title: a GPU by its name, the executor as cpu."""
    device = content.device
    info = device.info
    if not info:
        return f"{device.kind}, unavailable"
    return f"{device.kind if device.kind == 'cpu' else info.name}, {info.arch}"


def summary_text(content: CheckDocument) -> str:
    """Return the result of a check as a sentence."""
    tally = Tally()
    for variant in content.variants:
        for case in variant.cases:
            tally.add(case)
    failing = sum(map(is_failing, content.variants))
    said: list[str] = []
    if tally.n_failed:
        said.append(
            f"{number(tally.n_failed)} of {plural(tally.n_cases, 'case')} did not pass, in {failing} of "
            f"{plural(len(content.variants), 'variant')}"
        )
    else:
        passed = tally.verdicts[Verdict.PASS]
        said.append(f"{plural(passed, 'case')} of {plural(len(content.variants), 'variant')} passed")
    if unproven := tally.verdicts[Verdict.UNPROVEN]:
        said.append(f"{plural(unproven, 'case')} proved nothing (UNPROVEN)")
    if not tally.n_failed:
        skipped = tally.verdicts[Verdict.SKIP]
        if skipped:
            said.append(f"{number(skipped)} outside the declarations were skipped")
    if content.declaration_errors:
        said.append(plural(len(content.declaration_errors), "wrong declaration"))
    if content.stopped:
        said.append(f"stopped before the last case ({content.stopped})")
    return "; ".join(said) + "."
