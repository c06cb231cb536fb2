"""What a launch did, in words: faults as the runtime left them become `Fault` objects."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harness.ptx.codegen import KernelCode
from harness.ptx.counts import Counts
from harness.ptx.emitter import Site
from harness.ptx.fault import FAULT_KINDS, N_FAULT_KINDS, Fault
from harness.ptx.layout import LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW_BYTES, Launch
from harness.ptx.layout import Fault as NativeFault
from harness.ptx.memory import Allocation, nearest
from harness.ptx.syntax import Module

_WINDOWS = (("shared", SHARED_WINDOW), ("local", LOCAL_WINDOW), ("param", PARAM_WINDOW))


@dataclass(frozen=True)
class LaunchReport:
    """What a launch did.

    Parameters
    ----------
    seconds : float
        Time in native code.
    faults : tuple of Fault
        What went wrong, by PTX line and kind. The same whatever the number of workers: as if the blocks had run one
        after another, up to the block that ended the launch.
    completed : bool
        False when a fault ended the launch early; memory is then not to be judged.
    steps : int
        Warp-level instructions executed, 0 when the launch ended early.
    printed : str
        What the kernel printed, in block order and within a block as its warps came to it.
    counts : Counts or None
        What was executed and moved, where the launch was watched for it and ran to its end.
    """

    seconds: float
    faults: tuple[Fault, ...]
    completed: bool
    steps: int
    printed: str = ""
    counts: Counts | None = None


def describe_faults(
    module: Module,
    code: KernelCode,
    launch: Launch,
    allocations: Sequence[Allocation],
    note: Callable[[int], str],
) -> tuple[Fault, ...]:
    """Return what the runtime reported, by PTX line.

    Parameters
    ----------
    module, code
        What ran.
    launch : Launch
        After all workers have ended.
    allocations : sequence of Allocation
        What the kernel could reach.
    note : callable
        Gives the text that a fault of an assertion has left.
    """
    n_seen = launch.faults.n_seen
    if not n_seen:
        return ()
    seen = (ctypes.c_uint32 * n_seen).from_address(launch.faults.seen)
    table = (NativeFault * (len(code.sites) * N_FAULT_KINDS)).from_address(launch.faults.table)
    found = []
    for index in seen:
        site, kind = divmod(index, N_FAULT_KINDS)
        found.append(_describe(module, code.sites[site], kind, launch, table[index], allocations, note))
    return tuple(sorted(found, key=_order))


def _order(fault: Fault) -> tuple[object, ...]:
    return fault.ptx_line, fault.reason, fault.block, fault.thread, fault.message


def _describe(
    module: Module,
    site: Site,
    kind: int,
    launch: Launch,
    fault: NativeFault,
    allocations: Sequence[Allocation],
    note: Callable[[int], str],
) -> Fault:
    reason, text = FAULT_KINDS[kind].reason, FAULT_KINDS[kind].text
    is_access = "{address}" in text
    message = text.format(
        space=site.space,
        size=site.size_bytes,
        address=_address_text(site.space, fault.address, launch, allocations) if is_access else "",
        value=fault.address,
        mask=f"{fault.address:#010x}",
        budget=launch.step_budget,
        note=note(fault.address) if "{note}" in text else "",
        stack=launch.local_bytes - launch.frame_bytes,
    )
    return Fault(
        reason=reason,
        message=message,
        block=_coordinates(fault.block, launch.grid),
        thread=_coordinates(fault.thread, launch.block),
        address=fault.address if is_access else None,
        size_bytes=site.size_bytes if is_access else 0,
        ptx_line=site.ptx_line,
        source_file=module.files.get(site.file, ""),
        source_line=site.source_line,
        count=fault.count,
    )


def _coordinates(index: int, extents: Sequence[int]) -> tuple[int, int, int]:
    x, y, _ = extents
    return index % x, index // x % y, index // (x * y)


def _address_text(space: str, address: int, launch: Launch, allocations: Sequence[Allocation]) -> str:
    """Return an address with what lies there."""
    offset = address
    if space == "generic":
        for name, window in _WINDOWS:
            if window <= address < window + WINDOW_BYTES:
                space, offset = name, address - window
    sizes = {"shared": launch.shared_bytes, "local": launch.local_bytes, "param": launch.param_bytes}
    if space in sizes:
        low, high, label = 0, sizes[space], f"{space} memory" if space != "param" else "the parameters"
    else:
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
