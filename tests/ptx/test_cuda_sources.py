"""CUDA C++ as NVRTC compiles it, for several architectures, against NumPy."""

import functools
from pathlib import Path

import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.errors import LaunchError
from harness.ptx.launch.watch import Watch
from tests.ptx.code_cache import ptx_of
from tests.ptx.ptx_text import launch_on

SOURCES = Path(__file__).parent / "sources"
ARCHS = ("sm_90", *(pytest.param(each, marks=pytest.mark.slow) for each in ("sm_75", "sm_80", "sm_100")))

all_archs = pytest.mark.parametrize("arch", ARCHS)
RACES = Watch(races=True)
RANDOM = np.random.default_rng(7).standard_normal(1024).astype(np.float32)


@functools.cache
def ptx(name, arch):
    return ptx_of(CompileRequest(path=SOURCES / name, arch=arch))


class Run:
    """One source on one executor: `launch` gives a kernel its arrays and checks that nothing went wrong."""

    def __init__(self, executor, source, arch):
        self.executor, self.program, self.report = executor, executor.load(ptx(source, arch)), None

    def launch(
        self, entry, out, inp, threads, *extra, blocks=1, n=None, watch=RACES, is_right=True, **options
    ):
        """Return what is in `out` afterwards; the kernel's ``n`` is the length of `inp` unless given."""
        count = np.int32(len(inp) if n is None else n)
        options |= {"grid": (blocks, 1, 1), "block": (threads, 1, 1), "watch": watch}
        (found, _), self.report = launch_on(
            self.executor, self.program, entry, [out, inp], count, *extra, **options
        )
        if is_right:
            assert [fault for fault in self.report.faults if not fault.is_info] == []
            assert self.report.completed
        return found


def zeros(n, dtype=np.float32):
    return np.zeros(n, dtype)


def with_fma(a, b, c):
    """``a * b + c`` rounded once, as the compiler contracts it."""
    return (a.astype(np.float64) * b + c).astype(np.float32)


@all_archs
def test_structs_by_value_and_by_reference(executor, arch):
    inp = RANDOM[:50]
    table = [1, -2, 3, -4, 5]
    expected = []
    for i, x in enumerate(inp):
        first, second, third = np.float32(x), i, np.float64(x * np.float32(2))
        for right in (1.5, -0.5):
            first = with_fma(first, 3, right)
            second += table[(second & 15) % 5]
            third = third / 1.25
        expected.append(np.float32(np.float32(first + np.float32(second)) + np.float32(third)))
    found = Run(executor, "language.cu", arch).launch("structs", zeros(50), inp, 64)
    np.testing.assert_array_equal(found, np.array(expected, np.float32))


@all_archs
def test_struct_as_a_kernel_parameter(executor, arch):
    config = np.zeros(1, [("scale", "i4"), ("offset", "f4"), ("table", "i2", 5), ("pad", "i2")])
    config["scale"], config["offset"], config["table"] = 3, 0.25, [1, -2, 3, -4, 5]
    inp = RANDOM[:50]
    table = np.array([1, -2, 3, -4, 5])[np.arange(50) % 5]
    expected = with_fma(inp, 3, 0.25) + table.astype(np.float32)
    run = Run(executor, "language.cu", arch)
    found = run.launch("struct_parameter", zeros(50), inp, 64, config.tobytes())
    np.testing.assert_array_equal(found, expected)


@all_archs
def test_barriers_inside_a_function(executor, arch):
    inp = np.arange(-20, 80, dtype=np.float32)
    found = Run(executor, "language.cu", arch).launch(
        "barrier_in_function", zeros(100), inp, 128, shared_bytes=512
    )
    assert set(found) == {inp.sum() * 6 + 1000 * (inp > 0).sum()}


@all_archs
def test_shuffles_inside_a_function(executor, arch):
    i = np.arange(96).reshape(3, 32)
    expected = np.repeat((i + i * i).sum(1), 32).astype(np.float32)
    found = Run(executor, "language.cu", arch).launch("shuffle_in_function", zeros(96), zeros(96), 96)
    np.testing.assert_array_equal(found, expected)


@all_archs
def test_switch(executor, arch):
    inp = RANDOM[:77]
    expected = np.zeros(77, np.float32)
    for i, x in enumerate(inp):
        case = i % 11
        if case == 8:
            continue
        if case == 7:
            for k in range(i):
                x += np.float32(k)
        expected[i] = {
            0: x + 1, 1: x * x, 2: -x - 3, 3: x - 3, 4: np.sqrt(abs(x)), 5: 5 if x > 0 else -5, 6: x / np.float32(7),
            7: x, 9: np.floor(x), 10: 99,
        }[case]  # fmt: skip
    run = Run(executor, "language.cu", arch)
    np.testing.assert_array_equal(run.launch("jump_table", zeros(77), inp, 96), expected)


@all_archs
def test_local_arrays(executor, arch):
    inp = RANDOM[:40]
    expected = [sorted(inp[(i * 7 + k * 5) % 40] for k in range(12))[i % 12] for i in range(40)]
    run = Run(executor, "language.cu", arch)
    np.testing.assert_array_equal(run.launch("local_arrays", zeros(40), inp, 64), np.array(expected))
    assert run.program.kernel("local_arrays")[0].frame.local_bytes >= 48


@all_archs
def test_doubles(executor, arch):
    inp = RANDOM[:70].astype(np.float64)
    found = Run(executor, "language.cu", arch).launch("doubles", zeros(70, np.float64), inp, 96)
    expected = np.float64(np.longdouble(inp) * inp + 1 / (inp + 3)) - np.sqrt(np.abs(inp))
    np.testing.assert_allclose(found, expected, rtol=1e-15, atol=1e-15)


@all_archs
def test_constants_and_variables(executor, arch):
    inp = RANDOM[:30]
    weights = np.array([0.5, -1, 2, 4], np.float32)[np.arange(30) % 4].astype(np.float64)
    run = Run(executor, "language.cu", arch)
    for counter in (100, 101):
        found = run.launch("variables", zeros(30), inp, 32)
        np.testing.assert_array_equal(found, (inp * weights + counter).astype(np.float32))


@all_archs
@pytest.mark.parametrize(
    ("entry", "dtype"), [("_Z9templatedIfLi1EEvPT_PKS0_i", np.float32), ("_Z9templatedIdLi4EEvPT_PKS0_i", np.float64),
                         ("_Z9templatedIiLi2EEvPT_PKS0_i", np.int32)]
)  # fmt: skip
def test_templates(executor, arch, entry, dtype):
    inp = np.arange(-3, 7).astype(dtype)
    expected = np.ones(10, np.int64)
    for n in range(1, 7):
        expected = inp.astype(np.int64) * expected + n
    found = Run(executor, "language.cu", arch).launch(entry, zeros(10, dtype), inp, 4)
    np.testing.assert_array_equal(found, expected.astype(dtype))


@all_archs
def test_votes_and_counting_barriers(executor, arch):
    inp = RANDOM[:90]
    positive = np.zeros(96, bool)
    positive[:90] = inp > 0
    assert all(positive[32 * warp : 32 * warp + 32].any() for warp in range(3))
    # the lanes that vote are those that are active, so the two masks cancel and the block's results remain
    expected = [int(positive.sum()) << 8 ^ 2 ^ 1] * 90
    found = Run(executor, "language.cu", arch).launch("votes", zeros(90, np.uint32), inp, 96)
    assert found.tolist() == expected


@all_archs
def test_histogram_over_blocks(executor, arch):
    inp = np.abs(RANDOM) % np.float32(1)
    expected = np.bincount((inp * 16).astype(int) & 15, minlength=16)
    found = Run(executor, "language.cu", arch).launch("histogram", zeros(16, np.int32), inp, 96, blocks=11)
    np.testing.assert_array_equal(found, expected)


@all_archs
def test_launch_bounds_and_warp_size(executor, arch):
    run = Run(executor, "language.cu", arch)
    np.testing.assert_array_equal(run.launch("bounded", zeros(64), RANDOM[:64], 64), RANDOM[:64] + 32)
    with pytest.raises(LaunchError, match="compiled for at most 64 threads"):
        run.launch("bounded", zeros(64), RANDOM[:64], 96)
