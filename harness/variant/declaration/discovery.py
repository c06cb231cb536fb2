"""Finds variants: every source under the sources that has a declaration, and every table of a ``kernels.toml``.

There is no registry. A wrong file gives its errors and does not hide other files.

Files of found cases have the cases that failed in a search, for the matrix to include them in every run. Such a file is
TOML, with one table ``[[case]]`` per case: its full ``id``, and ``why``, a note for people.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ...errors import SpecError, UndeclaredError, UsageError, closest_of
from ...lazy import dataclass, replace
from ...operation.catalogue import SUFFIX as OPERATION_SUFFIX
from ...operation.catalogue import Catalogue, catalogue_of
from ...settings.project_table import COMMENT_MARKS, is_declared, opening_of
from ...store.input_file import INCLUDE_FOLDER, read_text
from ...store.whole_file import write_file
from .. import matrix
from ..case import is_case_id, parse_case_id
from ..toml_document import TomlError, line_of, read_toml
from ..variant import Variant
from .declaration import Declared, read_declaration
from .inline_block import KERNELS_FILE, TOML_SUFFIX, InlineBlock, extract, read_kernels_file, read_source
from .triton import configured

SUFFIX = ".cu"
SUFFIXES = tuple(COMMENT_MARKS)
"""Ends of the names of sources that declare a variant."""


@dataclass(frozen=True)
class Discovery:
    variants: tuple[Variant, ...]
    """Variants declared without an error, sorted by id."""
    errors: tuple[SpecError, ...]


_File = tuple[Path, "Path | None"]
"""A file, and the folder of sources that it is in; None if the user named the file itself."""


def load_variant(path: Path, operations: Sequence[Path] = ()) -> Variant:
    declarations = _load((path, None), catalogue_of(operations))
    if len(declarations) > 1:
        raise SpecError(f"one declaration is wanted (got {len(declarations)})", path=path, line=1)
    ((variant, errors),) = declarations
    if variant is None:
        raise errors[0]
    matrix.check_rules(variant)
    return variant


def discover(
    sources: Sequence[Path], operations: Sequence[Path] = (), checked: Sequence[Variant] = ()
) -> Discovery:
    return with_checked_rules(read_sources(sources, operations), checked)


def read_sources(
    sources: Sequence[Path], operations: Sequence[Path] = (), ids: Collection[str] | None = None
) -> Discovery:
    """Read the declarations under some files and folders. No case is made."""
    catalogue = catalogue_of(operations)
    errors: list[SpecError] = list(catalogue.errors)
    files = list(_files(sources, errors))
    loaded = _load_all(files, catalogue, errors, ids)
    by_id: dict[str, list[Variant]] = {}
    for _, variant in loaded:
        by_id.setdefault(variant.id, []).append(variant)
    known = {variant_id for variant_id, group in by_id.items() if len(group) == 1}
    if ids is not None:
        # A baseline may be declared in a file that was not read, because it holds none of the ids.
        named = {variant.baseline for _, variant in loaded if variant.baseline is not None} - known
        known |= {variant.id for _, variant in _load_all(files, catalogue, [], named)}
    variants = []
    for folder, variant in loaded:
        others = [other.path for other in by_id[variant.id] if other is not variant]
        if others:
            rule = (
                f"an id, the stem of the file's name or the name of a table of {KERNELS_FILE}, must be unique"
            )
            got = f"'{variant.id}', also from {', '.join(map(str, others))}"
            errors.append(variant.error_at((), f"{rule} (got {got}); rename one"))
        # A user who names one file need not name the file of its baseline.
        elif variant.baseline is not None and variant.baseline not in known and folder is not None:
            rule = f"a baseline must be a variant among the sources (got '{variant.baseline}')"
            hint = closest_of(variant.baseline, sorted(known - {variant.id}))
            errors.append(variant.error_at(("baseline",), f"{rule}; {hint}"))
        else:
            variants.append(variant)
    return Discovery(tuple(sorted(variants, key=lambda variant: variant.id)), sorted_errors(errors))


def with_checked_rules(discovery: Discovery, checked: Sequence[Variant] = ()) -> Discovery:
    """Evaluate every rule of some variants for every case of their matrices."""
    variants = []
    errors = list(discovery.errors)
    known = {variant.id: variant for variant in checked}
    for variant in discovery.variants:
        try:
            # The gate has checked the same variant in the other revision: evaluating the rules again gives the same.
            other = known.get(variant.id)
            if other is None or replace(variant, path=other.path, file=other.file) != other:
                matrix.check_rules(variant)
        except SpecError as error:
            errors.append(error)
        else:
            variants.append(variant)
    return Discovery(tuple(variants), sorted_errors(errors))


def sorted_errors(errors: Iterable[SpecError]) -> tuple[SpecError, ...]:
    """Sort errors by path and line; errors of one line stay in order, those of operations explain others."""
    return tuple(
        sorted(errors, key=lambda error: (error.path.suffix != OPERATION_SUFFIX, str(error.path), error.line))
    )


def _load_all(
    files: Sequence[_File], catalogue: Catalogue, errors: list[SpecError], ids: Collection[str] | None
) -> list[tuple[Path | None, Variant]]:
    """Load the variants of some ids, or all, with the folders of their files; note the errors of these files."""
    loaded = []
    for path, folder in files:
        # A file can declare a variant of its stem, which a configuration's name may follow.
        is_named = ids is None or any(one == path.stem or one.startswith(f"{path.stem}.") for one in ids)
        if path.suffix != TOML_SUFFIX and not is_named:
            continue
        for variant, own in _load((path, folder), catalogue):
            errors += (error for error in own if ids is None or not error.variant or error.variant_id in ids)
            if variant is not None and (ids is None or variant.id in ids):
                loaded.append((folder, variant))
    return loaded


def _files(sources: Sequence[Path], errors: list[SpecError]) -> Iterator[_File]:
    """Yield every source file once, even if several sources contain it."""
    seen: set[Path] = set()
    for source in sources:
        files: list[_File] = [(source, None)] if source.exists() else []
        message = "a source must be a file or folder that exists (got none of this name)"
        if source.is_dir():
            files = [(path, source) for path in _walk(source)]
            others = f"other sources with a declaration ({' or '.join(SUFFIXES[1:])})"
            message = f"a source folder must hold {SUFFIX} files, {others}, or a {KERNELS_FILE} (got none)"
        if not files:
            errors.append(SpecError(message, path=source, line=1))
        for file in files:
            # A link, or a folder inside another source, may lead to a file that was yielded before.
            identity = file[0].resolve()
            if identity not in seen:
                seen.add(identity)
                yield file


def _walk(folder: Path) -> list[Path]:
    patterns = (*(f"*{suffix}" for suffix in SUFFIXES), KERNELS_FILE)
    paths = (path for pattern in patterns for path in folder.rglob(pattern) if path.is_file())
    # Other Python files and the output of a build may be next to the kernels.
    sources = (path for path in paths if path.suffix in (SUFFIX, TOML_SUFFIX) or is_declared(path))
    return sorted(
        path for path in sources if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def _load(file: _File, catalogue: Catalogue) -> tuple[Declared, ...]:
    """Read the declarations of a file; at least one result, unless it is shared code."""
    path, folder = file
    may_be_shared = folder is not None and INCLUDE_FOLDER in path.relative_to(folder).parts[:-1]
    try:
        if path.suffix == TOML_SUFFIX:
            blocks = read_kernels_file(path)
        else:
            block = extract(read_source(path), path)
            if block is None and not may_be_shared:
                rule = "a variant must be declared in its head comment"
                init = f"kernel-harness init {shlex.quote(os.path.relpath(path))}"
                hint = f"`{init}` writes it; shared code goes into a .cuh file or folder {INCLUDE_FOLDER}"
                message = f"{rule} (got no line '{opening_of(path)}'); {hint}"
                raise UndeclaredError(message, path=path, line=1)
            blocks = () if block is None else (block,)
    except SpecError as error:
        blocks = (error,)
    return tuple(result for block in blocks for result in _read(block, catalogue))


def _read(block: InlineBlock | SpecError, catalogue: Catalogue) -> tuple[Declared, ...]:
    try:
        if isinstance(block, SpecError):
            raise block
        blocks = configured(block)
    except SpecError as error:
        return ((None, (error,)),)
    results: list[Declared] = []
    reported: set[tuple[int, str]] = set()
    for configuration in blocks:
        variant, errors = read_declaration(configuration, catalogue)
        # An error that all configurations share is reported once.
        new = tuple(error for error in errors if (error.line, str(error)) not in reported)
        reported |= {(error.line, str(error)) for error in new}
        results.append((variant, new))
    return tuple(results)


_HEAD = """\
# Cases that failed in a search; the matrix checks them from now on. docs/reading-a-failure.md describes this file.
"""
_KEYS = ("id", "why")


class FoundCase(NamedTuple):
    id: str
    """Case id. The variant need not exist."""
    why: str
    path: Path
    line: int


def read_found_cases(paths: Iterable[Path]) -> tuple[FoundCase | SpecError, ...]:
    """Read files of found cases; a wrong entry or file gives its error."""
    entries: list[FoundCase | SpecError] = []
    for path in paths:
        for file in sorted(path.glob(f"*{TOML_SUFFIX}")) if path.is_dir() else (path,):
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
