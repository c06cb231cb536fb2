"""Effects of single instructions, for findings and counters.

The instruction table is imported on first use: most launches of cached code need nothing of it.
"""

from __future__ import annotations

from ..fault import Site
from ..ir.counting import CountedInstruction


def copies(site: Site) -> bool:
    """Return whether the instruction is an asynchronous copy that threads wait for, such as ``cp.async``."""
    from ..isa.row import Effect
    from ..isa.table import row_at

    return Effect.COPY in row_at(site).asynchronous


def copies_in_bulk(site: Site) -> bool:
    """Return whether the instruction completes at an ``mbarrier`` or in a bulk group."""
    from ..isa.row import Effect
    from ..isa.table import row_at

    return Effect.BULK in row_at(site).asynchronous


def meets(instruction: CountedInstruction) -> bool:
    """Return whether the lanes of a warp meet at the instruction."""
    from ..isa.table import row_at

    return row_at(instruction).meets
