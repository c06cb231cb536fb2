"""Ends a program with its clean-up when a user, the system, a CI server or a closed terminal asks it to end.

By default SIGTERM and SIGHUP end a process without clean-up. Here they raise an exception in the main thread, as
Ctrl-C does, so that workers are ended and worktrees and temporary files removed.

Such an exception can be lost. Python drops it in a callback of a weak reference, as every import has, and in a
finaliser ("sys.unraisablehook", Python library). Python's compiler takes any exception but a KeyboardInterrupt to mean
that a constant such as ``2**31`` cannot be folded, and a library may catch every exception. And if a signal comes just
before a call waits, the handler runs after the wait. So a thread sends a lost signal again.
"""

from __future__ import annotations

import _thread
import contextlib
import math
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any

from ..exit_status import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_DEFAULTS: dict[signal.Signals, Callable[..., Any] | signal.Handlers] = {
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGHUP: signal.SIG_DFL,
    signal.SIGINT: signal.default_int_handler,
}
# timeout(1) and service managers send the signal twice, to the process and to its group: the second must not
# interrupt the clean-up. A signal after this time does: the process is to end now.
_ONCE_S = 5.0
# Longer than a callback takes, and than Python takes to run the handler of a signal that is not lost.
_AGAIN_S = 0.02
# Longer than it takes from the decision to send Ctrl-C again to its handler.
_SENT_S = 1.0
# Their native parts print the traceback of any exception that they meet while they are imported. That is at the start
# of a command, which then has nothing to clean up.
_PRINTING = ("numpy", "ml_dtypes")


class Terminated(BaseException):
    """The process was asked to end; not an Exception, so that no handler of errors catches it."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


class Requests:
    """Handles the signals that ask the program to end."""

    def __init__(self) -> None:
        self.has_interrupted = False
        """Whether Ctrl-C has come. Some libraries turn a KeyboardInterrupt during their import into another error."""
        self.terminated: Terminated | None = None
        """The exception of the last SIGTERM or SIGHUP."""
        self._main = threading.get_ident()
        self._is_interrupt_lost = True
        self._sent_again_s = -math.inf
        self._since_s = 0.0
        self._is_over = False

    def handle(self, number: int, _frame: FrameType | None) -> None:
        """Raise the exception of a signal in the main thread, unless the program is ending already."""
        if self._is_over or _is_numpy_being_imported():
            # An exception would end as a traceback: nobody waits for it any more, or NumPy prints it.
            _end_at_once(number)
        if number == signal.SIGINT:
            # On a busy machine the handler may run just when the signal, taken for lost, is sent again.
            is_heard = self.has_interrupted and not self._is_interrupt_lost
            if is_heard and time.monotonic() - self._sent_again_s <= _SENT_S:
                self._sent_again_s = -math.inf
                return
            self.has_interrupted = True
            self._is_interrupt_lost = False
            raise KeyboardInterrupt
        now = time.monotonic()
        if not self._is_ending():
            self._since_s = now
        elif now - self._since_s <= _ONCE_S:
            return
        self.terminated = Terminated(number)
        raise self.terminated

    @contextlib.contextmanager
    def sent_again(self, numbers: set[signal.Signals]) -> Iterator[None]:
        """Within the block, send these signals again if their exceptions are lost."""
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        print_dropped = sys.unraisablehook

        def note_dropped(dropped: UnraisableHookArgs) -> None:
            if self.has_interrupted and isinstance(dropped.exc_value, KeyboardInterrupt):
                self._is_interrupt_lost = True
                os.write(writer, bytes([signal.SIGINT]))
            elif not isinstance(dropped.exc_value, Terminated):
                print_dropped(dropped)

        # Python writes the number of a signal when it comes, which is before its handler runs.
        before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        sys.unraisablehook = note_dropped
        _thread.start_new_thread(self._send_again, (reader, numbers))
        try:
            yield
        finally:
            self._is_over = True
            sys.unraisablehook = print_dropped
            replaced = signal.set_wakeup_fd(before)
            # A library has set a descriptor of its own meanwhile, and keeps it.
            if replaced != writer:
                signal.set_wakeup_fd(replaced)
            # Ends the wait of the thread, which closes the other end.
            os.close(writer)

    def _send_again(self, reader: int, numbers: set[signal.Signals]) -> None:
        came: set[signal.Signals] = set()
        while not self._is_over:
            if not came or select.select([reader], [], [], 0.0)[0]:
                came |= numbers.intersection(os.read(reader, 64))
            time.sleep(_AGAIN_S)
            for number in came:
                is_lost = self._is_interrupt_lost if number == signal.SIGINT else not self._is_ending()
                if is_lost and not self._is_over:
                    if number == signal.SIGINT:
                        self._sent_again_s = time.monotonic()
                    # To the thread itself: a signal interrupts the system call of its own thread only.
                    signal.pthread_kill(self._main, number)
        os.close(reader)

    def _is_ending(self) -> bool:
        """Whether the main thread is handling `Terminated`, or an exception that was raised meanwhile."""
        handled: Any = sys._current_exceptions().get(self._main)
        error = handled[1] if isinstance(handled, tuple) else handled  # a tuple before Python 3.12
        while error is not None and not isinstance(error, Terminated):
            error = error.__context__
        return error is not None


@contextlib.contextmanager
def orderly_termination() -> Iterator[Requests]:
    """Within the block, let SIGTERM and SIGHUP unwind the program as Ctrl-C does; it then ends by the same signal."""
    # A signal that is ignored (SIGHUP under nohup(1)) or already handled keeps its disposition. Outside the main
    # thread, the only one that can handle signals, this changes nothing.
    requests = Requests()
    if threading.current_thread() is not threading.main_thread():
        yield requests
        return
    ours = {number for number, default in _DEFAULTS.items() if signal.getsignal(number) is default}
    try:
        for number in ours:
            signal.signal(number, requests.handle)
        with requests.sent_again(ours):
            yield requests
    except (Terminated, Exception):
        # Some libraries turn any exception during their import into an ImportError.
        if requests.terminated is None:
            raise
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        # The parent then sees the signal that ended this process.
        signal.signal(requests.terminated.number, signal.SIG_DFL)
        os.kill(os.getpid(), requests.terminated.number)
        raise
    finally:
        for number in ours:
            signal.signal(number, _DEFAULTS[number])


def _end_at_once(number: int) -> None:
    if number == signal.SIGINT:
        # Past `sys.stderr`: `os._exit` flushes nothing, and the signal may have interrupted a write to it.
        os.write(2, b"interrupted\n")
        os._exit(EXIT_INTERRUPTED)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _is_numpy_being_imported() -> bool:
    """Return whether an exception that a signal handler raises now would be printed as a traceback by NumPy."""
    specs = (getattr(sys.modules.get(name), "__spec__", None) for name in _PRINTING)
    return any(getattr(spec, "_initializing", False) for spec in specs)
