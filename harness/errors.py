"""Exceptions of the harness. Every message can be printed as it is.

Messages are lowercase, state the rule, show the wrong value as ``(got ...)`` and say what to do.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path


def one_line(text: object) -> str:
    r"""Return text with its line ends as ``\n`` and ``\r``, for names of files in messages of several lines."""
    return str(text).replace("\n", "\\n").replace("\r", "\\r")


def closest_of(got: str, allowed: Iterable[str]) -> str:
    """Return the end of a message for a value outside a closed set: the closest member, and all members."""
    import difflib  # only for a message: every command imports this module

    names = list(allowed)
    closest = difflib.get_close_matches(got, names, n=1)
    hint = f"closest is '{closest[0]}'; " if closest else ""
    return f"{hint}allowed: {', '.join(names) or 'none'}"


class HarnessError(Exception):
    """Base class of all errors that the harness raises deliberately."""


class UsageError(HarnessError):
    """An option, name or file on the command line cannot be used."""


class SpecError(HarnessError):
    """A variant's declaration is wrong."""

    def __init__(self, message: str, *, path: Path, line: int, variant: str = "") -> None:
        shown = path
        with contextlib.suppress(ValueError, OSError):  # it lies elsewhere, or the current folder was removed
            shown = path.relative_to(Path.cwd())
        super().__init__(f"{one_line(shown)}:{line}: {message}")
        self.message = message
        self.path = path
        self.line = line
        self.variant = variant

    @property
    def variant_id(self) -> str:
        """Id of the variant that the error is about, if its file declares one: the stem of the file by default."""
        return self.variant or self.path.stem


class UndeclaredError(SpecError):
    """A source has no declaration."""


class LimitError(SpecError):
    """A declaration claims a size for which no GPU makes a launch: a grid, block or cluster beyond its limit."""


class CompileError(HarnessError):
    """The CUDA compiler refused a source."""

    def __init__(self, message: str, *, log: str) -> None:
        super().__init__(f"{message}\n{log.rstrip()}")
        self.message = message
        self.log = log


class PtxError(HarnessError):
    """PTX text cannot be executed: it has a syntax error or an unknown instruction."""

    def __init__(self, message: str, *, line: int = 0) -> None:
        super().__init__(f"ptx line {line}: {message}" if line else message)
        self.message = message
        self.line = line


class DeviceError(HarnessError):
    """A device is missing, or can no longer be used."""


class DeviceHangError(DeviceError):
    """A kernel did not end, and the driver ended it. The device can no longer be used."""


class OutOfMemoryError(DeviceError):
    """There is currently not enough memory for a case. The device stays usable."""


class DeviceTooSmallError(HarnessError):
    """A device lacks the resources for a case. It stays usable, and another device may run the case."""


class LaunchError(HarnessError):
    """A launch was refused before any thread ran: a bad grid, block, shared-memory size or argument."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with the progress of the command: ``12 of 141 cases counted``.

    Not a `HarnessError`, so that error handlers do not catch it.
    """
