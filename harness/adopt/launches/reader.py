"""Reads the launches in files of host code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tree_sitter import Node

from ..reading.syntax import children_of, is_for_device, name_of, parse, template_parameters_of, text_of
from .expansion import macros_of, with_launches_expanded, without_comments
from .expression import Expressions, Names, converted
from .host_function import HostFunctions
from .launch import HostLaunch, LaunchDescription, describe
from .value import ONE, Number, Operation, Value, Variable

_LIMIT_CHARACTERS = 4_000_000


def read_launches(sources: Sequence[tuple[Path | str, str]]) -> tuple[HostLaunch, ...]:
    """Return the launches in host code, in the order of the files and lines."""
    bare = [(str(name), without_comments(text)) for name, text in sources if len(text) <= _LIMIT_CHARACTERS]
    names = Names()
    for _, text in bare:
        names.macros.update(macros_of(text))
    files: dict[int, str] = {}
    functions: list[Node] = []
    for name, text in bare:
        root = parse(with_launches_expanded(text, names.macros))
        functions += _read_file(root, Path(name).name, names, files)
    following = HostFunctions(names, files)
    found: list[HostLaunch] = []
    open_functions: set[str] = set()
    for function in functions:
        own = following.launches(function)
        found += own
        if any(describe(each).missing for each in own):
            open_functions.add(name_of(function))
    if open_functions:
        for function in functions:
            through = following.launches(function, through_calls=True)
            found += [each for each in through if each.callers and each.function in open_functions]
    return _distinct(found)


def _read_file(root: Node, file: str, names: Names, files: dict[int, str]) -> list[Node]:
    """Collect the definitions of a file, and return its host functions."""
    functions: list[Node] = []
    expressions = Expressions(names, lambda *_: None)
    todo = [root]
    while todo:
        node = todo.pop()
        if node.type == "function_definition":
            if not is_for_device(node):
                functions.append(node)
                files[node.id] = file
                names.functions.setdefault(name_of(node), []).append(node)
            continue
        if node.type == "declaration":
            _constants(node, names, expressions)
        elif node.type == "enumerator_list":
            _enumerators(node, names, expressions)
        elif node.type in ("alias_declaration", "type_definition"):
            name, told = text_of(node, "name") or text_of(node, "declarator"), text_of(node, "type")
            # A type that `#if` chooses has no one size.
            names.types[name] = told if names.types.get(name, told) == told else ""
        elif node.type in ("struct_specifier", "class_specifier"):
            _members(node, names)
        todo.extend(reversed(node.named_children))
    return functions


def _constants(node: Node, names: Names, expressions: Expressions) -> None:
    words = text_of(node)
    is_constant = any(word in words.split("=")[0].split() for word in ("const", "constexpr"))
    for each in node.children_by_field_name("declarator"):
        if each.type != "init_declarator":
            continue
        name, value_node = text_of(each, "declarator"), each.child_by_field_name("value")
        if value_node is None or not name.isidentifier() or name in names.constants:
            continue
        if is_constant:
            told = converted(text_of(node, "type"), expressions.value(value_node, {}))
            names.constants[name] = Variable(name, told)
        else:
            names.constants[name] = Variable(name, None, "a global variable", is_input=True)


def _members(node: Node, names: Names) -> None:
    """Collect the constants of a class, which may depend on its template parameters."""
    name = text_of(node, "name")
    for each in children_of(node, "body"):
        value = each.child_by_field_name("default_value")
        if each.type == "field_declaration" and value is not None and "static" in text_of(each).split():
            names.members[f"{name}::{text_of(each, 'declarator')}"] = (
                tuple(template_parameters_of(node)),
                value,
            )


def _enumerators(node: Node, names: Names, expressions: Expressions) -> None:
    value: Value = Number(-1)
    for child in node.named_children:
        if child.type != "enumerator":
            continue
        told = child.child_by_field_name("value")
        if told is not None:
            value = expressions.value(told, {})
        elif isinstance(value, Number):
            value = Number(int(value.value) + 1)
        else:
            value = Operation("+", (value, ONE))
        names.constants.setdefault(text_of(child, "name"), value)


def _distinct(found: Sequence[HostLaunch]) -> tuple[HostLaunch, ...]:
    """Remove launches that cannot happen, and those that a caller repeats without telling more."""
    kept: dict[object, LaunchDescription] = {}
    for told in map(describe, found):
        if "False" not in told.conditions:
            rules = (told.entry, told.grid, told.block, told.shared, told.conditions)
            kept.setdefault((told.launch.file, told.launch.line, *rules), told)
    own = {
        (told.launch.file, told.launch.line): len(told.missing)
        for told in kept.values()
        if not told.launch.callers
    }
    return tuple(
        told.launch
        for told in kept.values()
        if not told.launch.callers or len(told.missing) < own.get((told.launch.file, told.launch.line), 0)
    )
