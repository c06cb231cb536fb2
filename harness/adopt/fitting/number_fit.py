"""Fits the numbers among a kernel's parameters to the sizes, strides and scalars of an operation."""

from __future__ import annotations

import heapq
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence

from ...operation.model import Operation
from ...operation.size import N_COLS, N_ROWS, STRIDES
from ..reading.code_facts import CodeFacts
from ..reading.ptx_signature import role_of
from ..reading.signature import KernelSignature
from .names import (
    BLOCK_ROWS,
    BLOCK_SIZES,
    DTYPES,
    FLOAT_TYPES,
    INTEGER_TYPES,
    IS_STRIDE,
    MORE_ROWS,
    ONES,
    TOTALS,
    ZEROS,
    default_argument,
    is_factor,
    plain_name,
    scalar_names,
    scalar_of,
    size_names,
)

_NUMBERED = re.compile(r"param_\d+")
_MOST_TRIED = 1000
_MOST_ROLES = 6
_UNTOLD = 1.0
"""Least cost of an argument that neither name nor type tells."""


class NumberFitter:
    """Finds what the parameters that are no pointers may be."""

    def __init__(
        self, kernel: KernelSignature, facts: CodeFacts, given: Mapping[str, str], operation: Operation
    ) -> None:
        self.kernel = kernel
        self.facts = facts
        self.given = given
        self.operation = operation
        self.types = {parameter.name for parameter in kernel.template if not parameter.type}
        self.names = [plain_name(parameter.name) for parameter in kernel.parameters]
        self.pointers = [n for n, each in enumerate(kernel.parameters) if each.is_pointer]
        self.numbers = [n for n, each in enumerate(kernel.parameters) if not each.is_pointer]
        self.own: dict[str, str] = {size.of: size.name for size in operation.sizes if size.of}

    def choices(self, arrays: Mapping[int, str], most: int) -> list[tuple[float, dict[int, str]]] | str:
        """Return roles of the parameters that are no pointers with their cost, or why there are none."""
        choices: list[list[tuple[float, str]]] = []
        for n in self.numbers:
            roles = self._roles(n, arrays)
            if not roles:
                parameter = self.kernel.parameters[n]
                return f"{parameter.name} ({parameter.type}) is nothing that the operation has"
            choices.append(heapq.nsmallest(_MOST_ROLES, roles))
        found: list[tuple[float, int, dict[int, str]]] = []
        for number, chosen in enumerate(itertools.islice(_cheapest(choices), _MOST_TRIED)):
            names = [
                role
                for n, (_, role) in zip(self.numbers, chosen, strict=True)
                if role.isidentifier() and role not in ("block_x", "block_y") and n not in self.kernel.members
            ]
            if len(set(names)) < len(names):
                continue
            roles_of = dict(zip(self.numbers, (role for _, role in chosen), strict=True))
            cost = sum(each for each, _ in chosen) + self._missing(roles_of) + self._reversed(roles_of)
            found.append((cost, number, roles_of))
        if not found:
            return "no two parameters may mean the same"
        return [(cost, roles_of) for cost, _, roles_of in heapq.nsmallest(most, found)]

    def untold(self) -> set[int]:
        """Return the parameters whose names and types tell no argument."""
        # Both values of a boolean are tried, and defaults are arguments, so neither counts as untold.
        costs = {n: min(self._roles(n, {}), default=(_UNTOLD, "")) for n in self.numbers}
        untold = {n for n, (cost, _) in costs.items() if cost >= _UNTOLD}
        told = {role for n, (_, role) in costs.items() if n not in untold}
        sizes = {n for n in untold if self.kernel.parameters[n].type in INTEGER_TYPES | self.types}
        # As many integers as sizes are missing are these sizes.
        return untold - sizes if len(sizes) <= len(set(self._size_names()[:2]) - told) else untold

    def _reversed(self, roles: Mapping[int, str]) -> float:
        """Return the cost of strides of one array in another order than from the outermost to the innermost."""
        order = [role for _, role in sorted(roles.items())]
        return 0.3 * sum(
            order.index(first) > order.index(second)
            for array in self.operation.arrays
            for first, second in itertools.combinations([stride for stride in array.strides if stride], 2)
            if first in order and second in order
        )

    def _missing(self, roles: Mapping[int, str]) -> float:
        """Return the cost of sizes that the kernel does not take though it takes other numbers."""
        told = set(roles.values())
        text = " ".join(told)
        cost = 0.0
        for name in self._size_names():
            if name not in told:
                cost += 0.3 if name in text else 1.0
        return cost

    def _size_names(self) -> tuple[str, ...]:
        """Names of the sizes, the operation's own where it has them."""
        further = (size.name for size in self.operation.further_sizes)
        return (self.own.get(N_ROWS, N_ROWS), self.own.get(N_COLS, N_COLS), *further)

    def _roles(self, n: int, arrays: Mapping[int, str]) -> list[tuple[float, str]]:
        parameter = self.kernel.parameters[n]
        if parameter.name in self.given:
            return [(0.0, self.given[parameter.name])]
        if n in self.kernel.members:
            return self._member(n, arrays)
        if parameter.type == "bool":
            return self._truth(n)
        if parameter.type in FLOAT_TYPES or parameter.type in DTYPES or is_factor(parameter, self.types):
            return self._scalar(n)
        if parameter.type in INTEGER_TYPES or parameter.type in self.types:
            return self._integer(n, arrays)
        default = default_argument(parameter.default) if parameter.default else ()
        return [(0.0, default[0])] if default else []

    def _member(self, n: int, arrays: Mapping[int, str]) -> list[tuple[float, str]]:
        """Return what a part of an array is if its pointer is one of some arrays."""
        member = self.kernel.members[n]
        shapes = {array.name: array.shape for array in self.operation.arrays}
        if not self.facts.takes(n) or arrays.get(member.pointer) not in shapes:
            return [(0.0, "0")]
        shape = [self.own.get(str(size), size) for size in shapes[arrays[member.pointer]]]
        role = role_of(member, shape)
        return [(0.0, role)] if role else []

    def _truth(self, n: int) -> list[tuple[float, str]]:
        parameter = self.kernel.parameters[n]
        first = default_argument(parameter.default)[:1] if parameter.default else ()
        likely = first[0] if first else ("1" if self.names[n] in ONES else "0")
        return [(0.0, likely), (0.5, "1" if likely == "0" else "0")]

    def _scalar(self, n: int) -> list[tuple[float, str]]:
        parameter, name = self.kernel.parameters[n], self.names[n]
        known = scalar_of(parameter, self.operation)
        if known:
            return [(0.0, known[0])]
        found = [
            (0.1 if name in scalar_names(self.operation, scalar.name) else 1.0, scalar.name)
            for scalar in self.operation.scalars
        ]
        default = default_argument(parameter.default) if parameter.default else ()
        found += [(0.5, each) for each in default]
        found += [(0.2, "0.0")] if name in ZEROS else []
        found += [(0.2 if name in ONES else 2.0, "1.0")]
        return sorted(found)

    def _integer(self, n: int, arrays: Mapping[int, str]) -> list[tuple[float, str]]:
        name, parameter = self.names[n], self.kernel.parameters[n]
        found: dict[str, float] = {}

        def offer(role: str, cost: float) -> None:
            found[role] = min(cost, found.get(role, cost))

        if not self.facts.takes(n):
            offer("0", 0.6)
        is_wide = "long" in parameter.type or "64" in parameter.type or "size_t" in parameter.type
        is_stride = IS_STRIDE.search(name) is not None
        others = set(self.names) - {name}
        sizes = self._size_names()
        unlike = self._size_cost(n, arrays) + is_stride
        for position, size in enumerate(sizes):
            common = (N_ROWS, N_COLS)[position] if position < 2 else size
            exact = name == size
            aliased = any(name in size_names(self.operation, one) for one in (size, common))
            offer(size, 0.0 if exact else 0.3 if aliased else unlike - 0.1 * (position == 1))
        if name in MORE_ROWS and others & (
            size_names(self.operation, N_ROWS) | size_names(self.operation, sizes[0])
        ):
            offer("1", 0.4)  # (B, T, C): the rows are B * T
        total = " * ".join(sizes[:2])
        n_integers = sum(self.kernel.parameters[number].type in INTEGER_TYPES for number in self.numbers)
        is_count = name in TOTALS or name in ("n", "size", "len", "length", "count", "num", "nn")
        if name in TOTALS or (is_count and n_integers == 1):
            offer(total, 0.1)
        else:
            offer(total, 1.8 if n_integers == 1 else 3.0)
        if name in BLOCK_SIZES:
            offer("block_x", 0.1)
        if name in BLOCK_ROWS:
            offer("block_y", 0.3)
        for stride, owners in self._strides().items():
            offer(stride, self._stride_cost(n, stride, owners, arrays, is_stride=is_stride, is_wide=is_wide))
        for rule, names in self.operation.recognised_by.rules.items():
            offer(rule, 0.1 if name in names.split() else 1.5)
        if parameter.default:
            for each in default_argument(parameter.default):
                offer(each, 0.6)
        if is_stride:
            offer("1", 2.5)
        offer("0", 4.0)
        return sorted((cost, role) for role, cost in found.items())

    def _is_unnamed(self, n: int) -> bool:
        """Whether a parameter's name says nothing, because its compiler numbered it, and the code is known."""
        return self.facts.is_known and _NUMBERED.fullmatch(self.names[n]) is not None

    def _size_cost(self, n: int, arrays: Mapping[int, str]) -> float:
        """Return the cost of a size for a number whose name is none of a size."""
        if not self._is_unnamed(n):
            return 2.0
        places = self.facts.places(n, arrays)
        # What is in the addresses of one array is its stride; what is in none bounds an index.
        return 1.0 if not places else 2.0 if len(places) == len(arrays) else 3.0

    def _strides(self) -> dict[str, tuple[str, ...]]:
        """Return the arrays that each stride is of, by the stride's name."""
        found: dict[str, tuple[str, ...]] = {}
        for array in self.operation.arrays:
            for stride in array.strides:
                if stride:
                    found[stride] = (*found.get(stride, ()), array.name)
            if array.rows:
                stride = f"{array.rows}_stride"
                found[stride] = (*found.get(stride, ()), array.name)
        return found

    def _stride_cost(
        self,
        n: int,
        stride: str,
        owners: Sequence[str],
        arrays: Mapping[int, str],
        *,
        is_stride: bool,
        is_wide: bool,
    ) -> float:
        if self.names[n] == stride:
            return 0.0
        cost = 0.6 if is_stride else 0.8 if self._is_unnamed(n) else 1.5 if is_wide else 2.5
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
        """Whether one stride is in the addresses of the arrays of both sides."""
        sides = {array.name: array.rows for array in self.operation.arrays if array.rows}
        pointers = [p for p in self.pointers if args[p] in sides]
        if not self.facts.is_known:
            return True
        return len({sides[args[p]] for p in self.facts.places(n, pointers)}) == 2

    def requires(self, args: Sequence[str]) -> tuple[str, ...]:
        """Return the rules that follow from strides that the kernel does not take."""
        rules: list[str] = []
        used = [each for each in STRIDES if any(f"{a.rows}_stride" == each for a in self.operation.arrays)]
        told = [each for each in used if each in args]
        n_cols = self.own.get(N_COLS, N_COLS)
        if len(used) == 2 and len(told) == 1 and self._is_for_both(args.index(told[0]), args):
            rules.append(" == ".join(STRIDES))
        else:
            rules += [f"{each} == {n_cols}" for each in used if each not in told]
        for stride in self.operation.strides:
            if stride.name in args:
                continue
            extent = [self.own.get(str(size), str(size)) for size, _ in stride.inner]
            within = next((name for _, name in stride.inner if name), "")
            if within:
                extent = [self.own.get(str(stride.inner[0][0]), str(stride.inner[0][0])), within]
            rules.append(f"{stride.name} == {' * '.join(extent)}")
        return tuple(rules)


def _cheapest(choices: Sequence[Sequence[tuple[float, str]]]) -> Iterator[tuple[tuple[float, str], ...]]:
    """Yield one of each list, in the order of the sum of their costs."""
    ordered = [sorted(each) for each in choices]
    start = (0,) * len(ordered)
    cost = sum(each[0][0] for each in ordered)
    heap, seen = [(cost, start)], {start}
    while heap:
        cost, places = heapq.heappop(heap)
        yield tuple(each[place] for each, place in zip(ordered, places, strict=True))
        for position, place in enumerate(places):
            if place + 1 < len(ordered[position]):
                following = (*places[:position], place + 1, *places[position + 1 :])
                if following not in seen:
                    seen.add(following)
                    step = ordered[position][place + 1][0] - ordered[position][place][0]
                    heapq.heappush(heap, (cost + step, following))
