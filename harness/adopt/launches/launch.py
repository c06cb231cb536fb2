"""The launch that host code makes, as read."""

from __future__ import annotations

from dataclasses import dataclass

from .value import Record, Value


@dataclass(frozen=True)
class LaunchCall:
    """The values of one call that launches a kernel.

    Parameters
    ----------
    kernel : str
        Name of the kernel as written, without template arguments; empty if it is not known.
    template : tuple of Value
        Template arguments as written. For an unknown kernel, the expression in its place.
    grid, block : Value
        The first two values of the execution configuration.
    shared : Value
        Dynamic shared memory of a block, in bytes.
    args : tuple of Value
        Arguments of the kernel in order.
    is_cooperative : bool
        Whether the grid may synchronise.
    config : Record or None
        The structure given to `cudaLaunchKernelEx`.
    """

    kernel: str
    template: tuple[Value, ...]
    grid: Value
    block: Value
    shared: Value
    args: tuple[Value, ...]
    is_cooperative: bool = False
    config: Record | None = None


@dataclass(frozen=True)
class HostLaunch:
    """One launch of a kernel in host code.

    Parameters
    ----------
    file : str
        Name of the file.
    line : int
        1-based line of the launch.
    function : str
        Host function that makes it.
    call : LaunchCall
        Values of the launch.
    conditions : tuple of (Value, bool)
        Conditions under which the launch is made, and whether each holds.
    callers : tuple of str
        Host functions through which values were followed, outermost first; empty if there are none.
    """

    file: str
    line: int
    function: str
    call: LaunchCall
    conditions: tuple[tuple[Value, bool], ...] = ()
    callers: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """The host function with file and line, such as ``softmax_forward (softmax.cu:120)``."""
        return f"{self.function or 'the file'} ({self.file}:{self.line})"
