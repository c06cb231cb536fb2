"""Kernels of a source text with the names and types of their parameters.

The compiled code says how many parameters there are and how wide; what they are called only the text knows. It is read
as far as names and pointers go; a type stays a piece of text, and the compiler has the last word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..compiler.cuda_text import TOKEN, Declaration, declarations

_WORDS_OF_TYPES = re.compile(
    r"\b(?:const|volatile|__restrict__|__restrict|restrict|__grid_constant__|struct)\b"
)
_NAME = re.compile(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$")
_OPEN, _CLOSE = "([{<", ")]}>"


@dataclass(frozen=True)
class Parameter:
    """One parameter of a kernel.

    Parameters
    ----------
    name : str
        As in the source; empty where it has none.
    type : str
        Without ``const``, ``*`` and the like: ``float``, ``T``, ``unsigned int``.
    is_pointer : bool
        Whether it points to something.
    is_const : bool
        Whether what it points to may not be written.
    default : str
        Its default argument as in the source; empty where it has none.
    """

    name: str
    type: str
    is_pointer: bool
    is_const: bool
    default: str = ""


@dataclass(frozen=True)
class TemplateParameter:
    """One parameter of a template.

    Parameters
    ----------
    name : str
        As in the source.
    type : str
        Of a value such as ``int``; empty for a type.
    has_default : bool
        Whether it may be left out.
    """

    name: str
    type: str
    has_default: bool


@dataclass(frozen=True)
class Signature:
    """One kernel.

    Parameters
    ----------
    name : str
        Without namespaces.
    scope : tuple of str
        Its namespaces.
    template : tuple of TemplateParameter
        Empty for a kernel that is no template.
    parameters : tuple of Parameter
        In order.
    line : int
        1-based line that it begins on.
    code : str
        Its text and that of the functions for the device that it calls, without comments.
    """

    name: str
    scope: tuple[str, ...]
    template: tuple[TemplateParameter, ...]
    parameters: tuple[Parameter, ...]
    line: int
    code: str

    @property
    def qualified(self) -> str:
        """The name with its namespaces, as C++ writes it; an unnamed namespace needs no name."""
        return "::".join((*(name for name in self.scope if name), self.name))


def find_kernels(text: str) -> tuple[Signature, ...]:
    """Return the kernels that a source defines, in order.

    Parameters
    ----------
    text : str
        CUDA C++. Kernels inside of classes, and such that a macro writes, are not found.
    """
    found = [each for each in declarations(text) if each.is_for_device and each.name]
    codes = {each.name: _code(text, each) for each in found}
    return tuple(
        _read(each, codes)
        for each in found
        if re.search(r"\b__global__\b", codes[each.name]) and "{" in codes[each.name]
    )


def _read(declaration: Declaration, codes: dict[str, str]) -> Signature:
    code = codes[declaration.name]
    template: tuple[TemplateParameter, ...] = ()
    opened = re.match(r"\s*template\s*<", code)
    if opened:
        inside = _inside(code, opened.end() - 1)
        template = tuple(_template_parameter(part) for part in _split(inside) if part.strip())
    named = re.search(rf"\b{declaration.name}\s*\(", code)
    parts = _split(_inside(code, named.end() - 1)) if named else []
    parameters = tuple(_parameter(part) for part in parts if part.strip() not in ("", "void"))
    return Signature(
        declaration.name,
        declaration.scope,
        template,
        parameters,
        declaration.first_line,
        "\n".join(_reached(declaration.name, codes)),
    )


def _code(text: str, declaration: Declaration) -> str:
    """Text of a declaration without comments and directives."""
    tokens = TOKEN.finditer(text[declaration.start : declaration.stop])
    return "".join(" " if token.lastgroup in ("blank", "directive") else token.group() for token in tokens)


def _reached(name: str, codes: dict[str, str]) -> Iterator[str]:
    """Yield the text of a function and of those that it names, each once."""
    seen, todo = {name}, [name]
    while todo:
        code = codes[todo.pop(0)]
        yield code
        for word in dict.fromkeys(re.findall(r"\w+", code)):
            if word in codes and word not in seen:
                seen.add(word)
                todo.append(word)


def _inside(code: str, start: int) -> str:
    """Return what is between the bracket at `start` and its partner."""
    depth = 0
    closing = _CLOSE[_OPEN.index(code[start])]
    for position in range(start, len(code)):
        if code[position] == code[start]:
            depth += 1
        elif code[position] == closing:
            depth -= 1
            if depth == 0:
                return code[start + 1 : position]
    return ""


def _split(text: str) -> list[str]:
    """Split at the commas that are in no bracket."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        if character in _OPEN:
            depth += 1
        elif character in _CLOSE:
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]]


def _parameter(text: str) -> Parameter:
    declared, _, default = (part.strip() for part in text.partition("="))
    named = _NAME.search(declared)
    type_text = declared[: named.start()] if named else declared
    name = named[1] if named else ""
    if not _WORDS_OF_TYPES.sub("", type_text).strip():  # a type alone: the parameter has no name
        type_text, name = declared, ""
    pointee = type_text.partition("*")[0]
    return Parameter(
        name,
        " ".join(re.sub(r"[*&]", " ", _WORDS_OF_TYPES.sub("", type_text)).split()),
        "*" in type_text or declared.endswith("]"),
        re.search(r"\bconst\b", pointee) is not None,
        default,
    )


def _template_parameter(text: str) -> TemplateParameter:
    declared, equals, _ = text.partition("=")
    named = _NAME.search(declared.strip())
    name = named[1] if named else ""
    kind = declared.strip()[: named.start()].strip() if named else declared.strip()
    is_type = kind.split()[-1:] in (["typename"], ["class"]) or name in ("typename", "class")
    return TemplateParameter(name, "" if is_type else kind, bool(equals))
