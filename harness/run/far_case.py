"""Runs parts of a case of more than 2**32 elements: the blocks of a few rows, on memory that is mapped and not touched.

Contiguous rows have no padding that would bring the third row beyond 2**31 elements, as `strided_huge` does. So the
problem itself is that large. A block is taken to have its share of the rows, in the order of the blocks. Where it has
other rows, the rows that are compared stay unwritten, and nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from ..check.evidence import ImageReport
from ..check.judgement import Judgement, judge
from ..device.base import Device, LaunchResult
from ..errors import DeviceTooSmallError
from ..launch.inputs import problem_of, with_arithmetic_of
from ..launch.plan import LoadedCase, arguments_of, config_of
from ..variant.case import Case, altered
from ..variant.matrix import FAR_ELEMENTS, MOST_ELEMENTS, WHY_NOT_IN_PARTS, is_run_in_parts
from ..verdict import Finding, Reason, Verdict

if TYPE_CHECKING:
    # loads LLVM, which only the executing process needs
    from ..device.cpu.ptx_cpu import PtxCpu

_POISON = 0xA5
_NEAR_ROWS = 2
_SIGNED = FAR_ELEMENTS // 2


def launch_parts(case: Case, loaded: LoadedCase, device: Device) -> tuple[Judgement, LaunchResult]:
    """Launch and judge the blocks of the first rows, of those about elements 2**31 and 2**32, and of the last."""
    if device.info.kind != "cpu":
        raise DeviceTooSmallError("parts of a problem of more than 2^32 elements run on cpu alone")
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
        """Return the bytes of the rows before the launch, a row each."""
        given = problem.arrays.get(name)
        if given is None:
            return np.full((len(rows), row_bytes), _POISON, np.uint8)
        return np.ascontiguousarray(given).reshape(len(rows), -1).view(np.uint8)

    def outputs() -> dict[str, ImageReport]:
        found = {}
        for name, (array, buffer, dtype, row_bytes) in buffers.items():
            if array.role == "in":
                continue
            data = np.stack([device.copy_out(buffer, row * row_bytes, row_bytes) for row in rows])
            dims = array.row_sizes(few.shape.sizes)
            is_same = (data == content(name, row_bytes)).reshape(*dims, dtype.itemsize).all(axis=-1)
            unwritten = np.zeros_like(is_same) if name in problem.arrays else is_same
            found[name] = ImageReport(name, data.view(dtype).reshape(dims), unwritten, ~is_same)
        return found

    def put(index: int) -> None:
        for name, (_, buffer, _, row_bytes) in buffers.items():
            device.copy_in(buffer, content(name, row_bytes)[index], rows[index] * row_bytes)

    for index in range(len(rows)):
        put(index)
    # Far blocks first: whatever they write to the first rows has an index that wrapped around.
    by_far = [executor.launch_part(kernel, config_of(planned), args, part) for part in far]
    after_far = outputs()
    # As at the start, for the far blocks may have written these rows.
    for index in range(_NEAR_ROWS):
        put(index)
    by_near = [executor.launch_part(kernel, config_of(planned), args, part) for part in near]
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
    judgement = judge(
        operation=variant.operation,
        problem=problem,
        outputs=after,
        device_findings=launched.findings,
        notes=launched.notes,
        trapped=launched.trapped,
        ignores_arguments=False,
    )
    if judgement.verdict is Verdict.FAIL:
        where = ", ".join(f"{index} is {row}" for index, row in enumerate(rows))
        told = f"parts of {n_rows} rows were run, beyond 2^32 elements; of the rows that findings name, row {where}"
        first, *others = judgement.findings
        first = replace(first, message=f"{first.message}\n{told}")
        judgement = replace(judgement, findings=(first, *others))
    return judgement, launched


def _ranges(rows: Iterable[int], n_blocks: int, n_rows: int) -> list[tuple[int, int]]:
    """Return the blocks of some rows and their neighbours, [start, stop), ascending and apart."""
    found: list[tuple[int, int]] = []
    for row in rows:
        start = max(row * n_blocks // n_rows - 1, 0)
        stop = min((row + 1) * n_blocks // n_rows + 2, n_blocks)
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(stop, found[-1][1])
        else:
            found.append((start, stop))
    return found


def _joined(results: Iterable[LaunchResult]) -> LaunchResult:
    listed = list(results)
    findings: dict[tuple[Reason, str, int | None], Finding] = {}
    for each in (each for result in listed for each in result.findings):
        findings.setdefault((each.reason, each.kernel, each.ptx_line), each)
    return LaunchResult(
        sum(result.kernel_us for result in listed),
        tuple(findings.values()),
        hung=any(result.hung for result in listed),
        trapped=any(result.trapped for result in listed),
        notes=tuple(note for result in listed[:1] for note in result.notes),
    )
