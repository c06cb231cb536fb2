"""Says what a JSON document must look like, and what is wrong with one that does not.

A shape is written as the document is: a dict of what an object must hold (a name that ends in ``?`` may be missing), a
list of one shape for a list of such, a tuple for either, None for null, and a type. ``float`` takes whole numbers too.
"""

from __future__ import annotations

from typing import Any

from .errors import UsageError

NON_FINITE = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
"""Numbers that JSON does not have, as the documents of kernel-harness spell them."""

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
            key = name.removesuffix("?")
            if key in value:
                require(value[key], inner, f"{where}: {key}" if where.endswith(".json") else f"{where}.{key}")
            elif not name.endswith("?"):
                raise UsageError(f"{where} must have {key!r}; it is damaged, or no document of this kind")
    elif isinstance(shape, list):
        if not isinstance(value, list):
            raise _wrong(where, "a list", value)
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
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(shape, type) and isinstance(value, shape)


def _fits_deeply(value: object, shape: object) -> bool:
    try:
        require(value, shape, "")
    except UsageError:
        return False
    return True


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _described(shape: object) -> str:
    if isinstance(shape, tuple):
        return " or ".join(_described(each) for each in shape)
    if shape is None:
        return "null"
    if isinstance(shape, list):
        return "a list"
    return _NAMES[dict if isinstance(shape, dict) else shape]  # type: ignore[index]


def _wrong(where: str, wanted: str, value: object) -> UsageError:
    shown = repr(value)
    return UsageError(f"{where} must be {wanted} (got {shown if len(shown) <= 60 else shown[:57] + '...'})")
