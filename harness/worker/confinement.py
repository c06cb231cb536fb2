"""Limits that a worker process sets itself before it touches a kernel.

A worker is there to be killed, and must not take the machine with it by using up its memory.
"""

from __future__ import annotations

import contextlib
import resource
from pathlib import Path

# The most that Linux takes: of all processes, this is the one to be ended when the machine is out of memory.
_OOM_SCORE = "1000"


def limit_memory(limit_bytes: int) -> None:
    """Bound the memory that this process may have, and keep its end from writing a dump of it.

    Parameters
    ----------
    limit_bytes : int
        Bytes of private writable memory (RLIMIT_DATA; "getrlimit", Linux manual). An allocation beyond it fails,
        which Python raises as MemoryError and native code answers as it does. Address space that is only
        reserved, and memory shared with a device, do not count.
    """
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = limit_bytes if hard == resource.RLIM_INFINITY else min(limit_bytes, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    # Not everywhere is it there or may it be written.
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_OOM_SCORE, encoding="ascii")
