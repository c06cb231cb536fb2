"""Writes the LLVM IR of a kernel under initcheck, with shadows of its values.

A register that may hold undefined bits has two companions. Its shadow has the register's type, and a set bit for each
undefined bit. Its origin names the load that the undefined bits came from. Both are stored like any register. The rule
in an instruction's row gives the shadows of its results (`lower_shadow`).

`flow.maybe_undefined` finds once for each kernel the registers that can hold undefined bits: results of loads,
registers that some path does not write, and registers computed from either. The others, mostly addresses and counters,
cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ..fault import FaultKind
from ..ir.flat_kernel import CARRY, Block, FlatKernel, Flow, registers_of
from ..ir.kernel_code import Frame
from ..layout import Defined, Worker
from ..lower.emitter import Emitter, Lowering, Modifiers
from ..lower.llvm_text import I1, bits_of, ivec
from ..text.syntax import Immediate, Instruction, Negated, Operand, Register, VectorOperand

DEFINED = "zeroinitializer"
"""Shadow of a fully defined value of any type."""
ORIGINS = "<32 x i64>"

Given = dict[str, tuple[str, "str | None"]]
"""Shadow and origin by register name; the origin is None if the shadow is `DEFINED`."""


def shadow_of(register: Register) -> Register:
    # no name of PTX has a ~ in it
    return Register(f"{register.name}~u", register.type)


def origin_of(register: Register) -> Register:
    return Register(f"{register.name}~o", "b64")


def _with_companions(flow: Flow, names: frozenset[str]) -> Flow:
    """Return the flow with companions live wherever their registers are."""
    slots = dict(flow.slots)
    for name, register in flow.slots.items():
        if name in names:
            for companion in (shadow_of(register), origin_of(register)):
                slots[companion.name] = companion

    def lives(block: Block) -> Block:
        live_out = block.live_out & names
        more = {f"{name}~{kind}" for name in live_out for kind in "uo"}
        return replace(block, live_out=block.live_out | more)

    return replace(flow, blocks=[lives(block) for block in flow.blocks], slots=slots)


class ShadowEmitter(Emitter):
    def __init__(self, kernel: FlatKernel, flow: Flow, frame: Frame, names: frozenset[str]) -> None:
        self.names = names
        super().__init__(kernel, _with_companions(flow, names), frame)
        self._rule: Callable[[], Given] = dict
        self._given: Given | None = None

    # -- the current instruction -------------------------------------------------------------------------

    def expect(self, rule: Callable[[], Given]) -> None:
        """Set the rule for the shadows of the instruction's results; it runs before the first write."""
        self._rule, self._given = rule, None

    def _shadow_for(self, register: Register) -> tuple[str, str | None]:
        if self._given is None:
            self._given = self._rule()
        return self._given.get(register.name, (DEFINED, None))

    def assign(self, register: Register, value: str) -> None:
        """Assign new lanes to a register, and the shadow from the instruction's rule."""
        if register.name in self.names:
            shadow, origin = self._shadow_for(register)
            doubt = self.guard_shadow()
            if doubt is None:
                super().assign(shadow_of(register), shadow)
                if origin is not None:
                    super().assign(origin_of(register), origin)
            else:
                self._assign_in_doubt(register, value, shadow, origin, doubt)
        # after the companions, which need the old value where the guard is in doubt
        super().assign(register, value)

    def _assign_in_doubt(
        self, register: Register, value: str, shadow: str, origin: str | None, doubt: str
    ) -> None:
        """Write companions under a guard that is undefined in some lanes."""
        kind = I1 if register.type == "pred" else ivec(bits_of(register.type))
        companion, source = shadow_of(register), origin_of(register)
        before, old = self.value(companion), self.value(register)
        # whichever way the guard goes, a bit is defined if the old and the new bit are defined and equal
        differs = self.tmp(f"xor {kind} {value}, {old}")
        either = self.tmp(f"or {kind} {shadow}, {before}")
        either = self.tmp(f"or {kind} {either}, {differs}")
        super().assign(companion, shadow)
        self._values[companion.name] = self.tmp(
            f"select {I1} {doubt}, {kind} {either}, {kind} {self.value(companion)}"
        )
        if origin is not None:
            super().assign(source, origin)
        # the guard is to blame in these lanes, wherever the value comes from
        predicate = self.instruction.predicate
        assert predicate is not None
        blamed = self.value(origin_of(predicate))
        self._values[source.name] = self.tmp(
            f"select {I1} {doubt}, {ORIGINS} {blamed}, {ORIGINS} {self.value(source)}"
        )
        self._written.add(source.name)

    def set_carry(self, value: str) -> None:
        if CARRY.name in self.names:
            shadow, origin = self._shadow_for(CARRY)
            super().assign(shadow_of(CARRY), shadow)
            if origin is not None:
                super().assign(origin_of(CARRY), origin)
        super().set_carry(value)

    def lower_again(self, lower: Lowering, instruction: Instruction, m: Modifiers) -> None:
        """Lower an instruction with other operands and without its guard; its results must not have shadows."""
        guard, self.guard = self.guard, None
        bits, self.guard_bits = self.guard_bits, None
        lower(self, instruction, m)
        self.guard, self.guard_bits = guard, bits

    # -- shadows of operands -----------------------------------------------------------------------------

    def has_shadow(self, register: Register) -> bool:
        # an earlier instruction of this block may have given it a value without undefined bits
        return register.name in self.names and self._values.get(shadow_of(register).name) != DEFINED

    def suspects(self, *operands: Operand) -> list[Register]:
        """Return the registers of operands that may hold undefined bits, each once."""
        by_name = {r.name: r for operand in operands for r in registers_of(operand) if self.has_shadow(r)}
        return list(by_name.values())

    def shadow(self, operand: Operand, ptx_type: str) -> str:
        """Return the shadow of an operand's value from `read` or, for ``pred``, `read_predicate`."""
        if isinstance(operand, Negated):
            operand = operand.operand
        if not isinstance(operand, Register) or not self.has_shadow(operand):
            return DEFINED
        return (
            self.value(shadow_of(operand)) if ptx_type == "pred" else self.read(shadow_of(operand), ptx_type)
        )

    def shadow_operand(self, operand: Operand) -> Operand:
        if isinstance(operand, Negated):
            operand = operand.operand
        if isinstance(operand, VectorOperand):
            return VectorOperand(tuple(self.shadow_operand(element) for element in operand.elements))
        if isinstance(operand, Register) and self.has_shadow(operand):
            return shadow_of(operand)
        return Immediate(0)

    def is_undefined(self, registers: Iterable[Register]) -> str:
        """Return the lanes in which any bit of these registers is undefined."""
        undefined = DEFINED
        for register in registers:
            bad = self.value(shadow_of(register))
            if register.type != "pred":
                bad = self.tmp(f"icmp ne {ivec(bits_of(register.type))} {bad}, zeroinitializer")
            undefined = bad if undefined == DEFINED else self.tmp(f"or {I1} {undefined}, {bad}")
        return undefined

    def blame(self, registers: list[Register]) -> str:
        """Return for each lane the origin of the last undefined one of these registers, at least one."""
        first, *others = registers
        origin = self.value(origin_of(first))
        for register in others:
            mine = self.value(origin_of(register))
            bad = self.is_undefined([register])
            origin = self.tmp(f"select {I1} {bad}, {ORIGINS} {mine}, {ORIGINS} {origin}")
        return origin

    def filled(self, lanes: str, ptx_type: str) -> str:
        """Return a shadow of a type: all bits set in the given lanes, none in the others."""
        if ptx_type == "pred" or lanes == DEFINED:
            return lanes
        return self.tmp(f"sext {I1} {lanes} to {ivec(bits_of(ptx_type))}")

    def either(self, kind: str, *shadows: str) -> str:
        """Return the bits that are undefined in any of several shadows of one LLVM type."""
        union = DEFINED
        for shadow in shadows:
            if shadow != DEFINED:
                union = shadow if union == DEFINED else self.tmp(f"or {kind} {union}, {shadow}")
        return union

    def guard_shadow(self) -> str | None:
        """Return the lanes in which the guard is undefined, None if it is always defined."""
        predicate = self.instruction.predicate
        if predicate is None or self.guard is None or not self.has_shadow(predicate):
            return None
        return self.value(shadow_of(predicate))

    # -- exchange with the runtime -----------------------------------------------------------------------

    def state(self, offset: int) -> str:
        base = self.field("%worker", Worker.defined.offset, "ptr")
        return self.tmp(f"getelementptr i8, ptr {base}, i64 {offset}")

    def tell(self, offset: int, kind: str, value: str) -> None:
        """Store lanes or a number in the worker's ``kh_defined``."""
        # LLVM would assume the alignment of the whole vector, which a field of kh_defined need not have
        self.stmt(f"store {kind} {value}, ptr {self.state(offset)}, align {16 if 'x' in kind else 4}")

    def ask(self, offset: int, kind: str) -> str:
        return self.tmp(f"load {kind}, ptr {self.state(offset)}, align {16 if 'x' in kind else 4}")

    def require(self, registers: list[Register], fault: FaultKind, under_guard: bool = True) -> None:
        """Report the active lanes in which any of these registers is undefined."""
        if not registers:
            return
        bad = self.bits(self.is_undefined(registers))
        lanes = self.tmp(f"and i32 {bad}, {self.exec_mask if under_guard else self.mask}")
        some, on = self.fresh("undefined"), self.fresh("on")
        is_bad = self.tmp(f"icmp ne i32 {lanes}, 0")
        origin = self.blame(registers)
        self.stmt(f"br i1 {is_bad}, label %{some}, label %{on}")
        self.label(some)
        self.tell(Defined.origin_in.offset, ORIGINS, origin)
        self.runtime("kh_undefined", "%worker", lanes, fault.value, self.site())
        self.stmt(f"br label %{on}")
        self.label(on)

    def require_guard(self) -> None:
        """Report the lanes whose guard is undefined, for an instruction with an effect beyond its registers."""
        predicate = self.instruction.predicate
        if predicate is not None and self.guard_shadow() is not None:
            # the guard itself is undefined, so it cannot choose the lanes to check
            self.require([predicate], FaultKind.UNDEFINED_BRANCH, under_guard=False)
