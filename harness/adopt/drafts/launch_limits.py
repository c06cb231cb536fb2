"""Limits a declaration to sizes that a GPU can launch: with their shared memory, and with their grid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...operation.model import Operation
from ...ptx.limits import MAX_SHARED_BYTES
from ...variant.bend import first_beyond_limits
from ...variant.launch_rule import BLOCK_NAMES, SHAPE_NAMES, LaunchRule, RuleError
from ...variant.matrix import domain_of
from ...variant.variant import WARP, Variant
from .draft import Draft

_LARGE = 1 << 18
"""A size of which at most a byte an element fits into shared memory, and its neighbours."""
_TRIED = tuple(_LARGE + step for step in (0, -1, 1, -32, 8))
_ITEM_BYTES = 4


def with_shared_limit(draft: Draft, operation: Operation, static_bytes: int = 0) -> Draft:
    """Return a draft that claims only sizes whose shared memory a GPU has."""
    names = (*SHAPE_NAMES, *operation.size_names)
    rule = _at_top_level(draft.smem_bytes, draft)
    used = [name for name in names if re.search(rf"\b{name}\b", rule)]
    if not used or not any(_holds(draft.requires, names, used, size) for size in _TRIED):
        return draft
    return replace(draft, requires=(*draft.requires, f"{rule} <= {MAX_SHARED_BYTES - static_bytes}"))


def with_grid_limit(draft: Draft, variant: Variant) -> Draft:
    """Return a draft that claims no sizes with more blocks in y or z than a GPU launches.

    `variant` is what the draft declares. The same draft if its rules keep the grid small enough for all sizes.
    """
    rules = (_at_top_level(rule, draft) for rule in launch_limits(variant))
    return replace(draft, requires=tuple(dict.fromkeys((*draft.requires, *rules))))


def launch_limits(variant: Variant) -> tuple[str, ...]:
    """Return the comparisons without which a variant claims a grid, block or cluster that no GPU launches."""
    found: dict[str, None] = {}
    for block in variant.blocks:
        for dtype in variant.dtypes:
            for rule, most, _ in first_beyond_limits(domain_of(variant, block, dtype)):
                found[f"{rule} <= {most}"] = None
    return tuple(found)


def _at_top_level(rule: str, draft: Draft) -> str:
    """Return a rule of a launch with its own block as a rule of the declaration, where the names are of `block`."""
    for name, extent in zip(("block_x", "block_y", "block_z"), draft.launch_block, strict=False):
        rule = re.sub(rf"\b{name}\b", f"({extent})", rule)
    return rule


def _holds(requires: Sequence[str], names: Sequence[str], used: Sequence[str], size: int) -> bool:
    """Whether all conditions hold when the sizes that the shared memory depends on are large and others small."""
    values = dict(zip(BLOCK_NAMES, (256, 1, 1, WARP, _ITEM_BYTES), strict=True))
    values |= dict.fromkeys((*names, "inp_offset", "out_offset"), 0)
    large = {*used, *SHAPE_NAMES[1:]} if "n_rows" not in used else {*used, *SHAPE_NAMES}
    values |= {name: size if name in large else 32 for name in names}
    try:
        return all(LaunchRule.parse(each, tuple(values)).evaluate(values) for each in requires)
    except RuleError:
        return True
