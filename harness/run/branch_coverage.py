"""The branch coverage of a variant as data, and the limits of the search for further cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..store.records import COUNT
from ..variant.variant import Block

MAX_CASES = 12
"""Maximum number of further cases of a variant."""
MAX_ELEMENTS = 2**19
"""Maximum number of elements of a launch of the search, and so of a further case."""
MAX_JOINED_ELEMENTS = 2**18
"""Maximum number of elements of a case that joins the rows of one case with the columns of another."""
MAX_LAUNCHES = 160
"""Maximum number of launches of the search; launches of the matrix do not count."""
JOINING_LAUNCHES = 60
"""Launches, of `MAX_LAUNCHES`, that are reserved for joining the rows of one case with the columns of another."""


@dataclass(frozen=True)
class OneSided:
    """A branch that did not go both ways."""

    entry: str
    """Symbol of the kernel."""
    source: str
    """``file:line`` of the CUDA source; empty if unknown."""
    ptx_line: int
    """1-based line in the PTX."""
    opcode: str
    """Opcode with all modifiers."""
    went: str
    """``taken``, ``not taken`` or ``not reached``."""
    why: str
    """Attempts of the search, in one line."""


@dataclass(frozen=True, kw_only=True)
class BranchCoverage:
    """Directions of a variant's branches, at one block and type."""

    block: Block
    """Block of the measured cases."""
    dtype: str
    """Element type of the measured cases."""
    unknown: str
    """Why nothing is known; empty if the branches were measured."""
    branches: COUNT
    """Conditional jumps and guarded instructions of its launched kernels."""
    both_ways: COUNT
    """Branches that went both ways, in the matrix or in a further case."""
    both_ways_in_matrix: COUNT
    """Branches that went both ways in the matrix."""
    further_cases: tuple[str, ...]
    """Ids of the further cases that were computed, in the order in which they were found."""
    launches: COUNT
    """Launches of the search, without launches of the matrix."""
    most_cases: COUNT
    """Most further cases of a variant."""
    most_elements: COUNT
    """Most elements of a further case."""
    one_sided: tuple[OneSided, ...]
    """The other branches, by kernel and PTX line."""
    lines: COUNT
    """Source lines that have code."""
    lines_not_run: tuple[str, ...]
    """Source lines that no launch ran, as `file:line`."""


def coverage(block: Block, dtype: str, unknown: str = "", **measured: Any) -> BranchCoverage:
    """Return the coverage of a variant with the limits of the search; figures not measured are 0 or empty."""
    counts = dict.fromkeys(("branches", "both_ways", "both_ways_in_matrix", "launches", "lines"), 0)
    lists: dict[str, Any] = dict.fromkeys(("further_cases", "one_sided", "lines_not_run"), ())
    limits = {"most_cases": MAX_CASES, "most_elements": MAX_ELEMENTS}
    fields = {**counts, **lists, **limits, **measured}
    return BranchCoverage(block=block, dtype=dtype, unknown=unknown, **fields)
