"""Patterns of replaced rows: rows that are computed together are told apart, in both directions."""

from itertools import pairwise

import numpy as np
import pytest

from harness.check.row_patterns import Together, patterns


def told_apart(together, turn=0):
    """For each pair of rows, whether one launch keeps the first and replaces the second."""
    kept = np.array(patterns(together, turn))
    return (kept[:, :, np.newaxis] & ~kept[:, np.newaxis, :]).any(axis=0)


@pytest.mark.parametrize("n_rows", [2, 3, 7, 134])
@pytest.mark.parametrize("turn", [0, 1])
def test_every_row_is_kept_once_and_replaced_once(n_rows, turn):
    for in_block in (1, 2, 3, 4, 128):
        kept = np.array(patterns(Together.of_launches(n_rows, 1, [(1, 1, in_block)]), turn))
        assert kept.any(axis=0).all()
        assert not kept.all(axis=0).any()


def test_number_of_launches_follows_from_the_rows_computed_together():
    def n_launches(n_rows, grid, threads, row_threads=32):
        return len(patterns(Together.of_launches(n_rows, row_threads, [(grid, 1, threads)]), 0))

    assert n_launches(65, 65, 32) == 2
    assert n_launches(65, 33, 64) == 2
    assert n_launches(3, 1, 96) == 3
    assert n_launches(65, 17, 128) == 4
    assert n_launches(134, 132, 32) == 2
    assert n_launches(265, 132, 32) == 3


@pytest.mark.parametrize("grid", [2, 3, 4, 6, 16, 30, 131, 132, 148, 264])
@pytest.mark.parametrize("turn", [0, 1])
def test_rows_a_grid_apart_are_told_apart(grid, turn):
    together = Together.of_launches(3 * grid + 1, 64, [(grid, 1, 64)])
    assert together.strides == (grid,)
    apart = told_apart(together, turn)
    for row in range(grid):
        rounds = np.arange(row, together.n_rows, grid)
        for first, second in pairwise(rounds):
            assert apart[first, second]
            assert apart[second, first]


@pytest.mark.parametrize("in_block", [2, 3, 4, 5])
@pytest.mark.parametrize("n_rows", [5, 17, 65])
@pytest.mark.parametrize("turn", [0, 1])
def test_all_rows_of_a_small_block_are_told_apart(in_block, n_rows, turn):
    grid = -(-n_rows // in_block)
    together = Together.of_launches(n_rows, 32, [(grid, 1, 32 * in_block)])
    apart = told_apart(together, turn)
    for first in range(n_rows):
        for second in range(n_rows):
            if first != second and first // in_block == second // in_block:
                assert apart[first, second]


@pytest.mark.parametrize("distance", [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64])
def test_rows_of_a_large_block_are_told_apart_in_one_of_two_cases(distance):
    together = Together.of_launches(128, 1, [(1, 1, 128)])
    assert (together.in_warp, together.in_block) == (32, 128)
    found = [np.diagonal(told_apart(together, turn), distance).all() for turn in (0, 1)]
    assert any(found)


def test_rows_of_a_cluster_are_told_apart():
    together = Together.of_launches(8, 64, [(8, 4, 64)])
    assert (together.in_block, together.in_cluster) == (1, 4)
    apart = told_apart(together)
    assert all(apart[a, b] for a in range(4) for b in range(4) if a != b)


def test_mates_are_named_by_the_nearest_relation():
    together = Together.of_launches(134, 32, [(16, 1, 128)])

    def words(row, other):
        return next(words for words, rows in together.mates(row) if other in rows)

    assert words(0, 3) == "which share a block"
    assert words(1, 65) == "which one block computes one after the other"
    assert words(0, 69) == "which are computed apart"
    lanes = Together.of_launches(64, 8, [(4, 1, 128)])
    assert next(iter(lanes.mates(5)))[1].tolist() == [4, 6, 7]
