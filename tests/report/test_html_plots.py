import xml.etree.ElementTree as ET

from harness.report.html.plots import N_COLOURS, Bar, Line, Point, Span, bar_plot, interval_plot, line_plot
from harness.report.html.templates import part


def tree(plot):
    """The one drawing of a plot, in a box that scrolls by the keyboard, too."""
    box = ET.fromstring(plot)
    (drawing,) = box
    assert (box.get("class"), box.get("tabindex"), drawing.tag) == ("scroll", "0", "svg")
    return drawing


def lines(n):
    return [
        Line(f"v{k}", (Point(128, 10.0 + k, "a"), Point(1024, 20.0 + k, "b")), k if k < 2 else None)
        for k in range(n)
    ]


def test_every_point_of_every_line_is_there_and_says_what_it_is():
    drawn = tree(
        line_plot(lines(4), Line("copy", (Point(128, 50, "c"),)), x_title="N", y_title="GB/s", label="l")
    )
    series = {g.get("data-series"): g for g in drawn.iter("g") if g.get("data-series")}
    assert sorted(series) == ["v0", "v1", "v2", "v3"]
    assert all(len(list(g.iter("title"))) == 2 for g in series.values())
    assert [t.text for t in drawn.iter("text") if (t.get("class") or "").startswith("end")].count("copy") == 1


def test_a_higher_rate_stands_higher():
    drawn = tree(line_plot(lines(2), None, x_title="N", y_title="GB/s", label="l"))
    points = [float(pair.split(",")[1]) for pair in drawn.find(".//g/polyline").get("points").split()]
    assert points[0] > points[1]  # y grows downwards


def test_marks_of_all_colours_differ():
    shapes = {part("mark", 0, 0, n, file="plots.html") for n in range(N_COLOURS)}
    assert len(shapes) == N_COLOURS


def test_bars_are_in_proportion():
    drawn = tree(bar_plot([Bar("a", 2.0, "2x"), Bar("b", 1.0, "1x")], x_title="x", label="l"))
    long, short = (float(rect.get("width")) for rect in drawn.iter("rect"))
    assert abs(long - 2 * short) < 0.2


def test_an_interval_beyond_the_plot_ends_in_an_arrow():
    spans = [Span("a", "SAME", 0.0, -0.001, 0.001, "s"), Span("b", "AMBIGUOUS", 0.01, -9.0, 9.0, "s")]
    drawn = tree(interval_plot(spans, margin=0.01, x_title="x", label="l"))
    groups = [g for g in drawn.iter("g") if g.get("class") == "interval"]
    assert [len(list(g.iter("polyline"))) for g in groups] == [0, 2]
