"""A variant: one kernel, or a few launched in sequence, with all data needed to launch it on the shapes it claims.

`harness.variant.declaration.discovery.load_variant` makes a `Variant` from a declaration. A `Variant` says which
shapes it claims, what to launch, with which macros and how much scratch memory. It compiles and runs nothing.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import LimitError, SpecError
from ..lazy import dataclass, field, pattern
from ..operation.catalogue import DEFAULT, shipped_operations
from ..operation.model import Operation
from ..ptx.limits import MAX_BLOCK, MAX_BLOCK_THREADS, MAX_CLUSTER_BLOCKS, MAX_GRID
from ..store.input_file import Reach, read_text
from .launch_rule import BLOCK_NAMES, RULE_NAMES, VALUE_LIMIT, LaunchRule, RuleError
from .shape import SCALAR_TYPES as SCALAR_TYPES
from .shape import WARP as WARP
from .shape import Block as Block
from .shape import block_of, block_values
from .shape import block_text as block_text
from .toml_document import KeyPath, line_of

BLOCK_SIZES = ("block_x", "block_y", "block_z")

CUDA, PTX, TRITON = "cuda", "ptx", "triton"

_LANGUAGES = {".ptx": PTX, ".py": TRITON}
CUDA_SUFFIXES = (".cu", ".cuh", ".h", ".hh", ".hpp")
SOURCE_SUFFIXES = (*CUDA_SUFFIXES, *_LANGUAGES)

Constexpr = tuple[str, LaunchRule | bool | int | float | str | None]
"""A constant of a Triton kernel as declared: ``value``, ``dtype`` or ``rule``, and the value, type's name or rule."""

CompiledConstant = tuple[str, str, bool | int | float | str | None]
"""A constant of a Triton kernel for one case: its name, ``value`` or ``dtype``, and the value or the type's name."""


def language_of(path: Path) -> str:
    """Return the language of a kernel's source by the end of its name: `CUDA`, `PTX` or `TRITON`."""
    return _LANGUAGES.get(path.suffix, CUDA)


class StructArgument(str):
    """The text of a structure in ``args``, with its fields."""

    __slots__ = ("fields",)

    fields: tuple[tuple[str, str], ...]
    """Name of each field, with dots for fields of fields, and the argument that it gets: a name, a rule or a
    number."""

    def __new__(cls, fields: tuple[tuple[str, str], ...]) -> StructArgument:
        text = super().__new__(cls, "{ " + ", ".join(f"{name} = {value}" for name, value in fields) + " }")
        text.fields = fields
        return text

    def __reduce__(self) -> tuple[type[StructArgument], tuple[tuple[tuple[str, str], ...]]]:
        # A plain str would be recreated from its text, without the fields.
        return StructArgument, (self.fields,)


def leaves(args: Iterable[str]) -> Iterator[str]:
    """Yield each argument; of a structure, the arguments of its fields."""
    for text in args:
        if isinstance(text, StructArgument):
            yield from (value for _, value in text.fields)
        else:
            yield text


@dataclass(frozen=True)
class KernelLaunch:
    """One launch as declared, independent of a shape; docs/declaration.md describes its keys."""

    entry: str
    args: tuple[str, ...]
    grid: tuple[LaunchRule, ...]
    smem_bytes: LaunchRule
    block: tuple[LaunchRule, ...] | None = None
    """Block size in threads; one to three rules, for x, y and z. None for the case's block."""
    cluster: tuple[LaunchRule, ...] | None = None
    """Cluster size in blocks; one to three rules, for x, y and z. None for the size compiled into the kernel."""
    cooperative: bool = False
    when: LaunchRule | None = None
    constexprs: tuple[tuple[str, Constexpr], ...] = ()
    """Constants that a Triton kernel is compiled with, by parameter."""
    has_heuristics: bool = False
    """Whether ``triton.heuristics`` computes further constants from the values of the arguments."""

    @property
    def rules(self) -> tuple[LaunchRule, ...]:
        rules = (*self.grid, *(self.cluster or ()), *(self.block or ()), self.smem_bytes, self.when)
        return tuple(rule for rule in rules if rule is not None)

    def argument_rules(self, names: Iterable[str]) -> Iterator[LaunchRule]:
        for text in leaves(self.args):
            if not text.isidentifier() and not _is_number(text):
                yield LaunchRule.parse(divisor_of(text) or text, names)

    def own_values(self, values: Mapping[str, int]) -> Mapping[str, int]:
        """Return the values for its rules. If the launch has its own block, the names of a block mean that block."""
        if self.block is None:
            return values
        # The rules of the block itself still see the block of the case.
        sizes = [rule.evaluate(values) for rule in self.block]
        return {**values, **dict(zip(BLOCK_SIZES, [*sizes, 1, 1], strict=False))}


_RECIPROCAL = pattern(r"1(?:\.0)? / (?:(\w+)|\(([^()]+)\))")


def divisor_of(argument: str) -> str:
    """Return the rule under a reciprocal such as ``1 / n_cols``; empty for any other argument."""
    reciprocal = _RECIPROCAL.fullmatch(argument)
    return (reciprocal[1] or reciprocal[2]) if reciprocal else ""


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class PlannedLaunch:
    """One launch for one shape, block and type, with all rules evaluated.

    `numbers` maps the text of each argument that is a rule or a number to its value. `constants` has the constants
    that a Triton kernel is compiled with.
    """

    entry: str
    args: tuple[str, ...]
    grid: tuple[int, int, int]
    block: Block
    smem_bytes: int
    cluster: tuple[int, int, int] | None = None
    cooperative: bool = False
    numbers: Mapping[str, int | float] = field(default_factory=dict, hash=False)
    constants: tuple[CompiledConstant, ...] = ()


class Scratch(NamedTuple):
    """A buffer in global memory for the launches of one variant. Its content is uninitialised at first."""

    name: str
    bytes: LaunchRule


_FLOAT = pattern(r"-?(?:\d+\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+)")
_rule = functools.lru_cache(maxsize=256)(LaunchRule.parse)

Extents = tuple[int, int, int]
_MOST = VALUE_LIMIT
USUAL_THREADS = 256
"""The block size that most kernels are written for, in threads."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A variant as its file declares it; docs/declaration.md describes each key."""

    id: str
    """Stem of the file's name."""
    path: Path
    """File of the declaration; also of the kernel, unless `file` is another one."""
    line: int
    summary: str
    source: str
    blocks: tuple[Block, ...]
    launches: tuple[KernelLaunch, ...]
    dtypes: tuple[str, ...] = ("float32",)
    operation: Operation = field(default_factory=lambda: shipped_operations()[DEFAULT])
    constants: Mapping[str, float] = field(default_factory=dict, hash=False)
    types: Mapping[str, str] = field(default_factory=dict, hash=False)
    arithmetic: str = "ieee"
    parallel: LaunchRule | None = None
    """Number of threads that share the sum of one row; None for one."""
    serial: LaunchRule | None = None
    """Number of additions made one after another on the longest path of that sum, without the additions that join
    the threads of `parallel`; None for an equal share of the row."""
    deterministic: bool = True
    finite: bool = False
    max_magnitude: float | None = None
    """Largest magnitude of an input element that the kernel claims; None for all numbers and infinities."""
    requires: tuple[LaunchRule, ...] = ()
    """Conditions of the claimed domain, all of which must hold; the conditions in `implied` come last."""
    implied: tuple[str, ...] = ()
    """Texts of the conditions that follow from strides which the declaration does not mention."""
    scratch: tuple[Scratch, ...] = ()
    defines: Mapping[str, LaunchRule | str | int] = field(default_factory=dict, hash=False)
    compile_options: tuple[str, ...] = ()
    n_stages: int | None = None
    n_ctas: int = 1
    arch: str = ""
    """Target that the ``cpu`` device compiles a Triton kernel for; empty for the settings'."""
    baseline: str | None = None
    known_issue: str | None = None
    file: Path | None = None
    """File of the kernel if the declaration names one; None for `path`."""
    found: tuple[str, ...] = ()
    """Ids of further cases to check, from files of found cases (`harness.variant.declaration.discovery`)."""
    lines: Mapping[KeyPath, int] = field(default_factory=dict, compare=False, repr=False)
    """1-based line by key path, for errors that only show when a rule is evaluated."""

    @property
    def code_path(self) -> Path:
        return self.path if self.file is None else self.file

    def code_text(self, include_dirs: Iterable[Path] = ()) -> str:
        """Text of the kernel's file, empty if the file is not within reach."""
        within = self.code_path in Reach(self.code_path, include_dirs)
        return read_text(self.code_path, errors="replace") if within else ""

    @property
    def language(self) -> str:
        return language_of(self.code_path)

    @property
    def given(self) -> frozenset[str]:
        """Names of the operation's vectors and scalars that some kernel takes."""
        passed = {name for launch in self.launches for name in leaves(launch.args)}
        return frozenset(passed.intersection(self.operation.roles))

    @property
    def rule_names(self) -> tuple[str, ...]:
        return (*RULE_NAMES, *self.operation.size_names)

    def sizes_of(self, rule: LaunchRule) -> frozenset[str]:
        grows_with = self.operation.grows_with
        return frozenset(size for name in rule.used_names for size in grows_with.get(name, ()))

    @property
    def limits(self) -> tuple[str, ...]:
        """Limits of its claims, as texts for lists; empty if it has none."""
        texts = () if self.deterministic else ("not deterministic",)
        if self.max_magnitude is None:
            return (*texts, "finite inputs") if self.finite else texts
        return (*texts, f"{'finite ' if self.finite else ''}inputs up to {self.max_magnitude:g}")

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on points that the declaration leaves open or implies, for reports; a line each."""
        notes = () if self.source else ("declares no `source`: add where the kernel comes from",)
        own = self.operation
        if own.source is not None and own.name in shipped_operations():
            said = f"computes `{own.name}` as the project's {own.source.name} says"
            notes = (*notes, f"{said}, not the shipped operation of that name")
        if not self.implied:
            return notes
        names = " and ".join(f"`{text.partition(' ')[0]}`" for text in self.implied)
        tried = f"tried on {' and '.join(self.implied)} only, as if `requires` said so"
        return (*notes, f"neither `args` nor a rule has {names}: {tried}")

    @property
    def usual_block(self) -> Block:
        """The declared block nearest to `USUAL_THREADS` threads by ratio; the first of two at equal distance."""
        return min(self.blocks, key=lambda block: abs(math.log(math.prod(block) / USUAL_THREADS)))

    @property
    def instances(self) -> tuple[str, ...]:
        """Entries that are C++ names, which the compiler must instantiate; each once, in launch order."""
        if self.language != CUDA:
            return ()
        # A plain name belongs to an extern "C" function, which is compiled in any case.
        return tuple(dict.fromkeys(run.entry for run in self.launches if not run.entry.isidentifier()))

    # These methods take the values of `rule_values`, such as `Case.rule_values`.
    def unmet(self, values: Mapping[str, int]) -> str | None:
        for index, rule in enumerate(self.requires):
            if not self._evaluate(rule, values, ("requires", index)):
                return rule.text
        return None

    def plan(self, values: Mapping[str, int]) -> tuple[PlannedLaunch, ...]:
        """Return the launches for a problem, in launch order, without launches whose `when` does not hold."""
        indices = [
            index
            for index, launch in enumerate(self.launches)
            if launch.when is None or self._evaluate(launch.when, values, ("launch", index, "when"))
        ]
        if not indices:
            got = f"none whose 'when' holds for {_shown(values)}"
            raise self.error_at(("launch",), f"a claimed shape must have a launch (got {got})")
        return tuple(self._plan_launch(index, values) for index in indices)

    def macros(self, block: Block, dtype: str) -> tuple[tuple[str, str], ...]:
        """Return the macros to compile with: the harness's own first, then the declared ones in declared order."""
        scalar = SCALAR_TYPES[dtype]
        values = block_values(block, scalar.itemsize)
        macros = {"KH_SCALAR": scalar.c_name, scalar.macro: "1"}
        for name, value in self.defines.items():
            if isinstance(value, LaunchRule):
                value = self._evaluate(value, values, ("defines", name))
            macros[name] = str(value)
        return tuple(macros.items())

    def scratch_bytes(self, values: Mapping[str, int]) -> dict[str, int]:
        return {
            scratch.name: self._within(
                0, _MOST, scratch.bytes, values, ("scratch", index, "bytes"), "a scratch buffer"
            )
            for index, scratch in enumerate(self.scratch)
        }

    def row_threads(self, values: Mapping[str, int]) -> int:
        """Return the number of threads that share the sum of one row: the value of ``parallel``, 1 without it."""
        if self.parallel is None:
            return 1
        return self._within(1, _MOST, self.parallel, values, ("parallel",), "parallel")

    def serial_additions(self, values: Mapping[str, int]) -> int | None:
        if self.serial is None:
            return None
        return self._within(0, _MOST, self.serial, values, ("serial",), "serial")

    def error_at(self, key_path: KeyPath, message: str, error: type[SpecError] = SpecError) -> SpecError:
        line = line_of(self.lines, key_path, self.line)
        return error(message, path=self.path, line=line, variant=self.id)

    def _limit_at(self, key_path: KeyPath, message: str) -> SpecError:
        hint = "loop over the rest, or exclude such sizes with `requires`"
        return self.error_at(key_path, f"{message}; {hint}", LimitError)

    def _plan_launch(self, index: int, values: Mapping[str, int]) -> PlannedLaunch:
        launch = self.launches[index]
        at: KeyPath = ("launch", index)
        block = block_of(values)
        if launch.block is not None:
            block_key = (*at, "block")
            block = self._extents(launch.block, values, block_key, MAX_BLOCK)
            n_threads = math.prod(block)
            if n_threads > MAX_BLOCK_THREADS:
                rule = f"a block must have at most {MAX_BLOCK_THREADS} threads"
                raise self._limit_at(block_key, f"{rule} (got {n_threads} for {_shown(values)})")
            # In a launch with its own block, the names of a block refer to that block.
            values = {**values, **dict(zip(BLOCK_SIZES, block, strict=True))}
        grid = self._extents(launch.grid, values, (*at, "grid"), MAX_GRID)
        smem_bytes = self._within(0, _MOST, launch.smem_bytes, values, (*at, "smem_bytes"), "smem_bytes")
        cluster = None
        if launch.cluster is not None:
            cluster = self._extents(launch.cluster, values, (*at, "cluster"), (MAX_CLUSTER_BLOCKS,) * 3)
            self._check_cluster(cluster, grid, values, (*at, "cluster"))
        numbers = {
            text: self._number(text, values, (*at, "args", position))
            for position, text in _computed(launch.args)
        }
        constants = tuple(
            (name, "value", self._evaluate(value, values, ("constexprs", name)))
            if isinstance(value, LaunchRule)
            else (name, kind, value)
            for name, (kind, value) in launch.constexprs
        )
        how = (grid, block, smem_bytes, cluster, launch.cooperative, numbers, constants)
        return PlannedLaunch(launch.entry, launch.args, *how)

    def _number(self, text: str, values: Mapping[str, int], key_path: KeyPath) -> int | float:
        # A TOML number has a point or an exponent; a rule has neither.
        if _FLOAT.fullmatch(text):
            return float(text)
        if divisor := divisor_of(text):
            number = self._evaluate(_rule(divisor, self.rule_names), values, key_path)
            return 1 / number if number else math.inf
        return self._evaluate(_rule(text, self.rule_names), values, key_path)

    def _check_cluster(self, cluster: Extents, grid: Extents, values: Mapping[str, int], at: KeyPath) -> None:
        n_blocks = math.prod(cluster)
        if n_blocks > MAX_CLUSTER_BLOCKS:
            rule = f"a cluster must have at most {MAX_CLUSTER_BLOCKS} blocks"
            raise self._limit_at(at, f"{rule} (got {n_blocks} for {_shown(values)})")
        # CUDA refuses a grid with a part of a cluster.
        if any(blocks % size for blocks, size in zip(grid, cluster, strict=True)):
            rule = f"the grid must consist of whole clusters of {block_text(cluster)}"
            got = f"a grid of {block_text(grid)} for {_shown(values)}"
            raise self.error_at(at, f"{rule} (got {got})")

    def _extents(
        self, rules: Sequence[LaunchRule], values: Mapping[str, int], at: KeyPath, limits: Extents
    ) -> Extents:
        what = at[-1]
        sizes = [
            self._within(1, limits[axis], rule, values, (*at, axis), f"{what} {'xyz'[axis]}")
            for axis, rule in enumerate(rules)
        ]
        x, y, z = [*sizes, 1, 1][:3]
        return x, y, z

    def _within(
        self, lowest: int, most: int, rule: LaunchRule, values: Mapping[str, int], at: KeyPath, what: str
    ) -> int:
        value = self._evaluate(rule, values, at)
        if lowest <= value <= most:
            return value
        got = f"(got {value} from '{rule.text}' for {_shown(values)})"
        if value < lowest:
            raise self.error_at(at, f"{what} must be at least {lowest} {got}")
        raise self._limit_at(at, f"{what} must be at most {most} {got}")

    def _evaluate(self, rule: LaunchRule, values: Mapping[str, int], key_path: KeyPath) -> int:
        try:
            return rule.evaluate(values)
        except RuleError as error:
            raise self.error_at(key_path, str(error)) from None


@functools.lru_cache(maxsize=1024)
def _computed(args: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    return tuple(
        (position, text)
        for position, argument in enumerate(args)
        for text in leaves([argument])
        if text in BLOCK_NAMES or not text.isidentifier()
    )


def _shown(values: Mapping[str, int]) -> str:
    names = [name for name in values if name not in (*BLOCK_NAMES, "inp_offset", "out_offset")]
    return ", ".join([*(f"{name}={values[name]}" for name in names), f"block={block_text(block_of(values))}"])
