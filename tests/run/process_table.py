"""What the system says is running, from /proc: for tests that nothing stays behind."""

import contextlib
import os
import signal
import subprocess
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_VARIABLE = "PYTEST_KH_RUN"
_WAIT_S = 60.0
_CHECK_S = 0.05


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


def wait_until(holds: Callable[[], object], wait_s: float = _WAIT_S) -> None:
    end = time.monotonic() + wait_s
    while not holds():
        assert time.monotonic() < end
        time.sleep(_CHECK_S)


class Program:
    """A program in a session of its own, and all processes of it: they have a variable of its environment."""

    def __init__(
        self,
        *command: object,
        path: tuple[Path, ...] = (),
        folder: Path | None = None,
        errors: int | None = subprocess.DEVNULL,
        **environ: str,
    ) -> None:
        self._mark = uuid.uuid4().hex
        self.process = subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(map(str, (*path, ROOT))),
                _VARIABLE: self._mark,
                **environ,
            },
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )

    def running(self) -> list[int]:
        return with_variable(_VARIABLE, self._mark)

    def line(self) -> str:
        """Return the next line of its output."""
        return self.process.stdout.readline().strip()

    def left(self, wait_s: float = _WAIT_S) -> list[int]:
        return left_of(self.running, wait_s)

    def left_when_killed(self, wait_s: float = _WAIT_S) -> list[int]:
        """Kill the first process alone, as a system without memory does, and return what is left of the others."""
        self.process.kill()
        self.process.communicate(timeout=_WAIT_S)
        return self.left(wait_s)


def left_of(running: Callable[[], list[int]], wait_s: float = _WAIT_S) -> list[int]:
    """Wait until none of some processes runs; list those that still do in the end, and kill them."""
    end = time.monotonic() + wait_s
    while (left := running()) and time.monotonic() < end:
        time.sleep(_CHECK_S)
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return left
