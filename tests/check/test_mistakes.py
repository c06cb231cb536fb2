"""Which known mistakes a case's bound sees, and what a case and a variant say of those that it does not see."""

from dataclasses import replace

import numpy as np
import pytest

from harness.check.vacuity import proof_of
from harness.operation.array import INP, OUT, Array
from harness.operation.derived import expected_of
from harness.operation.given import Scalar
from harness.operation.impostors import MAX_ELEMENTS
from harness.operation.problem import Expected, Problem, replaced
from tests.operation import made_up

F32 = np.float32
UP = Array(name="up", meaning="a term", rows="inp")
SUM = Array(name="total", meaning="a sum for each row", role="out", shape=("n_rows",))


def scaled(inp, up, slope):
    return {"out": inp * slope + up, "total": np.sum(inp, axis=1)}


def operation(reference=scaled, arrays=(INP, UP, OUT, SUM)):
    slope = Scalar("slope", "a factor", values=(1.0, 0.5))
    return made_up.operation(reference, *arrays, scalars=(slope,))


def problem(inp=None, *, slope=1.0, n_rows=3, n_cols=5):
    rng = np.random.default_rng(4)
    inp = rng.normal(size=(n_rows, n_cols)).astype(F32) if inp is None else np.asarray(inp, F32)
    return Problem(
        arrays={"inp": inp, "up": rng.normal(size=inp.shape).astype(F32)},
        dtype="float32",
        how=made_up.WORDS.parse("ieee"),
        scalars={"slope": slope},
        given=frozenset({"slope"}),
    )


def proof(own, given, **changes):
    return proof_of(own, given, expected_of(own, given), **changes)


MISTAKES = {
    "one element off in out", "rows swapped in out", "one element off in total", "rows swapped in total",
    "inp as zeros", "up as zeros", "another slope",
}  # fmt: skip


@pytest.mark.parametrize("slope", [1.0, 0.5])
def test_an_ordinary_case_rejects_every_mistake(slope):
    found = proof(operation(), problem(slope=slope))
    assert set(found.rejected) > MISTAKES
    assert (found.accepted, found.unseen) == ((), ())


def test_one_row_and_equal_rows_cannot_be_told_from_swapped_ones():
    swaps = {"rows swapped in out", "rows swapped in total"}
    one = proof(operation(), problem(n_rows=1))
    assert set(one.unseen) == {*swaps, "one element off in total", "one number as total"}
    equal = problem(np.tile(np.arange(5), (3, 1)))
    equal = replaced(equal, {"up": np.tile(equal.arrays["up"][:1], (3, 1))})
    assert swaps < set(proof(operation(), equal).unseen)
    third = equal.arrays["inp"].copy()
    third[1, 4] += 1
    assert swaps < set(proof(operation(), replaced(equal, {"inp": third})).rejected)


def test_equal_elements_cannot_be_told_from_their_neighbours():
    given = problem(np.full((2, 4), 3.0))
    given = replaced(given, {"up": np.zeros((2, 4), F32)})
    found = proof(operation(), given)
    assert {"one element off in out", "row means as out", "up as zeros"} <= set(found.unseen)
    assert "another slope" in found.rejected


def test_a_scalar_without_influence_is_unseen_and_not_vacuous():
    given = problem(np.zeros((3, 5)))
    assert {"another slope", "inp as zeros"} <= set(proof(operation(), given).unseen)
    assert proof(operation(), given).accepted == ()
    # A scalar that the kernel does not take is no argument that it could ignore.
    assert "another slope" not in {
        *proof(operation(), replace(problem(), given=frozenset())).rejected,
        *proof(operation(), replace(problem(), given=frozenset())).unseen,
    }


def test_an_array_that_the_reference_does_not_use_is_never_seen():
    own = operation(lambda inp, up, slope: {"out": inp * slope, "total": np.sum(inp, axis=1)})
    for n_rows in (1, 3, 7):
        assert "up as zeros" in proof(own, problem(n_rows=n_rows)).unseen


def test_a_bound_that_hides_a_mistake_says_so():
    own, given = operation(), problem()
    right = expected_of(own, given)
    # Zeros are still rejected, and a neighbour's result is not.
    loose = {**right, "out": Expected(right["out"].reference, np.abs(right["out"].reference) * 0.999)}
    found = proof_of(own, given, loose)
    assert "zeros as out" in found.rejected
    assert found.accepted == ()
    boundless = {
        name: Expected(each.reference, np.full(each.reference.shape, np.inf)) for name, each in right.items()
    }
    found = proof_of(own, given, boundless)
    assert found.rejected == ()
    assert set(found.unseen) == MISTAKES
    assert "zeros as out" in found.accepted


def test_rows_of_nan_reject_only_what_is_wrong_in_them():
    given = problem([[np.nan, 1.0, 2.0], [np.nan, 1.0, 2.0]])
    given = replaced(given, {"up": np.zeros((2, 3), F32)})
    found = proof(operation(), given)
    assert {"rows swapped in out", "rows swapped in total", "up as zeros"} <= set(found.unseen)
    assert {"inp as zeros", "one element off in out"} <= set(found.rejected)


def test_arguments_are_ignored_only_where_it_is_cheap():
    ignoring = {"inp as zeros", "up as zeros", "another slope"}
    few = proof(operation(), problem(), ignores_arguments=False)
    assert ignoring.isdisjoint({*few.rejected, *few.unseen})
    assert "rows swapped in out" in few.rejected
    large = proof(operation(), problem(n_rows=2, n_cols=MAX_ELEMENTS))
    assert ignoring.isdisjoint({*large.rejected, *large.unseen})


def test_a_reference_that_refuses_zeros_leaves_that_mistake_out():
    def choosy(inp, up, slope):
        if not inp.value.any():
            raise ValueError("no zeros")
        return scaled(inp, up, slope)

    found = proof(operation(choosy), problem())
    assert "inp as zeros" not in {*found.rejected, *found.unseen}
    assert "up as zeros" in found.rejected
