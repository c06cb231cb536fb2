"""What the ``cpu`` device looks for: from the settings to the executor, and to what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ..ptx.fault import FAULT_KINDS
from ..ptx.launch.watch import Watch
from ..settings.settings import Settings
from ..verdict import Reason

_OF_VALUES = (
    Reason.WRONG_VALUE,
    Reason.UNWRITTEN_OUTPUT,
    Reason.INPUT_MODIFIED,
    Reason.ROW_SUM,
    Reason.ROW_PROPERTY,
    Reason.SHIFT_VARIANCE,
    Reason.PERMUTATION_VARIANCE,
    Reason.ROW_DEPENDENCE,
    Reason.NONDETERMINISTIC,
)
"""Seen in what a launch leaves behind, on every device."""

SANITIZER_OF: Mapping[str, str] = MappingProxyType(
    {
        "racecheck-raw": "racecheck",
        "racecheck-war": "racecheck",
        "racecheck-waw": "racecheck",
        "uninitialised-read": "initcheck",
        "barrier-divergence": "synccheck",
        "invalid-shuffle": "synccheck",
    }
)
"""Reason codes that can be switched off, and with which sanitizer. All others are always reported."""


def watch_of(settings: Settings) -> Watch:
    """Return what every launch is watched for, in the converged order."""
    return Watch(
        races="racecheck" in settings.sanitizers,
        undefined="initcheck" in settings.sanitizers,
        perturbation=settings.stress_approximations,
    )


def in_order(watch: Watch, schedule: int | None) -> Watch:
    """Return the same for a launch in the order of a seed."""
    return watch if schedule is None else replace(watch, schedule=schedule)


def is_reported(reason: str, settings: Settings) -> bool:
    """Whether a finding of the executor is handed on."""
    sanitizer = SANITIZER_OF.get(reason)
    return sanitizer is None or sanitizer in settings.sanitizers


def observed_reasons(settings: Settings) -> tuple[str, ...]:
    """Return the reason codes that the ``cpu`` device can report under these settings, without repeats."""
    seen = [reason.value for reason in _OF_VALUES]
    seen += [kind.reason for kind in FAULT_KINDS if is_reported(kind.reason, settings)]
    return tuple(dict.fromkeys(seen))
