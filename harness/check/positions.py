"""Describes sets of matrix elements in words: ``columns 1000..1002 of every row``.

The pattern of wrong elements is often the whole diagnosis (a tail, a row, every fourth column), so messages name the
pattern instead of listing elements.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MAX_RUNS = 4
"""Maximum number of listed runs of rows or columns, so that a message fits on one line; the rest is only counted."""


def element_name(row: int, column: int, dims: tuple[int, ...] = ()) -> str:
    """Describe one element: ``row 3, column 17``, or ``element [1, 3, 17]`` in an array of the sizes `dims`."""
    if len(dims) < 3:
        return f"row {row}, column {column}"
    return f"element [{_outer_index(row, dims)}, {column}]"


def row_name(row: int, dims: tuple[int, ...] = ()) -> str:
    """Describe one row: ``row 3``, or ``row [1, 3]`` in an array of the sizes `dims`."""
    return f"row {row}" if len(dims) < 3 else f"row [{_outer_index(row, dims)}]"


def _outer_index(row: int, dims: tuple[int, ...]) -> str:
    return ", ".join(str(index) for index in np.unravel_index(row, dims[:-1]))


def describe(mask: NDArray[np.bool_], *, first_column: int = 0, dims: tuple[int, ...] = ()) -> str:
    """Describe the elements that a mask selects."""
    # Elements are named by row and column, or with `dims` (the sizes of more than two dimensions) by all their indices:
    # ``elements [1, 0..3, every]``. `first_column` is the number of the mask's first column.
    if len(dims) > 2:
        return _in_dims(mask.reshape(*dims[:-1], mask.shape[1]), first_column)
    rows = np.flatnonzero(mask.any(axis=1))
    if rows.size == 0:
        return "nothing"
    columns = np.flatnonzero(mask.any(axis=0))
    n_selected = int(np.count_nonzero(mask))
    if n_selected == 1:
        return f"row {rows[0]}, column {first_column + columns[0]}"
    if n_selected == mask.size:
        return "every element" if first_column == 0 else f"{_columns(columns + first_column)} of every row"
    # A mask of the padding after the rows has another first column, and never covers whole rows.
    whole_rows = columns.size == mask.shape[1] and first_column == 0
    column_words = "every column" if whole_rows else _columns(columns + first_column)
    row_words = _rows(rows, mask.shape[0])
    if mask.shape[1] == 1 and first_column == 0:
        return row_words
    if n_selected == rows.size * columns.size:
        return f"{column_words} of {row_words}"
    first = int(np.flatnonzero(mask[rows[0]])[0]) + first_column
    return f"parts of {row_words}, within {column_words}, first row {rows[0]}, column {first}"


def _in_dims(mask: NDArray[np.bool_], first_column: int) -> str:
    """Describe the elements that a mask selects by their indices in each of its dimensions."""
    used = [np.unique(indices) for indices in np.nonzero(mask)]
    n_selected = int(np.count_nonzero(mask))
    if n_selected == 0:
        return "nothing"
    if n_selected == mask.size and first_column == 0:
        return "every element"
    words = []
    for axis, indices in enumerate(used):
        start = first_column if axis == mask.ndim - 1 else 0
        is_whole = indices.size == mask.shape[axis] > 1 and start == 0
        words.append("every" if is_whole else _runs(indices + start))
    text = f"[{', '.join(f'({word})' if ',' in word else word for word in words)}]"
    if n_selected == 1:
        return f"element {text}"
    if n_selected == np.prod([indices.size for indices in used]):
        return f"elements {text}"
    first = [int(index) for index in np.unravel_index(int(np.argmax(mask)), mask.shape)]
    first[-1] += first_column
    return f"parts of {text}, first {first}"


def describe_rows(mask: NDArray[np.bool_]) -> str:
    """Describe the rows that a mask of shape (n_rows,) selects: ``rows 1..3``, or ``nothing``."""
    rows = np.flatnonzero(mask)
    return _rows(rows, mask.size) if rows.size else "nothing"


def _rows(rows: NDArray[np.intp], n_rows: int) -> str:
    if rows.size == n_rows and n_rows > 1:
        return "every row"
    return f"{'row' if rows.size == 1 else 'rows'} {_runs(rows)}"


def _columns(columns: NDArray[np.intp]) -> str:
    return f"{'column' if columns.size == 1 else 'columns'} {_runs(columns)}"


def _runs(numbers: NDArray[np.intp]) -> str:
    """Describe sorted, distinct numbers as runs, or as one arithmetic progression."""
    steps = np.diff(numbers)
    if numbers.size > 2 and steps[0] > 1 and bool(np.all(steps == steps[0])):
        return f"{numbers[0]}..{numbers[-1]} step {steps[0]}"
    breaks = np.flatnonzero(steps != 1)
    starts = numbers[np.concatenate(([0], breaks + 1))]
    ends = numbers[np.concatenate((breaks, [numbers.size - 1]))]
    words = [
        f"{start}" if start == end else f"{start}..{end}"
        for start, end in zip(starts[:MAX_RUNS], ends[:MAX_RUNS], strict=True)
    ]
    if starts.size > MAX_RUNS:
        return f"{', '.join(words)}, ... up to {numbers[-1]} ({numbers.size} in all)"
    return ", ".join(words)
