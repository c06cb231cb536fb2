"""Says from a kernel's text alone, before it is compiled, which operations its parameters cannot be those of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..operation.model import Operation
from .fitting.array_fit import Misfit, fit
from .fitting.parameter_names import STATISTICS
from .fitting.recognition import rank
from .fitting.roles import plain_name
from .reading.code_facts import CodeFacts
from .reading.signature import KernelSignature

_NULL = r"NAME\s*(?:[!=]=|\?|&&|\|\|)|(?:[!=]=|!|&&|\|\||\bif\s*\()\s*NAME\s*(?![\w\s]*[\[(])"
"""What a pointer is in that may be null; NAME stands for its name."""


def fitting_operations(
    kernel: KernelSignature, operations: Sequence[Operation]
) -> tuple[tuple[Operation, ...], tuple[Misfit, ...]]:
    """Return the operations that a kernel may compute, and why it computes no other one, the likeliest first.

    Its compiled code may still exclude more: which arrays it reads and writes is not known here. Every operation counts
    as possible if a pointer may be none of its arrays, because the text does not use it, compares it with null or calls
    it a statistic.
    """
    pointers = [each.name for each in kernel.parameters if each.is_pointer]
    if any(plain_name(name) in STATISTICS or _may_be_nothing(name, kernel) for name in pointers):
        return tuple(operations), ()
    found: list[Operation] = []
    misfits: list[tuple[float, Misfit]] = []
    for operation in operations:
        fits = fit(kernel, CodeFacts(), {}, operation)
        if isinstance(fits, Misfit):
            misfits.append((rank(kernel, operation), fits))
        else:
            found.append(operation)
    misfits.sort(key=lambda each: (each[0], -each[1].n_fitting))
    return tuple(found), tuple(misfit for _, misfit in misfits)


def _may_be_nothing(name: str, kernel: KernelSignature) -> bool:
    """Whether a pointer's name occurs in its declaration alone, or in a condition as a pointer."""
    word = rf"\b{re.escape(name)}\b"
    is_unused = len(re.findall(word, kernel.code)) < 2
    return is_unused or re.search(_NULL.replace("NAME", word), kernel.code) is not None
