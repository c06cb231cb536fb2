"""Writes out the macros that launch or define kernels, so that launches and kernels can be parsed in place."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...lazy import dataclass, pattern

_COMMENT = pattern(r"//[^\n]*|/\*.*?\*/|(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')", re.DOTALL)
_DEFINE = pattern(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)\n]*\))?[ \t]*((?:[^\\\n]|\\.|\\\n)*)", re.MULTILINE)
_DEFINED = pattern(r"^[ \t]*#[ \t]*define(?:[^\\\n]|\\.|\\\n)*", re.MULTILINE)
_LAUNCHES = pattern(r"<<<|\bcudaLaunch(?:Cooperative)?Kernel")
_DEFINES = pattern(r"\b__global__\b|^template\s*<")
_INSTANTIATES = pattern(r"\btemplate\s+(?!<)[^;<>{}]*__global__")
_INSTANTIATION = pattern(
    r"\btemplate\s+(?:__global__\s*|__launch_bounds__\s*\([^()]*\)\s*|void\s+)+([\w:]+)\s*<([^;{}()]*)>\s*\("
)
_BETWEEN_ARGUMENTS = pattern(r",(?![^<]*>)")
_MOST_ROUNDS = 6
_MOST_CHARACTERS = 2_000_000


@dataclass(frozen=True)
class HostMacro:
    parameters: tuple[str, ...] | None
    body: str


def without_comments(text: str) -> str:
    """Return a source with blanks for comments; line breaks stay."""
    # GCC takes a backslash before blanks at the end of a line as a continuation, too.
    text = re.sub(r"\\[ \t]+\n", "\\\n", text.replace("\r\n", "\n"))
    return _COMMENT.sub(lambda match: match[1] or re.sub(r"[^\n]", " ", match[0]), text)


def macros_of(text: str) -> dict[str, HostMacro]:
    """Return the macros that a source without comments defines, by name; the last definition counts."""
    return {
        name: HostMacro(
            tuple(parameter.strip() for parameter in parameters[1:-1].split(",")) if parameters else None,
            " ".join(re.sub(r"\\[ \t]*\n", " ", body).split()),
        )
        for name, parameters, body in _DEFINE.findall(text)
    }


def with_launches_expanded(text: str, macros: Mapping[str, HostMacro]) -> str:
    """Return a source in which every call of a macro that launches, or whose arguments do, is written out."""
    # Launches inside of the definitions are read where the macros are used.
    text = _DEFINED.sub(lambda match: "\n" * match[0].count("\n"), text)
    return _written_out(text, macros, _LAUNCHES)


def with_kernels_expanded(text: str) -> str:
    """Return a source in which every macro that begins or defines a kernel is written out where it is used."""
    bare = without_comments(text)
    macros = macros_of(bare)
    if not any(_DEFINES.search(macro.body) for macro in macros.values()):
        return text
    # The definitions stay, because other macros in the text are read by them.
    pieces = (_written_out(piece, macros, _DEFINES) for piece in _DEFINED.split(bare))
    pairs = zip(pieces, [*_DEFINED.findall(bare), ""], strict=True)
    return "".join(part for pair in pairs for part in pair)


def explicit_instances(text: str) -> dict[str, list[tuple[str, ...]]]:
    """Return the template arguments with which a source instantiates its kernels explicitly, by the kernel's name."""
    bare = without_comments(text)
    written = _written_out(_DEFINED.sub("", bare), macros_of(bare), _INSTANTIATES)
    listed: dict[str, list[tuple[str, ...]]] = {}
    for name, arguments in _INSTANTIATION.findall(written):
        own = tuple(argument.strip() for argument in _BETWEEN_ARGUMENTS.split(arguments))
        listed.setdefault(name.rpartition("::")[2], []).append(own)
    return listed


def _written_out(text: str, macros: Mapping[str, HostMacro], pattern: re.Pattern[str]) -> str:
    """Write out the macros whose text, or the text of whose arguments, matches a pattern."""
    wanted = {name for name, macro in macros.items() if pattern.search(macro.body)}
    words = {name: set(re.findall(r"\w+", macro.body)) for name, macro in macros.items()}
    while more := {name for name, used in words.items() if name not in wanted and used & wanted}:
        wanted |= more
    alone = [name for name in wanted if macros[name].parameters is None]
    calls = [name for name, macro in macros.items() if macro.parameters is not None]
    of_alone, of_calls = (re.compile(rf"\b({'|'.join(names) or '(?!)'})\b") for names in (alone, calls))
    for _ in range(_MOST_ROUNDS):
        written = of_alone.sub(lambda word: macros[word[0]].body, text)
        written = _round(written, of_calls, macros, wanted, pattern)
        if written == text or len(written) > _MOST_CHARACTERS:
            break
        text = written
    return text


def _round(
    text: str,
    named: re.Pattern[str],
    macros: Mapping[str, HostMacro],
    wanted: set[str],
    pattern: re.Pattern[str],
) -> str:
    parts: list[str] = []
    position = 0
    while match := named.search(text, position):
        start = re.compile(r"[ \t]*\(").match(text, match.end())
        stop = _closing(text, start.end() - 1) if start else -1
        inside = text[start.end() : stop] if start else ""
        if stop < 0 or not (match[1] in wanted or pattern.search(inside)):
            parts.append(text[position : match.end()])
            position = match.end()
            continue
        # All of it counts as the line of the call.
        written = expanded(macros[match[1]], inside).replace("\n", " ")
        parts += [text[position : match.start()], written, "\n" * text.count("\n", match.start(), stop + 1)]
        position = stop + 1
    return "".join((*parts, text[position:]))


def expanded(macro: HostMacro, inside: str) -> str:
    """Return the text of a macro for the text between the parentheses of its call."""
    assert macro.parameters is not None  # the caller looks for parentheses
    arguments = [argument.strip() for argument in split_arguments(inside)]
    names = [name for name in macro.parameters if name]
    values = dict(zip(names, arguments, strict=False))
    if names and names[-1].endswith("..."):
        rest = ", ".join(arguments[len(names) - 1 :])
        values.pop(names[-1], None)
        values[names[-1].removesuffix("...").strip() or "__VA_ARGS__"] = rest
    body = macro.body
    if values:
        parameter = re.compile(rf"(?<!#)#\s*\b({'|'.join(values)})\b|\b({'|'.join(values)})\b")
        body = parameter.sub(lambda match: f'"{values[match[1]]}"' if match[1] else values[match[2]], body)
    return re.sub(r"\s*##\s*", "", body)


def split_arguments(text: str) -> list[str]:
    """Split the arguments of a call; a `<` may be a comparison."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]] if text.strip() else []


def _closing(text: str, start: int) -> int:
    depth = 0
    for match in re.finditer(r"[()]|\"(?:\\.|[^\"\\\n])*\"", text[start:]):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return start + match.start()
    return -1
