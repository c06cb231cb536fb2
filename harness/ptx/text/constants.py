"""Reads constant expressions. PTX ISA 9.0, chapter 4.5 "Constants".

Integers have 64 bits, signed or unsigned. An expression of one number gives that number as it is written.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from typing import NamedTuple

from .lexer import Cursor, Token, float_of, number
from .syntax import FloatImmediate

WARP_SIZE = 32

_PRECEDENCE = {
    operator_text: level
    for level, texts in enumerate(
        ("||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / %"), start=1
    )
    for operator_text in texts.split()
}
PRODUCT_LEVEL = _PRECEDENCE["*"]
_OPERATORS = frozenset([*_PRECEDENCE, "?"])
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_BITWISE: dict[str, Callable[[int, int], int]] = {"&": operator.and_, "|": operator.or_, "^": operator.xor}
_STARTS = frozenset(["+", "-", "!", "~", "("])


class _Integer(NamedTuple):
    """An integer constant; `value` is in the range of its type."""

    value: int
    is_unsigned: bool


_Number = _Integer | float


class ConstantParser(Cursor):
    """The part of the parser for constant expressions."""

    @property
    def at_constant(self) -> bool:
        """Whether a constant expression may start here."""
        return self.token.kind == "number" or self.token.text in _STARTS or self.token.text == "WARP_SZ"

    def constant_expression(self, level: int = 0) -> int | FloatImmediate:
        """Parse an expression whose operators bind at least as strongly as a level."""
        token = self.token
        if token.kind == "number" and self.tokens[self.index + 1].text not in _OPERATORS:
            self.next()
            return number(token)
        if token.text == "-" and self.tokens[self.index + 1].kind == "number":
            # a number of its own width, and integers of any size, keep their bits under a sign
            following = self.tokens[self.index + 2].text
            if following not in _OPERATORS:
                self.next()
                value = number(self.next())
                if isinstance(value, int):
                    return -value
                return FloatImmediate(value.bits ^ (1 << (value.width - 1)), value.width)
        found = self._expression(level)
        if isinstance(found, _Integer):
            return found.value
        return FloatImmediate(struct.unpack("<Q", struct.pack("<d", found))[0], 64)

    def integer_expression(self, level: int = 0) -> int:
        """Parse an expression that gives an integer."""
        token = self.token
        value = self.constant_expression(level)
        if isinstance(value, FloatImmediate):
            raise self.error("expected an integer", token)
        return value

    def _expression(self, level: int) -> _Number:
        left = self._unary()
        while True:
            token = self.token
            strength = _PRECEDENCE.get(token.text)
            if strength is not None and token.kind == "mark" and strength >= max(level, 1):
                self.next()
                left = self._binary(token, left, self._expression(strength + 1))
            elif token.text == "?" and level == 0:
                self.next()
                left = self._choice(token, left)
            else:
                return left

    def _choice(self, token: Token, condition: _Number) -> _Number:
        first = self._expression(0)
        self.expect(":")
        second = self._expression(0)
        if not isinstance(condition, _Integer):
            raise self.error("a condition must be an integer", token)
        if isinstance(first, _Integer) and isinstance(second, _Integer):
            first, second = _converted(first, second)
        return first if condition.value else second

    def _unary(self) -> _Number:
        token = self.next()
        if token.kind == "number":
            value = number(token)
            if isinstance(value, FloatImmediate):
                return float_of(value)
            return _Integer(value, token.text.endswith("U") or value >= 1 << 63)
        if token.text == "WARP_SZ":
            return _Integer(WARP_SIZE, False)
        if token.text == "(":
            if self.token.text in (".s64", ".u64"):
                kind = self.next().text
                self.expect(")")
                return _wrapped(self._integer(token, self._unary()).value, kind == ".u64")
            inner = self._expression(0)
            self.expect(")")
            return inner
        if token.text not in _STARTS:
            raise self.error("expected a constant", token)
        value_of = self._unary()
        if token.text in ("!", "~"):
            whole = self._integer(token, value_of)
            return (
                _Integer(int(not whole.value), False) if token.text == "!" else _wrapped(~whole.value, True)
            )
        if token.text == "+":
            return value_of
        return (
            _wrapped(-value_of.value, value_of.is_unsigned) if isinstance(value_of, _Integer) else -value_of
        )

    def _integer(self, token: Token, value: _Number) -> _Integer:
        if not isinstance(value, _Integer):
            raise self.error("this operator takes integers", token)
        return value

    def _binary(self, token: Token, left: _Number, right: _Number) -> _Number:
        text = token.text
        if isinstance(left, float) or isinstance(right, float):
            return self._of_floats(token, left, right)
        if text in ("<<", ">>"):
            n = right.value % (1 << 64)
            if text == "<<":
                return _wrapped(left.value << n if n < 64 else 0, left.is_unsigned)
            return _Integer(left.value >> min(n, 64), left.is_unsigned)
        if text in ("&&", "||"):
            both = (bool(left.value), bool(right.value))
            return _Integer(int(all(both) if text == "&&" else any(both)), False)
        if text == "%":
            left, right = _wrapped(left.value, True), _wrapped(right.value, True)
        left, right = _converted(left, right)
        a, b, is_unsigned = left.value, right.value, left.is_unsigned
        if text in _COMPARISONS:
            return _Integer(int(_COMPARISONS[text](a, b)), False)
        if text in _BITWISE:
            return _wrapped(_BITWISE[text](a, b), is_unsigned)
        if text in ("/", "%"):
            if not b:
                raise self.error("a constant is divided by zero", token)
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return _wrapped(quotient if text == "/" else a - b * quotient, is_unsigned)
        return _wrapped({"+": a + b, "-": a - b, "*": a * b}[text], is_unsigned)

    def _of_floats(self, token: Token, left: _Number, right: _Number) -> _Number:
        a, b = (float(each.value) if isinstance(each, _Integer) else each for each in (left, right))
        text = token.text
        if text in _COMPARISONS:
            return _Integer(int(_COMPARISONS[text](a, b)), False)
        if text == "/":
            if b:
                return a / b
            is_nan = math.isnan(a) or a == 0
            return math.nan if is_nan else math.copysign(math.inf, a) * math.copysign(1, b)
        if text not in ("+", "-", "*"):
            raise self.error("this operator takes integers", token)
        return {"+": a + b, "-": a - b, "*": a * b}[text]


def _wrapped(value: int, is_unsigned: bool) -> _Integer:
    """Return the 64 low bits of a value as a signed or an unsigned integer."""
    bits = value & (1 << 64) - 1
    return _Integer(bits if is_unsigned or bits < 1 << 63 else bits - (1 << 64), is_unsigned)


def _converted(left: _Integer, right: _Integer) -> tuple[_Integer, _Integer]:
    """Return two integers of one type: unsigned if either is."""
    is_unsigned = left.is_unsigned or right.is_unsigned
    return _wrapped(left.value, is_unsigned), _wrapped(right.value, is_unsigned)
