"""The objects that the plugin's fixtures hand to a test: run a case and turn its result into pytest's outcome."""

from __future__ import annotations

import contextlib
import statistics
from collections.abc import Callable
from typing import NoReturn, Protocol

import pytest

from harness.check.verdict import CaseResult, Verdict
from harness.errors import HarnessError
from harness.plugin_session import Entry, KernelSession
from harness.report.terminal import failure_text
from harness.run.bench_cases import ROUNDS, bytes_moved
from harness.spec.case import Case
from harness.spec.variant import block_text

EXECUTOR_TIME = "PTX executor's time on this CPU, not a GPU's"
GPU_TIME = "kernel time from CUDA events"


class KernelCase:
    """One case of one kernel, for a test to run.

    Parameters
    ----------
    session : KernelSession
        The run.
    entry : Entry
        What the item stands for.
    item : pytest.Item
        The test; receives the result as properties for JUnit XML.
    """

    def __init__(self, session: KernelSession, entry: Entry, item: pytest.Item) -> None:
        self._session = session
        self._entry = entry
        self._item = item

    @property
    def id(self) -> str:
        """Id of the case, or the name of the wrong declaration."""
        return self._entry.id

    @property
    def case(self) -> Case:
        """The case; fails the test where a declaration is wrong and there is none."""
        if self._entry.case is None:
            self._item.user_properties.append(("verdict", Verdict.ERROR.value))
            pytest.fail(self._entry.wrong, pytrace=False)
        return self._entry.case

    def run(self) -> CaseResult:
        """Run the case and return its result, whatever it is."""
        case = self.case
        result = self._session.run(case, self._entry.excluded)
        self._item.user_properties += properties(case, result)
        return result

    def check(self) -> None:
        """Run the case; fail the test when it did not pass, skip it when the declaration excludes it."""
        result = self.run()
        if result.verdict is Verdict.SKIP:
            pytest.skip(result.detail)
        if result.verdict.is_failure:
            _fail(result)


class Benchmark(Protocol):
    """What is used of pytest-benchmark's fixture, which is not typed."""

    group: str | None
    extra_info: dict[str, object]

    def pedantic(
        self, target: Callable[[], object], *, rounds: int = 1, iterations: int = 1, warmup_rounds: int = 0
    ) -> object:
        """Call `target` and note what the timer says."""


class CaseFailedError(Exception):
    """Keeps a failed case out of pytest-benchmark's table."""


class KernelBenchCase(KernelCase):
    """One case of one kernel, for a test to time.

    Parameters
    ----------
    session, entry, item
        As for `KernelCase`.
    benchmark : Benchmark
        pytest-benchmark's fixture; its timer has to be ``clock.read``.
    clock : DeviceClock
        Advanced by the time that each round took on the device.
    """

    def __init__(
        self,
        session: KernelSession,
        entry: Entry,
        item: pytest.Item,
        benchmark: Benchmark,
        clock: DeviceClock,
    ) -> None:
        super().__init__(session, entry, item)
        self._benchmark = benchmark
        self._clock = clock

    def measure(self) -> None:
        """Check the case, time it, check it again; report the times only if it passed both times.

        A kernel that goes wrong after some launches, or that is only right on a fresh device, gets no time.
        """
        benchmark = self._benchmark
        try:
            result = self.run()
        except pytest.fail.Exception:
            self._leave_out()
            raise
        if result.verdict is Verdict.SKIP:
            pytest.skip(result.detail)
        if result.verdict is not Verdict.PASS:
            self._leave_out()
            _fail(result)
        rounds = max(ROUNDS[self._session.kind], self._item.config.getoption("benchmark_min_rounds"))
        try:
            seconds = self._session.runner.time(self.case, rounds)
        except HarnessError as error:
            self._leave_out()
            pytest.fail(f"{self.id} passed its check and could not be timed\n{error}", pytrace=False)
        again = self._session.run(self.case)
        if again.verdict is not Verdict.PASS:
            self._leave_out()
            _fail(again, f"passed before {rounds} timed launches and not after them")

        benchmark.group = self._group()
        benchmark.extra_info.update(self._extra_info(seconds))
        remaining = iter(seconds)
        benchmark.pedantic(
            lambda: self._clock.advance(next(remaining, 0.0)),
            rounds=len(seconds),
            iterations=1,
            warmup_rounds=0,
        )

    def _leave_out(self) -> None:
        """Use the fixture up in a way that reports nothing: unused, it would warn."""

        def refuse() -> NoReturn:
            raise CaseFailedError

        with contextlib.suppress(CaseFailedError):
            self._benchmark.pedantic(refuse)

    def _group(self) -> str:
        case, info = self.case, self._session.runner.info
        shape = f"{case.dtype} {case.shape.n_rows}x{case.shape.n_cols}"
        if self._session.kind == "cpu" or info is None:
            return f"{shape}, {EXECUTOR_TIME}"
        return f"{shape} on {info.name}, {GPU_TIME}"

    def _extra_info(self, seconds: list[float]) -> dict[str, object]:
        case, info = self.case, self._session.runner.info
        # A rate of the executor is not to be mistaken for a bandwidth of anything.
        rate = "gbps" if self._session.kind == "gpu" else "executor_gbps"
        described: dict[str, object] = {
            "case": case.id,
            "variant": case.variant.id,
            "baseline": case.variant.baseline,
            "dtype": case.dtype,
            "n_rows": case.shape.n_rows,
            "n_cols": case.shape.n_cols,
            "block": list(case.block),
            "device_kind": self._session.kind,
            "clock": GPU_TIME if self._session.kind == "gpu" else EXECUTOR_TIME,
            "bytes": bytes_moved(case),
            rate: bytes_moved(case) / statistics.median(seconds) / 1e9,
        }
        if info is not None:
            described |= {
                "device": info.name,
                "arch": info.arch,
                "compiler": info.compiler,
                "cuda": info.cuda,
                "driver": info.driver,
            }
        return described | self._session.cost_info(case)


class DeviceClock:
    """A timer that stands still but for `advance`: pytest-benchmark reads device time from it."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def read(self) -> float:
        """Return the seconds that have been spent on the device."""
        return self._now_s

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._now_s += seconds


def properties(case: Case, result: CaseResult) -> list[tuple[str, object]]:
    """List what a JUnit report says of a case: names and plain values, nothing that is not known."""
    values: dict[str, object] = {
        "case": case.id,
        "variant": case.variant.id,
        "dtype": case.dtype,
        "shape": f"{case.shape.n_rows}x{case.shape.n_cols}",
        "block": block_text(case.block),
        "input": case.kind,
        "layout": case.layout,
        "seed": case.seed,
        "device": result.device,
        "verdict": result.verdict.value,
        "reasons": ",".join(reason.value for reason in result.reasons) or None,
        "max_error_ulp": result.max_error_ulp,
        "max_error_ratio": result.max_error_ratio,
        "kernel_us": result.kernel_us,
    }
    return [(name, value) for name, value in values.items() if value is not None]


def _fail(result: CaseResult, note: str = "") -> NoReturn:
    title = f"{result.verdict.value} {result.case_id} on {result.device}"
    lines = [title, *([note] if note else []), failure_text(result)]
    pytest.fail("\n".join(lines), pytrace=False)
