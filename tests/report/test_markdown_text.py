"""Text of any content in Markdown is shown as it is."""

import pytest
from markdown_it import MarkdownIt

from harness.report.text.plain_text import MOST_LINES, block, cell, code, prose

HOSTILE = [
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


@pytest.mark.parametrize("text", HOSTILE)
def test_text_in_a_paragraph_or_a_span_is_shown_as_it_is(text):
    assert shown(code(text)) == f"x {text} x"
    assert shown(prose(text)).replace("`", "") == f"x {text} x".replace("`", "")


def test_code_in_prose_stays_code():
    assert prose("cases that `n_cols < 9 | x` excludes") == "cases that `n_cols < 9 | x` excludes"
    assert prose("sm_90, a_b and _c") == "sm_90, a_b and \\_c"


def test_a_bar_does_not_end_a_cell():
    assert cell("a|b") == "`a\\|b`"


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


def test_a_long_block_is_cut_and_says_so():
    lines = [*block("line\n" * (MOST_LINES + 7) + "last", "title")]
    assert lines.count("line") == MOST_LINES
    assert "... and 8 more lines; the JSON has all" in lines


def test_a_short_block_is_not_collapsed():
    assert [*block("one\ntwo", "title")] == ["", "```text", "one", "two", "```", ""]


def test_what_cannot_be_seen_is_written_as_an_escape():
    for shown in (prose, code, cell, lambda text: "".join(block(text, "title"))):
        assert "a\\x1b\\x07\\u202e\\u200b\\ud800b" in shown("a\x1b\x07\u202e\u200b\ud800b").replace(
            "\\\\", "\\"
        )
