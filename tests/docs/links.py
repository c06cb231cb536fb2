"""Reads pages as Markdown: their links, anchors, fenced blocks and the commands they name."""

import functools
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md")))

_PARSER = MarkdownIt("commonmark").enable("table")
_SHELL = {"sh", "console", "yaml", ""}


@dataclass(frozen=True)
class Block:
    language: str
    text: str


def links(text: str) -> list[str]:
    return [
        str(token.attrs.get("href") or token.attrs.get("src"))
        for token in _inline(text)
        if token.type in ("link_open", "image")
    ]


@functools.cache
def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as web pages of repositories make them and as the site does."""
    found: set[str] = set()
    tokens = _PARSER.parse(text)
    for heading, inline in itertools.pairwise(tokens):
        if heading.type == "heading_open":
            plain = "".join(token.content for token in inline.children or ())
            slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
            number = 1
            while slug in found:
                slug, number = f"{slug}-{number}", number + 1
            found.add(slug)
    return found


def blocks(text: str) -> list[Block]:
    return [
        Block(token.info.strip(), token.content)
        for token in _PARSER.parse(text)
        if token.type in ("fence", "code_block")
    ]


def steps(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield what a page does with files and commands, in order.

    Comments of a page say so: ``file: NAME`` before a block is what the reader saves under that name; ``edit: NAME:LINE
    "OLD" "NEW"`` is what the text asks to change in it; ``output of: COMMAND`` before a block is what the reader sees.

    Yields ``file``, ``edit`` or ``output of``; the rest of the comment; the block, empty for an edit.
    """
    tokens = [*_PARSER.parse(text), Token("end", "", 0)]
    for token, following in itertools.pairwise(tokens):
        for comment in re.findall(
            r"<!-- (.*?) -->", token.content if token.type == "html_block" else "", re.DOTALL
        ):
            kind, colon, rest = comment.partition(": ")
            if colon and kind in ("file", "edit", "output of"):
                yield kind, rest.strip(), "" if kind == "edit" else following.content


def commands(text: str) -> Iterator[str]:
    for token in _inline(text):
        if token.type == "code_inline" and token.content.startswith("kernel-harness "):
            yield token.content
    for block in blocks(text):
        if block.language not in _SHELL:
            continue
        joined = re.sub(r"\\\n\s*|\n\s+(?=--)", " ", block.text)
        for line in joined.splitlines():
            for part in re.split(r"&&|;", line.partition(" #")[0]):
                # Other programs may come first: `sh -c`, a path to the program, an activated environment.
                found = re.search(r"(?:^|[\s/])(kernel-harness .+)$", part)
                if found and "pip install" not in part:
                    yield found[1].strip()


def _inline(text: str) -> Iterator[Token]:
    for token in _PARSER.parse(text):
        yield from token.children or ()
