"""Case results as JSON and back, without loss: for results that come from another host or from a file.

Reading checks the form. Nothing in a text is evaluated: a result is strings, numbers and lists of them.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

from ..errors import UsageError
from ..store.json_shape import NON_FINITE, require
from ..verdict import CaseResult, Finding, Reason, Verdict

_WHOLE_OR_NONE = (int, None)
_FLOAT_OR_NONE = (float, None)
_PLACE_OR_NONE = ([int], None)
_FINDING = {
    "reason": frozenset(reason.value for reason in Reason),
    "message": str,
    "kernel": str,
    "block": _PLACE_OR_NONE,
    "thread": _PLACE_OR_NONE,
    "address": (str, None),
    "size_bytes": _WHOLE_OR_NONE,
    "ptx_line": _WHOLE_OR_NONE,
    "source": str,
    "count": int,
    "instructions": int,
    "callers": [str],
}
_RESULT = {
    "case_id": str,
    "variant": str,
    "device": str,
    "verdict": frozenset(verdict.value for verdict in Verdict),
    "findings": [_FINDING],
    "detail": str,
    "rerun": str,
    "max_error_ulp": _FLOAT_OR_NONE,
    "max_error_ratio": _FLOAT_OR_NONE,
    "kernel_us": _FLOAT_OR_NONE,
    "notes": [_FINDING],
    "printed": str,
    "rejected_impostors": [str],
    "unseen_impostors": [str],
    "elapsed_s": float,
    "lines": [int],
    "lines_run": [int],
}
_SPELLING = {math.inf: "Infinity", -math.inf: "-Infinity"}


def result_document(result: CaseResult) -> dict[str, Any]:
    """Return a result in plain JSON types; NaN and infinities are strings, as in reports."""
    document = {each.name: _plain(getattr(result, each.name)) for each in dataclasses.fields(result)}
    document["findings"] = [_finding_document(finding) for finding in result.findings]
    document["notes"] = [_finding_document(note) for note in result.notes]
    return document


def result_of(document: object, where: str) -> CaseResult:
    """Return the result that `result_document` turned into a document."""
    require(document, _RESULT, where)
    assert isinstance(document, dict)
    values = {name: _tuple_or_number(document[name], name) for name in _RESULT}
    values["verdict"] = Verdict(document["verdict"])
    values["findings"] = tuple(_finding(each, where) for each in document["findings"])
    values["notes"] = tuple(_finding(each, where) for each in document["notes"])
    return CaseResult(**values)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, (Verdict, Reason)):
        return value.value
    if isinstance(value, float) and not math.isfinite(value):
        return _SPELLING.get(value, "NaN")
    return float(value) if isinstance(value, float) else value  # np.float64 is a float, too


def _finding_document(finding: Finding) -> dict[str, Any]:
    document = {each.name: _plain(getattr(finding, each.name)) for each in dataclasses.fields(finding)}
    # Addresses of the device use all 64 bits, and JSON's whole numbers are signed here.
    document["address"] = None if finding.address is None else str(finding.address)
    return document


def _finding(document: Mapping[str, Any], where: str) -> Finding:
    values = {name: _tuple_or_number(document[name], name) for name in _FINDING}
    values["reason"] = Reason(document["reason"])
    address = document["address"]
    if address is not None:
        if not (address.isascii() and address.isdigit() and len(address) <= 20):
            raise UsageError(f"{where}: an address must be a whole number (got {address[:40]!r})")
        values["address"] = int(address)
    for name in ("block", "thread"):
        if values[name] is not None and len(values[name]) != 3:
            raise UsageError(f"{where}: {name} must have three numbers (got {len(values[name])})")
    return Finding(**values)


_NUMBERS = frozenset(name for name, shape in _RESULT.items() if shape in (float, _FLOAT_OR_NONE))


def _tuple_or_number(value: Any, name: str) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if name in _NUMBERS and value is not None:
        return NON_FINITE[value] if isinstance(value, str) else float(value)
    return value
