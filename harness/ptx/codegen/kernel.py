"""Turns one kernel into LLVM IR: a function that runs one warp until it blocks.

Steps: flatten calls, find blocks and live registers, lay out variables, lower block by block. What it does with vectors
are functions that kernels share. The text depends on the PTX alone, so it can be cached by content. In the form of a
recorded launch each instruction reports its results after it was executed.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Collection, Iterator

from ...errors import PtxError
from .. import layout as kh
from ..fault import Site
from ..ir.counting import CountPlan, feeding_lines
from ..ir.flat_kernel import CARRY, Block, Flow, is_guard_skip
from ..ir.frame import build_frame
from ..ir.kernel_code import KernelCode
from ..ir.traced import Exchange, Role, TracedInstruction, TracedOperand, TracedResult, controlling_blocks
from ..isa.initcheck import lower_with_shadow
from ..isa.row import Effect, Goes, Order, Row
from ..isa.shadow import ShadowEmitter
from ..isa.table import find, row_at, row_of
from ..lower.emitter import Emitter, Modifiers
from ..lower.llvm_text import (
    FRAGMENT,
    FRAGMENT_BYTES,
    I1,
    N_SCRATCH,
    PLACE_BYTES,
    SCRATCH,
    SCRATCH_BYTES,
    bits_of,
    ivec,
)
from ..lower.warp import jump, put_shuffle_sources
from ..reading.flow import analyze, definitions, ends_block, maybe_undefined, uses
from ..reading.inline import flatten
from ..reading.matrix_groups import Misuse, misuses
from ..text import syntax as ptx

OBJECT_SPACES = ("texture", "surface")
"""Spaces of the sites of texture and surface instructions; their memory is global."""
_COPY_BYTES = 4
"""Smallest copy of a ``cp.async``."""


def granule_shift(sites: Collection[Site], space: str) -> int:
    """Return log2 of the size in bytes of the smallest element that any site may access in a space."""
    # Texels without a type in the instruction may be single bytes.
    if space == "global" and any(site.space in OBJECT_SPACES and not site.size_bytes for site in sites):
        return 0
    spaces = (space, "generic", *(OBJECT_SPACES if space == "global" else ()))
    sizes = [_element_bytes(s) for s in sites if s.size_bytes and (s.space in spaces or _is_copy(s))]
    return min(sizes, default=4).bit_length() - 1


def _is_copy(site: Site) -> bool:
    return site.space in ("global", "shared") and not row_at(site).has_elements


def _element_bytes(site: Site) -> int:
    words = site.opcode.split(".")
    if row_at(site).has_elements:
        return bits_of(next(word for word in reversed(words) if word in ptx.TYPE_BYTES)) // 8
    return min(site.size_bytes, _COPY_BYTES)


def may_wait(site: Site) -> bool:
    """Return whether an instruction may poll: read global memory to wait for other blocks."""
    flags = site_flags(site)
    is_strong = flags & (kh.SITE_STRONG | kh.SITE_VOLATILE) and not flags & kh.SITE_NO_RESULT
    return bool(is_strong) and site.space in ("global", "generic") and not site.opcode.startswith("st")


def site_flags(site: Site) -> int:
    """Return an instruction's effect on memory: bits of ``enum kh_site_flag``."""
    row = row_at(site)
    words = site.opcode.split(".")
    # .cta is the only scope within a block; without a scope PTX takes .gpu
    is_wide = "cta" not in words
    # fence.acquire and fence.release are half a fence each; every other fence is both
    if row.order is Order.FENCE:
        return (
            kh.SITE_WIDE * is_wide
            | kh.SITE_RELEASE * ("acquire" not in words)
            | kh.SITE_ACQUIRE * ("release" not in words)
        )
    is_object = site.space in OBJECT_SPACES
    flags = kh.SITE_INCOHERENT * (is_object or row.order is Order.INCOHERENT or "nc" in words)
    flags |= kh.SITE_READ_ONLY * bool(flags and not is_object)
    flags |= kh.SITE_COPY * (Effect.COPY in row.asynchronous) | kh.SITE_BULK * (
        Effect.BULK in row.asynchronous
    )
    if row.order is Order.ATOMIC:
        flags |= kh.SITE_STRONG | kh.SITE_WIDE * is_wide | kh.SITE_NO_RESULT * (not row.writes)
    elif {"relaxed", "acquire", "release", "mmio"} & set(words):
        flags |= kh.SITE_STRONG | kh.SITE_WIDE * is_wide
    elif "volatile" in words:
        # volatile counts as relaxed at the scope of the system (PTX ISA 9.0, "ld")
        flags |= kh.SITE_VOLATILE | kh.SITE_WIDE
    if {"release", "acq_rel"} & set(words):
        flags |= kh.SITE_RELEASE
    if {"acquire", "acq_rel"} & set(words):
        flags |= kh.SITE_ACQUIRE
    return flags


MAX_LLVM_BLOCK = 64
"""Instructions lowered into one piece of lane code: code generation takes time quadratic in a block's length."""


def generate(
    module: ptx.PtxModule,
    entry: str,
    *,
    counting: bool = False,
    shadows: bool = False,
    tracing: bool = False,
    drawing: bool = False,
) -> KernelCode:
    kernel = flatten(module, entry)
    flow = analyze(kernel)
    frame = build_frame(kernel, module.variables)
    # code with shadows is for the exact pass, and the launch keeps the counts of the pass before
    plan = CountPlan() if counting and not shadows else None
    if shadows:
        emitter: Emitter = ShadowEmitter(kernel, flow, frame, maybe_undefined(flow))
    else:
        emitter = Emitter(kernel, flow, frame, plan, drawing)
    table: list[TracedInstruction] | None = [] if tracing else None
    wrong = misuses(flow.blocks)
    for block in emitter.flow.blocks:
        emitter.label(f"b{block.index}")
        _enter(emitter, block)
        for position, instruction in enumerate(block.instructions, 1):
            if position % MAX_LLVM_BLOCK == 0:
                emitter.end_lanes()
            _lower(emitter, block, instruction, table, wrong.get((block.index, position - 1)))
            if plan is not None:
                _note(plan, flow, block, instruction)
        if not ends_block(block.instructions[-1]):
            emitter.guard = emitter.guard_bits = None
            emitter.end_block()
            jump(emitter, block.index + 1)
    symbol = "kh_kernel"
    lowered = [(row_of(i), i) for block in flow.blocks for i in block.instructions]
    asynchronous = functools.reduce(operator.or_, (row.asynchronous for row, _ in lowered))
    return KernelCode(
        name=entry,
        symbol=symbol,
        llvm_ir=_wrap(emitter, symbol, len(flow.blocks)),
        lane_code=emitter.lane_code,
        # a dict keeps the order of insertion, in which the sites were numbered
        sites=tuple(emitter.sites),
        frame=frame,
        params=tuple(kernel.params),
        register_bytes=emitter.register_bytes,
        # each block has its own shared memory, where the order of blocks does not show
        is_ordered=any(row.is_ordered and ".shared" not in i.opcode for row, i in lowered),
        # live into the first block: read before it is written, on some way
        reads_undefined=bool(flow.blocks[0].live_in),
        reads_all_lanes=any(row.family == "matrix" for row, _ in lowered),
        library=frozenset(row.name.removeprefix("kh_") for row, _ in lowered if row.family == "library"),
        copies_async=Effect.COPY in asynchronous,
        uses_mbarriers=Effect.MBARRIER in asynchronous,
        has_asyncs=bool(asynchronous & (Effect.MBARRIER | Effect.BULK)),
        has_slices=flow.has_slices,
        limits=kernel.limits,
        stack_bytes=emitter.stack_bytes() + N_SCRATCH * SCRATCH_BYTES + emitter.register_bytes,
        n_instructions=len(lowered),
        counted=tuple(plan.instructions) if plan else (),
        n_count_words=plan.n_words if plan else 0,
        comparisons=tuple(plan.comparisons) if plan else (),
        fed_by=feeding_lines((i, definitions(i), uses(i)) for _, i in lowered) if plan else {},
        site_flags=tuple(site_flags(site) for site in emitter.sites),
        may_wait=any(map(may_wait, emitter.sites)),
        granule_shift=granule_shift(emitter.sites, "global"),
        shared_granule_shift=granule_shift(emitter.sites, "shared"),
        traced=tuple(table or ()),
        controlled_by=tuple(controlling_blocks(flow.blocks)) if tracing else (),
        block_places=tuple(map(_places, emitter.flow.blocks)),
    )


def _places(block: Block) -> tuple[tuple[int, int], ...]:
    """Return the source lines of a block's instructions: number of the file, and line."""
    locations = [i.location for i in block.instructions if i.location is not None]
    return tuple(sorted({(location.file, location.line) for location in locations}))


def _note(plan: CountPlan, flow: Flow, block: Block, instruction: ptx.Instruction) -> None:
    """Note a lowered instruction. One whose guard became a branch is noted once, at that branch."""
    if is_guard_skip(instruction):
        guarded = flow.blocks[block.index + 1].instructions[0]
        row = row_of(guarded)
        plan.note(guarded, row.family, row.meets, skips=True)
        return
    row = row_of(instruction)
    before = flow.blocks[block.index - 1].instructions[-1] if block.index else None
    is_noted = before is not None and instruction is block.instructions[0] and is_guard_skip(before)
    if row.is_counted and not is_noted:
        plan.note(instruction, row.family, row.meets)


def _enter(e: Emitter, block: Block) -> None:
    """Start a block: count its instructions and, at a loop's head, check the step budget."""
    if e.plan is not None:
        e.plan.begin_block()
    _take_steps(e, block)
    # lanes that wait for others enter this block again: `meet` counts it once they go on
    if not row_of(block.instructions[0]).meets:
        e.count_block()


def _take_steps(e: Emitter, block: Block) -> None:
    e.places = {}
    e.begin_block(block)
    # for `Program.note_blocks`, which finds the source lines that ran
    e.stmt(f"store i8 1, ptr {e.tmp(f'getelementptr i8, ptr %ran, i64 {block.index}')}, align 1")
    before = e.tmp("load i64, ptr %stepsp, align 8")
    after = e.tmp(f"sub i64 {before}, {len(block.instructions)}")
    e.stmt(f"store i64 {after}, ptr %stepsp, align 8")
    # every loop passes a head, so no kernel runs on without asking for more steps
    if not block.is_loop_head:
        return
    empty, go, stop = e.fresh("empty"), e.fresh("on"), e.fresh("stop")
    used_up = e.tmp(f"icmp slt i64 {after}, 0")
    e.stmt(f"br i1 {used_up}, label %{empty}, label %{go}")
    e.label(empty)
    e.instruction = block.instructions[0]
    status = e.from_runtime("kh_refill", "%worker", "%warp", block.index, len(block.instructions), e.site())
    is_over = e.tmp(f"icmp ne i32 {status}, 0")
    e.stmt(f"br i1 {is_over}, label %{stop}, label %{go}")
    e.label(stop)
    e.stmt(f"ret i32 {status}")
    e.label(go)


def _lower(
    e: Emitter,
    block: Block,
    instruction: ptx.Instruction,
    table: list[TracedInstruction] | None = None,
    misuse: Misuse | None = None,
) -> None:
    row, modifiers = find(instruction)
    e.begin_instruction(instruction, row.may_part(instruction))
    if misuse is not None:
        if misuse.n_commits is not None:
            e.runtime("kh_wgmma_named", "%worker", "%warp", e.exec_mask, misuse.n_commits, e.site())
        if misuse.is_unfenced:
            e.runtime("kh_wgmma_unfenced", "%worker", e.exec_mask, e.site())
    is_last = instruction is block.instructions[-1]
    if table is not None:
        table.append(traced(instruction, row, block.index))
    if is_last and ends_block(instruction):
        if table is not None and is_recorded(table[-1]):
            # no code of this block runs behind the instruction that ends it, and that has no results
            e.runtime("kh_trace_result", "%worker", len(table) - 1, e.mask, SCRATCH[VALUES], 0)
        # before lanes part or wait: the blocks that follow load the registers from memory
        e.end_block()
        if row.goes not in (Goes.LABEL, Goes.CALLS):  # a jump merges on its own way to the scheduler
            e.merge_parts()
    try:
        if isinstance(e, ShadowEmitter):
            lower_with_shadow(e, row, instruction, modifiers)
        else:
            row.lower(e, instruction, modifiers)
    except PtxError as error:
        if error.line:
            raise
        raise PtxError(error.message, line=instruction.line) from error
    except (ValueError, IndexError) as problem:
        # the opcode matched a row, but the operands do not fit that row
        raise e.error(f"operands not understood ({problem})") from problem
    if table is not None and not ends_block(instruction) and is_recorded(table[-1]):
        record(e, modifiers, len(table) - 1, table[-1])


def _wrap(e: Emitter, symbol: str, n_blocks: int) -> str:
    # in the entry block: anywhere else an alloca takes stack again each time that it is passed
    areas = [f"  %scratch{k} = alloca [{SCRATCH_BYTES} x i8], align 64" for k in range(N_SCRATCH)]
    if e.has_fragment:
        areas.append(f"  %scratch{FRAGMENT} = alloca [{FRAGMENT_BYTES} x i8], align 64")
    areas += [f"  %place{k} = alloca [{PLACE_BYTES} x i8], align 64" for k in range(e.n_places)]
    areas_text = "\n".join(areas)
    cases = " ".join(f"i32 {index}, label %b{index}" for index in range(n_blocks))
    body = "\n".join(e.finish())
    tables = "\n".join(e.tables)
    declarations = "\n".join(sorted(e.declared.values()))
    counts = ""
    if e.plan is not None:
        counts = f"""
  %countsp = getelementptr i8, ptr %worker, i64 {kh.Worker.counts.offset}
  %counts = load ptr, ptr %countsp, align 8"""
    # kh_select ends a warp by NO_PC, which the switch does not have, with a status in place of the mask
    return f"""\
declare i64 @kh_select(ptr, ptr) nonlazybind
{declarations}
{tables}

define i32 @{symbol}(ptr %worker, ptr %warp) nounwind {{
entry:
{areas_text}
  %aside = alloca [{e.register_bytes} x i8], align 64
  %maskp = alloca i32, align 4
  %registersp = getelementptr i8, ptr %warp, i64 {kh.Warp.registers.offset}
  %registers = load ptr, ptr %registersp, align 8
  %splitp = getelementptr i8, ptr %warp, i64 {kh.Warp.split.offset}
  %stepsp = getelementptr i8, ptr %warp, i64 {kh.Warp.steps.offset}
  %launchp = getelementptr i8, ptr %worker, i64 {kh.Worker.launch.offset}
  %launch = load ptr, ptr %launchp, align 8
  %ranp = getelementptr i8, ptr %worker, i64 {kh.Worker.ran.offset}
  %ran = load ptr, ptr %ranp, align 8{counts}
  br label %dispatch
dispatch:
  %selected = call i64 @kh_select(ptr %worker, ptr %warp)
  %pc = trunc i64 %selected to i32
  %upper = lshr i64 %selected, 32
  %selmask = trunc i64 %upper to i32
  store i32 %selmask, ptr %maskp, align 4
  switch i32 %pc, label %leave [ {cases} ]
leave:
  ret i32 %selmask
{body}
}}
"""


# -- recorded launches -----------------------------------------------------------------------------------

# free by then: an instruction reports after it was lowered
VALUES = 5
"""Scratch area of the recorded values."""


def traced(instruction: ptx.Instruction, row: Row, block: int) -> TracedInstruction:
    return TracedInstruction(
        opcode=instruction.opcode,
        ptx_line=instruction.line,
        file=instruction.source.file,
        source_line=instruction.source.line,
        callers=instruction.source.callers,
        block=block,
        family=row.family,
        results=tuple(_results(instruction, row)),
        operands=tuple(_operands(instruction, row)),
        n_slots=_n_slots(instruction, row),
        exchange=_exchange(row),
    )


def _exchange(row: Row) -> Exchange:
    if row.exchange is not None:
        return row.exchange
    # without .sync lanes do not meet for a vote, and it still counts all that execute it
    is_vote = row.family == "vote" and row.name != "activemask"
    return Exchange.ALL if row.meets or is_vote else Exchange.OWN


def _n_slots(instruction: ptx.Instruction, row: Row) -> int:
    if row.family not in ("load", "store", "atomic") or row.meets:
        return 1
    return max((len(o.elements) for o in instruction.operands if isinstance(o, ptx.VectorOperand)), default=1)


def _results(instruction: ptx.Instruction, row: Row) -> Iterator[TracedResult]:
    if not row.writes or not instruction.operands:
        return
    first = instruction.operands[0]
    if isinstance(first, ptx.Pair):
        parts = (*ptx.elements_of(first.first), first.second)
    else:
        parts = ptx.elements_of(first.operand if isinstance(first, ptx.Part) else first)
    for slot, part in enumerate(parts):
        if isinstance(part, ptx.Register):
            yield TracedResult(part.name, part.type, slot)
    if "cc" in instruction.opcode.split("."):
        yield TracedResult(CARRY.name, CARRY.type, len(parts))


def _operands(instruction: ptx.Instruction, row: Row) -> Iterator[TracedOperand]:
    for position, operand in enumerate(instruction.operands):
        if position == 0 and row.writes:
            # a part of a register keeps the rest of it
            if isinstance(operand, ptx.Part):
                yield from _read(operand.operand, Role.VALUE)
            continue
        role = Role.VALUE
        if position in row.selects:
            role = Role.INDEX
        elif position in row.decides:
            role = Role.CONDITION
        yield from _read(operand, role)
    if row.reads_carry:
        yield TracedOperand(CARRY.name, CARRY.type, Role.VALUE)
    if instruction.predicate is not None:
        guard = instruction.predicate
        yield TracedOperand(guard.name, guard.type, Role.CONDITION, text="!" if instruction.negated else "")


def _read(operand: ptx.Operand, role: Role, slot: int = 0) -> Iterator[TracedOperand]:
    if isinstance(operand, ptx.Register):
        yield TracedOperand(operand.name, operand.type, role, slot)
    elif isinstance(operand, ptx.Address):
        for part in (operand.base, *operand.coordinates):
            yield from _read(part, Role.INDEX, slot)
    elif isinstance(operand, ptx.VectorOperand):
        for index, element in enumerate(operand.elements):
            yield from _read(element, role, index)
    elif isinstance(operand, ptx.Negated | ptx.Part):
        yield from _read(operand.operand, role, slot)
    elif not isinstance(operand, ptx.Sink | ptx.Pair):
        yield TracedOperand("", "", role, slot, _constant(operand))


def _constant(operand: ptx.Operand) -> str:
    if isinstance(operand, ptx.Immediate):
        return str(operand.value)
    if isinstance(operand, ptx.FloatImmediate):
        return f"{operand.value:.9g}"
    return operand.name if isinstance(operand, ptx.Special | ptx.Symbol) else ""


def is_recorded(each: TracedInstruction) -> bool:
    """Whether executions of an instruction are recorded: those with results, accesses, or a register that decides."""
    return (
        bool(each.results)
        or each.family in ("load", "store", "atomic", "texture")
        or any(operand.register for operand in each.operands)
    )


def record(e: Emitter, m: Modifiers, index: int, each: TracedInstruction) -> None:
    """Write the report of the current instruction, which has been lowered."""
    offset = 0
    if each.exchange is Exchange.SHUFFLE:
        offset = put_shuffle_sources(e, m, VALUES)
    for result in each.results:
        value = e.value(ptx.Register(result.register, result.type))
        if result.type == "pred":
            e.put(VALUES, e.tmp(f"bitcast {I1} {value} to i32"), "i32", offset)
            # a mask takes 4 bytes, but an area holds values at multiples of 16
            offset += 16
        else:
            bits = bits_of(result.type)
            e.put(VALUES, value, ivec(bits), offset)
            offset += 4 * bits
    e.runtime("kh_trace_result", "%worker", index, e.exec_mask, SCRATCH[VALUES], offset)
