"""Makes the input of a case from its kind, shape, dtype and seed: the same bytes everywhere, every time.

Each kind is an adversary of some mistake. No kind but ``constant`` (and ties on purpose) leaves rows or
columns interchangeable, so a shifted row or column shows; several go beyond 89, where ``exp`` overflows
float32, so a missing subtraction of the maximum shows; and the heaviest element of a row sits where loops
go wrong (last, first, next to a warp's end, in the ``n_cols % 4`` tail), so an element that is left out of
a sum shows in every output of its row.

Numbers are made from the raw 64-bit stream of PCG64, which NumPy keeps the same for a seed across versions
(NEP 19), by integer arithmetic, addition and multiplication only. NumPy's own distributions do not have
that guarantee.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.float_format import FloatFormat, float_format
from ..operation.given import InputKind
from ..operation.model import Operation, Problem
from ..variant.case import INPUT_KIND_MEANINGS, VALUES_FORM, Case, values_bytes, values_kind

Matrix = NDArray[np.float64]

_HALF_AS_MANY = 6
"""Raw numbers in a normal one: each has two uniforms of 32 bits."""
_PIECE = 1 << 14
"""Elements that are made together, of 128 KiB."""

# An array of so many float64, and others beside it, still has addresses.
_MOST_ELEMENTS = 2**58


class _Stream:
    """Numbers from PCG64's raw output."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def uniform(self, *shape: int) -> Matrix:
        """Draw from [0, 1) with 53 bits."""
        raw: NDArray[np.uint64] = self._bits.random_raw(math.prod(shape))
        numbers: Matrix = (raw >> np.uint64(11)).reshape(shape) * 2.0**-53
        return numbers

    def normal(self, *shape: int) -> Matrix:
        """Draw sums of twelve 32-bit uniforms less 6: mean 0, variance 1, within +-6, by addition alone."""
        numbers = np.empty(math.prod(shape))
        turns = [self._bits] * _HALF_AS_MANY
        if numbers.size > _PIECE:
            # What is drawn one after the other for a whole array is drawn in pieces that stay in the cache.
            turns = [self._from_here(turn * numbers.size) for turn in range(_HALF_AS_MANY)]
            self._bits.advance(_HALF_AS_MANY * numbers.size)
        for start in range(0, numbers.size, _PIECE):
            piece = numbers[start : start + _PIECE]
            total = np.zeros(piece.size, dtype=np.uint64)
            for bits in turns:
                raw: NDArray[np.uint64] = bits.random_raw(piece.size)
                total += raw >> np.uint64(32)
                total += raw & np.uint64(0xFFFFFFFF)
            np.multiply(total, 2.0**-32, out=piece)
            piece -= 6.0
        return numbers.reshape(shape)

    def _from_here(self, n: int) -> np.random.PCG64:
        """Return a generator that goes on where this one will be after so many numbers."""
        bits = np.random.PCG64(0)
        bits.state = self._bits.state
        bits.advance(n)
        return bits


def heavy_columns(n_cols: int) -> tuple[int, ...]:
    """List the columns that take turns, row by row, in holding a row's heaviest element.

    Parameters
    ----------
    n_cols : int
        Row length, >= 1.

    Returns
    -------
    tuple of int
        Distinct columns, the last one first: the three last, the first two, both sides of the ends of a
        warp and of a block of 256, and a third of the way.
    """
    wanted = (n_cols - 1, 0, n_cols - 2, 32, n_cols - 3, 31, n_cols // 3, 1, 33, 256, 255)
    return tuple(dict.fromkeys(column for column in wanted if 0 <= column < n_cols))


def make_input(
    kind: str, n_rows: int, n_cols: int, dtype: str, seed: int, own_kinds: Sequence[InputKind] = ()
) -> NDArray[Any]:
    """Make the input of a case.

    Parameters
    ----------
    kind : str
        A name in `KINDS`, or one that holds the values itself (`harness.variant.case.values_kind`): they go round
        until the matrix is full, row by row.
    n_rows, n_cols : int
        Shape; 0 gives an empty array.
    dtype : str
        ``float16``, ``bfloat16``, ``float32`` or ``float64``.
    seed : int
        Seed of PCG64, >= 0.
    own_kinds : sequence of InputKind
        Further kinds, of an operation's own.

    Returns
    -------
    ndarray of `dtype`, shape (n_rows, n_cols), C-contiguous
        Rounded from float64 once. Kinds with special values mix rows that hold them with ordinary rows,
        beginning with a row that does.

    Raises
    ------
    ValueError
        `kind` or `dtype` is not known, or a size or the seed is negative.
    """
    kinds = KINDS if kind in KINDS else {own.name: own for own in own_kinds}
    values = None if kind in kinds else values_bytes(kind, dtype)
    if kind not in kinds and values is None:
        names = ", ".join((*KINDS, *(own.name for own in own_kinds)))
        raise ValueError(f"input kind must be one of {names}, {VALUES_FORM} (got {kind!r})")
    if min(n_rows, n_cols, seed) < 0:
        raise ValueError(f"n_rows, n_cols and seed must not be negative (got {n_rows}, {n_cols} and {seed})")
    form = float_format(dtype)
    if n_rows == 0 or n_cols == 0:
        return np.empty((n_rows, n_cols), dtype=form.dtype)
    if n_rows * n_cols > _MOST_ELEMENTS:
        raise MemoryError(f"{n_rows}x{n_cols} elements do not fit into an address space")
    if values is not None:
        return np.resize(values_of_kind(kind, dtype), (n_rows, n_cols))
    exact = kinds[kind].make(_Stream(seed), n_rows, n_cols, form)
    return np.ascontiguousarray(exact.astype(form.dtype))


def input_of(case: Case, *, n_rows: int | None = None) -> NDArray[Any]:
    """Make the input of a case, or as many rows of the same kind; see `make_input`."""
    rows = case.shape.n_rows if n_rows is None else n_rows
    own_kinds = case.variant.operation.own_kinds
    return make_input(case.kind, rows, case.shape.n_cols, case.dtype, case.seed, own_kinds)


def problem_of(case: Case, inp: NDArray[Any] | None = None) -> Problem:
    """Make everything that the kernel of a case receives to work on.

    Parameters
    ----------
    case : Case
        Says kind, shape, type and seed.
    inp : ndarray of the case's dtype, shape (n_rows, n_cols), optional
        The input, instead of what the case's kind and seed make.

    Returns
    -------
    Problem
        Vectors and scalars that the kernel takes depend on the seed; the others are what they are without it, and
        scalars what the declaration's ``constants`` say.

    Raises
    ------
    SpecError
        A rule of the declaration has no value here.
    """
    variant, operation = case.variant, case.variant.operation
    given = variant.given
    return Problem(
        inp=input_of(case) if inp is None else inp,
        dtype=case.dtype,
        how=operation.parse_arithmetic(variant.arithmetic),
        row_threads=variant.row_threads(case.shape, case.block, case.dtype),
        vectors=_vectors(operation, given, case) if operation.vectors else {},
        scalars=_scalars(operation, given, case) if operation.scalars else {},
        given=given,
    )


def _vectors(operation: Operation, given: frozenset[str], case: Case) -> dict[str, NDArray[Any]]:
    form = float_format(case.dtype)
    vectors: dict[str, NDArray[Any]] = {}
    for vector in operation.vectors:
        if vector.name in given:
            # Numbers of their own: a vector that follows the input would hide one taken for the other.
            stream = _Stream(zlib.crc32(f"{vector.name}-{case.seed}".encode("ascii")))
            exact = vector.make(stream, case.shape.n_cols, form)
        else:
            exact = np.full(case.shape.n_cols, vector.absent)
        vectors[vector.name] = np.ascontiguousarray(exact.astype(form.dtype))
    return vectors


def _scalars(operation: Operation, given: frozenset[str], case: Case) -> dict[str, float]:
    scalars: dict[str, float] = {}
    for scalar in operation.scalars:
        value = scalar.values[0]
        if scalar.name in case.variant.constants:
            value = case.variant.constants[scalar.name]
        elif scalar.name in given:
            value = scalar.values[case.seed % len(scalar.values)]
        # What is passed by value is a number of either width.
        scalars[scalar.name] = float(np.float32(value)) if scalar.name in given else value
    return scalars


def kind_of_values(values: NDArray[Any]) -> str:
    """Return the name of the input kind that holds some values.

    Parameters
    ----------
    values : ndarray of float16, bfloat16, float32 or float64, shape (n,)
        Kept bit by bit; ``n`` is at least 1 and all of them take at most
        `harness.variant.case.MAX_VALUES_BYTES` bytes.
    """
    size = values.dtype.itemsize
    bits = np.ascontiguousarray(values).view(f"u{size}").astype(f">u{size}")
    return values_kind(bits.tobytes(), values.dtype.name)


def values_of_kind(kind: str, dtype: str) -> NDArray[Any]:
    """Return the values that an input kind holds, bit by bit; the reverse of `kind_of_values`.

    Raises
    ------
    ValueError
        The kind makes its values itself.
    """
    values = values_bytes(kind, dtype)
    if values is None:
        raise ValueError(f"an input kind of given values is wanted, {VALUES_FORM} (got {kind!r})")
    form = float_format(dtype)
    # Through an integer of the same width: not every element type has a byte order of its own.
    word = np.dtype(f">u{form.itemsize}")
    return np.frombuffer(values, word).astype(word.newbyteorder("=")).view(form.dtype)


def _by_row(n_rows: int, *values: float) -> Matrix:
    """Repeat a pattern of per-row numbers as a column of `n_rows`."""
    return np.resize(np.array(values, dtype=np.float64), (n_rows, 1))


def _spread(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Ordinary rows of several widths and offsets beyond +-89, each with one heavy element."""
    del form
    rows = stream.normal(n_rows, n_cols) * _by_row(n_rows, 2.0, 8.0, 4.0, 1.5)
    heavy = heavy_columns(n_cols)
    for row in range(n_rows):
        rows[row, heavy[row % len(heavy)]] = rows[row].max() + 1.5
    return rows + _by_row(n_rows, 100.0, 0.0, -120.0, 30.0, 95.0)


def _normal(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Long sums of terms of like size."""
    del form
    return stream.normal(n_rows, n_cols)


def _uniform80(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Results over many magnitudes within one row."""
    del form
    return stream.uniform(n_rows, n_cols) * 160.0 - 80.0


def _huge1e4(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Both signs, and rows that mix them; neighbours differ by a few ulps of the format at least."""
    # In 16 bits neighbouring numbers near 1e4 are 8 or 64 apart; smaller steps would make the rows constant.
    step = max(2.0, 2.0 * float(form.ulp(np.array(1e4))))
    rows = stream.normal(n_rows, n_cols) * step
    signs = np.where(stream.uniform(n_rows, n_cols) < 0.5, -1.0, 1.0)
    base = np.broadcast_to(_by_row(n_rows, 1e4, -1e4, 0.0), rows.shape)
    return rows + np.where(base == 0.0, signs * 1e4, base)


def _huge3e38(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Differences overflow to infinity, which exp turns into 0; one row in three has a tie at the top."""
    top = 0.88 * form.largest
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


def _subnormal(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Subnormal numbers among ordinary ones: an input flushed to zero changes nothing that shows."""
    tiny = (stream.uniform(n_rows, n_cols) * 2.0 - 1.0) * form.smallest_normal
    ordinary = stream.normal(n_rows, n_cols) * 2.0
    is_tiny = stream.uniform(n_rows, n_cols) < 0.5
    rows = np.where(is_tiny, tiny, ordinary)
    # Every fourth row holds nothing else, and is 1 / n_cols to rounding.
    rows[1::4] = tiny[1::4]
    return rows


def _ascending(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows at every element of which an online maximum changes; slow and fast climbs."""
    del form
    steps = stream.uniform(n_rows, n_cols) + 0.5
    total = _by_row(n_rows, 20.0, 5.0, 160.0, 60.0)
    climb = np.cumsum(steps, axis=1) * (total / n_cols)
    return climb + _by_row(n_rows, 80.0, -5.0, -200.0, 0.0, 30.0)


def _descending(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows whose sum meets ever smaller terms; the tail is light."""
    return _ascending(stream, n_rows, n_cols, form)[:, ::-1]


def _constant(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """All results are 1 / n_cols, some rows beyond +-89."""
    del stream, form
    return np.broadcast_to(_by_row(n_rows, 100.0, 0.0, -120.0, 88.75, -7.5, 1e4), (n_rows, n_cols))


def _spike(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """One element above the rest, in turning places."""
    del form
    # Of the four heights the first gives the spike half of the row's weight or more and the third all of
    # it. The second is just above 24 ln 2: each of the other terms is then just below half an ulp of a
    # float32 sum that begins with the spike, and is lost entirely, which is the worst that summing can do.
    rows = np.repeat(_by_row(n_rows, 100.0, 0.0, -130.0, 0.0), n_cols, axis=1)
    heights = (math.log(n_cols) + 1.0, 16.64, 200.0, 1.0)
    # A quarter of the rows are not flat beside the spike.
    rows[3::4] += stream.normal(n_rows, n_cols)[3::4]
    heavy = heavy_columns(n_cols)
    for row in range(n_rows):
        rows[row, heavy[row % len(heavy)]] = rows[row].max() + heights[row % len(heights)]
    return rows


def _neg_inf_some(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows with a quarter masked; the heavy element stays unless it is the only one."""
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


def _neg_inf_leading(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows in which an online maximum of -inf meets -inf, and lanes see nothing else."""
    rows = _spread(stream, n_rows, n_cols, form)
    lengths = (max(1, n_cols // 2), 0, 1, 2, n_cols - 1, 33)
    for row in range(n_rows):
        # One column cannot lead and be followed: it is -inf alone in every other row.
        length = 1 - row % 2 if n_cols == 1 else min(lengths[row % len(lengths)], n_cols - 1)
        rows[row, :length] = -np.inf
    return rows


def _neg_inf_all(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Every other row is NaN by contract."""
    rows = _spread(stream, n_rows, n_cols, form)
    rows[::2] = -np.inf
    return rows


def _pos_inf(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows that are NaN by contract, +inf first, last, within, beside -inf and throughout."""
    rows = _spread(stream, n_rows, n_cols, form)
    for row in range(n_rows):
        match row % 6:
            case 0:
                rows[row, -1] = np.inf
            case 2:
                rows[row, 0] = np.inf
            case 3:
                rows[row, n_cols // 2] = np.inf
            case 4:
                rows[row, 0] = -np.inf
                rows[row, -1] = np.inf
            case 5:
                rows[row] = np.inf
    return rows


def _nan(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows that are NaN by contract, NaN first, last, within, beside -inf and throughout."""
    rows = _spread(stream, n_rows, n_cols, form)
    for row in range(n_rows):
        match row % 6:
            case 0:
                rows[row, 0] = np.nan
            case 2:
                rows[row, n_cols // 2] = np.nan
            case 3:
                rows[row, -1] = np.nan
            case 4:
                rows[row] = -np.inf
                rows[row, -1] = np.nan
            case 5:
                rows[row] = np.nan
    return rows


def _sweep(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows that are cheap to make: uniform, with the last element heavy, or the first, or none."""
    del form
    rows = stream.uniform(n_rows, n_cols) * 8.0 - 4.0
    rows[0::3, -1] = 5.0
    rows[1::3, 0] = 5.0
    return rows + _by_row(n_rows, 100.0, -120.0, 0.0)


KINDS: Mapping[str, InputKind] = MappingProxyType(
    {
        name: InputKind(name, INPUT_KIND_MEANINGS[name], make)
        for name, make in (
            ("spread", _spread),
            ("normal", _normal),
            ("uniform80", _uniform80),
            ("huge1e4", _huge1e4),
            ("huge3e38", _huge3e38),
            ("subnormal", _subnormal),
            ("ascending", _ascending),
            ("descending", _descending),
            ("constant", _constant),
            ("spike", _spike),
            ("neg_inf_some", _neg_inf_some),
            ("neg_inf_leading", _neg_inf_leading),
            ("neg_inf_all", _neg_inf_all),
            ("pos_inf", _pos_inf),
            ("nan", _nan),
            ("sweep", _sweep),
        )
    }
)
"""Every kind by name: those of the matrix in its order, then the width sweep's."""
