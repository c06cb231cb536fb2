"""What the branches of a variant did in its cases, and the limits of the search for further cases."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..variant.variant import Block

MAX_CASES = 12
"""Most further cases of a variant."""
MAX_ELEMENTS = 2**19
"""Most elements of a launch of the search, and so of a further case."""
MAX_JOINED_ELEMENTS = 2**18
"""Most elements of a case that joins the rows of one case and the columns of another."""
MAX_LAUNCHES = 160
"""Most launches of the search beside those of the matrix."""
JOINING_LAUNCHES = 60
"""Those of them that are left for sizes that join the rows of one case and the columns of another."""


@dataclass(frozen=True)
class OneSided:
    """A branch that did not go both ways.

    Parameters
    ----------
    entry : str
        Symbol of the kernel.
    source : str
        ``file:line`` of the CUDA source; empty if unknown.
    ptx_line : int
        1-based line in the PTX.
    opcode : str
        Opcode with all modifiers.
    went : str
        ``taken``, ``not taken`` or ``not reached``.
    why : str
        What was tried, in one line.
    """

    entry: str
    source: str
    ptx_line: int
    opcode: str
    went: str
    why: str


@dataclass(frozen=True)
class BranchCoverage:
    """The branches of a variant at one block and element type, before and after its further cases.

    Parameters
    ----------
    block : Block
        Block shape of the cases.
    dtype : str
        Element type of the cases.
    n_branches : int
        Number of branches in all launched kernels.
    n_both_before, n_both : int
        Branches that went both ways in the matrix, and with the further cases.
    one_sided : tuple of OneSided
        The other branches, by kernel and PTX line.
    cases : tuple of str
        Ids of the further cases, in the order in which they were found.
    lines : dict of str to bool
        Whether a lane ran a source line, by ``file:line``, for every line with code.
    n_launches : int
        Launches of the search beside those of the matrix.
    unknown : str
        Why the branches are not known; empty if they are.
    """

    block: Block
    dtype: str
    n_branches: int = 0
    n_both_before: int = 0
    n_both: int = 0
    one_sided: tuple[OneSided, ...] = ()
    cases: tuple[str, ...] = ()
    lines: dict[str, bool] = field(default_factory=dict)
    n_launches: int = 0
    unknown: str = ""
