"""One relation between two launches, and the words in which its findings say what changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..verdict import Finding, Reason
from .comparison import OutputComparison, shown
from .positions import describe, element_name

Outputs = Mapping[str, NDArray[Any]]
"""Elements of every output of a launch, by name, as rows: an ndarray of the output's type, two dimensions."""

Dims = Mapping[str, tuple[int, ...]]
"""Sizes of all dimensions of each output, by name, if they are more than two."""
NO_DIMS: Dims = MappingProxyType({})


@dataclass(frozen=True)
class Property:
    """One relation between the first and a further launch of one case."""

    what: str
    """Description of the further launch."""
    findings: Callable[[Outputs], list[Finding]]
    """``(outputs) -> list of Finding``. The outputs of the further launch, with the types and shapes of the first
    launch's. All elements are written."""
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """Inputs that differ from the first launch's, each in its declared shape and type."""
    schedule: int | None = None
    """Seed of the order of blocks, warps and lanes; None for the order of the first launch."""
    held: slice | NDArray[np.bool_] | None = None
    """Mask of the rows whose results must have the bits of the first launch; None if every result may differ."""
    perturbation: int | None = None
    """Seed of errors of approximate instructions; None for the first launch's errors. `findings` must hold without
    these errors, too: not every device can choose them."""
    before: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """Inputs of a launch that runs before this one and leaves other values; empty for no such launch."""
    moved: bool = False
    """Whether the buffers of the further launch are at other addresses, on a device that can choose them."""


def bits(values: NDArray[Any]) -> NDArray[Any]:
    """Return the elements as unsigned integers."""
    return np.ascontiguousarray(values).view(np.dtype(f"u{values.dtype.itemsize}"))


def exact(values: NDArray[Any]) -> NDArray[Any]:
    """Return the elements in float64, integers in int64."""
    if values.dtype.kind in "iu":
        return values.astype(np.int64)
    # The poison of an unwritten element is a signalling NaN, and its conversion raises the invalid flag.
    with np.errstate(invalid="ignore"):
        widened: NDArray[np.float64] = values.astype(np.float64)
    return widened


def about(reason: Reason, message: str, name: str, outputs: Collection[str], count: int | np.intp) -> Finding:
    """Return a finding about `count` elements of one output."""
    return Finding(reason, named(message, name, outputs), count=int(count))


def named(message: str, name: str, outputs: Collection[str]) -> str:
    """Return a message about one output, which names the output unless it is the only one and called ``out``."""
    return message if list(outputs) == ["out"] else f"{name}: {message}"


def changed(
    differs: NDArray[np.bool_], before: NDArray[Any], after: NDArray[Any], dims: tuple[int, ...] = ()
) -> str:
    """Describe the elements that differ: their number, the first one, and their places."""
    row, column = (int(index) for index in np.unravel_index(int(np.argmax(differs)), differs.shape))
    return (
        f"{np.count_nonzero(differs)} of {differs.size} elements\n"
        f"first at {element_name(row, column, dims)}: {shown(exact(before[row, column]))}, then "
        f"{shown(exact(after[row, column]))}\ndifferent: {describe(differs, dims=dims)}"
    )


def moved(comparison: OutputComparison, *, row_offset: int = 0) -> str:
    """Describe the elements that moved by more than their bounds, the worst one first."""
    worst = comparison.worst
    assert worst is not None, "an element is wrong, so one was compared"
    return (
        f"{comparison.n_wrong} of {comparison.n_total} elements moved by more than both bounds together\n"
        f"worst at {element_name(worst.row + row_offset, worst.column, comparison.dims)}: {shown(worst.expected)} "
        f"became {shown(worst.got)}, allowed +-{worst.allowed:.3g}"
    )
