"""Options of loading and linking code."""

from __future__ import annotations

import ctypes

from ..call import Pointer, load
from ..cuda_header import CU

_INFO = CU.JIT_INFO_LOG_BUFFER, CU.JIT_INFO_LOG_BUFFER_SIZE_BYTES
_ERROR = CU.JIT_ERROR_LOG_BUFFER, CU.JIT_ERROR_LOG_BUFFER_SIZE_BYTES


class JitOptions:
    """Options of loading or linking code: the buffers for logs, and the most registers of a thread."""

    def __init__(self, n: int = 0, options: Pointer = 0, values: Pointer = 0) -> None:
        self._slots = {load(options + 4 * at, ctypes.c_int): values + 8 * at for at in range(n)}
        # a log's length is written to the slot that had its capacity
        self._capacity_bytes = {
            size: load(self._slots[size], ctypes.c_uint32)
            for _, size in (_INFO, _ERROR)
            if size in self._slots
        }

    @property
    def max_registers(self) -> int:
        """Most registers of a thread; 0 if there is no limit."""
        at = self._slots.get(CU.JIT_MAX_REGISTERS)
        return 0 if at is None else load(at, ctypes.c_uint32)

    def write_error(self, text: str) -> None:
        """Write to the buffer for errors, and its length to the option with its size."""
        self._write(*_ERROR, text)

    def finish(self) -> None:
        """Leave the logs empty."""
        self._write(*_INFO, "")
        self._write(*_ERROR, "")

    def _write(self, log: int, size: int, text: str) -> None:
        if log not in self._slots or size not in self._slots:
            return
        capacity, address = self._capacity_bytes[size], load(self._slots[log])
        if not address or not capacity:
            return
        data = text.encode()[: capacity - 1]
        ctypes.memmove(address, data + b"\0", len(data) + 1)
        ctypes.c_uint64.from_address(self._slots[size]).value = len(data) + bool(data)
