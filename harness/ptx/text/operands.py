"""Reads the operands of instructions and resolves names. PTX ISA 9.0, chapter 6 "Instruction Operands"."""

from __future__ import annotations

from ...lazy import pattern
from . import syntax as ptx
from .declarations import PRODUCT_LEVEL, DeclarationParser
from .lexer import Token, number

SPECIAL_PREFIXES = (
    "tid", "ntid", "ctaid", "nctaid", "laneid", "warpid", "nwarpid", "smid", "nsmid", "gridid", "lanemask_",
    "clock", "globaltimer", "dynamic_smem_size", "total_smem_size", "aggr_smem_size", "envreg", "pm",
    "cluster_", "clusterid", "nclusterid", "is_explicit_cluster", "current_graph_exec", "reserved_smem_offset",
)  # fmt: skip


_ENDS = frozenset([",", ";", "}", ")"])
"""Tokens that follow most operands; such an operand is one token."""
_SELECTOR = pattern(r"\.?([bh][0-7]{1,4})")
_VECTOR_FIELDS = {letter: index for letters in ("xyzw", "rgba") for index, letter in enumerate(letters)}
"""Elements of a vector register by their suffix."""


class OperandParser(DeclarationParser):
    def __init__(self, tokens: list[Token]) -> None:
        super().__init__(tokens)
        self.sums: list[ptx.Instruction] = []
        """Additions that compute the operands ``register + n`` of the current instruction."""
        self.n_sums = 0
        self.has_vectors = False

    def operands(self) -> tuple[ptx.Operand, ...]:
        found: list[ptx.Operand] = []
        tokens, registers = self.tokens, self.scopes[-1].registers
        while not self.accept(";"):
            # most operands are registers that an earlier instruction has named, and need no calls
            register = registers.get(self.token.text)
            if register is not None and (after := tokens[self.index + 1].text) in (",", ";"):
                found.append(register)
                self.index += 1 + (after == ",")
                self.token = tokens[self.index]
                continue
            found.append(self.operand())
            if not self.accept(",") and self.token.text != ";":
                raise self.error("expected ',' or ';'")
        return tuple(found)

    def argument_list(self) -> tuple[ptx.Operand, ...]:
        self.expect("(")
        return tuple(self.separated_until(")", self.operand))

    def operand(self) -> ptx.Operand:
        first = self.vector() if self.token.text == "{" else self.simple_operand()
        return ptx.Pair(first, self.simple_operand()) if self.accept("|") else first

    def vector(self) -> ptx.VectorOperand:
        self.expect("{")
        return ptx.VectorOperand(tuple(self.separated_until("}", self.simple_operand)))

    def simple_operand(self) -> ptx.Operand:
        token = self.token
        if token.kind == "register":
            self.next()
            return self.register_operand(token)
        if token.kind == "word" and token.text != "WARP_SZ":
            self.next()
            return self.named_operand(token)
        if token.text == "[":
            self.next()
            return self.address()
        if token.kind == "number" and self.tokens[self.index + 1].text in _ENDS:
            self.next()
            value = number(token)
            return value if isinstance(value, ptx.FloatImmediate) else ptx.Immediate(value)
        if self.at_signed_register:
            return self.signed_register()
        if self.at_constant:
            value = self.constant_expression()
            return value if isinstance(value, ptx.FloatImmediate) else ptx.Immediate(value)
        raise self.error("expected an operand", token)

    def signed_register(self) -> ptx.Operand:
        if self.next().text == "!":
            inner = self.next()
            register = self.lookup(inner.text)
            if register is None:
                raise self.error("only a predicate register can be negated", inner)
            return ptx.Negated(register)
        operand = self.simple_operand()
        if isinstance(operand, ptx.Part):
            return ptx.Part(operand.operand, operand.selector, is_negative=True)
        return ptx.Part(operand, is_negative=True)

    @property
    def at_signed_register(self) -> bool:
        """Whether ``!p`` or ``-r`` comes next."""
        if self.token.text not in ("!", "-"):
            return False
        following = self.tokens[self.index + 1]
        return following.kind in ("register", "word") and following.text != "WARP_SZ"

    def named_operand(self, token: Token) -> ptx.Operand:
        if token.text == "_":
            return ptx.Sink()
        register = self.lookup(token.text) or self.lookup_vector(token.text)
        if register is not None:
            return self.sum_with(register)
        stem, _, selector = token.text.rpartition(".")
        whole = self.lookup(stem) if stem and _SELECTOR.fullmatch(selector) else None
        if whole is not None:
            return ptx.Part(whole, selector)
        name = self.resolve_name(token.text)
        if self.token.text == "[":
            offset = self.element_offset(name)
            return ptx.Symbol(name, offset) if self.takes_address() else ptx.Address(ptx.Symbol(name), offset)
        return ptx.Symbol(name, self.offset())

    def takes_address(self) -> bool:
        """Whether ``name[i]`` in the current instruction is an address, not the memory there."""
        return False

    def element_offset(self, name: str) -> int:
        """Parse ``[index]`` behind a variable's name; return the element's offset in bytes."""
        start = self.expect("[")
        index = self.integer_expression()
        self.expect("]")
        if name not in self.element_bytes:
            raise self.error("only a variable that is declared above has elements", start)
        return self.element_bytes[name] * index

    def register_operand(self, token: Token) -> ptx.Register | ptx.VectorOperand | ptx.Part | ptx.Special:
        register = self.lookup(token.text) or self.lookup_vector(token.text)
        if register is not None and self.token.text in _ENDS:
            return register
        if register is not None and self.token.kind == "directive":
            selector = _SELECTOR.fullmatch(self.token.text)
            if selector is None:
                raise self.error("expected the parts of a register")
            self.next()
            return ptx.Part(register, selector[1])
        if register is not None:
            return self.sum_with(register)
        if token.text[1:].startswith(SPECIAL_PREFIXES):
            return ptx.Special(token.text)
        raise self.error("this register is not declared", token)

    def sum_with(self, register: ptx.Register | ptx.VectorOperand) -> ptx.Register | ptx.VectorOperand:
        """Return the register, or the register of a sum if ``+ n`` or ``- n`` follows."""
        start = self.token
        if start.text not in ("+", "-"):
            return register
        if not isinstance(register, ptx.Register) or register.type[0] not in "bus":
            raise self.error("only an integer register can be the start of a sum", start)
        self.n_sums += 1
        total = ptx.Register(f"{register.name}~plus{self.n_sums}", register.type)
        term = ptx.Immediate(self.offset())
        self.sums.append(
            ptx.Instruction(
                f"add.u{8 * ptx.TYPE_BYTES[register.type]}", (total, register, term), line=start.line
            )
        )
        return total

    def address(self) -> ptx.Address:
        base: ptx.Register | ptx.Symbol | ptx.Immediate
        if self.token.kind != "register" and self.at_constant:
            base = ptx.Immediate(self.integer_expression())
            self.expect("]")
            return ptx.Address(base)
        token = self.next()
        if token.kind in ("register", "word"):
            register = self.lookup(token.text)
            if register is None and token.kind == "register":
                raise self.error("this register is not declared", token)
            base = register if register is not None else ptx.Symbol(self.resolve_name(token.text))
        else:
            raise self.error("expected an address", token)
        offset = self.offset()
        coordinates = self.coordinates() if self.accept(",") else ()
        self.expect("]")
        return ptx.Address(base, offset, coordinates)

    def coordinates(self) -> tuple[ptx.Operand, ...]:
        place = self.operand()
        if self.token.text == ",":
            raise self.error(
                "a sampler of its own is not supported: a texture object has its sampler's modes"
            )
        return place.elements if isinstance(place, ptx.VectorOperand) else (place,)

    def offset(self) -> int:
        """Parse ``+n`` and ``-n``, any number of them; each may be a product."""
        offset = 0
        while self.token.text in ("+", "-"):
            sign = -1 if self.next().text == "-" else 1
            offset += sign * self.integer_expression(PRODUCT_LEVEL)
        return offset

    # -- names -------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> ptx.Register | None:
        """Return the register of a name in the open scopes, innermost first; ``v.x`` is one of a vector."""
        if "." in name:
            vector = self.lookup_vector(name[:-2])
            index = _VECTOR_FIELDS.get(name[-1])
            if vector is None or index is None or name[-2] != "." or index >= len(vector.elements):
                return None
            element = vector.elements[index]
            return element if isinstance(element, ptx.Register) else None
        for scope in reversed(self.scopes):
            known = scope.registers.get(name)
            if known is not None:
                return known
            # most inner scopes declare none
            if not scope.ranges:
                continue
            stem = name.rstrip("0123456789")
            # `%fd1` may belong to `%fd<3>`, and `%r10` to `%r<20>` or to `%r1<5>`
            for end in range(max(len(stem), len(name) - 9), len(name)):
                declared = scope.ranges.get(name[:end])
                if declared is not None and declared[2] == 1 and int(name[end:]) < declared[0]:
                    register = ptx.Register(name + scope.suffix, declared[1])
                    scope.registers[name] = register
                    return register
        return None

    def lookup_vector(self, name: str) -> ptx.VectorOperand | None:
        """Return the elements of a vector register of a name in the open scopes, innermost first."""
        # hardly any PTX has them, and each name that is not a register would be searched for twice
        if not self.has_vectors:
            return None
        for scope in reversed(self.scopes):
            stem = name.rstrip("0123456789")
            for end in (len(name), *range(max(len(stem), len(name) - 9), len(name))):
                declared = scope.ranges.get(name[:end])
                # a vector without a number is a range of its own
                if declared is None or declared[2] == 1 or (end == len(name)) != (declared[0] == 0):
                    continue
                if end < len(name) and int(name[end:]) >= declared[0]:
                    continue
                letters = "xyzw"[: declared[2]]
                return ptx.VectorOperand(
                    tuple(ptx.Register(f"{name}.{k}{scope.suffix}", declared[1]) for k in letters)
                )
        return None
