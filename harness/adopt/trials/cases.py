"""The cases that decide whether a launch is right: settings, sizes, layouts and the results of further widths."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from ...operation.model import Operation
from ...operation.precision.float_format import float_format
from ...settings.settings import Settings
from ...variant.shape import CONTIGUOUS
from ...variant.variant import Block
from ...verdict import CaseResult, Verdict
from ..drafts.draft import Draft

SHAPES = ((37, 96), (19, 256))
"""Rows and columns of the deciding cases: more rows than a block has warps, and a prime number of them; columns that
are a multiple of the vector width, below any common limit."""
OTHER_SHAPES = tuple((37, width) for width in (64, 128, 512, 1024, 2048, 4096, 32, 16, 8, 768))
"""Shapes for kernels that do not claim those."""
SHAPES_OF_HEADS = ((37, 96), (19, 64))
WIDE, WIDE_OF_HEADS = (3, 1100), (3, 300)
"""Rows and columns of cases whose rows are longer than a block."""
PROBE = (5, 96)
"""Rows and columns of the first case of an operation, which is wrong for most wrong launches and operations."""
KIND = "normal"
"""Input kind of the deciding cases, so that the launch is found even if the kernel is wrong for large values."""
ROUNDING_KINDS = ("spread", "spike", "constant", "subnormal")
"""Input kinds whose rounding errors show how a kernel forms its sums."""

SURVEY_WIDTHS = (1, 3, 31, 32, 33, 64, 98, 100, 127, 129, 255, 256, 257, 1000, 1024, 1025, 2048, 4099)
SURVEY_ROWS = 3
MOST_WIDTH_OF_TILES = 512
"""Most columns of these cases for a kernel of whole tiles, which has more rows."""
MOST_WIDTH_OF_HEADS = 257
"""Most columns of these cases for an operation with further sizes, whose arrays are larger."""

ALIGNED = (
    "inp_stride % (16 // itemsize) == 0 and out_stride % (16 // itemsize) == 0",
    "inp_offset % (16 // itemsize) == 0 and out_offset % (16 // itemsize) == 0",
)
"""Rules for kernels with 16-byte loads and stores."""

FIXED_WIDTH = re.compile(r"\b\w+ == (?:(\d+) \* )?block_x")
"""A rule of a kernel that does not loop over the columns: each thread has the same number of them."""
PADDED = (
    *("strided", "strided_5_5", "strided_0_5", "strided_5_0"),
    *("strided8", "strided_8_8", "strided_0_8", "strided_8_0", CONTIGUOUS),
)
"""Layouts of the deciding cases, those with the most padding first."""


def shapes_of(operation: Operation) -> tuple[tuple[int, int], ...]:
    """Return rows and columns of the deciding cases of an operation; of three dimensions, fewer columns."""
    return SHAPES_OF_HEADS if operation.further_sizes else SHAPES


def small_sizes(operation: Operation) -> dict[str, int]:
    """Return values of an operation's further sizes that differ from each other and suit tiles and vectors."""
    sizes: dict[str, int] = {}
    for size in operation.further_sizes:
        taken = (*PROBE, *sizes.values())
        free = [value for value in sorted(size.values) if value not in taken and value > 1] or [
            size.values[0]
        ]
        tiled = [value for value in free if value % 16 == 0]
        sizes[size.name] = tiled[0] if tiled else free[len(free) // 2]
    return sizes


def largest_sizes(operation: Operation) -> dict[str, int]:
    """Return the largest value of each further size of an operation."""
    return {size.name: max(size.values) for size in operation.further_sizes}


def claimed_widths(draft: Draft) -> tuple[int, ...]:
    """Return numbers of columns at the limits that a draft claims."""
    told = [int(each) for rule in draft.requires for each in re.findall(r"\b\d+\b", rule)]
    return tuple(width for each in told for width in (each, each + 1) if 1 < width <= 8192)


@dataclass(frozen=True)
class Survey:
    """Results of a few further cases."""

    passed: tuple[str, ...]
    """Sizes that passed, such as ``3x33``."""
    failed: tuple[tuple[str, str], ...]
    """Sizes that failed, each with the reason."""
    limit: str
    """Rule of ``requires`` that excludes exactly the failures; empty if there is none."""


def limit_of(results: dict[int, CaseResult], block: Block, draft: Draft) -> str:
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


_STEP_BUDGET = 1_000_000
_DEADLINE_S = 20.0


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
