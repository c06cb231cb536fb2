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
from pathlib import Path

from .cuda_text import CudaDeclaration, outline
from .host_headers import (
    HOST_HEADERS,
    HOST_ONLY_HEADERS,
    OF_RELEASES,
    empty_text,
    implied_headers,
    is_host_only,
    is_unused_library,
    light_text,
)
from .preprocessing import Arm, Preprocessor, Unit, blank
from .translation import Job

_WORD = re.compile(r"[A-Za-z_]\w*")
_PASTED = re.compile(r"(\w*)\s*##\s*(\w*)")
_TYPE_WORDS = frozenset(("struct", "class", "union", "enum", "typedef", "using", "constexpr"))
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
    source: bytes
    headers: Mapping[str, str]
    left_out: tuple[str, ...]
    """Names of the removed declarations, and of the emptied headers in angle brackets."""
    missing: tuple[str, ...]
    """Headers that are in no folder and of no known host library; they are empty."""


class Preparation:
    """The files of a job, read once: its source and the user's headers that it reaches."""

    def __init__(self, job: Job, cuda_dirs: Sequence[Path] = (), taken: Sequence[Arm] = ()) -> None:
        self._job = job
        self._cuda_dirs = cuda_dirs
        self._taken = tuple(taken)
        # The first include folder is the source's own.
        self.main = Path(os.path.normpath(job.include_dirs[0] / job.name))
        defines = dict(_defines(job.options))
        arch = re.sub(r"\D", "", job.request.arch)
        given = {"__CUDA_ARCH__": f"{arch}0", "__CUDA_ARCH_LIST__": f"{arch}0", **defines}
        reader = Preprocessor(self._find, given, self._has, taken)
        reader.read(self.main, job.source.decode("utf-8", "surrogateescape"))
        self.units = reader.units
        """The files by path, the source first."""
        self._own_macros = [macro for unit in self.units.values() for macro in unit.macros]
        # A header may forget its macros at its end.
        macros = {macro.name: macro for macro in self._own_macros} | reader.macros
        self._declarations = [each for unit in self.units.values() for each in outline(unit, macros)]
        self.kernels = [each for each in self._declarations if each.is_kernel]
        self._wanted = {
            word for text in (*job.request.instances, *defines.values()) for word in _WORD.findall(text)
        }
        self._macro_words: dict[str, set[str]] = {}
        for macro in (*reader.macros.values(), *self._own_macros):
            self._macro_words.setdefault(macro.name, set()).update(_WORD.findall(macro.body))
        self._kept = self._needed()
        included = (include for unit in self.units.values() for include in unit.includes)
        self._unfound = tuple(dict.fromkeys(each.name for each in included if each.found is None))

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
        is_known = name in HOST_HEADERS or self._is_cudas(name)
        return is_known or self._find_in_folders(name, is_quoted, including) is not None

    def _is_cudas(self, name: str) -> bool:
        return any((folder / name).is_file() for folder in self._cuda_dirs)

    def _needed(self) -> set[CudaDeclaration]:
        """Return the device code and the declarations that it needs by name, directly or not."""
        device_names = {name for each in self._declarations if each.is_for_device for name in each.names}
        by_name: dict[str, list[CudaDeclaration]] = {}
        kept: set[CudaDeclaration] = set()
        todo = set(self._wanted)
        for each in self._declarations:
            of_device = each.kind == "instantiation" and not device_names.isdisjoint(each.names)
            if each.is_for_device or of_device:
                kept.add(each)
                todo |= each.words
            elif _may_be_kept(each):
                for name in each.names:
                    by_name.setdefault(name, []).append(each)
            elif each.kind == "macro" and self._macro_words.get(each.name, set()) & _TYPE_WORDS:
                # It declares types, whose names are not known: kept, with what it needs.
                kept.add(each)
                todo |= each.words | self._macro_words[each.name]
        pairs = (pair for macro in self._own_macros for pair in _PASTED.findall(macro.body))
        parts = tuple(part for pair in pairs for part in pair if len(part) > 1)
        pasted = {name for name in by_name if name.startswith(parts) or name.endswith(parts)}
        seen: set[str] = set()
        while todo:
            word = todo.pop()
            seen.add(word)
            body = self._macro_words.get(word, set())
            todo |= body - seen
            if body:
                todo |= pasted - seen
            for each in by_name.get(word, ()):
                if each not in kept:
                    kept.add(each)
                    todo |= each.words - seen
        return kept

    @property
    def is_certain(self) -> bool:
        """Whether NVRTC will certainly refuse the source as it is."""
        # Headers of host libraries, or that are nowhere, and host functions.
        others = [name for name in self._unfound if name not in HOST_HEADERS]
        return any(is_host_only(name) or not self._is_cudas(name) for name in others) or any(
            each.is_host_function and not _has_unknown_macro(each) for each in self._declarations
        )

    @property
    def can_help(self) -> bool:
        return len(self.kernels) > 1 or self.without(set()).source != self._job.named_source

    @property
    def has_unmarked(self) -> bool:
        return any(each.kind == "function" and not each.is_for_device for each in self._kept)

    def at(self, file: str, line: int) -> CudaDeclaration | None:
        """Return the declaration on a line that is still compiled; None if there is none."""
        unit = self._unit_of(file)
        starts = [0, *(match.end() for match in re.finditer("\n", unit.text))] if unit else []
        if unit is None or not 0 < line <= len(starts):
            return None
        start, stop = (*starts, len(unit.text) + 1)[line - 1 : line + 1]
        on_line = (
            each for each in self._kept if each.unit is unit and each.start < stop and each.stop - 1 >= start
        )
        return next(on_line, None)

    def _unit_of(self, file: str) -> Unit | None:
        """Return a file by its name in the compiler's messages; None if it is not the user's."""
        return self.units.get(self.main if file == self._job.name else Path(file))

    def dependents(self, dropped: Iterable[CudaDeclaration]) -> set[CudaDeclaration]:
        """Return some declarations and all that use their names, directly or through macros."""
        found = set(dropped)
        names = {name for each in found for name in each.names}
        while True:
            macros = {name for name, words in self._macro_words.items() if words & names}
            more = {
                each
                for each in self._declarations
                if each not in found and (each.words & (names | macros) or names & set(each.names))
            }
            if not more and macros <= names:
                return found
            found |= more
            names |= macros | {name for each in more for name in each.names}

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

    def without(self, dropped: set[CudaDeclaration]) -> Prepared:
        kept = self._kept - dropped
        gone: dict[Path, list[tuple[int, int]]] = {path: [] for path in self.units}
        left_out: list[str] = []
        names_gone: set[str] = set()
        told = ("function", "variable", "macro", "type")
        for each in self._declarations:
            if each in kept:
                gone[each.unit.path] += each.host_members
            elif each in dropped or not _stays(each):
                gone[each.unit.path].append((each.start, each.stop))
                names_gone |= set(each.names)
                if each.kind in told and each.name and each not in dropped:
                    left_out.append(each.name)
        for each in self._declarations:
            if each.kind == "assertion" and each.words & names_gone:
                gone[each.unit.path].append((each.start, each.stop))
        device_texts = [*(each.text for each in kept), *(macro.body for macro in self._own_macros)]
        words = self._words_of(kept)
        headers: dict[str, str] = {}
        missing = []
        for name in self._unfound:
            if name == "cuda.h" and any(_OF_DRIVER.match(word) for word in words):
                continue
            if name in HOST_HEADERS:
                text = light_text(name, device_texts)
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
        texts = {path: _rendered(unit, gone[path]) for path, unit in self.units.items()}
        declared = {name for each in kept for name in each.names}
        declared |= {macro.name for macro in self._own_macros}
        main = self._before(device_texts, words, declared, headers) + texts.pop(self.main)
        headers |= {str(path): text for path, text in texts.items()}
        return Prepared(main.encode("utf-8", "surrogateescape"), headers, tuple(left_out), tuple(missing))

    def _words_of(self, kept: Iterable[CudaDeclaration]) -> set[str]:
        """Return the words of some declarations, with those of the macros that they use."""
        found: set[str] = set()
        todo = {word for each in kept for word in each.words} | self._wanted
        while todo:
            word = todo.pop()
            if word not in found:
                found.add(word)
                todo |= self._macro_words.get(word, set()) - found
        return found

    def _before(
        self, texts: Iterable[str], words: set[str], declared: set[str], headers: dict[str, str]
    ) -> str:
        """Return the lines before the source: what it uses without an include that NVRTC would find."""
        opened = [
            "".join(match[1].split())
            for each in self._declarations
            if each.kind == "using"
            for match in _OPENED.finditer(each.text)
        ]
        implied, further = implied_headers(texts, words, declared, is_std_open="std" in opened)
        # Words of GCC, and of C++ before C++17, that NVRTC does not know.
        lines = [f"#define {word}\n" for word in ("__extension__", "register") if word in words]
        headers |= implied
        lines += (f"#include <{name}>\n" for name in implied)
        for space in dict.fromkeys(opened):
            parts = space.strip(":").split("::")
            lines.append("".join(f"namespace {part} {{ " for part in parts) + "}" * len(parts) + "\n")
        return "".join(lines) + further + self._job.line_directive


def is_missed(declaration: CudaDeclaration) -> bool:
    """Whether the compiler refuses all that uses a declaration once the declaration is gone."""
    kinds = ("type", "alias", "using", "instantiation", "assertion")
    return declaration.kind in kinds and _SPECIALISED.match(declaration.text) is None


def _may_be_kept(declaration: CudaDeclaration) -> bool:
    if declaration.kind == "function":
        return not declaration.is_host_function
    return declaration.kind in ("type", "alias", "using") or declaration.is_constant


def _stays(declaration: CudaDeclaration) -> bool:
    is_opening = declaration.kind == "using" and _OPENED.search(declaration.text) is not None
    return is_opening or declaration.kind in ("assertion", "other")


def _defines(options: Sequence[str]) -> Iterator[tuple[str, str]]:
    for option in options:
        if option.startswith("-D"):
            name, equals, value = option[2:].partition("=")
            yield name, value if equals else "1"


def _has_unknown_macro(declaration: CudaDeclaration) -> bool:
    head = declaration.text.partition("(")[0]
    return any(word.isupper() and len(word) > 2 for word in re.findall(r"\w+", head))


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
