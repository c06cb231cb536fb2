"""The driver's library in this process: written to the cache, loaded for everybody, its table filled."""

from __future__ import annotations

import atexit
import ctypes
import functools
import os
import platform
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..errors import DeviceError
from ..store.disk_cache import content_key
from .call import SERVED, CType, CudaError, Served
from .cuda_header import CUDA, Code, CudaHeader, cuda_header, error_texts
from .device.gpu import VirtualGpu
from .elf import TABLE, Ending, shared_library
from .interrupts import boundary, interrupt_later

SONAME = "libcuda.so.1"
_FOLDER = "driver"
_kept: list[object] = []


@functools.cache
def _ending() -> Ending:
    """Return the driver when Python has ended: every function says so, and names of errors are still there."""
    texts = error_texts()
    return Ending(
        "kh_driver_ended",
        Code.DEINITIALIZED,
        {
            f"kh_{symbol}": {code: both[index] for code, both in texts.items()}
            for index, symbol in enumerate(("cuGetErrorName", "cuGetErrorString"))
        },
    )


def write_library(folder: Path, header: CudaHeader | None = None) -> Path:
    """Write the library, and a link ``libcuda.so`` to it for linkers, unless they are there."""
    symbols = (header or cuda_header()).symbols
    path = write_shared_library(folder / _FOLDER, SONAME, symbols, _ending())
    link = path.with_name("libcuda.so")
    try:
        if not link.is_symlink():
            link.symlink_to(SONAME)
    except OSError as error:
        raise DeviceError(f"the driver library cannot be written to {path} (got: {error})") from error
    return path


def write_shared_library(
    folder: Path, soname: str, names: Sequence[str], ending: Ending | None = None
) -> Path:
    """Write a library of `harness.driver.elf`, unless it is there."""
    image = shared_library(soname, names, platform.machine(), ending)
    path = folder / content_key(image)[:16] / soname
    try:
        # only its own writer can change the folder's files: this process runs them
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.is_file() or path.read_bytes() != image:
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as out:
                out.write(image)
            Path(out.name).replace(path)
    except OSError as error:
        raise DeviceError(f"the library {soname} cannot be written to {path} (got: {error})") from error
    return path


class LoadedDriver:
    """The driver's library, loaded and served."""

    def __init__(self, path: Path, gpu: VirtualGpu) -> None:
        refuse_loaded_driver(path)
        symbols = cuda_header().symbols
        self._library = ctypes.CDLL(os.fspath(path), mode=ctypes.RTLD_GLOBAL)
        self._table = (ctypes.c_uint64 * len(symbols)).in_dll(self._library, TABLE)
        self._callbacks: list[Any] = []
        self._not_served = ctypes.CFUNCTYPE(ctypes.c_int)
        for index, name in enumerate(symbols):
            served = SERVED.get(name)
            callback = self._callback(gpu, served) if served else self._refusal(gpu, name)
            self._callbacks.append(callback)
            self._table[index] = ctypes.cast(callback, ctypes.c_void_p).value or 0
        gpu.find_symbol = self.address

    def keep(self) -> None:
        """Keep the callbacks for as long as Python lives: threads and destructors may call the driver still.

        Afterwards its functions return CUDA_ERROR_DEINITIALIZED: a native destructor must not run Python code.
        """
        _kept.append(self)
        ended = type(self._table)(*(self._ended(name) for name in cuda_header().symbols))
        atexit.register(ctypes.memmove, self._table, ended, ctypes.sizeof(ended))

    def _ended(self, name: str) -> int:
        """Return the address of what a function does when Python has ended."""
        own = f"kh_{name}"
        return self._symbol(own if own in _ending().texts else _ending().result)

    def _callback(self, gpu: VirtualGpu, served: Served) -> Any:
        @boundary
        def run(*arguments: Any) -> int:
            return call(gpu, served, arguments)

        return _prototype(served.types)(run)

    def _refusal(self, gpu: VirtualGpu, name: str) -> Any:
        @boundary
        def refuse() -> int:
            gpu.log.not_served(name)
            return Code.NOT_SUPPORTED

        return self._not_served(refuse)

    def address(self, name: str, version: int) -> int:
        """Return the address of the function that a name means for a version; 0 if there is none."""
        symbol = cuda_header().resolve(name, version)
        return 0 if symbol is None else self._symbol(symbol)

    def _symbol(self, name: str) -> int:
        return ctypes.cast(getattr(self._library, name), ctypes.c_void_p).value or 0


@boundary
def call(gpu: VirtualGpu, served: Served, arguments: tuple[Any, ...]) -> int:
    """Run a served function; return its result, which is also the context's error if that has one."""
    with gpu.lock:
        # every error ends here: an exception cannot pass through the C code that called
        try:
            served.run(gpu, arguments)
            return CUDA.SUCCESS
        except CudaError as error:
            return error.code
        except MemoryError:
            return Code.OUT_OF_MEMORY
        except KeyboardInterrupt:  # in a launch: nothing may pass through the C code that called
            if gpu.stack:
                gpu.context.error = Code.LAUNCH_TIMEOUT
            interrupt_later()
            return Code.LAUNCH_TIMEOUT
        except BaseException as error:
            gpu.log.failure(served.symbol, error)
            return Code.UNKNOWN


@functools.cache
def _prototype(types: tuple[CType, ...]) -> Callable[..., Any]:
    return ctypes.CFUNCTYPE(ctypes.c_int, *types)


def refuse_loaded_driver(path: Path) -> None:
    """Raise DeviceError if the process has loaded a ``libcuda.so.1`` other than `path`."""
    try:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    loaded = {line.split(maxsplit=5)[-1] for line in maps.splitlines() if "/libcuda.so" in line}
    others = sorted(name for name in loaded if name != os.fspath(path))
    if others:
        raise DeviceError(
            f"the process must not have loaded a CUDA driver before the virtual one (got {', '.join(others)})"
        )
