"""f32 and f64 instructions that the recordings of a GPU do not hold, bit for bit against exact rational arithmetic.

All others are compared with what an H200 gave: `tests.agreement.test_gpu_vectors`. PTX ISA, chapters 9.7.3 and 9.7.5
(mixed precision). NaN results of f32 are this project's canonical NaN, 0x7fffffff, which the manual leaves open; of f64
any NaN is allowed.
"""

import functools
import itertools
from functools import partial

import pytest

from tests.ptx import exact_float as exact
from tests.ptx.exact_float import BF16, F16, F32, F64, MODES, AnyNan, Format, Number
from tests.ptx.one_instruction import (
    Case,
    Expected,
    check,
    crossed,
    each_instruction,
    in_halves,
    operands,
    paired,
)
from tests.ptx.ptx_text import words

TERNARY = operands(F32, F32, F32, n_random=500)


def exactly(operation: str, mode: str, x: Number, y: Number, z: Number) -> Number:
    """Return the exact result of an operation; the mode matters for the sign of a zero sum only."""
    if operation in ("add", "sub"):
        return exact.add(x, y if operation == "add" else exact.negate(y), mode)
    if operation == "mul":
        return exact.multiply(x, y)
    if operation in ("fma", "mad"):
        return exact.fused_multiply_add(x, y, z, mode)
    if operation == "div":
        return exact.divide(x, y)
    if operation == "rcp":
        return exact.divide(exact.number(1), x)
    assert operation == "sqrt"
    return exact.square_root(x)


@functools.lru_cache(maxsize=200_000)
def on_bits(operation: str, mode: str, forms: tuple[Format, ...], bits: tuple[int, ...]) -> Number:
    numbers = [form.decode(word) for form, word in zip(forms, bits, strict=True)]
    return exactly(operation, mode, *(numbers + [exact.NAN] * 3)[:3])


def rounded(
    operation: str, form: Format, mode: str, ftz: bool, sat: bool, *bits: int, sources: str = ""
) -> Expected:
    """Return what an instruction gives; `sources` names operands of another format than the result's."""
    if ftz:
        bits = tuple(form.flush(word) for word in bits)
    forms = tuple(exact.FORMATS[name] for name in sources.split()) or (form,) * len(bits)
    value = on_bits(operation, "rm" if mode == "rm" else "rn", forms, bits)
    result = form.encode(value, mode)
    if ftz:
        # quotients are flushed by what they are before they are rounded
        is_cut = operation in ("div", "rcp") and mode in ("rm", "rp")
        tiny = form.encode(value, "rz") if is_cut else result
        result = form.flush(tiny) if form.is_subnormal(tiny) else form.flush(result)
    if sat:
        return form.saturate(result)
    return AnyNan(form) if form == F64 and form.is_nan(result) else result


def modifiers(mode: str, ftz: bool, sat: bool) -> str:
    return (f".{mode}" if mode else "") + ".ftz" * ftz + ".sat" * sat


def packed_cases() -> list[Case]:
    cases = []
    pairs = {2: paired(operands(F32, F32, n_random=400)), 3: paired(TERNARY)}
    for ftz in (False, True):
        for mode in ("", *MODES):
            for operation, n in (("add", 2), ("sub", 2), ("mul", 2), ("fma", 3)):
                if operation == "fma" and not mode:
                    continue
                opcode = f"{operation}{modifiers(mode, ftz, False)}.f32x2"
                oracle = in_halves(32, partial(rounded, operation, F32, mode or "rn", ftz, False))
                cases.append(Case(opcode, 64, pairs[n], oracle))
    return cases


def mixed_cases() -> list[Case]:
    cases = []
    for half in (F16, BF16):
        two, three = operands(half, F32), operands(half, half, F32)
        for sat in (False, True):
            for mode in ("", *MODES):
                for operation in ("add", "sub"):
                    opcode = f"{operation}{modifiers(mode, False, sat)}.f32.{half.name}"
                    oracle = partial(
                        rounded, operation, F32, mode or "rn", False, sat, sources=f"{half.name} f32"
                    )
                    cases.append(Case(opcode, 32, two, oracle))
                if mode:
                    opcode = f"fma{modifiers(mode, False, sat)}.f32.{half.name}"
                    sources = f"{half.name} {half.name} f32"
                    cases.append(
                        Case(
                            opcode, 32, three, partial(rounded, "fma", F32, mode, False, sat, sources=sources)
                        )
                    )
    return cases


def order(form: Format, bits: int) -> int:
    """Return a key that orders numbers as PTX does, -0 below +0."""
    magnitude = bits & (form.sign - 1)
    return -magnitude - 1 if bits & form.sign else magnitude


def extreme(form: Format, name: str, nan: bool, sign: str, ftz: bool, *bits: int) -> Expected:
    """Return ``min`` or ``max`` of three operands; `sign` is ``""`` or ``abs``."""
    if ftz:
        bits = tuple(form.flush(word) for word in bits)
    numbers = [word for word in bits if not form.is_nan(word)]
    if not numbers or (nan and len(numbers) < len(bits)):
        return form.nan
    choose = min if name == "min" else max
    if sign:
        return choose(word & (form.sign - 1) for word in numbers)
    return choose(numbers, key=partial(order, form))


def extreme_cases() -> list[Case]:
    cases = []
    for ftz, name, nan, sign in itertools.product((False, True), ("min", "max"), (False, True), ("", "abs")):
        opcode = f"{name}{'.ftz' * ftz}{'.NaN' * nan}{'.' * bool(sign)}{sign}.f32"
        cases.append(Case(opcode, 32, TERNARY, partial(extreme, F32, name, nan, sign, ftz)))
    return cases


CASES = [*packed_cases(), *mixed_cases(), *extreme_cases()]


@each_instruction(CASES)
def test_float_instruction(cases, shared_executor):
    check(shared_executor, cases)


@pytest.mark.parametrize("operation", ["add", "mul", "div"])
def test_payload_of_a_single_nan_survives_f64_arithmetic(operation, shared_executor):
    quiet = 0x7FF8_0000_0000_0000
    payloads = [quiet | 0x1234, quiet | 1 << 50, F64.sign | quiet | 7]
    lanes = crossed((64, payloads), (64, [F64.one, 0, F64.largest]), n_random=0)

    class SamePayload:
        def __init__(self, nan: int) -> None:
            self.nan = nan

        def __contains__(self, bits: int) -> bool:
            return bits & (F64.sign - 1) == self.nan & (F64.sign - 1)

    opcode = f"{operation}.rn.f64"
    first = Case(opcode, 64, lanes, lambda a, _: SamePayload(a), "$op $d, $a, $b;")
    second = Case(opcode, 64, lanes, lambda a, _: SamePayload(a), "$op $d, $b, $a;", "second")
    check(shared_executor, [first, second])


@pytest.mark.parametrize(
    ("opcode", "operands"),
    [
        ("div.rn.f32", "0f00000000, 0f80000000"),
        ("div.rn.f32", "%f1, %f1"),
        ("div.rn.ftz.f32", "0f00000000, 0f80000000"),
        ("div.rn.ftz.f32", "0f00000007, 0f00000021"),
        ("div.rn.ftz.f32", "0f00000007, %f1"),
        ("div.rn.ftz.f32", "%f1, %f1"),
        ("div.full.ftz.f32", "%f1, 0f00000000"),
    ],
)
def test_zero_by_zero_is_nan_where_the_compiler_knows_both_operands(opcode, operands, executor):
    # and with 32 of a lane's number, which is below: zero, though no constant
    known_zero = "and.b32 %r2, %r0, 32;\nmov.b32 %f1, %r2;\n"
    found = words(executor, f"{known_zero}{opcode} %f0, {operands};\nmov.b32 %r3, %f0;", "%r3")
    assert set(found.tolist()) == {F32.nan}


def test_fma_rounds_once_where_two_roundings_would_differ(shared_executor):
    # (1 + 2^-10)^2 + 2^-22 lies just above a tie of f16: rounding the product or the sum to f32 first loses that
    one = F16.one
    lanes = crossed((16, [one + 1]), (16, [one + 1]), (16, [0x0004]), n_random=0)
    case = Case("fma.rn.f16", 16, lanes, partial(rounded, "fma", F16, "rn", False, False))
    check(shared_executor, [case])
