"""Limits that a worker process sets itself before it touches a kernel.

A worker may be killed; it must not use up the machine's memory first.
"""

from __future__ import annotations

import contextlib
import resource
from pathlib import Path

# Linux's largest value: the kernel kills this process first when the machine is out of memory.
_OOM_SCORE = "1000"


def limit_memory(limit_bytes: int) -> None:
    """Limit this process's memory and disable core dumps."""
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = limit_bytes if hard == resource.RLIM_INFINITY else min(limit_bytes, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    # Some systems do not have the file, or do not let it be written.
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_OOM_SCORE, encoding="ascii")
