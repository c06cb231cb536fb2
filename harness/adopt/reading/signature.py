"""Reads the kernels of a source text, with the names and types of their parameters.

The compiled code has the number and width of the parameters, but not their names. This module reads names and pointers
from the text. Types stay text, and the compiled code is decisive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...compiler.source.cuda_text import CudaDeclaration, declarations, without_comments

_WORDS_OF_TYPES = re.compile(
    r"\b(?:const|volatile|__restrict__|__restrict|restrict|__grid_constant__|struct)\b"
)
_NAME = re.compile(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$")
_SPECIAL = re.compile(r"\s*template\s*<\s*>[^({;]*?\b(\w+)\s*<")
_OPEN, _CLOSE = "([{<", ")]}>"


@dataclass(frozen=True)
class Parameter:
    name: str
    """Name in the source; ``parameter:2`` for a second one without a name."""
    type: str
    """Type without ``const``, ``*`` and similar: ``float``, ``T``, ``unsigned int``."""
    is_pointer: bool
    is_const: bool
    """Whether it points to const data."""
    default: str = ""

    @property
    def described(self) -> str:
        """The type in words."""
        return (
            f"a pointer to {'const ' if self.is_const else ''}{self.type}" if self.is_pointer else self.type
        )


@dataclass(frozen=True)
class TemplateParameter:
    name: str
    """Name in the source; ``template:2`` for a second one without a name."""
    type: str
    """Type of a non-type parameter, such as ``int``; empty for a type parameter."""
    default: str = ""


@dataclass(frozen=True)
class Member:
    """A number that a compiler passes beside a pointer, because both are parts of an array."""

    pointer: int
    """Position of the pointer among the parameters."""
    what: str
    """Something of the host, the number of elements, the bytes of one, the size of an axis, or its stride in bytes."""
    axis: int
    """The axis, from 0 for the outermost."""
    n_dims: int
    n_bytes: int
    """Bytes of an element; 0 if unknown."""


@dataclass(frozen=True)
class KernelSignature:
    name: str
    """Name without namespaces."""
    scope: tuple[str, ...]
    template: tuple[TemplateParameter, ...]
    """Template parameters; empty for a kernel that is not a template."""
    parameters: tuple[Parameter, ...]
    line: int
    code: str
    """Text of the kernel and of the device functions that it calls, without comments."""
    arguments: str = ""
    """Template arguments of a specialisation, as in the source; empty for any other kernel."""
    members: Mapping[int, Member] = field(default_factory=dict)
    """Numbers that are parts of arrays, by position."""

    @property
    def qualified(self) -> str:
        """The name with its namespaces in C++ syntax, without unnamed namespaces; a specialisation has arguments."""
        told = "::".join((*(name for name in self.scope if name), self.name))
        return f"{told}<{self.arguments}>" if self.arguments else told

    @property
    def stem(self) -> str:
        """The name for a file: that of the kernel, and the arguments of a specialisation."""
        return "_".join((self.name, *re.findall(r"\w+", self.arguments)))


def find_kernels(text: str) -> tuple[KernelSignature, ...]:
    """Return the kernels that a source defines, in order."""
    plain = without_comments(text)
    found = [
        (each, plain[each.start : each.stop])
        for each in declarations(text)
        if each.is_for_device and each.name
    ]
    codes: dict[str, str] = {}
    for each, code in found:
        codes[each.name] = f"{codes[each.name]}\n{code}" if each.name in codes else code
    return tuple(
        _read(each, code, codes, text.count("\n", 0, each.start) + 1)
        for each, code in found
        if re.search(r"\b__global__\b", code) and "{" in code
    )


def _read(declaration: CudaDeclaration, code: str, codes: dict[str, str], line: int) -> KernelSignature:
    name, arguments = declaration.name, ""
    special = _SPECIAL.match(code)
    if special:
        # A specialisation is called by its arguments.
        start = code.index("<", special.end(1))
        inside = _inside(code, start)
        name, arguments = special[1], inside.strip()
        code = code[: special.end(1)] + code[start + len(inside) + 2 :]
        code = re.sub(r"^\s*template\s*<\s*>", "", code)
    template: tuple[TemplateParameter, ...] = ()
    opened = re.match(r"\s*template\s*<", code)
    if opened:
        inside = _inside(code, opened.end() - 1)
        parts = [part for part in split_at_commas(inside) if part.strip()]
        template = tuple(_template_parameter(part, number) for number, part in enumerate(parts, 1))
    named = re.search(rf"\b{name}\s*\(", code)
    parts = split_at_commas(_inside(code, named.end() - 1)) if named else []
    parts = [part for part in parts if part.strip() not in ("", "void")]
    parameters = tuple(_parameter(part, number) for number, part in enumerate(parts, 1))
    return KernelSignature(
        name,
        declaration.scope,
        template,
        parameters,
        line,
        "\n".join(_reached(declaration.name, {**codes, declaration.name: code})),
        arguments,
    )


def _reached(name: str, codes: dict[str, str]) -> Iterator[str]:
    """Yield the text of a function and of the functions that it uses, each once."""
    seen, todo = {name}, [name]
    while todo:
        code = codes[todo.pop(0)]
        yield code
        for word in dict.fromkeys(re.findall(r"\w+", code)):
            if word in codes and word not in seen:
                seen.add(word)
                todo.append(word)


def _inside(code: str, start: int) -> str:
    """Return the text between the bracket at `start` and the matching one."""
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


def split_at_commas(text: str, brackets: tuple[str, str] = (_OPEN, _CLOSE)) -> list[str]:
    """Split at the commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in brackets[0]) - (character in brackets[1])
        if character == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]]


def _parameter(text: str, number: int) -> Parameter:
    declared, _, default = (part.strip() for part in text.partition("="))
    named = _NAME.search(declared)
    type_text = declared[: named.start()] if named else declared
    name = named[1] if named else ""
    if not _WORDS_OF_TYPES.sub("", type_text).strip():  # a type alone: the parameter has no name
        type_text, name = declared, ""
    name = name or f"parameter:{number}"
    pointee = type_text.partition("*")[0]
    return Parameter(
        name,
        " ".join(re.sub(r"[*&]", " ", _WORDS_OF_TYPES.sub("", type_text)).split()),
        "*" in type_text or declared.endswith("]"),
        re.search(r"\bconst\b", pointee) is not None,
        default,
    )


def _template_parameter(text: str, number: int) -> TemplateParameter:
    declared, _, default = (part.strip() for part in text.partition("="))
    named = _NAME.search(declared)
    name = named[1] if named else ""
    kind = declared[: named.start()].strip() if named else declared
    if not kind:  # a type alone: the parameter has no name
        name, kind = "", declared
    is_type = kind.split()[-1:] in (["typename"], ["class"])
    return TemplateParameter(name or f"template:{number}", "" if is_type else kind, default)
