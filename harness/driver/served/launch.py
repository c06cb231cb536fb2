"""Launches of kernels, and occupancy: how many blocks and clusters of a kernel fit on the GPU."""

from __future__ import annotations

import ctypes
import math

from ...measure.occupancy import multiprocessor, occupancy
from ..call import Code, CudaError, Float, Handle, Int, Pointer, Size, Uint, serves, store
from ..device.gpu import VirtualGpu
from ..device.launches import (
    Shape,
    kernel_code,
    known_registers,
    launch,
    most_cluster_blocks,
    most_dynamic_bytes,
    most_threads,
    read_arguments,
    read_extra,
    split_arguments,
)
from ..device.state import KERNEL_NODE, Function, captured

_COOPERATIVE, _CLUSTER = 2, 4
"""Values of CUlaunchAttributeID."""
_ATTRIBUTE_BYTES, _ATTRIBUTE_VALUE = 72, 8


def _launch(
    gpu: VirtualGpu, handle: Handle, shape: Shape, stream: Handle, pointers: Pointer, extra: Pointer = 0
) -> None:
    function = gpu.object(Function, handle)
    code = kernel_code(gpu, function)
    # both interfaces at once are an error of the caller, that the driver resolves in favour of `extra`
    arguments = read_extra(gpu, code, extra) if extra else read_arguments(code, pointers)
    target = gpu.stream(stream)
    if not captured(target, lambda other: launch(gpu, function, shape, other, arguments), KERNEL_NODE):
        launch(gpu, function, shape, target, arguments)


@serves("cuLaunchKernel")
def launch_kernel(
    gpu: VirtualGpu,
    function: Handle,
    grid_x: Uint,
    grid_y: Uint,
    grid_z: Uint,
    block_x: Uint,
    block_y: Uint,
    block_z: Uint,
    shared_bytes: Uint,
    stream: Handle,
    pointers: Pointer,
    extra: Pointer,
) -> None:
    shape = Shape((grid_x, grid_y, grid_z), (block_x, block_y, block_z), shared_bytes)
    _launch(gpu, function, shape, stream, pointers, extra)


@serves("cuLaunchCooperativeKernel")
def launch_cooperative(
    gpu: VirtualGpu,
    function: Handle,
    grid_x: Uint,
    grid_y: Uint,
    grid_z: Uint,
    block_x: Uint,
    block_y: Uint,
    block_z: Uint,
    shared_bytes: Uint,
    stream: Handle,
    pointers: Pointer,
) -> None:
    grid, block = (grid_x, grid_y, grid_z), (block_x, block_y, block_z)
    _launch(gpu, function, Shape(grid, block, shared_bytes, is_cooperative=True), stream, pointers)


class _Config(ctypes.Structure):
    """CUlaunchConfig."""

    _fields_ = (
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared_bytes", ctypes.c_uint32),
        ("stream", ctypes.c_uint64),
        ("attributes", ctypes.c_uint64),
        ("n_attributes", ctypes.c_uint32),
    )


def read_config(config: Pointer) -> tuple[Shape, Handle]:
    """Return the shape and the stream of a CUlaunchConfig."""
    given = _Config.from_address(config)
    cluster, is_cooperative = None, False
    for index in range(given.n_attributes):
        at = given.attributes + index * _ATTRIBUTE_BYTES
        kind = ctypes.c_uint32.from_address(at).value
        values = (ctypes.c_uint32 * 3).from_address(at + _ATTRIBUTE_VALUE)
        if kind == _COOPERATIVE:
            is_cooperative = bool(values[0])
        elif kind == _CLUSTER:
            cluster = values[0], values[1], values[2]
    grid = given.grid[0], given.grid[1], given.grid[2]
    block = given.block[0], given.block[1], given.block[2]
    return Shape(grid, block, given.shared_bytes, cluster, is_cooperative), given.stream


@serves("cuLaunchKernelEx")
def launch_ex(gpu: VirtualGpu, config: Pointer, function: Handle, pointers: Pointer, extra: Pointer) -> None:
    shape, stream = read_config(config)
    _launch(gpu, function, shape, stream, pointers, extra)


# The interface before cuLaunchKernel, which PyCUDA still has.


@serves("cuFuncSetBlockShape")
def set_block(gpu: VirtualGpu, function: Handle, x: Int, y: Int, z: Int) -> None:
    gpu.object(Function, function).block = (x, y, z)


@serves("cuFuncSetSharedSize")
def set_shared(gpu: VirtualGpu, function: Handle, size_bytes: Uint) -> None:
    gpu.object(Function, function).shared_bytes = size_bytes


@serves("cuParamSetSize")
def set_size(gpu: VirtualGpu, function: Handle, size_bytes: Uint) -> None:
    found = gpu.object(Function, function)
    found.arguments = found.arguments[:size_bytes].ljust(size_bytes, b"\0")


def _set(gpu: VirtualGpu, function: Handle, offset: int, data: bytes) -> None:
    found = gpu.object(Function, function)
    if len(found.arguments) < offset + len(data):
        found.arguments = found.arguments.ljust(offset + len(data), b"\0")
    found.arguments[offset : offset + len(data)] = data


@serves("cuParamSetv")
def set_bytes(gpu: VirtualGpu, function: Handle, offset: Int, data: Pointer, size_bytes: Uint) -> None:
    _set(gpu, function, offset, ctypes.string_at(data, size_bytes))


@serves("cuParamSeti")
def set_int(gpu: VirtualGpu, function: Handle, offset: Int, value: Uint) -> None:
    _set(gpu, function, offset, value.to_bytes(4, "little"))


@serves("cuParamSetf")
def set_float(gpu: VirtualGpu, function: Handle, offset: Int, value: Float) -> None:
    _set(gpu, function, offset, bytes(ctypes.c_float(value)))


def _launch_grid(gpu: VirtualGpu, handle: Handle, width: int, height: int, stream: Handle) -> None:
    function = gpu.object(Function, handle)
    arguments = split_arguments(gpu, kernel_code(gpu, function), bytes(function.arguments))
    shape = Shape((width, height, 1), function.block, function.shared_bytes)
    launch(gpu, function, shape, gpu.stream(stream), arguments)


@serves("cuLaunch")
def launch_one(gpu: VirtualGpu, function: Handle) -> None:
    _launch_grid(gpu, function, 1, 1, 0)


@serves("cuLaunchGrid")
def launch_grid(gpu: VirtualGpu, function: Handle, width: Int, height: Int) -> None:
    _launch_grid(gpu, function, width, height, 0)


@serves("cuLaunchGridAsync")
def launch_grid_async(gpu: VirtualGpu, function: Handle, width: Int, height: Int, stream: Handle) -> None:
    _launch_grid(gpu, function, width, height, stream)


def _blocks(gpu: VirtualGpu, handle: Handle, threads: int, dynamic_bytes: int) -> int:
    function = gpu.object(Function, handle)
    code = kernel_code(gpu, function)
    if threads < 1:
        raise CudaError(Code.INVALID_VALUE)
    shared = code.frame.static_shared_bytes + dynamic_bytes
    registers = known_registers(gpu, function)
    return occupancy(gpu.profile.arch, block_threads=threads, registers=registers, shared_bytes=shared).blocks


@serves("cuOccupancyMaxActiveBlocksPerMultiprocessor")
def active_blocks(gpu: VirtualGpu, result: Pointer, handle: Handle, threads: Int, dynamic: Size) -> None:
    store(result, _blocks(gpu, handle, threads, dynamic), ctypes.c_int)


@serves("cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags")
def active_blocks_flags(
    gpu: VirtualGpu, result: Pointer, handle: Handle, threads: Int, dynamic: Size, flags: Uint
) -> None:
    store(result, _blocks(gpu, handle, threads, dynamic), ctypes.c_int)


def _best_block(
    gpu: VirtualGpu, grid: Pointer, block: Pointer, handle: Handle, size_of: Pointer, dynamic: int, limit: int
) -> None:
    most = min(limit or gpu.attributes[1], most_threads(gpu, gpu.object(Function, handle)))
    shared_of = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_int)(size_of) if size_of else (lambda _: dynamic)

    def resident(threads: int) -> tuple[int, int]:
        return threads * _blocks(gpu, handle, threads, shared_of(threads)), threads

    found, threads = max(resident(n) for n in {*range(32, most + 1, 32), most})
    store(grid, found // threads * gpu.attributes[16], ctypes.c_int)
    store(block, threads, ctypes.c_int)


@serves("cuOccupancyMaxPotentialBlockSize")
def best_block(
    gpu: VirtualGpu,
    grid: Pointer,
    block: Pointer,
    handle: Handle,
    size_of: Pointer,
    dynamic: Size,
    limit: Int,
) -> None:
    _best_block(gpu, grid, block, handle, size_of, dynamic, limit)


@serves("cuOccupancyMaxPotentialBlockSizeWithFlags")
def best_block_flags(
    gpu: VirtualGpu,
    grid: Pointer,
    block: Pointer,
    handle: Handle,
    size_of: Pointer,
    dynamic: Size,
    limit: Int,
    flags: Uint,
) -> None:
    _best_block(gpu, grid, block, handle, size_of, dynamic, limit)


@serves("cuOccupancyAvailableDynamicSMemPerBlock")
def available_shared(gpu: VirtualGpu, result: Pointer, handle: Handle, blocks: Int, threads: Int) -> None:
    """Return the largest dynamic shared memory with which that many blocks fit on a multiprocessor."""
    function = gpu.object(Function, handle)
    code = kernel_code(gpu, function)
    if blocks < 1 or threads < 1 or blocks > _blocks(gpu, handle, threads, 0):
        raise CudaError(Code.INVALID_VALUE)
    sm = multiprocessor(gpu.profile.arch)
    share = sm.shared_kib * 1024 // blocks - sm.reserved_shared_bytes - code.frame.static_shared_bytes
    most = min(share, most_dynamic_bytes(gpu, function))
    while most > 0 and _blocks(gpu, handle, threads, most) < blocks:
        most -= 128
    store(result, max(most, 0))


def _clusters(gpu: VirtualGpu, handle: Handle, config: Pointer, size: int) -> int:
    """Return how many clusters of a size are resident at once: those that fit beside each other, GPU by GPU."""
    shape, _ = read_config(config)
    blocks = _blocks(gpu, handle, math.prod(shape.block), shape.shared_bytes)
    return blocks * gpu.profile.multiprocessors // size


@serves("cuOccupancyMaxActiveClusters")
def active_clusters(gpu: VirtualGpu, result: Pointer, handle: Handle, config: Pointer) -> None:
    shape, _ = read_config(config)
    code = kernel_code(gpu, gpu.object(Function, handle))
    cluster = shape.cluster or code.cluster or (1, 1, 1)
    if gpu.profile.capability[0] < 9:
        raise CudaError(Code.NOT_SUPPORTED)
    store(result, _clusters(gpu, handle, config, math.prod(cluster)), ctypes.c_int)


@serves("cuOccupancyMaxPotentialClusterSize")
def largest_cluster(gpu: VirtualGpu, result: Pointer, handle: Handle, config: Pointer) -> None:
    function = gpu.object(Function, handle)
    most = most_cluster_blocks(function)
    while most > 1 and not _clusters(gpu, handle, config, most):
        most //= 2
    store(result, most, ctypes.c_int)
