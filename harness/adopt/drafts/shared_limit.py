"""Limits a declaration to sizes whose shared memory a GPU has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...operation.model import Operation
from ...ptx.limits import MAX_SHARED_BYTES
from ...variant.declaration.launch_rule import BLOCK_NAMES, SHAPE_NAMES, LaunchRule, RuleError
from ...variant.variant import WARP
from .draft import Draft

_LARGE = 1 << 18
"""A size of which at most a byte an element fits into shared memory, and its neighbours."""
_TRIED = tuple(_LARGE + step for step in (0, -1, 1, -32, 8))
_ITEM_BYTES = 4


def with_shared_limit(draft: Draft, operation: Operation, static_bytes: int = 0) -> Draft:
    """Return a draft that claims only sizes whose shared memory a GPU has.

    Parameters
    ----------
    draft : Draft
        Complete draft.
    operation : Operation
        Operation of the draft, for its names.
    static_bytes : int
        Shared memory that the kernel has besides.

    Returns
    -------
    Draft
        The draft itself if its shared memory does not grow with the problem, or if `requires` has a limit already,
        as that of host code.
    """
    names = (*SHAPE_NAMES, *operation.size_names)
    rule = draft.smem_bytes
    used = [name for name in names if re.search(rf"\b{name}\b", rule)]
    for name, extent in zip(("block_x", "block_y", "block_z"), draft.launch_block, strict=False):
        # At the top level, these names are those of the declared block.
        if re.search(rf"\b{name}\b", rule):
            rule = re.sub(rf"\b{name}\b", f"({extent})", rule)
            used += [each for each in names if re.search(rf"\b{each}\b", extent)]
    if not used or not any(_holds(draft.requires, names, used, size) for size in _TRIED):
        return draft
    return replace(draft, requires=(*draft.requires, f"{rule} <= {MAX_SHARED_BYTES - static_bytes}"))


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
