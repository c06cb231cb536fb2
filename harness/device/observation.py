"""The checks of the ``cpu`` device: which the settings switch on, and which findings are reported."""

from __future__ import annotations

from dataclasses import replace

from ..ptx.fault import SANITIZER_OF, FaultKind
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
"""Found in the buffers after a launch, on every device."""


def watch_of(settings: Settings) -> Watch:
    """Return the checks of every launch, in the converged schedule."""
    return Watch(
        races="racecheck" in settings.sanitizers,
        undefined="initcheck" in settings.sanitizers,
        perturbation=settings.stress_approximations,
    )


def in_order(watch: Watch, schedule: int | None) -> Watch:
    """Return the same checks for a launch in the schedule of a seed."""
    return watch if schedule is None else replace(watch, schedule=schedule)


def is_reported(reason: str, settings: Settings) -> bool:
    """Whether a finding of the executor is reported."""
    sanitizer = SANITIZER_OF.get(reason)
    return sanitizer is None or sanitizer in settings.sanitizers


def observed_reasons(settings: Settings) -> tuple[str, ...]:
    """Return the reason codes that the ``cpu`` device can report under these settings, without repeats."""
    seen = [reason.value for reason in _OF_VALUES]
    seen += [kind.reason for kind in FaultKind if is_reported(kind.reason, settings)]
    return tuple(dict.fromkeys(seen))
