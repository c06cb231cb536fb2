"""Runs one kernel that nobody declared under every check that needs no reference."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..check.instability import MEAN_FAR_ABOVE_SPREAD, Place, unstable_outputs
from ..compiler.source.file_names import display_path
from ..device.cpu.ptx_cpu import PtxCpu
from ..device.observation import watch_of
from ..errors import HarnessError
from ..lazy import dataclass, field, replace
from ..ptx.launch.watch import UNWATCHED, Watch, drawn
from ..run.source_files import SourceLines
from ..settings.settings import Settings
from ..verdict import Finding, Reason, Verdict
from .buffers import RACES, REPEATED, WATCHED_STEPS, WATCHED_STEPS_AT_ALL, Bench
from .building import NO_INSTANCE, build, calls_of, first_lines, instances_of, open_bench, open_recorded
from .contents import Contents
from .job import RecordedKernel, RunKernel, UndeclaredKernel
from .launches import TIME_IS_UP, MadeLaunch, made_launches, too_long

_MOST_INSTANCES = 4
_MOST_HOST_CALLS = 3
SECONDS = 8.0
"""Processor time for the launches of one kernel; sizes beyond it are not tried."""
_SCHEDULES = (1, 2)
"""Seeds of the further launches of each size: threads in other orders, which must give the same bits."""


def run_kernel(device: PtxCpu, settings: Settings, job: UndeclaredKernel) -> RunKernel:
    """Run a kernel. Called in the process that holds the device; faults of the source are in the result."""
    return _Trial(device, settings, job).result()


def run_recorded(device: PtxCpu, settings: Settings, job: RecordedKernel) -> RunKernel:
    """Run the launches of a recorded kernel, as `run_kernel` runs made ones."""
    try:
        bench, launches = open_recorded(device, settings, job)
    except HarnessError as error:
        return replace(job.row, why_not=(first_lines(error),))
    found = _Trial(device, settings, job).run(
        bench, lambda *, is_thorough: iter(() if is_thorough else launches)
    )
    return found.in_row(job.row, found.whys)


@dataclass
class _Found:
    sizes: list[str] = field(default_factory=list)
    whys: list[str] = field(default_factory=list)
    findings: dict[tuple[Reason, str], tuple[str, Finding]] = field(default_factory=dict)
    notes: dict[tuple[Reason, str], tuple[str, Finding]] = field(default_factory=dict)
    """`findings`, `notes`: each fault with the sizes that showed it first; notes are those at unusual sizes alone."""

    def in_row(self, run: RunKernel, whys: Sequence[str]) -> RunKernel:
        """Return the row of a kernel with all that was found."""
        return replace(
            run,
            verdict=Verdict.FAIL if self.findings else Verdict.UNPROVEN if self.sizes else Verdict.NOT_RUN,
            sizes=tuple(self.sizes),
            findings=tuple(finding for _, finding in self.findings.values()),
            found_at=tuple(sizes for sizes, _ in self.findings.values()),
            notes=tuple(finding for _, finding in self.notes.values()),
            noted_at=tuple(sizes for sizes, _ in self.notes.values()),
            why_not=tuple(dict.fromkeys(whys)),
        )

    def note(self, findings: Sequence[Finding], launch: MadeLaunch, only_with: str = "") -> None:
        """Note the findings of a launch; `only_with` names what else they need, which host code may exclude."""
        for finding in findings:
            key = finding.reason, finding.source
            if launch.is_usual and not only_with:
                self.findings.setdefault(key, (launch.described, finding))
                self.notes.pop(key, None)
            elif key not in self.findings:
                described = f"{launch.described}, {only_with}" if only_with else launch.described
                self.notes.setdefault(key, (described, finding))


class _Launches(Protocol):
    def __call__(self, *, is_thorough: bool) -> Iterator[MadeLaunch | str]: ...


class _Trial:
    def __init__(self, device: PtxCpu, settings: Settings, job: UndeclaredKernel | RecordedKernel) -> None:
        self._device, self._settings, self._job = device, settings, job
        self._until = math.inf

    def is_late(self) -> bool:
        return time.process_time() > self._until

    def result(self) -> RunKernel:
        job = self._job
        assert isinstance(job, UndeclaredKernel)  # recorded launches need not be made
        kernel = job.kernel
        whys: list[str] = []
        run = RunKernel(path=display_path(job.place), line=kernel.line, kernel=kernel.qualified)
        instances = instances_of(job, calls_of(job, self._settings))
        for instance, own in itertools.islice(instances.values(), _MOST_INSTANCES):
            try:
                built = build(self._device, self._settings, job, instance)
                bench = open_bench(self._device, job, built)
            except HarnessError as error:
                whys.append(first_lines(error))
                continue
            for call in own[:_MOST_HOST_CALLS]:
                found = self.run(bench, partial(made_launches, kernel, call, built.compiled, built.entry))
                whys += found.whys
                if found.sizes:
                    run = replace(run, entry=built.entry, host=call.launch.place if call else "")
                    return found.in_row(run, whys)
        if not whys:
            whys.append(NO_INSTANCE)
        return replace(run, why_not=tuple(dict.fromkeys(whys)))

    def run(self, bench: Bench, made: _Launches) -> _Found:
        """Run launches, as many as there is time for."""
        found = _Found()
        # What compiles a kernel may take longer than its launches.
        self._until = min(self._until, time.process_time() + SECONDS)
        long: list[tuple[int, MadeLaunch, dict[int, int]]] = []
        for is_thorough in (False, True):
            # Other sizes than the program's own only for want of these.
            if not found.sizes and not self.is_late():
                self._run_short(bench, made(is_thorough=is_thorough), found, long)
        for steps, launch, sizes in sorted(long, key=lambda each: each[0]):
            if found.sizes or steps > WATCHED_STEPS_AT_ALL:
                found.whys.append(too_long(launch, steps))
            else:
                self._launch(bench, launch, sizes, found)
        return found

    def _run_short(
        self,
        bench: Bench,
        launches: Iterator[MadeLaunch | str],
        found: _Found,
        long: list[tuple[int, MadeLaunch, dict[int, int]]],
    ) -> None:
        """Run the launches of few instructions; the others go to `long`."""
        for launch in launches:
            if isinstance(launch, str):
                found.whys.append(launch)
                continue
            if self.is_late():
                found.whys.append(TIME_IS_UP)
                break
            try:
                sizes = bench.extents(launch, self.is_late)
                if bench.steps > WATCHED_STEPS:
                    long.append((bench.steps, launch, sizes))
                else:
                    self._launch(bench, launch, sizes, found)
            except HarnessError as error:
                found.whys.append(str(error).splitlines()[0])

    def _launch(self, bench: Bench, launch: MadeLaunch, sizes: Mapping[int, int], found: _Found) -> None:
        watch = watch_of(self._settings)
        findings, report = bench.launch(launch, sizes, watch)
        found.sizes.append(launch.described)
        # A sum that is read and written without an atomic operation is wrong just where integers repeat.
        is_sum = any(each.reason in RACES and each.reason != Reason.RACECHECK_WAW for each in findings)
        excused = [] if is_sum else bench.of_repeated(launch, sizes, watch, bench.contents(launch), findings)
        found.note([each for each in findings if each not in excused], launch)
        found.note(excused, launch, REPEATED)
        if findings or not report.completed or bench.steps > WATCHED_STEPS:
            return
        first = bench.outputs()
        for seed in _SCHEDULES:
            findings, _ = bench.launch(launch, sizes, replace(watch, is_again=True, schedule=seed))
            changed = {
                name: int(np.count_nonzero(data.view(np.uint8) != first[name].view(np.uint8)))
                for name, data in bench.outputs().items()
            }
            if bench.is_ordered and not findings and any(changed.values()):
                name = max(changed, key=lambda each: changed[each])
                message = f"{changed[name]} bytes of {name} change when threads run in another order (schedule {seed})"
                findings = (Finding(Reason.NONDETERMINISTIC, message),)
            found.note(findings, launch)
        if self._settings.numerics and launch.is_usual and not self.is_late():
            self._note_unstable(bench, launch, sizes, found)

    def _note_unstable(
        self, bench: Bench, launch: MadeLaunch, sizes: Mapping[int, int], found: _Found
    ) -> None:
        """Note results that rounding moves by more than half their digits, on normal inputs and on shifted ones."""
        texts = SourceLines(self._settings.include_dirs)

        def lines() -> Iterator[tuple[Place, str, str]]:
            for place, name in self._device.rounding_lines([bench.loaded]).items():
                text = texts.text(name.rpartition(":")[0], place[1], self._job.path)
                yield place, name, text.strip()

        for shift in (0, MEAN_FAR_ABOVE_SPREAD):
            contents = bench.contents(launch)._replace(shift=shift)

            def outputs(watch: Watch, contents: Contents = contents) -> dict[str, NDArray[Any]]:
                bench.launch(launch, sizes, watch, contents)
                return bench.outputs()

            def draw(
                number: int, place: Place | None, run: Callable[[Watch], dict[str, NDArray[Any]]] = outputs
            ) -> dict[str, NDArray[Any]]:
                return run(drawn(number, place))

            for each in unstable_outputs(outputs(UNWATCHED), draw, lines):
                note = each.finding(contents.described)
                found.notes.setdefault((note.reason, note.source), (launch.described, note))
