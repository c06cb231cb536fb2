"""The executor against what texture and surface instructions gave on a GPU."""

from dataclasses import replace

import pytest

from harness.ptx.launch.executor import Executor
from tests.agreement.texture_cases import WRONG_ACCESSES, cases, fingerprint, read
from tests.agreement.texture_fidelity import compare, departure, difference, replay, wrong_access

RECORD = "python -m tests.agreement.record_gpu_textures fixtures/gpu_textures, on a GPU"
RECORDING = read()
CASES = {case.name: case for case in cases()}
GROUPS = sorted({name.partition("/")[0] for name in RECORDING.results})


@pytest.fixture(scope="module")
def texture_executor():
    executor = Executor(n_workers=1)
    yield executor
    executor.close()


def test_it_was_recorded_of_these_cases():
    assert RECORDING.made_with["arch"] == "sm_90"
    assert RECORDING.digest == fingerprint(), f"the cases changed: {RECORD}"


def test_every_case_is_recorded_or_was_refused():
    assert RECORDING.results.keys() | RECORDING.failed.keys() == CASES.keys()
    assert RECORDING.faults.keys() == WRONG_ACCESSES.keys()


@pytest.mark.parametrize("group", GROUPS)
def test_executor_gives_what_the_gpu_gave(group, texture_executor):
    found = [
        compare(texture_executor, CASES[name], recorded)
        for name, recorded in RECORDING.results.items()
        if name.partition("/")[0] == group
    ]
    assert not any(found), "\n".join(filter(None, found))


@pytest.mark.parametrize("name", WRONG_ACCESSES)
def test_every_wrong_access_is_a_fault(name, texture_executor):
    """The GPU ends the context for some, and gives a word for the others."""
    assert len(wrong_access(texture_executor, WRONG_ACCESSES[name])) == 1


def test_a_wrong_texel_is_found(texture_executor):
    case = CASES["weights/1d"]
    got, _ = replay(texture_executor, case)
    wrong = got.copy()
    wrong[16 * 5] ^= 1
    assert "1 of 2560 differ, 5 first" in difference(case, wrong, got)
    assert "0 of 2560 differ and 1 are listed" in difference(case, got, got, 1)


@pytest.mark.parametrize("name", ["txq/level 0", "fetch/float coordinates", "wide/3d/f16/inside"])
def test_what_is_listed_as_a_departure_must_be_one(name, texture_executor):
    # a case that is right, under the name of one that is listed
    case = CASES["format/u8x1"]
    assert departure(replace(case, name=name))
    assert compare(texture_executor, replace(case, name=name), RECORDING.results[case.name])


def test_objects_that_are_not_there_are_those_that_the_driver_refuses():
    # fixtures/texture_programs/refused asks the driver for them
    for case in cases():
        assert (departure(case) == "no object") == (case.spec.is_srgb or case.spec.is_seamless), case.name
