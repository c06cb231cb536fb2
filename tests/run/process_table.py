"""What the system says is running, from /proc: for tests that nothing stays behind."""

import contextlib
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_WAIT_S = 60.0
_CHECK_S = 0.02


@dataclass(frozen=True)
class Process:
    """One line of the process table; ids as in proc(5)."""

    pid: int
    state: str
    parent: int
    session: int


def processes() -> list[Process]:
    """List all processes that run; one that has ended and is only not reaped yet does not."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            # The name in parentheses may hold anything.
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # gone meanwhile
            continue
        if fields[0] not in ("Z", "X"):
            found.append(Process(int(folder.name), fields[0], int(fields[1]), int(fields[3])))
    return found


def in_session(session: int) -> list[int]:
    """List the processes of a session; a worker leads one, and all that it starts belongs to it."""
    return [process.pid for process in processes() if process.session == session]


def children_of(pid: int) -> list[int]:
    return [process.pid for process in processes() if process.parent == pid]


def workers_of(pid: int) -> list[int]:
    """List the processes that the fork servers of a process have made, and not the servers nor the guards."""
    servers = set(children_of(pid))
    return [each.pid for each in processes() if each.parent in servers and each.session == each.pid]


def with_variable(name: str, value: str) -> list[int]:
    """List the processes that were started with a variable in their environment, whosever children they are now."""
    wanted = f"{name}={value}".encode()
    found = []
    for process in processes():
        with contextlib.suppress(OSError):  # gone meanwhile, or somebody else's
            if wanted in Path(f"/proc/{process.pid}/environ").read_bytes().split(b"\0"):
                found.append(process.pid)
    return found


def cpu_seconds(pid: int) -> float:
    """Return how long a process has been computing, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def left_of_session(session: int) -> list[int]:
    """Wait until a session has no process any more, for a minute at most; list what is left of it, and kill it."""
    return left_of(lambda: in_session(session))


def left_of(running: Callable[[], list[int]], wait_s: float = _WAIT_S) -> list[int]:
    """Wait until none of some processes runs; list those that still do in the end, and kill them."""
    end = time.monotonic() + wait_s
    while (left := running()) and time.monotonic() < end:
        time.sleep(_CHECK_S)
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return left
