"""Counts of real kernels against numbers worked out by hand."""

from dataclasses import replace
from pathlib import Path

import pytest

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.measure.case_counts import (
    CaseCounts,
    CountingError,
    count_case,
    count_on,
    open_counter,
    scaled_down,
)
from harness.settings.settings import Settings
from harness.variant.case import Case, make_case
from harness.variant.declaration.discovery import load_variant
from harness.variant.variant import Block
from harness.verdict import CaseResult, Verdict

ROOT = Path(__file__).parents[2]
SETTINGS = Settings.load(ROOT, step_budget=1_000_000)


@pytest.fixture(scope="module")
def device():
    device = PtxCpu(SETTINGS)
    yield device
    device.close()


def case_of(name: str, n_rows: int, n_cols: int, block: Block | None = None, **parts: str) -> Case:
    variant = load_variant(ROOT / "cuda_src" / f"{name}.cu")
    given = {"dtype": variant.dtypes[0], "block": block or variant.usual_block, **parts}
    return make_case(variant, n_rows=n_rows, n_cols=n_cols, kind="normal", **given)  # type: ignore[arg-type]


def counted(case: Case, device: PtxCpu) -> CaseCounts:
    found = count_case(case, device, SETTINGS)
    assert isinstance(found, CaseCounts), found
    assert found.findings == ()
    return found


def test_block_kernel_with_three_reads_and_one_write(device):
    """8 warps a row of 1024 columns: 4 requests a warp and pass, 4 sectors each; two barriers a row."""
    counts = counted(case_of("softmax_block_two_pass", 64, 1024, (256, 1, 1)), device)
    total = counts.total
    assert (total.global_load_requests, total.global_load_sectors) == (64 * 8 * 4 * 3, 64 * 8 * 4 * 3 * 4)
    assert (total.global_store_requests, total.global_store_sectors) == (64 * 8 * 4, 64 * 8 * 4 * 4)
    assert total.global_load_bytes == 3 * 4 * 64 * 1024
    assert total.global_bytes == 16 * counts.n_elements
    assert total.barriers == 64 * 8 * 2
    assert counts.block_barriers == 64 * 2
    # two butterflies of 5 steps for each of the maximum and the sum, by every warp
    assert total.shuffles == 64 * 8 * 20
    # one partial stored by each warp, eight loaded by each, both reductions
    assert (total.shared_store_requests, total.shared_load_requests) == (64 * 8 * 2, 64 * 8 * 2)
    assert total.shared_excess == 0
    assert total.atomics == 0


def test_padded_rows_touch_one_sector_more(device):
    plain = counted(case_of("softmax_warp_row", 32, 128), device)
    strided = counted(case_of("softmax_warp_row", 32, 128, layout="strided"), device)
    assert plain.total.global_load_requests == strided.total.global_load_requests == 32 * 4 * 3
    assert plain.total.global_load_sectors == 32 * 4 * 3 * 4
    assert strided.total.global_load_sectors > plain.total.global_load_sectors
    assert plain.total.global_load_bytes == strided.total.global_load_bytes


def test_thread_per_row_moves_a_sector_for_each_element(device):
    counts = counted(case_of("softmax_naive", 128, 100, (128, 1, 1)), device)
    assert counts.total.global_load_sectors == 3 * counts.n_elements
    assert counts.total.global_store_sectors == counts.n_elements
    assert counts.total.active_lanes == 32.0


def test_half_precision_moves_half_of_the_bytes(device):
    counts = counted(case_of("softmax_warp_row", 32, 1024, dtype="float16"), device)
    assert counts.total.global_bytes == 8 * counts.n_elements
    assert counts.total.global_load_sectors == 2 * counts.total.global_load_requests


def test_launches_of_a_variant_add_up(device):
    counts = counted(case_of("softmax_split_three_phase", 4, 2048, (256, 1, 1)), device)
    assert [launch.entry for launch in counts.launches] == ["reduce_slices", "merge_slices", "write_slices"]
    parts = [launch.counts.total for launch in counts.launches]
    assert counts.total.instructions == sum(part.instructions for part in parts)
    # a pair of 8 bytes for each of 8 slices and each of 4 rows
    assert counts.total.global_store_bytes == 4 * 4 * 2048 + 8 * 8 + 4 * 8
    assert sum(counts.by_class.values()) == counts.total.instructions


def test_lines_add_up_to_the_whole(device):
    counts = counted(case_of("softmax_block_tree", 8, 777), device)
    lines = counts.launches[0].counts.by_line
    assert sum(each.instructions for each in lines.values()) == counts.total.instructions
    assert sum(each.global_load_sectors for each in lines.values()) == counts.total.global_load_sectors
    loads = {line: each for (file, line), each in lines.items() if each.global_load_sectors}
    source = counts.case.variant.path.read_text(encoding="ascii").splitlines()
    assert len(loads) == 3
    assert all("x[col]" in source[line - 1] for line in loads)
    barriers = [key for key, each in lines.items() if each.barriers]
    header = (ROOT / "cuda_src" / "include" / "reduce.cuh").read_text(encoding="ascii").splitlines()
    assert barriers
    assert all(
        file == "include/reduce.cuh" and "__syncthreads" in header[line - 1] for file, line in barriers
    )


def test_counts_are_the_same_on_one_worker(device):
    alone = PtxCpu(replace(SETTINGS, cpu_threads=1))
    case = case_of("softmax_block_warp_online", 40, 1000)
    assert counted(case, alone).launches == counted(case, device).launches
    alone.close()


def test_figures_of_a_row_do_not_depend_on_the_number_of_rows(device):
    few, many = (counted(case_of("softmax_block_two_pass", n_rows, 1000), device) for n_rows in (8, 64))
    assert 8 * few.total.global_sectors == many.total.global_sectors
    assert 8 * few.total.instructions == many.total.instructions


def test_scaling_down_keeps_everything_but_the_rows():
    case = case_of("softmax_warp_row", 4096, 1000, layout="strided")
    small = scaled_down(case, 64_000)
    assert (small.shape.n_rows, small.shape.n_cols) == (64, 1000)
    for what in ("layout", "block", "kind", "dtype"):
        assert getattr(small, what) == getattr(case, what)
    assert scaled_down(case, 4096 * 1000) is case
    assert scaled_down(case, 1).shape.n_rows == 1


def test_what_cannot_be_counted_is_said(device):
    outside = count_case(case_of("softmax_warp_multi_row", 4, 1024), device, SETTINGS)
    assert isinstance(outside, CaseResult)
    assert outside.verdict is Verdict.SKIP
    broken = load_variant(ROOT / "fixtures" / "bad_kernels" / "broken" / "does_not_compile.cu")
    case = make_case(broken, dtype="float32", n_rows=1, n_cols=1, block=broken.usual_block)
    assert count_case(case, device, SETTINGS).verdict is Verdict.ERROR  # type: ignore[union-attr]
    endless = load_variant(ROOT / "fixtures" / "hostile_kernels" / "endless_loop.cu")
    case = make_case(endless, dtype="float32", n_rows=2, n_cols=8, block=endless.usual_block)
    ended = count_case(case, device, SETTINGS)
    assert isinstance(ended, CaseResult)
    assert "did not run to its end" in ended.findings[0].message


def test_counting_through_a_runner():
    case = case_of("softmax_warp_row", 8, 100)
    outside = case_of("softmax_warp_multi_row", 4, 1024)
    with open_counter(replace(SETTINGS, isolation="process")) as runner:
        found = count_on(runner, case)
        assert found.total.global_bytes == 4 * 4 * 800
        with pytest.raises(CountingError, match=r"was not counted: outside `requires`: n_cols <= warp \* 8"):
            count_on(runner, outside)
        assert count_on(runner, case) == found


def test_findings_come_along(device):
    wrong = load_variant(ROOT / "fixtures" / "bad_kernels" / "write_past_row.cu")
    case = make_case(wrong, dtype="float32", n_rows=2, n_cols=8, block=wrong.usual_block)
    found = count_case(case, device, SETTINGS)
    assert isinstance(found, CaseCounts)
    assert "oob-write" in [finding.reason.value for finding in found.findings]
