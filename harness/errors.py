"""Exceptions of the harness; every one carries a message fit to be printed as it is.

Messages are lowercase, state the rule, show the offending value as ``(got ...)`` and say what to do.
"""

from __future__ import annotations

from pathlib import Path


class HarnessError(Exception):
    """Base of all errors that the harness raises on purpose."""


class UsageError(HarnessError):
    """A flag, name or file given on the command line is not usable."""


class SpecError(HarnessError):
    """A variant's declaration is wrong.

    Parameters
    ----------
    message : str
        The rule, the value and the allowed set.
    path : Path
        The ``.cu`` file.
    line : int
        1-based line of the offending key, or of the block's start when no single key is to blame.
    """

    def __init__(self, message: str, *, path: Path, line: int) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.message = message
        self.path = path
        self.line = line


class CompileError(HarnessError):
    """The CUDA compiler refused a source.

    Parameters
    ----------
    message : str
        One line: which source, for which architecture, by which compiler.
    log : str
        The compiler's own output, unshortened, with the variant's file name and line.
    """

    def __init__(self, message: str, *, log: str) -> None:
        super().__init__(f"{message}\n{log.rstrip()}")
        self.message = message
        self.log = log


class PtxError(HarnessError):
    """PTX text cannot be executed: a syntax error or an instruction that is not known.

    Parameters
    ----------
    message : str
        What is wrong.
    line : int
        1-based line in the PTX text, 0 when the module as a whole is meant.
    """

    def __init__(self, message: str, *, line: int = 0) -> None:
        super().__init__(f"ptx line {line}: {message}" if line else message)
        self.message = message
        self.line = line


class DeviceError(HarnessError):
    """A device is not there, or no longer usable."""


class OutOfMemoryError(DeviceError):
    """There is not enough memory for a case now; the device is as it was."""


class DeviceTooSmallError(HarnessError):
    """A device will never have what a case needs; it is as it was, and another device may do."""


class LaunchError(HarnessError):
    """A launch was refused before any thread ran: a bad grid, block, shared-memory size or argument."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with how far a command had got: ``12 of 141 cases counted``.

    No `HarnessError`: what mends errors on the way must let it through.
    """
