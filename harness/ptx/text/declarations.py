"""Reads declarations of variables, and constant expressions in them. PTX ISA 9.0, chapters 4.5 "Constants" and 5.

Integers have 64 bits, signed or unsigned. An expression of one number gives that number as it is written.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import NamedTuple

from ...lazy import dataclass, field
from .declared import Variable
from .lexer import Cursor, Token, number
from .syntax import SPACES, TYPE_BYTES, FloatImmediate, Register, float_constant

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
    @property
    def at_constant(self) -> bool:
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
        result = self._expression(level)
        return result.value if isinstance(result, _Integer) else float_constant(result)

    def integer_expression(self, level: int = 0) -> int:
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
                return value.value
            # .s64 unless it has a U or does not fit (PTX ISA 9.0, 4.5.1)
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
                # ~ takes its operand as unsigned and gives .u64 (PTX ISA 9.0, 4.5.5)
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
            # the distance of a shift is unsigned, so a negative one is beyond any width (PTX ISA 9.0, 4.5.5)
            n = right.value % (1 << 64)
            if text == "<<":
                return _wrapped(left.value << n if n < 64 else 0, left.is_unsigned)
            return _Integer(left.value >> min(n, 64), left.is_unsigned)
        if text in ("&&", "||"):
            both = (bool(left.value), bool(right.value))
            return _Integer(int(all(both) if text == "&&" else any(both)), False)
        # unlike C: % takes its operands as unsigned (PTX ISA 9.0, 4.5.5)
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
        a, b = (float(side.value) if isinstance(side, _Integer) else side for side in (left, right))
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


MAX_ALIGNMENT = 1 << 16
MAX_VARIABLE_BYTES = 1 << 36


@dataclass
class Scope:
    """Names declared between two braces; `suffix` distinguishes them from the same names elsewhere in the function.

    `ranges` holds the count, type and elements of each ``name<count>``, and of each vector (with a count of 0 for one
    without a number).
    """

    suffix: str = ""
    registers: dict[str, Register] = field(default_factory=dict)
    ranges: dict[str, tuple[int, str, int]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Initializer:
    data: bytes
    references: tuple[tuple[int, str, int], ...]


class DeclarationParser(ConstantParser):
    def __init__(self, tokens: list[Token]) -> None:
        super().__init__(tokens)
        self.scopes: list[Scope] = []
        self.element_bytes: dict[str, int] = {}
        self.spaces: dict[str, str] = {}

    def variables(self, is_extern: bool = False) -> list[Variable]:
        """Parse ``.space {.align n} {.vN} .type name{[n]} {= init} {, name...} ;``."""
        line = self.token.line
        space = self.next().text[1:].partition("::")[0]
        align, vector, ptx_type = self.variable_type()
        declared = self.separated(lambda: self.declarator(space, align, vector, ptx_type, is_extern, line))
        self.expect(";")
        return declared

    def variable_type(self) -> tuple[int, int, str]:
        align, vector = 0, 1
        while True:
            token = self.next()
            word = token.text[1:] if token.kind == "directive" else ""
            if word == "align":
                align = self.alignment()
            elif word in ("v2", "v4", "v8"):
                vector = int(word[1:])
            elif word == "attribute":
                self.attributes()
            elif word in ("texref", "samplerref", "surfref"):
                raise self.error(
                    "there are no texture and surface references, which CUDA 12 removed: pass an object's handle",
                    token,
                )
            elif word in TYPE_BYTES and word != "pred":
                self.skip_pointer_note()
                return align, vector, word
            else:
                raise self.error("expected a variable's type", token)

    def attributes(self) -> None:
        """Parse ``(.managed, .unified(a, b))``: one memory serves host and device here, at one address."""
        self.expect("(")
        self.separated(self.attribute)
        self.expect(")")

    def attribute(self) -> None:
        token = self.next()
        if token.text == ".unified":
            self.expect("(")
            while not self.accept(")"):
                self.next()
        elif token.text != ".managed":
            raise self.error("this attribute of a variable is not known", token)

    def alignment(self) -> int:
        token = self.token
        value = self.integer()
        if value & (value - 1) or not 1 <= value <= MAX_ALIGNMENT:
            raise self.error(f"an alignment must be a power of two up to {MAX_ALIGNMENT}", token)
        return value

    def skip_pointer_note(self) -> None:
        """Skip ``.ptr {.space} {.align n}``, which only describes the target of a pointer parameter."""
        if not self.accept(".ptr"):
            return
        while self.token.text[1:] in SPACES or self.token.text == ".align":
            if self.next().text == ".align":
                self.alignment()

    def declarator(
        self, space: str, align: int, vector: int, ptx_type: str, is_extern: bool, line: int
    ) -> Variable:
        """Parse ``name{[n]...} {= init}``."""
        name = self.next()
        if name.kind not in ("word", "register"):
            raise self.error("expected a variable's name", name)
        element = TYPE_BYTES[ptx_type] * vector
        sizes: list[int] = []
        while self.accept("["):
            start = self.token
            sizes.append(0 if start.text == "]" else self.integer_expression())
            if sizes[-1] < 0:
                raise self.error("an array has no fewer than 0 elements", start)
            self.expect("]")
        count = math.prod(sizes)
        content: _Initializer | None = None
        if self.accept("="):
            content = self.initializer(ptx_type)
            if sizes and sizes[0] == 0:
                count = -(-len(content.data) // element)
        size_bytes = element * count
        if size_bytes > MAX_VARIABLE_BYTES:
            raise self.error(
                f"a variable has at most {MAX_VARIABLE_BYTES} bytes, {size_bytes} are too many", name
            )
        if content is not None and len(content.data) > size_bytes:
            raise self.error(f"{len(content.data)} bytes of initial values for {size_bytes} bytes", name)
        unique = self.declare_name(name, is_module_wide=space in ("global", "const"))
        self.element_bytes[unique] = element
        self.spaces[unique] = space
        return Variable(
            name=unique,
            space=space,
            # by default a variable is aligned to its element or its vector (PTX ISA 9.0, "Alignment")
            align=align or element,
            size_bytes=size_bytes,
            type=ptx_type,
            initial=None if content is None else content.data.ljust(size_bytes, b"\0"),
            is_extern=is_extern,
            is_array=bool(sizes),
            line=line,
            references=() if content is None else content.references,
        )

    def declare_name(self, name: Token, is_module_wide: bool = False) -> str:
        """Return a name that is unique within its function, or within the module, and remember it."""
        if not self.scopes or name.text == "_":  # a prototype's parameters have no names
            return name.text
        scope = self.scopes[-1]
        if name.text in scope.names:
            raise self.error("a variable of this name is declared already", name)
        scope.names[name.text] = name.text + scope.suffix
        # such a variable of a function lives in the module, where another function's may have the same name
        if is_module_wide:
            scope.names[name.text] += f"@{self.index}"
        return scope.names[name.text]

    def initializer(self, ptx_type: str) -> _Initializer:
        """Parse a value or a list of values; inner braces must be filled up, as compilers write them."""
        n_bytes = TYPE_BYTES[ptx_type]
        data = bytearray()
        references = []
        depth = 0
        group_sizes: dict[int, int] = {}
        starts: list[int] = []
        while True:
            token = self.next()
            if token.text == "{":
                depth += 1
                starts.append(len(data))
            elif token.text == "}":
                if not starts:
                    raise self.error("expected an initial value", token)
                size = len(data) - starts.pop()
                if depth > 1 and group_sizes.setdefault(depth, size) != size:
                    raise self.error("inner braces of an initial value must all be of one length", token)
                depth -= 1
            elif token.kind == "word" and token.text != "WARP_SZ":
                if n_bytes != 8:
                    raise self.error("an address needs a variable of 64 bits", token)
                references.append((len(data), *self.reference(token)))
                data += bytes(n_bytes)
            elif token.text != "," or not depth:
                self.index -= 1
                self.token = token
                data += self.constant(ptx_type).to_bytes(n_bytes, "little")
            if depth == 0:
                return _Initializer(bytes(data), tuple(references))

    def reference(self, name: Token) -> tuple[str, int]:
        """Parse ``symbol {+ n}`` or ``generic(symbol) {+ n}``."""
        if name.text == "generic":
            self.expect("(")
            name = self.next()
            self.expect(")")
        return self.resolve_name(name.text), self.integer_expression() if self.accept("+") else 0

    def resolve_name(self, name: str) -> str:
        """Return the unique name of a variable in the open scopes, or the name itself."""
        return next((scope.names[name] for scope in reversed(self.scopes) if name in scope.names), name)

    def constant(self, ptx_type: str) -> int:
        """Parse a constant; returns its bits in the type."""
        token = self.token
        if not self.at_constant:
            raise self.error("expected an initial value")
        value = self.constant_expression()
        bits = 8 * TYPE_BYTES[ptx_type]
        is_float = ptx_type in ("f32", "f64")
        if isinstance(value, FloatImmediate) != is_float:
            kind = "floating-point" if is_float else "integer"
            raise self.error(f"a variable of type .{ptx_type} needs {kind} values", token)
        if isinstance(value, int):
            return value & (1 << bits) - 1
        try:
            return value.as_bits(bits)
        except OverflowError:
            raise self.error("too large for .f32", token) from None
