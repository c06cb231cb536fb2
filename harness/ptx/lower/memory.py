"""Lowers loads, stores and atomics onto the runtime's checked accesses. PTX ISA 9.0, chapters 9.7.9 and 9.7.13."""

from __future__ import annotations

from ..layout import ATOM_RESULT, ATOM_SIGNED, ATOMIC_OPERATIONS, SPACE_CODES, Launch
from ..text.syntax import Address, Immediate, Instruction, Operand, Register, Sink, Symbol, VectorOperand
from .emitter import Emitter, Modifiers
from .llvm_text import I1, bits_of, ivec, splat

ATOMICS = tuple(ATOMIC_OPERATIONS)
"""In the order of ``enum kh_atomic``."""
ATOMIC_TYPES = {
    **dict.fromkeys(("and", "or", "xor"), ("b32", "b64")),
    "exch": ("b32", "b64", "b128"),
    "cas": ("b16", "b32", "b64", "b128"),
    "add": ("u32", "s32", "u64", "f16", "f16x2", "bf16", "bf16x2", "f32", "f64"),
    **dict.fromkeys(("inc", "dec"), ("u32",)),
    **dict.fromkeys(("min", "max"), ("u32", "s32", "u64", "s64")),
}
"""Types of each operation (PTX ISA 9.0, "atom")."""
ALL_COPIES = -1
MAX_VECTOR = {1: 4, 2: 8, 4: 8, 8: 4, 16: 1}
"""Elements of a vector access by the bytes of one; 32 bytes at most (PTX ISA 9.0, "ld")."""
_FLOAT_ADDS = {"f32": 0, "f64": 1, "f16": 2, "bf16": 3, "f16x2": 4, "bf16x2": 5}


def space_of(m: Modifiers) -> str:
    """Return the state space of an access; ``generic`` if it names none.

    ``shared::cluster`` is a space of its own, the shared memory of all blocks of a cluster.
    """
    space = m.get("space") or "generic"
    return space if space == "shared::cluster" else space.partition("::")[0]


def _need_scope(e: Emitter, m: Modifiers) -> None:
    """Refuse ``.mmio`` without a scope, as assemblers do."""
    if m.get("order") == "mmio.relaxed" and not m.get("scope"):
        raise e.error(".mmio needs a scope")


def _elements(e: Emitter, operand: Operand, m: Modifiers, size: int) -> tuple[Operand, ...]:
    """Return the scalars of an access, as many as its vector length says; one may have braces, as Triton writes."""
    count = int((m.get("vec") or "v1")[1:])
    elements = operand.elements if isinstance(operand, VectorOperand) else (operand,)
    if len(elements) != count:
        raise e.error(f"an access of {count} elements needs a vector of as many (got {len(elements)})")
    if count > MAX_VECTOR.get(size, 0):
        raise e.error(f"vectors of {count} elements of {8 * size} bits are not supported")
    return elements


def put_address(e: Emitter, index: int, operand: Operand, space: str) -> None:
    """Pass the lanes' addresses to the runtime; a named variable must be in the space of the access."""
    if isinstance(operand, Address) and isinstance(operand.base, Symbol):
        lies_in, _ = e.symbol_address(operand.base.name)
        if space == "shared::cluster" and lies_in == "shared":
            e.put(index, e.in_own_slice(e.address(operand), 64), "<32 x i64>")
            return
        if space != lies_in and (space != "generic" or lies_in not in ("global", "const")):
            raise e.error(f"{operand.base.name} is a .{lies_in} variable")
    e.put(index, e.address(operand), "<32 x i64>")


def without_policy(e: Emitter, i: Instruction, m: Modifiers) -> tuple[Operand, ...]:
    """Return the operands without a cache policy, which changes no result."""
    if not m.get("hint"):
        return i.operands
    policy = i.operands[-1]
    if not isinstance(policy, Register) or bits_of(policy.type) != 64:
        raise e.error("a cache hint needs a policy in a 64-bit register")
    return i.operands[:-1]


def make_policy(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``createpolicy``: there is no cache, so any policy is right."""
    e.write(i.operands[0], splat(64, 0), "b64")


def load(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``ld`` of any space, width and vector length."""
    kind = m["type"]
    assert kind is not None
    destination, address = without_policy(e, i, m)
    _need_scope(e, m)
    space = space_of(m)
    if m.get("nc") and (space != "global" or m.get("order")):
        raise e.error("a non-coherent load must be from .global, without an order")
    destinations = _elements(e, destination, m, bits_of(kind) // 8)
    if space == "param" and isinstance(address, Address) and isinstance(address.base, Symbol) and not e.guard:
        _load_param(e, i, kind, destinations, address)
        return
    bits = bits_of(kind)
    for element in destinations:
        if isinstance(element, Register) and element.type != "pred" and bits_of(element.type) < bits:
            raise e.error(f"the destination has {bits_of(element.type)} bits, the access {bits}")
    size = bits // 8
    put_address(e, 0, address, space)
    site = ("i32", str(e.site(size * len(destinations), space)))
    lanes = [("i32", e.exec_mask), ("ptr", "%scratch0"), ("ptr", "%scratch1")]
    code = ("i32", str(SPACE_CODES[space]))
    e.call("void", f"kh_load_{size}x{len(destinations)}", ("ptr", "%worker"), *lanes, site, code)
    if m.get("order") not in (None, "weak") or m.get("cache") == "cv":
        shape = [("i32", str(size)), ("i32", str(len(destinations)))]
        e.call("void", "kh_poll", ("ptr", "%worker"), *lanes, *shape, site)
    values = [e.get(1, ivec(bits), 32 * size * index) for index in range(len(destinations))]
    for destination, value in zip(destinations, values, strict=True):
        if not isinstance(destination, Sink):
            e.write(destination, value, kind)


def _load_param(
    e: Emitter, i: Instruction, kind: str, destinations: tuple[Operand, ...], address: Address
) -> None:
    """Load a kernel parameter by name: one value for all lanes, at a valid address."""
    assert isinstance(address.base, Symbol)
    offset = e.symbol_address(address.base.name)[1] + address.base.offset + address.offset
    bits = bits_of(kind)
    if offset < 0 or offset + bits // 8 * len(destinations) > e.frame.param_bytes:
        raise e.error(f"offset {offset} lies outside the {e.frame.param_bytes} bytes of parameters")
    if offset % (bits // 8 * len(destinations)):
        raise e.error(
            f"offset {offset} is not a multiple of the {bits // 8 * len(destinations)} bytes of the access"
        )
    params = e.field("%launch", Launch.params.offset, "ptr")
    for index, destination in enumerate(destinations):
        pointer = e.tmp(f"getelementptr i8, ptr {params}, i64 {offset + index * bits // 8}")
        scalar = e.tmp(f"load i{bits}, ptr {pointer}, align 1")
        e.write(destination, e.broadcast(scalar, f"i{bits}"), kind)


def store(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``st`` of any space, width and vector length."""
    kind = m["type"]
    assert kind is not None
    address, source = without_policy(e, i, m)
    bits = bits_of(kind)
    size = bits // 8
    _need_scope(e, m)
    space = space_of(m)
    if space in ("const", "param"):
        raise e.error("constants and parameters of a kernel cannot be written")
    sources = _elements(e, source, m, size)
    put_address(e, 0, address, space)
    for index, element in enumerate(sources):
        e.put(1, e.read(element, kind), ivec(bits), 32 * size * index)
    e.call(
        "void",
        f"kh_store_{size}x{len(sources)}",
        ("ptr", "%worker"),
        ("i32", e.exec_mask),
        ("ptr", "%scratch0"),
        ("ptr", "%scratch1"),
        ("i32", str(e.site(size * len(sources), space))),
        ("i32", str(SPACE_CODES[space])),
    )
    if m.get("order") not in (None, "weak"):
        e.call("void", "kh_speak", ("ptr", "%worker"), ("i32", e.exec_mask), ("ptr", "%scratch0"))


def atomic(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``atom`` and ``red``; lanes take effect in lane order."""
    kind, operation = m["type"], m["operation"]
    assert kind is not None
    assert operation is not None
    operands = list(without_policy(e, i, m))
    destination: Operand = operands.pop(0) if i.name == "atom" else Sink()
    address, b, *rest = operands
    bits = bits_of(kind)
    vec = ivec(bits)
    is_float = kind in _FLOAT_ADDS
    _need_scope(e, m)
    space = space_of(m)
    if kind not in ATOMIC_TYPES[operation]:
        raise e.error(f"atomic {operation} is not defined for .{kind}")
    if len(rest) != (operation == "cas"):
        raise e.error("an atomic takes one value, a compare-and-swap two")
    put_address(e, 0, address, space)
    e.put(1, e.read(b, kind), vec)
    e.put(2, e.read(rest[0], kind) if operation == "cas" else splat(bits, 0), vec)
    common = [("ptr", "%worker"), ("i32", e.exec_mask), ("ptr", "%scratch0"), ("ptr", "%scratch1")]
    where = [("i32", str(e.site(bits // 8, space))), ("i32", str(SPACE_CODES[space]))]
    if is_float:
        code = ("i32", str(_FLOAT_ADDS[kind]))
        e.call("void", "kh_atomic_add_float", *common, ("ptr", "%scratch3"), *where, code)
    else:
        flags = ATOM_SIGNED * kind.startswith("s") | ATOM_RESULT * (i.name == "atom")
        codes = [("i32", str(ATOMICS.index(operation))), ("i32", str(flags))]
        e.call(
            "void", f"kh_atomic_{bits}", *common, ("ptr", "%scratch2"), ("ptr", "%scratch3"), *where, *codes
        )
    if not isinstance(destination, Sink):
        e.write(destination, e.get(3, vec), kind)


def atomic_vector(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``atom`` and ``red`` of several floats side by side; each element is atomic by itself."""
    kind = m["type"]
    assert kind is not None
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
    put_address(e, 0, address, "global" if ".global" in i.opcode else "generic")
    for index, element in enumerate(sources):
        e.put(1, e.read(element, f"b{bits}"), ivec(bits), 32 * size * index)
    site = e.site(size * len(sources), "global" if ".global" in i.opcode else "generic")
    space = SPACE_CODES["global" if ".global" in i.opcode else "generic"]
    numbers = (site, space, _FLOAT_ADDS[kind], size, len(sources))
    common = [("ptr", "%worker"), ("i32", e.exec_mask), *(("ptr", f"%scratch{k}") for k in (0, 1, 2))]
    e.call("void", "kh_atomic_add_vector", *common, *(("i32", str(number)) for number in numbers))
    values = [e.get(2, ivec(bits), 32 * size * index) for index in range(len(destinations))]
    for destination, value in zip(destinations, values, strict=True):
        e.write(destination, value, f"b{bits}")


def copy_async(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async``; the copy is done when its thread waits for it."""
    to, source, size, *rest = without_policy(e, i, m)
    sizes = (16,) if m["cache"] == "cg" else (4, 8, 16)
    if not isinstance(size, Immediate) or size.value not in sizes:
        raise e.error(f"the copy size must be one of the constants {sizes}")
    if len(rest) > 1:
        raise e.error("a cache policy needs .L2::cache_hint")
    whole, none = splat(32, size.value), splat(32, 0)
    n_read = whole
    if rest and isinstance(rest[0], Register) and rest[0].type == "pred":
        n_read = e.tmp(f"select {I1} {e.read_predicate(rest[0])}, {ivec(32)} {none}, {ivec(32)} {whole}")
    elif rest:
        n_read = e.read(rest[0], "u32")
    put_address(e, 0, to, "shared")
    put_address(e, 1, source, "global")
    e.put(2, n_read, "<32 x i32>")
    e.call(
        "void",
        "kh_copy_async",
        ("ptr", "%worker"),
        ("i32", e.exec_mask),
        ("ptr", "%scratch0"),
        ("ptr", "%scratch1"),
        ("ptr", "%scratch2"),
        ("i32", str(size.value)),
        ("i32", str(e.site(size.value, "global"))),
    )


def commit_copies(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async.commit_group``."""
    e.call("void", "kh_copy_commit", ("ptr", "%worker"), ("i32", e.exec_mask))


def wait_for_copies(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async.wait_group`` and ``cp.async.wait_all``."""
    n_pending = ALL_COPIES
    if i.opcode.endswith("wait_group"):
        (operand,) = i.operands
        if not isinstance(operand, Immediate) or not 0 <= operand.value < 2**31:
            raise e.error("the number of groups must be a constant of 32 bits")
        n_pending = operand.value
    e.call("void", "kh_copy_wait", ("ptr", "%worker"), ("i32", e.exec_mask), ("i32", str(n_pending)))


def fence(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``membar`` and ``fence``: accesses take effect in program order here, so only observers are told."""
    e.call("void", "kh_fence", ("ptr", "%worker"), ("i32", e.exec_mask), ("i32", str(e.site())))


def nothing(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower hints: there is nothing to do."""
