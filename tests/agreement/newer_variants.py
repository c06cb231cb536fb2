"""Variants that are newer than what was recorded on a GPU; they go into the next recording of each kind.

They have run on an H200 for their times, see ``fixtures/baselines/peers``; their matrix, their outputs at the shapes
of the family and their counters have not been recorded there.
"""

from __future__ import annotations

NEWER_VARIANTS = frozenset((
    "softmax_chunk", "softmax_cluster_2", "softmax_cluster_2_shifted", "softmax_cluster_4", "softmax_cluster_4_shifted",
    "softmax_cluster_8", "softmax_cluster_8_shifted", "softmax_compact", "softmax_grid", "softmax_lanes",
    "softmax_lanes_shifted", "softmax_parked", "softmax_parked_shifted", "softmax_split_packs", "softmax_warps",
    "softmax_warps_shifted",
))  # fmt: skip
