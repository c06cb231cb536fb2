"""One problem, as described to the table of regimes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..variant.declaration.declared_values import REQUIRES_NAMES
from ..variant.launch_rule import BLOCK_NAMES
from ..variant.shape import Shape
from ..variant.variant import SCALAR_TYPES, WARP, Block, Variant

PROBLEM_NAMES = (
    *(name for name in REQUIRES_NAMES if name not in BLOCK_NAMES),
    "warp",
    "itemsize",
    "whole_packs",
    "same_shift",
    "arch",
    "sms",
)
"""Names that a regime's ``when`` may use: the names of ``requires`` that do not depend on a block, and

- ``whole_packs``: 1 where every row of `inp` and of `out` starts at a multiple of 16 bytes and is a multiple of 16
  bytes long, else 0;
- ``same_shift``: 1 where each row of `out` has the same offset from a multiple of 16 bytes as that of `inp`, else 0;
- ``arch``: the device's compute capability as one number, 90 for sm_90;
- ``sms``: its multiprocessors.
"""

PACK_BYTES = 16
"""Bytes of the widest access of one thread (CUDA C++ Programming Guide, "Device Memory Accesses")."""


@dataclass(frozen=True)
class DispatchProblem:
    """The properties of a problem and its device that a choice depends on."""

    shape: Shape
    dtype: str
    """Element type, a name of `SCALAR_TYPES`."""
    inp_offset: int
    """Offset of the first row from a 256-byte boundary, in elements."""
    out_offset: int
    arch: int
    """Compute capability, 90 for 9.0."""
    sms: int
    """Number of multiprocessors of the device."""

    @cached_property
    def values(self) -> Mapping[str, int]:
        """Value of every name of `PROBLEM_NAMES`."""
        itemsize = SCALAR_TYPES[self.dtype].itemsize
        pack = PACK_BYTES // itemsize
        shape = self.shape
        starts = (shape.inp_stride, shape.out_stride, self.inp_offset, self.out_offset)
        return {
            "n_rows": shape.n_rows,
            "n_cols": shape.n_cols,
            "inp_stride": shape.inp_stride,
            "out_stride": shape.out_stride,
            "inp_offset": self.inp_offset,
            "out_offset": self.out_offset,
            "warp": WARP,
            "itemsize": itemsize,
            "whole_packs": int(all(number % pack == 0 for number in (shape.n_cols, *starts))),
            "same_shift": int(
                (self.inp_offset - self.out_offset) % pack == 0
                and (shape.inp_stride - shape.out_stride) % pack == 0
            ),
            "arch": self.arch,
            "sms": self.sms,
        }

    def unmet(self, variant: Variant, block: Block) -> str | None:
        """Return the rule of the variant's domain that excludes the problem; None if all hold."""
        return variant.unmet(
            self.shape, block, self.dtype, inp_offset=self.inp_offset, out_offset=self.out_offset
        )
