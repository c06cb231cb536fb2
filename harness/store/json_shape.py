"""Checks the structure of a JSON document.

A shape has the form of the document: a dict for an object (a name that ends in ``?`` is optional, ``...`` is any other
name), a list with one shape for a list (``[shape, ...]`` for a list that is not empty), a tuple for alternatives, a
frozenset for one of several strings, None for null, a `Number`, or a type. ``int`` accepts signed 64-bit integers.
``float`` accepts whole numbers too, and the spellings in `NON_FINITE`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ..errors import UsageError

NON_FINITE = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
"""Spellings in documents of kernel-harness of numbers that JSON does not have."""

_MOST_WHOLE = 2**63


@dataclass(frozen=True)
class Number:
    """A finite number of JSON within a range."""

    least: float
    most: float
    """`least`, `most`: smallest and largest allowed value."""
    is_whole: bool = False
    """Whether the number must be an integer."""

    @property
    def text(self) -> str:
        """Description for messages."""
        name = _NAMES[int if self.is_whole else float]
        most = "" if self.most >= _MOST_SIZE or self.is_whole else f" to {self.most:g}"
        return f"{name} from {self.least:g}{most}{' on' if not most else ''}"

    def fits(self, value: object) -> bool:
        """Whether a value is a number in the range."""
        if isinstance(value, bool) or not isinstance(value, int if self.is_whole else int | float):
            return False
        return self.least <= value <= self.most


_MOST_SIZE = 1e30
COUNT = Number(0, _MOST_WHOLE - 1, is_whole=True)
"""A count."""
EXTENT = Number(1, _MOST_WHOLE - 1, is_whole=True)
"""A number of rows, columns or threads, at least one."""
SIZE = Number(0, _MOST_SIZE)
"""A time, a share or a rate. A larger number means a damaged file, and its square would overflow."""
CHANGE = Number(-1e9, 1e9)
"""A change as a share. A larger number means a damaged file and could not be plotted."""
POSITIVE = Number(1 / _MOST_SIZE, _MOST_SIZE)
"""A time or a size that is used as a divisor."""

_NAMES = {str: "a string", int: "a whole number", float: "a number", bool: "true or false", dict: "an object"}


def require(value: object, shape: object, where: str) -> None:
    """Refuse a document that does not have a shape."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            raise _wrong(where, "an object", value)
        for name, inner in shape.items():
            if name is ...:
                for other in value.keys() - shape.keys():
                    require(value[other], inner, f"{where}.{other}")
                continue
            key = name.removesuffix("?")
            if key in value:
                require(value[key], inner, f"{where}: {key}" if where.endswith(".json") else f"{where}.{key}")
            elif not name.endswith("?"):
                raise UsageError(f"{where} must have {key!r}; it is damaged, or not a document of this kind")
    elif isinstance(shape, list):
        if not isinstance(value, list):
            raise _wrong(where, "a list", value)
        if shape[1:] == [...] and not value:
            raise _wrong(where, "a list that is not empty", value)
        for index, each in enumerate(value):
            require(each, shape[0], f"{where}[{index}]")
    elif not _fits(value, shape):
        raise _wrong(where, _described(shape), value)


def finite(value: Any) -> float | None:
    """Return a number of a document, or a spelling in `NON_FINITE`, as a float; None for null."""
    return NON_FINITE[value] if isinstance(value, str) else None if value is None else float(value)


def _fits(value: object, shape: object) -> bool:
    if isinstance(shape, tuple):
        return any(_fits_deeply(value, each) for each in shape)
    if shape is None:
        return value is None
    if shape is float:
        return value in NON_FINITE if isinstance(value, str) else _is_number(value)
    if shape is int:
        return isinstance(value, int) and not isinstance(value, bool) and -_MOST_WHOLE <= value < _MOST_WHOLE
    if isinstance(shape, Number):
        return shape.fits(value)
    if isinstance(shape, frozenset):
        return isinstance(value, str) and value in shape
    return isinstance(shape, type) and isinstance(value, shape)


def _fits_deeply(value: object, shape: object) -> bool:
    try:
        require(value, shape, "")
    except UsageError:
        return False
    return True


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value) if isinstance(value, float) else -_MOST_WHOLE <= value < _MOST_WHOLE


def _described(shape: object) -> str:
    if isinstance(shape, tuple):
        return " or ".join(_described(each) for each in shape)
    if shape is None:
        return "null"
    if isinstance(shape, list):
        return "a list"
    if isinstance(shape, Number):
        return shape.text
    if isinstance(shape, frozenset):
        return f"one of {', '.join(sorted(shape))}"
    return _NAMES[dict if isinstance(shape, dict) else shape]  # type: ignore[index]


def _wrong(where: str, wanted: str, value: object) -> UsageError:
    try:
        shown = repr(value)
    except ValueError:  # Python refuses to write that many digits
        shown = "a number of thousands of digits"
    return UsageError(f"{where} must be {wanted} (got {shown if len(shown) <= 60 else shown[:57] + '...'})")
