"""What can go wrong inside a launch: the runtime's fault kinds, their reason codes and words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FaultKind:
    """One kind of fault.

    Parameters
    ----------
    reason : str
        Stable code.
    text : str
        What happened; ``{...}`` fields are filled from the site and the fault.
    ends_launch : bool
        Whether the launch stops there; others are reported and execution goes on.
    """

    reason: str
    text: str
    ends_launch: bool = False


FAULT_KINDS: tuple[FaultKind, ...] = (
    FaultKind("oob-read", "invalid {space} read of size {size} at {address}"),
    FaultKind("oob-write", "invalid {space} write of size {size} at {address}"),
    FaultKind("misaligned-access", "misaligned {space} access of size {size} at {address}"),
    FaultKind(
        "barrier-divergence",
        "threads of one warp wait at different barriers: all must reach the same __syncthreads",
    ),
    FaultKind(
        "barrier-divergence",
        "barrier that can never open: other threads of the block have not reached it",
        True,
    ),
    FaultKind(
        "invalid-shuffle", "shuffle reads from lane {lane}, which does not take part: its value is undefined"
    ),
    FaultKind("invalid-shuffle", "lane executes a .sync instruction whose mask {mask} leaves it out"),
    FaultKind(
        "invalid-shuffle",
        "lanes named in the mask of a .sync instruction never arrive: the others went on without",
    ),
    FaultKind("hang", "step budget of {budget} instructions a warp used up: the kernel does not end", True),
    FaultKind("trap", "the kernel executed a trap", True),
)
"""In the order of ``enum kh_fault_kind`` in ``runtime/runtime.h``."""

N_FAULT_KINDS = len(FAULT_KINDS)


@dataclass(frozen=True)
class Fault:
    """One kind of fault at one place of a kernel.

    Parameters
    ----------
    reason : str
        Code of `FAULT_KINDS`.
    message : str
        What happened, lowercase, without the place.
    block, thread : tuple of int
        ``blockIdx`` and ``threadIdx`` of the first occurrence in block order.
    address : int or None
        Device address of a bad access.
    size_bytes : int
        Width of a bad access, 0 where it does not apply.
    ptx_line : int
        1-based line in the PTX text.
    source_file : str
        CUDA source, as the compiler named it; empty where unknown.
    source_line : int
        1-based line there, 0 where unknown.
    count : int
        Occurrences, in all blocks.
    """

    reason: str
    message: str
    block: tuple[int, int, int]
    thread: tuple[int, int, int]
    address: int | None
    size_bytes: int
    ptx_line: int
    source_file: str
    source_line: int
    count: int
