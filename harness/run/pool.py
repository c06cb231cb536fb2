"""Runs cases on several worker processes of the ``cpu`` device at once.

Most cases are too small for the threads of one launch to share, and much of a case is not a launch at all. What runs
beside each other here are whole cases, each in a worker that is as isolated as the only one would be.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, Protocol

from ..device.base import DeviceInfo
from ..variant.case import Case
from ..verdict import CaseResult

_JOIN_CHECK_S = 0.05


class PoolMember(Protocol):
    """A runner that can be one of several."""

    info: DeviceInfo | None
    unavailable: str

    def run(self, case: Case, **options: Any) -> CaseResult:
        """Run one case."""

    def run_all(self, cases: Iterable[Case]) -> Generator[CaseResult, None, None]:
        """Run cases in order."""

    def time(self, case: Case, rounds: int) -> list[float]:
        """Time one case."""

    def call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Call a function where the device is."""

    def break_off(self) -> None:
        """End the worker process under whatever it does; another thread may be waiting for it."""

    def close(self) -> None:
        """End the worker."""


class PoolRunner:
    """Several runners of one kind that look like one.

    Cases of one variant, block and element type stay together: they share compiled code. A runner that loses its device
    leaves the rest of its cases to the others. What `run`, `time` and `call` are asked for is done by the first runner
    that has its device.

    Parameters
    ----------
    kind : str
        Of the device.
    first : PoolMember
        The runner that is always there.
    open_another : callable
        Makes one more; called when there is work for it.
    most : int
        Runners at most, 1 or more.
    """

    def __init__(
        self, kind: str, first: PoolMember, open_another: Callable[[], PoolMember], most: int
    ) -> None:
        self.kind = kind
        self._members = [first]
        self._open_another = open_another
        self._most = most

    @property
    def info(self) -> DeviceInfo | None:
        """The device; None when no runner has it."""
        return self._first.info

    @property
    def unavailable(self) -> str:
        """Why there is no device, empty when there is one."""
        return self._first.unavailable

    @property
    def _first(self) -> PoolMember:
        return next((member for member in self._members if not member.unavailable), self._members[0])

    def run(self, case: Case, **options: Any) -> CaseResult:
        """Run one case; see ``Runner.run``."""
        return self._first.run(case, **options)

    def time(self, case: Case, rounds: int) -> list[float]:
        """Time one case; see ``Runner.time``."""
        return self._first.time(case, rounds)

    def call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Call a function with the device; see ``Runner.call``."""
        return self._first.call(function, *args, **options)

    def run_all(self, cases: Iterable[Case]) -> Generator[CaseResult, None, None]:
        """Run cases; see ``Runner.run_all``. Results come in the order of the cases, whichever is ready first."""
        listed = tuple(cases)
        groups = _groups(listed)
        n_members = min(self._most, len(groups))
        if n_members < 2 or self.unavailable:
            yield from self._first.run_all(listed)
            return
        while len(self._members) < n_members:
            self._members.append(self._open_another())
        # a runner that could not be opened leaves its share to the others
        members = [member for member in self._members[:n_members] if not member.unavailable]
        shift = _Shift(listed, groups, len(members))
        threads = [
            threading.Thread(target=shift.work, args=(member,), name=f"worker {number}", daemon=True)
            for number, member in enumerate(members)
        ]
        is_complete = False
        try:
            for thread in threads:
                thread.start()
            for index in range(len(listed)):
                yield shift.result(index)
            is_complete = True
        finally:
            shift.stop()
            for member, thread in zip(members, threads, strict=True):
                while thread.is_alive():
                    if not is_complete:  # else it is about to end, and its worker is good for the next run
                        member.break_off()
                    thread.join(_JOIN_CHECK_S)

    def close(self) -> None:
        """End all workers."""
        for member in self._members:
            member.close()


class _Shift:
    """One run of cases: who does what, and what became of it."""

    def __init__(self, cases: Sequence[Case], groups: Iterable[Sequence[int]], n_members: int) -> None:
        self._cases = cases
        self._groups = deque(groups)
        # Of the members that have not lost their device: those that there are, and those that have a group.
        self._n_members = n_members
        self._n_busy = 0
        self._results: dict[int, CaseResult] = {}
        self._failure: BaseException | None = None
        self._is_stopped = False
        self._changed = threading.Condition()

    def work(self, member: PoolMember) -> None:
        """Run one group after the other until there are none, the shift is stopped or the member's device is gone."""
        try:
            while (group := self._next_group()) is not None:
                with contextlib.closing(member.run_all(self._cases[index] for index in group)) as results:
                    for position, result in enumerate(results):
                        if member.unavailable and self._hand_back(group[position:]):
                            return
                        if not self._note(group[position], result):
                            break
                with self._changed:
                    self._n_busy -= 1
                    self._changed.notify_all()
        except BaseException as error:  # of the harness itself: it belongs to whoever waits for the results
            with self._changed:
                self._failure = self._failure or error
                self._changed.notify_all()

    def _next_group(self) -> Sequence[int] | None:
        with self._changed:
            # Whoever has a group may hand the rest of it back.
            self._changed.wait_for(lambda: self._is_over or bool(self._groups) or not self._n_busy)
            if self._is_over or not self._groups:
                return None
            self._n_busy += 1
            return self._groups.popleft()

    @property
    def _is_over(self) -> bool:
        return self._is_stopped or self._failure is not None

    def _hand_back(self, group: Sequence[int]) -> bool:
        """Leave cases to the other members; False where there is none."""
        with self._changed:
            if self._n_members == 1:
                return False
            self._n_members -= 1
            self._n_busy -= 1
            self._groups.appendleft(group)
            self._changed.notify_all()
            return True

    def _note(self, index: int, result: CaseResult) -> bool:
        """Keep a result; False where nobody wants more of them."""
        with self._changed:
            if not self._is_stopped:
                self._results[index] = result
                self._changed.notify_all()
            return not self._is_stopped

    def result(self, index: int) -> CaseResult:
        """Wait for the result of a case and return it; raises what ended a thread."""
        with self._changed:
            while index not in self._results:
                if self._failure is not None:
                    raise self._failure
                self._changed.wait()
            return self._results.pop(index)

    def stop(self) -> None:
        """Begin nothing more; what is being done is not waited for."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()


def _groups(cases: Sequence[Case]) -> tuple[tuple[int, ...], ...]:
    """Return the indices of cases that share compiled code, each group's and the groups in the order of the cases."""
    found: dict[tuple[str, object, str], list[int]] = {}
    for index, case in enumerate(cases):
        found.setdefault((case.variant.id, case.block, case.dtype), []).append(index)
    return tuple(map(tuple, found.values()))
