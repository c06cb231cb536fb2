"""How much of a launch was read: its rules in the words of the host code, and what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from .formula import Formulas, NotReadError
from .launch import HostLaunch
from .value import ONE, Dim3, KernelName, Number, Operation, Record, Text, Value, Variable, as_dim3, followed

UNKNOWN = "?"


class Extent(Enum):
    """How much of a launch was read."""

    WHOLE = "read whole"
    PARTLY = "read partly"
    NOT = "not read"


@dataclass(frozen=True)
class LaunchDescription:
    """One launch in the words of the host code."""

    launch: HostLaunch
    """Launch that is described."""
    entry: str
    """Kernel with its template arguments; ``?`` for an unknown argument."""
    grid: tuple[str, ...]
    block: tuple[str, ...]
    """`grid`, `block`: rules without trailing ones; ``?`` for an unknown extent."""
    shared: str
    """Rule for the dynamic shared memory, in bytes."""
    args: tuple[str, ...]
    """Arguments: a rule, a number, or the text of the host code."""
    conditions: tuple[str, ...]
    """Comparisons under which the launch is made."""
    options: tuple[str, ...]
    """Conditions that are not on sizes, as written."""
    missing: tuple[str, ...]
    """Unknown parts, each with its reason."""

    @property
    def extent(self) -> Extent:
        """How much was read: nothing counts as read without the kernel's name or with neither grid nor block."""
        if not self.launch.call.kernel or (UNKNOWN in self.grid and UNKNOWN in self.block):
            return Extent.NOT
        return Extent.PARTLY if self.missing else Extent.WHOLE

    def __str__(self) -> str:
        grid, block = (", ".join(each) for each in (self.grid, self.block))
        parts = [f"grid ({grid})", f"block ({block})"]
        if self.shared != "0":
            parts.append(f"{self.shared} bytes of shared memory")
        if self.conditions:
            conditions = (f"({rule})" if " or " in rule else rule for rule in self.conditions)
            parts.append(f"when {' and '.join(conditions)}")
        text = f"{self.launch.place}: {self.entry}: {self.extent.value}: {', '.join(parts)}"
        return f"{text}; missing: {'; '.join(self.missing)}" if self.missing else text


def describe(launch: HostLaunch) -> LaunchDescription:
    """Describe a launch by the names of its host function."""
    formulas = Formulas()
    missing: list[str] = []

    def written(what: str, value: Value) -> str:
        try:
            return formulas.rule(value)
        except NotReadError as reason:
            missing.append(f"{what}: {reason}")
            return UNKNOWN

    def extents(what: str, value: Value) -> tuple[str, ...]:
        three = as_dim3(value)
        if three is None:
            missing.append(f"{what}: {_why_not(value)}")
            return (UNKNOWN,)
        axes = [(axis, each) for axis, each in zip("xyz", (three.x, three.y, three.z), strict=True)]
        while len(axes) > 1 and followed(axes[-1][1]) == ONE:
            axes.pop()
        return tuple(written(f"{what}.{axis}", each) for axis, each in axes)

    call = launch.call
    if not call.kernel:
        written_as = call.template[0] if call.template else None
        told = (
            f"{written_as.text} {written_as.why}" if isinstance(written_as, Text) else "its name is not known"
        )
        missing.append(f"kernel: {told}")
    template = [
        known.text if isinstance(known := followed(each), Text) else written(f"template argument {at}", each)
        for at, each in enumerate(call.template if call.kernel else (), start=1)
    ]
    grid, block = extents("grid", call.grid), extents("block", call.block)
    shared = written("shared memory", call.shared)
    if call.config is not None and (call.config.get("attrs") or call.config.get("numAttrs")):
        missing.append("attributes: those of cudaLaunchKernelEx, such as clusters, are not read")
    conditions, options = _conditions(launch, formulas, missing)
    entry = launch.call.kernel or UNKNOWN
    return LaunchDescription(
        launch,
        f"{entry}<{', '.join(template)}>" if template else entry,
        grid,
        block,
        shared,
        tuple(argument_text(arg, formulas) for arg in launch.call.args),
        conditions,
        options,
        tuple(dict.fromkeys(missing)),
    )


def _conditions(
    launch: HostLaunch, formulas: Formulas, missing: list[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    sizes = {
        each.name
        for value in (launch.call.grid, launch.call.block, launch.call.shared, *launch.call.args)
        for each in variables(value)
    }
    conditions, options = [], []
    for value, holds in launch.conditions:
        try:
            told = formulas.condition(value, holds=holds)
        except NotReadError as reason:
            if sizes & _words(value) and not _is_of_device(value):
                missing.append(f"condition: {reason}")
            else:
                options.append(str(reason))
            continue
        if told != "True":
            conditions.append(told)
    return tuple(dict.fromkeys(conditions)), tuple(dict.fromkeys(options))


def argument_text(value: Value, formulas: Formulas) -> str:
    """Return an argument of a kernel as a rule or number, or as the text of the host code."""
    told = followed(value)
    if isinstance(told, Number):
        return repr(told.value)
    try:
        return formulas.rule(value)
    except NotReadError:
        return value.name if isinstance(value, (Variable, KernelName)) else UNKNOWN


def variables(value: Value) -> Iterator[Variable]:
    """Yield the variables in a value, and those in their values, each once."""
    seen: set[int] = set()
    todo = [value]
    while todo:
        each = todo.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, Variable):
            yield each
            todo += [each.value] if each.value is not None else []
        elif isinstance(each, Operation):
            todo += reversed(each.operands)
        elif isinstance(each, Dim3):
            todo += (each.z, each.y, each.x)
        elif isinstance(each, Record):
            todo += [told for _, told in reversed(each.members)]


def _is_of_device(value: Value) -> bool:
    """Whether a condition asks the CUDA runtime, for a status or for a limit of the device."""
    return any(
        re.match(r"cuda[A-Z]|set by (?:\w+::)?cuda[A-Z]", text)
        for each in variables(value)
        if each.value is None
        for text in (each.name, each.why)
    )


def _words(value: Value) -> set[str]:
    """Return the names in a value, those in text that was not followed included."""
    text = [value.text] if isinstance(value, Text) else []
    text += (
        [operand.text for operand in value.operands if isinstance(operand, Text)]
        if isinstance(value, Operation)
        else []
    )
    names = {name for each in text for name in re.findall(r"\w+", each)}
    return names | {each.name for each in variables(value)}


def _why_not(value: Value) -> str:
    told = followed(value)
    if isinstance(told, Variable):
        return f"{told.name} is {told.why or 'not known'}"
    if isinstance(told, Text):
        return f"{told.text} {told.why or 'is not followed'}".strip()
    return "it is not followed"
