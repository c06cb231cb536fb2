"""Copies and fills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..call import CudaError, Device, Handle, Pointer, Size, add_served, serves, structure_at
from ..cuda_header import CU, Code
from ..device.copies import copy, fill
from ..device.gpu import VirtualGpu
from ..device.state import Array, Stream, captured

_PLACES = {"H": ("Pointer",), "D": ("Device",), "A": ("Array", "Size")}
"""Parameters that name a place in memory of the host, of the device, and in an array."""
_LINEAR = (
    *(("H", "D", True), ("D", "H", True), ("D", "D", True), ("H", "A", True), ("A", "H", True)),
    *(("D", "A", False), ("A", "D", False), ("A", "A", False)),
)
"""Sources and targets of copies of one piece, and whether there is a form for a stream."""


def _serve_linear(source: str, target: str, has_stream: bool) -> None:
    n_target, n_source = len(_PLACES[target]), len(_PLACES[source])

    def run(gpu: VirtualGpu, *given: Any) -> None:
        to = _place(target, *given[:n_target])
        start = _place(source, *given[n_target : n_target + n_source])
        size_bytes, *stream = given[n_target + n_source :]
        copy(gpu, to, start, size_bytes, *stream)

    symbol, parameters = f"cuMemcpy{source}to{target}", (*_PLACES[target], *_PLACES[source], "Size")
    add_served([f"{symbol}_v2"], run, parameters)
    if has_stream:
        add_served([f"{symbol}Async_v2"], run, (*parameters, "Stream"))


def _place(kind: str, address: Any, offset: int = 0) -> tuple[int, bool]:
    """Return an address, and whether it must be the device's."""
    return (address.buffer.address + offset if kind == "A" else address), kind != "H"


for _linear in _LINEAR:
    _serve_linear(*_linear)


@serves("cuMemcpy", longer="cuMemcpyAsync")
def unified(
    gpu: VirtualGpu, target: Device, source: Device, size_bytes: Size, stream: Stream | None = None
) -> None:
    copy(gpu, (target, False), (source, False), size_bytes, stream)


@serves("cuMemcpyPeer", longer="cuMemcpyPeerAsync")
def peer(
    gpu: VirtualGpu,
    target: Device,
    to: Handle,
    source: Device,
    of: Handle,
    size_bytes: Size,
    stream: Stream | None = None,
) -> None:
    copy(gpu, (target, True), (source, True), size_bytes, stream)


@dataclass(frozen=True)
class _Rows:
    """Rows of one side of a copy: the first byte, the distances of rows and planes, whether it must be the device's."""

    address: int
    pitch: int
    plane: int
    is_device: bool


def _array_rows(gpu: VirtualGpu, handle: Handle, start: tuple[int, int, int], params: Any) -> _Rows:
    """Return the rows of an array; INVALID_VALUE, with a finding, if the copy does not fit into it."""
    array = gpu.object(Array, handle)
    texels = array.texels
    row = texels.width * texels.texel_bytes
    extent = params.WidthInBytes, params.Height, getattr(params, "Depth", 1)
    ends = [at + size for at, size in zip(start, extent, strict=True)]
    limits = row, texels.height, texels.depth
    if any(end > limit for end, limit in zip(ends, limits, strict=True)):
        gpu.report(
            "copy-out-of-bounds",
            f"a copy does not fit into {array.buffer.allocation.label}: it ends at byte {ends[0]} of rows of {row} "
            f"bytes, row {ends[1]} of {limits[1]}, slice {ends[2]} of {limits[2]}",
        )
        raise CudaError(Code.INVALID_VALUE)
    plane = texels.row_bytes * texels.height
    address = array.buffer.address + start[0] + start[1] * texels.row_bytes + start[2] * plane
    return _Rows(address, texels.row_bytes, plane, True)


def _rows(gpu: VirtualGpu, end: str, params: Any) -> _Rows:
    """Return the rows of one end of a copy, ``src`` or ``dst``, in two dimensions or three."""

    def given(name: str) -> int:
        return int(getattr(params, end + name, 0))

    kind = given("MemoryType")
    x, y, z = given("XInBytes"), given("Y"), given("Z")
    if kind == CU.MEMORYTYPE_ARRAY:
        if given("LOD"):
            raise CudaError(Code.INVALID_VALUE, "an array has one level")
        return _array_rows(gpu, given("Array"), (x, y, z), params)
    if kind not in (CU.MEMORYTYPE_HOST, CU.MEMORYTYPE_DEVICE, CU.MEMORYTYPE_UNIFIED):
        raise CudaError(Code.INVALID_VALUE, "unknown kind of memory")
    address = given("Host" if kind == CU.MEMORYTYPE_HOST else "Device")
    pitch = given("Pitch") or params.WidthInBytes
    if pitch < params.WidthInBytes:
        raise CudaError(Code.INVALID_VALUE, "a pitch must not be smaller than the width")
    rows = given("Height") or params.Height
    return _Rows(address + x + (y + z * rows) * pitch, pitch, pitch * rows, kind == CU.MEMORYTYPE_DEVICE)


def copy_rows(gpu: VirtualGpu, params: Any, stream: Stream | None) -> None:
    """Copy the rows that a CUDA_MEMCPY2D or CUDA_MEMCPY3D names."""
    source, target = (_rows(gpu, end, params) for end in ("src", "dst"))
    width, height = params.WidthInBytes, params.Height
    if source.pitch == target.pitch == width:  # no gaps: the rows of a plane are one piece
        width, height = width * height, 1
    for plane in range(getattr(params, "Depth", 1)):
        for row in range(height):
            copy(
                gpu,
                (target.address + plane * target.plane + row * target.pitch, target.is_device),
                (source.address + plane * source.plane + row * source.pitch, source.is_device),
                width,
                stream,
            )


@serves("cuMemcpy2D_v2", "cuMemcpy2DUnaligned_v2", longer="cuMemcpy2DAsync_v2")
def copy_2d(gpu: VirtualGpu, params: Pointer, stream: Stream | None = None) -> None:
    copy_rows(gpu, structure_at("CUDA_MEMCPY2D", params), stream)


def _copy_3d(gpu: VirtualGpu, params: Pointer, stream: Stream | None = None) -> None:
    copy_rows(gpu, structure_at("CUDA_MEMCPY3D", params), stream)


# the contexts of CUDA_MEMCPY3D_PEER are reserved fields of CUDA_MEMCPY3D
add_served(["cuMemcpy3D_v2", "cuMemcpy3DPeer"], _copy_3d, ("Pointer",))
add_served(["cuMemcpy3DAsync_v2", "cuMemcpy3DPeerAsync"], _copy_3d, ("Pointer", "Stream"))


def fill_elements(
    gpu: VirtualGpu,
    address: int,
    value: int,
    width: int,
    count: int,
    stream: Stream | None,
    rows: tuple[int, int] = (0, 1),
) -> None:
    """Fill rows with an element of `width` bytes; `rows` is their pitch and their number."""
    pitch, n_rows = rows

    def run(target: Stream) -> None:
        gpu.begin(target)
        for row in range(n_rows):
            fill(gpu, address + row * pitch, value.to_bytes(width, "little"), count, target)

    chosen = stream or gpu.stream(0)
    if not captured(chosen, run, CU.GRAPH_NODE_TYPE_MEMSET):
        run(chosen)


def _serve_fill(bits: int, element: str) -> None:
    def line(gpu: VirtualGpu, address: int, value: int, count: int, stream: Stream | None = None) -> None:
        fill_elements(gpu, address, value, bits // 8, count, stream)

    def rows(
        gpu: VirtualGpu,
        address: int,
        pitch: int,
        value: int,
        width: int,
        height: int,
        stream: Stream | None = None,
    ) -> None:
        fill_elements(gpu, address, value, bits // 8, width, stream, (pitch, height))

    for symbol, function, parameters in (
        (f"cuMemsetD{bits}", line, ("Device", element, "Size")),
        (f"cuMemsetD2D{bits}", rows, ("Device", "Size", element, "Size", "Size")),
    ):
        add_served([f"{symbol}_v2"], function, parameters)
        add_served([f"{symbol}Async"], function, (*parameters, "Stream"))


for _bits, _element in ((8, "Byte"), (16, "Short"), (32, "Uint")):
    _serve_fill(_bits, _element)
