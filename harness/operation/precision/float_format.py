"""The floating-point formats that kernels store: precision, exponent range, ulp.

All code that counts ulps uses this module. Formats have their names in NumPy and ml_dtypes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

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
