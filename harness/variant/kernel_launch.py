"""A kernel's launches, as declared and as planned for one shape; their arguments, and the languages of kernels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .launch_rule import LaunchRule
from .shape import Block

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
                yield LaunchRule.parse(text, names)

    def own_values(self, values: Mapping[str, int]) -> Mapping[str, int]:
        """Return the values for its rules. If the launch has its own block, the names of a block mean that block."""
        if self.block is None:
            return values
        # The rules of the block itself still see the block of the case.
        sizes = [rule.evaluate(values) for rule in self.block]
        return {**values, **dict(zip(BLOCK_SIZES, [*sizes, 1, 1], strict=False))}


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


@dataclass(frozen=True)
class Scratch:
    """A buffer in global memory for the launches of one variant. Its content is uninitialised at first."""

    name: str
    bytes: LaunchRule
