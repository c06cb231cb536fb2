"""A kernel's launches: as declared, and as planned for one shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .language import CompiledConstant, Constexpr
from .launch_rule import LaunchRule
from .shape import Block


@dataclass(frozen=True)
class KernelLaunch:
    """One launch as declared, independent of a shape."""

    entry: str
    """Symbol of the ``__global__`` function, or its C++ name."""
    args: tuple[str, ...]
    """Argument of each parameter, in order: a name, a rule or a number."""
    grid: tuple[LaunchRule, ...]
    """Grid size in blocks; one to three rules, for x, y and z."""
    smem_bytes: LaunchRule
    """Size of the dynamic shared memory, in bytes."""
    block: tuple[LaunchRule, ...] | None = None
    """Block size in threads; one to three rules, for x, y and z. None for the case's block."""
    cluster: tuple[LaunchRule, ...] | None = None
    """Cluster size in blocks; one to three rules, for x, y and z. None for the size compiled into the kernel."""
    cooperative: bool = False
    """Whether the launch is cooperative, so that the whole grid can synchronise."""
    when: LaunchRule | None = None
    """Condition for the launch; None for always."""
    constexprs: tuple[tuple[str, Constexpr], ...] = ()
    """Constants that a Triton kernel is compiled with, by parameter."""
    has_heuristics: bool = False
    """Whether ``triton.heuristics`` computes further constants from the values of the arguments."""


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
