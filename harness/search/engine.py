"""Draws cases of a variant with hypothesis, runs them and collects the failures: one smallest case per failure mode.

A drawn case has a shape, strides, offsets, a block, a type, and an input kind or values. Hypothesis reduces its draws,
so a width drawn from a list stays in that list. So each failing case is then reduced itself, one number at a time,
until no single simpler step fails with the same mode.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal

import hypothesis
import numpy as np
from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from ..compiler.source.includes import included_files
from ..lazy import pattern
from ..operation.kinds import SWEEP_KIND
from ..operation.precision.rounding import VECTOR_BYTES, float_format
from ..run.session import Runner
from ..settings.settings import Settings
from ..store.input_file import read_text
from ..variant.case import (
    MAX_VALUES_BYTES,
    Case,
    altered,
    further_sizes,
    kind_of_values,
    make_case,
    values_of_kind,
)
from ..variant.domain import MAX_EDGE_COLS, Domain
from ..variant.shape import placed_layout
from ..variant.variant import SCALAR_TYPES, WARP, Block, Variant
from ..verdict import CaseResult, Reason, Verdict
from . import DEFAULT_EXAMPLES, DEFAULT_SEED, ReducedCase, SearchOutcome

MOST_CELLS = {"cpu": 2**14, "gpu": 2**21}
"""Maximum number of elements of a drawn case, by kind of device, so that a case takes milliseconds."""

MAX_COLS = 2**15
MAX_ROWS = 2**12


def kinds_of(variant: Variant) -> tuple[str, ...]:
    """Return the input kinds to draw from. The sweep's kind is left out, because its cases are single launches."""
    return tuple(kind for kind in variant.operation.input_kinds if kind != SWEEP_KIND)


# An integer in a source, but not digits of a float, a name or a hexadecimal number.
_INTEGER = pattern(r"(?<![\w.])(\d{1,6})(?![\w.]|\s*\.)")
# Alignments that a rule of `requires` may demand of a stride or an offset, in elements.
_ALIGNMENTS = (2, 4, 8, 16, 32, 64)


class Space:
    """The numbers that a search tries for a variant, and the nearest claimed case for any drawn case."""

    def __init__(self, variant: Variant, device_kind: str, include_dirs: tuple[Path, ...] = ()) -> None:
        self.variant = variant
        self.most_cells = MOST_CELLS[device_kind]
        self.max_cols = min(MAX_COLS, self.most_cells)
        self._include_dirs = include_dirs
        self._domains: dict[tuple[Block, str], Domain] = {}

    @cached_property
    def constants(self) -> tuple[int, ...]:
        """Integers in the variant's source and headers, and their neighbours, ascending."""
        # Kernels often fail at the numbers in their source, and a random width rarely equals one of them.
        own = self.variant.code_text(self._include_dirs)
        headers = included_files(self.variant.code_path, self._include_dirs) if own else ()
        numbers: set[int] = set()
        for text in (own, *(read_text(path, errors="replace") for path in headers)):
            code = re.sub(r"//.*", "", text)
            numbers.update(int(digits) for digits in _INTEGER.findall(code))
        near = {number + step for number in numbers for step in (-1, 0, 1)}
        return tuple(sorted(number for number in near if 1 <= number <= MAX_EDGE_COLS))

    def domain(self, block: Block, dtype: str) -> Domain:
        key = (block, dtype)
        if key not in self._domains:
            threads = block[0] * block[1] * block[2]
            per_vector = VECTOR_BYTES // SCALAR_TYPES[dtype].itemsize  # the widest step of a thread
            around = (WARP, threads, per_vector * WARP, per_vector * threads)
            widths = {step * count + off for step in around for count in (1, 2, 3) for off in (-1, 0, 1)}
            usual = sorted(width for width in {*widths, *self.constants} if 1 <= width <= self.max_cols)
            self._domains[key] = Domain(self.variant, block, dtype, usual)
        return self._domains[key]

    def widths(self, block: Block, dtype: str) -> tuple[int, ...]:
        domain = self.domain(block, dtype)
        return tuple(sorted({1, *domain.widths, *(w for w in domain.edge_widths if w <= self.max_cols)}))

    def rows(self, block: Block, dtype: str) -> tuple[int, ...]:
        domain = self.domain(block, dtype)
        edges = {edge + step for edge in domain.block_rows for step in (-1, 0, 1)} | set(domain.edge_rows)
        if domain.grid_rows is not None:
            edges.add(domain.grid_rows + 1)
        edges.update(number for number in self.constants if number <= 256)
        return tuple(sorted({1, *(edge for edge in edges if 1 <= edge <= MAX_ROWS)}))

    def inside(self, case: Case) -> Case | None:
        """Return a case inside the domain that is similar to a given one; None if no such case is nearby."""
        # Tried in turn: the case itself, the case with aligned strides and offsets, the case with aligned columns too,
        # the nearest shape in a contiguous layout.
        if case.unmet() is None:
            return case
        for rounds_cols in (False, True):
            for multiple in _ALIGNMENTS:
                fitted = _aligned(case, multiple, rounds_cols=rounds_cols)
                if fitted.unmet() is None:
                    return fitted
        plain = placed_layout().name
        domain = self.domain(case.block, case.dtype)
        place = domain.nearest(case.shape.n_rows, case.shape.n_cols, plain)
        if place is None or place[0] * place[1] > self.most_cells:
            return None
        for sizes in (dict(case.shape.further), dict(domain.case(*place).shape.further)):
            moved = altered(case, layout=plain, n_rows=place[0], n_cols=place[1], sizes=sizes)
            if moved.unmet() is None:
                return moved
        return None


def _aligned(case: Case, multiple: int, *, rounds_cols: bool) -> Case:
    shape = case.shape
    n_cols = _round_up(shape.n_cols, multiple) if rounds_cols else shape.n_cols
    layout = placed_layout(
        _round_up(max(shape.inp_stride, n_cols), multiple) - n_cols,
        _round_up(max(shape.out_stride, n_cols), multiple) - n_cols,
        _round_up(case.placement.inp_offset, multiple),
        _round_up(case.placement.out_offset, multiple),
    )
    return altered(case, n_cols=n_cols, layout=layout.name)


def _round_up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple


# Maximum number of cases that crash a worker or reach its deadline. Reducing a hang of twenty seconds in a hundred
# steps would take more than half an hour.
_MOST_COSTLY = 12
_COSTLY = (Verdict.HANG, Verdict.CRASH)

FailureMode = tuple[Verdict, Reason | None]
"""Verdict and most informative reason of a failing case. Failures with different modes count as different faults."""


def search(
    variant: Variant,
    runner: Runner,
    settings: Settings,
    *,
    n_examples: int = DEFAULT_EXAMPLES,
    seed: int = DEFAULT_SEED,
    on_case: Callable[[CaseResult], None] = lambda _: None,
) -> SearchOutcome:
    return _CaseSearch(variant, runner, settings, on_case).run(n_examples, seed)


class _FailedError(Exception):
    """Reports a failing case to hypothesis. Hypothesis distinguishes failure modes by their subclasses."""


class _CaseSearch:
    def __init__(
        self, variant: Variant, runner: Runner, settings: Settings, on_case: Callable[[CaseResult], None]
    ) -> None:
        self._variant = variant
        self._runner = runner
        self._space = Space(variant, runner.kind, settings.include_dirs)
        self._on_case = on_case
        # Run a case only once, even if it is drawn twice, so that even a nondeterministic kernel has one result for it.
        self._results: dict[str, CaseResult] = {}
        self._failures: dict[FailureMode, list[Case]] = {}
        self._errors: dict[FailureMode, type[_FailedError]] = {}
        self._n_costly: Counter[Verdict] = Counter()
        self._cut_short = False
        self._not_run: CaseResult | None = None

    def run(self, n_examples: int, seed: int) -> SearchOutcome:
        def check(case: Case) -> None:
            failed = self._failure_of(case)
            if failed is not None:
                raise self._error_of(failed)

        # No database and no deadlines, so that the same seed gives the same cases.
        how = hypothesis.settings(
            max_examples=n_examples,
            database=None,
            deadline=None,
            phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
            suppress_health_check=tuple(hypothesis.HealthCheck),
            report_multiple_bugs=True,
            print_blob=False,
            verbosity=hypothesis.Verbosity.quiet,
        )
        try:
            hypothesis.seed(seed)(how(hypothesis.given(cases(self._space))(check)))()
        except Unsatisfiable:
            pass
        except Exception as error:
            if isinstance(error.__context__, KeyboardInterrupt):
                # Ctrl-C before hypothesis's engine runs: hypothesis then fails on its own clean-up.
                raise error.__context__ from None
            if not _is_expected(error):
                raise
        reduced = [self._reduced(mode) for mode in tuple(self._failures)]
        n_weak = sum(result.verdict is Verdict.UNPROVEN for result in self._results.values())
        return SearchOutcome(
            self._variant, tuple(reduced), len(self._results), n_weak, self._cut_short, self._not_run
        )

    def _reduced(self, mode: FailureMode) -> ReducedCase:
        tried = self._failures[mode]
        first, smallest = tried[0], min(tried, key=complexity)
        case = reduce(smallest, lambda smaller: self._failure_of(smaller) == mode)
        return ReducedCase(case, self._results[case.id], first.id)

    def _failure_of(self, case: Case) -> FailureMode | None:
        """Run a case unless it has a result, and return its failure mode; None if it passes or is not run."""
        result = self._results.get(case.id)
        if result is None:
            self._cut_short |= any(n >= _MOST_COSTLY for n in self._n_costly.values())
            if self._not_run is not None or self._cut_short:
                return None
            result = self._results[case.id] = self._runner.run(case)
            self._on_case(result)
            if result.verdict is Verdict.NOT_RUN:
                self._not_run = result
            if result.verdict in _COSTLY:
                self._n_costly[result.verdict] += 1
            if (mode := _failure_mode(result)) is not None:
                self._failures.setdefault(mode, []).append(case)
        return _failure_mode(result)

    def _error_of(self, mode: FailureMode) -> _FailedError:
        if mode not in self._errors:
            verdict, reason = mode
            name = f"{verdict.value}_{reason.value if reason else 'unknown'}"
            self._errors[mode] = type(name, (_FailedError,), {})
        return self._errors[mode]()


def _failure_mode(result: CaseResult) -> FailureMode | None:
    if not result.verdict.is_failure or result.verdict is Verdict.NOT_RUN:
        return None
    return result.verdict, next(iter(result.reasons), None)


def _is_expected(error: BaseException) -> bool:
    # Several failure modes are raised as an exception group, which Python 3.10 does not have as a built-in.
    parts = getattr(error, "exceptions", None)
    return all(map(_is_expected, parts)) if parts else isinstance(error, _FailedError)


# Most faults show with this few columns, rows and padding elements.
_FEW_COLS = 64
_FEW_ROWS = 8
_FEW_PADDING = 8
_MOST_PADDING = 40
_MOST_OFFSET = 20
_MOST_SEED = 1000
# For one case in three, hypothesis draws the values too.
_HAS_VALUES = (False, False, True)
_ORDINARY = 100.0
_TELLING_VALUES = (0.0, 1.0, -1.0, -0.0, 88.75, 89.0, -104.0, float("-inf"), float("inf"), float("nan"))
"""0 and 1 with both signs, the ends of the range in which float32's exp is finite and not 0, infinities and NaN."""


@st.composite
def cases(draw: st.DrawFn, space: Space) -> Case:
    # Simpler choices come first, because hypothesis reduces failures towards them.
    variant = space.variant
    dtype = draw(st.sampled_from(variant.dtypes))
    block = draw(st.sampled_from(variant.blocks))
    few, usual = min(_FEW_COLS, space.max_cols), space.widths(block, dtype)
    named = tuple(number for number in space.constants if number <= space.max_cols) or usual
    n_cols = draw(
        st.integers(1, few) | st.sampled_from(named) | st.sampled_from(usual) | st.integers(1, space.max_cols)
    )
    most_rows = min(MAX_ROWS, max(1, space.most_cells // n_cols))
    few, usual = min(_FEW_ROWS, most_rows), tuple(n for n in space.rows(block, dtype) if n <= most_rows)
    n_rows = draw(st.integers(1, few) | st.sampled_from(usual) | st.integers(1, most_rows))
    padding = _paddings(tuple(number - n_cols for number in space.constants if number > n_cols))
    layout = placed_layout(draw(padding), draw(padding), draw(_OFFSETS), draw(_OFFSETS))
    sizes = {
        size.name: draw(_further(further_sizes(variant, dtype, block).values(size.name)))
        for size in variant.operation.further_sizes
    }
    case = space.inside(
        make_case(
            variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, layout=layout.name, block=block, sizes=sizes
        )
    )
    if case is None:
        reject()
    if draw(st.sampled_from(_HAS_VALUES)):
        cells = math.prod(variant.operation.main.sizes(case.shape.sizes))
        return altered(case, kind=draw(_values(dtype, cells, variant)))
    claimed = [kind for kind in kinds_of(variant) if altered(case, kind=kind).beyond_magnitude() is None]
    kind = draw(st.sampled_from(claimed))
    return altered(case, kind=kind, seed_number=draw(st.just(0) | st.integers(0, _MOST_SEED)))


_WIDTHS: Mapping[str, Literal[16, 32, 64]] = {"float16": 16, "bfloat16": 32, "float32": 32, "float64": 64}
_OFFSETS = st.just(0) | st.integers(0, _MOST_OFFSET)


def _paddings(to_constants: tuple[int, ...]) -> st.SearchStrategy[int]:
    """Draw the padding after a row, sometimes so that the stride equals a number in the source."""
    drawn = st.just(0) | st.integers(0, _FEW_PADDING) | st.integers(0, _MOST_PADDING)
    return drawn | st.sampled_from(to_constants) if to_constants else drawn


def _further(usual: tuple[int, ...]) -> st.SearchStrategy[int]:
    """Draw a further size: a value of the matrix, or any up to the largest of these."""
    return st.sampled_from(usual) | st.integers(1, usual[-1])


@st.composite
def _values(draw: st.DrawFn, dtype: str, cells: int, variant: Variant) -> str:
    """Draw an input kind of a few given values; values that are not claimed become the largest claimed one."""
    form = float_format(dtype)
    width = _WIDTHS[dtype]
    value = (
        st.sampled_from(_TELLING_VALUES)
        | st.floats(-_ORDINARY, _ORDINARY, width=width)
        | st.floats(width=width)
    )
    most = min(MAX_VALUES_BYTES // form.itemsize, cells)
    values = np.array(draw(st.lists(value, min_size=1, max_size=most)), np.float64)
    limit = variant.max_magnitude
    if variant.finite or limit is not None:
        top = form.largest if limit is None else form.largest_within(limit)
        values = np.clip(values, -top, top)
        values = np.where(np.isnan(values), top, values) if variant.finite else values
    with np.errstate(over="ignore"):  # beyond bfloat16's range, though within float32's
        return kind_of_values(values.astype(form.dtype))


# Lowest numbers, tried one by one before bisection, because faults may depend on a remainder.
_IN_TURN = 33
# Numbers directly below the result of the bisection, tried next.
_BELOW = 8
# Integer fractions of the result, tried too: a half, a third, down to a sixteenth.
_PARTS_TRIED = 16
# Simple values, tried as replacements of any other value.
_PLAIN = (0.0, 1.0, -1.0)

_PARTS = ("inp_padding", "out_padding", "inp_offset", "out_offset")


def complexity(case: Case) -> tuple[object, ...]:
    """Return the sort key of a case: fewer elements first, then simpler layouts, inputs, blocks and types."""
    numbers = case.placement.numbers
    values, kinds = _given_values(case), kinds_of(case.variant)
    return (
        case.shape.n_rows * case.shape.n_cols,
        case.shape.n_cols,
        math.prod(value for _, value in case.shape.further),
        tuple(value for _, value in case.shape.further),
        sum(number > 0 for number in numbers),
        sum(numbers),
        len(kinds) if values else kinds.index(case.kind),
        case.seed_number,
        len(values),
        tuple(_plainness(value) for value in values),
        case.variant.blocks.index(case.block),
        case.variant.dtypes.index(case.dtype),
    )


def reduce(case: Case, still_fails: Callable[[Case], bool]) -> Case:
    """Return the smallest case that can be reached by steps through failing cases."""
    reducer = _Reducer(case, still_fails)
    before = None
    while reducer.case is not before:
        before = reducer.case
        reducer.numbers()
        reducer.inputs()
        reducer.choices()
    return reducer.case


class _Reducer:
    def __init__(self, case: Case, still_fails: Callable[[Case], bool]) -> None:
        self.case = case
        self._still_fails = still_fails

    def numbers(self) -> None:
        """Reduce rows, columns, further sizes, padding and offsets."""
        self._number(1, self.case.shape.n_rows, lambda n: altered(self.case, n_rows=n))
        self._number(1, self.case.shape.n_cols, lambda n: altered(self.case, n_cols=n))
        for name, value in self.case.shape.further:
            self._number(1, value, lambda n, name=name: altered(self.case, sizes={name: n}))  # type: ignore[misc]
        # If the fault depends on a stride, the padding must grow when the columns shrink.
        self._number(1, self.case.shape.n_cols, self._with_cols_and_strides)
        for part in _PARTS:
            most = getattr(self.case.placement, part)
            self._number(0, most, lambda n, part=part: self._with_layout(**{part: n}))  # type: ignore[misc]

    def inputs(self) -> None:
        """Take the first input kind that still fails, the default seed, and fewer and simpler values."""
        for kind in kinds_of(self.case.variant):
            if self._try(altered(self.case, kind=kind, seed_number=0)):
                return
        self._try(altered(self.case, seed_number=0))
        position = 0
        while position < len(_given_values(self.case)):
            values = _given_values(self.case)
            without = (*values[:position], *values[position + 1 :])
            if without and self._try(self._with_values(without)):
                continue
            for plain in _plainer(values[position]):
                if self._try(self._with_values((*values[:position], plain, *values[position + 1 :]))):
                    break
            position += 1

    def choices(self) -> None:
        """Take the first declared block and type that still fail."""
        for block in self.case.variant.blocks:
            if self._try(altered(self.case, block=block)):
                break
        if not _given_values(self.case):
            for dtype in self.case.variant.dtypes:
                if self._try(altered(self.case, dtype=dtype)):
                    break

    def _try(self, smaller: Case) -> bool:
        if complexity(smaller) >= complexity(self.case) or smaller.unmet() is not None:
            return False
        if not self._still_fails(smaller):
            return False
        self.case = smaller
        return True

    def _number(self, lowest: int, current: int, make: Callable[[int], Case]) -> None:
        turn = range(lowest, min(lowest + _IN_TURN, current))
        if any(self._try(make(number)) for number in turn):
            return
        low, high = lowest + len(turn) - 1, current
        while high - low > 1:
            middle = (low + high) // 2
            if self._try(make(middle)):
                high = middle
            else:
                low = middle
        # Bisection misses a periodic fault. Try the numbers directly below, and fractions.
        below = range(high - 2, max(lowest, high - 2 - _BELOW), -1)
        fractions = (high // part for part in range(_PARTS_TRIED, 1, -1) if high % part == 0)
        for number in (*fractions, *below):
            if number >= lowest and self._try(make(number)):
                break

    def _with_cols_and_strides(self, n_cols: int) -> Case:
        shape = self.case.shape
        placed = self.case.placement
        paddings = shape.inp_stride - n_cols, shape.out_stride - n_cols
        layout = placed_layout(*paddings, placed.inp_offset, placed.out_offset)
        return altered(self.case, n_cols=n_cols, layout=layout.name)

    def _with_layout(self, **numbers: int) -> Case:
        parts = {part: getattr(self.case.placement, part) for part in _PARTS}
        return altered(self.case, layout=placed_layout(**{**parts, **numbers}).name)

    def _with_values(self, values: tuple[float, ...]) -> Case:
        form = float_format(self.case.dtype)
        return altered(self.case, kind=kind_of_values(np.array(values, np.float64).astype(form.dtype)))


def _given_values(case: Case) -> tuple[float, ...]:
    """Return the values in a case's input kind; empty for a kind without given values."""
    values = values_of_kind(case.kind, case.dtype)
    return () if values is None else tuple(map(float, values))


def _plainness(value: float) -> float:
    """Return the sort key of a value; simpler values have smaller keys."""
    if value in _PLAIN:
        # -0.0 equals 0.0 but is less simple.
        return 3.0 if value == 0.0 and math.copysign(1.0, value) < 0.0 else float(_PLAIN.index(value))
    if math.isnan(value):
        return math.inf
    if math.isinf(value):
        return 1e300 if value < 0 else 2e300
    return 4.0 + abs(value) if value == int(value) else 1e10 + abs(value)


def _plainer(value: float) -> Iterator[float]:
    """Yield values that are simpler than a given one, the simplest first."""
    candidates = [*_PLAIN]
    if math.isfinite(value):
        candidates += [math.floor(value), math.ceil(value), math.floor(value / 2)]
    else:
        candidates += [-math.inf, math.inf]
    yield from (candidate for candidate in candidates if _plainness(candidate) < _plainness(value))
