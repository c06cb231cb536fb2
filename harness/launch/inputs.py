"""Makes the input of a case from its kind, shape, dtype and seed: the same bytes on every machine.

The kinds themselves are in `harness.launch.input_kinds`.

Inputs that several cases share are made once in a process, with the results and bounds that are computed from them.
Blocks, layouts and variants of an operation have cases with the same inputs. The right result, the error bound and the
inputs of further launches depend on these inputs and on little else. A kernel gets copies of them in the memory of its
device, and every kept array is read-only, so that no case can change what another one gets.
"""

from __future__ import annotations

import inspect
import math
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..lazy import dataclass, field, replace
from ..operation.array import Array
from ..operation.given import InputKind
from ..operation.kinds import TIES
from ..operation.precision.rounding import FloatFormat, float_format
from ..operation.problem import Problem, made_read_only
from ..operation.size import SIZES
from ..variant.case import VALUES_FORM, Case
from ..variant.case import kind_of_values as kind_of_values
from ..variant.case import values_of_kind as values_of_kind
from .input_kinds import KINDS, Matrix, RawStream, in_units

# An array of this many float64, and others next to it, still fit the address space.
_MOST_ELEMENTS = 2**58


def make_input(
    kind: str,
    n_rows: int,
    n_cols: int,
    dtype: str,
    seed: int,
    own_kinds: Sequence[InputKind] = (),
    max_magnitude: float | None = None,
    units: Sequence[float] = (1.0,),
) -> NDArray[Any]:
    kinds = KINDS if kind in KINDS else {own.name: own for own in own_kinds}
    values = None if kind in kinds else values_of_kind(kind, dtype)
    if kind not in kinds and values is None:
        names = ", ".join((*KINDS, *(own.name for own in own_kinds)))
        raise ValueError(f"input kind must be one of {names}, {VALUES_FORM} (got {kind!r})")
    form = float_format(dtype)
    if n_rows == 0 or n_cols == 0:  # kinds look for a row's maximum, which an empty one lacks
        return np.empty((n_rows, n_cols), dtype=form.dtype)
    if n_rows * n_cols > _MOST_ELEMENTS:
        raise MemoryError(f"{n_rows}x{n_cols} elements do not fit into an address space")
    if values is not None:
        return np.resize(values, (n_rows, n_cols))
    exact = kinds[kind].make(RawStream(seed), n_rows, n_cols, form)
    if kind == TIES:
        exact = in_units(exact, units)
    if max_magnitude is not None:
        exact = _scaled(exact, form.largest_within(max_magnitude))
    return np.ascontiguousarray(exact.astype(form.dtype))


def _scaled(rows: Matrix, top: float) -> Matrix:
    """Scale every row whose finite numbers exceed `top` down to it; infinities become `top`."""
    peak = np.where(np.isfinite(rows), np.abs(rows), 0.0).max(axis=1, keepdims=True)
    return np.asarray(np.clip(rows * (top / np.maximum(peak, top)), -top, top))


def input_of(case: Case, *, n_rows: int | None = None) -> NDArray[Any]:
    """Make the main input of a case, or `n_rows` rows of its kind; integers are these numbers in their range."""
    main, sizes = case.variant.operation.main, case.shape.sizes
    rows, columns = main.row_sizes(sizes)
    values = _of_kind(case, (rows if n_rows is None else n_rows, columns), case.dtype, case.seed)
    if main.is_integer:
        numbers = values.astype(np.float64)
        numbers = main.in_range(np.floor(np.where(np.isfinite(numbers), numbers, 0.0)), sizes)
        values = main.with_sentinels(numbers, case.seed).astype(case.variant.types.get(main.name, main.dtype))
    return values if n_rows is not None else values.reshape(main.sizes(sizes))


def _of_kind(case: Case, sizes: tuple[int, int], dtype: str, seed: int) -> NDArray[Any]:
    variant = case.variant
    own_kinds = variant.operation.own_kinds
    units: tuple[float, ...] = (1.0,)
    if case.kind == TIES:
        scalars = scalars_of(case).values()
        units = (*(abs(scalar) for scalar in scalars if scalar and math.isfinite(scalar)), *units)
    return make_input(case.kind, *sizes, dtype, seed, own_kinds, variant.max_magnitude, units)


def problem_of(case: Case, inp: NDArray[Any] | None = None) -> Problem:
    variant, operation, given = case.variant, case.variant.operation, case.variant.given
    row_threads, serial = _summation(case)

    def make(like: Problem | None) -> Problem:
        if like is not None:
            return with_arithmetic_of(case, like)
        return Problem(
            arrays=_arrays(case, inp),
            dtype=case.dtype,
            how=operation.parse_arithmetic(variant.arithmetic),
            row_threads=row_threads,
            serial=serial,
            scalars=scalars_of(case),
            given=given,
            main=operation.main.name,
            sizes=dict(case.shape.further) if operation.main.shape == SIZES else case.shape.sizes,
        )

    if inp is not None:
        return make(None)
    sizes = (case.shape.n_rows, case.shape.n_cols, case.shape.further)
    declared = (given, variant.max_magnitude, *variant.types.items(), *variant.constants.items())
    inputs_key = (operation, case.dtype, sizes, case.kind, case.seed, declared)
    return _PROBLEMS.get(inputs_key, (variant.arithmetic, row_threads, serial), make)


def with_arithmetic_of(case: Case, problem: Problem) -> Problem:
    """Return a problem with the same inputs and a case's arithmetic, on which the error bound depends."""
    row_threads, serial = _summation(case)
    how = case.variant.operation.parse_arithmetic(case.variant.arithmetic)
    return replace(problem, how=how, row_threads=row_threads, serial=serial)


def _summation(case: Case) -> tuple[int, int | None]:
    values = case.rule_values
    return case.variant.row_threads(values), case.variant.serial_additions(values)


def _arrays(case: Case, inp: NDArray[Any] | None) -> dict[str, NDArray[Any]]:
    main, *others = case.variant.operation.inputs
    arrays = {main.name: input_of(case) if inp is None else inp}
    for array in others:
        arrays[array.name] = _values(
            array, case, is_given=array.absent is None or array.name in case.variant.given
        )
    return arrays


def _values(array: Array, case: Case, *, is_given: bool) -> NDArray[Any]:
    sizes = array.sizes(case.shape.sizes)
    # Its own seed: if the array equalled the input, a kernel that confuses them would pass.
    # Not `hash`, whose result for a text differs from process to process.
    seed = zlib.crc32(f"{array.name}-{case.seed}".encode("ascii"))
    if array.is_integer:
        dtype = case.variant.types.get(array.name, array.dtype)
        return _integers(array, case, sizes, RawStream(seed), is_given=is_given).astype(dtype)
    dtype = array.dtype or case.dtype
    if is_given and array.values is None:
        return _of_kind(case, array.row_sizes(case.shape.sizes), dtype, seed).reshape(sizes)
    form = float_format(dtype)
    if is_given and array.values is not None:
        exact = _made(array, case, sizes, RawStream(seed), form)
    else:
        exact = np.full(sizes, array.absent)
    return np.ascontiguousarray(exact.astype(form.dtype))


def _integers(
    array: Array, case: Case, sizes: tuple[int, ...], stream: RawStream, *, is_given: bool
) -> NDArray[np.int64]:
    """Make the values of an integer array, and check that they are whole and in the array's range."""
    limit = array.limit(case.shape.sizes)
    if not is_given:
        return np.full(sizes, array.absent).astype(np.int64)
    if array.values is None:
        return array.with_sentinels(_whole_numbers(stream, sizes, array.least, limit), case.seed)
    exact = np.asarray(_made(array, case, sizes, stream, float_format("float64")))
    # NaN and infinities become some integer, from which they differ: they are refused below
    with np.errstate(invalid="ignore"):
        whole: NDArray[np.int64] = exact.astype(np.int64)
    if exact.shape != sizes or (whole != exact).any() or not array.has(whole, case.shape.sizes).all():
        besides = f", or {', '.join(map(str, array.sentinels))}," if array.sentinels else ""
        raise case.variant.error_at(
            ("operation",),
            f"the values of {array.name} must be whole numbers from {array.least} to {limit - 1}{besides} of the shape "
            f"{sizes} (got {exact.min(initial=0):g} to {exact.max(initial=0):g}, shape {exact.shape})",
        )
    return whole


def _made(array: Array, case: Case, sizes: tuple[int, ...], stream: RawStream, form: FloatFormat) -> Matrix:
    assert array.values is not None
    if "sizes" not in inspect.signature(array.values).parameters:
        return array.values(stream, sizes, form)
    known = case.shape.sizes
    known |= {size.name: known[size.of] for size in case.variant.operation.sizes if size.of}
    return array.values(stream, sizes, form, sizes=known)


def _whole_numbers(stream: RawStream, sizes: tuple[int, ...], least: int, limit: int) -> NDArray[np.int64]:
    """Draw whole numbers from `least` to `limit` - 1; of every five, one is the largest and one the least."""
    drawn: NDArray[np.int64] = (stream.uniform(math.prod(sizes)) * (limit - least)).astype(np.int64) + least
    # The ends of the range are where an index goes out of bounds, and a draw hardly ever gives them.
    drawn[1::5] = limit - 1
    drawn[3::5] = least
    return drawn.reshape(sizes)


def scalars_of(case: Case) -> dict[str, float]:
    given = case.variant.given
    scalars: dict[str, float] = {}
    for scalar in case.variant.operation.scalars:
        value = scalar.values[0]
        if scalar.name in case.variant.constants:
            value = case.variant.constants[scalar.name]
        elif scalar.name in given:
            value = scalar.values[case.seed % len(scalar.values)]
        # Arguments passed by value may be float32 or float64.
        scalars[scalar.name] = float(np.float32(value)) if scalar.name in given else value
    return scalars


KEPT_BYTES = 1 << 27
"""Most bytes of all kept arrays of a process; the inputs used longest ago go first."""

MAX_ELEMENTS = 1 << 14
"""Most elements of a kept input. Larger cases are few, and their launches take far longer than their inputs."""

MAX_LAST_ELEMENTS = 1 << 24
"""Most elements of the last larger input, which is kept alone: a kernel is checked before and after it is timed, on one
problem of millions of elements, whose bound takes longer than all launches together."""


@dataclass
class _Size:
    """Bytes of arrays. Separate from `_Inputs`, so that no problem refers to the other problems."""

    n_bytes: int
    is_kept: bool = True


@dataclass
class _Inputs:
    """The problems with the same inputs, by their arithmetic, and the values made only from the inputs."""

    size: _Size
    values: dict[Hashable, Any] = field(default_factory=dict)
    problems: dict[Hashable, Problem] = field(default_factory=dict)


class KeptProblems:
    """The problems of the cases that a process ran last."""

    def __init__(self, most_bytes: int = KEPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Hashable, _Inputs] = OrderedDict()
        self.n_bytes = 0
        self._large: tuple[Hashable, Problem] | None = None

    def get(
        self, inputs_key: Hashable, arithmetic_key: Hashable, make: Callable[[Problem | None], Problem]
    ) -> Problem:
        while self.n_bytes > self._most_bytes:
            _, dropped = self._kept.popitem(last=False)
            dropped.size.is_kept = False
            self.n_bytes -= dropped.size.n_bytes
        inputs = self._kept.get(inputs_key)
        if inputs is None:
            if self._large is not None and self._large[0] == (inputs_key, arithmetic_key):
                return self._large[1]
            problem = make(None)
            if problem.inp.size > MAX_ELEMENTS:
                # Before the next one has values, which may need all memory.
                self._large = None
                if problem.inp.size <= MAX_LAST_ELEMENTS:
                    made_read_only(problem.arrays)
                    problem.keep({}, lambda _: None)
                    self._large = (inputs_key, arithmetic_key), problem
                return problem
            inputs = self._kept[inputs_key] = _Inputs(_Size(made_read_only(problem.arrays)))
            self.n_bytes += inputs.size.n_bytes
        else:
            self._kept.move_to_end(inputs_key)
            if arithmetic_key in inputs.problems:
                problem = inputs.problems[arithmetic_key]
            else:
                problem = make(next(iter(inputs.problems.values())))
        if arithmetic_key not in inputs.problems:
            problem.keep(inputs.values, partial(self._note_bytes, inputs.size))
            inputs.problems[arithmetic_key] = problem
        return problem

    def _note_bytes(self, size: _Size, n_bytes: int) -> None:
        """Count the arrays of a value, unless its inputs have been dropped."""
        if size.is_kept:
            size.n_bytes += n_bytes
            self.n_bytes += n_bytes


_PROBLEMS = KeptProblems()
"""One for the process, which runs one case at a time."""
