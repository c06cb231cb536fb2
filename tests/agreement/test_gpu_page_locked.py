"""When the virtual GPU reads and writes the host memory of copies, against the recording of a GPU."""

import json
import os
import sys

import pytest

from tests import forked
from tests.agreement.gpu_answers import page_locked
from tests.agreement.gpu_answers.probing import FOLDER, ROOT

SIZE, BUSY_NS = 4096, 1000
"""Bytes of each copy on the virtual GPU, whose kernels end before their launch returns."""


@pytest.fixture(scope="module")
def recorded():
    return json.loads((FOLDER / "page_locked.json").read_text())


def _virtual(tmp_path, probe, memory, size=SIZE, busy=BUSY_NS):
    report = tmp_path / "report.json"
    words = ("-m", page_locked.__name__, "--child", probe, memory, str(size), str(busy))
    ran = forked.run(
        [sys.executable, "-m", "harness", "run", "--json", str(report), *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode in (0, 1), ran.stderr
    document = json.loads(report.read_text())
    assert document["program_status"] == 0, ran.stderr
    codes = [{each["reason"] for each in document[key]} - {"memory-leak"} for key in ("findings", "notes")]
    return json.loads(ran.stdout.splitlines()[0]), *codes


def _rows(recorded, probe, memory):
    return [
        each
        for each in recorded["probes"]
        if (each["probe"], each["memory"]) == (probe, memory) and "error" not in each
    ]


@pytest.mark.parametrize("memory", page_locked.MEMORIES)
def test_a_source_that_a_gpu_reads_late_must_not_change(tmp_path, recorded, memory):
    rows = _rows(recorded, "source_changed", memory)
    seen, findings, _ = _virtual(tmp_path, "source_changed", memory)
    assert rows
    assert ("copy-not-awaited" in findings) == any(each["new"] for each in rows)
    assert seen["old"] == SIZE


@pytest.mark.parametrize("memory", page_locked.MEMORIES)
def test_a_copy_to_the_host_is_there_when_its_call_returns_only_in_pageable_memory(
    tmp_path, recorded, memory
):
    rows = _rows(recorded, "result_read", memory)
    seen, findings, _ = _virtual(tmp_path, "result_read", memory)
    assert rows
    assert not findings
    assert (seen["old"] == 0) == all(each["is_idle"] and each["old"] == 0 for each in rows)


@pytest.mark.parametrize("memory", page_locked.MEMORIES)
def test_what_another_stream_reads_too_early_on_a_gpu_is_a_finding(tmp_path, recorded, memory):
    rows = _rows(recorded, "other_stream", memory)
    _, findings, _ = _virtual(tmp_path, "other_stream", memory)
    assert rows
    assert "stream-race" in findings or not any(each["old"] for each in rows)


@pytest.mark.parametrize("probe", page_locked.PROBES[-2:], ids=lambda probe: probe[0])
def test_values_of_a_wrong_type_are_the_same_and_only_the_virtual_gpu_says_so(tmp_path, recorded, probe):
    (row,) = _rows(recorded, *probe[:2])
    seen, findings, notes = _virtual(tmp_path, *probe)
    assert notes == {"type-mismatch"}
    assert seen["values"] == row["values"]
    assert not findings
    for tool, said in recorded["sanitizer"].items():
        assert any("SUMMARY: 0 " in line for line in said[probe[0]]), tool
