"""What one launch left behind, as the checks receive it.

`harness.launch.buffers` makes these from device memory; nothing here reads memory or decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class StrayWrite:
    """A change to memory that belongs to no element.

    Parameters
    ----------
    n_elements : int
        How many element-sized words changed.
    first_byte : int
        Offset of the first of them from element (0, 0), in bytes; negative before the array.
    where : str
        In words: ``3 elements past the end of row 4 (columns 1000..1002)``.
    """

    n_elements: int
    first_byte: int
    where: str


@dataclass(frozen=True)
class ImageReport:
    """State of one buffer after the launch.

    Parameters
    ----------
    label : str
        Name of the buffer, such as ``out``.
    values : ndarray of the buffer's dtype, shape (n_rows, n_cols)
        The elements, without padding.
    unwritten : ndarray of bool, same shape
        Elements that still hold the fill pattern; all False for a buffer that was not filled with it.
    changed : ndarray of bool, same shape
        Elements whose bytes differ from before the launch.
    strays : tuple of StrayWrite
        Changes outside the elements: before the array, behind a row, behind the array.
    """

    label: str
    values: NDArray[Any]
    unwritten: NDArray[np.bool_]
    changed: NDArray[np.bool_]
    strays: tuple[StrayWrite, ...] = ()
