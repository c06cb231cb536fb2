"""The initcheck rules that rows of the instruction table name.

Instructions that move bits move shadows in the same way. Logic takes into account that ``0 & x`` is 0 for every ``x``.
Halves of packed types have shadows of their own. All other results are undefined in each lane where any source has an
undefined bit. Control flow, addresses, barriers and lane masks must not depend on undefined bits; `runtime/defined.c`
reports undefined bits that are stored in global memory.
"""

from __future__ import annotations

from ..emit.emitter import Modifiers
from ..emit.row import InitcheckRule, Row
from ..emit.shadow import ShadowEmitter
from ..fault import FaultKind
from ..text.syntax import Address, Instruction
from .memory import (
    await_load,
    load,
    load_rows,
    look_at_copy,
    tell_atomic,
    tell_stored,
    tell_unknown_store,
    texels,
    unknown_load,
    withdraw,
)
from .values import compare, convert, logic, logic3, moving, same, select, whole
from .warp import ORIGIN_IN, look_at_mask, match, members, product, shuffle, together, vote


def lower_with_shadow(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Lower an instruction and its initcheck."""
    rule = row.initcheck
    if rule.accesses:
        _look_at_addresses(e, i)
    if rule.before is not None:
        rule.before(e, row, i, m)
    spread = rule.spread or whole
    e.expect(lambda: spread(e, row, i, m))
    row.lower(e, i, m)
    if rule.after is not None:
        rule.after(e, row, i, m)


def _look_at_addresses(e: ShadowEmitter, i: Instruction) -> None:
    """Require the guard and the address of a memory access to be defined."""
    addresses = [operand for operand in i.operands if isinstance(operand, Address)]
    if addresses:
        e.require_guard(ORIGIN_IN)
        e.require(e.suspects(*addresses), FaultKind.UNDEFINED_ADDRESS, ORIGIN_IN)


def _look_at_branch(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    e.require_guard(ORIGIN_IN)
    e.require(e.suspects(*i.operands), FaultKind.UNDEFINED_BRANCH, ORIGIN_IN)


def _look_at_barrier(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Require a barrier's number, thread count and predicate to be defined; all threads get its result."""
    e.require(e.suspects(*i.operands), FaultKind.UNDEFINED_OPERAND, ORIGIN_IN)


def _look_at_sources(e: ShadowEmitter, row: Row, i: Instruction, m: Modifiers) -> None:
    """Require the sources of an mbarrier, a cluster barrier or an asynchronous store to be defined."""
    e.require_guard(ORIGIN_IN)
    sources = i.operands[1:] if row.definitions(i) else i.operands
    e.require(e.suspects(*sources), FaultKind.UNDEFINED_OPERAND, ORIGIN_IN)


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
COPY = InitcheckRule(before=look_at_copy)
HINT = InitcheckRule(accesses=False)
SHUFFLE = InitcheckRule(shuffle, before=look_at_mask(-1))
VOTE = InitcheckRule(vote, before=look_at_mask(-1))
MATCH = InitcheckRule(match, before=look_at_mask(-1))
MEMBERS = InitcheckRule(members, before=look_at_mask(-1))
ELECT = InitcheckRule(before=look_at_mask(-1))
MATRIX = InitcheckRule(product)
MATRIX_MOVE = InitcheckRule(together)
ROWS_LOAD = InitcheckRule(load_rows, before=await_load)
MATRIX_LOAD = InitcheckRule(unknown_load, before=await_load)
MATRIX_STORE = InitcheckRule(before=tell_unknown_store, after=withdraw)
BRANCH = InitcheckRule(before=_look_at_branch)
BARRIER = InitcheckRule(before=_look_at_barrier)
SOURCES = InitcheckRule(before=_look_at_sources)
