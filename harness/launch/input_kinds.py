"""Kinds of input: how their numbers are made, from a stream that is the same on every machine.

Each kind exposes certain mistakes. Except in ``constant`` and intended ties, all rows and columns differ, which
exposes a shifted row or column. Several kinds go beyond 89, where ``exp`` overflows float32, which exposes a missing
subtraction of the maximum. The heaviest element of a row is where loops go wrong (last, first, next to a warp's end,
in the ``n_cols % 4`` tail): a sum without it makes every output of the row wrong.

The numbers come from the raw 64-bit stream of PCG64, which NumPy keeps the same for a seed across versions (NEP 19),
by integer arithmetic, addition and multiplication only. NumPy's distributions have no such guarantee.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from ..operation.given import InputKind
from ..operation.kinds import HUGE_SHARE, INPUT_KIND_MEANINGS
from ..operation.precision.rounding import FloatFormat

Matrix = NDArray[np.float64]

_HALF_AS_MANY = 6
"""Raw numbers per normal number: each gives two uniform numbers of 32 bits."""
_PIECE = 1 << 14
"""Elements that are made together: 128 KiB."""


class RawStream:
    """Numbers from PCG64's raw output."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def uniform(self, *shape: int) -> Matrix:
        """Draw uniform numbers from [0, 1) with 53 bits."""
        # 53 bits are a double's significand, so shift and product are exact on every machine.
        raw: NDArray[np.uint64] = self._bits.random_raw(math.prod(shape))
        return np.asarray((raw >> np.uint64(11)).reshape(shape) * 2.0**-53)

    def normal(self, *shape: int) -> Matrix:
        """Draw sums of twelve 32-bit uniforms minus 6: mean 0, variance 1, within +-6, by addition only."""
        numbers = np.empty(math.prod(shape))
        turns = [self._bits] * _HALF_AS_MANY
        if numbers.size > _PIECE:
            # Draws a whole array's numbers, in the same order, by pieces that stay in the cache.
            turns = [self._from_here(turn * numbers.size) for turn in range(_HALF_AS_MANY)]
            self._bits.advance(_HALF_AS_MANY * numbers.size)
        for start in range(0, numbers.size, _PIECE):
            piece = numbers[start : start + _PIECE]
            total = np.zeros(piece.size, dtype=np.uint64)
            for bits in turns:
                # A sum of integers has no rounding, so the order does not matter; twelve of 32 bits fit 64.
                raw: NDArray[np.uint64] = bits.random_raw(piece.size)
                total += raw >> np.uint64(32)
                total += raw & np.uint64(0xFFFFFFFF)
            np.multiply(total, 2.0**-32, out=piece)
            piece -= 6.0
        return numbers.reshape(shape)

    def _from_here(self, n: int) -> np.random.PCG64:
        bits = np.random.PCG64(0)
        bits.state = self._bits.state
        bits.advance(n)
        return bits


def heavy_columns(n_cols: int) -> tuple[int, ...]:
    """List the columns of the heaviest elements; the rows go through them in turn."""
    # last, first, next to a warp's end, in the tail of a loop over vectors: where loops go wrong
    wanted = (n_cols - 1, 0, n_cols - 2, 32, n_cols - 3, 31, n_cols // 3, 1, 33, 256, 255)
    return tuple(dict.fromkeys(column for column in wanted if 0 <= column < n_cols))


def _by_row(n_rows: int, *values: float) -> Matrix:
    return np.resize(np.array(values, dtype=np.float64), (n_rows, 1))


def _spread(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Ordinary rows of several widths and offsets beyond +-89, each with one heavy element."""
    rows = stream.normal(n_rows, n_cols) * _by_row(n_rows, 2.0, 8.0, 4.0, 1.5)
    heavy = heavy_columns(n_cols)
    for row in range(n_rows):
        rows[row, heavy[row % len(heavy)]] = rows[row].max() + 1.5
    return rows + _by_row(n_rows, 100.0, 0.0, -120.0, 30.0, 95.0)


def _normal(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Long sums of terms of similar size."""
    return stream.normal(n_rows, n_cols)


def _uniform80(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Results over many magnitudes within one row."""
    return stream.uniform(n_rows, n_cols) * 160.0 - 80.0


def _huge1e4(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Both signs, and rows that mix them; neighbours differ by at least a few ulps of the format."""
    # In 16 bits neighbouring numbers near 1e4 are 8 or 64 apart; smaller steps would make the rows constant.
    step = max(2.0, 2.0 * float(form.ulp(np.array(1e4))))
    rows = stream.normal(n_rows, n_cols) * step
    signs = np.where(stream.uniform(n_rows, n_cols) < 0.5, -1.0, 1.0)
    base = np.broadcast_to(_by_row(n_rows, 1e4, -1e4, 0.0), rows.shape)
    return rows + np.where(base == 0.0, signs * 1e4, base)


def _huge3e38(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Differences overflow to infinity, which exp turns into 0; one row in three has a tie at the top."""
    top = HUGE_SHARE * form.largest
    rows = (stream.uniform(n_rows, n_cols) * 2.0 - 1.0) * top
    heavy = heavy_columns(n_cols)
    for row in range(n_rows):
        column = heavy[row % len(heavy)]
        if row % 3 == 1:
            rows[row] = -top
            rows[row, column] = -0.5 * top
        else:
            rows[row, column] = top
        if row % 3 == 2 and n_cols > 2:
            rows[row, (column + 1) % n_cols] = top
    return rows


def _subnormal(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Subnormal numbers among ordinary ones: flushing them to zero must not change a result visibly."""
    tiny = (stream.uniform(n_rows, n_cols) * 2.0 - 1.0) * form.smallest_normal
    ordinary = stream.normal(n_rows, n_cols) * 2.0
    is_tiny = stream.uniform(n_rows, n_cols) < 0.5
    rows = np.where(is_tiny, tiny, ordinary)
    # Every fourth row is all subnormal; its result is 1 / n_cols up to rounding.
    rows[1::4] = tiny[1::4]
    return rows


def _ascending(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows in which every element changes an online maximum; slow and fast climbs."""
    steps = stream.uniform(n_rows, n_cols) + 0.5
    total = _by_row(n_rows, 20.0, 5.0, 160.0, 60.0)
    climb = np.cumsum(steps, axis=1) * (total / n_cols)
    return climb + _by_row(n_rows, 80.0, -5.0, -200.0, 0.0, 30.0)


def _descending(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows whose sum adds ever smaller terms; the tail is light."""
    return _ascending(stream, n_rows, n_cols, form)[:, ::-1]


def _constant(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """All results are 1 / n_cols, some rows beyond +-89."""
    # 88.75 is just above the logarithm of float32's largest number, 88.72.
    return np.broadcast_to(_by_row(n_rows, 100.0, 0.0, -120.0, 88.75, -7.5, 1e4), (n_rows, n_cols))


def _spike(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """One element above the rest, at alternating positions."""
    # The first of the four heights gives the spike at least half of the row's weight, the third all of it. The second
    # is just above 24 ln 2: each other term is just below half an ulp of a float32 sum that begins with the spike,
    # and is lost. That is the worst case of summation.
    rows = np.repeat(_by_row(n_rows, 100.0, 0.0, -130.0, 0.0), n_cols, axis=1)
    heights = (math.log(n_cols) + 1.0, 16.64, 200.0, 1.0)
    # In a quarter of the rows the other elements vary.
    rows[3::4] += stream.normal(n_rows, n_cols)[3::4]
    heavy = heavy_columns(n_cols)
    for row in range(n_rows):
        rows[row, heavy[row % len(heavy)]] = rows[row].max() + heights[row % len(heights)]
    return rows


def _rounding_ties(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Halves up to 127, odd numbers and halves up to 448, and tiny rows whose scale is a few subnormals of float32."""
    # The heavy element makes ``max / 127`` and ``max / 448`` exactly 1. Where that scale rounds to one subnormal,
    # quotients are up to 190.
    halves = np.floor(stream.uniform(n_rows, n_cols) * 254.0) - 126.5
    small = stream.uniform(n_rows, n_cols) < 0.25
    halves[small] = np.where(halves[small] < 0.0, -0.5, 0.5)
    rows: Matrix = halves.copy()
    rows[1::3] = np.where(small, halves, 4.0 * np.floor(halves / 2.0) + 1.0)[1::3]
    rows[1::3] = np.clip(rows[1::3], -448.0, 448.0)
    rows[2::3] = np.floor(1.5 * halves[2::3]) * 2.0**-149
    heavy = heavy_columns(n_cols)
    for row in range(n_rows):
        rows[row, heavy[row % len(heavy)]] = (127.0, -448.0, 190.0 * 2.0**-149)[row % 3]
    return rows


def in_units(rows: Matrix, units: Sequence[float]) -> Matrix:
    """Return rows of ties in several units, in turn; tiny rows stay as they are."""
    n_rows = rows.shape[0]
    unit = np.array(units)[np.arange(n_rows) // 3 % len(units)]
    unit[2::3] = 1.0
    return np.asarray(rows * unit[:, np.newaxis])


def _neg_inf_some(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows with a quarter of -inf; the heavy element stays unless it is the only one."""
    rows = _spread(stream, n_rows, n_cols, form)
    holes = stream.uniform(n_rows, n_cols) < 0.25
    heavy = heavy_columns(n_cols)
    for row in range(n_rows):
        column = heavy[row % len(heavy)]
        holes[row, (column + 1) % n_cols] = True
        holes[row, column] = n_cols == 1 and row % 2 == 0
    # Every fourth row is an ordinary one.
    holes[1::4] = False
    rows[holes] = -np.inf
    return rows


def _neg_inf_leading(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows in which an online maximum of -inf meets -inf, and some lanes see only -inf."""
    rows = _spread(stream, n_rows, n_cols, form)
    # With 33 every lane of a warp begins with -inf; n_cols - 1 leaves one finite element.
    lengths = (max(1, n_cols // 2), 0, 1, 2, n_cols - 1, 33)
    for row in range(n_rows):
        # A single column cannot lead another: every other row is -inf.
        length = 1 - row % 2 if n_cols == 1 else min(lengths[row % len(lengths)], n_cols - 1)
        rows[row, :length] = -np.inf
    return rows


def _neg_inf_all(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Every other row is all -inf; its result is NaN by contract."""
    rows = _spread(stream, n_rows, n_cols, form)
    rows[::2] = -np.inf
    return rows


def _planted(rows: Matrix, *places: Sequence[tuple[int | slice, float]]) -> Matrix:
    """Write values into the columns of rows, which go through the places in turn."""
    for row in range(len(rows)):
        for columns, value in places[row % len(places)]:
            rows[row, columns] = value
    return rows


_ALL = slice(None)


def _pos_inf(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows whose result is NaN by contract: +inf first, last, within, next to -inf and throughout."""
    rows, inf = _spread(stream, n_rows, n_cols, form), math.inf
    both = ((0, -inf), (-1, inf))
    return _planted(rows, ((-1, inf),), (), ((0, inf),), ((n_cols // 2, inf),), both, ((_ALL, inf),))


def _nan(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows whose result is NaN by contract: NaN first, last, within, next to -inf and throughout."""
    rows, nan = _spread(stream, n_rows, n_cols, form), math.nan
    both = ((_ALL, -math.inf), (-1, nan))
    return _planted(rows, ((0, nan),), (), ((n_cols // 2, nan),), ((-1, nan),), both, ((_ALL, nan),))


def _sweep(stream: RawStream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows that are cheap to make: uniform, with a heavy last element, a heavy first element, or none."""
    rows = stream.uniform(n_rows, n_cols) * 8.0 - 4.0
    rows[0::3, -1] = 5.0
    rows[1::3, 0] = 5.0
    return rows + _by_row(n_rows, 100.0, -120.0, 0.0)


def _kind(make: Callable[..., Matrix]) -> InputKind:
    name = make.__name__.removeprefix("_")
    return InputKind(name, INPUT_KIND_MEANINGS[name], make)


_MAKERS = (
    _spread, _normal, _uniform80, _huge1e4, _huge3e38, _subnormal, _ascending, _descending, _constant, _spike,
    _rounding_ties, _neg_inf_some, _neg_inf_leading, _neg_inf_all, _pos_inf, _nan, _sweep,
)  # fmt: skip
KINDS: Mapping[str, InputKind] = MappingProxyType({kind.name: kind for kind in map(_kind, _MAKERS)})
"""Every kind by name: the matrix's in its order, then the width sweep's."""
