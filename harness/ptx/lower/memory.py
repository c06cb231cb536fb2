"""Lowers loads, stores and atomics onto the runtime's checked accesses. PTX ISA 9.0, chapters 9.7.9 and 9.7.13."""

from __future__ import annotations

from collections.abc import Sequence

from ..layout import ATOM_RESULT, ATOM_SIGNED, ATOMIC_OPERATIONS, SPACE_CODES, Launch
from ..text.syntax import Address, Immediate, Instruction, Operand, Register, Sink, Symbol, elements_of
from .emitter import Emitter, Modifiers, vector_length
from .llvm_text import I1, SCRATCH, bits_of, ivec, splat

ATOMIC_TYPES = {
    **dict.fromkeys(("and", "or", "xor"), ("b32", "b64")),
    "exch": ("b32", "b64", "b128"),
    "cas": ("b16", "b32", "b64", "b128"),
    "add": ("u32", "s32", "u64", "f16", "f16x2", "bf16", "bf16x2", "f32", "f64"),
    **dict.fromkeys(("inc", "dec"), ("u32",)),
    **dict.fromkeys(("min", "max"), ("u32", "s32", "u64", "s64")),
}
"""Types of each operation (PTX ISA 9.0, "atom")."""
# as an unsigned number, more groups than any lane has committed
ALL_COPIES = -1
MAX_VECTOR = {1: 4, 2: 8, 4: 8, 8: 4, 16: 1}
"""Elements of a vector access by the bytes of one; 32 bytes at most (PTX ISA 9.0, "ld")."""
# the numbers of kh_atomic_add_float
_FLOAT_ADDS = {"f32": 0, "f64": 1, "f16": 2, "bf16": 3, "f16x2": 4, "bf16x2": 5}


def space_of(m: Modifiers) -> str:
    """Return the state space of an access; ``generic`` if it names none."""
    # ``shared::cluster`` is a space of its own, the shared memory of all blocks of a cluster.
    space = m["space"] or "generic"
    return space if space == "shared::cluster" else space.partition("::")[0]


def _need_scope(e: Emitter, m: Modifiers) -> None:
    """Refuse ``.mmio`` without a scope, as assemblers do."""
    if m["order"] == "mmio.relaxed" and not m["scope"]:
        raise e.error(".mmio needs a scope")


def _elements(e: Emitter, operand: Operand, m: Modifiers, size: int) -> tuple[Operand, ...]:
    """Return the scalars of an access, as many as its vector length says; one may have braces, as Triton writes."""
    count, elements = vector_length(m), elements_of(operand)
    if len(elements) != count:
        raise e.error(f"an access of {count} elements needs a vector of as many (got {len(elements)})")
    if count > MAX_VECTOR.get(size, 0):
        raise e.error(f"vectors of {count} elements of {8 * size} bits are not supported")
    return elements


def put_elements(e: Emitter, scratch: int, elements: Sequence[Operand], ptx_type: str) -> None:
    """Pass the elements of each lane to the runtime, one after another."""
    bits = bits_of(ptx_type)
    # 4 * bits: the bytes that 32 lanes of one element take
    for index, element in enumerate(elements):
        e.put(scratch, e.read(element, ptx_type), ivec(bits), 4 * bits * index)


def write_elements(e: Emitter, scratch: int, elements: Sequence[Operand], ptx_type: str) -> None:
    """Write what the runtime returned for the elements of each lane."""
    bits = bits_of(ptx_type)
    values = [e.get(scratch, ivec(bits), 4 * bits * index) for index in range(len(elements))]
    for element, value in zip(elements, values, strict=True):
        e.write(element, value, ptx_type)


def put_address(e: Emitter, index: int, operand: Operand, space: str) -> None:
    """Pass the lanes' addresses to the runtime; a named variable must be in the space of the access."""
    if isinstance(operand, Address) and isinstance(operand.base, Symbol):
        lies_in, _ = e.symbol_address(operand.base.name)
        if space == "shared::cluster" and lies_in == "shared":
            # in the cluster's space an offset alone would mean the block of rank 0
            e.put(index, e.in_own_slice(e.address(operand), 64), "<32 x i64>")
            return
        # only .global and .const addresses are generic as they are; other spaces begin at 0 each
        if space != lies_in and (space != "generic" or lies_in not in ("global", "const")):
            raise e.error(f"{operand.base.name} is a .{lies_in} variable")
    e.put(index, e.address(operand), "<32 x i64>")


def without_policy(e: Emitter, i: Instruction, m: Modifiers) -> tuple[Operand, ...]:
    """Return the operands without a cache policy, which changes no result."""
    if not m["hint"]:
        return i.operands
    policy = i.operands[-1]
    if not isinstance(policy, Register) or bits_of(policy.type) != 64:
        raise e.error("a cache hint needs a policy in a 64-bit register")
    return i.operands[:-1]


def make_policy(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``createpolicy``: there is no cache, so any policy is right."""
    e.write(i.operands[0], splat(64, 0), "b64")


def load(e: Emitter, i: Instruction, m: Modifiers) -> None:
    kind = m["type"]
    destination, address = without_policy(e, i, m)
    _need_scope(e, m)
    space = space_of(m)
    if m["nc"] and (space != "global" or m["order"]):
        raise e.error("a non-coherent load must be from .global, without an order")
    destinations = _elements(e, destination, m, bits_of(kind) // 8)
    if space == "param" and isinstance(address, Address) and isinstance(address.base, Symbol) and not e.guard:
        _load_param(e, kind, destinations, address)
        return
    bits = bits_of(kind)
    for element in destinations:
        if isinstance(element, Register) and element.type != "pred" and bits_of(element.type) < bits:
            raise e.error(f"the destination has {bits_of(element.type)} bits, the access {bits}")
    size = bits // 8
    put_address(e, 0, address, space)
    site = e.site(size * len(destinations), space)
    lanes = ("%worker", e.exec_mask, *SCRATCH[:2])
    e.runtime(f"kh_load_{size}x{len(destinations)}", *lanes, site, SPACE_CODES[space])
    # threads poll by these loads: lanes that read the same again let others go first
    if m["order"] not in ("", "weak") or m["cache"] == "cv":
        e.runtime("kh_poll", *lanes, size, len(destinations), site)
    write_elements(e, 1, destinations, kind)


def _load_param(e: Emitter, kind: str, destinations: tuple[Operand, ...], address: Address) -> None:
    """Load a kernel parameter by name: one value for all lanes, at a valid address."""
    assert isinstance(address.base, Symbol)
    offset = e.symbol_address(address.base.name)[1] + address.base.offset + address.offset
    bits = bits_of(kind)
    size = bits // 8 * len(destinations)
    # checked here once, so that the generated load needs no check
    if offset < 0 or offset + size > e.frame.param_bytes:
        raise e.error(f"offset {offset} lies outside the {e.frame.param_bytes} bytes of parameters")
    if offset % size:
        raise e.error(f"offset {offset} is not a multiple of the {size} bytes of the access")
    params = e.field("%launch", Launch.params.offset, "ptr")
    for index, destination in enumerate(destinations):
        pointer = e.tmp(f"getelementptr i8, ptr {params}, i64 {offset + index * bits // 8}")
        # the host's buffer of arguments has no alignment of its own
        scalar = e.tmp(f"load i{bits}, ptr {pointer}, align 1")
        e.write(destination, e.broadcast(scalar, f"i{bits}"), kind)


def store(e: Emitter, i: Instruction, m: Modifiers) -> None:
    kind = m["type"]
    address, source = without_policy(e, i, m)
    size = bits_of(kind) // 8
    _need_scope(e, m)
    space = space_of(m)
    if space in ("const", "param"):
        raise e.error("constants and parameters of a kernel cannot be written")
    sources = _elements(e, source, m, size)
    put_address(e, 0, address, space)
    put_elements(e, 1, sources, kind)
    where = (e.site(size * len(sources), space), SPACE_CODES[space])
    e.runtime(f"kh_store_{size}x{len(sources)}", "%worker", e.exec_mask, *SCRATCH[:2], *where)
    # another block may wait for a strong store: in a launch where later blocks go first, it ends the turn
    if m["order"] not in ("", "weak"):
        e.runtime("kh_speak", "%worker", e.exec_mask, "%scratch0")


def atomic(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``atom`` and ``red``; lanes take effect in lane order."""
    kind, operation = m["type"], m["operation"]
    operands = list(without_policy(e, i, m))
    destination: Operand = operands.pop(0) if i.name == "atom" else Sink()
    address, b, *rest = operands
    bits = bits_of(kind)
    vec = ivec(bits)
    _need_scope(e, m)
    space = space_of(m)
    if kind not in ATOMIC_TYPES[operation]:
        raise e.error(f"atomic {operation} is not defined for .{kind}")
    if len(rest) != (operation == "cas"):
        raise e.error("an atomic takes one value, a compare-and-swap two")
    put_address(e, 0, address, space)
    e.put(1, e.read(b, kind), vec)
    e.put(2, e.read(rest[0], kind) if operation == "cas" else splat(bits, 0), vec)
    lanes = ("%worker", e.exec_mask)
    where = (e.site(bits // 8, space), SPACE_CODES[space])
    if kind in _FLOAT_ADDS:
        pointers = (*SCRATCH[:2], "%scratch3")
        e.runtime("kh_atomic_add_float", *lanes, *pointers, *where, _FLOAT_ADDS[kind])
    else:
        # red learns no value, so its lanes never count as polling
        flags = ATOM_SIGNED * kind.startswith("s") | ATOM_RESULT * (i.name == "atom")
        e.runtime(f"kh_atomic_{bits}", *lanes, *SCRATCH[:4], *where, ATOMIC_OPERATIONS[operation], flags)
    if not isinstance(destination, Sink):
        e.write(destination, e.get(3, vec), kind)


def atomic_vector(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``atom`` and ``red`` of several floats side by side; each element is atomic by itself."""
    kind = m["type"]
    operands = list(without_policy(e, i, m))
    bits = bits_of(kind)
    size = bits // 8
    destinations: tuple[Operand, ...] = ()
    if i.name == "atom":
        destinations = _elements(e, operands.pop(0), m, size)
    address, source = operands
    sources = _elements(e, source, m, size)
    if size * len(sources) > 16:
        raise e.error(f"at most 16 bytes are added at a time (got {size * len(sources)})")
    # the row has .global as a fixed word, which has no group
    space = "global" if ".global" in i.opcode else "generic"
    put_address(e, 0, address, space)
    put_elements(e, 1, sources, f"b{bits}")
    where = (e.site(size * len(sources), space), SPACE_CODES[space])
    numbers = (*where, _FLOAT_ADDS[kind], size, len(sources))
    e.runtime("kh_atomic_add_vector", "%worker", e.exec_mask, *SCRATCH[:3], *numbers)
    write_elements(e, 2, destinations, f"b{bits}")


def copy_async(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async``; the copy is done when its thread waits for it."""
    to, source, size, *rest = without_policy(e, i, m)
    # PTX has .cg, which bypasses L1, only for 16 bytes (PTX ISA 9.0, "cp.async")
    sizes = (16,) if m["cache"] == "cg" else (4, 8, 16)
    if not isinstance(size, Immediate) or size.value not in sizes:
        raise e.error(f"the copy size must be one of the constants {sizes}")
    if len(rest) > 1:
        raise e.error("a cache policy needs .L2::cache_hint")
    whole, none = splat(32, size.value), splat(32, 0)
    n_read = whole
    # ignore-src: where it is true nothing is read and zeros are written
    if rest and isinstance(rest[0], Register) and rest[0].type == "pred":
        n_read = e.tmp(f"select {I1} {e.read_predicate(rest[0])}, {ivec(32)} {none}, {ivec(32)} {whole}")
    elif rest:
        # src-size: the bytes behind it become zeros
        n_read = e.read(rest[0], "u32")
    put_address(e, 0, to, "shared")
    put_address(e, 1, source, "global")
    e.put(2, n_read, "<32 x i32>")
    site = e.site(size.value, "global")
    e.runtime("kh_copy_async", "%worker", e.exec_mask, *SCRATCH[:3], size.value, site)


def commit_copies(e: Emitter, i: Instruction, m: Modifiers) -> None:
    e.runtime("kh_copy_commit", "%worker", e.exec_mask)


def number_of_groups(e: Emitter, i: Instruction) -> int:
    (operand,) = i.operands
    if not isinstance(operand, Immediate) or not 0 <= operand.value < 2**31:
        raise e.error("the number of groups must be a constant of 32 bits")
    return operand.value


def wait_for_copies(e: Emitter, i: Instruction, m: Modifiers) -> None:
    n_pending = number_of_groups(e, i) if i.opcode.endswith("wait_group") else ALL_COPIES
    e.runtime("kh_copy_wait", "%worker", e.exec_mask, n_pending)


def fence(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``membar`` and ``fence``: accesses take effect in program order here, so only observers need it."""
    e.runtime("kh_fence", "%worker", e.exec_mask, e.site())


def fence_proxy(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``fence.proxy``: there is one memory, so only racecheck needs the one of the async proxy."""
    if m["kind"].startswith("async") and m["kind"] != "async.global":
        e.runtime("kh_proxy_fence", "%worker", e.exec_mask)


def fence_both(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower a fence that also orders the async proxy."""
    fence(e, i, m)
    e.runtime("kh_proxy_fence", "%worker", e.exec_mask)


def nothing(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower hints: there is nothing to do."""
