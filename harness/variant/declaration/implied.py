"""Rules that a declaration implies: a kernel that is not told how far apart rows are takes them as contiguous."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...operation.model import Operation
from ...operation.size import N_COLS, Stride
from ..kernel_launch import KernelLaunch
from ..launch_rule import LaunchRule
from ..struct_argument import leaves

_ROWS = {"inp": "inp_stride", "out": "out_stride"}


def implied_rules(
    operation: Operation,
    launches: Sequence[KernelLaunch],
    requires: Sequence[LaunchRule],
    others: Iterable[LaunchRule],
    names: Sequence[str],
) -> tuple[LaunchRule, ...]:
    """Return the rules of ``requires`` that follow from strides which a declaration does not mention."""
    passed = {name for launch in launches for name in leaves(launch.args)}
    used = set(passed).union(*(rule.used_names for rule in (*requires, *others)))
    for launch in launches:
        rules = (*launch.grid, launch.smem_bytes, *(launch.block or ()), *(launch.cluster or ()), launch.when)
        used = used.union(*(rule.used_names for rule in rules if rule is not None))
        used = used.union(
            *(LaunchRule.parse(text, names).used_names for text in leaves(launch.args) if _is_rule(text))
        )
    found = []
    for name, extent in _strides(operation, passed):
        if name not in used:
            found.append(LaunchRule.parse(f"{name} == {extent}", names))
    return tuple(found)


def _strides(operation: Operation, passed: set[str]) -> Iterator[tuple[str, str]]:
    """Yield each stride of an array that a kernel receives, with its value without padding as a rule."""
    arrays = [array for array in operation.arrays if array.name in passed]
    for side, name in _ROWS.items():
        if any(array.rows == side for array in arrays):
            yield name, N_COLS
    named = {name for array in arrays for name in array.strides}
    for stride in operation.strides:
        if stride.name in named:
            yield stride.name, _extent(stride, operation)


def _extent(stride: Stride, operation: Operation) -> str:
    """Return the elements within one step of a stride as a rule: the nearest stride within, times the sizes outside."""
    factors: list[str] = []
    for size, name in reversed(stride.inner):
        factors = [*operation.shown([size]), *([name] if name else factors)]
    return " * ".join(factors) or "1"


def _is_rule(text: str) -> bool:
    """Whether an argument is a rule: neither a name nor a number."""
    try:
        float(text)
    except ValueError:
        return not text.isidentifier()
    return False
