"""What a worker process does to itself before it touches a kernel: limits, and an end when its session ends.

A worker is there to be killed. It must not take the machine with it by using up its memory, nor stay behind
when the session that would kill it is gone.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import threading
import time
from pathlib import Path

# A session that ended has closed its end of the connection, unless a child that it forked holds a copy of it:
# then only the change of the parent process tells.
_PARENT_CHECK_MS = 1000
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


def end_with_parent(parent: int) -> None:
    """Watch, on a thread of its own, for the end of the process that started this one; then end as well.

    Parameters
    ----------
    parent : int
        Its process id.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_PARENT_CHECK_MS / 1e3)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="parent watch").start()


def end_with_session(descriptor: int, parent: int) -> None:
    """Watch, on a thread of its own, for the end of the session; then kill this process and all it started.

    Parameters
    ----------
    descriptor : int
        Socket whose other end the session holds.
    parent : int
        Process id of the session.

    Notes
    -----
    The kernel's own way, PR_SET_PDEATHSIG, acts when the *thread* that started this process ends, which may be
    long before the session does, and leaves a compiler that this process has started behind.
    """
    threading.Thread(target=_watch, args=(descriptor, parent), daemon=True, name="session watch").start()


def _watch(descriptor: int, parent: int) -> None:
    hang_up = select.poll()
    # No event is asked for: an end of the connection is reported all the same, and messages do not wake this.
    hang_up.register(descriptor, 0)
    while os.getppid() == parent and not hang_up.poll(_PARENT_CHECK_MS):
        pass
    # The worker leads a process group of its own, so this is the worker and what it has started.
    os.killpg(os.getpid(), signal.SIGKILL)
