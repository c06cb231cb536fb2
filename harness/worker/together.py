"""Several cases of one worker process under way side by side, so that one wait for the GPU serves them all.

Processes take turns on a GPU, and a turn takes far longer than the launch of a small case. So a worker queues the
launches of several cases before it waits for the first. It answers in the order of the requests.

Beside each other cases can only pass. A kernel that ends its process or writes to foreign memory harms cases that did
nothing wrong. So every other result is thrown away and the case runs again alone; if the process has ended, the session
asks for each of the cases again, alone.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from ..device.base import Device
from ..errors import DeviceError, OutOfMemoryError
from ..launch.loading import forget_kernels
from ..launch.pause import Pause, Steps, resume
from ..verdict import CaseResult, Verdict
from .channel import Call, Channel, Done, Failed, Refused, RunCase, Start, Stop, TimeCase
from .noted_device import NotedLane
from .progress import ProgressPage

MOST_UNSENT = 16
"""Answers that are sent in one piece."""
UNSENT_S = 0.05
"""Time after which an answer is sent, though fewer have gathered."""

Request = RunCase | TimeCase | Call | Stop
Answered = Done | Refused | Failed


@dataclass(eq=False)
class _Flight:
    """One case under way."""

    request: RunCase
    """The request for it."""
    lane: Device
    """The device that it runs on."""
    steps: Steps[CaseResult]
    """Its steps."""
    pause: Pause | None = None
    """Where it pauses; None before its first step and after its last."""
    answer: Answered | None = None
    """The answer; None while the case is under way."""
    is_alone: bool = False
    """Whether it goes on, or runs again, only when no launch of another case is under way."""


class CasesTogether:
    """Runs the cases of a worker's requests side by side, as many as its device has lanes for."""

    def __init__(
        self,
        start: Start,
        device: Device,
        channel: Channel,
        progress: ProgressPage,
        answered: Callable[[Callable[[], Any]], Answered],
    ) -> None:
        self._start = start
        self._device = device
        self._channel = channel
        self._progress = progress
        self._answered = answered
        lanes_of = getattr(device, "lanes", None)
        n_lanes = start.settings.gpu_in_flight
        self._free: list[Device] = []
        if start.task.case_steps is not None and lanes_of is not None and n_lanes > 1:
            self._free = [
                cast(Device, NotedLane(lane, progress, lane.lane_bytes)) for lane in lanes_of(n_lanes)
            ]
        # In the order of the requests; the first is not answered.
        self._flights: deque[_Flight] = deque()
        # Those with a launch under way, the next to go on first.
        self._turns: deque[_Flight] = deque()
        # Number of the oldest request whose answer is not sent, if it is not under way any more, and the time of it.
        self._oldest_unsent = 0
        self._unsent_since_s = 0.0

    def next_request(self) -> Request:
        """Return the next request that needs the device for itself, when all before it are answered."""
        while True:
            if self._flights and not (self._takes_more and self._channel.poll(0)):
                self._go_on()
                continue
            if not self._channel.has_arrived:
                self._send_answers()
            request: Request = self._channel.receive()
            if isinstance(request, RunCase) and self._free and not (request.is_alone or request.options):
                self._begin(request)
                continue
            while self._flights:
                self._go_on()
            self._send_answers()
            return request

    @property
    def _takes_more(self) -> bool:
        return bool(self._free) and not any(each.is_alone for each in self._flights)

    def _begin(self, request: RunCase) -> None:
        steps_of = self._start.task.case_steps
        assert steps_of is not None
        lane = self._free.pop()
        flight = _Flight(request, lane, steps_of(request.case, lane, self._start.settings))
        self._flights.append(flight)
        self._note_oldest()
        self._advance(flight, lambda: next(flight.steps))

    def _go_on(self) -> None:
        """Let one case go on: the next with a launch under way, or the oldest that is alone."""
        if self._turns:
            flight = self._turns.popleft()
            self._advance(flight, lambda: flight.steps.send(flight.lane))
            return
        # Nothing is launched: all cases before it are answered.
        flight = next(each for each in self._flights if each.is_alone)
        self._send_answers()
        self._progress.begin(flight.request.number)
        if flight.pause is Pause.ALONE:
            flight.answer = self._answered(lambda: resume(flight.steps, self._device))
        else:
            # What the first run left in a module's own variables must not be in the second's.
            forget_kernels(self._device)
            cast(Any, self._device).forget_modules()
            run_case, settings = self._start.task.run_case, self._start.settings
            flight.answer = self._answered(lambda: run_case(flight.request.case, self._device, settings))
        flight.is_alone = False
        self._answer(flight)

    def _advance(self, flight: _Flight, step: Callable[[], Pause]) -> None:
        """Run a case up to its next pause, or to its end."""
        try:
            flight.pause = step()
        except StopIteration as end:
            flight.pause = None
            if end.value.verdict is Verdict.PASS:
                flight.answer = Done(end.value)
                self._answer(flight)
                return
        except (OutOfMemoryError, MemoryError, DeviceError):
            self._send_answers()
            raise
        except Exception:  # the same will come again, alone
            flight.pause = None
        if flight.pause is Pause.LAUNCHED:
            self._turns.append(flight)
        else:
            flight.is_alone = True

    def _answer(self, ended: _Flight) -> None:
        """Free a case's lane, and send all answers whose turn it is."""
        self._free.append(ended.lane)
        while self._flights and (answer := self._flights[0].answer) is not None:
            number = self._flights.popleft().request.number
            if not self._channel.n_queued:
                self._oldest_unsent, self._unsent_since_s = number, time.monotonic()
            self._channel.queue(answer)
        if self._channel.n_queued and (
            self._channel.n_queued >= MOST_UNSENT or time.monotonic() - self._unsent_since_s > UNSENT_S
        ):
            self._send_answers()

    def _send_answers(self) -> None:
        """Send the answers that have gathered."""
        if self._channel.n_queued:
            self._oldest_unsent = 0
            # First, so that the session never reads the page as that of an answered request.
            self._note_oldest()
            self._channel.flush()

    def _note_oldest(self) -> None:
        """Note the oldest request of which no answer was sent: if the process ends, it and all behind it run again."""
        if self._flights:
            oldest = self._oldest_unsent or self._flights[0].request.number
            self._progress.begin(oldest, self._flights[-1].request.number)
