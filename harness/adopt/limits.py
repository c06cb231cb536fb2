"""Rules for the GPU resources of a launch, and which rules follow from others."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ..compiler.artifact import Param
from ..lazy import pattern
from ..operation.model import Operation
from ..operation.size import N_COLS, N_ROWS
from ..ptx.limits import MAX_SHARED_BYTES
from ..variant.domain import first_beyond_limits
from ..variant.launch_rule import BLOCK_NAMES, SHAPE_NAMES, LaunchRule, RuleError
from ..variant.matrix import domain_of
from ..variant.variant import WARP, Variant
from .draft import Draft
from .launch_styles import DYNAMIC_SHARED

GENEROUS_SHARED = "49152"
"""Maximum shared memory of a block without opt-in, in bytes (CUDA C++ Programming Guide, "Shared Memory")."""

NO_RULE = (
    f"with {GENEROUS_SHARED} bytes of shared memory the results are right at small sizes, but no known rule is right "
    "at all sizes"
)

_ROWS, _ROWS_OF_HEADS = 3, 37
"""Rows of these cases: for heads as many as a tile has, because a kernel may load a tile in part."""
_WIDTHS, _WIDTHS_OF_HEADS = (11008, 4096, 2048, 1024), (192, 160, 128)
"""Columns of the cases in which rules differ, the widest first."""
_MEASURED, _MEASURED_OF_HEADS = (128, 256), (64, 96)
"""Columns of the cases in which the memory that a kernel needs is measured."""

IsRight = Callable[[Draft, Sequence[tuple[int, int]]], bool]


def with_least_shared(draft: Draft, operation: Operation, is_right: IsRight) -> Draft | None:
    """Return a draft with a rule for shared memory that is right at all sizes at which rules differ."""
    # A constant, or a number for each thread, may suffice for the rows of usual cases though the kernel stages whole
    # rows. So every rule is also tried on the longest rows with which the kernel is right at all.
    wide = _widest(draft, operation, is_right)

    def is_enough(rule: str) -> bool:
        tried = replace(draft, smem_bytes=rule)
        return is_right(tried, ()) and (not wide or is_right(tried, wide))

    threads = "block_x" if draft.block[0][1] == 1 else "block_x * block_y"
    usual = (rule.replace("THREADS", threads) for rule in DYNAMIC_SHARED)
    least = next(filter(is_enough, ("0", *usual)), "")
    if not least:
        measured = _measured(draft, threads, operation, is_right)
        least = measured if measured and is_enough(measured) else ""
    return replace(draft, smem_bytes=least) if least else None


def _widest(draft: Draft, operation: Operation, is_right: IsRight) -> tuple[tuple[int, int], ...]:
    """Return the case of the most columns with which the kernel is right; none if it is right with few columns only."""
    for n_cols in _WIDTHS_OF_HEADS if operation.further_sizes else _WIDTHS:
        shape = _rows(operation), n_cols
        if is_right(draft, (shape,)):
            return (shape,)
    return ()


def _measured(draft: Draft, threads: str, operation: Operation, is_right: IsRight) -> str:
    """Measure the memory that two numbers of columns need, and return the line through both; empty if none fits."""
    name = next((size.name for size in operation.sizes if size.of == N_COLS), N_COLS)
    widths = _MEASURED_OF_HEADS if operation.further_sizes else _MEASURED
    first, second = (_needed(draft, (_rows(operation), n_cols), is_right) for n_cols in widths)
    if not first or not second:
        return ""
    slope, rest = divmod(second - first, widths[1] - widths[0])
    base = first - slope * widths[0]
    if rest or slope < 0 or base < 0:
        return ""
    parts = [f"{slope} * {name}"] if slope else []
    n_threads = math.prod(draft.block[0])
    if base:
        parts.append(str(base) if base % n_threads else f"{base // n_threads} * {threads}")
    return " + ".join(parts)


def _rows(operation: Operation) -> int:
    return _ROWS_OF_HEADS if operation.further_sizes else _ROWS


def _needed(draft: Draft, shape: tuple[int, int], is_right: IsRight) -> int:
    least, most = 0, int(GENEROUS_SHARED) // 4
    if not is_right(draft, (shape,)):
        return 0
    while least < most:
        middle = (least + most) // 2
        if is_right(replace(draft, smem_bytes=str(4 * middle)), (shape,)):
            most = middle
        else:
            least = middle + 1
    return 4 * most


_LARGE = 1 << 18
"""A size of which at most a byte an element fits into shared memory, and its neighbours."""
_TRIED = tuple(_LARGE + step for step in (0, -1, 1, -32, 8))
_ITEM_BYTES = 4


def with_shared_limit(draft: Draft, operation: Operation, static_bytes: int = 0) -> Draft:
    if draft.cases:
        return draft  # each launch has its own
    names = (*SHAPE_NAMES, *operation.size_names)
    rule = at_top_level(draft.smem_bytes, draft)
    used = [name for name in names if re.search(rf"\b{name}\b", rule)]
    if not used or not any(_holds(draft.requires, names, used, size) for size in _TRIED):
        return draft
    return replace(draft, requires=(*draft.requires, f"{rule} <= {MAX_SHARED_BYTES - static_bytes}"))


def with_int_limits(draft: Draft, params: Sequence[Param]) -> Draft:
    """Return a draft that claims no more elements than its integer parameters of 4 bytes can count."""
    rules = (
        f"{arg} <= {2**31 - 1}"
        for arg, param in zip(draft.args, params, strict=False)
        if param.kind == "int"
        and param.size_bytes == 4
        and {N_ROWS, N_COLS} <= {*re.findall(r"\w+", str(arg))}
    )
    return replace(draft, requires=tuple(dict.fromkeys((*draft.requires, *rules))))


def with_grid_limit(draft: Draft, variant: Variant) -> Draft:
    """Return a draft that claims no sizes with more blocks in y or z than a GPU launches."""
    # `variant` is what the draft declares. The same draft if its rules keep the grid small enough for all sizes.
    rules = (at_top_level(rule, draft) for rule in launch_limits(variant))
    return replace(draft, requires=tuple(dict.fromkeys((*draft.requires, *rules))))


def launch_limits(variant: Variant) -> tuple[str, ...]:
    """Return the comparisons without which a variant claims a grid, block or cluster that no GPU launches."""
    domains = (domain_of(variant, block, dtype) for block in variant.blocks for dtype in variant.dtypes)
    beyond = (limit for domain in domains for limit in first_beyond_limits(domain))
    return tuple(dict.fromkeys(f"{rule} <= {most}" for rule, most, _ in beyond))


def at_top_level(rule: str, draft: Draft) -> str:
    """Return a rule of a launch in terms of the declaration's `block`, not of the launch's own."""
    for name, extent in zip(("block_x", "block_y", "block_z"), draft.launch_block, strict=False):
        rule = re.sub(rf"\b{name}\b", extent if extent.isdigit() else f"({extent})", rule)
    return rule


def _holds(requires: Sequence[str], names: Sequence[str], used: Sequence[str], size: int) -> bool:
    """Whether all conditions hold when the sizes that the shared memory depends on are large and others small."""
    values = dict(zip(BLOCK_NAMES, (256, 1, 1, WARP, _ITEM_BYTES), strict=True))
    values |= dict.fromkeys((*names, "inp_offset", "out_offset"), 0)
    large = {*used, *SHAPE_NAMES[1:]} if "n_rows" not in used else {*used, *SHAPE_NAMES}
    values |= {name: size if name in large else 32 for name in names}
    try:
        return all(LaunchRule.parse(rule, tuple(values)).evaluate(values) for rule in requires)
    except RuleError:
        return True


_MOST_SAMPLES = 20_000
_ORDERED = pattern(r"[^%=!<>]+ [<>]=? \d+")


def follows(alternatives: Sequence[Iterable[str]], premises: Iterable[str], names: Sequence[str]) -> bool:
    """Whether one of the lists of rules holds wherever all premises on the same sizes do, next to their numbers."""
    either = [[LaunchRule.parse(rule, names) for rule in rules] for rules in alternatives]
    used = sorted({name for rules in either for rule in rules for name in rule.used_names})
    given = [rule for text in premises if (rule := LaunchRule.parse(text, names)).used_names <= set(used)]
    numbers = {number for rule in itertools.chain(given, *either) for number in rule.constants}
    sizes = {max(number + step, 1) for number in (1, *numbers) for step in (-1, 0, 1)}
    points = (dict(zip(used, point, strict=True)) for point in itertools.product(sizes, repeat=len(used)))
    return len(sizes) ** len(used) <= _MOST_SAMPLES and all(
        any(all(rule.surely_holds(at) for rule in rules) for rules in either)
        for at in points
        if all(rule.surely_holds(at) for rule in given)
    )


def without_implied(rules: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return rules without the bounds that follow from other bounds: of `n <= 4096` and `n <= 128` the second."""
    kept = dict.fromkeys(rules)
    for rule in filter(_ORDERED.fullmatch, rules):
        others = [other for other in kept if other != rule and _ORDERED.fullmatch(other)]
        if others and follows([[rule]], others, names):
            kept.pop(rule)
    return tuple(kept)
