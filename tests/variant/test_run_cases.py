import pytest

from harness.errors import UsageError
from harness.operation.kinds import SEEDLESS_KINDS, SWEEP_KIND
from harness.variant.matrix import cases
from harness.variant.selection import (
    MATRIX,
    SWEEP_ROWS,
    SWEEP_WIDTHS,
    RunCases,
    Selection,
    select,
    sweep_cases,
)


def test_the_matrix_alone_is_the_default(declare):
    variant = declare()
    assert MATRIX.cases(variant) == cases(variant)
    assert RunCases() == MATRIX


def test_further_seeds_repeat_what_is_random_after_the_matrix(declare):
    variant = declare()
    matrix = cases(variant)
    found = RunCases(n_seeds=3).cases(variant)
    assert found[: len(matrix)] == matrix
    random = [case for case in matrix if case.kind not in SEEDLESS_KINDS]
    assert len(random) < len(matrix)
    assert list(found[len(matrix) :]) == [case.with_seed(number) for number in (1, 2) for case in random]
    assert len({case.id for case in found}) == len(found)
    # The cases of one size and kind share a number: those of another seed have another one.
    assert {case.seed for case in found[len(matrix) :]}.isdisjoint(case.seed for case in matrix)


def test_the_sweep_comes_last_and_once(declare):
    variant = declare()
    found = RunCases(n_seeds=2, sweep=True).cases(variant)
    assert found[-len(SWEEP_WIDTHS) :] == sweep_cases(variant)
    assert len(found) == len(RunCases(n_seeds=2).cases(variant)) + len(SWEEP_WIDTHS)


@pytest.mark.parametrize(("kind", "asked", "sweeps"), [
    ("cpu", None, False), ("gpu", None, True), ("cpu", True, True), ("gpu", False, False),
])  # fmt: skip
def test_the_sweep_runs_by_itself_on_a_gpu_only_and_what_is_left_out_is_said(kind, asked, sweeps):
    run_cases = RunCases.on(kind, n_seeds=2, sweep=asked)
    assert run_cases == RunCases(2, sweeps)
    said = (
        ()
        if sweeps
        else (
            "width sweep: every width up to 1100 and around each power of two up to 65536; --sweep runs it",
        )
    )
    assert run_cases.not_covered("--sweep") == said


@pytest.mark.parametrize("n_seeds", [0, -1, 2**31])
def test_a_number_of_seeds_must_make_sense(n_seeds):
    with pytest.raises(UsageError, match=rf"must be 1 to 2147483647 \(got {n_seeds}\)"):
        RunCases(n_seeds=n_seeds)


def test_selection_looks_through_what_is_covered(declare):
    variant = declare()
    assert select([variant], Selection.parse("seed1 or sweep")) == ()
    covered = RunCases(n_seeds=2, sweep=True)
    assert {case.seed_number for case in select([variant], Selection.parse("seed1"), covered)} == {1}
    assert select([variant], Selection.parse("sweep"), covered) == sweep_cases(variant)
    case_id = "probe-float32-3x33-spread-seed19-block32x4"
    assert [case.id for case in select([variant], Selection.parse(case_id))] == [case_id]


def test_each_type_is_swept_once_at_the_usual_block(declare):
    variant = declare(block="[[1], [32, 4], [32, 8], [1024]]", dtypes='["float32", "float16"]')
    found = sweep_cases(variant)
    assert [case.dtype for case in found] == ["float32"] * len(SWEEP_WIDTHS) + ["float16"] * len(SWEEP_WIDTHS)
    assert [case.shape.n_cols for case in found] == 2 * list(SWEEP_WIDTHS)
    assert {case.block for case in found} == {(32, 8, 1)}
    assert {(case.shape.n_rows, case.kind, case.layout) for case in found} == {
        (SWEEP_ROWS, SWEEP_KIND, "contiguous")
    }
    assert found[76].id == "probe-float32-3x77-sweep-block32x8"
    assert SWEEP_WIDTHS[:1100] == tuple(range(1, 1101))
    assert SWEEP_WIDTHS[1100:1103] + SWEEP_WIDTHS[-3:] == (2047, 2048, 2049, 65535, 65536, 65537)


def test_the_sweep_stays_inside_the_claim_and_loses_nothing_of_it(declare):
    found = sweep_cases(declare(requires='["n_cols <= 1024", "n_cols % 4 == 0", "n_rows % 2 == 0"]'))
    assert [case.shape.n_cols for case in found] == list(range(4, 1025, 4))
    assert {case.shape.n_rows for case in found} == {2}
    assert all(case.unmet() is None for case in found)


def test_a_claim_that_no_width_is_in_has_no_sweep(declare):
    assert sweep_cases(declare(requires='["n_cols == 1200"]')) == ()
