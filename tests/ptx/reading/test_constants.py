"""Constant expressions in operands, addresses and declarations, against values worked out by hand."""

import pytest

from harness.errors import PtxError
from harness.ptx.reading.parser import parse
from harness.ptx.text.syntax import Address, FloatImmediate, Immediate, Operand, Register, Symbol
from tests.ptx.ptx_text import HEADER

TOP = 1 << 63


def last_operand(text: str) -> Operand:
    module = parse(f"{HEADER}.entry k() {{ .reg .b32 %r<9>; .reg .b64 %rd<9>;\n{text}\n}}")
    return module.functions["k"].body[-1].operands[-1]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4 * 8", 32),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 - 4 - 3", 3),
        ("-7 / 2", -3),
        ("-7 % 2", 1),  # the remainder is of unsigned numbers
        ("7 % -2", 7),
        ("1 << 4 + 1", 32),
        ("-16 >> 2", -4),
        ("-16U >> 60", 15),
        ("0xF0 | 0x0F & 0x3C ^ 1", 0xFD),
        ("~0", 2**64 - 1),
        ("!5 + !0", 1),
        ("-(3)", -3),
        ("+3", 3),
        ("3 < 4 && 4 <= 4 || 0", 1),
        ("-1 < 0U", 0),  # compared as unsigned numbers
        ("(.s64) 0xffffffffffffffff < 0", 1),
        ("(.u64) -1 > 0", 1),
        ("1 ? 2 : 3", 2),
        ("0 ? 2 : 0 ? 4 : 5", 5),
        ("5 == 5 != 0", 1),
        ("WARP_SZ * 2 - 1", 63),
        ("0x7fffffffffffffff + 1", -TOP),
        ("1 << 64", 0),
        ("1.5 < 2", 1),
    ],
)
def test_integers(text: str, value: int) -> None:
    assert last_operand(f"mov.b64 %rd1, {text};") == Immediate(value)


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("1.5 * 2.0", 0x4008000000000000),
        ("-(1.0 / 4)", 0xBFD0000000000000),
        ("1 ? 0.5 : 2.0", 0x3FE0000000000000),
        ("1.0 / 0.0", 0x7FF0000000000000),
        ("0f3F800000 + 0f3F800000", 0x4000000000000000),
    ],
)
def test_floating_point(text: str, bits: int) -> None:
    assert last_operand(f"mov.f64 %rd1, {text};") == FloatImmediate(bits, 64)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[%rd1 + 4 + 4]", Address(Register("%rd1", "b64"), 8)),
        ("[%rd1 + 4 * 8 - 2]", Address(Register("%rd1", "b64"), 30)),
        ("[%rd1 + (1 << 4)]", Address(Register("%rd1", "b64"), 16)),
        ("[%rd1 - -4]", Address(Register("%rd1", "b64"), 4)),
        ("[4 * 8 + 1]", Address(Immediate(33))),
        ("[table + 2 * 4]", Address(Symbol("table"), 8)),
        ("[(4)]", Address(Immediate(4))),
    ],
)
def test_addresses(text: str, expected: Operand) -> None:
    assert last_operand(f"ld.b32 %r1, {text};") == expected


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("1 / 0", "a constant is divided by zero (got '/')"),
        ("5 % 0", "a constant is divided by zero (got '%')"),
        ("1.0 << 2", "this operator takes integers"),
        ("~1.5", "this operator takes integers"),
        ("1.5 ? 1 : 2", "a condition must be an integer"),
        ("(1", "expected ')'"),
        ("1 +", "expected a constant (got ';')"),
        ("1 ? 2", "expected ':'"),
    ],
)
def test_refused(text: str, rule: str) -> None:
    with pytest.raises(PtxError) as caught:
        last_operand(f"mov.b64 %rd1, {text};")
    assert rule in str(caught.value)
    assert caught.value.line == 5


def test_declarations_take_expressions() -> None:
    module = parse(
        f"{HEADER}.global .b32 a[2 * 3] = {{1 + 1, -2 * 2, ~0, WARP_SZ}};\n.global .b8 b[WARP_SZ];\n"
    )
    a, b = module.variables.values()
    assert (a.size_bytes, b.size_bytes) == (24, 32)
    assert a.initial is not None
    assert a.initial[:16] == bytes([2, 0, 0, 0, 252, 255, 255, 255, 255, 255, 255, 255, 32, 0, 0, 0])
