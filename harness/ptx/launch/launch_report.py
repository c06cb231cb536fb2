"""Report of a launch: turns the runtime's faults into `KernelFault` objects."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from ...lazy import dataclass, replace
from .. import layout as kh
from ..fault import FAULT_KINDS, N_FAULT_KINDS, TRAP, FaultKind, KernelFault, Site
from ..ir.kernel_code import KernelCode
from ..layout import Fault as NativeFault
from ..memory import Allocation, Freed, nearest

if TYPE_CHECKING:
    from .counts import BranchCounts, Counts

ABSENCES = ("has exited", "does not exist", "is not named in its mask", "has not come to it")
"""Why a lane is absent from an exchange, in the order of ``enum kh_absence`` in ``runtime/runtime.h``."""

MAP_PROBLEMS = (
    "", "of another number of dimensions than the instruction names; was it encoded?",
    "with elements of 4 or 6 bits, which the cpu device does not know",
    "with an interleaved layout, which the cpu device does not know",
    "with another swizzle atomicity than 16 bytes, which the cpu device does not know",
    "with rows of a box that are not a multiple of 16 bytes",
    "with rows of a box that are longer than the swizzle",
    "with rows of a box that are shorter than the swizzle, which the cpu device does not know",
    "with a type of elements that the reduction is not defined for",
    "with a box whose innermost coordinate is not a multiple of 16 bytes",
    "with a box that is stored at a negative coordinate",
)  # fmt: skip
"""What is wrong with a tensor map, in the order of ``enum kh_map_problem`` in ``runtime/tensor_map.c``."""

SHUFFLED = "invalid-shuffle"
"""Reason code for the use of an undefined value from a shuffle; other undefined values have their fault's code."""

NULL_BYTES = 1 << 32
"""Addresses below this come from a null pointer and an offset: nothing is allocated there."""

_WINDOWS = (("shared", kh.SHARED_WINDOW), ("local", kh.LOCAL_WINDOW), ("param", kh.PARAM_WINDOW))


@dataclass(frozen=True)
class LaunchReport:
    seconds: float
    faults: tuple[KernelFault, ...]
    """Faults by PTX line and kind. They do not depend on the number of workers: they are the faults of blocks that run
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
    """Counts of its branches, if the launch counted them and ran to its end."""


def ended_by(launch: kh.Launch) -> str:
    """Return the reason for an early end, as in `LaunchReport.ended_by`; only one fault can have ended a launch."""
    seen = (ctypes.c_uint32 * launch.faults.n_seen).from_address(launch.faults.seen)
    ends = {FAULT_KINDS[index % N_FAULT_KINDS].ends for index in seen} - {""}
    return ends.pop() if len(ends) == 1 else TRAP


def _with_owner(fault: KernelFault, owners: Sequence[Allocation]) -> KernelFault:
    """Name the buffers that the address of an access was computed from, unless the message names one of them."""
    address = fault.address
    # a piece of a sparse buffer has its range behind the buffer's name
    named = {owner.label.partition("[")[0] for owner in owners}
    if (
        not owners
        or address is None
        or " of shared memory" in fault.message
        or any(f" {name}{end}" in fault.message for name in named for end in (", ", "["))
    ):
        return fault
    if len(owners) > 1:
        text = f"computed from the pointers {' and '.join(owner.label for owner in owners)}"
    else:
        (owner,) = owners
        past = address - owner.high
        distance = f"{past} bytes past the end of" if past >= 0 else f"{owner.low - address} bytes before"
        text = f"computed from the pointer {owner.label}: {distance} its {owner.high - owner.low} bytes"
    return replace(fault, message=f"{fault.message}, {text}")


def _united(faults: Sequence[KernelFault]) -> KernelFault:
    """Return one fault for several with one cause: the first, with the sum of the counts."""
    # z first, as blocks and threads are numbered
    first = min(faults, key=lambda fault: (fault.block[::-1], fault.thread[::-1], fault.ptx_line))
    return replace(first, count=sum(fault.count for fault in faults), n_instructions=len(faults))


def _order(fault: KernelFault) -> tuple[object, ...]:
    return fault.ptx_line, fault.reason, fault.block, fault.thread, fault.message


class FaultReader(NamedTuple):
    files: Mapping[int, str]
    code: KernelCode
    launch: kh.Launch
    allocations: Sequence[Allocation]
    freed: Sequence[Freed]
    note: Callable[[int], str]
    """Returns the text of a failed assertion, by its place in ``kh_launch.notes``."""
    symbols: Callable[[int], frozenset[tuple[str, int]]]
    """Returns the symbols that an instruction's addresses may be computed from, by its PTX line."""

    def faults(self) -> tuple[KernelFault, ...]:
        n_seen = self.launch.faults.n_seen
        if not n_seen:
            return ()
        seen = (ctypes.c_uint32 * n_seen).from_address(self.launch.faults.seen)
        table = (NativeFault * (len(self.code.sites) * N_FAULT_KINDS)).from_address(self.launch.faults.table)
        by_cause: dict[tuple[object, ...], list[KernelFault]] = {}
        for index in seen:
            site, number = divmod(index, N_FAULT_KINDS)
            place = site, FAULT_KINDS[number], table[index]
            by_cause.setdefault(self.cause(*place), []).append(self.describe(*place))
        return tuple(sorted(map(_united, by_cause.values()), key=_order))

    def describe(self, index: int, kind: FaultKind, fault: NativeFault) -> KernelFault:
        launch, text, site = self.launch, kind.text, self.code.sites[index]
        space = self.space_of(index, kind, fault)
        other = self.site(fault.other_site)
        is_access = "{address}" in text
        # only a load has a space: an undefined value may also come from a shuffle
        origin = other if "{origin}" in text and other is not None and other.space else None
        accessed = site if is_access else origin
        # each text needs a few of these, and most cost a search
        words: dict[str, Callable[[], str]] = {
            "origin": lambda: self.origin(fault),
            "address": lambda: self.address(space, fault.address),
            # the lane is in the low byte, the reason above it (enum kh_absence)
            "absence": lambda: ABSENCES[fault.address >> 8],
            "problem": lambda: MAP_PROBLEMS[fault.address],
            "other": lambda: self.other_thread(fault),
            "partner": lambda: "" if fault.other_thread == kh.NO_SITE else f" ({self.other_thread(fault)})",
            "rival": lambda: self.rival(fault),
            "note": lambda: self.note(fault.address),
            "missing": lambda: self.missing(fault),
        }
        message = text.format(
            space=space,
            size=site.size_bytes,
            value=fault.address,
            signed=ctypes.c_int64(fault.address).value,
            mask=f"{fault.address:#010x}",
            budget=launch.step_budget,
            lane=fault.address & 0xFF,
            stack=launch.local_bytes - launch.frame_bytes,
            handle=f"{fault.address:#x}",
            **_counts(kind, fault),
            **{word: make() for word, make in words.items() if f"{{{word}}}" in text},
        )
        # the size of a texel is not in the instruction
        message = message.replace(" of size 0 ", " of a texel ")
        is_shuffled = accessed is None and "{origin}" in text and other is not None
        described = KernelFault(
            reason=SHUFFLED if is_shuffled else kind.reason,
            message=message,
            block=_coordinates(fault.block, launch.grid),
            thread=_coordinates(fault.thread, launch.block),
            address=fault.address if accessed else None,
            size_bytes=accessed.size_bytes if accessed else 0,
            ptx_line=site.ptx_line,
            source_file=self.files.get(site.file, ""),
            source_line=site.source_line,
            callers=self.callers(site),
            count=fault.count,
            is_info=kind.is_info,
            space=space if is_access else "",
            may_be_rounding=kind == FaultKind.RACE_ROUNDED,
            is_of_copies=(kind == FaultKind.COPY_RAW and not self.shares_after(site))
            or (kind == FaultKind.COPY_WAR and not self.shares_after(other or site)),
        )
        is_out_of_bounds = kind in (FaultKind.OOB_READ, FaultKind.OOB_WRITE)
        return _with_owner(described, self.owners(site.ptx_line)) if is_out_of_bounds else described

    def shares_after(self, read: Site) -> bool:
        """Whether threads write shared memory after a read: others may get what depends on the element read."""
        from ..isa.table import row_at  # no other report needs the tables

        later = (site for site in self.code.sites if site.space == "shared" and site.ptx_line > read.ptx_line)
        return any(row_at(site).family in ("store", "atomic") for site in later)

    def cause(self, index: int, kind: FaultKind, fault: NativeFault) -> tuple[object, ...]:
        """Return a key that faults of one source line share, such as the faults of an unrolled loop's copies."""
        sites = [site for site in map(self.site, (index, fault.other_site)) if site is not None]
        # negative, so that a line of the PTX is never taken for a line of the source
        lines = [(site.file, site.source_line or -site.ptx_line, site.callers) for site in sites]
        buffer = self.buffer(self.space_of(index, kind, fault), fault.address).label
        return kind, *lines, buffer if "{address}" in kind.text else ""

    def site(self, index: int) -> Site | None:
        return None if index == kh.NO_SITE else self.code.sites[index]

    def space_of(self, index: int, kind: FaultKind, fault: NativeFault) -> str:
        space, flags = self.code.sites[index].space, self.code.site_flags[index]
        if not flags & kh.SITE_COPY or kind == FaultKind.OOB_READ:
            return space
        # The target of `cp.async` is an offset, below every address of global memory; a bulk copy's is in the window.
        low = kh.SHARED_WINDOW if flags & kh.SITE_BULK else 0
        return "shared" if low <= fault.address < kh.SHARED_WINDOW + kh.WINDOW_BYTES else space

    def owners(self, ptx_line: int) -> list[Allocation]:
        symbols, frame, launch = self.symbols(ptx_line), self.code.frame, self.launch
        pointers = {
            int.from_bytes(ctypes.string_at(launch.params + frame.params[name] + offset, 8), "little")
            for name, offset in symbols
            if name in frame.params and frame.params[name] + offset + 8 <= launch.param_bytes
        }
        pointers |= {frame.module[name] for name, _ in symbols if name in frame.module}
        return [a for a in self.allocations if any(a.low <= p <= a.high for p in pointers)]

    def thread(self, fault: NativeFault) -> str:
        text = f"thread {_coordinates(fault.other_thread, self.launch.block)}"
        if fault.other_block != fault.block:
            text += f" of block {_coordinates(fault.other_block, self.launch.grid)}"
        return text

    def other_thread(self, fault: NativeFault) -> str:
        other = self.site(fault.other_site)
        return self.thread(fault) if other is None else f"{self.thread(fault)} at {self.place(other)}"

    def rival(self, fault: NativeFault) -> str:
        """Return the other access of a race: its thread and place in the code."""
        thread = _coordinates(fault.other_thread, self.launch.block)
        block = _coordinates(fault.other_block, self.launch.grid)
        return f"thread {thread} of block {block} at {self.place(self.code.sites[fault.other_site])}"

    def place(self, site: Site) -> str:
        """Return a site's line of the source, its line of the PTX and the calls that lead to it."""
        ptx_line = f"PTX line {site.ptx_line}"
        if not site.source_line:
            return ptx_line
        name = PurePath(self.files.get(site.file, "")).name
        return ", ".join([f"{name}:{site.source_line} ({ptx_line})", *self.callers(site)])

    def callers(self, site: Site) -> tuple[str, ...]:
        texts: list[str] = []
        for function, file, line in site.callers:
            texts += [f"in {function}"] if function else []
            texts.append(f"called at {PurePath(self.files.get(file, '')).name}:{line}")
        return tuple(texts)

    def origin(self, fault: NativeFault) -> str:
        """Return a description of the load of an undefined value, and of its first store to shared memory if any."""
        through = self.store(fault)
        site = self.site(fault.other_site)
        if site is None:
            return f"a register that was never written{through}"
        line = f"at {self.place(site)}{through}"
        if not site.space:
            lane, absence = fault.address & 0xFF, ABSENCES[fault.address >> 8]
            return f"a shuffle from lane {lane}, which does not take part (it {absence}), {line}"
        place = self.address(site.space, fault.address)
        return f"memory that was never written: {site.space} read of size {site.size_bytes} at {place} {line}"

    def store(self, fault: NativeFault) -> str:
        """Return the thread that stored an undefined value in shared memory, and where; empty if none did."""
        store, other = self.site(fault.store_site), self.site(fault.other_site)
        if store is None:
            return ""
        text = f", stored to shared memory by {self.thread(fault)}"
        is_one = other is not None and other.ptx_line == store.ptx_line
        return f"{text} in the same instruction" if is_one else f"{text} at {self.place(store)}"

    def cluster(self, block: int) -> tuple[int, ...]:
        at = _coordinates(block, self.launch.grid)
        return tuple(place // n for place, n in zip(at, self.launch.cluster, strict=True))

    def missing(self, fault: NativeFault) -> str:
        flags = self.code.site_flags[fault.other_site]
        is_own = (fault.block, fault.thread) == (fault.other_block, fault.other_thread)
        if is_own and flags & kh.SITE_COPY:
            return "the thread has not waited for its asynchronous copy"
        if flags & kh.SITE_BULK:
            return "nothing waits for the asynchronous operation, at its mbarrier or for its bulk group"
        if fault.block != fault.other_block:
            if self.cluster(fault.block) == self.cluster(fault.other_block):
                return (
                    "no cluster barrier orders the two blocks; cluster.sync() would, __syncthreads() does not"
                )
            return "nothing orders the two blocks; a fence before an atomic and an atomic after it would"
        if fault.thread // kh.LANES == fault.other_thread // kh.LANES:
            return "no barrier or __syncwarp orders them"
        return "no barrier orders them"

    def buffer(self, space: str, address: int) -> _Buffer:
        """Return the buffer at an address or nearest to it; without a label if there is none."""
        launch, offset = self.launch, address
        if space == "generic":
            for name, window in _WINDOWS:
                if window <= address < window + kh.WINDOW_BYTES:
                    space, offset = name, address - window
        rank = ""
        if space.startswith("shared"):
            space = "shared"
            offset -= kh.SHARED_WINDOW if offset >= kh.SHARED_WINDOW else 0
            if launch.has_slices:
                rank = f" of rank {offset >> kh.SLICE_BITS} in the cluster"
                offset &= (1 << kh.SLICE_BITS) - 1
        sizes = {"shared": launch.shared_bytes, "local": launch.local_bytes, "param": launch.param_bytes}
        if space in sizes:
            label = f"{space} memory{rank}" if space != "param" else "the parameters"
            return _Buffer(label, offset, 0, sizes[space])
        if address < NULL_BYTES:
            return _Buffer("")
        for freed in self.freed:
            if 0 <= address - freed.address < freed.size_bytes:
                end = freed.address + freed.size_bytes
                return _Buffer(freed.label, address, freed.address, end, is_freed=True)
        near = nearest(self.allocations, address)
        if near is None:
            return _Buffer("")
        return _Buffer(("constant " if near.is_const else "") + near.label, offset, near.low, near.high)

    def address(self, space: str, address: int) -> str:
        buffer = self.buffer(space, address)
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
        # An address of shared or local memory is its offset, also where it comes from a generic pointer.
        return f"{buffer.offset:#x} ({where} {buffer.label}, {buffer.high - buffer.low} bytes{more})"


def _counts(kind: FaultKind, fault: NativeFault) -> dict[str, object]:
    # the mbarrier itself, as runtime/mbarrier.c packs it; its transactions are a signed number of 21 bits
    if kind == FaultKind.MBARRIER_WAIT:
        word = fault.other_thread << 32 | fault.other_block
        return {
            "pending": word & 0xFFFFF,
            "expected": word >> 20 & 0xFFFFF,
            "arrived": fault.store_site,
            "awaited": fault.store_site + (word >> 40 & 0xFFFFF) - (word >> 40 & 0x100000),
            "phase": ("0", "1")[word >> 61 & 1],
        }
    if kind == FaultKind.MBARRIER_BYTES:
        return {"arrived": fault.other_block, "awaited": fault.other_thread}
    if kind in (FaultKind.SURFACE_READ, FaultKind.SURFACE_WRITE):
        byte, row = (ctypes.c_int32(word).value for word in (fault.address, fault.address >> 32))
        return {"byte": byte, "row": row}
    # as kh_barrier_value packs them
    counts = (fault.address >> 16 & 0xFFFF, fault.address >> 32)
    if kind == FaultKind.BARRIER_COUNTS:
        first, second = (f"{count} threads" if count else "all threads" for count in counts)
    else:
        first, second = map(str, counts)
    return {"number": fault.address & 0xFFFF, "first": first, "second": second}


def _coordinates(index: int, extents: Sequence[int]) -> tuple[int, int, int]:
    x, y, _ = extents
    return index % x, index // x % y, index // (x * y)


class _Buffer(NamedTuple):
    """A buffer near an address: its label, the address in it, and the bytes [low, high) that may be touched."""

    label: str
    offset: int = 0
    low: int = 0
    high: int = 0
    is_freed: bool = False
