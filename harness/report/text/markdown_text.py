"""Puts any text into Markdown, so that it is shown as it is and cannot end its element."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import plain_text

MOST_LINES = 60
"""Lines of a block that are shown; a comment on a pull request has 65,536 characters."""

_SHORT_LINES = 12
_SPECIAL = re.compile(r"([\\`*{}\[\]#|~]|(?<!\w)_|_(?!\w))")
_SPAN = re.compile(r"`([^`]+)`")
_BACKTICKS = re.compile(r"`+")


def prose(text: str) -> str:
    """Return text for a paragraph in one line: text in backticks is code, the rest is never Markdown."""
    parts = _SPAN.split(" ".join(plain_text.lines(text).split()))
    return "".join(
        code(part) if index % 2 else _SPECIAL.sub(r"\\\1", _html(part)) for index, part in enumerate(parts)
    )


def broken(text: str) -> str:
    """Return text for one line or one cell of a table, its own lines parted by ``<br>``."""
    return "<br>".join(map(prose, text.split("\n")))


def code(text: str) -> str:
    """Return one line of text as a code span."""
    shown = " ".join(plain_text.lines(text).splitlines())
    fence = "`" * (_longest_run(shown) + 1)
    space = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{space}{shown}{space}{fence}"


def cell(text: str) -> str:
    """Return a code span for a cell of a table, where a bar would end the cell even in code."""
    return code(text).replace("|", "\\|")


def block(text: str, title: str, indent: str = "") -> Iterator[str]:
    """Return the lines of a fenced block, collapsed below a title where it is long."""
    lines = plain_text.lines(text).split("\n")
    n_more = len(lines) - MOST_LINES
    if n_more > 0:
        lines = [*lines[:MOST_LINES], f"... and {n_more} more lines; the JSON has all"]
    fence = "`" * max(3, _longest_run(text) + 1)
    fenced = [f"{fence}text", *lines, fence]
    if len(lines) > _SHORT_LINES:
        fenced = [
            f"<details><summary>{_html(plain_text.lines(title))}</summary>",
            "",
            *fenced,
            "",
            "</details>",
        ]
    for line in ("", *fenced, ""):
        yield f"{indent}{line}" if line else ""


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
