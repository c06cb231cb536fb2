"""A variant: one kernel, or a few launched in a row, with all that is needed to launch it on what it claims.

A `Variant` is made from a declaration by `harness.spec.discovery.load_variant` and only answers questions:
which shapes are inside its claim, what to launch, with which macros, with how much scratch memory. It
compiles and runs nothing.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import SpecError
from ..operation.catalogue import DEFAULT, shipped_operations
from ..operation.model import Operation
from ..ptx.limits import MAX_BLOCK, MAX_BLOCK_THREADS, MAX_CLUSTER_BLOCKS, MAX_GRID
from .launch_rule import BLOCK_NAMES, Rule, RuleError
from .scalar_types import SCALAR_TYPES as SCALAR_TYPES
from .toml_document import KeyPath

_FLOAT = re.compile(r"-?(?:\d+\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+)")
_rule = functools.lru_cache(maxsize=256)(Rule.parse)

Block = tuple[int, int, int]
"""Threads of a block in x, y and z."""

WARP = 32
"""Threads of a warp on every NVIDIA GPU so far (CUDA C++ Programming Guide, "Hardware implementation")."""

USUAL_THREADS = 256
"""The block size that most kernels are written around."""


@dataclass(frozen=True)
class Shape:
    """Size of one problem; strides are in elements, from the start of a row to the start of the next."""

    n_rows: int
    n_cols: int
    inp_stride: int
    out_stride: int


@dataclass(frozen=True)
class KernelLaunch:
    """One launch as declared, before there is a shape.

    Parameters
    ----------
    entry : str
        Symbol of the ``__global__`` function, or its C++ name.
    args : tuple of str
        What each parameter receives, in order: a name, a rule or a number.
    grid : tuple of Rule
        One to three rules, for x, y and z.
    smem_bytes : Rule
        Dynamic shared memory.
    block : tuple of Rule or None
        One to three rules for this launch's own block; None for the case's block.
    cluster : tuple of Rule or None
        One to three rules for the blocks of a cluster; None for what the kernel was compiled for.
    cooperative : bool
        Whether the grid may synchronise.
    when : Rule or None
        Condition under which the launch is made; None for always.
    """

    entry: str
    args: tuple[str, ...]
    grid: tuple[Rule, ...]
    smem_bytes: Rule
    block: tuple[Rule, ...] | None = None
    cluster: tuple[Rule, ...] | None = None
    cooperative: bool = False
    when: Rule | None = None


@dataclass(frozen=True)
class PlannedLaunch:
    """One launch for one shape, block and type, every number known.

    `numbers` has the value of each argument that is a rule or a number, by its text.
    """

    entry: str
    args: tuple[str, ...]
    grid: tuple[int, int, int]
    block: Block
    smem_bytes: int
    cluster: tuple[int, int, int] | None = None
    cooperative: bool = False
    numbers: Mapping[str, int | float] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Scratch:
    """A buffer in global memory for the launches of one variant; its content is undefined at first."""

    name: str
    bytes: Rule


@dataclass(frozen=True, kw_only=True)
class Variant:
    """What one ``.cu`` file declares; docs/declaration.md describes each key.

    Parameters
    ----------
    id : str
        Stem of the file's name.
    path : Path
        The file.
    line : int
        1-based line of the declaration's opening.
    summary, source : str
        What the kernel does, and where the idea comes from.
    blocks : tuple of Block
        Every block shape it claims to work with, in declared order.
    launches : tuple of KernelLaunch
        One or more, in launch order.
    dtypes : tuple of str
        Element types, names of `SCALAR_TYPES`.
    operation : Operation
        What it computes.
    constants : mapping of str to float
        Values of the operation's scalars that the kernel counts on.
    arithmetic : str
        Name that selects the error bound.
    parallel : Rule or None
        How many threads share the sum of one row; None for one.
    requires : tuple of Rule
        Conditions of the claimed domain, all of which must hold.
    scratch : tuple of Scratch
        Buffers beside ``inp`` and ``out``.
    defines : mapping of str to Rule, str or int
        Macros.
    compile_options : tuple of str
        Further options for the compiler.
    baseline : str or None
        Id of the variant that this one is timed against.
    known_issue : str or None
        ``reason-code: text`` of a fault that the variant is known to have.
    found : tuple of str
        Ids of further cases to check, from files of found cases (`harness.spec.found_cases`).
    lines : mapping of tuple to int
        Lines of the keys, for errors that show only when a rule is worked out.
    """

    id: str
    path: Path
    line: int
    summary: str
    source: str
    blocks: tuple[Block, ...]
    launches: tuple[KernelLaunch, ...]
    dtypes: tuple[str, ...] = ("float32",)
    operation: Operation = field(default_factory=lambda: shipped_operations()[DEFAULT])
    constants: Mapping[str, float] = field(default_factory=dict, hash=False)
    arithmetic: str = "ieee"
    parallel: Rule | None = None
    requires: tuple[Rule, ...] = ()
    scratch: tuple[Scratch, ...] = ()
    defines: Mapping[str, Rule | str | int] = field(default_factory=dict, hash=False)
    compile_options: tuple[str, ...] = ()
    baseline: str | None = None
    known_issue: str | None = None
    found: tuple[str, ...] = ()
    lines: Mapping[KeyPath, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def given(self) -> frozenset[str]:
        """Names of the operation's vectors and scalars that some kernel takes."""
        passed = {name for launch in self.launches for name in launch.args}
        return frozenset(passed.intersection(self.operation.roles))

    @property
    def usual_block(self) -> Block:
        """The declared block nearest to `USUAL_THREADS` threads by ratio; of two as near, the first."""
        return min(self.blocks, key=lambda block: abs(math.log(math.prod(block) / USUAL_THREADS)))

    @property
    def instances(self) -> tuple[str, ...]:
        """Entries that are C++ names, which the compiler has to be told of; each once, in launch order."""
        return tuple(dict.fromkeys(each.entry for each in self.launches if not each.entry.isidentifier()))

    def unmet(
        self, shape: Shape, block: Block, dtype: str, *, inp_offset: int = 0, out_offset: int = 0
    ) -> str | None:
        """Tell why a shape is outside the claimed domain.

        Parameters
        ----------
        shape : Shape
            The problem.
        block : Block
            The case's block.
        dtype : str
            Name of the element type.
        inp_offset, out_offset : int
            Elements that the first row is off a 256-byte boundary.

        Returns
        -------
        str or None
            Text of the first rule of ``requires`` that does not hold; None when all hold.

        Raises
        ------
        SpecError
            A rule has no value here, such as by a division by zero.
        """
        values = rule_values(shape, block, dtype, inp_offset=inp_offset, out_offset=out_offset)
        for index, rule in enumerate(self.requires):
            if not self._evaluate(rule, values, ("requires", index)):
                return rule.text
        return None

    def plan(self, shape: Shape, block: Block, dtype: str) -> tuple[PlannedLaunch, ...]:
        """Work out every launch for a shape, in launch order; one whose `when` does not hold is left out.

        Raises
        ------
        SpecError
            A rule has no value, a grid, block or shared-memory size is outside what any GPU can launch, or there
            is nothing to launch.
        """
        values = rule_values(shape, block, dtype)
        made = [index for index, launch in enumerate(self.launches) if self._is_made(index, launch, values)]
        if not made:
            raise self.error_at(
                ("launch",),
                f"a claimed shape must have a launch (got none whose 'when' holds for {_shown(values)})",
            )
        return tuple(self._plan_launch(index, values, block) for index in made)

    def _is_made(self, index: int, launch: KernelLaunch, values: Mapping[str, int]) -> bool:
        return launch.when is None or bool(self._evaluate(launch.when, values, ("launch", index, "when")))

    def macros(self, block: Block, dtype: str) -> tuple[tuple[str, str], ...]:
        """Macros to compile with: the harness's own first, then the declared ones in declared order.

        Returns
        -------
        tuple of (str, str)
            ``KH_SCALAR`` (the element type in CUDA C++), ``KH_DTYPE_<TYPE>`` = 1, and the ``defines``.

        Raises
        ------
        SpecError
            A rule among the ``defines`` has no value.
        """
        scalar = SCALAR_TYPES[dtype]
        values = _block_values(block, scalar.itemsize)
        declared = [
            (
                name,
                str(self._evaluate(value, values, ("defines", name)) if isinstance(value, Rule) else value),
            )
            for name, value in self.defines.items()
        ]
        return (("KH_SCALAR", scalar.c_name), (scalar.macro, "1"), *declared)

    def scratch_bytes(self, shape: Shape, block: Block, dtype: str) -> dict[str, int]:
        """Size of each scratch buffer in bytes, in declared order.

        Raises
        ------
        SpecError
            A rule has no value or a negative one.
        """
        values = rule_values(shape, block, dtype)
        sizes: dict[str, int] = {}
        for index, scratch in enumerate(self.scratch):
            key: KeyPath = ("scratch", index, "bytes")
            sizes[scratch.name] = self._at_least(0, scratch.bytes, values, key, "a scratch buffer")
        return sizes

    def lanes(self, shape: Shape, block: Block, dtype: str) -> int:
        """How many threads share the sum of one row: the value of ``parallel``, 1 without it.

        Raises
        ------
        SpecError
            The rule has no value or one below 1.
        """
        if self.parallel is None:
            return 1
        return self._at_least(1, self.parallel, rule_values(shape, block, dtype), ("parallel",), "parallel")

    def error_at(self, key_path: KeyPath, message: str) -> SpecError:
        """Make the error for one key of this declaration, at the key's own line."""
        for length in range(len(key_path), 0, -1):
            if key_path[:length] in self.lines:
                return SpecError(message, path=self.path, line=self.lines[key_path[:length]])
        return SpecError(message, path=self.path, line=self.line)

    def _launch_key(self, index: int, key: str) -> KeyPath:
        """Way to a key of a launch, be it declared at the top or in a table of its own."""
        own: KeyPath = ("launch", index, key)
        return own if own in self.lines or ("launch", index) in self.lines else (key,)

    def _plan_launch(self, index: int, values: Mapping[str, int], block: Block) -> PlannedLaunch:
        launch = self.launches[index]
        if launch.block is not None:
            block_key = self._launch_key(index, "block")
            block = self._sizes(launch.block, values, block_key, "block", MAX_BLOCK)
            if math.prod(block) > MAX_BLOCK_THREADS:
                raise self.error_at(
                    block_key,
                    f"a block has at most {MAX_BLOCK_THREADS} threads "
                    f"(got {math.prod(block)} for {_shown(values)})",
                )
            # In a launch with a block of its own, block_x/y/z are that block's.
            values = {**values, **dict(zip(("block_x", "block_y", "block_z"), block, strict=True))}
        grid = self._sizes(launch.grid, values, self._launch_key(index, "grid"), "grid", MAX_GRID)
        smem_bytes = self._at_least(
            0, launch.smem_bytes, values, self._launch_key(index, "smem_bytes"), "smem_bytes"
        )
        cluster = None
        if launch.cluster is not None:
            cluster_key = self._launch_key(index, "cluster")
            limits = (MAX_CLUSTER_BLOCKS,) * 3
            cluster = self._sizes(launch.cluster, values, cluster_key, "cluster", limits)
            self._check_cluster(cluster, grid, values, cluster_key)
        numbers = {
            text: self._number(text, values, (*self._launch_key(index, "args"), position))
            for position, text in enumerate(launch.args)
            if text in BLOCK_NAMES or not text.isidentifier()
        }
        return PlannedLaunch(
            launch.entry, launch.args, grid, block, smem_bytes, cluster, launch.cooperative, numbers
        )

    def _number(self, text: str, values: Mapping[str, int], key_path: KeyPath) -> int | float:
        # As TOML's numbers are written; a rule has no point and no exponent.
        if _FLOAT.fullmatch(text):
            return float(text)
        return self._evaluate(_rule(text), values, key_path)

    def _check_cluster(
        self,
        cluster: tuple[int, int, int],
        grid: tuple[int, int, int],
        values: Mapping[str, int],
        key_path: KeyPath,
    ) -> None:
        if math.prod(cluster) > MAX_CLUSTER_BLOCKS:
            raise self.error_at(
                key_path,
                f"a cluster has at most {MAX_CLUSTER_BLOCKS} blocks (got {math.prod(cluster)} for {_shown(values)})",
            )
        if any(blocks % size for blocks, size in zip(grid, cluster, strict=True)):
            raise self.error_at(
                key_path,
                f"the grid must consist of whole clusters of {block_text(cluster)} "
                f"(got a grid of {block_text(grid)} for {_shown(values)})",
            )

    def _sizes(
        self,
        rules: tuple[Rule, ...],
        values: Mapping[str, int],
        key_path: KeyPath,
        what: str,
        limits: tuple[int, int, int],
    ) -> tuple[int, int, int]:
        sizes = [1, 1, 1]
        for axis, rule in enumerate(rules):
            size = self._at_least(1, rule, values, (*key_path, axis), f"{what} {'xyz'[axis]}")
            if size > limits[axis]:
                raise self.error_at(
                    (*key_path, axis),
                    f"{what} {'xyz'[axis]} must be at most {limits[axis]} "
                    f"(got {size} from '{rule.text}' for {_shown(values)})",
                )
            sizes[axis] = size
        return sizes[0], sizes[1], sizes[2]

    def _at_least(
        self, lowest: int, rule: Rule, values: Mapping[str, int], key_path: KeyPath, what: str
    ) -> int:
        value = self._evaluate(rule, values, key_path)
        if value < lowest:
            raise self.error_at(
                key_path,
                f"{what} must be at least {lowest} (got {value} from '{rule.text}' for {_shown(values)})",
            )
        return value

    def _evaluate(self, rule: Rule, values: Mapping[str, int], key_path: KeyPath) -> int:
        try:
            return rule.evaluate(values)
        except RuleError as error:
            raise self.error_at(key_path, str(error)) from None


def rule_values(
    shape: Shape, block: Block, dtype: str, *, inp_offset: int = 0, out_offset: int = 0
) -> dict[str, int]:
    """Value of every name that a rule may use, for one shape, block and type.

    ``inp_offset`` and ``out_offset`` may be named in ``requires`` only; see docs/declaration.md.
    """
    return {
        "n_rows": shape.n_rows,
        "n_cols": shape.n_cols,
        "inp_stride": shape.inp_stride,
        "out_stride": shape.out_stride,
        **_block_values(block, SCALAR_TYPES[dtype].itemsize),
        "inp_offset": inp_offset,
        "out_offset": out_offset,
    }


def block_text(block: Block) -> str:
    """Write a block as ids do: ``256``, ``32x4``, ``8x8x4``, without trailing ones."""
    sizes = list(block)
    while len(sizes) > 1 and sizes[-1] == 1:
        sizes.pop()
    return "x".join(str(size) for size in sizes)


def _block_values(block: Block, itemsize: int) -> dict[str, int]:
    return {
        "block_x": block[0],
        "block_y": block[1],
        "block_z": block[2],
        "warp": WARP,
        "itemsize": itemsize,
    }


def _shown(values: Mapping[str, int]) -> str:
    names = ("n_rows", "n_cols", "inp_stride", "out_stride")
    block = block_text((values["block_x"], values["block_y"], values["block_z"]))
    return ", ".join([*(f"{name}={values[name]}" for name in names), f"block={block}"])
