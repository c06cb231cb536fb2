"""Largest errors of the functions that a kernel calls, as CUDA's documentation gives them.

The guide counts ulps from the correctly rounded result. Rounding adds half an ulp, so ``k`` ulps are ``2 k + 1`` halves
of an ulp from the exact result. It says of its tables that they come from extensive but not exhaustive tests.

References
----------
CUDA C++ Programming Guide 13.0, section 17: table 17 (standard functions in single precision), table 18 (in double
precision), table 21 (intrinsic functions). PTX ISA: the approximate instructions, from
`harness.ptx.isa.error_bounds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...ptx.isa.error_bounds import error_bounds
from ..precision.arithmetic import division_of, exponential_of
from .kernel_arithmetic import KernelArithmetic

MAXIMUM_ULP: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "sqrt": (0, 0),
        "rsqrt": (2, 1),
        "exp": (2, 1),
        "exp2": (2, 1),
        "expm1": (1, 1),
        "log": (1, 1),
        "log2": (1, 1),
        "log10": (2, 1),
        "log1p": (1, 1),
        "sin": (2, 2),
        "cos": (2, 2),
        "arctan": (2, 2),
        "sinh": (3, 2),
        "cosh": (2, 1),
        "tanh": (2, 1),
        "power": (4, 2),
        "erf": (2, 2),
        "erfc": (4, 5),
        "ndtr": (5, 5),
    }
)
"""Maximum ulp errors by NumPy's or SciPy's name: in float32 (table 17), in float64 (table 18)."""

FAST_LOGARITHMS: Mapping[str, tuple[float, int]] = MappingProxyType(
    {"log": (2.0**-21.41, 3), "log2": (2.0**-22, 2), "log10": (2.0**-24, 3)}
)
"""``__logf`` and its like, table 21: absolute error for arguments in [0.5, 2], ulps for others."""

FAST_NEAR_ONE = (0.5, 2.0)
"""Arguments of a fast logarithm with an absolute error."""

FAST_SINES: Mapping[str, float] = MappingProxyType({"sin": 2.0**-21.41, "cos": 2.0**-21.19})
"""``__sinf`` and ``__cosf`` in [-pi, pi], table 21: absolute errors. Beyond, PTX's ``sin.approx`` has them."""

FAST_TANH_RELATIVE = error_bounds("tanh.approx.f32")[0].relative
"""``__tanhf``, table 21, which gives the same number as PTX: relative error."""

APPROX_SQRT_RELATIVE = error_bounds("sqrt.approx.f32")[0].relative
"""``sqrtf`` with ``-prec-sqrt=false``, PTX: relative error. Table 17 has 1 ulp for compute capability 5.2 on."""

FDIVIDEF_LARGEST = 2.0**126
"""Divisors above it make ``__fdividef`` give 0, or NaN for an infinite dividend (text before table 21)."""

TF32_RELATIVE = 2.0**-10
"""Largest relative error of a normal factor that is cut to the 11 significant bits of TF32; rounding makes half of it
(PTX ISA, "Alternate floating point data formats"; ``mma`` ignores the low bits of a factor that is not converted)."""

CUT_UNITS = 2.0
"""Error of an addition in a tensor core, in units ``u`` of float32: it cuts, which loses up to an ulp. PTX leaves the
rounding open. M. Fasi, N. J. Higham, M. Mikaitis, S. Pranesh, "Numerical behavior of NVIDIA tensor cores", PeerJ
Computer Science 7 (2021) e330, measured it."""


def halves(function: str, arithmetic: KernelArithmetic) -> float:
    """Return the largest error of a standard function in halves of an ulp of the exact result."""
    single, double = MAXIMUM_ULP[function]
    return 2.0 * (double if arithmetic.computed.name == "float64" else single) + 1.0


def exponential(arithmetic: KernelArithmetic) -> tuple[float, float]:
    """Return the errors of ``exp(x)``: halves of an ulp of the result, and ``u`` of the argument."""
    # `alpha` includes the rounded subtraction of the maximum, which has its own rule here.
    method = exponential_of(arithmetic)
    return method.eps_double_u if arithmetic.computed.name == "float64" else method.eps_u, method.alpha - 1.0


def division(arithmetic: KernelArithmetic) -> tuple[float, float]:
    """Return the errors of ``x / y``: halves of an ulp of the result, and a relative error in ``u`` of ``1 / y``."""
    total = division_of(arithmetic).c_u if arithmetic.one_of("reciprocal", "rcp_approx", "fast_div") else 1.0
    return (total, 0.0) if "fast_div" in arithmetic else (1.0, total - 1.0)


def scalar_division(arithmetic: KernelArithmetic) -> float:
    """Return the error of ``x / n`` in ``u`` of the result, where a kernel may multiply by ``1 / n`` instead."""
    rounds, relative = division(arithmetic)
    return rounds + max(relative, 1.0)


def divides_exactly(arithmetic: KernelArithmetic) -> bool:
    """Return whether a division by a power of two rounds nothing, as IEEE 754 has it."""
    return arithmetic.one_of("rcp_approx", "fast_div") is None
