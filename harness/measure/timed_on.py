"""The GPU that times were taken on, with its clocks: a time without them cannot be compared with another."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from ..device.gpu.cuda_gpu import CudaGpu
from .clocks import Clocks


@dataclass(frozen=True)
class TimedOn:
    """A GPU while it was timed."""

    host: str
    """Name of the host."""
    gpu: str
    bus_id: str
    driver: str
    """`gpu`, `bus_id`, `driver`: the GPU's name and PCI bus id, and the driver's version."""
    sm_mhz: int | None = None
    memory_mhz: int | None = None
    """`sm_mhz`, `memory_mhz`: lowest clocks of all readings; None if the driver reports none."""
    limits: tuple[str, ...] = ()
    """Reasons for which the clocks were limited at any reading, as `Clocks` names them, sorted."""

    @classmethod
    def of(cls, device: CudaGpu, readings: Sequence[Clocks]) -> TimedOn:
        """Describe a GPU of this host from readings of its clocks."""
        info = device.info
        return cls(
            os.uname().nodename,
            info.name,
            device.bus_id,
            info.driver,
            _least([each.sm_mhz for each in readings]),
            _least([each.memory_mhz for each in readings]),
            tuple(sorted({limit for each in readings for limit in each.limits})),
        )

    @classmethod
    def joined(cls, parts: Sequence[TimedOn]) -> TimedOn | None:
        """Return one description of the same GPU at several times; None of none."""
        if not parts:
            return None
        first = parts[0]
        return cls(
            first.host,
            first.gpu,
            first.bus_id,
            first.driver,
            _least([each.sm_mhz for each in parts]),
            _least([each.memory_mhz for each in parts]),
            tuple(sorted({limit for each in parts for limit in each.limits})),
        )

    @property
    def text(self) -> str:
        """The GPU and its clocks in one line."""
        clocks = [f"{self.sm_mhz} MHz"] if self.sm_mhz is not None else []
        clocks += [f"memory {self.memory_mhz} MHz"] if self.memory_mhz is not None else []
        limits = [f"limited by {', '.join(self.limits)}"] if self.limits else []
        driver = [f"driver {self.driver}"] if self.driver else []
        return ", ".join([f"{self.gpu} at {self.bus_id} of {self.host}", *driver, *clocks, *limits])


def _least(values: Sequence[int | None]) -> int | None:
    return min((each for each in values if each is not None), default=None)
