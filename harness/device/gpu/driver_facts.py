"""Facts that the driver reports about a GPU and itself, and loading of compiled code as a ``SourceModule``."""

from __future__ import annotations

import contextlib
import ctypes
from pathlib import Path
from typing import Any

from ...compiler.backend.nvcc import load_pycuda
from ..launch_limits import DeviceLimits
from .driver_library import is_virtual
from .pycuda_build import driver_release

_MODULE_VERSION = Path("/sys/module/nvidia/version")
"""File with the version of the loaded kernel module, which is the driver's."""


def sticky_error() -> str | None:
    """Return the name of the current context's sticky error; None if the context still works."""
    # A destroyed context returns its error from every later call, also from one that only waits; other errors are not
    # sticky ("Error Handling", CUDA driver API).
    from cuda.bindings import driver

    (status,) = driver.cuCtxSynchronize()
    return None if status == driver.CUresult.CUDA_SUCCESS else str(status.name)


def driver_version() -> str:
    """Return the NVIDIA driver's version, such as ``580.82.07``; empty if it is unknown."""
    # A virtual GPU's is ``virtual`` and its CUDA release.
    if is_virtual():
        major, minor = driver_release() or (0, 0)
        return f"virtual {major}.{minor}"
    # The module's file first: NVML opens every GPU of the machine, in each worker.
    try:
        return _MODULE_VERSION.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return _nvml_version()


def _nvml_version() -> str:
    """Return the driver's version by NVML; empty without NVML."""
    size = 80  # NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE of nvml.h
    version = ctypes.create_string_buffer(size)
    is_known = False
    with contextlib.suppress(OSError, AttributeError):
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
        if nvml.nvmlInit_v2() == 0:
            is_known = nvml.nvmlSystemGetDriverVersion(version, size) == 0
            nvml.nvmlShutdown()
    return version.value.decode("ascii", "replace") if is_known else ""


def source_module(code: bytes) -> Any:
    """Load compiled code as a ``SourceModule``, which PyCUDA can only make from text."""
    # The constructor compiles, then loads in this way; the compiled code is already known.
    compiler = load_pycuda("pycuda.compiler")
    driver = load_pycuda("pycuda.driver")

    class CompiledSourceModule(compiler.SourceModule):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            self.module = driver.module_from_buffer(code)
            self._bind_module()

    return CompiledSourceModule()


def arch_of(device: Any) -> str:
    """Return the architecture of a PyCUDA device, such as ``sm_90``."""
    return "sm_{}{}".format(*device.compute_capability())


def limits_of(cuda: Any, device: Any) -> DeviceLimits:
    """Return the limits of a launch on a PyCUDA device; `cuda` is ``pycuda.driver``."""

    def read(name: str) -> int:
        return int(device.get_attribute(getattr(cuda.device_attribute, name)))

    return DeviceLimits(
        threads_per_block=read("MAX_THREADS_PER_BLOCK"),
        block=(read("MAX_BLOCK_DIM_X"), read("MAX_BLOCK_DIM_Y"), read("MAX_BLOCK_DIM_Z")),
        grid=(read("MAX_GRID_DIM_X"), read("MAX_GRID_DIM_Y"), read("MAX_GRID_DIM_Z")),
        shared_bytes=read("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN"),
        cluster_blocks=DeviceLimits.of_arch(arch_of(device)).cluster_blocks,
    )
