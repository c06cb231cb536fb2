"""One function of the driver API: its argument types, its error codes, and its table of all functions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

Pointer = int
"""Address in host memory; 0 for a null pointer."""
Device = int
"""Address in device memory."""
Handle = int
"""Opaque handle that the driver has given out: of a context, stream, event, module or function."""
Size = int
"""An unsigned number of 64 bits."""
Uint = int
"""An unsigned number of 32 bits."""
Int = int
"""A signed number of 32 bits: also a device and an enumeration."""
Short = int
"""An unsigned number of 16 bits."""
Byte = int
"""An unsigned number of 8 bits."""
Float = float
"""A float of 32 bits."""


class Bytes64(ctypes.Structure):
    """64 bytes that are passed by value: what one process tells another about memory or an event."""

    _fields_ = (("data", ctypes.c_uint8 * 64),)


CType: TypeAlias = "type[ctypes._SimpleCData[Any]] | type[Bytes64]"
_TYPES: dict[str, CType] = {
    **dict.fromkeys(("Pointer", "Device", "Handle", "Size"), ctypes.c_uint64),
    "Uint": ctypes.c_uint32,
    "Int": ctypes.c_int32,
    "Short": ctypes.c_uint16,
    "Byte": ctypes.c_uint8,
    "Float": ctypes.c_float,
    "Bytes64": Bytes64,
}


class Code(IntEnum):
    """Results of driver functions (``CUresult``) that this driver returns."""

    SUCCESS = 0
    INVALID_VALUE = 1
    OUT_OF_MEMORY = 2
    NOT_INITIALIZED = 3
    DEINITIALIZED = 4
    NO_DEVICE = 100
    INVALID_DEVICE = 101
    INVALID_IMAGE = 200
    INVALID_CONTEXT = 201
    NO_BINARY_FOR_GPU = 209
    INVALID_PTX = 218
    INVALID_SOURCE = 300
    FILE_NOT_FOUND = 301
    INVALID_HANDLE = 400
    OPERATING_SYSTEM = 304
    ILLEGAL_STATE = 401
    NOT_FOUND = 500
    NOT_READY = 600
    ILLEGAL_ADDRESS = 700
    LAUNCH_OUT_OF_RESOURCES = 701
    LAUNCH_TIMEOUT = 702
    PRIMARY_CONTEXT_ACTIVE = 708
    CONTEXT_IS_DESTROYED = 709
    ASSERT = 710
    HARDWARE_STACK_ERROR = 714
    MISALIGNED_ADDRESS = 716
    HOST_MEMORY_ALREADY_REGISTERED = 712
    HOST_MEMORY_NOT_REGISTERED = 713
    LAUNCH_FAILED = 719
    COOPERATIVE_LAUNCH_TOO_LARGE = 720
    NOT_SUPPORTED = 801
    STREAM_CAPTURE_UNSUPPORTED = 900
    GRAPH_EXEC_UPDATE_FAILURE = 910
    INVALID_CLUSTER_SIZE = 912
    UNKNOWN = 999


class CudaError(Exception):
    """A driver function fails."""

    def __init__(self, code: Code, message: str = "") -> None:
        super().__init__(message or code.name)
        self.code = code


@dataclass(frozen=True)
class Served:
    """A function that this driver has."""

    symbols: tuple[str, ...]
    """Symbols under which it is exported."""
    function: Callable[..., None]
    """Takes the virtual GPU and the arguments."""
    types: tuple[CType, ...]
    """Of the arguments."""
    needs: str
    """What must have happened before: nothing, ``cuInit``, or a current context."""


SERVED: dict[str, Served] = {}
"""Every served function, by symbol."""


def serves(*symbols: str, needs: str = "context") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a function of the driver API; the annotations of its parameters are names of `_TYPES`."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        names = function.__code__.co_varnames[1 : function.__code__.co_argcount]
        types = tuple(_TYPES[function.__annotations__[name]] for name in names)
        everything = tuple(f"{each}{end}" for each in symbols for end in ("", "_ptds", "_ptsz"))
        served = Served(everything, function, types, needs)
        SERVED.update(dict.fromkeys(everything, served))
        return function

    return register


def store(address: Pointer, value: int, kind: type[ctypes._SimpleCData[Any]] = ctypes.c_uint64) -> None:
    """Write a number to the place of a result; INVALID_VALUE if the pointer is null."""
    if not address:
        raise CudaError(Code.INVALID_VALUE, "the pointer to a result must not be null")
    kind.from_address(address).value = value


def store_if(address: Pointer, value: int, kind: type[ctypes._SimpleCData[Any]] = ctypes.c_uint64) -> None:
    """Write a number to the place of a result that the caller may leave out."""
    if address:
        kind.from_address(address).value = value


def load(address: Pointer, kind: type[ctypes._SimpleCData[Any]] = ctypes.c_uint64) -> int:
    """Read a number from host memory; INVALID_VALUE if the pointer is null."""
    if not address:
        raise CudaError(Code.INVALID_VALUE, "a pointer must not be null")
    return int(kind.from_address(address).value)


def text_at(address: Pointer) -> str:
    """Return the zero-terminated text at a host address; INVALID_VALUE if the pointer is null."""
    if not address:
        raise CudaError(Code.INVALID_VALUE, "a pointer must not be null")
    return ctypes.string_at(address).decode("utf-8", errors="replace")
