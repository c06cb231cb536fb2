"""Forms of ``mma``, the places of their elements as the PTX manual gives them shape by shape, and a kernel for each.

Places are written here as in the manual's figures, one rule a shape, and not as the executor computes them.
"""

from collections.abc import Callable
from dataclasses import dataclass

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

HEADER = ".version 8.7\n.target sm_90\n.address_size 64\n"
"""Assemblers take 8-bit floats in m16n8k16, and f16 sums of them, from PTX 8.7 on."""

Place = Callable[[int, int], tuple[int, int]]
Matrix = NDArray[np.generic]

BITS = {
    "f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "e4m3": 8, "e5m2": 8, "u8": 8, "s8": 8, "u4": 4, "s4": 4, "b1": 1,
    "f32": 32, "s32": 32,
}  # fmt: skip
DTYPES: dict[str, np.dtype] = {
    "f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16), "tf32": np.dtype(np.float32),
    "f64": np.dtype(np.float64), "e4m3": np.dtype(ml_dtypes.float8_e4m3fn), "e5m2": np.dtype(ml_dtypes.float8_e5m2),
    "f32": np.dtype(np.float32), "s32": np.dtype(np.int32),
}  # fmt: skip
INTEGERS = {"u8": (0, 256), "s8": (-128, 128), "u4": (0, 16), "s4": (-8, 8), "b1": (0, 2)}


def _g(lane: int) -> int:
    return lane >> 2


def _t(lane: int) -> int:
    return lane % 4


def _two_rows(step: int, width: int) -> Place:
    """A of sixteen rows: `width` neighbours, then row + 8, then columns from `step` on."""

    def place(lane: int, i: int) -> tuple[int, int]:
        chunk, within = divmod(i, width)
        return _g(lane) + 8 * (chunk % 2), _t(lane) * width + within + step * (chunk // 2)

    return place


def _columns(step: int, width: int) -> Place:
    """B: `width` neighbours of a column, then rows from `step` on."""

    def place(lane: int, i: int) -> tuple[int, int]:
        return _t(lane) * width + i % width + step * (i // width), _g(lane)

    return place


PLACES_A: dict[tuple[str, int], Place] = {
    ("m16n8k8", 16): lambda lane, i: (_g(lane) + (0 if i < 2 else 8), _t(lane) * 2 + (i & 1)),
    ("m16n8k16", 16): lambda lane, i: (
        _g(lane) + (0 if i in (0, 1, 4, 5) else 8), _t(lane) * 2 + (i & 1) + (0 if i < 4 else 8)),
    ("m16n8k4", 32): lambda lane, i: (_g(lane) + 8 * i, _t(lane)),
    ("m16n8k8", 32): lambda lane, i: (_g(lane) + (0 if i in (0, 2) else 8), _t(lane) + (0 if i < 2 else 4)),
    ("m16n8k16", 8): lambda lane, i: (_g(lane) + (0 if i < 4 else 8), _t(lane) * 4 + (i & 3)),
    ("m16n8k32", 8): lambda lane, i: (
        _g(lane) + (0 if i < 4 or 8 <= i < 12 else 8), _t(lane) * 4 + (i & 3) + (0 if i < 8 else 16)),
    ("m8n8k16", 8): lambda lane, i: (_g(lane), _t(lane) * 4 + i),
    ("m8n8k32", 4): lambda lane, i: (_g(lane), _t(lane) * 8 + i),
    ("m16n8k32", 4): lambda lane, i: (_g(lane) + (0 if i < 8 else 8), _t(lane) * 8 + (i & 7)),
    ("m16n8k64", 4): _two_rows(32, 8),
    ("m8n8k128", 1): lambda lane, i: (_g(lane), _t(lane) * 32 + i),
    ("m16n8k128", 1): _two_rows(128, 32),
    ("m16n8k256", 1): _two_rows(128, 32),
    ("m8n8k4", 64): lambda lane, _: (_g(lane), _t(lane)),
    ("m16n8k4", 64): lambda lane, i: (_g(lane) + 8 * i, _t(lane)),
    ("m16n8k8", 64): lambda lane, i: (_g(lane) + 8 * (i % 2), _t(lane) + 4 * (i // 2)),
    ("m16n8k16", 64): lambda lane, i: (_g(lane) + 8 * (i % 2), _t(lane) + 4 * (i // 2)),
}  # fmt: skip

PLACES_B: dict[tuple[str, int], Place] = {
    ("m16n8k8", 16): lambda lane, i: (_t(lane) * 2 + i, _g(lane)),
    ("m16n8k16", 16): lambda lane, i: (_t(lane) * 2 + (i & 1) + (0 if i < 2 else 8), _g(lane)),
    ("m16n8k4", 32): lambda lane, _: (_t(lane), _g(lane)),
    ("m16n8k8", 32): lambda lane, i: (_t(lane) + 4 * i, _g(lane)),
    ("m16n8k16", 8): lambda lane, i: (_t(lane) * 4 + i, _g(lane)),
    ("m16n8k32", 8): lambda lane, i: (_t(lane) * 4 + (i & 3) + (0 if i < 4 else 16), _g(lane)),
    ("m8n8k16", 8): lambda lane, i: (_t(lane) * 4 + i, _g(lane)),
    ("m8n8k32", 4): lambda lane, i: (_t(lane) * 8 + i, _g(lane)),
    ("m16n8k32", 4): lambda lane, i: (_t(lane) * 8 + i, _g(lane)),
    ("m16n8k64", 4): _columns(32, 8),
    ("m8n8k128", 1): lambda lane, i: (_t(lane) * 32 + i, _g(lane)),
    ("m16n8k128", 1): lambda lane, i: (_t(lane) * 32 + i, _g(lane)),
    ("m16n8k256", 1): _columns(128, 32),
    ("m8n8k4", 64): lambda lane, _: (_t(lane), _g(lane)),
    ("m16n8k4", 64): lambda lane, _: (_t(lane), _g(lane)),
    ("m16n8k8", 64): lambda lane, i: (_t(lane) + 4 * i, _g(lane)),
    ("m16n8k16", 64): lambda lane, i: (_t(lane) + 4 * i, _g(lane)),
}  # fmt: skip


def place_c(lane: int, i: int) -> tuple[int, int]:
    return _g(lane) + (0 if i < 2 else 8), _t(lane) * 2 + (i & 1)


@dataclass(frozen=True)
class Form:
    """One form of ``mma`` with operands by row and column."""

    opcode: str
    shape: str
    a: str
    b: str
    c: str
    d: str

    @property
    def extents(self) -> tuple[int, int, int]:
        m, _, rest = self.shape[1:].partition("n")
        n, _, k = rest.partition("k")
        return int(m), int(n), int(k)

    def __str__(self) -> str:
        return self.opcode.removeprefix("mma.sync.aligned.")


def forms() -> list[Form]:
    """Return every form but ``m8n8k4`` of f16, which has places of its own."""
    found = []

    def add(shapes: str, types: list[tuple[str, str, str, str]], middle: str = "", end: str = "") -> None:
        for shape in shapes.split():
            for d, a, b, c in types:
                opcode = f"mma.sync.aligned.{shape}.row.col{middle}.{d}.{a}.{b}.{c}{end}"
                found.append(Form(opcode, shape, a, b, c, d))

    add("m16n8k8 m16n8k16", [(c, "f16", "f16", c) for c in ("f16", "f32")])
    add("m16n8k4 m16n8k8", [("f32", "tf32", "tf32", "f32")])
    add("m16n8k8 m16n8k16", [("f32", "bf16", "bf16", "f32")])
    eights = ("e4m3", "e5m2")
    add("m16n8k16 m16n8k32", [(c, a, b, c) for c in ("f16", "f32") for a in eights for b in eights])
    add("m8n8k4 m16n8k4 m16n8k8 m16n8k16", [("f64",) * 4])
    for middle in ("", ".satfinite"):
        for shapes, kinds in (("m8n8k16 m16n8k16 m16n8k32", "u8 s8"), ("m8n8k32 m16n8k32 m16n8k64", "u4 s4")):
            pairs = [("s32", a, b, "s32") for a in kinds.split() for b in kinds.split()]
            add(shapes, pairs, middle)
    for operation in ("xor", "and"):
        add("m8n8k128 m16n8k128 m16n8k256", [("s32", "b1", "b1", "s32")], end=f".{operation}.popc")
    return found


def raw(values: Matrix, kind: str) -> NDArray[np.uint64]:
    if kind in INTEGERS:
        return values.astype(np.int64).astype(np.uint64) & np.uint64((1 << BITS[kind]) - 1)
    return np.ascontiguousarray(values).view(f"u{BITS[kind] // 8}").astype(np.uint64)


def pack(values: Matrix, kind: str, place: Place, n_elements: int) -> NDArray[np.generic]:
    """Return the registers [register, lane] that hold a matrix."""
    bits = raw(values, kind)
    width = max(BITS[kind], 32)
    per = width // BITS[kind]
    registers = np.zeros((n_elements // per, 32), np.uint64)
    for lane in range(32):
        for i in range(n_elements):
            registers[i // per, lane] |= bits[place(lane, i)] << np.uint64(i % per * BITS[kind])
    return registers.astype(f"u{width // 8}")


def unpack(registers: NDArray[np.generic], kind: str, shape: tuple[int, int], place: Place) -> Matrix:
    width = max(BITS[kind], 32)
    per = width // BITS[kind]
    dtype = DTYPES[kind]
    result = np.zeros(shape, dtype)
    elements = registers.astype(f"u{width // 8}").reshape(-1, 32)
    for lane in range(32):
        own = np.ascontiguousarray(elements[:, lane]).view(dtype)
        for i in range(len(elements) * per):
            result[place(lane, i)] = own[i]
    return result


def kernel(opcode: str, widths: tuple[tuple[int, int], ...]) -> str:
    """Return a kernel ``k(out, inp)`` that gives one instruction the registers of `inp` and stores those it writes.

    `widths` are the register count and the width of d, a, b and c; registers lie as [register, lane].
    """
    lines = [
        ".visible .entry k(.param .u64 out, .param .u64 inp) {",
        ".reg .b32 %me; .reg .b64 %to, %from, %at;",
        "mov.u32 %me, %tid.x; ld.param.u64 %to, [out]; ld.param.u64 %from, [inp];",
    ]
    names, offset = [], 0
    for which, (count, width) in zip("dabc", widths, strict=True):
        lines.append(f".reg .b{width} %{which}<{count}>;")
        names.append("{" + ", ".join(f"%{which}{k}" for k in range(count)) + "}")
        if which == "d":
            continue
        for k in range(count):
            lines.append(f"mad.wide.u32 %at, %me, {width // 8}, %from;")
            lines.append(f"ld.global.b{width} %{which}{k}, [%at+{offset}];")
            offset += 4 * width
    lines.append(f"{opcode} {', '.join(names)};")
    count, width = widths[0]
    for k in range(count):
        lines.append(f"mad.wide.u32 %at, %me, {width // 8}, %to;")
        lines.append(f"st.global.b{width} [%at+{4 * width * k}], %d{k};")
    return HEADER + "\n".join([*lines, "ret;", "}"]) + "\n"


def operands(form: Form, seed: int, *, small: bool) -> tuple[Matrix, Matrix, Matrix]:
    """Return matrices A, B and C; small integers where every sum is exact, else numbers of all sizes."""
    m, n, k = form.extents
    generator = np.random.default_rng([seed, m, n, k])

    def matrix(kind: str, rows: int, columns: int) -> Matrix:
        if kind in INTEGERS:
            return generator.integers(*INTEGERS[kind], (rows, columns))
        if kind == "s32":
            size = 100 if small else 2**31 - 1
            return generator.integers(-size, size, (rows, columns), np.int32)
        if small:
            return generator.integers(-3, 4, (rows, columns)).astype(DTYPES[kind])
        values = generator.standard_normal((rows, columns)) * np.exp2(
            generator.integers(-3, 3, (rows, columns))
        )
        result = values.astype(DTYPES[kind])
        if kind == "tf32":
            result = (result.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)
        return result

    return matrix(form.a, m, k), matrix(form.b, k, n), matrix(form.c, m, n)


def truth(form: Form, a: Matrix, b: Matrix, c: Matrix) -> Matrix:
    """Return D; floating-point sums in longer precision than the result's."""
    if form.a == "b1":
        combine = np.logical_xor if ".xor." in form.opcode else np.logical_and
        counts = combine(a[:, :, None] != 0, b[None] != 0).sum(1)
        return (counts + c).astype(np.int32)
    if form.d == "s32":
        total = a.astype(np.int64) @ b.astype(np.int64) + c
        if "satfinite" in form.opcode:
            total = np.clip(total, -(2**31), 2**31 - 1)
        return total.astype(np.int32)
    wide = np.longdouble if form.d == "f64" else np.float64
    left, right = (matrix.astype(np.float64).astype(wide) for matrix in (a, b))
    return (left @ right + c.astype(np.float64).astype(wide)).astype(DTYPES[form.d])
