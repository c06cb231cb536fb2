"""Records when a GPU reads and writes the host memory of asynchronous copies, and what wrong types give.

``python -m tests.agreement.gpu_answers.page_locked OUT.json`` runs each probe in a process of its own, some of them
under compute-sanitizer, too. It calls the driver by ctypes, so that the same probes run on the virtual GPU:
``kernel-harness run -m tests.agreement.gpu_answers.page_locked --child PROBE MEMORY BYTES NANOSECONDS``.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import struct
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from tests.agreement.gpu_answers.probing import SANITIZER, Driver, ask, write
from tests.progress import say

OLD, NEW = 1, 2
"""Every byte of a source when its copy is ordered, and those that the host changes afterwards."""
CHANGED = 1 << 20
"""Bytes at the end of a source that the host changes, at most: a copy reaches them last."""
LARGE, SMALL = 256 << 20, 4096
BUSY_NS = 100_000_000
"""How long a kernel before the copy keeps the stream busy."""
MEMORIES = ("pinned", "registered", "pageable")
PROBES = (
    *(("source_changed", memory, LARGE, 0) for memory in MEMORIES),
    *(("source_changed", memory, size, BUSY_NS) for memory in MEMORIES for size in (SMALL, 1 << 20)),
    *(("result_read", memory, size, BUSY_NS) for memory in MEMORIES for size in (SMALL, 1 << 20)),
    *(("other_stream", memory, size, BUSY_NS) for memory in MEMORIES for size in (SMALL, 1 << 20)),
    ("double_for_float", "pageable", 24, 0),
    ("doubles_as_floats", "pageable", 64, 0),
)
"""Probe, memory of the host, bytes of the copy, nanoseconds of the kernel before it."""
UNDER_SANITIZER = (("source_changed", "pinned", 1 << 20, 0), *PROBES[-2:])
TOOLS = ("memcheck", "initcheck")

_PTX = b"""
.version 7.0
.target sm_80
.address_size 64
.visible .entry busy(.param .u64 nanoseconds)
{
  .reg .pred %p<2>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [nanoseconds];
  mov.u64 %rd2, %globaltimer;
wait:
  mov.u64 %rd3, %globaltimer;
  sub.u64 %rd4, %rd3, %rd2;
  setp.lt.u64 %p1, %rd4, %rd1;
  @%p1 bra wait;
  ret;
}
.visible .entry mixed(.param .u64 out, .param .f32 v, .param .u32 n, .param .f64 w)
{
  .reg .f32 %f<4>;
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  .reg .f64 %fd<2>;
  ld.param.u64 %rd1, [out];
  ld.param.f32 %f1, [v];
  ld.param.u32 %r1, [n];
  ld.param.f64 %fd1, [w];
  cvt.rn.f32.u32 %f2, %r1;
  cvt.rn.f32.f64 %f3, %fd1;
  st.global.f32 [%rd1], %f1;
  st.global.f32 [%rd1+4], %f2;
  st.global.f32 [%rd1+8], %f3;
  ret;
}
.visible .entry twice(.param .u64 x)
{
  .reg .f32 %f<3>;
  .reg .b32 %r<2>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [x];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.f32 %f1, [%rd3];
  add.f32 %f2, %f1, %f1;
  st.global.f32 [%rd3], %f2;
  ret;
}
\0"""


def main() -> int:
    if sys.argv[1] == "--child":
        probe, memory, size, busy = sys.argv[2:6]
        say(json.dumps(getattr(_Probe(memory, int(size), int(busy)), probe)()))
        return 0
    document: dict[str, Any] = {"recorded_by": f"python -m {__spec__.name}", "machine": Driver().info}
    document |= {"probes": [], "sanitizer": {}}
    for probe in PROBES:
        row = dict(zip(("probe", "memory", "bytes", "busy_ns"), probe, strict=True))
        row |= ask(__spec__.name, "--child", *probe)
        document["probes"].append(row)
        say(json.dumps(row))
    for tool in TOOLS if SANITIZER else ():
        for probe in UNDER_SANITIZER:
            said = ask(__spec__.name, "--child", *probe, tool=tool)["said"]
            document["sanitizer"].setdefault(tool, {})[probe[0]] = said
            say(f"{tool} {probe[0]} {said}")
    write(Path(sys.argv[1]), document)
    return 0


class _Probe:
    def __init__(self, memory: str, size: int, busy_ns: int) -> None:
        driver = Driver()
        self._call, self._cuda = driver.must, driver.library
        self._busy_ns, self._size = busy_ns, size
        self._module = ctypes.c_void_p()
        self._call("cuModuleLoadData", ctypes.byref(self._module), _PTX)
        self._first, self._second = ctypes.c_void_p(), ctypes.c_void_p()
        for stream in (self._first, self._second):
            self._call("cuStreamCreate", ctypes.byref(stream), 1)  # does not wait for the default stream
        self._host = self._host_memory(memory)
        self._buffer = self._device_memory(size)

    def source_changed(self) -> dict[str, Any]:
        """Change the end of a source at once; tell how many bytes of each kind have arrived there."""
        changed = min(CHANGED, self._size)
        end = ctypes.c_void_p(self._host + self._size - changed)
        ctypes.memset(self._host, OLD, self._size)
        self._keep_busy()
        begin = time.perf_counter()
        self._call("cuMemcpyHtoDAsync_v2", self._buffer, self._host_pointer, self._bytes, self._first)
        call_ms = (time.perf_counter() - begin) * 1e3
        ctypes.memset(end, NEW, changed)
        self._call("cuCtxSynchronize")
        arrived = self._read(self._buffer.value + self._size - changed, changed)
        return {
            "old": int((arrived == OLD).sum()),
            "new": int((arrived == NEW).sum()),
            "call_ms": round(call_ms, 3),
        }

    def result_read(self) -> dict[str, Any]:
        """Copy to the host behind a kernel; tell what is there when the call returns, and if the stream is idle."""
        self._fill(NEW)
        ctypes.memset(self._host, OLD, self._size)
        self._keep_busy()
        self._call("cuMemcpyDtoHAsync_v2", self._host_pointer, self._buffer, self._bytes, self._first)
        seen = np.frombuffer(ctypes.string_at(self._host, self._size), np.uint8)
        is_idle = self._cuda.cuStreamQuery(self._first) == 0
        self._call("cuCtxSynchronize")
        return {"old": int((seen == OLD).sum()), "new": int((seen == NEW).sum()), "is_idle": is_idle}

    def other_stream(self) -> dict[str, Any]:
        """Copy to the device behind a kernel; tell what another stream reads there, and if the first is idle."""
        other = self._device_memory(self._size)
        self._fill(OLD)
        ctypes.memset(self._host, NEW, self._size)
        self._keep_busy()
        self._call("cuMemcpyHtoDAsync_v2", self._buffer, self._host_pointer, self._bytes, self._first)
        self._call("cuMemcpyDtoDAsync_v2", other, self._buffer, self._bytes, self._second)
        is_idle = self._cuda.cuStreamQuery(self._first) == 0
        self._call("cuCtxSynchronize")
        seen = self._read(other.value, self._size)
        return {"old": int((seen == OLD).sum()), "new": int((seen == NEW).sum()), "is_idle": is_idle}

    def double_for_float(self) -> dict[str, Any]:
        """Pass two doubles where a kernel has a float, an int and a double: alignment hides the missing argument."""
        self._fill(0)
        self._launch("mixed", struct.pack("=Qdd", self._buffer.value, 2.0, 3.0))
        self._call("cuCtxSynchronize")
        return {"values": self._read(self._buffer.value, 12).view(np.float32).tolist()}

    def doubles_as_floats(self) -> dict[str, Any]:
        x = np.linspace(0, 1, 8)
        self._call("cuMemcpyHtoD_v2", self._buffer, ctypes.c_void_p(x.ctypes.data), ctypes.c_size_t(x.nbytes))
        self._launch("twice", struct.pack("=Q", self._buffer.value), 8)
        self._call("cuCtxSynchronize")
        return {"values": self._read(self._buffer.value, 64).view(np.float64).tolist()}

    @property
    def _host_pointer(self) -> ctypes.c_void_p:
        return ctypes.c_void_p(self._host)

    @property
    def _bytes(self) -> ctypes.c_size_t:
        return ctypes.c_size_t(self._size)

    def _host_memory(self, memory: str) -> int:
        if memory == "pinned":
            found = ctypes.c_void_p()
            self._call("cuMemAllocHost_v2", ctypes.byref(found), self._bytes)
            return int(found.value or 0)
        self._kept = mmap.mmap(-1, self._size)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._kept))
        if memory == "registered":
            self._call("cuMemHostRegister_v2", ctypes.c_void_p(address), self._bytes, 0)
        return address

    def _device_memory(self, size: int) -> ctypes.c_uint64:
        found = ctypes.c_uint64()
        self._call("cuMemAlloc_v2", ctypes.byref(found), ctypes.c_size_t(size))
        return found

    def _fill(self, value: int) -> None:
        self._call("cuMemsetD8_v2", self._buffer, ctypes.c_ubyte(value), self._bytes)
        self._call("cuCtxSynchronize")

    def _read(self, address: int, size: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        found = np.zeros(size, np.uint8)
        target = ctypes.c_void_p(found.ctypes.data)
        self._call("cuMemcpyDtoH_v2", target, ctypes.c_uint64(address), ctypes.c_size_t(size))
        return found

    def _keep_busy(self) -> None:
        if self._busy_ns:
            self._launch("busy", struct.pack("=Q", self._busy_ns))

    def _launch(self, name: str, arguments: bytes, threads: int = 1) -> None:
        function = ctypes.c_void_p()
        self._call("cuModuleGetFunction", ctypes.byref(function), self._module, name.encode())
        data = ctypes.create_string_buffer(arguments, len(arguments))
        size = ctypes.c_size_t(len(arguments))
        extra = (ctypes.c_void_p * 5)(1, ctypes.addressof(data), 2, ctypes.addressof(size), 0)
        shape = (1, 1, 1, threads, 1, 1, 0)
        self._call("cuLaunchKernel", function, *shape, self._first, None, extra)


if __name__ == "__main__":
    sys.exit(main())
