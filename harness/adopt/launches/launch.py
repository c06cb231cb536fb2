"""Reads the launch that one call of host code makes, and lists the parts that are unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tree_sitter import Node

from ...lazy import dataclass
from ..reading.syntax import children_of, text_of
from .expression import Expressions
from .formula import Formulas, NotReadError, is_real_value
from .value import (
    ONE,
    ZERO,
    Code,
    KernelName,
    Number,
    Operator,
    SsaValue,
    Struct,
    Value,
    extents,
    followed,
    variables,
)


@dataclass(frozen=True)
class HostLaunch:
    kernel: str
    """Name of the kernel as written, without template arguments; empty if it is not known."""
    template: tuple[Value, ...]
    """Template arguments as written. For an unknown kernel, the expression in its place."""
    grid: Value
    block: Value
    shared: Value
    args: tuple[Value, ...]
    is_cooperative: bool = False
    has_attributes: bool = False
    function: str = ""
    file: str = ""
    line: int = 0
    conditions: tuple[tuple[Value, bool], ...] = ()
    callers: tuple[str, ...] = ()
    """Host functions through which values were followed, outermost first; empty if there are none."""

    @property
    def place(self) -> str:
        """The host function with file and line, such as ``softmax_forward (softmax.cu:120)``."""
        return f"{self.function or 'the file'} ({self.file}:{self.line})"

    def variables(self, *, with_conditions: bool = False) -> Iterator[SsaValue]:
        for value in (self.grid, self.block, self.shared, *self.args):
            yield from variables(value)
        for condition, _ in self.conditions if with_conditions else ():
            yield from variables(condition)


_BY_ARRAY = {"cudaLaunchKernel": False, "cudaLaunchCooperativeKernel": True}
"""Functions that take the arguments as an array of pointers, and whether the grid may synchronise."""
_BY_CONFIG = ("cudaLaunchKernelEx", "cudaLaunchKernelExC")


def read_call(node: Node, expressions: Expressions, scope: Mapping[str, Value]) -> tuple[HostLaunch, ...]:
    """Return the launches that a call makes, without their place: one for each kernel that may be meant."""
    function = node.child_by_field_name("function")
    if function is None:
        return ()
    nodes = children_of(node, "arguments")

    def values(some: list[Node]) -> tuple[Value, ...]:
        return tuple(expressions.value(child, scope) for child in some)

    def launch(kernel_node: Node, *values: Any, **others: Any) -> tuple[HostLaunch, ...]:
        return tuple(
            HostLaunch(kernel.name, kernel.template, *values, **{**others, "conditions": conditions})
            for kernel, conditions in expressions.kernels(kernel_node, scope)
        )

    for child in node.children:
        if child.type == "kernel_call_syntax":
            config = values(children_of(child))
            missing = Code("", "is missing")
            grid, block, shared = (*config, *(missing, missing, ZERO)[len(config) :])[:3]
            return launch(function, grid, block, shared, values(nodes))
    called = text_of(function).partition("<")[0].rpartition("::")[2]
    if called in _BY_ARRAY and len(nodes) >= 3:
        grid, block, *rest = values(nodes[1:5])
        args, shared = (*rest, *(Code(""), ZERO)[len(rest) :])[:2]
        return launch(nodes[0], grid, block, shared, _members(args), is_cooperative=_BY_ARRAY[called])
    if called in _BY_CONFIG and len(nodes) >= 2:
        arguments = values(nodes[2:])
        listed = _members(arguments[0]) if called.endswith("C") and arguments else arguments
        record = followed(expressions.value(nodes[0], scope))
        if not isinstance(record, Struct):
            unknown = Code(text_of(nodes[0]), "is not a configuration that could be followed")
            return launch(nodes[1], unknown, unknown, ZERO, listed)
        members = record.members
        grid, block, shared = (
            members.get(name) or other
            for name, other in (("gridDim", ONE), ("blockDim", ONE), ("dynamicSmemBytes", ZERO))
        )
        has_attributes = bool(members.get("attrs") or members.get("numAttrs"))
        return launch(nodes[1], grid, block, shared, listed, has_attributes=has_attributes)
    return ()


def _members(value: Value) -> tuple[Value, ...]:
    record = followed(value)
    return tuple(record.members.values()) if isinstance(record, Struct) else ()


UNKNOWN = "?"


@dataclass(frozen=True)
class LaunchDescription:
    """One launch as rules, with ``?`` for unknown parts."""

    launch: HostLaunch
    entry: str
    grid: tuple[str, ...]
    block: tuple[str, ...]
    shared: str
    conditions: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def is_read(self) -> bool:
        return bool(self.launch.kernel) and not (UNKNOWN in self.grid and UNKNOWN in self.block)


def describe(launch: HostLaunch, names: Mapping[str, str] | None = None) -> LaunchDescription:
    """Describe a launch by rules for some names of its host function; without them, by the names themselves."""
    formulas = Formulas(names)
    missing: list[str] = []

    def written(what: str, value: Value) -> str:
        try:
            return formulas.rule(value)
        except NotReadError as reason:
            missing.append(f"{what}: {reason}")
            return UNKNOWN

    def written_extents(what: str, value: Value) -> tuple[str, ...]:
        three = extents(value)
        if three is None:
            missing.append(f"{what}: {_why_not(value)}")
            return (UNKNOWN,)
        texts = [written(f"{what}.{axis}", extent) for axis, extent in zip("xyz", three, strict=True)]
        while len(texts) > 1 and texts[-1] == "1":
            texts.pop()
        return tuple(texts)

    if not launch.kernel:
        unknown = launch.template[0] if launch.template else None
        why = f"{unknown.text} {unknown.why}" if isinstance(unknown, Code) else "its name is not known"
        missing.append(f"kernel: {why}")
    template = [
        known.text if isinstance(known := followed(part), Code) else written(f"template argument {at}", part)
        for at, part in enumerate(launch.template if launch.kernel else (), start=1)
    ]
    grid, block = written_extents("grid", launch.grid), written_extents("block", launch.block)
    shared = written("shared memory", launch.shared)
    if launch.has_attributes:
        missing.append("attributes: cudaLaunchKernelEx's attributes, such as clusters, are not read")
    conditions = _conditions(launch, formulas, missing)
    entry = (launch.kernel or UNKNOWN) + (f"<{', '.join(template)}>" if template else "")
    return LaunchDescription(launch, entry, grid, block, shared, conditions, tuple(dict.fromkeys(missing)))


def _conditions(launch: HostLaunch, formulas: Formulas, missing: list[str]) -> tuple[str, ...]:
    """Return the conditions on sizes; one that has no rule is missing, others choose between options."""
    conditions = []
    for value, holds in launch.conditions:
        try:
            condition = formulas.condition(value, holds=holds)
        except NotReadError as reason:
            sizes = {variable.name for variable in launch.variables()}
            if sizes & _words(value) and not _is_of_device(value):
                missing.append(f"condition: {reason}")
            continue
        if condition != "True":
            conditions.append(condition)
    return tuple(dict.fromkeys(conditions))


def argument_text(value: Value, formulas: Formulas) -> str:
    """Return an argument of a kernel as a rule or number, or as the text of the host code."""
    known = followed(value)
    if isinstance(known, Number):
        return repr(known.value)
    try:
        # In C++, 1 / n of integers is 0.
        if (
            isinstance(known, Operator)
            and known.name == "/"
            and followed(known.operands[0]) == ONE
            and any(map(is_real_value, known.operands))
        ):
            divisor = formulas.rule(known.operands[1])
            return f"1 / {divisor if divisor.isidentifier() else f'({divisor})'}"
        return formulas.rule(value)
    except NotReadError:
        return value.name if isinstance(value, (SsaValue, KernelName)) else UNKNOWN


def _is_of_device(value: Value) -> bool:
    """Whether a condition asks the CUDA runtime, for a status or for a limit of the device."""
    return any(
        re.match(r"cuda[A-Z]|set by (?:\w+::)?cuda[A-Z]", text)
        for variable in variables(value)
        if variable.value is None
        for text in (variable.name, variable.why)
    )


def _words(value: Value) -> set[str]:
    """Return the names in a value, including names in text that was not followed."""
    texts = [value, *(value.operands if isinstance(value, Operator) else ())]
    words = {word for part in texts if isinstance(part, Code) for word in re.findall(r"\w+", part.text)}
    return words | {variable.name for variable in variables(value)}


def _why_not(value: Value) -> str:
    known = followed(value)
    if isinstance(known, SsaValue):
        return f"{known.name} is {known.why or 'not known'}"
    if isinstance(known, Code):
        return f"{known.text} {known.why or 'is not followed'}".strip()
    return "it is not followed"
