"""Approximate instructions within the errors that the PTX ISA documents (chapters 9.7.3 and 9.7.4), and closer.

References are NumPy's functions in float64, whose own error is some 2^-50 of any bound here.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from tests.ptx import exact_float as exact
from tests.ptx.exact_float import BF16, F16, F32, F64, Format
from tests.ptx.lower.test_float import rounded
from tests.ptx.one_instruction import (
    Case,
    Expected,
    Lanes,
    check,
    crossed,
    each_instruction,
    edges,
    in_halves,
    operands,
    paired,
    random_floats,
)

BINARY = operands(F32, F32)


class Near:
    """The results that an error bound allows; a bound given in several ways is the widest of them."""

    def __init__(
        self, form: Format, reference: Fraction, *, relative: float = 0, absolute: float = 0, ulp: int = 0
    ) -> None:
        self.form, self.reference = form, reference
        self.error = max(abs(reference) * Fraction(relative), Fraction(absolute))
        self.ulp = ulp

    def __contains__(self, bits: object) -> bool:
        assert isinstance(bits, int)
        x = self.form.decode(bits)
        nearest = self.form.encode(exact.number(self.reference))
        if bits == nearest:
            return True  # also where that is infinity
        if self.ulp and abs(self.form.magnitude_order(bits) - self.form.magnitude_order(nearest)) <= self.ulp:
            return x.kind != "nan"
        return x.kind == "finite" and abs(x.value - self.reference) <= self.error

    def __repr__(self) -> str:
        return f"{float(self.reference)!r} within {float(self.error)!r} or {self.ulp} ulp"


class Anything:
    """Any result: the manual promises nothing."""

    def __contains__(self, bits: object) -> bool:
        return True


def unary_lanes(form: Format, *ranges: tuple[float, float]) -> Lanes:
    """Return edges, random numbers, and an even grid over each range that matters to a function."""
    grids = [np.linspace(low, high, 160) for low, high in ranges]
    words = [
        form.encode(exact.number(Fraction(float(x)), x == 0 and np.signbit(x)))
        for grid in grids
        for x in grid
    ]
    columns = [np.array([*edges(form), *words], f"u{form.bits // 8}"), random_floats(form, 300, seed=13)]
    return Lanes((np.concatenate(columns)[:1024],))


def special(form: Format, table: dict[str, str], a: int) -> int | None:
    """Return what a manual's table of corner cases gives for an operand, None where it has no row for it."""
    x = form.decode(a)
    if x.kind == "nan":
        return form.nan
    sign = "-" if x.negative else "+"
    key = f"{sign}inf" if x.kind == "inf" else f"{sign}0" if x.is_zero else f"{sign}normal"
    result = table.get(key)
    names = {"+0": 0, "-0": form.sign, "+1": form.one, "-1": form.sign | form.one, "+inf": form.infinity,
             "-inf": form.sign | form.infinity, "nan": form.nan}  # fmt: skip
    return None if result is None else names[result]


def real(form: Format, bits: int) -> float:
    return float(form.decode(bits).value)


Bound = Callable[[float, Fraction], Expected]


def approximated(
    form: Format, function: Callable[[float], float], table: dict[str, str], bound: Bound, ftz: bool, a: int
) -> Expected:
    """Return what a function of one operand may give: its table's entry, or its value within a bound."""
    if ftz:
        a = form.flush(a)
    fixed = special(form, table, a)
    if fixed is not None:
        return fixed
    x = real(form, a)
    with np.errstate(over="ignore", under="ignore"):
        y = float(function(np.float64(x)))
    if np.isinf(y):
        return form.infinity if y > 0 else form.sign | form.infinity
    allowed = bound(x, Fraction(y))
    if ftz and form.is_subnormal(form.encode(exact.number(Fraction(y)))):
        return Flushed(form, allowed)
    return allowed


class Flushed:
    """Results that ``.ftz`` may have flushed: near the smallest normal number both are right."""

    def __init__(self, form: Format, allowed: Expected) -> None:
        self.form, self.allowed = form, allowed

    def __contains__(self, bits: object) -> bool:
        assert isinstance(bits, int)
        if self.form.is_subnormal(bits):
            return False
        if bits & (self.form.sign - 1) == 0:
            return True
        return bits == self.allowed if isinstance(self.allowed, int) else bits in self.allowed

    def __repr__(self) -> str:
        return f"zero or {self.allowed!r}"


def lg2_bound(x: float, y: Fraction) -> Near:
    return Near(F32, y, absolute=2**-22) if 0.5 < x < 2 else Near(F32, y, relative=2**-22)


def turn_bound(x: float, y: Fraction) -> Expected:
    if abs(x) <= 2 * np.pi:
        return Near(F32, y, absolute=2**-20.5)
    return Near(F32, y, absolute=2**-14.7) if abs(x) <= 100 * np.pi else Near(F32, Fraction(0), absolute=1)


TABLES = {
    "ex2": {"-inf": "+0", "-0": "+1", "+0": "+1", "+inf": "+inf"},
    "lg2": {"-inf": "nan", "-normal": "nan", "-0": "-inf", "+0": "-inf", "+inf": "+inf"},
    "rsqrt": {"-inf": "nan", "-normal": "nan", "-0": "-inf", "+0": "+inf", "+inf": "+0"},
    "sqrt": {"-inf": "nan", "-normal": "nan", "-0": "-0", "+0": "+0", "+inf": "+inf"},
    "rcp": {"-inf": "-0", "-0": "-inf", "+0": "+inf", "+inf": "+0"},
    "sin": {"-inf": "nan", "-0": "-0", "+0": "+0", "+inf": "nan"},
    "cos": {"-inf": "nan", "-0": "+1", "+0": "+1", "+inf": "nan"},
    "tanh": {"-inf": "-1", "-0": "-0", "+0": "+0", "+inf": "+1"},
}
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "ex2": np.exp2, "lg2": np.log2, "rsqrt": lambda x: 1 / np.sqrt(x), "sqrt": np.sqrt, "rcp": lambda x: 1 / x,
    "sin": np.sin, "cos": np.cos, "tanh": np.tanh,
}  # fmt: skip
BOUNDS: dict[str, Bound] = {
    "ex2": lambda _, y: Near(F32, y, ulp=2),
    "lg2": lg2_bound,
    "rsqrt": lambda _, y: Near(F32, y, relative=2**-22.9),
    "sqrt": lambda _, y: Near(F32, y, relative=2**-23),
    "rcp": lambda _, y: Near(F32, y, ulp=1),
    "sin": turn_bound,
    "cos": turn_bound,
    "tanh": lambda _, y: Near(F32, y, relative=2**-11),
}
RANGES = {
    "ex2": [(-151, -125), (-2, 2), (120, 130)],
    "lg2": [(0.4, 2.1), (0.99, 1.01), (1.38, 1.4143)],
    "sin": [(-7, 7), (-320, 320)],
    "cos": [(-7, 7), (-320, 320)],
    "tanh": [(-12, 12), (-0.05, 0.05)],
}
LANES = {name: unary_lanes(F32, *RANGES.get(name, [(0.1, 10)])) for name in FUNCTIONS}


def f32_cases() -> list[Case]:
    cases = []
    for name, function in FUNCTIONS.items():
        for ftz in (False, True) if name != "tanh" else (False,):
            oracle = partial(approximated, F32, function, TABLES[name], BOUNDS[name], ftz)
            cases.append(Case(f"{name}.approx{'.ftz' * ftz}.f32", 32, LANES[name], oracle))
    return cases


def quotient(full: bool, ftz: bool, a: int, b: int) -> Expected:
    """Return what ``div.full`` or ``div.approx`` may give."""
    if ftz:
        a, b = F32.flush(a), F32.flush(b)
    x, y = F32.decode(a), F32.decode(b)
    if not full and y.kind == "finite" and y.magnitude > 2**126:
        sign = (a ^ b) & F32.sign
        return F32.nan if x.kind in ("nan", "inf") else sign
    if not full and F32.is_subnormal(b):
        return Anything()
    result = exact.divide(x, y)
    if result.kind != "finite" or result.is_zero:
        return F32.encode(result)
    allowed = Near(F32, result.value, ulp=2)
    return Flushed(F32, allowed) if ftz and result.magnitude < exact.power_of_two(-126) else allowed


def division_cases() -> list[Case]:
    large = [*edges(F32), 0x7E80_0000, 0x7E80_0001, 0x7F00_0000, 0xFE80_0001, 0xFF7F_FFFF]
    beyond = crossed((32, edges(F32)), (32, large[-25:]))
    cases = []
    for kind in ("full", "approx"):
        for ftz in (False, True):
            oracle = partial(quotient, kind == "full", ftz)
            cases.append(Case(f"div.{kind}{'.ftz' * ftz}.f32", 32, BINARY, oracle))
            cases.append(Case(f"div.{kind}{'.ftz' * ftz}.f32", 32, beyond, oracle, tag="edges"))
    return cases


def upper_half(function: Callable[[exact.Number], exact.Number], a: int) -> Expected:
    """Return an f64 approximation made from the upper word: 20 digits of the operand give 20 digits of the result."""
    a = F64.flush(a & 0xFFFF_FFFF_0000_0000)
    x = F64.decode(a)
    if x.kind == "nan":
        return 0x7FFF_FFFF_0000_0000
    y = function(x)
    if y.kind == "nan":
        return 0x7FFF_FFFF_0000_0000
    if y.kind == "inf" or y.is_zero:
        return F64.encode(y)
    return UpperHalf(y.value)


class UpperHalf:
    """An f64 whose lower word is zero, within one unit of its upper word; too small ones are flushed."""

    def __init__(self, reference: Fraction) -> None:
        self.reference = reference

    def __contains__(self, bits: object) -> bool:
        assert isinstance(bits, int)
        if bits & 0xFFFF_FFFF or F64.is_subnormal(bits):
            return False
        if abs(self.reference) < exact.power_of_two(-1022):
            return bits == (F64.sign if self.reference < 0 else 0)
        return abs(F64.decode(bits).value - self.reference) <= abs(self.reference) * Fraction(1, 1 << 20)

    def __repr__(self) -> str:
        return f"{float(self.reference)!r} in 20 digits"


def reciprocal(x: exact.Number) -> exact.Number:
    return exact.divide(exact.number(1), x)


def reciprocal_root(x: exact.Number) -> exact.Number:
    return reciprocal(exact.square_root(x))


def f64_root(a: int) -> Expected:
    """Return what ``rsqrt.approx.f64`` may give: the manual has no bound, ours is one ulp."""
    y = reciprocal_root(F64.decode(a))
    if y.kind == "nan":
        return exact.AnyNan(F64)
    if y.kind == "inf" or y.is_zero:
        return F64.encode(y)
    return Near(F64, y.value, ulp=1)


def f64_cases() -> list[Case]:
    lanes = operands(F64)
    return [
        Case("rcp.approx.ftz.f64", 64, lanes, partial(upper_half, reciprocal)),
        Case("rsqrt.approx.ftz.f64", 64, lanes, partial(upper_half, reciprocal_root)),
        Case("rsqrt.approx.f64", 64, lanes, f64_root),
    ]


def half_ex2_bound(form: Format, _: float, y: Fraction) -> Near:
    # a subnormal result cannot hold the relative error: one ulp
    if y < form.decode(1 << form.fraction).value:
        return Near(form, y, ulp=1)
    return Near(form, y, relative=2**-9.9 if form == F16 else 2**-7)


def half_tanh_bound(form: Format, _: float, y: Fraction) -> Near:
    return Near(form, y, absolute=2**-10.987 if form == F16 else 2**-8)


def half_cases() -> list[Case]:
    cases = []
    for form in (F16, BF16):
        ftz = form == BF16
        exponential = partial(approximated, form, np.exp2, TABLES["ex2"], partial(half_ex2_bound, form), ftz)
        tangent = partial(approximated, form, np.tanh, TABLES["tanh"], partial(half_tanh_bound, form), False)
        for name, oracle in ((f"ex2.approx{'.ftz' * ftz}", exponential), ("tanh.approx", tangent)):
            ranges = [(-26, 17), (-1, 1)] if form == F16 else [(-140, 130), (-1, 1)]
            cases.append(Case(f"{name}.{form.name}", 16, unary_lanes(form, *ranges), oracle))
            cases.append(Case(f"{name}.{form.name}x2", 32, paired(operands(form)), in_halves(16, oracle)))
    return cases


CASES = [*f32_cases(), *division_cases(), *f64_cases(), *half_cases()]


@each_instruction(CASES)
def test_approximate_instruction(cases, shared_executor):
    check(shared_executor, cases)


@pytest.mark.parametrize("exponent", [-149, -128, -126, -23, -1, 0, 1, 24, 127])
def test_powers_of_two_are_exact(exponent, shared_executor):
    lanes = Lanes((np.array([F32.encode(exact.number(exponent))], np.uint32),))
    result = F32.encode(exact.number(Fraction(2) ** exponent))
    case = Case("ex2.approx.f32", 32, lanes, lambda _: result)
    check(shared_executor, [case])


# ex2 is as a GPU computes it, which is not correctly rounded
@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {"ex2"}))
def test_f32_approximation_is_correctly_rounded(name, shared_executor):
    function = FUNCTIONS[name]

    def oracle(a: int) -> Expected:
        fixed = special(F32, TABLES[name], a)
        if fixed is not None:
            return fixed
        with np.errstate(over="ignore", under="ignore"):
            reference = float(function(np.float64(real(F32, a))))
        if np.isinf(reference):
            return F32.infinity
        y = Fraction(reference)
        # the reference is not exact: both roundings are right where they differ
        return {F32.encode(exact.number(y * (1 + Fraction(sign, 10**14)))) for sign in (-1, 1)}

    case = Case(f"{name}.approx.f32", 32, LANES[name], oracle)
    check(shared_executor, [case])


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_turns_are_reduced_exactly_however_large(name, shared_executor):
    generator = np.random.default_rng(17)
    exponents = generator.integers(127 + 8, 255, 500).astype(np.uint32)
    lanes = Lanes((exponents << np.uint32(23) | generator.integers(0, 1 << 23, 500, dtype=np.uint32),))
    function = FUNCTIONS[name]

    def oracle(a: int) -> Expected:
        return Near(F32, Fraction(float(function(np.float64(real(F32, a))))), absolute=2**-25)

    case = Case(f"{name}.approx.f32", 32, lanes, oracle)
    check(shared_executor, [case])


@pytest.mark.parametrize("ftz", ["", ".ftz"])
def test_full_range_division_is_correctly_rounded(ftz, shared_executor):
    oracle = partial(rounded, "div", F32, "rn", bool(ftz), False)
    case = Case(f"div.full{ftz}.f32", 32, BINARY, oracle)
    check(shared_executor, [case])
