"""Fault kinds of a launch, with their reason codes and messages."""

from __future__ import annotations

from dataclasses import dataclass

HANG, DEADLOCK, TRAP = "hang", "deadlock", "trap"
"""Why a launch ended early."""
OUT_OF_BOUNDS = ("oob-read", "oob-write")
"""Reason codes of an access to an address that no allocation has."""


@dataclass(frozen=True)
class FaultKind:
    """One kind of fault."""

    reason: str
    """Stable code."""
    text: str
    """Message; ``{...}`` fields are filled from the site and the fault."""
    ends: str = ""
    """`HANG`, `DEADLOCK` or `TRAP` if the fault ends the launch, empty otherwise."""
    is_info: bool = False
    """Whether this is an observation and no error."""


FAULT_KINDS: tuple[FaultKind, ...] = (
    FaultKind("oob-read", "invalid {space} read of size {size} at {address}"),
    FaultKind("oob-write", "invalid {space} write of size {size} at {address}"),
    FaultKind("misaligned-access", "misaligned {space} access of size {size} at {address}"),
    FaultKind(
        "barrier-divergence",
        "threads of one warp wait at different barriers{beside}: all must reach the same __syncthreads",
    ),
    FaultKind(
        "barrier-divergence",
        "barrier {number} that can never open: {first} threads have reached it and it waits for {second}{beside}",
        ends=DEADLOCK,
    ),
    FaultKind("trap", "barrier number {value}: a block has barriers 0 to 15", ends=TRAP),
    FaultKind(
        "barrier-divergence",
        "barrier for {value} threads: the count must be a multiple of 32",
    ),
    FaultKind(
        "barrier-divergence",
        "barrier {value} is used for a reduction and without one at the same time{beside}: the result is undefined",
    ),
    FaultKind(
        "invalid-shuffle",
        "shuffle reads from lane {lane}, which does not take part: it {absence}; its value is undefined, and only "
        "initcheck finds out whether it is used",
        is_info=True,
    ),
    FaultKind("invalid-shuffle", "lane executes a .sync instruction whose mask {mask} leaves it out"),
    FaultKind(
        "invalid-shuffle", "lanes execute one .sync instruction with different masks, one is {mask}{beside}"
    ),
    FaultKind(
        "invalid-shuffle",
        "lanes named in the mask of a .sync instruction never arrive{beside}: the others went on without",
    ),
    FaultKind(
        "hang", "step budget of {budget} instructions a warp used up: the kernel does not end", ends=HANG
    ),
    FaultKind("trap", "the kernel executed a trap", ends=TRAP),
    FaultKind("trap", "branch with index {value} into a table that ends before it", ends=TRAP),
    FaultKind("uninitialised-read", "stores in global memory what depends on {origin}"),
    FaultKind("uninitialised-read", "branches on what depends on {origin}"),
    FaultKind("uninitialised-read", "uses an address that depends on {origin}"),
    FaultKind(
        "uninitialised-read",
        "gives a barrier, an asynchronous copy or a lane mask an operand that depends on {origin}",
    ),
    FaultKind(
        "racecheck-raw",
        "race: {space} read of size {size} at {address}, written by {rival}: {missing}",
    ),
    FaultKind(
        "racecheck-war",
        "race: {space} write of size {size} at {address}, read by {rival}: {missing}",
    ),
    FaultKind(
        "racecheck-waw",
        "race: {space} write of size {size} at {address}, also written by {rival}: {missing}",
    ),
    FaultKind(
        "racecheck-waw",
        "{space} write of size {size} at {address}, where {rival} wrote the same value: {missing}",
        is_info=True,
    ),
    FaultKind(
        "barrier-divergence",
        "a barrier opens without threads of the block that have exited, the first of them {other}: that is allowed, "
        "and what they would have done is not done",
        is_info=True,
    ),
    FaultKind(
        "invalid-shuffle",
        "activemask gives {mask} while other lanes of the warp run elsewhere: its value depends on the order in "
        "which lanes run",
        is_info=True,
    ),
    FaultKind(
        "stack-overflow", "stack overflow: a thread's calls need more than the {stack} bytes of its stack"
    ),
    FaultKind("trap", "call of {mask}, which is no function of the signature that the call has"),
    FaultKind("device-assert", "assertion failed: {note}"),
    FaultKind("invalid-free", "free of {address}, which malloc did not give or which has been freed already"),
    FaultKind(
        "barrier-divergence",
        "matrix instruction executed by {value} of 32 lanes: all of a warp must come to it together",
    ),
    FaultKind(
        "barrier-divergence",
        "lanes of one matrix load or store name different addresses or strides: all must name one matrix",
    ),
    FaultKind(
        "oob-read",
        "read of size {size} at {address}, of a block that has exited: a cluster barrier must keep it until then",
    ),
    FaultKind(
        "oob-write",
        "write of size {size} at {address}, of a block that has exited: a cluster barrier must keep it until then",
    ),
    FaultKind(
        "barrier-divergence",
        "cluster barrier that can never open: other threads of the cluster have not arrived",
    ),
    FaultKind(
        "barrier-divergence",
        "threads of one warp are at different cluster barriers, which are .aligned: all must reach the same one",
    ),
    FaultKind("invalid-barrier", "second arrival at the cluster barrier without a wait for the first"),
    FaultKind("invalid-barrier", "wait at the cluster barrier by a thread that has not arrived"),
    FaultKind(
        "invalid-barrier",
        "no valid mbarrier at {address}: it was never initialised, was invalidated, or was overwritten",
    ),
    FaultKind(
        "invalid-barrier",
        "mbarrier at {address}: it must lie in shared memory, for all but arrivals in that of the own block",
    ),
    FaultKind(
        "invalid-barrier", "mbarrier at {address} is in use and initialised again without mbarrier.inval"
    ),
    FaultKind("invalid-barrier", "count of {value} for an mbarrier: it must be 1 to 1048575"),
    FaultKind(
        "invalid-barrier",
        "arrival of {value} at an mbarrier whose phase expects fewer: a thread too many arrives",
    ),
    FaultKind("invalid-barrier", "mbarrier arrival with .noComplete that completes the phase"),
    FaultKind(
        "invalid-barrier",
        "transaction count of an mbarrier beyond 1048575 either way, after a change of {signed}",
    ),
    FaultKind("misaligned-access", "bulk copy of {value} bytes: the size must be a multiple of 16"),
    FaultKind(
        "hang",
        "step budget of {budget} instructions a warp used up: the mbarrier at {address} is in its phase of parity "
        "{phase}, whose end the thread waits for: {pending} of its {expected} arrivals and {bytes} bytes are pending",
        ends=HANG,
    ),
    FaultKind(
        "barrier-divergence",
        "barrier {number} for {first}, where another warp waits at it for {second}{beside}",
    ),
    FaultKind("input-modified", "{space} write of size {size} at {address}, which is an input", is_info=True),
    FaultKind(
        "oob-read",
        "{handle} is the handle of no texture object: none was created with it, or it was destroyed",
    ),
    FaultKind(
        "oob-read",
        "{handle} is the handle of no surface object: none was created with it, or it was destroyed",
    ),
    FaultKind("oob-read", "the object {handle} has another geometry than the instruction reads or writes"),
    FaultKind(
        "oob-read",
        "the object {handle} is read by coordinates of the wrong type, and gives zeros: .s32 is for linear memory, "
        ".f32 for arrays of one dimension",
    ),
    FaultKind(
        "oob-read",
        "read outside of a surface, at byte {byte} of row {row}: the access must lie in it, or be .zero or .clamp",
    ),
    FaultKind(
        "oob-write",
        "write outside of a surface, at byte {byte} of row {row}: the access must lie in it, or be .zero or .clamp",
    ),
    FaultKind(
        "noncoherent-read",
        "{space} read of size {size} at {address}, written in the same launch by {rival}: ld.global.nc (__ldg, a const "
        "__restrict__ pointer), textures and surfaces are not coherent within a launch, so the read need not see it; "
        "read it in a later launch, or by an ordinary load",
    ),
    FaultKind(
        "racecheck-raw",
        "{space} read of size {size} at {address}, written by {rival}: only a relaxed read of a flag or counter comes "
        "before it, with no fence behind that; call __threadfence() before reading what other blocks have written",
        is_info=True,
    ),
    FaultKind(
        "racecheck-waw",
        "race: {space} write of size {size} at {address}, also written by {rival}: {missing}",
    ),
    FaultKind(
        "nondeterministic",
        "reads {space}, which the hardware chooses: what depends on it may differ between launches and between GPUs",
        is_info=True,
    ),
    FaultKind(
        "nondeterministic",
        "compares the address {address} with a constant: what depends on it differs between processes",
        is_info=True,
    ),
    FaultKind(
        "racecheck-raw",
        "{space} read of size {size} at {address}, where {rival} wrote the value that was there: {missing}",
        is_info=True,
    ),
    FaultKind(
        "racecheck-war",
        "{space} write of size {size} at {address} of the value that was there, read by {rival}: {missing}",
        is_info=True,
    ),
    FaultKind(
        "noncoherent-read",
        "{space} write of size {size} at {address}, read before in the same launch by {rival}: ld.global.nc (__ldg, a "
        "const __restrict__ pointer) is for memory that no thread writes until the launch ends; where one buffer is "
        "given to two parameters, declare neither __restrict__",
        is_info=True,
    ),
)
"""In the order of ``enum kh_fault_kind`` in ``runtime/runtime.h``."""

N_FAULT_KINDS = len(FAULT_KINDS)


@dataclass(frozen=True)
class KernelFault:
    """One kind of fault at one line of a kernel's source, or at one instruction if the line is unknown."""

    reason: str
    """Code of `FAULT_KINDS`."""
    message: str
    """Message in lowercase, without the place."""
    block: tuple[int, int, int]
    thread: tuple[int, int, int]
    """``blockIdx`` and ``threadIdx`` of the first occurrence in block order."""
    address: int | None
    """Device address of a bad access."""
    size_bytes: int
    """Width of a bad access, 0 if there is none."""
    ptx_line: int
    """1-based line in the PTX text."""
    source_file: str
    """CUDA source file, as the compiler named it; empty if unknown."""
    source_line: int
    """1-based line of `source_file`, 0 if unknown."""
    count: int
    """Occurrences in all blocks, at all instructions."""
    n_instructions: int = 1
    """Instructions of the line that have the fault; the other fields describe the first occurrence."""
    callers: tuple[str, ...] = ()
    """The inlined functions around the line and the places of their calls, the innermost first."""
    is_info: bool = False
    """Whether this is an observation and no error."""
    space: str = ""
    """State space of a bad access or a race, empty if there is none."""
    may_be_rounding: bool = False
    """Whether the fault is a race between lanes of one warp that execute one instruction, and the values that they
    store may be results of floating-point arithmetic."""
