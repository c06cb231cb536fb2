"""Checks the configuration and the arguments of a launch, once for all launches that have the same."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np

from ...errors import LaunchError
from ..ir.kernel_code import KernelCode
from ..layout import LANES, TURNS_DRAWN, TURNS_LATEST, Launch
from ..limits import MAX_BLOCK, MAX_BLOCK_THREADS, MAX_CLUSTER_BLOCKS, MAX_GRID, MAX_SHARED_BYTES

ALL_GANGS = 2**64 - 1
"""``kh_launch.stop_gang`` of a launch that runs to its end."""
TURNING_BLOCKS = 8
"""Most blocks of an ordinary launch that take turns."""
_MOST_KEPT = 64


class Configurations:
    """Configurations of the last launches of an executor. A case launches the same several times."""

    def __init__(self) -> None:
        # By id() of the code, which is kept alive so that no other object gets the same id.
        self._kept: dict[tuple[object, ...], tuple[KernelCode, Launch]] = {}
        self._packed: tuple[KernelCode, tuple[np.generic | bytes, ...], bytes] | None = None

    def launch(
        self,
        code: KernelCode,
        grid: Sequence[int],
        block: Sequence[int],
        shared_bytes: int,
        cluster: Sequence[int] | None,
        cooperative: bool,
    ) -> Launch:
        """Return a launch with its extents, sizes and gangs set."""
        shape = None if cluster is None else tuple(cluster)
        key = (id(code), tuple(grid), tuple(block), shared_bytes, shape, cooperative)
        if key not in self._kept:
            launch = Launch()
            _configure(launch, code, grid, block, shared_bytes)
            _form_gangs(launch, code, cluster, cooperative)
            # a program that launches ever new grids must not fill the memory
            if len(self._kept) == _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = code, launch
        # a copy, because the runtime and the caller change fields of a launch
        return Launch.from_buffer_copy(self._kept[key][1])

    def parameters(self, code: KernelCode, args: Sequence[np.generic | bytes]) -> ctypes.Array[ctypes.c_char]:
        """Return the bytes of the arguments as the kernel finds them; LaunchError if they do not fit its parameters."""
        known = self._packed
        if known is None or known[0] is not code or known[1] is not args:
            packed = _pack(code, args)
            # Another sequence could change, and a structure's bytes too.
            if not isinstance(args, tuple) or any(isinstance(arg, np.void) for arg in args):
                return ctypes.create_string_buffer(packed, len(packed))
            known = self._packed = code, args, packed
        return ctypes.create_string_buffer(known[2], len(known[2]))


def _configure(
    launch: Launch, code: KernelCode, grid: Sequence[int], block: Sequence[int], shared_bytes: int
) -> None:
    for name, values, limits in (("grid", grid, MAX_GRID), ("block", block, MAX_BLOCK)):
        if len(values) != 3 or not all(1 <= v <= limit for v, limit in zip(values, limits, strict=True)):
            raise LaunchError(f"{name} must have three extents of 1 to {limits} (got {tuple(values)})")
    n_threads = block[0] * block[1] * block[2]
    if n_threads > MAX_BLOCK_THREADS:
        raise LaunchError(f"a block may have at most {MAX_BLOCK_THREADS} threads (got {tuple(block)})")
    if code.limits.max_threads and n_threads > code.limits.max_threads:
        raise LaunchError(
            f"{code.name} is compiled for at most {code.limits.max_threads} threads a block (got {n_threads}); "
            "see its __launch_bounds__"
        )
    if code.limits.required_block not in (None, tuple(block)):
        raise LaunchError(
            f"{code.name} is compiled for blocks of {code.limits.required_block} (got {tuple(block)})"
        )
    # without dynamic memory nothing is lost to its alignment
    total = code.frame.dynamic_offset + shared_bytes if shared_bytes else code.frame.static_shared_bytes
    if shared_bytes < 0 or total > MAX_SHARED_BYTES:
        raise LaunchError(
            f"a block may have at most {MAX_SHARED_BYTES} bytes of shared memory "
            f"(got {code.frame.static_shared_bytes} static and {shared_bytes} dynamic)"
        )
    launch.grid[:] = grid
    launch.block[:] = block
    launch.n_threads = n_threads
    launch.n_warps = -(-n_threads // LANES)
    launch.param_bytes = code.frame.param_bytes
    launch.shared_bytes = total
    launch.dynamic_shared_bytes = shared_bytes
    launch.local_bytes = code.frame.local_bytes
    launch.frame_bytes = code.frame.frame_bytes
    launch.register_bytes = code.register_bytes
    launch.fill_registers = code.reads_undefined or code.reads_all_lanes
    n_blocks = grid[0] * grid[1] * grid[2]
    if n_blocks > 2**31 - 1:
        raise LaunchError(f"the cpu device runs at most 2^31 - 1 blocks a launch (got {n_blocks})")
    launch.stop_gang = ALL_GANGS


def _form_gangs(launch: Launch, code: KernelCode, cluster: Sequence[int] | None, cooperative: bool) -> None:
    launch.cluster[:] = 1, 1, 1
    launch.cluster_blocks = launch.gang_blocks = 1
    launch.n_gangs = launch.grid[0] * launch.grid[1] * launch.grid[2]
    launch.has_slices = code.has_slices
    if cluster is None and code.limits.cluster is None and not code.limits.needs_cluster and not cooperative:
        return
    if cluster is not None and (len(cluster) != 3 or min(cluster) < 1):
        raise LaunchError(f"cluster must have three extents of at least 1 (got {tuple(cluster)})")
    if code.limits.cluster and cluster is not None and tuple(cluster) != code.limits.cluster:
        raise LaunchError(
            f"{code.name} is compiled for clusters of {code.limits.cluster} (got {tuple(cluster)})"
        )
    chosen = cluster or code.limits.cluster
    if chosen is None and code.limits.needs_cluster:
        raise LaunchError(f"{code.name} is compiled for launches with clusters, whose size must be given")
    x, y, z = chosen or (1, 1, 1)
    n = x * y * z
    limit = min(code.limits.max_cluster or MAX_CLUSTER_BLOCKS, MAX_CLUSTER_BLOCKS)
    if n > limit:
        raise LaunchError(f"a cluster of {code.name} may have at most {limit} blocks (got {(x, y, z)})")
    grid = tuple(launch.grid)
    if grid[0] % x or grid[1] % y or grid[2] % z:
        raise LaunchError(f"the grid must consist of whole clusters of {(x, y, z)} (got {grid})")
    launch.cluster[:] = x, y, z
    launch.cluster_blocks = n
    launch.is_cluster = chosen is not None
    # any block of a cooperative grid may wait for any other, so all of them run in turns
    launch.gang_blocks = launch.n_gangs if cooperative else n
    launch.n_gangs //= launch.gang_blocks


def take_turns(launch: Launch, seed: int) -> None:
    """Let blocks that may wait for each other overtake in an order of a seed: later ones go first.

    Blocks that would run one after another run up to `TURNING_BLOCKS` at a time, and with an odd seed take short turns
    once one of them has ended. From three blocks on there are two such groups, so that a block that waits for another
    by its number hangs. A grid that synchronises keeps its rounds with an odd seed.
    """
    if launch.is_cluster:
        return
    if launch.gang_blocks > 1:
        launch.turns = 0 if seed % 2 else TURNS_LATEST
        return
    n_blocks = launch.n_gangs
    launch.n_gangs = max(-(-n_blocks // TURNING_BLOCKS), min(2, n_blocks - 1), 1)
    launch.gang_blocks = -(-n_blocks // launch.n_gangs)
    launch.n_gangs = -(-n_blocks // launch.gang_blocks)
    if launch.gang_blocks > 1:
        launch.turns = TURNS_LATEST | (TURNS_DRAWN if seed % 2 else 0)


def _pack(code: KernelCode, args: Sequence[np.generic | bytes]) -> bytes:
    if len(args) != len(code.params):
        raise LaunchError(f"{code.name} takes {len(code.params)} arguments (got {len(args)})")
    buffer = bytearray(max(code.frame.param_bytes, 1))
    for position, (param, arg) in enumerate(zip(code.params, args, strict=True)):
        data = arg if isinstance(arg, bytes) else arg.tobytes()
        if len(data) != param.size_bytes:
            raise LaunchError(
                f"argument {position} of {code.name} must be {param.size_bytes} bytes wide (got {len(data)})"
            )
        offset = code.frame.params[param.name]
        buffer[offset : offset + len(data)] = data
    return bytes(buffer)
