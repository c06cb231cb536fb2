"""Races in CUDA sources: each way to order accesses, with the ordering and without."""

import functools
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.ptx.launch.watch import Watch
from tests.ptx.code_cache import ptx_of
from tests.ptx.ptx_text import launch_on
from tests.sampled import one_in

SOURCES = Path(__file__).parents[1] / "sources"
RAW, WAR, WAW = "racecheck-raw", "racecheck-war", "racecheck-waw"
INP = np.arange(-20, 492, dtype=np.float32)


class Kernel(NamedTuple):
    threads: int
    blocks: int
    # without the ordering
    reasons: set[str]
    # of the lines that race
    texts: tuple[str, ...]
    file: str = "races.cu"


def gang(blocks, reasons, *texts):
    """Return a kernel that needs clusters, cooperative launches, mbarriers or asynchronous operations."""
    return Kernel(64, blocks, reasons, texts, "gang_races.cu")


KERNELS = {
    "tile_of_16": Kernel(64, 1, {RAW, WAR}, ("values[i] = inp", "values[i ^ 15]")),
    "producer_consumer": Kernel(128, 1, {WAR, RAW}, ("slot[i] =", "slot[i ^ 33]")),
    "last_block": Kernel(32, 5, {RAW}, ("out[1 + blockIdx.x] =", "total += out")),
    "histogram": Kernel(96, 1, {RAW, WAW, WAR}, ("atomicAdd(", "out[threadIdx.x] = bins")),
    "raised_flag": Kernel(64, 1, {RAW, WAR}, ("flag = 1", "= flag;")),
    "warp_in_step": Kernel(32, 1, {RAW, WAR}, ("values[i] =", "other = values", "out[0] = values")),
    "pipeline": Kernel(64, 1, {RAW, WAR}, ("__pipeline_memcpy_async", "stage[part % 2][63 - i]")),
    "neighbour": gang(8, {RAW, WAR}, "values[threadIdx.x] = inp", "map_shared_rank(values"),
    "overwritten": gang(4, {RAW, WAR}, "values[threadIdx.x] = other", "map_shared_rank(values"),
    "late": gang(8, {RAW, WAR}, "values[threadIdx.x] = inp", "map_shared_rank(values"),
    "half_late": gang(8, {RAW, WAR}, "values[threadIdx.x] = inp", "map_shared_rank(values"),
    "relaxed": gang(8, {RAW, WAR}, "values[threadIdx.x] = inp", "map_shared_rank(values"),
    "fenced": gang(8, {RAW, WAR}, "values[threadIdx.x] = inp", "map_shared_rank(values"),
    "flagged": gang(2, {RAW}, "value = inp", "out[0] ="),
    "grid_round": gang(4, {RAW, WAR}, "out[me] =", "out[size + me] ="),
    "handed": gang(1, {RAW, WAR}, "values[threadIdx.x] = inp", "= values[threadIdx.x - 32]"),
    "initialised": gang(1, {RAW}, "init(&barrier", "barrier.arrive_and_wait"),
    "sent": gang(2, {RAW, WAR}, "st_async", "out[blockIdx.x] ="),
    "bulk": gang(1, {RAW}, "cp_async_bulk(", "out[threadIdx.x] = values"),
    "bulk_out": gang(1, {WAR}, "cp_async_bulk(", "values[threadIdx.x] = 0.0f"),
    "copied": gang(1, {RAW, WAR}, "memcpy_async", "= values[63 - threadIdx.x]"),
    "copied_often": gang(1, {RAW, WAR}, "memcpy_async", "= values[0][threadIdx.x ^ 32]"),
    "waited_often": gang(1, {RAW}, "memcpy_async", "+= values[k][63 - threadIdx.x]"),
    "neighbours": Kernel(128, 1, set(), ()),
}
GANG = [entry for entry, kernel in KERNELS.items() if kernel.reasons and kernel.file == "gang_races.cu"]
RACING = GANG + [entry for entry, kernel in KERNELS.items() if kernel.reasons and entry not in GANG]


@functools.cache
def ptx(file, is_ordered):
    arch = "sm_90" if file == "gang_races.cu" else "sm_80"
    return ptx_of(CompileRequest(SOURCES / file, arch, defines=(("ORDERED", str(int(is_ordered))),)))


def launch(executor, entry, *, is_ordered, n=0, blocks=0, **watch):
    kernel = KERNELS[entry]
    blocks = blocks or kernel.blocks
    (out, _), report = launch_on(
        executor,
        ptx(kernel.file, is_ordered),
        entry,
        [np.zeros(max(64 * blocks, 1024), np.float32), INP],
        np.int32(n or (64 if kernel.file == "gang_races.cu" else 512)),
        grid=(blocks, 1, 1),
        block=(kernel.threads, 1, 1),
        watch=Watch(races=True, **watch),
        cooperative=entry == "grid_round",
    )
    assert report.completed
    return report, out


def lines_of(entry):
    """Return the lines of a kernel that race."""
    text = (SOURCES / KERNELS[entry].file).read_text(encoding="ascii")
    start = re.search(rf"\b{entry}\(float\*", text)
    first, last = (text[:end].count("\n") + 1 for end in (start.start(), text.index("\n}\n", start.start())))
    lines = text.splitlines()
    return {k for k in range(first, last + 1) if any(each in lines[k - 1] for each in KERNELS[entry].texts)}


@pytest.mark.parametrize(
    ("entry", "schedule"),
    [
        each
        for schedule, entries in ((None, RACING), (3, GANG))
        for each in one_in(2, [(entry, schedule) for entry in entries], pytest.mark.slow)
    ],
)
def test_ordered_accesses_are_no_race(executor, entry, schedule):
    report, _ = launch(executor, entry, is_ordered=True, schedule=schedule)
    assert [fault.message for fault in report.faults if not fault.is_info] == []


@pytest.mark.parametrize("entry", one_in(2, RACING, pytest.mark.slow))
def test_without_the_ordering_there_is_a_race_with_both_places(executor, entry):
    kernel = KERNELS[entry]
    # of two parts, so that no slot of the ring is filled again
    report, _ = launch(executor, entry, is_ordered=False, n=128 if entry == "producer_consumer" else 0)
    races = [fault for fault in report.faults if not fault.is_info]
    assert races
    assert {fault.reason for fault in races} <= kernel.reasons
    for fault in races:
        other = re.search(r"(\w+\.\w+):(\d+) \(PTX line \d+\)", fault.message)
        assert other is not None, fault.message
        places = {(Path(fault.source_file).name, fault.source_line), (other[1], int(other[2]))}
        # the places may lie in a header of CUDA that the kernel's line calls
        here = {line for name, line in places if name == kernel.file}
        assert here <= lines_of(entry), fault.message
        assert here or kernel.file == "gang_races.cu", fault.message


def test_neighbours_in_a_word_are_no_race(executor):
    for is_ordered in (True, False):
        report, out = launch(executor, "neighbours", is_ordered=is_ordered)
        assert report.faults == ()
        assert sorted(out[:128]) == [2 * i for i in range(128)]


def test_flag_that_several_raise_alike_is_noted(executor):
    report, out = launch(executor, "raised_flag", is_ordered=True)
    assert [(fault.reason, fault.is_info) for fault in report.faults] == [(WAW, True)]
    assert set(out[:64]) == {1.0}


def test_last_block_has_the_whole_sum(executor):
    """The look at races does not change what a kernel computes, though it may run it twice."""
    _, out = launch(executor, "last_block", is_ordered=True)
    assert out[0] == INP.sum()


def test_blocks_of_a_cluster_are_named(executor):
    report, _ = launch(executor, "neighbour", is_ordered=False)
    fault = next(each for each in report.faults if each.reason == RAW)
    assert fault.block[0] // 4 == 0
    assert re.search(r"block \((\d), 0, 0\)", fault.message), fault.message


# A barrier of the cluster orders its blocks; ``__syncthreads`` orders none.
OF_A_CLUSTER = (
    {RAW, WAR},
    r": no cluster barrier orders the two blocks; cluster\.sync\(\) would, __syncthreads\(\) does not$",
)


@pytest.mark.parametrize(("entry", "reasons", "said"), [
    ("neighbour", *OF_A_CLUSTER),
    ("overwritten", *OF_A_CLUSTER),
    # blocks of a grid are in no cluster together; a barrier does not wait for an asynchronous store
    ("grid_round", {RAW}, "nothing orders the two blocks; a fence"),
    ("sent", {RAW}, "nothing waits for the"),
])  # fmt: skip
def test_what_would_order_blocks_is_named(executor, entry, reasons, said):
    report, _ = launch(executor, entry, is_ordered=False)
    races = [fault.message for fault in report.faults if fault.reason in reasons]
    assert races
    assert all(re.search(said, message) for message in races)


def test_a_launch_that_was_looked_at_on_other_values_is_not_looked_at_again(executor):
    assert launch(executor, "handed", is_ordered=False, is_again=True)[0].faults == ()


def test_so_many_threads_are_looked_at_and_no_cluster_beyond(executor):
    """Of 300 clusters of 256 threads the first 64 make 16384; every one has the race in each of its threads."""
    report, _ = launch(executor, "neighbour", is_ordered=False, blocks=1200)
    (raw,) = (fault for fault in report.faults if fault.reason == RAW)
    assert raw.block[0] < 4
    assert raw.count <= 64 * 256
