"""Runs many independent jobs in child processes, in parallel; a crash costs one job only.

Used for jobs without a device: compilers, which run on one core each and may crash.
"""

from __future__ import annotations

import contextlib
import pickle
import traceback
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from .channel import Done, Failed
from .child_process import GONE, ChildProcess
from .pool import Group, run_groups

Argument = TypeVar("Argument")


@dataclass(frozen=True)
class Died:
    how: str
    """Exit status or signal, in words."""
    signal: int
    """The signal that ended the process; 0 if none did."""


def run_jobs(
    function: Callable[[Argument], Any], arguments: Sequence[Argument], n_processes: int
) -> Generator[tuple[Argument, Done | Failed | Died], None, None]:
    """Call a function with each argument, in several child processes."""
    runners = [_JobRunner(function) for _ in range(min(n_processes, len(arguments)))]
    try:
        groups = (Group((index,)) for index in range(len(arguments)))
        answers = run_groups(runners, _JobRunner.run_all, arguments, groups)
        with contextlib.closing(answers):
            yield from zip(arguments, answers, strict=True)
    finally:
        # All are killed before one is waited for.
        for runner in runners:
            runner.break_off()
        for runner in runners:
            runner.close()


class _JobRunner:
    """A member of a pool that calls a function in a child process, which the first job starts."""

    unavailable = ""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function
        self._process: ChildProcess | None = None
        self._connection: Connection[Any, Any]

    def run_all(self, items: Iterable[Any]) -> Generator[Done | Failed | Died, None, None]:
        for item in items:
            if self._process is None:
                process = ChildProcess(__name__)
                self._connection = Connection(process.connection.detach())
                self._process = process
            answer: Done | Failed | Died
            try:
                self._connection.send((self._function, item))
                answer = self._connection.recv()
            except GONE:
                answer = Died(self._process.how_it_died(), self._process.signal)
                self.close()
            yield answer

    def break_off(self) -> None:
        process = self._process
        if process is not None:
            process.signal_end()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            self._connection.close()


def main(connection: int) -> None:
    """Run jobs in the child process, until the connection is closed."""
    jobs: Connection[Any, Any] = Connection(connection)
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            job = jobs.recv_bytes()
            try:
                # A failed import is answered, too.
                function, argument = pickle.loads(job)
                answer: Done | Failed = Done(function(argument))
            except Exception:
                answer = Failed(traceback.format_exc())
            jobs.send(answer)
