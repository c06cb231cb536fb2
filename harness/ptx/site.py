"""Places in a kernel that may be reported, checked or counted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Site:
    """A place in the PTX that faults can be reported for."""

    opcode: str
    ptx_line: int
    file: int
    source_line: int
    size_bytes: int = 0
    space: str = ""
