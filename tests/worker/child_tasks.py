"""Modules for child processes of `tests.worker.test_child_process`: each has a ``main`` that answers and waits."""

import json
import os
import signal
import socket
import sys
import time
from pathlib import Path

WATCHED = "PYTEST_KH_WATCHED"


def main(connection: int, *_others: int) -> None:
    """Answer each request: a name of what to tell or do."""
    end = socket.socket(fileno=connection)
    while request := end.recv(100).decode():
        if request == "facts":
            facts = {
                "pid": os.getpid(),
                "parent": os.getppid(),
                "session": os.getsid(0),
                "folder": str(Path.cwd()),
                "watched": os.environ.get(WATCHED),
                "test": os.environ.get("PYTEST_CURRENT_TEST"),
                "name": Path("/proc/self/comm").read_text().strip(),
                "modules": sorted(sys.modules),
                "descriptors": [each.name for each in Path("/proc/self/fd").iterdir()],
            }
            end.sendall(json.dumps(facts).encode() + b"\n")
        elif request == "print":
            print("to standard output", flush=True)  # noqa: T201 - what is tested
            print("to standard error", file=sys.stderr, flush=True)  # noqa: T201
            end.sendall(b"printed\n")
        elif request == "raise":
            raise ValueError("raised")
        elif request == "exit":
            os._exit(7)
        elif request == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif request == "sleep":
            end.sendall(b"asleep\n")
            time.sleep(600)
