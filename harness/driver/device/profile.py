"""Facts about the GPU that the virtual one appears to be.

Sources: "Technical Specifications per Compute Capability" of the CUDA Programming Guide 13.0 for limits; the data
sheets of A100 (SXM4, 40 GB), H100 (SXM5, 80 GB) and B200 for multiprocessors, clocks, caches and memory. Texture limits
are those of the guide.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...device.launch_limits import LaunchLimits
from ...errors import UsageError
from ...measure.occupancy import multiprocessor

DRIVER_VERSION = 13000
"""CUDA release that the driver appears to be of."""
_KIB, _GIB = 1024, 1 << 30


@dataclass(frozen=True)
class GpuProfile:
    """One kind of GPU."""

    arch: str
    """Architecture, such as ``sm_90``."""
    name: str
    """Name, as ``cuDeviceGetName`` gives it."""
    multiprocessors: int
    """Number of multiprocessors."""
    clock_khz: int
    memory_clock_khz: int
    """`clock_khz`, `memory_clock_khz`: boost clocks."""
    bus_bits: int
    """Width of the memory bus."""
    l2_bytes: int
    memory_bytes: int
    """`l2_bytes`, `memory_bytes`: sizes of the L2 cache and of the memory."""

    @property
    def capability(self) -> tuple[int, int]:
        """Compute capability."""
        number = int(self.arch.removeprefix("sm_"))
        return number // 10, number % 10

    def attributes(self) -> dict[int, int]:
        """Return the value of each attribute of ``CUdevice_attribute``; one that is missing is 0."""
        major, minor = self.capability
        sm, limits = multiprocessor(self.arch), LaunchLimits.of_arch(self.arch)
        has_clusters = major >= 9
        return {
            1: limits.threads_per_block,
            10: 32,
            11: 2**31 - 1,
            14: 512,
            51: 32,
            **dict(zip((2, 3, 4), limits.block, strict=True)),
            **dict(zip((5, 6, 7), limits.grid, strict=True)),
            8: 48 * _KIB,
            9: 64 * _KIB,
            12: 65536,
            82: 65536,
            13: self.clock_khz,
            36: self.memory_clock_khz,
            16: self.multiprocessors,
            15: 1,
            19: 1,
            31: 1,
            40: 3,
            41: 1,
            37: self.bus_bits,
            38: self.l2_bytes,
            32: 1,
            39: sm.max_warps * 32,
            106: sm.max_blocks,
            81: sm.shared_kib * _KIB,
            97: limits.shared_bytes,
            111: sm.reserved_shared_bytes,
            75: major,
            76: minor,
            78: 1,
            79: 1,
            80: 1,
            87: 2,
            90: 1,
            95: 1,
            83: 1,
            89: 1,
            91: 1,
            99: 1,
            102: 1,
            103: 1,
            115: 1,
            119: 1,
            126: 1,
            144: 1,
            120: int(has_clusters),
            33: 1,
            34: 0,
            50: 0,
            21: 131072,
            22: 131072,
            23: 65536,
            24: 16384,
            25: 16384,
            26: 16384,
            30: 512,
            27: 32768,
            28: 32768,
            29: 2048,
            42: 32768,
            43: 2048,
            44: 1,
            45: 32768,
            46: 32768,
        }


PROFILES = {
    each.arch: each
    for each in (
        GpuProfile(
            "sm_80", "NVIDIA A100-SXM4-40GB", 108, 1410000, 1215000, 5120, 40 * _KIB * _KIB, 40 * _GIB
        ),
        GpuProfile(
            "sm_90", "NVIDIA H100 80GB HBM3", 132, 1980000, 2619000, 5120, 50 * _KIB * _KIB, 80 * _GIB
        ),
        GpuProfile("sm_100", "NVIDIA B200", 148, 1965000, 3996000, 8192, 126 * _KIB * _KIB, 180 * _GIB),
    )
}
"""Every GPU that a program may be run as, by architecture."""


def gpu_profile(arch: str) -> GpuProfile:
    """Return the GPU of an architecture; UsageError if there is none."""
    if arch not in PROFILES:
        raise UsageError(f"a program can be run as {', '.join(PROFILES)} (got {arch!r})")
    return PROFILES[arch]
