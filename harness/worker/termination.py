"""Ends a program with its clean-up when the system, a CI server or a closed terminal asks it to end.

By default SIGTERM and SIGHUP end a process without clean-up. Here they raise an exception in the main thread, as
Ctrl-C does, so that workers are ended and worktrees and temporary files removed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from types import FrameType

from .dropped_signal import sent_again

_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
# timeout(1) and service managers send the signal twice, to the process and to its group: the second must not
# interrupt the clean-up. A signal after this time does: the process is to end now.
_ONCE_S = 5.0
# Their native parts print the traceback of any exception that they meet while they are imported. That is at the start
# of a command, which then has nothing to clean up.
_PRINTING = ("numpy", "ml_dtypes")


class Terminated(BaseException):
    """The process was asked to end; not an Exception, so that no handler of errors catches it.

    Parameters
    ----------
    number : int
        The signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


@contextlib.contextmanager
def orderly_termination() -> Iterator[None]:
    """Within the block, let SIGTERM and SIGHUP unwind the program; it then ends by the same signal.

    A signal that is ignored (SIGHUP under nohup(1)) or already handled keeps its disposition. Outside the main
    thread, the only one that can handle signals, this changes nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    first_s: float | None = None
    asked: Terminated | None = None

    def unwind(number: int, _frame: FrameType | None) -> None:
        nonlocal first_s, asked
        if is_numpy_being_imported():
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        now = time.monotonic()
        if first_s is None or now - first_s > _ONCE_S:
            first_s = now if first_s is None else first_s
            asked = Terminated(number)
            raise asked

    def signal_of(error: BaseException | None) -> int | None:
        nonlocal first_s
        if asked is None or error is not asked:
            return None
        first_s = None  # what was dropped has begun no clean-up
        return asked.number

    ours = [number for number in _SIGNALS if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, unwind)
    try:
        with sent_again(signal_of):
            yield
    except (Terminated, Exception):
        # Some libraries turn any exception during their import into an ImportError.
        if asked is None:
            raise
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        # The parent then sees the signal that ended this process.
        signal.signal(asked.number, signal.SIG_DFL)
        os.kill(os.getpid(), asked.number)
        raise
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def is_numpy_being_imported() -> bool:
    """Return whether an exception that a signal handler raises now would be printed as a traceback by NumPy."""
    specs = (getattr(sys.modules.get(name), "__spec__", None) for name in _PRINTING)
    return any(getattr(spec, "_initializing", False) for spec in specs)
