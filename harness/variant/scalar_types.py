"""The element types that a variant may read and write, with their names in NumPy, CUDA C++ and ``-k``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ScalarType:
    """An element type that a variant may read and write."""

    name: str
    """Name in NumPy (in ml_dtypes for ``bfloat16``), used in declarations and ids."""
    itemsize: int
    """Width in bytes."""
    c_name: str
    """Type in CUDA C++, the value of the macro ``KH_SCALAR``."""
    short_name: str
    """Further name for ``-k``, such as ``fp16``."""

    @property
    def macro(self) -> str:
        """Name of the macro that is defined as 1 when a kernel is compiled for this type."""
        return f"KH_DTYPE_{self.name.upper()}"


SCALAR_TYPES: Mapping[str, ScalarType] = {
    scalar.name: scalar
    for scalar in (
        ScalarType("float32", 4, "float", "fp32"),
        ScalarType("float16", 2, "__half", "fp16"),
        ScalarType("bfloat16", 2, "__nv_bfloat16", "bf16"),
        ScalarType("float64", 8, "double", "fp64"),
    )
}
