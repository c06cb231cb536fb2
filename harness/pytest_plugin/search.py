"""``pytest --kernel-search``: one item per kernel, which searches for failing cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ..errors import UsageError
from ..report.text import plain_text
from ..report.text.search_text import outcome_texts
from ..search import MOST_EXAMPLES, MOST_SEED, SearchOutcome, load_engine
from ..variant.variant import Variant
from ..verdict import Verdict
from .session import KernelSession


class SearchItem(pytest.Item):
    def __init__(self, *, variant: Variant, kernels: KernelSession, **keywords: Any) -> None:
        super().__init__(name=f"search[{variant.id}]", **keywords)
        self._variant, self._kernels = variant, kernels
        self._n_examples = self._option("examples", 1, MOST_EXAMPLES)
        self._seed = self._option("seed", 0, MOST_SEED)
        try:
            # Here, so that a missing package is an error of the command line and not of each kernel.
            self._engine = load_engine()
        except UsageError as error:
            raise pytest.UsageError(str(error)) from None

    def _option(self, name: str, low: int, high: int) -> int:
        value: int = self.config.getoption(f"kernel_search_{name}")
        if not low <= value <= high:
            raise pytest.UsageError(f"--kernel-search-{name} must be from {low} to {high} (got {value})")
        return value

    def runtest(self) -> None:
        """Search the kernel. Fail with the smallest case of each failure mode."""
        kernels = self._kernels
        outcome: SearchOutcome = self._engine.search(
            self._variant, kernels.runner, kernels.settings, n_examples=self._n_examples, seed=self._seed
        )
        self.user_properties += [
            ("variant", self._variant.id),
            ("device", kernels.kind),
            ("search_seed", self._seed),
            ("search_cases", outcome.n_cases),
            ("verdict", outcome.verdict.value),
        ]
        if outcome.verdict is not Verdict.PASS:
            pytest.fail(plain_text.lines("\n\n".join(outcome_texts(outcome))), pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self._variant.path, None, self.name
