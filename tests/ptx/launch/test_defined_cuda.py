"""Uninitialised memory in CUDA C++ as NVRTC compiles it: right kernels are clean, each fault is found where it is."""

import functools
import re

import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.ptx.layout import WATCH_DEFINED
from tests.ptx.code_cache import ptx_of
from tests.ptx.shadows import EXACT, WATCH
from tests.ptx.test_cuda_sources import SOURCES
from tests.sampled import one_in

SOURCE, SHUFFLES = SOURCES / "defined.cu", SOURCES / "shuffles.cu"
ARCHS = (pytest.param("sm_75", marks=pytest.mark.slow), "sm_90")


@functools.cache
def ptx(arch, fault, source=SOURCE):
    request = CompileRequest(path=source, arch=arch, defines=(("FAULT", str(fault)),))
    return ptx_of(request)


def launch(executor, entry, out, inp, n, *, arch="sm_90", fault=0, threads=32, watch=WATCH, source=SOURCE):
    args = [np.uint64(out.address), np.uint64(inp.address), np.int32(n)]
    program = executor.load(ptx(arch, fault, source))
    report = executor.launch(program, entry, (1, 1, 1), (threads, 1, 1), args, 0, watch)
    assert report.completed
    return report


def buffers(executor, n_defined):
    executor.memory.clear()
    out, inp = executor.memory.allocate(1024, "out"), executor.memory.allocate(1024, "inp")
    inp.data[:n_defined] = 0
    inp.define(0, n_defined)
    return out, inp


def line_with(text, source=SOURCE):
    found = [number for number, line in enumerate(source.read_text().splitlines(), 1) if text in line]
    assert len(found) == 1
    return found[0]


KERNELS = [
    # entry, n, threads, bytes of the input that have a value, start of the message, line of the read
    ("shared_sum", 40, 64, 160, "stores", "sum += values[i];"),
    ("padded_row", 70, 32, 280, "stores", "const float4 pack ="),
    ("half_pairs", 31, 32, 62, "stores", ""),  # a line of cuda_fp16.h
    ("local_array", 8, 32, 32, "stores", "sum += pairs["),
    ("partials_of_warps", 96, 96, 384, "stores", "? partials[threadIdx.x] :"),
    ("table", 32, 32, 128, "uses an address", "out[threadIdx.x] = inp[where"),
]


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize(
    ("entry", "n", "threads", "n_defined", "text", "line"), KERNELS, ids=lambda v: str(v)[:20]
)
def test_fault_is_found_and_its_absence_is_not(executor, arch, entry, n, threads, n_defined, text, line):
    for watch in (WATCH, EXACT):
        out, inp = buffers(executor, n_defined)
        assert launch(executor, entry, out, inp, n, arch=arch, threads=threads, watch=watch).faults == ()
    out, inp = buffers(executor, n_defined)
    report = launch(executor, entry, out, inp, n, arch=arch, threads=threads, fault=1)
    assert {fault.reason for fault in report.faults} == {"uninitialised-read"}
    (fault, *_) = report.faults
    assert fault.message.startswith(text)
    places = re.findall(r"(\w+\.\w+):(\d+)", fault.message)
    assert places[-1] == ("defined.cu", str(line_with(line))) if line else "cuda_fp16.h" in dict(places)
    assert fault.source_file.endswith("defined.cu")


@pytest.mark.parametrize("arch", ARCHS)
def test_branches_of_a_reduction(executor, arch):
    out, inp = buffers(executor, 400)
    assert launch(executor, "maximum", out, inp, 100, arch=arch, watch=EXACT).faults == ()
    out, inp = buffers(executor, 396)
    assert launch(executor, "maximum", out, inp, 100, arch=arch).faults != ()


def test_scratch_memory_of_two_kernels(executor):
    for fault, clean in ((0, True), (1, False)):
        out, inp = buffers(executor, 128)
        scratch = executor.memory.allocate(128, "scratch")
        assert launch(executor, "fill_scratch", scratch, inp, 32).faults == ()
        report = launch(executor, "use_scratch", out, scratch, 32, fault=fault)
        assert (report.faults == ()) == clean
        if not clean:
            (found,) = report.faults
            assert (found.thread, found.count) == ((16, 0, 0), 16)
            assert "(64 bytes into scratch, 128 bytes)" in found.message


LANES = np.arange(1, 33, dtype=np.float32)
REDUCTIONS = {
    "down": (20, [LANES[:20].sum()]),
    "up": (32, [0] * 8 + np.cumsum(LANES[8:]).tolist()),
    "tiles": (20, [LANES[:8].sum(), LANES[8:16].sum(), LANES[16:20].sum()]),
    "segments": (20, [LANES[lane : min(lane // 3 * 3 + 3, 20)].sum() for lane in range(20)]),
    "parked": (20, [LANES[1:20].sum()] * 20),
    "followed": (20, [*LANES[4:20].tolist(), 0, 0, 0, 0]),
}


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("fault", [0, 1, 2])
@pytest.mark.parametrize("entry", one_in(2, REDUCTIONS, pytest.mark.slow))
def test_value_of_a_missing_lane_may_be_dropped_and_not_used(executor, arch, entry, fault):
    threads, expected = REDUCTIONS[entry]
    out, inp = buffers(executor, 128)
    inp.data[:128] = LANES.view(np.uint8)
    report = launch(
        executor, entry, out, inp, threads, arch=arch, fault=fault, threads=threads, source=SHUFFLES
    )
    assert report.exact == WATCH_DEFINED, "nothing was suspected"
    if fault == 0:
        assert report.faults == ()
        assert out.data[: 4 * len(expected)].view(np.float32).tolist() == expected
        return
    assert {found.reason for found in report.faults} == {"invalid-shuffle"}
    (found, *_) = report.faults
    assert "which does not take part (it " in found.message
    if entry != "tiles":  # that one is in a header of cooperative groups
        assert f"shuffles.cu:{line_with(f'// shuffle of {entry}', SHUFFLES)}" in found.message


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("fault", [0, 1, 2])
def test_value_of_a_missing_lane_that_another_warp_uses(executor, arch, fault):
    out, inp = buffers(executor, 160)
    report = launch(executor, "partials", out, inp, 40, arch=arch, fault=fault, threads=40, source=SHUFFLES)
    assert report.exact == WATCH_DEFINED, "nothing was suspected"
    assert bool(report.faults) == (fault > 0)
    for found in report.faults:
        assert (found.reason, found.thread) == ("invalid-shuffle", (0, 0, 0))
        came, _, stored = found.message.partition(", stored to shared memory by thread (32, 0, 0) at ")
        assert f"shuffles.cu:{line_with('// shuffle of partials', SHUFFLES)} " in came
        assert stored.startswith(f"shuffles.cu:{line_with('// store of partials', SHUFFLES)} ")
