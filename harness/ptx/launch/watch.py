"""Optional checks of a launch, in addition to bounds and alignment, and its schedule."""

from __future__ import annotations

from ...lazy import dataclass
from ..fault import Site
from ..layout import WATCH_COUNTS, WATCH_DEFINED, WATCH_DEFINED_FAST, WATCH_RACES, WATCH_RACES_FAST

MAX_SEED = 2**31 - 1


@dataclass(frozen=True)
class Watch:
    races: bool = False
    """Whether to run racecheck: find conflicting accesses of two threads without a happens-before relation."""
    is_again: bool = False
    """Whether the same launch has been checked with other values. Racecheck then skips kernels that the screening
    pass cannot follow: those with clusters, mbarriers, bulk copies or a grid that synchronises."""
    undefined: bool = False
    """Whether to run initcheck: find uses of uninitialised memory."""
    counts: bool = False
    branches: bool = False
    """Whether to count instructions only, for `harness.ptx.launch.counts`."""
    schedule: int | None = None
    """Seed, 0 to `MAX_SEED`, of an order of blocks, warps and lanes that a GPU may take; None is the converged
    order, blocks and warps ascending. The order depends on the seed and not on the number of cores."""
    perturbation: int | None = None
    """Seed, 0 to `MAX_SEED`, of errors of approximate instructions within their documented bounds; None rounds
    their results correctly. An error depends on the seed, the instruction and its operands alone."""
    drawing: int | None = None
    """Seed, 0 to `MAX_SEED`, of random rounding: each inexact result of a float instruction becomes one of the two
    numbers around it, and is right on average. None rounds as PTX says. Excludes checks and counts. The schedule then
    holds only for kernels with atomic operations."""
    draws_evenly: bool = False
    """Whether, with `drawing`, every inexact result moves with probability 1/2, however near the exact one it is."""
    drawn_line: tuple[int, int] | None = None
    """Number of a file, and line: with `drawing`, only the instructions of this source line are drawn, with those of
    functions that it calls and that are inlined; None is all."""

    def __post_init__(self) -> None:
        if self.drawing is not None and (self.may_run_again or self.counts or self.branches):
            raise ValueError("a drawn launch takes no checks and no counts")
        for name in ("schedule", "perturbation", "drawing"):
            seed = getattr(self, name)
            if seed is not None and not 0 <= seed <= MAX_SEED:
                raise ValueError(f"{name} must be a seed from 0 to {MAX_SEED} (got {seed})")

    @property
    def may_run_again(self) -> bool:
        """Whether a suspicion makes a launch run again, from a copy of its memory."""
        return self.races or self.undefined

    @property
    def first(self) -> int:
        """Bits of ``kh_launch.watch`` for the screening pass, on all cores."""
        return (
            WATCH_RACES_FAST * self.races + WATCH_DEFINED_FAST * self.undefined + WATCH_COUNTS * self.counts
        )

    def exact(self, suspects: int) -> int:
        """Bits for the exact pass: the same launch again, its blocks one after another on one core."""
        bits = 0
        if suspects & WATCH_RACES_FAST:
            bits |= WATCH_RACES
        if suspects & WATCH_DEFINED_FAST:
            bits |= WATCH_DEFINED
        elif bits and self.undefined:
            bits |= WATCH_DEFINED_FAST  # what this launch writes, a later one may read
        return bits


def seed_word(seed: int | None) -> int:
    return 0 if seed is None else seed + 1


UNWATCHED = Watch()


_COMBINING = frozenset({"atom", "red", "reduce"})


def meets_in_memory(site: Site) -> bool:
    """Whether threads meet at a site's memory in the order in which they come, which the roundings of a sum show."""
    return not _COMBINING.isdisjoint(site.opcode.split("."))


FIRST_EVEN = 8
"""Number of the first drawn launch that draws evenly, which shows terms that rounding absorbs."""
_ROUNDING = frozenset(
    {"add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt", "cvt", "mma", "wmma", "wgmma", "atom", "red"}
)
_FLOATS = frozenset({"f16", "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64"})


def rounds(site: Site) -> bool:
    """Whether a drawn launch may move the results of a site's instruction."""
    name, *words = site.opcode.split(".")
    return name in _ROUNDING and not _FLOATS.isdisjoint(words)


def drawn(number: int, line: tuple[int, int] | None = None) -> Watch:
    """Return the watch of a drawn launch: roundings, errors of approximations and the order of threads are drawn.

    Those from `FIRST_EVEN` on are even. With `line`, the number of a file and a line, only the roundings of that source
    line are drawn.
    """
    if line is not None:
        return Watch(drawing=number, drawn_line=line)
    # Seeds of this remainder draw each approximation's error (perturb.c); others push all errors to one side.
    return Watch(
        schedule=number, perturbation=3 * number + 2, drawing=number, draws_evenly=number >= FIRST_EVEN
    )
