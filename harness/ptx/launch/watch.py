"""What a launch is watched for beside bounds and alignment."""

from __future__ import annotations

from dataclasses import dataclass

from ..layout import WATCH_COUNTS, WATCH_DEFINED, WATCH_DEFINED_FAST, WATCH_RACES, WATCH_RACES_FAST

MAX_SEED = 2**31 - 1


@dataclass(frozen=True)
class Watch:
    """What to observe, and in which order things happen.

    Parameters
    ----------
    races : bool
        Accesses of two threads to one place, one of them a write, that nothing orders.
    is_again : bool
        The same launch on other values has been looked at. Races of kernels that the quick look cannot follow, those
        with clusters, mbarriers, bulk copies or a grid that synchronises, are not looked for a second time.
    undefined : bool
        Reads of memory that was never written, whose value then matters.
    counts : bool
        Exact counts of memory traffic and instructions.
    schedule : int or None
        Seed, 0 to `MAX_SEED`, of an order of blocks, warps and lanes that a GPU may take as well; None is the
        converged order, blocks and warps ascending. A seed gives the same order whatever the number of cores.
    perturbation : int or None
        Seed, 0 to `MAX_SEED`, of errors within their documented bounds that approximate instructions make; None
        rounds them correctly. An error depends on the seed, the instruction and its operands alone.

    Raises
    ------
    ValueError
        A seed is out of range.
    """

    races: bool = False
    is_again: bool = False
    undefined: bool = False
    counts: bool = False
    schedule: int | None = None
    perturbation: int | None = None

    def __post_init__(self) -> None:
        for name, seed in (("schedule", self.schedule), ("perturbation", self.perturbation)):
            if seed is not None and not 0 <= seed <= MAX_SEED:
                raise ValueError(f"{name} must be a seed from 0 to {MAX_SEED} (got {seed})")

    @property
    def first(self) -> int:
        """Bits of ``kh_launch.watch`` in the launch itself, which runs on all cores."""
        return (
            WATCH_RACES_FAST * self.races + WATCH_DEFINED_FAST * self.undefined + WATCH_COUNTS * self.counts
        )

    @property
    def first_closer(self) -> int:
        """The same bits with the closer look at races, for a kernel that the quick one cannot follow."""
        return self.first & ~WATCH_RACES_FAST | WATCH_RACES

    def closer(self, suspects: int) -> int:
        """Bits for the closer look: the same launch again, its blocks one after another on one core.

        Parameters
        ----------
        suspects : int
            ``kh_launch.suspects`` of the launch; 0 makes a closer look unnecessary.
        """
        bits = 0
        if suspects & WATCH_RACES_FAST:
            bits |= WATCH_RACES
        if suspects & WATCH_DEFINED_FAST:
            bits |= WATCH_DEFINED
        return bits


def seed_word(seed: int | None) -> int:
    """Return what the runtime takes for a seed: 0 for none."""
    return 0 if seed is None else seed + 1


UNWATCHED = Watch()
