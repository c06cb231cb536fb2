"""Files that reports are made of: results as tests want them, speeds from recorded pairs, times that are made up."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from click.testing import CliRunner

from harness.cli.program import main
from harness.gate.model import Change, CostChange, GateReport, Kind, SpeedResult, VariantGate
from harness.measure.statistics import Interval, Speed
from harness.report.json import check as render_json
from harness.report.json import gate as gate_json
from harness.report.json.check import CheckDocument
from harness.report.json.gate import GateDocument
from harness.store.records import read
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from harness.verdict import Verdict
from tests.kernels.mutants import kernel
from tests.report.made_up import OOB, TARGET, WRONG, make_report

ROOT = Path(__file__).parents[2]
SPEEDS = (
    ("softmax_block_packs", Speed.SAME, -0.0085, 0.0073),
    ("softmax_warp_row", Speed.SLOWER, 0.0056, 0.018),
    ("softmax_block_tree", Speed.FASTER, -0.02, -0.0124),
    ("softmax_block_tree", Speed.AMBIGUOUS, 0.0008, 0.0093),
)
"""Variants, and their changes of time with the ends of the interval."""

MADE_UP_GPU = "a made-up GPU"


def checked(document: dict[str, object]) -> CheckDocument:
    return read(document, CheckDocument, "check.json")


def gated(document: dict[str, object]) -> GateDocument:
    return read(document, GateDocument, "gate.json")


def check_text(folder: Path) -> str:
    """JSON of a check: one variant with failures, one that passes, all real cases of a matrix."""
    fails = [Verdict.FAIL if index % 7 == 3 else Verdict.PASS for index in range(80)]
    crashes = [Verdict.PASS, Verdict.CRASH, Verdict.HANG, Verdict.NOT_RUN, Verdict.SKIP]
    return render_json.text(
        make_report(
            folder, fails, [Verdict.PASS] * 80, [*crashes, *[Verdict.PASS] * 40], findings=(WRONG, OOB)
        )
    )


def bench_document(
    times: Iterable[dict[str, object]],
    *,
    commit: str = "c" * 40,
    committed: str = "2026-01-02T03:04:05+00:00",
    **changes,
) -> dict[str, object]:
    return {
        "machine_info": {"node": "nowhere"},
        "commit_info": {"id": commit, "time": committed, "dirty": False, "branch": "main"},
        "benchmarks": [
            {
                "name": f"test_benchmark[{each['variant']}]",
                "stats": {
                    "min": 0.99e-6 * each["median_us"],
                    "q1": 0.995e-6 * each["median_us"],
                    "median": 1e-6 * each["median_us"],
                    "q3": 1.005e-6 * each["median_us"],
                    "rounds": 100,
                },
                "extra_info": each,
            }
            for each in times
        ],
        "datetime": "2026-01-02T04:00:00+00:00",
        "version": "5.0.0",
        **changes,
    }


def made_up_time(
    variant: str, n_rows: int, n_cols: int, of_copy: float, **changes: object
) -> dict[str, object]:
    """Make up the `extra_info` of a benchmark: a copy at 3000 GB/s, and a kernel at a share of that."""
    n_bytes = 8 * n_rows * n_cols
    copy_us = n_bytes / 3000e3
    return {
        "case": f"{variant}-float32-{n_rows}x{n_cols}-normal-block256",
        "variant": variant, "baseline": None, "dtype": "float32", "n_rows": n_rows, "n_cols": n_cols,
        "block": [256, 1, 1], "device_kind": "gpu", "bytes": n_bytes, "median_us": copy_us / of_copy,
        "copy_us": copy_us, "copy_fraction": of_copy, "sm_clock_mhz": [1980, 1965],
        "memory_clock_mhz": [2619, 2619], "clock_limits": [], "throttled": False, "device": MADE_UP_GPU,
        "driver": "1.2.3", "cuda": "13.0", "compiler": "nvcc 13.0.88", "arch": "sm_90", "registers": 32,
        "spill_bytes": 0, "occupancy": 0.75, "sectors_per_element": 0.25, **changes,
    }  # fmt: skip


def ladder(*, n_variants: int = 9) -> list[dict[str, object]]:
    """Make up times of several variants over N, one of them naive."""
    names = ["softmax_naive", *(f"softmax_step{number}" for number in range(1, n_variants))]
    return [
        made_up_time(name, 32768, n_cols, (0.05 if not step else 0.1 * step) * (1 - 40 / (n_cols + 60)))
        for step, name in enumerate(names)
        for n_cols in (128, 256, 1000, 4096)
    ]


def gate_report() -> GateReport:
    """Make up a gate: two kernels at speeds of each kind, one of which takes longer, and a counter that grew."""
    results = []
    for stem, speed, low, high in SPEEDS:
        variant = load_variant(ROOT / "cuda_src" / f"{stem}.cu")
        case = make_case(
            variant, dtype="float32", n_rows=50_000, n_cols=256, kind="normal", block=variant.usual_block
        )
        change = Interval((low + high) / 2, low, high, n_pairs=36, n_restarts=3)
        confirmed = change if speed is Speed.SLOWER else None
        times = (34.55, 34.98, 26.28)
        results.append(SpeedResult(case.id, case.id, speed, change, confirmed, *times))
    cost = CostChange(
        "global_load_sectors", "softmax_changed-float32-64x1024", 100, 200, True, "one more pass"
    )
    changed = VariantGate("softmax_changed", Change.CHANGED, "compiled code", costs=[cost], speeds=results)
    changed.regress(Kind.SLOWER, "slower by 1 %")
    return GateReport(
        base="main",
        head="my-branch",
        target=TARGET,
        compiler="nvrtc 13.0.88",
        margin=0.01,
        variants=(changed,),
        not_compared=("the width sweep", "<img src=x onerror=alert(1)>"),
    )


@cache
def gate_text() -> str:
    return gate_json.text(gate_report())


def count_text(folder: Path) -> str:
    """JSON of a count of two small kernels, counted here."""
    path = folder / "counted.json"
    names = [
        str(kernel(ROOT / "fixtures/slow_kernels", stem)) for stem in ("bank_conflicts", "one_more_pass")
    ]
    result = CliRunner().invoke(main, ["count", *names, "--shape", "4x300", "--json", str(path)])
    assert result.exit_code == 0, result.output
    return path.read_text()


def release_texts(checked: str, counted: str) -> dict[str, str]:
    """JSON of the same check and count with an older CUDA release: nothing failed, with fewer registers."""
    check, count = json.loads(checked), json.loads(counted)
    info = check["device"]["info"]
    info["cuda"], info["compiler"] = "12.4", "nvrtc 12.4.127"
    count["cuda"], count["compiler"] = "12.4", "nvrtc 12.4.127"
    for variant in check["variants"]:
        variant["verdict"] = "PASS"
        for case in variant["cases"]:
            if case["verdict"] != "SKIP":
                case.update(verdict="PASS", reasons=[], findings=[], max_error_ratio=0.5)
    for case in count["cases"]:
        for resources in case["resources"]:
            resources["registers"] -= 8
    return {"check-12.4.json": json.dumps(check), "count-12.4.json": json.dumps(count)}
