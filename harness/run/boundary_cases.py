"""Adds the further cases of `boundary_search` to a suite, on a device that counts branches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from ..device.base import Device
from ..errors import CompileError, HarnessError, LaunchError, PtxError, SpecError
from ..launch.memory import fill
from ..launch.plan import load_case
from ..ptx.launch.counts import BranchCounts
from ..ptx.launch.watch import Watch
from ..settings.settings import Settings
from ..variant import matrix
from ..variant.case import Case, parse_case_id
from ..variant.variant import Variant, block_text
from .boundary_search import BoundarySearch
from .outcome import BranchCoverage, coverage
from .pool_runner import call_all
from .session import Runner
from .suite import Suite, VariantCases

if TYPE_CHECKING:
    # loads LLVM, which only the executing process needs
    from ..device.cpu.ptx_cpu import PtxCpu


def explore(device: Device, settings: Settings, variant: Variant) -> BranchCoverage:
    """Measure the branches of a variant at its first block and element type, and search for further cases."""
    executor = cast("PtxCpu", device)

    def launch(case: Case) -> dict[str, BranchCounts] | None:
        totals: dict[str, BranchCounts] = {}
        try:
            for step in load_case(case, device, settings).pack(fill(case, device)):
                _, report = executor.launch_watched(step.kernel, step.config, step.args, Watch(branches=True))
                counts = report.branches
                if counts is None:
                    return {}
                before = totals.get(step.entry)
                totals[step.entry] = counts if before is None else before.joined(counts)
        except LaunchError:
            return None
        finally:
            device.free_all()
        return totals

    block, dtype = variant.blocks[0], variant.dtypes[0]
    try:
        return BoundarySearch(variant, block, dtype, launch).run()
    except (SpecError, CompileError, PtxError) as error:
        return coverage(block, dtype, str(error).partition("\n")[0])


def with_further_cases(suite: Suite, runner: Runner) -> Suite:
    """Return a suite to which the further cases and the branch coverage of each variant are added."""
    # If the suite has only a part of a variant's matrix, the variant gets no further cases, and its coverage says so:
    # the missing cases might go the other way.
    if runner.info is None or not runner.info.counts_branches:
        return suite
    whole = [part for part in suite.parts if _is_whole(part)]
    parts = {part.variant.id: part for part in suite.parts}
    for part in suite.parts:
        block, dtype = part.variant.blocks[0], part.variant.dtypes[0]
        if part not in whole:
            why = (
                f"-k must select every case of the matrix with the first block and type, {block_text(block)} and "
                f"{dtype} (got a part)"
            )
            parts[part.variant.id] = replace(part, branches=coverage(block, dtype, why))
    answers = call_all(runner, explore, [(part.variant,) for part in whole])
    for part, answer in zip(whole, answers, strict=True):
        variant = part.variant
        if isinstance(answer, HarnessError):
            why = str(answer).partition("\n")[0]
            answer = coverage(variant.blocks[0], variant.dtypes[0], why)
        known = {case.id for case in part.cases}
        more = (parse_case_id(name, (variant,)) for name in answer.further_cases if name not in known)
        parts[variant.id] = replace(part, cases=(*part.cases, *more), branches=answer)
    return replace(suite, parts=tuple(parts.values()))


def _is_whole(part: VariantCases) -> bool:
    selected = {case.id for case in part.cases}
    variant = part.variant
    return all(
        case.id in selected
        for case in matrix.cases(variant)
        if (case.block, case.dtype) == (variant.blocks[0], variant.dtypes[0])
    )
