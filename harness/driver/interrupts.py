"""Signals while a program is inside the driver: Python handles them when the call has returned.

On a GPU a signal cannot end a call of the driver, because Python runs its handlers between two instructions of Python
code. Here the driver is Python code itself. An exception of a handler in it could not pass through the C code that
called, and the call would return an undefined result. So each handler waits until the call has returned: that of a
test's timeout, too. Only at Ctrl-C a launch ends early, because it may be endless: a thread hears of the signal while
the kernel runs and ends the kernel, then the executor raises the exception, and the call returns an error.
"""

from __future__ import annotations

import _thread
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])
# By its name: the virtual GPU's nvcc imports this module, and never runs a kernel.
_ENDS_EARLY = str(Path(__file__).parents[1] / "ptx/launch/executor.py")
_AGAIN_S = 0.005
_boundaries: set[CodeType] = set()
_first: list[Any] = []
_due: list[bool] = []
_stops: list[Callable[[int], None]] = []


def boundary(function: _Function) -> _Function:
    """Register a function that C code calls, or that such a function needs for its result."""
    _boundaries.add(function.__code__)
    return function


def is_inside(frame: FrameType | None, *, ends_launches: bool) -> bool:
    """Whether a frame runs for a call of the driver that must return first; with `ends_launches` not in a launch."""
    while frame is not None:
        if ends_launches and frame.f_code.co_filename == _ENDS_EARLY:
            return False
        if frame.f_code in _boundaries:
            return True
        frame = frame.f_back
    return False


def interrupt_later() -> None:
    """Interrupt the main thread again in a moment, as Ctrl-C does."""
    _due.append(True)
    _send_later(signal.SIGINT)


def _send_later(number: signal.Signals) -> None:
    # no object of `threading`: its locks may be held by what the handler has interrupted
    _thread.start_new_thread(_send, (number,))


def _send(number: signal.Signals) -> None:
    time.sleep(_AGAIN_S)
    _thread.interrupt_main(number)  # nothing happens if the signal has no handler any more


class _Later:
    """A handler of the program, which runs outside of the driver only."""

    def __init__(self, handler: Callable[[int, FrameType | None], Any]) -> None:
        self.handler = handler

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal, or send it again."""
        __tracebackhide__ = True
        if is_inside(frame, ends_launches=False):
            _send_later(signal.Signals(number))
        else:
            self.handler(number, frame)


_set_handler, _handler_of = signal.signal, signal.getsignal


def _given(handler: Any) -> Any:
    return handler.handler if isinstance(handler, _Later) else handler


def _set_later(signalnum: int, handler: Any) -> Any:
    waits = callable(handler) and handler is not _on_interrupt
    return _given(_set_handler(signalnum, _Later(handler) if waits else handler))


def defer_handlers() -> None:
    """Let the handlers that the program sets from now on wait for the driver; the program finds them as it set them."""
    signal.signal, signal.getsignal = _set_later, lambda signalnum: _given(_handler_of(signalnum))


def receive_due_interrupt() -> None:
    """Wait for the KeyboardInterrupt of a program that has ended so soon after the call that it has not come yet."""
    while _due and signal.getsignal(signal.SIGINT) is _on_interrupt:
        time.sleep(_AGAIN_S)


def _on_interrupt(number: int, frame: FrameType | None) -> None:
    if is_inside(frame, ends_launches=True):
        interrupt_later()
    else:
        _due.clear()
        _first[-1](number, frame)


def defer_interrupts(stop: Callable[[int], None]) -> None:
    """Put this module's handler before that of the process; nothing happens outside of the main thread."""
    handler = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and callable(handler) and handler is not _on_interrupt:
        _first.append(handler)
        signal.signal(signal.SIGINT, _on_interrupt)
        if not _stops:
            _listen()
        _stops.append(stop)


def restore_handler() -> None:
    """Put the process's handler back, unless the program has another one."""
    if signal.getsignal(signal.SIGINT) is _on_interrupt:
        signal.signal(signal.SIGINT, _first.pop())


def _listen() -> None:
    """Start the thread that hears of signals while the main thread runs a kernel, and so no handler."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    others = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    if others != -1:  # without the thread, a kernel ends at its step budget
        signal.set_wakeup_fd(others)
        return
    os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))
    _thread.start_new_thread(_stop_launches, (reader, threading.get_ident()))


def _stop_launches(reader: int, thread: int) -> None:
    while numbers := os.read(reader, 64):
        if signal.SIGINT in numbers and signal.getsignal(signal.SIGINT) is _on_interrupt:
            _stops[-1](thread)
