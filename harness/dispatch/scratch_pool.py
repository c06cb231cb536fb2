"""The memory pool for scratch memory, one for each GPU."""

from __future__ import annotations

from functools import lru_cache

from ..device.gpu.cuda_launch import checked

_NEVER_RELEASE = 2**64 - 1
"""Release threshold in bytes."""


@lru_cache(maxsize=64)
def scratch_pool(ordinal: int) -> int:
    """Return the handle of a GPU's memory pool; the first call makes the pool.

    The pool never releases memory. The driver's default pool releases its free memory whenever the host waits for the
    GPU, and the next allocation maps memory again: a call took 65 us instead of 7 on an NVIDIA H200
    (``benchmarks/call_cost.py``). The whole program shares the default pool, so its release threshold is not changed.

    Parameters
    ----------
    ordinal : int
        Number of the GPU.

    Raises
    ------
    LaunchError
        The GPU does not support memory pools, or the driver refuses to make one.
    """
    from cuda.bindings import driver

    wanted = driver.CUmemPoolProps()
    wanted.allocType = driver.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
    wanted.location.type = driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
    wanted.location.id = ordinal
    pool = checked("scratch memory", driver.cuMemPoolCreate(wanted))
    threshold = driver.CUmemPool_attribute.CU_MEMPOOL_ATTR_RELEASE_THRESHOLD
    checked(
        "scratch memory", driver.cuMemPoolSetAttribute(pool, threshold, driver.cuuint64_t(_NEVER_RELEASE))
    )
    return int(pool)
