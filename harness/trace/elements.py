"""Elements of a case's arrays: by device address, their names, and the elements that a right result depends on."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..launch.buffers import GuardedImage, WindowedImage
from ..launch.memory import CaseMemory
from ..lazy import dataclass
from ..operation.derived import results_of
from ..operation.model import Operation
from ..operation.problem import Problem, replaced
from .slicing import Leaf

MAX_RUNS = 6


@dataclass(frozen=True)
class Element:
    """An element of an array, or padding of it."""

    array: str
    row: int
    column: int
    """`row`, `column`: its place among the rows of the last dimension. The column of padding is negative or at
    least the row's length."""
    is_padding: bool = False


class ArrayElements:
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
        return self._roles.get(name, "out") != "out"

    def is_input_only(self, name: str) -> bool:
        return self._roles.get(name) == "in"

    def n_columns(self, name: str) -> int:
        return next(self.windows(name))[2].n_cols

    def dtype(self, name: str) -> np.dtype[Any]:
        return next(self.windows(name))[2].dtype

    def address(self, name: str, row: int, column: int) -> int:
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
                    # Guards and padding belong to the nearest row.
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

    def read(self, leaves: Iterable[Leaf]) -> dict[str, set[int]]:
        flats: dict[str, set[int]] = defaultdict(set)
        for element in self._of(leaves):
            if not element.is_padding:
                flats[element.array].add(element.row * self.n_columns(element.array) + element.column)
        return dict(flats)

    def words_of_read(self, leaves: Sequence[Leaf]) -> dict[str, str]:
        words = {array: self.describe(array, flats) for array, flats in self.read(leaves).items()}
        padding: dict[str, set[str]] = defaultdict(set)
        for element in self._of(leaves):
            if element.is_padding:
                padding[element.array].add(self.name(element))
        for array, names in padding.items():
            extra = ", ".join(sorted(names)[:2]) + (f" and {len(names) - 2} more" if len(names) > 2 else "")
            words[array] = f"{words[array]}, {extra}" if array in words else extra
        return words

    def _of(self, leaves: Iterable[Leaf]) -> Iterator[Element]:
        for leaf in leaves:
            element = None if leaf.address is None else self.at(leaf.address)
            if element is not None:
                yield element


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
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    words = [f"{low}" if low == high else f"{low}..{high}" for low, high in spans]
    return f"{', '.join(words[:MAX_RUNS])}, ... {numbers[-1]}" if len(words) > MAX_RUNS else ", ".join(words)


MOST_EVALUATIONS = 400
# Elements in all evaluations together, so that a large case takes seconds.
_WORK = 1 << 24
# Other values of inputs: above all, below all, and near the old ones.
_CHANGES: tuple[Callable[[NDArray[np.float64]], NDArray[np.float64]], ...] = (
    lambda values: np.abs(values) + 3.0,
    lambda values: -np.abs(values) - 3.0,
    lambda values: 0.5 * values + 0.25,
)


@dataclass(frozen=True)
class InputComparison:
    """The difference between the inputs of a value and of the right result, as flat indices by array."""

    missing: Mapping[str, set[int]]
    """The right result depends on them, the value does not."""
    unexpected: Mapping[str, set[int]]
    """The value depends on them, the right result on no element of their row."""
    is_complete: bool = True
    unknown: str = ""
    """Reason nothing is known; empty otherwise."""


def compare_inputs(
    operation: Operation,
    problem: Problem,
    output: str,
    place: tuple[int, int],
    used: Mapping[str, set[int]],
    followed: Mapping[str, set[int]],
) -> InputComparison:
    changed = _Probe(operation, problem, output, place)
    arrays = [
        array.name
        for array in operation.inputs
        if not array.is_integer and (array.absent is None or array.name in problem.given)
    ]
    why = "not compared with those of the right result"
    if not arrays:
        return InputComparison({}, {}, unknown=f"{why}: integers are not changed")
    if not changed.by({name: np.arange(problem.arrays[name].size) for name in arrays}):
        return InputComparison({}, {}, unknown=f"{why}, which stays the same whatever they are")
    missing: dict[str, set[int]] = {}
    unexpected: dict[str, set[int]] = {}
    for name in arrays:
        size = problem.arrays[name].size
        rest = np.setdiff1d(np.arange(size), np.array(sorted(followed.get(name, ())), np.int64))
        row = problem.arrays[name].shape[-1]
        needed = set(_needed(changed, name, rest, row))
        if needed:
            missing[name] = needed
        own = np.array(sorted(used.get(name, ())), np.int64)
        for row_number in np.unique(own // row):
            part = own[own // row == row_number]
            # Asked before and after: `by` is also False when no evaluation is left.
            if not changed.is_used_up and not changed.by({name: part}) and not changed.is_used_up:
                unexpected.setdefault(name, set()).update(int(flat) for flat in part)
    return InputComparison(missing, unexpected, not changed.is_used_up)


class _Probe:
    """Evaluates the reference with some inputs changed."""

    def __init__(self, operation: Operation, problem: Problem, output: str, place: tuple[int, int]) -> None:
        self._operation = operation
        self._problem = problem
        self._output = output
        self._place = place
        size = sum(array.size for array in problem.arrays.values())
        self._left = min(MOST_EVALUATIONS, max(_WORK // max(size, 1), 8))
        self._usual = self._evaluate({})

    @property
    def is_used_up(self) -> bool:
        return self._left <= 0

    def by(self, indices: Mapping[str, NDArray[np.int64]]) -> bool:
        """Return whether the element changes if these elements do."""
        if not any(index.size for index in indices.values()):
            return False
        # One change is not enough: a maximum stays when the others fall, a clamp when values grow.
        for change in _CHANGES:
            if self.is_used_up:
                return False
            self._left -= 1
            arrays = {}
            for name, flat in indices.items():
                values = self._problem.arrays[name].copy()
                with np.errstate(all="ignore"):
                    # An infinity is the same after an addition, so such elements start from another value.
                    old = np.nan_to_num(values.reshape(-1)[flat].astype(np.float64), posinf=1.0, neginf=-1.0)
                    values.reshape(-1)[flat] = change(old).astype(values.dtype)
                arrays[name] = values
            if self._evaluate(arrays) != self._usual:
                return True
        return False

    def _evaluate(self, arrays: Mapping[str, NDArray[Any]]) -> bytes:
        problem = replaced(self._problem, arrays) if arrays else self._problem
        with np.errstate(all="ignore"):
            result = results_of(self._operation, problem)[self._output][self._place]
        # NaN is one result, whatever its bits
        return b"nan" if result != result else np.asarray(result).tobytes()


def _needed(changed: _Probe, name: str, indices: NDArray[np.int64], row: int) -> Iterator[int]:
    # Neighbours in a row all count if the first, the middle and the last one do; otherwise each half is tried.
    if not indices.size or not changed.by({name: indices}):
        return
    pending = [indices]
    while pending:
        part = pending.pop()
        if changed.is_used_up or not changed.by({name: part}):
            continue
        is_run = part[-1] - part[0] == part.size - 1 and part[0] // row == part[-1] // row
        tried = np.unique(part[[0, part.size // 2, -1]])
        if is_run and all(part.size == 1 or changed.by({name: part[part == index]}) for index in tried):
            yield from (int(index) for index in part)
        elif is_run:
            pending += [part[part.size // 2 :], part[: part.size // 2]]
        else:
            # where neighbours end, or in the middle of many groups of them
            ends = np.flatnonzero((np.diff(part) != 1) | (np.diff(part // row) != 0)) + 1
            middle = int(ends[len(ends) // 2])
            pending += [part[middle:], part[:middle]]


def words_of(sets: Mapping[str, set[int]], describe: Callable[[str, Sequence[int]], str]) -> tuple[str, ...]:
    return tuple(describe(name, sorted(flats)) for name, flats in sets.items() if flats)
