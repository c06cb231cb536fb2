"""Lines of the sources that findings name, three around each, as long as the files are what was checked.

A check's JSON has the path and the SHA-256 of every source that its findings name. A file that is gone or has another
digest is not shown: its lines may have moved. The digest also keeps a result file from naming any other file of the
reader's machine, since only who knew a file's content can ask for it.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..input_file import NotPlainError, read_file
from .html_numbers import plural
from .html_templates import Markup, part

AROUND = 3
"""Lines shown before and after the one that a finding names."""
MOST_PLACES = 4
"""Places of a variant that are shown: those that most cases name."""
_LINE = re.compile("[0-9]{1,9}")
MOST_BYTES = 4 << 20
"""Largest source that is read; none that people write comes near."""


@dataclass(frozen=True)
class Excerpt:
    """Lines around one, or the reason why there are none.

    Parameters
    ----------
    first : int
        Number of the first line, from 1.
    lines : tuple of str
        Their text; empty where `why_not` says something.
    why_not : str
        Why the lines are not shown.
    """

    first: int = 0
    lines: tuple[str, ...] = ()
    why_not: str = ""


class SourceTexts:
    """Gives lines of sources, each file read once.

    Parameters
    ----------
    folder : Path or None
        What the paths in result files are relative to; None to read nothing.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._read: dict[tuple[str, str], list[str] | str] = {}

    def excerpt(self, place: str, sources: Sequence[Mapping[str, Any]]) -> Excerpt | None:
        """Return the lines around a place.

        Parameters
        ----------
        place : str
            Short name of a file and a line: ``softmax_naive.cu:40``.
        sources : sequence of dict
            ``file``, ``path`` and ``sha256`` of the sources of the variant.

        Returns
        -------
        Excerpt or None
            None where `place` is no line of one of the sources, as for a line of CUDA's own headers.
        """
        file, _, digits = place.rpartition(":")
        source = next((each for each in sources if each["file"] == file), None)
        if source is None or self._folder is None or not _LINE.fullmatch(digits):
            return None
        key = source["path"], source["sha256"]
        if key not in self._read:
            self._read[key] = _lines(self._folder / source["path"], source["sha256"])
        found = self._read[key]
        if isinstance(found, str):
            return Excerpt(why_not=f"{source['path']} {found}")
        line = int(digits)
        if not 1 <= line <= len(found):
            return Excerpt(why_not=f"{source['path']} has {plural(len(found), 'line')}")
        first = max(line - AROUND, 1)
        return Excerpt(first, tuple(found[first - 1 : line + AROUND]))


def _lines(path: Path, sha256: str) -> list[str] | str:
    """Return a file's lines, or why they are not shown."""
    try:
        content = read_file(path, MOST_BYTES)
    except NotPlainError as error:
        return error.strerror or "cannot be read"
    except FileNotFoundError:
        return "is not there"
    except (OSError, ValueError) as error:
        return f"cannot be read ({getattr(error, 'strerror', None) or error})"
    if hashlib.sha256(content).hexdigest() != sha256:
        return "has changed since the check"
    # As compilers count: only a newline ends a line.
    return [line.removesuffix("\r") for line in content.decode("utf-8", "replace").split("\n")]


def failing_lines(
    variant: Mapping[str, Any], cases: Sequence[Mapping[str, Any]], texts: SourceTexts
) -> Markup | None:
    """Build the lines that the findings of failing cases name, those of most cases first; None where none is named.

    Parameters
    ----------
    variant : dict
        Of a check's JSON; of an earlier version it has no ``sources``, then its lines are not shown.
    cases : sequence of dict
        Those that did not pass.
    texts : SourceTexts
        Where the lines come from.
    """
    sources = variant.get("sources")
    named: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {}
    for case in cases:
        found = {(finding["source"], finding["reason"]) for finding in case["findings"] if finding["source"]}
        named.update({place for place, _ in found})
        for place, reason in found:
            reasons.setdefault(place, Counter())[reason] += 1
    if not named or sources is None:
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
