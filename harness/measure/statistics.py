"""Decides from paired times whether a kernel is slower: robust estimates, intervals, a sequential rule.

Base and head are launched in pairs, in random order, on fresh buffers; each pair gives one log ratio of times.
Effects common to all launches of a process (module loading, clocks) do not average out within it. So a process is one
observation: the Hodges-Lehmann estimate of its pairs. Processes are restarted, and an interval is taken over them.
More pairs cannot shrink it below the differences between restarts.

A few restarts say little about their own spread. The interval is that of a moderated t statistic [3]_: the variance of
the restarts is joined with the variance that recorded restarts had, each with its degrees of freedom. So a comparison
can be decided from the first restart on, and one that scatters more than usual needs more restarts. The
spread is at least the one that the pairs' own scatter implies: the first restart of a noisy kernel may be off by a
percent.

References
----------
.. [1] J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests", Annals of Mathematical Statistics
   34 (1963): the median of the pairwise means.
.. [2] C. Jennison and B. W. Turnbull, "Group Sequential Methods", 1999: looks at growing data share the error rate;
   here in equal parts: Bonferroni's bound, which holds however the looks depend on each other.
.. [3] G. K. Smyth, "Linear models and empirical Bayes methods for assessing differential expression in microarray
   experiments", Statistical Applications in Genetics and Molecular Biology 3 (2004), section 3.
.. [4] E. L. Lehmann, "Nonparametric confidence intervals for a shift parameter", Annals of Mathematical Statistics 34
   (1963): the interval between two of the ordered pairwise means.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from ..lazy import dataclass
from ..store.records import CHANGE, COUNT

DEFAULT_MARGIN = 0.01
"""Smallest slowdown that must be detected, as a share of the time."""
DEFAULT_ALPHA = 0.05
"""Probability, over a whole comparison with all its looks and before the second pass, that any kernel with a change
of half the margin is called SLOWER, or FASTER likewise. For unchanged kernels it is far less: none of 200 on an
H200."""
LOOKS = (1, 2, 3, 4, 6, 9, 13, 18)
"""Numbers of process restarts after which a comparison may end."""
FEWEST_FOR_SAME = 2
"""Fewest restarts for SAME: a single one may be off by a percent, as recorded."""
CONFIRMING_LOOKS = (2, 4, 8)
"""Numbers of restarts after which the confirming pass, which is independent of the first, may end."""
CONFIRMING_RESTARTS = CONFIRMING_LOOKS[-1]
USUAL_SPREAD = 0.002
"""Standard deviation between restarts that is combined with the measured one. 400 comparisons recorded on an H200
(``fixtures/timings``) fit 0.0015 with 3.5 degrees of freedom."""
USUAL_FREEDOM = 6


class Speed(str, Enum):
    SAME = "SAME"
    FASTER = "FASTER"
    SLOWER = "SLOWER"
    AMBIGUOUS = "AMBIGUOUS"

    __str__ = str.__str__  # see Verdict


@dataclass(frozen=True)
class Interval:
    """A change of time with its confidence interval, as shares: 0.01 is one percent slower."""

    estimate: CHANGE
    """Change as a share, above 0 if the head takes longer."""
    low: CHANGE
    """The interval's lower end."""
    high: CHANGE
    """Its upper end."""
    n_pairs: COUNT
    """Pairs; in each, both sides run in both sides' buffers."""
    n_restarts: COUNT
    """Processes they were taken in."""


def hodges_lehmann(values: ArrayLike) -> float:
    """Return the median of all pairwise means, including each value with itself."""
    return float(np.median(_pairwise_means(values)))


def standard_error(values: ArrayLike) -> float:
    """Return the standard error of `hodges_lehmann`, as the values themselves imply it; 0 for a single value."""
    # Half the length of the interval that lies one standard deviation to each side in the distribution of the signed-
    # rank statistic [4]_, whose variance is ``n (n + 1) (2 n + 1) / 24``. A few values that are far off hardly change
    # it.
    means = np.sort(_pairwise_means(values))
    n = np.size(values)
    deviation = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    first = max(0, math.floor(len(means) / 2 - deviation))
    return float(means[len(means) - 1 - first] - means[first]) / 2


def _pairwise_means(values: ArrayLike) -> NDArray[np.float64]:
    data = np.asarray(values, np.float64)
    if data.ndim != 1 or not len(data) or not np.isfinite(data).all():
        raise ValueError(f"values must be a row of finite numbers, at least one (got shape {data.shape})")
    rows, columns = np.triu_indices(len(data))
    means: NDArray[np.float64] = (data[rows] + data[columns]) / 2
    return means


def log_ratios(base: ArrayLike, head: ArrayLike) -> NDArray[np.float64]:
    first, second = np.asarray(base, np.float64), np.asarray(head, np.float64)
    if first.shape != second.shape or first.ndim != 1:
        raise ValueError(f"base and head must be paired (got {first.shape} and {second.shape} times)")
    for name, times in (("base", first), ("head", second)):
        if not (np.isfinite(times) & (times > 0)).all():
            raise ValueError(
                f"times must be above 0 (got {times.min() if len(times) else 'none'} for {name})"
            )
    ratios: NDArray[np.float64] = np.log(second / first)
    return ratios


def interval(restarts: Sequence[ArrayLike], alpha: float) -> Interval:
    """Estimate a change from the log ratios of several process restarts."""
    centres = np.array([hodges_lehmann(ratios) for ratios in restarts])
    n_pairs = sum(len(np.atleast_1d(np.asarray(ratios))) for ratios in restarts)
    mean = float(centres.mean())
    squares = float(((centres - mean) ** 2).sum())
    freedom = USUAL_FREEDOM + len(centres) - 1
    implied = float(np.mean([standard_error(ratios) ** 2 for ratios in restarts]))
    variance = (USUAL_FREEDOM * max(USUAL_SPREAD**2, implied) + squares) / freedom
    half = float(special.stdtrit(freedom, 1 - alpha)) * math.sqrt(variance / len(centres))
    # `exp(x) - 1` would lose the digits of a small change to cancellation.
    return Interval(math.expm1(mean), math.expm1(mean - half), math.expm1(mean + half), n_pairs, len(centres))


def speed_of(change: Interval, margin: float) -> Speed:
    # SLOWER when the whole interval lies above half the margin, FASTER when it lies below minus that. A true change of
    # exactly the margin is then found as soon as the interval is narrower than half the margin to each side. No change
    # is half a margin away from a false alarm. SAME when the whole interval lies within the margin to both sides, which
    # excludes a change of the margin. Otherwise AMBIGUOUS.
    if change.low > margin / 2:
        return Speed.SLOWER
    if change.high < -margin / 2:
        return Speed.FASTER
    if -margin < change.low and change.high < margin:
        return Speed.SAME
    return Speed.AMBIGUOUS


@dataclass(frozen=True)
class StoppingRule:
    margin: float = DEFAULT_MARGIN
    alpha: float = DEFAULT_ALPHA
    """Probability of any false SLOWER or FASTER among all comparisons, looks and both sides."""
    n_comparisons: int = 1
    """Number of comparisons that share `alpha` (Bonferroni)."""
    looks: tuple[int, ...] = LOOKS

    @property
    def alpha_of_a_look(self) -> float:
        """Error rate of one end of one interval at one look."""
        return self.alpha / (2 * len(self.looks) * self.n_comparisons)

    def look(self, restarts: Sequence[ArrayLike]) -> tuple[Speed | None, Interval]:
        n, change = len(restarts), interval(restarts, self.alpha_of_a_look)
        speed = speed_of(change, self.margin)
        is_undecided = speed is Speed.AMBIGUOUS or (speed is Speed.SAME and n < FEWEST_FOR_SAME)
        if n < self.looks[-1] and (n not in self.looks or is_undecided):
            return None, change
        return speed, change

    def confirms(self, speed: Speed, restarts: Sequence[ArrayLike]) -> tuple[bool | None, Interval]:
        """Return whether an independent pass confirms a change."""
        change = interval(restarts, 0.05 / len(CONFIRMING_LOOKS))
        if len(restarts) not in CONFIRMING_LOOKS and len(restarts) < CONFIRMING_RESTARTS:
            return None, change
        if speed is Speed.FASTER:
            agrees = change.estimate < -self.margin / 2 and change.high < 0
        else:
            agrees = change.estimate > self.margin / 2 and change.low > 0
        return (True if agrees else None if len(restarts) < CONFIRMING_RESTARTS else False), change
