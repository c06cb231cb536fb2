import re
import subprocess
import sys
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

from harness.report.html import templates as html_templates
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
    """Whether a template takes anything out of the escaping."""
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
