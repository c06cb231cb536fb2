"""The matrix: the cases that a variant is checked on, derived from its declaration alone.

For every declared block and type the matrix has some seventy small cases: the widths and numbers of rows at which
kernels fail, every layout, every kind of input. Once per variant it has a case with rows 2**30 elements apart, cases
where the rules of the declaration bend, and cases of further widths and layouts, which the blocks and types share. If
the variant does not claim a wanted shape, a case that tests a layout or an input moves to the nearest claimed shape. A
case that tests a width is reported as skipped, and cases of the nearest claimed widths on both sides take its place. A
bend that would take too long is reported as not run.

Empty problems (no rows or no columns) are not part of the matrix.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import islice, product
from typing import NamedTuple

from ..errors import SpecError
from ..lazy import pattern
from ..operation.kinds import INPUT_KINDS, SPECIAL_KINDS, SWEEP_KIND, TIES
from ..operation.model import Operation
from ..operation.precision.rounding import VECTOR_BYTES
from .case import MAX_EXTENT, Case, further_sizes, limit_kinds, make_case, parse_case_id
from .domain import MAX_ROWS, Bend, Domain, around, bends, first_beyond_limits
from .shape import CONTIGUOUS, HUGE_LAYOUT, HUGE_ROWS, LAYOUTS, placed_layout
from .variant import PTX, SCALAR_TYPES, WARP, Block, PlannedLaunch, Variant, block_text

# Around the number of a warp's lanes, around powers of two, and large ones.
_WIDTHS = (
    *(1, 2, 3, 4, 7, 31, 32, 33, 63, 64, 65, 127, 128, 129, 256, 513, 1023, 1024, 1025, 2049),
    *(1000, 1001, 4099, 8193),
)
_ROWS = (3, 1, 7, 2)  # further_sizes relies on their number, so that its values take turns with these
_WIDE_COLS = 1031  # odd, and more columns than a block can have threads
_ODD_COLS = 37

_LAYOUT_SHAPES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "strided": ((7, 33), (2, 128), (5, 127), (3, 1001)),
    "strided8": ((5, 33), (3, 128), (3, 1000)),
    "offset": ((3, 33), (1, 127), (3, 1000)),
    "strided_offset": ((3, 129), (2, 1024)),
}

# Once per variant: only one side, or both alike, is misaligned by 1 to 3 elements or padded.
# The widths are short multiples of 4, or leave up to three elements before and behind the vectors.
_ONE_SIDED_SHAPES: tuple[tuple[int, int, str], ...] = (
    (3, 8, "offset_1_0"), (2, 12, "offset_0_1"), (3, 16, "offset_2_0"), (2, 20, "offset_0_2"),
    (3, 24, "offset_3_0"), (2, 28, "offset_0_3"), (3, 162, "offset_1_1"), (2, 193, "offset_2_2"),
    (3, 24, "offset_3_3"), (5, 160, "strided_0_1"), (3, 192, "strided_1_0"),
)  # fmt: skip
# The sixth, seventh and eighth warp begin at 161, 193 and 225.
_FURTHER_WIDTHS = (16, 161, 193, 225, 4096)
_LONGEST_COLS = 16411  # beyond 2**14
_ROW_COLS = 259  # a row for a block of 256 threads and a rest

# Every kind runs on rows wider than any block. These also run on narrow odd rows, where most threads are idle.
_ODD_WIDTH_KINDS = ("huge3e38", "subnormal", "spike", TIES, *SPECIAL_KINDS)
_WIDE_KINDS = tuple(kind for kind in INPUT_KINDS if kind not in ("spread", SWEEP_KIND))
_STRIDED_KINDS = ("huge1e4", "neg_inf_some", "pos_inf", "nan")

_NUMBER = pattern(r"(?<![\w.])(?:0[xX][0-9a-fA-F]+|[1-9][0-9]*)(?=[uUlL]*(?![\w.]))")
_COMMENT = pattern(r"//.*|/\*.*?\*/|^#(?!define).*", re.MULTILINE)
_MOST_CONSTANT = 2**16

FAR_ELEMENTS = 2**32
"""Maximum number of elements that an index of 32 bits, signed or not, can address."""
_FAR_WIDTHS = (1031, 1000, 1024, 512, 256, 128, 96, 64, 33, 32, 16, 8, 4, 1)

_FAR_WIDER = (4096, 2**14, 2**16, 2**20)
WHY_NOT_IN_PARTS = (
    "only a problem of independent rows, computed by one launch without clusters, scratch memory and further sizes, is "
    "run in parts"
)
"""Reason to run no part of a problem with more elements than 32 bits can index."""

_FEW = 3
_TWO_TILES = 64
_MULTIPLES = (8, 16, 32, 64, 128)
_PADDED = ("strided", "strided8", "strided_16_32", "strided_32_64", "strided_64_128")
"""Layouts with padded rows, from any alignment to one of 64 elements."""

_NARROW_COLS = 5


class _Wanted(NamedTuple):
    """A wanted case, which the variant may not claim.

    `exact` means that the case tests its number of columns. With fewer than `min_rows` rows it would test nothing.
    `aligned_layout` replaces a layout that is not claimed.
    """

    n_rows: int
    n_cols: int
    kind: str = "spread"
    layout: str = CONTIGUOUS
    exact: bool = False
    min_rows: int = 1
    aligned_layout: str = ""


MOST_ELEMENTS = 2**22
"""Maximum number of elements, and of threads, of a case at a bend. The executor needs about two seconds for it."""
MOST_BEYOND = 2**24
"""The same for the first case beyond a bend: most of its threads are idle where a grid is clamped."""
_WAITING_THREAD = 128  # elements that run in the time of one thread that waits for the whole grid

Refused = tuple[tuple[Case, str], ...]
_HUGE = _Wanted(HUGE_ROWS, 33, layout=HUGE_LAYOUT, min_rows=HUGE_ROWS)


def cases(variant: Variant) -> tuple[Case, ...]:
    return _matrix(variant)[0]


def skipped(variant: Variant) -> Refused:
    """Return the wanted cases that the declaration excludes, each with the rule that excludes it."""
    return _matrix(variant)[1]


def too_large(variant: Variant) -> Refused:
    """Return the cases that would take too long, each with the reason; its id runs such a case."""
    large = list(_matrix(variant)[2])
    if not _has_far_rows(variant) and _far_case(variant) is None:
        far = next(_contiguous(variant, FAR_ELEMENTS // 2, (*_FAR_WIDTHS, *_FAR_WIDER)), None)
        if far is not None:
            why = f"offsets beyond 2^31 elements of contiguous rows: {WHY_NOT_IN_PARTS}"
            large.append((far, why))
    wide = [case for case in _beyond_products(variant) if _n_elements(case) > MOST_ELEMENTS]
    why = f"one row beyond the threads of a block times a constant of the source (at most {MOST_ELEMENTS:,} elements)"
    return (*large, *((case, why) for case in wide[:1]))


@lru_cache(maxsize=256)
def beyond(variant: Variant) -> tuple[Case, ...]:
    """Return further cases, each beyond a size at which no rule of the declaration bends."""
    # Beyond each limit of a launch: the first claimed case, which no GPU launches. Beyond the products of the block's
    # threads and a constant of the source, such as a chunk of columns for each thread: one wide row.
    first: dict[str, Case] = {}
    for domain in _domains(variant):
        for rule, _, case in first_beyond_limits(domain):
            # The smallest size of all blocks and types: the first at which the rule fails.
            first[rule] = min(first.get(rule, case), case, key=_n_elements)
    wide = [case for case in _beyond_products(variant) if _n_elements(case) <= MOST_ELEMENTS]
    tried = {case.id for case in cases(variant)}
    further = (*first.values(), *wide[-1:], *_of_further_sizes(variant), *filter(None, [_far_case(variant)]))
    return tuple({case.id: case for case in further if case.id not in tried}.values())


def is_far(case: Case) -> bool:
    """Whether only parts of a case are run: contiguous rows with more elements than 32 bits can index."""
    return case.layout == CONTIGUOUS and case.shape.n_rows * case.shape.n_cols > FAR_ELEMENTS


def is_run_in_parts(variant: Variant, plan: Sequence[PlannedLaunch]) -> bool:
    """Whether parts of a case can be run and judged alone; see `WHY_NOT_IN_PARTS`."""
    is_plain = variant.operation.has_own_rows and not variant.scratch and not variant.operation.further_sizes
    return is_plain and len(plan) == 1 and not plan[0].cooperative and plan[0].cluster is None


def _has_far_rows(variant: Variant) -> bool:
    return any(case.layout == HUGE_LAYOUT for case in cases(variant))


@lru_cache(maxsize=256)
def _far_case(variant: Variant) -> Case | None:
    """Return a case of more than 2**32 elements for a kernel whose rows cannot be far apart; None without one."""
    if _has_far_rows(variant) or variant.operation.further_sizes:
        return None
    for case in _contiguous(variant, FAR_ELEMENTS, _FAR_WIDTHS):
        with suppress(SpecError):  # a rule may have no value for this many rows, but one for another width
            return case if is_run_in_parts(variant, case.plan()) else None
    return None


def _contiguous(variant: Variant, n_elements: int, widths: Iterable[int]) -> Iterator[Case]:
    """Yield claimed cases with a few rows more than `n_elements` need, one for each number of columns."""
    block, dtype = variant.usual_block, variant.dtypes[0]
    for n_cols in widths:
        n_rows = n_elements // n_cols + 4
        if n_rows <= MAX_EXTENT:
            case = make_case(variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, block=block)
            with suppress(SpecError):  # a rule may have no value
                if case.unmet() is None:
                    yield case


def _of_further_sizes(variant: Variant) -> Iterator[Case]:
    """Yield a case for each value next to an excluded one of a further size, and cases in which all sizes are long."""
    names = [size.name for size in variant.operation.further_sizes]
    further = further_sizes(variant, variant.dtypes[0], variant.usual_block)
    values = {name: further.values(name) for name in names}
    for name in names:
        for value in further.neighbours(name):
            few = {other: min(values[other], key=lambda number: abs(number - _FEW)) for other in names}
            yield from _claimed_near(variant, {**few, name: value}, (_ODD_COLS, 7), (CONTIGUOUS,))
    if names:
        # Long means more than two tiles of a warp: a loop over tiles then has a first, a middle and a last iteration.
        long = {}
        for name in names:
            known = {*values[name], *further.neighbours(name)}
            beyond_tiles = [value for value in known if value > _TWO_TILES]
            long[name] = min(beyond_tiles, default=max(known))
        yield from _claimed_near(variant, long, (_TWO_TILES + 3, _TWO_TILES + 1), (CONTIGUOUS,))
        # Padded, so that all strides differ and a kernel that confuses two of them fails.
        yield from _claimed_near(variant, long, (_TWO_TILES + 1, _TWO_TILES + 3), _PADDED)


def _claimed_near(
    variant: Variant, sizes: Mapping[str, int], wanted: tuple[int, int], layouts: Sequence[str]
) -> Iterator[Case]:
    """Yield the claimed case nearest to the wanted columns and rows, in the first layout that has one."""
    make = partial(make_case, variant, dtype=variant.dtypes[0], block=variant.usual_block, sizes=sizes)
    for layout, n_cols, n_rows in product(layouts, around(wanted[0], ()), (wanted[1], *_MULTIPLES)):
        case = make(n_rows=n_rows, n_cols=n_cols, layout=layout)
        if case.unmet() is None:
            yield case
            return


def _beyond_products(variant: Variant) -> Iterator[Case]:
    """Yield one row beyond each product of a constant and the threads of the smallest block, ascending."""
    if variant.language == PTX:
        return  # constants of PTX are mostly offsets
    block = min(variant.blocks, key=math.prod)
    domain = domain_of(variant, block, variant.dtypes[0])
    try:
        text = variant.code_text()
    except OSError:
        return
    # A kernel may hold a chunk of columns for each thread: rows longer than all chunks take another path.
    values = {int(number, 0) for number in _NUMBER.findall(_COMMENT.sub(" ", text))}
    values |= {value for value in variant.defines.values() if isinstance(value, int)}
    for n_cols in sorted({value * math.prod(block) for value in values if value <= _MOST_CONSTANT}):
        # Every matrix has wider rows than shorter products.
        if n_cols >= _LONGEST_COLS:
            widths = (width for width in range(n_cols + 1, n_cols + WARP + 1) if domain.claims(1, width))
            yield from (domain.case(1, width) for width in islice(widths, 1))


def domain_of(variant: Variant, block: Block, dtype: str) -> Domain:
    return Domain(variant, block, dtype, _widths(block, dtype))


def _domains(variant: Variant) -> list[Domain]:
    return [domain_of(variant, *pair) for pair in product(variant.blocks, variant.dtypes)]


def _n_elements(case: Case) -> int:
    return math.prod(case.shape.sizes.values())


def check_rules(variant: Variant) -> None:
    # Cases that differ in their inputs only have the same values of the rules.
    distinct = {(case.shape, case.block, case.dtype): case for case in cases(variant)}
    for case in distinct.values():
        values = case.rule_values
        variant.plan(values)
        variant.scratch_bytes(values)
        variant.row_threads(values)
        variant.serial_additions(values)
    for block, dtype in product(variant.blocks, variant.dtypes):
        variant.macros(block, dtype)


@lru_cache(maxsize=256)
def _matrix(variant: Variant) -> tuple[tuple[Case, ...], Refused, Refused]:
    """Return the cases to run, the cases that the declaration excludes, and the cases that take too long."""
    runnable: dict[str, Case] = {}
    excluded: dict[str, tuple[Case, str]] = {}
    large: dict[str, tuple[Case, str]] = {}

    def sort_out(case: Case, reason: str | None) -> None:
        if reason is None:
            runnable.setdefault(case.id, case)
        else:
            excluded.setdefault(case.id, (case, reason))

    domains = _domains(variant)
    shared, at_bends = _shared_out(domains), _bends_of(domains)
    # Threads that wait for the whole grid cost time, even if they have no element.
    waits = any(launch.cooperative for launch in variant.launches)
    for index, domain in enumerate(domains):
        before = len(runnable)
        own = list(_wanted(domain))
        # One such case is enough: kernels compute offsets in the same way for every block and type.
        if not index:
            own.append(_HUGE)
        placed = [_place(wanted, domain, turn) for turn, wanted in enumerate(own)]
        known = [case for case, reason in placed if reason is None and case.layout == CONTIGUOUS]
        moved = [
            case
            for turn, (wanted, (_, reason)) in enumerate(zip(own, placed, strict=True))
            if reason is not None
            for case in _neighbours(wanted, domain, turn)
        ]
        shared_placed, shared_moved = shared[index]
        for case, reason in (*placed, *shared_placed):
            sort_out(case, reason)
        tried = {_width_of(case) for case in runnable.values()}
        for case in (*moved, *shared_moved):
            if _width_of(case) not in tried:
                tried.add(_width_of(case))
                runnable[case.id] = case
        if len(runnable) == before:
            rule = "a declared block and dtype must have a case to check"
            got = f"none inside 'requires' for block {block_text(domain.block)} and {domain.dtype}"
            hint = "widen 'requires', or leave one of them out"
            raise variant.error_at(("requires",), f"{rule} (got {got}); {hint}")
        for turn, bend in enumerate(at_bends[index]):
            # Where a grid is clamped, most threads of the first case beyond are idle.
            beyond = sorted(bend.shapes)[1:2]
            for shape in bend.shapes:
                case = domain.case(*shape, turn=turn)
                n_elements, what = cost(case), f"elements or threads where '{bend.rule}' bends"
                most = MOST_BEYOND if shape in beyond and not waits else MOST_ELEMENTS
                if n_elements > most:
                    large.setdefault(case.id, (case, f"{n_elements:,} {what} (at most {most:,})"))
                elif not _is_tried(case, known):
                    runnable.setdefault(case.id, case)
    for case_id in variant.found:
        case = parse_case_id(case_id, (variant,))
        sort_out(case, case.unmet())
    return (
        tuple(runnable.values()),
        tuple(pair for case_id, pair in excluded.items() if case_id not in runnable),
        tuple(pair for case_id, pair in large.items() if case_id not in runnable),
    )


def _shared_out(domains: Sequence[Domain]) -> list[tuple[list[tuple[Case, str | None]], list[Case]]]:
    """Return for each block and type some of the cases that are wanted once per variant, placed and moved."""
    # Each case goes to the next block and type that claims it.
    shares: list[tuple[list[tuple[Case, str | None]], list[Case]]] = [([], []) for _ in domains]
    for turn, wanted in enumerate(zip(*(_wanted_once(domain) for domain in domains), strict=True)):
        order = [(turn + step) % len(domains) for step in range(len(domains))]
        # If none claims the case, the first one says which rule excludes it.
        for index in (*order, order[0]):
            case, reason = _place(wanted[index], domains[index], turn)
            if reason is None:
                break
        shares[index][0].append((case, reason))
        for index in order if reason is not None else ():
            moved = list(_neighbours(wanted[index], domains[index], turn))
            shares[index][1].extend(moved)
            if moved:
                break
    return shares


def _bends_of(domains: Sequence[Domain]) -> list[list[Bend]]:
    """Return the bends to try at each block and type. Each is tried at one of them only."""
    places: dict[str, dict[int, list[Bend]]] = {}
    for index, domain in enumerate(domains):
        for bend in bends(domain):
            places.setdefault(bend.turn, {}).setdefault(index, []).append(bend)
    chosen: list[list[Bend]] = [[] for _ in domains]
    for options in places.values():
        shapes = {index: [shape for bend in own for shape in bend.shapes] for index, own in options.items()}
        # Choose the place where most of its shapes are claimed; on a tie, the one with the smallest cases.
        best = min(shapes, key=lambda index: (-len(shapes[index]), sum(map(math.prod, shapes[index]))))
        chosen[best] += options[best]
    return chosen


def _is_tried(case: Case, known: Iterable[Case]) -> bool:
    n_rows, n_cols = case.shape.n_rows, case.shape.n_cols
    return any(
        (n_rows == 1 and other.shape.n_cols == n_cols)
        or (n_cols <= _NARROW_COLS and other.shape.n_rows == n_rows and other.shape.n_cols <= WARP + 1)
        for other in known
    )


def cost(case: Case) -> int:
    """Estimate the time of a case, in elements: a thread of a whole warp takes as long as an element."""
    threads = 0
    for launch in case.plan():
        weight = _WAITING_THREAD if launch.cooperative else 1
        threads += weight * math.prod(launch.grid) * -(-math.prod(launch.block) // WARP) * WARP
    return max(_n_elements(case), threads)


def _place(wanted: _Wanted, domain: Domain, turn: int) -> tuple[Case, str | None]:
    """Make the case, moved into the domain if possible; otherwise with the rule that excludes it."""
    case = domain.case(wanted.n_rows, wanted.n_cols, wanted.kind, wanted.layout, turn=turn)
    reason = case.unmet()
    # The kind of input would be excluded at any other shape, too.
    if reason is None or case.beyond_magnitude() is not None:
        return case, reason
    for layout in filter(None, (wanted.layout, wanted.aligned_layout, *_one_stride(wanted.layout, domain))):
        place = domain.nearest(
            wanted.n_rows, wanted.n_cols, layout, keep_cols=wanted.exact, min_rows=wanted.min_rows
        )
        if place is not None:
            return domain.case(*place, wanted.kind, layout, turn=turn), None
    return case, reason


def _neighbours(wanted: _Wanted, domain: Domain, turn: int) -> Iterator[Case]:
    """Yield the cases of the nearest claimed widths on both sides of a wanted width that is not claimed."""
    for n_rows, n_cols in domain.neighbours(wanted.n_rows, wanted.n_cols) if wanted.exact else ():
        case = domain.case(n_rows, n_cols, wanted.kind, turn=turn)
        if case.unmet() is None:
            yield case


def _width_of(case: Case) -> tuple[object, ...]:
    """Return the key of a case that tests a number of columns; two cases with one key test the same."""
    return case.block, case.dtype, case.kind, case.layout, case.shape.n_cols


def _one_stride(layout: str, domain: Domain) -> tuple[str, ...]:
    """Return the layout whose out has the padding of inp, for a kernel that takes only one stride."""
    placed = LAYOUTS.get(layout)
    if placed is None or placed.inp_padding == placed.out_padding:
        return ()
    # In that layout, rows of inp and of out have different strides of good alignment.
    if domain.nearest(3, 128, "strided8") is not None:
        return ()
    return (placed_layout(placed.inp_padding, placed.inp_padding, placed.inp_offset, placed.out_offset).name,)


def _wanted_once(domain: Domain) -> Iterator[_Wanted]:
    """Yield the cases that blocks and types share: layouts of one side, further widths, many rows, long rows."""
    for n_rows, n_cols, layout in _ONE_SIDED_SHAPES:
        yield _Wanted(n_rows, n_cols, layout=layout, aligned_layout=re.sub("[123]", "8", layout))
    threads, vector = _threads_and_vector(domain.block, domain.dtype)
    # Whole rounds of a loop over columns, in scalars, in vectors and unrolled; then one element more.
    rounds = (3 * threads, vector * threads, 3 * vector * threads, 8 * 3 * threads)
    rests = (5 * threads + 1, 6 * threads + 1, 7 * threads + 1)
    for n_cols in (*_FURTHER_WIDTHS, *rounds, *rests):
        yield _Wanted(3 if n_cols < _ROW_COLS else 1, n_cols, exact=True)
    yield _Wanted(max(65, *(n_rows + 1 for n_rows in (0, *domain.block_rows))), _ROW_COLS)
    yield _Wanted(7, 2051)
    for kind in _of(domain.variant.operation, ("spread", "spike")):
        yield _Wanted(3, _LONGEST_COLS, kind=kind, exact=True)


def _wanted(domain: Domain) -> Iterator[_Wanted]:
    yield from _width_cases(domain)
    yield from _row_cases(domain)
    for layout, shapes in _LAYOUT_SHAPES.items():
        for n_rows, n_cols in shapes:
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


def _threads_and_vector(block: Block, dtype: str) -> tuple[int, int]:
    return math.prod(block), VECTOR_BYTES // SCALAR_TYPES[dtype].itemsize


def _widths(block: Block, dtype: str) -> tuple[int, ...]:
    """Return the widths of every matrix, and the widths around one column and around one vector per thread."""
    threads, vector = _threads_and_vector(block, dtype)
    around = {threads - 1, threads, threads + 1, vector * threads - 1, vector * threads + 1} - {0}
    return tuple(sorted({*_WIDTHS, *around}))


def _width_cases(domain: Domain) -> Iterator[_Wanted]:
    """Yield one case per width. The number of rows cycles; the widest cases have fewer."""
    for index, n_cols in enumerate(sorted({*domain.widths, *domain.edge_widths})):
        n_rows = _ROWS[index % len(_ROWS)]
        # The executor takes time for each element, so wide cases have few rows.
        if n_cols > 2000:
            n_rows = 1 if n_cols > 5000 else 3
        yield _Wanted(n_rows, n_cols, exact=True)


def _row_cases(domain: Domain) -> Iterator[_Wanted]:
    """Yield cases whose rows do not fill the last block, exceed the whole grid, or are the most claimed."""
    counts = {65, *domain.edge_rows}
    for block_rows in domain.block_rows:
        counts |= {block_rows - 1, block_rows, block_rows + 1, 2 * block_rows + 1}  # blocks with idle rows
    if domain.grid_rows is not None:
        counts.add(domain.grid_rows + 1)  # a row for the second round of a loop over rows
    for n_rows in sorted(counts):
        if 1 <= n_rows <= MAX_ROWS:
            yield _Wanted(n_rows, WARP + 1 if n_rows <= WARP else _NARROW_COLS)
    if domain.block_rows and domain.block_rows[-1] < MAX_ROWS:
        yield _Wanted(domain.block_rows[-1] + 1, _NARROW_COLS, layout="strided")
