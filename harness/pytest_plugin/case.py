"""The value of the fixture ``kernel_case``: runs a case and turns its result into pytest's outcome."""

from __future__ import annotations

from typing import NoReturn

import pytest

from ..report.text import plain_text
from ..report.text.terminal import failure_text
from ..variant.case import Case
from ..variant.variant import block_text
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
        """The case. Fails the test if the declaration is wrong, so that there is no case."""
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
            fail_with(result)
        if is_unproven:
            pytest.skip(plain_text.line(f"{result.verdict.value}: {result.detail}"))


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


def fail_with(result: CaseResult, note: str = "") -> NoReturn:
    title = f"{result.verdict.value} {result.case_id} on {result.device}"
    lines = [title, *([note] if note else []), failure_text(result)]
    pytest.fail(plain_text.lines("\n".join(lines)), pytrace=False)
