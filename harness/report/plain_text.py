r"""Text of others, made fit to be shown: nothing in it moves a cursor, hides, reorders or becomes markup.

What kernels print, compilers say and files are called is written by people and programs that the reader may not trust.
Every kind of output has one function here. A character that is not shown appears as Python would write it: ``\x1b``.
"""

from __future__ import annotations

import re

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Characters that change the direction of text, so that it does not read as it runs (https://trojansource.codes)."""

_UNSHOWN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f"
    + _BIDI
)
"""Control characters but tab and line feed, other line ends, halves of surrogate pairs, and what has no width."""

_IN_TEXT = re.compile(f"[{_UNSHOWN}]")
_IN_LINE = re.compile(f"[\n{_UNSHOWN}]")
_FENCE = re.compile("`+")
# With a backslash before it, each is itself in CommonMark (section 2.4) and in GitHub's tables.
# An underscore within a word is one there already.
_MARKDOWN = re.compile(r"[\\`*\[\]|~]|(?<!\w)_|_(?!\w)")
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def shown_character(found: re.Match[str]) -> str:
    """Return a character as Python writes it in a string."""
    return found.group().encode("unicode_escape").decode("ascii")


def lines(text: str) -> str:
    r"""Return text of several lines that shows every character; tabs and line feeds stay.

    ``\r\n`` counts as a line feed.
    """
    return _IN_TEXT.sub(shown_character, text.replace("\r\n", "\n"))


def line(text: str) -> str:
    """Return text as one line that shows every character, its line feeds as well; tabs stay."""
    return _IN_LINE.sub(shown_character, text)


def markdown(text: str) -> str:
    """Return text that shows as itself in one line or one table cell of Markdown; its lines are parted by ``<br>``."""
    escaped = _MARKDOWN.sub(r"\\\g<0>", lines(text))
    for character, entity in _HTML.items():
        escaped = escaped.replace(character, entity)
    return escaped.replace("\n", "<br>")


def markdown_code(text: str) -> str:
    """Return text as a code span of Markdown, fit for a table too.

    The fence is longer than any run of backticks within (CommonMark, section 6.1); tables need a backslash before a
    ``|`` in code as well (GFM, section 4.10).
    """
    shown = line(text).replace("|", "\\|")
    fence = "`" * (1 + max((len(run) for run in _FENCE.findall(shown)), default=0))
    space = " " if shown.startswith("`") or shown.endswith("`") or not shown.strip() else ""
    return f"{fence}{space}{shown}{space}{fence}"


def markdown_block(text: str) -> list[str]:
    """Return the lines of a fenced code block of Markdown that nothing in the text can close."""
    shown = lines(text)
    fence = "`" * max(3, 1 + max((len(run) for run in _FENCE.findall(shown)), default=0))
    return [fence, *shown.split("\n"), fence]
