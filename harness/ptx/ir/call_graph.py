"""Finds the functions of a module that cannot be inlined: recursive ones, and targets of calls through a pointer."""

from __future__ import annotations

from collections.abc import Iterator

from ..layout import FUNCTION_BASE, FUNCTION_STEP
from ..text.syntax import (
    Address,
    CallStatement,
    Function,
    FunctionSignature,
    Instruction,
    Module,
    Operand,
    Symbol,
    VectorOperand,
)


def function_addresses(module: Module) -> dict[str, int]:
    """Return the address of every function but kernels, by name and by alias."""
    names = [function.name for function in module.functions.values() if not function.is_entry]
    found = {name: FUNCTION_BASE + FUNCTION_STEP * index for index, name in enumerate(names)}
    found.update((alias, found[name]) for alias, name in module.aliases.items() if name in found)
    return found


def stacked_functions(module: Module, entry: Function) -> tuple[Function, ...]:
    """Return the functions that need a stack when `entry` runs, callees first.

    These are the functions on a cycle of calls and, if a pointer is called, those whose address is taken.
    """
    graph = _Graph(module, entry)
    return tuple(
        function
        for function in graph.callees_first
        if function.name in graph.targets or graph.is_recursive(function)
    )


class _Graph:
    """The call graph that an entry reaches."""

    def __init__(self, module: Module, entry: Function) -> None:
        self.module = module
        self.targets: frozenset[str] = frozenset()
        self.explore(entry)
        if any(_calls_pointers(function) for function in [entry, *self.callees_first]):
            self.targets = frozenset(self.addressed([entry, *self.callees_first]))
            while True:
                self.explore(entry)
                # a function reached through a pointer may take further addresses
                more = frozenset(self.addressed([entry, *self.callees_first]))
                if more <= self.targets:
                    break
                self.targets |= more

    def explore(self, entry: Function) -> None:
        """Follow all calls from the entry: fills `edges` by name, `callees_first` in depth-first postorder."""
        self.edges: dict[str, tuple[str, ...]] = {}
        self.callees_first: list[Function] = []
        stack: list[tuple[Function, Iterator[str]]] = [(entry, iter(self.callees(entry)))]
        while stack:
            function, rest = stack[-1]
            name = next(rest, None)
            if name is None:
                stack.pop()
                if function is not entry:
                    self.callees_first.append(function)
                continue
            callee = self.module.functions[name]
            if name not in self.edges:
                stack.append((callee, iter(self.callees(callee))))

    def callees(self, function: Function) -> tuple[str, ...]:
        """Return and note the functions with a body that a function may call."""
        found = [
            self.module.function(s.function)
            for s in function.body
            if isinstance(s, CallStatement) and not s.pointer
        ]
        names = [f.name for f in found if f is not None and not f.is_declaration and not f.is_entry]
        if _calls_pointers(function):
            names += sorted(self.targets)
        self.edges[function.name] = tuple(dict.fromkeys(names))
        return self.edges[function.name]

    def addressed(self, functions: list[Function]) -> Iterator[str]:
        """Yield the possible targets of calls through a pointer.

        Reached code or a variable takes their address, and some call has their signature.
        """
        names = {s for variable in self.module.variables.values() for _, s, _ in variable.references}
        for function in functions:
            for targets in function.call_targets.values():
                names.update(targets)
            for statement in function.body:
                if isinstance(statement, Instruction):
                    for operand in statement.operands:
                        names.update(_symbols(operand))
        wanted = {s for function in functions for s in _pointer_signatures(function)}
        for name in names:
            found = self.module.function(name)
            if found is None or found.is_declaration or found.is_entry:
                continue
            if None in wanted or found.signature in wanted:
                yield found.name

    def is_recursive(self, function: Function) -> bool:
        """Whether calls can lead from a function back to itself."""
        seen: set[str] = set()
        waiting = list(self.edges[function.name])
        while waiting:
            name = waiting.pop()
            if name == function.name:
                return True
            if name not in seen:
                seen.add(name)
                waiting.extend(self.edges[name])
        return False


def _pointer_signatures(function: Function) -> Iterator[FunctionSignature | None]:
    """Yield the signature of each call through a pointer, None if the call only lists its targets."""
    for statement in function.body:
        if isinstance(statement, CallStatement) and statement.pointer is not None:
            yield function.prototypes.get(statement.prototype)


def _calls_pointers(function: Function) -> bool:
    return any(
        isinstance(statement, CallStatement) and statement.pointer is not None for statement in function.body
    )


def _symbols(operand: Operand) -> Iterator[str]:
    if isinstance(operand, Symbol):
        yield operand.name
    elif isinstance(operand, Address) and isinstance(operand.base, Symbol):
        yield operand.base.name
    elif isinstance(operand, VectorOperand):
        for element in operand.elements:
            yield from _symbols(element)
