"""The GPU that times were taken on, with its clocks: a time without them cannot be compared with another.

The current clocks and their limits are read from NVML; nothing is changed.
"""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable, Sequence
from typing import Any

from ..device.gpu.cuda_gpu import CudaGpu
from ..lazy import dataclass, replace

# nvml.h: nvmlClockType_t, and the nvmlClocksEventReason bits.
_SM, _MEMORY = 1, 2
_REASONS = {
    0x1: "gpu-idle", 0x2: "applications-clocks", 0x4: "sw-power-cap", 0x8: "hw-slowdown", 0x10: "sync-boost",
    0x20: "sw-thermal-slowdown", 0x40: "hw-thermal-slowdown", 0x80: "hw-power-brake",
    0x100: "display-clocks",
}  # fmt: skip
THROTTLING = frozenset(
    {"sw-power-cap", "hw-slowdown", "sw-thermal-slowdown", "hw-thermal-slowdown", "hw-power-brake"}
)
"""Reasons for which a GPU runs below its requested clocks."""
_TEMPERATURE_GPU = 0


@dataclass(frozen=True)
class Clocks:
    """A GPU's clocks, power and temperature at one moment."""

    sm_mhz: int | None = None
    memory_mhz: int | None = None
    """`sm_mhz`, `memory_mhz`: clocks; None if the driver does not report them."""
    power_w: float | None = None
    temperature_c: float | None = None
    """`power_w`, `temperature_c`: power and temperature."""
    limits: tuple[str, ...] = ()
    """NVML's reasons for the clocks' limits, sorted; empty if nothing limits them."""

    @property
    def is_throttled(self) -> bool:
        return bool(THROTTLING & set(self.limits))


def read_clocks(bus_id: str) -> Clocks:
    nvml = _open()
    if nvml is None:
        return Clocks()
    try:
        handle = ctypes.c_void_p()
        if nvml.nvmlDeviceGetHandleByPciBusId_v2(bus_id.encode(), ctypes.byref(handle)) != 0:
            return Clocks()
        power = _read(lambda out: nvml.nvmlDeviceGetPowerUsage(handle, out))
        return Clocks(
            sm_mhz=_read(lambda out: nvml.nvmlDeviceGetClockInfo(handle, _SM, out)),
            memory_mhz=_read(lambda out: nvml.nvmlDeviceGetClockInfo(handle, _MEMORY, out)),
            # NVML gives milliwatts.
            power_w=None if power is None else power / 1000,
            temperature_c=_read(lambda out: nvml.nvmlDeviceGetTemperature(handle, _TEMPERATURE_GPU, out)),
            limits=_limits(nvml, handle),
        )
    except AttributeError:  # an old NVML without one of the functions
        return Clocks()


@functools.cache
def _open() -> Any:
    """Return NVML, open as long as this process lives: opening it takes longer than many measurements."""
    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
        return nvml if nvml.nvmlInit_v2() == 0 else None
    except (OSError, AttributeError):
        return None


def _read(ask: Callable[[Any], int]) -> int | None:
    value = ctypes.c_uint()
    return int(value.value) if ask(ctypes.byref(value)) == 0 else None


def _limits(nvml: Any, handle: Any) -> tuple[str, ...]:
    # The newer name of the same function.
    ask = (
        getattr(nvml, "nvmlDeviceGetCurrentClocksEventReasons", None)
        or nvml.nvmlDeviceGetCurrentClocksThrottleReasons
    )
    bits = ctypes.c_ulonglong()
    if ask(handle, ctypes.byref(bits)) != 0:
        return ()
    return tuple(sorted(name for bit, name in _REASONS.items() if bits.value & bit))


@dataclass(frozen=True)
class TimedOn:
    """A GPU while it was timed."""

    host: str
    """Name of the host."""
    gpu: str
    """Name of the GPU."""
    bus_id: str
    """Its PCI bus id."""
    driver: str
    """Version of the driver."""
    sm_mhz: int | None = None
    """Lowest SM clock that was read, in MHz; None if the driver reports none."""
    memory_mhz: int | None = None
    """The same of the memory."""
    limits: tuple[str, ...] = ()
    """NVML's reasons for limited clocks at any reading, such as ``sw-power-cap``, sorted."""

    @classmethod
    def of(cls, device: CudaGpu, readings: Sequence[Clocks]) -> TimedOn:
        info = device.info
        return cls(os.uname().nodename, info.name, device.bus_id, info.driver)._at_its_lowest(readings)

    @classmethod
    def joined(cls, parts: Sequence[TimedOn]) -> TimedOn | None:
        """Return one description of the same GPU at several times; None if there are no times."""
        return parts[0]._at_its_lowest(parts) if parts else None

    def _at_its_lowest(self, readings: Sequence[Clocks | TimedOn]) -> TimedOn:
        return replace(
            self,
            sm_mhz=_least([reading.sm_mhz for reading in readings]),
            memory_mhz=_least([reading.memory_mhz for reading in readings]),
            limits=tuple(sorted({limit for reading in readings for limit in reading.limits})),
        )

    @property
    def text(self) -> str:
        clocks = [f"{self.sm_mhz} MHz"] if self.sm_mhz is not None else []
        clocks += [f"memory {self.memory_mhz} MHz"] if self.memory_mhz is not None else []
        limits = [f"limited by {', '.join(self.limits)}"] if self.limits else []
        driver = [f"driver {self.driver}"] if self.driver else []
        return ", ".join([f"{self.gpu} at {self.bus_id} of {self.host}", *driver, *clocks, *limits])


def _least(values: Sequence[int | None]) -> int | None:
    return min((value for value in values if value is not None), default=None)
