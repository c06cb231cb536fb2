"""Bit counts, bit fields, logic and shifts, bit by bit as the manual counts them.

PTX ISA, chapters 9.7.1 (``popc`` to ``szext``), 9.7.8 and 9.7.9.7 (``prmt``).
"""

import operator
from collections.abc import Callable
from functools import partial

import pytest

from harness.errors import PtxError
from tests.ptx.integer_types import BINARY, UNARY, mask, signed, value, width
from tests.ptx.one_instruction import Case, Lanes, check, crossed, each_instruction, run


def leading_zeros(bits: int, a: int) -> int:
    return bits - a.bit_length()


def find_leading(ptx_type: str, shift_amount: bool, a: int) -> int:
    bits = width(ptx_type)
    if ptx_type[0] == "s" and a >> bits - 1:
        a ^= (1 << bits) - 1
    if not a:
        return 0xFFFFFFFF
    position = a.bit_length() - 1
    return bits - 1 - position if shift_amount else position


def reverse(bits: int, a: int) -> int:
    return int(f"{a:0{bits}b}"[::-1], 2)


def find_nth(word: int, base: int, offset: int) -> int:
    if offset == 1 << 31:
        return 0  # the manual leaves it open; recorded on an H200
    offset = signed(offset, 32)
    ones = [k for k in range(32) if word >> k & 1]
    if offset == 0:
        return base if base in ones else 0xFFFFFFFF
    way = [k for k in ones if k >= base] if offset > 0 else [k for k in reversed(ones) if k <= base]
    return way[abs(offset) - 1] if len(way) >= abs(offset) else 0xFFFFFFFF


def places_of_field(bits: int, *places: int) -> tuple[int, ...]:
    """Return a field's position and length: the manual takes them modulo 256, an H200 only those of 32 bits."""
    return tuple(place & 255 if bits == 32 else place for place in places)


def extract_field(ptx_type: str, a: int, b: int, c: int) -> int:
    bits = width(ptx_type)
    position, length = places_of_field(bits, b, c)
    has_sign = ptx_type[0] == "s" and length
    sign = a >> min(position + length - 1, bits - 1) & 1 if has_sign else 0
    inside = [(a >> position + k & 1) if k < length and position + k < bits else sign for k in range(bits)]
    return sum(bit << k for k, bit in enumerate(inside))


def insert_field(bits: int, a: int, b: int, c: int, d: int) -> int:
    position, length = places_of_field(bits, c, d)
    for k in range(min(length, max(bits - position, 0))):
        b = b & ~(1 << position + k) | (a >> k & 1) << position + k
    return b


def sign_extend(ptx_type: str, mode: str, a: int, b: int) -> int:
    n = b % 32 if mode == "wrap" else min(b, 32)
    field = a & ((1 << n) - 1)
    return (signed(field, n) if n and ptx_type == "s32" else field) & 0xFFFFFFFF


def bit_mask(mode: str, a: int, b: int) -> int:
    start, n = (a % 32, b % 32) if mode == "wrap" else (min(a, 32), min(b, 32))
    return ((1 << n) - 1) << start & 0xFFFFFFFF


def field_cases() -> list[Case]:
    cases = []
    for bits in (32, 64):
        cases.append(Case(f"popc.b{bits}", 32, UNARY[bits], lambda a: f"{a:b}".count("1")))
        cases.append(Case(f"clz.b{bits}", 32, UNARY[bits], partial(leading_zeros, bits)))
        cases.append(Case(f"brev.b{bits}", bits, UNARY[bits], partial(reverse, bits)))
        places = [0, 1, 8, bits - 1, bits, bits + 1, 64, 255, 256, 257, -1]
        fields = crossed((bits, [0x0F0F_F0A5_8421_1248, 1 << bits - 1, -1]), (32, places), (32, places))
        for t in (f"u{bits}", f"s{bits}"):
            cases.append(Case(f"bfind.{t}", 32, UNARY[bits], partial(find_leading, t, False)))
            cases.append(Case(f"bfind.shiftamt.{t}", 32, UNARY[bits], partial(find_leading, t, True)))
            cases.append(Case(f"bfe.{t}", bits, fields, partial(extract_field, t)))
        inserts = crossed((bits, [0, 0x5555_AAAA_1234_8765]), (bits, [0, -1]), (32, places), (32, places))
        cases.append(Case(f"bfi.b{bits}", bits, inserts, partial(insert_field, bits)))
    offsets = [0, 1, 2, 3, 16, 33, -1, -2, -32, 1 << 31]
    nth = crossed((32, [0, 1, 0xAAAAAAAA, -1]), (32, [0, 1, 3, 30, 31]), (32, offsets), n_random=0)
    cases.append(Case("fns.b32", 32, nth, find_nth))
    widths = crossed((32, [0, 0x8421_5A5A, -1]), (32, [0, 1, 2, 16, 31, 32, 33, 63, 64, 1 << 31, -1]))
    for mode in ("clamp", "wrap"):
        for t in ("u32", "s32"):
            cases.append(Case(f"szext.{mode}.{t}", 32, widths, partial(sign_extend, t, mode)))
        cases.append(Case(f"bmsk.{mode}.b32", 32, BINARY[32], partial(bit_mask, mode)))
    return cases


PREDICATES = crossed((16, [0, 1]), (16, [0, 1]), n_random=0)
PREDICATES = Lanes(tuple(array.astype(bool) for array in PREDICATES.arrays))


def table_lookup(table: int, a: int, b: int, c: int) -> int:
    index = ((a >> k & 1) << 2 | (b >> k & 1) << 1 | c >> k & 1 for k in range(32))
    return sum((table >> i & 1) << k for k, i in enumerate(index))


def is_nonzero(combine: str, table: int, a: int, b: int, c: int, q: int) -> int:
    nonzero = table_lookup(table, a, b, c) != 0
    return int(nonzero or q) if combine == "or" else int(nonzero and q)


def shift_left(bits: int, a: int, b: int) -> int:
    return a << min(b, bits) & mask(bits)


def shift_right(ptx_type: str, a: int, b: int) -> int:
    # Python's shift of a negative number fills with the sign, however far
    return value(a, ptx_type) >> b & mask(width(ptx_type))


def funnel(direction: str, mode: str, a: int, b: int, c: int) -> int:
    n = min(c, 32) if mode == "clamp" else c % 32
    joined = b << 32 | a
    return (joined << n >> 32 if direction == "l" else joined >> n) & 0xFFFFFFFF


# PTX ISA, table "prmt": source bytes for d's bytes 3, 2, 1, 0 by selector
PERMUTATIONS = {
    "f4e": ("3210", "4321", "5432", "6543"),
    "b4e": ("5670", "6701", "7012", "0123"),
    "rc8": ("0000", "1111", "2222", "3333"),
    "ecl": ("3210", "3211", "3222", "3333"),
    "ecr": ("0000", "1110", "2210", "3210"),
    "rc16": ("1010", "3232", "1010", "3232"),
}


def permute(mode: str, a: int, b: int, c: int) -> int:
    source = a.to_bytes(4, "little") + b.to_bytes(4, "little")
    if mode:
        return int.from_bytes(bytes(source[int(k)] for k in PERMUTATIONS[mode][c & 3]), "big")
    picked = bytearray()
    for k in range(4):
        control = c >> 4 * k & 15
        byte = source[control & 7]
        picked.append((255 if byte & 128 else 0) if control & 8 else byte)
    return int.from_bytes(picked, "little")


def ignoring_last(function: Callable[..., int], *operands: int) -> int:
    return function(*operands[:-1])


def logic_cases() -> list[Case]:
    cases = []
    functions = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}
    for name, function in functions.items():
        cases.append(Case(f"{name}.pred", 1, PREDICATES, lambda a, b, f=function: int(f(a, b))))
        cases += [Case(f"{name}.b{bits}", bits, BINARY[bits], function) for bits in (16, 32, 64)]
    cases.append(Case("not.pred", 1, PREDICATES, lambda a, _: int(not a), "$op $d, $a;"))
    for bits in (16, 32, 64):
        cases.append(Case(f"not.b{bits}", bits, UNARY[bits], partial(operator.xor, mask(bits))))
        cases.append(Case(f"cnot.b{bits}", bits, UNARY[bits], lambda a: int(a == 0)))
        amounts = [0, 1, 7, bits - 1, bits, bits + 1, 31, 32, 33, 63, 64, 65, 256, 1 << 31, -1]
        shifts = crossed((bits, [1, 0x8421_0F0F_F0F0_9669, 1 << bits - 1, -1]), (32, amounts))
        cases.append(Case(f"shl.b{bits}", bits, shifts, partial(shift_left, bits)))
        for t in (f"b{bits}", f"u{bits}", f"s{bits}"):
            cases.append(Case(f"shr.{t}", bits, shifts, partial(shift_right, t)))
    bitwise = crossed(*[(32, [0, 0xF0F0_CCAA, -1])] * 3)
    for table in range(256):
        text = f"$op $d, $a, $b, $c, {table};"
        cases.append(Case("lop3.b32", 32, bitwise, partial(table_lookup, table), text, f"{table:#04x}"))
    flags = crossed(*[(32, [0, 0x10, -1])] * 3, (16, [0, 1]), n_random=0)
    flags = Lanes((*flags.arrays[:3], flags.arrays[3].astype(bool)))
    for combine in ("or", "and"):
        for table in (0x80, 0xFE, 0x40):
            text = f"$op $d|$p, $a, $b, $c, {table:#x}, $x;"
            oracle = partial(ignoring_last, partial(table_lookup, table))
            cases.append(Case(f"lop3.{combine}.b32", 32, flags, oracle, text, f"{table:#x}-value"))
            text = f"$op _|$d, $a, $b, $c, {table:#x}, $x;"
            oracle = partial(is_nonzero, combine, table)
            cases.append(Case(f"lop3.{combine}.b32", 1, flags, oracle, text, f"{table:#x}-predicate"))
    funnels = crossed((32, [0x8000_0001, 0x1234_5678]), (32, [0x9ABC_DEF0, -1]),
                      (32, [0, 1, 16, 31, 32, 33, 63, 64, 1 << 31, -1]))  # fmt: skip
    for direction in "lr":
        for mode in ("clamp", "wrap"):
            cases.append(Case(f"shf.{direction}.{mode}.b32", 32, funnels, partial(funnel, direction, mode)))
    controls = [0x3210, 0x7654, 0xFEDC, 0xBA98, 0x8888, 0x0F1E, 0, 1, 2, 3, 0xFFFF_FFFF]
    bytes_in = crossed((32, [0x8001_7FFE, 0x0302_0100]), (32, [0x7F80_01FF, 0x0706_0504]), (32, controls))
    for mode in ("", *PERMUTATIONS):
        cases.append(Case("prmt.b32" + (f".{mode}" if mode else ""), 32, bytes_in, partial(permute, mode)))
    return cases


CASES = [*field_cases(), *logic_cases()]


@each_instruction(CASES)
def test_bit_instruction(cases, shared_executor):
    check(shared_executor, cases)


def test_truth_table_must_be_a_constant(shared_executor):
    case = Case("lop3.b32", 32, UNARY[32], lambda a: a, "$op $d, $a, $a, $a, $a;")
    with pytest.raises(PtxError, match="lop3 needs a constant truth table"):
        run(shared_executor, [case])
