"""The launch that host code makes, read from one call: with angle brackets, or through the runtime's functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from .expression import Expressions
from .syntax import children_of, text_of
from .value import ONE, ZERO, Record, Text, Value, Variable, followed, variables


@dataclass(frozen=True)
class HostLaunch:
    """One launch of a kernel in host code."""

    kernel: str
    """Name of the kernel as written, without template arguments; empty if it is not known."""
    template: tuple[Value, ...]
    """Template arguments as written. For an unknown kernel, the expression in its place."""
    grid: Value
    block: Value
    shared: Value
    """Dynamic shared memory of a block, in bytes."""
    args: tuple[Value, ...]
    """Arguments of the kernel in order."""
    is_cooperative: bool = False
    has_attributes: bool = False
    """Whether `cudaLaunchKernelEx` gets attributes, such as clusters."""
    function: str = ""
    """Host function that makes the launch."""
    file: str = ""
    line: int = 0
    conditions: tuple[tuple[Value, bool], ...] = ()
    """Conditions under which the launch is made, and whether each holds."""
    callers: tuple[str, ...] = ()
    """Host functions through which values were followed, outermost first; empty if there are none."""

    @property
    def place(self) -> str:
        """The host function with file and line, such as ``softmax_forward (softmax.cu:120)``."""
        return f"{self.function or 'the file'} ({self.file}:{self.line})"

    def variables(self, *, with_conditions: bool = False) -> Iterator[Variable]:
        """Yield the variables in the values of a launch."""
        for value in (self.grid, self.block, self.shared, *self.args):
            yield from variables(value)
        for condition, _ in self.conditions if with_conditions else ():
            yield from variables(condition)


_BY_ARRAY = {"cudaLaunchKernel": False, "cudaLaunchCooperativeKernel": True}
"""Functions that take the arguments as an array of pointers, and whether the grid may synchronise."""
_BY_CONFIG = ("cudaLaunchKernelEx", "cudaLaunchKernelExC")


def read_call(node: Node, expressions: Expressions, scope: Mapping[str, Value]) -> HostLaunch | None:
    """Return the launch that a call makes, without its place; None for any other call."""
    function = node.child_by_field_name("function")
    if function is None:
        return None
    nodes = children_of(node, "arguments")

    def values(some: list[Node]) -> list[Value]:
        return [expressions.value(each, scope) for each in some]

    for child in node.children:
        if child.type == "kernel_call_syntax":
            config = values(children_of(child))
            kernel = expressions.kernel(function, scope)
            missing = Text("", "is missing")
            grid, block, shared = (*config, *(missing, missing, ZERO)[len(config) :])[:3]
            return HostLaunch(kernel.name, kernel.template, grid, block, shared, tuple(values(nodes)))
    called = text_of(function).partition("<")[0].rpartition("::")[2]
    if called in _BY_ARRAY and len(nodes) >= 3:
        kernel = expressions.kernel(nodes[0], scope)
        grid, block, *rest = values(nodes[1:5])
        args, shared = (*rest, *(Text(""), ZERO)[len(rest) :])[:2]
        return HostLaunch(
            kernel.name,
            kernel.template,
            grid,
            block,
            shared,
            _members(args),
            is_cooperative=_BY_ARRAY[called],
        )
    if called in _BY_CONFIG and len(nodes) >= 2:
        kernel = expressions.kernel(nodes[1], scope)
        given = values(nodes[2:])
        listed = _members(given[0]) if called.endswith("C") and given else tuple(given)
        record = followed(expressions.value(nodes[0], scope))
        if not isinstance(record, Record):
            unknown = Text(text_of(nodes[0]), "is not a configuration that could be followed")
            return HostLaunch(kernel.name, kernel.template, unknown, unknown, ZERO, listed)
        return HostLaunch(
            kernel.name,
            kernel.template,
            record.get("gridDim") or ONE,
            record.get("blockDim") or ONE,
            record.get("dynamicSmemBytes") or ZERO,
            listed,
            has_attributes=bool(record.get("attrs") or record.get("numAttrs")),
        )
    return None


def _members(value: Value) -> tuple[Value, ...]:
    """Return the elements of an array of pointers to arguments."""
    told = followed(value)
    return tuple(each for _, each in told.members) if isinstance(told, Record) else ()
