"""Conditions on bounded arrays: the answer of the reference, and where rounding may change it.

``np.where`` on an undecided element covers both branches. A plain ``if`` on one raises, and so does everything else
that needs the answer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array import Bounded, plain_key
from .facts import Array, Facts
from .kernel_arithmetic import KernelArithmetic
from .registry import FUNCTIONS, Undecided, name_of


class Condition:
    """A comparison of bounded arrays, element by element."""

    __slots__ = ("arithmetic", "undecided", "value")
    __hash__ = None  # type: ignore[assignment]  # `==` compares elements

    def __init__(self, value: Array, undecided: Array, arithmetic: KernelArithmetic | None = None) -> None:
        self.value, self.undecided = np.asarray(value), np.asarray(undecided)
        self.arithmetic = arithmetic

    def decided(self, what: str = "this") -> Array:
        """Return the answers as a plain array of bool."""
        n_undecided = int(np.count_nonzero(self.undecided))
        if n_undecided:
            raise Undecided(
                f"{what} needs a decided condition, and rounding may change {n_undecided} of {self.value.size} "
                "elements; use np.where, which covers both branches"
            )
        return self.value

    def as_numbers(self, arithmetic: KernelArithmetic) -> Bounded:
        """Return 0 and 1, off by 1 where undecided."""
        facts = Facts(exact=not self.undecided.any(), floor=0.0, whole=True)
        numbers = self.value.astype(np.float64)
        doubt = np.zeros(self.value.shape, np.uint8)
        return Bounded(numbers, self.undecided.astype(np.float64), doubt, facts, arithmetic)

    def map(self, function: Any) -> Condition:
        return Condition(function(self.value), function(self.undecided), self.arithmetic)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.value.shape

    @property
    def ndim(self) -> int:
        return self.value.ndim

    @property
    def size(self) -> int:
        return self.value.size

    def __getitem__(self, key: Any) -> Condition:
        key = plain_key(key)
        return self.map(lambda part: part[key])

    def __bool__(self) -> bool:
        return bool(self.decided("an if"))

    def __len__(self) -> int:
        return len(self.value)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.asarray(self.decided("turning a condition into an ndarray"), dtype=dtype)

    def __repr__(self) -> str:
        return f"Condition({self.value!r}, undecided={self.undecided!r})"

    def __invert__(self) -> Condition:
        return Condition(~self.value, self.undecided, self.arithmetic)

    def __and__(self, other: Any) -> Condition:
        """Both. One that is surely false decides."""
        other = as_condition(other)
        open_here = self.value | self.undecided
        open_there = other.value | other.undecided
        undecided = (self.undecided & open_there) | (other.undecided & open_here)
        return Condition(self.value & other.value, undecided, self.arithmetic or other.arithmetic)

    def __or__(self, other: Any) -> Condition:
        return ~(~self & ~as_condition(other))

    def __xor__(self, other: Any) -> Condition:
        other = as_condition(other)
        undecided = self.undecided | other.undecided
        return Condition(self.value ^ other.value, undecided, self.arithmetic or other.arithmetic)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]
        return ~(self ^ as_condition(other))

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]
        return self ^ as_condition(other)

    def all(self, axis: Any = None, keepdims: bool = False) -> Condition:
        """Return whether all are true, as ``np.all``. One that is surely false decides."""
        true = self.value.all(axis=axis, keepdims=keepdims)
        possible = (self.value | self.undecided).all(axis=axis, keepdims=keepdims)
        certain = (self.value & ~self.undecided).all(axis=axis, keepdims=keepdims)
        return Condition(np.asarray(true), np.asarray(possible & ~certain), self.arithmetic)

    def any(self, axis: Any = None, keepdims: bool = False) -> Condition:
        return ~(~self).all(axis=axis, keepdims=keepdims)

    def sum(self, axis: Any = None, keepdims: bool = False) -> Array:
        """Return how many are true; raises `Undecided` if rounding may change one."""
        total: Array = np.sum(self.decided("a count"), axis=axis, keepdims=keepdims)
        return total

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if method == "__call__" and ufunc in _LOGICAL and not options:
            return _LOGICAL[ufunc](*(as_condition(each) for each in inputs))
        if (ufunc, method) in _REDUCED:
            return _REDUCED[ufunc, method](*inputs, **options)
        if any(isinstance(each, Bounded) for each in inputs):
            return FUNCTIONS[ufunc](*inputs, **options) if ufunc in FUNCTIONS else NotImplemented
        plain = (_plain(each, name_of(ufunc, method)) for each in inputs)
        return getattr(ufunc, method)(*plain, **options)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function in _QUANTIFIERS:
            return _QUANTIFIERS[function](*args, **kwargs)
        if function is np.where or any(issubclass(kind, Bounded) for kind in types):
            return FUNCTIONS[function](*args, **kwargs) if function in FUNCTIONS else NotImplemented
        if function in (np.shape, np.ndim, np.size):
            return function(args[0].value, *args[1:])
        if function in SHAPES:
            return _moved(function, args, kwargs)
        args = tuple(_plain(each, name_of(function)) for each in args)
        return function(*args, **kwargs)


SHAPES: set[Any] = set()
"""Functions that move elements, filled by `harness.operation.bounded.rules.shapes`."""

_LOGICAL: dict[Any, Any] = {
    np.logical_and: Condition.__and__,
    np.bitwise_and: Condition.__and__,
    np.logical_or: Condition.__or__,
    np.bitwise_or: Condition.__or__,
    np.logical_xor: Condition.__xor__,
    np.bitwise_xor: Condition.__xor__,
    np.not_equal: Condition.__ne__,
    np.equal: Condition.__eq__,
    np.logical_not: Condition.__invert__,
    np.invert: Condition.__invert__,
}
_REDUCED: dict[Any, Any] = {
    (np.logical_and, "reduce"): Condition.all,
    (np.logical_or, "reduce"): Condition.any,
}
_QUANTIFIERS: dict[Any, Any] = {
    np.all: Condition.all,
    np.any: Condition.any,
    np.sum: Condition.sum,
    np.count_nonzero: Condition.sum,
}


def as_condition(given: Any) -> Condition:
    """Return an operand as a condition: a number is true if it is not 0."""
    if isinstance(given, Condition):
        return given
    if isinstance(given, Bounded):
        other: Condition = given != 0.0
        return other
    plain = np.asarray(given).astype(bool)
    return Condition(plain, np.zeros(plain.shape, bool))


def _plain(given: Any, what: str) -> Any:
    return given.decided(what) if isinstance(given, Condition) else given


def _moved(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Apply a function of shape to answers and doubts alike."""

    def part(given: Any, name: str) -> Any:
        if isinstance(given, (list, tuple)) and any(isinstance(each, Condition) for each in given):
            return [getattr(as_condition(each), name) for each in given]
        return getattr(given, name) if isinstance(given, Condition) else given

    value, undecided = (function(part(args[0], name), *args[1:], **kwargs) for name in ("value", "undecided"))
    first = (
        args[0] if isinstance(args[0], Condition) else next(e for e in args[0] if isinstance(e, Condition))
    )
    if isinstance(value, (list, tuple)):
        return [Condition(*pair, first.arithmetic) for pair in zip(value, undecided, strict=True)]
    return Condition(value, undecided, first.arithmetic)
