"""Runs many independent jobs in child processes, in parallel; a crash costs one job only.

Used for jobs without a device: compilers, which run on one core each and may crash.
"""

from __future__ import annotations

import pickle
import socket
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from .channel import Done, Failed
from .child_process import ChildProcess

Argument = TypeVar("Argument")


@dataclass(frozen=True)
class Died:
    """A job's process ended during the job.

    Parameters
    ----------
    how : str
        Exit status or signal, in words.
    signal : int
        The signal that ended the process; 0 if none did.
    """

    how: str
    signal: int


def run_jobs(
    function: Callable[[Argument], Any], arguments: Sequence[Argument], n_processes: int
) -> Generator[tuple[Argument, Done | Failed | Died], None, None]:
    """Call a function with each argument, in several child processes.

    Parameters
    ----------
    function : callable
        Importable by name, or a ``functools.partial`` of such a function; takes one argument.
    arguments : sequence
        The arguments; they and the results must be picklable.
    n_processes : int
        Largest number of processes, at least 1.

    Yields
    ------
    argument, Done or Failed or Died
        In the order of `arguments`. Closing the iterator ends all processes at once.
    """
    crew = _Crew(function)
    threads = ThreadPoolExecutor(n_processes, thread_name_prefix="job")
    try:
        yield from zip(arguments, threads.map(crew.do, arguments), strict=True)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        crew.end()
        threads.shutdown()
        crew.close()


class _Crew:
    """One child process for each thread that runs jobs."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function
        self._own = threading.local()
        self._lock = threading.Lock()
        self._members: list[_Member] = []
        self._has_ended = False

    def do(self, argument: Any) -> Done | Failed | Died:
        """Run one job in the process of the calling thread."""
        member: _Member | None = getattr(self._own, "member", None)
        if member is None:
            member = self._own.member = self._new_member()
        answer = member.ask((self._function, argument))
        if isinstance(answer, Died):
            self._own.member = None
            with self._lock:
                self._members.remove(member)
            member.kill()
        return answer

    def end(self) -> None:
        """End all processes; a thread that waits for one gets `Died`."""
        with self._lock:
            self._has_ended = True
            for member in self._members:
                member.process.signal_end()

    def close(self) -> None:
        """Reap the processes; no thread may be using one."""
        for member in self._members:
            member.kill()

    def _new_member(self) -> _Member:
        with self._lock:
            if self._has_ended:
                raise RuntimeError("no jobs are done any more")
            member = _Member()
            self._members.append(member)
            return member


class _Member:
    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self._connection: Connection[Any, Any] = Connection(ours.detach())
        with theirs:
            try:
                self.process = ChildProcess(f"{__package__}.job_worker", [theirs.fileno()])
            except BaseException:
                self._connection.close()
                raise

    def ask(self, job: object) -> Done | Failed | Died:
        try:
            self._connection.send(job)
            answer: Done | Failed = self._connection.recv()
            return answer
        except (EOFError, OSError, pickle.UnpicklingError):
            return Died(self.process.how_it_died(), self.process.signal)

    def kill(self) -> None:
        self.process.kill()
        self._connection.close()
