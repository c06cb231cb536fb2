"""The known ways to launch kernels on rows and to share rows among threads, as rules of a declaration."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ...variant.variant import Block, block_text
from ..reading.code_facts import CodeFacts

ONE_DIMENSION: tuple[Block, ...] = tuple((size, 1, 1) for size in (256, 128, 512, 1024, 64, 32, 1))
TWO_DIMENSIONS: tuple[Block, ...] = ((32, 8, 1), (32, 4, 1), (32, 16, 1), (32, 2, 1), (16, 16, 1))
"""Blocks to try, the most common first."""


@dataclass(frozen=True)
class LaunchStyle:
    """One way to share rows among threads."""

    name: str
    """Description for summaries."""
    grid: tuple[str, ...]
    """Rules for the grid in x, y and z, in blocks."""
    parallel: str
    """Rule for the number of threads that share the sum of a row; empty for one."""
    blocks: tuple[Block, ...]
    """Blocks to try, the most common first."""
    n_threads: int = 0
    """Threads of a launch at typical sizes; 0 if that was not computed."""
    requires: tuple[str, ...] = ()
    """Rules that the style implies, such as one thread for each column."""
    launch_block: tuple[str, ...] = ()
    """Rules for a block that depends on the sizes; empty for `blocks`."""
    smem_bytes: str = "0"
    """Rule for the dynamic shared memory, if host code tells it."""
    cooperative: bool = False
    """Whether the grid may synchronise, if host code tells it."""
    place: str = ""
    """Host function whose launch it is, with file and line; empty for a usual style."""


ROW_STYLES: tuple[LaunchStyle, ...] = (
    LaunchStyle("one thread per row", ("ceil_div(n_rows, block_x)",), "", ONE_DIMENSION),
    LaunchStyle(
        "one warp per row",
        ("ceil_div(n_rows * warp, block_x)",),
        "warp",
        tuple(block for block in ONE_DIMENSION if block[0] >= 32),
    ),
    LaunchStyle("one row of the block per row", ("ceil_div(n_rows, block_y)",), "block_x", TWO_DIMENSIONS),
    LaunchStyle("one block per row", ("n_rows",), "block_x", ONE_DIMENSION),
    LaunchStyle("one block per row, in y", ("1", "n_rows"), "block_x", ONE_DIMENSION),
    LaunchStyle(
        "one row of the block per row, in y", ("1", "ceil_div(n_rows, block_y)"), "block_x", TWO_DIMENSIONS
    ),
    LaunchStyle("one block per row", ("n_rows",), "block_x * block_y", TWO_DIMENSIONS),
)
"""Smallest grids first: a kernel that checks its row index is right with too many blocks, but not with too few."""

ELEMENT_STYLES: tuple[LaunchStyle, ...] = (
    LaunchStyle(
        "four elements per thread", ("ceil_div(n_rows * n_cols, 4 * block_x)",), "", ONE_DIMENSION[:-1]
    ),
    LaunchStyle("one thread per element", ("ceil_div(n_rows * n_cols, block_x)",), "", ONE_DIMENSION[:-1]),
)
"""Styles of kernels whose threads do not work together, such as activations. They go before one block per row, which is
right for the same kernels as long as a row is no longer than the block."""

DYNAMIC_SHARED: tuple[str, ...] = (
    "ceil_div(THREADS, warp) * 4",
    "2 * ceil_div(THREADS, warp) * 4",
    "THREADS * 4",
    "2 * THREADS * 4",
    "n_cols * itemsize",
    "n_cols * 4",
    "(n_cols + ceil_div(THREADS, warp)) * 4",
    "(n_cols + 2 * ceil_div(THREADS, warp)) * 4",
    "(n_cols + THREADS) * 4",
    "(n_cols + 2 * THREADS) * 4",
    "block_y * n_cols * 4",
)
"""Rules for the dynamic shared memory of reductions and staged rows, in bytes, in the order in which they are tried.
THREADS is replaced by the number of threads of a block."""

_RECIPROCAL = re.compile(
    r"\b1(?:\.0?f?)?\s*/\s*\(?\s*\w*(?:sum|norm|denom|total|acc|expsum|div)\w*", re.IGNORECASE
)
_RESCALED = re.compile(
    r"\*\s*_*exp\w*\s*\([^\[\]()]*-[^\[\]()]*\)|\*=\s*_*exp\w*\s*\([^\[\]()]*-[^\[\]()]*\)"
)


def row_styles(facts: CodeFacts) -> tuple[LaunchStyle, ...]:
    """Return the styles to try for a kernel. Without an index in y in its code, the styles in y are left out."""
    uses_block_y = not facts.is_known or "tid.y" in facts.indices
    uses_grid_y = not facts.is_known or "ctaid.y" in facts.indices
    return tuple(
        style
        for style in (*ROW_STYLES[:3], *(() if facts.is_shared else ELEMENT_STYLES), *ROW_STYLES[3:])
        if (uses_block_y or style.blocks is not TWO_DIMENSIONS) and (uses_grid_y or len(style.grid) == 1)
    )


def looping_style(code: str, blocks: tuple[Block, ...]) -> LaunchStyle:
    """Return the style of a kernel that loops over rows, from the synchronisation that its text uses."""
    if re.search(r"__syncthreads|__shared__|BlockReduce|this_thread_block", code):
        style = LaunchStyle("blocks that loop over rows", ("n_rows",), "block_x", blocks)
    elif re.search(r"__shfl|WarpReduce|tiled_partition", code):
        style = LaunchStyle(
            "warps that loop over rows", ("ceil_div(n_rows * warp, block_x)",), "warp", blocks
        )
    else:
        style = LaunchStyle("threads that loop over rows", ("ceil_div(n_rows, block_x)",), "", blocks)
    return style


def read_arithmetic(code: str, knows: Callable[[str], bool] = lambda _: True) -> str:
    """Return the value of the key ``arithmetic`` that a kernel's text suggests."""
    base = "ieee"
    if "__expf" in code:
        base = "fast_exp"
    elif re.search(r"\bexp2f?\s*\(|\bex2\.", code):
        base = "exp2"
    if not knows(base):
        base = "ieee"
    words = []
    if "__fdividef" in code:
        words.append("fast_div")
    elif "rcp.approx" in code:
        words.append("rcp_approx")
    elif "__frcp_rn" in code or _RECIPROCAL.search(code):
        words.append("reciprocal")
    elif re.search(r"\blogf?\s*\(", code) and "/" not in code:
        words.append("division_free")
    if "__logf" in code:
        words.append("fast_log")
    if re.search(r"\brsqrtf?\s*\(|\brsqrt\.approx", code):
        words.append("rsqrt")
    if _RESCALED.search(code):
        words.append("online")
    name = base
    for word in words:
        name = f"{name}+{word}" if knows(f"{name}+{word}") else name
    return name


def blocks_text(blocks: tuple[Block, ...]) -> str:
    """Return blocks as the value of the key ``block``."""
    if all(block[1:] == (1, 1) for block in blocks):
        return f"[{', '.join(str(block[0]) for block in blocks)}]"
    return f"[{', '.join('[' + block_text(block).replace('x', ', ') + ']' for block in blocks)}]"
