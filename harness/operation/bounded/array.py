"""The bounded array: float64 values, and how far a right kernel's numbers may be from each; and conditions on them.

NumPy's protocols ``__array_ufunc__`` and ``__array_function__`` hand every call to the rules of the table
(`harness.operation.bounded.registry`). A function without a rule raises.

A condition has the reference's answer, and marks where rounding may change it. ``np.where`` on an undecided element
covers both branches. A plain ``if`` on one raises, and so does everything else that needs the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import ArrayLike

from .facts import MAY_OVERFLOW, UNDECIDED, Array, Facts, given_numbers
from .kernel_arithmetic import KernelArithmetic
from .registry import FUNCTIONS, Undecided, implementation_of, name_of, unsupported


class _Shaped:
    """The attributes of an ndarray's shape."""

    __slots__ = ()
    value: Array

    @property
    def shape(self) -> tuple[int, ...]:
        return self.value.shape

    @property
    def ndim(self) -> int:
        return self.value.ndim

    @property
    def size(self) -> int:
        return self.value.size

    def __len__(self) -> int:
        return len(self.value)


class Bounded(_Shaped, NDArrayOperatorsMixin):
    """An array of numbers, each with a bound of the error of a right kernel's arithmetic.

    `Bounded.of` makes one from an input; operations on it make others.
    """

    __slots__ = ("arithmetic", "bound", "doubt", "facts", "nan_too", "value")

    def __init__(
        self,
        value: Array,
        bound: Array,
        doubt: Array,
        facts: Facts,
        arithmetic: KernelArithmetic,
        nan_too: Array | None = None,
    ) -> None:
        # NumPy's functions give scalars for arrays without dimensions.
        self.value, self.bound, self.doubt = np.asarray(value), np.asarray(bound), np.asarray(doubt)
        self.facts, self.arithmetic, self.nan_too = facts, arithmetic, nan_too

    @classmethod
    def of(cls, values: ArrayLike, arithmetic: KernelArithmetic) -> Bounded:
        """Return numbers that a kernel gets: an input, a scalar, a constant."""
        return cls(*given_numbers(values, arithmetic), arithmetic)

    @property
    def may_overflow(self) -> Array:
        """Where a right kernel may have an infinity in place of a number, or a number in place of an infinity."""
        return np.asarray(self.doubt == MAY_OVERFLOW)

    @property
    def undecided(self) -> Array:
        """Where a right kernel may have anything, NaN included."""
        return np.asarray(self.doubt == UNDECIDED)

    @property
    def low(self) -> Array:
        """Least number that a right kernel may have, infinities aside; not for elements of NaN or infinity."""
        low: Array = self.value - self.bound
        return np.maximum(low, self.facts.floor) if self.facts.nonnegative else low

    @property
    def high(self) -> Array:
        """Largest number that a right kernel may have, infinities aside."""
        return np.asarray(self.value + self.bound)

    @property
    def least(self) -> Array:
        """Least magnitude of a number that a right kernel may have."""
        return np.asarray(np.maximum(np.abs(self.value) - self.bound, max(self.facts.floor, 0.0)))

    # Attributes of an ndarray.

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.value.dtype

    @property
    def T(self) -> Bounded:  # noqa: N802 - as NumPy calls it
        return self.map(lambda part: part.T)

    def map(self, function: Any) -> Bounded:
        """Return the array with one function of shape applied to value, bound and doubt; a view if it returns views."""
        value, bound, doubt = (function(part) for part in (self.value, self.bound, self.doubt))
        nan_too = None if self.nan_too is None else np.asarray(function(self.nan_too))
        return Bounded(value, bound, doubt, self.facts, self.arithmetic, nan_too)

    def reshape(self, *shape: Any, **options: Any) -> Bounded:
        reshaped: Bounded = FUNCTIONS[np.reshape](self, shape[0] if len(shape) == 1 else shape, **options)
        return reshaped

    def transpose(self, *axes: Any) -> Bounded:
        order = None if not axes else axes[0] if len(axes) == 1 else axes
        return self.map(lambda part: np.transpose(part, order))

    def flatten(self) -> Bounded:
        return self.reshape(-1).copy()

    def copy(self) -> Bounded:
        """Return a copy, which assignments to this array do not change."""
        copied = self.map(np.array)
        copied.facts = self.facts.copy()
        return copied

    def astype(self, dtype: Any) -> Any:
        return FUNCTIONS["x.astype"](self, dtype)

    def __iter__(self) -> Iterator[Bounded]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, key: Any) -> Bounded:
        key = plain_key(key)
        return self.map(lambda part: part[key])

    def __setitem__(self, key: Any, new: Any) -> None:
        key, numbers = plain_key(key), as_bounded(new, self.arithmetic)
        self.value[key], self.bound[key], self.doubt[key] = numbers.value, numbers.bound, numbers.doubt
        if self.nan_too is not None:
            self.nan_too[key] = False
        self.facts.weaken(numbers.facts)

    def __bool__(self) -> bool:
        return bool(self != 0.0)

    def __repr__(self) -> str:
        return f"Bounded({self.value!r}, bound={self.bound!r})"

    def __array__(self, dtype: Any = None, copy: Any = None) -> NoReturn:
        raise unsupported("turning a bounded array into an ndarray, which would lose its bound,")

    def __float__(self) -> NoReturn:
        raise unsupported("float(), which would lose the bound,")

    __int__ = __index__ = __complex__ = __float__

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if method == "outer":
            first, second = (as_bounded(operand, self.arithmetic) for operand in inputs)
            return ufunc(first[(...,) + (None,) * second.ndim], second, **options)
        out = options.pop("out", None)
        if options.pop("dtype", np.float64) not in (None, np.float64, float):
            raise unsupported(f"{name_of(ufunc, method)} with a dtype")
        result = implementation_of(ufunc, method)(*inputs, **options)
        if out is None:
            return result
        if not isinstance(out[0], Bounded):
            raise TypeError("out must be a bounded array, which holds the bound (got another array)")
        out[0][...] = result
        return out[0]

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return implementation_of(function)(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        """Return a method of ndarray: ``x.sum`` is ``np.sum`` of ``x``."""
        function = getattr(np, name, None)
        if name.startswith("_") or function not in FUNCTIONS or not hasattr(np.ndarray, name):
            raise AttributeError(f"a bounded array has no {name!r}")
        return lambda *args, **kwargs: FUNCTIONS[function](self, *args, **kwargs)


def as_bounded(x: Any, arithmetic: KernelArithmetic) -> Bounded:
    """Return an x as a bounded array; a plain array or number as of `Bounded.of`."""
    if isinstance(x, Bounded):
        if x.arithmetic is not arithmetic and x.arithmetic != arithmetic:
            raise ValueError("arrays must have one arithmetic (got two)")
        return x
    return x.as_numbers(arithmetic) if isinstance(x, BoundedCondition) else Bounded.of(x, arithmetic)


def arithmetic_of(*operands: Any) -> KernelArithmetic:
    """Return the arithmetic of the first bounded array among some operands and sequences of operands."""
    for operand in operands:
        if isinstance(operand, Bounded):
            return operand.arithmetic
        if isinstance(operand, (list, tuple)):
            for inner in operand:
                if isinstance(inner, Bounded):
                    return inner.arithmetic
    raise TypeError("one operand must be a bounded array (got none)")


def pair(x: Any, y: Any) -> tuple[Bounded, Bounded]:
    arithmetic = arithmetic_of(x, y)
    return as_bounded(x, arithmetic), as_bounded(y, arithmetic)


def plain_key(key: Any) -> Any:
    if isinstance(key, tuple):
        return tuple(map(plain_key, key))
    if isinstance(key, Bounded):
        raise TypeError("an index must be a plain array of integers or bool (got a bounded array)")
    return key.decided("an index") if isinstance(key, BoundedCondition) else key


class BoundedCondition(_Shaped):
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

    def map(self, function: Any) -> BoundedCondition:
        return BoundedCondition(function(self.value), function(self.undecided), self.arithmetic)

    def __getitem__(self, key: Any) -> BoundedCondition:
        key = plain_key(key)
        return self.map(lambda part: part[key])

    def __bool__(self) -> bool:
        return bool(self.decided("an if"))

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.asarray(self.decided("turning a condition into an ndarray"), dtype=dtype)

    def __repr__(self) -> str:
        return f"BoundedCondition({self.value!r}, undecided={self.undecided!r})"

    def __invert__(self) -> BoundedCondition:
        return BoundedCondition(~self.value, self.undecided, self.arithmetic)

    def __and__(self, other: Any) -> BoundedCondition:
        """Conjunction. An operand that is surely false decides."""
        other = as_condition(other)
        open_here = self.value | self.undecided
        open_there = other.value | other.undecided
        undecided = (self.undecided & open_there) | (other.undecided & open_here)
        return BoundedCondition(self.value & other.value, undecided, self.arithmetic or other.arithmetic)

    def __or__(self, other: Any) -> BoundedCondition:
        return ~(~self & ~as_condition(other))

    def __xor__(self, other: Any) -> BoundedCondition:
        other = as_condition(other)
        undecided = self.undecided | other.undecided
        return BoundedCondition(self.value ^ other.value, undecided, self.arithmetic or other.arithmetic)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __eq__(self, other: object) -> BoundedCondition:  # type: ignore[override]
        return ~(self ^ as_condition(other))

    def __ne__(self, other: object) -> BoundedCondition:  # type: ignore[override]
        return self ^ as_condition(other)

    def all(self, axis: Any = None, keepdims: bool = False) -> BoundedCondition:
        """Return whether all are true, as ``np.all``. An element that is surely false decides."""
        true = self.value.all(axis=axis, keepdims=keepdims)
        possible = (self.value | self.undecided).all(axis=axis, keepdims=keepdims)
        certain = (self.value & ~self.undecided).all(axis=axis, keepdims=keepdims)
        return BoundedCondition(np.asarray(true), np.asarray(possible & ~certain), self.arithmetic)

    def any(self, axis: Any = None, keepdims: bool = False) -> BoundedCondition:
        return ~(~self).all(axis=axis, keepdims=keepdims)

    def sum(self, axis: Any = None, keepdims: bool = False) -> Array:
        """Return how many elements are true; raises `Undecided` if rounding may change one."""
        return np.asarray(np.sum(self.decided("a count"), axis=axis, keepdims=keepdims))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if method == "__call__" and ufunc in _LOGICAL and not options:
            return _LOGICAL[ufunc](*map(as_condition, inputs))
        if (ufunc, method) in _QUANTIFIERS:
            return _QUANTIFIERS[ufunc, method](*inputs, **options)
        if any(isinstance(operand, Bounded) for operand in inputs):
            return FUNCTIONS[ufunc](*inputs, **options) if ufunc in FUNCTIONS else NotImplemented
        plain = (_plain(operand, name_of(ufunc, method)) for operand in inputs)
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
        args = tuple(_plain(arg, name_of(function)) for arg in args)
        return function(*args, **kwargs)


SHAPES: set[Any] = set()
"""Functions that move elements, filled by `harness.operation.bounded.rules.shapes`."""

_LOGICAL: dict[Any, Any] = {
    np.logical_and: BoundedCondition.__and__, np.bitwise_and: BoundedCondition.__and__,
    np.logical_or: BoundedCondition.__or__, np.bitwise_or: BoundedCondition.__or__,
    np.logical_xor: BoundedCondition.__xor__, np.bitwise_xor: BoundedCondition.__xor__,
    np.not_equal: BoundedCondition.__ne__, np.equal: BoundedCondition.__eq__,
    np.logical_not: BoundedCondition.__invert__, np.invert: BoundedCondition.__invert__,
}  # fmt: skip
_QUANTIFIERS: dict[Any, Any] = {
    np.all: BoundedCondition.all,
    (np.logical_and, "reduce"): BoundedCondition.all,
    np.any: BoundedCondition.any,
    (np.logical_or, "reduce"): BoundedCondition.any,
    np.sum: BoundedCondition.sum,
    np.count_nonzero: BoundedCondition.sum,
}


def as_condition(operand: Any) -> BoundedCondition:
    """Return an operand as a condition: a number is true if it is not 0."""
    if isinstance(operand, BoundedCondition):
        return operand
    if isinstance(operand, Bounded):
        other: BoundedCondition = operand != 0.0
        return other
    plain = np.asarray(operand).astype(bool)
    return BoundedCondition(plain, np.zeros(plain.shape, bool))


def _plain(operand: Any, what: str) -> Any:
    return operand.decided(what) if isinstance(operand, BoundedCondition) else operand


def _moved(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:

    def part(operand: Any, name: str) -> Any:
        if isinstance(operand, (list, tuple)) and any(isinstance(item, BoundedCondition) for item in operand):
            return [getattr(as_condition(item), name) for item in operand]
        return getattr(operand, name) if isinstance(operand, BoundedCondition) else operand

    value, undecided = (function(part(args[0], name), *args[1:], **kwargs) for name in ("value", "undecided"))
    conditions = args[:1] if isinstance(args[0], BoundedCondition) else args[0]
    first = next(condition for condition in conditions if isinstance(condition, BoundedCondition))
    if isinstance(value, (list, tuple)):
        return [BoundedCondition(*pair, first.arithmetic) for pair in zip(value, undecided, strict=True)]
    return BoundedCondition(value, undecided, first.arithmetic)
