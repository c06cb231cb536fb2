"""Lowers exchanges of a warp's lanes, control flow, and calls of CUDA's library functions.

PTX ISA 9.0, chapters 9.7.9, 9.7.12 and 9.7.13.
"""

from __future__ import annotations

from ..ir.flat_kernel import branch_target, pointer_targets, table_targets
from ..layout import BARRIER_MODES, N_BARRIERS, NO_SITE, REDUCTIONS, SHUFFLES
from ..text.syntax import Immediate, Instruction, Operand, Sink
from .emitter import Emitter, Modifiers, pair_of
from .llvm_text import I1, LANE_IDS, SCRATCH, ivec

FULL_MASK = 0xFFFFFFFF
NO_PC = -1
"""Block index of a function that cannot be called here."""


def meet(e: Emitter, members: Operand, is_warpbar: bool = False) -> None:
    """Make the lanes of a member mask meet at the start of the current block."""
    # A converged warp with a full constant mask continues. Otherwise the runtime returns the lanes that may continue;
    # if it returns none, the lanes wait and others run.
    go, ask = e.fresh("go"), e.fresh("ask")
    if _names_all(members):
        e.stmt(f"br i1 {e.all_together()}, label %{go}, label %{ask}")
    else:
        e.stmt(f"br label %{ask}")
    e.label(ask)
    e.put(0, e.read(members, "b32"), "<32 x i32>")
    allowed = e.from_runtime(
        "kh_warp_sync", "%worker", "%warp", e.mask, "%scratch0", e.block.index, e.site(), is_warpbar
    )
    e.stmt(f"store i32 {allowed}, ptr %maskp, align 4")
    none = e.tmp(f"icmp eq i32 {allowed}, 0")
    e.stmt(f"br i1 {none}, label %dispatch, label %{go}")
    e.label(go)
    # values loaded on the way here do not dominate what follows
    e.begin_block(e.block)
    # not earlier: lanes that wait reach this block again
    e.count_block()


def _names_all(members: Operand) -> bool:
    return isinstance(members, Immediate) and members.value & FULL_MASK == FULL_MASK


def warp_barrier(e: Emitter, i: Instruction, m: Modifiers) -> None:
    members = i.operands[0]
    # lanes may meet at different bar.warp.sync; at every other .sync they must execute the same instruction
    meet(e, members, is_warpbar=True)
    masks = "null"
    if not _names_all(members):
        masks = e.put(0, e.read(members, "b32"), "<32 x i32>")
    # orders memory between the lanes, as shfl.sync and vote.sync do not (PTX ISA 9.0, "bar.warp.sync")
    e.runtime("kh_warp_barrier", "%worker", e.mask, masks)


def shuffle(e: Emitter, i: Instruction, m: Modifiers) -> None:
    d, a, b, c, members = i.operands
    meet(e, members)
    first, second = pair_of(d)
    # all sources before any result: d may be one of them
    for index, operand in enumerate((a, b, c, members)):
        e.put(index, e.read(operand, "b32"), "<32 x i32>")
    mode = SHUFFLES[m["mode"]]
    # e.mask, not e.exec_mask: a guard on an instruction that meets has become a branch
    predicate = e.from_runtime("kh_shuffle", "%worker", e.mask, *SCRATCH[:5], mode, e.site())
    e.write(first, e.get(4, "<32 x i32>"), "b32")
    if not isinstance(second, Sink):
        e.write_predicate(second, e.lanes(predicate))


def put_shuffle_sources(e: Emitter, m: Modifiers, scratch: int) -> int:
    """Store the source lane of each lane's shuffle in scratch memory, right after `shuffle`; return its bytes."""
    # The lanes exchange their own numbers as they exchanged the values.
    e.put(0, LANE_IDS, "<32 x i32>")
    pointers = (*SCRATCH[:4], SCRATCH[scratch])
    # the shuffle itself has reported lanes that do not take part
    e.from_runtime("kh_shuffle", "%worker", e.mask, *pointers, SHUFFLES[m["mode"]], NO_SITE)
    return 128


def vote(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``vote.sync``: ``ballot``, ``all``, ``any`` and ``uni``."""
    d, a, members = i.operands
    meet(e, members)
    e.put(0, e.read(members, "b32"), "<32 x i32>")
    e.runtime("kh_ballot", e.mask, e.bits(e.read_predicate(a)), *SCRATCH[:2])
    ballot = e.get(1, "<32 x i32>")
    if m["mode"] == "ballot":
        e.write(d, ballot, "b32")
        return
    active = e.broadcast(e.mask, "i32")
    group = e.tmp(f"and <32 x i32> {active}, {e.read(members, 'b32')}")
    _write_vote(e, d, m["mode"], ballot, group)


def vote_of_active(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``vote`` without ``.sync``: the lanes that execute it together vote; no lane waits."""
    d, a = i.operands
    active = e.exec_mask
    ballot = e.broadcast(e.tmp(f"and i32 {e.bits(e.read_predicate(a))}, {active}"), "i32")
    if m["mode"] == "ballot":
        e.write(d, ballot, "b32")
        return
    _write_vote(e, d, m["mode"], ballot, e.broadcast(active, "i32"))


def _write_vote(e: Emitter, d: Operand, mode: str, ballot: str, group: str) -> None:
    """Write the predicate of a vote, given each lane's ballot and the lanes that vote with it."""
    full = e.tmp(f"icmp eq <32 x i32> {ballot}, {group}")
    some = e.tmp(f"icmp ne <32 x i32> {ballot}, zeroinitializer")
    if mode == "all":
        result = full
    elif mode == "any":
        result = some
    else:
        none = e.tmp(f"xor {I1} {some}, splat (i1 true)")
        result = e.tmp(f"or {I1} {full}, {none}")
    e.write_predicate(d, result)


def match(e: Emitter, i: Instruction, m: Modifiers) -> None:
    d, a, members = i.operands
    meet(e, members)
    kind = m["type"]
    first, second = pair_of(d)
    e.put(0, e.resize(e.read(a, kind), int(kind[1:]), 64), "<32 x i64>")
    e.put(1, e.read(members, "b32"), "<32 x i32>")
    if m["mode"] == "any":
        e.runtime("kh_match_any", e.mask, *SCRATCH[:3])
        e.write(first, e.get(2, "<32 x i32>"), "b32")
        return
    predicate = e.from_runtime("kh_match_all", e.mask, *SCRATCH[:3])
    e.write(first, e.get(2, "<32 x i32>"), "b32")
    if not isinstance(second, Sink):
        e.write_predicate(second, e.lanes(predicate))


def reduce(e: Emitter, i: Instruction, m: Modifiers) -> None:
    d, a, members = i.operands
    meet(e, members)
    kind, operation = m["type"], m["operation"]
    e.put(0, e.read(a, kind), "<32 x i32>")
    e.put(1, e.read(members, "b32"), "<32 x i32>")
    e.runtime("kh_redux", e.mask, *SCRATCH[:3], REDUCTIONS[operation], kind == "s32")
    e.write(d, e.get(2, "<32 x i32>"), kind)


def elect(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``elect.sync``: the lowest participating lane of the mask is the leader."""
    d, members = i.operands
    meet(e, members)
    first, second = pair_of(d)
    e.put(0, e.read(members, "b32"), "<32 x i32>")
    # PTX leaves the choice open, and asks for one leader of a mask every time (PTX ISA 9.0, "elect.sync")
    leaders = e.from_runtime("kh_elect", e.mask, *SCRATCH[:2])
    e.write(first, e.get(1, "<32 x i32>"), "b32")
    e.write_predicate(second, e.lanes(leaders))


def active_mask(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``activemask``: the active mask, which depends on the schedule."""
    active = e.exec_mask
    e.runtime("kh_active_mask", "%worker", active, e.site())
    e.write(i.operands[0], e.broadcast(active, "i32"), "b32")


# -- control flow ----------------------------------------------------------------------------------------


def jump(e: Emitter, target: int) -> None:
    """Go to a block: directly while the warp is converged, through the scheduler otherwise."""
    apart = e.fresh("apart")
    # the scheduler has no choice while all lanes are at one place
    e.stmt(f"br i1 {e.is_whole}, label %b{target}, label %{apart}")
    e.label(apart)
    e.merge()
    e.runtime("kh_goto", "%warp", e.mask, target)
    e.stmt("br label %dispatch")


def branch(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bra``; lanes diverge if their guards differ."""
    target = branch_target(i, e.flow.labels)
    if e.guard_bits is None:
        jump(e, target)
        return
    following = e.block.index + 1
    taken = e.tmp(f"and i32 {e.mask}, {e.guard_bits}")
    # lanes that agree stay together and need no scheduler
    whole, not_all, parts = e.fresh("whole"), e.fresh("notall"), e.fresh("parts")
    apart = e.fresh("apart") if e.aside else parts
    e.stmt(f"br i1 {e.is_whole}, label %{whole}, label %{apart}")
    e.label(whole)
    is_all = e.tmp(f"icmp eq i32 {taken}, {e.mask}")
    e.stmt(f"br i1 {is_all}, label %b{target}, label %{not_all}")
    e.label(not_all)
    is_none = e.tmp(f"icmp eq i32 {taken}, 0")
    e.stmt(f"br i1 {is_none}, label %b{following}, label %{parts}")
    if e.aside:
        e.label(apart)
        e.merge()
        e.stmt(f"br label %{parts}")
    e.label(parts)
    e.count_divergence(taken)
    e.runtime("kh_branch", "%warp", e.mask, taken, target, following)
    e.stmt("br label %dispatch")


def branch_table(e: Emitter, i: Instruction, m: Modifiers) -> None:
    targets = table_targets(i, e.flow.labels, e.kernel)
    e.put(0, e.read(i.operands[0], "u32"), "<32 x i32>")
    if e.plan is not None:
        e.runtime("kh_counts_table", "%worker", e.mask, "%scratch0", e.plan.current.divergence_word)
    e.runtime(
        "kh_branch_table", "%worker", "%warp", e.mask, "%scratch0", e.table(targets), len(targets), e.site()
    )
    e.stmt("br label %dispatch")


def enter_function(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Make room for the frame of a function that is called through the stack, or end the launch."""
    frame, *rest = i.operands
    e.put(0, e.read(frame, "u32"), "<32 x i32>")
    numbers = (number.value for number in rest if isinstance(number, Immediate))
    is_full = e.from_runtime("kh_frame", "%worker", "%warp", e.mask, "%scratch0", *numbers, e.site())
    go = e.fresh("go")
    # a stack that overflows has ended the launch: kh_select then leaves
    e.stmt(f"br i1 {e.tmp(f'icmp ne i32 {is_full}, 0')}, label %dispatch, label %{go}")
    e.label(go)


def call_function(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Jump to a function whose frame is prepared."""
    jump(e, branch_target(i, e.flow.labels))


def call_pointer(e: Emitter, i: Instruction, m: Modifiers) -> None:
    targets = [NO_PC if target is None else target for target in pointer_targets(i, e.flow.labels, e.kernel)]
    e.put(0, e.read(i.operands[0], "u64"), "<32 x i64>")
    table = (e.table(targets), len(targets))
    e.runtime("kh_call_pointer", "%worker", "%warp", e.mask, "%scratch0", *table, e.site())
    e.stmt("br label %dispatch")


def leave(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``ret`` of a kernel and ``exit``: the lanes end."""
    e.runtime("kh_exit", "%warp", e.exec_mask)
    if e.guard_bits is not None:
        # lanes whose guard is off continue behind the instruction
        keep = e.tmp(f"xor i32 {e.guard_bits}, -1")
        rest = e.tmp(f"and i32 {e.mask}, {keep}")
        e.runtime("kh_goto", "%warp", rest, e.block.index + 1)
    e.stmt("br label %dispatch")


def trap(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``trap``: the launch ends with a fault."""
    e.runtime("kh_trap", "%worker", "%warp", e.mask, e.site())
    e.stmt("br label %dispatch")


def cta_barrier(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bar.sync``, ``bar.red``, ``bar.arrive`` and their ``barrier`` forms."""
    mode = m["mode"]
    operands = list(i.operands)
    predicate = "0"
    if mode == "red":
        predicate = e.bits(e.read_predicate(operands.pop()))
    if not 1 <= len(operands) <= 2 or (mode == "arrive" and len(operands) == 1):
        raise e.error("a barrier takes its number and a thread count, which an arrive needs")
    identity = _barrier_operand(e, operands[0], is_count=False)
    count = _barrier_operand(e, operands[1], is_count=True) if len(operands) > 1 else "0"
    if mode == "arrive" and count == "0":
        raise e.error("an arrive needs a thread count above 0")
    # bar is short for barrier.aligned (PTX ISA 9.0, "bar")
    is_aligned = i.name == "bar" or "aligned" in i.opcode.split(".")
    where = (e.site(), BARRIER_MODES[mode], is_aligned)
    e.runtime("kh_barrier_wait", "%warp", e.mask, e.block.index + 1, identity, count, predicate, *where)
    e.stmt("br label %dispatch")


def _barrier_operand(e: Emitter, operand: Operand, *, is_count: bool) -> str:
    """Return a barrier's number or thread count as a scalar, checked here or, in a register, at run time."""
    if isinstance(operand, Immediate):
        if is_count and (operand.value % 32 or not 0 <= operand.value <= 1024):
            raise e.error(f"a thread count must be a multiple of 32 up to 1024 (got {operand.value})")
        if not is_count and not 0 <= operand.value < N_BARRIERS:
            raise e.error(f"a block has barriers 0 to {N_BARRIERS - 1} (got {operand.value})")
        return str(operand.value)
    # lanes may hold different numbers, which is a fault that only the launch can show
    e.put(0, e.read(operand, "u32"), "<32 x i32>")
    return e.from_runtime("kh_barrier_operand", "%worker", "%warp", e.mask, "%scratch0", is_count, e.site())


# -- CUDA library functions that have no body in PTX ------------------------------------------------------
#
# The CUDA C++ Programming Guide describes them under "Formatted Output", "Assertion" and "Dynamic Global Memory
# Allocation". Here they are instructions ``kh_NAME result, arguments``: `harness.ptx.reading.inline.LIBRARY`.


def _put(e: Emitter, i: Instruction, *types: str) -> tuple[str, ...]:
    for index, kind in enumerate(types):
        e.put(index, e.read(i.operands[index + 1], kind), ivec(int(kind[1:])))
    return SCRATCH[: len(types)]


def print_text(e: Emitter, i: Instruction, m: Modifiers) -> None:
    e.runtime("kh_vprintf", "%worker", e.mask, *_put(e, i, "b64", "b64"), "%scratch2", e.site())
    e.write(i.operands[0], e.get(2, ivec(32)), "b32")


def fail_assertion(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``__assertfail``: the launch ends with a fault."""
    # message, file, line and function; the fifth argument, the size of a character, changes nothing
    e.runtime("kh_assertfail", "%worker", "%warp", e.mask, *_put(e, i, "b64", "b64", "b32", "b64"), e.site())
    e.stmt("br label %dispatch")


def allocate(e: Emitter, i: Instruction, m: Modifiers) -> None:
    e.runtime("kh_malloc", "%worker", e.mask, *_put(e, i, "b64"), "%scratch1")
    e.write(i.operands[0], e.get(1, ivec(64)), "b64")


def free(e: Emitter, i: Instruction, m: Modifiers) -> None:
    e.runtime("kh_free", "%worker", e.mask, *_put(e, i, "b64"), e.site())
