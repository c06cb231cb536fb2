"""Turns a `CaseTrace` into a JSON document, described in ``docs/json.md``."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from ... import __version__
from ...trace.model import CaseTrace, Decision, SourcePlace, Statement, Store, Values
from ...verdict import Finding

SCHEMA = "kernel-harness/trace"
VERSION = 1
"""Raised when a field is removed, renamed or changes meaning; new fields do not raise it."""


def document(trace: CaseTrace, command: Sequence[str] = ()) -> dict[str, Any]:
    """Build the document: plain JSON types, keys in the order of ``docs/json.md``."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "harness": __version__,
        "command": list(command),
        "case": trace.case_id,
        "variant": trace.variant,
        "array": trace.array,
        "element": trace.element,
        "got": _number(trace.got),
        "expected": _number(trace.expected),
        "allowed": _number(trace.allowed),
        "is_wrong": trace.is_wrong,
        "is_worst": trace.is_worst,
        "schedule": trace.schedule,
        "n_wrong": trace.n_wrong,
        "n_elements": trace.n_elements,
        "stores": [_store(each) for each in trace.stores],
        "nearest": trace.nearest,
        "depends_on": list(trace.depends_on),
        "missing": list(trace.missing),
        "unexpected": list(trace.unexpected),
        "unknown": trace.unknown,
        "statements": [_statement(each) for each in trace.statements],
        "decisions": [_decision(each) for each in trace.decisions],
        "indices": [_place(each) for each in trace.indices],
        "findings": [_finding(each) for each in trace.findings],
        "rerun": trace.rerun,
        "sources": [{"file": file, "path": path, "sha256": digest} for file, path, digest in trace.sources],
    }


def text(trace: CaseTrace, command: Sequence[str] = ()) -> str:
    """Return the document as text: two spaces of indent, ASCII only, one final newline."""
    return json.dumps(document(trace, command), indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _number(value: float | int | None) -> float | int | str | None:
    """Return a number as JSON has it; NaN and infinities are words."""
    if value is None or isinstance(value, int) or math.isfinite(value):
        return value
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"


def _place(place: SourcePlace) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "text": place.text, "callers": list(place.callers)}


def _store(store: Store) -> dict[str, Any]:
    return {
        "place": _place(store.place),
        "thread": store.thread,
        "kernel": store.kernel,
        "count": store.count,
    }


def _statement(each: Statement) -> dict[str, Any]:
    return {
        "number": each.number,
        "depth": each.depth,
        "place": _place(each.place),
        "kernel": each.kernel,
        "executions": each.n_executions,
        "threads": each.threads,
        "results": [_values(values) for values in each.results],
        "terms": [_values(values) for values in each.terms],
        "reads": list(each.reads),
        "over": list(each.over),
        "left_out": list(each.left_out),
        "notes": list(each.notes),
        "findings": list(each.findings),
        "uses": list(each.uses),
    }


def _values(values: Values) -> dict[str, Any]:
    return {
        "count": values.count,
        "first": _number(values.first),
        "last": _number(values.last),
        "least": _number(values.smallest),
        "largest": _number(values.largest),
        "largest_in": values.largest_in,
        "n_nan": values.n_nan,
        "first_nan_in": values.first_nan_in,
        "n_infinite": values.n_infinite,
        "first_infinite_in": values.first_infinite_in,
    }


def _decision(each: Decision) -> dict[str, Any]:
    return {
        "place": _place(each.place),
        "comparison": each.comparison,
        "outcome": each.outcome,
        "thread": each.thread,
        "executions": each.n_executions,
        "n_true": each.n_true,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {"reason": finding.reason.value, "message": finding.message, "source": finding.source}
