"""Compares a kernel's outputs with those of its old version, within a bound that the old version's own rounding gives.

No reference is needed. A *drawn* launch rounds each inexact result up or down at random, so a few of them show how far
each output may move when a sum is ordered differently, contracted or split. A difference beyond the spread of both
sides has another cause. Takes arrays and two functions that draw; runs no kernel itself.

Limitations: a difference that shows only where the old version is ill-conditioned passes. Integers, and floats of 8
bits, that a rounding decides, such as the index of one of two nearly equal maxima, are not judged. Approximate
instructions in place of exact ones pass while all results agree within 2 ulp.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..lazy import dataclass, replace
from ..operation.precision.rounding import FORMATS, FloatFormat
from ..ptx.launch.watch import FIRST_EVEN

Outputs = Mapping[str, NDArray[Any]]
"""Outputs by name, flat, each in the type of its elements."""
Draw = Callable[[int], Outputs]
"""Returns the outputs of one drawn launch, given its number."""
_Values = NDArray[np.float64]
_Flags = NDArray[np.bool_]

SAME_ULP = 2
"""Differences of so many ulp are not drawn for: two right kernels round their results differently."""
_TRIES = ((3, 12.0), (FIRST_EVEN, 6.0))
"""Drawn launches of each side, and how many spreads a difference may have: a cheap first try, and the answer."""
N_DRAWS = FIRST_EVEN
N_EVEN_DRAWS = 8
"""Further launches before a difference counts: they show terms that one side's rounding absorbs."""
_POOL = 33
"""Elements nearest in magnitude whose spreads are pooled: the spread of eight draws alone varies by a quarter."""
_LEAST_SPREAD_ULP = 0.4
"""Spread of one rounding that is drawn evenly, at most half an ulp; the average over all distances."""
_MOST_SPREAD = 64
"""Most times the old version's spread that the new version's may widen the bound."""
_MOST_RATIO, _MOST_RATIO_SHORT = 16.0, 1.5
"""Ratio of the spreads from which the new version is less accurate: of f32 and f64, and of shorter elements, whose own
rounding is most of the spread."""
_COARSE, _COARSE_ULP = 0.01, 8
"""Part of the largest value nearby, or ulp of it if they are more: a wider bound compares nothing, if it is so in more
than this part of the elements."""
_NEARBY = 1024
"""Consecutive elements whose largest value counts as nearby, for outputs whose rows are not known."""


class Outcome(enum.Enum):
    """Result of a comparison, from the best to the worst."""

    SAME = "SAME"
    """Equal to the bit."""
    WITHIN = "WITHIN"
    """Different, by no more than rounding explains."""
    NOT_COMPARED = "NOT COMPARED"
    """Within a bound that is too wide to tell anything."""
    LESS_ACCURATE = "LESS ACCURATE"
    """Within the bound, but with a much larger spread than the old version. Only `outcome_of` gives it."""
    CHANGED = "CHANGED"


@dataclass(frozen=True, kw_only=True)
class Compared:
    """Comparison of one output of one case."""

    name: str
    outcome: Outcome
    n_elements: int
    n_changed: int = 0
    """Elements beyond the bound."""
    n_unjudged: int = 0
    """Elements whose class, or whose integer, the old version's own rounding decides."""
    at: int = -1
    """Flat index of the worst element beyond the bound; -1 without one."""
    base: float = 0.0
    head: float = 0.0
    allowed: float = 0.0
    """`base`, `head`, `allowed`: of the element `at`: both results, and the largest difference that is accepted."""
    digits: float | None = None
    """Median of the decimal digits that were compared; None for integers."""
    spread_ratio: float | None = None
    """Median of the new version's spread over the old version's; None if nothing was drawn."""
    most_ratio: float = _MOST_RATIO
    """The ratio from which the new version is less accurate."""
    n_draws: int = 0
    """Drawn launches of each side, even ones included."""

    @property
    def text(self) -> str:
        """The comparison in a sentence, with the worst element and the digits compared."""
        parts = [f"{self.name}: {self.outcome.value.lower()}"]
        if self.n_changed:
            parts = [
                f"{self.name}: {self.n_changed} of {self.n_elements} elements changed, worst {self.name}[{self.at}]: "
                f"{self.base:.9g} became {self.head:.9g} (allowed {self.allowed:.2g})"
            ]
        if self.n_unjudged:
            parts.append(f"{self.n_unjudged} not judged: rounding decides them")
        if self.digits is not None:
            parts.append(f"{self.digits:.1f} digits compared")
        return "; ".join(parts)


def compare_case(base: Outputs, head: Outputs, draw_base: Draw, draw_head: Draw) -> tuple[Compared, ...]:
    """Compare the outputs of one case, given those of the plain launches; draw only if they differ by more than 2 ulp.

    Raises ValueError if the outputs' names, lengths or types differ. Each function is called at most once for each
    number below `N_DRAWS` + `N_EVEN_DRAWS`, the numbers ascending.
    """
    if base.keys() != head.keys():
        raise ValueError(f"both sides must have the same outputs (got {[*base]} and {[*head]})")
    draws = _Draws(draw_base), _Draws(draw_head)
    return tuple(_compared(name, base[name].reshape(-1), head[name].reshape(-1), *draws) for name in base)


def outcome_of(cases: Iterable[Compared]) -> Outcome:
    """Return the outcome of one output over all cases: the worst one, or less accurate if most cases are."""
    cases = tuple(cases)
    worst = max((case.outcome for case in cases), key=list(Outcome).index, default=Outcome.SAME)
    ratios = [case.spread_ratio / case.most_ratio for case in cases if case.spread_ratio is not None]
    if worst is not Outcome.CHANGED and ratios and np.median(ratios) > 1:
        return Outcome.LESS_ACCURATE
    return worst


class _Draws:
    """The drawn launches of one side, made when they are needed."""

    def __init__(self, draw: Draw) -> None:
        self._draw, self._made = draw, list[Outputs]()

    def get(self, name: str, stop: int, start: int = 0) -> NDArray[Any]:
        """Return an output of the launches from number `start` on, one launch a row."""
        while len(self._made) < stop:
            self._made.append(self._draw(len(self._made)))
        return np.stack([outputs[name].reshape(-1) for outputs in self._made[start:stop]])


def _compared(name: str, base: NDArray[Any], head: NDArray[Any], ours: _Draws, theirs: _Draws) -> Compared:
    if base.shape != head.shape or base.dtype != head.dtype:
        raise ValueError(
            f"{name} must have as many elements of the same type on both sides "
            f"(got {len(base)} of {base.dtype.name} and {len(head)} of {head.dtype.name})"
        )
    if base.tobytes() == head.tobytes():
        return Compared(name=name, outcome=Outcome.SAME, n_elements=len(base))
    if base.dtype.name not in FORMATS:
        # Floats of 8 bits, too: one step of theirs is a tenth of the value, which no two right kernels differ by.
        return _compared_exactly(name, base, head, ours)
    form = FORMATS[base.dtype.name]
    with np.errstate(all="ignore"):
        return _compared_floats(name, _Pair(form, base, head), ours, theirs)


def _compared_exactly(name: str, base: NDArray[Any], head: NDArray[Any], ours: _Draws) -> Compared:
    word = f"u{base.dtype.itemsize}"
    differ = base.view(word) != head.view(word)
    moved = np.any(ours.get(name, N_DRAWS).view(word) != base.view(word), axis=0)
    changed = np.flatnonzero(differ & ~moved)
    at = int(changed[0]) if len(changed) else -1
    return Compared(
        name=name,
        outcome=Outcome.CHANGED if len(changed) else Outcome.WITHIN,
        n_elements=len(base),
        n_changed=len(changed),
        n_unjudged=int(np.count_nonzero(moved)),
        at=at,
        base=float(base[at]) if len(changed) else 0.0,
        head=float(head[at]) if len(changed) else 0.0,
        n_draws=N_DRAWS,
    )


class _Pair:
    """Results of the plain launches of both sides."""

    def __init__(self, form: FloatFormat, base: NDArray[Any], head: NDArray[Any]) -> None:
        self.form = form
        self.base, self.head = base.astype(np.float64), head.astype(np.float64)

    @cached_property
    def is_finite(self) -> _Flags:
        return np.isfinite(self.base) & np.isfinite(self.head)

    @cached_property
    def changed_class(self) -> _Flags:
        """True where one side alone is NaN or an infinity, or they are different infinities."""
        equal = (self.base == self.head) | (np.isnan(self.base) & np.isnan(self.head))
        return np.asarray(~self.is_finite & ~equal)

    @cached_property
    def ulp(self) -> _Values:
        return self.form.ulp(np.fmax(np.abs(self.base), np.abs(self.head)))

    @cached_property
    def difference(self) -> _Values:
        """Difference of the plain results; 0 where they are not finite."""
        return np.where(self.is_finite, self.base - self.head, 0.0)


class _Spread:
    """How far the drawn launches of one side move its plain results."""

    def __init__(self, plain: _Values, drawn: NDArray[Any], order: NDArray[np.intp]) -> None:
        moves = drawn.astype(np.float64) - plain
        is_finite = np.isfinite(plain)
        self.is_judged: _Flags = np.all(np.isfinite(drawn.astype(np.float64)) == is_finite, axis=0)
        """True where no draw makes a finite result infinite or NaN, or one of these finite."""
        moves = np.where(self.is_judged & is_finite, moves, 0.0)
        self.mean_move: _Values = np.asarray(moves.mean(axis=0))
        self.pooled = _pooled(np.asarray(moves.std(axis=0, ddof=1)), order)


def _pooled(own: _Values, order: NDArray[np.intp]) -> _Values:
    """Return the RMS of the spreads of the elements nearest in magnitude, never below an element's own spread."""
    ordered = own[order]
    n = min(_POOL, len(own))
    total = np.zeros(len(own) - n + 1)
    for start in range(n):
        # No square overflows or vanishes.
        np.hypot(total, ordered[start : start + len(total)], out=total)
    first = np.clip(np.arange(len(own)) - n // 2, 0, len(total) - 1)
    pooled = np.empty_like(own)
    pooled[order] = total[first] / np.sqrt(n)
    return np.maximum(pooled, own)


def _compared_floats(name: str, pair: _Pair, ours: _Draws, theirs: _Draws) -> Compared:
    size = np.abs(pair.difference)
    least = SAME_ULP * pair.ulp
    if not pair.changed_class.any() and np.all(size <= least):
        digits = _digits(pair, least)
        return Compared(name=name, outcome=Outcome.WITHIN, n_elements=len(size), digits=digits)
    order = np.argsort(np.where(pair.is_finite, np.abs(pair.base), np.inf), kind="stable")
    floor = _LEAST_SPREAD_ULP * pair.ulp

    def drawn(stop: int, factor: float, start: int = 0) -> tuple[_Spread, _Spread, _Values]:
        """Draw both sides; return their spreads and the largest difference of each element that they explain."""
        of_base = _Spread(pair.base, ours.get(name, stop, start), order)
        of_head = _Spread(pair.head, theirs.get(name, stop, start), order)
        widest = _MOST_SPREAD * np.maximum(of_base.pooled, floor)
        both = np.hypot(of_base.pooled, np.minimum(of_head.pooled, widest))
        return of_base, of_head, factor * both + least

    for n, factor in _TRIES:
        of_base, of_head, allowed = drawn(n, factor)
        nearest = np.fmin(size, np.abs(pair.difference + of_base.mean_move - of_head.mean_move))
        is_judged = of_base.is_judged
        is_changed = is_judged & (pair.changed_class | (pair.is_finite & ~(nearest <= allowed)))
        if not is_changed.any():
            break
    else:
        n += N_EVEN_DRAWS
        of_even, _, widened = drawn(n, _TRIES[-1][1], N_DRAWS)
        is_judged = is_judged & of_even.is_judged
        is_changed &= is_judged & (pair.changed_class | ~(nearest <= widened))
        allowed = np.where(nearest <= allowed, allowed, widened)
    found = Compared(
        name=name,
        outcome=Outcome.NOT_COMPARED if _is_coarse(pair, allowed) else Outcome.WITHIN,
        n_elements=len(size),
        n_unjudged=int(np.count_nonzero(~is_judged)),
        digits=_digits(pair, allowed),
        spread_ratio=_ratio(pair, of_base.pooled, of_head.pooled, floor),
        most_ratio=_MOST_RATIO if pair.form.itemsize >= 4 else _MOST_RATIO_SHORT,
        n_draws=n,
    )
    if not is_changed.any():
        return found
    excess = np.where(is_changed, np.where(pair.changed_class, np.inf, size / allowed), -1.0)
    at = int(np.argmax(excess))
    return replace(
        found,
        outcome=Outcome.CHANGED,
        n_changed=int(np.count_nonzero(is_changed)),
        at=at,
        base=float(pair.base[at]),
        head=float(pair.head[at]),
        allowed=float(allowed[at]),
    )


def _ratio(pair: _Pair, base: _Values, head: _Values, floor: _Values) -> float | None:
    ratios = (np.maximum(head, floor) / np.maximum(base, floor))[pair.is_finite]
    return float(np.median(ratios)) if len(ratios) else None


def _digits(pair: _Pair, allowed: _Values) -> float | None:
    """Return the median of the decimal digits to which elements other than 0 were compared; None without one."""
    is_counted = pair.is_finite & (pair.base != 0)
    if not is_counted.any():
        return None
    digits = np.log10(np.abs(pair.base[is_counted])) - np.log10(allowed[is_counted])
    return float(np.median(np.maximum(digits, 0.0)))


def _is_coarse(pair: _Pair, allowed: _Values) -> bool:
    """Whether the bound is too wide in too many elements, measured by the largest value nearby."""
    sizes = np.where(pair.is_finite, np.abs(pair.base), 0.0)
    padded = np.pad(sizes, (0, -len(sizes) % _NEARBY)).reshape(-1, _NEARBY)
    largest = np.repeat(padded.max(axis=1), _NEARBY)[: len(sizes)]
    is_counted = pair.is_finite & (largest > 0)
    limit = np.maximum(_COARSE * largest, _COARSE_ULP * pair.form.ulp(largest))
    n_coarse = np.count_nonzero(is_counted & (allowed > limit))
    return bool(n_coarse > _COARSE * np.count_nonzero(is_counted))
