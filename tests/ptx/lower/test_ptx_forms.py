"""Forms that people write and compilers seldom do: vector registers, register parameters, sums as operands."""

import numpy as np
import pytest

from tests.ptx.ptx_text import Example, check_refused, kernel, run, words

LANES = np.arange(32, dtype=np.uint32)


@pytest.mark.parametrize("name", ["V", "%v3"])
def test_vector_registers(executor, name):
    declared = "V" if name == "V" else "%v<4>"
    body = f"""
    .reg .v4 .u32 {declared}, W;
    .reg .v2 .b64 P;
    mov.v4.u32 {name}, {{%r0, 10, 100, 1000}};
    mov.v4.u32 W, {name};
    mov.v4.u32 {{W.y, W.x, _, W.z}}, {{W.x, W.y, W.x, W.w}};
    mad.wide.u32 %rd4, %r0, 16, %rd1;
    st.global.v4.u32 [%rd4], W;
    ld.global.v2.b64 P, [%rd4];
    mov.b64 {{%r5, %r6}}, P.x;
    mov.b64 {{%r7, %r8}}, P.g;
    sub.u32 %r5, %r5, {name}.g;
    mad.lo.u32 %r5, %r6, 4096, %r5;
    add.u32 %r5, %r5, %r7;
    mad.lo.u32 %r5, %r8, 3, %r5;
    """
    out = run(executor, kernel(body, result="%r5"), inp=np.zeros(128, np.uint32)).clean_out
    np.testing.assert_array_equal(out, 4096 * LANES + 1000 + 3 * 1000)


VALUES = {
    "vector in an inner scope is another": Example("""
    .reg .v2 .u32 V;
    mov.v2.u32 V, {1, 2};
    { .reg .v2 .u32 V; mov.v2.u32 V, {30, 40}; mov.u32 %r6, V.y; }
    add.u32 %r5, V.x, %r6;
    """, 41),
    "bytes in the opposite order": Example("""
    .reg .b8 byte<4>;
    mad.lo.u32 %r3, %r0, 0x01020304, 0x40302010;
    mov.b32 {byte0, byte1, byte2, byte3}, %r3;
    mov.b32 %r5, {byte3, byte2, byte1, byte0};
    """, (LANES * 0x01020304 + 0x40302010).byteswap()),
    "sums as operands": Example("""
    setp.lt.u32 %p1, %r0, 16;
    mov.u32 %r5, 7;
    @%p1 mad.lo.u32 %r5, %r0 + 1, %r0 - 2 * 2, %r5 + 3;
    """, np.where(LANES < 16, (LANES + 1) * (LANES - 4) + 10, 7).astype(np.uint32)),
    "elements of variables by their index": Example("""
    ld.global.u16 %r5, a[3];
    mov.u64 %rd4, a[1];
    ld.global.u16 %r6, [%rd4+2];
    st.shared.u32 s[2], 100;
    mov.u32 %r7, s;
    ld.shared.u32 %r7, [%r7+16];
    add.u32 %r5, %r5, %r6;
    add.u32 %r5, %r5, %r7;
    """, 115, ".global .u16 a[4] = {5, 6, 7, 8};\n.shared .v2 .u32 s[4];\n"),
    "a register beside a range of its name": Example("""
    .reg .b32 a; .reg .f32 a<2>;
    mov.u32 a, 40;
    mov.f32 a1, 0f40000000;
    cvt.rzi.u32.f32 %r5, a1;
    add.u32 %r5, %r5, a;
    """, 42),
    "variables without the space of the access": Example("""
    .local .u32 own[2];
    st.u32 [own+4], %r0;
    ld.local.u32 %r5, [own+4];
    setp.eq.u32 %p1, %r0, 0;
    @%p1 st.shared.u32 [s], 100;
    bar.warp.sync -1;
    @%p1 red.add.u32 [s], 20;
    bar.warp.sync -1;
    ld.u32 %r6, [s];
    add.u32 %r5, %r5, %r6;
    """, LANES + 120, ".shared .u32 s;\n"),
    "votes without sync are of the lanes that take them": Example("""
    setp.lt.u32 %p1, %r0, 20;
    and.b32 %r4, %r0, 1;
    setp.eq.u32 %p2, %r4, 1;
    mov.u32 %r5, 0;
    @%p1 vote.ballot.b32 %r5, %p2;
    @%p1 vote.all.pred %p3, !%p2;
    @%p2 vote.all.pred %p4, %p2;
    vote.any.pred %p5, %p1;
    @!%p1 vote.uni.pred %p6, %p1;
    selp.u32 %r6, 1, 0, %p5;
    @%p1 selp.u32 %r7, 2, 0, %p3;
    @%p2 selp.u32 %r8, 4, 0, %p4;
    @!%p1 selp.u32 %r9, 8, 0, %p6;
    @!%p1 mov.u32 %r7, 0; @!%p2 mov.u32 %r8, 0; @%p1 mov.u32 %r9, 0;
    or.b32 %r6, %r6, %r7; or.b32 %r6, %r6, %r8; or.b32 %r6, %r6, %r9;
    shl.b32 %r6, %r6, 24;
    or.b32 %r5, %r5, %r6;
    """, np.where(LANES < 20, 0xAAAAA, 8 << 24) | np.where(LANES % 2, 5 << 24, 1 << 24)),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_value_of_each_lane(executor, name):
    VALUES[name].check(executor)


@pytest.mark.parametrize(("body", "rule"), [
    (".reg .v2 .u32 V; mov.u32 %r5, V.z;", "no variable of this name"),
    (".reg .v2 .u32 V; mov.v4.u32 V, {1, 2, 3, 4};", "a move of 4 elements needs vectors of as many"),
    (".reg .v2 .u32 V; mov.v2.u32 V, %r5;", "a move of a vector needs vectors"),
    (".reg .v4 .u64 V; mov.v4.u64 V, {1, 2, 3, 4};", "a moved vector has at most 128 bits (got 256)"),
    ("mov.v8.b16 {_, _, _, _, _, _, _, %h0}, {1, 2, 3, 4, 5, 6, 7, 8};", ", mov.(v2|v4).(b16|"),
    (".reg .v2 .pred V;", "registers of this type are not supported"),
    (".reg .v3 .u32 V;", "registers of this type are not supported"),
    (".reg .v2 .u32 %v<2>; mov.u32 %r5, %v2.x;", "this register is not declared"),
    ("add.u32 %r5 + 4, %r0, 1;", "a result cannot be written to a sum"),
    ("add.f32 %f1, %f2 + 4, %f3;", "only an integer register can be the start of a sum"),
    (".local .u32 own; atom.add.u32 %r5, [own], 1;", "own is a .local variable in 'atom.add.u32'"),
    ("mov.u32 %r5, nothing[2];", "only a variable that is declared above has elements"),
])  # fmt: skip
def test_refused(executor, body, rule):
    check_refused(executor, kernel(body), rule)


def test_variables_declared_inside_functions(executor):
    """Two functions have a table of one name each; a table of functions is local too."""
    module = """
    .func (.reg .u32 r) f(.reg .u32 x) {
        .const .u32 table[2] = {10, 20}; .reg .u64 p;
        mad.wide.u32 p, x, 4, 0; add.u64 p, p, table; ld.const.u32 r, [p]; ret;
    }
    .func (.reg .u32 r) g(.reg .u32 x) {
        .global .u32 table[2] = {1, 2}; .reg .u64 p;
        { .global .u64 there = table; ld.global.u64 p, [there]; }
        mad.wide.u32 p, x, 4, p; ld.u32 r, [p]; ret;
    }
    """.replace("mad.wide.u32 p, x, 4, 0; add.u64 p, p, table;", "mov.u64 p, table; mad.wide.u32 p, x, 4, p;")
    body = """
    .global .u64 both[2] = {f, g};
    and.b32 %r4, %r0, 1;
    call (%r5), f, (%r4);
    mov.u64 %rd4, both; mad.wide.u32 %rd4, %r4, 8, %rd4; ld.global.u64 %rd5, [%rd4];
    call (%r6), %rd5, (%r4), both;
    mad.lo.u32 %r5, %r6, 1000, %r5;
    """
    out = run(executor, kernel(body, module, "%r5")).clean_out
    np.testing.assert_array_equal(out, np.where(LANES % 2, 2020, 10010))


REGISTER_FUNCTION = """
.func (.reg .u32 total, .reg .pred is_big, .reg .v2 .u32 both, .reg .f64 half)
    split(.reg .u32 x, .reg .pred adds, .reg .v2 .u32 y, .reg .f64 z)
{
    mov.v2.u32 both, {y.y, y.x};
    mul.f64 half, z, 0d3FE0000000000000;
    setp.gt.u32 is_big, x, 9;
    mov.u32 total, x;
    @!adds ret;
    add.u32 total, x, 100;
}
"""


@pytest.mark.parametrize("way", ["inlined", "through a pointer"])
def test_register_parameters_and_several_results(executor, way):
    target = "split" if way == "inlined" else "%rd4"
    listed = "" if way == "inlined" else ", T"
    body = f"""
    .reg .v2 .u32 V, W;
    T: .calltargets split;
    mov.u64 %rd4, split;
    mov.v2.u32 V, {{%r0, 1000}};
    setp.lt.u32 %p1, %r0, 20;
    call (%r5, %p2, W, %fd1), {target}, (%r0, %p1, V, 0d4018000000000000){listed};
    cvt.rzi.u32.f64 %r6, %fd1;
    selp.u32 %r7, 1, 0, %p2;
    mad.lo.u32 %r5, %r7, 10000, %r5;
    mad.lo.u32 %r5, %r6, 100000, %r5;
    mad.lo.u32 %r5, W.y, 1000000, %r5;
    add.u32 %r5, %r5, W.x;
    """
    out = run(executor, kernel(body, REGISTER_FUNCTION, "%r5")).clean_out
    total = LANES + np.where(LANES < 20, 100, 0) + np.where(LANES > 9, 10000, 0)
    np.testing.assert_array_equal(out, total + 300000 + 1000000 * LANES + 1000)


@pytest.mark.parametrize(("call", "rule"), [
    ("call (%r5), f, (%p1);", "a predicate is passed to a predicate parameter alone"),
    ("call (%p1), f, (%r5);", "a predicate is passed to a predicate parameter alone"),
    ("call (%r5), f, (%r5 + 1);", "an argument cannot be a sum"),
    ("call (%r5), f, ({%r5, 1});", "must be passed in registers"),
])  # fmt: skip
def test_refused_arguments(executor, call, rule):
    module = ".func (.reg .u32 r) f(.reg .u32 x) { mov.u32 r, x; }\n"
    check_refused(executor, kernel(call, module), rule)


def test_kernel_without_register_parameters(executor):
    check_refused(
        executor, kernel("").replace(".param .u32 n", ".reg .u32 n"), "a kernel has no register parameters"
    )


@pytest.mark.parametrize("old", ["div.ftz.rn.f32", "div.ftz.approx.f32"])
def test_flushing_division_in_the_order_of_older_manuals(executor, old):
    """The same bits as in today's order, among them quotients and operands below the normal range."""
    _, _, rounding, _ = old.split(".")
    body = f"""
    cvt.rn.f32.u32 %f1, %r0;
    mul.f32 %f1, %f1, 0f00200000;
    mov.f32 %f2, 0f3F400000;
    {old} %f3, %f1, %f2;
    div.{rounding}.ftz.f32 %f4, %f1, %f2;
    mov.b32 %r5, %f3; mov.b32 %r6, %f4; sub.u32 %r5, %r5, %r6;
    """
    assert set(words(executor, body, "%r5")) == {0}


@pytest.mark.parametrize("name", ["ex2", "lg2", "rcp", "rsqrt"])
def test_flushing_approximation_as_the_headers_of_curand_write_it(executor, name):
    """The same bits as in the manual's order, among them operands below the normal range."""
    body = f"""
    cvt.rn.f32.u32 %f1, %r0;
    mul.f32 %f1, %f1, 0f00200000;
    {name}.approx.f32.ftz %f3, %f1;
    {name}.approx.ftz.f32 %f4, %f1;
    mov.b32 %r5, %f3; mov.b32 %r6, %f4; sub.u32 %r5, %r5, %r6;
    """
    assert set(words(executor, body, "%r5")) == {0}


@pytest.mark.parametrize("narrow", ["u8", "s8"])
@pytest.mark.parametrize("rounding", ["rni", "rzi", "rmi", "rpi"])
def test_bf16_becomes_8_bits_in_a_register_of_8_bits(executor, rounding, narrow):
    # as cuda_bf16.hpp has it, with an immediate in the vector; a NaN becomes 0, what is too large the nearest limit
    body = f"""
    mad.lo.u32 %r2, %r0, 32839, 16000;
    setp.eq.u32 %p1, %r0, 31;
    selp.u32 %r2, 0x7fc1, %r2, %p1;
    cvt.u16.u32 %h0, %r2;
    {{ .reg .b8 narrow; cvt.{rounding}.{narrow}.bf16 narrow, %h0; mov.b16 %h1, {{narrow, 0}}; }}
    cvt.u32.u16 %r5, %h1;
    """
    found = words(executor, body, "%r5").astype(np.uint8).view(f"{narrow[0].replace('s', 'i')}1")
    # 0.25 to 38,000 of both signs, and a NaN
    halves = np.where(LANES == 31, 0x7FC1, (LANES * 32839 + 16000) % 65536)
    exact = (halves.astype(np.uint32) << 16).view(np.float32)
    whole = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}[rounding](exact)
    limits = np.iinfo(found.dtype)
    expected = np.nan_to_num(whole.clip(limits.min, limits.max)).astype(found.dtype)
    assert len(set(expected)) >= 10
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("narrow", ["u8", "s8"])
def test_8_bits_in_a_register_of_8_bits_become_bf16(executor, narrow):
    body = f"""
    .reg .{narrow} narrow;
    mul.lo.u32 %r2, %r0, 9;
    cvt.{narrow}.u32 narrow, %r2;
    cvt.rz.bf16.{narrow} %h1, narrow;
    cvt.u32.u16 %r5, %h1;
    """
    given = (LANES * 9).astype(np.uint8).view(f"{narrow[0].replace('s', 'i')}1").astype(np.float32)
    np.testing.assert_array_equal(words(executor, body, "%r5"), given.view(np.uint32) >> 16)


def test_managed_variables_are_global_ones(executor):
    module = ".global .attribute(.managed) .align 8 .u32 a[2] = {3, 4};\n"
    module += ".visible .global .attribute(.managed, .unified(19, 95)) .b32 b = 5;\n"
    body = "ld.global.u32 %r5, [a+4]; ld.global.u32 %r6, [b]; add.u32 %r5, %r5, %r6;"
    assert set(run(executor, kernel(body, module, "%r5")).out) == {9}
    check_refused(executor, kernel("", module.replace(".managed)", ".mine)")), "this attribute of a variable")
