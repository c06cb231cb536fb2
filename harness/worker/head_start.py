"""A head start for the workers of a run: their fork server starts while the program imports its own modules.

If the head start fails, no case is lost: the first worker starts the fork server, and reports an error.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from ..settings.settings import ISOLATION_NONE, Settings
from .child_process import ChildProcess, preload

# The package has another name in a wheel than in a checkout.
_PACKAGE = __name__.partition(".")[0]
# A module that loads a GPU's driver must not be here: the driver does not survive a fork. PyCUDA needs pytools.
_JUDGING = (
    *(f"{_PACKAGE}.{name}" for name in ("run.case_run", "operation.bounded", "operation.shipped.rows")),
    "numpy.random",
)
PRELOADED = {
    "cpu": (f"{_PACKAGE}.device.cpu.ptx_cpu", *_JUDGING),
    "gpu": (f"{_PACKAGE}.device.gpu.cuda_gpu", "pytools.prefork", *_JUDGING),
}
"""Modules by kind of device that every worker needs."""
_TASKS = f"{_PACKAGE}.run.session"
"""The module with the functions of a worker's task."""
_WAKING = f"{_PACKAGE}.device.gpu.driver_library"
_GPU_FILES = ("/dev/nvidiactl", "/dev/dxg")
"""Files of NVIDIA's kernel module, and of WSL's. Asking the driver for GPUs would take as long as the imports."""


@contextlib.contextmanager
def head_start(settings: Settings) -> Iterator[None]:
    """Have the fork server import what workers will need, and a separate process wake the GPUs."""
    device = settings.device
    if device == "auto":
        device = "gpu" if any(Path(file).exists() for file in _GPU_FILES) else "cpu"
    with contextlib.ExitStack() as ended:
        with contextlib.suppress(OSError):  # no process can be started
            if settings.isolation != ISOLATION_NONE:
                if device != "cpu":
                    waking = ChildProcess(_WAKING)
                    ended.callback(waking.kill)
                    ended.callback(waking.connection.close)
                preload((_TASKS, *PRELOADED[device]))
        yield
