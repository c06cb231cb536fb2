"""Turns a `CaseTrace` into a JSON document, described in ``docs/json.md``."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from ... import __version__
from ...trace.model import CaseTrace, Decision, SourcePlace, Statement, Store, Values
from ...verdict import Finding, Reason

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
        "selected_by": list(trace.selected_by),
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
    """Return a number as JSON has it; `NON_FINITE` has the words for NaN and infinities."""
    if value is None or isinstance(value, int) or math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


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


def read(content: Mapping[str, Any]) -> CaseTrace:
    """Return the trace of a document whose shape has been checked; ValueError if a number or reason is unknown."""
    return CaseTrace(
        case_id=content["case"],
        variant=content["variant"],
        array=content["array"],
        element=content["element"],
        got=_read_number(content["got"]),
        expected=_read_number(content["expected"]),
        allowed=float(_read_number(content["allowed"])),
        is_wrong=content["is_wrong"],
        is_worst=content["is_worst"],
        schedule=content["schedule"],
        n_wrong=content["n_wrong"],
        n_elements=content["n_elements"],
        stores=tuple(
            Store(_read_place(each["place"]), each["thread"], each["kernel"], each["count"])
            for each in content["stores"]
        ),
        nearest=content["nearest"],
        depends_on=tuple(content["depends_on"]),
        selected_by=tuple(content["selected_by"]),
        missing=tuple(content["missing"]),
        unexpected=tuple(content["unexpected"]),
        unknown=content["unknown"],
        statements=tuple(_read_statement(each) for each in content["statements"]),
        decisions=tuple(
            Decision(
                _read_place(each["place"]),
                each["comparison"],
                each["outcome"],
                each["thread"],
                each["executions"],
                each["n_true"],
            )
            for each in content["decisions"]
        ),
        indices=tuple(_read_place(each) for each in content["indices"]),
        findings=tuple(
            Finding(Reason(each["reason"]), each["message"], source=each["source"])
            for each in content["findings"]
        ),
        rerun=content["rerun"],
        sources=tuple((each["file"], each["path"], each["sha256"]) for each in content["sources"]),
    )


def _read_number(value: float | int | str) -> float | int:
    return float(value) if isinstance(value, str) else value


def _read_place(content: Mapping[str, Any]) -> SourcePlace:
    return SourcePlace(content["file"], content["line"], content["text"], tuple(content["callers"]))


def _read_statement(content: Mapping[str, Any]) -> Statement:
    return Statement(
        number=content["number"],
        depth=content["depth"],
        place=_read_place(content["place"]),
        kernel=content["kernel"],
        n_executions=content["executions"],
        threads=content["threads"],
        results=tuple(_read_values(each) for each in content["results"]),
        terms=tuple(_read_values(each) for each in content["terms"]),
        reads=tuple(content["reads"]),
        over=tuple(content["over"]),
        left_out=tuple(content["left_out"]),
        notes=tuple(content["notes"]),
        uses=tuple(content["uses"]),
        findings=tuple(content["findings"]),
    )


def _read_values(content: Mapping[str, Any]) -> Values:
    least, largest = content["least"], content["largest"]
    return Values(
        count=content["count"],
        first=_read_number(content["first"]),
        last=_read_number(content["last"]),
        largest=None if largest is None else _read_number(largest),
        smallest=None if least is None else _read_number(least),
        largest_in=content["largest_in"],
        n_nan=content["n_nan"],
        n_infinite=content["n_infinite"],
        first_nan_in=content["first_nan_in"],
        first_infinite_in=content["first_infinite_in"],
    )
