"""Reads PTX text into a `syntax.Module`.

The grammar is PTX ISA 9.0, chapters 4 ("Syntax") and 5 ("State Spaces, Types, and Variables") as compilers write
it. What is not understood is refused with its line; instructions are only split into opcode and operands here,
their meaning is `isa`'s.

Limitations: no textures, surfaces, ``.alias`` or ``.calltargets``; indirect calls are refused.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field

from harness.errors import PtxError
from harness.ptx.syntax import (
    Address,
    Call,
    FloatImmediate,
    Function,
    Immediate,
    Instruction,
    Label,
    Module,
    Negated,
    Operand,
    Pair,
    Register,
    Sink,
    SourceLocation,
    Special,
    Symbol,
    Variable,
    Vector,
)

TYPE_BYTES = {
    "b8": 1, "u8": 1, "s8": 1, "b16": 2, "u16": 2, "s16": 2, "f16": 2, "bf16": 2, "b32": 4, "u32": 4, "s32": 4,
    "f32": 4, "f16x2": 4, "bf16x2": 4, "b64": 8, "u64": 8, "s64": 8, "f64": 8, "b128": 16, "pred": 0,
}  # fmt: skip
SPACES = frozenset({"global", "const", "shared", "local", "param"})
SPECIAL_PREFIXES = (
    "tid", "ntid", "ctaid", "nctaid", "laneid", "warpid", "nwarpid", "smid", "nsmid", "gridid", "lanemask_",
    "clock", "globaltimer", "dynamic_smem_size", "total_smem_size", "aggr_smem_size", "envreg", "pm",
    "cluster_", "clusterid", "nclusterid", "is_explicit_cluster", "current_graph_exec", "reserved_smem_offset",
)  # fmt: skip

_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\r\f]+|//[^\n]*)
  | (?P<newline>\n)
  | (?P<comment>/\*.*?\*/)
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<number>0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}|0[xX][0-9a-fA-F]+U?|0[bB][01]+U?
        |\d+\.\d*(?:[eE][+-]?\d+)?|\d+U?)
  | (?P<register>%[A-Za-z0-9_$]+(?:\.[xyzwrgba]\b)?)
  | (?P<word>[A-Za-z_$][A-Za-z0-9_$]*(?:(?:\.|::)[A-Za-z0-9_$]+)*)
  | (?P<directive>\.[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z0-9_]+)*)
  | (?P<mark>[{}()\[\],;:|!@+\-*=<>~])
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    line: int


def _tokenize(text: str) -> list[_Token]:
    tokens = []
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise PtxError(f"not a PTX token (got {text[position : position + 20]!r})", line=line)
        kind, value = match.lastgroup or "", match.group()
        position = match.end()
        if kind in ("number", "register", "word", "directive", "mark", "string"):
            tokens.append(_Token(kind, value, line))
        line += value.count("\n")
    tokens.append(_Token("end", "", line))
    return tokens


@dataclass
class _Scope:
    registers: dict[str, Register] = field(default_factory=dict)
    ranges: dict[str, tuple[int, str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    suffix: str = ""


def parse(text: str) -> Module:
    """Parse PTX text.

    Parameters
    ----------
    text : str
        A whole module as NVRTC, nvcc or a person wrote it; a trailing NUL is allowed.

    Returns
    -------
    Module
        All declarations and function bodies.

    Raises
    ------
    PtxError
        With the line, where the text is not PTX or uses a part of the grammar that is not known.
    """
    return _Parser(_tokenize(text.rstrip("\0"))).module()


class _Parser:
    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.index = 0
        self.result = Module()
        self.scopes: list[_Scope] = []
        self.scope_count = 0
        self.location: SourceLocation | None = None
        self.function: Function | None = None

    # -- token access ------------------------------------------------------------------------------------

    @property
    def token(self) -> _Token:
        return self.tokens[self.index]

    def next(self) -> _Token:
        token = self.tokens[self.index]
        self.index += 1
        return token

    def accept(self, text: str) -> bool:
        if self.token.text == text:
            self.index += 1
            return True
        return False

    def expect(self, text: str) -> _Token:
        if self.token.text != text:
            raise self.error(f"expected {text!r}")
        return self.next()

    def error(self, message: str, token: _Token | None = None) -> PtxError:
        token = token or self.token
        return PtxError(f"{message} (got {token.text or 'end of text'!r})", line=token.line)

    # -- module ------------------------------------------------------------------------------------------

    def module(self) -> Module:
        while self.token.kind != "end":
            self.top_level()
        return self.result

    def top_level(self) -> None:
        token = self.token
        if token.text == ".version":
            self.next()
            self.result.version = self.next().text
        elif token.text == ".target":
            self.next()
            self.result.target = self.next().text
            while self.accept(","):
                self.next()
        elif token.text == ".address_size":
            self.next()
            size = self.next()
            if size.text != "64":
                raise self.error("only 64-bit addresses are supported", size)
        elif token.text == ".file":
            self.file_directive()
        elif token.text == ".section":
            self.skip_braces()
        elif token.text == ".pragma":
            self.skip_to_semicolon()
        elif token.kind == "directive":
            self.declaration()
        elif not self.accept(";"):
            raise self.error("expected a directive at module level")

    def file_directive(self) -> None:
        self.expect(".file")
        index = int(self.next().text)
        name = self.next()
        self.result.files[index] = name.text.strip('"')
        while self.accept(","):
            self.next()

    def skip_to_semicolon(self) -> None:
        while not self.accept(";"):
            if self.token.kind == "end":
                raise self.error("expected ';'")
            self.next()

    def skip_braces(self) -> None:
        while not self.accept("{"):
            if self.token.kind == "end":
                raise self.error("expected '{'")
            self.next()
        depth = 1
        while depth:
            if self.token.kind == "end":
                raise self.error("expected '}'")
            text = self.next().text
            depth += {"{": 1, "}": -1}.get(text, 0)

    def declaration(self) -> None:
        start = self.index
        is_extern = False
        while self.token.text in (".extern", ".visible", ".weak", ".common"):
            is_extern |= self.next().text == ".extern"
        if self.token.text in (".entry", ".func"):
            self.function_declaration(is_extern)
        elif self.token.text[1:].partition("::")[0] in SPACES:
            for variable in self.variables(is_extern):
                self.result.variables[variable.name] = variable
        else:
            raise self.error("this directive is not known at module level", self.tokens[start])

    # -- variables ---------------------------------------------------------------------------------------

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
        align, vector = 0, 1
        while True:
            token = self.next()
            word = token.text[1:]
            if word == "align":
                align = int(self.next().text)
            elif word in ("v2", "v4", "v8"):
                vector = int(word[1:])
            elif word in ("attribute", "managed"):
                raise self.error("variable attributes are not supported", token)
            elif word in TYPE_BYTES:
                self.skip_pointer_note()
                return align, vector, word
            else:
                raise self.error("expected a variable's type", token)

    def skip_pointer_note(self) -> None:
        """Skip ``.ptr {.space} {.align n}``, which only describes what a pointer parameter points to."""
        if not self.accept(".ptr"):
            return
        while self.token.text[1:] in SPACES or self.token.text == ".align":
            if self.next().text == ".align":
                self.next()

    def declarator(
        self, space: str, align: int, vector: int, ptx_type: str, is_extern: bool, line: int
    ) -> Variable:
        name = self.next()
        if name.kind not in ("word", "register"):
            raise self.error("expected a variable's name", name)
        element = TYPE_BYTES[ptx_type] * vector
        count, is_array = 1, False
        while self.accept("["):
            is_array = True
            count *= 0 if self.token.text == "]" else int(self.next().text.rstrip("U"), 0)
            self.expect("]")
        initial: bytes | None = None
        references: tuple[tuple[int, str, int], ...] = ()
        if self.accept("="):
            initial, references, n_values = self.initializer(TYPE_BYTES[ptx_type], ptx_type)
            if count == 0:
                count = -(-n_values // vector)
        size = element * count
        if initial is not None:
            initial = initial.ljust(size, b"\0")
        return Variable(
            name=self.declare_name(name.text),
            space=space,
            align=align or element or 1,
            size_bytes=size,
            type=ptx_type,
            initial=initial,
            is_extern=is_extern,
            is_array=is_array,
            line=line,
            references=references,
        )

    def declare_name(self, name: str) -> str:
        if not self.scopes:
            return name
        scope = self.scopes[-1]
        scope.names[name] = name + scope.suffix
        return scope.names[name]

    def initializer(
        self, element_bytes: int, ptx_type: str
    ) -> tuple[bytes, tuple[tuple[int, str, int], ...], int]:
        data = bytearray()
        references = []
        depth = 0
        while True:
            token = self.next()
            if token.text == "{":
                depth += 1
            elif token.text == "}":
                depth -= 1
            elif token.kind == "word":
                name = token.text
                if name == "generic":
                    self.expect("(")
                    name = self.next().text
                    self.expect(")")
                addend = int(self.next().text, 0) if self.accept("+") else 0
                references.append((len(data), name, addend))
                data += bytes(element_bytes)
            elif token.text != ",":
                negative = token.text == "-"
                value = self.constant(self.next() if negative else token, ptx_type)
                value = -value if negative else value
                data += (value & (1 << 8 * element_bytes) - 1).to_bytes(element_bytes, "little")
            if depth == 0:
                return bytes(data), tuple(references), len(data) // max(element_bytes, 1)

    def constant(self, token: _Token, ptx_type: str) -> int:
        if token.kind != "number":
            raise self.error("expected a constant", token)
        value = _number(token.text)
        if isinstance(value, FloatImmediate):
            if ptx_type == "f64" and value.width == 32:
                return int(struct.unpack("<Q", struct.pack("<d", _float_of(value)))[0])
            if ptx_type == "f32" and value.width == 64:
                return int(struct.unpack("<I", struct.pack("<f", _float_of(value)))[0])
            return value.bits
        return value

    # -- functions ---------------------------------------------------------------------------------------

    def function_declaration(self, is_extern: bool) -> None:
        is_entry = self.next().text == ".entry"
        self.scopes = [_Scope()]
        self.location = None
        results = self.parameter_list() if self.token.text == "(" else []
        name = self.next()
        function = Function(name.text, is_entry, name.line, results=results, is_declaration=is_extern)
        if self.token.text == "(":
            function.params = self.parameter_list()
        while self.token.text not in ("{", ";"):
            if self.token.kind == "end":
                raise self.error("expected a function body")
            self.next()  # performance directives: .maxntid, .reqntid, .minnctapersm, .noreturn, ...
        if self.accept(";"):
            function.is_declaration = True
            self.result.functions.setdefault(function.name, function)
        else:
            self.function = function
            self.expect("{")
            self.body_until_brace(function)
            self.result.functions[function.name] = function
        self.scopes = []
        self.function = None

    def parameter_list(self) -> list[Variable]:
        found: list[Variable] = []
        self.expect("(")
        while not self.accept(")"):
            line = self.token.line
            space = self.next()
            if space.text == ".reg":
                raise self.error("functions with register parameters are not supported", space)
            if space.text != ".param":
                raise self.error("expected .param", space)
            align, vector, ptx_type = self.variable_type()
            found.append(self.declarator("param", align, vector, ptx_type, False, line))
            self.accept(",")
        return found

    def body_until_brace(self, function: Function) -> None:
        while not self.accept("}"):
            self.statement(function)

    def statement(self, function: Function) -> None:
        token = self.token
        if token.text == "{":
            self.next()
            self.scope_count += 1
            self.scopes.append(_Scope(suffix=f"@{self.scope_count}"))
            self.body_until_brace(function)
            self.scopes.pop()
        elif token.kind == "directive":
            self.body_directive(function)
        elif token.kind == "word" and self.tokens[self.index + 1].text == ":":
            self.index += 2
            function.body.append(Label(token.text, token.line))
        elif token.text == ";":
            self.next()
        else:
            self.instruction(function)

    def body_directive(self, function: Function) -> None:
        token = self.token
        word = token.text[1:].partition("::")[0]
        if word == "reg":
            self.register_declaration()
        elif word in SPACES:
            for variable in self.variables():
                function.variables[variable.name] = variable
        elif word == "loc":
            self.next()
            file, line, _column = (int(self.next().text) for _ in range(3))
            self.location = SourceLocation(file, line)
            while self.accept(","):
                # `function_name label+offset` and `inlined_at file line column` describe inlining
                while self.token.text not in (",",) and self.token.line == token.line:
                    self.next()
        elif word == "pragma":
            self.skip_to_semicolon()
        elif word == "file":
            self.file_directive()
        elif word == "branchtargets":
            self.branch_targets(function)
        else:
            raise self.error("this directive is not known in a function body", token)

    def branch_targets(self, function: Function) -> None:
        directive = self.next()
        label = function.body.pop() if function.body else None
        if not isinstance(label, Label):
            raise self.error("a list of branch targets needs a label", directive)
        targets = [self.next().text]
        while self.accept(","):
            targets.append(self.next().text)
        self.expect(";")
        function.branch_tables[label.name] = tuple(targets)

    def register_declaration(self) -> None:
        self.next()
        token = self.next()
        ptx_type = token.text[1:]
        if ptx_type in ("v2", "v4") or ptx_type not in TYPE_BYTES:
            raise self.error("registers of this type are not supported", token)
        scope = self.scopes[-1]
        while True:
            name = self.next()
            if self.accept("<"):
                scope.ranges[name.text] = (int(self.next().text), ptx_type)
                self.expect(">")
            else:
                scope.registers[name.text] = Register(name.text + scope.suffix, ptx_type)
            if not self.accept(","):
                break
        self.expect(";")

    # -- instructions ------------------------------------------------------------------------------------

    def instruction(self, function: Function) -> None:
        predicate, negated = None, False
        if self.accept("@"):
            negated = self.accept("!")
            guard = self.next()
            register = self.lookup(guard.text)
            if register is None or register.type != "pred":
                raise self.error("a guard must be a predicate register", guard)
            predicate = register
        opcode = self.next()
        if opcode.kind != "word":
            raise self.error("expected an instruction", opcode)
        if opcode.text.partition(".")[0] == "call":
            function.body.append(self.call(predicate, negated, opcode.line))
            return
        operands: list[Operand] = []
        while not self.accept(";"):
            operands.append(self.operand())
            if not self.accept(",") and self.token.text != ";":
                raise self.error("expected ',' or ';'")
        function.body.append(
            Instruction(opcode.text, tuple(operands), predicate, negated, opcode.line, self.location)
        )

    def call(self, predicate: Register | None, negated: bool, line: int) -> Call:
        results = self.argument_list() if self.token.text == "(" else ()
        if results:
            self.expect(",")
        target = self.next()
        if target.kind != "word":
            raise PtxError(
                f"indirect calls are not supported (got call of {target.text!r}); "
                "make the callee known at compile time",
                line=line,
            )
        arguments: tuple[Operand, ...] = ()
        if self.accept(","):
            arguments = self.argument_list()
        self.expect(";")
        return Call(target.text, results, arguments, predicate, negated, line, self.location)

    def argument_list(self) -> tuple[Operand, ...]:
        self.expect("(")
        found = []
        while not self.accept(")"):
            found.append(self.operand())
            self.accept(",")
        return tuple(found)

    def operand(self) -> Operand:
        first = self.simple_operand()
        if self.accept("|"):
            return Pair(first, self.simple_operand())
        return first

    def simple_operand(self) -> Operand:
        token = self.next()
        if token.text == "[":
            return self.address()
        if token.text == "{":
            elements = []
            while not self.accept("}"):
                elements.append(self.simple_operand())
                self.accept(",")
            return Vector(tuple(elements))
        if token.text == "!":
            inner = self.simple_operand()
            if not isinstance(inner, Register):
                raise self.error("only a predicate register can be negated", token)
            return Negated(inner)
        if token.text == "-":
            value = _number(self.next().text)
            if isinstance(value, FloatImmediate):
                return FloatImmediate(value.bits ^ (1 << (value.width - 1)), value.width)
            return Immediate(-value)
        if token.kind == "number":
            value = _number(token.text)
            return value if isinstance(value, FloatImmediate) else Immediate(value)
        if token.text == "_":
            return Sink()
        if token.kind == "register":
            return self.register_operand(token)
        if token.kind == "word":
            register = self.lookup(token.text)
            if register is not None:
                return register
            return Symbol(self.resolve_name(token.text), self.offset())
        raise self.error("expected an operand", token)

    def register_operand(self, token: _Token) -> Register | Special:
        register = self.lookup(token.text)
        if register is not None:
            return register
        if token.text[1:].startswith(SPECIAL_PREFIXES):
            return Special(token.text)
        raise self.error("this register is not declared", token)

    def address(self) -> Address:
        token = self.next()
        base: Register | Symbol | Immediate
        if token.kind == "number":
            value = _number(token.text)
            if isinstance(value, FloatImmediate):
                raise self.error("expected an address", token)
            base = Immediate(value)
        else:
            register = self.lookup(token.text)
            base = register if register is not None else Symbol(self.resolve_name(token.text))
        offset = self.offset()
        self.expect("]")
        return Address(base, offset)

    def offset(self) -> int:
        offset = 0
        while self.token.text in ("+", "-"):
            sign = -1 if self.next().text == "-" else 1
            if self.accept("-"):
                sign = -sign
            token = self.next()
            value = _number(token.text)
            if isinstance(value, FloatImmediate):
                raise self.error("expected a byte offset", token)
            offset += sign * value
        return offset

    # -- names -------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> Register | None:
        for scope in reversed(self.scopes):
            if name in scope.registers:
                return scope.registers[name]
            match = re.fullmatch(r"(.*?)(\d+)", name)
            while match:
                # `%fd1` may belong to `%fd<3>`, and `%r10` to `%r<20>` or to `%r1<5>`
                found = scope.ranges.get(match.group(1))
                if found is not None and int(match.group(2)) < found[0]:
                    register = Register(name + scope.suffix, found[1])
                    scope.registers[name] = register
                    return register
                match = re.fullmatch(rf"({re.escape(match.group(1))}\d+?)(\d+)", name)
        return None

    def resolve_name(self, name: str) -> str:
        for scope in reversed(self.scopes):
            if name in scope.names:
                return scope.names[name]
        return name


def _number(text: str) -> int | FloatImmediate:
    lower = text.lower()
    if lower.startswith("0f"):
        return FloatImmediate(int(text[2:], 16), 32)
    if lower.startswith("0d"):
        return FloatImmediate(int(text[2:], 16), 64)
    if "." in text:
        return FloatImmediate(struct.unpack("<Q", struct.pack("<d", float(text)))[0], 64)
    digits = text.rstrip("U")
    if not digits[:1].isdigit():
        raise PtxError(f"expected a number (got {text!r})")
    if len(digits) > 1 and digits[0] == "0" and digits.isdigit():
        return int(digits, 8)
    return int(digits, 0)


def _float_of(value: FloatImmediate) -> float:
    layout = ("<f", "<I") if value.width == 32 else ("<d", "<Q")
    return float(struct.unpack(layout[0], struct.pack(layout[1], value.bits))[0])
