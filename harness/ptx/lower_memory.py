"""Lowers loads, stores and atomics onto the runtime's checked accesses. PTX ISA 9.0, chapters 9.7.9 and 9.7.13."""

from __future__ import annotations

from harness.ptx.emitter import Emitter, bits_of, ivec, splat
from harness.ptx.layout import SPACE_CODES, Launch
from harness.ptx.lower_float import Modifiers
from harness.ptx.syntax import Address, Immediate, Instruction, Operand, Sink, Symbol, Vector

_ATOMICS = ("add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec")
_FLOAT_ADDS = {"f32": 0, "f64": 1, "f16": 2, "bf16": 3, "f16x2": 4, "bf16x2": 5}


def space_of(m: Modifiers) -> str:
    """Return the state space an access names; ``generic`` where it names none."""
    return (m.get("space") or "generic").partition("::")[0]


def _elements(operand: Operand) -> tuple[Operand, ...]:
    return operand.elements if isinstance(operand, Vector) else (operand,)


def load(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``ld`` of any space, width and vector length."""
    kind = m["type"]
    assert kind is not None
    destinations = _elements(i.operands[0])
    space = space_of(m)
    address = i.operands[1]
    if space == "param" and isinstance(address, Address) and isinstance(address.base, Symbol) and not e.guard:
        _load_param(e, i, kind, destinations, address)
        return
    bits = bits_of(kind)
    size = bits // 8
    e.put(0, e.address(address), "<32 x i64>")
    e.call(
        "void",
        f"kh_load_{size}x{len(destinations)}",
        ("ptr", "%worker"),
        ("i32", e.exec_mask),
        ("ptr", "%scratch0"),
        ("ptr", "%scratch1"),
        ("i32", str(e.site(size * len(destinations), space))),
        ("i32", str(SPACE_CODES[space])),
    )
    values = [e.get(1, ivec(bits), 32 * size * index) for index in range(len(destinations))]
    for destination, value in zip(destinations, values, strict=True):
        if not isinstance(destination, Sink):
            e.write(destination, value, kind)


def _load_param(
    e: Emitter, i: Instruction, kind: str, destinations: tuple[Operand, ...], address: Address
) -> None:
    """Load a kernel parameter by name: one value for all lanes, its place known to be inside."""
    assert isinstance(address.base, Symbol)
    offset = e.symbol_address(address.base.name)[1] + address.base.offset + address.offset
    bits = bits_of(kind)
    if offset < 0 or offset + bits // 8 * len(destinations) > e.frame.param_bytes:
        raise e.error(f"offset {offset} lies outside the {e.frame.param_bytes} bytes of parameters")
    params = e.field("%launch", Launch.params.offset, "ptr")
    for index, destination in enumerate(destinations):
        pointer = e.tmp(f"getelementptr i8, ptr {params}, i64 {offset + index * bits // 8}")
        scalar = e.tmp(f"load i{bits}, ptr {pointer}, align 1")
        e.write(destination, e.broadcast(scalar, f"i{bits}"), kind)


def store(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``st`` of any space, width and vector length."""
    kind = m["type"]
    assert kind is not None
    sources = _elements(i.operands[1])
    bits = bits_of(kind)
    size = bits // 8
    space = space_of(m)
    e.put(0, e.address(i.operands[0]), "<32 x i64>")
    for index, source in enumerate(sources):
        e.put(1, e.read(source, kind), ivec(bits), 32 * size * index)
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


def atomic(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``atom`` and ``red``; lanes take effect in lane order."""
    kind, operation = m["type"], m["operation"]
    assert kind is not None
    assert operation is not None
    operands = list(i.operands)
    destination: Operand = operands.pop(0) if i.name == "atom" else Sink()
    address, b, *rest = operands
    bits = bits_of(kind)
    vec = ivec(bits)
    is_float = kind in _FLOAT_ADDS
    if is_float and operation != "add":
        raise e.error(f"atomic {operation} is not supported for {kind}")
    e.put(0, e.address(address), "<32 x i64>")
    e.put(1, e.read(b, kind), vec)
    e.put(2, e.read(rest[0], kind) if operation == "cas" else splat(bits, 0), vec)
    space = space_of(m)
    common = [("ptr", "%worker"), ("i32", e.exec_mask), ("ptr", "%scratch0"), ("ptr", "%scratch1")]
    where = [("i32", str(e.site(bits // 8, space))), ("i32", str(SPACE_CODES[space]))]
    if is_float:
        code = ("i32", str(_FLOAT_ADDS[kind]))
        e.call("void", "kh_atomic_add_float", *common, ("ptr", "%scratch3"), *where, code)
    else:
        codes = [("i32", str(_ATOMICS.index(operation))), ("i32", str(int(kind.startswith("s"))))]
        e.call(
            "void", f"kh_atomic_{bits}", *common, ("ptr", "%scratch2"), ("ptr", "%scratch3"), *where, *codes
        )
    if not isinstance(destination, Sink):
        e.write(destination, e.get(3, vec), kind)


def copy_async(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cp.async``: the copy is done at once, an order that PTX allows."""
    to, source, size, *rest = i.operands
    if not isinstance(size, Immediate):
        raise e.error("the copy size must be a constant")
    e.put(0, e.address(to), "<32 x i64>")
    e.put(1, e.address(source), "<32 x i64>")
    e.put(2, e.read(rest[0], "u32") if rest else splat(32, size.value), "<32 x i32>")
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


def nothing(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower hints and fences: accesses take effect in program order here, so there is nothing to do."""
