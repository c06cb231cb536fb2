"""Basic blocks, live registers, which loops end by themselves and which only poll, and accesses to global memory."""

from __future__ import annotations

import pytest

from harness.errors import PtxError
from harness.ptx.reading.address_origin import FROM_MEMORY, global_accesses
from harness.ptx.reading.flow import analyze, counts, definitions, uses
from harness.ptx.reading.inline import flatten
from harness.ptx.reading.parser import parse
from tests.ptx.ptx_text import HEADER

REGISTERS = ".reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<9>;\n"


def flow(body):
    return analyze(flatten(parse(f"{HEADER}.entry k()\n{{\n{REGISTERS}{body}\n}}\n"), "k"))


def shape(body):
    """Return each block's instruction names and successors."""
    return [([i.name for i in block.instructions], block.successors) for block in flow(body).blocks]


def instruction(text):
    (found, *_) = flow(text).blocks[0].instructions
    return found


MOV = "mov.b32 %r1, 1;\n"
RET = (["ret"], ())


@pytest.mark.parametrize(("body", "expected"), [
    (MOV + "add.u32 %r1, %r1, 1;", [(["mov", "add"], (1,)), RET]),
    (MOV + "ret;", [(["mov", "ret"], ())]),
    ("", [RET]),
    ("@%p1 bra L;\n" + MOV + "L: ret;", [(["bra"], (2, 1)), (["mov"], (2,)), RET]),
    ("@%p1 bra END;\n" + MOV + "bra END;\nEND:", [(["bra"], (2, 1)), (["mov", "bra"], (2,)), RET]),
    ("bra L;\n" + MOV + "L: ret;", [(["bra"], (2,)), (["mov"], (2,)), RET]),
    ("@%p1 exit;\n" + MOV + "ret;", [(["exit"], (1,)), (["mov", "ret"], ())]),
    (MOV + "bar.sync 0;\n" + MOV, [(["mov", "bar"], (1,)), (["mov"], (2,)), RET]),
    (MOV + "shfl.sync.bfly.b32 %r3, %r1, 1, 31, -1;", [(["mov"], (1,)), (["shfl"], (2,)), RET]),
    (MOV + "bar.warp.sync -1;\n" + MOV + "ret;", [(["mov"], (1,)), (["bar", "mov", "ret"], ())]),
    ("ts: .branchtargets B, A, B;\nbrx.idx %r1, ts;\nA: ret;\nB: ret;", [(["brx"], (2, 1)), RET, RET]),
])  # fmt: skip
def test_blocks_and_their_successors(body, expected):
    assert shape(body) == expected


def test_guard_on_a_synchronising_instruction_becomes_a_branch():
    for text in ("bar.sync 0;", "shfl.sync.bfly.b32 %r3, %r1, 1, 31, -1;", "trap;"):
        first, second = flow(f"@%p1 {text}\nret;").blocks[:2]
        (branch,) = first.instructions
        assert (branch.name, branch.negated) == ("bra", True)
        assert second.instructions[0].predicate is None
        assert first.successors == (2, 1)


def test_loop_heads_are_targets_of_backward_branches():
    found = flow(
        "A: add.u32 %r1, %r1, 1;\nB: add.u32 %r2, %r2, 1;\n@%p1 bra B;\n@%p2 bra A;\n@%p3 bra END;\nEND:"
    )
    assert [block.is_loop_head for block in found.blocks] == [True, True, False, False, False]


def test_block_that_branches_to_itself_is_a_loop_head():
    assert flow("L: bra L;").blocks[0].is_loop_head


def test_only_registers_that_live_across_blocks_have_slots():
    found = flow(
        "mov.b32 %r1, 1;\nmov.b32 %r2, 2;\nadd.u32 %r3, %r1, %r2;\nL: add.u32 %r3, %r3, 1;\n@%p1 bra L;"
    )
    assert list(found.slots) == ["%r3", "%p1"]


def test_value_that_is_overwritten_does_not_live():
    assert flow("mov.b32 %r1, 1;\nL: mov.b32 %r1, 2;\nadd.u32 %r2, %r1, 1;").slots == {}


def test_guarded_write_keeps_the_old_value_alive():
    found = flow("mov.b32 %r1, 1;\nL: @%p1 mov.b32 %r1, 2;\nM: st.global.b32 [%rd1], %r1;")
    assert "%r1" in found.slots
    assert found.blocks[0].live_out >= {"%r1"}


def test_register_that_may_be_undefined_lives_at_the_start():
    assert "%r1" in flow("L: add.u32 %r1, %r1, 1;\nbra L;").blocks[0].live_in
    assert flow("mov.b32 %r1, 1;\nL: add.u32 %r1, %r1, 1;\nbra L;").blocks[0].live_in == set()


@pytest.mark.parametrize(("text", "written", "read"), [
    ("add.u32 %r1, %r2, %r3;", ["%r1"], ["%r2", "%r3"]),
    ("@%p1 add.u32 %r1, %r2, 3;", ["%r1"], ["%r2", "%p1", "%r1"]),
    ("st.global.v2.b32 [%rd1+4], {%r1, %r2};", [], ["%rd1", "%r1", "%r2"]),
    ("ld.global.v2.b32 {%r1, _}, [%rd1];", ["%r1"], ["%rd1"]),
    ("setp.eq.and.u32 %p1|%p2, %r1, %r2, !%p3;", ["%p1", "%p2"], ["%r1", "%r2", "%p3"]),
    ("atom.global.add.u32 _, [%rd1], %r1;", [], ["%rd1", "%r1"]),
    ("red.global.add.u32 [%rd1], %r1;", [], ["%rd1", "%r1"]),
    ("mov.b64 {%r1, %r2}, %rd1;", ["%r1", "%r2"], ["%rd1"]),
    ("bar.warp.sync %r1;", [], ["%r1"]),
    ("cp.async.ca.shared.global [%r1], [%rd1], 4, %r2;", [], ["%r1", "%rd1", "%r2"]),
])  # fmt: skip
def test_registers_written_and_read(text, written, read):
    found = instruction(text)
    assert [r.name for r in definitions(found)] == written
    assert [r.name for r in uses(found)] == read


@pytest.mark.parametrize(("body", "rule"), [
    ("bra NOWHERE;", "bra needs a label of this function"),
    ("bra %r1;", "bra needs a label of this function"),
    ("bra;", "bra needs a label of this function"),
    ("{ L: }\nbra L;", "bra needs a label of this function"),
    ("brx.idx %r1, NOWHERE;", "brx.idx needs a .branchtargets list of this function"),
    ("brx.idx %r1;", "brx.idx needs a .branchtargets list of this function"),
    ("ts: .branchtargets A, NOWHERE;\nA: brx.idx %r1, ts;", "a label that does not exist (got NOWHERE)"),
    ("add.u32 5, %r1, %r2;", "add.u32 needs a register as its destination"),
])  # fmt: skip
def test_refused(body, rule):
    with pytest.raises(PtxError) as caught:
        flow(body)
    assert rule in str(caught.value)
    assert caught.value.line >= 7


_KERNEL = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a, .param .u32 n)
{{
  .reg .pred %p<4>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [a];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, 0;
{0}
  ret;
}}
"""
_COUNT = "add.u32 %r2, %r2, 1;\n setp.lt.u32 %p1, %r2, %r1;\n @%p1 bra HEAD;\n"
_READ = "ld.volatile.global.u32 %r3, [%rd1];\n"
_POLL = f"{_READ} setp.eq.u32 %p1, %r3, 0;\n @%p1 bra HEAD;\n"
_LOOPS = {
    "counted": (True, f"HEAD:\n {_COUNT}"),
    "counted and polled": (True, f"HEAD:\n {_READ} setp.ne.u32 %p2, %r3, 0;\n @%p2 bra OUT;\n {_COUNT}\nOUT:"),
    "a list": (True, "HEAD:\n ld.global.u64 %rd1, [%rd1];\n setp.ne.u64 %p1, %rd1, 0;\n @%p1 bra HEAD;"),
    "a clock": (True, "HEAD:\n mov.u32 %r3, %clock;\n setp.lt.u32 %p1, %r3, %r1;\n @%p1 bra HEAD;"),
    "compare and swap": (
        True,
        "HEAD:\n mov.u32 %r3, %r2;\n add.u32 %r4, %r3, 1;\n atom.global.cas.b32 %r2, [%rd1], %r3, %r4;\n"
        "setp.ne.u32 %p1, %r2, %r3;\n @%p1 bra HEAD;",
    ),
    "polled": (False, f"HEAD:\n {_POLL}"),
    "polled, and counted in vain": (False, f"HEAD:\n add.u32 %r2, %r2, 1;\n {_POLL}"),
    "a lock": (False, "HEAD:\n atom.global.cas.b32 %r3, [%rd1], 0, 1;\n setp.ne.u32 %p1, %r3, 0;\n @%p1 bra HEAD;"),
    "without a way out": (False, "HEAD:\n add.u32 %r2, %r2, 1;\n st.global.u32 [%rd1], %r2;\n bra HEAD;"),
    "unchanged": (False, "HEAD:\n setp.lt.u32 %p1, %r2, %r1;\n @%p1 bra HEAD;"),
    "counted in a polled one": (False,
     f"OUTER:\n mov.u32 %r2, 0;\nHEAD:\n {_COUNT} {_READ} setp.eq.u32 %p2, %r3, 0;\n @%p2 bra OUTER;"),
    "polled in a counted one": (False,
     f"OUTER:\n add.u32 %r2, %r2, 1;\nHEAD:\n {_POLL} setp.lt.u32 %p2, %r2, %r1;\n @%p2 bra OUTER;"),
}  # fmt: skip


@pytest.mark.parametrize("name", _LOOPS)
def test_a_loop_may_end_if_its_way_out_depends_on_earlier_rounds(name):
    may_end, body = _LOOPS[name]
    flow = analyze(flatten(parse(_KERNEL.format(body)), "k"))
    heads = [each for each in flow.blocks if each.is_loop_head]
    assert counts(flow, heads[-1].instructions[0].line) == may_end
    assert not counts(flow, 1)


_POINTERS = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a, .param .align 8 .b8 s[16], .param .u64 n)
{{
  .reg .pred %p<2>;
  .reg .f32 %f<6>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<9>;
  .shared .b32 near[4];
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [s+8];
  ld.param.u64 %rd3, [n];
  {0}
  ret;
}}
"""


def _accesses(body):
    found = global_accesses(parse(_POINTERS.format(body)).functions["k"])
    return {} if found is None else {kind: (set(origins), is_store) for origins, kind, is_store in found}


def test_each_access_has_its_parameters_and_its_type():
    body = """
      cvta.to.global.u64 %rd4, %rd1;
      mad.lo.s64 %rd5, %rd3, 4, %rd4;
    again:
      ld.global.v2.f32 {%f1, %f2}, [%rd5];
      add.s64 %rd5, %rd5, 8;
      st.f64 [%rd2+8], 0d0000000000000000;
      ld.shared.u32 %r1, [near];
      setp.eq.s32 %p1, %r1, 0;
      @%p1 bra again;
      ld.global.u64 %rd6, [%rd1];
      ld.u8 %r2, [%rd6];
      atom.global.add.u32 %r1, [%rd2], 1;
    """
    assert _accesses(body) == {
        "v2.f32": ({("a", 0), ("n", 0)}, False),
        "f64": ({("s", 8)}, True),
        "u64": ({("a", 0)}, False),
        "u8": ({FROM_MEMORY}, False),
        "": ({("s", 8)}, False),
    }


def test_a_pointer_of_one_of_two_has_both():
    body = "setp.eq.s64 %p1, %rd3, 0; selp.b64 %rd4, %rd1, %rd2, %p1; ld.global.f32 %f1, [%rd4];"
    assert _accesses(body) == {"f32": ({("a", 0), ("s", 8)}, False)}


def test_a_kernel_that_calls_has_unknown_accesses():
    text = ".extern .func f();\n" + _POINTERS.format("call.uni f, ();").partition(".address_size 64")[2]
    module = parse(_POINTERS.partition(".visible")[0] + text)
    assert global_accesses(module.functions["k"]) is None
