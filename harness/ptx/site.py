"""Places in a kernel that may be reported, checked or counted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Site:
    """A place in the PTX that faults can be reported for.

    `callers` are the calls that were inlined there, the innermost first: each called function's name, and file and line
    of the call.
    """

    opcode: str
    ptx_line: int
    file: int
    source_line: int
    size_bytes: int = 0
    space: str = ""
    callers: tuple[tuple[str, int, int], ...] = ()
