"""A run goes on from its file: nothing runs twice, and nothing that has changed is taken."""

import contextlib
import dataclasses

import pytest

from harness.cluster.journal import ResumedRun, resumed
from harness.errors import UsageError
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases as matrix_cases
from harness.verdict import CaseResult, Finding, Reason, Verdict
from tests.run.session_tasks import NOTHING

from .stand_in import INFO


class Counting:
    """A runner that counts what it runs, and stops at some case."""

    kind, info, unavailable = "cpu", INFO, ""

    def __init__(self, stop_at=None, verdict=Verdict.FAIL):
        self.ran, self.stop_at, self.verdict = [], stop_at, verdict

    def run_all(self, cases, on_end=str):
        for case in cases:
            if len(self.ran) == self.stop_at:
                raise KeyboardInterrupt
            self.ran.append(case.id)
            finding = Finding(Reason.WRONG_VALUE, f"wrong in {case.id}", address=2**63)
            on_end(case.id)
            yield CaseResult(case.id, case.variant.id, "cpu", self.verdict, (finding,), elapsed_s=0.5)


@pytest.fixture
def cases(tmp_path):
    (tmp_path / "k.cu").write_text(NOTHING)
    return matrix_cases(load_variant(tmp_path / "k.cu"))[:6]


def run(runner, path, settings, cases):
    with (
        resumed(runner, path, settings) as run_all,
        contextlib.closing(run_all(cases, lambda _: None)) as ran,
    ):
        return list(ran)


def test_a_run_that_was_ended_goes_on_and_gives_the_same(settings, cases, tmp_path):
    path = tmp_path / "results"
    whole = run(Counting(), None, settings, cases)
    first, second = Counting(stop_at=4), Counting()
    with pytest.raises(KeyboardInterrupt):
        run(first, path, settings, cases)
    results = run(second, path, settings, cases)
    assert first.ran + second.ran == [case.id for case in cases]
    assert results == whole
    assert [result.elapsed_s for result in results] == [0.5] * 6


def test_hangs_of_the_run_before_count(settings, cases, tmp_path):
    first, second, third = (Counting(stop_at=2, verdict=Verdict.HANG), Counting(), Counting())
    with pytest.raises(KeyboardInterrupt):
        run(first, tmp_path / "results", settings, cases)
    results = run(second, tmp_path / "results", settings, cases)
    assert [each.verdict for each in results] == [Verdict.HANG] * 2 + [Verdict.NOT_RUN] * 4
    assert second.ran == []
    run(third, tmp_path / "results", dataclasses.replace(settings, keep_going=True), cases)
    assert third.ran == [case.id for case in cases[2:]]


def ran_again(path, settings, cases):
    again = Counting()
    run(again, path, settings, cases)
    return again.ran


def test_a_torn_last_line_is_run_again(settings, cases, tmp_path):
    path = tmp_path / "results"
    run(Counting(), path, settings, cases)
    path.write_bytes(path.read_bytes()[:-20])
    assert ran_again(path, settings, cases) == [cases[-1].id]
    assert ran_again(path, settings, cases) == []


@pytest.mark.parametrize(("verdict", "is_changed"), [(Verdict.FAIL, True), (Verdict.NOT_RUN, False)])
def test_a_changed_source_and_cases_that_did_not_run_are_run_again(
    settings, cases, tmp_path, verdict, is_changed
):
    run(Counting(verdict=verdict), tmp_path / "results", settings, cases)
    if is_changed:
        (tmp_path / "k.cu").write_text((tmp_path / "k.cu").read_text() + "// changed\n")
    assert len(ran_again(tmp_path / "results", settings, cases)) == len(cases)


def test_another_device_is_refused(settings, cases, tmp_path):
    path = tmp_path / "results"
    run(Counting(), path, settings, cases)
    other = dataclasses.replace(INFO, arch="sm_80")
    with pytest.raises(UsageError, match=r"same device \(got 'cpu: stand-in, sm_90"):
        ResumedRun(Counting(), other, path, settings)


@pytest.mark.parametrize(("text", "said"), [
    (b"no results\n", "line 1 must be JSON"),
    (b'{"schema": 3}\n', "line 1"),
    (b'{"schema": "kernel-harness/check", "device": "", "harness": "", "options": []}\n', "same schema"),
])  # fmt: skip
def test_another_file_is_refused_and_stays(settings, tmp_path, text, said):
    path = tmp_path / "results"
    path.write_bytes(text)
    with pytest.raises(UsageError, match=said):
        ResumedRun(Counting(), INFO, path, settings)
    assert path.read_bytes() == text


def test_a_folder_is_refused(settings, tmp_path):
    with pytest.raises(UsageError, match="--resume must name a file"):
        ResumedRun(Counting(), INFO, tmp_path, settings)
