"""Counts one case: what its launches execute and move, on the PTX executor, whatever device it is timed on.

`count_case` is `run_case` without the judgement, with counters; `count_on` asks a runner for it, so that a kernel which
ends its process costs its own counts only.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from ..device.base import Device
from ..errors import CompileError, HarnessError, LaunchError, PtxError, SpecError
from ..launch.memory import fill
from ..launch.plan import load_case
from ..ptx.launch.counts import Counters, Counts, total
from ..run import session
from ..run.case_run import not_judged, skipped
from ..run.case_timing import time_case
from ..run.session import Runner, open_runner
from ..settings.settings import Settings
from ..variant.case import Case, make_case
from ..variant.variant import SCALAR_TYPES, Block
from ..verdict import CaseResult, Finding
from ..worker.channel import Task

if TYPE_CHECKING:
    # loads LLVM, which only the process that executes needs
    from ..device.cpu.ptx_cpu import PtxCpu


class CountingError(HarnessError):
    """A case could not be counted; the message says why.

    Parameters
    ----------
    case_id : str
        The case.
    why : str
        The reason, in one line or more.
    """

    def __init__(self, case_id: str, why: str) -> None:
        super().__init__(f"{case_id} was not counted: {why}")
        self.why = why


@dataclass(frozen=True)
class LaunchCounts:
    """One launch of a case.

    Parameters
    ----------
    entry : str
        Symbol of the kernel.
    grid, block : tuple of int
        As launched.
    smem_bytes : int
        Dynamic shared memory of a block.
    counts : Counts
        What it did.
    """

    entry: str
    grid: tuple[int, int, int]
    block: Block
    smem_bytes: int
    counts: Counts


@dataclass(frozen=True)
class CaseCounts:
    """What all launches of a case did.

    Parameters
    ----------
    case : Case
        What was counted.
    arch, compiler : str
        What the PTX was made for, and by which compiler.
    launches : tuple of LaunchCounts
        In launch order.
    findings : tuple of Finding
        What the executor saw go wrong; counts of a kernel that goes wrong are exact all the same.
    """

    case: Case
    arch: str
    compiler: str
    launches: tuple[LaunchCounts, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def total(self) -> Counters:
        """Counters of all launches together."""
        return total(each.counts.total for each in self.launches)

    @property
    def by_entry(self) -> dict[str, Counts]:
        """Counts of each kernel, launches of the same one added up, in the order of the first launch."""
        found: dict[str, Counts] = {}
        for each in self.launches:
            found[each.entry] = found[each.entry] + each.counts if each.entry in found else each.counts
        return found

    @property
    def by_class(self) -> dict[str, int]:
        """Executed instructions of each class, all launches together."""
        sums: dict[str, int] = {}
        for each in self.launches:
            for name, n in each.counts.by_class.items():
                sums[name] = sums.get(name, 0) + n
        return dict(sorted(sums.items()))

    @property
    def block_barriers(self) -> int:
        """How often a barrier of a block opened."""
        return sum(each.counts.block_barriers for each in self.launches)

    @property
    def n_elements(self) -> int:
        """Elements of the problem."""
        return self.case.shape.n_rows * self.case.shape.n_cols

    @property
    def itemsize(self) -> int:
        """Bytes of an element."""
        return SCALAR_TYPES[self.case.dtype].itemsize

    def per_element(self, number: int) -> float:
        """Return a count divided by the number of elements."""
        return number / self.n_elements

    def per_row(self, number: int) -> float:
        """Return a count divided by the number of rows."""
        return number / self.case.shape.n_rows


def count_case(case: Case, device: Device, settings: Settings) -> CaseCounts | CaseResult:
    """Launch a case's kernels once, counted.

    Parameters
    ----------
    case : Case
        What to count.
    device : Device
        A ``cpu`` device.
    settings : Settings
        For include folders.

    Returns
    -------
    CaseCounts or CaseResult
        A result, SKIP or ERROR, where the case cannot be counted: the declaration excludes it, it does not compile,
        cannot be launched, uses an unknown instruction, or does not end within its step budget.

    Raises
    ------
    DeviceError
        The device is not usable any more.
    """
    executor = cast("PtxCpu", device)
    try:
        unmet = case.unmet()
        if unmet is not None:
            return skipped(case, unmet, device_kind="cpu", settings=settings)
        loaded = load_case(case, device, settings)
        counted: list[LaunchCounts] = []
        findings: list[Finding] = []
        try:
            for each in loaded.pack(fill(case, device)):
                result, counts = executor.launch_counted(each.kernel, each.config, each.args)
                findings += result.findings
                if counts is None:
                    why = result.findings[0].message if result.findings else "no reason was given"
                    raise LaunchError(f"{each.entry} did not run to its end: {why}")
                config = each.config
                counted.append(LaunchCounts(each.entry, config.grid, config.block, config.smem_bytes, counts))
        finally:
            device.free_all()
    except (SpecError, CompileError, LaunchError, PtxError) as error:
        return not_judged(case, error, device_kind="cpu", settings=settings)
    info = device.info
    return CaseCounts(case, info.arch, info.compiler, tuple(counted), tuple(findings))


@contextlib.contextmanager
def open_counter(settings: Settings) -> Iterator[Runner]:
    """Open a runner for `count_on`: a worker process with a ``cpu`` device, unless the settings say otherwise."""
    # the runner hands on what the task gives it, whatever that is
    task = Task(session.open_cpu, cast(Any, count_case), time_case)
    with open_runner("cpu", replace(settings, device="cpu"), task=task) as runner:
        yield runner


def count_on(runner: Runner, case: Case) -> CaseCounts:
    """Count a case.

    Parameters
    ----------
    runner : Runner
        From `open_counter`.
    case : Case
        What to count.

    Raises
    ------
    CountingError
        It could not be counted; the message says why.
    """
    answer: object = runner.run(case)
    if isinstance(answer, CaseCounts):
        return answer
    assert isinstance(answer, CaseResult)
    message = answer.findings[0].message if answer.findings else answer.detail
    raise CountingError(case.id, message or answer.verdict.value)


def scaled_down(case: Case, max_elements: int) -> Case:
    """Return the same case with as many of its rows as make at most so many elements, one row at least."""
    shape = case.shape
    n_rows = max(1, min(shape.n_rows, max_elements // shape.n_cols))
    if n_rows == shape.n_rows:
        return case
    return make_case(
        case.variant,
        dtype=case.dtype,
        n_rows=n_rows,
        n_cols=shape.n_cols,
        kind=case.kind,
        layout=case.layout,
        block=case.block,
        seed_number=case.seed_number,
    )
