"""Approximate instructions with errors that a seed draws: within what is documented, repeatable, and really there."""

import numpy as np
import pytest

from harness.ptx.isa.table import ROWS, find_opcode
from harness.ptx.launch.watch import MAX_SEED, Watch
from harness.ptx.layout import INEXACT
from tests.agreement.fidelity import compare, describe, is_exact
from tests.agreement.form_modules import batches, replay
from tests.agreement.instruction_forms import forms
from tests.ptx.ptx_text import kernel
from tests.ptx.ptx_text import run as run_kernel

SEEDS = (0, 1, 2, 3, 17)
UP, DOWN, BOTH = 0, 1, 2
"""Seeds whose errors are at the upper end of what is allowed, at its lower end, and drawn."""
WITHOUT_A_BOUND = {"rsqrt.approx.f64"}

FORMS = [form for form in forms() if find_opcode(form.opcode) is not None and not is_exact(form.opcode)]
BATCHES = batches(FORMS)


def results(executor, batch, seed):
    found, refused = replay(executor, batch, Watch(perturbation=seed))
    return {name: arrays for name, arrays in found.items() if name not in refused}


@pytest.mark.parametrize("batch", BATCHES, ids=lambda batch: batch.forms[0].name)
def test_errors_are_within_what_is_documented_and_there(shared_executor, batch):
    right = results(shared_executor, batch, None)
    changed = dict.fromkeys(right, 0)
    for seed in SEEDS:
        found = results(shared_executor, batch, seed)
        for form in batch.forms:
            if form.name in found:
                compared = compare(form, right[form.name], found[form.name])
                assert not compared.wrong.any(), describe(
                    form, right[form.name], found[form.name], compared.wrong
                )
                changed[form.name] += compared.n_different
    for form in batch.forms:
        if form.name in right:
            assert (changed[form.name] == 0) == (form.opcode in WITHOUT_A_BOUND), form.name


def test_every_approximate_instruction_is_among_them():
    named = {form.opcode.split(".")[0] for form in FORMS}
    # a matrix product is inexact in the order of its sum alone, which is not drawn
    assert named == {row.name for row in ROWS if not row.exact and row.family != "matrix"}
    assert {code.split(".")[0] for code in INEXACT} == named


def ones(executor, seed, body, *, schedule=None):
    text = kernel("cvt.rn.f32.u32 %f1, %r0;\nadd.f32 %f1, %f1, 0f3F800000;\n" + body, result="%f2")
    ran = run_kernel(executor, text, block=(128, 1, 1), watch=Watch(schedule=schedule, perturbation=seed))
    assert ran.report.faults == ()
    return ran.out.tolist()


QUOTIENT = "div.approx.f32 %f2, %f1, 0f40400000;"
EXPONENTIAL = "ex2.approx.f32 %f2, %f1;"


@pytest.mark.parametrize("body", [QUOTIENT, EXPONENTIAL])
def test_error_depends_on_seed_and_operands_alone(executor, body):
    first = ones(executor, BOTH, body)
    assert ones(executor, BOTH, body) == first
    assert ones(executor, BOTH, body, schedule=5) == first
    assert ones(executor, BOTH, f"mov.b32 %r9, 1;\nadd.u32 %r9, %r9, 1;\n{body}") == first
    assert ones(executor, BOTH + 3, body) != first
    assert ones(executor, None, body) != first


def test_seeds_go_to_either_end_and_between(executor):
    reference = (np.arange(128) + 1.0) / 3
    ulp = 2.0 ** (np.floor(np.log2(reference)) - 23)

    def errors(seed):
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
@pytest.mark.parametrize("body", [
    f"mul.f32 %f1, %f1, 0f00000001;\n{QUOTIENT}", f"mul.f32 %f1, %f1, 0f80000001;\n{QUOTIENT}",
    f"add.f32 %f1, %f1, 0fC3170000;\n{EXPONENTIAL}",
], ids=["quotients", "negative quotients", "exponentials"])  # fmt: skip
def test_a_result_beside_zero_keeps_its_sign(executor, seed, body):
    """The bound of two ulp reaches beyond zero there; no division and no exponential does."""
    right, found = (np.array(ones(executor, each, body), np.uint32) for each in (None, seed))
    assert (right & 0x7FFFFFFF).min() <= 1
    assert (found != right).any()
    assert ((found ^ right) >> 31 == 0).all()


def test_instruction_that_is_exact_stays_exact(executor):
    for body in ("div.rn.f32 %f2, %f1, 0f40400000;", "sqrt.rn.f32 %f2, %f1;", "rcp.rn.f32 %f2, %f1;"):
        assert ones(executor, UP, body) == ones(executor, None, body)


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seed_out_of_range_is_refused(seed):
    with pytest.raises(ValueError, match=f"perturbation must be a seed from 0 to {MAX_SEED}"):
        Watch(perturbation=seed)
