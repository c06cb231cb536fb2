"""Arguments of a launch, and launches through the driver itself: with clusters, synchronising grids, or without PyCUDA.

PyCUDA supports neither of the first two and exposes no function handle. So the driver loads the code a second time
into the same context.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...compiler.artifact import Param
from ...errors import LaunchError
from ...ptx.limits import PORTABLE_CLUSTER
from ..base import LaunchConfig
from .driver_library import value_of

# cuda.h: CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, _HEIGHT and _DEPTH, and the attribute that allows clusters with more
# blocks than every GPU supports.
REQUIRED_CLUSTER = (11, 12, 13)
NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14

# CU_LAUNCH_PARAM_END, CU_LAUNCH_PARAM_BUFFER_POINTER and CU_LAUNCH_PARAM_BUFFER_SIZE of cuda.h.
_PARAM_END, _PARAM_BUFFER, _PARAM_BUFFER_SIZE = 0, 1, 2


def argument_buffer(kernel: str, params: Sequence[Param], args: Sequence[np.generic]) -> bytes:
    # Each argument lies at the next offset that its parameter's alignment allows; gaps are zero ("Kernel Launch" in the
    # CUDA driver API: the buffer has the layout of a C struct with the parameters as members).
    if len(args) != len(params):
        raise LaunchError(
            f"kernel {kernel} takes {len(params)} arguments (got {len(args)}); "
            "compare the declaration's args with the kernel's parameters"
        )
    buffer = bytearray()
    for position, (param, offset, arg) in enumerate(zip(params, offsets(params), args, strict=True)):
        data = arg.tobytes()
        if len(data) != param.size_bytes:
            raise LaunchError(
                f"argument {position} of kernel {kernel} is {param.size_bytes} bytes wide, {param.kind} "
                f"(got {arg.dtype} of {len(data)} bytes)"
            )
        buffer += bytes(offset - len(buffer))
        buffer += data
    return bytes(buffer)


def offsets(params: Sequence[Param]) -> tuple[int, ...]:
    """Return the offset of each parameter in the argument buffer, in bytes."""
    starts = []
    end = 0
    for param in params:
        starts.append(end + -end % (param.align_bytes or param.size_bytes))
        end = starts[-1] + param.size_bytes
    return tuple(starts)


class LaunchConfigStruct(ctypes.Structure):
    """``CUlaunchConfig`` of cuda.h."""

    _fields_ = (
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared_bytes", ctypes.c_uint32),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("n_attributes", ctypes.c_uint32),
    )


class SpecialLaunch:
    """A kernel with its launch configuration; a call adds the stream and the arguments."""

    def __init__(
        self, where: str, function: Any, config: Any, offsets: tuple[int, ...] | None = None
    ) -> None:
        self._where = where
        self._function = function
        self._config = config
        self._offsets = offsets

    def __call__(self, stream: int, arguments: bytes) -> None:
        from cuda.bindings import driver

        # The driver copies the configuration and the arguments before it returns; threads may share this object.
        config = LaunchConfigStruct.from_buffer_copy(
            ctypes.string_at(self._config.getPtr(), ctypes.sizeof(LaunchConfigStruct))
        )
        config.stream = stream
        buffer = ctypes.create_string_buffer(arguments, len(arguments))
        start = ctypes.addressof(buffer)
        handed = driver.CUlaunchConfig(ctypes.addressof(config))
        if self._offsets is None:
            size_bytes = ctypes.c_size_t(len(arguments))
            extra = (ctypes.c_void_p * 5)(
                _PARAM_BUFFER, start, _PARAM_BUFFER_SIZE, ctypes.addressof(size_bytes), _PARAM_END
            )
            status = driver.cuLaunchKernelEx(handed, self._function, 0, ctypes.addressof(extra))
        else:
            # The address of each parameter.
            parameters = (ctypes.c_void_p * len(self._offsets))(*(start + offset for offset in self._offsets))
            status = driver.cuLaunchKernelEx(handed, self._function, ctypes.addressof(parameters), 0)
        checked(self._where, status)


class SpecialLauncher:
    """Makes launches by ``cuLaunchKernelEx`` in one context, which must be current whenever it is used."""

    def __init__(self) -> None:
        self._modules: dict[bytes, Any] = {}

    def prepare(self, code: bytes, entry: str, config: LaunchConfig) -> SpecialLaunch:
        """Return a launch that only lacks its stream and arguments."""
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

        # A grid that synchronises is not captured into a CUDA graph with packed arguments.
        return SpecialLaunch(
            where, function, launch, _parameter_offsets(function) if config.cooperative else None
        )

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


def _parameter_offsets(function: Any) -> tuple[int, ...] | None:
    """Return the offset of each parameter of a kernel; None if it has none, or the driver is older than CUDA 12.4."""
    from cuda.bindings import driver

    starts: list[int] = []
    while True:
        try:
            status, offset, _ = driver.cuFuncGetParamInfo(function, len(starts))
        except RuntimeError:  # the driver does not have the function
            return None
        if status != driver.CUresult.CUDA_SUCCESS:
            return tuple(starts) or None
        starts.append(int(offset))


def checked(where: str, result: tuple[Any, ...]) -> Any:
    """Return the value of a driver call; LaunchError with the status's name if it failed."""
    return value_of(result, lambda name: LaunchError(f"{where}: refused by the driver (got: {name})"))
