"""Recorded runs on a GPU against the matrix of today."""

import functools
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.report.json.check import CheckDocument
from harness.variant.case import parse_case_id
from harness.variant.matrix import cases, is_far, skipped, too_large
from harness.variant.variant import Variant
from tests.kernels.expectations import ROOT, shipped_variants

VARIANTS = shipped_variants()
FOLDER = ROOT / "fixtures" / "gpu_runs"
NOT_RECORDED = frozenset((FOLDER / "not_recorded.txt").read_text(encoding="utf-8").split())
"""Cases of recorded variants that are newer than the recording."""
RUNS = sorted(FOLDER.glob("check-*.json.gz"))
GATES = {path.name.split("-")[0]: path for path in sorted(FOLDER.glob("gate_*.json.gz"))}


@functools.cache
def read(path: Path) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return run


def recorded_variants(run: dict[str, Any]) -> list[Variant]:
    """Return today's variants that were run. `test_variant_was_run_on_a_gpu` tells of the others."""
    ids = {variant["id"] for variant in run["variants"]}
    return [variant for variant in VARIANTS if variant.id in ids]


def verdicts(run: dict[str, Any]) -> dict[str, str]:
    return {case["id"]: case["verdict"] for variant in run["variants"] for case in variant["cases"]}


def unexplained(recorded: dict[str, str], today: set[str], not_recorded: frozenset[str]) -> dict[str, str]:
    """Return what is wrong with each of today's cases: it did not pass, or is not in the recording and not listed.

    The recording also has cases for branches that a search found then, which are in no matrix.
    """
    wrong = {}
    for case_id in sorted(today):
        if case_id in not_recorded:
            if case_id in recorded:
                wrong[case_id] = "recorded, and listed as not recorded"
        elif recorded.get(case_id) != "PASS":
            wrong[case_id] = recorded.get(case_id, "not in the recording")
    return wrong


def test_there_is_a_recorded_run() -> None:
    assert RUNS


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.name)
def test_the_file_says_what_it_was_made_with(path: Path) -> None:
    run = read(path)
    assert (run["schema"], run["version"]) == (CheckDocument.schema, CheckDocument.version)
    info = run["device"]["info"]
    assert info["kind"] == "gpu"
    stem = f"check-{info['name']}-driver_{info['driver']}-cuda_{info['cuda']}".lower().replace(" ", "_")
    assert path.name == f"{stem}.json.gz"


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.name)
def test_all_of_todays_cases_passed_there(path: Path) -> None:
    run = read(path)
    today = {case.id for variant in recorded_variants(run) for case in cases(variant)}
    assert unexplained(verdicts(run), today, NOT_RECORDED) == {}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_variant_was_run_on_a_gpu(variant: Variant) -> None:
    if not any(variant in recorded_variants(read(path)) for path in RUNS):
        pytest.skip("not recorded yet: kernel-harness check --device gpu --no-sweep --json FILE, on a GPU")


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.name)
def test_what_was_skipped_there_is_not_run_today(path: Path) -> None:
    run = read(path)
    skipped_there = {case_id for case_id, verdict in verdicts(run).items() if verdict == "SKIP"}
    not_run = {
        case.id for variant in recorded_variants(run) for case, _ in (*skipped(variant), *too_large(variant))
    }
    # On a gpu the parts of cases that are far beyond 32 bits are not run.
    others = {each for each in skipped_there - not_run if not is_far(parse_case_id(each, VARIANTS))}
    assert (not_run - skipped_there, others) == (NOT_RECORDED & not_run, set())


@pytest.mark.parametrize(
    ("recorded", "today", "expected"),
    [
        ({"a": "PASS"}, {"a"}, {}),
        ({"a": "FAIL"}, {"a"}, {"a": "FAIL"}),
        ({"a": "SKIP"}, {"a"}, {"a": "SKIP"}),
        ({}, {"a"}, {"a": "not in the recording"}),
        ({"a": "PASS"}, set(), {}),
        ({}, {"new"}, {}),
        ({"new": "PASS"}, {"new"}, {"new": "recorded, and listed as not recorded"}),
    ],
)
def test_differences_are_found(recorded: dict[str, str], today: set[str], expected: dict[str, str]) -> None:
    assert unexplained(recorded, today, frozenset({"new"})) == expected


def test_the_gate_named_what_got_slower_and_nothing_else() -> None:
    slower, same = (read(GATES[name]) for name in ("gate_slower", "gate_same"))
    assert (slower["exit_code"], same["exit_code"]) == (1, 0)
    speeds = [
        {each["speed"] for variant in run["variants"] for each in variant["speeds"]} for run in (slower, same)
    ]
    assert speeds == [{"SLOWER"}, {"SAME"}]
    assert {variant["id"]: variant["change"] for variant in slower["variants"]} == {
        "softmax_block_two_pass": "changed",
        "softmax_warp_row": "unchanged",
    }


def test_a_report_shows_the_recorded_gates(tmp_path: Path) -> None:
    arguments = ["report", str(tmp_path / "report.html"), *map(str, GATES.values())]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    shown = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "softmax_block_two_pass-float32-4096x1024-normal-block256" in shown
    assert "+44.27" in shown
