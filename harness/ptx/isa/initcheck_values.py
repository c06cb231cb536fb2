"""Initcheck of arithmetic: whole values, moved bits, logic, comparison and selection.

The method, and the formulas for logic, selection and equality, come from MemorySanitizer.

E. Stepanov, K. Serebryany: "MemorySanitizer: fast detector of uninitialized memory use in C++", CGO 2015.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace

from ..ir.flat_kernel import CARRY
from ..lower.emitter import Modifiers, pair_of
from ..lower.half import join
from ..lower.llvm_text import I1, bits_of, ivec, splat
from ..text.syntax import Immediate, Instruction, Operand, Pair, Register, VectorOperand
from .row import Row, ShadowRule
from .shadow import DEFINED, Given, ShadowEmitter

WORD = "<32 x i32>"


SourceRule = Callable[[ShadowEmitter, Row, Instruction, Modifiers, list[Register]], Given]
"""A rule that also takes the source registers that may hold undefined bits, at least one."""

# -- whole values ----------------------------------------------------------------------------------------


def everywhere(e: ShadowEmitter, row: Row, i: Instruction, lanes: str, origin: str | None) -> Given:
    return {d.name: (e.filled(lanes, d.type), origin) for d in row.definitions(i)}


def give(e: ShadowEmitter, operand: Operand, shadow: str, ptx_type: str, origin: str | None) -> Given:
    """Return the shadow of a value that `Emitter.write` or `Emitter.write_predicate` gives a destination."""
    if not isinstance(operand, Register):
        return {}
    if ptx_type != "pred" and shadow != DEFINED:
        signed = ptx_type.startswith("s")
        shadow = e.resize(shadow, bits_of(ptx_type), bits_of(operand.type), signed)
    return {operand.name: (shadow, origin)}


def of_sources(rule: SourceRule) -> ShadowRule:
    """Wrap a rule: results are defined unless a source register may hold undefined bits."""

    @functools.wraps(rule)
    def shadows(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
        carry = [CARRY] if row.reads_carry else []
        suspects = e.suspects(*i.operands[1:], *carry)
        return rule(e, row, i, m, suspects) if suspects else {}

    return shadows


@of_sources
def whole(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """Make all results of a lane undefined if any operand bit is; packed halves are separate."""
    kind = m["type"]
    d = i.operands[0]
    # halves stay apart only where each half of the result comes from the same half of the operands
    if not kind.endswith("x2") or m["combine"] or m["type2"] not in ("", kind):
        return everywhere(e, row, i, e.is_undefined(suspects), e.blame(suspects))
    if not isinstance(d, Register):
        return {}
    bits = 64 if kind == "f32x2" else 32
    vec = ivec(bits)
    together = e.either(vec, *(e.shadow(operand, f"b{bits}") for operand in i.operands[1:]))
    return give(e, d, _fill_halves(e, together, bits), f"b{bits}", e.blame(suspects))


def _fill_halves(e: ShadowEmitter, shadow: str, bits: int) -> str:
    parts = f"<64 x i{bits // 2}>"
    split = e.tmp(f"bitcast {ivec(bits)} {shadow} to {parts}")
    bad = e.tmp(f"icmp ne {parts} {split}, zeroinitializer")
    full = e.tmp(f"sext <64 x i1> {bad} to {parts}")
    return e.tmp(f"bitcast {parts} {full} to {ivec(bits)}")


# -- bits that move --------------------------------------------------------------------------------------


def moving(*data: int) -> ShadowRule:
    """Return the rule of instructions that only move bits: they move the shadow in the same way."""

    @of_sources
    def shadows(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
        results, targets = stand_ins(i.operands[0])
        operands = [
            e.shadow_operand(operand) if k in data else operand for k, operand in enumerate(i.operands)
        ]
        operands[0] = targets
        e.lower_again(row.lower, replace(i, operands=tuple(operands)), m)
        others = e.suspects(*(operand for k, operand in enumerate(i.operands) if k and k not in data))
        # other operands decide where the bits go: if one is in doubt, so are all bits
        doubt, origin = e.is_undefined(others), e.blame(suspects)
        given: Given = {}
        for register, stand_in in results:
            kind = I1 if register.type == "pred" else ivec(bits_of(register.type))
            given[register.name] = (e.either(kind, e.value(stand_in), e.filled(doubt, register.type)), origin)
        return given

    return shadows


def stand_ins(destination: Operand) -> tuple[list[tuple[Register, Register]], Operand]:
    """Return pairs of a destination register and its shadow, and the operand made of the shadows."""
    if isinstance(destination, VectorOperand):
        parts = [_stand_in(element, k) for k, element in enumerate(destination.elements)]
        pairs = [
            (register, part)
            for register, part in zip(destination.elements, parts, strict=True)
            if isinstance(register, Register) and isinstance(part, Register)
        ]
        return pairs, VectorOperand(tuple(parts))
    part = _stand_in(destination, 0)
    if isinstance(destination, Register) and isinstance(part, Register):
        return [(destination, part)], part
    return [], part


def _stand_in(operand: Operand, number: int) -> Operand:
    return Register(f"~t{number}", operand.type) if isinstance(operand, Register) else operand


@of_sources
def convert(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``cvt``: integers move bits; packed halves are separate; otherwise, only bits of the source type count."""
    to, source = m["type"], m["type2"]
    if "pack" in i.opcode:
        return whole(e, row, i, m)
    # saturation looks at all bits, which no move does
    if to[0] in "us" and source[0] in "us" and not m["sat"]:
        return moving(1)(e, row, i, m)
    d = i.operands[0]
    if not isinstance(d, Register):
        return {}
    # d, a, b: the upper half comes from a, the lower one from b
    if to in ("f16x2", "bf16x2") and len(i.operands) == 3:
        high, low = (e.filled(e.is_undefined(e.suspects(operand)), "b16") for operand in i.operands[1:])
        return give(e, d, join(e, low, high), "b32", e.blame(suspects))
    if len(i.operands) == 2 and not source.endswith("x2"):
        vec = ivec(bits_of(source))
        # the register may be wider than the type, with undefined bits that are not read
        bad = e.tmp(f"icmp ne {vec} {e.shadow(i.operands[1], source)}, zeroinitializer")
        return everywhere(e, row, i, bad, e.blame(suspects))
    return whole(e, row, i, m)


# -- logic, comparison and selection ---------------------------------------------------------------------


def _combined(e: ShadowEmitter, operation: str, kind: str, a: tuple[str, str], b: tuple[str, str]) -> str:
    """Return the shadow of ``a op b`` for values and shadows of an LLVM type."""
    # A result bit is undefined if both operands are, or if one is and the other does not determine the result.
    (x, sx), (y, sy) = a, b
    if operation == "xor" or (sx == DEFINED and sy == DEFINED):
        return e.either(kind, sx, sy)
    terms = []
    if sx != DEFINED and sy != DEFINED:
        terms.append(e.tmp(f"and {kind} {sx}, {sy}"))
    ones = "splat (i1 true)" if kind == I1 else f"splat (i{kind.rpartition('i')[2].rstrip('>')} -1)"
    for shadow, other in ((sx, y), (sy, x)):
        if shadow == DEFINED:
            continue
        if operation == "or":
            other = e.tmp(f"xor {kind} {other}, {ones}")
        terms.append(e.tmp(f"and {kind} {shadow}, {other}"))
    return e.either(kind, *terms)


@of_sources
def logic(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``and``, ``or`` and ``xor``, bit by bit."""
    d, a, b = i.operands
    kind = m["type"]
    vec = I1 if kind == "pred" else ivec(bits_of(kind))
    read = e.read_predicate if kind == "pred" else lambda operand: e.read(operand, kind)
    sides = [(read(operand), e.shadow(operand, kind)) for operand in (a, b)]
    return give(e, d, _combined(e, i.name, vec, *sides), kind, e.blame(suspects))


@of_sources
def logic3(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``lop3``: a result bit is defined if all values of the undefined bits give the same result."""
    d, a, b, c, table, *rest = i.operands
    if not isinstance(table, Immediate):
        return {}
    values = [(e.read(operand, "b32"), e.shadow(operand, "b32")) for operand in (a, b, c)]
    may_be = {0: DEFINED, 1: DEFINED}
    for index in range(8):
        # truth tables of lop3 number their rows with the first operand on top (PTX ISA 9.0, "lop3")
        possible = ""
        for position, (value, shadow) in enumerate(values):
            wanted = index >> (2 - position) & 1
            fits = value if wanted else e.tmp(f"xor {WORD} {value}, splat (i32 -1)")
            fits = e.either(WORD, fits, shadow)
            possible = e.tmp(f"and {WORD} {possible}, {fits}") if possible else fits
        result = table.value >> index & 1
        may_be[result] = e.either(WORD, may_be[result], possible)
    shadow = DEFINED
    if DEFINED not in may_be.values():
        shadow = e.tmp(f"and {WORD} {may_be[0]}, {may_be[1]}")
    target, predicate = pair_of(d)
    origin = e.blame(suspects)
    given = give(e, target, shadow, "b32", origin)
    if rest:
        doubt = e.tmp(f"icmp ne {WORD} {shadow}, zeroinitializer")
        given |= give(e, predicate, e.either(I1, doubt, e.shadow(rest[0], "pred")), "pred", origin)
    return given


@of_sources
def same(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``not``: the result has the source's shadow."""
    kind = m["type"]
    return give(e, i.operands[0], e.shadow(i.operands[1], kind), kind, e.blame(suspects))


@of_sources
def select(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``selp``: the shadow of the selected side; with an undefined predicate, the bits in which the sides differ."""
    d, a, b, p = i.operands
    kind = m["type"]
    vec = ivec(bits_of(kind))
    left, right = e.shadow(a, kind), e.shadow(b, kind)
    shadow = e.tmp(f"select {I1} {e.read_predicate(p)}, {vec} {left}, {vec} {right}")
    doubt = e.shadow(p, "pred")
    if doubt != DEFINED:
        differs = e.tmp(f"xor {vec} {e.read(a, kind)}, {e.read(b, kind)}")
        either = e.either(vec, differs, left, right)
        shadow = e.tmp(f"select {I1} {doubt}, {vec} {either}, {vec} {shadow}")
    return give(e, d, shadow, kind, e.blame(suspects))


@of_sources
def compare(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``setp``: two different defined bits decide equality; ``.and`` and ``.or`` follow the rule of logic."""
    d, a, b, *rest = i.operands
    kind = m["type"]
    shadows = _compared(e, a, b, kind, m["condition"])
    destinations = pair_of(d)
    origin = e.blame(suspects)
    if rest:
        opcode = ".".join(word for word in i.opcode.split(".") if word != m["combine"])
        stand_ins = (Register("~t0", "pred"), Register("~t1", "pred"))
        # the rule of logic needs the comparison's own value, before the Boolean operator
        plain = replace(i, opcode=opcode, operands=(Pair(*stand_ins), a, b))
        e.lower_again(row.lower, plain, Modifiers(m, combine=""))
        other = (e.read_predicate(rest[0]), e.shadow(rest[0], "pred"))
        operation = m["combine"]
        shadows = [
            _combined(e, operation, I1, (e.value(stand_in), shadow), other)
            for stand_in, shadow in zip(stand_ins, shadows, strict=True)
        ]
    given: Given = {}
    for destination, shadow in zip(destinations, shadows, strict=True):
        given |= give(e, destination, shadow, "pred", origin)
    return given


def _compared(e: ShadowEmitter, a: Operand, b: Operand, kind: str, condition: str) -> list[str]:
    """Return the lanes in which a comparison is undefined, then the same for its opposite or the upper halves."""
    if kind.endswith("x2"):
        together = e.either(WORD, e.shadow(a, "b32"), e.shadow(b, "b32"))
        if together == DEFINED:
            return [DEFINED, DEFINED]
        masks = (e.tmp(f"and {WORD} {together}, {splat(32, mask)}") for mask in (0xFFFF, 0xFFFF0000))
        return [e.tmp(f"icmp ne {WORD} {part}, zeroinitializer") for part in masks]
    vec = ivec(bits_of(kind))
    together = e.either(vec, e.shadow(a, kind), e.shadow(b, kind))
    if together == DEFINED:
        return [DEFINED, DEFINED]
    bad = e.tmp(f"icmp ne {vec} {together}, zeroinitializer")
    if condition in ("eq", "ne") and kind[0] in "bus":
        differ = e.tmp(f"xor {vec} {e.read(a, kind)}, {e.read(b, kind)}")
        known = e.tmp(f"xor {vec} {together}, {splat(bits_of(kind), -1)}")
        differ = e.tmp(f"and {vec} {differ}, {known}")
        open_ = e.tmp(f"icmp eq {vec} {differ}, zeroinitializer")
        bad = e.tmp(f"and {I1} {bad}, {open_}")
    return [bad, bad]
