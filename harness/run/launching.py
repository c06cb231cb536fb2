"""Puts the launches of a case together and makes them, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..compiler.artifact import Artifact
from ..device.base import Device, Kernel, LaunchConfig, LaunchResult
from ..spec.case import Case
from ..spec.variant import PlannedLaunch
from ..verdict import Finding
from .arguments import pack_arguments
from .memory import CaseMemory


@dataclass(frozen=True)
class Launch:
    """One launch with its code loaded and its arguments packed."""

    kernel: Kernel
    config: LaunchConfig
    args: tuple[np.generic, ...]


def pack(
    case: Case,
    plan: Sequence[PlannedLaunch],
    artifact: Artifact,
    kernels: Sequence[Kernel],
    memory: CaseMemory,
) -> tuple[Launch, ...]:
    """Put every launch of a case together.

    Raises
    ------
    LaunchError
        A declared argument does not fit the compiled parameter.
    """
    integers = {
        "n_rows": case.shape.n_rows,
        "n_cols": case.shape.n_cols,
        "inp_stride": case.shape.inp_stride,
        "out_stride": case.shape.out_stride,
    }
    pointers = memory.pointers
    return tuple(
        Launch(
            kernel,
            LaunchConfig(
                planned.grid, planned.block, planned.smem_bytes, planned.cluster, planned.cooperative
            ),
            pack_arguments(
                artifact,
                planned.entry,
                planned.args,
                pointers=pointers,
                integers=integers,
                numbers={**memory.problem.scalars, **planned.numbers},
            ),
        )
        for planned, kernel in zip(plan, kernels, strict=True)
    )


def launch(
    launches: Sequence[Launch], device: Device, schedule: int | None = None, *, is_again: bool = False
) -> LaunchResult:
    """Launch one after another; the result is that of all together.

    Parameters
    ----------
    launches : sequence of Launch
        From `pack`.
    device : Device
        Where.
    schedule : int or None
        Seed of another order of blocks, warps and lanes, on a device that can be asked for one.
    is_again : bool
        Whether the same launches on other values came before, see `Device.launch`.

    Returns
    -------
    LaunchResult
        Summed device time; findings, notes and printed text in launch order. A launch that does not complete is the
        last.

    Raises
    ------
    LaunchError
        The device refused a configuration.
    DeviceError
        The device died.
    """
    kernel_us = 0.0
    findings: list[Finding] = []
    notes: list[Finding] = []
    printed = ""
    for each in launches:
        if schedule is not None:
            result = device.launch(each.kernel, each.config, each.args, schedule=schedule)
        elif is_again:
            result = device.launch(each.kernel, each.config, each.args, is_again=True)
        else:
            result = device.launch(each.kernel, each.config, each.args)
        kernel_us += result.kernel_us
        findings += result.findings
        notes += result.notes
        printed += result.printed
        if not result.completed:
            return replace(
                result, kernel_us=kernel_us, findings=tuple(findings), notes=tuple(notes), printed=printed
            )
    return LaunchResult(kernel_us, tuple(findings), notes=tuple(notes), printed=printed)
