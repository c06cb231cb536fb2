import pytest

from harness.errors import PtxError
from harness.ptx.reading import inline
from harness.ptx.reading.inline import MAX_CALL_DEPTH, flatten
from harness.ptx.reading.parser import parse
from harness.ptx.text.syntax import Instruction, Label
from tests.ptx.ptx_text import HEADER, Example, Finding, kernel

TWICE = """
.func (.param .b32 result) twice(.param .b32 x)
{
.reg .b32 %r<3>;
ld.param.b32 %r1, [x];
shl.b32 %r2, %r1, 1;
st.param.b32 [result], %r2;
ret;
}
"""
CALL_TWICE = """
{
.param .b32 p0;
st.param.b32 [p0], %r0;
.param .b32 q0;
call.uni (q0), twice, (p0);
ld.param.b32 %r5, [q0];
}
"""


def flat(text):
    return flatten(parse(text), "k")


def message(text):
    with pytest.raises(PtxError) as caught:
        flat(text)
    assert caught.value.line > 0
    return str(caught.value)


def test_unknown_kernel_is_refused_with_those_there_are():
    with pytest.raises(PtxError, match=r"no kernel of this name in the module \(got 'z', it has: k\)"):
        flatten(parse(kernel("")), "z")
    with pytest.raises(PtxError, match=r"it has: none"):
        flatten(parse(HEADER), "z")


VALUES = {
    "argument and result through param variables": Example(CALL_TWICE, [2 * lane for lane in range(32)], TWICE),
    "two calls do not share registers": Example(CALL_TWICE + "mov.b32 %r0, %r5;\n" + CALL_TWICE,
        [4 * lane for lane in range(32)], TWICE),
    "guarded return in the middle of a function": Example("call (%r5), f, (%r0);", [100] * 16 + list(range(16, 32)),
        """
.func (.param .b32 result) f(.param .b32 x)
{
.reg .pred %p<2>;
.reg .b32 %r<3>;
ld.param.b32 %r1, [x];
st.param.b32 [result], %r1;
setp.gt.u32 %p1, %r1, 15;
@%p1 ret;
st.param.b32 [result], 100;
}
"""),
    "exit in a function ends the thread": Example("call f, (%r0);", [0, 1, 2, 3] + [0xFFFFFFFF] * 28,
        ".func f(.param .b32 x) { .reg .b32 %r1; .reg .pred %p1; ld.param.b32 %r1, [x];\n"
        "setp.gt.u32 %p1, %r1, 3;\n@%p1 exit;\nret; }\n", result="%r0"),
    "struct by value": Example("""
{
.param .align 8 .b8 p0[16];
st.param.b64 [p0], 5;
st.param.v2.b32 [p0+8], {%r0, 9};
.param .align 8 .b8 q0[16];
call (q0), swap, (p0);
ld.param.v2.b32 {%r5, %r6}, [q0];
ld.param.b64 %rd5, [q0+8];
}
cvt.u32.u64 %r7, %rd5;
mad.lo.u32 %r5, %r5, 1000, %r6;
mad.lo.u32 %r5, %r5, 10, %r7;
""", [(9000 + lane) * 10 + 5 for lane in range(32)], """
.func (.param .align 8 .b8 result[16]) swap(.param .align 8 .b8 x[16])
{
.reg .b32 %r<3>;
.reg .b64 %rd<3>;
ld.param.b64 %rd1, [x];
ld.param.v2.b32 {%r1, %r2}, [x+8];
st.param.v2.b32 [result], {%r2, %r1};
st.param.b64 [result+8], %rd1;
ret;
}
"""),
    "parameter of a function read through its address": Example("""
{
.param .align 16 .b8 p0[16];
st.param.v4.b32 [p0], {1, 2, %r0, 4};
.param .b32 q0;
call (q0), third, (p0);
ld.param.b32 %r5, [q0];
}
""", list(range(32)), """
.func (.param .b32 result) third(.param .align 16 .b8 x[16])
{
.reg .b32 %r<3>;
.reg .b64 %rd<3>;
mov.b64 %rd1, x;
ld.param.b32 %r1, [%rd1+8];
st.param.b32 [result], %r1;
ret;
}
"""),
    "nested calls and local arrays": Example("call (%r5), outer, (%r0);", [101 * lane + 2 for lane in range(32)],
        """
.func (.param .b32 result) inner(.param .b32 x)
{
.local .align 4 .b8 a[64];
.reg .b32 %r<5>;
.reg .b64 %rd<3>;
ld.param.b32 %r1, [x];
mov.b64 %rd1, a;
st.local.b32 [%rd1+60], %r1;
ld.local.b32 %r2, [a+60];
add.u32 %r2, %r2, 1;
st.param.b32 [result], %r2;
ret;
}
.func (.param .b32 result) outer(.param .b32 x)
{
.local .align 4 .b8 a[64];
.reg .b32 %r<5>;
ld.param.b32 %r1, [x];
st.local.b32 [a+60], %r1;
call (%r2), inner, (%r1);
call (%r2), inner, (%r2);
ld.local.b32 %r3, [a+60];
mad.lo.u32 %r2, %r3, 100, %r2;
st.param.b32 [result], %r2;
ret;
}
"""),
    "shared variables of two functions may have one name": Example(
        "call (%r5), h;",
        [3] * 32,
        """
.func f() { .shared .b32 v; st.shared.b32 [v], 1; ret; }
.func g() { .shared .b32 v; st.shared.b32 [v], 2; ret; }
.func (.param .b32 r) h() { .reg .b32 %r1; .shared .b32 v; st.shared.b32 [v], 3; call f; call g;
ld.shared.b32 %r1, [v]; st.param.b32 [r], %r1; ret; }
"""),
    "barrier in a function called from two places": Example("""
shl.b32 %r3, %r0, 2;
mov.b32 %r4, v;
add.u32 %r4, %r4, %r3;
xor.b32 %r3, %r3, 128;
mov.b32 %r6, v;
add.u32 %r6, %r6, %r3;
st.shared.b32 [%r4], %r0;
call sync;
ld.shared.b32 %r5, [%r6];
call sync;
""", [lane ^ 32 for lane in range(64)], ".func sync() { bar.sync 0; ret; }\n.shared .b32 v[64];\n", threads=64),
    "jump table in a function called twice": Example(
        "call (%r5), pick, (%r0);\nadd.u32 %r6, %r0, 1;\ncall (%r7), pick, (%r6);\nmad.lo.u32 %r5, %r5, 100, %r7;",
        [1020, 2010] * 16, """
.func (.param .b32 result) pick(.param .b32 x)
{
.reg .b32 %r<4>;
ld.param.b32 %r1, [x];
and.b32 %r1, %r1, 1;
ts: .branchtargets EVEN, ODD;
brx.idx %r1, ts;
EVEN: mov.b32 %r2, 10; bra DONE;
ODD: mov.b32 %r2, 20;
DONE: st.param.b32 [result], %r2;
ret;
}
"""),
    "argument and result in registers": Example("call (%r5), twice, (%r0);", [2 * lane for lane in range(32)], TWICE),
    "argument that is a constant": Example("call (%r5), twice, (21);", 42, TWICE),
    **{f"call with the guard {guard}": Example(
        f"mov.b32 %r5, 7;\nsetp.lt.u32 %p1, %r0, 3;\n@{guard} call (%r5), twice, (%r0);",
        [2 * lane if (lane < 3) == (guard == "%p1") else 7 for lane in range(32)], TWICE) for guard in ("%p1", "!%p1")},
    # shared memory starts as all ones, which is -1
    "shared variable of a function is one for all calls": Example(
        "setp.ne.u32 %p1, %r0, 0;\n@%p1 exit;\ncall (%r5), count, (1);\ncall (%r5), count, (1);",
        [0] + [0xFFFFFFFF] * 31, """
.func (.param .b32 result) count(.param .b32 x)
{
.shared .b32 n;
.reg .b32 %r<3>;
ld.param.b32 %r1, [x];
atom.shared.add.u32 %r2, [n], %r1;
st.param.b32 [result], %r2;
ret;
}
"""),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_value_of_each_lane(executor, name):
    VALUES[name].check(executor)


def test_calls_that_follow_each_other_share_local_memory():
    module = ".func f() { .local .align 16 .b8 a[1000]; st.local.b32 [a], 1; ret; }\n"
    assert flat(kernel("call f;\n" * 50, module)).local_bytes == 1000


def test_nested_calls_have_local_memory_of_their_own():
    module = ".func g() { .local .b8 a[100]; ret; }\n.func f() { .local .b8 a[1000]; call g; ret; }\n"
    assert flat(kernel("call f;", module)).local_bytes == 1100


def test_labels_of_copies_are_distinct():
    module = ".func f() { L: bra L; }\n"
    labels = [s.name for s in flat(kernel("call f;\ncall f;", module)).body if isinstance(s, Label)]
    assert len(set(labels)) == len(labels) == 4


def test_faults_name_the_line_inside_the_function(executor):
    module = ".func f(.param .b64 x) { .reg .b64 %rd1; .reg .b32 %r1; ld.param.b64 %rd1, [x];\n"
    module += "ld.global.b32 %r1, [%rd1]; // here\nret; }\n"
    Finding("call f, (0);\ncall f, (8);", "oob-read", facts={"count": 64}, module=module).check(executor)


@pytest.mark.parametrize(("body", "module", "rule"), [
    ("call f;", "", "call of a function without a body (got 'f')"),
    ("call f;", ".extern .func f();", "call of a function without a body (got 'f')"),
    ("call k;", "", "a kernel cannot be called (got 'k')"),
    ("call f, (%r0);", ".func f() { }", "call of f with 1 arguments and 0 results (it takes 0 and returns 0)"),
    ("call f, (%p1);", ".func f(.param .b32 x) { }", "a predicate is passed to a predicate parameter alone"),
    ("call (3), f;", ".func (.param .b32 x) f() { }", "must be a variable, a register or a constant"),
    ("call f, (v);", ".global .b32 v;\n.func f(.param .b32 x) { }", "must be a .param variable of the caller"),
    ("{ .param .b32 p0; call f, (p0); }", ".func f(.param .b64 x) { }",
     "must be a .param variable of the caller of at least 8 bytes"),
])  # fmt: skip
def test_refused(body, module, rule):
    assert rule in message(kernel(body, module + "\n"))


def test_kernel_without_a_body_is_refused():
    assert "declared without a body" in message(HEADER + ".visible .entry k();")


def test_deep_calls_are_refused():
    functions = [f".func f{k}() {{ call f{k - 1}; }}\n" for k in range(1, 1000)]
    module = ".func f0() { }\n" + "".join(functions)
    assert f"nested more than {MAX_CALL_DEPTH} deep" in message(kernel("call f999;", module))


def test_exponential_expansion_is_refused(monkeypatch):
    monkeypatch.setattr(inline, "MAX_STATEMENTS", 3000)
    functions = [f".func f{k}() {{ call f{k - 1}; call f{k - 1}; }}\n" for k in range(1, 60)]
    module = ".func f0() { }\n" + "".join(functions)
    with pytest.raises(PtxError, match="more than 3000 instructions"):
        flat(kernel("call f59;", module))


def test_flat_body_has_no_calls():
    body = flat(kernel(CALL_TWICE, TWICE)).body
    assert all(isinstance(s, Instruction | Label) for s in body)
