"""Instructions that the recordings of a GPU do not hold, or to more than a GPU is held.

Forms for later architectures, conversions to tf32, of 8-bit floats to bf16 and those between registers wider than
their types are compared bit for bit with exact arithmetic (PTX ISA, chapters 9.7.3 to 9.7.5 and 9.7.9), approximate
ones with NumPy's float64. All others are compared with what an H200 gave: `tests.agreement.test_gpu_vectors`.
"""

from collections.abc import Callable
from functools import partial
from itertools import product

import ml_dtypes
import numpy as np
import pytest

from harness.ptx.isa import table as isa
from harness.ptx.text.syntax import Instruction
from tests.agreement.fidelity import NEWER_TARGET
from tests.agreement.form_modules import Batch, batches, read, replay
from tests.agreement.instruction_forms import Form, forms, opcodes
from tests.agreement.operand_tables import operands
from tests.fuzz.meaning import cut, number_of, width
from tests.fuzz.semantics import meaning
from tests.ptx.exact_float import F32, FORMATS, Format
from tests.ptx.ptx_text import words
from tests.sampled import one_in

Oracle = Callable[..., int]


def check(executor, oracles):
    """Hold the results of forms against functions of their operands' bits."""
    assert oracles
    wrong = []
    for batch in batches(oracles):
        found, refused = replay(executor, batch)
        assert refused == {}
        lanes = list(zip(*(array.tolist() for array in batch.lanes), strict=True))
        for form in batch.forms:
            for given, got in zip(lanes, found[form.name][0].tolist(), strict=True):
                expected = oracles[form](*given)
                if got != expected:
                    wrong.append(f"{form.name} of {list(map(hex, given))} is {got:#x}, not {expected:#x}")
                    break
    assert not wrong, "\n".join(wrong)


def test_wrong_result_is_noticed(shared_executor):
    form = Form("add.u32", ("i32", "i32"), (32,), "add.u32 $d, $a, $b;", n=64)
    check(shared_executor, {form: lambda a, b: cut(a + b, 32)})
    with pytest.raises(AssertionError, match=r"add\.u32 of \['0x3', '0x2'\] is 0x5, not 0x6"):
        check(shared_executor, {form: lambda a, b: cut(a + b + (b == 2), 32)})


def exactly(opcode):
    """Return what an f32 instruction of later architectures does, by those that all have."""
    name, half = opcode.replace(".abs", "").rsplit(".", 1)
    if half == "f32":
        one, kept = meaning(f"{name}.f32").function, 0x7FFFFFFF if ".abs" in opcode else 0xFFFFFFFF
        return lambda *operands: one(*(bits & kept for bits in operands))
    if half == "f32x2":
        one = meaning(f"{name}.f32").function
        return lambda *pairs: (
            one(*(cut(bits, 32) for bits in pairs)) | one(*(bits >> 32 for bits in pairs)) << 32
        )
    one, form = meaning(name).function, FORMATS[half]
    return lambda *halves: one(*(F32.encode(form.decode(bits)) for bits in halves[:-1]), halves[-1])


@pytest.mark.parametrize("name", one_in(3, ["add", "sub", "mul", "fma", "min", "max"], pytest.mark.slow))
def test_form_for_later_architectures(name, shared_executor):
    newer = [form for form in forms() if NEWER_TARGET in read().refused.get(form.name, "")]
    assert {form.opcode.partition(".")[0] for form in newer} == {"add", "sub", "mul", "fma", "min", "max"}
    own = {form: exactly(form.opcode) for form in newer if form.opcode.startswith(f"{name}.")}
    check(shared_executor, own)


def wide(to, source, word):
    """Bits above the source's type are ignored, those above the result's are filled by its sign."""
    narrow = meaning(f"cvt.{to}.{source}").function(cut(word, width(source)))
    return cut(number_of(narrow, to), 64)


def conversion(opcode, kind, bits):
    """Return the form of a row that is not recorded, or not in these registers."""
    row, _ = isa.find(Instruction(opcode, ()))
    return Form(opcode, (kind,), (bits,), f"{opcode} $d, $a;", row=row.syntax)


WIDE = {
    conversion(f"cvt.{to}.{source}", "i64", 64): partial(wide, to, source)
    for to, source in product([f"{sign}{bits}" for sign in "us" for bits in (8, 16, 32, 64)], repeat=2)
}


TF32 = Format("tf32", 19, 10, 0x3FFFF)


def to_tf32(words, a):
    x = F32.decode(a)
    if x.kind == "nan":
        return F32.nan
    if "relu" in words and x.negative:
        return 0
    result = TF32.encode(x, words[0])
    if "satfinite" in words and result & ~TF32.sign == TF32.infinity:
        result -= 1
    return result << 13


TO_TF32 = {
    conversion(opcode, "f32c", 32): partial(to_tf32, opcode.split(".")[1:])
    for row in isa.ROWS
    if row.syntax.startswith("cvt(rnd:") and "tf32" in row.syntax
    for opcode, _ in opcodes(row)
}


def two_bf16(kind, is_relu, word):
    values = np.array([word], np.uint16).view(kind).astype(np.float32)
    if is_relu:
        values = np.where(values < 0, 0, values) + 0.0
    # every NaN becomes the one without a sign and all other bits set
    halves = np.where(np.isnan(values), 0x7FFF, values.astype(ml_dtypes.bfloat16).view(np.uint16))
    return int(halves[0]) | int(halves[1]) << 16


EIGHT_BITS = {
    conversion(f"cvt.rn{relu}.bf16x2.{source}", "i16", 32): partial(two_bf16, kind, relu != "")
    for source, kind in (("e4m3x2", ml_dtypes.float8_e4m3fn), ("e5m2x2", ml_dtypes.float8_e5m2))
    for relu in ("", ".relu")
}
"""Exact: bf16 has more bits of exponent and of mantissa."""


@pytest.mark.parametrize(
    "oracles", [WIDE, TO_TF32, EIGHT_BITS], ids=["integers in registers of 64 bits", "tf32", "8-bit floats"]
)
def test_conversion(oracles, shared_executor):
    check(shared_executor, oracles)


def given(executor, name):
    """Return the operands of a recorded form and then its results, all as bits."""
    (form,) = (form for form in forms() if form.name == name)
    return *operands(form.kinds, form.n), replay(executor, Batch((form,)))[0][name][0]


# ex2 is as a GPU computes it, which is not correctly rounded
FUNCTIONS: dict[str, Callable[..., np.ndarray]] = {
    "lg2.approx": np.log2, "rsqrt.approx": lambda x: 1 / np.sqrt(x), "sqrt.approx": np.sqrt, "sin.approx": np.sin,
    "cos.approx": np.cos, "tanh.approx": np.tanh, "rcp.approx": np.reciprocal, "div.full": np.divide,
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_f32_approximation_is_correctly_rounded(name, shared_executor):
    """Closer than PTX asks. Sines and cosines are so of operands of any size."""
    *sources, found = (bits.view(np.float32) for bits in given(shared_executor, f"{name}.f32"))
    with np.errstate(all="ignore"):
        expected = FUNCTIONS[name](*(x.astype(np.float64) for x in sources)).astype(np.float32)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", ["add", "mul", "div"])
def test_payload_of_a_single_nan_survives_f64_arithmetic(name, shared_executor):
    a, b, found = given(shared_executor, f"{name}.rn.f64")
    is_a, is_b = (np.isnan(bits.view(np.float64)) for bits in (a, b))
    quiet = np.where(is_a, a, b) | np.uint64(1 << 51)
    np.testing.assert_array_equal((found << 1)[is_a != is_b], (quiet << 1)[is_a != is_b])  # but for the sign


def test_lane_whose_guard_is_off_keeps_the_carry_flag_it_had(shared_executor):
    text = "add.cc.u32 $u, $a, $b; @$x add.cc.u32 $u, $c, 1; addc.u32 $d, 0, 0;"
    form = Form("add.cc.u32", ("i32", "i32", "i32", "pred"), (32,), text)
    check(shared_executor, {form: lambda a, b, c, on: (c + 1 if on else a + b) >> 32})


@pytest.mark.parametrize(("opcode", "operands"), [
    ("div.rn.f32", "0f00000000, 0f80000000"), ("div.rn.f32", "%f1, %f1"),
    ("div.rn.ftz.f32", "0f00000000, 0f80000000"), ("div.rn.ftz.f32", "0f00000007, 0f00000021"),
    ("div.rn.ftz.f32", "0f00000007, %f1"), ("div.rn.ftz.f32", "%f1, %f1"),
    ("div.full.ftz.f32", "%f1, 0f00000000"),
])  # fmt: skip
def test_zero_by_zero_is_nan_where_the_compiler_knows_both_operands(opcode, operands, executor):
    # and with 32 of a lane's number, which is below: zero, though no constant
    known_zero = "and.b32 %r2, %r0, 32;\nmov.b32 %f1, %r2;\n"
    found = words(executor, f"{known_zero}{opcode} %f0, {operands};\nmov.b32 %r3, %f0;", "%r3")
    assert set(found.tolist()) == {F32.nan}


def test_fma_rounds_once_where_two_roundings_would_differ(executor):
    # 683 / 512 * 0.75 + 2^-24 lies just above a tie of f16: rounded to f32 first it is the tie
    body = "cvt.u16.u32 %h1, %r1;\nfma.rn.f16 %h2, %h1, 0x3A00, 0x0001;\ncvt.u32.u16 %r5, %h2;"
    assert set(words(executor, body, "%r5", n=0x3D56)) == {0x3C01}
