"""Types of arguments and buffers against those that a kernel reads: what differs is noted."""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator, Sequence
from types import FrameType

import numpy as np
from numpy.typing import NDArray

from ...ptx.ir.kernel_code import KernelCode
from ...ptx.reading.address_origin import FROM_MEMORY
from ...ptx.text.syntax import TYPE_BYTES
from ..call import Pointer
from ..findings import OWN_FOLDER, is_installed, python_line
from .gpu import VirtualGpu
from .state import Buffer, Elements, Function

# Functions of the program that are searched for an array: its own around a call of the driver, and their
# caller.
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


def check_doubles(gpu: VirtualGpu, code: KernelCode, data: bytes) -> None:
    """Note eight bytes of a buffer of arguments that are a plain double, where a kernel reads a float and more."""
    ends = sorted((code.frame.params[param.name], param) for param in code.params)
    for index, (at, param) in enumerate(ends):
        if param.type != "f32" or param.size_bytes != 4 or at % 8 or at + 8 > len(data):
            continue
        after = ends[index + 1][1] if index + 1 < len(ends) and ends[index + 1][0] == at + 4 else None
        low, high = struct.unpack_from("<2I", data, at)
        (value,) = struct.unpack_from("<d", data, at)
        is_plain = _DOUBLES[0] <= abs(value) <= _DOUBLES[1] and float(f"{value:.{_DIGITS}g}") == value
        # 0.0 and 2.0 as two floats are 2.0 as one double
        is_float = after is not None and after.type not in ("u32", "s32") and not low
        if is_plain and not is_float:
            (read,) = struct.unpack_from("<f", data, at)
            rest = (
                ""
                if after is None
                else f" and .{after.type} {high}"
                if after.type != "f32"
                else " and another .f32"
            )
            gpu.report(
                "type-mismatch",
                f"the 8 bytes at {at} of the arguments of {code.name} are {value} as a double, and the kernel reads "
                f".f32 {read:g}{rest} there: an argument may be given as float64",
                is_note=True,
            )


def check_elements(
    gpu: VirtualGpu, function: Function, code: KernelCode, arguments: Sequence[bytes]
) -> set[int]:
    """Note buffers whose elements are of another type than a kernel reads; forget the types of those that it writes."""
    pointed = {
        (param.name, offset): buffer
        for param, argument in zip(code.params, arguments, strict=True)
        for offset in range(0, len(argument) - 7, 8)
        if (buffer := gpu.memory.at(int.from_bytes(argument[offset : offset + 8], "little"))) is not None
    }
    accesses = function.module.program.global_accesses(function.name)
    reads: dict[int, set[str]] = {}
    written = set()
    is_complete = accesses is not None
    for origins, kind, is_store in accesses or ():
        buffers = {pointed[origin].address: pointed[origin] for origin in origins if origin in pointed}
        is_complete &= bool(buffers) and FROM_MEMORY not in origins
        for address in buffers:
            if is_store:
                written.add(address)
            else:
                reads.setdefault(address, set()).add(kind if len(buffers) == 1 else "")
    for buffer in {buffer.address: buffer for buffer in pointed.values()}.values():
        kinds = reads.get(buffer.address, set())
        if (
            buffer.elements is not None
            and kinds
            and all(_differs(buffer.elements.dtype, kind) for kind in kinds)
        ):
            gpu.report(
                "type-mismatch",
                f"{code.name} reads {buffer.allocation.label} as .{', .'.join(sorted(kinds))}, and "
                f"{buffer.elements.python} filled it from an array of {buffer.elements.dtype}: one of the types may be "
                "wrong",
                is_note=True,
            )
        if not is_complete or buffer.address in written or "" in kinds:
            buffer.elements = None
    return {address for address in written if address not in reads} if is_complete else set()


def _differs(dtype: np.dtype[np.generic], kind: str) -> bool:
    """Whether elements of an array are not what loads of a type, such as ``f32`` or ``v4.f32``, take them for.

    Loads of integers may copy anything, and unsigned integers and bytes of the host may hold anything.
    """
    element = kind.rpartition(".")[2]
    size = dtype.itemsize // (2 if dtype.kind == "c" else 1)
    if element in ("f32", "f64"):
        return dtype.kind == "i" or (dtype.kind in "fc" and size != TYPE_BYTES[element])
    return dtype.kind == "i" and size == 8 and kind in ("u32", "s32", "b32")
