"""What is saved beside times."""

from dataclasses import replace
from pathlib import Path

import pytest

from harness.measure.case_counts import open_counter
from harness.measure.cost_info import MAX_ELEMENTS, cost_info
from harness.measure.launch_resources import Meter
from harness.run.session import Runner
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.kernels.mutants import kernel

ROOT = Path(__file__).parents[2]
SETTINGS = replace(Settings.load(ROOT), isolation="none")


@pytest.fixture(scope="module")
def counter():
    with open_counter(SETTINGS) as runner:
        yield runner


def info_of(path: Path, n_rows: int, n_cols: int, counter: Runner, arch: str = "sm_90") -> dict[str, object]:
    variant = load_variant(path)
    case = make_case(
        variant, dtype="float32", n_rows=n_rows, n_cols=n_cols, kind="normal", block=variant.usual_block
    )
    return cost_info(case, counter, Meter(SETTINGS, (arch,)))


def test_large_problems_are_counted_with_fewer_rows(counter):
    path = ROOT / "cuda_src" / "softmax_block_staged.cu"
    large, small = info_of(path, 100_000, 16_384, counter), info_of(path, 16, 16_384, counter)
    assert large["counters_shape"] == f"{MAX_ELEMENTS // 16_384}x16384"
    assert large == small
    assert large["sectors_per_element"] == 0.25


def test_of_several_launches_the_most_is_taken(counter):
    info = info_of(ROOT / "cuda_src" / "softmax_split_three_phase.cu", 4, 2048, counter)
    assert info["shared_bytes"] == 256
    assert isinstance(info["registers"], int)
    assert info["registers"] >= 20


def test_spills_and_occupancy(counter):
    spilled = info_of(kernel(ROOT / "fixtures" / "slow_kernels", "spilled_registers"), 4, 100, counter)
    whole = info_of(ROOT / "cuda_src" / "softmax_block_packs.cu", 4, 100, counter)
    assert isinstance(spilled["spill_bytes"], int)
    assert spilled["spill_bytes"] > whole["spill_bytes"] == 0
    assert spilled["occupancy"] == 1.0
    assert whole["occupancy"] == 0.5


def test_what_cannot_be_had_is_said(counter):
    outside = info_of(ROOT / "cuda_src" / "softmax_warp_multi_row.cu", 4, 1024, counter)
    assert outside.keys() == {"counters_shape", "counters_error"}
    unknown = info_of(ROOT / "cuda_src" / "softmax_block_tree.cu", 4, 128, counter, arch="sm_42")
    assert "does not compile for sm_42" in str(unknown["counters_error"])
    assert unknown["sectors_per_element"] == 0.5
    assert "registers" not in unknown
