"""Fits the parameters of a kernel to the arrays, sizes, strides and scalars of an operation.

Element types, ``const`` and what the compiled code reads and writes decide which pointer can be which array. Names and
order decide what is tried first.
"""

from __future__ import annotations

import heapq
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...operation.array import INDICES, Array
from ...operation.model import Operation
from ...operation.size import N_ROWS
from ..reading.code_facts import CodeFacts
from ..reading.signature import KernelSignature, Parameter
from .names import (
    DTYPES,
    INTEGER_ELEMENTS,
    STATISTICS,
    Unknown,
    array_names,
    is_element,
    plain_name,
    rank,
)
from .number_fit import NumberFitter

MOST_FITS = 24
"""Readings of one operation that are tried, the likeliest first."""

_MOST_TRIED = 4000
_NULL = ("nullptr", "NULL", "0")


@dataclass(frozen=True)
class Fit:
    """One way in which a kernel's parameters are those of an operation."""

    operation: Operation
    cost: float
    """How unlikely it is, from the names; 0 if every name says so."""
    args: tuple[str, ...]
    """Value of the key ``args``: a name, a rule or a number for each parameter."""
    requires: tuple[str, ...]
    """Conditions of the domain that follow from strides that the kernel does not take."""
    scratch: tuple[tuple[str, str], ...] = ()
    """Name and size rule, in bytes, of each further buffer that the kernel writes."""
    types: tuple[tuple[str, str], ...] = ()
    """Value of the key ``types``: integer inputs of another type than the operation's."""


@dataclass(frozen=True)
class Misfit:
    """Why a kernel's parameters are not those of an operation."""

    operation: Operation
    why: str
    """The first array that has no parameter, or the first parameter that is nothing of the operation."""
    n_fitting: int
    """Number of the operation's arrays that some parameter can be."""


def fit(
    kernel: KernelSignature, facts: CodeFacts, given: Mapping[str, str], operation: Operation
) -> tuple[Fit, ...] | Misfit:
    """Return the ways in which a kernel's parameters are those of an operation, the likeliest first."""
    return _Fitter(kernel, facts, given, operation).fit()


def fits_of(
    kernel: KernelSignature, facts: CodeFacts, given: Mapping[str, str], operations: Iterable[Operation]
) -> tuple[tuple[Fit, ...], tuple[Misfit, ...]]:
    """Return the readings of a kernel as any of some operations, the likeliest first, and why others do not fit."""
    fitting: list[Fit] = []
    misfits: list[tuple[float, Misfit]] = []
    for operation in operations:
        cost = rank(kernel, operation)
        found = fit(kernel, facts, given, operation)
        if isinstance(found, Misfit):
            misfits.append((cost, found))
        else:
            fitting += [replace(each, cost=cost + each.cost) for each in found]
    fitting.sort(key=lambda each: each.cost)
    misfits.sort(key=lambda each: (each[0], -each[1].n_fitting))
    return tuple(fitting), tuple(misfit for _, misfit in misfits)


class _Fitter(NumberFitter):
    """Finds what all parameters may be, the pointers first."""

    def fit(self) -> tuple[Fit, ...] | Misfit:
        fitting = {
            array.name: [n for n in self.pointers if not self._unlike(n, array)]
            for array in self.operation.arrays
        }
        n_fitting = sum(bool(each) for each in fitting.values())
        for array in self.operation.arrays:
            if array.absent is None and not fitting[array.name]:
                return Misfit(self.operation, self._no_pointer(array), n_fitting)
        placed = list(itertools.islice(self._placements(), 40))
        if not placed:
            return Misfit(self.operation, self._left_over(fitting), n_fitting)
        found: list[Fit] = []
        for cost, arrays, scratch in placed:
            numbers = self.choices(arrays, MOST_FITS)
            if isinstance(numbers, str):
                return Misfit(self.operation, numbers, n_fitting)
            found += [self._fit(cost + extra, arrays, scratch, roles) for extra, roles in numbers]
        found.sort(key=lambda each: each.cost)
        return tuple({(each.args, each.scratch): each for each in found}.values())[:MOST_FITS]

    def _fit(
        self, cost: float, arrays: Mapping[int, str], scratch: Mapping[int, str], roles: Mapping[int, str]
    ) -> Fit:
        args = tuple(
            arrays.get(n) or (self.kernel.parameters[n].name if n in scratch else roles[n])
            for n in range(len(self.kernel.parameters))
        )
        by_name = {each.name: each for each in self.operation.arrays}
        types: dict[str, str] = {}
        for n, name in arrays.items():
            array = by_name.get(name)
            told = INTEGER_ELEMENTS.get(self.kernel.parameters[n].type)
            if array is not None and array.dtype in INDICES and told in INDICES and told != array.dtype:
                types[name] = told
        buffers = tuple((self.kernel.parameters[n].name, size) for n, size in scratch.items())
        return Fit(self.operation, cost, args, self.requires(args), buffers, tuple(types.items()))

    def is_beside_matrices(self, n: int) -> bool:
        """Whether a pointer is a vector or a statistic by its name, nothing by default, or given as one of these."""
        parameter = self.kernel.parameters[n]
        if parameter.name in self.given:
            return self.given[parameter.name] not in ("inp", "out")
        vectors = [array for array in self.operation.arrays if array.name not in ("inp", "out")]
        is_vector = any(self.names[n] in array_names(self.operation, each.name) for each in vectors)
        is_statistic = self.names[n] in STATISTICS and not parameter.is_const
        return is_vector or is_statistic or parameter.default in _NULL

    # --- pointers

    def _unlike(self, n: int, array: Array) -> str:
        """Return why a pointer cannot be an array; empty if it can."""
        parameter = self.kernel.parameters[n]
        if parameter.name in self.given:
            return "" if self.given[parameter.name] == array.name else "another array is given"
        if array.name in self.given.values():
            return "another parameter is given"
        use = self.facts.use(n)
        if self.facts.is_known and use is None:
            return "the kernel does not use it"
        if parameter.is_const and array.is_output:
            return "it is const"
        if use is not None:
            if array.role == "in" and use.is_written:
                return "the kernel writes it"
            if array.is_output and not use.is_written:
                return "the kernel does not write it"
            if array.role == "in-out" and not use.is_read:
                return "the kernel does not read it"
            if array.role == "out" and use.is_atomic:
                return "the kernel adds to it"
        return self._other_type(parameter, array, use.n_bytes if use else 0)

    def _other_type(self, parameter: Parameter, array: Array, n_bytes: int) -> str:
        told = INTEGER_ELEMENTS.get(parameter.type) or DTYPES.get(parameter.type)
        if told is None:
            is_other = array.dtype is not None and n_bytes not in (0, array.element("float32").itemsize)
            return f"its elements have {n_bytes} bytes" if is_other else ""
        if array.dtype is None:
            return f"its elements are {told}" if told in INTEGER_ELEMENTS.values() else ""
        if array.is_integer:
            is_index = array.dtype in INDICES and told in INDICES
            # Only inputs of integers may have another width.
            fits = told == array.dtype or (is_index and array.role == "in")
            return "" if fits else f"its elements are {told}"
        if array.is_byte:
            return "" if told in ("uint8", "int8") else f"its elements are {told}"
        return "" if told == array.dtype else f"its elements are {told}"

    def _placements(self) -> Iterator[tuple[float, dict[int, str], dict[int, str]]]:
        """Yield an array for each pointer with its cost and the size of scratch buffers, the likeliest first."""
        choices: list[list[tuple[float, str]]] = []
        for n in self.pointers:
            fitting = [
                (self._name_cost(n, array), array.name)
                for array in self.operation.arrays
                if not self._unlike(n, array)
            ]
            choices.append(sorted(fitting + self._without_array(n)))
        required = {each.name for each in self.operation.arrays if each.absent is None}
        found: list[tuple[float, int, dict[int, str], dict[int, str]]] = []
        for number, chosen in enumerate(itertools.islice(_distinct(choices), _MOST_TRIED)):
            told = dict(zip(self.pointers, (name for _, name in chosen), strict=True))
            if not required <= set(told.values()):
                continue
            arrays = {n: name for n, name in told.items() if not name.startswith("?")}
            scratch = {n: name[1:] for n, name in told.items() if name.startswith("?")}
            if self._mixes_types(arrays):
                continue
            cost = sum(each for each, _ in chosen) + self._disorder(list(told.values()))
            found.append((cost, number, arrays, scratch))
        for cost, _, arrays, scratch in heapq.nsmallest(40, found):
            yield cost, arrays, scratch

    def _without_array(self, n: int) -> list[tuple[float, str]]:
        """Return what a pointer may be that is no array: a buffer of statistics, or nothing."""
        parameter = self.kernel.parameters[n]
        if parameter.name in self.given:
            arrays = {array.name for array in self.operation.arrays}
            told = self.given[parameter.name]
            return [] if told in arrays else [(0.0, told)]
        found: list[tuple[float, str]] = []
        if parameter.default in _NULL or (self.facts.is_known and self.facts.use(n) is None):
            found.append((0.5, "0"))
        use = self.facts.use(n)
        is_own = parameter.name and parameter.name not in self.operation.arguments
        size = _bytes_of(parameter, self.kernel) or (use.n_bytes if use else 0)
        is_output = use.is_written if use else not parameter.is_const
        if self.names[n] in STATISTICS and is_output and size and is_own:
            found.append((2.0, f"?{N_ROWS} * {size}"))
        return found

    def _name_cost(self, n: int, array: Array) -> float:
        name = self.names[n]
        use = self.facts.use(n)
        cost = 0.0
        if name != array.name:
            cost = 0.1 if name in array_names(self.operation, array.name) else 1.5
        if cost >= 1.5 and any(
            name in array_names(self.operation, each.name) for each in self.operation.arrays
        ):
            cost = 3.0
        if use is None and not self.kernel.parameters[n].is_const and array.role == "in":
            cost += 1.0
        if use is not None and array.role == "out" and use.is_read:
            cost += 0.5
        return cost

    def _mixes_types(self, arrays: Mapping[int, str]) -> bool:
        """Whether arrays of the case's element type have pointers of different types."""
        by_name = {array.name: array for array in self.operation.arrays}
        types = {
            DTYPES.get(self.kernel.parameters[n].type, self.kernel.parameters[n].type)
            for n, name in arrays.items()
            if name in by_name and by_name[name].dtype is None
        }
        known = types & set(DTYPES.values())
        return len(known) > 1

    def _disorder(self, names: Sequence[str]) -> float:
        """Return the cost of arrays of one role that are in another order than the operation's."""
        order = {each.name: (each.role, n) for n, each in enumerate(self.operation.arrays)}
        known = [order[name] for name in names if name in order]
        return 0.4 * sum(
            first[0] == second[0] and first[1] > second[1]
            for first, second in itertools.combinations(known, 2)
        )

    def _no_pointer(self, array: Array) -> str:
        """Say that no parameter can be an array, with the nearest one."""
        whys = [(self.kernel.parameters[n].name, self._unlike(n, array)) for n in self.pointers]
        dtype = array.dtype or "the element type"
        what = f"it needs {array.name} ({array.role}, {dtype})"
        named = [
            f"{name}: {why}"
            for (name, why), n in zip(whys, self.pointers, strict=True)
            if self.names[n] in array_names(self.operation, array.name)
        ]
        told = named or [f"{name}: {why}" for name, why in whys]
        return f"{what}, but {'; '.join(told[:3])}" if told else f"{what}, but the kernel takes no pointer"

    def _left_over(self, fitting: Mapping[str, Sequence[int]]) -> str:
        """Say which pointer is no array of the operation."""
        usable = {n for each in fitting.values() for n in each}
        for n in self.pointers:
            if n not in usable and not self._without_array(n):
                parameter = self.kernel.parameters[n]
                whys = {array.name: self._unlike(n, array) for array in self.operation.arrays}
                told = "; ".join(f"not {name}: {why}" for name, why in list(whys.items())[:3])
                return f"{parameter.name} is none of its arrays ({told})"
        needed = len([each for each in self.operation.arrays if each.absent is None])
        most, n_pointers = len(self.operation.arrays), len(self.pointers)
        arrays = f"{most} arrays" if needed == most else f"{needed} to {most} arrays"
        return f"it has {arrays}, and the kernel {n_pointers} pointers that may be arrays"


def _distinct(choices: Sequence[Sequence[tuple[float, str]]]) -> Iterator[tuple[tuple[float, str], ...]]:
    """Yield one of each list, with no array twice."""

    def extended(chosen: tuple[tuple[float, str], ...], taken: frozenset[str]) -> Iterator[Any]:
        if len(chosen) == len(choices):
            yield chosen
            return
        for cost, name in choices[len(chosen)]:
            if name not in taken:
                own = {name} if name.isidentifier() else set()
                yield from extended((*chosen, (cost, name)), taken | own)

    yield from extended((), frozenset())


def _bytes_of(parameter: Parameter, kernel: KernelSignature) -> int | str:
    if parameter.type in DTYPES and parameter.type != "KH_SCALAR":
        return {"float64": 8, "float32": 4}.get(DTYPES[parameter.type], 2)
    if parameter.type in [each.name for each in kernel.template]:
        return "itemsize" if is_element(parameter.type, kernel) else 4
    return ""


def untold_parameters(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation
) -> tuple[Unknown, ...]:
    """Return the parameters of a kernel on rows whose arguments neither names nor types tell."""
    fitter = _Fitter(kernel, CodeFacts(), given, operation)
    matrices = [n for n in fitter.pointers if not fitter.is_beside_matrices(n)]
    if len(matrices) == 1:
        only = "pointer" if len(fitter.pointers) == 1 else "pointer to a matrix"
        why = (
            f"{kernel.parameters[matrices[0]].name} is the only {only}: a kernel that works in place needs an "
            "operation with an array of role in-out, which you can write (docs/operations.md)"
        )
        return (Unknown("out", why),)
    if not matrices:
        whats = (("inp", "reads"), ("out", "writes"))
        return tuple(
            Unknown(name, f"no parameter is the matrix that the kernel {what}") for name, what in whats
        )
    untold = {n for n in matrices if kernel.parameters[n].name not in given}
    wanted = [role for role in ("inp", "out") if role not in given.values()]
    if len(untold) == len(wanted):
        untold = set()  # const, order and results tell one from the other
    for role in wanted:
        named = [n for n in untold if fitter.names[n] in array_names(operation, role)]
        untold -= set(named) if len(named) == 1 else set()
    untold |= fitter.untold()
    return tuple(
        Unknown(parameter.name, parameter.described)
        for n, parameter in enumerate(kernel.parameters)
        if n in untold
    )


def likely_args(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation, unknown: Sequence[Unknown]
) -> tuple[str, ...]:
    """Return the likeliest argument of each parameter, or a question mark and its name if unknown."""
    names = {each.name for each in unknown}
    known = tuple(parameter for parameter in kernel.parameters if parameter.name not in names)
    fits = fit(replace(kernel, parameters=known, members={}), CodeFacts(), given, operation)
    likely = {} if isinstance(fits, Misfit) else dict(zip(known, fits[0].args, strict=True))
    return tuple(likely.get(parameter, f"? {parameter.name}") for parameter in kernel.parameters)


_MAY_BE_NULL = r"NAME\s*(?:[!=]=|\?|&&|\|\|)|(?:[!=]=|!|&&|\|\||\bif\s*\()\s*NAME\s*(?![\w\s]*[\[(])"
"""What a pointer is in that may be null; NAME stands for its name."""


def fitting_operations(
    kernel: KernelSignature, operations: Sequence[Operation]
) -> tuple[tuple[Operation, ...], tuple[Misfit, ...]]:
    """Return the operations that a kernel may compute, and why it computes no other one, the likeliest first.

    Its compiled code may still exclude more: which arrays it reads and writes is not known here. Every operation counts
    as possible if a pointer may be none of its arrays, because the text does not use it, compares it with null or calls
    it a statistic.
    """
    pointers = [parameter.name for parameter in kernel.parameters if parameter.is_pointer]
    if any(plain_name(name) in STATISTICS or _may_be_nothing(name, kernel) for name in pointers):
        return tuple(operations), ()
    fits, misfits = fits_of(kernel, CodeFacts(), {}, operations)
    return tuple(dict.fromkeys(each.operation for each in fits)), misfits


def _may_be_nothing(name: str, kernel: KernelSignature) -> bool:
    """Whether a pointer's name occurs in its declaration alone, or in a condition as a pointer."""
    word = rf"\b{re.escape(name)}\b"
    is_unused = len(re.findall(word, kernel.code)) < 2
    return is_unused or re.search(_MAY_BE_NULL.replace("NAME", word), kernel.code) is not None


def no_operation_fits(misfits: Sequence[Misfit]) -> str:
    """Say that a kernel's parameters fit no operation, with the likeliest one."""
    said = "no operation has arrays for its parameters"
    return f"{said}; nearest {misfits[0].operation.name}: {misfits[0].why}" if misfits else said
