"""Images of buffers with rows so far apart that only each row's neighbourhood is inspected.

A buffer with rows 2**30 elements apart has gigabytes of padding. The device allocates all of it, or reserves
addresses without memory if it can. Only windows are written and inspected::

    | guard | row 0 | nearby | ............ | nearby | row 1 | nearby | ............ | nearby | row 2 | guard |

Every window is an image of one row from `harness.launch.buffers`, with the same canaries and the same poison.

Limitations
-----------
A stray write between the windows leaves no mark on a device that does not check accesses itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..check.evidence import ImageReport, StrayWrite
from ..check.positions import row_name
from .buffers import ALIGNMENT_BYTES, MIN_GUARD_BYTES, GuardedImage, input_image, output_image

_ROOM = MIN_GUARD_BYTES + ALIGNMENT_BYTES

WINDOWED_PADDING_BYTES = 1 << 24
"""Least padding of a row for handling a buffer in windows: 16 MiB, four thousand times a neighbourhood."""


@dataclass(frozen=True)
class WindowedImage:
    """The interface of `GuardedImage` for a buffer that is handled in windows.

    Made by `windowed_input` and `windowed_output`.
    """

    label: str
    """Name of the buffer."""
    windows: tuple[GuardedImage, ...]
    """One image of one row for each row."""
    starts: tuple[int, ...]
    """Offset of each window in the buffer, in bytes, ascending."""
    dims: tuple[int, ...] = ()
    """As of `GuardedImage`."""

    @property
    def data(self) -> NDArray[np.uint8]:
        """Bytes of all windows, concatenated."""
        return np.concatenate([window.data for window in self.windows])

    @property
    def defined(self) -> NDArray[np.bool_]:
        """Mask of the bytes of `data` that a kernel may use."""
        parts = []
        for window in self.windows:
            defined = window.defined
            parts.append(np.ones(window.size_bytes, dtype=bool) if defined is None else defined)
        return np.concatenate(parts)

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
        """Make the same image with other elements; see `GuardedImage.with_values`."""
        windows = tuple(window.with_values(values[row : row + 1]) for row, window in enumerate(self.windows))
        return replace(self, windows=windows)

    def for_further_launch(self) -> WindowedImage:
        """Make the image of a further launch; see `GuardedImage.for_further_launch`."""
        return replace(self, windows=tuple(window.for_further_launch() for window in self.windows))

    def inspect(self, after: NDArray[np.uint8]) -> ImageReport:
        """Compare the windows after the launch with their content before."""
        sizes = [window.size_bytes for window in self.windows]
        if after.shape != (sum(sizes),):
            raise ValueError(f"{self.label}: expected {sum(sizes)} bytes back (got {after.size})")
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
        noun = "element" if stray.n_elements == 1 else "elements"
        if stray.first_byte < 0:
            where = (
                f"before the start of {row_name(row, self.dims)} (from {-stray.first_byte} bytes before it)"
            )
        elif stray.first_byte < window.row_extent * window.dtype.itemsize:
            where = f"between the elements of {row_name(row, self.dims)}"
        else:
            behind = stray.first_byte - window.row_extent * window.dtype.itemsize
            where = f"past the end of {row_name(row, self.dims)} (from {behind} bytes behind it)"
        first_byte = self.starts[row] + window.origin_bytes - self.origin_bytes + stray.first_byte
        return StrayWrite(stray.n_elements, first_byte, f"{stray.n_elements} {noun} {where}")


def is_windowed(n_cols: int, row_stride: int, itemsize: int) -> bool:
    """Whether a buffer with such rows is handled in windows."""
    return (row_stride - n_cols) * itemsize >= WINDOWED_PADDING_BYTES


def windowed_input(
    label: str,
    values: NDArray[Any],
    *,
    row_stride: int,
    offset: int = 0,
    guard_bytes: int | None = None,
    dims: tuple[int, ...] = (),
    outer_strides: tuple[int, ...] = (),
    step: int = 1,
) -> WindowedImage:
    """Build the windows of a buffer that the kernel only reads."""
    windows = [
        input_image(label, values[row : row + 1], guard_bytes=_ROOM, step=step)
        for row in range(values.shape[0])
    ]
    return _placed(label, windows, row_stride, offset, guard_bytes, dims, outer_strides)


def windowed_output(
    label: str,
    n_rows: int,
    n_cols: int,
    dtype: str,
    *,
    row_stride: int,
    offset: int = 0,
    guard_bytes: int | None = None,
    dims: tuple[int, ...] = (),
    outer_strides: tuple[int, ...] = (),
    step: int = 1,
) -> WindowedImage:
    """Build the windows of a buffer that the kernel must fill; its elements hold the poison.

    Parameters and errors are those of `windowed_input`; `n_rows`, `n_cols` and `dtype` (by name) replace the values.
    """
    windows = [output_image(label, 1, n_cols, dtype, guard_bytes=_ROOM, step=step) for _ in range(n_rows)]
    return _placed(label, windows, row_stride, offset, guard_bytes, dims, outer_strides)


def _placed(
    label: str,
    windows: list[GuardedImage],
    row_stride: int,
    offset: int,
    guard_bytes: int | None,
    dims: tuple[int, ...],
    outer_strides: tuple[int, ...],
) -> WindowedImage:
    """Put a window around each row; the outer sides of the first and the last are cut to the guard."""
    if not is_windowed(windows[0].row_extent, row_stride, windows[0].dtype.itemsize):
        raise ValueError(
            f"{label}: rows must be at least {WINDOWED_PADDING_BYTES} bytes apart for windows of their own "
            f"(got row_stride {row_stride} for {windows[0].n_cols} columns)"
        )
    itemsize = windows[0].dtype.itemsize
    outer = MIN_GUARD_BYTES if guard_bytes is None else min(guard_bytes, MIN_GUARD_BYTES)
    starts = []
    rows = np.arange(len(windows)) * row_stride
    if outer_strides:
        places = np.indices(dims[:-1]).reshape(len(dims) - 1, -1)
        rows = np.array((*outer_strides, row_stride)) @ places
    for row, window in enumerate(windows):
        origin_bytes = outer + (offset + int(rows[row])) * itemsize
        # Aligned like device memory, so that a device can store each window separately.
        start = max(origin_bytes - MIN_GUARD_BYTES, 0) // ALIGNMENT_BYTES * ALIGNMENT_BYTES
        behind = outer if row == len(windows) - 1 else MIN_GUARD_BYTES
        starts.append(start)
        windows[row] = _cut(window, front=_ROOM - (origin_bytes - start), behind=_ROOM - behind)
    return WindowedImage(label, tuple(windows), tuple(starts), dims)


def _cut(image: GuardedImage, *, front: int = 0, behind: int = 0) -> GuardedImage:
    """Cut bytes off the guards of an image."""
    data = image.data[front : image.size_bytes - behind]
    return replace(image, data=data, origin_bytes=image.origin_bytes - front)
