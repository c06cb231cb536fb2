"""How undefined bits go through instructions, and where they matter.

Instructions that move bits move their shadows, bit by bit; logic knows that ``0 & x`` is 0 whatever ``x`` is; halves
of packed types go their own ways. Of everything else the result has no defined bit in a lane where any operand has an
undefined one. A value matters where control flow, an address, a barrier or a lane mask depends on it, and where it is
stored in global memory, which `runtime/defined.c` sees.

The idea, and the formulas for logic, selection and equality, are those of MemorySanitizer.

References
----------
E. Stepanov, K. Serebryany: "MemorySanitizer: fast detector of uninitialized memory use in C++", CGO 2015.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from harness.ptx.emitter import I1, bits_of, ivec, pair_of, splat
from harness.ptx.flow import CARRY, definitions, is_warp_sync
from harness.ptx.isa import find
from harness.ptx.layout import UNDEFINED_ADDRESS, UNDEFINED_BRANCH, UNDEFINED_OPERAND, Defined
from harness.ptx.lower_half import join
from harness.ptx.row import Row
from harness.ptx.shadow import DEFINED, ORIGINS, Given, ShadowEmitter, reads_memory
from harness.ptx.syntax import (
    Address,
    Immediate,
    Instruction,
    Operand,
    Pair,
    Register,
    Vector,
)

Modifiers = dict[str, "str | None"]
Spread = Callable[[ShadowEmitter, Row, Instruction, Modifiers], Given]
Sight = Callable[[ShadowEmitter, Instruction, Modifiers], None]

WORD = "<32 x i32>"
_IN, _OUT = Defined.in_.offset, Defined.out.offset
_ORIGIN_IN, _ORIGIN_OUT = Defined.origin_in.offset, Defined.origin_out.offset
_UNDEFINED, _IS_SET, _REPLACES = Defined.undefined.offset, Defined.is_set.offset, Defined.replaces.offset
_CARRY_READERS = ("addc", "subc", "madc")
_OF_THE_WARP = ("mma", "wmma", "ldmatrix", "stmatrix", "movmatrix")
_HINTS = ("prefetch", "prefetchu", "discard", "applypriority")
_COMPLETE = (1 << 32) - 1


def lower_with_shadow(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Lower an instruction, and what it does to shadows."""
    rule = _rule_of(row, i)
    _look_at_addresses(e, i)
    rule.before(e, i, m)
    e.expect(lambda: rule.spread(e, row, i, m))
    row.lower(e, i, m)
    rule.after(e, i, m)


def _nothing(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    """Look at nothing more."""


def _look_at_addresses(e: ShadowEmitter, i: Instruction) -> None:
    """Whether memory is accessed, and where, must not depend on undefined values."""
    addresses = [operand for operand in i.operands if isinstance(operand, Address)]
    if addresses and i.name not in _HINTS:
        e.require_guard(_ORIGIN_IN)
        e.require(e.suspects(*addresses), UNDEFINED_ADDRESS, _ORIGIN_IN)


# -- whole values ----------------------------------------------------------------------------------------


def _sources(e: ShadowEmitter, i: Instruction) -> list[Register]:
    """Return the registers that an instruction with a destination reads and that may be undefined."""
    carry = [CARRY] if i.name in _CARRY_READERS else []
    return e.suspects(*i.operands[1:], *carry)


def _everywhere(e: ShadowEmitter, i: Instruction, lanes: str, origin: str | None) -> Given:
    """Make all results undefined in some lanes."""
    return {d.name: (e.filled(lanes, d.type), origin) for d in definitions(i)}


def _give(e: ShadowEmitter, operand: Operand, shadow: str, ptx_type: str, origin: str | None) -> Given:
    """Give a destination the shadow of what `Emitter.write` or `Emitter.write_predicate` gives it."""
    if not isinstance(operand, Register):
        return {}
    if ptx_type != "pred" and shadow != DEFINED:
        signed = ptx_type.startswith("s")
        shadow = e.resize(shadow, bits_of(ptx_type), bits_of(operand.type), signed)
    return {operand.name: (shadow, origin)}


def whole(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """Any undefined bit of any operand makes all results of the lane undefined."""
    found = _sources(e, i)
    return _everywhere(e, i, e.is_undefined(found), e.blame(found)) if found else {}


def halves(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """Do the same for each half of packed types by itself."""
    kind = m.get("type") or ""
    d = i.operands[0]
    if not kind.endswith("x2") or m.get("combine") or m.get("type2") not in (None, kind):
        return whole(e, row, i, m)
    found = _sources(e, i)
    if not found or not isinstance(d, Register):
        return {}
    bits = 64 if kind == "f32x2" else 32
    vec = ivec(bits)
    together = e.either(vec, *(e.shadow(operand, f"b{bits}") for operand in i.operands[1:]))
    return _give(e, d, _fill_halves(e, together, bits), f"b{bits}", e.blame(found))


def _fill_halves(e: ShadowEmitter, shadow: str, bits: int) -> str:
    parts = f"<64 x i{bits // 2}>"
    split = e.tmp(f"bitcast {ivec(bits)} {shadow} to {parts}")
    bad = e.tmp(f"icmp ne {parts} {split}, zeroinitializer")
    full = e.tmp(f"sext <64 x i1> {bad} to {parts}")
    return e.tmp(f"bitcast {parts} {full} to {ivec(bits)}")


# -- bits that move --------------------------------------------------------------------------------------


def moving(*data: int) -> Spread:
    """Return the rule of instructions that only move bits: what they do to the bits they do to the shadow.

    Parameters
    ----------
    *data : int
        The operands whose bits move. The others, such as amounts and selectors, must be defined.
    """

    def spread(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
        found = _sources(e, i)
        if not found:
            return {}
        results, targets = _stand_ins(i.operands[0])
        operands = [
            e.shadow_operand(operand) if k in data else operand for k, operand in enumerate(i.operands)
        ]
        operands[0] = targets
        e.lower_again(row, replace(i, operands=tuple(operands)), m)
        others = e.suspects(*(operand for k, operand in enumerate(i.operands) if k and k not in data))
        doubt, origin = e.is_undefined(others), e.blame(found)
        given: Given = {}
        for register, stand_in in results:
            kind = I1 if register.type == "pred" else ivec(bits_of(register.type))
            given[register.name] = (
                e.either(kind, e.value(stand_in), e.filled(doubt, register.type)),
                origin,
            )
        return given

    return spread


def _stand_ins(destination: Operand) -> tuple[list[tuple[Register, Register]], Operand]:
    """Return registers that take a shadow instead of a destination's, and the operand made of them."""
    if isinstance(destination, Vector):
        parts = [_stand_in(element, k) for k, element in enumerate(destination.elements)]
        pairs = [
            (register, part)
            for register, part in zip(destination.elements, parts, strict=True)
            if isinstance(register, Register) and isinstance(part, Register)
        ]
        return pairs, Vector(tuple(parts))
    part = _stand_in(destination, 0)
    if isinstance(destination, Register) and isinstance(part, Register):
        return [(destination, part)], part
    return [], part


def _stand_in(operand: Operand, number: int) -> Operand:
    return Register(f"~t{number}", operand.type) if isinstance(operand, Register) else operand


def convert(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``cvt``: integers move, two halves stay apart, and of the rest only the bits that are read count."""
    to, source = m.get("type") or "", m.get("type2") or ""
    if "pack" in i.opcode:
        return whole(e, row, i, m)
    if to[0] in "us" and source[0] in "us" and not m.get("sat"):
        return moving(1)(e, row, i, m)
    found = _sources(e, i)
    d = i.operands[0]
    if not found or not isinstance(d, Register):
        return {}
    if to.endswith("x2") and len(i.operands) == 3 and bits_of_pair(to) == 16:
        high, low = (e.filled(e.is_undefined(e.suspects(operand)), "b16") for operand in i.operands[1:])
        return _give(e, d, join(e, low, high), "b32", e.blame(found))
    if len(i.operands) == 2 and not source.endswith("x2"):
        vec = ivec(bits_of(source))
        bad = e.tmp(f"icmp ne {vec} {e.shadow(i.operands[1], source)}, zeroinitializer")
        return _everywhere(e, i, bad, e.blame(found))
    return whole(e, row, i, m)


def bits_of_pair(ptx_type: str) -> int:
    """Return the bits of each half of a packed float type."""
    return 16 if ptx_type in ("f16x2", "bf16x2") else 8


# -- logic, comparison and selection ---------------------------------------------------------------------


def _combined(e: ShadowEmitter, operation: str, kind: str, a: tuple[str, str], b: tuple[str, str]) -> str:
    """Return the shadow of ``a op b`` for values and shadows of an LLVM type.

    A result bit is undefined where both operands are, or where one is and the other does not settle it.
    """
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


def logic(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``and``, ``or`` and ``xor``, bit by bit."""
    found = _sources(e, i)
    if not found:
        return {}
    d, a, b = i.operands
    kind = m["type"] or ""
    vec = I1 if kind == "pred" else ivec(bits_of(kind))
    read = e.read_predicate if kind == "pred" else lambda operand: e.read(operand, kind)
    sides = [(read(operand), e.shadow(operand, kind)) for operand in (a, b)]
    return _give(e, d, _combined(e, i.name, vec, *sides), kind, e.blame(found))


def logic3(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``lop3``: a result bit is defined where all that the undefined bits may be lead to the same."""
    found = _sources(e, i)
    d, a, b, c, table, *rest = i.operands
    if not found or not isinstance(table, Immediate):
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
    origin = e.blame(found)
    given = _give(e, target, shadow, "b32", origin)
    if rest:
        doubt = e.tmp(f"icmp ne {WORD} {shadow}, zeroinitializer")
        given |= _give(e, predicate, e.either(I1, doubt, e.shadow(rest[0], "pred")), "pred", origin)
    return given


def same(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``not``: the shadow stays."""
    kind = m["type"] or ""
    found = _sources(e, i)
    return _give(e, i.operands[0], e.shadow(i.operands[1], kind), kind, e.blame(found)) if found else {}


def select(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``selp``: the shadow of the side that is picked; where that is undefined, the bits in which they differ."""
    found = _sources(e, i)
    if not found:
        return {}
    d, a, b, p = i.operands
    kind = m["type"] or ""
    vec = ivec(bits_of(kind))
    left, right = e.shadow(a, kind), e.shadow(b, kind)
    shadow = e.tmp(f"select {I1} {e.read_predicate(p)}, {vec} {left}, {vec} {right}")
    doubt = e.shadow(p, "pred")
    if doubt != DEFINED:
        differs = e.tmp(f"xor {vec} {e.read(a, kind)}, {e.read(b, kind)}")
        either = e.either(vec, differs, left, right)
        shadow = e.tmp(f"select {I1} {doubt}, {vec} {either}, {vec} {shadow}")
    return _give(e, d, shadow, kind, e.blame(found))


def compare(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``setp``: equality is known as soon as two defined bits differ; ``.and`` and ``.or`` as logic is."""
    found = _sources(e, i)
    if not found:
        return {}
    d, a, b, *rest = i.operands
    kind = m["type"] or ""
    shadows = _compared(e, a, b, kind, m["condition"] or "")
    destinations = pair_of(d)
    origin = e.blame(found)
    if rest:
        opcode = ".".join(word for word in i.opcode.split(".") if word != m["combine"])
        stand_ins = (Register("~t0", "pred"), Register("~t1", "pred"))
        plain = replace(i, opcode=opcode, operands=(Pair(*stand_ins), a, b))
        e.lower_again(*_with_row(plain))
        other = (e.read_predicate(rest[0]), e.shadow(rest[0], "pred"))
        operation = m["combine"] or ""
        shadows = [
            _combined(e, operation, I1, (e.value(stand_in), shadow), other)
            for stand_in, shadow in zip(stand_ins, shadows, strict=True)
        ]
    given: Given = {}
    for destination, shadow in zip(destinations, shadows, strict=True):
        given |= _give(e, destination, shadow, "pred", origin)
    return given


def _with_row(i: Instruction) -> tuple[Row, Instruction, Modifiers]:
    row, m = find(i)
    return row, i, m


def _compared(e: ShadowEmitter, a: Operand, b: Operand, kind: str, condition: str) -> list[str]:
    """Return where a comparison, and its opposite or that of the upper halves, is undefined."""
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


# -- memory ----------------------------------------------------------------------------------------------


def _await_load(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    if reads_memory(i):
        e.tell(_UNDEFINED, "i32", "0")


def load(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``ld`` and ``atom``: what the runtime found in the shadow of memory."""
    kind = m["type"] or ""
    if not reads_memory(i):
        return {}
    lanes = e.lanes(e.ask(_UNDEFINED, "i32"))
    origin = e.ask(_ORIGIN_OUT, ORIGINS)
    d = i.operands[0]
    vec = ivec(bits_of(kind))
    given: Given = {}
    for index, element in enumerate(d.elements if isinstance(d, Vector) else (d,)):
        found = e.ask(_OUT + 32 * bits_of(kind) // 8 * index, vec)
        shadow = e.tmp(f"select {I1} {lanes}, {vec} {found}, {vec} zeroinitializer")
        given |= _give(e, element, shadow, kind, origin)
    return given


def unknown_load(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """Any other instruction that loads: all results of the warp are undefined if anything it read is."""
    lanes = e.ask(_UNDEFINED, "i32")
    return _everywhere(e, i, _for_all(e, lanes), _origin_for_all(e, lanes, e.ask(_ORIGIN_OUT, ORIGINS)))


def _stored(e: ShadowEmitter, i: Instruction) -> list[Register]:
    return e.suspects(*(operand for operand in i.operands if not isinstance(operand, Address)))


def _tell_stored(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    """Hand the shadows of what is stored to the runtime."""
    found = _stored(e, i)
    if not found:
        return
    kind = m["type"] or ""
    source = i.operands[1]
    vec = ivec(bits_of(kind))
    for index, element in enumerate(source.elements if isinstance(source, Vector) else (source,)):
        e.tell(_IN + 32 * bits_of(kind) // 8 * index, vec, e.shadow(element, kind))
    _announce(e, found)


def _announce(e: ShadowEmitter, found: list[Register]) -> None:
    origin = e.blame(found)
    assert origin is not None
    e.tell(_ORIGIN_IN, ORIGINS, origin)
    e.tell(_IS_SET, "i32", "1")


def _withdraw(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    """Let the next store be one of defined values again."""
    e.tell(_IS_SET, "i32", "0")


def _tell_atomic(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    """Hand the shadow of an atomic's operands to the runtime: all bits where any is undefined."""
    e.tell(_UNDEFINED, "i32", "0")
    e.tell(_REPLACES, "i32", str(int(m["operation"] == "exch")))
    values = i.operands[2 if i.name == "atom" else 1 :]
    found = e.suspects(*values)
    if found:
        kind = m["type"] or ""
        e.tell(_IN, ivec(bits_of(kind)), e.filled(e.is_undefined(found), f"b{bits_of(kind)}"))
        _announce(e, found)


def _tell_unknown_store(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    """Any other instruction that stores: all it stores is undefined if anything of it is."""
    found = _stored(e, i)
    if not found:
        return
    lanes = e.tmp(f"and i32 {e.bits(e.is_undefined(found))}, {e.exec_mask}")
    full = e.filled(_for_all(e, lanes), "b64")
    for part in range(4):
        e.tell(_IN + 256 * part, ivec(64), full)
    origin = e.blame(found)
    assert origin is not None
    e.tell(_ORIGIN_IN, ORIGINS, _origin_for_all(e, lanes, origin))
    e.tell(_IS_SET, "i32", "1")


def _look_at_copy(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    """``cp.async``: how much is copied must be defined; what is copied moves in `runtime/defined.c`."""
    e.require(_stored(e, i), UNDEFINED_OPERAND, _ORIGIN_IN)


# -- lanes together --------------------------------------------------------------------------------------


def _for_all(e: ShadowEmitter, lanes: str) -> str:
    """Return all lanes if a mask has any."""
    some = e.tmp(f"icmp ne i32 {lanes}, 0")
    return e.lanes(e.tmp(f"sext i1 {some} to i32"))


def _origin_for_all(e: ShadowEmitter, lanes: str, origin: str) -> str:
    """Return the origin of the lowest lane of a mask in every lane."""
    first = e.call("i32", "llvm.cttz.i32", ("i32", lanes), ("i1", "false"))
    first = e.tmp(f"and i32 {first}, 31")
    return e.broadcast(e.tmp(f"extractelement {ORIGINS} {origin}, i32 {first}"), "i64")


def _look_at_mask(position: int) -> Sight:
    """Return a look at the member mask of an instruction."""

    def before(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
        e.require(e.suspects(i.operands[position]), UNDEFINED_OPERAND, _ORIGIN_IN)

    return before


def shuffle(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``shfl``: the shadow comes along; all is undefined with an undefined index or from a lane that is not there."""
    found = _sources(e, i)
    if not found:
        return {}
    d, a, b, c, members = i.operands
    first, second = pair_of(d)
    e.tell(_IN, WORD, e.shadow(a, "b32"))
    e.tell(_ORIGIN_IN, ORIGINS, e.blame(e.suspects(a)) or splat(64, -1))
    for index, operand in ((1, b), (2, c), (3, members)):
        e.put(index, e.read(operand, "b32"), WORD)
    pointers = [("ptr", f"%scratch{k}") for k in (1, 2, 3)]
    mode = ("up", "down", "bfly", "idx").index(m["mode"] or "")
    codes = (("i32", str(mode)), ("i32", str(e.site())))
    e.call("void", "kh_shuffle_shadow", ("ptr", "%worker"), ("i32", e.mask), *pointers, *codes)
    shadow, origin = e.ask(_OUT, WORD), e.ask(_ORIGIN_OUT, ORIGINS)
    indices = e.suspects(b, c)
    doubt = e.is_undefined(indices)
    if indices:
        blamed = e.blame(indices)
        origin = e.tmp(f"select {I1} {doubt}, {ORIGINS} {blamed}, {ORIGINS} {origin}")
        shadow = e.either(WORD, shadow, e.filled(doubt, "b32"))
    return _give(e, first, shadow, "b32", origin) | _give(e, second, doubt, "pred", origin)


def _ballot(e: ShadowEmitter, lanes: str, members: Operand) -> str:
    """Return for each lane which lanes of its own mask are among some."""
    e.put(0, e.read(members, "b32"), WORD)
    pointers = (("ptr", "%scratch0"), ("ptr", "%scratch1"))
    e.call("void", "kh_ballot", ("i32", e.mask), ("i32", lanes), *pointers)
    return e.get(1, WORD)


def vote(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``vote``: each lane is a bit of a ballot; ``any`` and ``all`` are known as soon as one lane settles them."""
    found = _sources(e, i)
    d, a, members = i.operands
    if not found:
        return {}
    bad = e.bits(e.shadow(a, "pred"))
    open_ = _ballot(e, bad, members)
    blamed = e.blame(found)
    assert blamed is not None
    origin = _origin_for_all(e, e.tmp(f"and i32 {bad}, {e.mask}"), blamed)
    if m["mode"] == "ballot":
        return _give(e, d, open_, "b32", origin)
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
    # any and all are open where nothing settles them, uni where the two sides are not both there
    unsettled = settled[0] if len(settled) == 1 else e.tmp(f"or {I1} {settled[0]}, {settled[1]}")
    return _give(e, d, e.tmp(f"and {I1} {is_open}, {unsettled}"), "pred", origin)


def together(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """Other instructions of a warp: what one lane of the mask gives undefined is so for all of them."""
    found = _sources(e, i)
    if not found:
        return {}
    bad = e.tmp(f"and i32 {e.bits(e.is_undefined(found))}, {e.mask}")
    blamed = e.blame(found)
    assert blamed is not None
    if is_warp_sync(i):
        lanes = e.tmp(f"icmp ne {WORD} {_ballot(e, bad, i.operands[-1])}, zeroinitializer")
    else:
        lanes = _for_all(e, bad)
    return _everywhere(e, i, lanes, _origin_for_all(e, bad, blamed))


# -- control ---------------------------------------------------------------------------------------------


def _look_at_branch(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    e.require_guard(_ORIGIN_IN)
    e.require(e.suspects(*i.operands), UNDEFINED_BRANCH, _ORIGIN_IN)


def _look_at_barrier(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    """Require a barrier's number, thread count and, as all threads get the result, predicate to be defined."""
    e.require(e.suspects(*i.operands), UNDEFINED_OPERAND, _ORIGIN_IN)


# -- the table -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """What an instruction does to shadows.

    Parameters
    ----------
    spread : callable
        Gives the shadows of the results.
    before, after : callable
        Write what goes before and after the instruction itself.
    """

    spread: Spread = whole
    before: Sight = _nothing
    after: Sight = _nothing


_BRANCH = Rule(before=_look_at_branch)
_BARRIER = Rule(before=_look_at_barrier)
_COPY = Rule(before=_look_at_copy)
_LOAD = Rule(load, before=_await_load)

RULES: dict[str, Rule] = {
    "mov": Rule(moving(1)),
    "shl": Rule(moving(1)),
    "shr": Rule(moving(1)),
    "shf": Rule(moving(1, 2)),
    "prmt": Rule(moving(1, 2)),
    "brev": Rule(moving(1)),
    "bfe": Rule(moving(1)),
    "bfi": Rule(moving(1, 2)),
    "szext": Rule(moving(1)),
    "slct": Rule(moving(1, 2)),
    "cvt": Rule(convert),
    "and": Rule(logic),
    "or": Rule(logic),
    "xor": Rule(logic),
    "not": Rule(same),
    "lop3": Rule(logic3),
    "selp": Rule(select),
    "setp": Rule(compare),
    **{
        name: Rule(halves)
        for name in ("add", "sub", "mul", "fma", "neg", "abs", "min", "max", "ex2", "tanh", "set")
    },
    "ld": _LOAD,
    "ldu": _LOAD,
    "st": Rule(before=_tell_stored, after=_withdraw),
    "atom": Rule(load, before=_tell_atomic, after=_withdraw),
    "red": Rule(before=_tell_atomic, after=_withdraw),
    "cp": _COPY,
    "shfl": Rule(shuffle, before=_look_at_mask(-1)),
    "vote": Rule(vote, before=_look_at_mask(-1)),
    "match": Rule(together, before=_look_at_mask(-1)),
    "redux": Rule(together, before=_look_at_mask(-1)),
    "elect": Rule(before=_look_at_mask(-1)),
    "bra": _BRANCH,
    "brx": _BRANCH,
    "ret": _BRANCH,
    "exit": _BRANCH,
    "trap": _BRANCH,
    "bar": _BARRIER,
    "barrier": _BARRIER,
}
"""By the opcode's first word; what is not here follows `whole`, or what its family asks for."""

_OTHERS = {
    "load": Rule(unknown_load, before=_await_load),
    "atomic": Rule(unknown_load, before=_await_load),
    "store": Rule(before=_tell_unknown_store, after=_withdraw),
}


def _rule_of(row: Row, i: Instruction) -> Rule:
    rule = RULES.get(row.name)
    if rule is not None:
        return rule
    if row.name in _OF_THE_WARP and row.family not in _OTHERS:
        return Rule(together)
    return _OTHERS.get(row.family, Rule())
