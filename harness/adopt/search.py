"""Finds what a kernel computes: runs the likeliest launches of all operations whose arrays fit, until one is right."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ..errors import HarnessError
from ..operation.model import Operation
from ..operation.size import N_COLS, STRIDES
from ..variant.launch_rule import MAX_TEXT_CHARS
from ..variant.variant import Block
from ..verdict import CaseResult, Reason, Verdict
from .completion import likely_arithmetic
from .drafts.draft import Draft
from .drafts.limits import GENEROUS_SHARED
from .fitting.array_fit import Fit, fits_of
from .fitting.instances import Instance
from .reading.compiled_kernel import Compiled
from .reading.signature import KernelSignature
from .styles.host import HostCall, host_styles, takes_size
from .styles.rows import LaunchStyle, looping_style
from .styles.shapes import MOST_THREADS, in_whole_tiles, likely_styles, needs_whole_tiles
from .trials.cases import ALIGNED
from .trials.trial import Trial, styled

MOST_PROBES = 300
"""Launches of one kernel that are tried before its operation counts as unknown."""
MOST_SECONDS = 20.0
"""Time after which no further launch of one kernel is tried."""
_MOST_FITS = 120
_LATER_SHARE = 4
"""A further instance or element type gets this part of the launches of the first; all together get as many again."""
_OF_TILES = 0.8
"""How much less likely it is that a kernel needs whole tiles."""
_OF_BLOCK, _OF_COMPILED_BLOCK = 1.2, 4.0
"""How much less likely each further block is. One that is a macro has to be compiled, so it comes later."""
_OF_BLOCK_OF_ROWS = 0.4
_AFTER_NEAR = 24
"""Further launches that are tried after one whose results are off by no more than another arithmetic explains."""
_AFTER_RACE = 60
"""Further launches that are tried after one that is right but for races: one without superfluous threads is better."""


_MOST_NEAR = 4
_MOST_OF_HOST = 60
"""Launches of host code, each by one reading of the parameters, that are tried."""
_NOT_COMPILED = " does not compile"
_INEXACT = frozenset((Reason.WRONG_VALUE, Reason.ROW_SUM))


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
class RightLaunch:
    """A launch with right results."""

    draft: Draft
    """Declaration with the blocks that were right."""
    operation: Operation
    """Operation that the kernel computes."""
    style: str = ""
    """How threads share the work."""
    place: str = ""
    """Host function whose launch it is; empty if it is a usual launch."""
    also: tuple[str, ...] = ()
    """Other operations whose arrays fit, the likeliest first."""


@dataclass(frozen=True)
class Candidate:
    """A declaration to try."""

    draft: Draft
    """The declaration with one block."""
    settled: Callable[[], RightLaunch | None]
    """Returns what is to be declared if the first case is right; None if others are wrong."""
    is_taken_at_once: bool = False
    """Whether no better one is looked for if threads race, or results are off by no more than another arithmetic
    explains."""


class Search:
    """Runs launches of a kernel until one is right."""

    def __init__(self, trial: Trial, most_seconds: float = MOST_SECONDS) -> None:
        self._trial = trial
        self._most_seconds = most_seconds
        self._until = math.inf
        self._outcomes: dict[str, tuple[float, Nearest]] = {}
        self.first_near: Draft | None = None
        """The first declaration that was right on its first case; None if none was."""

    @property
    def nearest(self) -> tuple[Nearest, ...]:
        """The operations that were tried, those with the smallest errors first."""
        return tuple(each for _, each in sorted(self._outcomes.values(), key=lambda each: each[0]))

    def first_right(self, candidates: Iterable[Candidate], left: float = math.inf) -> RightLaunch | None:
        """Return the first of at most `left` candidates that is right; one without races goes before one with."""
        near: list[Candidate] = []
        racing: RightLaunch | None = None
        for candidate in candidates:
            if left <= 0 or self._trial.search_clock() > self._until:
                break
            left -= 1
            result = self._probe(candidate.draft)
            if not self._trial.is_near(result):
                continue
            self.first_near = self.first_near or candidate.draft
            # Superfluous threads that repeat the work of others race, and an odd launch may be nearly right.
            if result.verdict is not Verdict.PASS and not candidate.is_taken_at_once:
                is_racing = not set(result.reasons) & _INEXACT
                left = min(left, _AFTER_RACE if is_racing else _AFTER_NEAR) if not near else left
                near.append(candidate)
                continue
            found = candidate.settled()
            if found is None:
                continue
            if candidate.is_taken_at_once or not self._trial.races(found.draft):
                return found
            left = min(left, _AFTER_RACE) if racing is None else left
            racing = racing or found
        return racing or next(filter(None, (each.settled() for each in near[:_MOST_NEAR])), None)

    def _probe(self, draft: Draft) -> CaseResult:
        result = self._trial.probe(draft)
        # The first case also takes the time that its code takes to load.
        self._until = min(self._until, self._trial.search_clock() + self._most_seconds)
        distance = _distance(result)
        name = draft.operation
        if name not in self._outcomes or distance < self._outcomes[name][0]:
            self._outcomes[name] = (distance, Nearest(name, draft.args, _why(result)))
        return result


class KernelSearch(Search):
    """Runs launches of a CUDA kernel: those of host code, and usual ones for any operation whose arrays fit."""

    def __init__(
        self,
        kernel: KernelSignature,
        trial: Trial,
        calls: Sequence[HostCall],
        given: Mapping[str, str],
        most_probes: int = MOST_PROBES,
        most_seconds: float = MOST_SECONDS,
    ) -> None:
        super().__init__(trial, most_seconds)
        self._kernel = kernel
        self._calls = calls
        self._given = given
        self._most_probes = most_probes
        self._later_probes = most_probes
        self._is_first = True
        self.wrong_calls: list[str] = []
        """Launches of host code whose results are wrong, a line for each."""

    def find_call(
        self, draft: Draft, instance: Instance, fits: Sequence[Fit], compiled: Compiled
    ) -> RightLaunch | None:
        """Return the first launch of host code with right results."""
        return self.first_right(
            self._candidates(draft, self._host_launches(instance, fits, compiled), compiled)
        )

    def find(self, draft: Draft, fits: Sequence[Fit], compiled: Compiled) -> RightLaunch | None:
        """Return the first usual launch with right results."""
        of_block = _OF_COMPILED_BLOCK if draft.defines else _OF_BLOCK
        launches = self._usual_launches(fits, compiled, of_block)
        found = self.first_right(self._candidates(draft, launches, compiled), self._allowed())
        if found is None:
            return None
        others = dict.fromkeys(other.operation.name for other in fits)
        others.pop(found.operation.name)
        return replace(found, also=tuple(others))

    def _candidates(
        self, draft: Draft, launches: Iterable[tuple[Fit, LaunchStyle, Block]], compiled: Compiled
    ) -> Iterator[Candidate]:
        for each, style, block in launches:
            self._trial.is_misaligned = False
            yield self._candidate(draft, each, style, block, compiled)
            if self._trial.is_misaligned and each.operation.has_one_matrix and not style.place:
                # The kernel accesses vectors: try rows aligned to them.
                reading = replace(each.reading, requires=(*each.reading.requires, *ALIGNED))
                yield self._candidate(draft, replace(each, reading=reading), style, block, compiled)

    def _candidate(
        self, draft: Draft, each: Fit, style: LaunchStyle, block: Block, compiled: Compiled
    ) -> Candidate:
        wanted = self._draft(draft, each, style, block, compiled)
        settled = partial(self._settled, each, style, wanted, compiled)
        return Candidate(wanted, settled, is_taken_at_once=bool(style.place))

    def _allowed(self) -> int:
        """Return how many launches the next instance or element type gets."""
        # The first is the likeliest. Without a limit, a template of twelve instances would take twelve times as long.
        if self._is_first:
            self._is_first = False
            return self._most_probes
        allowed = min(self._later_probes, self._most_probes // _LATER_SHARE)
        self._later_probes -= allowed
        return allowed

    def _settled(
        self, each: Fit, style: LaunchStyle, wanted: Draft, compiled: Compiled
    ) -> RightLaunch | None:
        """Return a launch with all blocks of its style that are right, and the least shared memory; None if wrong."""
        if not self._trial.is_right(wanted):
            return None
        # A launch of host code on rows is declared as it is written; guessed ones are made as small as possible.
        if not (style.place and each.operation.has_one_matrix):
            wanted, style = self._smallest(wanted, style, each, compiled)
        if compiled.has_dynamic_shared and wanted.smem_bytes == GENEROUS_SHARED:
            fitting = self._trial.with_least_shared(wanted)
            if fitting is None:
                return None
            wanted = fitting
        # A block that host code fixes may be a constant of the kernel, too.
        if not style.place or len(style.blocks) > 1:
            wanted = self._trial.with_blocks(wanted, style, compiled)
        if style.place:
            wanted = self._with_siblings(wanted, each, style)
        return RightLaunch(wanted, each.operation, style.name, style.place)

    def _smallest(
        self, wanted: Draft, style: LaunchStyle, each: Fit, compiled: Compiled
    ) -> tuple[Draft, LaunchStyle]:
        """Return the launch with the fewest blocks that is right where launches differ: on rows longer than a block.

        A kernel that loops over blocks is right with any grid; the likeliest is kept.
        """
        if "nctaid.x" in compiled.facts.indices and each.operation.has_one_matrix and not style.place:
            return self._looping(wanted, style)
        if "nctaid.x" in compiled.facts.indices or style.requires:
            return wanted, style
        is_right_wide = self._trial.is_right_wide(wanted)
        usual = [other for _, other in likely_styles(each.operation, compiled.facts)]
        for other in sorted(usual, key=lambda one: one.n_threads):
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

    def _looping(self, wanted: Draft, style: LaunchStyle) -> tuple[Draft, LaunchStyle]:
        """Return the usual launch of a kernel whose blocks, warps or threads loop over the rows, or the given one."""
        if not self._trial.loops_over_rows(wanted):
            return wanted, style
        style = looping_style(self._kernel.code, style.blocks)
        return replace(wanted, grid=style.grid, parallel=style.parallel), style

    def _with_siblings(self, right: Draft, each: Fit, style: LaunchStyle) -> Draft:
        """Add the entries that the same host function launches for other sizes, and note each wrong one.

        An entry with wrong results is declared, too: the host code launches it, so the check is to show the fault.
        """
        entries = {right.entry: right.requires}
        function = style.place.partition(" (")[0]
        siblings = [call for call in self._calls if call.launch.place.partition(" (")[0] == function]
        for call in siblings:
            for other, instance in itertools.product(
                host_styles(self._kernel, call.launch, each), call.instances
            ):
                draft = styled(right, each.reading, other, right.block[0])
                draft = replace(
                    draft, entry=instance.entry, defines=instance.defines, cooperative=right.cooperative
                )
                alike = replace(draft, entry=right.entry, defines=right.defines, requires=right.requires)
                if instance.entry in entries or alike != replace(right, block=draft.block):
                    continue
                why = self._why_wrong(draft)
                if why:
                    self.wrong_calls.append(f"{call.launch.place}: {draft.entry}{why}")
                if why != _NOT_COMPILED:
                    entries[draft.entry] = draft.requires
        return dispatched(right, tuple(entries.items()))

    def _why_wrong(self, draft: Draft) -> str:
        try:
            compiled = self._trial.compiled(draft)
        except HarnessError:
            return _NOT_COMPILED
        is_right = compiled.takes(draft.block[0]) and self._trial.is_right(draft)
        return "" if is_right else ": wrong results"

    def _draft(self, draft: Draft, each: Fit, style: LaunchStyle, block: Block, compiled: Compiled) -> Draft:
        wanted = styled(draft, each.reading, style, block)
        uses = {role: compiled.facts.use(n) for n, role in enumerate(each.reading.args)}
        is_float = any(
            use is not None and use.is_atomic and array.is_output and not array.is_integer
            for array in each.operation.arrays
            if (use := uses.get(array.name)) is not None
        )
        # Whether the rest is right is known before the rule for the memory is looked for.
        if compiled.has_dynamic_shared and wanted.smem_bytes == "0":
            wanted = replace(wanted, smem_bytes=GENEROUS_SHARED)
        return replace(
            wanted,
            operation=each.operation.name,
            arithmetic=likely_arithmetic(self._kernel, each.operation),
            deterministic=not is_float,
        )

    def _host_launches(
        self, instance: Instance, fits: Sequence[Fit], compiled: Compiled
    ) -> Iterator[tuple[Fit, LaunchStyle, Block]]:
        """Yield the launches that host code makes of an instance, those without conditions first."""
        weighed: list[tuple[float, int, Fit, LaunchStyle, Block]] = []
        rows = list(dict.fromkeys(each.operation for each in fits if each.operation.has_one_matrix))
        for call in self._calls:
            if instance.entry not in [each.entry for each in call.instances]:
                continue
            told: tuple[Fit, ...] = ()
            if call.given:
                # Other operations have names of their own, which no name of a host variable tells.
                told, _ = fits_of(self._kernel, compiled.facts, {**call.given, **self._given}, rows)
            for each in dict.fromkeys((*told, *fits)):
                # Such a kernel cannot check bounds, so its author launches it for whole tiles.
                is_unbounded = not takes_size(each)
                for style in host_styles(self._kernel, call.launch, each):
                    for block in filter(compiled.takes, style.blocks):
                        whole = in_whole_tiles(style, block, each.operation)
                        is_plain = whole is None or not needs_whole_tiles(style)
                        tried = [(0.4 if is_unbounded else 0.0, style)] if is_plain else []
                        tried += [(0.2, whole)] if whole is not None else []
                        for extra, one in tried:
                            weighed.append((each.cost + extra, len(one.requires), each, one, block))
        # A launch without conditions says most of the kernel.
        weighed.sort(key=lambda each: each[:2])
        for _, _, each, style, block in weighed[:_MOST_OF_HOST]:
            yield each, style, block

    def _usual_launches(
        self, fits: Sequence[Fit], compiled: Compiled, of_block: float
    ) -> Iterator[tuple[Fit, LaunchStyle, Block]]:
        """Yield launches in the order of likelihood: of the reading, the style and the block together."""
        weighed: list[tuple[float, int, Fit, LaunchStyle, Block]] = []
        may_be_tiles = compiled.facts.is_shared or "tid.y" in compiled.facts.indices

        def weigh(cost: float, each: Fit, style: LaunchStyle, block: Block) -> None:
            weighed.append((cost, len(weighed), each, style, block))

        for each in fits[:_MOST_FITS]:
            is_row = each.operation.has_one_matrix
            styles = likely_styles(each.operation, compiled.facts)
            if not _takes_columns(each):
                # The number of columns is then that of the threads, or a multiple.
                costs = [cost for cost, _ in styles]
                in_order = sorted((style for _, style in styles), key=lambda style: not style.requires)
                styles = tuple(zip(costs, in_order, strict=True))
            for place, (of_style, style) in enumerate(styles):
                blocks = [block for block in style.blocks if compiled.takes(block)]
                of_turn = min(of_block, _OF_BLOCK_OF_ROWS) if is_row else of_block
                for turn, block in enumerate(blocks):
                    weigh(each.cost + of_style + of_turn * turn, each, style, block)
                    whole = None
                    if may_be_tiles or not takes_size(each):
                        whole = in_whole_tiles(style, block, each.operation)
                    if whole is not None:
                        # No block is usual for tiles.
                        weigh(each.cost + _OF_TILES + 0.3 * place + 0.5 * turn, each, whole, block)
        heapq.heapify(weighed)
        while weighed:
            _, _, each, style, block = heapq.heappop(weighed)
            yield each, style, block


def dispatched(draft: Draft, entries: Sequence[tuple[str, tuple[str, ...]]]) -> Draft:
    """Return a draft of a kernel that is launched with several entries, each under its own conditions."""
    common = [rule for rule in entries[0][1] if all(rule in requires for _, requires in entries)]
    cases = tuple(
        (" and ".join(rule for rule in requires if rule not in common), entry) for entry, requires in entries
    )
    if len(cases) < 2 or not all(when for when, _ in cases) or len({when for when, _ in cases}) < len(cases):
        return draft
    union = " or ".join(f"({when})" if " and " in when else when for when, _ in cases)
    # A rule of a declaration has a longest text.
    if len(union) > MAX_TEXT_CHARS:
        return draft
    return replace(draft, requires=(*common, union), cases=cases)


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
        ratio = result.max_error_ratio
        return 2.0 if ratio is None else 2.0 - 1.0 / (1.0 + ratio)
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
