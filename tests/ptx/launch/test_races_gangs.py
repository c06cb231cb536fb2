"""Races that clusters, grids that synchronise, mbarriers and asynchronous operations order, or leave."""

import functools
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.ptx.launch.executor import Executor, LaunchReport
from harness.ptx.launch.watch import Watch
from tests.ptx.code_cache import ptx_of

SOURCE = Path(__file__).parents[1] / "sources" / "gang_races.cu"
TEXT = SOURCE.read_text(encoding="ascii")
RAW, WAR, WAW = "racecheck-raw", "racecheck-war", "racecheck-waw"
INP = np.arange(64, dtype=np.float32)

KERNELS = {
    # entry: blocks, reasons without the ordering, texts of the lines that race
    "neighbour": (8, {RAW, WAR}, ("values[threadIdx.x] = inp", "map_shared_rank(values")),
    "overwritten": (4, {RAW, WAR}, ("values[threadIdx.x] = other", "map_shared_rank(values")),
    "late": (8, {RAW, WAR}, ("values[threadIdx.x] = inp", "map_shared_rank(values")),
    "half_late": (8, {RAW, WAR}, ("values[threadIdx.x] = inp", "map_shared_rank(values")),
    "relaxed": (8, {RAW, WAR}, ("values[threadIdx.x] = inp", "map_shared_rank(values")),
    "fenced": (8, {RAW, WAR}, ("values[threadIdx.x] = inp", "map_shared_rank(values")),
    "flagged": (2, {RAW}, ("value = inp", "out[0] =")),
    "grid_round": (4, {RAW, WAR}, ("out[me] =", "out[size + me] =")),
    "handed": (1, {RAW, WAR}, ("values[threadIdx.x] = inp", "= values[threadIdx.x - 32]")),
    "initialised": (1, {RAW}, ("init(&barrier", "barrier.arrive_and_wait")),
    "sent": (2, {RAW, WAR}, ("st_async", "out[blockIdx.x] =")),
    "bulk": (1, {RAW}, ("cp_async_bulk(", "out[threadIdx.x] = values")),
    "bulk_out": (1, {WAR}, ("cp_async_bulk(", "values[threadIdx.x] = 0.0f")),
    "copied": (1, {RAW, WAR}, ("memcpy_async", "= values[63 - threadIdx.x]")),
    "copied_often": (1, {RAW, WAR}, ("memcpy_async", "= values[0][threadIdx.x ^ 32]")),
    "waited_often": (1, {RAW}, ("memcpy_async", "+= values[k][63 - threadIdx.x]")),
}


@functools.cache
def ptx(is_ordered: bool) -> str:
    request = CompileRequest(path=SOURCE, arch="sm_90", defines=(("ORDERED", str(int(is_ordered))),))
    return ptx_of(request)


def launch(
    executor: Executor,
    entry: str,
    *,
    is_ordered: bool,
    schedule: int | None = None,
    blocks: int = 0,
    is_again: bool = False,
) -> LaunchReport:
    memory = executor.memory
    memory.clear()
    out, inp = memory.allocate(4 * 64 * max(blocks, 16), "out"), memory.allocate(INP.nbytes, "inp")
    inp.data[:] = INP.view(np.uint8)
    args: Sequence[np.generic | bytes] = (np.uint64(out.address), np.uint64(inp.address), np.int32(64))
    return executor.launch(
        executor.load(ptx(is_ordered)),
        entry,
        (blocks or KERNELS[entry][0], 1, 1),
        (64, 1, 1),
        args,
        0,
        Watch(races=True, is_again=is_again, schedule=schedule),
        cooperative=entry == "grid_round",
    )


def lines_of(entry: str, *texts: str) -> set[int]:
    """Return the lines of a kernel that contain one of some texts."""
    start = re.search(rf"\b{entry}\(float\*", TEXT)
    assert start is not None
    first, last = (TEXT[:end].count("\n") + 1 for end in (start.start(), TEXT.index("\n}\n", start.start())))
    lines = TEXT.splitlines()
    return {k for k in range(first, last + 1) if any(text in lines[k - 1] for text in texts)}


@pytest.mark.parametrize("schedule", [None, 3])
@pytest.mark.parametrize("entry", KERNELS)
def test_ordered_accesses_are_no_race(executor: Executor, entry: str, schedule: int | None) -> None:
    report = launch(executor, entry, is_ordered=True, schedule=schedule)
    assert report.completed
    assert [fault.message for fault in report.faults if not fault.is_info] == []


@pytest.mark.parametrize("entry", KERNELS)
def test_without_the_ordering_there_is_a_race_with_both_places(executor: Executor, entry: str) -> None:
    _, kinds, texts = KERNELS[entry]
    report = launch(executor, entry, is_ordered=False)
    races = [fault for fault in report.faults if fault.reason.startswith("racecheck") and not fault.is_info]
    assert {fault.reason for fault in races} & kinds
    assert {fault.reason for fault in races} <= kinds
    for fault in races:
        other = re.search(r"(\w+\.\w+):(\d+) \(PTX line \d+\)", fault.message)
        assert other is not None, fault.message
        places = {(Path(fault.source_file).name, fault.source_line), (other[1], int(other[2]))}
        # the places may lie in a header of CUDA that the kernel's line calls
        here = {line for name, line in places if name == SOURCE.name}
        assert here <= lines_of(entry, *texts), fault.message


def test_blocks_of_a_cluster_are_named(executor: Executor) -> None:
    report = launch(executor, "neighbour", is_ordered=False)
    fault = next(each for each in report.faults if each.reason == RAW)
    assert fault.block[0] // 4 == 0
    assert re.search(r"block \((\d), 0, 0\)", fault.message), fault.message


def test_what_would_order_blocks_is_named(executor: Executor) -> None:
    """A barrier of the cluster orders its blocks; ``__syncthreads`` orders none."""
    for entry in ("neighbour", "overwritten"):
        races = [
            each for each in launch(executor, entry, is_ordered=False).faults if each.reason in (RAW, WAR)
        ]
        assert races
        for fault in races:
            assert fault.message.endswith(
                ": no cluster barrier orders the two blocks; cluster.sync() would, __syncthreads() does not"
            )
    # blocks of a grid are in no cluster together; a barrier does not wait for an asynchronous store
    for entry, text in (
        ("grid_round", "nothing orders the two blocks; a fence"),
        ("sent", "nothing waits for the"),
    ):
        races = [each for each in launch(executor, entry, is_ordered=False).faults if each.reason == RAW]
        assert races
        assert all(text in fault.message for fault in races)


def test_a_launch_that_was_looked_at_on_other_values_is_not_looked_at_again(executor: Executor) -> None:
    assert launch(executor, "handed", is_ordered=False, is_again=True).faults == ()


def test_so_many_threads_are_looked_at_and_no_cluster_beyond(executor: Executor) -> None:
    """Of 300 clusters of 256 threads the first 64 make 16384; every one has the race in each of its threads."""
    (raw,) = (
        each
        for each in launch(executor, "neighbour", is_ordered=False, blocks=1200).faults
        if each.reason == RAW
    )
    assert raw.block[0] < 4
    assert raw.count <= 64 * 256
