"""Operations that name their arrays and give no bound: what they may declare, and what their reference gives."""

import functools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from harness.errors import SpecError
from harness.launch.inputs import problem_of
from harness.operation.array import INP, OUT, Array, vector
from harness.operation.catalogue import load_operation, shipped_operations
from harness.operation.derived import derived, expected_of
from harness.operation.size import Size
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant, read_sources
from harness.variant.matrix import cases
from tests.kernels.expectations import ROOT
from tests.operation.made_up import operation, problem
from tests.sampled import one_in

COUNTS = Array(name="counts", meaning="a count", role="out", shape=("n_rows",), dtype="int32")


@pytest.mark.parametrize(("arrays", "changes", "message"), [
    ((INP,), {}, "an operation must have an output"),
    ((OUT,), {}, "one input must have the values of the case's input kind, or be"),
    ((Array(name="q", meaning="", shape=("n_rows", "keys")), OUT), {}, "a size must be one of n_rows, n_cols or"),
    ((INP, OUT), {"sizes": (Size("keys", "", values=(3,)),)}, "an array must have the size 'keys' (got none)"),
    ((INP, Array(name="s", meaning="", role="out", shape=("n_rows",))), {"sizes": (Size("inp", "", of="n_cols"),)},
     "a role must have a unique name (got 'inp')"),
    (
        (
            Array(name="a", meaning="", strides=("ld",)),
            Array(name="b", meaning="", role="out", shape=("n_cols", "n_rows"), strides=("ld",)),
        ),
        {},
        "two strides of one name must have the same sizes within (got 'ld'",
    ),
    ((Array(name="a", meaning="", strides=("warp",)), OUT), {},
     "the name of a stride must be a C identifier with no other meaning"),
    ((Array(name="a", meaning="", shape=("n_cols", "n_rows")), OUT), {"shift_invariant": "so"},
     "'shift_invariant' needs a main input of the shape (n_rows, n_cols)"),
    ((INP, OUT, INP), {}, "a role must have a unique name (got 'inp')"),
    ((INP, OUT), {"vectors": (vector("weight", "a factor"),)}, "either 'arrays' or 'vectors' (got both)"),
    ((INP, COUNTS), {"precise_reference": lambda problem: 0.0}, "cannot have 'precise_reference'"),
    ((INP, OUT, COUNTS), {"precise_reference": lambda problem: 0.0}, "cannot have 'precise_reference'"),
    ((INP, COUNTS), {"row_quantities": lambda *_: ()}, "cannot have 'row_quantities'"),
    ((INP, Array(name="top", meaning="", role="out", shape=("n_rows",), dtype="int32", below="n_cols")), {},
     "'moves_with_columns' must be false if an output counts columns"),
])  # fmt: skip
def test_arrays_that_do_not_go_together_are_refused(arrays, changes, message):
    with pytest.raises(ValueError, match=r".*") as caught:
        operation(None, *arrays, **changes)
    assert message in str(caught.value)


def test_a_reference_gives_results_and_bounds():
    found = expected_of(operation(lambda inp: inp / 3.0), problem([[1.0, np.nan, np.inf]]))["out"]
    np.testing.assert_array_equal(found.reference, [[1 / 3, np.nan, np.inf]])
    assert 0.5 * 2.0**-25 <= found.allowed[0, 0] < 2.0**-23
    assert found.allowed[0, 1] == found.allowed[0, 2] == 0.0


def test_a_case_is_judged_by_the_precise_reference_within_the_bound_and_the_distance_of_both():
    wrong = operation(lambda inp: inp / 3.0, precise_reference=lambda problem: problem.exact / 3.0 + 0.25)
    case = problem([[1.0, 2.0]])
    (found,), (bounded,) = expected_of(wrong, case).values(), derived(wrong, case).values()
    np.testing.assert_array_equal(found.reference, case.exact / 3.0 + 0.25)
    np.testing.assert_allclose(found.allowed, bounded.allowed + 0.25)
    assert (bounded.allowed < 1e-7).all()


def test_a_precise_reference_decides_on_nan_and_what_both_find_infinite_is_exact():
    special = operation(
        lambda inp: np.log(inp), precise_reference=lambda problem: np.array([[np.nan, -np.inf, 0.5]])
    )
    (found,) = expected_of(special, problem([[1.0, 0.0, np.nan]])).values()
    assert (found.allowed[0, 0], found.allowed[0, 1]) == (0.0, 0.0)
    assert np.isnan(found.allowed[0, 2])


def test_an_undecided_element_is_not_judged():
    found = expected_of(operation(lambda inp: np.log(inp - 0.1)), problem([[0.1, 1.0]]))["out"]
    assert np.isnan(found.allowed[0, 0])
    assert found.allowed[0, 1] < 1e-5


def test_integers_are_exact_and_have_the_shape_of_rows():
    own = operation(lambda inp: {"counts": (inp.value > 0).sum(axis=1), "out": inp}, INP, OUT, COUNTS)
    found = expected_of(own, problem([[1.0, -1.0, 2.0], [0.0, 0.0, 1.0]]))
    np.testing.assert_array_equal(found["counts"].reference, [[2.0], [1.0]])
    assert not found["counts"].allowed.any()
    assert list(found) == ["out", "counts"]


@pytest.mark.parametrize(("reference", "error", "message"), [
    (lambda inp: {"y": inp}, ValueError, "the reference must give out (got y)"),
    (lambda inp: inp[:, :1], ValueError, r"the reference of out must have the shape (1, 2) (got (1, 1))"),
    (lambda inp: inp.value, TypeError, "got ndarray, which has no bound"),
    (lambda inp: np.unwrap(inp), TypeError, "unwrap"),
])  # fmt: skip
def test_a_reference_that_gives_something_else_is_an_error(reference, error, message):
    with pytest.raises(error, match=r".*") as caught:
        expected_of(operation(reference), problem([[1.0, 2.0]]))
    assert message in str(caught.value)


def test_an_error_in_a_projects_reference_names_its_line(tmp_path: Path):
    path = tmp_path / "broken.py"
    path.write_text(
        "import numpy as np\n"
        "from kernel_harness.operation import INP, OUT, Operation, Vocabulary\n"
        "def reference(inp):\n"
        "    return np.unwrap(inp)\n"
        "OPERATION = Operation(name='broken', summary='', reference=reference, arrays=(INP, OUT),\n"
        "                      parse_arithmetic=Vocabulary(bases={'ieee': 'exact'}).parse)\n",
        encoding="ascii",
    )
    with pytest.raises(SpecError) as caught:
        expected_of(load_operation(path), problem([[1.0, 2.0]]))
    assert (caught.value.path, caught.value.line) == (path, 4)
    assert "operation 'broken': its reference failed (got TypeError" in caught.value.message


def test_the_arrays_of_a_case_have_their_types_values_and_seeds():
    variant = load_variant(ROOT / "fixtures" / "operations" / "right" / "cross_entropy_warp.cu")
    case = make_case(variant, dtype="bfloat16", n_rows=40, n_cols=5, block=(32, 4, 1))
    targets = problem_of(case).arrays["targets"]
    assert (targets.dtype, targets.shape) == (np.int64, (40,))
    assert set(targets) == set(range(5))
    assert (targets != problem_of(case.with_seed(1)).arrays["targets"]).any()
    variant = load_variant(ROOT / "fixtures" / "operations" / "right" / "residual_rms_norm_block.cu")
    made = problem_of(make_case(variant, dtype="float16", n_rows=4, n_cols=33, block=(64, 1, 1))).arrays
    assert made["residual"].dtype == made["inp"].dtype == np.float16
    assert (made["residual"] != made["inp"]).any()


def test_integers_have_the_values_that_their_array_makes():
    variant = load_variant(ROOT / "fixtures" / "operations" / "right" / "masked_softmax_int64.cu")
    case = make_case(variant, dtype="float32", n_rows=10, n_cols=200, block=(64, 1, 1))
    mask = problem_of(case).arrays["mask"]
    assert mask.dtype == np.int64
    counts = mask.sum(axis=1)
    np.testing.assert_array_equal(counts[[2, 3, 4]], [0, 200, 1])
    np.testing.assert_array_equal(counts[[7, 8, 9]], [0, 200, 1])
    assert (mask[4::5, -1] == 1).all()
    assert 60 < counts[0] < 140 < counts[1] < 200
    variant = load_variant(ROOT / "fixtures" / "operations" / "right" / "ragged_softmax_block.cu")
    lengths = problem_of(make_case(variant, dtype="float32", n_rows=90, n_cols=5, block=(64, 1, 1))).arrays[
        "lengths"
    ]
    assert (lengths.dtype, set(lengths)) == (np.int32, set(range(6)))


@pytest.mark.parametrize("number", [-1.0, 5.0, 0.5, np.nan])
def test_integers_outside_their_range_are_an_error(number):
    variant = load_variant(ROOT / "fixtures" / "operations" / "right" / "cross_entropy_warp.cu")
    arrays = tuple(
        replace(each, values=lambda stream, shape, form: np.full(shape, number)) if each.is_integer else each
        for each in variant.operation.arrays
    )
    variant = replace(variant, operation=replace(variant.operation, arrays=arrays))
    with pytest.raises(SpecError, match=r"the values of targets must be whole numbers from 0 to 4"):
        problem_of(make_case(variant, dtype="float32", n_rows=2, n_cols=5, block=(32, 4, 1)))


def test_a_size_that_only_integers_are_below_is_used():
    lengths = Array(name="lengths", meaning="", shape=("n_rows",), dtype="int32", below="keys + 1")
    made = operation(None, INP, lengths, OUT, sizes=(Size("keys", "", values=(3,)),))
    assert made.arrays[1].limit({"n_rows": 2, "n_cols": 5, "keys": 3}) == 4
    tokens = Size("tokens", "", of="n_cols")
    lengths = Array(name="lengths", meaning="", shape=("n_rows",), dtype="int32", below="tokens + 1")
    made = operation(None, INP, lengths, OUT, sizes=(tokens,))
    assert made.arrays[1].below == "n_cols + 1"


SUMS = [(threads, serial) for threads in (1, 2, 32, 48, 64, 1024) for serial in (None, 0, 5, 40)]


@functools.cache
def variants_by_operation():
    sources = (ROOT / "cuda_src", ROOT / "fixtures" / "operations" / "right")
    return {each.operation.name: each for each in read_sources(sources, ()).variants}


@pytest.mark.parametrize("name", one_in(6, sorted(shipped_operations()), pytest.mark.slow))
def test_sums_of_equal_depths_share_bounds_and_each_has_those_that_it_has_alone(name):
    variant = variants_by_operation()[name]
    shared, made = {}, []
    given = problem_of(next(each for each in cases(variant) if each.shape.n_cols > 30))
    for row_threads, serial in SUMS:
        problem = replace(given, row_threads=row_threads, serial=serial)
        alone = expected_of(variant.operation, problem)
        problem.keep(shared, lambda _: None)
        made.append(expected_of(variant.operation, problem))
        for output, own in alone.items():
            assert own.reference.tobytes() == made[-1][output].reference.tobytes()
            assert own.allowed.tobytes() == made[-1][output].allowed.tobytes()
    assert len({id(each) for each in made}) < len(SUMS)
