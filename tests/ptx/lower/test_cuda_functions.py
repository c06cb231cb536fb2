"""CUDA's mathematical functions as NVRTC compiles them: long sequences of instructions, held to CUDA's own accuracy.

Bounds: CUDA C++ Programming Guide, tables "Single-Precision" and "Double-Precision Mathematical Standard Library
Functions with Maximum ULP Error". References are NumPy's and SciPy's functions in float64; for double precision they
are off by up to an ulp themselves, which is allowed on top.

``printf``, ``assert``, ``malloc`` and ``free`` in kernels are CUDA's own, too.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special
from numpy.typing import NDArray

from harness.compiler import CompileRequest
from harness.ptx.launch.executor import Executor, LaunchReport
from harness.ptx.launch.launch_memory import PRINTED_BYTES
from harness.ptx.launch.watch import Watch
from tests.ptx.code_cache import code_cache, ptx_of
from tests.ptx.exact_float import F32, F64
from tests.ptx.one_instruction import edges, random_floats
from tests.ptx.ptx_text import kernel, run
from tests.ptx.test_cuda_sources import ptx

Function = Callable[..., NDArray[Any]]
ARCHS = ("sm_75", "sm_90")
all_archs = pytest.mark.parametrize("arch", ARCHS)


def ieee_remainder(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0:
        return math.nan
    return math.remainder(x, y)


def away(x: NDArray[Any]) -> NDArray[Any]:
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


def sin_of_pi(x: float) -> float:
    if math.isnan(x) or math.isinf(x):
        return math.nan
    x = math.remainder(x, 2)
    return math.sin(math.pi * (x if abs(x) <= 0.5 else math.copysign(1, x) - x))


# Calls instead of names stay in the domain in which CUDA's bound holds, and NumPy's or SciPy's result is as good.
SINGLE: dict[str, tuple[int, Function]] = {
    "rsqrtf": (2, lambda x: 1 / np.sqrt(x)),
    "sqrtf": (0, np.sqrt),
    "cbrtf": (1, np.cbrt),
    "rcbrtf": (1, lambda x: 1 / np.cbrt(x)),
    "expf": (2, np.exp),
    "exp2f": (2, np.exp2),
    "exp10f": (2, lambda x: np.power(10.0, x)),
    "expm1f": (1, np.expm1),
    "logf": (1, np.log),
    "log2f": (1, np.log2),
    "log10f": (2, np.log10),
    "log1pf": (1, np.log1p),
    "sinf": (2, np.sin),
    "cosf": (2, np.cos),
    "tanf": (4, np.tan),
    "asinf": (2, np.arcsin),
    "acosf": (2, np.arccos),
    "atanf": (2, np.arctan),
    "sinhf": (3, np.sinh),
    "coshf": (2, np.cosh),
    "tanhf": (2, np.tanh),
    "asinhf": (3, np.arcsinh),
    "acoshf": (4, np.arccosh),
    "atanhf": (3, np.arctanh),
    "erff": (2, scipy.special.erf),
    "erfcf": (4, scipy.special.erfc),
    "erfcxf": (4, scipy.special.erfcx),
    "normcdff": (5, scipy.special.ndtr),
    "tgammaf": (5, scipy.special.gamma),
    "lgammaf(fabsf(a))": (6, lambda x: scipy.special.gammaln(np.abs(x))),
    "j0f(fmodf(a, 8))": (9, lambda x: scipy.special.j0(np.fmod(x, 8))),
    "sinpif": (1, np.vectorize(sin_of_pi)),
    "ldexpf(a, 5)": (0, lambda x: np.ldexp(x, 5)),
    "truncf": (0, np.trunc),
    "rintf": (0, np.rint),
    "ceilf": (0, np.ceil),
    "floorf": (0, np.floor),
    "roundf": (0, away),
    "fabsf": (0, np.abs),
}
SINGLE_OF_TWO: dict[str, tuple[int, Function]] = {
    "powf": (4, np.power),
    "hypotf": (3, np.hypot),
    "atan2f": (3, np.arctan2),
    "fmodf": (0, np.fmod),
    "remainderf": (0, np.vectorize(ieee_remainder)),
    "fdimf": (0, lambda x, y: np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(x > y, x - y, 0.0))),
    "fmaxf": (0, np.fmax),
    "fminf": (0, np.fmin),
}
DOUBLE: dict[str, tuple[int, Function]] = {
    "exp": (1, np.exp),
    "exp2": (1, np.exp2),
    "exp10": (1, scipy.special.exp10),
    "expm1": (1, np.expm1),
    "log": (1, np.log),
    "log2": (1, np.log2),
    "log10": (1, np.log10),
    "log1p": (1, np.log1p),
    "sin": (2, np.sin),
    "cos": (2, np.cos),
    "tan": (2, np.tan),
    "asin": (2, np.arcsin),
    "atan": (2, np.arctan),
    "sinh": (2, np.sinh),
    "cosh": (1, np.cosh),
    "tanh": (1, np.tanh),
    "sqrt": (0, np.sqrt),
    "rsqrt": (1, lambda x: 1 / np.sqrt(x)),
    "cbrt": (1, np.cbrt),
    "erf": (2, scipy.special.erf),
    "erfc": (5, np.vectorize(math.erfc)),
    "normcdf(fabs(a))": (5, lambda x: scipy.special.ndtr(np.abs(x))),
    "tgamma": (10, scipy.special.gamma),
    "lgamma(fabs(a) + 3)": (4, lambda x: scipy.special.gammaln(np.abs(x) + 3)),
    "lgamma(fmod(fabs(a), 0.125) + 0.5)": (
        4,
        lambda x: scipy.special.gammaln(np.fmod(np.abs(x), 0.125) + 0.5),
    ),
    "j0(fmod(a, 2))": (7, lambda x: scipy.special.j0(np.fmod(x, 2))),
    "sinpi": (2, np.vectorize(sin_of_pi)),
    "ldexp(a, 5)": (0, lambda x: np.ldexp(x, 5)),
    "trunc": (0, np.trunc),
    "rint": (0, np.rint),
    "ceil": (0, np.ceil),
    "floor": (0, np.floor),
    "round": (0, away),
}
DOUBLE_OF_TWO: dict[str, tuple[int, Function]] = {
    "pow": (2, np.power),
    "hypot": (2, np.hypot),
    "atan2": (2, np.arctan2),
    "fmod": (0, np.fmod),
}


def operands(form, ordinary):
    dtype = np.float32 if form is F32 else np.float64
    words = np.concatenate([np.array(edges(form), f"u{form.bits // 8}"), random_floats(form, 400, seed=21)])
    return np.concatenate([words.view(dtype), ordinary.astype(dtype)])


GRID = np.concatenate([np.linspace(-8, 8, 161), np.linspace(-100, 100, 81), np.geomspace(1e-6, 1e6, 101)])
X = {form: operands(form, GRID) for form in (F32, F64)}
Y = {form: np.roll(x, 37) for form, x in X.items()}


def source(one, two, scalar):
    calls = [name if "(" in name else f"{name}(a)" for name in one] + [f"{name}(a, b)" for name in two]
    body = "\n    ".join(f"out[n * {k} + i] = {call};" for k, call in enumerate(calls))
    return f"""extern "C" __global__ void k({scalar}* out, const {scalar}* x, const {scalar}* y, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {scalar} a = x[i], b = y[i];
    {body}
}}
"""


def results(executor, folder, form, one, two, arch):
    path = folder / f"functions_{form.name}.cu"
    path.write_text(source(one, two, "float" if form is F32 else "double"))
    ptx = ptx_of(CompileRequest(path, arch))
    executor.memory.clear()
    x, y = X[form], Y[form]
    n_functions = len(one) + len(two)
    out = executor.memory.allocate(x.nbytes * n_functions, "out")
    addresses = [out.address]
    for name, array in (("x", x), ("y", y)):
        allocation = executor.memory.allocate(array.nbytes, name)
        allocation.data[:] = array.view(np.uint8)
        addresses.append(allocation.address)
    arguments = [*(np.uint64(address) for address in addresses), np.int32(len(x))]
    report = executor.launch(executor.load(ptx), "k", (-(-len(x) // 128), 1, 1), (128, 1, 1), arguments)
    assert report.completed
    assert report.faults == ()
    return dict(zip([*one, *two], out.data.view(x.dtype).reshape(n_functions, -1).copy(), strict=True))


@pytest.fixture(scope="module", params=ARCHS)
def values(request, shared_executor, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cuda")
    single = results(shared_executor, folder, F32, SINGLE, SINGLE_OF_TWO, request.param)
    return single | results(shared_executor, folder, F64, DOUBLE, DOUBLE_OF_TWO, request.param)


def ulps(form, got, expected):
    """Return how many numbers apart two results are; NaN is 0 from NaN, and far from everything else."""
    word = f"i{form.bits // 8}"
    orders = []
    for array in (got, expected):
        bits = np.ascontiguousarray(array).view(word)
        orders.append(np.where(bits < 0, np.iinfo(word).min - bits, bits).astype(object))
    both_nan = np.isnan(got) & np.isnan(expected)
    one_nan = np.isnan(got) != np.isnan(expected)
    return np.where(both_nan, 0, np.where(one_nan, 2**70, np.abs(orders[0] - orders[1])))


def check(form, name, got, bound, function, arguments):
    with np.errstate(all="ignore"):
        reference = np.asarray(function(*(argument.astype(np.float64) for argument in arguments)))
        expected = reference.astype(got.dtype)
    far = ulps(form, got, expected)
    worst = int(np.argmax(far))
    shown = ", ".join(repr(argument[worst]) for argument in arguments)
    assert far[worst] <= bound, (
        f"{name}({shown}) is {got[worst]!r}, not {expected[worst]!r}: {far[worst]} ulp"
    )


FUNCTIONS = [
    *((F32, name, *SINGLE[name], 1) for name in SINGLE),
    *((F32, name, *SINGLE_OF_TWO[name], 2) for name in SINGLE_OF_TWO),
    *((F64, name, bound + (bound > 0), function, 1) for name, (bound, function) in DOUBLE.items()),
    *((F64, name, bound + (bound > 0), function, 2) for name, (bound, function) in DOUBLE_OF_TWO.items()),
]


@pytest.mark.parametrize(
    ("form", "name", "bound", "function", "n_operands"), FUNCTIONS, ids=[name for _, name, *_ in FUNCTIONS]
)
def test_function(values, form, name, bound, function, n_operands):
    check(form, name, values[name], bound, function, [X[form], Y[form]][:n_operands])


def launch(
    executor: Executor,
    entry: str,
    inp: list[int],
    *,
    arch: str = "sm_90",
    blocks: int = 1,
    threads: int = 0,
    watch: Watch | None = None,
    cooperative: bool = False,
) -> tuple[list[int], LaunchReport]:
    executor.memory.clear()
    threads = threads or len(inp)
    out = executor.memory.allocate(4 * threads, "out")
    source = executor.memory.allocate(4 * len(inp), "inp")
    source.data[:] = np.array(inp, np.int32).view(np.uint8)
    source.define()
    args = [np.uint64(out.address), np.uint64(source.address), np.int32(len(inp))]
    program = executor.load(ptx("library.cu", arch))
    report = executor.launch(
        program, entry, (blocks, 1, 1), (threads, 1, 1), args, 0, watch or Watch(), cooperative=cooperative
    )
    return out.data.view(np.int32).tolist(), report


@all_archs
def test_text_comes_in_block_and_thread_order(executor: Executor, arch: str) -> None:
    inp = [k % 4 for k in range(40)]
    out, report = launch(executor, "print", inp, arch=arch, blocks=3)
    assert report.faults == ()
    assert out == [3] * 40
    words = ["less", "less", "more", "more"] * 10
    expected = [f"block {block} thread {i:3}: {words[i]}\n" for block in range(3) for i in range(40)]
    assert report.printed == "".join(expected)


@all_archs
def test_formats_are_those_of_c(executor: Executor, arch: str) -> None:
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


def test_text_that_does_not_fit_is_counted(executor: Executor) -> None:
    out, report = launch(executor, "much", [0] * 32)
    lines = report.printed.splitlines()
    n_whole = PRINTED_BYTES // 101
    assert lines[:n_whole] == [f"{k % 32:0100}" for k in range(n_whole)]
    assert lines[n_whole:] == ["", f"[{400 * 32 - n_whole} more calls of printf, past {PRINTED_BYTES} bytes]"]
    assert out == [1] * 32


def test_exact_pass_prints_once(executor: Executor) -> None:
    _, report = launch(executor, "print", [0] * 5, watch=Watch(races=True, undefined=True))
    assert len(report.printed.splitlines()) == 5


def test_format_that_cannot_be_read_is_a_fault(executor: Executor) -> None:
    module = ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
    ran = run(executor, kernel("mov.u64 %rd3, 99;\ncall (%r5), vprintf, (%rd3, 0);", module, "%r5"))
    assert ran.reasons == ["oob-read"]
    assert ran.report.printed == ""


@all_archs
def test_assertion_names_its_text_place_and_thread(executor: Executor, arch: str) -> None:
    _, report = launch(executor, "asserts", [1, 2, 7, 3, 9], arch=arch)
    assert not report.completed
    (fault,) = report.faults
    assert (fault.reason, fault.thread, fault.count) == ("device-assert", (2, 0, 0), 2)
    assert 'assertion failed: inp[i] < 5 && "too large", in' in fault.message
    assert "asserts" in fault.message
    assert "library.cu:" in fault.message


def test_assertion_that_holds(executor: Executor) -> None:
    out, report = launch(executor, "asserts", [1, 2, 3])
    assert report.faults == ()
    assert out == [1, 2, 3]


@all_archs
def test_lists_on_the_heap(executor: Executor, arch: str) -> None:
    inp = [k % 11 for k in range(40)]
    out, report = launch(executor, "lists", inp, arch=arch)
    assert report.faults == ()
    assert out == [n * (n - 1) // 2 for n in inp]


def test_heap_is_not_watched_for_races_or_undefined_bits(executor: Executor) -> None:
    watch = Watch(races=True, undefined=True, counts=True)
    out, report = launch(executor, "lists", [3] * 40, watch=watch)
    assert report.faults == ()
    assert out == [3] * 40


@pytest.mark.parametrize(
    ("what", "reason"),
    [(1, "oob-write"), (2, "oob-read"), (3, "invalid-free"), (4, "invalid-free")],
    ids=["past its end", "after free", "within a block", "twice"],
)
def test_misuse_of_the_heap_is_found(executor: Executor, what: int, reason: str) -> None:
    _, report = launch(executor, "heap", [what], threads=3)
    (fault,) = report.faults
    assert (fault.reason, fault.count, fault.thread) == (reason, 3, (0, 0, 0))
    assert "the device heap" in fault.message


def test_freed_memory_is_used_again(executor: Executor) -> None:
    out, report = launch(executor, "heap", [5], threads=4)
    assert report.faults == ()
    assert out == [1] * 4


def test_malloc_of_too_much_gives_null(executor: Executor) -> None:
    out, report = launch(executor, "heap", [6], threads=4)
    assert report.faults == ()
    assert out == [1] * 4


def test_more_frees_than_blocks_in_use(executor: Executor) -> None:
    out, report = launch(executor, "churn", [70_000, 16], threads=1)
    assert report.faults == ()
    assert out == [70_000]


def test_heap_that_is_used_up_again_and_again(executor: Executor) -> None:
    out, report = launch(executor, "mixed", [3000], threads=16)
    assert report.faults == ()
    assert out == [0] * 16


def test_search_for_a_block_is_in_the_step_budget() -> None:
    budget = 100_000
    small = Executor(code_cache(), n_workers=1, step_budget=budget)
    _, report = launch(small, "churn", [50, 6 << 20], threads=1)
    # clearing 6 MiB counts as 24576 steps
    assert [fault.reason for fault in report.faults] == ["hang"]
    small.close()


def test_exact_racecheck_of_a_kernel_with_a_heap(executor: Executor) -> None:
    out, report = launch(executor, "lists", [5] * 32, blocks=2, watch=Watch(races=True), cooperative=True)
    assert report.exact
    assert {fault.reason for fault in report.faults} == {"racecheck-waw"}  # both blocks write all of out
    assert out == [10] * 32


@pytest.mark.parametrize(("what", "text"), [(0, ""), (1, None), (2, None), (3, None), (4, "BA")])
def test_widths_and_precisions_are_bounded(executor: Executor, what: int, text: str | None) -> None:
    _, report = launch(executor, "wide", [what, 2, 0x41420000], threads=1)
    assert report.faults == ()
    start = "    1|2    |003|0.500000\nabc|ab|%5y|%"
    if text is None:
        assert report.printed == f"{start}\n[1 more calls of printf, past {PRINTED_BYTES} bytes]\n"
    else:
        assert report.printed == start + text


def test_formats_are_in_the_step_budget() -> None:
    small = Executor(code_cache(), n_workers=1, step_budget=100_000)
    out, report = launch(small, "chatter", [10], threads=32)
    assert report.faults == ()
    assert out == [10] * 32
    _, report = launch(small, "chatter", [100], threads=32)
    assert [fault.reason for fault in report.faults] == ["hang"]
    small.close()
