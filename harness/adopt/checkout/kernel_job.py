"""Adopts one kernel of a checkout, in a worker process of its own time and memory."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...device.base import Device
from ...errors import HarnessError, SpecError
from ...launch.loading import forget_code
from ...operation.catalogue import catalogue_of
from ...run.case_run import run_case
from ...run.case_timing import time_case
from ...run.local_runner import LocalRunner
from ...settings.settings import Settings
from ...variant.declaration.declared_values import WrongValueError
from ...variant.declaration.text.source_place import include_option
from ...worker.channel import Task
from ..adopted import Adoption, Wishes
from ..adoption import adopt
from ..reading.signature import KernelSignature
from ..search_adoption import no_operation_fits
from ..signature_fit import fitting_operations
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
