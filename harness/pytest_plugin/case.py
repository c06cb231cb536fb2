"""Turns the results of cases and of ``--kernel-search`` into pytest's outcomes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import pytest

from ..errors import UsageError
from ..report.text import plain_text
from ..report.text.search_text import outcome_texts
from ..report.text.terminal import failure_text
from ..run.fault_groups import fault_groups, fault_key
from ..run.outcome import VariantOutcome
from ..run.source_files import SourceLines
from ..search import MOST_EXAMPLES, MOST_SEED, SearchOutcome, load_engine
from ..variant.case import Case
from ..variant.variant import Variant, block_text
from ..verdict import CaseResult, Verdict
from .session import Entry, KernelSession


class KernelCase:
    def __init__(self, session: KernelSession, entry: Entry, item: pytest.Item) -> None:
        self._session = session
        self._entry = entry
        self._item = item

    @property
    def id(self) -> str:
        return self._entry.id

    @property
    def case(self) -> Case:
        """The case. Fails the test if the declaration is wrong and so defines none."""
        if self._entry.case is None:
            self._item.user_properties.append(("verdict", Verdict.ERROR.value))
            pytest.fail(plain_text.lines(self._entry.wrong), pytrace=False)
        return self._entry.case

    def run(self) -> CaseResult:
        case = self.case
        result = self._session.run(case, self._entry.excluded)
        self._item.user_properties += properties(case, result)
        if result.device == "gpu" and result.verdict is not Verdict.SKIP:
            # In a run on several GPUs the report then shows which one failed.
            self._item.user_properties.append(("gpu_index", self._session.settings.gpu_index))
        return result

    def check(self) -> None:
        self.conclude(self.run())

    def conclude(self, result: CaseResult) -> None:
        """Fail the test if the case failed; skip it if the declaration excludes the case or the case is UNPROVEN.

        With ``--kernel-strict``, an UNPROVEN case fails the test.
        """
        if result.verdict is Verdict.SKIP:
            pytest.skip(plain_text.lines(result.detail))
        is_unproven = result.verdict is Verdict.UNPROVEN
        if result.verdict.is_failure or (is_unproven and self._item.config.getoption("kernel_strict")):
            self.fail_with(result)
        if is_unproven:
            pytest.skip(plain_text.line(f"{result.verdict.value}: {result.detail}"))

    def fail_with(self, result: CaseResult, note: str = "") -> NoReturn:
        lines = SourceLines(self._session.settings.include_dirs)
        excerpts = [lines.excerpts(finding, self.case.variant.code_path) for finding in result.findings]
        first = self._session.first_with.setdefault((result.variant, *fault_key(result)), result.case_id)
        facts: list[str] = []
        if result.findings and first == result.case_id:
            from ..trace.origin import with_origins

            outcome = VariantOutcome(self.case.variant, ((self.case, result),))
            for fault in fault_groups(with_origins((outcome,), self._session.runner)[0], lines):
                excerpts[0], facts = fault.excerpts, [f"origin: {fault.origin}"] if fault.origin else []
        text = failure_text(result, excerpts, facts)
        if result.findings and first != result.case_id and self._item.config.get_verbosity() <= 0:
            at = f" at {result.findings[0].source}" if result.findings[0].source else ""
            same = f"{result.findings[0].reason}{at}: as in {first}; -v prints it in full"
            text = "\n".join(filter(None, (same, result.rerun and f"rerun: {result.rerun}")))
        # pytest's own lines have the id.
        title = f"{result.verdict.value} on {result.device}: {', '.join(result.reasons) or result.detail}"
        pytest.fail(plain_text.lines("\n".join((title, *([note] if note else ()), text))), pytrace=False)


def properties(case: Case, result: CaseResult) -> list[tuple[str, object]]:
    """Return a case's properties for a JUnit report, as names and plain values, without unknown ones."""
    values: dict[str, object] = {
        "case": case.id,
        "variant": case.variant.id,
        "dtype": case.dtype,
        "shape": case.shape.text,
        "block": block_text(case.block),
        "input": case.kind,
        "layout": case.layout,
        "seed": case.seed,
        "device": result.device,
        "verdict": result.verdict.value,
        "reasons": ",".join(reason.value for reason in result.reasons) or None,
        "unseen_impostors": ",".join(result.unseen_impostors) or None,
        "max_error_ulp": result.max_error_ulp,
        "max_error_ratio": result.max_error_ratio,
        "kernel_us": result.kernel_us,
    }
    return [(name, value) for name, value in values.items() if value is not None]


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
