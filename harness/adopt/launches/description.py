"""How much of a launch was read: its rules in the words of the host code, and what is missing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .formula import Formulas, NotReadError
from .launch import HostLaunch
from .value import ONE, KernelName, Number, Operation, Text, Value, Variable, as_dim3, followed, variables

UNKNOWN = "?"


@dataclass(frozen=True)
class LaunchDescription:
    """One launch in the words of the host code, with ``?`` for what is not known."""

    launch: HostLaunch
    entry: str
    """Kernel with its template arguments."""
    grid: tuple[str, ...]
    block: tuple[str, ...]
    shared: str
    conditions: tuple[str, ...]
    """Comparisons under which the launch is made."""
    missing: tuple[str, ...]
    """Unknown parts, each with its reason."""

    @property
    def is_read(self) -> bool:
        """Whether anything was read: the kernel's name, and its grid or block."""
        return bool(self.launch.kernel) and not (UNKNOWN in self.grid and UNKNOWN in self.block)


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

    if not launch.kernel:
        told = launch.template[0] if launch.template else None
        why = f"{told.text} {told.why}" if isinstance(told, Text) else "its name is not known"
        missing.append(f"kernel: {why}")
    template = [
        known.text if isinstance(known := followed(each), Text) else written(f"template argument {at}", each)
        for at, each in enumerate(launch.template if launch.kernel else (), start=1)
    ]
    grid, block = extents("grid", launch.grid), extents("block", launch.block)
    shared = written("shared memory", launch.shared)
    if launch.has_attributes:
        missing.append("attributes: those of cudaLaunchKernelEx, such as clusters, are not read")
    conditions = _conditions(launch, formulas, missing)
    entry = launch.kernel or UNKNOWN
    return LaunchDescription(
        launch,
        f"{entry}<{', '.join(template)}>" if template else entry,
        grid,
        block,
        shared,
        conditions,
        tuple(dict.fromkeys(missing)),
    )


def _conditions(launch: HostLaunch, formulas: Formulas, missing: list[str]) -> tuple[str, ...]:
    """Return the conditions on sizes; one that has no rule is missing, others choose between options."""
    sizes = {each.name for each in launch.variables()}
    conditions = []
    for value, holds in launch.conditions:
        try:
            told = formulas.condition(value, holds=holds)
        except NotReadError as reason:
            if sizes & _words(value) and not _is_of_device(value):
                missing.append(f"condition: {reason}")
            continue
        if told != "True":
            conditions.append(told)
    return tuple(dict.fromkeys(conditions))


def argument_text(value: Value, formulas: Formulas) -> str:
    """Return an argument of a kernel as a rule or number, or as the text of the host code."""
    told = followed(value)
    if isinstance(told, Number):
        return repr(told.value)
    try:
        return formulas.rule(value)
    except NotReadError:
        return value.name if isinstance(value, (Variable, KernelName)) else UNKNOWN


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
    texts = [value, *(value.operands if isinstance(value, Operation) else ())]
    words = {word for each in texts if isinstance(each, Text) for word in re.findall(r"\w+", each.text)}
    return words | {each.name for each in variables(value)}


def _why_not(value: Value) -> str:
    told = followed(value)
    if isinstance(told, Variable):
        return f"{told.name} is {told.why or 'not known'}"
    if isinstance(told, Text):
        return f"{told.text} {told.why or 'is not followed'}".strip()
    return "it is not followed"
