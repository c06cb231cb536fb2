"""Counts one case on the PTX executor: the instructions that its launches execute and the bytes they move.

`count_case` is `run_case` with counters and without the judgement. `count_on` calls it through a runner, so that a
kernel that crashes its process costs its own counts only.
"""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from ..device.base import Device
from ..errors import CompileError, HarnessError, LaunchError, PtxError, SpecError
from ..launch.memory import fill
from ..launch.plan import load_case
from ..lazy import dataclass, replace
from ..ptx.launch.counts import Counters, Counts, total
from ..run import session
from ..run.session import Runner, open_runner
from ..run.unjudged import errored, outside, unjudged
from ..settings.settings import Settings
from ..variant.case import Case, altered
from ..variant.variant import Block
from ..verdict import CaseResult, Finding, Verdict
from ..worker.channel import Task

if TYPE_CHECKING:
    # loads LLVM, which only the executing process needs
    from ..device.cpu.ptx_cpu import PtxCpu


class CountingError(HarnessError):
    def __init__(self, case_id: str, why: str) -> None:
        super().__init__(f"{case_id} was not counted: {why}")
        self.why = why


@dataclass(frozen=True)
class LaunchCounts:
    entry: str
    grid: tuple[int, int, int]
    block: Block
    """`grid`, `block`: blocks of the grid, and threads of a block."""
    smem_bytes: int
    counts: Counts


@dataclass(frozen=True)
class CountedLaunches:
    """Counts of the launches of one problem."""

    launches: tuple[LaunchCounts, ...]

    @property
    def total(self) -> Counters:
        return total(launch.counts.total for launch in self.launches)

    @property
    def by_class(self) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for launch in self.launches:
            sums.update(launch.counts.by_class)
        return dict(sorted(sums.items()))

    @property
    def block_barriers(self) -> int:
        return sum(launch.counts.block_barriers for launch in self.launches)

    @property
    def blocks(self) -> int:
        return sum(math.prod(launch.grid) for launch in self.launches)

    @property
    def threads(self) -> int:
        return sum(math.prod(launch.grid) * math.prod(launch.block) for launch in self.launches)

    @property
    def active_threads(self) -> int:
        """Threads that accessed global or shared memory, at most `threads`."""
        return min(sum(launch.counts.active_threads for launch in self.launches), self.threads)

    @property
    def hottest_atomic(self) -> int:
        """Most lanes whose atomics met at one address in one launch."""
        return max((launch.counts.hottest_atomic for launch in self.launches), default=0)


@dataclass(frozen=True)
class CaseCounts(CountedLaunches):
    case: Case
    arch: str
    compiler: str
    findings: tuple[Finding, ...] = ()
    """Faults that the executor saw; the counts of a faulty kernel are exact too."""

    @property
    def n_elements(self) -> int:
        return self.case.shape.n_rows * self.case.shape.n_cols


def count_case(case: Case, device: Device, settings: Settings) -> CaseCounts | CaseResult:
    executor = cast("PtxCpu", device)
    try:
        unmet = case.unmet()
        if unmet is not None:
            return unjudged(case, "cpu", settings, Verdict.SKIP, outside(unmet))
        loaded = load_case(case, device, settings)
        counted: list[LaunchCounts] = []
        watch = replace(executor.watch, counts=True)
        findings: list[Finding] = []
        try:
            for step in loaded.pack(fill(case, device)):
                result, report = executor.launch_watched(step.kernel, step.config, step.args, watch)
                findings, counts = findings + list(result.findings), report.counts
                if counts is None:
                    why = result.findings[0].message if result.findings else "no reason was given"
                    raise LaunchError(f"{step.entry} did not run to its end: {why}")
                config = step.config
                counted.append(LaunchCounts(step.entry, config.grid, config.block, config.smem_bytes, counts))
        finally:
            device.free_all()
    except (SpecError, CompileError, LaunchError, PtxError) as error:
        return errored(case, "cpu", settings, error)
    info = device.info
    return CaseCounts(tuple(counted), case, info.arch, info.compiler, tuple(findings))


@contextlib.contextmanager
def open_counter(settings: Settings) -> Iterator[Runner]:
    """Open a runner for `count_on`: by default a worker process with a ``cpu`` device."""
    # the runner passes on any result of the task
    task = Task(session.open_cpu, cast("Any", count_case))
    with open_runner("cpu", replace(settings, device="cpu"), task=task) as runner:
        yield runner


def count_on(runner: Runner, case: Case) -> CaseCounts:
    answer: object = runner.run(case)
    if isinstance(answer, CaseCounts):
        return answer
    assert isinstance(answer, CaseResult)
    message = answer.findings[0].message if answer.findings else answer.detail
    raise CountingError(case.id, message or answer.verdict.value)


def scaled_down(case: Case, max_elements: int) -> Case:
    """Return the case with fewer rows: at most `max_elements` elements, but at least one row."""
    shape = case.shape
    per_row = shape.n_cols * math.prod(value for _, value in shape.further)
    n_rows = max(1, min(shape.n_rows, max_elements // per_row))
    return case if n_rows == shape.n_rows else altered(case, n_rows=n_rows)
