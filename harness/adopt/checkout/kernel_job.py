"""Adopts one kernel of a checkout, in a worker process of its own time and memory.

Its cpu device compiles the likely instances of a source's kernels together. A compiler spends most of its time on
headers and on what all kernels of a source have in common. An adoption asks for one instance after the other; this
device compiles those that it will probably ask for with the first.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...compiler import Artifact, CompileRequest
from ...compiler.compilation import with_kernels
from ...compiler.source.file_names import display_path
from ...device.base import Device
from ...device.cpu.ptx_cpu import PtxCpu
from ...errors import CompileError, HarnessError, SpecError
from ...launch.loading import forget_code
from ...operation.catalogue import catalogue_of
from ...run.case_run import run_case
from ...run.case_timing import time_case
from ...run.local_runner import LocalRunner
from ...settings.settings import Settings
from ...variant.declaration.declared_values import WrongValueError
from ...variant.declaration.inline_block import read_source
from ...variant.declaration.source_place import include_option
from ...worker.channel import Task
from ..adopted import Adoption, Wishes
from ..adoption import adopt
from ..fitting.instances import BLOCK_MACRO, Instance, read_instances
from ..reading.signature import KernelSignature
from ..search_adoption import no_operation_fits
from ..signature_fit import fitting_operations
from ..styles.rows import ONE_DIMENSION
from .first_cases import first_findings
from .outcome import KernelOutcome, State

_NO_PARAMETER = ("grid", "args", "inp", "out", "operation", "smem_bytes")
"""Unknown facts that no option gives."""
_MOST_PROBES = 48
"""Launches of a kernel whose name tells no operation. A checkout has many that compute none of them."""
_MOST_CHARS = 300


@dataclass(frozen=True)
class KernelJob:
    """One kernel to adopt."""

    kernel: KernelSignature
    """The kernel."""
    id: str
    """Id for its declaration."""
    path: Path
    """Absolute path of its source."""
    name: str
    """Path of its source in the checkout."""
    include_dirs: tuple[Path, ...]
    """Absolute folders of headers."""
    hosts: tuple[Path, ...]
    """Other files whose host code launches it."""
    through: tuple[Path, ...]
    """Sources that include it, to compile in place of a header that does not compile alone."""
    into: Path
    """Absolute folder of the declarations."""
    source: str
    """Value of the key ``source``."""
    seconds: float
    """Time for finding the launch."""
    beside: tuple[KernelSignature, ...] = ()
    """Kernels of its source to compile with it."""
    found: Path | None = None
    """File to make when a launch was found."""

    @property
    def patience(self) -> float:
        """Factor of the time after which a kernel without a launch is refused."""
        return 1.0

    @property
    def function(self) -> Callable[..., Any]:
        """The function that adopts the kernel, in the process that holds the device."""
        return adopt_kernel

    def outcome(self, state: State, why: str = "") -> KernelOutcome:
        """Return the outcome of a kernel that was not declared."""
        return KernelOutcome(self.name, self.kernel.line, self.kernel.qualified, self.id, state, why)

    def note_found(self) -> None:
        """Make the file `found`."""
        if self.found is not None:
            self.found.touch()


def adopt_kernel(device: Device, settings: Settings, job: KernelJob) -> KernelOutcome:
    """Adopt one kernel. Called in the process that holds the device; no fault of a source raises."""
    began = time.monotonic()
    try:
        told = _adopted(device, settings, job)
    except HarnessError as error:
        told = job.outcome(State.CANNOT, _first_line(str(error)))
    return replace(told, elapsed_s=time.monotonic() - began)


def _adopted(device: Device, settings: Settings, job: KernelJob) -> KernelOutcome:
    refused: HarnessError | None = None
    operations = tuple(catalogue_of(settings.operations).operations.values())
    fitting, misfits = fitting_operations(job.kernel, operations)
    if not fitting:
        return job.outcome(State.CANNOT, _first_line(f"operation: {no_operation_fits(misfits)}"))
    for path in (job.path, *job.through):
        # A folder of a source that was found for the checkout goes before the project's own.
        used = replace(settings, include_dirs=(*job.include_dirs, *settings.include_dirs))
        # Not by type: a worker process wraps its device.
        expect = getattr(device, "expect", None)
        if expect is not None and expect(path, job.beside):
            # A checkout may have hundreds of sources, each with megabytes of code.
            forget_code(device)
        runner = LocalRunner("cpu", used, Task(lambda _: device, run_case, time_case))
        wishes = Wishes(source=job.source, hosts=tuple(each for each in job.hosts if each != path))
        try:
            found = adopt(
                path,
                job.kernel,
                wishes,
                runner,
                used,
                seconds=job.seconds,
                most_probes=_MOST_PROBES,
                on_found=job.note_found,
            )
        except SpecError:
            raise
        except HarnessError as error:
            refused = refused or error
            continue
        if not found.is_whole or found.draft is None:
            return job.outcome(*_wanted(found))
        findings = first_findings(found, path, runner, used)
        folders = tuple(_relative(each, job.into) for each in job.include_dirs)
        _check_folders(job, path)
        return KernelOutcome(
            job.name,
            job.kernel.line,
            job.kernel.qualified,
            job.id,
            State.ADOPTED,
            operation=found.draft.operation,
            launch=found.launch,
            verified=found.verified,
            findings=findings,
            notes=found.guessed,
            declaration=found.draft.table_lines(job.id, _relative(path, job.into), folders),
        )
    assert refused is not None  # there is one path at least
    raise refused


def _check_folders(job: KernelJob, path: Path) -> None:
    for folder in job.include_dirs:
        try:
            include_option(folder, path, ("include_dirs",))
        except WrongValueError as error:
            raise HarnessError(str(error)) from None


def _wanted(found: Adoption) -> tuple[State, str]:
    """Return whether one line would do, and which, or why the kernel cannot be declared."""
    asked = [each for each in found.unknown if each.name not in _NO_PARAMETER]
    if asked and len(asked) == len(found.unknown):
        options = " ".join(f"--arg {each.name}=ROLE" for each in asked)
        return State.NEEDS, f"{options} ({'; '.join(dict.fromkeys(each.why for each in asked))})"
    why = "; ".join(f"{each.name}: {each.why}" for each in found.unknown)
    if found.host_code:
        why += f"; {found.host_code[0]}"
    return State.CANNOT, _first_line(why)


def _relative(path: Path, folder: Path) -> str:
    return Path(os.path.relpath(path, folder)).as_posix()


def _first_line(text: str) -> str:
    lines: Sequence[str] = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    # A compiler's log says after its first line what is wrong.
    wrong = next((line for line in lines if "error" in line.lower()), "")
    told = lines[0] if not wrong or wrong == lines[0] else f"{lines[0]} {wrong}"
    return told if len(told) <= _MOST_CHARS else f"{told[: _MOST_CHARS - 4]} ..."


_ELEMENT = "KH_SCALAR"
_OTHER_ELEMENTS = ("__half", "__nv_bfloat16")
_FIRST_BLOCK = str(ONE_DIMENSION[0][0])
_BLOCKS = tuple(str(block[0]) for block in ONE_DIMENSION if block[0] >= 32)


class SharedCodeCpu(PtxCpu):
    """The cpu device; a request for an instance that was compiled with others gets their code."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._families: dict[Path, tuple[tuple[str, ...], ...]] = {}
        self._made: dict[CompileRequest, Artifact | None] = {}
        self._refused: dict[tuple[str, ...], CompileError] = {}
        self._words: dict[Path, frozenset[str]] = {}

    def expect(self, path: Path, kernels: Sequence[KernelSignature]) -> bool:
        """Say which kernels of a source will be asked for."""
        is_another = path not in self._families
        if is_another:
            self._programs.clear()
            self._made.clear()
            self._refused.clear()
            self._families = {path: instance_families(kernels) if kernels else ()}
        return is_another

    def compile(self, request: CompileRequest) -> Artifact:
        """Compile to PTX; raises CompileError."""
        left_out: list[tuple[str, ...]] = []
        for members in self._members_of(request):
            made = self._group(request, members)
            if made is None:
                continue
            artifact = _of(made, request)
            if artifact is not None:
                return artifact
            if members in self._refused:
                raise self._refused[members]
            left_out.append(members)
        try:
            return super().compile(request)
        except CompileError as error:
            # The compiler says of one instance why it and others of its group are not in the code.
            self._refused |= dict.fromkeys(left_out, error)
            raise

    def _members_of(self, request: CompileRequest) -> list[tuple[str, ...]]:
        """Return the groups of instances with one of which a request can be compiled, the largest first."""
        families = self._families.get(request.path, ())
        if not families or len(request.instances) > 1 or self._mentions(request):
            return []
        if not request.instances:
            return [families[0]] if families[0] else []
        wanted = spelled(request.instances[0], request)
        found = [family for family in families if wanted in family]
        return found or [_beside(request)]

    def _mentions(self, request: CompileRequest) -> bool:
        """Whether a source has a macro of a request, so that its value matters beyond the instance's name."""
        if request.path not in self._words:
            try:
                self._words[request.path] = frozenset(re.findall(r"\w+", read_source(request.path)))
            except HarnessError:
                self._words[request.path] = frozenset()
        return any(name in self._words[request.path] for name, _ in request.defines)

    def _group(self, request: CompileRequest, members: tuple[str, ...]) -> Artifact | None:
        """Return the code of a group, without the members that do not compile; None if it has none."""
        group = replace(request, defines=(), instances=members, kernels=(), is_partial=True)
        if group not in self._made:
            try:
                self._made[group] = super().compile(group)
            except CompileError:
                self._made[group] = None
        return self._made[group]


def _of(made: Artifact, request: CompileRequest) -> Artifact | None:
    """Return the code of a group as that of a request for one of its members; None if that one is not in the code."""
    symbols = {}
    for instance in request.instances:
        symbol = made.symbols.get(spelled(instance, request))
        if symbol is None:
            return None
        symbols[instance] = symbol
    return with_kernels(replace(made, request=request, symbols=symbols), display_path(request.path))


def instance_families(kernels: Sequence[KernelSignature]) -> tuple[tuple[str, ...], ...]:
    """Return instances to compile together: the first of each template, then all of each template.

    Element types are ``float``, blocks have 256 threads.
    """
    firsts: list[str] = []
    families: list[tuple[str, ...]] = []
    for kernel in kernels:
        if not kernel.template and not kernel.scope and not kernel.arguments:
            continue
        instances, _ = read_instances(kernel, {})
        written = tuple(dict.fromkeys(_written(each) for each in instances))
        firsts += written[:1]
        if len(written) > 1:
            families.append(written)
    return (tuple(dict.fromkeys(firsts)), *families)


def spelled(instance: str, request: CompileRequest) -> str:
    """Return an instance with the values of a request's macros in place of their names."""
    for name, value in request.defines:
        instance = re.sub(rf"\b{name}\b", value, instance)
    return instance


def _written(instance: Instance) -> str:
    entry = re.sub(rf"\b{_ELEMENT}\b", "float", instance.entry)
    for macro, rule in instance.defines.items():
        entry = re.sub(rf"\b{macro}\b", _FIRST_BLOCK if rule == "block_x" else "1", entry)
    return entry


def _beside(request: CompileRequest) -> tuple[str, ...]:
    """Return an instance with those of other blocks or element types that will be asked for next."""
    (instance,) = request.instances
    values = dict(request.defines)
    wanted = spelled(instance, request)
    element = values.get(_ELEMENT, "")
    elements = _OTHER_ELEMENTS if element in _OTHER_ELEMENTS else (element,)
    macros = [name for name in values if name.endswith(BLOCK_MACRO) and re.search(rf"\b{name}\b", instance)]
    blocks: tuple[str, ...] = _BLOCKS if macros else ("",)
    found = {wanted}
    for element in elements:
        for block in blocks:
            tried = re.sub(rf"\b{_ELEMENT}\b", element, instance)
            for macro in macros:
                tried = re.sub(rf"\b{macro}\b", block, tried)
            found.add(spelled(tried, request))
    return tuple(sorted(found))


def open_shared_cpu(settings: Settings) -> SharedCodeCpu:
    """Open the cpu device of an adoption."""
    return SharedCodeCpu(settings)
