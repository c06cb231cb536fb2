"""Lowers matrix instructions: ``mma``, ``wmma``, ``wgmma``, ``ldmatrix``, ``stmatrix``, ``movmatrix``.

PTX ISA 9.0, chapters 9.7.14 and 9.7.15. All 32 lanes must arrive together; fewer are a fault. ``runtime/matrix.c``
decides what PTX leaves open: the order of a sum, its precision (double, with one rounding to the result) and the
fragments of ``wmma``.

Limitations: sparse matrices (``mma.sp``, ``wgmma`` with ``.sp``), ``wgmma`` of single bits, block scaling, formats of 4
and 6 bits in floating point, and ``tcgen05`` are refused, and so are the 8-bit forms of ``ldmatrix`` and ``stmatrix``,
which need sm_100.
"""

from __future__ import annotations

import re

from .. import layout as kh
from ..layout import ELEMENTS, MATRICES, SPACE_CODES
from ..text.syntax import Immediate, Instruction, Operand, VectorOperand, elements_of
from .emitter import Emitter, Modifiers
from .float import ROUNDING
from .llvm_text import FRAGMENT, SCRATCH, ivec, splat
from .memory import number_of_groups, put_address, put_elements, space_of, write_elements
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


def group_operands(
    e: Emitter, i: Instruction, m: Modifiers
) -> tuple[tuple[int, ...], str, Operand, list[int]]:
    """Return N, K and the types of A and D of a ``wgmma``, its predicate's lanes, A, and its immediates."""
    _, _, a, _, *rest = i.operands
    has_numbers = m["dtype"] != "s32"
    # a matrix in shared memory may be transposed if its elements have 16 bits
    n_transposed = (1 if isinstance(a, VectorOperand) else 2) if m["atype"] in ("f16", "bf16") else 0
    n_rest = 1 + (2 + n_transposed if has_numbers else 0)
    if len(rest) != n_rest or not all(isinstance(number, Immediate) for number in rest[1:]):
        raise e.error(
            f"behind the matrices come a predicate and {n_rest - 1} numbers (got {len(rest)} operands)"
        )
    numbers = [number.value for number in rest[1:] if isinstance(number, Immediate)]
    if any(abs(number) != 1 for number in numbers[:2]) or any(number not in (0, 1) for number in numbers[2:]):
        raise e.error(f"factors are 1 or -1, and a transposition is 0 or 1 (got {numbers})")
    if n_transposed == 1:  # of B alone
        numbers.insert(2, 0)
    shape = (*_extents(m["shape"])[1:], ELEMENTS[m["atype"]], ELEMENTS[m["dtype"]])
    return shape, e.bits(e.read_predicate(rest[0])), a, numbers


def multiply_group(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``wgmma.mma_async``: D = A * B + D, of which each of four warps computes a quarter of the rows."""
    meet(e, Immediate(FULL_MASK))
    e.has_fragment = True
    d, c, _, b, *_ = i.operands
    (n, k, a_type, d_type), adds, a, numbers = group_operands(e, i, m)
    shape = f"m16n{n}k{k}"
    result, addend = (_fragment(e, o, n_registers("c", shape, m["dtype"]), "the result") for o in (d, c))
    put_elements(e, FRAGMENT, addend, "b32")
    fragments, descriptor = "null", "null"
    if isinstance(a, VectorOperand):
        put_elements(e, 0, _fragment(e, a, n_registers("a", shape, m["atype"]), "matrix A"), "b32")
        fragments = SCRATCH[0]
    else:
        descriptor = e.put(0, e.read(a, "b64"), ivec(64))
    e.put(1, e.read(b, "b64"), ivec(64))
    flags = kh.GROUP_SATURATES * (m["satfinite"] != "")
    names = (kh.GROUP_NEGATES_A, kh.GROUP_NEGATES_B, kh.GROUP_A_ALONG_M, kh.GROUP_B_ALONG_N)
    for flag, number, plain in zip(names, numbers, (1, 1, 0, 0), strict=False):
        flags |= flag * (number != plain)
    matrices = (f"%scratch{FRAGMENT}", fragments, descriptor, SCRATCH[1])
    types = (a_type, ELEMENTS[m["btype"]], d_type)
    e.runtime(
        "kh_wgmma", "%worker", "%warp", e.mask, *matrices, adds, n, k, *types, flags, e.site(16, "shared")
    )
    if e.draws and m["dtype"] == "f32":
        e.runtime("kh_draw_products", "%worker", matrices[0], 32 * len(result), e.site(16, "shared"))
    write_elements(e, FRAGMENT, result, "b32")


def pass_together(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``wgmma.fence``: products are computed at their issue, from what the registers hold then."""
    meet(e, Immediate(FULL_MASK))


def commit_group(e: Emitter, i: Instruction, m: Modifiers) -> None:
    meet(e, Immediate(FULL_MASK))
    e.runtime("kh_wgmma_commit", "%warp")


def wait_group(e: Emitter, i: Instruction, m: Modifiers) -> None:
    meet(e, Immediate(FULL_MASK))
    e.runtime("kh_wgmma_wait", "%warp", number_of_groups(e, i))


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
