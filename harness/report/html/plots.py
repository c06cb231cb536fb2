"""Plots as SVG: lines over N, bars, intervals. Colours are classes that the style gives a value.

A plot fits its window, down to the width at which its words are still legible; a narrower window scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .axes import LinearScale, LogScale, path, percent_ticks, spread_out, ticks
from .numbers import percent
from .templates import Markup, part

N_COLOURS = 7
"""Number of colours that people with any kind of colour vision can distinguish. Each has its own mark."""

_WIDTH, _HEIGHT = 960.0, 430.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 60.0, 190.0, 34.0, 48.0
_LABEL_GAP = 15.0
_ROWS_TOP = 26.0
"""Where the first row of bars or intervals starts."""
_AXIS = 46.0
"""Height of an axis and its title below the rows."""


@dataclass(frozen=True)
class Point:
    """A point of a line, with its tooltip."""

    x: float
    y: float
    says: str


@dataclass(frozen=True)
class Line:
    """A line."""

    name: str
    """Its name in the legend."""
    points: tuple[Point, ...]
    """By x."""
    colour: int | None = None
    """Index of its colour, below `N_COLOURS`; None for a line in the background."""

    @property
    def style(self) -> str:
        """CSS class of its colour."""
        return "quiet" if self.colour is None else f"s{self.colour}"

    def at(self, x: LogScale, y: LogScale) -> list[tuple[float, float]]:
        """Return the coordinates of its points."""
        return [(x(point.x), y(point.y)) for point in self.points]


def line_plot(
    lines: Sequence[Line], ceiling: Line | None, *, x_title: str, y_title: str, label: str
) -> Markup:
    """Draw lines over a common x, both axes logarithmic, those in the background first."""
    every = [point for line in (*lines, *([ceiling] if ceiling else [])) for point in line.points]
    bottom = _HEIGHT - _BOTTOM
    x = LogScale.over([point.x for point in every], _LEFT, _WIDTH - _RIGHT, room=1.15)
    y = LogScale.over([point.y for point in every], bottom, _TOP)
    ordered = sorted(lines, key=lambda each: (each.colour is not None, each.name))
    labels = [(y(line.points[-1].y), line.name, line.style) for line in ordered if line.colour is not None]
    ceiling_path = ""
    if ceiling:
        labels.append((y(ceiling.points[-1].y), ceiling.name, "ceiling"))
        inner = ceiling.at(x, y)
        # A ceiling known at one place is drawn across: the memory is the same.
        ceiling_path = path([(x.start, inner[0][1]), *inner, (x.end, inner[-1][1])])
    places = spread_out([place for place, _, _ in labels], _LABEL_GAP, _TOP, bottom)
    return part(
        "line_plot",
        file="plots.html",
        width=_WIDTH,
        height=_HEIGHT,
        label=label,
        x=x,
        y=y,
        x_ticks=ticks(x, x.powers_of_two()),
        y_ticks=ticks(y, y.decimals()),
        x_title=x_title,
        y_title=y_title,
        ceiling=ceiling,
        ceiling_path=ceiling_path,
        lines=ordered,
        names=[(place, *label[1:]) for place, label in zip(places, labels, strict=True)],
    )


@dataclass(frozen=True)
class Bar:
    """A bar with its value written behind it."""

    name: str
    value: float
    shown: str
    says: str = ""
    kind: str = ""


def bar_plot(bars: Sequence[Bar], *, x_title: str, label: str) -> Markup:
    """Draw bars below each other, from zero, each with its name and value in words."""
    row = 24.0
    bottom = _ROWS_TOP + row * len(bars)
    x = LinearScale(0.0, max(bar.value for bar in bars), 210.0, _WIDTH - 70.0)
    return part(
        "bar_plot",
        file="plots.html",
        width=_WIDTH,
        height=bottom + _AXIS,
        label=label,
        x=x,
        ticks=ticks(x, x.ticks(8)),
        x_title=x_title,
        bottom=bottom,
        bars=[(bar, _ROWS_TOP + row * index) for index, bar in enumerate(bars)],
    )


@dataclass(frozen=True)
class Span:
    """An estimate with its interval and that of a second, confirming pass; shares, 0.01 is one percent."""

    name: str
    verdict: str
    estimate: float
    low: float
    high: float
    says: str
    confirmed: tuple[float, float, float] | None = None


def interval_plot(spans: Sequence[Span], *, margin: float, x_title: str, label: str) -> Markup:
    """Draw intervals below each other around zero, with the margin shaded; an end beyond the plot is an arrow."""
    row = 30.0
    bottom = _ROWS_TOP + row * len(spans)
    ends = (end for span in spans for end in (span.estimate, span.low, span.high))
    reach = max(2.0 * margin, *(1.15 * abs(end) for end in ends))
    reach = min(reach, max(50 * margin, 1.3 * max(abs(span.estimate) for span in spans)))
    x = LinearScale(-reach, reach, 330.0, _WIDTH - 110.0)
    return part(
        "interval_plot",
        file="plots.html",
        width=_WIDTH,
        height=bottom + _AXIS,
        label=label,
        x=x,
        ticks=percent_ticks(x),
        x_title=x_title,
        bottom=bottom,
        margin=margin,
        spans=[(span, _ROWS_TOP + row * (index + 0.5)) for index, span in enumerate(spans)],
    )


def legend(lines: Sequence[Line]) -> Markup:
    """Build the buttons that bring a line to the front; each shows its mark."""
    return part("legend", lines, file="plots.html")


def share_text(low: float, high: float) -> str:
    """Return an interval of shares in words."""
    return f"{percent(low, 2, signed=True)} to {percent(high, 2, signed=True)}"
