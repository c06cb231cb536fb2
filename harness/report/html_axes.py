"""Scales and axes of plots, as SVG: where a value lies, which ticks it gets, and how they are written."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from .html_markup import Markup, element, number, percent


def at(value: float) -> str:
    """Return a coordinate as SVG has it: a tenth of a unit is finer than a screen."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


@dataclass(frozen=True)
class LogScale:
    """Maps positive values to coordinates by their logarithms.

    Parameters
    ----------
    low, high : float
        Values at the ends, ``0 < low < high``.
    start, end : float
        Coordinates there.
    """

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def over(cls, values: Sequence[float], start: float, end: float, *, room: float = 1.12) -> LogScale:
        """Make a scale that holds all values, with some room at both ends."""
        low, high = min(values), max(values)
        return cls(low / room, high * room, start, end)

    def __call__(self, value: float) -> float:
        """Return the coordinate of a value."""
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def powers_of_two(self, most: int = 12) -> list[float]:
        """Return powers of two within the scale, every second or third where there are many."""
        exponents = range(math.ceil(math.log2(self.low)), math.floor(math.log2(self.high)) + 1)
        step = max(1, math.ceil(len(exponents) / most))
        return [2.0**e for e in exponents if e % step == 0]

    def decimals(self, most: int = 9) -> list[float]:
        """Return the numbers 1, 2, 5 times powers of ten within the scale, fewer of them where there are many."""
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        for digits in ((1, 2, 5), (1, 3), (1,)):
            ticks = [d * 10.0**e for e in decades for d in digits if self.low <= d * 10.0**e <= self.high]
            if len(ticks) <= most:
                break
        return ticks


@dataclass(frozen=True)
class LinearScale:
    """Maps values to coordinates in proportion; fields as of `LogScale`, of any sign."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the coordinate of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, most: int = 9) -> list[float]:
        """Return round numbers within the scale, at most so many."""
        raw = (self.high - self.low) / most
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(power * m for m in (1, 2, 2.5, 5, 10) if power * m >= raw * (1 - 1e-9))
        first = math.ceil(self.low / step - 1e-9)
        return [n * step for n in range(first, math.floor(self.high / step + 1e-9) + 1)]


Scale = LogScale | LinearScale


TITLE_LINE = 15.0
"""From a line of a title to the next."""
_LETTER = 6.6
"""Width of a letter of a title, on average: wide enough for most."""


def title_lines(title: str, width: float) -> list[str]:
    """Break a title into lines that fit a width."""
    return textwrap.wrap(title, max(int(width / _LETTER), 12))


def x_axis(scale: Scale, ticks: Sequence[float], y: float, top: float, title: str) -> list[Markup]:
    """Draw an axis below a plot: lines across it at the ticks, their values, the title with the unit."""
    drawn = [element("line", x1=at(scale.start), x2=at(scale.end), y1=at(y), y2=at(y), class_="axis")]
    for tick in ticks:
        x = at(scale(tick))
        drawn.append(element("line", x1=x, x2=x, y1=at(top), y2=at(y), class_="grid"))
        drawn.append(element("text", number(tick), x=x, y=at(y + 17), class_="tick", text_anchor="middle"))
    return [*drawn, *_x_title(scale, y, title)]


def _x_title(scale: Scale, y: float, title: str) -> list[Markup]:
    middle = (scale.start + scale.end) / 2
    return [
        element(
            "text",
            line,
            x=at(middle),
            y=at(y + 37 + TITLE_LINE * index),
            class_="title",
            text_anchor="middle",
        )
        for index, line in enumerate(title_lines(title, scale.end - scale.start))
    ]


def y_axis(scale: Scale, ticks: Sequence[float], x: float, right: float, title: str) -> list[Markup]:
    """Draw an axis left of a plot; the title stands above it, level, so that it reads without turning the head."""
    drawn = [element("line", x1=at(x), x2=at(x), y1=at(scale.start), y2=at(scale.end), class_="axis")]
    for tick in ticks:
        y = at(scale(tick))
        drawn.append(element("line", x1=at(x), x2=at(right), y1=y, y2=y, class_="grid"))
        drawn.append(
            element(
                "text", number(tick), x=at(x - 7), y=at(scale(tick) + 4), class_="tick", text_anchor="end"
            )
        )
    drawn.append(element("text", title, x=at(x - 44), y=at(scale.end - 14), class_="title"))
    return drawn


def percent_axis(scale: LinearScale, y: float, top: float, title: str, *, most: int = 9) -> list[Markup]:
    """Draw an axis of shares below a plot, with at most so many ticks, written as signed percentages."""
    ticks = scale.ticks(most)
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 1.0
    decimals = max(0, -math.floor(math.log10(100 * step) + 1e-9))
    drawn = []
    for tick in ticks:
        x = at(scale(tick))
        is_zero = abs(tick) < step / 1000
        drawn.append(element("line", x1=x, x2=x, y1=at(top), y2=at(y), class_="zero" if is_zero else "grid"))
        shown = "0" if is_zero else percent(tick, decimals, signed=True)
        drawn.append(element("text", shown, x=x, y=at(y + 17), class_="tick", text_anchor="middle"))
    return [*drawn, *_x_title(scale, y, title)]


def svg(width: float, height: float, label: str, *children: object, kind: str = "") -> Markup:
    """Wrap a plot; `label` says in words what it shows, for those who cannot see it; `kind` is its class."""
    return element(
        "svg",
        *children,  # type: ignore[arg-type]
        viewBox=f"0 0 {at(width)} {at(height)}",
        width=at(width),
        height=at(height),
        role="img",
        aria_label=label,
        class_=kind or None,
    )


def spread_out(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move coordinates apart until neighbours are `gap` apart, as little as need be, within the bounds if they fit.

    Returns
    -------
    list of float
        In the order of `wanted`.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed: list[float] = []
    for index in order:
        placed.append(max(wanted[index], placed[-1] + gap if placed else low))
    limit = high
    for position in reversed(range(len(placed))):
        placed[position] = min(placed[position], limit)
        limit = placed[position] - gap
    result = [0.0] * len(wanted)
    for index, coordinate in zip(order, placed, strict=True):
        result[index] = coordinate
    return result
