"""Writes of Triton's reductions in which each lane of a warp has its own rounding of the same sum.

Triton adds over the lanes of a warp by exchanges, contracts the first addition with a product where there is one, and
has every lane store its sum to one place in shared memory. Lanes then store values that differ by a rounding, and any
of them may be kept. That is the compiler's doing, and within the bound; a kernel's author cannot change it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ...ptx.fault import KernelFault
from ...verdict import Reason

_RIVAL = re.compile(
    r"race: shared write .*\(PTX line (\d+)\).*: no barrier or __syncwarp orders them", re.DOTALL
)


def without_lane_rounding(fault: KernelFault) -> KernelFault:
    """Return a fault of a Triton kernel, as a note if lanes of one warp wrote to shared memory in one instruction."""
    rival = _RIVAL.fullmatch(fault.message)
    is_one = fault.n_instructions == 1 and rival is not None and int(rival[1]) == fault.ptx_line
    if fault.reason != Reason.RACECHECK_WAW.value or not is_one:
        return fault
    told = f"{fault.message}; in Triton's reductions each lane has its own rounding of the sum"
    return replace(fault, message=told, is_info=True)
