"""What a kernel of an operation is given beside its sizes: kinds of input, vectors over the columns, scalars."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .float_format import FloatFormat

Matrix = NDArray[np.float64]


class Stream(Protocol):
    """Numbers that are the same for a seed on every machine."""

    def uniform(self, *shape: int) -> Matrix:
        """Draw from [0, 1)."""

    def normal(self, *shape: int) -> Matrix:
        """Draw numbers of mean 0 and variance 1, within +-6."""


@dataclass(frozen=True)
class InputKind:
    """One kind of input.

    Parameters
    ----------
    name : str
        As it stands in a case id: small letters, digits and ``_``.
    description : str
        What it holds, in one line.
    make : callable
        ``(stream, n_rows, n_cols, form) -> ndarray of float64, shape (n_rows, n_cols)``, both sizes >= 1;
        values are within the range of `form`.
    """

    name: str
    description: str
    make: Callable[[Any, int, int, FloatFormat], Matrix]


def away_from_one(stream: Stream, n_cols: int, form: FloatFormat) -> Matrix:
    """Draw factors of both signs, none near 0 or 1: in +-[0.5, 0.875) or +-[1.25, 2)."""
    del form
    drawn = stream.uniform(2, n_cols)
    return _signed(np.where(drawn[0] < 0.5, 0.5 + 0.75 * drawn[0], 1.25 + 1.5 * (drawn[0] - 0.5)), drawn[1])


def small_and_signed(stream: Stream, n_cols: int, form: FloatFormat) -> Matrix:
    """Draw terms of both signs, none near 0 and none large: in +-[0.125, 0.375)."""
    del form
    drawn = stream.uniform(2, n_cols)
    return _signed(0.125 + 0.25 * drawn[0], drawn[1])


def _signed(size: Matrix, drawn: Matrix) -> Matrix:
    """Make a size negative where a number drawn from [0, 1) is below a half."""
    signed: Matrix = np.where(drawn < 0.5, -size, size)
    return signed


@dataclass(frozen=True)
class Vector:
    """A role of a kernel's parameter: a pointer to one element a column, of the case's type, that it only reads.

    Parameters
    ----------
    name : str
        What ``args`` calls it.
    meaning : str
        In one line.
    absent : float or None
        What it is full of for a kernel that does not take it; None where every kernel must.
    make : callable
        ``(stream, n_cols, form) -> ndarray of float64, shape (n_cols,)``. No element should be near `absent`, nor
        near 0: what a kernel does with it would not show.
    """

    name: str
    meaning: str
    absent: float | None = None
    make: Callable[[Any, int, FloatFormat], Matrix] = away_from_one


@dataclass(frozen=True)
class Scalar:
    """A role of a kernel's parameter: a ``float`` or ``double`` by value.

    Parameters
    ----------
    name : str
        What ``args`` calls it.
    meaning : str
        In one line.
    values : tuple of float
        What it is in turn, rounded to float32, for a kernel that takes it; the first one, unrounded, is what a
        kernel that does not take it is held to, unless its declaration's ``constants`` say otherwise.
    """

    name: str
    meaning: str
    values: tuple[float, ...]
