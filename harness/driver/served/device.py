"""Initialisation, versions, errors and the device."""

from __future__ import annotations

import ctypes
import re

from ..call import Code, CudaError, Int, Pointer, Size, Uint, serves, store, store_if, text_at
from ..device.gpu import VirtualGpu
from ..device.profile import DRIVER_VERSION
from ..error_texts import ERROR_TEXTS

_UUID = b"kernel-harness\x00\x01"
_TABLE_OF_NVRTC = bytes.fromhex("da9151d33ae6cc41a5c04f26d533e328")
"""Undocumented table that NVRTC 13.0 asks for at each compilation, and does without."""
_BUS_ID = "0000:01:00.0"
_NAMES, _DESCRIPTIONS = (
    {
        code: ctypes.create_string_buffer(texts[at].encode())
        for code, texts in ERROR_TEXTS.items()
        if texts[at]
    }
    for at in (0, 1)
)
_FOUND, _NOT_FOUND = 0, 1
"""Values of CUdriverProcAddressQueryResult."""


@serves("cuInit", needs="")
def init(gpu: VirtualGpu, flags: Uint) -> None:
    if flags:
        raise CudaError(Code.INVALID_VALUE)
    if gpu.is_used_by_parent:  # the process that this one is a fork of
        raise CudaError(Code.NOT_INITIALIZED)
    gpu.is_initialised = True


@serves("cuDriverGetVersion", needs="")
def driver_version(gpu: VirtualGpu, result: Pointer) -> None:
    store(result, DRIVER_VERSION, ctypes.c_int)


@serves("cuGetProcAddress", needs="")
def proc_address(gpu: VirtualGpu, name: Pointer, result: Pointer, version: Int, flags: Size) -> None:
    proc_address_v2(gpu, name, result, version, flags, 0)


@serves("cuGetProcAddress_v2", needs="")
def proc_address_v2(
    gpu: VirtualGpu, name: Pointer, result: Pointer, version: Int, flags: Size, status: Pointer
) -> None:
    address = gpu.find_symbol(text_at(name), version)
    store(result, address)
    store_if(status, _FOUND if address else _NOT_FOUND, ctypes.c_int)
    if not address:
        raise CudaError(Code.NOT_FOUND)


def _error_text(texts: dict[int, ctypes.Array[ctypes.c_char]], code: int, result: Pointer) -> None:
    if code not in texts:
        store(result, 0)
        raise CudaError(Code.INVALID_VALUE)
    store(result, ctypes.addressof(texts[code]))


@serves("cuGetErrorName", needs="")
def error_name(gpu: VirtualGpu, code: Int, result: Pointer) -> None:
    _error_text(_NAMES, code, result)


@serves("cuGetErrorString", needs="")
def error_string(gpu: VirtualGpu, code: Int, result: Pointer) -> None:
    _error_text(_DESCRIPTIONS, code, result)


@serves("cuGetExportTable", needs="")
def export_table(gpu: VirtualGpu, result: Pointer, name: Pointer) -> None:
    if ctypes.string_at(name, len(_TABLE_OF_NVRTC)) == _TABLE_OF_NVRTC:
        raise CudaError(Code.NOT_FOUND)
    gpu.log.not_served("cuGetExportTable, which the CUDA runtime (cudart) needs")
    raise CudaError(Code.NOT_SUPPORTED)


@serves("cuDeviceGetCount", needs="init")
def device_count(gpu: VirtualGpu, result: Pointer) -> None:
    store(result, 1, ctypes.c_int)


def _check_device(device: int) -> None:
    if device:
        raise CudaError(Code.INVALID_DEVICE)


@serves("cuDeviceGet", needs="init")
def device_get(gpu: VirtualGpu, result: Pointer, ordinal: Int) -> None:
    _check_device(ordinal)
    store(result, 0, ctypes.c_int)


@serves("cuDeviceGetName", needs="init")
def device_name(gpu: VirtualGpu, result: Pointer, size: Int, device: Int) -> None:
    _check_device(device)
    _store_text(result, size, gpu.profile.name)


def _store_text(result: Pointer, size: int, text: str) -> None:
    if not result or size < 1:
        raise CudaError(Code.INVALID_VALUE)
    data = text.encode()[: size - 1] + b"\0"
    ctypes.memmove(result, data, len(data))


@serves("cuDeviceGetUuid", "cuDeviceGetUuid_v2", needs="init")
def device_uuid(gpu: VirtualGpu, result: Pointer, device: Int) -> None:
    _check_device(device)
    ctypes.memmove(result, _UUID, len(_UUID))


@serves("cuDeviceTotalMem_v2", needs="init")
def device_memory(gpu: VirtualGpu, result: Pointer, device: Int) -> None:
    _check_device(device)
    store(result, gpu.memory.limit_bytes)


@serves("cuDeviceGetAttribute", needs="init")
def device_attribute(gpu: VirtualGpu, result: Pointer, attribute: Int, device: Int) -> None:
    _check_device(device)
    store(result, gpu.attributes.get(attribute, 0), ctypes.c_int)


@serves("cuDeviceComputeCapability", needs="init")
def device_capability(gpu: VirtualGpu, major: Pointer, minor: Pointer, device: Int) -> None:
    _check_device(device)
    for result, number in zip((major, minor), gpu.profile.capability, strict=True):
        store(result, number, ctypes.c_int)


@serves("cuDeviceGetPCIBusId", needs="init")
def bus_id(gpu: VirtualGpu, result: Pointer, size: Int, device: Int) -> None:
    _check_device(device)
    _store_text(result, size, _BUS_ID)


@serves("cuDeviceGetByPCIBusId", needs="init")
def by_bus_id(gpu: VirtualGpu, result: Pointer, text: Pointer) -> None:
    found = re.fullmatch(r"(?:0*:)?0*1:0+(?:\.0)?", text_at(text))
    if found is None:
        raise CudaError(Code.INVALID_DEVICE)
    store(result, 0, ctypes.c_int)


@serves("cuDeviceCanAccessPeer", needs="init")
def can_access_peer(gpu: VirtualGpu, result: Pointer, device: Int, peer: Int) -> None:
    _check_device(device)
    _check_device(peer)
    store(result, 0, ctypes.c_int)


@serves("cuProfilerStart", "cuProfilerStop", needs="init")
def profiler(gpu: VirtualGpu) -> None:
    """Do nothing: there is nothing to profile."""


@serves("cuProfilerInitialize", needs="")
def profiler_initialize(gpu: VirtualGpu, config: Pointer, output: Pointer, mode: Int) -> None:
    """Do nothing: there is nothing to profile."""
