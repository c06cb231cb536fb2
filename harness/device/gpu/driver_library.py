"""The library of NVIDIA's driver: its name, and a process that wakes the GPUs through it.

GPUs sleep while no process uses them. The first process that starts the driver then waits for them, 0.6 s on two
H100s.
"""

from __future__ import annotations

import contextlib
import ctypes
import socket

DRIVER_LIBRARY = "libcuda.so.1"


def main(connection: int) -> None:
    """Start the driver, without a context, and keep the GPUs awake until the other end of a connection closes.

    Ends at once where there is no driver or no GPU.
    """
    with socket.socket(fileno=connection) as other, contextlib.suppress(OSError, AttributeError):
        if ctypes.CDLL(DRIVER_LIBRARY).cuInit(0) == 0:
            other.recv(1)
