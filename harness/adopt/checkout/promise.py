"""Orders the kernels of a checkout: those that a known operation probably fits are tried first."""

from __future__ import annotations

from collections.abc import Sequence

from ...operation.model import Operation
from ..fitting.recognition import UNNAMED, rank
from ..reading.signature import KernelSignature
from ..signature_fit import fitting_operations
from ..triton.candidates import ranked
from ..triton.signature import TritonSignature
from .workers import Job

_TOLD_BY_BOTH = 1.0
"""Ranks below are of kernels whose name and text both tell an operation."""


def promise(kernel: KernelSignature | TritonSignature, operations: Sequence[Operation]) -> int:
    """Return 0 for a kernel whose name and text tell an operation, 1 if one of them does not, 2 for any other.

    An operation whose arrays cannot be the kernel's parameters is not told. A Triton kernel has 1 or 2.
    """
    if isinstance(kernel, TritonSignature):
        return 1 if ranked(kernel, operations) else 2
    named = [each for each in operations if rank(kernel, each) < UNNAMED]
    fitting, _ = fitting_operations(kernel, named) if named else ((), ())
    best = min((rank(kernel, each) for each in fitting), default=UNNAMED)
    return 0 if best < _TOLD_BY_BOTH else 1 if best < UNNAMED else 2


def in_order(groups: Sequence[Sequence[Job]], operations: Sequence[Operation]) -> tuple[tuple[Job, ...], ...]:
    """Split the kernels of each source by promise, and return the groups in the order in which to try them.

    Of one promise, large groups come first, so that no worker is left alone with one at the end.
    """
    found: list[tuple[int, tuple[Job, ...]]] = []
    for group in groups:
        by_promise: dict[int, list[Job]] = {}
        for job in group:
            by_promise.setdefault(promise(job.kernel, operations), []).append(job)
        found += [(each, tuple(jobs)) for each, jobs in by_promise.items()]
    found.sort(key=lambda each: (each[0], -len(each[1])))
    return tuple(jobs for _, jobs in found)
