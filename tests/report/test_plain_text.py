"""Text of any content is shown as it is, on a terminal and in Markdown."""

import io
import re
from dataclasses import replace
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt
from rich.text import Text

from harness.cli.program import main
from harness.gate.model import Allowance, Change, GateReport, Kind, Regression, VariantGate
from harness.pytest_plugin.case import KernelCase
from harness.report.text import plain_text
from harness.report.text.console import make_console, print_line, print_lines
from harness.report.text.gate_text import junit, markdown, print_gate
from harness.report.text.plain_text import MOST_LINES, block, cell, code, prose
from harness.variant.shape import Shape
from harness.verdict import CaseResult, Verdict
from tests.report.made_up import TARGET, WRONG

HOSTILE = "a\x1b[2J\x1b]0;title\x07b\x9b31m\u202ec\r\x00\x7f\ud800\ufffe|`</td>\u2028d"
"""Clears the screen, renames the window, colours, turns the reading direction round, and breaks formats."""
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff\ufffe]")


def test_every_character_is_shown():
    assert plain_text.lines("a\tb\nc\r\nd\re\x1b\x9b\u202e\u200b") == "a\tb\nc\nd\\re\\x1b\\x9b\\u202e\\u200b"
    assert plain_text.line("a\tb\nc") == "a\tb\\nc"
    for text in ("Gr\u00fc\u00dfe, \u65e5\u672c\u8a9e, \U0001f680", "\u00b5s \u2013 \u00d7 \u202f"):
        assert plain_text.lines(text) == text


@pytest.mark.parametrize("colour", [None, "1"])
def test_a_terminal_gets_no_control_character_but_its_own(monkeypatch, colour):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    if colour:
        monkeypatch.setenv("FORCE_COLOR", colour)
        monkeypatch.setenv("TERM", "xterm")
    file = io.StringIO()
    console = make_console(file)
    console.print(Text.assemble(("FAIL", "bold red"), " ", (HOSTILE, "bold")), soft_wrap=True)
    console.print(HOSTILE)
    print_line(console, HOSTILE + "\nPASS   a line of its own")
    print_lines(console, f"one\n{HOSTILE}\n\tthree", style="red")
    printed = re.sub("\x1b\\[[0-9;]*m", "", file.getvalue()) if colour else file.getvalue()
    assert not RAW.search(printed)
    assert "\x1b[2J" not in file.getvalue()
    assert "\\x1b[2J" in printed
    assert not any(line.startswith("PASS") for line in printed.splitlines())
    assert len(printed.splitlines()) == 6


def hostile_gate() -> GateReport:
    bad = f"{HOSTILE}\n```\n| x | <script>alert(1)</script> [x](javascript:y) ![z](http://w) **b**"
    allowed = Regression(Kind.COSTLIER, bad, Allowance(bad, bad, bad))
    gate = VariantGate(
        bad, Change.CHANGED, bad, regressions=[Regression(Kind.WRONG, bad), allowed], errors=[bad]
    )
    return GateReport(
        base=bad, head=bad, target=TARGET, compiler=bad, margin=0.01, variants=(gate,), not_compared=(bad,),
        speed_errors=(bad,), unused_allowances=(Allowance(bad, bad, bad),),
    )  # fmt: skip


def test_a_gates_markdown_cannot_be_broken_out_of():
    said = markdown(hostile_gate())
    assert not RAW.search(said)
    tokens = MarkdownIt().enable("table").parse(said)
    found = [each for token in tokens for each in (token, *(token.children or ()))]
    # Links, images and HTML of the report's own there are none, but for what folds.
    assert not {each.type for each in found} & {"link_open", "image"}
    html = {each.content.strip() for each in found if each.type in ("html_block", "html_inline")}
    assert all(re.fullmatch(r"(</?(details|summary)>[^<]*)+|<br>", each) for each in html), html
    assert {each.content for each in found if each.type == "strong"} <= {"wrong", "costlier"}
    # Every row has the cells of its table, four and six: a | within one has a backslash.
    rows = [line for line in said.splitlines() if line.startswith("| ❌")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5, 7}


def test_a_gates_text_and_junit_show_what_others_wrote():
    file = io.StringIO()
    print_gate(hostile_gate(), make_console(file))
    assert not RAW.search(file.getvalue())
    said = junit(hostile_gate())
    tree = ElementTree.fromstring(said)
    assert not RAW.search("".join(tree.itertext()))
    said.encode("utf-8")
    assert tree.find("testcase/failure") is not None


@pytest.mark.parametrize("text", ["a", "`", "``a`", "a|b", "", " ", "`a`"])
def test_a_code_span_holds_its_text(text):
    span = plain_text.cell(text)
    fence = re.match("`+", span)[0]
    assert span.endswith(fence)
    inner = span[len(fence) : -len(fence)]
    assert fence not in re.findall("`+", inner)
    assert inner.replace("\\|", "|").strip() == text.strip()


@pytest.mark.parametrize(
    "arguments",
    [
        ["list", HOSTILE.replace("\x00", "")],
        ["check", "--no-such\x1b[2J"],
        ["gate", "--base", "x", "--margin", "\x1b[2J"],
    ],
)
def test_errors_of_the_command_line_show_them(tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "\\x1b" in result.output
    assert not RAW.search(result.output)


def test_a_failure_of_pytest_shows_them():
    finding = replace(WRONG, message=HOSTILE, kernel=HOSTILE, source=HOSTILE)
    result = CaseResult(
        "c", "v", "cpu", Verdict.FAIL, findings=(finding,), detail=HOSTILE, rerun=HOSTILE, printed=HOSTILE
    )
    of_case = {"case.shape": Shape(1, 1, 1, 1), "case.rule_values": {"itemsize": 4}}
    facts = {"_session.settings.include_dirs": (), "_session.first_with": {}, **of_case}
    with pytest.raises(pytest.fail.Exception) as failed:
        KernelCase.fail_with(Mock(**facts), result)
    assert not RAW.search(str(failed.value))
    assert "\\x1b[2J" in str(failed.value)


MARKDOWN = [
    "a `span` and ``two``",
    "`",
    "``` fence",
    "<script>alert(1)</script>",
    "*bold* _emphasis_ ~~gone~~ [link](http://example.com) ![image](x)",
    "# heading",
    "a | b",
    "&amp; \\* \\",
    "1. item",
]


def shown(markdown: str) -> str:
    """Return what a reader sees of a paragraph: text and code, nothing else."""
    (_, inline, _) = MarkdownIt().parse(f"x {markdown} x")
    assert {each.type for each in inline.children} <= {"text", "code_inline"}, markdown
    return "".join(each.content for each in inline.children)


@pytest.mark.parametrize("text", MARKDOWN)
def test_text_in_a_paragraph_or_a_span_is_shown_as_it_is(text):
    assert shown(code(text)) == f"x {text} x"
    assert shown(prose(text)).replace("`", "") == f"x {text} x".replace("`", "")


def test_code_in_prose_stays_code():
    assert prose("cases that `n_cols < 9 | x` excludes") == "cases that `n_cols < 9 | x` excludes"
    assert prose("sm_90, a_b and _c") == "sm_90, a_b and \\_c"


@pytest.mark.parametrize("text", ["```\n</details>", "````\n```", "~~~\n# x", "    indented\n<!-- "])
@pytest.mark.parametrize("indent", ["", "  "])
def test_nothing_ends_a_block_but_its_fence(text, indent):
    lines = [*block(f"{text}\n" + "line\n" * 20, "a <title>", indent)]
    document = "\n".join(("- item", *lines, f"{indent}after") if indent else (*lines, "after"))
    tokens = MarkdownIt().parse(document)
    (fence,) = [token for token in tokens if token.type == "fence"]
    assert fence.content.startswith(f"{text}\n")
    html = "".join(token.content for token in tokens if token.type == "html_block")
    assert html.count("<details>") == html.count("</details>") == 1
    assert "a &lt;title&gt;" in html


def test_a_long_block_is_cut_and_says_so_and_a_short_one_is_not_collapsed():
    lines = [*block("line\n" * (MOST_LINES + 7) + "last", "title")]
    assert lines.count("line") == MOST_LINES
    assert "... and 8 more lines; the JSON has all" in lines
    assert [*block("one\ntwo", "title")] == ["", "```text", "one", "two", "```", ""]


def test_what_cannot_be_seen_is_written_as_an_escape():
    for shown in (prose, code, cell, lambda text: "".join(block(text, "title"))):
        assert "a\\x1b\\x07\\u202e\\u200b\\ud800b" in shown("a\x1b\x07\u202e\u200b\ud800b").replace(
            "\\\\", "\\"
        )
