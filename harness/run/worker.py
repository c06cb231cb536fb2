"""The process that holds a device for `harness.run.session`: takes cases, announces launches, gives results.

It is there to be killed. Nothing of value is kept in it, and whatever a kernel does to its process or to its
CUDA context ends with it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, cast

import numpy as np

from harness.check.verdict import CaseResult
from harness.device.base import Device, Kernel, LaunchConfig, LaunchResult
from harness.errors import DeviceError, HarnessError
from harness.settings import Settings
from harness.spec.case import Case

# How often the worker looks whether its session is still there.
_PARENT_CHECK_S = 1.0


@dataclass(frozen=True)
class Task:
    """What a worker does; every function is importable by name, since it travels by name.

    Parameters
    ----------
    open_device : callable
        ``open_device(settings)`` gives the device; raises DeviceError when it is not there.
    run_case : callable
        ``run_case(case, device, settings, **options)`` gives a CaseResult.
    time_case : callable
        ``time_case(case, device, settings, rounds)`` gives seconds, one for each round.
    """

    open_device: Callable[[Settings], Device]
    run_case: Callable[..., CaseResult]
    time_case: Callable[[Case, Device, Settings, int], list[float]]


@dataclass(frozen=True)
class Start:
    """First message to a worker."""

    settings: Settings
    task: Task


@dataclass(frozen=True)
class RunCase:
    """Asks for one case's result."""

    case: Case
    options: dict[str, Any]


@dataclass(frozen=True)
class TimeCase:
    """Asks for one case's times."""

    case: Case
    rounds: int


@dataclass(frozen=True)
class Ready:
    """The device is open; `info` is its DeviceInfo."""

    info: Any


@dataclass(frozen=True)
class Unavailable:
    """The device could not be opened."""

    why: str


@dataclass(frozen=True)
class Launching:
    """A launch begins: the deadline runs."""

    kernel: str


@dataclass(frozen=True)
class Launched:
    """The launch ended."""


@dataclass(frozen=True)
class Done:
    """The answer to a request."""

    value: Any


@dataclass(frozen=True)
class Lost:
    """The device is not usable any more; the worker ends."""

    why: str


@dataclass(frozen=True)
class Refused:
    """The kernel cannot be run: it is declared wrongly, does not compile or cannot be launched."""

    why: str


@dataclass(frozen=True)
class Failed:
    """The harness itself failed; the device is as it was."""

    why: str


class AnnouncedDevice:
    """A device whose launches are announced on a connection; everything else is the device's own."""

    def __init__(self, device: Device, connection: Connection[Any, Any]) -> None:
        self._device = device
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def launch(self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic]) -> LaunchResult:
        """Launch between two announcements; see ``Device.launch``."""
        self._connection.send(Launching(kernel.name))
        result = self._device.launch(kernel, config, args)
        self._connection.send(Launched())
        return result


def main(descriptor: int, parent: int) -> None:
    """Serve requests until the connection ends.

    Parameters
    ----------
    descriptor : int
        Open file descriptor of a socket whose other end the session holds.
    parent : int
        Process id of the session; the worker ends when that process is gone, even in the middle of a launch.
    """
    faulthandler.enable()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    connection: Connection[Any, Any] = Connection(descriptor)
    try:
        start = connection.recv()
        device = start.task.open_device(start.settings)
    except HarnessError as error:
        connection.send(Unavailable(str(error)))
        return
    except Exception:
        connection.send(Unavailable(traceback.format_exc()))
        return
    connection.send(Ready(device.info))
    announced = cast(Device, AnnouncedDevice(device, connection))
    # A closed connection is how a session ends its worker.
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            _serve(connection.recv(), announced, start, connection)
    device.close()


def _serve(
    request: RunCase | TimeCase, device: Device, start: Start, connection: Connection[Any, Any]
) -> None:
    try:
        if isinstance(request, RunCase):
            value: Any = start.task.run_case(request.case, device, start.settings, **request.options)
        else:
            value = start.task.time_case(request.case, device, start.settings, request.rounds)
    except DeviceError as error:
        connection.send(Lost(str(error)))
        # Not an ordinary exit: cleaning up in a dead context prints warnings, or aborts.
        os._exit(0)
    except HarnessError as error:
        connection.send(Refused(str(error)))
    except Exception:
        connection.send(Failed(traceback.format_exc()))
    else:
        connection.send(Done(value))


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_CHECK_S)
    os._exit(1)
