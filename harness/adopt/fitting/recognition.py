"""Says which operations a kernel's name and text suggest, and by which names its parameters are known."""

from __future__ import annotations

import re
from functools import lru_cache

from ...operation.hints import GRADIENT
from ...operation.model import Operation
from ..reading.signature import KernelSignature
from .parameter_names import ARRAYS, FACTORS, SIZES

UNNAMED = 3.0
"""Least `rank` of an operation that a kernel's name does not tell."""


def rank(kernel: KernelSignature, operation: Operation) -> float:
    """Return how unlikely a kernel computes an operation, from its name and its text; 0 if both say so."""
    cost = UNNAMED
    if name_tells(operation, kernel.name):
        # Of several that the name tells, the longest: a log_softmax is a softmax by name, too.
        cost = 0.5 - 0.02 * len(operation.name)
    cost += 2.0 * (_is_gradient(kernel.name) != _is_gradient(operation.name))
    if lacks_needed(operation, kernel.code):
        cost += 2.5
    unusual = operation.recognised_by.unusual
    if unusual and _occurs(unusual, kernel.code):
        cost += 2.0
    return cost


def name_tells(operation: Operation, kernel: str) -> bool:
    """Whether a kernel's name tells an operation."""
    told = _in_words(kernel)
    names = operation.recognised_by.names
    if names:
        return re.search(names, told) is not None
    return operation.name.replace("_", "") in told.replace("_", "")


def lacks_needed(operation: Operation, code: str) -> bool:
    """Whether a text lacks something that the code of almost every kernel of an operation has."""
    return not all(_occurs(pattern, code) for pattern in operation.recognised_by.needs)


def array_names(operation: Operation, array: str) -> frozenset[str]:
    """Return the names of an array."""
    return ARRAYS.get(array, frozenset()) | _own_names(operation, array)


def size_names(operation: Operation, size: str) -> frozenset[str]:
    """Return the names of a size."""
    return SIZES.get(size, frozenset()) | _own_names(operation, size)


def scalar_names(operation: Operation, scalar: str) -> frozenset[str]:
    """Return the names of a scalar."""
    return FACTORS.get(scalar, frozenset()) | _own_names(operation, scalar)


def _own_names(operation: Operation, name: str) -> frozenset[str]:
    return frozenset((name, *operation.recognised_by.aliases.get(name, "").split()))


@lru_cache(maxsize=1024)  # operations share patterns, and a kernel is ranked often
def _occurs(pattern: str, code: str) -> bool:
    return re.search(pattern, code) is not None


def _is_gradient(name: str) -> bool:
    return re.search(GRADIENT, _in_words(name)) is not None


def _in_words(name: str) -> str:
    """Return a name in lower case, with an underscore for each change of case."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
