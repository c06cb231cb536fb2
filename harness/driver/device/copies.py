"""Copies between host and device memory, in all directions, with what the checks can say about them."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..call import CudaError, Handle
from ..cuda_header import CU, Code
from ..findings import python_line
from .element_types import note_filled
from .gpu import VirtualGpu
from .state import Array, Buffer, PendingCopy, Stream, Write, captured

Bytes = NDArray[np.uint8]
PINNED = ("host", "registered")
"""Kinds of host memory into which copies do not wait for their end."""


def read(
    gpu: VirtualGpu, address: int, size_bytes: int, stream: Stream, *, is_device: bool
) -> tuple[Bytes, NDArray[np.bool_] | None]:
    """Return bytes of host or device memory, and which of them were ever written."""
    buffer = gpu.memory.at(address)
    if buffer is None and not is_device:
        if not address:
            raise CudaError(Code.INVALID_VALUE, "a pointer must not be null")
        return np.frombuffer(ctypes.string_at(address, size_bytes), np.uint8), None
    buffer, place = find(gpu, address, size_bytes)
    check_order(gpu, buffer, stream, "reads")
    gpu.deliver_to(address, size_bytes)  # before the device reads what was copied there
    shadow = buffer.allocation.shadow()
    return buffer.allocation.data[place].copy(), None if shadow is None else shadow[place] == 0


def write(
    gpu: VirtualGpu,
    address: int,
    data: Bytes,
    defined: NDArray[np.bool_] | None,
    stream: Stream,
    *,
    is_device: bool,
    is_async: bool = False,
) -> None:
    """Write bytes to host or device memory; the parameters are those of `read`.

    An asynchronous copy into page-locked memory arrives when something waits for the stream.
    """
    buffer = gpu.memory.at(address)
    if buffer is None and not is_device:
        if not address:
            raise CudaError(Code.INVALID_VALUE, "a pointer must not be null")
        ctypes.memmove(address, data.ctypes.data, len(data))
        return
    buffer, place = find(gpu, address, len(data))
    is_repeated = _is_repeated(gpu, buffer, place, data, defined)
    check_order(gpu, buffer, stream, "writes", changes=not is_repeated, repeats=is_repeated)
    if is_async and not is_device and buffer.kind in PINNED:
        stream.pending.append(PendingCopy(address, data.tobytes(), python_line()))
        return
    gpu.check_sources_in(address, len(data))
    buffer.elements = None
    buffer.allocation.data[place] = data
    buffer.allocation.define(place.start, place.stop, defined)
    note_write(gpu, buffer, stream, is_repeated=is_repeated)


def find(gpu: VirtualGpu, address: int, size_bytes: int) -> tuple[Buffer, slice]:
    """Return the buffer of a range; report a range that no buffer has, and raise INVALID_VALUE."""
    try:
        return gpu.memory.bytes_at(address, size_bytes)
    except CudaError as error:
        gpu.report("copy-out-of-bounds", f"a copy or fill does not fit into its buffer: {error}")
        raise


def check_order(
    gpu: VirtualGpu,
    buffer: Buffer,
    stream: Stream,
    does: str,
    *,
    changes: bool = False,
    repeats: bool = False,
) -> None:
    """Report an access that nothing orders behind a write of another stream.

    It is a note if the result is the same in either order, or if a copy into pageable memory orders the two.
    """
    for write in buffer.writes:
        if write.stream is stream or gpu.order.is_before(write.stream, write.number, stream):
            continue
        text = (
            f"one stream {does} {buffer.allocation.label} while another may still write it, by the order of "
            f"{write.python}: "
        )
        is_ordered = gpu.order.is_before(write.stream, write.number, stream, by_pageable=True)
        is_same = repeats or (write.is_repeated and not changes)
        if is_ordered:
            text += (
                "only a copy into pageable memory has waited for it; a copy into page-locked memory would not"
            )
        elif is_same:
            text += "the bytes written were there before, so the result is the same in either order"
        else:
            text += "nothing makes the one wait for the other; an event or a wait for the stream would"
        gpu.report("stream-race", text, is_note=is_ordered or is_same)


def note_write(gpu: VirtualGpu, buffer: Buffer, stream: Stream, *, is_repeated: bool = False) -> None:
    """Record that the last begun operation of a stream writes a buffer."""
    write = Write(stream, gpu.order.number(stream), python_line(), is_repeated)
    kept = tuple(write for write in buffer.writes if is_repeated and not write.is_repeated)
    buffer.writes = *kept, write


def _is_repeated(
    gpu: VirtualGpu, buffer: Buffer, place: slice, data: Bytes, defined: NDArray[np.bool_] | None
) -> bool:
    """Whether bytes of a buffer have been written already with the same values; False where no stream could race."""
    if len(gpu.streams(gpu.context)) == 1 or not np.array_equal(buffer.allocation.data[place], data):
        return False
    shadow = buffer.allocation.shadow()
    return (shadow is None or not shadow[place].any()) and (defined is None or bool(defined.all()))


def copy(
    gpu: VirtualGpu,
    target: tuple[int, bool],
    source: tuple[int, bool],
    size_bytes: int,
    on: Stream | None = None,
) -> None:
    """Copy bytes: on a stream, or on the default stream, after which the host waits.

    `target` and `source` are addresses, each with whether it must be the device's.
    """
    if not size_bytes:
        return
    stream, is_async = on or gpu.stream(0), on is not None
    if captured(
        stream, lambda other: copy(gpu, target, source, size_bytes, other), CU.GRAPH_NODE_TYPE_MEMCPY
    ):
        return
    gpu.begin(stream)
    data, defined = read(gpu, source[0], size_bytes, stream, is_device=source[1])
    # a copy within the device moves undefined bytes, which are reported where they are read
    if not target[1]:
        _check_written(gpu, source[0], defined)
    write(gpu, target[0], data, defined, stream, is_device=target[1], is_async=is_async)
    filled = gpu.memory.at(target[0])
    if filled is not None and filled.address == target[0] and not source[1]:
        note_filled(filled, source[0], size_bytes)
    if not is_async:
        gpu.wait(stream)
        return
    buffer = gpu.memory.at(source[0])
    if buffer is not None and buffer.kind in PINNED:
        gpu.await_source(source[0], data, stream)
    if gpu.memory.at(target[0]) is None:
        gpu.wait_for_pageable(stream)


def _check_written(gpu: VirtualGpu, address: int, defined: NDArray[np.bool_] | None) -> None:
    """Report a copy to the host of device memory that was never written."""
    if not gpu.watch.undefined or defined is None or defined.all():
        return
    buffer = gpu.memory.at(address)
    label = buffer.allocation.label if buffer is not None else "device memory"
    n, first = int(np.count_nonzero(~defined)), int(np.argmin(defined))
    text = f"copies {len(defined)} bytes of {label} to the host, of which {n} were never written, the first at {first}"
    gpu.report("uninitialised-read", text)


def fill(gpu: VirtualGpu, address: int, pattern: bytes, count: int, stream: Stream) -> None:
    """Fill device memory with `count` copies of a pattern."""
    if not count:
        return
    if address % len(pattern):
        raise CudaError(Code.INVALID_VALUE, f"a fill must be aligned to its element of {len(pattern)} bytes")
    data = np.tile(np.frombuffer(pattern, np.uint8), count)
    write(gpu, address, data, None, stream, is_device=True)


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
