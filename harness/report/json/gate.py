"""Turns a `GateReport` into JSON of a versioned schema, described in ``docs/json.md``.

The same findings give the same bytes.
"""

from __future__ import annotations

import json
import math
from typing import Any

from ... import __version__
from ...gate.model import UNCOUNTED, Allowance, GateReport, VariantGate, allow_option
from ...gate.speed import SpeedResult
from ...measure.statistics import Interval
from ...run.target import target_lines
from ..text.gate_findings import regression_text
from .check import finding_document

SCHEMA = "kernel-harness/gate"
VERSION = 1


def text(report: GateReport) -> str:
    """Return the document as text: two spaces of indent, ASCII only, one final newline."""
    return json.dumps(document(report), indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def document(report: GateReport) -> dict[str, Any]:
    """Build the document; NaN and infinities are null."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "harness": __version__,
        "base": report.base,
        "head": report.head,
        "base_commit": report.base_commit,
        "head_commit": report.head_commit,
        "target": dict(target_lines(report.target)),
        "further_devices": list(report.further_devices),
        "compiler": report.compiler,
        "margin": report.margin,
        "exit_code": report.exit_code,
        "not_compared": list(report.not_compared),
        "declaration_errors": [str(error) for error in report.declaration_errors],
        "speed_errors": list(report.speed_errors),
        "unused_allowances": [vars(each) for each in report.unused_allowances],
        "variants": [_variant(each) for each in report.variants],
    }


def _variant(gate: VariantGate) -> dict[str, Any]:
    outcome = gate.outcome
    return {
        "id": gate.change.id,
        "change": gate.change.change.value,
        "why": gate.change.why,
        "renamed_to": gate.change.renamed_to,
        "cases": None
        if outcome is None
        else {
            verdict.value: n for verdict, n in sorted(outcome.counts.items(), key=lambda item: item[0].value)
        },
        "failures": []
        if outcome is None
        else [
            {
                "id": each.case_id,
                "verdict": each.verdict.value,
                "reasons": [reason.value for reason in each.reasons],
                "findings": [finding_document(finding) for finding in each.findings],
                "rerun": each.rerun,
            }
            for each in outcome.failures
        ],
        "sources": [vars(each) for each in gate.sources],
        "regressions": [
            {
                "kind": each.kind.value,
                "message": regression_text(gate, each),
                "allowed": _allowed(each.allowed),
                "accept": each.accepting if each.allowed is None else "",
            }
            for each in gate.regressions
        ],
        "errors": list(gate.errors),
        "counted": list(gate.counted),
        "uncounted": None
        if not gate.uncounted
        else {
            "why": gate.uncounted,
            "allowed": _allowed(gate.uncounted_allowed),
            "accept": allow_option(gate.change.id, UNCOUNTED) if gate.is_uncounted else "",
        },
        "not_compared": [vars(each) for each in gate.not_compared],
        "costs": [vars(each) for each in gate.costs],
        "speeds": [_speed(each) for each in gate.speeds],
    }


def _allowed(allowance: Allowance | None) -> dict[str, Any] | None:
    return None if allowance is None else vars(allowance)


def _speed(result: SpeedResult) -> dict[str, Any]:
    return {
        "base_case": result.comparison.base.id,
        "case": result.comparison.head.id,
        "speed": None if result.speed is None else result.speed.value,
        "change": _interval(result.change),
        "confirmed": _interval(result.confirmed),
        "base_us": _number(result.base_us),
        "head_us": _number(result.head_us),
        "copy_us": _number(result.copy_us),
        "why": result.why,
        "timed_on": None if result.timed_on is None else vars(result.timed_on),
    }


def _interval(interval: Interval | None) -> dict[str, Any] | None:
    if interval is None:
        return None
    return {
        "estimate": _number(interval.estimate),
        "low": _number(interval.low),
        "high": _number(interval.high),
        "n_pairs": interval.n_pairs,
        "n_restarts": interval.n_restarts,
    }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
