"""Integer, comparison and video instructions: what the recordings of a GPU do not hold, and what is refused.

Their results are compared with what an H200 gave: `tests.agreement.test_gpu_vectors`.
"""

import numpy as np
import pytest

from harness.errors import PtxError
from harness.ptx.launch.executor import Executor
from tests.ptx.one_instruction import Case, Lanes, check, crossed, run
from tests.ptx.ptx_text import check_refused, kernel

WORDS = crossed((32, [0, 1, 2, -1]))


def test_lane_whose_guard_is_off_keeps_the_carry_flag_it_had(shared_executor):
    lanes = crossed((32, [0, 1, -1]), (32, [0, 1, -1]), (32, [0, 1, -1]), (32, [0, 5]), seed=4)
    text = "add.cc.u32 $t, $a, $b; setp.ne.b32 $p, $x, 0; @$p $op $t, $c, 1; addc.u32 $d, 0, 0;"
    case = Case("add.cc.u32", 32, lanes, lambda a, b, c, on: (c + 1 if on else a + b) >> 32, text)
    check(shared_executor, [case])


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("kind", ["u32", "f32", "f16x2"])
def test_predicate_operands_of_a_comparison(kind, inverted, shared_executor):
    """The operand may be inverted, and either destination may be the sink."""
    small = [0x3C003C00, 0x40004000, 0x3C004000, 0x40003C00]  # positive floats, also as two halves
    pairs = crossed((32, small), (32, small), n_random=0)
    lanes = Lanes((*pairs.arrays, np.random.default_rng(3).integers(0, 2, pairs.n).astype(bool)))

    def first(a, b, c):
        is_less = a & 0xFFFF < b & 0xFFFF if kind == "f16x2" else a < b
        return int(is_less and bool(c) != inverted)

    def second(a, b, c):
        is_less = a >> 16 < b >> 16 if kind == "f16x2" else not a < b
        return int(is_less and bool(c) != inverted)

    operands = f"$a, $b, {'!' * inverted}$c"
    cases = [
        Case(f"setp.lt.and.{kind}", 1, lanes, first, f"$op $d, {operands};", "one"),
        Case(f"setp.lt.and.{kind}", 1, lanes, first, f"$op $d|_, {operands};", "first"),
        Case(f"setp.lt.and.{kind}", 1, lanes, second, f"$op _|$d, {operands};", "second"),
    ]
    check(shared_executor, cases)


def test_carry_flag_must_be_set_before_it_is_used(shared_executor):
    case = Case("addc.u32", 32, WORDS, lambda a: a, "$op $d, $a, 0;")
    with pytest.raises(PtxError, match="the carry flag is not set"):
        run(shared_executor, [case])


def test_truth_table_must_be_a_constant(shared_executor):
    case = Case("lop3.b32", 32, WORDS, lambda a: a, "$op $d, $a, $a, $a, $a;")
    with pytest.raises(PtxError, match="lop3 needs a constant truth table"):
        run(shared_executor, [case])


@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_second_destination_of_a_half_comparison_is_refused(kind, shared_executor):
    lanes = Lanes((np.zeros(32, np.uint16),) * 2)
    case = Case(f"setp.eq.{kind}", 1, lanes, lambda a, b: 1, "$op $d|$p, $a, $b;")
    with pytest.raises(PtxError, match=rf"setp of \.{kind} has one destination"):
        run(shared_executor, [case])


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("vadd.u32.u32.u32 %r2.b0, %r3, %r4;", "needs a third source"),
        ("vadd.u32.u32.u32 %r2, %r3, %r4, %r5;", "needs a third source"),
        ("vadd.u32.u32.u32.add %r2.b0, %r3, %r4, %r5;", "needs a third source"),
        ("vadd.u32.u32.u32 %r2, %r3.h2, %r4;", "a part is one of .b0 to .b3, .h0 and .h1 (got .h2)"),
        ("vadd.u32.u32.u32 %r2.h3, %r3, %r4, %r5;", "a part is one of .b0 to .b3, .h0 and .h1 (got .h3)"),
        ("vadd.u32.u32.u32 %r2, -%r3, %r4;", "only the sources of vmad may have a sign"),
        ("vadd2.u32.u32.u32 %r2, %r3.b10, %r4, %r5;", "these parts do not exist here (got .b10)"),
        ("vadd2.u32.u32.u32 %r2, %r3.h1, %r4, %r5;", "2 parts are selected (got .h1)"),
        ("vadd2.u32.u32.u32 %r2.h01, %r3, %r4, %r5;", "the parts of a destination go down (got .h01)"),
        ("vadd4.u32.u32.u32 %r2.b5, %r3, %r4, %r5;", "these parts do not exist here (got .b5)"),
        ("vadd2.u32.u32.u32 %r2, %r3, %r4, %r5.h1;", "this operand has no parts"),
        (
            "vmad.u32.u32.u32.po %r2, -%r3, %r4, %r5;",
            "vmad takes the sign of the product or of the third source",
        ),
        (
            "vmad.u32.u32.u32 %r2, -%r3, %r4, -%r5;",
            "vmad takes the sign of the product or of the third source",
        ),
        ("vmad.u32.u32.u32 %r2, %r3, %r4, %r5.b0;", "only the factors of vmad have parts"),
        ("add.u32 %r2, %r3.b0, %r4;", "cannot be read as u32 (got part)"),
        ("add.u32 %r2.h1, %r3, %r4;", "the destination must be a register"),
        ("add.u32 %r2, -%r3, %r4;", "cannot be read as u32 (got part)"),
        ("vadd.u32.u32.u32 %r2, %r3.q0, %r4;", "expected the parts of a register"),
    ],
)
def test_video_instruction_that_ptx_does_not_have_is_refused(
    executor: Executor, body: str, rule: str
) -> None:
    check_refused(executor, kernel(body), rule)
