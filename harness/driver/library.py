"""The library with the name of NVIDIA's driver in this process, its table filled with the functions of `served`.

It is written to the cache, and loaded before anything asks for it.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import DeviceError
from .call import SERVED, CudaError, Served
from .cuda_header import CUDA, Code, cuda_header, error_texts
from .device.gpu import VirtualGpu
from .elf import TABLE, write_shared_library
from .interrupts import boundary, interrupt_later

SONAME = "libcuda.so.1"
_FOLDER = "driver"
_kept: list[object] = []


_ENDED = """\
define i32 @kh_driver_ended() {{
  ret i32 {code}
}}

declare i32 @llvm.umin.i32(i32, i32)
"""
_TEXT_OF_ERROR = """
define i32 @{name}(i32 %code, ptr %result) {{
  %at = call i32 @llvm.umin.i32(i32 %code, i32 {last})
  %index = zext i32 %at to i64
  %place = getelementptr ptr, ptr inttoptr (i64 {table} to ptr), i64 %index
  %text = load ptr, ptr %place
  store ptr %text, ptr %result
  %is_unknown = icmp eq ptr %text, null
  %status = zext i1 %is_unknown to i32
  ret i32 %status
}}
"""


@functools.cache
def _ended() -> Callable[[str], int]:
    """Return a function from a name to an address, of the driver when Python has ended."""
    # Every function says that the driver has ended, and names of errors are still there: a native destructor may call
    # while there is no Python any more. So this is machine code, which stays until the process ends.
    import llvmlite.binding as llvm

    texts = error_texts()
    last = max(texts) + 1  # a code without a text has a null pointer, as this one
    tables = {name: (ctypes.c_char_p * (last + 1))() for name in ("cuGetErrorName", "cuGetErrorString")}
    code = _ENDED.format(code=Code.DEINITIALIZED)
    for at, (name, table) in enumerate(tables.items()):
        for number, both in texts.items():
            table[number] = both[at].encode()
        code += _TEXT_OF_ERROR.format(name=name, last=last, table=ctypes.addressof(table))
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(codemodel="jitdefault", jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(code), machine)
    engine.finalize_object()
    # Python frees what modules hold when it ends, and not what has a reference that nobody gives back.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object((tables, machine, engine)))
    return lambda name: engine.get_function_address(name if name in tables else "kh_driver_ended")


def write_library(folder: Path) -> Path:
    """Write the library, and a link ``libcuda.so`` to it for linkers, unless they are there."""
    path = write_shared_library(folder / _FOLDER, SONAME, cuda_header().symbols)
    link = path.with_name("libcuda.so")
    try:
        if not link.is_symlink():
            link.symlink_to(SONAME)
    except OSError as error:
        raise DeviceError(f"the driver library cannot be written to {path} (got: {error})") from error
    return path


class LoadedDriver:
    """The driver's library, loaded and served."""

    def __init__(self, path: Path, gpu: VirtualGpu) -> None:
        refuse_loaded_driver(path)
        symbols = cuda_header().symbols
        self._library = ctypes.CDLL(os.fspath(path), mode=ctypes.RTLD_GLOBAL)
        self._table = (ctypes.c_uint64 * len(symbols)).in_dll(self._library, TABLE)
        self._callbacks: list[Any] = []
        # what is not served has an entry as well, which notes the call: zero would only return an error
        for index, name in enumerate(symbols):
            served = SERVED.get(name)
            callback = self._callback(gpu, served) if served else self._refusal(gpu, name)
            # ctypes frees the code of a callback with its object, and the table has a mere address.
            self._callbacks.append(callback)
            self._table[index] = ctypes.cast(callback, ctypes.c_void_p).value or 0
        gpu.find_symbol = self.address

    def keep(self) -> None:
        """Keep the callbacks for as long as Python lives: threads and destructors may call the driver still."""
        # Afterwards its functions return CUDA_ERROR_DEINITIALIZED: a native destructor must not run Python code.
        _kept.append(self)
        ended = type(self._table)(*map(_ended(), cuda_header().symbols))
        atexit.register(ctypes.memmove, self._table, ended, ctypes.sizeof(ended))

    def _callback(self, gpu: VirtualGpu, served: Served) -> Any:
        @boundary
        def run(*arguments: Any) -> int:
            return call(gpu, served, arguments)

        return ctypes.CFUNCTYPE(ctypes.c_int, *served.types)(run)

    def _refusal(self, gpu: VirtualGpu, name: str) -> Any:
        @boundary
        def refuse() -> int:
            gpu.log.not_served(name)
            return Code.NOT_SUPPORTED

        # Without parameters: the caller cleans up in both ABIs, so this fits a call of any signature.
        return ctypes.CFUNCTYPE(ctypes.c_int)(refuse)

    def address(self, name: str, version: int) -> int:
        """Return the address of the function that a name means for a version; 0 if there is none."""
        symbol = cuda_header().resolve(name, version)
        found = getattr(self._library, symbol) if symbol else 0
        return ctypes.cast(found, ctypes.c_void_p).value or 0


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


def refuse_loaded_driver(path: Path) -> None:
    """Raise DeviceError if the process has loaded a ``libcuda.so.1`` other than `path`."""
    try:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    # The sixth field of a line is the path, which may contain spaces.
    loaded = {line.split(maxsplit=5)[-1] for line in maps.splitlines() if "/libcuda.so" in line}
    others = sorted(name for name in loaded if name != os.fspath(path))
    if others:
        raise DeviceError(
            f"the process must not have loaded a CUDA driver before the virtual one (got {', '.join(others)})"
        )
