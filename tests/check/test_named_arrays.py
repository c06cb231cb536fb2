"""Judgement, vacuity and further launches of operations with named arrays, on kernels in NumPy."""

import numpy as np
import pytest

from harness.check.properties import properties_of
from harness.check.vacuity import proof_of
from harness.launch.buffers import input_image, output_image
from harness.operation.catalogue import shipped_operations
from harness.operation.derived import expected_of
from harness.operation.problem import Expected, Problem
from harness.verdict import Reason, Verdict
from tests.operation.made_up import judged

F32 = np.float32
LOSS = shipped_operations()["cross_entropy"]
NORM = shipped_operations()["residual_rms_norm"]


def loss_problem(n_rows=7, n_cols=33):
    rng = np.random.default_rng(2)
    arrays = {
        "inp": rng.normal(size=(n_rows, n_cols)).astype(F32),
        "targets": rng.integers(0, n_cols, n_rows),
    }
    return Problem(arrays=arrays, dtype="float32", how=LOSS.parse_arithmetic("ieee"), row_threads=32)


def norm_problem(n_rows=4, n_cols=33):
    rng = np.random.default_rng(3)
    sizes = {"inp": (n_rows, n_cols), "residual": (n_rows, n_cols), "weight": (n_cols,)}
    return Problem(
        arrays={name: rng.normal(size=size).astype(F32) + F32(2) for name, size in sizes.items()},
        dtype="float32",
        how=NORM.parse_arithmetic("ieee"),
        scalars={"eps": float(F32(1e-5))},
        given=frozenset({"weight", "eps"}),
    )


def loss(arrays):
    x, targets = arrays["inp"], arrays["targets"]
    with np.errstate(all="ignore"):
        shifted = x - x.max(axis=1, keepdims=True)
        picked = shifted[np.arange(len(x)), targets]
        return {"loss": (np.log(np.exp(shifted).sum(axis=1)) - picked).astype(F32)[:, None]}


def unshifted_loss(arrays):
    x, targets = arrays["inp"], arrays["targets"]
    with np.errstate(all="ignore"):
        picked = x[np.arange(len(x)), targets]
        return {"loss": (np.log(np.exp(x).sum(axis=1)) - picked).astype(F32)[:, None]}


def loss_by_first_target(arrays):
    return loss({**arrays, "targets": np.full_like(arrays["targets"], arrays["targets"][0])})


def loss_by_place(arrays):
    """Takes a target in the first column for one in the last."""
    targets = np.where(arrays["targets"] == 0, arrays["inp"].shape[1] - 1, arrays["targets"])
    return loss({**arrays, "targets": targets})


def relations(operation, problem, kernel):
    """Give what each further launch says of a kernel, by its words."""
    outputs, expected = kernel(problem.arrays), expected_of(operation, problem)
    return {
        each.what: [finding.reason for finding in each.findings(kernel({**problem.arrays, **each.arrays}))]
        for each in properties_of(operation=operation, problem=problem, outputs=outputs, expected=expected)
    }


def test_a_right_loss_keeps_every_relation():
    found = relations(LOSS, loss_problem(), loss)
    assert list(found) == [
        "the same launch again",
        "rows 1..5 step 2 replaced",
        "rows 0..6 step 2 replaced",
        "columns in another order",
        "rows next to the same rows plus a number",
    ]
    assert not any(found.values())


def test_an_integer_of_another_row_is_another_row():
    found = relations(LOSS, loss_problem(), loss_by_first_target)
    assert found["rows 0..6 step 2 replaced"] == [Reason.ROW_DEPENDENCE]


@pytest.mark.parametrize("name", ["column_sum", "gather_rows"])
def test_rows_that_share_a_result_keep_their_columns_together(name):
    """Rows whose columns are in different orders have other sums, and other rows in their places."""
    operation = shipped_operations()[name]
    arrays = {
        operation.main.name: np.arange(20.0, dtype=F32).reshape(4, 5),
        "indices": np.array([3, 3, 0, 2]),
    }

    def kernel(arrays):
        rows = arrays[operation.main.name]
        if name == "gather_rows":
            return {"out": rows[arrays["indices"]]}
        return {"sums": rows.sum(axis=0, dtype=F32)[np.newaxis]}

    found = relations(
        operation,
        Problem(
            arrays=arrays, dtype="float32", how=operation.parse_arithmetic("ieee"), main=operation.main.name
        ),
        kernel,
    )
    assert found == {"the same launch again": [], "columns in another order": []}


@pytest.mark.parametrize("name", ["column_sum", "scatter_add", "layer_norm_backward"])
def test_a_tail_that_may_be_flushed_is_no_proof_of_a_wide_bound(name):
    """Three terms of 0.9 times the least normal number may be flushed, each to 0, before they are added."""
    operation, rng = shipped_operations()[name], np.random.default_rng(4)
    inp, sums = rng.normal(size=(2, 3, 5)).astype(F32)
    inp[:, -1] = sums[:, -1] = F32(0.9) * np.finfo(F32).smallest_normal
    arrays = {
        "inp": inp, "table": sums, "dout": sums[:, ::-1].copy(), "indices": np.zeros(3, np.int64),
        "weight": np.full(5, 2.0, F32), "mean": np.zeros(3, F32), "rstd": np.full(3, 2.0, F32),
    }  # fmt: skip
    arrays["dout"][:, -1] = inp[:, -1]
    arrays["inp"][:, -1] = 1.5 if name == "layer_norm_backward" else arrays["inp"][:, -1]
    problem = Problem(arrays=arrays, dtype="float32", how=operation.parse_arithmetic("ieee+ftz"))
    assert proof_of(operation, problem, expected_of(operation, problem)).accepted == ()


def test_integers_that_count_columns_move_with_them():
    problem = loss_problem()
    problem.arrays["targets"][:] = 32
    assert relations(LOSS, problem, loss_by_place)["columns in another order"] == [
        Reason.PERMUTATION_VARIANCE
    ]


def test_rows_are_shifted_beside_equal_targets():
    found = relations(LOSS, loss_problem(), unshifted_loss)
    assert found["rows next to the same rows plus a number"] == [Reason.SHIFT_VARIANCE]


def test_every_output_must_have_a_bound_that_bites():
    problem = norm_problem()
    right = expected_of(NORM, problem)
    assert proof_of(NORM, problem, right).accepted == ()
    for name in ("out", "residual"):
        loose = Expected(right[name].reference, np.full((4, 33), np.inf))
        accepted = proof_of(NORM, problem, {**right, name: loose}).accepted
        assert accepted[:3] == (f"zeros as {name}", f"row means as {name}", f"dropped tail as {name}")
        # The sum does not depend on the weight.
        assert accepted[3:] == ((f"no weight as {name}",) if name == "out" else ())
    problem = loss_problem()
    (reference,) = (each.reference for each in expected_of(LOSS, problem).values())
    accepted = proof_of(LOSS, problem, {"loss": Expected(reference, np.full((7, 1), 9.0))}).accepted
    assert accepted == ("zeros", "one number")


@pytest.mark.parametrize("name", ["out", "residual"])
def test_each_output_is_judged_and_named(name):
    problem = norm_problem()
    right = {key: each.reference.astype(F32) for key, each in expected_of(NORM, problem).items()}
    assert judged(NORM, problem, **right).verdict is Verdict.PASS
    wrong = {**right, name: right[name].copy()}
    wrong[name][2, 5] *= F32(1.001)
    (finding,) = judged(NORM, problem, **wrong).findings
    assert finding.reason is Reason.WRONG_VALUE
    assert finding.message.startswith(f"{name}: 1 of 132 elements are off")
    assert "row 2, column 5" in finding.message


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_integers_have_guards_and_poison(dtype):
    image = output_image("counts", 3, 1, dtype)
    report = image.inspect(image.data.copy())
    assert (report.values.dtype, report.values.shape) == (np.dtype(dtype), (3, 1))
    assert report.unwritten.all()
    assert (report.values < -(2**30)).all()
    after = image.with_values(np.array([[0], [-1], [7]], dtype)).data.copy()
    assert not image.inspect(after).unwritten.any()
    after[image.origin_bytes - 1] ^= 1
    after[image.origin_bytes + 3 * np.dtype(dtype).itemsize] ^= 1
    assert [stray.n_elements for stray in image.inspect(after).strays] == [1, 1]
    given = input_image("targets", np.array([[4], [0]], dtype))
    np.testing.assert_array_equal(given.inspect(given.data).values, [[4], [0]])
