"""A case: one variant on one input at one block shape, and its id.

Ids have one form, ``<variant>-<dtype>-<rows>x<cols>[-<size><n>...]-<kind>[-<layout>][-seed<n>]-block<x>[x<y>[x<z>]]``,
such as ``softmax_warp_row-float32-4096x1000-spread-strided-block32x4``. Only operations with further sizes have these
in their ids, as in ``7x33-heads4-spread``. An id determines its case completely, so any
case can be requested by its id, even one that is in no matrix.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import UsageError, closest_of
from ..operation.kinds import HUGE_SHARE, SEEDLESS_KINDS, SPECIAL_KINDS
from ..operation.precision.float_format import accumulator_of, float_format
from ..operation.size import N_COLS, N_ROWS
from .further_sizes import further_sizes
from .kernel_launch import PlannedLaunch
from .shape import CONTIGUOUS, FREE_FORM, LAYOUTS, Layout, Shape, find_layout, rule_values, shape_of
from .variant import SCALAR_TYPES, Block, Variant, block_text

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
