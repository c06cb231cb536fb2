"""Fits the parameters of a kernel to the arrays, sizes, strides and scalars of an operation.

Element types, ``const`` and what the compiled code reads and writes decide which pointer can be which array. Names and
order decide which choice is tried first.
"""

from __future__ import annotations

import heapq
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...lazy import dataclass, pattern, replace
from ...operation.array import INDICES, Array
from ...operation.catalogue import EXAMPLE, in_place
from ...operation.model import Operation
from ...operation.size import N_COLS, N_ROWS, STRIDES
from ..reading.compiled_kernel import CodeFacts
from ..reading.ptx_signature import role_of
from ..reading.signature import KernelSignature, Parameter
from . import names

MOST_FITS = 24
_MOST_NUMBERS, _MOST_POINTERS = 1000, 4000
"""Choices of the numbers for some arrays, and of the arrays, that are weighed."""
_MOST_PLACEMENTS = 40
_MOST_ROLES = 6
_UNKNOWN = 1.0
"""Least cost of an argument that neither name nor type identifies."""
_NULL = ("nullptr", "NULL", "0")
_NUMBERED = pattern(r"param_\d+")
_MAY_BE_NULL = r"NAME\s*(?:[!=]=|\?|&&|\|\|)|(?:[!=]=|!|&&|\|\||\bif\s*\()\s*NAME\s*(?![\w\s]*[\[(])"
"""Expressions with a pointer that may be null; NAME stands for its name."""


@dataclass(frozen=True)
class Fit:
    operation: Operation
    cost: float
    """How unlikely it is, judging by the names; 0 if every name agrees."""
    args: tuple[str, ...]
    requires: tuple[str, ...]
    scratch: tuple[tuple[str, str], ...] = ()
    """Name and size rule, in bytes, of each further buffer that the kernel writes."""
    types: tuple[tuple[str, str], ...] = ()
    """Value of the key ``types``: integer inputs of another type than the operation's."""


@dataclass(frozen=True)
class Misfit:
    operation: Operation
    why: str
    """The first array without a parameter, or the first parameter without a role in the operation."""
    n_fitting: int


def fit(
    kernel: KernelSignature, facts: CodeFacts, given: Mapping[str, str], operation: Operation
) -> tuple[Fit, ...] | Misfit:
    """Return the assignments of an operation's arguments to a kernel's parameters, the likeliest first."""
    return _Fitter(kernel, facts, given, operation).fit()


def fits_of(
    kernel: KernelSignature, facts: CodeFacts, given: Mapping[str, str], operations: Iterable[Operation]
) -> tuple[tuple[Fit, ...], tuple[Misfit, ...]]:
    """Return the readings of a kernel as any of some operations, the likeliest first, and why others do not fit."""
    fitting: list[Fit] = []
    misfits: list[tuple[float, Misfit]] = []
    for operation in operations:
        cost = names.rank(kernel, operation)
        fitted = fit(kernel, facts, given, operation)
        if isinstance(fitted, Misfit) and operation.has_one_matrix and not operation.is_in_place:
            written_over = fit(kernel, facts, given, in_place(operation))
            fitted = fitted if isinstance(written_over, Misfit) else written_over
        if isinstance(fitted, Misfit):
            misfits.append((cost, fitted))
        else:
            fitting += [replace(reading, cost=cost + reading.cost) for reading in fitted]
    fitting.sort(key=lambda each: each.cost)
    misfits.sort(key=lambda each: (each[0], -each[1].n_fitting))
    return tuple(fitting), tuple(misfit for _, misfit in misfits)


def parameters_to_ask(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation
) -> tuple[names.Unknown, ...]:
    """Return the parameters of a kernel on rows whose arguments neither names nor types identify."""
    fitter = _Fitter(kernel, CodeFacts(), given, operation)
    matrices = [n for n in fitter.pointers if not fitter.is_vector_or_statistic(n)]
    if len(matrices) == 1:
        only = "pointer" if len(fitter.pointers) == 1 else "pointer to a matrix"
        why = (
            f"{kernel.parameters[matrices[0]].name} is the only {only}, and no operation in place was right; "
            f"you can write one: {EXAMPLE}"
        )
        return (names.Unknown("out", why),)
    if not matrices:
        why = "no parameter is the matrix that the kernel"
        return (names.Unknown("inp", f"{why} reads"), names.Unknown("out", f"{why} writes"))
    asked = {n for n in matrices if kernel.parameters[n].name not in given}
    wanted = [role for role in ("inp", "out") if role not in given.values()]
    if len(asked) == len(wanted):
        asked = set()  # const, order and results distinguish them
    for role in wanted:
        named = {n for n in asked if fitter.names[n] in names.array_names(operation, role)}
        asked -= named if len(named) == 1 else set()
    asked |= fitter.numbers_to_ask()
    parameters = [parameter for n, parameter in enumerate(kernel.parameters) if n in asked]
    return tuple(names.Unknown(parameter.name, parameter.described) for parameter in parameters)


def likely_args(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation, unknown: Sequence[names.Unknown]
) -> tuple[str, ...]:
    """Return the likeliest argument of each parameter, or a question mark and its name if unknown."""
    unknown_names = {parameter.name for parameter in unknown}
    known = tuple(parameter for parameter in kernel.parameters if parameter.name not in unknown_names)
    fits = fit(replace(kernel, parameters=known, members={}), CodeFacts(), given, operation)
    likely = {} if isinstance(fits, Misfit) else dict(zip(known, fits[0].args, strict=True))
    return tuple(likely.get(parameter, f"? {parameter.name}") for parameter in kernel.parameters)


def fitting_operations(
    kernel: KernelSignature, operations: Sequence[Operation]
) -> tuple[tuple[Operation, ...], tuple[Misfit, ...]]:
    """Return the operations that a kernel may compute, and why it computes no other one, the likeliest first."""
    # Its compiled code may still exclude more: which arrays it reads and writes is not known here. Every operation
    # counts as possible if a pointer may be none of its arrays, because the text does not use it, compares it with null
    # or calls it a statistic.
    pointers = [parameter.name for parameter in kernel.parameters if parameter.is_pointer]
    if any(names.plain_name(name) in names.STATISTICS or _may_be_nothing(name, kernel) for name in pointers):
        return tuple(operations), ()
    fits, misfits = fits_of(kernel, CodeFacts(), {}, operations)
    return tuple(dict.fromkeys(reading.operation for reading in fits)), misfits


def _may_be_nothing(name: str, kernel: KernelSignature) -> bool:
    """Whether a pointer's name occurs in its declaration alone, or in a condition as a pointer."""
    word = rf"\b{re.escape(name)}\b"
    is_unused = len(re.findall(word, kernel.code)) < 2
    return is_unused or re.search(_MAY_BE_NULL.replace("NAME", word), kernel.code) is not None


def no_operation_fits(misfits: Sequence[Misfit]) -> str:
    message = "no operation has arrays for its parameters"
    return f"{message}; nearest {misfits[0].operation.name}: {misfits[0].why}" if misfits else message


class _Fitter:
    def __init__(
        self, kernel: KernelSignature, facts: CodeFacts, given: Mapping[str, str], operation: Operation
    ) -> None:
        self.kernel = kernel
        self.parameters = kernel.parameters
        self.facts = facts
        self.given = given
        self.operation = operation
        self.arrays = operation.arrays
        self.array_of = {array.name: array for array in operation.arrays}
        self.types = {parameter.name for parameter in kernel.template if not parameter.type}
        self.names = [names.plain_name(parameter.name) for parameter in kernel.parameters]
        self.pointers = [n for n, parameter in enumerate(kernel.parameters) if parameter.is_pointer]
        self.numbers = [n for n, parameter in enumerate(kernel.parameters) if not parameter.is_pointer]
        self.own: dict[str, str] = {size.of: size.name for size in operation.sizes if size.of}

    def fit(self) -> tuple[Fit, ...] | Misfit:
        fitting = {each.name: [n for n in self.pointers if not self._unlike(n, each)] for each in self.arrays}
        n_fitting = sum(bool(pointers) for pointers in fitting.values())
        for array in self.arrays:
            if array.absent is None and not fitting[array.name]:
                return Misfit(self.operation, self._no_pointer(array), n_fitting)
        placed = self._placements()
        if not placed:
            return Misfit(self.operation, self._left_over(fitting), n_fitting)
        fits: list[Fit] = []
        for cost, arrays, scratch in placed:
            numbers = self.choices(arrays, MOST_FITS)
            if isinstance(numbers, str):
                return Misfit(self.operation, numbers, n_fitting)
            for extra, roles in numbers:
                fits.append(self._fit(cost + extra, arrays, scratch, roles))
                fits += self._with_equal_sizes(fits[-1], roles)
        fits.sort(key=lambda each: each.cost)
        return tuple({(fit.args, fit.scratch, fit.requires): fit for fit in fits}.values())[:MOST_FITS]

    def _with_equal_sizes(self, fit: Fit, roles: Mapping[int, str]) -> tuple[Fit, ...]:
        """Return a fit for square matrices if an operation of three sizes is given one number, which is a size."""
        sizes = self._size_names()
        scalars = {scalar.name for scalar in self.operation.scalars}
        taken = [role for role in roles.values() if role not in scalars and not names.is_number(role)]
        if len(sizes) != 3 or taken != [sizes[1]]:
            return ()
        equal = tuple(f"{size} == {sizes[1]}" for size in sizes if size != sizes[1])
        return (replace(fit, cost=fit.cost - 1.9, requires=(*fit.requires, *equal)),)

    def _fit(
        self, cost: float, arrays: Mapping[int, str], scratch: Mapping[int, str], roles: Mapping[int, str]
    ) -> Fit:
        args = tuple(
            arrays.get(n) or (self.parameters[n].name if n in scratch else roles[n])
            for n in range(len(self.parameters))
        )
        types: dict[str, str] = {}
        for n, name in arrays.items():
            own = self.array_of[name].dtype if name in self.array_of else None
            dtype = names.INTEGER_ELEMENTS.get(self.parameters[n].type)
            if own in INDICES and dtype in INDICES and dtype != own:
                types[name] = dtype
        buffers = tuple((self.parameters[n].name, size) for n, size in scratch.items())
        return Fit(self.operation, cost, args, self.requires(args), buffers, tuple(types.items()))

    def is_vector_or_statistic(self, n: int) -> bool:
        """Whether a pointer is a vector or a statistic by its name, null by default, or given as one of these."""
        parameter = self.parameters[n]
        if parameter.name in self.given:
            return self.given[parameter.name] not in ("inp", "out")
        vectors = [array for array in self.arrays if array.name not in ("inp", "out")]
        is_vector = any(self.names[n] in names.array_names(self.operation, array.name) for array in vectors)
        is_statistic = self.names[n] in names.STATISTICS and not parameter.is_const
        return is_vector or is_statistic or parameter.default in _NULL

    # --- pointers

    def _unlike(self, n: int, array: Array) -> str:
        """Return why a pointer cannot be an array; empty if it can."""
        parameter = self.parameters[n]
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
        dtype = names.INTEGER_ELEMENTS.get(parameter.type) or names.DTYPES.get(parameter.type)
        if dtype is None:
            is_other = array.dtype is not None and n_bytes not in (0, array.element("float32").itemsize)
            return f"its elements have {n_bytes} bytes" if is_other else ""
        if array.dtype is None:
            return f"its elements are {dtype}" if dtype in names.INTEGER_ELEMENTS.values() else ""
        alike: Sequence[str] = (array.dtype,)
        if array.is_integer and array.role == "in" and array.dtype in INDICES:
            alike = INDICES  # only inputs of integers may have another width
        elif array.is_byte and not array.is_integer:
            alike = ("uint8", "int8")
        return "" if dtype in alike else f"its elements are {dtype}"

    def _placements(self) -> list[tuple[float, dict[int, str], dict[int, str]]]:
        """Return arrays of the pointers with their cost, and the sizes of scratch buffers, the likeliest first."""
        choices: list[list[tuple[float, str]]] = []
        for n in self.pointers:
            alike = [array for array in self.arrays if not self._unlike(n, array)]
            costs = [(self._name_cost(n, array), array.name) for array in alike]
            choices.append(sorted(costs + self._without_array(n)))
        required = {array.name for array in self.arrays if array.absent is None}
        placements: list[tuple[float, dict[int, str], dict[int, str]]] = []
        for chosen in itertools.islice(_distinct(choices), _MOST_POINTERS):
            roles = dict(zip(self.pointers, (name for _, name in chosen), strict=True))
            if not required <= set(roles.values()):
                continue
            arrays = {n: name for n, name in roles.items() if not name.startswith("?")}
            scratch = {n: name[1:] for n, name in roles.items() if name.startswith("?")}
            if not self._mixes_types(arrays):
                cost = sum(cost for cost, _ in chosen) + self._disorder(list(roles.values()))
                placements.append((cost, arrays, scratch))
        return heapq.nsmallest(_MOST_PLACEMENTS, placements, key=lambda each: each[0])

    def _without_array(self, n: int) -> list[tuple[float, str]]:
        """Return the other roles of a pointer: a buffer of statistics, or unused."""
        parameter = self.parameters[n]
        if parameter.name in self.given:
            role = self.given[parameter.name]
            return [] if role in self.array_of else [(0.0, role)]
        roles: list[tuple[float, str]] = []
        if parameter.default in _NULL or (self.facts.is_known and self.facts.use(n) is None):
            roles.append((0.5, "0"))
        use = self.facts.use(n)
        is_own = parameter.name and parameter.name not in self.operation.arguments
        size = _bytes_of(parameter, self.kernel) or (use.n_bytes if use else 0)
        is_output = use.is_written if use else not parameter.is_const
        if self.names[n] in names.STATISTICS and is_output and size and is_own:
            roles.append((2.0, f"?{N_ROWS} * {size}"))
        return roles

    def _name_cost(self, n: int, array: Array) -> float:
        name = self.names[n]
        use = self.facts.use(n)
        cost = 0.1 if name != array.name else 0.0
        if name not in names.array_names(self.operation, array.name):
            is_another = any(name in names.array_names(self.operation, other.name) for other in self.arrays)
            cost = 3.0 if is_another else 1.5
        if use is None and not self.parameters[n].is_const and array.role == "in":
            cost += 1.0
        if use is not None and array.role == "out" and use.is_read:
            cost += 0.5
        return cost

    def _mixes_types(self, arrays: Mapping[int, str]) -> bool:
        types = {
            names.DTYPES.get(self.parameters[n].type)
            for n, name in arrays.items()
            if name in self.array_of and self.array_of[name].dtype is None
        }
        return len(types - {None}) > 1

    def _disorder(self, arrays: Sequence[str]) -> float:
        order = {array.name: (array.role, n) for n, array in enumerate(self.arrays)}
        known = [order[name] for name in arrays if name in order]
        return 0.4 * sum(
            first[0] == second[0] and first[1] > second[1]
            for first, second in itertools.combinations(known, 2)
        )

    def _no_pointer(self, array: Array) -> str:
        """Say that no parameter can be an array, with the nearest one."""
        whys = {n: f"{self.parameters[n].name}: {self._unlike(n, array)}" for n in self.pointers}
        dtype = array.dtype or "the element type"
        what = f"it needs {array.name} ({array.role}, {dtype})"
        named = names.array_names(self.operation, array.name)
        near = [why for n, why in whys.items() if self.names[n] in named] or list(whys.values())
        return f"{what}, but {'; '.join(near[:3])}" if near else f"{what}, but the kernel takes no pointer"

    def _left_over(self, fitting: Mapping[str, Sequence[int]]) -> str:
        usable = {n for pointers in fitting.values() for n in pointers}
        for n in self.pointers:
            if n not in usable and not self._without_array(n):
                reasons = (f"not {array.name}: {self._unlike(n, array)}" for array in self.arrays[:3])
                return f"{self.parameters[n].name} is none of its arrays ({'; '.join(reasons)})"
        needed = len([array for array in self.arrays if array.absent is None])
        most, n_pointers = len(self.arrays), len(self.pointers)
        arrays = f"{most} arrays" if needed == most else f"{needed} to {most} arrays"
        return f"it has {arrays}, and the kernel {n_pointers} pointers that may be arrays"

    # --- numbers

    def choices(self, arrays: Mapping[int, str], most: int) -> list[tuple[float, dict[int, str]]] | str:
        """Return roles of the scalar parameters with their cost, or why there are none."""
        choices: list[list[tuple[float, str]]] = []
        for n in self.numbers:
            roles = self._roles(n, arrays)
            if not roles:
                parameter = self.parameters[n]
                return f"{parameter.name} ({parameter.type}) is nothing that the operation has"
            choices.append(heapq.nsmallest(_MOST_ROLES, roles))
        valid: list[tuple[float, dict[int, str]]] = []
        for chosen in itertools.islice(_cheapest(choices), _MOST_NUMBERS):
            taken = [
                role
                for n, (_, role) in zip(self.numbers, chosen, strict=True)
                if role.isidentifier() and role not in ("block_x", "block_y") and n not in self.kernel.members
            ]
            if len(set(taken)) < len(taken):
                continue
            roles_of = dict(zip(self.numbers, (role for _, role in chosen), strict=True))
            cost = sum(cost for cost, _ in chosen) + self._missing(roles_of) + self._reversed(roles_of)
            valid.append((cost, roles_of))
        return heapq.nsmallest(most, valid, key=lambda each: each[0]) or "no two parameters may mean the same"

    def numbers_to_ask(self) -> set[int]:
        # Both values of a boolean are tried, and defaults are arguments, so the user is asked for neither.
        costs = {n: min(self._roles(n, {}), default=(_UNKNOWN, "")) for n in self.numbers}
        asked = {n for n, (cost, _) in costs.items() if cost >= _UNKNOWN}
        known = {role for n, (_, role) in costs.items() if n not in asked}
        sizes = {n for n in asked if self.parameters[n].type in names.INTEGER_TYPES | self.types}
        # As many integers as sizes are missing are these sizes.
        return asked - sizes if len(sizes) <= len(set(self._size_names()[:2]) - known) else asked

    def _reversed(self, roles: Mapping[int, str]) -> float:
        """Return the cost of strides of one array in another order than from the outermost to the innermost."""
        order = [role for _, role in sorted(roles.items())]
        return 0.3 * sum(
            order.index(first) > order.index(second)
            for array in self.arrays
            for first, second in itertools.combinations([stride for stride in array.strides if stride], 2)
            if first in order and second in order
        )

    def _missing(self, roles: Mapping[int, str]) -> float:
        """Return the cost of sizes that the kernel does not take though it takes other numbers."""
        taken = set(roles.values())
        text = " ".join(taken)
        return sum(0.3 if name in text else 1.0 for name in self._size_names() if name not in taken)

    def _size_names(self) -> tuple[str, ...]:
        """Names of the sizes, the operation's own where it has them."""
        further = (size.name for size in self.operation.further_sizes)
        return (self.own.get(N_ROWS, N_ROWS), self.own.get(N_COLS, N_COLS), *further)

    def _roles(self, n: int, arrays: Mapping[int, str]) -> list[tuple[float, str]]:
        parameter = self.parameters[n]
        if parameter.name in self.given:
            return [(0.0, self.given[parameter.name])]
        if n in self.kernel.members:
            return self._member(n, arrays)
        if parameter.type == "bool":
            return self._truth(n)
        is_float = parameter.type in names.FLOAT_TYPES or parameter.type in names.DTYPES
        if is_float or names.is_factor(parameter, self.types):
            return self._scalar(n)
        # Until it is compiled, a type of unknown name may be an integer's alias, unless its members are used.
        may_be_alias = not self.facts.is_known and not re.search(
            rf"\b{parameter.name}\s*\.", self.kernel.code
        )
        if parameter.type in names.INTEGER_TYPES or parameter.type in self.types or may_be_alias:
            return self._integer(n, arrays)
        default = names.default_argument(parameter.default)
        return [(0.0, default)] if default else []

    def _member(self, n: int, arrays: Mapping[int, str]) -> list[tuple[float, str]]:
        """Return the role of a number that is part of an array, if its pointer is a known array."""
        member = self.kernel.members[n]
        array = self.array_of.get(arrays.get(member.pointer, ""))
        if not self.facts.takes(n) or array is None:
            return [(0.0, "0")]
        shape = [self.own.get(str(size), size) for size in array.shape]
        role = role_of(member, shape)
        return [(0.0, role)] if role else []

    def _truth(self, n: int) -> list[tuple[float, str]]:
        usual = "1" if self.names[n] in names.ONES else "0"
        likely = names.default_argument(self.parameters[n].default) or usual
        return [(0.0, likely), (0.5, "1" if likely == "0" else "0")]

    def _scalar(self, n: int) -> list[tuple[float, str]]:
        parameter, name = self.parameters[n], self.names[n]
        known = names.scalar_of(parameter, self.operation)
        if known:
            return [(0.0, known)]
        roles = [
            (0.1 if name in names.scalar_names(self.operation, scalar.name) else 1.0, scalar.name)
            for scalar in self.operation.scalars
        ]
        default = names.default_argument(parameter.default)
        roles += [(0.5, default)] if default else []
        roles += [(0.2, "0.0")] if name in names.ZEROS else []
        roles += [(0.2 if name in names.ONES else 2.0, "1.0")]
        unlike = 0.3 if names.IS_RECIPROCAL.search(name) else 1.6
        rows, cols, *_ = self._size_names()
        sizes = (cols, rows, f"({rows} * {cols})")
        roles += [(unlike + 0.1 * place, f"1 / {size}") for place, size in enumerate(sizes)]
        return sorted(roles)

    def _integer(self, n: int, arrays: Mapping[int, str]) -> list[tuple[float, str]]:
        name, parameter = self.names[n], self.parameters[n]
        costs: dict[str, float] = {}

        def offer(role: str, cost: float) -> None:
            costs[role] = min(cost, costs.get(role, cost))

        if not self.facts.takes(n):
            offer("0", 0.6)
        is_stride = names.IS_STRIDE.search(name) is not None
        others = set(self.names) - {name}
        sizes = self._size_names()
        unlike = self._size_cost(n, arrays) + is_stride
        for position, size in enumerate(sizes):
            common = (N_ROWS, N_COLS)[position] if position < 2 else size
            exact = name == size
            aliased = any(name in names.size_names(self.operation, one) for one in (size, common))
            offer(size, 0.0 if exact else 0.3 if aliased else unlike - 0.1 * (position == 1))
        of_rows = names.size_names(self.operation, N_ROWS) | names.size_names(self.operation, sizes[0])
        if name in names.MORE_ROWS and others & of_rows:
            offer("1", 0.4)  # (B, T, C): the rows are B * T
        is_only = sum(self.parameters[number].type in names.INTEGER_TYPES for number in self.numbers) == 1
        is_count = is_only and name in ("n", "size", "len", "length", "count", "num", "nn")
        offer(" * ".join(sizes[:2]), 0.1 if name in names.TOTALS or is_count else 1.8 if is_only else 3.0)
        # An array may be passed with the number of its elements: a weight for each of groups * channels.
        for array in self.arrays if self.operation.further_sizes else ():
            shape = [name for name in self.operation.shown(array.shape) if name.isidentifier()]
            for start, stop in itertools.combinations(range(len(shape) + 1), 2):
                factors = shape[start:stop]
                if len(factors) > 1:
                    offer(" * ".join(factors), 1.0 + 0.3 * len(factors) + 0.8 * (factors != shape))
        if name in names.BLOCK_SIZES:
            offer("block_x", 0.1)
        if name in names.BLOCK_ROWS:
            offer("block_y", 0.3)
        for stride, owners in self._strides().items():
            offer(stride, self._stride_cost(n, stride, owners, arrays))
        for rule, aliases in self.operation.recognised_by.rules.items():
            offer(rule, 0.1 if name in aliases.split() else 1.5)
        if default := names.default_argument(parameter.default):
            offer(default, 0.6)
        if is_stride:
            offer("1", 2.5)
        offer("0", 4.0)
        return sorted((cost, role) for role, cost in costs.items())

    def _is_unnamed(self, n: int) -> bool:
        """Whether a parameter's name says nothing, because its compiler numbered it, and the code is known."""
        return self.facts.is_known and _NUMBERED.fullmatch(self.names[n]) is not None

    def _size_cost(self, n: int, arrays: Mapping[int, str]) -> float:
        """Return the cost of a size for a number whose name is not a known name of a size."""
        if not self._is_unnamed(n):
            return 2.0
        places = self.facts.places(n, arrays)
        # A number in the addresses of one array is its stride; a number in none bounds an index.
        return 1.0 if not places else 2.0 if len(places) == len(arrays) else 3.0

    def _strides(self) -> dict[str, tuple[str, ...]]:
        """Return the arrays with each stride, by the stride's name."""
        owners: dict[str, tuple[str, ...]] = {}
        for array in self.arrays:
            for stride in filter(None, (*array.strides, array.rows and f"{array.rows}_stride")):
                owners[stride] = (*owners.get(stride, ()), array.name)
        return owners

    def _stride_cost(self, n: int, stride: str, owners: Sequence[str], arrays: Mapping[int, str]) -> float:
        if self.names[n] == stride:
            return 0.0
        is_wide = any(word in self.parameters[n].type for word in ("long", "64", "size_t"))
        cost = 0.8 if self._is_unnamed(n) else 1.5 if is_wide else 2.5
        if names.IS_STRIDE.search(self.names[n]):
            cost = 0.6
        if self.facts.is_known and self.facts.takes(n):
            addressed = {arrays[p] for p in self.facts.places(n, arrays)}
            own = set(owners) & addressed
            if not own:
                return cost + 4.0
            # A stride is in the addresses of its own arrays only; a size may be in all of them.
            cost += 0.2 * len(addressed - set(owners)) + 0.2 * len(set(owners) - addressed)
        shared = set(stride.split("_")) & set(self.names[n].split("_"))
        return cost - 0.2 * len(shared - {"stride"})

    def _is_for_both(self, n: int, args: Sequence[str]) -> bool:
        sides = {array.name: array.rows for array in self.arrays if array.rows}
        pointers = [p for p in self.pointers if args[p] in sides]
        return not self.facts.is_known or len({sides[args[p]] for p in self.facts.places(n, pointers)}) == 2

    def requires(self, args: Sequence[str]) -> tuple[str, ...]:
        rules: list[str] = []
        used = [stride for stride in STRIDES if any(f"{a.rows}_stride" == stride for a in self.arrays)]
        taken = [stride for stride in used if stride in args]
        n_cols = self.own.get(N_COLS, N_COLS)
        if len(used) == 2 and len(taken) == 1 and self._is_for_both(args.index(taken[0]), args):
            rules.append(" == ".join(STRIDES))
        else:
            rules += [f"{stride} == {n_cols}" for stride in used if stride not in taken]
        for stride in self.operation.strides:
            extent = [self.own.get(str(size), str(size)) for size, _ in stride.inner]
            if within := next((name for _, name in stride.inner if name), ""):
                extent[1:] = [within]
            if stride.name not in args:
                rules.append(f"{stride.name} == {' * '.join(extent)}")
        return tuple(rules)


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
    if parameter.type in names.DTYPES and parameter.type != "KH_SCALAR":
        return {"float64": 8, "float32": 4}.get(names.DTYPES[parameter.type], 2)
    if parameter.type in [template.name for template in kernel.template]:
        return "itemsize" if names.is_element(parameter.type, kernel) else 4
    return ""


def _cheapest(choices: Sequence[Sequence[tuple[float, str]]]) -> Iterator[tuple[tuple[float, str], ...]]:
    """Yield one of each list, in the order of the sum of their costs."""
    ordered = [sorted(options) for options in choices]
    start = (0,) * len(ordered)
    cost = sum(options[0][0] for options in ordered)
    heap, seen = [(cost, start)], {start}
    while heap:
        cost, places = heapq.heappop(heap)
        yield tuple(options[place] for options, place in zip(ordered, places, strict=True))
        for position, place in enumerate(places):
            if place + 1 < len(ordered[position]):
                following = (*places[:position], place + 1, *places[position + 1 :])
                if following not in seen:
                    seen.add(following)
                    step = ordered[position][place + 1][0] - ordered[position][place][0]
                    heapq.heappush(heap, (cost + step, following))
