"""Atomics: in which order lanes take effect, and where they may not be used.

What every operation gives is compared with what an H200 gave: `tests.agreement.test_gpu_vectors`.
"""

import numpy as np
import pytest

from tests.ptx.ptx_text import Finding, check_refused, kernel, run

SHARED = ".shared .align 8 .b8 v[64];\n"
N = 0xFFFFFFFF


@pytest.mark.parametrize("space", [".global", ".shared", ""])
@pytest.mark.parametrize("bits", [32, 64])
def test_lanes_take_effect_in_order(executor, space, bits):
    """All lanes on one word; each stores the old value it got."""
    size = bits // 8
    register = "%rd" if bits == 64 else "%r"
    place = "%rd1" if space != ".shared" else "%rd7"
    body = f"""
mov.u64 %rd7, v;
ld.global.b{bits} {register}10, [%rd1];
st.shared.b{bits} [v], {register}10;
bar.sync 0;
mul.lo.u32 %r11, %r0, 0x9E3779B9;
mov.b64 %rd11, {{%r11, %r11}};
atom{space}.exch.b{bits} {register}12, [{place}], {register}11;
mad.wide.u32 %rd3, %r0, {size}, %rd0;
st.global.b{bits} [%rd3], {register}12;
ld{space}.b{bits} {register}10, [{place}];
st.global.b{bits} [%rd0+{32 * size}], {register}10;
"""
    dtype = np.uint64 if bits == 64 else np.uint32
    ran = run(executor, kernel(body, SHARED), inp=np.array([5], dtype), n_out=66)
    given = [lane * 0x9E3779B9 % 2**32 * (1 if bits == 32 else 2**32 + 1) for lane in range(32)]
    assert ran.clean_out.view(dtype)[:33].tolist() == [5, *given]


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_compare_and_swap(executor, bits):
    register = {16: "%h", 32: "%r", 64: "%rd"}[bits]
    convert = {16: "cvt.u16.u32", 32: "mov.b32", 64: "cvt.u64.u32"}[bits]
    body = f"""
add.u32 %r10, %r0, 1;
{convert} {register}11, %r0;
{convert} {register}12, %r10;
atom.global.cas.b{bits} {register}13, [%rd1], {register}11, {register}12;
mad.wide.u32 %rd3, %r0, {bits // 8}, %rd0;
st.global.b{bits} [%rd3], {register}13;
"""
    dtype = {16: np.uint16, 32: np.uint32, 64: np.uint64}[bits]
    ran = run(executor, kernel(body), inp=np.array([3], np.uint64), n_out=64)
    assert ran.report.faults == ()
    # lanes 0 to 2 do not find themselves, every lane from 3 on does
    assert ran.out.view(dtype)[:32].tolist() == [3] * 4 + list(range(4, 32))
    assert int(ran.inp.view(np.uint64)[0]) == 32


@pytest.mark.parametrize("space", [".global", ".shared", ""])
def test_float_additions(executor, space):
    place = "%rd1" if space != ".shared" else "%rd7"
    body = f"""
mov.u64 %rd7, v;
st.shared.b32 [v], 0;
bar.sync 0;
cvt.rn.f32.u32 %f1, %r0;
mul.f32 %f1, %f1, 0f3DCCCCCD;
atom{space}.add.f32 %f2, [{place}], %f1;
"""
    ran = run(executor, kernel(body, SHARED, "%f2"), inp=np.zeros(1, np.float32))
    assert ran.report.faults == ()
    total, expected = np.float32(0), []
    for lane in range(32):
        expected.append(total)
        total = np.float32(total + np.float32(lane) * np.float32(0.1))
    np.testing.assert_array_equal(ran.out.view(np.float32), expected)


def test_reductions_return_nothing(executor):
    body = "red.global.add.u32 [%rd1], %r0;\nred.relaxed.gpu.global.max.s32 [%rd1+4], %r0;\n"
    body += "atom.global.or.b32 _, [%rd1+8], %r0;"
    assert run(executor, kernel(body), inp=np.zeros(3, np.uint32)).inp.tolist() == [496, 31, 31]


def test_guarded_atomic(executor):
    body = "setp.lt.u32 %p1, %r0, 4;\nmov.b32 %r5, 7;\n@%p1 atom.global.add.u32 %r5, [%rd1], 10;"
    ran = run(executor, kernel(body, result="%r5"), inp=np.zeros(1, np.uint32))
    assert ran.out.tolist() == [0, 10, 20, 30] + [7] * 28


def test_counter_over_all_blocks_is_in_block_order(executor):
    body = """
mov.u32 %r3, %ctaid.x;
setp.ne.u32 %p1, %r0, 0;
@%p1 exit;
atom.global.add.u32 %r5, [%rd1], 1;
mad.wide.u32 %rd3, %r3, 4, %rd0;
st.global.b32 [%rd3], %r5;
"""
    for _ in range(3):
        ran = run(executor, kernel(body), grid=(200, 1, 1), n_out=200, inp=np.zeros(1, np.uint32))
        assert ran.out.tolist() == list(range(200))


def test_spin_lock_by_one_lane_of_each_warp(executor):
    body = """
setp.eq.u32 %p3, %r0, 0;
@%p3 st.shared.b64 [v], 0;
bar.sync 0;
mov.u32 %r3, %laneid;
setp.ne.u32 %p1, %r3, 0;
@%p1 exit;
LOCK: atom.shared.cas.b32 %r4, [v], 0, 1;
setp.ne.u32 %p2, %r4, 0;
@%p2 bra LOCK;
ld.shared.b32 %r5, [v+4];
add.u32 %r5, %r5, 1;
st.shared.b32 [v+4], %r5;
atom.shared.exch.b32 %r4, [v], 0;
"""
    ran = run(executor, kernel(body, SHARED, "%r5"), block=(128, 1, 1))
    assert ran.clean_out[::32].tolist() == [1, 2, 3, 4]


def test_spin_lock_among_the_lanes_of_a_warp(executor):
    # every lane takes the lock and gives it back; the lanes that wait must not starve the one that has it
    body = """
mov.b32 %r6, 0;
AGAIN: atom.global.cas.b32 %r4, [%rd1], 0, 1;
setp.ne.u32 %p2, %r4, 0;
@%p2 bra AGAIN;
ld.volatile.global.b32 %r5, [%rd1+4];
add.u32 %r5, %r5, 1;
st.volatile.global.b32 [%rd1+4], %r5;
atom.global.exch.b32 %r4, [%rd1], 0;
"""
    ran = run(executor, kernel(body, result="%r5"), block=(8, 1, 1), inp=np.zeros(2, np.uint32))
    assert ran.report.faults == ()
    assert ran.inp.tolist() == [0, 8]
    assert sorted(ran.out.tolist()) == list(range(1, 9))


FINDINGS = {
    **{f"{kind} past the end": Finding(f"atom.global.add.{kind} {register}, [%rd1+64], {register};", "oob-write",
        facts={"count": 32, "size_bytes": int(kind[1:]) // 8}, options={"inp": np.zeros(16, np.uint32)})
        for kind, register in (("u32", "%r5"), ("u64", "%rd8"), ("f32", "%f5"), ("f64", "%fd5"))},
    "vector that is not at a multiple of its size": Finding(
        "mov.f32 %f1, 0f3F800000;\nred.global.add.v2.f32 [%rd1+4], {%f1, %f1};", "misaligned-access",
        facts={"count": 32}, options={"inp": np.zeros(4, np.float32)}),
    "nothing there, which gives all ones": Finding("atom.global.add.u32 %r5, [%rd1], 1;", "oob-write", out=N),
    "local memory, which has no atomics": Finding(
        ".local .b32 l;\nst.local.b32 [l], 3;\nmov.b64 %rd5, l;\ncvta.local.u64 %rd5, %rd5;\n"
        "atom.add.u32 %r6, [%rd5], 1;\nld.local.b32 %r5, [l];", "oob-write", out=3),
}  # fmt: skip


@pytest.mark.parametrize("name", FINDINGS)
def test_finding(name, executor):
    FINDINGS[name].check(executor)


@pytest.mark.parametrize(("kind", "register", "offset"), [
    ("u32", "%r5", 2), ("u64", "%rd8", 4), ("f16x2", "%r5", 2), ("bf16", "%h5", 1), ("f64", "%fd5", 1),
])  # fmt: skip
def test_misaligned(executor, kind, register, offset):
    flags = ".noftz" if "16" in kind else ""
    for space in (".global", ".shared"):
        place = f"%rd1+{offset}" if space == ".global" else f"v+{offset}"
        body = f"atom{space}.add{flags}.{kind} {register}, [{place}], {register};"
        ran = run(executor, kernel(body, SHARED), inp=np.zeros(16, np.uint32))
        assert ran.reasons == ["misaligned-access"]
        assert not ran.inp.any()


@pytest.mark.parametrize(("instruction", "rule"), [
    ("atom.global.and.u32 %r5, [%rd1], 1;", "atomic and is not defined for .u32"),
    ("atom.global.add.s64 %rd5, [%rd1], 1;", "atomic add is not defined for .s64"),
    ("atom.global.inc.u64 %rd5, [%rd1], 1;", "atomic inc is not defined for .u64"),
    ("atom.global.max.f32 %f5, [%rd1], %f1;", "atomic max is not defined for .f32"),
    ("atom.global.exch.f32 %f5, [%rd1], %f1;", "atomic exch is not defined for .f32"),
    ("atom.global.cas.b32 %r5, [%rd1], 1;", "an atomic takes one value, a compare-and-swap two"),
    ("atom.global.add.u32 %r5, [%rd1], 1, 2;", "an atomic takes one value, a compare-and-swap two"),
    ("atom.global.add.u32 %r5, [%rd1];", "operands not understood"),
    ("red.global.add.u32 %r5, 1;", "expected a memory operand"),
    ("atom.mmio.relaxed.global.add.u32 %r5, [%rd1], 1;", ".mmio needs a scope"),
    ("atom.volatile.global.add.u32 %r5, [%rd1], 1;", "instruction not known to the cpu device"),
    ("red.acquire.gpu.global.add.u32 [%rd1], 1;", "instruction not known to the cpu device"),
    ("red.global.exch.b32 [%rd1], 1;", "instruction not known to the cpu device"),
    ("atom.local.add.u32 %r5, [%rd1], 1;", "instruction not known to the cpu device"),
    ("atom.const.add.u32 %r5, [%rd1], 1;", "instruction not known to the cpu device"),
    ("atom.param.add.u32 %r5, [%rd1], 1;", "instruction not known to the cpu device"),
    (f"red.global.add.v8.f32 [%rd1], {{{', '.join(['%f1'] * 8)}}};", "at most 16 bytes"),
    ("red.global.v2.f16x2.max.noftz [%rd1], {%r1, %r2};", "instruction not known to the cpu device"),
])  # fmt: skip
def test_refused(executor, instruction, rule):
    check_refused(executor, kernel(instruction), rule, instruction)
