"""Runs a few unusual cases of a kernel that was just declared, so that its first findings are told at once."""

from __future__ import annotations

from pathlib import Path

from ...run.local_runner import LocalRunner
from ...run.session import Runner
from ...settings.settings import Settings
from ...variant.case import Case
from ...variant.matrix import cases
from ...variant.shape import CONTIGUOUS
from ...variant.variant import Variant
from ..adopted import Adoption

_KINDS = ("nan", "pos_inf", "neg_inf_all", "neg_inf_some", "huge1e4", "subnormal", "spread")
_MOST_ELEMENTS = 4096
_MOST_SIZES = 4


def first_findings(found: Adoption, path: Path, runner: LocalRunner, settings: Settings) -> tuple[str, ...]:
    """Return what was wrong in the further sizes of an adoption and in one case of each unusual kind."""
    lines = []
    survey = found.survey
    by_reason: dict[str, list[str]] = {}
    for size, why in survey.failed if survey else ():
        by_reason.setdefault(why, []).append(size)
    for why, sizes in by_reason.items():
        more = f" and {len(sizes) - _MOST_SIZES} more" if len(sizes) > _MOST_SIZES else ""
        lines.append(f"{why}: {', '.join(sizes[:_MOST_SIZES])}{more}")
    if survey and survey.limit:
        lines.append(f'right with requires = ["{survey.limit}"]')
    assert found.draft is not None
    lines += case_findings(found.draft.variant(path, settings.operations), runner)
    return tuple(dict.fromkeys(lines))


def case_findings(variant: Variant, runner: Runner) -> list[str]:
    """Return what was wrong in one case of each unusual kind, a line for each."""
    lines = []
    for case in _chosen(variant):
        result = runner.run(case)
        if not result.verdict.is_failure or not result.findings:
            continue
        finding = result.findings[0]
        said = finding.message.splitlines()[0] if finding.message else ""
        lines.append(f"{finding.reason.value} ({case.kind}, {case.shape.n_rows}x{case.shape.n_cols}): {said}")
    return lines


def _chosen(variant: Variant) -> list[Case]:
    """Return the smallest case of each kind that has more than one row and column."""
    chosen: dict[str, Case] = {}
    for case in cases(variant):
        size = case.shape.n_rows * case.shape.n_cols
        if case.kind not in _KINDS or min(case.shape.n_rows, case.shape.n_cols) < 2 or size > _MOST_ELEMENTS:
            continue
        if case.layout != CONTIGUOUS and case.kind != "spread":
            continue
        if case.unmet() is not None:
            continue
        best = chosen.get(case.kind)
        if best is None or abs(case.shape.n_cols - 65) < abs(best.shape.n_cols - 65):
            chosen[case.kind] = case
    return [chosen[kind] for kind in _KINDS if kind in chosen]
