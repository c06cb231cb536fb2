"""Operands of the recorded instructions: made from names and lengths alone, the same bits everywhere.

A kind of operand is a name such as ``f32`` or ``shift``. `operands` gives one array of bits per kind: edges crossed or
sampled, then random words. Random words come from SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014), so that no version of NumPy can change them.
"""

import hashlib
import struct
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.ptx.exact_float import FORMATS, Format

Bits = NDArray[Any]
WARP = 32
MOST_LANES = 1024
N_UNARY, N_BINARY, N_MORE = 384, 768, 1024
"""Lanes of a form with one, two and more operands."""
N_FLOAT_BINARY = 1024
"""Lanes of a form with two floats, whose edges are all crossed."""
N_CONVERTED = 640


PACKED = {"f16x2": "f16", "bf16x2": "bf16", "i16x2": "i16", "f32x2": "f32"}

REGISTER_BITS = {
    "pred": 32, "i8": 16, "i16": 16, "i32": 32, "i64": 64, "b128": 64, "shift": 32, "field": 32, "selector": 32,
    "lane": 32, "clamp": 32, "nth": 32, "offset": 32, "few": 32, "few64": 64, "fp8x2": 16, "turn": 32,
    "f16": 16, "bf16": 16, "f32": 32, "f64": 64, "f16x2": 32, "bf16x2": 32, "i16x2": 32, "f32x2": 64,
    **dict.fromkeys(("spin1", "spin2", "spin3", "spin4"), 32), "f16c": 16, "bf16c": 16, "f32c": 32, "f64c": 64,
}  # fmt: skip
"""Width of the register that holds an operand of each kind."""

SWEEPS = ("turn", "spin1", "spin2", "spin3", "spin4")
"""Operands of approximate functions: edges and grids, and random numbers around one."""
BYTES = [0, 1, 2, 7, 8, 31, 32, 63, 64, 127, 128, 129, 254, 255]
SHIFTS = [0, 1, 2, 7, 8, 15, 16, 17, 24, 31, 32, 33, 47, 48, 63, 64, 65, 95, 127, 128, 255, 256, 0x10000, 0x7FFFFFFF,
          0x80000000, 0xFFFFFFE0, 0xFFFFFFFF]  # fmt: skip
FIELDS = [0, 1, 2, 5, 8, 15, 16, 24, 31, 32, 33, 40, 63, 64, 65, 127, 128, 254, 255, 256, 257, 0xFFFFFFFF]
NUMBERS = (
    0.25, 0.4, 0.49999997, 0.5, 0.50000006, 0.75, 0.99999994, 1.5, 2.5, 3.5, 7.5, 100.5, 126.5, 127.0, 127.5, 128.0,
    128.5, 254.5, 255.0, 255.5, 256.0, 240.0, 447.9, 448.0, 456.0, 463.9, 464.0, 464.1, 480.0, 32767.0, 32767.5,
    32768.0, 32768.5, 57344.0, 61439.9, 61440.0, 61441.0, 65504.0, 65519.9, 65520.0, 65535.0, 65535.5, 65536.0,
    8388607.5,
    8388608.0, 16777215.0, 16777216.0, 16777217.0, 2147483520.0, 2147483647.0, 2147483647.5, 2147483648.0, 2147483649.0,
    4294967040.0, 4294967295.0, 4294967295.5, 4294967296.0, 2.0**52 - 0.5, 2.0**52 + 1, 2.0**53, 2.0**63 - 1024,
    2.0**63 - 512, 2.0**63, 2.0**63 + 2048, 2.0**64 - 2048, 2.0**64, 2.0**64 + 4096, 3.3895313892515355e38,
    3.3961775292304954e38, 3.4028234663852886e38, 3.4028235677973364e38, 3.5e38, 2.0**-6, 2.0**-7, 2.0**-9, 2.0**-10,
    1.5 * 2.0**-10, 2.0**-11, 2.0**-14, 2.0**-15, 2.0**-16, 2.0**-17, 3 * 2.0**-17, 2.0**-18, 2.0**-24, 2.0**-25,
    1.5 * 2.0**-25, 2.0**-26, 2.0**-126, 2.0**-127, 2.0**-133, 2.0**-134, 1.5 * 2.0**-134, 2.0**-149, 2.0**-150,
    1.5 * 2.0**-150, 1.0009765625, 1.00048828125, 1.00146484375, 1.00390625, 1.01171875, 1.0078125, 1.0625, 1.1875,
    1.125,
)  # fmt: skip
"""Numbers near which conversions change their result: limits of the integer and float types, and ties."""
GRIDS = ((-151, -125, 60), (-2, 2, 120), (120, 130, 40), (0.4, 2.1, 100), (0.99, 1.01, 60), (-7, 7, 100),
         (-320, 320, 60), (-12, 12, 60))  # fmt: skip
"""Ends and points of the ranges that matter to the approximate functions."""


def operands(kinds: Sequence[str], n: int = 0) -> tuple[Bits, ...]:
    """Return the operands of a form, lane by lane.

    `kinds`: names in `REGISTER_BITS`. `n`: lanes; 0 for as many as forms of so many operands have. Returns one
    array per kind, all of the same length, a multiple of 32 and at most 1024.
    """
    return _operands(tuple(kinds), n)


def digest(kinds: Sequence[str], n: int = 0) -> str:
    sha = hashlib.sha256()
    for array in operands(kinds, n):
        sha.update(array.astype(array.dtype.newbyteorder("<")).tobytes())
    return sha.hexdigest()[:16]


@cache
def _operands(kinds: tuple[str, ...], n: int) -> tuple[Bits, ...]:
    seed = int.from_bytes(hashlib.sha256(" ".join(kinds).encode()).digest()[:8], "little")
    if not n:
        conversion = all(kind.endswith("c") or kind in ("i8", "i16", "i32", "i64", "fp8x2") for kind in kinds)
        n = {1: N_CONVERTED if conversion else N_UNARY, 2: N_BINARY}.get(len(kinds), N_MORE)
        n = N_FLOAT_BINARY if len(kinds) == 2 and kinds[0] == kinds[1] and kinds[0] in FORMATS else n
        n = MOST_LANES if kinds[0] in SWEEPS else n
    n_random = 0 if kinds == ("fp8x2",) else max(n // 5, 32)
    columns = []
    for position, column in enumerate(_edge_columns(kinds, n - n_random, seed)):
        bits = REGISTER_BITS[kinds[position]]
        words = random_words(kinds[position], n - len(column), seed + 1 + position)
        columns.append(np.concatenate([column, words.astype(f"u{bits // 8}")])[:n])
    _relate(kinds, columns)
    for column in columns:
        column.setflags(write=False)
    return tuple(columns)


def _edge_columns(kinds: tuple[str, ...], room: int, seed: int) -> list[Bits]:
    """Return every combination of edges where they fit, else a sample that has each edge of each operand."""
    lists = [np.array([edge & ((1 << REGISTER_BITS[kind]) - 1) for edge in edges(kind)],
                      f"u{REGISTER_BITS[kind] // 8}") for kind in kinds]  # fmt: skip
    total = int(np.prod([len(words) for words in lists]))
    if total <= room:
        grid = np.meshgrid(*(np.arange(len(words)) for words in lists), indexing="ij")
        return [words[index.ravel()] for words, index in zip(lists, grid, strict=True)]
    columns = []
    for position, words in enumerate(lists):
        order = np.argsort(splitmix(room, seed ^ (position + 1) * 0x5851F42D4C957F2D), kind="stable")
        columns.append(np.resize(words, room)[order])
    return columns


def _relate(kinds: tuple[str, ...], columns: list[Bits]) -> None:
    """Let some random lanes of float operands cancel: sums whose terms are close, products met by their negative."""
    kind = kinds[0]
    if len(set(kinds)) != 1 or len(kinds) < 2 or kind not in FORMATS:
        return
    layout = FORMATS[kind]
    lanes = slice(-3, -len(columns[0]) // 6, -3)
    target = columns[0][lanes]
    if len(kinds) == 3 and kind in ("f32", "f64"):
        real = "f4" if kind == "f32" else "f8"
        with np.errstate(all="ignore"):
            target = (columns[0][lanes].view(real) * columns[1][lanes].view(real)).view(target.dtype)
        target = np.where(target & (layout.sign - 1) > layout.infinity, columns[0][lanes], target)
    step = (np.arange(len(target)) % 5 - 2).astype(target.dtype)
    columns[-1][lanes] = (target ^ target.dtype.type(layout.sign)) + step


def edges(kind: str) -> list[int]:
    """Return the operands of a kind at which something changes, as bits (negative ones wrap)."""
    if kind in PACKED:
        words = edges(PACKED[kind])
        bits = REGISTER_BITS[kind] // 2
        mask = (1 << bits) - 1
        shifted = words[5:] + words[:5]
        return [low & mask | (high & mask) << bits for low, high in zip(words, shifted, strict=True)]
    if kind in FORMATS:
        return float_edges(FORMATS[kind])
    if kind.endswith("c"):
        return conversion_edges(kind[:-1])
    if kind.startswith("i"):
        return integer_edges(int(kind[1:]))
    return _special_edges(kind)


def _special_edges(kind: str) -> list[int]:
    if kind == "turn":
        grid = [_encode(float(x), "f32") for low, high, n in GRIDS for x in np.linspace(low, high, n)]
        return float_edges(FORMATS["f32"]) + grid
    if kind in SWEEPS:
        return [0x3F800000]
    if kind == "fp8x2":
        return [code | (code * 167 + 89) % 256 << 8 for code in range(256)]
    if kind == "selector":
        return [0x3210, 0x0123, 0x7654, 0x4567, 0x89AB, 0xCDEF, 0xFEDC, 0x1234, 0x8F07, 0, 1, 2, 3, 4, 5, 6, 7,
                0x15740000, 0xFFFFFFFF, 0x0246, 0x1357, 0x80]  # fmt: skip
    if kind == "clamp":
        segments = (0x00, 0x10, 0x18, 0x1C, 0x1E, 0x1F, 0x05, 0x0A)
        return [segment << 8 | top for segment in segments for top in (0, 0x1F, 3, 7, 15, 17)] + [
            0xFFFFFFFF,
            0x2020,
        ]
    tables = {
        "pred": [0, 1],
        "shift": SHIFTS,
        "field": FIELDS,
        "lane": [*range(33), 33, 47, 63, 64, 0x80000001, 0xFFFFFFFF],
        "nth": [0, 1, 2, 5, 15, 16, 30, 31, 32, 33, 63, 0xFFFFFFFF],
        "offset": [0, 1, -1, 2, -2, 3, -3, 8, -8, 16, -16, 31, -31, 32, -32, 33, -33, 0x7FFFFFFF, 0x80000000],
        "few": [5, 7, 0x80000005],
        "few64": [5, 7, 5 | 1 << 40],
        "b128": [0, 1, 0xFFFFFFFFFFFFFFFF, 0x0123456789ABCDEF],
    }
    return tables[kind]


def integer_edges(bits: int) -> list[int]:
    top = 1 << (bits - 1)
    if bits == 8:
        return [byte | noise for byte in BYTES for noise in (0, 0x5A00, 0xFF00)]
    alternating = int("01" * (bits // 2), 2)
    found = [0, 1, 2, 3, 10, -1, -2, -7, top, top + 1, top - 1, top - 2, alternating, alternating << 1, 1 << bits // 2,
             (1 << bits // 2) - 1, 1 << bits // 2 - 1, (1 << bits // 2 - 1) - 1, 255, 128,
             0x0123456789ABCDEF]  # fmt: skip
    return [edge & ((1 << bits) - 1) for edge in found]


def float_edges(layout: Format) -> list[int]:
    """Return zeros, subnormals, ends of the range, numbers near one, infinities and NaNs with payloads; both signs."""
    one, step, top = layout.bias << layout.fraction, 1 << layout.fraction, layout.infinity
    positive = [0, 1, step // 2 + 3, step - 1, step, step + 1, one - step, one, one + 1, one + step // 2,
                one + step * 3 // 2, top - 1, top]  # fmt: skip
    nans = [top + step // 2, top + step // 2 + 5, top + 1, top + step - 1]
    negative = [bits | layout.sign for bits in (*positive[:2], step, one, one + 1, one + step // 2, top - 1, top,
                                                nans[0], nans[2] + 8)]  # fmt: skip
    return positive + nans + negative


def conversion_edges(kind: str) -> list[int]:
    """Return `float_edges` and `NUMBERS` with both signs, and their neighbours where the format cannot hold them."""
    layout = FORMATS[kind]
    found = float_edges(layout)
    for number in NUMBERS:
        for sign in (1, -1):
            found.append(_encode(sign * number, kind))
    for number in NUMBERS[::2]:
        bits = _encode(number, kind)
        found += [bits + 1, (bits or 1) - 1]
    return list(dict.fromkeys(found))


def _encode(number: float, kind: str) -> int:
    """Return the bits of a number in a format, to nearest; numbers beyond it become infinity."""
    if kind == "f64":
        return int(struct.unpack("<Q", struct.pack("<d", number))[0])
    with np.errstate(over="ignore", under="ignore"):
        if kind == "f16":
            return int(np.float16(number).view(np.uint16))
        word = int(np.float32(number).view(np.uint32))
    return word if kind == "f32" else (word + 0x7FFF + (word >> 16 & 1)) >> 16


def splitmix(n: int, seed: int) -> NDArray[np.uint64]:
    with np.errstate(over="ignore"):
        state = np.uint64(seed & (2**64 - 1)) + np.arange(1, n + 1, dtype=np.uint64) * np.uint64(
            0x9E3779B97F4A7C15
        )
        state = (state ^ state >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ state >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return state ^ state >> np.uint64(31)


def random_words(kind: str, n: int, seed: int) -> NDArray[np.uint64]:
    words = splitmix(n, seed)
    bits = REGISTER_BITS[kind]
    mask = np.uint64((1 << bits) - 1)
    if kind in PACKED:
        half = np.uint64(bits // 2)
        low, high = (random_words(PACKED[kind], n, seed + k) for k in (101, 202))
        return low | high << half
    if kind in SWEEPS[1:]:
        exponents = np.uint64(FORMATS["f32"].bias - 8) + splitmix(n, seed + 505) % np.uint64(16)
        return words & np.uint64(0x807FFFFF) | exponents << np.uint64(23)
    base = "f32" if kind == "turn" else kind.removesuffix("c")
    if base in FORMATS:
        return _random_floats(FORMATS[base], words, seed)
    if kind in ("i8", "i16", "i32", "i64", "b128"):
        # every second one small, so that lengths and quotients are not all extreme
        shift = splitmix(n, seed + 303) % np.uint64(bits)
        return np.where(np.arange(n) % 2 == 0, words & mask, (words & mask) >> shift)
    if kind == "selector":
        return words & np.uint64(0xFFFF)
    own = np.array([edge & int(mask) for edge in edges(kind)], np.uint64)
    if kind in ("pred", "few", "few64", "clamp", "lane", "nth"):
        return own[words % np.uint64(len(own))]
    return words % np.uint64(70)


def _random_floats(layout: Format, words: NDArray[np.uint64], seed: int) -> NDArray[np.uint64]:
    """Return by turns any bits, and numbers with exponents near one, at the low end and around the middle."""
    n = len(words)
    choice = splitmix(n, seed + 404).astype(np.int64) & 0x7FFFFFFF
    kinds = np.arange(n) % 4
    exponents = np.select(
        [kinds == 1, kinds == 2, kinds == 3],
        [layout.bias - 4 + choice % 9, choice % (layout.fraction + 4), layout.bias // 2 - 4 + choice % 9],
    ).astype(np.uint64)
    fraction = words & np.uint64((1 << layout.fraction) - 1)
    built = words & np.uint64(layout.sign) | exponents << np.uint64(layout.fraction) | fraction
    return np.where(kinds == 0, words & np.uint64((1 << layout.bits) - 1), built)
