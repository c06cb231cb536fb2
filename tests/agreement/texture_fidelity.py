"""Compares textures and surfaces with a GPU's recorded answers, for `tests.agreement.fidelity_table`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from harness.ptx.launch.executor import Executor
from tests.agreement.markdown_table import code, table
from tests.agreement.texture_cases import cases
from tests.agreement.texture_comparison import compare, departure
from tests.agreement.texture_departures import FAULTS, LANES_APART, NO_OBJECT, REFUSED
from tests.agreement.texture_faults import WRONG_ACCESSES
from tests.agreement.texture_files import TextureRecording, read
from tests.agreement.texture_objects import Case
from tests.agreement.texture_replay import wrong_access

GROUPS = {
    "formats, and every value of a byte": ("format", "every", "many", "result"),
    "address modes, offsets, large textures": ("mode", "axes", "offset", "large", "extent"),
    "borders": ("border",),
    "weights and sums of filters": ("weights", "sums", "ends", "wide", "special"),
    "integer coordinates": ("integer", "fetch"),
    "cubes": ("cube",),
    "levels and gradients": ("level", "grad", "base"),
    "`tld4`": ("gather",),
    "`txq`, `suq`": ("txq", "suq"),
    "`suld`": ("suld",),
    "`sust`": ("sust", "sust.p"),
    "`sured`": ("sured.b", "sured.p"),
}
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
    """Compare all recorded cases."""
    recording = read()
    assert recording is not None
    made = recording.made_with
    executor = Executor(n_workers=1)
    groups = list(_groups(executor, recording))
    n_listed, n_wrong = (sum(int(str(cells[i])) for cells in groups) for i in (3, 4))
    n_lanes = sum(int(str(cells[2])) for cells in groups)
    details = (
        "Textures and surfaces",
        table(("what", "cases", "lanes or bytes", "listed below", "differ"), groups),
        "These differ:",
        table(("cases", "GPU", "cpu device"), list(_departures())),
        "Queries that the driver does not load and the cpu device refuses: "
        + ", ".join(map(code, sorted(_refused_queries(recording)))),
        "Wrong accesses, each in a context of its own:",
        table(("access", "GPU", "cpu device"), list(_faults(executor, recording))),
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


def _departures() -> Iterator[tuple[str, ...]]:
    for pattern in FAULTS:
        yield code(pattern), "zeros", "a fault: coordinates of the wrong type"
    for pattern, why in NO_OBJECT.items():
        yield code(pattern), "values", f"the driver's functions refuse the object: {why}"
    for pattern, why in REFUSED.items():
        yield code(pattern), "the size of level 0, and 0", why
    for pattern, n in LANES_APART.items():
        yield code(pattern), "values", f"{n} of 768 lanes has another last bit"


def _refused_queries(recording: TextureRecording) -> set[str]:
    return {name.rpartition("/")[0].replace("/", ".") for name in recording.failed}


def _faults(executor: Executor, recording: TextureRecording) -> Iterator[tuple[str, ...]]:
    for name, wrong in WRONG_ACCESSES.items():
        (fault,) = wrong_access(executor, wrong)
        gpu = recording.faults[name]
        yield name, "a word" if gpu.startswith("no error") else code(gpu), code(fault.reason)
