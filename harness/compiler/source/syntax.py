"""Parses CUDA C++ with tree-sitter."""

from __future__ import annotations

import functools
import re

import tree_sitter_cuda
from tree_sitter import Language, Node, Parser, Tree

__all__ = ["Node", "Tree", "parse"]

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def parse(text: str) -> Tree:
    """Parse CUDA C++."""
    return _parser().parse(_NOT_ASCII.sub("x", text).encode("ascii"))


@functools.cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_cuda.language()))
