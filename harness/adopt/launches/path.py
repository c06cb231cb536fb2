"""One way through a host function, and what is known where ways join."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .expression import choice
from .value import ZERO, Value, Variable

Condition: TypeAlias = "tuple[Value, bool]"
UNSET = "not set before the launch"
"""Reason for the missing value of a variable that was declared without one."""


@dataclass
class Path:
    """One way through a function: the values of its variables, and the conditions that hold."""

    scope: dict[str, Value]
    conditions: tuple[Condition, ...] = ()
    is_ended: bool = False

    def branch(self, *conditions: Condition) -> Path:
        """Return a way that begins here, under further conditions."""
        return Path(dict(self.scope), (*self.conditions, *conditions))


def join(path: Path, condition: Value, yes: Path, no: Path) -> None:
    """Continue after a branch with what both ways leave."""
    if yes.is_ended and no.is_ended:
        path.is_ended = True
    elif yes.is_ended or no.is_ended:
        going = no if yes.is_ended else yes
        path.scope, path.conditions = going.scope, going.conditions
    else:
        scope = dict(path.scope)
        merge_scopes(scope, path.scope, condition, yes.scope, no.scope)
        path.scope = scope


def merge_scopes(
    into: dict[str, Value],
    before: dict[str, Value],
    condition: Value,
    yes: dict[str, Value],
    no: dict[str, Value],
) -> None:
    """Write into a scope what the two ways of a branch leave."""
    for name in before:
        first, second = yes.get(name, before[name]), no.get(name, before[name])
        if first is second:
            into[name] = first
            continue
        # A variable is set in one branch before it is used only there.
        if isinstance(second, Variable) and second.value is None and second.why == UNSET:
            into[name] = first
        elif isinstance(first, Variable) and first.value is None and first.why == UNSET:
            into[name] = second
        else:
            into[name] = Variable(name, choice(condition, first, second))
    for name in (*yes, *no):
        if name not in into and ("." in name or "->" in name):
            into[name] = yes.get(name, no.get(name, ZERO))
