"""``setp``, ``set``, ``selp`` and ``slct``. PTX ISA 9.0, 9.7.6 and 9.7.7."""

from collections.abc import Callable

from tests.fuzz.floats import FLOATS, decode, prepared
from tests.fuzz.meaning import PACKED, Function, Meaning, number_of, ones, width
from tests.ptx.exact_float import FORMATS

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
