"""The memory pool that scratch memory comes from, one for each GPU."""

from __future__ import annotations

from functools import lru_cache

from ..device.gpu.cuda_launch import checked

_ALL = 2**64 - 1


@lru_cache(maxsize=64)
def scratch_pool(ordinal: int) -> int:
    """Return the handle of a GPU's pool, which is made at the first call and kept.

    The pool keeps the memory that it once had. The driver's default pool gives free memory back whenever the host
    waits, and the next call then waits until memory is mapped again: 65 us in place of 7 on an NVIDIA H200
    (``benchmarks/call_cost.py``). The default pool belongs to the whole program, so its setting stays as it is.

    Parameters
    ----------
    ordinal : int
        Number of the GPU.

    Raises
    ------
    LaunchError
        The GPU has no memory pools, or the driver refuses one.
    """
    from cuda.bindings import driver

    wanted = driver.CUmemPoolProps()
    wanted.allocType = driver.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
    wanted.location.type = driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
    wanted.location.id = ordinal
    pool = checked("scratch memory", driver.cuMemPoolCreate(wanted))
    threshold = driver.CUmemPool_attribute.CU_MEMPOOL_ATTR_RELEASE_THRESHOLD
    checked("scratch memory", driver.cuMemPoolSetAttribute(pool, threshold, driver.cuuint64_t(_ALL)))
    return int(pool)
