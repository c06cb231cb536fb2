"""Nodes of the syntax tree of CUDA C++: their texts and lines, and what function definitions declare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...compiler.source import preprocessing
from ...compiler.source.preprocessing import Node
from ...lazy import pattern

_DEVICE = pattern(r"\b__(?:global|device)__\b")
_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration")


@lru_cache(maxsize=64)
def parse(text: str) -> Node:
    """Return the root of the syntax tree of a source; unparsable parts become nodes of the type ``ERROR``."""
    return preprocessing.parse(text).root_node


def text_of(node: Node | None, field: str = "") -> str:
    """Return the text of a node, or of one of its fields, each run of blanks as one space; empty for no node."""
    if node is not None and field:
        node = node.child_by_field_name(field)
    return " ".join((node.text or b"").decode("utf-8", "replace").split()) if node is not None else ""


def children_of(node: Node | None, field: str = "") -> list[Node]:
    """Return the named nodes in a node, or in one of its fields, without comments; none for no node."""
    if node is not None and field:
        node = node.child_by_field_name(field)
    return [child for child in node.named_children if child.type != "comment"] if node is not None else []


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it, in the order of the text."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(node.named_children))


def name_of(function: Node) -> str:
    # A specialisation has the name of its template.
    name = declared_name(function.child_by_field_name("declarator"))
    return name.partition("<")[0].rpartition("::")[2].strip()


def is_for_device(function: Node) -> bool:
    body = function.child_by_field_name("body")
    stop = body.start_byte - function.start_byte if body is not None else None
    head = (function.text or b"")[:stop].decode("utf-8", "replace")
    return _DEVICE.search(head) is not None and "__host__" not in head


def unwrapped(
    node: Node, kinds: Sequence[str] = ("parenthesized_expression", "cast_expression", "pointer_expression")
) -> Node:
    """Return the expression inside parentheses, casts and pointer operators."""
    while node.type in kinds:
        inner = node.child_by_field_name("value") or node.child_by_field_name("argument")
        node = inner or node.named_children[-1]
    return node


def unqualified(node: Node) -> Node:
    """Return the last part of a name with namespaces; any other node as it is."""
    while node.type == "qualified_identifier" and (name := node.child_by_field_name("name")):
        node = name
    return node


def assigned_in(loop: Node) -> set[str]:
    names = set()
    for node in walk(loop):
        if node.type == "assignment_expression":
            names.add(text_of(node, "left"))
        elif node.type == "update_expression":
            names.add(text_of(node, "argument"))
    return {name.partition(".")[0] for name in names}


def declared_name(node: Node | None) -> str:
    """Return the name that a declarator declares; empty for none."""
    while node is not None:
        inner = node.child_by_field_name("declarator")
        if inner is None:
            if node.type not in ("reference_declarator", "pointer_declarator", "parenthesized_declarator"):
                break
            # These have no field for their operand.
            within = reversed(node.named_children)
            inner = next((each for each in within if re.search("declarator|^identifier$", each.type)), None)
            if inner is None:
                break
        node = inner
    return text_of(node)


class HostParameter(NamedTuple):
    name: str
    type: str
    default: Node | None
    is_changed: bool
    """Whether it is a reference through which the function may change a variable of its caller."""


def function_declarator(function: Node) -> Node | None:
    """Return the part of a function's definition with its name and parameters."""
    node = function.child_by_field_name("declarator")
    while node is not None and node.type not in ("function_declarator", "abstract_function_declarator"):
        node = node.child_by_field_name("declarator") or next(
            (child for child in node.named_children if child.type.endswith("function_declarator")), None
        )
    return node


def parameters_of(function: Node) -> list[HostParameter]:
    items = []
    for node in children_of(function_declarator(function), "parameters"):
        if node.type in _PARAMETERS:
            declarator = node.child_by_field_name("declarator")
            is_reference = declarator is not None and declarator.type == "reference_declarator"
            is_changed = is_reference and "const" not in text_of(node).split()
            default = node.child_by_field_name("default_value")
            items.append(HostParameter(declared_name(declarator), text_of(node, "type"), default, is_changed))
    return items


def template_parameters_of(function: Node) -> list[str]:
    above = function.parent
    if above is None or above.type != "template_declaration":
        return []
    names = []
    for node in children_of(above, "parameters"):
        if node.type.startswith(("parameter_declaration", "optional_parameter")):
            names.append(declared_name(node.child_by_field_name("declarator")))
        else:
            names.append(text_of(node.child_by_field_name("name") or next(iter(node.named_children), None)))
    return names


def is_real(type_text: str) -> bool:
    return re.fullmatch(r"(?:const )?(?:float|double)", type_text.strip()) is not None
