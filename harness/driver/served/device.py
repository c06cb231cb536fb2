"""Initialisation, versions, errors and the device."""

from __future__ import annotations

import ctypes
import re

from ..call import (
    CudaError,
    Int,
    Ordinal,
    Pointer,
    Size,
    Uint,
    kept_text,
    serve_value,
    serves,
    store,
    store_bytes,
    store_if,
    text_at,
)
from ..cuda_header import CU, Code, error_texts
from ..device.gpu import VirtualGpu
from ..device.profile import DRIVER_VERSION

_UUID = b"kernel-harness\x00\x01"
# Undocumented table that NVRTC 13.0 asks for at each compilation, and does without.
_TABLE_OF_NVRTC = bytes.fromhex("da9151d33ae6cc41a5c04f26d533e328")
_BUS_ID = "0000:01:00.0"


@serves("cuInit", needs="")
def init(gpu: VirtualGpu, flags: Uint) -> None:
    if flags:
        raise CudaError(Code.INVALID_VALUE)
    if gpu.is_used_by_parent:  # the process that this one is a fork of
        raise CudaError(Code.NOT_INITIALIZED)
    gpu.is_initialised = True


@serves("cuGetProcAddress", longer="cuGetProcAddress_v2", needs="")
def proc_address(
    gpu: VirtualGpu, name: Pointer, result: Pointer, version: Int, flags: Size, status: Pointer = 0
) -> None:
    address = gpu.find_symbol(text_at(name), version)
    store(result, address)
    outcome = CU.GET_PROC_ADDRESS_SUCCESS if address else CU.GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
    store_if(status, outcome, ctypes.c_int)
    if not address:
        raise CudaError(Code.NOT_FOUND)


def _error_text(at: int, code: int, result: Pointer) -> None:
    """Store the address of the name, or the description, of an error."""
    if code not in error_texts():
        store(result, 0)
        raise CudaError(Code.INVALID_VALUE)
    store(result, kept_text(error_texts()[code][at]))


@serves("cuGetErrorName", needs="")
def error_name(gpu: VirtualGpu, code: Int, result: Pointer) -> None:
    _error_text(0, code, result)


@serves("cuGetErrorString", needs="")
def error_string(gpu: VirtualGpu, code: Int, result: Pointer) -> None:
    _error_text(1, code, result)


@serves("cuGetExportTable", needs="")
def export_table(gpu: VirtualGpu, result: Pointer, name: Pointer) -> None:
    if ctypes.string_at(name, len(_TABLE_OF_NVRTC)) == _TABLE_OF_NVRTC:
        raise CudaError(Code.NOT_FOUND)
    gpu.log.not_served("cuGetExportTable, which the CUDA runtime (cudart) needs")
    raise CudaError(Code.NOT_SUPPORTED)


@serves("cuDeviceGetName", needs="init")
def device_name(gpu: VirtualGpu, result: Pointer, size: Int, device: Ordinal) -> None:
    _store_text(result, size, gpu.profile.name)


def _store_text(result: Pointer, size: int, text: str) -> None:
    if size < 1:
        raise CudaError(Code.INVALID_VALUE)
    store_bytes(result, text.encode()[: size - 1] + b"\0")


@serves("cuDeviceGetUuid", "cuDeviceGetUuid_v2", needs="init")
def device_uuid(gpu: VirtualGpu, result: Pointer, device: Ordinal) -> None:
    store_bytes(result, _UUID)


@serves("cuDeviceComputeCapability", needs="init")
def device_capability(gpu: VirtualGpu, major: Pointer, minor: Pointer, device: Ordinal) -> None:
    for result, number in zip((major, minor), gpu.profile.capability, strict=True):
        store(result, number, ctypes.c_int)


@serves("cuDeviceGetPCIBusId", needs="init")
def bus_id(gpu: VirtualGpu, result: Pointer, size: Int, device: Ordinal) -> None:
    _store_text(result, size, _BUS_ID)


@serves("cuDeviceGetByPCIBusId", needs="init")
def by_bus_id(gpu: VirtualGpu, result: Pointer, text: Pointer) -> None:
    found = re.fullmatch(r"(?:0*:)?0*1:0+(?:\.0)?", text_at(text))
    if found is None:
        raise CudaError(Code.INVALID_DEVICE)
    store(result, 0, ctypes.c_int)


@serves("cuProfilerStart", "cuProfilerStop", needs="init")
def profiler(gpu: VirtualGpu) -> None:
    """Do nothing: there is nothing to profile."""


@serves("cuProfilerInitialize", needs="")
def profiler_initialize(gpu: VirtualGpu, config: Pointer, output: Pointer, mode: Int) -> None:
    """Do nothing: there is nothing to profile."""


serve_value("cuDriverGetVersion(Int*)", lambda gpu: DRIVER_VERSION, "")
serve_value("cuDeviceGetCount(Int*)", lambda gpu: 1, "init")
serve_value("cuDeviceGet(Int*, Ordinal)", lambda gpu, device: device, "init")
serve_value("cuDeviceTotalMem_v2(Size*, Ordinal)", lambda gpu, device: gpu.memory.limit_bytes, "init")
serve_value(
    "cuDeviceGetAttribute(Int*, Int, Ordinal)",
    lambda gpu, which, device: gpu.attributes.get(which, 0),
    "init",
)
serve_value("cuDeviceCanAccessPeer(Int*, Ordinal, Ordinal)", lambda gpu, device, peer: 0, "init")
