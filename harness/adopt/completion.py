"""Makes of a launch that is right on a first case the declaration: least launch, right blocks, `arithmetic`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..errors import HarnessError
from ..operation.catalogue import DEFAULT
from ..operation.model import Operation
from ..operation.norms import ACCUMULATIONS
from ..variant.launch_rule import MAX_TEXT_CHARS
from ..variant.variant import Block, block_text
from .draft import Draft
from .fitting.fit import Fit
from .host_calls import HostCall, host_styles
from .launch_styles import MOST_THREADS, LaunchStyle, likely_styles, looping_style, read_arithmetic
from .limits import GENEROUS_SHARED
from .reading.compiled_kernel import Compiled
from .reading.signature import KernelSignature
from .search import RightLaunch
from .trial import Trial, styled

Launch = tuple[Fit, LaunchStyle, Block]
_NOT_COMPILED = " does not compile"
_POINTER_BYTES = 8
_COOPERATIVE = re.compile(r"\bthis_grid\s*\(|\bgrid_group\b")
_SMALL_LITERAL = re.compile(r"(?<![\w.])(\d+(?:\.\d*)?[eE]-\d+|0?\.0\d+)[fF]?\b")
_MOST_CONSTANTS = 4


@dataclass
class Settler:
    kernel: KernelSignature
    trial: Trial
    calls: Sequence[HostCall]
    wrong_calls: list[str] = field(default_factory=list)
    """Launches of host code whose results are wrong, a line for each."""

    def settled(self, launch: Launch, draft: Draft, compiled: Compiled) -> RightLaunch | None:
        """Return a launch with all blocks of its style that are right, and the least shared memory; None if wrong."""
        fit, style, _ = launch
        if not self.trial.is_right(draft):
            return None
        # A launch of host code on rows is declared as it is written; guessed ones are made as small as possible.
        if not (style.place and fit.operation.has_one_matrix):
            draft, style = self._smallest(draft, style, fit, compiled)
        if compiled.has_dynamic_shared and draft.smem_bytes == GENEROUS_SHARED:
            fitting = self.trial.with_least_shared(draft)
            if fitting is None:
                return None
            draft = fitting
        # A block that host code fixes may be a constant of the kernel, too.
        if not style.place or len(style.blocks) > 1:
            draft = self.trial.with_blocks(draft, style, compiled)
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
            if may_loop and self.trial.loops_over_rows(draft):
                style = looping_style(self.kernel.code, style.blocks)
                draft = replace(draft, grid=style.grid, parallel=style.parallel)
            return draft, style
        if style.requires:
            return draft, style
        is_right_wide = self.trial.is_right_wide(draft)
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
            if self.trial.is_right_wide(tried) and self.trial.is_right(tried):
                return tried, other
        return draft, style

    def _with_siblings(self, right: Draft, fit: Fit, style: LaunchStyle) -> Draft:
        """Add the entries that the same host function launches for other sizes, and note each wrong one.

        An entry with wrong results is declared, too: the host code launches it, so the check is to show the fault.
        """
        entries = {right.entry: right.requires}
        function = style.place.partition(" (")[0]
        for call in self.calls:
            if call.launch.place.partition(" (")[0] != function:
                continue
            styles = host_styles(self.kernel, call.launch, fit)
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
            compiled = self.trial.compiled(draft)
        except HarnessError:
            return _NOT_COMPILED
        is_right = compiled.takes(draft.block[0]) and self.trial.is_right(draft)
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


def is_cooperative(kernel: KernelSignature) -> bool:
    return _COOPERATIVE.search(kernel.code) is not None


def likely_arithmetic(kernel: KernelSignature, operation: Operation) -> str:
    """Return the arithmetic that a kernel's text suggests; empty for the operation's default."""

    def knows(name: str) -> bool:
        try:
            operation.parse_arithmetic(name)
        except ValueError:
            return False
        return True

    if not knows("ieee"):
        return ""
    told = read_arithmetic(kernel.code, knows)
    return told if operation.name == DEFAULT or told != operation.default_arithmetic else ""


def with_constants(draft: Draft, kernel: KernelSignature, operation: Operation, trial: Trial) -> Draft:
    """Set each scalar that the kernel does not take to the small number in its text with which most cases pass."""
    for scalar in operation.scalars:
        if scalar.name in draft.args:
            continue
        literals = dict.fromkeys(float(text) for text in _SMALL_LITERAL.findall(kernel.code))
        told = [value for value in literals if value > 0 and value != scalar.values[0]]
        tried = [draft]
        tried += [
            replace(draft, constants={**draft.constants, scalar.name: value})
            for value in told[:_MOST_CONSTANTS]
        ]
        draft = max(tried, key=trial.n_exact) if len(tried) > 1 else draft
    return draft


def with_exactness(draft: Draft, operation: Operation, trial: Trial) -> tuple[Draft, tuple[str, ...]]:
    """Choose `arithmetic` and `parallel` so that the results are within the bound, in every type if possible.

    Lines for the user say that `parallel` was left out, or that no choice was found.
    """
    is_exact, is_serial = trial.is_exact(draft), False
    if not is_exact and draft.parallel and trial.is_exact(replace(draft, parallel="")):
        draft, is_exact, is_serial = replace(draft, parallel=""), True, True
    if not is_exact:
        draft, is_exact = _with_words(draft, operation, trial, draft.dtypes[:1])
    further = draft.dtypes[1:]
    if is_exact and further and not trial.is_exact(draft, further):
        # A kernel may round to the element type in between, which makes no difference in float32.
        draft, _ = _with_words(draft, operation, trial, (*further, *draft.dtypes[:1]))
    lines = []
    if is_serial:
        lines.append("no `parallel`: the errors of the results are those of sums by a single thread")
    if not is_exact:
        lines.append(
            "`arithmetic` may be wrong: errors exceed its rounding, but are smaller than those of a wrong launch; "
            "docs/tolerance.md lists the names"
        )
    return draft, tuple(lines)


def _with_words(
    draft: Draft, operation: Operation, trial: Trial, dtypes: tuple[str, ...]
) -> tuple[Draft, bool]:
    """Return a draft with one more word of `arithmetic` with which the results are within the bound, if one is."""
    start = draft.arithmetic or operation.default_arithmetic
    for word in operation.words:
        for name in (f"{start}+{word}", word):
            try:
                how = operation.parse_arithmetic(name)
            except ValueError:
                continue
            if how.ftz or any(how.unusable_with(dtype) for dtype in draft.dtypes):
                continue
            # The bound of such sums is so wide that it would cover other causes in a wider type.
            of_type = [dtype for word, dtype in ACCUMULATIONS.items() if word in how.name.split("+")]
            if any(draft.dtypes != (dtype,) for dtype in of_type):
                continue
            tried = replace(draft, arithmetic=how.name)
            if trial.is_exact(tried, dtypes):
                return tried, True
            if draft.parallel and trial.is_exact(replace(tried, parallel=""), dtypes):
                return replace(tried, parallel=""), True
    return draft, False


def check_signature(kernel: KernelSignature, compiled: Compiled) -> None:
    """Compare the parameters in the source text with those of the compiled code."""
    if len(compiled.params) != len(kernel.parameters):
        raise HarnessError(
            f"{kernel.qualified} must have as many parameters in the compiled code as in the text, "
            f"{len(kernel.parameters)} (got {len(compiled.params)})"
        )
    for parameter, param in zip(kernel.parameters, compiled.params, strict=True):
        if parameter.is_pointer and (param.kind, param.size_bytes) != ("int", _POINTER_BYTES):
            raise HarnessError(
                f"{parameter.name} of {kernel.qualified} must be a pointer in the compiled code as in the text "
                f"(got a {param.kind} of {param.size_bytes} bytes)"
            )


def read_lines(kernel: KernelSignature, compiled: Compiled) -> tuple[str, ...]:
    listed = ", ".join(
        f"{each.name} ({'pointer' if each.is_pointer else f'{param.kind} of {param.size_bytes} bytes'})"
        for each, param in zip(kernel.parameters, compiled.params, strict=True)
    )
    lines = [f"parameters {listed}"]
    if compiled.only_block:
        lines.append(f"blocks of {block_text(compiled.only_block)} only")
    elif compiled.max_threads < 1024:
        lines.append(f"at most {compiled.max_threads} threads a block")
    return tuple(lines)


def refused_line(trial: Trial) -> str:
    """Return the line on larger blocks with which the kernel is wrong; empty if there are none."""
    if not trial.refused:
        return ""
    why, blocks = next(iter(trial.refused.values())), " ".join(map(block_text, trial.refused))
    return (
        f"wrong with larger blocks: {blocks} ({why}); if your code launches it with them, add them to `block`"
    )
