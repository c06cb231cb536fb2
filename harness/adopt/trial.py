"""Runs candidate launches of a kernel on the cpu device and keeps those with right results.

A candidate is accepted if the kernel gives right results with it on shapes that any reasonable kernel supports.
Candidates without races are preferred, because superfluous threads race when they repeat the work of others. A kernel
that always races is accepted too; `kernel-harness check` reports the races later.
"""

from __future__ import annotations

import itertools
import math
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from ..compiler import CompileRequest
from ..device.observation import OWN_ROUNDING
from ..errors import HarnessError
from ..launch.plan import compile_request
from ..lazy import dataclass, pattern, replace
from ..operation.catalogue import catalogue_of
from ..operation.model import Operation
from ..operation.precision.rounding import float_format
from ..operation.size import N_COLS, N_ROWS
from ..run.session import Runner
from ..run.unjudged import unjudged
from ..settings.settings import Settings
from ..variant.case import Case, make_case
from ..variant.shape import CONTIGUOUS
from ..variant.variant import TRITON, WARP, Block, Variant, block_text
from ..verdict import CaseResult, Reason, Verdict
from .draft import Draft
from .fitting.fit import Fit
from .launch_styles import LaunchStyle, within
from .limits import with_grid_limit
from .reading.compiled_kernel import Compiled, compile_quietly, read_compiled

SHAPES = ((37, 96), (19, 256))
"""Rows and columns of the deciding cases: more rows than a block has warps, and a prime number of them; columns that
are a multiple of the vector width, below any common limit."""
OTHER_SHAPES = tuple((37, width) for width in (64, 128, 512, 1024, 2048, 4096, 32, 16, 8, 768))
"""Shapes for kernels that do not claim `SHAPES`."""
SHAPES_OF_HEADS = ((37, 96), (19, 64))
WIDE, WIDE_OF_HEADS = (3, 1100), (3, 300)
"""Rows and columns of cases whose rows are longer than a block."""
ODD = (5, 77)
"""Rows and columns of a case in which a stride that was mistaken for a size shows."""
PROBE = (5, 96)
"""Rows and columns of the first case of an operation, which is wrong for most wrong launches and operations."""
KIND = "normal"
"""Input kind of the deciding cases, so that the launch is found even if the kernel is wrong for large values."""
ROUNDING_KINDS = ("spread", "spike", "constant", "subnormal")
"""Input kinds whose rounding errors show how a kernel forms its sums."""

_SURVEY_WIDTHS = (
    1, 3, 31, 32, 33, 64, 98, 100, 127, 129, 255, 256, 257, 1000, 1024, 1025, 2048, 4099, 8192, 8193, 16384, 16385,
)  # fmt: skip
_SURVEY_ROWS = 3
_MOST_WIDTH_OF_TILES = 512
"""Most columns of these cases for a kernel of whole tiles, which has more rows."""
_MOST_WIDTH_OF_HEADS = 257
"""Most columns of these cases for an operation with further sizes, whose arrays are larger."""

ALIGNED = (
    "inp_stride % (16 // itemsize) == 0 and out_stride % (16 // itemsize) == 0",
    "inp_offset % (16 // itemsize) == 0 and out_offset % (16 // itemsize) == 0",
)
"""Rules for kernels with 16-byte loads and stores."""
_FIXED_WIDTH = pattern(r"\b\w+ == (?:(\d+) \* )?block_x")
"""A rule of a kernel that does not loop over the columns: each thread has the same number of them."""
_MULTIPLE = pattern(r"\w+ % \d+ == 0")
_PADDED = (
    *("strided", "strided_5_5", "strided_0_5", "strided_5_0"),
    *("strided8", "strided_8_8", "strided_0_8", "strided_8_0", CONTIGUOUS),
)
"""Layouts of the deciding cases, the most padded first."""

INEXACT = frozenset((Reason.WRONG_VALUE, Reason.ROW_SUM))
RACES = frozenset((Reason.RACECHECK_RAW, Reason.RACECHECK_WAR, Reason.RACECHECK_WAW, Reason.NONCOHERENT_READ))
_OWN_FAULTS = frozenset((Reason.SHIFT_VARIANCE, Reason.PERMUTATION_VARIANCE, Reason.NONDETERMINISTIC))
"""Reasons that do not depend on the launch."""
_NEARLY = 1000.0
"""Maximum error of a right launch, as a multiple of the error bound. A wrong launch has larger errors, or leaves
elements unwritten."""
_STEP_BUDGET = 1_000_000
_MOST_THREADS = 1 << 20
"""Most threads of the first case, which has a few hundred elements."""
_DEADLINE_S = 20.0


def trial_settings(settings: Settings) -> Settings:
    """Return settings for trials: the cpu device, one launch per case, and short limits for launches that hang."""
    return replace(
        settings,
        device="cpu",
        sanitizers=("memcheck", "racecheck"),
        schedules=0,
        thorough=True,
        stress_approximations=None,
        step_budget=_STEP_BUDGET,
        cpu_launch_deadline_s=_DEADLINE_S,
    )


class OutOfTimeError(HarnessError):
    """No launch of a kernel was found in the time for it."""


@dataclass(frozen=True)
class Survey:
    passed: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]
    limit: str
    """Rule of ``requires`` that excludes exactly the failures; empty if there is none."""

    @property
    def is_misaligned(self) -> bool:
        """Whether most failures are accesses at addresses that are not multiples of their size."""
        return 2 * sum(Reason.MISALIGNED_ACCESS in why for _, why in self.failed) > len(self.failed)


@dataclass(eq=False)
class Trial:
    """Tries launches of one kernel with the first block and element type of a draft."""

    path: Path
    runner: Runner
    settings: Settings
    seconds: float = math.inf
    clock: Callable[[], float] = time.monotonic
    on_found: Callable[[], None] = lambda: None
    n_launches: int = 0
    is_misaligned: bool = False
    """Whether a launch accessed vectors at addresses that are not multiples of their size."""
    refused: str = ""

    def __post_init__(self) -> None:
        self._until = self.clock() + self.seconds
        self.is_found = False
        self._results: dict[Case, CaseResult] = {}  # stages of a trial ask for the same cases
        self._requests: set[CompileRequest] = set()
        self._variants: dict[tuple[str, ...], Variant] = {}  # by lines of a declaration

    @property
    def is_late(self) -> bool:
        """Whether so much of the time is gone that the best launch so far is to be completed."""
        return self.clock() > self._until - self.seconds / 3

    @property
    def tried(self) -> str:
        return f"{self.n_launches} launches on the cpu device"

    def verified(self, draft: Draft) -> str:
        """Return how many launches were run, and which further sizes had one value in all that were right."""
        own = [case for case in self._results if case.variant.launches[0].args == draft.args]
        right = [dict(case.shape.further) for case in own if self.is_near(self._results[case])]
        values = {
            size.name: {sizes[size.name] for sizes in right} for size in self._operation(draft).further_sizes
        }
        alone = [f"{name} = {min(several)}" for name, several in values.items() if len(several) == 1]
        return f"{self.tried}, all with {' and '.join(alone)}" if alone else self.tried

    def finish(self) -> None:
        """Restart the time, and double it: a launch was found, and its declaration is to be completed."""
        self.is_found = True
        self._until = self.clock() + 2 * self.seconds
        self.on_found()

    def compiled(self, draft: Draft) -> Compiled:
        """Compile the kernel of a draft and return the properties of its code."""
        request = self._compiled_request(self._case(draft, SHAPES[0]))
        return read_compiled(self.runner, request, draft.entry, draft.defines)

    def _compiled_request(self, case: Case) -> CompileRequest:
        """Compile the code of a case, if that was not done yet; it takes nothing of the time for launches."""
        info = self.runner.info
        if info is None:
            raise HarnessError(self.runner.unavailable)
        began, request = self.clock(), compile_request(case, info, self.settings)
        if request not in self._requests:
            self._requests.add(request)
            self.runner.call(compile_quietly, request)
            self._until += self.clock() - began
        return request

    def probe(self, draft: Draft) -> CaseResult:
        """Run one small case."""
        case = self._case(draft, PROBE)
        # A launch of host code may be for a few widths only.
        if case.unmet() is not None and (shapes := self.claimed(draft)):
            case = self._case(draft, shapes[0])
        n_threads = sum(math.prod((*launch.grid, *launch.block)) for launch in case.plan())
        if n_threads > _MOST_THREADS:
            # It would take seconds. The host's numbers are those of another size.
            why = f"{n_threads} threads for {case.shape.n_rows} x {case.shape.n_cols} elements"
            return unjudged(case, "cpu", self.settings, Verdict.SKIP, why)
        return self._run(case)

    def is_near(self, result: CaseResult) -> bool:
        """Whether a result is right, or off by no more than another arithmetic explains."""
        if result.verdict is Verdict.PASS:
            return True
        reasons = set(result.reasons) - RACES - _OWN_FAULTS
        is_near = reasons <= INEXACT and (not reasons or (result.max_error_ratio or math.inf) < _NEARLY)
        return bool(result.reasons) and is_near

    def is_right(self, draft: Draft, shapes: Sequence[tuple[int, int]] = ()) -> bool:
        """Whether a draft is right at some sizes, else at usual ones that it claims."""
        shapes = shapes or self.claimed(draft)
        # Every further size takes several values, or a rule with another size in its place would do as well.
        operation = self._operation(draft)
        small = _small_sizes(operation)
        other = {
            size.name: max(set(size.values) - {small[size.name]}, default=small[size.name])
            for size in operation.further_sizes
        }
        return bool(shapes) and all(
            self.is_near(self._run(self._case(draft, shape, sizes=other if number else small)))
            for number, shape in enumerate(shapes)
        )

    def is_right_odd(self, draft: Draft) -> bool:
        """Whether a draft is right at a width that no block, tile or vector divides, if it claims that."""
        return self._case(draft, ODD).unmet() is not None or self.is_right(draft, (ODD,))

    def races(self, draft: Draft) -> bool:
        """Whether threads race at usual sizes, as they do if superfluous ones repeat the work of others."""
        shapes = _shapes_of(self._operation(draft))
        return any(RACES & set(self._run(self._case(draft, shape)).reasons) for shape in shapes)

    def loops_over_rows(self, draft: Draft) -> bool:
        """Whether one block is right on more rows than it has threads."""
        # Only a loop over rows covers them with one block.
        one_block = replace(draft, grid=("1",), parallel="")
        return self.is_right(one_block, ((2 * math.prod(draft.block[0]) + 3, 33),))

    def is_right_wide(self, draft: Draft) -> bool:
        """Whether a draft is right on more columns, and on more rows, than most blocks have."""
        shape = WIDE_OF_HEADS if self._operation(draft).further_sizes else WIDE
        return self.is_right(draft, (shape, shape[::-1]))

    def with_blocks(self, draft: Draft, style: LaunchStyle, compiled: Compiled) -> Draft:
        """Add the smallest and the largest block of a style that give right results too."""
        (first,) = draft.block
        # Try less than a warp only for a kernel whose first right block is smaller than a warp.
        least = min(WARP, math.prod(first))
        blocks = [block for block in style.blocks if compiled.takes(block) and math.prod(block) >= least]
        blocks.sort(key=math.prod)

        def is_right(block: Block) -> bool:
            tried = replace(draft, block=(block,))
            return block == first or (self.is_right(tried) and not self.races(tried))

        smallest, largest = (next(filter(is_right, order)) for order in (blocks, blocks[::-1]))
        shape = _shapes_of(self._operation(draft))[-1]
        refused = {
            block_text(block): _why(self._run(self._case(replace(draft, block=(block,)), shape)))
            for block in blocks
            if math.prod(block) > math.prod(largest)
        }
        if refused:
            listed = f"{' '.join(refused)} ({next(iter(refused.values()))})"
            more = "if your code launches it with them, add them to `block`"
            self.refused = f"wrong with larger blocks: {listed}; {more}"
        return replace(draft, block=tuple(dict.fromkeys((first, smallest, largest))))

    def without_multiples(self, draft: Draft) -> Draft:
        """Drop the rules that sizes are multiples, such as those of whole tiles, if the draft is right without them."""
        rules = tuple(rule for rule in draft.requires if not _MULTIPLE.fullmatch(rule))
        wide = replace(draft, requires=rules)
        is_narrow = wide != draft and not draft.cases
        return wide if is_narrow and self.is_right(wide) and self.is_right_odd(wide) else draft

    def with_alignment(self, draft: Draft) -> Draft:
        """Add the rule that rows are aligned to 16 bytes if the kernel faults for unaligned rows."""
        if set(ALIGNED) & set(draft.requires):
            return draft
        self.is_misaligned = False
        shape = (*self.claimed(draft), SHAPES[0])[0]
        self._run(self._case(draft, shape, "spread", layout="offset"))
        if not self.is_misaligned:
            return draft
        return replace(draft, requires=(*draft.requires, ALIGNED[1]))

    def with_grid_limit(self, draft: Draft) -> Draft:
        """Add the rules without which a complete draft claims a grid that no GPU launches."""
        return with_grid_limit(draft, draft.variant(self.path, self.settings.operations))

    def with_own_roundings(self, draft: Draft, widths: Sequence[int]) -> tuple[Draft, Survey]:
        """Run further widths; the draft is not deterministic if lanes round their own sums."""
        before = len(self._results)
        survey = replace(self.survey(draft, widths, KIND), limit="")
        results = list(self._results.values())[before:]
        has_own = any(OWN_ROUNDING in note.message for result in results for note in result.notes)
        return replace(draft, deterministic=draft.deterministic and not has_own), survey

    def survey(
        self, draft: Draft, widths: Sequence[int] = _SURVEY_WIDTHS, kind: str = ROUNDING_KINDS[0]
    ) -> Survey:
        results: dict[int, CaseResult] = {}
        seen: set[tuple[int, int]] = set()
        took_s, before = 0.0, 1
        if _FIXED_WIDTH.search(" ".join(draft.requires)):
            widths = widths[:1]
        if self._operation(draft).further_sizes:
            widths = [n_cols for n_cols in widths if n_cols <= _MOST_WIDTH_OF_HEADS]
        for width in widths:
            case = self._case(draft, (_SURVEY_ROWS, width), kind)
            n_rows, n_cols = case.shape.n_rows, case.shape.n_cols
            if (n_rows, n_cols) in seen or (n_rows > _SURVEY_ROWS and n_cols > _MOST_WIDTH_OF_TILES):
                continue
            seen.add((n_rows, n_cols))
            began = self.clock()
            try:
                # The time of some kernels grows as the square.
                result = self._run(case, took_s * (n_cols / before) ** 2)
            except OutOfTimeError:
                break  # the declaration is complete without
            took_s, before = self.clock() - began, n_cols
            # These say nothing about the kernel.
            if result.verdict not in (Verdict.UNPROVEN, Verdict.SKIP):
                results[n_cols] = result
        right = {n_cols for n_cols, result in results.items() if result.verdict is Verdict.PASS}
        failed = tuple(
            (f"{_SURVEY_ROWS}x{n_cols}", _why(result))
            for n_cols, result in results.items()
            if n_cols not in right
        )
        passed = tuple(f"{_SURVEY_ROWS}x{n_cols}" for n_cols in results if n_cols in right)
        return Survey(passed, failed, _limit_of(right, set(results) - right, draft))

    def is_exact(self, draft: Draft, dtypes: tuple[str, ...] = ()) -> bool:
        """Whether the results are within the error bound of a draft's `arithmetic` and `parallel`."""
        # Of its first element type, if no others are given.
        # A larger error has another cause; no arithmetic would cover it.
        return not any(
            INEXACT & set(result.reasons) and (result.max_error_ratio or math.inf) < _NEARLY
            for dtype in dtypes or draft.dtypes[:1]
            for result in self._rounded(replace(draft, dtypes=(dtype,)))
        )

    def n_exact(self, draft: Draft) -> int:
        """Return how many of the cases with rounding errors are within the bound."""
        return sum(result.verdict is Verdict.PASS for result in self._rounded(draft))

    def _rounded(self, draft: Draft) -> Iterator[CaseResult]:
        operation = self._operation(draft)
        return (
            self._run(self._case(draft, shape, kind))
            for shape in _shapes_of(operation)
            for kind in ROUNDING_KINDS
            if kind in operation.input_kinds
        )

    def _operation(self, draft: Draft) -> Operation:
        return catalogue_of(self.settings.operations).operations[draft.operation]

    def claimed(self, draft: Draft) -> tuple[tuple[int, int], ...]:
        """Return the shapes of deciding cases that a draft claims: the usual ones, or as many others."""
        usual = _shapes_of(self._operation(draft))
        numbers = [int(number) for rule in draft.requires for number in re.findall(r"\b\d+\b", rule)]
        at_limits = ((37, width) for number in numbers for width in (number, number + 1) if 1 < width <= 8192)
        shapes = (*usual, *at_limits, *OTHER_SHAPES)
        claimed = (shape for shape in shapes if self._case(draft, shape).unmet() is None)
        return tuple(itertools.islice(claimed, len(usual)))

    def _run(self, case: Case, seconds: float = 0.0) -> CaseResult:
        if self.clock() + seconds > self._until:
            what, most_s = ("completed", 2 * self.seconds) if self.is_found else ("found", self.seconds)
            raise OutOfTimeError(
                f"a launch must be {what} in {most_s:g} s (got {self.n_launches} launches in that time); "
                "--seconds gives more time"
            )
        result = self._results.get(case)
        if result is None:
            self.n_launches += 1
            if case.variant.language != TRITON:
                self._compiled_request(case)
            began = self.clock()
            result = self._results[case] = self.runner.run(case)
            if self.n_launches == 1:
                self._until += self.clock() - began  # its process loads what every launch needs
        self.is_misaligned |= Reason.MISALIGNED_ACCESS in result.reasons
        return result

    def _case(
        self,
        draft: Draft,
        shape: tuple[int, int],
        kind: str = KIND,
        layout: str = "",
        sizes: Mapping[str, int] | None = None,
    ) -> Case:
        """Return a case of a draft, with a layout that it claims if none is given."""
        block, dtype = draft.block[0], draft.dtypes[0]
        declared = replace(draft, block=(block,), dtypes=(dtype,))
        lines = declared.lines()
        variant = self._variants.get(lines)
        if variant is None:
            variant = self._variants[lines] = declared.variant(self.path, self.settings.operations)
        fixed = _FIXED_WIDTH.search(" ".join(draft.requires))
        n_rows, n_cols = shape
        if fixed:
            n_cols = int(fixed[1] or 1) * block[0]
        if sizes is None:
            sizes = _small_sizes(variant.operation)
        if draft.requires:
            rows, columns = variant.operation.shown((N_ROWS, N_COLS))
            choices = {size.name: size.values for size in variant.operation.further_sizes}
            raised = within(draft.requires, {rows: n_rows, columns: n_cols, **sizes}, choices)
            n_rows, n_cols, sizes = raised.pop(rows), raised.pop(columns), raised
        layouts = (layout,) if layout else _PADDED
        if draft.constexprs is not None:
            block = variant.usual_block  # follows from the constants
            layouts = _PADDED if variant.operation.has_one_matrix else (CONTIGUOUS,)
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


def _shapes_of(operation: Operation) -> tuple[tuple[int, int], ...]:
    """Return rows and columns of the deciding cases of an operation; of three dimensions, fewer columns."""
    return SHAPES_OF_HEADS if operation.further_sizes else SHAPES


def _small_sizes(operation: Operation) -> dict[str, int]:
    """Return values of an operation's further sizes that differ from each other and suit tiles and vectors."""
    sizes: dict[str, int] = {}
    for size in operation.further_sizes:
        taken = (0, 1, *PROBE, *sizes.values())
        free = sorted(set(size.values).difference(taken)) or [size.values[0]]
        tiled = [value for value in free if value % 16 == 0]
        sizes[size.name] = tiled[0] if tiled else free[len(free) // 2]
    return sizes


def _limit_of(right: set[int], wrong: set[int], draft: Draft) -> str:
    """Return a rule that holds for the widths that are right and for no others; empty if there is none."""
    if not right or not wrong:
        return ""
    vector = 16 // float_format(draft.dtypes[0]).itemsize
    n_threads = draft.block[0][0]
    rules: list[tuple[str, Callable[[int], bool]]] = [
        *([] if draft.launch_block else [("n_cols <= block_x", lambda n: n <= n_threads)]),
        ("n_cols % (16 // itemsize) == 0", lambda n: n % vector == 0),
        *((f"n_cols % {step} == 0", lambda n, step=step: n % step == 0) for step in (2, 4, 8, 32)),
        (f"n_cols <= {max(right)}", lambda n: n <= max(right)),
        (f"n_cols >= {min(right)}", lambda n: n >= min(right)),
    ]
    # Prefer a single rule.
    for size in (1, 2):
        for chosen in itertools.combinations(rules, size):
            if all(all(holds(n) for _, holds in chosen) == (n in right) for n in right | wrong):
                return '", "'.join(text for text, _ in chosen)
    return ""


def _why(result: CaseResult) -> str:
    return ", ".join(reason.value for reason in result.reasons) or result.verdict.value


def styled(draft: Draft, fit: Fit, style: LaunchStyle, block: Block) -> Draft:
    """Return a draft with the arguments of a fit, and the launch of a style."""
    return replace(
        draft,
        args=fit.args,
        requires=tuple(dict.fromkeys((*fit.requires, *style.requires))),
        scratch=fit.scratch,
        types=fit.types,
        grid=style.grid,
        parallel=style.parallel,
        block=(block,),
        launch_block=style.launch_block,
        smem_bytes=style.smem_bytes,
        cooperative=draft.cooperative or style.cooperative,
    )
