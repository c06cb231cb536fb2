"""A kernel's generated code, and the facts about the kernel that a launch needs.

It is cached between processes. A launch of cached code imports this module and neither the parser nor the instruction
table.
"""

from __future__ import annotations

import ctypes
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ...lazy import dataclass, field
from ..fault import Site
from ..text.declared import LaunchDirectives, Variable

if TYPE_CHECKING:
    from .counting import CountedComparison, CountedInstruction
    from .traced import TracedInstruction


class Frame(NamedTuple):
    shared: dict[str, int]
    static_shared_bytes: int
    """Shared memory that the kernel declares itself."""
    dynamic_offset: int
    locals: dict[str, int]
    local_bytes: int
    frame_bytes: int
    """Local memory of a thread without the call stack."""
    params: dict[str, int]
    param_bytes: int
    module: dict[str, int]
    """Device addresses of ``.global`` and ``.const`` variables."""


@dataclass(frozen=True)
class KernelCode:
    """A kernel in LLVM IR and the facts that a launch needs."""

    name: str
    symbol: str
    llvm_ir: str
    lane_code: dict[str, str]
    """Functions that the code calls, by name: what the text says decides the name, so that kernels share them."""
    sites: tuple[Site, ...]
    """Places in the PTX, which faults refer to by index."""
    frame: Frame
    params: tuple[Variable, ...]
    register_bytes: int
    is_ordered: bool
    """Whether blocks must run one after another: the kernel has atomics on memory that blocks share, and their
    result would depend on the speed of the workers."""
    reads_undefined: bool
    """Whether some path reads a register that it has not written."""
    reads_all_lanes: bool
    """Whether an instruction reads registers of lanes that do not execute it."""
    library: frozenset[str]
    """CUDA library functions that the kernel calls, of `harness.ptx.reading.inline.LIBRARY`."""
    copies_async: bool
    """Whether the kernel has asynchronous copies, which take memory until they are waited for."""
    uses_mbarriers: bool
    has_asyncs: bool
    """Whether the kernel has operations that complete on an ``mbarrier`` or in a bulk group."""
    has_slices: bool
    """Whether the kernel forms addresses in the shared memory of other blocks of its cluster."""
    limits: LaunchDirectives
    stack_bytes: int
    """Upper bound of the function's native stack."""
    n_instructions: int
    """PTX instructions, after calls were expanded."""
    counted: tuple[CountedInstruction, ...] = ()
    """The counted instructions and their counters; empty for code that does not count."""
    n_count_words: int = 0
    """Counters that generated code adds to, 0 for code that does not count; the counters of the sites follow them."""
    comparisons: tuple[CountedComparison, ...] = ()
    fed_by: dict[str, frozenset[int]] = field(default_factory=dict)
    """PTX lines of the instructions that a counted guard's value comes from, by the guard's name."""
    site_flags: tuple[int, ...] = ()
    """For each site its effect on memory, bits of ``enum kh_site_flag``."""
    may_wait: bool = False
    """Whether the kernel reads global memory by atomics or strong loads, as blocks that wait for each other do."""
    granule_shift: int = 0
    shared_granule_shift: int = 0
    """`granule_shift`, `shared_granule_shift`: log2 of the size in bytes of the smallest element that any site may
    access in global and in shared memory."""
    traced: tuple[TracedInstruction, ...] = ()
    """The instructions that records of a launch name by index; empty for code that does not record."""
    controlled_by: tuple[tuple[int, ...], ...] = ()
    """For each basic block the blocks whose last instruction decides whether it runs; empty without recording."""
    block_places: tuple[tuple[tuple[int, int], ...], ...] = ()
    """For each basic block the source lines of its instructions: number of the file, and line."""

    @cached_property
    def native_flags(self) -> ctypes.Array[ctypes.c_uint32]:
        flags = self.site_flags or (0,)
        return (ctypes.c_uint32 * len(flags))(*flags)
