"""Formats that kernels store, and building blocks of error bounds: paths of additions, higher orders, final rounding.

All code that counts ulps uses this module. Formats have their names in NumPy and ml_dtypes.

``docs/tolerance.md`` derives them. ``u`` is the largest relative error of one rounding in the format in which a kernel
computes.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from ...lazy import dataclass

_EXPONENT = np.int64(0x7FF0000000000000)
"""The exponent's bits of a float64 (IEEE 754): alone they are the power of two at or below its magnitude."""


@dataclass(frozen=True)
class FloatFormat:
    """One IEEE-like binary format (IEEE 754-2019, table 3.5; OCP 8-bit Floating Point Specification 1.0, table 1)."""

    name: str
    """Name in NumPy or ml_dtypes."""
    dtype: np.dtype[Any]
    """Type of an array in this format."""
    precision: int
    """Significant bits, the hidden one included."""
    min_exponent: int
    """``e`` of the smallest normal number ``2**e``."""
    top: float = 0.0
    """Largest finite number of a format that has no infinity; 0 for the one that IEEE 754 gives."""

    @cached_property
    def itemsize(self) -> int:
        return int(self.dtype.itemsize)

    @cached_property
    def unit_roundoff(self) -> float:
        """Largest relative error of one rounding to nearest, ``2**-precision``."""
        return 2.0**-self.precision

    @cached_property
    def smallest_normal(self) -> float:
        """Smallest positive number held at full precision."""
        return 2.0**self.min_exponent

    @cached_property
    def smallest_subnormal(self) -> float:
        return 2.0 ** (self.min_exponent - self.precision + 1)

    @cached_property
    def largest(self) -> float:
        # IEEE 754: the largest exponent is 1 less the smallest one.
        return self.top or (2.0 - 2.0 ** (1 - self.precision)) * 2.0 ** (1 - self.min_exponent)

    def largest_within(self, limit: float) -> float:
        """Return the largest number of the format that is at most `limit`, a positive finite number."""
        limit = min(limit, self.largest)
        step = float(self.ulp(np.array(limit)))
        # Exact, because the step is a power of two.
        return math.floor(limit / step) * step

    def ulp(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the spacing of the format's numbers at any magnitudes; its least one at 0, NaN and infinities."""
        bits = np.ascontiguousarray(values, np.float64).view(np.int64) & _EXPONENT
        # Below the normal range of float64 the exponent's bits are 0, and beyond it they are an infinity.
        powers = np.asarray(np.maximum(bits.view(np.float64), self.smallest_normal))
        powers[powers == np.inf] = self.smallest_normal
        return np.asarray(powers.reshape(np.shape(values)) * 2.0 ** (1 - self.precision))


def _by_name(*forms: FloatFormat) -> Mapping[str, FloatFormat]:
    return MappingProxyType({form.name: form for form in forms})


FORMATS = _by_name(
    FloatFormat("float16", np.dtype(np.float16), 11, -14),
    FloatFormat("bfloat16", np.dtype(ml_dtypes.bfloat16), 8, -126),
    FloatFormat("float32", np.dtype(np.float32), 24, -126),
    FloatFormat("float64", np.dtype(np.float64), 53, -1022),
)
"""Every format that the elements of a case may have, by name."""

OUTPUT_FORMATS = _by_name(
    FloatFormat("float8_e4m3fn", np.dtype(ml_dtypes.float8_e4m3fn), 4, -6, top=448.0),
    FloatFormat("float8_e5m2", np.dtype(ml_dtypes.float8_e5m2), 3, -14),
)
"""Further formats, of outputs only, by name."""


@lru_cache
def name_of(dtype: np.dtype[Any]) -> str:
    """Return ``dtype.name``, which NumPy makes anew each time."""
    return str(dtype.name)


def float_format(name: str) -> FloatFormat:
    """Return the format with a name; raises ValueError if it is not one of `FORMATS` and `OUTPUT_FORMATS`."""
    if name in OUTPUT_FORMATS:
        return OUTPUT_FORMATS[name]
    if name not in FORMATS:
        raise ValueError(f"dtype must be one of {', '.join(FORMATS)} (got {name!r})")
    return FORMATS[name]


def accumulator_of(form: FloatFormat) -> FloatFormat:
    """Return the format in which kernels sum numbers of `form`: float64 for float64, else float32."""
    return FORMATS["float64"] if form.name == "float64" else FORMATS["float32"]


WARP_LANES = 32
"""Threads of a warp (CUDA C++ Programming Guide, "SIMT Architecture")."""

VECTOR_BYTES = 16
"""Widest single memory access of a thread, in bytes (CUDA C++ Programming Guide, "Device Memory Accesses")."""

SECOND_ORDER = 1.01
"""Factor on the first-order bound; covers the terms of order ``u**2`` while the relative bound is below
0.0099, beyond which ``1 / (1 - bound)`` is larger and replaces it (Higham, "Accuracy and Stability of
Numerical Algorithms", lemma 3.1)."""

FLOOR_SUBNORMALS = 4.0
"""Absolute error of a result of a few operations near 0, in smallest subnormals."""

_NUMPY_PAIRWISE_BLOCK = 128
"""``numpy.add.reduce`` sums blocks of 128 in 8 accumulators and the blocks pairwise."""


def combine_depth(row_threads: int) -> int:
    """Return the additions on the longest path from a thread's partial sum to the row's sum.

    Counts a tree within a warp and the warps' sums one by one, the longest form in common use.
    """
    within_warp = math.ceil(math.log2(min(row_threads, WARP_LANES)))
    return within_warp + math.ceil(row_threads / WARP_LANES) - 1


def elements_per_thread(n_cols: int, row_threads: int, itemsize: int) -> int:
    """Return the largest number of elements that one thread of a row adds up.

    `n_cols` for one thread. Otherwise an equal share, plus one vector less one element, plus two scalars: the most that
    a thread gets if the row is read in 16-byte vectors with a scalar head and tail.
    """
    if row_threads == 1:
        return n_cols
    return min(n_cols, math.ceil(n_cols / row_threads) + VECTOR_BYTES // itemsize + 1)


def sum_depth(n_cols: int, row_threads: int, itemsize: int, serial: int | None = None) -> int:
    """Return ``h``, the number of rounded additions on the longest path through a row's sum.

    `serial` is the number of additions made one after another on the longest path, without `combine_depth`; by
    default one less than `elements_per_thread`. ``h`` is at most ``n_cols - 1``, because both operands of an addition
    that rounds contain elements. With `serial` it is at least ``log2(n_cols)``, because no binary tree with `n_cols`
    leaves is lower.

    Any order of additions is a binary tree whose leaves are the elements. An addition rounds its result by a factor
    ``1 + e``, ``|e| <= u``, so the sum is ``sum x_i (1 + e_1) ... (1 + e_k)`` with the ``k <= h`` additions above
    ``x_i``. Hence its error is at most ``((1 + u)**h - 1) sum |x_i|``, ``h u sum |x_i|`` to first order, with the
    height ``h`` of the tree, whatever its shape (Higham, sections 4.1 and 4.2). A thread that adds ``c`` elements in
    order has ``c - 1`` additions above its first; ``p`` partial sums added one after another to a total have ``p``
    above the first. Along one path, such parts add up.
    """
    if serial is None:
        serial = elements_per_thread(n_cols, row_threads, itemsize) - 1
        lowest = 0
    else:
        lowest = (n_cols - 1).bit_length()
    return min(n_cols - 1, max(serial + combine_depth(row_threads), lowest))


def reference_depth(n_cols: int) -> int:
    """Return the number of additions on the longest path of NumPy's pairwise sum of `n_cols` >= 1 numbers."""
    # In a block: at most 16 additions in each accumulator, and 3 that join the 8 accumulators.
    blocks = math.ceil(n_cols / _NUMPY_PAIRWISE_BLOCK)
    return min(n_cols - 1, _NUMPY_PAIRWISE_BLOCK // 8 + 3 + math.ceil(math.log2(blocks)))


def absolute_floor(stored: FloatFormat, *, ftz: bool, subnormals: float = FLOOR_SUBNORMALS) -> float:
    """Return ``a``, the absolute error of a few operations for results near 0.

    Below the normal range the rounding error is absolute: a few subnormals of the computed format, or the smallest
    normal number under ``ftz``, which has no effect on double precision.
    """
    computed = accumulator_of(stored)
    if ftz and computed.name == "float32":
        return computed.smallest_normal
    return subnormals * computed.smallest_subnormal


def with_higher_orders(first_order: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a bound of values of a `size` that covers higher orders in ``u``, from the error to first order.

    Infinite where the error is as large as the value; the error to first order where the size is 0.
    """
    relative = np.divide(first_order, size, out=np.zeros_like(size), where=size > 0.0)
    if relative.max() < 1.0 - 1.0 / SECOND_ORDER:
        return SECOND_ORDER * first_order
    with np.errstate(divide="ignore"):
        factor = np.where(relative < 1.0, 1.0 / (1.0 - np.minimum(relative, 1.0)), np.inf)
    return np.where(size > 0.0, np.maximum(SECOND_ORDER, factor) * first_order, first_order)


# Errors of the exponentials and divisions that words of ``arithmetic`` name: relative, in units of the unit roundoff
# ``u`` of the format that the kernel computes in (``2**-24`` for float32, also under 16-bit storage; ``2**-53`` for
# float64). The vendor's tables count ulps from the correctly rounded result, so half an ulp is added, and an ulp is at
# most ``2 u``: "2 ulp" becomes ``5 u``. Sources: CUDA C++ Programming Guide, "Mathematical Functions" (``expf`` 2,
# ``exp2f`` 2, ``logf`` 1, ``exp`` 1, ``__fdividef`` 2 for a divisor in [2**-126, 2**126], ``/`` 0 with and 2 without
# ``-prec-div=true``); PTX ISA, "Floating Point Instructions": ``ex2.approx.f32`` relative error 2**-22,
# ``rcp.approx.f32`` 1 ulp.


class Exponential(NamedTuple):
    alpha: float
    """Relative error of a numerator per unit of ``max(row) - x``, in ``u``: 1 for the rounded subtraction, plus the
    error of the exponential's argument reduction."""
    eps_u: float
    eps_double_u: float
    """`eps_u`, `eps_double_u`: relative error of the function itself, in ``u``, of float32 and of float64."""


class Division(NamedTuple):
    c_u: float
    """Relative error of the division, or of the multiplication by a reciprocal, in ``u``."""
    floor_subnormals: float = 4.0
    """Absolute error of a result that is not a normal number, in smallest subnormals (without ``ftz``)."""


EXPONENTIALS: Mapping[str, Exponential] = {
    # __expf(z) is ex2.approx(fl(z * L)) with L = fl(log2 e), off by 0.224 u: the product is off by 1.224 u,
    # which 2**t turns into 1.224 u of relative error per unit of z. With the subtraction 2.224. The guide's
    # own 2 + floor(|1.173 z|) ulp would give 3.35; it follows from the same two instructions. float64 has none.
    "fast_exp": Exponential(2.25, 5.0, 5.0),
    # exp2f((x - m) * L) rounds as __expf does. fma(x, L, -fl(m * L)) rounds once, and what m * L lost is
    # common to every term of the row and cancels in the quotient: 1.224. One name covers both, so the
    # larger one counts. log2 e rounded to float64 is off by 0.13 u, so 2.25 holds there too; exp2 is within
    # 1 ulp.
    "exp2": Exponential(2.25, 5.0, 3.0),
    # expf and exp2f: 2 ulp; exp: 1 ulp.
    "ieee": Exponential(1.0, 5.0, 3.0),
}

DIVISIONS: Mapping[str, Division] = {
    # Two roundings: of 1 / S and of the product.
    "reciprocal": Division(2.0),
    # 1 ulp + 1/2 ulp = 3 u, and the product.
    "rcp_approx": Division(4.0),
    # 2 ulp + 1/2 ulp; as much again below the normal range, on top of the exponential's.
    "fast_div": Division(5.0, 6.0),
    "division_free": Division(0.0),
    "ieee": Division(1.0),
}


def exponential_of(words: Container[str]) -> Exponential:
    return next((each for word, each in EXPONENTIALS.items() if word in words), EXPONENTIALS["ieee"])


def division_of(words: Container[str]) -> Division:
    return next((each for word, each in DIVISIONS.items() if word in words), DIVISIONS["ieee"])
