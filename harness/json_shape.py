"""Says what a JSON document must look like, and what is wrong with one that does not.

A shape is written as the document is: a dict of what an object must hold (a name that ends in ``?`` may be missing,
``...`` stands for every other name), a list of one shape for a list of such (``[shape, ...]``: at least one), a tuple
for either, a frozenset for one of some strings, None for null, a `Number`, and a type. ``int`` takes what 64 bits
hold; ``float`` takes whole numbers too, and the spellings of numbers that JSON does not have.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from .errors import UsageError

NON_FINITE = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
"""Numbers that JSON does not have, as the documents of kernel-harness spell them."""

_MOST_WHOLE = 2**63


@dataclass(frozen=True)
class Number:
    """A finite number of some range, spelled as JSON does.

    Parameters
    ----------
    least, most : float
        Both ends belong to it.
    is_whole : bool
        Whether there must be nothing behind the point.
    """

    least: float
    most: float
    is_whole: bool = False

    @property
    def text(self) -> str:
        """In words, for messages."""
        name = _NAMES[int if self.is_whole else float]
        most = "" if self.most >= _MOST_SIZE or self.is_whole else f" to {self.most:g}"
        return f"{name} from {self.least:g}{most}{' on' if not most else ''}"

    def fits(self, value: object) -> bool:
        """Whether a value is such a number."""
        if isinstance(value, bool) or not isinstance(value, int if self.is_whole else int | float):
            return False
        return self.least <= value <= self.most


_MOST_SIZE = 1e30
COUNT = Number(0, _MOST_WHOLE - 1, is_whole=True)
"""How many there are of something."""
EXTENT = Number(1, _MOST_WHOLE - 1, is_whole=True)
"""Rows, columns, threads: at least one."""
SIZE = Number(0, _MOST_SIZE)
"""A time, a share or a rate; what is larger is damage, and its square would be no number."""
CHANGE = Number(-1e9, 1e9)
"""A change as a share; what is larger is damage, and an axis could not tell it from its neighbours."""
POSITIVE = Number(1 / _MOST_SIZE, _MOST_SIZE)
"""A time or a size that others are divided by."""

_NAMES = {str: "a string", int: "a whole number", float: "a number", bool: "true or false", dict: "an object"}


def require(value: object, shape: object, where: str) -> None:
    """Refuse a document that has not the shape.

    Parameters
    ----------
    value : object
        What `json.loads` made of it.
    shape : object
        As described above.
    where : str
        What the message calls it.

    Raises
    ------
    UsageError
        Naming the first place that does not fit.
    """
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
                raise UsageError(f"{where} must have {key!r}; it is damaged, or no document of this kind")
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
    """Return a number of a document as a float; its spellings of NaN and infinities included, None for null."""
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
    except ValueError:  # more digits than Python writes
        shown = "a number of thousands of digits"
    return UsageError(f"{where} must be {wanted} (got {shown if len(shown) <= 60 else shown[:57] + '...'})")
