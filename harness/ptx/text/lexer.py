"""Splits PTX text into tokens and reads its numbers. PTX ISA 9.0, chapter 4 "Syntax"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from ...errors import PtxError
from ...lazy import pattern
from .syntax import FloatImmediate, float_constant

# Each match is a token with the blanks before it; its text alone is a group. The kind follows from the first
# character: a named group for each kind takes longer.
_TOKEN = pattern(
    r"""
    [ \t\r\f]*(
        %[A-Za-z0-9_$]+(?:\.[xyzwrgba]\b)?
      | <<|>>|[<>=!]=|&&|\|\|
      | [{}()\[\],;:|!@+\-*=<>~&^?\n]
      | [A-Za-z_$][A-Za-z0-9_$]*(?:(?:\.|::)[A-Za-z0-9_$]+)*
      | 0[fF][0-9a-fA-F]{8}\b|0[dD][0-9a-fA-F]{16}\b|0[xX][0-9a-fA-F]+U?|0[bB][01]+U?
      | (?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+U?
      | \.loc(?:[ \t]+\d+\b){3} # one token: NVRTC writes one for every other instruction
        (?:[ \t]*,[ \t]*function_name[ \t]+[A-Za-z_$][\w$]*(?:[ \t]*\+[ \t]*\d+)?
          [ \t]*,[ \t]*inlined_at(?:[ \t]+\d+\b){3})?
      | \.[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z0-9_]+)*
      | "(?:[^"\\]|\\.)*"
      | //[^\n]*|/\*.*?\*/|/\*
      | \Z
      | . # a mark, or begins no token
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_KINDS = {
    "%": "register",
    '"': "string",
    ".": "directive",
    **dict.fromkeys("{}()[],;:|!@+-*=<>~&^?", "mark"),
    **dict.fromkeys("0123456789", "number"),
    **dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$", "word"),
}
_INCOMPLETE = frozenset({'"', ".", "/*"})
"""Starts of tokens that are not tokens by themselves."""


Part = TypeVar("Part")


class Token(NamedTuple):
    """One token: its kind (a value of the lexer's table, or ``end``), its text and its 1-based line."""

    kind: str
    text: str
    line: int


def tokenize(text: str) -> list[Token]:
    """Split a text; the last token has the kind ``end``."""
    tokens: list[Token] = []
    # a NamedTuple's own constructor would be a Python call for each token
    append, new, kinds = tokens.append, tuple.__new__, {"%": "mark"}
    line = 1
    for word in _TOKEN.findall(text):
        if word == "\n":
            line += 1
            continue
        # most words come again
        kind = kinds.get(word)
        if kind is None:
            first = word[:1]
            kind = _KINDS.get(first)
            if first == ".":
                kind = "number" if word[1:2].isdigit() else "directive"
            elif first == "/" and word != "/*":
                if len(word) > 1:
                    line += word.count("\n")
                    continue
                kind = "mark"
            elif not word:  # the end of the text
                break
            if kind is None or word in _INCOMPLETE:
                # findall gives no positions: the rare bad token is searched for again
                raise _no_token(text)
            kinds[word] = kind
        append(new(Token, (kind, word, line)))
        if kind == "string":
            line += word.count("\n")
    append(Token("end", "", line))
    return tokens


def _no_token(text: str) -> PtxError:
    for match in _TOKEN.finditer(text):
        token = match[1]
        if (
            token in _INCOMPLETE
            or (token.isspace() and token != "\n")
            or not (_KINDS.get(token[0]) or token[0] in "\n/")
        ):
            break
    start = match.start(1)
    line = text.count("\n", 0, start) + 1
    return PtxError(f"not a PTX token (got {text[start : start + 20]!r})", line=line)


def number(token: Token) -> int | FloatImmediate:
    """Return the value of a number token; PtxError if it is not a number or needs more than 64 bits."""
    text = token.text
    if token.kind != "number":
        raise PtxError(f"expected a number (got {text or 'end of text'!r})", line=token.line)
    lower = text.lower()
    if lower.startswith("0f"):
        return FloatImmediate(int(text[2:], 16), 32)
    if lower.startswith("0d"):
        return FloatImmediate(int(text[2:], 16), 64)
    if not lower.startswith("0x") and ("." in text or "e" in lower):
        return float_constant(float(text))
    digits = text.rstrip("U")
    try:
        # an octal constant starts with a zero, as in C
        value = int(digits, 8 if len(digits) > 1 and digits.isdigit() and digits[0] == "0" else 0)
    except ValueError:
        raise PtxError(f"not a number (got {text!r})", line=token.line) from None
    if value >> 64:
        raise PtxError(f"a constant has at most 64 bits (got {text})", line=token.line)
    return value


class Cursor:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.index = 0
        self.token = tokens[0]

    def next(self) -> Token:
        """Return the current token and move on; PtxError at the end of the text."""
        token = self.token
        if token.kind == "end":
            raise self.error("the text ends too early")
        self.index += 1
        self.token = self.tokens[self.index]
        return token

    def accept(self, text: str) -> bool:
        if self.token.text != text or self.token.kind == "end":
            return False
        self.index += 1
        self.token = self.tokens[self.index]
        return True

    def expect(self, text: str) -> Token:
        if self.token.text != text:
            raise self.error(f"expected {text!r}")
        return self.next()

    def integer(self) -> int:
        token = self.next()
        value = number(token)
        if isinstance(value, FloatImmediate):
            raise self.error("expected an integer", token)
        return value

    def error(self, message: str, token: Token | None = None) -> PtxError:
        """Return an error at a token, the current one by default."""
        token = token or self.token
        return PtxError(f"{message} (got {token.text or 'end of text'!r})", line=token.line)

    def separated(self, parse: Callable[[], Part]) -> list[Part]:
        elements = [parse()]
        while self.accept(","):
            elements.append(parse())
        return elements

    def separated_until(self, end: str, parse: Callable[[], Part]) -> list[Part]:
        """Parse elements with commas between them, and move past the text that ends them."""
        elements = []
        while not self.accept(end):
            elements.append(parse())
            if not self.accept(",") and self.token.text != end:
                raise self.error(f"expected ',' or {end!r}")
        return elements

    def skip_to_semicolon(self) -> None:
        while not self.accept(";"):
            self.next()

    def skip_braces(self) -> None:
        while not self.accept("{"):
            self.next()
        depth = 1
        while depth:
            depth += {"{": 1, "}": -1}.get(self.next().text, 0)
