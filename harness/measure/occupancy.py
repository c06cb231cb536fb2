"""Theoretical occupancy: the blocks of a kernel that fit on a multiprocessor at once, from its resources.

Sources: the table "Technical Specifications per Compute Capability" of the CUDA Programming Guide 13.0, and for
allocation units, sub-partitions and barriers NVIDIA's calculator, ``cuda_occupancy.h`` of CUDA 13.0. The rules are
the calculator's for the default carve-out: as much of the L1 cache becomes shared memory as a kernel requests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..device.base import MAX_REGISTERS, REGISTERS_PER_SM, SUB_PARTITIONS, WARP, allocated
from ..errors import UsageError
from ..lazy import dataclass
from ..ptx.limits import MAX_BLOCK_THREADS
from ..store.records import COUNT, SIZE


@dataclass(frozen=True)
class Multiprocessor:
    max_blocks: int
    max_warps: COUNT
    """`max_blocks`, `max_warps`: largest numbers of resident blocks and warps."""
    shared_kib: int
    reserved_shared_bytes: int
    """Shared memory that the system reserves in every block."""
    shared_unit_bytes: int
    """Shared memory is allocated in multiples of this."""
    n_barriers: int | None = None
    """Hardware barriers that the resident blocks share; None if they do not limit (before Hopper)."""


def _since_ampere(
    max_blocks: int, max_warps: int, shared_kib: int, n_barriers: int | None = None
) -> Multiprocessor:
    return Multiprocessor(max_blocks, max_warps, shared_kib, 1024, 128, n_barriers)


MULTIPROCESSORS: Mapping[str, Multiprocessor] = {
    "75": Multiprocessor(16, 32, 64, 0, 256), "80": _since_ampere(32, 64, 164),
    "86": _since_ampere(16, 48, 100), "87": _since_ampere(16, 48, 164), "89": _since_ampere(24, 48, 100),
    "90": _since_ampere(32, 64, 228, 64), "100": _since_ampere(32, 64, 228, 64),
    "103": _since_ampere(32, 64, 228, 64), "110": _since_ampere(24, 48, 228, 24),
    "120": _since_ampere(24, 48, 100, 24), "121": _since_ampere(24, 48, 100, 24),
}  # fmt: skip
"""Limits by compute capability without its point."""


@dataclass(frozen=True)
class Occupancy:
    """Theoretical occupancy of a multiprocessor."""

    fraction: SIZE
    """Resident warps over possible ones."""
    blocks: COUNT
    """Resident blocks; 0 when not even one fits."""
    warps: COUNT
    """Resident warps."""
    max_warps: int
    """Warps that could be resident."""
    limited_by: tuple[str, ...]
    """Limiting resources: `warps`, `registers`, `shared`, `blocks`, `barriers`."""


def multiprocessor(arch: str) -> Multiprocessor:
    """Return the limits of an architecture such as ``sm_90`` or ``sm_90a``."""
    match = re.fullmatch(r"sm_(\d+)[af]?", arch)
    if match is None or match[1] not in MULTIPROCESSORS:
        known = ", ".join(f"sm_{number}" for number in MULTIPROCESSORS)
        raise UsageError(f"the occupancy is known for {known} (got {arch!r})")
    return MULTIPROCESSORS[match[1]]


def occupancy(
    arch: str, *, block_threads: int, registers: int, shared_bytes: int = 0, barriers: int = 1
) -> Occupancy:
    sm = multiprocessor(arch)
    if block_threads < 1:
        raise ValueError(f"a block has at least one thread (got {block_threads})")
    n_warps = -(-block_threads // WARP)
    limits = {"warps": sm.max_warps // n_warps if block_threads <= MAX_BLOCK_THREADS else 0}
    if registers:
        limits["registers"] = _by_registers(n_warps, registers)
    n_units = -(-(shared_bytes + sm.reserved_shared_bytes) // sm.shared_unit_bytes)
    if n_units:
        limits["shared"] = sm.shared_kib * 1024 // (n_units * sm.shared_unit_bytes)
    limits["blocks"] = sm.max_blocks
    if barriers and sm.n_barriers is not None:
        limits["barriers"] = sm.n_barriers // barriers
    blocks = min(limits.values())
    warps = blocks * n_warps
    limited_by = tuple(name for name, most in limits.items() if most == blocks)
    return Occupancy(warps / sm.max_warps, blocks, warps, sm.max_warps, limited_by)


def _by_registers(n_warps: int, registers: int) -> int:
    if registers > MAX_REGISTERS or allocated(registers, n_warps * WARP) > REGISTERS_PER_SM:
        return 0
    # Registers do not move between the four sub-partitions, so warps fit in fours: one in each.
    of_four_warps = allocated(registers, SUB_PARTITIONS * WARP)
    return REGISTERS_PER_SM // of_four_warps * SUB_PARTITIONS // n_warps
