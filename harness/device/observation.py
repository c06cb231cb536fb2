"""The checks of the ``cpu`` device: which the settings switch on, and which findings are reported."""

from __future__ import annotations

from dataclasses import replace

from ..ptx.fault import SANITIZER_OF, FaultKind, KernelFault
from ..ptx.launch.watch import Watch
from ..settings.settings import Settings
from ..verdict import Reason

_OF_VALUES = (
    Reason.WRONG_VALUE, Reason.UNWRITTEN_OUTPUT, Reason.INPUT_MODIFIED, Reason.ROW_SUM, Reason.ROW_PROPERTY,
    Reason.SHIFT_VARIANCE, Reason.PERMUTATION_VARIANCE, Reason.ROW_DEPENDENCE, Reason.NONDETERMINISTIC,
)  # fmt: skip
"""Found in the buffers after a launch, on every device."""


def watch_of(settings: Settings) -> Watch:
    """Return the checks of every launch, in the converged schedule."""
    return Watch(
        races="racecheck" in settings.sanitizers,
        undefined="initcheck" in settings.sanitizers,
        perturbation=settings.stress_approximations,
    )


def is_reported(reason: str, settings: Settings) -> bool:
    sanitizer = SANITIZER_OF.get(reason)
    return sanitizer is None or sanitizer in settings.sanitizers


def observed_reasons(settings: Settings) -> tuple[str, ...]:
    """Return the reason codes that the ``cpu`` device can report under these settings, without repeats."""
    seen = [reason.value for reason in _OF_VALUES]
    seen += [kind.reason for kind in FaultKind if is_reported(kind.reason, settings)]
    return tuple(dict.fromkeys(seen))


OWN_ROUNDING = "in Triton's reductions each lane has its own rounding of the sum"
"""Ends the message of such a note: in another order of lanes the kernel may give other bits."""


def without_lane_rounding(fault: KernelFault) -> KernelFault:
    """Return a fault of a Triton kernel, a note if lanes of a warp store their own roundings to shared memory."""
    # Triton adds over the lanes of a warp by exchanges, contracts the first addition with a product where there is one,
    # and has every lane store its sum to one place in shared memory: values that differ by a rounding, of which any may
    # be kept. That is the compiler's doing, and within the bound; a kernel's author cannot change it.
    # integers, such as the indices of equal maxima, have no rounding: lanes that store different ones race
    if not fault.may_be_rounding or fault.space != "shared":
        return fault
    return replace(fault, message=f"{fault.message}; {OWN_ROUNDING}", is_info=True)
