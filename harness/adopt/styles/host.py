"""The launches that host code makes of a kernel, as styles of a launch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from ...compiler.ptx_file import PTX_SUFFIX
from ...compiler.source.includes import named_files
from ...errors import HarnessError
from ...operation.size import N_COLS, N_ROWS, STRIDES
from ...settings.settings import Settings
from ...variant.declaration.inline_block import read_source
from ...variant.launch_rule import BLOCK_NAMES, SHAPE_NAMES, LaunchRule, RuleError
from ...variant.variant import WARP
from ..fitting.array_fit import Fit
from ..fitting.instances import Instance, read_instances
from ..launches.description import Extent, describe
from ..launches.formula import NotReadError
from ..launches.launch import HostLaunch
from ..launches.reader import read_launches
from ..launches.rules import LaunchRules, launches_of, rules_of, told_arguments
from ..reading.signature import KernelSignature
from .rows import ONE_DIMENSION, ROW_STYLES, LaunchStyle, looping_style

_MOST_HEADERS = 200
_MOST_OF_LAUNCH = 3
"""Most instances that one launch may mean, where some of its template arguments are unknown."""
_SIZES = ((1, 1), (7, 300), (1000, 77), (4097, 4096))
"""Rows and columns at which grids are compared."""


@dataclass(frozen=True)
class HostCall:
    """A launch of the kernel in host code, and what it says of the kernel's arguments."""

    launch: HostLaunch
    """The launch."""
    given: Mapping[str, str]
    """Arguments by name of the parameter, as far as the host's names and numbers tell them."""
    instances: tuple[Instance, ...]
    """Instances of the kernel that the launch may mean."""
    unread: str
    """What of the launch was not read; empty if all was."""


def host_launches(path: Path, hosts: Sequence[Path], settings: Settings) -> tuple[HostLaunch, ...]:
    """Return the launches in a source, in the headers that it includes, and in further files of host code.

    A ``.ptx`` file has none.
    """
    files = hosts if path.suffix == PTX_SUFFIX else (path, *hosts)
    sources = tuple((each.absolute(), read_source(each)) for each in files)
    return _launches(sources, tuple(settings.include_dirs))


@lru_cache(maxsize=4)  # the kernels of one file are declared one after the other
def _launches(
    sources: tuple[tuple[Path, str], ...], include_dirs: tuple[Path, ...]
) -> tuple[HostLaunch, ...]:
    texts: dict[Path, str] = {}
    for path, text in sources:
        texts[path] = text
        for _, header in named_files(path, text.encode("utf-8"), include_dirs):
            if header in texts or len(texts) > _MOST_HEADERS:
                continue
            try:
                texts[header] = read_source(header)
            except HarnessError:
                continue  # a header that the compiler may never open
    # Headers first, because a later definition of a macro counts.
    return read_launches(tuple(reversed(texts.items())))


def host_calls(
    kernel: KernelSignature, launches: Sequence[HostLaunch], given: Mapping[str, str], entry: str
) -> tuple[HostCall, ...]:
    """Return the launches of one kernel; `entry` is the instance that the user names, if it has arguments."""
    calls = []
    for launch in launches_of(launches, kernel):
        told = told_arguments(launch, kernel)
        # Template arguments choose the instance, the others the reading of the parameters.
        templates = {
            parameter.name: told.pop(parameter.name)
            for parameter in kernel.template
            if parameter.name in told
        }
        instances: tuple[Instance, ...] = (Instance(entry, {}),)
        description = describe(launch)
        # Under `if (n == 64)`, a 64 among the arguments is n.
        sizes = {
            condition.rpartition(" == ")[2] for condition in description.conditions if " == " in condition
        }
        told = {name: text for name, text in told.items() if text not in sizes}
        reasons = list(description.missing)
        if "<" not in entry:
            instances, missing = read_instances(kernel, {**templates, **given})
            instances = instances[:_MOST_OF_LAUNCH] if templates else instances
            reasons += [f"{unknown.name}: {unknown.why}" for unknown in missing]
        why = "; ".join(dict.fromkeys(reasons))
        extent = description.extent if description.extent is not Extent.WHOLE else Extent.PARTLY
        calls.append(
            HostCall(launch, told, instances, f"{launch.place}: {extent.value}: {why}" if why else "")
        )
    return tuple(calls)


def host_styles(kernel: KernelSignature, launch: HostLaunch, fit: Fit) -> Iterator[LaunchStyle]:
    """Yield a launch of host code for one reading of the kernel's parameters."""
    own: dict[str, str] = {size.of: size.name for size in fit.operation.sizes if size.of in (N_ROWS, N_COLS)}
    common = {name: of for of, name in own.items()}
    reading = replace(fit.reading, args=tuple(common.get(arg, arg) for arg in fit.reading.args))
    # Without a size among its arguments, a kernel's N is more often the number of elements than that of rows.
    for is_flat in (False,) if takes_size(fit) else (True, False):
        try:
            rules = rules_of(launch, reading, is_flat=is_flat)
        except (NotReadError, HarnessError):
            continue
        yield _style(kernel, launch, rules, fit, own)


def takes_size(fit: Fit) -> bool:
    """Whether a kernel takes a size or a stride, so that it can check bounds."""
    arrays = {array.name for array in fit.operation.arrays}
    names = {size.name for size in fit.operation.sizes} | {N_ROWS, N_COLS, *STRIDES}
    names |= {stride.name for stride in fit.operation.strides}
    words = {word for arg in fit.reading.args if arg not in arrays for word in re.findall(r"\w+", arg)}
    return bool(words & names)


def _style(
    kernel: KernelSignature, launch: HostLaunch, rules: LaunchRules, fit: Fit, own: Mapping[str, str]
) -> LaunchStyle:
    def shown(text: str) -> str:
        return re.sub(r"\w+", lambda word: own.get(word[0], word[0]), text)

    x, y, z = (*(rules.block or (256,)), 1, 1)[:3]
    is_open = rules.block is None and not rules.block_rule
    name, parallel = f"launched as in {launch.place}", ""
    if fit.operation.has_one_matrix:
        name, parallel = _shared_rows(rules, (x, y, z), kernel.code)
    if rules.block_rule and parallel:
        # At the top level, block_x is not the block of the launch.
        parallel = " * ".join(f"({rule})" if len(rules.block_rule) > 1 else rule for rule in rules.block_rule)
    return LaunchStyle(
        name,
        tuple(shown(rule) for rule in rules.grid),
        parallel,
        ONE_DIMENSION if is_open else ((x, y, z),),
        requires=tuple(shown(rule) for rule in rules.requires),
        launch_block=tuple(shown(rule) for rule in rules.block_rule),
        smem_bytes=shown(rules.smem_bytes),
        cooperative=launch.call.is_cooperative,
        place=launch.place,
    )


def _shared_rows(rules: LaunchRules, block: tuple[int, ...], code: str) -> tuple[str, str]:
    """Return a description of how threads share rows, and the rule for `parallel`."""
    grids = _grids(rules.grid, block)
    for style in ROW_STYLES:
        if not rules.block_rule and _grids(style.grid, block) == grids:
            return style.name, style.parallel
    if "n_cols" in " ".join(rules.grid) and not re.search(r"__syncthreads|__shfl", code):
        return "one thread or more per element", ""
    return "launched as in its host code", looping_style(code, ONE_DIMENSION).parallel


def _grids(rules: tuple[str, ...], block: tuple[int, ...]) -> list[list[int]] | None:
    """Return the grid at a few sizes, without trailing ones; None if a rule has no value there."""
    grids = []
    for n_rows, n_cols in _SIZES:
        values = dict(zip(BLOCK_NAMES, (*block, WARP, 4), strict=True))
        values |= dict(zip(SHAPE_NAMES, (n_rows, n_cols, n_cols, n_cols), strict=True))
        try:
            grid = [LaunchRule.parse(rule).evaluate(values) for rule in rules]
        except RuleError:
            return None
        while len(grid) > 1 and grid[-1] == 1:
            grid.pop()
        grids.append(grid)
    return grids
