"""The worker process: holds a device for `harness.run.worker_runner`, runs cases, notes its progress, returns results.

The session may kill it at any time: it holds nothing of value. Damage that a kernel does to the process or its CUDA
context ends with it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn, cast

from ..device.base import Device
from ..errors import DeviceError, DeviceHangError, HarnessError, OutOfMemoryError
from .channel import (
    Call,
    Channel,
    Done,
    Exhausted,
    Failed,
    Lost,
    Ready,
    Refused,
    RunCase,
    Start,
    Stop,
    TimeCase,
    Unavailable,
)
from .confinement import limit_memory
from .noted_device import NotedDevice
from .progress import ProgressPage

_GARBAGE_THRESHOLD = 100_000
"""Allocations between two runs of the garbage collector; Python's default is 700."""


def main(connection: int, page: int) -> None:
    """Serve requests until the session sends `Stop` or ends."""
    faulthandler.enable()
    # Parsing makes hundreds of thousands of objects without cycles; the search for cycles took a sixth of its time.
    gc.freeze()
    gc.set_threshold(_GARBAGE_THRESHOLD)
    channel = Channel(connection)
    progress = ProgressPage(page)
    start = channel.receive()
    limit_memory(start.settings.memory_limit_bytes)
    try:
        device = start.task.open_device(start.settings)
    except (HarnessError, MemoryError) as error:
        channel.send(Unavailable(str(error)))
        return
    except Exception:
        channel.send(Unavailable(traceback.format_exc()))
        return
    channel.send(Ready(device.info))
    noted = cast(Device, NotedDevice(device, progress))
    # An interrupted session closes its end; then there is nobody to answer.
    with contextlib.suppress(EOFError, ConnectionError):
        try:
            while not isinstance(request := channel.receive(), Stop):
                progress.begin(request.number)
                channel.send(_serve(request, noted, start, channel))
        except (OutOfMemoryError, MemoryError, DeviceError) as error:
            _end(error, channel)
    device.close()


def _serve(
    request: RunCase | TimeCase | Call, device: Device, start: Start, channel: Channel
) -> Done | Refused | Failed:
    settings = start.settings
    if isinstance(request, RunCase):
        run = partial(start.task.run_case, request.case, device, settings, **request.options)
        return _answered(run, channel)
    if isinstance(request, Call):
        return _answered(
            partial(request.function, device, settings, *request.args, **request.options), channel
        )
    return _answered(partial(start.task.time_case, request.case, device, settings, request.rounds), channel)


def _answered(call: Callable[[], Any], channel: Channel) -> Done | Refused | Failed:
    """Call a function and return its answer; end the process if the device or the memory is lost."""
    try:
        return Done(call())
    except (OutOfMemoryError, MemoryError, DeviceError) as error:
        _end(error, channel)
    except HarnessError as error:
        return Refused(str(error))
    except Exception:
        return Failed(traceback.format_exc())


def _end(error: MemoryError | DeviceError, channel: Channel) -> NoReturn:
    if isinstance(error, (OutOfMemoryError, MemoryError)):
        channel.send(Exhausted(str(error)))
    else:
        channel.send(Lost(str(error), isinstance(error, DeviceHangError)))
    # No ordinary exit: clean-up in a dead context prints warnings or aborts.
    os._exit(0)
