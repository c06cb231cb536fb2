"""Runs candidate launches of a kernel on the cpu device and keeps those with right results.

A candidate is accepted if the kernel gives right results with it on shapes that any reasonable kernel supports.
Candidates without races are preferred, because superfluous threads race when they repeat the work of others. A kernel
that always races is accepted too; `kernel-harness check` reports the races later.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..compiler.artifact import Artifact, CompileRequest
from ..device.base import Device
from ..errors import CompileError, HarnessError
from ..launch.loading import compile_request
from ..operation.float_format import float_format
from ..ptx.limits import MAX_BLOCK_THREADS
from ..run.session import Runner
from ..settings.settings import Settings
from ..variant.case import Case, make_case
from ..variant.layout import CONTIGUOUS
from ..variant.variant import WARP, Block
from ..verdict import CaseResult, Reason, Verdict
from .draft import Draft
from .launch_styles import DYNAMIC_SHARED, LOOPS, LaunchStyle, known_styles, looping_style
from .roles import Reading

SHAPES = ((37, 96), (19, 256))
"""Rows and columns of the deciding cases: more rows than a block has warps, and a prime number of them; columns that
are a multiple of the vector width, below any common limit."""
OTHER_SHAPES = tuple((37, width) for width in (64, 128, 512, 1024, 2048, 4096, 32, 16, 8, 768))
"""Shapes for kernels that do not claim those."""
_KIND = "normal"
"""Input kind of the deciding cases, so that the launch is found even if the kernel is wrong for large values."""
_ROUNDING_KINDS = ("spread", "spike", "constant", "subnormal")
"""Input kinds whose rounding errors show how a kernel forms its sums."""

SURVEY_WIDTHS = (1, 3, 31, 32, 33, 64, 98, 100, 127, 129, 255, 256, 257, 1000, 1024, 1025, 2048, 4099)
SURVEY_ROWS = 3

ALIGNED = (
    "inp_stride % (16 // itemsize) == 0 and out_stride % (16 // itemsize) == 0",
    "inp_offset % (16 // itemsize) == 0 and out_offset % (16 // itemsize) == 0",
)
"""Rules for kernels with 16-byte loads and stores."""

_STEP_BUDGET = 1_000_000
_DEADLINE_S = 20.0
_GENEROUS_SHARED = "49152"
"""Maximum shared memory of a block without opt-in, in bytes (CUDA C++ Programming Guide, "Shared Memory")."""
_INEXACT = frozenset((Reason.WRONG_VALUE, Reason.ROW_SUM))
_RACES = frozenset((Reason.RACECHECK_RAW, Reason.RACECHECK_WAR, Reason.RACECHECK_WAW))
_OWN_FAULTS = frozenset((Reason.SHIFT_VARIANCE, Reason.PERMUTATION_VARIANCE, Reason.NONDETERMINISTIC))
"""Reasons that do not depend on the launch."""
_NEARLY = 1000.0
"""Maximum error of a right launch, as a multiple of the error bound. A wrong launch has larger errors, or leaves
elements unwritten."""


@dataclass(frozen=True)
class Compiled:
    """Properties of the compiled code that affect launches.

    Parameters
    ----------
    widths : tuple of int
        Size of each parameter, in bytes.
    kinds : tuple of str
        Kind of each parameter; see `harness.compiler.artifact.Param`.
    max_threads : int
        Maximum number of threads of a block, from ``__launch_bounds__``.
    has_dynamic_shared : bool
        Whether the code uses ``extern __shared__`` memory.
    """

    widths: tuple[int, ...]
    kinds: tuple[str, ...]
    max_threads: int
    has_dynamic_shared: bool


@dataclass(frozen=True)
class Survey:
    """Results of a few further cases.

    Parameters
    ----------
    passed : tuple of str
        Sizes that passed, such as ``3x33``.
    failed : tuple of (str, str)
        Sizes that failed, each with the reason.
    limit : str
        Rule of ``requires`` that excludes exactly the failures; empty if there is none.
    """

    passed: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]
    limit: str


class Trial:
    """Tries launches of one kernel.

    Parameters
    ----------
    path : Path
        Source file to compile.
    runner : Runner
        The cpu device, opened with `settings`.
    settings : Settings
        Settings from `trial_settings`.
    """

    def __init__(self, path: Path, runner: Runner, settings: Settings) -> None:
        self._path = path
        self._runner = runner
        self._settings = settings
        self.n_launches = 0
        self._is_misaligned = False
        self.refused: dict[Block, str] = {}
        """Larger blocks of the found style with which the kernel is wrong, each with the reason."""

    def compiled(self, draft: Draft) -> Compiled:
        """Compile the kernel of a draft and return the properties of its code.

        Raises
        ------
        HarnessError
            The source does not compile, or the code does not have the entry.
        """
        case = self._case(draft, draft.block[0], draft.dtypes[0], *SHAPES[0])
        info = self._runner.info
        if info is None:
            raise HarnessError(self._runner.unavailable)
        artifact: Artifact | str = self._runner.call(_compile, compile_request(case, info, self._settings))
        if isinstance(artifact, str):
            raise HarnessError(artifact)
        symbol = artifact.symbol(draft.entry)
        if symbol not in artifact.entries:
            known = ", ".join(sorted(artifact.entries)) or "none"
            raise HarnessError(f"the compiled code must have the kernel {draft.entry} (got {known})")
        ptx = artifact.code.decode("ascii")
        head = _head_of(ptx, symbol)
        params = artifact.entries[symbol]
        # The array belongs to the module, and the text does not show which kernel uses it.
        has_dynamic = re.search(r"^\s*\.extern\s+\.shared\b", ptx, re.MULTILINE) is not None
        return Compiled(
            tuple(each.size_bytes for each in params),
            tuple(each.kind for each in params),
            # Launch bounds given by a macro depend on the block.
            MAX_BLOCK_THREADS if draft.defines else _max_threads(head),
            has_dynamic,
        )

    def find(
        self, draft: Draft, readings: Sequence[Reading], compiled: Compiled, code: str
    ) -> tuple[Draft, str] | None:
        """Find the first launch with right results, in the order of common blocks, styles and readings.

        Parameters
        ----------
        draft : Draft
            Draft without args, requires, block, grid, smem_bytes and parallel.
        readings : sequence of Reading
            Possible readings of the parameters.
        compiled : Compiled
            Properties of the compiled code.
        code : str
            Text of the kernel.

        Returns
        -------
        tuple of (Draft, str) or None
            Complete draft with up to three right blocks, and the name of its style; None if no launch is right.
        """
        self._is_misaligned = False
        found = self._find(draft, readings, compiled, code)
        if found is None and self._is_misaligned:
            # The kernel accesses vectors: try rows aligned to them.
            aligned = [replace(each, requires=(*each.requires, *ALIGNED)) for each in readings]
            found = self._find(draft, aligned, compiled, code)
        return found

    def accept(self, draft: Draft, compiled: Compiled, style: LaunchStyle | None) -> Draft | None:
        """Return a draft whose launch was read in host code, with up to three blocks, if it gives right results.

        Parameters
        ----------
        draft : Draft
            Complete draft with one block.
        compiled : Compiled
            Properties of the compiled code.
        style : LaunchStyle or None
            Blocks to try in place of the draft's; None to keep its block.

        Returns
        -------
        Draft or None
            None if the results are wrong on the sizes that the draft claims, or if it claims none that is tried.
        """
        for block in style.blocks if style else draft.block:
            wanted = replace(draft, block=(block,))
            shapes = self._claimed(wanted, block)
            if (
                math.prod(block) > compiled.max_threads
                or not shapes
                or not self._is_right(wanted, block, shapes)
            ):
                continue
            if style and shapes == SHAPES:
                return self._with_blocks(wanted, style, compiled.max_threads)
            return wanted
        return None

    def _claimed(self, draft: Draft, block: Block) -> tuple[tuple[int, int], ...]:
        """Return the shapes of deciding cases that a draft claims: `SHAPES`, or as many others."""
        found = [
            (n_rows, n_cols)
            for n_rows, n_cols in (*SHAPES, *((37, width) for width in _widths(draft)), *OTHER_SHAPES)
            if self._case(draft, block, draft.dtypes[0], n_rows, n_cols, _KIND).unmet() is None
        ]
        return tuple(found[: len(SHAPES)])

    def _find(
        self, draft: Draft, readings: Sequence[Reading], compiled: Compiled, code: str
    ) -> tuple[Draft, str] | None:
        racing: tuple[Draft, LaunchStyle] | None = None
        for style, block in _by_block(known_styles(code), compiled.max_threads):
            for reading in readings:
                wanted = _styled(draft, reading, style, block)
                if compiled.has_dynamic_shared:
                    wanted = replace(wanted, smem_bytes=_GENEROUS_SHARED)
                if not self._is_right(wanted, block):
                    continue
                # More rows than one block has threads.
                rows = ((2 * math.prod(block) + 3, 33),)
                if self._is_right(_styled(wanted, reading, LOOPS, block), block, rows):
                    style = looping_style(code, style.blocks)
                    wanted = _styled(wanted, reading, style, block)
                if compiled.has_dynamic_shared:
                    wanted = self._with_least_shared(wanted, block)
                if not self._races(wanted, block):
                    return self._with_blocks(wanted, style, compiled.max_threads), style.name
                racing = racing or (wanted, style)
        return (racing[0], racing[1].name) if racing else None

    def _with_blocks(self, draft: Draft, style: LaunchStyle, max_threads: int) -> Draft:
        """Add the smallest and the largest block of a style that give right results too."""
        (first,) = draft.block
        others = sorted((each for each in style.blocks if math.prod(each) <= max_threads), key=math.prod)
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
            each: _why(self._run(self._case(draft, each, draft.dtypes[0], *SHAPES[-1], _KIND)))
            for each in others
            if math.prod(each) > largest
        }
        return replace(draft, block=tuple(dict.fromkeys(found)))

    def with_alignment(self, draft: Draft) -> Draft:
        """Add the rule that rows are aligned to 16 bytes if the kernel faults for unaligned rows."""
        if set(ALIGNED) & set(draft.requires):
            return draft
        self._is_misaligned = False
        self._run(self._case(draft, draft.block[0], draft.dtypes[0], *SHAPES[0], layout="offset"))
        if not self._is_misaligned:
            return draft
        return replace(draft, requires=(*draft.requires, ALIGNED[1]))

    def survey(self, draft: Draft) -> Survey:
        """Run further widths at the first block and return which of them fail."""
        block = draft.block[0]
        results: dict[int, CaseResult] = {}
        for n_cols in SURVEY_WIDTHS:
            results[n_cols] = self._run(self._case(draft, block, draft.dtypes[0], SURVEY_ROWS, n_cols))
        failed = tuple(
            (f"{SURVEY_ROWS}x{n_cols}", _why(result))
            for n_cols, result in results.items()
            if result.verdict not in (Verdict.PASS, Verdict.SKIP)
        )
        passed = tuple(
            f"{SURVEY_ROWS}x{n_cols}" for n_cols, result in results.items() if result.verdict is Verdict.PASS
        )
        return Survey(passed, failed, _limit(results, block, draft))

    def right_types(self, draft: Draft, dtypes: Sequence[str]) -> tuple[str, ...]:
        """Return the element types for which the launch of a draft gives right results."""
        return tuple(
            dtype for dtype in dtypes if self._is_right(replace(draft, dtypes=(dtype,)), draft.block[0])
        )

    def is_exact(self, draft: Draft) -> bool:
        """Whether the results are within the error bound of a draft's `arithmetic` and `parallel`."""
        results = self._rounded(draft)
        # A larger error has another cause; no arithmetic would cover it.
        return not any(
            _INEXACT & set(result.reasons) and (result.max_error_ratio or math.inf) < _NEARLY
            for result in results
        )

    def n_exact(self, draft: Draft) -> int:
        """Return how many of the cases with rounding errors are within the bound."""
        return sum(result.verdict is Verdict.PASS for result in self._rounded(draft))

    def _rounded(self, draft: Draft) -> list[CaseResult]:
        return [
            self._run(self._case(draft, draft.block[0], draft.dtypes[0], *shape, kind=kind))
            for shape in SHAPES
            for kind in _ROUNDING_KINDS
        ]

    def _with_least_shared(self, draft: Draft, block: Block) -> Draft:
        threads = "block_x" if block[1] == 1 else "block_x * block_y"
        for rule in ("0", *DYNAMIC_SHARED):
            fitting = replace(draft, smem_bytes=rule.replace("THREADS", threads))
            if self._is_right(fitting, block):
                return fitting
        return draft

    def _is_right(self, draft: Draft, block: Block, shapes: Sequence[tuple[int, int]] = SHAPES) -> bool:
        for n_rows, n_cols in shapes:
            result = self._run(self._case(draft, block, draft.dtypes[0], n_rows, n_cols, _KIND))
            if result.verdict is Verdict.PASS:
                continue
            reasons = set(result.reasons) - _RACES - _OWN_FAULTS
            is_near = reasons <= _INEXACT and (not reasons or (result.max_error_ratio or math.inf) < _NEARLY)
            if not result.reasons or not is_near:
                return False
        return True

    def _races(self, draft: Draft, block: Block) -> bool:
        return any(
            _RACES & set(self._run(self._case(draft, block, draft.dtypes[0], *shape, kind=_KIND)).reasons)
            for shape in SHAPES
        )

    def _run(self, case: Case) -> CaseResult:
        self.n_launches += 1
        result = self._runner.run(case)
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
    ) -> Case:
        variant = replace(draft, block=(block,), dtypes=(dtype,)).variant(
            self._path, self._settings.operations
        )
        return make_case(
            variant,
            dtype=dtype,
            n_rows=n_rows,
            n_cols=n_cols,
            kind=kind,
            layout=layout or _layout(draft.requires),
            block=block,
        )


def trial_settings(settings: Settings) -> Settings:
    """Return settings for trials: the cpu device, one launch per case, and short limits for launches that hang."""
    return replace(
        settings,
        device="cpu",
        sanitizers=("memcheck", "racecheck"),
        schedules=0,
        stress_approximations=None,
        step_budget=_STEP_BUDGET,
        cpu_launch_deadline_s=_DEADLINE_S,
    )


def _compile(device: Device, _settings: Settings, request: CompileRequest) -> Artifact | str:
    """Compile in the worker process; return the code or the compiler's error."""
    try:
        return device.compile(request)
    except CompileError as error:
        return str(error)


def _head_of(ptx: str, symbol: str) -> str:
    start = ptx.find(f".entry {symbol}")
    return ptx[start : ptx.find("{", start)]


def _max_threads(head: str) -> int:
    """Read ``.maxntid`` and ``.reqntid`` (PTX ISA, "Performance-Tuning Directives")."""
    limits = [
        math.prod(int(size) for size in re.findall(r"\d+", found))
        for found in re.findall(r"\.(?:max|req)ntid\s+([\d, ]+)", head)
    ]
    return min([MAX_BLOCK_THREADS, *limits])


def _by_block(styles: Sequence[LaunchStyle], max_threads: int) -> Iterator[tuple[LaunchStyle, Block]]:
    """Yield every style with its first block, then every style with its second, and so on."""
    for position in range(max(len(style.blocks) for style in styles)):
        for style in styles:
            fitting = [block for block in style.blocks if math.prod(block) <= max_threads]
            if position < len(fitting):
                yield style, fitting[position]


def _styled(draft: Draft, reading: Reading, style: LaunchStyle, block: Block) -> Draft:
    return replace(
        draft,
        args=reading.args,
        requires=reading.requires,
        scratch=reading.scratch,
        grid=style.grid,
        parallel=style.parallel,
        block=(block,),
    )


def _layout(requires: Sequence[str]) -> str:
    """Return the name of a layout with as much padding as a kernel's strides allow."""
    padding = "8" if ALIGNED[0] in requires else "5"
    if "inp_stride == out_stride" in requires:
        return f"strided_{padding}_{padding}"
    packed = [rule for rule in requires if rule in ("inp_stride == n_cols", "out_stride == n_cols")]
    if len(packed) == 2:
        return CONTIGUOUS
    if packed:
        return f"strided_0_{padding}" if packed[0].startswith("inp") else f"strided_{padding}_0"
    return "strided8" if ALIGNED[0] in requires else "strided"


def _widths(draft: Draft) -> tuple[int, ...]:
    """Return numbers of columns at the limits that a draft claims."""
    told = [int(each) for rule in draft.requires for each in re.findall(r"\b\d+\b", rule)]
    return tuple(width for each in told for width in (each, each + 1) if 1 < width <= 8192)


def _why(result: CaseResult) -> str:
    return ", ".join(reason.value for reason in result.reasons) or result.verdict.value


def _limit(results: dict[int, CaseResult], block: Block, draft: Draft) -> str:
    """Return a rule that holds for the widths that passed and for no others; empty if there is none."""
    results = {n_cols: result for n_cols, result in results.items() if result.verdict is not Verdict.SKIP}
    right = [n_cols for n_cols, result in results.items() if result.verdict is Verdict.PASS]
    wrong = [n_cols for n_cols, result in results.items() if result.verdict is not Verdict.PASS]
    if not right or not wrong:
        return ""
    vector = 16 // float_format(draft.dtypes[0]).itemsize
    rules: list[tuple[str, Callable[[int], bool]]] = [
        ("n_cols <= block_x", lambda n: n <= block[0]),
        ("n_cols % (16 // itemsize) == 0", lambda n: n % vector == 0),
        *((f"n_cols % {step} == 0", lambda n, step=step: n % step == 0) for step in (2, 4, 8, 32)),
        (f"n_cols <= {max(right)}", lambda n: n <= max(right)),
        (f"n_cols >= {min(right)}", lambda n: n >= min(right)),
    ]
    # Prefer a single rule.
    for size in (1, 2):
        for chosen in itertools.combinations(rules, size):
            if all(all(holds(n) for _, holds in chosen) == (n in right) for n in results):
                return '", "'.join(text for text, _ in chosen)
    return ""
