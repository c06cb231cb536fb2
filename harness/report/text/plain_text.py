r"""Makes untrusted text safe to show: it cannot move a cursor, hide or reorder text, or become markup.

The reader may not trust the output of kernels, the messages of compilers, or file names. Every kind of output has one
function here. An invisible character appears as Python would write it: ``\x1b``.
"""

from __future__ import annotations

import re

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Characters that change the direction of text, so that it reads differently from its bytes (https://trojansource.codes)."""

_UNSHOWN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f"
    + _BIDI
)
"""Control characters but tab and line feed, other line ends, halves of surrogate pairs, characters without width."""

_IN_TEXT = re.compile(f"[{_UNSHOWN}]")
_IN_LINE = re.compile(f"[\n{_UNSHOWN}]")


def shown_character(found: re.Match[str]) -> str:
    """Return a character as Python writes it in a string."""
    return found.group().encode("unicode_escape").decode("ascii")


def lines(text: str) -> str:
    r"""Return text of several lines with every character visible; tabs and line feeds stay.

    ``\r\n`` counts as a line feed.
    """
    return _IN_TEXT.sub(shown_character, text.replace("\r\n", "\n"))


def line(text: str) -> str:
    """Return text as one line with every character visible, line feeds included; tabs stay."""
    return _IN_LINE.sub(shown_character, text)
