"""Prepares a source and its headers for a compiler of device code.

Host functions, host variables and everything that only they use are replaced by blanks, so that lines keep their
numbers. Device code stays, and so does each type, alias and constant that it names, directly or through others.
Headers that NVRTC cannot read or that are nowhere are empty, but bring what they include of CUDA.
"""

from __future__ import annotations

import contextlib
import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .empty_headers import (
    HOST_ONLY_HEADERS,
    OF_RELEASES,
    empty_text,
    implied_headers,
    is_host_only,
    is_unused_library,
    light_text,
)
from .host_headers import HOST_HEADERS
from .preprocessing import Arm, Unit, blank
from .translation import Job
from .translation_unit import Place, TranslationUnit

_LAMBDA = re.compile(
    r"(?<=\])(?P<before>\s*)(?P<marks>(?:__device__|__host__)(?:\s+(?:__device__|__host__))*)(?=\s*[({])"
)
_OPENED = re.compile(r"\busing\s+namespace\s+(?:::\s*)?([\w:\s]+?)\s*;")
_OF_DRIVER = re.compile(r"CU(?:[a-z]|_)")
_SPECIALISED = re.compile(r"\s*template\s*<.*?\b(?:struct|class|union)\s+[\w:\s]*<", re.DOTALL)
# GCC, and so nvcc, continues a line after a backslash and blanks; NVRTC does not.
_BLANK_SPLICE = re.compile(r"\\[ \t]+(?=\r?\n)")
_EMPTY = "#pragma once\n"


@dataclass(frozen=True)
class Prepared:
    """A source and header texts to compile."""

    source: bytes
    headers: Mapping[str, str]
    left_out: tuple[str, ...]
    """Names of the removed declarations, and of the emptied headers in angle brackets."""
    missing: tuple[str, ...]
    """Headers that are in no folder and of no known host library; they are empty."""


class Preparation:
    """A job's files, read once."""

    def __init__(self, job: Job, cuda_dirs: Sequence[Path] = (), taken: Sequence[Arm] = ()) -> None:
        self._job = job
        self._cuda_dirs = cuda_dirs
        self._taken = tuple(taken)
        self.unit = TranslationUnit(job, self._find, self._has, taken)
        self._kept = self.unit.needed()

    def _find(self, name: str, is_quoted: bool, including: Path) -> Path | None:
        # A toolkit's folder among the user's does not make its host headers readable.
        if name in HOST_ONLY_HEADERS and not name.startswith("helper_"):
            return None
        return self._find_in_folders(name, is_quoted, including)

    def _find_in_folders(self, name: str, is_quoted: bool, including: Path) -> Path | None:
        folders = self._job.include_dirs
        for folder in (including.parent, *folders) if is_quoted else folders:
            path = Path(os.path.normpath(folder / name))
            with contextlib.suppress(OSError, ValueError):
                if path.is_file():
                    return path
        return None

    def _has(self, name: str, is_quoted: bool, including: Path) -> bool:
        return (
            name in HOST_HEADERS
            or self._is_cudas(name)
            or self._find_in_folders(name, is_quoted, including) is not None
        )

    def _is_cudas(self, name: str) -> bool:
        return any((folder / name).is_file() for folder in self._cuda_dirs)

    @cached_property
    def _unfound(self) -> tuple[str, ...]:
        """Included names that are no files of the user's, each once."""
        includes = (include for unit in self.unit.units for include in unit.includes)
        return tuple(dict.fromkeys(include.name for include in includes if include.found is None))

    @property
    def is_certain(self) -> bool:
        """Whether NVRTC will certainly refuse the source as it is."""
        # Headers of host libraries, or that are nowhere, and host functions.
        return any(
            name not in HOST_HEADERS and (is_host_only(name) or not self._is_cudas(name))
            for name in self._unfound
        ) or any(
            place.declaration.is_host_function and not _has_unknown_macro(place) for place in self.unit.places
        )

    @property
    def can_help(self) -> bool:
        """Whether the prepared source differs from the source, or a kernel could be left out."""
        return len(self.unit.kernels) > 1 or self.without(set()).source != self._job.named_source

    @property
    def has_unmarked(self) -> bool:
        """Whether device code keeps functions that are marked for neither side."""
        return any(
            place.declaration.kind == "function" and not place.declaration.is_for_device
            for place in self._kept
        )

    def at(self, file: str, line: int) -> Place | None:
        """Return the declaration on a line that is still compiled; None if there is none."""
        unit = self._unit_of(file)
        if unit is None:
            return None
        starts = [0, *(match.end() for match in re.finditer("\n", unit.text)), len(unit.text) + 1]
        if not 0 < line < len(starts):
            return None
        start, stop = starts[line - 1], starts[line]
        for place in self._kept:
            declaration = place.declaration
            if place.unit is unit and declaration.start < stop and declaration.stop - 1 >= start:
                return place
        return None

    def _unit_of(self, file: str) -> Unit | None:
        """Return a file by its name in the compiler's messages; None if it is not the user's."""
        return self.unit.reader.units.get(self.unit.main if file == self._job.name else Path(file))

    def is_missed(self, place: Place) -> bool:
        """Whether the compiler refuses all that uses a declaration once the declaration is gone."""
        kinds = ("type", "alias", "using", "instantiation", "assertion")
        return place.declaration.kind in kinds and _SPECIALISED.match(place.text) is None

    def corrected(self, lines: Iterable[tuple[str, int]]) -> Preparation | None:
        """Read the files anew with the arms that some lines of errors are in; None if they are in no skipped arm."""
        seen = []
        for file, line in lines:
            unit = self._unit_of(file)
            if unit is None:
                continue
            for arm in unit.skipped:
                first, last = (unit.text.count("\n", 0, at) + 1 for at in (arm.start, arm.stop))
                if first < line < last and arm not in self._taken:
                    seen.append(arm)
        return Preparation(self._job, self._cuda_dirs, (*self._taken, *seen)) if seen else None

    def without(self, dropped: set[Place]) -> Prepared:
        """Return the texts without host code and without some declarations."""
        kept = self._kept - dropped
        gone: dict[Path, list[tuple[int, int]]] = {unit.path: [] for unit in self.unit.units}
        left_out: list[str] = []
        names_gone: set[str] = set()
        for place in self.unit.places:
            declaration = place.declaration
            if place in kept:
                gone[place.unit.path] += declaration.host_members
            elif place in dropped or not self._stays(place):
                gone[place.unit.path].append((declaration.start, declaration.stop))
                names_gone |= set(declaration.names)
                is_told = declaration.kind in ("function", "variable", "macro", "type") and declaration.name
                if is_told and place not in dropped:
                    left_out.append(declaration.name)
        for place in self.unit.places:
            if place.declaration.kind == "assertion" and place.words & names_gone:
                gone[place.unit.path].append((place.declaration.start, place.declaration.stop))
        texts_kept = tuple(self.unit.texts_of(kept))
        words = self.unit.words_of(kept)
        headers: dict[str, str] = {}
        missing = []
        for name in self._unfound:
            if name == "cuda.h" and any(_OF_DRIVER.match(word) for word in words):
                continue
            if name in HOST_HEADERS:
                text = light_text(name, texts_kept)
                if name == "cub/cub.cuh" and "cub" not in words:
                    text = _EMPTY
                if text is not None:
                    headers[name] = text
            elif is_host_only(name):
                headers[name] = empty_text(name)
                left_out.insert(len(headers) - 1, f"<{name}>")
            elif self._is_cudas(name):
                if is_unused_library(name, words):
                    headers[name] = _EMPTY
            elif not name.startswith(OF_RELEASES):
                headers[name] = _EMPTY
                missing.append(name)
        texts = {unit.path: _rendered(unit, gone[unit.path]) for unit in self.unit.units}
        main = self._before(kept, words, headers) + texts.pop(self.unit.main)
        headers |= {str(path): text for path, text in texts.items()}
        return Prepared(main.encode("utf-8", "surrogateescape"), headers, tuple(left_out), tuple(missing))

    def _stays(self, place: Place) -> bool:
        """Whether a declaration that device code does not name stays."""
        kind = place.declaration.kind
        return kind in ("assertion", "other") or (kind == "using" and _OPENED.search(place.text) is not None)

    def _before(self, kept: Iterable[Place], words: set[str], headers: dict[str, str]) -> str:
        """Return the lines before the source: what it uses without an include that NVRTC would find."""
        opened = [
            " ".join(match[1].split()).replace(" ", "")
            for place in self.unit.places
            for match in _OPENED.finditer(place.text)
            if place.declaration.kind == "using"
        ]
        declared = {name for place in kept for name in place.declaration.names}
        declared |= {macro.name for unit in self.unit.units for macro in unit.macros}
        implied, further = implied_headers(
            self.unit.texts_of(kept), words, declared, is_std_open="std" in opened
        )
        # Words of GCC, and of C++ before C++17, that NVRTC does not know.
        lines = [f"#define {word}\n" for word in ("__extension__", "register") if word in words]
        headers |= implied
        lines += (f"#include <{name}>\n" for name in implied)
        for space in dict.fromkeys(opened):
            parts = space.strip(":").split("::")
            lines.append("".join(f"namespace {part} {{ " for part in parts) + "}" * len(parts) + "\n")
        return "".join(lines) + further + self._job.line_directive


def _has_unknown_macro(place: Place) -> bool:
    return any(word.isupper() and len(word) > 2 for word in re.findall(r"\w+", place.text.partition("(")[0]))


def _rendered(unit: Unit, gone: Sequence[tuple[int, int]]) -> str:
    """Return a file's text without some ranges; each header of the user's is included by its whole path."""
    blanks = [piece for start, stop in gone for piece in _without_directives(unit, start, stop)]
    # A lambda in device code is compiled for the device anyway, and NVRTC has no option for the words.
    blanks += [match.span("marks") for match in _LAMBDA.finditer(unit.active) if "\n" not in match["marks"]]
    changes = [(start, stop, blank(unit.text[start:stop])) for start, stop in blanks]
    changes += [
        (include.start, include.stop, f'"{include.found}"')
        for include in unit.includes
        if include.found is not None
    ]
    pieces, at = [], 0
    for start, stop, text in sorted(changes):
        if start >= at:
            pieces += [unit.text[at:start], text]
            at = stop
    return _BLANK_SPLICE.sub(r"\\", "".join((*pieces, unit.text[at:])))


def _without_directives(unit: Unit, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a range of a file that are no directives, which stay."""
    for first, last in unit.directives[bisect_right(unit.directives, (start, start)) :]:
        if first >= stop:
            break
        yield start, first
        start = last
    if start < stop:
        yield start, stop
