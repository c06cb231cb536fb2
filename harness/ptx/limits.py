"""Limits of every launch on any NVIDIA GPU since compute capability 5.0.

Source: "Technical Specifications per Compute Capability" of the CUDA C++ Programming Guide.
"""

from __future__ import annotations

MAX_BLOCK_THREADS = 1024
MAX_BLOCK = (1024, 1024, 64)
MAX_GRID = (2**31 - 1, 65535, 65535)
MAX_CLUSTER_BLOCKS = 16
"""Most blocks of a cluster on any GPU ("Thread Block Clusters", same guide)."""
PORTABLE_CLUSTER = 8
"""Most blocks of a cluster on every GPU with clusters; a kernel must ask for more."""
MAX_SHARED_BYTES = 227 * 1024
"""Most static and dynamic shared memory of a block on any GPU, opt-in included."""
