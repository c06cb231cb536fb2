"""How a right kernel computes: the format of its numbers, the order of its sums, the errors of functions it calls.

A bounded array carries one `KernelArithmetic`. The rules of this package read it, and the author of a reference may
branch on its words: ``if "lse" in x.arithmetic``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, wraps
from types import MappingProxyType

from ...lazy import dataclass, field
from ...ptx.isa.error_bounds import error_bounds
from ..precision.rounding import (
    FORMATS,
    FloatFormat,
    accumulator_of,
    combine_depth,
    division_of,
    exponential_of,
    float_format,
    sum_depth,
)
from ..precision.vocabulary import ACCUMULATIONS, ALTERNATIVES, FLOAT32_ONLY

_ACCUMULATORS = {**ACCUMULATIONS, "double_accumulation": "float64"}


_Question = Callable[["KernelArithmetic", int], int]


def _noted(question: _Question) -> _Question:
    """Record the answers of a method about sums in `KernelArithmetic.asked`."""

    @wraps(question)
    def noting(self: KernelArithmetic, n_terms: int) -> int:
        answer = self.asked[question.__name__, n_terms] = question(self, n_terms)
        return answer

    return noting


@dataclass(frozen=True)
class KernelArithmetic:
    words: frozenset[str] = frozenset()
    """Words of the declaration's ``arithmetic``: words of
    `harness.operation.precision.vocabulary.WORDS`, and others that the reference branches on."""
    stored: FloatFormat = FORMATS["float32"]
    """Format of the kernel's inputs and outputs."""
    row_threads: int = 1
    """Number of threads that share a sum, at least 1. A number below the true one only widens a bound."""
    serial: int | None = None
    """Additions made one after another on the longest path of a sum, as in
    `harness.operation.precision.rounding.sum_depth`."""
    exactly: bool = False
    """Whether to track exact results: sums, differences, products and roots of exact numbers that the computed
    format has in every order, and numbers too small to change others. It takes longer, and is for inputs
    made for it (`harness.operation.approximation_probe`)."""
    asked: dict[tuple[str, int], int] = field(default_factory=dict, compare=False, repr=False)
    """Answers to the rules' questions about sums, by question and number of terms. The rules learn nothing else about
    `row_threads` and `serial`."""

    def __post_init__(self) -> None:
        for group in ALTERNATIVES:
            if len(both := [word for word in group if word in self.words]) > 1:
                rule = f"arithmetic may have at most one of {', '.join(group)}"
                raise ValueError(f"{rule} (got {' and '.join(both)})")
        for word in FLOAT32_ONLY:
            if word in self.words and self.computed.name == "float64":
                raise ValueError(f"{word!r} exists for float32 only (got a kernel that computes in float64)")
        if self.row_threads < 1 or (self.serial is not None and self.serial < 0):
            got = f"{self.row_threads} and {self.serial}"
            raise ValueError(f"row_threads must be at least 1 and serial at least 0 (got {got})")

    @classmethod
    def of(
        cls,
        dtype: str = "float32",
        arithmetic: str | Iterable[str] = "ieee",
        *,
        row_threads: int = 1,
        serial: int | None = None,
    ) -> KernelArithmetic:
        words = frozenset(arithmetic.split("+") if isinstance(arithmetic, str) else arithmetic)
        return cls(words, float_format(dtype), row_threads, serial)

    def __contains__(self, word: object) -> bool:
        return word in self.words

    def one_of(self, *words: str) -> str | None:
        """Return the first of some words that this arithmetic has; None if it has none of them."""
        return next((word for word in words if word in self.words), None)

    @cached_property
    def computed(self) -> FloatFormat:
        """Format of one operation: float64 for float64, and float32 for all others."""
        return accumulator_of(self.stored)

    @cached_property
    def u(self) -> float:
        """Largest relative error of one rounding to nearest in the computed format."""
        return self.computed.unit_roundoff

    @cached_property
    def flushes(self) -> bool:
        """Whether a result below the normal range may be zero. ``-ftz=true`` affects float32 alone."""
        return "ftz" in self.words and self.computed.name == "float32"

    @cached_property
    def tiny(self) -> float:
        """Largest absolute error of one rounding below the normal range."""
        return self.computed.smallest_normal if self.flushes else self.computed.smallest_subnormal

    @cached_property
    def accumulated(self) -> FloatFormat:
        """Format in which sums are held."""
        word = self.one_of(*_ACCUMULATORS)
        return self.computed if word is None else FORMATS[_ACCUMULATORS[word]]

    @cached_property
    def cuts_sums(self) -> bool:
        """Whether additions of a matrix product cut their results instead of rounding them to nearest."""
        return "tensor_cores" in self.words or "tf32" in self.words

    @_noted
    def depth(self, n_terms: int) -> int:
        """Return the number of rounded additions on the longest path through a sum of `n_terms`; 0 for an empty one."""
        if n_terms < 2:
            return 0
        return sum_depth(n_terms, self.row_threads, self.stored.itemsize, self.serial)

    @_noted
    def adds_in_order(self, _n_terms: int) -> bool:
        """Return whether one thread adds the terms of a sum one after another."""
        return self.row_threads == 1 and self.serial is None

    def scan_depth(self, n_terms: int) -> int:
        """Return the same for the last prefix of a prefix sum of `n_terms`.

        A thread adds the sum before its warp and the sum before itself in its warp to each prefix of its own
        elements: two additions more than a sum has. No prefix of ``k`` elements has more than ``k - 1``.
        """
        if self.adds_in_order(n_terms):
            return max(n_terms - 1, 0)
        return min(max(n_terms - 1, 0), self.depth(n_terms) + 2)

    @_noted
    def merges(self, n_terms: int) -> int:
        """Return the number of joins of threads on the longest path through a row; an empty part joins exactly."""
        return max(min(combine_depth(self.row_threads), n_terms - 1), 0)


# Largest errors of the functions that a kernel calls, as CUDA's documentation gives them: CUDA C++ Programming Guide
# 13.0, section 17, table 17 (standard functions in single precision), table 18 (in double precision), table 21
# (intrinsic functions), which come from extensive but not exhaustive tests; PTX ISA: the approximate instructions, from
# `harness.ptx.isa.error_bounds`. The guide counts ulps from the correctly rounded result. Rounding adds half an ulp, so
# ``k`` ulps are ``2 k + 1`` halves of an ulp from the exact result.

MAXIMUM_ULP: Mapping[str, tuple[int, int]] = MappingProxyType({
    "sqrt": (0, 0), "rsqrt": (2, 1), "exp": (2, 1), "exp2": (2, 1), "expm1": (1, 1), "log": (1, 1),
    "log2": (1, 1), "log10": (2, 1), "log1p": (1, 1), "sin": (2, 2), "cos": (2, 2), "arctan": (2, 2),
    "sinh": (3, 2), "cosh": (2, 1), "tanh": (2, 1), "power": (4, 2), "erf": (2, 2), "erfc": (4, 5),
    "ndtr": (5, 5),
})  # fmt: skip
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
