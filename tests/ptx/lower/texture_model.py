"""Textures by NumPy, for coordinates and texels whose results are exact.

Coordinates are parts of a texel whose weights are multiples of 1/256, and texels are small integers, so that weights,
products and sums are exact in whatever order and precision they are taken. Source of the rules: CUDA C++ Programming
Guide, "Texture Fetching".
"""

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Texels = NDArray[np.float64]


def index_of(position: int, size: int, mode: str) -> int | None:
    """Return the texel that a position along an axis means; None for the border."""
    if 0 <= position < size:
        return position
    if mode == "border":
        return None
    if mode == "wrap":
        return position % size
    if mode == "mirror":
        folded = position % (2 * size)
        return min(folded, 2 * size - 1 - folded)
    return min(max(position, 0), size - 1)


def sample(
    texels: Texels,
    place: Sequence[float],
    mode: str,
    *,
    is_linear: bool,
    is_normalized: bool,
    border: float = 0,
) -> float:
    """Return the sample of a texture.

    `texels`: shape (z, y, x), the last axes of it for fewer. `place`: x, y, z in texels, or in parts of the extent.
    """
    axes = []
    effective = mode if is_normalized or mode == "border" else "clamp"
    for position, size in zip(place, texels.shape[::-1], strict=True):
        at = position * size if is_normalized else position
        if not is_linear:
            axes.append([(int(np.floor(at)), 1.0)])
            continue
        first = int(np.floor(at - 0.5))
        share = at - 0.5 - first
        axes.append([(first, 1 - share), (first + 1, share)])
    total = 0.0
    for corner in itertools.product(*axes):
        indices = [
            index_of(at, size, effective) for (at, _), size in zip(corner, texels.shape[::-1], strict=True)
        ]
        value = border if None in indices else texels[tuple(indices[::-1])]  # type: ignore[index]
        total += float(np.prod([weight for _, weight in corner])) * float(value)
    return total
