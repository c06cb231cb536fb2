"""The schedules in which a case is launched again, and the command-line options of unusual checks."""

from __future__ import annotations

from ..device.base import Device
from ..settings.settings import MOST_SEED, SETTINGS, Settings
from ..settings.watch_options import WATCH_OPTIONS
from ..variant.case import Case


def schedules_of(case: Case, device: Device, settings: Settings) -> tuple[int, ...]:
    """Return the seeds of the schedules in which a case is launched again; ``schedules`` sets their number.

    The seeds count up from ``schedule_seed``, or from the case's own seed: different cases get different schedules,
    and each case the same ones in every run. Empty if the device cannot choose a schedule.
    """
    if not device.info.is_schedulable:
        return ()
    first = case.seed if settings.schedule_seed is None else settings.schedule_seed
    return tuple((first + k) % (MOST_SEED + 1) for k in range(settings.schedules))


def watch_options(settings: Settings) -> tuple[str, ...]:
    """Return the command-line options for the settings that differ from the defaults."""
    return tuple(
        option.given(value)
        for option in WATCH_OPTIONS
        if (value := getattr(settings, option.name)) != SETTINGS[option.name].default
    )
