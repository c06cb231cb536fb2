"""Runs texture cases on the executor, by its own interface."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from harness.ptx.fault import KernelFault
from harness.ptx.launch.executor import Executor, Program
from harness.ptx.memory import Allocation
from harness.ptx.textures import ADDRESS_MODES, Sampling, Texels
from tests.agreement.texture_cases import cases
from tests.agreement.texture_faults import WrongAccess
from tests.agreement.texture_kernels import N_RESULTS, entry_of, module
from tests.agreement.texture_objects import Case, ObjectSpec, contents, lanes, texel_bytes

PITCH = 512
BLOCK = 256


@dataclass(frozen=True)
class Made:
    """An object of the executor with its memory."""

    handle: int
    memory: Allocation
    texels: Texels

    def content(self) -> NDArray[np.uint8]:
        """Return the bytes of all texels."""
        rows = self.memory.data.reshape(-1, self.texels.row_bytes)
        return rows[:, : self.texels.width * self.texels.texel_bytes].reshape(-1).copy()


def make(executor: Executor, spec: ObjectSpec) -> Made:
    """Make an object with its content."""
    width, height, depth = (max(each, 1) for each in spec.sizes)
    pitch = PITCH if spec.shape == "pitch" else width * texel_bytes(spec)
    memory = executor.memory.allocate(pitch * height * depth, "texels")
    rows = np.ascontiguousarray(contents(spec)).reshape(height * depth, -1).view(np.uint8)
    memory.data.reshape(height * depth, pitch)[:, : rows.shape[1]] = rows
    memory.define()
    texels = Texels(
        memory.address, spec.texel, spec.channels, spec.geometry, width, height, depth, pitch_bytes=pitch
    )
    if spec.is_surface:
        return Made(executor.textures.surface(texels), memory, texels)
    how = Sampling(
        tuple(ADDRESS_MODES[mode] for mode in spec.modes),
        is_linear=spec.is_linear,
        is_normalized=spec.is_normalized,
        as_floats=spec.as_float,
        border=spec.border,
        is_fetched=spec.shape == "fetch",
    )
    return Made(executor.textures.texture(texels, how), memory, texels)


@functools.cache
def _program(executor: Executor, entry: str) -> Program:
    return executor.load(module(entry))


def replay(
    executor: Executor, case: Case, first: Sequence[int] = (), handle: Callable[[int], int] | None = None
) -> tuple[NDArray[np.uint8], Sequence[KernelFault]]:
    """Return the bytes of a case's result, as the driver's runner does, and the faults.

    `first`: other operands of the first lane. `handle`: what another object's handle is, for that of the case.
    """
    executor.memory.clear()
    executor.textures.clear()
    made = make(executor, case.spec)
    given = lanes(case).copy()
    given[0, : len(first)] = first
    words = executor.memory.allocate(given.nbytes, "words")
    words.data[:] = given.view(np.uint8).ravel()
    out = executor.memory.allocate(4 * N_RESULTS * case.n, "results")
    out.data[:] = 0
    named = handle(made.handle) if handle else made.handle
    arguments = (np.uint64(out.address), np.uint64(named), np.uint64(words.address), np.uint32(case.n))
    entry = entry_of(case)
    grid = -(-case.n // BLOCK), 1, 1
    report = executor.launch(_program(executor, entry), entry, grid, (BLOCK, 1, 1), arguments)
    return made.content() if case.writes else out.data.copy(), report.faults


def wrong_access(executor: Executor, wrong: WrongAccess) -> Sequence[KernelFault]:
    """Return the faults of a wrong access."""
    by_name = {case.name: case for case in cases()}
    case = by_name[wrong.case]

    def handle(own: int) -> int:
        if wrong.handle == "destroyed":
            executor.textures.destroy(own)
        if isinstance(wrong.handle, str) and wrong.handle in by_name:
            return make(executor, by_name[wrong.handle].spec).handle
        return wrong.handle if isinstance(wrong.handle, int) else own

    case = replace(case, spec=wrong.spec or case.spec, n=1)
    return replay(executor, case, wrong.first, handle)[1]
