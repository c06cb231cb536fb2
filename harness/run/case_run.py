"""Runs one case on one device: declare, compile, load, fill, launch, read back, judge, and replay. Or times it.

Read `run_case` and its steps first: the rest of the harness prepares their arguments or reports their results.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from ..check.judgement import Evidence, ImageReport, Judgement, judge
from ..compiler.artifact import Artifact
from ..device.base import Device, LaunchResult
from ..errors import CompileError, DeviceTooSmallError, LaunchError, PtxError, SpecError
from ..launch.inputs import problem_of, with_arithmetic_of
from ..launch.memory import fill
from ..launch.plan import LoadedCase, arguments_of, config_of, launch, load_case
from ..operation.kinds import SPECIAL_KINDS, SWEEP_KIND
from ..ptx.launch.watch import Watch
from ..settings.settings import MOST_SEED, Settings
from ..variant.case import Case, altered
from ..variant.matrix import FAR_ELEMENTS, MOST_ELEMENTS, WHY_NOT_IN_PARTS, is_far, is_run_in_parts
from ..variant.shape import CONTIGUOUS
from ..verdict import IN_PARTS, CaseResult, Finding, Reason, Verdict
from .replays import replay, unstable_rounding
from .unjudged import errored, outside, rerun_command, unjudged

if TYPE_CHECKING:
    # loads LLVM, which only the executing process needs
    from ..device.cpu.ptx_cpu import PtxCpu

# The first launch of a kernel loads its code and faults its pages in.
_WARM_UP_ROUNDS = 1


def run_case(case: Case, device: Device, settings: Settings) -> CaseResult:
    """Run one case and judge the state of its buffers; code that the device has loaded for earlier cases is reused."""
    # The verdict is SKIP when the declaration excludes the case, or it needs more memory than the device has; ERROR
    # with its reason when the kernel could not be run. Otherwise `harness.check.judgement.judge` derives it from the
    # first launch. If that is PASS or UNPROVEN, `harness.run.replays.replay` judges further launches too. The error and
    # the time are the first launch's. Raises DeviceError if the kernel made the device unusable: then there is no
    # result.
    kind = device.info.kind
    unstable: tuple[Finding, ...] = ()
    try:
        # before the compilation: the excluded cases of a large matrix must cost nothing
        unmet = case.unmet()
        if unmet is not None:
            return unjudged(case, kind, settings, Verdict.SKIP, outside(unmet))
        loaded = load_case(case, device, settings)
        try:
            if is_far(case):
                judgement, launched = launch_parts(case, loaded, device)
            else:
                memory = fill(case, device)
                launches = loaded.pack(memory)
                launched = launch(launches, device)
                evidence = memory.read_back(device, launched)
                judgement = judge(
                    operation=case.variant.operation,
                    problem=memory.problem,
                    evidence=evidence,
                    ignores_arguments=ignores_arguments(case),
                )
                judgement = replay(
                    case,
                    memory,
                    launches,
                    device,
                    first=evidence,
                    judgement=judgement,
                    schedules=schedules_of(case, device, settings),
                    turn=_turn_of(case, kind, settings),
                )
                is_tried = case.layout == CONTIGUOUS and case.kind not in (*SPECIAL_KINDS, SWEEP_KIND)
                if settings.numerics and is_tried and kind == "cpu" and not judgement.verdict.is_failure:
                    unstable = unstable_rounding(
                        case, memory, launches, cast("PtxCpu", device), settings.include_dirs
                    )
        finally:
            # after an error, too: the process goes on with the next case
            device.free_all()
    # nothing is wrong with the kernel: another device runs the case
    except DeviceTooSmallError as error:
        return unjudged(case, kind, settings, Verdict.SKIP, str(error))
    except (SpecError, CompileError, LaunchError, PtxError) as error:
        return errored(case, kind, settings, error)
    lines, lines_run = device.new_lines(loaded.kernels, case.variant.path.name)
    # A result has every field of a judgement, but for the right values, which are too many to keep.
    judged = {name: value for name, value in vars(judgement).items() if name != "expected"}
    return CaseResult(
        **judged,
        case_id=case.id,
        variant=case.variant.id,
        device=kind,
        rerun=rerun_command(case, device_kind=kind, settings=settings),
        lines=lines,
        lines_run=lines_run,
        kernel_us=launched.kernel_us,
        printed=launched.printed,
        notes=(*_of_headers(loaded.artifact), *_unrepeated(judgement.findings, launched.notes), *unstable),
    )


def schedules_of(case: Case, device: Device, settings: Settings) -> tuple[int, ...]:
    """Return the seeds of the schedules in which a case is launched again; ``schedules`` sets their number."""
    # The seeds count up from ``schedule_seed``, or from the case's own seed: different cases get different schedules,
    # and each case the same ones in every run. Empty if the device cannot choose a schedule.
    if not device.info.is_schedulable:
        return ()
    first = case.seed if settings.schedule_seed is None else settings.schedule_seed
    return tuple((first + k) % (MOST_SEED + 1) for k in range(settings.schedules))


def _turn_of(case: Case, kind: str, settings: Settings) -> int | None:
    """Return which further launches a case makes; None for all."""
    # A case that a search found once failed in one of them. On a gpu they cost little, and only they show that a launch
    # leaves values for the next one.
    asks_for_orders = settings.schedules > 1 or settings.schedule_seed is not None
    was_found = case.id in case.variant.found
    return None if settings.thorough or asks_for_orders or was_found or kind == "gpu" else case.turn


def _of_headers(artifact: Artifact) -> tuple[Finding, ...]:
    """Return a note if headers were missing and taken as empty: with them the code may be different."""
    headers = artifact.missing_headers
    name = artifact.request.path.name
    return (Finding(Reason.MISSING_HEADER, headers, source=name),) if headers else ()


def ignores_arguments(case: Case) -> bool:
    """Whether a case's bound is held against kernels that do not use an argument, which evaluates the reference again.

    Only cases of the first declared block with contiguous rows do so: other blocks and layouts have inputs of the same
    shapes, types and kinds. Cases of the width sweep do not.
    """
    return case.block == case.variant.blocks[0] and case.layout == CONTIGUOUS and case.kind != SWEEP_KIND


def _unrepeated(findings: Sequence[Finding], notes: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the notes that no finding repeats."""
    places = {(finding.reason, finding.kernel, finding.ptx_line) for finding in findings}
    return tuple(note for note in notes if (note.reason, note.kernel, note.ptx_line) not in places)


def time_case(device: Device, settings: Settings, case: Case, rounds: int) -> list[float]:
    """Return the seconds of repeated launches of a case's kernels on the same memory."""
    unmet = case.unmet()
    if unmet is not None:
        raise LaunchError(f"{case.id} is outside what the variant declares: {unmet}")
    loaded = load_case(case, device, settings)
    try:
        memory = fill(case, device)
        launches = loaded.pack(memory)
        seconds = []
        for _ in range(_WARM_UP_ROUNDS + rounds):
            # a kernel that changes its input must not run on its own output
            memory.restore_in_place(device)
            result = launch(launches, device)
            if not result.completed:
                raise LaunchError(f"{case.id} did not end within its step budget; check it before timing it")
            seconds.append(result.kernel_us * 1e-6)
    finally:
        device.free_all()
    return seconds[_WARM_UP_ROUNDS:]


_POISON = 0xA5
_NEAR_ROWS = 2
_SIGNED = FAR_ELEMENTS // 2


def launch_parts(case: Case, loaded: LoadedCase, device: Device) -> tuple[Judgement, LaunchResult]:
    """Launch and judge the blocks of the first rows, the rows around elements 2**31 and 2**32, and the last row."""
    # The memory is mapped and not touched. Contiguous rows have no padding that would bring the third row beyond 2**31
    # elements, as `strided_huge` does, so the problem itself is that large. A block is taken to have its share of the
    # rows, in the order of the blocks. If it writes other rows, the compared rows stay unwritten, and the case is
    # skipped.
    if device.info.kind != "cpu":
        raise DeviceTooSmallError("parts of a problem of more than 2^32 elements run only on cpu")
    variant, shape = case.variant, case.shape
    planned, kernel = loaded.plan[0], loaded.kernels[0]
    if not is_run_in_parts(variant, loaded.plan):
        raise DeviceTooSmallError(f"not tried beyond 2^31 elements: {WHY_NOT_IN_PARTS}")
    executor = cast("PtxCpu", device)
    n_rows, n_cols = shape.n_rows, shape.n_cols
    # A 32-bit index wraps around at the first of these if it is signed, and at the second if it is not.
    signed, unsigned = _SIGNED // n_cols, FAR_ELEMENTS // n_cols
    rows = (0, 1, signed - 1, signed, signed + 1, unsigned, unsigned + 1, n_rows - 1)
    few = altered(case, n_rows=len(rows))
    problem = with_arithmetic_of(case, problem_of(few))
    n_blocks = math.prod(planned.grid)
    near, far = (_ranges(part, n_blocks, n_rows) for part in (rows[:_NEAR_ROWS], rows[_NEAR_ROWS:]))
    of_block = max(n_rows * n_cols // n_blocks, math.prod(planned.block))
    if sum(stop - start for start, stop in (*near, *far)) * of_block > MOST_ELEMENTS:
        raise DeviceTooSmallError(
            f"not tried beyond 2^31 elements: a block has {of_block:,} elements of this problem"
        )
    pointers, buffers = {}, {}
    for array in variant.operation.arrays:
        if array.absent is not None and array.name not in problem.given:
            continue
        values = problem.arrays.get(array.name)
        dtype = values.dtype if values is not None else array.element(case.dtype)
        if not array.has_rows:
            assert values is not None
            data = np.ascontiguousarray(values).reshape(-1).view(np.uint8)
            buffer = device.allocate(data.nbytes, array.name, is_input=array.role == "in")
            device.copy_in(buffer, data)
        else:
            row_bytes = math.prod(array.sizes(few.shape.sizes)[1:]) * dtype.itemsize
            buffer = executor.allocate_lazily(n_rows * row_bytes, array.name, is_input=array.role == "in")
            buffers[array.name] = array, buffer, dtype, row_bytes
        pointers[array.name] = buffer.address
    args = arguments_of(loaded.artifact, planned, shape.integers, pointers=pointers, scalars=problem.scalars)

    def content(name: str, row_bytes: int) -> NDArray[np.uint8]:
        values = problem.arrays.get(name)
        if values is None:
            return np.full((len(rows), row_bytes), _POISON, np.uint8)
        return np.ascontiguousarray(values).reshape(len(rows), -1).view(np.uint8)

    def outputs() -> dict[str, ImageReport]:
        reports = {}
        for name, (array, buffer, dtype, row_bytes) in buffers.items():
            if array.role == "in":
                continue
            data = np.stack([device.copy_out(buffer, row * row_bytes, row_bytes) for row in rows])
            dims = array.row_sizes(few.shape.sizes)
            is_same = (data == content(name, row_bytes)).reshape(*dims, dtype.itemsize).all(axis=-1)
            unwritten = np.zeros_like(is_same) if name in problem.arrays else is_same
            reports[name] = ImageReport(name, data.view(dtype).reshape(dims), unwritten, ~is_same)
        return reports

    def put(index: int) -> None:
        for name, (_, buffer, _, row_bytes) in buffers.items():
            device.copy_in(buffer, content(name, row_bytes)[index], rows[index] * row_bytes)

    def launch_part(blocks: tuple[int, int]) -> LaunchResult:
        return executor.launch_watched(kernel, config_of(planned), args, Watch(), blocks=blocks)[0]

    for index in range(len(rows)):
        put(index)
    # Far blocks first: whatever they write to the first rows has an index that wrapped around.
    by_far = [launch_part(part) for part in far]
    after_far = outputs()
    # As at the start, for the far blocks may have written these rows.
    for index in range(_NEAR_ROWS):
        put(index)
    by_near = [launch_part(part) for part in near]
    launched, after = _joined((*by_far, *by_near)), outputs()
    # An index that starts again at 0 writes what the first blocks write.
    wraps = any(
        (after_far[name].changed & report.changed).reshape(len(rows), -1)[:_NEAR_ROWS].any()
        for name, report in after.items()
    )
    is_covered = all(
        report.changed.reshape(len(rows), -1).any(axis=1).all() and not report.unwritten.any()
        for report in after.values()
    )
    if launched.hung or not (is_covered or wraps or launched.findings):
        raise DeviceTooSmallError(
            "not tried beyond 2^31 elements: the blocks of these rows "
            + ("wait for others" if launched.hung else "write others")
        )
    evidence = Evidence(after, findings=launched.findings, notes=launched.notes, trapped=launched.trapped)
    judgement = judge(
        operation=variant.operation, problem=problem, evidence=evidence, ignores_arguments=False
    )
    if judgement.verdict is Verdict.FAIL:
        where = ", ".join(f"{index} is {row}" for index, row in enumerate(rows))
        note = f"parts of {n_rows} rows {IN_PARTS}; of the rows that findings name, row {where}"
        if wraps:
            note = f"an index wrapped around in 32 bits: late blocks wrote the first rows; compute it in 64\n{note}"
        first, *others = judgement.findings
        first = replace(first, message=f"{first.message}\n{note}")
        judgement = replace(judgement, findings=(first, *others))
    return judgement, launched


def _ranges(rows: Iterable[int], n_blocks: int, n_rows: int) -> list[tuple[int, int]]:
    """Return the blocks of some rows and their neighbours."""
    return merged(
        (max(row * n_blocks // n_rows - 1, 0), min((row + 1) * n_blocks // n_rows + 2, n_blocks))
        for row in rows
    )


def merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the union of ranges [start, stop), ascending and apart."""
    apart: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if apart and start <= apart[-1][1]:
            apart[-1] = apart[-1][0], max(stop, apart[-1][1])
        else:
            apart.append((start, stop))
    return apart


def _joined(results: Iterable[LaunchResult]) -> LaunchResult:
    listed = list(results)
    findings: dict[tuple[Reason, str, int | None], Finding] = {}
    for finding in (finding for result in listed for finding in result.findings):
        findings.setdefault((finding.reason, finding.kernel, finding.ptx_line), finding)
    return LaunchResult(
        sum(result.kernel_us for result in listed),
        tuple(findings.values()),
        hung=any(result.hung for result in listed),
        trapped=any(result.trapped for result in listed),
        notes=tuple(note for result in listed[:1] for note in result.notes),
    )
