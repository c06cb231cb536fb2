"""Writes the table of shipped operations into ``docs/operations.md``: ``python -m tests.docs docs``."""

from __future__ import annotations

from collections.abc import Iterable

from harness.operation.catalogue import shipped_operations
from harness.operation.model import Operation
from tests.docs.links import DOCS

START = "<!-- table made by python -m tests.docs docs -->\n"
END = "<!-- end -->\n"


def page() -> str:
    """Return the page with its table made anew."""
    head, _, rest = (DOCS / "operations.md").read_text(encoding="utf-8").partition(START)
    rows = ["| `operation` | computes | further `args` |", "|---|---|---|"]
    for each in shipped_operations().values():
        cells = (_code([each.name]), _code([each.summary]), _code(_arguments(each)))
        rows.append("| " + " | ".join(cells) + " |")
    return f"{head}{START}\n" + "\n".join(rows) + f"\n\n{END}" + rest.partition(END)[2]


def _arguments(operation: Operation) -> list[str]:
    arrays = [each for each in operation.arrays if each.name not in ("inp", "out") or each.strides]
    parts = (*arrays, *operation.scalars, *operation.sizes, *operation.strides)
    return [part.name for part in parts]


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
