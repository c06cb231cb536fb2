"""The reference interpreter against truths worked out by hand, and against what it must refuse."""

import struct
from collections.abc import Sequence

import pytest

from tests.fuzz import reference
from tests.fuzz.memory import Memory, UndefinedError
from tests.fuzz.reader import UnreadableError, read
from tests.fuzz.semantics import meaning

NAN = 0x7FFFFFFF
TRUTHS: tuple[tuple[str, Sequence[int], object], ...] = (
    # integers
    ("add.u16", (0xFFFF, 2), 1),
    ("add.sat.s32", (0x7FFFFFFF, 1), 0x7FFFFFFF),
    ("sub.sat.s32", (0x80000000, 1), 0x80000000),
    ("add.u16x2", (0x0001FFFF, 0x00010001), 0x00020000),
    ("mul.hi.s32", (0xFFFFFFFF, 5), 0xFFFFFFFF),
    ("mul.hi.u32", (0xFFFFFFFF, 5), 4),
    ("mul.wide.s16", (0xFFFF, 3), 0xFFFFFFFD),
    ("mad.hi.sat.s32", (0x40000000, 0x40000000, 0x7FFFFFFF), 0x7FFFFFFF),
    ("mad.wide.u32", (0xFFFFFFFF, 2, 3), 0x200000001),
    ("mul24.hi.u32", (0x01FFFFFF, 0xFFFFFF), 0xFFFFFE00),
    ("mul24.lo.s32", (0x00800000, 1), 0xFF800000),
    ("sad.s32", (0xFFFFFFFF, 1, 10), 12),
    ("div.s32", (0xFFFFFFF9, 2), 0xFFFFFFFD),
    ("rem.s32", (0xFFFFFFF9, 2), 0xFFFFFFFF),
    ("div.s32", (0x80000000, 0xFFFFFFFF), 0x80000000),
    ("abs.s32", (0x80000000,), 0x80000000),
    ("min.s16", (0x8000, 1), 0x8000),
    ("max.relu.s32", (0xFFFFFFFF, 0xFFFFFFFE), 0),
    ("dp4a.s32.u32", (0xFF, 0xFF, 0), 0xFFFFFF01),
    ("dp2a.hi.u32.u32", (0x00020001, 0x04030000, 1), 12),
    ("vabsdiff4.u32.u32.u32", (0x00FF0110, 0x01000210, 0), 0x01FF0100),
    ("vabsdiff2.u32.s32.s32.add", (0xFFFF0001, 0x00010000, 5), 8),
    # carry
    ("add.cc.u32", (0xFFFFFFFF, 1), (0, 1)),
    ("addc.u32", (1, 2, 1), 4),
    ("sub.cc.u32", (0, 1), (0xFFFFFFFF, 0)),
    ("subc.cc.u64", (5, 5, 0), (0xFFFFFFFFFFFFFFFF, 0)),
    ("madc.hi.cc.u32", (0xFFFFFFFF, 0xFFFFFFFF, 1, 1), (0, 1)),
    # bits
    ("popc.b64", (0xF00000000000000F,), 8),
    ("clz.b64", (1,), 63),
    ("brev.b32", (1,), 0x80000000),
    ("bfind.u32", (0,), 0xFFFFFFFF),
    ("bfind.s32", (0xFFFFFFF0,), 3),
    ("bfind.shiftamt.u32", (1,), 31),
    ("fns.b32", (0b10110, 1, 2), 2),
    ("fns.b32", (0b10110, 4, 0xFFFFFFFE), 2),
    ("fns.b32", (0b10110, 0, 0), 0xFFFFFFFF),
    ("bfe.s32", (0x00F0, 4, 4), 0xFFFFFFFF),
    ("bfe.s32", (0x80000000, 40, 4), 0xFFFFFFFF),
    ("bfe.u32", (0xABCD1234, 8, 255), 0xABCD12),
    ("bfi.b32", (0x5, 0xFFFFFFFF, 4, 4), 0xFFFFFF5F),
    ("bfi.b32", (0x5, 0x77, 32, 4), 0x77),
    ("bmsk.clamp.b32", (30, 40), 0xC0000000),
    ("bmsk.wrap.b32", (33, 33), 2),
    ("szext.clamp.s32", (0x8, 4), 0xFFFFFFF8),
    ("szext.wrap.u32", (0xFF, 36), 0xF),
    ("lop3.b32", (0xF0F0F0F0, 0xCCCCCCCC, 0xAAAAAAAA, 0xE8), 0xE8E8E8E8),
    ("lop3.and.b32", (0, 0, 0, 1, 0), (0xFFFFFFFF, 0)),
    ("shl.b32", (1, 32), 0),
    ("shr.s32", (0x80000000, 99), 0xFFFFFFFF),
    ("shr.u16", (0x8000, 15), 1),
    ("shf.l.clamp.b32", (0x80000000, 1, 40), 0x80000000),
    ("shf.r.wrap.b32", (0x10, 0x1, 36), 0x10000001),
    ("prmt.b32", (0x33221100, 0x77665544, 0x7B40), 0x77004400),
    ("prmt.b32", (0x80, 0, 0x8888), 0xFFFFFFFF),
    ("prmt.b32.rc16", (0x33221100, 0, 1), 0x33223322),
    ("prmt.b32.b4e", (0x33221100, 0x77665544, 1), 0x66770011),
    # comparison
    ("setp.lt.s32", (0xFFFFFFFF, 0), (1, 0)),
    ("setp.lo.u32", (0xFFFFFFFF, 0), (0, 1)),
    ("setp.ne.and.f32", (0x7FC00000, 0, 1), (0, 1)),
    ("setp.neu.f32", (0x7FC00000, 0), (1, 0)),
    ("setp.eq.ftz.f32", (1, 0x80000001), (1, 0)),
    ("setp.gt.f16x2", (0x3C000000, 0x00003C00), (0, 1)),
    ("set.ge.f32.s32", (0, 0xFFFFFFFF), 0x3F800000),
    ("set.eq.bf16x2.bf16x2", (0x3F800000, 0x3F803F80), 0x3F800000),
    ("slct.b32.f32", (1, 2, 0x80000000), 1),
    ("slct.b32.f32", (1, 2, 0x7FC00000), 2),
    # f32 and f64
    ("add.rn.f32", (0x3F800000, 0x33800000), 0x3F800000),
    ("add.rp.f32", (0x3F800000, 0x33800000), 0x3F800001),
    ("add.rm.f32", (0x3F800000, 0xBF800000), 0x80000000),
    ("add.ftz.f32", (0x00000001, 0x80000000), 0),
    ("add.sat.f32", (0x7FC00000, 0), 0),
    ("mul.rz.f32", (0x7F7FFFFF, 0x40000000), 0x7F7FFFFF),
    ("fma.rn.f32", (0x3F800001, 0x3F800001, 0xBF800002), 0x28800000),
    ("div.rn.ftz.f32", (0x0000001B, 0x00000021), NAN),
    ("sqrt.rn.f32", (0x80000000,), 0x80000000),
    ("sqrt.rn.f32", (0xBF800000,), NAN),
    ("rcp.rn.f64", (0x4008000000000000,), 0x3FD5555555555555),
    ("max.f32", (0x7FC00000, 0x3F800000), 0x3F800000),
    ("max.NaN.f32", (0x7FC00000, 0x3F800000), NAN),
    ("min.f32", (0, 0x80000000), 0x80000000),
    ("min.xorsign.abs.f32", (0xC0000000, 0x3F800000), 0xBF800000),
    ("copysign.f32", (0x80000000, 0x3F800000), 0xBF800000),
    ("testp.normal.f32", (0,), 1),
    ("testp.subnormal.f64", (1,), 1),
    ("add.rn.f32x2", (0x3F80000000000000, 0x3F80000040000000), 0x4000000040000000),
    # 16 bits
    ("fma.rn.f16", (0x3C00, 0x3C00, 0x1000), 0x3C00),
    ("fma.rn.relu.bf16", (0xBF80, 0x3F80, 0), 0),
    ("add.f16x2", (0x7BFF3C00, 0x7BFF3C00), 0x7C004000),
    ("add.rn.f32.f16", (0x3C00, 0x3F800000), 0x40000000),
    # conversions
    ("cvt.s8.s32", (0x1FF,), 0xFF),
    ("cvt.sat.u8.s32", (0xFFFFFFFF,), 0),
    ("cvt.rni.s32.f32", (0x40200000,), 2),
    ("cvt.rzi.u32.f32", (0xBF800000,), 0),
    ("cvt.rzi.s32.f32", (0x7FC00000,), 0),
    ("cvt.rzi.s64.f32", (0x7FC00000,), 0x8000000000000000),
    ("cvt.rzi.s32.f64", (0x7FF8000000000000,), 0x80000000),
    ("cvt.rmi.f32.f32", (0xBF000000,), 0xBF800000),
    ("cvt.rn.f32.u64", (0xFFFFFFFFFFFFFFFF,), 0x5F800000),
    ("cvt.rz.f16.f32", (0x7F7FFFFF,), 0x7BFF),
    ("cvt.rn.satfinite.f16.f32", (0x7F7FFFFF,), 0x7BFF),
    ("cvt.rn.bf16x2.f32", (0x3F800000, 0x40000000), 0x3F804000),
    ("cvt.rn.satfinite.e4m3x2.f32", (0x7F800000, 0xBF800000), 0x7EB8),
    ("cvt.rn.f16x2.e4m3x2", (0x7EB8,), 0x5F00BC00),
    ("cvt.rn.f16x2.e5m2x2", (0x7CBC,), 0x7C00BC00),
    ("cvt.pack.sat.s8.s32.b32", (300, 0xFFFFFF00, 0x1234), 0x12347F80),
    ("cvt.pack.sat.u16.s32", (0xFFFFFFFF, 70000), 0x0000FFFF),
)  # fmt: skip


@pytest.mark.parametrize(("opcode", "sources", "expected"), TRUTHS, ids=str)
def test_meaning_of_an_instruction(opcode, sources, expected):
    assert meaning(opcode).function(*sources) == expected


def run(
    body: str, *, n_threads: int = 32, n_out: int = 1, head: str = "", backwards: bool = False
) -> list[int]:
    """Run a body whose ``%o`` is the thread's part of the output; returns its words."""
    text = f"""
{head}
.visible .entry k(.param .u64 out)
{{
.reg .b32 %r<20>;
.reg .b64 %o, %x;
.reg .pred %p<5>;
.shared .align 8 .b8 box[512];
.local .align 8 .b8 own[16];
mov.u32 %r0, %tid.x;
ld.param.u64 %x, [out];
mad.wide.u32 %o, %r0, {4 * n_out}, %x;
{body}
ret;
}}
"""
    memory = Memory(elsewhere=backwards)
    address = memory.allocate(bytes(4 * n_out * n_threads))
    reference.run(read(text), "k", (1, 1, 1), (n_threads, 1, 1), [address], memory, backwards=backwards)
    data = memory.region(address)[0].data
    return list(struct.unpack(f"<{n_out * n_threads}I", data))


def test_divergent_lanes_shuffle_among_themselves():
    found = run("""
and.b32 %r1, %r0, 1;
setp.eq.u32 %p0, %r1, 0;
vote.sync.ballot.b32 %r2, %p0, -1;
@%p0 bra EVEN;
not.b32 %r2, %r2;
shfl.sync.down.b32 %r3, %r0, 2, 31, %r2;
bra END;
EVEN:
shfl.sync.idx.b32 %r3, %r0, 4, 31, %r2;
END:
st.global.u32 [%o], %r3;
""")
    assert found[0:8:2] == [4, 4, 4, 4]
    assert found[1:8:2] == [3, 5, 7, 9]
    assert found[29:32:2] == [31, 31]


@pytest.mark.parametrize(("mode", "expected"), [("up", [0, 0, 1, 2]), ("bfly", [1, 0, 3, 2])])
def test_shuffle_modes(mode, expected):
    limit = 0 if mode == "up" else 31
    found = run(f"shfl.sync.{mode}.b32 %r1|%p1, %r0, 1, {limit}, -1;\nst.global.u32 [%o], %r1;")
    assert found[:4] == expected


def test_values_cross_warps_through_a_barrier():
    body = """
mov.u32 %r1, box;
mad.lo.u32 %r2, %r0, 4, %r1;
st.shared.u32 [%r2], %r0;
bar.sync 0;
sub.u32 %r3, 63, %r0;
mad.lo.u32 %r2, %r3, 4, %r1;
ld.shared.u32 %r4, [%r2];
st.global.u32 [%o], %r4;
"""
    assert run(body, n_threads=64) == list(range(63, -1, -1))
    assert run(body, n_threads=64, backwards=True) == list(range(63, -1, -1))


@pytest.mark.parametrize("space", ["shared", "local"])
def test_nothing_is_at_an_address_that_no_variable_has(space):
    for backwards in (False, True):
        with pytest.raises(UndefinedError, match="8 bytes at 0 of"):
            run(f"mov.u64 %x, 0;\nst.{space}.u64 [%x], 1;", backwards=backwards)


def test_a_race_depends_on_the_order():
    body = """
st.shared.u32 [box], %r0;
bar.sync 0;
ld.shared.u32 %r1, [box];
st.global.u32 [%o], %r1;
"""
    assert run(body) != run(body, backwards=True)


def test_reducing_barrier_counts_what_is_left_of_a_block():
    found = run(
        """
setp.eq.u32 %p0, %r0, 40;
@%p0 exit;
setp.lt.u32 %p1, %r0, 10;
bar.red.popc.u32 %r1, 0, %p1;
st.global.u32 [%o], %r1;
""",
        n_threads=48,
    )
    assert found == [10] * 40 + [0] + [10] * 7


def test_loop_ends_lane_by_lane():
    found = run("""
mov.u32 %r1, 0;
TOP:
add.u32 %r1, %r1, %r0;
sub.u32 %r2, %r1, 100;
setp.lt.s32 %p0, %r2, 0;
setp.ne.and.u32 %p0, %r0, 0, %p0;
@%p0 bra TOP;
st.global.u32 [%o], %r1;
""")
    assert found[:5] == [0, 100, 100, 102, 100]


def test_call_copies_its_arguments():
    head = """
.func (.param .b32 z) f (.param .b32 x)
{
.reg .b32 %r<3>;
.reg .pred %p<1>;
ld.param.b32 %r0, [x];
st.param.b32 [z], %r0;
setp.lt.u32 %p0, %r0, 2;
@%p0 ret;
mul.lo.u32 %r1, %r0, 10;
st.param.b32 [z], %r1;
ret;
}
"""
    found = run(
        """
{
.param .b32 a;
.param .b32 b;
st.param.b32 [a], %r0;
call (b), f, (a);
ld.param.b32 %r1, [b];
}
st.global.u32 [%o], %r1;
""",
        head=head,
    )
    assert found[:4] == [0, 1, 20, 30]


def test_branch_table():
    found = run("""
and.b32 %r1, %r0, 1;
mov.u32 %r2, 5;
T: .branchtargets A, B;
brx.idx %r1, T;
B:
mov.u32 %r2, 6;
A:
st.global.u32 [%o], %r2;
""")
    assert found[:4] == [5, 6, 5, 6]


def test_signed_load_fills_a_wider_register():
    assert run("st.local.b8 [own], 0x80;\nld.local.s8 %r1, [own];\nst.global.u32 [%o], %r1;")[0] == 0xFFFFFF80


INVALID = {
    "unwritten register": "st.global.u32 [%o], %r5;",
    "unwritten shared memory": "ld.shared.u32 %r1, [box];",
    "unwritten local memory": "ld.local.u32 %r1, [own];",
    "before the copy has come": "cp.async.ca.shared.global [box], [%o], 4;\nld.shared.u32 %r1, [box];",
    "division by zero": "div.u32 %r1, %r0, %r0;",
    "outside": "st.global.u32 [%o+4096], %r0;",
    "misaligned": "ld.global.u32 %r1, [%o+2];",
    "no end": "TOP:\nbra TOP;",
    "lane outside its own mask": "bar.warp.sync 1;",
    "shuffle from a lane that is not there": """
setp.eq.u32 %p0, %r0, 3;
@%p0 exit;
shfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;
""",
    "a lane never comes": """
setp.eq.u32 %p0, %r0, 3;
@%p0 bar.warp.sync 15;
@!%p0 bar.sync 0;
""",
    "masks that do not agree": """
mov.u32 %r1, -1;
setp.eq.u32 %p0, %r0, 3;
@%p0 mov.u32 %r1, 0xFF;
vote.sync.ballot.b32 %r2, %p0, %r1;
""",
    "a barrier in two places": """
setp.eq.u32 %p0, %r0, 3;
@%p0 bra A;
bar.sync 0;
bra B;
A:
bar.sync 0;
B:
""",
    "branch table": "T: .branchtargets A;\nbrx.idx %r0, T;\nA:",
    "no carry": "addc.u32 %r1, %r0, %r0;",
}


@pytest.mark.parametrize("body", INVALID.values(), ids=INVALID.keys())
def test_what_is_undefined_is_refused(body):
    with pytest.raises(UndefinedError):
        run(body)


@pytest.mark.parametrize(
    "line", ["wgmma.fence;", "add.q32 %r1, %r0, %r0;", "add.u32 %r1, %r0;", "ex2.approx.f32 %r1, %r0;"]
)
def test_what_is_not_in_the_subset_is_refused(line):
    with pytest.raises(UnreadableError):
        run(line)
