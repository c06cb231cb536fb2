"""The sizes and strides of an operation's arrays, by name.

Two sizes drive the cases: the number of rows, ``n_rows``, and of columns, ``n_cols``. An operation may give them other
names and may have further sizes.
"""

from __future__ import annotations

import keyword
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from ..lazy import dataclass, pattern, replace

N_ROWS, N_COLS = "n_rows", "n_cols"
SIZES = (N_ROWS, N_COLS)
"""Sizes of every operation."""

STRIDES = ("inp_stride", "out_stride")
"""Strides of every operation whose arrays have the rows of ``inp`` or ``out``."""

COMMON_SIZES = (*SIZES, *STRIDES)
"""Sizes and strides that a kernel of any operation may take."""

RESERVED = (
    *(*COMMON_SIZES, "inp_offset", "out_offset", "block_x", "block_y", "block_z", "warp", "itemsize"),
    *("ceil_div", "min", "max", "seed", "block"),
)
"""Names with another meaning in declarations and ids."""

APART = 8
"""Minimum difference between the paddings of successive strides, in elements, so that no two are alike. A
multiple of 8 elements keeps rows aligned to 16 bytes; a larger padding keeps the alignment that it has itself."""

FAR = 2**28
"""Padding from which rows are far apart, in elements: an array of more than five rows then gets less padding."""

FAR_EXTENT = 2**32
"""Elements that such an array spans, so that an offset exceeds even 32 unsigned bits."""

_NAME = pattern(r"[A-Za-z_]+")


@dataclass(frozen=True)
class Size:
    """A further size of an operation's arrays, or another name of the number of rows or of columns.

    Raises ValueError if a field has a value that is not described below.
    """

    name: str
    """Name in shapes, ``args``, rules and case ids: letters and ``_``."""
    meaning: str
    """Description in one line."""
    values: tuple[int, ...] = ()
    """Values of the cases, each at least 1 and listed once; they are used in turn. Empty for another name."""
    of: Literal["", "n_rows", "n_cols"] = ""
    """The size that it is another name of."""

    def __post_init__(self) -> None:
        what = f"size {self.name!r}"
        if not _NAME.fullmatch(self.name) or is_reserved(self.name):
            rule = "the name of a size must be of letters and _, with no other meaning in a rule"
            raise ValueError(f"{rule} (got {self.name!r})")
        if self.of not in ("", *SIZES):
            raise ValueError(f"{what}: `of` must be n_rows or n_cols (got {self.of!r})")
        if bool(self.of) == bool(self.values):
            rule = "it must have values, or be another name of n_rows or n_cols"
            raise ValueError(f"{what}: {rule} (got {self!r})")
        if min(self.values, default=1) < 1 or len(set(self.values)) < len(self.values):
            raise ValueError(f"{what}: the values must be at least 1 and listed once (got {self.values!r})")


def is_reserved(name: str) -> bool:
    """Whether a name means something else in rules or case ids."""
    return name in RESERVED or keyword.iskeyword(name)


@dataclass(frozen=True)
class Stride:
    """A stride that has a name: the distance between neighbours of one dimension, in elements."""

    name: str
    """Name in ``args`` and rules."""
    inner: tuple[tuple[str | int, str], ...]
    """The dimensions within: each size as a symbol or number, and the name of its stride, empty if it follows the
    dimension within it without a gap. The stride is at least their extent. Empty for the last dimension."""
    is_output: bool
    """Whether it is padded like the rows of ``out``, or like the rows of ``inp``."""
    number: int
    """Number among the strides; strides of inputs come first."""
    rows: tuple[str | int, ...]
    """Sizes of all dimensions but the last of its array, of the first one with a stride of this name."""

    def padding(self, of_side: int, n_rows: int) -> int:
        """Return the elements between two neighbours, from the padding of the side's rows and the array's rows.

        The elements of a row are a few apart, by another number for each side and array.
        """
        if not self.inner:
            return 1 + self.is_output + 2 * self.number
        step = APART
        if of_side >= FAR:
            of_side = min(of_side, FAR_EXTENT // max(n_rows - 1, 1) // APART * APART)
        elif of_side % APART == 0:
            step = of_side & -of_side
        return of_side + step * self.number if of_side else 0


def strides_of(
    arrays: Iterable[tuple[str, tuple[str | int, ...], tuple[str, ...], bool]],
) -> tuple[Stride, ...]:
    """Return the named strides of some arrays, each once, inner strides first.

    An array is given by its name, its shape, the names of the strides of all dimensions or of all but the last, and
    whether it is an output. Raises ValueError if two dimensions with one stride name differ in their inner dimensions.
    """
    strides: dict[str, Stride] = {}
    for array, shape, names, is_output in arrays:
        for axis in range(len(names) - 1, -1, -1):
            name = names[axis]
            inner = tuple(zip(shape[axis + 1 :], all_strides(shape, names)[axis + 1 :], strict=True))
            known = strides.get(name)
            if known is not None and known.inner != inner:
                rule = f"array {array!r}: two strides of one name must have the same sizes within"
                one, other = (" x ".join(str(size) for size, _ in sizes) for sizes in (known.inner, inner))
                raise ValueError(f"{rule} (got {name!r} over {one} and over {other})")
            if name and known is None:
                alike = [
                    stride
                    for stride in strides.values()
                    if (stride.is_output, not stride.inner) == (is_output, not inner)
                ]
                strides[name] = Stride(name, inner, is_output, len(alike), shape[:-1])
    n_inputs = sum(bool(stride.inner) and not stride.is_output for stride in strides.values())
    return tuple(
        replace(stride, number=stride.number + n_inputs) if stride.is_output and stride.inner else stride
        for stride in strides.values()
    )


def all_strides(shape: tuple[str | int, ...], strides: tuple[str, ...]) -> tuple[str, ...]:
    """Return the name of the stride of each dimension; empty for the last one if it has none."""
    return (*strides, "")[: len(shape)]


def stride_values(
    strides: Iterable[Stride], sizes: Mapping[str, int], *, inp_padding: int, out_padding: int
) -> dict[str, int]:
    """Return the strides in elements, for sizes and the padding of the rows of each side."""
    values: dict[str, int] = {}
    for stride in strides:
        extent = 1
        for size, name in reversed(stride.inner):
            extent = (sizes[size] if isinstance(size, str) else size) * values.get(name, extent)
        padding = out_padding if stride.is_output else inp_padding
        if padding:
            n_rows = math.prod(sizes[size] if isinstance(size, str) else size for size in stride.rows)
            extent += stride.padding(padding, n_rows)
        values[stride.name] = extent
    return values


def sizes_within(strides: Iterable[Stride]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each stride's name and the sizes that it grows with."""
    known: dict[str, frozenset[str]] = {}
    for stride in strides:
        own = frozenset(size for size, _ in stride.inner if isinstance(size, str))
        known[stride.name] = own.union(*(known.get(name, frozenset()) for _, name in stride.inner))
        yield stride.name, known[stride.name]
