"""What became of times from result to result: series of one key, in the order of commits.

Results of different keys are never compared; there is no function here that would.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..errors import UsageError
from .baseline import Key, Record, Result


@dataclass(frozen=True)
class Series:
    """One kernel on one problem under one key, oldest first.

    Parameters
    ----------
    records : tuple of Record
        Those that have it.
    results : tuple of Result
        Of each of them.
    """

    records: tuple[Record, ...]
    results: tuple[Result, ...]

    @property
    def last(self) -> Result:
        """The newest."""
        return self.results[-1]

    def change(self, since: str = "") -> Change | None:
        """Compare the newest with the one before, or with the one of a commit; None where there is none.

        Parameters
        ----------
        since : str
            A commit's hash or its beginning.
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
        return Change(before[-1], self.last)


@dataclass(frozen=True)
class Change:
    """Two results of one series."""

    before: Result
    after: Result

    @property
    def share(self) -> float:
        """By how much the median grew, as a share: 0.01 is one percent slower."""
        return self.after.median_us / self.before.median_us - 1

    @property
    def stands_out(self) -> bool:
        """Whether the middle halves of the samples lie apart.

        No more than a hint: two runs differ by more than their samples do, which is what the gate's restarts are for.
        """
        return self.after.q1_us > self.before.q3_us or self.after.q3_us < self.before.q1_us


def series_of(records: Sequence[Record]) -> tuple[Series, ...]:
    """Return every series of records of one key, by dtype, problem, variant.

    Raises
    ------
    UsageError
        The records are of several keys, which are never compared.
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
    """Return records by the date of their commits, then by when they were measured."""
    return sorted(records, key=lambda each: (each.committed, each.measured, each.commit, each.is_dirty))


def by_key(records: Sequence[Record]) -> dict[Key, list[Record]]:
    """Return records by key, keys in the order of their newest record, the last one used coming last."""
    found: dict[Key, list[Record]] = {}
    for record in in_order(records):
        found.setdefault(record.key, []).append(record)
    return dict(sorted(found.items(), key=lambda item: (item[1][-1].measured, item[0])))


def key_changes(records: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Return neighbours in time whose keys differ: where a line through all results would be wrong."""
    ordered = sorted(records, key=lambda each: (each.measured, each.key, each.commit))
    return [(a, b) for a, b in pairwise(ordered) if a.key != b.key]
