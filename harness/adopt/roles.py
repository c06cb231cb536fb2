"""What each parameter of a kernel may receive, told from its name and type.

Names decide what is tried first, never what is right: where more than one reading is left, `harness.adopt.trial` runs
them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass

from harness.adopt.parameter_names import (
    BLOCK_ROWS,
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
    TOTALS,
    ZEROS,
)
from harness.adopt.signature import Parameter, Signature, TemplateParameter

_ACCUMULATORS = re.compile(r"acc|compute|comp", re.IGNORECASE)
_INP_PART = re.compile(r"(?:^|_)(?:in|inp|input|x|src|source|i)(?:_|$)|(?:ldx|ldi|ld_?in)")
_OUT_PART = re.compile(r"(?:^|_)(?:out|outp|output|y|dst|dest|o)(?:_|$)|(?:ldy|ldo|ld_?out)")
_STRIDE = re.compile(r"stride|pitch|^ld(?:[a-z]|_\w+)?$|^row_step$|^leading_dim")
_MOST_READINGS = 16
_MOST_PRODUCTS = 500


@dataclass(frozen=True)
class Unknown:
    """A parameter that nobody can tell the meaning of.

    Parameters
    ----------
    name : str
        Of the parameter, or of what is missing.
    why : str
        What is known of it.
    """

    name: str
    why: str


@dataclass(frozen=True)
class Reading:
    """One way to understand a kernel's parameters.

    Parameters
    ----------
    args : tuple of str
        For the key ``args``: a name, a rule or a number each.
    requires : tuple of str
        What follows for the domain: strides that the kernel does not take.
    """

    args: tuple[str, ...]
    requires: tuple[str, ...]


@dataclass(frozen=True)
class Instance:
    """How a kernel is named.

    Parameters
    ----------
    entry : str
        For the key ``entry``.
    defines : mapping of str to str
        For the key ``defines``: macros in the entry that follow the block.
    """

    entry: str
    defines: Mapping[str, str]


def read_roles(
    kernel: Signature, given: Mapping[str, str]
) -> tuple[tuple[Reading, ...], tuple[Unknown, ...]]:
    """Say how a kernel's parameters may be meant, the likeliest way first.

    Parameters
    ----------
    kernel : Signature
        The kernel.
    given : mapping of str to str
        What the user says of parameters, by name; wins over everything.

    Returns
    -------
    tuple of (tuple of Reading, tuple of Unknown)
        No readings where there is something unknown.
    """
    choices = _choices(kernel, given)
    unknown: list[Unknown] = []
    pointers = [parameter for parameter in kernel.parameters if parameter.is_pointer]
    if len(pointers) == 1:
        why = f"{pointers[0].name} is the only pointer, and a kernel that works in place cannot be declared"
        return (), (Unknown("out", why),)
    for parameter, roles in zip(kernel.parameters, choices, strict=True):
        if not roles:
            unknown.append(Unknown(parameter.name or "(no name)", _described(parameter)))
    taken = {role for roles in choices for role in roles}
    for name, what in (("inp", "reads"), ("out", "writes")):
        if name not in taken and not any(each for each in unknown if each.why.startswith("a pointer")):
            unknown.append(Unknown(name, f"no parameter is the matrix that the kernel {what}"))
    if unknown:
        return (), tuple(unknown)
    readings = [
        reading
        for args in itertools.islice(itertools.product(*choices), _MOST_PRODUCTS)
        if _is_sound(args)
        for reading in _readings(args)
    ]
    if not readings:
        return (), (Unknown("args", f"no two parameters may mean the same ({_listed(kernel.parameters)})"),)
    return tuple(readings[:_MOST_READINGS]), ()


def known_args(kernel: Signature, given: Mapping[str, str]) -> tuple[str, ...]:
    """Return what each parameter most likely receives, with a question mark where nothing is known."""
    choices = zip(kernel.parameters, _choices(kernel, given), strict=True)
    return tuple(roles[0] if roles else f"? {parameter.name}" for parameter, roles in choices)


def read_instance(kernel: Signature, given: Mapping[str, str]) -> tuple[Instance | None, tuple[Unknown, ...]]:
    """Say how a kernel is named; a template needs arguments.

    Parameters
    ----------
    kernel : Signature
        The kernel.
    given : mapping of str to str
        What the user says of template parameters, by name.

    Returns
    -------
    tuple of (Instance or None, tuple of Unknown)
        None where there is something unknown.
    """
    arguments: list[str] = []
    defines: dict[str, str] = {}
    unknown: list[Unknown] = []
    for parameter in kernel.template:
        value = given.get(parameter.name) or _template_argument(parameter, kernel)
        if value is None and parameter.has_default:
            break
        if value is None:
            unknown.append(Unknown(parameter.name, f"a template parameter ({parameter.type or 'a type'})"))
        elif value.startswith("block_"):
            macro = "THREADS" if value == "block_x" else "BLOCK_ROWS"
            while re.search(rf"\b{macro}\b", kernel.code):
                macro = f"LAUNCH_{macro}"
            defines[macro] = value
            arguments.append(macro)
        else:
            arguments.append(value)
    if unknown:
        return None, tuple(unknown)
    entry = kernel.qualified + (f"<{', '.join(arguments)}>" if kernel.template else "")
    return Instance(entry, defines), ()


def element_types(kernel: Signature, reading: Reading) -> tuple[str, ...]:
    """Element types that a kernel may be for, the likeliest first; several for a template or a type of its own."""
    for parameter, role in zip(kernel.parameters, reading.args, strict=True):
        if role == "inp" and parameter.type in DTYPES:
            return (DTYPES[parameter.type],)
    return ("float32", "float16", "bfloat16", "float64")


def _choices(kernel: Signature, given: Mapping[str, str]) -> list[tuple[str, ...]]:
    """List what each parameter may receive, the likeliest first; nothing where nothing is known."""
    choices: list[tuple[str, ...]] = []
    pointers = _pointers(kernel.parameters, given)
    open_sizes: list[int] = []
    named = {_plain(parameter.name) for parameter in kernel.parameters}
    for position, parameter in enumerate(kernel.parameters):
        roles: tuple[str, ...] = ()
        if parameter.name in given:
            roles = (given[parameter.name],)
        elif parameter.is_pointer:
            roles = pointers.get(parameter.name, ())
        elif parameter.type in INTEGER_TYPES or parameter.type == "bool":
            roles = _integer(parameter, named)
            if not roles and parameter.type != "bool":
                open_sizes.append(position)
        elif parameter.type in FLOAT_TYPES or parameter.type in DTYPES:
            roles = _number(parameter, one="1.0", zero="0.0")
        choices.append(roles)
    _fill_sizes(choices, open_sizes)
    return choices


def _plain(name: str) -> str:
    """Write a name as the tables do: ``d_inputPtr`` is ``input``."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_")
    words = re.sub(r"^(?:d|g|gpu|dev|p)_(?=\w{2})", "", words)
    return re.sub(r"_(?:ptr|pointer|d|gpu|dev|device|arr|buf)$", "", words)


def _pointers(parameters: tuple[Parameter, ...], given: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Tell inp from out: by const, then by names; both orders where neither says."""
    pointers = [each for each in parameters if each.is_pointer and each.name not in given]
    wanted = [role for role in ("inp", "out") if role not in given.values()]
    if len(pointers) != len(wanted):
        named: dict[str, tuple[str, ...]] = {}
        for role, names in (("inp", INPUTS), ("out", OUTPUTS)):
            fitting = [each for each in pointers if _plain(each.name) in names]
            if role in wanted and len(fitting) == 1:
                named[fitting[0].name] = (role,)
        return named
    if len(pointers) < 2:
        return {pointers[0].name: (wanted[0],)} if pointers else {}
    first, second = pointers
    if first.is_const != second.is_const:
        is_swapped = second.is_const
    else:
        votes = (_plain(first.name) in OUTPUTS) + (_plain(second.name) in INPUTS)
        against = (_plain(first.name) in INPUTS) + (_plain(second.name) in OUTPUTS)
        if votes == against:
            return {first.name: ("inp", "out"), second.name: ("out", "inp")}
        is_swapped = votes > against
    order = ("out", "inp") if is_swapped else ("inp", "out")
    return {first.name: (order[0],), second.name: (order[1],)}


def _integer(parameter: Parameter, named: set[str]) -> tuple[str, ...]:
    name = _plain(parameter.name)
    if _STRIDE.search(name):
        if _INP_PART.search(name) or _OUT_PART.search(name):
            return ("inp_stride" if _INP_PART.search(name) else "out_stride",)
        # Of the rows of both or of one; or of the columns, which lie side by side here.
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
    name = _plain(parameter.name)
    if name in ONES:
        return (one,)
    return (zero,) if name in ZEROS or (parameter.type == "bool" and name.startswith("is_")) else ()


def _fill_sizes(choices: list[tuple[str, ...]], open_sizes: list[int]) -> None:
    """Let integers of no known name be the sizes that are still missing, where there are as many."""
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
    # One stride is that of both matrices, or the other has none.
    return (
        Reading(args, ("inp_stride == out_stride",)),
        Reading(args, tuple(rule for rule in packed if not rule.startswith(strides[0]))),
    )


def _template_argument(parameter: TemplateParameter, kernel: Signature) -> str | None:
    name = _plain(parameter.name)
    if not parameter.type:
        points = any(each.is_pointer and each.type == parameter.name for each in kernel.parameters)
        if points:
            return "KH_SCALAR"
        if _ACCUMULATORS.search(parameter.name):
            return "float"
        is_size = any(not each.is_pointer and each.type == parameter.name for each in kernel.parameters)
        return "int" if is_size else None
    if name in BLOCK_SIZES:
        return "block_x"
    if name in BLOCK_ROWS:
        return "block_y"
    if name == "warp_size":
        return "32"
    if parameter.type == "bool" and not parameter.has_default:
        return "false" if name in ZEROS else None
    return None


def _described(parameter: Parameter) -> str:
    if parameter.is_pointer:
        return f"a pointer to {'const ' if parameter.is_const else ''}{parameter.type}"
    return parameter.type


def _listed(parameters: tuple[Parameter, ...]) -> str:
    return ", ".join(each.name for each in parameters)
