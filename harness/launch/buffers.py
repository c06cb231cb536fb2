"""Builds a device buffer's bytes so that wrong accesses leave a mark, and reads the marks after the launch.

The host builds the buffer as one image and copies it to the device::

    | guard | gap up to the offset | row 0 | padding | row 1 | padding | ... | last row | guard |

Guards, gap and padding hold a canary; the elements of an output hold another pattern, the poison. Each is a
signalling NaN with its own payload, or in an array of integers a large negative number, so

* a write outside the elements shows as a changed canary;
* an element that was never written still holds the poison, bit for bit. No instruction produces it:
  arithmetic on a signalling NaN gives a quiet one, and NVIDIA GPUs give the canonical ``0x7fffffff``
  (``0x7fff`` for 16 bits);
* a read outside the elements, but inside the buffer, brings a NaN into the row and so shows as a wrong value,
  even where the memory itself was legal to read.

Limitations
-----------
A kernel may store any byte. So a byte with the poison's bits counts as never written only where they are wrong, and
further launches begin with other bits: where the first poison is right, an element that is never written differs then.

A buffer with rows 2**30 elements apart has gigabytes of padding. The device allocates all of it, or reserves addresses
without memory if it can. Only windows are written and inspected, each an image of one row (`WindowedImage`)::

    | guard | row 0 | nearby | ............ | nearby | row 1 | nearby | ............ | nearby | row 2 | guard |

Between them a stray write leaves no mark on a device that does not check accesses itself.

A stray write of exactly the canary's bits, and a stray read whose value is then discarded, leave no mark. A device
that checks every access sees both outside the buffer. Build its images with ``guard_bytes=0``, so that the buffer
ends with its last element.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..check.comparison import describe, element_name, row_name
from ..check.judgement import ImageReport, StrayWrite
from ..lazy import dataclass, replace
from ..operation.array import INTEGERS
from ..operation.precision.rounding import float_format, name_of

ALIGNMENT_BYTES = 256
"""Alignment of a device allocation (CUDA C++ Programming Guide, "Device Memory Accesses")."""

MIN_GUARD_BYTES = 4096
"""Least size of a guard: room for 1024 threads of a block that each write one float past the end."""

SCRATCH_FILL = 0xFF
"""Initial byte of scratch memory: NaN in every floating-point format and -1 in every integer format."""


class _Patterns(NamedTuple):
    word: np.dtype[Any]
    canary: int
    poison: int
    further: int | None = None
    """Poison in further launches, if a right kernel may store the bits of any poison; else None."""


# Of floats: exponent all ones, quiet bit clear (the top bit of the fraction), a fraction that is not zero.
_PATTERNS: Mapping[str, _Patterns] = {
    "float16": _Patterns(np.dtype(np.uint16), 0xFCA5, 0x7D5A),
    "bfloat16": _Patterns(np.dtype(np.uint16), 0xFF9A, 0x7FA5),
    "float32": _Patterns(np.dtype(np.uint32), 0xFFA5C3A5, 0x7FB15A3C),
    "float64": _Patterns(np.dtype(np.uint64), 0xFFF3C3A5A5C3C3A5, 0x7FF55A3C3C5A5A3C),
    # Large negative numbers: no index, count or mask, and out of bounds as an index.
    "int32": _Patterns(np.dtype(np.uint32), 0x8FA5C3A5, 0x80B15A3C),
    "int64": _Patterns(np.dtype(np.uint64), 0x8FF3C3A5A5C3C3A5, 0x80F55A3C3C5A5A3C),
    # A byte has no bits to spare. These are the least used: the most negative number, a NaN with a sign.
    "int8": _Patterns(np.dtype(np.uint8), 0x9D, 0x80, 0xA5),
    "uint8": _Patterns(np.dtype(np.uint8), 0x9D, 0xA5, 0x5A),
    "float8_e4m3fn": _Patterns(np.dtype(np.uint8), 0x9D, 0xFF, 0xA5),
    "float8_e5m2": _Patterns(np.dtype(np.uint8), 0x9D, 0xFE, 0xA5),
}


@dataclass(frozen=True)
class GuardedImage:
    """Bytes of one buffer before the launch, and the position of its elements.

    Made by `input_image`, `output_image` and `scratch_image`. The pointer for the kernel is the buffer's
    device address plus `origin_bytes`; the buffer must be aligned to `ALIGNMENT_BYTES`.
    """

    label: str
    data: NDArray[np.uint8]
    """The bytes to copy to the device."""
    origin_bytes: int
    """Offset of element (0, 0) in `data`."""
    dtype: np.dtype[Any]
    n_rows: int
    n_cols: int
    """`n_rows`, `n_cols`: elements, as rows of the last dimension."""
    row_stride: int
    """Elements from the start of a row to the start of the next, at least as many as a row spans."""
    poison: int | None
    """Bits of an unwritten element; None for a buffer without poison."""
    word: np.dtype[Any]
    """Unsigned integer type of the elements' width."""
    has_content: bool = True
    """Whether the kernel may use the elements' values. It may never use the rest of an image."""
    dims: tuple[int, ...] = ()
    """Sizes of all dimensions if they are more than two."""
    outer_strides: tuple[int, ...] = ()
    """Strides in elements of all dimensions of `dims` but the last two, the outermost first; empty if the rows of
    the whole array are `row_stride` apart."""
    step: int = 1
    """Elements from one element of a row to the next, at least 1."""

    @property
    def size_bytes(self) -> int:
        return int(self.data.size)

    @property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """Position of `data` in the buffer: one range, [start, stop) in bytes, the whole buffer."""
        return ((0, self.size_bytes),)

    @cached_property
    def _is_whole(self) -> bool:
        """Whether the buffer holds the elements and nothing else: no guard, gap or padding."""
        return self.n_rows * self.n_cols * self.word.itemsize == self.size_bytes

    @cached_property
    def defined(self) -> NDArray[np.bool_] | None:
        """Mask of the bytes of `data` that a kernel may use; None for all of them."""
        if not self.has_content:
            return np.zeros(self.size_bytes, dtype=bool)
        if self._is_whole:
            return None
        words = np.zeros(self.size_bytes // self.word.itemsize, dtype=bool)
        self._elements(words)[...] = True
        return np.repeat(words, self.word.itemsize)

    def with_values(self, values: NDArray[Any]) -> GuardedImage:
        """Make the same image with other elements; guards and padding stay."""
        data = self.data.copy()
        self._write(data, values)
        other = object.__new__(GuardedImage)
        # `replace` takes longer, and drops cached properties, which depend only on the layout.
        other.__dict__.update(self.__dict__, data=data)
        return other

    def for_further_launch(self) -> GuardedImage:
        """Make the image of a further launch: images of bytes get another poison, which `inspect` ignores."""
        if self.poison is None or self.word.itemsize > 1:
            return self
        further = _PATTERNS[name].further if (name := name_of(self.dtype)) in _PATTERNS else None
        if further is None:
            return self
        data = self.data.copy()
        self._elements(data.view(self.word))[...] = further
        data.flags.writeable = False
        return replace(self, data=data, poison=None)

    def _write(self, data: NDArray[np.uint8], values: NDArray[Any]) -> None:
        elements = self._elements(data.view(self.word))
        elements[...] = np.ascontiguousarray(values).view(self.word).reshape(elements.shape)
        data.flags.writeable = False

    @property
    def levels(self) -> tuple[tuple[int, int], ...]:
        """Size and stride of each dimension but the last, the outermost first."""
        if not self.outer_strides:
            return ((self.n_rows, self.row_stride),)
        return tuple(zip(self.dims[:-1], (*self.outer_strides, self.row_stride), strict=True))

    @property
    def extent(self) -> int:
        """Elements from the first to behind the last one, with the padding between them."""
        if self.n_rows == 0 or self.n_cols == 0:
            return 0
        return sum((size - 1) * stride for size, stride in self.levels) + self.row_extent

    @property
    def row_extent(self) -> int:
        return (self.n_cols - 1) * self.step + 1

    def inspect(self, after: NDArray[np.uint8]) -> ImageReport:
        """Compare the buffer after the launch with its content before."""
        words = np.ascontiguousarray(after).view(self.word)
        elements = self._elements(words)
        if not self._is_whole:
            elements = elements.copy()
        elements = elements.reshape(self.n_rows, self.n_cols)
        # The usual case of an input: one comparison of bytes instead of several masks.
        if self.poison is None and after.tobytes() == self.data.tobytes():
            untouched = np.zeros(elements.shape, dtype=bool)
            return ImageReport(self.label, elements.view(self.dtype), untouched, untouched)
        # As integers: a NaN differs from itself (IEEE 754), and both patterns of floats are NaNs.
        differs = words != self.data.view(self.word)
        unwritten = np.zeros(elements.shape, dtype=bool) if self.poison is None else elements == self.poison
        if self._is_whole:
            changed = differs.reshape(elements.shape)
            return ImageReport(self.label, elements.view(self.dtype), unwritten, changed, (), self.dims)
        changed = self._elements(differs).copy().reshape(self.n_rows, self.n_cols)
        self._elements(differs)[...] = False
        strays = self._strays(differs) if differs.any() else ()
        return ImageReport(self.label, elements.view(self.dtype), unwritten, changed, strays, self.dims)

    def _elements(self, words: NDArray[Any]) -> NDArray[Any]:
        """Return a view of the elements among all words of the buffer: (n_rows, n_cols), or each dimension apart."""
        if self.n_rows == 0 or self.n_cols == 0:
            return np.empty((self.n_rows, self.n_cols), dtype=words.dtype)
        if self._is_whole and not self.outer_strides:
            return words.reshape(self.n_rows, self.n_cols)
        origin = self.origin_bytes // self.word.itemsize
        # Unlike as_strided, which takes ten times as long, this raises an error for elements beyond the buffer.
        elements: NDArray[Any] = np.ndarray(
            shape=(*(size for size, _ in self.levels), self.n_cols),
            dtype=words.dtype,
            buffer=words,
            offset=origin * words.itemsize,
            strides=(*(stride * words.itemsize for _, stride in self.levels), self.step * words.itemsize),
        )
        return elements

    def _strays(self, damaged: NDArray[np.bool_]) -> tuple[StrayWrite, ...]:
        itemsize = self.word.itemsize
        position = np.flatnonzero(damaged) - self.origin_bytes // itemsize
        end = self.extent
        before = position[position < 0]
        behind = position[position >= end]
        padding = position[(position >= 0) & (position < end)]
        strays: list[StrayWrite] = []

        def note(positions: NDArray[np.intp], place: str) -> None:
            n, first = int(positions.size), int(positions[0]) * itemsize
            strays.append(StrayWrite(n, first, f"{_elements_word(n)} {place}"))

        if self.step > 1 and padding.size:
            is_between = self._places(padding)[1] < self.row_extent
            between, padding = padding[is_between], padding[~is_between]
            if between.size:
                row, column = (int(index[0]) for index in self._places(between[:1]))
                element = element_name(row, column // self.step, self.dims)
                place = f"between the elements of a row, which are {self.step} apart"
                note(between, f"{place} (the first behind {element})")
        if before.size:
            first, last = -before[0] * itemsize, -(before[-1] + 1) * itemsize
            note(before, f"before the start of the array ({first} to {last} bytes before it)")
        if padding.size:
            in_row, behind_row = self._places(padding)
            behind_row -= self.row_extent
            # By row and distance from its end, as if the padding were further columns.
            mask = np.zeros((self.n_rows, int(behind_row.max()) + 1), dtype=bool)
            mask[in_row, behind_row] = True
            rows = np.flatnonzero(mask.any(axis=1))
            columns = np.flatnonzero(mask.any(axis=0)) + self.n_cols
            left, right = columns[0], columns[-1]
            if rows.size == 1 and columns.size == right - left + 1:
                span = f"column {left}" if left == right else f"columns {left}..{right}"
                place = f"of {row_name(int(rows[0]), self.dims)} ({span})"
            else:
                place = f"of its row ({describe(mask, first_column=self.n_cols, dims=self.dims)})"
            note(padding, f"past the end {place}")
        if behind.size:
            first, last = (int(behind[0]) - end) * itemsize, (int(behind[-1]) - end + 1) * itemsize
            place = "of the array, which has no elements"
            if end:
                last_element = element_name(self.n_rows - 1, self.n_cols - 1, self.dims)
                place = f"of the array, whose last element is {last_element}"
            note(behind, f"past the end {place} ({first} to {last} bytes behind it)")
        return tuple(strays)

    def _places(self, position: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the row that each position among the elements or behind a row belongs to, and its column there."""
        row = np.zeros_like(position)
        for size, stride in self.levels:
            index = np.minimum(position // stride, size - 1)
            row, position = row * size + index, position - index * stride
        return row, position


class Spacing(NamedTuple):
    row_stride: int | None = None
    """Elements from the start of a row to the start of the next; None for rows without gaps."""
    offset: int = 0
    """Elements before the first one."""
    guard_bytes: int | None = None
    """Size of each guard, rounded up to the alignment; None for a size by the row's."""
    dims: tuple[int, ...] = ()
    outer_strides: tuple[int, ...] = ()
    step: int = 1
    """`dims`, `outer_strides`, `step`: as in `GuardedImage`."""


CONTIGUOUS = Spacing()


def input_image(label: str, values: NDArray[Any], layout: Spacing = CONTIGUOUS) -> GuardedImage:
    image = _blank(label, values.shape, name_of(values.dtype), layout, poison=False)
    image._write(image.data, values)
    return image


def output_image(
    label: str, n_rows: int, n_cols: int, dtype: str, layout: Spacing = CONTIGUOUS
) -> GuardedImage:
    """Build the image of a buffer that the kernel must fill; its elements hold the poison."""
    image = _blank(label, (n_rows, n_cols), dtype, layout, poison=True)
    image._elements(image.data.view(image.word))[...] = image.poison
    image.data.flags.writeable = False
    return image


def scratch_image(label: str, size_bytes: int, *, guard_bytes: int | None = None) -> GuardedImage:
    """Build the image of scratch memory: guarded, filled with `SCRATCH_FILL`, writable."""
    guard = _guard_size(guard_bytes, size_bytes)
    data = np.full(guard + size_bytes + guard, 0xA5, dtype=np.uint8)
    data[guard : guard + size_bytes] = SCRATCH_FILL
    data.flags.writeable = False
    byte = np.dtype(np.uint8)
    return GuardedImage(label, data, guard, byte, 1, size_bytes, size_bytes, None, byte, has_content=False)


def _blank(label: str, shape: tuple[int, ...], dtype: str, layout: Spacing, *, poison: bool) -> GuardedImage:
    element = np.dtype(dtype) if dtype in INTEGERS else float_format(dtype).dtype
    pattern = _PATTERNS[dtype]
    n_rows, n_cols = shape
    spanned = max((n_cols - 1) * layout.step + 1, 0)
    stride = spanned if layout.row_stride is None else layout.row_stride
    guard = _guard_size(layout.guard_bytes, stride * element.itemsize)
    origin_bytes = guard + layout.offset * element.itemsize
    image = GuardedImage(
        label=label,
        data=np.empty(0, np.uint8),
        origin_bytes=origin_bytes,
        dtype=element,
        n_rows=n_rows,
        n_cols=n_cols,
        row_stride=stride,
        poison=pattern.poison if poison else None,
        word=pattern.word,
        has_content=not poison,
        dims=layout.dims,
        outer_strides=layout.outer_strides,
        step=layout.step,
    )
    n_words = (origin_bytes + image.extent * element.itemsize + guard) // element.itemsize
    return replace(image, data=np.full(n_words, pattern.canary, dtype=pattern.word).view(np.uint8))


def _guard_size(guard_bytes: int | None, row_bytes: int) -> int:
    if guard_bytes is None:
        # As long as a row, so that a whole row too many shows.
        guard_bytes = max(MIN_GUARD_BYTES, row_bytes)
    return -(-guard_bytes // ALIGNMENT_BYTES) * ALIGNMENT_BYTES


def _elements_word(count: int) -> str:
    return f"{count} element{'' if count == 1 else 's'}"


_ROOM = MIN_GUARD_BYTES + ALIGNMENT_BYTES

WINDOWED_PADDING_BYTES = 1 << 24
"""Least padding of a row for handling a buffer in windows: 16 MiB, four thousand times a neighbourhood."""


@dataclass(frozen=True)
class WindowedImage:
    """The interface of `GuardedImage` for a buffer that is handled in windows, one for each row."""

    label: str
    windows: tuple[GuardedImage, ...]
    starts: tuple[int, ...]
    """Offset of each window in the buffer, in bytes, ascending."""
    dims: tuple[int, ...] = ()

    @property
    def data(self) -> NDArray[np.uint8]:
        """Bytes of all windows, concatenated."""
        return np.concatenate([window.data for window in self.windows])

    @property
    def defined(self) -> NDArray[np.bool_]:
        masks = [(window.size_bytes, window.defined) for window in self.windows]
        return np.concatenate([np.ones(size, dtype=bool) if mask is None else mask for size, mask in masks])

    @property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """Positions of the windows in the buffer: [start, stop) in bytes, ascending."""
        return tuple(
            (start, start + window.size_bytes)
            for start, window in zip(self.starts, self.windows, strict=True)
        )

    @property
    def size_bytes(self) -> int:
        """Size of the allocation in bytes, including the gaps between windows."""
        return self.ranges[-1][1]

    @property
    def origin_bytes(self) -> int:
        """Offset of element (0, 0) in the buffer."""
        return self.starts[0] + self.windows[0].origin_bytes

    def with_values(self, values: NDArray[Any]) -> WindowedImage:
        windows = tuple(window.with_values(values[row : row + 1]) for row, window in enumerate(self.windows))
        return replace(self, windows=windows)

    def for_further_launch(self) -> WindowedImage:
        return replace(self, windows=tuple(window.for_further_launch() for window in self.windows))

    def inspect(self, after: NDArray[np.uint8]) -> ImageReport:
        sizes = [window.size_bytes for window in self.windows]
        pieces = np.split(after, np.cumsum(sizes[:-1]))
        reports = [window.inspect(piece) for window, piece in zip(self.windows, pieces, strict=True)]
        strays = tuple(
            self._place(row, stray) for row, report in enumerate(reports) for stray in report.strays
        )
        return ImageReport(
            self.label,
            np.concatenate([report.values for report in reports]),
            np.concatenate([report.unwritten for report in reports]),
            np.concatenate([report.changed for report in reports]),
            strays,
            self.dims,
        )

    def _place(self, row: int, stray: StrayWrite) -> StrayWrite:
        window = self.windows[row]
        name, behind = row_name(row, self.dims), stray.first_byte - window.row_extent * window.dtype.itemsize
        if stray.first_byte < 0:
            where = f"before the start of {name} (from {-stray.first_byte} bytes before it)"
        elif behind < 0:
            where = f"between the elements of {name}"
        else:
            where = f"past the end of {name} (from {behind} bytes behind it)"
        first_byte = self.starts[row] + window.origin_bytes - self.origin_bytes + stray.first_byte
        return StrayWrite(stray.n_elements, first_byte, f"{_elements_word(stray.n_elements)} {where}")


def is_windowed(n_cols: int, row_stride: int, itemsize: int) -> bool:
    return (row_stride - n_cols) * itemsize >= WINDOWED_PADDING_BYTES


def windowed_input(label: str, values: NDArray[Any], layout: Spacing) -> WindowedImage:
    own = Spacing(guard_bytes=_ROOM, step=layout.step)
    rows = range(values.shape[0])
    return _placed(label, [input_image(label, values[row : row + 1], own) for row in rows], layout)


def windowed_output(label: str, n_rows: int, n_cols: int, dtype: str, layout: Spacing) -> WindowedImage:
    own = Spacing(guard_bytes=_ROOM, step=layout.step)
    return _placed(label, [output_image(label, 1, n_cols, dtype, own) for _ in range(n_rows)], layout)


def _placed(label: str, windows: list[GuardedImage], layout: Spacing) -> WindowedImage:
    """Put a window around each row; the outer sides of the first and the last are cut to the guard."""
    row_stride, guard_bytes, dims = layout.row_stride, layout.guard_bytes, layout.dims
    assert row_stride is not None
    itemsize = windows[0].dtype.itemsize
    outer = MIN_GUARD_BYTES if guard_bytes is None else min(guard_bytes, MIN_GUARD_BYTES)
    starts = []
    rows = np.arange(len(windows)) * row_stride
    if layout.outer_strides:
        places = np.indices(dims[:-1]).reshape(len(dims) - 1, -1)
        rows = np.array((*layout.outer_strides, row_stride)) @ places
    for row, window in enumerate(windows):
        origin_bytes = outer + (layout.offset + int(rows[row])) * itemsize
        # Aligned like device memory, so that a device can store each window separately.
        start = max(origin_bytes - MIN_GUARD_BYTES, 0) // ALIGNMENT_BYTES * ALIGNMENT_BYTES
        behind = outer if row == len(windows) - 1 else MIN_GUARD_BYTES
        starts.append(start)
        front = _ROOM - (origin_bytes - start)
        data = window.data[front : window.size_bytes - (_ROOM - behind)]
        windows[row] = replace(window, data=data, origin_bytes=window.origin_bytes - front)
    return WindowedImage(label, tuple(windows), tuple(starts), dims)
