"""Runs cases in this process, for a debugger: without deadlines or a memory limit, and a crash ends the run."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from ..device.base import Device, DeviceInfo
from ..errors import DeviceError, OutOfMemoryError
from ..settings.settings import Settings
from ..variant.case import Case
from ..verdict import CaseResult, Finding, Reason, Verdict
from ..worker.channel import Task
from .unjudged import HangLimit, timed, unjudged
from .worker_runner import calls


class LocalRunner:
    def __init__(
        self, kind: str, settings: Settings, task: Task, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.kind = kind
        self._settings = settings
        self._task = task
        self._clock = clock
        self._device: Device | None = None
        self.unavailable = ""
        try:
            self._device = task.open_device(settings)
        except DeviceError as error:
            self.unavailable = str(error)

    @property
    def info(self) -> DeviceInfo | None:
        return self._device.info if self._device else None

    def run(self, case: Case, **options: Any) -> CaseResult:
        if self._device is None:
            finding = Finding(Reason.DEVICE_UNAVAILABLE, self.unavailable)
            return unjudged(case, self.kind, self._settings, Verdict.NOT_RUN, finding)
        try:
            return self._task.run_case(case, self._device, self._settings, **options)
        # an OutOfMemoryError is a DeviceError, too, and its reason says more
        except (OutOfMemoryError, MemoryError) as error:
            reason, why = Reason.OUT_OF_MEMORY, str(error)
        except DeviceError as error:
            reason, why = Reason.DEVICE_UNAVAILABLE, str(error)
        except Exception:
            reason, why = Reason.INTERNAL_ERROR, traceback.format_exc()
        return unjudged(case, self.kind, self._settings, Verdict.ERROR, Finding(reason, why))

    def run_all(
        self, cases: Iterable[Case], on_end: Callable[[CaseResult], None] = lambda _: None
    ) -> Generator[CaseResult, None, None]:
        hangs = HangLimit(self._settings)
        for number, case in enumerate(cases):
            began = self._clock()
            behind = hangs.finding(number, case)
            result = (
                unjudged(case, self.kind, self._settings, Verdict.NOT_RUN, behind)
                if behind
                else self.run(case)
            )
            hangs.note(number, case, result)
            result = timed(result, self._clock() - began)
            on_end(result)
            yield result

    def call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        if self._device is None:
            raise DeviceError(self.unavailable)
        return function(self._device, self._settings, *args, **options)

    def call_all(
        self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]
    ) -> Generator[Any, None, None]:
        return calls(self.call, function, arguments)

    def break_off(self) -> None:
        """Do nothing: this process cannot end its own case."""

    def close(self) -> None:
        if self._device is not None:
            self._device.close()
