"""The interval of a median."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from scipy import stats

CONFIDENCE = 0.95
FEWEST = 6
"""Values that the interval needs at least: the extremes of five enclose the median with 94 %."""


def median_with_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the median and the ends of its interval.

    Order statistics give the interval, so no distribution is assumed (``scipy.stats.quantile_test``).

    Parameters
    ----------
    values : sequence of float
        Independent values.

    Returns
    -------
    tuple of float
        Median, lower end and upper end; both ends are NaN for fewer than `FEWEST` values.
    """
    median = statistics.median(values)
    ends = stats.quantile_test(values, q=median, p=0.5).confidence_interval(CONFIDENCE)
    return median, float(ends.low), float(ends.high)
