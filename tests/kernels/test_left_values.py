"""Values that a launch leaves in variables for the next one: stale flags are found, numbered ones pass."""

import re
from pathlib import Path

import pytest

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import Case, make_case
from harness.variant.declaration.discovery import load_variant
from harness.verdict import CaseResult, Reason, Verdict
from tests.kernels.expectations import ROOT
from tests.kernels.mutants import kernel

FIXTURES = ROOT / "fixtures"
NUMBERED = FIXTURES / "operations" / "right" / "prefix_sum_numbered.cu"
COUNTED = FIXTURES / "declared_kernels" / "right" / "softmax_counted_barrier.cu"
STALE = ("lookback_words_stale", "lookback_number_kept")
POLL = "word = *static_cast<volatile unsigned long long*>(words + at);"


def case_of(path: Path, n_rows: int, n_cols: int) -> Case:
    return make_case(load_variant(path), dtype="float32", n_rows=n_rows, n_cols=n_cols, block=(128, 1, 1))


def run(case: Case, **options: object) -> CaseResult:
    settings = Settings.load(ROOT, **options)
    device = PtxCpu(settings)
    try:
        return run_case(case, device, settings)
    finally:
        device.close()


def stale(name: str, n_rows: int = 3, n_cols: int = 1000) -> Case:
    return case_of(kernel(FIXTURES / "operations" / "wrong", name), n_rows, n_cols)


@pytest.mark.parametrize("name", STALE)
def test_a_flag_in_one_word_with_its_value_is_found_at_the_line_that_reads_it(name: str) -> None:
    case = stale(name)
    result = run(case)
    assert (result.verdict, result.reasons) == (Verdict.FAIL, (Reason.UNINITIALISED_READ,))
    source = case.variant.path.read_text(encoding="ascii").splitlines()
    for finding in result.findings:
        assert "with values that an earlier launch left counting as unwritten" in finding.message
        place = re.search(
            rf"global read of size 8 at \S+ \(.*?words, .*?\) at {name}\.cu:(\d+)", finding.message
        )
        assert place, finding.message
        assert source[int(place[1]) - 1].strip() == POLL


def test_without_initcheck_it_is_nondeterministic() -> None:
    assert run(stale(STALE[0]), sanitizers=("racecheck",)).reasons == (Reason.NONDETERMINISTIC,)


def test_one_tile_has_no_flag_to_read() -> None:
    assert run(stale(STALE[0], n_cols=128)).verdict is Verdict.PASS


def test_what_a_case_has_found_does_not_change_the_next() -> None:
    settings = Settings.load(ROOT)
    device = PtxCpu(settings)
    one, many = stale(STALE[0], n_cols=128), stale(STALE[0])
    try:
        verdicts = [run_case(case, device, settings).verdict for case in (one, many, one, many)]
    finally:
        device.close()
    assert verdicts == [Verdict.PASS, Verdict.FAIL] * 2


@pytest.mark.parametrize(
    ("path", "shape"), [(NUMBERED, (3, 1000)), (NUMBERED, (1, 4100)), (COUNTED, (3, 4099))]
)
def test_numbers_and_counts_that_go_on_from_launch_to_launch_are_right(
    path: Path, shape: tuple[int, int]
) -> None:
    result = run(case_of(path, *shape), schedules=8)
    assert (result.verdict, result.findings) == (Verdict.PASS, ())
