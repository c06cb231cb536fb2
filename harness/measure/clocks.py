"""What a GPU's clocks and limits are just now, from NVML: recorded beside every time, never changed."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# nvml.h: nvmlClockType_t, and the nvmlClocksEventReason bits.
_SM, _MEMORY = 1, 2
_REASONS = {
    0x1: "gpu-idle",
    0x2: "applications-clocks",
    0x4: "sw-power-cap",
    0x8: "hw-slowdown",
    0x10: "sync-boost",
    0x20: "sw-thermal-slowdown",
    0x40: "hw-thermal-slowdown",
    0x80: "hw-power-brake",
    0x100: "display-clocks",
}
THROTTLING = frozenset(
    {"sw-power-cap", "hw-slowdown", "sw-thermal-slowdown", "hw-thermal-slowdown", "hw-power-brake"}
)
"""Reasons for which a GPU runs below the clocks it was asked for."""
_TEMPERATURE_GPU = 0


@dataclass(frozen=True)
class Clocks:
    """A look at a GPU.

    Parameters
    ----------
    sm_mhz, memory_mhz : int or None
        Clocks now; None where the driver does not tell.
    power_w, temperature_c : float or None
        Power and temperature now.
    limits : tuple of str
        Why the clocks are no higher, sorted; empty when nothing holds them down.
    """

    sm_mhz: int | None = None
    memory_mhz: int | None = None
    power_w: float | None = None
    temperature_c: float | None = None
    limits: tuple[str, ...] = ()

    @property
    def is_throttled(self) -> bool:
        """Whether power or temperature holds the clocks down."""
        return bool(THROTTLING & set(self.limits))


def read_clocks(bus_id: str, library: str = "libnvidia-ml.so.1") -> Clocks:
    """Look at a GPU.

    Parameters
    ----------
    bus_id : str
        PCI bus id, such as ``0000:17:00.0``.
    library : str
        Name of NVML.

    Returns
    -------
    Clocks
        With None for what cannot be read; a machine without NVML gives nothing but that.
    """
    try:
        nvml: Any = ctypes.CDLL(library)
    except OSError:
        return Clocks()
    if nvml.nvmlInit_v2() != 0:
        return Clocks()
    try:
        handle = ctypes.c_void_p()
        if nvml.nvmlDeviceGetHandleByPciBusId_v2(bus_id.encode(), ctypes.byref(handle)) != 0:
            return Clocks()
        power = _read(lambda out: nvml.nvmlDeviceGetPowerUsage(handle, out))
        return Clocks(
            sm_mhz=_read(lambda out: nvml.nvmlDeviceGetClockInfo(handle, _SM, out)),
            memory_mhz=_read(lambda out: nvml.nvmlDeviceGetClockInfo(handle, _MEMORY, out)),
            power_w=None if power is None else power / 1000,
            temperature_c=_read(lambda out: nvml.nvmlDeviceGetTemperature(handle, _TEMPERATURE_GPU, out)),
            limits=_limits(nvml, handle),
        )
    except AttributeError:  # an NVML so old that a function is not there
        return Clocks()
    finally:
        nvml.nvmlShutdown()


def _read(ask: Callable[[Any], int]) -> int | None:
    value = ctypes.c_uint()
    return int(value.value) if ask(ctypes.byref(value)) == 0 else None


def _limits(nvml: Any, handle: Any) -> tuple[str, ...]:
    # The driver's newer name for the same function.
    ask = (
        getattr(nvml, "nvmlDeviceGetCurrentClocksEventReasons", None)
        or nvml.nvmlDeviceGetCurrentClocksThrottleReasons
    )
    bits = ctypes.c_ulonglong()
    if ask(handle, ctypes.byref(bits)) != 0:
        return ()
    return tuple(sorted(name for bit, name in _REASONS.items() if bits.value & bit))
