"""Memory as it was before a launch, for launching once more from the same state."""

from __future__ import annotations

from collections.abc import Sequence

from harness.ptx.memory import Allocation


class Snapshot:
    """Copies of all that a kernel may write; constants stay as they are.

    Parameters
    ----------
    allocations : sequence of Allocation
        What the kernel can reach.
    shadows : bool
        Whether to keep which bits were never written as well.
    """

    def __init__(self, allocations: Sequence[Allocation], shadows: bool) -> None:
        self._contents = [(each, each.data.copy()) for each in allocations if not each.is_const]
        self._shadows = []
        if shadows:
            for each, _ in self._contents:
                shadow = each.shadow()
                if shadow is not None:
                    self._shadows.append((shadow, shadow.copy()))

    def restore(self) -> None:
        """Put everything back."""
        for allocation, data in self._contents:
            allocation.data[:] = data
        for shadow, before in self._shadows:
            shadow[:] = before
