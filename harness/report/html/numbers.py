"""Text of numbers in the report: counts, shares, times, errors."""

from __future__ import annotations

import math

# Shown for an unknown value.
MISSING = "\u2013"


def number(value: float | None, digits: int = 3) -> str:
    """Return a number with few significant digits and groups of three, without an exponent if possible."""
    if value is None or math.isnan(value):
        return MISSING
    if math.isinf(value):
        return "\u221e" if value > 0 else "\u2212\u221e"
    sign = "\u2212" if value < 0 else ""
    size = abs(value)
    # Floats below 1e15 that are whole print all of their digits rightly.
    if size == round(size) and size < 1e15:
        return f"{sign}{size:,.0f}".replace(",", "\u202f") if size >= 10_000 else f"{sign}{size:.0f}"
    if not 1e-4 <= size < 1e7:
        return f"{sign}{size:.{digits - 1}e}"
    decimals = max(0, digits - 1 - math.floor(math.log10(size)))
    text = f"{size:,.{decimals}f}" if size >= 10_000 else f"{size:.{decimals}f}"
    return sign + text.replace(",", "\u202f")


def fixed(value: float, decimals: int) -> str:
    """Return a number with a fixed number of decimals; groups of three from ten thousand on."""
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
    """Return an error as a percentage of its bound, from ten times the bound on as a multiple; `ratio` may be None."""
    if ratio is None or math.isnan(ratio):
        return MISSING
    if ratio >= 10:
        return f"{number(ratio)}\u00a0\u00d7 bound"
    share = 100 * ratio
    if 0 < share < 0.1:
        return "< 0.1\u00a0%"
    # An error below its bound must not be rounded up to the bound, nor one above it down.
    tenths = math.floor(10 * share) if ratio <= 1 else math.ceil(10 * share)
    return f"{tenths / 10:.{1 if tenths % 10 else 0}f}\u00a0%"
