"""The worker process: holds a device for `harness.run.session`, runs cases, notes its progress, returns results.

The session may kill it at any time: it holds nothing of value. Damage that a kernel does to the process or its CUDA
context ends with it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import traceback
from collections.abc import Sequence
from typing import Any, NoReturn, cast

import numpy as np

from ..compiler.artifact import Artifact, CompileRequest
from ..device.base import Device, Kernel, LaunchConfig, LaunchResult
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
from .progress import ProgressPage, Stage

_GARBAGE_THRESHOLD = 100_000
"""Allocations between two runs of the garbage collector; Python's default is 700."""


class NotedDevice:
    """A device that notes its long steps on a progress page, and passes everything else through."""

    def __init__(self, device: Device, progress: ProgressPage) -> None:
        self._device = device
        self._progress = progress

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def compile(self, request: CompileRequest) -> Artifact:
        """Compile; see ``Device.compile``."""
        with self._progress.during(Stage.COMPILE, request.path.name):
            return self._device.compile(request)

    def load(self, artifact: Artifact, entry: str) -> Kernel:
        """Load; see ``Device.load``."""
        with self._progress.during(Stage.LOAD, entry):
            return self._device.load(artifact, entry)

    def launch(
        self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic], **options: Any
    ) -> LaunchResult:
        """Launch; see ``Device.launch``."""
        with self._progress.during(Stage.LAUNCH, kernel.name):
            return self._device.launch(kernel, config, args, **options)

    def launch_counted(self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic]) -> Any:
        """Launch and count; see ``harness.device.cpu.ptx_cpu.PtxCpu.launch_counted``."""
        with self._progress.during(Stage.LAUNCH, kernel.name):
            return cast(Any, self._device).launch_counted(kernel, config, args)

    def launch_for_branches(self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic]) -> Any:
        """Launch and count branches; see ``harness.device.cpu.ptx_cpu.PtxCpu.launch_for_branches``."""
        with self._progress.during(Stage.LAUNCH, kernel.name):
            return cast(Any, self._device).launch_for_branches(kernel, config, args)

    def launch_recorded(
        self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic], *options: Any
    ) -> Any:
        """Launch and record; see ``harness.device.cpu.ptx_cpu.PtxCpu.launch_recorded``."""
        with self._progress.during(Stage.LAUNCH, kernel.name):
            return cast(Any, self._device).launch_recorded(kernel, config, args, *options)


def main(connection: int, page: int) -> None:
    """Serve requests until the session sends `Stop` or ends.

    Parameters
    ----------
    connection : int
        Open file descriptor of a socket whose other end the session holds.
    page : int
        Open file descriptor of a `ProgressPage`.
    """
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
        while not isinstance(request := channel.receive(), Stop):
            progress.begin(request.number)
            channel.send(_serve(request, noted, start, channel))
    device.close()


def _serve(
    request: RunCase | TimeCase | Call, device: Device, start: Start, channel: Channel
) -> Done | Refused | Failed:
    try:
        if isinstance(request, RunCase):
            return Done(start.task.run_case(request.case, device, start.settings, **request.options))
        if isinstance(request, Call):
            return Done(request.function(device, start.settings, *request.args, **request.options))
        return Done(start.task.time_case(request.case, device, start.settings, request.rounds))
    except (OutOfMemoryError, MemoryError) as error:
        _end(Exhausted(str(error)), channel)
    except DeviceError as error:
        _end(Lost(str(error), isinstance(error, DeviceHangError)), channel)
    except HarnessError as error:
        return Refused(str(error))
    except Exception:
        return Failed(traceback.format_exc())


def _end(last: Exhausted | Lost, channel: Channel) -> NoReturn:
    channel.send(last)
    # No ordinary exit: clean-up in a dead context prints warnings or aborts.
    os._exit(0)
