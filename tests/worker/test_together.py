"""Several cases of a worker under way side by side: each keeps the result that it has alone."""

import dataclasses

import pytest

from harness.run.session import open_runner
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from harness.verdict import Reason, Verdict
from tests.run.session_tasks import NOTHING

from .together_tasks import BEHAVIOURS, LARGE_COLS, TOGETHER, leave

# Of what never ends; the others have this long too, on a busy machine.
SHORT_S = 2.0
WRONG = {
    2: (Verdict.CRASH, Reason.CRASH),
    5: (Verdict.CRASH, Reason.CRASH),
    8: (Verdict.HANG, Reason.HANG),
    16: (Verdict.FAIL, Reason.WRONG_VALUE),
    32: (Verdict.ERROR, Reason.INTERNAL_ERROR),
    33: (Verdict.FAIL, Reason.WRONG_VALUE),
    40: (Verdict.FAIL, Reason.NONDETERMINISTIC),
    64: (Verdict.HANG, Reason.HANG),
    65: (Verdict.ERROR, Reason.OUT_OF_MEMORY),
}


assert WRONG.keys() == BEHAVIOURS.keys()


@pytest.fixture
def cases_of(tmp_path):
    """Make cases with these numbers of columns."""
    path = tmp_path / "nothing.cu"
    path.write_text(NOTHING)
    variant = load_variant(path)

    def make(*columns):
        return [make_case(variant, dtype="float32", n_rows=1, n_cols=n, block=(32, 1, 1)) for n in columns]

    return make


@pytest.fixture
def settings(tmp_path):
    return Settings.load(
        tmp_path,
        environ={"HOME": str(tmp_path)},
        gpu_workers=1,
        gpu_in_flight=3,
        launch_deadline_s=SHORT_S,
        keep_going=True,
    )


def found_of(settings, cases):
    with open_runner("gpu", settings, task=TOGETHER) as runner:
        results = list(runner.run_all(cases))
    assert [result.case_id for result in results] == [case.id for case in cases]
    return [(result.verdict, *result.reasons) for result in results]


def steps_of(settings):
    return (settings.cache_dir / "steps").read_text().splitlines()


def test_as_many_are_under_way_as_is_set(settings, cases_of):
    assert found_of(settings, cases_of(1, 3, 4, 6)) == [(Verdict.PASS,)] * 4
    steps = steps_of(settings)
    assert steps[:3] == ["begin 1", "begin 3", "begin 4"]
    assert steps.index("begin 6") > steps.index("end 1")
    assert len(steps) == 8


def test_with_one_nothing_is_beside_it(settings, cases_of):
    assert found_of(dataclasses.replace(settings, gpu_in_flight=1), cases_of(1, 3)) == [(Verdict.PASS,)] * 2
    assert steps_of(settings) == ["begin 1 alone", "end 1", "begin 3 alone", "end 3"]


def test_a_hostile_case_loses_itself_and_nothing_else(settings, cases_of):
    columns = tuple(range(1, 70))
    expected = [WRONG.get(each, (Verdict.PASS,)) for each in columns]
    assert found_of(settings, cases_of(*columns)) == expected
    # what it may have harmed has run again, alone
    assert {f"begin {each} alone" for each in WRONG} <= set(steps_of(settings))


def test_the_kernel_of_the_guilty_case_is_named(settings, cases_of):
    with open_runner("gpu", settings, task=TOGETHER) as runner:
        _, crash, _ = runner.run_all(cases_of(1, 2, 3))
    assert crash.findings[0].kernel == "k"
    assert "CUDA_ERROR_ILLEGAL_ADDRESS" in crash.findings[0].message


def test_a_case_that_needs_much_memory_waits_until_it_is_alone(settings, cases_of):
    large = LARGE_COLS + 1
    assert found_of(settings, cases_of(1, 3, large, 4)) == [(Verdict.PASS,)] * 4
    steps = steps_of(settings)
    begun, gone_on, ended = (steps.index(f"{what} {large}") for what in ("begin", "go on", "end"))
    assert begun < gone_on
    assert ended == gone_on + 1
    assert {"end 1", "end 3"} <= set(steps[:gone_on])
    assert "begin 4" not in steps[:ended]


def test_other_requests_wait_for_the_cases_before_them(settings, cases_of):
    with open_runner("gpu", settings, task=TOGETHER) as runner:
        assert [result.verdict for result in runner.run_all(cases_of(1, 3, 4))] == [Verdict.PASS] * 3
        assert runner.call(leave, "") == "left"
        assert len(runner.time(cases_of(1)[0], 2)) == 2
        assert runner.run(cases_of(3)[0]).verdict is Verdict.PASS
