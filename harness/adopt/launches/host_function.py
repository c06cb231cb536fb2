"""Follows the statements of host functions, and the values of their variables, to the launches that they make."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import reduce
from typing import TypeAlias

from tree_sitter import Node

from ...lazy import dataclass, field, pattern, replace
from ..reading.macros import expanded, macros_of, with_launches_expanded, without_comments
from ..reading.syntax import (
    assigned_in,
    children_of,
    declared_name,
    is_real,
    name_of,
    parameters_of,
    parse,
    template_parameters_of,
    text_of,
    unwrapped,
    walk,
)
from .expression import FROM_COMMAND_LINE, Expressions, Names, choice, converted, read_definitions
from .launch import HostLaunch, LaunchDescription, describe, read_call
from .value import ONE, ZERO, Code, KernelName, Number, Operator, SsaValue, Struct, Value, followed, is_dim3

_ENDS = frozenset(f"{word}_statement" for word in ("return", "throw", "goto", "break", "continue"))
_NO_STATEMENTS = ("comment", "function_definition", "preproc_def", "preproc_function_def")
_EXITS = frozenset(("exit", "abort", "_exit", "quick_exit", "terminate"))
_ALLOCATORS = frozenset(("cudaMalloc", "cudaMallocManaged", "cudaMallocAsync"))
"""Functions whose second argument is the number of bytes for the pointer that the first one names."""
_MOST_DEPTH = 6
_MOST_STATEMENTS = 100_000
"""Largest number of statements followed in all functions together, so that reading ends."""
_LONGEST_BODY = 2000
"""Largest number of bytes of a function that is followed for the value that it returns."""
_FEWEST_STATEMENTS = 1000
"""Statements that each function may have, even after many others."""
_LIMIT_CHARACTERS = 4_000_000

_ELEMENTS = pattern(
    r"(?P<name>\w+) \*= (?P<tensor>[\w.\->]+?)(?:\.|->)(?:size|sizes|shape)(?:\(\))?[(\[]\w+[)\]];"
)


_RETURNED_INSTANCE = pattern(r"\breturn\s+[\w:]+\s*<[^<>;]*>\s*(?:;|$)")

_CONSTANT_BODY = pattern(r"\{\s*return\s+\w+\s*;\s*\}")

Condition: TypeAlias = "tuple[Value, bool]"
UNSET = "not set before the launch"
"""Reason for the missing value of a variable that was declared without one."""


@dataclass
class Path:
    """One way through a function: the values of its variables, and the conditions that hold."""

    scope: dict[str, Value]
    conditions: tuple[Condition, ...] = ()
    is_ended: bool = False

    def branch(self, *conditions: Condition) -> Path:
        """Return a way that begins here, under further conditions."""
        return Path(dict(self.scope), (*self.conditions, *conditions))


def join(path: Path, condition: Value, yes: Path, no: Path) -> None:
    """Continue after a branch with the values that both ways leave."""
    if yes.is_ended and no.is_ended:
        path.is_ended = True
    elif yes.is_ended or no.is_ended:
        going = no if yes.is_ended else yes
        path.scope, path.conditions = going.scope, going.conditions
    else:
        path.scope = merged_scope(path.scope, condition, yes.scope, no.scope)


Scope: TypeAlias = "dict[str, Value]"


def merged_scope(before: Scope, condition: Value, yes: Scope, no: Scope) -> Scope:
    """Return the values of the variables after the two ways of a branch."""
    into: Scope = {}
    for name in before:
        first, second = yes.get(name, before[name]), no.get(name, before[name])
        # A variable is set in one branch before it is used only there.
        if first is second or _is_unset(second):
            into[name] = first
        else:
            into[name] = second if _is_unset(first) else SsaValue(name, choice(condition, first, second))
    for name in (*yes, *no):
        if name not in into and ("." in name or "->" in name):
            into[name] = yes.get(name, no.get(name, ZERO))
    return into


def _is_unset(value: Value) -> bool:
    return isinstance(value, SsaValue) and value.value is None and value.why == UNSET


@dataclass
class _Frame:
    """One call of a host function that is being followed."""

    name: str
    file: str
    callers: tuple[str, ...] = ()
    n_conditions: int = 0
    returned: list[tuple[tuple[Condition, ...], Value]] = field(default_factory=list)


class HostFunctions:
    def __init__(self, names: Names, files: dict[int, str]) -> None:
        self._names = names
        self._files = files
        self._expressions = Expressions(names, self._called)
        self._launches: list[HostLaunch] = []
        self._frames: list[_Frame] = []
        self._inlines = False
        self._n_statements = 0
        self._current = Path({})
        self._left: dict[str, Value] = {}

    def launches(self, function: Node, *, through_calls: bool = False) -> tuple[HostLaunch, ...]:
        """Return the launches that a function makes, in the order of the text."""
        self._launches, self._frames = [], []
        self._n_statements = min(self._n_statements, _MOST_STATEMENTS - _FEWEST_STATEMENTS)
        self._inlines = through_calls
        name = name_of(function)
        scope: dict[str, Value] = {}
        for parameter in template_parameters_of(function):
            if parameter in self._names.types:
                continue
            scope[parameter] = SsaValue(parameter, None, f"a template parameter of {name}", is_input=True)
        for parameter, type_text, *_ in parameters_of(function):
            scope[parameter] = SsaValue(
                parameter, None, f"a parameter of {name}", is_input=True, is_real=is_real(type_text)
            )
        self._frames.append(_Frame(name, self._files.get(function.id, "")))
        self._run(function.child_by_field_name("body"), Path(scope))
        return tuple(self._launches)

    def _called(self, name: str, template: Sequence[Value], arguments: Sequence[Value]) -> Value | None:
        """Return the value of a call of a host function; None if it cannot be followed."""
        candidates = [
            node for node in self._names.functions.get(name, ()) if len(parameters_of(node)) >= len(arguments)
        ]
        if len({candidate.text for candidate in candidates}) > 1:
            # Arms of an `#if` define a function without parameters again; one may be a constant.
            constant = [each for each in candidates if _CONSTANT_BODY.fullmatch(text_of(each, "body"))]
            if len(constant) != 1 or any(parameters_of(each) for each in candidates):
                return None  # overloads and specialisations: the types of the arguments choose one
            candidates = constant
        callers = tuple(frame.name for frame in self._frames)
        if not candidates or len(callers) > _MOST_DEPTH or name in callers:
            return None
        function = candidates[0]
        body = function.child_by_field_name("body")
        does_launch = _may_launch(function)
        is_short = body is not None and body.end_byte - body.start_byte <= _LONGEST_BODY
        if body is None or not (self._inlines if does_launch else is_short):
            return None
        scope: dict[str, Value] = {}
        for at, param in enumerate(template_parameters_of(function)):
            unset = SsaValue(param, None, "a template parameter", is_input=True)
            scope[param] = template[at] if at < len(template) else unset
        for at, (param, type_text, default, _) in enumerate(parameters_of(function)):
            if at < len(arguments):
                value = converted(type_text, arguments[at])
                # A variable of the caller keeps its name.
                scope[param] = value if isinstance(value, (SsaValue, Number)) else SsaValue(param, value)
            elif default is not None:
                scope[param] = self._expressions.value(default, {})
            else:
                return None
        outer = self._current
        path = Path(scope, outer.conditions if does_launch else ())
        frame = _Frame(name, self._files.get(function.id, ""), callers, len(path.conditions))
        self._frames.append(frame)
        self._run(body, path)
        self._current = outer
        self._frames.pop()
        self._left = path.scope if not path.is_ended and not frame.returned else {}
        result = _returned(frame)
        return None if isinstance(result, Code) else result

    # Statements.

    def _run(self, node: Node | None, path: Path) -> None:
        """Follow one statement, or nothing; `path` is changed."""
        if node is None:
            return
        self._n_statements += 1
        if path.is_ended or self._n_statements > _MOST_STATEMENTS:
            return
        self._current = path
        follows = getattr(self, f"_{node.type}", None)
        if follows is not None:
            follows(node, path)
        elif node.type in _ENDS:
            for child in node.named_children:
                value = self._effects(child, path)
                if node.type == "return_statement":
                    frame = self._frames[-1]
                    frame.returned.append((path.conditions[frame.n_conditions :], value))
            path.is_ended = True
        elif node.type.endswith(("_expression", "_literal", "identifier")):
            self._effects(node, path)
        elif node.type not in _NO_STATEMENTS:
            for child in node.named_children:
                self._run(child, path)

    # One method for each type of statement, named like the type.

    def _expression_statement(self, node: Node, path: Path) -> None:
        for child in node.named_children:
            self._effects(child, path, is_used=False)

    def _type_definition(self, node: Node, path: Path) -> None:
        name, type_text = text_of(node, "name"), text_of(node, "type")
        if name:
            path.scope[name] = SsaValue(name, path.scope.get(type_text) or Code(type_text))

    _alias_declaration = _type_definition

    def _if_statement(self, node: Node, path: Path) -> None:
        condition_node = node.child_by_field_name("condition")
        then, otherwise = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        if condition_node is not None:
            self._run(condition_node.child_by_field_name("initializer"), path)
        condition = self._expressions.value(condition_node, path.scope)
        self._find_launches(condition_node, path)
        known = followed(condition)
        if isinstance(known, Number):
            self._run(then if known.value else otherwise, path)
            return
        yes, no = path.branch((condition, True)), path.branch((condition, False))
        self._run(then, yes)
        for child in children_of(otherwise):
            self._run(child, no)
        join(path, condition, yes, no)

    def _preproc_if(self, node: Node, path: Path) -> None:
        """Follow all branches of a directive, as if each were compiled."""
        is_left_out = text_of(node, "condition") == "0"
        otherwise = node.child_by_field_name("alternative")
        skipped = [node.child_by_field_name("condition"), node.child_by_field_name("name"), otherwise]
        inside = [child for child in node.named_children if child not in skipped]
        if otherwise is None or is_left_out:
            for child in () if is_left_out else inside:
                self._run(child, path)
            self._run(otherwise, path)
            return
        first, second = path.branch(), path.branch()
        for child in inside:
            self._run(child, first)
        self._run(otherwise, second)
        # The first branch counts where both give a value.
        path.scope.update({**second.scope, **first.scope})
        path.is_ended = first.is_ended and second.is_ended

    _preproc_ifdef = _preproc_else = _preproc_elif = _preproc_if

    def _switch_statement(self, node: Node, path: Path) -> None:
        value = self._expressions.value(node.child_by_field_name("condition"), path.scope)
        waiting: list[Value] = []
        every: list[Value] = []
        ended: list[tuple[Value, Path]] = []
        for case in children_of(node, "body"):
            if case.type != "case_statement":
                continue
            label = case.child_by_field_name("value")
            statements = [child for child in children_of(case) if child != label]
            if label is not None:
                waiting.append(Operator("==", (value, self._expressions.value(label, path.scope))))
                every.append(waiting[-1])
            if not statements:
                continue
            if label is None:
                taken: Value = ONE
                branch = path.branch(*((other, False) for other in every))
            else:
                taken = reduce(lambda one, other: Operator("||", (one, other)), waiting)
                branch = path.branch((taken, True))
            waiting = []
            for part in statements:
                self._run(part, branch)
            inner = (
                one for part in statements if part.type == "compound_statement" for one in children_of(part)
            )
            if any(part.type == "break_statement" for part in (*statements, *inner)):
                branch.is_ended = False
            ended.append((taken, branch))
        merged = path.branch()
        for taken, branch in reversed(ended):
            if not branch.is_ended:
                merged.scope = merged_scope(path.scope, taken, branch.scope, merged.scope)
        path.scope = merged.scope

    def _for_statement(self, node: Node, path: Path) -> None:
        self._run(node.child_by_field_name("initializer"), path)
        self._find_launches(node.child_by_field_name("right"), path)
        for name in assigned_in(node):
            path.scope[name] = SsaValue(name, None, "changed in a loop")
        if node.type == "for_range_loop":
            name = text_of(node, "declarator")
            path.scope[name] = SsaValue(name, None, "different in each round of a loop", is_input=True)
        self._run(node.child_by_field_name("body"), path.branch())
        counted = _ELEMENTS.fullmatch(text_of(node, "body").strip("{} "))
        if counted:  # the product of a tensor's sizes
            count = f"{counted['tensor']}.numel()"
            path.scope[counted["name"]] = SsaValue(count, None, "a property of a tensor", is_input=True)

    _while_statement = _do_statement = _for_range_loop = _for_statement

    def _declaration(self, node: Node, path: Path) -> None:
        type_text = " ".join(
            text_of(child)
            for child in node.named_children
            if child.type
            not in ("init_declarator", "comment", "identifier", "argument_list", "initializer_list")
            and "declarator" not in child.type
        )
        for declarator in node.children_by_field_name("declarator"):
            if declarator.type == "init_declarator":
                self._find_launches(declarator.child_by_field_name("value"), path)
            self._declare(declarator, type_text, path)

    def _reaches_launch(self, called: str) -> bool:
        """Whether a function that is called by name may launch, and is to be followed."""
        name = called.partition("<")[0].rpartition("::")[2]
        return self._inlines and any(_may_launch(node) for node in self._names.functions.get(name, ()))

    def _effects(self, node: Node, path: Path, *, is_used: bool = True) -> Value:
        """Follow an expression for its launches, calls and assignments, and return its value if it is used."""
        self._find_launches(node, path)
        if node.type == "comma_expression":
            return [self._effects(child, path) for child in node.named_children][-1]
        if node.type == "assignment_expression":
            self._assign(node, path)
        elif node.type == "update_expression":
            name = text_of(node, "argument")
            if name in path.scope:
                step = Operator("+" if "++" in text_of(node) else "-", (path.scope[name], ONE))
                path.scope[name] = SsaValue(name, step)
        elif node.type != "call_expression":
            return self._expressions.value(node, path.scope)
        elif (called := text_of(node, "function")).rpartition("::")[2] in _EXITS:
            path.is_ended = True
        else:
            if not is_used and self._run_macro(node, called, path):
                return ZERO
            before = path.conditions
            self._set_by_call(node, called, path)
            if is_used or self._reaches_launch(called):
                value = self._expressions.value(node, path.scope)
                path.conditions = before
                self._current = path
                return value
        return Code(text_of(node), "is not followed")

    def _run_macro(self, node: Node, called: str, path: Path) -> bool:
        """Follow the statements of a macro, such as one that declares variables; False if `called` is not one."""
        macro = self._names.macros.get(called)
        if macro is None or macro.parameters is None or len(self._frames) > _MOST_DEPTH:
            return False
        is_check = "=" not in macro.body or re.match(r"do\b|if\b|\{", macro.body)
        if is_check and not _RETURNED_INSTANCE.search(macro.body):
            return True  # a check, which declares nothing that stays
        tree = parse(f"void f() {{ {expanded(macro, text_of(node, 'arguments')[1:-1])}; }}")
        body = next((child for child in walk(tree) if child.type == "compound_statement"), None)
        if body is not None and not body.has_error:
            self._frames.append(self._frames[-1])  # which bounds macros that name themselves
            self._run(body, path)
            self._frames.pop()
        return True

    def _forget_addressed(self, node: Node, path: Path) -> None:
        """Forget the values of variables whose address a call takes, as `cudaMalloc` does."""
        called, arguments = text_of(node, "function"), children_of(node, "arguments")
        is_allocation = called.partition("<")[0] in _ALLOCATORS and len(arguments) > 1
        n_bytes = self._expressions.value(arguments[1], path.scope) if is_allocation else None
        for argument in arguments:
            inner = unwrapped(argument, ("cast_expression", "parenthesized_expression"))
            taken = text_of(inner, "argument")
            if inner.type == "pointer_expression" and text_of(inner).startswith("&") and taken in path.scope:
                is_pointer = _is_pointer(path.scope[taken])
                path.scope[taken] = SsaValue(
                    taken, None, f"set by {called}", is_input=is_pointer, allocated=n_bytes
                )

    def _set_by_call(self, node: Node, called: str, path: Path) -> None:
        """Forget the values of variables that a call can change by reference, or follow the call."""
        nodes = children_of(node, "arguments")
        names = [text_of(child) for child in nodes]
        name = called.partition("<")[0].rpartition("::")[2]
        functions = self._names.functions.get(name, [])
        for text in names:
            known = path.scope.get(text)
            if not functions and isinstance(known, SsaValue) and known.why == UNSET:
                path.scope[text] = SsaValue(text, None, f"set by {called}")
        every = [parameters_of(function) for function in functions]
        if any(parameter.is_changed for parameters in every for parameter in parameters):
            self._left = {}
            self._current = path
            if not any(map(_may_launch, functions)):
                self._called(name, (), [self._expressions.value(child, path.scope) for child in nodes])
            for at, text in enumerate(names):
                if text in path.scope and any(at < len(own) and own[at].is_changed for own in every):
                    left = self._left.get(every[0][at].name) if at < len(every[0]) else None
                    path.scope[text] = SsaValue(text, left, "" if left is not None else f"set by {name}")

    def _declare(self, node: Node, type_text: str, path: Path) -> None:
        """Declare the variable of one declarator, with the type in front of it; `path` is changed."""
        if node.type == "init_declarator":
            declarator, initializer = (node.child_by_field_name(part) for part in ("declarator", "value"))
            if initializer is None or declarator is None or initializer.type == "lambda_expression":
                return
            value = self._valued(initializer, path)
            if isinstance(value, Struct) and declarator.type == "array_declarator":
                value = Struct("array", value.members)
            else:
                value = converted(type_text, value)
            name = declared_name(declarator)
            path.scope[name] = _named(name, value, is_real=is_real(type_text))
        elif node.type in ("identifier", "array_declarator", "pointer_declarator"):
            name = declared_name(node)
            plain = re.sub(r"\b(?:const|static|struct)\b", "", type_text).strip()
            if plain == "dim3":
                path.scope[name] = SsaValue(name, converted("dim3", Struct("", {})), UNSET)
            elif plain in ("cudaLaunchConfig_t", "hipLaunchConfig_t"):
                path.scope[name] = SsaValue(name, Struct(plain, {}))
            elif node.type != "identifier":
                path.scope[name] = SsaValue(name, None, "a pointer or an array", is_input=True)
            else:
                path.scope[name] = SsaValue(name, None, UNSET)
        elif node.type == "function_declarator":
            # `dim3 grid(n, m);` can also be read as the declaration of a function.
            name = declared_name(node)
            extents = self._expressions.parsed(f"dim3{text_of(node, 'parameters')}", path.scope)
            if extents is not None and "dim3" in type_text.split():
                path.scope[name] = SsaValue(name, extents)

    def _valued(self, node: Node, path: Path) -> Value:
        """Return the value of an initialiser, which may be a kernel's name."""
        inner = unwrapped(node)
        if inner.type == "template_function":
            return self._expressions.kernel(inner, path.scope)
        value = self._expressions.value(node, path.scope)
        # Macros and kernels that were not read are names without a definition.
        is_name = isinstance(value, SsaValue) and value.value is None and "not defined" in value.why
        return KernelName(value.name, ()) if isinstance(value, SsaValue) and is_name else value

    def _assign(self, node: Node, path: Path) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        value = self._valued(right, path)
        operator = text_of(node, "operator")
        if operator not in ("=", ""):
            value = Operator(operator.removesuffix("="), (self._expressions.value(left, path.scope), value))
        if left.type == "field_expression":
            holder_name, member = text_of(left, "argument"), text_of(left, "field")
            holder = followed(path.scope.get(holder_name, Code("")))
            if isinstance(holder, Struct):
                if member in ("gridDim", "blockDim"):
                    value = converted("dim3", value)
                changed = Struct(holder.type, {**holder.members, member: value})
                path.scope[holder_name] = SsaValue(holder_name, changed)
                return
            path.scope[text_of(left)] = SsaValue(text_of(left), value)
            return
        name = text_of(left)
        old = path.scope.get(name)
        if old is not None and is_dim3(followed(old)):
            value = converted("dim3", value)
        path.scope[name] = _named(name, value, is_real=isinstance(old, SsaValue) and old.is_real)

    # Launches.

    def _find_launches(self, node: Node | None, path: Path) -> None:
        """Record the launches in an expression, and follow the lambdas in it."""
        todo = [node] if node is not None else []
        while todo:
            child = todo.pop()
            if child.type == "lambda_expression":
                inside, why = path.branch(), "a parameter of a lambda"
                for name, type_text, *_ in parameters_of(child):
                    inside.scope[name] = SsaValue(name, None, why, is_real=is_real(type_text))
                self._run(child.child_by_field_name("body"), inside)
                self._current = path
                continue
            if child.type == "call_expression":
                launches = read_call(child, self._expressions, path.scope)
                if launches:
                    frame, line = self._frames[-1], child.start_point.row + 1
                    self._launches += (
                        replace(
                            launch,
                            function=frame.name,
                            file=frame.file,
                            callers=frame.callers,
                            line=line,
                            conditions=(*path.conditions, *launch.conditions),
                        )
                        for launch in launches
                    )
                    continue
                self._forget_addressed(child, path)
            todo.extend(reversed(child.named_children))


def _is_pointer(value: Value) -> bool:
    """Whether a variable is declared as a pointer, or set to a null one."""
    return isinstance(value, SsaValue) and (value.value == ZERO or "pointer" in value.why)


def _may_launch(function: Node) -> bool:
    text = function.text or b""
    return b"<<<" in text or b"cudaLaunch" in text


def _returned(frame: _Frame) -> Value | None:
    """Return the value of a call from the values that the function returns on its paths."""
    if not frame.returned:
        return None
    value = frame.returned[-1][1]
    for conditions, result in reversed(frame.returned[:-1]):
        chosen = result
        for condition, holds in reversed(conditions):
            chosen = choice(condition, chosen, value) if holds else choice(condition, value, chosen)
        value = chosen
    return value


def _named(name: str, value: Value, *, is_real: bool) -> SsaValue:
    """Return a variable for a value. A number that the user gives at run time keeps the variable's name."""
    if isinstance(value, SsaValue) and value.value is None and value.why == FROM_COMMAND_LINE:
        return SsaValue(name, None, value.why, is_input=True, is_real=is_real)
    return SsaValue(name, value, is_real=is_real)


def read_launches(sources: Sequence[tuple[os.PathLike[str] | str, str]]) -> tuple[HostLaunch, ...]:
    """Return the launches in host code, in the order of the files and lines."""
    bare = [(str(name), without_comments(text)) for name, text in sources if len(text) <= _LIMIT_CHARACTERS]
    names = Names()
    for _, text in bare:
        names.macros.update(macros_of(text))
    files: dict[int, str] = {}
    functions: list[Node] = []
    for name, text in bare:
        root = parse(with_launches_expanded(text, names.macros))
        functions += read_definitions(root, name.rpartition("/")[2], names, files)
    following = HostFunctions(names, files)
    described: list[LaunchDescription] = []
    open_functions: set[str] = set()
    for function in functions:
        own = [describe(launch) for launch in following.launches(function)]
        described += own
        if any(description.missing for description in own):
            open_functions.add(name_of(function))
    for function in functions if open_functions else ():
        through = following.launches(function, through_calls=True)
        described += [describe(call) for call in through if call.callers and call.function in open_functions]
    return _distinct(described)


def _distinct(described: Sequence[LaunchDescription]) -> tuple[HostLaunch, ...]:
    """Remove launches that cannot happen, and repetitions through a caller that add nothing."""
    kept: dict[object, LaunchDescription] = {}
    for item in described:
        if "False" not in item.conditions:
            rules = (item.entry, item.grid, item.block, item.shared, item.conditions)
            kept.setdefault((item.launch.file, item.launch.line, *rules), item)
    own = {
        (item.launch.file, item.launch.line): len(item.missing)
        for item in kept.values()
        if not item.launch.callers
    }
    return tuple(
        item.launch
        for item in kept.values()
        if not item.launch.callers or len(item.missing) < own.get((item.launch.file, item.launch.line), 0)
    )
