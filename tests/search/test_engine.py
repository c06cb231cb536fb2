import dataclasses
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.search import load_engine
from harness.search.engine import Space, search
from harness.settings.settings import Settings
from harness.variant.case import parse_case_id
from harness.variant.declaration.discovery import load_variant
from harness.verdict import CaseResult, Finding, Reason, Verdict

ROOT = Path(__file__).parents[2]


class FakeRunner:
    """Gives each case the result that a function of it says, and remembers what it was asked."""

    kind = "cpu"

    def __init__(self, verdict):
        self.verdict = verdict
        self.ran = []

    def run(self, case):
        self.ran.append(case)
        verdict, *reasons = self.verdict(case)
        return CaseResult(
            case.id,
            case.variant.id,
            "cpu",
            verdict,
            tuple(Finding(reason, "so") for reason in reasons),
            detail="so" if verdict is Verdict.NOT_RUN else "",
        )


@pytest.fixture(scope="module")
def variant():
    return load_variant(ROOT / "cuda_src" / "softmax_warp_row.cu")


@pytest.fixture(scope="module")
def settings():
    return Settings.load(ROOT)


def passes(_case):
    return (Verdict.PASS,)


def test_every_drawn_case_is_another_one_inside_the_claim(variant, settings):
    runner = FakeRunner(passes)
    outcome = search(variant, runner, settings, n_examples=200)
    assert outcome.found == ()
    assert outcome.verdict is Verdict.PASS
    assert 150 <= outcome.n_cases == len(runner.ran) <= 200
    assert len({case.id for case in runner.ran}) == len(runner.ran)
    assert all(case.unmet() is None for case in runner.ran)
    assert all(parse_case_id(case.id, [variant]) == case for case in runner.ran)
    # All that can be drawn is drawn.
    assert {case.block for case in runner.ran} == set(variant.blocks)
    assert {case.dtype for case in runner.ran} == set(variant.dtypes)
    assert any(case.kind.startswith("values_") for case in runner.ran)
    assert any(case.seed_number for case in runner.ran)
    for part in ("inp_offset", "out_offset"):
        assert len({getattr(case.placement, part) for case in runner.ran}) > 5
    assert len({case.shape.inp_stride - case.shape.n_cols for case in runner.ran}) > 10


@pytest.mark.slow
def test_the_same_seed_draws_the_same_cases(variant, settings):
    ran = []
    for seed in (1, 1, 2):
        runner = FakeRunner(passes)
        search(variant, runner, settings, n_examples=60, seed=seed)
        ran.append([case.id for case in runner.ran])
    assert ran[0] == ran[1]
    assert ran[0] != ran[2]


def test_ways_of_failing_are_told_apart(variant, settings):
    def verdict(case):
        if case.shape.n_cols > 100:
            return Verdict.FAIL, Reason.WRONG_VALUE
        if case.shape.n_rows > 5:
            return Verdict.FAIL, Reason.OOB_READ, Reason.WRONG_VALUE
        return (Verdict.PASS,)

    outcome = search(variant, FakeRunner(verdict), settings, n_examples=200)
    found = {each.result.reasons[0]: each.case.shape for each in outcome.found}
    assert {reason: (shape.n_rows, shape.n_cols) for reason, shape in found.items()} == {
        Reason.WRONG_VALUE: (1, 101),
        Reason.OOB_READ: (6, 1),
    }
    assert outcome.verdict is Verdict.FAIL


@pytest.mark.parametrize(("verdict", "reason"), [(Verdict.HANG, Reason.HANG), (Verdict.CRASH, Reason.CRASH)])
def test_cases_that_take_long_are_tried_a_few_times_only(variant, settings, verdict, reason):
    # Most of the larger cases, in no order: there are always others to try.
    def hangs(case):
        is_large = case.shape.n_rows * case.shape.n_cols > 100
        return (verdict, reason) if is_large and zlib.crc32(case.id.encode()) % 3 else (Verdict.PASS,)

    runner = FakeRunner(hangs)
    outcome = search(variant, runner, settings, n_examples=500)
    assert outcome.cut_short
    assert sum(hangs(case)[0] is verdict for case in runner.ran) < 20
    (found,) = outcome.found
    assert found.result.verdict is verdict


def test_a_case_whose_check_is_weak_is_counted_and_not_found(variant, settings):
    outcome = search(
        variant, FakeRunner(lambda _case: (Verdict.UNPROVEN, Reason.VACUOUS_CHECK)), settings, n_examples=50
    )
    assert outcome.found == ()
    assert outcome.n_weak == outcome.n_cases > 0


def test_a_device_that_is_not_there_is_asked_once(variant, settings):
    runner = FakeRunner(lambda _case: (Verdict.NOT_RUN, Reason.DEVICE_UNAVAILABLE))
    outcome = search(variant, runner, settings, n_examples=50)
    assert len(runner.ran) == 1
    assert outcome.not_run is not None
    assert outcome.verdict is Verdict.NOT_RUN
    assert outcome.found == ()


def test_a_fault_of_the_harness_is_not_swallowed(variant, settings):
    def verdict(_case):
        raise ZeroDivisionError("in the harness")

    with pytest.raises(ZeroDivisionError, match="in the harness"):
        search(variant, FakeRunner(verdict), settings, n_examples=5)


def test_ctrl_c_ends_the_search(variant, settings):
    def verdict(_case):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search(variant, FakeRunner(verdict), settings, n_examples=5)


def test_ctrl_c_before_the_first_case_ends_the_search(variant, settings, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    # What hypothesis calls first: it then fails on an engine that it has not made yet.
    monkeypatch.setattr("hypothesis.core.function_digest", interrupted)
    with pytest.raises(KeyboardInterrupt):
        search(variant, FakeRunner(passes), settings, n_examples=20)


def test_without_hypothesis_the_error_names_the_command(monkeypatch):
    # What an import finds that finds nothing.
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(UsageError, match=r"\(got: .*hypothesis.*\); pip install hypothesis"):
        load_engine()


def test_the_parts_that_need_no_hypothesis_do_not_load_it():
    modules = "harness.cli.program, harness.plugin, harness.report.text.search_text, harness.search"
    code = f"import sys, {modules}; print('hypothesis' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"


def test_a_header_in_a_configured_folder_is_one_of_the_kernels_own(variant, tmp_path):
    (tmp_path / "own.cuh").write_text("const int tile = 7341;\n")
    kernel = tmp_path / "k.cu"
    kernel.write_text(variant.path.read_text().replace("#include", '#include "own.cuh"\n#include', 1))
    assert 7341 in Space(dataclasses.replace(variant, path=kernel), "cpu", (tmp_path,)).constants
