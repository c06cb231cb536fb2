"""Layouts: how the rows of a case lie in memory, by name.

The matrix uses the few in `LAYOUTS`. Any other has a name that is made of its numbers, such as
``strided_5_0_offset_0_1``, so that an id can say it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """How rows lie in memory.

    Parameters
    ----------
    name : str
        Word in ids; the contiguous one is left out of them.
    inp_padding, out_padding : int
        Elements between the end of a row and the start of the next.
    inp_offset, out_offset : int
        Elements that the first row is off a 256-byte boundary.
    meaning : str
        What it is for, in one line.
    """

    name: str
    inp_padding: int
    out_padding: int
    inp_offset: int
    out_offset: int
    meaning: str


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
"""Rows that a case needs so that an offset of `HUGE_LAYOUT` does not fit in 32 unsigned bits either. Its strides
do fit in a signed ``int``, so a kernel whose stride parameters are that wide takes part as well."""

_FREE = re.compile(
    r"(?:strided_(?P<inp_padding>\d{1,10})_(?P<out_padding>\d{1,10}))?"
    r"(?:(?:^|(?<=\d)_)offset_(?P<inp_offset>\d{1,10})_(?P<out_offset>\d{1,10}))?",
    re.ASCII,
)
FREE_FORM = "strided_INP_OUT, offset_INP_OUT, strided_INP_OUT_offset_INP_OUT"
"""Forms of the names that are made of numbers: padding behind rows and offset of the first row, in elements."""


def find_layout(name: str) -> Layout | None:
    """Return the layout of a name, be it one of `LAYOUTS` or made of numbers; None where there is none.

    The name of the layout returned may be another: each layout has one name, and that of `LAYOUTS` where it is
    there.
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
    """Return the layout of some numbers, each in elements and at least 0; see `Layout`."""
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
