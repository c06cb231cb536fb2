"""Reads the operands of instructions and resolves names. PTX ISA 9.0, chapter 6 "Instruction Operands"."""

from __future__ import annotations

from .declarations import DeclarationParser
from .lexer import Token, number
from .syntax import (
    Address,
    FloatImmediate,
    Immediate,
    Negated,
    Operand,
    Pair,
    Register,
    Sink,
    Special,
    Symbol,
    VectorOperand,
)

SPECIAL_PREFIXES = (
    "tid", "ntid", "ctaid", "nctaid", "laneid", "warpid", "nwarpid", "smid", "nsmid", "gridid", "lanemask_",
    "clock", "globaltimer", "dynamic_smem_size", "total_smem_size", "aggr_smem_size", "envreg", "pm",
    "cluster_", "clusterid", "nclusterid", "is_explicit_cluster", "current_graph_exec", "reserved_smem_offset",
)  # fmt: skip


class OperandParser(DeclarationParser):
    """The part of the parser for operands."""

    def operands(self) -> tuple[Operand, ...]:
        """Parse operands up to the semicolon."""
        found: list[Operand] = []
        while not self.accept(";"):
            found.append(self.operand())
            if not self.accept(",") and self.token.text != ";":
                raise self.error("expected ',' or ';'")
        return tuple(found)

    def argument_list(self) -> tuple[Operand, ...]:
        """Parse ``(operand, ...)`` of a call."""
        self.expect("(")
        found = []
        while not self.accept(")"):
            found.append(self.operand())
            if not self.accept(",") and self.token.text != ")":
                raise self.error("expected ',' or ')'")
        return tuple(found)

    def operand(self) -> Operand:
        """Parse an operand: a vector, a pair ``a|b`` or a single one."""
        if self.token.text == "{":
            return self.vector()
        first = self.simple_operand()
        if self.accept("|"):
            return Pair(first, self.simple_operand())
        return first

    def vector(self) -> VectorOperand:
        """Parse ``{a, b, ...}``."""
        self.expect("{")
        elements = []
        while not self.accept("}"):
            elements.append(self.simple_operand())
            if not self.accept(",") and self.token.text != "}":
                raise self.error("expected ',' or '}'")
        return VectorOperand(tuple(elements))

    def simple_operand(self) -> Operand:
        """Parse a register, number, name, address or negated predicate."""
        token = self.next()
        if token.kind == "register":
            return self.register_operand(token)
        if token.kind == "number":
            value = number(token)
            return value if isinstance(value, FloatImmediate) else Immediate(value)
        if token.kind == "word":
            return self.named_operand(token)
        if token.text == "[":
            return self.address()
        if token.text == "!":
            inner = self.next()
            register = self.lookup(inner.text)
            if register is None:
                raise self.error("only a predicate register can be negated", inner)
            return Negated(register)
        if token.text == "-":
            value = number(self.next())
            if isinstance(value, FloatImmediate):
                return FloatImmediate(value.bits ^ (1 << (value.width - 1)), value.width)
            return Immediate(-value)
        raise self.error("expected an operand", token)

    def named_operand(self, token: Token) -> Operand:
        """Return the operand of a word."""
        if token.text == "_":
            return Sink()
        register = self.lookup(token.text)
        if register is not None:
            return register
        if token.text == "WARP_SZ":
            return Immediate(32)
        return Symbol(self.resolve_name(token.text), self.offset())

    def register_operand(self, token: Token) -> Register | Special:
        """Return a declared or a special register."""
        register = self.lookup(token.text)
        if register is not None:
            return register
        if token.text[1:].startswith(SPECIAL_PREFIXES):
            return Special(token.text)
        raise self.error("this register is not declared", token)

    def address(self) -> Address:
        """Parse an address between ``[`` and ``]``."""
        token = self.next()
        base: Register | Symbol | Immediate
        if token.kind == "number":
            value = number(token)
            if isinstance(value, FloatImmediate):
                raise self.error("expected an address", token)
            base = Immediate(value)
        elif token.kind in ("register", "word"):
            register = self.lookup(token.text)
            if register is None and token.kind == "register":
                raise self.error("this register is not declared", token)
            base = register if register is not None else Symbol(self.resolve_name(token.text))
        else:
            raise self.error("expected an address", token)
        offset = self.offset()
        self.expect("]")
        return Address(base, offset)

    def offset(self) -> int:
        """Parse ``+n`` and ``-n``, any number of them."""
        offset = 0
        while self.token.text in ("+", "-"):
            sign = -1 if self.next().text == "-" else 1
            if self.accept("-"):
                sign = -sign
            offset += sign * self.integer()
        return offset

    # -- names -------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> Register | None:
        """Return the register of a name in the open scopes, innermost first."""
        for scope in reversed(self.scopes):
            if name in scope.registers:
                return scope.registers[name]
            stem = name.rstrip("0123456789")
            # `%fd1` may belong to `%fd<3>`, and `%r10` to `%r<20>` or to `%r1<5>`
            for end in range(max(len(stem), len(name) - 9), len(name)):
                found = scope.ranges.get(name[:end])
                if found is not None and int(name[end:]) < found[0]:
                    register = Register(name + scope.suffix, found[1])
                    scope.registers[name] = register
                    return register
        return None

    def resolve_name(self, name: str) -> str:
        """Return the unique name of a variable in the open scopes, or the name itself."""
        for scope in reversed(self.scopes):
            if name in scope.names:
                return scope.names[name]
        return name
