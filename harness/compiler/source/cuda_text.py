"""Splits CUDA C++ text into its declarations at namespace scope, by its tokens alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/)
    | (?P<directive>(?<![^\n])[ \t]*\#(?:[^\\\n]|\\.|\\\n)*)
    | (?P<text>(?:u8|[uUL])?R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*')
    | (?P<number>\d[\w.']*)
    | (?P<word>[A-Za-z_]\w*)
    | (?P<mark_>.)""",
    re.VERBOSE | re.DOTALL,
)
_FOR_DEVICE = frozenset(
    ("__global__", "__device__", "__constant__", "__shared__", "__managed__", "__grid_constant__")
)
# A macro from a header that is not read; its name suggests that it expands to one of the qualifiers above.
_LIKELY_FOR_DEVICE = re.compile(r"device|global|kernel", re.IGNORECASE)
_DEFINITION = re.compile(r"[ \t]*#[ \t]*define[ \t]+(\w+)(.*)", re.DOTALL)
# Words with parentheses that come before a function's name.
_BEFORE_PARENTHESIS = frozenset(
    ("decltype", "__launch_bounds__", "__attribute__", "__align__", "alignas", "noexcept", "explicit")
)
_NEXT_LINE = re.compile(r"[ \t]*(?://[^\n]*)?\r?\n\s*(?:[A-Za-z_#/}]|$)")
_TYPES = frozenset(("struct", "class", "union", "enum"))


@dataclass(frozen=True)
class CudaDeclaration:
    """One declaration at namespace scope.

    Parameters
    ----------
    start, stop : int
        Range of characters in the text, [start, stop).
    first_line, last_line : int
        1-based numbers of its first and last line.
    name : str
        Name of the function or type; for any other declaration, its last word.
    is_for_device : bool
        Whether its head, or a member of the class, has a device qualifier or a macro that may expand to one.
    scope : tuple of str
        Enclosing namespaces, outermost first; the empty string for an unnamed one.
    is_host_function : bool
        Whether it is a function for the host alone. A ``constexpr`` function is not: nvcc can compile it for the
        device too.
    """

    start: int
    stop: int
    first_line: int
    last_line: int
    name: str
    is_for_device: bool
    scope: tuple[str, ...] = ()
    is_host_function: bool = False


@dataclass
class _Head:
    """The part of a declaration that has been read so far."""

    start: int
    words: list[str] = field(default_factory=list)
    name: str = ""
    is_type: bool = False
    has_parameters: bool = False
    has_value: bool = False


def declarations(text: str) -> Iterator[CudaDeclaration]:
    """Yield the declarations at namespace scope, in order, without preprocessor directives."""
    macros = set(_FOR_DEVICE)
    # After this directive the compiler numbers the next line 1.
    line = 0 if text.startswith("#line 1 ") else 1
    head: _Head | None = None
    first_line = depth = body_depth = angles = 0
    previous = ""
    scopes: list[tuple[str, ...]] = []
    for token in TOKEN.finditer(text):
        kind, value, at_line = token.lastgroup, token.group(), line
        line += value.count("\n")
        if kind == "blank":
            continue
        if kind == "directive":
            defined = _DEFINITION.match(value)
            if defined and macros & set(re.findall(r"\w+", defined[2])):
                macros.add(defined[1])
            continue
        if head is None:
            if value in ("}", ";"):  # a namespace ends, or a stray semicolon
                del scopes[len(scopes) - (value == "}") :]
                continue
            head, first_line, depth = _Head(token.start()), at_line, 0
            previous = ""
        is_end = False
        if head.words == ["template"] and value in "<>":
            # Skipped, because a "=" or "class" in the list says nothing about the declaration itself.
            angles += 1 if value == "<" else -1
            if angles == 0:
                head.words = []
            continue
        if angles:
            continue
        if value in "([{" and kind == "mark_":
            if value == "{" and depth == 0:
                if _is_scope(head.words):
                    scopes.append(_namespaces(head.words))
                    head = None
                    continue
                body_depth = 1
            is_bare = depth == 0 and not head.has_parameters and not head.has_value
            if value == "(" and is_bare and previous not in _BEFORE_PARENTHESIS:
                head.has_parameters, head.name = True, previous
            elif value == "(" and depth == 0 and head.name.isupper() and re.fullmatch(r"\w+", previous):
                head.name = previous  # what came before is a macro, such as launch bounds
            depth += 1
        elif value in ")]}" and kind == "mark_":
            depth -= 1
            if value == "}" and depth == 0 and body_depth:
                body_depth = 0
                is_end = not head.is_type and not head.has_value and head.has_parameters
            elif value == ")" and depth == 0 and _is_macro_line(text, head, token.end()):
                is_end = True
        elif depth == 0:
            if value == ";":
                is_end = True
            elif value == "=":
                head.has_value = True
            elif kind in ("word", "text"):
                head.words.append(value)
                if previous in _TYPES and not head.has_parameters:
                    head.is_type, head.name = True, value
        # A device member makes its class device code. A device lambda leaves its host function host code.
        if depth and kind == "word" and value in macros and not (body_depth and head.has_parameters):
            head.words.append(value)
        previous = value
        if is_end:
            yield _declaration(head, token.end(), (first_line, line), macros, scopes)
            head = None
    if head is not None and head.words:  # a macro call at the end needs no semicolon
        yield _declaration(head, len(text), (first_line, line), macros, scopes)


def _declaration(
    head: _Head, stop: int, lines: tuple[int, int], macros: set[str], scopes: list[tuple[str, ...]]
) -> CudaDeclaration:
    is_for_device = any(_is_for_device(word, macros) for word in head.words)
    is_function = head.has_parameters and not head.is_type
    return CudaDeclaration(
        head.start,
        stop,
        *lines,
        head.name or next(iter(reversed(head.words)), ""),
        is_for_device,
        tuple(name for scope in scopes for name in scope),
        is_function and not is_for_device and "constexpr" not in head.words,
    )


def _is_macro_line(text: str, head: _Head, stop: int) -> bool:
    """Whether the declaration is a macro call on a line of its own; explicit instantiations often are."""
    if len(head.words) != 1 or not head.words[0].isupper() or not head.has_parameters:
        return False
    is_bare = text.startswith(head.words[0], head.start)
    return is_bare and _NEXT_LINE.match(text, stop) is not None


def _is_scope(words: list[str]) -> bool:
    """Whether a brace after these words opens a namespace or ``extern "C"``; both contain namespace scope."""
    is_linkage = words[:1] == ["extern"] and len(words) == 2 and words[1].startswith('"')
    return is_linkage or "namespace" in words[:2]


def _namespaces(words: list[str]) -> tuple[str, ...]:
    """Return the namespaces that these words open, outermost first; empty for ``extern "C"``."""
    if "namespace" not in words:
        return ()
    return tuple(words[words.index("namespace") + 1 :]) or ("",)


def _is_for_device(word: str, macros: set[str]) -> bool:
    return word in macros or (word.isupper() and _LIKELY_FOR_DEVICE.search(word) is not None)
