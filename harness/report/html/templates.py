"""Renders the templates of the report; every value in them is escaped, so no text can become markup.

Templates are laid out over several lines. Their line breaks and indentation are left out of the page.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from ...lazy import pattern
from ..text import plain_text
from .numbers import MISSING, bound_share, number, percent, plural

__all__ = ["Markup", "breakable", "escaped", "part", "render", "resource"]

# A line may break within a name after a character that joins two words.
_JOINT = pattern(r"(?<=[_/.:-])(?=\w)")
# A line break next to a tag, or at an end of the text, separates nothing.
_LAYOUT = pattern(r"(?:^|(?<=>))\s*\n\s*|\s*\n\s*(?=<|$)")
# Any other separates two words or two attributes.
_SPACE = pattern(r"\s*\n\s*")


def escaped(value: object) -> Markup:
    r"""Return HTML that shows a value's text: control characters as ``\x1b``, None as nothing, markup as it is."""
    if isinstance(value, Markup):
        return value
    return Markup() if value is None else Markup(html.escape(plain_text.lines(str(value))))


def breakable(text: str) -> Markup:
    """Return a name, id or path that may break between its words; copying the name gives the text."""
    if isinstance(text, Markup):
        return text
    return Markup("<wbr>".join(escaped(part) for part in _JOINT.split(text)))


def resource(name: str) -> str:
    assert __package__ is not None
    return (files(__package__) / "templates" / name).read_text(encoding="utf-8")


def render(template: str, /, **values: object) -> Markup:
    """Render a template; a name that `values` lacks raises `jinja2.UndefinedError`."""
    return Markup(environment().get_template(template).render(values))


def part(name: str, /, *arguments: object, file: str = "parts.html", **named: object) -> Markup:
    return Markup(getattr(environment().get_template(file).module, name)(*arguments, **named))


class _Unindented(Extension):
    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        for token in stream:
            if token.type == "data":
                token = Token(token.lineno, "data", _SPACE.sub(" ", _LAYOUT.sub("", token.value)))
            yield token


@cache
def environment() -> Environment:
    jinja = Environment(
        loader=FunctionLoader(resource),
        autoescape=True,
        # A misspelled name raises instead of leaving a gap in the page.
        undefined=StrictUndefined,
        # Instead of Jinja2's own escaping, which lets control characters pass.
        finalize=escaped,
        extensions=[_Unindented],
        # Templates of an installed package do not change.
        auto_reload=False,
    )
    jinja.filters.update(
        bound_share=bound_share, breakable=breakable, number=number, percent=percent, plural=plural
    )
    jinja.globals["MISSING"] = MISSING
    return jinja
