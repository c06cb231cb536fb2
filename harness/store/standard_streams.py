"""Handles standard streams that are closed at the start, and output pipes whose reader exits."""

from __future__ import annotations

import os
import select
import sys
from pathlib import Path

EXIT_CLOSED_PIPE = 141
"""128 + the number of SIGPIPE: the status that a shell reports for a program that wrote into a closed pipe."""

_STANDARD = (0, 1, 2)


def open_closed() -> None:
    # Otherwise the next opened file would get the number of a standard stream and receive printed text. For a closed
    # stream, Python sets `sys.stdout` or `sys.stderr` to None. `sys.stderr` is replaced, because in many places None
    # means standard output.
    for number in _STANDARD:
        try:
            os.fstat(number)
        except OSError:
            _onto_null(number)
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for as long as the process


def reader_is_gone() -> bool:
    """Whether standard output or standard error is a pipe that nobody reads any longer."""
    return _is_gone(1) or _is_gone(2)


def give_up_output() -> None:
    """Discard further output, so that Python does not report a stream that cannot be flushed at exit."""
    _onto_null(1)
    if _is_gone(2):
        _onto_null(2)


def _is_gone(number: int) -> bool:
    poll = select.poll()
    # Without requested events poll(2) still reports POLLERR, which a pipe without readers has.
    poll.register(number, 0)
    return any(event & select.POLLERR for _, event in poll.poll(0))


def _onto_null(number: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    # open(2) takes the lowest free number, which is that of a closed stream.
    if null != number:
        os.dup2(null, number)
        os.close(null)
    else:
        # Python opens files as not inheritable (PEP 446), and child processes need standard streams.
        os.set_inheritable(number, True)
