"""Compiles the device code of a source that has host code too.

A user's ``.cu`` file often has launchers, a CPU reference and a ``main`` beside its kernels. nvcc compiles host and
device code. NVRTC compiles device code only: it refuses functions without ``__device__`` or ``__global__``, and CUDA's
host API. So a source that has such code is prepared (`preparation`) before it is compiled. If a kernel still does not
compile, it is left out with all that uses it, so that the other kernels of the file can be checked.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..artifact import MISSING_HEADERS
from ..wheels import Release
from .cuda_text import CudaDeclaration
from .host_headers import provider
from .preparation import Preparation, Prepared, is_missed
from .translation import Job, RefusedError, Translation

# Time after which a source that does not compile is refused.
_MOST_S = 10.0
_MOST_ROUNDS = 12
# Most errors reported for a kernel that was left out.
_MOST_ERRORS = 3
_LOCATION = re.compile(r"^(?P<file>[^\s(:][^(:\n]*)\((?P<line>\d+)\): (?P<rest>.*)", re.MULTILINE)
_ERROR = re.compile(r"(?:catastrophic )?error: (?P<text>.*)")
_INSTANTIATED = re.compile(r"at line (?P<line>\d+)(?: of (?P<file>\S+))?")
_UNMARKED = re.compile(
    r"(?:without|inferred to be __host__).{0,40}(?:execution space|memory space|based on context)",
    re.IGNORECASE,
)
_OPERATOR = "operator"
_UNMARKED_TOO = "--device-as-default-execution-space"
_KERNEL_LEFT_OUT = re.compile(
    r"note: the kernel (?P<name>\w+) does not compile and was left out: (?P<why>[^\n]*)"
)

_UNNAMED = re.compile(
    r"^__nv_name_map\(\d+\): error: [^\n]*\n\s*#pragma nv_mangled_name (?P<instance>[^\n]*)", re.MULTILINE
)

CompileOnce = Callable[[bytes, Mapping[str, str], Sequence[str], tuple[str, ...]], Translation]


def translate_for_device(
    compile_once: CompileOnce, job: Job, cuda_dirs: Sequence[Path] = (), release: Release = (13, 0)
) -> Translation:
    """Compile a source, without its host code if it has some."""
    # Library headers have functions without ``__host__`` or ``__device__``. nvcc can compile the ``constexpr`` ones
    # for the device too (``--expt-relaxed-constexpr``). If device code needs such functions, unmarked functions are
    # compiled for the device. Other unmarked functions of the user's files never are, because nvcc would refuse a
    # kernel that calls them.
    started = time.monotonic()
    preparation = Preparation(job, cuda_dirs)
    refused = None
    if not preparation.is_certain:
        try:
            return compile_once(job.named_source, {}, (), job.request.instances)
        except RefusedError as error:
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
    job: Job
    preparation: Preparation
    release: Release
    started: float
    instances: tuple[str, ...]
    dropped: set[CudaDeclaration] = field(default_factory=set)
    reasons: dict[str, str] = field(default_factory=dict)

    def best(self, refused: RefusedError | None) -> Translation:
        """Compile without what does not compile; `refused` is the refusal of the source as it is, if it was tried."""
        options: tuple[str, ...] = (_UNMARKED_TOO,) if self.preparation.has_unmarked else ()
        prepared = self.preparation.without(set())
        if refused is not None and (prepared.source != self.job.named_source or prepared.headers or options):
            refused = None  # of another text
        first, log = refused, ""
        for _ in range(_MOST_ROUNDS):
            begun = time.monotonic()
            if refused is None:
                try:
                    made = self.compile_once(prepared.source, prepared.headers, options, self.instances)
                except RefusedError as error:
                    refused, first = error, first or error
                else:
                    notes = self._missing_note(prepared) + self._removed_notes(prepared, bool(options))
                    return replace(made, log=made.log + notes + self._kernel_notes())
            log, refused, now = str(refused), None, time.monotonic()
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
        """Leave out the instances of a partial job whose names an error is about; False if there are none."""
        wrong = {match["instance"].strip() for match in _UNNAMED.finditer(log)}
        left = tuple(instance for instance in self.instances if instance not in wrong)
        is_less = left != self.instances and bool(left or self.preparation.kernels)
        if self.job.request.is_partial and is_less:
            self.instances = left
            return True
        return False

    def _correct(self, log: str) -> bool:
        """Read the files anew if an error shows that the compiler takes an arm that was not read."""
        lines = [places[0] for _, places in _errors(log, self.job.name) if places]
        corrected = self.preparation.corrected(lines)
        if corrected is None:
            return False
        self.preparation, self.dropped, self.reasons = corrected, set(), {}
        return True

    def _drop(self, log: str) -> bool:
        """Choose what to leave out next; False if nothing more can be."""
        hit: dict[CudaDeclaration, list[str]] = {}
        for message, places in _errors(log, self.job.name):
            declared = (self.preparation.at(file, line) for file, line in places)
            innermost = next(filter(None, declared), None)
            if innermost is None:
                return False
            hit.setdefault(innermost, []).append(message)
        if not hit or any(place in self.dropped for place in hit):
            return False
        if any(_OPERATOR in place.names for place in hit):
            return False  # its uses cannot be told by name
        # Without a type or a constant, what needs it does not compile. Without a function, another overload could be
        # called, and without a specialisation, the template.
        alone = {place for place in hit if is_missed(place)}
        gone = alone | self.preparation.dependents(hit.keys() - alone)
        why = next(iter(hit.values()))
        for place in gone - self.dropped:
            if place.is_kernel:
                told = list(dict.fromkeys(hit.get(place, why)))[:_MOST_ERRORS]
                self.reasons.setdefault(place.name, "; ".join(told))
        self.dropped |= gone
        left = [place for place in self.preparation.kernels if place not in self.dropped]
        names = {name for place in self.dropped for name in place.names}
        if self.job.request.is_partial:
            self.instances = tuple(each for each in self.instances if _kernel_of(each) not in names)
        return bool(left) and not names & {_kernel_of(instance) for instance in self.instances}

    def _missing_note(self, prepared: Prepared) -> str:
        told = [
            f"{name} ({how})" if (how := provider(name, self.release, self.preparation.main)) else name
            for name in prepared.missing
        ]
        note = f"{MISSING_HEADERS}{', '.join(told)}; add the folders that have them to `include_dirs`"
        return self._note(note) if told else ""

    def _removed_notes(self, prepared: Prepared, has_unmarked: bool = False) -> str:
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

    def _kernel_notes(self) -> str:
        return "".join(
            self._note(f"the kernel {kernel} does not compile and was left out: {why}")
            for kernel, why in self.reasons.items()
        )

    def _note(self, text: str) -> str:
        return f"{self.job.name}: note: {text}\n"


def _kernel_of(instance: str) -> str:
    return re.split(r"[<\s]", instance, maxsplit=1)[0].rpartition("::")[2]


def _errors(log: str, name: str) -> list[tuple[str, list[tuple[str, int]]]]:
    """Return each error as (first line, places): the place of the error, then those that instantiated it."""
    found: list[tuple[str, list[tuple[str, int]]]] = []
    for line in log.splitlines():
        location = _LOCATION.match(line)
        if location is not None:
            error = _ERROR.match(location["rest"])
            if error is not None:
                found.append((line, [(location["file"], int(location["line"]))]))
            continue
        instantiated = _INSTANTIATED.search(line)
        if instantiated is not None and found:
            file = instantiated["file"] or found[-1][1][0][0]
            found[-1][1].append((os.path.normpath(file) if file != name else file, int(instantiated["line"])))
        elif "error:" in line and line.startswith("At end of source"):
            found.append((line, []))
    return found
