"""Report of a launch: turns the runtime's faults into `KernelFault` objects."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from ..fault import FAULT_KINDS, N_FAULT_KINDS, TRAP, FaultKind, KernelFault, Site
from ..ir.kernel_code import KernelCode
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
from .counts import BranchCounts, Counts, copies, copies_in_bulk

ABSENCES = ("has exited", "does not exist", "is not named in its mask", "has not come to it")
"""Why a lane does not take part in an exchange, in the order of ``enum kh_absence`` in ``runtime/runtime.h``."""

SHUFFLED = "invalid-shuffle"
"""Reason of a use of an undefined value that a shuffle gave; of all other undefined values it is that of the fault."""

NULL_BYTES = 1 << 32
"""Addresses below this come from a null pointer and an offset: nothing is allocated there."""

_WINDOWS = (("shared", SHARED_WINDOW), ("local", LOCAL_WINDOW), ("param", PARAM_WINDOW))


@dataclass(frozen=True)
class LaunchReport:
    """Report of one launch."""

    seconds: float
    """Time in native code."""
    faults: tuple[KernelFault, ...]
    """Faults by PTX line and kind, whatever the number of workers: they are the faults of blocks that run
    one after another, up to the block that ended the launch."""
    completed: bool
    """False if a fault ended the launch early; memory must then not be judged."""
    steps: int
    """Warp-level instructions executed, 0 if the launch ended early."""
    printed: str = ""
    """Text that the kernel printed, in block order and within a block in order of execution."""
    counts: Counts | None = None
    """Counters, if the launch counted and ran to its end."""
    ended_by: str = ""
    """Empty if the launch completed; else `harness.ptx.fault.HANG` for an exhausted step budget, `DEADLOCK` for
    threads that wait at barriers which cannot open, `TRAP` for a trap or another fatal fault."""
    exact: int = 0
    """Checks of the exact pass: bits of ``enum kh_watch``, 0 without an exact pass."""
    branches: BranchCounts | None = None
    """Ways of its branches, if the launch counted them and ran to its end."""


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
    symbols: Callable[[int], frozenset[tuple[str, int]]] = lambda _: frozenset(),
) -> tuple[KernelFault, ...]:
    """Return the runtime's faults by PTX line."""
    n_seen = launch.faults.n_seen
    if not n_seen:
        return ()
    seen = (ctypes.c_uint32 * n_seen).from_address(launch.faults.seen)
    table = (NativeFault * (len(code.sites) * N_FAULT_KINDS)).from_address(launch.faults.table)
    found: dict[tuple[object, ...], list[KernelFault]] = {}
    for index in seen:
        site, number = divmod(index, N_FAULT_KINDS)
        kind = FAULT_KINDS[number]
        fault = _describe(files, code, site, kind, launch, table[index], (allocations, freed), note)
        if kind in (FaultKind.OOB_READ, FaultKind.OOB_WRITE):
            fault = _with_owner(fault, _owners(code, launch, allocations, symbols(fault.ptx_line)))
        cause = _cause(code, site, kind, table[index], launch, (allocations, freed))
        found.setdefault(cause, []).append(fault)
    return tuple(sorted(map(_united, found.values()), key=_order))


def _owners(
    code: KernelCode, launch: Launch, allocations: Sequence[Allocation], symbols: frozenset[tuple[str, int]]
) -> list[Allocation]:
    """Return the allocations that parameters and variables of these names point to."""
    pointers = {
        int.from_bytes(ctypes.string_at(launch.params + code.frame.params[name] + offset, 8), "little")
        for name, offset in symbols
        if name in code.frame.params and code.frame.params[name] + offset + 8 <= launch.param_bytes
    }
    pointers |= {code.frame.module[name] for name, _ in symbols if name in code.frame.module}
    return [each for each in allocations if any(each.low <= pointer <= each.high for pointer in pointers)]


def _with_owner(fault: KernelFault, owners: Sequence[Allocation]) -> KernelFault:
    """Say which buffers the address of an access was computed from, unless the message names one of them."""
    address = fault.address
    # a piece of a sparse buffer has its range behind the buffer's name
    named = {each.label.partition("[")[0] for each in owners}
    if (
        not owners
        or address is None
        or any(f" {name}{end}" in fault.message for name in named for end in (", ", "["))
    ):
        return fault
    if len(owners) > 1:
        text = f"computed from the pointers {' and '.join(each.label for each in owners)}"
    else:
        (owner,) = owners
        is_after = address >= owner.high
        distance = (
            f"{address - owner.high} bytes past the end of"
            if is_after
            else f"{owner.low - address} bytes before"
        )
        text = f"computed from the pointer {owner.label}: {distance} its {owner.high - owner.low} bytes"
    return replace(fault, message=f"{fault.message}, {text}")


def _cause(
    code: KernelCode,
    index: int,
    kind: FaultKind,
    fault: NativeFault,
    launch: Launch,
    memory: tuple[Sequence[Allocation], Sequence[Freed]],
) -> tuple[object, ...]:
    """Return what the faults of one line of source have in common, such as the copies of an unrolled loop."""
    sites = [code.sites[each] for each in (index, fault.other_site) if each != NO_SITE]
    lines = [(site.file, site.source_line or -site.ptx_line, site.callers) for site in sites]
    text = kind.text
    buffer = _buffer_at(_space_of(code.sites[index], fault), fault.address, launch, *memory).label
    return kind, *lines, buffer if "{address}" in text else ""


def _united(faults: Sequence[KernelFault]) -> KernelFault:
    """Return the first of faults with one cause, with the count of all."""
    first = min(faults, key=lambda each: (each.block[::-1], each.thread[::-1], each.ptx_line))
    return replace(
        first,
        count=sum(each.count for each in faults),
        n_instructions=len(faults),
    )


def _order(fault: KernelFault) -> tuple[object, ...]:
    return fault.ptx_line, fault.reason, fault.block, fault.thread, fault.message


def _describe(
    files: Mapping[int, str],
    code: KernelCode,
    index: int,
    kind: FaultKind,
    launch: Launch,
    fault: NativeFault,
    memory: tuple[Sequence[Allocation], Sequence[Freed]],
    note: Callable[[int], str],
) -> KernelFault:
    sites = code.sites
    site = sites[index]
    text = kind.text
    space = _space_of(site, fault)
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
        absence=_absence(fault) if "{absence}" in text else "",
        other=_other_thread(files, sites, launch, fault) if "{other}" in text else "",
        beside=_beside(files, sites, launch, fault) if "{beside}" in text else "",
        rival=_other_access(files, sites[fault.other_site], launch, fault) if "{rival}" in text else "",
        note=note(fault.address) if "{note}" in text else "",
        stack=launch.local_bytes - launch.frame_bytes,
        handle=f"{fault.address:#x}",
        **_counts(kind, fault),
        missing=_missing(sites[fault.other_site], fault, launch) if "{missing}" in text else "",
    )
    # the size of a texel is not in the instruction
    message = message.replace(" of size 0 ", " of a texel ")
    is_shuffled = accessed is None and "{origin}" in text and fault.other_site != NO_SITE
    return KernelFault(
        reason=SHUFFLED if is_shuffled else kind.reason,
        message=message,
        block=_coordinates(fault.block, launch.grid),
        thread=_coordinates(fault.thread, launch.block),
        address=fault.address if accessed else None,
        size_bytes=accessed.size_bytes if accessed else 0,
        ptx_line=site.ptx_line,
        source_file=files.get(site.file, ""),
        source_line=site.source_line,
        callers=_callers(files, site),
        count=fault.count,
        is_info=kind.is_info,
        space=space if is_access else "",
        may_be_rounding=kind == FaultKind.RACE_ROUNDED,
    )


def _counts(kind: FaultKind, fault: NativeFault) -> dict[str, object]:
    """Return the fields of a fault's text that a barrier's state gives."""
    if kind == FaultKind.MBARRIER_WAIT:
        word = fault.other_thread << 32 | fault.other_block
        return {
            "pending": word & 0xFFFFF,
            "expected": word >> 20 & 0xFFFFF,
            "bytes": (word >> 40 & 0xFFFFF) - (word >> 40 & 0x100000),
            "phase": ("0", "1")[word >> 61 & 1],
        }
    if kind in (FaultKind.SURFACE_READ, FaultKind.SURFACE_WRITE):
        byte, row = (
            ctypes.c_int32(fault.address & 0xFFFFFFFF).value,
            ctypes.c_int32(fault.address >> 32).value,
        )
        return {"byte": byte, "row": row}
    counts = (fault.address >> 16 & 0xFFFF, fault.address >> 32)
    if kind == FaultKind.BARRIER_COUNTS:
        first, second = (f"{count} threads" if count else "all threads" for count in counts)
    else:
        first, second = map(str, counts)
    return {"number": fault.address & 0xFFFF, "first": first, "second": second}


def _other_thread(files: Mapping[int, str], sites: Sequence[Site], launch: Launch, fault: NativeFault) -> str:
    """Return the second thread of a fault, with its place in the code if known."""
    text = _thread(launch, fault)
    if fault.other_site == NO_SITE:
        return text
    return f"{text} at {_place(files, sites[fault.other_site])}"


def _thread(launch: Launch, fault: NativeFault) -> str:
    """Return the second thread of a fault, with its block if that is another one."""
    text = f"thread {_coordinates(fault.other_thread, launch.block)}"
    if fault.other_block != fault.block:
        text += f" of block {_coordinates(fault.other_block, launch.grid)}"
    return text


def _place(files: Mapping[int, str], site: Site) -> str:
    """Return a site's line of the source, its line of the PTX and the calls that lead to it."""
    ptx_line = f"PTX line {site.ptx_line}"
    if not site.source_line:
        return ptx_line
    name = PurePath(files.get(site.file, "")).name
    return ", ".join([f"{name}:{site.source_line} ({ptx_line})", *_callers(files, site)])


def _callers(files: Mapping[int, str], site: Site) -> tuple[str, ...]:
    called = [f"called at {PurePath(files.get(file, '')).name}:{line}" for _, file, line in site.callers]
    inside = [f"in {function}" for function, _, _ in site.callers]
    return tuple(text for pair in zip(inside, called, strict=True) for text in pair if text != "in ")


def _beside(files: Mapping[int, str], sites: Sequence[Site], launch: Launch, fault: NativeFault) -> str:
    """Return the second thread of a fault in brackets; empty if there is none."""
    if fault.other_thread == NO_SITE:
        return ""
    return f" ({_other_thread(files, sites, launch, fault)})"


def _absence(fault: NativeFault) -> str:
    return ABSENCES[fault.address >> 8]


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
    """Return a description of the load of an undefined value, and of its first store to shared memory if any."""
    through = _store_text(files, code, launch, fault)
    if fault.other_site == NO_SITE:
        return f"a register that was never written{through}"
    site = code.sites[fault.other_site]
    line = f"at {_place(files, site)}{through}"
    if not site.space:
        lane = fault.address & 0xFF
        return f"a shuffle from lane {lane}, which does not take part (it {_absence(fault)}), {line}"
    place = _address_text(site.space, fault.address, launch, *memory)
    return f"memory that was never written: {site.space} read of size {site.size_bytes} at {place} {line}"


def _store_text(files: Mapping[int, str], code: KernelCode, launch: Launch, fault: NativeFault) -> str:
    """Return the thread that stored an undefined value in shared memory, and where; empty if none did."""
    if fault.store_site == NO_SITE:
        return ""
    text = f", stored to shared memory by {_thread(launch, fault)}"
    store = code.sites[fault.store_site]
    is_one = fault.other_site != NO_SITE and code.sites[fault.other_site].ptx_line == store.ptx_line
    return f"{text} in the same instruction" if is_one else f"{text} at {_place(files, store)}"


def _other_access(files: Mapping[int, str], other: Site, launch: Launch, fault: NativeFault) -> str:
    """Return the other access of a race: its thread and place in the code."""
    thread = _coordinates(fault.other_thread, launch.block)
    block = _coordinates(fault.other_block, launch.grid)
    return f"thread {thread} of block {block} at {_place(files, other)}"


def _space_of(site: Site, fault: NativeFault) -> str:
    is_target = copies(site) and SHARED_WINDOW <= fault.address < SHARED_WINDOW + WINDOW_BYTES
    return "shared" if is_target else site.space


def _cluster_of(block: int, launch: Launch) -> tuple[int, ...]:
    return tuple(at // n for at, n in zip(_coordinates(block, launch.grid), launch.cluster, strict=True))


def _missing(other: Site, fault: NativeFault, launch: Launch) -> str:
    """Return the synchronisation that would order the two accesses."""
    if copies(other) and (fault.block, fault.thread) == (
        fault.other_block,
        fault.other_thread,
    ):
        return "the thread has not waited for its asynchronous copy"
    if copies_in_bulk(other):
        return "nothing waits for the asynchronous operation, at its mbarrier or for its bulk group"
    if fault.block != fault.other_block and _cluster_of(fault.block, launch) == _cluster_of(
        fault.other_block, launch
    ):
        return "no cluster barrier orders the two blocks; cluster.sync() would, __syncthreads() does not"
    if fault.block != fault.other_block:
        return "nothing orders the two blocks; a fence before an atomic and an atomic after it would"
    if fault.thread // LANES == fault.other_thread // LANES:
        return "no barrier or __syncwarp orders them"
    return "no barrier orders them"


def _coordinates(index: int, extents: Sequence[int]) -> tuple[int, int, int]:
    x, y, _ = extents
    return index % x, index // x % y, index // (x * y)


@dataclass(frozen=True)
class _Buffer:
    """A buffer near an address: its label, the address in it, and the bytes [low, high) that may be touched."""

    label: str
    offset: int = 0
    low: int = 0
    high: int = 0
    is_freed: bool = False


def _buffer_at(
    space: str, address: int, launch: Launch, allocations: Sequence[Allocation], freed: Sequence[Freed]
) -> _Buffer:
    """Return the buffer at an address or nearest to it; without a label if there is none."""
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
        label = f"{space} memory{rank}" if space != "param" else "the parameters"
        return _Buffer(label, offset, 0, sizes[space])
    if address < NULL_BYTES:
        return _Buffer("")
    for each in freed:
        if 0 <= address - each.address < each.size_bytes:
            return _Buffer(each.label, address, each.address, each.address + each.size_bytes, is_freed=True)
    near = nearest(allocations, address)
    if near is None:
        return _Buffer("")
    return _Buffer(("constant " if near.is_const else "") + near.label, offset, near.low, near.high)


def _address_text(
    space: str, address: int, launch: Launch, allocations: Sequence[Allocation], freed: Sequence[Freed]
) -> str:
    buffer = _buffer_at(space, address, launch, allocations, freed)
    if not buffer.label:
        if address >= NULL_BYTES:
            return f"{address:#x}"
        return f"{address:#x} (a null pointer{f' and {address} bytes' if address else ''})"
    if buffer.offset < buffer.low:
        where = f"{buffer.low - buffer.offset} bytes before"
    elif buffer.offset >= buffer.high:
        where = f"{buffer.offset - buffer.high} bytes past the end of"
    else:
        where = f"{buffer.offset - buffer.low} bytes into"
    more = ", which has been freed" if buffer.is_freed else ""
    return f"{address:#x} ({where} {buffer.label}, {buffer.high - buffer.low} bytes{more})"
