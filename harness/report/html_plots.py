"""Plots as SVG: lines over N, bars, intervals, small trends. Colours are classes that the style gives a value.

Each plot but a trend is drawn twice, wide and narrow, and the style shows the one that fits the window: words of the
wide one, scaled down to a phone, could not be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .html_axes import (
    TITLE_LINE,
    LinearScale,
    LogScale,
    at,
    percent_axis,
    spread_out,
    svg,
    title_lines,
    x_axis,
    y_axis,
)
from .html_markup import Markup, element, join, percent

N_COLOURS = 7
"""Colours that are told apart by people with any kind of colour vision, each with a mark of its own."""

_WIDTH, _NARROW = 960.0, 360.0
_HEIGHT, _NARROW_HEIGHT = 430.0, 330.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 60.0, 190.0, 34.0, 48.0
_NARROW_LEFT, _NARROW_RIGHT = 54.0, 10.0
_LABEL_GAP = 15.0


@dataclass(frozen=True)
class Point:
    """A point of a line, with what is said when somebody points at it."""

    x: float
    y: float
    says: str


@dataclass(frozen=True)
class Line:
    """A line.

    Parameters
    ----------
    name : str
        What it is of.
    points : tuple of Point
        By x.
    colour : int or None
        One of `N_COLOURS`; None for those in the background.
    """

    name: str
    points: tuple[Point, ...]
    colour: int | None = None


def line_plot(
    lines: Sequence[Line], ceiling: Line | None, *, x_title: str, y_title: str, label: str
) -> Markup:
    """Draw lines over a common x, both axes logarithmic, those in the background first.

    Parameters
    ----------
    lines : sequence of Line
        At least one, with positive values.
    ceiling : Line or None
        Drawn dashed, with the area above it shaded: what cannot be exceeded.
    x_title, y_title : str
        With units.
    label : str
        What the plot shows, in words.
    """
    return join(
        _line_plot(lines, ceiling, x_title, y_title, label, is_narrow=False),
        _line_plot(lines, ceiling, x_title, y_title, label, is_narrow=True),
    )


def _line_plot(
    lines: Sequence[Line], ceiling: Line | None, x_title: str, y_title: str, label: str, *, is_narrow: bool
) -> Markup:
    every = [point for line in (*lines, *([ceiling] if ceiling else [])) for point in line.points]
    width, height = (_NARROW, _NARROW_HEIGHT) if is_narrow else (_WIDTH, _HEIGHT)
    left, right = (_NARROW_LEFT, _NARROW_RIGHT) if is_narrow else (_LEFT, _RIGHT)
    x = LogScale.over([point.x for point in every], left, width - right, room=1.15)
    y = LogScale.over([point.y for point in every], height - _BOTTOM, _TOP)
    drawn: list[Markup] = [
        *y_axis(y, y.decimals(6 if is_narrow else 9), left, width - right, y_title),
        *x_axis(x, x.powers_of_two(6 if is_narrow else 12), height - _BOTTOM, _TOP, x_title),
    ]
    if ceiling:
        drawn.append(_ceiling(ceiling, x, y))
    labels: list[tuple[float, Markup | str, str]] = []
    for line in sorted(lines, key=lambda each: (each.colour is not None, each.name)):
        style = "quiet" if line.colour is None else f"s{line.colour}"
        drawn.append(
            element(
                "g",
                element("polyline", points=_path(line.points, x, y)) if len(line.points) > 1 else None,
                [_mark(point, line.colour, x, y) for point in line.points],
                class_=f"series {style}",
                data_series=line.name,
            )
        )
        if line.colour is not None:
            labels.append((y(line.points[-1].y), line.name, style))
    if ceiling:
        labels.append((y(ceiling.points[-1].y), ceiling.name, "ceiling"))
    if is_narrow:  # the legend below has the names, each with its mark
        return svg(width, height, label, drawn, kind="narrow")
    places = spread_out([place for place, _, _ in labels], _LABEL_GAP, _TOP, _HEIGHT - _BOTTOM)
    for place, (_, text, style) in zip(places, labels, strict=True):
        drawn.append(
            element(
                "text",
                text,
                x=at(_WIDTH - _RIGHT + 10),
                y=at(place + 4),
                class_=f"end {style}",
                data_series=text,
            )
        )
    return svg(width, height, label, drawn, kind="wide")


def _ceiling(line: Line, x: LogScale, y: LogScale) -> Markup:
    first, last = line.points[0], line.points[-1]
    # A ceiling known at one place is drawn across, since it is that of the same memory.
    ends = (
        [(x.start, y(first.y))] + [(x(point.x), y(point.y)) for point in line.points] + [(x.end, y(last.y))]
    )
    path = " ".join(f"{at(px)},{at(py)}" for px, py in ends)
    return element(
        "g",
        element("polygon", points=f"{at(x.start)},{at(y.end)} {path} {at(x.end)},{at(y.end)}"),
        element("polyline", points=path),
        [
            element("circle", element("title", point.says), cx=at(x(point.x)), cy=at(y(point.y)), r=3)
            for point in line.points
        ],
        class_="ceiling",
    )


def _path(points: Sequence[Point], x: LogScale, y: LogScale) -> str:
    return " ".join(f"{at(x(point.x))},{at(y(point.y))}" for point in points)


def _mark(point: Point, colour: int | None, x: LogScale, y: LogScale) -> Markup:
    return mark(x(point.x), y(point.y), colour, point.says)


def mark(px: float, py: float, colour: int | None, says: str = "", size: float = 4.5) -> Markup:
    """Draw the mark of a colour, so that lines differ without it too."""
    title = element("title", says) if says else None
    if colour is None:
        return element("circle", title, cx=at(px), cy=at(py), r=2.5)
    s = size
    corners = (
        (),
        ((-s, s), (s, s), (s, -s), (-s, -s)),
        ((0, -s * 1.3), (s * 1.2, s), (-s * 1.2, s)),
        ((0, -s * 1.4), (s * 1.4, 0), (0, s * 1.4), (-s * 1.4, 0)),
        ((0, s * 1.3), (s * 1.2, -s), (-s * 1.2, -s)),
        ((-s, -1.5), (-1.5, -s), (1.5, -s), (s, -1.5), (s, 1.5), (1.5, s), (-1.5, s), (-s, 1.5)),
        ((-s * 0.5, s * 1.2), (s * 0.5, s * 1.2), (s * 0.5, -s * 1.2), (-s * 0.5, -s * 1.2)),
    )[colour % N_COLOURS]
    if not corners:
        return element("circle", title, cx=at(px), cy=at(py), r=at(s))
    return element("polygon", title, points=" ".join(f"{at(px + dx)},{at(py + dy)}" for dx, dy in corners))


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
    return join(
        _bar_plot(bars, x_title, label, is_narrow=False), _bar_plot(bars, x_title, label, is_narrow=True)
    )


def _bar_plot(bars: Sequence[Bar], x_title: str, label: str, *, is_narrow: bool) -> Markup:
    width, height = (_NARROW, 42.0) if is_narrow else (_WIDTH, 24.0)
    left, right = (8.0, 60.0) if is_narrow else (210.0, 70.0)
    bottom = 26 + height * len(bars)
    x = LinearScale(0.0, max(bar.value for bar in bars), left, width - right)
    drawn: list[Markup] = x_axis(x, x.ticks(5 if is_narrow else 8), bottom, 22, x_title)
    for index, bar in enumerate(bars):
        # A narrow plot has the name above its bar.
        top = 26 + height * index + (18 if is_narrow else 0)
        name = (left, top - 3, "start") if is_narrow else (left - 10, top + 14, "end")
        drawn.append(
            element(
                "g",
                element("title", bar.says) if bar.says else None,
                element("text", bar.name, x=at(name[0]), y=at(name[1]), class_="name", text_anchor=name[2]),
                element(
                    "rect",
                    x=at(left),
                    y=at(top + 2),
                    width=at(max(x(bar.value) - left, 1.0)),
                    height=16,
                ),
                element("text", bar.shown, x=at(x(bar.value) + 8), y=at(top + 14), class_="value"),
                class_=f"bars {bar.kind}".rstrip(),
            )
        )
    return svg(width, _below(bottom, x, x_title), label, drawn, kind="narrow" if is_narrow else "wide")


def _below(bottom: float, x: LinearScale, x_title: str) -> float:
    """Return the height of a plot whose axis is at `bottom`."""
    return bottom + 46 + TITLE_LINE * (len(title_lines(x_title, x.end - x.start)) - 1)


@dataclass(frozen=True)
class Span:
    """An estimate with its interval, and a second one that confirms it or not; shares, 0.01 is one percent."""

    name: str
    verdict: str
    estimate: float
    low: float
    high: float
    says: str
    confirmed: tuple[float, float, float] | None = None
    extra: dict[str, str] = field(default_factory=dict)


def interval_plot(spans: Sequence[Span], *, margin: float, x_title: str, label: str) -> Markup:
    """Draw intervals below each other around zero, with the margin shaded; what exceeds the plot ends in an arrow."""
    return join(
        _interval_plot(spans, margin, x_title, label, is_narrow=False),
        _interval_plot(spans, margin, x_title, label, is_narrow=True),
    )


def _interval_plot(
    spans: Sequence[Span], margin: float, x_title: str, label: str, *, is_narrow: bool
) -> Markup:
    width, height = (_NARROW, 64.0) if is_narrow else (_WIDTH, 30.0)
    left, right = (26.0, 26.0) if is_narrow else (330.0, 110.0)
    bottom = 26 + height * len(spans)
    reach = max(
        2.0 * margin, *(1.15 * abs(end) for span in spans for end in (span.estimate, span.low, span.high))
    )
    reach = min(reach, max(50 * margin, 1.3 * max(abs(span.estimate) for span in spans)))
    x = LinearScale(-reach, reach, left, width - right)
    drawn = [
        element(
            "rect",
            x=at(x(-margin)),
            y=22,
            width=at(x(margin) - x(-margin)),
            height=at(bottom - 22),
            class_="margin",
        ),
        *percent_axis(x, bottom, 22, x_title, most=5 if is_narrow else 9),
        *(
            element("line", x1=at(x(edge)), x2=at(x(edge)), y1=22, y2=at(bottom), class_="edge")
            for edge in (-margin / 2, margin / 2)
        ),
    ]
    for index, span in enumerate(spans):
        # A narrow plot has the verdict beside the first word of the name, the rest of it and the interval below.
        middle = 26 + height * index + (46 if is_narrow else height / 2)
        second = span.confirmed
        first, _, rest = span.name.partition(" ") if is_narrow else (span.name, "", "")
        name = (2.0, middle - 30, "start") if is_narrow else (left - 12, middle + 4, "end")
        value = (width - 2, middle - 30, "end") if is_narrow else (width - right + 12, middle + 4, "start")
        drawn.append(
            element(
                "g",
                element("title", span.says),
                element("text", first, x=at(name[0]), y=at(name[1]), class_="name", text_anchor=name[2]),
                element("text", rest, x=2, y=at(middle - 15), class_="title") if rest else None,
                _interval(x, span.low, span.high, span.estimate, middle - (4 if second else 0), ""),
                _interval(x, second[1], second[2], second[0], middle + 6, "second") if second else None,
                element(
                    "text", span.verdict, x=at(value[0]), y=at(value[1]), class_="value", text_anchor=value[2]
                ),
                class_=f"span {span.verdict.lower()}",
            )
        )
    return svg(width, _below(bottom, x, x_title), label, drawn, kind="narrow" if is_narrow else "wide")


def _interval(x: LinearScale, low: float, high: float, estimate: float, y: float, kind: str) -> Markup:
    def clamped(value: float) -> float:
        return min(max(x(value), x.start), x.end)

    ends = []
    for end, sign in ((low, -1), (high, 1)):
        px = clamped(end)
        if x.low <= end <= x.high:
            ends.append(element("line", x1=at(px), x2=at(px), y1=at(y - 4), y2=at(y + 4)))
        else:
            ends.append(
                element(
                    "polyline",
                    points=f"{at(px - 5 * sign)},{at(y - 4)} {at(px)},{at(y)} {at(px - 5 * sign)},{at(y + 4)}",
                )
            )
    return element(
        "g",
        element("line", x1=at(clamped(low)), x2=at(clamped(high)), y1=at(y), y2=at(y)),
        ends,
        element("circle", cx=at(clamped(estimate)), cy=at(y), r=4 if not kind else 3),
        class_=f"interval {kind}".rstrip(),
    )


def trend(values: Sequence[float], says: str) -> Markup:
    """Draw a small line of values, its last point marked; its height spans the values or 2 %, whichever is more."""
    width, height, edge = 120.0, 26.0, 4.0
    low, high = min(values), max(values)
    room = max(high - low, 0.02 * high)
    y = LinearScale((low + high - room) / 2, (low + high + room) / 2, height - edge, edge)
    step = (width - 2 * edge) / max(len(values) - 1, 1)
    points = [
        (edge + step * index if len(values) > 1 else width - edge, y(value))
        for index, value in enumerate(values)
    ]
    path = " ".join(f"{at(px)},{at(py)}" for px, py in points)
    last = points[-1]
    return element(
        "svg",
        element("title", says),
        element("polyline", points=path) if len(points) > 1 else None,
        element("circle", cx=at(last[0]), cy=at(last[1]), r=3),
        viewBox=f"0 0 {at(width)} {at(height)}",
        width=at(width),
        height=at(height),
        role="img",
        aria_label=says,
        class_="trend",
    )


def legend(lines: Sequence[Line]) -> Markup:
    """Build the buttons that bring a line to the front; each shows its mark."""
    return element(
        "div",
        [
            element(
                "button",
                element(
                    "svg",
                    mark(7, 7, line.colour, size=4.0),
                    viewBox="0 0 14 14",
                    width=14,
                    height=14,
                    aria_hidden="true",
                    class_="quiet" if line.colour is None else f"s{line.colour}",
                ),
                line.name,
                type="button",
                aria_pressed="false",
                data_series=line.name,
            )
            for line in lines
        ],
        class_="legend",
        role="group",
        aria_label="Lines; a pressed one stands out",
    )


def share_text(low: float, high: float) -> str:
    """Return an interval of shares in words."""
    return f"{percent(low, 2, signed=True)} to {percent(high, 2, signed=True)}"
