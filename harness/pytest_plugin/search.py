"""``pytest --kernel-search``: one item per kernel, which searches for failing cases."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ..errors import UsageError
from ..report.text import plain_text
from ..report.text.search_text import outcome_texts
from ..search import DEFAULT_EXAMPLES, DEFAULT_SEED, MOST_EXAMPLES, MOST_SEED, SearchOutcome, load_engine
from ..variant.variant import Variant
from ..verdict import Verdict
from .session import KernelSession


@dataclass(frozen=True)
class SearchOptions:
    n_examples: int = DEFAULT_EXAMPLES
    seed: int = DEFAULT_SEED

    @classmethod
    def of(cls, config: pytest.Config) -> SearchOptions:
        options = cls(config.getoption("kernel_search_examples"), config.getoption("kernel_search_seed"))
        for name, value, low, high in (
            ("--kernel-search-examples", options.n_examples, 1, MOST_EXAMPLES),
            ("--kernel-search-seed", options.seed, 0, MOST_SEED),
        ):
            if not low <= value <= high:
                raise pytest.UsageError(f"{name} must be from {low} to {high} (got {value})")
        try:
            # Here, so that a missing package is an error of the command line and not of each kernel.
            load_engine()
        except UsageError as error:
            raise pytest.UsageError(str(error)) from None
        return options


class SearchItem(pytest.Item):
    def __init__(
        self, *, variant: Variant, kernels: KernelSession, options: SearchOptions, **keywords: Any
    ) -> None:
        super().__init__(**keywords)
        self._variant = variant
        self._kernels = kernels
        self._options = options

    def runtest(self) -> None:
        """Search the kernel. Fail with the smallest case of each failure mode."""
        outcome: SearchOutcome = load_engine().search(
            self._variant,
            self._kernels.runner,
            self._kernels.settings,
            n_examples=self._options.n_examples,
            seed=self._options.seed,
        )
        self.user_properties += [
            ("variant", self._variant.id),
            ("device", self._kernels.kind),
            ("search_seed", self._options.seed),
            ("search_cases", outcome.n_cases),
            ("verdict", outcome.verdict.value),
        ]
        if outcome.verdict is not Verdict.PASS:
            pytest.fail(plain_text.lines("\n\n".join(outcome_texts(outcome))), pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self._variant.path, None, self.name


def search_item(parent: pytest.Collector, variant: Variant, kernels: KernelSession) -> SearchItem:
    item: SearchItem = SearchItem.from_parent(
        parent,
        name=f"search[{variant.id}]",
        variant=variant,
        kernels=kernels,
        options=SearchOptions.of(parent.config),
    )
    return item
