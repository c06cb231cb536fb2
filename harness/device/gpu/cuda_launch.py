"""Launches through the driver itself: with a cluster size, with a grid that synchronises, or without PyCUDA.

PyCUDA supports neither of the first two and exposes no function handle. So the driver loads the code a second time
into the same context.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

from ...errors import LaunchError
from ...ptx.limits import PORTABLE_CLUSTER
from ..base import LaunchConfig

# cuda.h: CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, _HEIGHT and _DEPTH, and the attribute that allows clusters with more
# blocks than every GPU supports.
REQUIRED_CLUSTER = (11, 12, 13)
NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14

# CU_LAUNCH_PARAM_END, CU_LAUNCH_PARAM_BUFFER_POINTER and CU_LAUNCH_PARAM_BUFFER_SIZE of cuda.h.
_PARAM_END, _PARAM_BUFFER, _PARAM_BUFFER_SIZE = 0, 1, 2


class SpecialLauncher:
    """Makes launches by ``cuLaunchKernelEx`` in one context, which must be current whenever it is used."""

    def __init__(self) -> None:
        self._modules: dict[bytes, Any] = {}

    def prepare(self, code: bytes, entry: str, config: LaunchConfig) -> Callable[[int, bytes], None]:
        """Return a launch that takes a stream's handle (0 is the default stream) and the packed arguments.

        Parameters
        ----------
        code : bytes
            Machine code.
        entry : str
            Symbol of the kernel.
        config : LaunchConfig
            Grid, block, shared memory, cluster and whether the grid synchronises.

        Raises
        ------
        LaunchError
            The driver cannot load the code, or refuses the shared memory; the returned function raises it when the
            driver refuses the launch, such as a grid that synchronises and does not fit on the GPU at once.
        """
        from cuda.bindings import driver

        where = f"kernel {entry}"
        function = self._function(code, entry)
        if config.smem_bytes:
            wanted = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            checked(where, driver.cuFuncSetAttribute(function, wanted, config.smem_bytes))
        self._allow_large_cluster(where, function, config)
        attributes = []
        if config.cluster is not None:
            cluster = driver.CUlaunchAttribute()
            cluster.id = driver.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
            size = cluster.value.clusterDim
            size.x, size.y, size.z = config.cluster
            attributes.append(cluster)
        if config.cooperative:
            cooperative = driver.CUlaunchAttribute()
            cooperative.id = driver.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_COOPERATIVE
            cooperative.value.cooperative = 1
            attributes.append(cooperative)
        launch = driver.CUlaunchConfig()
        launch.gridDimX, launch.gridDimY, launch.gridDimZ = config.grid
        launch.blockDimX, launch.blockDimY, launch.blockDimZ = config.block
        launch.sharedMemBytes = config.smem_bytes
        launch.attrs = attributes
        launch.numAttrs = len(attributes)

        def queue(stream: int, arguments: bytes) -> None:
            # The driver copies the arguments before it returns.
            buffer = ctypes.create_string_buffer(arguments, len(arguments))
            size_bytes = ctypes.c_size_t(len(arguments))
            extra = (ctypes.c_void_p * 5)(
                _PARAM_BUFFER,
                ctypes.addressof(buffer),
                _PARAM_BUFFER_SIZE,
                ctypes.addressof(size_bytes),
                _PARAM_END,
            )
            launch.hStream = stream
            checked(where, driver.cuLaunchKernelEx(launch, function, 0, ctypes.addressof(extra)))

        return queue

    @staticmethod
    def _allow_large_cluster(where: str, function: Any, config: LaunchConfig) -> None:
        from cuda.bindings import driver

        which = driver.CUfunction_attribute
        compiled = (
            checked(where, driver.cuFuncGetAttribute(which(number), function)) for number in REQUIRED_CLUSTER
        )
        if max(math.prod(compiled), math.prod(config.cluster or ())) > PORTABLE_CLUSTER:
            allowed = which(NON_PORTABLE_CLUSTER_SIZE_ALLOWED)
            checked(where, driver.cuFuncSetAttribute(function, allowed, 1))

    def _function(self, code: bytes, entry: str) -> Any:
        from cuda.bindings import driver

        if code not in self._modules:
            self._modules[code] = checked(entry, driver.cuModuleLoadData(code))
        return checked(entry, driver.cuModuleGetFunction(self._modules[code], entry.encode()))


def checked(where: str, result: tuple[Any, ...]) -> Any:
    """Return the values of a driver call; LaunchError with the status's name if it failed."""
    status, *rest = result
    if status.name != "CUDA_SUCCESS":
        raise LaunchError(f"{where}: refused by the driver (got: {status.name})")
    return rest[0] if rest else None
