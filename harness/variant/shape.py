"""The element types, layouts, sizes and strides of one problem, and the values that rules of a declaration see.

The matrix uses the layouts in `LAYOUTS`. The name of any other layout consists of its numbers, such as
``strided_5_0_offset_0_1``, so that ids can name it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..lazy import pattern
from ..operation.model import Operation
from ..operation.size import N_COLS, N_ROWS, stride_values


class ScalarType(NamedTuple):
    name: str
    """Name in NumPy (in ml_dtypes for ``bfloat16``), used in declarations and ids."""
    itemsize: int
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


class Layout(NamedTuple):
    name: str
    """Word in ids. Ids leave out ``contiguous``."""
    inp_padding: int
    out_padding: int
    """`inp_padding`, `out_padding`: number of elements between the end of a row and the start of the next."""
    inp_offset: int
    out_offset: int
    """`inp_offset`, `out_offset`: distance of the first row from a 256-byte boundary, in elements."""
    meaning: str

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        return self.inp_padding, self.out_padding, self.inp_offset, self.out_offset


_FAR = 2**30
LAYOUTS: Mapping[str, Layout] = {
    name: Layout(name, *numbers, meaning)
    for name, numbers, meaning in (
        ("contiguous", (0, 0, 0, 0), "rows follow each other without a gap, from an aligned start"),
        ("strided", (5, 3, 0, 0), "odd padding, different for inp and out: rows start at every alignment"),
        (
            "strided8",
            (8, 16, 0, 0),
            "padding by multiples of 8 elements: rows keep their alignment to 16 bytes",
        ),
        ("offset", (0, 0, 1, 3), "contiguous, first rows off 16 bytes, differently for inp and out"),
        ("strided_offset", (5, 3, 3, 1), "odd padding and first rows off 16 bytes"),
        (
            "strided_huge",
            (_FAR, _FAR + 8, 0, 0),
            "rows 2^30 elements apart: the third row is beyond 2^31 elements, the fifth beyond 2^32",
        ),
    )
}
CONTIGUOUS = "contiguous"

HUGE_LAYOUT = "strided_huge"
HUGE_ROWS = 5
"""Number of rows with which an offset in `HUGE_LAYOUT` exceeds even 32 unsigned bits. The strides fit in a signed
``int``, so that kernels with such stride parameters can run too."""

_FREE = pattern(
    r"(?:strided_(?P<inp_padding>\d{1,10})_(?P<out_padding>\d{1,10}))?"
    r"(?:(?:^|(?<=\d)_)offset_(?P<inp_offset>\d{1,10})_(?P<out_offset>\d{1,10}))?",
    re.ASCII,
)
FREE_FORM = "strided_INP_OUT, offset_INP_OUT, strided_INP_OUT_offset_INP_OUT"
"""Forms of names made of numbers: padding after each row and offset of the first row, in elements."""


@lru_cache(maxsize=1024)
def find_layout(name: str) -> Layout | None:
    """Return the layout with a name of `LAYOUTS` or a name made of numbers; None if there is none."""
    if name in LAYOUTS:
        return LAYOUTS[name]
    match = _FREE.fullmatch(name) if name else None
    if match is None:
        return None
    return placed_layout(**{part: int(digits or 0) for part, digits in match.groupdict().items()})


def placed_layout(
    inp_padding: int = 0, out_padding: int = 0, inp_offset: int = 0, out_offset: int = 0
) -> Layout:
    numbers = (inp_padding, out_padding, inp_offset, out_offset)
    # Each layout has only one name, so that a case has only one id.
    for layout in LAYOUTS.values():
        if numbers == layout.numbers:
            return layout
    parts = []
    if inp_padding or out_padding:
        parts.append(f"strided_{inp_padding}_{out_padding}")
    if inp_offset or out_offset:
        parts.append(f"offset_{inp_offset}_{out_offset}")
    return Layout("_".join(parts), *numbers, "as its name says")


WARP = 32
"""Threads of a warp on every NVIDIA GPU so far (CUDA C++ Programming Guide, "Hardware implementation")."""

Block = tuple[int, int, int]


class Shape(NamedTuple):
    """Size of one problem. A stride is the distance between the starts of two adjacent rows, in elements.

    `further` has the values of the operation's further sizes, in its order. `named` has the values of its other names
    in ``args`` and rules: strides, and other names of the number of rows and of columns.
    """

    n_rows: int
    n_cols: int
    inp_stride: int
    out_stride: int
    further: tuple[tuple[str, int], ...] = ()
    named: tuple[tuple[str, int], ...] = ()

    @property
    def sizes(self) -> dict[str, int]:
        return {N_ROWS: self.n_rows, N_COLS: self.n_cols, **dict(self.further)}

    @property
    def integers(self) -> dict[str, int]:
        """Value of every name that an argument or a rule may have."""
        return {
            N_ROWS: self.n_rows,
            N_COLS: self.n_cols,
            **dict(self.further),
            "inp_stride": self.inp_stride,
            "out_stride": self.out_stride,
            **dict(self.named),
        }

    @property
    def text(self) -> str:
        """The sizes, as ids spell them: ``7x33``, ``7x33-heads4``."""
        return "-".join((f"{self.n_rows}x{self.n_cols}", *(f"{name}{value}" for name, value in self.further)))


def shape_of(
    operation: Operation, n_rows: int, n_cols: int, layout: Layout, further: Mapping[str, int]
) -> Shape:
    strides = n_cols + layout.inp_padding, n_cols + layout.out_padding
    # Most operations have only rows and columns.
    if not operation.size_names:
        return Shape(n_rows, n_cols, *strides)
    known = {N_ROWS: n_rows, N_COLS: n_cols, **further}
    named = {size.name: known[size.of] for size in operation.sizes if size.of}
    named |= stride_values(
        operation.strides, known, inp_padding=layout.inp_padding, out_padding=layout.out_padding
    )
    own = tuple((size.name, further[size.name]) for size in operation.further_sizes)
    return Shape(n_rows, n_cols, *strides, own, tuple(named.items()))


def rule_values(shape: Shape, block: Block, dtype: str, inp_offset: int, out_offset: int) -> dict[str, int]:
    """Return the value of every name that a rule may use, for one shape, block and type."""
    # Only ``requires`` may use ``inp_offset`` and ``out_offset``; see docs/declaration.md.
    values = shape.integers
    values |= block_values(block, SCALAR_TYPES[dtype].itemsize)
    values |= {"inp_offset": inp_offset, "out_offset": out_offset}
    return values


def block_values(block: Block, itemsize: int) -> dict[str, int]:
    x, y, z = block
    return {"block_x": x, "block_y": y, "block_z": z, "warp": WARP, "itemsize": itemsize}


def block_of(values: Mapping[str, int]) -> Block:
    return values["block_x"], values["block_y"], values["block_z"]


def block_text(block: Block) -> str:
    """Return a block as ids spell it: ``256``, ``32x4``, ``8x8x4``, without trailing ones."""
    return re.sub("(x1)+$", "", "x".join(map(str, block)))
