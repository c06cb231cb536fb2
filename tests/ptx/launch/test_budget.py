"""Step budgets, registers that the hardware chooses, and the values of addresses."""

import numpy as np
import pytest

from harness.ptx.launch.executor import Executor
from harness.ptx.memory import MOVED_BYTES
from tests.ptx.ptx_text import kernel, line_of, run

BUDGET = 100_000
ENDLESS = "LOOP: bra LOOP;"
# %r5 counts 1000 rounds of three instructions
COUNTED = "mov.b32 %r5, 0;\nLOOP: add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 1000;\n@%p1 bra LOOP;\n"
BLOCK = "mov.u32 %r3, %ctaid.x;\n"


@pytest.fixture(scope="module", params=[1, 2, 4])
def small(request):
    executor = Executor(n_workers=request.param, step_budget=BUDGET)
    yield executor
    executor.close()


def test_endless_loop(small):
    text = kernel(ENDLESS)
    ran = run(small, text, grid=(50, 1, 1), block=(64, 1, 1))
    (fault,) = ran.report.faults
    assert (fault.reason, fault.block, fault.thread, fault.count) == ("hang", (0, 0, 0), (0, 0, 0), 1)
    assert (
        fault.message
        == f"a warp used up the step budget of {BUDGET} instructions: a loop around this line does not end"
    )
    assert fault.ptx_line == line_of(text, ENDLESS)
    assert (ran.report.completed, ran.report.steps) == (False, 0)


SPIN = "LOOP: ld.volatile.shared.b32 %r5, [flag];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra LOOP;"


@pytest.mark.parametrize(("body", "thread"), [
    (f"setp.ne.u32 %p1, %r0, 37;\n@%p1 exit;\n{ENDLESS}", 37),
    ("LOOP: bar.sync 0;\nbra LOOP;", 0),
    ("LOOP: shfl.sync.bfly.b32 %r5, %r0, 1, 31, -1;\nbra LOOP;", 0),
    ("and.b32 %r3, %r0, 1;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra B;\nA: bra A;\nB: bra B;", 1),
    ("st.shared.b32 [flag], 0;\n" + SPIN, 0),
], ids=["one lane", "barrier", "exchange", "divergent", "spin on what never comes"])  # fmt: skip
def test_other_endless_loops(small, body, thread):
    ran = run(small, kernel(body, ".shared .b32 flag;\n"), block=(128, 1, 1))
    assert [(f.reason, f.thread) for f in ran.report.faults] == [("hang", (thread, 0, 0))]


def test_lowest_block_wins(small):
    # block 7 hangs late, block 20 at once; both fault before that
    body = (
        BLOCK + COUNTED + "setp.eq.u32 %p2, %r3, 20;\n@%p2 bra LOOP2;\nsetp.ne.u32 %p3, %r3, 7;\n@%p3 exit;\n"
    )
    body += COUNTED.replace("LOOP", "LATE") + "ld.global.b32 %r6, [%rd1];\nLOOP2: bra LOOP2;"
    ran = run(small, kernel(body), grid=(40, 1, 1))
    assert [(f.reason, f.block, f.count) for f in ran.report.faults] == [
        ("oob-read", (7, 0, 0), 32),
        ("hang", (7, 0, 0), 1),
    ]


def test_faults_of_blocks_behind_the_end_are_not_reported(small):
    body = (
        f"{BLOCK}setp.eq.u32 %p1, %r3, 3;\n@%p1 bra HANG;\nld.global.b32 %r6, [%rd1];\nexit;\nHANG: bra HANG;"
    )
    ran = run(small, kernel(body), grid=(64, 1, 1))
    assert [(f.reason, f.block, f.count) for f in ran.report.faults] == [
        ("oob-read", (0, 0, 0), 96),
        ("hang", (3, 0, 0), 1),
    ]


def test_budget_is_exact(small):
    # four instructions before the loop, then rounds of three
    rounds = (BUDGET - 100) // 3
    text = kernel(COUNTED.replace("1000", str(rounds)), result="%r5")
    assert run(small, text).report.faults == ()
    text = kernel(COUNTED.replace("1000", str(rounds + 100)), result="%r5")
    assert run(small, text).reasons == ["hang"]


def test_budget_is_each_warp_s_own(small):
    text = kernel(COUNTED.replace("1000", "30000"))
    ran = run(small, text, block=(1024, 1, 1), grid=(2, 1, 1), n_out=1024)
    assert ran.report.faults == ()
    assert ran.report.steps > 32 * 2 * 90000


def test_steps_count_instructions(small):
    empty = run(small, kernel("")).report.steps
    assert run(small, kernel("mov.b32 %r5, 1;\n" * 10)).report.steps == empty + 10
    assert run(small, kernel(COUNTED)).report.steps == empty + 1 + 3 * 1000
    assert run(small, kernel(""), block=(96, 1, 1), grid=(5, 1, 1), n_out=96).report.steps == 15 * empty


def test_launch_after_a_hang_is_clean(small):
    assert run(small, kernel(ENDLESS)).reasons == ["hang"]
    ran = run(small, kernel(COUNTED, result="%r5"))
    assert (ran.report.faults, ran.report.completed) == ((), True)
    assert set(ran.out) == {1000}


def test_reports_are_the_same_in_every_run(small):
    body = (
        BLOCK
        + "setp.gt.u32 %p1, %r3, 11;\n@%p1 bra LOOP;\nld.global.b32 %r6, [%rd1];\nexit;\nLOOP: bra LOOP;"
    )
    reports = {run(small, kernel(body), grid=(40, 1, 1)).report.faults for _ in range(5)}
    assert len(reports) == 1
    assert [(f.reason, f.count) for f in next(iter(reports))] == [("oob-read", 12 * 32), ("hang", 1)]


CHOSEN = (
    "smid", "nsmid", "clock", "clock_hi", "clock64", "globaltimer", "globaltimer_lo", "globaltimer_hi", "warpid",
)  # fmt: skip


@pytest.mark.parametrize("name", CHOSEN)
def test_register_that_the_hardware_chooses_is_noted(executor, name):
    read = f"mov.u64 %rd7, %{name};" if name in ("clock64", "globaltimer") else f"mov.u32 %r3, %{name};"
    (note,) = run(executor, kernel(read), block=(64, 1, 1)).report.faults
    assert (note.reason, note.is_info, note.count) == ("nondeterministic", True, 2)
    assert f"reads %{name}, which the hardware chooses" in note.message


@pytest.mark.parametrize(
    "name", ["tid.x", "ctaid.y", "nctaid.x", "laneid", "lanemask_lt", "dynamic_smem_size"]
)
def test_register_that_the_launch_gives_is_not(executor, name):
    assert run(executor, kernel(f"mov.u32 %r3, %{name};"), block=(64, 1, 1)).report.faults == ()


def test_register_behind_a_guard_that_holds_nowhere_is_not_read(executor):
    body = "setp.gt.u32 %p1, %r0, 99;\n@%p1 mov.u32 %r3, %smid;"
    assert run(executor, kernel(body), block=(64, 1, 1)).report.faults == ()


@pytest.mark.parametrize(("body", "is_noted"), [
    ("setp.gt.u64 %p1, %rd0, 123145302310912;", True),
    ("setp.lt.s64 %p1, 139637976727552, %rd2;", True),
    ("setp.eq.s64 %p1, %rd0, 0;", False),
    ("and.b64 %rd7, %rd0, 15;\nsetp.ne.s64 %p1, %rd7, 0;", False),
    ("setp.eq.s64 %p1, %rd0, %rd1;", False),
    ("setp.lt.u64 %p1, %rd0, -8;", False),
    ("cvt.u64.u32 %rd7, %r1;\nsetp.gt.u64 %p1, %rd7, 4294967296;", False),
])  # fmt: skip
def test_comparison_of_an_address_with_a_constant_is_noted(executor, body, is_noted):
    faults = run(executor, kernel(body)).report.faults
    assert [(fault.reason, fault.is_info) for fault in faults] == [("nondeterministic", True)] * is_noted
    assert all("compares the address 0x7" in fault.message for fault in faults)
    assert all("bytes into out" in fault.message for fault in faults)


def test_buffers_are_elsewhere_for_a_launch_and_then_back(executor):
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


def test_pointers_within_structures_move_and_numbers_stay(executor):
    memory = executor.memory
    inp = memory.allocate(64, "inp")
    structure = np.array([5, inp.address + 8, 1 << 40], np.uint64).tobytes() + b"abc"
    with memory.moved([structure, np.float64(1.5), np.int32(3)]) as there:
        assert there[0] == np.array([5, inp.address + 8, 1 << 40], np.uint64).tobytes() + b"abc"
        assert there[1:] == [np.float64(1.5).tobytes(), np.int32(3).tobytes()]
