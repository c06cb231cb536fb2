"""Loads and stores in every space, variables, and the accesses that are refused."""

import struct

import numpy as np
import pytest

from tests.ptx.ptx_text import HEADER, Example, check_refused, kernel, run

N = 0xFFFFFFFF
BYTES = np.arange(32 * 64, dtype=np.uint32).astype(np.uint8) * np.uint8(37) + np.uint8(11)


@pytest.mark.parametrize("space", ["global", "shared", "local", "generic"])
@pytest.mark.parametrize(("kind", "count"), [
    (8, 1), (8, 2), (8, 4), (16, 1), (16, 2), (16, 4), (16, 8), (32, 1), (32, 2), (32, 4), (32, 8), (64, 1),
    (64, 2), (64, 4),
])  # fmt: skip
def test_copy_of_every_width_and_vector_length(executor, space, kind, count):
    """Global memory to the space under test and back, each lane its own bytes."""
    size = kind // 8 * count
    prefix = {8: "%h", 16: "%h", 32: "%r", 64: "%rd"}[kind]
    registers = [f"{prefix}{10 + k}" for k in range(count)]
    operand = registers[0] if count == 1 else "{" + ", ".join(registers) + "}"
    vector = f".v{count}" if count > 1 else ""
    dot = "" if space == "generic" else ".global"
    middle = ""
    if space in ("shared", "local"):
        middle = f"st.{space}{vector}.b{kind} [%rd5], {operand};\n"
        middle += "".join(f"mov.b{max(kind, 16)} {register}, 0;\n" for register in registers)
        middle += f"ld.{space}{vector}.b{kind} {operand}, [%rd5];"
    body = f"""
.local .align 32 .b8 w[32];
mov.u64 %rd5, {"v" if space == "shared" else "w"};
mul.wide.u32 %rd3, %r0, {size};
add.u64 %rd4, %rd1, %rd3;
add.u64 %rd6, %rd0, %rd3;
mad.wide.u32 %rd5, %r0, {size if space == "shared" else 0}, %rd5;
ld{dot}{vector}.b{kind} {operand}, [%rd4];
{middle}
st{dot}{vector}.b{kind} [%rd6], {operand};
"""
    text = kernel(body, ".shared .align 32 .b8 v[1024];\n")
    ran = run(executor, text, inp=BYTES[: 32 * size], n_out=8 * size)
    assert ran.report.faults == ()
    np.testing.assert_array_equal(ran.out.view(np.uint8), BYTES[: 32 * size])


VALUES = {
    "narrow stores truncate and leave their neighbours": Example(
        "mov.b32 %r5, 0x11223344;\nst.global.b32 [%rd2], -1;\nst.global.u8 [%rd2+1], %r5;\n"
        "" + "st.global.u16 [%rd2+2], %r5;", 0x334444FF, result=""),
    "local memory is each thread s own": Example("""
.local .align 4 .b8 a[16];
mov.b64 %rd5, a;
cvta.local.u64 %rd6, %rd5;
ld.local.b32 %r6, [a+12];
st.local.b32 [a+12], %r0;
add.u64 %rd6, %rd6, 12;
ld.b32 %r5, [%rd6];
and.b32 %r5, %r5, %r6;
""", list(range(70)), threads=70),
    "local array indexed by lane": Example("""
.local .align 4 .b8 a[128];
mov.b64 %rd5, a;
mov.b32 %r3, 0;
FILL: mad.wide.u32 %rd6, %r3, 4, %rd5;
mul.lo.u32 %r4, %r3, %r0;
st.local.b32 [%rd6], %r4;
add.u32 %r3, %r3, 1;
setp.lt.u32 %p1, %r3, 32;
@%p1 bra FILL;
sub.u32 %r3, 31, %r0;
mad.wide.u32 %rd6, %r3, 4, %rd5;
ld.local.b32 %r5, [%rd6];
""", [lane * (31 - lane) for lane in range(32)]),
    "module variables with initial values and references": Example("""
ld.global.b64 %rd5, [pointers];
ld.b32 %r6, [%rd5];
ld.global.b64 %rd6, [pointers+8];
ld.b32 %r7, [%rd6+4];
ld.const.b32 %r8, [weights];
ld.global.b32 %r9, [empty];
mad.lo.u32 %r5, %r6, 100, %r7;
mad.lo.u32 %r5, %r5, 100, %r8;
mad.lo.u32 %r5, %r5, 100, %r9;
""", 30050300, """
.global .align 4 .u32 numbers[4] = {10, 20, 30, 40};
.const .align 4 .u32 weights[2] = {3, 5};
.global .align 8 .u64 pointers[2] = {generic(numbers)+8, generic(weights)};
.global .f32 empty;
"""),
    "table of functions holds their addresses": Example("""
    mov.u64 %rd4, g; ld.global.b64 %rd5, [table]; ld.global.b64 %rd6, [table+16]; mov.u64 %rd7, f;
    setp.eq.u64 %p0, %rd4, %rd5; setp.eq.and.u64 %p0, %rd5, %rd6, %p0; setp.ne.and.u64 %p0, %rd4, %rd7, %p0;
    selp.b32 %r5, 1, 0, %p0;
    """, 1, ".func f() { ret; }\n.func g() { ret; }\n.global .u64 table[3] = {g, 3, g};\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_value_of_each_lane(executor, name):
    VALUES[name].check(executor)


@pytest.mark.parametrize("space", ["global", "shared"])
def test_vectors_of_one_element(executor, space):
    """Triton writes the braces of a vector around a single register."""
    body = f"""
mov.u64 %rd5, {"v" if space == "shared" else "0"};
{"mad.wide.u32 %rd5, %r0, 8, %rd5;" if space == "shared" else "mad.wide.u32 %rd5, %r0, 8, %rd1;"}
st.{space}.b32 [%rd5], {{ %r0 }};
st.{space}.b16 [%rd5+4], {{ -2 }};
ld.{space}.b32 {{ %r5 }}, [%rd5];
ld.{space}.s16 {{ %r6 }}, [%rd5+4];
ld.{space}.u8 {{ _ }}, [%rd5+4];
add.u32 %r5, %r5, %r6;
"""
    text = kernel(body, ".shared .align 8 .b8 v[256];\n", result="%r5")
    np.testing.assert_array_equal(
        run(executor, text, inp=np.zeros(64, np.uint32)).clean_out, np.arange(32, dtype=np.uint32) - 2
    )


def test_stores_of_several_lanes_to_one_place_leave_the_highest_lane(executor):
    body = "setp.ne.u32 %p1, %r0, 31;\nst.global.b32 [%rd0], %r0;\n@%p1 st.global.b32 [%rd0+4], %r0;"
    assert run(executor, kernel(body)).out.tolist()[:3] == [31, 30, N]


def test_reversed_and_scattered_lanes(executor):
    body = """
sub.u32 %r3, 31, %r0;
mad.wide.u32 %rd3, %r3, 4, %rd1;
ld.global.b32 %r5, [%rd3];
mul.lo.u32 %r4, %r0, 7;
and.b32 %r4, %r4, 31;
mad.wide.u32 %rd4, %r4, 4, %rd0;
st.global.b32 [%rd4], %r5;
"""
    inp = np.arange(100, 132, dtype=np.uint32)
    expected = np.zeros(32, np.uint32)
    for lane in range(32):
        expected[lane * 7 % 32] = inp[31 - lane]
    np.testing.assert_array_equal(run(executor, kernel(body), inp=inp).out, expected)


def test_static_and_dynamic_shared_memory(executor):
    module = ".shared .align 8 .b8 a[40];\n.shared .b32 b;\n.extern .shared .align 16 .b8 dyn[];\n"
    body = """
mov.u32 %r3, a;
mov.u32 %r4, b;
mov.u32 %r6, dyn;
st.shared.b32 [a+36], 1;
st.shared.b32 [b], 2;
st.shared.b32 [dyn], 3;
st.shared.b32 [%r6+60], 4;
ld.shared.b32 %r7, [%r3+36];
ld.shared.b32 %r8, [%r4];
ld.shared.b32 %r9, [%r6];
ld.shared.b32 %r10, [dyn+60];
mad.lo.u32 %r5, %r7, 10, %r8;
mad.lo.u32 %r5, %r5, 10, %r9;
mad.lo.u32 %r5, %r5, 10, %r10;
mad.lo.u32 %r5, %r5, 1000, %r6;
"""
    assert set(run(executor, kernel(body, module, "%r5"), shared_bytes=64).clean_out) == {1234048}


def test_shared_memory_of_other_kernels_is_not_counted(executor):
    other = (
        ".shared .b8 big[40000];\n.visible .entry other() { .reg .b32 %r1; ld.shared.b32 %r1, [big]; ret; }\n"
    )
    text = kernel("ld.shared.b32 %r5, [small+4];", other + ".shared .b32 small;\n", "%r5")
    program = executor.load(text)
    assert program.kernel("k")[0].frame.static_shared_bytes == 4
    assert run(executor, text).reasons == ["oob-read"]


def test_shared_memory_is_all_ones_at_the_start_of_every_block(executor):
    body = """
mov.u32 %r3, %ctaid.x;
ld.shared.b32 %r5, [v];
st.shared.b32 [v], 7;
mad.wide.u32 %rd3, %r3, 4, %rd0;
st.global.b32 [%rd3], %r5;
"""
    ran = run(executor, kernel(body, ".shared .b32 v;\n"), grid=(5, 1, 1), block=(1, 1, 1), n_out=5)
    assert ran.out.tolist() == [N] * 5


def test_global_variables_keep_their_content_within_a_program(executor):
    body = "ld.global.b32 %r5, [calls];\nadd.u32 %r6, %r5, 1;\nst.global.b32 [calls], %r6;"
    text = kernel(body, ".global .u32 calls = 5;\n", "%r5")
    program = executor.load(text)
    out = executor.memory.allocate(4, "out")
    args = [np.uint64(out.address), np.uint64(0), np.uint32(0)]
    for expected in (5, 6, 7):
        report = executor.launch(program, "k", (1, 1, 1), (1, 1, 1), args)
        assert report.faults == ()
        assert out.data.view(np.uint32)[0] == expected
    fresh = executor.launch(executor.load(text), "k", (1, 1, 1), (1, 1, 1), args)
    assert (fresh.faults, out.data.view(np.uint32)[0]) == ((), 5)


def test_parameters_of_all_widths_and_by_address(executor):
    text = f"""{HEADER}
.visible .entry k(.param .u64 out, .param .u8 a, .param .u16 b, .param .f64 c, .param .align 8 .b8 d[16], .param .u32 e)
{{
.reg .b32 %r<20>;
.reg .b64 %rd<20>;
ld.param.u64 %rd1, [out];
ld.param.u8 %r1, [a];
ld.param.u16 %r2, [b];
ld.param.b64 %rd2, [c];
ld.param.v2.u32 {{%r3, %r4}}, [d+8];
ld.param.u32 %r5, [e];
mov.b64 %rd3, d;
ld.param.u32 %r6, [%rd3+4];
cvta.param.u64 %rd4, %rd3;
ld.u32 %r7, [%rd4+8];
st.global.v4.b32 [%rd1], {{%r1, %r2, %r3, %r4}};
st.global.v4.b32 [%rd1+16], {{%r5, %r6, %r7, 0}};
st.global.b64 [%rd1+32], %rd2;
ret;
}}
"""
    out = executor.memory.allocate(48, "out")
    args = [
        np.uint64(out.address), np.uint8(200), np.uint16(60000), np.float64(1.5), struct.pack("<4I", 1, 2, 3, 0),
        np.uint32(9),
    ]  # fmt: skip
    report = executor.launch(executor.load(text), "k", (1, 1, 1), (1, 1, 1), args)
    assert report.faults == ()
    assert out.data.view(np.uint32).tolist()[:8] == [200, 60000, 3, 0, 9, 2, 3, 0]
    assert out.data.view(np.float64)[4] == 1.5


@pytest.mark.parametrize("space", ["global", "const", "shared", "local", "param"])
def test_registered_memory_of_the_host_is_global(executor, space):
    """Python's heap, which a program may register, lies where an executable was loaded: at 0x55... or 0x56..."""
    body = f"mov.u64 %rd5, 0x55d012345678; isspacep.{space} %p0, %rd5; selp.u32 %r2, 1, 0, %p0;"
    assert set(run(executor, kernel(body, result="%r2"), n=5).out.tolist()) == {int(space == "global")}


def test_one_load_whose_lanes_reach_different_spaces(executor):
    body = """
.local .align 4 .b8 l[4];
st.shared.b32 [s], 5;
st.local.b32 [l], 6;
mov.b64 %rd5, s;
cvta.shared.u64 %rd5, %rd5;
mov.b64 %rd6, l;
cvta.local.u64 %rd6, %rd6;
setp.lt.u32 %p1, %r0, 10;
setp.gt.u32 %p2, %r0, 20;
selp.b64 %rd7, %rd5, %rd6, %p1;
selp.b64 %rd7, %rd1, %rd7, %p2;
ld.b32 %r5, [%rd7];
"""
    ran = run(executor, kernel(body, ".shared .b32 s;\n", "%r5"), inp=np.array([7], np.uint32))
    assert ran.clean_out.tolist() == [5] * 10 + [6] * 11 + [7] * 11


@pytest.mark.parametrize(("body", "rule"), [
    ("ld.global.v2.b32 {%r3, %r4, %r5}, [%rd2];", "needs a vector of as many (got 3)"),
    ("ld.global.v2.b32 %r3, [%rd2];", "needs a vector of as many (got 1)"),
    ("ld.global.b32 {%r3, %r4}, [%rd2];", "needs a vector of as many"),
    ("st.global.v4.b32 [%rd2], {%r3, %r4};", "needs a vector of as many (got 2)"),
    ("ld.global.v8.b64 {%rd3, %rd4, %rd5, %rd6, %rd7, %rd8, %rd9, %rd10}, [%rd2];",
     "vectors of 8 elements of 64 bits are not supported"),
    ("ld.global.v8.b8 {%h1, %h2, %h3, %h4, %h5, %h6, %h7, %h8}, [%rd2];", "of 8 elements of 8 bits"),
    ("ld.global.b128 %rd3, [%rd2];", "the destination has 64 bits, the access 128"),
    ("ld.global.v2.b64 {%rd3, %r3}, [%rd2];", "the destination has 32 bits, the access 64"),
    ("ld.global.v2.b128 {%rd3, %rd4}, [%rd2];", "vectors of 2 elements of 128 bits"),
    ("st.const.b32 [c], 1;", "constants and parameters of a kernel cannot be written"),
    ("st.param.b32 [n], 1;", "constants and parameters of a kernel cannot be written"),
    ("ld.shared.nc.b32 %r3, [s];", "a non-coherent load must be from .global, without an order"),
    ("ld.volatile.global.nc.b32 %r3, [%rd2];", "a non-coherent load must be from .global, without an order"),
    ("ld.mmio.relaxed.global.b32 %r3, [%rd2];", ".mmio needs a scope"),
    ("st.mmio.relaxed.global.b32 [%rd2], 1;", ".mmio needs a scope"),
    ("ld.release.gpu.global.b32 %r3, [%rd2];", "instruction not known"),
    ("st.acquire.gpu.global.b32 [%rd2], 1;", "instruction not known"),
    ("st.global.ca.b32 [%rd2], 1;", "instruction not known"),
    ("ld.global.f16 %h1, [%rd2];", "instruction not known"),
    ("ld.global.b32 %r3, [s];", "s is a .shared variable"),
    ("st.shared.b32 [c], 1;", "c is a .const variable"),
    ("ld.global.b32 %r3, [c];", "c is a .const variable"),
    ("atom.shared.add.u32 %r3, [c], 1;", "c is a .const variable"),
    ("ld.param.b32 %r3, [s];", "s is a .shared variable"),
    ("ld.param.b64 %rd3, [n];", "lies outside the 20 bytes of parameters"),
    ("ld.param.b32 %r3, [out+-4];", "lies outside the 20 bytes of parameters"),
    ("ld.param.b32 %r3, [out+2];", "is not a multiple of the 4 bytes of the access"),
    ("ld.global.b32 %r3, [nothing];", "no variable of this name is defined in the module (got 'nothing')"),
    ("ld.global.b32 %r3, [elsewhere];", "no variable of this name is defined in the module"),
    ("mov.b64 %rd3, nothing;", "no variable of this name is defined in the module (got 'nothing')"),
    ("ld.global.b32 %r3, %rd2;", "expected a memory operand"),
    ("ld.global.b32 %r3;", "operands not understood"),
    ("ld.global.b32 5, [%rd2];", "needs a register as its destination"),
    ("ld.global.b32 %p3, [%rd2];", "the destination must be a register"),
    ("st.global.b32 [%rd2], %p3;", "a predicate cannot be used as a value"),
    ("st.global.v2.b32 [%rd2], {%r3, _};", "cannot be read as b32 (got sink)"),
])  # fmt: skip
def test_refused(executor, body, rule):
    module = ".shared .b32 s;\n.const .b32 c = 1;\n.extern .global .b32 elsewhere;\n"
    check_refused(executor, kernel(body, module), rule, body)


@pytest.mark.parametrize(("text", "rule"), [
    (HEADER + ".const .b8 big[70000];", "at most 65536 bytes of constants (got 70000)"),
    (HEADER + ".global .u64 p = nothing;", "needs a .global or .const variable (got 'nothing')"),
    (HEADER + ".shared .b32 s;\n.global .u64 p = s;", "needs a .global or .const variable (got 's')"),
    (HEADER + ".visible .entry k(.param .b8 p[40000]) { ret; }\n", "needs 40000 bytes of parameters"),
    (kernel(".local .b8 big[600000];"), "needs 600000 bytes of local memory of a thread (at most 524288)"),
])  # fmt: skip
def test_modules_that_cannot_be_placed(executor, text, rule):
    check_refused(executor, text, rule)
