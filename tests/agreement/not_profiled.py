"""Variants that are newer than the counters that were recorded on a GPU; they go into the next recording.

Their matrix and their outputs are recorded, see ``fixtures/gpu_runs`` and ``fixtures/gpu_outputs``.
"""

from __future__ import annotations

NOT_PROFILED = frozenset((
    "softmax_chunk", "softmax_cluster_16", "softmax_cluster_16_shifted", "softmax_cluster_4",
    "softmax_cluster_4_shifted", "softmax_cluster_8", "softmax_cluster_8_shifted", "softmax_compact", "softmax_grid",
    "softmax_lanes", "softmax_lanes_shifted", "softmax_parked", "softmax_parked_shifted", "softmax_split_packs",
    "softmax_warps", "softmax_warps_shifted",
))  # fmt: skip
