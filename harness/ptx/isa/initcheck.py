"""The initcheck rules that rows of the instruction table name.

Instructions that move bits move shadows in the same way. Logic takes into account that ``0 & x`` is 0 for every ``x``.
Halves of packed types have shadows of their own. All other results are undefined in each lane where any source has an
undefined bit (`initcheck_values`). Control flow, addresses, barriers and lane masks must not depend on undefined bits;
`runtime/defined.c` keeps the shadows of memory and reports undefined bits that are stored in global memory.
"""

from __future__ import annotations

from dataclasses import replace

from ..fault import FaultKind
from ..ir.flat_kernel import registers_of
from ..layout import SHUFFLES, Defined
from ..lower.emitter import Modifiers, pair_of
from ..lower.llvm_text import FRAGMENT, I1, SCRATCH, bits_of, ivec, splat
from ..lower.matrix import group_operands, is_quad, multiply_shadows
from ..lower.memory import put_elements
from ..text.syntax import Address, Instruction, Operand, Register, VectorOperand, elements_of
from .initcheck_values import (
    WORD,
    compare,
    convert,
    everywhere,
    give,
    logic,
    logic3,
    moving,
    of_sources,
    same,
    select,
    stand_ins,
    whole,
)
from .row import InitcheckRule, Row
from .shadow import ORIGINS, Given, ShadowEmitter

IN, OUT = Defined.in_.offset, Defined.out.offset
ORIGIN_IN, ORIGIN_OUT = Defined.origin_in.offset, Defined.origin_out.offset


def for_all(e: ShadowEmitter, lanes: str) -> str:
    """Return all lanes if a mask has a lane, else none."""
    some = e.tmp(f"icmp ne i32 {lanes}, 0")
    return e.lanes(e.tmp(f"sext i1 {some} to i32"))


def origin_for_all(e: ShadowEmitter, lanes: str, origin: str) -> str:
    """Return the origin of the lowest lane of a mask in every lane."""
    first = e.call("i32", "llvm.cttz.i32", ("i32", lanes), ("i1", "false"))
    # an empty mask gives 32, which is not a lane
    first = e.tmp(f"and i32 {first}, 31")
    return e.broadcast(e.tmp(f"extractelement {ORIGINS} {origin}, i32 {first}"), "i64")


def look_at_mask(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Require the member mask, the last operand, to be defined."""
    e.require(e.suspects(i.operands[-1]), FaultKind.UNDEFINED_OPERAND)


def shuffle(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``shfl``: moves the shadow; all bits are undefined if the index is, or if the source lane is inactive."""
    d, a, b, c, members = i.operands
    first, second = pair_of(d)
    e.tell(IN, WORD, e.shadow(a, "b32"))
    moved = e.suspects(a)
    # nothing asks for the origin of a value without undefined bits
    e.tell(ORIGIN_IN, ORIGINS, e.blame(moved) if moved else splat(64, -1))
    for index, operand in ((1, b), (2, c), (3, members)):
        e.put(index, e.read(operand, "b32"), WORD)
    mode = SHUFFLES[m["mode"]]
    e.runtime("kh_shuffle_shadow", "%worker", e.mask, *SCRATCH[1:4], mode, e.site())
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
    e.runtime("kh_ballot", e.mask, lanes, *SCRATCH[:2])
    return e.get(1, WORD)


@of_sources
def vote(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``vote``: each lane is a bit of a ballot; one lane can decide ``any`` and ``all``."""
    d, a, members = i.operands
    bad = e.bits(e.shadow(a, "pred"))
    open_ = _ballot(e, bad, members)
    blamed = e.blame(suspects)
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


@of_sources
def match(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``match.any``: in each lane the bits of undefined lanes are undefined; in those, the bits of all lanes."""
    if m["mode"] == "all":
        return members(e, row, i, m)
    bad, origin = _undefined_lanes(e, suspects)
    d, _, group = i.operands
    theirs, all_bits = _ballot(e, bad, group), _ballot(e, e.mask, group)
    shadow = e.tmp(f"select {I1} {e.lanes(bad)}, {WORD} {all_bits}, {WORD} {theirs}")
    return give(e, d, shadow, "b32", origin_for_all(e, bad, origin))


@of_sources
def members(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``redux`` and ``match.all``: an undefined source in one lane of the mask makes all results undefined."""
    bad, origin = _undefined_lanes(e, suspects)
    lanes = e.tmp(f"icmp ne {WORD} {_ballot(e, bad, i.operands[-1])}, zeroinitializer")
    return everywhere(e, row, i, lanes, origin_for_all(e, bad, origin))


@of_sources
def together(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``movmatrix`` and ``mma.m8n8k4``: an undefined source in one lane makes all results of all lanes undefined."""
    bad, origin = _undefined_lanes(e, suspects)
    return everywhere(e, row, i, for_all(e, bad), origin_for_all(e, bad, origin))


@of_sources
def product(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers, suspects: list[Register]) -> Given:
    """``mma``: an element is undefined where its row of A, its column of B or its addend is."""
    if is_quad(m):
        return together(e, row, i, m)
    bad, origin = _undefined_lanes(e, suspects)
    origin = origin_for_all(e, bad, origin)
    results, targets = stand_ins(i.operands[0])
    operands = (targets, *(e.shadow_operand(operand) for operand in i.operands[1:]))
    # the runtime knows which lanes and registers hold the elements of a row and of a column
    e.lower_again(multiply_shadows, replace(i, operands=operands), m)
    return {register.name: (e.value(stand_in), origin) for register, stand_in in results}


def group_product(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``wgmma``: the same, where the runtime knows which rows and columns it has read with undefined bits."""
    result, addend, a = i.operands[:3]
    (n, k, a_type, d_type), adds, _, _ = group_operands(e, i, m)
    put_elements(e, FRAGMENT, elements_of(e.shadow_operand(addend)), "b32")
    fragments = "null"
    if isinstance(a, VectorOperand):
        put_elements(e, 0, elements_of(e.shadow_operand(a)), "b32")
        fragments = SCRATCH[0]
    shadows = f"%scratch{FRAGMENT}"
    e.runtime("kh_wgmma_shadow", "%worker", shadows, fragments, adds, n, k, a_type, d_type)
    lanes = e.ask(UNDEFINED, "i32")
    origin = e.ask(ORIGIN_OUT, ORIGINS)
    suspects = e.suspects(addend, *([a] if isinstance(a, VectorOperand) else []))
    if suspects:
        bad, blamed = _undefined_lanes(e, suspects)
        origin = e.tmp(
            f"select {I1} {e.lanes(lanes)}, {ORIGINS} {origin}, {ORIGINS} {origin_for_all(e, bad, blamed)}"
        )
    return {
        register.name: (e.get(FRAGMENT, WORD, 128 * index), origin)
        for index, register in enumerate(registers_of(result))
    }


def _undefined_lanes(e: ShadowEmitter, suspects: list[Register]) -> tuple[str, str]:
    bad = e.tmp(f"and i32 {e.bits(e.is_undefined(suspects))}, {e.mask}")
    return bad, e.blame(suspects)


UNDEFINED, IS_SET, REPLACES = Defined.undefined.offset, Defined.is_set.offset, Defined.replaces.offset


def await_load(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    if row.reads_memory(i):
        e.tell(UNDEFINED, "i32", "0")


def load(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``ld`` and ``atom``: the runtime returns the shadow of the memory."""
    kind = m["type"]
    if not row.reads_memory(i):
        return {}
    lanes = e.lanes(e.ask(UNDEFINED, "i32"))
    origin = e.ask(ORIGIN_OUT, ORIGINS)
    vec = ivec(bits_of(kind))
    given: Given = {}
    for index, element in enumerate(elements_of(i.operands[0])):
        loaded = e.ask(OUT + 32 * bits_of(kind) // 8 * index, vec)
        # lanes that read nothing have the words of an earlier load there
        shadow = e.tmp(f"select {I1} {lanes}, {vec} {loaded}, {vec} zeroinitializer")
        given |= give(e, element, shadow, kind, origin)
    return given


def _loaded(e: ShadowEmitter) -> tuple[str, str]:
    """Return for all lanes whether any of them loaded undefined bits, and the origin."""
    lanes = e.ask(UNDEFINED, "i32")
    return for_all(e, lanes), origin_for_all(e, lanes, e.ask(ORIGIN_OUT, ORIGINS))


def load_rows(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``ldmatrix``: the runtime returns the shadows of the fragments."""
    # a fragment comes from rows that other lanes have addressed
    some, origin = _loaded(e)
    given: Given = {}
    for index, element in enumerate(elements_of(i.operands[0])):
        loaded = e.ask(OUT + 128 * index, ivec(32))
        shadow = e.tmp(f"select {I1} {some}, {ivec(32)} {loaded}, {ivec(32)} zeroinitializer")
        given |= give(e, element, shadow, "b32", origin)
    return given


def texels(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``tex`` and ``tld4``: all results of a lane are undefined if any bit of its texels is."""
    return everywhere(e, row, i, e.lanes(e.ask(UNDEFINED, "i32")), e.ask(ORIGIN_OUT, ORIGINS))


def unknown_load(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> Given:
    """``wmma.load``: all results of the warp are undefined if any loaded bit is."""
    return everywhere(e, row, i, *_loaded(e))


def _stored(e: ShadowEmitter, i: Instruction) -> list[Register]:
    return e.suspects(*(operand for operand in i.operands if not isinstance(operand, Address)))


def tell_stored(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    undefined = _stored(e, i)
    if not undefined:
        return
    kind = m["type"]
    vec = ivec(bits_of(kind))
    for index, element in enumerate(elements_of(i.operands[1])):
        e.tell(IN + 32 * bits_of(kind) // 8 * index, vec, e.shadow(element, kind))
    _announce(e, e.blame(undefined))


def _announce(e: ShadowEmitter, origin: str) -> None:
    e.tell(ORIGIN_IN, ORIGINS, origin)
    e.tell(IS_SET, "i32", "1")


def withdraw(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Tell the runtime that the next store has defined values."""
    e.tell(IS_SET, "i32", "0")


def tell_atomic(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Pass the shadow of an atomic's operands to the runtime: all bits if any bit is undefined."""
    e.tell(UNDEFINED, "i32", "0")
    # an exchange leaves its operand in memory, whatever was there, so an undefined old value is gone
    e.tell(REPLACES, "i32", str(int(m["operation"] == "exch")))
    values = i.operands[1 + row.writes :]
    undefined = e.suspects(*values)
    if undefined:
        kind = m["type"]
        e.tell(IN, ivec(bits_of(kind)), e.filled(e.is_undefined(undefined), f"b{bits_of(kind)}"))
        _announce(e, e.blame(undefined))


def tell_unknown_store(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Matrix stores: all stored bits are undefined if any source is."""
    undefined = _stored(e, i)
    if not undefined:
        return
    lanes = e.tmp(f"and i32 {e.bits(e.is_undefined(undefined))}, {e.exec_mask}")
    full = e.filled(for_all(e, lanes), "b64")
    # all of kh_defined.in, whatever the width of the elements
    for part in range(4):
        e.tell(IN + 256 * part, ivec(64), full)
    _announce(e, origin_for_all(e, lanes, e.blame(undefined)))


def lower_with_shadow(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    rule = row.initcheck
    if rule.accesses:
        _look_at_addresses(e, i)
    if rule.before is not None:
        rule.before(e, row, i, m)
    results = rule.results or whole
    e.expect(lambda: results(e, row, i, m))
    row.lower(e, i, m)
    if rule.after is not None:
        rule.after(e, row, i, m)


def _look_at_addresses(e: ShadowEmitter, i: Instruction) -> None:
    """Require the guard and the address of a memory access to be defined."""
    addresses = [operand for operand in i.operands if isinstance(operand, Address)]
    if addresses:
        e.require_guard()
        e.require(e.suspects(*addresses), FaultKind.UNDEFINED_ADDRESS)


def _look_at_copy(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Require the size of a ``cp.async`` to be defined; `runtime/defined.c` copies the shadow."""
    e.require(_stored(e, i), FaultKind.UNDEFINED_OPERAND)


def _look_at_branch(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    e.require_guard()
    e.require(e.suspects(*i.operands), FaultKind.UNDEFINED_BRANCH)


def _look_at_barrier(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Require a barrier's number, thread count and predicate to be defined; all threads get its result."""
    e.require(e.suspects(*i.operands), FaultKind.UNDEFINED_OPERAND)


def _look_at_descriptors(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Require the descriptors of a ``wgmma`` and its predicate to be defined."""
    e.require(
        e.suspects(*(o for o in i.operands[2:] if isinstance(o, Register))), FaultKind.UNDEFINED_OPERAND
    )


def _look_at_sources(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Require the sources of an mbarrier, a cluster barrier or an asynchronous store to be defined."""
    e.require_guard()
    sources = i.operands[1:] if row.definitions(i) else i.operands
    e.require(e.suspects(*sources), FaultKind.UNDEFINED_OPERAND)


MOVE = InitcheckRule(moving(1))
MOVE_TWO = InitcheckRule(moving(1, 2))
CONVERT = InitcheckRule(convert)
LOGIC = InitcheckRule(logic)
LOGIC3 = InitcheckRule(logic3)
SAME = InitcheckRule(same)
SELECT = InitcheckRule(select)
COMPARE = InitcheckRule(compare)
LOAD = InitcheckRule(load, before=await_load)
STORE = InitcheckRule(before=tell_stored, after=withdraw)
TEXELS = InitcheckRule(texels, before=await_load)
ATOMIC = InitcheckRule(load, before=tell_atomic, after=withdraw)
REDUCTION = InitcheckRule(before=tell_atomic, after=withdraw)
COPY = InitcheckRule(before=_look_at_copy)
HINT = InitcheckRule(accesses=False)
SHUFFLE = InitcheckRule(shuffle, before=look_at_mask)
VOTE = InitcheckRule(vote, before=look_at_mask)
MATCH = InitcheckRule(match, before=look_at_mask)
MEMBERS = InitcheckRule(members, before=look_at_mask)
ELECT = InitcheckRule(before=look_at_mask)
MATRIX = InitcheckRule(product)
GROUP_MATRIX = InitcheckRule(group_product, before=_look_at_descriptors)
MATRIX_MOVE = InitcheckRule(together)
ROWS_LOAD = InitcheckRule(load_rows, before=await_load)
MATRIX_LOAD = InitcheckRule(unknown_load, before=await_load)
MATRIX_STORE = InitcheckRule(before=tell_unknown_store, after=withdraw)
BRANCH = InitcheckRule(before=_look_at_branch)
BARRIER = InitcheckRule(before=_look_at_barrier)
SOURCES = InitcheckRule(before=_look_at_sources)
