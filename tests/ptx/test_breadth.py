"""What compilers make of CUDA's own headers and libraries, from sm_75 to sm_90, against NumPy and SciPy."""

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

from harness.ptx.launch.watch import UNWATCHED
from tests.ptx.test_cuda_sources import Run, ptx

Array = NDArray[np.generic]

# a library takes seconds to compile
OF_CI = {arch: pytest.param(arch, marks=pytest.mark.slow) for arch in ("sm_75", "sm_80", "sm_90", "sm_100")}
of_cub = pytest.mark.parametrize("arch", [OF_CI["sm_75"], OF_CI["sm_100"]])
of_groups = pytest.mark.parametrize("arch", [OF_CI["sm_80"], "sm_90"])
of_library = pytest.mark.parametrize("arch", [OF_CI["sm_90"]])
oldest_and_newest = pytest.mark.parametrize("arch", [OF_CI["sm_75"], "sm_90"])

NUMBERS = np.random.default_rng(11).integers(0, 1000, 512).astype(np.int32)


def run(executor, source, arch, entry, out, inp, n, threads):
    """Return what a kernel leaves in `out`."""
    return Run(executor, f"breadth/{source}", arch).launch(entry, out, inp, threads, n=n, watch=UNWATCHED)


def cub(executor, arch, entry, n_out):
    out = np.zeros(n_out, np.int32)
    return run(executor, "cub_block.cu", arch, entry, out, NUMBERS, 512, 128).astype(np.int32)


@of_cub
def test_block_reductions(executor, arch):
    items = NUMBERS.reshape(128, 4)
    expected = [NUMBERS.sum(), items[:, 0].max(), items[:100, 1].sum()] * 3
    assert cub(executor, arch, "block_reduce", 9).tolist() == expected


@of_cub
def test_block_scans(executor, arch):
    expected = np.cumsum(NUMBERS).reshape(128, 4)
    expected[:, 3] += NUMBERS.sum()
    before = np.concatenate([[-1], np.maximum.accumulate(NUMBERS[:127])])
    expected += before[:, None]
    found = cub(executor, arch, "block_scan", 3 * 512).reshape(3, 128, 4)
    np.testing.assert_array_equal(found, np.broadcast_to(expected, found.shape))


@of_cub
def test_block_loads_and_stores(executor, arch):
    position = np.arange(512)
    blocked, striped = NUMBERS + 1000 * (position % 4), NUMBERS + 1000 * (position // 128)
    found = cub(executor, arch, "load_and_store", 6 * 512).reshape(6, 512)
    np.testing.assert_array_equal(found, [blocked, striped, blocked, blocked, blocked, blocked])


@of_cub
def test_block_sorts(executor, arch):
    order = np.argsort(NUMBERS, kind="stable")
    found = cub(executor, arch, "sorts", 4 * 512).reshape(4, 512)
    ordered = NUMBERS[order]
    np.testing.assert_array_equal(found, [ordered, order, ordered, 2 * ordered[::-1] - 1001])


@of_cub
def test_block_exchanges(executor, arch):
    found = cub(executor, arch, "exchanges", 3 * 512).reshape(3, 512)
    striped = NUMBERS.reshape(4, 128).T.reshape(-1)
    np.testing.assert_array_equal(found, [striped, NUMBERS, NUMBERS[::-1]])


@of_cub
def test_block_histograms(executor, arch):
    expected = np.bincount(NUMBERS % 16, minlength=16)
    found = cub(executor, arch, "histograms", 32).reshape(2, 16)
    np.testing.assert_array_equal(found, [expected, expected])


@of_cub
def test_neighbours_in_a_block(executor, arch):
    found = cub(executor, arch, "neighbours", 3 * 512)
    hundreds = NUMBERS // 100
    np.testing.assert_array_equal(found[:512], np.concatenate([[1], hundreds[1:] != hundreds[:-1]]))
    np.testing.assert_array_equal(found[512:1024], np.diff(NUMBERS, prepend=0))
    np.testing.assert_array_equal(found[1024:1152], [-1, *NUMBERS[0:508:4]])


@of_cub
def test_warp_primitives(executor, arch):
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


def groups(executor, arch, entry, rows):
    found = run(executor, "groups.cu", arch, entry, np.zeros(rows * 128, np.int32), NUMBERS[:128], 128, 128)
    return found.astype(np.int32).reshape(rows, 128)


@of_groups
def test_reductions_and_scans_of_a_tile(executor, arch):
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
def test_partitions_of_a_warp(executor, arch):
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
def test_copies_of_a_group(executor, arch):
    values = NUMBERS[:128]
    np.testing.assert_array_equal(groups(executor, arch, "copies", 1)[0], values[::-1] + values)


@of_library
def test_values_of_the_standard_library(executor, arch):
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
def test_atomics_of_the_standard_library(executor, arch):
    inp = np.arange(64, dtype=np.int32)
    found = run(executor, "standard.cu", arch, "atomics", np.zeros(4 * 64, np.float32), inp, 64, 64).reshape(
        4, 64
    )
    assert set(found[0]) == {-7}
    assert set(found[1]) == {63000}
    assert set(found[2]) == {32}
    assert found[3].view(np.int32)[0] == 255


OLD_AND_NEW = ("sm_75", "sm_90")


@pytest.mark.parametrize(("source", "entry", "dtype", "n_results", "archs", "rtol"), [
    ("intrinsics.cu", "integers", np.uint32, 18, OLD_AND_NEW, 0),
    ("intrinsics.cu", "roundings", np.float32, 10, OLD_AND_NEW, 0),
    ("intrinsics.cu", "halves", np.float32, 13, OLD_AND_NEW, 2e-3),
    ("intrinsics.cu", "bfloats", np.float32, 8, ("sm_80", "sm_89", "sm_90"), 8e-3),
    ("intrinsics.cu", "eights", np.float32, 5, OLD_AND_NEW, 0),
    ("memory.cu", "widths", np.int32, 5, OLD_AND_NEW, 0),
])  # fmt: skip
def test_what_headers_do_without_an_instruction_agrees_with_it(
    source, entry, dtype, n_results, archs, rtol, executor
):
    """What each instruction gives is compared with a GPU: `tests.agreement.test_gpu_vectors`."""
    generator = np.random.default_rng(13)
    inp = generator.integers(0, 1 << 31, (3, 64)).astype(np.int32)
    if dtype is np.float32:
        inp = np.concatenate([generator.uniform(-3, 3, 64), generator.uniform(0.5, 2.5, 64)]).astype(
            np.float32
        )
        inp[:4] = [500, -1e6, 0.001, 0]
    first, *others = (
        run(executor, source, arch, entry, np.zeros((n_results, 64), dtype), inp, 64, 64) for arch in archs
    )
    assert all(len(set(row)) > 1 for row in first.reshape(n_results, 64))
    for found in others:
        np.testing.assert_allclose(found, first, rtol=rtol, atol=rtol)


@oldest_and_newest
def test_atomics_of_every_width(executor, arch):
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
