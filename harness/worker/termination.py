"""Ends a program in order when the system, a CI server or a closed terminal asks it to end.

SIGTERM and SIGHUP end a process at once by default: nothing is removed that it has made. Here they are raised where the
program is, as Ctrl-C is, so that workers are ended and worktrees and temporary files removed on the way out.
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

_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
# timeout(1) and service managers send the signal twice, to the process and to its group: the second must not break off
# what the first has begun. One that comes later does: it is wanted to end now.
_ONCE_S = 5.0


class Terminated(BaseException):
    """The process was asked to end; not an Exception, so that nobody takes it for a failure of his own.

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

    A signal that is ignored, as SIGHUP is under nohup(1), or that somebody handles stays as it is. Nothing changes in
    a thread other than the main one, which alone can handle signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    first_s: float | None = None

    def unwind(number: int, _frame: FrameType | None) -> None:
        nonlocal first_s
        now = time.monotonic()
        if first_s is None or now - first_s > _ONCE_S:
            first_s = now if first_s is None else first_s
            raise Terminated(number)

    ours = [number for number in _SIGNALS if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, unwind)
    try:
        yield
    except Terminated as asked:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        # Whoever waits for this process sees what ended it.
        signal.signal(asked.number, signal.SIG_DFL)
        os.kill(os.getpid(), asked.number)
        raise
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
