"""Turns values of host code into rules: integer arithmetic in the words of a declaration.

Sums and products are multiplied out, so that every way to write a rounded-up quotient gives the same `ceil_div`.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from ...lazy import pattern
from .value import Code, KernelName, Number, Operator, SsaValue, Value, without_casts

Polynomial: TypeAlias = dict[tuple[str, ...], int]
"""Coefficients by the sorted factors of each term; the term without factors is the constant."""

_SIMPLE = pattern(r"(?:\w|\.|->|::)+(?:\[\w+\])?")
_MOST_TERMS = 64
_MOST_CHARACTERS = 2000
_COMPARISONS: Mapping[str, tuple[str, Callable[[int, int], bool]]] = {
    "==": ("!=", operator.eq), "<": (">=", operator.lt), ">": ("<=", operator.gt),
    "!=": ("==", operator.ne), "<=": (">", operator.le), ">=": ("<", operator.ge),
}  # fmt: skip
"""Comparisons, each with its opposite and its meaning for numbers."""


class NotReadError(Exception):
    """A value cannot be written as a rule; the message says why."""


class Formulas:
    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self._names = names or {}
        # Without rules for names, inputs of the host function keep their own names.
        self._keeps_inputs = names is None
        # Branches share values, so that a value can be reached along very many ways.
        self._known: dict[int, tuple[Value, Polynomial | NotReadError]] = {}

    def rule(self, value: Value) -> str:
        return _text(self._polynomial(value))

    def condition(self, value: Value, *, holds: bool = True) -> str:
        """Return a value as a comparison, or its opposite; ``True`` or ``False`` if the outcome is known."""
        if isinstance(value, SsaValue) and value.value is not None and value.name not in self._names:
            return self.condition(value.value, holds=holds)
        if not isinstance(value, Operator) or value.name not in (*_COMPARISONS, "&&", "||", "!"):
            return _compared(self._polynomial(value), "!=" if holds else "==", {})
        if value.name == "!":
            return self.condition(value.operands[0], holds=not holds)
        if value.name in _COMPARISONS:
            left, right = (self._polynomial(operand) for operand in value.operands)
            return _compared(left, value.name if holds else _COMPARISONS[value.name][0], right)
        is_and = (value.name == "&&") == holds
        parts = [self.condition(operand, holds=holds) for operand in value.operands]
        deciding, neutral = ("False", "True") if is_and else ("True", "False")
        if deciding in parts:
            return deciding
        parts = [part for part in parts if part != neutral]
        if len(parts) > 1:
            parts = [f"({part})" if re.search(r"\b(?:and|or)\b", part) else part for part in parts]
        return (" and " if is_and else " or ").join(parts) or neutral

    def _polynomial(self, value: Value) -> Polynomial:
        if id(value) not in self._known:
            result: Polynomial | NotReadError
            try:
                result = self._read(value)
            except NotReadError as reason:
                result = reason
            self._known[id(value)] = (value, result)
        _, known = self._known[id(value)]
        if isinstance(known, NotReadError):
            raise known
        return known

    def _read(self, value: Value) -> Polynomial:
        if isinstance(value, Number):
            if isinstance(value.value, float) and not value.value.is_integer():
                raise NotReadError(f"{value.value} is not a whole number")
            return _number(int(value.value))
        if isinstance(value, SsaValue):
            return self._variable(value)
        if isinstance(value, Operator):
            return self._operation(value)
        if isinstance(value, Code):
            raise NotReadError(f"{value.text} {value.why or 'is not a number'}")
        if isinstance(value, KernelName):
            raise NotReadError(f"{value.name} is a function")
        raise NotReadError(f"a {value.type} is not a number")

    def _variable(self, value: SsaValue) -> Polynomial:
        if value.name in self._names:
            rule = self._names[value.name]
            return _number(int(rule)) if rule.isdigit() else _factors(rule)
        if value.value is not None:
            return self._polynomial(value.value)
        if self._keeps_inputs and value.is_input:
            return {(value.name,): 1}
        raise NotReadError(f"{value.name} is {value.why or 'not known'}")

    def _operation(self, value: Operator) -> Polynomial:
        name, operands = value.name, value.operands
        if name in ("ceil", "floor"):
            return self._rounded(operands[0], is_up=name == "ceil")
        if name == "real":
            return self._polynomial(operands[0])
        if name == "if":
            return self._choice(*operands)
        if name in ("&&", "||", "!") or name in _COMPARISONS:
            rule = self.condition(value)
            return _number(int(rule == "True")) if rule in ("True", "False") else {(f"({rule})",): 1}
        if name == "/" and any(is_real_value(operand) for operand in operands):
            raise NotReadError("a quotient of floating-point numbers has no rule")
        polynomials = [self._polynomial(operand) for operand in operands]
        if len(polynomials) == 1:
            if name == "-":
                return _scaled(polynomials[0], -1)
            raise NotReadError(f"{name} of a number has no rule")
        if name in ("min", "max"):
            return _extreme(name, polynomials)
        left, right = polynomials
        return _ARITHMETIC[name](left, right) if name in _ARITHMETIC else _bits(name, left, right)

    def _rounded(self, value: Value, *, is_up: bool) -> Polynomial:
        while isinstance(value, SsaValue) and value.value is not None and value.name not in self._names:
            value = value.value
        value = without_casts(value)
        if isinstance(value, Operator) and value.name == "/":
            left, right = (self._polynomial(operand) for operand in value.operands)
            # ceil(n / 256) of integers is a common slip: the quotient is rounded down before.
            if is_up and any(is_real_value(operand) for operand in value.operands):
                return _ceil_div(left, right)
            return _quotient(left, right)
        return self._polynomial(value)

    def _choice(self, condition: Value, then: Value, otherwise: Value) -> Polynomial:
        rule = self.condition(condition)
        if rule in ("True", "False"):
            return self._polynomial(then if rule == "True" else otherwise)
        yes, no = self._polynomial(then), self._polynomial(otherwise)
        if yes == no:
            return yes
        compared = re.fullmatch(r"(.+) (<=?|>=?) (.+)", rule)
        if compared and {compared[1], compared[3]} == {_text(yes), _text(no)}:
            is_smaller = (compared[2][0] == "<") == (_text(yes) == compared[1])
            return _extreme("min" if is_smaller else "max", [yes, no])
        divided = re.fullmatch(r"(.+) % (.+) (==|!=|>) 0", rule)
        if divided:
            whole, more = (yes, no) if divided[3] == "==" else (no, yes)
            is_step = _sum(more, _scaled(whole, -1)) == _number(1)
            if is_step and _text(whole) == f"{divided[1]} // {divided[2]}":
                return {(f"ceil_div({_bare(divided[1])}, {_bare(divided[2])})",): 1}
        return _sum(no, _product(_sum(yes, _scaled(no, -1)), {(f"({rule})",): 1}))


def _compared(left: Polynomial, name: str, right: Polynomial) -> str:
    if _is_constant(left) and _is_constant(right):
        return str(_COMPARISONS[name][1](_constant(left), _constant(right)))
    if _is_constant(left):
        left, right, name = right, left, name.translate(str.maketrans("<>", "><"))
    if left == right:
        return str(name in ("==", "<=", ">="))
    truth = _truth(left)
    if truth and name in ("==", "!=") and right in ({}, {(): 1}):
        return truth if (name == "==") == bool(right) else f"not ({truth})"
    return f"{_side(left)} {name} {_side(right)}"


def is_real_value(value: Value) -> bool:
    if isinstance(value, Number):
        return isinstance(value.value, float)
    if isinstance(value, SsaValue):
        return value.is_real or (value.value is not None and is_real_value(value.value))
    if isinstance(value, Operator):
        return value.name == "real" or (
            value.name in ("+", "-", "*", "/") and any(is_real_value(operand) for operand in value.operands)
        )
    return False


def _number(value: int) -> Polynomial:
    return {(): value} if value else {}


def _factors(text: str) -> Polynomial:
    """Return a rule as a polynomial: a product of names and numbers, or one factor."""
    parts = text.split(" * ")
    if all(re.fullmatch(r"\w+", part) for part in parts):
        names = tuple(sorted(part for part in parts if not part.isdigit()))
        return {names: math.prod(int(part) for part in parts if part.isdigit())}
    return {(text,): 1}


def _is_constant(polynomial: Polynomial) -> bool:
    return set(polynomial) <= {()}


def _constant(polynomial: Polynomial) -> int:
    return polynomial.get((), 0)


def _scaled(polynomial: Polynomial, by: int) -> Polynomial:
    return {factors: by * count for factors, count in polynomial.items()} if by else {}


def _sum(left: Polynomial, right: Polynomial) -> Polynomial:
    total = dict(left)
    for factors, count in right.items():
        total[factors] = total.get(factors, 0) + count
    return _with_round_ups({factors: count for factors, count in total.items() if count})


def _with_round_ups(polynomial: Polynomial) -> Polynomial:
    """Write ``(n - 1) // b + 1`` and ``n // b + (n % b != 0)`` as ``ceil_div(n, b)``."""
    for factors, count in polynomial.items():
        divided = re.fullmatch(r"(.+) // (.+)", factors[0]) if len(factors) == 1 and count == 1 else None
        if divided is None:
            continue
        numerator, by = divided[1], divided[2]
        rest = {other: many for other, many in polynomial.items() if other != factors}
        less = re.fullmatch(r"\((.+) - 1\)", numerator)
        if less and _constant(polynomial) >= 1:
            return _sum(_sum(rest, _number(-1)), {(f"ceil_div({less[1]}, {by})",): 1})
        for comparison in ("!= 0", "> 0"):
            left_over = (f"({numerator} % {by} {comparison})",)
            if rest.get(left_over) == 1:
                del rest[left_over]
                bare = numerator[1:-1] if numerator.startswith("(") else numerator
                return _sum(rest, {(f"ceil_div({bare}, {_bare(by)})",): 1})
    return polynomial


def _product(left: Polynomial, right: Polynomial) -> Polynomial:
    if len(left) * len(right) > _MOST_TERMS:
        raise NotReadError("the expression has too many terms for a rule")
    total: Polynomial = {}
    for one, count in left.items():
        for other, times in right.items():
            factors = tuple(sorted(one + other))
            total[factors] = total.get(factors, 0) + count * times
    return {factors: count for factors, count in total.items() if count}


def _quotient(left: Polynomial, right: Polynomial) -> Polynomial:
    if not right:
        raise NotReadError("a division by zero has no value")
    if _is_constant(left) and _is_constant(right):
        return _number(int(_constant(left) / _constant(right)))
    exact = _exact(left, right)
    if exact is not None:
        return exact
    rest = _sum(_sum(left, _scaled(right, -1)), _number(1))
    # (n + b - 1) / b: the rest has no part of b in it, and nothing is subtracted.
    is_sum = all(count > 0 for count in rest.values()) and (() not in rest) != _is_constant(rest)
    if is_sum and not (_is_constant(rest) and _is_constant(right)) and not (set(rest) & set(right) - {()}):
        return _ceil_div(rest, right)
    left, right = _reduced(left, right)
    return {(f"{_factor(left)} // {_factor(right)}",): 1}


def _reduced(left: Polynomial, right: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Divide both by the largest number that divides all coefficients, which leaves a rounded quotient as it is."""
    common = math.gcd(*left.values(), *right.values())
    if common < 2:
        return left, right
    first, second = ({factors: count // common for factors, count in side.items()} for side in (left, right))
    return first, second


def _exact(left: Polynomial, right: Polynomial) -> Polynomial | None:
    """Return the quotient if each term divides without a rest; None if not."""
    if len(right) != 1:
        return None
    ((by, times),) = right.items()
    total: Polynomial = {}
    for factors, count in left.items():
        rest = list(factors)
        for factor in by:
            if factor not in rest:
                return None
            rest.remove(factor)
        if count % times:
            return None
        total[tuple(rest)] = count // times
    return total


def _ceil_div(left: Polynomial, right: Polynomial) -> Polynomial:
    if _is_constant(right) and _constant(right) == 1:
        return left
    if _is_constant(left) and _is_constant(right):
        return _number(-(-_constant(left) // _constant(right)))
    exact = _exact(left, right)
    if exact is not None:
        return exact
    left, right = _reduced(left, right)
    return {(f"ceil_div({_text(left)}, {_text(right)})",): 1}


def _remainder(left: Polynomial, right: Polynomial) -> Polynomial:
    if not right:
        raise NotReadError("a division by zero has no value")
    if _is_constant(left) and _is_constant(right):
        return _number(int(math.fmod(_constant(left), _constant(right))))
    return {(f"{_factor(left)} % {_factor(right)}",): 1}


_ARITHMETIC: dict[str, Callable[[Polynomial, Polynomial], Polynomial]] = {
    "+": _sum,
    "-": lambda left, right: _sum(left, _scaled(right, -1)),
    "*": _product,
    "/": _quotient,
    "%": _remainder,
    "ceil_div": _ceil_div,
}


def _extreme(name: str, polynomials: list[Polynomial]) -> Polynomial:
    if all(_is_constant(polynomial) for polynomial in polynomials):
        return _number((min if name == "min" else max)(_constant(polynomial) for polynomial in polynomials))
    distinct = list(dict.fromkeys(_text(polynomial) for polynomial in polynomials))
    if len(distinct) == 1:
        return polynomials[0]
    return {(f"{name}({', '.join(distinct)})",): 1}


def _bits(name: str, left: Polynomial, right: Polynomial) -> Polynomial:
    if name == "&" and _is_constant(left) and not _is_constant(right):
        left, right = right, left
    if not _is_constant(right):
        raise NotReadError(f"{name} of two unknown numbers has no rule")
    bits = _constant(right)
    if name in ("<<", ">>") and 0 <= bits < 63:
        return _product(left, _number(1 << bits)) if name == "<<" else _quotient(left, _number(1 << bits))
    if name == "&":
        mask = bits if bits < 0 else -1
        if bits >= 0 and bits & (bits + 1) == 0:
            return _remainder(left, _number(bits + 1))
        if bits >= 1 << 31:  # a mask of 32 bits, such as 0xffffffe0
            mask = bits - (1 << 32)
        step = -mask
        if mask < -1 and step & (step - 1) == 0:  # (n + 31) & ~31
            return _product(_quotient(left, _number(step)), _number(step))
    if _is_constant(left):
        whole = _constant(left)
        return _number({"&": whole & bits, "|": whole | bits, "^": whole ^ bits}.get(name, 0))
    raise NotReadError(f"{name} has no rule")


def _text(polynomial: Polynomial) -> str:
    """Return a polynomial as a rule."""
    if (
        len(polynomial) > _MOST_TERMS
        or sum(len(factor) for factors in polynomial for factor in factors) > _MOST_CHARACTERS
    ):
        raise NotReadError("the expression is too long for a rule")
    written = ""
    terms = sorted(polynomial.items(), key=lambda term: (term[0] == (), term[1] < 0))
    for unordered, count in terms:
        factors = sorted(unordered, key=lambda name: name != "n_rows")  # n_rows * n_cols, as people write it
        names = [factor if len(factors) == 1 and abs(count) == 1 else _wrapped(factor) for factor in factors]
        if names and abs(count) != 1:
            # The usual order: n_rows * 32, but 2 * (n_rows + 1).
            names = (
                [*names, str(abs(count))]
                if len(names) == 1 and names[0][0] != "("
                else [str(abs(count)), *names]
            )
        term = " * ".join(names) if names else str(abs(count))
        sign = "-" if count < 0 else "+"
        written += f" {sign} {term}" if written else (f"-{term}" if count < 0 else term)
    return _bare(written) if written else "0"


def _side(polynomial: Polynomial) -> str:
    """Return a polynomial as a side of a comparison: a comparison in it keeps its parentheses."""
    text = _text(polynomial)
    return f"({text})" if _truth(polynomial) else text


def _truth(polynomial: Polynomial) -> str:
    """Return the comparison that a polynomial is, worth 1 or 0; empty for any other polynomial."""
    if list(polynomial.values()) != [1] or len(next(iter(polynomial))) != 1:
        return ""
    ((text,),) = polynomial
    is_comparison = text.startswith("(") and re.search(r" (?:[<>=!]=|[<>]|and|or) ", text) is not None
    return _bare(text) if is_comparison and _bare(text) != text else ""


def _bare(text: str) -> str:
    """Remove parentheses around a whole text."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[1:-1] if position == len(text) - 1 else text
    return text


def _is_simple(text: str) -> bool:
    """Whether a text is a name or a call, which needs no parentheses."""
    name, opened, _ = text.partition("(")
    inside = text[len(name) :]
    return _SIMPLE.fullmatch(name) is not None and (not opened or _bare(inside) != inside)


def _wrapped(text: str) -> str:
    return text if _is_simple(text) or text != _bare(text) else f"({text})"


def _factor(polynomial: Polynomial) -> str:
    """Return a polynomial as an operand of a division."""
    text = _text(polynomial)
    is_product = len(polynomial) == 1 and " // " not in text and " % " not in text
    is_single = len(polynomial) == 1 and sum(map(len, polynomial)) == 1 and set(polynomial.values()) == {1}
    if text.isdigit() or (is_single and _is_simple(text)):
        return text
    return _wrapped(text) if is_product else f"({text})"
