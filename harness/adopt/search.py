"""Runs candidates until one is right, records how near the others came, and completes the right declaration."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ..errors import HarnessError
from ..lazy import dataclass, field, pattern, replace
from ..operation.catalogue import DEFAULT
from ..operation.model import Operation
from ..operation.precision.vocabulary import ACCUMULATIONS, Words
from ..variant.launch_rule import MAX_TEXT_CHARS, RULE_NAMES
from ..variant.variant import Block, block_text
from ..verdict import CaseResult, Reason, Verdict
from . import limits
from .draft import Draft
from .fitting.fit import Fit
from .host_calls import BY_HOST, HostCall, host_styles
from .launch_styles import MOST_THREADS, LaunchStyle, likely_styles, looping_style, read_arithmetic
from .reading.compiled_kernel import Compiled
from .reading.signature import KernelSignature
from .trial import INEXACT, RACES, Trial, styled

MOST_SECONDS = 20.0
"""Time after which no further launch of one kernel is tried."""
_AFTER_NEAR = 24
"""Further launches that are tried after one whose results are off by no more than another arithmetic explains."""
_AFTER_RACE = 60
"""Further launches that are tried after one that is right but for races: one without superfluous threads is better."""
_MOST_NEAR = 4


@dataclass(frozen=True)
class Nearest:
    """An operation that a kernel might compute, and how far its results were from it."""

    operation: str
    args: tuple[str, ...]
    why: str
    is_near: bool = False
    """Whether more than three quarters of the elements were right."""


@dataclass(frozen=True)
class RightLaunch:
    draft: Draft
    operation: Operation
    style: str = ""
    place: str = ""


@dataclass(frozen=True)
class Attempt:
    draft: Draft
    settled: Callable[[], RightLaunch | None]
    """Returns the launch to declare once the first case is right; None if further cases are wrong."""
    place: str = ""
    """Host function whose launch it is; empty for a guessed launch."""
    is_taken_at_once: bool = False
    """Whether it is accepted even if threads race, or results are off by no more than another arithmetic explains."""


class Search:
    def __init__(self, trial: Trial, most_seconds: float = MOST_SECONDS) -> None:
        self._trial = trial
        self._most_seconds = most_seconds
        self._until = math.inf
        self._outcomes: dict[str, tuple[float, Nearest]] = {}
        self.of_places: dict[str, tuple[float, Nearest]] = {}
        """The nearest reading of the launches of each host function, with its distance."""
        self.first_near: Draft | None = None
        """The first declaration that was right on its first case; None if none was."""

    @property
    def nearest(self) -> tuple[Nearest, ...]:
        """Tried operations, the smallest error first."""
        return tuple(nearest for _, nearest in sorted(self._outcomes.values(), key=lambda each: each[0]))

    def first_right(self, candidates: Iterable[Attempt], left: float = math.inf) -> RightLaunch | None:
        """Return the first right candidate of at most `left`, preferably one without races."""
        near: list[Attempt] = []
        racing: RightLaunch | None = None
        for candidate in candidates:
            if left <= 0 or self._trial.clock() > self._until or ((near or racing) and self._trial.is_late):
                break
            left -= 1
            result = self._probe(candidate.draft, candidate.place)
            if not self._trial.is_near(result):
                continue
            self.first_near = self.first_near or candidate.draft
            # Superfluous threads that repeat the work of others race, and an odd launch may be nearly right.
            if result.verdict is not Verdict.PASS and not candidate.is_taken_at_once:
                is_racing = not set(result.reasons) & INEXACT
                left = min(left, _AFTER_RACE if is_racing else _AFTER_NEAR) if not near else left
                near.append(candidate)
                continue
            launch = candidate.settled()
            if launch is None:
                continue
            is_sure = candidate.is_taken_at_once or self._trial.is_right_odd(launch.draft)
            if candidate.is_taken_at_once or (is_sure and not self._trial.races(launch.draft)):
                return launch
            left = min(left, _AFTER_RACE) if racing is None else left
            racing = racing or launch
        return racing or next(filter(None, (candidate.settled() for candidate in near[:_MOST_NEAR])), None)

    def _probe(self, draft: Draft, place: str) -> CaseResult:
        result = self._trial.probe(draft)
        # The first case also takes the time that its code takes to load.
        self._until = min(self._until, self._trial.clock() + self._most_seconds)
        counted = re.search(r"(\d+) of (\d+) elements are off", why := _why(result))
        is_near = result.verdict is Verdict.PASS or bool(counted and 4 * int(counted[1]) < int(counted[2]))
        outcome = _distance(result), Nearest(draft.operation, draft.args, why, is_near)
        for outcomes, key in ((self._outcomes, draft.operation), (self.of_places, place)):
            outcomes[key] = min(outcomes.get(key, outcome), outcome, key=lambda each: each[0])
        return result


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
    # A wrong value says more about the operation than its consequences.
    finding = min(result.findings, key=lambda each: each.reason is not Reason.WRONG_VALUE)
    text = ": ".join((finding.reason.value, *finding.message.splitlines()[:1]))
    race = next((reason.value for reason in result.reasons if reason in RACES), "")
    return text if finding.reason in RACES or not race else f"{text}, with {race}"


Launch = tuple[Fit, LaunchStyle, Block]
_SMALL_LITERAL = pattern(r"(?<![\w.])(\d+(?:\.\d*)?[eE]-\d+|0?\.0\d+)[fF]?\b")
_MOST_CONSTANTS = 4


@dataclass
class Settler:
    kernel: KernelSignature
    trial: Trial
    calls: Sequence[HostCall]
    wrong_calls: list[str] = field(default_factory=list)
    declared: set[str] = field(default_factory=set)
    lacks_shared_rule: bool = False
    """Whether a right launch was refused because no rule for its dynamic shared memory is known."""

    def settled(self, launch: Launch, draft: Draft, compiled: Compiled) -> RightLaunch | None:
        """Return a launch with all blocks of its style that are right, and the least shared memory; None if wrong."""
        fit, style, _ = launch
        if not self.trial.is_right(draft):
            return None
        # A launch of host code on rows is declared as it is written; guessed ones are made as small as possible.
        if not (style.place and fit.operation.has_one_matrix):
            draft, style = self._smallest(draft, style, fit, compiled)
        if compiled.has_dynamic_shared and draft.smem_bytes == limits.GENEROUS_SHARED:
            fitting = limits.with_least_shared(draft, fit.operation, self.trial.is_right)
            if fitting is None:
                self.lacks_shared_rule = True
                return None
            draft = fitting
        # A block that host code fixes may be a constant of the kernel, too.
        if not style.place or len(style.blocks) > 1:
            draft = self.trial.with_blocks(draft, style, compiled)
        if not style.place:
            return RightLaunch(draft, fit.operation, style.name)
        whole = self._with_siblings(draft, fit, style, compiled)
        name = style.name if whole.parallel == draft.parallel else BY_HOST
        return RightLaunch(whole, fit.operation, name, style.place)

    def _smallest(
        self, draft: Draft, style: LaunchStyle, fit: Fit, compiled: Compiled
    ) -> tuple[Draft, LaunchStyle]:
        """Return the launch with the fewest blocks that is right where launches differ: on rows longer than a block."""
        # A kernel that loops over blocks is right with any grid; the likeliest is kept.
        if "nctaid.x" in compiled.facts.indices:
            may_loop = fit.operation.has_one_matrix and not style.place
            if may_loop and self.trial.loops_over_rows(draft):
                style = looping_style(self.kernel.code, style.blocks)
                draft = replace(draft, grid=style.grid, parallel=style.parallel)
            return draft, style
        if style.requires:
            return draft, style
        fits_wide = self.trial.is_right_wide(draft)
        usual = [other for _, other in likely_styles(fit.operation, compiled.facts)]
        for other in sorted(usual, key=lambda one: one.n_threads):
            if other == style and fits_wide:
                break
            blocks = [block for block in other.blocks if compiled.takes(block)]
            is_larger = other.n_threads > MOST_THREADS or (fits_wide and other.n_threads >= style.n_threads)
            if other == style or other.requires or is_larger or not blocks:
                continue
            block = draft.block[0] if draft.block[0] in blocks else blocks[0]
            tried = replace(draft, grid=other.grid, parallel=other.parallel, block=(block,))
            if self.trial.is_right_wide(tried) and self.trial.is_right(tried):
                return tried, other
        return draft, style

    def _with_siblings(self, right: Draft, fit: Fit, style: LaunchStyle, compiled: Compiled) -> Draft:
        """Add the launches that the same host function makes for other sizes, and note each wrong one."""
        # One with wrong results is declared, too: the host code launches it, so the check is to show the fault.
        names = (*RULE_NAMES, "inp_offset", "out_offset", *fit.operation.size_names)
        function = f"{style.place.partition(' (')[0]} ("
        siblings = [call for call in self.calls if call.launch.place.startswith(function)]
        given = next((call.given for call in siblings if call.launch.place == style.place), {})
        launches = [limits.with_shared_limit(right, fit.operation, compiled.static_shared_bytes)]
        places, wrong = {style.place}, []
        for call in siblings:
            readings = self._readings(right, fit, call, given)
            apart = (each for each in readings if all(_are_apart(each, one, names) for one in launches))
            # Of several readings, the right one, else the first.
            if tried := [(self._problem(draft), draft) for draft in apart]:
                problem, draft = min(tried, key=lambda each: bool(each[0]))
                places.add(call.launch.place)
                if problem and draft.args != right.args:
                    # The host's expressions may have been misread, so the kernel is not to blame.
                    problem = ": not used: no reading of its arguments is right"
                wrong += [f"{call.launch.place}: {draft.entry}{problem}"] if problem else []
                launches += [draft] if problem in ("", _WRONG, _NOT_TRIED) else []
        if (whole := _dispatched(launches, names)) is None:
            return right
        self.declared |= places
        self.wrong_calls += wrong
        return whole

    def _readings(self, right: Draft, fit: Fit, call: HostCall, given: Mapping[str, str]) -> Iterator[Draft]:
        # What the right launch passes, too, was read for that one.
        passed = {name: text for name, text in call.given.items() if given.get(name) != text}
        pairs = zip(self.kernel.parameters, fit.args, strict=True)
        fit = replace(fit, args=tuple(passed.get(parameter.name, arg) for parameter, arg in pairs))
        for style, instance in itertools.product(host_styles(self.kernel, call.launch, fit), call.instances):
            block = right.block if len(style.blocks) > 1 else style.blocks
            if instance.defines.items() <= right.defines.items():
                yield replace(styled(right, fit, style, block[0]), block=block, entry=instance.entry)

    def _problem(self, draft: Draft) -> str:
        try:
            takes = self.trial.compiled(draft).takes
        except HarnessError:
            return " does not compile"
        if not self.trial.claimed(draft):
            return _NOT_TRIED
        is_taken = bool(draft.launch_block) or takes(draft.block[0])
        return "" if is_taken and self.trial.is_right(draft) else _WRONG


_WRONG, _NOT_TRIED = ": wrong results", ": not tried: no size of a trial is one of its own"
"""Problems of a launch that is declared nevertheless."""


def _are_apart(one: Draft, other: Draft, names: Sequence[str]) -> bool:
    """Whether two launches have no size in common."""
    own = " and ".join(f"({rule})" for rule in one.requires if rule not in other.requires)
    return bool(own) and limits.follows([[f"not ({own})"]], other.requires, names)


def _dispatched(launches: Sequence[Draft], names: Sequence[str]) -> Draft | None:
    """Return the draft of a kernel with several launches, each for its own sizes; None if its rules are too long."""
    first, *others = launches
    common = [rule for rule in first.requires if all(rule in each.requires for each in others)]
    requires = list(limits.without_implied(common, names))
    if not others:
        return replace(first, requires=tuple(requires))
    own = [[rule for rule in each.requires if rule not in common] for each in launches]
    several = [limits.without_implied(rules, names) for rules in own]
    whens = [" and ".join(f"({rule})" if " or " in rule else rule for rule in rules) for rules in several]
    if not limits.follows(own, common, names):
        requires.append(" or ".join(f"({when})" if " and " in when else when for when in whens))
    if len({(each.block, each.launch_block) for each in launches}) > 1:
        # A launch with the block of the case needs none of its own.
        of_case = first.block if len(first.block) > 1 else ()
        launches = [
            replace(each, launch_block=each.launch_block or tuple(block_text(each.block[0]).split("x")))
            if each.block != of_case
            else each
            for each in launches
        ]
    shares = [limits.at_top_level(each.parallel or "1", each) for each in launches]
    parallel = first.parallel and shares[0]
    if len(set(shares)) > 1:
        terms = zip(shares, whens, strict=True)
        parallel = " + ".join(f"{n if n.isalnum() else f'({n})'} * ({when})" for n, when in terms)
    if max(map(len, (*requires, parallel))) > MAX_TEXT_CHARS:
        return None
    cases = tuple(zip(whens, launches, strict=True))
    return replace(launches[0], requires=tuple(requires), cases=cases, parallel=parallel)


def arithmetic_named(operation: Operation, name: str) -> Words | None:
    """Return an arithmetic of an operation; None if the operation does not know these words together."""
    try:
        return operation.parse_arithmetic(name)
    except (HarnessError, ValueError):
        return None


def likely_arithmetic(kernel: KernelSignature, operation: Operation) -> str:
    """Return the arithmetic that a kernel's text suggests; empty for the operation's default."""
    if arithmetic_named(operation, "ieee") is None:
        return ""
    suggested = read_arithmetic(kernel.code, lambda name: arithmetic_named(operation, name) is not None)
    return suggested if operation.name == DEFAULT or suggested != operation.default_arithmetic else ""


def with_constants(draft: Draft, kernel: KernelSignature, operation: Operation, trial: Trial) -> Draft:
    """Set each scalar that the kernel does not take to the small number in its text with which most cases pass."""
    for scalar in operation.scalars:
        if scalar.name in draft.args:
            continue
        literals = dict.fromkeys(float(text) for text in _SMALL_LITERAL.findall(kernel.code))
        possible = [value for value in literals if value > 0 and value != scalar.values[0]]
        tried = [
            replace(draft, constants={**draft.constants, scalar.name: value})
            for value in possible[:_MOST_CONSTANTS]
        ]
        draft = max((draft, *tried), key=trial.n_exact) if tried else draft
    return draft


def with_exactness(draft: Draft, operation: Operation, trial: Trial) -> tuple[Draft, tuple[str, ...]]:
    """Choose `arithmetic` and `parallel` so that the results are within the bound, in every type if possible."""
    # Lines for the user say that `parallel` was left out, or that no choice was found.
    lines: tuple[str, ...] = ()
    is_exact = trial.is_exact(draft)
    if not is_exact and draft.parallel and trial.is_exact(replace(draft, parallel="")):
        draft, is_exact = replace(draft, parallel=""), True
        lines = ("no `parallel`: the results have the errors of sums by a single thread",)
    if not is_exact:
        draft, is_exact = _with_words(draft, operation, trial, draft.dtypes[:1])
    further = draft.dtypes[1:]
    if is_exact and further and not trial.is_exact(draft, further):
        # A kernel may round to the element type in between, which makes no difference in float32.
        draft, _ = _with_words(draft, operation, trial, (*further, *draft.dtypes[:1]))
    if not is_exact:
        lines = (
            "`arithmetic` may be wrong: errors exceed its rounding, but are too small for a wrong launch; "
            "`kernel-harness operations NAME` lists the names",
        )
    return draft, lines


def _with_words(
    draft: Draft, operation: Operation, trial: Trial, dtypes: tuple[str, ...]
) -> tuple[Draft, bool]:
    """Return a draft with one more word of `arithmetic` with which the results are within the bound, if one is."""
    start = draft.arithmetic or operation.default_arithmetic
    for word in operation.words:
        for name in (f"{start}+{word}", word):
            how = arithmetic_named(operation, name)
            if how is None or how.ftz or any(how.unusable_with(dtype) for dtype in draft.dtypes):
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
