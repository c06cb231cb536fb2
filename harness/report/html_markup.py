"""HTML as a tree of calls: everything that is not markup already is escaped, so no text can become markup.

Knows no report; `harness.report.html_table` and the sections build on it.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable

from . import plain_text

_VOID = frozenset({"br", "hr", "input", "meta", "col", "wbr"})
# Where a line may break within a name: after what joins its words.
_JOINT = re.compile(r"(?<=[_/.:-])(?=\w)")

MISSING = "\u2013"
"""What stands where a value is not known."""


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Child = str | int | float | None | Iterable["Child"]
"""What an element may hold; `Markup` goes in as it is, None not at all."""


def escaped(text: str) -> str:
    r"""Return text that shows as itself in HTML, control characters as ``\x1b``."""
    return html.escape(plain_text.lines(text), quote=True)


def join(*children: Child) -> Markup:
    """Return children one after the other."""
    return Markup("".join(_parts(children)))


def element(name: str, /, *children: Child, **attributes: object) -> Markup:
    """Build an element.

    Parameters
    ----------
    name : str
        Its tag.
    *children : Child
        What it holds.
    **attributes
        By name, with ``_`` for ``-`` and a trailing ``_`` dropped (``class_``). True stands for an attribute without
        a value; None and False leave it out.
    """
    shown = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escaped(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Markup(f"<{name}{shown}>")
    return Markup(f"<{name}{shown}>{join(*children)}</{name}>")


def _parts(children: Iterable[Child]) -> Iterable[str]:
    for child in children:
        if child is None:
            continue
        if isinstance(child, Markup):
            yield str(child)
        elif isinstance(child, str):
            yield escaped(child)
        elif isinstance(child, int | float):
            yield escaped(number(child))
        else:
            yield from _parts(child)


def breakable(text: str) -> Markup:
    """Return a name, id or path that may break after what joins its words; copying it gives the text."""
    return Markup("<wbr>".join(escaped(part) for part in _JOINT.split(text)))


def number(value: float | None, digits: int = 3) -> str:
    """Return a number for people: significant digits, no exponent where it can be helped, groups of three.

    Parameters
    ----------
    value : float or None
        None and NaN are shown as missing; infinities as such.
    digits : int
        Significant digits of what is not a whole number.
    """
    if value is None or math.isnan(value):
        return MISSING
    if math.isinf(value):
        return "\u221e" if value > 0 else "\u2212\u221e"
    sign = "\u2212" if value < 0 else ""
    size = abs(value)
    if size == round(size) and size < 1e15:
        return f"{sign}{size:,.0f}".replace(",", "\u202f") if size >= 10_000 else f"{sign}{size:.0f}"
    if not 1e-4 <= size < 1e7:
        return f"{sign}{size:.{digits - 1}e}"
    decimals = max(0, digits - 1 - math.floor(math.log10(size)))
    text = f"{size:,.{decimals}f}" if size >= 10_000 else f"{size:.{decimals}f}"
    return sign + text.replace(",", "\u202f")


def fixed(value: float, decimals: int) -> str:
    """Return a number with so many decimals; groups of three from ten thousand on."""
    text = f"{value:,.{decimals}f}" if abs(value) >= 10_000 else f"{value:.{decimals}f}"
    return text.replace(",", "\u202f").replace("-", "\u2212")


def percent(share: float | None, decimals: int = 0, *, signed: bool = False) -> str:
    """Return a share as a percentage; missing for None and NaN."""
    if share is None or math.isnan(share):
        return MISSING
    if math.isinf(share):
        return "\u221e" if share > 0 else "\u2212\u221e"
    text = f"{100 * share:{'+' if signed else ''}.{decimals}f}\u00a0%"
    return text.replace("-", "\u2212")


def plural(n: int, word: str, many: str = "") -> str:
    """Return ``1 case`` or ``3 cases``."""
    return f"{number(n)} {word if n == 1 else many or word + 's'}"


def bound_share(ratio: float | None) -> str:
    """Return an error as a percentage of its bound; `ratio` is error over bound, None where none was measured."""
    if ratio is None or math.isnan(ratio):
        return MISSING
    if math.isinf(ratio):
        return f"{number(ratio)}\u00a0%"
    share = 100 * ratio
    if 0 < share < 0.1:
        return "< 0.1\u00a0%"
    if share >= 1e4:
        return f"{share:.2e}\u00a0%"
    # An error below its bound must not be rounded up to the bound, nor one above it down.
    tenths = math.floor(10 * share) if ratio <= 1 else math.ceil(10 * share)
    return f"{tenths / 10:.{1 if tenths % 10 else 0}f}\u00a0%"


def chip(text: str, kind: str) -> Markup:
    """Return a short word on a coloured ground; the word alone says what the colour does."""
    return element("span", text, class_=f"chip {kind.lower()}")


def command(text: str) -> Markup:
    """Return a shell command with a button that copies it."""
    return element(
        "div",
        element("code", text),
        element("button", "Copy", type="button", class_="copy", aria_label=f"Copy the command {text}"),
        class_="command",
    )
