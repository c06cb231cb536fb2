"""Runs cases on several worker processes of the ``cpu`` device at once.

Most cases are too small to share among the threads of one launch, and a case consists of more than launches. So the
pool runs whole cases in parallel, each in a worker process of its own.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from ..device.base import DeviceInfo
from ..errors import HarnessError
from ..operation.precision.rounding import float_format
from ..variant.case import Case
from ..verdict import CaseResult
from ..worker.pool import Group, run_groups
from .unjudged import HangLimit
from .worker_runner import WorkerRunner

CASES_PER_RUNNER = 8
"""Cases for which one more runner is opened: starting a worker process takes as long as some 50 small cases with
compiled code, or as one compilation."""

MOST_IN_GROUP = 512
"""Most cases that a runner takes at a time: at the end of a run no runner is left alone with many."""


class PoolRunner:
    """Several runners of one kind behind the interface of one.

    One runner gets the cases of a variant, block and element type, which share compiled code, up to `MOST_IN_GROUP`. If
    two groups of cases need the same code and it is not cached, the second one starts when the first has it. When a
    runner loses its device, the others take over the rest of its cases. `run` and `call` use the first runner
    that has its device.
    """

    def __init__(self, kind: str, first: WorkerRunner, others: Sequence[WorkerRunner]) -> None:
        self.kind = kind
        self._members = (first, *others)
        self._can_be_used = threading.Event()
        self._can_be_used.set()

    def open_early(self, n_groups: int) -> None:
        """Open one runner for each group of cases, concurrently; the first use waits for one that has its device."""
        # The drivers of several processes start one after another, in any order.
        early = self._members[: max(1, n_groups)]
        opening = list(early)
        self._can_be_used.clear()

        def note_end(member: WorkerRunner) -> None:
            opening.remove(member)
            if member.info is not None or not opening:
                self._can_be_used.set()

        for member in early:
            member.open_early(note_end)

    @property
    def info(self) -> DeviceInfo | None:
        return self._opened.info

    @property
    def unavailable(self) -> str:
        return self._first.unavailable

    @property
    def _first(self) -> WorkerRunner:
        self._can_be_used.wait()
        return next((member for member in self._members if not member.unavailable), self._members[0])

    @property
    def _opened(self) -> WorkerRunner:
        """A runner that has its device; the first may still be starting."""
        return next((member for member in self._members if member.info is not None), self._first)

    def run(self, case: Case) -> CaseResult:
        return self._first.run(case)

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        return self._first.call(function, *args)

    def run_all(
        self, cases: Iterable[Case], on_end: Callable[[CaseResult], None] = lambda _: None
    ) -> Generator[CaseResult, None, None]:
        """Run cases; see ``Runner.run_all``. Results come in the order of the cases."""
        # Runners begin before the first result is asked for, and with the first cases while `cases` still makes others.
        hangs = HangLimit(self._members[0].settings)
        variants = (tuple(run) for _, run in itertools.groupby(cases, key=lambda case: case.variant.id))
        listed: list[tuple[int, Case]] = []
        groups: list[tuple[int, ...]] = []
        n_wanted = 0
        # only as many cases are made here as decide the number of runners: making all takes seconds
        while n_wanted < len(self._members) and (added := next(variants, ())):
            groups += _added(listed, added)
            n_wanted = min(len(groups), -(-len(listed) // CASES_PER_RUNNER))
        members = self.opened(n_wanted)
        if len(members) < 2:
            return self._first.run_all(
                itertools.chain((case for _, case in listed), itertools.chain.from_iterable(variants)), on_end
            )

        def with_source(items: tuple[int, ...]) -> Group:
            case = listed[items[0]][1]
            # Variants share the inputs of an element type, which a worker keeps with their right results.
            return Group(items, self._opened.request(case), float_format(case.dtype).itemsize)

        later = (with_source(items) for added in variants for items in _added(listed, added))

        def run(member: WorkerRunner, pairs: Iterable[tuple[int, Case]]) -> Generator[CaseResult, None, None]:
            return member.run_numbered(pairs, hangs)

        return run_groups(members, run, listed, map(with_source, groups), later, on_end)

    def opened(self, n_wanted: int) -> list[WorkerRunner]:
        """Return up to `n_wanted` usable runners, opened as needed; none if only one would work."""
        members = self._members[:n_wanted]
        # threads and queues are for several
        if len(members) < 2 or self.unavailable:
            return []
        # the others take the work of a runner that could not be opened
        return [member for member in members if not member.unavailable]

    def close(self) -> None:
        """End all workers concurrently: a GPU takes some time to close each one's context."""
        for member in self._members:
            # all first: each then ends while the others are waited for
            member.ask_to_end()
        for member in self._members:
            member.close()


def call_all(
    runner: Any, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]
) -> Generator[Any, None, None]:
    """Yield the result of ``runner.call`` for each tuple of arguments, in order, or the HarnessError that it raised."""
    members = runner.opened(len(arguments)) if isinstance(runner, PoolRunner) else []
    if len(members) < 2:
        return _calls(runner, function, arguments)
    groups = (Group((index,)) for index in range(len(arguments)))
    return run_groups(members, lambda member, calls: _calls(member, function, calls), arguments, groups)


def _calls(
    runner: Any, function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]
) -> Generator[Any, None, None]:
    for args in arguments:
        try:
            answer = runner.call(function, *args)
        except HarnessError as error:
            answer = error
        yield answer


def _added(listed: list[tuple[int, Case]], cases: Sequence[Case]) -> list[tuple[int, ...]]:
    """Add cases with their places to a list, and return their groups, which are indices into the list."""
    start = len(listed)
    listed += enumerate(cases, start)
    return [tuple(start + index for index in group) for group in code_groups(cases)]


def code_groups(cases: Sequence[Case]) -> tuple[tuple[int, ...], ...]:
    """Return the indices of cases that share compiled code, each group's and the groups in the order of the cases."""
    # Groups of more than `MOST_IN_GROUP` cases, such as a width sweep's, are split.
    groups: dict[tuple[str, object, str], list[int]] = {}
    for index, case in enumerate(cases):
        groups.setdefault((case.variant.id, case.block, case.dtype), []).append(index)
    return tuple(
        tuple(group[start : start + MOST_IN_GROUP])
        for group in groups.values()
        for start in range(0, len(group), MOST_IN_GROUP)
    )
