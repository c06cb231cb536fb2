"""What launches of a kernel need of its text, besides generated code. The other records of PTX take long to import."""

from __future__ import annotations

from ...lazy import dataclass


@dataclass(frozen=True)
class Variable:
    name: str
    """Unique within its function or module."""
    space: str
    align: int
    size_bytes: int
    """Size; 0 for an ``extern`` array of unknown length (dynamic shared memory)."""
    type: str
    """Element type such as ``u64`` or ``b8``."""
    initial: bytes | None = None
    """Initial content, zero-padded to `size_bytes`."""
    is_extern: bool = False
    is_array: bool = False
    line: int = 0
    references: tuple[tuple[int, str, int], ...] = ()
    """Byte offset, symbol and addend of each address in the initialiser."""


@dataclass
class LaunchDirectives:
    max_threads: int = 0
    """Most threads of a block, from ``.maxntid``; 0 without a limit."""
    required_block: tuple[int, int, int] | None = None
    """The only block shape, from ``.reqntid``."""
    cluster: tuple[int, ...] | None = None
    """Blocks of a cluster along each axis, from ``.reqnctapercluster``."""
    needs_cluster: bool = False
    """Whether every launch must have clusters, from ``.explicitcluster``."""
    max_cluster: int = 0
    """Most blocks of a cluster, from ``.maxclusterrank``; 0 without a limit."""
