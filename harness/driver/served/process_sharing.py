"""Memory and events that several processes share.

Shared memory is a file in memory, which another process opens through ``/proc``, or gets from the program. It counts
as written: what other processes write is not known. Each process has its own GPU, which works without delay, so an
event of another process has always happened.
"""

from __future__ import annotations

import ctypes
import os
import struct

from ..call import Bytes64, CudaError, Device, Handle, Int, Pointer, Size, Uint, serves, store, store_bytes
from ..cuda_header import CU, Code
from ..device.gpu import VirtualGpu
from ..device.pools import Pool
from ..device.state import Buffer, Event
from .pool import AS_FILE, pool_handle

_MEMORY, _EVENT, _POINTER = b"KH-MEMRY", b"KH-EVENT", b"KH-PNTER"
_TOLD = struct.Struct("<8sQQQ")
"""What one process tells another: a mark, and three numbers."""


def _tell(result: Pointer, mark: bytes, *numbers: int) -> None:
    store_bytes(result, _TOLD.pack(mark, *numbers).ljust(64, b"\0"))


def _told(data: bytes, mark: bytes) -> tuple[int, int, int]:
    found, one, two, three = _TOLD.unpack_from(data)
    if found != mark:
        raise CudaError(Code.INVALID_VALUE, "a handle must be one that a virtual GPU has given")
    return one, two, three


@serves("cuIpcGetMemHandle")
def memory_handle(gpu: VirtualGpu, result: Pointer, address: Device) -> None:
    buffer, _ = gpu.memory.bytes_at(address, 1)
    if buffer.kind != "device" or buffer.pool is not None:
        raise CudaError(Code.INVALID_VALUE, "memory of cuMemAlloc alone has such handles")
    if buffer.file is None:
        file = os.memfd_create("kernel-harness-memory")
        os.truncate(file, buffer.size_bytes)
        gpu.memory.share(buffer, file)
    assert buffer.file is not None
    _tell(result, _MEMORY, os.getpid(), buffer.file[0], buffer.size_bytes)


@serves("cuIpcOpenMemHandle_v2", "cuIpcOpenMemHandle")
def open_memory(gpu: VirtualGpu, result: Pointer, handle: Bytes64, flags: Uint) -> None:
    process, file, size_bytes = _told(bytes(handle.data), _MEMORY)
    if process == os.getpid():
        raise CudaError(Code.INVALID_CONTEXT, "a process has its own memory already")
    key = process, file
    if key not in gpu.opened:
        try:
            own = os.open(f"/proc/{process}/fd/{file}", os.O_RDWR)
        except OSError as error:
            raise CudaError(Code.INVALID_HANDLE, str(error)) from error
        buffer = gpu.memory.map_file(gpu.context, own, 0, size_bytes, "imported", is_new=False)
        gpu.opened[key] = buffer, 0
    buffer, n_uses = gpu.opened[key]
    gpu.opened[key] = buffer, n_uses + 1
    store(result, buffer.address)


@serves("cuIpcCloseMemHandle")
def close_memory(gpu: VirtualGpu, address: Device) -> None:
    for key, (buffer, n_uses) in gpu.opened.items():
        if buffer.address == address:
            gpu.wait_all()
            if n_uses > 1:
                gpu.opened[key] = buffer, n_uses - 1
                return
            del gpu.opened[key]
            _forget(gpu, buffer)
            return
    raise CudaError(Code.INVALID_VALUE, "memory is closed by the address that it was opened with")


def _forget(gpu: VirtualGpu, buffer: Buffer) -> None:
    gpu.memory.free(buffer)
    if buffer.file is not None:
        os.close(buffer.file[0])


@serves("cuIpcGetEventHandle")
def event_handle(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    if not gpu.object(Event, handle).flags & CU.EVENT_INTERPROCESS:
        raise CudaError(Code.INVALID_HANDLE, "an event must be made for several processes")
    _tell(result, _EVENT, os.getpid(), handle, 0)


@serves("cuIpcOpenEventHandle")
def open_event(gpu: VirtualGpu, result: Pointer, handle: Bytes64) -> None:
    process, _, _ = _told(bytes(handle.data), _EVENT)
    if process == os.getpid():
        raise CudaError(Code.INVALID_CONTEXT, "a process has its own events already")
    store(result, gpu.handle(Event(gpu.context, CU.EVENT_DISABLE_TIMING | CU.EVENT_INTERPROCESS)))


@serves("cuMemPoolExportToShareableHandle", needs="init")
def export_pool(gpu: VirtualGpu, result: Pointer, pool: Pool, kind: Int, flags: Size) -> None:
    if kind != AS_FILE or pool.file is None or pool.is_imported:
        raise CudaError(Code.INVALID_VALUE, "a pool is exported as it was made for, by its own process")
    store(result, os.dup(pool.file), ctypes.c_int)


@serves("cuMemPoolImportFromShareableHandle", needs="init")
def import_pool(gpu: VirtualGpu, result: Pointer, file: Size, kind: Int, flags: Size) -> None:
    if kind != AS_FILE:
        raise CudaError(Code.INVALID_VALUE)
    try:
        pool = Pool("device", file=os.dup(file), is_imported=True)
    except OSError as error:
        raise CudaError(Code.INVALID_VALUE, str(error)) from error
    store(result, pool_handle(gpu, pool))


@serves("cuMemPoolExportPointer", needs="init")
def export_pointer(gpu: VirtualGpu, result: Pointer, address: Device) -> None:
    buffer, _ = gpu.memory.bytes_at(address, 1)
    if buffer.pool is None or buffer.pool.file is None or buffer.file is None:
        raise CudaError(Code.INVALID_VALUE, "the pool must be made for several processes")
    if buffer.kind == "device":
        buffer.allocation.define()  # the other process may write it
    _tell(result, _POINTER, buffer.file[1], buffer.size_bytes, buffer.kind == "host")


@serves("cuMemPoolImportPointer", needs="init")
def import_pointer(gpu: VirtualGpu, result: Pointer, pool: Pool, told: Pointer) -> None:
    if not pool.is_imported or pool.file is None or not told:
        raise CudaError(Code.INVALID_VALUE)
    offset, size_bytes, is_host = _told(ctypes.string_at(told, 64), _POINTER)
    kind = "host" if is_host else "device"
    context = gpu.context_of_memory
    buffer = gpu.memory.map_file(context, pool.file, offset, size_bytes, kind, is_new=False)
    buffer.pool = pool
    pool.take(size_bytes)
    store(result, buffer.address)
