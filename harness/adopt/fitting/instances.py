"""Guesses the template arguments of a kernel from the names of its template parameters, or lists values to try."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ...operation.model import Operation
from ..reading.signature import KernelSignature, TemplateParameter
from .names import (
    BLOCK_ROWS,
    BLOCK_SIZES,
    INTEGER_TYPES,
    LOGARITHMS,
    SMALL_NUMBERS,
    Unknown,
    is_element,
    is_factor,
    plain_name,
    scalar_of,
)

_ACCUMULATORS = re.compile(r"acc|compute|comp", re.IGNORECASE)
_MOST_INSTANCES = 12
BLOCK_MACRO = "THREADS"
"""End of the name of a macro for the number of threads of a block."""


@dataclass(frozen=True)
class Instance:
    """One instance of a kernel, which may be a template."""

    entry: str
    defines: Mapping[str, str]
    """Value of the key ``defines``: macros in the entry whose values depend on the block."""
    tried: Mapping[str, str] = field(default_factory=dict)
    """Values in the entry that are only tried, by template parameter."""


def read_instances(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation | None = None
) -> tuple[tuple[Instance, ...], tuple[Unknown, ...]]:
    """Return the possible instances of a kernel, the likeliest first."""
    choices: list[tuple[str, ...]] = []
    unknown: list[Unknown] = []
    for parameter in kernel.template:
        told = given.get(parameter.name)
        values = (told,) if told else _template_arguments(parameter, kernel, operation)
        if not values and parameter.default:
            if choices:
                break
            values = (parameter.default,)  # an entry cannot end with <>
        if not values:
            unknown.append(Unknown(parameter.name, f"a template parameter ({parameter.type or 'a type'})"))
        choices.append(values)
    # Do not try two integers at once: right results would not determine them.
    untold = [each.name for each, values in zip(kernel.template, choices, strict=False) if len(values) > 2]
    if len(untold) > 1:
        unknown += [Unknown(name, "a template parameter (an integer)") for name in untold]
    if unknown:
        return (), tuple(unknown)
    instances = itertools.islice(itertools.product(*choices), _MOST_INSTANCES)
    return tuple(_instance(kernel, arguments, choices) for arguments in instances), ()


def _instance(
    kernel: KernelSignature, arguments: tuple[str, ...], choices: list[tuple[str, ...]]
) -> Instance:
    written: list[str] = []
    defines: dict[str, str] = {}
    tried: dict[str, str] = {}
    for parameter, value, among in zip(kernel.template, arguments, choices, strict=False):
        if len(among) > 1:
            tried[parameter.name] = value
        if not value.startswith("block_"):
            written.append(value)
            continue
        macro = BLOCK_MACRO if value == "block_x" else "BLOCK_ROWS"
        while re.search(rf"\b{macro}\b", kernel.code):
            macro = f"LAUNCH_{macro}"
        defines[macro] = value
        written.append(macro)
    entry = kernel.qualified + (f"<{', '.join(written)}>" if kernel.template else "")
    return Instance(entry, defines, tried)


def _template_arguments(
    parameter: TemplateParameter, kernel: KernelSignature, operation: Operation | None
) -> tuple[str, ...]:
    """Return the possible arguments of a template parameter, the likeliest first; empty if unknown."""
    name = plain_name(parameter.name)
    if not parameter.type:
        return _template_type(parameter, kernel, operation)
    if name in BLOCK_SIZES:
        return ("block_x",)
    if name in BLOCK_ROWS:
        return ("block_y",)
    if name == "warp_size":
        return ("32",)
    if parameter.default:
        return ()
    if parameter.type == "bool":
        return ("false", "true")
    if parameter.type in INTEGER_TYPES:
        return tuple(str(each) for each in (LOGARITHMS if "log2" in name else SMALL_NUMBERS))
    return ()


def _template_type(
    parameter: TemplateParameter, kernel: KernelSignature, operation: Operation | None
) -> tuple[str, ...]:
    if is_element(parameter.name, kernel):
        return ("KH_SCALAR",)
    of_this_type = [each for each in kernel.parameters if each.type == parameter.name]
    is_number = any(
        scalar_of(each, operation) or is_factor(each, {parameter.name})
        for each in of_this_type
        if not each.is_pointer
    )
    if _ACCUMULATORS.search(parameter.name) or is_number or any(each.is_pointer for each in of_this_type):
        return ("float",)
    return ("int",) if of_this_type else ()
