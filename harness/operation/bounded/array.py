"""The bounded array: float64 values, and how far a right kernel's numbers may be from each.

NumPy's protocols ``__array_ufunc__`` and ``__array_function__`` hand every call to the rules of the table
(`harness.operation.bounded.registry`). A function without a rule raises.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import ArrayLike

from .facts import MAY_OVERFLOW, UNDECIDED, Array, Facts, given_numbers
from .kernel_arithmetic import KernelArithmetic
from .registry import FUNCTIONS, implementation_of, name_of, unsupported


class Bounded(NDArrayOperatorsMixin):
    """An array of numbers, each with a bound of what a right kernel's arithmetic may be off by.

    Make one from an input by `Bounded.of`; operations on it make others.
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
        """Return numbers that a kernel is given: an input, a scalar, a constant."""
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
        high: Array = self.value + self.bound
        return high

    @property
    def least(self) -> Array:
        """Least magnitude of a number that a right kernel may have."""
        return np.asarray(np.maximum(np.abs(self.value) - self.bound, max(self.facts.floor, 0.0)))

    # What an ndarray has.

    @property
    def shape(self) -> tuple[int, ...]:
        return self.value.shape

    @property
    def ndim(self) -> int:
        return self.value.ndim

    @property
    def size(self) -> int:
        return self.value.size

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

    def __len__(self) -> int:
        return len(self.value)

    def __iter__(self) -> Iterator[Bounded]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, key: Any) -> Bounded:
        key = plain_key(key)
        return self.map(lambda part: part[key])

    def __setitem__(self, key: Any, new: Any) -> None:
        key, given = plain_key(key), as_bounded(new, self.arithmetic)
        self.value[key], self.bound[key], self.doubt[key] = given.value, given.bound, given.doubt
        if self.nan_too is not None:
            self.nan_too[key] = False
        self.facts.weaken(given.facts)

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
            first, second = (as_bounded(each, self.arithmetic) for each in inputs)
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


def as_bounded(given: Any, arithmetic: KernelArithmetic) -> Bounded:
    """Return an operand as a bounded array; a plain array or number as of `Bounded.of`."""
    if isinstance(given, Bounded):
        if given.arithmetic is not arithmetic and given.arithmetic != arithmetic:
            raise ValueError("arrays must have one arithmetic (got two)")
        return given
    if hasattr(given, "as_numbers"):  # a Condition, which this module cannot import
        numbers: Bounded = given.as_numbers(arithmetic)
        return numbers
    return Bounded.of(given, arithmetic)


def arithmetic_of(*given: Any) -> KernelArithmetic:
    """Return the arithmetic of the first bounded array among some operands and sequences of operands."""
    for each in given:
        if isinstance(each, Bounded):
            return each.arithmetic
        if isinstance(each, (list, tuple)):
            for inner in each:
                if isinstance(inner, Bounded):
                    return inner.arithmetic
    raise TypeError("one operand must be a bounded array (got none)")


def pair(x: Any, y: Any) -> tuple[Bounded, Bounded]:
    """Return two operands as bounded arrays of one arithmetic."""
    arithmetic = arithmetic_of(x, y)
    return as_bounded(x, arithmetic), as_bounded(y, arithmetic)


def plain_key(key: Any) -> Any:
    """Return an index made of slices, integers and plain arrays."""
    if isinstance(key, tuple):
        return tuple(plain_key(each) for each in key)
    if isinstance(key, Bounded):
        raise TypeError("an index must be a plain array of integers or bool (got a bounded array)")
    if hasattr(key, "decided"):
        return key.decided("an index")
    return key
