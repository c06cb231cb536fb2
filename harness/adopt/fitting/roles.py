"""Guesses the arguments of a kernel's parameters from their names and types.

Names only determine which reading is tried first. If there are several readings, `harness.adopt.trials.trial` runs
them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...operation.model import Operation
from ..reading.signature import KernelSignature, Parameter
from .parameter_names import (
    ARRAYS,
    BLOCK_SIZES,
    COLS,
    DTYPES,
    FLOAT_TYPES,
    INPUTS,
    INTEGER_TYPES,
    MORE_ROWS,
    ONES,
    OUTPUTS,
    ROWS,
    SCALARS,
    STATISTICS,
    TOTALS,
    ZEROS,
)

_INP_PART = re.compile(r"(?:^|_)(?:in|inp|input|x|src|source|i)(?:_|$)|(?:ldx|ldi|ld_?in)")
_OUT_PART = re.compile(r"(?:^|_)(?:out|outp|output|y|dst|dest|o)(?:_|$)|(?:ldy|ldo|ld_?out)")
IS_STRIDE = re.compile(r"stride|pitch|^ld(?:[a-z]|_\w+)?$|^row_step$|^leading_dim")
_MOST_READINGS = 16
_MOST_PRODUCTS = 500
_NUMBER = re.compile(r"([-+]?\s*(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)[fFuUlL]*")
_NOTHING = {"nullptr": "0", "NULL": "0", "false": "0", "true": "1"}


@dataclass(frozen=True)
class Unknown:
    """A parameter of unknown meaning, or a missing argument."""

    name: str
    """Name of the parameter or argument."""
    why: str
    """Description of what is known."""


@dataclass(frozen=True)
class Reading:
    """One way to understand a kernel's parameters."""

    args: tuple[str, ...]
    """Value of the key ``args``: a name, a rule or a number for each parameter."""
    requires: tuple[str, ...]
    """Resulting conditions of the domain, for strides that the kernel does not take."""
    scratch: tuple[tuple[str, str], ...] = ()
    """Name and size rule, in bytes, of each further buffer that the kernel writes."""
    types: tuple[tuple[str, str], ...] = ()
    """Value of the key ``types``: integer inputs of another type than the operation's."""


def read_roles(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation | None = None
) -> tuple[tuple[Reading, ...], tuple[Unknown, ...]]:
    """Return the possible readings of a kernel's parameters, the likeliest first."""
    choices = _choices(kernel, given, operation)
    unknown: list[Unknown] = []
    beside = _beside(kernel, given, operation)
    matrices = [each for each in kernel.parameters if each.is_pointer and each.name not in beside]
    if len(matrices) == 1:
        only = "pointer to a matrix" if beside else "pointer"
        why = (
            f"{matrices[0].name} is the only {only}: a kernel that works in place needs an operation with an array of "
            "role in-out, which you can write (docs/operations.md)"
        )
        return (), (Unknown("out", why),)
    for parameter, roles in zip(kernel.parameters, choices, strict=True):
        if not roles:
            unknown.append(Unknown(parameter.name, _described(parameter)))
    taken = {role for roles in choices for role in roles}
    for name, what in (("inp", "reads"), ("out", "writes")):
        if name not in taken and not any(each for each in unknown if each.why.startswith("a pointer")):
            unknown.append(Unknown(name, f"no parameter is the matrix that the kernel {what}"))
    if unknown:
        return (), tuple(unknown)
    buffers = {name: size for name, (role, size) in beside.items() if size and role == name}
    readings = [
        replace(reading, scratch=tuple((name, size) for name, size in buffers.items() if name in args))
        for args in itertools.islice(itertools.product(*choices), _MOST_PRODUCTS)
        if _is_sound(args)
        for reading in _readings(args)
    ]
    if not readings:
        return (), (Unknown("args", f"no two parameters may mean the same ({_listed(kernel.parameters)})"),)
    return tuple(readings[:_MOST_READINGS]), ()


def known_args(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation | None = None
) -> tuple[str, ...]:
    """Return the likeliest argument of each parameter, or a question mark and its name if unknown."""
    choices = zip(kernel.parameters, _choices(kernel, given, operation), strict=True)
    return tuple(roles[0] if roles else f"? {parameter.name}" for parameter, roles in choices)


def element_types(kernel: KernelSignature, reading: Reading) -> tuple[str, ...]:
    """Return the possible element types of a kernel, the likeliest first; several for a template or an own type."""
    for parameter, role in zip(kernel.parameters, reading.args, strict=True):
        if role == "inp" and parameter.type in DTYPES:
            return (DTYPES[parameter.type],)
    return ("float32", "float16", "bfloat16", "float64")


def _choices(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation | None
) -> list[tuple[str, ...]]:
    """Return the possible arguments of each parameter, the likeliest first; empty if unknown."""
    choices: list[tuple[str, ...]] = []
    beside = _beside(kernel, given, operation)
    pointers = _pointers([each for each in kernel.parameters if each.name not in beside], given)
    open_sizes: list[int] = []
    named = {plain_name(parameter.name) for parameter in kernel.parameters}
    types = {each.name for each in kernel.template if not each.type}
    for position, parameter in enumerate(kernel.parameters):
        roles: tuple[str, ...] = ()
        if parameter.name in given:
            roles = (given[parameter.name],)
        elif parameter.is_pointer:
            roles = (beside[parameter.name][0],) if parameter.name in beside else ()
            roles = roles or pointers.get(parameter.name, ())
        elif parameter.type == "bool":
            # Try both values; the results decide.
            roles = _number(parameter, one="1", zero="0") or ("0", "1")
            roles = (*roles, *(each for each in ("0", "1") if each not in roles))
        elif parameter.type in FLOAT_TYPES or parameter.type in DTYPES or is_factor(parameter, types):
            roles = scalar_of(parameter, operation) or _number(parameter, one="1.0", zero="0.0")
        elif parameter.type in INTEGER_TYPES or parameter.type in types:
            roles = _integer(parameter, named)
        if parameter.default and (not roles or parameter.type == "bool"):
            default = default_argument(parameter.default)
            roles = tuple(dict.fromkeys((*default, *roles)))
        is_size = parameter.type in INTEGER_TYPES or parameter.type in types
        if not roles and is_size and not parameter.is_pointer:
            open_sizes.append(position)
        choices.append(roles)
    _fill_sizes(choices, open_sizes)
    return choices


def default_argument(text: str) -> tuple[str, ...]:
    """Return a default argument in the syntax of declarations; empty if it is not a number."""
    if text in _NOTHING:
        return (_NOTHING[text],)
    number = _NUMBER.fullmatch(text)
    return (number[1].replace(" ", ""),) if number else ()


def is_factor(parameter: Parameter, types: set[str]) -> bool:
    """Whether a parameter of a template type is a floating-point number, judging by its name."""
    name = plain_name(parameter.name)
    return parameter.type in types and (
        name in ONES or name in ZEROS or any(name in names for names in SCALARS.values())
    )


def scalar_of(parameter: Parameter, operation: Operation | None) -> tuple[str, ...]:
    """Return the name of the operation's scalar that a parameter is; empty if it is none."""
    name = plain_name(parameter.name)
    return tuple(
        each.name
        for each in (operation.scalars if operation else ())
        if name == each.name or name in SCALARS.get(each.name, ())
    )[:1]


def _beside(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation | None
) -> dict[str, tuple[str, str]]:
    """Return argument and size rule (for a written buffer) of the pointers that are neither inp nor out, by name."""
    beside: dict[str, tuple[str, str]] = {}
    roles = operation.roles if operation else ()
    for parameter in kernel.parameters:
        if not parameter.is_pointer:
            continue
        name = plain_name(parameter.name)
        if parameter.name in given:
            if given[parameter.name] not in ("inp", "out"):
                beside[parameter.name] = (given[parameter.name], "")
            continue
        vector = _vector(name, operation)
        size = _bytes_of(parameter, kernel)
        if vector and vector not in [role for role, _ in beside.values()]:
            beside[parameter.name] = (vector, "")
        elif name in STATISTICS and not parameter.is_const and size and parameter.name not in roles:
            beside[parameter.name] = (parameter.name, f"n_rows * {size}")
        elif parameter.default in _NOTHING:
            beside[parameter.name] = ("0", "")
    return beside


def _vector(name: str, operation: Operation | None) -> str:
    """Return the operation's vector that a pointer with a name is; empty if it is none."""
    for each in operation.vectors if operation else ():
        if name == each.name or name in ARRAYS.get(each.name, ()):
            return each.name
    return ""


def _bytes_of(parameter: Parameter, kernel: KernelSignature) -> str:
    """Return the rule for the size of a pointed-to element, in bytes; empty if unknown."""
    if parameter.type in DTYPES and parameter.type != "KH_SCALAR":
        return {"float64": "8", "float32": "4"}.get(DTYPES[parameter.type], "2")
    if parameter.type in [each.name for each in kernel.template]:
        return "itemsize" if is_element(parameter.type, kernel) else "4"
    return ""


def is_element(type_name: str, kernel: KernelSignature) -> bool:
    """Whether a template type is the element type of a matrix, and not only of a row statistic."""
    return any(
        each.is_pointer and each.type == type_name and plain_name(each.name) not in STATISTICS
        for each in kernel.parameters
    )


def plain_name(name: str) -> str:
    """Return a name as in the tables: ``input`` for ``d_inputPtr``."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_")
    words = re.sub(r"^(?:d|g|gpu|dev|p)_(?=\w{2})", "", words)
    return re.sub(r"_(?:ptr|pointer|d|gpu|dev|device|arr|buf)$", "", words)


def _pointers(parameters: Sequence[Parameter], given: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Tell inp from out by const, then by names. If neither decides, return both orders."""
    pointers = [each for each in parameters if each.is_pointer and each.name not in given]
    wanted = [role for role in ("inp", "out") if role not in given.values()]
    if len(pointers) != len(wanted):
        named: dict[str, tuple[str, ...]] = {}
        for role, names in (("inp", INPUTS), ("out", OUTPUTS)):
            fitting = [each for each in pointers if plain_name(each.name) in names]
            if role in wanted and len(fitting) == 1:
                named[fitting[0].name] = (role,)
        return named
    if len(pointers) < 2:
        return {pointers[0].name: (wanted[0],)} if pointers else {}
    first, second = pointers
    if first.is_const != second.is_const:
        is_swapped = second.is_const
    else:
        votes = (plain_name(first.name) in OUTPUTS) + (plain_name(second.name) in INPUTS)
        against = (plain_name(first.name) in INPUTS) + (plain_name(second.name) in OUTPUTS)
        if votes == against:
            return {first.name: ("inp", "out"), second.name: ("out", "inp")}
        is_swapped = votes > against
    order = ("out", "inp") if is_swapped else ("inp", "out")
    return {first.name: (order[0],), second.name: (order[1],)}


def _integer(parameter: Parameter, named: set[str]) -> tuple[str, ...]:
    name = plain_name(parameter.name)
    if IS_STRIDE.search(name):
        if _INP_PART.search(name) or _OUT_PART.search(name):
            return ("inp_stride" if _INP_PART.search(name) else "out_stride",)
        # The row stride of both matrices or of one; or the column stride, which is 1.
        return ("inp_stride", "out_stride", "1")
    if name in BLOCK_SIZES:
        return ("block_x",)
    if name in TOTALS:
        return ("n_rows * n_cols",)
    if name in MORE_ROWS and named & ROWS - {name} and named & COLS - {name}:
        return ("1",)  # (B, T, C): the rows are B * T
    if name == "n":
        # (N, C) has N rows, (M, N) N columns.
        return ("n_cols", "n_rows") if named & {"m", "rows", "batch", "batch_size"} else ("n_rows", "n_cols")
    if name in ROWS:
        return ("n_rows",)
    if name in COLS:
        return ("n_cols",)
    return _number(parameter, one="1", zero="0")


def _number(parameter: Parameter, *, one: str, zero: str) -> tuple[str, ...]:
    name = plain_name(parameter.name)
    if name in ONES:
        return (one,)
    return (zero,) if name in ZEROS or (parameter.type == "bool" and name.startswith("is_")) else ()


def _fill_sizes(choices: list[tuple[str, ...]], open_sizes: list[int]) -> None:
    """Use integers with unknown names as the missing sizes, if there are not more of them than sizes."""
    certain = {roles[0] for roles in choices if len(roles) == 1}
    missing = [role for role in ("n_rows", "n_cols") if role not in certain]
    if len(open_sizes) == 1 and not any("n_cols" in roles for roles in choices):
        missing = ["n_cols", *[role for role in missing if role != "n_cols"]]
    if 0 < len(open_sizes) <= len(missing):
        for position in open_sizes:
            choices[position] = tuple(missing)


def _is_sound(args: tuple[str, ...]) -> bool:
    names = [each for each in args if each.isidentifier()]
    return len(set(names)) == len(names)


def _readings(args: tuple[str, ...]) -> tuple[Reading, ...]:
    strides = [name for name in ("inp_stride", "out_stride") if name in args]
    packed = ("inp_stride == n_cols", "out_stride == n_cols")
    if len(strides) == 2:
        return (Reading(args, ()),)
    if not strides:
        return (Reading(args, packed),)
    # A single stride is for both matrices, or the other matrix is contiguous.
    return (
        Reading(args, ("inp_stride == out_stride",)),
        Reading(args, tuple(rule for rule in packed if not rule.startswith(strides[0]))),
    )


def _described(parameter: Parameter) -> str:
    if parameter.is_pointer:
        return f"a pointer to {'const ' if parameter.is_const else ''}{parameter.type}"
    return parameter.type


def _listed(parameters: tuple[Parameter, ...]) -> str:
    return ", ".join(each.name for each in parameters)
