"""What a host expression means: numbers, variables and operations on them, as far as the code can be followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True)
class Number:
    value: int | float


@dataclass(frozen=True)
class Variable:
    """One value of a variable: between two assignments, it is one `Variable`."""

    name: str
    """Name in the source; for a member or a call without a known definition, its text."""
    value: Value | None = field(default=None, compare=False)
    """Value, as far as it was followed; None if the code read does not tell it."""
    why: str = ""
    """Reason for a missing value, such as ``a parameter of launch_rows``."""
    is_input: bool = False
    """Whether the value comes from outside of the function: a size or an option that the caller chooses."""
    is_real: bool = False


@dataclass(frozen=True)
class Operation:
    """An operation on values: an operator of C++, or a name such as ``min``, ``ceil_div``, ``if``, ``sizeof``."""

    name: str
    operands: tuple[Value, ...]


@dataclass(frozen=True)
class Text:
    """A type, a string or any other expression that is not arithmetic."""

    text: str
    why: str = ""


@dataclass(frozen=True)
class Record:
    """A structure or an array of which single members are known, such as a `dim3` or a `cudaLaunchConfig_t`."""

    type: str
    members: Mapping[str, Value]
    """Elements of an array are named by their places."""


@dataclass(frozen=True)
class KernelName:
    """A kernel, or any other function, with its template arguments."""

    name: str
    template: tuple[Value, ...]


Value: TypeAlias = "Number | Variable | Operation | Text | Record | KernelName"

ONE, ZERO = Number(1), Number(0)


def extents(value: Value) -> tuple[Value, Value, Value] | None:
    """Return a value as three extents, as C++ converts it; None if nothing is known of it as a whole."""
    while isinstance(value, Variable) and (is_dim3(value.value) or isinstance(value.value, Variable)):
        assert value.value is not None  # for mypy
        value = value.value
    if isinstance(value, Record):
        is_list = not value.type and set(value.members) <= set("012xyz")
        if not is_list and not is_dim3(value):
            return None
        x, y, z = dim3(value).members.values()
        return x, y, z
    return (value, ONE, ONE) if isinstance(value, (Number, Operation, Variable)) else None


def is_dim3(value: Value | None) -> bool:
    return isinstance(value, Record) and value.type == "dim3"


def dim3(value: Value) -> Record:
    """Return a list of extents by their names or places, or the first one, as a `dim3`; others are 1."""
    told = value.members if isinstance(value, Record) else {"x": value}
    return Record("dim3", {axis: told.get(axis, told.get(str(at), ONE)) for at, axis in enumerate("xyz")})


def followed(value: Value) -> Value:
    while isinstance(value, Variable) and value.value is not None:
        value = value.value
    return value


def without_casts(value: Value) -> Value:
    while isinstance(value, Operation) and value.name == "real":
        value = value.operands[0]
    return value


def variables(value: Value) -> Iterator[Variable]:
    """Yield the variables in a value, and those in their values, each once."""
    seen: set[int] = set()
    todo = [value]
    while todo:
        each = todo.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, Variable):
            yield each
            todo += filter(None, [each.value])
        elif isinstance(each, Operation):
            todo += reversed(each.operands)
        elif isinstance(each, Record):
            todo += reversed(list(each.members.values()))
