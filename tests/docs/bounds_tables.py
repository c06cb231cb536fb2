"""Writes the tables of ``docs/tolerance.md`` from the table of functions: ``python -m tests.docs docs``."""

from __future__ import annotations

from collections.abc import Iterable

from harness.operation.bounded import TABLE, WORDS
from harness.operation.bounded.kernel_arithmetic import ALTERNATIVES, FLOAT32_ONLY
from tests.docs.links import DOCS

GROUPS = (
    "Arithmetic",
    "Functions",
    "Selections and comparisons",
    "Sums and products",
    "Shapes and indices",
    "Casts",
)
"""Headings of the table of functions, in the order of the page."""


def page() -> str:
    """Return the page with its tables made anew."""
    text = (DOCS / "tolerance.md").read_text(encoding="utf-8")
    groups = "; ".join(", ".join(f"`{word}`" for word in group) for group in ALTERNATIVES)
    for name, made in {
        "words": f"\n\n{_words()}\n\n",
        "groups": groups,
        "functions": f"\n\n{_functions()}\n\n",
    }.items():
        start, end = f"<!-- {name} made by python -m tests.docs docs -->", f"<!-- end of {name} -->"
        head, _, rest = text.partition(start)
        text = head + start + made + end + rest.partition(end)[2]
    return text


def _words() -> str:
    rows = (
        (f"`{word}`", meaning, "float32" if word in FLOAT32_ONLY else "all")
        for word, meaning in WORDS.items()
    )
    return _table(("word", "meaning", "for"), rows)


def _functions() -> str:
    assert {row.group for row in TABLE} == set(GROUPS)
    sections = []
    for group in GROUPS:
        rows = (
            (", ".join(f"`{name}`" for name in row.names), row.rule, row.source)
            for row in TABLE
            if row.group == group
        )
        sections.append(f"### {group}\n\n" + _table(("function", "bound of the result", "source"), rows))
    return "\n\n".join(sections)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
