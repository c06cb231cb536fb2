"""A runner that hands on to another one; those that add something override what they change."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from ..device.base import DeviceInfo
from ..variant.case import Case
from ..verdict import CaseResult
from .session import Runner


class ForwardingRunner:
    """Hands every call on to `inner`, which a subclass gives; see ``harness.run.session.Runner``."""

    @property
    def inner(self) -> Runner:
        """The runner behind this one."""
        raise NotImplementedError

    @property
    def kind(self) -> str:
        """See ``Runner.kind``."""
        return self.inner.kind

    @property
    def info(self) -> DeviceInfo | None:
        """See ``Runner.info``."""
        return self.inner.info

    @property
    def unavailable(self) -> str:
        """See ``Runner.unavailable``."""
        return self.inner.unavailable

    def run(self, case: Case, **options: Any) -> CaseResult:
        """See ``Runner.run``."""
        return self.inner.run(case, **options)

    def run_all(
        self, cases: Iterable[Case], on_end: Callable[[CaseResult], None] = lambda _: None
    ) -> Generator[CaseResult, None, None]:
        """See ``Runner.run_all``."""
        return self.inner.run_all(cases, on_end)

    def time(self, case: Case, rounds: int) -> list[float]:
        """See ``Runner.time``."""
        return self.inner.time(case, rounds)

    def call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """See ``Runner.call``."""
        return self.inner.call(function, *args, **options)

    def call_all(
        self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]
    ) -> Generator[Any, None, None]:
        """See ``Runner.call_all``."""
        return self.inner.call_all(function, arguments)
