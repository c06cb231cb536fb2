"""Values of host expressions: numbers, variables and operations on them, as far as the code can be followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import TypeAlias

from ...lazy import dataclass, field


@dataclass(frozen=True)
class Number:
    value: int | float


@dataclass(frozen=True)
class SsaValue:
    """The value of a host variable between two assignments, as in static single assignment form."""

    name: str
    """Name in the source; for a member or a call without a known definition, its text."""
    value: Value | None = field(default=None, compare=False)
    """Value, as far as it was followed; None if the code that was read does not determine it."""
    why: str = ""
    is_input: bool = False
    """Whether the value comes from outside of the function: a size or an option that the caller chooses."""
    is_real: bool = False
    allocated: Value | None = field(default=None, compare=False)
    """Of a pointer, the bytes that the host code allocates for it; None if that was not seen."""


@dataclass(frozen=True)
class Operator:
    """Operands with an operator of C++, or with a name such as ``min``, ``ceil_div``, ``if``, ``sizeof``."""

    name: str
    operands: tuple[Value, ...]


@dataclass(frozen=True)
class Code:
    """A type, a string or any other expression that is not arithmetic."""

    text: str
    why: str = ""


@dataclass(frozen=True)
class Struct:
    """A structure or an array of which single members are known, such as a `dim3` or a `cudaLaunchConfig_t`."""

    type: str
    members: Mapping[str, Value]


@dataclass(frozen=True)
class KernelName:
    """A kernel, or any other function, with its template arguments."""

    name: str
    template: tuple[Value, ...]


Value: TypeAlias = "Number | SsaValue | Operator | Code | Struct | KernelName"

ONE, ZERO = Number(1), Number(0)
OF_FILE = "a macro or constant of the file"
"""Marks a variable that device code may use, too."""


def extents(value: Value) -> tuple[Value, Value, Value] | None:
    """Return a value as three extents, as C++ converts it; None if it is not known as a whole."""
    while isinstance(value, SsaValue) and (is_dim3(value.value) or isinstance(value.value, SsaValue)):
        assert value.value is not None  # for mypy
        value = value.value
    if isinstance(value, Struct):
        is_list = not value.type and set(value.members) <= set("012xyz")
        if not is_list and not is_dim3(value):
            return None
        x, y, z = dim3(value).members.values()
        return x, y, z
    return (value, ONE, ONE) if isinstance(value, (Number, Operator, SsaValue)) else None


def is_dim3(value: Value | None) -> bool:
    return isinstance(value, Struct) and value.type == "dim3"


def dim3(value: Value) -> Struct:
    """Return a list of extents by their names or places, or the first one, as a `dim3`; others are 1."""
    own = value.members if isinstance(value, Struct) else {"x": value}
    return Struct("dim3", {axis: own.get(axis, own.get(str(at), ONE)) for at, axis in enumerate("xyz")})


def followed(value: Value) -> Value:
    while isinstance(value, SsaValue) and value.value is not None:
        value = value.value
    return value


def without_casts(value: Value) -> Value:
    while isinstance(value, Operator) and value.name == "real":
        value = value.operands[0]
    return value


def variables(value: Value) -> Iterator[SsaValue]:
    """Yield the variables in a value, and in the values of these, each once."""
    seen: set[int] = set()
    todo = [value]
    while todo:
        item = todo.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, SsaValue):
            yield item
            todo += filter(None, [item.value])
        elif isinstance(item, Operator):
            todo += reversed(item.operands)
        elif isinstance(item, Struct):
            todo += reversed(list(item.members.values()))


def numbers_in(value: Value) -> Iterator[Number]:
    """Yield the numbers in a value, and in the values of its variables."""
    for item in (value, *(own.value for own in variables(value) if own.value is not None)):
        todo: list[Value] = [item]
        while todo:
            part = todo.pop()
            if isinstance(part, Number):
                yield part
            elif isinstance(part, Operator):
                todo += part.operands


def key_of(value: Value) -> str:
    """Return a text that is the same for values that are computed in the same way, wherever they stand."""
    known: dict[int, str] = {}

    def key(item: Value | None) -> str:
        if item is None or isinstance(item, (Number, Code)):
            return repr(item)
        if id(item) not in known:
            known[id(item)] = "..."  # a value in a loop depends on itself
            parts: list[str] = [type(item).__name__]
            if isinstance(item, SsaValue):
                parts += [item.name, key(item.value), key(item.allocated)]
            elif isinstance(item, Operator):
                parts += [item.name, *map(key, item.operands)]
            elif isinstance(item, Struct):
                parts += [item.type, *(f"{name}={key(own)}" for name, own in item.members.items())]
            else:
                parts += [item.name, *map(key, item.template)]
            known[id(item)] = sha256("\0".join(parts).encode()).hexdigest()
        return known[id(item)]

    return key(value)
