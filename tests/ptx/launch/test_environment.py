"""What a kernel reads of its surroundings: registers that the hardware chooses, and the values of addresses."""

import numpy as np
import pytest

from harness.ptx.launch.executor import Executor
from harness.ptx.memory import MOVED_BYTES
from tests.ptx.ptx_text import kernel, run

CHOSEN = (
    "smid",
    "nsmid",
    "clock",
    "clock_hi",
    "clock64",
    "globaltimer",
    "globaltimer_lo",
    "globaltimer_hi",
    "warpid",
)


@pytest.mark.parametrize("name", CHOSEN)
def test_register_that_the_hardware_chooses_is_noted(executor: Executor, name: str) -> None:
    read = f"mov.u64 %rd7, %{name};" if name in ("clock64", "globaltimer") else f"mov.u32 %r3, %{name};"
    (note,) = run(executor, kernel(read), block=(64, 1, 1)).report.faults
    assert (note.reason, note.is_info, note.count) == ("nondeterministic", True, 2)
    assert f"reads %{name}, which the hardware chooses" in note.message


@pytest.mark.parametrize(
    "name", ["tid.x", "ctaid.y", "nctaid.x", "laneid", "lanemask_lt", "dynamic_smem_size"]
)
def test_register_that_the_launch_gives_is_not(executor: Executor, name: str) -> None:
    assert run(executor, kernel(f"mov.u32 %r3, %{name};"), block=(64, 1, 1)).report.faults == ()


def test_register_behind_a_guard_that_holds_nowhere_is_not_read(executor: Executor) -> None:
    body = "setp.gt.u32 %p1, %r0, 99;\n@%p1 mov.u32 %r3, %smid;"
    assert run(executor, kernel(body), block=(64, 1, 1)).report.faults == ()


@pytest.mark.parametrize(
    ("body", "is_noted"),
    [
        ("setp.gt.u64 %p1, %rd0, 123145302310912;", True),
        ("setp.lt.s64 %p1, 139637976727552, %rd2;", True),
        ("setp.eq.s64 %p1, %rd0, 0;", False),
        ("and.b64 %rd7, %rd0, 15;\nsetp.ne.s64 %p1, %rd7, 0;", False),
        ("setp.eq.s64 %p1, %rd0, %rd1;", False),
        ("setp.lt.u64 %p1, %rd0, -8;", False),
        ("cvt.u64.u32 %rd7, %r1;\nsetp.gt.u64 %p1, %rd7, 4294967296;", False),
    ],
)
def test_comparison_of_an_address_with_a_constant_is_noted(
    executor: Executor, body: str, is_noted: bool
) -> None:
    faults = run(executor, kernel(body)).report.faults
    assert [(fault.reason, fault.is_info) for fault in faults] == [("nondeterministic", True)] * is_noted
    assert all("compares the address 0x7" in fault.message for fault in faults)
    assert all("bytes into out" in fault.message for fault in faults)


def test_buffers_are_elsewhere_for_a_launch_and_then_back(executor: Executor) -> None:
    memory = executor.memory
    inp, out = memory.allocate(256, "inp"), memory.allocate(256, "out")
    before = inp.address
    program = executor.load(kernel("st.global.b64 [%rd0], %rd1;"))
    args = [np.uint64(out.address), np.uint64(inp.address + 256), np.uint32(7)]
    with memory.moved(args) as there:
        assert inp.address == before + MOVED_BYTES
        report = executor.launch(program, "k", (1, 1, 1), (1, 1, 1), there)
        assert report.faults == ()
    assert inp.address == before
    assert int(out.data.view(np.uint64)[0]) == before + 256 + MOVED_BYTES


def test_pointers_within_structures_move_and_numbers_stay(executor: Executor) -> None:
    memory = executor.memory
    inp = memory.allocate(64, "inp")
    structure = np.array([5, inp.address + 8, 1 << 40], np.uint64).tobytes() + b"abc"
    with memory.moved([structure, np.float64(1.5), np.int32(3)]) as there:
        assert there[0] == np.array([5, inp.address + 8, 1 << 40], np.uint64).tobytes() + b"abc"
        assert there[1:] == [np.float64(1.5).tobytes(), np.int32(3).tobytes()]
