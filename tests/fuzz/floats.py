"""Floating-point instructions in exact rational arithmetic. PTX ISA 9.0, 9.7.3.

Every operation is exact on fractions and rounded once. A NaN result is the canonical NaN of its format; where the PTX
ISA leaves its payload open, the generated programs replace it before anything can depend on it.
"""

from collections.abc import Callable
from functools import lru_cache

from tests.fuzz.meaning import Meaning
from tests.ptx.exact_float import (
    FORMATS,
    MODES,
    Format,
    Number,
    add,
    divide,
    fused_multiply_add,
    multiply,
    negate,
    number,
    square_root,
)

Words = list[str]
FLOATS = ("f32", "f64")
_ONE = number(1)

decode = lru_cache(maxsize=1 << 16)(Format.decode)


def mode_of(words: Words) -> str:
    """Return the rounding mode that an opcode names, nearest even where it names none."""
    return next((word for word in words if word in MODES), "rn")


def prepared(form: Format, words: Words) -> Callable[[int], int]:
    """Return what happens to an operand's bits first: ``.ftz`` flushes f32."""
    return form.flush if "ftz" in words else lambda bits: bits


def finished(form: Format, words: Words) -> Callable[[int], int]:
    """Return what happens to a result's bits last: flushed, then clamped."""

    def finish(bits: int) -> int:
        if "ftz" in words:
            bits = form.flush(bits)
        return form.saturate(bits) if "sat" in words else bits

    return finish


_EXACT: dict[str, tuple[int, Callable[..., Number]]] = {
    "add": (2, lambda mode, a, b: add(a, b, mode)),
    "sub": (2, lambda mode, a, b: add(a, negate(b), mode)),
    "mul": (2, lambda _mode, a, b: multiply(a, b)),
    "fma": (3, lambda mode, a, b, c: fused_multiply_add(a, b, c, mode)),
    "div": (2, lambda _mode, a, b: divide(a, b)),
    "rcp": (1, lambda _mode, a: divide(_ONE, a)),
    "sqrt": (1, lambda _mode, a: square_root(a)),
}
"""Number of sources, and the exact result by rounding mode and sources."""


def _arithmetic(name: str, words: Words) -> Meaning:
    n, exact = _EXACT[name]
    form = FORMATS[words[-1]]
    mode, before, after = mode_of(words), prepared(form, words), finished(form, words)

    # quotients are flushed by what they are before they are rounded: so it was recorded on an H200
    looks_before = "ftz" in words and name in ("div", "rcp") and mode in ("rm", "rp")

    def of_bits(*operands: int) -> int:
        value = exact(mode, *(decode(form, before(bits)) for bits in operands))
        if looks_before and form.is_subnormal(form.encode(value, "rz")):
            return form.sign if value.negative else 0
        return after(form.encode(value, mode))

    return Meaning((form.name,), (form.name,) * n, of_bits)


def _sign(name: str, words: Words) -> Meaning:
    """``neg`` and ``abs`` move the sign bit of NaNs as well."""
    form = FORMATS[words[-1]]
    before = prepared(form, words)
    return Meaning(
        (form.name,),
        (form.name,),
        lambda a: before(a) ^ form.sign if name == "neg" else before(a) & ~form.sign,
    )


def _extreme(name: str, words: Words) -> Meaning:
    form = FORMATS[words[-1]]
    before = prepared(form, words)
    choose = min if name == "min" else max

    def of_bits(*operands: int) -> int:
        values = [before(bits) for bits in operands]
        numbers = [bits for bits in values if not form.is_nan(bits)]
        if not numbers or ("NaN" in words and len(numbers) < len(values)):
            return form.nan
        # -0 is below +0
        return choose(numbers, key=lambda bits: (form.magnitude_order(bits), 0 if bits & form.sign else 1))

    return Meaning((form.name,), (form.name,) * 2, of_bits)


MEANINGS: dict[str, Callable[[str, Words], Meaning]] = {
    **dict.fromkeys(_EXACT, _arithmetic),
    **dict.fromkeys(("neg", "abs"), _sign),
    **dict.fromkeys(("min", "max"), _extreme),
}
