"""Finds which operation a kernel computes: ranks those whose arrays fit its parameters, and runs likely launches."""

from __future__ import annotations

import heapq
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..operation.model import Operation
from ..operation.size import N_COLS, STRIDES
from ..variant.variant import Block
from ..verdict import CaseResult, Reason, Verdict
from .drafts.draft import Draft
from .drafts.shared_memory import GENEROUS_SHARED
from .fitting.array_fit import Fit, Misfit, fit
from .fitting.recognition import rank
from .launches.launch import HostLaunch
from .reading.compiled_kernel import Compiled
from .reading.signature import KernelSignature
from .styles.rows import LaunchStyle
from .styles.shapes import MOST_THREADS, shape_styles
from .styles.tiles import host_styles, in_whole_tiles, needs_whole_tiles, takes_size
from .trials.trial import Trial, styled

MOST_PROBES = 300
"""Launches of one kernel that are tried before its operation counts as unknown."""
MOST_SECONDS = 20.0
"""Time after which no further launch of one kernel is tried."""
_MOST_FITS = 120
_LATER_SHARE = 4
"""A further instance or element type gets this part of the launches of the first; all together get as many again."""
_OF_HOST = 1.0
"""How much likelier the launch of host code is than the likeliest other."""
_OF_TILES = 0.8
"""How much less likely it is that a kernel needs whole tiles."""
_AFTER_NEAR = 24
"""Further launches that are tried after one whose results are off by no more than another arithmetic explains."""


@dataclass(frozen=True)
class Nearest:
    """An operation that a kernel might compute, and how far its results were from it."""

    operation: str
    """Name of the operation."""
    args: tuple[str, ...]
    """Arguments of the launch."""
    why: str
    """What was wrong with the results."""


@dataclass(frozen=True)
class Found:
    """A launch with right results."""

    draft: Draft
    """Declaration with the blocks that were right."""
    fit: Fit
    """Operation and arguments."""
    style: LaunchStyle
    """How threads share the work."""
    also: tuple[str, ...]
    """Other operations whose arrays fit, the likeliest first."""


def fits_of(
    kernel: KernelSignature,
    compiled: Compiled,
    given: Mapping[str, str],
    operations: Sequence[Operation],
) -> tuple[tuple[Fit, ...], tuple[Misfit, ...]]:
    """Return the readings of a kernel as any of some operations, the likeliest first, and why others do not fit."""
    fitting: list[Fit] = []
    misfits: list[tuple[float, Misfit]] = []
    for operation in operations:
        cost = rank(kernel, operation)
        found = fit(kernel, compiled.facts, given, operation)
        if isinstance(found, Misfit):
            misfits.append((cost, found))
        else:
            fitting += [replace(each, cost=cost + each.cost) for each in found]
    fitting.sort(key=lambda each: each.cost)
    misfits.sort(key=lambda each: (each[0], -each[1].n_fitting))
    return tuple(fitting), tuple(misfit for _, misfit in misfits)


class OperationSearch:
    """Runs launches of a kernel until the results are those of an operation."""

    def __init__(
        self,
        kernel: KernelSignature,
        trial: Trial,
        clock: Callable[[], float],
        arithmetic: Callable[[Operation], str],
        most_probes: int = MOST_PROBES,
        launches: Sequence[HostLaunch] = (),
    ) -> None:
        self._kernel = kernel
        self._trial = trial
        self._clock = clock
        self._arithmetic = arithmetic
        self._host_launches = launches
        self._most_probes = most_probes
        self._later_probes = most_probes
        self._is_first = True
        self._until = math.inf
        self._outcomes: dict[str, tuple[float, Nearest]] = {}
        self.n_probes = 0

    @property
    def nearest(self) -> tuple[Nearest, ...]:
        """The operations that were tried, those with the fewest wrong elements first."""
        return tuple(each for _, each in sorted(self._outcomes.values(), key=lambda each: each[0]))

    def find(self, draft: Draft, fits: Sequence[Fit], compiled: Compiled) -> Found | None:
        """Return the first launch with right results."""
        near: list[tuple[Fit, LaunchStyle, Draft]] = []
        left = self._allowed()
        for each, style, block in self._launches(fits, compiled, 4.0 if draft.defines else 1.2):
            if left <= 0 or self._clock() > self._until:
                break
            left -= 1
            wanted = self._draft(draft, each, style, block, compiled)
            result = self._probe(wanted, each)
            if result is None or not self._trial.is_near(result):
                continue
            if result.verdict is not Verdict.PASS:
                left = min(left, _AFTER_NEAR) if not near else left
                near.append((each, style, wanted))
                continue
            found = self._settled(each, style, wanted, fits, compiled)
            if found is not None:
                return found
        for each, style, wanted in near[:4]:
            found = self._settled(each, style, wanted, fits, compiled)
            if found is not None:
                return found
        return None

    def _allowed(self) -> int:
        """Return how many launches the next instance or element type gets."""
        if self._is_first:
            self._is_first = False
            return self._most_probes
        allowed = min(self._later_probes, self._most_probes // _LATER_SHARE)
        self._later_probes -= allowed
        return allowed

    def _settled(
        self, each: Fit, style: LaunchStyle, wanted: Draft, fits: Sequence[Fit], compiled: Compiled
    ) -> Found | None:
        if not self._trial.is_right(wanted):
            return None
        wanted, style = self._smallest(wanted, style, each, compiled)
        settled = self._trial.settled(wanted, style, compiled)
        if settled is None:
            return None
        others = dict.fromkeys(other.operation.name for other in fits)
        others.pop(each.operation.name)
        return Found(settled, each, style, tuple(others))

    def _smallest(
        self, wanted: Draft, style: LaunchStyle, each: Fit, compiled: Compiled
    ) -> tuple[Draft, LaunchStyle]:
        """Return the launch with the fewest blocks that is right where launches differ: on rows longer than a block.

        A kernel that loops over blocks is right with any grid; the likeliest is kept.
        """
        if "nctaid.x" in compiled.facts.indices or style.requires:
            return wanted, style
        is_right_wide = self._trial.is_right_wide(wanted)
        for other in sorted(shape_styles(each.operation, compiled.facts), key=lambda one: one.n_threads):
            if other == style and is_right_wide:
                break
            if (
                other == style
                or other.requires
                or other.n_threads > MOST_THREADS
                or (is_right_wide and other.n_threads >= style.n_threads)
            ):
                continue
            blocks = [block for block in other.blocks if compiled.takes(block)]
            block = wanted.block[0] if wanted.block[0] in blocks else blocks[0] if blocks else None
            if block is None:
                continue
            tried = replace(wanted, grid=other.grid, parallel=other.parallel, block=(block,))
            if self._trial.is_right_wide(tried) and self._trial.is_right(tried):
                return tried, other
        return wanted, style

    def _probe(self, draft: Draft, each: Fit) -> CaseResult | None:
        self.n_probes += 1
        result = self._trial.probe(draft)
        # The first case also takes the time that its code takes to load.
        self._until = min(self._until, self._clock() + MOST_SECONDS)
        distance = _distance(result)
        name = each.operation.name
        if name not in self._outcomes or distance < self._outcomes[name][0]:
            self._outcomes[name] = (distance, Nearest(name, each.reading.args, _why(result)))
        return result

    def _draft(self, draft: Draft, each: Fit, style: LaunchStyle, block: Block, compiled: Compiled) -> Draft:
        wanted = styled(draft, each.reading, style, block)
        atomic = {
            name for name, use in zip(each.reading.args, compiled.facts.uses, strict=False) if use.is_atomic
        }
        is_float = any(array.name in atomic and not array.is_integer for array in each.operation.arrays)
        return replace(
            wanted,
            operation=each.operation.name,
            arithmetic=self._arithmetic(each.operation),
            smem_bytes=GENEROUS_SHARED if compiled.has_dynamic_shared else "0",
            deterministic=not is_float,
        )

    def _launches(
        self, fits: Sequence[Fit], compiled: Compiled, of_block: float
    ) -> Iterator[tuple[Fit, LaunchStyle, Block]]:
        """Yield launches in the order of likelihood: of the reading, the style and the block together.

        `of_block` is the cost of the next block, which is higher if it has to be compiled.
        """
        weighed: list[tuple[float, int, Fit, LaunchStyle, Block]] = []
        number = 0
        may_be_tiles = compiled.facts.is_shared or "tid.y" in compiled.facts.indices
        for each in fits[:_MOST_FITS]:
            # Such a kernel cannot check bounds, so its author launches it for whole tiles.
            is_unbounded = not takes_size(each)
            for style in host_styles(self._kernel, self._host_launches, each):
                for block in style.blocks:
                    if not compiled.takes(block):
                        continue
                    whole = in_whole_tiles(style, block, each.operation)
                    is_plain = whole is None or not needs_whole_tiles(style)
                    tried = [(0.4 if is_unbounded else 0.0, style)] if is_plain else []
                    tried += [(0.2, whole)] if whole is not None else []
                    for extra, one in tried:
                        number += 1
                        weighed.append((each.cost + extra - _OF_HOST, number, each, one, block))
            styles = shape_styles(each.operation, compiled.facts)
            if not _takes_columns(each):
                # The number of columns is then that of the threads, or a multiple.
                styles = tuple(sorted(styles, key=lambda style: not style.requires))
            for place, style in enumerate(styles):
                blocks = [block for block in style.blocks if compiled.takes(block)]
                for turn, block in enumerate(blocks):
                    number += 1
                    cost = each.cost + 0.6 * place + of_block * turn
                    weighed.append((cost, number, each, style, block))
                    whole = None
                    if may_be_tiles or is_unbounded:
                        whole = in_whole_tiles(style, block, each.operation)
                    if whole is not None:
                        number += 1
                        cost = each.cost + _OF_TILES + 0.3 * place + 0.5 * turn  # no block is usual for tiles
                        weighed.append((cost, number, each, whole, block))
        heapq.heapify(weighed)
        while weighed:
            _, _, each, style, block = heapq.heappop(weighed)
            yield each, style, block


def _takes_columns(each: Fit) -> bool:
    """Whether a kernel takes its number of columns, by itself or as a stride."""
    names = {N_COLS, *(size.name for size in each.operation.sizes if size.of == N_COLS)}
    strides = {*STRIDES, *(stride.name for stride in each.operation.strides)}
    return bool((names | strides) & set(each.reading.args))


def _distance(result: CaseResult) -> float:
    """Return how far results are from right: 0 if right, and more for a fault than for a wrong value."""
    if result.verdict is Verdict.PASS:
        return 0.0
    if result.verdict is Verdict.SKIP or not result.reasons:
        return 100.0
    reasons = set(result.reasons)
    if reasons == {Reason.WRONG_VALUE}:
        said = re.search(r"(\d+) of (\d+) elements", " ".join(each.message for each in result.findings))
        return 1.0 + (int(said[1]) / int(said[2]) if said else 1.0)
    return 3.0 + len(reasons)


def _why(result: CaseResult) -> str:
    if result.verdict is Verdict.PASS:
        return "right on the first case, wrong on larger ones"
    if not result.findings:
        return result.detail or result.verdict.value
    finding = next(
        (each for each in result.findings if each.reason is Reason.WRONG_VALUE), result.findings[0]
    )
    return (
        f"{finding.reason.value}: {finding.message.splitlines()[0]}"
        if finding.message
        else finding.reason.value
    )
