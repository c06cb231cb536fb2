"""Numbers of host expressions, once every size that the host code leaves open has a number."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping

from ..adopt.launches.value import Code, Number, Operator, SsaValue, Value, variables

Numeric = int | float
MOST_BITS = 62
"""Integers of host code have 64 bits; larger ones come from sizes that nobody would pass."""


class UnknownNumberError(Exception):
    """An expression has no number; the message names the part that is not known."""


def number(value: Value, given: Mapping[str, int]) -> Numeric:
    """Return the number of a value; `given` has numbers of variables by name, which go before their own values."""
    if isinstance(value, Number):
        return value.value
    if isinstance(value, SsaValue):
        if value.name in given:
            return given[value.name]
        if value.value is None:
            raise UnknownNumberError(f"{value.name} {value.why or 'is not known'}".strip())
        return number(value.value, given)
    if isinstance(value, Operator):
        return _result(value, given)
    text = value.text if isinstance(value, Code) else type(value).__name__
    raise UnknownNumberError(f"{text} is not a number")


def holds(value: Value, given: Mapping[str, int]) -> bool | None:
    """Return whether a condition holds; None if that is not known."""
    try:
        return bool(number(value, given))
    except UnknownNumberError:
        return None


def open_names(*values: Value) -> Iterator[str]:
    """Yield the names of variables that the host code gives no value, each once."""
    yield from dict.fromkeys(
        variable.name for value in values for variable in variables(value) if variable.value is None
    )


def _result(value: Operator, given: Mapping[str, int]) -> Numeric:
    name, operands = value.name, value.operands
    if name == "if":
        return number(operands[1] if number(operands[0], given) else operands[2], given)
    if name == "&&":
        return all(number(operand, given) for operand in operands)
    if name == "||":
        return any(number(operand, given) for operand in operands)
    numbers = [number(operand, given) for operand in operands]
    function = (_OF_ONE if len(numbers) == 1 else _OF_TWO).get(name)
    if function is None or len(numbers) > 2:
        raise UnknownNumberError(f"{name} of {len(numbers)} numbers")
    try:
        result = function(*numbers)
    except (TypeError, ValueError, OverflowError) as error:
        raise UnknownNumberError(f"{name}: {error}") from None
    except ZeroDivisionError:
        raise UnknownNumberError("a division by zero") from None
    if isinstance(result, int) and result.bit_length() > MOST_BITS:
        raise UnknownNumberError(f"{name} gives a number of more than {MOST_BITS} bits")
    return result


def _quotient(left: Numeric, right: Numeric) -> Numeric:
    if isinstance(left, float) or isinstance(right, float):
        return left / right
    # C++ rounds to 0
    whole = abs(left) // abs(right)
    return whole if (left < 0) == (right < 0) else -whole


def _shifted(left: int, right: int) -> int:
    if right > MOST_BITS:
        raise ValueError(f"a shift by {right}")
    return left << right


_OF_ONE: Mapping[str, Callable[..., Numeric]] = {
    "-": operator.neg, "!": operator.not_, "~": operator.invert, "real": float, "ceil": math.ceil, "floor": math.floor,
}  # fmt: skip
_OF_TWO: Mapping[str, Callable[..., Numeric]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": _quotient, "<<": _shifted, ">>": operator.rshift,
    "%": lambda left, right: left - _quotient(left, right) * right, "min": min, "max": max,
    "ceil_div": lambda left, right: -(-left // right),
    "&": operator.and_, "|": operator.or_, "^": operator.xor, "==": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
