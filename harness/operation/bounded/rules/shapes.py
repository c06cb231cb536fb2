"""Functions that move elements: value, bound and doubt go the same way, and nothing is rounded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..array import SHAPES, Bounded, BoundedCondition, arithmetic_of, as_bounded, plain_key
from ..facts import SURE, Array
from ..registry import Undecided, entering

enter = entering("Shapes and indices")

_OF_ONE = (
    np.reshape, np.ravel, np.transpose, np.swapaxes, np.moveaxis, np.expand_dims, np.squeeze, np.broadcast_to,
    np.roll, np.flip, np.rot90, np.tril, np.triu, np.repeat, np.tile, np.diagonal, np.diag, np.take,
    np.take_along_axis, np.split, np.array_split, np.copy, np.delete,
)  # fmt: skip
_INSERT_ZEROS = (np.tril, np.triu, np.diag)
_OF_SEVERAL = (np.concatenate, np.stack, np.vstack, np.hstack)
_PADDING = ("constant", "edge", "wrap", "reflect", "symmetric")


def _of_one(function: Any) -> Callable[..., Any]:
    """Return the rule of a function that moves the elements of one array; its results are read-only."""

    def moved(x: Any, *args: Any, **options: Any) -> Any:
        if isinstance(x, BoundedCondition):
            raise TypeError(f"np.{function.__name__} needs a bounded array first (got a condition)")
        args = tuple(map(plain_key, args))
        options = {name: plain_key(value) for name, value in options.items()}
        parts = [function(part, *args, **options) for part in (x.value, x.bound, x.doubt)]
        if isinstance(parts[0], (list, tuple)):
            return [_with(x, *piece) for piece in zip(*parts, strict=True)]
        return _with(x, *parts)

    def with_zeros(x: Any, *args: Any, **options: Any) -> Any:
        result = moved(x, *args, **options)
        result.facts = x.facts.copy()
        result.facts.floor, result.facts.ceiling = min(x.facts.floor, 0.0), max(x.facts.ceiling, 0.0)
        return result

    return with_zeros if function in _INSERT_ZEROS else moved


def _with(x: Bounded, value: Array, bound: Array, doubt: Array) -> Bounded:
    parts = [np.asarray(part).view() for part in (value, bound, doubt)]
    for part in parts:
        # NumPy may return a view of one part and a copy of another.
        part.flags.writeable = False
    return Bounded(parts[0], parts[1], parts[2], x.facts, x.arithmetic)


def _of_several(function: Any) -> Callable[..., Any]:
    def joined(arrays: Any, *args: Any, **options: Any) -> Bounded:
        arithmetic = arithmetic_of(arrays)
        inputs = [as_bounded(array, arithmetic) for array in arrays]
        facts = inputs[0].facts.copy()
        for array in inputs[1:]:
            facts.weaken(array.facts)
        value, bound, doubt = (
            function([getattr(array, part) for array in inputs], *args, **options)
            for part in ("value", "bound", "doubt")
        )
        return Bounded(value, bound, doubt, facts, arithmetic)

    return joined


def pad(
    x: Bounded, width: Any, mode: str = "constant", constant_values: Any = 0.0, **options: Any
) -> Bounded:
    if mode not in _PADDING:
        raise TypeError(f"np.pad of a bounded array has the modes {', '.join(_PADDING)} (got {mode!r})")
    fill = Bounded.of(constant_values, x.arithmetic)

    def padded(part: Array, number: Array) -> Array:
        constant = {"constant_values": number} if mode == "constant" else {}
        return np.asarray(np.pad(part, width, mode, **options, **constant))  # type: ignore[call-overload]

    facts = x.facts.copy()
    if mode == "constant":
        facts.weaken(fill.facts)
    value, bound = padded(x.value, fill.value), padded(x.bound, fill.bound)
    return Bounded(value, bound, padded(x.doubt, fill.doubt), facts, x.arithmetic)


def full_like(
    x: Bounded, fill: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None
) -> Bounded:
    """Return a new array of one number, which may be assigned to, as ``np.full_like``."""
    del dtype, order, subok
    number = as_bounded(fill, x.arithmetic)
    new = x.shape if shape is None else shape
    value, bound, doubt = (
        np.array(np.broadcast_to(part, new)) for part in (number.value, number.bound, number.doubt)
    )
    return Bounded(value, bound, doubt, number.facts.copy(), x.arithmetic)


def put_along_axis(x: Bounded, indices: Any, values: Any, axis: Any) -> None:
    new = as_bounded(values, x.arithmetic)
    for mine, theirs in ((x.value, new.value), (x.bound, new.bound), (x.doubt, new.doubt)):
        np.put_along_axis(mine, np.asarray(indices), theirs, axis)
    x.facts.weaken(new.facts)
    x.nan_too = None


def broadcast_arrays(*arrays: Any, **options: Any) -> tuple[Bounded, ...]:
    del options
    arithmetic = arithmetic_of(arrays)
    inputs = [as_bounded(array, arithmetic) for array in arrays]
    shape = np.broadcast_shapes(*(array.shape for array in inputs))
    return tuple(_of_one(np.broadcast_to)(array, shape) for array in inputs)


def ordered(x: Bounded, axis: int = -1) -> Bounded:
    """Return sorted numbers: each is between the one of the same rank of the lower and of the upper ends."""
    if not x.facts.sure:
        raise Undecided("np.sort needs elements that cannot overflow")
    value, low, high = (np.sort(part, axis=axis) for part in (x.value, x.value - x.bound, x.high))
    bound = np.where(
        np.isfinite(value), np.maximum(high - value, value - low) + 2.0**-52 * np.abs(value), 0.0
    )
    bound = np.zeros(value.shape) if x.facts.exact else bound
    return Bounded(value, bound, np.zeros(value.shape, np.uint8), x.facts.copy(), x.arithmetic)


def extreme_index(function: Any, sign: float) -> Callable[..., Array]:
    """Return the rule of ``argmax`` and ``argmin``: the index, if every right kernel has the same or an exact tie."""

    def index(x: Bounded, axis: Any = None, *, keepdims: bool = False) -> Array:
        extreme: Array = function(x.value, axis=axis, keepdims=True)
        if not x.facts.exact:
            flat = sign * (x.value if axis is not None else x.value.reshape(-1))
            reach = x.bound if axis is not None else x.bound.reshape(-1)
            along = 0 if axis is None else axis
            at = extreme.reshape(-1) if axis is None else extreme
            low = np.take_along_axis(flat - reach, at, along)
            other = flat + reach
            np.put_along_axis(other, at, -np.inf, along)
            rivals = (
                np.isnan(x.value).any()
                or (other.max(axis=along, keepdims=True, initial=-np.inf) >= low).any()
            )
            if rivals or (x.doubt != SURE).any():
                rule = "needs one extreme, and rounding may change which it is"
                raise Undecided(f"np.{function.__name__} {rule}")
        return extreme if keepdims else function(x.value, axis=axis)

    return index


def exact_only(function: Any) -> Callable[..., Any]:
    """Return the rule of a function with discrete results: plain results of exact numbers, else an error."""

    def applied(*args: Any, **options: Any) -> Any:
        for value in (*args, *options.values()):
            if isinstance(value, Bounded) and not value.facts.exact:
                rule = "needs exact numbers, and rounding may change its result"
                raise Undecided(f"np.{function.__name__} {rule}")
        plain = [arg.value if isinstance(arg, Bounded) else arg for arg in args]
        return function(*plain, **{key: getattr(value, "value", value) for key, value in options.items()})

    return applied


SHAPES.update((*_OF_ONE, *_OF_SEVERAL))

enter(
    {function: _of_one(function) for function in _OF_ONE}
    | {np.copy: lambda x, **_: x.copy()}
    | {function: _of_several(function) for function in _OF_SEVERAL}
    | {np.pad: pad, np.broadcast_arrays: broadcast_arrays, np.put_along_axis: put_along_axis},
    rule="bounds move with their elements; nothing is rounded. So do `x[...]`, `x[...] = y` and `x.T`, with slices, "
    "integers and plain arrays as indices",
)
enter(
    {
        np.full_like: full_like,
        np.zeros_like: lambda x, *args, **options: full_like(x, 0.0, *args, **options),
        np.ones_like: lambda x, *args, **options: full_like(x, 1.0, *args, **options),
        np.empty_like: lambda x, *args, **options: full_like(x, np.nan, *args, **options),
    },
    rule="a new array that may be assigned to; `empty_like` is NaN",
)
enter(
    {known: (lambda f: lambda x, *args: f(x.value, *args))(known) for known in (np.shape, np.ndim, np.size)},
    rule="plain numbers",
)
enter({np.sort: ordered}, rule="the distance to the sorted `x + b` or to the sorted `x - b`")
enter(
    {np.argmax: extreme_index(np.argmax, 1.0), np.argmin: extreme_index(np.argmin, -1.0)},
    rule="a plain index; raises if rounding may change it. Exact ties give the first",
)
enter(
    {step: exact_only(step) for step in (np.argsort, np.searchsorted, np.digitize, np.nonzero, np.unique)},
    rule="plain results of exact arrays; raises for others",
)
