"""What compilers make of CUDA's own headers and libraries, from sm_75 to sm_90, against NumPy and SciPy."""

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import UNWATCHED
from tests.ptx.test_cuda_sources import Run, ptx

Array = NDArray[np.generic]

# a library takes seconds to compile
of_cub = pytest.mark.parametrize("arch", ["sm_75", "sm_100"])
of_groups = pytest.mark.parametrize("arch", ["sm_80", "sm_90"])
of_library = pytest.mark.parametrize("arch", ["sm_90"])
oldest_and_newest = pytest.mark.parametrize("arch", ["sm_75", "sm_90"])

NUMBERS = np.random.default_rng(11).integers(0, 1000, 512).astype(np.int32)


def run(
    executor: Executor, source: str, arch: str, entry: str, out: Array, inp: Array, n: int, threads: int
) -> Array:
    """Return what a kernel leaves in `out`."""
    return Run(executor, f"breadth/{source}", arch).launch(entry, out, inp, threads, n=n, watch=UNWATCHED)


def cub(executor: Executor, arch: str, entry: str, n_out: int) -> NDArray[np.int32]:
    out = np.zeros(n_out, np.int32)
    return run(executor, "cub_block.cu", arch, entry, out, NUMBERS, 512, 128).astype(np.int32)


@of_cub
def test_block_reductions(executor: Executor, arch: str) -> None:
    items = NUMBERS.reshape(128, 4)
    expected = [NUMBERS.sum(), items[:, 0].max(), items[:100, 1].sum()] * 3
    assert cub(executor, arch, "block_reduce", 9).tolist() == expected


@of_cub
def test_block_scans(executor: Executor, arch: str) -> None:
    expected = np.cumsum(NUMBERS).reshape(128, 4)
    expected[:, 3] += NUMBERS.sum()
    before = np.concatenate([[-1], np.maximum.accumulate(NUMBERS[:127])])
    expected += before[:, None]
    found = cub(executor, arch, "block_scan", 3 * 512).reshape(3, 128, 4)
    np.testing.assert_array_equal(found, np.broadcast_to(expected, found.shape))


@of_cub
def test_block_loads_and_stores(executor: Executor, arch: str) -> None:
    position = np.arange(512)
    blocked, striped = NUMBERS + 1000 * (position % 4), NUMBERS + 1000 * (position // 128)
    found = cub(executor, arch, "load_and_store", 6 * 512).reshape(6, 512)
    np.testing.assert_array_equal(found, [blocked, striped, blocked, blocked, blocked, blocked])


@of_cub
def test_block_sorts(executor: Executor, arch: str) -> None:
    order = np.argsort(NUMBERS, kind="stable")
    found = cub(executor, arch, "sorts", 4 * 512).reshape(4, 512)
    ordered = NUMBERS[order]
    np.testing.assert_array_equal(found, [ordered, order, ordered, 2 * ordered[::-1] - 1001])


@of_cub
def test_block_exchanges(executor: Executor, arch: str) -> None:
    found = cub(executor, arch, "exchanges", 3 * 512).reshape(3, 512)
    striped = NUMBERS.reshape(4, 128).T.reshape(-1)
    np.testing.assert_array_equal(found, [striped, NUMBERS, NUMBERS[::-1]])


@of_cub
def test_block_histograms(executor: Executor, arch: str) -> None:
    expected = np.bincount(NUMBERS % 16, minlength=16)
    found = cub(executor, arch, "histograms", 32).reshape(2, 16)
    np.testing.assert_array_equal(found, [expected, expected])


@of_cub
def test_neighbours_in_a_block(executor: Executor, arch: str) -> None:
    found = cub(executor, arch, "neighbours", 3 * 512)
    hundreds = NUMBERS // 100
    np.testing.assert_array_equal(found[:512], np.concatenate([[1], hundreds[1:] != hundreds[:-1]]))
    np.testing.assert_array_equal(found[512:1024], np.diff(NUMBERS, prepend=0))
    np.testing.assert_array_equal(found[1024:1152], [-1, *NUMBERS[0:508:4]])


@of_cub
def test_warp_primitives(executor: Executor, arch: str) -> None:
    found = cub(executor, arch, "warps", 1024)
    items = NUMBERS.reshape(128, 4)
    warps, eights = items.reshape(4, 32, 4), items.reshape(16, 8, 4)
    sums, largest = np.zeros((4, 32)), np.zeros((16, 8))
    sums[:, 0], largest[:, 0] = warps[:, :, 0].sum(1), eights[:, :, 1].max(1)
    before = np.cumsum(warps[:, :, 2], axis=1)
    np.testing.assert_array_equal(found[:128], sums.reshape(-1))
    np.testing.assert_array_equal(found[128:256], largest.reshape(-1))
    np.testing.assert_array_equal(found[256:384], (before - warps[:, :, 2]).reshape(-1))
    np.testing.assert_array_equal(found[384:512], np.repeat(before[:, -1], 32))
    np.testing.assert_array_equal(found[512:], np.sort(warps.reshape(4, 128)).reshape(-1))


def groups(executor: Executor, arch: str, entry: str, rows: int) -> NDArray[np.int32]:
    found = run(executor, "groups.cu", arch, entry, np.zeros(rows * 128, np.int32), NUMBERS[:128], 128, 128)
    return found.astype(np.int32).reshape(rows, 128)


@of_groups
def test_reductions_and_scans_of_a_tile(executor: Executor, arch: str) -> None:
    tiles = NUMBERS[:128].reshape(8, 16)
    inclusive = np.cumsum(tiles, axis=1)
    expected = [
        np.repeat(tiles.sum(1), 16),
        np.repeat(tiles.min(1) + 1000 * np.bitwise_xor.reduce(tiles, axis=1), 16),
        np.repeat(tiles.max(1) // 2, 16),
        inclusive.reshape(-1),
        (inclusive - tiles).reshape(-1),
        np.maximum.accumulate(tiles, axis=1).reshape(-1),
    ]
    np.testing.assert_array_equal(groups(executor, arch, "reductions", 6), expected)


@of_groups
def test_partitions_of_a_warp(executor: Executor, arch: str) -> None:
    values = NUMBERS[:128]
    warp = np.arange(128) // 32

    expected = np.zeros((5, 128), np.int64)
    for i, value in enumerate(values):
        own = warp == warp[i]
        upto = np.arange(128) <= i
        expected[0, i] = values[own & (values % 2 == value % 2)].sum()
        same = own & (values % 3 == value % 3)
        expected[1, i] = (same & upto).sum() - 1 + 100 * same.sum()
        fours = own & (values % 4 == 0)
        expected[2, i] = (fours & upto).sum() - 1 + 100 * fours.sum() if value % 4 == 0 else -1
        expected[3, i] = value % 5 == 2
        expected[4, i] = (values[own] == 0).any() + 2 + 4 * 128 + warp[i]
    np.testing.assert_array_equal(groups(executor, arch, "partitions", 5), expected)


@of_groups
def test_copies_of_a_group(executor: Executor, arch: str) -> None:
    values = NUMBERS[:128]
    np.testing.assert_array_equal(groups(executor, arch, "copies", 1)[0], values[::-1] + values)


@of_library
def test_values_of_the_standard_library(executor: Executor, arch: str) -> None:
    k = np.arange(64)
    inp = k.astype(np.int32)
    found = run(executor, "standard.cu", arch, "values", np.zeros(7 * 64, np.float32), inp, 64, 64).reshape(
        7, 64
    )
    z = (k + 1j) ** 2 / 2j
    expected = [
        2.0 ** (k % 5) + np.where(k % 2, -100, k // 2) + 63 - k,
        z.real + z.imag,
        k * 0.25,
        np.where(k % 3, k, 0.5),
        [
            number.bit_count() + 10 * (32 - max(number | 1, 1).bit_length()) + 0x3F800000 % 7
            for number in range(64)
        ],
        1 + k,
        (k * 77) % 256 + k + 3,
    ]
    np.testing.assert_allclose(found, np.array(expected), rtol=1e-6)


@of_library
def test_atomics_of_the_standard_library(executor: Executor, arch: str) -> None:
    inp = np.arange(64, dtype=np.int32)
    found = run(executor, "standard.cu", arch, "atomics", np.zeros(4 * 64, np.float32), inp, 64, 64).reshape(
        4, 64
    )
    assert set(found[0]) == {-7}
    assert set(found[1]) == {63000}
    assert set(found[2]) == {32}
    assert found[3].view(np.int32)[0] == 255


MASK = 0xFFFFFFFF


def signed(value: int, bits: int = 32) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def lanes(value: int, bits: int, is_signed: bool = False) -> list[int]:
    parts = [value >> at & ((1 << bits) - 1) for at in range(0, 32, bits)]
    return [signed(part, bits) for part in parts] if is_signed else parts


def packed(bits: int, parts: list[int]) -> int:
    return sum((part & ((1 << bits) - 1)) << bits * index for index, part in enumerate(parts))


def each(bits: int, function: object, a: int, b: int, is_signed: bool = False) -> int:
    pairs = zip(lanes(a, bits, is_signed), lanes(b, bits, is_signed), strict=True)
    return packed(bits, [int(function(x, y)) for x, y in pairs])  # type: ignore[operator]


def clamp(value: int, low: int, high: int) -> int:
    return min(max(value, low), high)


def integer_truth(a: int, b: int, c: int) -> list[int]:
    wide = a << 32 | b
    sa, sb, sc = signed(a), signed(b), signed(c)

    def reverse(value: int, bits: int) -> int:
        return int(f"{value:0{bits}b}"[::-1], 2)

    def first(value: int) -> int:
        return (value & -value).bit_length()

    table = lanes(a, 8) + lanes(b, 8)
    shifted_left = ((b << 32 | a) << (c & 31)) >> 32
    shifted_right = (b << 32 | a) >> min(c, 32)
    products = sum(x * y for x, y in zip(lanes(a, 8, True), lanes(b, 8, True), strict=True))
    unsigned_products = sum(x * y for x, y in zip(lanes(a, 8), lanes(b, 8), strict=True))
    low_products = sum(x * y for x, y in zip(lanes(a, 16, True), lanes(b, 8, True)[:2], strict=True))
    high_products = sum(x * y for x, y in zip(lanes(a, 16), lanes(b, 8)[2:], strict=True))
    differences = sum(abs(x - y) for x, y in zip(lanes(a, 16, True), lanes(b, 16, True), strict=True))
    return [
        reverse(a, 32),
        32 - a.bit_length() + 100 * first(b) + 10000 * c.bit_count(),
        64 - wide.bit_length() + 100 * first(wide) + 10000 * wide.bit_count(),
        reverse(wide, 64) >> 7,
        packed(8, [table[c >> 4 * index & 7] for index in range(4)]),
        shifted_left ^ shifted_right,
        (a * b >> 32) + (sa * sb >> 32),
        wide * ((wide + c) & (1 << 64) - 1) >> 64,
        abs(sa - sb) + c + abs(a - b) + c,
        (sa + sb >> 1) + (a + b + 1 >> 1),
        products + sc + unsigned_products + c,
        low_products + sc + high_products + c,
        each(8, lambda x, y: x + y, a, b) ^ each(16, lambda x, y: x - y, b, c),
        each(16, lambda x, y: clamp(x + y, -32768, 32767), a, b, True)
        ^ each(8, lambda x, y: min(x + y, 255), a, b),
        each(8, max, a, b, True) ^ each(16, min, b, c),
        each(8, lambda x, y: abs(x - y), a, b) ^ differences,
        each(8, lambda x, y: 255 * (x > y), a, b, True)
        ^ each(16, lambda x, y: x == y, a, b)
        ^ each(8, lambda x, y: x + y + 1 >> 1, b, c),
        max(sa, sb, sc) ^ min(signed(sa + sb), sc),
    ]


@oldest_and_newest
def test_integer_intrinsics(executor: Executor, arch: str) -> None:
    generator = np.random.default_rng(12)
    inp = generator.integers(0, 1 << 32, (3, 64), dtype=np.uint64).astype(np.uint32)
    inp[:, :3] = [[0, MASK, 1 << 31], [0, 1, MASK], [0, 33, 31]]
    inp[2, ::4] %= 40
    expected = [integer_truth(*(int(word) for word in column)) for column in inp.T]
    rows = len(expected[0])
    found = run(executor, "intrinsics.cu", arch, "integers", np.zeros(rows * 64, np.uint32), inp, 64, 64)
    wanted = np.array([[word & MASK for word in row] for row in expected], np.uint32).T
    for index, (left, right) in enumerate(zip(found.reshape(rows, 64), wanted, strict=True)):
        np.testing.assert_array_equal(left, right, err_msg=f"result {index}")


def pairs(dtype: type) -> Array:
    generator = np.random.default_rng(13)
    return np.array([generator.uniform(-3, 3, 64), generator.uniform(0.5, 2.5, 64)]).astype(dtype)


def check_rows(
    executor: Executor, arch: str, entry: str, inp: Array, expected: list[Array], rtol: float, atol: float
) -> None:
    n = len(expected)
    found = run(executor, "intrinsics.cu", arch, entry, np.zeros(n * 64, inp.dtype), inp, 64, 64)
    for index, (left, right) in enumerate(zip(found.reshape(n, 64), expected, strict=True)):
        np.testing.assert_allclose(left, right, rtol=rtol, atol=atol, err_msg=f"result {index}")


@oldest_and_newest
def test_roundings_and_conversions(executor: Executor, arch: str) -> None:
    inp = pairs(np.float32)
    x, y = inp.astype(np.float64)
    expected = [
        x + y, x * y, x * y + 1, x / y, np.sqrt(np.abs(x)), 1 / x, x + x * y,
        np.clip(x, 0, 1) + np.floor(y) + np.trunc((inp[0] * np.float32(1e8)).astype(np.float64)),
        np.abs(x) * 1e18 + np.rint(y * 1e9) % 1000,
        np.maximum(x, y) - np.minimum(x, y) + np.maximum(x - y, 0) + np.copysign(x, y) + x,
    ]  # fmt: skip
    check_rows(executor, arch, "roundings", inp, expected, rtol=3e-7, atol=3e-7)


@oldest_and_newest
def test_half_precision(executor: Executor, arch: str) -> None:
    inp = pairs(np.float32)
    halves = inp.astype(np.float16)
    x, y = halves.astype(np.float64)
    lane = np.arange(64)
    below = np.where(lane % 32 < 30, (lane + 2) % 64, lane)
    expected = [
        np.clip(x + y, 0, 1), x / y, np.sqrt(np.abs(x)), np.exp(x), np.log(np.abs(x)), np.sin(x),
        np.floor(x) + np.rint(y) + np.trunc(x), np.minimum(x, y) + (x < y), x / y,
        (halves[0].view(np.uint16) + np.uint16(1)).view(np.float16).astype(np.float64),
        np.maximum(x * y + x, 0) + np.maximum(x, y), 1 / y + np.tanh(x), x[lane ^ 1] + x[below],
    ]  # fmt: skip
    check_rows(executor, arch, "halves", inp, expected, rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize("arch", ["sm_80", "sm_89", "sm_90"])
def test_bfloat16(executor: Executor, arch: str) -> None:
    inp = pairs(np.float32)
    x, y = inp.astype(ml_dtypes.bfloat16).astype(np.float64)
    expected = [
        x + y, x * y, x / y, np.exp(x), np.sqrt(np.abs(x)), np.maximum(x, y) + (x >= y), y * y + y + x - 1.5,
        np.ceil(x) + np.trunc(y),
    ]  # fmt: skip
    check_rows(executor, arch, "bfloats", inp, expected, rtol=8e-3, atol=3e-2)


@oldest_and_newest
def test_eight_bit_floats(executor: Executor, arch: str) -> None:
    inp = pairs(np.float32)
    inp[0, :4] = [500, -1e6, 0.001, 0]

    def four_three(values: Array) -> Array:
        return np.clip(values, -448, 448).astype(ml_dtypes.float8_e4m3fn).astype(np.float32)

    def five_two(values: Array) -> Array:
        return np.clip(values, -57344, 57344).astype(ml_dtypes.float8_e5m2).astype(np.float32)

    x, y = inp
    both = four_three(x) + np.float32(1000) * four_three(y)
    four = five_two(x) + five_two(y) + np.float32(1) + np.float32(57344)
    expected = [four_three(x), five_two(x), both, four, four_three(x)]
    check_rows(executor, arch, "eights", inp, expected, rtol=1e-6, atol=0)


@oldest_and_newest
def test_widths_caches_and_spaces(executor: Executor, arch: str) -> None:
    inp = np.random.default_rng(14).integers(0, 1 << 31, 64).astype(np.int32)
    i = np.arange(64)
    fours = inp.astype(np.int64).reshape(16, 4).sum(1)[i % 16]
    shorts = inp.view(np.int16).astype(np.int64).reshape(32, 4)[i % 32]
    chars = inp.view(np.int8).astype(np.int64).reshape(64, 4)
    longs = inp.view(np.int64).reshape(16, 2)[i % 16]
    low, high = (longs[:, 0] + i)[::-1], longs[::-1, 1]
    table = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3])[i % 16]
    expected = [
        fours,
        shorts[:, 0] + shorts[:, 3] + chars[:, 1] + chars[:, 3],
        np.where(i % 2, 8, 4) + table,
        (low >> 20) ^ high,
        2 * inp.astype(np.int64) + 1,
    ]
    found = run(executor, "memory.cu", arch, "widths", np.zeros(5 * 64, np.int32), inp, 64, 64).reshape(5, 64)
    np.testing.assert_array_equal(found, np.array(expected).astype(np.int32))


@oldest_and_newest
def test_atomics_of_every_width(executor: Executor, arch: str) -> None:
    inp = NUMBERS[:64]
    found = run(executor, "memory.cu", arch, "atomics", np.zeros(128, np.int32), inp, 64, 64)
    longs, floats = found.view(np.int64), found.view(np.float32)
    assert longs[0] == inp.sum()
    assert longs[1] == -inp.max()
    expected = 0
    for value in inp.tolist():
        expected ^= 1 << value % 64
    assert int(longs[2]) & (1 << 64) - 1 == expected
    assert found.view(np.float64)[3] == 32
    assert floats[8] == 16
    assert found[9:12].tolist() == [64, 4, 5]
    assert found.view(np.float16)[24:26].tolist() == [64, 128]
    assert found.view(np.uint16)[26] == 7
    assert found[64:66].tolist() == [inp.sum(), inp.max()]
    if arch != "sm_75":
        assert found.view(ml_dtypes.bfloat16)[28:30].tolist() == [64, 128]
    if arch == "sm_90":
        assert floats[16:22].tolist() == [64, 128, 192, 256, 320, 384]
        assert longs[12:16].tolist() == [11, 12, 21, 22]
        assert ".v4.f32" in ptx("breadth/memory.cu", arch)
