"""Resources of a case's launches and their occupancy of a multiprocessor, saved with times and counters."""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Iterable, Mapping

from ..compiler import CompileRequest, open_cache, open_compiler
from ..compiler.compilation import Resources, asked_for, missing_keys, resources_of
from ..compiler.request import case_request
from ..errors import CompileError, HarnessError, SpecError, UsageError
from ..lazy import dataclass, replace
from ..run.precompilation import compile_into_cache
from ..run.session import Runner
from ..settings.settings import Settings, usable_cores
from ..store.records import COUNT, EXTENTS, pick
from ..variant.case import Case
from ..variant.variant import Block
from ..worker.pool import Died, run_jobs
from .case_counts import CaseCounts, count_on, scaled_down
from .columns import CASE_COLUMNS, Sums
from .occupancy import Occupancy, occupancy


@dataclass(frozen=True)
class LaunchResources:
    """Resources of a launch on an architecture."""

    entry: str
    """Entry point."""
    arch: str
    """Architecture."""
    block: EXTENTS
    """Threads in x, y, z."""
    smem_bytes: COUNT
    """Dynamic shared memory of a block."""
    registers: COUNT
    """Registers of a thread."""
    barriers: COUNT
    """Hardware barriers of a block."""
    stack_bytes: COUNT
    """Stack frame of a thread, in local memory."""
    spill_store_bytes: COUNT
    """Bytes of the instructions that spill registers."""
    spill_load_bytes: COUNT
    """Bytes of the instructions that load them back."""
    shared_bytes: COUNT
    """Static shared memory of a block."""
    occupancy: Occupancy | None
    """Null if the limits of the architecture's multiprocessors are unknown."""

    @property
    def all_shared_bytes(self) -> int:
        return self.shared_bytes + self.smem_bytes

    @property
    def spill_bytes(self) -> int:
        return self.spill_store_bytes + self.spill_load_bytes


class Meter:
    """Asks ptxas for resources, once for each compile request."""

    def __init__(self, settings: Settings, archs: tuple[str, ...]) -> None:
        self._settings = replace(settings, compiler="nvrtc")
        self._archs = archs
        self._compiler = open_compiler(self._settings, device="cpu")
        self._cache = open_cache(settings)
        self._known: dict[CompileRequest, Mapping[str, Resources]] = {}
        self._died: dict[CompileRequest, str] = {}

    def prepare(self, cases: Iterable[Case]) -> None:
        """Compile missing code in child processes: some releases of NVRTC crash on a source."""
        wanted: dict[CompileRequest, None] = {}
        for case in cases:
            for arch in self._archs:
                with contextlib.suppress(SpecError):  # `measure` raises it again
                    wanted[asked_for(self._request(case, arch))] = None
        missing = missing_keys(wanted, compiler=self._compiler, cache=self._cache)
        jobs = [(self._settings, request) for request, _ in missing]
        compiled = run_jobs(functools.partial(compile_into_cache, "cpu"), jobs, usable_cores())
        with contextlib.closing(compiled):
            for (_, request), answer in compiled:
                if isinstance(answer, Died):
                    self._died[request] = answer.how

    def measure(self, counts: CaseCounts) -> tuple[tuple[LaunchResources, ...], tuple[CompileError, ...]]:
        resources: list[LaunchResources] = []
        errors = []
        for arch in self._archs:
            try:
                known = self._resources(counts.case, arch)
            except CompileError as error:
                errors.append(error)
                continue
            for launch in counts.launches:
                resource = launch_resources(known[launch.entry], launch.block, launch.smem_bytes)
                if resource not in resources:
                    resources.append(resource)
        return tuple(resources), tuple(errors)

    def _resources(self, case: Case, arch: str) -> Mapping[str, Resources]:
        request = self._request(case, arch)
        how = self._died.get(asked_for(request))
        if how is not None:
            raise CompileError(
                f"{request.path.name} has no machine code for {arch} with {self._compiler.identity}",
                log=f"the compiler {how}",
            )
        if request not in self._known:
            self._known[request] = resources_of(request, compiler=self._compiler, cache=self._cache)
        return self._known[request]

    def _request(self, case: Case, arch: str) -> CompileRequest:
        return case_request(case, arch=arch, target="cubin", settings=self._settings)


def launch_resources(resources: Resources, block: Block, smem_bytes: int) -> LaunchResources:
    """Return a launch's resources, without an occupancy if the architecture is unknown."""
    occupied: Occupancy | None = None
    with contextlib.suppress(UsageError):
        occupied = occupancy(
            resources.arch,
            block_threads=math.prod(block),
            registers=resources.registers,
            shared_bytes=resources.shared_bytes + smem_bytes,
            barriers=resources.barriers,
        )
    return pick(LaunchResources, resources, block=block, smem_bytes=smem_bytes, occupancy=occupied)


MAX_ELEMENTS = 1 << 18
"""Elements of the largest counted problem: some tenths of a second. Larger problems are counted with fewer rows."""


def cost_info(case: Case, counter: Runner, meter: Meter) -> dict[str, object]:
    counted = scaled_down(case, MAX_ELEMENTS)
    shape = counted.shape.text
    try:
        counts = count_on(counter, counted)
    except HarnessError as error:
        return {"counters_shape": shape, "counters_error": str(error)}
    resources, errors = meter.measure(counts)
    info: dict[str, object] = {"counters_shape": shape}
    sums = Sums.of(counts)
    for column in CASE_COLUMNS:
        if name := column.name if column.saved is None else column.saved:
            info[name] = column.value(sums)
    info |= _taken(resources)
    if errors:
        info["counters_error"] = str(errors[0])
    return info


def _taken(resources: tuple[LaunchResources, ...]) -> dict[str, object]:
    """Return the largest resources and the lowest occupancy over several launches."""
    if not resources:
        return {}
    fractions = [launch.occupancy.fraction for launch in resources if launch.occupancy is not None]
    return {
        "resources_arch": resources[0].arch,
        "registers": max(launch.registers for launch in resources),
        "spill_bytes": max(launch.spill_bytes for launch in resources),
        "shared_bytes": max(launch.all_shared_bytes for launch in resources),
        "occupancy": min(fractions) if len(fractions) == len(resources) else None,
    }
