import numpy as np
import pytest

from harness.check.vacuity import proof_of
from harness.launch.input_kinds import KINDS
from harness.launch.inputs import make_input
from harness.operation.impostors import tail_length
from harness.operation.precision.rounding import FORMATS
from harness.operation.problem import Expected
from harness.operation.shipped.softmax import OPERATION
from tests.sampled import one_in

from .softmax_problem import bound, softmax, softmax_problem


def accepted(inp, allowed=None, arithmetic="ieee", row_threads=32, dtype="float32"):
    reference = softmax(inp)
    if allowed is None:
        allowed = bound(inp, arithmetic, row_threads, dtype)
    allowed = np.broadcast_to(np.float64(allowed), reference.shape)
    problem = softmax_problem(inp.astype(FORMATS[dtype].dtype), arithmetic, row_threads)
    return proof_of(OPERATION, problem, {"out": Expected(reference, allowed)}).accepted


# The widest bounds there are: serial, online, and the coarsest functions, with and without flushing.
LOOSEST = ("fast_exp+division_free+online", "fast_exp+fast_div+online+ftz")


@pytest.mark.parametrize("dtype", one_in(3, ["float32", "float16", "bfloat16"], pytest.mark.slow))
@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_is_vacuous_at_any_width_under_the_loosest_bound(kind, dtype):
    for n_rows, n_cols in (
        *((1, n) for n in (1, 2, 3, 4, 5, 31, 32, 33, 1000, 4099, 8193)),
        *((6, n) for n in (1, 2, 3, 4, 5, 7, 31, 32, 33, 127, 256, 257, 1000, 1023, 4099)),
        (12, 8193),
    ):
        inp = make_input(kind, n_rows, n_cols, dtype, 7)
        for arithmetic in LOOSEST:
            found = accepted(inp, arithmetic=arithmetic, row_threads=1, dtype=dtype)
            assert found == (), (n_rows, n_cols, arithmetic)


def test_a_flat_tolerance_of_1e_4_is_vacuous_for_long_rows():
    inp = np.random.default_rng(3).random((4, 262_147), dtype=np.float32)
    assert accepted(inp, allowed=1e-4) == ("zeros", "constant 1/n", "dropped tail")


def test_a_flat_tolerance_of_1e_5_lets_only_the_tail_pass():
    inp = np.zeros((1, 1001), dtype=np.float32)
    inp[0, :] = np.linspace(-5.0, 5.0, 1001)
    assert accepted(inp, allowed=1e-5) == ()
    inp[0, -1] = -10.0
    assert accepted(inp, allowed=1e-5) == ("dropped tail",)
    assert accepted(inp) == ()


def test_a_relative_tolerance_of_one_is_vacuous():
    inp = make_input("spread", 4, 100, "float32", 3)
    assert "zeros" in accepted(inp, allowed=softmax(inp))


def test_a_constant_that_is_nearly_but_not_right_is_reported():
    # 40 ulp from 1 / n: a check that allows 50 cannot tell, and one that allows 30 can.
    inp = np.array([[0.0, 0.0, 0.0, 40 * 2.0**-23]], dtype=np.float32)
    ulp = 2.0**-25
    assert accepted(inp, allowed=50 * ulp) == ("constant 1/n",)
    assert accepted(inp, allowed=10 * ulp) == ()


@pytest.mark.parametrize("inp", [
    [[3.0]], [[2.0, 2.0, 2.0], [100.0, 100.0, 100.0]], [[1e-40, -1e-41, 0.0]],
], ids=["one column", "constant rows", "subnormal rows"])  # fmt: skip
def test_the_constant_does_not_count_where_it_is_the_right_answer(inp):
    inp = np.array(inp, dtype=np.float32)
    np.testing.assert_allclose(softmax(inp), 1.0 / inp.shape[1])
    assert accepted(inp) == ()
    # Zeros are still told from it, so the check is not empty.
    assert "zeros" in accepted(inp, allowed=1.0)


def test_the_tail_does_not_count_where_it_is_zero_to_rounding():
    inp = np.zeros((2, 9), dtype=np.float32)
    inp[:, -1] = -120.0
    assert softmax(inp)[0, -1] < 2.0**-150
    assert accepted(inp) == ()
    inp[:, -1] = -80.0
    assert softmax(inp)[0, -1] > 2.0**-126
    assert accepted(inp, allowed=1e-30) == ("dropped tail",)


def test_what_flushing_makes_zero_is_right_under_ftz_only():
    inp = np.zeros((2, 9), dtype=np.float32)
    inp[:, -1] = -90.0
    assert accepted(inp, allowed=2.0**-126, arithmetic="ieee+ftz") == ()
    assert accepted(inp, allowed=2.0**-126, arithmetic="ieee") == ("dropped tail",)


def test_what_float16_rounds_to_zero_is_right_in_float16_only():
    inp = np.zeros((2, 9), dtype=np.float16)
    inp[:, -1] = -20.0
    assert accepted(inp, dtype="float16") == ()
    assert accepted(inp.astype(np.float32), allowed=2.0**-25) == ("dropped tail",)


def test_rows_of_nan_reject_every_impostor():
    inp = np.array([[np.nan, 0.0, 1.0], [np.inf, 0.0, 1.0], [-np.inf, -np.inf, -np.inf]], dtype=np.float32)
    assert accepted(inp, allowed=1.0) == ()


def test_one_row_that_rejects_is_enough():
    inp = np.zeros((3, 8), dtype=np.float32)
    inp[1, 2] = 1.0
    assert accepted(inp) == ()


@pytest.mark.parametrize("shape", [(0, 4), (4, 0)])
def test_an_empty_case_has_nothing_to_be_vacuous_about(shape):
    assert accepted(np.empty(shape, dtype=np.float32), allowed=1.0) == ()


@pytest.mark.parametrize(
    ("n_cols", "tail"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 2), (7, 3), (8, 1), (1000, 1), (1003, 3)]
)
def test_the_tail_is_the_remainder_of_vectors_of_four_or_one(n_cols, tail):
    assert tail_length(n_cols) == tail
