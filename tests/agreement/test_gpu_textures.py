"""The executor against what texture and surface instructions gave on a GPU."""

import re

import numpy as np
import pytest

from harness.errors import PtxError
from harness.ptx.launch.executor import Executor
from tests.agreement.texture_cases import cases, fingerprint
from tests.agreement.texture_departures import NOT_THE_SAME, REFUSED
from tests.agreement.texture_files import TextureRecording, read
from tests.agreement.texture_objects import Case
from tests.agreement.texture_replay import replay

RECORD = "python -m tests.agreement.record_gpu_textures fixtures/gpu_textures, on a GPU"
GROUPS = sorted({case.name.partition("/")[0] for case in cases()})


@pytest.fixture(scope="module")
def recording() -> TextureRecording:
    found = read()
    if found is None:
        pytest.skip(f"not recorded yet: {RECORD}")
    return found


def test_it_was_recorded_of_these_cases(recording):
    assert recording.made_with["arch"] == "sm_90"
    assert recording.digest == fingerprint(), f"the cases changed: {RECORD}"


def test_every_case_is_recorded_or_was_refused(recording):
    assert recording.results.keys() | recording.failed.keys() == {case.name for case in cases()}


def _expectation(table: dict[str, str], name: str) -> str:
    return next((why for pattern, why in table.items() if re.fullmatch(pattern, name)), "")


def _difference(case: Case, got: np.ndarray, recorded: np.ndarray) -> str:
    width = 1 if case.writes else 16
    lanes = np.flatnonzero((got != recorded).reshape(-1, width).any(1))
    if not len(lanes):
        return ""
    first = slice(lanes[0] * width, lanes[0] * width + width)
    kind = np.uint8 if case.writes else np.uint32
    shown = [" ".join(f"{word:x}" for word in each[first].view(kind)) for each in (got, recorded)]
    return f"{case.name}: {len(lanes)} of {len(got) // width} differ, {lanes[0]} first: {shown[0]}, GPU {shown[1]}"


@pytest.mark.parametrize("group", GROUPS)
def test_executor_gives_what_the_gpu_gave(group, recording, texture_executor):
    wrong = []
    for case in cases():
        if case.name.partition("/")[0] != group or case.name not in recording.results:
            continue
        if _expectation(REFUSED, case.name):
            with pytest.raises(PtxError, match="not known"):
                replay(texture_executor, case)
            continue
        found = _difference(case, replay(texture_executor, case), recording.results[case.name])
        expected = _expectation(NOT_THE_SAME, case.name)
        if bool(found) != bool(expected):
            wrong.append(found or f"{case.name} is the same and is listed as different: {expected}")
    assert not wrong, "\n".join(wrong)


def test_a_wrong_texel_is_found(recording, texture_executor):
    case = next(case for case in cases() if case.name == "weights/1d")
    got = replay(texture_executor, case)
    got[16 * 5] ^= 1
    assert "1 of 2560 differ, 5 first" in _difference(case, got, replay(texture_executor, case))


@pytest.fixture(scope="module")
def texture_executor():
    executor = Executor(n_workers=1)
    yield executor
    executor.close()
