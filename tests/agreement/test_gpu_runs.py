"""Recorded runs on a GPU against the matrix of today."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from harness.report.render_json import SCHEMA, VERSION
from harness.spec.discovery import discover
from harness.spec.matrix import cases
from tests.kernels.expectations import CUDA_SOURCES, ROOT

RUNS = sorted((ROOT / "fixtures" / "gpu_runs").glob("*.json.gz"))


def read(path: Path) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return run


def verdicts(run: dict[str, Any]) -> dict[str, str]:
    return {case["id"]: case["verdict"] for variant in run["variants"] for case in variant["cases"]}


def test_there_is_a_recorded_run() -> None:
    assert RUNS


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.name)
def test_the_file_says_what_it_was_made_with(path: Path) -> None:
    run = read(path)
    assert (run["schema"], run["version"]) == (SCHEMA, VERSION)
    info = run["device"]["info"]
    assert info["kind"] == "gpu"
    stem = f"check-{info['name']}-driver_{info['driver']}-cuda_{info['cuda']}".lower().replace(" ", "_")
    assert path.name == f"{stem}.json.gz"


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.name)
def test_nothing_that_the_matrix_holds_failed_there(path: Path) -> None:
    """A case that is newer than the recording is not in it; that it passes on a GPU is for the next recording."""
    recorded = verdicts(read(path))
    today = {case.id for variant in discover([CUDA_SOURCES]).variants for case in cases(variant)}
    both = today & recorded.keys()
    assert both, "the recording holds none of today's cases: record it again"
    assert {case_id: recorded[case_id] for case_id in sorted(both)} == dict.fromkeys(sorted(both), "PASS")
