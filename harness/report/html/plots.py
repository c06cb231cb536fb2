"""Scales and axes of plots: the coordinate of a value, the ticks of an axis and their text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from ...gate.model import SpeedResult
from ...lazy import dataclass
from ...measure.statistics import Interval
from .numbers import MISSING, number, percent
from .templates import Markup, environment, part


def at(value: float) -> str:
    # A tenth of a unit is finer than a screen, and short numbers keep the file small.
    text = f"{value:.1f}"
    # Rounding gives -0.0 for a small negative number.
    return text.removesuffix(".0") if text != "-0.0" else "0"


def path(points: Iterable[tuple[float, float]], dx: float = 0, dy: float = 0) -> str:
    return " ".join(f"{at(dx + x)},{at(dy + y)}" for x, y in points)


@dataclass(frozen=True)
class _Scale:
    low: float
    high: float
    start: float
    end: float
    """`start`, `end`: coordinates of `low` and `high`."""


class LogScale(_Scale):
    """Maps positive values to coordinates by their logarithms."""

    @classmethod
    def over(cls, values: Sequence[float], start: float, end: float, *, room: float = 1.12) -> LogScale:
        """Make a scale that holds all values, with some room at both ends."""
        low, high = min(values), max(values)
        return cls(low / room, high * room, start, end)

    def __call__(self, value: float) -> float:
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def powers_of_two(self) -> list[float]:
        """Return at most 12 powers of two within the scale, every second or third where there are more."""
        exponents = range(math.ceil(math.log2(self.low)), math.floor(math.log2(self.high)) + 1)
        # So that labels do not touch each other.
        step = max(1, math.ceil(len(exponents) / 12))
        return [2.0**e for e in exponents if e % step == 0]

    def decimals(self) -> list[float]:
        """Return the numbers 1, 2, 5 times powers of ten within the scale, fewer of them where there are many."""
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        # The finest division whose labels do not touch each other.
        for digits in ((1, 2, 5), (1, 3), (1,)):
            ticks = [d * 10.0**e for e in decades for d in digits if self.low <= d * 10.0**e <= self.high]
            if len(ticks) <= 9:
                break
        return ticks


class LinearScale(_Scale):
    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def clamped(self, value: float) -> float:
        return min(max(self(value), self.start), self.end)

    def ticks(self, most: int = 9) -> list[float]:
        raw = (self.high - self.low) / most
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(power * m for m in (1, 2, 2.5, 5, 10) if power * m >= raw * (1 - 1e-9))
        # The small share keeps a tick at an end that rounding has put just outside.
        first = math.ceil(self.low / step - 1e-9)
        return [n * step for n in range(first, math.floor(self.high / step + 1e-9) + 1)]


@dataclass(frozen=True)
class Tick:
    at: float
    text: str
    kind: str = "grid"
    """CSS class of the line across the plot."""


def ticks(scale: LogScale | LinearScale, values: Sequence[float]) -> list[Tick]:
    return [Tick(scale(value), number(value)) for value in values]


def percent_ticks(scale: LinearScale) -> list[Tick]:
    values = scale.ticks()
    step = values[1] - values[0] if len(values) > 1 else 1.0
    decimals = max(0, -math.floor(math.log10(100 * step) + 1e-9))
    return [
        Tick(scale(value), "0", "zero")
        if abs(value) < step / 1000
        else Tick(scale(value), percent(value, decimals, signed=True))
        for value in values
    ]


def spread_out(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move coordinates as little as necessary until neighbours are `gap` apart, within the bounds if they fit."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = list(wanted)
    # Downwards, each moves as far as the one before it needs; then upwards from the lower end.
    for index in order:
        placed[index] = max(placed[index], low)
        low = placed[index] + gap
    for index in reversed(order):
        placed[index] = min(placed[index], high)
        high = placed[index] - gap
    return placed


def corners(colour: int, s: float) -> Sequence[tuple[float, float]]:
    """Return the corners of a colour's mark around 0, 0; none for a circle."""
    marks = (
        (),
        ((-s, s), (s, s), (s, -s), (-s, -s)),
        ((0, -s * 1.3), (s * 1.2, s), (-s * 1.2, s)),
        ((0, -s * 1.4), (s * 1.4, 0), (0, s * 1.4), (-s * 1.4, 0)),
        ((0, s * 1.3), (s * 1.2, -s), (-s * 1.2, -s)),
        ((-s, -1.5), (-1.5, -s), (1.5, -s), (s, -1.5), (s, 1.5), (1.5, s), (-1.5, s), (-s, 1.5)),
        ((-s * 0.5, s * 1.2), (s * 0.5, s * 1.2), (s * 0.5, -s * 1.2), (-s * 0.5, -s * 1.2)),
    )
    return marks[colour % len(marks)]


# Number of colours that people with any kind of colour vision can distinguish. Each has its own mark.
N_COLOURS = 7

_WIDTH, _HEIGHT = 960.0, 430.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 60.0, 190.0, 34.0, 48.0
_LABEL_GAP = 15.0
# Where the first row of bars or intervals starts.
_ROWS_TOP = 26.0
# Height of an axis and its title below the rows.
_AXIS = 46.0


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    says: str


@dataclass(frozen=True)
class Line:
    name: str
    points: tuple[Point, ...]
    colour: int | None = None
    """Index of its colour, below `N_COLOURS`; None for a line in the background."""

    @property
    def style(self) -> str:
        return "quiet" if self.colour is None else f"s{self.colour}"

    def at(self, x: LogScale, y: LogScale) -> list[tuple[float, float]]:
        return [(x(point.x), y(point.y)) for point in self.points]


def line_plot(
    lines: Sequence[Line], ceiling: Line | None, *, x_title: str, y_title: str, label: str
) -> Markup:
    """Draw lines over a common x, both axes logarithmic, background lines first."""
    every = [point for line in (*lines, *([ceiling] if ceiling else [])) for point in line.points]
    bottom = _HEIGHT - _BOTTOM
    x = LogScale.over([point.x for point in every], _LEFT, _WIDTH - _RIGHT, room=1.15)
    y = LogScale.over([point.y for point in every], bottom, _TOP)
    # SVG draws later elements over earlier ones.
    ordered = sorted(lines, key=lambda line: (line.colour is not None, line.name))
    # Grey lines have no label: there may be dozens of them.
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


def interval_plot(speeds: Sequence[SpeedResult], *, margin: float, x_title: str, label: str) -> Markup:
    """Draw intervals below each other around zero, with the margin shaded; an end beyond the plot is an arrow."""
    row = 30.0
    spans = [(speed, speed.change) for speed in speeds if speed.change is not None]
    bottom = _ROWS_TOP + row * len(spans)
    ends = (end for _, change in spans for end in (change.estimate, change.low, change.high))
    # Twice the margin at least, so that its shading has an end on both sides.
    reach = max(2.0 * margin, *(1.15 * abs(end) for end in ends))
    # A single wide interval must not squeeze all others into a point: it ends in an arrow instead.
    reach = min(reach, max(50 * margin, 1.3 * max(abs(change.estimate) for _, change in spans)))
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
        spans=[
            # Variant, type and shape: input and block are in the tooltip.
            (speed, _short(speed.case), ends_text(change), _ROWS_TOP + row * (index + 0.5))
            for index, (speed, change) in enumerate(spans)
        ],
    )


def _short(case_id: str) -> str:
    # The id of a variant may have dashes.
    parts = re.match(r"(.+)-(\w+)-(\d+x\d+)(?=-)", case_id)
    return " ".join(parts.groups()) if parts else case_id


def legend(lines: Sequence[Line]) -> Markup:
    """Build the buttons that bring a line to the front; each shows its mark."""
    return part("legend", lines, file="plots.html")


def ends_text(change: Interval | None) -> str:
    if change is None:
        return MISSING
    return f"{percent(change.low, 2, signed=True)} to {percent(change.high, 2, signed=True)}"


# Here and not in `templates`, which this module needs for its own parts.
environment().filters["at"] = at
environment().globals.update(corners_of=corners, path_of=path)
