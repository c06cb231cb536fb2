"""The family in other orders of execution, and with approximations as far off as they may be: right stays right."""

from collections.abc import Iterator

import pytest

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import Case
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.variant.selection import Selection, select
from harness.variant.variant import Variant
from harness.verdict import Reason, Verdict
from tests.kernels.expectations import BAD_KERNELS, ROOT, of_programs, read_expectation, shipped_variants
from tests.kernels.mutants import kernel

VARIANTS = shipped_variants()
N_CASES = 3
MAX_ROWS = 3
"""Most rows of a case: several blocks, and no more launches of thousands of threads than orders need."""
ORDERS = 3
STRESS = (0, 1, 2)
"""Errors upwards, downwards, and of both kinds."""
WITH_APPROXIMATIONS = ("fast_exp", "fast_div", "rcp_approx")

# From the end: tests of outputs begin at the start, and two processes would compile the same program at a time.
each_variant = pytest.mark.parametrize("variant", VARIANTS[::-1], ids=lambda variant: variant.id)


@pytest.fixture(scope="module")
def devices() -> Iterator[dict[int | None, tuple[PtxCpu, Settings]]]:
    """Open a device without stressed approximations, and one for each seed of them."""
    opened = {}
    for seed in (None, *STRESS):
        schedules = ORDERS if seed is None else 0
        settings = Settings.load(ROOT, schedules=schedules, stress_approximations=seed)
        opened[seed] = PtxCpu(settings), settings
    yield opened
    for device, _ in opened.values():
        device.close()


def sample(variant: Variant) -> tuple[Case, ...]:
    """Choose cases of few rows from all over the matrix, others for each variant."""
    matrix = tuple(case for case in of_programs(cases(variant)) if case.shape.n_rows <= MAX_ROWS)
    start = VARIANTS.index(variant) * 5 % max(1, len(matrix) // N_CASES)
    return matrix[start :: max(1, len(matrix) // N_CASES)][:N_CASES]


@pytest.mark.slow
@each_variant
def test_right_variant_gives_the_same_bits_in_every_order(
    variant: Variant, devices: dict[int | None, tuple[PtxCpu, Settings]]
) -> None:
    for case in sample(variant):
        result = run_case(case, *devices[None])
        assert result.verdict in (Verdict.PASS, Verdict.SKIP), result
        noted = {note.reason for note in result.notes}
        assert not noted & {Reason.BARRIER_DIVERGENCE, Reason.INVALID_SHUFFLE}, result.notes


@pytest.mark.slow
@each_variant
def test_right_variant_stays_within_its_bound_however_far_off_approximations_are(
    variant: Variant, devices: dict[int | None, tuple[PtxCpu, Settings]]
) -> None:
    # The further launches of `check` have errors upwards, seed 0.
    for case, seed in zip(sample(variant), STRESS[1:], strict=False):
        result = run_case(case, *devices[seed])
        assert result.verdict in (Verdict.PASS, Verdict.SKIP), (seed, result)


@pytest.mark.slow
def test_stress_reaches_what_comes_out(devices: dict[int | None, tuple[PtxCpu, Settings]]) -> None:
    of_word = {word: each for each in VARIANTS for word in each.arithmetic.split("+")}
    approximate = {of_word[word] for word in WITH_APPROXIMATIONS if word in of_word}
    assert approximate
    for variant in approximate:
        wanted = (*sample(variant), *cases(variant))
        # of extreme inputs the outputs are 0 and 1, which no error of an exponential reaches
        case = next(
            case
            for case in wanted
            if case.dtype == "float32" and case.shape.n_cols > 30 and case.kind == "spread"
        )
        errors = {run_case(case, *devices[seed]).max_error_ulp for seed in (None, *STRESS)}
        assert len(errors) > 1, variant.id


@pytest.mark.parametrize("stem", ["fast_exp_declared_ieee", "fast_math_declared_ieee"])
@pytest.mark.parametrize("seed", STRESS)
def test_arithmetic_other_than_declared_is_rejected_under_stress_too(
    stem: str, seed: int, devices: dict[int | None, tuple[PtxCpu, Settings]]
) -> None:
    path = kernel(BAD_KERNELS, stem)
    for case in select((load_variant(path),), Selection.parse(read_expectation(path).cases)):
        assert Reason.WRONG_VALUE in run_case(case, *devices[seed]).reasons
