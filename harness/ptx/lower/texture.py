"""Lowers the instructions on texture and surface objects. PTX ISA 9.0, chapters 9.7.10 and 9.7.11.

The handle is a 64-bit register. What an object is, and what happens outside of it, is the runtime's to know
(``runtime/texture.c``, ``runtime/surface.c``). A texture has one level, so ``.level`` and ``.grad`` choose nothing.

Limitations: texture and surface references, samplers of their own, depth comparison, several levels and samples.
"""

from __future__ import annotations

from ..layout import (
    FORM_COMPONENT,
    FORM_GATHER,
    FORM_INTEGER,
    FORM_OFFSETS,
    GEOMETRIES,
    SURFACE_MODES,
    TEXTURE_SAMPLED,
    TEXTURE_SURFACE,
)
from ..text.syntax import Address, Instruction, Operand, Register, Sink, Symbol, VectorOperand
from .emitter import Emitter, Modifiers, pair_of
from .half import join, narrow
from .llvm_text import bits_of, ivec
from .memory import ATOMICS

N_COORDINATES = {"1d": 1, "2d": 2, "3d": 3, "a1d": 2, "a2d": 3, "cube": 3, "acube": 4}
"""Coordinates that count, a layer included; vectors of three are written with a fourth element."""
N_AXES = {"1d": 1, "2d": 2, "3d": 3, "a1d": 1, "a2d": 2}
"""Elements of an offset."""
QUERIES = ("width", "height", "depth")
"""Facts of an object, in the runtime's order."""
_WORDS = ivec(32)


def _elements(operand: Operand) -> tuple[Operand, ...]:
    return operand.elements if isinstance(operand, VectorOperand) else (operand,)


def _needs_vector(count: int) -> int:
    return 4 if count == 3 else count


def _put_object(e: Emitter, operand: Operand) -> Address:
    """Pass the handle to the runtime, in the first scratch area."""
    if not isinstance(operand, Address):
        raise e.error("expected [object, coordinates]")
    if isinstance(operand.base, Symbol):
        raise e.error(
            "texture and surface references are not supported (CUDA 12 removed them): pass an object's handle"
        )
    if not isinstance(operand.base, Register) or bits_of(operand.base.type) != 64 or operand.offset:
        raise e.error("an object is named by its handle in a 64-bit register")
    e.put(0, e.address(operand), ivec(64))
    return operand


def _put_place(e: Emitter, operand: Operand, geometry: str) -> None:
    """Pass the handle and the coordinates to the runtime, in the first two scratch areas."""
    place = _put_object(e, operand)
    n = N_COORDINATES[geometry]
    if len(place.coordinates) != _needs_vector(n):
        raise e.error(f".{geometry} has {_needs_vector(n)} coordinates (got {len(place.coordinates)})")
    for index, coordinate in enumerate(place.coordinates[:n]):
        e.put(1, e.read(coordinate, "b32"), _WORDS, 128 * index)


def _common(e: Emitter) -> list[tuple[str, str]]:
    return [("ptr", "%worker"), ("i32", e.exec_mask), ("ptr", "%scratch0"), ("ptr", "%scratch1")]


def _numbers(*values: int) -> list[tuple[str, str]]:
    return [("i32", str(value)) for value in values]


def _further(e: Emitter, i: Instruction, m: Modifiers) -> list[Operand]:
    """Return the operands behind the coordinates and the level or gradients, which are checked."""
    geometry = m["geometry"] or ""
    rest = list(i.operands[2:])
    if m.get("mode") == "level":
        if not rest:
            raise e.error("a level is missing")
        e.read(rest.pop(0), "b32")
    if m.get("mode") == "grad":
        n = N_COORDINATES[geometry] - geometry.startswith("a")
        if len(rest) < 2 or any(len(_elements(each)) != _needs_vector(n) for each in rest[:2]):
            raise e.error(f"two gradients of {_needs_vector(n)} elements are missing")
        del rest[:2]
    return rest


def _sample(e: Emitter, i: Instruction, m: Modifiers, form: int) -> None:
    """Call the runtime; four words a lane are then in the fourth scratch area."""
    geometry = m["geometry"] or ""
    rest = _further(e, i, m)
    _put_place(e, i.operands[1], geometry)
    form |= GEOMETRIES[geometry]
    offsets = rest[0] if rest and isinstance(rest[0], VectorOperand) else None
    if offsets is not None:
        n = N_AXES.get(geometry, 0)
        if len(offsets.elements) != _needs_vector(n):
            raise e.error(
                f"an offset of .{geometry} has {_needs_vector(n)} elements (got {len(offsets.elements)})"
            )
        for axis, element in enumerate(offsets.elements[:n]):
            e.put(2, e.read(element, "s32"), _WORDS, 128 * axis)
        form |= FORM_OFFSETS
        rest.pop(0)
    if rest:
        raise e.error("depth comparison is not supported")
    pointers = [("ptr", "%scratch2"), ("ptr", "%scratch3")]
    e.call("void", "kh_sample", *_common(e), *pointers, *_numbers(e.site(0, "texture"), form))


def _give(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Write the results; a texture is always resident."""
    destination, resident = pair_of(i.operands[0])
    kind = m["type"] or ""
    words = [e.get(3, _WORDS, 128 * index) for index in range(4)]
    elements = _elements(destination)
    if len(elements) != (2 if kind == "f16x2" else 4):
        raise e.error(
            f"the destination of .{kind} has {2 if kind == 'f16x2' else 4} elements (got {len(elements)})"
        )
    if kind.startswith("f16"):
        floats = [e.tmp(f"bitcast {_WORDS} {word} to <32 x float>") for word in words]
        halves = [narrow(e, value, "f16") for value in floats]
        words = [join(e, *halves[:2]), join(e, *halves[2:])] if kind == "f16x2" else halves
    for element, word in zip(elements, words, strict=True):
        if not isinstance(element, Sink):
            e.write(element, word, {"f16": "b16", "f16x2": "b32"}.get(kind, "b32"))
    e.write_predicate(resident, "splat (i1 true)")


def sample(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``tex``."""
    is_integer = m["coordinate"] == "s32"
    if is_integer and m["geometry"] in ("cube", "acube"):
        raise e.error("a cube has coordinates of type .f32")
    _sample(e, i, m, FORM_INTEGER * is_integer)
    _give(e, i, m)


def gather(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``tld4``."""
    component = "rgba".index(m["component"] or "")
    _sample(e, i, m, FORM_GATHER | component << FORM_COMPONENT)
    _give(e, i, m)


def query(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``txq`` and ``suq``."""
    _put_object(e, i.operands[1])
    kind = TEXTURE_SURFACE if i.name == "suq" else TEXTURE_SAMPLED
    numbers = _numbers(e.site(0, "texture"), kind, QUERIES.index(m["query"] or ""))
    pointers = [("ptr", "%scratch0"), ("ptr", "%scratch1")]
    e.call("void", "kh_query", ("ptr", "%worker"), ("i32", e.exec_mask), *pointers, *numbers)
    e.write(i.operands[0], e.get(1, _WORDS), "b32")


def _width(e: Emitter, operand: Operand, m: Modifiers) -> tuple[int, tuple[Operand, ...]]:
    """Return the bytes of an element of a surface access, and its registers."""
    elements = _elements(operand)
    count = int((m.get("vec") or "v1")[1:])
    size = bits_of(m["type"] or "") // 8
    if len(elements) != count:
        raise e.error(f"an access of {count} elements needs a vector of as many (got {len(elements)})")
    if size * count > 16:
        raise e.error(f"at most 16 bytes are accessed at a time (got {size * count})")
    return size, elements


def _surface_form(m: Modifiers) -> list[tuple[str, str]]:
    return _numbers(GEOMETRIES[m["geometry"] or ""], SURFACE_MODES[m["clamp"] or ""])


def surface_load(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``suld.b``."""
    destination, place = i.operands
    size, elements = _width(e, destination, m)
    _put_place(e, place, m["geometry"] or "")
    site = _numbers(e.site(size * len(elements), "surface"))
    numbers = [*site, *_surface_form(m), *_numbers(size, len(elements))]
    e.call("void", "kh_surface_load", *_common(e), ("ptr", "%scratch2"), *numbers)
    values = [e.get(2, ivec(8 * size), 32 * size * index) for index in range(len(elements))]
    for element, value in zip(elements, values, strict=True):
        e.write(element, value, m["type"] or "")


def surface_store(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``sust.b``."""
    place, source = i.operands
    size, elements = _width(e, source, m)
    _put_place(e, place, m["geometry"] or "")
    for index, element in enumerate(elements):
        e.put(2, e.read(element, m["type"] or ""), ivec(8 * size), 32 * size * index)
    site = _numbers(e.site(size * len(elements), "surface"))
    numbers = [*site, *_surface_form(m), *_numbers(size, len(elements))]
    e.call("void", "kh_surface_store", *_common(e), ("ptr", "%scratch2"), *numbers)


def surface_store_texel(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``sust.p``."""
    place, source = i.operands
    _, elements = _width(e, source, m)
    _put_place(e, place, m["geometry"] or "")
    for index, element in enumerate(elements):
        e.put(2, e.read(element, "b32"), _WORDS, 128 * index)
    numbers = [*_numbers(e.site(0, "surface")), *_surface_form(m), *_numbers(len(elements))]
    e.call("void", "kh_surface_store_texel", *_common(e), ("ptr", "%scratch2"), *numbers)


def surface_reduce(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``sured``."""
    place, source = i.operands
    kind = m["type"] or ""
    size = bits_of(kind) // 8
    _put_place(e, place, m["geometry"] or "")
    e.put(2, e.read(source, kind), ivec(8 * size))
    operation = ATOMICS.index(m["operation"] or "")
    is_texel = i.opcode.startswith("sured.p")
    numbers = [
        *_numbers(e.site(size, "surface")),
        *_surface_form(m),
        *_numbers(size, operation, int(kind.startswith("s")), int(is_texel)),
    ]
    e.call("void", "kh_surface_reduce", *_common(e), ("ptr", "%scratch2"), *numbers)
