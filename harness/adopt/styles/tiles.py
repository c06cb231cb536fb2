"""Launches of tiles: those of host code for any operation, and the sizes that whole tiles need."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...errors import HarnessError
from ...operation.model import Operation
from ...operation.size import N_COLS, N_ROWS, STRIDES
from ...variant.launch_rule import BLOCK_NAMES, LaunchRule
from ...variant.variant import WARP, Block
from ..fitting.array_fit import Fit
from ..launches.formula import NotReadError
from ..launches.launch import HostLaunch
from ..launches.rules import LaunchRules, launches_of, rules_of
from ..reading.signature import KernelSignature
from .rows import ONE_DIMENSION, LaunchStyle

_PARTS = re.compile(r"(?:ceil_div\((\w+), ((?:[^,()]|\([^()]*\))+)\)|(\w+) // (\w+|\([^()]+\)))")
_WHOLE = re.compile(r"(?:[\w* ]+|\([\w* ]+\)) // ")
_TOTAL = "_total"
_MOST_HOST_STYLES = 6
_LARGEST_STEP = 32
_MULTIPLE = re.compile(r"(\w+) % (\d+) == 0")
_LEAST = re.compile(r"(\w+) >= (\d+)")


def host_styles(
    kernel: KernelSignature, launches: Sequence[HostLaunch], each: Fit
) -> tuple[LaunchStyle, ...]:
    """Return the launches that host code makes of a kernel, for one reading of its parameters."""
    own: dict[str, str] = {size.of: size.name for size in each.operation.sizes if size.of in (N_ROWS, N_COLS)}
    common = {name: of for of, name in own.items()}
    reading = replace(each.reading, args=tuple(common.get(arg, arg) for arg in each.reading.args))
    found: dict[tuple[str, ...], LaunchStyle] = {}
    # Without a size among its arguments, a kernel's N is more often the number of elements than that of rows.
    readings = (False,) if takes_size(each) else (True, False)
    for launch, is_flat in itertools.product(launches_of(launches, kernel), readings):
        try:
            rules = rules_of(launch, reading, is_flat=is_flat)
        except (NotReadError, HarnessError):
            continue
        if rules.block_rule:
            continue  # a block that depends on the sizes
        style = _style(f"launched as in {launch.place}", rules, own)
        found.setdefault((*style.grid, str(style.blocks)), style)
    return tuple(found.values())[:_MOST_HOST_STYLES]


def takes_size(each: Fit) -> bool:
    """Whether a kernel takes a size or a stride, so that it can check bounds."""
    arrays = {array.name for array in each.operation.arrays}
    names = {size.name for size in each.operation.sizes} | {N_ROWS, N_COLS, *STRIDES}
    names |= {stride.name for stride in each.operation.strides}
    words = {word for arg in each.reading.args if arg not in arrays for word in re.findall(r"\w+", arg)}
    return bool(words & names)


def _style(name: str, rules: LaunchRules, own: Mapping[str, str]) -> LaunchStyle:
    def shown(text: str) -> str:
        return re.sub(r"\w+", lambda word: own.get(word[0], word[0]), text)

    blocks: tuple[Block, ...] = ONE_DIMENSION
    if rules.block is not None:
        x, y, z = (*rules.block, 1, 1)[:3]
        blocks = ((x, y, z),)
    grid = tuple(shown(each) for each in rules.grid)
    # A grid without the rest of a division leaves elements out unless there is none.
    return LaunchStyle(name, grid, "", blocks, requires=tuple(shown(each) for each in rules.requires))


def in_whole_tiles(style: LaunchStyle, block: Block, operation: Operation) -> LaunchStyle | None:
    """Return a style that claims only sizes of whole tiles; None if its grid has no tiles.

    The number of elements that a block of the grid has of a size is the tile's side. What the operation adds over has
    steps of as many elements, at most 32.
    """
    sides: dict[str, int] = {}
    rows_and_columns = operation.shown((N_ROWS, N_COLS))
    flat = _flat_side(style, block, rows_and_columns)
    if flat > 1:
        # Whole rows of whole blocks: a multiple of the columns is one of all elements, too.
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
    """Return the number of elements of a block of a grid over all elements; 0 for another grid."""
    if len(style.grid) != 1:
        return 0
    rule = style.grid[0]
    for total in (" * ".join(rows_and_columns), " * ".join(rows_and_columns[::-1])):
        if total in rule:
            text = rule.replace(total, _TOTAL).replace(f"({_TOTAL})", _TOTAL)
            sides = [side for name, side in _sides(text, block) if name == _TOTAL]
            return sides[0] if sides else 0
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
    """Return sizes that meet the rules for multiples and least values."""
    found = dict(sizes)
    parts = [part for rule in requires for part in rule.split(" and ")]
    steps: dict[str, int] = {}
    least: dict[str, int] = {}
    for part in parts:
        if match := _MULTIPLE.fullmatch(part):
            steps[match[1]] = max(int(match[2]), steps.get(match[1], 1))
        elif match := _LEAST.fullmatch(part):
            least[match[1]] = max(int(match[2]), least.get(match[1], 0))
    for name in {*steps, *least} & set(found):
        step, value = max(1, steps.get(name, 1)), max(found[name], least.get(name, 0))
        if name not in choices:
            found[name] = -(-value // step) * step
        elif value % step:
            fitting = [each for each in choices[name] if each % step == 0 and each >= least.get(name, 0)]
            found[name] = min(fitting, key=lambda each: abs(each - value), default=value)
    return found
