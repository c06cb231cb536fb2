r"""Makes untrusted text safe to show: it cannot move a cursor, hide or reorder text, or become markup.

The reader may not trust the output of kernels, the messages of compilers, or file names. Each kind of output has one
function here. An invisible character appears as Python would write it: ``\x1b``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...lazy import pattern

# Characters that change the direction of text, so that it reads differently from its bytes
# (https://trojansource.codes).
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"

# Control characters but tab and line feed, other line ends, halves of surrogate pairs, characters without width.
_UNSHOWN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f"
    + _BIDI
)

_IN_TEXT = pattern(f"[{_UNSHOWN}]")
_IN_LINE = pattern(f"[\n{_UNSHOWN}]")


def shown_character(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape").decode("ascii")


def lines(text: str) -> str:
    """Return text of several lines with every character visible; tabs and line feeds stay."""
    # ``\r\n`` counts as a line feed.
    return _IN_TEXT.sub(shown_character, text.replace("\r\n", "\n"))


def line(text: str) -> str:
    """Return text as one line with every character visible, line feeds included; tabs stay."""
    return _IN_LINE.sub(shown_character, text)


# Lines of a block that are shown; a comment on a pull request has 65,536 characters.
MOST_LINES = 60

_SHORT_LINES = 12
_SPECIAL = pattern(r"([\\`*{}\[\]#|~]|(?<!\w)_|_(?!\w))")
_SPAN = pattern(r"`([^`]+)`")
_BACKTICKS = pattern(r"`+")


def prose(text: str) -> str:
    """Return text for a paragraph in one line: text in backticks is code, the rest is never Markdown."""
    parts = _SPAN.split(" ".join(lines(text).split()))
    return "".join(
        code(part) if index % 2 else _SPECIAL.sub(r"\\\1", _html(part)) for index, part in enumerate(parts)
    )


def broken(text: str) -> str:
    return "<br>".join(map(prose, text.split("\n")))


def code(text: str) -> str:
    shown = " ".join(lines(text).splitlines())
    # A longer fence than any run of backticks inside it: the text cannot end its element.
    fence = "`" * (_longest_run(shown) + 1)
    space = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{space}{shown}{space}{fence}"


def cell(text: str) -> str:
    """Return a code span for a cell of a table, where a bar would end the cell even in code."""
    # GitHub splits a row at bars before it looks for code.
    return code(text).replace("|", "\\|")


def block(text: str, title: str, indent: str = "") -> Iterator[str]:
    """Return the lines of a fenced block, collapsed below a title where it is long."""
    shown = lines(text).split("\n")
    n_more = len(shown) - MOST_LINES
    if n_more > 0:
        shown = [*shown[:MOST_LINES], f"... and {n_more} more lines; the JSON has all"]
    fence = "`" * max(3, _longest_run(text) + 1)
    fenced = [f"{fence}text", *shown, fence]
    if len(shown) > _SHORT_LINES:
        fenced = [f"<details><summary>{_html(lines(title))}</summary>", "", *fenced, "", "</details>"]
    for line in ("", *fenced, ""):
        yield f"{indent}{line}" if line else ""


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
