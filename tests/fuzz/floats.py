"""Floating-point instructions in exact rational arithmetic. PTX ISA 9.0, 9.7.3 to 9.7.7.

Every operation is exact on fractions and rounded once. A NaN result is the canonical NaN of its format; where the PTX
ISA leaves its payload open, the generated programs replace it before anything can depend on it.
"""

from collections.abc import Callable
from functools import lru_cache

from tests.fuzz.meaning import PACKED, Function, Meaning, in_halves
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
FLOATS = frozenset({*FORMATS, "f16x2", "bf16x2", "f32x2"})
_ONE = number(1)

decode = lru_cache(maxsize=1 << 16)(Format.decode)


def mode_of(words: Words) -> str:
    """Return the rounding mode that an opcode names, nearest even where it names none."""
    return next((word for word in words if word in MODES), "rn")


def prepared(form: Format, words: Words) -> Callable[[int], int]:
    """Return what happens to an operand's bits first: ``.ftz`` flushes f32 and f16."""
    return form.flush if "ftz" in words else lambda bits: bits


def finished(form: Format, words: Words) -> Callable[[int], int]:
    """Return what happens to a result's bits last: flushed, then clamped."""

    def finish(bits: int) -> int:
        if "ftz" in words:
            bits = form.flush(bits)
        if "sat" in words:
            return form.saturate(bits)
        if "relu" in words and bits & form.sign and not form.is_nan(bits):
            return 0
        return bits

    return finish


_EXACT: dict[str, Callable[..., Number]] = {
    "add": lambda mode, a, b: add(a, b, mode),
    "sub": lambda mode, a, b: add(a, negate(b), mode),
    "mul": lambda _mode, a, b: multiply(a, b),
    "fma": lambda mode, a, b, c: fused_multiply_add(a, b, c, mode),
    "mad": lambda mode, a, b, c: fused_multiply_add(a, b, c, mode),
    "div": lambda _mode, a, b: divide(a, b),
    "rcp": lambda _mode, a: divide(_ONE, a),
    "sqrt": lambda _mode, a: square_root(a),
}
_N_SOURCES = {"add": 2, "sub": 2, "mul": 2, "div": 2, "fma": 3, "mad": 3, "rcp": 1, "sqrt": 1}


def _arithmetic(name: str, words: Words) -> Meaning:
    kind, n = words[-1], _N_SOURCES[name]
    if len(words) > 1 and words[-2] == "f32":
        return _mixed(name, words)
    form = FORMATS[kind.removesuffix("x2")]
    mode, before, after, exact = mode_of(words), prepared(form, words), finished(form, words), _EXACT[name]

    # quotients are flushed by what they are before they are rounded: so it was recorded on an H200
    looks_before = "ftz" in words and name in ("div", "rcp") and mode in ("rm", "rp")

    def of_bits(*operands: int) -> int:
        value = exact(mode, *(decode(form, before(bits)) for bits in operands))
        if looks_before and form.is_subnormal(form.encode(value, "rz")):
            return form.sign if value.negative else 0
        return after(form.encode(value, mode))

    return Meaning((kind,), (kind,) * n, in_halves(PACKED[kind], of_bits) if kind in PACKED else of_bits)


def _mixed(name: str, words: Words) -> Meaning:
    """Arithmetic of f32 whose operands but the last have 16 bits."""
    half, n = FORMATS[words[-1]], _N_SOURCES[name]
    single = FORMATS["f32"]
    mode, after, exact = mode_of(words), finished(single, words), _EXACT[name]

    def of_bits(*operands: int) -> int:
        *halves, last = operands
        numbers = [decode(half, bits) for bits in halves] + [decode(single, last)]
        return after(single.encode(exact(mode, *numbers), mode))

    return Meaning(("f32",), (words[-1],) * (n - 1) + ("f32",), of_bits)


def _sign(name: str, words: Words) -> Meaning:
    """``neg`` and ``abs`` move the sign bit of NaNs as well."""
    kind = words[-1]
    form = FORMATS[kind.removesuffix("x2")]
    before = prepared(form, words)

    def of_bits(a: int) -> int:
        return before(a) ^ form.sign if name == "neg" else before(a) & ~form.sign

    return Meaning((kind,), (kind,), in_halves(PACKED[kind], of_bits) if kind in PACKED else of_bits)


def _copysign(_name: str, words: Words) -> Meaning:
    form = FORMATS[words[-1]]
    return Meaning((form.name,), (form.name,) * 2, lambda a, b: (a & form.sign) | (b & (form.sign - 1)))


def _key(form: Format, bits: int) -> tuple[int, int]:
    """Return what orders numbers, -0 below +0."""
    return form.magnitude_order(bits), 0 if bits & form.sign else 1


def _extreme(name: str, words: Words) -> Meaning:
    kind = words[-1]
    form = FORMATS[kind.removesuffix("x2")]
    before = prepared(form, words)
    choose = min if name == "min" else max

    def of_bits(*operands: int) -> int:
        values = [before(bits) for bits in operands]
        signs = 0
        if "abs" in words:
            for bits in values:
                signs ^= bits & form.sign
            values = [bits & (form.sign - 1) for bits in values]
        numbers = [bits for bits in values if not form.is_nan(bits)]
        if not numbers or ("NaN" in words and len(numbers) < len(values)):
            return form.nan
        result = choose(numbers, key=lambda bits: _key(form, bits))
        return result | signs if "xorsign" in words else result

    n = 3 if "abs" in words and "xorsign" not in words else 2
    return Meaning((kind,), (kind,) * n, in_halves(PACKED[kind], of_bits) if kind in PACKED else of_bits)


def _test(_name: str, words: Words) -> Meaning:
    form = FORMATS[words[-1]]

    def is_normal(bits: int) -> bool:
        return bits & (form.sign - 1) < form.infinity and not form.is_subnormal(bits)

    tests: dict[str, Callable[[int], bool]] = {
        "finite": lambda bits: bits & (form.sign - 1) < form.infinity,
        "infinite": lambda bits: bits & (form.sign - 1) == form.infinity,
        "number": lambda bits: not form.is_nan(bits),
        "notanumber": form.is_nan,
        "normal": is_normal,
        "subnormal": form.is_subnormal,
    }
    test = tests[words[0]]
    return Meaning(("pred",), (form.name,), lambda a: int(test(a)))


MEANINGS: dict[str, Callable[[str, Words], Meaning]] = {
    **dict.fromkeys(_EXACT, _arithmetic),
    **dict.fromkeys(("neg", "abs"), _sign),
    **dict.fromkeys(("min", "max"), _extreme),
    "copysign": _copysign,
    "testp": _test,
}

__all__ = ["FLOATS", "MEANINGS", "Function", "decode", "finished", "mode_of", "prepared"]
