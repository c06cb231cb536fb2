"""Files of found cases: cases that failed in a search. The matrix then includes them in every run.

A file is TOML, with one table ``[[case]]`` per case::

    [[case]]
    id  = "softmax_naive-float32-1x777-spread-block128"
    why = "wrong-value: the last element was left out of the sum"

``id`` is a full case id. ``why`` is a note for people.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...errors import SpecError, UsageError
from ...store.input_file import read_text
from ...store.whole_file import write_file
from ..case import is_case_id, parse_case_id
from ..toml_document import TomlError, line_of, read_toml
from .discovery import Discovery

SUFFIX = ".toml"

_HEAD = """\
# Cases that failed in a search; the matrix checks them from now on. docs/reading-a-failure.md describes this file.
"""
_KEYS = ("id", "why")


@dataclass(frozen=True)
class FoundCase:
    id: str
    """Case id. The variant need not exist."""
    why: str
    path: Path
    line: int
    """1-based line of the ``id``."""


def read_found_cases(paths: Iterable[Path]) -> tuple[FoundCase | SpecError, ...]:
    """Read files of found cases; a wrong entry or file gives its error."""
    entries: list[FoundCase | SpecError] = []
    for path in paths:
        for file in sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else (path,):
            try:
                entries += _read_file(file)
            except SpecError as error:
                entries.append(error)
    return tuple(entries)


def with_found_cases(
    discovery: Discovery, found: Sequence[FoundCase | SpecError], *, is_everything: bool
) -> Discovery:
    entries = [entry for entry in found if isinstance(entry, FoundCase)]
    errors = [*discovery.errors, *(entry for entry in found if isinstance(entry, SpecError))]
    # A wrong declaration is already an error.
    broken = {error.path.stem for error in discovery.errors}
    ids: dict[str, dict[str, None]] = {}
    for entry in entries:
        # Take the longest match: one variant's id may be a prefix of another's.
        named = [variant for variant in discovery.variants if entry.id.startswith(f"{variant.id}-")]
        variant = max(named, key=lambda variant: len(variant.id), default=None)
        if variant is None:
            # Of a run on some files only, other variants' cases are not missing.
            if is_everything and not any(entry.id.startswith(f"{stem}-") for stem in broken):
                message = f"a found case must name a variant that exists (got '{entry.id}')"
                errors.append(SpecError(message, path=entry.path, line=entry.line))
            continue
        try:
            parse_case_id(entry.id, (variant,))
        except UsageError as error:
            errors.append(SpecError(str(error), path=entry.path, line=entry.line))
        else:
            ids.setdefault(variant.id, {})[entry.id] = None
    variants = (
        replace(variant, found=tuple(ids[variant.id])) if variant.id in ids else variant
        for variant in discovery.variants
    )
    return Discovery(tuple(variants), tuple(errors))


def add_found_cases(path: Path, entries: Sequence[tuple[str, str]]) -> int:
    """Add cases to a file, atomically. The file and its folder are created if missing."""
    # A wrong file is not written over, so that none of its entries is lost.
    known = {}
    for entry in read_found_cases([path] if path.exists() else []):
        if isinstance(entry, SpecError):
            raise entry
        known[entry.id] = entry.why
    new = {case_id: why for case_id, why in entries if case_id not in known}
    tables = (
        # An ASCII string of JSON is a basic string of TOML.
        f"\n[[case]]\nid  = {json.dumps(case_id)}\nwhy = {json.dumps(why)}\n"
        for case_id, why in {**known, **new}.items()
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file((_HEAD + "".join(tables)).encode("ascii"), path)
    except OSError as error:
        raise UsageError(f"found cases could not be written (got {error}); {path} is unchanged") from None
    return len(new)


def _read_file(path: Path) -> list[FoundCase | SpecError]:
    try:
        document = read_toml(read_text(path))
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"a file of found cases must be readable (got: {error})", path=path, line=1) from None
    except TomlError as error:
        message = f"a file of found cases must be TOML: {error.reason}"
        raise SpecError(message, path=path, line=error.line) from None
    tables = document.table.get("case", [])
    if set(document.table) - {"case"} or not isinstance(tables, list):
        message = f"a file of found cases must have only tables [[case]] (got {', '.join(document.table)})"
        raise SpecError(message, path=path, line=1)
    entries: list[FoundCase | SpecError] = []
    for index, table in enumerate(tables):
        line = line_of(document.lines, ("case", index, "id"), 1)
        is_right = isinstance(table, dict) and set(table) == set(_KEYS)
        if not is_right or not all(isinstance(value, str) for value in table.values()):
            message = f"a found case must have the keys {' and '.join(_KEYS)}, both strings (got {table!r})"
            entries.append(SpecError(message, path=path, line=line))
        elif not is_case_id(table["id"]):
            message = f"the id of a found case must be a full case id (got {table['id']!r})"
            entries.append(SpecError(message, path=path, line=line))
        else:
            entries.append(FoundCase(table["id"], table["why"], path, line))
    return entries
