"""Buffers for the pointers of a kernel that nobody declared: how large they must be, and what they hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..adopt.reading.compiled_kernel import Compiled, PointerUse
from ..adopt.reading.signature import KernelSignature
from ..compiler import CompileRequest
from ..device.base import WARP, DeviceBuffer, LaunchConfig
from ..device.cpu.ptx_cpu import CpuKernel, PtxCpu
from ..errors import LaunchError
from ..lazy import pattern, replace
from ..ptx.fault import HANG
from ..ptx.launch.launch_report import LaunchReport
from ..ptx.launch.watch import UNWATCHED, Watch
from ..verdict import Finding, Reason
from .contents import DISTINCT, FIRST, Contents, content_of, element_types
from .host_numbers import Numeric
from .launches import MadeLaunch
from .recording import Recorded

FIRST_BYTES = 64
RACES = (Reason.RACECHECK_RAW, Reason.RACECHECK_WAR, Reason.RACECHECK_WAW)
REPEATED = "integers that repeat"
MOST_BYTES = 1 << 26
"""Largest buffer: a kernel that wants more takes a number for a size that is none."""
_MOST_TRIES = 64
_QUICK_STEPS = 1 << 18
"""Instructions of all warps of a launch that is made again for each bit of the sizes of its buffers."""
MOST_STEPS, ENDLESS_STEPS = 1 << 17, 1 << 21
"""Instructions of a warp: in a launch of many blocks, and in one of a single block before it counts as endless."""
WATCHED_STEPS, WATCHED_STEPS_AT_ALL = 1 << 19, 1 << 22
"""Instructions of all warps of a launch, which racecheck makes a hundred times as long; and of the only one."""
_MOST_STEPS_TOGETHER = 1 << 24
"""Instructions of all warps of blocks that live at the same time, before these count as endless."""


_OUTSIDE = pattern(r"\bbytes (?:past the end of|before) (\w+), \d+ bytes\)")


class Bench:
    """One kernel with its buffers on the cpu device: launches it as often as needed, each time from the same state."""

    def __init__(
        self,
        device: PtxCpu,
        kernel: KernelSignature,
        compiled: Compiled,
        loaded: CpuKernel,
        entry: str,
        request: CompileRequest,
    ) -> None:
        self.entry, self.request = entry, request
        self.steps = 0
        """Instructions of all warps in the last launch."""
        self.loaded = loaded
        self._device, self._kernel, self._compiled = device, kernel, compiled
        self.pointers = tuple(at for at, own in enumerate(kernel.parameters) if own.is_pointer)
        uses = {at: compiled.facts.use(at) or PointerUse() for at in self.pointers}
        self.types = element_types(kernel, uses, entry)
        self.names = {at: kernel.parameters[at].name for at in self.pointers}
        self.filled = {at for at, use in uses.items() if use.is_read or not use.is_written}
        """`types`, `names`, `filled`: of elements, by pointer; for contents; pointers whose buffers have contents."""
        self._buffers: dict[int, DeviceBuffer] = {}
        self._further: dict[str, DeviceBuffer] = {}
        """Memory of a recorded launch that no argument points to."""
        # Where threads share places by atomic operations, their order shows in the results.
        self.is_ordered = not any(use.is_atomic for use in compiled.facts.uses)

    def extents(
        self, launch: MadeLaunch, is_late: Callable[[], bool], contents: Contents | None = None
    ) -> dict[int, int]:
        """Return the bytes of each pointer's buffer: what the host code allocates, else enough for every access."""
        if launch.recorded is not None:
            self.launch(launch, {}, UNWATCHED, contents)
            return dict(launch.allocated)
        sizes = {**dict.fromkeys(self.pointers, FIRST_BYTES), **launch.allocated}
        for _ in range(_MOST_TRIES):
            report = self.launch(launch, sizes, UNWATCHED, contents)[1]
            missing = self._missing(report)
            if report.ended_by == HANG:
                self._check_end(launch)
            wanted = {at: n_bytes for at, n_bytes in missing.items() if at not in launch.allocated}
            if not wanted:
                return sizes
            for at, n_bytes in wanted.items():
                if n_bytes > MOST_BYTES:
                    name = self._kernel.parameters[at].name
                    raise LaunchError(f"no buffer is large enough for {name} (got byte {n_bytes})")
                sizes[at] = max(n_bytes, 2 * sizes[at])
            if is_late():
                raise LaunchError("the time for the buffers' sizes was up")
        raise LaunchError(f"no sizes of the buffers were found in {_MOST_TRIES} launches")

    def least_extents(
        self, launch: MadeLaunch, is_late: Callable[[], bool], contents: Contents
    ) -> tuple[dict[int, int], bool]:
        """Return `extents`, and whether those that the host code does not say are as small as the accesses allow."""
        enough = self.extents(launch, is_late, contents)
        if self.steps > _QUICK_STEPS or launch.recorded is not None:
            return enough, False
        # In elements: so many are too few, so many are enough.
        units = {at: self.types[at].itemsize for at in self.pointers if at not in launch.allocated}
        few, many = dict.fromkeys(units, 0), {at: -(-enough[at] // unit) for at, unit in units.items()}

        def of(elements: Mapping[int, int]) -> dict[int, int]:
            return {**enough, **{at: elements[at] * unit for at, unit in units.items()}}

        def missing(elements: Mapping[int, int]) -> dict[int, int]:
            return self._missing(self.launch(launch, of(elements), UNWATCHED, contents)[1])

        while any(many[at] - few[at] > 1 for at in units) and not is_late():
            tried = {
                at: max(1, (few[at] + many[at]) // 2) if many[at] - few[at] > 1 else many[at] for at in units
            }
            lacking = missing(tried)
            few |= {at: tried[at] for at in units if at in lacking and tried[at] < many[at]}
            many |= {at: tried[at] for at in units if at not in lacking}
        # A bad access may have hidden others.
        is_exact = not missing(many)
        return (of(many) if is_exact else enough), is_exact

    def _check_end(self, launch: MadeLaunch) -> None:
        """Raise LaunchError if a launch that used up its steps is long, or its blocks wait for others: not endless."""
        together = replace(launch.config, cooperative=True)
        n_warps = math.prod(together.grid) * -(-math.prod(together.block) // WARP)
        ways: list[tuple[LaunchConfig, tuple[int, int] | None, int]] = [
            (launch.config, (0, 1), ENDLESS_STEPS)
        ]
        if math.prod(together.grid) > 1:
            # Blocks that live at the same time: one may wait for a later one.
            ways.append((together, None, max(MOST_STEPS, _MOST_STEPS_TOGETHER // n_warps)))
        for config, blocks, steps in ways:
            self._device.limit_steps(steps)
            try:
                args = self._args(launch)
                _, report = self._device.launch_watched(self.loaded, config, args, UNWATCHED, blocks=blocks)
            finally:
                self._device.limit_steps(MOST_STEPS)
            if report.ended_by != HANG:
                why = f"a warp executes more than {MOST_STEPS} instructions, or waits for later blocks"
                raise LaunchError(f"{why}, with {launch.described}")

    def launch(
        self,
        launch: MadeLaunch,
        sizes: Mapping[int, int],
        watch: Watch,
        contents: Contents | None = None,
    ) -> tuple[tuple[Finding, ...], LaunchReport]:
        """Launch on fresh buffers; return the findings and the executor's report."""
        self._device.free_all()
        contents = self.contents(launch) if contents is None else contents
        self._buffers, self._further = {}, {}
        if launch.recorded is not None:
            self._place(launch.recorded)
        else:
            for at in self.pointers:
                buffer = self._device.allocate(sizes[at], self._kernel.parameters[at].name)
                if at in self.filled:
                    data = content_of(self.names[at], self.types[at], sizes[at], contents)
                    self._device.copy_in(buffer, data)
                self._buffers[at] = buffer
        result, report = self._device.launch_watched(self.loaded, launch.config, self._args(launch), watch)
        self.steps = report.steps
        return result.findings, report

    def _place(self, recorded: Recorded) -> None:
        """Give the kernel the memory of a recorded launch."""
        places: dict[int, DeviceBuffer] = {}
        for own in recorded.launch.buffers:
            data, undefined = recorded.content(own), recorded.undefined(own)
            places[own.address] = self._device.place(own.address, data, own.label, undefined)
        for own in recorded.launch.variables:
            self._device.set_variable(self.loaded, own.address, recorded.content(own))
        for at in self.pointers:
            if (reached := recorded.reached(recorded.arguments[at])) is not None:
                self._buffers[at] = places[reached.address]
        known = {buffer.address for buffer in self._buffers.values()}
        others = (buffer for address, buffer in places.items() if address not in known)
        self._further = {f"memory {number}": buffer for number, buffer in enumerate(others, 1)}

    def contents(self, launch: MadeLaunch, of: Contents = FIRST) -> Contents:
        """Return contents for the sizes of a launch."""
        integers = [size for size in launch.scalars.values() if isinstance(size, int) and size > 0]
        return of._replace(below=min(integers, default=2), row=max(integers, default=of.row))

    def outputs(self) -> dict[str, NDArray[Any]]:
        """Return the elements of every buffer after the last launch, by the name for contents."""
        found: dict[str, NDArray[Any]] = {
            self.names[at]: data[: data.size // kind.itemsize * kind.itemsize].view(kind)
            for at, kind in self.types.items()
            if at in self._buffers
            for data in (self._device.copy_out(self._buffers[at]),)
        }
        return found | {name: self._device.copy_out(buffer) for name, buffer in self._further.items()}

    def of_repeated(
        self,
        launch: MadeLaunch,
        sizes: Mapping[int, int],
        watch: Watch,
        contents: Contents,
        findings: Iterable[Finding],
    ) -> list[Finding]:
        """Return the races that end if no integer of a buffer repeats, as places to write to may never do."""
        races = [each for each in findings if each.reason in RACES]
        if launch.recorded or not races:
            return []
        others, _ = self.launch(launch, sizes, watch, contents._replace(integers=DISTINCT))
        left = {(each.reason, each.source) for each in others}
        return [race for race in races if (race.reason, race.source) not in left]

    def behind_guessed(self, findings: Iterable[Finding], launch: MadeLaunch) -> list[tuple[str, Finding]]:
        """Return the accesses outside of buffers whose size the host code does not say, by the name for contents."""
        guessed = {
            self._kernel.parameters[at].name: name
            for at, name in self.names.items()
            if at not in launch.allocated
        }
        found = ((_OUTSIDE.search(each.message), each) for each in findings if each.reason.startswith("oob-"))
        return [(guessed[match[1]], each) for match, each in found if match and match[1] in guessed]

    def _args(self, launch: MadeLaunch) -> Sequence[np.generic | bytes]:
        if launch.recorded is not None:
            return launch.recorded.arguments
        args: list[np.generic | bytes] = []
        for at, param in enumerate(self._compiled.params):
            if at in self._buffers:
                args.append(np.uint64(self._buffers[at].address))
                continue
            value: Numeric | bytes = launch.scalars[at]
            if isinstance(value, bytes):
                args.append(value)
            elif param.kind == "float":
                args.append(np.dtype(f"f{param.size_bytes}").type(value))
            else:
                args.append(int(value).to_bytes(8, "little", signed=True)[: param.size_bytes])
        return args

    def _missing(self, report: LaunchReport) -> dict[int, int]:
        """Return the bytes that pointers need at least, judging by accesses behind their buffers."""
        starts = sorted((buffer.address, at) for at, buffer in self._buffers.items())
        missing: dict[int, int] = {}
        for fault in report.faults:
            if not fault.reason.startswith("oob-") or fault.address is None:
                continue
            below = [(start, at) for start, at in starts if start <= fault.address]
            if " of shared memory" in fault.message:
                continue
            if not below:
                raise LaunchError(f"an access lies before every buffer: {fault.message.splitlines()[0]}")
            start, at = below[-1]
            needed = fault.address - start + max(fault.size_bytes or 0, 1)
            missing[at] = max(missing.get(at, 0), needed)
        return missing
