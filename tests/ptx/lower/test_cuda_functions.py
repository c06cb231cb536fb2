"""CUDA's mathematical functions as NVRTC compiles them: long sequences of instructions, held to CUDA's own accuracy.

Bounds: CUDA C++ Programming Guide, tables "Single-Precision" and "Double-Precision Mathematical Standard Library
Functions with Maximum ULP Error". References are NumPy's and SciPy's functions in float64; for double precision they
are off by up to an ulp themselves, which is allowed on top.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special
from numpy.typing import NDArray

from harness.compiler import CompileRequest
from tests.ptx.code_cache import ptx_of
from tests.ptx.exact_float import F32, F64
from tests.ptx.one_instruction import edges, random_floats

Function = Callable[..., NDArray[Any]]


def ieee_remainder(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0:
        return math.nan
    return math.remainder(x, y)


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
    "truncf": (0, np.trunc),
    "rintf": (0, np.rint),
    "ceilf": (0, np.ceil),
    "floorf": (0, np.floor),
    "roundf": (0, lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x)),
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
    "expm1": (1, np.expm1),
    "log": (1, np.log),
    "log2": (1, np.log2),
    "log1p": (1, np.log1p),
    "sin": (2, np.sin),
    "cos": (2, np.cos),
    "tan": (2, np.tan),
    "atan": (2, np.arctan),
    "sinh": (2, np.sinh),
    "cosh": (1, np.cosh),
    "tanh": (1, np.tanh),
    "sqrt": (0, np.sqrt),
    "rsqrt": (1, lambda x: 1 / np.sqrt(x)),
    "cbrt": (1, np.cbrt),
    "rint": (0, np.rint),
    "floor": (0, np.floor),
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
    lines = [f"out[n * {k} + i] = {name}(x[i]);" for k, name in enumerate(one)]
    lines += [f"out[n * {len(one) + k} + i] = {name}(x[i], y[i]);" for k, name in enumerate(two)]
    body = "\n    ".join(lines)
    return f"""extern "C" __global__ void k({scalar}* out, const {scalar}* x, const {scalar}* y, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
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


@pytest.fixture(scope="module")
def single(shared_executor, tmp_path_factory):
    return results(shared_executor, tmp_path_factory.mktemp("cuda"), F32, SINGLE, SINGLE_OF_TWO, "sm_90")


@pytest.fixture(scope="module")
def double(shared_executor, tmp_path_factory):
    return results(shared_executor, tmp_path_factory.mktemp("cuda"), F64, DOUBLE, DOUBLE_OF_TWO, "sm_90")


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
def test_function(request, form, name, bound, function, n_operands):
    found = request.getfixturevalue("single" if form is F32 else "double")
    check(form, name, found[name], bound, function, [X[form], Y[form]][:n_operands])
