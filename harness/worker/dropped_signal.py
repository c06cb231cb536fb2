"""Sends a signal again if Python has dropped the exception that its handler raised.

An exception that is raised within a weak reference's callback, a finaliser or a callback of the garbage collector goes
no further: Python passes it to `sys.unraisablehook`, which prints it, and the program runs on ("sys.unraisablehook",
Python library). Every import has such a callback, for the lock of its module.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

# Long enough for a callback to return. A signal within another callback is sent once more.
_DELAY_S = 0.01


@contextlib.contextmanager
def sent_again(signal_of: Callable[[BaseException | None], int | None]) -> Iterator[None]:
    """Within the block, send a signal again whose exception was dropped, instead of printing the exception.

    Parameters
    ----------
    signal_of : callable
        Return the signal whose handler raised this exception, None for any other exception. Those are printed as
        before.
    """
    before = sys.unraisablehook
    is_due = False

    def send(number: int) -> None:
        nonlocal is_due
        time.sleep(_DELAY_S)
        is_due = False  # first: the handler's next exception may be dropped before this thread has ended
        os.kill(os.getpid(), number)

    def hook(dropped: UnraisableHookArgs) -> None:
        nonlocal is_due
        number = signal_of(dropped.exc_value)
        if number is None:
            before(dropped)
        elif not is_due:
            is_due = True
            # Sent from here, it would be handled here, and Python drops what this hook raises. `threading.Thread` waits
            # until the thread runs, and a busy machine may take longer than the delay to return from that.
            _thread.start_new_thread(send, (number,))

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before
