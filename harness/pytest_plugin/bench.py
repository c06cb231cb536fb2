"""Times kernels through pytest-benchmark. A kernel must pass its check before and after the timing."""

from __future__ import annotations

import contextlib
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn, Protocol

import pytest

from ..device.gpu.driver_library import is_virtual
from ..errors import HarnessError
from ..measure.alone import CaseTimes, measure_alone
from ..measure.timed_outputs import is_judged_by_rows
from ..report.text import plain_text
from ..report.text.console import aligned
from ..run.bench_cases import ROUNDS, bytes_moved
from ..verdict import CaseResult, Verdict
from .case import KernelCase, fail_with, properties
from .session import Entry, KernelSession

EXECUTOR_TIME = "PTX executor's time on this CPU, not a GPU's"
GPU_TIME = "kernel time from CUDA events"


class Benchmark(Protocol):
    """The used part of pytest-benchmark's fixture, which has no type annotations."""

    group: str | None
    extra_info: dict[str, object]

    def pedantic(
        self, target: Callable[[], object], *, rounds: int = 1, iterations: int = 1, warmup_rounds: int = 0
    ) -> object:
        """Call `target` and record the time."""


@dataclass(frozen=True)
class _Timing:
    """Time of each round in seconds, and further measurements taken at the same time."""

    seconds: list[float]
    extra_info: dict[str, object]


class CaseFailedError(Exception):
    """Keeps a failed case out of pytest-benchmark's table."""


class KernelBenchCase(KernelCase):
    """One case of one kernel, for a test to time."""

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
        """Check the case, time it and check it again. Report the times only if it passed both checks.

        So a kernel that fails after some launches, or that is right only on a fresh device, gets no time. On a GPU the
        timed launches themselves are judged instead, where results can be judged by rows.
        """
        if is_virtual():
            pytest.skip("kernels are not timed on a virtual GPU: the times would be the executor's")
        self._session.begin_timing(_timed_ids(self._item.session.items))
        if self._session.kind == "gpu" and not self._entry.excluded and is_judged_by_rows(self.case):
            self._report(self._time_judged())
            return
        try:
            result = self.run()
        except pytest.fail.Exception:
            self._leave_out()
            raise
        if result.verdict not in (Verdict.PASS, Verdict.SKIP):
            self._leave_out()
        self.conclude(result)
        rounds = self._n_rounds
        try:
            timing = self._time(rounds)
        except HarnessError as error:
            self._leave_out()
            message = f"{self.id} passed its check and could not be timed\n{error}"
            pytest.fail(plain_text.lines(message), pytrace=False)
        again = self._session.run(self.case)
        if again.verdict is not Verdict.PASS:
            self._leave_out()
            fail_with(again, f"passed before {rounds} timed launches and not after them")
        self._report(timing)

    def _report(self, timing: _Timing) -> None:
        benchmark = self._benchmark
        benchmark.group = self._group()
        info = self._extra_info(timing)
        benchmark.extra_info.update(info)
        self._session.timed.append(info)
        remaining = iter(timing.seconds)
        benchmark.pedantic(
            lambda: self._clock.advance(next(remaining, 0.0)),
            rounds=len(timing.seconds),
            iterations=1,
            warmup_rounds=0,
        )

    def _time_judged(self) -> _Timing:
        # A failed launch ends timing without a word about the kernel; a check says what is wrong.
        try:
            timing = self._time(self._n_rounds)
        except HarnessError as error:
            try:
                result = self.run()
            except pytest.fail.Exception:
                self._leave_out()
                raise
            if result.verdict is not Verdict.SKIP:
                self._leave_out()
            self.conclude(result)
            message = f"{self.id} passes its check and gets no time\n{error}"
            pytest.fail(plain_text.lines(message), pytrace=False)
        passed = CaseResult(self.case.id, self.case.variant.id, self._session.kind, Verdict.PASS)
        self._item.user_properties += properties(self.case, passed)
        return timing

    @property
    def _n_rounds(self) -> int:
        asked: int = self._item.config.getoption("benchmark_min_rounds")
        return max(ROUNDS[self._session.kind], asked)

    def _time(self, rounds: int) -> _Timing:
        runner = self._session.runner
        if self._session.kind != "gpu":
            return _Timing(runner.time(self.case, rounds), {})
        times: CaseTimes = runner.call(measure_alone, self.case, rounds)
        return _Timing([1e-6 * us for us in times.kernel_us], _extra_info(times))

    def _leave_out(self) -> None:
        # pytest-benchmark warns of a fixture that was not used.

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

    def _extra_info(self, timing: _Timing) -> dict[str, object]:
        case, info = self.case, self._session.runner.info
        median_s = statistics.median(timing.seconds)
        # Give the executor's rate another name, so that nobody takes it for a bandwidth.
        rate = "gbps" if self._session.kind == "gpu" else "executor_gbps"
        described: dict[str, object] = {
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
            **timing.extra_info,
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


def _timed_ids(items: Iterable[pytest.Item]) -> Iterator[str]:
    for item in items:
        entry = getattr(getattr(item, "callspec", None), "params", {}).get("kernel_bench_case")
        if isinstance(entry, str):
            yield entry


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


_MISSING = "-"


def _number(key: str, form: str) -> Callable[[Mapping[str, object]], str]:
    def read(row: Mapping[str, object]) -> str:
        value = row.get(key)
        return format(value, form) if isinstance(value, int | float) else _MISSING

    return read


_COLUMNS: tuple[tuple[str, Callable[[Mapping[str, object]], str]], ...] = (
    ("variant", lambda row: str(row["variant"])),
    ("dtype", lambda row: str(row["dtype"])),
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


def bench_table(rows: Sequence[Mapping[str, object]]) -> list[str]:
    ordered = sorted(
        rows,
        key=lambda row: (
            str(row["dtype"]),
            int(str(row["n_rows"])),
            int(str(row["n_cols"])),
            _time(row),
            str(row["variant"]),
        ),
    )
    table = [[title for title, _ in _COLUMNS], *([read(row) for _, read in _COLUMNS] for row in ordered)]
    lines = aligned(table, n_left=3)
    if any("copy_fraction" in row for row in rows):
        lines.append(
            "of copy: time of the device's own copy of as many bytes, in the same rounds, over this time"
        )
    lines.append(
        "sectors/el, excess/row: 32-byte sectors an element, bank conflicts a row, exact, from the executor"
    )
    # Such times are too long, and differ from run to run.
    throttled = sorted({str(row["variant"]) for row in rows if row.get("throttled")})
    if throttled:
        lines.append(
            f"power or temperature limited the clocks while these were timed: {', '.join(throttled)}"
        )
    return lines


def _time(row: Mapping[str, object]) -> float:
    value = row.get("median_us")
    return float(value) if isinstance(value, int | float) else 0.0
