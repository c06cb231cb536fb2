"""SIGTERM and SIGHUP as an exception, so that what a gate has opened is closed before the process ends."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


class Terminated(BaseException):
    """A signal that ends the process.

    Parameters
    ----------
    number : int
        The signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def unwinding() -> Iterator[None]:
    """Leave the block by an exception when a signal asks the process to end; then end it by that signal.

    Does nothing outside the main thread, and leaves signals alone that somebody else handles or ignores.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    taken = [each for each in _SIGNALS if signal.getsignal(each) is signal.SIG_DFL]
    try:
        for each in taken:
            signal.signal(each, _raise)
        yield
    except Terminated as ended:
        signal.signal(ended.number, signal.SIG_DFL)
        signal.raise_signal(ended.number)
        raise  # the signal is blocked
    finally:
        for each in taken:
            signal.signal(each, signal.SIG_DFL)


def _raise(number: int, _frame: FrameType | None) -> None:
    # A second signal must not interrupt the cleaning up.
    for each in _SIGNALS:
        if signal.getsignal(each) is _raise:
            signal.signal(each, signal.SIG_IGN)
    raise Terminated(number)
