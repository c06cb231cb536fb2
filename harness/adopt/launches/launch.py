"""The launch that host code makes, as read."""

from __future__ import annotations

from dataclasses import dataclass

from .value import Record, Value


@dataclass(frozen=True)
class LaunchCall:
    """The values of one call that launches a kernel."""

    kernel: str
    """Name of the kernel as written, without template arguments; empty if it is not known."""
    template: tuple[Value, ...]
    """Template arguments as written. For an unknown kernel, the expression in its place."""
    grid: Value
    block: Value
    """`grid`, `block`: the first two values of the execution configuration."""
    shared: Value
    """Dynamic shared memory of a block, in bytes."""
    args: tuple[Value, ...]
    """Arguments of the kernel in order."""
    is_cooperative: bool = False
    """Whether the grid may synchronise."""
    config: Record | None = None
    """The structure given to `cudaLaunchKernelEx`."""


@dataclass(frozen=True)
class HostLaunch:
    """One launch of a kernel in host code."""

    file: str
    """Name of the file."""
    line: int
    """1-based line of the launch."""
    function: str
    """Host function that makes it."""
    call: LaunchCall
    """Values of the launch."""
    conditions: tuple[tuple[Value, bool], ...] = ()
    """Conditions under which the launch is made, and whether each holds."""
    callers: tuple[str, ...] = ()
    """Host functions through which values were followed, outermost first; empty if there are none."""

    @property
    def place(self) -> str:
        """The host function with file and line, such as ``softmax_forward (softmax.cu:120)``."""
        return f"{self.function or 'the file'} ({self.file}:{self.line})"
