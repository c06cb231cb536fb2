"""Adopts the kernels of a checkout in several worker processes, each kernel within a time."""

from __future__ import annotations

import contextlib
import itertools
import math
import os
import re
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from pathlib import Path
from signal import ITIMER_PROF, ITIMER_REAL, SIGALRM, SIGPROF, setitimer
from typing import Any

from ...compiler import Artifact, CompileRequest
from ...compiler.compilation import with_kernels
from ...device.base import Device
from ...device.cpu.ptx_cpu import PtxCpu
from ...errors import CompileError, DeviceError, HarnessError
from ...lazy import dataclass, replace
from ...run.case_run import run_case
from ...run.session import Runner, open_runner
from ...settings.settings import ISOLATION_NONE, Settings, usable_cores
from ...variant.declaration.inline_block import read_source
from ...worker.channel import Task
from ...worker.pool import Group, run_groups
from ..fitting.names import BLOCK_MACRO, Instance, read_instances
from ..launch_styles import ONE_DIMENSION
from ..reading.signature import KernelSignature
from .kernel_job import KernelJob, adopt_kernel
from .outcome import KernelOutcome, State

_HARD_FACTOR = 3.0
_HARD_EXTRA_S = 60.0
"""A worker that has not answered after so many times the kernel's time, and so many seconds more, is ended."""
REFUSAL_EXTRA_S = 4.0
"""Time after which a kernel without a launch is refused, beyond the time for finding one: for compiling."""
_BUSY_FACTOR = 3.0
"""A process that waits is ended by the clock, after so many times its time; later if the machine is busy."""
_GRACE_S = 5.0
"""A kernel that is being tried when the time for the checkout is up gets so many seconds to end."""
OUT_OF_TIME = "the time for the whole checkout was up (--minutes)"


def _load() -> float:
    """Return how many processes want each core, at least 1."""
    return max(1.0, os.getloadavg()[0] / usable_cores())


def worker_settings(settings: Settings, seconds: float) -> Settings:
    """Return the settings of a worker, which adopts a whole kernel in one request."""
    hard = (_HARD_FACTOR * seconds + _HARD_EXTRA_S) * _load()
    return replace(
        settings,
        cpu_workers=1,
        case_deadline_s=hard,
        compile_deadline_s=min(settings.compile_deadline_s, hard),
    )


def adopt_all(
    groups: Sequence[Sequence[KernelJob]],
    settings: Settings,
    n_workers: int,
    on_outcome: Callable[[KernelOutcome], None],
    until: float = math.inf,
    refusal_s: float = math.inf,
) -> None:
    """Adopt kernels, and pass on each outcome as soon as it is known, in any order."""
    jobs = [job for group in groups for job in group]
    places = iter(range(len(jobs)))
    # While a worker compiles a source for the first time, others take other sources: the disk cache has it afterwards.
    listed = [Group(tuple(next(places) for _ in group), group[0].file.path) for group in groups]
    limits = Limits(until, refusal_s, settings.isolation != ISOLATION_NONE)
    with contextlib.ExitStack() as stack:
        task = Task(SharedCodeCpu, run_case)
        runners: list[Any] = [
            stack.enter_context(open_runner("cpu", settings, task=task))
            for _ in range(max(1, min(n_workers, len(groups))))
        ]
        if runners[0].unavailable:
            raise DeviceError(runners[0].unavailable)
        answers = run_groups(runners, limits.outcomes, jobs, listed, on_answer=on_outcome)
        stack.enter_context(contextlib.closing(answers))
        for _ in answers:
            pass


@dataclass(frozen=True)
class Limits:
    """When an adoption of a checkout, and a kernel in it, ends."""

    until: float
    """Time of ``time.monotonic`` after which no kernel is begun."""
    refusal_s: float
    has_process: bool = True
    """Whether kernels are adopted in processes of their own, which can be ended."""

    def outcomes(self, runner: Runner, jobs: Iterable[KernelJob]) -> Generator[KernelOutcome, None, None]:
        is_alone = False
        for job in jobs:
            outcome, is_ended = self._outcome(runner, replace(job, is_alone=is_alone))
            if is_ended and len(job.companions) > 1 and not is_alone:
                # All kernels of a source together may take too long to compile.
                is_alone = True
                outcome, _ = self._outcome(runner, replace(job, is_alone=True))
            yield outcome

    def _outcome(self, runner: Runner, job: KernelJob) -> tuple[KernelOutcome, bool]:
        """Adopt one kernel; return its outcome, and whether its process was ended for exceeding its time."""
        if time.monotonic() > self.until:
            return job.outcome(State.NOT_TRIED, OUT_OF_TIME), False
        limit_s = self.refusal_s * job.patience
        clock_s = _BUSY_FACTOR * limit_s * _load()
        try:
            if self.has_process:
                return runner.call(adopt_in_time, job, limit_s, self.until + _GRACE_S, clock_s), False
            return runner.call(adopt_kernel, job), False
        except HarnessError as error:
            why = " ".join(str(error).split())
        if SIGALRM.name in why and time.monotonic() > self.until:
            return job.outcome(State.NOT_TRIED, OUT_OF_TIME), False
        limits = {SIGPROF: f"{limit_s:g} s of processor time", SIGALRM: f"{clock_s:.0f} s on the clock"}
        limit = next((text for signal, text in limits.items() if signal.name in why), "")
        if limit:
            why = f"no launch was found within {limit}; --seconds gives more time"
        return job.outcome(State.CANNOT, why), bool(limit)


def adopt_in_time(
    device: Device,
    settings: Settings,
    job: KernelJob,
    limit_s: float,
    until: float,
    clock_s: float = math.inf,
) -> KernelOutcome:
    """Adopt one kernel in a process that ends if it has not found a launch in time."""
    # `limit_s` is processor time, which a busy machine does not shorten; `until` is of ``time.monotonic``.

    def end_in(processor_s: float, clock_s: float) -> None:
        # The signals end the process: nothing else interrupts a compiler.
        for timer, seconds in ((ITIMER_PROF, processor_s), (ITIMER_REAL, clock_s)):
            setitimer(timer, 0.0 if seconds == math.inf else max(seconds, 0.001))

    end_in(limit_s, min(clock_s, until - time.monotonic()))
    try:
        return adopt_kernel(device, settings, job, lambda: end_in(math.inf, until - time.monotonic()))
    finally:
        end_in(math.inf, math.inf)


_ELEMENT = "KH_SCALAR"
_OTHER_ELEMENTS = ("__half", "__nv_bfloat16")
_FIRST_BLOCK = str(ONE_DIMENSION[0][0])
_BLOCKS = tuple(str(block[0]) for block in ONE_DIMENSION if block[0] >= 32)


class SharedCodeCpu(PtxCpu):
    """The cpu device; a request for an instance that was compiled with others gets their code.

    A compiler spends most of its time on headers and on what all kernels of a source have in common. An adoption asks
    for one instance after the other; this device compiles those that it will probably ask for with the first.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._path: Path | None = None
        self._families: tuple[tuple[str, ...], ...] = ()
        self._words: frozenset[str] = frozenset()
        self._group_code: dict[CompileRequest, Artifact | None] = {}
        self._refused: dict[tuple[str, ...], CompileError] = {}

    def expect(self, path: Path, kernels: Sequence[KernelSignature]) -> bool:
        """Announce the kernels of a source that will be requested."""
        if path == self._path:
            return False
        self._programs.clear()
        self._group_code.clear()
        self._refused.clear()
        self._path, self._families, self._words = path, (), frozenset()
        if kernels:
            self._families = instance_families(kernels)
            self._words = frozenset(re.findall(r"\w+", read_source(path)))
        return True

    def compile(self, request: CompileRequest) -> Artifact:
        left_out: list[tuple[str, ...]] = []
        for members in self._members_of(request):
            shared = self._group(request, members)
            artifact = None if shared is None else _of(shared, request)
            if artifact is not None:
                return artifact
            if members in self._refused:
                raise self._refused[members]
            if shared is not None:
                left_out.append(members)
        try:
            return super().compile(request)
        except CompileError as error:
            # The error of one instance explains why its whole group is not in the code.
            self._refused |= dict.fromkeys(left_out, error)
            raise

    def _members_of(self, request: CompileRequest) -> list[tuple[str, ...]]:
        """Return the groups of instances that can serve a request, the largest first."""
        families = self._families if request.path == self._path else ()
        # The value of a macro that the source has matters beyond the instance's name.
        is_used = any(name in self._words for name, _ in request.defines)
        if not families or len(request.instances) > 1 or is_used:
            return []
        if not request.instances:
            return [families[0]] if families[0] else []
        wanted = spelled(request.instances[0], dict(request.defines))
        groups = [family for family in families if wanted in family]
        return groups or [_requested_next(request)]

    def _group(self, request: CompileRequest, members: tuple[str, ...]) -> Artifact | None:
        """Return the code of a group, without the members that do not compile; None if it has none."""
        group = replace(request, defines=(), instances=members, kernels=(), is_partial=True)
        if group not in self._group_code:
            try:
                self._group_code[group] = super().compile(group)
            except CompileError:
                self._group_code[group] = None
        return self._group_code[group]


def _of(shared: Artifact, request: CompileRequest) -> Artifact | None:
    """Return a group's code as the artifact of a request for one of its members; None if the member is missing."""
    values = dict(request.defines)
    symbols = {instance: shared.symbols.get(spelled(instance, values), "") for instance in request.instances}
    return with_kernels(replace(shared, request=request, symbols=symbols)) if all(symbols.values()) else None


def instance_families(kernels: Sequence[KernelSignature]) -> tuple[tuple[str, ...], ...]:
    """Return instances to compile together: the first of each template, then all of each template."""
    # Element types are ``float``, blocks have 256 threads.
    firsts: list[str] = []
    families: list[tuple[str, ...]] = []
    for kernel in kernels:
        if not kernel.template and not kernel.scope and not kernel.arguments:
            continue
        instances, _ = read_instances(kernel, {})
        written = tuple(dict.fromkeys(_written(instance) for instance in instances))
        firsts += written[:1]
        if len(written) > 1:
            families.append(written)
    return (tuple(dict.fromkeys(firsts)), *families)


def spelled(instance: str, values: Mapping[str, str]) -> str:
    """Return an instance with the values of macros in place of their names."""
    return re.sub(r"\w+", lambda word: values.get(word[0], word[0]), instance)


def _written(instance: Instance) -> str:
    blocks = {macro: _FIRST_BLOCK if rule == "block_x" else "1" for macro, rule in instance.defines.items()}
    return spelled(instance.entry, {_ELEMENT: "float", **blocks})


def _requested_next(request: CompileRequest) -> tuple[str, ...]:
    """Return an instance for the other blocks and element types, which will be requested next."""
    (instance,) = request.instances
    values = dict(request.defines)
    elements = _OTHER_ELEMENTS if values.get(_ELEMENT) in _OTHER_ELEMENTS else (values.get(_ELEMENT, ""),)
    macros = [name for name in values if name.endswith(BLOCK_MACRO) and re.search(rf"\b{name}\b", instance)]
    instances = {spelled(instance, values)}
    for element, block in itertools.product(elements, _BLOCKS if macros else ("",)):
        instances.add(spelled(instance, {**values, _ELEMENT: element, **dict.fromkeys(macros, block)}))
    return tuple(sorted(instances))
