"""Counts the timed cases while the GPU times them: each count is a run of the PTX executor, on cores that are idle."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from ..errors import HarnessError
from ..measure.case_counts import open_counter
from ..measure.cost_info import cost_info
from ..measure.launch_resources import Meter
from ..run.session import Runner
from ..settings.settings import Settings, usable_cores
from ..settings.table import ISOLATION_PROCESS
from ..variant.case import Case

CORES_PER_COUNTER = 4
"""A counter takes up to half of so many cores; the others queue launches and judge."""
MOST_COUNTERS = 4


class Costs:
    """Counters and resources of timed cases."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._resources = contextlib.ExitStack()
        self._mine = threading.local()
        self._opening = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._soon: dict[str, Future[dict[str, object]]] = {}

    def begin(self, cases: Sequence[Case]) -> None:
        """Begin to count cases, in their order, if there are cores for it; a second call does nothing."""
        n_counters = min(MOST_COUNTERS, usable_cores() // CORES_PER_COUNTER, len(cases))
        is_isolated = self._settings.isolation == ISOLATION_PROCESS
        if self._pool is not None or n_counters < 1 or not is_isolated:
            return
        threads = CORES_PER_COUNTER // 2
        self._settings = replace(self._settings, cpu_workers=1, cpu_threads=threads)
        self._pool = ThreadPoolExecutor(n_counters)
        self._soon = {case.id: self._pool.submit(self._count, case) for case in cases}

    def of(self, case: Case) -> dict[str, object]:
        """Return a case's counters and resources; see `harness.measure.cost_info`."""
        try:
            soon = self._soon.get(case.id)
            return self._count(case) if soon is None else soon.result()
        except HarnessError as error:
            return {"counters_error": str(error)}

    def _count(self, case: Case) -> dict[str, object]:
        """Count with the thread's own counter."""
        if not hasattr(self._mine, "counter"):
            counter = open_counter(self._settings)
            opened: Runner = counter.__enter__()
            with self._opening:
                self._resources.push(counter.__exit__)
            self._mine.counter = opened
            self._mine.meter = Meter(self._settings, (self._settings.arch,))
        return cost_info(case, self._mine.counter, self._mine.meter)

    def close(self) -> None:
        """Drop what has not begun, and end the counters."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._resources.close()
