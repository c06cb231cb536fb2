"""The worker process: holds a device for `harness.run.worker_runner`, runs cases, notes its progress, returns results.

The session may kill it at any time: it holds nothing of value. Damage that a kernel does to the process or its CUDA
context ends with it.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import gc
import os
import resource
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from ..device.base import Device
from ..errors import DeviceError, DeviceHangError, HarnessError, OutOfMemoryError
from ..ptx.text.symbols import kernel_name
from ..settings.settings import Settings
from ..verdict import Reason
from .channel import STOP, Channel, Done, Failed, Lost, ProgressPage, Refused, Request, Stage

_GARBAGE_THRESHOLD = 100_000
"""Allocations between two runs of the garbage collector; Python's default is 700."""
# Linux's largest value: the kernel kills this process first when the machine is out of memory.
_OOM_SCORE = "1000"
# glibc's malloc.h. By default an array above 128 KiB gets fresh pages and gives them back, which takes longer than the
# arithmetic on it. With these a worker keeps 64 MiB of freed memory, for arrays of up to 8 MiB.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_KEPT_BYTES, _KEPT_ARRAY_BYTES = 64 << 20, 8 << 20


def main(connection: int, page: int) -> None:
    """Serve requests until the session sends `STOP` or ends."""
    # After a crash the session quotes the stack that this prints.
    faulthandler.enable()
    # Parsing makes hundreds of thousands of objects without cycles; the search for cycles took a sixth of its time.
    gc.freeze()
    gc.set_threshold(_GARBAGE_THRESHOLD)
    if mallopt := getattr(ctypes.CDLL(None), "mallopt", None):  # other C libraries have none
        mallopt(_M_TRIM_THRESHOLD, _KEPT_BYTES)
        mallopt(_M_MMAP_THRESHOLD, _KEPT_ARRAY_BYTES)
    channel = Channel(connection)
    progress = ProgressPage(page)
    start = channel.receive()
    _limit_memory(start.settings.memory_limit_bytes)
    try:
        device = start.open_device(start.settings)
    except (HarnessError, MemoryError) as error:
        channel.send(Failed(str(error)))
        return
    except Exception:
        channel.send(Failed(traceback.format_exc()))
        return
    channel.send(Done(device.info))
    noted = cast(Device, NotedDevice(device, progress))
    # An interrupted session closes its end; then there is nobody to answer.
    with contextlib.suppress(EOFError, ConnectionError):
        try:
            while (request := channel.receive()) is not STOP:
                progress.begin(request.number)
                channel.send(_answer(request, noted, start.settings))
        except (MemoryError, DeviceError) as error:
            channel.send(Lost(str(error), _reason(error)))
            # No ordinary exit: clean-up in a dead context prints warnings or aborts.
            os._exit(0)
    device.close()


def _answer(request: Request, device: Device, settings: Settings) -> Done | Refused | Failed:
    try:
        return Done(request.function(*request.before, device, settings, *request.after))
    except (MemoryError, DeviceError):
        # These end the worker: `main` says why, and the session starts another one.
        raise
    except HarnessError as error:
        return Refused(str(error))
    except Exception:
        return Failed(traceback.format_exc())


def _reason(error: MemoryError | DeviceError) -> Reason:
    if isinstance(error, (MemoryError, OutOfMemoryError)):
        return Reason.OUT_OF_MEMORY
    return Reason.HANG if isinstance(error, DeviceHangError) else Reason.CRASH


def _limit_memory(limit_bytes: int) -> None:
    # Not RLIMIT_AS, which also counts addresses that are reserved without memory.
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = limit_bytes if hard == resource.RLIM_INFINITY else min(limit_bytes, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    # Some systems do not have the file, or do not let it be written.
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_OOM_SCORE, encoding="ascii")


_NOTED: dict[str, tuple[Stage, Callable[..., str]]] = {
    "compile": (Stage.COMPILE, lambda request: request.path.name),
    "load": (Stage.LOAD, lambda _artifact, entry: kernel_name(entry)),
    # cpu may ask ptxas
    "check_launch": (Stage.COMPILE, lambda kernel, *_: kernel_name(kernel.name)),
    "launch": (Stage.LAUNCH, lambda kernel, *_: kernel_name(kernel.name)),
    "launch_watched": (Stage.LAUNCH, lambda kernel, *_: kernel_name(kernel.name)),
}
"""Methods of a device that take long: the stage, and the file or kernel that it works on."""


class NotedDevice:
    """A device that notes its long steps on a progress page, and passes everything else through."""

    def __init__(self, device: Device, progress: ProgressPage) -> None:
        self._device = device
        self._progress = progress

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._device, name)
        if name not in _NOTED:
            return method
        stage, subject = _NOTED[name]

        def noted(*args: Any, **options: Any) -> Any:
            with self._progress.during(stage, subject(*args)):
                return method(*args, **options)

        setattr(self, name, noted)  # the next call does not come here
        return noted
