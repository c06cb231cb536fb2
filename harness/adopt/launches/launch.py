"""The launch that host code makes, read from one call: with angle brackets, or through the runtime's functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tree_sitter import Node

from .expression import Expressions
from .syntax import text_of
from .value import ONE, ZERO, Record, Text, Value, followed


@dataclass(frozen=True)
class LaunchCall:
    """The values of one call that launches a kernel."""

    kernel: str
    """Name of the kernel as written, without template arguments; empty if it is not known."""
    template: tuple[Value, ...]
    """Template arguments as written. For an unknown kernel, the expression in its place."""
    grid: Value
    block: Value
    """`grid`, `block`: the first two values of the execution configuration."""
    shared: Value
    """Dynamic shared memory of a block, in bytes."""
    args: tuple[Value, ...]
    """Arguments of the kernel in order."""
    is_cooperative: bool = False
    """Whether the grid may synchronise."""
    config: Record | None = None
    """The structure given to `cudaLaunchKernelEx`."""


@dataclass(frozen=True)
class HostLaunch:
    """One launch of a kernel in host code."""

    file: str
    """Name of the file."""
    line: int
    """1-based line of the launch."""
    function: str
    """Host function that makes it."""
    call: LaunchCall
    """Values of the launch."""
    conditions: tuple[tuple[Value, bool], ...] = ()
    """Conditions under which the launch is made, and whether each holds."""
    callers: tuple[str, ...] = ()
    """Host functions through which values were followed, outermost first; empty if there are none."""

    @property
    def place(self) -> str:
        """The host function with file and line, such as ``softmax_forward (softmax.cu:120)``."""
        return f"{self.function or 'the file'} ({self.file}:{self.line})"


_BY_ARRAY = {"cudaLaunchKernel": False, "cudaLaunchCooperativeKernel": True}
"""Functions that take the arguments as an array of pointers, and whether the grid may synchronise."""
_BY_CONFIG = ("cudaLaunchKernelEx", "cudaLaunchKernelExC")


def read_call(node: Node, expressions: Expressions, scope: Mapping[str, Value]) -> LaunchCall | None:
    """Return the launch that a call makes; None for any other call."""
    function = node.child_by_field_name("function")
    if function is None:
        return None
    values = _listed(node.child_by_field_name("arguments"))
    for child in node.children:
        if child.type == "kernel_call_syntax":
            config = [expressions.value(each, scope) for each in _listed(child)]
            kernel = expressions.kernel(function, scope)
            missing = Text("", "is missing")
            grid, block, shared = (*config, *(missing, missing, ZERO)[len(config) :])[:3]
            args = tuple(expressions.value(value, scope) for value in values)
            return LaunchCall(kernel.name, kernel.template, grid, block, shared, args)
    called = text_of(function).partition("<")[0].rpartition("::")[2]
    if called in _BY_ARRAY and len(values) >= 3:
        return _by_array(values, expressions, scope, is_cooperative=_BY_ARRAY[called])
    if called in _BY_CONFIG and len(values) >= 2:
        return _by_config(values, expressions, scope, has_array=called.endswith("C"))
    return None


def _listed(node: Node | None) -> list[Node]:
    return [each for each in (node.named_children if node is not None else ()) if each.type != "comment"]


def _by_array(
    nodes: list[Node], expressions: Expressions, scope: Mapping[str, Value], *, is_cooperative: bool
) -> LaunchCall:
    kernel = expressions.kernel(nodes[0], scope)
    grid, block = (expressions.value(each, scope) for each in nodes[1:3])
    args = _members(expressions.value(nodes[3], scope)) if len(nodes) > 3 else ()
    shared = expressions.value(nodes[4], scope) if len(nodes) > 4 else ZERO
    return LaunchCall(kernel.name, kernel.template, grid, block, shared, args, is_cooperative)


def _by_config(
    nodes: list[Node], expressions: Expressions, scope: Mapping[str, Value], *, has_array: bool
) -> LaunchCall:
    config = followed(expressions.value(nodes[0], scope))
    kernel = expressions.kernel(nodes[1], scope)
    values = [expressions.value(each, scope) for each in nodes[2:]]
    args = _members(values[0]) if has_array and values else tuple(values)
    if not isinstance(config, Record):
        unknown = Text(text_of(nodes[0]), "is not a configuration that could be followed")
        return LaunchCall(kernel.name, kernel.template, unknown, unknown, ZERO, args)
    grid, block, shared = (
        config.get(name) or unset
        for name, unset in (("gridDim", ONE), ("blockDim", ONE), ("dynamicSmemBytes", ZERO))
    )
    return LaunchCall(kernel.name, kernel.template, grid, block, shared, args, config=config)


def _members(value: Value) -> tuple[Value, ...]:
    """Return the elements of an array of pointers to arguments."""
    told = followed(value)
    return tuple(each for _, each in told.members) if isinstance(told, Record) else ()
