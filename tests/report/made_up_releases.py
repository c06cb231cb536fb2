"""Documents of checks and counts that several CUDA releases might have made."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from harness.report.json import check as render_json
from harness.run.target import Target
from harness.verdict import Verdict
from tests.report.made_up import INFO, WRONG, make_report

PASSES = (Verdict.PASS, Verdict.PASS, Verdict.SKIP)
FAILS = (Verdict.PASS, Verdict.FAIL, Verdict.SKIP)


def check(folder: Path, cuda: str, *verdicts: Sequence[Verdict], **info: str) -> dict[str, Any]:
    """Make the document of a check of ``softmax_0``, ``softmax_1``, ..., with these verdicts of their first cases."""
    device = replace(INFO, cuda=cuda, compiler=f"nvrtc {cuda}.99", **info)
    report = make_report(
        folder, *(verdicts or (PASSES,)), findings=(WRONG,), target=Target("auto", device.kind, device)
    )
    return json.loads(render_json.text(report))


def count(
    checked: Mapping[str, Any],
    cuda: str,
    *,
    shapes: Sequence[str] = ("4x8", "64x100"),
    archs: Sequence[str] = ("sm_90",),
    **figures: int,
) -> dict[str, Any]:
    """Make the document of a count of the same variants, each case of which has these figures."""
    figures = {"registers": 32, "spilled": 0, "instructions": 500, "sectors": 200, **figures}
    return {
        "schema": "kernel-harness/count",
        "version": 1,
        "harness": checked["harness"],
        "command": ["count"],
        "arch": "sm_90",
        "compiler": f"nvrtc {cuda}.99",
        "cuda": cuda,
        "archs": list(archs),
        "exit_code": 0,
        "declaration_errors": [],
        "left_out": [],
        "failed": [],
        "variants": [{"id": each["id"], "code": each["code"]} for each in checked["variants"]],
        "cases": [
            _counted_case(variant["id"], shape, archs, figures)
            for variant in checked["variants"]
            for shape in shapes
        ],
    }


def _counted_case(
    variant: str, shape: str, archs: Sequence[str], figures: Mapping[str, int]
) -> dict[str, Any]:
    n_rows, n_cols = map(int, shape.split("x"))
    return {
        "id": f"{variant}-float32-{shape}-normal-block32",
        "variant": variant,
        "dtype": "float32",
        "n_rows": n_rows,
        "n_cols": n_cols,
        "sizes": {},
        "block": [32, 1, 1],
        "n_elements": n_rows * n_cols,
        "counters": {"instructions": figures["instructions"], "global_load_sectors": figures["sectors"]},
        "block_barriers": 0,
        "classes": {},
        "derived": {},
        "findings": [],
        "launches": [],
        "resources": [
            {
                "entry": "softmax",
                "arch": arch,
                "block": [32, 1, 1],
                "barriers": 0,
                "stack_bytes": 0,
                "registers": figures["registers"],
                "spill_store_bytes": figures["spilled"],
                "spill_load_bytes": 0,
                "shared_bytes": 0,
                "smem_bytes": 0,
                "occupancy": None,
            }
            for arch in archs
        ],
    }
