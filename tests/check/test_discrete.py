"""Discrete results: integers in all their bits, several right results, decisions that rounding makes, bytes."""

import numpy as np
import pytest

from harness.check.comparison import compare
from harness.check.judgement import Evidence, judge
from harness.check.properties import permuted
from harness.check.properties import repeated as repeated_launch
from harness.check.property import claimed
from harness.launch.buffers import Spacing, input_image, output_image
from harness.operation.array import INP, Array
from harness.operation.catalogue import shipped_operations
from harness.operation.derived import expected_of
from harness.operation.precision.rounding import float_format
from harness.operation.problem import Expected
from harness.verdict import Reason, Verdict
from tests.operation import made_up
from tests.operation.made_up import judged, problem

F32 = np.float32
LARGE = 2**53


def operation(reference, *outputs):
    return made_up.operation(reference, INP, *outputs, moves_with_columns=False)


def compared(out, reference):
    return compare(np.asarray(out), Expected(np.asarray(reference), np.zeros(np.shape(reference))))


def test_integers_beyond_2_to_the_53_are_compared_in_all_their_bits():
    right = np.array([[LARGE + 1, -LARGE - 1, 2**63 - 1]], np.int64)
    assert compared(right, right).n_wrong == 0
    off = compared([[LARGE + 2, -LARGE - 1, 2**63 - 2]], right)
    assert off.n_wrong == 2
    lines = compared([[LARGE, -LARGE - 1, 2**63 - 1]], right).message().splitlines()
    assert "expected 9007199254740993, got 9007199254740992" in lines[1]


def test_a_reference_of_large_integers_stays_one():
    serial = Array(name="serial", meaning="a number", role="out", shape=("n_rows",), dtype="int64")
    own = operation(lambda inp: np.arange(len(inp)) + LARGE + 1, serial)
    assert judged(own, problem([[1.0], [2.0]]), serial=[LARGE + 1, LARGE + 2]).verdict is Verdict.PASS
    (finding,) = judged(own, problem([[1.0], [2.0]]), serial=[LARGE, LARGE + 2]).findings
    assert finding.reason is Reason.WRONG_VALUE


def test_the_first_of_other_bits_is_told_in_full():
    first, again = np.array([[LARGE + 1]]), np.array([[LARGE]])
    (finding,) = repeated_launch({"out": first}).findings({"out": again})
    assert "9007199254740993, then 9007199254740992" in finding.message


TOP = shipped_operations()["row_max_index"]
TIES = [[1.0, 7.0, 7.0, 0.0], [np.nan, 2.0, np.nan, 9.0], [-np.inf] * 4]


@pytest.mark.parametrize(
    ("index", "wrong"), [([1, 0, 0], 0), ([2, 2, 3], 0), ([0, 2, 3], 1), ([1, 3, 0], 1), ([-1, 4, 4], 3)]
)
def test_any_tied_index_is_right_and_no_other(index, wrong):
    found = judged(TOP, problem(TIES), value=[7.0, np.nan, -np.inf], index=index)
    assert found.verdict is (Verdict.FAIL if wrong else Verdict.PASS)
    if wrong:
        (finding,) = found.findings
        assert finding.message.startswith(f"index: {wrong} of 3 elements")


def test_the_value_is_judged_beside_any_index():
    (finding,) = judged(TOP, problem(TIES), value=[6.0, np.nan, -np.inf], index=[1, 0, 0]).findings
    assert finding.message.startswith("value: 1 of 3 elements")


def test_a_predicate_that_gives_no_answers_is_an_error():
    index = Array(
        name="index", meaning="", role="out", shape=("n_rows",), dtype="int32", accept=lambda *_: np.True_
    )
    own = operation(lambda inp: np.argmax(inp, axis=1), index)
    with pytest.raises(
        ValueError, match=r"'accept' of index must give an ndarray of bool of the shape \(2,\)"
    ):
        own.accepted(problem([[1.0], [2.0]]), {"index": np.zeros((2, 1), np.int32)})


def test_only_what_is_equal_is_right_without_a_predicate():
    index = Array(name="index", meaning="", role="out", shape=("n_rows",), dtype="int32")
    own = operation(lambda inp: np.argmax(inp, axis=1), index)
    assert judged(own, problem(TIES), index=[1, 0, 0]).verdict is Verdict.PASS
    assert judged(own, problem(TIES), index=[2, 0, 0]).verdict is Verdict.FAIL


ROUNDED = Array(name="rounded", meaning="whole numbers", role="out", dtype="int8")


def thirds(values):
    return operation(lambda inp: np.rint(inp / 3.0), ROUNDED), problem([values])


def eighths(values):
    return operation(lambda inp: inp / 3.0, FP8), problem([values])


FP8 = Array(name="small", meaning="8 bits", role="out", dtype="float8_e4m3fn")
TIED = F32(3.0) * np.array([17.0, 19.0, 2.0**-10], F32)
# An operation with its input, its right results and its wrong ones, of which one element is wrong.
ROUNDINGS = {
    "near a tie both integers are right": (
        *thirds([np.nextafter(F32(7.5), F32(0)), 6.0, np.nextafter(F32(-4.5), F32(0)), 100.0]),
        [[2, 2, -1, 33], [3, 2, -2, 33]], [[4, 2, -1, 33], [2, 3, -1, 33], [2, 2, -1, 34]]),
    "at a tie that every division gives the even integer is right": (
        *thirds([7.5, 10.5, -4.5, -7.5]),
        [[2, 4, -2, -2]], [[3, 4, -2, -2], [2, 3, -2, -2], [2, 4, -1, -2], [2, 4, -2, -3]]),
    "an 8-bit float is the nearest or beside a tie either": (
        *eighths([*np.nextafter(TIED, F32(100)), np.nan]),
        [[16.0, 20.0, 0.0, np.nan], [18.0, 18.0, 2.0**-9, np.nan]],
        [[16.0, 22.0, 0.0, np.nan], [20.0, 20.0, 0.0, np.nan], [16.0, 20.0, 0.0, 1.0]]),
    "an exact number has one nearest 8-bit float": (
        *eighths([*TIED, np.nan]), [[16.0, 20.0, 0.0, np.nan]],
        [[18.0, 20.0, 0.0, np.nan], [16.0, 18.0, 0.0, np.nan], [16.0, 20.0, 2.0**-9, np.nan]]),
}  # fmt: skip


@pytest.mark.parametrize("name", ROUNDINGS)
def test_rounding(name):
    own, given, right, wrong = ROUNDINGS[name]
    (out,) = (array.name for array in own.arrays if array.role == "out")
    for each in right:
        assert judged(own, given, **{out: [each]}).verdict is Verdict.PASS
    for each in wrong:
        (finding,) = judged(own, given, **{out: [each]}).findings
        assert finding.message.startswith(f"{out}: 1 of 4 elements")


def test_what_is_clipped_is_judged_though_its_bound_reaches_beyond_the_type():
    own = operation(lambda inp: np.clip(np.rint(np.exp(inp) * 3.0), -127.0, 127.0), ROUNDED)
    given = problem([[20.0, float(np.log(126.5 / 3.0)), 0.0]])
    assert judged(own, given, rounded=[[127, 126, 3]]).verdict is Verdict.PASS
    assert judged(own, given, rounded=[[-127, 127, 3]]).verdict is Verdict.FAIL
    allowed = expected_of(own, given)["rounded"].allowed
    assert not np.isnan(allowed).any()


def test_what_does_not_fit_the_integer_is_not_judged():
    own = operation(lambda inp: np.rint(inp * 2.0), ROUNDED)
    allowed = expected_of(own, problem([[63.0, 64.0, -65.0, np.nan, np.inf]]))["rounded"].allowed
    np.testing.assert_array_equal(np.isnan(allowed), [[False, True, True, True, True]])


@pytest.mark.parametrize(("reference", "message"), [
    (lambda inp: inp / 2.0, "must be whole numbers; round it, by np.rint"),
    (lambda inp: np.ones(inp.shape), r"must be integers, or made from the inputs \(got float64\)"),
    (lambda inp: np.full(inp.shape, 128), r"must be within int8 \(got 128 to 128\)"),
])  # fmt: skip
def test_a_reference_of_integers_gives_integers(reference, message):
    with pytest.raises((TypeError, ValueError), match=message):
        expected_of(operation(reference, ROUNDED), problem([[1.0, 3.0]]))


BYTES = ["int8", "uint8", "float8_e4m3fn", "float8_e5m2"]


@pytest.mark.parametrize("dtype", BYTES)
def test_bytes_have_guards_and_a_poison_that_further_launches_change(dtype):
    image = output_image("out", 2, 3, dtype, Spacing(row_stride=5))
    again = image.for_further_launch()
    assert image.inspect(image.data.copy()).unwritten.all()
    changed = again.inspect(again.data.copy())
    assert not changed.unwritten.any()
    before = image.inspect(image.data.copy()).values
    assert (before.view(np.uint8) != changed.values.view(np.uint8)).all()
    after = again.data.copy()
    after[again.origin_bytes + 3] ^= 1
    assert [stray.where for stray in again.inspect(after).strays] == [
        "1 element past the end of row 0 (column 3)"
    ]


def test_images_of_wider_elements_are_the_same_in_further_launches():
    image = output_image("out", 2, 3, "float32")
    assert image.for_further_launch() is image
    given = input_image("bins", np.array([[4, 0]], np.uint8))
    assert given.for_further_launch() is given


def test_a_byte_with_the_bits_of_the_poison_is_unwritten_only_where_it_is_wrong():
    own = operation(lambda inp: np.rint(inp), ROUNDED)
    image = output_image("rounded", 1, 3, "int8")
    after = image.with_values(np.array([[-128, 5, -128]], np.int8))
    evidence = Evidence({"rounded": image.inspect(after.data)})
    np.testing.assert_array_equal(evidence.outputs["rounded"].unwritten, [[True, False, True]])
    found = judge(operation=own, problem=problem([[-128.0, 5.0, 6.0]]), evidence=evidence)
    (finding,) = found.findings
    assert finding.reason is Reason.UNWRITTEN_OUTPUT
    assert finding.message.startswith("rounded: 1 of 3 elements were never written, first at row 0, column 2")
    right = judge(operation=own, problem=problem([[-128.0, 5.0, -128.0]]), evidence=evidence)
    assert right.verdict is Verdict.PASS


@pytest.mark.parametrize(("name", "top"), [("float8_e4m3fn", 448.0), ("float8_e5m2", 57344.0)])
def test_the_8_bit_formats_are_those_of_ml_dtypes(name, top):
    form = float_format(name)
    every = np.arange(256, dtype=np.uint8).view(form.dtype).astype(np.float64)
    finite = np.unique(np.abs(every[np.isfinite(every)]))
    assert form.largest == finite[-1] == top
    assert form.smallest_subnormal == finite[1]
    # From each number to the next is one ulp.
    np.testing.assert_array_equal(np.diff(finite), form.ulp(finite[:-1]))


def test_another_launch_may_choose_another_right_index():
    given = problem(TIES)
    first = {
        "value": np.array([[7.0], [np.nan], [-np.inf]], F32),
        "index": np.array([[1], [0], [0]], np.int32),
    }
    (claim,) = claimed(
        [repeated_launch(first)], operation=TOP, problem=given, deterministic=False, max_magnitude=None
    )
    assert claim.findings({**first, "index": np.array([[2], [2], [3]], np.int32)}) == []
    (finding,) = claim.findings({**first, "index": np.array([[3], [2], [3]], np.int32)})
    assert "index: the same launch again" in finding.message
    # Without that claim, the bits must be the same.
    (finding,) = repeated_launch(first).findings({**first, "index": np.array([[2], [0], [0]], np.int32)})
    assert finding.reason is Reason.NONDETERMINISTIC


def test_permuted_columns_may_give_another_right_value_and_no_wrong_one():
    any_of_row = Array(
        name="any_of_row",
        meaning="an element of the row",
        role="out",
        shape=("n_rows",),
        accept=lambda inputs, outputs: (inputs["inp"] == outputs["any_of_row"][:, None]).any(axis=1),
    )
    own = made_up.operation(lambda inp: inp[:, 0], INP, any_of_row)
    given = problem([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    first = {"any_of_row": np.array([[1.0], [4.0]], F32)}
    permutation = permuted(own, given, first, expected_of(own, given))
    assert permutation.findings({"any_of_row": np.array([[3.0], [5.0]], F32)}) == []
    (finding,) = permutation.findings({"any_of_row": np.array([[3.0], [7.0]], F32)})
    assert finding.reason is Reason.WRONG_VALUE
    assert "1 of 2 elements" in finding.message
