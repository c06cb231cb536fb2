"""Sums of elements by index: scatter-add, histograms with weights. Atomic additions come in any order."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..array import Bounded, as_bounded, plain_key
from ..facts import Array
from ..registry import FUNCTIONS, enter
from .sums import GROUP, HIGHAM, is_term, of_terms


def add_at(target: Bounded, indices: Any, new: Any) -> None:
    """Add elements to those of `target` with given indices, in any order, as ``np.add.at``."""
    given, key = as_bounded(new, target.arithmetic), plain_key(indices)
    shape = target.value[key].shape
    terms = given.map(lambda part: np.broadcast_to(part, shape))

    def added(function: Any, first: Array, part: Array) -> Array:
        result = np.array(first)
        function.at(result, key, part)
        return result

    def fold(function: Any, part: Array) -> Array:
        first, rest = part[: target.size], part[target.size :]
        return added(function, first.reshape(target.shape), rest.reshape(shape))

    n_terms = added(np.add, is_term(target), is_term(terms))
    depth = np.maximum(n_terms - 1, 0)
    # What the target holds is a term of each sum.
    every: Bounded = FUNCTIONS[np.concatenate]([target.flatten(), terms.flatten()])
    result = of_terms(every, fold, depth, n_terms, depth)
    touched = added(np.logical_or, np.zeros(target.shape, bool), np.ones(shape, bool))
    for name in ("value", "bound", "doubt"):
        own = getattr(target, name)
        own[...] = np.where(touched, getattr(result, name), own)
    target.facts.weaken(result.facts)


def bincount(indices: Any, weights: Any = None, minlength: int = 0) -> Bounded:
    key = np.asarray(plain_key(indices))
    length = max(int(key.max(initial=-1)) + 1, minlength)
    target = Bounded.of(np.zeros(length), weights.arithmetic)
    add_at(target, key, weights)
    return target


enter(
    GROUP,
    {(np.add, "at"): add_at, np.bincount: bincount},
    rule="as a sum in any order, of what is added to each place",
    source=HIGHAM,
)
