"""Turns a `ProgramReport` into a JSON document, described in ``docs/json.md``."""

from __future__ import annotations

import json
from typing import Any

from ... import __version__
from ...driver.findings import ProgramFinding, PythonLine
from ...driver.kernel_totals import KernelTotal
from ...driver.program import ProgramReport

SCHEMA = "kernel-harness/program"
VERSION = 1
"""Raised when a field is removed, renamed or changes meaning; new fields do not raise it."""


def document(report: ProgramReport) -> dict[str, Any]:
    """Build the document: plain JSON types, keys in the order of ``docs/json.md``."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "harness": __version__,
        "command": list(report.command),
        "gpu": report.gpu.name,
        "arch": report.gpu.arch,
        "sanitizers": list(report.sanitizers),
        "exit_code": report.exit_code,
        "program_status": report.program_status,
        "launches": report.launches,
        "times_read": report.times_read,
        "kernels": [_kernel(each, has_counters=report.has_counters) for each in report.kernels],
        "findings": [_finding(each) for each in report.findings],
        "notes": [_finding(each) for each in report.notes],
        "unserved": [
            {"function": symbol, "python": _python(line), "calls": n} for symbol, line, n in report.unserved
        ],
        "failures": list(report.failures),
    }


def text(report: ProgramReport) -> str:
    """Return the document as text: two spaces of indent, ASCII only, one final newline."""
    return json.dumps(document(report), indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _kernel(total: KernelTotal, *, has_counters: bool) -> dict[str, Any]:
    return {
        "kernel": total.kernel,
        "launches": total.launches,
        "counted": total.counted,
        "counters": total.counters.as_dict() if has_counters else None,
        "block_barriers": total.block_barriers if has_counters else None,
    }


def _finding(finding: ProgramFinding) -> dict[str, Any]:
    return {
        "reason": finding.reason,
        "message": finding.message,
        "kernel": finding.kernel,
        "launch": finding.launch,
        "block": None if finding.block is None else list(finding.block),
        "thread": None if finding.thread is None else list(finding.thread),
        "source": finding.source,
        "callers": list(finding.callers),
        "python": _python(finding.python),
        "count": finding.count,
        "launches": finding.launches,
    }


def _python(line: PythonLine) -> dict[str, Any]:
    return {"file": line.file, "line": line.line, "function": line.function}
