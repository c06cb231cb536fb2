"""Copies between host and device memory, in all directions, with what the checks can say about them."""

from __future__ import annotations

import ctypes

import numpy as np
from numpy.typing import NDArray

from ..call import CudaError
from ..cuda_header import CU, Code
from ..findings import python_line
from .element_types import note_filled
from .gpu import VirtualGpu
from .state import Buffer, PendingCopy, Stream, Write, captured

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
    gpu.deliver_to(address, size_bytes)
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
    kept = tuple(each for each in buffer.writes if is_repeated and not each.is_repeated)
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
