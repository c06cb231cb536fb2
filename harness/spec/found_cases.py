"""Files of found cases: what a search has found wrong once, and the matrix checks ever since.

A file is TOML, one table ``[[case]]`` for each case::

    [[case]]
    id  = "softmax_naive-float32-1x777-spread-block128"
    why = "wrong-value: the last element was left out of the sum"

``id`` is a full case id, which says everything about its case; ``why`` is for the reader.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import SpecError, UsageError
from ..input_file import read_text
from ..output_file import write_file
from .case import is_case_id, parse_case_id
from .discovery import Discovery
from .toml_document import TomlError, read_toml
from .variant import Variant

SUFFIX = ".toml"

_HEAD = """\
# Cases that a search has found wrong; the matrix checks them from now on. docs/search.md describes this file.
"""
_KEYS = ("id", "why")


@dataclass(frozen=True)
class FoundCase:
    """One entry of a file.

    Parameters
    ----------
    id : str
        A case id; the variant need not exist.
    why : str
        What was wrong, in a line.
    path : Path
        The file.
    line : int
        1-based line of the ``id``.
    """

    id: str
    why: str
    path: Path
    line: int


@dataclass(frozen=True)
class FoundCases:
    """What some files hold.

    Parameters
    ----------
    cases : tuple of FoundCase
        By file and line.
    errors : tuple of SpecError
        What is wrong in them; the other entries are not lost.
    """

    cases: tuple[FoundCase, ...] = ()
    errors: tuple[SpecError, ...] = ()


def read_found_cases(paths: Iterable[Path]) -> FoundCases:
    """Read files of found cases.

    Parameters
    ----------
    paths : iterable of Path
        Files, and folders of which every ``.toml`` file is read.
    """
    cases: list[FoundCase] = []
    errors: list[SpecError] = []
    for path in paths:
        for file in sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else (path,):
            try:
                found = _read_file(file)
            except SpecError as error:
                errors.append(error)
                continue
            cases += [entry for entry in found if isinstance(entry, FoundCase)]
            errors += [entry for entry in found if isinstance(entry, SpecError)]
    return FoundCases(tuple(cases), tuple(errors))


def with_found_cases(discovery: Discovery, found: FoundCases, *, is_everything: bool) -> Discovery:
    """Give each variant the found cases that name it.

    Parameters
    ----------
    discovery : Discovery
        Variants.
    found : FoundCases
        Entries of files.
    is_everything : bool
        Whether there are no other variants: an entry that names none of these is then an error, since it would
        never be checked again.

    Returns
    -------
    Discovery
        With the errors of the files, and of entries that name something that their variant does not have.
    """
    errors = [*discovery.errors, *found.errors]
    by_id = {variant.id: variant for variant in discovery.variants}
    # A variant whose declaration is wrong has an error of its own.
    broken = {error.path.stem for error in discovery.errors}
    ids: dict[str, list[str]] = {}
    for entry in found.cases:
        variant = _variant_of(entry, discovery.variants)
        if variant is None:
            if is_everything and not any(entry.id.startswith(f"{stem}-") for stem in broken):
                errors.append(
                    _error(entry, f"a found case must name a variant that is there (got '{entry.id}')")
                )
            continue
        try:
            parse_case_id(entry.id, (variant,))
        except UsageError as error:
            errors.append(_error(entry, str(error)))
        else:
            ids.setdefault(variant.id, []).append(entry.id)
    for variant_id, case_ids in ids.items():
        unique = tuple(dict.fromkeys(case_ids))
        by_id[variant_id] = replace(by_id[variant_id], found=unique)
    return replace(discovery, variants=tuple(by_id.values()), errors=tuple(errors))


def add_found_cases(path: Path, entries: Sequence[tuple[str, str]]) -> int:
    """Add cases to a file, which is made where there is none; written whole or not at all.

    Parameters
    ----------
    path : Path
        The file; its folder is made as well.
    entries : sequence of (str, str)
        Id and reason of each case.

    Returns
    -------
    int
        How many were new.

    Raises
    ------
    SpecError
        The file is there and is not a file of found cases; it is left as it is.
    UsageError
        It cannot be written.
    """
    known = {entry.id: entry.why for entry in _strictly(path)} if path.exists() else {}
    new = {case_id: why for case_id, why in entries if case_id not in known}
    tables = (
        # JSON's strings are TOML's basic strings as long as they are ASCII.
        f"\n[[case]]\nid  = {json.dumps(case_id)}\nwhy = {json.dumps(why)}\n"
        for case_id, why in {**known, **new}.items()
    )
    _write(path, _HEAD + "".join(tables))
    return len(new)


def _read_file(path: Path) -> list[FoundCase | SpecError]:
    try:
        document = read_toml(read_text(path))
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"a file of found cases must be readable (got: {error})", path=path, line=1) from None
    except TomlError as error:
        raise SpecError(
            f"a file of found cases must be TOML: {error.reason}", path=path, line=error.line
        ) from None
    tables = document.table.get("case", [])
    if set(document.table) - {"case"} or not isinstance(tables, list):
        got = ", ".join(document.table)
        raise SpecError(
            f"a file of found cases holds tables [[case]] and nothing else (got {got})", path=path, line=1
        )
    entries: list[FoundCase | SpecError] = []
    for index, table in enumerate(tables):
        line = document.lines.get(("case", index, "id"), document.lines.get(("case", index), 1))
        is_right = isinstance(table, dict) and set(table) == set(_KEYS)
        if not is_right or not all(isinstance(value, str) for value in table.values()):
            message = f"a found case has the keys {' and '.join(_KEYS)}, both strings (got {table!r})"
            entries.append(SpecError(message, path=path, line=line))
        elif not is_case_id(table["id"]):
            message = f"the id of a found case must be a full case id (got {table['id']!r})"
            entries.append(SpecError(message, path=path, line=line))
        else:
            entries.append(FoundCase(table["id"], table["why"], path, line))
    return entries


def _strictly(path: Path) -> list[FoundCase]:
    entries = _read_file(path)
    for entry in entries:
        if isinstance(entry, SpecError):
            raise entry
    return [entry for entry in entries if isinstance(entry, FoundCase)]


def _variant_of(entry: FoundCase, variants: Sequence[Variant]) -> Variant | None:
    # The longest, since one variant's id may begin another's.
    named = [variant for variant in variants if entry.id.startswith(f"{variant.id}-")]
    return max(named, key=lambda variant: len(variant.id), default=None)


def _error(entry: FoundCase, message: str) -> SpecError:
    return SpecError(message, path=entry.path, line=entry.line)


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(text.encode("ascii"), path)
    except OSError as error:
        raise UsageError(f"found cases could not be written (got {error}); {path} is as it was") from None
