"""One function of the driver API: its argument types, its errors, and the table of all functions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from .cuda_header import Code, cuda_header

# Types of parameters: a function's annotations name them.
Pointer = int
"""Address in host memory; 0 for a null pointer."""
Device = int
"""Address in device memory."""
Handle = int
"""Opaque handle that the driver has given out: of a context, stream, event, module or function."""
Ordinal = int
"""Number of a device: 0, else the call fails with INVALID_DEVICE."""
Size = int
"""An unsigned number of 64 bits."""
Uint = int
"""An unsigned number of 32 bits."""
Int = int
"""A signed number of 32 bits: also an enumeration."""
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
# C types of parameters that are not objects.
TYPES: dict[str, CType] = {
    **dict.fromkeys(("Pointer", "Device", "Handle", "Size"), ctypes.c_uint64),
    "Ordinal": ctypes.c_int32,
    "Uint": ctypes.c_uint32,
    "Int": ctypes.c_int32,
    "Short": ctypes.c_uint16,
    "Byte": ctypes.c_uint8,
    "Float": ctypes.c_float,
    "Bytes64": Bytes64,
}


class CudaError(Exception):
    """A driver function fails."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message or cuda_header().errors[code].removeprefix("CUDA_ERROR_"))
        self.code = code


@dataclass(frozen=True)
class Served:
    """A function that this driver has."""

    symbols: tuple[str, ...]
    function: Callable[..., None]
    """Takes the virtual GPU and the arguments."""
    parameters: tuple[str, ...]
    """Names of the arguments' types: those above, and classes of objects that are given by their handles."""
    needs: str
    """What must have happened before: nothing, ``cuInit``, or a current context."""
    classes: Mapping[str, Any]

    @property
    def types(self) -> tuple[CType, ...]:
        """C types of the arguments."""
        return tuple(TYPES.get(name, ctypes.c_uint64) for name in self.parameters)

    def run(self, gpu: Any, arguments: Sequence[Any]) -> None:
        """Call the function, with objects in place of their handles."""
        gpu.require(self.needs)  # first: without a context, handles say nothing
        given = (self._given(gpu, *pair) for pair in zip(self.parameters, arguments, strict=True))
        self.function(gpu, *given)

    def _given(self, gpu: Any, name: str, value: Any) -> Any:
        if name == "Ordinal" and value:  # there is one GPU
            raise CudaError(Code.INVALID_DEVICE)
        if name in TYPES:
            return value
        return gpu.stream(value) if name == "Stream" else gpu.object(self.classes[name], value)


SERVED: dict[str, Served] = {}
"""Every served function, by symbol."""


def serves(
    *symbols: str, longer: str = "", needs: str = "context"
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a function of the driver API; the annotations of its parameters are the types.

    Parameters with defaults belong to the symbol `longer` alone.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        names = function.__code__.co_varnames[1 : function.__code__.co_argcount]
        parameters = [function.__annotations__[name].split(" |")[0] for name in names]
        n_always = len(parameters) - len(function.__defaults__ or ()) * bool(longer)
        add_served(symbols, function, parameters[:n_always], needs)
        if longer:
            add_served((longer,), function, parameters, needs)
        return function

    return register


def add_served(
    symbols: Sequence[str],
    function: Callable[..., None],
    parameters: Iterable[str],
    needs: str = "context",
    classes: Mapping[str, Any] | None = None,
) -> None:
    """Register a function of the driver API by the names of its parameters' types."""
    # _ptds and _ptsz have a default stream for each thread: they are the same here, where work is done at once
    everything = tuple(f"{symbol}{end}" for symbol in symbols for end in ("", "_ptds", "_ptsz"))
    served = Served(everything, function, tuple(parameters), needs, classes or function.__globals__)
    SERVED.update(dict.fromkeys(everything, served))


def serve_value(declaration: str, value: Callable[..., int], needs: str = "context") -> None:
    """Register functions that only store a value, such as ``cuStreamGetFlags(Stream, Uint*)``."""
    symbols, _, parameters = declaration.rstrip(")").partition("(")
    names = parameters.split(", ")
    (at,) = (index for index, name in enumerate(names) if name.endswith("*"))
    kind: Any = TYPES[names[at].rstrip("*")]
    names[at] = "Pointer"

    def run(gpu: Any, *given: Any) -> None:
        store(given[at], value(gpu, *given[:at], *given[at + 1 :]), kind)

    add_served(symbols.split("/"), run, names, needs, value.__globals__)


def store(address: Pointer, value: int, kind: type[ctypes._SimpleCData[Any]] = ctypes.c_uint64) -> None:
    """Write a number to the place of a result; INVALID_VALUE if the pointer is null."""
    if not address:
        raise CudaError(Code.INVALID_VALUE, "the pointer to a result must not be null")
    kind.from_address(address).value = value


def store_if(address: Pointer, value: int, kind: type[ctypes._SimpleCData[Any]] = ctypes.c_uint64) -> None:
    """Write a number to the place of a result that the caller may leave out."""
    if address:
        kind.from_address(address).value = value


def store_bytes(address: Pointer, data: bytes) -> None:
    """Write a structure to the place of a result; INVALID_VALUE if the pointer is null."""
    if not address:
        raise CudaError(Code.INVALID_VALUE)
    ctypes.memmove(address, data, len(data))


def load(address: Pointer, kind: type[ctypes._SimpleCData[Any]] = ctypes.c_uint64) -> int:
    """Read a number from host memory; INVALID_VALUE if the pointer is null."""
    if not address:
        raise CudaError(Code.INVALID_VALUE, "a pointer must not be null")
    return int(kind.from_address(address).value)


def structure_at(name: str, address: Pointer) -> Any:
    """Return a structure of ``cuda.h`` in host memory, which it shares; INVALID_VALUE if the pointer is null."""
    if not address:
        raise CudaError(Code.INVALID_VALUE)
    return cuda_header().structure(name).from_address(address)


def text_at(address: Pointer) -> str:
    """Return the zero-terminated text at a host address; INVALID_VALUE if the pointer is null."""
    if not address:
        raise CudaError(Code.INVALID_VALUE, "a pointer must not be null")
    return ctypes.string_at(address).decode("utf-8", errors="replace")


_texts: dict[str, ctypes.Array[ctypes.c_char]] = {}


def kept_text(text: str) -> Pointer:
    """Return the address of a text, which stays there: programs may keep it."""
    return ctypes.addressof(_texts.setdefault(text, ctypes.create_string_buffer(text.encode())))
