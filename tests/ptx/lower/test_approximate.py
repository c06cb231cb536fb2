"""Approximate instructions where they are closer than the PTX ISA asks for (chapters 9.7.3 and 9.7.4).

`tests.agreement.test_gpu_vectors` holds all of them to the documented errors, and their special values to a GPU's.
References are NumPy's functions in float64, whose own error is some 2^-50 of any bound here.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from tests.ptx import exact_float as exact
from tests.ptx.exact_float import F32, Format
from tests.ptx.lower.test_float import rounded
from tests.ptx.one_instruction import Case, Expected, Lanes, check, edges, operands, random_floats


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


TABLES = {
    "lg2": {"-inf": "nan", "-normal": "nan", "-0": "-inf", "+0": "-inf", "+inf": "+inf"},
    "rsqrt": {"-inf": "nan", "-normal": "nan", "-0": "-inf", "+0": "+inf", "+inf": "+0"},
    "sqrt": {"-inf": "nan", "-normal": "nan", "-0": "-0", "+0": "+0", "+inf": "+inf"},
    "rcp": {"-inf": "-0", "-0": "-inf", "+0": "+inf", "+inf": "+0"},
    "sin": {"-inf": "nan", "-0": "-0", "+0": "+0", "+inf": "nan"},
    "cos": {"-inf": "nan", "-0": "+1", "+0": "+1", "+inf": "nan"},
    "tanh": {"-inf": "-1", "-0": "-0", "+0": "+0", "+inf": "+1"},
}
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "lg2": np.log2, "rsqrt": lambda x: 1 / np.sqrt(x), "sqrt": np.sqrt, "rcp": lambda x: 1 / x, "sin": np.sin,
    "cos": np.cos, "tanh": np.tanh,
}  # fmt: skip
RANGES = {
    "lg2": [(0.4, 2.1), (0.99, 1.01), (1.38, 1.4143)],
    "sin": [(-7, 7), (-320, 320)],
    "cos": [(-7, 7), (-320, 320)],
    "tanh": [(-12, 12), (-0.05, 0.05)],
}
LANES = {name: unary_lanes(F32, *RANGES.get(name, [(0.1, 10)])) for name in FUNCTIONS}


@pytest.mark.parametrize("exponent", [-149, -128, -126, -23, -1, 0, 1, 24, 127])
def test_powers_of_two_are_exact(exponent, shared_executor):
    lanes = Lanes((np.array([F32.encode(exact.number(exponent))], np.uint32),))
    result = F32.encode(exact.number(Fraction(2) ** exponent))
    case = Case("ex2.approx.f32", 32, lanes, lambda _: result)
    check(shared_executor, [case])


# ex2 is as a GPU computes it, which is not correctly rounded
@pytest.mark.parametrize("name", FUNCTIONS)
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

    class Near:
        """The results within 2^-25 of a number."""

        def __init__(self, a: int) -> None:
            self.reference = float(function(np.float64(real(F32, a))))

        def __contains__(self, bits: object) -> bool:
            assert isinstance(bits, int)
            return abs(real(F32, bits) - self.reference) <= 2**-25

    case = Case(f"{name}.approx.f32", 32, lanes, Near)
    check(shared_executor, [case])


@pytest.mark.parametrize("ftz", ["", ".ftz"])
def test_full_range_division_is_correctly_rounded(ftz, shared_executor):
    oracle = partial(rounded, "div", F32, "rn", bool(ftz), False)
    case = Case(f"div.full{ftz}.f32", 32, operands(F32, F32), oracle)
    check(shared_executor, [case])
