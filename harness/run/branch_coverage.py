"""The branch coverage of a variant as data, and the limits of the search for further cases."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..variant.variant import Block

MAX_CASES = 12
"""Maximum number of further cases of a variant."""
MAX_ELEMENTS = 2**19
"""Maximum number of elements of a launch of the search, and so of a further case."""
MAX_JOINED_ELEMENTS = 2**18
"""Maximum number of elements of a case that joins the rows of one case with the columns of another."""
MAX_LAUNCHES = 160
"""Maximum number of launches of the search, besides those of the matrix."""
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
    """What was tried, in one line."""


@dataclass(frozen=True)
class BranchCoverage:
    """The branches of a variant at one block and element type, before and after its further cases."""

    block: Block
    """Block shape of the cases."""
    dtype: str
    """Element type of the cases."""
    n_branches: int = 0
    """Number of branches in all launched kernels."""
    n_both_before: int = 0
    n_both: int = 0
    """`n_both_before`, `n_both`: number of branches that went both ways, in the matrix alone and with the further
    cases."""
    one_sided: tuple[OneSided, ...] = ()
    """Branches that did not go both ways, by kernel and PTX line."""
    cases: tuple[str, ...] = ()
    """Ids of the further cases, in the order in which they were found."""
    lines: dict[str, bool] = field(default_factory=dict)
    """By ``file:line``, whether any lane executed the line. Has every source line with code."""
    n_launches: int = 0
    """Number of launches of the search, besides those of the matrix."""
    unknown: str = ""
    """Reason the branches could not be measured; empty if they were."""
