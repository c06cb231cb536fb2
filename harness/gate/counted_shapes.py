"""Chooses the cases at which a changed variant is counted on both sides.

It is counted at shapes that base and head claim, preferably the usual ones. They depend only on the two declarations,
and not on which of the two is the head.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..errors import SpecError
from ..run.bench_cases import BENCH_KIND, BENCH_SHAPES
from ..variant import matrix
from ..variant.bend import bends
from ..variant.case import Case, make_case
from ..variant.domain import Domain
from ..variant.shape import CONTIGUOUS, HUGE_LAYOUT, LAYOUTS
from ..variant.variant import Block, Variant
from .model import CasePair

NOTHING_IN_COMMON = "none of the tried shapes is claimed by both base and head"

MOST_ELEMENTS = 2**17
"""Maximum number of elements of a counted case. The largest usual case has half as many."""

MOST_ELEMENTS_AT_ALL = 2**22
"""Maximum number of elements of the only counted case of a variant that claims only larger problems."""

_USUAL_SHAPES = BENCH_SHAPES["cpu"]
_LARGEST = 3


def combinations(old: Variant, new: Variant) -> tuple[tuple[Block, str], ...]:
    """Return the blocks and dtypes that both sides claim, in the head's order."""
    return tuple(
        (block, dtype)
        for block in new.blocks
        if block in old.blocks
        for dtype in new.dtypes
        if dtype in old.dtypes
    )


def counting_rounds(old: Variant, new: Variant, block: Block, dtype: str) -> Iterator[tuple[CasePair, ...]]:
    """Yield cases to count, in groups. The next group is only needed if no case of the previous ones can be counted."""
    problems = _Problems(old, new, block, dtype)
    first = problems.claimed(problems.case(n_rows, n_cols) for n_rows, n_cols in _USUAL_SHAPES)
    if first:
        yield problems.pairs(first)
    known = problems.of_matrices()
    if not first:
        first = _nearest(problems.claimed((*problems.near(known), *known)))
        if first:
            yield problems.pairs(first)
    proposed = {case.id for case in first}
    rest = [
        case for case in problems.claimed(known) if case.id not in proposed and _size(case) <= MOST_ELEMENTS
    ]
    rest.sort(key=lambda case: (-_size(case), _padding(case), case.id))
    if rest:
        yield problems.pairs(rest[:_LARGEST])


def bend_pairs(old: Variant, new: Variant, block: Block, dtype: str) -> tuple[CasePair, ...]:
    """Return the cases to count beyond the bends of both declarations' rules, where a kernel takes other paths.

    One case for each bend, the largest within `MOST_ELEMENTS` that both sides claim; none that is among the usual ones.
    """
    problems = _Problems(old, new, block, dtype)
    found: set[tuple[int, int]] = set()
    for variant in (old, new):
        for bend in bends(matrix.domain_of(variant, block, dtype)):
            within = [shape for shape in bend.shapes if matrix.cost(problems.case(*shape)) <= MOST_ELEMENTS]
            found.update(sorted(within, key=math.prod)[-1:])
    cases = (problems.case(*shape) for shape in sorted(found.difference(_USUAL_SHAPES)))
    return problems.pairs(problems.claimed(cases))


class _Problems:
    """Makes cases of one block and dtype, with ordinary values, and checks whether both sides claim them."""

    def __init__(self, old: Variant, new: Variant, block: Block, dtype: str) -> None:
        self._old, self._new = old, new
        self._block, self._dtype = block, dtype

    def case(self, n_rows: int, n_cols: int, layout: str = CONTIGUOUS) -> Case:
        return make_case(
            self._new,
            dtype=self._dtype,
            n_rows=n_rows,
            n_cols=n_cols,
            kind=BENCH_KIND,
            layout=layout,
            block=self._block,
        )

    def pairs(self, cases: Iterable[Case]) -> tuple[CasePair, ...]:
        return tuple(CasePair(replace(case, variant=self._old), case) for case in cases)

    def claimed(self, cases: Iterable[Case]) -> list[Case]:
        """Return the cases that both sides claim, each once."""
        found: dict[str, Case] = {}
        for case in cases:
            if case.id not in found and all(_claims(variant, case) for variant in (self._old, self._new)):
                found[case.id] = case
        return list(found.values())

    def of_matrices(self) -> list[Case]:
        """Return the problems of both matrices for this block and dtype."""
        found: dict[str, Case] = {}
        for variant in (self._old, self._new):
            try:
                cases = matrix.cases(variant)
            except SpecError:
                continue
            for case in cases:
                if (case.block, case.dtype) == (self._block, self._dtype):
                    made = self.case(case.shape.n_rows, case.shape.n_cols, case.layout)
                    found.setdefault(made.id, made)
        return list(found.values())

    def near(self, known: list[Case]) -> Iterator[Case]:
        """Yield the claimed shapes nearest to the usual ones, in every layout."""
        # A variant with the rules of both sides, so that the edges of both are found.
        both = replace(self._new, requires=(*self._new.requires, *self._old.requires))
        widths = sorted({case.shape.n_cols for case in known})
        domain = Domain(both, self._block, self._dtype, widths)
        layouts = sorted({*LAYOUTS, *(case.layout for case in known)} - {HUGE_LAYOUT})
        for layout in layouts:
            for n_rows, n_cols in _USUAL_SHAPES:
                try:
                    place = domain.nearest(n_rows, n_cols, layout)
                except SpecError:
                    continue
                if place is not None:
                    yield self.case(*place, layout)


def _nearest(cases: list[Case]) -> list[Case]:
    """Return the case nearest to each usual shape; only the smallest case if none is within the budget."""
    within = [case for case in cases if _size(case) <= MOST_ELEMENTS]
    if not within:
        smallest = min(cases, key=lambda case: (_size(case), _padding(case), case.id), default=None)
        return [smallest] if smallest is not None and _size(smallest) <= MOST_ELEMENTS_AT_ALL else []
    chosen: dict[str, Case] = {}
    for shape in _USUAL_SHAPES:
        case = min(within, key=lambda case: (_distance(case, shape), _padding(case), case.id))
        chosen.setdefault(case.id, case)
    return list(chosen.values())


def _claims(variant: Variant, case: Case) -> bool:
    try:
        return replace(case, variant=variant).unmet() is None
    except SpecError:
        return False


def _size(case: Case) -> int:
    return case.shape.n_rows * case.shape.n_cols


def _padding(case: Case) -> int:
    """Return the sum of a layout's padding and offsets, in elements; 0 for contiguous rows from an aligned start."""
    strides = case.shape.inp_stride + case.shape.out_stride - 2 * case.shape.n_cols
    return strides + case.inp_offset + case.out_offset


def _distance(case: Case, shape: tuple[int, int]) -> float:
    n_rows, n_cols = shape
    return abs(math.log(case.shape.n_rows / n_rows)) + abs(math.log(case.shape.n_cols / n_cols))
