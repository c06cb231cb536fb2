"""Lowers moves and addresses: ``mov``, ``cvta``, ``isspacep``. PTX ISA 9.0, chapter 9.7.9."""

from __future__ import annotations

from ..ir.frame import MAX_CONST_BYTES, VARIABLE_GAP_BYTES
from ..layout import CONST_BASE, LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, SLICE_BITS, WINDOW_BYTES, Warp
from ..text.syntax import Instruction, Register, VectorOperand
from .emitter import Emitter, Modifiers, vector_length
from .llvm_text import I1, bits_of, ivec, splat

_WINDOWS = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW, "param": PARAM_WINDOW}
"""First generic address of each space whose own addresses start at 0."""
# a constant has one byte at least, and takes two gaps at most: its alignment is no larger than a gap
_CONST_END = CONST_BASE + 2 * VARIABLE_GAP_BYTES * MAX_CONST_BYTES
_RANGES = {
    **{space: (base, WINDOW_BYTES) for space, base in _WINDOWS.items()},
    "const": (CONST_BASE, _CONST_END - CONST_BASE),
    # everything above belongs to it: registered memory of the host, variables, allocations and the heap
    "global": (_CONST_END, (1 << 64) - _CONST_END),
}

# as ptxas has it
_MOST_VECTOR_BITS = 128


def move(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mov``: registers, constants, addresses, and packing or unpacking of vectors."""
    d, a = i.operands
    kind = m["type"]
    if kind == "pred":
        e.write_predicate(d, e.read_predicate(a))
    elif isinstance(a, VectorOperand):
        _pack(e, i, kind)
    elif isinstance(d, VectorOperand):
        _unpack(e, i, kind)
    else:
        e.write(d, e.read(a, kind), kind)


def move_vector(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mov`` of a vector, element by element; all sources are read first."""
    d, a = i.operands
    kind, count = m["type"], vector_length(m)
    if not isinstance(d, VectorOperand) or not isinstance(a, VectorOperand):
        raise e.error("a move of a vector needs vectors")
    if not len(d.elements) == len(a.elements) == count:
        raise e.error(f"a move of {count} elements needs vectors of as many")
    if count * bits_of(kind) > _MOST_VECTOR_BITS:
        raise e.error(f"a moved vector has at most {_MOST_VECTOR_BITS} bits (got {count * bits_of(kind)})")
    for element, value in zip(d.elements, [e.read(source, kind) for source in a.elements], strict=True):
        e.write(element, value, kind)


def _pack(e: Emitter, i: Instruction, kind: str) -> None:
    d, a = i.operands
    assert isinstance(a, VectorOperand)
    bits = bits_of(kind)
    part = bits // len(a.elements)
    vec = ivec(bits)
    result = "zeroinitializer"
    for index, element in enumerate(a.elements):
        value = e.resize(e.read(element, f"b{part}"), part, bits)
        # the first element is the lowest part (PTX ISA 9.0, "mov")
        moved = e.tmp(f"shl {vec} {value}, {splat(bits, part * index)}")
        result = e.tmp(f"or {vec} {result}, {moved}")
    e.write(d, result, kind)


def _unpack(e: Emitter, i: Instruction, kind: str) -> None:
    d, a = i.operands
    assert isinstance(d, VectorOperand)
    bits = bits_of(kind)
    part = bits // len(d.elements)
    vec = ivec(bits)
    value = e.read(a, kind)
    parts = []
    for index in range(len(d.elements)):
        parts.append(e.resize(e.tmp(f"lshr {vec} {value}, {splat(bits, part * index)}"), bits, part))
    for element, value in zip(d.elements, parts, strict=True):
        e.write(element, value, f"b{part}")


def convert_address(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cvta`` in both directions; global and constant addresses are generic already."""
    kind, space = m["type"], m["space"]
    d, a = i.operands
    value = e.read(a, kind)
    base = _WINDOWS.get(space.partition("::")[0], 0)
    # a generic address can be passed to other blocks of the cluster, so it needs its own block's rank
    if space in ("shared", "shared::cta") and not m["to"]:
        value = e.in_own_slice(value, bits_of(kind))
    if base:
        operation = "sub" if m["to"] else "add"
        value = e.tmp(f"{operation} {ivec(bits_of(kind))} {value}, {splat(bits_of(kind), base)}")
    e.write(d, value, kind)


def is_in_space(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``isspacep``; the parameters of a kernel count as global memory as well."""
    p, a = i.operands
    is_own = e.flow.has_slices and m["space"] in ("shared", "shared::cta")
    space = m["space"].partition("::")[0]
    address = e.read(a, "u64")
    result = "zeroinitializer"
    # a generic address of another block's shared memory is shared::cluster, and not shared::cta
    if is_own:
        own = e.in_own_slice(splat(64, SHARED_WINDOW), 64)
        offset = e.tmp(f"sub <32 x i64> {address}, {own}")
        e.write_predicate(p, e.tmp(f"icmp ult <32 x i64> {offset}, {splat(64, 1 << SLICE_BITS)}"))
        return
    for name in ("global", "param") if space == "global" else (space,):
        start, size = _RANGES[name]
        offset = e.tmp(f"sub <32 x i64> {address}, {splat(64, start)}")
        # unsigned: an address below the start wraps to a large offset, so one comparison tests both ends
        inside = e.tmp(f"icmp ult <32 x i64> {offset}, {splat(64, size)}")
        result = e.tmp(f"or {I1} {result}, {inside}")
    e.write_predicate(p, result)


def move_barrier_result(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Write what a ``barrier.red`` computed, after it opened."""
    field = {"popc": Warp.barrier_popc, "and": Warp.barrier_all, "or": Warp.barrier_any}[m["kind"]]
    value = e.broadcast(e.field("%warp", field.offset), "i32")
    destination = i.operands[0]
    if isinstance(destination, Register) and destination.type == "pred":
        e.write_predicate(destination, e.tmp(f"icmp ne <32 x i32> {value}, zeroinitializer"))
    else:
        e.write(destination, value, "u32")
