"""Writes the table of shipped operations into ``docs/operations.md``: ``python -m tests.docs docs``."""

from __future__ import annotations

from collections.abc import Iterable

from harness.operation.array import Array
from harness.operation.catalogue import shipped_operations
from harness.operation.model import Operation
from tests.docs.links import DOCS

START = "<!-- table made by python -m tests.docs docs -->\n"
END = "<!-- end -->\n"


def page() -> str:
    """Return the page with its table made anew."""
    head, _, rest = (DOCS / "operations.md").read_text(encoding="utf-8").partition(START)
    rows = ["| `operation` | computes | further `args` | words of `arithmetic` |", "|---|---|---|---|"]
    for each in shipped_operations().values():
        cells = (_code([each.name]), _code([each.summary]), _arguments(each), _code(each.words))
        rows.append("| " + " | ".join(cells) + " |")
    return f"{head}{START}\n" + "\n".join(rows) + f"\n\n{END}" + rest.partition(END)[2]


def _arguments(operation: Operation) -> str:
    numbers = [f"`{each.name}` ({', '.join(f'{n:g}' for n in each.values)})" for each in operation.scalars]
    arrays = [
        f"`{each.name}`{_kind(each, operation)}"
        for each in operation.arrays
        if each.name not in ("inp", "out") or each.strides
    ]
    sizes = [
        f"`{each.name}` ({', '.join(map(str, each.values)) or f'`{each.of}`'})" for each in operation.sizes
    ]
    strides = [f"`{each.name}`" for each in operation.strides]
    return ", ".join([*arrays, *numbers, *sizes, *strides])


def _kind(array: Array, operation: Operation) -> str:
    """Return role, shape and type of an array; empty for a vector of the case's type."""
    if (array.role, array.shape, array.dtype) == ("in", ("n_cols",), None):
        return ""
    shape = " x ".join(operation.shown(array.shape))
    return f" ({array.role}, {shape}{', ' + array.dtype if array.dtype else ''})"


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
