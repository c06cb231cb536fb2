"""Launches of kernels, and occupancy: how many blocks and clusters of a kernel fit on the GPU."""

from __future__ import annotations

import ctypes
import math
from dataclasses import replace
from typing import Any

from ...measure.occupancy import multiprocessor
from ..call import CudaError, Float, Handle, Int, Pointer, Size, Uint, add_served, serves, store, structure_at
from ..cuda_header import CU, Code, cuda_header
from ..device.gpu import VirtualGpu
from ..device.launches import (
    Shape,
    kernel_code,
    launch,
    most_cluster_blocks,
    most_dynamic_bytes,
    most_threads,
    read_arguments,
    read_extra,
    resident_blocks,
    split_arguments,
)
from ..device.state import Function, Stream, captured


def _launch(
    gpu: VirtualGpu, function: Function, shape: Shape, stream: Stream, pointers: Pointer, extra: Pointer = 0
) -> None:
    code = kernel_code(gpu, function)
    # both interfaces at once are an error of the caller, that the driver resolves in favour of `extra`
    arguments = read_extra(gpu, code, extra) if extra else read_arguments(code, pointers)
    kind = CU.GRAPH_NODE_TYPE_KERNEL
    if not captured(stream, lambda other: launch(gpu, function, shape, other, arguments), kind):
        launch(gpu, function, shape, stream, arguments)


_SIZES = ("Uint",) * 7
"""Parameters of the grid, of the block, and of dynamic shared memory."""


def _launch_kernel(gpu: VirtualGpu, function: Function, *given: Any) -> None:
    *sizes, shared_bytes, stream, pointers, extra = given
    shape = Shape((*sizes[:3],), (*sizes[3:],), shared_bytes)
    _launch(gpu, function, shape, stream, pointers, extra)


def _launch_cooperative(gpu: VirtualGpu, function: Function, *given: Any) -> None:
    *sizes, shared_bytes, stream, pointers = given
    shape = Shape((*sizes[:3],), (*sizes[3:],), shared_bytes, is_cooperative=True)
    _launch(gpu, function, shape, stream, pointers)


add_served(["cuLaunchKernel"], _launch_kernel, ("Function", *_SIZES, "Stream", "Pointer", "Pointer"))
add_served(["cuLaunchCooperativeKernel"], _launch_cooperative, ("Function", *_SIZES, "Stream", "Pointer"))


def _read_config(address: Pointer) -> tuple[Shape, Handle]:
    """Return the shape and the stream of a CUlaunchConfig."""
    config = structure_at("CUlaunchConfig", address)
    shape = Shape.read(config)
    attributes = cuda_header().structure("CUlaunchAttribute") * config.numAttrs
    for attribute in attributes.from_address(config.attrs) if config.numAttrs else ():
        if attribute.id == CU.LAUNCH_ATTRIBUTE_COOPERATIVE:
            shape = replace(shape, is_cooperative=bool(attribute.value.cooperative))
        elif attribute.id == CU.LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
            size = attribute.value.clusterDim
            shape = replace(shape, cluster=(size.x, size.y, size.z))
    return shape, config.hStream


@serves("cuLaunchKernelEx")
def launch_ex(
    gpu: VirtualGpu, config: Pointer, function: Function, pointers: Pointer, extra: Pointer
) -> None:
    shape, stream = _read_config(config)
    _launch(gpu, function, shape, gpu.stream(stream), pointers, extra)


# The interface before cuLaunchKernel, which PyCUDA still has.


@serves("cuFuncSetBlockShape")
def set_block(gpu: VirtualGpu, function: Function, x: Int, y: Int, z: Int) -> None:
    function.block = (x, y, z)


@serves("cuFuncSetSharedSize")
def set_shared(gpu: VirtualGpu, function: Function, size_bytes: Uint) -> None:
    function.shared_bytes = size_bytes


@serves("cuParamSetSize")
def set_size(gpu: VirtualGpu, function: Function, size_bytes: Uint) -> None:
    function.arguments = function.arguments[:size_bytes].ljust(size_bytes, b"\0")


def _set(function: Function, offset: int, data: bytes) -> None:
    function.arguments = function.arguments.ljust(offset + len(data), b"\0")
    function.arguments[offset : offset + len(data)] = data


@serves("cuParamSetv")
def set_bytes(gpu: VirtualGpu, function: Function, offset: Int, data: Pointer, size_bytes: Uint) -> None:
    _set(function, offset, ctypes.string_at(data, size_bytes))


@serves("cuParamSeti")
def set_int(gpu: VirtualGpu, function: Function, offset: Int, value: Uint) -> None:
    _set(function, offset, value.to_bytes(4, "little"))


@serves("cuParamSetf")
def set_float(gpu: VirtualGpu, function: Function, offset: Int, value: Float) -> None:
    _set(function, offset, bytes(ctypes.c_float(value)))


@serves("cuLaunchGrid", longer="cuLaunchGridAsync")
def launch_grid(
    gpu: VirtualGpu, function: Function, width: Int, height: Int, stream: Stream | None = None
) -> None:
    arguments = split_arguments(gpu, kernel_code(gpu, function), bytes(function.arguments))
    shape = Shape((width, height, 1), function.block, function.shared_bytes)
    launch(gpu, function, shape, stream or gpu.stream(0), arguments)


@serves("cuLaunch")
def launch_one(gpu: VirtualGpu, function: Function) -> None:
    launch_grid(gpu, function, 1, 1)


def _blocks(gpu: VirtualGpu, function: Function, threads: int, dynamic_bytes: int) -> int:
    if threads < 1:
        raise CudaError(Code.INVALID_VALUE)
    return resident_blocks(gpu, function, threads, dynamic_bytes)


@serves(
    "cuOccupancyMaxActiveBlocksPerMultiprocessor",
    longer="cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
)
def active_blocks(
    gpu: VirtualGpu, result: Pointer, function: Function, threads: Int, dynamic: Size, flags: Uint = 0
) -> None:
    store(result, _blocks(gpu, function, threads, dynamic), ctypes.c_int)


@serves("cuOccupancyMaxPotentialBlockSize", longer="cuOccupancyMaxPotentialBlockSizeWithFlags")
def best_block(
    gpu: VirtualGpu,
    grid: Pointer,
    block: Pointer,
    function: Function,
    size_of: Pointer,
    dynamic: Size,
    limit: Int,
    flags: Uint = 0,
) -> None:
    most = min(limit or gpu.profile.limits.threads_per_block, most_threads(gpu, function))
    shared_of = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_int)(size_of) if size_of else (lambda _: dynamic)

    def resident(threads: int) -> tuple[int, int]:
        return threads * _blocks(gpu, function, threads, shared_of(threads)), threads

    total, threads = max(resident(n) for n in {*range(32, most + 1, 32), most})
    store(grid, total // threads * gpu.profile.multiprocessors, ctypes.c_int)
    store(block, threads, ctypes.c_int)


@serves("cuOccupancyAvailableDynamicSMemPerBlock")
def available_shared(gpu: VirtualGpu, result: Pointer, function: Function, blocks: Int, threads: Int) -> None:
    """Return the largest dynamic shared memory with which that many blocks fit on a multiprocessor."""
    code = kernel_code(gpu, function)
    if blocks < 1 or threads < 1 or blocks > _blocks(gpu, function, threads, 0):
        raise CudaError(Code.INVALID_VALUE)
    sm = multiprocessor(gpu.profile.arch)
    share = sm.shared_kib * 1024 // blocks - sm.reserved_shared_bytes - code.frame.static_shared_bytes
    most = min(share, most_dynamic_bytes(gpu, function))
    while most > 0 and _blocks(gpu, function, threads, most) < blocks:
        most -= 128
    store(result, max(most, 0))


def _clusters(gpu: VirtualGpu, function: Function, config: Pointer, size: int) -> int:
    """Return how many clusters of a size are resident at once, if blocks fill all multiprocessors."""
    shape, _ = _read_config(config)
    blocks = _blocks(gpu, function, math.prod(shape.block), shape.shared_bytes)
    return blocks * gpu.profile.multiprocessors // size


@serves("cuOccupancyMaxActiveClusters")
def active_clusters(gpu: VirtualGpu, result: Pointer, function: Function, config: Pointer) -> None:
    shape, _ = _read_config(config)
    code = kernel_code(gpu, function)
    cluster = shape.cluster or code.cluster or (1, 1, 1)
    if gpu.profile.capability[0] < 9:
        raise CudaError(Code.NOT_SUPPORTED)
    store(result, _clusters(gpu, function, config, math.prod(cluster)), ctypes.c_int)


@serves("cuOccupancyMaxPotentialClusterSize")
def largest_cluster(gpu: VirtualGpu, result: Pointer, function: Function, config: Pointer) -> None:
    most = most_cluster_blocks(function)
    while most > 1 and not _clusters(gpu, function, config, most):
        most //= 2
    store(result, most, ctypes.c_int)
