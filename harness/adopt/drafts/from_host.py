"""Drafts of declarations from the launches that host code makes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from ...compiler.ptx_file import PTX_SUFFIX
from ...compiler.source.includes import named_files
from ...errors import HarnessError
from ...operation.model import Operation
from ...settings.settings import Settings
from ...variant.declaration.inline_block import read_source
from ...variant.launch_rule import BLOCK_NAMES, MAX_TEXT_CHARS, SHAPE_NAMES, LaunchRule, RuleError
from ...variant.variant import WARP
from ..fitting.instances import Instance, read_instances
from ..fitting.parameter_names import INTEGER_TYPES
from ..fitting.roles import Reading, read_roles
from ..launches.description import Extent, describe
from ..launches.formula import NotReadError
from ..launches.launch import HostLaunch
from ..launches.reader import read_launches
from ..launches.rules import LaunchRules, launches_of, rules_of, told_arguments
from ..reading.signature import KernelSignature
from ..styles.rows import ONE_DIMENSION, STYLES, looping_style
from .draft import Draft

_MOST_DRAFTS = 24
_MOST_HEADERS = 200
_SIZES = ((1, 1), (7, 300), (1000, 77), (4097, 4096))
"""Rows and columns at which grids are compared."""


@dataclass(frozen=True)
class HostDraft:
    """A draft with the launch of host code."""

    draft: Draft
    """Draft without element types. Its block is the first to try if the host code lets its caller choose."""
    instance: Instance
    """Instance of the kernel."""
    reading: Reading
    """Reading of the kernel's parameters."""
    place: str
    """Host function with file and line."""
    style: str
    """Description of how rows are shared, as far as grid and text tell."""
    is_block_open: bool
    """Whether the caller of the host function chooses the block."""


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
    for each, text in sources:
        texts[each] = text
        for _, header in named_files(each, texts[each].encode("utf-8"), include_dirs):
            if header in texts or len(texts) > _MOST_HEADERS:
                continue
            try:
                texts[header] = read_source(header)
            except HarnessError:
                continue  # a header that the compiler may never open
    # Headers first, because a later definition of a macro counts.
    return read_launches(tuple(reversed(texts.items())))


def read_drafts(
    kernel: KernelSignature,
    launches: Sequence[HostLaunch],
    given: Mapping[str, str],
    operation: Operation,
    start: Draft,
    entry: str = "",
) -> tuple[tuple[HostDraft, ...], tuple[str, ...]]:
    """Return the drafts that the launches of a kernel give, the likeliest first."""
    drafts: dict[object, HostDraft] = {}
    notes: list[str] = []
    for launch in launches_of(launches, kernel):
        told = describe(launch)
        reasons: list[str] = list(told.missing)
        found = False
        if told.extent is not Extent.NOT:
            for each in _drafts_of(kernel, launch, given, operation, start, entry, reasons):
                drafts.setdefault((each.draft.lines(), each.is_block_open), each)
                found = True
        if not found or told.extent is not Extent.WHOLE:
            state = told.extent if not found or told.extent is not Extent.WHOLE else Extent.NOT
            why = "; ".join(dict.fromkeys(reasons)) or "no reading of the parameters fits"
            notes.append(
                f"{launch.place}: {Extent.PARTLY.value if state is Extent.WHOLE else state.value}: {why}"
            )
    # A launch without conditions says most of the kernel.
    ordered = sorted(drafts.values(), key=lambda each: len(each.draft.requires))
    return tuple(ordered[:_MOST_DRAFTS]), tuple(dict.fromkeys(notes))


def siblings(host: HostDraft, drafts: Sequence[HostDraft]) -> tuple[HostDraft, ...]:
    """Return the drafts of the same host function that differ in the entry and in the conditions alone."""

    def alike(each: HostDraft) -> tuple[str, ...]:
        return replace(each.draft, entry="", requires=()).lines()

    return tuple(
        each
        for each in drafts
        if each.place.partition(" (")[0] == host.place.partition(" (")[0]
        and each.draft.entry != host.draft.entry
        and alike(each) == alike(host)
    )


def dispatched(draft: Draft, entries: Sequence[tuple[str, tuple[str, ...]]]) -> Draft:
    """Return a draft of a kernel that is launched with several entries, each under its own conditions."""
    common = [rule for rule in entries[0][1] if all(rule in requires for _, requires in entries)]
    cases = tuple(
        (" and ".join(rule for rule in requires if rule not in common), entry) for entry, requires in entries
    )
    if len(cases) < 2 or not all(when for when, _ in cases) or len({when for when, _ in cases}) < len(cases):
        return draft
    union = " or ".join(f"({when})" if " and " in when else when for when, _ in cases)
    if len(union) > MAX_TEXT_CHARS:
        return draft
    return replace(draft, requires=(*common, union), cases=cases)


def _drafts_of(
    kernel: KernelSignature,
    launch: HostLaunch,
    given: Mapping[str, str],
    operation: Operation,
    start: Draft,
    entry: str,
    reasons: list[str],
) -> list[HostDraft]:
    told = told_arguments(launch, kernel)
    templates = {each.name: told[each.name] for each in kernel.template if each.name in told}
    instances: tuple[Instance, ...] = (Instance(entry, {}),)
    if "<" not in entry:
        instances, missing = read_instances(kernel, {**templates, **given}, operation)
        reasons += [f"{each.name}: {each.why}" for each in missing]
    drafts = []
    for reading in _readings(kernel, told, given, operation, reasons):
        try:
            rules = rules_of(launch, reading)
        except NotReadError as reason:
            reasons.append(str(reason))
            continue
        for instance in instances:
            drafts.append(_draft(kernel, launch, start, instance, reading, rules))
    return drafts


def _readings(
    kernel: KernelSignature,
    told: Mapping[str, str],
    given: Mapping[str, str],
    operation: Operation,
    reasons: list[str],
) -> tuple[Reading, ...]:
    """Return the readings by the host's names, then those by the kernel's own names."""
    own = {each.name for each in kernel.parameters}
    by_host, _ = read_roles(kernel, {**{n: r for n, r in told.items() if n in own}, **given}, operation)
    by_kernel, unknown = read_roles(kernel, given, operation)
    if unknown:
        # Only what the kernel's own names do not tell.
        more = {each.name: told[each.name] for each in unknown if each.name in told}
        by_kernel, unknown = read_roles(kernel, {**more, **given}, operation)
    readings = tuple(dict.fromkeys((*by_host, *by_kernel, *flat_readings(kernel, given, operation))))
    if not readings:
        reasons += [f"{each.name}: {each.why}" for each in unknown]
    return readings


def flat_readings(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation
) -> tuple[Reading, ...]:
    """Return the readings of a kernel whose only integer is the number of elements."""
    sizes = [each for each in kernel.parameters if not each.is_pointer and each.type in INTEGER_TYPES]
    if len(sizes) != 1 or sizes[0].name in given:
        return ()
    return read_roles(kernel, {sizes[0].name: "n_rows * n_cols", **given}, operation)[0]


def _draft(
    kernel: KernelSignature,
    launch: HostLaunch,
    start: Draft,
    instance: Instance,
    reading: Reading,
    rules: LaunchRules,
) -> HostDraft:
    is_open = rules.block is None and not rules.block_rule
    block = (*(rules.block or (256,)), 1, 1)[:3]
    style, parallel = _shared_rows(rules, block, kernel.code)
    if rules.block_rule and parallel:
        # At the top level, block_x is not the block of the launch.
        parallel = " * ".join(f"({each})" if len(rules.block_rule) > 1 else each for each in rules.block_rule)
    draft = replace(
        start,
        args=reading.args,
        scratch=reading.scratch,
        requires=tuple(dict.fromkeys((*reading.requires, *rules.requires))),
        grid=rules.grid,
        block=((block[0], block[1], block[2]),),
        launch_block=rules.block_rule,
        smem_bytes=rules.smem_bytes,
        cooperative=start.cooperative or launch.call.is_cooperative,
        parallel=parallel,
        entry=instance.entry,
        defines=instance.defines,
    )
    return HostDraft(draft, instance, reading, launch.place, style, is_open)


def _shared_rows(rules: LaunchRules, block: tuple[int, ...], code: str) -> tuple[str, str]:
    """Return a description of how threads share rows, and the rule for `parallel`."""
    grids = _grids(rules.grid, block)
    for style in STYLES:
        if not rules.block_rule and _grids(style.grid, block) == grids:
            return style.name, style.parallel
    if "n_cols" in " ".join(rules.grid) and not re.search(r"__syncthreads|__shfl", code):
        return "one thread or more per element", ""
    like = looping_style(code, ONE_DIMENSION)
    return "launched as in its host code", like.parallel


def _grids(rules: tuple[str, ...], block: tuple[int, ...]) -> list[list[int]] | None:
    """Return the grid at a few sizes, without trailing ones; None if a rule has no value there."""
    grids = []
    for n_rows, n_cols in _SIZES:
        values = dict(zip(BLOCK_NAMES, (*block, WARP, 4), strict=True))
        values |= dict(zip(SHAPE_NAMES, (n_rows, n_cols, n_cols, n_cols), strict=True))
        try:
            grid = [LaunchRule.parse(each).evaluate(values) for each in rules]
        except RuleError:
            return None
        while len(grid) > 1 and grid[-1] == 1:
            grid.pop()
        grids.append(grid)
    return grids
