from harness.variant.case import SWEEP_KIND
from harness.variant.matrix import cases
from harness.variant.run_cases import SWEEP_ROWS, SWEEP_WIDTHS, sweep_cases
from tests.variant.conftest import Declare


def test_every_width_to_1100_and_around_each_power_of_two_is_swept() -> None:
    expected = set(range(1, 1101))
    for power in (1024, 2048, 4096, 8192, 16384, 32768, 65536):
        expected |= {power - 1, power, power + 1}
    assert set(SWEEP_WIDTHS) == expected
    assert list(SWEEP_WIDTHS) == sorted(expected)


def test_each_type_is_swept_once_at_the_usual_block(declare: Declare) -> None:
    variant = declare(block="[[1], [32, 4], [32, 8], [1024]]", dtypes='["float32", "float16"]')
    found = sweep_cases(variant)
    assert [case.dtype for case in found] == ["float32"] * len(SWEEP_WIDTHS) + ["float16"] * len(SWEEP_WIDTHS)
    assert [case.shape.n_cols for case in found] == 2 * list(SWEEP_WIDTHS)
    assert {case.block for case in found} == {(32, 8, 1)}
    assert {(case.shape.n_rows, case.kind, case.layout) for case in found} == {
        (SWEEP_ROWS, SWEEP_KIND, "contiguous")
    }
    assert found[76].id == "probe-float32-3x77-sweep-block32x8"


def test_the_sweep_stays_inside_the_claim_and_loses_nothing_of_it(declare: Declare) -> None:
    found = sweep_cases(declare(requires='["n_cols <= 1024", "n_cols % 4 == 0", "n_rows % 2 == 0"]'))
    assert [case.shape.n_cols for case in found] == list(range(4, 1025, 4))
    assert {case.shape.n_rows for case in found} == {2}
    assert all(case.unmet() is None for case in found)


def test_a_claim_that_no_width_is_in_has_no_sweep(declare: Declare) -> None:
    assert sweep_cases(declare(requires='["n_cols == 1200"]')) == ()


def test_the_sweep_and_the_matrix_have_no_case_in_common(declare: Declare) -> None:
    variant = declare()
    assert not {case.id for case in cases(variant)} & {case.id for case in sweep_cases(variant)}
