"""Gives a launch of host code in the words of a declaration."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import HarnessError
from ...ptx.limits import MAX_BLOCK_THREADS
from ...variant.launch_rule import RULE_NAMES, LaunchRule, RuleError
from ...variant.variant import WARP
from ..fitting.names import (
    BLOCK_SIZES,
    COLS,
    MORE_ROWS,
    ROWS,
    TOTALS,
    Reading,
    is_element,
    plain_name,
)
from ..reading.signature import KernelSignature
from .description import argument_text, variables
from .formula import Formulas, NotReadError
from .launch import HostLaunch
from .value import ONE, Number, Operation, Text, Value, Variable, as_dim3, followed

_ELEMENT_SIZE = re.compile(r"sizeof\(\w+\)")
_SIZE_CALL = re.compile(r"[.>](?:size|shape)\(?[(\[]?(-?\d+)[)\]]|[.>]dim\((-?\d+)\)")
_COUNT_CALL = re.compile(r"[.>](?:numel|num_elements|element_count)\(\)")


@dataclass(frozen=True)
class LaunchRules:
    """A launch as the keys of a declaration."""

    grid: tuple[str, ...]
    """Rules for the grid."""
    block: tuple[int, ...] | None
    """Extents of a fixed block; None if the caller chooses a block of one dimension, or if `block_rule` gives it."""
    block_rule: tuple[str, ...]
    """Rules for a block that depends on the sizes; empty for a fixed or chosen block."""
    smem_bytes: str
    """Rule for the dynamic shared memory."""
    requires: tuple[str, ...]
    """Comparisons under which the launch is made."""
    ignored: tuple[str, ...]
    """Conditions of the launch that are not on sizes, as text."""


def rules_of(launch: HostLaunch, reading: Reading, *, is_flat: bool = False) -> LaunchRules:
    """Return a launch as rules, for one reading of the kernel's parameters."""
    names = _names(launch, reading, is_flat=is_flat)
    grid, block = as_dim3(launch.call.grid), as_dim3(launch.call.block)
    if grid is None or block is None:
        raise NotReadError("the grid or the block was not followed")
    formulas = Formulas(names, lambda _: False)
    block_texts = _extents(formulas, block.x, block.y, block.z)
    chosen = block_texts == ("block_x",)
    fixed = all(each.isdigit() for each in block_texts)
    requires, ignored = [], []
    for value, holds in launch.conditions:
        try:
            told = formulas.condition(value, holds=holds)
            if told == "True":
                continue
            requires += [each.text for each in _checked(told).conjuncts()]
        except NotReadError as reason:
            ignored.append(str(reason))
    if not fixed and not chosen:
        requires += _limits(block_texts)
    grid_texts = tuple(_checked(each).text for each in _extents(formulas, grid.x, grid.y, grid.z))
    requires += grid_limits(grid_texts)
    return LaunchRules(
        grid_texts,
        tuple(int(each) for each in block_texts) if fixed else None,
        () if fixed or chosen else tuple(_checked(each).text for each in block_texts),
        _checked(formulas.rule(launch.call.shared)).text,
        tuple(dict.fromkeys(requires)),
        tuple(dict.fromkeys(ignored)),
    )


def _limits(block: Sequence[str]) -> list[str]:
    """Return the comparisons without which a block that depends on the sizes cannot be launched, or loses columns."""
    rules = [
        f"{' * '.join(f'({each})' if len(block) > 1 else each for each in block)} <= {MAX_BLOCK_THREADS}"
    ]
    for each in block:
        if divided := re.fullmatch(r"(\w+) // (\d+)", each):
            rules.append(f"{divided[1]} % {divided[2]} == 0")
    bounded = re.fullmatch(r"min\(.*\b(\d+)(?:, \w+)?\)", block[0])
    return rules[1:] if len(block) == 1 and bounded and int(bounded[1]) <= MAX_BLOCK_THREADS else rules


def grid_limits(grid: Sequence[str]) -> list[str]:
    """Return the comparisons without which a grid has no blocks: ``ceil_div(n_rows * n_cols // 4, 256)`` of 3 elements.

    Such a launch is an error, so the host code cannot mean it.
    """
    smallest = dict.fromkeys(RULE_NAMES, 1) | {"warp": WARP, "itemsize": 4}
    limits = []
    for rule in grid:
        try:
            n_blocks = LaunchRule.parse(rule, RULE_NAMES).evaluate(smallest)
        except RuleError:
            continue
        if n_blocks < 1:
            limits.append(f"{rule} >= 1")
    return limits


def told_arguments(launch: HostLaunch, kernel: KernelSignature) -> dict[str, str]:
    """Return arguments of a kernel that the launch tells, by the names of parameters and template parameters.

    Numbers and template arguments are told as they are. Integers are told if the host's names say which size they are.
    """
    names = _names(launch, Reading((), ()))
    formulas = Formulas(names, lambda _: False)
    told: dict[str, str] = {}
    for parameter, value in zip(kernel.parameters, launch.call.args, strict=False):
        if parameter.is_pointer:
            if value == Number(0):
                told[parameter.name] = "0"
            continue
        text = argument_text(value, formulas)
        try:
            float(text)
        except ValueError:
            try:
                told[parameter.name] = _checked(text).text
            except NotReadError:
                continue
        else:
            # A number may be a size that this program happens to have.
            if not isinstance(value, Variable):
                told[parameter.name] = text
    for template, value in zip(kernel.template, launch.call.template, strict=False):
        if not template.type:
            is_known = isinstance(value, Text) and not is_element(template.name, kernel)
            if (
                is_known
                and isinstance(value, Text)
                and re.fullmatch(r"float|double|int|long|[\w:]+<.*>", value.text)
            ):
                told[template.name] = value.text
            continue
        try:
            text = formulas.rule(value)
        except NotReadError:
            continue
        if text.isdigit():
            told[template.name] = (
                {"0": "false", "1": "true"}.get(text, text) if template.type == "bool" else text
            )
        elif text == "block_x":
            told[template.name] = text
    return told


def _names(launch: HostLaunch, reading: Reading, *, is_flat: bool = False) -> dict[str, str]:
    """Return the rule for each variable of the host code that is a size or the block."""
    names: dict[str, str] = {}
    for value, role in zip(launch.call.args, reading.args, strict=False):
        bare = _bare(value)
        if isinstance(bare, Variable) and _is_size(role):
            names.setdefault(bare.name, role)
    block = as_dim3(launch.call.block)
    if block is not None and followed(block.y) == ONE and followed(block.z) == ONE:
        chosen = _bare(block.x)
        while isinstance(chosen, Variable) and chosen.value is not None:
            inner = _bare(chosen.value)
            if not isinstance(inner, Variable):
                break
            chosen = inner
        is_open = isinstance(chosen, Variable) and chosen.value is None and chosen.is_input
        is_size = isinstance(chosen, Variable) and _is_size(_named(chosen.name, set(), is_flat=is_flat))
        if is_open and isinstance(chosen, Variable) and not is_size:
            names.setdefault(chosen.name, "block_x")
    open_names: list[str] = []
    for each in _all_variables(launch):
        if each.name in names or each.name in open_names:
            continue
        if _ELEMENT_SIZE.fullmatch(each.name):
            names[each.name] = "itemsize"
        else:
            open_names.append(each.name)
    for name in open_names:
        role = _named(name, set(names.values()), is_flat=is_flat)
        if role:
            names[name] = role
    known = set(names)
    rows = [name for name, role in names.items() if role == "n_rows"]
    for name in open_names:
        # (batch, heads, length): the rows are a product, and the other factors are 1 here.
        if name not in known and rows and plain_name(_last(name)) in MORE_ROWS:
            names[name] = "1"
    return names


def _bare(value: Value) -> Value:
    while isinstance(value, Operation) and value.name == "real":
        value = value.operands[0]
    return value


def _all_variables(launch: HostLaunch) -> Iterator[Variable]:
    for value in (
        launch.call.grid,
        launch.call.block,
        launch.call.shared,
        *launch.call.args,
        *(each for each, _ in launch.conditions),
    ):
        yield from variables(value)


def _is_size(role: str) -> bool:
    return bool(role) and bool(
        set(re.findall(r"\w+", role)) & {"n_rows", "n_cols", "inp_stride", "out_stride"}
    )


def _last(name: str) -> str:
    return re.split(r"\.|->", name)[-1]


def _named(name: str, taken: set[str], *, is_flat: bool = False) -> str:
    """Return the size that a name of the host code stands for; empty if its name does not tell."""
    if _COUNT_CALL.search(name):
        return "n_rows * n_cols"
    if size := _SIZE_CALL.search(name):
        return "n_rows" if (size[1] or size[2]) == "0" else "n_cols"
    plain = plain_name(_last(name))
    if plain in BLOCK_SIZES:
        return ""
    if plain in TOTALS or (is_flat and plain == "n"):
        return "n_rows * n_cols"
    if plain == "n":
        return "n_cols" if "n_rows" in taken else "n_rows"
    for role, known in (("n_rows", ROWS), ("n_cols", COLS)):
        if plain in known and role not in taken:
            return role
    return ""


def _extents(formulas: Formulas, x: Value, y: Value, z: Value) -> tuple[str, ...]:
    texts = [formulas.rule(each) for each in (x, y, z)]
    while len(texts) > 1 and texts[-1] == "1":
        texts.pop()
    return tuple(texts)


def _checked(text: str) -> LaunchRule:
    try:
        return LaunchRule.parse(text, RULE_NAMES)
    except HarnessError as error:
        raise NotReadError(str(error)) from None


def launches_of(launches: Sequence[HostLaunch], kernel: KernelSignature) -> tuple[HostLaunch, ...]:
    """Return the launches of one kernel."""
    return tuple(launch for launch in launches if launch.call.kernel.rpartition("::")[2] == kernel.name)
