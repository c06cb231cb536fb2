"""Races in CUDA sources: each way to order accesses, with the ordering and without."""

import functools
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from harness.compiler import CompileRequest
from harness.ptx.launch.executor import Executor, LaunchReport
from harness.ptx.launch.watch import Watch
from tests.ptx.code_cache import ptx_of

SOURCE = Path(__file__).parents[1] / "sources" / "races.cu"
TEXT = SOURCE.read_text(encoding="ascii")
RAW, WAR = "racecheck-raw", "racecheck-war"
INP = np.arange(-20, 492, dtype=np.float32)


@functools.cache
def ptx(is_ordered: bool) -> str:
    request = CompileRequest(path=SOURCE, arch="sm_80", defines=(("ORDERED", str(int(is_ordered))),))
    return ptx_of(request)


def launch(
    executor: Executor, entry: str, *, is_ordered: bool, threads: int, n: int = 512, blocks: int = 1
) -> tuple[LaunchReport, NDArray[np.float32]]:
    memory = executor.memory
    memory.clear()
    out, inp = memory.allocate(4 * 1024, "out"), memory.allocate(INP.nbytes, "inp")
    inp.data[:] = INP.view(np.uint8)
    args: Sequence[np.generic | bytes] = (np.uint64(out.address), np.uint64(inp.address), np.int32(n))
    program = executor.load(ptx(is_ordered))
    report = executor.launch(program, entry, (blocks, 1, 1), (threads, 1, 1), args, 0, Watch(races=True))
    assert report.completed
    return report, out.data.view(np.float32)


def lines_of(entry: str, *texts: str) -> set[int]:
    """Return the lines of a kernel that contain one of some texts."""
    start = TEXT.index(f"void {entry}(")
    first, last = (TEXT[:end].count("\n") + 1 for end in (start, TEXT.index("\n}\n", start)))
    lines = TEXT.splitlines()
    return {k for k in range(first, last + 1) if any(text in lines[k - 1] for text in texts)}


KERNELS = {
    # entry: threads, blocks, reasons without the ordering, texts of the lines that race
    "tile_of_16": (64, 1, {RAW, WAR}, ("values[i] = inp", "values[i ^ 15]")),
    "producer_consumer": (128, 1, {WAR, RAW}, ("slot[i] =", "slot[i ^ 33]")),
    "last_block": (32, 5, {RAW}, ("out[1 + blockIdx.x] =", "total += out")),
    "histogram": (96, 1, {RAW, "racecheck-waw", WAR}, ("atomicAdd(", "out[threadIdx.x] = bins")),
    "raised_flag": (64, 1, {RAW, WAR}, ("flag = 1", "= flag;")),
    "warp_in_step": (32, 1, {RAW, WAR}, ("values[i] =", "other = values", "out[0] = values")),
    "pipeline": (64, 1, {RAW, WAR}, ("__pipeline_memcpy_async", "stage[part % 2][63 - i]")),
}


@pytest.mark.parametrize("entry", KERNELS)
def test_ordered_accesses_are_no_race(executor: Executor, entry: str) -> None:
    threads, blocks, *_ = KERNELS[entry]
    report, _ = launch(executor, entry, is_ordered=True, threads=threads, blocks=blocks)
    assert [fault for fault in report.faults if not fault.is_info] == []


@pytest.mark.parametrize("entry", KERNELS)
def test_without_the_ordering_there_is_a_race_with_both_places(executor: Executor, entry: str) -> None:
    threads, blocks, kinds, texts = KERNELS[entry]
    # of two parts, so that no slot of the ring is filled again
    n = 128 if entry == "producer_consumer" else 512
    report, _ = launch(executor, entry, is_ordered=False, threads=threads, blocks=blocks, n=n)
    races = [fault for fault in report.faults if not fault.is_info]
    assert {fault.reason for fault in races} & kinds
    assert {fault.reason for fault in races} <= kinds
    for fault in races:
        other = re.search(r"(\w+\.\w+):(\d+) \(PTX line \d+\)", fault.message)
        assert other is not None, fault.message
        places = {(Path(fault.source_file).name, fault.source_line), (other[1], int(other[2]))}
        # the places may lie in a header of CUDA that the kernel's line calls
        here = {line for name, line in places if name == SOURCE.name}
        assert here <= lines_of(entry, *texts), fault.message
        assert here, fault.message


def test_neighbours_in_a_word_are_no_race(executor: Executor) -> None:
    for is_ordered in (True, False):
        report, out = launch(executor, "neighbours", is_ordered=is_ordered, threads=128)
        assert report.faults == ()
        assert sorted(out[:128]) == [2 * i for i in range(128)]


def test_flag_that_several_raise_alike_is_noted(executor: Executor) -> None:
    report, out = launch(executor, "raised_flag", is_ordered=True, threads=64)
    assert [(fault.reason, fault.is_info) for fault in report.faults] == [("racecheck-waw", True)]
    assert set(out[:64]) == {1.0}


def test_last_block_has_the_whole_sum(executor: Executor) -> None:
    """The look at races does not change what a kernel computes, though it may run it twice."""
    _, out = launch(executor, "last_block", is_ordered=True, threads=32, blocks=5)
    assert out[0] == INP.sum()
