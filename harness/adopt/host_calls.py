"""Translates the launches in host code into rules of a declaration."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path

from ..compiler.ptx_file import PTX_SUFFIX
from ..compiler.source.includes import named_files
from ..errors import HarnessError
from ..lazy import dataclass, pattern, replace
from ..operation.size import N_COLS, N_ROWS, STRIDES
from ..ptx.limits import MAX_BLOCK_THREADS
from ..settings.settings import Settings
from ..variant.declaration.inline_block import read_source
from ..variant.launch_rule import BLOCK_NAMES, RULE_NAMES, SHAPE_NAMES, LaunchRule, RuleError
from ..variant.variant import WARP, Block, divisor_of
from .fitting import names as known
from .fitting.fit import Fit
from .launch_styles import ONE_DIMENSION, ROW_STYLES, LaunchStyle, looping_style, within
from .launches.formula import Formulas, NotReadError
from .launches.host_function import read_launches
from .launches.launch import UNKNOWN, HostLaunch, argument_text, describe
from .launches.value import ONE, Code, Number, SsaValue, extents, followed, without_casts
from .reading.signature import KernelSignature

_MOST_HEADERS = 200
_MOST_OF_LAUNCH = 3
"""Most instances that one launch may mean, where some of its template arguments are unknown."""
_SIZES = ((1, 1), (7, 300), (1000, 77), (4097, 4096))
"""Rows and columns at which grids are compared."""
BY_HOST = "launched as in its host code"
_ELEMENT_SIZE = pattern(r"sizeof\(\w+\)")
_SIZE_CALL = pattern(r"[.>](?:size|shape)\(?[(\[]?(-?\d+)[)\]]|[.>]dim\((-?\d+)\)")
_KNOWN_TYPE = pattern(r"float|double|int|long|[\w:]+<.*>")
_COUNT_CALL = pattern(r"[.>](?:numel|num_elements|element_count)\(\)")


@dataclass(frozen=True)
class HostCall:
    launch: HostLaunch
    given: Mapping[str, str]
    """Arguments by parameter name, where names and numbers of the host code reveal them."""
    instances: tuple[known.Instance, ...]
    unread: str


def host_launches(path: Path, hosts: Sequence[Path], settings: Settings) -> tuple[HostLaunch, ...]:
    """Return the launches in a source, in the headers that it includes, and in further files of host code."""
    files = hosts if path.suffix == PTX_SUFFIX else (path, *hosts)
    sources = tuple((file.absolute(), read_source(file)) for file in files)
    return _launches(sources, tuple(settings.include_dirs))


@lru_cache(maxsize=4)  # the kernels of one file are declared one after the other
def _launches(sources: tuple[tuple[Path, str], ...], folders: tuple[Path, ...]) -> tuple[HostLaunch, ...]:
    texts: dict[Path, str] = {}
    for path, text in sources:
        texts[path] = text
        for _, header in named_files(path, text.encode("utf-8"), folders):
            if header not in texts and len(texts) <= _MOST_HEADERS:
                with contextlib.suppress(HarnessError):  # the compiler may never open it
                    texts[header] = read_source(header)
    # Headers first, because a later definition of a macro counts.
    return read_launches(tuple(reversed(texts.items())))


def host_calls(
    kernel: KernelSignature, launches: Sequence[HostLaunch], given: Mapping[str, str], entry: str
) -> tuple[HostCall, ...]:
    """Return the launches of one kernel; `entry` is the instance that the user names, if it has arguments."""
    calls = []
    for launch in launches:
        if not launch.kernel and len(launch.args) == len(kernel.parameters):
            # A pointer to a kernel that is chosen at run time: any kernel with as many parameters may be meant.
            launch = replace(launch, kernel=kernel.name, template=())
        if launch.kernel.rpartition("::")[2] != kernel.name:
            continue
        args = host_arguments(launch, kernel)
        # Template arguments choose the instance, the others the reading of the parameters.
        templates = {param.name: args.pop(param.name) for param in kernel.template if param.name in args}
        instances: tuple[known.Instance, ...] = (known.Instance(entry, {}),)
        description = describe(launch)
        # Under `if (n == 64)`, a 64 among the arguments is n.
        sizes = {text.rpartition(" == ")[2] for text in description.conditions if " == " in text}
        args = {name: text for name, text in args.items() if text not in sizes}
        reasons = list(description.missing)
        if "<" not in entry:
            instances, missing = known.read_instances(kernel, {**templates, **given})
            instances = instances[:_MOST_OF_LAUNCH] if templates else instances
            reasons += [f"{unknown.name}: {unknown.why}" for unknown in missing]
        why = "; ".join(dict.fromkeys(reasons))
        extent = "read partly" if description.is_read else "not read"
        calls.append(HostCall(launch, args, instances, f"{launch.place}: {extent}: {why}" if why else ""))
    return tuple(calls)


def host_styles(
    kernel: KernelSignature, launch: HostLaunch, fit: Fit, refused: list[str] | None = None
) -> Iterator[LaunchStyle]:
    """Yield a launch of host code for one reading of the kernel's parameters; why there is none goes to `refused`."""
    own: dict[str, str] = {size.of: size.name for size in fit.operation.sizes if size.of in (N_ROWS, N_COLS)}
    common = {name: of for of, name in own.items()}
    args = [common.get(arg, arg) for arg in fit.args]

    def shown(rules: Sequence[str]) -> tuple[str, ...]:
        return tuple(re.sub(r"\w+", lambda word: own.get(word[0], word[0]), rule) for rule in rules)

    # Without a size among its arguments, a kernel's N is more often the number of elements than of rows.
    for is_flat in (False,) if takes_size(fit) else (True, False):
        try:
            style = style_of(
                launch, args, [size.name for size in fit.operation.further_sizes], is_flat=is_flat
            )
        except (NotReadError, HarnessError) as error:
            if refused is not None:
                refused.append(str(error))
            continue
        if fit.operation.has_one_matrix:
            style = _of_rows(style, kernel.code)
        yield replace(
            style,
            grid=shown(style.grid),
            requires=shown(style.requires),
            launch_block=shown(style.launch_block),
            smem_bytes=shown([style.smem_bytes])[0],
        )


def style_of(
    launch: HostLaunch, args: Sequence[str], further: Sequence[str] = (), *, is_flat: bool = False
) -> LaunchStyle:
    """Return a launch as rules, for some arguments of the kernel; raises NotReadError."""
    # `further` are the operation's sizes besides rows and columns.
    described = describe(launch, _names(launch, args, further, is_flat=is_flat))
    checked = partial(_checked, names=(*RULE_NAMES, *further))
    if UNKNOWN in (*described.grid, *described.block, described.shared):
        raise NotReadError("; ".join(described.missing))
    requires: list[str] = []
    for condition in described.conditions:
        with contextlib.suppress(NotReadError):  # a condition that is not on sizes chooses an option
            requires += [rule.text for rule in checked(condition).conjuncts()]
    blocks: tuple[Block, ...] = ONE_DIMENSION
    launch_block: tuple[str, ...] = ()
    if all(extent.isdigit() for extent in described.block):
        x, y, z = (*map(int, described.block), 1, 1)[:3]
        blocks = ((x, y, z),)
    elif described.block != ("block_x",):
        blocks, launch_block = ONE_DIMENSION[:1], tuple(checked(extent).text for extent in described.block)
        requires += _limits(described.block)
    rules = tuple(checked(rule).text for rule in described.grid)
    return LaunchStyle(
        f"launched as in {launch.place}",
        rules,
        blocks,
        requires=tuple(dict.fromkeys((*requires, *grid_limits(rules, requires)))),
        launch_block=launch_block,
        smem_bytes=checked(described.shared).text,
        cooperative=launch.is_cooperative,
        place=launch.place,
    )


def takes_size(fit: Fit) -> bool:
    """Whether a kernel takes a size or a stride, so that it can check bounds."""
    arrays = {array.name for array in fit.operation.arrays}
    names = {size.name for size in fit.operation.sizes} | {N_ROWS, N_COLS, *STRIDES}
    names |= {stride.name for stride in fit.operation.strides}
    words = {word for arg in fit.args if arg not in arrays for word in re.findall(r"\w+", arg)}
    return bool(words & names)


def _of_rows(style: LaunchStyle, code: str) -> LaunchStyle:
    """Return a style with a description of how threads share rows, and the rule for `parallel`."""
    grids = None if style.launch_block else _grids(style.grid, style.blocks[0])
    for usual in ROW_STYLES:
        if usual.parallel == "block_x" and "block_y" in " ".join(usual.grid) and style.blocks[0][1] == 1:
            continue  # it says the same of a block of one dimension, in more words
        if grids is not None and _grids(usual.grid, style.blocks[0]) == grids:
            return replace(style, name=usual.name, parallel=usual.parallel)
    if "n_cols" in " ".join(style.grid) and not re.search(r"__syncthreads|__shfl", code):
        return replace(style, name="one thread or more per element")
    parallel = looping_style(code, ONE_DIMENSION).parallel
    if style.launch_block and parallel:
        # At the top level, block_x is not the block of the launch.
        parallel = _product(style.launch_block)
    return replace(style, name=BY_HOST, parallel=parallel)


def _product(extents: Sequence[str]) -> str:
    return " * ".join(f"({extent})" if len(extents) > 1 else extent for extent in extents)


def _grids(rules: tuple[str, ...], block: tuple[int, ...]) -> list[list[int]] | None:
    """Return the grid at a few sizes; None if a rule has no value there."""
    grids = []
    for n_rows, n_cols in _SIZES:
        values = dict(zip(BLOCK_NAMES, (*block, WARP, 4), strict=True))
        values |= dict(zip(SHAPE_NAMES, (n_rows, n_cols, n_cols, n_cols), strict=True))
        try:
            grid = [LaunchRule.parse(rule).evaluate(values) for rule in rules]
        except RuleError:
            return None
        grids.append([*grid, 1, 1][:3])
    return grids


def _limits(block: Sequence[str]) -> list[str]:
    """Return the comparisons without which a block that depends on the sizes cannot be launched, or loses columns."""
    rules = [f"{_product(block)} <= {MAX_BLOCK_THREADS}"]
    for extent in block:
        if divided := re.fullmatch(r"(\w+) // (\d+)", extent):
            rules.append(f"{divided[1]} % {divided[2]} == 0")
    bounded = re.fullmatch(r"min\(.*\b(\d+)(?:, \w+)?\)", block[0])
    return rules[1:] if len(block) == 1 and bounded and int(bounded[1]) <= MAX_BLOCK_THREADS else rules


def grid_limits(grid: Sequence[str], requires: Sequence[str] = ()) -> list[str]:
    """Return the comparisons without which a grid has no blocks: ``ceil_div(n_rows * n_cols // 4, 256) >= 1``."""
    # Such a launch is an error, so the host code cannot mean it.
    smallest = within(requires, dict.fromkeys(RULE_NAMES, 1) | {"warp": WARP, "itemsize": 4}, {})
    limits = []
    for rule in grid:
        try:
            n_blocks = LaunchRule.parse(rule, RULE_NAMES).evaluate(smallest)
        except RuleError:
            continue
        if n_blocks < 1:
            limits.append(f"{rule} >= 1")
    return limits


def host_arguments(launch: HostLaunch, kernel: KernelSignature) -> dict[str, str]:
    """Return the arguments that a launch reveals, by the names of parameters and template parameters."""
    # Numbers and template arguments are taken as they are, other integers if the host's names identify a size.
    formulas = Formulas(_names(launch, ()))
    arguments: dict[str, str] = {}
    for parameter, value in zip(kernel.parameters, launch.args, strict=False):
        if parameter.is_pointer:
            if value == Number(0):
                arguments[parameter.name] = "0"
            continue
        text = argument_text(value, formulas)
        if divisor_of(text):
            arguments[parameter.name] = text
        elif not known.is_number(text):
            with contextlib.suppress(NotReadError):
                arguments[parameter.name] = _checked(text).text
        elif not isinstance(value, SsaValue):
            # The number of a variable may be a size that this program happens to have.
            arguments[parameter.name] = text
    for template, value in zip(kernel.template, launch.template, strict=False):
        if not template.type:
            is_known = isinstance(value, Code) and _KNOWN_TYPE.fullmatch(value.text) is not None
            if isinstance(value, Code) and is_known and not known.is_element(template.name, kernel):
                arguments[template.name] = value.text
            continue
        try:
            text = formulas.rule(value)
        except NotReadError:
            continue
        if template.type == "bool":
            text = {"0": "false", "1": "true"}.get(text, text)
        if text.isdigit() or text in ("block_x", "false", "true"):
            arguments[template.name] = text
    return arguments


def _names(
    launch: HostLaunch, args: Sequence[str], further: Sequence[str] = (), *, is_flat: bool = False
) -> dict[str, str]:
    """Return the rule for each variable of the host code that is a size or the block."""
    names: dict[str, str] = {}
    for value, role in zip(launch.args, args, strict=False):
        bare = without_casts(value)
        if isinstance(bare, SsaValue) and (role == "1" or _is_size(role, further)):
            names.setdefault(bare.name, role)
    block = extents(launch.block)
    if block is not None and followed(block[1]) == ONE and followed(block[2]) == ONE:
        chosen = followed(without_casts(followed(block[0])))
        role = _named(chosen.name, set(), is_flat=is_flat) if isinstance(chosen, SsaValue) else ""
        if isinstance(chosen, SsaValue) and chosen.is_input and not _is_size(role):
            names.setdefault(chosen.name, "block_x")
    variables = dict.fromkeys(variable.name for variable in launch.variables(with_conditions=True))
    names |= {name: "itemsize" for name in variables if name not in names and _ELEMENT_SIZE.fullmatch(name)}
    for name in variables:
        if name not in names and (role := _named(name, set(names.values()), is_flat=is_flat)):
            names[name] = role
    if "n_rows" in names.values():
        # (batch, heads, length): the rows are a product, and the other factors are 1 here.
        others = [name for name in variables if name not in names]
        names |= {name: "1" for name in others if known.plain_name(_last(name)) in known.MORE_ROWS}
    return names


def _is_size(role: str, further: Sequence[str] = ()) -> bool:
    return not {N_ROWS, N_COLS, *STRIDES, *further}.isdisjoint(re.findall(r"\w+", role))


def _last(name: str) -> str:
    return re.split(r"\.|->", name)[-1]


def _named(name: str, taken: set[str], *, is_flat: bool = False) -> str:
    """Return the size that a host variable's name stands for; empty if the name is not a known one."""
    if _COUNT_CALL.search(name):
        return "n_rows * n_cols"
    if size := _SIZE_CALL.search(name):
        return "n_rows" if (size[1] or size[2]) == "0" else "n_cols"
    plain = known.plain_name(_last(name))
    if plain in known.BLOCK_SIZES:
        return ""
    if plain in known.TOTALS or (is_flat and plain == "n"):
        return "n_rows * n_cols"
    if plain == "n":
        return "n_cols" if "n_rows" in taken else "n_rows"
    for role, words in (("n_rows", known.ROWS), ("n_cols", known.COLS)):
        if plain in words and role not in taken:
            return role
    return ""


def _checked(text: str, names: Sequence[str] = RULE_NAMES) -> LaunchRule:
    try:
        return LaunchRule.parse(text, names)
    except HarnessError as error:
        raise NotReadError(str(error)) from None
