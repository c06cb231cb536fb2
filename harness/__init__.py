"""Catch CUDA kernel regressions before they merge, with or without a GPU."""

from __future__ import annotations

__version__ = "0.1.0"
