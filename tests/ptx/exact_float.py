"""Floating point in exact rational arithmetic: what the instructions must give, without any floating-point unit.

A number is decoded to a sign and a `Fraction`, the operation is exact, and one rounding brings it back. Source: IEEE
754-2019, chapters 3, 4.3 and 6.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

MODES = ("rn", "rz", "rm", "rp")


class Number(NamedTuple):
    """A value: `kind` is ``finite``, ``inf`` or ``nan``; the sign of a zero counts."""

    kind: str
    negative: bool = False
    magnitude: Fraction = Fraction(0)

    @property
    def is_zero(self) -> bool:
        return self.kind == "finite" and not self.magnitude

    @property
    def value(self) -> Fraction:
        return -self.magnitude if self.negative else self.magnitude


NAN = Number("nan")


def number(value: Fraction | int, negative_zero: bool = False) -> Number:
    exact = Fraction(value)
    return Number("finite", exact < 0 or (not exact and negative_zero), abs(exact))


@dataclass(frozen=True)
class Format:
    """A binary interchange format; `nan` is the NaN that results are given as."""

    name: str
    bits: int
    fraction: int
    nan: int

    @cached_property
    def bias(self) -> int:
        return (1 << (self.bits - 2 - self.fraction)) - 1

    @cached_property
    def sign(self) -> int:
        return 1 << (self.bits - 1)

    @cached_property
    def infinity(self) -> int:
        return (self.sign - 1) >> self.fraction << self.fraction

    @cached_property
    def largest(self) -> int:
        return self.infinity - 1

    @cached_property
    def one(self) -> int:
        return self.bias << self.fraction

    def is_nan(self, bits: int) -> bool:
        return bits & (self.sign - 1) > self.infinity

    def is_subnormal(self, bits: int) -> bool:
        return 0 < bits & (self.sign - 1) < 1 << self.fraction

    def decode(self, bits: int) -> Number:
        """Return the number that bits stand for."""
        negative, rest = bool(bits & self.sign), bits & (self.sign - 1)
        if rest >= self.infinity:
            return NAN if rest > self.infinity else Number("inf", negative)
        exponent, digits = rest >> self.fraction, rest & ((1 << self.fraction) - 1)
        if exponent:
            digits += 1 << self.fraction
        return Number("finite", negative, digits * power_of_two(max(exponent, 1) - self.bias - self.fraction))

    def encode(self, x: Number, mode: str = "rn") -> int:
        """Return the bits of a number, rounded once."""
        if x.kind == "nan":
            return self.nan
        sign = self.sign if x.negative else 0
        if x.kind == "inf":
            return sign | self.infinity
        if not x.magnitude:
            return sign
        lowest = 1 - self.bias
        exponent = max(floor_log2(x.magnitude), lowest)
        digits = round_to_integer(x.magnitude / power_of_two(exponent - self.fraction), x.negative, mode)
        bits = ((exponent - lowest) << self.fraction) + digits
        if bits >= self.infinity:
            is_away = mode in ("rn", "rna") or mode == ("rm" if x.negative else "rp")
            bits = self.infinity if is_away else self.largest
        return sign | bits

    def magnitude_order(self, bits: int) -> int:
        """Return a key that orders numbers, both zeros alike; neighbours are one apart."""
        magnitude = bits & (self.sign - 1)
        return -magnitude if bits & self.sign else magnitude

    def flush(self, bits: int) -> int:
        """Return bits with a subnormal replaced by zero of its sign."""
        return bits & self.sign if self.is_subnormal(bits) else bits

    def saturate(self, bits: int) -> int:
        """Clamp to [0, 1]; NaN and negative numbers become +0."""
        if self.is_nan(bits) or bits & self.sign:
            return 0
        return min(bits, self.one)


F64 = Format("f64", 64, 52, 0x7FF8_0000_0000_0000)
F32 = Format("f32", 32, 23, 0x7FFF_FFFF)
F16 = Format("f16", 16, 10, 0x7FFF)
BF16 = Format("bf16", 16, 7, 0x7FFF)
FORMATS = {form.name: form for form in (F64, F32, F16, BF16)}


def power_of_two(exponent: int) -> Fraction:
    return Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)


def floor_log2(x: Fraction) -> int:
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    return exponent if x >= power_of_two(exponent) else exponent - 1


def round_to_integer(magnitude: Fraction, negative: bool, mode: str) -> int:
    """Round a magnitude under the mode of the signed number: rn ties to even, rna ties away, rz, rm, rp."""
    whole, rest = divmod(magnitude.numerator, magnitude.denominator)
    twice = 2 * rest
    if mode in ("rn", "rna"):
        tie_up = mode == "rna" or whole % 2 == 1
        up = twice > magnitude.denominator or (twice == magnitude.denominator and tie_up)
    else:
        up = rest > 0 and mode == ("rm" if negative else "rp")
    return whole + up


def add(x: Number, y: Number, mode: str = "rn") -> Number:
    """Return the exact sum; the mode decides the sign of a zero that is not the sum of two zeros of one sign."""
    if "nan" in (x.kind, y.kind):
        return NAN
    if "inf" in (x.kind, y.kind):
        infinities = {z.negative for z in (x, y) if z.kind == "inf"}
        return Number("inf", infinities.pop()) if len(infinities) == 1 else NAN
    total = x.value + y.value
    negative = x.negative if x.is_zero and y.is_zero and x.negative == y.negative else mode == "rm"
    return number(total, negative)


def negate(x: Number) -> Number:
    return x._replace(negative=not x.negative)


def multiply(x: Number, y: Number) -> Number:
    negative = x.negative != y.negative
    if "nan" in (x.kind, y.kind) or ("inf" in (x.kind, y.kind) and (x.is_zero or y.is_zero)):
        return NAN
    if "inf" in (x.kind, y.kind):
        return Number("inf", negative)
    return Number("finite", negative, x.magnitude * y.magnitude)


def divide(x: Number, y: Number) -> Number:
    negative = x.negative != y.negative
    if "nan" in (x.kind, y.kind) or (x.kind == y.kind == "inf") or (x.is_zero and y.is_zero):
        return NAN
    if x.kind == "inf" or y.is_zero:
        return Number("inf", negative)
    return Number("finite", negative, x.magnitude / y.magnitude if y.kind == "finite" else Fraction(0))


def fused_multiply_add(x: Number, y: Number, z: Number, mode: str = "rn") -> Number:
    return add(multiply(x, y), z, mode)


def square_root(x: Number) -> Number:
    """Return the root to 200 bits, its last one set where digits are lost, which rounds as the exact root does."""
    if x.kind == "nan" or (x.negative and not x.is_zero):
        return NAN
    if x.kind == "inf" or x.is_zero:
        return x
    shift = 400 - floor_log2(x.magnitude)
    shift += shift % 2
    scaled = x.magnitude * power_of_two(shift)
    root = math.isqrt(scaled.numerator // scaled.denominator)
    exact = Fraction(root) ** 2 == scaled
    return number(Fraction(2 * root + (not exact), 2) * power_of_two(-shift // 2))


def round_to_integral(x: Number, mode: str) -> Number:
    """Return a number rounded to an integer, the sign kept also where it becomes zero."""
    if x.kind != "finite":
        return x
    return Number("finite", x.negative, Fraction(round_to_integer(x.magnitude, x.negative, mode)))
