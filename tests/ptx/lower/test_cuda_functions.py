"""CUDA's mathematical functions as NVRTC compiles them: long sequences of instructions, held to CUDA's own accuracy.

Bounds: CUDA C++ Programming Guide, tables "Single-Precision" and "Double-Precision Mathematical Standard Library
Functions with Maximum ULP Error". References are NumPy's and SciPy's functions in float64; for double precision they
are off by up to an ulp themselves, which is allowed on top.

``printf``, ``assert``, ``malloc`` and ``free`` in kernels are CUDA's own, too.
"""

import math
import re

import numpy as np
import pytest
import scipy.special

from harness.compiler import CompileRequest
from harness.ptx.launch.preparation import PRINTED_BYTES
from harness.ptx.launch.watch import Watch
from tests.agreement.family_outputs import ordered
from tests.agreement.operand_tables import operands
from tests.ptx.code_cache import code_cache, ptx_of
from tests.ptx.ptx_text import kernel, launch_on, run
from tests.ptx.test_cuda_sources import ptx
from tests.sampled import one_in

ARCHS = (pytest.param("sm_75", marks=pytest.mark.slow), "sm_90")
all_archs = pytest.mark.parametrize("arch", ARCHS)

# The largest error in ulp, in single and in double precision, of each call of ``a`` and ``b``. Arguments stay in the
# domain in which CUDA's bound holds, and NumPy's or SciPy's result is as good.
CALLS: dict[str, tuple[int | None, int | None]] = {
    "rsqrt(a)": (2, 1), "sqrt(a)": (0, 0), "cbrt(a)": (1, 1), "rcbrt(a)": (1, None), "exp(a)": (2, 1),
    "exp2(a)": (2, 1), "exp10(a)": (2, 1), "expm1(a)": (1, 1), "log(a)": (1, 1), "log2(a)": (1, 1), "log10(a)": (2, 1),
    "log1p(a)": (1, 1), "sin(a)": (2, 2), "cos(a)": (2, 2), "tan(a)": (4, 2), "asin(a)": (2, 2), "acos(a)": (2, None),
    "atan(a)": (2, 2), "sinh(a)": (3, 2), "cosh(a)": (2, 1), "tanh(a)": (2, 1), "asinh(a)": (3, None),
    "acosh(a)": (4, None), "atanh(a)": (3, None), "erf(a)": (2, 2), "erfc(a)": (4, 5), "erfcx(a)": (4, None),
    "normcdf(a)": (5, None), "normcdf(fabs(a))": (None, 5), "tgamma(a)": (5, 10), "lgamma(fabs(a))": (6, None),
    "lgamma(fabs(a) + 3)": (None, 4), "lgamma(fmod(fabs(a), 0.125) + 0.5)": (None, 4), "j0(fmod(a, 8))": (9, None),
    "j0(fmod(a, 2))": (None, 7), "sinpi(a)": (1, 2), "ldexp(a, 5)": (0, 0), "trunc(a)": (0, 0), "rint(a)": (0, 0),
    "ceil(a)": (0, 0), "floor(a)": (0, 0), "round(a)": (0, 0), "fabs(a)": (0, None), "pow(a, b)": (4, 2),
    "hypot(a, b)": (3, 2), "atan2(a, b)": (3, 2), "fmod(a, b)": (0, 0), "remainder(a, b)": (0, None),
    "fdim(a, b)": (0, None), "fmax(a, b)": (0, None), "fmin(a, b)": (0, None),
}  # fmt: skip


def ieee_remainder(x, y):
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0:
        return math.nan
    return math.remainder(x, y)


def sin_of_pi(x):
    if math.isnan(x) or math.isinf(x):
        return math.nan
    x = math.remainder(x, 2)
    return math.sin(math.pi * (x if abs(x) <= 0.5 else math.copysign(1, x) - x))


NAMES = {
    **vars(np),
    **{name: getattr(scipy.special, name) for name in ("exp10", "erf", "erfcx", "j0")},
    "cbrt": lambda x: np.cbrt(np.longdouble(x)), "rsqrt": lambda x: 1 / np.sqrt(x),
    "rcbrt": lambda x: 1 / np.cbrt(x), "erfc": np.vectorize(math.erfc), "normcdf": scipy.special.ndtr,
    "tgamma": scipy.special.gamma, "lgamma": scipy.special.gammaln, "sinpi": np.vectorize(sin_of_pi),
    "round": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
    "remainder": np.vectorize(ieee_remainder),
    "fdim": lambda x, y: np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(x > y, x - y, 0.0)),
}  # fmt: skip
"""What the names of CUDA mean here."""
SCALARS = {"float": np.float32, "double": np.float64}
PRECISIONS = [(scalar, call) for call, bounds in CALLS.items() for scalar, bound in zip(SCALARS, bounds, strict=True)
              if bound is not None]  # fmt: skip
GRID = np.concatenate([np.linspace(-8, 8, 161), np.linspace(-100, 100, 81), np.geomspace(1e-6, 1e6, 101)])


def arguments(scalar):
    """Return both arguments: edges and random numbers, then the ranges that matter."""
    dtype = SCALARS[scalar]
    edges = operands((f"f{8 * np.dtype(dtype).itemsize}",))[0].view(dtype)
    x = np.concatenate([edges, GRID.astype(dtype)])
    return x, np.roll(x, 37)


def results(executor, folder, scalar, arch):
    calls = [call for of, call in PRECISIONS if of == scalar]
    texts = [re.sub(r"(\w+)\(", r"\1f(", call) if scalar == "float" else call for call in calls]
    body = "\n    ".join(f"out[n * {k} + i] = {call};" for k, call in enumerate(texts))
    path = folder / f"{scalar}.cu"
    path.write_text(f"""
extern "C" __global__ void k({scalar}* out, const {scalar}* x, const {scalar}* y, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {scalar} a = x[i], b = y[i];
    {body}
}}
""")
    x, y = arguments(scalar)
    out, grid = np.zeros((len(calls), len(x)), x.dtype), (-(-len(x) // 128), 1, 1)
    text, n = ptx_of(CompileRequest(path, arch)), np.int32(len(x))
    (rows, *_), report = launch_on(executor, text, "k", [out, x, y], n, grid=grid, block=(128, 1, 1))
    assert report.completed
    assert report.faults == ()
    return {(scalar, call): row for call, row in zip(calls, rows, strict=True)}


@pytest.fixture(scope="module", params=ARCHS)
def values(request, shared_executor, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cuda")
    return {
        key: row
        for scalar in SCALARS
        for key, row in results(shared_executor, folder, scalar, request.param).items()
    }


@pytest.mark.parametrize(("scalar", "call"), one_in(4, PRECISIONS, pytest.mark.slow), ids=" ".join)
def test_function(values, scalar, call):
    got = values[scalar, call]
    x, y = arguments(scalar)
    with np.errstate(all="ignore"):
        reference = eval(call, NAMES | {"a": x.astype(np.float64), "b": y.astype(np.float64)})
        expected = np.asarray(reference).astype(got.dtype)
    nan, expected_nan = np.isnan(got), np.isnan(expected)
    bits = f"u{got.itemsize}"
    far = np.abs(ordered(got.view(bits)).astype(object) - ordered(expected.view(bits)).astype(object))
    far = np.where(nan & expected_nan, 0, np.where(nan != expected_nan, 2**70, far))
    bound = CALLS[call][scalar == "double"]
    if scalar == "double" and bound:
        bound += 1  # of the reference
    worst = int(np.argmax(far))
    assert far[worst] <= bound, (
        f"{call} of {x[worst]!r}, {y[worst]!r} is {got[worst]!r}, not {expected[worst]!r}: {far[worst]} ulp"
    )


def launch(executor, entry, inp, *, arch="sm_90", blocks=1, threads=0, **options):
    threads = threads or len(inp)
    arrays, n = [np.zeros(threads, np.int32), np.array(inp, np.int32)], np.int32(len(inp))
    extents = {"grid": (blocks, 1, 1), "block": (threads, 1, 1)}
    (out, _), report = launch_on(executor, ptx("library.cu", arch), entry, arrays, n, **extents, **options)
    return out.tolist(), report


@all_archs
def test_text_comes_in_block_and_thread_order(executor, arch):
    inp = [k % 4 for k in range(40)]
    out, report = launch(executor, "print", inp, arch=arch, blocks=3)
    assert report.faults == ()
    assert out == [3] * 40
    words = ["less", "less", "more", "more"] * 10
    expected = [f"block {block} thread {i:3}: {words[i]}\n" for block in range(3) for i in range(40)]
    assert report.printed == "".join(expected)


@all_archs
def test_formats_are_those_of_c(executor, arch):
    out, report = launch(executor, "formats", [0] * 32, arch=arch)
    assert report.printed.splitlines() == [
        "-7|   42|ff    |010|BEEF|q|%",
        "-1234567890123|18446744073709551615|5|9|-3|250",
        "1.500000|3.142|  1.23e+04|0.0001|+3|00042| 7",
        "abc|     right|l    |cu|    12|2.00",
        "nothing",
        "0x1234",
    ]
    assert out[:6] == [6, 6, 7, 8, 0, 1]


def test_text_that_does_not_fit_is_counted(executor):
    out, report = launch(executor, "much", [0] * 32)
    lines = report.printed.splitlines()
    n_whole = PRINTED_BYTES // 101
    assert lines[:n_whole] == [f"{k % 32:0100}" for k in range(n_whole)]
    assert lines[n_whole:] == ["", f"[{400 * 32 - n_whole} more calls of printf, past {PRINTED_BYTES} bytes]"]
    assert out == [1] * 32


def test_exact_pass_prints_once(executor):
    _, report = launch(executor, "print", [0] * 5, watch=Watch(races=True, undefined=True))
    assert len(report.printed.splitlines()) == 5


def test_format_that_cannot_be_read_is_a_fault(executor):
    module = ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
    ran = run(executor, kernel("mov.u64 %rd3, 99;\ncall (%r5), vprintf, (%rd3, 0);", module, "%r5"))
    assert ran.reasons == ["oob-read"]
    assert ran.report.printed == ""


@all_archs
def test_assertion_names_its_text_place_and_thread(executor, arch):
    _, report = launch(executor, "asserts", [1, 2, 7, 3, 9], arch=arch)
    assert not report.completed
    (fault,) = report.faults
    assert (fault.reason, fault.thread, fault.count) == ("device-assert", (2, 0, 0), 2)
    assert 'assertion failed: inp[i] < 5 && "too large", in' in fault.message
    assert "asserts" in fault.message
    assert "library.cu:" in fault.message


@all_archs
def test_lists_on_the_heap(executor, arch):
    inp = [k % 11 for k in range(40)]
    out, report = launch(executor, "lists", inp, arch=arch)
    assert report.faults == ()
    assert out == [n * (n - 1) // 2 for n in inp]


def test_heap_is_not_watched_for_races_or_undefined_bits(executor):
    watch = Watch(races=True, undefined=True, counts=True)
    out, report = launch(executor, "lists", [3] * 40, watch=watch)
    assert report.faults == ()
    assert out == [3] * 40


@pytest.mark.parametrize(("what", "reason"), [
    (1, "oob-write"), (2, "oob-read"), (3, "invalid-free"), (4, "invalid-free"),
], ids=["past its end", "after free", "within a block", "twice"])  # fmt: skip
def test_misuse_of_the_heap_is_found(executor, what, reason):
    _, report = launch(executor, "heap", [what], threads=3)
    (fault,) = report.faults
    assert (fault.reason, fault.count, fault.thread) == (reason, 3, (0, 0, 0))
    assert "the device heap" in fault.message


RIGHT = {
    "an assertion holds": ("asserts", [1, 2, 3], [1, 2, 3]),
    "freed memory is used again": ("heap", [5], [1] * 4),
    "malloc of too much gives null": ("heap", [6], [1] * 4),
    "more frees than blocks in use": ("churn", [70_000, 16], [70_000]),
    "the heap is used up again and again": ("mixed", [3000], [0] * 16),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right(executor, name):
    entry, inp, expected = RIGHT[name]
    out, report = launch(executor, entry, inp, threads=len(expected))
    assert report.faults == ()
    assert out == expected


def test_search_for_a_block_is_in_the_step_budget(opened):
    budget = 100_000
    small = opened(code_cache(), n_workers=1, step_budget=budget)
    _, report = launch(small, "churn", [50, 6 << 20], threads=1)
    # clearing 6 MiB counts as 24576 steps
    assert [fault.reason for fault in report.faults] == ["hang"]


def test_exact_racecheck_of_a_kernel_with_a_heap(executor):
    out, report = launch(executor, "lists", [5] * 32, blocks=2, watch=Watch(races=True), cooperative=True)
    assert report.exact
    assert {fault.reason for fault in report.faults} == {"racecheck-waw"}  # both blocks write all of out
    assert out == [10] * 32


@pytest.mark.parametrize(("what", "text"), [(0, ""), (1, None), (2, None), (3, None), (4, "BA")])
def test_widths_and_precisions_are_bounded(executor, what, text):
    _, report = launch(executor, "wide", [what, 2, 0x41420000], threads=1)
    assert report.faults == ()
    start = "    1|2    |003|0.500000\nabc|ab|%5y|%"
    if text is None:
        assert report.printed == f"{start}\n[1 more calls of printf, past {PRINTED_BYTES} bytes]\n"
    else:
        assert report.printed == start + text


def test_formats_are_in_the_step_budget(opened):
    small = opened(code_cache(), n_workers=1, step_budget=100_000)
    out, report = launch(small, "chatter", [10], threads=32)
    assert report.faults == ()
    assert out == [10] * 32
    _, report = launch(small, "chatter", [100], threads=32)
    assert [fault.reason for fault in report.faults] == ["hang"]
