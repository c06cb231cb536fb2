"""Errors that the PTX ISA allows approximate instructions, as data.

A bound holds if both the exact and the returned result are finite. Results at zeros, infinities and NaNs are exact. If
an instruction has several bounds, the first whose range contains the operand holds.

PTX ISA 9.0, chapters 9.7.3 (``div rcp sqrt rsqrt sin cos lg2 ex2 tanh``) and 9.7.4 (``tanh ex2`` of half precision).
"""

from __future__ import annotations

import math
from typing import NamedTuple

FULL_TURN = 2 * math.pi


class ErrorBound(NamedTuple):
    """The allowed error for a range of operands."""

    ulp: int = 0
    """Distance from the correctly rounded result, in numbers of the result's type; 0 if not given."""
    relative: float = 0.0
    absolute: float = 0.0
    """`relative`, `absolute`: error relative to the exact result, and absolute error; 0 if not given."""
    low: float = 0.0
    high: float = math.inf
    """`low`, `high`: range ``[low, high]`` of the magnitude of the operand (of a division: the divisor)."""
    is_documented: bool = True
    """Whether the manual states the bound; otherwise this project measured it."""

    @property
    def shown(self) -> str:
        if math.isinf(self.absolute):
            return "none"
        if self.ulp:
            text = f"{self.ulp} ulp"
        else:
            stated = ((self.relative, "relative"), (self.absolute, "absolute"))
            text = " and ".join(f"2^{math.log2(value):g} {word}" for value, word in stated if value)
        return text if self.is_documented else f"{text} (not documented)"


NO_BOUND = ErrorBound(absolute=math.inf)
_HALF = 0.5
_SMALLEST_NORMAL = 2.0**-126
_LARGEST_DIVISOR = 2.0**126
_SUBNORMAL_EX2_F16 = 14.0
"""Operands below its negative have subnormal f16 results."""

ERROR_BOUNDS: dict[str, tuple[ErrorBound, ...]] = {
    "div.approx.f32": (ErrorBound(ulp=2, low=_SMALLEST_NORMAL, high=_LARGEST_DIVISOR), NO_BOUND),
    "div.full.f32": (ErrorBound(ulp=2),),
    "rcp.approx.f32": (ErrorBound(ulp=1),),
    "sqrt.approx.f32": (ErrorBound(relative=2.0**-23),),
    "rsqrt.approx.f32": (ErrorBound(relative=2.0**-22.9),),
    "ex2.approx.f32": (ErrorBound(ulp=2),),
    "lg2.approx.f32": (
        # the manual's interval is open: 0.5 and 2 have the relative bound
        ErrorBound(absolute=2.0**-22, low=math.nextafter(_HALF, 1), high=math.nextafter(2.0, 1)),
        ErrorBound(relative=2.0**-22),
    ),
    "sin.approx.f32": (
        ErrorBound(absolute=2.0**-20.5, high=FULL_TURN),
        ErrorBound(absolute=2.0**-14.7, high=50 * FULL_TURN),
        NO_BOUND,
    ),
    "cos.approx.f32": (
        ErrorBound(absolute=2.0**-20.5, high=FULL_TURN),
        ErrorBound(absolute=2.0**-14.7, high=50 * FULL_TURN),
        NO_BOUND,
    ),
    "tanh.approx.f32": (ErrorBound(relative=2.0**-11),),
    "rcp.approx.ftz.f64": (ErrorBound(relative=2.0**-20, is_documented=False),),
    "rsqrt.approx.ftz.f64": (ErrorBound(relative=2.0**-20, is_documented=False),),
    "rsqrt.approx.f64": (ErrorBound(ulp=2, is_documented=False),),
    "ex2.approx.f16": (
        ErrorBound(relative=2.0**-9.9, high=_SUBNORMAL_EX2_F16),
        # an H200 truncates, so a subnormal result is too small by nearly one unit in the last place
        ErrorBound(relative=2.0**-9.9, absolute=2.0**-24, is_documented=False),
    ),
    "ex2.approx.bf16": (ErrorBound(relative=2.0**-7),),
    "tanh.approx.f16": (ErrorBound(absolute=2.0**-10.987),),
    "tanh.approx.bf16": (ErrorBound(absolute=2.0**-8),),
}
"""Bounds by opcode without ``.ftz``, packed types as their scalars; ``.ftz`` stays if every form has it."""


def error_bounds(opcode: str) -> tuple[ErrorBound, ...]:
    words = opcode.removesuffix("x2")
    return ERROR_BOUNDS[words] if words in ERROR_BOUNDS else ERROR_BOUNDS[words.replace(".ftz", "")]
