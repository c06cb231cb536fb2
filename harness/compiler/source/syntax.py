"""Parses CUDA C++ with tree-sitter."""

from __future__ import annotations

import functools
import re

import tree_sitter_cuda
from tree_sitter import Language, Node, Parser, Tree

__all__ = ["Node", "Tree", "parse"]

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def parse(text: str) -> Tree:
    """Parse CUDA C++.

    Parameters
    ----------
    text : str
        A source, or a part of one. Text with ``#if`` is better read by `harness.compiler.source.preprocessing` first,
        whose `active` text has the arms that the compiler takes and the same positions.

    Returns
    -------
    Tree
        The syntax tree. Its nodes' byte positions are positions in `text`, because other characters than ASCII count
        as one byte. Where the text is not C++ (unknown macros, unbalanced braces), nodes of type ``ERROR`` hold what
        could not be read.
    """
    return _parser().parse(_NOT_ASCII.sub("x", text).encode("ascii"))


@functools.cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_cuda.language()))
