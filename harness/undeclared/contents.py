"""What the buffers of a kernel that nobody declared hold: numbers of a kind, by the type of their elements."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..adopt.reading.compiled_kernel import PointerUse
from ..adopt.reading.signature import KernelSignature, Parameter
from ..launch.input_kinds import KINDS, RawStream
from ..operation.precision.rounding import FORMATS

_MOST_MADE = 1 << 18
"""Elements of a buffer that are made; a larger one repeats them."""
_LESS_HUGE = 2.0**-12
_BFLOAT16 = FORMATS["bfloat16"].dtype
_TYPES: Mapping[str, np.dtype[Any]] = {
    name: _BFLOAT16 if kind == "bfloat16" else np.dtype(kind)
    for kind, names in {
        "float32": ("float", "float2", "float3", "float4"),
        "float64": ("double", "double2"),
        "float16": ("half", "__half", "half2", "__half2", "at::Half", "c10::Half"),
        "bfloat16": ("__nv_bfloat16", "nv_bfloat16", "__nv_bfloat162", "bfloat16", "at::BFloat16"),
        "int8": ("bool", "char", "signed char", "int8_t"),
        "uint8": ("unsigned char", "uint8_t"),
        "int16": ("short", "int16_t"),
        "uint16": ("unsigned short", "uint16_t"),
        "int32": ("int", "int32_t", "int2", "int4"),
        "uint32": ("unsigned", "unsigned int", "uint32_t", "uint", "uint2", "uint4"),
        "int64": ("long", "long long", "int64_t", "size_t", "uint64_t"),
    }.items()
    for name in names
}
_OF_PTX: Mapping[str, np.dtype[Any]] = {
    "f32": np.dtype(np.float32), "f64": np.dtype(np.float64), "s32": np.dtype(np.int32),
    "u32": np.dtype(np.int32), "s64": np.dtype(np.int64), "u64": np.dtype(np.int64),
}  # fmt: skip
_OF_SIZE: Mapping[int, np.dtype[Any]] = {
    1: np.dtype(np.uint8), 2: np.dtype(np.float16), 8: np.dtype(np.float64),
}  # fmt: skip

BELOW, BITS, BEYOND = "indices", "all bits", "indices in and beyond their range"
DISTINCT = "each number once"


class Contents(NamedTuple):
    """What a launch's buffers hold."""

    floats: str = "normal"
    """Kind of input of the buffers of floats."""
    integers: str = BELOW
    """`BELOW` a size of the launch, `BITS` of every pattern, as packed weights have them, `BEYOND` the size, or
    `DISTINCT`."""
    below: int = 2
    """The size."""
    row: int = 1 << 10
    """Elements of a row: kinds of input are made of rows."""
    shift: float = 0.0
    """What is added to every float."""

    @property
    def described(self) -> str:
        """The contents in words."""
        if self == RECORDED:
            return "recorded inputs"
        shift = f" plus {self.shift:g}" if self.shift else ""
        return f"inputs {self.floats}{shift}, integers: {self.integers}"


FIRST = Contents()
RECORDED = Contents("recorded", "recorded")
"""Contents of a recorded launch, which the recording has."""
CONTENTS = (
    Contents("spread"),
    Contents("normal", BITS),
    Contents("huge3e38"),
    Contents("pos_inf"),
    Contents("nan"),
    Contents("neg_inf_leading", BITS),
    Contents("ascending", BEYOND),
    Contents("subnormal", BITS),
    Contents("constant"),
)
"""What launches hold when two revisions of a kernel are compared, in order."""


def element_types(
    kernel: KernelSignature, uses: Mapping[int, PointerUse], entry: str
) -> dict[int, np.dtype[Any]]:
    """Return the type of each pointer's elements, by position; `entry` is the instance."""
    given = dict(zip((own.name for own in kernel.template), template_arguments(entry), strict=False))

    def kind(parameter: Parameter, use: PointerUse) -> np.dtype[Any]:
        return _TYPES.get(given.get(parameter.type, parameter.type)) or _by_code(use)

    return {at: kind(kernel.parameters[at], use) for at, use in uses.items()}


def bytes_of(name: str) -> int | None:
    """Return the bytes of a type of elements; None for any other type."""
    kind = _TYPES.get(name)
    return None if kind is None else kind.itemsize * int((re.search(r"[a-z](\d)$", name) or (0, 1))[1])


def template_arguments(entry: str) -> list[str]:
    """Return the template arguments of an instance."""
    return re.split(r",\s*(?![^<]*>)", entry.partition("<")[2].removesuffix(">")) if "<" in entry else []


def _by_code(use: PointerUse) -> np.dtype[Any]:
    """Return a type for elements of a type that is not known by name."""
    known = (_OF_PTX[kind] for kind in sorted(use.types) if kind in _OF_PTX)
    return next(known, _OF_SIZE.get(use.n_bytes, np.dtype(np.float32)))


def content_of(name: str, kind: np.dtype[Any], n_bytes: int, contents: Contents) -> NDArray[np.uint8]:
    """Return the bytes of a buffer: the same for the same name, type and size."""
    n = min(-(-n_bytes // kind.itemsize), _MOST_MADE)
    stream = RawStream(zlib.crc32(name.encode()))
    if kind.name in FORMATS:
        form = FORMATS[kind.name]
        n_cols = min(contents.row, n)
        made = KINDS[contents.floats].make(stream, -(-n // n_cols), n_cols, form).reshape(-1)
        if contents.floats == "huge3e38" and form.name != "float16":
            # The order of a sum must not decide whether it overflows.
            made = made * _LESS_HUGE
        with np.errstate(over="ignore"):
            numbers = np.clip(made, -form.largest, form.largest) if np.isfinite(made).all() else made
            typed = (numbers + contents.shift).astype(kind)
    else:
        drawn = stream.uniform(n)
        if contents.integers == BITS:
            typed = (drawn * 2.0**52).astype(np.int64).astype(kind)
        elif contents.integers == DISTINCT:
            typed = np.arange(n).astype(kind)
        elif contents.integers == BEYOND:
            typed = (np.floor(drawn * (2 * contents.below + 4)) - 2).astype(np.int64).astype(kind)
        else:
            typed = np.floor(drawn * min(contents.below, np.iinfo(kind.str).max)).astype(kind)
    return np.resize(typed.view(np.uint8), n_bytes)
