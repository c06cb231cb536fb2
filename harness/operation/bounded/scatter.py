"""Sums of elements by index: scatter-add, histograms with weights. Atomic additions come in any order."""

from __future__ import annotations

from typing import Any

import numpy as np

from .array import Bounded, as_bounded, plain_key
from .facts import SURE, UNDECIDED, Array, Facts
from .registry import enter
from .sums import GROUP, HIGHAM, is_term, rounding_of_sum


def add_at(target: Bounded, indices: Any, new: Any) -> None:
    """Add elements to those of `target` with given indices, in any order, as ``np.add.at``."""
    given, key, how = as_bounded(new, target.arithmetic), plain_key(indices), target.arithmetic

    def scattered(first: Array, terms: Array) -> Array:
        result = np.array(first, dtype=np.float64)
        np.add.at(result, key, terms)
        return result

    n_terms = scattered((target.value != 0.0) | (target.bound != 0.0), np.asarray(is_term(given), float))
    value = scattered(target.value, given.value)
    change = scattered(target.bound, given.bound)
    size = scattered(np.abs(target.value), np.abs(given.value)) + change
    depth = np.maximum(n_terms - 1.0, 0.0)
    bound = change + rounding_of_sum(how, value, size, depth, n_terms, depth)
    touched = scattered(np.zeros(target.shape), np.ones(given.shape)) > 0.0
    doubt = scattered(target.doubt, given.doubt) > 0.0
    doubt |= touched & ~(size + bound < how.accumulated.largest)
    target.value[...] = value
    target.bound[...] = np.where(doubt, np.inf, np.where(touched, bound, target.bound))
    target.doubt[...] = np.where(touched, np.where(doubt, UNDECIDED, SURE), target.doubt)
    target.facts.weaken(Facts(floor=min(given.facts.floor, 0.0), sure=not doubt.any()))


def bincount(indices: Any, weights: Any = None, minlength: int = 0) -> Bounded:
    """Return the sums of weights by index, as ``np.bincount``."""
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
