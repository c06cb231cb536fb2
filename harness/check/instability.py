"""Finds results that rounding moves by more than half their digits, and the source lines whose roundings do most of it.

Takes arrays and a function that makes drawn launches, of all roundings or of one source line's alone; runs nothing.

Limitations: a result that becomes infinite is not instability but a fault of range, which the checks of values find.
Approximate instructions are taken as exact when one line alone is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..operation.precision.rounding import FORMATS, FloatFormat
from ..verdict import Finding, Reason

Place = tuple[int, int]
"""Number of a source file, and line."""
Drawing = Callable[[int, "Place | None"], Mapping[str, NDArray[Any]]]
"""Returns the outputs of one drawn launch, by its number; with a place, one that draws this line's roundings alone."""

MEAN_FAR_ABOVE_SPREAD, MEAN_OF_SHORT_TYPES = 1000, 10
"""Means of inputs whose spread is 1: of f32 and f64, and of types of 16 bits. Raw moments lose their digits there."""
_N_DRAWS, _N_LINE_DRAWS = 4, 2
_SHOWN_LINES = 4
_SHARE = 0.2
"""Part of the largest movement that a line must cause to be shown, unless it takes half of the digits."""
_NEARBY = 64
"""Consecutive elements whose largest value gives the ulp: a result near 0 beside large ones has their errors."""


class Line(NamedTuple):
    """A source line, and how far its roundings alone move the result, in ulp."""

    name: str
    text: str
    moved_ulp: float


class Unstable(NamedTuple):
    """An output that rounding moves by more than half its digits."""

    name: str
    at: int
    """Flat index of the element that moves most."""
    value: float
    moved_ulp: float
    bits: float
    """Bits of the element that are left."""
    precision: int
    """Significant bits of its type."""
    lines: tuple[Line, ...]
    """Those that do most of it, the worst first."""

    def finding(self, inputs: str) -> Finding:
        """Return a note on the output; `inputs` says on which inputs it moves."""
        element = f"{self.name}[{self.at}] = {self.value:.6g}"
        moved = (
            f"rounding alone moves {element} by {self.moved_ulp:,.0f} ulp, so that {self.bits:.0f} of its "
            f"{self.precision} bits are left"
            if np.isfinite(self.moved_ulp)
            else f"rounding alone makes {element} NaN"
        )
        message = [
            f"{moved}, on {inputs}; the lines whose roundings do most of it:",
            *(f"{_far(line.moved_ulp):>12} {line.name}: {line.text}".rstrip(": ") for line in self.lines),
        ]
        source = self.lines[0].name if self.lines else ""
        return Finding(Reason.UNSTABLE_ROUNDING, "\n".join(message), source=source)


def unstable_outputs(
    plain: Mapping[str, NDArray[Any]],
    draw: Drawing,
    lines: Callable[[], Iterable[tuple[Place, str, str]]],
) -> tuple[Unstable, ...]:
    """Return the outputs that rounding moves by more than half their digits, each with the lines that do it.

    `plain` are the outputs of the launch that rounds as usual. `lines` gives the place, name and text of every source
    line that rounds; it is called only if an output moves.
    """
    floats = {name: values for name, values in plain.items() if values.dtype.name in FORMATS and values.size}
    if not floats:
        return ()
    drawn = [draw(number, None) for number in range(_N_DRAWS)]
    moves = {name: _moves(name, values, drawn) for name, values in floats.items()}
    moved = {
        name: own for name, own in moves.items() if own.max() > 2.0 ** (_form(floats[name]).precision // 2)
    }
    if not moved:
        return ()
    by_line: dict[str, list[Line]] = {name: [] for name in moved}
    for place, shown, text in lines():
        some = [draw(number, place) for number in range(_N_LINE_DRAWS)]
        for name in moved:
            most = float(_moves(name, floats[name], some).max())
            by_line[name].append(Line(shown, text, most))
    return tuple(_unstable(name, floats[name], own, by_line[name]) for name, own in moved.items())


def _unstable(name: str, plain: NDArray[Any], moves: NDArray[np.float64], lines: Iterable[Line]) -> Unstable:
    at, precision = int(moves.argmax()), _form(plain).precision
    most = float(moves[at])
    ranked = sorted((line for line in lines if line.moved_ulp > 1), key=lambda line: -line.moved_ulp)
    least = min(_SHARE * ranked[0].moved_ulp, _half_of(plain)) if ranked else 0.0
    return Unstable(
        name=name,
        at=at,
        value=float(plain.reshape(-1)[at]),
        moved_ulp=most,
        bits=max(0.0, precision - float(np.log2(most))),
        precision=precision,
        lines=tuple(line for line in ranked if line.moved_ulp >= least)[:_SHOWN_LINES],
    )


def _far(moved_ulp: float) -> str:
    return f"{moved_ulp:,.0f} ulp" if np.isfinite(moved_ulp) else "NaN"


def _form(values: NDArray[Any]) -> FloatFormat:
    return FORMATS[values.dtype.name]


def _half_of(values: NDArray[Any]) -> float:
    """Return how many ulp take half of the digits."""
    return float(2 ** (_form(values).precision // 2))


def _moves(
    name: str, plain: NDArray[Any], drawn: Sequence[Mapping[str, NDArray[Any]]]
) -> NDArray[np.float64]:
    """Return how far drawn launches move each element, as the RMS in ulp of the largest value nearby.

    An element that a drawn launch makes NaN moves infinitely far.
    """
    values = plain.reshape(-1).astype(np.float64)
    others = np.stack([outputs[name].reshape(-1) for outputs in drawn]).astype(np.float64)
    is_finite = np.isfinite(values) & np.isfinite(others).all(axis=0)
    sizes = np.where(is_finite, np.abs(values), 0.0)
    padded = np.pad(sizes, (0, -len(sizes) % _NEARBY)).reshape(-1, _NEARBY)
    largest = np.repeat(padded.max(axis=1), _NEARBY)[: len(sizes)]
    with np.errstate(all="ignore"):
        moves = (others - values) / _form(plain).ulp(largest)
        found = np.sqrt(np.mean(moves * moves, axis=0))
    found = np.where(is_finite & np.isfinite(found), found, 0.0)
    return np.where(np.isfinite(values) & np.isnan(others).any(axis=0), np.inf, found)
