"""Adopts one Triton kernel of a checkout, in a worker process of its own time and memory.

Triton runs in a process of its own (`harness.compiler.triton`), which executes the file of the kernel.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...device.base import Device
from ...errors import HarnessError
from ...operation.catalogue import catalogue_of
from ...run.case_run import run_case
from ...run.case_timing import time_case
from ...run.local_runner import LocalRunner
from ...settings.settings import Settings
from ...worker.channel import Task
from ..drafts.draft import table_name
from ..triton.adoption import adopt_triton, declared
from ..triton.candidates import ranked
from ..triton.signature import TritonSignature
from .first_cases import case_findings
from .outcome import KernelOutcome, State

PATIENCE = 5.0
"""How much longer than a CUDA kernel a Triton kernel is tried: each of its launches is compiled."""
_LIMIT_FACTOR = 2.0
_MOST_CHARS = 300
_MOST_SIZES = 4


@dataclass(frozen=True)
class TritonJob:
    """One Triton kernel to adopt."""

    kernel: TritonSignature
    """The kernel."""
    id: str
    """Id for its declaration."""
    path: Path
    """Absolute path of its file."""
    name: str
    """Path of its file in the checkout."""
    line: int
    """Line on which it begins."""
    into: Path
    """Absolute folder of the declarations."""
    source: str
    """Value of the key ``source``."""
    seconds: float
    """Time for finding the launch of a CUDA kernel."""
    beside: tuple[()] = ()
    """Always empty: Triton compiles each kernel alone."""
    found: Path | None = None
    """File to make when a launch was found."""

    @property
    def patience(self) -> float:
        """Factor of the time after which a kernel without a launch is refused; Triton's own process is not counted."""
        return _LIMIT_FACTOR

    @property
    def function(self) -> Callable[..., Any]:
        """The function that adopts the kernel, in the process that holds the device."""
        return adopt_triton_kernel

    def outcome(self, state: State, why: str = "") -> KernelOutcome:
        """Return the outcome of a kernel that was not declared."""
        return KernelOutcome(self.name, self.line, self.kernel.name, self.id, state, why)

    def note_found(self) -> None:
        """Make the file `found`."""
        if self.found is not None:
            self.found.touch()


def adopt_triton_kernel(device: Device, settings: Settings, job: TritonJob) -> KernelOutcome:
    """Adopt one Triton kernel. Called in the process that holds the device; no fault of a source raises."""
    began = time.monotonic()
    try:
        told = _adopted(device, settings, job)
    except HarnessError as error:
        told = job.outcome(State.CANNOT, _short(str(error)))
    return replace(told, elapsed_s=time.monotonic() - began)


def _adopted(device: Device, settings: Settings, job: TritonJob) -> KernelOutcome:
    runner = LocalRunner("cpu", settings, Task(lambda _: device, run_case, time_case))
    if not ranked(job.kernel, tuple(catalogue_of(settings.operations).operations.values()), job.path.stem):
        return job.outcome(
            State.NEEDS, "--operation NAME (neither the kernel's name nor the file's tells one)"
        )
    file = Path(os.path.relpath(job.path, job.into)).as_posix()
    found = adopt_triton(
        job.path,
        job.kernel,
        runner,
        settings,
        source=job.source,
        file=file,
        seconds=PATIENCE * job.seconds,
        on_found=job.note_found,
    )
    if not found.lines:
        nearest = f"; nearest {found.nearest[0]}" if found.nearest else ""
        return job.outcome(State.CANNOT, _short(f"grid: no known launch gave right results{nearest}"))
    by_reason: dict[str, list[str]] = {}
    for line in found.failed:
        size, _, why = line.partition(": ")
        by_reason.setdefault(why, []).append(size)
    findings = [_sizes(why, sizes) for why, sizes in by_reason.items()]
    findings += case_findings(declared(job.path, found.lines, settings), runner)
    return KernelOutcome(
        job.name,
        job.line,
        job.kernel.name,
        job.id,
        State.ADOPTED,
        operation=found.operation,
        verified=f"args, constants and grid, by {found.n_launches} launches on the cpu device",
        findings=tuple(dict.fromkeys(findings)),
        notes=("arithmetic, from the text of the kernel",),
        declaration=table_of(found.lines, job.id),
    )


def table_of(lines: Sequence[str], name: str) -> tuple[str, ...]:
    """Return a declaration in comments as a table of a file of declarations."""
    table = table_name(name)
    keys = [line.removeprefix("#").removeprefix(" ") for line in lines[1:-1]]
    return (
        f"[{table}]",
        *(line.replace("[[", f"[[{table}.") if line.startswith("[[") else line for line in keys),
    )


def _sizes(why: str, sizes: Sequence[str]) -> str:
    more = f" and {len(sizes) - _MOST_SIZES} more" if len(sizes) > _MOST_SIZES else ""
    return f"{why}: {', '.join(sizes[:_MOST_SIZES])}{more}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _MOST_CHARS else f"{text[: _MOST_CHARS - 4]} ..."
