"""Reads the kernels of a source text, with the names and types of their parameters.

The compiled code has the number and width of the parameters, but not their names. This module reads names and pointers
from the text. Types stay text, and the compiled code is decisive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ...compiler.source.cuda_text import CudaDeclaration, declarations
from ...compiler.source.preprocessing import Node
from ...lazy import dataclass, field, pattern
from . import syntax
from .macros import with_kernels_expanded

_WORDS_OF_TYPES = pattern(r"\b(?:const|volatile|__restrict__|__restrict|restrict|__grid_constant__|struct)\b")
_NAME = pattern(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$")


@dataclass(frozen=True)
class Parameter:
    name: str
    """Name in the source; ``parameter:2`` for a second one without a name."""
    type: str
    """Type without ``const``, ``*`` and similar: ``float``, ``T``, ``unsigned int``."""
    is_pointer: bool
    is_const: bool
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
class ArrayMember:
    """A number that a compiler passes together with a pointer, because both are parts of an array."""

    pointer: int
    what: str
    """``nothing`` for a host value, ``count`` of elements, ``bytes`` of one, ``size`` of an axis or its ``stride``."""
    axis: int
    n_dims: int
    n_bytes: int
    """Bytes of an element; 0 if unknown."""


@dataclass(frozen=True)
class KernelSignature:
    name: str
    scope: tuple[str, ...]
    template: tuple[TemplateParameter, ...]
    parameters: tuple[Parameter, ...]
    line: int
    code: str
    """Text of the kernel and of the device functions that it calls, without comments."""
    arguments: str = ""
    """Template arguments of a specialisation, as in the source; empty for any other kernel."""
    members: Mapping[int, ArrayMember] = field(default_factory=dict)
    """Numbers that are parts of arrays, by position."""

    @property
    def qualified(self) -> str:
        """The name with its namespaces in C++ syntax, without unnamed namespaces; a specialisation has arguments."""
        name = "::".join((*filter(None, self.scope), self.name))
        return f"{name}<{self.arguments}>" if self.arguments else name

    @property
    def stem(self) -> str:
        """The name for a file: the kernel's, with the arguments of a specialisation."""
        return "_".join((self.name, *re.findall(r"\w+", self.arguments)))


def find_kernels(text: str) -> tuple[KernelSignature, ...]:
    """Return the kernels that a source defines, in order."""
    text = with_kernels_expanded(text)
    parts = [item for item in declarations(text) if item.is_for_device and item.name]
    codes: dict[str, str] = {}
    for item in parts:
        codes[item.name] = f"{codes[item.name]}\n{item.text}" if item.name in codes else item.text
    return tuple(
        _read(item, codes) for item in parts if re.search(r"\b__global__\b", item.text) and "{" in item.text
    )


def _read(declaration: CudaDeclaration, codes: dict[str, str]) -> KernelSignature:
    code = declaration.text
    nodes = list(syntax.walk(syntax.parse(code)))
    function = next((node for node in nodes if node.type == "function_definition"), None)
    declarator = syntax.function_declarator(function) if function is not None else None
    name = declarator.child_by_field_name("declarator") if declarator is not None else None
    template, parameters, arguments = None, None, ""
    # Kernels in a namespace that a macro opens cannot be read; the namespace stands for them.
    if function and declarator and name and syntax.name_of(function) == declaration.name:
        # An attribute that the parser does not know separates a function from its template.
        lists = (node for node in nodes if node.type == "template_parameter_list")
        template = next((node for node in lists if node.end_byte <= name.start_byte), None)
        parameters = declarator.child_by_field_name("parameters")
        # A specialisation is called by its arguments.
        arguments = syntax.text_of(syntax.unqualified(name), "arguments")[1:-1].strip()
    return KernelSignature(
        declaration.name,
        declaration.scope,
        tuple(_template_parameter(text, n) for n, text in enumerate(_listed(template), 1)),
        tuple(_parameter(text, n) for n, text in enumerate(_listed(parameters), 1) if text != "void"),
        declaration.unit.text.count("\n", 0, declaration.start) + 1,
        "\n".join(_reached(declaration.name, {**codes, declaration.name: code})),
        arguments,
    )


def _listed(node: Node | None) -> list[str]:
    """Return the texts between the commas of a list in brackets; a macro may make one parameter look like two."""
    parts = [""]
    for child in node.children[1:-1] if node is not None else ():
        if child.type == ",":
            parts.append("")
        elif child.type != "comment":
            parts[-1] += f" {syntax.text_of(child)}"
    return [part.strip() for part in parts if part.strip()]


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


def _parameter(text: str, number: int) -> Parameter:
    kind, name, default = _declared(text)
    return Parameter(
        name or f"parameter:{number}",
        " ".join(re.sub(r"[*&]", " ", _WORDS_OF_TYPES.sub("", kind)).split()),
        "*" in kind or text.partition("=")[0].rstrip().endswith("]"),
        re.search(r"\bconst\b", kind.partition("*")[0]) is not None,
        default,
    )


def _template_parameter(text: str, number: int) -> TemplateParameter:
    kind, name, default = _declared(text)
    is_type = kind.split()[-1:] in (["typename"], ["class"])
    return TemplateParameter(name or f"template:{number}", "" if is_type else kind, default)


def _declared(text: str) -> tuple[str, str, str]:
    """Return type, name and default argument of a parameter."""
    declared, _, default = (part.strip() for part in text.partition("="))
    named = _NAME.search(declared)
    kind, name = (declared[: named.start()].strip(), named[1]) if named else (declared, "")
    # A type alone: the parameter has no name.
    return (kind, name, default) if _WORDS_OF_TYPES.sub("", kind).strip() else (declared, "", default)
