"""Writes of Triton's reductions in which each lane of a warp has its own rounding of the same sum.

Triton adds over the lanes of a warp by exchanges, contracts the first addition with a product where there is one, and
has every lane store its sum to one place in shared memory. Lanes then store values that differ by a rounding, and any
of them may be kept. That is the compiler's doing, and within the bound; a kernel's author cannot change it. Integers,
such as the indices of equal maxima, have no rounding: lanes that store different ones race.
"""

from __future__ import annotations

from dataclasses import replace

from ...ptx.fault import KernelFault

OWN_ROUNDING = "in Triton's reductions each lane has its own rounding of the sum"
"""Ends the message of such a note: in another order of lanes the kernel may give other bits."""


def without_lane_rounding(fault: KernelFault) -> KernelFault:
    """Return a fault of a Triton kernel, a note if lanes of a warp store their own roundings to shared memory."""
    if not fault.may_be_rounding or fault.space != "shared":
        return fault
    return replace(fault, message=f"{fault.message}; {OWN_ROUNDING}", is_info=True)
