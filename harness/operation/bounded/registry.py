"""The table of functions that a reference may use: one row for each rule, with its functions and their code."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

Implementation = Callable[..., Any]


class BoundRule(NamedTuple):
    names: tuple[str, ...]
    """Spellings of its functions in a reference: ``np.exp``."""
    group: str
    """Heading of the table."""
    rule: str
    """Bound of the result, as text."""
    source: str
    """Source of the rule's constants; empty if it has none."""


class Undecided(TypeError):  # noqa: N818 - the word of docs/tolerance.md
    """A discrete decision depends on rounding: a right kernel may decide either way."""


_TABLE: list[BoundRule] = []

FUNCTIONS: dict[Any, Implementation] = {}
"""Implementations by NumPy function, or by ufunc and method: ``reduce``, ``accumulate``, ``at``."""


def enter(group: str, functions: Mapping[Any, Implementation], *, rule: str, source: str = "") -> None:
    FUNCTIONS.update({target: _silent(implementation) for target, implementation in functions.items()})
    names = (name_of(*target) if isinstance(target, tuple) else name_of(target) for target in functions)
    _TABLE.append(BoundRule(tuple(dict.fromkeys(names)), group, rule, source))


def entering(group: str) -> Callable[..., None]:
    """Return `enter` for one heading of the table."""
    return functools.partial(enter, group)


def _silent(implementation: Implementation) -> Implementation:
    """Return a function without NumPy's warnings: NaN and infinities are results here, not accidents."""

    @functools.wraps(implementation)
    def silent(*args: Any, **options: Any) -> Any:
        with np.errstate(all="ignore"):
            return implementation(*args, **options)

    return silent


def implementation_of(function: Any, method: str = "__call__") -> Implementation:
    for _ in range(2):
        implementation = FUNCTIONS.get(function if method == "__call__" else (function, method))
        if implementation is not None:
            return implementation
        whole_table()
    raise unsupported(name_of(function, method))


def unsupported(name: str) -> TypeError:
    return TypeError(f"{name} has no rule for error bounds; a reference may use {', '.join(allowed_names())}")


def whole_table() -> list[BoundRule]:
    """Return every rule, in the order of the page; rules of SciPy's functions are entered on the first request."""
    importlib.import_module(".rules.functions", __package__).enter_special()
    return _TABLE


def allowed_names() -> list[str]:
    return sorted({name for row in whole_table() for name in row.names})


def name_of(function: Any, method: str = "__call__") -> str:
    """Return the spelling of a NumPy or SciPy function: ``np.linalg.norm``, ``np.add.reduce``, ``special.erf``."""
    if isinstance(function, str):
        return function
    name = str(getattr(function, "__name__", function))
    if isinstance(function, np.ufunc):
        module = "np" if getattr(np, name, None) is function else "special"
    else:
        module = str(getattr(function, "__module__", None) or "numpy").replace("numpy", "np", 1)
    return f"{module}.{name}" + ("" if method == "__call__" else f".{method}")
