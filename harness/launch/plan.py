"""Plans, compiles, loads, packs and executes the launches of a case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..compiler.artifact import Artifact
from ..device.base import Device, Kernel, LaunchConfig, LaunchResult
from ..settings.settings import Settings
from ..variant.case import Case
from ..variant.kernel_launch import PlannedLaunch
from ..verdict import Finding
from .arguments import arguments_of
from .loading import loader_of
from .memory import CaseMemory

_NULL = "null"
"""Argument of a parameter that Triton adds."""


@dataclass(frozen=True)
class LoadedLaunch:
    """One launch with its code loaded and its arguments packed."""

    entry: str
    kernel: Kernel
    config: LaunchConfig
    args: tuple[np.generic, ...]


@dataclass(frozen=True)
class LoadedCase:
    """Planned launches of a case with their code compiled and loaded, but without buffers."""

    case: Case
    """The launched case."""
    artifact: Artifact
    """The case's compiled code."""
    plan: tuple[PlannedLaunch, ...]
    """The launches, in order."""
    kernels: tuple[Kernel, ...]
    """Entry point of each launch, loaded."""

    def pack(self, memory: CaseMemory) -> tuple[LoadedLaunch, ...]:
        """Join the launches with buffers."""
        pointers, scalars = memory.pointers, memory.problem.scalars
        return tuple(
            LoadedLaunch(
                planned.entry,
                kernel,
                config_of(planned),
                arguments_of(self.artifact, planned, self.case.shape, pointers=pointers, scalars=scalars),
            )
            for planned, kernel in zip(self.plan, self.kernels, strict=True)
        )


def load_case(case: Case, device: Device, settings: Settings) -> LoadedCase:
    """Plan the launches of a case, compile its code and load it; code of earlier cases is reused."""
    loader = loader_of(device)
    artifact = loader.compile(loader.request_of(case, device.info, settings), device)
    plan = tuple(as_compiled(planned, artifact) for planned in case.plan())
    kernels = tuple(loader.load(artifact, planned.entry, device) for planned in plan)
    # all of them before the first runs: a launch that is refused later has changed nothing
    for planned, kernel in zip(plan, kernels, strict=True):
        device.check_launch(kernel, config_of(planned))
    return LoadedCase(case, artifact, plan, kernels)


def as_compiled(planned: PlannedLaunch, artifact: Artifact) -> PlannedLaunch:
    """Return a launch with the block, shared memory and arguments that the compiler decided on, if it did."""
    convention = artifact.convention
    if convention is None:
        return planned
    args = (*(planned.args[each] for each in convention.kept), *(_NULL for _ in range(convention.n_hidden)))
    grid, n_ctas = planned.grid, convention.n_ctas
    return replace(
        planned,
        entry=convention.symbol,
        # Each program of the declared grid is a cluster along x.
        grid=(grid[0] * n_ctas, grid[1], grid[2]),
        cluster=(n_ctas, 1, 1) if n_ctas > 1 else planned.cluster,
        args=args,
        block=(convention.n_threads, 1, 1),
        smem_bytes=convention.smem_bytes,
        numbers={**planned.numbers, _NULL: 0},
    )


def config_of(planned: PlannedLaunch) -> LaunchConfig:
    """Return the configuration of a planned launch."""
    return LaunchConfig(planned.grid, planned.block, planned.smem_bytes, planned.cluster, planned.cooperative)


def launch(
    launches: Sequence[LoadedLaunch],
    device: Device,
    schedule: int | None = None,
    *,
    is_again: bool = False,
    perturbation: int | None = None,
    moved: bool = False,
) -> LaunchResult:
    """Execute launches in order; return their combined result."""
    kernel_us = 0.0
    findings: list[Finding] = []
    notes: list[Finding] = []
    printed = ""
    # Only options that are set are passed, so that a simple device need not accept them.
    options: dict[str, Any] = {
        "schedule": schedule,
        "is_again": is_again or None,
        "perturbation": perturbation,
        "moved": moved or None,
    }
    options = {name: value for name, value in options.items() if value is not None}
    for each in launches:
        result = device.launch(each.kernel, each.config, each.args, **options)
        kernel_us += result.kernel_us
        findings += result.findings
        notes += result.notes
        printed += result.printed
        # a later launch would only work on what this one has not finished
        if not result.completed:
            return replace(
                result, kernel_us=kernel_us, findings=tuple(findings), notes=tuple(notes), printed=printed
            )
    return LaunchResult(kernel_us, tuple(findings), notes=tuple(notes), printed=printed)
