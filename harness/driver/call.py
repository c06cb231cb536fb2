"""One function of the driver API: its argument types, its errors, and the table of all functions."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ..lazy import dataclass, pattern
from .cuda_header import TYPES, Code, CType, Pointer, cuda_header

Function = TypeVar("Function", bound=Callable[..., Any])


class CudaError(Exception):
    """A driver function fails."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message or cuda_header().errors[code].removeprefix("CUDA_ERROR_"))
        self.code = code


# Functions that need `cuInit` and no context, and functions that need neither, by the beginnings of their names.
_NEEDS_INIT = pattern(
    "cuDevice|cuMemPool|cuMemAddress|cuProfilerSt"
    "|cuMem(Create|Map|Unmap|Release|Retain|Export|Import|GetAllocation|(Get|GetDefault|Set)MemPool)"
    "|cuCtx(Create|Destroy|Attach|Detach|Push|Pop|SetCurrent|GetCurrent|GetId|GetApiVersion)"
    "|cuLibrary(Load|Unload|Enumerate|GetKernel)|cuModule(Unload|Enumerate|GetFunction)"
    "|cuFuncGetName|cuKernelGetName|cuKernelGetLibrary"
)
_NEEDS_NOTHING = (
    *("cuInit", "cuDriverGetVersion", "cuGetError", "cuGetProcAddress", "cuGetExportTable"),
    *("cuTensorMapEncodeTiled", "cuTensorMapReplaceAddress"),
    *("cuModuleGetLoadingMode", "cuProfilerInitialize"),
)


def fail_if(condition: object, code: int, message: str = "") -> None:
    if condition:
        raise CudaError(code, message)


@contextlib.contextmanager
def failing_with(code: int, *errors: type[Exception]) -> Iterator[None]:
    """Raise some errors as one of the driver, with their text."""
    try:
        yield
    except errors as error:
        raise CudaError(code, str(error)) from error


@dataclass(frozen=True)
class Served:
    """A function that this driver has."""

    symbol: str
    function: Callable[..., Any]
    """Takes the virtual GPU and the arguments."""
    parameters: tuple[str, ...]
    """Names of the arguments' types: those of `TYPES`, and classes of `device.state`, which are given by handles."""

    @functools.cached_property
    def types(self) -> tuple[CType, ...]:
        return tuple(TYPES.get(name, ctypes.c_uint64) for name in self.parameters)

    @functools.cached_property
    def needs(self) -> str:
        """What must have happened before: nothing, ``cuInit``, or a current context."""
        if self.symbol.startswith(_NEEDS_NOTHING):
            return ""
        return "init" if _NEEDS_INIT.match(self.symbol) else "context"

    def run(self, gpu: Any, arguments: Sequence[Any]) -> None:
        gpu.require(self.needs)  # first: without a context, handles say nothing
        given = (self._given(gpu, *pair) for pair in zip(self.parameters, arguments, strict=True))
        self.function(gpu, *given)

    def _given(self, gpu: Any, name: str, value: Any) -> Any:
        if name == "Ordinal" and value:  # there is one GPU
            raise CudaError(Code.INVALID_DEVICE)
        return value if name in TYPES else gpu.of_handle(name, value)


SERVED: dict[str, Served] = {}
"""Every served function, by symbol."""


def also(*symbols: str, shorter: Sequence[str] = ()) -> Callable[[Function], Function]:
    """Serve a method under other symbols as well; `shorter` ones lack its parameters with defaults."""

    def mark(function: Function) -> Function:
        vars(function).update(symbols=symbols, shorter=shorter)
        return function

    return mark


def serve_methods(kind: type) -> None:
    """Register the methods of a class that have names of the driver API; annotations are the types."""
    # The places of what a method returns come first among the parameters of its function.
    for symbol, function in vars(kind).items():
        if symbol.startswith("cu"):
            names = function.__code__.co_varnames[1 : function.__code__.co_argcount]
            parameters = [function.__annotations__[name].split(" |")[0] for name in names]
            results = re.findall(r"\b[A-Z]\w*", function.__annotations__["return"].removeprefix("None"))
            for name in (symbol, *getattr(function, "symbols", ())):
                _register(name, function, parameters, dict(enumerate(results)))
            for name in getattr(function, "shorter", ()):
                given = parameters[: -len(function.__defaults__)]
                _register(name, function, given, dict(enumerate(results)))


def serve(declaration: str, function: Callable[..., Any]) -> None:
    """Register a function by a declaration, such as ``cuStreamGetFlags(CudaStream, Uint*)``."""
    # A parameter with an asterisk is the place of a result, with a question mark one that the caller may leave out: the
    # function returns such values, and does not take them. ``Bytes*`` is the place of a structure, whose bytes are
    # returned. A slash stands between several symbols.
    symbols, _, parameters = declaration.rstrip(")").partition("(")
    names = parameters.split(", ") if parameters else []
    results = {at: name.rstrip("*") for at, name in enumerate(names) if name.endswith(("*", "?"))}
    given = [name for at, name in enumerate(names) if at not in results]
    for symbol in symbols.split("/"):
        _register(symbol, function, given, results)


def _register(
    symbol: str, function: Callable[..., Any], given: Sequence[str], results: Mapping[int, str]
) -> None:
    """Register a function that takes `given` and returns what is stored at `results`, by their places."""

    def run(gpu: Any, *arguments: Any) -> None:
        made = function(gpu, *(value for at, value in enumerate(arguments) if at not in results))
        for (at, name), value in zip(results.items(), made if len(results) > 1 else (made,), strict=True):
            if name == "Bytes":
                store_bytes(arguments[at], value)
            elif arguments[at] or not name.endswith("?"):
                store(arguments[at], value, TYPES[name.rstrip("?")])

    parameters = list(given)
    for at in results:
        parameters.insert(at, "Pointer")
    # _ptds and _ptsz have a default stream for each thread: they are the same here, where work is done at once
    for end in ("", "_ptds", "_ptsz"):
        SERVED[symbol + end] = Served(symbol + end, run if results else function, tuple(parameters))


def store(address: Pointer, value: float, kind: Any = ctypes.c_uint64) -> None:
    """Write a number to the place of a result; INVALID_VALUE if the pointer is null."""
    fail_if(not address, Code.INVALID_VALUE, "the pointer to a result must not be null")
    kind.from_address(address).value = value


def store_if(address: Pointer, value: int, kind: Any = ctypes.c_uint64) -> None:
    """Write a number to the place of a result that the caller may leave out."""
    if address:
        kind.from_address(address).value = value


def store_bytes(address: Pointer, data: bytes) -> None:
    """Write a structure to the place of a result; INVALID_VALUE if the pointer is null."""
    fail_if(not address, Code.INVALID_VALUE)
    ctypes.memmove(address, data, len(data))


def load(address: Pointer, kind: Any = ctypes.c_uint64) -> int:
    """Read a number from host memory; INVALID_VALUE if the pointer is null."""
    fail_if(not address, Code.INVALID_VALUE, "a pointer must not be null")
    return int(kind.from_address(address).value)


def structure_at(name: str, address: Pointer) -> Any:
    """Return a structure of ``cuda.h`` in host memory, which it shares; INVALID_VALUE if the pointer is null."""
    fail_if(not address, Code.INVALID_VALUE)
    return cuda_header().structure(name).from_address(address)


def text_at(address: Pointer) -> str:
    """Return the zero-terminated text at a host address; INVALID_VALUE if the pointer is null."""
    fail_if(not address, Code.INVALID_VALUE, "a pointer must not be null")
    return ctypes.string_at(address).decode("utf-8", errors="replace")


_texts: dict[str, ctypes.Array[ctypes.c_char]] = {}


def kept_text(text: str) -> Pointer:
    """Return the address of a text, which stays there: programs may keep it."""
    return ctypes.addressof(_texts.setdefault(text, ctypes.create_string_buffer(text.encode())))
