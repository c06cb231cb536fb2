"""Takes out of CUDA C++ what a parser of C++ does not know: attributes, and macros that stand for specifiers or braces.

Every position stays that of the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from .preprocessing import Macro, blank

FOR_DEVICE = frozenset(
    ("__global__", "__device__", "__constant__", "__shared__", "__managed__", "__grid_constant__")
)
"""Qualifiers of device code."""
_ATTRIBUTE = re.compile(
    r"\b(?:__align__|__attribute__|__declspec|__launch_bounds__|__maxnreg__|alignas|__cluster_dims__)\s*\("
)
_STANDARD_ATTRIBUTE = re.compile(r"\[\[[^\[\]]*\]\]")
_MACRO_LINE = re.compile(r"^[ \t]*(?P<name>[A-Za-z_]\w*)[ \t]*(?=\()", re.MULTILINE)
_AFTER_MACRO_LINE = re.compile(r"[ \t]*(?:\r?\n\s*(?:[A-Za-z_#/}]|\Z)|\Z)")
_BLANKS = re.compile(r"\s*")
_IN_FRONT = re.compile(r"[ \t]+(?:__|static|inline|extern|template|void|const)")
_SPECIFIERS = FOR_DEVICE | {
    *("__host__", "__forceinline__", "__noinline__", "__inline__", "__inline", "__restrict__", "__restrict"),
    *("__extension__", "static", "inline", "extern", "constexpr", "const", "volatile", "noexcept"),
}


@dataclass
class ParsableText:
    """A text without what a parser does not know."""

    text: str
    """The text, with blanks in place of attributes and of macros that stand for specifiers."""
    removed: dict[int, int]
    """Start of each attribute and macro before a declaration, by the position of the text that follows it."""
    calls: list[tuple[int, int, str]]
    """Range and name of each call of a macro on lines of its own."""
    opened: frozenset[int]
    """Positions of macros that open a brace."""


def parsable(active: str, macros: Mapping[str, Macro]) -> ParsableText:
    """Return a text that a C++ parser can read; `active` and `macros` are those of `outline`."""
    spans = [match.span() for match in _STANDARD_ATTRIBUTE.finditer(active)]
    spans += [(match.start(), _closing(active, match.end() - 1)) for match in _ATTRIBUTE.finditer(active)]
    opening = {name: text for name, macro in macros.items() if (text := _brace_text(macro))}
    replaced = [
        name for name, macro in macros.items() if name not in opening and _is_specifiers(macro, macros)
    ]
    braces: list[tuple[int, int, str]] = []
    if replaced or opening:
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, (*opening, *replaced)))})\b")
        for match in pattern.finditer(active):
            if match[0] not in opening:
                spans.append(match.span())
                continue
            start, stop = match.span()
            if macros[match[0]].is_function:
                stop = _closing(active, _end_of_blanks(active, stop))
            text = opening[match[0]]
            if len(text) > stop - start:
                text = text[text.find("{") :] if "{" in text else "}"
            braces.append((start, stop, text))
    calls: list[tuple[int, int, str]] = []
    for call in _MACRO_LINE.finditer(active):
        name, start = call["name"], call.start("name")
        macro = macros.get(name)
        is_likely = name.isupper() and len(name) > 2 if macro is None else macro.is_function
        stop = _closing(active, call.end())
        if name in opening or not is_likely or stop == call.end():
            continue
        if macro is not None and _is_specifiers(replace(macro, is_function=False), macros):
            spans.append((start, stop))  # launch bounds, for instance
        elif _AFTER_MACRO_LINE.match(active, stop):
            calls.append((start, stop, name))
        elif _IN_FRONT.match(active, stop):
            spans.append((start, stop))
    pieces, at = [], 0
    for start, stop, text in sorted(
        [*((*span, "") for span in spans), *braces, *((start, stop, "") for start, stop, _ in calls)]
    ):
        if start >= at:
            pieces += [active[at:start], text, blank(active[start + len(text) : stop])]
            at = stop
    removed = {_end_of_blanks(active, stop): start for start, stop in spans}
    opened = frozenset(start for start, _, text in braces if "{" in text)
    return ParsableText("".join((*pieces, active[at:])), removed, calls, opened)


def _end_of_blanks(text: str, start: int) -> int:
    blanks = _BLANKS.match(text, start)
    assert blanks is not None
    return blanks.end()


def _is_specifiers(macro: Macro, macros: Mapping[str, Macro]) -> bool:
    """Whether a macro stands for specifiers and attributes alone, or for nothing."""
    if macro.is_function:
        return False
    body = _STANDARD_ATTRIBUTE.sub("", macro.body)
    while (attribute := _ATTRIBUTE.search(body)) is not None:
        stop = _closing(body, attribute.end() - 1)
        if stop < attribute.end():
            return False
        body = body[: attribute.start()] + body[stop:]
    return re.fullmatch(r"[\w\s]*", body) is not None and all(
        word in _SPECIFIERS or (word in macros and word != macro.name and _is_specifiers(macros[word], {}))
        for word in body.split()
    )


def _brace_text(macro: Macro) -> str:
    """Return the text that takes the place of a macro which opens or closes a brace; empty for other macros."""
    n_open = macro.body.count("{") - macro.body.count("}")
    if n_open < 0:
        return "}" * -n_open + (";" if macro.body.rstrip().endswith(";") else "")
    if n_open == 0:
        return ""
    if re.search(r"\bnamespace\b|^extern\b[^()=]*\{$", macro.body):
        return "namespace{"
    return "int x[]={" if "=" in macro.body else "void x(){"


def _closing(text: str, start: int) -> int:
    """Return the position after the bracket that closes the one at `start`; `start` if none does."""
    depth = 0
    for bracket in re.compile(r"[()]").finditer(text, start):
        depth += 1 if bracket[0] == "(" else -1
        if depth == 0:
            return bracket.end()
    return start
