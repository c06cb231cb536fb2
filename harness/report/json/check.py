"""Turns a `CheckReport` into a JSON document of a versioned schema, described in ``docs/json.md``.

Two runs over the same kernels on the same device give the same bytes, apart from the ``timing`` object,
which holds every time there is. Nothing is rounded or left out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...compiler.source.file_names import display_path
from ...device.base import DeviceInfo
from ...errors import SpecError
from ...run.branch_coverage import MAX_CASES, MAX_ELEMENTS, BranchCoverage
from ...run.outcome import VariantOutcome
from ...run.source_files import code_digest, named_sources
from ...store.whole_file import check_writable, write_text
from ...variant.case import Case
from ...verdict import CaseResult, Finding, Verdict
from ..model import CheckReport

__all__ = ["SCHEMA", "VERSION", "check_writable", "document", "text", "write", "write_text"]

SCHEMA = "kernel-harness/check"
VERSION = 1
"""Raised when a field is removed, renamed or changes meaning; new fields do not raise it."""

_LINE = json.JSONEncoder(ensure_ascii=True, allow_nan=False).encode
_NO_CASES = '\n      "cases": []'


def document(report: CheckReport) -> dict[str, Any]:
    """Build the document."""
    counts = report.counts
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "harness": report.harness_version,
        "command": list(report.command),
        "expression": report.expression,
        "options": list(report.options),
        "device": {
            "requested": report.target.requested,
            "kind": report.target.kind,
            "info": None if report.target.info is None else _device(report.target.info),
            "unavailable": report.target.unavailable,
            "not_covered": list(report.target.not_covered),
            "isolation": report.target.isolation,
        },
        "exit_code": report.exit_code,
        "stopped": report.stopped,
        "summary": {
            "variants": len(report.outcomes),
            "cases": sum(counts.values()),
            "done": report.n_done,
            **{verdict.value: counts[verdict] for verdict in Verdict},
        },
        "declaration_errors": [_declaration_error(error) for error in report.declaration_errors],
        "variants": [_variant(outcome, report.include_dirs) for outcome in report.outcomes],
        "timing": {
            "started": report.started,
            "elapsed_s": report.elapsed_s,
            "variants": {outcome.variant.id: outcome.elapsed_s for outcome in report.outcomes},
            "kernel_us": {
                result.case_id: _number(result.kernel_us)
                for outcome in report.outcomes
                for _, result in outcome.results
                if result.kernel_us is not None
            },
        },
    }


def text(report: CheckReport) -> str:
    """Return the document as text: two spaces of indent and a line for each case, ASCII only, one final newline.

    The encoder in C does not indent, and a check on a GPU has a hundred thousand cases.
    """
    whole = document(report)
    cases = [",".join(f"\n        {_LINE(case)}" for case in each["cases"]) for each in whole["variants"]]
    for variant in whole["variants"]:
        variant["cases"] = []
    # A string of JSON has no line break, so a variant's cases are found and nothing else.
    first, *rest = json.dumps(whole, indent=2, ensure_ascii=True, allow_nan=False).split(_NO_CASES)
    written = (
        f"{_NO_CASES[:-1]}{lines}\n      ]{part}" if lines else f"{_NO_CASES}{part}"
        for lines, part in zip(cases, rest, strict=True)
    )
    return "".join((first, *written, "\n"))


def write(report: CheckReport, path: Path) -> None:
    """Write the document whole or not at all: the file has the old or the new content."""
    write_text(text(report), path)


def _device(info: DeviceInfo) -> dict[str, Any]:
    return {
        "kind": info.kind,
        "name": info.name,
        "arch": info.arch,
        "compiler": info.compiler,
        "cuda": info.cuda,
        "driver": info.driver,
        "observes": list(info.observes),
    }


def _declaration_error(error: SpecError) -> dict[str, Any]:
    return {
        "reason": "declaration-error",
        "path": display_path(error.path),
        "line": error.line,
        "message": error.message,
    }


def _variant(outcome: VariantOutcome, include_dirs: Sequence[Path]) -> dict[str, Any]:
    variant = outcome.variant
    counts = outcome.counts
    return {
        "id": variant.id,
        "path": display_path(variant.path),
        "code": code_digest(variant, include_dirs),
        "summary": variant.summary,
        "operation": variant.operation.name,
        "known_issue": variant.known_issue,
        "declaration_notes": list(variant.notes),
        "verdict": outcome.verdict.value,
        "counts": {verdict.value: counts[verdict] for verdict in Verdict},
        "worst_error_ratio": _number(outcome.worst_ratio),
        "widest": None if outcome.widest is None else outcome.widest.id,
        "tallest": None if outcome.tallest is None else outcome.tallest.id,
        "sources": [vars(each) for each in named_sources(outcome, include_dirs)],
        "impostors": [vars(each) for each in outcome.impostors],
        "unrun_lines": list(outcome.unrun_lines),
        "branches": None if outcome.branches is None else _branches(outcome.branches),
        "cases": [_case(case, result) for case, result in outcome.results],
    }


def _branches(found: BranchCoverage) -> dict[str, Any]:
    return {
        "block": list(found.block),
        "dtype": found.dtype,
        "unknown": found.unknown,
        "branches": found.n_branches,
        "both_ways": found.n_both,
        "both_ways_in_matrix": found.n_both_before,
        "further_cases": list(found.cases),
        "launches": found.n_launches,
        "most_cases": MAX_CASES,
        "most_elements": MAX_ELEMENTS,
        "one_sided": [vars(each) for each in found.one_sided],
        "lines": len(found.lines),
        "lines_not_run": [line for line, has_run in found.lines.items() if not has_run],
    }


def _case(case: Case, result: CaseResult) -> dict[str, Any]:
    return {
        "id": result.case_id,
        "dtype": case.dtype,
        "n_rows": case.shape.n_rows,
        "n_cols": case.shape.n_cols,
        "sizes": dict(case.shape.further),
        "inp_stride": case.shape.integers["inp_stride"],
        "out_stride": case.shape.integers["out_stride"],
        "inp_offset": case.inp_offset,
        "out_offset": case.out_offset,
        "block": list(case.block),
        "input": case.kind,
        "layout": case.layout,
        "seed": case.seed,
        "verdict": result.verdict.value,
        "reasons": [reason.value for reason in result.reasons],
        "detail": result.detail,
        "findings": [finding_document(finding) for finding in result.findings],
        "printed": result.printed,
        "notes": [finding_document(note) for note in result.notes],
        "max_error_ulp": _number(result.max_error_ulp),
        "max_error_ratio": _number(result.max_error_ratio),
        "unseen_impostors": list(result.unseen_impostors),
        "rerun": result.rerun,
    }


def finding_document(finding: Finding) -> dict[str, Any]:
    """Build the document of a finding, the same in every schema that has findings."""
    return {
        "reason": finding.reason.value,
        "message": finding.message,
        "kernel": finding.kernel,
        "block": None if finding.block is None else list(finding.block),
        "thread": None if finding.thread is None else list(finding.thread),
        "address": finding.address,
        "size_bytes": finding.size_bytes,
        "ptx_line": finding.ptx_line,
        "source": finding.source,
        "count": finding.count,
        "instructions": finding.instructions,
        "callers": list(finding.callers),
    }


def _number(value: float | None) -> float | str | None:
    if value is None or math.isfinite(value):
        return None if value is None else float(value)
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"
