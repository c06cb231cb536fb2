"""Control flow: what each lane computes must not depend on how the lanes of its warp part and meet."""

import random

import numpy as np
import pytest

from tests.fuzz import reference
from tests.fuzz.memory import Memory
from tests.fuzz.reader import read
from tests.ptx.ptx_text import Example, Finding, check_refused, kernel, of_threads, run, words
from tests.sampled import one_in

N = 0xFFFFFFFF


SPIN = """
SPIN: ld.volatile.shared.b32 %r5, [flag];
setp.eq.u32 %p2, %r5, 0;
@%p2 bra SPIN;
bra END;
OTHER: st.volatile.shared.b32 [flag], 5;
mov.b32 %r5, 6;
END:
"""
"""Waits until threads that have gone to OTHER set the flag."""

VALUES = {
    "branch on the lane": Example(
        "setp.lt.u32 %p1, %r0, 5;\n@%p1 bra LOW;\nmov.b32 %r5, 2;\nbra END;\nLOW: mov.b32 %r5, 1;\nEND:",
        [1] * 5 + [2] * 27),
    "loop with a trip count per lane": Example("""
mov.b32 %r5, 0;
mov.b32 %r6, 0;
LOOP: setp.ge.u32 %p1, %r6, %r0;
@%p1 bra END;
add.u32 %r6, %r6, 1;
add.u32 %r5, %r5, %r6;
bra LOOP;
END:
""", [lane * (lane + 1) // 2 for lane in range(32)]),
    "jump table in a long loop takes no stack": Example("""
mov.b32 %r5, 0;
ts: .branchtargets A, B;
LOOP: and.b32 %r6, %r5, 1;
brx.idx %r6, ts;
A: add.u32 %r5, %r5, 1;
bra NEXT;
B: add.u32 %r5, %r5, 1;
NEXT: setp.lt.u32 %p1, %r5, 2000000;
@%p1 bra LOOP;
""", 2000000),
    "guarded jump table": Example("""
setp.lt.u32 %p1, %r0, 2;
mov.b32 %r5, 9;
ts: .branchtargets A, B;
@%p1 brx.idx %r0, ts;
bra END;
A: mov.b32 %r5, 1;
bra END;
B: mov.b32 %r5, 2;
END:
""", [1, 2] + [9] * 30),
    "guards of all kinds": Example("""
setp.lt.u32 %p1, %r0, 8;
mov.b32 %r5, 1;
@%p1 add.u32 %r5, %r5, 10;
@!%p1 add.u32 %r5, %r5, 20;
setp.eq.u32 %p2, %r5, 11;
@%p1 setp.eq.u32 %p2, %r0, 3;
@%p2 mov.b32 %r5, 99;
@!%p1 st.global.b32 [%rd2], 5;
""", [99 if lane == 3 else 11 for lane in range(8)] + [21] * 24),
    "guarded load does not touch memory of other lanes": Example(
        "setp.eq.u32 %p1, %r0, 0;\nmov.b64 %rd5, 0;\n@%p1 mov.b64 %rd5, %rd0;\nmov.b32 %r5, 7;\n"
        "st.global.b32 [%rd2], 3;\n@%p1 ld.global.b32 %r5, [%rd5];", [3] + [7] * 31),
    "lane that spins on another lane of its warp gets through": Example("""
st.shared.b32 [flag], 0;
bar.warp.sync -1;
setp.eq.u32 %p1, %r0, 0;
@!%p1 bra OTHER;
""" + SPIN, [5] + [6] * 31, ".shared .b32 flag;\n"),
    "warp that spins on a later warp of its block gets through": Example("""
setp.ne.u32 %p3, %r0, 0;
@!%p3 st.volatile.shared.b32 [flag], 0;
bar.sync 0;
setp.ge.u32 %p1, %r0, 64;
@%p1 bra OTHER;
""" + SPIN, [5] * 64 + [6] * 32, ".shared .b32 flag;\n", threads=96),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_value_of_each_lane(executor, name):
    VALUES[name].check(executor)


def test_every_lane_takes_a_way_of_its_own(executor):
    targets = ", ".join(f"L{lane}" for lane in range(32))
    arms = "".join(f"L{lane}: mov.b32 %r5, {lane * lane};\nbra END;\n" for lane in range(32))
    body = f"ts: .branchtargets {targets};\nbrx.idx %r0, ts;\n{arms}END:"
    assert words(executor, body, "%r5").tolist() == [lane * lane for lane in range(32)]


FINDINGS = {
    **{f"jump to {index} of two": Finding(
        f"mov.b32 %r5, {index};\nts: .branchtargets A, B;\nbrx.idx %r5, ts; // here\nA:\nB:", "trap", f"index {index}",
        {"thread": (0, 0, 0), "completed": False}) for index in (2, 0xFFFFFFFF, 0x80000000)},
    "trap, with the lowest lane": Finding("setp.gt.u32 %p1, %r0, 36;\n@%p1 trap; // here", "trap",
        facts={"thread": (37, 0, 0), "count": 1, "completed": False}, options=of_threads(64)),
}  # fmt: skip


@pytest.mark.parametrize("name", FINDINGS)
def test_finding_ends_the_launch(name, executor):
    FINDINGS[name].check(executor)


@pytest.mark.parametrize("opcode", ["exit", "ret"])
def test_guarded_exit(executor, opcode):
    body = f"st.global.b32 [%rd2], 1;\nsetp.ge.u32 %p1, %r0, 3;\n@%p1 {opcode};\nst.global.b32 [%rd2], 2;"
    ran = run(executor, kernel(body))
    assert ran.out.tolist() == [2] * 3 + [1] * 29
    assert ran.report.faults == ()


def test_exit_of_all_lanes_ends_the_kernel(executor):
    assert run(executor, kernel("exit;\nL: bra L;")).report.completed


def test_exits_one_by_one(executor):
    body = """
mov.b32 %r5, 0;
LOOP: st.global.b32 [%rd2], %r5;
setp.eq.u32 %p1, %r5, %r0;
@%p1 exit;
add.u32 %r5, %r5, 1;
bra LOOP;
"""
    assert run(executor, kernel(body)).out.tolist() == list(range(32))


def test_block_coordinates(executor):
    body = """
mov.u32 %r3, %ctaid.x;
mov.u32 %r4, %ctaid.y;
mov.u32 %r5, %ctaid.z;
mov.u32 %r6, %nctaid.x;
mov.u32 %r7, %nctaid.y;
mov.u32 %r8, %nctaid.z;
mad.lo.u32 %r9, %r5, %r7, %r4;
mad.lo.u32 %r9, %r9, %r6, %r3;
mad.wide.u32 %rd3, %r9, 4, %rd0;
mad.lo.u32 %r10, %r8, 10, %r5;
mad.lo.u32 %r10, %r10, 10, %r4;
mad.lo.u32 %r10, %r10, 10, %r3;
st.global.b32 [%rd3], %r10;
"""
    ran = run(executor, kernel(body), grid=(3, 2, 4), block=(1, 1, 1), n_out=24)
    assert ran.out.tolist() == [
        4000 + z * 100 + y * 10 + x for z in range(4) for y in range(2) for x in range(3)
    ]


def test_special_registers_of_a_thread(executor):
    def special(name, width=32):
        wide = f"mov.u64 %rd5, {name};\ncvt.u32.u64 %r5, %rd5;" if width == 64 else f"mov.u32 %r5, {name};"
        ran = run(executor, kernel(wide, result="%r5"), block=(64, 1, 1), shared_bytes=48)
        assert all(fault.is_info for fault in ran.report.faults)  # notes on what the hardware chooses
        return ran.out.tolist()

    assert special("%warpid") == [0] * 32 + [1] * 32
    assert special("%nwarpid") == [2] * 64
    assert special("%dynamic_smem_size") == [48] * 64
    assert special("%nclusterid.x") == [1] * 64
    assert special("%gridid", 64) == [0] * 64
    assert special("%tid.r") == special("%tid.x") == list(range(64))
    assert special("%ntid.g") == special("%ntid.y") == [1] * 64
    assert special("%ntid.w") == special("%ntid.a") == [0] * 64


def test_clock_counts_up_within_a_warp(executor):
    body = "mov.u64 %rd5, %clock64;\nL: mov.u64 %rd6, %clock64;\nsub.u64 %rd7, %rd6, %rd5;\n"
    body += "setp.lt.u64 %p1, %rd7, 1000;\n@%p1 bra L;\ncvt.u32.u64 %r5, %rd7;"
    found = words(executor, body, "%r5")
    assert ((found >= 1000) & (found < 1100)).all()


@pytest.mark.parametrize("name", ["%pm0", "%tid", "%laneid.x", "%lanemask_ne", "%clock.y"])
def test_unknown_special_register_is_refused_with_its_line(executor, name):
    text = kernel(f"mov.u32 %r5, {name};")
    check_refused(executor, text, f"special register {name} is not supported", f"{name};")


def test_register_that_was_never_written_is_all_ones_in_every_launch(executor):
    dirty = (
        "mov.b32 %r5, 3;\nmov.b32 %r6, 4;\nL: add.u32 %r5, %r5, %r6;\nsetp.lt.u32 %p1, %r5, 99;\n@%p1 bra L;"
    )
    # %r5 lives across blocks, and nothing sets it on the way that odd lanes take
    body = "and.b32 %r7, %r0, 1;\nsetp.eq.u32 %p1, %r7, 1;\n@%p1 bra L;\nmov.b32 %r5, 1;\nL:"
    for _ in range(3):
        words(executor, dirty, "%r5")
        assert words(executor, body, "%r5").tolist() == [1, N] * 16


def random_flow(seed):
    """Return a random flow graph, with loops of several entries; each thread ends after 60 blocks."""
    pick = random.Random(seed)
    n_blocks, n_registers = pick.randint(3, 14), 5

    def register():
        return f"%r{9 + pick.randrange(n_registers)}"

    def target():
        return f"B{pick.randrange(n_blocks)}"

    lines = [f"mad.lo.u32 %r{9 + k}, %r0, {2 * k + 1}, {77 * k};" for k in range(n_registers)]
    lines.append("mov.b32 %r20, 60;")
    for number in range(n_blocks):
        lines += [f"B{number}:", "sub.u32 %r20, %r20, 1;", "setp.eq.u32 %p9, %r20, 0;", "@%p9 bra END;"]
        for _ in range(pick.randrange(4)):
            guard = pick.choice(["", "", "@%p1 ", "@!%p1 "])
            name = pick.choice(["add.u32", "sub.u32", "xor.b32", "mul.lo.u32"])
            b = pick.choice([register(), str(pick.randrange(1000))])
            lines += [
                f"setp.lt.u32 %p1, {register()}, 200;",
                f"{guard}{name} {register()}, {register()}, {b};",
            ]
        ending = pick.random()
        if ending < 0.6:
            lines += [f"and.b32 %r21, {register()}, 255;", f"setp.lt.u32 %p2, %r21, {pick.randrange(256)};"]
            lines.append(f"@%p2 bra {target()};")
        elif ending < 0.75:
            lines.append(f"bra {target()};")
        elif ending < 0.9:
            targets = [target() for _ in range(pick.randint(1, 4))]
            lines += [f"rem.u32 %r21, {register()}, {len(targets)};"]
            lines += [f"T{number}: .branchtargets {', '.join(targets)};", f"brx.idx %r21, T{number};"]
    lines += ["END:", "mov.b32 %r5, %r9;"]
    return "\n".join(lines + [f"mad.lo.u32 %r5, %r5, 31, %r{9 + k};" for k in range(1, n_registers)])


@pytest.mark.parametrize("seed", one_in(8, range(40), pytest.mark.slow))
def test_random_flow_agrees_with_the_reference_of_the_fuzzer(seed, executor):
    """Whose own programs have structured flow."""
    text = kernel(random_flow(seed), result="%r5")
    memory = Memory()
    out = memory.allocate(bytes(4 * 48))
    reference.run(read(text), "k", (1, 1, 1), (48, 1, 1), [out, 0, 0], memory)
    expected = np.frombuffer(memory.region(out)[0].data, np.uint32)
    np.testing.assert_array_equal(run(executor, text, block=(48, 1, 1)).clean_out, expected)
