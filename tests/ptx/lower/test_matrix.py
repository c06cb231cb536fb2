"""Matrix instructions against NumPy: every shape and type of ``mma`` and ``wmma``, and matrices of 8x8 rows."""

import itertools
import re
from dataclasses import dataclass

import ml_dtypes
import numpy as np
import pytest

from harness.errors import PtxError
from tests.ptx.ptx_text import HEADER, launch_on, words
from tests.ptx.ptx_text import kernel as text_kernel
from tests.ptx.ptx_text import run as run_text
from tests.sampled import one_in

MMA_HEADER = ".version 8.7\n.target sm_90\n.address_size 64\n"
"""Assemblers take 8-bit floats in m16n8k16, and f16 sums of them, from PTX 8.7 on."""
LAYOUTS = ("row", "col")
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


def place_a(m, bits):
    """Return where each lane's elements of A lie: neighbours of a row in a register, registers down, then across."""
    width, n_rows = max(32 // bits, 1), m // 8

    def place(lane, i):
        register, within = divmod(i, width)
        across, down = divmod(register, n_rows)
        return lane // 4 + 8 * down, lane % 4 * width + within + 4 * width * across

    return place


def place_b(bits):
    """B lies as A does, by columns."""
    return lambda lane, i: place_a(8, bits)(lane, i)[::-1]


def place_c(lane, i):
    return lane // 4 + 8 * (i // 2), lane % 4 * 2 + i % 2


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
    def extents(self):
        m, _, rest = self.shape[1:].partition("n")
        n, _, k = rest.partition("k")
        return int(m), int(n), int(k)

    def __str__(self):
        return self.opcode.removeprefix("mma.sync.aligned.")


def forms():
    """Return every form but ``m8n8k4`` of f16, which has places of its own."""
    found = []

    def add(shapes, types, middle="", end=""):
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


def raw(values, kind):
    if kind in INTEGERS:
        return values.astype(np.int64).astype(np.uint64) & np.uint64((1 << BITS[kind]) - 1)
    return np.ascontiguousarray(values).view(f"u{BITS[kind] // 8}").astype(np.uint64)


def pack(values, kind, place, n_elements):
    """Return the registers [register, lane] that hold a matrix."""
    bits = raw(values, kind)
    width = max(BITS[kind], 32)
    per = width // BITS[kind]
    registers = np.zeros((n_elements // per, 32), np.uint64)
    for lane in range(32):
        for i in range(n_elements):
            registers[i // per, lane] |= bits[place(lane, i)] << np.uint64(i % per * BITS[kind])
    return registers.astype(f"u{width // 8}")


def unpack(registers, kind, shape, place):
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


def kernel(opcode, widths):
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
    return MMA_HEADER + "\n".join([*lines, "ret;", "}"]) + "\n"


def operands(form, seed, *, small):
    """Return matrices A, B and C; small integers where every sum is exact, else numbers of all sizes."""
    m, n, k = form.extents
    generator = np.random.default_rng([seed, m, n, k])

    def matrix(kind, rows, columns):
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


def truth(form, a, b, c):
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


def multiply(executor, opcode, registers, kind, shape, place):
    """Give an instruction the registers of A, B and C; returns D."""
    width = max(BITS[kind], 32)
    count = int(np.prod(shape)) * BITS[kind] // (32 * width)
    widths = ((count, width), *((len(r), 8 * r.itemsize) for r in registers))
    data = np.concatenate([r.reshape(-1).view(np.uint8) for r in registers])
    (found, _), report = launch_on(
        executor, kernel(opcode, widths), "k", [undefined(4 * width * count), data]
    )
    assert report.faults == ()
    return unpack(found.view(f"u{width // 8}"), kind, shape, place)


def undefined(n_bytes):
    return np.full(n_bytes, 0xFF, np.uint8)


def result_of(executor, form, a, b, c):
    m, n, k = form.extents
    registers = [
        pack(a, form.a, place_a(m, BITS[form.a]), m * k // 32),
        pack(b, form.b, place_b(BITS[form.b]), n * k // 32),
        pack(c, form.c, place_c, m * n // 32),
    ]
    return multiply(executor, form.opcode, registers, form.d, (m, n), place_c)


FORMS = forms()


@pytest.mark.parametrize("small", [True, False], ids=["small integers", "numbers of all sizes"])
@pytest.mark.parametrize("form", one_in(6, FORMS, pytest.mark.slow), ids=str)
def test_mma(executor, form, small):
    a, b, c = operands(form, 2 - small, small=small)
    found, expected = result_of(executor, form, a, b, c), truth(form, a, b, c)
    if small or form.d == "s32":
        np.testing.assert_array_equal(found, expected)
        return
    # one rounding of a sum that both sides know to far more digits; in f64 every step rounds
    ulp = np.finfo(DTYPES[form.d]).eps
    size = np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64)) + np.abs(c.astype(np.float64))
    allowed = size * 20 * ulp if form.d == "f64" else np.abs(expected.astype(np.float64)) * ulp
    assert (np.abs(found.astype(np.float64) - expected.astype(np.float64)) <= allowed).all()
    if form.d != "f64":
        assert (found == expected).mean() > 0.95


def only(form_text):
    (found,) = [form for form in FORMS if str(form) == form_text]
    return found


def test_sum_is_rounded_once(executor):
    form = only("m16n8k16.row.col.f32.f16.f16.f32")
    a, b, c = operands(form, 3, small=True)
    a[:], b[:], c[:] = 1, 0, 2.0**24
    b[:2] = 1  # 2^24 + 1 + 1: each step alone would round back to 2^24
    assert (result_of(executor, form, a, b, c) == 2.0**24 + 2).all()


def test_special_values(executor):
    form = only("m16n8k8.row.col.f32.f16.f16.f32")
    a, b, c = operands(form, 3, small=True)
    a[:], b[:], c[:] = 1, 1, 0
    a[0, 0], a[1, 0], a[1, 1], a[2, 3], c[3, 0] = np.inf, np.inf, -np.inf, np.nan, -np.inf
    found = result_of(executor, form, a, b, c)
    assert (found[0] == np.inf).all()
    assert (found[1:3].view(np.uint32) == 0x7FFFFFFF).all()
    assert found[3, 0] == -np.inf
    assert found[3, 1] == 8


def test_f16_result_overflows_to_infinity(executor):
    form = only("m16n8k8.row.col.f16.f16.f16.f16")
    a, b, c = operands(form, 3, small=True)
    a[:], b[:], c[:] = 200, 200, 0
    assert np.isinf(result_of(executor, form, a, b, c)).all()


def test_tf32_ignores_the_lower_bits_of_a_float(executor):
    form = only("m16n8k4.row.col.f32.tf32.tf32.f32")
    a, b, c = operands(form, 4, small=True)
    a = np.abs(a) + 1
    dirty = (a.view(np.uint32) | np.uint32(0x1FFF)).view(np.float32)
    np.testing.assert_array_equal(result_of(executor, form, dirty, b, c), truth(form, a, b, c))


def place_quad(matrix, layout, kind, lane, i):
    high = 4 if lane >= 16 else 0
    if matrix == "a":
        return (lane % 4 + high, i) if layout == "row" else (i % 4 + high, lane % 4)
    if matrix == "b":
        return (lane % 4, i + high) if layout == "row" else (i, lane % 4 + high)
    if kind == "f16":
        return lane % 4 + high, i
    return (lane & 1) + (i & 2) + high, (i & 4) + (lane & 2) + (i & 1)


QUADS = [
    (*layouts, *types)
    for layouts in itertools.product(LAYOUTS, repeat=2)
    for types in (("f16", "f16"), ("f32", "f16"), ("f32", "f32"))
]


@pytest.mark.parametrize(("a_layout", "b_layout", "d_type", "c_type"), QUADS)
def test_four_products_of_quads(executor, a_layout, b_layout, d_type, c_type):
    generator = np.random.default_rng(5)
    a, b, c = (
        generator.integers(-4, 5, (4, *shape)).astype(dtype)
        for shape, dtype in (((8, 4), "f2"), ((4, 8), "f2"), ((8, 8), DTYPES[c_type]))
    )

    def place(name, layout, kind):
        return lambda lane, i: (lane // 4 % 4, *place_quad(name, layout, kind, lane, i))

    registers = [
        pack(a, "f16", place("a", a_layout, "f16"), 4),
        pack(b, "f16", place("b", b_layout, "f16"), 4),
        pack(c, c_type, place("c", "", c_type), 8),
    ]
    opcode = f"mma.sync.aligned.m8n8k4.{a_layout}.{b_layout}.{d_type}.f16.f16.{c_type}"
    found = multiply(executor, opcode, registers, d_type, (4, 8, 8), place("c", "", d_type))
    np.testing.assert_array_equal(found, (a.astype("f8") @ b.astype("f8") + c).astype(DTYPES[d_type]))


def opcodes():
    found = {form.opcode for form in FORMS}
    found |= {f"mma.sync.aligned.m8n8k4.{a}.{b}.{d}.f16.f16.{c}" for a, b, d, c in QUADS}
    for case in wmma_cases():
        text = wmma_kernel(case, (16, 16, 16))
        found |= set(re.findall(r"^wmma[\w.]+", text, re.MULTILINE))
    for count, trans in itertools.product((1, 2, 4), (False, True)):
        suffix = f"m8n8.x{count}{'.trans' * trans}.shared.b16"
        found |= {f"ldmatrix.sync.aligned.{suffix}", f"stmatrix.sync.aligned.{suffix}"}
    return found | {"movmatrix.sync.aligned.m8n8.trans.b16"}


def wmma_cases():
    """Shape, type of A and B, of C, of D, and the three layouts."""
    found = []
    sixteens = ("m16n16k16", "m8n32k16", "m32n8k16")
    for shape, (a_layout, b_layout, c_layout) in itertools.product(
        sixteens, itertools.product(LAYOUTS, repeat=3)
    ):
        rest = (a_layout, b_layout, c_layout)
        found += [(shape, "f16", c, d, *rest) for c in ("f16", "f32") for d in ("f16", "f32")]
        found += [(shape, "bf16", "f32", "f32", *rest)]
        found += [(shape, kind, "s32", "s32", *rest) for kind in ("u8", "s8")]
    for rest in itertools.product(LAYOUTS, repeat=3):
        found += [("m16n16k8", "tf32", "f32", "f32", *rest), ("m8n8k4", "f64", "f64", "f64", *rest)]
    for c_layout in LAYOUTS:
        found += [("m8n8k32", kind, "s32", "s32", "row", "col", c_layout) for kind in ("u4", "s4")]
        found += [("m8n8k128", "b1", "s32", "s32", "row", "col", c_layout)]
    return found


def wmma_opcode(shape, kind, c, d, a_layout, b_layout):
    if kind == "b1":
        return f"wmma.mma.xor.popc.sync.aligned.row.col.{shape}.s32.b1.b1.s32"
    head = f"wmma.mma.sync.aligned.{a_layout}.{b_layout}.{shape}"
    return f"{head}.{d}.{c}" if kind == "f16" else f"{head}.{d}.{kind}.{kind}.{c}{'.rn' * (kind == 'f64')}"


def n_wmma_registers(elements, kind, is_c):
    if kind == "f16" and not is_c:
        return 8
    return elements // 32 // max(32 // BITS[kind], 1)


def in_memory(matrix, kind, layout, leading):
    """Return a matrix as it lies in memory, rows or columns `leading` elements apart."""
    lines = matrix if layout == "row" else matrix.T
    padded = np.zeros((len(lines), leading), matrix.dtype)
    padded[:, : lines.shape[1]] = lines
    if kind in ("u4", "s4", "b1"):
        bits = raw(padded, kind).astype(np.uint8)
        per = 8 // BITS[kind]
        shifts = np.arange(per, dtype=np.uint8) * np.uint8(BITS[kind])
        return np.bitwise_or.reduce(bits.reshape(-1, per) << shifts, axis=1).astype(np.uint8)
    if kind in INTEGERS:
        return padded.astype(np.int64).astype(np.uint8).reshape(-1)
    return padded.reshape(-1).view(np.uint8)


def wmma_kernel(case, leading, space=".global"):
    shape, kind, c, d, a_layout, b_layout, c_layout = case
    m, n, k = Form("", shape, "", "", "", "").extents
    width = 64 if kind == "f64" else 32
    lines = [
        ".visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b, .param .u64 c) {",
        ".reg .b64 %to, %from<3>; .reg .b32 %ld; ld.param.u64 %to, [out];",
    ]
    counts = (
        n_wmma_registers(m * k, kind, False), n_wmma_registers(n * k, kind, False), n_wmma_registers(m * n, c, True),
        n_wmma_registers(m * n, d, True),
    )  # fmt: skip
    names = []
    for which, count in zip("abcd", counts, strict=True):
        lines.append(f".reg .b{width} %{which}<{count}>;")
        names.append("{" + ", ".join(f"%{which}{index}" for index in range(count)) + "}")
    for index, (which, layout, name, of) in enumerate(
        (("a", a_layout, names[0], kind), ("b", b_layout, names[1], kind), ("c", c_layout, names[2], c))
    ):
        lines.append(f"ld.param.u64 %from{index}, [{which}];")
        lines.append(f"mov.u32 %ld, {leading[index]};")
        load = f"wmma.load.{which}.sync.aligned.{layout}.{shape}{space}.{of}"
        lines.append(f"{load} {name}, [%from{index}], %ld;")
    lines.append(
        f"{wmma_opcode(shape, kind, c, d, a_layout, b_layout)} {names[3]}, {names[0]}, {names[1]}, {names[2]};"
    )
    lines.append(f"wmma.store.d.sync.aligned.{c_layout}.{shape}{space}.{d} [%to], {names[3]}, {leading[2]};")
    return HEADER + "\n".join([*lines, "ret;", "}"]) + "\n"


@pytest.mark.parametrize(
    "case", one_in(6, [(each,) for each in wmma_cases()], pytest.mark.slow), ids="-".join
)
def test_wmma(executor, case):
    shape, kind, c_type, d_type, a_layout, b_layout, c_layout = case
    opcode = wmma_opcode(shape, kind, c_type, d_type, a_layout, b_layout)
    form = Form(opcode, shape, kind, kind, c_type, d_type)
    m, n, k = form.extents
    a, b, c = operands(form, 6, small=True)
    pads = {"b1": 128, "u4": 32, "s4": 32, "u8": 16, "s8": 16}
    extents = [k if a_layout == "row" else m, n if b_layout == "row" else k, n if c_layout == "row" else m]
    kinds = (kind, kind, c_type)
    leading = [extent + pads.get(of, 8) for extent, of in zip(extents, kinds, strict=True)]
    inputs = [
        in_memory(matrix, of, layout, distance)
        for matrix, of, layout, distance in zip(
            (a, b, c), kinds, (a_layout, b_layout, c_layout), leading, strict=True
        )
    ]
    lines = m if c_layout == "row" else n
    out_bytes = lines * leading[2] * BITS[d_type] // 8
    (found, *_), report = launch_on(
        executor, wmma_kernel(case, tuple(leading)), "k", [undefined(out_bytes), *inputs]
    )
    assert report.faults == ()
    result = found.view(DTYPES[d_type]).reshape(lines, leading[2])[:, : extents[2]]
    result = result if c_layout == "row" else result.T
    np.testing.assert_array_equal(result, truth(form, a, b, c))
    # nothing was stored between the rows
    rest = found.reshape(lines, -1)[:, extents[2] * BITS[d_type] // 8 :]
    assert (rest == 0xFF).all()


HALVES = ("m16n16k16", "f16", "f32", "f32", "row", "row", "row")
OF_HALVES = Form("", "m16n16k16", "f16", "f16", "f32", "f32")


def test_wmma_without_a_stride_and_with_a_generic_address(executor):
    text = wmma_kernel(HALVES, (16, 16, 16), space="").replace(", %ld;", ";").replace(", 16;\nret", ";\nret")
    assert "%ld" not in text.partition("wmma.load")[2].replace("mov.u32 %ld, 16;", "")
    a, b, c = operands(OF_HALVES, 7, small=True)
    (found, *_), report = launch_on(executor, text, "k", [undefined(1024), a, b, c])
    assert report.faults == ()
    np.testing.assert_array_equal(found.view(np.float32).reshape(16, 16), truth(OF_HALVES, a, b, c))


def test_wmma_matrix_that_ends_too_early_is_out_of_bounds(executor):
    a, b, c = operands(OF_HALVES, 7, small=True)
    _, report = launch_on(executor, wmma_kernel(HALVES, (16, 16, 16)), "k", [undefined(1024), a[:15], b, c])
    assert {fault.reason for fault in report.faults} == {"oob-read"}
    assert report.faults[0].count == 8  # the last row's sixteen elements, two a register


def test_wmma_stride_must_keep_rows_aligned(executor):
    arrays = [undefined(1024), np.zeros(17 * 16, "f2"), np.zeros(256, "f2"), np.zeros(256, "f4")]
    _, report = launch_on(executor, wmma_kernel(HALVES, (17, 16, 16)), "k", arrays)
    assert "misaligned-access" in {fault.reason for fault in report.faults}


def test_wmma_lanes_must_name_one_matrix(executor):
    body = """
    .reg .b32 %m<8>;
    mad.wide.u32 %rd3, %r0, 32, %rd1;
    wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%m0,%m1,%m2,%m3,%m4,%m5,%m6,%m7}, [%rd3], 16;
    """
    ran = run_text(executor, text_kernel(body), inp=np.zeros(1024, np.uint32))
    assert ran.reasons == ["barrier-divergence"]
    assert "must name one matrix" in ran.report.faults[0].message


def rows_kernel(count, trans, is_store):
    registers = "{" + ", ".join(f"%m{k}" for k in range(count)) + "}"
    suffix = f"m8n8.x{count}{'.trans' if trans else ''}.shared.b16"
    lines = [
        ".visible .entry k(.param .u64 out, .param .u64 inp) {",
        ".shared .align 16 .b8 tile[1024];",
        f".reg .b32 %me, %row, %at, %m<{count}>, %w; .reg .b64 %to, %from;",
        "mov.u32 %me, %tid.x; ld.param.u64 %to, [out]; ld.param.u64 %from, [inp]; mov.u32 %row, tile;",
        "mad.wide.u32 %from, %me, 4, %from; mad.wide.u32 %to, %me, 4, %to;",
        "mad.lo.u32 %at, %me, 4, %row;",
    ]
    if is_store:
        for k in range(count):
            lines.append(f"ld.global.b32 %m{k}, [%from+{128 * k}];")
        lines += ["mad.lo.u32 %row, %me, 16, %row;", f"stmatrix.sync.aligned.{suffix} [%row], {registers};"]
        lines.append("bar.warp.sync -1;")
        for k in range(count):
            lines += [f"ld.shared.b32 %w, [%at+{128 * k}];", f"st.global.b32 [%to+{128 * k}], %w;"]
    else:
        for k in range(count):
            lines += [f"ld.global.b32 %w, [%from+{128 * k}];", f"st.shared.b32 [%at+{128 * k}], %w;"]
        lines += ["bar.warp.sync -1;", "mad.lo.u32 %row, %me, 16, %row;"]
        lines.append(f"ldmatrix.sync.aligned.{suffix} {registers}, [%row];")
        for k in range(count):
            lines.append(f"st.global.b32 [%to+{128 * k}], %m{k};")
    return HEADER + "\n".join([*lines, "ret;", "}"]) + "\n"


@pytest.mark.parametrize("trans", [False, True])
@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("is_store", [False, True], ids=["ldmatrix", "stmatrix"])
def test_rows_of_matrices(executor, is_store, count, trans):
    matrices = np.arange(64 * count, dtype=np.uint16).reshape(count, 8, 8)
    text = rows_kernel(count, trans, is_store)
    (found, _), report = launch_on(executor, text, "k", [undefined(128 * count), matrices])
    assert report.faults == ()
    # a fragment is a matrix row by row, two elements a lane
    expected = matrices.transpose(0, 2, 1) if trans else matrices
    np.testing.assert_array_equal(found.view(np.uint16).reshape(count, 8, 8), expected)


@pytest.mark.parametrize(
    ("name", "count", "offset", "found"),
    [("ldmatrix", 1, 8, ("misaligned-access", 8)), ("stmatrix", 4, 768, ("oob-write", 16))],
)
def test_rows_must_be_aligned_and_in_shared_memory(executor, name, count, offset, found):
    text = rows_kernel(count, False, is_store=name == "stmatrix")
    text = text.replace(name, f"add.u32 %row, %row, {offset};\n{name}")
    _, report = launch_on(executor, text, "k", [undefined(128 * count), np.zeros(64 * count, np.uint16)])
    assert [(fault.reason, fault.count) for fault in report.faults] == [found]


def test_transposed_between_registers(executor):
    body = "mov.b32 %r3, %r0; movmatrix.sync.aligned.m8n8.trans.b16 %r4, %r3;"
    matrix = np.arange(32, dtype=np.uint32).view(np.uint16).reshape(8, 8)
    expected = np.ascontiguousarray(matrix.T).reshape(-1).view(np.uint32)
    np.testing.assert_array_equal(words(executor, body, "%r4"), expected)


MMA = (
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r3,%r4}, {%r5}, {%f0,%f1,%f2,%f3};"
)
CLEAR = "mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0; mov.b32 %r3, 0; mov.b32 %r4, 0; mov.b32 %r5, 0;\n"  # noqa: E501


def test_lanes_part_and_meet_before_the_instruction(executor):
    body = CLEAR + "setp.lt.u32 %p0, %r0, 9;\n@%p0 bra L;\nmov.b32 %r5, 0;\nL:\n" + MMA
    assert run_text(executor, text_kernel(body)).report.faults == ()


def test_instruction_in_one_branch_only_is_a_fault(executor):
    body = f"{CLEAR}setp.lt.u32 %p0, %r0, 9;\n@%p0 bra L;\n{MMA}\n"
    body += "bar.warp.sync -1;\nbra M;\nL: bar.warp.sync -1;\nM:"
    ran = run_text(executor, text_kernel(body))
    assert "barrier-divergence" in ran.reasons
    assert any("23 of 32 lanes" in fault.message for fault in ran.report.faults)


@pytest.mark.parametrize("threads", [16, 48])
def test_warp_of_fewer_lanes_is_a_fault(executor, threads):
    ran = run_text(executor, text_kernel(CLEAR + MMA), block=(threads, 1, 1))
    assert ran.reasons == ["barrier-divergence"]
    assert "16 of 32 lanes" in ran.report.faults[0].message


@pytest.mark.parametrize("threads", [16, 32])
def test_registers_of_absent_lanes_are_of_no_earlier_launch(executor, threads):
    # n other than 0 sets matrix B in all lanes; with 0 only the first half of 32 threads does, and multiplies
    body = "mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;\n"
    body += "setp.eq.u32 %p2, %r1, 0;\nsetp.ge.and.u32 %p0, %r0, 16, %p2;\n@%p0 bra L;\n"
    body += "mov.b32 %r3, 0x3C003C00; mov.b32 %r4, %r3; mov.b32 %r5, %r1;\nsetp.eq.u32 %p1, %r0, 99;\n"
    text = text_kernel(body + f"A: {MMA}\n@%p1 bra A;\nL:", result="%f0")
    results = []
    for number in (0x3C003C00, 0x40004000):
        run_text(executor, text, n=number)
        results.append(run_text(executor, text, block=(threads, 1, 1)).out[:16])
    np.testing.assert_array_equal(*results)


@pytest.mark.parametrize(("text", "rule"), [
    (MMA.replace("{%r3,%r4}", "{%r3}"), "matrix A takes 2 registers a lane"),
    (MMA.replace("{%r5}", "{%r5,%r6}"), "matrix B takes 1 registers a lane"),
    (MMA.replace("m16n8k8", "m16n8k32"), "not known to the cpu device"),
    (MMA.replace("mma.sync", "mma.sp.sync"), "not known to the cpu device"),
    ("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r3}, [%r4];", "2 matrices takes 2 registers"),
    ("wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.s8.s32 {%r3}, {%r3}, {%r3}, {%r3};",
     "both matrices of a wmma are of one type"),
])  # fmt: skip
def test_refused(executor, text, rule):
    with pytest.raises(PtxError, match=rule):
        executor.load(text_kernel(CLEAR + text)).kernel("k")
