"""Loops that may end by themselves, and loops that only poll."""

import pytest

from harness.ptx.reading.flow import analyze, counts
from harness.ptx.reading.inline import flatten
from harness.ptx.reading.parser import parse

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
    "counted and polled": (
        True,
        f"HEAD:\n {_READ} setp.ne.u32 %p2, %r3, 0;\n @%p2 bra OUT;\n {_COUNT}\nOUT:",
    ),
    "a list": (True, "HEAD:\n ld.global.u64 %rd1, [%rd1];\n setp.ne.u64 %p1, %rd1, 0;\n @%p1 bra HEAD;"),
    "a clock": (True, "HEAD:\n mov.u32 %r3, %clock;\n setp.lt.u32 %p1, %r3, %r1;\n @%p1 bra HEAD;"),
    "compare and swap": (
        True,
        "HEAD:\n mov.u32 %r3, %r2;\n add.u32 %r4, %r3, 1;\n atom.global.cas.b32 %r2, [%rd1], %r3, %r4;\n"
        "setp.ne.u32 %p1, %r2, %r3;\n @%p1 bra HEAD;",
    ),
    "polled": (False, f"HEAD:\n {_POLL}"),
    "polled, and counted in vain": (False, f"HEAD:\n add.u32 %r2, %r2, 1;\n {_POLL}"),
    "a lock": (
        False,
        "HEAD:\n atom.global.cas.b32 %r3, [%rd1], 0, 1;\n setp.ne.u32 %p1, %r3, 0;\n @%p1 bra HEAD;",
    ),
    "without a way out": (False, "HEAD:\n add.u32 %r2, %r2, 1;\n st.global.u32 [%rd1], %r2;\n bra HEAD;"),
    "unchanged": (False, "HEAD:\n setp.lt.u32 %p1, %r2, %r1;\n @%p1 bra HEAD;"),
    "counted in a polled one": (
        False,
        f"OUTER:\n mov.u32 %r2, 0;\nHEAD:\n {_COUNT} {_READ} setp.eq.u32 %p2, %r3, 0;\n @%p2 bra OUTER;",
    ),
    "polled in a counted one": (
        False,
        f"OUTER:\n add.u32 %r2, %r2, 1;\nHEAD:\n {_POLL} setp.lt.u32 %p2, %r2, %r1;\n @%p2 bra OUTER;",
    ),
}


@pytest.mark.parametrize("name", _LOOPS)
def test_a_loop_may_end_if_its_way_out_depends_on_earlier_rounds(name: str) -> None:
    may_end, body = _LOOPS[name]
    flow = analyze(flatten(parse(_KERNEL.format(body)), "k"))
    heads = [each for each in flow.blocks if each.is_loop_head]
    assert counts(flow, heads[-1].instructions[0].line) == may_end
    assert not counts(flow, 1)
