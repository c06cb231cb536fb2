"""The session's side of one worker process: start, requests, deadlines and end."""

from __future__ import annotations

import contextlib
import itertools
import math
import os
import socket
import struct
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..settings.settings import Settings
from ..verdict import Finding, Reason, Verdict
from .channel import (
    STOP,
    Channel,
    Done,
    Failed,
    Lost,
    Progress,
    ProgressPage,
    Refused,
    Request,
    Stage,
    Start,
    Task,
)
from .child_process import GONE, ChildProcess
from .head_start import PRELOADED

# A worker that pauses this long in the middle of a message will not continue; it may have been stopped.
_STALL_S = 60
# A finding quotes this many last bytes of a dead worker's output.
_LAST_WORDS_BYTES = 2000
# The session passes on this many bytes of a kernel's output per case.
_OUTPUT_BYTES = 65536


class Ending(NamedTuple):
    """The end of a request that a worker did not answer."""

    verdict: Verdict
    """CRASH, HANG or ERROR."""
    finding: Finding
    is_same_each_time: bool = False
    """Whether the same code would end every worker: this one ended while it compiled or loaded the code."""


Answer = Done | Refused | Failed


def _preloaded(task: Task, kind: str) -> tuple[str, ...]:
    """Return the harness's own modules that every worker with such a task and device needs."""
    # Modules of a test or a program may change while a fork server lives.
    ours = f"{__package__.partition('.')[0]}."
    names = sorted({function.__module__ for function in (task.open_device, task.run_case)})
    return (*(name for name in names if name.startswith(ours)), *PRELOADED.get(kind, ()))


class WorkerProcess(ChildProcess):
    """A child process that holds a device; raises OSError if none can be started."""

    def __init__(self, task: Task, kind: str, settings: Settings) -> None:
        self._task = task
        self._settings = settings
        self._launch_setting = "cpu_launch_deadline_s" if kind == "cpu" else "launch_deadline_s"
        self._limits_s = {
            Stage.NONE: math.inf,
            Stage.COMPILE: settings.compile_deadline_s,
            Stage.LOAD: settings.compile_deadline_s,
            Stage.LAUNCH: getattr(settings, self._launch_setting),
        }
        self._numbers = itertools.count(1)
        self._unanswered: deque[int] = deque()
        self._is_asked_to_end = False
        with contextlib.ExitStack() as on_failure:
            self._progress = ProgressPage.create()
            on_failure.callback(self._progress.close)
            # Append mode, so that the session can empty the file after every case. A pipe that nobody reads would
            # stop a kernel that prints much.
            self._printed = on_failure.enter_context(tempfile.TemporaryFile("a+b"))
            super().__init__(
                f"{__package__}.worker",
                [self._progress.descriptor],
                self._printed,
                preloaded=_preloaded(task, kind),
            )
            on_failure.pop_all()
        # Limits receiving only: `Channel.poll` has its own wait, and a busy worker may take long to read.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", _STALL_S, 0))
        self._channel = Channel(self.connection.detach())

    def open(self) -> Done | Failed:
        """Have the worker open its device; kills a worker that is not ready in time."""
        limit_s = self._settings.start_deadline_s
        with self._killed_on_interrupt():
            try:
                self._channel.send(Start(self._settings, self._task.open_device))
                if not self._channel.poll(limit_s):
                    self.kill()
                    return Failed(
                        f"the worker process did not start within {limit_s:g} seconds and was killed; "
                        "KERNEL_HARNESS_START_DEADLINE_S sets the deadline"
                    )
                answer: Done | Failed = self._channel.receive()
            except GONE:
                return Failed(f"the worker process {self._last_words()}")
            return answer

    @property
    def n_unanswered(self) -> int:
        """Number of requests sent for which `answer` has not been called."""
        return len(self._unanswered)

    def ask(
        self, function: Callable[..., Any], before: tuple[Any, ...] = (), after: tuple[Any, ...] = ()
    ) -> None:
        """Queue a `Request`; the wait for an answer sends it, and the worker takes requests in order."""
        request = Request(next(self._numbers), function, before, after)
        self._unanswered.append(request.number)
        self._channel.queue(request)

    def answer(self) -> Answer | Ending:
        """Wait, within the deadlines, for the answer to the oldest unanswered request."""
        # The deadlines start with this call or with the end of the previous request. After an `Ending` the worker
        # answers no more requests.
        number = self._unanswered.popleft()
        with self._killed_on_interrupt():
            try:
                ending = None
                if not self._channel.has_arrived:
                    # The wait for the answer notices a dead worker.
                    with contextlib.suppress(OSError):
                        self._channel.flush()
                    ending = self._wait_for_answer(number)
                answer = ending or self._channel.receive()
            except BlockingIOError:
                answer = _stalled()
            except GONE:
                answer = self._crashed(self._progress.read(number))
            if not self._channel.has_arrived:
                self._pass_output_on()
            if isinstance(answer, Lost):
                return self._lost(answer, self._progress.read(number).kernel)
            result: Answer | Ending = answer
            return result

    def ask_to_end(self) -> None:
        """Let the worker close its device and end, unless it is busy; `end` waits for it."""
        if not self._unanswered and not self._is_asked_to_end:
            self._is_asked_to_end = True
            with contextlib.suppress(OSError):
                self._channel.send(STOP)

    def end(self) -> None:
        """Let the worker close its device and end; kills a worker that is busy or does not end."""
        try:
            self.ask_to_end()
            if self._is_asked_to_end:
                self.wait()
        finally:
            self.kill()

    def kill(self) -> None:
        """End the worker and all it started at once; a second call does nothing."""
        super().kill()
        self._channel.close()
        self._progress.close()
        self._printed.close()

    def _wait_for_answer(self, request: int) -> Ending | None:
        """Return None if there is an answer or the worker is dead, else the deadline that has passed."""
        case_end = time.monotonic() + self._settings.case_deadline_s
        # A stage may begin just after the page was read, so the page is read again within the shortest deadline.
        look_again_s = min(self._limits_s.values())
        while True:
            progress = self._progress.read(request)
            now = time.monotonic()
            stage_end = progress.started_s + self._limits_s[progress.stage]
            wait_s = min(case_end - now, stage_end - now, look_again_s)
            if self._channel.poll(max(0.0, wait_s)):
                return None
            now = time.monotonic()
            # The worker may have entered another stage meanwhile.
            if now >= stage_end and self._progress.read(request) == progress:
                return self._stage_deadline_passed(progress)
            if now >= case_end:
                return self._case_deadline_passed(self._progress.read(request).kernel)

    def _crashed(self, progress: Progress) -> Ending:
        doing = {
            Stage.COMPILE: f"compiling {progress.subject}",
            Stage.LOAD: f"loading kernel {progress.subject}",
            Stage.LAUNCH: f"kernel {progress.subject}",
            Stage.NONE: f"the case, after a launch of {progress.kernel},"
            if progress.kernel
            else "the case, before any launch,",
        }[progress.stage]
        why = f"{doing} ended its process: the worker {self._last_words()}"
        is_same = progress.stage in (Stage.COMPILE, Stage.LOAD)
        return Ending(Verdict.CRASH, Finding(Reason.CRASH, why, kernel=progress.kernel), is_same)

    def _stage_deadline_passed(self, progress: Progress) -> Ending:
        stage, subject = progress.stage, progress.subject
        what = {
            Stage.COMPILE: f"{subject} did not compile",
            Stage.LOAD: f"kernel {subject} did not load",
            Stage.LAUNCH: f"kernel {subject} did not end",
        }[stage]
        setting = self._launch_setting if stage is Stage.LAUNCH else "compile_deadline_s"
        message = (
            f"{what} within {self._limits_s[stage]:g} seconds and its process was killed; "
            f"KERNEL_HARNESS_{setting.upper()} sets the deadline"
        )
        if stage is Stage.LAUNCH:
            return Ending(Verdict.HANG, Finding(Reason.HANG, message, kernel=subject))
        return Ending(Verdict.ERROR, Finding(Reason.COMPILE_ERROR, message), is_same_each_time=True)

    def _case_deadline_passed(self, kernel: str) -> Ending:
        message = (
            f"the case did not end within {self._settings.case_deadline_s:g} seconds and its process was killed, "
            f"{f'after a launch of {kernel}' if kernel else 'before any launch'}; "
            "KERNEL_HARNESS_CASE_DEADLINE_S sets the deadline"
        )
        if kernel:
            return Ending(Verdict.HANG, Finding(Reason.HANG, message, kernel=kernel))
        return Ending(Verdict.ERROR, Finding(Reason.INTERNAL_ERROR, message))

    def _lost(self, lost: Lost, kernel: str) -> Ending:
        if lost.reason is Reason.OUT_OF_MEMORY:
            message = (
                f"there is not enough memory for the case: {lost.why or 'an allocation failed'}; its process is "
                f"limited to {self._settings.memory_limit_bytes} bytes, by KERNEL_HARNESS_MEMORY_LIMIT_BYTES"
            )
            return Ending(Verdict.ERROR, Finding(lost.reason, message))
        # A kernel is to blame only if it was launched: memory can run out before.
        if not kernel:
            return Ending(Verdict.ERROR, Finding(Reason.DEVICE_UNAVAILABLE, lost.why))
        verdict = Verdict.HANG if lost.reason is Reason.HANG else Verdict.CRASH
        return Ending(verdict, Finding(lost.reason, lost.why, kernel=kernel))

    @contextlib.contextmanager
    def _killed_on_interrupt(self) -> Iterator[None]:
        """Kill the worker if an exception interrupts the wait: its next message would answer the wrong request."""
        try:
            yield
        except BaseException:
            self.kill()
            raise

    def _last_words(self) -> str:
        """Wait a while for the worker to end; return how it ended, with its last output."""
        died = self.how_it_died()
        self._printed.seek(0, os.SEEK_END)
        self._printed.seek(max(0, self._printed.tell() - _LAST_WORDS_BYTES))
        words = self._printed.read().decode("utf-8", "replace").strip()
        return f"{died}; its last words:\n{words}" if words else died

    def _pass_output_on(self) -> None:
        """Copy the output of kernels (``printf``, ``assert``) to this process's standard error."""
        size = self._printed.seek(0, os.SEEK_END)
        if not size:
            return
        self._printed.seek(0)
        text = self._printed.read(_OUTPUT_BYTES).decode("utf-8", "replace")
        self._printed.truncate(0)
        sys.stderr.write(text)
        if size > _OUTPUT_BYTES:
            sys.stderr.write(f"\n... and {size - _OUTPUT_BYTES} bytes more that are not shown\n")
        sys.stderr.flush()


def _stalled() -> Ending:
    message = f"the worker stopped in the middle of its answer for {_STALL_S} seconds and was killed; SIGSTOP causes it"
    return Ending(Verdict.ERROR, Finding(Reason.INTERNAL_ERROR, message))
