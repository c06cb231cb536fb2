"""The places at which a case lets other cases of its process go on.

The steps of a case are a generator. A worker process of a GPU goes round several of them, so that one wait for the GPU
serves the launches of all. `finish` runs the steps of a single case.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from typing import TypeVar

from ..device.base import Device

_T = TypeVar("_T")


class Pause(Enum):
    """Why a case pauses."""

    LAUNCHED = "launched"
    """A launch was queued; the next step waits for its end."""
    ALONE = "alone"
    """The case needs more memory than one of several may have, or its kernels may keep values from launch to launch. It
    goes on when no other case is under way, on the device that it is sent."""


Steps = Generator[Pause, Device, _T]
"""The steps of a case. Whoever resumes them sends the device to go on with."""


def finish(steps: Steps[_T], device: Device) -> _T:
    """Run all steps on a device, one after the other, and return their result."""
    try:
        next(steps)
    except StopIteration as end:
        result: _T = end.value
        return result
    return resume(steps, device)


def resume(steps: Steps[_T], device: Device) -> _T:
    """Run the rest of steps that pause on a device, and return their result."""
    try:
        while True:
            steps.send(device)
    except StopIteration as end:
        result: _T = end.value
        return result
