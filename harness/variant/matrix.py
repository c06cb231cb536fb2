"""The matrix: the cases that a variant is checked on, derived from its declaration alone.

For every declared block and type the matrix has some seventy small cases: the widths and numbers of rows at which
kernels fail, every layout, every kind of input. Once per variant it has a case with rows 2**30 elements apart. If the
variant does not claim a wanted shape, a case that tests a layout or an input moves to the nearest claimed shape. A
case that tests the shape itself is reported as skipped.

Empty problems (no rows or no columns) are not part of the matrix.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..operation.model import Operation
from .case import Case, limit_kinds, parse_case_id
from .declaration.domain import MAX_ROWS, Domain
from .layout import CONTIGUOUS, HUGE_LAYOUT, HUGE_ROWS, LAYOUTS, placed_layout
from .variant import SCALAR_TYPES, WARP, Block, Variant, block_text

VECTOR_BYTES = 16
"""Widest access of one thread, in bytes."""

_WARP_WIDTHS = (1, 2, 3, 4, 7, 31, 32, 33)
_POWER_WIDTHS = (63, 64, 65, 127, 128, 129, 256, 513, 1023, 1024, 1025, 2049)
_LONG_WIDTHS = (1000, 1001, 4099, 8193)
_WIDTHS = (*_WARP_WIDTHS, *_POWER_WIDTHS, *_LONG_WIDTHS)
_ROWS = (3, 1, 7, 2)
_MAX_WIDE_COLS = 2000  # beyond it three rows, and
_MAX_THREE_ROW_COLS = 5000  # beyond it one row, so that a case stays small
_WIDE_COLS = 1031  # odd, and more columns than a block can have threads
_ODD_COLS = 37

_LAYOUT_SHAPES: tuple[tuple[str, int, int], ...] = (
    ("strided", 7, 33),
    ("strided", 2, 128),
    ("strided", 5, 127),
    ("strided", 3, 1001),
    ("strided8", 5, 33),
    ("strided8", 3, 128),
    ("strided8", 3, 1000),
    ("offset", 3, 33),
    ("offset", 1, 127),
    ("offset", 3, 1000),
    ("strided_offset", 3, 129),
    ("strided_offset", 2, 1024),
)

# Every kind runs wider than any block. These also run on a narrow odd width, where most threads of a block are idle.
_ODD_WIDTH_KINDS = (
    "huge3e38",
    "subnormal",
    "spike",
    "neg_inf_some",
    "neg_inf_leading",
    "neg_inf_all",
    "pos_inf",
    "nan",
)
_WIDE_KINDS = (
    "normal",
    "uniform80",
    "huge1e4",
    "huge3e38",
    "subnormal",
    "ascending",
    "descending",
    "constant",
    "spike",
    "neg_inf_some",
    "neg_inf_leading",
    "neg_inf_all",
    "pos_inf",
    "nan",
)
_STRIDED_KINDS = ("huge1e4", "neg_inf_some", "pos_inf", "nan")

# Two different strides with good alignment. A variant that claims no shape with them takes only one stride.
_APART = "strided8"
_APART_SHAPE = (3, 128)

_NARROW_COLS = 5
_HUGE_COLS = 33


@dataclass(frozen=True)
class _Wanted:
    """A wanted case, which the variant may not claim.

    `exact` means that the case tests its number of columns. With fewer than `min_rows` rows it would test nothing.
    """

    n_rows: int
    n_cols: int
    kind: str = "spread"
    layout: str = CONTIGUOUS
    exact: bool = False
    min_rows: int = 1


_HUGE = _Wanted(HUGE_ROWS, _HUGE_COLS, layout=HUGE_LAYOUT, min_rows=HUGE_ROWS)


def cases(variant: Variant) -> tuple[Case, ...]:
    """Return the cases that a variant is checked on.

    Parameters
    ----------
    variant : Variant
        Variant to check.

    Returns
    -------
    tuple of Case
        Cases inside the claimed domain, with distinct ids. The order depends only on the declaration: by declared
        block and type, then widths, rows, layouts, input kinds, huge strides; finally ``variant.found``.

    Raises
    ------
    SpecError
        A declared block and type has no case inside ``requires``, so that nothing would be checked; or a rule has
        no value for a case.
    """
    return _matrix(variant)[0]


def skipped(variant: Variant) -> tuple[tuple[Case, str], ...]:
    """Return the wanted cases that the declaration excludes, each with the rule that excludes it."""
    return _matrix(variant)[1]


def check_rules(variant: Variant) -> None:
    """Evaluate every rule of a declaration for every case of the matrix.

    Raises
    ------
    SpecError
        A rule has no value for some case (such as a division by zero), a grid, block or size cannot be launched, or
        `cases` raises.
    """
    for case in cases(variant):
        case.plan()
        variant.scratch_bytes(case.shape, case.block, case.dtype)
        variant.row_threads(case.shape, case.block, case.dtype)
        variant.serial_additions(case.shape, case.block, case.dtype)
    for block in variant.blocks:
        for dtype in variant.dtypes:
            variant.macros(block, dtype)


@lru_cache(maxsize=256)
def _matrix(variant: Variant) -> tuple[tuple[Case, ...], tuple[tuple[Case, str], ...]]:
    runnable: dict[str, Case] = {}
    excluded: dict[str, tuple[Case, str]] = {}
    for block in variant.blocks:
        for dtype in variant.dtypes:
            before = len(runnable)
            domain = Domain(variant, block, dtype, _widths(block, dtype))
            # Once is enough: kernels compute offsets in the same way for every block and type.
            huge = (_HUGE,) if (block, dtype) == (variant.blocks[0], variant.dtypes[0]) else ()
            for wanted in (*_wanted(domain), *huge):
                case, reason = _place(wanted, domain)
                if reason is None:
                    runnable.setdefault(case.id, case)
                else:
                    excluded.setdefault(case.id, (case, reason))
            if len(runnable) == before:
                raise variant.error_at(
                    ("requires",),
                    "a declared block and dtype must have a case to check (got none inside 'requires' "
                    f"for block {block_text(block)} and {dtype}); widen 'requires', or leave one of them out",
                )
    for case_id in variant.found:
        case = parse_case_id(case_id, (variant,))
        reason = case.unmet()
        if reason is None:
            runnable.setdefault(case.id, case)
        else:
            excluded.setdefault(case.id, (case, reason))
    return tuple(runnable.values()), tuple(
        pair for case_id, pair in excluded.items() if case_id not in runnable
    )


def _place(wanted: _Wanted, domain: Domain) -> tuple[Case, str | None]:
    """Make the case, moved into the domain if possible. Otherwise return the rule that excludes it too."""
    case = domain.case(wanted.n_rows, wanted.n_cols, wanted.kind, wanted.layout)
    reason = case.unmet()
    if reason is None or case.beyond_magnitude() is not None:
        return case, reason
    for layout in (wanted.layout, *_one_stride(wanted.layout, domain)):
        place = domain.nearest(
            wanted.n_rows, wanted.n_cols, layout, keep_cols=wanted.exact, min_rows=wanted.min_rows
        )
        if place is not None:
            return domain.case(*place, wanted.kind, layout), None
    return case, reason


def _one_stride(layout: str, domain: Domain) -> tuple[str, ...]:
    """Return the layout whose out has the padding of inp, for a kernel that takes only one stride."""
    placed = LAYOUTS[layout]
    if placed.inp_padding == placed.out_padding or domain.nearest(*_APART_SHAPE, _APART) is not None:
        return ()
    return (placed_layout(placed.inp_padding, placed.inp_padding, placed.inp_offset, placed.out_offset).name,)


def _wanted(domain: Domain) -> Iterator[_Wanted]:
    yield from _width_cases(domain)
    yield from _row_cases(domain)
    for layout, n_rows, n_cols in _LAYOUT_SHAPES:
        yield _Wanted(n_rows, n_cols, layout=layout)
    operation = domain.variant.operation
    own = tuple(kind.name for kind in operation.own_kinds)
    for kind in (*_of(operation, _WIDE_KINDS), *own):
        yield _Wanted(3, _WIDE_COLS, kind=kind)
    for kind in (*_of(operation, _ODD_WIDTH_KINDS), *own):
        yield _Wanted(5, _ODD_COLS, kind=kind)
    for kind in limit_kinds(domain.variant, domain.dtype):
        yield _Wanted(3, _WIDE_COLS, kind=kind)
    for kind in _of(operation, _STRIDED_KINDS):
        yield _Wanted(3, 129, kind=kind, layout="strided")


def _of(operation: Operation, kinds: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(kind for kind in kinds if kind in operation.kinds)


def _widths(block: Block, dtype: str) -> tuple[int, ...]:
    """Return the widths of every matrix, and those around one column and around one vector per thread."""
    threads = block[0] * block[1] * block[2]
    vector = VECTOR_BYTES // SCALAR_TYPES[dtype].itemsize
    around = {threads - 1, threads, threads + 1, vector * threads - 1, vector * threads + 1}
    return tuple(sorted({*_WIDTHS, *(width for width in around if width >= 1)}))


def _width_cases(domain: Domain) -> Iterator[_Wanted]:
    """Yield one case per width. The number of rows cycles; the widest cases have fewer."""
    widths = sorted({*domain.widths, *domain.edge_widths})
    for index, n_cols in enumerate(widths):
        n_rows = _ROWS[index % len(_ROWS)]
        if n_cols > _MAX_THREE_ROW_COLS:
            n_rows = 1
        elif n_cols > _MAX_WIDE_COLS:
            n_rows = 3
        yield _Wanted(n_rows, n_cols, exact=True)


def _row_cases(domain: Domain) -> Iterator[_Wanted]:
    """Yield cases whose rows do not fill the last block, exceed the whole grid, or are the most claimed."""
    counts = {65, *domain.edge_rows}
    for block_rows in domain.block_rows:
        counts |= {block_rows - 1, block_rows, block_rows + 1, 2 * block_rows + 1}
    if domain.grid_rows is not None:
        counts.add(domain.grid_rows + 1)
    for n_rows in sorted(counts):
        if 1 <= n_rows <= MAX_ROWS:
            n_cols = WARP + 1 if n_rows <= WARP else _NARROW_COLS
            yield _Wanted(n_rows, n_cols)
    if domain.block_rows and domain.block_rows[-1] < MAX_ROWS:
        yield _Wanted(domain.block_rows[-1] + 1, _NARROW_COLS, layout="strided")
