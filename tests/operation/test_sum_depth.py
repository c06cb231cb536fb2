"""Sums whose tree is not a warp's and a block's stay within the bound of the `serial` that describes them."""

import itertools

import numpy as np
import pytest

from harness.operation.precision.rounding import sum_depth, with_higher_orders

UNITS = {np.float32: 2.0**-24, np.float16: 2.0**-11}


def in_order(terms):
    return np.add.accumulate(terms, axis=1)[:, -1:]


def parts(terms, size):
    return [terms[:, start : start + size] for start in range(0, terms.shape[1], size)]


def one_after_another(terms, threads):
    """Strided shares in order, then all threads' sums one after another, as atomics do in some order."""
    shares = np.concatenate([in_order(terms[:, thread::threads]) for thread in range(threads)], axis=1)
    order = np.random.default_rng(7).permutation(threads)
    return in_order(shares[:, order])


def tree(terms):
    """Pairs of neighbours, level by level; an odd one waits."""
    while terms.shape[1] > 1:
        half = terms.shape[1] // 2
        pairs = terms[:, 0 : 2 * half : 2] + terms[:, 1 : 2 * half : 2]
        terms = np.concatenate([pairs, terms[:, 2 * half :]], axis=1)
    return terms


def chunks(terms, threads):
    """A tree for every `threads` columns, and the chunks' sums one after another."""
    return in_order(np.concatenate([tree(part) for part in parts(terms, threads)], axis=1))


def last_takes_the_rest(terms, threads):
    """Whole shares in order, the last thread with the remainder as well, then a tree."""
    share = terms.shape[1] // threads
    ends = [*(share * thread for thread in range(threads)), terms.shape[1]]
    sums = [in_order(terms[:, start:end]) for start, end in itertools.pairwise(ends)]
    return tree(np.concatenate(sums, axis=1))


def whole_tree(terms, threads):
    del threads
    return tree(terms)


SHAPES = {
    "atomics by thread": (one_after_another, 1, lambda n, t: -(-n // t) - 1 + min(n, t) - 1),
    "chunk after chunk": (chunks, 32, lambda n, t: -(-n // t) - 1),
    "the rest to the last": (last_takes_the_rest, 32, lambda n, t: n // t + n % t - 1),
    "a tree": (whole_tree, 1, lambda n, t: 0),
}
"""How it adds, the value of `parallel`, and that of `serial` for n columns and t threads."""


def inputs(n_cols, dtype):
    rng = np.random.default_rng(n_cols)
    spike = np.full((1, n_cols), 0.49 * 2.0 * UNITS[dtype])
    spike[0, 0] = 1.0
    rows = [
        rng.uniform(0, 1, (20, n_cols)), rng.normal(size=(20, n_cols)), np.ones((1, n_cols)) / 3, spike,
        spike[:, ::-1],
    ]  # fmt: skip
    return (np.concatenate(rows) / n_cols).astype(dtype)


@pytest.mark.parametrize("dtype", UNITS)
@pytest.mark.parametrize("shape", SHAPES)
def test_sums_of_other_shapes_stay_within_their_bound(shape, dtype):
    add, parallel, serial = SHAPES[shape]
    for n_cols in (33, 100, 777, 1000, 4099):
        terms = inputs(n_cols, dtype)
        exact = terms.astype(np.float64)
        depth = sum_depth(n_cols, parallel, np.dtype(dtype).itemsize, serial(n_cols, 32))
        size = np.abs(exact).sum(axis=1)
        allowed = with_higher_orders(depth * UNITS[dtype] * size, size)
        error = np.abs(add(terms, 32)[:, 0].astype(np.float64) - exact.sum(axis=1))
        # An addition whose result is subnormal does not round.
        assert (error <= allowed).all(), (n_cols, (error / allowed).max())
        assert n_cols == 33 or depth < n_cols // 2, "a chain is admitted anyway"


def test_a_serial_sum_is_beyond_the_bound_of_a_shorter_one():
    terms = inputs(4099, np.float32)
    exact = terms.astype(np.float64)
    size = np.abs(exact).sum(axis=1)
    error = np.abs(in_order(terms)[:, 0].astype(np.float64) - exact.sum(axis=1))
    short, whole = (sum_depth(4099, 1, 4, serial) * UNITS[np.float32] * size for serial in (4099 // 64, 4098))
    assert (error > short).any()
    assert (error <= with_higher_orders(whole, size)).all()


def test_no_tree_is_lower_than_the_logarithm_of_its_leaves_nor_higher_than_a_chain():
    assert sum_depth(1, 1, 4, 0) == sum_depth(1, 256, 4, 99) == 0
    assert sum_depth(1000, 1, 4, 0) == 10
    assert sum_depth(1000, 1, 4, 10**6) == 999
    assert sum_depth(1000, 32, 4, 7) == 12
    assert sum_depth(1000, 1, 4) == 999
