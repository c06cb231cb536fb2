"""Copies and fills."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from ..call import Byte, Code, CudaError, Device, Handle, Pointer, Short, Size, Uint, serves
from ..device.copies import copy, fill
from ..device.gpu import VirtualGpu
from ..device.state import MEMSET_NODE, Array, Stream, captured

_HOST, _DEVICE, _ARRAY, _UNIFIED = 1, 2, 3, 4
"""Values of CUmemorytype."""


@serves("cuMemcpyHtoD_v2")
def to_device(gpu: VirtualGpu, target: Device, source: Pointer, size_bytes: Size) -> None:
    copy(gpu, (target, True), (source, False), size_bytes, gpu.stream(0))


@serves("cuMemcpyDtoH_v2")
def to_host(gpu: VirtualGpu, target: Pointer, source: Device, size_bytes: Size) -> None:
    copy(gpu, (target, False), (source, True), size_bytes, gpu.stream(0))


@serves("cuMemcpyDtoD_v2")
def on_device(gpu: VirtualGpu, target: Device, source: Device, size_bytes: Size) -> None:
    copy(gpu, (target, True), (source, True), size_bytes, gpu.stream(0))


@serves("cuMemcpy")
def unified(gpu: VirtualGpu, target: Device, source: Device, size_bytes: Size) -> None:
    copy(gpu, (target, False), (source, False), size_bytes, gpu.stream(0))


@serves("cuMemcpyPeer")
def peer(gpu: VirtualGpu, target: Device, to: Handle, source: Device, of: Handle, size_bytes: Size) -> None:
    copy(gpu, (target, True), (source, True), size_bytes, gpu.stream(0))


@serves("cuMemcpyHtoDAsync_v2")
def to_device_async(
    gpu: VirtualGpu, target: Device, source: Pointer, size_bytes: Size, stream: Handle
) -> None:
    copy(gpu, (target, True), (source, False), size_bytes, gpu.stream(stream), is_async=True)


@serves("cuMemcpyDtoHAsync_v2")
def to_host_async(gpu: VirtualGpu, target: Pointer, source: Device, size_bytes: Size, stream: Handle) -> None:
    copy(gpu, (target, False), (source, True), size_bytes, gpu.stream(stream), is_async=True)


@serves("cuMemcpyDtoDAsync_v2")
def on_device_async(
    gpu: VirtualGpu, target: Device, source: Device, size_bytes: Size, stream: Handle
) -> None:
    copy(gpu, (target, True), (source, True), size_bytes, gpu.stream(stream), is_async=True)


@serves("cuMemcpyAsync")
def unified_async(gpu: VirtualGpu, target: Device, source: Device, size_bytes: Size, stream: Handle) -> None:
    copy(gpu, (target, False), (source, False), size_bytes, gpu.stream(stream), is_async=True)


@serves("cuMemcpyPeerAsync")
def peer_async(
    gpu: VirtualGpu,
    target: Device,
    to: Handle,
    source: Device,
    of: Handle,
    size_bytes: Size,
    stream: Handle,
) -> None:
    copy(gpu, (target, True), (source, True), size_bytes, gpu.stream(stream), is_async=True)


class _Side2D(ctypes.Structure):
    _fields_ = (
        ("x", ctypes.c_size_t),
        ("y", ctypes.c_size_t),
        ("kind", ctypes.c_uint32),
        ("host", ctypes.c_uint64),
        ("device", ctypes.c_uint64),
        ("array", ctypes.c_uint64),
        ("pitch", ctypes.c_size_t),
    )


class _Copy2D(ctypes.Structure):
    """CUDA_MEMCPY2D."""

    _fields_ = (
        ("source", _Side2D),
        ("target", _Side2D),
        ("width", ctypes.c_size_t),
        ("height", ctypes.c_size_t),
    )


class _Side3D(ctypes.Structure):
    _fields_ = (
        ("x", ctypes.c_size_t),
        ("y", ctypes.c_size_t),
        ("z", ctypes.c_size_t),
        ("level", ctypes.c_size_t),
        ("kind", ctypes.c_uint32),
        ("host", ctypes.c_uint64),
        ("device", ctypes.c_uint64),
        ("array", ctypes.c_uint64),
        ("context", ctypes.c_uint64),
        ("pitch", ctypes.c_size_t),
        ("height", ctypes.c_size_t),
    )


class Copy3D(ctypes.Structure):
    """CUDA_MEMCPY3D, and CUDA_MEMCPY3D_PEER, whose contexts are reserved fields of the other."""

    _fields_ = (
        ("source", _Side3D),
        ("target", _Side3D),
        ("width", ctypes.c_size_t),
        ("height", ctypes.c_size_t),
        ("depth", ctypes.c_size_t),
    )


@dataclass(frozen=True)
class _Rows:
    """Rows of one side of a copy: the first byte, the distances of rows and planes, whether it must be the device's."""

    address: int
    pitch: int
    plane: int
    is_device: bool


def _array_rows(gpu: VirtualGpu, side: _Side2D | _Side3D, params: _Copy2D | Copy3D) -> _Rows:
    """Return the rows of an array; INVALID_VALUE, with a finding, if the copy does not fit into it."""
    array = gpu.object(Array, side.array)
    texels = array.texels
    z, depth = (side.z, params.depth) if isinstance(side, _Side3D) and isinstance(params, Copy3D) else (0, 1)
    row = texels.width * texels.texel_bytes
    ends = side.x + params.width, side.y + params.height, z + depth
    limits = row, texels.height, texels.depth
    if isinstance(side, _Side3D) and side.level:
        raise CudaError(Code.INVALID_VALUE, "an array has one level")
    if any(end > limit for end, limit in zip(ends, limits, strict=True)):
        gpu.report(
            "copy-out-of-bounds",
            f"a copy does not fit into {array.buffer.allocation.label}: it ends at byte {ends[0]} of rows of {row} "
            f"bytes, row {ends[1]} of {limits[1]}, slice {ends[2]} of {limits[2]}",
        )
        raise CudaError(Code.INVALID_VALUE)
    plane = texels.row_bytes * texels.height
    address = array.buffer.address + side.x + side.y * texels.row_bytes + z * plane
    return _Rows(address, texels.row_bytes, plane, True)


def _rows(gpu: VirtualGpu, side: _Side2D | _Side3D, params: _Copy2D | Copy3D) -> _Rows:
    """Return the rows of one side of a copy."""
    if side.kind == _ARRAY:
        return _array_rows(gpu, side, params)
    if side.kind not in (_HOST, _DEVICE, _UNIFIED):
        raise CudaError(Code.INVALID_VALUE, "unknown kind of memory")
    address = side.host if side.kind == _HOST else side.device
    pitch = side.pitch or params.width
    if pitch < params.width:
        raise CudaError(Code.INVALID_VALUE, "a pitch must not be smaller than the width")
    rows = (side.height or params.height) if isinstance(side, _Side3D) else 0
    z = side.z if isinstance(side, _Side3D) else 0
    start = address + side.x + (side.y + z * rows) * pitch
    return _Rows(start, pitch, pitch * rows, side.kind == _DEVICE)


def copy_rows(gpu: VirtualGpu, params: _Copy2D | Copy3D, stream: Handle, *, is_async: bool) -> None:
    """Copy the rows that the parameters of a copy in two or three dimensions name."""
    source, target = (_rows(gpu, side, params) for side in (params.source, params.target))
    width, height = params.width, params.height
    if source.pitch == target.pitch == width:  # no gaps: the rows of a plane are one piece
        width, height = width * height, 1
    for plane in range(params.depth if isinstance(params, Copy3D) else 1):
        for row in range(height):
            copy(
                gpu,
                (target.address + plane * target.plane + row * target.pitch, target.is_device),
                (source.address + plane * source.plane + row * source.pitch, source.is_device),
                width,
                gpu.stream(stream),
                is_async=is_async,
            )


@serves("cuMemcpy2D_v2", "cuMemcpy2DUnaligned_v2")
def copy_2d(gpu: VirtualGpu, params: Pointer) -> None:
    copy_rows(gpu, _Copy2D.from_address(params), 0, is_async=False)


@serves("cuMemcpy2DAsync_v2")
def copy_2d_async(gpu: VirtualGpu, params: Pointer, stream: Handle) -> None:
    copy_rows(gpu, _Copy2D.from_address(params), stream, is_async=True)


@serves("cuMemcpy3D_v2", "cuMemcpy3DPeer")
def copy_3d(gpu: VirtualGpu, params: Pointer) -> None:
    copy_rows(gpu, Copy3D.from_address(params), 0, is_async=False)


@serves("cuMemcpy3DAsync_v2", "cuMemcpy3DPeerAsync")
def copy_3d_async(gpu: VirtualGpu, params: Pointer, stream: Handle) -> None:
    copy_rows(gpu, Copy3D.from_address(params), stream, is_async=True)


def fill_elements(
    gpu: VirtualGpu,
    address: int,
    value: int,
    width: int,
    count: int,
    stream: int,
    rows: tuple[int, int] = (0, 1),
) -> None:
    """Fill rows with an element of `width` bytes; `rows` is their pitch and their number."""
    pitch, n_rows = rows

    def run(target: Stream) -> None:
        gpu.begin(target)
        for row in range(n_rows):
            fill(gpu, address + row * pitch, value.to_bytes(width, "little"), count, target)

    chosen = gpu.stream(stream)
    if not captured(chosen, run, MEMSET_NODE):
        run(chosen)


@serves("cuMemsetD8_v2")
def fill_8(gpu: VirtualGpu, address: Device, value: Byte, count: Size) -> None:
    fill_elements(gpu, address, value, 1, count, 0)


@serves("cuMemsetD16_v2")
def fill_16(gpu: VirtualGpu, address: Device, value: Short, count: Size) -> None:
    fill_elements(gpu, address, value, 2, count, 0)


@serves("cuMemsetD32_v2")
def fill_32(gpu: VirtualGpu, address: Device, value: Uint, count: Size) -> None:
    fill_elements(gpu, address, value, 4, count, 0)


@serves("cuMemsetD8Async")
def fill_8_async(gpu: VirtualGpu, address: Device, value: Byte, count: Size, stream: Handle) -> None:
    fill_elements(gpu, address, value, 1, count, stream)


@serves("cuMemsetD16Async")
def fill_16_async(gpu: VirtualGpu, address: Device, value: Short, count: Size, stream: Handle) -> None:
    fill_elements(gpu, address, value, 2, count, stream)


@serves("cuMemsetD32Async")
def fill_32_async(gpu: VirtualGpu, address: Device, value: Uint, count: Size, stream: Handle) -> None:
    fill_elements(gpu, address, value, 4, count, stream)


@serves("cuMemsetD2D8_v2")
def fill_rows_8(
    gpu: VirtualGpu, address: Device, pitch: Size, value: Byte, width: Size, height: Size
) -> None:
    fill_elements(gpu, address, value, 1, width, 0, (pitch, height))


@serves("cuMemsetD2D16_v2")
def fill_rows_16(
    gpu: VirtualGpu, address: Device, pitch: Size, value: Short, width: Size, height: Size
) -> None:
    fill_elements(gpu, address, value, 2, width, 0, (pitch, height))


@serves("cuMemsetD2D32_v2")
def fill_rows_32(
    gpu: VirtualGpu, address: Device, pitch: Size, value: Uint, width: Size, height: Size
) -> None:
    fill_elements(gpu, address, value, 4, width, 0, (pitch, height))


@serves("cuMemsetD2D8Async")
def fill_rows_8_async(
    gpu: VirtualGpu, address: Device, pitch: Size, value: Byte, width: Size, height: Size, stream: Handle
) -> None:
    fill_elements(gpu, address, value, 1, width, stream, (pitch, height))


@serves("cuMemsetD2D16Async")
def fill_rows_16_async(
    gpu: VirtualGpu, address: Device, pitch: Size, value: Short, width: Size, height: Size, stream: Handle
) -> None:
    fill_elements(gpu, address, value, 2, width, stream, (pitch, height))


@serves("cuMemsetD2D32Async")
def fill_rows_32_async(
    gpu: VirtualGpu, address: Device, pitch: Size, value: Uint, width: Size, height: Size, stream: Handle
) -> None:
    fill_elements(gpu, address, value, 4, width, stream, (pitch, height))
