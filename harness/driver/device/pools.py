"""What a memory pool holds."""

from __future__ import annotations

from dataclasses import dataclass, field

GRANULE_BYTES = 32 << 20
"""Memory that a pool reserves at a time."""


@dataclass(eq=False)
class Pool:
    """A memory pool."""

    kind: str
    max_bytes: int = 0
    """Largest size; 0 for that of the memory."""
    handle: int = 0
    """Its handle; 0 while it has none."""
    flags: dict[int, int] = field(default_factory=dict)
    """Attributes about reuse that the program has set."""
    threshold_bytes: int = 0
    used_bytes: int = 0
    used_high_bytes: int = 0
    reserved_bytes: int = 0
    reserved_high_bytes: int = 0
    file: int | None = None
    """File in memory that has its buffers, for a pool that other processes may import."""
    is_imported: bool = False
    """Whether another process has made it."""

    def take(self, size_bytes: int) -> None:
        """Count an allocation."""
        self.used_bytes += size_bytes
        self.used_high_bytes = max(self.used_high_bytes, self.used_bytes)
        self.reserved_bytes = max(self.reserved_bytes, _in_granules(self.used_bytes))
        self.reserved_high_bytes = max(self.reserved_high_bytes, self.reserved_bytes)

    def give_back(self, size_bytes: int) -> None:
        """Count a freed allocation."""
        self.used_bytes -= size_bytes

    def trim(self, keep_bytes: int) -> None:
        """Release reserved memory that is not used, down to a number of bytes."""
        self.reserved_bytes = min(self.reserved_bytes, _in_granules(max(self.used_bytes, keep_bytes)))


def _in_granules(size_bytes: int) -> int:
    return -(-size_bytes // GRANULE_BYTES) * GRANULE_BYTES
