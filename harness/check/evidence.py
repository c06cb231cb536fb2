"""Input of the checks after a launch: buffers and the device's findings. `harness.launch.memory` makes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..verdict import Finding


@dataclass(frozen=True)
class StrayWrite:
    """A write to memory outside the elements of a buffer."""

    n_elements: int
    """Number of element-sized words that changed."""
    first_byte: int
    """Offset of the first changed word from element (0, 0), in bytes; negative before the array."""
    where: str
    """Description: ``3 elements past the end of row 4 (columns 1000..1002)``."""


@dataclass(frozen=True)
class ImageReport:
    """State of one buffer after the launch."""

    label: str
    """Name of the buffer, such as ``out``."""
    values: NDArray[Any]
    """Elements, without padding."""
    unwritten: NDArray[np.bool_]
    """True for elements that still have the fill pattern; all False for a buffer that was not filled."""
    changed: NDArray[np.bool_]
    """True for elements whose bytes differ from before the launch."""
    strays: tuple[StrayWrite, ...] = ()
    """Writes outside the elements: before the array, after a row, after the array."""
    dims: tuple[int, ...] = ()
    """Sizes of all dimensions if there are more than two; a row is then one of the last dimension."""


@dataclass(frozen=True)
class Evidence:
    """State after the launches of a case: arrays that the kernel writes, by name, its inputs and scratch buffers."""

    outputs: Mapping[str, ImageReport]
    inputs: tuple[ImageReport, ...] = ()
    scratch: tuple[ImageReport, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()
    hung: bool = False
    trapped: bool = False
    """`findings`, `notes`, `hung`, `trapped`: as in `harness.device.base.LaunchResult`."""

    @property
    def values(self) -> dict[str, NDArray[Any]]:
        """Elements of every output, as rows."""
        return {name: report.values for name, report in self.outputs.items()}
