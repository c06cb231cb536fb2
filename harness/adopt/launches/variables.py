"""Gives variables of host code their values at declarations and assignments, along each path of a function."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from tree_sitter import Node

from .expression import FROM_COMMAND_LINE, Expressions, choice, converted
from .syntax import declared_name, is_real, text_of
from .value import ZERO, Dim3, KernelName, Operation, Record, Text, Value, Variable, followed


class Variables:
    """Declares and assigns the variables of a path."""

    def __init__(self, expressions: Expressions) -> None:
        self._expressions = expressions

    def declare(self, each: Node, type_text: str, path: Path) -> None:
        """Declare the variable of one declarator, with the type in front of it; `path` is changed."""
        if each.type == "init_declarator":
            declarator, initializer = (each.child_by_field_name(part) for part in ("declarator", "value"))
            if initializer is None or declarator is None or initializer.type == "lambda_expression":
                return
            value = self._valued(initializer, path)
            if isinstance(value, Record) and declarator.type == "array_declarator":
                value = Record("array", value.members)
            else:
                value = converted(type_text, value)
            name = declared_name(declarator)
            path.scope[name] = _named(name, value, is_real=is_real(type_text))
        elif each.type in ("identifier", "array_declarator", "pointer_declarator"):
            name = declared_name(each)
            plain = re.sub(r"\b(?:const|static|struct)\b", "", type_text).strip()
            if plain == "dim3":
                path.scope[name] = Variable(name, converted("dim3", Record("", ())), UNSET)
            elif plain in ("cudaLaunchConfig_t", "hipLaunchConfig_t"):
                path.scope[name] = Variable(name, Record(plain, ()))
            elif each.type != "identifier":
                path.scope[name] = Variable(name, None, "a pointer or an array", is_input=True)
            else:
                path.scope[name] = Variable(name, None, UNSET)
        elif each.type == "function_declarator":
            # `dim3 grid(n, m);` can also be read as the declaration of a function.
            name = declared_name(each)
            made = self._expressions.parsed(f"dim3{text_of(each, 'parameters')}", path.scope)
            if made is not None and "dim3" in type_text.split():
                path.scope[name] = Variable(name, made)

    def _valued(self, node: Node, path: Path) -> Value:
        """Return the value of an initialiser, which may be a kernel's name."""
        inner = node
        while inner.type in ("parenthesized_expression", "pointer_expression", "cast_expression"):
            part = inner.child_by_field_name("value") or inner.child_by_field_name("argument")
            inner = part or inner.named_children[-1]
        if inner.type == "template_function":
            return self._expressions.kernel(inner, path.scope)
        value = self._expressions.value(node, path.scope)
        # Macros and kernels that were not read are names without a definition.
        is_name = isinstance(value, Variable) and value.value is None and "not defined" in value.why
        return KernelName(value.name, ()) if isinstance(value, Variable) and is_name else value

    def assign(self, node: Node, path: Path) -> None:
        """Follow an assignment; `path` is changed."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        value = self._valued(right, path)
        operator = text_of(node, "operator")
        if operator not in ("=", ""):
            value = Operation(operator.removesuffix("="), (self._expressions.value(left, path.scope), value))
        if left.type == "field_expression":
            holder_name, member = text_of(left, "argument"), text_of(left, "field")
            holder = followed(path.scope.get(holder_name, Text("")))
            if isinstance(holder, Record):
                if member in ("gridDim", "blockDim"):
                    value = converted("dim3", value)
                path.scope[holder_name] = Variable(holder_name, holder.with_member(member, value))
                return
            if member in ("x", "y", "z") and isinstance(holder, Dim3):
                axes = {axis: getattr(holder, axis) for axis in "xyz"}
                path.scope[holder_name] = Variable(holder_name, Dim3(**{**axes, member: value}))
                return
            path.scope[text_of(left)] = Variable(text_of(left), value)
            return
        name = text_of(left)
        old = path.scope.get(name)
        if old is not None and isinstance(followed(old), Dim3):
            value = converted("dim3", value)
        path.scope[name] = _named(name, value, is_real=isinstance(old, Variable) and old.is_real)


def _named(name: str, value: Value, *, is_real: bool) -> Variable:
    """Return a variable for a value. A number that the user gives at run time keeps the variable's name."""
    if isinstance(value, Variable) and value.value is None and value.why == FROM_COMMAND_LINE:
        return Variable(name, None, value.why, is_input=True, is_real=is_real)
    return Variable(name, value, is_real=is_real)


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
    """Continue after a branch with what both ways leave."""
    if yes.is_ended and no.is_ended:
        path.is_ended = True
    elif yes.is_ended or no.is_ended:
        going = no if yes.is_ended else yes
        path.scope, path.conditions = going.scope, going.conditions
    else:
        scope = dict(path.scope)
        merge_scopes(scope, path.scope, condition, yes.scope, no.scope)
        path.scope = scope


def merge_scopes(
    into: dict[str, Value],
    before: dict[str, Value],
    condition: Value,
    yes: dict[str, Value],
    no: dict[str, Value],
) -> None:
    """Write into a scope what the two ways of a branch leave."""
    for name in before:
        first, second = yes.get(name, before[name]), no.get(name, before[name])
        if first is second:
            into[name] = first
            continue
        # A variable is set in one branch before it is used only there.
        if isinstance(second, Variable) and second.value is None and second.why == UNSET:
            into[name] = first
        elif isinstance(first, Variable) and first.value is None and first.why == UNSET:
            into[name] = second
        else:
            into[name] = Variable(name, choice(condition, first, second))
    for name in (*yes, *no):
        if name not in into and ("." in name or "->" in name):
            into[name] = yes.get(name, no.get(name, ZERO))
