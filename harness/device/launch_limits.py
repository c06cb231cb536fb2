"""Limits of a launch configuration, and the check against them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import LaunchError
from ..ptx.limits import MAX_BLOCK, MAX_BLOCK_THREADS, MAX_CLUSTER_BLOCKS, MAX_GRID, PORTABLE_CLUSTER
from .base import LaunchConfig

WARP = 32
SUB_PARTITIONS = 4
"""Schedulers of a multiprocessor, each with its own part of the registers."""
REGISTER_UNIT = 256
"""A warp's registers are allocated in multiples of this."""
REGISTERS_PER_SM = 65536
"""Registers of a multiprocessor; also the limit of a block."""
MAX_REGISTERS = 255
"""Largest number of registers of a thread."""
STATIC_SHARED_BYTES = 48 * 1024
"""Most static shared memory of a block, and most dynamic shared memory without an attribute of the function."""

# "Technical Specifications per Compute Capability" in the CUDA Programming Guide 13.0: maximum amount of
# shared memory per thread block, in KiB, by compute capability.
_SHARED_KIB = {
    "75": 64, "80": 163, "86": 99, "87": 163, "88": 163, "89": 99, "90": 227, "100": 227, "103": 227,
    "110": 227, "120": 99, "121": 99,
}  # fmt: skip

_FIRST_WITH_CLUSTERS = 90
"""Compute capability 9.0 (same source)."""
_WITH_LARGE_CLUSTERS = (90, 100, 103)
"""Compute capabilities that allow so many blocks (tuning guides of Hopper and Blackwell, "Thread Block Clusters")."""


@dataclass(frozen=True)
class Excess:
    of: str
    """``size``, ``registers``, ``cluster``, ``whole clusters``, ``static`` or ``shared``."""
    rule: str
    """The limit, and what the launch has."""
    advice: str = ""
    """Advice to the author of a declared kernel."""


@dataclass(frozen=True)
class DeviceLimits:
    threads_per_block: int = MAX_BLOCK_THREADS
    """Product of the block's sizes."""
    block: tuple[int, int, int] = MAX_BLOCK
    grid: tuple[int, int, int] = MAX_GRID
    """`block`, `grid`: largest x, y and z, in threads and in blocks."""
    shared_bytes: int = STATIC_SHARED_BYTES
    """Static plus dynamic shared memory of a block, opt-in included."""
    cluster_blocks: int = PORTABLE_CLUSTER
    """Largest number of blocks in a cluster; 0 without cluster support."""

    @classmethod
    def of_arch(cls, arch: str) -> DeviceLimits:
        """Return the limits of an architecture such as ``sm_90``; 48 KiB of shared memory if it is unknown."""
        number = arch.removeprefix("sm_").rstrip("af")
        return cls(
            shared_bytes=_SHARED_KIB.get(number, 48) * 1024,  # what every architecture has
            cluster_blocks=_most_cluster_blocks(int(number)) if number.isdigit() else PORTABLE_CLUSTER,
        )

    def check(
        self, kernel: str, config: LaunchConfig, *, static_shared_bytes: int = 0, registers: int | None = None
    ) -> None:
        for excess in self.excesses(config, static_shared_bytes, registers):
            raise LaunchError(f"kernel {kernel}: {'; '.join(filter(None, (excess.rule, excess.advice)))}")

    def excesses(
        self, config: LaunchConfig, static_shared_bytes: int, registers: int | None
    ) -> Iterator[Excess]:
        for what, sizes, limits in (("block", config.block, self.block), ("grid", config.grid, self.grid)):
            for axis, size, limit in zip("xyz", sizes, limits, strict=True):
                if not 1 <= size <= limit:
                    rule = f"{what}.{axis} must be from 1 to {limit} (got {what} {_by(sizes)})"
                    yield Excess("size", rule)
        n_threads, static = math.prod(config.block), static_shared_bytes
        needed = allocated(registers or 0, n_threads)
        # before the number of threads, which a kernel's registers narrow on a GPU: this reason says more
        if n_threads <= MAX_BLOCK_THREADS and needed > REGISTERS_PER_SM:
            yield Excess(
                "registers",
                f"the registers of a block must fit on a multiprocessor, which has {REGISTERS_PER_SM} "
                f"(got {registers} of each of {n_threads} threads, {needed} in all)",
                f"write __launch_bounds__({n_threads}), or use smaller blocks",
            )
        if n_threads > self.threads_per_block:
            rule = f"a block has at most {self.threads_per_block} threads (got {_by(config.block)} = {n_threads})"
            yield Excess("size", rule)
        if config.cluster is not None:
            yield from self._cluster_excesses(config.cluster, config.grid)
        if static > STATIC_SHARED_BYTES:
            yield Excess(
                "static",
                f"static shared memory is at most {STATIC_SHARED_BYTES} bytes, and ptxas refuses more (got {static})",
                "use dynamic shared memory, `smem_bytes`",
            )
        if config.smem_bytes < 0 or static + config.smem_bytes > self.shared_bytes:
            yield Excess(
                "shared",
                f"a block has at most {self.shared_bytes} bytes of shared memory "
                f"(got {static} static + {config.smem_bytes} dynamic)",
                "use less, or exclude such sizes with `requires`",
            )

    def _cluster_excesses(
        self, cluster: tuple[int, int, int], grid: tuple[int, int, int]
    ) -> Iterator[Excess]:
        if not self.cluster_blocks:
            rule = f"clusters need sm_{_FIRST_WITH_CLUSTERS} or later (got cluster {_by(cluster)})"
            yield Excess("cluster", rule)
        elif min(cluster) < 1 or math.prod(cluster) > self.cluster_blocks:
            rule = f"a cluster has from 1 to {self.cluster_blocks} blocks (got {_by(cluster)})"
            yield Excess("cluster", rule)
        elif any(blocks % size for blocks, size in zip(grid, cluster, strict=True)):
            rule = f"the grid must consist of whole clusters of {_by(cluster)} (got {_by(grid)})"
            yield Excess("whole clusters", rule)


def allocated(registers: int, n_threads: int) -> int:
    """Return the registers that a block takes: whole units for each warp, as many warps in each sub-partition."""
    # Source: the launch check of NVIDIA's ``cuda_occupancy.h``.
    n_warps = -(-n_threads // WARP)
    return (
        -(-registers * WARP // REGISTER_UNIT) * REGISTER_UNIT * -(-n_warps // SUB_PARTITIONS) * SUB_PARTITIONS
    )


def _by(sizes: tuple[int, int, int]) -> str:
    return "x".join(str(size) for size in sizes)


def _most_cluster_blocks(compute_capability: int) -> int:
    if compute_capability < _FIRST_WITH_CLUSTERS:
        return 0
    return MAX_CLUSTER_BLOCKS if compute_capability in _WITH_LARGE_CLUSTERS else PORTABLE_CLUSTER
