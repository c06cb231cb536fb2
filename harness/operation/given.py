"""Inputs of an operation's kernels: kinds of input, vectors over the columns, scalars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..lazy import dataclass
from .precision.rounding import FloatFormat

Matrix = NDArray[np.float64]


class Stream(Protocol):
    """A random number generator that gives the same numbers for a seed on every machine."""

    def uniform(self, *shape: int) -> Matrix:
        """Draw from [0, 1)."""

    def normal(self, *shape: int) -> Matrix:
        """Draw numbers of mean 0 and variance 1, within +-6."""


@dataclass(frozen=True)
class InputKind:
    name: str
    """Name in case ids: lowercase letters, digits and ``_``."""
    description: str
    """Description of the values, in one line."""
    make: Callable[[Any, int, int, FloatFormat], Matrix]
    """``(stream, n_rows, n_cols, form) -> ndarray of float64, shape (n_rows, n_cols)``, both sizes at least 1. The
    values must be within the range of `form`."""


def away_from_one(stream: Stream, n_cols: int, _form: FloatFormat) -> Matrix:
    """Draw factors of both signs, none near 0 or 1: in +-[0.5, 0.875) or +-[1.25, 2)."""
    drawn = stream.uniform(2, n_cols)
    return _signed(np.where(drawn[0] < 0.5, 0.5 + 0.75 * drawn[0], 1.25 + 1.5 * (drawn[0] - 0.5)), drawn[1])


def small_and_signed(stream: Stream, n_cols: int, _form: FloatFormat) -> Matrix:
    """Draw terms of both signs, none near 0 and none large: in +-[0.125, 0.375)."""
    drawn = stream.uniform(2, n_cols)
    return _signed(0.125 + 0.25 * drawn[0], drawn[1])


def probability_rows(stream: Stream, shape: tuple[int, ...], _form: FloatFormat) -> Matrix:
    """Draw rows of probabilities of several magnitudes that add up to 1, as a softmax gives; some are 0."""
    drawn = stream.uniform(2, *shape)
    weights = np.where(drawn[1] < 0.125, 0.0, drawn[0] ** 4)
    # No row is all zeros.
    weights[:, 0] += 0.5
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def mask_rows(stream: Stream, shape: tuple[int, ...], _form: FloatFormat) -> Matrix:
    """Draw rows of 0 and 1 in turn: half of them 1, most of them 1, none, all, the last one alone."""
    drawn = stream.uniform(*shape)
    shares = np.resize(np.array([0.5, 0.875, 0.0, 1.0, 0.0]), (shape[0], 1))
    rows: Matrix = np.where(drawn < shares, 1.0, 0.0)
    rows[4::5, -1] = 1.0
    return rows


def for_each_row(make: Callable[[Any, int, FloatFormat], Matrix]) -> Callable[..., Matrix]:
    """Adapt a function that draws a vector, such as `away_from_one`, to ``Array.values`` of a shape of one size."""
    return lambda stream, shape, form: make(stream, shape[0], form)


def signed_uniform(stream: Stream, shape: tuple[int, ...], _form: FloatFormat) -> Matrix:
    """Draw from [-1, 1), as sines and cosines are."""
    return np.asarray(2.0 * stream.uniform(*shape) - 1.0)


def centred(stream: Stream, shape: tuple[int, ...], _form: FloatFormat) -> Matrix:
    """Draw rows from [-0.5, 0.5), smaller the longer they are, so that products of rows stay moderate."""
    return np.asarray((stream.uniform(*shape) - 0.5) * min(1.0, 16.0 / shape[-1]))


def signed_normal(stream: Stream, shape: tuple[int, ...], _form: FloatFormat) -> Matrix:
    """Draw normally distributed numbers."""
    return np.asarray(stream.normal(*shape))


FREE_VALUES = (centred, signed_normal)
"""Values without a condition: a kernel must be right with any other finite numbers, too."""


def _signed(size: Matrix, drawn: Matrix) -> Matrix:
    """Return `size`, negated where `drawn` from [0, 1) is below 0.5."""
    return np.asarray(np.where(drawn < 0.5, -size, size))


@dataclass(frozen=True)
class Scalar:
    """A kernel parameter of type ``float`` or ``double``, passed by value."""

    name: str
    """Name in ``args``."""
    meaning: str
    """Description in one line."""
    values: tuple[float, ...]
    """Values for a kernel that takes the scalar, used in turn and rounded to float32. A kernel that does not take it is
    checked with the first value, unrounded, unless its declaration's ``constants`` give another."""
