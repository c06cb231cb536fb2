"""f32 and f64 instructions that IEEE 754 defines, bit for bit against exact rational arithmetic.

PTX ISA, chapters 9.7.3 and 9.7.5 (mixed precision). NaN results of f32 are this project's canonical NaN, 0x7fffffff,
which the manual leaves open; of f64 any NaN is allowed.
"""

import functools
from collections.abc import Callable
from functools import partial

import pytest

from tests.ptx import exact_float as exact
from tests.ptx.exact_float import BF16, F16, F32, F64, MODES, AnyNan, Format, Number
from tests.ptx.float_lanes import operands
from tests.ptx.one_instruction import Case, Expected, check, crossed, each_instruction, in_halves, paired
from tests.ptx.ptx_text import words

FORMS = (F32, F64)
UNARY = {form: operands(form) for form in FORMS}
BINARY = {F32: operands(F32, F32, n_random=400), F64: operands(F64, F64, n_random=300)}
TERNARY = {F32: operands(F32, F32, F32, n_random=500), F64: operands(F64, F64, F64, n_random=300)}


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


def arithmetic_cases() -> list[Case]:
    cases = []
    for form in FORMS:
        flushes = (False, True) if form == F32 else (False,)
        for ftz in flushes:
            for operation in ("add", "sub", "mul"):
                for mode in ("", *MODES):
                    for sat in flushes:
                        opcode = f"{operation}{modifiers(mode, ftz, sat)}.{form.name}"
                        oracle = partial(rounded, operation, form, mode or "rn", ftz, sat)
                        cases.append(Case(opcode, form.bits, BINARY[form], oracle))
            for mode in MODES:
                for operation in ("fma", "mad"):
                    for sat in flushes:
                        opcode = f"{operation}{modifiers(mode, ftz, sat)}.{form.name}"
                        oracle = partial(rounded, operation, form, mode, ftz, sat)
                        cases.append(Case(opcode, form.bits, TERNARY[form], oracle))
                for operation, lanes in (("div", BINARY), ("rcp", UNARY), ("sqrt", UNARY)):
                    opcode = f"{operation}{modifiers(mode, ftz, False)}.{form.name}"
                    oracle = partial(rounded, operation, form, mode, ftz, False)
                    cases.append(Case(opcode, form.bits, lanes[form], oracle))
    return cases


def packed_cases() -> list[Case]:
    cases = []
    pairs = {n: paired(lanes[F32]) for n, lanes in ((2, BINARY), (3, TERNARY))}
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


def signed_result(form: Format, ftz: bool, change: Callable[[int], int], a: int) -> Expected:
    if form.is_nan(a):
        return AnyNan(form)
    return change(form.flush(a) if ftz else a)


def sign_copied(form: Format, a: int, b: int) -> int:
    return a & form.sign | b & (form.sign - 1)


def order(form: Format, bits: int) -> int:
    """Return a key that orders numbers as PTX does, -0 below +0."""
    magnitude = bits & (form.sign - 1)
    return -magnitude - 1 if bits & form.sign else magnitude


def extreme(form: Format, name: str, nan: bool, sign: str, ftz: bool, *bits: int) -> Expected:
    """Return ``min`` or ``max`` of two or three operands; `sign` is ``""``, ``abs`` or ``xorsign.abs``."""
    if ftz:
        bits = tuple(form.flush(word) for word in bits)
    numbers = [word for word in bits if not form.is_nan(word)]
    if not numbers or (nan and len(numbers) < len(bits)):
        return AnyNan(form) if form == F64 else form.nan
    if sign:
        magnitude = (min if name == "min" else max)(word & (form.sign - 1) for word in numbers)
        flipped = sign == "xorsign.abs" and (bits[0] ^ bits[1]) & form.sign
        return magnitude | (form.sign if flipped else 0)
    return (min if name == "min" else max)(numbers, key=partial(order, form))


def has_property(form: Format, name: str, bits: int) -> int:
    magnitude = bits & (form.sign - 1)
    return {
        "finite": magnitude < form.infinity,
        "infinite": magnitude == form.infinity,
        "number": not form.is_nan(bits),
        "notanumber": form.is_nan(bits),
        "normal": magnitude < form.infinity and not form.is_subnormal(bits),  # zero counts as normal
        "subnormal": form.is_subnormal(bits),
    }[name]


def sign_and_extreme_cases() -> list[Case]:
    cases = []
    for form in FORMS:
        rest = form.sign - 1
        for ftz in (False, True) if form == F32 else (False,):
            flush = ".ftz" * ftz
            negated = partial(signed_result, form, ftz, lambda a, s=form.sign: a ^ s)
            cases.append(Case(f"neg{flush}.{form.name}", form.bits, UNARY[form], negated))
            absolute = partial(signed_result, form, ftz, lambda a, r=rest: a & r)
            cases.append(Case(f"abs{flush}.{form.name}", form.bits, UNARY[form], absolute))
            for name in ("min", "max"):
                for nan in (False, True) if form == F32 else (False,):
                    for sign in ("", "xorsign.abs") if form == F32 else ("",):
                        opcode = f"{name}{flush}{'.NaN' * nan}{'.' * bool(sign)}{sign}.{form.name}"
                        cases.append(
                            Case(
                                opcode, form.bits, BINARY[form], partial(extreme, form, name, nan, sign, ftz)
                            )
                        )
                    for sign in ("", "abs") if form == F32 else ():
                        opcode = f"{name}{flush}{'.NaN' * nan}{'.' * bool(sign)}{sign}.f32"
                        oracle = partial(extreme, form, name, nan, sign, ftz)
                        cases.append(Case(opcode, 32, TERNARY[form], oracle, tag="3"))
        cases.append(Case(f"copysign.{form.name}", form.bits, BINARY[form], partial(sign_copied, form)))
        for name in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
            oracle = partial(has_property, form, name)
            cases.append(Case(f"testp.{name}.{form.name}", 1, UNARY[form], oracle))
    return cases


CASES = [
    *arithmetic_cases(),
    *packed_cases(),
    *mixed_cases(),
    *sign_and_extreme_cases(),
]


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
