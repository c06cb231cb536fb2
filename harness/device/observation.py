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


OF_TRITON = "// handed on for Triton"
"""Ends the text of a module that Triton has compiled."""
OWN_ROUNDING = "in Triton's reductions each lane has its own rounding of the sum"
"""Ends the message of such a note: in another order of lanes the kernel may give other bits."""
OWN_COPY = "in Triton several threads may hold copies of an element: both have read it, and one stores"
"""Ends the message of such a note: what the other thread does with its copy is not stored."""


def without_copies(fault: KernelFault) -> KernelFault:
    """Return a fault of a Triton kernel, a note if threads of a block race with copies that Triton made."""
    # Triton adds over the lanes of a warp by exchanges, contracts the first addition with a product where there is one,
    # and has every lane store its sum to one place in shared memory: values that differ by a rounding, of which any may
    # be kept. That is the compiler's doing, and within the bound; a kernel's author cannot change it.
    # integers, such as the indices of equal maxima, have no rounding: lanes that store different ones race
    if fault.may_be_rounding and fault.space == "shared":
        return replace(fault, message=f"{fault.message}; {OWN_ROUNDING}", is_info=True)
    # A tensor with fewer elements than the block has threads is held several times: each copy loads its element, and
    # one of them stores it. A kernel that works in place reads and writes it so without a barrier. A reduction that
    # follows takes the sum of any copy, also of one that was read too late.
    if fault.is_of_copies and fault.space == "global":
        return replace(fault, message=f"{fault.message}; {OWN_COPY}", is_info=True)
    return fault
