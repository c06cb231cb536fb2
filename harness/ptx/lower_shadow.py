"""How undefined bits go through instructions, and where they matter.

Instructions that move bits move their shadows, bit by bit; logic knows that ``0 & x`` is 0 whatever ``x`` is; halves
of packed types go their own ways. Of everything else the result has no defined bit in a lane where any operand has an
undefined one. A value matters where control flow, an address, a barrier or a lane mask depends on it, and where it is
stored in global memory, which `runtime/defined.c` sees.
"""

from __future__ import annotations

from dataclasses import dataclass

from .flow import definitions
from .layout import FAULT_UNDEFINED_ADDRESS as UNDEFINED_ADDRESS
from .layout import FAULT_UNDEFINED_BRANCH as UNDEFINED_BRANCH
from .layout import FAULT_UNDEFINED_OPERAND as UNDEFINED_OPERAND
from .lower_shadow_memory import (
    await_load,
    load,
    look_at_copy,
    tell_atomic,
    tell_stored,
    tell_unknown_store,
    unknown_load,
    withdraw,
)
from .lower_shadow_values import (
    Modifiers,
    Spread,
    compare,
    convert,
    halves,
    logic,
    logic3,
    moving,
    same,
    select,
    whole,
)
from .lower_shadow_warp import ORIGIN_IN, Sight, look_at_mask, shuffle, together, vote
from .row import Row
from .shadow import ShadowEmitter
from .syntax import Address, Instruction

_OF_THE_WARP = ("mma", "wmma", "ldmatrix", "stmatrix", "movmatrix")
_HINTS = ("prefetch", "prefetchu", "discard", "applypriority")


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
        e.require_guard(ORIGIN_IN)
        e.require(e.suspects(*addresses), UNDEFINED_ADDRESS, ORIGIN_IN)


def _look_at_branch(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    e.require_guard(ORIGIN_IN)
    e.require(e.suspects(*i.operands), UNDEFINED_BRANCH, ORIGIN_IN)


def _look_at_barrier(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    """Require a barrier's number, thread count and, as all threads get the result, predicate to be defined."""
    e.require(e.suspects(*i.operands), UNDEFINED_OPERAND, ORIGIN_IN)


def _look_at_sources(e: ShadowEmitter, i: Instruction, m: Modifiers) -> None:
    """Require what an mbarrier, a cluster barrier or an asynchronous store gets to be defined."""
    e.require_guard(ORIGIN_IN)
    sources = i.operands[1:] if definitions(i) else i.operands
    e.require(e.suspects(*sources), UNDEFINED_OPERAND, ORIGIN_IN)


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
_SOURCES = Rule(before=_look_at_sources)
_COPY = Rule(before=look_at_copy)
_LOAD = Rule(load, before=await_load)

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
    "st": Rule(before=tell_stored, after=withdraw),
    "atom": Rule(load, before=tell_atomic, after=withdraw),
    "red": Rule(before=tell_atomic, after=withdraw),
    "cp": _COPY,
    "shfl": Rule(shuffle, before=look_at_mask(-1)),
    "vote": Rule(vote, before=look_at_mask(-1)),
    "match": Rule(together, before=look_at_mask(-1)),
    "redux": Rule(together, before=look_at_mask(-1)),
    "elect": Rule(before=look_at_mask(-1)),
    "bra": _BRANCH,
    "brx": _BRANCH,
    "ret": _BRANCH,
    "exit": _BRANCH,
    "trap": _BRANCH,
    "bar": _BARRIER,
    "barrier": _BARRIER,
    "mbarrier": _SOURCES,
}
"""By the opcode's first word; what is not here follows `whole`, or what its family asks for."""

_OTHERS = {
    "load": Rule(unknown_load, before=await_load),
    "atomic": Rule(unknown_load, before=await_load),
    "store": Rule(before=tell_unknown_store, after=withdraw),
}


def _rule_of(row: Row, i: Instruction) -> Rule:
    if i.opcode.startswith(("st.async", "red.async", "barrier.cluster")):
        return _SOURCES
    rule = RULES.get(row.name)
    if rule is not None:
        return rule
    if row.name in _OF_THE_WARP and row.family not in _OTHERS:
        return Rule(together)
    return _OTHERS.get(row.family, Rule())
