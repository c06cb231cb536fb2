"""How a case is watched: in which other orders it is launched again, and the options that ask for what is not usual."""

from __future__ import annotations

from ..device.base import Device
from ..setting_table import MOST_SEED, SANITIZERS
from ..settings import Settings
from ..spec.case import Case


def schedules_of(case: Case, device: Device, settings: Settings) -> tuple[int, ...]:
    """Return the seeds of the orders in which a case is launched again, so many as ``schedules`` says.

    They count up from ``schedule_seed``, or from the case's own seed, so that cases see different orders and each is
    the same in every run. Empty on a device whose order cannot be chosen.
    """
    if not device.info.is_schedulable:
        return ()
    first = case.seed if settings.schedule_seed is None else settings.schedule_seed
    return tuple((first + k) % (MOST_SEED + 1) for k in range(settings.schedules))


def watch_options(settings: Settings) -> tuple[str, ...]:
    """Return the command-line options that bring about what these settings have other than the defaults."""
    options = []
    if settings.sanitizers != SANITIZERS:
        options.append(f"--sanitizers {','.join(settings.sanitizers)}")
    if settings.schedules != 1:
        options.append(f"--schedules {settings.schedules}")
    if settings.schedule_seed is not None:
        options.append(f"--schedule-seed {settings.schedule_seed}")
    if settings.stress_approximations is not None:
        options.append(f"--stress-approximations {settings.stress_approximations}")
    return tuple(options)
