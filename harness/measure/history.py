"""Series of times of one key, in the order of commits.

Results of different keys are never compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..errors import UsageError
from .baseline import MeasurementKey, Record, Result


@dataclass(frozen=True)
class Series:
    """Results of one kernel on one problem under one key, oldest first.

    Parameters
    ----------
    records : tuple of Record
        Records that contain the kernel and problem.
    results : tuple of Result
        The result in each record.
    """

    records: tuple[Record, ...]
    results: tuple[Result, ...]

    @property
    def last(self) -> Result:
        """The newest result."""
        return self.results[-1]

    def change(self, since: str = "") -> SeriesChange | None:
        """Compare the newest result with the previous one or a commit's; None if there is none.

        Parameters
        ----------
        since : str
            A commit's hash or the beginning of it; empty for the previous result.
        """
        before = (
            [
                each
                for record, each in zip(self.records, self.results, strict=True)
                if record.commit.startswith(since)
            ]
            if since
            else list(self.results[:-1])
        )
        if not before or before[-1] is self.last:
            return None
        return SeriesChange(before[-1], self.last)


@dataclass(frozen=True)
class SeriesChange:
    """Two results of one series."""

    before: Result
    after: Result

    @property
    def share(self) -> float:
        """Relative growth of the median: 0.01 is one percent slower."""
        return self.after.median_us / self.before.median_us - 1

    @property
    def stands_out(self) -> bool:
        """Whether the interquartile ranges of the samples are disjoint.

        This is only a hint: two runs differ by more than their samples do. Therefore the gate restarts processes.
        """
        return self.after.q1_us > self.before.q3_us or self.after.q3_us < self.before.q1_us


def series_of(records: Sequence[Record]) -> tuple[Series, ...]:
    """Return every series of records of one key, by dtype, problem, variant.

    Raises
    ------
    UsageError
        The records have different keys.
    """
    keys = sorted({record.key for record in records})
    if len(keys) > 1:
        raise UsageError(
            "results of different keys must not be compared (got " + "; ".join(key.text for key in keys) + ")"
        )
    found: dict[Any, list[tuple[Record, Result]]] = {}
    for record in in_order(records):
        for result in record.results:
            found.setdefault(result.name, []).append((record, result))
    ordered = sorted(
        found.items(), key=lambda item: (item[0][1], item[0][2], item[0][3], item[0][0], item[0][4])
    )
    return tuple(Series(tuple(r for r, _ in each), tuple(r for _, r in each)) for _, each in ordered)


def in_order(records: Sequence[Record]) -> list[Record]:
    """Return records sorted by the dates of their commits, then of their measurements."""
    return sorted(records, key=lambda each: (each.committed, each.measured, each.commit, each.is_dirty))


def by_key(records: Sequence[Record]) -> dict[MeasurementKey, list[Record]]:
    """Return records by key; keys ordered by their newest record, oldest first."""
    found: dict[MeasurementKey, list[Record]] = {}
    for record in in_order(records):
        found.setdefault(record.key, []).append(record)
    return dict(sorted(found.items(), key=lambda item: (item[1][-1].measured, item[0])))


def key_changes(records: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Return neighbours in time with different keys: a plot must not connect them."""
    ordered = sorted(records, key=lambda each: (each.measured, each.key, each.commit))
    return [(a, b) for a, b in pairwise(ordered) if a.key != b.key]
