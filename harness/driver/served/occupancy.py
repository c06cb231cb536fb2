"""Occupancy: how many blocks and clusters of a kernel fit on the GPU."""

from __future__ import annotations

import ctypes
import math

from ...measure.occupancy import multiprocessor, occupancy
from ..call import Code, CudaError, Handle, Int, Pointer, Size, Uint, serves, store
from ..device.gpu import VirtualGpu
from ..device.launches import (
    kernel_code,
    known_registers,
    most_cluster_blocks,
    most_dynamic_bytes,
    most_threads,
)
from ..device.state import Function
from .launch import read_config


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
