"""The rows that a kernel computes together, and patterns of replaced rows that separate these rows.

A launch with a pattern keeps some rows and replaces the others: a kept row that depends on a replaced one changes.
`patterns` divides the rows into classes and keeps each class in half of the launches, no two classes in the same ones.
So two rows of different classes are separated in both directions. 2 classes need 2 launches, 3 need 3, and 6 need 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..lazy import dataclass

WARP = 32
_CLASSES = {2: (2, 2), 3: (3, 3), 4: (6, 5)}
"""Numbers of classes by number of launches, used in turn: 5 classes separate rows at distance 6, 6 classes do not."""

_NEAR = (1, 2, 3, 4, 5, 6, 8, 16)
"""Distances at which rows of a block are separated if possible: neighbours, and the steps of shuffles."""


@dataclass(frozen=True)
class Together:
    """The rows that the launches of a case compute together."""

    n_rows: int
    """Number of rows of the case."""
    in_warp: int = 1
    in_block: int = 1
    in_cluster: int = 1
    """`in_warp`, `in_block`, `in_cluster`: adjacent rows that a warp, a block and a cluster compute at the same
    time, at least 1."""
    in_turn: int = 1
    """Rows of a block, if the blocks share the rows evenly."""
    most: int = 1
    """Largest number of rows that a block or cluster computes, at the same time or one after the other."""
    strides: tuple[int, ...] = ()
    """Distances at which one block may compute rows one after the other: the rows that the grid covers at once, and
    the number of blocks. Empty if the grid covers all rows at once."""

    @classmethod
    def of_launches(cls, n_rows: int, row_threads: int, launches: Sequence[tuple[int, int, int]]) -> Together:
        """Derive them from a row's threads and the launches: blocks of grid and cluster, threads of a block."""
        in_block = max((threads // row_threads for _, _, threads in launches), default=1)
        in_cluster = max((blocks * threads // row_threads for _, blocks, threads in launches), default=1)
        in_turn = max((-(-n_rows * blocks // grid) for grid, blocks, _ in launches), default=1)
        at_most = (min(n_rows, max(1, rows)) for rows in (WARP // row_threads, in_block, in_cluster, in_turn))
        in_warp, in_block, in_cluster, in_turn = at_most
        at_once = {max(1, grid * threads // row_threads) for grid, _, threads in launches}
        rounds = -(-n_rows // min(at_once, default=n_rows))
        # A block may work on one row at a time, whatever is declared.
        strides = at_once | {grid for grid, blocks, _ in launches if blocks == 1}
        return cls(
            n_rows=n_rows,
            in_warp=min(in_warp, in_block),
            in_block=in_block,
            in_cluster=max(in_block, in_cluster),
            in_turn=in_turn,
            most=min(n_rows, max(in_cluster * rounds, in_turn)),
            strides=tuple(sorted(rows for rows in strides if rows < n_rows)),
        )

    def mates(self, row: int) -> Iterator[tuple[str, NDArray[np.intp]]]:
        """Yield the rows that are computed together with `row`, nearest relation first, with words for the relation."""
        rows = np.arange(self.n_rows)
        others = rows[rows != row]
        for words, size in (
            ("which share a warp", self.in_warp),
            ("which share a block", self.in_block),
            ("which share a cluster", self.in_cluster),
        ):
            yield words, others[others // size == row // size]
        for stride in self.strides:
            yield "which one block computes one after the other", others[(others - row) % stride == 0]
        in_turn = others[others // self.in_turn == row // self.in_turn]
        yield "which one block may compute one after the other", in_turn
        yield "which are computed apart", others


def patterns(together: Together, turn: int) -> tuple[NDArray[np.bool_], ...]:
    """Return the rows that each of two to four launches keeps; every row is kept in one and replaced in another."""
    # Consecutive cases have other classes, which separate rows at other distances.
    n_launches = min(max(2, together.most), 4)
    return _patterns(together, n_launches, _CLASSES[n_launches][turn % 2])


@lru_cache(maxsize=1024)
def _patterns(together: Together, n_launches: int, n_classes: int) -> tuple[NDArray[np.bool_], ...]:
    classes = _classes(together, n_classes)
    # Sets of one size do not contain each other, so every class is kept where any other one is replaced.
    kept_in = list(combinations(range(n_launches), n_launches // 2))
    return tuple(
        np.isin(classes, [index for index, kept in enumerate(kept_in) if launch in kept])
        for launch in range(n_launches)
    )


def _classes(together: Together, n_classes: int) -> NDArray[np.intp]:
    """Divide the rows into classes so that as few as possible of the rows that are computed together share one."""
    # Classes follow each other row by row, with a step at every multiple of a stride: without it all rows of a block
    # are of one class if the stride is a multiple of the number of classes.
    rows = np.arange(together.n_rows)
    choices = [
        (rows + step * (rows // stride)) % n_classes
        for stride in together.strides or (together.n_rows,)
        for step in range(n_classes)
    ]
    if not together.strides:
        return choices[0]
    return min(choices, key=lambda classes: _alike(together, classes))


def _alike(together: Together, classes: NDArray[np.intp]) -> float:
    """Return the share of pairs of rows computed together that share a class, summed over the distances."""
    rows = np.arange(together.n_rows)
    pairs_alike = 2.0 * float((classes[:-1] == classes[1:]).mean())
    for distance in _NEAR:
        if distance < together.in_cluster:
            pairs = rows[:-distance] // together.in_cluster == rows[distance:] // together.in_cluster
            pairs_alike += float((classes[:-distance] == classes[distance:])[pairs].mean())
    for stride in together.strides:
        for distance in range(stride, min(together.n_rows, 4 * stride), stride):
            # The next round matters most: its rows are fetched early, and sums are left over for it.
            weight = 4.0 if distance == stride else 1.0
            pairs_alike += weight * float((classes[:-distance] == classes[distance:]).mean())
    return pairs_alike
