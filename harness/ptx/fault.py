"""Fault kinds of a launch, with their reason codes and messages, and the places in a kernel that have faults."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from ..lazy import dataclass


class Site(NamedTuple):
    """A place in the PTX at which faults can be reported.

    `callers` are the calls that were inlined there, the innermost first: each called function's name, and file and line
    of the call.
    """

    opcode: str
    ptx_line: int
    file: int
    source_line: int
    size_bytes: int = 0
    space: str = ""
    callers: tuple[tuple[str, int, int], ...] = ()

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """File and line of the source, then those of the calls."""
        return ((self.file, self.source_line), *((file, line) for _, file, line in self.callers))


HANG, DEADLOCK, TRAP = "hang", "deadlock", "trap"
"""Why a launch ended early."""
INFO = "info"
"""Marks a kind of fault that is an observation."""
OUT_OF_BOUNDS = ("oob-read", "oob-write")
"""Reason codes of an access outside of every allocation."""


class FaultKind(IntEnum):
    """The kinds of fault, in any order: reason code, message, and `HANG`, `DEADLOCK`, `TRAP` or `INFO` where one holds.

    ``NAME`` is ``FAULT_NAME`` in C: ``make_runtime`` compiles the runtime with an enumeration of these names.
    """

    reason: str
    """Stable code."""
    text: str
    """Message; ``{...}`` fields are filled from the site and the fault."""
    ends: str
    """`HANG`, `DEADLOCK` or `TRAP` if the fault ends the launch, empty otherwise."""
    is_info: bool

    def __new__(cls, reason: str, text: str, effect: str = "") -> FaultKind:
        """Give a kind the next number: with the text as its value, a kind with another's text would be its alias."""
        number = len(cls.__members__)
        kind = int.__new__(cls, number)
        kind._value_ = number
        kind.reason, kind.text = reason, text
        kind.is_info = effect == INFO
        kind.ends = "" if kind.is_info else effect
        return kind

    # fmt: off
    OOB_READ = "oob-read", "invalid {space} read of size {size} at {address}"
    OOB_WRITE = "oob-write", "invalid {space} write of size {size} at {address}"
    MISALIGNED = "misaligned-access", "misaligned {space} access of size {size} at {address}"
    BARRIER_DIVERGENCE = ("barrier-divergence",
        "threads of one warp wait at different barriers{partner}: all must reach the same __syncthreads")
    # kh_barrier_value packs number, first and second
    BARRIER_DEADLOCK = ("barrier-divergence",
        "barrier {number} that can never open: {first} threads have reached it and it waits for {second}{partner}",
        DEADLOCK)
    BARRIER_NUMBER = "trap", "barrier number {value}: a block has barriers 0 to 15", TRAP
    # a code of its own: the number must change, not a branch around the barrier
    BARRIER_COUNT = "barrier-count", "barrier for {value} threads: the count must be a multiple of 32"
    BARRIER_MIXED = ("barrier-divergence",
        "barrier {value} is used for a reduction and without one at the same time{partner}: the result is undefined")
    SHUFFLE_INACTIVE = ("invalid-shuffle",
        "shuffle reads from lane {lane}, which does not take part: it {absence}; its value is undefined, and only "
        "initcheck finds out whether it is used", INFO)
    SHUFFLE_MASK = "invalid-shuffle", "lane executes a .sync instruction whose mask {mask} leaves it out"
    SYNC_MASKS = ("invalid-shuffle",
        "lanes execute one .sync instruction with different masks, one is {mask}{partner}")
    SYNC_DEADLOCK = ("invalid-shuffle",
        "lanes named in the mask of a .sync instruction never arrive{partner}: the others went on without")
    STEP_BUDGET = ("hang",
        "a warp used up the step budget of {budget} instructions: a loop around this line does not end", HANG)
    TRAP_EXECUTED = "trap", "the kernel executed a trap", TRAP
    BRANCH_TABLE = "trap", "branch with index {value} into a table that ends before it", TRAP
    UNDEFINED_STORE = "uninitialised-read", "stores in global memory what depends on {origin}"
    UNDEFINED_BRANCH = "uninitialised-read", "branches on what depends on {origin}"
    UNDEFINED_ADDRESS = "uninitialised-read", "uses an address that depends on {origin}"
    UNDEFINED_OPERAND = ("uninitialised-read",
        "gives a barrier, an asynchronous copy or a lane mask an operand that depends on {origin}")
    RACE_RAW = ("racecheck-raw",
        "race: {space} read of size {size} at {address}, written by {rival}: {missing}")
    RACE_WAR = "racecheck-war", "race: {space} write of size {size} at {address}, read by {rival}: {missing}"
    RACE_WAW = ("racecheck-waw",
        "race: {space} write of size {size} at {address}, also written by {rival}: {missing}")
    RACE_SAME = ("racecheck-waw",
        "{space} write of size {size} at {address}, where {rival} wrote the same value: {missing}", INFO)
    EXITED_BEFORE_BARRIER = ("barrier-divergence",
        "a barrier opens without threads of the block that have exited, the first of them {other}: that is allowed, "
        "and what they would have done is not done", INFO)
    ACTIVE_MASK = ("invalid-shuffle",
        "activemask gives {mask} while other lanes of the warp run elsewhere: its value depends on the order in "
        "which lanes run", INFO)
    STACK = "stack-overflow", "stack overflow: a thread's calls need more than the {stack} bytes of its stack"
    CALL_TARGET = ("trap",
        "call through a pointer to {mask}: no function with the signature of the call is there")
    # its address is the place of the text in kh_launch.notes
    ASSERT = "device-assert", "assertion failed: {note}"
    FREE = "invalid-free", "invalid free of {address}: it is not from malloc, or was freed already"
    MATRIX_LANES = ("barrier-divergence",
        "matrix instruction executed by {value} of 32 lanes: all of a warp must come to it together")
    MATRIX_OPERANDS = ("barrier-divergence",
        "lanes of one matrix instruction name different addresses or strides: all must name one matrix")
    WARPGROUP = ("barrier-divergence",
        "wgmma in a block of {value} warps by a warp whose warpgroup is not whole: four warps, from a multiple of four "
        "on, must execute it")
    MATRIX_BASE = ("misaligned-access",
        "matrix descriptor with base offset {value}, which the cpu device does not know: start each swizzled matrix at "
        "a multiple of its pattern, and leave the field 0")
    MATRIX_IN_FLIGHT = ("register-in-flight",
        "names a register of a wgmma that may still run: wgmma.wait_group must come before")
    MATRIX_UNFENCED = ("register-in-flight",
        "wgmma uses registers that were written after the last wgmma.fence: it may read their old values")
    EXITED_READ = ("oob-read",
        "read of size {size} at {address}, of a block that has exited: a cluster barrier must keep it until then")
    EXITED_WRITE = ("oob-write",
        "write of size {size} at {address}, of a block that has exited: a cluster barrier must keep it until then")
    CLUSTER_DEADLOCK = ("barrier-divergence",
        "cluster barrier that can never open: other threads of the cluster have not arrived")
    CLUSTER_ALIGNED = ("barrier-divergence",
        "threads of one warp are at different cluster barriers, which are .aligned: all must reach the same one")
    CLUSTER_TWICE = "invalid-barrier", "second arrival at the cluster barrier without a wait for the first"
    CLUSTER_WAIT = "invalid-barrier", "wait at the cluster barrier by a thread that has not arrived"
    MBARRIER_INVALID = ("invalid-barrier",
        "no valid mbarrier at {address}: it was never initialised, was invalidated, or was overwritten")
    MBARRIER_PLACE = ("invalid-barrier",
        "mbarrier at {address}: it must lie in shared memory, for all but arrivals in that of the own block")
    MBARRIER_INIT = ("invalid-barrier",
        "mbarrier at {address} is in use and initialised again without mbarrier.inval")
    MBARRIER_COUNT = "invalid-barrier", "count of {value} for an mbarrier: it must be 1 to 1048575"
    MBARRIER_ARRIVALS = ("invalid-barrier",
        "arrival of {value} at an mbarrier whose phase expects fewer: a thread too many arrives")
    MBARRIER_COMPLETES = "invalid-barrier", "mbarrier arrival with .noComplete that completes the phase"
    MBARRIER_TX = ("invalid-barrier",
        "transaction count of an mbarrier beyond 1048575 either way, after a change of {signed}")
    MBARRIER_BYTES = ("invalid-barrier",
        "{arrived} bytes have arrived at the mbarrier at {address}, whose phase expects {awaited}: it cannot end")
    PROXY_UNFENCED = ("missing-proxy-fence",
        "asynchronous copy reads {address}, written by {rival}: no fence.proxy.async comes between, so that the copy "
        "may read what was there before")
    BULK_SIZE = "misaligned-access", "bulk copy of {value} bytes: the size must be a multiple of 16"
    TENSOR_MAP = "invalid-tensor-map", "tensor map {problem}"
    TENSOR_PLACE = ("misaligned-access",
        "tensor copy with its box at {address}: in shared memory a box must begin at a multiple of 128 bytes")
    TENSOR_READ = ("oob-read",
        "tensor copy reads {address}, which is inside of the tensor map's tensor and outside of every allocation: the "
        "map's address, sizes or strides are wrong")
    TENSOR_WRITE = ("oob-write",
        "tensor copy writes {address}, which is inside of the tensor map's tensor and outside of every allocation: the "
        "map's address, sizes or strides are wrong")
    MBARRIER_WAIT = ("hang",
        "a warp used up the step budget of {budget} instructions: the mbarrier at {address} is in its phase of parity "
        "{phase}, whose end the thread waits for: {pending} of its {expected} arrivals are pending, and {arrived} of "
        "the {awaited} bytes that it expects have arrived",
        HANG)
    BARRIER_COUNTS = ("barrier-divergence",
        "barrier {number} for {first}, where another warp waits at it for {second}{partner}")
    INPUT_WRITTEN = "input-modified", "{space} write of size {size} at {address}, which is an input", INFO
    NO_TEXTURE = ("oob-read",
        "{handle} is not the handle of a texture object: none was created with it, or it was destroyed")
    NO_SURFACE = ("oob-read",
        "{handle} is not the handle of a surface object: none was created with it, or it was destroyed")
    GEOMETRY = "oob-read", "the object {handle} has another geometry than the instruction reads or writes"
    COORDINATES = ("oob-read",
        "the object {handle} is read by coordinates of the wrong type, and gives zeros: .s32 is for linear memory, "
        ".f32 for arrays of one dimension")
    SURFACE_READ = ("oob-read",
        "read outside of a surface, at byte {byte} of row {row}: the access must lie in it, or be .zero or .clamp")
    SURFACE_WRITE = ("oob-write",
        "write outside of a surface, at byte {byte} of row {row}: the access must lie in it, or be .zero or .clamp")
    INCOHERENT = ("noncoherent-read",
        "{space} read of size {size} at {address}, written in the same launch by {rival}: ld.global.nc (__ldg, a const "
        "__restrict__ pointer), textures and surfaces are not coherent within a launch, so the read need not see it; "
        "read it in a later launch, or by an ordinary load")
    RACE_UNFENCED = ("racecheck-raw",
        "{space} read of size {size} at {address}, written by {rival}: only a relaxed read of a flag or counter comes "
        "before it, with no fence behind that; call __threadfence() before reading what other blocks have written",
        INFO)
    # reads as RACE_WAW does: in one instruction by lanes of one warp, of numbers that rounding may tell apart, or by
    # warps of which the same lane holds the same number
    RACE_ROUNDED = ("racecheck-waw",
        "race: {space} write of size {size} at {address}, also written by {rival}: {missing}")
    ENVIRONMENT = ("nondeterministic",
        "reads {space}, which the hardware chooses: what depends on it may differ between launches and between GPUs",
        INFO)
    ADDRESS_COMPARED = ("nondeterministic",
        "compares the address {address} with a constant: what depends on it differs between processes", INFO)
    # as RACE_RAW and RACE_WAR, of writes that left every byte as it was
    KEPT_RAW = ("racecheck-raw",
        "{space} read of size {size} at {address}, where {rival} wrote the value that was there: {missing}", INFO)
    KEPT_WAR = ("racecheck-war",
        "{space} write of size {size} at {address} of the value that was there, read by {rival}: {missing}", INFO)
    READ_ONLY = ("noncoherent-read",
        "{space} write of size {size} at {address}, read before in the same launch by {rival}: ld.global.nc (__ldg, a "
        "const __restrict__ pointer) is for memory that no thread writes until the launch ends; where one buffer is "
        "given to two parameters, declare neither __restrict__", INFO)
    # as RACE_RAW and RACE_WAR, where the writing thread has read the bytes in the same instruction as the other
    COPY_RAW = ("racecheck-raw",
        "race: {space} read of size {size} at {address}, written by {rival}: {missing}")
    COPY_WAR = "racecheck-war", "race: {space} write of size {size} at {address}, read by {rival}: {missing}"
    # fmt: on


FAULT_KINDS = tuple(FaultKind)
"""The kinds by the runtime's numbers."""
N_FAULT_KINDS = len(FAULT_KINDS)

SANITIZER_OF: Mapping[str, str] = {
    **dict.fromkeys(
        ("racecheck-raw", "racecheck-war", "racecheck-waw", "noncoherent-read", "missing-proxy-fence"),
        "racecheck",
    ),
    "uninitialised-read": "initcheck",
    **dict.fromkeys(
        ("barrier-divergence", "barrier-count", "invalid-shuffle", "register-in-flight"), "synccheck"
    ),
}
"""Reason codes that a setting can switch off, with their sanitizer. All others are always reported."""


def fault_enum() -> str:
    return f"enum kh_fault_kind {{ {', '.join(f'FAULT_{name}' for name in FaultKind.__members__)}, N_FAULT_KINDS }};\n"


def fault_digest() -> int:
    """Return a checksum of the kinds, also compiled into the runtime: it changes if kinds are added or renamed."""
    return zlib.crc32(fault_enum().encode())


@dataclass(frozen=True)
class KernelFault:
    """One kind of fault at one line of a kernel's source, or at one instruction if the line is unknown."""

    reason: str
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
    """Whether this is an observation, not an error."""
    space: str = ""
    """State space of a bad access or a race, empty if there is none."""
    may_be_rounding: bool = False
    """Whether the fault is a race of one instruction, and the values that it stores may be results of floating-point
    arithmetic: by lanes of one warp, or by warps that hold the same values lane by lane."""
    is_of_copies: bool = False
    """Whether the fault is a race in a block, the thread that writes has read the element as the other one does, and
    no thread writes shared memory afterwards: what the other thread has read stays its own."""
