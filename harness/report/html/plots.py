"""Plots as SVG: lines over N, bars, intervals. Colours are classes that the style gives a value.

Each plot is drawn twice, wide and narrow, and the style shows the one that fits the window: words of the
wide one, scaled down to a phone, could not be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .axes import TITLE_LINE, LinearScale, LogScale, path, percent_ticks, spread_out, ticks, title_lines
from .numbers import percent
from .templates import Markup, part

N_COLOURS = 7
"""Number of colours that people with any kind of colour vision can distinguish. Each has its own mark."""

_WIDTH, _NARROW = 960.0, 360.0
_HEIGHT, _NARROW_HEIGHT = 430.0, 330.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 60.0, 190.0, 34.0, 48.0
_NARROW_LEFT, _NARROW_RIGHT = 54.0, 10.0
_LABEL_GAP = 15.0


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
    names = {"x_title": x_title, "y_title": y_title, "label": label}
    return _both("line_plot", names, lambda is_narrow: _line_plot(lines, ceiling, is_narrow))


def _both(macro: str, names: dict[str, str], view: Callable[[bool], dict[str, Any]]) -> Markup:
    drawings = (
        part(macro, file="plots.html", kind=kind, **names, **view(kind == "narrow"))
        for kind in ("wide", "narrow")
    )
    return Markup().join(drawings)


def _line_plot(lines: Sequence[Line], ceiling: Line | None, is_narrow: bool) -> dict[str, Any]:
    every = [point for line in (*lines, *([ceiling] if ceiling else [])) for point in line.points]
    width, height = (_NARROW, _NARROW_HEIGHT) if is_narrow else (_WIDTH, _HEIGHT)
    left, right = (_NARROW_LEFT, _NARROW_RIGHT) if is_narrow else (_LEFT, _RIGHT)
    x = LogScale.over([point.x for point in every], left, width - right, room=1.15)
    y = LogScale.over([point.y for point in every], height - _BOTTOM, _TOP)
    labels: list[tuple[float, str, str]] = []
    ordered = sorted(lines, key=lambda each: (each.colour is not None, each.name))
    if not is_narrow:  # below a narrow plot, the legend has the names, each with its mark
        labels = [
            (y(line.points[-1].y), line.name, line.style) for line in ordered if line.colour is not None
        ]
        if ceiling:
            labels.append((y(ceiling.points[-1].y), ceiling.name, "ceiling"))
    places = spread_out([place for place, _, _ in labels], _LABEL_GAP, _TOP, _HEIGHT - _BOTTOM)
    ceiling_path = ""
    if ceiling:
        inner = ceiling.at(x, y)
        # A ceiling known at one place is drawn across: the memory is the same.
        ceiling_path = path([(x.start, inner[0][1]), *inner, (x.end, inner[-1][1])])
    return {
        "width": width,
        "height": height,
        "x": x,
        "y": y,
        "x_ticks": ticks(x, x.powers_of_two(6 if is_narrow else 12)),
        "y_ticks": ticks(y, y.decimals(6 if is_narrow else 9)),
        "bottom": height - _BOTTOM,
        "top": _TOP,
        "left": left,
        "right": width - right,
        "ceiling": ceiling,
        "ceiling_path": ceiling_path,
        "lines": ordered,
        "names": [(place, *label[1:]) for place, label in zip(places, labels, strict=True)],
    }


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

    def view(is_narrow: bool) -> dict[str, Any]:
        width, height = (_NARROW, 42.0) if is_narrow else (_WIDTH, 24.0)
        left, right = (8.0, 60.0) if is_narrow else (210.0, 70.0)
        bottom = 26 + height * len(bars)
        x = LinearScale(0.0, max(bar.value for bar in bars), left, width - right)
        # A narrow plot has the name above its bar.
        first = 26 + (18 if is_narrow else 0)
        return {
            "width": width,
            "height": _below(bottom, x, x_title),
            "x": x,
            "ticks": ticks(x, x.ticks(5 if is_narrow else 8)),
            "bottom": bottom,
            "left": left,
            "bars": [(bar, first + height * index) for index, bar in enumerate(bars)],
        }

    return _both("bar_plot", {"x_title": x_title, "label": label}, view)


def _below(bottom: float, x: LinearScale, x_title: str) -> float:
    """Return the height of a plot whose axis is at `bottom`."""
    return bottom + 46 + TITLE_LINE * (len(title_lines(x_title, x.end - x.start)) - 1)


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

    def view(is_narrow: bool) -> dict[str, Any]:
        width, height = (_NARROW, 64.0) if is_narrow else (_WIDTH, 30.0)
        left, right = (26.0, 26.0) if is_narrow else (330.0, 110.0)
        bottom = 26 + height * len(spans)
        ends = (end for span in spans for end in (span.estimate, span.low, span.high))
        reach = max(2.0 * margin, *(1.15 * abs(end) for end in ends))
        reach = min(reach, max(50 * margin, 1.3 * max(abs(span.estimate) for span in spans)))
        x = LinearScale(-reach, reach, left, width - right)
        middle = 26 + (46 if is_narrow else height / 2)
        return {
            "width": width,
            "height": _below(bottom, x, x_title),
            "x": x,
            "ticks": percent_ticks(x, 5 if is_narrow else 9),
            "bottom": bottom,
            "margin": margin,
            "spans": [(span, middle + height * index) for index, span in enumerate(spans)],
        }

    return _both("interval_plot", {"x_title": x_title, "label": label}, view)


def legend(lines: Sequence[Line]) -> Markup:
    """Build the buttons that bring a line to the front; each shows its mark."""
    return part("legend", lines, file="plots.html")


def share_text(low: float, high: float) -> str:
    """Return an interval of shares in words."""
    return f"{percent(low, 2, signed=True)} to {percent(high, 2, signed=True)}"
