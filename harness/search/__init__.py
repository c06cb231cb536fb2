"""Searches a variant's claimed domain for failing cases, and reduces each to a small one.

`engine` draws cases, runs them and reduces failing ones. Hypothesis is an optional dependency, so other
packages import the search with `load_engine`, and its outcome from here.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..lazy import dataclass

if TYPE_CHECKING:
    from ..variant.case import Case
    from ..variant.variant import Variant
    from ..verdict import CaseResult, Verdict

DEFAULT_EXAMPLES = 500
MOST_EXAMPLES = 1_000_000
DEFAULT_SEED = 0
MOST_SEED = 2**31 - 1


def load_engine() -> ModuleType:
    try:
        importlib.import_module("hypothesis")
    except ImportError as error:
        raise UsageError(f"a search needs hypothesis (got: {error}); pip install hypothesis") from None
    return importlib.import_module(".engine", __package__)


@dataclass(frozen=True)
class ReducedCase:
    case: Case
    """Smallest case found with its failure mode."""
    result: CaseResult
    first: str
    """Id of the first case with this failure mode."""


@dataclass(frozen=True)
class SearchOutcome:
    variant: Variant
    found: tuple[ReducedCase, ...]
    """Failing cases in the order of their discovery; empty if every case passed."""
    n_cases: int
    """Number of different cases that were run, including the steps of reductions."""
    n_weak: int = 0
    """Number of these cases whose error bound accepts a wrong result, so that they prove nothing."""
    cut_short: bool = False
    """Whether the search ended early because too many cases hung or crashed."""
    not_run: CaseResult | None = None
    """Result with the reason why no case could be run; None if cases were run."""

    @property
    def verdict(self) -> Verdict:
        """Verdict of the search: NOT-RUN if nothing ran, else that of the first failing case, else PASS."""
        # Not above: pytest loads this module, for its defaults, in every project that has the plugin.
        from ..verdict import Verdict

        if self.not_run is not None:
            return self.not_run.verdict
        return self.found[0].result.verdict if self.found else Verdict.PASS
