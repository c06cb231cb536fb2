"""The CUDA backend of this process's PyTorch: compiled once for its version, and served by the virtual GPU."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from ..driver.call import CudaError
from ..driver.device.gpu import VirtualGpu
from ..driver.device.state import Buffer
from ..errors import DeviceError
from ..store.disk_cache import content_key

_FOLDER = "torch"
_OPTIONS = ("-std=c++20", "-O1", "-fPIC", "-shared", "-w")
_LIBRARIES = ("c10", "torch_cpu")

_Sizes = ctypes.POINTER(ctypes.c_int64)
_ALLOCATE = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int, ctypes.POINTER(ctypes.c_uint64))
_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_uint64)
_DEFINE = ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_int, _Sizes, _Sizes, ctypes.c_int)
_CHECK = ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_int, _Sizes, _Sizes, ctypes.c_int, ctypes.c_char_p)
_SYNCHRONIZE = ctypes.CFUNCTYPE(None)


class _Gpu(ctypes.Structure):
    """``Gpu`` of backend.cpp."""

    _fields_ = (
        ("allocate", _ALLOCATE),
        ("release", _RELEASE),
        ("define", _DEFINE),
        ("check", _CHECK),
        ("synchronize", _SYNCHRONIZE),
    )


def build(torch: Path, cache: Path) -> Path:
    """Return the backend for the PyTorch in a folder, compiled if the cache does not have it."""
    source = resources.files(__package__).joinpath("backend.cpp").read_text(encoding="utf-8")
    version = (torch / "version.py").read_text(encoding="utf-8")
    place = cache / _FOLDER / f"backend-{content_key(source, version, str(torch))[:16]}.so"
    if place.exists():
        return place
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise DeviceError("PyTorch on the virtual GPU needs a C++ compiler, once (got none); install g++, or set CXX")
    place.parent.mkdir(parents=True, exist_ok=True)
    made = place.with_name(f"{place.name}.{os.getpid()}")
    folders = ("include", "include/torch/csrc/api/include")
    done = subprocess.run(
        [
            *(compiler, *_OPTIONS, "-x", "c++", "-", "-o", str(made)),
            *(f"-I{torch / folder}" for folder in folders),
            *(f"-L{torch / 'lib'}", f"-Wl,-rpath,{torch / 'lib'}", *(f"-l{name}" for name in _LIBRARIES)),
        ],
        input=source, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise DeviceError(f"this version of PyTorch is not known to the virtual GPU (got: {done.stderr.strip()[:2000]})")
    made.replace(place)
    return place


class Backend:
    """What the backend asks of the virtual GPU."""

    def __init__(self, gpu: VirtualGpu, library: Path, torch: Path) -> None:
        self._gpu = gpu
        self._driver = ctypes.CDLL("libcuda.so.1")
        for name in _LIBRARIES:
            ctypes.CDLL(os.fspath(torch / "lib" / f"lib{name}.so"), mode=ctypes.RTLD_GLOBAL)
        self.library = ctypes.CDLL(os.fspath(library))
        self.library.kh_exchange_stream.argtypes = [ctypes.c_int64]
        self.library.kh_exchange_stream.restype = ctypes.c_int64
        self._served = _Gpu(
            _ALLOCATE(self.allocate), _RELEASE(self.release), _DEFINE(self.define),
            _CHECK(self.check), _SYNCHRONIZE(self.synchronize),
        )  # fmt: skip
        self.library.kh_serve(ctypes.byref(self._served))

    def call(self, name: str, *arguments: Any) -> int:
        """Call the driver, in a primary context."""
        if not self._gpu.stack:
            context = ctypes.c_uint64()
            self._driver.cuInit(0)
            self._driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
            self._driver.cuCtxSetCurrent(context)
        return int(getattr(self._driver, name)(*arguments))

    def allocate(self, n_bytes: int, is_written: int, host: Any) -> int:
        if not self._gpu.stack:
            self.synchronize()
        # not by the driver's function, which takes three times as long
        with self._gpu.lock:
            try:
                buffer = self._gpu.memory.allocate(self._gpu.context, n_bytes)
            except (CudaError, MemoryError):
                return 0
            if is_written:
                buffer.allocation.define()
            host[0] = buffer.allocation.data.ctypes.data
            return buffer.address

    def release(self, address: int) -> None:
        # tensors that live to the end of the program are freed behind the GPU
        with self._gpu.lock, contextlib.suppress(CudaError, DeviceError):
            self._gpu.memory.free(self._gpu.memory.starting_at(address, "device"))

    def synchronize(self) -> None:
        self.call("cuCtxSynchronize")

    def define(self, place: int, n_dims: int, sizes: Any, strides: Any, itemsize: int) -> None:
        buffer = self._buffer(place)
        if not buffer.allocation.may_be_undefined:
            return
        if n_dims == itemsize == 1:
            start = place - buffer.address
            buffer.allocation.define(start, start + sizes[0])
        else:
            self._shadow(place, n_dims, sizes, strides, itemsize)[...] = 0

    def check(
        self, place: int, n_dims: int, sizes: Any, strides: Any, itemsize: int, reader: bytes
    ) -> None:
        buffer = self._buffer(place)
        if not buffer.allocation.may_be_undefined:
            return
        shadow = self._shadow(place, n_dims, sizes, strides, itemsize)
        if shadow.any():
            n = int(np.count_nonzero(shadow.any(-1)))
            what = "bytes" if itemsize == 1 else "elements"
            text = f"{reader.decode()} reads {n} of {shadow[..., 0].size} {what} of {buffer.allocation.label}"
            self._gpu.report("uninitialised-read", f"{text} that nothing has written")

    def _buffer(self, address: int) -> Buffer:
        buffer = self._gpu.memory.at(address)
        assert buffer is not None
        return buffer

    def _shadow(self, place: int, n_dims: int, sizes: Any, strides: Any, itemsize: int) -> Any:
        """Return the shadow of a tensor's elements, with the bytes of each in a last dimension."""
        buffer = self._buffer(place)
        shadow = buffer.allocation.shadow()
        assert shadow is not None
        steps = (*(stride * itemsize for stride in strides[:n_dims]), 1)
        return as_strided(shadow[place - buffer.address :], (*sizes[:n_dims], itemsize), steps)
