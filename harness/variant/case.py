"""A case: one variant on one input at one block shape, and its id.

Ids have one form, ``<variant>-<dtype>-<rows>x<cols>[-<size><n>...]-<kind>[-<layout>][-seed<n>]-block<x>[x<y>[x<z>]]``,
such as ``softmax_warp_row-float32-4096x1000-spread-strided-block32x4``. Only operations with further sizes have these
in their ids, as in ``7x33-heads4-spread``. An id determines its case completely, so any
case can be requested by its id, even one that is in no matrix.

A case has one value of each further size: one that the operation lists and the declaration admits, or one on either
side of a number at which a rule of the declaration changes its course. Successive cases take the values in turn.
"""

from __future__ import annotations

import itertools
import math
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import SpecError, UsageError, closest_of
from ..lazy import dataclass, replace
from ..operation.kinds import HUGE_SHARE, SEEDLESS_KINDS, SPECIAL_KINDS
from ..operation.precision.rounding import accumulator_of, float_format
from ..operation.size import N_COLS, N_ROWS
from .launch_rule import LaunchRule, changes
from .shape import (
    CONTIGUOUS,
    FREE_FORM,
    HUGE_LAYOUT,
    HUGE_ROWS,
    LAYOUTS,
    Layout,
    Shape,
    find_layout,
    rule_values,
    shape_of,
)
from .variant import SCALAR_TYPES, WARP, Block, PlannedLaunch, Variant, block_text

_VALUES_PREFIX = "values_"
VALUES_FORM = "values_BITS"
"""Kind that holds given values, their bits in hexadecimal: ``values_3f800000ff800000`` is 1 and -inf in float32. The
values repeat, row by row, until the matrix is full."""

MAX_VALUES_BYTES = 64
"""Maximum size of the values in a kind, in bytes. An id is also a file name."""

MAX_EXTENT = 2**31 - 1
"""Maximum number of rows, number of columns and seed of a case: most kernels take sizes as 32-bit integers."""

_ANY_SIZES = r"(?:-[A-Za-z_]+\d+)*?"
ID_FORM = "VARIANT-DTYPE-ROWSxCOLS[-SIZEn...]-KIND[-LAYOUT][-seedN]-blockX[xY[xZ]]"


@lru_cache(maxsize=64)
def _id_pattern(sizes: str = _ANY_SIZES) -> re.Pattern[str]:
    # A variant's id may contain dashes, so parse the other parts from the end. A seed's number is not a layout.
    return re.compile(
        r"(?P<variant>.+)"
        rf"-(?P<dtype>{'|'.join(SCALAR_TYPES)})"
        r"-(?P<n_rows>\d+)x(?P<n_cols>\d+)"
        rf"{sizes}"
        r"-(?P<kind>[a-z0-9_]+)"
        r"(?:-(?!seed\d+-)(?P<layout>[a-z0-9_]+))?"
        r"(?:-seed(?P<seed_number>\d+))?"
        r"-block(?P<block>\d+(?:x\d+){0,2})",
        re.ASCII,
    )


@dataclass(frozen=True)
class Case:
    """One variant on one input. `make_case` makes it and keeps the fields consistent."""

    variant: Variant
    dtype: str
    shape: Shape
    block: Block
    kind: str
    layout: str
    seed_number: int = 0
    """Number of the input among inputs of this kind and size. Ids leave out 0, the default."""

    @property
    def seed(self) -> int:
        # Every variant, block, layout and type gets the same numbers, rounded to its type.
        suffix = f"-seed{self.seed_number}" if self.seed_number else ""
        text = f"{self.shape.n_rows}x{self.shape.n_cols}-{self.kind}{suffix}"
        return zlib.crc32(text.encode("ascii"))  # not hash(), which differs from process to process

    @property
    def turn(self) -> int:
        """Number that selects the further launches of a case; it counts up over blocks, types and seeds."""
        beginning = zlib.crc32(f"{self.shape.text}-{self.kind}-{self.layout}".encode("ascii"))
        block, dtype = self.variant.blocks.index(self.block), self.variant.dtypes.index(self.dtype)
        return beginning + block + dtype + self.seed_number

    @property
    def placement(self) -> Layout:
        """The layout, which `make_case` looked up before."""
        placed = find_layout(self.layout)
        assert placed is not None
        return placed

    @property
    def rule_values(self) -> dict[str, int]:
        placed = self.placement
        return rule_values(self.shape, self.block, self.dtype, placed.inp_offset, placed.out_offset)

    @cached_property
    def id(self) -> str:
        """Name of the case; works in ``-k``, in reports and as a file name."""
        layout = "" if self.layout == CONTIGUOUS else f"-{self.layout}"
        seed = f"-seed{self.seed_number}" if self.seed_number else ""
        return (
            f"{self.variant.id}-{self.dtype}-{self.shape.text}-{self.kind}{layout}{seed}"
            f"-block{block_text(self.block)}"
        )

    @property
    def keywords(self) -> tuple[str, ...]:
        """Further words that ``-k`` matches, such as ``fp16``."""
        source = ("found",) if self.id in self.variant.found else ()
        return (SCALAR_TYPES[self.dtype].short_name, self.layout, *source)

    def unmet(self) -> str | None:
        """Return the first rule of ``requires`` that excludes this case, else `beyond_magnitude`."""
        rule = self.variant.unmet(self.rule_values)
        return self.beyond_magnitude() if rule is None else rule

    def beyond_magnitude(self) -> str | None:
        """Return the variant's ``inputs`` or ``max_magnitude`` if it excludes the kind of input, as text; else None."""
        limit, is_finite = self.variant.max_magnitude, self.variant.finite
        largest, has_nan = _extremes(self.kind, self.dtype)
        is_within = largest <= limit if limit is not None else not is_finite or math.isfinite(largest)
        if is_within and not (is_finite and has_nan):
            return None
        if not is_finite:
            return f"max_magnitude = {limit:g}"
        return 'inputs = "finite"' if limit is None else f"inputs = {limit:g}"

    def plan(self) -> tuple[PlannedLaunch, ...]:
        return self.variant.plan(self.rule_values)

    def with_seed(self, seed_number: int) -> Case:
        return replace(self, seed_number=seed_number)


def make_case(
    variant: Variant,
    *,
    dtype: str,
    n_rows: int,
    n_cols: int,
    kind: str = "spread",
    layout: str = CONTIGUOUS,
    block: Block,
    seed_number: int = 0,
    sizes: Mapping[str, int] | None = None,
) -> Case:
    placed = find_layout(layout)
    if placed is None:
        raise ValueError(f"a layout must be one of {', '.join(LAYOUTS)}, {FREE_FORM} (got {layout!r})")
    if sizes is None:
        has_further = bool(variant.operation.further_sizes)
        sizes = further_sizes(variant, dtype, block).chosen(n_rows, n_cols, layout) if has_further else {}
    shape = shape_of(variant.operation, n_rows, n_cols, placed, sizes)
    return Case(variant, dtype, shape, block, kind, placed.name, seed_number)


def altered(case: Case, *, sizes: Mapping[str, int] | None = None, **parts: Any) -> Case:
    """Return a case with other parts of `make_case`, claimed or not; given values that do not fit are dropped."""
    known = {name: getattr(case, name) for name in ("dtype", "kind", "layout", "block", "seed_number")}
    parts = {"n_rows": case.shape.n_rows, "n_cols": case.shape.n_cols, **known, **parts}
    sizes = {**dict(case.shape.further), **(sizes or {})}
    main = case.variant.operation.main.sizes({N_ROWS: parts["n_rows"], N_COLS: parts["n_cols"], **sizes})
    values, room = values_of_kind(parts["kind"], parts["dtype"]), math.prod(main)
    if values is not None and values.size > room:
        parts["kind"] = kind_of_values(values[:room])
    return make_case(case.variant, **parts, sizes=sizes)


def kind_of_values(values: NDArray[Any]) -> str:
    size = values.dtype.itemsize
    assert 0 < values.nbytes <= MAX_VALUES_BYTES
    return _VALUES_PREFIX + np.ascontiguousarray(values).view(f"u{size}").astype(f">u{size}").tobytes().hex()


def values_of_kind(kind: str, dtype: str) -> NDArray[Any] | None:
    """Return the values that an input kind contains, bit by bit; None for a kind without given values."""
    digits = kind.removeprefix(_VALUES_PREFIX)
    if digits == kind or not re.fullmatch(r"[0-9a-f]+", digits, re.ASCII):
        return None
    form = float_format(dtype)
    if len(digits) % (2 * form.itemsize) or len(digits) > 2 * MAX_VALUES_BYTES:
        return None
    # Via an integer of the same width: some element types have no byte order.
    word = np.dtype(f">u{form.itemsize}")
    return np.frombuffer(bytes.fromhex(digits), word).astype(word.newbyteorder("=")).view(form.dtype)


def _extremes(kind: str, dtype: str) -> tuple[float, bool]:
    """Return the magnitude that a kind is made for, 0 if it can be scaled, and whether it is made for NaN."""
    if kind in SPECIAL_KINDS:
        return (0.0, True) if kind == "nan" else (math.inf, False)
    if kind == "huge1e4":
        return 1e4, False
    form = float_format(dtype)
    if kind == "huge3e38":
        return HUGE_SHARE * form.largest, False
    values = values_of_kind(kind, dtype)
    if values is None:
        return 0.0, False
    # A signalling NaN among the values makes NumPy warn when it is widened.
    with np.errstate(invalid="ignore"):
        magnitudes = np.abs(values.astype(np.float64))
    is_nan = np.isnan(magnitudes)
    return float(magnitudes[~is_nan].max(initial=0.0)), bool(is_nan.any())


def limit_kinds(variant: Variant, dtype: str) -> tuple[str, ...]:
    """Return the kinds of given values at a variant's ``max_magnitude`` itself."""
    if variant.max_magnitude is None:
        return ()
    form = float_format(dtype)
    top = form.largest_within(variant.max_magnitude)
    if "huge3e38" not in variant.operation.kinds and top > math.sqrt(accumulator_of(form).largest) / 2**8:
        return ()
    return (kind_of_values(np.array([top, -top, top / 2, top, -top / 4]).astype(form.dtype)),)


def is_seedless(kind: str) -> bool:
    return kind in SEEDLESS_KINDS or kind.startswith(_VALUES_PREFIX)


def is_case_id(text: str) -> bool:
    return _id_pattern().fullmatch(text) is not None


def parse_case_id(case_id: str, variants: Sequence[Variant]) -> Case:
    """Make the case that an id names. The case need not be in a matrix."""
    match = _id_pattern().fullmatch(case_id)
    if match is None:
        raise UsageError(f"a case id has the form {ID_FORM} (got '{case_id}')")
    by_id = {variant.id: variant for variant in variants}
    variant = by_id.get(match["variant"])
    if variant is None:
        raise UsageError(_unknown("variant", match["variant"], by_id, case_id))
    # The names of the further sizes depend on the variant's operation, which is known only now.
    further = [size.name for size in variant.operation.further_sizes]
    match = _id_pattern("".join(rf"-{name}(?P<size_{name}>\d+)" for name in further)).fullmatch(case_id)
    if match is None:
        form = ID_FORM.replace("[-SIZEn...]", "".join(f"-{name}N" for name in further))
        raise UsageError(f"a case id of {variant.id} has the form {form} (got '{case_id}')")
    if match["dtype"] not in variant.dtypes:
        raise UsageError(_unknown(f"dtype of {variant.id}", match["dtype"], variant.dtypes, case_id))
    kinds = variant.operation.input_kinds
    values = values_of_kind(match["kind"], match["dtype"])
    if match["kind"] not in kinds and values is None:
        raise UsageError(_unknown("input kind", match["kind"], (*kinds, VALUES_FORM), case_id))
    layout = match["layout"] or CONTIGUOUS
    if find_layout(layout) is None:
        raise UsageError(_unknown("layout", layout, (*LAYOUTS, FREE_FORM), case_id))
    blocks = {block_text(block): block for block in variant.blocks}
    if match["block"] not in blocks:
        raise UsageError(_unknown(f"block of {variant.id}", match["block"], blocks, case_id))
    n_rows, n_cols = (_number(match[name], name, case_id, lowest=1) for name in ("n_rows", "n_cols"))
    sizes = {name: _number(match[f"size_{name}"], name, case_id, lowest=1) for name in further}
    room = variant.operation.main.sizes({N_ROWS: n_rows, N_COLS: n_cols, **sizes})
    if values is not None and values.size > math.prod(room):
        rule = f"an input of {'x'.join(map(str, room))} must have room for all of its values"
        raise UsageError(f"{rule} (got more in '{case_id}')")
    case = make_case(
        variant,
        dtype=match["dtype"],
        n_rows=n_rows,
        n_cols=n_cols,
        kind=match["kind"],
        layout=layout,
        block=blocks[match["block"]],
        seed_number=_number(match["seed_number"] or "0", "seed", case_id, lowest=0),
        sizes=sizes,
    )
    # An id is a file's name and a key of reports, so a case has one spelling only.
    if case.id != case_id:
        raise UsageError(f"a case id must have its only spelling (got '{case_id}'); write '{case.id}'")
    return case


def _number(digits: str, name: str, case_id: str, *, lowest: int) -> int:
    # Check the length first: int() raises its own error for thousands of digits.
    if len(digits) > len(str(MAX_EXTENT)) or not lowest <= int(digits) <= MAX_EXTENT:
        got = f"{digits[:20]} in '{case_id[:200]}'"
        raise UsageError(f"{name} of a case must be {lowest} to {MAX_EXTENT} (got {got})")
    return int(digits)


def _unknown(what: str, got: str, allowed: Iterable[str], case_id: str) -> str:
    return f"no such {what} (got '{got}' in '{case_id}'); {closest_of(got, sorted(allowed))}"


MOST = 1024
"""Rules are evaluated up to this value of a size; beyond it they are assumed not to change."""

MOST_ELEMENTS = 2**17
"""Maximum product of all sizes of a case of the matrix, if smaller values of the further sizes allow it."""

_STEPS = (1, 2, 4)
"""Values of a quotient beyond which it bends, as in `harness.variant.domain`."""
_TYPICAL = 33
_ROWS_REPEAT = 4
_TRIED = 512


class FurtherSizes:
    """The values of an operation's further sizes in the cases of one variant, type and block."""

    def __init__(self, variant: Variant, dtype: str, block: Block) -> None:
        self._variant, self._dtype, self._block = variant, dtype, block
        sizes = variant.operation.further_sizes
        self._own = {size.name: tuple(sorted(size.values)) for size in sizes}
        self._usual = {size.name: size.values[0] for size in sizes}
        usual = {N_ROWS, N_COLS}
        self._on_rows_and_columns = {
            rule.text for rule in variant.requires if variant.sizes_of(rule) <= usual
        }
        self.values = cache(self._find_values)

    def chosen(
        self, n_rows: int, n_cols: int, layout: str = CONTIGUOUS, turn: int | None = None
    ) -> dict[str, int]:
        """Choose the values for one case; `turn` is its number, None for the largest ones."""
        if not self._own:
            return {}
        lists = [list(self.values(name)) for name in self._own]
        if layout == HUGE_LAYOUT:
            lists = [sorted(values, key=lambda value: abs(value - HUGE_ROWS)) for values in lists]
        elif turn is None:
            lists = [sorted(values, reverse=True) for values in lists]
        else:
            rounds = [0, *itertools.accumulate(turn // len(values) for values in lists)]
            lists = [_turned(values, turn, earlier) for values, earlier in zip(lists, rounds, strict=False)]
        placed = find_layout(layout)
        assert placed is not None
        admitted: list[dict[str, int]] = []
        # Conditions that relate sizes may leave few combinations, and there may be millions.
        for values in itertools.islice(_nearest(lists), _TRIED):
            chosen = dict(zip(self._own, values, strict=True))
            try:
                unmet = self._variant.unmet(self._rule_values(n_rows, n_cols, placed, chosen))
            except SpecError:  # a rule has no value
                continue
            if unmet in self._on_rows_and_columns:
                break  # no values of the further sizes change that
            if unmet is None:
                if turn is None or n_rows * n_cols * math.prod(values) <= MOST_ELEMENTS:
                    return chosen
                admitted.append(chosen)
        first = {name: values[0] for name, values in zip(self._own, lists, strict=True)}
        return min(admitted, key=lambda each: math.prod(each.values()), default=first)

    def _find_values(self, name: str) -> tuple[int, ...]:
        """Return the values of one size in the cases, ascending; at least one."""
        own = self._own[name]
        rules = [rule for rule in _rules(self._variant) if self._variant.sizes_of(rule) == {name}]
        if not rules:
            return own
        known = cache(partial(self._with, name))

        def holds(turn: LaunchRule, value: int) -> bool:
            return turn.surely_holds(known(value))

        near = set(own)
        for turn in (turn for rule in rules for turn in rule.turns(_STEPS)):
            ends = changes(partial(holds, turn), range(1, MOST + 1))
            near |= {value + step for value in ends for step in (0, 1)}
        # Values far beyond the operation's own take too long.
        near = {value for value in near if value <= 4 * own[-1] or value in own}
        admits = self._admits(name)
        first = itertools.islice(filter(admits, sorted({*range(1, MOST + 1), *own})), 1)
        return tuple(sorted(filter(admits, near))) or tuple(first) or own

    def neighbours(self, name: str) -> tuple[int, ...]:
        """Return the nearest admitted values on both sides of each of the operation's values that is excluded."""
        # ``k % 4 == 0`` gives 32 and 36 for 33. The values of `values` are left out.
        admits = self._admits(name)
        nearest: set[int] = set()
        for value in itertools.filterfalse(admits, self._own[name]):
            # Up to twice the excluded value, as for columns.
            for side in (range(value - 1, 0, -1), range(value + 1, 2 * value + WARP)):
                nearest.update(itertools.islice(filter(admits, side), 1))
        return tuple(sorted(nearest.difference(self.values(name))))

    def _admits(self, name: str) -> Callable[[int], bool]:
        """Return whether the conditions of ``requires`` on one size alone admit a value."""
        parts = (part for rule in self._variant.requires for part in rule.conjuncts())
        claims = [part for part in parts if self._variant.sizes_of(part) == {name}]

        def admits(value: int) -> bool:
            values = self._with(name, value) if claims else {}
            return all(part.surely_holds(values) for part in claims)

        return admits

    def _with(self, name: str, value: int) -> dict[str, int]:
        """Return the values of names in rules for a value of one size, with usual values of the other sizes."""
        return self._rule_values(_TYPICAL, _TYPICAL, LAYOUTS[CONTIGUOUS], {**self._usual, name: value})

    def _rule_values(
        self, n_rows: int, n_cols: int, layout: Layout, sizes: Mapping[str, int]
    ) -> dict[str, int]:
        shape = shape_of(self._variant.operation, n_rows, n_cols, layout, sizes)
        return rule_values(shape, self._block, self._dtype, layout.inp_offset, layout.out_offset)


further_sizes = lru_cache(maxsize=1024)(FurtherSizes)


def _rules(variant: Variant) -> Iterator[LaunchRule]:
    """Yield the rules of a declaration; each condition of ``requires`` is split at its ``and``."""
    yield from (part for rule in variant.requires for part in rule.conjuncts())
    yield from (rule for launch in variant.launches for rule in launch.rules)
    yield from (scratch.bytes for scratch in variant.scratch)
    yield from filter(None, (variant.parallel, variant.serial))


def _turned(values: list[int], turn: int, rounds: int) -> list[int]:
    """Return values, first the one whose turn it is, then smaller ones."""
    # The numbers of rows of the matrix repeat every few cases. When rows and values would repeat together, the values
    # advance by one. They also advance after each round of the sizes before.
    start = (turn + turn // math.lcm(len(values), _ROWS_REPEAT) + rounds) % len(values)
    return [*reversed(values[: start + 1]), *values[start + 1 :]]


def _nearest(lists: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Yield combinations of one value of each list, first the values at the beginnings of the lists."""
    places = itertools.product(*(range(len(values)) for values in lists))
    for place in sorted(places, key=sum) if math.prod(map(len, lists)) <= _TRIED else places:
        yield tuple(values[index] for values, index in zip(lists, place, strict=True))
