"""Lists ways to launch a kernel: on rows, and on the shapes of the arrays of any operation."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from ..errors import HarnessError
from ..lazy import dataclass, pattern, replace
from ..operation.model import Operation
from ..operation.size import N_COLS, N_ROWS
from ..variant.launch_rule import BLOCK_NAMES, LaunchRule
from ..variant.variant import WARP, Block, block_text
from .reading.compiled_kernel import CodeFacts

ONE_DIMENSION: tuple[Block, ...] = tuple((size, 1, 1) for size in (256, 128, 512, 1024, 64, 32, 1))
TWO_DIMENSIONS: tuple[Block, ...] = ((32, 8, 1), (32, 4, 1), (32, 16, 1), (32, 2, 1), (16, 16, 1))
"""Blocks to try, the most common first."""


@dataclass(frozen=True)
class LaunchStyle:
    name: str
    grid: tuple[str, ...]
    blocks: tuple[Block, ...] = ONE_DIMENSION
    parallel: str = ""
    """Rule for the number of threads that share the sum of a row; empty for one."""
    requires: tuple[str, ...] = ()
    n_threads: int = 0
    """Threads of a launch at typical sizes; 0 if that was not computed."""
    launch_block: tuple[str, ...] = ()
    """Rules for a block that depends on the sizes; empty for `blocks`."""
    smem_bytes: str = "0"
    """Rule for the dynamic shared memory, from host code; ``0`` for a usual style."""
    cooperative: bool = False
    place: str = ""
    """Host function whose launch it is, with file and line; empty for a usual style."""


_WARPS = ONE_DIMENSION[:-1]
ROW_STYLES: tuple[LaunchStyle, ...] = (
    LaunchStyle("one thread per row", ("ceil_div(n_rows, block_x)",)),
    LaunchStyle("one warp per row", ("ceil_div(n_rows * warp, block_x)",), _WARPS, "warp"),
    LaunchStyle("one row of the block per row", ("ceil_div(n_rows, block_y)",), TWO_DIMENSIONS, "block_x"),
    LaunchStyle("one block per row", ("n_rows",), ONE_DIMENSION, "block_x"),
    LaunchStyle("one block per row, in y", ("1", "n_rows"), ONE_DIMENSION, "block_x"),
    LaunchStyle(
        "one row of the block per row, in y", ("1", "ceil_div(n_rows, block_y)"), TWO_DIMENSIONS, "block_x"
    ),
    LaunchStyle("one block per row", ("n_rows",), TWO_DIMENSIONS, "block_x * block_y"),
)
"""Smallest grids first: a kernel that checks its row index is right with too many blocks, but not with too few."""

ELEMENT_STYLES: tuple[LaunchStyle, ...] = (
    LaunchStyle("four elements per thread", ("ceil_div(n_rows * n_cols, 4 * block_x)",), _WARPS),
    LaunchStyle("one thread per element", ("ceil_div(n_rows * n_cols, block_x)",), _WARPS),
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

_TYPICAL_ROWS, _TYPICAL_COLUMNS = 64, 512
MOST_THREADS = 2 * _TYPICAL_ROWS * _TYPICAL_COLUMNS
"""Threads at typical sizes beyond which most of a launch does nothing, or the work of others again."""
_STEP, _STEP_OF_ROWS = 0.6, 0.05
"""Cost of each style beyond the one before it, which is likelier."""
_OF_SHAPES = 1.0
"""Penalty of a style for other kernels, where the kernel works on rows."""
_TILES = ((16, 16, 1), (32, 32, 1), (8, 8, 1), *TWO_DIMENSIONS[:2])
_WIDE = (*TWO_DIMENSIONS, (32, 32, 1))
_ROWS = (*_WIDE, (32, 1, 1))
"""Blocks of tiles and of rows, the most common first."""
_TILES_OF_32 = ("ceil_div({last}, 32)", "ceil_div({rows}, 32)")

# In the styles for the shapes of any operation, `rows` is the number of all rows, `last` the number of columns,
# and `first` the outermost of several sizes of rows; `outer` and `inner` are 1 and the rows if there is one only.
_FLAT = (
    LaunchStyle("one thread per element", ("ceil_div({total}, block_x)",)),
    LaunchStyle("one thread per column", ("ceil_div({last}, block_x)",)),
    LaunchStyle("one thread per four elements", ("ceil_div({total}, 4 * block_x)",)),
    LaunchStyle("one thread per eight elements", ("ceil_div({total}, 8 * block_x)",)),
    LaunchStyle("one thread per two elements", ("ceil_div({total}, 2 * block_x)",)),
)
_BY_ROW = (
    LaunchStyle("one thread per row", ("ceil_div({rows}, block_x)",)),
    LaunchStyle("one warp per row", ("ceil_div({rows} * warp, block_x)",), _WARPS, "warp"),
    LaunchStyle("one block per row", ("{rows}",), ONE_DIMENSION, "block_x"),
    LaunchStyle("one block for each of {first}", ("{first}",)),
    LaunchStyle("one block per column", ("{last}",)),
    # As many threads as columns, or vectors of a row: the kernel does not loop.
    LaunchStyle(
        "one block per row, a thread an element", ("{rows}",), _WARPS, "block_x", ("{last} == block_x",)
    ),
    *(
        LaunchStyle(f"one block per row, {n} elements a thread", ("{rows}",), _WARPS, "block_x", (rule,))
        for n, rule in ((n, f"{{last}} == {n} * block_x") for n in (4, 2, 8))
    ),
    LaunchStyle("one warp per column", ("ceil_div({last} * warp, block_x)",), _WARPS),
)
_ROWS_OF_THREADS = (
    LaunchStyle("one row of the block per row", ("ceil_div({rows}, block_y)",), _ROWS, "block_x"),
    LaunchStyle("one column of the block per column", ("ceil_div({last}, block_x)",), _ROWS),
    LaunchStyle("one block per row", ("{rows}",), _ROWS, "block_x * block_y"),
    LaunchStyle("one block for each of {first}", ("{first}",), _ROWS),
)
_IN_TWO = (
    LaunchStyle("one block per row", ("{inner}", "{first}")),
    LaunchStyle("one block per row", ("{first}", "{inner}")),
    LaunchStyle("one thread per row", ("ceil_div({inner}, block_x)", "{first}")),
    LaunchStyle("one thread per row", ("{first}", "ceil_div({inner}, block_x)")),
    LaunchStyle("columns in x, rows in y", ("ceil_div({last}, block_x)", "{rows}")),
    LaunchStyle("rows in x, columns in y", ("{rows}", "ceil_div({last}, block_x)")),
    LaunchStyle("one block per row, in y", ("1", "{rows}"), ONE_DIMENSION, "block_x"),
    LaunchStyle("one block per element", ("{last}", "{rows}")),
    # Threads of a tile whose size is in the code.
    LaunchStyle("tiles of 32 x 32", _TILES_OF_32, ((1024, 1, 1),)),
    LaunchStyle("tiles of 16 x 16", ("ceil_div({last}, 16)", "ceil_div({rows}, 16)"), ((256, 1, 1),)),
)
_IN_TWO_OF_TILES = (
    LaunchStyle("one row of the block per row", ("ceil_div({inner}, block_y)", "{first}"), _WIDE),
    LaunchStyle(
        "columns in x, rows in y", ("ceil_div({last}, block_x)", "ceil_div({rows}, block_y)"), _TILES
    ),
    LaunchStyle(
        "rows in x, columns in y", ("ceil_div({rows}, block_x)", "ceil_div({last}, block_y)"), _TILES
    ),
    LaunchStyle("tiles of 32 x 32", _TILES_OF_32, _WIDE),
    LaunchStyle("tiles of 32 x 32, rows in x", _TILES_OF_32[::-1], _WIDE),
    LaunchStyle("one row of the block per row, in y", ("1", "ceil_div({rows}, block_y)"), _WIDE),
)
_IN_THREE, _IN_THREE_OF_TILES = (
    (
        LaunchStyle("columns in x, rows in y and z", ("ceil_div({last}, block_x)", in_y, "{outer}"), blocks),
        LaunchStyle("rows in x, y and z", ("ceil_div({inner}, block_x)", "{outer}", "1"), blocks),
        LaunchStyle("rows in x and y", ("{inner}", "{outer}", "1"), blocks),
        LaunchStyle("rows in y and x", ("{outer}", "{inner}", "1"), blocks),
    )
    for in_y, blocks in (("{inner}", ONE_DIMENSION), ("ceil_div({inner}, block_y)", _TILES))
)

_PARTS = pattern(r"(?:ceil_div\((\w+), ((?:[^,()]|\([^()]*\))+)\)|(\w+) // (\w+|\([^()]+\)))")
_WHOLE = pattern(r"(?:[\w* ]+|\([\w* ]+\)) // ")
_TOTAL = "_total"
_LARGEST_STEP = 32
_MULTIPLE_OR_LEAST = pattern(r"(?P<name>\w+) (?:% (?P<step>\d+) == 0|>= (?P<least>\d+))")


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
        return LaunchStyle("blocks that loop over rows", ("n_rows",), blocks, "block_x")
    if re.search(r"__shfl|WarpReduce|tiled_partition", code):
        return LaunchStyle("warps that loop over rows", ("ceil_div(n_rows * warp, block_x)",), blocks, "warp")
    return LaunchStyle("threads that loop over rows", ("ceil_div(n_rows, block_x)",), blocks)


_DIFFERENCE = r"_*exp\w*\s*\([^\[\]()]*-[^\[\]()]*\)"
_ARITHMETIC = (
    (("__expf", "fast_exp"), (r"\bexp2f?\s*\(|\bex2\.", "exp2")),
    (
        ("__fdividef", "fast_div"),
        (r"rcp\.approx", "rcp_approx"),
        (
            r"__frcp_rn|(?i:\b1(?:\.0?f?)?\s*/\s*\(?\s*\w*(?:sum|norm|denom|total|acc|expsum|div)\w*)",
            "reciprocal",
        ),
        (r"\A[^/]*\blogf?\s*\([^/]*\Z", "division_free"),
    ),
    (("__logf", "fast_log"),),
    ((r"\brsqrtf?\s*\(|\brsqrt\.approx", "rsqrt"),),
    ((rf"\*=?\s*{_DIFFERENCE}", "online"),),
)
"""Patterns of a kernel's text with the names of arithmetic that they suggest; of each group, the first counts."""


def read_arithmetic(code: str, knows: Callable[[str], bool] = lambda _: True) -> str:
    """Return the value of the key ``arithmetic`` that a kernel's text suggests."""
    name = "ieee"
    for group in _ARITHMETIC:
        word = next((word for pattern, word in group if re.search(pattern, code)), "")
        tried = f"{name}+{word}" if group is not _ARITHMETIC[0] else word
        name = tried if word and knows(tried) else name
    return name


def blocks_text(blocks: tuple[Block, ...]) -> str:
    """Return blocks as the value of the key ``block``."""
    if all(block[1:] == (1, 1) for block in blocks):
        return f"[{', '.join(str(block[0]) for block in blocks)}]"
    return f"[{', '.join('[' + block_text(block).replace('x', ', ') + ']' for block in blocks)}]"


def likely_styles(operation: Operation, facts: CodeFacts) -> tuple[tuple[float, LaunchStyle], ...]:
    """Return the styles to try for an operation's kernel, the likeliest first, each with its cost."""
    styles = [(_STEP * place, style) for place, style in enumerate(_shape_styles(operation, facts))]
    # Without an index of blocks, all blocks do the same work, and race.
    has_blocks = not facts.is_known or any(index.startswith("ctaid") for index in facts.indices)
    if not operation.has_one_matrix or not has_blocks:
        return tuple(styles)
    # A kernel on rows is launched in few ways, so that they cost next to nothing.
    rows = [(_STEP_OF_ROWS * place, style) for place, style in enumerate(row_styles(facts))]
    known = {(style.grid, style.blocks) for _, style in rows}
    sizes = _domain(operation)
    return (
        *((cost, replace(style, n_threads=_n_threads(style, *sizes))) for cost, style in rows),
        *((_OF_SHAPES + cost, style) for cost, style in styles if (style.grid, style.blocks) not in known),
    )


def _shape_styles(operation: Operation, facts: CodeFacts) -> tuple[LaunchStyle, ...]:
    if facts.is_known and not {"ctaid.x", "ctaid.y"} & facts.indices:
        return (LaunchStyle("one block", ("1",), _WIDE if "tid.y" in facts.indices else ONE_DIMENSION),)
    rows, last = _domain(operation)
    several = {"first": rows[0]} if len(rows) > 1 else {}
    names = {
        **several,
        "rows": " * ".join(rows),
        "last": last,
        "total": " * ".join([*rows, last]),
        "outer": rows[0] if several else "1",
        "inner": " * ".join(rows[1:]) if several else rows[0],
    }
    seen: dict[tuple[str, ...], LaunchStyle] = {}
    for style in _usual_styles(facts):
        if style.requires and not facts.is_shared:
            continue  # threads that work alone need no fixed number of columns
        if "{first}" in " ".join(style.grid) and not several:
            continue
        grid, requires = (tuple(rule.format(**names) for rule in own) for own in (style.grid, style.requires))
        style = replace(style, name=style.name.format(**names), grid=grid, requires=requires)
        seen.setdefault((*grid, str(style.blocks), *requires), style)
    return tuple(replace(style, n_threads=_n_threads(style, rows, last)) for style in seen.values())


def _usual_styles(facts: CodeFacts) -> tuple[LaunchStyle, ...]:
    has_rows_of_threads = "tid.y" in facts.indices
    if "ctaid.z" in facts.indices:
        return _IN_THREE_OF_TILES if has_rows_of_threads else _IN_THREE
    if "ctaid.y" in facts.indices:
        return _IN_TWO_OF_TILES if has_rows_of_threads else _IN_TWO
    if has_rows_of_threads:
        return _ROWS_OF_THREADS
    return (*_BY_ROW, *_FLAT) if facts.is_shared else (*_FLAT, *_BY_ROW)


def _domain(operation: Operation) -> tuple[tuple[str, ...], str]:
    """Return the sizes of the rows, and of a row, of the array that threads share: the one of most dimensions."""
    largest = max(operation.arrays, key=lambda array: (len(array.shape), array.is_output))
    names = operation.shown(largest.shape)
    if len(names) == 1:
        names = operation.shown((N_ROWS, N_COLS))
    return names[:-1], names[-1]


def _n_threads(style: LaunchStyle, rows: Sequence[str], last: str) -> int:
    block = style.blocks[0]
    sizes = {**dict.fromkeys(rows, _TYPICAL_ROWS), last: _TYPICAL_COLUMNS, "warp": WARP}
    sizes.update(zip(("block_x", "block_y", "block_z"), block, strict=True))
    return math.prod(block) * math.prod(LaunchRule.parse(rule, sizes).evaluate(sizes) for rule in style.grid)


def in_whole_tiles(style: LaunchStyle, block: Block, operation: Operation) -> LaunchStyle | None:
    """Return a style that claims only sizes of whole tiles; None if its grid has no tiles."""
    # A tile's side is the number of elements of a size that one block covers. A dimension that the operation sums
    # over advances by as many elements, at most 32.
    sides: dict[str, int] = {}
    rows_and_columns = operation.shown((N_ROWS, N_COLS))
    flat = _flat_side(style, block, rows_and_columns)
    if flat > 1:
        # Whole rows of whole blocks: if the columns are a multiple, so are all elements.
        return replace(style, requires=(*style.requires, f"{rows_and_columns[1]} % {flat} == 0"))
    for rule in style.grid:
        for name, side in _sides(rule, block):
            if name in rows_and_columns and side > 1:
                sides[name] = max(side, sides.get(name, 1))
    if len(sides) < len(rows_and_columns):
        return None
    step = min(_LARGEST_STEP, *sides.values())
    further = [size.name for size in operation.further_sizes]
    rules = [f"{name} % {side} == 0" for name, side in sides.items()]
    rules += [f"{name} % {step} == 0" for name in further]
    return replace(style, requires=tuple(dict.fromkeys((*style.requires, *rules))))


def _flat_side(style: LaunchStyle, block: Block, rows_and_columns: Sequence[str]) -> int:
    """Return the elements per block of a grid over all elements; 0 for any other grid."""
    for total in (" * ".join(rows_and_columns), " * ".join(rows_and_columns[::-1])):
        if len(style.grid) == 1 and total in style.grid[0]:
            text = style.grid[0].replace(total, _TOTAL).replace(f"({_TOTAL})", _TOTAL)
            return next((side for name, side in _sides(text, block) if name == _TOTAL), 0)
    return 0


def needs_whole_tiles(style: LaunchStyle) -> bool:
    """Whether a grid drops the rest of a division of a size."""
    return any(_WHOLE.match(rule) for rule in style.grid)


def _sides(rule: str, block: Block) -> Iterator[tuple[str, int]]:
    for match in _PARTS.finditer(rule):
        name, text = match[1] or match[3], match[2] or match[4]
        try:
            parsed = LaunchRule.parse(text, BLOCK_NAMES)
            # A vector of 16 bytes has most elements in the smallest type; these multiples do for the others.
            sides = [
                parsed.evaluate(dict(zip(BLOCK_NAMES, (*block, WARP, itemsize), strict=True)))
                for itemsize in (4, 2)
            ]
        except HarnessError:
            continue
        yield name, max(sides)


def within(
    requires: Sequence[str], sizes: Mapping[str, int], choices: Mapping[str, Sequence[int]]
) -> dict[str, int]:
    """Return sizes that meet the rules for multiples, least values and equal sizes."""
    raised = dict(sizes)
    steps: dict[str, int] = {}
    least: dict[str, int] = {}
    for part in (part for rule in requires for part in rule.split(" and ")):
        if match := _MULTIPLE_OR_LEAST.fullmatch(part):
            limits = steps if match["step"] else least
            limits[match["name"]] = max(int(match["step"] or match["least"]), limits.get(match["name"], 1))
    for name in {*steps, *least} & set(raised):
        step, value = steps.get(name, 1), max(raised[name], least.get(name, 0))
        if name not in choices:
            raised[name] = -(-value // step) * step
        elif value % step:
            fitting = [size for size in choices[name] if size % step == 0 and size >= least.get(name, 0)]
            raised[name] = min(fitting, key=lambda size: abs(size - value), default=value)
    equal = [names for rule in requires if set(names := rule.split(" == ")) <= set(raised)]
    if equal and (possible := [choices[name] for names in equal for name in names if name in choices]):
        # About as many as rows, of which the cases have an odd number, too; the time grows with the cube.
        value = min(possible[0], key=lambda size: abs(size - min(next(iter(raised.values())), 64)))
        raised |= {name: value for names in equal for name in names}
    return raised
