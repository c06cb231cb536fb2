"""Reads declarations of variables. PTX ISA 9.0, chapter 5 "State Spaces, Types, and Variables"."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from .constants import ConstantParser
from .lexer import Token, float_of
from .syntax import SPACES, TYPE_BYTES, FloatImmediate, Register, Variable

MAX_ALIGNMENT = 1 << 16
MAX_VARIABLE_BYTES = 1 << 36


@dataclass
class Scope:
    """Names declared between two braces; `suffix` tells them from the same names elsewhere in the function.

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
    """The part of the parser for variables."""

    def __init__(self, tokens: list[Token]) -> None:
        super().__init__(tokens)
        self.scopes: list[Scope] = []
        self.element_bytes: dict[str, int] = {}

    def variables(self, is_extern: bool = False) -> list[Variable]:
        """Parse ``.space {.align n} {.vN} .type name{[n]} {= init} {, name...} ;``."""
        line = self.token.line
        space = self.next().text[1:].partition("::")[0]
        align, vector, ptx_type = self.variable_type()
        found = []
        while True:
            found.append(self.declarator(space, align, vector, ptx_type, is_extern, line))
            if not self.accept(","):
                break
        self.expect(";")
        return found

    def variable_type(self) -> tuple[int, int, str]:
        """Parse ``{.align n} {.vN} .type``."""
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
        while True:
            token = self.next()
            if token.text == ".unified":
                self.expect("(")
                while not self.accept(")"):
                    self.next()
            elif token.text != ".managed":
                raise self.error("this attribute of a variable is not known", token)
            if not self.accept(","):
                break
        self.expect(")")

    def alignment(self) -> int:
        """Parse a power of two."""
        token = self.token
        value = self.integer()
        if value & (value - 1) or not 1 <= value <= MAX_ALIGNMENT:
            raise self.error(f"an alignment must be a power of two up to {MAX_ALIGNMENT}", token)
        return value

    def skip_pointer_note(self) -> None:
        """Skip ``.ptr {.space} {.align n}``, which only describes what a pointer parameter points to."""
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
        count = 1
        for size in sizes:
            count *= size
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
        return Variable(
            name=unique,
            space=space,
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
        for scope in reversed(self.scopes):
            if name in scope.names:
                return scope.names[name]
        return name

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
        if value.width != bits:
            layout = ("<f", "<I") if bits == 32 else ("<d", "<Q")
            try:
                value = FloatImmediate(
                    struct.unpack(layout[1], struct.pack(layout[0], float_of(value)))[0], bits
                )
            except OverflowError:
                raise self.error("too large for .f32", token) from None
        return value.bits
