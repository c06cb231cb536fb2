"""The process that runs jobs for `harness.worker.jobs`, one after the other."""

from __future__ import annotations

import contextlib
import pickle
import traceback
from multiprocessing.connection import Connection
from typing import Any

from .channel import Done, Failed


def main(connection: int) -> None:
    """Run the received jobs until the connection is closed.

    Parameters
    ----------
    connection : int
        Open file descriptor of a socket: pairs of a function and its argument come in, `Done` or `Failed` goes out.
    """
    jobs: Connection[Any, Any] = Connection(connection)
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            jobs.send(_do(jobs))


def _do(jobs: Connection[Any, Any]) -> Done | Failed:
    received = jobs.recv_bytes()
    try:
        # A failed import is answered, too.
        function, argument = pickle.loads(received)
        return Done(function(argument))
    except Exception:
        return Failed(traceback.format_exc())
