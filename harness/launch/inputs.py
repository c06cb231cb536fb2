"""Makes the input of a case from its kind, shape, dtype and seed: the same bytes on every machine.

Each kind exposes certain mistakes. Except in ``constant`` and intended ties, all rows and columns differ, which
exposes a shifted row or column. Several kinds go beyond 89, where ``exp`` overflows float32, which exposes a missing
subtraction of the maximum. The heaviest element of a row is where loops go wrong (last, first, next to a warp's end,
in the ``n_cols % 4`` tail): a sum without it makes every output of the row wrong.

The numbers come from the raw 64-bit stream of PCG64, which NumPy keeps the same for a seed across versions (NEP 19),
by integer arithmetic, addition and multiplication only. NumPy's distributions have no such guarantee.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.array import Array
from ..operation.float_format import FloatFormat, float_format
from ..operation.given import InputKind
from ..operation.kinds import HUGE_SHARE
from ..operation.model import Operation
from ..operation.problem import Problem
from ..operation.size import SIZES
from ..variant.case import INPUT_KIND_MEANINGS, VALUES_FORM, Case, values_bytes
from ..variant.case import kind_of_values as kind_of_values
from ..variant.case import values_of_kind as values_of_kind
from .kept_problems import KeptProblems

Matrix = NDArray[np.float64]

_HALF_AS_MANY = 6
"""Raw numbers per normal number: each gives two uniform numbers of 32 bits."""
_PIECE = 1 << 14
"""Elements that are made together: 128 KiB."""

# An array of this many float64, and others beside it, still fit the address space.
_MOST_ELEMENTS = 2**58

_PROBLEMS = KeptProblems()
"""One for the process, which runs one case at a time."""


class _Stream:
    """Numbers from PCG64's raw output."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def uniform(self, *shape: int) -> Matrix:
        """Draw uniform numbers from [0, 1) with 53 bits."""
        raw: NDArray[np.uint64] = self._bits.random_raw(math.prod(shape))
        numbers: Matrix = (raw >> np.uint64(11)).reshape(shape) * 2.0**-53
        return numbers

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
                raw: NDArray[np.uint64] = bits.random_raw(piece.size)
                total += raw >> np.uint64(32)
                total += raw & np.uint64(0xFFFFFFFF)
            np.multiply(total, 2.0**-32, out=piece)
            piece -= 6.0
        return numbers.reshape(shape)

    def _from_here(self, n: int) -> np.random.PCG64:
        """Return a generator advanced by `n` draws."""
        bits = np.random.PCG64(0)
        bits.state = self._bits.state
        bits.advance(n)
        return bits


def heavy_columns(n_cols: int) -> tuple[int, ...]:
    """List the columns of the heaviest elements; the rows go through them in turn.

    Parameters
    ----------
    n_cols : int
        Row length, >= 1.

    Returns
    -------
    tuple of int
        Distinct columns: the last three, beginning with the last, the first two, both sides of the ends of a warp and
        of a block of 256, and the column at a third of the row.
    """
    wanted = (n_cols - 1, 0, n_cols - 2, 32, n_cols - 3, 31, n_cols // 3, 1, 33, 256, 255)
    return tuple(dict.fromkeys(column for column in wanted if 0 <= column < n_cols))


def make_input(
    kind: str,
    n_rows: int,
    n_cols: int,
    dtype: str,
    seed: int,
    own_kinds: Sequence[InputKind] = (),
    max_magnitude: float | None = None,
) -> NDArray[Any]:
    """Make the input of a case.

    Parameters
    ----------
    kind : str
        A name in `KINDS`, or one that contains the values (`harness.variant.case.values_kind`). The values are
        repeated until the matrix is full, row by row.
    n_rows, n_cols : int
        Shape; 0 gives an empty array.
    dtype : str
        ``float16``, ``bfloat16``, ``float32`` or ``float64``.
    seed : int
        Seed of PCG64, >= 0.
    own_kinds : sequence of InputKind
        Further kinds, defined by the operation.
    max_magnitude : float, optional
        Largest magnitude. Rows with larger numbers are scaled down to it, infinities become it, NaN stays. Kinds that
        contain the values are left as they are.

    Returns
    -------
    ndarray of `dtype`, shape (n_rows, n_cols), C-contiguous
        Rounded from float64 once. Kinds with special values mix rows that contain them, first among them row 0, with
        ordinary rows.

    Raises
    ------
    ValueError
        `kind` or `dtype` is unknown, or a size or the seed is negative.
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
    if max_magnitude is not None:
        exact = _scaled(exact, form.largest_within(max_magnitude))
    return np.ascontiguousarray(exact.astype(form.dtype))


def _scaled(rows: Matrix, top: float) -> Matrix:
    """Scale every row whose finite numbers exceed `top` down to it; infinities become it."""
    peak = np.where(np.isfinite(rows), np.abs(rows), 0.0).max(axis=1, keepdims=True)
    scaled: Matrix = np.clip(rows * (top / np.maximum(peak, top)), -top, top)
    return scaled


def input_of(case: Case, *, n_rows: int | None = None) -> NDArray[Any]:
    """Make the main input of a case in its own shape, or `n_rows` rows of the same kind; see `make_input`.

    Integers are the kind's numbers rounded down, modulo the number that they must be below; NaN and infinities are 0.
    """
    main, sizes = case.variant.operation.main, case.shape.sizes
    rows, columns = main.row_sizes(sizes)
    made = _of_kind(case, (rows if n_rows is None else n_rows, columns), case.dtype, case.seed)
    if main.is_integer:
        numbers = made.astype(np.float64)
        numbers = np.mod(np.floor(np.where(np.isfinite(numbers), numbers, 0.0)), main.limit(sizes))
        made = numbers.astype(case.variant.types.get(main.name, main.dtype))
    return made if n_rows is not None else made.reshape(main.sizes(sizes))


def _of_kind(case: Case, sizes: tuple[int, int], dtype: str, seed: int) -> NDArray[Any]:
    variant = case.variant
    own_kinds = variant.operation.own_kinds
    return make_input(case.kind, *sizes, dtype, seed, own_kinds, variant.max_magnitude)


def problem_of(case: Case, inp: NDArray[Any] | None = None) -> Problem:
    """Make all inputs of a case's kernel.

    Parameters
    ----------
    case : Case
        Gives kind, shape, type and seed.
    inp : ndarray of the case's dtype, optional
        Replaces the main input of the case's kind and seed; of the same shape.

    Returns
    -------
    Problem
        Its arrays are read-only unless `inp` is given: other cases may get the same problem
        (`harness.launch.kept_problems`). Arrays and scalars that the kernel takes depend on the seed. The others have
        their default values, and scalars those of the declaration's ``constants``.

    Raises
    ------
    SpecError
        A rule of the declaration has no value for the case.
    """
    variant, operation, given = case.variant, case.variant.operation, case.variant.given
    row_threads = variant.row_threads(case.shape, case.block, case.dtype)
    serial = variant.serial_additions(case.shape, case.block, case.dtype)

    def made(like: Problem | None) -> Problem:
        how = operation.parse_arithmetic(variant.arithmetic)
        if like is not None:
            return replace(like, how=how, row_threads=row_threads, serial=serial)
        return Problem(
            arrays=_arrays(operation, given, case, inp),
            dtype=case.dtype,
            how=how,
            row_threads=row_threads,
            serial=serial,
            scalars=_scalars(operation, given, case) if operation.scalars else {},
            given=given,
            main=operation.main.name,
            sizes=dict(case.shape.further) if operation.main.shape == SIZES else case.shape.sizes,
        )

    if inp is not None:
        return made(None)
    sizes = (case.shape.n_rows, case.shape.n_cols, case.shape.further)
    declared = (given, variant.max_magnitude, *variant.types.items(), *variant.constants.items())
    inputs_key = (operation, case.dtype, sizes, case.kind, case.seed, declared)
    return _PROBLEMS.get(inputs_key, (variant.arithmetic, row_threads, serial), made)


def _arrays(
    operation: Operation, given: frozenset[str], case: Case, inp: NDArray[Any] | None
) -> dict[str, NDArray[Any]]:
    main, *others = operation.inputs
    arrays = {main.name: input_of(case) if inp is None else inp}
    for array in others:
        arrays[array.name] = _values(array, case, is_given=array.absent is None or array.name in given)
    return arrays


def _values(array: Array, case: Case, *, is_given: bool) -> NDArray[Any]:
    """Make the values of an array beside the main input."""
    sizes = array.sizes(case.shape.sizes)
    # Its own seed: if the array equalled the input, a kernel that confuses them would pass.
    seed = zlib.crc32(f"{array.name}-{case.seed}".encode("ascii"))
    if array.is_integer:
        dtype = case.variant.types.get(array.name, array.dtype)
        return _integers(array, case, sizes, _Stream(seed), is_given=is_given).astype(dtype)
    dtype = array.dtype or case.dtype
    if is_given and array.values is None:
        return _of_kind(case, array.row_sizes(case.shape.sizes), dtype, seed).reshape(sizes)
    form = float_format(dtype)
    if is_given and array.values is not None:
        exact = array.values(_Stream(seed), sizes, form)
    else:
        exact = np.full(sizes, array.absent)
    return np.ascontiguousarray(exact.astype(form.dtype))


def _integers(
    array: Array, case: Case, sizes: tuple[int, ...], stream: _Stream, *, is_given: bool
) -> NDArray[np.int64]:
    """Make the values of an integer array, and check that they are whole and in the array's range."""
    limit = array.limit(case.shape.sizes)
    if not is_given:
        return np.full(sizes, array.absent).astype(np.int64)
    if array.values is None:
        return _whole_numbers(stream, sizes, limit)
    exact = np.asarray(array.values(stream, sizes, float_format("float64")))
    with np.errstate(invalid="ignore"):
        whole: NDArray[np.int64] = exact.astype(np.int64)
    if exact.shape != sizes or (whole != exact).any() or (whole < 0).any() or (whole >= limit).any():
        raise case.variant.error_at(
            ("operation",),
            f"the values of {array.name} must be whole numbers from 0 to {limit - 1} of the shape {sizes} "
            f"(got {exact.min(initial=0):g} to {exact.max(initial=0):g}, shape {exact.shape})",
        )
    return whole


def _whole_numbers(stream: _Stream, sizes: tuple[int, ...], limit: int) -> NDArray[np.int64]:
    """Draw whole numbers from 0 to `limit` - 1; of each five in turn one is the largest and one is 0."""
    drawn: NDArray[np.int64] = (stream.uniform(math.prod(sizes)) * limit).astype(np.int64)
    drawn[1::5] = limit - 1
    drawn[3::5] = 0
    return drawn.reshape(sizes)


def _scalars(operation: Operation, given: frozenset[str], case: Case) -> dict[str, float]:
    scalars: dict[str, float] = {}
    for scalar in operation.scalars:
        value = scalar.values[0]
        if scalar.name in case.variant.constants:
            value = case.variant.constants[scalar.name]
        elif scalar.name in given:
            value = scalar.values[case.seed % len(scalar.values)]
        # Arguments passed by value may be float32 or float64.
        scalars[scalar.name] = float(np.float32(value)) if scalar.name in given else value
    return scalars


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
    """Long sums of terms of similar size."""
    del form
    return stream.normal(n_rows, n_cols)


def _uniform80(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Results over many magnitudes within one row."""
    del form
    return stream.uniform(n_rows, n_cols) * 160.0 - 80.0


def _huge1e4(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Both signs, and rows that mix them; neighbours differ by at least a few ulps of the format."""
    # In 16 bits neighbouring numbers near 1e4 are 8 or 64 apart; smaller steps would make the rows constant.
    step = max(2.0, 2.0 * float(form.ulp(np.array(1e4))))
    rows = stream.normal(n_rows, n_cols) * step
    signs = np.where(stream.uniform(n_rows, n_cols) < 0.5, -1.0, 1.0)
    base = np.broadcast_to(_by_row(n_rows, 1e4, -1e4, 0.0), rows.shape)
    return rows + np.where(base == 0.0, signs * 1e4, base)


def _huge3e38(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
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


def _subnormal(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Subnormal numbers among ordinary ones: flushing them to zero must not change a result visibly."""
    tiny = (stream.uniform(n_rows, n_cols) * 2.0 - 1.0) * form.smallest_normal
    ordinary = stream.normal(n_rows, n_cols) * 2.0
    is_tiny = stream.uniform(n_rows, n_cols) < 0.5
    rows = np.where(is_tiny, tiny, ordinary)
    # Every fourth row is all subnormal; its result is 1 / n_cols up to rounding.
    rows[1::4] = tiny[1::4]
    return rows


def _ascending(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows in which every element changes an online maximum; slow and fast climbs."""
    del form
    steps = stream.uniform(n_rows, n_cols) + 0.5
    total = _by_row(n_rows, 20.0, 5.0, 160.0, 60.0)
    climb = np.cumsum(steps, axis=1) * (total / n_cols)
    return climb + _by_row(n_rows, 80.0, -5.0, -200.0, 0.0, 30.0)


def _descending(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows whose sum adds ever smaller terms; the tail is light."""
    return _ascending(stream, n_rows, n_cols, form)[:, ::-1]


def _constant(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """All results are 1 / n_cols, some rows beyond +-89."""
    del stream, form
    return np.broadcast_to(_by_row(n_rows, 100.0, 0.0, -120.0, 88.75, -7.5, 1e4), (n_rows, n_cols))


def _spike(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """One element above the rest, at alternating positions."""
    del form
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


def _neg_inf_some(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
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


def _neg_inf_leading(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows in which an online maximum of -inf meets -inf, and some lanes see only -inf."""
    rows = _spread(stream, n_rows, n_cols, form)
    lengths = (max(1, n_cols // 2), 0, 1, 2, n_cols - 1, 33)
    for row in range(n_rows):
        # A single column cannot lead another: every other row is -inf.
        length = 1 - row % 2 if n_cols == 1 else min(lengths[row % len(lengths)], n_cols - 1)
        rows[row, :length] = -np.inf
    return rows


def _neg_inf_all(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Every other row is all -inf; its result is NaN by contract."""
    rows = _spread(stream, n_rows, n_cols, form)
    rows[::2] = -np.inf
    return rows


def _pos_inf(stream: _Stream, n_rows: int, n_cols: int, form: FloatFormat) -> Matrix:
    """Rows whose result is NaN by contract: +inf first, last, within, beside -inf and throughout."""
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
    """Rows whose result is NaN by contract: NaN first, last, within, beside -inf and throughout."""
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
    """Rows that are cheap to make: uniform, with a heavy last element, a heavy first element, or none."""
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
"""Every kind by name: the matrix's in its order, then the width sweep's."""
