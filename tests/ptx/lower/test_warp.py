"""Instructions that the lanes of a warp execute together, and what is said when they cannot."""

import pytest

from harness.ptx.launch.executor import Executor
from tests.ptx.ptx_text import kernel, line_of, run, words

N = 0xFFFFFFFF
LANES = range(32)


def shuffle(mode: str, lane: int, b: int, c: int) -> tuple[int, bool]:
    """Return the source lane and the predicate, by the pseudo code of PTX ISA 9.0, "shfl.sync"."""
    bval, cval, segment = b & 31, c & 31, c >> 8 & 31
    max_lane = (lane & segment) | (cval & ~segment)
    min_lane = lane & segment
    if mode == "up":
        j = lane - bval
        valid = j >= max_lane
    elif mode == "down":
        j = lane + bval
        valid = j <= max_lane
    elif mode == "bfly":
        j = lane ^ bval
        valid = j <= max_lane
    else:
        j = min_lane | (bval & ~segment)
        valid = j <= max_lane
    return (j if valid else lane), valid


CLAMPS = (0, 31, 0x1F, 0x101F, 0x1C1F, 0x1800, 0x1E1F, 0x1F00, 0x0C0C, 0x1F1F, 0xFFFFE3E5)


@pytest.mark.parametrize("mode", ["up", "down", "bfly", "idx"])
def test_shuffle_follows_the_manual(executor: Executor, mode: str) -> None:
    offsets = (0, 1, 2, 5, 16, 31, 32, 33, 63, 0xFFFFFFFF, 0x80000001)
    body = "xor.b32 %r3, %r0, 21;\nmov.b32 %r5, 0;\n"
    cases = [(b, c) for b in offsets for c in CLAMPS]
    for index, (b, c) in enumerate(cases):
        body += f"shfl.sync.{mode}.b32 %r6|%p1, %r3, {b}, {c}, -1;\nselp.b32 %r7, 32, 0, %p1;\nadd.u32 %r6, %r6, %r7;\n"
        body += f"st.global.b32 [%rd2+{128 * index}], %r6;\n"
    ran = run(executor, kernel(body), n_out=32 * len(cases))
    assert ran.report.faults == ()
    found = ran.out.reshape(len(cases), 32)
    for row, (b, c) in zip(found, cases, strict=True):
        expected = [(j ^ 21) + 32 * p for j, p in (shuffle(mode, lane, b, c) for lane in LANES)]
        assert row.tolist() == expected, (mode, b, hex(c))


@pytest.mark.parametrize("mode", ["up", "down", "bfly", "idx"])
def test_shuffle_with_operands_that_differ_by_lane(executor: Executor, mode: str) -> None:
    body = f"""
mul.lo.u32 %r3, %r0, 7;
add.u32 %r3, %r3, 35;
mul.lo.u32 %r4, %r0, 259;
mul.lo.u32 %r6, %r0, 3;
shfl.sync.{mode}.b32 %r5, %r6, %r3, %r4, -1;
"""
    expected = [3 * shuffle(mode, lane, lane * 7 + 35, lane * 259)[0] for lane in LANES]
    assert words(executor, body, "%r5").tolist() == expected


def test_shuffle_may_overwrite_its_own_source(executor: Executor) -> None:
    body = (
        "mov.b32 %r5, %r0;\nshfl.sync.bfly.b32 %r5, %r5, 1, 31, -1;\nshfl.sync.up.b32 %r5, %r5, %r5, 0, -1;"
    )
    swapped = [lane ^ 1 for lane in LANES]
    assert words(executor, body, "%r5").tolist() == [
        swapped[shuffle("up", lane, swapped[lane], 0)[0]] for lane in LANES
    ]


def test_tree_reduction(executor: Executor) -> None:
    body = "mov.b32 %r5, %r0;\n"
    for offset in (16, 8, 4, 2, 1):
        body += f"shfl.sync.bfly.b32 %r6, %r5, {offset}, 31, -1;\nadd.u32 %r5, %r5, %r6;\n"
    assert words(executor, body, "%r5").tolist() == [496] * 32


def test_shuffle_from_a_lane_that_takes_another_way_is_reported(executor: Executor) -> None:
    text = kernel(
        """
setp.lt.u32 %p1, %r0, 16;
@!%p1 bra END;
shfl.sync.down.b32 %r5, %r0, 8, 31, 0xffff; // here
st.global.b32 [%rd2], %r5;
END:
"""
    )
    ran = run(executor, text)
    (fault,) = ran.report.faults
    assert (fault.reason, fault.ptx_line, fault.thread, fault.count) == (
        "invalid-shuffle",
        line_of(text, "// here"),
        (8, 0, 0),
        8,
    )
    assert "lane 16" in fault.message
    assert ran.out.tolist()[:16] == [8, 9, 10, 11, 12, 13, 14, 15] + [N] * 8
    assert ran.report.completed


def test_shuffle_from_an_exited_lane_is_reported(executor: Executor) -> None:
    body = "setp.ge.u32 %p1, %r0, 20;\n@%p1 exit;\nshfl.sync.bfly.b32 %r5, %r0, 16, 31, -1;"
    ran = run(executor, kernel(body, result="%r5"))
    assert ran.reasons == ["invalid-shuffle"]
    assert (ran.report.faults[0].thread, ran.report.faults[0].count) == ((4, 0, 0), 12)
    assert ran.out.tolist() == [16, 17, 18, 19] + [N] * 12 + [0, 1, 2, 3] + [N] * 12


def test_shuffle_in_a_partial_warp(executor: Executor) -> None:
    ran = run(executor, kernel("shfl.sync.down.b32 %r5, %r0, 1, 31, -1;", result="%r5"), block=(20, 1, 1))
    assert [(f.reason, f.thread, f.count) for f in ran.report.faults] == [("invalid-shuffle", (19, 0, 0), 1)]
    assert ran.out.tolist() == [*range(1, 20), N]


def test_exited_lanes_may_be_named_in_the_mask(executor: Executor) -> None:
    # either the leaving lanes or the staying ones come first in the text
    for guard in ("@%p1 exit;", "@!%p1 bra STAY;\nexit;\nSTAY:", "@%p1 bra GO;\n{0}\nret;\nGO:"):
        shuffle_text = "shfl.sync.bfly.b32 %r5, %r0, 1, 31, -1;\nst.global.b32 [%rd2], %r5;"
        body = f"setp.ge.u32 %p1, %r0, 20;\n{guard.format(shuffle_text)}\n"
        body += "" if "{0}" in guard else shuffle_text
        ran = run(executor, kernel(body))
        assert ran.report.faults == (), guard
        assert ran.out.tolist() == [lane ^ 1 for lane in range(20)] + [N] * 12


def test_shuffle_within_groups_of_one_warp(executor: Executor) -> None:
    # every group of four names itself only
    body = """
and.b32 %r3, %r0, 28;
shl.b32 %r4, 15, %r3;
shfl.sync.bfly.b32 %r5, %r0, 1, 31, %r4;
"""
    assert words(executor, body, "%r5").tolist() == [lane ^ 1 for lane in LANES]


def test_groups_meet_each_on_its_own_path(executor: Executor) -> None:
    body = """
setp.lt.u32 %p1, %r0, 16;
@%p1 bra LOW;
shfl.sync.bfly.b32 %r5, %r0, 1, 31, 0xffff0000;
bra END;
LOW: shfl.sync.bfly.b32 %r5, %r0, 2, 31, 0xffff;
END:
"""
    assert words(executor, body, "%r5").tolist() == [lane ^ (2 if lane < 16 else 1) for lane in LANES]


def test_lanes_that_come_by_different_ways_meet(executor: Executor) -> None:
    body = """
mov.b32 %r6, 0;
LOOP: setp.ge.u32 %p1, %r6, %r0;
@%p1 bra MEET;
add.u32 %r6, %r6, 1;
bra LOOP;
MEET: shfl.sync.idx.b32 %r5, %r6, 31, 31, -1;
"""
    assert words(executor, body, "%r5").tolist() == [31] * 32


def test_lanes_meet_at_an_instruction_before_the_place_of_the_others(executor: Executor) -> None:
    # odd lanes pass a block that lies behind the shuffle and come back to it
    body = """
and.b32 %r3, %r0, 1;
setp.eq.u32 %p1, %r3, 1;
@%p1 bra BEHIND;
MEET: shfl.sync.bfly.b32 %r5, %r0, 1, 31, -1;
bra END;
BEHIND: add.u32 %r0, %r0, 100;
bra MEET;
END:
"""
    expected = [100 + (lane ^ 1) if lane % 2 == 0 else lane ^ 1 for lane in LANES]
    text = kernel(body, result="%r5")
    assert run(executor, text).clean_out.tolist() == expected


def test_lane_outside_its_own_mask_is_reported_once_though_it_waits(executor: Executor) -> None:
    body = """
setp.eq.u32 %p1, %r0, 31;
@%p1 bra MEET;
mov.b32 %r6, 0;
LOOP: add.u32 %r6, %r6, 1;
setp.lt.u32 %p2, %r6, %r0;
@%p2 bra LOOP;
MEET: bar.warp.sync 0x7fffffff;
"""
    ran = run(executor, kernel(body))
    assert [(f.message[:28], f.count) for f in ran.report.faults] == [("lane executes a .sync instru", 1)]


def test_lanes_of_one_instruction_with_different_masks_are_reported(executor: Executor) -> None:
    body = "setp.lt.u32 %p1, %r0, 16;\nselp.b32 %r3, 0xffffffff, 0xffff0000, %p1;\nbar.warp.sync %r3;"
    (fault,) = run(executor, kernel(body)).report.faults
    assert (fault.reason, fault.thread, fault.count) == ("invalid-shuffle", (0, 0, 0), 16)
    assert "different masks" in fault.message


def test_lanes_wait_for_partners_that_come_with_their_mask(executor: Executor) -> None:
    # the upper lanes come to the shuffle twice: among themselves while the lower ones wait there, then with all
    body = """
mov.b32 %r3, -1;
setp.lt.u32 %p1, %r0, 16;
@%p1 bra MEET;
mov.b32 %r3, 0xffff0000;
MEET: shfl.sync.bfly.b32 %r5, %r0, 1, 31, %r3;
setp.ne.u32 %p2, %r3, -1;
mov.b32 %r3, -1;
add.u32 %r0, %r0, 100;
@%p2 bra MEET;
"""
    ran = run(executor, kernel(body, result="%r5"))
    assert ran.clean_out.tolist() == [(lane ^ 1) + 100 * (lane >= 16) for lane in LANES]


def test_lanes_that_never_come_are_reported_and_the_others_go_on(executor: Executor) -> None:
    text = kernel(
        """
setp.lt.u32 %p1, %r0, 16;
@%p1 bra LOW;
shfl.sync.bfly.b32 %r5, %r0, 1, 31, -1; // high
bra END;
LOW: shfl.sync.bfly.b32 %r5, %r0, 2, 31, -1; // low
END:
""",
        result="%r5",
    )
    ran = run(executor, text)
    # the high lanes then leave, and exited lanes need not come: the low ones are not reported as well
    (fault,) = ran.report.faults
    assert (fault.reason, fault.ptx_line, fault.thread) == (
        "invalid-shuffle",
        line_of(text, "// high"),
        (16, 0, 0),
    )
    assert "never arrive" in fault.message
    assert ran.report.completed
    assert ran.out.tolist() == [lane ^ (2 if lane < 16 else 1) for lane in LANES]


def test_lanes_that_wait_at_a_block_barrier_never_come(executor: Executor) -> None:
    body = "setp.lt.u32 %p1, %r0, 16;\n@%p1 bra LOW;\nbar.sync 0;\nbra END;\nLOW: bar.warp.sync -1;\nbar.sync 0;\nEND:"
    ran = run(executor, kernel(body))
    assert ran.reasons[0] == "invalid-shuffle"
    assert ran.report.completed


def test_warp_barrier_is_met_from_two_places(executor: Executor) -> None:
    body = """
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
"""
    ran = run(executor, kernel(body, ".shared .b32 v[32];\n", "%r5"))
    assert ran.clean_out.tolist() == [lane ^ 16 for lane in LANES]


def test_guarded_shuffle(executor: Executor) -> None:
    body = "setp.lt.u32 %p1, %r0, 16;\nmov.b32 %r5, 77;\n@%p1 shfl.sync.bfly.b32 %r5, %r0, 1, 31, 0xffff;"
    assert words(executor, body, "%r5").tolist() == [lane ^ 1 for lane in range(16)] + [77] * 16


def test_shuffle_in_a_loop_that_lanes_leave_one_by_one(executor: Executor) -> None:
    # lane l leaves after l + 1 rounds; the mask is what is left, as a ballot tells
    body = """
mov.b32 %r6, 0;
mov.b32 %r5, 0;
mov.b32 %r7, -1;
LOOP: shfl.sync.idx.b32 %r8, %r0, 31, 31, %r7;
add.u32 %r5, %r5, %r8;
setp.lt.u32 %p1, %r6, %r0;
vote.sync.ballot.b32 %r7, %p1, %r7;
add.u32 %r6, %r6, 1;
@%p1 bra LOOP;
"""
    assert words(executor, body, "%r5").tolist() == [31 * (lane + 1) for lane in LANES]


@pytest.mark.parametrize(
    ("threshold", "all_", "any_", "uni"), [(0, 0, 0, 1), (5, 0, 1, 0), (31, 0, 1, 0), (32, 1, 1, 1)]
)
def test_votes(executor: Executor, threshold: int, all_: int, any_: int, uni: int) -> None:
    body = f"setp.lt.u32 %p1, %r0, {threshold};\nmov.b32 %r5, 0;\n"
    for position, mode in enumerate(("all", "any", "uni")):
        body += f"vote.sync.{mode}.pred %p2, %p1, -1;\n@%p2 or.b32 %r5, %r5, {1 << position};\n"
    assert set(words(executor, body, "%r5")) == {all_ + 2 * any_ + 4 * uni}


def test_votes_of_negated_predicates(executor: Executor) -> None:
    body = "setp.lt.u32 %p1, %r0, 5;\nvote.sync.ballot.b32 %r5, !%p1, -1;"
    assert set(words(executor, body, "%r5")) == {N & ~31}


def test_votes_count_the_lanes_of_the_mask_only(executor: Executor) -> None:
    body = """
setp.lt.u32 %p1, %r0, 20;
and.b32 %r3, %r0, 16;
shl.b32 %r4, 0xffff, %r3;
vote.sync.ballot.b32 %r5, %p1, %r4;
vote.sync.all.pred %p2, %p1, %r4;
@%p2 or.b32 %r5, %r5, 0x80000000;
"""
    assert words(executor, body, "%r5").tolist() == [0x8000FFFF] * 16 + [0xF0000] * 16


def test_ballot_of_a_partial_warp(executor: Executor) -> None:
    body = "setp.ge.u32 %p1, %r0, 3;\nvote.sync.ballot.b32 %r5, %p1, -1;"
    assert set(words(executor, body, "%r5", block=(10, 1, 1))) == {0x3F8}


def test_match_any(executor: Executor) -> None:
    body = "rem.u32 %r3, %r0, 3;\nmatch.any.sync.b32 %r5, %r3, -1;"
    expected = [sum(1 << k for k in LANES if k % 3 == lane % 3) for lane in LANES]
    assert words(executor, body, "%r5").tolist() == expected


def test_match_of_64_bits_looks_at_all_of_them(executor: Executor) -> None:
    body = "and.b32 %r3, %r0, 1;\nmov.b64 %rd5, {7, %r3};\nmatch.any.sync.b64 %r5, %rd5, -1;"
    assert words(executor, body, "%r5").tolist() == [0x55555555, 0xAAAAAAAA] * 16


@pytest.mark.parametrize(("divisor", "mask", "valid"), [(32, N, 1), (31, 0, 0)])
def test_match_all(executor: Executor, divisor: int, mask: int, valid: int) -> None:
    body = f"div.u32 %r3, %r0, {divisor};\nmatch.all.sync.b32 %r5|%p1, %r3, -1;\n"
    body += "selp.b32 %r6, 1, 0, %p1;\nst.global.b32 [%rd2+128], %r6;"
    ran = run(executor, kernel(body, result="%r5"), n_out=64)
    assert ran.out.tolist() == [mask] * 32 + [valid] * 32


def test_match_within_the_mask(executor: Executor) -> None:
    body = "and.b32 %r3, %r0, 16;\nshl.b32 %r4, 0xffff, %r3;\nmatch.any.sync.b32 %r5, 1, %r4;"
    assert words(executor, body, "%r5").tolist() == [0xFFFF] * 16 + [0xFFFF0000] * 16


def test_elect_picks_the_lowest_lane_that_takes_part(executor: Executor) -> None:
    body = """
setp.lt.u32 %p3, %r0, 3;
@%p3 exit;
and.b32 %r3, %r0, 16;
shl.b32 %r4, 0xffff, %r3;
elect.sync %r5|%p1, %r4;
@%p1 add.u32 %r5, %r5, 100;
"""
    expected = [N] * 3 + [103] + [3] * 12 + [116] + [16] * 15
    assert words(executor, body, "%r5").tolist() == expected


def test_elect_into_the_sink(executor: Executor) -> None:
    body = "elect.sync _|%p1, -1;\nselp.b32 %r5, 1, 0, %p1;"
    assert words(executor, body, "%r5").tolist() == [1] + [0] * 31


def test_vote_waits_for_lanes_on_another_path(executor: Executor) -> None:
    body = """
mov.b32 %r6, 0;
LOOP: add.u32 %r6, %r6, 1;
setp.lt.u32 %p1, %r6, %r0;
@%p1 bra LOOP;
vote.sync.ballot.b32 %r5, %p3, -1;
"""
    ran = run(executor, kernel("setp.ge.u32 %p3, %r0, 30;\n" + body, result="%r5"))
    assert set(ran.clean_out) == {0xC0000000}


def test_faults_of_a_sync_name_the_warp(executor: Executor) -> None:
    body = "setp.ne.u32 %p1, %r0, 70;\n@%p1 bra END;\nbar.warp.sync 0x3;\nEND:"
    (fault,) = run(executor, kernel(body), block=(96, 1, 1)).report.faults
    assert fault.thread == (70, 0, 0)
