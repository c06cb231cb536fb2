"""Facts about the GPU that the virtual one appears to be.

Sources: "Technical Specifications per Compute Capability" of the CUDA Programming Guide 13.0 for limits; the data
sheets of A100 (SXM4, 40 GB), H100 (SXM5, 80 GB) and B200 for multiprocessors, clocks, caches and memory. Texture limits
are those of the guide.
"""

from __future__ import annotations

from ...device.base import REGISTERS_PER_SM, STATIC_SHARED_BYTES, WARP, DeviceLimits
from ...errors import UsageError
from ...lazy import dataclass
from ...measure.occupancy import multiprocessor
from ..cuda_header import cuda_header

DRIVER_VERSION = 13000
"""CUDA release that the driver appears to be of."""
_KIB, _MIB, _GIB = 1 << 10, 1 << 20, 1 << 30


@dataclass(frozen=True)
class GpuProfile:
    """One kind of GPU."""

    arch: str
    name: str
    multiprocessors: int
    clock_khz: int
    memory_clock_khz: int
    """`clock_khz`, `memory_clock_khz`: boost clocks."""
    bus_bits: int
    l2_bytes: int
    memory_bytes: int
    """`l2_bytes`, `memory_bytes`: sizes of the L2 cache and of the memory."""

    @property
    def capability(self) -> tuple[int, int]:
        number = int(self.arch.removeprefix("sm_"))
        return number // 10, number % 10

    @property
    def limits(self) -> DeviceLimits:
        return DeviceLimits.of_arch(self.arch)

    def attributes(self) -> dict[int, int]:
        """Return the value of each attribute of ``CUdevice_attribute``; one that is missing is 0."""
        (major, minor), sm, limits = self.capability, multiprocessor(self.arch), self.limits
        named = {
            **_ATTRIBUTES,
            **dict.fromkeys(_HAS.split(), 1),
            "MAX_THREADS_PER_BLOCK": limits.threads_per_block,
            **{f"MAX_BLOCK_DIM_{axis}": size for axis, size in zip("XYZ", limits.block, strict=True)},
            **{f"MAX_GRID_DIM_{axis}": size for axis, size in zip("XYZ", limits.grid, strict=True)},
            "CLOCK_RATE": self.clock_khz,
            "MEMORY_CLOCK_RATE": self.memory_clock_khz,
            "MULTIPROCESSOR_COUNT": self.multiprocessors,
            "GLOBAL_MEMORY_BUS_WIDTH": self.bus_bits,
            "L2_CACHE_SIZE": self.l2_bytes,
            "MAX_THREADS_PER_MULTIPROCESSOR": sm.max_warps * WARP,
            "MAX_BLOCKS_PER_MULTIPROCESSOR": sm.max_blocks,
            "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": sm.shared_kib * _KIB,
            "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": limits.shared_bytes,
            "RESERVED_SHARED_MEMORY_PER_BLOCK": sm.reserved_shared_bytes,
            "COMPUTE_CAPABILITY_MAJOR": major,
            "COMPUTE_CAPABILITY_MINOR": minor,
            "CLUSTER_LAUNCH": int(major >= 9),
            "TENSOR_MAP_ACCESS_SUPPORTED": int(major >= 9),
        }
        constants = cuda_header().constants
        numbers = {constants.get(f"CU_DEVICE_ATTRIBUTE_{name}"): value for name, value in named.items()}
        # Headers of older releases lack some of the names.
        return {number: value for number, value in numbers.items() if number is not None}


# Attributes that are 1 on every GPU here.
_HAS = """
    GPU_OVERLAP CAN_MAP_HOST_MEMORY CONCURRENT_KERNELS UNIFIED_ADDRESSING ECC_ENABLED STREAM_PRIORITIES_SUPPORTED
    GLOBAL_L1_CACHE_SUPPORTED LOCAL_L1_CACHE_SUPPORTED COMPUTE_PREEMPTION_SUPPORTED COOPERATIVE_LAUNCH MANAGED_MEMORY
    CONCURRENT_MANAGED_ACCESS CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM HOST_REGISTER_SUPPORTED
    VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED MEMORY_POOLS_SUPPORTED
    MEMPOOL_SUPPORTED_HANDLE_TYPES MEM_SYNC_DOMAIN_COUNT HOST_MEMORY_POOLS_SUPPORTED PCI_BUS_ID CAN_TEX2D_GATHER
"""
# Attributes that are the same on every GPU here.
_ATTRIBUTES = {
    "WARP_SIZE": WARP, "MAX_PITCH": 2**31 - 1, "MAX_SHARED_MEMORY_PER_BLOCK": STATIC_SHARED_BYTES,
    "TOTAL_CONSTANT_MEMORY": 64 * _KIB, "MAX_REGISTERS_PER_BLOCK": REGISTERS_PER_SM,
    "MAX_REGISTERS_PER_MULTIPROCESSOR": REGISTERS_PER_SM, "ASYNC_ENGINE_COUNT": 3,
    "SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO": 2, "TEXTURE_ALIGNMENT": 512, "TEXTURE_PITCH_ALIGNMENT": 32,
    "SURFACE_ALIGNMENT": 512, "MAXIMUM_TEXTURE1D_WIDTH": 131072, "MAXIMUM_TEXTURE2D_WIDTH": 131072,
    "MAXIMUM_TEXTURE2D_HEIGHT": 65536, "MAXIMUM_TEXTURE3D_WIDTH": 16384, "MAXIMUM_TEXTURE3D_HEIGHT": 16384,
    "MAXIMUM_TEXTURE3D_DEPTH": 16384, "MAXIMUM_TEXTURE2D_LAYERED_WIDTH": 32768,
    "MAXIMUM_TEXTURE2D_LAYERED_HEIGHT": 32768, "MAXIMUM_TEXTURE2D_LAYERED_LAYERS": 2048,
    "MAXIMUM_TEXTURE1D_LAYERED_WIDTH": 32768, "MAXIMUM_TEXTURE1D_LAYERED_LAYERS": 2048,
    "MAXIMUM_TEXTURE2D_GATHER_WIDTH": 32768, "MAXIMUM_TEXTURE2D_GATHER_HEIGHT": 32768,
}  # fmt: skip

PROFILES = {
    profile.arch: profile
    for profile in (
        GpuProfile("sm_80", "NVIDIA A100-SXM4-40GB", 108, 1410000, 1215000, 5120, 40 * _MIB, 40 * _GIB),
        GpuProfile("sm_90", "NVIDIA H100 80GB HBM3", 132, 1980000, 2619000, 5120, 50 * _MIB, 80 * _GIB),
        GpuProfile("sm_100", "NVIDIA B200", 148, 1965000, 3996000, 8192, 126 * _MIB, 180 * _GIB),
    )
}
"""Every GPU that a program may be run as, by architecture."""


def gpu_profile(arch: str) -> GpuProfile:
    """Return the GPU of an architecture; UsageError if there is none."""
    if arch not in PROFILES:
        raise UsageError(f"a program can be run as {', '.join(PROFILES)} (got {arch!r})")
    return PROFILES[arch]
