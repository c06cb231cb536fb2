"""Lowers tensor copies and the instructions on tensor maps. PTX ISA 9.0, 9.7.9.27 and 9.7.9.28.

``runtime/tensor_map.c`` reads a map's 128 bytes. Limitations: the modes ``.im2col``, ``.tile::gather4`` and
``.tile::scatter4``, and ``.cta_group``, are refused. Elements of tf32 and of f32 that flushes subnormals are copied as
they are.
"""

from __future__ import annotations

from ..layout import ATOMIC_OPERATIONS, MAP_FIELDS, SPACE_CODES
from ..text.syntax import Address, Immediate, Instruction, Operand
from .emitter import Emitter, Modifiers
from .llvm_text import SCRATCH, bits_of
from .memory import put_address, put_elements, space_of
from .warp import FULL_MASK, meet

PIECE_BYTES = 16
MAP_ALIGNMENT = 64
"""Bytes of half a map; a map is a multiple of them from address 0."""
# not an operation of enum kh_atomic: the box is stored as it is
_STORE = 0xFFFFFFFF


def _place(e: Emitter, operand: Operand, m: Modifiers) -> Address:
    n = int(m["dim"][0])
    if not isinstance(operand, Address) or len(operand.coordinates) != n:
        raise e.error(f"a box of .{m['dim']} is named by [map, {{{n} coordinates}}]")
    return operand


def copy(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async.bulk.tensor`` in both directions and ``cp.reduce.async.bulk.tensor``."""
    is_load = m["to"] != "global"
    n_operands = 2 + is_load + bool(m["multicast"]) + bool(m["hint"])
    if len(i.operands) != n_operands:
        raise e.error(f"this form has {n_operands} operands (got {len(i.operands)})")
    box, place, *rest = i.operands if is_load else (i.operands[1], i.operands[0], *i.operands[2:])
    named = _place(e, place, m)
    space = m["to"] if is_load else m["source"]
    space = space if space == "shared::cluster" else "shared"
    put_address(e, 0, box, space)
    put_address(e, 1, named, "generic")
    put_elements(e, 2, named.coordinates, "b32")
    barrier, ranks = "null", "null"
    if is_load:
        put_address(e, 3, rest.pop(0), "shared::cluster")
        barrier = SCRATCH[3]
    if m["multicast"]:
        # 16 bits: one for each block of the largest cluster
        e.put(4, e.resize(e.read(rest.pop(0), "b16"), 16, 32), "<32 x i32>")
        ranks = SCRATCH[4]
    operation = ATOMIC_OPERATIONS[m["operation"]] if m["operation"] else _STORE
    # one site for each space, so that a fault names the right one
    sites = (e.site(PIECE_BYTES, space), e.site(PIECE_BYTES, "global"), e.site(MAP_ALIGNMENT, "generic"))
    numbers = (len(named.coordinates), SPACE_CODES[space], operation, *sites)
    e.runtime("kh_copy_tensor", "%worker", e.exec_mask, *SCRATCH[:3], barrier, ranks, *numbers)


def prefetch(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async.bulk.prefetch.tensor``: there is no cache."""
    _place(e, i.operands[0], m)


def replace(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``tensormap.replace``."""
    address, *rest = i.operands
    index = 0
    if m["field"] in ("box_dim", "global_dim", "global_stride", "element_stride"):
        ordinal = rest.pop(0)
        last = 3 if m["field"] == "global_stride" else 4
        if not isinstance(ordinal, Immediate) or not 0 <= ordinal.value <= last:
            raise e.error(f"a dimension is a number from 0 to {last}")
        index = ordinal.value
    if len(rest) != 1:
        raise e.error(f"one new value is expected (got {len(rest)})")
    space = space_of(m)
    put_address(e, 0, address, space)
    kind = m["type"]
    e.put(1, e.resize(e.read(rest[0], kind), bits_of(kind), 64), "<32 x i64>")
    field = MAP_FIELDS[m["field"].replace("_", ".")]
    numbers = (field, index, SPACE_CODES[space], e.site(MAP_ALIGNMENT, space))
    e.runtime("kh_replace_in_map", "%worker", e.exec_mask, *SCRATCH[:2], *numbers)


def copy_map(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``tensormap.cp_fenceproxy``: a warp copies a map from shared to global memory."""
    meet(e, Immediate(FULL_MASK))
    to, source, size = i.operands
    if not isinstance(size, Immediate) or size.value != 2 * MAP_ALIGNMENT:
        raise e.error("the size of a tensor map is 128")
    # one lane copies, and the others see it: the instruction is a release of the whole warp
    e.runtime("kh_warp_barrier", "%worker", e.exec_mask, "null")
    for offset in range(0, 2 * MAP_ALIGNMENT, PIECE_BYTES):
        put_address(e, 0, _at(e, source, offset), "shared")
        e.runtime(
            "kh_load_4x4", "%worker", 1, *SCRATCH[:2], e.site(PIECE_BYTES, "shared"), SPACE_CODES["shared"]
        )
        put_address(e, 0, _at(e, to, offset), "global")
        e.runtime(
            "kh_store_4x4", "%worker", 1, *SCRATCH[:2], e.site(PIECE_BYTES, "global"), SPACE_CODES["global"]
        )
    e.runtime("kh_warp_barrier", "%worker", e.exec_mask, "null")


def _at(e: Emitter, operand: Operand, offset: int) -> Address:
    if not isinstance(operand, Address):
        raise e.error("expected a memory operand")
    return Address(operand.base, operand.offset + offset)
