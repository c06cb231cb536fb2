"""Reads the files of a report; the ``schema`` of each gives its kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...measure.bench_file import BenchFile, is_bench, read_bench
from ...store.json_file import load_json
from ...store.json_shape import CHANGE, COUNT, EXTENT, SIZE, require
from ...verdict import Reason, Verdict
from ..json import check as render_json
from ..json import count as count_json
from ..json import gate as gate_json
from ..json import program as program_json
from ..json import trace as trace_json

_RATIO = (float, None)
_VERDICT = frozenset(verdict.value for verdict in Verdict)
_REASON = frozenset(reason.value for reason in Reason)
_COUNTERS = {...: COUNT}
_FINDING = {
    "reason": str,
    "message": str,
    "kernel": str,
    "block": ([int], None),
    "thread": ([int], None),
    "source": str,
    "callers?": [str],
}
_CASE = {
    "id": str,
    "dtype": str,
    "n_rows": EXTENT,
    "n_cols": EXTENT,
    "block": [EXTENT, ...],
    "input": str,
    "layout": str,
    "verdict": _VERDICT,
    "reasons": [str],
    "detail": str,
    "findings": [_FINDING],
    "max_error_ratio": _RATIO,
    "unseen_impostors?": [str],
    "rerun": str,
}
_BRANCHES = {
    "unknown": str,
    "branches": COUNT,
    "both_ways": COUNT,
    "both_ways_in_matrix": COUNT,
    "further_cases": [str],
    "launches": COUNT,
    "most_cases": COUNT,
    "most_elements": COUNT,
    "one_sided": [{"source": str, "ptx_line": int, "opcode": str, "went": str, "why": str}],
    "lines_not_run": [str],
}
_CHECK = {
    "harness": str,
    "command": [str],
    "options?": [str],
    "device": {
        "requested": str,
        "kind": str,
        "info": (
            {"name": str, "arch": str, "compiler": str, "cuda": str, "driver": str, "observes": [str]},
            None,
        ),
        "unavailable": str,
        "not_covered": [str],
        "isolation": str,
    },
    "stopped": str,
    "summary": {"variants": int, "cases": int},
    "declaration_errors": [{"path": str, "line": int, "message": str}],
    "variants": [
        {
            "id": str,
            "path": str,
            "code?": str,
            "summary": str,
            "operation?": str,
            "known_issue": (str, None),
            "declaration_notes?": [str],
            "verdict": _VERDICT,
            "worst_error_ratio": _RATIO,
            "sources?": [{"file": str, "path": str, "sha256": str}],
            "unrun_lines?": [int],
            "impostors?": [{"name": str, "tried": COUNT, "rejected": COUNT}],
            "branches?": (_BRANCHES, None),
            "cases": [_CASE],
        }
    ],
    "timing": {"started": str, "elapsed_s": SIZE},
}
_CHANGE = (CHANGE, None)
_INTERVAL = (
    {"estimate": _CHANGE, "low": _CHANGE, "high": _CHANGE, "n_pairs": COUNT, "n_restarts": COUNT},
    None,
)
_ALLOWED = ({"name": str, "reason": str, "who": str}, None)
_GATE = {
    "harness": str,
    "base": str,
    "head": str,
    "base_commit?": str,
    "target": dict,
    "compiler": str,
    "margin": SIZE,
    "exit_code": int,
    "not_compared": [str],
    "declaration_errors": [str],
    "speed_errors": [str],
    "unused_allowances": [{"name": str}],
    "variants": [
        {
            "id": str,
            "change": str,
            "why": str,
            "renamed_to": str,
            "failures": [
                {"id": str, "verdict": str, "reasons": [str], "rerun": str, "findings?": [_FINDING]}
            ],
            "sources?": [{"file": str, "path": str, "sha256": str}],
            "regressions": [{"kind": str, "message": str, "allowed": _ALLOWED, "accept?": str}],
            "errors": [str],
            "counted?": [str],
            "uncounted?": ({"why": str, "allowed": _ALLOWED, "accept": str}, None),
            "not_compared?": [{"what": str, "why": str}],
            "costs": [
                {"counter": str, "where": str, "base": float, "head": float, "is_worse": bool, "hint": str}
            ],
            "speeds": [
                {
                    "case": str,
                    "speed": (str, None),
                    "change": _INTERVAL,
                    "confirmed": _INTERVAL,
                    "base_us": _RATIO,
                    "head_us": _RATIO,
                    "copy_us": _RATIO,
                    "why": str,
                }
            ],
        }
    ],
}
_OCCUPANCY = ({"fraction": SIZE, "blocks": COUNT, "limited_by": [str]}, None)
_COUNT = {
    "harness": str,
    "command": [str],
    "arch": str,
    "compiler": str,
    "cuda?": str,
    "archs": [str],
    "failed": [{"id": str, "why": str}],
    "variants?": [{"id": str, "code": str}],
    "cases": [
        {
            "id": str,
            "variant": str,
            "dtype": str,
            "n_rows": EXTENT,
            "n_cols": EXTENT,
            "block": [EXTENT, ...],
            "n_elements": COUNT,
            "counters": _COUNTERS,
            "block_barriers": COUNT,
            "derived": {...: SIZE},
            "launches": [{"lines": [{"file": str, "line": int, "text?": str, "counters": _COUNTERS}]}],
            "resources": [
                {
                    "entry": str,
                    "arch": str,
                    "registers": COUNT,
                    "spill_store_bytes": COUNT,
                    "spill_load_bytes": COUNT,
                    "shared_bytes": COUNT,
                    "smem_bytes": COUNT,
                    "occupancy": _OCCUPANCY,
                }
            ],
        }
    ],
}
_PLACE = {"file": str, "line": COUNT, "text": str, "callers": [str]}
_SERIES = {
    "count": COUNT,
    "first": float,
    "last": float,
    "least": (float, None),
    "largest": (float, None),
    "largest_in": str,
    "n_nan": COUNT,
    "first_nan_in": str,
    "n_infinite": COUNT,
    "first_infinite_in": str,
}
_TRACE = {
    "harness": str,
    "command": [str],
    "case": str,
    "variant": str,
    "array": str,
    "element": str,
    "got": float,
    "expected": float,
    "allowed": float,
    "is_wrong": bool,
    "is_worst": bool,
    "schedule": (COUNT, None),
    "n_wrong": COUNT,
    "n_elements": COUNT,
    "stores": [{"place": _PLACE, "thread": str, "kernel": str, "count": COUNT}],
    "nearest": str,
    "depends_on": [str],
    "selected_by": [str],
    "missing": [str],
    "unexpected": [str],
    "unknown": str,
    "statements": [
        {
            "number": COUNT,
            "depth": COUNT,
            "place": _PLACE,
            "kernel": str,
            "executions": COUNT,
            "threads": str,
            "results": [_SERIES],
            "terms": [_SERIES],
            "reads": [str],
            "over": [str],
            "left_out": [str],
            "notes": [str],
            "findings": [str],
            "uses": [COUNT],
        }
    ],
    "decisions": [
        {
            "place": _PLACE,
            "comparison": str,
            "outcome": str,
            "thread": str,
            "executions": COUNT,
            "n_true": COUNT,
        }
    ],
    "indices": [_PLACE],
    "findings": [{"reason": _REASON, "message": str, "source": str}],
    "rerun": str,
    "sources": [{"file": str, "path": str, "sha256": str}],
}
_PYTHON = {"file": str, "line": COUNT, "function": str}
_PROGRAM_FINDING = {**_FINDING, "launch": (COUNT, None), "python": _PYTHON, "launches": COUNT}
_PROGRAM = {
    "harness": str,
    "command": [str],
    "gpu": str,
    "arch": str,
    "sanitizers": [str],
    "exit_code": int,
    "program_status": int,
    "launches": COUNT,
    "kernels?": [
        {
            "kernel": str,
            "launches": COUNT,
            "counted": COUNT,
            "counters": (_COUNTERS, None),
            "block_barriers": (COUNT, None),
        }
    ],
    "findings": [_PROGRAM_FINDING],
    "notes": [_PROGRAM_FINDING],
    "unserved": [{"function": str, "python": _PYTHON, "calls": COUNT}],
    "failures": [str],
}
_DOCUMENTS: dict[str, tuple[int, dict[str, Any]]] = {
    render_json.SCHEMA: (render_json.VERSION, _CHECK),
    gate_json.SCHEMA: (gate_json.VERSION, _GATE),
    count_json.SCHEMA: (count_json.VERSION, _COUNT),
    trace_json.SCHEMA: (trace_json.VERSION, _TRACE),
    program_json.SCHEMA: (program_json.VERSION, _PROGRAM),
}
"""By schema: the supported version, and the shape of the fields that are read."""

KNOWN = (
    "`kernel-harness check --json`, `kernel-harness gate --json`, `kernel-harness count --json`, "
    "`kernel-harness trace --json`, `kernel-harness run --json` and `pytest --benchmark-json`"
)
"""Commands that write files for a report."""


@dataclass(frozen=True)
class Document:
    """One file of a kind."""

    name: str
    """Its file name, without folders, so that a report does not depend on the folder."""
    content: dict[str, Any]
    """The document; its shape has been checked."""


@dataclass(frozen=True)
class Inputs:
    """The files of a report, each kind in the order given."""

    checks: tuple[Document, ...] = ()
    gates: tuple[Document, ...] = ()
    counts: tuple[Document, ...] = ()
    traces: tuple[Document, ...] = ()
    programs: tuple[Document, ...] = ()
    """`checks`, `gates`, `counts`, `traces`, `programs`: jSON of `check`, `gate`, `count`, `trace` and `run`."""
    benches: tuple[BenchFile, ...] = ()
    """Saved benchmarks."""


def read_inputs(paths: Sequence[Path]) -> Inputs:
    """Read files."""
    found: dict[str, list[Document]] = {schema: [] for schema in _DOCUMENTS}
    benches: list[BenchFile] = []
    for path in _files(paths):
        content = load_json(path)
        schema = content.get("schema") if isinstance(content, dict) else None
        if isinstance(schema, str) and schema in _DOCUMENTS:
            version, shape = _DOCUMENTS[schema]
            if content.get("version") != version:
                raise UsageError(
                    f"{path} must be of version {version} of {schema} (got {content.get('version')!r});"
                    " write it again with this version of kernel-harness"
                )
            require(content, shape, str(path))
            found[schema].append(Document(path.name, content))
        elif schema is None and is_bench(content):
            benches.append(read_bench(content, path.name))
        else:
            said = f"schema {schema!r}" if schema is not None else "a document without a schema"
            raise UsageError(f"{path} must be written by {KNOWN} (got {said})")
    return Inputs(
        checks=tuple(found[render_json.SCHEMA]),
        gates=tuple(found[gate_json.SCHEMA]),
        counts=tuple(found[count_json.SCHEMA]),
        traces=tuple(found[trace_json.SCHEMA]),
        programs=tuple(found[program_json.SCHEMA]),
        benches=tuple(benches),
    )


def _files(paths: Sequence[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        inside = sorted({*path.rglob("*.json"), *path.rglob("*.json.gz")})
        if not inside:
            raise UsageError(f"a folder must hold .json files (got {path})")
        files += inside
    return files
