"""Instructions that the lanes of a warp execute together, and what is said when they cannot."""

import pytest

from tests.ptx.ptx_text import Example, Finding, kernel, of_threads, run

N = 0xFFFFFFFF
LANES = range(32)


VALUES = {
    "shuffle may overwrite its own source": Example(
        "mov.b32 %r5, %r0;\nshfl.sync.bfly.b32 %r5, %r5, 1, 31, -1;\nshfl.sync.up.b32 %r5, %r5, %r5, 0, -1;",
        [0 if lane % 2 else lane + 1 for lane in LANES]),
    # every group of four names itself only
    "shuffle within groups of one warp": Example("""
and.b32 %r3, %r0, 28;
shl.b32 %r4, 15, %r3;
shfl.sync.bfly.b32 %r5, %r0, 1, 31, %r4;
""", [lane ^ 1 for lane in LANES]),
    "groups meet each on its own path": Example("""
setp.lt.u32 %p1, %r0, 16;
@%p1 bra LOW;
shfl.sync.bfly.b32 %r5, %r0, 1, 31, 0xffff0000;
bra END;
LOW: shfl.sync.bfly.b32 %r5, %r0, 2, 31, 0xffff;
END:
""", [lane ^ (2 if lane < 16 else 1) for lane in LANES]),
    "lanes that come by different ways meet": Example("""
mov.b32 %r6, 0;
LOOP: setp.ge.u32 %p1, %r6, %r0;
@%p1 bra MEET;
add.u32 %r6, %r6, 1;
bra LOOP;
MEET: shfl.sync.idx.b32 %r5, %r6, 31, 31, -1;
""", [31] * 32),
    # odd lanes pass a block that lies behind the shuffle and come back to it
    "lanes meet at an instruction before the place of the others": Example("""
and.b32 %r3, %r0, 1;
setp.eq.u32 %p1, %r3, 1;
@%p1 bra BEHIND;
MEET: shfl.sync.bfly.b32 %r5, %r0, 1, 31, -1;
bra END;
BEHIND: add.u32 %r0, %r0, 100;
bra MEET;
END:
""", [100 + (lane ^ 1) if lane % 2 == 0 else lane ^ 1 for lane in LANES]),
    # the upper lanes come to the shuffle twice: among themselves while the lower ones wait there, then with all
    "lanes wait for partners that come with their mask": Example("""
mov.b32 %r3, -1;
setp.lt.u32 %p1, %r0, 16;
@%p1 bra MEET;
mov.b32 %r3, 0xffff0000;
MEET: shfl.sync.bfly.b32 %r5, %r0, 1, 31, %r3;
setp.ne.u32 %p2, %r3, -1;
mov.b32 %r3, -1;
add.u32 %r0, %r0, 100;
@%p2 bra MEET;
""", [(lane ^ 1) + 100 * (lane >= 16) for lane in LANES]),
    "warp barrier is met from two places": Example("""
setp.lt.u32 %p1, %r0, 16;
shl.b32 %r3, %r0, 2;
mov.b32 %r4, v;
add.u32 %r3, %r3, %r4;
@%p1 bra LOW;
st.shared.b32 [%r3], %r0;
bar.warp.sync -1;
ld.shared.b32 %r5, [%r3+-64];
bra END;
LOW: st.shared.b32 [%r3], %r0;
bar.warp.sync -1;
ld.shared.b32 %r5, [%r3+64];
END:
""", [lane ^ 16 for lane in LANES], ".shared .b32 v[32];\n"),
    "guarded shuffle": Example(
        "setp.lt.u32 %p1, %r0, 16;\nmov.b32 %r5, 77;\n@%p1 shfl.sync.bfly.b32 %r5, %r0, 1, 31, 0xffff;",
        [lane ^ 1 for lane in range(16)] + [77] * 16),
    # lane l leaves after l + 1 rounds; the mask is what is left, as a ballot tells
    "shuffle in a loop that lanes leave one by one": Example("""
mov.b32 %r6, 0;
mov.b32 %r5, 0;
mov.b32 %r7, -1;
LOOP: shfl.sync.idx.b32 %r8, %r0, 31, 31, %r7;
add.u32 %r5, %r5, %r8;
setp.lt.u32 %p1, %r6, %r0;
vote.sync.ballot.b32 %r7, %p1, %r7;
add.u32 %r6, %r6, 1;
@%p1 bra LOOP;
""", [31 * (lane + 1) for lane in LANES]),
    "votes of negated predicates": Example("setp.lt.u32 %p1, %r0, 5;\nvote.sync.ballot.b32 %r5, !%p1, -1;", N & ~31),
    "votes count the lanes of the mask only": Example("""
setp.lt.u32 %p1, %r0, 20;
and.b32 %r3, %r0, 16;
shl.b32 %r4, 0xffff, %r3;
vote.sync.ballot.b32 %r5, %p1, %r4;
vote.sync.all.pred %p2, %p1, %r4;
@%p2 or.b32 %r5, %r5, 0x80000000;
""", [0x8000FFFF] * 16 + [0xF0000] * 16),
    "ballot of a partial warp": Example("setp.ge.u32 %p1, %r0, 3;\nvote.sync.ballot.b32 %r5, %p1, -1;", 0x3F8,
        threads=10),
    "match within the mask": Example(
        "and.b32 %r3, %r0, 16;\nshl.b32 %r4, 0xffff, %r3;\nmatch.any.sync.b32 %r5, 1, %r4;",
        [0xFFFF] * 16 + [0xFFFF0000] * 16),
    "elect picks the lowest lane that takes part": Example("""
setp.lt.u32 %p3, %r0, 3;
@%p3 exit;
and.b32 %r3, %r0, 16;
shl.b32 %r4, 0xffff, %r3;
elect.sync %r5|%p1, %r4;
@%p1 add.u32 %r5, %r5, 100;
""", [N] * 3 + [103] + [3] * 12 + [116] + [16] * 15),
    "elect into the sink": Example("elect.sync _|%p1, -1;\nselp.b32 %r5, 1, 0, %p1;", [1] + [0] * 31),
    # the rounds differ between lanes
    "lanes of different rounds shuffle, vote, match and sum": Example("""
mov.b32 %r6, 0;
LOOP: add.u32 %r6, %r6, 1;
setp.lt.u32 %p1, %r6, %r0;
@%p1 bra LOOP;
shfl.sync.bfly.b32 %r7|%p2, %r0, 5, 31, -1;
setp.lt.u32 %p3, %r0, 20;
vote.sync.ballot.b32 %r8, %p3, -1;
match.any.sync.b32 %r9, %r7, -1;
redux.sync.add.u32 %r5, %r0, -1;
add.u32 %r5, %r5, %r7; add.u32 %r5, %r5, %r8; add.u32 %r5, %r5, %r9;
""", [((lane ^ 5) + 0xFFFFF + (1 << lane) + 496) & N for lane in LANES]),
    "vote waits for lanes on another path": Example("setp.ge.u32 %p3, %r0, 30;\n" + """
mov.b32 %r6, 0;
LOOP: add.u32 %r6, %r6, 1;
setp.lt.u32 %p1, %r6, %r0;
@%p1 bra LOOP;
vote.sync.ballot.b32 %r5, %p3, -1;
""", 0xC0000000),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_value_of_each_lane(executor, name):
    VALUES[name].check(executor)


FINDINGS = {
    "shuffle from a lane that takes another way": Finding("""
setp.lt.u32 %p1, %r0, 16;
@!%p1 bra END;
shfl.sync.down.b32 %r5, %r0, 8, 31, 0xffff; // here
END:
""", "invalid-shuffle", "lane 16", {"thread": (8, 0, 0), "count": 8, "completed": True}, [*range(8, 16)] + [N] * 24),
    "shuffle from an exited lane": Finding(
        "setp.ge.u32 %p1, %r0, 20;\n@%p1 exit;\nshfl.sync.bfly.b32 %r5, %r0, 16, 31, -1;", "invalid-shuffle",
        facts={"thread": (4, 0, 0), "count": 12}, out=[16, 17, 18, 19] + [N] * 12 + [0, 1, 2, 3] + [N] * 12),
    "shuffle in a partial warp": Finding("shfl.sync.down.b32 %r5, %r0, 1, 31, -1;", "invalid-shuffle",
        facts={"thread": (19, 0, 0), "count": 1}, out=[*range(1, 20), N], options=of_threads(20)),
    "lane outside its own mask, once though it waits": Finding("""
setp.eq.u32 %p1, %r0, 31;
@%p1 bra MEET;
mov.b32 %r6, 0;
LOOP: add.u32 %r6, %r6, 1;
setp.lt.u32 %p2, %r6, %r0;
@%p2 bra LOOP;
MEET: bar.warp.sync 0x7fffffff;
""", "invalid-shuffle", "lane executes a .sync instru", {"count": 1}),
    # the high lanes then leave, and exited lanes need not come: the low ones are not reported as well
    "lanes that never come, and the others go on": Finding("""
setp.lt.u32 %p1, %r0, 16;
@%p1 bra LOW;
shfl.sync.bfly.b32 %r5, %r0, 1, 31, -1; // here
bra END;
LOW: shfl.sync.bfly.b32 %r5, %r0, 2, 31, -1;
END:
""", "invalid-shuffle", "never arrive", {"thread": (16, 0, 0), "completed": True},
        [lane ^ (2 if lane < 16 else 1) for lane in LANES]),
    "lane of another warp": Finding("setp.ne.u32 %p1, %r0, 70;\n@%p1 bra END;\nbar.warp.sync 0x3;\nEND:",
        "invalid-shuffle", facts={"thread": (70, 0, 0)}, options=of_threads(96)),
}  # fmt: skip


@pytest.mark.parametrize("name", FINDINGS)
def test_finding(name, executor):
    FINDINGS[name].check(executor)


def test_exited_lanes_may_be_named_in_the_mask(executor):
    # either the leaving lanes or the staying ones come first in the text
    for guard in ("@%p1 exit;", "@!%p1 bra STAY;\nexit;\nSTAY:", "@%p1 bra GO;\n{0}\nret;\nGO:"):
        shuffle_text = "shfl.sync.bfly.b32 %r5, %r0, 1, 31, -1;\nst.global.b32 [%rd2], %r5;"
        body = f"setp.ge.u32 %p1, %r0, 20;\n{guard.format(shuffle_text)}\n"
        body += "" if "{0}" in guard else shuffle_text
        ran = run(executor, kernel(body))
        assert ran.report.faults == (), guard
        assert ran.out.tolist() == [lane ^ 1 for lane in range(20)] + [N] * 12


def test_lanes_that_wait_at_a_block_barrier_never_come(executor):
    body = "setp.lt.u32 %p1, %r0, 16;\n@%p1 bra LOW;\nbar.sync 0;\nbra END;\nLOW: bar.warp.sync -1;\nbar.sync 0;\nEND:"
    ran = run(executor, kernel(body))
    assert ran.reasons[0] == "invalid-shuffle"
    assert ran.report.completed
