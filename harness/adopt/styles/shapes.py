"""Lists ways to launch a kernel of any operation, from the shapes of its arrays and the indices that its code uses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...operation.array import Array
from ...operation.model import Operation
from ...operation.size import N_COLS, N_ROWS
from ...variant.launch_rule import LaunchRule
from ...variant.variant import WARP
from ..reading.code_facts import CodeFacts
from .rows import ONE_DIMENSION, TWO_DIMENSIONS, LaunchStyle

_TYPICAL_ROWS, _TYPICAL_COLUMNS = 64, 512
MOST_THREADS = 2 * _TYPICAL_ROWS * _TYPICAL_COLUMNS
"""Threads at typical sizes beyond which most of a launch does nothing, or the work of others again."""
SQUARES = ((16, 16, 1), (32, 32, 1), (8, 8, 1))
"""Blocks of tiles, the most common first."""


def shape_styles(operation: Operation, facts: CodeFacts) -> tuple[LaunchStyle, ...]:
    """Return the styles to try for an operation's kernel, the likeliest first."""
    rows, last = _domain(operation)
    uses_y, uses_z = "ctaid.y" in facts.indices, "ctaid.z" in facts.indices
    has_rows_of_threads = "tid.y" in facts.indices
    if facts.is_known and "ctaid.x" not in facts.indices and not uses_y:
        return (_style("one block", ("1",), _blocks(facts, tiles=False)),)
    found: list[LaunchStyle] = []
    if uses_z:
        found += _in_three(rows, last, facts)
    elif uses_y:
        found += _in_two(rows, last, facts)
    elif has_rows_of_threads:
        found += _rows_of_threads(rows, last)
    else:
        flat, by_row = list(_flat(rows, last)), list(_by_row(rows, last))
        found += [*by_row, *flat] if facts.is_shared else [*flat, *by_row]
    seen: dict[tuple[str, ...], LaunchStyle] = {}
    for style in found:
        if style.requires and not facts.is_shared:
            continue  # threads that work alone need no certain number of columns
        seen.setdefault((*style.grid, str(style.blocks), *style.requires), style)
    return tuple(replace(style, n_threads=_n_threads(style, rows, last)) for style in seen.values())


def _domain(operation: Operation) -> tuple[tuple[str, ...], str]:
    """Return the sizes of the rows, and of a row, of the array that threads share: the one of most dimensions."""

    def weight(array: Array) -> tuple[int, bool]:
        return len(array.shape), array.is_output

    names = operation.shown(max(operation.arrays, key=weight).shape)
    if len(names) == 1:
        names = operation.shown((N_ROWS, N_COLS))
    return names[:-1], names[-1]


def _n_threads(style: LaunchStyle, rows: Sequence[str], last: str) -> int:
    """Return the number of threads of a launch at typical sizes."""
    block = style.blocks[0]
    values = {**dict.fromkeys(rows, _TYPICAL_ROWS), last: _TYPICAL_COLUMNS, "warp": WARP}
    values.update(zip(("block_x", "block_y", "block_z"), block, strict=True))
    return math.prod(block) * math.prod(
        LaunchRule.parse(rule, values).evaluate(values) for rule in style.grid
    )


def _style(
    name: str, grid: Sequence[str], blocks: Sequence[tuple[int, int, int]], parallel: str = ""
) -> LaunchStyle:
    return LaunchStyle(name, tuple(grid), parallel, tuple(blocks))


def _product(sizes: Sequence[str]) -> str:
    return " * ".join(sizes)


def _blocks(facts: CodeFacts, *, tiles: bool) -> tuple[tuple[int, int, int], ...]:
    if "tid.y" not in facts.indices:
        return ONE_DIMENSION
    return (*SQUARES, *TWO_DIMENSIONS[:2]) if tiles else (*TWO_DIMENSIONS, (32, 32, 1))


def _flat(rows: Sequence[str], last: str) -> Iterator[LaunchStyle]:
    total = _product([*rows, last])
    yield _style("one thread per element", [f"ceil_div({total}, block_x)"], ONE_DIMENSION)
    yield _style("one thread per column", [f"ceil_div({last}, block_x)"], ONE_DIMENSION)
    yield _style("one thread per four elements", [f"ceil_div({total}, 4 * block_x)"], ONE_DIMENSION)
    yield _style("one thread per eight elements", [f"ceil_div({total}, 8 * block_x)"], ONE_DIMENSION)
    yield _style("one thread per two elements", [f"ceil_div({total}, 2 * block_x)"], ONE_DIMENSION)


def _by_row(rows: Sequence[str], last: str) -> Iterator[LaunchStyle]:
    all_rows = _product(rows)
    yield _style("one thread per row", [f"ceil_div({all_rows}, block_x)"], ONE_DIMENSION)
    warps = [block for block in ONE_DIMENSION if block[0] >= 32]
    yield _style("one warp per row", [f"ceil_div({all_rows} * warp, block_x)"], warps, "warp")
    yield _style("one block per row", [all_rows], ONE_DIMENSION, "block_x")
    if len(rows) > 1:
        yield _style(f"one block for each of {rows[0]}", [rows[0]], ONE_DIMENSION)
    yield _style("one block per column", [last], ONE_DIMENSION)
    # As many threads as columns, or vectors of a row: the kernel does not loop.
    for width in (1, 4, 2, 8):
        columns = "block_x" if width == 1 else f"{width} * block_x"
        yield LaunchStyle(
            f"one block per row, {width} elements a thread"
            if width > 1
            else "one block per row, a thread an element",
            (all_rows,),
            "block_x",
            tuple(block for block in ONE_DIMENSION if block[0] >= 32),
            requires=(f"{last} == {columns}",),
        )
    yield _style("one warp per column", [f"ceil_div({last} * warp, block_x)"], warps)


def _rows_of_threads(rows: Sequence[str], last: str) -> Iterator[LaunchStyle]:
    all_rows, blocks = _product(rows), (*TWO_DIMENSIONS, (32, 32, 1), (32, 1, 1))
    name = "one row of the block per row"
    yield _style(name, [f"ceil_div({all_rows}, block_y)"], blocks, "block_x")
    yield _style("one column of the block per column", [f"ceil_div({last}, block_x)"], blocks)
    yield _style("one block per row", [all_rows], blocks, "block_x * block_y")
    if len(rows) > 1:
        yield _style(f"one block for each of {rows[0]}", [rows[0]], blocks)


def _in_two(rows: Sequence[str], last: str, facts: CodeFacts) -> Iterator[LaunchStyle]:
    all_rows, tiles = _product(rows), _blocks(facts, tiles=True)
    wide = _blocks(facts, tiles=False)
    if "tid.y" in facts.indices:
        if len(rows) > 1:
            inner = _product(rows[1:])
            yield _style("one row of the block per row", [f"ceil_div({inner}, block_y)", rows[0]], wide)
        yield _style(
            "columns in x, rows in y", [f"ceil_div({last}, block_x)", f"ceil_div({all_rows}, block_y)"], tiles
        )
        yield _style(
            "rows in x, columns in y", [f"ceil_div({all_rows}, block_x)", f"ceil_div({last}, block_y)"], tiles
        )
        grid = [f"ceil_div({last}, 32)", f"ceil_div({all_rows}, 32)"]
        yield _style("tiles of 32 x 32", grid, wide)
        yield _style("tiles of 32 x 32, rows in x", grid[::-1], wide)
        yield _style("one row of the block per row, in y", ["1", f"ceil_div({all_rows}, block_y)"], wide)
        return
    if len(rows) > 1:
        inner = _product(rows[1:])
        yield _style("one block per row", [inner, rows[0]], ONE_DIMENSION)
        yield _style("one block per row", [rows[0], inner], ONE_DIMENSION)
        yield _style("one thread per row", [f"ceil_div({inner}, block_x)", rows[0]], ONE_DIMENSION)
        yield _style("one thread per row", [rows[0], f"ceil_div({inner}, block_x)"], ONE_DIMENSION)
    yield _style("columns in x, rows in y", [f"ceil_div({last}, block_x)", all_rows], ONE_DIMENSION)
    yield _style("rows in x, columns in y", [all_rows, f"ceil_div({last}, block_x)"], ONE_DIMENSION)
    yield _style("one block per row, in y", ["1", all_rows], ONE_DIMENSION, "block_x")
    yield _style("one block per element", [last, all_rows], ONE_DIMENSION)
    # Threads of a tile whose size is in the code.
    for side in (32, 16):
        grid = [f"ceil_div({last}, {side})", f"ceil_div({all_rows}, {side})"]
        yield _style(f"tiles of {side} x {side}", grid, [(side * side, 1, 1)])


def _in_three(rows: Sequence[str], last: str, facts: CodeFacts) -> Iterator[LaunchStyle]:
    blocks = _blocks(facts, tiles=True)
    first, inner = (rows[0], _product(rows[1:])) if len(rows) > 1 else ("1", rows[0])
    in_y = f"ceil_div({inner}, block_y)" if "tid.y" in facts.indices else inner
    yield _style("columns in x, rows in y and z", [f"ceil_div({last}, block_x)", in_y, first], blocks)
    yield _style("rows in x, y and z", [f"ceil_div({inner}, block_x)", first, "1"], blocks)
    yield _style("rows in x and y", [inner, first, "1"], blocks)
    yield _style("rows in y and x", [first, inner, "1"], blocks)
