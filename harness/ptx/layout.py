"""The executor's memory map and the ctypes mirror of ``runtime/runtime.h``.

The mirror is checked against the compiled runtime when that is loaded (`native.Runtime`), so a drift between C and
Python is an error at start, never a wrong read.
"""

from __future__ import annotations

import ctypes
from ctypes import c_int64, c_uint32, c_uint64, c_void_p

LANES = 32
N_BARRIERS = 16
N_COPIES = 32
N_ASYNCS = 1024
SLICE_BITS = 24
"""Where a block's rank stands in a shared address, in kernels that reach other blocks' shared memory."""
NO_SITE = 0xFFFFFFFF
"""Where a fault has no second access."""

WATCH_RACES_FAST = 1
WATCH_RACES = 2
WATCH_DEFINED_FAST = 4
WATCH_DEFINED = 8
WATCH_COUNTS = 16

SITE_STRONG = 1
SITE_VOLATILE = 2
SITE_RELEASE = 4
SITE_WIDE = 8
SITE_NO_RESULT = 16

SHARED_WINDOW = 0x0000_0100_0000_0000
LOCAL_WINDOW = 0x0000_0200_0000_0000
PARAM_WINDOW = 0x0000_0300_0000_0000
WINDOW_BYTES = 0x0000_0001_0000_0000
FUNCTION_BASE = 0x0000_4000_0000_0000
"""Address of a module's first function; nothing can be read there."""
FUNCTION_STEP = 16
"""Distance between the addresses of functions."""
CONST_BASE = 0x0000_5000_0000_0000
"""Device address of a module's first ``.const`` variable."""
MODULE_BASE = 0x0000_6000_0000_0000
"""Device address of a module's first ``.global`` variable."""
WORKSPACE_BASE = 0x0000_6800_0000_0000
"""Device address of the memory that a cooperative launch synchronises its grid with."""
GLOBAL_BASE = 0x0000_7000_0000_0000
"""Device address of the first allocation."""

HEAP_BASE = 0x0000_7800_0000_0000
"""Device address of the heap of device-side ``malloc``."""

SPACE_CODES = {
    "global": 0,
    "shared": 1,
    "local": 2,
    "param": 3,
    "generic": 4,
    "const": 5,
    "shared::cluster": 6,
}
"""``enum kh_space``."""
UNDEFINED_STORE, UNDEFINED_BRANCH, UNDEFINED_ADDRESS, UNDEFINED_OPERAND = 15, 16, 17, 18
"""The members of ``enum kh_fault_kind`` that generated code reports itself."""
BARRIER_MODES = {"sync": 0, "arrive": 1, "red": 2}
"""``enum kh_barrier_mode``."""
INEXACT = {
    name: code
    for code, name in enumerate(
        ("ex2.f32", "ex2.f16", "ex2.bf16", "lg2.f32", "sin.f32", "cos.f32", "tanh.f32", "tanh.f16", "tanh.bf16",
         "rsqrt.f32", "sqrt.f32", "rcp.f32", "div.f32", "rcp.ftz.f64", "rsqrt.ftz.f64", "rsqrt.f64")
    )
}  # fmt: skip
"""``enum kh_inexact``."""

_Lanes = c_uint32 * LANES


class Alloc(ctypes.Structure):
    """``kh_alloc``."""

    _fields_ = [
        ("base", c_uint64),
        ("size", c_uint64),
        ("low", c_uint64),
        ("high", c_uint64),
        ("host", c_void_p),
        ("is_const", c_uint64),
    ]


class Fault(ctypes.Structure):
    """``kh_fault``."""

    _fields_ = [
        ("count", c_uint64),
        ("address", c_uint64),
        ("block", c_uint32),
        ("thread", c_uint32),
        ("other_site", c_uint32),
        ("other_block", c_uint32),
        ("other_thread", c_uint32),
    ]


class Faults(ctypes.Structure):
    """``kh_faults``."""

    _fields_ = [("table", c_void_p), ("seen", c_void_p), ("n_seen", c_uint64)]


class Text(ctypes.Structure):
    """``kh_text``."""

    _fields_ = [("data", c_void_p), ("capacity", c_uint64), ("n", c_uint64), ("n_lost", c_uint64)]


class Heap(ctypes.Structure):
    """``kh_heap``."""

    _fields_ = [
        ("host", c_void_p),
        ("size", c_uint64),
        ("used", c_uint64),
        ("n_fixed", c_uint64),
        ("max_allocs", c_uint64),
        ("freed", c_void_p),
        ("n_freed", c_uint64),
    ]


class Launch(ctypes.Structure):
    """``kh_launch``."""

    _fields_ = [
        ("kernel", c_void_p),
        ("params", c_void_p),
        ("allocs", c_void_p),
        ("n_allocs", c_uint64),
        ("workers", c_void_p),
        ("n_workers", c_uint64),
        ("grid", c_uint32 * 3),
        ("block", c_uint32 * 3),
        ("n_threads", c_uint32),
        ("n_warps", c_uint32),
        ("param_bytes", c_uint32),
        ("shared_bytes", c_uint32),
        ("dynamic_shared_bytes", c_uint32),
        ("local_bytes", c_uint32),
        ("register_bytes", c_uint32),
        ("fill_registers", c_uint32),
        ("frame_bytes", c_uint32),
        ("step_budget", c_uint64),
        ("cluster", c_uint32 * 3),
        ("cluster_blocks", c_uint32),
        ("is_cluster", c_uint32),
        ("has_slices", c_uint32),
        ("gang_blocks", c_uint32),
        ("n_gangs", c_uint64),
        ("next_gang", c_uint64),
        ("stop_gang", c_uint64),
        ("workspace", c_uint64),
        ("faults", Faults),
        ("watch", c_uint32),
        ("suspects", c_uint32),
        ("schedule", c_uint64),
        ("perturbation", c_uint64),
        ("n_sites", c_uint64),
        ("site_flags", c_void_p),
        ("printed", Text),
        ("notes", Text),
        ("heap", Heap),
        ("races", c_void_p),
        ("defined", c_void_p),
        ("counts", c_void_p),
    ]


class Races(ctypes.Structure):
    """``kh_races`` of ``runtime/races.h``."""

    _fields_ = [
        ("n_cells", c_uint64),
        ("first", c_void_p),
        ("shift", c_uint32),
        ("next_owner", c_uint32),
        ("owners", c_void_p),
        ("writes", c_void_p),
        ("reads", c_void_p),
        ("has_failed", c_uint32),
        ("shared_shift", c_uint32),
    ]


class RaceWorker(ctypes.Structure):
    """``kh_quick`` of ``runtime/races_quick.c``: how a worker's state begins. The closer look keeps a pointer there."""

    _fields_ = [("words", c_uint32 * 64)]


class Copy(ctypes.Structure):
    """``kh_copy``."""

    _fields_ = [
        ("target", c_void_p * LANES),
        ("source", c_void_p * LANES),
        ("from", c_uint64 * LANES),
        ("n_read", _Lanes),
        ("group", _Lanes),
        ("size", c_uint32),
        ("site", c_uint32),
        ("pending", c_uint32),
        ("order", c_uint64),
    ]


class Copies(ctypes.Structure):
    """``kh_copies``."""

    _fields_ = [
        ("copies", Copy * N_COPIES),
        ("n_copies", c_uint32),
        ("n_groups", _Lanes),
        ("n_bulk_groups", _Lanes),
        ("n_issued", c_uint64),
    ]


class Async(ctypes.Structure):
    """``kh_async``."""

    _fields_ = [
        ("kind", c_uint32),
        ("size", c_uint32),
        *((name, c_void_p) for name in ("barrier", "target", "source")),
        ("data", c_uint64 * 2),
        ("order", c_uint64),
        *((name, c_uint32) for name in ("member", "warp", "lane", "op", "is_signed", "site")),
    ]


class Barrier(ctypes.Structure):
    """``kh_barrier``."""

    _fields_ = [(name, c_uint32) for name in ("n_arrived", "n_expected", "is_red", "popc", "all", "any")]


class Warp(ctypes.Structure):
    """``kh_warp``."""

    _fields_ = [
        ("tid", _Lanes * 3),
        ("pc", _Lanes),
        ("sync_members", _Lanes),
        ("barrier_site", _Lanes),
        ("registers", c_void_p),
        ("steps", c_int64),
        ("steps_refilled", c_uint64),
        *(
            (name, c_uint32)
            for name in (
                "index", "initial_live", "live", "mask", "split", "sync_wait", "sync_warpbar", "sync_passed", "granted",
                "barrier_wait", "barrier_pred", "barrier_id", "barrier_warps", "barrier_mode", "barrier_apart",
                "barrier_popc", "barrier_all", "barrier_any", "done", "blocked", "aborted", "n_selects",
                "resting", "cluster_arrived", "cluster_done", "cluster_wait", "cluster_site",
            )
        ),
        ("rested", c_uint64),
        ("lead", c_uint32),
        ("upward", c_uint32),
        ("slice", c_uint32),
        ("random", c_uint64),
        ("weighed", c_uint64),
        ("parted", c_uint64),
        ("forgiven", c_uint64),
    ]  # fmt: skip


class Member(ctypes.Structure):
    """``kh_member``."""

    _fields_ = [
        *((name, c_void_p) for name in ("warps", "shared", "local", "registers", "copies", "barriers")),
        ("ctaid", c_uint32 * 3),
        *((name, c_uint32) for name in ("block", "rank", "n_running", "has_arrivals")),
    ]


class Worker(ctypes.Structure):
    """``kh_worker``."""

    _fields_ = [
        ("launch", c_void_p),
        ("members", c_void_p),
        ("current", c_void_p),
        ("warps", c_void_p),
        ("shared", c_void_p),
        ("local", c_void_p),
        ("registers", c_void_p),
        ("copies", c_void_p),
        ("barriers", c_void_p),
        ("ctaid", c_uint32 * 3),
        ("block", c_uint32),
        ("rank", c_uint32),
        ("member", c_uint32),
        ("slice", c_uint32),
        ("n_asyncs", c_uint32),
        ("asyncs", c_void_p),
        ("mbarriers", c_void_p),
        ("faults", Faults),
        ("last_alloc", c_void_p),
        ("gang", c_uint64),
        ("position", c_uint64),
        ("floor", c_uint64),
        ("random", c_uint64),
        ("steps", c_uint64),
        ("races", c_void_p),
        ("defined", c_void_p),
        ("counts", c_void_p),
    ]


class Defined(ctypes.Structure):
    """``kh_defined``."""

    _fields_ = [
        ("in_", c_uint64 * (4 * LANES)),
        ("out", c_uint64 * (4 * LANES)),
        ("origin_in", c_uint64 * LANES),
        ("origin_out", c_uint64 * LANES),
        ("undefined", c_uint32),
        ("is_set", c_uint32),
        ("replaces", c_uint32),
        ("unused", c_uint32 * 13),
    ]


def abi_facts(n_fault_kinds: int) -> list[int]:
    """Return what ``kh_abi`` of the runtime must report for this mirror to be right."""
    return [
        *map(
            ctypes.sizeof,
            (Alloc, Fault, Faults, Launch, Copies, Async, Barrier, Warp, Member, Worker, Defined, Races),
        ),
        Alloc.is_const.offset,
        Fault.thread.offset,
        Fault.other_thread.offset,
        Faults.n_seen.offset,
        Launch.workers.offset,
        Launch.grid.offset,
        Launch.block.offset,
        Launch.n_warps.offset,
        Launch.shared_bytes.offset,
        Launch.dynamic_shared_bytes.offset,
        Launch.fill_registers.offset,
        Launch.frame_bytes.offset,
        Launch.has_slices.offset,
        Launch.stop_gang.offset,
        Launch.workspace.offset,
        Launch.faults.offset,
        Launch.watch.offset,
        Launch.perturbation.offset,
        Launch.n_sites.offset,
        Launch.counts.offset,
        Launch.notes.offset,
        Launch.heap.offset,
        Warp.registers.offset,
        Warp.steps.offset,
        Warp.steps_refilled.offset,
        Warp.index.offset,
        Warp.split.offset,
        Warp.barrier_popc.offset,
        Warp.barrier_all.offset,
        Warp.barrier_any.offset,
        Warp.n_selects.offset,
        Warp.forgiven.offset,
        Warp.rested.offset,
        Member.n_running.offset,
        Worker.copies.offset,
        Worker.ctaid.offset,
        Worker.slice.offset,
        Worker.asyncs.offset,
        Worker.faults.offset,
        Worker.floor.offset,
        Worker.steps.offset,
        Worker.counts.offset,
        Defined.undefined.offset,
        n_fault_kinds,
    ]
