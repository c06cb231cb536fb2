"""Nodes of the syntax tree of CUDA C++: their texts, lines and order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...compiler.source import syntax
from ...compiler.source.syntax import Node


@lru_cache(maxsize=64)
def parse(text: str) -> Node:
    """Return the root of the syntax tree of a source; what cannot be parsed becomes nodes of the type ``ERROR``."""
    return syntax.parse(text).root_node


def text_of(node: Node | None) -> str:
    """Return a node's text, each run of blanks as one space; empty for no node."""
    return " ".join((node.text or b"").decode("utf-8", "replace").split()) if node is not None else ""


def line_of(node: Node) -> int:
    """Return the 1-based line on which a node begins."""
    return node.start_point.row + 1


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it, in the order of the text."""
    todo = [node]
    while todo:
        each = todo.pop()
        yield each
        todo.extend(reversed(each.named_children))
