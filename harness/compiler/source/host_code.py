"""Compiles the device code of a source that has host code too.

A user's ``.cu`` file often has launchers, a CPU reference and a ``main`` next to its kernels. nvcc compiles host and
device code. NVRTC compiles device code only: it refuses functions without ``__device__`` or ``__global__``, and CUDA's
host API. So such code is replaced by blanks before a source is compiled, with all code that only it uses; lines keep
their numbers. Device code stays, and so does each type, alias and constant that it names, directly or through others.
Headers that NVRTC cannot read or that are in no folder are empty except for their includes of CUDA. A kernel that
still does not compile is left out with all code that uses it, so that the other kernels of the file can be checked.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from ...lazy import dataclass, field, pattern, replace
from ..artifact import MISSING_HEADERS
from ..wheels import Release
from .cuda_text import CudaDeclaration, outline
from .file_names import errors_in
from .host_headers import (
    HOST_HEADERS,
    HOST_ONLY_HEADERS,
    OF_RELEASES,
    empty_text,
    implied_headers,
    is_host_only,
    is_unused_library,
    light_text,
    provider,
)
from .preprocessing import UNUSED, Arm, Preprocessor, Unit, rendered
from .translation import CompileJob, RefusedError, Translation

_WORD = pattern(r"[A-Za-z_]\w*")
_PASTED = pattern(r"(\w*)\s*##\s*(\w*)")
_TYPE_WORDS = frozenset(("struct", "class", "union", "enum", "typedef", "using", "constexpr"))
_OF_DRIVER = pattern(r"CU(?:[a-z]|_)")
_LASTING_MEMBER = pattern(r"\b(?:constexpr|virtual)\b[^;={}]*\(")
"""A member function that is not left out, though device code may not need it."""
_EMPTY = "#pragma once\n"
_FOREIGN_WORDS = {
    "__extension__": "",
    "register": "",
    "__asm__": "asm",
    "__asm": "asm",
    "__volatile__": "volatile",
}
"""Words of GCC, and of C++ before C++17, that NVRTC does not know, and what it takes in their place."""


@dataclass(frozen=True)
class DeviceCode:
    source: bytes
    headers: Mapping[str, str]
    left_out: tuple[str, ...]
    """Names of the removed declarations, and of the emptied headers in angle brackets."""
    missing: tuple[str, ...]
    """Headers that are in no folder and of no known host library; they are empty."""


class Preparation:
    """The files of a job, read once: its source and the user's headers that it reaches."""

    def __init__(self, job: CompileJob, cuda_dirs: Sequence[Path] = (), taken: Sequence[Arm] = ()) -> None:
        self._job = job
        self._cuda_dirs = cuda_dirs
        self._taken = tuple(taken)
        # The first include folder is the source's own.
        self.main = Path(os.path.normpath(job.include_dirs[0] / job.name))
        pairs = (option[2:].partition("=") for option in job.options if option.startswith("-D"))
        defines = {name: value if equals else "1" for name, equals, value in pairs}
        arch = re.sub(r"\D", "", job.request.arch)
        predefined = {"__CUDA_ARCH__": f"{arch}0", "__CUDA_ARCH_LIST__": f"{arch}0", **defines}
        reader = Preprocessor(self._find, predefined, self._has, taken)
        reader.read(self.main, job.source.decode("utf-8", "surrogateescape"))
        self.units = reader.units
        """The files by path, the source first."""
        self._own_macros = [macro for unit in self.units.values() for macro in unit.macros]
        # A header may undefine its macros at its end.
        macros = {macro.name: macro for macro in self._own_macros} | reader.macros
        self._declarations = [item for unit in self.units.values() for item in outline(unit, macros)]
        self.kernels = [item for item in self._declarations if item.is_kernel]
        named = (*job.request.instances, *defines.values())
        self._wanted = {word for text in named for word in _WORD.findall(text)}
        self._macro_words: dict[str, set[str]] = {}
        for macro in (*reader.macros.values(), *self._own_macros):
            self._macro_words.setdefault(macro.name, set()).update(_WORD.findall(macro.body))
        self._kept = self._needed()
        included = (include for unit in self.units.values() for include in unit.includes)
        self._unfound = tuple(dict.fromkeys(include.name for include in included if include.found is None))

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
        device_names = {name for item in self._declarations if item.is_for_device for name in item.names}
        by_name: dict[str, list[CudaDeclaration]] = {}
        kept: set[CudaDeclaration] = set()
        todo = set(self._wanted)
        for item in self._declarations:
            if item.kind == "instantiation":
                # Instances that a request lists are made without it, and its other types may not compile.
                is_asked = not self._job.request.instances and not device_names.isdisjoint(item.names)
            else:
                is_asked = item.is_for_device
            if is_asked:
                kept.add(item)
                todo |= item.words
            elif item.may_be_kept:
                for name in item.names:
                    by_name.setdefault(name, []).append(item)
            elif item.kind == "macro" and self._macro_words.get(item.name, set()) & _TYPE_WORDS:
                # It declares types of unknown names: kept, with all names that it needs.
                kept.add(item)
                todo |= item.words | self._macro_words[item.name]
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
            for item in by_name.get(word, ()):
                if item not in kept:
                    kept.add(item)
                    todo |= item.words - seen
        return kept

    @property
    def is_certain(self) -> bool:
        """Whether NVRTC will certainly refuse the source as it is."""
        # Headers of host libraries or in no folder, and host functions.
        others = [name for name in self._unfound if name not in HOST_HEADERS]
        return any(is_host_only(name) or not self._is_cudas(name) for name in others) or any(
            item.is_host_function and not item.has_unknown_macro for item in self._declarations
        )

    @property
    def has_other_instances(self) -> bool:
        """Whether the source instantiates templates that nobody asked for: hundreds take the compiler minutes."""
        return bool(self._job.request.instances) and any(
            item.kind == "instantiation" and item.is_for_device for item in self._declarations
        )

    @property
    def can_help(self) -> bool:
        parts = [item for item in self._declarations if item.is_kernel or item.kind == "instantiation"]
        return len(parts) > 1 or self.without(set()).source != self._job.named_source

    @property
    def has_unmarked(self) -> bool:
        unmarked = [item for item in self._kept if not item.is_for_device]
        return any(
            item.kind == "function" or (item.kind == "type" and _LASTING_MEMBER.search(item.text))
            for item in unmarked
        )

    def at(self, file: str, line: int) -> CudaDeclaration | None:
        unit = self._unit_of(file)
        starts = [0, *(match.end() for match in re.finditer("\n", unit.text))] if unit else []
        if unit is None or not 0 < line <= len(starts):
            return None
        start, stop = (*starts, len(unit.text) + 1)[line - 1 : line + 1]
        there = (item for item in self._kept if item.unit is unit and item.start < stop and item.stop > start)
        return next(there, None)

    def _unit_of(self, file: str) -> Unit | None:
        """Return a file by its name in the compiler's messages; None if it is not the user's."""
        return self.units.get(self.main if file == self._job.name else Path(file))

    def dependents(self, dropped: Iterable[CudaDeclaration]) -> set[CudaDeclaration]:
        """Return some declarations and all declarations that use their names, directly or through macros."""
        users = set(dropped)
        names = {name for item in users for name in item.names}
        while True:
            macros = {name for name, words in self._macro_words.items() if words & names}
            more = {
                item
                for item in self._declarations
                if item not in users and (item.words & (names | macros) or names & set(item.names))
            }
            if not more and macros <= names:
                return users
            users |= more
            names |= macros | {name for item in more for name in item.names}

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

    def without(self, dropped: set[CudaDeclaration]) -> DeviceCode:
        kept = self._kept - dropped
        gone: dict[Path, list[tuple[int, int]]] = {path: [] for path in self.units}
        left_out: list[str] = []
        names_gone: set[str] = set()
        listed = ("function", "variable", "macro", "type")
        for item in self._declarations:
            if item in kept:
                gone[item.unit.path] += item.host_members
            elif item in dropped or not item.stays:
                gone[item.unit.path].append((item.start, item.stop))
                names_gone |= set(item.names)
                if item.kind in listed and item.name and item not in dropped:
                    left_out.append(item.name)
        for item in self._declarations:
            if item.kind == "assertion" and item.words & names_gone:
                gone[item.unit.path].append((item.start, item.stop))
        device_texts = [*(item.text for item in kept), *(macro.body for macro in self._own_macros)]
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
                    # Under another name: a library that is used may include it.
                    headers[UNUSED + name] = _EMPTY
            elif not name.startswith(OF_RELEASES):
                headers[name] = _EMPTY
                missing.append(name)
        texts = {path: rendered(unit, gone[path], headers) for path, unit in self.units.items()}
        declared = {name for item in kept for name in item.names}
        declared |= {macro.name for macro in self._own_macros}
        main = self._before(device_texts, words, declared, headers) + texts.pop(self.main)
        headers |= {str(path): text for path, text in texts.items()}
        return DeviceCode(main.encode("utf-8", "surrogateescape"), headers, tuple(left_out), tuple(missing))

    def _words_of(self, kept: Iterable[CudaDeclaration]) -> set[str]:
        seen: set[str] = set()
        todo = {word for item in kept for word in item.words} | self._wanted
        while todo:
            word = todo.pop()
            if word not in seen:
                seen.add(word)
                todo |= self._macro_words.get(word, set()) - seen
        return seen

    def _before(
        self, texts: Iterable[str], words: set[str], declared: set[str], headers: dict[str, str]
    ) -> str:
        """Return the lines before the source: names that it uses without an include that NVRTC would find."""
        opened = [name for item in self._declarations for name in item.opened]
        implied, further = implied_headers(texts, words, declared, is_std_open="std" in opened)
        lines = [f"#define {word} {meaning}\n" for word, meaning in _FOREIGN_WORDS.items() if word in words]
        headers |= implied
        lines += (f"#include <{name}>\n" for name in implied)
        for space in dict.fromkeys(opened):
            parts = space.strip(":").split("::")
            lines.append("".join(f"namespace {part} {{ " for part in parts) + "}" * len(parts) + "\n")
        return "".join(lines) + further + self._job.line_directive


# Processor time after which a source that does not compile is refused.
_MOST_S = 10.0
_MOST_ROUNDS = 12
# Most errors reported for a kernel that was left out.
_MOST_ERRORS = 3
_UNMARKED = pattern(
    r"(?:without|inferred to be __host__).{0,40}(?:execution space|memory space|based on context)",
    re.IGNORECASE,
)
_UNMARKED_TOO = "--device-as-default-execution-space"
_KERNEL_LEFT_OUT = pattern(
    r"note: the kernel (?P<name>\w+) does not compile and was left out: (?P<why>[^\n]*)"
)

_HOST_MARK = pattern(
    rb"<<<|\bmain\b|\bstd\b|\#\s*include\s*(?:<(?!cub/|cuda_|cooperative_|math_constants)|\"(?:cu|nv|helper_))"
)
_INSTANTIATED = pattern(rb"\btemplate\s+(?!<)[^;<>{}]*__global__")
_UNNAMED = pattern(
    r"^__nv_name_map\(\d+\): error: [^\n]*\n\s*#pragma nv_mangled_name (?P<instance>[^\n]*)", re.MULTILINE
)


def _spent_s() -> float:
    """Return the processor time of this process and of those it started, which a busy machine does not shorten."""
    return sum(os.times()[:4])


CompileOnce = Callable[[bytes, Mapping[str, str], Sequence[str], tuple[str, ...]], Translation]


def translate_for_device(
    compile_once: CompileOnce, job: CompileJob, cuda_dirs: Sequence[Path] = (), release: Release = (13, 0)
) -> Translation:
    """Compile a source, without its host code if it has some."""
    # Library headers have functions without ``__host__`` or ``__device__``. nvcc can compile the ``constexpr`` ones
    # for the device too (``--expt-relaxed-constexpr``). If device code needs such functions, unmarked functions are
    # compiled for the device. Other unmarked functions of the user's files never are, because nvcc would refuse a
    # kernel that calls them.
    started = _spent_s()
    # without a mark of host code hardly any source is refused as it is, and then it need not be read here
    is_likely = _HOST_MARK.search(job.source) is None and not (
        job.request.instances and _INSTANTIATED.search(job.source)
    )
    preparation = None if is_likely else Preparation(job, cuda_dirs)
    refused = None
    if preparation is None or not (preparation.is_certain or preparation.has_other_instances):
        try:
            return compile_once(job.named_source, {}, (), job.request.instances)
        except RefusedError as error:
            preparation = preparation or Preparation(job, cuda_dirs)
            if not preparation.is_certain:
                if not preparation.can_help:
                    raise
                refused = error
    return _Attempts(compile_once, job, preparation, release, started, job.request.instances).best(refused)


def left_out_kernels(log: str) -> dict[str, str]:
    """Return the first error of each kernel that `translate_for_device` left out, from the log."""
    return {match["name"]: match["why"] for match in _KERNEL_LEFT_OUT.finditer(log)}


@dataclass
class _Attempts:
    compile_once: CompileOnce
    job: CompileJob
    preparation: Preparation
    release: Release
    started: float
    instances: tuple[str, ...]
    dropped: set[CudaDeclaration] = field(default_factory=set)
    reasons: dict[str, str] = field(default_factory=dict)

    def best(self, refused: RefusedError | None) -> Translation:
        """Compile without the parts that fail; `refused` is the refusal of the unchanged source, if it was tried."""
        options: tuple[str, ...] = (_UNMARKED_TOO,) if self.preparation.has_unmarked else ()
        prepared = self.preparation.without(set())
        if refused is not None and (prepared.source != self.job.named_source or prepared.headers or options):
            refused = None  # it was about another text
        first, log = refused, ""
        for _ in range(_MOST_ROUNDS):
            begun = _spent_s()
            if refused is None:
                try:
                    compiled = self.compile_once(prepared.source, prepared.headers, options, self.instances)
                except RefusedError as error:
                    refused, first = error, first or error
                else:
                    notes = self._missing_note(prepared) + self._removed_notes(prepared, bool(options))
                    for kernel, why in self.reasons.items():
                        notes += self._note(f"the kernel {kernel} does not compile and was left out: {why}")
                    return replace(compiled, log=compiled.log + notes)
            log, refused, now = str(refused), None, _spent_s()
            if now - self.started + (now - begun) > _MOST_S:
                break
            if not options and _UNMARKED.search(log):
                options = (_UNMARKED_TOO,)
                first = None  # the errors that are left say more
            elif not (self._leave_out(log) or self._correct(log) or self._drop(log)):
                break
            prepared = self.preparation.without(self.dropped)
        first = first or RefusedError(log)
        prepared = self.preparation.without(set())
        raise RefusedError(
            self._missing_note(prepared) + str(first) + self._removed_notes(prepared),
            is_lasting=first.is_lasting and not prepared.missing,
        )

    def _leave_out(self, log: str) -> bool:
        """Leave out the instances of a partial job that an error names; False if there are none."""
        wrong = {match["instance"].strip() for match in _UNNAMED.finditer(log)}
        left = tuple(instance for instance in self.instances if instance not in wrong)
        is_less = left != self.instances and bool(left or self.preparation.kernels)
        if self.job.request.is_partial and is_less:
            self.instances = left
            return True
        return False

    def _correct(self, log: str) -> bool:
        """Read the files anew if an error shows that the compiler takes an arm that was not read."""
        lines = [places[0] for _, places in errors_in(log, self.job.name) if places]
        corrected = self.preparation.corrected(lines)
        if corrected is None:
            return False
        self.preparation, self.dropped, self.reasons = corrected, set(), {}
        return True

    def _drop(self, log: str) -> bool:
        """Choose the declarations to leave out next; False if there are no more."""
        hit: dict[CudaDeclaration, list[str]] = {}
        for message, places in errors_in(log, self.job.name):
            declared = (self.preparation.at(file, line) for file, line in places)
            innermost = next(filter(None, declared), None)
            if innermost is None:
                return False
            hit.setdefault(innermost, []).append(message)
        if not hit or any(place in self.dropped for place in hit):
            return False
        if any("operator" in place.names for place in hit):
            return False  # its uses cannot be found by name
        # Without a type or a constant, its users do not compile. Without a function, another overload could be
        # called, and without a specialisation, the template.
        alone = {place for place in hit if place.is_missed}
        gone = alone | self.preparation.dependents(hit.keys() - alone)
        why = next(iter(hit.values()))
        for place in gone - self.dropped:
            if place.is_kernel:
                errors = list(dict.fromkeys(hit.get(place, why)))[:_MOST_ERRORS]
                self.reasons.setdefault(place.name, "; ".join(errors))
        self.dropped |= gone
        left = [place for place in self.preparation.kernels if place not in self.dropped]
        # A template does not go with an instantiation of it for another type.
        names = {name for place in self.dropped if place.kind != "instantiation" for name in place.names}
        if self.job.request.is_partial:
            self.instances = tuple(name for name in self.instances if _kernel_of(name) not in names)
        return bool(left) and not names & {_kernel_of(instance) for instance in self.instances}

    def _missing_note(self, prepared: DeviceCode) -> str:
        listed = [
            f"{name} ({how})" if (how := provider(name, self.release, self.preparation.main)) else name
            for name in prepared.missing
        ]
        note = f"{MISSING_HEADERS}{', '.join(listed)}; add the folders that have them to `include_dirs`"
        return self._note(note) if listed else ""

    def _removed_notes(self, prepared: DeviceCode, has_unmarked: bool = False) -> str:
        notes = ""
        if prepared.left_out:
            listed = ", ".join(dict.fromkeys(prepared.left_out))
            notes += self._note(
                f"host code was removed, because NVRTC compiles device code only: {listed}; "
                "a function that a kernel calls must be __device__"
            )
        if has_unmarked:
            notes += self._note(
                "functions of headers without __host__ or __device__ were compiled for the device"
            )
        return notes

    def _note(self, text: str) -> str:
        return f"{self.job.name}: note: {text}\n"


def _kernel_of(instance: str) -> str:
    return re.split(r"[<\s]", instance, maxsplit=1)[0].rpartition("::")[2]
