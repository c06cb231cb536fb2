"""Copies between host and device memory, with what the checks say about them: their order, and types of elements."""

from __future__ import annotations

import ctypes
import struct
import sys
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...lazy import dataclass
from ...ptx.ir.kernel_code import KernelCode
from ...ptx.text.syntax import TYPE_BYTES
from ..call import CudaError, fail_if
from ..cuda_header import CU, Code, Handle, Pointer
from ..findings import OWN_FOLDER, is_installed, python_line
from .gpu import VirtualGpu
from .memory import Bytes
from .state import Buffer, CudaArray, CudaStream, Elements, Function, PendingCopy, Write, run_in

Place = tuple[int, bool]
"""An address, and whether it must be the device's."""
PINNED = ("host", "registered")
"""Kinds of host memory into which copies do not wait for their end."""


@dataclass(frozen=True)
class _Rows:
    """Rows of one side of a copy: the first byte, the distances of rows and planes, whether it must be the device's."""

    address: int
    pitch: int
    plane: int
    is_device: bool


# Functions of the program that are searched for an array: its own around a call of the driver, and their caller.
_DEPTH = 3
# Magnitudes of doubles that a program may have meant as an argument.
_DOUBLES = 2.0**-20, 2.0**31
_DIGITS = 6


def note_filled(buffer: Buffer, source: Pointer, size_bytes: int) -> None:
    """Note the element type of a buffer that a copy has filled, if its source is an array that the program names."""
    if size_bytes != buffer.size_bytes:
        return
    dtypes = {array.dtype for array in _arrays() if _is_at(array, source, size_bytes)}
    if len(dtypes) == 1:  # views of another type say nothing
        buffer.elements = Elements(dtypes.pop(), python_line())


def _is_at(array: NDArray[np.generic], address: int, size_bytes: int) -> bool:
    return array.nbytes == size_bytes and int(array.__array_interface__["data"][0]) == address


def _arrays() -> Iterator[NDArray[np.generic]]:
    """Yield the arrays that the calling functions of the program, and packages below them, have names for."""
    frame: FrameType | None = sys._getframe(1)
    n_program = 0
    while frame is not None and n_program < _DEPTH:
        file = frame.f_code.co_filename
        if not file.startswith(OWN_FOLDER):
            n_program += not is_installed(file)
            names = [frame.f_locals]
            if n_program == 1 and frame.f_locals is not frame.f_globals:
                names.append(frame.f_globals)
            for name in names:
                # isinstance() would ask proxies for their class
                yield from (value for value in list(name.values()) if issubclass(type(value), np.ndarray))
        frame = frame.f_back


def _differs(dtype: np.dtype[np.generic], kind: str) -> bool:
    """Whether elements of an array are not what loads of a type, such as ``f32`` or ``v4.f32``, take them for."""
    # Loads of integers may copy anything, and unsigned integers and bytes of the host may hold anything.
    element = kind.rpartition(".")[2]
    size = dtype.itemsize // (2 if dtype.kind == "c" else 1)
    if element in ("f32", "f64"):
        return dtype.kind == "i" or (dtype.kind in "fc" and size != TYPE_BYTES[element])
    return dtype.kind == "i" and size == 8 and kind in ("u32", "s32", "b32")


class CopyingGpu(VirtualGpu):
    """Copies and fills, with what the checks say about them."""

    def read(
        self, address: int, size_bytes: int, stream: CudaStream, *, is_device: bool
    ) -> tuple[Bytes, NDArray[np.bool_] | None]:
        """Return bytes of host or device memory, and which of them were ever written."""
        buffer = self.memory.at(address)
        if buffer is None and not is_device:
            fail_if(not address, Code.INVALID_VALUE, "a pointer must not be null")
            # A copy. CUDA: a program may change pageable memory as soon as the call has returned.
            return np.frombuffer(ctypes.string_at(address, size_bytes), np.uint8), None
        buffer, place = self.bytes_of_copy(address, size_bytes)
        self.check_order(buffer, stream, "reads")
        self.deliver_to(address, size_bytes)  # before the device reads what was copied there
        shadow = buffer.allocation.shadow()
        return buffer.allocation.data[place].copy(), None if shadow is None else shadow[place] == 0

    def write(
        self,
        address: int,
        data: Bytes,
        defined: NDArray[np.bool_] | None,
        stream: CudaStream,
        *,
        is_device: bool,
        is_async: bool = False,
    ) -> None:
        """Write bytes to host or device memory; the parameters are as for `read`."""
        # An asynchronous copy into page-locked memory arrives when something waits for the stream.
        buffer = self.memory.at(address)
        if buffer is None and not is_device:
            fail_if(not address, Code.INVALID_VALUE, "a pointer must not be null")
            ctypes.memmove(address, data.ctypes.data, len(data))
            return
        buffer, place = self.bytes_of_copy(address, len(data))
        is_repeated = self._is_repeated(buffer, place, data, defined)
        self.check_order(buffer, stream, "writes", changes=not is_repeated, repeats=is_repeated)
        if is_async and not is_device and buffer.kind in PINNED:
            stream.pending.append(PendingCopy(address, data.tobytes(), python_line()))
            return
        # Before the bytes change: this write is in order, and no change by the host.
        self.check_sources_in(address, len(data))
        buffer.elements = None
        buffer.allocation.data[place] = data
        buffer.allocation.define(place.start, place.stop, defined)
        self.note_write(buffer, stream, is_repeated=is_repeated)

    def bytes_of_copy(self, address: int, size_bytes: int) -> tuple[Buffer, slice]:
        """Return the buffer of a range; report a range that no buffer has, and raise INVALID_VALUE."""
        try:
            return self.memory.bytes_at(address, size_bytes)
        except CudaError as error:
            self.report("copy-out-of-bounds", f"a copy or fill does not fit into its buffer: {error}")
            raise

    def check_order(
        self, buffer: Buffer, stream: CudaStream, does: str, *, changes: bool = False, repeats: bool = False
    ) -> None:
        """Report an access that nothing orders behind a write of another stream."""
        # It is a note if the result is the same in either order, or if a copy into pageable memory orders the two.
        for write in buffer.writes:
            if write.stream is stream or self.order.is_before(write.stream, write.number, stream):
                continue
            is_note = True
            if self.order.is_before(write.stream, write.number, stream, by_pageable=True):
                why = "only a copy into pageable memory has waited for it; a copy into page-locked memory would not"
            elif repeats or (write.is_repeated and not changes):
                why = "the bytes written were there before, so the result is the same in either order"
            else:
                why = "nothing makes the one wait for the other; an event or a wait for the stream would"
                is_note = False
            text = f"one stream {does} {buffer.allocation.label} while another may still write it, by the order of "
            self.report("stream-race", f"{text}{write.python}: {why}", is_note=is_note)

    def note_write(self, buffer: Buffer, stream: CudaStream, *, is_repeated: bool = False) -> None:
        write = Write(stream, self.order.number(stream), python_line(), is_repeated)
        kept = tuple(write for write in buffer.writes if is_repeated and not write.is_repeated)
        buffer.writes = *kept, write

    def _is_repeated(
        self, buffer: Buffer, place: slice, data: Bytes, defined: NDArray[np.bool_] | None
    ) -> bool:
        """Whether bytes of a buffer are there already, and written; False where no stream could race."""
        if len(self.streams(self.context)) == 1 or not np.array_equal(buffer.allocation.data[place], data):
            return False
        shadow = buffer.allocation.shadow()
        return (shadow is None or not shadow[place].any()) and (defined is None or bool(defined.all()))

    def copy(self, target: Place, source: Place, size_bytes: int, on: CudaStream | None = None) -> None:
        """Copy bytes: on a stream, or on the default stream, after which the host waits."""
        if not size_bytes:
            return
        stream = on or self.stream(0)
        is_async = on is not None or stream.capture is not None
        kind = CU.GRAPH_NODE_TYPE_MEMCPY
        run_in(stream, kind, lambda other: self._copy(target, source, size_bytes, other, is_async))

    def _copy(
        self, target: Place, source: Place, size_bytes: int, stream: CudaStream, is_async: bool
    ) -> None:
        self.begin(stream)
        data, defined = self.read(source[0], size_bytes, stream, is_device=source[1])
        # a copy within the device moves undefined bytes, which are reported where they are read
        if not target[1]:
            self._check_written(source[0], defined)
        self.write(target[0], data, defined, stream, is_device=target[1], is_async=is_async)
        filled = self.memory.at(target[0])
        if filled is not None and filled.address == target[0] and not source[1]:
            note_filled(filled, source[0], size_bytes)
        if not is_async:
            self.wait(stream)
            return
        buffer = self.memory.at(source[0])
        if buffer is not None and buffer.kind in PINNED:
            self.await_source(source[0], data, stream)
        # CUDA: a copy into pageable memory returns only when it has completed, asynchronous or not.
        if self.memory.at(target[0]) is None:
            self.wait_for_pageable(stream)

    def _check_written(self, address: int, defined: NDArray[np.bool_] | None) -> None:
        if not self.watch.undefined or defined is None or defined.all():
            return
        buffer = self.memory.at(address)
        label = buffer.allocation.label if buffer is not None else "device memory"
        n, first = int(np.count_nonzero(~defined)), int(np.argmin(defined))
        text = f"copies {len(defined)} bytes of {label} to the host, of which {n} were never written"
        self.report("uninitialised-read", f"{text}, the first at {first}")

    def fill_rows(
        self,
        address: int,
        element: bytes,
        count: int,
        stream: CudaStream | None,
        pitch: int = 0,
        n_rows: int = 1,
    ) -> None:
        def run(target: CudaStream) -> None:
            self.begin(target)
            for row in range(n_rows if count else 0):
                place = address + row * pitch
                text = f"a fill must be aligned to its element of {len(element)} bytes"
                fail_if(place % len(element), Code.INVALID_VALUE, text)
                data = np.tile(np.frombuffer(element, np.uint8), count)
                self.write(place, data, None, target, is_device=True)

        run_in(stream or self.stream(0), CU.GRAPH_NODE_TYPE_MEMSET, run)

    def _array_rows(self, handle: Handle, start: tuple[int, int, int], params: Any) -> _Rows:
        """Return the rows of an array; INVALID_VALUE, with a finding, if the copy does not fit into it."""
        array = self.object(CudaArray, handle)
        texels = array.texels
        extent = params.WidthInBytes, params.Height, getattr(params, "Depth", 1)
        ends = [at + size for at, size in zip(start, extent, strict=True)]
        limits = texels.width * texels.texel_bytes, texels.height, texels.depth
        if any(end > limit for end, limit in zip(ends, limits, strict=True)):
            self.report(
                "copy-out-of-bounds",
                f"a copy does not fit into {array.buffer.allocation.label}: it ends at byte {ends[0]} of rows of "
                f"{limits[0]} bytes, row {ends[1]} of {limits[1]}, slice {ends[2]} of {limits[2]}",
            )
            raise CudaError(Code.INVALID_VALUE)
        plane = texels.row_bytes * texels.height
        address = array.buffer.address + start[0] + start[1] * texels.row_bytes + start[2] * plane
        return _Rows(address, texels.row_bytes, plane, True)

    def _rows_of(self, end: str, params: Any) -> _Rows:
        """Return the rows of one end of a copy, ``src`` or ``dst``, in two dimensions or three."""

        def given(name: str) -> int:
            return int(getattr(params, end + name, 0))

        kind = given("MemoryType")
        x, y, z = given("XInBytes"), given("Y"), given("Z")
        if kind == CU.MEMORYTYPE_ARRAY:
            fail_if(given("LOD"), Code.INVALID_VALUE, "an array has one level")
            return self._array_rows(given("Array"), (x, y, z), params)
        if kind not in (CU.MEMORYTYPE_HOST, CU.MEMORYTYPE_DEVICE, CU.MEMORYTYPE_UNIFIED):
            raise CudaError(Code.INVALID_VALUE, "unknown kind of memory")
        address = given("Host" if kind == CU.MEMORYTYPE_HOST else "Device")
        pitch = given("Pitch") or params.WidthInBytes
        fail_if(pitch < params.WidthInBytes, Code.INVALID_VALUE, "a pitch must not be smaller than the width")
        rows = given("Height") or params.Height
        return _Rows(address + x + (y + z * rows) * pitch, pitch, pitch * rows, kind == CU.MEMORYTYPE_DEVICE)

    def copy_rows(self, params: Any, stream: CudaStream | None) -> None:
        source, target = (self._rows_of(end, params) for end in ("src", "dst"))
        width, height = params.WidthInBytes, params.Height
        if source.pitch == target.pitch == width:  # no gaps: the rows of a plane are one piece
            width, height = width * height, 1
        for plane in range(getattr(params, "Depth", 1)):
            for row in range(height):
                self.copy(
                    (target.address + plane * target.plane + row * target.pitch, target.is_device),
                    (source.address + plane * source.plane + row * source.pitch, source.is_device),
                    width,
                    stream,
                )

    def check_doubles(self, code: KernelCode, data: bytes) -> None:
        """Note eight bytes of a buffer of arguments that are a plain double, where a kernel reads a float and more."""
        ends = sorted((code.frame.params[param.name], param) for param in code.params)
        for index, (at, param) in enumerate(ends):
            if param.type != "f32" or param.size_bytes != 4 or at % 8 or at + 8 > len(data):
                continue
            after = ends[index + 1][1] if index + 1 < len(ends) and ends[index + 1][0] == at + 4 else None
            low, high = struct.unpack_from("<2I", data, at)
            (value,) = struct.unpack_from("<d", data, at)
            # A double that somebody wrote has few digits, and two floats hardly ever make one by chance.
            is_plain = _DOUBLES[0] <= abs(value) <= _DOUBLES[1] and float(f"{value:.{_DIGITS}g}") == value
            # 0.0 and 2.0 as two floats are 2.0 as one double
            is_float = after is not None and after.type not in ("u32", "s32") and not low
            if is_plain and not is_float:
                (read,) = struct.unpack_from("<f", data, at)
                rest = ""
                if after is not None:
                    rest = " and another .f32" if after.type == "f32" else f" and .{after.type} {high}"
                self.report(
                    "type-mismatch",
                    f"the 8 bytes at {at} of the arguments of {code.name} are {value} as a double, and the kernel "
                    f"reads .f32 {read:g}{rest} there: an argument may be given as float64",
                    is_note=True,
                )

    def check_elements(self, function: Function, code: KernelCode, arguments: Sequence[bytes]) -> set[int]:
        """Note buffers whose elements are of another type than a kernel reads; forget what it writes."""
        pointed = {
            (param.name, offset): buffer
            for param, argument in zip(code.params, arguments, strict=True)
            for offset in range(0, len(argument) - 7, 8)
            if (buffer := self.memory.at(int.from_bytes(argument[offset : offset + 8], "little"))) is not None
        }
        accesses = function.module.program.global_accesses(function.name)
        reads: dict[int, set[str]] = {}
        written = set()
        is_complete = accesses is not None
        for origins, kind, is_store in accesses or ():
            buffers = {pointed[origin].address: pointed[origin] for origin in origins if origin in pointed}
            # a pointer that was loaded has no name
            is_complete &= bool(buffers) and all(name for name, _ in origins)
            for address in buffers:
                if is_store:
                    written.add(address)
                else:
                    # An access that may be to several buffers says nothing about the type of one.
                    reads.setdefault(address, set()).add(kind if len(buffers) == 1 else "")
        for buffer in {buffer.address: buffer for buffer in pointed.values()}.values():
            kinds, filled = reads.get(buffer.address, set()), buffer.elements
            if filled is not None and kinds and all(_differs(filled.dtype, kind) for kind in kinds):
                self.report(
                    "type-mismatch",
                    f"{code.name} reads {buffer.allocation.label} as .{', .'.join(sorted(kinds))}, and {filled.python} "
                    f"filled it from an array of {filled.dtype}: one of the types may be wrong",
                    is_note=True,
                )
            if not is_complete or buffer.address in written or "" in kinds:
                buffer.elements = None
        return {address for address in written if address not in reads} if is_complete else set()
