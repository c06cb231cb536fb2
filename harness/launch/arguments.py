"""Turns the names in a declaration's ``args`` into values of the width that the compiled entry point takes.

The signature comes from the compiled code. So a declaration that does not fit its kernel is refused before the launch
and cannot shift every later parameter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ..compiler.artifact import Artifact, Param
from ..errors import LaunchError
from ..variant.kernel_launch import PlannedLaunch, StructArgument
from ..variant.shape import Shape

POINTER_BYTES = 8
"""Width of a device pointer; CUDA has had no 32-bit device code since CUDA 9."""

_FLOATS: Mapping[int, type[np.floating]] = {2: np.float16, 4: np.float32, 8: np.float64}
_INTEGERS: Mapping[int, type[np.signedinteger]] = {1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}


def arguments_of(
    artifact: Artifact,
    planned: PlannedLaunch,
    shape: Shape,
    *,
    pointers: Mapping[str, int],
    scalars: Mapping[str, float] = MappingProxyType({}),
) -> tuple[np.generic, ...]:
    """Return the argument values of a planned launch; see `pack_arguments`."""
    return pack_arguments(
        artifact,
        planned.entry,
        planned.args,
        pointers=pointers,
        integers=shape.integers,
        numbers={**scalars, **planned.numbers},
    )


def pack_arguments(
    artifact: Artifact,
    entry: str,
    names: Sequence[str],
    *,
    pointers: Mapping[str, int],
    integers: Mapping[str, int],
    numbers: Mapping[str, int | float] = MappingProxyType({}),
) -> tuple[np.generic, ...]:
    """Return the value of each parameter of an entry point."""
    params = artifact.entries.get(artifact.symbol(entry))
    if params is None:
        known = ", ".join(sorted(artifact.entries)) or "none"
        raise LaunchError(
            f"entry point '{entry}' is not in the compiled code (got {known});"
            " name the right one with `entry`: a C++ name such as 'rows::softmax<float>' will do"
        )
    if len(params) != len(names):
        raise LaunchError(
            f"`args` must name every parameter of '{entry}', which takes {len(params)}"
            f" (got {len(names)}: {', '.join(names)})"
        )

    def packed(position: int, name: str, param: Param) -> np.generic:
        if name in pointers:
            return _pointer(entry, position, name, param, pointers[name])
        if name in numbers:
            return _number(entry, position, name, param, numbers[name])
        return _integer(entry, position, name, param, integers[name])

    def structure(position: int, argument: StructArgument, param: Param) -> np.generic:
        fields = tuple(name for name, _ in argument.fields)
        layout = artifact.layout(entry, position, fields)
        if param.kind != "bytes" or layout is None or layout.size_bytes != param.size_bytes:
            raise LaunchError(f"{_place(entry, position, param)}, and '{argument}' is a structure")
        data = bytearray(param.size_bytes)
        for (field, name), at in zip(argument.fields, layout.fields, strict=True):
            try:
                value = packed(position, name, Param(at.size_bytes, "float" if at.is_real else "int"))
            # the message of a plain parameter would not say that it is a field
            except LaunchError as error:
                raise LaunchError(f"field '{field}' of a structure, taken for a parameter: {error}") from None
            data[at.offset : at.offset + at.size_bytes] = value.tobytes()
        whole: np.generic = np.void(bytes(data))
        return whole

    return tuple(
        structure(position, name, param)
        if isinstance(name, StructArgument)
        else packed(position, name, param)
        for position, (name, param) in enumerate(zip(names, params, strict=True))
    )


def _pointer(entry: str, position: int, name: str, param: Param, address: int) -> np.generic:
    if param.kind != "int" or param.size_bytes != POINTER_BYTES:
        place = _place(entry, position, param)
        raise LaunchError(f"{place}, and '{name}' is a pointer of {POINTER_BYTES} bytes")
    pointer: np.generic = np.uint64(address)
    return pointer


def _integer(entry: str, position: int, name: str, param: Param, value: int) -> np.generic:
    integer = _INTEGERS.get(param.size_bytes)
    if param.kind != "int" or integer is None:
        raise LaunchError(f"{_place(entry, position, param)}, and '{name}' is an integer")
    limits = np.iinfo(integer)
    if not limits.min <= value <= limits.max:
        bound = f"at most {limits.max}" if value > 0 else f"at least {limits.min}"
        raise LaunchError(
            f"{_place(entry, position, param)}, which holds {bound} (got {name} = {value});"
            " use a wider type, or exclude such sizes with `requires`"
        )
    packed: np.generic = integer(value)
    return packed


def _number(entry: str, position: int, name: str, param: Param, value: int | float) -> np.generic:
    if isinstance(value, int) and param.kind == "int":
        return _integer(entry, position, name, param, value)
    floating = _FLOATS.get(param.size_bytes)
    if param.kind != "float" or floating is None:
        raise LaunchError(f"{_place(entry, position, param)}, and '{name}' is a float or a double")
    with np.errstate(over="ignore"):
        packed: np.generic = floating(value)
    return packed


def _place(entry: str, position: int, param: Param) -> str:
    kind = {"int": "an integer", "float": "a float", "bytes": "a struct"}[param.kind]
    return f"parameter {position + 1} of '{entry}' is {kind} of {param.size_bytes} bytes"
