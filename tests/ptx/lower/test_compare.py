"""Comparison and selection of all types: ``setp``, ``set``, ``selp``, ``slct``. PTX ISA, chapters 9.7.6 and 9.7.7."""

import operator
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pytest

from harness.errors import PtxError
from tests.ptx.exact_float import BF16, F16, F32, F64, Format
from tests.ptx.float_lanes import edges
from tests.ptx.integer_types import BINARY, BITS, TYPES, mask, signed, value, width
from tests.ptx.one_instruction import Case, Lanes, check, crossed, each_instruction, paired, run

Test = Callable[[int, int], bool]

INTEGER_RELATIONS: dict[str, Test] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
    "lo": operator.lt, "ls": operator.le, "hi": operator.gt, "hs": operator.ge,
}  # fmt: skip
INTEGER_CONDITIONS = {
    "b": ("eq", "ne"),
    "u": ("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"),
    "s": ("eq", "ne", "lt", "le", "gt", "ge"),
}
FLOAT_RELATIONS = (
    "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan",
)  # fmt: skip
COMBINATIONS: dict[str, Callable[[bool, bool], bool]] = {
    "and": operator.and_, "or": operator.or_, "xor": operator.xor,
}  # fmt: skip


def compared(relation: str, ptx_type: str, a: int, b: int) -> bool:
    return INTEGER_RELATIONS[relation](value(a, ptx_type), value(b, ptx_type))


def holds(form: Format, relation: str, ftz: bool, a: int, b: int) -> bool:
    """Say whether a relation of floats holds: ordered ones never with a NaN, those with ``u`` always."""
    if form.is_nan(a) or form.is_nan(b):
        return relation.endswith("u") or relation == "nan"
    if relation in ("num", "nan"):
        return relation == "num"
    x, y = (form.magnitude_order(form.flush(word) if ftz else word) for word in (a, b))
    return INTEGER_RELATIONS[relation.removesuffix("u")](x, y)


def outcome(
    test: Test, true: int = 1, *, combine: str = "", opposite: bool = False, inverted: bool = False
) -> Callable[[int, int, int], int]:
    """Return an oracle of two operands and a predicate.

    `opposite` is for a second destination, `inverted` for a predicate operand written ``!p``.
    """

    def oracle(a: int, b: int, predicate: int) -> int:
        result = bool(test(a, b)) != opposite
        if combine:
            result = COMBINATIONS[combine](result, bool(predicate) != inverted)
        return true if result else 0

    return oracle


def with_predicate(lanes: Lanes) -> Lanes:
    """Add a predicate operand that is on in a random half of the lanes."""
    return Lanes((*lanes.arrays, np.random.default_rng(3).integers(0, 2, lanes.n).astype(bool)))


def result_width(ptx_type: str) -> int:
    return {"f16": 16, "bf16": 16}.get(ptx_type) or int(ptx_type[1:])


def truth(ptx_type: str) -> int:
    """Return what ``set`` writes for true."""
    return {"f32": 0x3F80_0000, "f16": F16.one, "bf16": BF16.one}.get(ptx_type, mask(result_width(ptx_type)))


def scalar_cases(
    name: str, relation: str, test: Test, lanes: Lanes, results: tuple[str, ...]
) -> Iterator[Case]:
    """Yield ``setp`` and ``set`` of a relation; `name` is the source type, behind ``ftz.`` where that is set."""
    yield Case(f"setp.{relation}.{name}", 1, lanes, outcome(test), "$op $d, $a, $b;")
    for d in results:
        oracle = outcome(test, truth(d))
        *flush, source = name.split(".")
        if flush and d == "bf16":
            continue  # there is no such comparison
        opcode = ".".join(["set", relation, *flush, d, source])
        yield Case(opcode, result_width(d), lanes, oracle, "$op $d, $a, $b;")
        for combine in COMBINATIONS:
            # every result type with one operator, all operators with two result types
            if combine == "and" or d in (results[0], "bf16"):
                opcode = ".".join(["set", relation, combine, *flush, d, source])
                oracle = outcome(test, truth(d), combine=combine, inverted=True)
                yield Case(opcode, result_width(d), lanes, oracle, "$op $d, $a, $b, !$c;")
    for combine in COMBINATIONS:
        oracle = outcome(test, combine=combine)
        yield Case(f"setp.{relation}.{combine}.{name}", 1, lanes, oracle, "$op $d, $a, $b, $c;")


def second_destination_cases(name: str, relation: str, test: Test, lanes: Lanes) -> Iterator[Case]:
    oracle = outcome(test, opposite=True)
    yield Case(f"setp.{relation}.{name}", 1, lanes, oracle, "$op _|$d, $a, $b;", "second")
    for combine in COMBINATIONS:
        oracle = outcome(test, combine=combine, opposite=True, inverted=True)
        text = "$op $p|$d, $a, $b, !$c;"
        yield Case(f"setp.{relation}.{combine}.{name}", 1, lanes, oracle, text, "second")


def integer_cases() -> Iterator[Case]:
    for t in (*BITS, *TYPES):
        lanes = COMPARED[width(t)]
        for relation in INTEGER_CONDITIONS[t[0]]:
            test = partial(compared, relation, t)
            yield from scalar_cases(t, relation, test, lanes, ("u32", "s32", "f32", "f16", "bf16"))
            yield from second_destination_cases(t, relation, test, lanes)


def float_cases() -> Iterator[Case]:
    wide = ("u32", "s32", "f32", "f16", "bf16")
    for form, results in (
        (F32, wide),
        (F64, wide),
        (F16, ("u16", "s16", "u32", "s32", "f16", "bf16")),
        (BF16, ("u16", "s16", "u32", "s32", "bf16")),
    ):
        own = edges(form)
        lanes = with_predicate(crossed((form.bits, [*own[::2], form.sign | 1]), (form.bits, own[::2])))
        for relation in FLOAT_RELATIONS:
            for ftz in (False, True) if form in (F32, F16) else (False,):
                name = f"ftz.{form.name}" if ftz else form.name
                yield from scalar_cases(name, relation, partial(holds, form, relation, ftz), lanes, results)
            if form in (F32, F64):
                yield from second_destination_cases(
                    form.name, relation, partial(holds, form, relation, False), lanes
                )


def low_half(test: Test, a: int, b: int) -> bool:
    return test(a & 0xFFFF, b & 0xFFFF)


def high_half(test: Test, a: int, b: int) -> bool:
    return test(a >> 16, b >> 16)


def both_halves(low: Callable[..., int], high: Callable[..., int], *operands: int) -> int:
    return low(*operands) | high(*operands) << 16


def packed_cases() -> Iterator[Case]:
    for form in (F16, BF16):
        few = [
            0,
            form.sign,
            1,
            form.sign | 1,
            form.one,
            form.sign | form.one,
            form.infinity,
            form.infinity + 1,
        ]
        lanes = with_predicate(paired(crossed((16, few), (16, few), n_random=200)))
        kind = f"{form.name}x2"
        for relation in FLOAT_RELATIONS:
            for flush in ("", ".ftz") if form == F16 else ("",):
                test = partial(holds, form, relation, bool(flush))
                low, high = partial(low_half, test), partial(high_half, test)
                for half, text in ((low, "$op $d|$p, $a, $b"), (high, "$op $p|$d, $a, $b")):
                    tag = "low" if half is low else "high"
                    yield Case(f"setp.{relation}{flush}.{kind}", 1, lanes, outcome(half), f"{text};", tag)
                    for combine in COMBINATIONS:
                        oracle = outcome(half, combine=combine, inverted=True)
                        yield Case(
                            f"setp.{relation}.{combine}{flush}.{kind}",
                            1,
                            lanes,
                            oracle,
                            f"{text}, !$c;",
                            tag,
                        )
                for d, one in ((kind, form.one), ("u32", 0xFFFF), ("s32", 0xFFFF)):
                    oracle = partial(both_halves, outcome(low, one), outcome(high, one))
                    yield Case(f"set.{relation}{flush}.{d}.{kind}", 32, lanes, oracle, "$op $d, $a, $b;")
                    for combine in COMBINATIONS:
                        halves = (outcome(half, one, combine=combine) for half in (low, high))
                        opcode = f"set.{relation}.{combine}{flush}.{d}.{kind}"
                        yield Case(opcode, 32, lanes, partial(both_halves, *halves), "$op $d, $a, $b, $c;")


def by_predicate(a: int, b: int, c: int) -> int:
    return a if c else b


def by_sign(a: int, b: int, c: int) -> int:
    return a if signed(c, 32) >= 0 else b


def by_float_sign(ftz: bool, a: int, b: int, c: int) -> int:
    return a if holds(F32, "ge", ftz, c, 0) else b


def selection_cases() -> Iterator[Case]:
    for t in (*BITS, *TYPES, "f32", "f64"):
        bits = width(t)
        yield Case(f"selp.{t}", bits, COMPARED[bits], by_predicate)
        words = crossed((bits, [0, 1, -1]), (bits, [2, 3]), (32, [0, 1, 1 << 31, mask(31), -1]))
        yield Case(f"slct.{t}.s32", bits, words, by_sign)
        words = crossed((bits, [1, 1 << bits - 1]), (bits, [2]), (32, edges(F32)))
        for ftz in (False, True):
            yield Case(f"slct{'.ftz' * ftz}.{t}.f32", bits, words, partial(by_float_sign, ftz))


COMPARED = {bits: with_predicate(BINARY[bits]) for bits in (16, 32, 64)}
CASES = [*integer_cases(), *float_cases(), *packed_cases(), *selection_cases()]


@each_instruction(CASES)
def test_comparison(cases, shared_executor):
    check(shared_executor, cases)


@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_second_destination_of_a_half_comparison_is_refused(kind, shared_executor):
    lanes = Lanes((np.zeros(32, np.uint16),) * 2)
    case = Case(f"setp.eq.{kind}", 1, lanes, lambda a, b: 1, "$op $d|$p, $a, $b;")
    with pytest.raises(PtxError, match=rf"setp of \.{kind} has one destination"):
        run(shared_executor, [case])
