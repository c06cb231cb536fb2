"""A runner on a cluster that opens while its caller goes on: a cluster takes seconds to start.

One thread starts the cluster and ends it. It must live as long as the cluster: Ray has its processes end with the
thread that started them (`PR_SET_PDEATHSIG` of prctl(2)).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ..run.forwarding import ForwardingRunner
from .cluster_runner import ClusterRunner


class LateRunner(ForwardingRunner):
    """A `ClusterRunner` that is opened by a thread; see ``harness.run.session.Runner``."""

    def __init__(
        self, kind: str, thread: ThreadPoolExecutor, open_runner: Callable[[], ClusterRunner]
    ) -> None:
        self._kind = kind
        self._opening = thread.submit(open_runner)

    @property
    def inner(self) -> ClusterRunner:
        """The runner, once it is open."""
        return self._opening.result()

    @property
    def kind(self) -> str:
        """See ``Runner.kind``; known before the runner is open."""
        return self._kind

    def summary(self) -> list[str]:
        """See `ClusterRunner.summary`."""
        return self.inner.summary()

    def close(self) -> None:
        """End the workers, once the runner is open; does not raise what opening raised."""
        if self._opening.exception() is None:
            self.inner.close()


def summary_of(runner: object) -> list[str]:
    """Return the summary of a runner on a cluster; nothing for a runner of this machine."""
    return runner.summary() if isinstance(runner, LateRunner | ClusterRunner) else []
