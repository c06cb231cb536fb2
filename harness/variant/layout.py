"""Layouts: how the rows of a case are placed in memory, by name.

The matrix uses the layouts in `LAYOUTS`. The name of any other layout is made of its numbers, such as
``strided_5_0_offset_0_1``, so that ids can name it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """The placement of rows in memory."""

    name: str
    """Word in ids. Ids leave out ``contiguous``."""
    inp_padding: int
    out_padding: int
    """`inp_padding`, `out_padding`: number of elements between the end of a row and the start of the next."""
    inp_offset: int
    out_offset: int
    """`inp_offset`, `out_offset`: distance of the first row from a 256-byte boundary, in elements."""
    meaning: str
    """Description in one line."""


LAYOUTS: Mapping[str, Layout] = {
    layout.name: layout
    for layout in (
        Layout("contiguous", 0, 0, 0, 0, "rows follow each other without a gap, from an aligned start"),
        Layout(
            "strided", 5, 3, 0, 0, "odd padding, different for inp and out: rows start at every alignment"
        ),
        Layout(
            "strided8",
            8,
            16,
            0,
            0,
            "padding by multiples of 8 elements: rows keep their alignment to 16 bytes",
        ),
        Layout("offset", 0, 0, 1, 3, "contiguous, first rows off 16 bytes, differently for inp and out"),
        Layout("strided_offset", 5, 3, 3, 1, "odd padding and first rows off 16 bytes"),
        Layout(
            "strided_huge",
            2**30,
            2**30 + 8,
            0,
            0,
            "rows 2^30 elements apart: the third row is beyond 2^31 elements, the fifth beyond 2^32",
        ),
    )
}
CONTIGUOUS = "contiguous"

HUGE_LAYOUT = "strided_huge"
HUGE_ROWS = 5
"""Number of rows with which an offset in `HUGE_LAYOUT` exceeds even 32 unsigned bits. The strides fit in a signed
``int``, so that kernels with such stride parameters can run too."""

_FREE = re.compile(
    r"(?:strided_(?P<inp_padding>\d{1,10})_(?P<out_padding>\d{1,10}))?"
    r"(?:(?:^|(?<=\d)_)offset_(?P<inp_offset>\d{1,10})_(?P<out_offset>\d{1,10}))?",
    re.ASCII,
)
FREE_FORM = "strided_INP_OUT, offset_INP_OUT, strided_INP_OUT_offset_INP_OUT"
"""Forms of names made of numbers: padding after each row and offset of the first row, in elements."""


def find_layout(name: str) -> Layout | None:
    """Return the layout with a name of `LAYOUTS` or a name made of numbers; None if there is none.

    Each layout has only one name, so the returned layout may have the name in `LAYOUTS` instead of `name`.
    """
    if name in LAYOUTS:
        return LAYOUTS[name]
    match = _FREE.fullmatch(name) if name else None
    if match is None:
        return None
    return placed_layout(**{part: int(digits or 0) for part, digits in match.groupdict().items()})


def placed_layout(
    inp_padding: int = 0, out_padding: int = 0, inp_offset: int = 0, out_offset: int = 0
) -> Layout:
    """Return the layout with given numbers of elements, each at least 0; see `Layout`."""
    numbers = (inp_padding, out_padding, inp_offset, out_offset)
    for layout in LAYOUTS.values():
        if numbers == (layout.inp_padding, layout.out_padding, layout.inp_offset, layout.out_offset):
            return layout
    parts = []
    if inp_padding or out_padding:
        parts.append(f"strided_{inp_padding}_{out_padding}")
    if inp_offset or out_offset:
        parts.append(f"offset_{inp_offset}_{out_offset}")
    return Layout("_".join(parts), *numbers, "as its name says")
