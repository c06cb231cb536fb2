"""Inputs that several cases share: made once in a process, with the results and bounds that are computed from them.

Blocks, layouts and variants of an operation have cases with the same inputs. The right result, the error bound and the
inputs of further launches depend on these inputs and on little else. A kernel gets copies of them in the memory of its
device, and every kept array is read-only, so that no case can change what another one gets.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..operation.problem import Problem, made_read_only

KEPT_BYTES = 1 << 27
"""Most bytes of all kept arrays of a process; the inputs used longest ago go first."""

MAX_ELEMENTS = 1 << 14
"""Most elements of a kept input. Larger cases are few, and their launches take far longer than their inputs."""


@dataclass
class _Size:
    """Bytes of arrays. Apart from `_Inputs`, so that no problem refers to the problems beside it."""

    n_bytes: int
    is_kept: bool = True


@dataclass
class _Inputs:
    """The problems with the same inputs, by what else they depend on, and the values made from the inputs alone."""

    size: _Size
    values: dict[Hashable, Any] = field(default_factory=dict)
    problems: dict[Hashable, Problem] = field(default_factory=dict)


class KeptProblems:
    """The problems of the cases that a process ran last."""

    def __init__(self, most_bytes: int = KEPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Hashable, _Inputs] = OrderedDict()
        self._n_bytes = 0

    @property
    def n_bytes(self) -> int:
        """Bytes of the kept arrays."""
        return self._n_bytes

    def get(
        self, inputs_key: Hashable, arithmetic_key: Hashable, make: Callable[[Problem | None], Problem]
    ) -> Problem:
        """Return the problem of a case."""
        while self._n_bytes > self._most_bytes:
            _, dropped = self._kept.popitem(last=False)
            dropped.size.is_kept = False
            self._n_bytes -= dropped.size.n_bytes
        inputs = self._kept.get(inputs_key)
        if inputs is None:
            problem = make(None)
            if problem.inp.size > MAX_ELEMENTS:
                return problem
            inputs = self._kept[inputs_key] = _Inputs(_Size(made_read_only(problem.arrays)))
            self._n_bytes += inputs.size.n_bytes
        else:
            self._kept.move_to_end(inputs_key)
            if arithmetic_key in inputs.problems:
                problem = inputs.problems[arithmetic_key]
            else:
                problem = make(next(iter(inputs.problems.values())))
        if arithmetic_key not in inputs.problems:
            problem.keep(inputs.values, partial(self._note_bytes, inputs.size))
            inputs.problems[arithmetic_key] = problem
        return problem

    def _note_bytes(self, size: _Size, n_bytes: int) -> None:
        """Count the arrays of a value, unless its inputs have been dropped."""
        if size.is_kept:
            size.n_bytes += n_bytes
            self._n_bytes += n_bytes
