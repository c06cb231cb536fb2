"""Runs cases on several worker processes of the ``cpu`` device at once.

Most cases are too small to share among the threads of one launch, and a case consists of more than launches. So the
pool runs whole cases in parallel, each in a worker process of its own.
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
    """A runner that can be a member of a pool."""

    info: DeviceInfo | None
    unavailable: str

    def run(self, case: Case, **options: Any) -> CaseResult:
        """Run one case."""

    def run_all(self, cases: Iterable[Case]) -> Generator[CaseResult, None, None]:
        """Run cases in order."""

    def time(self, case: Case, rounds: int) -> list[float]:
        """Time one case."""

    def call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Call a function in the process that holds the device."""

    def break_off(self) -> None:
        """End the worker process at once; another thread may be waiting for it."""

    def close(self) -> None:
        """End the worker."""


class PoolRunner:
    """Several runners of one kind behind the interface of one.

    One runner gets all cases of a variant, block and element type: they share compiled code. When a runner loses its
    device, the others take over the rest of its cases. `run`, `time` and `call` use the first runner that has its
    device.

    Parameters
    ----------
    kind : str
        Kind of the device.
    first : PoolMember
        The first runner, already open.
    open_another : callable
        Opens one more runner; called when there is work for it.
    most : int
        Largest number of runners, at least 1.
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
        """Reason the device is unavailable; empty if it is available."""
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
        """Run cases; see ``Runner.run_all``. Results come in the order of the cases."""
        listed = tuple(cases)
        groups = _groups(listed)
        n_members = min(self._most, len(groups))
        if n_members < 2 or self.unavailable:
            yield from self._first.run_all(listed)
            return
        while len(self._members) < n_members:
            self._members.append(self._open_another())
        # the others take the cases of a runner that could not be opened
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
                    if not is_complete:  # else the worker is about to finish, and the next run can use it
                        member.break_off()
                    thread.join(_JOIN_CHECK_S)

    def close(self) -> None:
        """End all workers."""
        for member in self._members:
            member.close()


class _Shift:
    """One run of cases: the groups still to do and the results so far."""

    def __init__(self, cases: Sequence[Case], groups: Iterable[Sequence[int]], n_members: int) -> None:
        self._cases = cases
        self._groups = deque(groups)
        # Members that still have their device: all, and the busy ones.
        self._n_members = n_members
        self._n_busy = 0
        self._results: dict[int, CaseResult] = {}
        self._failure: BaseException | None = None
        self._is_stopped = False
        self._changed = threading.Condition()

    def work(self, member: PoolMember) -> None:
        """Run groups one by one until none is left, the shift is stopped or the member's device is lost."""
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
        except BaseException as error:  # an error of the harness: raised where the results are awaited
            with self._changed:
                self._failure = self._failure or error
                self._changed.notify_all()

    def _next_group(self) -> Sequence[int] | None:
        with self._changed:
            # A busy member may hand the rest of its group back.
            self._changed.wait_for(lambda: self._is_over or bool(self._groups) or not self._n_busy)
            if self._is_over or not self._groups:
                return None
            self._n_busy += 1
            return self._groups.popleft()

    @property
    def _is_over(self) -> bool:
        return self._is_stopped or self._failure is not None

    def _hand_back(self, group: Sequence[int]) -> bool:
        """Leave cases to the other members; False if there is no other member."""
        with self._changed:
            if self._n_members == 1:
                return False
            self._n_members -= 1
            self._n_busy -= 1
            self._groups.appendleft(group)
            self._changed.notify_all()
            return True

    def _note(self, index: int, result: CaseResult) -> bool:
        """Keep a result; False if the shift is over."""
        with self._changed:
            if not self._is_stopped:
                self._results[index] = result
                self._changed.notify_all()
            return not self._is_stopped

    def result(self, index: int) -> CaseResult:
        """Wait for the result of a case and return it; raises the exception that ended a thread."""
        with self._changed:
            while index not in self._results:
                if self._failure is not None:
                    raise self._failure
                self._changed.wait()
            return self._results.pop(index)

    def stop(self) -> None:
        """Start no more cases; does not wait for the running ones."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()


def _groups(cases: Sequence[Case]) -> tuple[tuple[int, ...], ...]:
    """Return the indices of cases that share compiled code, each group's and the groups in the order of the cases."""
    found: dict[tuple[str, object, str], list[int]] = {}
    for index, case in enumerate(cases):
        found.setdefault((case.variant.id, case.block, case.dtype), []).append(index)
    return tuple(map(tuple, found.values()))
