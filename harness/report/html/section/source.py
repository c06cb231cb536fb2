"""The source lines that findings name, with three lines around each, from files unchanged since the check.

A check's JSON has the path and the SHA-256 of every source that its findings name. A missing file, or one with
another digest, is not shown: its lines may have moved. A result file may name any file of the reader's machine, so only
files of the reader's project are opened.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ....run.source_files import NamedSource
from ....store.input_file import NotPlainError, read_file
from ....store.reach import Reach
from ....verdict import Finding, Reason, Verdict
from ..numbers import plural
from ..templates import Markup, part

AROUND = 3
"""Lines shown before and after the one that a finding names."""
MOST_PLACES = 4
"""Most places of a variant that are shown: those that most cases name."""
_LINE = re.compile("[0-9]{1,9}")
MOST_BYTES = 4 << 20
"""Size in bytes of the largest source that is read."""


class FailedCase(Protocol):
    """A case that did not pass, of a check or of a gate."""

    @property
    def verdict(self) -> Verdict:
        """How it ended."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Reason codes of its findings."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was wrong."""


@dataclass(frozen=True)
class Excerpt:
    """Lines around a place in a source, or the reason why they are not shown."""

    first: int = 0
    """Number of the first line, from 1."""
    lines: tuple[str, ...] = ()
    """Their text; empty if `why_not` has a reason."""
    why_not: str = ""
    """Reason why the lines are not shown; empty if they are."""


class SourceTexts:
    """Reads lines of sources, each file once."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._read: dict[tuple[str, str], list[str] | str] = {}

    def excerpt(self, place: str, sources: Sequence[NamedSource]) -> Excerpt | None:
        """Return the lines around a place."""
        file, _, digits = place.rpartition(":")
        source = next((each for each in sources if each.file == file), None)
        if source is None or self._folder is None or not _LINE.fullmatch(digits):
            return None
        key = source.path, source.sha256
        if key not in self._read:
            self._read[key] = _lines(self._folder, source.path, source.sha256)
        found = self._read[key]
        if isinstance(found, str):
            return Excerpt(why_not=f"{source.path} {found}")
        line = int(digits)
        if not 1 <= line <= len(found):
            return Excerpt(why_not=f"{source.path} has {plural(len(found), 'line')}")
        first = max(line - AROUND, 1)
        return Excerpt(first, tuple(found[first - 1 : line + AROUND]))


def _lines(folder: Path, name: str, sha256: str) -> list[str] | str:
    """Return a file's lines, or the reason why they are not shown."""
    try:
        if folder / name not in Reach(folder / "report"):
            return "is not in the project"
        content = read_file(folder / name, MOST_BYTES)
    except NotPlainError as error:
        return error.strerror or "cannot be read"
    except FileNotFoundError:
        return "does not exist"
    except (OSError, ValueError) as error:
        return f"cannot be read ({getattr(error, 'strerror', None) or error})"
    if hashlib.sha256(content).hexdigest() != sha256:
        return "has changed since the check"
    # As compilers count: only a newline ends a line.
    return [line.removesuffix("\r") for line in content.decode("utf-8", "replace").split("\n")]


def failing_lines(
    sources: Sequence[NamedSource], cases: Sequence[FailedCase], texts: SourceTexts
) -> Markup | None:
    """Build the source lines that findings of failing cases name, those of most cases first; None if there is none."""
    named: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {}
    for case in cases:
        found = {(finding.source, finding.reason) for finding in case.findings if finding.source}
        named.update({place for place, _ in found})
        for place, reason in found:
            reasons.setdefault(place, Counter())[reason] += 1
    if not named:
        return None
    shown = [
        {
            "place": place,
            "line": int(place.rpartition(":")[2]),
            "n_cases": n,
            "reasons": ", ".join(
                f"{reason} in {plural(count, 'case')}" for reason, count in most_first(reasons[place])
            ),
            "excerpt": excerpt,
        }
        for place, n in most_first(named)
        if (excerpt := texts.excerpt(place, sources)) is not None
    ]
    return part("lines", shown[:MOST_PLACES], len(shown) - MOST_PLACES) if shown else None


def most_first(counts: Counter[str]) -> list[tuple[str, int]]:
    """Return names with their counts, the largest count first, then by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
