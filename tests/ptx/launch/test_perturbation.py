"""Approximate instructions with errors that a seed draws: within what is documented, repeatable, and really there."""

import numpy as np
import pytest

from harness.ptx.isa.table import ROWS
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import MAX_SEED, Watch
from harness.ptx.layout import INEXACT
from tests.ptx.lower.test_approximate import CASES
from tests.ptx.one_instruction import Case, fault, run
from tests.ptx.ptx_text import kernel
from tests.ptx.ptx_text import run as run_kernel

SEEDS = (0, 1, 2, 3, 17)
UP, DOWN, BOTH = 0, 1, 2
"""Seeds whose errors are at the upper end of what is allowed, at its lower end, and drawn."""
WITHOUT_A_BOUND = {"rsqrt.approx.f64"}


def groups() -> list[list[Case]]:
    """Return the cases of all approximate instructions, those with the same operands together."""
    found: dict[int, list[Case]] = {}
    for case in CASES:
        found.setdefault(id(case.lanes), []).append(case)
    return list(found.values())


GROUPS = groups()


def name(group: list[Case]) -> str:
    return str(group[0])


@pytest.fixture(scope="module")
def exact(shared_executor: Executor) -> dict[Case, list[int]]:
    return {
        case: bits for group in GROUPS for case, bits in zip(group, run(shared_executor, group), strict=True)
    }


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("group", GROUPS, ids=name)
def test_errors_are_within_what_is_documented(
    shared_executor: Executor, group: list[Case], seed: int
) -> None:
    for case, bits in zip(group, run(shared_executor, group, Watch(perturbation=seed)), strict=True):
        assert fault(case, bits) == ""


@pytest.mark.parametrize("group", GROUPS, ids=name)
def test_errors_are_there(shared_executor: Executor, exact: dict[Case, list[int]], group: list[Case]) -> None:
    changed = dict.fromkeys(group, 0)
    for seed in (UP, DOWN, BOTH):
        for case, bits in zip(group, run(shared_executor, group, Watch(perturbation=seed)), strict=True):
            changed[case] += sum(a != b for a, b in zip(bits, exact[case], strict=True))
    for case, n in changed.items():
        assert (n == 0) == (case.opcode in WITHOUT_A_BOUND), (case, n)


def test_every_approximate_instruction_is_among_them() -> None:
    named = {case.opcode.split(".")[0] for case in CASES}
    # a matrix product is inexact in the order of its sum alone, which is not drawn
    assert named == {row.name for row in ROWS if not row.exact and row.family != "matrix"}
    assert {code.split(".")[0] for code in INEXACT} == named


def ones(executor: Executor, seed: int | None, body: str, *, schedule: int | None = None) -> list[int]:
    text = kernel("cvt.rn.f32.u32 %f1, %r0;\nadd.f32 %f1, %f1, 0f3F800000;\n" + body, result="%f2")
    ran = run_kernel(executor, text, block=(128, 1, 1), watch=Watch(schedule=schedule, perturbation=seed))
    assert ran.report.faults == ()
    found: list[int] = ran.out.tolist()
    return found


QUOTIENT = "div.approx.f32 %f2, %f1, 0f40400000;"
EXPONENTIAL = "ex2.approx.f32 %f2, %f1;"


@pytest.mark.parametrize("body", [QUOTIENT, EXPONENTIAL])
def test_error_depends_on_seed_and_operands_alone(executor: Executor, body: str) -> None:
    first = ones(executor, BOTH, body)
    assert ones(executor, BOTH, body) == first
    assert ones(executor, BOTH, body, schedule=5) == first
    assert ones(executor, BOTH, f"mov.b32 %r9, 1;\nadd.u32 %r9, %r9, 1;\n{body}") == first
    assert ones(executor, BOTH + 3, body) != first
    assert ones(executor, None, body) != first


def test_seeds_go_to_either_end_and_between(executor: Executor) -> None:
    reference = (np.arange(128) + 1.0) / 3
    ulp = 2.0 ** (np.floor(np.log2(reference)) - 23)

    def errors(seed: int) -> np.ndarray:
        bits = np.array(ones(executor, seed, QUOTIENT), np.uint32)
        found: np.ndarray = (bits.view(np.float32).astype(np.float64) - reference) / ulp
        return found[np.arange(1, 129) % 3 != 0]  # others are exact

    up, down, both = errors(UP), errors(DOWN), errors(BOTH)
    assert (up >= 1).all()
    assert (up <= 2).all()
    assert (down <= -1).all()
    assert (down >= -2).all()
    assert both.min() <= -1 < 1 <= both.max()
    assert (np.abs(both) <= 2).all()


@pytest.mark.parametrize("seed", [DOWN, BOTH])
@pytest.mark.parametrize(
    "body",
    [
        f"mul.f32 %f1, %f1, 0f00000001;\n{QUOTIENT}",
        f"mul.f32 %f1, %f1, 0f80000001;\n{QUOTIENT}",
        f"add.f32 %f1, %f1, 0fC3170000;\n{EXPONENTIAL}",
    ],
    ids=["quotients", "negative quotients", "exponentials"],
)
def test_a_result_beside_zero_keeps_its_sign(executor: Executor, seed: int, body: str) -> None:
    """The bound of two ulp reaches beyond zero there; no division and no exponential does."""
    right, found = (np.array(ones(executor, each, body), np.uint32) for each in (None, seed))
    assert (right & 0x7FFFFFFF).min() <= 1
    assert (found != right).any()
    assert ((found ^ right) >> 31 == 0).all()


def test_instruction_that_is_exact_stays_exact(executor: Executor) -> None:
    for body in ("div.rn.f32 %f2, %f1, 0f40400000;", "sqrt.rn.f32 %f2, %f1;", "rcp.rn.f32 %f2, %f1;"):
        assert ones(executor, UP, body) == ones(executor, None, body)


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=f"perturbation must be a seed from 0 to {MAX_SEED}"):
        Watch(perturbation=seed)
