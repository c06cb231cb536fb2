"""The bound without a reference: harmless changes are within it, wrong results are not."""

import itertools

import ml_dtypes
import numpy as np
import pytest

from harness.undeclared.bound import N_DRAWS, N_EVEN_DRAWS, Outcome, compare_case, outcome_of

N_ROWS, N_COLS = 40, 300


def refuse(number):
    raise AssertionError(f"draw {number} was not needed")


def drawn_add(a, b, rng):
    """Return f32 sums, each rounded up or down so that it is right on average."""
    exact = a.astype(np.float64) + b.astype(np.float64)
    near = exact.astype(np.float32)
    towards = np.where(exact > near, np.float32(np.inf), np.float32(-np.inf))
    far = np.nextafter(near, towards)
    share = np.abs(exact - near) / np.abs(far.astype(np.float64) - near)
    return np.where((exact != near) & (rng.random(near.shape) < share), far, near)


def summed(x, rng=None):
    """Return sums of rows in f32, one term after another."""
    total = np.zeros(len(x), np.float32)
    for column in x.T:
        total = total + column if rng is None else drawn_add(total, column, rng)
    return total


def of_sums(x):
    return {"y": summed(x)}, lambda number: {"y": summed(x, np.random.default_rng(number))}


@pytest.fixture
def rows():
    return np.random.default_rng(7).normal(size=(N_ROWS, N_COLS)).astype(np.float32)


def compared(base, head, draw_base=refuse, draw_head=refuse):
    (found,) = compare_case(base, head, draw_base, draw_head)
    return found


def test_equal_bits_and_two_ulp_need_no_draw(rows):
    base, _ = of_sums(rows)
    assert compared(base, base).outcome is Outcome.SAME
    moved = {"y": np.nextafter(np.nextafter(base["y"], np.float32(9e9)), np.float32(9e9))}
    found = compared(base, moved)
    assert (found.outcome, found.n_draws) == (Outcome.WITHIN, 0)
    assert found.digits == pytest.approx(6.7, abs=0.3)


def test_another_order_of_a_sum_is_within(rows):
    base, draw_base = of_sums(rows)
    head, draw_head = of_sums(rows[:, ::-1])
    found = compared(base, head, draw_base, draw_head)
    assert (found.outcome, found.n_changed) == (Outcome.WITHIN, 0)
    assert found.n_draws == 3
    assert 4 < found.digits < 7
    assert 0.3 < found.spread_ratio < 3


def test_a_missing_term_is_a_change(rows):
    base, draw_base = of_sums(rows)
    head, draw_head = of_sums(rows[:, 1:])
    found = compared(base, head, draw_base, draw_head)
    assert found.outcome is Outcome.CHANGED
    assert found.n_changed > N_ROWS * 0.9
    assert found.n_draws == N_DRAWS + N_EVEN_DRAWS
    assert f"of {N_ROWS} elements changed, worst y[{found.at}]: " in found.text


def test_one_small_wrong_element_is_a_change(rows):
    base, draw_base = of_sums(rows)
    wrong = np.where(np.arange(N_ROWS) == 5, np.float32(1 + 1e-3), np.float32(1))
    head = {"y": base["y"] * wrong}
    found = compared(base, head, draw_base, lambda number: {"y": draw_base(number + 50)["y"] * wrong})
    assert (found.outcome, found.n_changed, found.at) == (Outcome.CHANGED, 1, 5)


def test_means_lose_the_bias_of_rounding_to_nearest():
    """Ones added to 2^24 stagnate: the plain sums differ by thousands of ulp, the means do not."""
    ascending = np.ones((8, 4097), np.float32)
    ascending[:, 0] = 2.0**24
    base, draw_base = of_sums(ascending)
    head, draw_head = of_sums(ascending[:, ::-1])
    assert np.abs(base["y"] - head["y"]).min() > 4000
    assert compared(base, head, draw_base, draw_head).outcome is Outcome.WITHIN


def test_a_term_that_rounding_absorbs_shows_in_even_draws_alone():
    """1 - 1e-9 is 1 in one version, so that 1 less it is 0, and the other subtracts in another way."""
    base = {"y": np.zeros(64, np.float32)}
    head = {"y": np.full(64, 1e-9, np.float32)}

    def absorbed(number):
        moves = np.random.default_rng(number).random(64) < 0.5
        return {"y": np.where(moves & (number >= N_DRAWS), np.float32(2.0**-24), np.float32(0))}

    found = compared(base, head, absorbed, lambda _: head)
    assert (found.outcome, found.n_draws) == (Outcome.WITHIN, N_DRAWS + N_EVEN_DRAWS)
    assert compared(base, {"y": head["y"] + 1}, absorbed, lambda _: {"y": head["y"] + 1}).n_changed == 64
    assert compared(base, head, lambda _: base, lambda _: head).outcome is Outcome.CHANGED


def test_classes_must_agree_unless_base_itself_moves_them(rows):
    base, draw_base = of_sums(rows)
    head = {"y": base["y"].copy()}
    head["y"][3] = np.nan
    assert compared(base, head, draw_base, draw_base).at == 3

    def moved(number):
        drawn = draw_base(number)
        drawn["y"][3] = np.inf if number % 2 else 3e38
        return drawn

    found = compared(base, head, moved, draw_base)
    assert (found.outcome, found.n_unjudged) == (Outcome.WITHIN, 1)


def test_integers_are_exact_unless_base_itself_moves_them():
    base = {"at": np.arange(6, dtype=np.int32)}
    head = {"at": base["at"].copy()}
    head["at"][[1, 4]] = 9
    assert compared(base, head, lambda _: base, refuse).n_changed == 2

    def moved(number):
        drawn = base["at"].copy()
        drawn[4] += number == 7
        return {"at": drawn}

    found = compared(base, head, moved, refuse)
    assert (found.n_changed, found.at, found.n_unjudged) == (1, 1, 1)


def test_floats_of_eight_bits_are_exact_like_integers():
    values = np.array([1.0, 1.125, 240.0], ml_dtypes.float8_e4m3fn)
    cut = np.array([1.0, 1.0, 240.0], ml_dtypes.float8_e4m3fn)
    assert compared({"y": values}, {"y": cut}, lambda _: {"y": values}, refuse).at == 1
    moved = compared({"y": values}, {"y": cut}, lambda number: {"y": (values, cut)[number % 2]}, refuse)
    assert (moved.outcome, moved.n_unjudged) == (Outcome.WITHIN, 1)


def test_a_much_larger_spread_is_less_accurate(rows):
    base, draw_base = of_sums(rows)

    def rough(number):
        noise = np.random.default_rng(number).normal(size=N_ROWS) * 2e-4
        return {"y": (base["y"] + noise).astype(np.float32)}

    found = compared(base, rough(99), draw_base, rough)
    assert found.outcome is Outcome.WITHIN
    assert found.spread_ratio > 16
    fine = compared(base, of_sums(rows[:, ::-1])[0], draw_base, of_sums(rows[:, ::-1])[1])
    assert outcome_of([found, found, fine]) is Outcome.LESS_ACCURATE
    assert outcome_of([found, fine, fine]) is Outcome.WITHIN


def test_a_head_that_rounds_wildly_does_not_widen_its_own_bound(rows):
    base, draw_base = of_sums(rows)
    head = {"y": base["y"] + np.float32(1)}

    def wild(number):
        return {"y": head["y"] + np.float32(number - 3.5)}

    assert compared(base, head, draw_base, wild).outcome is Outcome.CHANGED


def test_a_bound_as_wide_as_the_values_compares_nothing(rows):
    base = {"y": np.full(64, 1.0, np.float32)}
    head = {"y": np.full(64, 1.1, np.float32)}

    def draws(number):
        return {"y": np.random.default_rng(number).normal(1.0, 0.3, 64).astype(np.float32)}

    found = compared(base, head, draws, draws)
    assert found.outcome is Outcome.NOT_COMPARED
    assert outcome_of([found, compared(base, base)]) is Outcome.NOT_COMPARED


def test_short_floats_and_the_largest_numbers_have_their_own_ulp():
    values = np.array([1.0, -3.0e38, 0.0], ml_dtypes.bfloat16)
    head = values.copy()
    head[1] = np.nextafter(head[1], ml_dtypes.bfloat16(0))
    assert compared({"y": values}, {"y": head}).outcome is Outcome.WITHIN
    head[1] = 3.0e38
    assert compared({"y": values}, {"y": head}, lambda _: {"y": values}, lambda _: {"y": head}).at == 1


def test_draws_are_made_once_for_all_outputs(rows):
    calls = itertools.count()
    base, draw_base = of_sums(rows)
    head, draw_head = of_sums(rows[:, 1:])

    def both(outputs):
        return {"y": outputs["y"], "z": outputs["y"]}

    def counted(number):
        assert next(calls) == number
        return both(draw_base(number))

    found = compare_case(both(base), both(head), counted, lambda number: both(draw_head(number)))
    assert [each.outcome for each in found] == [Outcome.CHANGED] * 2
    assert next(calls) == N_DRAWS + N_EVEN_DRAWS


def test_other_outputs_are_refused(rows):
    base, _ = of_sums(rows)
    with pytest.raises(ValueError, match=r"the same outputs \(got \['y'\] and \['z'\]\)"):
        compare_case(base, {"z": base["y"]}, refuse, refuse)
    with pytest.raises(ValueError, match=r"\(got 40 of float32 and 39 of float32\)"):
        compare_case(base, {"y": base["y"][1:]}, refuse, refuse)
