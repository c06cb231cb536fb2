"""The files of one translation unit, and which of their declarations device code needs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .cuda_text import CudaDeclaration, outline
from .preprocessing import Arm, Preprocessor, Unit
from .translation import Job

_WORD = re.compile(r"[A-Za-z_]\w*")
_PASTED = re.compile(r"(\w*)\s*##\s*(\w*)")
_TYPE_WORDS = frozenset(("struct", "class", "union", "enum", "typedef", "using", "constexpr"))


@dataclass(frozen=True, eq=False)
class Place:
    """A declaration and the file that has it."""

    unit: Unit
    declaration: CudaDeclaration
    words: frozenset[str]

    @property
    def text(self) -> str:
        """The text of the declaration."""
        return self.unit.active[self.declaration.start : self.declaration.stop]


class TranslationUnit:
    """A job's source and the user's headers that it reaches."""

    def __init__(
        self,
        job: Job,
        find: Callable[[str, bool, Path], Path | None],
        has: Callable[[str, bool, Path], bool],
        taken: Sequence[Arm] = (),
    ) -> None:
        # The first include folder is the source's own.
        self.main = Path(os.path.normpath(job.include_dirs[0] / job.name))
        defines = dict(_defines(job.options))
        arch = re.sub(r"\D", "", job.request.arch)
        given = {"__CUDA_ARCH__": f"{arch}0", "__CUDA_ARCH_LIST__": f"{arch}0", **defines}
        self.reader = Preprocessor(find, given, has, taken)
        self.reader.read(self.main, job.source.decode("utf-8", "surrogateescape"))
        self.units = tuple(self.reader.units.values())
        """The files, the source first."""
        of_units = [macro for unit in self.units for macro in unit.macros]
        # A header may forget its macros at its end.
        macros = {macro.name: macro for macro in of_units} | self.reader.macros
        self.places = tuple(
            Place(unit, declaration, _words_of(unit, declaration))
            for unit in self.units
            for declaration in outline(unit.active, macros)
        )
        self.kernels = tuple(place for place in self.places if place.declaration.is_kernel)
        self._wanted = {
            word for text in (*job.request.instances, *defines.values()) for word in _WORD.findall(text)
        }
        self._macro_words: dict[str, set[str]] = {}
        for macro in (*self.reader.macros.values(), *of_units):
            self._macro_words.setdefault(macro.name, set()).update(_WORD.findall(macro.body))
        self._pasted = tuple(
            part
            for macro in of_units
            for match in _PASTED.finditer(macro.body)
            for part in match.groups()
            if len(part) > 1
        )

    def needed(self) -> set[Place]:
        """Return the device code and the declarations that it needs by name, directly or not."""
        device_names = {
            name
            for place in self.places
            if place.declaration.is_for_device
            for name in place.declaration.names
        }
        by_name: dict[str, list[Place]] = {}
        kept: set[Place] = set()
        todo = set(self._wanted)
        for place in self.places:
            declaration = place.declaration
            of_device = declaration.kind == "instantiation" and not device_names.isdisjoint(declaration.names)
            if declaration.is_for_device or of_device:
                kept.add(place)
                todo |= place.words
            elif _may_be_kept(declaration):
                for name in declaration.names:
                    by_name.setdefault(name, []).append(place)
            elif declaration.kind == "macro" and self._macro_words.get(declaration.name, set()) & _TYPE_WORDS:
                # It declares types, whose names are not known: kept, with what it needs.
                kept.add(place)
                todo |= place.words | self._macro_words[declaration.name]
        pasted = {name for name in by_name if name.startswith(self._pasted) or name.endswith(self._pasted)}
        seen: set[str] = set()
        while todo:
            word = todo.pop()
            seen.add(word)
            body = self._macro_words.get(word, set())
            todo |= body - seen
            if body:
                todo |= pasted - seen
            for place in by_name.get(word, ()):
                if place not in kept:
                    kept.add(place)
                    todo |= place.words - seen
        return kept

    def dependents(self, dropped: Iterable[Place]) -> set[Place]:
        """Return some declarations and all that use their names, directly or through macros."""
        found = set(dropped)
        names = {name for place in found for name in place.declaration.names}
        while True:
            macros = {name for name, words in self._macro_words.items() if words & names}
            more = {
                place
                for place in self.places
                if place not in found
                and (place.words & (names | macros) or names & set(place.declaration.names))
            }
            if not more and macros <= names:
                return found
            found |= more
            names |= macros | {name for place in more for name in place.declaration.names}

    def words_of(self, kept: Iterable[Place]) -> set[str]:
        """Return the words of some declarations, with those of the macros that they use."""
        found: set[str] = set()
        todo = {word for place in kept for word in place.words} | self._wanted
        while todo:
            word = todo.pop()
            if word not in found:
                found.add(word)
                todo |= self._macro_words.get(word, set()) - found
        return found

    def texts_of(self, kept: Iterable[Place]) -> Iterator[str]:
        """Yield the texts of some declarations, and the bodies of all macros."""
        for place in kept:
            yield place.text
        for unit in self.units:
            yield from (macro.body for macro in unit.macros)


def _may_be_kept(declaration: CudaDeclaration) -> bool:
    """Whether device code can use a declaration without a device qualifier."""
    if declaration.kind == "function":
        return not declaration.is_host_function
    return declaration.kind in ("type", "alias", "using") or (
        declaration.kind == "variable" and declaration.is_constant
    )


def _words_of(unit: Unit, declaration: CudaDeclaration) -> frozenset[str]:
    """Return the words of a declaration's text, without those of host members."""
    edges = (
        declaration.start,
        *(edge for member in declaration.host_members for edge in member),
        declaration.stop,
    )
    ranges = zip(edges[::2], edges[1::2], strict=True)
    return frozenset(word for start, stop in ranges for word in _WORD.findall(unit.active, start, stop))


def _defines(options: Sequence[str]) -> Iterator[tuple[str, str]]:
    for option in options:
        if option.startswith("-D"):
            name, equals, value = option[2:].partition("=")
            yield name, value if equals else "1"
