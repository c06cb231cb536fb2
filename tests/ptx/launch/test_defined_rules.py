"""How undefined bits go through instructions: never too few, and for what moves bits exactly those."""

import ctypes
import re
import zlib
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from harness.ptx.isa import table as isa
from harness.ptx.launch.executor import LaunchReport
from harness.ptx.layout import Defined
from tests.agreement.form_modules import SLOT_BYTES, WORDS, batches, offsets, text
from tests.agreement.instruction_forms import Form, forms
from tests.ptx.lower.test_unrecorded_forms import EIGHT_BITS, TO_TF32, WIDE
from tests.ptx.ptx_text import HEADER
from tests.ptx.shadows import EXACT

N_LANES = 64
ARITHMETIC = ("bits", "compare", "convert", "float", "half", "integer", "move", "video")
"""Modules of `harness.ptx.lower`."""


def undefined_bits(allocation, shadow):
    """Say which bits of an allocation have never been written."""
    allocation.define(mask=np.zeros(len(allocation.data), bool))
    allocation.shadow()[:] = shadow


@dataclass(frozen=True)
class Left:
    """What a launch of one block left in shared memory: the bytes, the bits that are undefined, and the report."""

    data: NDArray[np.uint8]
    shadow: NDArray[np.uint8]
    report: LaunchReport


def left_in_shared(executor, text, args, threads, shared_bytes):
    """Launch one block of the kernel ``k`` and return what is in its shared memory in the end."""
    report = executor.launch(executor.load(text), "k", (1, 1, 1), (threads, 1, 1), args, shared_bytes, EXACT)
    assert report.completed
    worker = executor._arenas[0].worker

    def read(address):
        return np.frombuffer(ctypes.string_at(address, shared_bytes), np.uint8)

    start = worker.defined + -(-ctypes.sizeof(Defined) // 64) * 64
    return Left(read(worker.shared), read(start), report)


def first_of_each_row():
    """Return one form of each row of arithmetic, which reads registers only."""
    lowerings = {row.syntax: getattr(row.lower, "func", row.lower) for row in isa.ROWS}
    found: dict[str, Form] = {}
    for form in (*WIDE, *TO_TF32, *EIGHT_BITS, *forms()):
        family = lowerings[form.row].__module__.rpartition(".")[2]
        if family in ARITHMETIC and set(re.findall(r"\$(\w+)", form.text)) <= {*"abcxdeghpqtuv"}:
            found.setdefault(form.row, replace(form, n=N_LANES))
    return list(found.values())


def run(executor, batch, shadows, values):
    """Return the bytes of the results, and which of their bits are undefined, by form and lane."""
    executor.memory.clear()
    args = [np.uint64(0), WORDS]
    for shadow, value in zip(shadows, values, strict=True):
        allocation = executor.memory.allocate(len(value), "operand")
        allocation.data[:] = value
        undefined_bits(allocation, shadow)
        args.append(np.uint64(allocation.address))
    module = text(batch)[0].replace("st.global.", "st.shared.")
    left = left_in_shared(executor, module, args, N_LANES, batch.out_bytes)
    shape = (len(batch.forms), N_LANES, SLOT_BYTES)
    return left.data.reshape(shape), left.shadow.reshape(shape)


@pytest.mark.parametrize("batch", batches(first_of_each_row()), ids=lambda batch: batch.forms[0].name)
def test_defined_bits_of_a_result_do_not_hang_on_undefined_ones(batch, executor):
    generator = np.random.default_rng(zlib.crc32(batch.forms[0].name.encode()))
    values, shadows = [], []
    for kind, words in zip(batch.forms[0].kinds, batch.lanes, strict=True):
        values.append(words.view(np.uint8).copy())
        # some lanes all defined, some with a few bits that are not, some bytes wholly undefined
        bits = generator.integers(0, 256, (3, values[-1].size), np.uint8)
        shadow = bits[0] & bits[1] & bits[2]
        shadow[generator.random(shadow.size) < 0.3] = 0
        shadow[generator.random(shadow.size) < 0.1] = 255
        if kind == "pred":
            shadow = (shadow.view(np.uint32) & 1).view(np.uint8)
        shadow.reshape(-1, words.itemsize)[generator.random(len(words)) < 0.4] = 0
        shadows.append(shadow)
    found, undefined = run(executor, batch, shadows, values)
    all_defined = np.ones(N_LANES, bool)
    for shadow in shadows:
        all_defined &= ~shadow.reshape(N_LANES, -1).any(axis=1)
    for _ in range(3):
        others = [
            value ^ (generator.integers(0, 256, value.size, np.uint8) & shadow)
            for value, shadow in zip(values, shadows, strict=True)
        ]
        again, _ = run(executor, batch, shadows, others)
        for index, form in enumerate(batch.forms):
            for offset, bits in zip(offsets(form), form.results, strict=True):
                place = index, slice(None), slice(offset, offset + bits // 8)
                differs = (found[place] ^ again[place]) & ~undefined[place]
                assert not differs.any(), f"{form.name}: lanes {np.flatnonzero(differs.any(axis=1))}"
                assert not undefined[place][all_defined].any(), f"{form.name}: undefined out of nothing"


X, Y = 0x0F0F00FF, 0x12345678


@pytest.mark.parametrize(("text", "shadow", "expected"), [
    ("mov.b32 $d, $a;", 0x00FF0001, 0x00FF0001),
    ("mov.b32 {%h0, %h1}, $a; mov.b32 $d, {%h1, %h0};", 0x00FF0001, 0x000100FF),
    ("not.b32 $d, $a;", 0x00FF0001, 0x00FF0001),
    ("and.b32 $d, $a, 255;", 0x00FF0011, 0x11),
    ("or.b32 $d, $a, 255;", 0x00FF0011, 0x00FF0000),
    ("xor.b32 $d, $a, 255;", 0x00FF0011, 0x00FF0011),
    ("and.b32 $d, $a, $b;", 0xFFFFFFFF, Y),
    ("or.b32 $d, $a, $b;", 0xFFFFFFFF, 0xFFFFFFFF ^ Y),
    ("lop3.b32 $d, $a, $b, 0, 0xC0;", 0xFFFFFFFF, Y),  # a & b
    ("lop3.b32 $d, $a, $b, 0, 0xFC;", 0xFFFFFFFF, 0xFFFFFFFF ^ Y),  # a | b
    ("lop3.b32 $d, $a, $b, 0, 0x3C;", 0x00FF0011, 0x00FF0011),  # a ^ b
    ("lop3.b32 $d, $b, $a, 0, 0xF0;", 0xFFFFFFFF, 0),  # b
    ("shl.b32 $d, $a, 4;", 0xF000000F, 0x000000F0),
    ("shr.u32 $d, $a, 4;", 0xF000000F, 0x0F000000),
    ("shr.s32 $d, $a, 4;", 0x80000000, 0xF8000000),
    ("shl.b32 $d, $b, $a;", 1, 0xFFFFFFFF),
    ("shf.l.wrap.b32 $d, $a, $b, 8;", 0xAB000000, 0xAB),
    ("prmt.b32 $d, $a, $b, 0x4016;", 0x0000AB01, 0x0001AB00),
    ("prmt.b32 $d, $b, $b, $a;", 1, 0xFFFFFFFF),
    ("brev.b32 $d, $a;", 0x3, 0xC0000000),
    ("bfe.u32 $d, $a, 8, 8;", 0x0001F0FF, 0xF0),
    ("bfe.s32 $d, $a, 8, 8;", 0x00008000, 0xFFFFFF80),
    ("bfi.b32 $d, $a, $b, 8, 4;", 0xFFFFFFFF, 0xF00),
    ("cvt.u32.u8 $d, $a;", 0xFFFFFF01, 0x01),
    ("cvt.s32.s8 $d, $a;", 0x80, 0xFFFFFF80),
    ("cvt.u32.u16 $d, $a;", 0xFFFF0000, 0),
    ("mov.b32 {%h0, %h1}, $a; cvt.f32.f16 $d, %h0;", 0xFFFF0000, 0),
    ("mov.b32 {%h0, %h1}, $a; cvt.f32.f16 $d, %h0;", 0x00000100, 0xFFFFFFFF),
    ("cvt.rn.f16x2.f32 $d, $a, $b;", 1, 0xFFFF0000),
    ("cvt.rn.f16x2.f32 $d, $b, $a;", 1, 0x0000FFFF),
    ("add.u32 $d, $a, 1;", 0x100, 0xFFFFFFFF),
    ("add.f16x2 $d, $a, $b;", 0x00010000, 0xFFFF0000),
    ("fma.rn.f16x2 $d, $b, $b, $a;", 0x00000001, 0x0000FFFF),
    ("max.u16x2 $d, $a, $b;", 0x00000001, 0x0000FFFF),
    ("mul.f32 $d, $a, 0f00000000;", 1, 0xFFFFFFFF),
    ("selp.b32 $d, $a, $b, %t;", 0x00FF0001, 0x00FF0001),
    ("selp.b32 $d, $b, $a, %t;", 0x00FF0001, 0),
    ("setp.gt.u32 %p0, $a, 1; selp.b32 $d, 6, 5, %p0;", 1, 3),
    ("setp.eq.u32 %p0, $a, $b; selp.b32 $d, 6, 5, %p0;", 0x000000FF, 0),
    ("setp.eq.u32 %p0, $a, $a; selp.b32 $d, 6, 5, %p0;", 0x000000FF, 3),
    ("setp.gt.and.u32 %p0|%p1, $a, 1, %f; selp.b32 $d, 6, 5, %p0;", 1, 0),
    ("setp.gt.and.u32 %p0|%p1, $a, 1, %t; selp.b32 $d, 6, 5, %p1;", 1, 3),
    ("setp.gt.or.u32 %p0, $a, 1, %t; selp.b32 $d, 6, 5, %p0;", 1, 0),
    ("setp.gt.xor.u32 %p0, $a, 1, %t; selp.b32 $d, 6, 5, %p0;", 1, 3),
    ("setp.gt.f16x2 %p0|%p1, $a, $b; selp.b32 $d, 6, 5, %p0;", 0x00010000, 0),
    ("setp.gt.f16x2 %p0|%p1, $a, $b; selp.b32 $d, 6, 5, %p1;", 0x00010000, 3),
    ("setp.gt.u32 %p0, $a, 1; not.pred %p1, %p0; or.pred %p1, %p1, %t; selp.b32 $d, 6, 5, %p1;", 1, 0),
    ("setp.gt.u32 %p0, $a, 1; mov.b32 $d, 4; @%p0 mov.b32 $d, 6;", 1, 2),
    ("setp.gt.u32 %p0, $a, 1; @!%t mov.b32 $d, $a; @%t mov.b32 $d, 7;", 1, 0),
    ("add.cc.u32 %x, $a, 1; addc.u32 $d, 0, 0;", 1, 0xFFFFFFFF),
    ("cvt.u64.u32 %w, $a; shl.b64 %w, %w, 16; mov.b64 {%x, $d}, %w;", 0xFFFF0000, 0x0000FFFF),
    ("dp4a.u32.u32 $d, $b, $b, $a;", 1, 0xFFFFFFFF),
    ("popc.b32 $d, $a;", 0x80000000, 0xFFFFFFFF),
], ids=lambda value: value if isinstance(value, str) else hex(value))  # fmt: skip
def test_bits_of_a_result_that_are_undefined(executor, text, shadow, expected):
    executor.memory.clear()
    operand = executor.memory.allocate(4, "operand")
    operand.data[:] = np.frombuffer(np.uint32(X).tobytes(), np.uint8)
    undefined_bits(operand, np.frombuffer(np.uint32(shadow).tobytes(), np.uint8))
    lines = text.replace("$d", "%d").replace("$a", "%a").replace("$b", "%b")
    kernel = f"""{HEADER}.visible .entry k(.param .u64 p) {{
.reg .b32 %a, %b, %d, %x;
.reg .b16 %h<2>;
.reg .b64 %q, %w;
.reg .pred %p<2>, %t, %f;
ld.param.u64 %q, [p];
mov.b32 %b, {Y:#x};
setp.eq.u32 %t, %b, %b;
not.pred %f, %t;
ld.global.b32 %a, [%q];
{lines}
st.shared.b32 [0], %d;
ret;
}}
"""
    left = left_in_shared(executor, kernel, [np.uint64(operand.address)], 1, 16)
    assert left.report.faults == ()
    assert left.shadow[:4].view(np.uint32)[0] == expected, hex(left.shadow[:4].view(np.uint32)[0])


MMA = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"


@pytest.mark.parametrize("is_undefined", [False, True])
@pytest.mark.parametrize(("text", "lanes"), [
    # lane 5 has elements of row 1 and, of B, of column 1; %d of lane l is in row l / 4 and column 2 * (l % 4)
    (f"{MMA} {{%d, %x, %y, %z}}, {{%a, %b}}, {{%b}}, {{%f, %f, %f, %f}};", range(4, 8)),
    (f"{MMA} {{%x, %y, %d, %z}}, {{%b, %a}}, {{%b}}, {{%f, %f, %f, %f}};", range(4, 8)),
    (f"{MMA} {{%x, %y, %d, %z}}, {{%a, %b}}, {{%b}}, {{%f, %f, %f, %f}};", ()),
    (f"{MMA} {{%x, %d, %y, %z}}, {{%b, %b}}, {{%a}}, {{%f, %f, %f, %f}};", range(0, 32, 4)),
    (f"{MMA} {{%d, %x, %y, %z}}, {{%b, %b}}, {{%a}}, {{%f, %f, %f, %f}};", ()),
    (f"{MMA} {{%d, %x, %y, %z}}, {{%b, %b}}, {{%b}}, {{%a, %f, %f, %f}};", [5]),
    (f"{MMA} {{%x, %d, %y, %z}}, {{%b, %b}}, {{%b}}, {{%a, %f, %f, %f}};", ()),
    ("movmatrix.sync.aligned.m8n8.trans.b16 %d, %a;", range(32)),
])  # fmt: skip
def test_matrix_results_are_undefined_where_their_row_column_or_addend_is(
    executor, text, lanes, is_undefined
):
    executor.memory.clear()
    operand = executor.memory.allocate(4 * 32, "operand")
    operand.data[:] = 0
    shadow = np.zeros(32, np.uint32)
    shadow[5] = is_undefined
    undefined_bits(operand, shadow.view(np.uint8))
    kernel = f"""{HEADER}.visible .entry k(.param .u64 p) {{
.reg .b32 %a, %b, %d, %f, %x, %y, %z, %lane, %at;
.reg .b64 %q;
ld.param.u64 %q, [p];
mov.u32 %lane, %tid.x;
mad.wide.u32 %q, %lane, 4, %q;
shl.b32 %at, %lane, 2;
mov.b32 %b, 0;
mov.b32 %f, 0;
ld.global.b32 %a, [%q];
{text}
st.shared.b32 [%at], %d;
ret;
}}
"""
    left = left_in_shared(executor, kernel, [np.uint64(operand.address)], 32, 128)
    assert left.report.faults == ()
    found = left.shadow[:128].view(np.uint32)
    assert np.flatnonzero(found).tolist() == (list(lanes) if is_undefined else [])
    assert set(found) <= {0, 0xFFFFFFFF}
