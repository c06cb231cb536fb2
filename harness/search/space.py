"""The numbers that a search tries for a variant, and the nearest claimed case for any drawn case."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from ..compiler.source.includes import included_files
from ..operation.kinds import SWEEP_KIND
from ..operation.precision.rounding import VECTOR_BYTES
from ..store.input_file import read_text
from ..variant.case import Case, altered
from ..variant.domain import MAX_EDGE_COLS, Domain
from ..variant.shape import placed_layout
from ..variant.variant import SCALAR_TYPES, WARP, Block, Variant

MOST_CELLS = {"cpu": 2**14, "gpu": 2**21}
"""Maximum number of elements of a drawn case, by kind of device, so that a case takes milliseconds."""

MAX_COLS = 2**15
MAX_ROWS = 2**12


def kinds_of(variant: Variant) -> tuple[str, ...]:
    """Return the input kinds to draw from. The sweep's kind is left out, because its cases are single launches."""
    return tuple(kind for kind in variant.operation.input_kinds if kind != SWEEP_KIND)


# An integer in a source, but not digits of a float, a name or a hexadecimal number.
_INTEGER = re.compile(r"(?<![\w.])(\d{1,6})(?![\w.]|\s*\.)")
# Alignments that a rule of `requires` may demand of a stride or an offset, in elements.
_ALIGNMENTS = (2, 4, 8, 16, 32, 64)


class Space:
    def __init__(self, variant: Variant, device_kind: str, include_dirs: tuple[Path, ...] = ()) -> None:
        self.variant = variant
        self.most_cells = MOST_CELLS[device_kind]
        self.max_cols = min(MAX_COLS, self.most_cells)
        self._include_dirs = include_dirs
        self._domains: dict[tuple[Block, str], Domain] = {}

    @cached_property
    def constants(self) -> tuple[int, ...]:
        """Integers in the variant's source and headers, and their neighbours, ascending.

        Kernels often fail at the numbers in their source, and a random width rarely equals one of them.
        """
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
        """Return a case inside the domain that is similar to a given one; None if there is none nearby.

        Tried in turn: the case itself, the case with aligned strides and offsets, the case with aligned columns too,
        the nearest shape in a contiguous layout.
        """
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
        _round_up(case.inp_offset, multiple),
        _round_up(case.out_offset, multiple),
    )
    return altered(case, n_cols=n_cols, layout=layout.name)


def _round_up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple
