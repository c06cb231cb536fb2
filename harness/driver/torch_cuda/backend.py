"""The CUDA backend of this process's PyTorch: compiled once for its version, and served by the virtual GPU."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from ...errors import DeviceError
from ...store.disk_cache import content_key
from ..call import CudaError
from ..device.gpu import VirtualGpu
from ..device.memory import host_bytes, label_of
from ..device.state import Buffer
from ..findings import OWN_FOLDER, PythonLine, is_installed
from ..interrupts import boundary

KNOWN = ("2.11", "2.12", "2.13", "2.14")
"""Releases of PyTorch that have an environment in tox.ini."""
_FOLDER = "torch"
_OPTIONS = ("-std=c++20", "-O1", "-fPIC", "-shared", "-w")
_LIBRARIES = ("c10", "torch_cpu")
_OWN_BACKEND = "torch_cuda"
"""Library of PyTorch's build for CUDA; what it registers is replaced."""

_ARENA_BYTES = 1 << 41
_DTYPES = {
    "Float": "float32", "Half": "float16", "Double": "float64", "Byte": "uint8", "Char": "int8", "Short": "int16",
    "Int": "int32", "Long": "int64",
}  # fmt: skip
"""NumPy's names of element types, by those of ATen that are not the same in lower case."""

_Sizes = ctypes.POINTER(ctypes.c_int64)
_IS_PROGRAM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_ELEMENTS = ctypes.c_uint64, ctypes.c_int, _Sizes, _Sizes, ctypes.c_int
_DEFINE = ctypes.CFUNCTYPE(None, *_ELEMENTS)
_CHECK = ctypes.CFUNCTYPE(ctypes.c_int, *_ELEMENTS, ctypes.c_char_p)
_COPY = ctypes.CFUNCTYPE(ctypes.c_int, *_ELEMENTS, ctypes.c_uint64, _Sizes, ctypes.c_int)


class _Gpu(ctypes.Structure):
    """``Gpu`` of backend.cpp."""

    _fields_ = (
        ("first", ctypes.c_uint64),
        ("last", ctypes.c_uint64),
        ("limit_bytes", ctypes.c_uint64),
        ("checks_reads", ctypes.c_int),
        ("is_program", _IS_PROGRAM),
        ("define", _DEFINE),
        ("check", _CHECK),
        ("copy", _COPY),
    )


class _Change(ctypes.Structure):
    """``Change`` of backend.cpp."""

    _fields_ = (
        ("address", ctypes.c_uint64),
        ("n_bytes", ctypes.c_uint64),
        ("host", ctypes.c_void_p),
        ("code", ctypes.c_void_p),
        ("line", ctypes.c_int),
        ("is_fresh", ctypes.c_int),
        ("n_dims", ctypes.c_int),
        ("dtype", ctypes.c_char_p),
        ("sizes", _Sizes),
        ("strides", _Sizes),
    )


def build(torch: Path, cache: Path) -> Path:
    """Return the backend for the PyTorch in a folder, compiled if the cache does not have it; raises DeviceError."""
    source = resources.files(__package__).joinpath("backend.cpp").read_text(encoding="utf-8")
    version = (torch / "version.py").read_text(encoding="utf-8")
    place = cache / _FOLDER / f"backend-{content_key(source, version, str(torch))[:16]}.so"
    if place.exists():
        return place
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise DeviceError(
            "CUDA tensors on the virtual GPU need a C++ compiler (got none); install g++, or set CXX to one"
        )
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.with_suffix(".lock").open("w") as lock:  # one of several processes compiles
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            sys.stderr.write(f"kernel-harness compiles its backend for PyTorch {_version(torch)}, once\n")
            _compile(shlex.split(compiler), source, torch, place)
    return place


def _version(torch: Path) -> str:
    text = (torch / "version.py").read_text(encoding="utf-8")
    return next(iter(re.findall(r"__version__ = '(.*)'", text)), "unknown")


def _unknown(torch: Path) -> str:
    return f"the virtual GPU does not know PyTorch {_version(torch)}; it knows {', '.join(KNOWN)}"


def _compile(compiler: list[str], source: str, torch: Path, place: Path) -> None:
    made = place.with_suffix(".part")
    folders = ("include", "include/torch/csrc/api/include")
    command = [
        *(*compiler, *_OPTIONS, "-x", "c++", "-", "-o", str(made)),
        *(f"-I{torch / folder}" for folder in folders),
        *(f"-L{torch / 'lib'}", f"-Wl,-rpath,{torch / 'lib'}", *(f"-l{library}" for library in _LIBRARIES)),
    ]
    try:
        done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    except OSError as error:
        raise DeviceError(f"the C++ compiler must be a program (got {compiler[0]!r}: {error})") from error
    if done.returncode:
        errors = "\n".join(line for line in done.stderr.splitlines() if "error" in line) or done.stderr
        raise DeviceError(f"{_unknown(torch)} (got from {compiler[0]}: {errors[:1000]})")
    made.replace(place)


class Backend:
    """The compiled backend of this process, and what it asks of the virtual GPU."""

    def __init__(self, gpu: VirtualGpu, library: Path, torch: Path) -> None:
        self._gpu = gpu
        self._driver = ctypes.CDLL("libcuda.so.1")
        try:
            for name in (*_LIBRARIES, _OWN_BACKEND):
                place = torch / "lib" / f"lib{name}.so"
                if name in _LIBRARIES or place.exists():
                    ctypes.CDLL(os.fspath(place), mode=ctypes.RTLD_GLOBAL)
            self.library = ctypes.CDLL(os.fspath(library))
        except OSError as error:
            raise DeviceError(f"{_unknown(torch)} (got {error})") from error
        self.library.kh_exchange_stream.argtypes = [ctypes.c_int64]
        self.library.kh_exchange_stream.restype = ctypes.c_int64
        # Python would take its lock again after each call
        self._changes = ctypes.PyDLL(os.fspath(library)).kh_changes
        self._changes.restype = ctypes.POINTER(_Change)
        first = gpu.memory.reserve(_ARENA_BYTES)
        self._served = _Gpu(
            *(first, first + _ARENA_BYTES, gpu.memory.limit_bytes, gpu.watch.undefined),
            *(_IS_PROGRAM(self._is_program), _DEFINE(self._define), _CHECK(self._check), _COPY(self._copy)),
        )
        self.library.kh_serve(ctypes.byref(self._served))
        self.library.kh_unserved.restype = ctypes.c_char_p
        if (table := self.library.kh_unserved()) is not None:
            raise DeviceError(f"{_unknown(torch)} (got another backend in {table.decode()})")
        gpu.learn_tensors = self._learn

    def call(self, name: str, *arguments: Any) -> int:
        """Call the driver, in the primary context if the thread has none; return the function's result."""
        if not self._gpu.stack:
            self.library.kh_enter()
        return int(getattr(self._driver, name)(*arguments))

    def memory(self, *, resets_peak: bool = False) -> tuple[int, int, int, int]:
        """Return the bytes of tensors: now, at most, and all that were ever allocated; and the failures."""
        figures = (ctypes.c_int64 * 4)()
        self.library.kh_memory(figures, resets_peak)
        return tuple(figures)

    @boundary
    def _is_program(self, code: int) -> bool:
        file: str = ctypes.cast(code, ctypes.py_object).value.co_filename
        return not file.startswith(OWN_FOLDER) and not is_installed(file)

    def _learn(self) -> None:
        n = ctypes.c_size_t()
        changes = self._changes(ctypes.byref(n))
        for change in changes[: n.value]:
            if change.host is None:
                with contextlib.suppress(CudaError):  # its context may have ended
                    self._gpu.memory.free(self._gpu.memory.starting_at(change.address, "tensor"))
                continue
            code, line = change.code, PythonLine()
            if code is not None:
                code = ctypes.cast(code, ctypes.py_object).value
                line = PythonLine(code.co_filename, change.line, code.co_name)
            dtype, n_dims = change.dtype.decode(), change.n_dims
            sizes, strides = change.sizes[:n_dims], change.strides[:n_dims]
            what = f"{_DTYPES.get(dtype, dtype.lower())} tensor {sizes}"
            if strides != _dense(sizes):
                what += f" with strides {strides}"
            data = host_bytes(change.host, change.n_bytes)
            label, context = label_of(line, what), self._gpu.primary_context()
            self._gpu.memory.adopt(context, change.address, data, line, label, bool(change.is_fresh))

    @boundary
    def _define(self, place: int, n_dims: int, sizes: Any, strides: Any, itemsize: int) -> None:
        with self._gpu.lock:
            buffer = self._buffer(place)
            if n_dims == itemsize == 1:
                start = place - buffer.address
                buffer.allocation.define(start, start + sizes[0])
            elif buffer.allocation.may_be_undefined:
                self._shadow(buffer, place, n_dims, sizes, strides, itemsize)[...] = 0

    @boundary
    def _check(self, place: int, n_dims: int, sizes: Any, strides: Any, itemsize: int, reader: bytes) -> bool:
        """Report elements that nothing has written; return whether every byte of the buffer has been written."""
        with self._gpu.lock:
            buffer = self._buffer(place)
            if buffer.allocation.may_be_undefined:
                shadow = self._shadow(buffer, place, n_dims, sizes, strides, itemsize)
                if shadow.any():
                    n = int(np.count_nonzero(shadow.any(-1)))
                    what = "bytes" if itemsize == 1 else "elements"
                    text = f"{reader.decode()} reads {n} of {shadow[..., 0].size} {what} of {buffer.allocation.label}"
                    self._gpu.report("uninitialised-read", f"{text} that nothing has written")
                    return False
                whole = buffer.allocation.shadow()
                if whole is not None and not whole.any():
                    buffer.allocation.define()
            return not buffer.allocation.may_be_undefined

    @boundary
    def _copy(self, place: int, n_dims: int, sizes: Any, *given: Any) -> bool:
        """Let elements that nothing has written stay so in a copy; return whether there are any."""
        strides, itemsize, source, source_strides, source_itemsize = given
        with self._gpu.lock:
            buffer, target = self._buffer(source), self._buffer(place)
            if not buffer.allocation.may_be_undefined or not target.allocation.may_be_undefined:
                return False
            shadow = self._shadow(buffer, source, n_dims, sizes, source_strides, source_itemsize)
            unwritten = shadow.max(-1, keepdims=True)
            if not unwritten.any():
                return False
            self._shadow(target, place, n_dims, sizes, strides, itemsize)[...] = unwritten
            return True

    def _buffer(self, address: int) -> Buffer:
        self._learn()
        buffer = self._gpu.memory.at(address)
        assert buffer is not None
        return buffer

    def _shadow(
        self, buffer: Buffer, place: int, n_dims: int, sizes: Any, strides: Any, itemsize: int
    ) -> NDArray[np.uint8]:
        """Return the shadow of a tensor's elements, with the bytes of each in a last dimension."""
        shadow = buffer.allocation.shadow()
        assert shadow is not None
        steps = (*(stride * itemsize for stride in strides[:n_dims]), 1)
        return as_strided(shadow[place - buffer.address :], (*sizes[:n_dims], itemsize), steps)


def _dense(sizes: list[int]) -> list[int]:
    return [math.prod(sizes[at + 1 :]) for at in range(len(sizes))]
