"""What an opcode means, for the instructions that concern one thread's registers only.

``cvt`` in exact rational arithmetic, ``setp`` and ``selp``: PTX ISA 9.0, 9.7.6, 9.7.7, 9.7.9."""

from collections.abc import Callable
from functools import cache

from tests.fuzz import floats, integers
from tests.fuzz.floats import FLOATS, decode, finished, mode_of, prepared
from tests.fuzz.meaning import WIDTHS, Function, Meaning, UnknownOpcodeError, clamp, cut, number_of, width
from tests.ptx.exact_float import FORMATS, Number, number, round_to_integer, round_to_integral

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


def _relation(words: Words) -> Callable[[int, int], int]:
    """Return whether the relation that comes first in an opcode holds between the bits of the type that comes last."""
    condition, kind = words[0], words[-1]
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
    """Two predicates: the relation and its opposite."""
    kind, relation = words[-1], _relation(words)
    combine = next((_COMBINE[word] for word in words[1:] if word in _COMBINE), None)

    def of_bits(a: int, b: int, c: int = 0) -> tuple[int, int]:
        first = relation(a, b)
        return (combine(first, c), combine(1 - first, c)) if combine else (first, 1 - first)

    return Meaning(("pred", "pred"), (kind, kind, "pred") if combine else (kind, kind), of_bits)


def select(_name: str, words: Words) -> Meaning:
    kind = words[-1]
    return Meaning((kind,), (kind, kind, "pred"), lambda a, b, p: a if p else b)


_INTEGRAL = {"rni": "rn", "rzi": "rz", "rmi": "rm", "rpi": "rp"}


def convert(_name: str, words: Words) -> Meaning:
    to, source = words[-2:]
    return Meaning((to,), (source,), _function(to, source, words))


def _function(to: str, source: str, words: Words) -> Function:
    if to not in FLOATS and source not in FLOATS:
        return lambda a: cut(number_of(a, source), width(to))
    if source not in FLOATS:
        form = FORMATS[to]
        mode, after = mode_of(words), finished(form, words)
        return lambda a: after(form.encode(number(number_of(a, source)), mode))
    return (_float_to_float if to in FLOATS else _float_to_integer)(to, source, words)


def _float_to_integer(to: str, source: str, words: Words) -> Function:
    form = FORMATS[source]
    before = prepared(form, words)
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
    before = prepared(form, words) if source == "f32" else lambda bits: bits
    flushes = "ftz" in words and to == "f32"
    after = finished(wanted, [word for word in words if word != "ftz" or flushes])
    integral = next((_INTEGRAL[word] for word in words if word in _INTEGRAL), None)
    mode = mode_of(words)

    def of_bits(a: int) -> int:
        x: Number = decode(form, before(a))
        return after(wanted.encode(round_to_integral(x, integral) if integral else x, mode))

    return of_bits


MEANINGS: dict[str, Callable[[str, Words], Meaning]] = {"cvt": convert, "setp": set_predicate, "selp": select}


@cache
def meaning(opcode: str) -> Meaning:
    """Return the meaning of an opcode; UnknownOpcodeError where it is not in the subset."""
    name, *words = opcode.split(".")
    table = floats.MEANINGS if words and words[-1] in FLOATS else integers.MEANINGS
    found = MEANINGS.get(name) or table.get(name)
    known = found(name, words) if found else None
    if known is None or not WIDTHS.keys() >= {*known.results, *known.sources}:
        raise UnknownOpcodeError(opcode)
    return known
