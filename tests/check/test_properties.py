"""Relations between launches: right outputs keep them, and each breaker breaks its own."""

from dataclasses import replace

import numpy as np
import pytest

from harness.check.properties import MAX_ELEMENTS, SHIFT_EXPONENT, on_grid, other_rows
from harness.launch.input_kinds import KINDS
from harness.launch.inputs import make_input
from harness.operation.kinds import INPUT_KINDS
from harness.operation.precision.rounding import FORMATS, float_format
from harness.operation.shipped.softmax import OPERATION
from harness.verdict import Reason
from tests.sampled import one_in

from . import simulated
from .softmax_problem import further_launches, softmax_problem

DTYPES = ["float32", "float16", "bfloat16"]


def right(inp, name="ieee", row_threads=32, seed=1):
    with np.errstate(invalid="ignore"):
        return simulated.simulate(name, inp.astype(np.float32), row_threads, seed=seed).astype(inp.dtype)


def tried(kernel, inp, name="ieee", row_threads=32, *, probes=False):
    """Give what each property says of a kernel, by its words."""
    found = {
        each.what: [finding.reason for finding in each.findings({"out": kernel(each.arrays.get("inp", inp))})]
        for each in further_launches(inp, kernel(inp), None, name, row_threads, probes_approximations=probes)
    }
    # Rows whose results depend on themselves alone need two patterns: even rows kept, odd rows kept.
    patterns = iter((EVEN, ODD))
    return {next(patterns) if what.endswith(" replaced") else what: each for what, each in found.items()}


REPEATED, EVEN, ODD, PERMUTED, SHIFTED = (
    "the same launch again", "even rows kept", "odd rows kept", "columns in another order",
    "rows next to the same rows plus a number",
)  # fmt: skip


def relations(inp, out):
    """Give the properties of a first launch with an error bound of 1."""
    return further_launches(inp, out, np.ones(inp.shape))


def inputs(kind="spread", shape=(7, 33), dtype="float32"):
    return make_input(kind, *shape, dtype, 3)


@pytest.mark.parametrize("name", one_in(12, simulated.CASES, pytest.mark.slow))
@pytest.mark.parametrize("kind", KINDS)
def test_right_kernels_keep_every_relation(kind, name):
    for shape in ((7, 33), (3, 1), (1, 5), (2, 1000)):
        found = tried(lambda inp: right(inp, name), inputs(kind, shape), name)
        if kind == "huge3e38" and "exp2" in name:
            # The product with log2(e) overflows: this kernel is wrong in its first launch already.
            found[PERMUTED] = []
        assert not any(found.values()), (shape, found)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", KINDS)
def test_right_kernels_keep_every_relation_in_every_type(kind, dtype):
    found = tried(right, inputs(kind, (7, 33), dtype))
    assert not any(found.values()), found


PROBED = "rows that show errors of approximations"


@pytest.mark.parametrize("shape", [(2, 1), (2, 2), (3, 5), (1, 64), (2, 4099)])
@pytest.mark.parametrize("name", simulated.CASES)
def test_right_kernels_are_within_the_bound_where_approximations_show_most(name, shape):
    found = tried(lambda inp: right(inp, name), inputs(shape=shape), name, probes=True)
    assert found[PROBED] == []


@pytest.mark.parametrize("name", simulated.CASES)
def test_short_cuts_are_outside_the_bound_of_ieee(name):
    found = tried(lambda inp: right(inp, name), inputs(shape=(3, 4099)), probes=True)
    if set(name.split("+")) & {"fast_exp", "fast_div"}:
        assert found[PROBED] == [Reason.WRONG_VALUE]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_other_types_have_no_such_rows(dtype):
    inp = inputs(dtype=dtype)
    assert OPERATION.approximation_probe(softmax_problem(inp), 1) is None


def test_what_is_tried_follows_from_the_data():
    assert list(tried(right, inputs())) == [REPEATED, EVEN, ODD, PERMUTED, SHIFTED]
    assert list(tried(right, inputs(shape=(1, 33)))) == [REPEATED, PERMUTED]
    assert list(tried(right, inputs(shape=(3, 1)))) == [REPEATED, EVEN, ODD, SHIFTED]
    assert list(tried(right, inputs("constant"))) == [REPEATED, EVEN, ODD, SHIFTED]
    assert list(tried(right, inputs("normal", (2, MAX_ELEMENTS // 2)))) != [REPEATED]
    assert list(tried(right, inputs("normal", (2, MAX_ELEMENTS // 2 + 1)))) == [REPEATED]


def test_a_launch_on_other_inputs_and_its_repetition_come_last_if_launches_leave_values():
    inp = inputs()

    def launches(inp=inp, **options):
        return list(further_launches(inp, right(inp), np.zeros(inp.shape), **options))

    def kinds(properties):
        return [(tried.what, tried.schedule) for tried in properties]

    *others, again = launches(keeps_state=True)
    assert kinds(others) == kinds(launches()), "the launches before are those of any kernel"
    assert not any(tried.before for tried in others)
    assert not again.arrays
    assert (again.before["inp"] != inp).any(axis=1).all(), "what each row left is another value"
    *others, seven, eight = launches(keeps_state=True, schedules=(7, 8))
    assert kinds(others) == kinds(launches(schedules=(7, 8)))
    assert [(tried.schedule, set(tried.before)) for tried in (seven, eight)] == [(7, {"inp"}), (8, {"inp"})]
    (large,) = launches(inputs("normal", (2, MAX_ELEMENTS // 2 + 1)), keeps_state=True)
    assert not large.before, "a large case is for timing"


class CountsLaunches:
    """Right, with one bit of difference in every second launch."""

    def __init__(self):
        self.n_launches = 0

    def __call__(self, inp):
        self.n_launches += 1
        out = right(inp)
        if self.n_launches % 2 == 0:
            out.view(np.uint32)[0, 0] ^= 1
        return out


def shared_maximum(inp):
    """Subtract the largest number of all rows from each."""
    with np.errstate(invalid="ignore", over="ignore"):
        powers = np.exp(inp - np.fmax.reduce(inp, axis=None)).astype(np.float32)
        return (powers / powers.sum(axis=1, keepdims=True, dtype=np.float32)).astype(np.float32)


def first_row_leaks(inp):
    """Change the last row by the first, so little that every element is within its bound."""
    out = right(inp)
    if np.isnan(inp[0]).any():
        out[-1] *= np.float32(1 + 2.0**-22)
    return out


def loses_the_last(inp):
    """Leave the last element out of the sum."""
    with np.errstate(invalid="ignore", over="ignore"):
        powers = np.exp(inp - inp.max(axis=1, keepdims=True))
        return (powers / powers[:, :-1].sum(axis=1, keepdims=True)).astype(np.float32)


def unshifted(inp):
    with np.errstate(invalid="ignore", over="ignore"):
        powers = np.exp(inp)
        return (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)


def starts_from_zero(inp):
    with np.errstate(invalid="ignore", over="ignore"):
        powers = np.exp(inp - np.maximum(inp.max(axis=1, keepdims=True), np.float32(0)))
        return (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)


def test_one_bit_of_difference_is_nondeterministic():
    inp = inputs()
    (repetition, *_) = relations(inp, right(inp))
    again = right(inp)
    again.view(np.uint32)[2, 5] ^= 1
    (finding,) = repetition.findings({"out": again})
    assert finding.reason is Reason.NONDETERMINISTIC
    first, second, *_ = finding.message.split("\n")
    assert first == "the same launch again gave other bits: 1 of 231 elements"
    assert second.startswith("first at row 2, column 5: ")
    assert tried(CountsLaunches(), inp)[REPEATED] == [Reason.NONDETERMINISTIC]


def test_nan_with_other_bits_is_nondeterministic_too():
    inp = inputs("nan")
    (repetition, *_) = relations(inp, right(inp))
    again = right(inp)
    again[0] = np.array(0x7FC00001, np.uint32).view(np.float32)
    assert [finding.reason for finding in repetition.findings({"out": again})] == [Reason.NONDETERMINISTIC]


def test_a_row_that_depends_on_others_is_found():
    found = tried(shared_maximum, inputs("normal"))
    assert found[EVEN] + found[ODD]
    assert set(found[EVEN] + found[ODD]) == {Reason.ROW_DEPENDENCE}


def test_each_half_of_the_rows_is_held_against_the_other():
    assert tried(first_row_leaks, inputs("normal", (4, 33)))[ODD] == [Reason.ROW_DEPENDENCE]
    # The last row is replaced where only even rows stay, and where only odd ones do of five.
    found = tried(first_row_leaks, inputs("normal", (5, 33)))
    assert (found[EVEN], found[ODD]) == ([], [])


@pytest.mark.parametrize("n_rows", [2, 40])
def test_the_replaced_rows_are_extreme_in_every_way(n_rows):
    inp = inputs(shape=(n_rows, 33))
    kept = np.arange(n_rows) % 2 == 0
    moved = other_rows(OPERATION, softmax_problem(inp), {"out": right(inp)}, kept).arrays["inp"]
    assert (moved[kept] == inp[kept]).all()
    largest = np.finfo(np.float32).max
    fillers = np.array([np.nan, -np.inf, -largest, largest], np.float32)
    replaced = moved[~kept]
    mixed = [index for index in range(len(replaced)) if n_rows == 2 or index % 4 != 3]
    for row in replaced[mixed]:
        np.testing.assert_array_equal(np.unique(row), np.unique(fillers))
    # A maximum drops NaN: without the largest number beside it, it would show nothing.
    assert (np.nanmax(replaced[mixed], axis=1) == largest).all()
    uniform = np.delete(replaced, mixed, axis=0)
    assert (uniform.view(np.uint32) == uniform.view(np.uint32)[:, :1]).all()
    assert n_rows == 2 or np.isnan(uniform[0]).all()


@pytest.mark.parametrize("shape", [(1, 1030), (2, 1030)])
def test_an_element_too_light_to_be_missed_is_missed_in_another_order(shape):
    # In row 0 the last element weighs e^-20 of the first, in row 1 still e^-5.
    inp = inputs("descending", shape)[:1]
    assert tried(loses_the_last, inp) == {REPEATED: [], PERMUTED: [Reason.PERMUTATION_VARIANCE]}


def test_rows_are_reversed_and_rotated():
    inp = np.arange(8, dtype=np.float32).reshape(2, 4)
    (permuted,) = (each for each in relations(inp, right(inp)) if each.what == PERMUTED)
    np.testing.assert_array_equal(permuted.arrays["inp"], [[3, 2, 1, 0], [7, 4, 5, 6]])


@pytest.mark.parametrize(("kernel", "sign"), [(unshifted, "+"), (starts_from_zero, "-")])
def test_a_kernel_that_does_not_subtract_the_maximum_is_found_on_ordinary_numbers(kernel, sign):
    inp = inputs("normal", (3, 33))
    found = tried(kernel, inp)
    assert found == {REPEATED: [], EVEN: [], ODD: [], PERMUTED: [], SHIFTED: [Reason.SHIFT_VARIANCE]}
    *_, shifted = relations(inp, kernel(inp))
    (finding,) = shifted.findings({"out": kernel(shifted.arrays["inp"])})
    row = 1 if sign == "+" else 2
    assert finding.message.startswith(f"row {row} is row 0 {sign} 256, exactly, and 33 of 33 elements moved")


def test_two_rows_are_shifted_upwards_only():
    assert tried(unshifted, inputs("normal", (2, 33)))[SHIFTED] == [Reason.SHIFT_VARIANCE]


def extremes(form):
    largest = form.largest
    return [
        [largest, -largest, 0.0, 1.0],
        [largest, largest / 2, 1.0, -1.0],
        [form.smallest_subnormal, -form.smallest_subnormal, form.smallest_normal, 0.0],
        [0.0, 0.0, 0.0, 0.0],
        [2.0**SHIFT_EXPONENT, 1.0, -1.0, 0.3],
        [np.nan, np.inf, -np.inf, 1.7],
        [-np.inf, -np.inf, -np.inf, -np.inf],
    ]


@pytest.mark.parametrize("dtype", FORMATS)
@pytest.mark.parametrize("kind", [*KINDS, "extremes"])
def test_additions_on_the_grid_are_exact(kind, dtype):
    form = float_format(dtype)
    rows = extremes(form) if kind == "extremes" else make_input(kind, 12, 37, dtype, 5)
    rows = np.array(rows, dtype=np.float64).astype(form.dtype).astype(np.float64)
    grid, shift = on_grid(rows, form)
    finite = np.isfinite(rows)
    assert (shift >= 2.0**SHIFT_EXPONENT).all()
    with np.errstate(over="raise", invalid="ignore"):
        for numbers in (grid, grid + shift, grid - shift):
            stored = numbers.astype(form.dtype).astype(np.float64)
            np.testing.assert_array_equal(stored, numbers)
            np.testing.assert_array_equal(np.isfinite(stored), finite)
        # Exact in float64 as well, or the numbers above would be others.
        np.testing.assert_array_equal(((grid + shift) - shift)[finite], grid[finite])
    np.testing.assert_array_equal(grid[~finite], rows[~finite])


def test_the_grid_leaves_ordinary_rows_what_they_are():
    rows = inputs("spread", (4, 1000)).astype(np.float64)
    grid, _ = on_grid(rows, float_format("float32"))
    assert np.abs(grid - rows).max() <= 2.0**-15


@pytest.mark.parametrize(("kinds", "has_nan", "has_infinity"), [
    (INPUT_KINDS, True, True),
    (tuple(kind for kind in INPUT_KINDS if kind != "nan"), False, True),
    (("spread", "normal", "sweep", "nan"), True, False),
    (("spread", "normal", "sweep"), False, False),
])  # fmt: skip
def test_replaced_rows_have_only_what_an_operation_has_kinds_of(kinds, has_nan, has_infinity):
    operation = replace(OPERATION, kinds=kinds)
    inp = np.ones((40, 9), np.float32)
    moved = other_rows(operation, softmax_problem(inp), {"out": right(inp)}, np.arange(40) == 0).arrays["inp"]
    assert np.isnan(moved).any() == has_nan
    assert np.isinf(moved).any() == has_infinity
    assert (moved[1:, ::2] == np.finfo(np.float32).max).any()
    assert (moved[0] == 1.0).all()
