"""Finds variants: every source under the sources that has a declaration, and every table of a ``kernels.toml``.

There is no registry. A wrong file gives its errors and does not hide other files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...errors import SpecError, closest_of
from ...operation.catalogue import Catalogue, catalogue_of
from ...settings.project_table import COMMENT_MARKS, is_declared, opening_of
from ...store.reach import INCLUDE_FOLDER
from .. import matrix
from ..variant import Variant
from .declaration import DeclarationResult, read_declaration
from .inline_block import KERNELS_FILE, TOML_SUFFIX, InlineBlock, extract, read_kernels_file, read_source
from .triton.configurations import configured

SUFFIX = ".cu"
SUFFIXES = tuple(COMMENT_MARKS)
"""Ends of the names of sources that declare a variant."""


@dataclass(frozen=True)
class Discovery:
    """The variants under some sources, and the errors in their declarations."""

    variants: tuple[Variant, ...]
    """Variants declared without an error, sorted by id."""
    errors: tuple[SpecError, ...]
    """All errors, sorted by path and line."""


@dataclass(frozen=True)
class _Found:
    path: Path
    is_named: bool
    """Whether the user named the file itself, not its folder."""
    is_include: bool


def load_variant(path: Path, operations: Sequence[Path] = ()) -> Variant:
    """Load the variant that one file declares."""
    declarations = _load(_Found(path, is_named=True, is_include=False), catalogue_of(operations))
    if len(declarations) > 1:
        raise SpecError(f"one declaration is wanted (got {len(declarations)})", path=path, line=1)
    (declaration,) = declarations
    if declaration.variant is None:
        raise declaration.errors[0]
    matrix.check_rules(declaration.variant)
    return declaration.variant


def discover(
    sources: Sequence[Path], operations: Sequence[Path] = (), checked: Sequence[Variant] = ()
) -> Discovery:
    """Find all variants under some files and folders, and evaluate their rules for every case."""
    return with_checked_rules(read_sources(sources, operations), checked)


def read_sources(
    sources: Sequence[Path], operations: Sequence[Path] = (), ids: Collection[str] | None = None
) -> Discovery:
    """Read the declarations under some files and folders. No case is made."""
    catalogue = catalogue_of(operations)
    errors: list[SpecError] = list(catalogue.errors)
    files = list(_files(sources, errors))
    loaded = _without_duplicates(_load_all(files, catalogue, errors, ids), errors)
    known = {variant.id for _, variant in loaded}
    if ids is not None:
        # A baseline may be declared in a file that was not read, because it holds none of the ids.
        named = {variant.baseline for _, variant in loaded if variant.baseline is not None} - known
        known |= {variant.id for _, variant in _load_all(files, catalogue, [], named)}
    loaded = _with_known_baselines(loaded, known, errors)
    variants = sorted((variant for _, variant in loaded), key=lambda variant: variant.id)
    return Discovery(tuple(variants), sorted_errors(errors))


def with_checked_rules(discovery: Discovery, checked: Sequence[Variant] = ()) -> Discovery:
    """Evaluate every rule of some variants for every case of their matrices."""
    variants = []
    errors = list(discovery.errors)
    known = {variant.id: variant for variant in checked}
    for variant in discovery.variants:
        try:
            # The gate knows the other revision's: evaluating the rules again would say the same.
            if not _is_same(variant, known.get(variant.id)):
                matrix.check_rules(variant)
        except SpecError as error:
            errors.append(error)
        else:
            variants.append(variant)
    return Discovery(tuple(variants), sorted_errors(errors))


def _is_same(variant: Variant, other: Variant | None) -> bool:
    """Whether two variants differ at most in the files that they are in."""
    return other is not None and replace(variant, path=other.path, file=other.file) == other


def sorted_errors(errors: Iterable[SpecError]) -> tuple[SpecError, ...]:
    """Sort errors by path and line; errors of one line stay in order."""
    return tuple(sorted(errors, key=lambda error: (str(error.path), error.line)))


def _load_all(
    files: Sequence[_Found], catalogue: Catalogue, errors: list[SpecError], ids: Collection[str] | None
) -> list[tuple[_Found, Variant]]:
    """Load the variants of some ids, or all. The errors of a file that could hold one of them are errors too."""
    loaded = []
    for found in files:
        is_toml = found.path.suffix == TOML_SUFFIX
        if ids is not None and not is_toml and not _may_hold(found.path, ids):
            continue
        for declaration in _load(found, catalogue):
            errors.extend(
                each
                for each in declaration.errors
                if ids is None or not each.variant or each.variant_id in ids
            )
            variant = declaration.variant
            if variant is not None and (ids is None or variant.id in ids):
                loaded.append((found, variant))
    return loaded


def _may_hold(path: Path, ids: Collection[str]) -> bool:
    """Whether a file can declare one of some variants: by its stem, which a configuration's name may follow."""
    return any(each == path.stem or each.startswith(f"{path.stem}.") for each in ids)


def _files(sources: Sequence[Path], errors: list[SpecError]) -> Iterator[_Found]:
    """Yield every source file once, even if several sources contain it."""
    seen: set[Path] = set()
    for source in sources:
        if source.is_dir():
            found = [
                _Found(path, is_named=False, is_include=_is_include(path, source)) for path in _walk(source)
            ]
            if not found:
                errors.append(
                    SpecError(
                        f"a source folder must hold {SUFFIX} files, other sources with a declaration "
                        f"({' or '.join(SUFFIXES[1:])}), or a {KERNELS_FILE} (got none)",
                        path=source,
                        line=1,
                    )
                )
        elif source.exists():
            found = [_Found(source, is_named=True, is_include=False)]
        else:
            errors.append(
                SpecError(
                    "a source must be a file or folder that exists (got none of this name)",
                    path=source,
                    line=1,
                )
            )
            continue
        for file in found:
            # A link, or a folder inside another source, may lead to a file that was found before.
            identity = file.path.resolve()
            if identity not in seen:
                seen.add(identity)
                yield file


def _walk(folder: Path) -> list[Path]:
    found = (
        path
        for pattern in (*(f"*{each}" for each in SUFFIXES), KERNELS_FILE)
        for path in folder.rglob(pattern)
    )
    # Other Python files and the output of a build may be next to the kernels.
    paths = (
        path
        for path in found
        if path.is_file() and (path.suffix in (SUFFIX, TOML_SUFFIX) or is_declared(path))
    )
    return sorted(
        path for path in paths if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def _is_include(path: Path, source: Path) -> bool:
    return INCLUDE_FOLDER in path.relative_to(source).parts[:-1]


def _load(found: _Found, catalogue: Catalogue) -> tuple[DeclarationResult, ...]:
    """Read the declarations of a file; at least one result, unless it is shared code."""
    try:
        if found.path.suffix == TOML_SUFFIX:
            return tuple(
                result
                for each in read_kernels_file(found.path)
                for result in (
                    (DeclarationResult(variant=None, errors=(each,)),)
                    if isinstance(each, SpecError)
                    else _read(each, catalogue)
                )
            )
        block = extract(read_source(found.path), found.path)
        if block is None:
            if found.is_include:
                return ()
            raise SpecError(
                f"a variant must be declared in its head comment (got no line '{opening_of(found.path)}'); "
                f"declare it, or move shared code to a folder called {INCLUDE_FOLDER} or a .cuh file",
                path=found.path,
                line=1,
            )
        return _read(block, catalogue)
    except SpecError as error:
        return (DeclarationResult(variant=None, errors=(error,)),)


def _read(block: InlineBlock, catalogue: Catalogue) -> tuple[DeclarationResult, ...]:
    """Read a declaration, or each of its configurations."""
    try:
        blocks = configured(block)
    except SpecError as error:
        return (DeclarationResult(variant=None, errors=(error,)),)
    results, said = [], set()
    for each in blocks:
        result = read_declaration(each, catalogue)
        # What is wrong for all configurations is said once.
        new = tuple(error for error in result.errors if (error.line, str(error)) not in said)
        said |= {(error.line, str(error)) for error in new}
        results.append(replace(result, errors=new))
    return tuple(results)


def _without_duplicates(
    loaded: list[tuple[_Found, Variant]], errors: list[SpecError]
) -> list[tuple[_Found, Variant]]:
    by_id: dict[str, list[tuple[_Found, Variant]]] = {}
    for found, variant in loaded:
        by_id.setdefault(variant.id, []).append((found, variant))
    unique: list[tuple[_Found, Variant]] = []
    for variant_id, group in by_id.items():
        if len(group) == 1:
            unique.extend(group)
            continue
        for _, variant in group:
            others = ", ".join(str(other.path) for _, other in group if other is not variant)
            errors.append(
                variant.error_at(
                    (),
                    f"an id, the stem of the file's name or the name of a table of {KERNELS_FILE}, must be unique "
                    f"(got '{variant_id}', also from {others}); rename one",
                )
            )
    return unique


def _with_known_baselines(
    loaded: list[tuple[_Found, Variant]], known: Collection[str], errors: list[SpecError]
) -> list[tuple[_Found, Variant]]:
    ids = sorted(known)
    kept: list[tuple[_Found, Variant]] = []
    for found, variant in loaded:
        # Who names one file need not name the file of its baseline.
        if variant.baseline is None or variant.baseline in ids or found.is_named:
            kept.append((found, variant))
            continue
        others = (each for each in ids if each != variant.id)
        errors.append(
            variant.error_at(
                ("baseline",),
                f"a baseline must be a variant among the sources (got '{variant.baseline}'); "
                f"{closest_of(variant.baseline, others)}",
            )
        )
    return kept
