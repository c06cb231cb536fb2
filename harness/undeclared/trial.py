"""Runs one kernel that nobody declared under every check that needs no reference."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np

from ..adopt.fitting.names import Instance, read_instances
from ..adopt.host_calls import HostCall, host_calls, host_launches
from ..adopt.reading.compiled_kernel import compiled_of
from ..adopt.reading.signature import KernelSignature
from ..compiler.artifact import Artifact
from ..compiler.request import instance_request
from ..compiler.source.file_names import display_path
from ..device.cpu.ptx_cpu import CpuKernel, PtxCpu
from ..device.observation import watch_of
from ..errors import HarnessError
from ..lazy import dataclass, field, replace
from ..settings.settings import Settings
from ..verdict import Finding, Reason, Verdict
from .buffers import Bench
from .job import RunKernel, UndeclaredKernel
from .launches import MadeLaunch, made_launches

_ELEMENT = "KH_SCALAR"
_ELEMENTS = ("float", "__half", "__nv_bfloat16")
"""Types to try, in this order, for a template's element type that no host code gives."""
_MOST_INSTANCES = 4
_MOST_HOST_CALLS = 3
SECONDS = 8.0
"""Processor time for the launches of one kernel; sizes beyond it are not tried."""
_SCHEDULES = (1, 2)
"""Seeds of the further launches of each size: threads in other orders, which must give the same bits."""


def run_kernel(device: PtxCpu, settings: Settings, job: UndeclaredKernel) -> RunKernel:
    """Run a kernel. Called in the process that holds the device; faults of the source are in the result."""
    return _Trial(device, settings, job).result()


@dataclass
class _Found:
    sizes: list[str] = field(default_factory=list)
    whys: list[str] = field(default_factory=list)
    findings: dict[tuple[Reason, str], tuple[str, Finding]] = field(default_factory=dict)
    notes: dict[tuple[Reason, str], tuple[str, Finding]] = field(default_factory=dict)
    """`findings`, `notes`: each fault with the sizes that showed it first; notes are those at unusual sizes alone."""

    def note(self, findings: Sequence[Finding], launch: MadeLaunch) -> None:
        for finding in findings:
            key = finding.reason, finding.source
            if launch.is_usual:
                self.findings.setdefault(key, (launch.described, finding))
                self.notes.pop(key, None)
            elif key not in self.findings:
                self.notes.setdefault(key, (launch.described, finding))


class _Trial:
    def __init__(self, device: PtxCpu, settings: Settings, job: UndeclaredKernel) -> None:
        self._device, self._settings, self._job = device, settings, job
        self._until = time.process_time() + SECONDS

    def is_late(self) -> bool:
        return time.process_time() > self._until

    def result(self) -> RunKernel:
        kernel = self._job.kernel
        launches = host_launches(self._job.path, self._job.hosts, self._settings)
        calls = host_calls(kernel, launches, {}, "")
        whys: list[str] = []
        run = RunKernel(path=display_path(self._job.path), line=kernel.line, kernel=kernel.qualified)
        for instance, own in _instances(kernel, calls):
            try:
                entry, artifact, loaded = self._loaded(instance)
            except HarnessError as error:
                whys.append(_first_lines(error))
                continue
            symbol = artifact.symbol(entry)
            params = tuple(artifact.entries[symbol])
            compiled = compiled_of(artifact.code.decode("ascii"), symbol, params, instance.defines)
            if len(params) != len(kernel.parameters):
                whys.append(
                    f"the compiled code has {len(params)} parameters, the text {len(kernel.parameters)}"
                )
                continue
            bench = Bench(self._device, kernel, compiled, loaded)
            for call in own:
                found = self._run(bench, made_launches(kernel, call, compiled))
                whys += found.whys
                if found.sizes:
                    return replace(
                        run,
                        entry=entry,
                        host=call.launch.place if call else "",
                        verdict=Verdict.FAIL if found.findings else Verdict.UNPROVEN,
                        sizes=tuple(found.sizes),
                        findings=tuple(finding for _, finding in found.findings.values()),
                        found_at=tuple(sizes for sizes, _ in found.findings.values()),
                        notes=tuple(finding for _, finding in found.notes.values()),
                        noted_at=tuple(sizes for sizes, _ in found.notes.values()),
                        why_not=tuple(dict.fromkeys(whys)),
                    )
        if not whys:
            whys.append("no host code names the arguments of the template")
        return replace(run, why_not=tuple(dict.fromkeys(whys)))

    def _loaded(self, instance: Instance) -> tuple[str, Artifact, CpuKernel]:
        """Compile and load an instance, with the first element type that compiles."""
        refused: HarnessError | None = None
        blocks = {name: "256" if rule == "block_x" else "1" for name, rule in instance.defines.items()}
        for element in _ELEMENTS if _ELEMENT in instance.entry else _ELEMENTS[:1]:
            entry = instance.entry.replace(_ELEMENT, element)
            folders = (*self._job.include_dirs, *self._settings.include_dirs)
            request = instance_request(self._job.path, self._settings.arch, entry, blocks, folders)
            try:
                artifact = self._device.compile(request)
                return entry, artifact, self._device.load(artifact, entry)
            except HarnessError as error:
                refused = refused or error
        assert refused is not None  # one element type was tried at least
        raise refused

    def _run(self, bench: Bench, launches: Iterator[MadeLaunch | str]) -> _Found:
        found = _Found()
        for launch in launches:
            if isinstance(launch, str):
                found.whys.append(launch)
                continue
            if self.is_late():
                break
            try:
                self._launch(bench, launch, found)
            except HarnessError as error:
                found.whys.append(str(error).splitlines()[0])
        return found

    def _launch(self, bench: Bench, launch: MadeLaunch, found: _Found) -> None:
        sizes = bench.extents(launch, self.is_late)
        watch = watch_of(self._settings)
        findings, report = bench.launch(launch, sizes, watch)
        found.sizes.append(launch.described)
        found.note(findings, launch)
        if findings or not report.completed:
            return
        first = bench.outputs()
        for seed in _SCHEDULES:
            findings, _ = bench.launch(launch, sizes, replace(watch, is_again=True, schedule=seed))
            changed = {
                name: int(np.count_nonzero(data != first[name])) for name, data in bench.outputs().items()
            }
            if bench.is_ordered and not findings and any(changed.values()):
                name = max(changed, key=lambda each: changed[each])
                message = f"{changed[name]} bytes of {name} change when threads run in another order (schedule {seed})"
                findings = (Finding(Reason.NONDETERMINISTIC, message),)
            found.note(findings, launch)


def _instances(
    kernel: KernelSignature, calls: Sequence[HostCall]
) -> Iterator[tuple[Instance, Sequence[HostCall | None]]]:
    """Yield the instances of host code, each with its launches; usual ones of a kernel that no host code launches."""
    by_entry: dict[str, tuple[Instance, list[HostCall | None]]] = {}
    for call in calls:
        for instance in call.instances:
            by_entry.setdefault(instance.entry, (instance, []))[1].append(call)
    if not by_entry:
        usual, _ = read_instances(kernel, {})
        by_entry = {instance.entry: (instance, [None]) for instance in usual}
    for instance, own in list(by_entry.values())[:_MOST_INSTANCES]:
        yield instance, own[:_MOST_HOST_CALLS]


def _first_lines(error: HarnessError) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    errors = [line for line in lines[1:] if "error" in line]
    return ": ".join((lines[0], *errors[:1]))
