import math
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

from harness.gate.model import SpeedResult
from harness.measure.statistics import Interval, Speed
from harness.report.html import templates as html_templates
from harness.report.html.numbers import fixed, number, percent, plural
from harness.report.html.plots import (
    N_COLOURS,
    Line,
    LinearScale,
    LogScale,
    Point,
    interval_plot,
    line_plot,
    percent_ticks,
    spread_out,
)
from harness.report.html.templates import Markup, breakable, escaped, part, resource

EVIL = "<b>&\"'\x00\x1b\n\t\u202e"
SHOWN = "&lt;b&gt;&amp;&quot;&#x27;\\x00\\x1b\n\t\\u202e"


TEMPLATES = sorted((Path(html_templates.__file__).parent / "templates").glob("*.html"))


def rendered(text, **values):
    return str(html_templates.environment().from_string(text).render(values))


def test_every_value_is_escaped_and_markup_is_not():
    assert escaped(EVIL) == SHOWN
    values = {"x": EVIL, "y": Markup("<i>"), "z": None}
    assert rendered('<p title="{{ x }}">{{ x }}{{ y }}{{ z }}{{ 3 }}</p>', **values) == (
        f'<p title="{SHOWN}">{SHOWN}<i>3</p>'
    )
    assert rendered("{% macro m(x) %}<i>{{ x }}</i>{% endmacro %}{{ m(x) }}", x=EVIL) == f"<i>{SHOWN}</i>"
    assert part("chip", EVIL) == f'<span class="chip {SHOWN}">{SHOWN}</span>'
    assert rendered("{{ x }}", x="{{ 7 * 7 }}{% raw %}") == "{{ 7 * 7 }}{% raw %}"
    assert breakable("a_b/<c>") == "a_<wbr>b/&lt;c&gt;"


@pytest.mark.parametrize("template", ["{{ missing }}", "{{ x.missing }}", "{% if missing %}a{% endif %}"])
def test_a_missing_value_is_an_error(template):
    with pytest.raises(jinja2.UndefinedError):
        rendered(template, x={})


def test_the_layout_of_a_template_is_not_in_the_page():
    text = """
    <p>
      two
      words
      {% if true %}
      <b class="a"
       title="b">{{ x }}</b>
      {% endif %}
    </p>
    """
    assert rendered(text, x="\n  kept") == '<p>two words<b class="a" title="b">\n  kept</b></p>'


def lost_spaces(text):
    """Line breaks between a word and a value or block: no space would be left of them."""
    lost = re.compile(r"[^\s>]\s*\n\s*\Z|\A\s*\n\s*[^\s<>]")
    return [
        value for _, kind, value in jinja2.Environment().lex(text) if kind == "data" and lost.search(value)
    ]


def test_no_line_of_text_ends_where_its_space_would_be_lost():
    assert {each.name: lost for each in TEMPLATES if (lost := lost_spaces(each.read_text()))} == {}
    assert lost_spaces("<p>\n  there are\n  {{ n }} more\n</p>")
    assert lost_spaces("<p>{{ n }}\n more</p>")


def test_no_template_marks_a_value_as_safe():
    assert "document.html" in [each.name for each in TEMPLATES]
    assert [each.name for each in TEMPLATES if unsafe(each.read_text())] == []
    assert unsafe("{{ x|safe }}")
    assert unsafe("{% autoescape false %}{{ x }}{% endautoescape %}")


def unsafe(text):
    tree = jinja2.Environment().parse(text)
    filters = {each.name for each in tree.find_all(nodes.Filter)}
    return bool(filters & {"safe", "forceescape"}) or any(tree.find_all(nodes.ScopedEvalContextModifier))


def test_what_goes_into_the_page_as_it_is_cannot_end_its_element():
    for name in ("report.css", "report.js"):
        assert "</" not in resource(name)
        assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest", resource(name))


def test_only_a_report_in_html_loads_the_template_engine():
    program = """
import sys
import harness.plugin, harness.cli.commands.check, harness.cli.commands.gate, harness.report.text.gate_text
import harness.report.text.terminal, harness.run.suite
print("jinja2" in sys.modules)
import harness.report.html.document
print("jinja2" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"), (3, "3"), (1234, "1234"), (12345, "12\u202f345"), (12.345, "12.3"), (0.01234, "0.0123"),
        (-1.5, "\u22121.50"), (1e-9, "1.00e-09"), (float("nan"), "\u2013"), (None, "\u2013"), (math.inf, "\u221e"),
    ],
)  # fmt: skip
def test_numbers_for_people(value, shown):
    assert number(value) == shown


def test_percentages_and_fixed_decimals():
    assert percent(0.0123, 1, signed=True) == "+1.2\u00a0%"
    assert percent(-0.5) == "\u221250\u00a0%"
    assert percent(None) == "\u2013"
    assert fixed(15737.5, 1) == "15\u202f737.5"
    assert (plural(1, "case"), plural(2, "case")) == ("1 case", "2 cases")


def tree(plot):
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


def test_plots_are_in_proportion_and_every_colour_has_its_mark():
    drawn = tree(line_plot(lines(2), None, x_title="N", y_title="GB/s", label="l"))
    points = [float(pair.split(",")[1]) for pair in drawn.find(".//g/polyline").get("points").split()]
    assert points[0] > points[1]  # y grows downwards
    assert len({part("mark", 0, 0, n, file="plots.html") for n in range(N_COLOURS)}) == N_COLOURS


def test_an_interval_beyond_the_plot_ends_in_an_arrow():
    changes = Interval(0.0, -0.001, 0.001, 8, 1), Interval(0.01, -9.0, 9.0, 8, 1)
    case = "block-tree-float16-3x1000-spread-strided-block32x4"
    speeds = [SpeedResult(case, case, Speed.AMBIGUOUS, change) for change in changes]
    drawn = tree(interval_plot(speeds, margin=0.01, x_title="x", label="l"))
    assert "block-tree float16 3x1000" in {text.text for text in drawn.iter("text")}
    groups = [g for g in drawn.iter("g") if g.get("class") == "interval"]
    assert [len(list(g.iter("polyline"))) for g in groups] == [0, 2]


def test_a_log_scale_puts_equal_ratios_at_equal_distances():
    x = LogScale(1, 100, 0, 200)
    assert [x(value) for value in (1, 10, 100)] == pytest.approx([0, 100, 200])


def test_ticks_lie_within_the_scale_and_are_few():
    x = LogScale.over([100, 60000], 0, 1)
    assert x.powers_of_two() == [2.0**e for e in range(7, 17)]
    wide = LogScale(1, 2**40, 0, 1)
    assert len(wide.powers_of_two()) <= 12
    assert all(1 <= tick <= 2**40 for tick in wide.decimals())
    assert LogScale(90, 4500, 0, 1).decimals() == pytest.approx([100, 200, 500, 1000, 2000])
    assert LinearScale(0, 28, 0, 1).ticks(8) == pytest.approx([0, 5, 10, 15, 20, 25])
    assert LinearScale(-0.02, 0.02, 0, 1).ticks(9)[0] == pytest.approx(-0.02)
    texts = [tick.text for tick in percent_ticks(LinearScale(-0.02, 0.02, 0, 100))]
    assert texts.count("0") == 1
    assert "+1.0\u00a0%" in texts


def test_labels_are_moved_apart_and_stay_within():
    placed = spread_out([10.0, 11.0, 50.0, 99.0, 99.5], 10.0, 0.0, 100.0)
    assert placed[:3] == [10.0, 20.0, 50.0]
    ordered = sorted(placed)
    assert all(b - a >= 10 for a, b in pairwise(ordered))
    assert max(placed) <= 100
