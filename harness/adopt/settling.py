"""Makes of a launch that is right on a first case the launch to be declared: the smallest, with all right blocks."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from ..errors import HarnessError
from ..variant.launch_rule import MAX_TEXT_CHARS
from .candidates import Launch
from .drafts.draft import Draft
from .drafts.limits import GENEROUS_SHARED
from .fitting.array_fit import Fit
from .reading.compiled_kernel import Compiled
from .reading.signature import KernelSignature
from .search import RightLaunch
from .styles.host import HostCall, host_styles
from .styles.rows import LaunchStyle, looping_style
from .styles.shapes import MOST_THREADS, likely_styles
from .trial import Trial, styled

_NOT_COMPILED = " does not compile"


class Settler:
    """Settles launches of one kernel."""

    def __init__(self, kernel: KernelSignature, trial: Trial, calls: Sequence[HostCall]) -> None:
        self._kernel = kernel
        self._trial = trial
        self._calls = calls
        self.wrong_calls: list[str] = []
        """Launches of host code whose results are wrong, a line for each."""

    def settled(self, launch: Launch, draft: Draft, compiled: Compiled) -> RightLaunch | None:
        """Return a launch with all blocks of its style that are right, and the least shared memory; None if wrong."""
        fit, style, _ = launch
        if not self._trial.is_right(draft):
            return None
        # A launch of host code on rows is declared as it is written; guessed ones are made as small as possible.
        if not (style.place and fit.operation.has_one_matrix):
            draft, style = self._smallest(draft, style, fit, compiled)
        if compiled.has_dynamic_shared and draft.smem_bytes == GENEROUS_SHARED:
            fitting = self._trial.with_least_shared(draft)
            if fitting is None:
                return None
            draft = fitting
        # A block that host code fixes may be a constant of the kernel, too.
        if not style.place or len(style.blocks) > 1:
            draft = self._trial.with_blocks(draft, style, compiled)
        if style.place:
            draft = self._with_siblings(draft, fit, style)
        return RightLaunch(draft, fit.operation, style.name, style.place)

    def _smallest(
        self, draft: Draft, style: LaunchStyle, fit: Fit, compiled: Compiled
    ) -> tuple[Draft, LaunchStyle]:
        """Return the launch with the fewest blocks that is right where launches differ: on rows longer than a block.

        A kernel that loops over blocks is right with any grid; the likeliest is kept.
        """
        if "nctaid.x" in compiled.facts.indices:
            may_loop = fit.operation.has_one_matrix and not style.place
            if may_loop and self._trial.loops_over_rows(draft):
                style = looping_style(self._kernel.code, style.blocks)
                draft = replace(draft, grid=style.grid, parallel=style.parallel)
            return draft, style
        if style.requires:
            return draft, style
        is_right_wide = self._trial.is_right_wide(draft)
        usual = [other for _, other in likely_styles(fit.operation, compiled.facts)]
        for other in sorted(usual, key=lambda one: one.n_threads):
            if other == style and is_right_wide:
                break
            if other == style or other.requires or other.n_threads > MOST_THREADS:
                continue
            if is_right_wide and other.n_threads >= style.n_threads:
                continue
            blocks = [block for block in other.blocks if compiled.takes(block)]
            if not blocks:
                continue
            block = draft.block[0] if draft.block[0] in blocks else blocks[0]
            tried = replace(draft, grid=other.grid, parallel=other.parallel, block=(block,))
            if self._trial.is_right_wide(tried) and self._trial.is_right(tried):
                return tried, other
        return draft, style

    def _with_siblings(self, right: Draft, fit: Fit, style: LaunchStyle) -> Draft:
        """Add the entries that the same host function launches for other sizes, and note each wrong one.

        An entry with wrong results is declared, too: the host code launches it, so the check is to show the fault.
        """
        entries = {right.entry: right.requires}
        function = style.place.partition(" (")[0]
        for call in self._calls:
            if call.launch.place.partition(" (")[0] != function:
                continue
            styles = host_styles(self._kernel, call.launch, fit)
            for other, instance in itertools.product(styles, call.instances):
                draft = replace(
                    styled(right, fit, other, right.block[0]),
                    entry=instance.entry,
                    defines=instance.defines,
                    cooperative=right.cooperative,
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
