"""The part of one check: its device, the matrix of verdicts, the cases that did not pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...case_classes import dimensions
from ..inputs import Document
from ..numbers import number, plural
from ..templates import Markup, render
from .failures import failures
from .matrix import FAILURES, SEVERITY, Tally, matrix, worst
from .source import SourceTexts


def check_section(document: Document, number_of_check: int, texts: SourceTexts) -> Markup:
    """Build the part of one check."""
    content = document.content
    variants = sorted(content["variants"], key=lambda each: (SEVERITY.index(worst(each)), each["id"]))
    cases = [case for variant in variants for case in variant["cases"]]
    explored = [variant for variant in variants if variant.get("branches")]
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


def _unrejected(variants: Sequence[Mapping[str, Any]]) -> Markup | None:
    """Render the known wrong outputs that no case of a variant rejects, if there are any."""
    found = [
        (variant["id"], [each for each in variant.get("impostors", ()) if not each["rejected"]])
        for variant in variants
    ]
    found = [(name, impostors) for name, impostors in found if impostors]
    return render("unrejected.html", variants=found) if found else None


def is_failing(variant: Mapping[str, Any]) -> bool:
    """Whether a case of a variant did not pass, and was not skipped."""
    return worst(variant) in FAILURES


def is_passing(variant: Mapping[str, Any]) -> bool:
    """Whether cases of a variant passed or are unproven, and none failed."""
    return worst(variant) in ("PASS", "UNPROVEN")


def device_text(content: Mapping[str, Any]) -> str:
    """Return the device of a check with its name."""
    device = content["device"]
    info = device["info"]
    return f"{device['kind']}: {info['name']}, {info['arch']}" if info else f"{device['kind']}: unavailable"


def place_text(content: Mapping[str, Any]) -> str:
    """Return the device of a check for the title: a GPU by its name, the executor as cpu."""
    device = content["device"]
    info = device["info"]
    if not info:
        return f"{device['kind']}, unavailable"
    return f"{device['kind'] if device['kind'] == 'cpu' else info['name']}, {info['arch']}"


def summary_text(content: Mapping[str, Any]) -> str:
    """Return the result of a check as a sentence."""
    tally = Tally()
    for variant in content["variants"]:
        for case in variant["cases"]:
            tally.add(case)
    failing = sum(map(is_failing, content["variants"]))
    said: list[str] = []
    if tally.n_failed:
        said.append(
            f"{number(tally.n_failed)} of {plural(tally.n_cases, 'case')} did not pass, in {failing} of "
            f"{plural(len(content['variants']), 'variant')}"
        )
    else:
        passed = tally.verdicts["PASS"]
        said.append(f"{plural(passed, 'case')} of {plural(len(content['variants']), 'variant')} passed")
    if unproven := tally.verdicts["UNPROVEN"]:
        said.append(f"{plural(unproven, 'case')} proved nothing (UNPROVEN)")
    if not tally.n_failed:
        skipped = tally.verdicts["SKIP"]
        if skipped:
            said.append(f"{number(skipped)} outside the declarations were skipped")
    if content["declaration_errors"]:
        said.append(plural(len(content["declaration_errors"]), "wrong declaration"))
    if content["stopped"]:
        said.append(f"stopped before the last case ({content['stopped']})")
    return "; ".join(said) + "."
