"""Occupancy against NVIDIA's own calculator."""

import csv
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.measure.occupancy import MULTIPROCESSORS, multiprocessor, occupancy

RECORDED = Path(__file__).parents[2] / "fixtures" / "occupancy" / "cuda_13_0.csv"


def test_occupancy_is_that_of_the_calculator():
    with RECORDED.open(encoding="ascii", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        given = {name: int(row[name]) for name in ("block_threads", "registers", "shared_bytes", "barriers")}
        assert occupancy(row["arch"], **given).blocks == int(row["blocks"]), row
    assert {row["arch"] for row in rows} == {f"sm_{number}" for number in MULTIPROCESSORS}
    assert len(rows) > 1000


def test_what_limits_is_named():
    found = occupancy("sm_90", block_threads=256, registers=64, shared_bytes=0)
    assert (found.blocks, found.warps, found.max_warps, found.fraction) == (4, 32, 64, 0.5)
    assert found.limited_by == ("registers",)
    assert occupancy("sm_90", block_threads=32, registers=16).limited_by == ("blocks",)
    assert occupancy("sm_90", block_threads=1024, registers=16).limited_by == ("warps",)
    assert occupancy("sm_90", block_threads=128, registers=16, shared_bytes=100_000).limited_by == ("shared",)
    # 64 barriers of a multiprocessor, 16 for each block
    assert occupancy("sm_90", block_threads=64, registers=16, barriers=16).limited_by == ("barriers",)


def test_a_block_that_does_not_fit_has_none():
    assert occupancy("sm_90", block_threads=1024, registers=65).blocks == 0
    assert occupancy("sm_90", block_threads=1025, registers=16).blocks == 0
    assert occupancy("sm_90", block_threads=32, registers=256).blocks == 0
    assert occupancy("sm_90", block_threads=32, registers=16, shared_bytes=227 * 1024).blocks == 1
    assert occupancy("sm_90", block_threads=32, registers=16, shared_bytes=227 * 1024 + 1).blocks == 0


def test_suffixes_of_an_architecture_do_not_matter():
    assert multiprocessor("sm_90a") is multiprocessor("sm_90")


@pytest.mark.parametrize("arch", ["sm_42", "compute_90", "90", ""])
def test_unknown_architecture(arch):
    with pytest.raises(UsageError, match=r"the occupancy is known for sm_75, .* \(got"):
        occupancy(arch, block_threads=32, registers=16)


def test_empty_block():
    with pytest.raises(ValueError, match="at least one thread"):
        occupancy("sm_90", block_threads=0, registers=16)
