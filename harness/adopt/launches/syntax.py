"""Nodes of the syntax tree of CUDA C++: their texts and lines, and what function definitions declare."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ...compiler.source import syntax
from ...compiler.source.syntax import Node


@lru_cache(maxsize=64)
def parse(text: str) -> Node:
    """Return the root of the syntax tree of a source; what cannot be parsed becomes nodes of the type ``ERROR``."""
    return syntax.parse(text).root_node


def text_of(node: Node | None) -> str:
    """Return a node's text, each run of blanks as one space; empty for no node."""
    return " ".join((node.text or b"").decode("utf-8", "replace").split()) if node is not None else ""


def line_of(node: Node) -> int:
    """Return the 1-based line on which a node begins."""
    return node.start_point.row + 1


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it, in the order of the text."""
    todo = [node]
    while todo:
        each = todo.pop()
        yield each
        todo.extend(reversed(each.named_children))


_DEVICE = re.compile(r"\b__(?:global|device)__\b")


def name_of(function: Node) -> str:
    """Return the name of a function definition; empty if it has none."""
    # A specialisation has the name of its template.
    return (
        declared_name(function.child_by_field_name("declarator"))
        .partition("<")[0]
        .rpartition("::")[2]
        .strip()
    )


def is_for_device(function: Node) -> bool:
    """Whether a function definition is a kernel or a device function."""
    declarator = function.child_by_field_name("body")
    head = (function.text or b"")[
        : (declarator.start_byte - function.start_byte) if declarator is not None else None
    ]
    text = head.decode("utf-8", "replace")
    return _DEVICE.search(text) is not None and "__host__" not in text


def assigned_in(node: Node) -> set[str]:
    """Return the variables that a loop assigns, except the ones that it declares itself."""
    names = set()
    for each in walk(node):
        if each.type == "assignment_expression":
            names.add(text_of(each.child_by_field_name("left")))
        elif each.type == "update_expression":
            names.add(text_of(each.child_by_field_name("argument")))
    return {name.partition(".")[0] for name in names}


def declared_name(node: Node | None) -> str:
    """Return the name that a declarator declares; empty for none."""
    while node is not None:
        inner = node.child_by_field_name("declarator")
        if inner is None:
            named = [
                child
                for child in node.named_children
                if "declarator" in child.type or child.type == "identifier"
            ]
            if (
                node.type in ("reference_declarator", "pointer_declarator", "parenthesized_declarator")
                and named
            ):
                node = named[-1]
                continue
            return text_of(node)
        node = inner
    return ""


def parameters_of(function: Node) -> list[tuple[str, str, Node | None]]:
    """Return name, type and default argument of a function's parameters."""
    node: Node | None = function.child_by_field_name("declarator")
    while (
        node is not None
        and node.type != "function_declarator"
        and node.type != "abstract_function_declarator"
    ):
        inner = node.child_by_field_name("declarator")
        node = (
            inner
            if inner is not None
            else next(
                (child for child in node.named_children if child.type.endswith("function_declarator")), None
            )
        )
    listed = node.child_by_field_name("parameters") if node is not None else None
    found = []
    for each in listed.named_children if listed is not None else ():
        if each.type in ("parameter_declaration", "optional_parameter_declaration"):
            declarator = each.child_by_field_name("declarator")
            found.append(
                (
                    declared_name(declarator),
                    text_of(each.child_by_field_name("type")),
                    each.child_by_field_name("default_value"),
                )
            )
    return found


def changed_parameters_of(function: Node) -> list[bool]:
    """Return for each parameter whether it is a reference that the function may change."""
    found = []
    for each in walk(function):
        if each.type == "compound_statement":
            break
        if each.type in ("parameter_declaration", "optional_parameter_declaration"):
            declarator = each.child_by_field_name("declarator")
            is_reference = declarator is not None and declarator.type == "reference_declarator"
            found.append(is_reference and "const" not in text_of(each).split())
    return found


def template_parameters_of(function: Node) -> list[str]:
    """Return the names of a function's template parameters."""
    above = function.parent
    if above is None or above.type != "template_declaration":
        return []
    listed = above.child_by_field_name("parameters")
    names = []
    for each in listed.named_children if listed is not None else ():
        if each.type.startswith(("parameter_declaration", "optional_parameter")):
            names.append(declared_name(each.child_by_field_name("declarator")))
        elif each.type != "comment":
            named = each.child_by_field_name("name") or (
                each.named_children[0] if each.named_children else None
            )
            names.append(text_of(named))
    return names


def is_real(type_text: str) -> bool:
    """Whether a type is a floating-point number."""
    return re.fullmatch(r"(?:const )?(?:float|double)", type_text.strip()) is not None
