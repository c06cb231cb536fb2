"""A runner on a cluster that opens while its caller goes on: a cluster takes seconds to start.

One thread starts the cluster and ends it. It must live as long as the cluster: Ray has its processes end with the
thread that started them (`PR_SET_PDEATHSIG` of prctl(2)).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..device.base import DeviceInfo
from ..variant.case import Case
from ..verdict import CaseResult
from .cluster_runner import ClusterRunner


class LateRunner:
    """A `ClusterRunner` that is opened by a thread; see ``harness.run.session.Runner``.

    Parameters
    ----------
    kind : {"cpu", "gpu"}
        The device.
    thread : ThreadPoolExecutor
        Has one thread.
    open_runner : callable
        Opens the runner, in that thread. What it raises, the first use of the runner raises.
    """

    def __init__(
        self, kind: str, thread: ThreadPoolExecutor, open_runner: Callable[[], ClusterRunner]
    ) -> None:
        self.kind = kind
        self._opening = thread.submit(open_runner)

    @property
    def _runner(self) -> ClusterRunner:
        return self._opening.result()

    @property
    def info(self) -> DeviceInfo | None:
        """See ``Runner.info``."""
        return self._runner.info

    @property
    def unavailable(self) -> str:
        """See ``Runner.unavailable``."""
        return self._runner.unavailable

    def run(self, case: Case, **options: Any) -> CaseResult:
        """See ``Runner.run``."""
        return self._runner.run(case, **options)

    def run_all(self, cases: Iterable[Case]) -> Generator[CaseResult, None, None]:
        """See ``Runner.run_all``."""
        return self._runner.run_all(cases)

    def time(self, case: Case, rounds: int) -> list[float]:
        """See ``Runner.time``."""
        return self._runner.time(case, rounds)

    def call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """See ``Runner.call``."""
        return self._runner.call(function, *args, **options)

    def call_all(
        self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]
    ) -> Generator[Any, None, None]:
        """See ``Runner.call_all``."""
        return self._runner.call_all(function, arguments)

    def summary(self) -> list[str]:
        """See `ClusterRunner.summary`."""
        return self._runner.summary()

    def close(self) -> None:
        """End the workers, once the runner is open; does not raise what opening raised."""
        if self._opening.exception() is None:
            self._runner.close()


def summary_of(runner: object) -> list[str]:
    """Return the summary of a runner on a cluster; nothing for a runner of this machine."""
    return runner.summary() if isinstance(runner, LateRunner | ClusterRunner) else []
