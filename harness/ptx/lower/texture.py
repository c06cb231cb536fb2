"""Lowers the instructions on texture and surface objects. PTX ISA 9.0, chapters 9.7.10 and 9.7.11.

The handle is a 64-bit register. What an object is, and what happens outside of it, is the runtime's to know
(``runtime/texture.c``, ``runtime/surface.c``). A texture has one level, so ``.level`` and ``.grad`` choose nothing.

Limitations: texture and surface references, samplers of their own, depth comparison, several levels and samples.
"""

from __future__ import annotations

from .. import layout as kh
from ..text.syntax import Address, Instruction, Operand, Register, Sink, Symbol, VectorOperand, elements_of
from .emitter import Emitter, Modifiers, pair_of, vector_length
from .half import join, narrow
from .llvm_text import SCRATCH, bits_of, ivec
from .memory import put_elements, write_elements

N_COORDINATES = {"1d": 1, "2d": 2, "3d": 3, "a1d": 2, "a2d": 3, "cube": 3, "acube": 4}
"""Coordinates that count, a layer included; vectors of three are written with a fourth element."""
N_AXES = {"1d": 1, "2d": 2, "3d": 3, "a1d": 1, "a2d": 2}
"""Elements of an offset."""
QUERIES = ("width", "height", "depth")
"""Queries about an object, in the runtime's order."""
_WORDS = ivec(32)


def _needs_vector(count: int) -> int:
    # PTX has no vectors of three: the fourth element is ignored (PTX ISA 9.0, "tex")
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
    put_elements(e, 1, place.coordinates[:n], "b32")


def _further(e: Emitter, i: Instruction, m: Modifiers) -> list[Operand]:
    """Return the operands behind the coordinates and the level or gradients, which are checked."""
    geometry = m["geometry"]
    rest = list(i.operands[2:])
    if m["mode"] == "level":
        if not rest:
            raise e.error("a level is missing")
        # read only for its checks: there is one level
        e.read(rest.pop(0), "b32")
    if m["mode"] == "grad":
        # a layer has no gradient
        n = N_COORDINATES[geometry] - geometry.startswith("a")
        if len(rest) < 2 or any(len(elements_of(operand)) != _needs_vector(n) for operand in rest[:2]):
            raise e.error(f"two gradients of {_needs_vector(n)} elements are missing")
        del rest[:2]
    return rest


def _sample(e: Emitter, i: Instruction, m: Modifiers, form: int) -> None:
    """Call the runtime; four words a lane are then in the fourth scratch area."""
    geometry = m["geometry"]
    rest = _further(e, i, m)
    _put_place(e, i.operands[1], geometry)
    form |= kh.GEOMETRIES[geometry]
    offsets = rest[0] if rest and isinstance(rest[0], VectorOperand) else None
    if offsets is not None:
        n = N_AXES.get(geometry, 0)
        if len(offsets.elements) != _needs_vector(n):
            raise e.error(
                f"an offset of .{geometry} has {_needs_vector(n)} elements (got {len(offsets.elements)})"
            )
        put_elements(e, 2, offsets.elements[:n], "s32")
        form |= kh.FORM_OFFSETS
        rest.pop(0)
    if rest:
        raise e.error("depth comparison is not supported")
    e.runtime("kh_sample", "%worker", e.exec_mask, *SCRATCH[:4], e.site(0, "texture"), form)


def _give(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Write the results; a texture is always resident."""
    destination, resident = pair_of(i.operands[0])
    kind = m["type"]
    words = [e.get(3, _WORDS, 128 * index) for index in range(4)]
    elements = elements_of(destination)
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
    is_integer = m["coordinate"] == "s32"
    if is_integer and m["geometry"] in ("cube", "acube"):
        raise e.error("a cube has coordinates of type .f32")
    _sample(e, i, m, kh.FORM_INTEGER * is_integer)
    _give(e, i, m)


def gather(e: Emitter, i: Instruction, m: Modifiers) -> None:
    _sample(e, i, m, kh.FORM_GATHER | "rgba".index(m["component"]) << kh.FORM_COMPONENT)
    _give(e, i, m)


def query(e: Emitter, i: Instruction, m: Modifiers) -> None:
    _put_object(e, i.operands[1])
    kind = kh.TEXTURE_SURFACE if i.name == "suq" else kh.TEXTURE_SAMPLED
    site = e.site(0, "texture")
    e.runtime("kh_query", "%worker", e.exec_mask, *SCRATCH[:2], site, kind, QUERIES.index(m["query"]))
    e.write(i.operands[0], e.get(1, _WORDS), "b32")


def _width(e: Emitter, operand: Operand, m: Modifiers) -> tuple[int, tuple[Operand, ...]]:
    """Return the bytes of an element of a surface access, and its registers."""
    elements = elements_of(operand)
    count = vector_length(m)
    size = bits_of(m["type"]) // 8
    if len(elements) != count:
        raise e.error(f"an access of {count} elements needs a vector of as many (got {len(elements)})")
    if size * count > 16:
        raise e.error(f"at most 16 bytes are accessed at a time (got {size * count})")
    return size, elements


def _call_surface(e: Emitter, m: Modifiers, function: str, site_bytes: int, *numbers: int) -> None:
    """Call a function of surfaces on three scratch areas: handles, coordinates, and texels."""
    site, form = e.site(site_bytes, "surface"), (kh.GEOMETRIES[m["geometry"]], kh.SURFACE_MODES[m["clamp"]])
    e.runtime(function, "%worker", e.exec_mask, *SCRATCH[:3], site, *form, *numbers)


def surface_load(e: Emitter, i: Instruction, m: Modifiers) -> None:
    destination, place = i.operands
    size, elements = _width(e, destination, m)
    _put_place(e, place, m["geometry"])
    _call_surface(e, m, "kh_surface_load", size * len(elements), size, len(elements))
    write_elements(e, 2, elements, m["type"])


def surface_store(e: Emitter, i: Instruction, m: Modifiers) -> None:
    place, source = i.operands
    size, elements = _width(e, source, m)
    _put_place(e, place, m["geometry"])
    put_elements(e, 2, elements, m["type"])
    _call_surface(e, m, "kh_surface_store", size * len(elements), size, len(elements))


def surface_store_texel(e: Emitter, i: Instruction, m: Modifiers) -> None:
    place, source = i.operands
    _, elements = _width(e, source, m)
    _put_place(e, place, m["geometry"])
    put_elements(e, 2, elements, "b32")
    # 0: the size of a texel is the object's, and not in the instruction
    _call_surface(e, m, "kh_surface_store_texel", 0, len(elements))


def surface_reduce(e: Emitter, i: Instruction, m: Modifiers) -> None:
    place, source = i.operands
    kind = m["type"]
    size = bits_of(kind) // 8
    _put_place(e, place, m["geometry"])
    e.put(2, e.read(source, kind), ivec(8 * size))
    # along x sured.p counts texels, and sured.b bytes (PTX ISA 9.0, "sured")
    operation, is_texel = kh.ATOMIC_OPERATIONS[m["operation"]], i.opcode.startswith("sured.p")
    _call_surface(e, m, "kh_surface_reduce", size, size, operation, kind.startswith("s"), is_texel)
