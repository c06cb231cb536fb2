"""Copies and fills."""

from __future__ import annotations

from typing import Any

from ..call import Device, Handle, Pointer, Size, add_served, serves, structure_at
from ..device.copies import copy, copy_rows, fill_elements
from ..device.gpu import VirtualGpu
from ..device.state import Array, Stream

# Parameters that name a place in memory of the host, of the device, and in an array.
_PLACES = {"H": ("Pointer",), "D": ("Device",), "A": ("Array", "Size")}
# Sources and targets of copies of one piece, and whether there is a form for a stream.
_LINEAR = (
    *(("H", "D", True), ("D", "H", True), ("D", "D", True), ("H", "A", True), ("A", "H", True)),
    *(("D", "A", False), ("A", "D", False), ("A", "A", False)),
)


def _serve_linear(source: str, target: str, has_stream: bool) -> None:
    n_target, n_source = len(_PLACES[target]), len(_PLACES[source])

    def run(gpu: VirtualGpu, *given: Any) -> None:
        to = _place(target, *given[:n_target])
        start = _place(source, *given[n_target : n_target + n_source])
        size_bytes, *stream = given[n_target + n_source :]
        copy(gpu, to, start, size_bytes, *stream)

    classes = {"Array": Array}
    symbol, parameters = f"cuMemcpy{source}to{target}", (*_PLACES[target], *_PLACES[source], "Size")
    add_served([f"{symbol}_v2"], run, parameters, classes=classes)
    if has_stream:
        add_served([f"{symbol}Async_v2"], run, (*parameters, "Stream"), classes=classes)


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


@serves("cuMemcpy2D_v2", "cuMemcpy2DUnaligned_v2", longer="cuMemcpy2DAsync_v2")
def copy_2d(gpu: VirtualGpu, params: Pointer, stream: Stream | None = None) -> None:
    copy_rows(gpu, structure_at("CUDA_MEMCPY2D", params), stream)


def _copy_3d(gpu: VirtualGpu, params: Pointer, stream: Stream | None = None) -> None:
    copy_rows(gpu, structure_at("CUDA_MEMCPY3D", params), stream)


# the contexts of CUDA_MEMCPY3D_PEER are reserved fields of CUDA_MEMCPY3D
add_served(["cuMemcpy3D_v2", "cuMemcpy3DPeer"], _copy_3d, ("Pointer",))
add_served(["cuMemcpy3DAsync_v2", "cuMemcpy3DPeerAsync"], _copy_3d, ("Pointer", "Stream"))


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
