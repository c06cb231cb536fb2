"""Tensor maps: which tensor and which box of it a tensor copy moves, checked as the CUDA driver checks them.

The 128 bytes are those that an assembled ``tensormap.replace`` writes; ``runtime/tensor_map.c`` reads them.
CUDA driver API, "Tensor Map Object Management".
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from enum import IntEnum

from ..lazy import dataclass, field

MAP_BYTES = 128
MAP_ALIGNMENT = 64
"""Bytes that the address of a map must be a multiple of."""
MAX_RANK = 5
MAX_BOX = 256
MAX_STRIDE = 1 << 40
MAX_ELEMENT_STRIDE = 8
PIECE_BYTES = 16
SWIZZLES = (0, 32, 64, 128)
"""Bytes of a swizzled row, by the number of the mode in a map and in ``CUtensorMapSwizzle``."""


class MapType(IntEnum):
    """Element types, by ``CUtensorMapDataType``, with their bytes and their number in a map."""

    n_bytes: int
    code: int
    is_float: bool

    def __new__(cls, value: int, n_bytes: int, code: int, is_float: bool = False) -> MapType:
        member = int.__new__(cls, value)
        member._value_ = value
        member.n_bytes, member.code, member.is_float = n_bytes, code, is_float
        return member

    UINT8 = 0, 1, 0
    UINT16 = 1, 2, 1
    UINT32 = 2, 4, 2
    INT32 = 3, 4, 3
    UINT64 = 4, 8, 4
    INT64 = 5, 8, 5
    FLOAT16 = 6, 2, 6, True
    FLOAT32 = 7, 4, 7, True
    FLOAT64 = 8, 8, 9, True
    BFLOAT16 = 9, 2, 10, True
    FLOAT32_FTZ = 10, 4, 8, True
    # tf32 is f32 with a mark
    TFLOAT32 = 11, 4, 7 | 1 << 9, True
    TFLOAT32_FTZ = 12, 4, 8 | 1 << 9, True


@dataclass(frozen=True)
class TensorMap:
    """A tensor in global memory and the size of its boxes; dimension 0 is contiguous."""

    kind: MapType
    address: int
    sizes: Sequence[int]
    """Elements along each dimension."""
    strides: Sequence[int]
    """Bytes from one element to the next along each dimension but the first."""
    box: Sequence[int]
    """Elements of a box along each dimension."""
    steps: Sequence[int] = field(default=())
    """Distance between the elements of a box along each dimension, in elements; 1 if empty."""
    swizzle: int = 0
    """Bytes of a swizzled row: 0, 32, 64 or 128."""
    nan: bool = False
    """Whether elements of a box outside of the tensor are NaN, not zero."""

    def problems(self) -> Iterator[str]:
        """Yield the rules that the map breaks, with what was found."""
        rank = len(self.sizes)
        if not 1 <= rank <= MAX_RANK:
            yield f"a tensor has 1 to {MAX_RANK} dimensions (got {rank})"
            return
        for what, given, expected in (
            ("strides", self.strides, rank - 1),
            ("box", self.box, rank),
            ("element strides", self._steps, rank),
        ):
            if len(given) != expected:
                yield f"{what} of a tensor of {rank} dimensions: {expected} numbers are needed (got {len(given)})"
                return
        if self.address % PIECE_BYTES:
            yield f"the tensor's address must be a multiple of {PIECE_BYTES} (got {self.address:#x})"
        for size in self.sizes:
            if not 1 <= size <= 1 << 32:
                yield f"sizes of a tensor must be 1 to 2^32 (got {size})"
        for stride in self.strides:
            if stride % PIECE_BYTES or not 0 <= stride < MAX_STRIDE:
                yield f"strides must be multiples of {PIECE_BYTES} bytes below 2^40 (got {stride})"
        for extent in self.box:
            if not 1 <= extent <= MAX_BOX:
                yield f"a box has 1 to {MAX_BOX} elements along a dimension (got {extent})"
        for step in self._steps:
            if not 1 <= step <= MAX_ELEMENT_STRIDE:
                yield f"element strides must be 1 to {MAX_ELEMENT_STRIDE} (got {step})"
        if self.swizzle not in SWIZZLES:
            yield f"a swizzle is of 0, 32, 64 or 128 bytes (got {self.swizzle})"
            return
        row = self.box[0] * self.kind.n_bytes
        if row % PIECE_BYTES:
            yield f"a row of the box must be a multiple of {PIECE_BYTES} bytes (got {row})"
        if self.swizzle and row > self.swizzle:
            yield f"a row of the box must fit in the {self.swizzle} bytes of the swizzle (got {row} bytes)"
        if self.nan and not self.kind.is_float:
            yield f"only numbers in floating point can be NaN outside of the tensor (got {self.kind.name})"

    @property
    def _steps(self) -> Sequence[int]:
        return self.steps or (1,) * len(self.sizes)

    def encode(self) -> bytes:
        """Return the map's 128 bytes; the map must have no problem."""
        rank = len(self.sizes)
        units = [stride // PIECE_BYTES for stride in self.strides] + [0] * (MAX_RANK - rank)
        form = rank - 1 << 4 | self.kind.code << 7 | SWIZZLES.index(self.swizzle) << 13 | self.nan << 15
        high = sum((unit >> 32) << 4 * d for d, unit in enumerate(units))
        sizes = [size - 1 for size in self.sizes] + [0] * (MAX_RANK - rank)
        box = [extent - 1 for extent in self.box] + [0] * (MAX_RANK - rank)
        steps = sum((step - 1) << 3 * d for d, step in enumerate(self._steps))
        words = (form, *(unit & 0xFFFFFFFF for unit in units), high, *sizes)
        packed = struct.pack("<Q11I", self.address, *words)
        packed += struct.pack("<I4B", steps | box[0] << 24, *box[1:])
        # as an H200's driver writes them: bytes of a box, and what its place in shared memory is a multiple of
        n_elements = math.prod(extent // step for extent, step in zip(self.box, self._steps, strict=True))
        packed += struct.pack("<4xQQ", n_elements * self.kind.n_bytes, self.swizzle * 8 or PIECE_BYTES)
        return packed.ljust(MAP_BYTES, b"\0")
