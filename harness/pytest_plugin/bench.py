"""Times kernels through pytest-benchmark. A kernel must pass its check before and after the timing."""

from __future__ import annotations

import contextlib
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import pytest

from ..device.base import DeviceInfo
from ..device.gpu.driver_library import is_virtual
from ..errors import HarnessError
from ..measure.timed_outputs import CaseTimes, is_judged_by_rows, measure_alone
from ..report.text import plain_text
from ..report.text.console import aligned
from ..run.bench_cases import ROUNDS, bytes_moved
from ..run.case_run import time_case
from ..verdict import CaseResult, Verdict
from .case import KernelCase, properties
from .session import Entry, KernelSession

EXECUTOR_TIME = "PTX executor's time on this CPU, not a GPU's"
GPU_TIME = "kernel time from CUDA events"


class CaseFailedError(Exception):
    """Keeps a failed case out of pytest-benchmark's table."""


class KernelBenchCase(KernelCase):
    """One case of one kernel, for a test to time."""

    def __init__(
        self, session: KernelSession, entry: Entry, item: pytest.Item, benchmark: Any, clock: DeviceClock
    ) -> None:
        super().__init__(session, entry, item)
        self._benchmark = benchmark
        self._clock = clock

    def measure(self) -> None:
        """Check the case, time it and check it again. Report the times only if it passed both checks.

        So a kernel that fails after some launches, or that is right only on a fresh device, gets no time. On a GPU the
        timed launches themselves are judged instead, where results can be judged by rows.
        """
        if is_virtual():
            pytest.skip("kernels are not timed on a virtual GPU: the times would be the executor's")
        session = self._session
        specs = (getattr(item, "callspec", None) for item in self._item.session.items)
        timed = (getattr(spec, "params", {}).get("kernel_bench_case") for spec in specs)
        session.begin_timing(case_id for case_id in timed if isinstance(case_id, str))
        is_judged = session.kind == "gpu" and not self._entry.excluded and is_judged_by_rows(self.case)
        if not is_judged:
            self._check()
        rounds = max(ROUNDS[session.kind], self._item.config.getoption("benchmark_min_rounds"))
        try:
            seconds, more = self._time(rounds)
        except HarnessError as error:
            # A failed launch ends timing without a finding; a check explains the fault.
            if is_judged:
                self._check()
            self._leave_out()
            message = f"{self.id} passed its check and could not be timed\n{error}"
            pytest.fail(plain_text.lines(message), pytrace=False)
        if is_judged:
            passed = CaseResult(self.case.id, self.case.variant.id, session.kind, Verdict.PASS)
            self._item.user_properties += properties(self.case, passed)
        elif (again := session.run(self.case)).verdict is not Verdict.PASS:
            self._leave_out()
            self.fail_with(again, f"passed before {rounds} timed launches and not after them")
        self._report(seconds, more)

    def _check(self) -> None:
        try:
            result = self.run()
        except pytest.fail.Exception:
            self._leave_out()
            raise
        if result.verdict not in (Verdict.PASS, Verdict.SKIP):
            self._leave_out()
        self.conclude(result)

    def _report(self, seconds: Sequence[float], more: Mapping[str, object]) -> None:
        benchmark = self._benchmark
        benchmark.group = self._group()
        info = self._extra_info(statistics.median(seconds), more) | self._session.costs.of(self.case)
        benchmark.extra_info.update(info)
        self._session.timed.append(info)
        remaining = iter(seconds)
        benchmark.pedantic(
            lambda: self._clock.advance(next(remaining, 0.0)),
            rounds=len(seconds),
            iterations=1,
            # A round gives one measured time, so none may be spent on warming up.
            warmup_rounds=0,
        )

    def _time(self, rounds: int) -> tuple[list[float], Mapping[str, object]]:
        """Return the time of each round in seconds, and further measurements taken at the same time."""
        runner = self._session.runner
        if self._session.kind != "gpu":
            return runner.call(time_case, self.case, rounds), {}
        times: CaseTimes = runner.call(measure_alone, self.case, rounds)
        return [1e-6 * us for us in times.kernel_us], _extra_info(times)

    def _leave_out(self) -> None:
        # pytest-benchmark warns about a fixture that was not used.

        def refuse() -> NoReturn:
            raise CaseFailedError

        with contextlib.suppress(CaseFailedError):
            self._benchmark.pedantic(refuse)

    def _group(self) -> str:
        case, info = self.case, self._session.runner.info
        shape = f"{case.dtype} {case.shape.text}"
        if self._session.kind == "cpu" or info is None:
            return f"{shape}, {EXECUTOR_TIME}"
        return f"{shape} on {info.name}, {GPU_TIME}"

    def _extra_info(self, median_s: float, more: Mapping[str, object]) -> dict[str, object]:
        case, info = self.case, self._session.runner.info
        # Give the executor's rate another name, so that nobody takes it for a bandwidth.
        rate = "gbps" if self._session.kind == "gpu" else "executor_gbps"
        return {
            "case": case.id,
            "variant": case.variant.id,
            "baseline": case.variant.baseline,
            "operation": case.variant.operation.name,
            "dtype": case.dtype,
            "n_rows": case.shape.n_rows,
            "n_cols": case.shape.n_cols,
            "block": list(case.block),
            "device_kind": self._session.kind,
            "clock": GPU_TIME if self._session.kind == "gpu" else EXECUTOR_TIME,
            "bytes": bytes_moved(case),
            "median_us": 1e6 * median_s,
            rate: bytes_moved(case) / median_s / 1e9,
            **more,
            **({} if info is None else device_facts(info)),
        }


def device_facts(info: DeviceInfo) -> dict[str, object]:
    """Return the device properties that are saved with each benchmark, and once for the whole run."""
    return {
        "device": info.name,
        "arch": info.arch,
        "compiler": info.compiler,
        "cuda": info.cuda,
        "driver": info.driver,
    }


class DeviceClock:
    """A timer that only `advance` changes. pytest-benchmark reads device times from it."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def read(self) -> float:
        return self._now_s

    def advance(self, seconds: float) -> None:
        self._now_s += seconds


def _extra_info(times: CaseTimes) -> dict[str, object]:
    return {
        "copy_us": statistics.median(times.copy_us),
        "copy_fraction": times.copy_fraction,
        "launches_per_sample": times.launches_per_sample,
        "n_buffer_sets": times.n_sets,
        "sm_clock_mhz": [times.before.sm_mhz, times.after.sm_mhz],
        "memory_clock_mhz": [times.before.memory_mhz, times.after.memory_mhz],
        "power_w": [times.before.power_w, times.after.power_w],
        "temperature_c": [times.before.temperature_c, times.after.temperature_c],
        "clock_limits": sorted({*times.before.limits, *times.after.limits}),
        "throttled": times.before.is_throttled or times.after.is_throttled,
    }


def _number(key: str, form: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda row: format(row[key], form) if isinstance(row.get(key), int | float) else "-"


_COLUMNS: tuple[tuple[str, Callable[[Mapping[str, Any]], str]], ...] = (
    ("variant", lambda row: row["variant"]),
    ("dtype", lambda row: row["dtype"]),
    ("shape", lambda row: f"{row['n_rows']}x{row['n_cols']}"),
    ("median us", _number("median_us", ".2f")),
    ("GB/s", _number("gbps", ".0f")),
    ("of copy", _number("copy_fraction", ".3f")),
    ("registers", _number("registers", "d")),
    ("spilled B", _number("spill_bytes", "d")),
    ("occupancy", _number("occupancy", ".0%")),
    ("sectors/el", _number("sectors_per_element", ".3f")),
    ("excess/row", _number("excess_wavefronts_per_row", ".1f")),
)


def bench_table(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    keys = ("dtype", "n_rows", "n_cols", "median_us", "variant")
    ordered = sorted(rows, key=lambda row: [row[key] for key in keys])
    table = [[title for title, _ in _COLUMNS], *([read(row) for _, read in _COLUMNS] for row in ordered)]
    lines = aligned(table, n_left=3)
    if any("copy_fraction" in row for row in rows):
        lines += [
            "of copy: time of the device's own copy of as many bytes, in the same rounds, over this time"
        ]
    lines += [
        "sectors/el, excess/row: 32-byte sectors an element, bank conflicts a row, exact, from the executor"
    ]
    # Such times are too long, and differ from run to run.
    throttled = ", ".join(sorted({row["variant"] for row in rows if row.get("throttled")}))
    if throttled:
        lines += [f"power or temperature limited the clocks while these were timed: {throttled}"]
    return lines
