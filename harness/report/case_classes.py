"""Sorts the cases of a check's JSON into classes, the columns of the verdict matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from ..launch.input_kinds import KINDS
from ..operation.catalogue import shipped_operations
from ..variant.shape import LAYOUTS, find_layout
from ..variant.variant import SCALAR_TYPES, WARP
from .json.check import CheckedCase as Case

OTHER = "other"
_MOVED = "moved"

_BLOCK_LIMIT = 1024
"""Threads of the largest block (CUDA Programming Guide, "Technical Specifications per Compute Capability")."""
_VECTOR = 4
"""Elements of a float4."""


@dataclass(frozen=True)
class Dimension:
    """A way to sort cases."""

    name: str
    """Heading of the group of columns."""
    classes: Mapping[str, str]
    """Meaning of every class, in the order of the columns."""
    of: Callable[[Case], str]
    """Returns the class of a case."""


def _width(case: Case) -> str:
    n = case.n_cols
    if n == 1:
        return "1"
    if n < WARP:
        return f"< {WARP}"
    size = "\u2264" if n <= _BLOCK_LIMIT else ">"
    return f"{size} {_BLOCK_LIMIT}, {'' if n % _VECTOR == 0 else 'not '}{_VECTOR}n"


def _rows(case: Case) -> str:
    m = case.n_rows
    return "1" if m == 1 else "2\u20137" if m < 8 else "\u2265 8"


def _block(case: Case) -> str:
    threads = prod(case.block)
    if threads % WARP:
        return f"not {WARP}n"
    return "2\u207f" if threads & (threads - 1) == 0 else f"{WARP}n"


def _named(key: str, names: Sequence[str]) -> Callable[[Case], str]:
    return lambda case: value if (value := getattr(case, key)) in names else OTHER


def _layout(case: Case) -> str:
    if case.layout in LAYOUTS:
        return case.layout
    found = find_layout(case.layout)
    if found is None:
        return OTHER
    inp, out = (found.inp_padding, found.inp_offset), (found.out_padding, found.out_offset)
    is_same_shift = inp == out and inp[0] == 0
    return _MOVED if is_same_shift or any(inp) != any(out) else OTHER


def dimensions(cases: Sequence[Case]) -> list[tuple[Dimension, list[str]]]:
    """Return the groups of columns, each with its classes that have a case."""
    found = []
    for dimension in DIMENSIONS:
        present = {dimension.of(case) for case in cases}
        names = [name for name in dimension.classes if name in present]
        if names:
            found.append((dimension, names))
    return found


_INPUTS = {
    **{name: kind.description for name, kind in KINDS.items()},
    **{own.name: own.description for each in shipped_operations().values() for own in each.own_kinds},
}

DIMENSIONS: tuple[Dimension, ...] = (
    Dimension(
        "type",
        {**dict.fromkeys(SCALAR_TYPES, "element type"), OTHER: "another element type"},
        _named("dtype", tuple(SCALAR_TYPES)),
    ),
    Dimension(
        "N, columns",
        {
            "1": "one column",
            f"< {WARP}": f"2 to {WARP - 1} columns: shorter than a warp",
            "\u2264 1024, 4n": f"{WARP} to 1024 columns, a multiple of 4",
            "\u2264 1024, not 4n": f"{WARP + 1} to 1023 columns, no multiple of 4",
            "> 1024, 4n": "more than 1024 columns, a multiple of 4",
            "> 1024, not 4n": "more than 1024 columns, no multiple of 4",
        },
        _width,
    ),
    Dimension("M, rows", {"1": "one row", "2\u20137": "2 to 7 rows", "\u2265 8": "8 rows and more"}, _rows),
    Dimension(
        "block",
        {
            "2\u207f": f"a power of two threads, at least {WARP}",
            f"{WARP}n": f"another multiple of {WARP} threads",
            f"not {WARP}n": "a partial last warp",
        },
        _block,
    ),
    Dimension(
        "layout",
        {
            **{name: layout.meaning for name, layout in LAYOUTS.items()},
            _MOVED: "padding or a shifted first row in inp or out alone, or the same shift in both",
            OTHER: "a layout found by a search",
        },
        _layout,
    ),
    Dimension(
        "input",
        {
            **_INPUTS,
            OTHER: "an input of your own operation, or one found by a search",
        },
        _named("input", tuple(_INPUTS)),
    ),
)
