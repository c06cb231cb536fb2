"""Runs cases in a worker process, and replaces it when it dies or is killed.

On ``gpu`` a bad access makes a CUDA context unusable, and a kernel that does not return can only be stopped by killing
its process. On ``cpu`` the executor checks every access and counts every step. But its compiled code is native: a bug
of the harness or exhausted memory ends the process. Each such end costs one case, with CRASH, HANG or ERROR.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from ..compiler.artifact import CompileRequest
from ..device.base import DeviceInfo
from ..errors import DeviceError, HarnessError
from ..launch.plan import compile_request
from ..settings.settings import Settings
from ..variant.case import Case
from ..verdict import CaseResult, Finding, Reason, Verdict
from ..worker.channel import Done, Failed, Refused, Task
from ..worker.worker_process import Ending, WorkerProcess
from .unjudged import HangLimit, timed, unjudged

# Most unanswered requests per worker. New ones are sent when half of them are answered, many in one piece. The other
# half lasts a quarter of a second if cases are small. The session's thread for this worker may wait that long for the
# interpreter lock, which all workers' threads and the thread that makes cases share.
_AHEAD = 160
# The first attempt may fail because the driver is still tearing down the previous worker.
_START_ATTEMPTS = 2
# A driver that does not answer must not keep every worker waiting for its own deadline and all earlier ones.
_LONGEST_TURN_S = 5.0


class WorkerRunner:
    def __init__(
        self, kind: str, settings: Settings, task: Task, turns: threading.Semaphore | None = None
    ) -> None:
        self.kind, self.settings = kind, settings
        self._task, self._turns = task, turns
        self._starting: WorkerProcess | None = None
        self._worker: WorkerProcess | None = None
        # Requests whose compilation or loading ended a worker: each further case would take as long to fail.
        self._fatal: dict[CompileRequest, Ending] = {}
        self._opening = threading.Lock()
        self._is_closed = False
        self.info: DeviceInfo | None = None
        self.unavailable = ""

    def open_early(self, on_end: Callable[[WorkerRunner], None] = lambda _: None) -> None:
        """Start the worker in the background; a call that needs it waits. `on_end` is called when it has started."""

        def start() -> None:
            try:
                self.ready_worker()
            finally:
                on_end(self)

        threading.Thread(target=start, name="early start of a worker", daemon=True).start()

    def run(self, case: Case) -> CaseResult:
        return next(self.run_all((case,)))

    def run_all(
        self, cases: Iterable[Case], on_end: Callable[[CaseResult], None] = lambda _: None
    ) -> Generator[CaseResult, None, None]:
        with contextlib.closing(self.run_numbered(enumerate(cases), HangLimit(self.settings))) as results:
            for result in results:
                on_end(result)
                yield result

    def run_numbered(
        self, cases: Iterable[tuple[int, Case]], hangs: HangLimit
    ) -> Generator[CaseResult, None, None]:
        """Run cases as `run_all` does, each with its place in the order of all cases that share `hangs`."""
        remaining = iter(cases)
        # Requested, or to be requested again: cases that a worker had not begun when it ended.
        waiting: deque[tuple[int, Case]] = deque()
        self.ready_worker()  # its start is not part of a case's time
        # the first case's time starts here
        began = time.monotonic()
        try:
            while True:
                if len(waiting) <= _AHEAD // 2:
                    waiting.extend(itertools.islice(remaining, _AHEAD - len(waiting)))
                if not waiting:
                    return
                number, case = waiting[0]
                behind = hangs.finding(number, case)
                ending = Ending(Verdict.NOT_RUN, behind) if behind else self._known_ending(case)
                if ending and self._worker is not None and self._worker.n_unanswered:
                    self._drop(self._worker)  # it would run the case
                worker = None if ending else self.ready_worker()
                if worker is None:
                    waiting.popleft()
                    ending = ending or Ending(
                        Verdict.NOT_RUN, Finding(Reason.DEVICE_UNAVAILABLE, self.unavailable)
                    )
                    yield self._ended(case, ending)
                    continue
                for at, further in itertools.islice(waiting, worker.n_unanswered, None):
                    if self._known_ending(further) or hangs.finding(at, further):
                        break
                    worker.ask(self._task.run_case, before=(further,))
                result = self._result(case, worker)
                waiting.popleft()
                # A worker starts a case after answering the previous one.
                ended = time.monotonic()
                result = timed(result, ended - began)
                hangs.note(number, case, result)
                yield result
                began = ended
        finally:
            # Otherwise it would go on with cases that nobody waits for, and answer them before later requests.
            if self._worker is not None and self._worker.n_unanswered:
                self._drop(self._worker)

    def _result(self, case: Case, worker: WorkerProcess) -> CaseResult:
        """Wait for the result of a case, and drop the worker unless its device is still usable."""
        answer = worker.answer()
        if isinstance(answer, Done):
            result: CaseResult = answer.value
            # A device that died while its case was judged must not run the next case.
            if self.kind == "gpu" and getattr(result, "verdict", None) in (Verdict.CRASH, Verdict.HANG):
                self._drop(worker)
            return result
        if isinstance(answer, Ending):
            self._drop(worker)
            request = self.request(case) if answer.is_same_each_time else None
            if request is not None:
                self._fatal[request] = answer
            return self._ended(case, answer)
        return self._ended(case, Ending(Verdict.ERROR, Finding(Reason.INTERNAL_ERROR, answer.why)))

    def _ended(self, case: Case, ending: Ending) -> CaseResult:
        return unjudged(case, self.kind, self.settings, ending.verdict, ending.finding)

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        worker = self.ready_worker()
        if worker is None:
            raise DeviceError(self.unavailable)
        worker.ask(function, after=args)
        answer = worker.answer()
        if isinstance(answer, Done):
            return answer.value
        what = f"{function.__name__} failed"
        if isinstance(answer, Refused):
            raise HarnessError(f"{what}: {answer.why}")
        if isinstance(answer, Failed):
            raise DeviceError(f"{what}: {answer.why}")
        self._drop(worker)
        raise DeviceError(f"{what}: {answer.finding.message}")

    def break_off(self) -> None:
        """End the worker process at once; another thread may be waiting for it."""
        worker = self._worker or self._starting
        if worker is not None:
            worker.signal_end()

    def ask_to_end(self) -> None:
        """Ask the worker to end, unless it is busy, and start no other; `close` waits for it."""
        self._is_closed = True
        worker, starting = self._worker, self._starting
        if worker is not None:
            worker.ask_to_end()
        elif starting is not None:
            starting.signal_end()

    def close(self) -> None:
        self.ask_to_end()
        # Waits for a start that is under way: its worker must end, too.
        with self._opening:
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def ready_worker(self) -> WorkerProcess | None:
        """Return a worker that is ready, a new one if needed; None if none can ever be started."""
        # Another thread may be starting it already.
        with self._opening:
            worker = self._worker
            if worker is not None and not worker.n_unanswered and not worker.is_alive:
                # Ended between two cases, for example by the system: no case is to blame.
                self._drop(worker)
            if self._worker is None and not self.unavailable:
                with self._turn():
                    self._start_worker()
            return self._worker

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        turns = self._turns
        has_turn = turns is not None and turns.acquire(timeout=_LONGEST_TURN_S)
        try:
            yield
        finally:
            if turns is not None and has_turn:
                turns.release()

    def _start_worker(self) -> None:
        why = ""
        for _ in range(_START_ATTEMPTS):
            if self._is_closed:
                break
            try:
                worker = WorkerProcess(self._task, self.kind, self.settings)
            except OSError as error:
                why = f"no worker process can be started (got: {error})"
                continue
            self._starting = worker
            try:
                opened = worker.open()
            finally:
                self._starting = None
            if isinstance(opened, Done):
                self._worker, self.info = worker, opened.value
                return
            # a worker that is not ready may still hold the device
            worker.kill()
            why = opened.why
        self.unavailable = why
        self.info = None

    def _known_ending(self, case: Case) -> Ending | None:
        # Almost always empty; the request is then not computed.
        request = self.request(case) if self._fatal else None
        return self._fatal.get(request) if request is not None else None

    def request(self, case: Case) -> CompileRequest | None:
        """Return the compile request of a case; None if its declaration does not determine one."""
        if self.info is None:
            return None
        try:
            return compile_request(case, self.info, self.settings)
        except HarnessError:
            return None

    def _drop(self, worker: WorkerProcess) -> None:
        worker.kill()
        self._worker = None
