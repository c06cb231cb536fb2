"""How a case is watched: in which other orders it is launched again, and the options that ask for what is not usual."""

from __future__ import annotations

from ..device.base import Device
from ..settings.settings import Settings
from ..settings.table import MOST_SEED
from ..settings.watch_options import WATCH_OPTIONS
from ..variant.case import Case


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
    return tuple(
        each.given(value) for each in WATCH_OPTIONS if (value := getattr(settings, each.name)) != each.default
    )
