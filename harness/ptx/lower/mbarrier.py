"""Lowers ``mbarrier``, operations that complete on an mbarrier, cluster instructions, and ``nanosleep``.

PTX ISA 9.0, chapters 9.7.9 and 9.7.13.
"""

from __future__ import annotations

from .. import layout as kh
from ..layout import ATOMIC_OPERATIONS, BULK_ELEMENTS, SLICE_BITS, SPACE_CODES, Warp
from ..text.syntax import Address, Immediate, Instruction, Operand, Sink, elements_of
from .emitter import Emitter, Modifiers, read_special, vector_length
from .llvm_text import SCRATCH, bits_of, ivec, splat
from .memory import ATOMIC_TYPES, number_of_groups, put_address, put_elements, space_of
from .warp import jump

BARRIER_BYTES = 8
# runtime/mbarrier.c has pending arrivals in the lowest bits of a state; counts end at 2^20 - 1
PENDING_BITS = 20
# not an operation of enum kh_atomic: the value is stored as it is
_STORE = 0xFFFFFFFF
# addresses and sizes of bulk copies are multiples of 16 (PTX ISA 9.0, "cp.async.bulk")
BULK_UNIT_BYTES = 16

MAX_RANK = 255
"""Ranks that a shared address can carry; no cluster has so many blocks."""


def _put_barrier(e: Emitter, operand: Operand, space: str) -> tuple[int, int]:
    """Pass the mbarriers' addresses to the runtime; return the site and the space as arguments."""
    put_address(e, 0, operand, space)
    return e.site(BARRIER_BYTES, space), SPACE_CODES[space]


def initialize(e: Emitter, i: Instruction, m: Modifiers) -> None:
    address, count = i.operands
    where = _put_barrier(e, address, space_of(m))
    e.put(1, e.read(count, "u32"), "<32 x i32>")
    e.runtime("kh_mbarrier_init", "%worker", e.exec_mask, *SCRATCH[:2], *where)


def invalidate(e: Emitter, i: Instruction, m: Modifiers) -> None:
    (address,) = i.operands
    where = _put_barrier(e, address, space_of(m))
    e.runtime("kh_mbarrier_inval", "%worker", e.exec_mask, "%scratch0", *where)


def arrive(e: Emitter, i: Instruction, m: Modifiers) -> None:
    words = i.opcode.split(".")
    expects, incomplete = "expect_tx" in words, "noComplete" in words
    flags = kh.ARRIVE_EXPECTS * expects | kh.ARRIVE_INCOMPLETE * incomplete
    flags |= kh.ARRIVE_DROPS * (words[1] == "arrive_drop") | kh.ARRIVE_RELAXED * ("relaxed" in words)
    d, address, *rest = i.operands
    if len(rest) > 1 or (not rest and (expects or incomplete)):
        raise e.error("an arrival takes one count, which .expect_tx and .noComplete need")
    if space_of(m) == "shared::cluster" and not isinstance(d, Sink):
        raise e.error("an arrival in shared::cluster gives no state: its destination must be _")
    where = _put_barrier(e, address, space_of(m))
    number = e.read(rest[0], "u32") if rest else splat(32, 1)
    # with .expect_tx the operand is the transaction count, and the arrival counts once
    e.put(1, splat(32, 1) if expects else number, "<32 x i32>")
    e.put(2, number if expects else splat(32, 0), "<32 x i32>")
    e.runtime("kh_mbarrier_arrive", "%worker", e.exec_mask, *SCRATCH[:4], *where, flags)
    if not isinstance(d, Sink):
        e.write(d, e.get(3, "<32 x i64>"), "b64")


def transact(e: Emitter, i: Instruction, m: Modifiers) -> None:
    address, count = i.operands
    where = _put_barrier(e, address, space_of(m))
    e.put(1, e.read(count, "u32"), "<32 x i32>")
    is_completion = m["operation"] == "complete_tx"
    e.runtime("kh_mbarrier_transact", "%worker", e.exec_mask, *SCRATCH[:2], *where, is_completion)


def test(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mbarrier.test_wait`` and ``mbarrier.try_wait``; while a phase is incomplete, other lanes go first."""
    d, address, state, *hint = i.operands
    # a time only bounds how long the hardware suspends a thread; here a lane rests until others have run
    if len(hint) > (m["operation"] == "try_wait"):
        raise e.error("the operands are a predicate, an address, a state or parity and, for try_wait, a time")
    where = _put_barrier(e, address, space_of(m))
    kind = "u32" if m["parity"] else "b64"
    e.put(1, e.resize(e.read(state, kind), bits_of(kind), 64), "<32 x i64>")
    words = (m["parity"] != "", m["order"] == "relaxed")
    complete = e.from_runtime("kh_mbarrier_test", "%worker", "%warp", e.mask, *SCRATCH[:2], *where, *words)
    e.write_predicate(d, e.lanes(complete))


def pending_count(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mbarrier.pending_count``: the arrivals that the state still lacked."""
    d, state = i.operands
    masked = e.tmp(f"and <32 x i64> {e.read(state, 'b64')}, {splat(64, (1 << PENDING_BITS) - 1)}")
    e.write(d, e.resize(masked, 64, 32), "u32")


def arrive_after_copies(e: Emitter, i: Instruction, m: Modifiers) -> None:
    (address,) = i.operands
    where = _put_barrier(e, address, space_of(m))
    e.runtime("kh_mbarrier_arrive_copies", "%worker", e.exec_mask, "%scratch0", *where, m["noinc"] != "")


def store_async(e: Emitter, i: Instruction, m: Modifiers) -> None:
    kind, operation = m["type"], m["operation"]
    address, value, barrier = i.operands
    count, elements = vector_length(m), elements_of(value)
    bits = bits_of(kind)
    size = bits // 8 * count
    if len(elements) != count or size > BULK_UNIT_BYTES:
        raise e.error(f"up to 16 bytes are stored, as a vector of {count} (got {len(elements)} elements)")
    # for 64 bits red.async has only .add (PTX ISA 9.0, "red.async")
    if operation and (kind not in ATOMIC_TYPES[operation] or (kind == "u64" and operation != "add")):
        raise e.error(f"atomic {operation} is not defined for .{kind}")
    put_address(e, 0, address, "shared::cluster")
    put_elements(e, 1, elements, kind)
    put_address(e, 2, barrier, "shared::cluster")
    where = (e.site(size, "shared::cluster"), SPACE_CODES["shared::cluster"])
    code = ATOMIC_OPERATIONS[operation] if operation else _STORE
    is_signed = kind.startswith("s")
    e.runtime(
        "kh_async_store", "%worker", e.exec_mask, *SCRATCH[:3], bits // 8, count, *where, code, is_signed
    )


def copy_bulk(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async.bulk`` and ``cp.reduce.async.bulk`` between memories and between blocks of a cluster."""
    completes = bool(m["completion"])
    n_operands = 3 + completes + bool(m["multicast"]) + bool(m["hint"])
    if len(i.operands) != n_operands or not all(isinstance(o, Address) for o in i.operands[:2]):
        raise e.error(f"this form has {n_operands} operands (got {len(i.operands)})")
    to, source, size, *rest = i.operands
    if isinstance(size, Immediate) and size.value % BULK_UNIT_BYTES:
        raise e.error(f"the size of a bulk copy must be a multiple of {BULK_UNIT_BYTES} (got {size.value})")
    spaces = [s if s == "shared::cluster" else s.partition("::")[0] for s in (m["to"], m["source"])]
    put_address(e, 0, to, spaces[0])
    put_address(e, 1, source, spaces[1])
    e.put(2, e.read(size, "u32"), "<32 x i32>")
    barrier, ranks = "null", "null"
    if completes:
        put_address(e, 3, rest.pop(0), "shared::cluster")
        barrier = "%scratch3"
    if m["multicast"]:
        # 16 bits: one for each block of the largest cluster
        e.put(4, e.resize(e.read(rest.pop(0), "b16"), 16, 32), "<32 x i32>")
        ranks = "%scratch4"
    # one site for the write and one for the read, so that a fault names the right space
    where = [SPACE_CODES[space] for space in spaces] + [e.site(BULK_UNIT_BYTES, space) for space in spaces]
    pointers = (*SCRATCH[:3], barrier, ranks)
    e.runtime("kh_copy_bulk", "%worker", e.exec_mask, *pointers, *where, *_reduction(e, i, m))


def _reduction(e: Emitter, i: Instruction, m: Modifiers) -> tuple[int, int]:
    """Return the operation and the type of a bulk reduction as arguments."""
    operation, kind = m["operation"], m["type"]
    if not operation or not kind:
        return _STORE, 0
    is_half = kind in ("f16", "bf16")
    if kind not in ATOMIC_TYPES[operation]:
        raise e.error(f"a bulk reduction by {operation} is not defined for .{kind} here")
    if is_half != (".noftz" in i.opcode):
        raise e.error("bulk additions of halves, and they alone, need .noftz")
    element = BULK_ELEMENTS[kind.replace("b", "u", 1) if kind in ("b32", "b64") else kind]
    return ATOMIC_OPERATIONS[operation], element


def commit_bulk(e: Emitter, i: Instruction, m: Modifiers) -> None:
    e.runtime("kh_bulk_commit", "%worker", e.exec_mask)


def wait_for_bulk(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async.bulk.wait_group``; ``.read`` also completes the writes, as PTX allows."""
    e.runtime("kh_bulk_wait", "%worker", e.exec_mask, number_of_groups(e, i))


def arrive_at_cluster(e: Emitter, i: Instruction, m: Modifiers) -> None:
    words = (m["aligned"] != "", m["order"] == "relaxed")
    e.runtime("kh_cluster_arrive", "%worker", "%warp", e.exec_mask, e.site(), *words)


def wait_for_cluster(e: Emitter, i: Instruction, m: Modifiers) -> None:
    where = (e.block.index + 1, e.site())
    e.runtime("kh_cluster_wait", "%worker", "%warp", e.mask, *where, m["aligned"] != "")
    e.stmt("br label %dispatch")


def map_address(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mapa``: the same place in another block's shared memory, by the block's rank."""
    # A rank outside the cluster gives an unmapped address.
    d, a, rank = i.operands
    kind = m["type"]
    bits = bits_of(kind)
    vec = ivec(bits)
    # a larger rank would overflow into other bits of the address
    bounded = e.call(
        "<32 x i32>", "llvm.umin.v32i32", ("<32 x i32>", e.read(rank, "u32")), ("<32 x i32>", splat(32, MAX_RANK))
    )  # fmt: skip
    moved = e.tmp(f"shl {vec} {e.resize(bounded, 32, bits)}, {splat(bits, SLICE_BITS)}")
    # only the rank is replaced: a generic address keeps its window
    rest = e.tmp(f"and {vec} {e.read(a, kind)}, {splat(bits, ~(MAX_RANK << SLICE_BITS))}")
    e.write(d, e.tmp(f"or {vec} {rest}, {moved}"), kind)


def rank_of_address(e: Emitter, i: Instruction, m: Modifiers) -> None:
    d, a = i.operands
    kind = m["type"]
    bits = bits_of(kind)
    value = e.read(a, kind)
    # without mapa or a multicast there are no addresses of other blocks, and no address carries a rank
    if not e.flow.has_slices:
        e.write(d, read_special(e, "%cluster_ctarank")[0], "u32")
        return
    moved = e.tmp(f"lshr {ivec(bits)} {value}, {splat(bits, SLICE_BITS)}")
    e.write(d, e.resize(e.tmp(f"and {ivec(bits)} {moved}, {splat(bits, MAX_RANK)}"), bits, 32), "u32")


def sleep(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``nanosleep``: other lanes and warps go first. The hardware decides on the duration."""
    e.runtime("kh_rest", "%warp", e.mask)


def rest(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Continue, through the scheduler if lanes rest."""
    following = e.block.index + 1
    none = e.tmp(f"icmp eq i32 {e.field('%warp', Warp.resting.offset)}, 0")
    e.is_whole = e.tmp(f"and i1 {e.is_whole}, {none}")
    jump(e, following)
