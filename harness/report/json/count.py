"""Turns a `CountReport` into a JSON document, described in ``docs/json.md``.

The document has no times: two counts of the same kernels with the same compiler give the same bytes on every host.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...compiler.source.file_names import display_path
from ...measure.case_counts import CaseCounts, LaunchCounts
from ...measure.launch_resources import LaunchResources
from ...run.source_files import SourceLines, code_digest
from ...variant.case import Case
from ..count_model import CountedCase, CountReport

SCHEMA = "kernel-harness/count"
VERSION = 1
"""Raised when a field is removed, renamed or changes meaning; new fields do not raise it."""


def document(report: CountReport, include_dirs: Sequence[Path] = ()) -> dict[str, Any]:
    """Build the document: plain JSON types, keys in the order of ``docs/json.md``."""
    source = SourceLines(include_dirs)
    variants = dict.fromkeys(case.counts.case.variant for case in report.cases)
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "harness": report.harness_version,
        "command": list(report.command),
        "arch": report.arch,
        "compiler": report.compiler,
        "cuda": report.cuda,
        "archs": list(report.archs),
        "exit_code": report.exit_code,
        "declaration_errors": [
            {"path": display_path(error.path), "line": error.line, "message": error.message}
            for error in report.declaration_errors
        ],
        "left_out": [{"id": name, "why": why} for name, why in report.left_out],
        "failed": [{"id": name, "why": why} for name, why in report.failed],
        "variants": [{"id": variant.id, "code": code_digest(variant, include_dirs)} for variant in variants],
        "cases": [_case(case, source) for case in report.cases],
    }


def text(report: CountReport, include_dirs: Sequence[Path] = ()) -> str:
    """Return the document as text: two spaces of indent, ASCII only, one final newline."""
    return json.dumps(document(report, include_dirs), indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _case(counted: CountedCase, source: SourceLines) -> dict[str, Any]:
    counts = counted.counts
    case = counts.case
    return {
        "id": case.id,
        "variant": case.variant.id,
        "dtype": case.dtype,
        "n_rows": case.shape.n_rows,
        "n_cols": case.shape.n_cols,
        "sizes": dict(case.shape.further),
        "block": list(case.block),
        "n_elements": counts.n_elements,
        "counters": counts.total.as_dict(),
        "block_barriers": counts.block_barriers,
        "classes": counts.by_class,
        "derived": _derived(counts),
        "findings": [finding.message for finding in counts.findings],
        "launches": [_launch(launch, case, source) for launch in counts.launches],
        "resources": [_resources(each) for each in counted.resources],
    }


def _derived(counts: CaseCounts) -> dict[str, float]:
    total = counts.total
    return {
        "active_lanes": total.active_lanes,
        "lane_instructions_per_element": counts.per_element(total.lane_instructions),
        "global_bytes_per_element": counts.per_element(total.global_bytes),
        "global_sectors_per_element": counts.per_element(total.global_sectors),
        "local_sectors_per_element": counts.per_element(total.local_sectors),
        "shared_excess_per_row": counts.per_row(total.shared_excess),
        "block_barriers_per_row": counts.per_row(counts.block_barriers),
    }


def _launch(launch: LaunchCounts, case: Case, source: SourceLines) -> dict[str, Any]:
    counts = launch.counts
    return {
        "entry": launch.entry,
        "grid": list(launch.grid),
        "block": list(launch.block),
        "smem_bytes": launch.smem_bytes,
        "counters": counts.total.as_dict(),
        "block_barriers": counts.block_barriers,
        "classes": counts.by_class,
        "lines": [
            {
                "file": file,
                "line": line,
                "text": source.text(file, line, case),
                "counters": {name: n for name, n in counters.as_dict().items() if n},
            }
            for (file, line), counters in counts.by_line.items()
        ],
    }


def _resources(each: LaunchResources) -> dict[str, Any]:
    resources, occupancy = each.resources, each.occupancy
    return {
        "entry": resources.entry,
        "arch": resources.arch,
        "block": list(each.block),
        "smem_bytes": each.smem_bytes,
        "registers": resources.registers,
        "barriers": resources.barriers,
        "stack_bytes": resources.stack_bytes,
        "spill_store_bytes": resources.spill_store_bytes,
        "spill_load_bytes": resources.spill_load_bytes,
        "shared_bytes": resources.shared_bytes,
        "occupancy": None
        if occupancy is None
        else {
            "fraction": occupancy.fraction,
            "blocks": occupancy.blocks,
            "warps": occupancy.warps,
            "max_warps": occupancy.max_warps,
            "limited_by": list(occupancy.limited_by),
        },
    }
