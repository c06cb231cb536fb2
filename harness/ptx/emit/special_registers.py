"""Special registers and their fields in the state of a launch. PTX ISA 9.0, chapter 10 "Special Registers"."""

from __future__ import annotations

from collections.abc import Mapping

from ...errors import PtxError
from ..layout import Launch, Warp, Worker

VECTORS = frozenset(
    {"tid", "ntid", "ctaid", "nctaid", "clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid"}
)
"""Special registers of three elements."""
FIELDS: Mapping[str, tuple[str, int]] = {
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
OF_CLUSTERS: Mapping[str, tuple[str, str]] = {
    "nclusterid": ("nctaid", "udiv"),
    "clusterid": ("ctaid", "udiv"),
    "cluster_ctaid": ("ctaid", "urem"),
}
"""Registers that are the quotient or remainder of a field and the cluster's size."""
CONSTANTS: Mapping[str, tuple[int, int]] = {
    "smid": (0, 32),
    "nsmid": (1, 32),
    "gridid": (0, 64),
    "reserved_smem_offset_begin": (0, 32),
}
"""Constant registers: value and width in bits."""
CLOCKS = frozenset({"clock", "clock_hi", "clock64", "globaltimer", "globaltimer_lo", "globaltimer_hi"})


def lane_masks(relation: str) -> str:
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
