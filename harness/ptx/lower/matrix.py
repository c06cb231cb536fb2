"""Lowers the matrix instructions of a warp: ``mma``, ``wmma``, ``ldmatrix``, ``stmatrix``, ``movmatrix``.

PTX ISA 9.0, chapter 9.7.14. All 32 lanes must arrive together; fewer lanes are a fault. ``runtime/matrix.c`` decides
what PTX leaves open: the order of a sum, its precision (double, with one rounding to the result) and the fragments of
``wmma``.

Limitations: sparse matrices (``mma.sp``), block scaling, formats of 4 and 6 bits in floating point, ``wgmma`` and
``tcgen05`` are refused, and so are the 8-bit forms of ``ldmatrix`` and ``stmatrix``, which need sm_100.
"""

from __future__ import annotations

import re

from ..layout import ELEMENTS, MATRICES, SPACE_CODES
from ..text.syntax import Immediate, Instruction, Operand, elements_of
from .emitter import Emitter, Modifiers
from .float import ROUNDING
from .llvm_text import SCRATCH, ivec, splat
from .memory import put_address, put_elements, space_of, write_elements
from .warp import FULL_MASK, meet

ELEMENT_BITS = dict(zip(ELEMENTS, (16, 16, 32, 64, 8, 8, 8, 8, 4, 4, 1, 32, 32), strict=True))
_COUNTS = {"x1": 1, "x2": 2, "x4": 4}
_WMMA_F16_REGISTERS = 8
"""Registers of a half-precision fragment of A or B of ``wmma``, for any shape; some repeat others."""


def _extents(shape: str) -> tuple[int, int, int]:
    match = re.fullmatch(r"m(\d+)n(\d+)k(\d+)", shape)
    assert match is not None
    m, n, k = (int(group) for group in match.groups())
    return m, n, k


def n_registers(matrix: str, shape: str, kind: str, is_wmma: bool = False) -> int:
    m, n, k = _extents(shape)
    if is_wmma and kind == "f16" and matrix != "c":
        return _WMMA_F16_REGISTERS
    elements = {"a": m * k, "b": k * n, "c": m * n}[matrix]
    # 32 lanes share a matrix, and a register has 32 bits of elements, or one of f64
    return elements // 32 // max(32 // ELEMENT_BITS[kind], 1)


def _word(kind: str) -> str:
    return "b64" if kind == "f64" else "b32"


def _fragment(e: Emitter, operand: Operand, count: int, what: str) -> tuple[Operand, ...]:
    elements = elements_of(operand)
    if len(elements) != count:
        raise e.error(f"{what} takes {count} registers a lane (got {len(elements)})")
    return elements


def is_quad(m: Modifiers) -> bool:
    return m["shape"] == "m8n8k4" and (m["atype"] or "f16") == "f16"


def _put_sources(e: Emitter, i: Instruction, m: Modifiers) -> tuple[tuple[Operand, ...], list[str]]:
    """Put A, B and C in scratch memory; return the registers of D and the types of A, B, C and D."""
    is_wmma = i.name == "wmma"
    a_type, b_type, d_type, c_type = (m[f"{which}type"] or "f16" for which in "abdc")
    if is_wmma and ELEMENT_BITS[a_type] < 16 and a_type != b_type:
        raise e.error("both matrices of a wmma are of one type")
    d, a, b, c = i.operands
    if is_quad(m):
        # for each lane four halves of A and of B, and eight elements of C and D (PTX ISA 9.0, "mma.m8n8k4")
        counts = [2, 2, 8 if c_type == "f32" else 4, 8 if d_type == "f32" else 4]
    else:
        counts = [
            n_registers(matrix, m["shape"], kind, is_wmma)
            for matrix, kind in (("a", a_type), ("b", b_type), ("c", c_type), ("c", d_type))
        ]
    names = ("matrix A", "matrix B", "the accumulator", "the result")
    left, right, addend, result = (
        _fragment(e, operand, count, name)
        for operand, count, name in zip((a, b, c, d), counts, names, strict=True)
    )
    for scratch, (operands, kind) in enumerate(((left, a_type), (right, b_type), (addend, c_type))):
        put_elements(e, scratch, operands, _word(kind))
    return result, [a_type, b_type, c_type, d_type]


def multiply(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mma`` and ``wmma.mma``: D = A * B + C."""
    meet(e, Immediate(FULL_MASK))
    result, (a_type, b_type, c_type, d_type) = _put_sources(e, i, m)
    rows, columns, depth = _extents(m["shape"])
    common = ("%worker", e.mask, *SCRATCH[:4])
    site = e.site()
    if is_quad(m):
        layouts = (m["alayout"] == "col", m["blayout"] == "col")
        e.runtime("kh_mma_quad", *common, *layouts, ELEMENTS[c_type], ELEMENTS[d_type], site)
    elif a_type == "b1":
        e.runtime("kh_mma_bits", *common, rows, depth, ("xor", "and").index(m["operation"]), site)
    else:
        types = [ELEMENTS[kind] for kind in (a_type, b_type, c_type, d_type)]
        modes = (m["satfinite"] != "", ROUNDING[m["rnd"]])
        e.runtime("kh_mma", *common, rows, columns, depth, *types, *modes, site)
    if e.draws and d_type == "f32":
        e.runtime("kh_draw_products", "%worker", "%scratch3", 32 * len(result), site)
    write_elements(e, 3, result, _word(d_type))


def multiply_shadows(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Write the shadow of D, computed from the shadows of A, B and C, which are the instruction's operands."""
    result, kinds = _put_sources(e, i, m)
    a_type, _, c_type, d_type = (ELEMENTS[kind] for kind in kinds)
    e.runtime("kh_mma_shadow", *SCRATCH[:4], *_extents(m["shape"]), a_type, c_type, d_type)
    write_elements(e, 3, result, _word(kinds[3]))


def _default_leading(matrix: str, shape: str, layout: str) -> int:
    m, n, k = _extents(shape)
    n_rows, n_columns = {"a": (m, k), "b": (k, n), "c": (m, n)}[matrix]
    return n_rows if layout == "col" else n_columns


def _put_matrix(e: Emitter, address: Operand, i: Instruction, m: Modifiers, matrix: str) -> None:
    """Pass the address of a matrix and the distance between its rows or columns, in elements."""
    put_address(e, 0, address, space_of(m))
    leading = splat(32, _default_leading(matrix, m["shape"], m["layout"]))
    e.put(1, e.read(i.operands[2], "u32") if len(i.operands) > 2 else leading, ivec(32))


def load(e: Emitter, i: Instruction, m: Modifiers) -> None:
    meet(e, Immediate(FULL_MASK))
    shape, kind, matrix, space = m["shape"], m["type"], m["matrix"], space_of(m)
    count = n_registers(matrix, shape, kind, is_wmma=True)
    registers = _fragment(e, i.operands[0], count, f"matrix {matrix.upper()}")
    _put_matrix(e, i.operands[1], i, m, matrix)
    shown = (MATRICES[matrix], *_extents(shape), ELEMENTS[kind], m["layout"] == "col", count)
    # elements of 4 bits and of 1 bit are accessed by whole bytes
    site = e.site(max(ELEMENT_BITS[kind] // 8, 1), space)
    e.runtime("kh_wmma_load", "%worker", e.mask, *SCRATCH[:3], *shown, site, SPACE_CODES[space])
    write_elements(e, 2, registers, _word(kind))


def store(e: Emitter, i: Instruction, m: Modifiers) -> None:
    meet(e, Immediate(FULL_MASK))
    shape, kind, space = m["shape"], m["type"], space_of(m)
    count = n_registers("c", shape, kind)
    registers = _fragment(e, i.operands[1], count, "the result")
    _put_matrix(e, i.operands[0], i, m, "c")
    put_elements(e, 2, registers, _word(kind))
    shown = (*_extents(shape)[:2], ELEMENTS[kind], m["layout"] == "col", count)
    site = e.site(ELEMENT_BITS[kind] // 8, space)
    e.runtime("kh_wmma_store", "%worker", e.mask, *SCRATCH[:3], *shown, site, SPACE_CODES[space])


def _rows_of_matrices(e: Emitter, i: Instruction, m: Modifiers, is_store: bool) -> None:
    meet(e, Immediate(FULL_MASK))
    count = _COUNTS[m["count"]]
    operands = i.operands[::-1] if is_store else i.operands
    registers = _fragment(e, operands[0], count, f"{count} matrices")
    # without a state space the address is generic, and lies in shared memory
    space = space_of(m)
    put_address(e, 0, operands[1], space)
    if is_store:
        put_elements(e, 1, registers, "b32")
    # 16: a lane's address is the address of a row, eight elements of 16 bits
    numbers = (count, m["trans"] != "", e.site(16, space), SPACE_CODES[space])
    e.runtime("kh_stmatrix" if is_store else "kh_ldmatrix", "%worker", e.mask, *SCRATCH[:2], *numbers)
    if not is_store:
        write_elements(e, 1, registers, "b32")


def load_rows(e: Emitter, i: Instruction, m: Modifiers) -> None:
    _rows_of_matrices(e, i, m, is_store=False)


def store_rows(e: Emitter, i: Instruction, m: Modifiers) -> None:
    _rows_of_matrices(e, i, m, is_store=True)


def transpose(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``movmatrix``: an 8x8 matrix of 16-bit elements, transposed between registers."""
    meet(e, Immediate(FULL_MASK))
    d, a = i.operands
    e.put(0, e.read(a, "b32"), ivec(32))
    e.runtime("kh_movmatrix", "%worker", e.mask, *SCRATCH[:2], e.site())
    e.write(d, e.get(1, ivec(32)), "b32")
