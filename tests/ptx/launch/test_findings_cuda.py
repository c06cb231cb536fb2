"""Findings in CUDA sources: their texts name the slip, and one slip is one finding."""

import functools
import re
from pathlib import Path

import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.ptx.launch.watch import UNWATCHED, Watch
from tests.ptx.code_cache import ptx_of

SOURCE = Path(__file__).parents[1] / "sources" / "findings.cu"
TEXT = SOURCE.read_text(encoding="ascii")
INP = np.arange(256, dtype=np.float32)


@functools.cache
def ptx(arch):
    return ptx_of(CompileRequest(path=SOURCE, arch=arch))


def faults_of(executor, entry, n, *, threads=32, watch=UNWATCHED, is_input=False):
    """Run a kernel ``(out, inp, n)`` in one block, with 256 floats of `inp`."""
    memory = executor.memory
    memory.clear()
    out, inp = memory.allocate(4 * 256, "out"), memory.allocate(INP.nbytes, "inp")
    inp.data[:] = INP.view(np.uint8)
    inp.define()
    inp.is_input = is_input
    args = (np.uint64(out.address), np.uint64(inp.address), np.int32(n))
    program = executor.load(ptx("sm_80"))
    report = executor.launch(program, entry, (1, 1, 1), (threads, 1, 1), args, 0, watch)
    return tuple(fault for fault in report.faults if fault.is_info == is_input)


def line_of(text):
    """Return the number of the only line that contains a text."""
    (line,) = (number for number, line in enumerate(TEXT.splitlines(), 1) if text in line)
    return line


def test_copies_of_an_unrolled_loop_are_one_finding(executor):
    (fault,) = faults_of(executor, "unrolled", 160)
    assert (fault.reason, fault.source_line) == ("oob-read", line_of("n floats too far"))
    # elements 160 to 415 are read, those from 256 on by five of the eight loads
    assert (fault.count, fault.n_instructions) == (160, 5)
    assert fault.thread == (0, 0, 0)
    assert "0 bytes past the end of inp" in fault.message


def test_faults_at_one_line_in_different_buffers_are_two_findings(executor):
    faults = faults_of(executor, "two_buffers", 256)
    assert sorted(fault.message.partition("end of ")[2][:3] for fault in faults) == ["inp", "out"]
    assert {fault.source_line for fault in faults} == {line_of("two loads")}


def test_sides_of_one_barrier_are_told_apart_by_their_callers(executor):
    (fault,) = faults_of(executor, "halves", 0, threads=64)
    low, outer, high = (
        f"findings.cu:{line_of(f'// the {name}')}" for name in ("low half", "outer call", "high half")
    )
    assert (fault.reason, fault.source_line) == (
        "barrier-divergence",
        line_of("orders the stores before the load"),
    )
    sides = {fault.callers, tuple(fault.message.partition("), ")[2].partition("):")[0].split(", "))}
    assert sides == {
        ("in shared_first", f"called at {low}"),
        ("in shared_first", f"called at {outer}", "in doubled_first", f"called at {high}"),
    }


def test_a_barrier_that_waits_for_too_many_names_both_counts_and_places(executor):
    faults = faults_of(executor, "short_of_a_warp", 0, threads=128)
    many, other = line_of("a warp too many"), line_of("waits for another warp")
    assert {(fault.source_line, fault.reason) for fault in faults} == {
        (line, "barrier-divergence") for line in (many, other)
    }
    (fault,) = (fault for fault in faults if fault.source_line == many)
    assert fault.message.startswith(
        "barrier 3 that can never open: 96 threads have reached it and it waits for 128 "
        f"(thread (96, 0, 0) at findings.cu:{other} (PTX line"
    )


def test_different_counts_of_one_barrier_are_named_with_both_places(executor):
    fault = next(
        fault for fault in faults_of(executor, "two_counts", 0, threads=64) if "another" in fault.message
    )
    assert fault.source_line == line_of("for three warps")
    assert fault.message.startswith(
        "barrier 3 for 96 threads, where another warp waits at it for 64 threads "
        f"(thread (0, 0, 0) at findings.cu:{line_of('for two warps')} (PTX line"
    )


@pytest.mark.parametrize("watch", [UNWATCHED, Watch(races=True)])
def test_an_mbarrier_that_is_waited_for_in_vain_is_named(watch, opened):
    executor = opened(n_workers=1, step_budget=100_000)
    (fault,) = faults_of(executor, "half_arrive", 0, watch=watch)
    assert fault.reason == "hang"
    assert fault.source_line in range(line_of("while (!done)"), line_of("// here") + 5)
    assert re.search(
        r"the mbarrier at 0x0 \(0 bytes into shared memory, 8 bytes\) is in its phase of parity 0, whose end "
        r"the thread waits for: 32 of its 64 arrivals are pending, and 0 of the 0 bytes that it expects have arrived$",
        fault.message,
    )


@pytest.mark.parametrize("watch", [UNWATCHED, Watch(races=True, undefined=True)])
def test_the_first_store_into_an_input_is_noted_and_done(executor, watch):
    (note,) = faults_of(executor, "scales_in_place", 0, watch=watch, is_input=True)
    assert (note.reason, note.source_line) == ("input-modified", line_of("into the input"))
    assert (note.thread, note.count) == ((7, 0, 0), 25)
    assert note.message.startswith("global write of size 4 at 0x")
    assert note.message.endswith("(28 bytes into inp, 1024 bytes), which is an input")
    changed = executor.memory.allocations[1].data.view(np.float32)
    np.testing.assert_array_equal(changed[:9], [0, 1, 2, 3, 4, 5, 6, 14, 16])
    assert faults_of(executor, "scales_in_place", 0, watch=watch) == ()


def test_an_address_is_told_by_the_pointer_that_it_was_computed_from(executor):
    n = 5 << 20
    (fault,) = faults_of(executor, "far", n)
    assert (fault.reason, fault.source_line) == ("oob-write", line_of("far from out"))
    assert re.search(r"\(\d+ bytes past the end of inp, 1024 bytes\)", fault.message)
    assert fault.message.endswith(
        f", computed from the pointer out: {16 * n - 1024} bytes past the end of its 1024 bytes"
    )


def test_an_address_of_one_of_several_pointers_says_so(executor):
    memory = executor.memory
    memory.clear()
    out, other, inp = (memory.allocate(1024, label) for label in ("out", "other", "inp"))
    args = (np.uint64(out.address), np.uint64(inp.address), np.int32(5 << 20))
    report = executor.launch(executor.load(ptx("sm_80")), "either", (1, 1, 1), (32, 1, 1), args)
    (fault,) = report.faults
    assert f" bytes past the end of {other.label}, 1024 bytes)" in fault.message
    assert fault.message.endswith(", computed from the pointers out and inp")
