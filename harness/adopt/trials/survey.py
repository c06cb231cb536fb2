"""Results of further widths, and the rule that tells those with right results from the others."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from ...operation.precision.float_format import float_format
from ...variant.variant import Block
from ...verdict import CaseResult, Verdict
from ..drafts.draft import Draft


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
