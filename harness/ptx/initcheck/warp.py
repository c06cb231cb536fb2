"""Initcheck of instructions that lanes of a warp execute together."""

from __future__ import annotations

from dataclasses import replace

from ..emit.emitter import Modifiers, pair_of
from ..emit.llvm_text import I1, splat
from ..emit.row import Row, Sight
from ..emit.shadow import ORIGINS, Given, ShadowEmitter
from ..fault import FaultKind
from ..layout import Defined
from ..lower.matrix import is_quad, multiply_shadows
from ..text.syntax import Instruction, Operand, Register
from .values import WORD, everywhere, give, sources_of, stand_ins

IN, OUT = Defined.in_.offset, Defined.out.offset
ORIGIN_IN, ORIGIN_OUT = Defined.origin_in.offset, Defined.origin_out.offset


def for_all(e: ShadowEmitter, lanes: str) -> str:
    """Return all lanes if a mask has any."""
    some = e.tmp(f"icmp ne i32 {lanes}, 0")
    return e.lanes(e.tmp(f"sext i1 {some} to i32"))


def origin_for_all(e: ShadowEmitter, lanes: str, origin: str) -> str:
    """Return the origin of the lowest lane of a mask in every lane."""
    first = e.call("i32", "llvm.cttz.i32", ("i32", lanes), ("i1", "false"))
    first = e.tmp(f"and i32 {first}, 31")
    return e.broadcast(e.tmp(f"extractelement {ORIGINS} {origin}, i32 {first}"), "i64")


def look_at_mask(position: int) -> Sight:
    """Return a check that the member mask of an instruction is defined."""

    def before(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
        e.require(e.suspects(i.operands[position]), FaultKind.UNDEFINED_OPERAND, ORIGIN_IN)

    return before


def shuffle(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``shfl``: moves the shadow; all bits are undefined if the index is, or if the source lane is inactive."""
    d, a, b, c, members = i.operands
    first, second = pair_of(d)
    e.tell(IN, WORD, e.shadow(a, "b32"))
    e.tell(ORIGIN_IN, ORIGINS, e.blame(e.suspects(a)) or splat(64, -1))
    for index, operand in ((1, b), (2, c), (3, members)):
        e.put(index, e.read(operand, "b32"), WORD)
    pointers = [("ptr", f"%scratch{k}") for k in (1, 2, 3)]
    mode = ("up", "down", "bfly", "idx").index(m["mode"] or "")
    codes = (("i32", str(mode)), ("i32", str(e.site())))
    e.call("void", "kh_shuffle_shadow", ("ptr", "%worker"), ("i32", e.mask), *pointers, *codes)
    shadow, origin = e.ask(OUT, WORD), e.ask(ORIGIN_OUT, ORIGINS)
    indices = e.suspects(b, c)
    doubt = e.is_undefined(indices)
    if indices:
        blamed = e.blame(indices)
        origin = e.tmp(f"select {I1} {doubt}, {ORIGINS} {blamed}, {ORIGINS} {origin}")
        shadow = e.either(WORD, shadow, e.filled(doubt, "b32"))
    return give(e, first, shadow, "b32", origin) | give(e, second, doubt, "pred", origin)


def _ballot(e: ShadowEmitter, lanes: str, members: Operand) -> str:
    """Return for each lane the lanes of its member mask that are in `lanes`."""
    e.put(0, e.read(members, "b32"), WORD)
    pointers = (("ptr", "%scratch0"), ("ptr", "%scratch1"))
    e.call("void", "kh_ballot", ("i32", e.mask), ("i32", lanes), *pointers)
    return e.get(1, WORD)


def vote(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``vote``: each lane is a bit of a ballot; one lane can decide ``any`` and ``all``."""
    found = sources_of(e, row, i)
    d, a, members = i.operands
    if not found:
        return {}
    bad = e.bits(e.shadow(a, "pred"))
    open_ = _ballot(e, bad, members)
    blamed = e.blame(found)
    assert blamed is not None
    origin = origin_for_all(e, e.tmp(f"and i32 {bad}, {e.mask}"), blamed)
    if m["mode"] == "ballot":
        return give(e, d, open_, "b32", origin)
    value = e.bits(e.read_predicate(a))
    known = e.tmp(f"xor i32 {bad}, -1")
    true = _ballot(e, e.tmp(f"and i32 {value}, {known}"), members)
    opposite = e.tmp(f"xor i32 {value}, -1")
    false = _ballot(e, e.tmp(f"and i32 {opposite}, {known}"), members)
    is_open = e.tmp(f"icmp ne {WORD} {open_}, zeroinitializer")
    settled = []
    for settles, lanes in ((m["mode"] in ("any", "uni"), true), (m["mode"] in ("all", "uni"), false)):
        if settles:
            settled.append(e.tmp(f"icmp eq {WORD} {lanes}, zeroinitializer"))
    # any and all are undefined if no defined lane decides them, uni if the defined lanes agree
    unsettled = settled[0] if len(settled) == 1 else e.tmp(f"or {I1} {settled[0]}, {settled[1]}")
    return give(e, d, e.tmp(f"and {I1} {is_open}, {unsettled}"), "pred", origin)


def match(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``match.any``: in each lane the bits of undefined lanes are undefined; in those, the bits of all lanes."""
    found = sources_of(e, row, i)
    if not found or m["mode"] == "all":
        return members(e, row, i, m)
    bad, origin = _undefined_lanes(e, found)
    d, _, group = i.operands
    theirs, all_bits = _ballot(e, bad, group), _ballot(e, e.mask, group)
    shadow = e.tmp(f"select {I1} {e.lanes(bad)}, {WORD} {all_bits}, {WORD} {theirs}")
    return give(e, d, shadow, "b32", origin_for_all(e, bad, origin))


def members(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``redux`` and ``match.all``: an undefined source in one lane of the mask makes all results undefined."""
    found = sources_of(e, row, i)
    if not found:
        return {}
    bad, origin = _undefined_lanes(e, found)
    lanes = e.tmp(f"icmp ne {WORD} {_ballot(e, bad, i.operands[-1])}, zeroinitializer")
    return everywhere(e, row, i, lanes, origin_for_all(e, bad, origin))


def together(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``movmatrix`` and ``mma.m8n8k4``: an undefined source in one lane makes all results of all lanes undefined."""
    found = sources_of(e, row, i)
    if not found:
        return {}
    bad, origin = _undefined_lanes(e, found)
    return everywhere(e, row, i, for_all(e, bad), origin_for_all(e, bad, origin))


def product(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``mma``: an element is undefined where its row of A, its column of B or its addend is."""
    found = sources_of(e, row, i)
    if not found or is_quad(m):
        return together(e, row, i, m)
    bad, origin = _undefined_lanes(e, found)
    origin = origin_for_all(e, bad, origin)
    results, targets = stand_ins(i.operands[0])
    operands = (targets, *(e.shadow_operand(operand) for operand in i.operands[1:]))
    e.lower_again(multiply_shadows, replace(i, operands=operands), m)
    return {register.name: (e.value(stand_in), origin) for register, stand_in in results}


def _undefined_lanes(e: ShadowEmitter, found: list[Register]) -> tuple[str, str]:
    """Return the active lanes in which a register is undefined, and the origins."""
    bad = e.tmp(f"and i32 {e.bits(e.is_undefined(found))}, {e.mask}")
    blamed = e.blame(found)
    assert blamed is not None
    return bad, blamed
