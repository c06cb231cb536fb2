"""Lowers ``mbarrier`` and the operations that complete on one. PTX ISA 9.0, chapters 9.7.9 and 9.7.13."""

from __future__ import annotations

from ..layout import ARRIVE_DROPS as _DROPS
from ..layout import ARRIVE_EXPECTS as _EXPECTS
from ..layout import ARRIVE_INCOMPLETE as _INCOMPLETE
from ..layout import ARRIVE_RELAXED as _RELAXED
from ..layout import BULK_ELEMENTS, SPACE_CODES
from ..text.syntax import Address, Immediate, Instruction, Operand, Sink, VectorOperand
from .emitter import Emitter, Modifiers
from .llvm_text import bits_of, splat
from .memory import ATOMIC_TYPES, ATOMICS, put_address, space_of

BARRIER_BYTES = 8
PENDING_BITS = 20
_STORE = 0xFFFFFFFF
BULK_UNIT_BYTES = 16


def _put_barrier(e: Emitter, index: int, operand: Operand, space: str) -> list[tuple[str, str]]:
    """Pass the mbarriers' addresses to the runtime; return the site and the space as arguments."""
    put_address(e, index, operand, space)
    return [("i32", str(e.site(BARRIER_BYTES, space))), ("i32", str(SPACE_CODES[space]))]


def _start(e: Emitter, mask: str | None = None) -> list[tuple[str, str]]:
    return [("ptr", "%worker"), ("i32", mask or e.exec_mask)]


def _scratch(*indices: int) -> list[tuple[str, str]]:
    return [("ptr", f"%scratch{index}") for index in indices]


def initialize(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mbarrier.init``."""
    address, count = i.operands
    where = _put_barrier(e, 0, address, space_of(m))
    e.put(1, e.read(count, "u32"), "<32 x i32>")
    e.call("void", "kh_mbarrier_init", *_start(e), *_scratch(0, 1), *where)


def invalidate(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mbarrier.inval``."""
    (address,) = i.operands
    where = _put_barrier(e, 0, address, space_of(m))
    e.call("void", "kh_mbarrier_inval", *_start(e), *_scratch(0), *where)


def arrive(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mbarrier.arrive`` and ``mbarrier.arrive_drop`` in all forms."""
    words = i.opcode.split(".")
    expects, incomplete = "expect_tx" in words, "noComplete" in words
    flags = _EXPECTS * expects | _DROPS * (words[1] == "arrive_drop") | _INCOMPLETE * incomplete
    flags |= _RELAXED * ("relaxed" in words)
    d, address, *rest = i.operands
    if len(rest) > 1 or (not rest and (expects or incomplete)):
        raise e.error("an arrival takes one count, which .expect_tx and .noComplete need")
    if space_of(m) == "shared::cluster" and not isinstance(d, Sink):
        raise e.error("an arrival in shared::cluster gives no state: its destination must be _")
    where = _put_barrier(e, 0, address, space_of(m))
    number = e.read(rest[0], "u32") if rest else splat(32, 1)
    e.put(1, splat(32, 1) if expects else number, "<32 x i32>")
    e.put(2, number if expects else splat(32, 0), "<32 x i32>")
    e.call("void", "kh_mbarrier_arrive", *_start(e), *_scratch(0, 1, 2, 3), *where, ("i32", str(flags)))
    if not isinstance(d, Sink):
        e.write(d, e.get(3, "<32 x i64>"), "b64")


def transact(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mbarrier.expect_tx`` and ``mbarrier.complete_tx``."""
    address, count = i.operands
    where = _put_barrier(e, 0, address, space_of(m))
    e.put(1, e.read(count, "u32"), "<32 x i32>")
    completes = ("i32", str(int(m["operation"] == "complete_tx")))
    e.call("void", "kh_mbarrier_transact", *_start(e), *_scratch(0, 1), *where, completes)


def test(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mbarrier.test_wait`` and ``mbarrier.try_wait``; while a phase is incomplete, other lanes go first."""
    d, address, state, *hint = i.operands
    if len(hint) > (m["operation"] == "try_wait"):
        raise e.error("the operands are a predicate, an address, a state or parity and, for try_wait, a time")
    where = _put_barrier(e, 0, address, space_of(m))
    kind = "u32" if m["parity"] else "b64"
    e.put(1, e.resize(e.read(state, kind), bits_of(kind), 64), "<32 x i64>")
    complete = e.call(
        "i32",
        "kh_mbarrier_test",
        ("ptr", "%worker"),
        ("ptr", "%warp"),
        ("i32", e.mask),
        *_scratch(0, 1),
        *where,
        ("i32", str(int(m["parity"] is not None))),
        ("i32", str(int(m["order"] == "relaxed"))),
    )
    e.write_predicate(d, e.lanes(complete))


def pending_count(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mbarrier.pending_count``: the arrivals that the state still lacked."""
    d, state = i.operands
    masked = e.tmp(f"and <32 x i64> {e.read(state, 'b64')}, {splat(64, (1 << PENDING_BITS) - 1)}")
    e.write(d, e.resize(masked, 64, 32), "u32")


def arrive_after_copies(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async.mbarrier.arrive``."""
    (address,) = i.operands
    where = _put_barrier(e, 0, address, space_of(m))
    is_counted = ("i32", str(int(m["noinc"] is not None)))
    e.call("void", "kh_mbarrier_arrive_copies", *_start(e), *_scratch(0), *where, is_counted)


def store_async(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``st.async`` and ``red.async``."""
    kind, operation = m["type"], m.get("operation")
    assert kind is not None
    address, value, barrier = i.operands
    count = int((m.get("vec") or "v1")[1:])
    elements = value.elements if isinstance(value, VectorOperand) else (value,)
    bits = bits_of(kind)
    size = bits // 8 * count
    if len(elements) != count or size > BULK_UNIT_BYTES:
        raise e.error(f"up to 16 bytes are stored, as a vector of {count} (got {len(elements)} elements)")
    if operation and (kind not in ATOMIC_TYPES[operation] or (kind == "u64" and operation != "add")):
        raise e.error(f"atomic {operation} is not defined for .{kind}")
    halves = [splat(64, 0), splat(64, 0)]
    for index, element in enumerate(elements):
        wide = e.resize(e.read(element, kind), bits, 64)
        half, shift = divmod(index * bits, 64)
        moved = e.tmp(f"shl <32 x i64> {wide}, {splat(64, shift)}")
        halves[half] = e.tmp(f"or <32 x i64> {halves[half]}, {moved}")
    put_address(e, 0, address, "shared::cluster")
    put_address(e, 2, barrier, "shared::cluster")
    e.put(1, halves[0], "<32 x i64>")
    e.put(1, halves[1], "<32 x i64>", 32 * 8)
    e.call(
        "void",
        "kh_async_store",
        *_start(e),
        *_scratch(0, 1, 2),
        ("i32", str(size)),
        ("i32", str(e.site(size, "shared::cluster"))),
        ("i32", str(SPACE_CODES["shared::cluster"])),
        ("i32", str(ATOMICS.index(operation) if operation else _STORE)),
        ("i32", str(int(kind.startswith("s")))),
    )


def copy_bulk(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async.bulk`` and ``cp.reduce.async.bulk`` between memories and between blocks of a cluster."""
    to_space, from_space = m["to"], m["source"]
    assert to_space is not None
    assert from_space is not None
    completes = m.get("completion") is not None
    n_operands = 3 + completes + (m.get("multicast") is not None) + (m.get("hint") is not None)
    if len(i.operands) != n_operands or not all(isinstance(o, Address) for o in (*i.operands[:2],)):
        raise e.error(f"this form has {n_operands} operands (got {len(i.operands)})")
    to, source, size, *rest = i.operands
    if isinstance(size, Immediate) and size.value % BULK_UNIT_BYTES:
        raise e.error(f"the size of a bulk copy must be a multiple of {BULK_UNIT_BYTES} (got {size.value})")
    spaces = [s if s == "shared::cluster" else s.partition("::")[0] for s in (to_space, from_space)]
    put_address(e, 0, to, spaces[0])
    put_address(e, 1, source, spaces[1])
    e.put(2, e.read(size, "u32"), "<32 x i32>")
    barrier, ranks = ("ptr", "null"), ("ptr", "null")
    if completes:
        put_address(e, 3, rest.pop(0), "shared::cluster")
        barrier = ("ptr", "%scratch3")
    if m.get("multicast"):
        e.put(4, e.resize(e.read(rest.pop(0), "b16"), 16, 32), "<32 x i32>")
        ranks = ("ptr", "%scratch4")
    e.call(
        "void",
        "kh_copy_bulk",
        *_start(e),
        *_scratch(0, 1, 2),
        barrier,
        ranks,
        *(("i32", str(SPACE_CODES[space])) for space in spaces),
        *(("i32", str(e.site(BULK_UNIT_BYTES, space))) for space in spaces),
        *_reduction(e, i, m),
    )


def _reduction(e: Emitter, i: Instruction, m: Modifiers) -> list[tuple[str, str]]:
    """Return the operation and the type of a bulk reduction as arguments."""
    operation, kind = m.get("operation"), m.get("type")
    if not operation or not kind:
        return [("i32", str(_STORE)), ("i32", "0")]
    is_half = kind in ("f16", "bf16")
    if kind not in ATOMIC_TYPES[operation]:
        raise e.error(f"a bulk reduction by {operation} is not defined for .{kind} here")
    if is_half != (".noftz" in i.opcode):
        raise e.error("bulk additions of halves, and they alone, need .noftz")
    element = BULK_ELEMENTS[kind.replace("b", "u", 1) if kind in ("b32", "b64") else kind]
    return [("i32", str(ATOMICS.index(operation))), ("i32", str(element))]


def commit_bulk(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async.bulk.commit_group``."""
    e.call("void", "kh_bulk_commit", *_start(e))


def wait_for_bulk(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async.bulk.wait_group``; ``.read`` also completes the writes, as PTX allows."""
    (operand,) = i.operands
    if not isinstance(operand, Immediate) or not 0 <= operand.value < 2**31:
        raise e.error("the number of groups must be a constant of 32 bits")
    e.call("void", "kh_bulk_wait", *_start(e), ("i32", str(operand.value)))
