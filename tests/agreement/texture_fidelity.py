"""Texture cases on the executor, compared with what a GPU gave, for `tests.agreement.fidelity_table`."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from harness.errors import PtxError
from harness.ptx.fault import KernelFault
from harness.ptx.launch.executor import Executor, Program
from harness.ptx.memory import Allocation
from harness.ptx.textures import ADDRESS_MODES, Sampling, Texels
from tests.agreement.summary_page import table
from tests.agreement.texture_cases import (
    N_RESULTS,
    TextureRecording,
    WrongAccess,
    cases,
    entry_of,
    module,
    read,
)
from tests.agreement.texture_objects import Case, ObjectSpec, contents, lanes, texel_bytes

REFUSED = {r"txq/level \d": "a level of its own is refused by name"}
"""Patterns of names of cases with an instruction that the executor refuses."""

NO_OBJECT = {
    r"every/srgb|sums/2d/srgb": "conversion from sRGB: the GPU's values are up to 204/65536 away from the formula",
    r"cube/seamless/.*": "a filter over the edges of a cube",
}
"""Patterns of names of cases with an object that the executor does not have; the driver's functions refuse it."""

FAULTS = {r"integer/1d/.*|fetch/float coordinates": "by coordinates of the wrong type"}
"""Patterns of names of cases that the executor finds fault with, and words of its message. The GPU gives zeros."""

LANES_APART = {r"wide/3d/f16/inside": 1}
"""Patterns of names of cases with lanes whose results differ, and their number."""


PITCH = 512
BLOCK = 256


@dataclass(frozen=True)
class Made:
    handle: int
    memory: Allocation
    texels: Texels

    def content(self) -> NDArray[np.uint8]:
        rows = self.memory.data.reshape(-1, self.texels.row_bytes)
        return rows[:, : self.texels.width * self.texels.texel_bytes].reshape(-1).copy()


def make(executor: Executor, spec: ObjectSpec) -> Made:
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


Bytes = NDArray[np.uint8]
Value = TypeVar("Value")


def listed(table: Mapping[str, Value], case: Case) -> Value | None:
    """Return a table's value for a case, None where no pattern fits its name."""
    return next((value for pattern, value in table.items() if re.fullmatch(pattern, case.name)), None)


def departure(case: Case) -> str:
    """Return how a case is listed as a departure, empty where it must be the same."""
    kinds = {"refused": REFUSED, "no object": NO_OBJECT, "a fault": FAULTS, "lanes apart": LANES_APART}
    return next((kind for kind, table in kinds.items() if listed(table, case) is not None), "")


def difference(case: Case, got: Bytes, recorded: Bytes, n_apart: int = 0) -> str:
    """Return the first lane or byte that differs; empty where `n_apart` differ."""
    width = 1 if case.writes else 16
    lanes = np.flatnonzero((got != recorded).reshape(-1, width).any(1))
    if len(lanes) == n_apart:
        return ""
    shown = ""
    if len(lanes):
        first = slice(lanes[0] * width, lanes[0] * width + width)
        kind = np.uint8 if case.writes else np.uint32
        words = [" ".join(f"{word:x}" for word in each[first].view(kind)) for each in (got, recorded)]
        shown = f", {lanes[0]} first: {words[0]}, GPU {words[1]}"
    listed_as = f" and {n_apart} are listed" if n_apart else ""
    return f"{case.name}: {len(lanes)} of {len(got) // width} differ{listed_as}{shown}"


def compare(executor: Executor, case: Case, recorded: Bytes) -> str:
    """Return what is wrong with a case: it differs, or is not the departure that it is listed as; empty if nothing."""
    kind = departure(case)
    if kind == "no object":
        return ""
    try:
        got, faults = replay(executor, case)
    except PtxError as error:
        return "" if kind == "refused" and "not known" in str(error) else f"{case.name}: {error}"
    messages = [fault.message for fault in faults]
    if kind == "a fault":
        words = listed(FAULTS, case) or ""
        is_right = bool(messages) and all(words in message for message in messages) and not recorded.any()
        return "" if is_right else f"{case.name} must be a fault (got {messages})"
    if messages or kind == "refused":
        return f"{case.name} must be {kind or 'without a fault'} (got {messages})"
    return difference(case, got, recorded, listed(LANES_APART, case) or 0)


GROUPS = {
    "formats, and every value of a byte": ("format", "every", "many", "result"),
    "address modes, offsets, large textures": ("mode", "axes", "offset", "large", "extent"), "borders": ("border",),
    "weights and sums of filters": ("weights", "sums", "ends", "wide", "special"),
    "integer coordinates": ("integer", "fetch"), "cubes": ("cube",),
    "levels and gradients": ("level", "grad", "base"), "`tld4`": ("gather",), "`txq`, `suq`": ("txq", "suq"),
    "`suld`": ("suld",), "`sust`": ("sust", "sust.p"), "`sured`": ("sured.b", "sured.p"),
}  # fmt: skip
"""Beginnings of names of cases, by what they are about."""


@dataclass(frozen=True)
class TextureComparison:
    """What the recorded textures and surfaces show.

    `recorded`, `agreement`: cells of the summary. `details`: texts for the terminal.
    """

    recorded: str
    agreement: str
    details: tuple[str, ...]


def texture_comparison() -> TextureComparison:
    recording = read()
    made = recording.made_with
    executor = Executor(n_workers=1)
    groups = list(_groups(executor, recording))
    n_listed, n_wrong = (sum(int(str(cells[i])) for cells in groups) for i in (3, 4))
    n_lanes = sum(int(str(cells[2])) for cells in groups)
    details = (
        "Textures and surfaces",
        table(("what", "cases", "lanes or bytes", "listed as departures", "differ"), groups),
    )
    executor.close()
    gpu = f"{made['device']}, CUDA {made['cuda']}"
    return TextureComparison(
        f"{gpu}: {len(recording.results)} cases, {n_lanes} lanes or bytes",
        f"{n_wrong} differ, {n_listed} more are listed as open",
        details,
    )


def _groups(executor: Executor, recording: TextureRecording) -> Iterator[tuple[object, ...]]:
    kept = [case for case in cases() if case.name in recording.results]
    assert {_group(case) for case in kept} == set(GROUPS)
    for what in GROUPS:
        found = [case for case in kept if _group(case) == what]
        n_lanes = sum(
            len(recording.results[case.name]) // (1 if case.writes else 16)
            for case in found
            if not departure(case)
        )
        n_wrong = sum(bool(compare(executor, case, recording.results[case.name])) for case in found)
        n_listed = Counter(map(departure, found)).total() - sum(not departure(case) for case in found)
        yield what, len(found), n_lanes, n_listed, n_wrong


def _group(case: Case) -> str:
    start = case.name.partition("/")[0]
    return next((what for what, names in GROUPS.items() if start in names), start)
