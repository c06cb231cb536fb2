"""Lanes of a mask, and places in a grid or a block as they are written."""

from __future__ import annotations

from collections.abc import Sequence

from ..ptx.layout import LANES


def lanes_of(mask: int) -> list[int]:
    """Return the lanes of a mask, ascending."""
    return [lane for lane in range(LANES) if mask >> lane & 1]


def in_grid(linear: int, extents: Sequence[int]) -> str:
    """Return the index of a thread in its block, or of a block in its grid, as in CUDA: ``(17, 0, 0)``."""
    x, y = linear % extents[0], linear // extents[0] % extents[1]
    return f"({x}, {y}, {linear // (extents[0] * extents[1])})"
