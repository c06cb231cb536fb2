"""The executor reports each non-coherent read that a GPU may answer with an old word, and no other read."""

import json

import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from tests.agreement.gpu_answers.noncoherent import (
    BLOCKS,
    OLD,
    PROBES,
    RIGHT,
    SOURCE,
    THREADS,
    UNTOUCHED,
    tell,
)
from tests.agreement.gpu_answers.probing import FOLDER
from tests.ptx.code_cache import code_cache, ptx_of

ANSWERS = json.loads((FOLDER / "noncoherent.json").read_text(encoding="ascii"))["probes"]


def reasons_of(probe: str, is_ordinary: bool) -> tuple[set[str], dict[str, int]]:
    executor = Executor(code_cache(), n_workers=1)
    arrays = [executor.memory.allocate(4 * BLOCKS * THREADS, name) for name in ("memory", "seen", "flag")]
    for array, word in zip(arrays, (OLD, UNTOUCHED, 0), strict=True):
        array.data.view(np.uint32)[:] = word
    defines = (("ORDINARY", "1"),) if is_ordinary else ()
    program = executor.load(ptx_of(CompileRequest(path=SOURCE, arch="sm_90", defines=defines)))
    found = set()
    for entry in ("store_all", probe) if probe in RIGHT else (probe,):
        report = executor.launch(
            program,
            entry,
            (BLOCKS, 1, 1),
            (THREADS, 1, 1),
            [np.uint64(array.address) for array in arrays],
            watch=Watch(races=True),
            cooperative=True,  # two blocks wait for each other
        )
        assert report.completed
        found |= {fault.reason for fault in report.faults if not fault.is_info}
    seen = arrays[1].data.view(np.uint32).copy()
    executor.close()
    return found, tell(seen)


@pytest.mark.parametrize("probe", PROBES)
def test_reads_of_what_the_launch_wrote_are_reported(probe: str) -> None:
    expected = set() if probe in RIGHT else {"noncoherent-read"}
    assert reasons_of(probe, is_ordinary=False)[0] == expected
    found, seen = reasons_of(probe, is_ordinary=True)
    assert not found
    assert seen.keys() == {"new"}


def test_an_ordinary_read_gave_the_new_word_on_the_gpu() -> None:
    for probe, answers in ANSWERS.items():
        assert answers["ordinary"].keys() == {"new"}, probe
        if probe in RIGHT:
            assert answers["noncoherent"].keys() == {"new"}, probe


def test_the_gpu_gave_old_words_by_the_noncoherent_path() -> None:
    assert set(ANSWERS) == set(PROBES)
    assert any(ANSWERS[probe]["noncoherent"].get("old") for probe in PROBES)
