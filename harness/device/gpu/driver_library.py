"""The library of NVIDIA's driver: its name, whether it is a virtual GPU's, and a process that wakes the GPUs.

GPUs sleep while no process uses them. The first process that starts the driver then waits for them, 0.6 s on two
H100s.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import socket
from collections.abc import Callable
from typing import Any

from ...errors import HarnessError

DRIVER_LIBRARY = "libcuda.so.1"
VIRTUAL_TABLE = "kh_driver_table"
"""Symbol that only the driver of a virtual GPU (`harness.driver`) exports."""


def value_of(result: tuple[Any, ...], error: Callable[[str], HarnessError]) -> Any:
    """Return the value of a call by ``cuda.bindings``; raise the error for the name of its status if it failed."""
    status, *values = result
    if status.name != "CUDA_SUCCESS":
        raise error(status.name)
    return values[0] if values else None


def is_virtual() -> bool:
    """Whether this process has loaded the driver of a virtual GPU, which exports its table and runs only PTX."""
    try:
        # Asking must not load a driver into a process without one.
        library = ctypes.CDLL(DRIVER_LIBRARY, mode=os.RTLD_NOLOAD | os.RTLD_NOW)
    except OSError:
        return False
    return hasattr(library, VIRTUAL_TABLE)


def main(connection: int) -> None:
    """Start the driver, without a context, and keep the GPUs awake until the other end of a connection closes."""
    # Ends at once without a driver or a GPU.
    with socket.socket(fileno=connection) as other, contextlib.suppress(OSError, AttributeError):
        if ctypes.CDLL(DRIVER_LIBRARY).cuInit(0) == 0:
            other.recv(1)
