"""The elements of a case's arrays by their device addresses, and their names for people."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..launch.buffers import GuardedImage, WindowedImage
from ..launch.memory import CaseMemory

MAX_RUNS = 6
"""Most runs of elements that a description names."""


@dataclass(frozen=True)
class Element:
    """An element of an array, or padding of it."""

    array: str
    row: int
    column: int
    """`row`, `column`: its place among the rows of the last dimension. The column of padding is not below the row's
    length, or negative."""
    is_padding: bool = False
    """Whether it is outside of every row."""


class Elements:
    """Finds the elements of a case's buffers."""

    def __init__(self, memory: CaseMemory) -> None:
        self._memory = memory
        known = memory.problem.known
        self._roles = {array.name: array.role for array in memory.arrays}
        self._shapes = {array.name: array.sizes(known) for array in memory.arrays}

    def windows(self, name: str) -> Iterator[tuple[int, int, GuardedImage]]:
        """Yield the first row, the device address and the image of each piece of an array."""
        image, buffer = self._memory.images[name]
        if isinstance(image, WindowedImage):
            for row, (start, window) in enumerate(zip(image.starts, image.windows, strict=True)):
                yield row, buffer.address + start, window
        else:
            yield 0, buffer.address, image

    def shape(self, name: str) -> tuple[int, ...]:
        """Return the declared shape of an array in numbers; one size, in bytes, for scratch memory."""
        image, _ = self._memory.images[name]
        return self._shapes.get(name) or (image.size_bytes,)

    def is_input(self, name: str) -> bool:
        """Whether an array has content before the first launch; scratch memory and outputs have none."""
        return self._roles.get(name, "out") != "out"

    def is_input_only(self, name: str) -> bool:
        """Whether no kernel may write to an array."""
        return self._roles.get(name) == "in"

    def n_columns(self, name: str) -> int:
        """Return the length of a row."""
        return next(self.windows(name))[2].n_cols

    def dtype(self, name: str) -> np.dtype[Any]:
        """Return the type of the elements."""
        return next(self.windows(name))[2].dtype

    def address(self, name: str, row: int, column: int) -> int:
        """Return the device address of an element."""
        for first, start, image in self.windows(name):
            if row < first or row >= first + image.n_rows:
                continue
            place, rest = 0, row - first
            for size, stride in reversed(image.levels):
                place += rest % size * stride
                rest //= size
            return start + image.origin_bytes + (place + column * image.step) * image.dtype.itemsize
        raise IndexError(f"{name} has no row {row}")

    def at(self, address: int) -> Element | None:
        """Return the element that a device address lies in; None outside of every buffer."""
        for name in self._memory.images:
            for first, start, image in self.windows(name):
                if not start <= address < start + image.size_bytes:
                    continue
                place = (address - start - image.origin_bytes) // image.dtype.itemsize
                row = 0
                for size, stride in image.levels:
                    index = min(max(place // max(stride, 1), 0), size - 1)
                    row, place = row * size + index, place - index * stride
                column, rest = divmod(place, image.step)
                is_padding = not 0 <= column < image.n_cols or rest > 0
                return Element(name, first + row, column, is_padding)
        return None

    def name(self, element: Element) -> str:
        """Return a name such as ``inp[3, 17]``, with the indices of the declared shape."""
        if element.is_padding:
            return f"padding of {element.array}, row {element.row}, column {element.column}"
        flat = element.row * self.n_columns(element.array) + element.column
        shape = self.shape(element.array)
        index = np.unravel_index(flat, shape) if flat < np.prod(shape) else (flat,)
        return f"{element.array}[{', '.join(str(int(number)) for number in index)}]"

    def describe(self, array: str, flats: Collection[int]) -> str:
        """Return names of elements, given by their number in row-major order: ``inp[3, 0..31]``."""
        shape = self.shape(array)
        rows: dict[tuple[int, ...], list[int]] = {}
        for flat in sorted(flats):
            index = tuple(int(number) for number in np.unravel_index(flat, shape))
            rows.setdefault(index[:-1], []).append(index[-1])
        grouped: dict[str, list[tuple[int, ...]]] = {}
        for outer, columns in rows.items():
            grouped.setdefault(runs(columns), []).append(outer)
        words = [f"{array}[{_index(outers)}{columns}]" for columns, outers in grouped.items()]
        more = f", and {len(words) - MAX_RUNS} more groups" if len(words) > MAX_RUNS else ""
        return ", ".join(words[:MAX_RUNS]) + more


def _index(outers: Sequence[tuple[int, ...]]) -> str:
    if not outers[0]:
        return ""
    words = [runs(sorted({outer[axis] for outer in outers})) for axis in range(len(outers[0]))]
    return "".join(f"({word}), " if "," in word else f"{word}, " for word in words)


def runs(numbers: Sequence[int]) -> str:
    """Describe sorted, distinct numbers as runs, or as one arithmetic progression."""
    if len(numbers) > 2:
        step = numbers[1] - numbers[0]
        if step > 1 and all(b - a == step for a, b in itertools.pairwise(numbers)):
            return f"{numbers[0]}..{numbers[-1]} step {step}"
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    words = [f"{low}" if low == high else f"{low}..{high}" for low, high in found]
    if len(words) > MAX_RUNS:
        return f"{', '.join(words[:MAX_RUNS])}, ... {numbers[-1]}"
    return ", ".join(words)


def in_grid(linear: int, extents: Sequence[int]) -> str:
    """Return the index of a thread in its block, or of a block in its grid, as in CUDA: ``(17, 0, 0)``."""
    x, y = linear % extents[0], linear // extents[0] % extents[1]
    return f"({x}, {y}, {linear // (extents[0] * extents[1])})"
