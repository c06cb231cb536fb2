"""Groups the failing cases of a variant by fault, and finds which cases have it, in the words of ``requires``."""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..launch.inputs import scalars_of
from ..lazy import dataclass, replace
from ..operation.kinds import INDISPENSABLE_KINDS
from ..operation.size import N_COLS, N_ROWS, STRIDES
from ..variant.case import Case
from ..variant.matrix import is_far
from ..variant.variant import block_text
from ..verdict import CaseResult, Finding, Reason, Verdict
from .outcome import VariantOutcome
from .source_files import Excerpt, SourceLines

_Mask = NDArray[np.bool_]
_Results = Sequence[tuple[Case, CaseResult]]
_DIVISORS = (2, 4, 8, 16, 32)
_POWERS = tuple(2**k for k in range(17))
_ORDERS = {">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le}
# Elements that a thread may take at once.
_WIDTHS = (2, 4, 8)
_MOST_WORDS = 3
# Largest number of faults of a variant that are shown; the JSON has all.
SHOWN_FAULTS = 8
# Some rule separates any two cases from the others.
FEWEST = 3
_RELATIONS = (Reason.SHIFT_VARIANCE, Reason.PERMUTATION_VARIANCE, Reason.ROW_DEPENDENCE)
# Largest share of the passing cases that may meet a rule which does not separate.
MOST_OTHERS = 0.7
# Largest number of cases that are told as exceptions to a rule.
MOST_STRAY = 8


@dataclass(frozen=True)
class FaultGroup:
    """Failing cases whose first finding has the same reason, kernel and line, or one bug explains it."""

    verdict: Verdict
    """Their verdict."""
    reason: str
    """Its reason code; empty without a finding."""
    source: str
    """Its ``file:line``; empty without one."""
    case: str
    """Id of the smallest."""
    n_cases: int
    """Number of cases."""
    fails: str
    """The rule that separates them from passing cases, or their share."""
    also: tuple[str, ...]
    """Further findings, with source line and number of cases."""
    excerpts: tuple[Excerpt, ...]
    """Its source lines, the lines that call inlined code, and the other line that its message names."""
    origin: str = ""
    """Where the wrong value comes from; empty if unknown."""


def fault_groups(outcome: VariantOutcome, lines: SourceLines) -> tuple[FaultGroup, ...]:
    """Return the faults of a variant, that of the most cases first; none for cases that did not run."""
    bugs, origins = _bugs(outcome.results), {origin.case: origin for origin in outcome.origins}
    passing = [case for case, result in outcome.results if result.verdict is Verdict.PASS]
    groups = []
    for bug in bugs:
        smallest, first = _smallest(bug[0])
        cases = [item for signs in bug for item in signs]
        lead = first.findings[0] if first.findings else None
        others = [case for own in bugs if own is not bug for signs in own for case, _ in signs]
        origin = origins.get(first.case_id)
        place = replace(lead, source=origin.source, callers=origin.callers) if lead and origin else lead
        excerpts = lines.excerpts(place, smallest.variant.code_path) if place else ()
        for case, result in map(_smallest, bug[1:]):
            known = {(each.file, each.line) for each in excerpts}
            further = lines.excerpts(result.findings[0], case.variant.code_path, around=0)
            excerpts += tuple(each for each in further if (each.file, each.line) not in known)
        groups.append(
            FaultGroup(
                first.verdict,
                lead.reason.value if lead else "",
                place.source if place else "",
                first.case_id,
                len(cases),
                _separation(bug, passing, others, _width(lead, smallest)),
                _further([result for _, result in cases], lead),
                excerpts,
                origin.text if origin else "",
            )
        )
    return tuple(groups)


def unplaced(results: _Results) -> tuple[Case, ...]:
    """Return the smallest case of each shown fault that is a wrong value, which no finding with a line explains."""
    smallest = [_smallest(signs) for signs, *_ in _bugs(results)[:SHOWN_FAULTS]]
    return tuple(case for case, result in smallest if result.trace and not result.findings[0].source)


def _bugs(results: _Results) -> list[list[list[tuple[Case, CaseResult]]]]:
    """Return the faults, each with those that are further signs of the same bug."""
    faults: dict[tuple[str, ...], list[tuple[Case, CaseResult]]] = {}
    for case, result in results:
        if result.verdict not in (Verdict.PASS, Verdict.SKIP, Verdict.NOT_RUN):
            faults.setdefault(fault_key(result), []).append((case, result))
    passing = [case for case, result in results if result.verdict is Verdict.PASS]
    bugs: list[list[list[tuple[Case, CaseResult]]]] = []
    for cases in sorted(faults.values(), key=len, reverse=True):
        if signs := next((bug for bug in bugs if _is_sign(cases, bug[0], passing)), None):
            signs.append(cases)
        else:
            bugs.append([cases])
    return bugs


def _is_sign(cases: _Results, of: _Results, passing: Sequence[Case]) -> bool:
    """Whether a fault shows the same bug as another one."""
    if not cases[0][1].findings or not of[0][1].findings:
        return False
    lead, other = cases[0][1].findings[0], of[0][1].findings[0]
    if other.reason is Reason.WRONG_VALUE and lead.reason in _RELATIONS:
        # Relations are tried where values are right: cases of the same class, which the wrong value cancels out.
        alone, both = ([case for case, _ in each] for each in (of, [*of, *cases]))
        return _closest(alone, passing)[0] == _closest(both, passing)[0] != ""
    if _place(lead) not in {_place(each) for _, result in of for each in result.findings}:
        return False
    # A case that runs in parts runs without racecheck.
    is_same = lead.reason.partition("-")[0] == other.reason.partition("-")[0]
    return is_same if lead.source else all(is_far(case) for case, _ in cases)


def _separation(bug: Sequence[_Results], passing: Sequence[Case], others: Sequence[Case], width: int) -> str:
    """Return which cases have a bug; if no rule is true of all its places, those of each place."""
    parts = [[case for case, _ in signs] for signs in bug]
    cases = [case for part in parts for case in part]
    text = separation(cases, passing, others, width)
    places = [_place(signs[0][1].findings[0])[2] for signs in bug[1:]]
    if not any(places) or not passing or _separating(cases, passing, width):
        return text
    rests = ([case for other in parts if other is not part for case in other] for part in parts)
    rules = [
        separation(part, passing, [*others, *rest], width).partition("; ")[0]
        for part, rest in zip(parts, rests, strict=True)
    ]
    further = (f"at {place} alone{rule[5:]}" for place, rule in zip(places, rules[1:], strict=True))
    return "; ".join([rules[0], *further, text.rpartition("; ")[2]])


def _smallest(cases: _Results) -> tuple[Case, CaseResult]:
    return min(cases, key=lambda item: item[0].shape.n_rows * item[0].shape.n_cols)


def fault_key(result: CaseResult) -> tuple[str, ...]:
    """Return what results of one variant with the same fault have in common."""
    if not result.findings:
        return (result.verdict, result.detail)
    lead = result.findings[0]
    # Of a case that could not be judged the message is the fault; numbers in other messages differ from case to case.
    own = lead.message if result.verdict is Verdict.ERROR else ""
    return (result.verdict, *_place(lead), own)


def _place(finding: Finding) -> tuple[str, ...]:
    place = finding.source or ("" if finding.ptx_line is None else f"PTX line {finding.ptx_line}")
    return finding.reason, finding.kernel, place


def _further(results: Sequence[CaseResult], lead: Finding | None) -> tuple[str, ...]:
    counts: Counter[tuple[str, ...]] = Counter()
    first = _place(lead) if lead else ("", "", "")
    for places in (list(map(_place, result.findings)) for result in results):
        # Without a place, a finding is the same fault as one of its reason that has one.
        placed = {first[0], *(place[0] for place in places if place[2])}
        counts.update({place for place in places if place != first and (place[2] or place[0] not in placed)})
    return tuple(
        f"{reason}{f' at {place}' if place else ''} in {n} of them"
        for (reason, _, place), n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def _width(finding: Finding | None, case: Case) -> int:
    """Return the number of elements that a bad access has; 0 if it is none."""
    return (finding.size_bytes or 0) // case.rule_values["itemsize"] if finding else 0


def separation(
    failing: Sequence[Case], passing: Sequence[Case], others: Sequence[Case] = (), width: int = 0
) -> str:
    """Return which cases have a fault: the simplest rule that separates them, else the closest that all meet.

    `others` are cases with another fault; of divisors that separate alike `width` is preferred.
    """
    n, n_all = len(failing), len(failing) + len(passing) + len(others)
    if n == n_all:
        return f"fails: all {n} cases that ran" if n > 1 else "fails: the only case that ran"
    if n < FEWEST or (not passing and len(others) < FEWEST):
        return f"fails: {n} of {n_all} cases"
    end = "no other case has this fault" if others else "passes: all others"
    if rule := _separating(failing, [*passing, *others], width):
        return f"fails: {rule}; {end}"
    if others:
        end = "passes: all others without another fault"
        if passing and (rule := _separating(failing, passing, width)):
            return f"fails: {rule}; {end}"
    text, most = _closest(failing, passing, width)
    beside = [case for case, is_met in zip(passing, most, strict=True) if is_met]
    # A rule that no passing case meets, and the failing cases that do not meet it either.
    enough = [rule for rule in _rules([*failing, *passing], n, width) if not rule[1][n:].any()]
    own, met = max(enough, key=lambda rule: rule[1].sum(), default=("", np.zeros(n, dtype=np.bool_)))
    rest = [case for case, is_met in zip(failing, met[:n], strict=True) if not is_met]
    stray = min(beside, rest, key=len)
    kinds = sorted({case.kind for case in stray})
    are_special = len(kinds) <= _MOST_WORDS and not {*kinds} & {*INDISPENSABLE_KINDS}
    if are_special and 0 < len(stray) <= min(MOST_STRAY, n // 5):
        few = f"{len(stray)} cases, by their values (input {_either(kinds)})"
        return f"fails: {f'{text} except' if stray is beside else f'{own} and'} {few}; {end}"
    if passing and len(beside) <= len(passing) * MOST_OTHERS:
        return f"fails: {n} of the {n + len(beside)} cases where {text}; {end}"
    return f"fails: {n} of {n_all} cases, which no rule on sizes, blocks, layouts and inputs separates"


def _closest(failing: Sequence[Case], passing: Sequence[Case], width: int = 0) -> tuple[str, _Mask]:
    """Return the rule that all failing cases and the fewest passing ones meet, and which these are."""
    n = len(failing)
    rules = [rule for rule in _rules([*failing, *passing], n, width) if rule[1][:n].all()]
    every = "", np.ones(n + len(passing), dtype=np.bool_)
    text, met = min(rules, key=lambda rule: rule[1].sum(), default=every)
    return text, met[n:]


def _separating(failing: Sequence[Case], passing: Sequence[Case], width: int) -> str:
    """Return the simplest rule, or two, that all failing cases meet and no passing one; empty if there is none."""
    n = len(failing)
    rules = list(_rules([*failing, *passing], n, width))
    failed = np.array([mask[:n] for _, mask in rules])
    passed = np.array([mask[n:] for _, mask in rules])
    needed, enough = failed.all(axis=1), ~passed.any(axis=1)
    if (single := np.flatnonzero(needed & enough)).size:
        return rules[int(single[0])][0]
    for word, chosen, masks in (("and", needed, passed), ("or", enough & failed.any(axis=1), ~failed)):
        indices = np.flatnonzero(chosen)
        # A pair separates if no case is left in both: one that passes and meets both, one that fails and meets neither.
        left = masks[indices].astype(np.float32)
        pairs = np.argwhere(np.triu(left @ left.T == 0))
        for first, second in sorted(pairs.tolist(), key=sum)[:1]:
            return f"{rules[indices[first]][0]} {word} {rules[indices[second]][0]}"
    return ""


def _rules(cases: Sequence[Case], n_failing: int, width: int) -> Iterator[tuple[str, _Mask]]:
    """Yield rules, the simplest first, with the cases that meet them; the first `n_failing` cases fail."""
    values = [case.rule_values for case in cases]
    numbers = {name: np.array([own[name] for own in values]) for name in values[0]}
    # An operation may have its own names of the number of columns and of rows.
    n_cols, n_rows = cases[0].variant.operation.shown((N_COLS, N_ROWS))
    own = tuple(dict(cases[0].shape.further))
    n_elements = f"{n_rows} * {n_cols}"
    numbers[n_elements] = numbers[n_rows] * numbers[n_cols]
    sizes = (n_cols, n_rows, *own)
    for name in (n_cols, *own, n_rows, *STRIDES, "inp_offset", "out_offset", n_elements):
        number = numbers[name]
        yield f"{name} == 1", number == 1
        for divisor in sorted(_DIVISORS, key=lambda each: each != width):
            yield f"{name} % {divisor} != 0", number % divisor != 0
            yield f"{name} % {divisor} == 0", number % divisor == 0
    for name in STRIDES:
        yield f"{name} != {n_cols}", numbers[name] != numbers[n_cols]
    for name, power, (sign, compare) in itertools.product(sizes, _POWERS, _ORDERS.items()):
        yield f"{name} {sign} {power}", compare(numbers[name], power)
    x, y, z = (numbers[f"block_{axis}"] for axis in "xyz")
    blocks = {"block_x": x, "block_y": y, "block_x * block_y * block_z": x * y * z}
    for name, block in blocks.items():
        yield f"{name} % 32 != 0", block % 32 != 0
        for size in (*sizes, n_elements):
            yield f"{size} > {name}", numbers[size] > block
            yield f"{size} < {name}", numbers[size] < block
            yield f"{size} % {f'({name})' if ' ' in name else name} != 0", numbers[size] % block != 0
    for size, vector in itertools.product((*sizes, n_elements), _WIDTHS):
        yield f"{size} % ({vector} * block_x) != 0", numbers[size] % (vector * x) != 0
    for name in sizes:
        is_power = numbers[name] & (numbers[name] - 1) == 0
        yield f"{name} is a power of 2", is_power
        yield f"{name} is not a power of 2", ~is_power
    scalars = [scalars_of(case) for case in cases]
    for name in sorted(cases[0].variant.given & scalars[0].keys()):
        for value in dict.fromkeys(each[name] for each in scalars):
            yield f"{name} == {value:.6g}", np.array([each[name] == value for each in scalars])
    words = {
        "dtype": [case.dtype for case in cases],
        "layout": [case.layout for case in cases],
        "input": [case.kind for case in cases],
        "block": [block_text(case.block) for case in cases],
    }
    for name, of_cases in words.items():
        bad = dict.fromkeys(of_cases[:n_failing])
        good = [word for word in dict.fromkeys(of_cases) if word not in bad]
        # Whichever is shorter to read; a long list describes the cases, not the fault.
        # Rules on strides and offsets say more than three layouts.
        if min(len(good) or len(bad), len(bad)) <= _MOST_WORDS - (name == "layout"):
            text = f"is not {_either(good)}" if 0 < len(good) < len(bad) else f"is {_either(list(bad))}"
            yield f"{name} {text}", np.array([word in bad for word in of_cases])
        for word in bad if len(bad) > 1 else ():
            yield f"{name} is {word}", np.array([other == word for other in of_cases])
    for name in sizes:
        least, most = numbers[name][:n_failing].min(), numbers[name][:n_failing].max()
        yield f"{name} >= {least}", numbers[name] >= least
        yield f"{name} <= {most}", numbers[name] <= most


def _either(words: Sequence[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
