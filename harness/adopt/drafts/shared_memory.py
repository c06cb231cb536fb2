"""Finds the rule for a kernel's dynamic shared memory, by launches that tell the rules from each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...operation.model import Operation
from ...operation.size import N_COLS
from ...variant.variant import Block
from ..styles.rows import DYNAMIC_SHARED
from .draft import Draft

GENEROUS_SHARED = "49152"
"""Maximum shared memory of a block without opt-in, in bytes (CUDA C++ Programming Guide, "Shared Memory")."""

NO_RULE = (
    f"with {GENEROUS_SHARED} bytes of shared memory the results are right at small sizes, but no known rule is right "
    "at all sizes"
)

_ROWS, _ROWS_OF_HEADS = 3, 37
"""Rows of these cases: for heads as many as a tile has, which a kernel may load in part."""
_WIDTHS, _WIDTHS_OF_HEADS = (11008, 4096, 2048, 1024), (192, 160, 128)
"""Columns of the cases in which rules differ, the widest first."""
_MEASURED, _MEASURED_OF_HEADS = (128, 256), (64, 96)
"""Columns of the cases in which the memory that a kernel needs is measured."""

IsRight = Callable[[Draft, Sequence[tuple[int, int]]], bool]


def with_least_shared(draft: Draft, block: Block, operation: Operation, is_right: IsRight) -> Draft | None:
    """Return a draft with a rule for shared memory that is right at all sizes at which rules differ.

    A constant, or a number for each thread, may suffice for the rows of usual cases though the kernel stages whole
    rows. So every rule is also tried on the longest rows with which the kernel is right at all.
    """
    wide = _widest(draft, operation, is_right)
    threads = _threads(block)
    rules = [replace(draft, smem_bytes=rule) for rule in ("0", *_with_threads(threads))]
    for number in range(len(rules) + 1):
        tried = rules[number] if number < len(rules) else _measured(draft, block, operation, is_right)
        if tried and is_right(tried, ()) and (not wide or is_right(tried, wide)):
            return tried
    return None


def _with_threads(threads: str) -> list[str]:
    return [rule.replace("THREADS", threads) for rule in DYNAMIC_SHARED]


def _threads(block: Block) -> str:
    return "block_x" if block[1] == 1 else "block_x * block_y"


def _widest(draft: Draft, operation: Operation, is_right: IsRight) -> tuple[tuple[int, int], ...]:
    """Return the case of the most columns with which the kernel is right; none if it is right with few only."""
    for n_cols in _WIDTHS_OF_HEADS if operation.further_sizes else _WIDTHS:
        shape = _rows(operation), n_cols
        if is_right(draft, (shape,)):
            return (shape,)
    return ()


def _measured(draft: Draft, block: Block, operation: Operation, is_right: IsRight) -> Draft | None:
    """Measure the memory that two numbers of columns need, and return a draft with the line through both."""
    name = next((size.name for size in operation.sizes if size.of == N_COLS), N_COLS)
    widths = _MEASURED_OF_HEADS if operation.further_sizes else _MEASURED
    first, second = (_needed(draft, (_rows(operation), n_cols), is_right) for n_cols in widths)
    if not first or not second:
        return None
    slope, rest = divmod(second - first, widths[1] - widths[0])
    base = first - slope * widths[0]
    if rest or slope < 0 or base < 0:
        return None
    parts = [f"{slope} * {name}"] if slope else []
    if base and base % math.prod(block) == 0:
        parts.append(f"{base // math.prod(block)} * {_threads(block)}")
    elif base:
        parts.append(str(base))
    return replace(draft, smem_bytes=" + ".join(parts))


def _rows(operation: Operation) -> int:
    return _ROWS_OF_HEADS if operation.further_sizes else _ROWS


def _needed(draft: Draft, shape: tuple[int, int], is_right: IsRight) -> int:
    """Return the least multiple of 4 bytes with which a case is right; 0 if none is."""
    least, most = 0, int(GENEROUS_SHARED) // 4
    if not is_right(draft, (shape,)):
        return 0
    while least < most:
        middle = (least + most) // 2
        if is_right(replace(draft, smem_bytes=str(4 * middle)), (shape,)):
            most = middle
        else:
            least = middle + 1
    return 4 * most
