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

from ...errors import HarnessError
from ...launch.loading import compile_request
from ...operation.catalogue import catalogue_of
from ...operation.model import Operation
from ...operation.size import N_COLS, N_ROWS
from ...run.session import Runner
from ...settings.settings import Settings
from ...variant.case import Case, make_case
from ...variant.variant import WARP, Block
from ...verdict import CaseResult, Reason, Verdict
from ..drafts.draft import Draft
from ..drafts.launch_limits import with_grid_limit, with_shared_limit
from ..drafts.shared_memory import GENEROUS_SHARED, NO_RULE, with_least_shared
from ..fitting.roles import Reading
from ..reading.compiled_kernel import Compiled, read_compiled
from ..styles.rows import LOOPS, LaunchStyle, known_styles, looping_style
from ..styles.tiles import within
from .shapes import (
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
    claimed_widths,
    largest_sizes,
    shapes_of,
    small_sizes,
)
from .survey import Survey, limit_of

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
        self._is_misaligned = False
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

    def find(
        self, draft: Draft, readings: Sequence[Reading], compiled: Compiled, code: str
    ) -> tuple[Draft, str] | None:
        """Find the first launch with right results, in the order of common blocks, styles and readings."""
        self._is_misaligned = False
        found = self._find(draft, readings, compiled, code)
        if found is None and self._is_misaligned:
            # The kernel accesses vectors: try rows aligned to them.
            aligned = [replace(each, requires=(*each.requires, *ALIGNED)) for each in readings]
            found = self._find(draft, aligned, compiled, code)
        return found

    def accept(self, draft: Draft, compiled: Compiled, style: LaunchStyle | None) -> Draft | None:
        """Return a draft whose launch was read in host code, with up to three blocks, if it gives right results."""
        for block in style.blocks if style else draft.block:
            wanted = replace(draft, block=(block,))
            shapes = self._claimed(wanted, block)
            if not compiled.takes(block) or not shapes or not self._is_right(wanted, block, shapes):
                continue
            if style and shapes == SHAPES:
                return self._with_blocks(wanted, style, compiled)
            return wanted
        return None

    def _claimed(self, draft: Draft, block: Block) -> tuple[tuple[int, int], ...]:
        """Return the shapes of deciding cases that a draft claims: `SHAPES`, or as many others."""
        found = [
            (n_rows, n_cols)
            for n_rows, n_cols in (*SHAPES, *((37, width) for width in claimed_widths(draft)), *OTHER_SHAPES)
            if self._case(draft, block, draft.dtypes[0], n_rows, n_cols, KIND).unmet() is None
        ]
        return tuple(found[: len(SHAPES)])

    def _find(
        self, draft: Draft, readings: Sequence[Reading], compiled: Compiled, code: str
    ) -> tuple[Draft, str] | None:
        racing: tuple[Draft, LaunchStyle] | None = None
        for style, block in _by_block(known_styles(code), compiled):
            for reading in readings:
                wanted = styled(draft, reading, style, block)
                if compiled.has_dynamic_shared:
                    wanted = replace(wanted, smem_bytes=GENEROUS_SHARED)
                if not self._is_right(wanted, block):
                    continue
                wanted, style = self._looping(wanted, reading, style, code, block)
                if compiled.has_dynamic_shared:
                    fitting = self._with_least_shared(wanted, block)
                    if fitting is None:
                        continue
                    wanted = fitting
                if not self._races(wanted, block):
                    return self._with_blocks(wanted, style, compiled), style.name
                racing = racing or (wanted, style)
        return (racing[0], racing[1].name) if racing else None

    def _looping(
        self, draft: Draft, reading: Reading, style: LaunchStyle, code: str, block: Block
    ) -> tuple[Draft, LaunchStyle]:
        """Return draft and style of a kernel that loops over the rows, or those that are given."""
        # More rows than one block has threads.
        rows = ((2 * math.prod(block) + 3, 33),)
        if self._is_right(styled(draft, reading, LOOPS, block), block, rows):
            style = looping_style(code, style.blocks)
            draft = styled(draft, reading, style, block)
        return draft, style

    def probe(self, draft: Draft) -> CaseResult:
        """Run one small case of a draft's first block and type."""
        block = draft.block[0]
        return self._run(self._case(draft, block, draft.dtypes[0], *PROBE, kind=KIND))

    def is_near(self, result: CaseResult) -> bool:
        """Whether a result is right, or off by no more than another arithmetic explains."""
        if result.verdict is Verdict.PASS:
            return True
        reasons = set(result.reasons) - _RACES - _OWN_FAULTS
        is_near = reasons <= _INEXACT and (not reasons or (result.max_error_ratio or math.inf) < _NEARLY)
        return bool(result.reasons) and is_near

    def is_right(self, draft: Draft) -> bool:
        """Whether the first block of a draft is right at usual sizes."""
        return self._is_right(draft, draft.block[0])

    def is_right_wide(self, draft: Draft) -> bool:
        """Whether the first block of a draft is right on more columns, and on more rows, than most blocks have."""
        operation = self._operation(draft)
        shape = WIDE_OF_HEADS if operation.further_sizes else WIDE
        return self._is_right(draft, draft.block[0], (shape, shape[::-1]))

    def settled(self, draft: Draft, style: LaunchStyle, compiled: Compiled) -> Draft | None:
        """Return a right draft with the least shared memory and all right blocks of its style.

        None if no rule for its shared memory is known.
        """
        if compiled.has_dynamic_shared:
            fitting = self._with_least_shared(draft, draft.block[0])
            if fitting is None:
                return None
            draft = fitting
        return self._with_blocks(draft, style, compiled)

    def _with_blocks(self, draft: Draft, style: LaunchStyle, compiled: Compiled) -> Draft:
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
        self._is_misaligned = False
        block = draft.block[0]
        shape = (*self._claimed(draft, block), SHAPES[0])[0]
        self._run(self._case(draft, block, draft.dtypes[0], *shape, layout="offset"))
        if not self._is_misaligned:
            return draft
        return replace(draft, requires=(*draft.requires, ALIGNED[1]))

    def with_launch_limits(self, draft: Draft, operation: Operation, compiled: Compiled) -> Draft:
        """Add the rules without which a complete draft claims launches that no GPU makes."""
        draft = with_shared_limit(draft, operation, compiled.static_shared_bytes)
        return with_grid_limit(draft, draft.variant(self._path, self._settings.operations))

    def survey(self, draft: Draft) -> Survey:
        """Run further widths at the first block and return which of them fail."""
        block = draft.block[0]
        results: dict[int, CaseResult] = {}
        seen: set[tuple[int, int]] = set()
        widths = SURVEY_WIDTHS[:1] if FIXED_WIDTH.search(" ".join(draft.requires)) else SURVEY_WIDTHS
        for n_cols in widths:
            if n_cols > MOST_WIDTH_OF_HEADS and self._operation(draft).further_sizes:
                continue
            case = self._case(draft, block, draft.dtypes[0], SURVEY_ROWS, n_cols)
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

    def _with_least_shared(self, draft: Draft, block: Block) -> Draft | None:
        fitting = with_least_shared(
            draft,
            block,
            self._operation(draft),
            lambda tried, shapes: self._is_right(tried, block, shapes),
        )
        if fitting is None:
            self.shared_unknown = NO_RULE
        return fitting

    def _is_right(self, draft: Draft, block: Block, shapes: Sequence[tuple[int, int]] = ()) -> bool:
        operation = self._operation(draft)
        for number, (n_rows, n_cols) in enumerate(shapes or shapes_of(operation)):
            sizes = largest_sizes(operation) if number else None
            result = self._run(self._case(draft, block, draft.dtypes[0], n_rows, n_cols, KIND, sizes=sizes))
            if not self.is_near(result):
                return False
        return True

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
        self._is_misaligned |= Reason.MISALIGNED_ACCESS in result.reasons
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
        for name in (layout,) if layout else PADDED:
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


def _by_block(styles: Sequence[LaunchStyle], compiled: Compiled) -> Iterator[tuple[LaunchStyle, Block]]:
    """Yield every style with its first block, then every style with its second, and so on."""
    for position in range(max(len(style.blocks) for style in styles)):
        for style in styles:
            fitting = list(filter(compiled.takes, style.blocks))
            if position < len(fitting):
                yield style, fitting[position]


def styled(draft: Draft, reading: Reading, style: LaunchStyle, block: Block) -> Draft:
    """Return a draft with the arguments of a reading, and the grid of a style."""
    return replace(
        draft,
        args=reading.args,
        requires=(*reading.requires, *style.requires),
        scratch=reading.scratch,
        types=reading.types,
        grid=style.grid,
        parallel=style.parallel,
        block=(block,),
    )


def _why(result: CaseResult) -> str:
    return ", ".join(reason.value for reason in result.reasons) or result.verdict.value
