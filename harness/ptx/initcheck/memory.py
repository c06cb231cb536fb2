"""Initcheck of loads, stores and copies: the exchange of generated code with `runtime/defined.c`."""

from __future__ import annotations

from ..emit.emitter import Modifiers
from ..emit.llvm_text import I1, bits_of, ivec
from ..emit.row import Row
from ..emit.shadow import ORIGINS, Given, ShadowEmitter
from ..fault import FaultKind
from ..layout import Defined
from ..text.syntax import Address, Instruction, Register, VectorOperand
from .values import everywhere, give
from .warp import IN, ORIGIN_IN, ORIGIN_OUT, OUT, for_all, origin_for_all

UNDEFINED, IS_SET, REPLACES = Defined.undefined.offset, Defined.is_set.offset, Defined.replaces.offset


def await_load(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Clear the runtime's finding before a load."""
    if row.reads_memory(i):
        e.tell(UNDEFINED, "i32", "0")


def load(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``ld`` and ``atom``: the runtime returns the shadow of the memory."""
    kind = m["type"] or ""
    if not row.reads_memory(i):
        return {}
    lanes = e.lanes(e.ask(UNDEFINED, "i32"))
    origin = e.ask(ORIGIN_OUT, ORIGINS)
    d = i.operands[0]
    vec = ivec(bits_of(kind))
    given: Given = {}
    for index, element in enumerate(d.elements if isinstance(d, VectorOperand) else (d,)):
        found = e.ask(OUT + 32 * bits_of(kind) // 8 * index, vec)
        shadow = e.tmp(f"select {I1} {lanes}, {vec} {found}, {vec} zeroinitializer")
        given |= give(e, element, shadow, kind, origin)
    return given


def load_rows(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``ldmatrix``: the runtime returns the shadows of the fragments."""
    lanes = e.ask(UNDEFINED, "i32")
    some, origin = for_all(e, lanes), origin_for_all(e, lanes, e.ask(ORIGIN_OUT, ORIGINS))
    given: Given = {}
    d = i.operands[0]
    for index, element in enumerate(d.elements if isinstance(d, VectorOperand) else (d,)):
        found = e.ask(OUT + 128 * index, ivec(32))
        shadow = e.tmp(f"select {I1} {some}, {ivec(32)} {found}, {ivec(32)} zeroinitializer")
        given |= give(e, element, shadow, "b32", origin)
    return given


def texels(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``tex`` and ``tld4``: all results of a lane are undefined if any bit of its texels is."""
    return everywhere(e, row, i, e.lanes(e.ask(UNDEFINED, "i32")), e.ask(ORIGIN_OUT, ORIGINS))


def unknown_load(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``wmma.load``: all results of the warp are undefined if any loaded bit is."""
    lanes = e.ask(UNDEFINED, "i32")
    return everywhere(e, row, i, for_all(e, lanes), origin_for_all(e, lanes, e.ask(ORIGIN_OUT, ORIGINS)))


def _stored(e: ShadowEmitter, i: Instruction) -> list[Register]:
    return e.suspects(*(operand for operand in i.operands if not isinstance(operand, Address)))


def tell_stored(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Pass the shadows of the stored values to the runtime."""
    found = _stored(e, i)
    if not found:
        return
    kind = m["type"] or ""
    source = i.operands[1]
    vec = ivec(bits_of(kind))
    for index, element in enumerate(source.elements if isinstance(source, VectorOperand) else (source,)):
        e.tell(IN + 32 * bits_of(kind) // 8 * index, vec, e.shadow(element, kind))
    _announce(e, found)


def _announce(e: ShadowEmitter, found: list[Register]) -> None:
    origin = e.blame(found)
    assert origin is not None
    e.tell(ORIGIN_IN, ORIGINS, origin)
    e.tell(IS_SET, "i32", "1")


def withdraw(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Reset: the next store is of defined values."""
    e.tell(IS_SET, "i32", "0")


def tell_atomic(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Pass the shadow of an atomic's operands to the runtime: all bits if any bit is undefined."""
    e.tell(UNDEFINED, "i32", "0")
    e.tell(REPLACES, "i32", str(int(m["operation"] == "exch")))
    values = i.operands[1 + row.writes :]
    found = e.suspects(*values)
    if found:
        kind = m["type"] or ""
        e.tell(IN, ivec(bits_of(kind)), e.filled(e.is_undefined(found), f"b{bits_of(kind)}"))
        _announce(e, found)


def tell_unknown_store(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Matrix stores: all stored bits are undefined if any source is."""
    found = _stored(e, i)
    if not found:
        return
    lanes = e.tmp(f"and i32 {e.bits(e.is_undefined(found))}, {e.exec_mask}")
    full = e.filled(for_all(e, lanes), "b64")
    for part in range(4):
        e.tell(IN + 256 * part, ivec(64), full)
    origin = e.blame(found)
    assert origin is not None
    e.tell(ORIGIN_IN, ORIGINS, origin_for_all(e, lanes, origin))
    e.tell(IS_SET, "i32", "1")


def look_at_copy(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """``cp.async``: the size must be defined; `runtime/defined.c` copies the shadow."""
    e.require(_stored(e, i), FaultKind.UNDEFINED_OPERAND, ORIGIN_IN)
