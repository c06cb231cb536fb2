"""Report of a launch: turns the runtime's faults into `KernelFault` objects."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from ..codegen.kernel import KernelCode
from ..emit.row import Effect
from ..fault import FAULT_KINDS, N_FAULT_KINDS, TRAP, KernelFault
from ..isa.table import row_at
from ..layout import (
    LANES,
    LOCAL_WINDOW,
    NO_SITE,
    PARAM_WINDOW,
    SHARED_WINDOW,
    SLICE_BITS,
    WINDOW_BYTES,
    Launch,
)
from ..layout import Fault as NativeFault
from ..memory import Allocation, Freed, nearest
from ..site import Site
from .branches import BranchCounts
from .counts import Counts

ABSENCES = ("has exited", "does not exist", "is not named in its mask", "has not come to it")
"""Why a lane does not take part in an exchange, in the order of ``enum kh_absence`` in ``runtime/runtime.h``."""

NULL_BYTES = 1 << 32
"""Addresses below this come from a null pointer and an offset: nothing is allocated there."""

_WINDOWS = (("shared", SHARED_WINDOW), ("local", LOCAL_WINDOW), ("param", PARAM_WINDOW))


@dataclass(frozen=True)
class LaunchReport:
    """Report of one launch.

    Parameters
    ----------
    seconds : float
        Time in native code.
    faults : tuple of KernelFault
        Faults by PTX line and kind. They do not depend on the number of workers: they are those of blocks that run
        one after another, up to the block that ended the launch.
    completed : bool
        False if a fault ended the launch early; memory must then not be judged.
    steps : int
        Warp-level instructions executed, 0 if the launch ended early.
    printed : str
        Text that the kernel printed, in block order and within a block in order of execution.
    counts : Counts or None
        Counters, if the launch counted and ran to its end.
    branches : BranchCounts or None
        Ways of its branches, if the launch counted them and ran to its end.
    ended_by : str
        Empty if the launch completed; else `harness.ptx.fault.HANG` for an exhausted step budget, `DEADLOCK` for
        threads that wait at barriers which cannot open, `TRAP` for a trap or another fatal fault.
    exact : int
        Checks of the exact pass: bits of ``enum kh_watch``, 0 without an exact pass.
    """

    seconds: float
    faults: tuple[KernelFault, ...]
    completed: bool
    steps: int
    printed: str = ""
    counts: Counts | None = None
    ended_by: str = ""
    exact: int = 0
    branches: BranchCounts | None = None


def ended_by(launch: Launch) -> str:
    """Return the reason for an early end, as in `LaunchReport.ended_by`; only one fault can have ended a launch."""
    seen = (ctypes.c_uint32 * launch.faults.n_seen).from_address(launch.faults.seen)
    ends = {FAULT_KINDS[index % N_FAULT_KINDS].ends for index in seen} - {""}
    return ends.pop() if len(ends) == 1 else TRAP


def describe_faults(
    files: Mapping[int, str],
    code: KernelCode,
    launch: Launch,
    allocations: Sequence[Allocation],
    *,
    freed: Sequence[Freed] = (),
    note: Callable[[int], str] = lambda _: "",
) -> tuple[KernelFault, ...]:
    """Return the runtime's faults by PTX line.

    Parameters
    ----------
    files : mapping of int to str
        Table of source files of the module that ran.
    code : KernelCode
        Code of the kernel that ran.
    launch : Launch
        The launch, after all workers have ended.
    allocations : sequence of Allocation
        Allocations that the kernel could reach.
    freed : sequence of Freed
        Allocations that were freed before the launch.
    note : callable
        Returns the text of a failed assertion.
    """
    n_seen = launch.faults.n_seen
    if not n_seen:
        return ()
    seen = (ctypes.c_uint32 * n_seen).from_address(launch.faults.seen)
    table = (NativeFault * (len(code.sites) * N_FAULT_KINDS)).from_address(launch.faults.table)
    found = []
    for index in seen:
        site, kind = divmod(index, N_FAULT_KINDS)
        found.append(_describe(files, code, site, kind, launch, table[index], (allocations, freed), note))
    return tuple(sorted(found, key=_order))


def _order(fault: KernelFault) -> tuple[object, ...]:
    return fault.ptx_line, fault.reason, fault.block, fault.thread, fault.message


def _describe(
    files: Mapping[int, str],
    code: KernelCode,
    index: int,
    kind: int,
    launch: Launch,
    fault: NativeFault,
    memory: tuple[Sequence[Allocation], Sequence[Freed]],
    note: Callable[[int], str],
) -> KernelFault:
    sites, described = code.sites, FAULT_KINDS[kind]
    site = sites[index]
    text = described.text
    space = site.space
    if _copies(site) and SHARED_WINDOW <= fault.address < SHARED_WINDOW + WINDOW_BYTES:
        space = "shared"  # destination of the copy
    is_access = "{address}" in text
    accessed = site if is_access else _origin_site(code, fault) if "{origin}" in text else None
    message = text.format(
        origin=_origin_text(files, code, launch, fault, memory) if "{origin}" in text else "",
        space=space,
        size=site.size_bytes,
        address=_address_text(space, fault.address, launch, *memory) if is_access else "",
        value=fault.address,
        signed=ctypes.c_int64(fault.address).value,
        mask=f"{fault.address:#010x}",
        budget=launch.step_budget,
        lane=fault.address & 0xFF,
        absence=ABSENCES[fault.address >> 8] if "{absence}" in text else "",
        other=_other_thread(files, sites, launch, fault) if "{other}" in text else "",
        beside=_beside(files, sites, launch, fault) if "{beside}" in text else "",
        rival=_other_access(files, sites[fault.other_site], launch, fault) if "{rival}" in text else "",
        note=note(fault.address) if "{note}" in text else "",
        stack=launch.local_bytes - launch.frame_bytes,
        missing=_missing(sites[fault.other_site], fault) if "{missing}" in text else "",
    )
    return KernelFault(
        reason=described.reason,
        message=message,
        block=_coordinates(fault.block, launch.grid),
        thread=_coordinates(fault.thread, launch.block),
        address=fault.address if accessed else None,
        size_bytes=accessed.size_bytes if accessed else 0,
        ptx_line=site.ptx_line,
        source_file=files.get(site.file, ""),
        source_line=site.source_line,
        count=fault.count,
        is_info=described.is_info,
    )


def _other_thread(files: Mapping[int, str], sites: Sequence[Site], launch: Launch, fault: NativeFault) -> str:
    """Return the second thread of a fault, with its place in the code if known."""
    text = f"thread {_coordinates(fault.other_thread, launch.block)}"
    if fault.other_block != fault.block:
        text += f" of block {_coordinates(fault.other_block, launch.grid)}"
    if fault.other_site == NO_SITE:
        return text
    other = sites[fault.other_site]
    place = f"PTX line {other.ptx_line}"
    if other.source_line:
        place = f"{PurePath(files.get(other.file, '')).name}:{other.source_line} ({place})"
    return f"{text} at {place}"


def _beside(files: Mapping[int, str], sites: Sequence[Site], launch: Launch, fault: NativeFault) -> str:
    """Return the second thread of a fault in brackets; empty if there is none."""
    if fault.other_thread == NO_SITE:
        return ""
    return f" ({_other_thread(files, sites, launch, fault)})"


def _origin_site(code: KernelCode, fault: NativeFault) -> Site | None:
    """Return the load that an undefined value came from; None if it came from no load."""
    site = code.sites[fault.other_site] if fault.other_site != NO_SITE else None
    return site if site is not None and site.space else None


def _origin_text(
    files: Mapping[int, str],
    code: KernelCode,
    launch: Launch,
    fault: NativeFault,
    memory: tuple[Sequence[Allocation], Sequence[Freed]],
) -> str:
    """Return a description of the load of an undefined value."""
    if fault.other_site == NO_SITE:
        return "a register that was never written"
    site = code.sites[fault.other_site]
    source = files.get(site.file, "").rpartition("/")[2]
    line = f"ptx line {site.ptx_line}" + (f", {source}:{site.source_line}" if site.source_line else "")
    if not site.space:
        return f"a shuffle from lane {fault.address}, which takes no part, at {line}"
    place = _address_text(site.space, fault.address, launch, *memory)
    return f"memory that was never written: {site.space} read of size {site.size_bytes} at {place} at {line}"


def _other_access(files: Mapping[int, str], other: Site, launch: Launch, fault: NativeFault) -> str:
    """Return the other access of a race: its thread and place in the code."""
    thread = _coordinates(fault.other_thread, launch.block)
    block = _coordinates(fault.other_block, launch.grid)
    place = f"PTX line {other.ptx_line}"
    if other.source_line:
        name = PurePath(files.get(other.file, "")).name
        place = f"{name}:{other.source_line} ({place})"
    return f"thread {thread} of block {block} at {place}"


def _copies(site: Site) -> bool:
    return Effect.COPY in row_at(site).asynchronous


def _missing(other: Site, fault: NativeFault) -> str:
    """Return the synchronisation that would order the two accesses."""
    if _copies(other) and (fault.block, fault.thread) == (
        fault.other_block,
        fault.other_thread,
    ):
        return "the thread has not waited for its asynchronous copy"
    if fault.block != fault.other_block:
        return "nothing orders the two blocks; a fence before an atomic and an atomic after it would"
    if fault.thread // LANES == fault.other_thread // LANES:
        return "no barrier or __syncwarp orders them"
    return "no barrier orders them"


def _coordinates(index: int, extents: Sequence[int]) -> tuple[int, int, int]:
    x, y, _ = extents
    return index % x, index // x % y, index // (x * y)


def _address_text(
    space: str, address: int, launch: Launch, allocations: Sequence[Allocation], freed: Sequence[Freed]
) -> str:
    """Return an address with the allocation at it."""
    offset = address
    if space == "generic":
        for name, window in _WINDOWS:
            if window <= address < window + WINDOW_BYTES:
                space, offset = name, address - window
    rank = ""
    if space.startswith("shared"):
        space = "shared"
        offset -= SHARED_WINDOW if offset >= SHARED_WINDOW else 0
        if launch.has_slices:
            rank = f" of rank {offset >> SLICE_BITS} in the cluster"
            offset &= (1 << SLICE_BITS) - 1
    sizes = {"shared": launch.shared_bytes, "local": launch.local_bytes, "param": launch.param_bytes}
    if space in sizes:
        low, high, label = 0, sizes[space], f"{space} memory{rank}" if space != "param" else "the parameters"
    elif address < NULL_BYTES:
        return f"{address:#x} (a null pointer{f' and {address} bytes' if address else ''})"
    else:
        for each in freed:
            if 0 <= address - each.address < each.size_bytes:
                where = f"{address - each.address} bytes into {each.label}, {each.size_bytes} bytes"
                return f"{address:#x} ({where}, which has been freed)"
        near = nearest(allocations, address)
        if near is None:
            return f"{address:#x}"
        low, high, label = near.low, near.high, ("constant " if near.is_const else "") + near.label
    if offset < low:
        where = f"{low - offset} bytes before"
    elif offset >= high:
        where = f"{offset - high} bytes past the end of"
    else:
        where = f"{offset - low} bytes into"
    return f"{address:#x} ({where} {label}, {high - low} bytes)"
