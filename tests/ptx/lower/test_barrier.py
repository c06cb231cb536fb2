"""Barriers of a block: who waits for whom, reductions, and what is said when they are used wrongly."""

import pytest

from tests.ptx.ptx_text import Example, Finding, check_refused, kernel, of_threads, run, words

SHARED = ".shared .align 4 .b8 v[4096];\n"
N = 0xFFFFFFFF

# %r3 is the address of the thread's own shared word, %r4 that of a word of the other half of the block
NEIGHBOURS = """
mov.u32 %r8, %ntid.x;
shr.u32 %r9, %r8, 1;
mov.b32 %r3, v;
mad.lo.u32 %r3, %r0, 4, %r3;
add.u32 %r6, %r0, %r9;
rem.u32 %r6, %r6, %r8;
mov.b32 %r4, v;
mad.lo.u32 %r4, %r6, 4, %r4;
"""


@pytest.mark.parametrize(
    "barrier", ["bar.sync 0", "bar.cta.sync 15", "barrier.sync 3", "barrier.cta.sync.aligned 3"]
)
@pytest.mark.parametrize("threads", [2, 64, 100, 1024])
def test_writes_before_are_seen_after(executor, barrier, threads):
    body = NEIGHBOURS + f"st.shared.b32 [%r3], %r0;\n{barrier};\nld.shared.b32 %r5, [%r4];"
    ran = run(executor, kernel(body, SHARED, "%r5"), block=(threads, 1, 1))
    assert ran.clean_out.tolist() == [(t + threads // 2) % threads for t in range(threads)]


def test_barrier_in_a_loop(executor):
    body = f"""{NEIGHBOURS}
mov.b32 %r5, %r0;
mov.b32 %r10, 0;
LOOP: st.shared.b32 [%r3], %r5;
bar.sync 0;
ld.shared.b32 %r11, [%r4];
bar.sync 0;
add.u32 %r5, %r5, %r11;
add.u32 %r10, %r10, 1;
setp.lt.u32 %p1, %r10, 5;
@%p1 bra LOOP;
"""
    values = list(range(96))
    for _ in range(5):
        values = [values[t] + values[(t + 48) % 96] for t in range(96)]
    assert run(executor, kernel(body, SHARED, "%r5"), block=(96, 1, 1)).clean_out.tolist() == values


VALUES = {
    # warps 0 and 1 use barrier 1, warps 2 and 3 barrier 2
    "barriers under a condition that whole warps share": Example("""
mov.b32 %r3, v;
mad.lo.u32 %r3, %r0, 4, %r3;
xor.b32 %r6, %r0, 32;
mov.b32 %r4, v;
mad.lo.u32 %r4, %r6, 4, %r4;
st.shared.b32 [%r3], %r0;
setp.lt.u32 %p1, %r0, 64;
@%p1 bra LOW;
bar.sync 2, 64;
bra END;
LOW: bar.sync 1, 64;
END: ld.shared.b32 %r5, [%r4];
""", [t ^ 32 for t in range(128)], SHARED, threads=128),
    "barrier numbers and counts in registers": Example(NEIGHBOURS + """
shr.u32 %r10, %r0, 6;
add.u32 %r10, %r10, 4;
mov.b32 %r11, 64;
xor.b32 %r6, %r0, 32;
mov.b32 %r4, v;
mad.lo.u32 %r4, %r6, 4, %r4;
st.shared.b32 [%r3], %r0;
barrier.sync %r10, %r11;
ld.shared.b32 %r5, [%r4];
""", [t ^ 32 for t in range(128)], SHARED, threads=128),
    "reduction of some warps": Example("""
setp.ge.u32 %p2, %r0, 64;
mov.b32 %r5, 5;
@%p2 bra END;
setp.ge.u32 %p1, %r0, 10;
bar.red.popc.u32 %r5, 1, 64, %p1;
END:
""", [54] * 64 + [5] * 32, threads=96),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_value_of_each_thread(executor, name):
    VALUES[name].check(executor)


def test_producers_arrive_and_consumers_wait(executor):
    # warp 1 produces for warp 0 ten times, over two barriers
    body = """
mov.b32 %r5, 0;
mov.b32 %r10, 0;
setp.ge.u32 %p1, %r0, 32;
@%p1 bra PRODUCE;
CONSUME: bar.sync 0, 64;
ld.shared.b32 %r6, [v];
mad.lo.u32 %r5, %r5, 3, %r6;
bar.arrive 1, 64;
add.u32 %r10, %r10, 1;
setp.lt.u32 %p2, %r10, 10;
@%p2 bra CONSUME;
bra END;
PRODUCE: st.shared.b32 [v], %r10;
bar.arrive 0, 64;
bar.sync 1, 64;
add.u32 %r10, %r10, 1;
setp.lt.u32 %p2, %r10, 10;
@%p2 bra PRODUCE;
END:
"""
    expected = 0
    for value in range(10):
        expected = 3 * expected + value
    ran = run(executor, kernel(body, SHARED, "%r5"), block=(64, 1, 1))
    assert ran.clean_out.tolist() == [expected] * 32 + [0] * 32


@pytest.mark.parametrize("form", ["bar.red.{0} {1}, 0, {2};", "barrier.cta.red.{0} {1}, 7, {2};"])
@pytest.mark.parametrize("threshold", [0, 1, 50, 99, 100])
def test_reductions(executor, form, threshold):
    body = f"setp.lt.u32 %p1, %r0, {threshold};\n"
    body += form.format("popc.u32", "%r5", "%p1") + "\n"
    body += form.format("and.pred", "%p2", "%p1") + "\n"
    body += form.format("or.pred", "%p3", "%p1") + "\n"
    body += form.format("popc.u32", "%r6", "!%p1") + "\n"
    body += "@%p2 add.u32 %r5, %r5, 1000;\n@%p3 add.u32 %r5, %r5, 10000;\nmad.lo.u32 %r5, %r6, 100000, %r5;"
    assert len(words(executor, "", "%r0")) == 32  # another kernel in between must not matter
    ran = run(executor, kernel(body, result="%r5"), block=(100, 1, 1))
    assert ran.report.faults == ()
    expected = threshold + 1000 * (threshold == 100) + 10000 * (threshold > 0) + 100000 * (100 - threshold)
    assert set(ran.out) == {expected}


def test_reduction_without_the_threads_that_left(executor):
    body = "setp.ge.u32 %p1, %r0, 40;\n@%p1 exit;\nsetp.ge.u32 %p2, %r0, 0;\nbar.red.and.pred %p3, 0, %p2;\n"
    body += "bar.red.popc.u32 %r5, 0, %p2;\n@%p3 add.u32 %r5, %r5, 100;"
    ran = run(executor, kernel(body, result="%r5"), block=(96, 1, 1))
    assert ran.wrong == []
    assert ran.out.tolist() == [140] * 40 + [N] * 56


@pytest.mark.parametrize("leaving", ["%r0, 32", "%r0, 17", "%r0, 70"])
def test_threads_that_left_are_not_waited_for(executor, leaving):
    limit = int(leaving.split()[1])
    for comparison in ("lt", "ge"):
        body = f"setp.{comparison}.u32 %p1, {leaving};\n@%p1 exit;\nbar.sync 0;\nmov.b32 %r5, 1;"
        ran = run(executor, kernel(body, result="%r5"), block=(96, 1, 1))
        assert ran.wrong == []
        stay = range(limit, 96) if comparison == "lt" else range(limit)
        assert ran.out.tolist() == [1 if t in stay else N for t in range(96)]


@pytest.mark.parametrize(("other", "threads"), [
    ("barrier.sync 0;", 64), ("barrier.sync 1;", 32), ("barrier.sync 0, 64;", 32), ("barrier.arrive 0, 64;", 32),
])  # fmt: skip
def test_lanes_of_a_warp_may_meet_at_one_unaligned_barrier_only(executor, other, threads):
    text = kernel(f"setp.lt.u32 %p1, %r0, 8;\n@%p1 bra LOW;\nbarrier.sync 0;\nbra END;\nLOW: {other}\nEND:")
    ran = run(executor, text, block=(threads, 1, 1))
    assert ran.is_clean if other == "barrier.sync 0;" else "barrier-divergence" in ran.reasons


def test_guarded_barrier_that_some_lanes_skip(executor):
    # the lanes that skip it leave, so it opens; on the way they do not wait
    body = "setp.lt.u32 %p1, %r0, 8;\n@%p1 bar.sync 0;\nmov.b32 %r5, 1;"
    ran = run(executor, kernel(body, result="%r5"), block=(32, 1, 1))
    assert ran.report.completed
    assert ran.out.tolist() == [1] * 32


FINDINGS = {
    **{f"barrier number {number} in a register": Finding(
        f"mov.b32 %r3, {number};\nbar.sync %r3; // here", "trap", f"barrier number {number}:", {"completed": False})
       for number in (16, 17, 0x80000000, 0xFFFFFFFF)},
    "thread count in a register that is no multiple of a warp": Finding(
        "mov.b32 %r3, 33;\nbar.sync 0, %r3;", "barrier-count", "33 threads"),
    "reduction mixed with another use": Finding("""
setp.lt.u32 %p1, %r0, 32;
@%p1 bra LOW;
bar.sync 3;
bra END;
LOW: bar.red.popc.u32 %r5, 3, %p1;
END:
""", "barrier-divergence", "barrier 3 is used for a reduction and without one", options=of_threads(64)),
    "barrier that cannot open ends the launch": Finding(
        "bar.sync 1, 128; // here\nmov.b32 %r5, 1;", "barrier-divergence", "never open",
        {"block": (0, 0, 0), "thread": (0, 0, 0), "count": 2, "completed": False},
        options={"grid": (4, 1, 1), **of_threads(64)}),
    "lanes that give different numbers": Finding(
        "and.b32 %r3, %r0, 1;\nbar.sync %r3;", "barrier-divergence", "(thread (1, 0, 0) at PTX line",
        {"thread": (0, 0, 0), "completed": True}),
    "warps that give different counts": Finding(
        "setp.lt.u32 %p1, %r0, 32;\nselp.b32 %r3, 96, 64, %p1;\nbar.sync 0, %r3; // here", "barrier-divergence",
        "(thread (0, 0, 0) at PTX line <here>)", {"thread": (32, 0, 0)}, options=of_threads(64)),
}  # fmt: skip


@pytest.mark.parametrize("name", FINDINGS)
def test_finding(name, executor):
    FINDINGS[name].check(executor)


@pytest.mark.parametrize(("instruction", "rule"), [
    ("bar.sync 16;", "a block has barriers 0 to 15 (got 16)"),
    ("bar.sync -1;", "a block has barriers 0 to 15 (got -1)"),
    ("bar.sync 0, 33;", "a thread count must be a multiple of 32 up to 1024 (got 33)"),
    ("bar.sync 0, 2048;", "a thread count must be a multiple of 32 up to 1024 (got 2048)"),
    ("bar.sync;", "a barrier takes its number and a thread count"),
    ("bar.sync 0, 32, 32;", "a barrier takes its number and a thread count"),
    ("bar.arrive 0;", "a barrier takes its number and a thread count, which an arrive needs"),
    ("bar.arrive 0, 0;", "an arrive needs a thread count above 0"),
    ("bar.red.popc.u32 %r5, 0, %r1;", "expected a predicate register"),
    ("barrier.cluster.sync;", "instruction not known to the cpu device"),
])  # fmt: skip
def test_refused(executor, instruction, rule):
    check_refused(executor, kernel(instruction), rule, instruction)
