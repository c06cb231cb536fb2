"""What an opcode means, for the instructions that concern one thread's registers only.

``cvt`` in exact rational arithmetic, ``setp``, ``set``, ``selp`` and ``slct``: PTX ISA 9.0, 9.7.6, 9.7.7, 9.7.9."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from tests.fuzz import floats, integers
from tests.fuzz.floats import FLOATS, decode, finished, mode_of, prepared
from tests.fuzz.meaning import (
    INTEGERS,
    PACKED,
    Function,
    Meaning,
    UnknownOpcodeError,
    clamp,
    cut,
    number_of,
    ones,
    width,
)
from tests.ptx.exact_float import FORMATS, Format, Number, number, round_to_integer, round_to_integral

Words = list[str]

_RELATIONS: dict[str, Callable[[object, object], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,  # type: ignore[operator]
    "le": lambda a, b: a <= b,  # type: ignore[operator]
    "gt": lambda a, b: a > b,  # type: ignore[operator]
    "ge": lambda a, b: a >= b,  # type: ignore[operator]
}
_UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
_COMBINE: dict[str, Callable[[int, int], int]] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def _relation(words: Words, kind: str) -> Callable[[int, int], int]:
    """Return whether the relation that comes first in an opcode holds between the bits of one type."""
    condition = words[0]
    if kind not in FLOATS:
        relation = _RELATIONS[_UNSIGNED.get(condition, condition)]
        return lambda a, b: int(relation(number_of(a, kind), number_of(b, kind)))
    form = FORMATS[kind]
    before = prepared(form, words)
    is_unordered_true = condition == "nan" or (condition.endswith("u") and condition not in _RELATIONS)

    def of_bits(a: int, b: int) -> int:
        x, y = (decode(form, before(bits)) for bits in (a, b))
        if "nan" in (x.kind, y.kind):
            return int(is_unordered_true)
        if condition in ("num", "nan"):
            return int(condition == "num")
        orders = (form.magnitude_order(before(bits)) for bits in (a, b))
        return int(_RELATIONS[condition.removesuffix("u")](*orders))

    return of_bits


def set_predicate(_name: str, words: Words) -> Meaning:
    """Two predicates: the relation and its opposite, or those of the two halves of packed operands."""
    kind = words[-1]
    combine = next((_COMBINE[word] for word in words[1:] if word in _COMBINE), None)
    single = _relation(words, kind.removesuffix("x2"))

    def of_bits(a: int, b: int, c: int = 0) -> tuple[int, int]:
        if kind in PACKED:
            low = ones(PACKED[kind])
            results = (single(a & low, b & low), single(a >> PACKED[kind], b >> PACKED[kind]))
        else:
            first = single(a, b)
            results = (first, 1 - first)
        if combine:
            return combine(results[0], c), combine(results[1], c)
        return results

    return Meaning(("pred", "pred"), (kind, kind, "pred") if combine else (kind, kind), of_bits)


def set_value(_name: str, words: Words) -> Meaning:
    """All ones or 1.0 where the relation holds, else 0."""
    to, kind = words[-2:]
    predicates = set_predicate("setp", [*words[:-2], kind])

    def of_bits(*sources: int) -> int:
        results = predicates.function(*sources)
        if kind not in PACKED:
            return _true(to) if results[0] else 0
        part = width(to) // 2
        true = _true(to.removesuffix("x2")) & ones(part)
        return sum((true if result else 0) << part * k for k, result in enumerate(results))

    return Meaning((to,), predicates.sources, of_bits)


def _true(kind: str) -> int:
    return FORMATS[kind].one if kind in FORMATS else ones(width(kind))


def select(_name: str, words: Words) -> Meaning:
    kind = words[-1]
    return Meaning((kind,), (kind, kind, "pred"), lambda a, b, p: a if p else b)


def select_by_sign(_name: str, words: Words) -> Meaning:
    """The first operand where the third is not negative; -0 is not, NaN counts as if it were."""
    kind, of = words[-2:]
    is_first: Function
    if of == "s32":
        is_first = lambda c: number_of(c, "s32") >= 0  # noqa: E731 - as short as the other
    else:
        form = FORMATS["f32"]
        before = prepared(form, words)

        def is_first(c: int) -> bool:
            return not form.is_nan(c) and form.magnitude_order(before(c)) >= 0

    return Meaning((kind,), (kind, kind, of), lambda a, b, c: a if is_first(c) else b)


MEANINGS = {"setp": set_predicate, "set": set_value, "selp": select, "slct": select_by_sign}


_INTEGRAL = {"rni": "rn", "rzi": "rz", "rmi": "rm", "rpi": "rp"}
_BYTES = {
    # the encodings next to the largest number stand for NaN or infinity, which a conversion never rounds to
    "e4m3": (Format("e4m3", 8, 3, 0x7F), 0x7E),
    "e5m2": (Format("e5m2", 8, 2, 0x7F), 0x7B),
}


def convert(_name: str, words: Words) -> Meaning:
    if words[0] == "pack":
        return _pack(words)
    to, source = words[-2], words[-1]
    if to in ("e4m3x2", "e5m2x2"):
        return _to_bytes(to, source, words)
    if source in ("e4m3x2", "e5m2x2"):
        return _from_bytes(source, words)
    if to in ("f16x2", "bf16x2"):
        single = convert("cvt", [*words[:-2], to.removesuffix("x2"), source]).function
        return Meaning((to,), (source, source), lambda a, b: single(a) << 16 | single(b))
    return Meaning((to,), (source,), _function(to, source, words))


def _function(to: str, source: str, words: Words) -> Function:
    if to in INTEGERS and source in INTEGERS:
        if "sat" in words:
            return lambda a: clamp(number_of(a, source), to)
        return lambda a: cut(number_of(a, source), width(to))
    if source in INTEGERS:
        form = FORMATS[to]
        mode, after = mode_of(words), finished(form, words)
        return lambda a: after(form.encode(number(number_of(a, source)), mode))
    if to in INTEGERS:
        return _float_to_integer(to, source, words)
    return _float_to_float(to, source, words)


def _float_to_integer(to: str, source: str, words: Words) -> Function:
    form = FORMATS[source]
    before = prepared(form, words) if source == "f32" else lambda bits: bits
    mode = next(_INTEGRAL[word] for word in words if word in _INTEGRAL)
    nan = 1 << (width(to) - 1) if source == "f64" or width(to) == 64 else 0

    def of_bits(a: int) -> int:
        x = decode(form, before(a))
        if x.kind == "nan":
            return nan
        if x.kind == "inf":
            return clamp(-(1 << 70) if x.negative else 1 << 70, to)
        magnitude = round_to_integer(x.magnitude, x.negative, mode)
        return clamp(-magnitude if x.negative else magnitude, to)

    return of_bits


def _float_to_float(to: str, source: str, words: Words) -> Function:
    form, wanted = FORMATS[source], FORMATS[to]
    # subnormal operands are not flushed on the way to f16: so it was recorded on an H200
    before = prepared(form, words) if source == "f32" and to != "f16" else lambda bits: bits
    flushes = "ftz" in words and to == "f32"
    after = finished(wanted, [word for word in words if word != "ftz" or flushes])
    integral = next((_INTEGRAL[word] for word in words if word in _INTEGRAL), None)
    mode = mode_of(words)

    def of_bits(a: int) -> int:
        x: Number = decode(form, before(a))
        if integral:
            x = round_to_integral(x, integral)
        bits = wanted.encode(x, mode)
        if "satfinite" in words and bits & (wanted.sign - 1) == wanted.infinity:
            bits -= 1
        return after(bits)

    return of_bits


def _to_bytes(to: str, source: str, words: Words) -> Meaning:
    form, largest = _BYTES[to.removesuffix("x2")]

    def of_number(x: Number) -> int:
        if x.kind == "nan":
            return form.nan
        if "relu" in words and x.negative:
            return 0
        sign = form.sign if x.negative else 0
        if x.kind == "inf":
            return sign | largest
        return sign | min(_encode_byte(form, x.magnitude), largest)

    if source == "f32":
        f32 = FORMATS["f32"]
        return Meaning(
            (to,), ("f32", "f32"), lambda a, b: of_number(decode(f32, a)) << 8 | of_number(decode(f32, b))
        )
    f16 = FORMATS["f16"]
    return Meaning(
        (to,), ("f16x2",), lambda a: of_number(decode(f16, a >> 16)) << 8 | of_number(decode(f16, a & 0xFFFF))
    )


def _encode_byte(form: Format, magnitude: Fraction) -> int:
    """Return the bits of a number rounded to nearest even, as if there were no largest one."""
    if not magnitude:
        return 0
    exponent = 1 - form.bias
    while magnitude >= Fraction(2) ** (exponent + 1):
        exponent += 1
    digits = round_to_integer(magnitude / Fraction(2) ** (exponent - form.fraction), False, "rn")
    return ((exponent - (1 - form.bias)) << form.fraction) + digits


def _from_bytes(source: str, words: Words) -> Meaning:
    form, _ = _BYTES[source.removesuffix("x2")]
    f16 = FORMATS["f16"]
    after = finished(f16, words)

    def of_byte(byte: int) -> int:
        if form.name == "e4m3" and byte & 0x7F != 0x7F and byte & 0x7F >= form.infinity:
            # e4m3 has no infinity: its largest exponent holds numbers
            magnitude = Fraction(8 + (byte & 7)) * Fraction(2) ** (15 - form.bias - 3)
            return after(f16.encode(Number("finite", byte >= 128, magnitude)))
        return after(f16.encode(decode(form, byte)))

    return Meaning(("f16x2",), (source,), lambda a: of_byte(a >> 8) << 16 | of_byte(a & 255))


def _pack(words: Words) -> Meaning:
    to = words[2]
    bits = int(to[1:])
    if words[-1] != "b32":
        return Meaning(("b32",), ("s32", "s32"), lambda a, b: _clamped(a, to) << bits | _clamped(b, to))
    return Meaning(
        ("b32",),
        ("s32", "s32", "b32"),
        lambda a, b, c: cut(c << 2 * bits | _clamped(a, to) << bits | _clamped(b, to), 32),
    )


def _clamped(a: int, to: str) -> int:
    return clamp(number_of(a, "s32"), to)


@cache
def meaning(opcode: str) -> Meaning:
    """Return the meaning of an opcode; UnknownOpcodeError where it is not in the subset."""
    name, *words = opcode.split(".")
    if name == "cvt":
        return convert(name, words)
    if name in MEANINGS:
        return MEANINGS[name](name, words)
    table = floats.MEANINGS if words and words[-1] in floats.FLOATS else integers.MEANINGS
    if name not in table:
        raise UnknownOpcodeError(opcode)
    return table[name](name, words)
