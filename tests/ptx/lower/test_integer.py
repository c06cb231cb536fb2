"""Integer arithmetic against Python's unbounded integers. PTX ISA, chapters 9.7.1, 9.7.2 and 9.7.18."""

import operator
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from harness.errors import PtxError
from tests.ptx.integer_types import (
    BINARY,
    SIGNED,
    TERNARY,
    TYPES,
    UNARY,
    WIDENED,
    by_parts,
    clamp,
    mask,
    of_type,
    signed,
    value,
    width,
)
from tests.ptx.one_instruction import Case, check, crossed, each_instruction, run


def low24(word: int, ptx_type: str) -> int:
    return signed(word, 24) if ptx_type[0] == "s" else word & 0xFFFFFF


def truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


def quotient(a: int, b: int) -> int:
    """Divide; by zero gives all ones (the manual leaves it open)."""
    return truncated(a, b) if b else -1


def remainder(a: int, b: int) -> int:
    """The rest that goes with `quotient`; by zero it is all ones (the manual leaves it open)."""
    return a - b * truncated(a, b) if b else -1


def extreme(choose: Callable[..., int], relu: bool) -> Callable[[int, int], int]:
    return lambda a, b: max(choose(a, b), 0) if relu else choose(a, b)


def arithmetic_cases() -> list[Case]:
    cases = []
    for t in TYPES:
        bits = width(t)
        for name, function in (("add", operator.add), ("sub", operator.sub)):
            cases.append(Case(f"{name}.{t}", bits, BINARY[bits], of_type(t, function)))
        for name, function in (("div", quotient), ("rem", remainder), ("min", min), ("max", max)):
            cases.append(Case(f"{name}.{t}", bits, BINARY[bits], of_type(t, function)))
        cases.append(Case(f"sad.{t}", bits, TERNARY[bits], of_type(t, lambda a, b, c: c + abs(a - b))))
        cases.append(Case(f"mul.lo.{t}", bits, BINARY[bits], of_type(t, operator.mul)))
        cases.append(Case(f"mul.hi.{t}", bits, BINARY[bits], of_type(t, lambda a, b, n=bits: a * b >> n)))
        cases.append(Case(f"mad.lo.{t}", bits, TERNARY[bits], of_type(t, lambda a, b, c: a * b + c)))
        cases.append(
            Case(f"mad.hi.{t}", bits, TERNARY[bits], of_type(t, lambda a, b, c, n=bits: (a * b >> n) + c))
        )
        if bits < 64:
            cases.append(Case(f"mul.wide.{t}", 2 * bits, BINARY[bits], of_type(t, operator.mul, 2 * bits)))
            cases.append(Case(f"mad.wide.{t}", 2 * bits, WIDENED[bits], partial(wide_multiply_add, t)))
    for name, function in (("add", operator.add), ("sub", operator.sub)):
        oracle = of_type("s32", lambda a, b, f=function: clamp(f(a, b), "s32"))
        cases.append(Case(f"{name}.sat.s32", 32, BINARY[32], oracle))
    cases += [Case(f"add.{t}x2", 32, BINARY[32], by_parts(operator.add, t, 2)) for t in ("u16", "s16")]
    oracle = of_type("s32", lambda a, b, c: clamp((a * b >> 32) + c, "s32"))
    cases.append(Case("mad.hi.sat.s32", 32, TERNARY[32], oracle))
    for t in SIGNED:
        bits = width(t)
        cases.append(Case(f"abs.{t}", bits, UNARY[bits], of_type(t, abs)))
        cases.append(Case(f"neg.{t}", bits, UNARY[bits], of_type(t, operator.neg)))
    for t in ("u32", "s32"):
        for half, shift in (("lo", 0), ("hi", 16)):
            product = partial(multiply_add24, t, shift)
            cases.append(Case(f"mul24.{half}.{t}", 32, BINARY[32], product))
            cases.append(Case(f"mad24.{half}.{t}", 32, TERNARY[32], product))
    cases.append(Case("mad24.hi.sat.s32", 32, TERNARY[32], multiply_add24_saturated))
    for name, choose in (("min", min), ("max", max)):
        cases.append(Case(f"{name}.u16x2", 32, BINARY[32], by_parts(choose, "u16", 2)))
        cases.append(Case(f"{name}.s16x2", 32, BINARY[32], by_parts(choose, "s16", 2)))
        clamped = extreme(choose, relu=True)
        # compilers write the modifier behind the type, the manual in front of it
        for opcode in (f"{name}.relu.s16x2", f"{name}.s16x2.relu"):
            cases.append(Case(opcode, 32, BINARY[32], by_parts(clamped, "s16", 2)))
        for opcode in (f"{name}.relu.s32", f"{name}.s32.relu"):
            cases.append(Case(opcode, 32, BINARY[32], of_type("s32", clamped)))
    return cases


def wide_multiply_add(ptx_type: str, a: int, b: int, c: int) -> int:
    return value(a, ptx_type) * value(b, ptx_type) + c & ((1 << 2 * width(ptx_type)) - 1)


def multiply_add24(ptx_type: str, shift: int, a: int, b: int, c: int = 0) -> int:
    return (low24(a, ptx_type) * low24(b, ptx_type) >> shift) + c & mask(32)


def multiply_add24_saturated(a: int, b: int, c: int) -> int:
    high = signed(multiply_add24("s32", 16, a, b), 32)
    return clamp(high + signed(c, 32), "s32") & mask(32)


CARRY_TYPES = ("u32", "s32", "u64", "s64")


def word_of(function: Callable[[int, int], int], n: int, k: int, *words: int) -> int:
    """Return word `k` of ``x op y`` where `words` are x's, lowest first, and then y's, each of `n` bits."""
    half = len(words) // 2
    x, y = (sum(word << n * j for j, word in enumerate(part)) for part in (words[:half], words[half:]))
    return function(x, y) >> n * k & mask(n)


def multiplied(
    ptx_type: str, half: str, k: int, a: int, b: int, c: int, carry_in: int = 0, upper: int = 0
) -> int:
    """Return word `k` of ``{upper, c} + half of a * b + carry_in``: the result, or what its carry makes of `upper`."""
    n = width(ptx_type)
    product = value(a, ptx_type) * value(b, ptx_type) >> (n if half == "hi" else 0) & mask(n)
    return (upper << n) + c + product + carry_in >> n * k & mask(n)


def chain_cases() -> Iterator[Case]:
    """Yield each form where its own carry does not show, and followed by one that takes the carry in."""
    for t in CARRY_TYPES:
        n = width(t)
        four = crossed(*[(n, [0, 1, 1 << n - 1, -1])] * 4, seed=2)
        six = crossed(*[(n, [0, 1, mask(n - 1), -1])] * 6, n_random=200, seed=3)
        for name, function in (("add", operator.add), ("sub", operator.sub)):
            # x is {1, 0} and y is {3, 2}
            first = f"{name}.cc.{t} $t, $a, $c; "
            low = partial(word_of, function, n, 0)
            yield Case(f"{name}.cc.{t}", n, four, low, "$op $d, $a, $c;")
            high = partial(word_of, function, n, 1)
            yield Case(f"{name}c.{t}", n, four, high, first + "$op $d, $b, $x;")
            yield Case(f"{name}c.cc.{t}", n, four, high, first + "$op $d, $b, $x;")
            # x is {2, 1, 0} and y is {5, 4, 3}: the third word shows what the second carries out
            text = f"{name}.cc.{t} $t, $a, $x; $op $t, $b, $y; {name}c.{t} $d, $c, $z;"
            yield Case(f"{name}c.cc.{t}", n, six, partial(word_of, function, n, 2), text, "carry-out")
        for half in ("lo", "hi"):
            result, above = partial(multiplied, t, half, 0), partial(multiplied, t, half, 1)
            yield Case(f"mad.{half}.cc.{t}", n, four, without_carry(result), "$op $d, $a, $b, $c;")
            text = f"$op $t, $a, $b, $c; addc.{t} $d, $x, 0;"
            yield Case(f"mad.{half}.cc.{t}", n, four, without_carry(above), text, "carry-out")
            # the carry in is that of 3 + 4
            first = f"add.cc.{t} $t, $x, $y; "
            yield Case(f"madc.{half}.{t}", n, six, with_carry(n, result), first + "$op $d, $a, $b, $c;")
            text = first + f"$op $t, $a, $b, $c; addc.{t} $d, $z, 0;"
            yield Case(f"madc.{half}.cc.{t}", n, six, with_carry(n, above), text, "carry-out")
    # a lane whose guard is off keeps the flag it had
    guarded = crossed((32, [0, 1, -1]), (32, [0, 1, -1]), (32, [0, 1, -1]), (32, [0, 5]), seed=4)
    text = "add.cc.u32 $t, $a, $b; setp.ne.b32 $p, $x, 0; @$p $op $t, $c, 1; addc.u32 $d, 0, 0;"
    yield Case("add.cc.u32", 32, guarded, lambda a, b, c, on: (c + 1 if on else a + b) >> 32, text, "guarded")


PRODUCERS = ("add.cc", "addc.cc", "sub.cc", "subc.cc", "mad.lo.cc", "mad.hi.cc", "madc.lo.cc", "madc.hi.cc")
CONSUMERS = ("addc", "subc", "madc.lo", "madc.hi", "addc.cc", "subc.cc", "madc.lo.cc", "madc.hi.cc")


def with_flag(name: str, t: str, a: int, b: int, c: int, flag: int) -> tuple[int, int]:
    """Return the result and the flag as hardware has it: a subtraction adds the complement, and 1 for ``sub.cc``."""
    n = width(t)
    instruction, *modifiers = name.split(".")
    if instruction.startswith("mad"):
        product = value(a, t) * value(b, t) >> (n if "hi" in modifiers else 0)
        terms = [product & mask(n), c]
    elif instruction.startswith("sub"):
        terms = [a, b ^ mask(n)]
    else:
        terms = [a, b]
    first = instruction == "sub"
    total = sum(terms) + (flag if instruction.endswith("c") else first)
    return total & mask(n), total >> n


def mixed(producer: str, consumer: str, t: str, a: int, b: int, c: int) -> int:
    """Return what a consumer makes of a producer's flag: its result, or with ``.cc`` the flag that it sets."""
    _, flag = with_flag("add.cc", t, b, c, 0, 0)
    _, flag = with_flag(producer, t, a, b, c, flag)
    result, flag = with_flag(consumer, t, c, a, b, flag)
    return flag if consumer.endswith(".cc") else result


def mixed_cases() -> Iterator[Case]:
    """Yield each instruction that sets the flag, followed by each that reads it."""
    for t in CARRY_TYPES:
        n = width(t)
        lanes = crossed(*[(n, [0, 1, 2, mask(n - 1), 1 << n - 1, -2, -1])] * 3, n_random=200, seed=5)
        for producer in PRODUCERS:
            third = ", $c" if producer.startswith("mad") else ""
            before = f"add.cc.{t} $t, $b, $c; {producer}.{t} $t, $a, $b{third}; "
            for consumer in CONSUMERS:
                third = ", $b" if consumer.startswith("mad") else ""
                after = f" addc.{t} $d, 0, 0;" if consumer.endswith(".cc") else ""
                text = f"{before}$op $d, $c, $a{third};{after}"
                oracle = partial(mixed, producer, consumer, t)
                yield Case(f"{consumer}.{t}", n, lanes, oracle, text, f"after {producer}")


def without_carry(word: Callable[..., int]) -> Callable[..., int]:
    return lambda a, b, c, upper: word(a, b, c, upper=upper)


def with_carry(n: int, word: Callable[..., int]) -> Callable[..., int]:
    return lambda a, b, c, x, y, upper: word(a, b, c, carry_in=x + y >> n, upper=upper)


def dot_product(a_parts: tuple[str, int], b_parts: tuple[str, int], skip: int, a: int, b: int, c: int) -> int:
    (a_type, n), (b_type, _) = a_parts, b_parts
    left = [value(a >> width(a_type) * k, a_type) for k in range(n)]
    right = [value(b >> 8 * (k + skip), b_type) for k in range(n)]
    return c + sum(x * y for x, y in zip(left, right, strict=True)) & 0xFFFFFFFF


def absolute_differences(types: tuple[str, str, str], n_parts: int, add: bool, a: int, b: int, c: int) -> int:
    bits = 32 // n_parts
    parts = []
    for k in range(n_parts):
        x, y = (value(word >> bits * k, f"{t[0]}{bits}") for word, t in ((a, types[1]), (b, types[2])))
        parts.append(abs(x - y))
    if add:
        return c + sum(parts) & 0xFFFFFFFF
    return sum((part & ((1 << bits) - 1)) << bits * k for k, part in enumerate(parts))


def part_cases() -> list[Case]:
    cases = []
    packed = crossed(*[(32, [0, 0x7F80_FF01, 0x8080_8080, 0x7FFF_8000, -1])] * 3)
    for a_sign in "us":
        for b_sign in "us":
            types = f"{a_sign}32.{b_sign}32"
            oracle = partial(dot_product, (f"{a_sign}8", 4), (f"{b_sign}8", 4), 0)
            cases.append(Case(f"dp4a.{types}", 32, packed, oracle))
            for half, skip in (("lo", 0), ("hi", 2)):
                oracle = partial(dot_product, (f"{a_sign}16", 2), (f"{b_sign}8", 4), skip)
                cases.append(Case(f"dp2a.{half}.{types}", 32, packed, oracle))
            for n_parts in (2, 4):
                for d_sign in "us":
                    kinds = (f"{d_sign}32", f"{a_sign}32", f"{b_sign}32")
                    for add in (False, True):
                        opcode = f"vabsdiff{n_parts}.{'.'.join(kinds)}{'.add' if add else ''}"
                        oracle = partial(absolute_differences, kinds, n_parts, add)
                        cases.append(Case(opcode, 32, packed, oracle))
    return cases


CASES = [*arithmetic_cases(), *chain_cases(), *mixed_cases(), *part_cases()]


@each_instruction(CASES)
def test_integer_instruction(cases, shared_executor):
    check(shared_executor, cases)


def test_carry_flag_must_be_set_before_it_is_used(shared_executor):
    case = Case("addc.u32", 32, UNARY[32], lambda a: a, "$op $d, $a, 0;")
    with pytest.raises(PtxError, match="the carry flag is not set"):
        run(shared_executor, [case])
