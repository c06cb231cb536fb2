"""Reads special registers from the state of a launch. PTX ISA 9.0, chapter 10 "Special Registers"."""

from __future__ import annotations

from collections.abc import Mapping

from ...errors import PtxError
from ..layout import Launch, Warp, Worker
from .llvm_text import LANE_IDS, LlvmText, splat

_VECTORS = frozenset(
    {"tid", "ntid", "ctaid", "nctaid", "clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid"}
)
"""Special registers of three elements."""
_FIELDS: Mapping[str, tuple[str, int]] = {
    "ntid": ("%launch", Launch.block.offset),
    "nctaid": ("%launch", Launch.grid.offset),
    "cluster_nctaid": ("%launch", Launch.cluster.offset),
    "ctaid": ("%worker", Worker.ctaid.offset),
    "cluster_ctarank": ("%worker", Worker.rank.offset),
    "cluster_nctarank": ("%launch", Launch.cluster_blocks.offset),
    # address of a cooperative launch's grid workspace: upper and lower half
    "envreg1": ("%launch", Launch.workspace.offset + 4),
    "envreg2": ("%launch", Launch.workspace.offset),
    "warpid": ("%warp", Warp.index.offset),
    "nwarpid": ("%launch", Launch.n_warps.offset),
    "dynamic_smem_size": ("%launch", Launch.dynamic_shared_bytes.offset),
    "total_smem_size": ("%launch", Launch.shared_bytes.offset),
}
"""Field offsets of 32-bit registers that are uniform in a warp; of a vector, the first element's."""
_OF_CLUSTERS: Mapping[str, tuple[str, str]] = {
    "nclusterid": ("nctaid", "udiv"),
    "clusterid": ("ctaid", "udiv"),
    "cluster_ctaid": ("ctaid", "urem"),
}
"""Registers that are the quotient or remainder of a field and the cluster's size."""
_CONSTANTS: Mapping[str, tuple[int, int]] = {
    "smid": (0, 32),
    "nsmid": (1, 32),
    "gridid": (0, 64),
    "reserved_smem_offset_begin": (0, 32),
}
"""Constant registers: value and width in bits."""
VARYING = frozenset({"smid", "nsmid", "gridid", "warpid", "nwarpid"})
"""Registers whose value the hardware chooses, beside `CLOCKS`."""
CLOCKS = frozenset({"clock", "clock_hi", "clock64", "globaltimer", "globaltimer_lo", "globaltimer_hi"})


def _lane_masks(relation: str) -> str:
    """Return ``%lanemask_RELATION`` of all lanes; PtxError for an unknown relation."""
    masks = {
        "eq": lambda lane: 1 << lane,
        "lt": lambda lane: (1 << lane) - 1,
        "le": lambda lane: (2 << lane) - 1,
        "gt": lambda lane: 0xFFFFFFFF & ~((2 << lane) - 1),
        "ge": lambda lane: 0xFFFFFFFF & ~((1 << lane) - 1),
    }
    if relation not in masks:
        raise PtxError(f"special register %lanemask_{relation} is not supported")
    return "<" + ", ".join(f"i32 {masks[relation](lane)}" for lane in range(32)) + ">"


def read_special(text: LlvmText, name: str) -> tuple[str, int]:
    """Append a read of a special register."""
    stem, _, axis = name.lstrip("%").partition(".")
    if (axis != "") != (stem in _VECTORS):
        raise text.error(
            f"special register {name} is not supported: its name and its .x, .y or .z do not fit"
        )
    # .r, .g, .b and .a are other names of the elements; the fourth is always zero
    index = "xyzwrgba".find(axis) % 4 if axis else 0
    if index == 3:
        return splat(32, 0), 32
    if stem == "tid":
        pointer = text.tmp(f"getelementptr i8, ptr %warp, i64 {Warp.tid.offset + 128 * index}")
        return text.tmp(f"load <32 x i32>, ptr {pointer}, align 4"), 32
    if stem in _FIELDS:
        base, start = _FIELDS[stem]
        return text.broadcast(text.field(base, start + 4 * index), "i32"), 32
    if stem in _OF_CLUSTERS:
        of, operation = _OF_CLUSTERS[stem]
        base, start = _FIELDS[of]
        blocks = text.field(base, start + 4 * index)
        size = text.field("%launch", Launch.cluster.offset + 4 * index)
        return text.broadcast(text.tmp(f"{operation} i32 {blocks}, {size}"), "i32"), 32
    if stem == "laneid":
        return LANE_IDS, 32
    if stem.startswith("lanemask_"):
        return _lane_masks(stem.removeprefix("lanemask_")), 32
    if stem in CLOCKS:
        return _read_clock(text, stem)
    if stem in _CONSTANTS:
        value, width = _CONSTANTS[stem]
        return splat(width, value), width
    raise text.error(f"special register {name} is not supported")


def _read_clock(text: LlvmText, stem: str) -> tuple[str, int]:
    """Append a read of a clock, which counts executed instructions so that runs repeat exactly."""
    refilled = text.field("%warp", Warp.steps_refilled.offset, "i64")
    left = text.field("%warp", Warp.steps.offset, "i64")
    steps = text.tmp(f"sub i64 {refilled}, {left}")
    if stem.endswith("_hi"):
        steps = text.tmp(f"lshr i64 {steps}, 32")
    lanes = text.broadcast(steps, "i64")
    return (lanes, 64) if stem in ("clock64", "globaltimer") else (text.resize(lanes, 64, 32), 32)
