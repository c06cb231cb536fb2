"""Runs candidate launches of a kernel on the cpu device and keeps those with right results.

A candidate is accepted if the kernel gives right results with it on shapes that any reasonable kernel supports.
Candidates without races are preferred, because superfluous threads race when they repeat the work of others. A kernel
that always races is accepted too; `kernel-harness check` reports the races later.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...device.observation import OWN_ROUNDING
from ...errors import HarnessError
from ...launch.plan import compile_request
from ...operation.catalogue import catalogue_of
from ...operation.model import Operation
from ...operation.size import N_COLS, N_ROWS
from ...run.session import Runner
from ...settings.settings import Settings
from ...variant.case import Case, make_case
from ...variant.shape import CONTIGUOUS
from ...variant.variant import WARP, Block
from ...verdict import CaseResult, Reason, Verdict
from ..drafts.draft import Draft
from ..drafts.limits import NO_RULE, with_grid_limit, with_least_shared, with_shared_limit
from ..fitting.names import Reading
from ..reading.compiled_kernel import Compiled, read_compiled
from ..styles.rows import LaunchStyle
from ..styles.shapes import within
from .cases import (
    ALIGNED,
    FIXED_WIDTH,
    KIND,
    MOST_WIDTH_OF_HEADS,
    MOST_WIDTH_OF_TILES,
    OTHER_SHAPES,
    PADDED,
    PROBE,
    ROUNDING_KINDS,
    SHAPES,
    SURVEY_ROWS,
    SURVEY_WIDTHS,
    WIDE,
    WIDE_OF_HEADS,
    Survey,
    claimed_widths,
    largest_sizes,
    limit_of,
    shapes_of,
    small_sizes,
)

_INEXACT = frozenset((Reason.WRONG_VALUE, Reason.ROW_SUM))
_RACES = frozenset(
    (Reason.RACECHECK_RAW, Reason.RACECHECK_WAR, Reason.RACECHECK_WAW, Reason.NONCOHERENT_READ)
)
_OWN_FAULTS = frozenset((Reason.SHIFT_VARIANCE, Reason.PERMUTATION_VARIANCE, Reason.NONDETERMINISTIC))
"""Reasons that do not depend on the launch."""
_NEARLY = 1000.0
"""Maximum error of a right launch, as a multiple of the error bound. A wrong launch has larger errors, or leaves
elements unwritten."""


class OutOfTimeError(HarnessError):
    """No launch of a kernel was found in the time for it."""


class Trial:
    """Tries launches of one kernel."""

    def __init__(
        self,
        path: Path,
        runner: Runner,
        settings: Settings,
        seconds: float = math.inf,
        clock: Callable[[], float] = time.process_time,
        on_found: Callable[[], None] = lambda: None,
    ) -> None:
        self._path = path
        self._runner = runner
        self._settings = settings
        self._seconds = seconds
        self._clock = clock
        self._on_found = on_found
        self._until = clock() + seconds
        self._is_found = False
        self.n_launches = 0
        self._results: dict[Case, CaseResult] = {}  # stages of a trial ask for the same cases
        self.is_misaligned = False
        """Whether a launch accessed vectors at addresses that are not multiples of their size."""
        self.shared_unknown = ""
        """Why no rule for dynamic shared memory was found for a right launch; empty if that is no reason."""
        self.refused: dict[Block, str] = {}
        """Larger blocks of the found style with which the kernel is wrong, each with the reason."""

    @property
    def search_clock(self) -> Callable[[], float]:
        """Clock for further limits of a search: that of `seconds`, or ``time.monotonic`` if `seconds` is infinite."""
        return time.monotonic if self._seconds == math.inf else self._clock

    def finish(self) -> None:
        """Allow the time again: a launch was found, and its declaration is to be completed."""
        self._is_found = True
        self._until = self._clock() + self._seconds
        self._on_found()

    def compiled(self, draft: Draft) -> Compiled:
        """Compile the kernel of a draft and return the properties of its code."""
        case = self._case(draft, draft.block[0], draft.dtypes[0], *SHAPES[0])
        info = self._runner.info
        if info is None:
            raise HarnessError(self._runner.unavailable)
        began = self._clock()
        try:
            return read_compiled(
                self._runner, compile_request(case, info, self._settings), draft.entry, draft.defines
            )
        finally:
            self._until += self._clock() - began

    def probe(self, draft: Draft) -> CaseResult:
        """Run one small case of a draft's first block and type."""
        block = draft.block[0]
        case = self._case(draft, block, draft.dtypes[0], *PROBE, kind=KIND)
        # A launch of host code may be for a few widths only.
        if case.unmet() is not None and (shapes := self._claimed(draft, block)):
            case = self._case(draft, block, draft.dtypes[0], *shapes[0], kind=KIND)
        return self._run(case)

    def is_near(self, result: CaseResult) -> bool:
        """Whether a result is right, or off by no more than another arithmetic explains."""
        if result.verdict is Verdict.PASS:
            return True
        reasons = set(result.reasons) - _RACES - _OWN_FAULTS
        is_near = reasons <= _INEXACT and (not reasons or (result.max_error_ratio or math.inf) < _NEARLY)
        return bool(result.reasons) and is_near

    def is_right(self, draft: Draft, shapes: Sequence[tuple[int, int]] = ()) -> bool:
        """Whether the first block of a draft is right at some sizes, else at usual ones that it claims."""
        return self._is_right(draft, draft.block[0], shapes)

    def races(self, draft: Draft) -> bool:
        """Whether threads race at usual sizes, as they do if superfluous ones repeat the work of others."""
        return self._races(draft, draft.block[0])

    def loops_over_rows(self, draft: Draft) -> bool:
        """Whether one block is right on more rows than it has threads."""
        block = draft.block[0]
        # Only a loop over rows covers them with one block.
        one_block = replace(draft, grid=("1",), parallel="")
        return self._is_right(one_block, block, ((2 * math.prod(block) + 3, 33),))

    def is_right_wide(self, draft: Draft) -> bool:
        """Whether the first block of a draft is right on more columns, and on more rows, than most blocks have."""
        operation = self._operation(draft)
        shape = WIDE_OF_HEADS if operation.further_sizes else WIDE
        return self._is_right(draft, draft.block[0], (shape, shape[::-1]))

    def with_least_shared(self, draft: Draft) -> Draft | None:
        """Return a right draft with the least shared memory; None if no rule for it is known."""
        block = draft.block[0]
        fitting = with_least_shared(
            draft, block, self._operation(draft), lambda tried, shapes: self._is_right(tried, block, shapes)
        )
        if fitting is None:
            self.shared_unknown = NO_RULE
        return fitting

    def with_blocks(self, draft: Draft, style: LaunchStyle, compiled: Compiled) -> Draft:
        """Add the smallest and the largest block of a style that give right results too."""
        (first,) = draft.block
        others = sorted(filter(compiled.takes, style.blocks), key=math.prod)
        # Try less than a warp only for a kernel whose first right block is smaller than a warp.
        others = [each for each in others if math.prod(each) >= min(WARP, math.prod(first))]
        found = [first]
        for order in (others, others[::-1]):
            found += [
                next(
                    each
                    for each in order
                    if each == first or (self._is_right(draft, each) and not self._races(draft, each))
                )
            ]
        largest = math.prod(found[-1])
        self.refused = {
            each: _why(
                self._run(
                    self._case(draft, each, draft.dtypes[0], *shapes_of(self._operation(draft))[-1], KIND)
                )
            )
            for each in others
            if math.prod(each) > largest
        }
        return replace(draft, block=tuple(dict.fromkeys(found)))

    def with_alignment(self, draft: Draft) -> Draft:
        """Add the rule that rows are aligned to 16 bytes if the kernel faults for unaligned rows."""
        if set(ALIGNED) & set(draft.requires):
            return draft
        self.is_misaligned = False
        block = draft.block[0]
        shape = (*self._claimed(draft, block), SHAPES[0])[0]
        self._run(self._case(draft, block, draft.dtypes[0], *shape, layout="offset"))
        if not self.is_misaligned:
            return draft
        return replace(draft, requires=(*draft.requires, ALIGNED[1]))

    def with_launch_limits(self, draft: Draft, operation: Operation, compiled: Compiled) -> Draft:
        """Add the rules without which a complete draft claims launches that no GPU makes."""
        return self.with_grid_limit(with_shared_limit(draft, operation, compiled.static_shared_bytes))

    def with_grid_limit(self, draft: Draft) -> Draft:
        """Add the rules without which a complete draft claims a grid that no GPU launches."""
        return with_grid_limit(draft, draft.variant(self._path, self._settings.operations))

    def with_own_roundings(self, draft: Draft, widths: Sequence[int]) -> tuple[Draft, Survey]:
        """Run further widths; the draft is not deterministic if lanes round their own sums."""
        before = len(self._results)
        survey = replace(self.survey(draft, widths, KIND), limit="")
        results = list(self._results.values())[before:]
        has_own = any(OWN_ROUNDING in note.message for result in results for note in result.notes)
        return replace(draft, deterministic=False) if has_own else draft, survey

    def survey(
        self, draft: Draft, widths: Sequence[int] = SURVEY_WIDTHS, kind: str = ROUNDING_KINDS[0]
    ) -> Survey:
        """Run further widths at the first block and return which of them fail."""
        block = draft.block[0]
        results: dict[int, CaseResult] = {}
        seen: set[tuple[int, int]] = set()
        widths = widths[:1] if FIXED_WIDTH.search(" ".join(draft.requires)) else widths
        for n_cols in widths:
            if n_cols > MOST_WIDTH_OF_HEADS and self._operation(draft).further_sizes:
                continue
            case = self._case(draft, block, draft.dtypes[0], SURVEY_ROWS, n_cols, kind)
            n_rows, n_cols = case.shape.n_rows, case.shape.n_cols
            if (n_rows, n_cols) in seen or (n_rows > SURVEY_ROWS and n_cols > MOST_WIDTH_OF_TILES):
                continue
            seen.add((n_rows, n_cols))
            result = self._run(case)
            if result.verdict is Verdict.UNPROVEN:
                continue  # says nothing about the kernel
            results[n_cols] = result
        failed = tuple(
            (f"{SURVEY_ROWS}x{n_cols}", _why(result))
            for n_cols, result in results.items()
            if result.verdict not in (Verdict.PASS, Verdict.SKIP)
        )
        passed = tuple(
            f"{SURVEY_ROWS}x{n_cols}" for n_cols, result in results.items() if result.verdict is Verdict.PASS
        )
        return Survey(passed, failed, limit_of(results, block, draft))

    def right_types(self, draft: Draft, dtypes: Sequence[str]) -> tuple[str, ...]:
        """Return the element types for which the launch of a draft gives right results."""
        return tuple(
            dtype for dtype in dtypes if self._is_right(replace(draft, dtypes=(dtype,)), draft.block[0])
        )

    def is_exact(self, draft: Draft, dtypes: tuple[str, ...] = ()) -> bool:
        """Whether the results are within the error bound of a draft's `arithmetic` and `parallel`.

        Those of its first element type, if no others are given.
        """
        # A larger error has another cause; no arithmetic would cover it.
        return not any(
            _INEXACT & set(result.reasons) and (result.max_error_ratio or math.inf) < _NEARLY
            for dtype in dtypes or draft.dtypes[:1]
            for result in self._rounded(draft, dtype)
        )

    def n_exact(self, draft: Draft) -> int:
        """Return how many of the cases with rounding errors are within the bound."""
        return sum(result.verdict is Verdict.PASS for result in self._rounded(draft, draft.dtypes[0]))

    def _rounded(self, draft: Draft, dtype: str) -> Iterator[CaseResult]:
        operation = self._operation(draft)
        return (
            self._run(self._case(draft, draft.block[0], dtype, *shape, kind=kind))
            for shape in shapes_of(operation)
            for kind in ROUNDING_KINDS
            if kind in operation.input_kinds
        )

    def _operation(self, draft: Draft) -> Operation:
        return catalogue_of(self._settings.operations).operations[draft.operation]

    def _claimed(self, draft: Draft, block: Block) -> tuple[tuple[int, int], ...]:
        """Return the shapes of deciding cases that a draft claims: the usual ones, or as many others."""
        usual = shapes_of(self._operation(draft))
        found = [
            (n_rows, n_cols)
            for n_rows, n_cols in (*usual, *((37, width) for width in claimed_widths(draft)), *OTHER_SHAPES)
            if self._case(draft, block, draft.dtypes[0], n_rows, n_cols, KIND).unmet() is None
        ]
        return tuple(found[: len(usual)])

    def _is_right(self, draft: Draft, block: Block, shapes: Sequence[tuple[int, int]] = ()) -> bool:
        operation = self._operation(draft)
        shapes = shapes or self._claimed(draft, block)
        for number, (n_rows, n_cols) in enumerate(shapes):
            sizes = largest_sizes(operation) if number else None
            result = self._run(self._case(draft, block, draft.dtypes[0], n_rows, n_cols, KIND, sizes=sizes))
            if not self.is_near(result):
                return False
        return bool(shapes)

    def _races(self, draft: Draft, block: Block) -> bool:
        return any(
            _RACES & set(self._run(self._case(draft, block, draft.dtypes[0], *shape, kind=KIND)).reasons)
            for shape in shapes_of(self._operation(draft))
        )

    def _run(self, case: Case) -> CaseResult:
        if self._clock() > self._until:
            what = "completed" if self._is_found else "found"
            raise OutOfTimeError(
                f"a launch must be {what} in {self._seconds:g} s (got {self.n_launches} launches in that time)"
            )
        result = self._results.get(case)
        if result is None:
            self.n_launches += 1
            result = self._results[case] = self._runner.run(case)
        self.is_misaligned |= Reason.MISALIGNED_ACCESS in result.reasons
        return result

    def _case(
        self,
        draft: Draft,
        block: Block,
        dtype: str,
        n_rows: int,
        n_cols: int,
        kind: str = "spread",
        layout: str = "",
        sizes: Mapping[str, int] | None = None,
    ) -> Case:
        variant = replace(draft, block=(block,), dtypes=(dtype,)).variant(
            self._path, self._settings.operations
        )
        fixed = FIXED_WIDTH.search(" ".join(draft.requires))
        if fixed:
            n_cols = int(fixed[1] or 1) * block[0]
        if sizes is None:
            sizes = small_sizes(variant.operation)
        n_rows, n_cols, sizes = _within(draft, variant.operation, n_rows, n_cols, sizes)
        layouts = (layout,) if layout else PADDED
        if draft.constexprs is not None:
            block = variant.usual_block  # follows from the constants
            layouts = PADDED if variant.operation.has_one_matrix else (CONTIGUOUS,)
        for name in layouts:
            case = make_case(
                variant,
                dtype=dtype,
                n_rows=n_rows,
                n_cols=n_cols,
                kind=kind,
                layout=name,
                block=block,
                sizes=sizes,
            )
            if layout or case.unmet() is None:
                break
        return case


def _within(
    draft: Draft, operation: Operation, n_rows: int, n_cols: int, sizes: Mapping[str, int]
) -> tuple[int, int, Mapping[str, int]]:
    """Return sizes raised to what a draft claims of multiples and least values."""
    if not draft.requires:
        return n_rows, n_cols, sizes
    rows, columns = operation.shown((N_ROWS, N_COLS))
    choices = {size.name: size.values for size in operation.further_sizes}
    found = within(draft.requires, {rows: n_rows, columns: n_cols, **sizes}, choices)
    return found.pop(rows), found.pop(columns), found


def styled(draft: Draft, reading: Reading, style: LaunchStyle, block: Block) -> Draft:
    """Return a draft with the arguments of a reading, and the launch of a style."""
    return replace(
        draft,
        args=reading.args,
        requires=tuple(dict.fromkeys((*reading.requires, *style.requires))),
        scratch=reading.scratch,
        types=reading.types,
        grid=style.grid,
        parallel=style.parallel,
        block=(block,),
        launch_block=style.launch_block,
        smem_bytes=style.smem_bytes,
        cooperative=draft.cooperative or style.cooperative,
    )


def _why(result: CaseResult) -> str:
    return ", ".join(reason.value for reason in result.reasons) or result.verdict.value
