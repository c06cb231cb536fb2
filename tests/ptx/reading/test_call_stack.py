"""Recursion, function pointers and virtual functions: calls that go through a stack."""

import numpy as np
import pytest

from harness.ptx.ir.calls import STACK_BYTES
from harness.ptx.launch.watch import UNWATCHED, Watch
from tests.ptx.ptx_text import Example, check_refused, kernel, launch_on, line_of, run
from tests.ptx.test_cuda_sources import Run, ptx, zeros

ARCHS = ("sm_75", "sm_90")
all_archs = pytest.mark.parametrize("arch", ARCHS)


def result(executor, arch, entry, inp, n_out=0, threads=64):
    run = Run(executor, "calls.cu", arch)
    out, source = np.zeros(n_out or len(inp), np.int32), np.array(inp, np.int32)
    found: list[int] = run.launch(entry, out, source, threads, watch=UNWATCHED).tolist()
    assert run.report.faults == ()
    return found


def faults(executor, arch, entry, inp, threads):
    """Return the faults of a launch that must not complete."""
    run = Run(executor, "calls.cu", arch)
    run.launch(entry, zeros(2, np.int32), np.array(inp, np.int32), threads, watch=UNWATCHED, is_right=False)
    assert not run.report.completed
    return run.report.faults


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@all_archs
@pytest.mark.parametrize(
    ("entry", "inp", "expected"),
    [
        ("recursive", [k % 13 for k in range(50)], [1000 * k + fibonacci(k % 13) for k in range(50)]),
        ("mutual", [k % 9 for k in range(40)], [1 if k % 9 % 2 == 0 else 10 for k in range(40)]),
        ("nested", [k % 5 for k in range(40)], [2 * (k % 5) + 3 for k in range(40)]),
        ("barriers", list(range(100)), [sum(range(100))] * 100),
    ],
    ids=["each lane to its own depth", "two functions call each other", "result is an argument", "barriers"],
)
def test_recursion(executor, arch, entry, inp, expected):
    assert result(executor, arch, entry, inp, threads=128) == expected


@all_archs
def test_arrays_and_structs_on_every_level(executor, arch):
    n = 37
    inp = [(7 * k * k + 3) % 101 for k in range(n)]
    expected = [value + 4 for i in range(n) for value in sorted(inp[(i * 3 + k * 5) % n] for k in range(8))]
    assert result(executor, arch, "sorted", inp, n_out=8 * n) == expected


@all_archs
def test_lanes_meet_again_behind_a_call(executor, arch):
    values = [fibonacci(i % 7) if i % 3 == 0 else i for i in range(64)]
    values = [value + values[i ^ 1] for i, value in enumerate(values)]
    values = [
        value + sum(fibonacci(k + 3) for k in range(3) if (i + k) % 2) for i, value in enumerate(values)
    ]
    expected = [value + values[i ^ 16] for i, value in enumerate(values)]
    assert result(executor, arch, "divergent", [0] * 64) == expected


def test_stack_under_every_observer(executor):
    watch = Watch(races=True, undefined=True, counts=True)
    arrays = [np.zeros(64, np.int32), np.arange(64, dtype=np.int32) % 9]
    for entry in ("recursive", "pointers", "mutual"):
        text = ptx("calls.cu", "sm_90")
        _, report = launch_on(executor, text, entry, arrays, np.int32(64), block=(64, 1, 1), watch=watch)
        assert report.faults == ()


@all_archs
def test_function_pointers(executor, arch):
    inp = [(-1) ** (k // 4) for k in range(60)]
    operations = (lambda a: a + 3, lambda a: a * 3, lambda a: a**3)
    expected = [
        operations[i % 3](i % 5) + 1000 * (i + 8 if positive > 0 else i * 16)
        for i, positive in enumerate(inp)
    ]
    assert result(executor, arch, "pointers", inp) == expected


@all_archs
def test_virtual_functions(executor, arch):
    inp = np.arange(40, dtype=np.float32)
    found = Run(executor, "calls.cu", arch).launch("virtuals", zeros(40), inp, 64, watch=UNWATCHED)
    np.testing.assert_array_equal(found, np.where(np.arange(40) % 2 == 0, 3 * inp * inp, inp * 0.5 - 1))


@all_archs
def test_recursion_without_end_overflows_the_stack(executor, arch):
    (fault,) = faults(executor, arch, "recursive", [5, 100000], 64)
    assert (fault.reason, fault.thread) == ("stack-overflow", (1, 0, 0))
    assert f"more than the {STACK_BYTES}" in fault.message


@all_archs
def test_pointer_to_no_function(executor, arch):
    fault = faults(executor, arch, "bad_pointer", [0, 0], 2)[0]
    assert fault.reason == "trap"
    assert "call through a pointer to 0x00000000: no function" in fault.message


LIVE = """
.func (.param .b32 result) f(.param .b32 x)
{
.reg .pred %p<4>; .reg .b16 %h1; .reg .b32 %r<6>; .reg .b64 %rd1; .reg .f64 %fd1;
ld.param.b32 %r1, [x];
setp.gt.u32 %p1, %r1, 2;
setp.eq.u32 %p2, %r1, 0;
cvt.u16.u32 %h1, %r1;
cvt.u64.u32 %rd1, %r1;
cvt.rn.f64.u32 %fd1, %r1;
mov.u32 %r2, 0;
@%p2 bra DONE;
sub.u32 %r3, %r1, 1;
{
.param .b32 p0; st.param.b32 [p0], %r3; .param .b32 q0;
call (q0), f, (p0);
ld.param.b32 %r2, [q0];
}
@%p1 add.u32 %r2, %r2, 100;
cvt.u32.u16 %r4, %h1;
add.u32 %r2, %r2, %r4;
cvt.u32.u64 %r4, %rd1;
add.u32 %r2, %r2, %r4;
cvt.rzi.u32.f64 %r4, %fd1;
add.u32 %r2, %r2, %r4;
DONE:
st.param.b32 [result], %r2;
ret;
}
"""


POINTERS = """
.func (.param .b32 r) one(.param .b32 x) { .reg .b32 %r1; ld.param.b32 %r1, [x]; add.u32 %r1, %r1, 1; st.param.b32 [r], %r1; ret; }
.func (.param .b32 r) two(.param .b32 x) { .reg .b32 %r1; ld.param.b32 %r1, [x]; add.u32 %r1, %r1, 2; st.param.b32 [r], %r1; ret; }
.func other(.param .b64 x) { ret; }
.global .align 8 .u64 table[3] = {one, two, other};
"""  # noqa: E501


CHOOSE = "and.b32 %r3, %r0, 1;\nmov.u64 %rd4, table;\nmad.wide.u32 %rd4, %r3, 8, %rd4;\nld.global.u64 %rd5, [%rd4];\n"
VALUES = {
    # whatever an earlier block left there
    "undefined bytes of a frame are the same": Example(
        "mov.u32 %r3, 3;\ncall (%r5), f, (%r3);\ncall (%r6), f, (%r3);\nand.b32 %r5, %r5, %r6;", 0xFFFFFFFF, """
.func (.param .b32 result) f(.param .b32 x)
{
.local .align 4 .b8 a[16];
.reg .pred %p1; .reg .b32 %r<5>;
ld.param.b32 %r1, [x];
ld.local.b32 %r2, [a+4];
st.local.b32 [a+4], %r1;
setp.eq.u32 %p1, %r1, 0;
@%p1 bra DONE;
sub.u32 %r1, %r1, 1;
call (%r3), f, (%r1);
DONE: st.param.b32 [result], %r2;
ret;
}
"""),
    "registers of every kind live across a call": Example("and.b32 %r3, %r0, 7;\ncall (%r5), f, (%r3);",
        [sum(3 * k + 100 * (k > 2) for k in range(1, lane % 8 + 1)) for lane in range(32)], LIVE),
    "guarded call and the caller's registers": Example(
        "mov.b32 %r5, 7;\nmov.b32 %r7, %r0;\nsetp.lt.u32 %p1, %r0, 3;\n@%p1 call (%r5), f, (%r0);\n"
        "add.u32 %r5, %r5, %r7;", [0, 4, 11] + [7 + lane for lane in range(3, 32)], LIVE),
    # three ways to say what a pointer may mean
    **{call: Example(CHOOSE + call, [lane + 1 + lane % 2 for lane in range(32)], POINTERS) for call in (
        "T: .calltargets one, two;\ncall (%r5), %rd5, (%r0), T;", "call (%r5), %rd5, (%r0), table;",
        "P: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (%r5), %rd5, (%r0), P;")},
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_value_of_each_lane(executor, name):
    VALUES[name].check(executor)


def test_function_of_another_signature_is_not_called(executor):
    text = kernel(
        "mov.u64 %rd5, other;\nP: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
        "call (%r5), %rd5, (%r0), P; // here",
        POINTERS,
        "%r5",
    )
    ran = run(executor, text)
    assert not ran.report.completed
    assert ran.report.faults[0].ptx_line == line_of(text, "// here")


@pytest.mark.parametrize(("body", "rule"), [
    ("call (%r5), %rd5, (%r0);", "needs a prototype or a list of targets"),
    ("call (%r5), %rd5, (%r0), nothing;", "needs a prototype or a list of functions"),
    ("P: .callprototype _ (.param .b32 _);\ncall (%r5), %rd5, (%r0), P;",
     "call of a pointer with 1 arguments and 1 results"),
])  # fmt: skip
def test_refused(executor, body, rule):
    check_refused(executor, kernel("mov.u64 %rd5, one;\n" + body, POINTERS), rule)
