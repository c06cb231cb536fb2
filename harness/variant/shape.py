"""Sizes and strides of one problem, and the values that rules of a declaration see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..operation.model import Operation
from ..operation.size import N_COLS, N_ROWS, stride_values
from .layout import Layout
from .scalar_types import SCALAR_TYPES

WARP = 32
"""Threads of a warp on every NVIDIA GPU so far (CUDA C++ Programming Guide, "Hardware implementation")."""

Block = tuple[int, int, int]
"""Threads of a block in x, y and z."""


@dataclass(frozen=True)
class Shape:
    """Size of one problem. A stride is the distance between the starts of two adjacent rows, in elements.

    `further` has the values of the operation's further sizes, in its order. `named` has those of its other names in
    ``args`` and rules: of its strides, and of the number of rows and of columns.
    """

    n_rows: int
    n_cols: int
    inp_stride: int
    out_stride: int
    further: tuple[tuple[str, int], ...] = ()
    named: tuple[tuple[str, int], ...] = ()

    @property
    def sizes(self) -> dict[str, int]:
        """Value of every size."""
        return {N_ROWS: self.n_rows, N_COLS: self.n_cols, **dict(self.further)}

    @property
    def integers(self) -> dict[str, int]:
        """Value of every name that an argument or a rule may have."""
        strides = {"inp_stride": self.inp_stride, "out_stride": self.out_stride}
        return {**self.sizes, **strides, **dict(self.named)}

    @property
    def text(self) -> str:
        """The sizes, as ids spell them: ``7x33``, ``7x33-heads4``."""
        return "-".join((f"{self.n_rows}x{self.n_cols}", *(f"{name}{value}" for name, value in self.further)))


def shape_of(
    operation: Operation, n_rows: int, n_cols: int, layout: Layout, further: Mapping[str, int]
) -> Shape:
    """Return the shape of an operation's problem in a layout."""
    strides = n_cols + layout.inp_padding, n_cols + layout.out_padding
    if not operation.size_names:
        return Shape(n_rows, n_cols, *strides)
    known = {N_ROWS: n_rows, N_COLS: n_cols, **further}
    named = {size.name: known[size.of] for size in operation.sizes if size.of}
    named |= stride_values(
        operation.strides, known, inp_padding=layout.inp_padding, out_padding=layout.out_padding
    )
    own = tuple((size.name, further[size.name]) for size in operation.further_sizes)
    return Shape(n_rows, n_cols, *strides, own, tuple(named.items()))


def rule_values(
    shape: Shape, block: Block, dtype: str, *, inp_offset: int = 0, out_offset: int = 0
) -> dict[str, int]:
    """Return the value of every name that a rule may use, for one shape, block and type.

    Only ``requires`` may use ``inp_offset`` and ``out_offset``; see docs/declaration.md.
    """
    return {
        **shape.integers,
        **block_values(block, SCALAR_TYPES[dtype].itemsize),
        "inp_offset": inp_offset,
        "out_offset": out_offset,
    }


def block_values(block: Block, itemsize: int) -> dict[str, int]:
    """Return the value of every name that does not depend on the shape."""
    return {
        "block_x": block[0],
        "block_y": block[1],
        "block_z": block[2],
        "warp": WARP,
        "itemsize": itemsize,
    }


def block_text(block: Block) -> str:
    """Return a block as ids spell it: ``256``, ``32x4``, ``8x8x4``, without trailing ones."""
    sizes = list(block)
    while len(sizes) > 1 and sizes[-1] == 1:
        sizes.pop()
    return "x".join(str(size) for size in sizes)
